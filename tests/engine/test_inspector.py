"""The joint law of what seats hold, against a listing of all hands."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engine.cards import COMBOS, card_mask, combo_text, parse_cards
from engine.equity.holdem.inspector import inspect_holdem
from engine.equity.razz.inspector import inspect_razz
from engine.equity.rules import inspect
from engine.ranges.holdem import live, parse_range
from engine.ranges.orders import find_order
from engine.ranges.razz import describe_razz
from engine.scenario import RunOptions, Scenario, ScenarioError, Seat
from tests.reference.naive_orders import joint_law

KNOWN = "Kd 7h 2c 2d"


def holdem(*texts, folded=(), **more):
    return Scenario("holdem", tuple(Seat(f"P{i}", text, i in folded) for i, text in enumerate(texts)), **more)


def razz(*texts, **more):
    return Scenario("razz", tuple(Seat(f"P{i}", text) for i, text in enumerate(texts)), **more)


def naive(texts, known=""):
    """The law of the first seat by listing the hands of all seats that do not hold any two cards."""
    mask = card_mask(card for card, _ in parse_cards(known))
    ranges = []
    for text in texts:
        weights = live(parse_range(text).weights, mask)
        hands = {frozenset(map(int, COMBOS[i])): float(weights[i]) for i in np.flatnonzero(weights)}
        ranges.append(hands)
    result = np.zeros(1326)
    for hand, probability in joint_law(ranges).items():
        high, low = max(hand), min(hand)
        result[high * (high - 1) // 2 + low] = probability
    return result


CASES = [
    ("AA, KK:0.5, AKs",),
    ("AA, KK:0.5, AKs", "KK+, AKo:0.25"),
    ("AA, KK:0.5, AKs", "KK+, AKo:0.25", "AQs+, QQ"),
    ("AA, KK:0.5, AKs", "KK+, AKo:0.25", "AQs+, QQ", "QQ+"),
    ("KK+, QQ", "AA, KK:0.5, AhKh", "AKs, JJ", "KK+, TT", "AcKc, QQ"),
]


@pytest.mark.parametrize("known", ["", KNOWN])
@pytest.mark.parametrize("texts", CASES, ids=len)
def test_exact_distributions_by_enumeration(texts, known):
    cards = known.split()
    result = inspect(holdem(*texts, board=" ".join(cards[:3]), dead=" ".join(cards[3:])), 0)
    assert (result.method, result.trials) == ("exact", 0)
    assert np.array_equal(result.weights, parse_range(texts[0]).weights)
    assert result.probabilities == pytest.approx(naive(texts, known), abs=1e-12)
    assert not result.stderr.any()


def test_every_seat_and_folded_ones():
    texts = CASES[2]
    for seat in range(3):
        turned = (texts[seat], *(text for i, text in enumerate(texts) if i != seat))
        result = inspect(holdem(*texts, "random", "random", folded=(1, 4)), seat)
        assert result.probabilities == pytest.approx(naive(turned), abs=1e-12)


def test_known_hands_of_others_leave_the_deck():
    result = inspect(holdem("AA, KK", "AhKd", "QQ+"), 0)
    assert result.probabilities == pytest.approx(naive(["AA, KK", "QQ+"], "AhKd"), abs=1e-12)
    assert inspect(holdem("AhAd", "QQ+"), 0).probabilities[parse_range("AhAd").weights > 0] == 1.0
    anything = inspect(holdem("random", "AhKd", "random"), 0)
    assert anything.probabilities.max() == pytest.approx(1 / (50 * 49 / 2))


def test_hands_that_cannot_be_dealt_have_no_probability():
    """Three seats with kings or better and one ace gone: the others need what blocks."""
    texts = ("AA, KK", "AA, KK", "AsKs, AhKh")
    result = inspect(holdem(*texts, dead="Ad Kd"), 0)
    law = naive(texts, "Ad Kd")
    assert np.array_equal(result.probabilities > 0, law > 0)
    assert result.probabilities == pytest.approx(law, abs=1e-12)


def test_rows_and_classes():
    result = inspect(holdem("KK, AhKh:0.5", "AA, KK", board="Kc 2d 3d"), 0)
    rows = result.rows()
    assert [row[0] for row in rows] == ["AhKh", "KsKh", "KsKd", "KsKc", "KhKd", "KhKc", "KdKc"]
    assert {row[0]: row[1] for row in rows}["AhKh"] == 0.5
    assert {row[0] for row in rows if row[2] == 0} == {"KsKc", "KhKc", "KdKc"}
    classes = result.classes()
    assert list(classes) == ["KK", "AKs"]
    assert sum(classes.values()) == pytest.approx(1)
    assert classes["AKs"] == next(row[2] for row in rows if row[0] == "AhKh")


def test_percentages_use_the_order_of_the_scenario():
    result = inspect(holdem("10%", "QQ+", order="v3"), 0)
    assert np.array_equal(result.weights, parse_range("10%", order=find_order("v3")).weights)


def test_sampled_distributions_agree_with_exact_ones():
    scenario = holdem("22+, ATs+, KQo:0.5", "QQ+, AKs", "15%", "AJs+, TT+", "random", dead="7c")
    exact, sampled = inspect_holdem(scenario, 0), inspect_holdem(scenario, 0, exact=0)
    assert (exact.method, sampled.method) == ("exact", "sampled")
    assert sampled.trials > 10_000
    possible = exact.probabilities > 0
    assert (sampled.stderr[possible] > 0).all()
    assert not sampled.probabilities[~possible].any()
    distances = (sampled.probabilities - exact.probabilities)[possible] / sampled.stderr[possible]
    assert np.abs(distances).max() < 5.5
    assert 0.4 < (distances**2).mean() < 2.0
    assert sampled.probabilities.sum() == pytest.approx(1)


def test_samples_draw_on_the_seed_of_the_table():
    run = RunOptions(seed=2)
    texts = ["22+, ATs+, KQo:0.5", "QQ+, AKs", "15%", "AJs+, TT+", "random"]
    one, other = (inspect_holdem(table, 0, exact=0) for table in (holdem(*texts), replace(holdem(*texts), run=run)))
    assert (one.probabilities != other.probabilities).any()
    table = razz("8-8-8", "(7-7-)", "(6-6-)")
    one, other = (inspect_razz(scenario, 0, exact=0) for scenario in (table, replace(table, run=run)))
    assert one.method == "sampled"
    assert [row.probability for row in one.rows] != [row.probability for row in other.rows]


def test_ten_ranges_are_sampled():
    texts = [f"{share}%" for share in (10, 15, 20, 25, 30, 35, 40, 50, 60, 70)]
    values = inspect(holdem(*texts), 0)
    assert values.method == "sampled"
    assert 0 < values.stderr.max() < 0.0005
    assert combo_text(int(np.argmax(values.probabilities))) in {row[0] for row in values.rows()}


def test_bad_scenarios_are_rejected():
    for scenario in (holdem("AA", "QQx"), razz("A29", "(7-7")):
        with pytest.raises(ScenarioError):
            inspect(scenario, 0)


def pairs(deck, fits):
    return {frozenset(pair): 1.0 for pair in combinations(deck, 2) if fits(pair[0][0], pair[1][0])}


def test_razz_distributions_by_enumeration():
    """Ranks are 0 to 3, one four is known; the cards above change nothing."""
    deck = [(rank, suit) for rank in range(4) for suit in range(4)][:-1]
    ranges = [
        pairs(deck, lambda a, b: a != b and max(a, b) <= 2),
        pairs(deck, lambda a, b: a != b),
        pairs(deck, lambda a, b: max(a, b) <= 2),
    ]
    law: dict[str, float] = {}
    for hand, probability in joint_law(ranges).items():
        name = "".join("A234"[rank] for rank, _ in sorted(hand))
        law[name] = law.get(name, 0.0) + probability
    result = inspect(razz("(3-3-)4", "(4-4-)", "3-3-"), 0)
    assert result.method == "exact"
    assert {row.down: row.probability for row in result.rows} == pytest.approx(law, abs=1e-12)
    assert {row.up for row in result.rows} == {"4"}


def test_a_single_razz_seat_agrees_with_describe():
    text = "A29, A39@50, (7-7-7)"
    rows = describe_razz(text)["items"]
    values = inspect(razz(text, "x"), 0).rows
    assert [(row.down, row.up, row.combos, row.weight) for row in values] == [
        (row["down"], row["up"], row["combos"], row["weight"]) for row in rows
    ]
    assert [row.probability for row in values] == pytest.approx([row["share"] for row in rows], abs=1e-12)


def test_razz_ways_and_known_cards():
    """This ace, then a seven or lower: a second ace three ways, each other rank four; then others take aces."""
    values = {row.down: row for row in inspect(razz("A7-9", "AA2", dead="A"), 0).rows}
    assert "AA" not in values
    assert values["A2"].combos == 3
    assert values["A3"].combos == 4
    assert sum(row.probability for row in values.values()) == pytest.approx(1)


def test_sampled_razz_distributions_agree_with_exact_ones():
    scenario = razz("(8-8-)8", "(8-8-)7", "(9-9-)6", "(7-7-)4", "(5-5-)K")
    exact, sampled = inspect_razz(scenario, 0), inspect_razz(scenario, 0, exact=0)
    assert (exact.method, sampled.method) == ("exact", "sampled")
    distances = [
        (one.probability - other.probability) / other.stderr
        for one, other in zip(exact.rows, sampled.rows, strict=True)
    ]
    assert max(map(abs, distances)) < 5
    assert sum(row.probability for row in sampled.rows) == pytest.approx(1)
    assert 0 < max(row.stderr for row in sampled.rows) < 0.001


def test_the_ways_are_the_cards_left_for_each_choice():
    """The lesson of the corrected rule: this ace and another, 3 ways; any two aces, 4 times 3, a pair being a set."""
    for text, down, factors, ways in (
        ("A7-9", "AA", (3,), 3),
        ("A7-9", "A2", (4,), 4),
        ("[A]7-9", "AA", (4, 3), 6),
        ("[A]7-9", "A2", (4, 4), 16),
        ("7-7-7-", "AA", (4, 3, 2), 12),
    ):
        row = next(row for row in inspect(razz(text, "x"), 0).rows if row.down == down)
        assert (row.factors, row.combos) == (factors, ways)
    for row in inspect(razz("A29, A39@50, (7-7-7), [K]K-5", "(9-9-)A", dead="A 4"), 0).rows:
        product = int(np.prod(row.factors))
        assert row.combos == (product // 2 if row.down[0] == row.down[1] else product)


def test_the_item_that_gives_the_weight_is_named():
    rows = inspect(razz("A29, A39@50, (7-7-7)", "x"), 0).rows
    assert {(row.item, row.weight) for row in rows} == {(0, 1.0), (1, 0.5), (2, 1.0)}


class EndedError(Exception):
    pass


@pytest.mark.parametrize(
    "scenario",
    [
        holdem("15%", "20%", "30%", "40%", "15%"),
        holdem(*(f"{share}%" for share in range(15, 60, 5))),
        razz("(8-8-)8", "(8-8-)7", "(9-9-)6"),
        razz("(8-8-)8", "(8-8-)7", "(9-9-)6", "(7-7-)4", "(5-5-)K", "K-K-9"),
        razz("7-7-7-7-7-", "x"),
    ],
    ids=["exact", "sampled", "razz", "razz sampled", "many rows"],
)
def test_an_inspection_can_be_cancelled(scenario):
    calls = 0

    def check_cancelled():
        nonlocal calls
        calls += 1
        if calls == 3:
            raise EndedError

    with pytest.raises(EndedError):
        inspect(scenario, 0, check_cancelled=check_cancelled)


def test_pieces_make_the_same_sum(monkeypatch):
    scenario = holdem("QQ+, AK", "22+", "55+, A9s+", "TT+, KQ", "99+", board="7h 8h 2c")
    whole = inspect(scenario, 0).probabilities
    monkeypatch.setattr("engine.equity.holdem.inspector.SLICE_NANOSECONDS", 1.0)
    assert inspect(scenario, 0).probabilities == pytest.approx(whole, abs=1e-13)
