"""The detail ``down_cards`` of razz: every seat with each pair of down cards that it may hold."""

import json
from itertools import combinations

import pytest

from engine.cards import RAZZ_RANKS
from engine.equity.run import solve
from engine.equity.saved_results import result_from_json, snapshot_to_json
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import razz


def solved(*cards, dead="", detail=("down_cards",), **options):
    return solve(razz(*cards, dead=dead, detail=detail, **options))


def rows_of(found):
    return {row["seat"]: {pair["down"]: pair for pair in row["pairs"]} for row in found.details["down_cards"].to_json()}


TABLES = [
    # the text of the first seat, its up cards, the weight of each pair of ranks (0 ace .. 12 king)
    ("xx7", "7", lambda a, b: 1.0),
    ("(7-7-7)", "7", lambda a, b: float(a != b and max(a, b) <= 5)),
    ("7-7- 7", "7", lambda a, b: float(max(a, b) <= 6)),
    ("x 3- 7", "7", lambda a, b: float(min(a, b) <= 2)),
    ("[A]5- 7 2", "72", lambda a, b: float(0 in (a, b) and max(a, b) <= 4)),
    ("(3-3-)7, KK7@50", "7", lambda a, b: float(a != b and max(a, b) <= 2) or 0.5 * (a == b == 12)),
    ("A2 7, 23 7:0.25", "7", lambda a, b: {(0, 1): 1.0, (1, 2): 0.25}.get((a, b), 0.0)),
    ("(4-4-)7 [89]", "7[89]", lambda a, b: float(a != b and max(a, b) <= 3)),
]
DECK = [(rank, suit) for rank in range(13) for suit in range(4)]


def without(deck, ranks):
    left = list(deck)
    for rank in ranks:
        left.remove(next(card for card in left if card[0] == rank))
    return left


@pytest.mark.parametrize(("text", "up", "weight"), TABLES, ids=[row[0] for row in TABLES])
def test_pairs_of_a_range(text, up, weight):
    """The pairs are counted card by card, and the equity of each is that of a run with the pair known."""
    other = "A2 6 5"
    result = solved(text, other, dead="K 3")
    pairs = rows_of(result)[0]
    particular = [RAZZ_RANKS.index(r) for r in up.split("[")[0]]
    deck = without(DECK, [*particular, *(RAZZ_RANKS.index(r) for r in "A265K3")])
    expected, equities = {}, {}
    for one, two in combinations(deck, 2):
        a, b = sorted((one[0], two[0]))
        if weight(a, b):
            name = RAZZ_RANKS[a] + RAZZ_RANKS[b]
            if name not in equities:
                known = solved(name + up, other, dead="K 3", detail=())
                equities[name] = known.seats[0].estimate.equity, known.deals
            expected[name] = expected.get(name, 0.0) + weight(a, b) * equities[name][1]
    total = sum(expected.values())
    assert pairs.keys() == expected.keys()
    for name, row in pairs.items():
        assert row["probability"] == pytest.approx(expected[name] / total, abs=1e-12)
        assert row["equity"] == pytest.approx(equities[name][0], abs=1e-12)
        assert row["stderr"] == row["probability_stderr"] == 0.0


@pytest.mark.parametrize(
    "cards",
    [
        ("A7-9 5", "xx9 7"),
        ("7x 9", "(7-7-)7"),
        ("x 7- 3 4", "A29 K", "(8-8-)Q 2"),
        ("(8-8-)7-2", "x6-5"),
        ("(7-7-)9 4, A39 4@50, 77 9 4", "xx4"),
        ("A29", "x"),
    ],
)
def test_the_pairs_of_every_seat_add_up_to_its_equity(cards):
    result = solved(*cards)
    assert result.method == "exact"
    rows = rows_of(result)
    assert list(rows) == list(range(len(cards)))
    for seat, pairs in rows.items():
        assert sum(row["probability"] for row in pairs.values()) == pytest.approx(1.0)
        mean = sum(row["probability"] * row["equity"] for row in pairs.values())
        assert mean == pytest.approx(result.seats[seat].estimate.equity, abs=1e-12)


def test_known_down_cards_are_one_pair_with_the_equity_of_the_seat():
    result = solved("A29", "xx5")
    (pair,) = rows_of(result)[0].values()
    assert pair["down"] == "A2"
    assert pair["probability"] == 1.0
    assert pair["equity"] == result.seats[0].estimate.equity


@pytest.mark.parametrize("text", ["A29, 34K", "(7-7-7-)", "(7-x8-)"])
def test_a_seat_whose_up_cards_depend_on_its_down_cards_is_left_out(text):
    assert set(rows_of(solved("xx4", text))) == {0}


def test_sampled_pairs_are_within_their_errors():
    exact = rows_of(solved("(7-7-)7", "xx8", method="exact"))
    misses = count = 0
    for seed in range(3):
        values = rows_of(solved("(7-7-)7", "xx8", method="sampled", max_trials=20_000, seed=seed))
        for seat, pairs in values.items():
            assert pairs.keys() == exact[seat].keys()
            for name, row in pairs.items():
                count += 1
                misses += abs(row["equity"] - exact[seat][name]["equity"]) > 1.96 * row["stderr"]
                assert row["probability"] == pytest.approx(exact[seat][name]["probability"], abs=0.01)
    assert misses < 0.1 * count


def test_seats_with_equal_hands_have_the_same_pairs():
    result = solved("x", "x", "x", "x", "x", "x", "x", "x", max_trials=20_000)
    rows = rows_of(result)
    assert all(rows[seat] == rows[0] for seat in range(8))


def test_files_both_ways():
    result = solved("A29, 34K", "(7-7-)7", "xx4")
    saved = assert_reads_back(result)
    for change in (
        lambda rows: rows.reverse(),
        lambda rows: rows[0].update(seat=7),
        lambda rows: rows[0]["pairs"].pop(),
        lambda rows: rows[0]["pairs"][0].update(down="2A"),
    ):
        saved = json.loads(json.dumps(snapshot_to_json(result)))
        change(saved["detail"]["down_cards"])
        (problem,) = result_from_json(saved).damaged
        assert problem.field.startswith("detail.down_cards")
