"""The charts of a result: how the equities converged, their standard errors, and the final hands of the seats."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from engine import GAMES, Snapshot
from engine.equity.details.next_cards import Z95
from engine.equity.results import independent_deals, share_stderr
from gui.charts.forms import Course, GroupBar, class_groups, class_rows, class_titles, course_of
from gui.charts.ticks import count_ticks, log_count_ticks, log_percent_ticks, nice_ceiling, percent_ticks
from gui.charts.values import (
    Array,
    Axis,
    Band,
    Chart,
    Empty,
    EndLabel,
    Heading,
    Key,
    Line,
    Mark,
    ReadOut,
    Row,
    Table,
    active_seats,
)
from gui.words.formatting import NO_BREAK, deals, interval, percent, percent_digits
from gui.words.games import GAME_WORDS

NO_CONVERGENCE = Empty(
    "Convergence",
    (
        "Sampled equities are drawn here as the deals come in.",
        "An exact result has no such curve.",
    ),
)
NO_CLASSES = Empty(
    "Final hands",
    (
        "The final hands of every seat at showdown are drawn here.",
        "One seat is enough: in razz type a23 to see its final lows.",
    ),
)
HERO_WIDTH, WIDTH = 2.0, 1.5
HERO_BAND, BAND = 0.2, 0.12
CLEAR_BANDS = 4
"""With more seats than this, bands are fainter because they overlap."""
SETTLED_SHARE, SETTLED_SHARE_LINEAR = 0.3, 0.02
"""The first share of the x axis, logarithmic and linear, is ignored when the y axis is fitted: early values vary too
much."""
END_SHARE = 0.1
"""The share of the deals that is visible when zoomed on the end."""
MIN_MARGIN = 0.02
MIN_ERROR, LOG_ROOM = 1e-9, 0.08
"""Smallest error on the log scale in percent, and the margin above and below in powers of ten."""
MAX_GROUPED_SEATS = 3
"""Up to this number of seats have their bars in groups; more seats have a column each."""
Span = tuple[float, float]


def convergence_chart(
    snapshot: Snapshot, hidden: frozenset[int], *, log: bool = True, on_end: bool = False, class_: str = ""
) -> Chart:
    """Return the chart of the equity of every active seat over the deals, with 95 % bands; exact ones are level lines.

    With ``class_`` it shows the share of this final hand, and for a single active seat the shares of all its final
    hands. ``log``: the axis of deals is logarithmic. ``on_end``: only the end of the run is visible.
    """
    lines, exact = course_of(snapshot, class_), snapshot.method == "exact"
    xs = np.log10(lines.trials) if log and not lines.flat else lines.trials
    visible = _visible_columns(lines, hidden)
    x_range = _x_range(lines, xs, log=log, on_end=on_end)
    y_range = _y_range(lines, xs, x_range, visible, 0.0 if on_end else SETTLED_SHARE if log else SETTLED_SHARE_LINEAR)
    marks, ends = list[Mark](), list[EndLabel]()
    for column, (seat, label) in enumerate(zip(lines.seats, lines.names, strict=True)):
        value = percent(lines.equity[-1, column] / 100, lines.stderr[-1, column] / 100, exact_digits=4)
        end = f"{value}  exact" if exact else value
        ends.append(EndLabel(seat, label, end, float(lines.equity[-1, column]), seat in hidden))
    # All bands are below all lines; the first seat is drawn last, and so is on top.
    for column in reversed(visible):
        equity, reach = lines.equity[:, column], Z95 * lines.stderr[:, column]
        if reach.any():
            opacity = BAND * min(1.0, CLEAR_BANDS / len(lines.seats)) if column else HERO_BAND
            marks.append(Band(xs, equity - reach, equity + reach, lines.seats[column], opacity))
    for column in reversed(visible):
        marks.append(Line(xs, lines.equity[:, column], lines.seats[column], WIDTH if column else HERO_WIDTH))
    ticks = None if lines.flat else log_count_ticks if log else count_ticks
    name = "" if lines.flat else "deals (log scale)" if log else "deals"
    quantity = _quantity(snapshot, class_)
    whose = "their" if lines.by_class else "its"
    converging = f"{quantity} by number of deals, with {whose} 95{NO_BREAK}% band"
    title = f"{quantity}, exact" if exact else converging
    notes = ("a saved result: only its final equities are stored",) if lines.flat else ()
    if exact:
        notes = (f"exact: all {deals(snapshot.deals)} counted",)
    return Chart(
        Heading.of(snapshot, title, notes, "convergence"),
        Axis(*x_range, ticks, name),
        Axis(*y_range, percent_ticks),
        tuple(marks),
        partial(_convergence_rows, snapshot, lines, "share" if class_ or lines.by_class else "equity"),
        ends=tuple(ends),
        read=lambda x, y: _read_convergence(snapshot, lines, xs, visible, x),
        stops=tuple((float(x), None) for x in xs),
        panned=not lines.flat,
        spoken="; ".join(f"{end.name} {end.value}" for end in ends),
    )


def precision_chart(snapshot: Snapshot, hidden: frozenset[int], *, class_: str = "") -> Chart:
    """Return the chart of the standard errors of the values of :func:`convergence_chart` over the deals, on log scales.

    The errors that plain sampling would have, measured in the same deals, are dashed; a dotted line is proportional to
    1/√deals and ends with the first line. Without a course, return the chart of the values.
    """
    lines = course_of(snapshot, class_)
    if lines.flat:
        return convergence_chart(snapshot, hidden, class_=class_)
    xs, visible = np.log10(lines.trials), _visible_columns(lines, hidden)
    errors = np.log10(np.maximum(lines.stderr, MIN_ERROR))
    plain = None if lines.plain is None else np.log10(np.maximum(lines.plain, MIN_ERROR))
    first = visible[0] if visible else 0
    # An error proportional to 1/√deals is a line of slope -1/2 on log scales.
    square_root = errors[-1, first] + (xs[-1] - xs) / 2
    marks: list[Mark] = [Line(xs, square_root, "muted", 1.0, "dot")]
    for column in reversed(visible):
        seat, width = lines.seats[column], WIDTH if column else HERO_WIDTH
        if plain is not None:
            marks.append(Line(xs, plain[:, column], seat, 1.0, "dash"))
        marks.append(Line(xs, errors[:, column], seat, width, "solid"))
    known = [errors] if plain is None else [errors, plain]
    drawn = [square_root, *(values[:, column] for values in known for column in visible)]
    ends = tuple(
        EndLabel(seat, name, stderr_text(lines.stderr[-1, column]), float(errors[-1, column]), seat in hidden)
        for column, (seat, name) in enumerate(zip(lines.seats, lines.names, strict=True))
    )
    keys = [Key("1/√deals", "line", "muted")]
    if plain is not None:
        keys.insert(0, Key("plain sampling", "dash", lines.seats[first]))
    quantity = _quantity(snapshot, class_)
    title = f"Standard error of the {quantity[0].lower()}{quantity[1:]}"
    return Chart(
        Heading.of(snapshot, title, _gain_notes(lines), "precision"),
        Axis(*_x_range(lines, xs, log=True, on_end=False), log_count_ticks, "deals (log scale)"),
        Axis(min(map(np.min, drawn)) - LOG_ROOM, max(map(np.max, drawn)) + LOG_ROOM, log_percent_ticks),
        tuple(marks),
        partial(_precision_rows, lines),
        keys=tuple(keys),
        ends=ends,
        read=lambda x, y: _read_precision(lines, xs, visible, errors, x),
        stops=tuple((float(x), None) for x in xs),
        panned=True,
        spoken="; ".join((*(f"{end.name} {end.value}" for end in ends), *_gain_notes(lines))),
    )


def _visible_columns(lines: Course, hidden: frozenset[int]) -> list[int]:
    return [column for column, seat in enumerate(lines.seats) if seat not in hidden]


def _quantity(snapshot: Snapshot, class_: str) -> str:
    """Return the name of the number that converges."""
    if class_:
        return f"Share of {class_titles(snapshot.scenario.game)[class_]}"
    return "Equity" if len(snapshot.active) > 1 else "Shares of the final hands"


def stderr_text(stderr: float) -> str:
    """Return a standard error in percent with two significant digits."""
    return f"{stderr:.{max(0, 1 - math.floor(math.log10(max(stderr, MIN_ERROR))))}f}{NO_BREAK}%"


def _gain_notes(lines: Course) -> tuple[str, ...]:
    """Return the final standard error of the first line compared with plain sampling, or () if that is unknown."""
    if lines.plain is None or not len(lines.trials):
        return ()
    error, plain = float(lines.stderr[-1, 0]), float(lines.plain[-1, 0])
    if not error > 0:
        return ()
    times = (plain / error) ** 2  # an error k times as large takes k² times the deals
    return (
        f"{lines.names[0]}: {stderr_text(error)} after {deals(lines.trials[-1])}, plain sampling {stderr_text(plain)}: "
        f"it would take {times:.{1 if times < 10 else 0}f} times the deals",
    )


def _read_precision(lines: Course, xs: Array, visible: Sequence[int], errors: Array, x: float) -> ReadOut:
    """Return a read-out of the standard errors at the checkpoint nearest to ``x``, with those of plain sampling."""
    at = int(np.argmin(np.abs(xs - x)))
    rows, points = [], []
    for column in visible:
        texts = [stderr_text(float(lines.stderr[at, column]))]
        if lines.plain is not None:
            texts.append(f"plain {stderr_text(float(lines.plain[at, column]))}")
        rows.append(Row(lines.seats[column], lines.names[column], tuple(texts)))
        points.append((lines.seats[column], float(xs[at]), float(errors[at, column])))
    return ReadOut(deals(lines.trials[at]), tuple(rows), float(xs[at]), line=True, points=tuple(points))


def _precision_rows(lines: Course) -> Table:
    """Return deals and standard errors (as probabilities) at every checkpoint: measured, then of plain sampling."""
    columns = [(f"{name} stderr", lines.errors[:, i]) for i, name in enumerate(lines.names)]
    if lines.plain_errors is not None:
        columns += [(f"{name} plain stderr", lines.plain_errors[:, i]) for i, name in enumerate(lines.names)]
    rows = [(int(trials), *(float(values[at]) for _, values in columns)) for at, trials in enumerate(lines.trials)]
    return ("deals", *(title for title, _ in columns)), rows


def _x_range(lines: Course, xs: Array, *, log: bool, on_end: bool) -> Span:
    """Return the ends of the axis of deals: all of them, or only the last part ``on_end``."""
    first, last = float(xs[0]), float(xs[-1])
    if lines.flat:
        return 0.0, 1.0
    if on_end:
        first = last - 1.0 if log else last * (1 - END_SHARE)
    elif not log:
        first = 0.0
    return (first, last) if last > first else (first - 0.5, last)


def _y_range(lines: Course, xs: Array, x_range: Span, visible: Sequence[int], skipped: float) -> Span:
    """Return the y range of the ``visible`` columns (of all if there are none).

    The first share ``skipped`` of the x range is ignored.
    """
    columns = list(visible) or list(range(len(lines.seats)))
    start = x_range[0] + (0.0 if lines.flat else skipped) * (x_range[1] - x_range[0])
    inside = xs >= min(start, xs[-1])
    equity, reach = lines.equity[inside][:, columns], Z95 * lines.stderr[inside][:, columns]
    low, high = float(np.min(equity - reach)), float(np.max(equity + reach))
    if lines.flat:
        return (-2.0 if low < 1 else 0.0), (102.0 if high > 60 else nice_ceiling(high * 1.15))
    room = max(0.06 * (high - low), MIN_MARGIN)
    return max(low - room, -2.0), min(high + room, 102.0)


def _read_convergence(snapshot: Snapshot, lines: Course, xs: Array, visible: Sequence[int], x: float) -> ReadOut:
    """Return a read-out of the values at the checkpoint nearest to ``x``."""
    at = len(xs) - 1 if lines.flat else int(np.argmin(np.abs(xs - x)))
    x = x if lines.flat else float(xs[at])
    rows, points = [], []
    for column in visible:
        equity, stderr = float(lines.equity[at, column]), float(lines.stderr[at, column])
        texts = percent(equity / 100, stderr / 100, exact_digits=4), interval(stderr / 100) or "exact"
        rows.append(Row(lines.seats[column], lines.names[column], texts))
        points.append((lines.seats[column], x, equity))
    header = f"{snapshot.method}, {deals(snapshot.deals)}" if lines.flat else deals(lines.trials[at])
    return ReadOut(header, tuple(rows), x, line=not lines.flat, points=() if lines.flat else tuple(points))


def _convergence_rows(snapshot: Snapshot, lines: Course, quantity: str) -> Table:
    """Return deals, the value (called ``quantity``) and its standard error at every checkpoint, as probabilities."""
    header = ("deals", *(f"{name} {title}" for name in lines.names for title in (quantity, "stderr")))
    indices = [len(lines.trials) - 1] if lines.flat else range(len(lines.trials))
    return header, [
        (
            snapshot.deals if lines.flat else int(lines.trials[at]),
            *(float(v) for pair in zip(lines.shares[at], lines.errors[at], strict=True) for v in pair),
        )
        for at in indices
    ]


# Final hands.


@dataclass(frozen=True, slots=True)
class ClassSeries:
    """The shares of a seat's final hands, ``values`` by hand class: one bar in every group.

    ``hollow``: they are the hands on the current board, or ``simulated`` shares next to exact ones. ``trials``: the
    number of independent deals that would give the same standard errors, None if the values are exact.
    """

    seat: int
    name: str
    values: tuple[float, ...]
    trials: float | None
    hollow: bool = False
    simulated: bool = False

    def stderr(self, category: int) -> float:
        """Return the standard error of a value."""
        return 0.0 if self.trials is None else share_stderr(self.values[category], self.trials)


def class_series(snapshot: Snapshot, simulated: Snapshot | None = None) -> tuple[ClassSeries, ...]:
    """Return the distributions of final hands of a result.

    Each is followed by the ``simulated`` one, if there is any, and otherwise preceded by the hands on the current board
    for a single active seat.
    """
    game, series = snapshot.scenario.game, list[ClassSeries]()
    trials = None if snapshot.method == "exact" else independent_deals(snapshot.scenario, snapshot.deals)

    def values(shares: Mapping[str, float]) -> tuple[float, ...]:
        return tuple(shares.get(name, 0.0) for name in GAMES[game].classes)

    for i, seat in active_seats(snapshot):
        estimate = seat.estimate
        assert estimate is not None  # of active seats
        if estimate.made is not None and simulated is None:
            series.append(ClassSeries(i, f"{seat.name} now", values(estimate.made), None, hollow=True))
        series.append(ClassSeries(i, seat.name, values(estimate.classes), trials))
        trial = simulated.seats[i].estimate if simulated is not None and i < len(simulated.seats) else None
        if trial is not None and simulated is not None:
            name, of_trial = f"{seat.name} simulated", independent_deals(simulated.scenario, simulated.deals)
            series.append(ClassSeries(i, name, values(trial.classes), of_trial, hollow=True, simulated=True))
    return tuple(series)


def coverage(series: Sequence[ClassSeries]) -> tuple[int, int]:
    """Return how many exact shares are in the 95 % intervals of the simulated ones after them, and how many there are.

    Classes that cannot occur are not counted.
    """
    hits = [
        abs(other.values[i] - value) <= Z95 * other.stderr(i)
        for one, other in pairwise(series)
        if other.simulated and one.trials is None
        for i, value in enumerate(one.values)
        if value > 0
    ]
    return sum(hits), len(hits)


Shares = Mapping[int, Mapping[str, float]]
"""Shares of the classes of final hands by seat."""


def classes_chart(snapshot: Snapshot, exact: Shares, simulated: Snapshot | None, hidden: frozenset[int]) -> Chart:
    """Return the chart of the final hands of every seat, for many seats in columns.

    ``exact`` shares are ticks over sampled bars; the shares of a ``simulated`` result are bars next to exact ones.
    """
    game, trials = snapshot.scenario.game, simulated if snapshot.method == "exact" else None
    every = class_series(snapshot, trials)
    visible = tuple(s for s in every if s.seat not in hidden)
    seat_count = sum(not s.simulated for s in visible)
    many, ticks = seat_count > MAX_GROUPED_SEATS, exact
    # Columns have no room for two bars per seat: the simulated one is drawn, with the exact share as a tick.
    if many and len(visible) > seat_count:
        names = GAMES[game].classes
        ticks = {s.seat: dict(zip(names, s.values, strict=True)) for s in visible if not s.simulated}
        visible = tuple(replace(s, hollow=False) for s in visible if s.simulated)
    paired = any(s.simulated and s.hollow for s in visible)
    bars = class_groups(
        game,
        {name: tuple(_bar(s, i, name, ticks) for s in visible) for i, name in enumerate(GAMES[game].classes)},
        tuple(s.name for s in visible),
        together=not many,
        paired=paired,
        note="numbers: exact; " if trials is not None and not many else "",
    )

    def read(x: float, y: float) -> ReadOut | None:
        category = bars.category(x, y)
        if category is None:
            return None
        name = class_rows(game)[category][0]
        index = GAMES[game].classes.index(name)
        words = GAME_WORDS[game].classes
        rows = tuple(Row(s.seat, s.name, _class_values(s, index, best_first=words.standing)) for s in visible)
        return bars.read_out(category, words.names[index], rows, x, y)

    seats = tuple((s.seat, s.name) for s in every if not s.hollow)
    notes = _class_notes(snapshot, trials, many=many, exact=bool(exact))
    return Chart(
        Heading.of(snapshot, GAME_WORDS[game].classes.title, notes, "classes"),
        *bars.axes,
        bars.marks,
        partial(_class_rows, snapshot, exact, trials),
        seats=seats if len(every) > 1 else (),
        keys=_class_keys(visible, ticks),
        read=read,
        stops=bars.stops,
        top=bars.top_axis,
        down=bars.down,
    )


def _bar(series: ClassSeries, category: int, name: str, ticks: Shares) -> GroupBar:
    """Return the bar of a class; ``ticks``: the exact shares by seat and class, drawn as ticks."""
    value, stderr = series.values[category], series.stderr(category)
    exact = None if series.hollow else ticks.get(series.seat, {}).get(name)
    digits = min(1, percent_digits(stderr))
    # A rare class must not look impossible: "<0.1" instead of "0.0".
    short = f"{100 * value:.{digits}f}"
    if value > 0 and not float(short):
        short = f"<{0.1**digits:g}"
    tick = None if exact is None else 100 * exact
    return GroupBar(series.seat, 100 * value, (percent(value, stderr), short), 100 * Z95 * stderr, tick, series.hollow)


def _class_notes(snapshot: Snapshot, simulated: Snapshot | None, *, many: bool, exact: bool) -> tuple[str, ...]:
    """Return the notes on whiskers, ticks and scale, joined to one line."""
    notes = ["all columns on the same scale, in percent"] if many else []
    whiskers = f"whiskers: 95{NO_BREAK}% intervals, binomial"
    if snapshot.method == "sampled":
        notes.append(f"{whiskers}{'; ticks: exact' if exact else ''}")
    elif simulated is not None:
        hits, every = coverage(class_series(snapshot, simulated))
        notes.append(f"simulated: {deals(simulated.deals)}, seed {simulated.scenario.run.seed}")
        notes.append(f"{whiskers}; {hits} of {every} exact shares are inside")
    return ("; ".join(notes),) if notes else ()


def _class_keys(visible: Sequence[ClassSeries], ticks: Shares) -> tuple[Key, ...]:
    """Return the legend entries of the signs that occur."""
    keys, hollow = [], [s for s in visible if s.hollow]
    if hollow:
        simulated = any(s.simulated for s in hollow)
        keys.append(Key("simulated" if simulated else "on the board so far", "hollow", visible[0].seat))
    if any(s.seat in ticks for s in visible if not s.hollow):
        keys.append(Key("exact", "tick", "text"))
    return tuple(keys)


def _class_rows(snapshot: Snapshot, exact: Shares, simulated: Snapshot | None) -> Table:
    """Return the probability of every class by seat, with standard errors if sampled, in the order of the chart."""
    columns: list[tuple[str, Mapping[str, float]]] = []
    names = GAMES[snapshot.scenario.game].classes
    for series in class_series(snapshot, simulated):
        columns.append((series.name, dict(zip(names, series.values, strict=True))))
        if series.trials is not None:
            errors = {name: series.stderr(i) for i, name in enumerate(names)}
            columns.append((f"{series.name} stderr", errors))
        if series.seat in exact and not series.hollow:
            columns.append((f"{series.name} exact", exact[series.seat]))
    header = ("class", *(name for name, _ in columns))
    classes = class_rows(snapshot.scenario.game)
    return header, [(title, *(values.get(name, 0.0) for _, values in columns)) for name, title in classes]


def _class_values(series: ClassSeries, category: int, *, best_first: bool) -> tuple[str, str, str]:
    value, stderr = series.values[category], series.stderr(category)
    better = sum(series.values[: category + 1] if best_first else series.values[category:])
    return percent(value, stderr, exact_digits=4), interval(stderr), f"or better {percent(better, stderr)}"
