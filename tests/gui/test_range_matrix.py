"""The matrix: strokes, weights, rectangles, the pop-up of suits, undo, the keyboard alone."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QColor, QContextMenuEvent
from PySide6.QtWidgets import QApplication

from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_CELLS, CELL_BY_NAME, SETS, better, class_name, combos_at
from engine.table.seat_ranges import read_seat
from gui.look.theme import THEMES, set_theme
from gui.pages.range.hand_matrix import weight_cells
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, places_between
from tests.gui.colours import contrast
from tests.gui.range_fakes import centre as middle
from tests.gui.range_fakes import mouse, page, stroke

Key, Modifier = Qt.Key, Qt.KeyboardModifier
CO = "22+, A2s+"


@pytest.fixture
def show(qtbot, tmp_path):
    return lambda *args, **kwargs: page(qtbot, tmp_path, *args, **kwargs)


def weights(text):
    return parse_range(text).weights


def same(shown, text):
    return np.array_equal(weights(shown.text), weights(text))


def test_the_cells_hold_every_combo_once():
    combos = [combo for place in ALL_CELLS for combo in combos_at(place)]
    assert sorted(combos) == list(range(1326))
    for name, place in CELL_BY_NAME.items():
        assert set(combos_at(place)) == set(np.flatnonzero(weights(name)))
        assert class_name(better(place)[0]) == name
        chosen = {i for p in better(place) for i in combos_at(p)}
        assert chosen == set(np.flatnonzero(weights(f"{name}+"))), name
    assert {class_name(p) for p in SETS["broadway"]} >= {"AKs", "JTo", "TT"}
    assert len(SETS["broadway"]) == 25


@pytest.mark.parametrize(
    ("path", "cells_"),
    [
        ([(0, 0), (0, 12)], [(0, i) for i in range(13)]),
        ([(0, 0), (12, 12)], [(i, i) for i in range(13)]),
        ([(12, 3), (1, 3)], [(i, 3) for i in range(1, 13)]),
    ],
)
def test_a_fast_stroke_leaves_no_gap(show, path, cells_):
    shown = show(seats=("AhKh", ""))
    stroke(shown.grid, *path)  # two mouse events for the whole way
    wanted = ",".join(class_name(place) for place in cells_)
    assert same(shown, wanted)
    assert shown.made.document.undo_stack.count() == 1
    shown.made.document.undo_stack.undo()
    assert shown.text == ""


def test_a_slanted_stroke_goes_from_cell_to_cell():
    values = places_between((0.5, 0.5), (12.5, 5.5))
    assert values[0] == (0, 0)
    assert values[-1] == (5, 12)
    for (r, c), (r2, c2) in pairwise(values):
        assert max(abs(r - r2), abs(c - c2)) == 1


def test_moves_are_not_merged_during_a_stroke(show, monkeypatch):
    """On X11 Qt drops the moves that wait while it is busy, and with them the corner of an L."""
    merging = [True]
    monkeypatch.setattr(QCoreApplication, "testAttribute", lambda attribute: merging[-1])
    monkeypatch.setattr(QCoreApplication, "setAttribute", lambda attribute, on: merging.append(on))
    shown = show(seats=("AhKh", ""))
    grid = shown.grid
    mouse(grid, QEvent.Type.MouseButtonPress, middle(grid, (0, 0)))
    assert merging[-1] is False
    mouse(grid, QEvent.Type.MouseButtonRelease, middle(grid, (0, 0)), held=Qt.MouseButton.NoButton)
    assert merging[-1] is True
    stroke(grid, (3, 3), modifiers=Modifier.AltModifier)
    assert merging[-1] is True


def test_a_shaky_diagonal_stays_a_diagonal():
    result = places_between((0.5, 0.58), (12.58, 12.5))
    assert result == tuple((i, i) for i in range(13))
    for start in range(1, 100):
        path = places_between((start / 100, 0.5), (12.5 + start / 300, 12.5 - start / 300))
        assert all(max(abs(r - r2), abs(c - c2)) == 1 for (r, c), (r2, c2) in pairwise(path))


def test_the_first_cell_decides_whether_a_stroke_erases(show):
    shown = show(seats=("AhKh", CO))
    stroke(shown.grid, (0, 1), (0, 12))  # AKs is in: erase along the row
    assert same(shown, "22+")
    stroke(shown.grid, (1, 2), (1, 1), (0, 0))  # KQs is not: paint, also over what is in
    assert same(shown, "22+, KQs")
    assert shown.made.document.undo_stack.count() == 2


def test_a_stroke_out_of_the_grid_and_back(show):
    shown = show(seats=("AhKh", ""))
    grid = shown.grid
    mouse(grid, QEvent.Type.MouseButtonPress, middle(grid, (0, 0)))
    outside = middle(grid, (0, 12)) + (middle(grid, (0, 12)) - middle(grid, (0, 0)))
    mouse(grid, QEvent.Type.MouseMove, outside, button=Qt.MouseButton.NoButton, held=Qt.MouseButton.LeftButton)
    mouse(grid, QEvent.Type.MouseButtonRelease, outside, held=Qt.MouseButton.NoButton)
    assert same(shown, "AA, A2s+")


def test_strokes_paint_with_the_weight_of_the_brush(show, qtbot):
    shown = show(seats=("AhKh", CO))
    qtbot.mouseClick(shown.part("range.brush.50"), Qt.MouseButton.LeftButton)
    stroke(shown.grid, (0, 0), (1, 1))  # AA has 100 %: it is not erased but weighed
    assert same(shown, f"{CO}, AA:0.5, KK:0.5")
    stroke(shown.grid, (0, 0))  # now it has the brush's weight
    assert same(shown, "22+, A2s+, KK:0.5, !AA")
    shown.part("range.brush.percent").setValue(35)
    assert shown.part("range.brush.slider").value() == 35
    stroke(shown.grid, (2, 2))
    assert same(shown, "22+, A2s+, KK:0.5, QQ:0.35, !AA")


def test_shift_paints_rectangles(show):
    shown = show(seats=("AhKh", ""))
    stroke(shown.grid, (0, 0), (1, 1), (2, 2), modifiers=Modifier.ShiftModifier)
    assert same(shown, "QQ+, AQs+, KQs, AQo+, KQo")
    assert shown.made.document.undo_stack.count() == 1
    stroke(shown.grid, (5, 5))
    stroke(shown.grid, (6, 7), modifiers=Modifier.ShiftModifier)  # a click: from the cell before
    assert same(shown, "QQ+, AQs+, KQs, AQo+, KQo, 99-88, 98s, 97s, 87s, 98o")


def test_alt_paints_this_and_better_hands(show):
    shown = show(seats=("AhKh", ""))
    for place, text in (((5, 5), "99+"), ((0, 9), "A5s+"), ((4, 1), "KTo+")):
        stroke(shown.grid, place, modifiers=Modifier.AltModifier)
        assert np.all(weights(shown.text)[weights(text) > 0] == 1)
    assert same(shown, "99+, A5s+, KTo+")
    stroke(shown.grid, (5, 5), modifiers=Modifier.AltModifier)
    assert same(shown, "A5s+, KTo+")
    mouse(
        shown.grid,
        QEvent.Type.MouseMove,
        middle(shown.grid, (0, 5)),
        button=Qt.MouseButton.NoButton,
        held=Qt.MouseButton.NoButton,
        modifiers=Modifier.AltModifier,
    )
    assert shown.grid.viewport().cursor().shape() == Qt.CursorShape.BitmapCursor


def test_number_keys_set_the_weight_of_the_selection_and_the_brush(show, qtbot):
    shown = show(seats=("AhKh", CO))
    grid = shown.grid
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    for key, weight in ((Key.Key_3, 0.3), (Key.Key_9, 0.9), (Key.Key_0, 1.0), (Key.Key_5, 0.5)):
        qtbot.keyClick(grid, key)
        assert same(shown, f"{CO}, AA:{weight}")
        assert shown.part("range.brush.percent").value() == round(100 * weight)
    assert shown.made.document.undo_stack.count() == 4


def test_number_keys_after_the_mouse_only_set_the_brush(show, qtbot):
    shown = show(seats=("AhKh", ""))
    stroke(shown.grid, (0, 0))
    shown.grid.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.keyClick(shown.grid, Key.Key_4)
    assert same(shown, "AA")
    stroke(shown.grid, (1, 1))
    assert same(shown, "AA, KK:0.4")


def test_the_keyboard_alone_paints_a_range(show, qtbot):
    shown = show(seats=("AhKh", ""))
    grid = shown.grid
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(grid, Key.Key_Space)
    assert same(shown, "AA")
    for _ in range(2):
        qtbot.keyClick(grid, Key.Key_Down, Modifier.ShiftModifier)
        qtbot.keyClick(grid, Key.Key_Right, Modifier.ShiftModifier)
    qtbot.keyClick(grid, Key.Key_7)  # a rectangle of nine cells
    assert same(shown, "QQ+:0.7, AQs+:0.7, KQs:0.7, AQo+:0.7, KQo:0.7")
    qtbot.keyClick(grid, Key.Key_Escape)
    qtbot.keyClick(grid, Key.Key_Delete)
    assert same(shown, "KK+:0.7, AQs+:0.7, KQs:0.7, AQo+:0.7, KQo:0.7")
    qtbot.keyClick(grid, Key.Key_Home)
    qtbot.keyClick(grid, Key.Key_PageDown)
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (12, 0)
    qtbot.keyClick(grid, Key.Key_Plus)
    assert np.all(weights(shown.text)[weights("A2o+") > 0] == 0.7)
    qtbot.keyClick(grid, Key.Key_Return)
    popup = shown.page.editor.popup
    assert popup is not None
    assert popup.grid.hasFocus()
    qtbot.keyClick(popup.grid, Key.Key_Right)  # As2s is no combo of A2o: As2h is the first
    qtbot.keyClick(popup.grid, Key.Key_0)
    qtbot.keyClick(popup.grid, Key.Key_Escape)
    assert weights(shown.text)[weights("As2d") > 0] == 1.0
    assert weights(shown.text)[weights("As2h") > 0] == 0.7
    assert shown.page.editor.popup is None


def test_the_pop_up_sets_weights_of_single_combos(show, qtbot):
    shown = show(seats=("AhKh", CO), dead="Ad")
    grid = shown.grid
    grid.asked.emit(CELL_BY_NAME["QJo"])
    popup = shown.page.editor.popup
    assert popup.grid.model_.cell((0, 0)) is None
    stroke(popup.grid, (1, 0), (3, 0))  # queens of hearts, diamonds, clubs with the jack of spades
    assert same(shown, f"{CO}, QhJs, QdJs, QcJs")
    assert shown.made.document.undo_stack.count() == 1
    cell = grid.model_.cell(CELL_BY_NAME["QJo"])
    assert cell.mixed
    assert cell.weight == pytest.approx(3 / 12)
    qtbot.mouseClick(popup.findChild(type(shown.part("range.all")), "range.suits.level25"), Qt.MouseButton.LeftButton)
    assert same(shown, f"{CO}, QJo:0.25")
    popup.close()
    grid.asked.emit(CELL_BY_NAME["AKs"])
    popup = shown.page.editor.popup
    blocked = [popup.grid.model_.cell((0, suit)).blocked for suit in range(4)]
    assert blocked == [0, 1, 1, 0]  # Hero has AhKh, the ace of diamonds is dead
    popup.close()
    shown.made.document.undo_stack.undo()
    assert same(shown, f"{CO}, QhJs, QdJs, QcJs")


def test_a_right_click_asks_for_the_suits(show, qtbot):
    shown = show(seats=("AhKh", CO))
    asked = []
    shown.grid.asked.connect(asked.append)
    shown.grid.asked.disconnect(shown.page.editor.open_suits)
    point = middle(shown.grid, (2, 3)).toPoint()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, point, shown.grid.viewport().mapToGlobal(point), Modifier.NoModifier
    )
    QApplication.sendEvent(shown.grid.viewport(), event)
    assert asked == [(2, 3)]
    assert shown.text == CO


def test_sets_invert_and_clear(show, qtbot):
    shown = show(seats=("AhKh", ""))

    def press(name):
        qtbot.mouseClick(shown.part(f"range.{name}"), Qt.MouseButton.LeftButton)

    press("pairs")
    assert same(shown, "22+")
    press("suited")
    assert int((weights(shown.text) > 0).sum()) == 78 + 312
    press("suited")
    assert same(shown, "22+")
    press("invert")
    assert same(shown, "random, !22+")
    press("clear")
    assert shown.text == ""
    assert shown.made.document.undo_stack.count() == 5
    press("all")
    assert shown.text == "random"


def test_blocked_combos_are_described_and_hatched(show):
    values = {cell.label: cell for cell in weight_cells(weights("AA, KQs"), known=0b1111 << 48)}  # all aces
    assert values["AA"].blocked == values["AKs"].blocked == 1
    assert values["KQs"].blocked == 0
    shown = show(seats=("AhKh", "AA"), board="As 7d 2c")
    cell = shown.grid.model_.cell((0, 0))
    assert cell.blocked == pytest.approx(5 / 6)
    assert "1 of 6 combos left" in cell.speech
    assert "6 combos, 1 left" in shown.part("range.expansion").accessibleName()


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_the_hatching_is_seen_on_every_fill(theme, qtbot):
    set_theme(theme.name)
    grid = CellGrid(1, 2)
    qtbot.addWidget(grid)
    grid.resize(120, 40)
    for column in (0, 1):
        grid.setColumnWidth(column, 60)
    grid.setRowHeight(0, 40)
    grid.show()
    for color in theme.seats:
        grid.set_color(QColor(color))
        grid.show_cells([Cell("AKs", weight=1.0, blocked=1.0), Cell("AKs", weight=1.0)])
        image = grid.viewport().grab().toImage()
        ground = image.pixelColor(90, 5)
        assert max(contrast(image.pixelColor(x, 5), ground) for x in range(10, 50)) >= 1.3


def test_screen_readers_find_the_cells(show):
    shown = show(seats=("AhKh", CO))
    interface = QAccessible.queryAccessibleInterface(shown.grid)
    assert interface.role() == QAccessible.Role.Table
    assert interface.childCount() == 14 * 14  # with the headings
    assert interface.child(2).text(QAccessible.Text.Name) == "K"
    child = interface.child(14 + 2)
    assert child.text(QAccessible.Text.Name).startswith("AKs: 3 of 4 combos left, 100")
    assert shown.grid.accessibleName() == "Range of Seat 2"


def test_hovering_describes_combos_and_weight(show):
    shown = show(seats=("AhKh", "AKs:0.5"))
    point = middle(shown.grid, (0, 1))
    mouse(shown.grid, QEvent.Type.MouseMove, point, button=Qt.MouseButton.NoButton, held=Qt.MouseButton.NoButton)
    text = shown.page.editor.info.pointed.text
    assert text == "AKs: 3 of 4 combos left, 50\u00a0%"


def test_sliders_set_the_best_hands(show):
    shown = show(seats=("AhKh", CO))
    top, minus, order = (shown.part(f"range.{name}") for name in ("top", "minus", "order"))
    assert order.itemData(0) == "v1"
    top.setFocus()
    top.setValue(500)
    top.setValue(150)
    assert shown.text == "15%"
    assert "200 combos" in shown.part("range.expansion").accessibleName()
    assert "15% is 200 combos" in shown.page.problem_line.text
    assert shown.made.document.undo_stack.count() == 1
    minus.setFocus()
    minus.setValue(50)
    assert shown.text == "5%-15%"
    assert shown.grid.model_.cell((0, 0)).weight == 0
    assert shown.made.document.undo_stack.count() == 2
    minus.setValue(600)  # pushes the other one along
    assert shown.text == "60%-60.5%"
    top.setValue(400)
    assert shown.text == "39.5%-40%"
    by_default = read_seat(shown.made.scenario, 1).weights
    order.setCurrentIndex(1)
    order.activated.emit(1)
    assert shown.made.scenario.order == "v2"
    assert not np.array_equal(read_seat(shown.made.scenario, 1).weights, by_default)
    top.setValue(0)
    assert shown.text == ""
    shown.made.document.undo_stack.undo()
    assert (top.value(), minus.value()) == (400, 395)


def test_a_range_that_cannot_be_dealt_is_rejected_and_the_matrix_is_restored(show):
    shown = show(seats=("AhKh", "QQ"), dead="As Ad Ac")
    stroke(shown.grid, (1, 1))
    assert same(shown, "KK, QQ")
    shown.made.document.edit("Dead", dead="As Ad Ac Qs Qh Qd Qc")
    before = shown.text
    stroke(shown.grid, (1, 1))  # erasing the kings would leave nothing to be dealt
    assert shown.text == before
    assert shown.grid.model_.cell((1, 1)).weight == 1
    assert shown.page.problem_line.is_error


def test_read_seat_of_half_a_hand(show):
    shown = show(seats=("AhKh", "Q"), seat=0)
    assert not read_seat(shown.made.scenario, 1).weights.any()
