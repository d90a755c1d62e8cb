"""How the worth of bets differs between two tables: the same numbers as each by itself, and an error with which the
differences of sampled tables scatter."""

from dataclasses import replace

import numpy as np
import pytest

from engine import RunOptions, Scenario, Seat, solve
from engine.equity.details.changes import share_changes
from engine.equity.results import independent_deals, share_stderr
from engine.kelly.answer import kelly_answer
from engine.kelly.responses.bet_changes import bet_changes, bet_request, with_same_bets
from engine.scenario.kelly import read_panel

KELLY = {"bankroll": 5000.0, "pot_typed": True, "pot": 300.0, "to_call": 100.0}
TABLE = Scenario(
    "holdem", (Seat("Hero", "AhKh"), Seat("BB", "22+, ATs+, KQo")), board="7h 8h 2c", kelly=read_panel(KELLY)
)
OTHER = replace(TABLE, seats=(Seat("Hero", "AhKd"), TABLE.seats[1]))
SEEDS = range(20)


def compared(one, other):
    results = solve(one), solve(other)
    requests = [bet_request(table, result) for table, result in zip((one, other), results, strict=True)]
    return bet_changes(results[0], requests[0], results[1], requests[1])


def sampled(table, seed):
    return replace(table, run=RunOptions("sampled", seed, max_trials=300_000))


def test_exact_tables_differ_without_error_by_what_each_says_itself():
    advised, *rest = compared(TABLE, OTHER)
    answers = [kelly_answer(bet_request(table, solve(table))) for table in (TABLE, OTHER)]
    assert advised.advised
    assert (advised.before.action, advised.after.action) == tuple(answer.decision for answer in answers)
    assert advised.chips.before == pytest.approx(answers[0].chip_ev)
    assert advised.chips.after == pytest.approx(answers[1].chip_ev)
    assert advised.growth.change == pytest.approx(answers[1].growth - answers[0].growth)
    assert all(row.chips.stderr == 0 and (row.growth is None or row.growth.stderr == 0) for row in rest)
    assert [row.before.action for row in rest][:2] == ["fold", "call"]
    assert rest[0].chips.change == 0


def test_a_call_differs_by_the_pot_times_the_difference_of_the_equities():
    call = next(row for row in compared(TABLE, OTHER)[1:] if row.before.action == "call")
    equities = [solve(table).seats[0].estimate.equity for table in (TABLE, OTHER)]
    assert call.chips.change == pytest.approx(400 * (equities[1] - equities[0]))


@pytest.mark.parametrize("apart", [0, 1000], ids=["same random numbers", "others"])
def test_the_error_is_that_with_which_differences_scatter(apart):
    truth = {row.before.action: row for row in compared(TABLE, OTHER)[1:3]}["call"]
    off = {"chips": [], "growth": []}
    for seed in SEEDS:
        rows = compared(sampled(TABLE, seed), sampled(OTHER, seed + apart))
        call = next(row for row in rows[1:] if row.before.action == "call")
        for name, values in off.items():
            result, known = getattr(call, name), getattr(truth, name)
            values.append((result.change - known.change) / result.stderr)
    for values in off.values():
        spread = np.sqrt(np.mean(np.square(values)))
        assert 0.5 < spread < 1.4  # errors that are added are too careful by up to the root of 2
        assert np.mean(np.abs(values) <= 1.96) >= 0.85


def test_the_earlier_table_takes_the_prices_of_the_later_one_where_it_has_none():
    plain = replace(TABLE, kelly=None)
    assert with_same_bets(plain, OTHER).kelly == read_panel(KELLY)
    own = replace(TABLE, kelly=read_panel({"bankroll": 1.0}))
    assert with_same_bets(own, OTHER) is own


def test_without_a_bankroll_expected_chips_are_compared():
    kelly = {"pot_typed": True, "pot": 300.0, "to_call": 100.0}
    rows = compared(replace(TABLE, kelly=read_panel(kelly)), replace(OTHER, kelly=read_panel(kelly)))
    assert rows
    assert not any(row.advised or row.growth is not None for row in rows)


def test_a_table_that_asks_nothing_has_no_request():
    nobody = replace(TABLE, kelly=read_panel({"bankroll": -1.0}))
    assert bet_request(nobody, solve(TABLE)) is None


def test_shares_differ_with_the_errors_of_both_added():
    one, other = solve(TABLE), solve(OTHER)
    exact = share_changes(one, 0, other, 0)
    assert exact["win"].change == other.seats[0].estimate.win - one.seats[0].estimate.win
    assert exact["flush"].stderr == 0
    assert set(exact) >= {"win", "tie", "lose", *one.seats[0].estimate.classes}
    few = solve(sampled(OTHER, 1))
    share = few.seats[0].estimate.win
    assert share_changes(one, 0, few, 0)["win"].stderr == share_stderr(share, independent_deals(OTHER, few.deals))
    others = solve(sampled(TABLE, 2))
    pairs = (share, few.deals), (others.seats[0].estimate.win, others.deals)
    errors = [share_stderr(value, independent_deals(TABLE, deals)) for value, deals in pairs]
    assert share_changes(others, 0, few, 0)["win"].stderr == pytest.approx(sum(errors))
