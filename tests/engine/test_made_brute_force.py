"""Classes, draws, shares, equities and filters of 100 random tables against an independent program.

The boards are of all kinds: pairs, trips, four to a flush, four to a straight, wheels, steel wheels.
"""

import random
from dataclasses import replace
from functools import cache

import pytest

from engine import ranges_by_street, solve
from engine.cards import combo_text
from engine.ranges.holdem import parse_range
from engine.scenario import RunOptions, Scenario, ScenarioError, Seat
from tests.reference import naive_streets
from tests.reference.naive_made import RANKS
from tests.reference.naive_table import DECK, by_class, by_hand, cards

BLOCKS, CASES = 10, 10
STREETS = {3: "flop", 4: "turn", 5: "river"}
KINDS = ("any", "pair", "two pairs", "trips", "flush", "straight", "wheel", "steel wheel")


def board_of(kind, size, rng):
    """A board of a kind, with other cards as far as there is room for them."""
    suit, ranks = rng.choice("shdc"), rng.sample(RANKS, 3)
    if kind == "pair":
        chosen = [ranks[0] + s for s in rng.sample("shdc", 2)]
    elif kind == "two pairs":
        chosen = [rank + s for rank in ranks[:2] for s in rng.sample("shdc", 2)]
    elif kind == "trips":
        chosen = [ranks[0] + s for s in rng.sample("shdc", 3)]
    elif kind == "flush":
        chosen = [rank + suit for rank in rng.sample(RANKS, 4)]
    elif kind == "straight":
        start = rng.randrange(0, 9)
        chosen = [rank + rng.choice("shdc") for rank in rng.sample(RANKS[start : start + 5], 4)]
    elif kind in ("wheel", "steel wheel"):
        chosen = [r + (suit if kind == "steel wheel" else rng.choice("shdc")) for r in rng.sample("A2345", 4)]
    else:
        chosen = []
    others = [card for card in DECK if card not in chosen]
    return (chosen + rng.sample(others, 5))[:size]


def range_of(count, board, rng):
    """Some hands with weights, more often than not with cards that meet the board."""
    near = [card for card in DECK if any(card[0] == shown[0] or card[1] == shown[1] for shown in board)]
    result = {}
    while len(result) < count:
        one, two = rng.choice(near), rng.choice(DECK)
        if one != two and not {one, two} & set(board):
            low, high = sorted((one, two), key=lambda card: (RANKS.index(card[0]), "cdhs".index(card[1])))
            result[high + low] = rng.choice([1.0, 1.0, 0.5, 0.25])
    return result


def text_of(range_):
    return ", ".join(f"{hand}:{weight}" for hand, weight in range_.items())


def case(number):
    """A table: both ranges, the board and a dead card."""
    rng = random.Random(number)
    size = 3 if number % 50 == 0 else rng.choice([4, 5])
    board = board_of(KINDS[number % len(KINDS)], size, rng)
    count = 3 if size == 3 else 5
    ranges = [range_of(count, board, rng) for _ in range(2)]
    dead = [rng.choice([card for card in DECK if card not in board])] if number % 3 == 0 else []
    return rng, ranges, board, dead


@cache
def hands_of(number):
    """What both seats hold, by the reference."""
    _, ranges, board, dead = case(number)
    return by_hand(ranges, board, dead)


def scenario_of(ranges, board, dead, filters=("", "")):
    seats = tuple(Seat(f"P{i}", text_of(r) + f) for i, (r, f) in enumerate(zip(ranges, filters, strict=True)))
    return Scenario("holdem", seats, "".join(board), "".join(dead), run=RunOptions(detail=("matrix", "made")))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_classes_draws_shares_and_equities(block):
    for number in range(block * CASES, (block + 1) * CASES):
        _, ranges, board, dead = case(number)
        expected = hands_of(number)
        if not expected[0]:
            with pytest.raises(ScenarioError):
                solve(scenario_of(ranges, board, dead))
            continue
        values = solve(scenario_of(ranges, board, dead))
        for seat, (hands, matrix) in enumerate(zip(expected, values.details["matrix"].to_json(), strict=True)):
            message = {hand: (cell["share"], cell["equity"]) for hand, cell in matrix["combos"].items()}
            assert message.keys() == hands.keys(), (number, seat)
            for hand, numbers in hands.items():
                assert message[hand] == pytest.approx(numbers, abs=1e-9), (number, hand)
            made = values.details["made"].to_json()[seat]
            classes = by_class(hands, board)
            shown = {(g, name): row for g in ("made", "kickers", "draws") for name, row in made[g].items()}
            assert {key for key, row in shown.items() if row["share"]} == classes.keys(), (number, seat)
            for key, (share, equity) in classes.items():
                assert shown[key]["share"] == pytest.approx(share, abs=1e-9), (number, key)
                assert shown[key]["equity"] == pytest.approx(equity, abs=1e-9), (number, key)


def filter_of(street, rng):
    """A filter with some items of any sort."""
    classes, draws = naive_streets.MADE, naive_streets.DRAWS
    sorts = [
        lambda: rng.choice(classes),
        lambda: rng.choice(classes[4:14]) + "+",
        lambda: rng.choice(draws) if street != "river" else rng.choice(classes),
        lambda: f"top pair/{rng.choice(RANKS)}",
        lambda: f"equity {rng.choice([20, 45, 60])}%{rng.choice('+-')}",
        lambda: f"best {rng.choice([20, 50, 80])}%",
    ]
    items = []
    for _ in range(rng.randint(1, 4)):
        word = rng.choice(sorts)()
        items.append(f"!{word}" if rng.random() < 0.25 else word + rng.choice(["", "", "@50", ":0.25"]))
    return f" > {street} {', '.join(items)}"


@pytest.mark.parametrize("block", range(BLOCKS))
def test_filters(block):
    """What a filter of the present street leaves of the first range, whose equities are those before the filter."""
    for number in range(block * CASES, (block + 1) * CASES):
        rng, ranges, board, dead = case(number)
        written = filter_of(STREETS[len(board)], rng)
        hands = hands_of(number)[0]
        if not hands:
            continue
        live = {hand: weight for hand, weight in ranges[0].items() if not cards(hand) & {*board, *dead}}
        equity = {hand: won for hand, (_, won) in hands.items()}
        ((_, items),) = naive_streets.read(written.split(">", 1)[1])
        expected = naive_streets.apply(items, live, board, equity)
        scenario = scenario_of(ranges, board, dead, (written, ""))
        try:
            left = list(ranges_by_street(scenario).values())[-1][0]
        except ScenarioError:
            assert not by_hand([expected, ranges[1]], board, dead)[0], (number, written)
            continue
        values = {combo_text(i): weight for i, weight in enumerate(left.tolist()) if weight}
        values = {hand: weight for hand, weight in values.items() if hand in live}
        assert values == pytest.approx(expected, abs=1e-9), (number, written)
        whole = solve(replace(scenario, run=RunOptions(detail=("made",)))) if expected else None
        if whole is not None and by_hand([expected, ranges[1]], board, dead)[0]:
            classes = by_class(by_hand([expected, ranges[1]], board, dead)[0], board)
            for (group, name), (share, mean) in classes.items():
                row = whole.details["made"].to_json()[0][group][name]
                assert (row["share"], row["equity"]) == pytest.approx((share, mean), abs=1e-9), (number, written)


def test_the_tables_are_of_all_kinds():
    boards = [case(number)[2] for number in range(BLOCKS * CASES)]
    assert {len(board) for board in boards} == {3, 4, 5}
    assert sum(len({card[1] for card in board}) == 1 for board in boards) > 5
    assert sum(len({card[0] for card in board}) <= len(board) - 2 for board in boards) > 10
    assert all(len(parse_range(text_of(case(n)[1][0])).weights.nonzero()[0]) >= 3 for n in range(0, 100, 20))
