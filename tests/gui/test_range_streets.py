"""A range with street filters on the range page: what is shown, painted, taken away and kept."""

import random

import numpy as np
import pytest
from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from engine import ranges_by_street
from engine.ranges.bases import filters_of
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_CELLS, CELL_BY_NAME
from engine.ranges.library_files import LibraryEntry
from tests.gui.range_fakes import page, stroke

FILTERED = "22+, A2s+, KQo > flop top pair+, flush draw > turn second pair+"
BOARD = "7h8h2c"
STREETS = ("pre-flop", "flop", "turn", "river")


@pytest.fixture
def show(qtbot, tmp_path):
    def build(text=FILTERED, board=BOARD, **kwargs):
        return page(qtbot, tmp_path, seats=("AhKh", text), board=board, **kwargs)

    return build


def chips(shown):
    result = {name: shown.part(f"range.street.{name}") for name in STREETS}
    return {name: chip for name, chip in result.items() if chip.isVisibleTo(shown.page)}


def press(shown, name):
    shown.part(name).click()


def weights(text):
    return parse_range(text).weights


def test_the_matrix_shows_the_remaining_range_and_the_bar_its_share(show):
    shown = show()
    left = ranges_by_street(shown.made.scenario)["flop"][1]
    assert np.array_equal(shown.page.holdem.displayed[0], left)
    assert [chip.text().split()[0] for chip in chips(shown).values()] == ["preflop", "flop", "turn"]
    assert chips(shown)["flop"].isChecked()
    assert not chips(shown)["turn"].isEnabled()
    assert "waits" in chips(shown)["turn"].text()
    assert chips(shown)["pre-flop"].text() == "preflop 117"


def test_without_board_and_filter_there_is_no_bar(show):
    shown = show("22+", board="")
    assert not shown.part("range.streets").isVisibleTo(shown.page)
    shown.made.document.edit("Board", board=BOARD)
    assert shown.part("range.streets").isVisibleTo(shown.page)
    assert list(chips(shown)) == ["pre-flop", "flop"]


def test_a_click_goes_back_and_loses_nothing(show):
    shown = show()
    press(shown, "range.street.pre-flop")
    assert np.array_equal(shown.page.holdem.displayed[0], weights("22+, A2s+, KQo"))
    assert shown.text == FILTERED
    assert shown.made.document.undo_stack.count() == 0
    press(shown, "range.street.flop")
    assert np.array_equal(shown.page.holdem.displayed[0], ranges_by_street(shown.made.scenario)["flop"][1])


def test_strokes_paint_the_range_before_the_flop_and_keep_the_filters(show):
    shown = show()
    press(shown, "range.street.pre-flop")
    stroke(shown.grid, CELL_BY_NAME["QJs"], CELL_BY_NAME["QTs"])
    assert shown.text.partition(" > ")[2] == FILTERED.partition(" > ")[2]
    assert np.array_equal(weights(shown.text), weights("22+, A2s+, KQo, QJs, QTs"))
    shown.made.document.undo_stack.undo()
    assert shown.text == FILTERED


@pytest.mark.parametrize("name", [None, "range.pairs", "range.invert"])
def test_the_range_of_a_later_street_cannot_be_painted(show, name):
    shown = show()
    if name is None:
        stroke(shown.grid, CELL_BY_NAME["QJs"])
    else:
        press(shown, name)
    assert shown.text == FILTERED
    assert "preflop" in shown.page.problem_line.text
    assert np.array_equal(shown.page.holdem.displayed[0], ranges_by_street(shown.made.scenario)["flop"][1])
    press(shown, "range.street.pre-flop")
    assert not shown.page.problem_line.is_error


def test_a_filter_of_a_street_to_come_does_not_prevent_painting(show):
    shown = show("22+ > turn set")
    stroke(shown.grid, CELL_BY_NAME["QJs"])
    assert shown.text == "22+, QJs > turn set"


def test_inverting_before_the_flop_keeps_the_filters(show):
    shown = show()
    press(shown, "range.street.pre-flop")
    press(shown, "range.invert")
    assert np.array_equal(weights(shown.text), 1 - weights(FILTERED))
    assert parse_range(shown.text).streets == parse_range(FILTERED).streets


def test_clearing_clears_all(show):
    shown = show()
    press(shown, "range.clear")
    assert shown.text == ""


def test_the_slider_changes_the_base_and_comes_back_from_nothing(show):
    shown = show()
    slider = shown.part("range.top")
    slider.setSliderDown(True)
    for value in (300, 0, 200):
        slider.setValue(value)
    slider.setSliderDown(False)
    assert shown.text == f"20% {filters_of(FILTERED)}"
    shown.made.document.undo_stack.undo()
    assert shown.text == FILTERED


def test_any_and_the_library_keep_the_filters(show):
    shown = show()
    press(shown, "range.any")
    assert shown.text == f"random {filters_of(FILTERED)}"
    assert not shown.part("range.any").isEnabled()
    for text, after in (("15%", f"15% {filters_of(FILTERED)}"), ("66+ > flop set", "66+ > flop set")):
        entry = shown.library.add(LibraryEntry("Mine", text))
        shown.page.library.tree.choose(entry)
        press(shown, "library.use")
        assert shown.text == after


def test_pasting_keeps_the_filters_and_a_complete_text_replaces_them(show, qtbot):
    shown = show()
    for text, after in (("QQ+", f"QQ+ {filters_of(FILTERED)}"), ("KK+ > turn set", "KK+ > turn set")):
        QGuiApplication.clipboard().setText(text)
        shown.grid.pasted.emit()
        assert shown.text == after


def test_the_cross_of_a_street_removes_its_filter(show):
    shown = show()
    press(shown, "range.street.flop.remove")
    assert shown.text == "22+, A2s+, KQo > turn second pair+"
    press(shown, "range.street.turn.remove")
    assert shown.text == "22+, A2s+, KQo"
    assert [shown.part(f"range.street.{name}.remove").isVisibleTo(shown.page) for name in STREETS] == [False] * 4
    shown.made.document.undo_stack.undo()
    shown.made.document.undo_stack.undo()
    assert shown.text == FILTERED


def test_another_seat_starts_at_the_last_street(show):
    shown = show()
    press(shown, "range.street.pre-flop")
    shown.page.edits.choose(0)
    shown.page.edits.choose(1)
    assert shown.page.holdem.street == "pre-flop"
    shown.made.document.edit("Board", board="")
    assert shown.page.holdem.street == "pre-flop"


def test_another_card_displays_its_street(show):
    shown = show("22+, A2s+ > flop low pair+ > turn second pair+")
    press(shown, "range.street.pre-flop")
    shown.made.document.edit("Board", board=f"{BOARD} Kd")
    assert shown.page.holdem.street == "turn"
    press(shown, "range.street.flop")
    assert shown.page.holdem.street == "flop"
    left = ranges_by_street(shown.made.scenario)
    assert np.array_equal(shown.page.holdem.displayed[0], left["flop"][1])
    shown.made.document.edit("Board", board=f"{BOARD} Kd 3s")
    assert shown.page.holdem.street == "river"


def test_the_remaining_range_can_be_saved_as_a_range(show, qtbot):
    shown = show()
    press(shown, "range.street.save")
    name = shown.part("library.name")
    name.setText("Goes on")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    (kept,) = shown.library.own
    assert kept.name == "Goes on"
    assert np.array_equal(weights(kept.text), ranges_by_street(shown.made.scenario)["flop"][1])
    assert not parse_range(kept.text).streets
    assert shown.text == FILTERED
    press(shown, "library.save")
    assert [entry.text for entry in shown.library.own] == [FILTERED]


def test_copies_for_other_programs_contain_the_remaining_range(show):
    shown = show()
    for action in shown.page.findChildren(QAction, QRegularExpression(r"^range\.copy\.")):
        action.trigger()
        text = QGuiApplication.clipboard().text()
        if action.objectName() == "range.copy.core":
            assert parse_range(text) == parse_range(FILTERED)
            assert "not exported" not in shown.page.problem_line.text
        else:
            assert not parse_range(text).streets
            assert np.allclose(parse_range(text).weights, ranges_by_street(shown.made.scenario)["flop"][1], atol=0.005)
            assert "not exported" in shown.page.problem_line.text


def test_equities_are_not_computed_in_the_thread_of_the_window(show):
    text = "22+, A2s+, K9s+, QJo > flop equity 47.31%+ > turn set"
    shown = show(text, board="")
    shown.made.document.edit("Board", board="9c7dAs")
    assert shown.page.holdem.street == "pre-flop"
    assert chips(shown)["flop"].text() == "flop …"
    assert shown.made.session.filtering is False
    shown.made.settle()
    assert shown.made.session.filtering
    known = ranges_by_street(shown.made.scenario)["flop"][1]  # as the run does
    shown.made.session.changed.emit()
    assert shown.page.holdem.street == "flop"
    assert np.array_equal(shown.page.holdem.displayed[0], known)


@pytest.mark.parametrize("seed", range(6))
def test_random_painting_never_touches_the_filters(show, seed):
    chance = random.Random(seed)
    shown = show(chance.choice(["22+ > turn set", FILTERED, "random > flop !(nothing), low pair+@50"]))
    filters = parse_range(shown.text).streets
    for _ in range(12):
        press(shown, f"range.street.{chance.choice(['pre-flop', 'flop'])}")
        stroke(shown.grid, *chance.sample(ALL_CELLS, 2))
        assert parse_range(shown.text).streets == filters
    while shown.made.document.undo_stack.canUndo():
        shown.made.document.undo_stack.undo()
        assert parse_range(shown.text).streets == filters


def test_all_widgets_have_names(show):
    shown = show()
    bar = shown.part("range.streets")
    assert all(chip.accessibleName() for chip in bar.findChildren(QWidget) if chip.objectName())
