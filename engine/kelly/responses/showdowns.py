"""The joint result of a showdown for side pots, ``orders`` of a Kelly request: who beats hero and whom he beats.

The result of a run contains how often each player wins and with how many he ties, but not who else beats hero when one
opponent does. Here deals are played out: all of them if they are few (hold'em), and otherwise a sample from the joint
distribution. Hands are drawn independently, and a draw in which two share a card is discarded; folded ranges take their
cards out of the deck. The ranking of the opponents among each other does not matter to hero, so n opponents have at
most 3^n orders.
"""

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import F64, I8, I64, U64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.equity.holdem.prepare import read_holdem
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import CancelCheck
from engine.equity.razz.blocks import deal_table
from engine.equity.razz.replay import record_deals
from engine.equity.razz.setup import prepare_razz
from engine.equity.snapshots import AnswerSnapshot, Pace, Snapshots, with_workers
from engine.equity.workers import CancelToken, Workers
from engine.kelly.finishing_orders import JointResult, Ranks
from engine.kernels.common.rng import seed_state
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.ranges.orders import Order, find_order
from engine.scenario import GameTable, Problem, Scenario, ScenarioError, seat_field

TRIALS = 400_000
MAX_EVALUATIONS = 12_000_000
"""Every deal is played out if at most this number of hands has to be evaluated; otherwise deals are sampled."""
MAX_HOLDINGS = 4_000
BATCH = 20_000
MIN_BATCH_DRAWS = 20
"""If fewer draws of a batch have no card twice, the ranges overlap too much to be sampled."""
BOARD_BATCH = 200_000
RAZZ_BATCH = 4_096
SHOWDOWN_STREAM = 2
"""The random stream, different from those of the main run and of its details."""
RESULTS = 3
"""The number of results of an opponent: 0 he loses to hero, 1 he ties, 2 he beats hero."""


@dataclass(frozen=True, slots=True, eq=False)
class ShowdownStep:
    """The counts up to ``progress``, from 0 to 1; ``trials``: how many equal deals they are worth, 0: exact.

    ``counts`` float64[3^opponents]: the weight of each order, whose number has the digit 0, 1 or 2 (``RESULTS``) of the
    first opponent last.
    """

    progress: float
    counts: F64
    trials: float = 0.0


ShowdownSteps = Generator[ShowdownStep, None, None]


def no_counts(players: int) -> F64:
    """Return zero counts for ``players`` players: float64[3^(players - 1)], one for each order."""
    return np.zeros(RESULTS ** (players - 1))


def count_orders(values: NDArray[np.integer], weights: F64, counts: F64) -> None:
    """Add showdowns to ``counts``: ``values`` [players, n], hero first, larger ones better; ``weights`` float64[n]."""
    hero, others = values[0], values[1:]
    # The results of the opponents are the digits of the order's number in base 3.
    ways = (others == hero) + 2 * (others > hero)
    numbers = ways.T @ (RESULTS ** np.arange(len(others)))
    counts += np.bincount(numbers, weights, len(counts))


def finishing_order(number: int, opponents: int) -> Ranks:
    """Return the ranks of an order by its number, hero's first, 0 the best."""
    ways = [number // RESULTS**i % RESULTS for i in range(opponents)]
    own = int(2 in ways)
    return (own, *((own + 1, own, 0)[way] for way in ways))


def run_joint_result(
    scenario: Scenario,
    hero: int,
    *,
    cancel: CancelToken | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
    trials: int = TRIALS,
) -> Iterator[AnswerSnapshot[JointResult]]:
    """Yield the joint result of all deals, or of ``trials`` sampled with the seed of the table.

    The answer of a snapshot is the joint distribution so far, or None while an exact one is being computed. If
    cancelled, there is no final snapshot.

    Raises:
        ScenarioError: the table cannot be read, hero is not in the hand or has no opponent, or the ranges overlap too
            much to be drawn.
    """
    if hero not in scenario.active_seats or len(scenario.active_seats) < 2:
        raise ScenarioError(Problem(seat_field(hero), "hero and an opponent who is in the hand are needed"))
    players = (hero, *(seat for seat in scenario.active_seats if seat != hero))
    seats = [scenario.active_seats.index(seat) for seat in players]
    count_showdowns, pace = SHOWDOWNS[scenario.game], Pace(every)

    def snapshots(pool: Workers) -> Snapshots[JointResult]:
        for step in count_showdowns(scenario, seats, trials, pool.cancel.check_cancelled, orders):
            if pace.due(always=(final := step.progress >= 1.0)):
                joint = _joint_result(players, step) if final or step.trials else None
                yield pace.snapshot(step.progress, joint, final=final)

    yield from with_workers(snapshots, cancel, in_place=True)


def _joint_result(players: tuple[int, ...], step: ShowdownStep) -> JointResult:
    total, opponents = math.fsum(step.counts), len(players) - 1
    numbers = np.flatnonzero(step.counts)
    chances = ((float(step.counts[n]) / total, finishing_order(int(n), opponents)) for n in numbers)
    return JointResult(players, tuple(sorted(chances, key=lambda chance: chance[1])), round(step.trials))


def holdem_showdowns(
    scenario: Scenario, seats: list[int], trials: int, check_cancelled: CancelCheck, orders: Iterable[Order] = ()
) -> ShowdownSteps:
    """Yield the counts so far; ``seats``: the active ones, hero first, by their index among the active seats.

    Raises:
        ScenarioError: the table cannot be read, or its ranges overlap too much to be drawn.
    """
    setup, _ = read_holdem(scenario, find_order(scenario.order, orders))
    tuples = _tuples(setup)
    stream = _sampled(setup, seats, trials) if tuples is None else _exact(setup, seats, tuples)
    for step in stream:
        check_cancelled()
        yield step


def _tuples(setup: HoldemSetup) -> list[tuple[tuple[int, ...], float]] | None:
    """Return all combinations of hands of the active seats with their weights, or None if there are too many."""
    if len(setup.folded):
        return None
    boards = math.comb(DECK_SIZE - len(setup.board) - len(setup.dead) - 2 * len(setup.weights), 5 - len(setup.board))
    max_tuples = min(MAX_HOLDINGS, MAX_EVALUATIONS // max(boards * len(setup.weights), 1))
    result: list[tuple[tuple[int, ...], float, int]] = [((), 1.0, 0)]
    for weights in setup.weights:
        hands = [(int(c), float(weights[c]), int(COMBO_MASKS[c])) for c in np.flatnonzero(weights)]
        if len(hands) > max_tuples:
            return None
        result = [
            ((*combos, c), weight * w, used | mask)
            for combos, weight, used in result
            for c, w, mask in hands
            if not used & mask
        ]
        if len(result) > max_tuples:
            return None
    return [(combos, weight) for combos, weight, _ in result]


def _exact(setup: HoldemSetup, seats: list[int], tuples: list[tuple[tuple[int, ...], float]]) -> ShowdownSteps:
    """Play out every board for each combination of hands."""
    counts = no_counts(len(seats))
    missing = 5 - len(setup.board)
    known = card_mask((*setup.board, *setup.dead))
    for i, (combos, weight) in enumerate(tuples):
        used = known | int(np.bitwise_or.reduce(COMBO_MASKS[list(combos)]))
        free = [card for card in range(DECK_SIZE) if not used >> card & 1]
        boards = np.array(list(combinations(free, missing)), dtype=np.int8).reshape(-1, missing)
        hands = np.array([COMBOS[combos[seat]] for seat in seats], dtype=np.int8)
        for first in range(0, len(boards), BOARD_BATCH):
            some = boards[first : first + BOARD_BATCH]
            _count(np.repeat(hands[None], len(some), axis=0), _complete_boards(setup, some), weight, counts)
            yield ShowdownStep(min((i + first / len(boards)) / len(tuples), 0.999), counts)
    yield ShowdownStep(1.0, counts)


def _sampled(setup: HoldemSetup, seats: list[int], trials: int) -> ShowdownSteps:
    """Draw hands of all ranges and the missing board cards, until ``trials`` deals are counted; yield after each batch.

    ``seats``: the active seats, hero first. Hands are drawn independently, and deals in which two share a card are
    discarded, so that the remaining ones have the joint distribution.
    """
    random = np.random.Generator(np.random.PCG64(setup.seed))
    counts = no_counts(len(seats))
    tried = 0
    known = np.uint64(card_mask((*setup.board, *setup.dead)))
    missing = 5 - len(setup.board)
    while tried < trials:
        combos, used = _drawn(setup, random, known)
        if len(combos) < MIN_BATCH_DRAWS:
            raise ScenarioError(Problem("seats", "the ranges clash too often to draw hands from them"))
        keys = random.random((len(combos), DECK_SIZE))
        # The cards with the smallest random keys are a random board; cards in use get keys above all others.
        keys[(used[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64)) & np.uint64(1) != 0] = 2.0
        boards = np.argpartition(keys, max(missing - 1, 0), axis=1)[:, :missing].astype(np.int8)
        hands = COMBOS[combos[:, seats]].astype(np.int8)
        _count(hands, _complete_boards(setup, boards), 1.0, counts)
        tried += len(combos)
        yield ShowdownStep(min(tried / trials, 1.0), counts, tried)


def _drawn(setup: HoldemSetup, random: np.random.Generator, known: np.uint64) -> tuple[I64, U64]:
    """Draw hands for all seats; return the combos of the active ones, int64[n, seats], and the masks of used cards.

    Draws in which two hands share a card are left out.
    """
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


def _complete_boards(setup: HoldemSetup, boards: I8) -> I8:
    """Return complete boards, int8[n, 5]: the known board cards followed by ``boards``."""
    known = np.array(setup.board, dtype=np.int8)
    return np.concatenate([np.broadcast_to(known, (len(boards), len(known))), boards], axis=1)


def _count(hands: I8, boards: I8, weight: float, counts: F64) -> None:
    """Add the order of each showdown: ``hands`` int8[n, players, 2], ``boards`` int8[n, 5]."""
    players = hands.shape[1]
    values = np.zeros((players, len(boards)), dtype=np.uint16)
    for player in range(players):
        cards = np.ascontiguousarray(np.concatenate([hands[:, player], boards], axis=1))
        evaluate_hands(cards, high_tables(), values[player])
    count_orders(values, np.full(len(boards), weight), counts)


def razz_showdowns(
    scenario: Scenario, seats: list[int], trials: int, check_cancelled: CancelCheck, _: Iterable[Order] = ()
) -> ShowdownSteps:
    """Yield the counts so far; ``seats``: the active ones, hero first, by their index among the active seats.

    Raises:
        ScenarioError: the table cannot be read.
    """
    setup = prepare_razz(scenario)
    table, state = deal_table(setup, check_cancelled)[0], seed_state(setup.seed, 0, SHOWDOWN_STREAM)
    counts = no_counts(len(seats))
    total = squares = 0.0
    for done in range(RAZZ_BATCH, trials + RAZZ_BATCH, RAZZ_BATCH):
        check_cancelled()
        deals = record_deals(RAZZ_BATCH, table, state)
        count_orders(-deals.values[:, seats].T, deals.weights, counts)
        # Weighted deals are worth (sum w)^2 / sum w^2 deals of equal weight (Kish's effective sample size).
        total, squares = total + float(deals.weights.sum()), squares + float(deals.weights @ deals.weights)
        yield ShowdownStep(min(done / trials, 1.0), counts, total * total / squares if squares else 0.0)


SHOWDOWNS: GameTable[Callable[[Scenario, list[int], int, CancelCheck, Iterable[Order]], ShowdownSteps]] = GameTable(
    "sampled showdowns",
    {
        "holdem": holdem_showdowns,
        "razz": razz_showdowns,
    },
)
"""The function of each game that plays its deals out."""
