"""The order in which an opponent calls with his hands, and hero's exact outcomes against each of them.

The opponent does not see hero's cards, so he orders his hands by their equity against the range that he credits hero
with. Hero's outcomes are those of hero's real cards. Hands that look equally good to the opponent call together.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.arrays import F64, Places
from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.equity.holdem.headsup import BOARDS, NO_PAIR, find_matchups, won_and_tied
from engine.equity.holdem.setup import HoldemSetup, two_before_flop
from engine.equity.holdem.sweep import TwoRangeByCombo
from engine.equity.jobs import CancelCheck
from engine.equity.snapshots import AnswerSnapshot, Snapshots, answer_of_parts, with_workers
from engine.equity.workers import CancelToken, Workers
from engine.kelly.responses.table import DEFAULT_CREDITED_RANGE, ContestedRanges, read_contested_ranges
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError

LOOKUP_CHUNK = 64
"""The number of combos per chunk if matchups are looked up."""
EQUITY_DECIMALS = 9
"""The decimals to which equities are compared, so that equal hands call together despite rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """An opponent's hands in groups of equally good ones, first to call first.

    ``share`` float64[groups]: the probability of each group given hero's cards, adding up to 1. ``outcomes``
    float64[groups, 3]: hero's (win, split, lose) against it. ``seen`` float64[groups]: its equity against the range
    that hero is credited with, falling.
    """

    share: F64
    outcomes: F64
    seen: F64

    def hands(self, *, strengths: bool = False) -> list[dict[str, float]]:
        """Return the groups as ``hands`` of the ``reaction`` in a Kelly request; ``strengths``: with ``seen`` as the
        strength of each, which it is if hero is credited with random cards."""
        return [
            {"p": float(p), "win": float(win), "split": float(split), "lose": float(lose)}
            | ({"strength": min(max(float(seen), 0.0), 1.0)} if strengths else {})
            for p, (win, split, lose), seen in zip(self.share, self.outcomes, self.seen, strict=True)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class CallingOrder(Calls):
    """The calling order of an opponent's combos.

    ``combos``: the indices of the combos of each group. ``probabilities`` float64[1326]: the probability of each combo.
    ``strength`` float64[1326]: the equity of each combo against the range that hero is credited with; NaN if a card of
    it is out of play. ``left_out``: whether other players hold ranges, which are ignored here.
    """

    combos: tuple[tuple[int, ...], ...]
    probabilities: F64
    strength: F64
    left_out: bool

    def calling(self, share: float) -> F64:
        """Return the fraction of each combo that calls, float64[1326], if ``share`` of all hands call."""
        ends = np.cumsum(self.share)
        # The strongest groups call in full, the group in which ``share`` is reached in part, weaker ones not at all.
        fractions = np.clip((share - (ends - self.share)) / np.where(self.share > 0.0, self.share, 1.0), 0.0, 1.0)
        result = np.zeros(len(COMBOS))
        for combos, weight in zip(self.combos, fractions, strict=True):
            result[list(combos)] = weight
        return result


def run_calling_order(
    scenario: Scenario,
    hero: int,
    villain: int,
    *,
    credited: str = DEFAULT_CREDITED_RANGE,
    cancel: CancelToken | None = None,
    every: float = 1 / 30,
    orders: Iterable[Order] = (),
) -> Iterator[AnswerSnapshot[CallingOrder]]:
    """Compute the calling order of one opponent on the current board; if cancelled, there is no final snapshot.

    It takes milliseconds on a board and about a second before the flop. With dead cards before the flop there is no
    table to look up, and it takes half a minute of one core.

    Raises:
        ScenarioError: before the first snapshot: the table or ``credited`` cannot be read, or no deal is left.
    """
    players = read_contested_ranges(scenario, hero, villain, credited, orders)
    yield from with_workers(lambda pool: _run(players, pool, every), cancel)


def _run(players: ContestedRanges, pool: Workers, every: float) -> Snapshots[CallingOrder]:
    """Yield the progress of :func:`run_calling_order`, then the calling order."""
    out_of_play = np.uint64(card_mask((*players.board, *players.dead)))
    anything = ((COMBO_MASKS & out_of_play) == 0).astype(np.float64)
    # Two computations: hero's real cards against his range give the outcomes, and the credited range against every hand
    # gives the order in which he calls.
    works = [
        _Tallies(players.setup(players.hero, players.villain), pool.cancel.check_cancelled),
        _Tallies(players.setup(players.credited, anything), pool.cancel.check_cancelled),
    ]
    values: list[Any] = []

    def order() -> CallingOrder:
        count = len(works[0].parts)
        return _order(players, works[0].finish(values[:count]), works[1].finish(values[count:]))

    parts = [part for work in works for part in work.parts]
    yield from answer_of_parts(parts, pool, every, values.append, order)


class _Tallies:
    """Computes how the first of two ranges does against each combo of the second, float64[3, 1326].

    The rows are the weights with which the first range wins, ties, and meets the combo at all. ``parts`` may be
    computed in any order; ``finish`` combines their values.
    """

    def __init__(self, setup: HoldemSetup, check_cancelled: CancelCheck) -> None:
        """Divide the computation into ``parts``: functions without arguments, which threads can run at the same time.

        Raises ScenarioError if one of the ranges has no possible hand.
        """
        if not (setup.weights.any(axis=1)).all():
            raise ScenarioError(Problem("seats", "no combination of these hands is possible"))
        self._setup, self._check_cancelled = setup, check_cancelled
        self._combos = setup.combos[1]
        self._job: TwoRangeByCombo | None = None
        self.parts: list[Callable[[], Any]]
        if two_before_flop(setup):
            starts = range(0, len(self._combos), LOOKUP_CHUNK)
            self.parts = [partial(self._looked_up, self._combos[i : i + LOOKUP_CHUNK]) for i in starts]
            return
        self._job = TwoRangeByCombo(setup)
        self.parts = [partial(self._job.compute, part, check_cancelled) for part in range(self._job.parts)]

    def _looked_up(self, combos: Places) -> F64:
        """Return the rows for some combos of the second range before the flop, float64[3, n], from stored matchups.

        ``combos`` int64[n]: their indices.
        """
        self._check_cancelled()
        first = self._setup.combos[0]
        matchups = find_matchups(first, combos)
        weights = np.where(matchups == NO_PAIR, 0.0, self._setup.weights[0][first, None])
        won, tied = won_and_tied(matchups)
        return np.stack([(weights * won).sum(axis=0), (weights * tied).sum(axis=0), BOARDS * weights.sum(axis=0)])

    def finish(self, values: list[F64]) -> F64:
        """Return the sums, float64[3, 1326], of the values of all parts, float64[3, combos] each."""
        sums = np.zeros((3, len(COMBOS)))
        if self._job is None:
            sums[:, self._combos] = np.concatenate(values, axis=1)
            return sums
        # These are the tallies of the second range: the first one wins whatever it does not win or tie.
        win, tie, met = self._job.tallies(values)[:, 1]
        in_range = self._setup.weights[1] > 0
        sums[:, in_range] = np.array([met - win - tie, tie, met])[:, in_range]
        return sums


def _order(players: ContestedRanges, real: F64, seen: F64) -> CallingOrder:
    """Return the calling order of the opponent's combos.

    ``real`` and ``seen``: the tallies (:class:`_Tallies`) of hero's real cards and of the range that he is credited
    with, each against the opponent's combos, float64[3, 1326]. The order follows from ``seen``, hero's outcomes against
    each group from ``real``.
    """
    win, tie, met = real
    # ``met`` is the weight of hero's hands that share no card with a combo: times the combo's own weight, it gives the
    # probability of the combo.
    probability = np.where(met > 0.0, players.setup(players.hero, players.villain).weights[1] * met, 0.0)
    probability = probability / probability.sum()
    strength = np.full(len(COMBOS), np.nan)
    known = seen[2] > 0.0
    # The tallies are those of the credited range: the equity of a combo is the share of the pot that it does not win.
    strength[known] = 1.0 - (seen[0][known] + seen[1][known] / 2) / seen[2][known]
    combos = np.flatnonzero(probability)
    # Negative keys sort the strongest first; a combo that cannot meet the credited range is the last to call.
    keys = np.round(np.nan_to_num(strength[combos], nan=-1.0), EQUITY_DECIMALS)
    levels, group_of = np.unique(-keys, return_inverse=True)
    groups = tuple(tuple(int(c) for c in combos[group_of == i]) for i in range(len(levels)))
    share = np.bincount(group_of, probability[combos]).astype(np.float64)
    # The mean of each group, over its combos by their probabilities; ``group_of`` is the group of each combo.
    by_group = [
        np.bincount(group_of, probability[combos] * tally[combos] / met[combos]) / share for tally in (win, tie)
    ]
    outcomes = np.stack([*by_group, np.maximum(1.0 - by_group[0] - by_group[1], 0.0)], axis=1)
    return CallingOrder(share, outcomes, -levels, groups, probability, strength, players.left_out)
