"""Questions and notices lie over the empty end of the menu bar: nothing moves under the mouse when they come or go."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton, QTabWidget, QWidget

from engine import GAMES, scenario_from_json
from gui.look.scale import px, set_text_scale
from gui.shell.main_window import DEFAULT_SIZE, MIN_SIZE
from gui.shell.question_bars import MIN_TEXT_WIDTH
from tests.gui.object_names import app as app
from tests.gui.object_names import settle

MIDDLE, SMALL = (1024, 680), (960, 565)
ROUNDS = 12
"""What has got other room by now lays itself out once more, and so does what is around."""
SEATS = {
    "holdem": [{"name": "Hero", "cards": "AhKh"}, {"name": "Villain", "cards": "QsQd"}],
    "razz": [{"name": "Hero", "cards": "A 2 3 4 7 K"}, {"name": "Villain", "cards": "2 3 5 6 8 Q"}],
}


def rest(window):
    for _ in range(ROUNDS):
        settle()


def places(window):
    """Return where on the screen every widget is seen, but for the notices, and where the tabs are."""
    notices = window.findChild(QWidget, "notices")
    seen = [w for w in window.findChildren(QWidget) if w.isVisible() and w is not notices]
    tabs = window.findChild(QTabWidget, "pages").tabBar()
    titles = [i for i in range(tabs.count()) if tabs.isTabVisible(i)]
    return {
        (type(w).__name__, w.objectName(), id(w)): QRect(w.mapToGlobal(QPoint()), w.size())
        for w in seen
        if not notices.isAncestorOf(w)
    } | {("tab", tabs.tabText(i), 0): tabs.tabRect(i) for i in titles}


def moved(before, after):
    return [f"{key} {before[key]} {after[key]}" for key in before if key in after and before[key] != after[key]]


def hand_out(app, qtbot, game, size):
    """Show a table with its result and nothing pinned."""
    window = app.main_window
    app.session.unpin()
    window.resize(*size)
    app.document.replace("Deal", scenario_from_json({"steelwheel": 1, "game": game, "seats": SEATS[game]}))
    qtbot.waitUntil(lambda: app.session.state == "idle" and app.session.can_pin)
    rest(window)
    return window


@pytest.mark.parametrize("size", [DEFAULT_SIZE, MIDDLE, SMALL])
@pytest.mark.parametrize("game", GAMES)
def test_pinning_moves_nothing(app, qtbot, game, size):
    window = hand_out(app, qtbot, game, size)
    bar = window.findChild(QWidget, "comparison")
    for _ in range(2):
        before = places(window)
        assert not bar.isVisible()
        qtbot.keyClick(window, Qt.Key.Key_F8)
        rest(window)
        assert bar.visibleRegion().boundingRect() == bar.rect()
        assert moved(before, places(window)) == []
        qtbot.mouseClick(window.findChild(QPushButton, "comparison.unpin"), Qt.MouseButton.LeftButton)
        rest(window)
        assert moved(before, places(window)) == []


def test_the_more_urgent_question_comes_first_and_moves_nothing(app, qtbot):
    window = hand_out(app, qtbot, "holdem", MIDDLE)
    before = places(window)
    pinned, recovery, overwrite = (window.findChild(QWidget, name) for name in ("comparison", "recovery", "overwrite"))
    app.session.pin()
    for asked, hidden in ((recovery, pinned), (overwrite, recovery)):
        asked.show_words("A question?", "What it is about")
        hidden.show_words("Other words", "while another question is shown")
        rest(window)
        assert asked.visibleRegion().boundingRect() == asked.rect()
        assert not hidden.isVisible()
        assert moved(before, places(window)) == []
    for done, shown in ((overwrite, recovery), (recovery, pinned)):
        done.show_words("", "")
        rest(window)
        assert shown.isVisible()
        assert moved(before, places(window)) == []


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("size", [MIN_SIZE, SMALL])
def test_a_question_and_its_answers_can_be_read_in_a_small_window(app, size, percent):
    window = app.main_window
    set_text_scale(percent)
    window.resize(*size)
    bar = window.findChild(QWidget, "overwrite")
    bar.show_words("The file has been changed by another program", "Its seats are others")
    rest(window)
    assert bar.visibleRegion().boundingRect() == bar.rect()
    answers = bar.findChildren(QPushButton)
    assert all(b.width() >= b.minimumSizeHint().width() for b in answers)
    assert all(bar.rect().contains(b.geometry()) for b in answers)
    assert bar.findChild(QWidget, "overwrite.text").width() >= px(MIN_TEXT_WIDTH)
