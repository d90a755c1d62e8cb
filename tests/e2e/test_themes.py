"""Another theme while the program runs: every page looks as if it had been started in it, hidden ones cost nothing."""

import secrets

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QTabWidget, QWidget

from engine import RunOptions, Scenario, Seat
from gui.look.theme import DARK, LIGHT
from gui.pages.specs import PAGES
from gui.state.latest import Answers
from gui.storage.settings import Settings
from tests.e2e.playing import RESULT_MS, close, part, result, settled_picture, started

RUN = RunOptions(max_trials=4_000)
TABLES = (
    Scenario("holdem", (Seat("Hero", "AhKh"), Seat("CO", "22+, ATs+"), Seat("BTN", "QdQc")), board="7h 8h 2c", run=RUN),
    Scenario("razz", (Seat("Hero", "A 2 9 4"), Seat("Bob", "x x K Q")), run=RUN),
)


def chosen(app, name):
    """Choose a theme, or another deck, in the View menu."""
    actions = [a for menu in app.main_window.menuBar().findChildren(QMenu) for a in menu.actions()]
    next(a for a in actions if a.objectName() == f"action.{name}").trigger()


def is_idle(app):
    """Return whether nothing is being computed, for the table or for a page."""
    if app.session.state != "idle" or app.questions.key is not None:
        return False
    return not any(answers.latest.busy for answers in app.main_window.findChildren(Answers))


def visited(app, qtbot):
    """Show one page after the other, each with all its details, and yield its name and the page: of hold'em all, of
    razz those that hold'em has not, and those that look different.
    """
    pages = part(app, "pages", QTabWidget)
    titles = {spec.title for spec in PAGES if "holdem" not in spec.games} | {"Equity", "Range", "Kelly", "Betting"}
    for page in range(pages.count()):
        if app.document.scenario.game != "holdem" and pages.tabText(page) not in titles:
            continue
        pages.setCurrentIndex(page)
        qtbot.wait(50)
        qtbot.waitUntil(lambda: is_idle(app), timeout=RESULT_MS)
        yield pages.tabText(page), pages.currentWidget()


def visit(app, qtbot):
    """Show all pages of both games: what is there only on a first visit is gone afterwards."""
    for table in TABLES:
        app.document.replace("Table", table)
        result(app, qtbot)
        for _, page in visited(app, qtbot):
            page.repaint()


def pictures(app, qtbot):
    """Return what each page looks like, by game and name."""
    seen = {}
    for table in TABLES:
        app.document.replace("Table", table)
        result(app, qtbot)
        seen |= {(table.game, name): settled_picture(page, qtbot) for name, page in visited(app, qtbot)}
    return seen


@pytest.mark.slow
def test_every_page_looks_as_if_started_in_the_theme(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(secrets, "randbits", lambda bits: 7)  # the trainer draws the same spot in both
    monkeypatch.setattr("engine.trainer.spots.MAX_DETAIL_SECONDS", 3_600.0)  # and explains it to the end
    QApplication.setCursorFlashTime(0)  # a caret in one picture must not be missing in the other
    app = started(qtbot, tmp_path / "light")
    visit(app, qtbot)
    for theme in ("dark", "light", "dark"):
        chosen(app, f"theme.{theme}")
    switched = pictures(app, qtbot)
    close(app)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where nothing waits to be restored
    Settings(QSettings(str(tmp_path / "dark" / "settings.ini"), QSettings.Format.IniFormat)).theme = "dark"
    app = started(qtbot, tmp_path / "dark")
    visit(app, qtbot)
    from_the_start = pictures(app, qtbot)
    close(app)
    assert all(sum(game == table.game for game, _ in switched) >= 5 for table in TABLES)
    assert [name for name, picture in switched.items() if picture != from_the_start[name]] == []


class Restyled(QObject):
    """Counts the widgets that are given another style, by whether they are to be seen."""

    def __init__(self):
        super().__init__()
        self.seen, self.hidden = set(), set()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.StyleChange and isinstance(watched, QWidget):
            (self.seen if watched.isVisible() else self.hidden).add(watched)
        return False


def test_pages_that_are_hidden_wait_until_they_are_shown(app, qtbot):
    for table in TABLES:
        app.document.replace("Table", table)
        pages = part(app, "pages", QTabWidget)
        for page in range(pages.count()):
            pages.setCurrentIndex(page)
            QApplication.processEvents()
    result(app, qtbot)
    counted = Restyled()
    QApplication.instance().installEventFilter(counted)
    chosen(app, "theme.dark")
    pages = part(app, "pages", QTabWidget)
    hidden = [pages.widget(i) for i in range(pages.count()) if pages.widget(i) is not pages.currentWidget()]
    waiting = {widget for page in hidden for widget in page.findChildren(QWidget)}
    assert counted.seen
    assert len(waiting) > 400
    assert not waiting & (counted.hidden | counted.seen)
    counted.seen.clear()
    counted.hidden.clear()
    chosen(app, "fourColours")
    assert not counted.seen | counted.hidden
    QApplication.instance().removeEventFilter(counted)


def test_dialogs_and_menus_follow(app, qtbot):
    chosen(app, "theme.dark")
    for name, theme in (("rangeHelp", DARK), ("theme.light", LIGHT), ("rangeHelp", LIGHT)):
        chosen(app, name)
        for dialog in app.main_window.findChildren(QDialog):
            assert dialog.grab().toImage().pixelColor(3, 3) == QColor(theme.background)
            dialog.close()
    menu = app.main_window.menuBar().findChildren(QMenu)[0]
    for theme in (DARK, LIGHT):
        chosen(app, f"theme.{theme.name}")
        menu.popup(app.main_window.pos())
        assert menu.grab().toImage().pixelColor(3, 3) == QColor(theme.raised)
        menu.close()
