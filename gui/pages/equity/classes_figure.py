"""Distribution of the final hands by seat: razz outcomes as standing bars, hold'em ones lying, those of more than three
seats in columns beside each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine import GAMES, Snapshot
from engine.details.changes import share_stderr
from engine.details.next_tables import Z95
from gui.charts.bars import Bar, Bars, Form
from gui.charts.class_axes import WORDS, class_rows, set_class_axes
from gui.charts.figure import Figure, Table, active_seats
from gui.charts.legend import Key
from gui.charts.overlays import Reading, Row
from gui.charts.style import BOX_SIZE, draw_hollow_bar
from gui.look.formatting import deals, interval, percent, percent_digits
from gui.look.theme import Theme

MOST_TOGETHER = 3
"""Up to so many seats share the groups of bars; more have a column each."""


@dataclass(frozen=True, slots=True)
class Series:
    """One bar in every group: a seat's final hands; ``hollow``: what it holds on the present board, or
    ``simulated``: what trials beside the exact shares came to.
    """

    seat: int
    name: str
    values: tuple[float, ...]
    trials: int | None
    """Number of trials behind the values; None: exact."""
    hollow: bool = False
    simulated: bool = False

    def stderr(self, category: int) -> float:
        """Return the standard error of a value (binomial)."""
        return 0.0 if self.trials is None else share_stderr(self.values[category], self.trials)


def series_of(snapshot: Snapshot, simulated: Snapshot | None = None) -> tuple[Series, ...]:
    """Take the distributions out of a result; those ``simulated`` stand behind the exact ones, in place of what a seat
    alone holds now.
    """
    classes = GAMES[snapshot.scenario.game].classes
    trials = None if snapshot.method == "exact" else snapshot.deals
    found = []
    for i, seat in active_seats(snapshot):
        estimate = seat.estimate
        assert estimate is not None  # of active seats
        if estimate.made is not None and simulated is None:
            values = tuple(estimate.made.get(name, 0.0) for name in classes)
            found.append(Series(i, f"{seat.name} now", values, None, hollow=True))
        found.append(Series(i, seat.name, tuple(estimate.classes.get(name, 0.0) for name in classes), trials))
        trial = simulated.seats[i].estimate if simulated is not None and i < len(simulated.seats) else None
        if trial is not None and simulated is not None:
            values = tuple(trial.classes.get(name, 0.0) for name in classes)
            found.append(Series(i, f"{seat.name} simulated", values, simulated.deals, hollow=True, simulated=True))
    return tuple(found)


def inside(series: Sequence[Series]) -> tuple[int, int]:
    """Return how many exact shares lie within the 95 % intervals of the simulated ones behind them, and of how many;
    classes that cannot occur do not count."""
    pairs = [(one, other) for one, other in pairwise(series) if other.simulated and one.trials is None]
    hits = [
        abs(other.values[i] - value) <= Z95 * other.stderr(i)
        for one, other in pairs
        for i, value in enumerate(one.values)
        if value > 0
    ]
    return sum(hits), len(hits)


class ClassesFigure(Figure):
    """The chart without its widget."""

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.exact: Mapping[int, Mapping[str, float]] = {}
        """Exact distributions by seat, drawn as ticks over sampled bars."""
        self.simulated: Snapshot | None = None
        """A simulation of the same table, drawn beside exact bars."""
        self.bars = Bars(self.sheet)
        self._shown: tuple[Series, ...] = ()
        self._ticks: Mapping[int, Mapping[str, float]] = {}
        """What is drawn as ticks: of many seats the exact shares over the simulated ones, too."""
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    empty_title = "Final hands"
    empty_lines = (
        "What every hand becomes by the showdown is drawn here.",
        "One seat alone will do: in razz type a23 and see its outcomes.",
    )

    def title(self, snapshot: Snapshot) -> str:
        return WORDS[snapshot.scenario.game].title

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        notes = []
        simulated = self._beside(snapshot)
        many = len([seat for seat, _ in active_seats(snapshot) if seat not in self.hidden]) > MOST_TOGETHER
        if many:
            notes.append("all columns to the same scale, in percent")
        if snapshot.method == "sampled":
            notes.append(f"whiskers: 95\u00a0% intervals, binomial{'; ticks: exact' if self.exact else ''}")
        elif simulated is not None:
            hits, every = inside(series_of(snapshot, simulated))
            seed = simulated.scenario.run.seed
            numbers = "" if many or self.bars.label_level() is None else "numbers: exact; "
            notes.append(f"{numbers}simulated: {deals(simulated.deals)}, seed {seed}")
            notes.append(f"whiskers: 95\u00a0% intervals, binomial; {hits} of {every} exact shares lie inside")
        return ("; ".join(notes),) if notes else ()

    def fill(self) -> None:
        """Write the notes once more when it is known whether the bars have room for numbers."""
        super().fill()
        if self.snapshot is not None and self._beside(self.snapshot) is not None:
            self.sheet.arrange()
            self._write_texts(self.snapshot)

    def _beside(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the simulation that stands beside a result: beside an exact one only."""
        return self.simulated if snapshot.method == "exact" else None

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the bars of the seats in view."""
        words, names = WORDS[snapshot.scenario.game], GAMES[snapshot.scenario.game].classes
        every = series_of(snapshot, self._beside(snapshot))
        self._shown = tuple(s for s in every if s.seat not in self.hidden)
        seats_shown = sum(not s.simulated for s in self._shown)
        form: Form = "columns" if seats_shown > MOST_TOGETHER else "standing" if words.standing else "lying"
        self._ticks = self.exact
        if form == "columns" and len(self._shown) > seats_shown:
            self._ticks = {s.seat: dict(zip(names, s.values, strict=True)) for s in self._shown if not s.simulated}
            self._shown = tuple(replace(s, hollow=False) for s in self._shown if s.simulated)
        groups = tuple(tuple(self._bar(s, i, name) for s in self._shown) for i, name in enumerate(names))
        whose = tuple(s.name for s in self._shown)
        self.bars.set_groups(
            groups if self._shown else (),
            form,
            names=whose,
            downwards=words.standing and form == "columns",
            paired=any(s.simulated and s.hollow for s in self._shown),
        )
        top = max((max(b.value + b.error, b.exact or 0.0) for bars in groups for b in bars), default=100.0)
        set_class_axes(self.axes, words, form, top)
        seats = tuple((s.seat, s.name) for s in every if not s.hollow)
        self.sheet.legend.set_entries(seats if len(every) > 1 else (), self.hidden, self._keys())

    def _keys(self) -> tuple[Key, ...]:
        keys = []
        if any(s.simulated and s.hollow for s in self._shown):
            keys.append(Key("simulated", self._draw_made_key))
        elif any(s.hollow for s in self._shown):
            keys.append(Key("on the board so far", self._draw_made_key))
        if any(s.seat in self._ticks for s in self._shown if not s.hollow):
            keys.append(Key("exact", self._draw_exact_key))
        return tuple(keys)

    def _draw_made_key(self, painter: QPainter, center: QPointF) -> None:
        half = BOX_SIZE / 2
        seat = self._shown[0].seat if self._shown else 0
        draw_hollow_bar(painter, self.theme, seat, QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE))

    def _draw_exact_key(self, painter: QPainter, center: QPointF) -> None:
        painter.setPen(QPen(QColor(self.theme.text), 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        half = BOX_SIZE / 2
        painter.drawLine(QPointF(center.x() - half, center.y()), QPointF(center.x() + half, center.y()))

    def _bar(self, series: Series, category: int, name: str) -> Bar:
        value, stderr = series.values[category], series.stderr(category)
        exact = None if series.hollow else self._ticks.get(series.seat, {}).get(name)
        digits = min(1, percent_digits(stderr))
        short = f"{100 * value:.{digits}f}"
        if value > 0 and not float(short):
            short = f"<{0.1**digits:g}"
        labels = percent(value, stderr), short
        return Bar(
            series.seat, 100 * value, 100 * Z95 * stderr, None if exact is None else 100 * exact, series.hollow, labels
        )

    def clear(self) -> None:
        self._shown = ()
        self.bars.set_groups((), "standing")

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the shares of the class under ``position``, and of that class or better."""
        snapshot = self.snapshot
        category = self.bars.category_at(position)
        if snapshot is None or category is None:
            return None
        words = WORDS[snapshot.scenario.game]
        rows = tuple(Row(s.seat, s.name, _values(s, category, best_first=words.standing)) for s in self._shown)
        return Reading(words.names[category], rows, position, region=self.bars.group_region(category))

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every group, left to right or top to bottom."""
        regions = [self.bars.group_region(i).center() for i in range(len(self.bars.groups))]
        return sorted(regions, key=lambda p: (p.x(), p.y()))

    def table(self, snapshot: Snapshot) -> Table:
        """Return the probability of every class by seat, with standard errors where sampled: the words and the order
        of the chart."""
        columns: list[tuple[str, Mapping[str, float]]] = []
        names = GAMES[snapshot.scenario.game].classes
        for series in series_of(snapshot, self._beside(snapshot)):
            columns.append((series.name, dict(zip(names, series.values, strict=True))))
            if series.trials is not None:
                errors = {name: series.stderr(i) for i, name in enumerate(names)}
                columns.append((f"{series.name} stderr", errors))
            if series.seat in self.exact and not series.hollow:
                columns.append((f"{series.name} exact", self.exact[series.seat]))
        header = ("class", *(name for name, _ in columns))
        classes = class_rows(snapshot.scenario.game)
        return header, [(title, *(values.get(name, 0.0) for _, values in columns)) for name, title in classes]


def _values(series: Series, category: int, *, best_first: bool) -> tuple[str, str, str]:
    value, stderr = series.values[category], series.stderr(category)
    better = sum(series.values[: category + 1] if best_first else series.values[category:])
    return percent(value, stderr, exact_digits=4), interval(stderr), f"or better {percent(better, stderr)}"
