"""The order in which an opponent calls with his hands, and hero's exact outcomes against each of them.

He does not see hero's cards: he orders his hands by their equity against the range that hero is credited with. Hero's
outcomes are against what he really holds. Hands that are equally good to the opponent call together.
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
from engine.equity.workers import AnswerSnapshot, CancelToken, Snapshots, Workers, with_workers
from engine.kelly.responses.table import DEFAULT_CREDITED_RANGE, ContestedRanges, read_contested_ranges
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError

LOOKUP_CHUNK = 64
"""Combos of a part where matchups are looked up."""
EQUITY_DECIMALS = 9
"""Decimals to which equities are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """An opponent's hands in groups of equally good ones, first to call first.

    ``share`` float64[groups]: how likely he holds each, hero's cards known, adding up to 1; ``outcomes``
    float64[groups, 3]: hero's (win, split, lose) against it; ``seen`` float64[groups]: its equity against what hero is
    credited with, falling.
    """

    share: F64
    outcomes: F64
    seen: F64

    def hands(self) -> list[dict[str, float]]:
        """Return them as ``hands`` of a reaction in a Kelly request."""
        return [
            {"p": float(p), "win": float(win), "split": float(split), "lose": float(lose)}
            for p, (win, split, lose) in zip(self.share, self.outcomes, strict=True)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class CallingOrder(Calls):
    """An opponent's combos as they call.

    ``combos``: the numbers of the combos of each group; ``held`` float64[1326]: how likely he holds each combo.
    ``strength`` float64[1326]: the equity of every combo against what hero is credited with, NaN of those out of play.
    ``left_out``: other players hold ranges, which are not counted.
    """

    combos: tuple[tuple[int, ...], ...]
    held: F64
    strength: F64
    left_out: bool

    def calling(self, share: float) -> F64:
        """Return which part of each combo calls when ``share`` of all hands do, float64[1326]."""
        ends = np.cumsum(self.share)
        part = np.clip((share - (ends - self.share)) / np.where(self.share > 0.0, self.share, 1.0), 0.0, 1.0)
        result = np.zeros(len(COMBOS))
        for combos, weight in zip(self.combos, part, strict=True):
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
    """Work out the order of one opponent's hands on the board that lies there; cancelled: without a final snapshot.

    Milliseconds on a board, a second before the flop; half a minute of one core there with dead cards, for which there
    is no table to look up.

    Raises:
        ScenarioError: before the first snapshot: the table or ``credited`` cannot be read, or no deal is left.
    """
    players = read_contested_ranges(scenario, hero, villain, credited, orders)
    yield from with_workers(lambda pool: _run(players, pool, every), cancel)


def _run(players: ContestedRanges, pool: Workers, every: float) -> Snapshots[CallingOrder]:
    out_of_play = np.uint64(card_mask((*players.board, *players.dead)))
    anything = ((COMBO_MASKS & out_of_play) == 0).astype(np.float64)
    works = [
        _Tallies(players.setup(players.hero, players.villain), pool.cancel.check_cancelled),
        _Tallies(players.setup(players.credited, anything), pool.cancel.check_cancelled),
    ]
    parts = [(i, part) for i, work in enumerate(works) for part in work.parts]
    rows: list[list[Any]] = [[] for _ in works]
    done = 0
    for result in pool.ticking(lambda n: parts[n][1] if n < len(parts) else None, every):
        if result is not None:
            rows[parts[done][0]].append(result[1])
            done += 1
        yield AnswerSnapshot(done / len(parts), None, None)
    if done == len(parts) and not pool.cancel.cancelled:
        real, seen = (work.finish(values) for work, values in zip(works, rows, strict=True))
        yield AnswerSnapshot(1.0, None, _order(players, real, seen), final=True)


class _Tallies:
    """The weights that each combo of the second of two ranges meets: win and tie of the first, and all, float64[3,
    1326].

    ``parts`` are computed in any order, ``finish`` puts their values together in order.
    """

    def __init__(self, setup: HoldemSetup, check_cancelled: CancelCheck) -> None:
        if not (setup.weights.any(axis=1)).all():
            raise ScenarioError(Problem("seats", "no hands are left that go together"))
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
        self._check_cancelled()
        first = self._setup.combos[0]
        matchups = find_matchups(first, combos)
        weights = np.where(matchups == NO_PAIR, 0.0, self._setup.weights[0][first, None])
        won, tied = won_and_tied(matchups)
        return np.stack([(weights * won).sum(axis=0), (weights * tied).sum(axis=0), BOARDS * weights.sum(axis=0)])

    def finish(self, values: list[F64]) -> F64:
        """Return the sums, float64[3, 1326], of the values of all parts, float64[3, combos] each."""
        whole = np.zeros((3, len(COMBOS)))
        if self._job is None:
            whole[:, self._combos] = np.concatenate(values, axis=1)
            return whole
        win, tie, met = self._job.tallies(values)[:, 1]
        held = self._setup.weights[1] > 0
        whole[:, held] = np.array([met - win - tie, tie, met])[:, held]
        return whole


def _order(players: ContestedRanges, real: F64, seen: F64) -> CallingOrder:
    win, tie, met = real
    held = np.where(met > 0.0, players.setup(players.hero, players.villain).weights[1] * met, 0.0)
    held = held / held.sum()
    strength = np.full(len(COMBOS), np.nan)
    known = seen[2] > 0.0
    strength[known] = 1.0 - (seen[0][known] + seen[1][known] / 2) / seen[2][known]
    combos = np.flatnonzero(held)
    keys = np.round(np.nan_to_num(strength[combos], nan=-1.0), EQUITY_DECIMALS)
    levels, place = np.unique(-keys, return_inverse=True)
    groups = tuple(tuple(int(c) for c in combos[place == i]) for i in range(len(levels)))
    share = np.bincount(place, held[combos]).astype(np.float64)
    by_group = [np.bincount(place, held[combos] * part[combos] / met[combos]) / share for part in (win, tie)]
    outcomes = np.stack([*by_group, np.maximum(1.0 - by_group[0] - by_group[1], 0.0)], axis=1)
    return CallingOrder(share, outcomes, -levels, groups, held, strength, players.left_out)
