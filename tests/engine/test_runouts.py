"""The details ``next_street`` and ``runouts`` against tables with the cards on the board, and as files."""

import json
from itertools import combinations

import numpy as np
import pytest

from engine.cards import card_text, combo_text
from engine.equity.details.matrix import HIGH, LOW
from engine.equity.run import solve
from engine.equity.saved_results import result_from_json, snapshot_to_json
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import holdem

NEXT, BOTH = "next_street", "runouts"


def solved(*seats, **more):
    return solve(holdem(*seats, **more))


TABLES = [
    (("QQ+, AKs, 76s:0.3", "88+, KQ"), "7h8h2cTd", "As", ()),
    (("QQ+, AKs, 76s:0.3", "88+, KQ"), "7h8h2c", "", ()),
    (("AhKh", "QsQc"), "7h8h2c", "2d", ()),
    (("AKs, 99", "QsQc", "JTs:0.5"), "7h8h2cTd", "", ()),
    (("AKs, 99", "QQ", "JTs:0.5, 88"), "7s8s2c", "", ()),
    (("AK, 76s", "99, QJs", "22, AhKh"), "7h8h2cTd", "", (2,)),
]


def percentile(numbers, part):
    """The least equity that a ``part`` of the cards does not exceed, from (equity, weight)."""
    total, upto = sum(weight for _, weight in numbers), 0.0
    for equity, weight in sorted(numbers):
        upto += weight
        if upto >= part * total - 1e-9 * total:
            return equity
    raise AssertionError


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), TABLES)
def test_the_band_is_that_of_the_boards_to_come(seats, board, dead, folded):
    result = solved(*seats, board=board, dead=dead, folded=folded, detail=("matrix", "next_card", NEXT))
    assert result.method == "exact"
    matrix, band = result.details["matrix"], result.details[NEXT]
    assert band.seats == matrix.seats
    held = matrix.share[:, :1326] > 0
    np.testing.assert_array_equal(np.isfinite(band.mean), held)
    np.testing.assert_allclose(band.mean[held], matrix.equity[:, :1326][held], atol=1e-9)
    by_combo = {}
    cards = result.details["next_card"]
    for card, chance in zip(cards.cards, cards.probability, strict=True):
        after = solved(*seats, board=board + card_text(card), dead=dead, folded=folded, detail=("matrix",))
        behind = after.details["matrix"]
        for seat, (share, equity) in enumerate(zip(behind.share, behind.equity, strict=True)):
            for combo in np.flatnonzero(share[:1326]):
                by_combo.setdefault((seat, combo), []).append((equity[combo], chance * share[combo]))
    assert set(by_combo) == set(zip(*np.nonzero(held), strict=True))
    for (seat, combo), numbers in by_combo.items():
        assert band.low[seat, combo] == pytest.approx(percentile(numbers, LOW), abs=1e-9), combo_text(combo)
        assert band.high[seat, combo] == pytest.approx(percentile(numbers, HIGH), abs=1e-9), combo_text(combo)


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), [t for t in TABLES if len(t[1]) == 6])
def test_runouts_are_the_boards_with_both_cards(seats, board, dead, folded):
    result = solved(*seats, board=board, dead=dead, folded=folded, detail=(BOTH,))
    both = result.details[BOTH]
    assert both.probability.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(both.probability @ both.equity, [s.estimate.equity for s in result.active], atol=1e-12)
    assert (both.cards[:, 0] > both.cards[:, 1]).all()
    for (high, low), equity in list(zip(both.cards, both.equity, strict=True))[::83]:
        river = solved(*seats, board=board + card_text(high) + card_text(low), dead=dead, folded=folded)
        np.testing.assert_allclose(equity, [s.estimate.equity for s in river.active], atol=1e-12)


def test_runouts_are_weighted_by_card_removal():
    """Counted by hand: of all ways to deal two hands that share no card, and two more cards."""
    values = solved("AsAh, KsKh", "QsQh, AsKd", board="7h8h2c", detail=(BOTH,)).details[BOTH]
    ways = {}
    for one in ("AsAh", "KsKh"):
        for other in ("QsQh", "AsKd"):
            if {one[:2], one[2:]} & {other[:2], other[2:]}:
                continue
            left = [c for c in map(card_text, range(52)) if c not in (one + other + "7h8h2c")]
            for pair in combinations(left, 2):
                ways[frozenset(pair)] = ways.get(frozenset(pair), 0) + 1
    total = sum(ways.values())
    for pair, chance in zip(values.cards, values.probability, strict=True):
        assert chance == pytest.approx(ways.pop(frozenset(map(card_text, pair))) / total)
    assert not ways


@pytest.mark.parametrize(
    ("board", "one", "both"), [("", 0, 0), ("7h8h2c", 2, 990), ("7h8h2cTd", 2, 0), ("7h8h2cTd3s", 0, 0)]
)
def test_there_are_no_runouts_if_no_card_is_to_come(board, one, both):
    result = solved("AhKh", "QsQc", board=board, detail=(NEXT, BOTH))
    assert len(result.details[NEXT].seats) == one
    assert len(result.details[BOTH].cards) == both
    assert_reads_back(result)


def test_nothing_is_sampled_and_a_lone_seat_has_none():
    sampled = solved("AhKh", "22+", board="7h8h2c", detail=(NEXT, BOTH), method="sampled", max_trials=5000)
    alone = solved("AhKh", board="7h8h2c", detail=(NEXT, BOTH))
    for result in (sampled, alone):
        assert result.details[NEXT].seats == ()
        assert len(result.details[BOTH].cards) == 0
        assert_reads_back(result)


def test_runouts_that_would_take_too_long_are_empty(monkeypatch):
    monkeypatch.setattr("engine.equity.budget.DETAIL_BUDGET", 1.0)
    for seats in (("22+", "A2s+"), ("22+", "A2s+", "KQ")):
        result = solved(*seats, board="7h8h2c", detail=(NEXT, BOTH))
        assert result.method == "exact"
        assert result.details[NEXT].seats == ()
        assert len(result.details[BOTH].cards) == 0


def test_files_both_ways():
    assert_reads_back(solved("QQ+, 76s:0.3", "88+, KQ", board="7h8h2c", detail=(NEXT, BOTH)))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda d: d[NEXT][0]["combos"]["QhQd"].update(low=2), f"detail.{NEXT}[0].combos.QhQd.low"),
        (lambda d: d[NEXT][0]["combos"]["QhQd"].update(low=0.9, high=0.1), f"detail.{NEXT}[0].combos.QhQd.low"),
        (lambda d: d[NEXT][0]["combos"].update(XX={}), f"detail.{NEXT}[0].combos.XX"),
        (lambda d: d[NEXT][0]["combos"].update({"7h7d": {"low": 0, "mean": 0, "high": 0}}), f"detail.{NEXT}[0].combos"),
        (lambda d: d[BOTH].pop(), f"detail.{BOTH}"),
        (lambda d: d[BOTH][3].update(cards="7h2s"), f"detail.{BOTH}[3].cards"),
        (lambda d: d[BOTH][3].update(cards=d[BOTH][2]["cards"]), f"detail.{BOTH}[3].cards"),
        (lambda d: d[BOTH][3].update(equity=[0.9, 0.9]), f"detail.{BOTH}[3].equity"),
    ],
)
def test_damaged_ones_are_left_out(change, field):
    saved = json.loads(json.dumps(snapshot_to_json(solved("QhQd", "88", board="7h8h2c", detail=(NEXT, BOTH)))))
    change(saved["detail"])
    (problem,) = result_from_json(saved).damaged
    assert problem.field == field
