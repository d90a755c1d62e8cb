"""The equity graph as a chart: hands from best to worst along, their equity upwards, the next street as a band."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine import Snapshot
from gui.charts.ticks import percent_ticks, wide_percent_ticks
from gui.charts.values import Array, Axis, Band, Chart, Empty, Heading, Key, Line, Mark, ReadOut, Row, Rule, Table
from gui.look.captions import errors_clause, street_name
from gui.look.formatting import NO_BREAK, interval, percent, short_percent
from gui.pages.hands.curves import Curve

EMPTY = Empty("Hands from best to worst", ("The equity of every hand of every seat is drawn here.",))
POINTS = 1000
"""Points of a curve."""
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""
BAND = 0.2
SMOOTH = 0.04
"""Share of the range over which the band is drawn as a running mean: neighbours by equity have different draws."""
STOP = 0.02
FAIR_PLACES = 9
LABEL = 0.12
"""About the share of the width that the label of the fair share takes."""


def hands_chart(
    curves: tuple[Curve, ...], banded: int | None, snapshot: Snapshot, hidden: frozenset[int], *, hand: str
) -> Chart:
    """Return the chart of all curves, with the next street of the seat ``banded`` where it is known.

    ``hand`` is the noun for one of the sorted items.
    """
    shown = tuple(curve for curve in curves if curve.seat not in hidden)
    band = next((curve for curve in shown if curve.seat == banded and curve.band is not None), None)
    along = (np.arange(POINTS) + 0.5) / POINTS
    lines = [_line(curve, along) for curve in reversed(shown)]
    fair = 100 / max(sum(seat.estimate is not None for seat in snapshot.seats), 1)
    label = f"fair {short_percent(fair / 100)}"
    marks: list[Mark] = [Rule(fair, level=True, label=label, place=_free_place(fair, lines))]
    keys: tuple[Key, ...] = ()
    if band is not None:
        marks.insert(0, _band(band, along))
        keys = (Key(f"{band.name} on the {street_name(snapshot.scenario)}", "band", band.seat),)
    return Chart(
        _heading(curves, snapshot, hand, banded=band is not None),
        Axis(0.0, 100.0, wide_percent_ticks, "share of the range, best first"),
        Axis(0.0, 102.0, percent_ticks),
        (*marks, *lines),
        _table(curves),
        seats=tuple((curve.seat, curve.name) for curve in curves),
        keys=keys,
        lines=True,
        read=lambda x, y: _read(shown, band, min(max(x / 100, 0.0), 1.0)),
        stops=tuple((100 * step, 50.0) for step in np.arange(STOP / 2, 1.0, STOP).tolist()) if shown else (),
    )


def _places(curve: Curve, along: Array) -> NDArray[np.int64]:
    """Return the places of the hands that stand ``along`` the range, int64[n]."""
    return np.minimum(np.searchsorted(curve.hands.along, along), len(curve.labels) - 1)


def _line(curve: Curve, along: Array) -> Line:
    markers = tuple(int((i + 0.5) / MARKERS * POINTS) for i in range(MARKERS))
    return Line(100 * along, 100 * curve.hands.equity[_places(curve, along)], curve.seat, 1.8, markers=markers)


def _band(curve: Curve, along: Array) -> Band:
    assert curve.band is not None
    places, window = _places(curve, along), int(SMOOTH * POINTS)
    low, high = (100 * running_mean(edge[places], window) for edge in (curve.band.low, curve.band.high))
    return Band(100 * along, low, high, curve.seat, BAND)


def running_mean(values: Array, window: int) -> Array:
    """Return the mean of each value and those round it, float64[n]; fewer at the ends."""
    kernel = np.ones(window)
    return np.asarray(np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same"))


def _free_place(level: float, lines: Sequence[Line]) -> float:
    """Return the share of the width where the curves are farthest from ``level``: there its label is readable."""
    places: list[float] = np.linspace(0.03, 0.85, FAIR_PLACES).tolist()
    return max(places, key=lambda place: clearance(level, place, lines))


def clearance(level: float, place: float, lines: Sequence[Line]) -> float:
    """Return the least distance of the curves from ``level`` along a label at ``place``, in points of percent."""
    start, stop = (place - LABEL, place) if place > 0.5 else (place, place + LABEL)
    along = slice(int(start * POINTS), int(stop * POINTS))
    return min((float(np.abs(line.y[along] - level).min()) for line in lines), default=0.0)


def _heading(curves: tuple[Curve, ...], snapshot: Snapshot, hand: str, *, banded: bool) -> Heading:
    noise = np.concatenate([curve.hands.stderr for curve in curves])
    widest = float(np.nanmax(noise)) if np.isfinite(noise).any() else 0.0
    note = f"each of the {hand} as wide as it is likely"
    if banded:
        street = street_name(snapshot.scenario)
        note += f"; band: on the {street} from the 10th to the 90th percentile, running mean over 4{NO_BREAK}%"
    title = f"Equity of all {hand} from best to worst"
    name = "downCards" if hand == "down cards" else "equityGraph"
    return Heading.of(snapshot, title, (note + errors_clause((widest,)),), name)


def _read(shown: tuple[Curve, ...], banded: Curve | None, along: float) -> ReadOut | None:
    """Return the hand of every displayed seat at ``along`` of the range."""
    if not shown:
        return None
    places = [int(_places(curve, np.array([along]))[0]) for curve in shown]
    rows = tuple(
        Row(curve.seat, curve.name, _values(curve, place, along, band=curve is banded))
        for curve, place in zip(shown, places, strict=True)
    )
    points = tuple(
        (curve.seat, 100 * along, 100 * float(curve.hands.equity[place]))
        for curve, place in zip(shown, places, strict=True)
    )
    return ReadOut(f"At {percent(along, exact_digits=1)} of the range", rows, 100 * along, 90.0, True, points=points)


def _values(curve: Curve, place: int, along: float, *, band: bool) -> tuple[str, str, str, str]:
    error = float(np.nan_to_num(curve.hands.stderr[place]))
    equity = f"{percent(float(curve.hands.equity[place]), error)} {interval(error)}".strip()
    until = f"mean so far {percent(curve.of_best(along), exact_digits=1)}"
    later = ""
    if curve.band is not None and band:
        low, high = (percent(float(edge[place]), exact_digits=0) for edge in (curve.band.low, curve.band.high))
        later = f"next {low}–{high}".replace(f"{NO_BREAK}%–", "–")
    return curve.named(place), equity, until, later


def _table(curves: tuple[Curve, ...]) -> Table:
    """Return every hand of every seat, best first, as probabilities."""
    header = ("seat", "hand", "share", "share up to here", "equity", "stderr", "next low", "next mean", "next high")
    rows: list[tuple[object, ...]] = []
    for curve in curves:
        hands, band = curve.hands, curve.band
        ends = hands.along.tolist()
        for i, label in enumerate(curve.labels):
            error = float(hands.stderr[i])
            numbers = float(hands.share[i]), ends[i], float(hands.equity[i]), "" if np.isnan(error) else error
            later = ("", "", "") if band is None else tuple(float(e[i]) for e in (band.low, band.mean, band.high))
            rows.append((curve.name, label, *numbers, *later))
    return header, rows
