"""Every next card equally often: how often the cards of each seat come in sampled razz, against exact chances."""

from math import gcd

import numpy as np
import pytest

from engine import Scenario, Seat
from engine.equity.razz.blocks import free_marks
from engine.equity.razz.flow import ChancesAlone
from engine.equity.razz.lows import low_tables
from engine.equity.razz.sampled import RazzSampler
from engine.equity.razz.setup import prepare_razz
from engine.kernels.common.rng import seed_state
from engine.kernels.jit import lean_kernel
from engine.kernels.razz.circle import deal_next, fill_deck, new_circle_work, trials_together

BATCHES, TURNS = 40, 60
LEFT, LEFT_OF_ONE = 0.25, 0.65
"""The largest share of the variance of independent random deals that may remain, on average and for one rank of one
seat."""


def prepared(cards, folded=()):
    seats = [Seat(f"P{i}", text) for i, text in enumerate(cards)]
    seats += [Seat(f"F{i}", text, True) for i, text in enumerate(folded)]
    return prepare_razz(Scenario("razz", tuple(seats)))


@lean_kernel
def count_cards(trials, table, room, state, tables, counts, left):
    """Count the ranks by mark, and those that the choices leave."""
    for _ in range(trials):
        _, first = deal_next(table, room, state, tables)
        for k in range(counts.shape[0]):
            counts[k, room.line[first + table.marks[k]]] += 1
        for rank in range(13):
            left[rank] += room.choices.left[rank]


def next_cards(setup):
    """Return how often each rank was the next card of each seat that draws, by batch; the expected numbers given the
    drawn choices, and the exact ones; and the trials of a batch."""
    table = RazzSampler(setup).table
    trials, room, state = TURNS * trials_together(table), new_circle_work(table), seed_state(11, 0)
    drawing = [seat for seat, free in enumerate(table.free) if free]
    first = int(table.shared) + np.concatenate([[0], np.cumsum(table.free)[:-1]])[drawing]
    counts = np.zeros((BATCHES, int(table.shared + table.free.sum()), 13), np.int64)
    left = np.zeros((BATCHES, 13), np.int64)
    for row, batch in zip(counts, left, strict=True):
        count_cards(trials, table, room, state, low_tables(), row, batch)
    given = left[:, None, :] / len(table.marks)
    chances = ChancesAlone(setup).of([*drawing])
    return counts[:, first], given, trials * chances, trials


def part_of_chance(counts, expected, trials):
    """Return the variance of counts as a share of that of independent random deals, by rank and seat. Cells without
    variance are left out."""
    plain = np.broadcast_to(expected * (1 - expected / trials), counts.shape).mean(axis=0)
    result = ((counts - expected) ** 2).mean(axis=0)
    return (result / np.maximum(plain, 1e-9))[plain > 0.5]


KNOWN = [
    (("x",) * 6, ()),
    (("x",) * 8, ()),
    (("A23", "456", "789", "882", "xxT", "xxK"), ("Q", "J")),
    (("A238K", "4567Q", "A359J", "2789T", "A6789", "2345K"), ()),
    (("A2 3 8 K", "xx 9 T J Q", "A3 5 9"), ("7 7 2",)),
    (("A2 3 8 K", "45 6 7 Q", "A9 5 9 J", "28 8 9 T", "A6 7 7 9", "34 2 5 K", "TJ Q 4 8", "6T 3 3 2"), ()),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "folded"), KNOWN)
def test_every_live_card_comes_to_every_seat_exactly_equally_often(cards, folded):
    setup = prepared(cards, folded)
    counts, *_, trials = next_cards(setup)
    expected = trials * setup.live / setup.live.sum()
    assert (counts == expected).all()


CHOICES = [
    (("A23", "456", "789", "(8-8-)2", "xxT", "xxK"), ()),
    (("(8-8-)",) * 6, ()),
    (("(8-8-)7", "(7-7-)6", "(9-9-)2", "(8-8-)K", "(T-T-)3", "(8-8-)5"), ()),
    (("A29", "(8-8-)7 2", "xx3 8", "(7-7-)K 4"), ()),
    (("(8-8-)7", "(9-9-)T", "xxK", "(7-7-)2", "(8-8-)3", "xxQ", "(T-T-)5", "A46"), ()),
    (("A23", "456", "xx7"), ("9-9-K", "8-8-Q", "[A23][A23]J")),
    (("(8-8-)2 3", "A4 5 6", "(7-7-)9 T"), ("(9-9-)J",)),
]


@pytest.mark.parametrize(("cards", "folded"), CHOICES)
def test_ranges_leave_every_rank_as_often_as_it_should_come(cards, folded):
    counts, given, expected, trials = next_cards(prepared(cards, folded))
    for even in (part_of_chance(counts, given, trials), part_of_chance(counts, expected, trials)):
        assert even.mean() <= LEFT
        assert even.max() <= LEFT_OF_ONE


def test_independent_random_deals_would_not_pass():
    chances = np.full((6, 13), 1 / 13)
    counts = np.random.default_rng(1).multinomial(2_000, chances, size=(BATCHES, 6))
    assert part_of_chance(counts, 2_000 * chances, 2_000).mean() > 3 * LEFT


CIRCLES = [(52, 0, (7,) * 6), (52, 1, (6,) * 8), (44, 0, (4,) * 6), (9, 1, (1,) * 8)]


@pytest.mark.parametrize(("size", "common", "hands"), CIRCLES)
def test_cards_of_a_hand_have_different_distances(size, common, hands):
    marks = free_marks(size, common, hands)
    assert sorted(marks) == list(range(size))
    at, often = common, list[int]()
    for cards in hands:
        hand = [*marks[:common], *marks[at : at + cards]]
        at += cards
        distances = [(a - b) % size for a in hand for b in hand if a != b]
        often.append(max(map(distances.count, distances), default=0))
    # A distance of half a turn is one both ways.
    assert max(often) <= 3 + (gcd(size, 2) == 2)
    assert np.mean(often) <= 2.5


@pytest.mark.parametrize("cards", [("[A2]3-A-", "A-A-", "[A2][A2]4"), ("8-8-8-",) * 8, ("x",) * 6, ("A2", "34")])
def test_the_deck_has_a_position_for_every_live_card(cards):
    setup = prepared(cards)
    table = RazzSampler(setup).table
    assert table.homes.sum() == len(table.marks)
    assert ((table.homes >= 0) & (table.homes <= setup.live)).all()


@lean_kernel
def fill(homes, left, vacant, deck):
    fill_deck(homes, left, vacant, deck)


def test_a_rank_keeps_its_positions_in_the_deck_whatever_is_dealt():
    rng = np.random.default_rng(2)
    homes = np.array([3, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 3, 3])
    size = int(homes.sum())
    places = np.repeat(np.arange(13), homes)
    for _ in range(200):
        taken = rng.choice(np.repeat(np.arange(13), 4), 52 - size, replace=False)
        left, deck = 4 - np.bincount(taken, minlength=13), np.full(52, 99, np.uint8)
        fill(homes, left, np.zeros(52, np.int64), deck)
        assert (np.bincount(deck[:size], minlength=13) == left).all()
        kept = np.bincount(deck[:size][deck[:size] == places], minlength=13)
        assert (kept == np.minimum(homes, left)).all()
