"""Details from sums over all deals by the drawn cards, compared with one solution for every card and every pair."""

import numpy as np
import pytest

from engine import Scenario, Seat, snapshot_to_json, solve
from engine.cards import RAZZ_RANKS
from engine.equity.jobs import Cancelled
from engine.equity.razz.derived import with_down_cards, with_next
from engine.equity.razz.flow import ChancesAlone, DrawSums, next_cards, with_one_dead
from engine.equity.razz.plan import razz_methods
from engine.equity.razz.setup import prepare_razz
from engine.equity.razz.starting import DownCards
from engine.ranges.razz_text import parse_razz
from tests.engine.tables import numbers, razz, razz_setup


def equities(setup):
    return [e.equity for e in numbers(razz_methods(setup).exact)]


CROWDED = "K K K K Q Q Q Q J J J J T T T T 9 9 9"
TABLES = [
    (("A29 K",), "", ()),
    (("A29@50, A39", "(7-7-)7"), "K K", ()),
    (("A2 9 8", "(8-8-)6 5", "[2-4]x K 2"), "A", ()),
    (("A2 9 8 K", "x x 6 5 4", "33 2 K Q", "45 6 K K"), "", ()),
    (("A2 9 8 K", "x x 6 5 4", "33 2 K Q", "[A2][23]7"), "", (3,)),
    (("A2 3 8 9 9", "44 5 5 7 Q", "66 7 7 8 J", "AA K K Q Q", "23 T T J J"), "", ()),
    (("A2345", "6788 2", "A4 4 6 7"), CROWDED, ()),
]
tables = pytest.mark.parametrize(("cards", "dead", "folded"), TABLES)


@tables
def test_next_cards_and_dead_cards_are_those_of_single_solutions(cards, dead, folded):
    setup = razz_setup(*cards, dead=dead, folded=folded)
    draws = DrawSums(setup)
    sums = sum(draws.compute(part) for part in draws.parts)
    for seat in range(len(setup.active)):
        rows = next_cards(sums, seat)
        assert np.nansum(rows[:, 0]) == pytest.approx(1, abs=1e-12)
        for rank in (0, 5, 12):
            after = with_next(setup, seat, rank)
            if after is not None:
                assert rows[rank, 1:] == pytest.approx(equities(after), abs=1e-12)
            else:
                assert rows[rank, 0] == 0 or not setup.live[rank]
    without = with_one_dead(sums, setup.live)
    for rank in np.flatnonzero(setup.live)[::4]:
        fewer = razz_setup(*cards, dead=f"{dead} {RAZZ_RANKS[rank]}", folded=folded)
        assert without[rank] == pytest.approx(equities(fewer), abs=1e-12)


@tables
def test_pairs_of_down_cards_are_those_of_single_solutions(cards, dead, folded):
    table = razz(*cards, dead=dead, folded=folded)
    chart = DownCards(prepare_razz(with_first(table)))
    sums = sum(part() for part in chart.parts)
    for low, high in ((0, 1), (2, 2), (3, 6)):
        setup = prepare_razz(with_first(table, low, high))
        share = sums[low, high, 1] / sums[low, high, 0]
        assert share == pytest.approx(equities(setup)[0], abs=1e-12)


def with_first(table, *ranks):
    first, *others = table.seats
    hand = Seat(first.name, with_down_cards(parse_razz(first.cards), *ranks))
    return Scenario("razz", (hand, *others), "", table.dead)


def test_one_seat_alone_wins_with_every_pair():
    chart = DownCards(razz_setup("xx9"))
    sums = sum(part() for part in chart.parts)
    assert np.allclose(sums[0, 1:, 1], sums[0, 1:, 0])


DETAILS = ("next_card", "sensitivity", "starting_hands")


@pytest.mark.parametrize("cards", [("A2 9 8 7", "(8-8-)6 5 K", "x x 7 7 2"), ("A2 9 8 7 K", *["x x 5 6 T J"] * 3)])
def test_sums_that_would_take_too_long_are_sampled_with_errors(cards, monkeypatch):
    exact = snapshot_to_json(solve(razz(*cards, detail=DETAILS)))["detail"]
    monkeypatch.setattr("engine.equity.budget.DETAIL_BUDGET", 0.0)
    result = solve(razz(*cards, detail=DETAILS))
    sampled = snapshot_to_json(result)["detail"]
    assert result.method == "exact"
    for one, other in zip(exact["next_card"], sampled["next_card"], strict=True):
        for a, b in zip(one["ranks"], other["ranks"], strict=True):
            assert a["stderr"] == [0.0] * len(cards)
            assert all(abs(x - y) <= 5 * e for x, y, e in zip(a["equity"], b["equity"], b["stderr"], strict=True))
    chart, other_chart = exact["starting_hands"]["pairs"], sampled["starting_hands"]["pairs"]
    for a, b in zip(chart, other_chart, strict=True):
        assert (a["down"], a["combos"], a["stderr"]) == (b["down"], b["combos"], 0.0)
        if a["down"] == "A2":  # the hand at the table, whose number is exact
            assert (b["equity"], b["stderr"]) == (pytest.approx(a["equity"], abs=1e-12), 0.0)
        else:
            assert 0 < b["stderr"] < 0.003
            assert abs(a["equity"] - b["equity"]) <= 5 * b["stderr"]
    changes = zip(exact["sensitivity"]["ranks"], sampled["sensitivity"]["ranks"], strict=True)
    assert all(abs(a["change"] - b["change"]) <= 5 * b["stderr"] for a, b in changes)


@pytest.mark.parametrize(
    "make",
    [
        lambda check_cancelled: DrawSums(HEAVY, check_cancelled),
        lambda check_cancelled: DownCards(HEAVY, check_cancelled),
    ],
)
def test_long_sums_check_for_cancellation(make):
    calls = [0]

    def check_cancelled():
        calls[0] += 1
        if calls[0] > 40:
            raise Cancelled

    work = make(check_cancelled)
    first = work.parts[0]
    with pytest.raises(Cancelled):
        first() if callable(first) else work.compute(first)


HEAVY = razz_setup("x", "x", "x")


@pytest.mark.parametrize(
    ("cards", "folded"),
    [
        (("A2 9 8 7", "(8-8-)6 5 K", "x x 7 7 2"), ()),
        (("A 7- 9", "[A25] 8- 6", "7- 8"), (2,)),
        (("A A 2 3 4 5", *["7- 8- K J T 9"] * 2, *["x x 5 6 Q 8"] * 2), ()),
    ],
    ids=["street", "choices", "sixth"],
)
def test_chances_of_the_next_card_from_one_seat_alone(cards, folded):
    """The sums over the joint law of all seats, and of one while the others only take cards, are the same."""
    setup = razz_setup(*cards, folded=folded)
    draws = DrawSums(setup)
    sums = sum(draws.compute(part) for part in draws.parts)
    seats = list(range(len(setup.active)))
    expected = [next_cards(sums, seat)[:, 0] for seat in seats]
    np.testing.assert_allclose(ChancesAlone(setup).of(seats), expected, atol=1e-12)


def test_probabilities_are_exact_even_if_the_equities_are_sampled():
    table = razz(*[f"x x {door}" for door in "6789TJ"], detail=("next_card",), max_trials=1000, method="sampled")
    rows = solve(table).details["next_card"].to_json()
    assert {rank["probability_stderr"] for row in rows for rank in row["ranks"]} == {0.0}
    assert all(sum(rank["probability"] for rank in row["ranks"]) == pytest.approx(1.0) for row in rows)
    assert any(error for row in rows for rank in row["ranks"] for error in rank["stderr"])
