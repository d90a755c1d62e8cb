"""The charts of the page: histograms of the values of flops."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.preflop.answer import PreflopAction, PreflopAnswer
from engine.preflop.decision import Decided, FlopCells, joined_cells
from gui.charts.ticks import chip_ticks
from gui.charts.values import (
    Amount,
    Array,
    Axis,
    Chart,
    Dash,
    Empty,
    Heading,
    Line,
    Mark,
    ReadOut,
    Row,
    Rule,
    Steps,
    Table,
    Text,
)
from gui.pages.preflop.answers import TwoHands, played, seen_action
from gui.pages.preflop.model import PreflopPageSituation
from gui.pages.preflop.words import (
    action_name,
    origin_of,
    signed,
    situation_brief,
    situation_file_stem,
    situation_lines,
    telling_digits,
)
from gui.words.captions import dashed
from gui.words.formatting import percent, sampled_percent, worth

EMPTY = Empty("EV by flop", ("The distribution of hero's EV over all flops is drawn here.",))
HOLLOW = ("outline: given up", "outline: flops that hero gives up; the price of the action itself is not deducted")
BINS = 60
"""The approximate number of bins over the complete width."""
MAX_BEYOND = 0.0005
"""The largest share of the flops that may be beyond either end of the axis."""
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)
MARGIN = 0.02
"""The share of the width that is empty on either side of the bins."""
FILL, GIVEN_UP = 0.55, 0.07
OVERLAID = 0.6
"""The factor of these opacities for overlaid histograms."""
LINE = 1.4
MAX_HEIGHT, MAX_HEIGHT_OVERLAID = 0.66, 0.8
NAME_AT, NAME_OVERLAID, NAME_LINE, NAME_GAP = 0.86, 0.92, 0.02, 0.024
"""The height of a histogram as a share of its panel; the positions of its name and of the line below the name."""


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Flops by the value of going on.

    ``values`` float64[n] are in chips; ``weights`` float64[n] are the probabilities, which add up to 1. ``color`` is
    the number of a seat's color.
    """

    name: str
    color: int
    values: Array
    weights: Array
    note: str = ""

    def ends(self) -> tuple[float, float]:
        """Return the values between which nearly all flops are."""
        order = np.argsort(self.values, kind="stable")
        sums = np.cumsum(self.weights[order])
        # Rare flops far out would make all bins wide, so a small share at either end is left off the axis.
        places = np.searchsorted(sums, [MAX_BEYOND, sums[-1] - MAX_BEYOND])
        low, high = self.values[order[np.minimum(places, len(order) - 1)]]
        return float(low), float(high)

    def at_least(self, value: float) -> float:
        """Return the probability that a flop has at least this value."""
        return float(self.weights[self.values >= value - 1e-12].sum())


@dataclass(frozen=True)
class Spread:
    """Several series over the same bins, one of which begins at 0: in panels above one another, or ``overlaid``."""

    series: tuple[Series, ...]
    overlaid: bool = False

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The values between which nearly all flops are, 0 included."""
        lows, highs = zip(*(s.ends() for s in self.series), strict=True)
        return min(*lows, 0.0), max(*highs, 0.0)

    @cached_property
    def width(self) -> float:
        """The width of a bin in chips."""
        low, high = self._ends
        return bin_width(high - low)

    @property
    def axis(self) -> tuple[float, float]:
        """The ends of the axis of chips: complete bins around nearly all flops."""
        low, high = self._ends
        width = self.width
        return width * math.floor(low / width + 1e-9), width * (math.floor(high / width + 1e-9) + 1)

    @cached_property
    def first(self) -> int:
        """The number of the first bin; bin i is from i to i + 1 widths."""
        return min(math.floor(float(s.values.min()) / self.width + 1e-9) for s in self.series)

    @cached_property
    def shares(self) -> tuple[Array, ...]:
        """The probability of each bin, float64[bins], for each series."""
        # A value that rounding has moved just below the edge of a bin still belongs to that bin.
        numbers = [np.floor(s.values / self.width + 1e-9).astype(np.intp) - self.first for s in self.series]
        count = 1 + max(int(n.max()) for n in numbers)
        return tuple(
            np.bincount(n, s.weights, count).astype(np.float64) for n, s in zip(numbers, self.series, strict=True)
        )

    def table(self) -> Table:
        """Return the probability of every bin by series."""
        header = ("worth from", "worth to", *(series.name for series in self.series))
        rows: list[tuple[object, ...]] = [
            (*map(Amount, self.edges(i)), *(float(shares[i]) for shares in self.shares))
            for i in range(len(self.shares[0]))
        ]
        return header, rows

    def edges(self, bin_: int) -> tuple[float, float]:
        """Return the ends of a bin in chips."""
        low = (self.first + bin_) * self.width
        return low, low + self.width


def bin_width(span: float) -> float:
    """Return a round width with which about :data:`BINS` bins fill ``span``."""
    rough = max(span, 1e-9) / BINS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in NICE if step * power >= rough * (1 - 1e-9))


def spread_chart(heading: Heading, spread: Spread) -> Chart:
    """Return the histograms; flops below zero, which hero gives up, are hollow."""
    low, high = spread.axis
    free = MARGIN * (high - low)
    panels = 1 if spread.overlaid else len(spread.series)
    middles = (sum(spread.edges(i)) / 2 for i in range(len(spread.shares[0])))
    return Chart(
        heading,
        Axis(low - free, high + free, chip_ticks, grid=False),
        Axis(0.0, panels, line=False),
        tuple(_marks(spread, panels)),
        spread.table(),
        read=lambda x, y: _read(spread, x, panels),
        stops=tuple((middle, panels / 2) for middle in middles if low < middle < high),
        hides=False,
    )


def _marks(spread: Spread, panels: int) -> Iterable[Mark]:
    """Return the outlines of all series, each with its base, a dotted line at zero and its name.

    The vertical axis has one unit for each panel: the first series is at the top, and overlaid ones share one panel.
    """
    low, high = spread.axis
    free = MARGIN * (high - low)
    highest = max(float(shares.max()) for shares in spread.shares)
    for number, series in enumerate(spread.series):
        base = 0.0 if spread.overlaid else panels - 1.0 - number
        top = highest if spread.overlaid else float(spread.shares[number].max())
        scale = (MAX_HEIGHT_OVERLAID if spread.overlaid else MAX_HEIGHT) / top
        yield from _steps(spread, number, base, scale)
        yield Rule(base, level=True, color="line", dash="solid")
        if low < 0.0 < high:
            up = base + (MAX_HEIGHT_OVERLAID if spread.overlaid else MAX_HEIGHT)
            yield Line(np.zeros(2), np.array([base, up]), "muted", 1.0, "dot")
        width = high - low + 2 * free
        x = low - free + (number * width / len(spread.series) if spread.overlaid else 0.0)
        y = base + (NAME_OVERLAID if spread.overlaid else NAME_AT)
        ends = np.array([x, x + NAME_LINE * width])
        yield Line(ends, np.array([y, y]), series.color, 2.0, "seat" if spread.overlaid else "solid")
        yield Text(x + NAME_GAP * width, y, f"{series.name}{': ' if spread.overlaid else ' · '}{series.note}")


def _steps(spread: Spread, number: int, base: float, scale: float) -> Iterable[Steps]:
    """Return the outline of the flops that are given up, then of the others, each closed at the base."""
    low, high = spread.axis
    first = max(round(low / spread.width) - spread.first, 0)
    last = min(round(high / spread.width) - spread.first, len(spread.shares[number]))
    split = min(max(-spread.first, first), last)
    for start, stop, fill in ((first, split, GIVEN_UP), (split, last, FILL)):
        if start < stop:
            # The padding adds a bin of height 0 at both ends. Without a width they close the outline vertically.
            heights = np.asarray(base + scale * np.pad(spread.shares[number][start:stop], 1), dtype=np.float64)
            edges = spread.width * np.arange(spread.first + start - 1, spread.first + stop + 2, dtype=np.float64)
            edges[[0, -1]] = edges[[1, -2]]
            dash: Dash = "seat" if spread.overlaid else "solid"
            opacity = fill * (OVERLAID if spread.overlaid else 1.0)
            yield Steps(edges, heights, spread.series[number].color, opacity, LINE, dash, base)


def _read(spread: Spread, x: float, panels: int) -> ReadOut | None:
    """Return the probability of the flops in the bin at ``x``, and of those with a higher value."""
    bin_ = int(x // spread.width) - spread.first
    if not 0 <= bin_ < len(spread.shares[0]):
        return None
    left, right = spread.edges(bin_)
    rows = tuple(
        Row(
            s.color,
            s.name,
            (f"{percent(float(shares[bin_]))} of flops", f"or more: {percent(s.at_least(left))}"),
        )
        for s, shares in zip(spread.series, spread.shares, strict=True)
    )
    given_up = ", given up" if right <= 1e-12 else ""
    return ReadOut(
        f"EV {signed(left)} to {signed(right)} chips{given_up}", rows, right, region=(left, right, 0.0, panels)
    )


def heading_of(
    situation: PreflopPageSituation,
    answer: PreflopAnswer,
    title: str,
    remarks: tuple[str, str],
    stem: str,
    *,
    titled: bool = True,
) -> Heading:
    """Return the heading of a chart of an answer.

    ``remarks``: how to read the chart, in short and in full. ``stem`` and ``titled``: see :class:`Heading`.
    """
    short, full = remarks
    brief = f"{short} · {situation_brief(situation)}"
    about = situation_lines(answer.request)
    return Heading(title, brief, about, (full,), origin_of(answer), stem, always=False, titled=titled)


def series_of(answer: PreflopAnswer, action: PreflopAction, name: str, color: int, note: str) -> Series | None:
    """Return the value of each flop after an action for each of hero's hands, over all players who may see it.

    A sampled answer has a histogram only: the middle of a bin is then the value of all flops in it. Return None if no
    flop is seen.
    """
    if answer.decided is not None:
        cells = flop_cells(answer.decided, action.action)
        values, weights = (np.zeros(0), np.zeros(0)) if cells is None else (cells.raw, cells.p)
    elif action.values is not None:
        low, high = action.values.low, action.values.high
        weights = np.array(action.values.raw)
        values = low + (np.arange(len(weights)) + 0.5) / len(weights) * (high - low)
    else:
        return None
    able = weights > 0
    if not able.any():
        return None
    return Series(name, color, values[able], weights[able] / weights.sum(), note)


def flop_cells(decided: Decided, action: str) -> FlopCells | None:
    """Return the flops of all of hero's hands after an action, or None if nobody sees one."""
    at = [plan.name for plan in decided.situation.actions].index(action)
    sets = enumerate(decided.situation.actions[at].sets())
    result = [cells for number, players in sets if players for cells in decided.set_cells(at, number)]
    return joined_cells(result) if result else None


def actions_chart(situation: PreflopPageSituation, answer: PreflopAnswer, color: int) -> Chart | None:
    """Return the histograms of all actions, or None if no flop is seen."""
    series = []
    for action in played(answer):
        note = f"continues on {sampled_percent(action.playable, action.playable_stderr)} of flops"
        name = action_name(action.action, answer.request.raise_to)
        value = worth(action.ev, action.stderr, exact_digits=telling_digits(answer))
        series.append(series_of(answer, action, f"{name}: {value}", color, note))
    spread = Spread(tuple(part for part in series if part is not None))
    if not spread.series:
        return None
    stem = f"{situation_file_stem(situation)}-preflop"
    return spread_chart(heading_of(situation, answer, "EV by flop, in chips", HOLLOW, stem), spread)


def two_hands_chart(
    situation: PreflopPageSituation, two: TwoHands, colors: Sequence[int], preferred: str = ""
) -> Chart | None:
    """Return the overlaid histograms of two hands, or None if one of them sees no flop.

    ``preferred``: the action whose flops are compared, for a hand that has it. The title is only on exported pages.
    """
    series = []
    for name, answer, color in zip(two.names, two.answers, colors, strict=True):
        action = seen_action(answer, preferred)
        if action is not None:
            playable = sampled_percent(action.playable, action.playable_stderr)
            note = f"{worth(action.ev, action.stderr)}, continues on {playable} of flops"
            series.append(series_of(answer, action, name, color, note))
    spread = Spread(tuple(part for part in series if part is not None), overlaid=True)
    if len(spread.series) < 2:
        return None
    title = f"{two.names[0]} vs {two.names[1]}: EV by flop, in chips"
    stem = f"{situation_file_stem(situation, 'two')}-{dashed('preflopTwo')}"
    return spread_chart(heading_of(situation, two.answers[0], title, HOLLOW, stem, titled=False), spread)
