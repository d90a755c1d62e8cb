"""How a result differs from an earlier one: the seats that belong together, and an error of the difference that is
neither too small nor wasteful."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engine import CancelToken, RunOptions, Scenario, Seat, snapshot_from_json, snapshot_to_json, solve
from engine.equity.details.changes import changes, matched_seats
from engine.kelly.responses.fold_shift import fold_shift, with_any_folded

SEEDS = range(20)


def seats(*cards):
    return tuple(Seat(f"Seat {i}", text) for i, text in enumerate(cards, 1))


BEFORE = Scenario("holdem", seats("AhKh", "22+, ATs+, KQo"), board="7h 8h 2c")
AFTER = replace(BEFORE, seats=seats("AhKd", "22+, ATs+, KQo"))
SWAPPED = replace(BEFORE, seats=seats("22+, ATs+, KQo", "AhKh"))
RAZZ = Scenario("razz", seats("A29", "(7-7-7)"))
RAZZ_AFTER = replace(RAZZ, seats=seats("A39", "(7-7-7)"))


@cache
def sampled(scenario, seed=1, trials=400_000):
    return solve(replace(scenario, run=RunOptions("sampled", seed, max_trials=trials)))


def named(*names):
    return Scenario("holdem", tuple(Seat(name, "AA") for name in names))


@pytest.mark.parametrize(
    ("before", "after", "was"),
    [
        (("Hero", "CO"), ("Hero", "CO"), (0, 1)),
        (("Hero", "CO"), ("CO", "Hero"), (1, 0)),
        (("Hero", "CO"), ("Me", "CO"), (0, 1)),
        (("Hero", "CO", "BB"), ("Hero", "BB"), (0, 2)),
        (("Hero", "CO"), ("Hero", "CO", "BB"), (0, 1, None)),
        (("A", "A"), ("A", "A"), (0, 1)),
        (("A", "B"), ("B", "C"), (1, None)),
    ],
)
def test_seats_are_matched_by_name_or_else_by_index(before, after, was):
    assert matched_seats(named(*before), named(*after)) == was


def test_exact_results_differ_without_error():
    hero, villain = changes(solve(BEFORE), solve(AFTER))
    assert hero.stderr == villain.stderr == 0.0
    assert hero.change == pytest.approx(-villain.change)
    assert hero.before.equity + hero.change == pytest.approx(solve(AFTER).seats[0].estimate.equity)


def test_one_sampled_result_contributes_its_own_error():
    one, other = solve(BEFORE), sampled(AFTER)
    assert changes(one, other)[0].stderr == other.seats[0].estimate.stderr
    assert changes(other, one)[0].stderr == other.seats[0].estimate.stderr


def test_seats_without_numbers_and_other_games_have_no_difference():
    folded = replace(AFTER, seats=(*AFTER.seats, Seat("Seat 3", "QdQc", folded=True)))
    assert changes(solve(BEFORE), solve(folded))[2] is None
    assert changes(solve(BEFORE), solve(RAZZ)) == (None, None)


@pytest.mark.parametrize(
    ("one", "other", "trials", "more"),
    [
        (BEFORE, AFTER, 100_000, 100_000),
        (BEFORE, SWAPPED, 100_000, 100_000),
        (RAZZ, RAZZ_AFTER, 100_000, 100_000),
        (BEFORE, AFTER, 400_000, 600_000),
        (BEFORE, AFTER, 6_000, 6_000),
        (RAZZ, RAZZ_AFTER, 6_000, 6_000),
    ],
    ids=["hand", "swapped", "razz", "longer", "few", "razz few"],
)
def test_the_error_matches_the_scatter_of_differences(one, other, trials, more):
    truth = changes(solve(one), solve(other))[0].change
    values = [changes(sampled(one, seed, trials), sampled(other, seed, more))[0] for seed in SEEDS]
    assert all(change.paired for change in values)
    off = np.array([(change.change - truth) / change.stderr for change in values])
    assert np.mean(np.abs(off) <= 1.96) >= 0.85  # 17 of 20
    assert 0.6 < np.sqrt(np.mean(off**2)) < 1.4


def test_the_same_random_numbers_reduce_the_error_of_a_difference():
    before = replace(BEFORE, seats=seats("AhKh", "QdQc"), board="")
    after = replace(before, seats=seats("AhKh", "QdQs"))
    one, other = sampled(before), sampled(after)
    errors = [result.seats[0].estimate.stderr for result in (one, other)]
    assert changes(one, other)[0].stderr < 0.8 * np.hypot(*errors)


def test_unrelated_random_numbers_add_their_errors():
    one, other = sampled(BEFORE), sampled(AFTER, seed=2)
    apart = changes(one, other)[0]
    assert apart.paired is False
    assert apart.stderr == one.seats[0].estimate.stderr + other.seats[0].estimate.stderr


def test_without_a_trace_the_errors_are_added():
    one, other = replace(sampled(BEFORE), trace=None), sampled(AFTER)
    assert changes(one, other)[0].stderr == one.seats[0].estimate.stderr + other.seats[0].estimate.stderr


def test_a_saved_result_can_be_paired_with_one_from_the_same_random_numbers():
    one, other = sampled(BEFORE), sampled(AFTER)
    saved = snapshot_from_json(snapshot_to_json(one, with_trace=True))
    (whole, _), (kept, _) = changes(one, other), changes(saved, other)
    assert kept.paired
    assert kept.change == whole.change
    assert kept.stderr == pytest.approx(whole.stderr, rel=0.3)


SEATS = (Seat("Hero", "AhKh"), Seat("Ada", "QQ, JTs"), Seat("Bob", "random, !(22+, ATs+)", True))
TABLE = Scenario("holdem", SEATS, board="7h 8h 2c 3d")


def test_the_shift_is_that_between_what_folds_and_any_cards() -> None:
    (shift,) = fold_shift(TABLE, 0, (), CancelToken())
    assert shift is not None
    exact = replace(TABLE, run=RunOptions(method="exact"))
    told, untold = (solve(table).seats[0].estimate for table in (exact, with_any_folded(exact)))
    assert told is not None
    assert untold is not None
    assert shift.shift == pytest.approx(told.equity - untold.equity, abs=4 * shift.stderr + 1e-12)
    assert shift.shift != 0.0


def test_known_cards_stay_and_without_ranges_folded_nothing_changes() -> None:
    known = replace(TABLE, seats=(*SEATS[:2], Seat("Bob", "Ac2c", True)))
    assert with_any_folded(known) == known
    assert with_any_folded(TABLE).seats[2].cards == "random"
    razz = Scenario("razz", (Seat("A", "A 2 3"), Seat("B", "x x K", True)))
    assert with_any_folded(razz) == razz


def test_a_table_that_cannot_be_dealt_has_no_shift() -> None:
    impossible = replace(TABLE, seats=(Seat("Hero", "AhKh"), Seat("Ada", "AhQh"), SEATS[2]))
    assert list(fold_shift(impossible, 0, (), CancelToken())) == [None]
