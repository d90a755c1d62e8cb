"""The standard errors of chips and growth whose outcomes were sampled.

Two errors add up, as their squares do: that of the equity in the main pot (``stderr`` of a request), followed along the
slope of chips or growth with the equity, and that of a sampled joint result (``order_trials``), which is the spread of
chips or growth among the orders with the same result of the main pot.
"""

import math
from dataclasses import dataclass, replace

from engine.kelly.advice import KellyAction, evaluate_bet, values_by_finish
from engine.kelly.finishing_orders import finishing_order_error
from engine.kelly.growth import Wager
from engine.kelly.request import KellyRequest

MIN_STEP = 1e-5
"""Chips and growth are followed over at least so much equity to see how they move."""
FOLD = "fold"


@dataclass(frozen=True, slots=True)
class WorthError:
    """The standard errors of expected chips and of growth (of its logarithm); 0 if nothing was sampled.

    ``growth`` is NaN if everything may be lost, so that there is no growth.
    """

    chip_ev: float = 0.0
    growth: float = 0.0


NONE = WorthError()


def worth_error(request: KellyRequest, choice: KellyAction, other: KellyAction | None = None) -> WorthError:
    """Return the standard errors of what an action is worth, or of its difference to another action's worth.

    A fold is worth nothing at all, without an error.
    """
    if not request.stderr and not request.order_trials:
        return NONE
    one, two = _errors(request, choice), None if other is None else _errors(request, other)
    chips, growth = (_combined(request, i, one, two) for i in (0, 1))
    return WorthError(chips, growth)


@dataclass(frozen=True, slots=True)
class _Errors:
    """How chips and growth of an action move with the equity, and their values in each order (None: no sample)."""

    slopes: tuple[float, float]
    values: tuple[tuple[float, float], ...] | None


def _errors(request: KellyRequest, choice: KellyAction) -> _Errors:
    orders = request.wager.finishing_orders
    count = len(orders.chances) if orders is not None and request.order_trials else None
    values: tuple[tuple[float, float], ...] | None = None
    if count is not None and choice.action == FOLD:
        values = ((0.0, 0.0),) * count
    elif count is not None:
        values = values_by_finish(request.wager, choice.action, choice.chips)
    return _Errors(slopes(request.wager, choice, request.stderr or 0.0), values)


def slopes(wager: Wager, choice: KellyAction, stderr: float) -> tuple[float, float]:
    """Return how fast expected chips and growth of an action rise with the equity, followed over its ``stderr``.

    Both are 0 if the equity has no error, or the action is a fold; growth is NaN if it is infinite.
    """
    if not stderr or choice.action == FOLD:
        return 0.0, 0.0
    step = max(stderr, MIN_STEP)
    more, less = (evaluate_bet(wager.shifted(move), choice.action, choice.chips) for move in (step, -step))
    finite = math.isfinite(more.growth) and math.isfinite(less.growth)
    growth = (more.growth - less.growth) / (2.0 * step) if finite else math.nan
    return (more.chip_ev - less.chip_ev) / (2.0 * step), growth


def side_pot_error(request: KellyRequest, choice: KellyAction) -> WorthError:
    """Return the part of the standard errors of an action's worth that comes from a sampled joint result."""
    errors = replace(_errors(request, choice), slopes=(0.0, 0.0))
    return WorthError(_combined(request, 0, errors, None), _combined(request, 1, errors, None))


def _combined(request: KellyRequest, column: int, one: _Errors, two: _Errors | None) -> float:
    slope = one.slopes[column] - (0.0 if two is None else two.slopes[column])
    sampled, orders = 0.0, request.wager.finishing_orders
    if one.values is not None and orders is not None:
        values = [row[column] for row in one.values]
        if two is not None and two.values is not None:
            values = [a - row[column] for a, row in zip(values, two.values, strict=True)]
        if not all(map(math.isfinite, values)):
            return math.nan
        sampled = finishing_order_error(orders, values, request.order_trials)
    return math.hypot(slope * (request.stderr or 0.0), sampled)
