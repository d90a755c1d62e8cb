"""The standard errors of chips and growth whose outcomes were sampled.

Two independent errors are added as squares. The first is the error of the equity in the main pot (``stderr`` of a
request), multiplied by the derivative of chips or growth with respect to the equity. The second is the error of a
sampled joint result (``order_trials``): the spread of chips or growth among orders with the same result of the main
pot.
"""

import math
from dataclasses import dataclass, replace

from engine.kelly.advice import KellyAction, evaluate_bet, values_by_finish
from engine.kelly.finishing_orders import finishing_order_error
from engine.kelly.growth import Wager
from engine.kelly.request import KellyRequest

MIN_STEP = 1e-5
"""The smallest step of equity for the numerical derivatives of chips and growth."""
FOLD = "fold"


@dataclass(frozen=True, slots=True)
class WorthError:
    """The standard errors of expected chips and of growth (of its logarithm); 0 if nothing was sampled.

    ``growth`` is NaN if the whole bankroll may be lost, because the growth is then infinite.
    """

    chip_ev: float = 0.0
    growth: float = 0.0


NONE = WorthError()


def worth_error(request: KellyRequest, choice: KellyAction, other: KellyAction | None = None) -> WorthError:
    """Return the standard errors of an action's value, or of its difference from the value of ``other``.

    A fold has no error. Differences are computed from the common sample, in which most of the error cancels.
    """
    if not request.stderr and not request.order_trials:
        return NONE
    one, two = _errors(request, choice), None if other is None else _errors(request, other)
    chips, growth = (_combined(request, i, one, two) for i in (0, 1))
    return WorthError(chips, growth)


@dataclass(frozen=True, slots=True)
class _Errors:
    """The derivatives of chips and growth by the equity, and their values in each order (None without a sample)."""

    slopes: tuple[float, float]
    values: tuple[tuple[float, float], ...] | None


def _errors(request: KellyRequest, choice: KellyAction) -> _Errors:
    """Return the parameters on which the standard errors of an action depend.

    These are its slopes by the equity and, if the joint result was sampled, its values in each finishing order. A fold
    is worth 0 in all of them.
    """
    orders = request.wager.finishing_orders
    count = len(orders.chances) if orders is not None and request.order_trials else None
    values: tuple[tuple[float, float], ...] | None = None
    if count is not None and choice.action == FOLD:
        values = ((0.0, 0.0),) * count
    elif count is not None:
        values = values_by_finish(request.wager, choice.action, choice.chips)
    return _Errors(slopes(request.wager, choice, request.stderr or 0.0), values)


def slopes(wager: Wager, choice: KellyAction, stderr: float) -> tuple[float, float]:
    """Return the derivatives of an action's expected chips and growth by the equity, over a step of ``stderr``.

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
    """Return the part of an action's standard errors that comes from a sampled joint result."""
    errors = replace(_errors(request, choice), slopes=(0.0, 0.0))
    return WorthError(_combined(request, 0, errors, None), _combined(request, 1, errors, None))


def _combined(request: KellyRequest, column: int, one: _Errors, two: _Errors | None) -> float:
    """Return the standard error of chips (``column`` 0) or growth (1) of one action, less another one if given."""
    slope = one.slopes[column] - (0.0 if two is None else two.slopes[column])
    sampled, orders = 0.0, request.wager.finishing_orders
    if one.values is not None and orders is not None:
        # Both actions were valued in the same orders: the difference per order cancels the error that they share.
        values = [row[column] for row in one.values]
        if two is not None and two.values is not None:
            values = [a - row[column] for a, row in zip(values, two.values, strict=True)]
        if not all(map(math.isfinite, values)):
            return math.nan
        sampled = finishing_order_error(orders, values, request.order_trials)
    return math.hypot(slope * (request.stderr or 0.0), sampled)
