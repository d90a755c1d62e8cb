"""The palette of the assembled window: everything that it has is found in it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QTabWidget

from engine import GAMES, Scenario, Seat
from gui.charts.view import ChartView
from gui.shell.palette import Palette
from tests.e2e.playing import part, result


def opened(app):
    """Return the palette, opened by its key."""
    QTest.keyClick(app.main_window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    return next(result for result in app.main_window.findChildren(Palette) if result.isVisible())


def find(app, text, *, shown, write=QTest.keyClicks):
    """Open the palette by its key, write ``text`` and do what is ``shown`` as the first row."""
    palette = opened(app)
    write(palette.entry, text)
    row = palette.list.currentIndex()
    assert row.row() == 0
    assert row.data(Qt.ItemDataRole.AccessibleTextRole).startswith(shown)
    QTest.keyClick(palette.entry, Qt.Key.Key_Return)


def test_everything_is_found(app, qtbot):
    window = app.main_window
    qtbot.waitUntil(window.isActiveWindow)
    find(app, "kelly", shown="Kelly, page, Ctrl+")
    assert part(app, "pages", QTabWidget).tabText(part(app, "pages", QTabWidget).currentIndex()) == "Kelly"
    find(app, "equity by flop svg", shown="Export: Equity by flop, export › no chart yet, on the page Flops")
    assert part(app, "export").isVisible()
    part(app, "export").close()
    assert part(app, "pages", QTabWidget).tabText(part(app, "pages", QTabWidget).currentIndex()) == "Flops"
    find(app, "seat 2", shown="Seat 2, seat: empty")
    assert app.document.cursor.seat == 1
    find(app, "add seat", shown="Add a seat, Scenario, Ctrl++")
    assert len(app.document.scenario.seats) == 3
    find(app, "btn presets", shown="BTN, ")
    assert app.document.scenario.seats[1].cards
    find(app, "aces kings", shown="Aces against kings, File › Examples")
    assert app.document.scenario.seats[0].cards == "AhAd"
    find(app, "keyboard guide", shown="Keyboard, guide")
    assert window.guide.page == "keyboard.md"
    window.guide.close()


WORDS = (
    ("node lock", "Betting"),
    ("solver", "Betting"),
    ("aggregate report", "Flop report"),
    ("flop report", "Flop report"),
    ("GTO", "Betting"),
    ("Nash", "Pre-flop"),
    ("push fold", "Pre-flop"),
    ("ICM", "Tournament"),
    ("VPIP", "Histories"),
    ("3-bet", "Pre-flop"),
    ("c-bet", "Betting"),
    ("import", "Range"),
    ("pot odds", "Ask"),
    ("MDF", "Ask"),
    ("calculator", "Equity"),
    ("straddle", "Pre-flop"),
    ("bluff", "Ask"),
    ("rake", "Kelly"),
    ("calling a first bet", "Pre-flop"),
    ("hand history", "Histories"),
    ("replayer", "Histories"),
    ("quiz", "Trainer"),
)
"""What players search for, and the page that has it."""


def test_pages_are_found_by_players_words(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    palette = opened(app)
    for words, page in WORDS:
        palette.entry.setText(words)
        rows = [palette.list.model().index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(8)]
        assert any(row is not None and row.startswith(f"{page}, page") for row in rows), (words, rows)
    QTest.keyClick(palette.entry, Qt.Key.Key_Escape)


def test_a_page_of_the_other_game_is_found_and_switches_the_game(app, qtbot):
    pages = part(app, "pages", QTabWidget)
    qtbot.waitUntil(app.main_window.isActiveWindow)
    for game, words, page in (
        ("razz", "third street", "Third street"),
        ("holdem", "pre-flop", "Pre-flop"),
        ("razz", "bring-in", "Third street"),
        ("holdem", "flop report", "Flop report"),
        ("razz", "lows", "Lows"),
    ):
        assert app.document.scenario.game != game
        find(app, words, shown=f"{page}, page › switches to {GAMES[game].title.lower()}")
        assert (app.document.scenario.game, pages.tabText(pages.currentIndex())) == (game, page)


def test_text_size_and_the_judge_are_found(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    find(app, "text size", shown="Larger text, View › Text size")
    app.document.replace("A table", HANDS)
    find(app, "judge", shown="Lows, page")


def test_a_table_put_by_the_palette_keeps_the_name_of_hero(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("A table", FLOP)
    find(app, "AKs v 22+", shown="AKs v 22+")
    assert [(seat.name, seat.cards) for seat in app.document.scenario.seats] == [("Hero", "AKs"), ("Seat 2", "22+")]


HANDS = Scenario("razz", (Seat("Hero", "A 2 3"), Seat("Seat 2", "4 5 6")))
FLOP = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "QQ")), board="2c 7d 9h")


def test_views_of_charts_are_found_and_chosen_again_and_again(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("A table", HANDS)
    result(app, qtbot)
    pages = part(app, "pages", QTabWidget)
    chart = part(app, "chart.classes", ChartView)
    (simulate,) = chart.actions_of_view
    for on in (True, False, True):
        pages.setCurrentIndex(1)
        find(app, "simul final", shown=f"Simulate, Equity › {chart.accessibleName()}, {'off' if on else 'on'}")
        assert simulate.isChecked() == on
        assert pages.currentIndex() == 0
        assert chart.isVisible()


def test_views_are_found_before_their_page_was_shown(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("A table", FLOP)
    result(app, qtbot)
    pages = part(app, "pages", QTabWidget)
    for tab in range(pages.count()):
        for view in pages.views(tab):
            if not pages.is_built(tab):
                shown = f"{view}, {pages.tabText(tab)} › chart"
                find(app, f"{view} chart", shown=shown, write=QLineEdit.setText)
                assert pages.currentIndex() == tab
            assert view in [action.text() for chart in charts(pages, tab) for action in chart.actions_of_view]
    flops = next(tab for tab in range(pages.count()) if pages.tabText(tab) == "Flops")
    (falling,) = charts(pages, flops)[0].actions_of_view
    assert falling.isChecked()
    find(app, "cumulative flops", shown="Cumulative, Flops › ")
    assert not falling.isChecked()


@pytest.mark.parametrize("scenario", [HANDS, FLOP], ids=lambda scenario: scenario.game)
def test_parts_of_pages_are_found_again_and_again_and_views_have_their_names(app, qtbot, scenario):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    app.document.replace("A table", scenario)
    result(app, qtbot)
    pages = part(app, "pages", QTabWidget)
    places = [(tab, place) for tab in range(pages.count()) for place in pages.places(tab)]
    for tab, place in 2 * places:
        shown = f"{place.title}, {pages.tabText(tab)} › view"
        find(app, f"{place.title} view", shown=shown, write=QLineEdit.setText)
        assert pages.currentIndex() == tab
        for button in (part(app, name, QAbstractButton) for name in place.buttons):
            assert button.isChecked() or not button.isCheckable(), place.title
    for tab in range(pages.count()):
        views = [action for chart in charts(pages, tab) for action in chart.actions_of_view if is_view(action)]
        assert sorted(action.text() for action in views) == sorted(pages.views(tab)), pages.tabText(tab)


def charts(pages, tab):
    return pages.page_of(tab).findChildren(ChartView)


def is_view(action):
    """Return whether an entry of a chart's menu changes what is drawn: others write files."""
    return not action.text().endswith("…")
