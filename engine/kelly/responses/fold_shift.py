"""The change of an equity because folded players hold hands that fold, instead of any two cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot

from engine.equity.results import Estimate
from engine.equity.stored import stored_snapshot
from engine.equity.workers import CancelToken
from engine.ranges.orders import Order
from engine.scenario import RunOptions, Scenario, ScenarioError
from engine.table.folding import any_cards
from engine.table.hand_texts import HANDS

QUICK_RUN = RunOptions(target_stderr=0.0003, max_seconds=3.0)
"""The options of both runs. They share the seed of the table, so that the error of their difference is small."""


@dataclass(frozen=True, slots=True)
class FoldShift:
    """The equity of a seat minus that with any cards folded, and the standard error of the difference."""

    shift: float
    stderr: float


def with_any_folded(scenario: Scenario) -> Scenario:
    """Return the table on which the folded ranges are any cards; known cards stay."""
    is_range = HANDS[scenario.game].is_range
    seats = [
        replace(seat, cards=any_cards(scenario.game, seat.cards)) if seat.folded and is_range(seat.cards) else seat
        for seat in scenario.seats
    ]
    return replace(scenario, seats=tuple(seats))


def fold_shift(
    scenario: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[FoldShift | None]:
    """Yield the shift of a seat's equity once, or None if it cannot be computed; if cancelled, yield nothing."""
    one, other = (quick_estimate(table, seat, orders, cancel) for table in (scenario, with_any_folded(scenario)))
    if not cancel.cancelled:
        if one is None or other is None:
            yield None
        else:
            yield FoldShift(one.equity - other.equity, hypot(one.stderr, other.stderr))


def quick_estimate(
    scenario: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken, options: RunOptions = QUICK_RUN
) -> Estimate | None:
    """Return the estimate of a seat after a few seconds of sampling, or None if it cannot be computed."""
    table = replace(scenario, run=replace(options, seed=scenario.run.seed))
    try:
        snapshot = stored_snapshot(table, cancel, orders)
    except ScenarioError:  # such as hands that cannot have been dealt together
        return None
    return None if snapshot is None else snapshot.seats[seat].estimate
