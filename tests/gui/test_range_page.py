"""The range page: text both ways, which seat it shows, errors, the two games, its looks."""

import itertools
import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
)

from engine import Seat
from engine.cards import TextError
from engine.ranges.holdem import parse_range
from engine.table.slots import Slot
from gui.look.theme import DARK, LIGHT
from gui.pages.range.holdem_tools import band_text, read_band
from gui.parts.cells import Cell, fill_color
from gui.parts.page_scroll import PageScroll
from gui.table.table_panel import TypingFilter
from gui.words.captions import expansion, fold_caption
from tests.gui.object_names import settle
from tests.gui.range_fakes import page, stroke

OPERATED = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
CO = "22+, A2s+"


@pytest.fixture
def show(qtbot, tmp_path):
    return lambda *args, **kwargs: page(qtbot, tmp_path, *args, **kwargs)


def test_text_and_matrix_follow_one_another(show, qtbot):
    shown = show(seats=("AhKh", ""))
    entry = shown.part("range.text")
    entry.setFocus()
    qtbot.keyClicks(entry, "QQ+, AKs:0.5")
    assert shown.grid.model_.cell((1, 1)).weight == 1
    assert shown.grid.model_.cell((0, 1)).weight == 0.5
    assert shown.page.edits.seat == 1
    stroke(shown.grid, (2, 3))
    assert entry.text() == "QQ+, QJs, AKs:0.5"
    undo = shown.made.document.undo_stack
    assert undo.count() == 2
    undo.undo()
    assert entry.text() == "QQ+, AKs:0.5"
    undo.undo()
    assert (entry.text(), shown.text) == ("", "")


def test_an_error_has_a_caret_and_changes_nothing(show, qtbot):
    shown = show(seats=("AhKh", CO))
    entry = shown.part("range.text")
    entry.setFocus()
    entry.setCursorPosition(len(CO))
    qtbot.keyClicks(entry, ", Zz")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert shown.text == CO
    assert shown.page.problem_line.is_error
    with pytest.raises(TextError) as caught:
        parse_range(f"{CO}, Zz")
    assert shown.page.problem_line.position == caught.value.position == len(CO) + 2
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.text() == CO
    assert not shown.page.problem_line.is_error


def test_notices_on_the_text_are_displayed(show):
    shown = show(seats=("AhKh", "22+, AA:0.5"))
    assert "given twice" in shown.page.problem_line.text
    assert not shown.page.problem_line.is_error


def test_notices_on_a_razz_text_are_displayed(show):
    shown = show("razz", seats=("A 2 9", "(3-3-7), [A]27@0.5"))
    assert "'@0.5' means a weight of 0.5 percent" in shown.page.problem_line.text
    assert "(3-3-7) and [A]27@0.5 overlap: the later weight is used" in shown.page.problem_line.text
    shown.page.edits.write("A29:0,5", "Range")
    assert "use a decimal point" in shown.page.problem_line.text


def test_losses_of_a_copy_are_reported_until_something_changes(show):
    shown = show(seats=("AhKh", "AA:0.125, KK"))
    shown.page.findChild(QAction, "range.copy.ppt").trigger()
    assert QGuiApplication.clipboard().text() == "KK@100,AA@12.5"
    text = "copied in ProPokerTools notation · ProPokerTools takes whole percentages from 1 to 100; one weight is"
    assert text in shown.page.problem_line.text
    assert not shown.page.problem_line.is_error
    shown.page.findChild(QAction, "range.copy.pio").trigger()
    assert shown.page.problem_line.text == "copied in PioSOLVER / GTO Wizard notation"
    stroke(shown.grid, (2, 2))
    assert "copied" not in shown.page.problem_line.text


def test_the_page_shows_the_seat_of_the_focused_slot(show, qtbot):
    shown = show(seats=("AhKh", CO, "KK"))
    box = shown.part("range.seat")
    assert box.currentIndex() == 1
    shown.made.table_input.focus(Slot("seat", 2, 0))
    assert (box.currentText(), shown.part("range.text").text()) == ("Seat 3", "KK")
    shown.made.table_input.focus(Slot("board", index=0))
    assert box.currentIndex() == 2
    box.setCurrentIndex(0)
    box.activated.emit(0)
    assert shown.made.table_input.slot == Slot("seat", 0, 0)
    assert shown.part("range.text").text() == "AhKh"


def test_painting_into_an_empty_seat_stays_with_it(show):
    shown = show(seats=("AhKh", "", ""))
    stroke(shown.grid, (0, 0))
    stroke(shown.grid, (1, 1))
    assert shown.made.cards() == ["AhKh", "KK+", ""]
    assert shown.made.table_input.slot == Slot("seat", 1, 0)


def test_a_range_edited_elsewhere_is_displayed(show):
    shown = show(seats=("AhKh", "KK", ""))
    seats = shown.made.scenario.seats
    shown.made.document.edit("Cards", seats=(*seats[:2], Seat("Seat 3", "22+")))
    assert shown.part("range.text").text() == "22+"
    shown.made.document.undo_stack.undo()
    shown.made.document.edit("Cards", seats=seats[:1])  # the seat that was shown has gone
    assert shown.part("range.text").text() == "AhKh"


def test_any_cards_in_one_click(show, qtbot):
    shown = show(seats=("AhKh", CO))
    entry = shown.part("range.text")
    qtbot.mouseClick(entry.chip, Qt.MouseButton.LeftButton)
    assert shown.text == "random"
    assert not entry.chip.isEnabled()


def test_switching_the_game_switches_the_editor(show):
    shown = show(seats=("AhKh", CO))
    assert shown.part("range.matrix").isVisible()
    razz = (Seat("Seat 1", "A 2 9"), Seat("Seat 2", "(7-7-7)"))
    shown.made.document.edit("Razz", game="razz", seats=razz, board="")
    assert shown.part("razzRange.triangle").isVisible()
    assert not shown.part("range.matrix").isVisible()


def test_the_matrix_keeps_its_keys_from_the_table(show, qtbot):
    shown = show(seats=("AhKh", CO))
    filter_ = TypingFilter(shown.page, shown.made.table_input, shown.page)
    key = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_9, Qt.KeyboardModifier.NoModifier, "9")
    shown.grid.setFocus()
    assert not filter_.eventFilter(shown.grid, key)
    shown.part("range.all").setFocus()
    assert filter_.eventFilter(shown.page, key)


def test_the_page_scrolls_only_where_the_matrix_cannot_be_smaller(show, expose):
    area = PageScroll(show(seats=("AhKh", CO), board="7h 8h 2c").page, "area", wraps=True)
    for size in ((544, 572), (739, 640)):
        expose(area, size)
        settle()
        area.fit()
        assert area.verticalScrollBar().maximum() == 0, size


def test_texts_of_expansions_and_folds():
    weights = parse_range("AA, KK:0.5").weights
    aces = 0b0001 << 48
    assert expansion(weights, 0) == ("12 combos", "weight 9.0, 0.68\u00a0% of all hands")
    assert expansion(weights, aces) == ("12 combos, 9 left", "weight 6.0, 0.45\u00a0% of all hands")
    assert expansion(np.zeros(1326), 0) == ("no hands",)
    assert fold_caption(1 - parse_range("22+").weights.mean()) == ("folds 94\u00a0%", "94\u00a0%")


@pytest.mark.parametrize(("start", "end", "text"), [(0, 0.15, "15%"), (0.05, 0.2, "5%-20%"), (0, 0.125, "12.5%")])
def test_shares_as_texts(start, end, text):
    assert band_text(start, end) == text
    assert read_band(text) == pytest.approx((start, end))
    assert read_band(f"{text}, AA") is None
    assert band_text(end, end) == ""


def test_the_notation_is_named_and_others_can_be_copied(show):
    assert "read as" not in show(seats=("AhKh", "AA:0.5")).page.problem_line.text
    shown = show(seats=("AhKh", "100: AA, 50: T9s+"))
    assert "read as Equilab writes it" in shown.page.problem_line.text
    shown.page.findChild(QAction, "range.copy.flopzilla").trigger()
    assert QGuiApplication.clipboard().text() == "AA,[50.0]T9s[/50.0]"
    shown.part("range.climb").click()
    assert shown.made.scenario.dialect == "climb"
    assert shown.grid.model_.cell((0, 1)).weight == 0.5
    shown.made.document.undo_stack.undo()
    assert not shown.part("range.climb").isChecked()


def test_a_hint_is_displayed_if_there_are_no_notices(show, qtbot):
    shown = show(seats=("AhKh", "22+"))
    line, grid = shown.page.problem_line, shown.grid
    assert "50 % of the time" in line.text
    top = grid.mapToGlobal(grid.rect().topLeft())
    shown.page.edits.write("15%, T9s+, T9s+", "Range")
    assert line.text.startswith("15% is 200 combos")
    assert "given twice" in line.toolTip()
    qtbot.wait(20)
    assert grid.mapToGlobal(grid.rect().topLeft()) == top, "the matrix jumps"


def test_everything_has_names(show):
    for game, seats in (("holdem", ("AhKh", CO)), ("razz", ("A 2 9", "(7-7-7)"))):
        shown = show(game, seats=seats)
        for tab in ("showPaint", "showLibrary", "showInspect"):
            shown.part(f"range.{tab}").click()
            operated = [w for kind in OPERATED for w in shown.page.findChildren(kind) if w.isVisible()]
            ours = [w for w in operated if not re.match("qt_|$", w.objectName()) or type(w).__module__[:4] == "gui."]
            assert len(ours) >= 10
            assert [type(w).__name__ for w in ours if not w.objectName()] == []
            assert [w.objectName() for w in ours if not w.accessibleName()] == []
            assert len({w.objectName() for w in ours}) == len(ours)


def luminance(color):
    parts = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color.getRgbF()[:3])
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_labels_can_be_read_on_every_fill(theme):
    grounds = [fill_color(theme, theme.seat(i), Cell("AA", 1.0)) for i in range(10)]
    grounds += [fill_color(theme, QColor(), Cell("AA", 1.0, hot=True, tone=tone)) for tone in (None, -1.0, 0.3, 1.0)]
    for ground, ink in itertools.product(grounds, (theme.text,)):
        light, dark = sorted((luminance(ground), luminance(QColor(ink))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ground.name()
