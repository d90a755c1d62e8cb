"""The answer of a match: each player's winnings with their standard error, and how much his bet sizes reveal."""

from dataclasses import dataclass, field
from math import nan
from typing import Any

import numpy as np

from engine.arrays import F64, I64
from engine.equity.sampling import student_stretch
from engine.kernels.players.matches import COUNT, SIZE_SUM, STRENGTH_SQUARES, STRENGTH_SUM
from engine.kernels.players.playing import STATISTICS
from engine.matches.request import CHIP, MatchRequest
from engine.players.hands import DESCRIBED, ImpliedStatistic
from engine.scenario.codec import JsonObject, json_field, plain

MAX_CURVE_POINTS = 500
BLOCKS = 50
"""The number of blocks of consecutive deals whose results are treated as independent if single deals are not."""


def stretch_starts(deals: int) -> tuple[int, ...]:
    """Return the index of the first deal of each block of a match with ``deals`` deals.

    >>> stretch_starts(200)[:3], stretch_starts(3)
    ((0, 4, 8), (0, 1, 2))
    """
    return tuple(deal for deal in sorted({-(-number * deals // BLOCKS) for number in range(BLOCKS)}) if deal < deals)


@dataclass(frozen=True, slots=True)
class Reveals(JsonObject):
    """How much the sizes of a player's bets after the first street reveal about his hand.

    ``share``: the share of the variance of the strength of his hand (against all opponents) that the size explains, NaN
    without bets; ``by_size``: (mean size as a share of the pot, mean strength, number of bets) of each class of sizes.
    """

    share: float
    by_size: tuple[tuple[float, float, int], ...]


def _statistics_json(rows: tuple[ImpliedStatistic, ...]) -> dict[str, Any]:
    return {row.title: {"share": row.share if row.chances else None, **row.to_json()} for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStanding(JsonObject):
    """The result of a player.

    ``won``: chips. ``won_per_100``: big blinds (stud games: big bets) per 100 hands, with its standard error, NaN if
    there are fewer than two deals. ``behind_best``: by how much that is below the best player's, with the standard
    error of this difference, which compares results of the same deals. ``won_from``: the winnings from each player per
    100 hands, before rake. ``rake``: the chips paid as rake. ``ruins``: how often the bankroll was lost. ``curve``:
    points (hand, chips won so far).
    """

    name: str
    won: float
    won_per_100: float
    stderr: float
    behind_best: float
    behind_best_stderr: float
    won_from: tuple[float, ...] = json_field(key="from")
    rake: float
    ruins: int
    curve: tuple[tuple[int, float], ...]
    statistics: tuple[ImpliedStatistic, ...] = json_field(write=_statistics_json)
    reveals: Reveals


@dataclass(frozen=True, slots=True)
class MatchResult(JsonObject):
    """The result of a match, or of its hands so far.

    ``unit``: the unit of the winnings per 100 hands; ``kept``: some hands as PHH texts; ``notices``: for the user.
    """

    hands: int
    unit: str
    players: tuple[MatchStanding, ...]
    kept: tuple[str, ...]
    notices: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        return {"steelwheel_match_result": MatchRequest.VERSION, **{k: plain(v) for k, v in self.members().items()}}


@dataclass(slots=True)
class MatchTally:
    """The running sums of a match of n players with ``planned`` hands, amounts in units of 1/100 chip.

    ``won``, ``rakes``, ``ruins``, ``bankrolls`` int64[n]. ``deals``: their number so far; ``sums`` float64[n] and
    ``products`` float64[n, n]: the sums over deals of the players' results, and of the products of two players'
    results. ``blocks`` float64[BLOCKS, n]: the results of each block of deals; ``block_deals`` int64[BLOCKS]: the
    number of its deals. ``won_from``, ``counts`` and ``reveals`` are those of ``MatchWork``.
    """

    request: MatchRequest
    names: tuple[str, ...]
    planned: int
    hands: int = 0
    deals: int = 0
    kept: list[str] = field(default_factory=list)
    won: I64 = field(init=False)
    rakes: I64 = field(init=False)
    ruins: I64 = field(init=False)
    bankrolls: I64 = field(init=False)
    sums: F64 = field(init=False)
    products: F64 = field(init=False)
    blocks: F64 = field(init=False)
    block_deals: I64 = field(init=False)
    won_from: F64 = field(init=False)
    counts: I64 = field(init=False)
    reveals: F64 = field(init=False)
    curve: list[tuple[int, I64]] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.names)
        self.won, self.rakes, self.ruins, self.bankrolls = np.zeros((4, n), np.int64)
        self.sums, self.products = np.zeros(n), np.zeros((n, n))
        self.blocks, self.block_deals = np.zeros((BLOCKS, n)), np.zeros(BLOCKS, np.int64)
        self.won_from, self.counts = np.zeros((n, n)), np.zeros((n, STATISTICS, 2), np.int64)
        self.reveals = np.zeros(())
        self.curve = [(0, np.zeros(n, np.int64))]

    def add_results(self, results: I64) -> None:
        """Add the results of further hands, int64[hands, n]: complete deals, in the order of the match."""
        if not len(results):
            return
        points = np.unique(np.arange(1, MAX_CURVE_POINTS) * self.planned // (MAX_CURVE_POINTS - 1))
        totals = self.won + np.cumsum(results, axis=0)
        inside = points[(points > self.hands) & (points <= self.hands + len(results))]
        self.curve += [(int(hand), totals[hand - self.hands - 1]) for hand in inside]
        self.won = totals[-1].copy()
        deals = results.reshape(-1, self.request.rotations, results.shape[1]).sum(axis=1).astype(np.float64)
        self.sums += deals.sum(axis=0)
        self.products += deals.T @ deals
        planned = max(self.planned // self.request.rotations, 1)
        block = (np.arange(self.deals, self.deals + len(deals)) * BLOCKS // planned).clip(max=BLOCKS - 1)
        np.add.at(self.blocks, block, deals)
        np.add.at(self.block_deals, block, 1)
        self.hands += len(results)
        self.deals += len(deals)

    def result(self, *, final: bool) -> MatchResult:
        """Return the result of the hands so far."""
        request, hands = self.request, max(self.hands, 1)
        unit = request.unit * CHIP
        per_100 = 100.0 / (hands * unit)
        errors, difference_errors = (x * 100.0 / (request.rotations * unit) for x in self._stderrs())
        best = int(np.argmax(self.won))
        titles = DESCRIBED[request.game].titles
        curve = self.curve if self.curve[-1][0] == self.hands else [*self.curve, (self.hands, self.won)]
        curve = curve if len(curve) <= MAX_CURVE_POINTS else [*curve[: MAX_CURVE_POINTS - 1], curve[-1]]
        standings = tuple(
            MatchStanding(
                name=name,
                won=float(self.won[i] / CHIP),
                won_per_100=float(self.won[i] * per_100),
                stderr=float(errors[i]),
                behind_best=float((self.won[best] - self.won[i]) * per_100),
                behind_best_stderr=float(difference_errors[best, i]),
                won_from=tuple((self.won_from[i] * per_100).tolist()),
                rake=float(self.rakes[i] / CHIP),
                ruins=int(self.ruins[i]),
                curve=tuple((hand, float(totals[i] / CHIP)) for hand, totals in curve),
                statistics=tuple(
                    ImpliedStatistic(title, does, int(self.counts[i, row, 0]), int(self.counts[i, row, 1]))
                    for row, title, does in titles
                ),
                reveals=_reveals(self.reveals[i]),
            )
            for i, name in enumerate(self.names)
        )
        return MatchResult(
            self.hands, "big blinds per 100 hands" if request.blinds else "big bets per 100 hands", standings,
            tuple(self.kept), self._notices(final=final),
        )  # fmt: skip

    def _stderrs(self) -> tuple[F64, F64]:
        """Return the standard errors of the mean result of a deal, float64[n], and of the differences between those of
        two players, float64[n, n]."""
        # If players learn, bet by a bankroll, or keep their stacks, deals depend on earlier ones. Then only blocks of
        # consecutive deals are treated as independent.
        dependent = not self.request.top_up or any(player.learns for player in self.request.players)
        used, n = self.block_deals > 0, len(self.names)
        count = int(used.sum()) if dependent else self.deals
        if count < 2:
            return np.full(n, nan), np.full((n, n), nan)
        if dependent:
            off = self.blocks[used] - self.block_deals[used, np.newaxis] * (self.sums / self.deals)
            spread = off.T @ off
        else:
            spread = self.products - np.multiply.outer(self.sums, self.sums) / self.deals
        single = np.diag(spread)
        scale = np.sqrt(count / (count - 1)) / self.deals * student_stretch(np.asarray(count - 1.0))
        differences = np.sqrt(np.maximum(single[:, np.newaxis] + single - 2.0 * spread, 0.0)) * scale
        return np.sqrt(np.maximum(single, 0.0)) * scale, differences

    def _notices(self, *, final: bool) -> tuple[str, ...]:
        result = []
        if self.planned != self.request.hands:
            result.append(f"{self.planned} hands in all, so that each deal is played from every seat")
        if final and self.hands < self.planned:
            result.append(f"the match ended after {self.hands} hands, with one player who has chips")
        return tuple(result)


def _reveals(bins: F64) -> Reveals:
    """Return how much bet sizes reveal. ``bins`` float64[sizes, 4]: for each class of sizes the number of bets, and the
    sums of their sizes, of the strengths, and of the squared strengths."""
    rows = bins[bins[:, COUNT] > 0]
    count = float(rows[:, COUNT].sum())
    by_size = tuple(
        (float(row[SIZE_SUM] / row[COUNT]), float(row[STRENGTH_SUM] / row[COUNT]), int(row[COUNT])) for row in rows
    )
    total = rows[:, STRENGTH_SQUARES].sum() - (rows[:, STRENGTH_SUM].sum() ** 2 / count if count else 0.0)
    if count <= len(rows) or total <= 1e-9 * count:
        return Reveals(nan, by_size)
    inside = total - ((rows[:, STRENGTH_SUM] ** 2 / rows[:, COUNT]).sum() - rows[:, STRENGTH_SUM].sum() ** 2 / count)
    # Means over few bets differ by chance, which would count as explained variance: hence adjusted R squared.
    share = 1.0 - max(float(inside), 0.0) / (count - len(rows)) * (count - 1.0) / float(total)
    return Reveals(max(share, 0.0), by_size)
