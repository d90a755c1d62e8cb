"""Forms of charts that several pages share: groups of bars, maps of cells, columns with numbers below, convergence,
classes of final hands (named in ``gui.words.games``).

Rows and columns of maps are one unit of the axes each, beginning at 0.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine import GAMES, Game, Snapshot
from engine.equity.results import independent_deals, share_stderr
from engine.ranges.holdem_matrix import SIZE
from gui.charts.ticks import (
    category_ticks,
    nice_ceiling,
    percent_ticks,
    point_ticks,
    share_ticks,
    unit_ticks,
    wide_share_ticks,
)
from gui.charts.values import (
    Array,
    Axis,
    Bar,
    Bars,
    Cells,
    Chart,
    Heading,
    Key,
    Line,
    MapCell,
    Mark,
    NumberRow,
    Points,
    ReadOut,
    Row,
    Rule,
    Table,
    Text,
    active_seats,
)
from gui.look.painting import HeatScale
from gui.parts.cells import Cell
from gui.words.formatting import percent
from gui.words.games import GAME_WORDS


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """How a probability of each active seat converged over k checkpoints.

    ``trials`` float64[k]: deals. ``shares``, ``errors`` float64[k, seats]: probabilities and their standard errors.
    ``plain_errors`` float64[k, seats]: the errors of plain sampling, or None if unknown. ``flat``: the checkpoints are
    not known (an exact or a saved result), the final values are repeated. ``by_class``: the lines are the final hands
    of the only active seat, and ``seats`` are the indices of these classes.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    trials: Array
    shares: Array
    errors: Array
    flat: bool
    plain_errors: Array | None = None
    by_class: bool = False

    @property
    def equity(self) -> Array:
        """The values in percent."""
        return 100 * self.shares

    @property
    def stderr(self) -> Array:
        """Their standard errors in percent."""
        return 100 * self.errors

    @property
    def plain(self) -> Array | None:
        """The standard errors of plain sampling in percent, or None if unknown."""
        return None if self.plain_errors is None else 100 * self.plain_errors


def has_course(snapshot: Snapshot | None) -> bool:
    """Return True if the checkpoints of a sampled result are known."""
    trace = snapshot.trace if snapshot is not None and snapshot.method == "sampled" else None
    return trace is not None and len(trace.trials) > 0


def course_of(snapshot: Snapshot, class_: str = "") -> Course:
    """Return how the equities of a result converged, or the shares of the final hand ``class_``; if only one seat is
    active, the shares of all its final hands.

    Checkpoints are at least 4 % apart, so there are at most about 700.
    """
    seats = active_seats(snapshot)
    if class_ or len(seats) == 1:
        return _course_of_shares(snapshot, class_)
    trace = snapshot.trace
    numbers, names = tuple(i for i, _ in seats), tuple(seat.name for _, seat in seats)
    if has_course(snapshot) and trace is not None:
        trials = trace.trials.astype(np.float64)
        gains = trace.gains
        plain = None if gains is None else trace.stderr * np.sqrt(gains)
        return Course(numbers, names, trials, trace.equity, trace.stderr, flat=False, plain_errors=plain)
    ends = [seat.estimate for _, seat in seats if seat.estimate is not None]
    equity = np.array([[e.equity for e in ends]] * 2)
    stderr = np.array([[e.stderr for e in ends]] * 2)
    return Course(numbers, names, np.array([0.0, 1.0]), equity, stderr, flat=True)


def _course_of_shares(snapshot: Snapshot, class_: str) -> Course:
    """Return how the shares of ``class_`` converged by seat or, if it is "", the shares of all classes of one seat."""
    seats, titles = active_seats(snapshot), class_titles(snapshot.scenario.game)
    ends = tuple(seat.estimate for _, seat in seats if seat.estimate is not None)
    if class_:
        columns = [(number, seat.name, index, class_) for index, (number, seat) in enumerate(seats)]
    else:
        columns = [(i, titles[name], 0, name) for i, name in enumerate(titles) if ends[0].classes[name] > 0]
    trace = snapshot.trace if has_course(snapshot) else None
    known = [] if trace is None else [trace.share_of(name) for _, _, _, name in columns]
    flat = not known or any(values is None for values in known)
    if trace is None or flat:
        trials, deals = np.array([0.0, 1.0]), np.full(2, float(snapshot.deals))
        shares = np.array([[ends[index].classes[name] for _, _, index, name in columns]] * 2)
    else:
        trials = deals = trace.trials.astype(np.float64)
        indexed = zip(known, (index for _, _, index, _ in columns), strict=True)
        shares = np.stack([values[:, index] for values, index in indexed if values is not None], axis=1)
    errors = np.zeros_like(shares)
    if snapshot.method == "sampled":
        independent = [independent_deals(snapshot.scenario, number) for number in deals.tolist()]
        rows = zip(shares, independent, strict=True)
        errors = np.array([[share_stderr(p, n) for p in row] for row, n in rows])
    numbers, names = tuple(column[0] for column in columns), tuple(column[1] for column in columns)
    return Course(numbers, names, trials, shares, errors, flat=flat, by_class=not class_)


COLUMN_BAR, COLUMN_ROOM = 0.4, 0.16
"""Width of a bar as a share of its column; free room above and below as a share of the span of the values."""
DOT = 7.0
GROUP_SHARE, GAP_SHARE = 0.86, 0.07
"""Width of the bars as a share of their category, and the gap after a bar as a share of its slot."""
STANDING_ROOM, LYING_ROOM = 1.1, 1.16
"""Length of the axis relative to the longest bar, which leaves room for the labels."""
COLUMN_SHARE, COLUMN_THICKNESS = 0.6, 0.5
"""Length of the longest bar as a share of its column; thickness of a bar as a share of its row."""
Form = Literal["standing", "lying", "columns"]
"""``standing``: vertical bars; ``lying``: horizontal bars; ``columns``: horizontal bars in one column per seat, all to
the same scale."""


Place = tuple[int, int]
"""Row and column of a cell of a map."""


@dataclass(frozen=True, slots=True)
class GroupBar:
    """A bar of ``value`` percent with the half width ``error`` of its interval; ``labels``: alternatives, longest
    first."""

    seat: int
    value: float
    labels: tuple[str, ...]
    error: float = 0.0
    exact: float | None = None
    hollow: bool = False

    @property
    def top(self) -> float:
        return max(self.value + self.error, self.exact or 0.0)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of bars, one per category, in reading order.

    ``names``: of the categories, with ``short`` ones for narrow charts. ``groups``: each has the same series in the
    same order. ``heads``: names of the series, above columns. ``paired``: bars 2i and 2i + 1 are a pair that shares the
    label of the first. ``axis``: the name of the axis of categories.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[GroupBar, ...], ...]
    form: Form
    heads: tuple[str, ...] = ()
    paired: bool = False
    short: tuple[str, ...] = ()
    axis: str = ""
    room: float = 0.0
    """Length of the axis relative to the longest bar; 0: the default of the form."""
    note: str = ""
    """Put in front of the notes if the labels have room."""

    @property
    def standing(self) -> bool:
        return self.form == "standing"

    @property
    def down(self) -> bool:
        """Whether the y axis points down."""
        return not self.standing

    @property
    def series(self) -> int:
        return len(self.groups[0]) if self.groups else 0

    @property
    def _top(self) -> float:
        return max((bar.top for group in self.groups for bar in group), default=0.0) or 100.0

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """The x axis and the y axis."""
        ends = -0.5, max(len(self.names), 1) - 0.5
        if self.form == "columns":
            return Axis(0.0, max(self.series, 1), grid=False), Axis(*ends, category_ticks(self.names), grid=False)
        longest = (self.room or (STANDING_ROOM if self.standing else LYING_ROOM)) * self._top
        end = longest if self.standing and longest > 100.0 else nice_ceiling(longest)
        if self.standing:
            across = Axis(*ends, category_ticks(self.names, self.short), self.axis, grid=False)
            return across, Axis(0.0, end, share_ticks)
        return Axis(0.0, end, wide_share_ticks), Axis(*ends, category_ticks(self.names), grid=False)

    @property
    def top_axis(self) -> Axis | None:
        """The axis with the names of the columns, or None in other forms."""
        if self.form != "columns":
            return None
        return Axis(0.0, self.series, unit_ticks(self.heads), grid=False, line=False)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The bars, and the lines between columns."""
        bars = [bar for category, group in enumerate(self.groups) for bar in self._bars(category, group)]
        columns = self.series if self.form == "columns" else 1
        rules = [Rule(float(i), color="line", dash="solid") for i in range(1, columns)]
        return (*rules, Bars(tuple(bars), not self.standing, columns, self.note))

    def _bars(self, category: int, group: Sequence[GroupBar]) -> list[Bar]:
        """Return the bars of the group of a category, in columns side by side or below one another."""
        if self.form == "columns":
            # Column i is the section from i to i + 1 of the axis, in which the longest bar has length COLUMN_SHARE.
            scale = COLUMN_SHARE / self._top
            return [
                Bar(
                    category,
                    COLUMN_THICKNESS,
                    column,
                    column + scale * bar.value,
                    bar.seat,
                    bar.hollow,
                    scale * bar.error,
                    None if bar.exact is None else column + scale * bar.exact,
                    bar.labels if bar.value > 0 else (),
                )
                for column, bar in enumerate(group)
            ]
        slot, bars = GROUP_SHARE / len(group), []
        for i, bar in enumerate(group):
            middle = category + (i + 0.5) * slot - GROUP_SHARE / 2
            labels = bar.labels if bar.value > 0 and not self.paired else ()
            thickness = slot * (1 - GAP_SHARE)
            bars.append(Bar(middle, thickness, 0.0, bar.value, bar.seat, bar.hollow, bar.error, bar.exact, labels))
            if self.paired and i % 2 == 0 and bar.value > 0:
                # An invisible bar over both of a pair carries their label.
                top = max(one.top for one in group[i : i + 2])
                bars.append(Bar(middle + slot / 2, 2 * thickness, 0.0, top, None, labels=bar.labels))
        return bars

    def category(self, x: float, y: float) -> int | None:
        """Return the index of the category at (x, y), or None if there is none."""
        index = round(x if self.standing else y)
        return index if self.series and 0 <= index < len(self.names) else None

    def read_out(self, category: int, header: str, rows: tuple[Row, ...], x: float, y: float) -> ReadOut:
        """Return a read-out at (x, y) that highlights a category."""
        strip = category - 0.5, category + 0.5
        values = self.axes[1 if self.standing else 0]
        region = (*strip, values.low, values.high) if self.standing else (values.low, values.high, *strip)
        return ReadOut(header, rows, x, y, region=region)

    @property
    def stops(self) -> tuple[tuple[float, float], ...]:
        """The middles of the categories in reading order."""
        values = self.axes[1 if self.standing else 0]
        middle = (values.low + values.high) / 2
        categories = range(len(self.names) if self.series else 0)
        return tuple((float(i), middle) if self.standing else (middle, float(i)) for i in categories)


def map_chart(
    heading: Heading,
    size: tuple[int, int],
    marks: Sequence[Mark],
    table: Table,
    *,
    heads: tuple[Sequence[str], Sequence[str]] = ((), ()),
    scale: tuple[str, str, str] | None = None,
    places: Collection[Place] = (),
    tell: Callable[[Place], tuple[str, tuple[Row, ...]]] | None = None,
) -> Chart:
    """Return a map of ``size`` (rows, columns) with the ``heads`` of both; ``scale``: the texts of its colour scale.

    ``places``: the cells with a read-out; ``tell`` returns its header and its rows.
    """
    (rows, columns), (row_heads, column_heads) = size, heads
    told = frozenset(places)

    def read(x: float, y: float) -> ReadOut | None:
        place = row, column = int(y), int(x)
        if tell is None or place not in told:
            return None
        return ReadOut(*tell(place), column + 0.5, row + 0.5, region=(column, column + 1.0, row, row + 1.0))

    top = Axis(0.0, columns, unit_ticks(column_heads), grid=False, line=False, gap=2.0)
    return Chart(
        heading,
        Axis(0.0, columns, grid=False, line=False),
        Axis(0.0, rows, unit_ticks(row_heads) if row_heads else None, grid=False, line=False),
        tuple(marks),
        table,
        read=read,
        stops=tuple((column + 0.5, row + 0.5) for row, column in sorted(told)),
        top=top if column_heads else None,
        scale=scale,
        down=True,
        hides=False,
    )


def hand_map(
    heading: Heading,
    cells: Sequence[Cell],
    table: Table,
    *,
    filled: float | None = None,
    scale: tuple[str, str, str] | None = None,
    keys: tuple[Key, ...] = (),
) -> Chart:
    """Return the map of the 169 hands, ``cells`` row by row; ``filled``: the tone of cells without a heat colour.

    The filled area of a cell is its weight: its height, or the widths of its parts.
    """
    marks = (
        MapCell(
            *divmod(number, SIZE),
            (cell.label, cell.note) if cell.note else (cell.label,),
            cell.tone if cell.hot else filled,
            cell.part_height if cell.parts else cell.weight,
            cell.weight == 0,
            cell.parts,
        )
        for number, cell in enumerate(cells)
    )
    return replace(map_chart(heading, (SIZE, SIZE), (Cells(tuple(marks)),), table, scale=scale), keys=keys)


def scale_texts(scale: HeatScale, middle: str) -> tuple[str, str, str]:
    """Return the texts of a colour scale: the low end, the middle with its meaning ``middle``, the high end."""
    low, centre, high = (percent(value, exact_digits=1) for value in (scale.low, scale.middle, scale.high))
    return low, f"{middle} {centre}", high


@dataclass(frozen=True, slots=True)
class ColumnBar:
    """A bar from zero to ``value`` in percent, its label, and the name of its colour in the theme."""

    value: float
    text: str
    color: str


def columns_chart(
    heading: Heading,
    names: Sequence[str],
    rows: tuple[NumberRow, ...],
    table: Table,
    *,
    bars: Sequence[ColumnBar | None] = (),
    lines: Sequence[tuple[int, Sequence[float | None]]] = (),
) -> Chart:
    """Return a chart of columns called ``names`` above rows of numbers.

    ``bars``: one per column, None for a column without one. ``lines``: (seat, values in percent), None for a column in
    which the seat has no value.
    """
    values = [bar.value for bar in bars if bar is not None]
    values += [value for _, line in lines for value in line if value is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    if bars:
        low, high = min(low, 0.0), max(high, 0.0)
    room = COLUMN_ROOM * (high - low) or 1.0
    marks: list[Mark] = []
    if bars:
        known = [(i + 0.5, bar) for i, bar in enumerate(bars) if bar is not None]
        drawn = (Bar(x, COLUMN_BAR, 0.0, bar.value, bar.color, labels=(bar.text,)) for x, bar in known)
        marks = [Rule(0.0, level=True, color="outline", dash="solid"), Bars(tuple(drawn))]
        # A dash says that the value is unknown, not zero.
        marks += [Text(i + 0.5, 0.0, "–", (0.5, 1.0), "muted") for i, bar in enumerate(bars) if bar is None]
    for seat, line in reversed(lines):  # the first seat on top
        points = [(i + 0.5, value) for i, value in enumerate(line) if value is not None]
        xs, ys = (np.array(values) for values in zip(*points, strict=True))
        marks += [Line(xs, ys, seat, 2.0), Points(tuple(points), seat, DOT)]
    return Chart(
        heading,
        Axis(0.0, len(names), unit_ticks(names), grid=False),
        Axis(low - room, high + room, point_ticks if bars else percent_ticks),
        tuple(marks),
        table,
        rows=rows,
    )


def class_rows(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the hand classes of a game with their names in charts, the best first."""
    pairs = tuple(zip(GAMES[game].classes, GAME_WORDS[game].classes.columns, strict=True))
    return pairs if GAMES[game].low else pairs[::-1]


def class_titles(game: Game) -> Mapping[str, str]:
    """Return the chart name of each hand class of a game, the worst first in hold'em and the best first in razz."""
    return dict(zip(GAMES[game].classes, GAME_WORDS[game].classes.columns, strict=True))


def class_groups(
    game: Game,
    bars: Mapping[str, tuple[GroupBar, ...]],
    heads: tuple[str, ...],
    *,
    together: bool,
    paired: bool = False,
    note: str = "",
) -> Groups:
    """Return the ``bars`` of the hand classes of a game: in groups if ``together``, else in columns under ``heads``."""
    words, rows = GAME_WORDS[game].classes, class_rows(game)
    groups = tuple(bars[name] for name, _ in rows) if heads else ()
    form: Form = "columns" if not together else "standing" if words.standing else "lying"
    axis = "highest card of the low" if form == "standing" else ""
    return Groups(tuple(title for _, title in rows), groups, form, heads, paired, words.ticks, axis, note=note)
