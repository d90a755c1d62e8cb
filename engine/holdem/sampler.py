"""Sampling of any table: ten seats, weighted ranges, folded ranges."""

from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBOS
from engine.holdem.deck import available, to_come
from engine.holdem.estimates import estimates
from engine.holdem.joint import HandList, joint_lists
from engine.holdem.setup import HoldemSetup
from engine.jobs import Tally
from engine.kernels.deal_high import DealPlan, DealTally, DealWork, deal_trials
from engine.kernels.high import CATEGORIES
from engine.kernels.rng import seed_state
from engine.results import Estimate
from engine.tables import high_tables

CHUNK_COST = 12e6
SMALLEST_CHUNK = 1_024
LARGEST_CHUNK = 1 << 20
DEAR_HOLE_CARDS = 200.0
BOARDS_FOR_DEAR_HOLE_CARDS = 64
PILOT_GROUPS = 256
DESIGN_EFFECT = 1.5
RARE = 0.02
PILOT_SEED = 52

COST_OF_HOLE_CARDS = 7.0
COST_OF_CARD = 2.2
COST_OF_VALUE = 4.5
"""Nanoseconds of one core of the reference machine; they shape chunks and groups, never a number."""


class HoldemSampler:
    """Draws the joint law (:class:`engine.jobs.SampledJob`); see ``engine.kernels.deal_high`` for the method.

    The tally: ``shares`` [seats, seats], ``categories`` [seats, 9], ``squares`` and ``products`` [seats],
    ``groups`` [2] and, for a single seat with a board, ``made`` [9].
    """

    def __init__(self, setup: HoldemSetup) -> None:
        self._setup = setup
        self._seats = len(setup.weights)
        self._deck = np.flatnonzero(available(setup))
        uniform = [_is_uniform(weights, self._deck) for weights in setup.weights]
        self._uniform = np.flatnonzero(uniform)
        lists = _ranged(setup, self._deck)
        self._lists = joint_lists(lists)
        hands_dealt = len(self._uniform) + len(lists)
        self._shuffled = max((len(self._deck) - 2 * hands_dealt) // max(to_come(setup), 1), 1)
        self._boards = self._chosen_boards()

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk: a power of two, worth about 10 ms."""
        board, holes = self._costs()
        trials = CHUNK_COST / (board + holes / self._boards)
        return 1 << int(min(max(log2(trials), log2(SMALLEST_CHUNK)), log2(LARGEST_CHUNK)))

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of the first ``trials`` trials of stream ``chunk``."""
        return self._deal(trials, self._boards, seed_state(self._setup.seed, chunk))

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        parts = self._parts(tally)
        made = parts["made"] if len(parts["made"]) else None
        return estimates(parts["shares"], parts["categories"], self._stderr(parts, trials), made)

    def details(self, tally: Tally, trials: int) -> dict[str, Any]:
        """Return the requested details: none are counted."""
        return {}

    def _deal(self, trials: int, boards: int, state: NDArray[np.uint64]) -> Tally:
        seats, made = self._seats, self._made_size
        board = np.array(self._setup.board, dtype=np.int64)
        plan = DealPlan(self._lists.arrays, self._uniform, self._deck.copy(), board, COMBOS, high_tables())
        i = np.int64
        tally = DealTally(
            np.zeros((seats, seats), i), np.zeros((seats, CATEGORIES), i), np.zeros(made, i), np.zeros(seats),
            np.zeros(seats), np.zeros(2),
        )  # fmt: skip
        work = DealWork(
            np.zeros(seats, np.uint64), np.zeros(seats, np.uint64), np.zeros(seats, i), np.zeros(seats),
            np.zeros(len(self._lists.arrays.widths), i), np.zeros(len(self._lists.arrays.widths), np.uint64),
        )  # fmt: skip
        deal_trials(trials, boards, self._shuffled, plan, state, work, tally)
        return np.concatenate([getattr(tally, name).ravel() for name in _FIELDS]).astype(np.float64)

    @property
    def _made_size(self) -> int:
        return CATEGORIES if self._seats == 1 and len(self._setup.board) >= 3 else 0

    def _parts(self, tally: Tally) -> dict[str, NDArray[np.float64]]:
        seats = self._seats
        shapes = ((seats, seats), (seats, CATEGORIES), (self._made_size,), (seats,), (seats,), (2,))
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
        pieces: list[NDArray[np.float64]] = np.split(tally, ends[:-1])
        return {n: p.reshape(shape) for n, p, shape in zip(_FIELDS, pieces, shapes, strict=True)}

    def _stderr(self, parts: dict[str, NDArray[np.float64]], trials: int) -> NDArray[np.float64]:
        """Return the standard errors of the equities: a ratio estimator over independent groups of trials.

        Its residuals are y - equity * m for a group of m trials that won y pots; never less than 1 / trials,
        and 1 where a single group says nothing of the spread.
        """
        groups, sizes = parts["groups"]
        pots = (parts["shares"] / np.arange(1, self._seats + 1)).sum(axis=1)
        equity = pots / trials
        residuals = parts["squares"] - 2 * equity * parts["products"] + equity**2 * sizes
        if groups < 2:
            return np.full(self._seats, 1.0)
        error: NDArray[np.float64] = np.sqrt(np.maximum(residuals, 0.0) * groups / (groups - 1)) / trials
        floor: NDArray[np.float64] = np.maximum(error, 1 / trials)
        return floor

    def _costs(self) -> tuple[float, float]:
        """Return the cost of one board with its showdown and of one draw of hole cards."""
        holes = self._lists.cost + COST_OF_HOLE_CARDS * self._seats
        return COST_OF_CARD * to_come(self._setup) + COST_OF_VALUE * self._seats, holes

    def _chosen_boards(self) -> int:
        """Return how many boards to deal for each draw of hole cards: what gives most certainty for its time.

        With variances b between groups and w within them, n boards cost holes + n * board and leave b + w /
        n. Groups that would make any probability of the result much less certain than as many independent
        trials are not formed, unless hole cards are so dear that there is no choice.
        """
        board, holes = self._costs()
        if not to_come(self._setup):
            return 1
        if holes > DEAR_HOLE_CARDS * board:
            return BOARDS_FOR_DEAR_HOLE_CARDS
        choices = [boards for boards in (1, 2, 4, 8) if boards <= self._shuffled] or [1]
        if len(choices) == 1:
            return 1
        between, within, alike = self._pilot(choices[-1])
        fair = [n for n in choices if 1 + (n - 1) * alike <= DESIGN_EFFECT] or [1]
        return min(fair, key=lambda n: (holes + n * board) * (between + within / n))

    def _pilot(self, boards: int) -> tuple[float, float, float]:
        """Return the variances of a pot between and within groups, and how alike the trials of a group are.

        The last is the largest intraclass correlation of a share or a category of any seat. The run has a
        seed of its own, so that the plan depends on the setup alone.
        """
        state = seed_state(PILOT_SEED, 0)
        rows = [self._parts(self._deal(boards, boards, state)) for _ in range(PILOT_GROUPS)]
        sharers = np.arange(1, self._seats + 1)
        shares = np.array([row["shares"] for row in rows]) / boards
        pots = (shares / sharers).sum(axis=2)
        alone = (shares.mean(axis=0) / sharers**2).sum(axis=1) - pots.mean(axis=0) ** 2
        between = np.maximum(pots.var(axis=0) * boards - alone, 0.0) / (boards - 1)
        categories = np.array([row["categories"] for row in rows]) / boards
        rates = np.concatenate([shares, categories], axis=2).reshape(PILOT_GROUPS, -1)
        mean = rates.mean(axis=0)
        common = (mean > RARE) & (mean < 1 - RARE)
        effect = rates.var(axis=0)[common] * boards / (mean * (1 - mean))[common]
        alike = (float(effect.max()) - 1) / (boards - 1) if common.any() else 0.0
        return float(between.mean()), float((alone - between).mean()), alike


_FIELDS = ("shares", "categories", "made", "squares", "products", "groups")


def _is_uniform(weights: NDArray[np.float64], deck: NDArray[np.intp]) -> bool:
    """Say whether a seat may hold any two cards of ``deck``, all with the same weight."""
    live = weights[weights > 0]
    return len(live) == len(deck) * (len(deck) - 1) // 2 and bool((live == live[0]).all())


def _ranged(setup: HoldemSetup, deck: NDArray[np.intp]) -> list[HandList]:
    """Return the hands that are drawn from ranges; a folded hand of any two cards changes nothing."""
    active = [HandList.of_range(w, seat) for seat, w in enumerate(setup.weights) if not _is_uniform(w, deck)]
    return active + [HandList.of_range(w, None) for w in setup.folded if not _is_uniform(w, deck)]
