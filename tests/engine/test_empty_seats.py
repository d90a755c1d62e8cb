"""A table whose empty seats are not dealt in: the same numbers, in the places of the seats."""

import pytest

from engine import (
    RunOptions,
    Scenario,
    ScenarioError,
    Seat,
    computation_key,
    problems,
    snapshot_from_json,
    snapshot_to_json,
    solve,
)
from engine.equity.results import at_table
from engine.table.folding import dealt_in

SAMPLED = RunOptions(method="sampled", max_trials=20_000)


def table(game, *texts, folded=(), **more):
    seats = tuple(Seat(f"Seat {i + 1}", text, i in folded) for i, text in enumerate(texts))
    return Scenario(game, seats, **more)


@pytest.mark.parametrize(
    ("game", "full", "with_gaps"),
    [
        ("holdem", ("AhKh", "22+, ATs+"), ("", "AhKh", "", "22+, ATs+", "")),
        ("holdem", ("AhKh", "QQ+", "15%", "98s"), ("AhKh", "QQ+", " ", "15%", "98s")),
        ("razz", ("A29", "x x K"), ("A29", "", "x x K")),
        ("razz", ("A29", "x x K", "(7-7-7)", "2 3 Q"), ("", "A29", "x x K", "(7-7-7)", "2 3 Q")),
    ],
)
@pytest.mark.parametrize("run", [RunOptions(), SAMPLED])
def test_the_numbers_are_those_of_the_filled_seats(game, full, with_gaps, run):
    alone = solve(table(game, *full, run=run))
    gaps = table(game, *with_gaps, run=run)
    result = at_table(solve(dealt_in(gaps)), gaps)
    assert result.scenario == gaps
    assert [seat.estimate for seat in result.active] == [seat.estimate for seat in alone.seats]
    assert [seat.estimate is None for seat in result.seats] == [not text.strip() for text in with_gaps]
    assert (result.deals, result.method) == (alone.deals, alone.method)


def test_many_empty_razz_seats_take_no_cards():
    gaps = table("razz", "A29", "x x K", "", "", "", "", "", "")
    assert solve(dealt_in(gaps)).deals == solve(table("razz", "A29", "x x K")).deals


def test_one_filled_seat_alone_shows_what_it_becomes():
    gaps = table("holdem", "", "AhKh")
    result = at_table(solve(dealt_in(gaps)), gaps)
    assert result.seats[0].estimate is None
    assert result.seats[1].estimate.equity == 1.0
    assert sum(result.seats[1].estimate.classes.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("texts", "folded"), [(("", ""), ()), (("AhAd", ""), (0,)), (("", ""), (1,))])
def test_with_nobody_left_the_empty_seats_are_the_problem(texts, folded):
    empty = table("holdem", *texts, folded=folded)
    assert dealt_in(empty) == empty
    assert problems(dealt_in(empty)) == problems(empty) != ()
    assert all(problem.incomplete for problem in problems(dealt_in(empty)))


def test_a_file_to_be_solved_names_all_cards():
    with pytest.raises(ScenarioError, match="seats"):
        solve(table("holdem", "AhAd", ""))


@pytest.mark.parametrize("folded", [(), (2,)])
def test_an_empty_seat_is_no_part_of_what_is_computed(folded):
    two = table("holdem", "AhAd", "KhKd")
    assert computation_key(two) == computation_key(table("holdem", "AhAd", "KhKd", "", folded=folded))
    assert computation_key(two) == computation_key(dealt_in(table("holdem", "AhAd", "", "KhKd")))
    assert computation_key(two) != computation_key(table("holdem", "AhAd", "KhKd", "random"))


def test_a_saved_result_keeps_its_empty_seats():
    gaps = table("holdem", "AhAd", "", "KhKd", "", folded=(3,), run=SAMPLED)
    result = at_table(solve(dealt_in(gaps)), gaps)
    again = snapshot_from_json(snapshot_to_json(result, with_trace=True))
    assert (again.scenario, again.seats) == (result.scenario, result.seats)
    assert again.trace.equity.shape == result.trace.equity.shape
    assert "equity" not in snapshot_to_json(result)["seats"][1]
