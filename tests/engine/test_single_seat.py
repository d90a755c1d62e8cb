"""The details of a seat that plays alone, against all deals one by one, and that they cost next to nothing."""

from itertools import combinations

import numpy as np
import pytest

from engine import RunOptions, Scenario, Seat, solve
from engine.cards import COMBOS, DECK_SIZE
from engine.equity.holdem.by_hand import SingleSeat
from engine.equity.holdem.setup import available, hands
from engine.equity.jobs import never_cancelled
from tests.reference.holdem_setups import prepared


def table(*cards, board="", dead="", detail=(), **options):
    seats = tuple(Seat(f"P{i + 1}", text, i > 0) for i, text in enumerate(cards))
    return Scenario("holdem", seats, board, dead, RunOptions(detail=detail, **options))


def deals(setup):
    """Yield the combos of all hands and the product of their weights, for each way to deal them."""
    every = [[(int(c), float(row[c])) for c in np.flatnonzero(row)] for row in hands(setup)]

    def go_on(at, used, held, weight):
        if at == len(every):
            yield held, weight
            return
        for combo, own in every[at]:
            cards = set(COMBOS[combo].tolist())
            if not cards & used:
                yield from go_on(at + 1, used | cards, (*held, combo), weight * own)

    yield from go_on(0, set(), (), 1.0)


TABLES = [
    ("QQ+, AKs:0.5, 72s",),
    ("QQ+, AKs:0.5", "KK, AA:0.25, AKo"),
    ("TT, AKs", "TT:0.5, AQs", "AsKs, ThTd, 99"),
    ("TT, AKs", "TT:0.5, AQs", "AsKs, ThTd", "99, AKs"),
]


@pytest.mark.parametrize("cards", TABLES, ids=len)
def test_a_single_seat_against_all_deals(cards):
    setup = prepared(*cards, board="2c3c8d", dead="Ts", folded=(1, 2, 3))
    alone, live = SingleSeat(setup), np.flatnonzero(available(setup))
    by_combo, by_card = np.zeros(len(COMBOS)), np.zeros(DECK_SIZE)
    sets = np.array(list(combinations(live.tolist(), 3))[::40])
    by_set = np.zeros(len(sets))
    for held, weight in deals(setup):
        by_combo[held[0]] += weight
        used = COMBOS[list(held)].ravel()
        by_card[np.setdiff1d(live, used)] += weight
        by_set += weight * ~np.isin(sets, used).any(axis=1)
    shares, equities = alone.matrix()
    np.testing.assert_allclose(shares[0], by_combo / by_combo.sum(), atol=1e-14)
    np.testing.assert_array_equal(equities[0], by_combo > 0)
    for chosen, expected in ((live[:, None], by_card[live]), (sets, by_set)):
        weights, ones = alone.result([part() for part in alone.parts(chosen, never_cancelled)])
        np.testing.assert_allclose(weights, expected, atol=1e-12 * expected.max())
        np.testing.assert_array_equal(ones[:, 0], expected > 0)


def test_a_single_seat_wins_every_pot():
    before = solve(table("17%-53%", "33", dead="4s 9s 7d Th Qc Kh", detail=("matrix", "flops")))
    assert [s.estimate.equity for s in before.active] == [1.0]
    assert (before.active[0].estimate.win, before.active[0].estimate.lose) == (1.0, 0.0)
    (flops,) = before.details["flops"].to_json()
    assert (flops["mean"], flops["deviation"]) == pytest.approx((1.0, 0.0), abs=1e-14)
    assert flops["shares"][-1] == pytest.approx(1.0)
    assert {row["equity"] for row in flops["best"] + flops["worst"]} == {1.0}
    (matrix,) = before.details["matrix"].to_json()
    assert {row["equity"] for row in matrix["combos"].values()} == {1.0}
    assert sum(row["share"] for row in matrix["combos"].values()) == pytest.approx(1.0)
    after = solve(table("KK, 7h2d", "QQ", "AA", board="2c3c8d", detail=("next_card",)))
    assert {tuple(row["equity"]) for row in after.details["next_card"].to_json()} == {(1.0,)}
    assert sum(row["probability"] for row in after.details["next_card"].to_json()) == pytest.approx(1.0)


@pytest.mark.parametrize("detail", ["matrix", "flops"])
def test_the_details_of_a_single_seat_need_no_board(detail, monkeypatch):
    """They are counted, whatever the ranges: neither a sweep nor a sample is started."""
    monkeypatch.setattr("engine.equity.holdem.details.CellSampler", None)
    monkeypatch.setattr("engine.equity.holdem.by_hand.MixedDetails", None)
    monkeypatch.setattr("engine.equity.holdem.details.card_branches", None)
    result = solve(table("random", "33", dead="4s 9s", detail=(detail,), method="sampled", max_trials=1000))
    assert result.details[detail].to_json()
