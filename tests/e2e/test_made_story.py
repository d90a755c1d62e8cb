"""An evening with *Made hands*: a range meets a flop, what hits goes on to turn and river; then the equities."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSlider, QTabWidget

from engine import Scenario, Seat, solve
from engine.ranges.holdem import parse_range
from engine.ranges.made_names import MADE
from gui.pages.made.page import MadePage
from gui.pages.made.table import NAME, ClassesView
from tests.e2e.playing import RESULT_MS, click, part, result

RANGE, OTHER = "22+, ATs+, KQo, 76s, A5s-A2s", "QQ+, AKs, T9s, 98s"


def test_a_range_is_followed_from_the_flop_to_the_river(app, qtbot):
    def computed():
        """Wait for the numbers and for what the boxes leave."""
        result(app, qtbot)
        qtbot.waitUntil(lambda: page.filled and not page.keep.busy and page.keep.kept is not None, timeout=RESULT_MS)
        qtbot.waitUntil(lambda: app.session.state == "idle", timeout=RESULT_MS)

    def check(*names):
        view = part(app, "made.classes", ClassesView)
        for name in names:
            row = [row.name for row in page.view.rows].index(name)
            index = page.view.model().index(row, NAME)
            view.scrollTo(index)
            QTest.mouseClick(
                view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).topLeft() + QPoint(12, 10)
            )
            qtbot.waitUntil(lambda: not page.keep.busy, timeout=RESULT_MS)

    def write(seat, text):
        app.document.choose_seat(seat)
        QTest.keyClicks(app.main_window, "/")
        qtbot.waitUntil(lambda: app.main_window.focusWidget() is part(app, f"seat{seat}.text"))
        QTest.keyClicks(app.main_window.focusWidget(), text)
        assert app.document.scenario.seats[seat].cards == text

    pages = part(app, "pages", QTabWidget)
    titles = [pages.tabText(i) for i in range(pages.count())]
    pages.setCurrentIndex(titles.index("Made hands"))
    page = part(app, "made", MadePage)
    assert "give a seat a range" in page.empty.text()
    assert QApplication.activeWindow() is app.main_window, "nothing has popped up meanwhile"
    write(0, RANGE)
    result(app, qtbot)
    qtbot.waitUntil(lambda: page.filled, timeout=RESULT_MS)
    assert "flops top pair or better" in page.answer.text(), "a seat alone has its classes, too"
    write(1, OTHER)
    app.document.choose_seat(0)
    click(app, "board.slot0", "deck.Th", "deck.8h", "deck.2c")
    computed()
    assert " more " in page.answer.text()
    check("set", "overpair", "top pair", "flush draw")
    part(app, "made.keep.weight", QSlider).setValue(50)
    qtbot.waitUntil(lambda: not page.keep.busy, timeout=RESULT_MS)
    click(app, "made.keep.apply")
    flop = f"{RANGE} > flop top pair+, flush draw:0.5"
    assert app.document.scenario.seats[0].cards == flop
    computed()
    click(app, "deck.3d")
    assert app.document.scenario.board == "Th 8h 2c 3d"
    computed()
    entering = page.keep.kept.entering
    assert 0 < entering.sum() < parse_range(RANGE).weights.sum()
    assert page.keep.keeping.all_kept, "the turn has boxes of its own"
    check("set", "overpair")
    click(app, "made.keep.apply")
    computed()
    click(app, "deck.Ks")
    computed()
    after = app.document.scenario
    assert (after.board, after.seats[0].cards) == ("Th 8h 2c 3d Ks", f"{flop} > turn overpair+")
    assert {row.name for row in page.view.rows if row.present} <= {"set", "overpair", "pocket pair below top"}
    plain = Scenario("holdem", (Seat("Hero", after.seats[0].cards), Seat("Seat 2", OTHER)), board=after.board)
    snapshot = result(app, qtbot)
    assert snapshot.seats[0].estimate.equity == pytest.approx(solve(plain).seats[0].estimate.equity)
    shares = snapshot.details["made"].seats[0].share[: len(MADE)]
    assert np.isclose(shares.sum(), 1.0)
    for _ in range(4):
        app.document.undo_stack.undo()
    assert app.document.scenario.seats[0].cards == RANGE
    assert app.document.scenario.board == "Th 8h 2c"
