"""The charts of a simulation: the EV of each action, and the distribution of its results."""

import numpy as np

from engine import Scenario, __version__
from engine.simulation.answer import ActionResult, SimulationAnswer
from gui.charts.ticks import category_ticks, chip_ticks, percent_ticks
from gui.charts.values import (
    Amount,
    Axis,
    Bar,
    Bars,
    Chart,
    Empty,
    Heading,
    Mark,
    ReadOut,
    Row,
    Rule,
    Steps,
)
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import NO_BREAK, number_of, percent, signed_chips

Z95 = 1.96
NO_VALUES = Empty("EV of each action", ("The EV of each action, with the hand played to its end, is drawn here.",))
NO_RESULTS = Empty("Results in chips", ("The distribution of hero's results after each action is drawn here.",))
THICK, MAX_THICKNESS, LABELS, ROOM = 0.6, 26.0, 0.3, 0.08
FILL = 0.16
MAX_STOPS = 50


def chips_with_error(value: float, stderr: float) -> str:
    """Return an EV in chips with its 95 % interval, as in ``+12.4 ± 0.3``."""
    half = Z95 * stderr
    if not half > 0.0:
        return signed_chips(round(value, 2))
    digits = min(max(0, 1 - int(np.floor(np.log10(half)))), 3)
    sign = "−" if value < 0 else "+"
    return f"{sign}{abs(value):.{digits}f} ±{NO_BREAK}{half:.{digits}f}"


def _heading(title: str, answer: SimulationAnswer, table: Scenario, notes: tuple[str, ...], name: str) -> Heading:
    origin = f"Simulation of {number_of(answer.trials, 'deal')} · Steel Wheel {__version__}"
    return Heading(
        title, brief(table), inputs(table), notes, origin, file_stem(table, f"simulate-{name}"), always=False
    )


def values_chart(answer: SimulationAnswer, table: Scenario, _hidden: frozenset[int]) -> Chart:
    """Return a bar for the EV of each action, with its 95 % interval."""
    actions = answer.actions
    ends = [one.ev + sign * Z95 * _error(one) for one in actions for sign in (-1.0, 1.0)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = high - low or 1.0
    bars = tuple(
        Bar(i, THICK, 0.0, one.ev, i, error=Z95 * _error(one), labels=(chips_with_error(one.ev, one.stderr),),
            bold=one.action == answer.best)
        for i, one in enumerate(actions)
    )  # fmt: skip

    def read(_x: float, y: float) -> ReadOut | None:
        index = round(y)
        if not 0 <= index < len(actions):
            return None
        one = actions[index]
        texts = (
            chips_with_error(one.ev, one.stderr),
            f"everybody folds {percent(one.everybody_folds, exact_digits=0)}",
        )
        return ReadOut(one.action, (Row(index, one.action, texts),), one.ev, index)

    rows = [(one.action, Amount(one.ev), Amount(one.stderr), Amount(one.behind_best)) for one in actions]
    notes = ("average chips from this decision to the end of the hand, fold = 0; lines: 95 % intervals",)
    return Chart(
        _heading("EV of each action", answer, table, notes, "ev"),
        Axis(low - ROOM * span, high + LABELS * span, chip_ticks, "chips"),
        Axis(-0.5, len(actions) - 0.5, category_ticks(tuple(one.action for one in actions)), grid=False),
        (Rule(0.0, color="outline", dash="solid"), Bars(bars, lying=True, max_thickness=MAX_THICKNESS)),
        (("action", "EV", "standard error", "EV loss"), rows),
        read=read,
        stops=tuple((one.ev, float(i)) for i, one in enumerate(actions)),
        down=True,
        hides=False,
    )


def _error(one: ActionResult) -> float:
    return one.stderr if one.stderr == one.stderr else 0.0


def results_chart(answer: SimulationAnswer, table: Scenario, hidden: frozenset[int]) -> Chart:
    """Return the distributions of the results of all actions but the fold, in chips, over one another."""
    shown = [(i, one) for i, one in enumerate(answer.actions) if one.result.high > one.result.low]
    low = min((one.result.low for _, one in shown), default=0.0)
    high = max((one.result.high for _, one in shown), default=1.0)
    marks: list[Mark] = []
    top, rows = 0.0, []
    for i, one in shown:
        edges = np.linspace(one.result.low, one.result.high, len(one.result.shares) + 1)
        heights = 100.0 * np.array(one.result.shares)
        rows += [
            (one.action, Amount(edges[k]), Amount(edges[k + 1]), one.result.shares[k]) for k in range(len(heights))
        ]
        if i not in hidden:
            marks.append(Steps(edges, heights, i, FILL))
            top = max(top, float(heights.max()))

    def read(x: float, _y: float) -> ReadOut | None:
        values = []
        for i, one in shown:
            if i not in hidden:
                below = _share_below(one, x)
                values.append(Row(i, one.action, (f"more in {percent(1.0 - below, exact_digits=0)}",)))
        return ReadOut(f"{signed_chips(round(x, 1))} chips", tuple(values), x, line=True)

    step = (high - low) / MAX_STOPS
    notes = ("chips from this decision to the end of the hand; every action gets the same deals",)
    return Chart(
        _heading("Results in chips", answer, table, notes, "results"),
        Axis(low, high, chip_ticks, "chips won or lost"),
        Axis(0.0, 1.08 * top or 1.0, percent_ticks, "share of the deals"),
        (*marks, Rule(0.0, color="outline", dash="dot")),
        (("action", "from", "to", "share"), rows),
        seats=tuple((i, one.action) for i, one in shown),
        read=read,
        stops=tuple((low + k * step, None) for k in range(MAX_STOPS + 1)),
    )


def _share_below(one: ActionResult, x: float) -> float:
    """Return the share of the deals in which an action wins less than ``x`` chips."""
    edges = np.linspace(one.result.low, one.result.high, len(one.result.shares) + 1)
    return float(np.interp(x, edges, np.concatenate(([0.0], np.cumsum(one.result.shares)))))
