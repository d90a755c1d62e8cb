"""The answer of ``steelwheel third``, a JSON object, and how it is made from an exact decision."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.cards import RAZZ_RANKS
from engine.preflop.answer import (
    ClassValue,
    FirstStreetAction,
    FirstStreetAnswer,
    StreetSetRow,
    mean_values,
    row_of_callers,
)
from engine.preflop.book import histogram
from engine.preflop.third.exact import FourthCells, FourthDecision
from engine.preflop.third.request import ThirdRequest
from engine.preflop.third.situation import ThirdSituation, pair_text
from engine.ranges.razz_products import RANK_COUNT
from engine.scenario.codec import JsonObject, json_field


@dataclass(frozen=True, slots=True, kw_only=True)
class FourthCardRow(JsonObject):
    """The fourth streets on which hero gets the card ``mine`` (a rank).

    ``probability`` is given that an opponent sees fourth street; ``equity`` is hero's mean R; ``playable`` is the share
    of them on which hero continues; ``value`` is their mean value in chips, without the cost of the action. Sampled
    values have standard errors.
    """

    OPTIONAL = ("probability_stderr", "equity_stderr", "playable_stderr", "value_stderr")
    mine: int = json_field(write=RAZZ_RANKS.__getitem__)
    probability: float
    equity: float
    playable: float
    value: float
    probability_stderr: float | None = None
    equity_stderr: float | None = None
    playable_stderr: float | None = None
    value_stderr: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FourthCardPair(JsonObject):
    """The fourth cards, as ranks, of hero and of the only opponent who may see fourth street.

    ``probability`` is given that he sees it; ``equity`` is hero's R and ``raw`` his EVraw with these cards.
    """

    mine: int = json_field(write=RAZZ_RANKS.__getitem__)
    his: int = json_field(write=RAZZ_RANKS.__getitem__)
    probability: float
    equity: float
    raw: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdAction(FirstStreetAction):
    """An action on third street, with its values by hero's fourth card, and by both fourth cards."""

    OPTIONAL = (*FirstStreetAction.OPTIONAL, "by_card")
    sets: tuple[StreetSetRow, ...] = ()
    by_mine: tuple[FourthCardRow, ...] = ()
    by_card: tuple[FourthCardPair, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorRow(JsonObject):
    """A steal: completing with any two cards behind a ``door`` (a rank).

    ``behind`` names the players behind (see ``engine.preflop.third.steals``), "" if they are those of the request.
    ``ev``: the expected value of completing; ``best_ev``: that of playing each pair of down cards in the best way;
    ``folds``: the probability that nobody sees fourth street. Sampled values have standard errors.
    """

    OPTIONAL = ("behind", "folds_stderr", "best_ev_stderr")
    door: int = json_field(write=RAZZ_RANKS.__getitem__)
    behind: str = ""
    ev: float
    stderr: float
    folds: float = json_field(key="everybody_folds")
    best_ev: float
    method: str
    folds_stderr: float | None = json_field(key="everybody_folds_stderr", default=None)
    best_ev_stderr: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdAnswer(FirstStreetAnswer):
    """The complete answer.

    ``pairs`` has a row for each pair of hero's down cards (``A2``) unless they are known. ``doors`` and ``steals`` are
    there if the request asks for them: completing by hero's door, and by that and the players behind.
    ``best_by_pair``: the mean EV of the best action of each pair, and its standard error if it is sampled.
    """

    VERSION_KEY = "steelwheel_third_result"
    OPTIONAL, INNER = ("pairs", "doors", "steals", "trials", "notices"), ("best_by_pair",)
    actions: tuple[ThirdAction, ...]
    pairs: dict[str, ClassValue]
    doors: tuple[DoorRow, ...] = ()
    steals: tuple[DoorRow, ...] = ()
    request: ThirdRequest = json_field(key="scenario")
    trials: int | None = None
    notices: tuple[str, ...]
    best_by_pair: tuple[float, float | None] | None = None

    def action(self, name: str) -> ThirdAction:
        """Return an action by its name."""
        return next(action for action in self.actions if action.action == name)


def exact_third_answer(decision: FourthDecision, reason: str) -> ThirdAnswer:
    """Return the answer from a decision that was computed exactly."""
    situation, chances = decision.situation, decision.pairs()
    rows = (_action(decision, at, chances) for at in range(len(situation.actions)))
    actions, values = zip(*rows, strict=True)
    evs = {action.action: by_pair for action, by_pair in zip(actions, values, strict=True)}
    return ThirdAnswer.of(
        actions, method="exact", reason=reason, pairs=pair_rows(situation, chances, evs, {}),
        notices=situation.notices, request=situation.request,
        best_by_pair=(float(chances @ np.maximum(np.max(values, axis=0), 0.0)), None),
    )  # fmt: skip


def pair_rows(
    situation: ThirdSituation, chances: F64, evs: dict[str, F64], stderrs: dict[str, F64]
) -> dict[str, ClassValue]:
    """Return a row for each of hero's pairs of down cards, or none if they are known.

    ``chances`` float64[pairs]: the probabilities of the pairs; ``evs`` and ``stderrs``: float64[pairs] by action.
    """
    if len(chances) == 1:
        return {}
    result = {}
    for place in np.flatnonzero(chances > 0).tolist():
        values = {name: float(row[place]) for name, row in evs.items()}
        errors = {name: float(row[place]) for name, row in stderrs.items()}
        result[pair_text(int(situation.hero.pairs[place]))] = ClassValue(float(chances[place]), values, errors)
    return result


def _action(decision: FourthDecision, at: int, chances: F64) -> tuple[ThirdAction, F64]:
    """Return an action, and its expected value by hero's pair of down cards, float64[pairs]."""
    situation = decision.situation
    plan, held = situation.actions[at], np.flatnonzero(chances > 0).tolist()
    by_pair, cells, folds = np.zeros(len(chances)), dict[tuple[int, ...], list[FourthCells]](), 0.0
    for k, places in enumerate(plan.sets()):
        for pair in held:
            if not places:
                p = decision.chance(at, k, pair)
                by_pair[pair] += p * situation.request.middle
                folds += chances[pair] * p
                continue
            # V, the value of the fourth street if hero gives up bad ones, less the cost of the action.
            cell = decision.cells(at, k, pair)
            by_pair[pair] += cell.p @ (cell.value - plan.cost)
            cells.setdefault(places, []).append(FourthCells(chances[pair] * cell.p, cell.share, cell.raw, cell.ranks))
    sets = tuple(
        row_of_callers(StreetSetRow, places, math.fsum(float(row.p @ np.ones(len(row.p))) for row in rows), rows)
        for places, rows in cells.items()
    )
    every = [row for rows in cells.values() for row in rows]
    action = ThirdAction(
        action=plan.name, cost=plan.cost, ev=float(chances @ by_pair), everybody_folds=folds,
        **mean_values(sets, math.fsum), sets=sets, values=histogram([(row.p, row.raw) for row in every]),
        by_mine=_by_mine(every), by_card=_by_card(every) if len(plan.coming) == 1 else (),
    )  # fmt: skip
    return action, by_pair


def _by_mine(rows: Sequence[FourthCells]) -> tuple[FourthCardRow, ...]:
    """Return means by hero's fourth card; ``rows``: the fourth streets of all of hero's hands against all sets of
    opponents."""
    columns = np.zeros((4, RANK_COUNT))
    for row in rows:
        every: tuple[F64, ...] = np.ones(len(row.p)), row.share, row.playable.astype(np.float64), row.value
        for column, values in zip(columns, every, strict=True):
            column += np.bincount(row.ranks[:, 0], row.p * values, RANK_COUNT)
    return card_rows(columns)


def card_rows(columns: F64) -> tuple[FourthCardRow, ...]:
    """Return a row for each of hero's fourth cards.

    ``columns`` float64[4, 13]: the probability of each card, and the probability times R, times whether hero continues,
    and times the value.
    """
    total = columns[0].sum()
    return tuple(
        FourthCardRow(
            mine=rank, probability=columns[0, rank] / total, **dict(zip(_COLUMNS, means.tolist(), strict=True))
        )
        for rank in np.flatnonzero(columns[0]).tolist()
        for means in [columns[1:, rank] / columns[0, rank]]
    )


_COLUMNS = ("equity", "playable", "value")


def _by_card(rows: Sequence[FourthCells]) -> tuple[FourthCardPair, ...]:
    """Return means of R and EVraw by hero's fourth card and the opponent's, for the pairs of cards that can come.

    ``rows`` are the fourth streets of hero's hands against one opponent, with ``p`` as their weights.
    """
    sums = np.zeros((3, RANK_COUNT * RANK_COUNT))
    for row in rows:
        place = row.ranks[:, 0] * RANK_COUNT + row.ranks[:, 1]
        for column, values in zip(sums, (np.ones(len(row.p)), row.share, row.raw), strict=True):
            column += np.bincount(place, row.p * values, RANK_COUNT * RANK_COUNT)
    p = sums[0]
    equity, raw = sums[1:] / np.maximum(p, 1e-300)
    return tuple(
        FourthCardPair(
            mine=place // RANK_COUNT, his=place % RANK_COUNT, probability=float(p[place] / p.sum()),
            equity=float(equity[place]), raw=float(raw[place]),
        )
        for place in np.flatnonzero(p).tolist()
    )  # fmt: skip
