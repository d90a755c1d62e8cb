"""Positions and texts of the ticks of an axis: pure functions."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui.words.formatting import NO_BREAK, short_count, signed_chips

STEPS = (1.0, 2.0, 5.0, 10.0)
PERCENT_SPACING, COUNT_SPACING = 34.0, 74.0
"""Minimum distance of labelled ticks in pixels: on a vertical axis, and on a horizontal one."""
NAME_SPACING = 46.0
"""Width in pixels of a name of two short words."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick at ``value`` of the axis; without a text it is a fine grid line."""

    value: float
    text: str


Ticks = Callable[[float, float, float], list[Tick]]
"""(low, high, length in pixels) -> the ticks between low and high."""


def nice_step(span: float, max_steps: float) -> float:
    """Return the smallest step of 1, 2 or 5 times a power of ten that divides ``span`` into at most ``max_steps``.

    >>> nice_step(35.0, 10.0)
    5.0
    """
    rough = span / max(max_steps, 1.0)
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in STEPS if step * power >= rough * (1 - 1e-9))


def nice_ceiling(value: float) -> float:
    """Return ``value`` rounded up to a round number, so that the end of an axis seldom changes.

    >>> nice_ceiling(33.0)
    35.0
    """
    if value <= 0:
        return 1.0
    step = nice_step(value, 10.0)
    return math.ceil(value / step - 1e-9) * step


def _multiples(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [i * step for i in range(first, last + 1)]


def percent_ticks(low: float, high: float, length: float, spacing: float = PERCENT_SPACING) -> list[Tick]:
    """Return the ticks of an axis in percent."""
    if not high > low:
        return []
    step = nice_step(high - low, length / spacing)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return [Tick(v, f"{v:.{digits}f}{NO_BREAK}%".replace("-0 ", "0 ")) for v in _multiples(low, high, step)]


def share_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks in percent up to 100; the axis may be longer to make room for labels."""
    return [tick for tick in percent_ticks(low, high, length) if tick.value <= 100.0]


def wide_percent_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of a horizontal axis in percent."""
    return percent_ticks(low, high, length, 60.0)


def wide_share_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of a horizontal axis in percent, up to 100."""
    return [tick for tick in wide_percent_ticks(low, high, length) if tick.value <= 100.0]


def count_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of a linear axis of deals."""
    if not high > low:
        return []
    step = max(nice_step(high - low, length / COUNT_SPACING), 1.0)
    return [Tick(v, short_count(v)) for v in _multiples(max(low, 0.0), high, step)]


def log_count_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of an axis of log10(deals): powers of ten, and 2 and 5 times them if there is room."""
    if not high > low:
        return []
    if high - low < 0.6:  # too short for powers of ten: equal steps of deals instead
        smallest, largest = 10.0**low, 10.0**high
        step = max(nice_step(largest - smallest, length / COUNT_SPACING), 1.0)
        return [Tick(math.log10(v), short_count(v)) for v in _multiples(smallest, largest, step) if v > 0]
    return _decade_ticks(low, high, length / (high - low), COUNT_SPACING, lambda value, _: short_count(value))


def log_percent_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of a vertical axis of log10(percent): powers of ten, and 2 and 5 times them if there is room."""
    if not high > low:
        return []

    def text(value: float, power: int) -> str:
        return f"{value:.{max(0, -power)}f}{NO_BREAK}%"

    return _decade_ticks(low, high, length / (high - low), PERCENT_SPACING, text)


def _decade_ticks(
    low: float, high: float, decade: float, spacing: float, text: Callable[[float, int], str]
) -> list[Tick]:
    """Return the ticks of a log10 axis on which a decade has ``decade`` pixels: all nine of each decade.

    Powers of ten have a text, as well as 2 and 5 times them if texts stay ``spacing`` pixels apart; ``text`` makes it
    of the value and its power of ten.
    """
    named = {1} | ({2, 5} if decade > 4 * spacing else set())
    every = max(1, math.ceil(spacing / decade))
    ticks = []
    for power in range(math.floor(low), math.floor(high) + 1):
        for digit in range(1, 10):
            value = power + math.log10(digit)
            if low - 1e-9 <= value <= high + 1e-9:
                is_named = digit in named and power % every == 0
                ticks.append(Tick(value, text(digit * 10.0**power, power) if is_named else ""))
    return ticks


def chip_ticks(low: float, high: float, length: float, spacing: float = COUNT_SPACING) -> list[Tick]:
    """Return the ticks of an axis of chips, which may be won or lost."""
    if not high > low:
        return []
    step = nice_step(high - low, length / spacing)
    return [Tick(v, signed_chips(v).lstrip("+")) for v in _multiples(low, high, step)]


def unit_ticks(names: Sequence[str]) -> Ticks:
    """Return the ticks in the middle of the units of an axis that begins at 0: the heads of a map or of columns."""

    def ticks(low: float, high: float, length: float) -> list[Tick]:
        return [Tick(i + 0.5, name) for i, name in enumerate(names) if low <= i < high]

    return ticks


def point_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks in percentage points, with their sign."""
    ticks = percent_ticks(low, high, length)
    return [Tick(t.value, "0" if abs(t.value) < 1e-9 else f"{t.value:+g}".replace("-", "−")) for t in ticks]


def category_ticks(names: tuple[str, ...], short: tuple[str, ...] = ()) -> Ticks:
    """Return the ticks of categories at 0, 1, 2, ..., with ``short`` names (if there are any) when a category has less
    than :data:`NAME_SPACING` pixels."""

    def ticks(low: float, high: float, length: float) -> list[Tick]:
        texts = short if short and length < NAME_SPACING * len(names) else names
        return [Tick(float(i), name) for i, name in enumerate(texts) if low <= i <= high]

    return ticks
