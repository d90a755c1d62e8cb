"""Several actions in one matrix on the range page."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.ranges.actions import RangeAction, read_shares
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import CELL_BY_NAME
from engine.ranges.library_files import LibraryEntry
from engine.table.seat_ranges import actions_of
from gui.look.theme import DARK, LIGHT, mixed
from gui.parts.cells import FILL
from gui.storage.library import Library
from tests.gui.colours import COLOUR_BLIND, TEXT_CONTRAST, contrast, difference
from tests.gui.range_fakes import NO_PRESETS, page, stroke

NOTICEABLE = 0.02
CO = "22+, A2s+ > turn set"
SETS = (RangeAction("raise", "TT+", 1), RangeAction("call", "99-77:0.5", 0))


@pytest.fixture
def show(qtbot, tmp_path):
    def build(*args, **kwargs):
        shown = page(qtbot, tmp_path, *args, **{"seats": ("AhKh", CO)} | kwargs)
        if shown.made.scenario.game == "holdem":
            shown.part("range.showActions").click()
        return shown

    return build


def editor(shown):
    return shown.page.actions_editor


def stored(shown, seat=1):
    return actions_of(shown.made.scenario, seat)


def hand(shown, index):
    shown.part(f"range.action{index}.choose").click()


def test_each_action_is_painted_and_the_others_give_way(show):
    shown = show()
    grid = editor(shown).grid
    assert grid.isVisible()
    stroke(grid, CELL_BY_NAME["AA"], CELL_BY_NAME["TT"])
    assert [(a.name, a.text) for a in stored(shown)] == [("raise", "TT+"), ("call", "")]
    hand(shown, 1)
    shown.part("range.actions.brush.25").click()
    stroke(grid, CELL_BY_NAME["JJ"], CELL_BY_NAME["99"])
    shares = read_shares(stored(shown))
    assert np.allclose(shares.sum(axis=0)[parse_range("TT+").weights > 0], 1)
    assert np.array_equal(shares[1], parse_range("JJ-99:0.25").weights)
    cell = grid.model_.cell(CELL_BY_NAME["JJ"])
    assert cell.parts == ((1, 0.75), (0, 0.25))
    assert cell.speech == "JJ: raise 75\u00a0%, call 25\u00a0%"
    undo = shown.made.document.undo_stack
    assert undo.count() == 2
    undo.undo()
    undo.undo()
    assert stored(shown) == ()
    assert shown.text == CO


def test_painting_actions_leaves_the_ranges_and_results_alone(show):
    shown = show()
    stroke(editor(shown).grid, CELL_BY_NAME["AA"])
    assert [seat.cards for seat in shown.made.scenario.seats] == ["AhKh", CO]
    assert not shown.made.session.stale


def test_putting_an_action_on_a_seat_keeps_the_street_filters(show):
    shown = show()
    stroke(editor(shown).grid, CELL_BY_NAME["AA"], CELL_BY_NAME["TT"])
    menu = editor(shown).build_menu(0)
    assert [a.text() for a in menu.actions()][:2] == ["Use as Seat 1's range", "Use as Seat 2's range"]
    menu.actions()[1].trigger()
    assert shown.text == "TT+ > turn set"
    editor(shown).build_menu(0).actions()[0].trigger()
    assert shown.made.scenario.seats[0].cards == "TT+"
    editor(shown).build_menu(1).actions()[1].trigger()
    assert shown.text == "TT+ > turn set"
    assert "paint it first" in shown.page.problem_line.text


def test_actions_can_be_renamed_and_recoloured(show, qtbot):
    shown = show()
    name = shown.part("range.action0.name")
    name.selectAll()
    qtbot.keyClicks(name, "4-bet")
    editor(shown).recolor(0, 4)
    assert stored(shown)[0] == RangeAction("4-bet", "", 4)
    shown.part("range.actions.add").click()
    assert [a.name for a in stored(shown)] == ["4-bet", "call", "action 3"]
    assert len({a.color for a in stored(shown)}) == 3
    editor(shown).remove(2)
    assert len(stored(shown)) == 2
    for _ in range(4):
        shown.part("range.actions.add").click()
    assert len(stored(shown)) == 6
    assert not shown.part("range.actions.add").isEnabled()


def test_the_range_of_the_seat_becomes_an_action_and_the_rest_another(show):
    shown = show()
    editor(shown).take_range(0)
    assert np.array_equal(read_shares(stored(shown))[0], parse_range("22+, A2s+").weights)
    hand(shown, 1)
    shown.part("range.actions.invert").click()
    assert read_shares(stored(shown)).sum(axis=0).tolist() == [1.0] * 1326
    assert "0.0" in editor(shown).rest.text()
    shown.part("range.actions.clear").click()
    assert stored(shown)[1].text == ""


def test_actions_are_saved_as_one_entry_and_come_back(show, qtbot):
    shown = show()
    stroke(editor(shown).grid, CELL_BY_NAME["AA"], CELL_BY_NAME["TT"])
    shown.part("range.actions.save").click()
    name = shown.part("library.name")
    name.setText("Against CO")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    (kept,) = shown.library.own
    assert (kept.name, kept.text, kept.actions) == ("Against CO", "", stored(shown))
    shown.made.document.undo_stack.undo()
    assert stored(shown) == ()
    shown.page.library.tree.choose(kept)
    shown.part("library.use").click()
    assert stored(shown) == kept.actions
    assert editor(shown).grid.isVisible()
    shown.made.document.undo_stack.undo()
    assert stored(shown) == ()


def test_a_damaged_entry_is_reported_and_a_copy_is_saved(show, tmp_path):
    shown = show()
    shown.library.add(LibraryEntry("Good", "22+"))
    shown.library.add(LibraryEntry("Bad", "", actions=SETS))
    path = tmp_path / "data" / "library.json"
    path.write_text(path.read_text(encoding="utf-8").replace("99-77:0.5", "TT+"), encoding="utf-8")
    again = Library(path, NO_PRESETS)
    assert [entry.name for entry in again.own] == ["Good"]
    assert "'Bad'" in again.message
    assert len(list(path.parent.glob("library.unreadable-*.json"))) == 1


def test_copy_and_paste_of_an_action(show):
    shown = show()
    grid = editor(shown).grid
    QGuiApplication.clipboard().setText("QQ+, AKs > flop set")
    grid.pasted.emit()
    assert stored(shown)[0].text == "QQ+, AKs"
    grid.copied.emit(())
    assert QGuiApplication.clipboard().text() == "QQ+, AKs"
    QGuiApplication.clipboard().setText("Zz")
    grid.pasted.emit()
    assert stored(shown)[0].text == "QQ+, AKs"
    assert "Not pasted" in shown.page.problem_line.text


def test_single_combos_of_an_action(show):
    shown = show()
    place = CELL_BY_NAME["AKs"]
    editor(shown).open_suits(place)
    popup = editor(shown).popup
    popup.painted.emit(tuple(np.flatnonzero(parse_range("AhKh").weights)), 1.0, 1)
    popup.stroke_ended.emit()
    popup.close()
    assert stored(shown)[0].text == "AhKh"
    assert editor(shown).grid.model_.cell(place).parts == ((1, 0.25),)


def test_razz_has_no_actions(show):
    shown = show("razz", seats=("A29", "x"))
    assert not shown.part("range.showActions").isVisibleTo(shown.page)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_colours_of_actions_can_be_told_apart(theme):
    grounds = [mixed(theme.raised, theme.seat(i), FILL[theme.name]).name() for i in range(6)]
    assert all(contrast(theme.text, ground) >= TEXT_CONTRAST for ground in grounds)
    for eyes in COLOUR_BLIND:
        assert min(difference(one, other, eyes) for one, other in combinations(grounds, 2)) >= NOTICEABLE
