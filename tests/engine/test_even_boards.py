"""Every card to come equally often before the flop: how often it is on the board in the trials of many tables."""

import numpy as np
import pytest

from engine.cards import COMBOS
from engine.equity.holdem.sampler import HoldemSampler
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.deal_high import deal_group
from engine.kernels.holdem.high import card_bits
from engine.kernels.jit import lean_kernel
from tests.reference.holdem_setups import prepared

WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"
SIX = ("QQ+,AKs", "TT+,AQs+", "88+,AJs+", "22+,A2s+", "JTs,T9s,98s", WIDE)
DRAW = ("AhKh", "22+,ATs+", "15%", "random", "30%")
ANY = "random"
BATCHES, TRIALS = 60, 4_000
MOST = 1 << 40


@lean_kernel
def count_boards(trials, shape, plan, state, work, bits, dead, counts, expected):
    """Count the cards of boards, and the chances that these cards had beside the hands drawn; return the trials."""
    done = 0
    while done < trials:
        tuples, size = deal_group(MOST, shape, plan, state, work)
        for i in range(size):
            held, board, live = dead, work.words.board_suits[i], 0
            held |= work.draws.masks[0, i % tuples]
            for card in range(52):
                live += int((held & bits[card]) == 0)
            for card in range(52):
                expected[card] += 5.0 / live * ((held & bits[card]) == 0)
                counts[card] += int((board & bits[card]) > 0)
        done += size
    return done


def fixed(setup):
    """Return the cards of all particular hands."""
    hands = [weights for weights in setup.weights if np.count_nonzero(weights) == 1]
    return [card for weights in hands for card in COMBOS[int(np.argmax(weights))].tolist()]


def boards(seats, folded=()):
    """Return how often each card was on the board, int64[batches, 52], what is expected, and the trials of a batch."""
    setup = prepared(*seats, folded=folded)
    sampler = HoldemSampler(setup)
    dealer = sampler.dealer
    shape = dealer.shape(sampler.chunk_trials, sampler.rests)
    work, state, bits = dealer.work(shape), seed_state(3, 0), card_bits()
    dead = np.bitwise_or.reduce(bits[fixed(setup)], initial=np.uint64(0))
    counts, expected = np.zeros((BATCHES, 52), np.int64), np.zeros((BATCHES, 52))
    trials = [
        count_boards(TRIALS, shape, dealer.plan, state, work, bits, dead, row, chance)
        for row, chance in zip(counts, expected, strict=True)
    ]
    return counts, expected, np.array(trials)[:, None]


def part_of_chance(counts, expected, trials):
    """Return the variance of counts as a part of that of plain chance; nothing where that is none."""
    plain = (expected * (1 - expected / trials)).mean(axis=0)
    result = ((counts - expected) ** 2).mean(axis=0)
    return (result / np.maximum(plain, 1e-9))[plain > 1.0]


TABLES = [
    (DRAW, (), 0.3),
    (SIX, (), 0.45),
    ((WIDE,) * 9, (), 0.55),
    (("AA,KK,QQ",) * 6, (), 0.02),
    ((WIDE, "88+,AJs+"), (WIDE, "30%", "15%"), 0.45),
    ((WIDE, ANY, ANY), (WIDE, WIDE), 0.35),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "folded", "most"), TABLES)
def test_boards_before_the_flop_have_each_card_as_often_as_the_hands_leave_it(seats, folded, most):
    counts, expected, trials = boards(seats, folded)
    assert part_of_chance(counts, expected, trials).mean() <= most
    by_rank = [rows.reshape(BATCHES, 13, 4).sum(axis=2) for rows in (counts, expected)]
    assert part_of_chance(*by_rank, 5 * trials).mean() <= most
    by_suit = [rows.reshape(BATCHES, 13, 4).sum(axis=1) for rows in (counts, expected)]
    assert part_of_chance(*by_suit, 5 * trials).mean() <= most


def test_plain_chance_would_not_pass():
    chances = np.full(52, 5 / 52)
    counts = np.random.default_rng(1).binomial(TRIALS, chances, (BATCHES, 52))
    assert part_of_chance(counts, np.tile(TRIALS * chances, (BATCHES, 1)), TRIALS).mean() > 0.8


@pytest.mark.parametrize("seats", [(ANY,) * 6, ("AhKh", *(ANY,) * 5), ("AhKh", "QsQd", ANY, ANY)])
def test_without_ranges_every_card_is_on_the_board_exactly_equally_often(seats):
    setup = prepared(*seats)
    sampler = HoldemSampler(setup)
    dealer = sampler.dealer
    shape = dealer.shape(sampler.chunk_trials, sampler.rests)
    work, state, counts = dealer.work(shape), seed_state(4, 0), np.zeros(52, np.int64)
    deal_one_group(shape, dealer.plan, state, work)
    words = work.windows.words.board_suits
    for card, bit in enumerate(card_bits()):
        counts[card] = ((words & bit) > 0).sum()
    live = np.setdiff1d(np.arange(52), fixed(setup))
    assert len(words) == shape.rests == sampler.rests
    assert (counts[live] * len(live) == 5 * shape.rests).all()
    assert counts.sum() == 5 * shape.rests


@lean_kernel
def deal_one_group(shape, plan, state, work):
    deal_group(MOST, shape, plan, state, work)
