"""The chart of a run: how far the play found can be beaten, as it goes on."""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.betting.solver import Progress
from engine.betting.watch import BettingView
from gui.charts.ticks import Tick, log_count_ticks
from gui.charts.values import Amount, Axis, Chart, Empty, Heading, Line, ReadOut, Row, Rule, Table
from gui.look.captions import brief, file_stem, inputs
from gui.look.formatting import count, duration
from gui.pages.betting.words import HONEST, share_of_pot

TITLE = "How far the play can be beaten"
EMPTY = Empty(TITLE, ("While a run goes on, what its play can still lose is drawn here,", "down to the target."))
LEAST_SHARE = 1e-7
"""Smaller shares of the pot, 0 too, are drawn here."""
ROOM = 0.15
"""Decades above and below the line."""


def share_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an axis of log10(percent of the pot): powers of ten, 2 and 5 where there is room."""
    every = {1, 2, 5} if length / max(high - low, 1e-9) > 90 else {1}
    ticks = []
    for power in range(math.floor(low), math.floor(high) + 1):
        for digit in range(1, 10):
            value = power + math.log10(digit)
            if low <= value <= high:
                text = f"{digit * 10.0**power:.10g} %" if digit in every else ""
                ticks.append(Tick(value, text))
    return ticks


def _log_percent(share: float) -> float:
    return math.log10(100 * max(share, LEAST_SHARE))


def convergence(view: BettingView, goal: float) -> Chart | None:
    """Return the exploitability of a run over its iterations; ``goal``: the target, a share of the pot. None without a
    course.
    """
    trace = view.trace
    if not trace:
        return None
    request = view.solution.request
    pot = request.pot
    xs = np.array([math.log10(max(point.iterations, 1)) for point in trace])
    ys = np.array([_log_percent(_chips(point) / pot) for point in trace])
    target = _log_percent(goal)
    first, last = float(xs[0]), float(xs[-1])
    low, high = min(float(ys.min()), target) - ROOM, max(float(ys.max()), target) + ROOM
    scenario = request.table
    end = trace[-1]
    about = (*inputs(scenario), f"pot {pot:g}")
    heading = Heading(
        TITLE, brief(scenario), about, (HONEST,), "", file_stem(scenario, "betting"), always=False, titled=False
    )
    rule = Rule(target, level=True, label=f"target {share_of_pot(goal)}", place=0.98, color="good", dash="dash")
    return Chart(
        heading,
        Axis(first, last if last > first else first + 1.0, log_count_ticks, "iterations (log scale)"),
        Axis(low, high, share_ticks, "of the pot"),
        (rule, Line(xs, ys, "accent", 2.0, markers=(len(trace) - 1,))),
        partial(_table, trace, pot),
        read=partial(_read, trace, pot),
        stops=tuple((float(x), None) for x in xs),
        hides=False,
        spoken=f"{share_of_pot(_chips(end) / pot)} of the pot after {count(end.iterations)} iterations",
    )


def _chips(point: Progress) -> float:
    return max(point.exploitability or 0.0, 0.0)


def _table(trace: Sequence[Progress], pot: float) -> Table:
    head = ("Iterations", "Seconds", "Exploitability in chips", "Share of the pot")
    rows = [(point.iterations, Amount(point.solve_s), Amount(_chips(point)), _chips(point) / pot) for point in trace]
    return head, rows


def _read(trace: Sequence[Progress], pot: float, x: float, _: float) -> ReadOut:
    point = min(trace, key=lambda one: abs(math.log10(max(one.iterations, 1)) - x))
    values = (f"{share_of_pot(_chips(point) / pot)} of the pot", f"after {duration(point.solve_s)}")
    where = math.log10(max(point.iterations, 1))
    row = Row(0, "can be beaten by", values)
    return ReadOut(f"{count(point.iterations)} iterations", (row,), where, _log_percent(_chips(point) / pot), True)
