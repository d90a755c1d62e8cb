"""Two decisions of a solution side by side: pinned, compared in matrix, table and export, and out of date."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine import Seat
from engine.ranges.holdem_matrix import ALL_CELLS, class_name
from gui.pages.betting.compared import measures_of
from gui.pages.betting.player_view import cell_name
from tests.gui.betting_fakes import FIFTH, TURN
from tests.gui.betting_fakes import make as make
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.texts import plain


def cells_of(grid):
    return {cell.label: cell for place in ALL_CELLS if (cell := grid.model_.cell(place)) is not None}


def pick(grid, name):
    place = next(place for place in ALL_CELLS if class_name(place) == name)
    point = grid.visualRect(grid.model_.index(*place)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(point))


def compared(make, first, second, scenario=None):
    """Return a page on which ``first`` is pinned and ``second`` displayed, and its comparison."""
    made = make() if scenario is None else make(scenario)
    if made.model.view is None:
        made.model.start()
    made.model.walk(first)
    made.click("betting.side.compare")
    made.click("betting.compare.pin")
    made.model.walk(second)
    return made, made.page.display.compare


def frequencies(made, path, name):
    """Return the frequencies and the EV of a hand at a decision, read from the solution itself."""
    made.model.walk(path)
    rows = made.model.view.node.hands[made.model.view.node.seat]
    hand = rows.names.index(name)
    return [*rows.frequencies[:, hand].tolist(), float(rows.ev[hand])]


def test_without_a_pin_the_page_says_what_to_do(make):
    made = make()
    made.click("betting.side.compare")
    compare = made.page.display.compare
    assert compare.title.text().startswith("Pin this decision, then go to another one")
    assert not made.child("betting.compare.matrix").isVisible()
    assert not made.child("betting.compare.go").isEnabled()
    made.click("betting.compare.pin")
    assert plain(compare.title.text()) == "Pinned: Hero first to act"
    assert "This is the pinned decision" in compare.reading.text()
    made.click("betting.compare.unpin")
    assert compare.pin is None
    assert not made.child("betting.compare.matrix").isVisible()


def test_the_same_decision_on_two_runouts_is_compared_hand_by_hand(make):
    cards = ("check", "check")
    made, compare = compared(make, (*cards, "2s"), (*cards, "As"), TURN)
    assert compare.title.text() == "Pinned: Hero after Hero check · BTN check · 2s"
    assert compare.reading.text().startswith("Here minus pinned: check")
    assert [compare.of.itemText(i) for i in range(compare.of.count())] == ["check", "bet 66", "EV"]
    assert compare.of.currentText() == "bet 66"
    made.click("betting.compare.view.table")
    rows = {row.name: i for i, row in enumerate(compare.table.rows)}
    assert "KhKd" in rows
    here = frequencies(made, (*cards, "As"), "KhKd")
    there = frequencies(made, (*cards, "2s"), "KhKd")
    made.model.walk((*cards, "As"))
    row = compare.table.rows[rows["KhKd"]]
    assert [pair.here for pair in (*row.shares, row.ev)] == pytest.approx(here)
    assert [pair.pinned for pair in (*row.shares, row.ev)] == pytest.approx(there)
    assert [pair.difference for pair in (*row.shares, row.ev)] == pytest.approx(
        [one - other for one, other in zip(here, there, strict=True)]
    )
    # A hand with the ace of spades exists on one of the runouts only.
    (only,) = (row for row in compare.table.rows if row.name == "AsQs")
    assert compare.table.table.columns[1].text(only).startswith("– vs ")
    assert compare.table.table.columns[1].text(only).endswith(": –")


def test_the_matrix_shows_the_pinned_strategy_or_the_difference(make):
    made, compare = compared(make, ("bet 66",), ())
    made.click("betting.compare.pin")  # replaces the first pin
    grid, main = compare.grid, made.page.display.grid
    before = cells_of(main)
    made.model.walk(("check",))
    made.click("betting.compare.view.pinned")
    assert {name: cell.parts for name, cell in cells_of(grid).items()} == {
        name: cell.parts for name, cell in before.items()
    }
    assert {cell.parts for cell in cells_of(main).values()} != {cell.parts for cell in before.values()}
    made.click("betting.compare.view.difference")
    hot = {name: cell for name, cell in cells_of(grid).items() if cell.hot and cell.tone is not None}
    assert not set(hot) - set(before)
    assert all(cell.note[:1] in "+−0" for cell in hot.values())
    assert all(" vs " in cell.speech for cell in hot.values())


def test_a_click_on_a_cell_lists_its_combos_at_both_decisions(make):
    made, compare = compared(make, (), ("check",))
    made.model.walk(("check", "bet 66"))  # Hero again, who now faces a bet
    pick(made.page.display.grid, "KK")
    assert compare.views.key == "table"
    assert compare.table.isVisible()
    assert {row.name for row in compare.table.rows} <= {"KhKd", "KsKh", "KsKd", "KdKh"}
    assert compare.table.rows
    made.click("betting.compare.view.pinned")
    assert cells_of(compare.grid)["KK"].framed
    pick(compare.grid, "KK")
    assert not cells_of(compare.grid)["KK"].framed


def test_decisions_with_other_actions_are_compared_by_kind(make):
    made, compare = compared(make, (), ("check", "bet 66"))
    assert [measure.name for measure in compare.both.measures] == ["fold", "check or call", "bet or raise"]
    assert "bets and raises are compared together" in compare.reading.toolTip()
    assert compare.both.mean(0).pinned == 0.0
    assert sum(compare.both.mean(i).here for i in range(3)) == pytest.approx(1.0)
    assert sum(compare.both.mean(i).pinned for i in range(3)) == pytest.approx(1.0)
    made.click("betting.compare.go")
    assert made.model.path == ()


def test_actions_are_compared_by_name_if_one_decision_has_all_of_the_other():
    measures = measures_of(["check", "bet 66", "bet 150"], ["check", "bet 66"])
    assert measures == (("check", (0,), (0,)), ("bet 66", (1,), (1,)), ("bet 150", (2,), ()))
    kinds = measures_of(["check", "bet 66", "all in 300"], ["check", "bet 120"])
    assert kinds == (("check or call", (0,), (0,)), ("bet or raise", (1, 2), (1,)))


def test_nobody_is_compared_where_he_does_not_act(make):
    made, compare = compared(make, (), ("check", "check"))
    assert compare.both is None
    assert "is not to act here" in compare.reading.text()
    assert not made.child("betting.compare.pin").isEnabled()
    assert not compare.of.isVisibleTo(compare)
    assert compare.chart() is None


def test_a_pin_of_an_earlier_situation_says_so_until_it_is_undone(make):
    made, compare = compared(make, (), ("check",))
    assert "(" not in compare.title.text()
    made.document.edit("Range", seats=(made.document.scenario.seats[0], Seat("BTN", "AA, JJ")))
    made.settle()
    assert compare.title.text().endswith("(pinned before the situation changed)")
    made.document.undo_stack.undo()
    made.settle()
    made.model.start()
    assert "(" not in compare.title.text()
    made.model.refine()
    assert "(pinned after " in compare.title.text()
    made.document.replace("Razz", FIFTH)
    made.model.start()
    assert compare.pin is None


def test_an_earlier_solution_cannot_be_pinned(make):
    made = make()
    made.click("betting.side.compare")
    made.questions.findChild(DirectQuestions, "betting size").held = True
    made.document.edit("Range", seats=(made.document.scenario.seats[0], Seat("BTN", "AA, JJ")))
    made.model.check()
    assert not made.child("betting.compare.pin").isEnabled()


def test_the_difference_is_exported_with_every_hand(make):
    made, compare = compared(make, (), ("check",))
    made.model.walk(("check", "bet 66"))
    item = next(item for item in made.page.display.exports(made.page) if item.name == "bettingCompare")
    drawing = item.chart.drawing()
    assert drawing.title == "Difference of “bet or raise” (Hero), in points"
    header, rows = drawing.table()
    assert header[:4] == ("hand", "fold frequency", "fold frequency, pinned", "fold difference")
    assert len(rows) == len(compare.table.rows)
    made.click("betting.compare.unpin")
    assert not item.chart.ready


def test_razz_hands_are_compared_too(make):
    made, compare = compared(make, (), ("bet 20",), FIFTH)
    made.model.walk(("check", "check", "A K"))
    assert compare.both is not None
    names = {cell.label for cell in cells_of(compare.grid).values() if cell.hot}
    assert names == {cell_name(place, ranks_only=True) for place in ALL_CELLS if compare.both.here.at(place).any()}
