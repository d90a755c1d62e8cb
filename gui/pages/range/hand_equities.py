"""What the detail ``matrix`` of a result reports of a seat's hands, as the range page shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan

import numpy as np

from engine import Scenario, Snapshot
from engine.cards import COMBOS
from engine.details.matrix import Matrix, hand_name
from gui.look.painting import HeatScale, equity_scale
from gui.parts.detail_page import why_empty
from gui.state.document import Document
from gui.state.latest import LatestDetail, same_sources
from gui.state.session import Session

MATRIX = "matrix"
FOLDED = "A folded seat has no equity."
EMPTY = "An empty seat is not dealt in: give it cards or a range."


@dataclass(frozen=True, slots=True)
class HandEquity:
    """How likely the seat holds a hand, by the joint law, and its equity then; ``stderr`` None: too few trials."""

    share: float
    equity: float
    stderr: float | None


@dataclass(frozen=True, slots=True, eq=False)
class HandEquities:
    """The hands in a seat's range: by class (``AKs``) and by combo (``AhKh``)."""

    name: str
    snapshot: Snapshot
    classes: Mapping[str, HandEquity]
    combos: Mapping[str, HandEquity]
    scale: HeatScale
    stale: bool


def hand_equities(found: LatestDetail[Matrix] | None, seat: int) -> HandEquities | None:
    """Return what a ``matrix`` detail holds of ``seat``; None where it holds nothing, and for a seat alone."""
    if found is None or len(found.snapshot.active) < 2 or seat not in found.value.seats:
        return None
    matrix, row = found.value, found.value.seats.index(seat)
    share, equity, stderr = (numbers[row].tolist() for numbers in (matrix.share, matrix.equity, matrix.stderr))
    hands = {
        hand: HandEquity(share[hand], equity[hand], None if isnan(stderr[hand]) else stderr[hand])
        for hand in np.flatnonzero(matrix.share[row]).tolist()
    }
    return HandEquities(
        found.snapshot.seats[seat].name,
        found.snapshot,
        {hand_name(hand): numbers for hand, numbers in hands.items() if hand >= len(COMBOS)},
        {hand_name(hand): numbers for hand, numbers in hands.items() if hand < len(COMBOS)},
        equity_scale(len(found.snapshot.active)),
        found.stale,
    )


class HandHeat:
    """The equities of the hands of the document's seats, as far as the session has them."""

    def __init__(self, document: Document, session: Session) -> None:
        self._document, self._session = document, session
        self._read: tuple[object, ...] = ()
        self._equities: HandEquities | None = None

    def request(self, *, shown: bool) -> None:
        """Ask for them from now on, or no more."""
        self._session.request_details("range", {MATRIX} if shown else ())

    def of(self, seat: int) -> HandEquities | None:
        """Return the equities of a seat's hands; those of an earlier table are stale."""
        found = self._session.detail(MATRIX, Matrix)
        if found is not None and not _same_table(found.snapshot.scenario, self._document.scenario):
            found = None
        read = (found.value, found.snapshot.seats, found.stale, seat) if found is not None else ()
        if not same_sources(read, self._read):
            self._read, self._equities = read, hand_equities(found, seat)
        return self._equities

    def missing(self, seat: int) -> str:
        """Return why there are none."""
        scenario = self._document.scenario
        if scenario.seats[seat].folded:
            return FOLDED
        alone = scenario.seats[seat].empty and any(s.plays for s in scenario.seats)
        return EMPTY if alone else why_empty(scenario, self._session)


def _same_table(one: Scenario, other: Scenario) -> bool:
    """Return whether a number means the same seat in both."""
    return one.game == other.game and [s.plays for s in one.seats] == [s.plays for s in other.seats]
