"""By how much folds move an equity: the difference of two tables, and none where folds say nothing."""

from dataclasses import replace

import pytest

from engine import CancelToken, RunOptions, Scenario, Seat, solve
from engine.opponents.fold_shift import any_folded, fold_shift

SEATS = (Seat("Hero", "AhKh"), Seat("Ada", "QQ, JTs"), Seat("Bob", "random, !(22+, ATs+)", True))
TABLE = Scenario("holdem", SEATS, board="7h 8h 2c 3d")


def test_the_shift_is_that_between_what_folds_and_any_cards() -> None:
    (shift,) = fold_shift(TABLE, 0, (), CancelToken())
    assert shift is not None
    exact = replace(TABLE, run=RunOptions(method="exact"))
    told, untold = (solve(table).seats[0].estimate for table in (exact, any_folded(exact)))
    assert told is not None
    assert untold is not None
    assert shift.shift == pytest.approx(told.equity - untold.equity, abs=4 * shift.stderr + 1e-12)
    assert shift.shift != 0.0


def test_known_cards_stay_and_without_ranges_folded_nothing_changes() -> None:
    known = replace(TABLE, seats=(*SEATS[:2], Seat("Bob", "Ac2c", True)))
    assert any_folded(known) == known
    assert any_folded(TABLE).seats[2].cards == "random"
    razz = Scenario("razz", (Seat("A", "A 2 3"), Seat("B", "x x K", True)))
    assert any_folded(razz) == razz


def test_a_table_that_cannot_be_dealt_has_no_shift() -> None:
    impossible = replace(TABLE, seats=(Seat("Hero", "AhKh"), Seat("Ada", "AhQh"), SEATS[2]))
    assert list(fold_shift(impossible, 0, (), CancelToken())) == [None]
