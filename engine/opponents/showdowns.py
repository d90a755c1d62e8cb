"""The joint result of a showdown, who beats whom and who ties, for side pots: ``orders`` of a Kelly request.

The results of a run know of each player how often he wins and with how many he ties, not in which order the others
follow. Here deals are played out with all places kept: every one of them where they are few enough, else a sample with
the joint law of the program (hands drawn independently, and again where two share a card; ranges that have folded take
their cards with them).
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.holdem.prepare import read_holdem
from engine.holdem.setup import HoldemSetup
from engine.kelly.orders import Ranks
from engine.kernels.holdem.high import evaluate_hands
from engine.opponents.table import check_game
from engine.ranges.orders import Order, find_order
from engine.running.workers import CancelToken
from engine.scenario import Problem, Scenario, ScenarioError, seat_field
from engine.tables import high_tables

MOST_HANDS = 12_000_000
"""Hands to evaluate up to which every deal is played out."""
MOST_TUPLES = 4_000
TRIALS = 400_000
BATCH = 20_000
FEWEST_OF_BATCH = 20
"""Where fewer draws of a batch fit together the ranges clash too often."""
BOARDS_AT_ONCE = 200_000

Cards = NDArray[np.int8]
Counts = dict[Ranks, float]


@dataclass(frozen=True, slots=True)
class JointOrders:
    """The joint law: ``chances`` (probability, place of each player, hero first, 0 the best; the others by seat).

    ``trials``: how many deals were sampled, 0 where it is exact.
    """

    chances: tuple[tuple[float, Ranks], ...]
    trials: int = 0

    @property
    def exact(self) -> bool:
        """Whether every deal was counted."""
        return self.trials == 0

    @property
    def stderr(self) -> float:
        """The largest standard error of a probability; 0 where it is exact."""
        return (
            max((math.sqrt(p * (1.0 - p) / self.trials) for p, _ in self.chances), default=0.0) if self.trials else 0.0
        )

    def orders(self) -> list[dict[str, Any]]:
        """Return it as ``orders`` of a Kelly request."""
        return [
            {"p": p, "order": [[i for i, r in enumerate(ranks) if r == place] for place in sorted(set(ranks))]}
            for p, ranks in self.chances
        ]


@dataclass(frozen=True, slots=True)
class OrdersSnapshot:
    """How far the work is, from 0 to 1; the joint law so far, None while an exact one is under way."""

    progress: float
    law: JointOrders | None
    final: bool = False


def joint_orders(scenario: Scenario, hero: int, *, orders: Iterable[Order] = (), trials: int = TRIALS) -> JointOrders:
    """Work the joint law out to the end.

    Raises:
        ScenarioError: as ``run_joint_orders``.
    """
    last = None
    for snapshot in run_joint_orders(scenario, hero, orders=orders, trials=trials):
        last = snapshot.law
    assert last is not None
    return last


def run_joint_orders(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
    trials: int = TRIALS,
) -> Iterator[OrdersSnapshot]:
    """Play out all deals, or ``trials`` of them, with the seed of the run; cancelled: without a final snapshot.

    Raises:
        ScenarioError: the table cannot be read, the game has no ranges of combos, hero is not in the hand, or the
            ranges clash so often that they cannot be drawn.
    """
    cancel = cancel or CancelToken()
    check_game(scenario)
    setup, _ = read_holdem(scenario, find_order(scenario.order, orders))
    if hero not in scenario.active_seats or len(scenario.active_seats) < 2:
        raise ScenarioError(Problem(seat_field(hero), "hero and an opponent who is in the hand are needed"))
    place = scenario.active_seats.index(hero)
    seats = [place, *(i for i in range(len(setup.weights)) if i != place)]
    tuples = _tuples(setup)
    stream = _sampled(setup, seats, trials) if tuples is None else _exact(setup, seats, tuples)
    shown = time.perf_counter()
    for progress, counts, tried in stream:
        if cancel.cancelled:
            return
        final = progress >= 1.0
        if final or time.perf_counter() - shown >= every:
            shown = time.perf_counter()
            yield OrdersSnapshot(progress, _law(counts, tried) if final or tried else None, final)


def _law(counts: Counts, tried: int) -> JointOrders:
    total = math.fsum(counts.values())
    return JointOrders(tuple((count / total, ranks) for ranks, count in sorted(counts.items())), tried)


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


Stream = Iterator[tuple[float, Counts, int]]
"""Progress, counts of each ranking, trials so far (0: exact)."""


def _exact(setup: HoldemSetup, seats: list[int], tuples: list[tuple[tuple[int, ...], float]]) -> Stream:
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
            yield min((i + first / len(boards)) / len(tuples), 0.999), counts, 0
    yield 1.0, counts, 0


def _sampled(setup: HoldemSetup, seats: list[int], trials: int) -> Stream:
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
        yield min(tried / trials, 1.0), counts, tried


def _drawn(
    setup: HoldemSetup, random: np.random.Generator, known: np.uint64
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
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


def _whole(setup: HoldemSetup, boards: Cards) -> Cards:
    """Return the cards that come behind those that lie there, int8[n, 5]."""
    there = np.array(setup.board, dtype=np.int8)
    return np.concatenate([np.broadcast_to(there, (len(boards), len(there))), boards], axis=1)


def _count(hands: Cards, boards: Cards, weight: float, counts: Counts) -> None:
    """Add the places of each showdown: ``hands`` int8[n, players, 2], ``boards`` int8[n, 5]."""
    players = hands.shape[1]
    values = np.zeros((players, len(boards)), dtype=np.uint16)
    for player in range(players):
        cards = np.ascontiguousarray(np.concatenate([hands[:, player], boards], axis=1))
        evaluate_hands(cards, high_tables(), values[player])
    better = (values[None] > values[:, None]).sum(axis=1)
    codes, sizes = np.unique(better.T @ (players ** np.arange(players)), return_counts=True)
    for code, size in zip(codes, sizes, strict=True):
        places = tuple(int(code) // players**i % players for i in range(players))
        levels = sorted(set(places))
        ranks = tuple(levels.index(place) for place in places)
        counts[ranks] = counts.get(ranks, 0.0) + weight * float(size)
