"""Hold'em deals with the places of all players kept: every one of them where they are few, else a sample.

The sample has the joint law of the program: hands are drawn independently, and again where two share a card; ranges
that have folded take their cards with them.
"""

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from engine.arrays import I8, I64, U64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.holdem.prepare import read_holdem
from engine.holdem.setup import HoldemSetup
from engine.jobs import Guard
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.opponents.places import Counts, Step, Steps, add_places
from engine.ranges.orders import Order, find_order
from engine.scenario import Problem, Scenario, ScenarioError

MOST_HANDS = 12_000_000
"""Hands to evaluate up to which every deal is played out."""
MOST_TUPLES = 4_000
BATCH = 20_000
FEWEST_OF_BATCH = 20
"""Where fewer draws of a batch fit together the ranges clash too often."""
BOARDS_AT_ONCE = 200_000


def holdem_showdowns(
    scenario: Scenario, seats: list[int], trials: int, guard: Guard, orders: Iterable[Order] = ()
) -> Steps:
    """Yield what has been counted so far; ``seats``: the active ones, hero first, by their place among them.

    Raises:
        ScenarioError: the table cannot be read, or its ranges clash so often that they cannot be drawn.
    """
    setup, _ = read_holdem(scenario, find_order(scenario.order, orders))
    tuples = _tuples(setup)
    stream = _sampled(setup, seats, trials) if tuples is None else _exact(setup, seats, tuples)
    for step in stream:
        guard()
        yield step


def _tuples(setup: HoldemSetup) -> list[tuple[tuple[int, ...], float]] | None:
    """Return all hands that the active seats can hold together, with their weights; None where there are too many."""
    if len(setup.folded):
        return None
    boards = math.comb(DECK_SIZE - len(setup.board) - len(setup.dead) - 2 * len(setup.weights), 5 - len(setup.board))
    most = min(MOST_TUPLES, MOST_HANDS // max(boards * len(setup.weights), 1))
    found: list[tuple[tuple[int, ...], float, int]] = [((), 1.0, 0)]
    for weights in setup.weights:
        held = [(int(c), float(weights[c]), int(COMBO_MASKS[c])) for c in np.flatnonzero(weights)]
        if len(held) > most:
            return None
        found = [
            ((*combos, c), weight * w, used | mask)
            for combos, weight, used in found
            for c, w, mask in held
            if not used & mask
        ]
        if len(found) > most:
            return None
    return [(combos, weight) for combos, weight, _ in found]


def _exact(setup: HoldemSetup, seats: list[int], tuples: list[tuple[tuple[int, ...], float]]) -> Steps:
    counts: Counts = {}
    missing = 5 - len(setup.board)
    known = card_mask((*setup.board, *setup.dead))
    for i, (combos, weight) in enumerate(tuples):
        used = known | int(np.bitwise_or.reduce(COMBO_MASKS[list(combos)]))
        free = [card for card in range(DECK_SIZE) if not used >> card & 1]
        boards = np.array(list(combinations(free, missing)), dtype=np.int8).reshape(-1, missing)
        hands = np.array([COMBOS[combos[seat]] for seat in seats], dtype=np.int8)
        for first in range(0, len(boards), BOARDS_AT_ONCE):
            some = boards[first : first + BOARDS_AT_ONCE]
            _count(np.repeat(hands[None], len(some), axis=0), _whole(setup, some), weight, counts)
            yield Step(min((i + first / len(boards)) / len(tuples), 0.999), counts)
    yield Step(1.0, counts)


def _sampled(setup: HoldemSetup, seats: list[int], trials: int) -> Steps:
    random = np.random.Generator(np.random.PCG64(setup.seed))
    counts: Counts = {}
    tried = 0
    known = np.uint64(card_mask((*setup.board, *setup.dead)))
    missing = 5 - len(setup.board)
    while tried < trials:
        combos, used = _drawn(setup, random, known)
        if len(combos) < FEWEST_OF_BATCH:
            raise ScenarioError(Problem("seats", "the ranges clash too often to draw hands from them"))
        keys = random.random((len(combos), DECK_SIZE))
        keys[(used[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64)) & np.uint64(1) != 0] = 2.0
        boards = np.argpartition(keys, max(missing - 1, 0), axis=1)[:, :missing].astype(np.int8)
        hands = COMBOS[combos[:, seats]].astype(np.int8)
        _count(hands, _whole(setup, boards), 1.0, counts)
        tried += len(combos)
        yield Step(min(tried / trials, 1.0), counts, tried)


def _drawn(setup: HoldemSetup, random: np.random.Generator, known: np.uint64) -> tuple[I64, U64]:
    """Return combos of the active seats that go together, int64[n, seats], and all cards in use."""
    combos = np.zeros((BATCH, len(setup.weights)), dtype=np.int64)
    used = np.full(BATCH, known, dtype=np.uint64)
    fits = np.ones(BATCH, dtype=bool)
    for seat, weights in enumerate(np.concatenate([setup.weights, setup.folded])):
        upto = np.cumsum(weights)
        drawn = np.minimum(np.searchsorted(upto, random.random(BATCH) * upto[-1], side="right"), len(upto) - 1)
        masks = COMBO_MASKS[drawn]
        fits &= (masks & used) == 0
        used |= masks
        if seat < len(setup.weights):
            combos[:, seat] = drawn
    return combos[fits], used[fits]


def _whole(setup: HoldemSetup, boards: I8) -> I8:
    """Return the cards that come behind those that lie there, int8[n, 5]."""
    there = np.array(setup.board, dtype=np.int8)
    return np.concatenate([np.broadcast_to(there, (len(boards), len(there))), boards], axis=1)


def _count(hands: I8, boards: I8, weight: float, counts: Counts) -> None:
    """Add the places of each showdown: ``hands`` int8[n, players, 2], ``boards`` int8[n, 5]."""
    players = hands.shape[1]
    values = np.zeros((players, len(boards)), dtype=np.uint16)
    for player in range(players):
        cards = np.ascontiguousarray(np.concatenate([hands[:, player], boards], axis=1))
        evaluate_hands(cards, high_tables(), values[player])
    add_places(values, np.full(len(boards), weight), counts)
