"""Every example of the menu opens, is computed, and has something to show."""

import json

import pytest
from PySide6.QtGui import QAction

from gui.look.theme import EXAMPLE_PAGES, EXAMPLES
from gui.pages.specs import PAGES
from gui.shell.main_window import EXAMPLE_SUFFIXES
from tests.e2e.playing import part, result

PAGE_OF = json.loads(EXAMPLE_PAGES.read_text(encoding="utf-8"))
FILES = sorted(EXAMPLES.glob("*.steelwheel"))


def test_all_examples_open_one_after_the_other_and_are_computed(app, qtbot):
    pages = part(app, "pages")
    for path in FILES:
        app.main_window.commands.open_example(path)
        snapshot = result(app, qtbot)
        played = [seat for seat in snapshot.seats if seat.estimate is not None]
        assert sum(seat.estimate.equity for seat in played) == pytest.approx(1), path
        assert pages.tabText(pages.currentIndex()) == PAGE_OF[path.name]
        game = json.loads(path.read_text(encoding="utf-8")).get("game")
        assert app.document.scenario.game == game, path
        assert app.document.path is None, path  # a copy: saving asks for a name


def test_every_page_has_an_example():
    assert set(PAGE_OF) == {path.name for path in EXAMPLES.iterdir() if path.suffix in EXAMPLE_SUFFIXES}
    games = {path.name: json.loads(path.read_text(encoding="utf-8"))["game"] for path in FILES}
    shown = {(title, games.get(name)) for name, title in PAGE_OF.items()}
    for spec in PAGES:
        titles = {(spec.title, game) for game in (*spec.games, None)}
        assert titles & shown or spec.of_pinned, spec.title


def test_an_example_that_was_open_before_is_a_copy_again(app):
    """Saving asks for a name, and not beside the examples: they belong to the program."""
    path, folder = FILES[0], app.main_window.commands.settings.folder
    app.main_window.commands.open_example(path)
    app.main_window.commands.new()
    [again] = [action for action in app.main_window.findChildren(QAction) if action.text() == path.name]
    again.trigger()
    assert len(app.document.scenario.seats) > 1
    assert app.document.path is None
    assert app.main_window.commands.settings.folder == folder
