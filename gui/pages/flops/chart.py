"""Equity over flops as a chart: how likely a flop leaves each seat with how much, as a histogram or a falling curve."""

from dataclasses import dataclass

import numpy as np

from engine import Snapshot
from engine.details.flops import BINS, Flops, FlopSpread
from gui.charts.ticks import nice_ceiling, percent_ticks, wide_percent_ticks
from gui.charts.values import Array, Axis, Chart, Empty, Heading, Line, Mark, Points, ReadOut, Row, Rule, Steps
from gui.look.formatting import NO_BREAK, interval, percent
from gui.state.latest import LatestDetail

LEAST_SPAN = 20
"""Least width of the axis of equities in percent."""
MARGIN = 4
WIDE_SPAN = 40
"""Axis from which two bins are drawn as one: single flops would make a comb of it."""
FILL = 0.16
MEAN_HEIGHT = 0.015
"""The height of the markers of the means, as a share of the axis."""
EMPTY = Empty("Equity over flops", ("How a seat's equity is spread over the flops is drawn here.",))


@dataclass(frozen=True, slots=True, eq=False)
class SeatSpread:
    """How the equity of a seat is spread over the flops, with the name of the seat."""

    name: str
    value: FlopSpread

    @property
    def seat(self) -> int:
        """The place of the seat at the table."""
        return self.value.seat


def seat_spreads(result: LatestDetail[Flops] | None) -> tuple[SeatSpread, ...]:
    """Return the spreads of a ``flops`` detail by seat; none where there is none, or nobody to play against."""
    spreads = () if result is None or len(result.value.spreads) < 2 else result.value.spreads
    return tuple(
        SeatSpread(result.snapshot.seats[spread.seat].name, spread) for spread in spreads if result is not None
    )


def flops_chart(spreads: tuple[SeatSpread, ...], snapshot: Snapshot, hidden: frozenset[int], *, falling: bool) -> Chart:
    """Return the chart; ``falling`` draws the share of flops with at least an equity in place of the histogram."""
    low, high = equity_range(spreads)
    width = 2 if high - low > WIDE_SPAN else 1
    shown = tuple(spread for spread in spreads if spread.seat not in hidden)
    marks: list[Mark] = []
    fair = 100 / max(len(spreads), 1)
    if low < fair < high:
        marks.append(Rule(fair, label=f"fair {percent(fair / 100, exact_digits=0)}"))
    for spread in reversed(shown):
        marks.append(_falling(spread, low, high) if falling else _histogram(spread, low, high, width))
    top = max((float(bin_heights(spread, width).max()) for spread in shown), default=1.0)
    top = 102.0 if falling else nice_ceiling(1.06 * top)
    marks += [Points(((100 * spread.value.mean, MEAN_HEIGHT * top),), spread.seat) for spread in reversed(shown)]
    middles = [i + width / 2 for i in range(0, BINS, width)]
    return Chart(
        _heading(spreads, snapshot, falling=falling),
        Axis(low, high, wide_percent_ticks, "equity"),
        Axis(0.0, top, percent_ticks),
        tuple(marks),
        _table(spreads),
        seats=tuple((spread.seat, spread.name) for spread in spreads) if len(spreads) > 1 else (),
        lines=True,
        read=lambda x, y: _read(shown, x, width, line=falling),
        stops=tuple((middle, None) for middle in middles if low <= middle <= high),
    )


def bin_heights(spread: SeatSpread, width: int) -> Array:
    """Return the percent of flops in each group of ``width`` bins, float64[BINS / width]."""
    shares: Array = 100 * spread.value.shares.reshape(-1, width).sum(axis=1)
    return shares


def _histogram(spread: SeatSpread, low: int, high: int, width: int) -> Steps:
    first, last = low // width, high // width
    edges = np.arange(first, last + 1, dtype=np.float64) * width
    return Steps(edges, bin_heights(spread, width)[first:last], spread.seat, FILL)


def _falling(spread: SeatSpread, low: int, high: int) -> Line:
    xs = np.arange(low, high + 1, dtype=np.float64)
    return Line(xs, np.array([100 * spread.value.at_least(x / BINS) for x in xs]), spread.seat, 1.8)


def _heading(spreads: tuple[SeatSpread, ...], snapshot: Snapshot, *, falling: bool) -> Heading:
    title = "On how many flops a seat has at least an equity" if falling else "Equity over the flops"
    noise = max((spread.value.stderr for spread in spreads), default=0.0)
    note = "markers: mean equity; flops count by how likely the hands let them come"
    if noise:
        note += f"; sampled, each flop {interval(noise)} (95{NO_BREAK}%)"
    return Heading.of(snapshot, title, (note,), "flops")


def _read(shown: tuple[SeatSpread, ...], x: float, width: int, *, line: bool) -> ReadOut | None:
    """Return how likely the flops of the group at ``x`` are for every displayed seat, and those with more."""
    if not shown:
        return None
    group = min(max(int(x), 0), BINS - 1) // width
    first, last = group * width, (group + 1) * width
    rows = tuple(
        Row(
            spread.seat,
            spread.name,
            (
                f"{percent(sum(spread.value.shares[first:last]))} of flops",
                f"or more {percent(spread.value.at_least(first / BINS))}",
            ),
        )
        for spread in shown
    )
    region = (float(first), float(last), 0.0, 1e3)
    return ReadOut(
        f"Equity {first} to {last}{NO_BREAK}%", rows, float(last if not line else first), line=line, region=region
    )


def _table(spreads: tuple[SeatSpread, ...]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return the probability of every percent of equity by seat."""
    header = ("equity from", "equity to", *(spread.name for spread in spreads))
    rows: list[tuple[object, ...]] = [
        (i / BINS, (i + 1) / BINS, *(spread.value.shares[i] for spread in spreads)) for i in range(BINS)
    ]
    return header, rows


def equity_range(spreads: tuple[SeatSpread, ...]) -> tuple[int, int]:
    """Return the axis of equities in whole percent: all flops that occur, and some room."""
    used = [i for spread in spreads for i, share in enumerate(spread.value.shares) if share > 0]
    low, high = min(used, default=0) - MARGIN, max(used, default=99) + 1 + MARGIN
    missing = max(LEAST_SPAN - (high - low), 0)
    low, high = low - missing // 2, high + (missing + 1) // 2
    low, high = max(low - low % 2, 0), min(high + high % 2, BINS)
    return low, high
