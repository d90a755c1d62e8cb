"""The joint result of a showdown, who beats whom and who ties, for side pots: ``orders`` of a Kelly request.

The results of a run know of each player how often he wins and with how many he ties, not in which order the others
follow. Here deals are played out with the places of all players: every one of them where they are few (hold'em), else a
sample with the joint law of the program: hands are drawn independently, and again where two share a card; ranges that
have folded take their cards with them.
"""

import math
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I8, I64, U64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.holdem.prepare import read_holdem
from engine.holdem.setup import HoldemSetup
from engine.jobs import Guard
from engine.kelly.orders import Ranks
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.ranges.orders import Order, find_order
from engine.razz.blocks import deal_table
from engine.razz.replay import recorded
from engine.razz.setup import prepare_razz
from engine.running.workers import AnswerSnapshot, CancelToken, until_cancelled
from engine.scenario import Game, Problem, Scenario, ScenarioError, seat_field

TRIALS = 400_000
MOST_HANDS = 12_000_000
"""Hands to evaluate up to which every deal is played out."""
MOST_TUPLES = 4_000
BATCH = 20_000
FEWEST_OF_BATCH = 20
"""Where fewer draws of a batch fit together the ranges clash too often."""
BOARDS_AT_ONCE = 200_000
RAZZ_BATCH = 4_096
OWN_STREAM = 2
"""Sets these random numbers apart from those of the main run and of its details."""
Counts = dict[Ranks, float]
"""The weight of each ranking."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The counts up to ``progress``, from 0 to 1; ``trials``: how many equal deals they are worth, 0: exact."""

    progress: float
    counts: Counts
    trials: float = 0.0


Steps = Generator[Step, None, None]


def add_places(values: NDArray[np.integer], weights: F64, counts: Counts) -> None:
    """Add showdowns to ``counts``: ``values`` [players, n], larger ones better, and ``weights`` float64[n]."""
    players = len(values)
    better = (values[None] > values[:, None]).sum(axis=1)
    codes, place = np.unique(better.T @ (players ** np.arange(players)), return_inverse=True)
    for code, weight in zip(codes, np.bincount(place, weights, len(codes)), strict=True):
        if weight > 0.0:
            places = tuple(int(code) // players**i % players for i in range(players))
            levels = sorted(set(places))
            ranks = tuple(levels.index(one) for one in places)
            counts[ranks] = counts.get(ranks, 0.0) + float(weight)


@dataclass(frozen=True, slots=True)
class JointOrders:
    """The joint law: ``chances`` (probability, place of each player, hero first, 0 the best; the others by seat).

    ``trials``: how many equal deals the sample is worth, 0 where it is exact.
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
        errors = [math.sqrt(p * (1.0 - p) / self.trials) for p, _ in self.chances if self.trials]
        return max(errors, default=0.0)

    def orders(self) -> list[dict[str, Any]]:
        """Return it as ``orders`` of a Kelly request."""
        return [
            {"p": p, "order": [[i for i, r in enumerate(ranks) if r == place] for place in sorted(set(ranks))]}
            for p, ranks in self.chances
        ]


def run_joint_orders(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
    trials: int = TRIALS,
) -> Iterator[AnswerSnapshot[JointOrders]]:
    """Play out all deals, or ``trials`` of them, with the seed of the run; cancelled: without a final snapshot.
    The answer is the joint law so far, None while an exact one is under way.

    Raises:
        ScenarioError: the table cannot be read, hero is not in the hand or has no opponent, or the ranges clash so
            often that they cannot be drawn.
    """
    if hero not in scenario.active_seats or len(scenario.active_seats) < 2:
        raise ScenarioError(Problem(seat_field(hero), "hero and an opponent who is in the hand are needed"))
    cancel = cancel or CancelToken()
    place = scenario.active_seats.index(hero)
    seats = [place, *(i for i in range(len(scenario.active_seats)) if i != place)]
    stream = SHOWDOWNS[scenario.game](scenario, seats, trials, cancel.guard, orders)
    shown = time.perf_counter()
    for step in until_cancelled(stream, cancel):
        final = step.progress >= 1.0
        if final or time.perf_counter() - shown >= every:
            shown = time.perf_counter()
            law = _law(step.counts, step.trials) if final or step.trials else None
            yield AnswerSnapshot(step.progress, None, law, final)


def _law(counts: Counts, trials: float) -> JointOrders:
    total = math.fsum(counts.values())
    return JointOrders(tuple((count / total, ranks) for ranks, count in sorted(counts.items())), round(trials))


def holdem_showdowns(
    scenario: Scenario, seats: list[int], trials: int, guard: Guard, orders: Iterable[Order] = ()
) -> Steps:
    """Yield the counts so far; ``seats``: the active ones, hero first, by their place among them.

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
    result: list[tuple[tuple[int, ...], float, int]] = [((), 1.0, 0)]
    for weights in setup.weights:
        held = [(int(c), float(weights[c]), int(COMBO_MASKS[c])) for c in np.flatnonzero(weights)]
        if len(held) > most:
            return None
        result = [
            ((*combos, c), weight * w, used | mask)
            for combos, weight, used in result
            for c, w, mask in held
            if not used & mask
        ]
        if len(result) > most:
            return None
    return [(combos, weight) for combos, weight, _ in result]


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
    """Return whole boards: the cards that lie there and those to come, int8[n, 5]."""
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


def razz_showdowns(scenario: Scenario, seats: list[int], trials: int, guard: Guard, _: Iterable[Order] = ()) -> Steps:
    """Yield the counts so far; ``seats``: the active ones, hero first, by their place among them.

    Raises:
        ScenarioError: the table cannot be read.
    """
    setup = prepare_razz(scenario)
    table, state = deal_table(setup, guard)[0], seed_state(setup.seed, 0, OWN_STREAM)
    counts: Counts = {}
    total = squares = 0.0
    for done in range(RAZZ_BATCH, trials + RAZZ_BATCH, RAZZ_BATCH):
        guard()
        deals = recorded(RAZZ_BATCH, table, state)
        add_places(-deals.values[:, seats].T, deals.weights, counts)
        total, squares = total + float(deals.weights.sum()), squares + float(deals.weights @ deals.weights)
        yield Step(min(done / trials, 1.0), counts, total * total / squares if squares else 0.0)


SHOWDOWNS: Mapping[Game, Callable[[Scenario, list[int], int, Guard, Iterable[Order]], Steps]] = {
    "holdem": holdem_showdowns,
    "razz": razz_showdowns,
}
"""The function of each game that plays its deals out."""
