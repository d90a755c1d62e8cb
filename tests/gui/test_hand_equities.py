"""The detail ``matrix`` on the range page: colours, numbers and words of hands and combos, stale and sampled ones."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractButton

from engine.equity.details.matrix import Matrix, hand_name
from engine.ranges.holdem_matrix import CELL_BY_NAME
from engine.table.slots import Slot
from gui.pages.range.hand_matrix import FOLDED, hand_equities
from gui.parts.detail_page import COMPUTING, NO_CARDS, NO_OPPONENT
from gui.state.latest import LatestDetail
from tests.gui import range_fakes
from tests.gui.cells import cells_of
from tests.gui.range_fakes import centre, mouse
from tests.gui.table_fakes import result
from tests.gui.texts import plain

CO = "AA, KK, 22, AKs:0.5"


HANDS = {hand_name(number): number for number in range(1326 + 169)}


def hand(share, equity, stderr=0.0):
    return share, equity, stderr


def matrix(stderr=0.0, seat=1):
    combos = {"AsAh": hand(0.1, 0.91, stderr), "AsAd": hand(0.1, 0.87, None if stderr else 0.0)}
    classes = {"AA": hand(0.6, 0.9, stderr), "22": hand(0.3, 0.2, stderr), "AKs": hand(0.1, 0.5, stderr)}
    numbers = np.zeros((3, 2, 1495))
    for row, hands in enumerate(({"QQ": hand(1.0, 0.3)}, classes | combos)):
        for name, values in hands.items():
            numbers[:, row, HANDS[name]] = [np.nan if value is None else value for value in values]
    return Matrix((0, seat), *numbers)


@pytest.fixture
def show(qtbot, tmp_path):
    def build(detail=None, cards=("QhQd", CO), seat=1, stderr=0.0, **kwargs):
        shown = range_fakes.page(qtbot, tmp_path, seats=cards, seat=seat, **kwargs)
        if detail is not None:
            snapshot = result(shown.made.scenario, (0.4, 0.6), stderr)
            shown.made.session.show(replace(snapshot, details={"matrix": detail}))
        return shown

    return build


def cell(shown, name):
    return shown.grid.model_.cell(CELL_BY_NAME[name])


def choose(shown, qtbot, key):
    qtbot.mouseClick(shown.page.findChild(QAbstractButton, f"range.show.{key}"), Qt.MouseButton.LeftButton)


def found(detail, made, stale=False):
    return LatestDetail(detail, result(made.scenario, (0.4, 0.6)), stale)


def test_the_equities_of_a_seat(show):
    made = show().made
    equities = hand_equities(found(matrix(), made), 1)
    assert (equities.classes["AA"].equity, equities.combos["AsAh"].share) == (0.9, 0.1)
    assert equities.scale.middle == 0.5
    assert hand_equities(found(matrix(), made), 2) is None
    assert hand_equities(None, 0) is None


def test_only_hands_of_the_range_get_heat_and_weights_stay_heights(show, qtbot):
    shown = show(matrix())
    assert not any(c.hot for c in cells_of(shown.grid).values())
    choose(shown, qtbot, "equity")
    aces, kings, deuces, suited, queens = (cell(shown, name) for name in ("AA", "KK", "22", "AKs", "QQ"))
    assert (aces.tone, deuces.tone, suited.tone) == pytest.approx((1.0, -1.0, 0.0))
    assert (aces.note, deuces.note, suited.note) == ("90", "20", "50")
    assert (kings.hot, kings.tone, kings.note) == (True, None, "")
    assert suited.weight == 0.5
    assert (queens.weight, queens.tone) == (0.0, None)
    choose(shown, qtbot, "weights")
    assert (cell(shown, "AA").tone, cell(shown, "AKs").note) == (None, "50")


def test_hovering_describes_combos_weight_and_equity_in_both_views(show, qtbot):
    shown = show(matrix())
    for key in ("equity", "weights"):
        choose(shown, qtbot, key)
        point = centre(shown.grid, CELL_BY_NAME["22"])
        mouse(shown.grid, QEvent.Type.MouseMove, point, button=Qt.MouseButton.NoButton)
        text = plain(shown.page.editor.info.pointed.text)
        assert text == "22: 6 combos, 100 %, equity 20.00 %, 30.00 % of its range"


def test_the_text_of_the_cell_under_the_pointer_follows_new_equities(show, qtbot):
    shown = show()
    mouse(shown.grid, QEvent.Type.MouseMove, centre(shown.grid, CELL_BY_NAME["22"]), button=Qt.MouseButton.NoButton)
    info = shown.page.editor.info.pointed
    assert "equity" not in info.text
    snapshot = result(shown.made.scenario, (0.4, 0.6))
    shown.made.session.show(replace(snapshot, details={"matrix": matrix()}))
    assert "equity 20.00" in info.text


def test_sampled_equities_come_with_their_error(show, qtbot):
    shown = show(matrix(stderr=0.002), stderr=0.0002)
    assert "equity 90.0 % ± 0.39 %" in plain(cell(shown, "AA").speech)
    shown.grid.asked.emit(CELL_BY_NAME["AA"])
    combos = {name: plain(c.speech) for name, c in cells_of(shown.page.editor.popup.grid).items()}
    assert "equity 91.0 % ± 0.39 %" in combos["AsAh"]
    assert "(too few deals)" in combos["AsAd"]
    shown.page.editor.popup.close()


def test_the_pop_up_shows_the_equity_of_every_combo(show, qtbot):
    shown = show(matrix())
    choose(shown, qtbot, "equity")
    shown.grid.asked.emit(CELL_BY_NAME["AA"])
    popup = shown.page.editor.popup
    notes = {name: c.note for name, c in cells_of(popup.grid).items()}
    assert (notes["AsAh"], notes["AsAd"], notes["AdAc"]) == ("91.0", "87.0", "")
    assert plain(popup.pointed.text()) == "AsAh: 100 %, equity 91.00 %, 10.00 % of its range"
    qtbot.keyClick(popup.grid, Qt.Key.Key_Right)
    assert "equity 87.00" in popup.pointed.text()
    popup.close()


def test_after_an_edit_the_equities_stay_but_are_stale(show, qtbot):
    shown = show(matrix())
    choose(shown, qtbot, "equity")
    shown.made.document.edit("Board", board="2c 3d 4h")
    assert shown.made.session.stale
    assert (cell(shown, "AA").stale, cell(shown, "AA").note) == (True, "90")
    assert "before the last change" in cell(shown, "AA").speech
    seats = shown.made.scenario.seats
    shown.made.document.edit("Remove", seats=seats[1:])
    assert cell(shown, "AA").tone is None


def test_without_equities_the_page_gives_the_reason(show, qtbot):
    shown = show(cards=("", ""))
    choose(shown, qtbot, "equity")
    message = shown.part("range.heatMessage")
    assert message.text() == NO_CARDS
    shown.made.document.edit("Hero", seats=(replace(shown.made.scenario.seats[0], cards="AA"),))
    assert message.text() == NO_OPPONENT
    shown = show(cards=("AA", "KK", "QQ"), folded=(1,))
    choose(shown, qtbot, "equity")
    assert shown.part("range.heatMessage").text() == FOLDED
    shown.made.table_input.focus(Slot("seat", 0, 0))
    shown.made.document.edit("Dead", dead="2c")
    assert shown.part("range.heatMessage").text() == COMPUTING


def test_the_legend_names_the_ends_of_the_scale(show, qtbot):
    shown = show(matrix())
    legend = shown.part("range.legend")
    assert not legend.isVisible()
    choose(shown, qtbot, "equity")
    assert legend.isVisible()
    assert plain(legend.words) == "Orange: less than 50 % (break-even), down to 20 %; blue: more, up to 80 % and beyond"
    assert not legend.grab().isNull()


def test_the_page_wants_the_detail_only_while_it_is_shown(show):
    shown = show()
    wanted = shown.made.session.requests
    assert wanted.names(shown.made.scenario) == ("matrix",)
    shown.page.hide()
    assert wanted.names(shown.made.scenario) == ()
