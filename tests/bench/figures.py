"""What the benchmarks find, and the table it is printed in."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Unit = Literal["s", "/s", "MB"]

LARGE = 100_000
"""Things a second from which on millions are counted."""
PATIENCE_SECONDS = 12.0
"""Time for one row after its first run; then no more runs begin."""


@dataclass(frozen=True)
class Goal:
    """What a figure should be: at most, or at least, ``limit``, in the unit of the figure."""

    limit: float
    at_most: bool = True

    def met(self, value: float) -> bool:
        """Say whether ``value`` is good enough."""
        return value <= self.limit if self.at_most else value >= self.limit


@dataclass(frozen=True)
class Figure:
    """One line of the table; ``value`` is a median in seconds, or things a second."""

    work: str
    method: str
    value: float
    unit: Unit = "s"
    goal: Goal | None = None
    note: str = ""


HEAD = f"{'work':46} {'method':12} {'median':>11}  {'goal':11} {'met':4} {'memory':>7}  note"


def line(figure: Figure, memory: float | None) -> str:
    """Return a figure as a line of the table; ``memory`` in MB, None: not known here."""
    goal, value = figure.goal, shown(figure.value, figure.unit)
    wanted = f"{'<=' if goal.at_most else '>='} {shown(goal.limit, figure.unit)}" if goal else ""
    met = ("yes" if goal.met(figure.value) else "NO") if goal else ""
    room = "" if memory is None else f"{memory:.0f} MB"
    return f"{figure.work:46} {figure.method:20} {value:>11}  {wanted:11} {met:4} {room:>7}  {figure.note}".rstrip()


def shown(value: float, unit: Unit) -> str:
    """Return a value with its unit."""
    if unit == "MB":
        return f"{value:.0f} MB"
    if unit == "/s":
        return f"{value / 1e6:.3g} M/s" if value >= LARGE else f"{value:.0f} /s"
    return f"{value:.3g} s" if value >= 1 else f"{1e3 * value:.3g} ms"


def median_seconds(work: Callable[[], object], runs: int) -> float:
    """Return the median time of up to ``runs`` runs of ``work``, after one that loads what it needs."""
    work()
    times: list[float] = []
    while len(times) < runs and sum(times) < PATIENCE_SECONDS:
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)
