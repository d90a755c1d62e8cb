"""One sweep of every board for all hands of hero, against the sums hand by hand and against every deal."""

import numpy as np
import pytest

from engine.cards import COMBOS
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from engine.preflop.sums import FlopSums, Task
from engine.preflop.sweep import FlopSweep
from tests.engine.preflop_tables import Table, check_against_every_deal

TASKS = [Task((0,), (True,)), Task((0, 1), (True, True)), Task((1, 0), (True, False))]


def swept(patch, by_sweep, hero, ranges, tasks, dead):
    """Return the sums of all flops, by a sweep or hand by hand."""
    patch.setattr(FlopSweep, "operations", 0.0 if by_sweep else float("inf"))
    sums = FlopSums(hero, ranges, tasks, dead, lambda: None)
    for part in sums.parts():
        sums.take(part())
    return sums.result()


def same(patch, hero, ranges, tasks, dead):
    """Check that both ways find the same shares; return how many hands they were."""
    result, right = (swept(patch, by_sweep, hero, ranges, tasks, dead) for by_sweep in (True, False))
    assert len(result) == len(right)
    for one, other in zip(result, right, strict=True):
        assert np.array_equal(one.weights, other.weights)
        assert one.shares == pytest.approx(other.shares, abs=1e-11)
    return sum(len(one.combos) for one in result)


def on_deck(weights, deck):
    """Return weights float64[.., 1326] without combos of cards that are not in the deck."""
    return weights * np.isin(COMBOS, deck).all(axis=1)


@pytest.mark.parametrize("seed", range(3))
def test_lopsided_ranges_on_small_decks(monkeypatch, seed):
    """Decks with much of one suit, few ranks, and anything."""
    rng = np.random.default_rng(seed)
    cards = ([*range(0, 52, 4), 1, 5, 50, 51], [*range(28, 44), 3], list(range(52)))[seed % 3]
    deck = np.sort(rng.choice(cards, 13, replace=False))
    ranges = rng.choice([0.0, 0.0, 1.0, 1.0, 0.3], (2, len(COMBOS)))
    hero = on_deck(np.ones(len(COMBOS)), deck)
    dead = tuple(card for card in range(52) if card not in deck)
    assert same(monkeypatch, hero, on_deck(ranges, deck), TASKS, dead) == 78


def test_ranges_that_are_alike_in_all_suits(monkeypatch):
    """Flops and hands are then counted once for all that are alike."""
    deck = np.arange(24, 52)
    rng = np.random.default_rng(1)
    whole = rng.choice([0.0, 1.0, 0.5], (2, len(COMBOS)))
    index = {(int(a), int(b)): k for k, (a, b) in enumerate(COMBOS)}
    for suits in SUIT_PERMUTATIONS:
        moved = [sorted((int(c) & ~3 | suits[c & 3] for c in cards), reverse=True) for cards in COMBOS]
        whole = np.minimum(whole, whole[:, [index[a, b] for a, b in moved]])
    assert whole.any(axis=1).all()
    hero = on_deck(np.ones(len(COMBOS)), deck)
    assert same(monkeypatch, hero, on_deck(whole, deck), TASKS[1:], tuple(range(24))) == 49


def test_the_hands_are_cut_into_blocks(monkeypatch):
    monkeypatch.setattr("engine.preflop.sweep.MAX_NUMBERS", 100_000)
    rng = np.random.default_rng(5)
    deck = np.sort(rng.choice(52, 14, replace=False))
    ranges = on_deck(rng.choice([0.0, 1.0], (2, len(COMBOS))), deck)
    dead = tuple(card for card in range(52) if card not in deck)
    hero = on_deck(np.ones(len(COMBOS)), deck)
    assert same(monkeypatch, hero, ranges, TASKS[:2], dead) == 91


@pytest.mark.parametrize("seed", range(2))
def test_two_opponents_against_every_deal(monkeypatch, seed):
    monkeypatch.setattr(FlopSweep, "operations", 0.0)
    check_against_every_deal(Table(seed, folded=False))


def test_the_numbers_do_not_depend_on_the_threads(monkeypatch):
    monkeypatch.setattr(FlopSweep, "operations", 0.0)
    request = read_preflop_request(Table(3, folded=False).request)
    one, two = (solve_preflop(request, workers=workers) for workers in (1, 2))
    assert one.to_json() == two.to_json()
