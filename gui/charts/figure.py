"""What all charts have in common: a sheet, axes, a theme, hidden seats, a read-out, data as rows."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt

from engine import SeatResult, Snapshot
from gui.charts.overlays import Reading, ReadOut
from gui.charts.sheet import Axes, Sheet
from gui.charts.text import BODY_FONT, SMALL_FONT, TITLE_FONT, Line
from gui.look.captions import brief, inputs, provenance
from gui.look.formatting import NO_BREAK
from gui.look.theme import Theme

STALE_OPACITY = 0.4
MOST_ROWS = 26
"""The longest table that is told row by row."""


class Amount(float):
    """A number in the data of a chart that is told as it is, such as one of chips; all others are told in percent."""


Table = tuple[tuple[str, ...], Sequence[tuple[object, ...]]]
"""Header and rows of a chart's data."""


class Figure(ABC):
    """A chart without its widget: draws a result on its sheet, on screen or (``on_paper``) for a file.

    On paper all inputs are written out, and the notes state how the numbers came about.
    """

    hides_seats = True
    """Whether single seats can be hidden."""

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        self.sheet = self.build_sheet(theme)
        self.axes = Axes(self.sheet)
        self.read_out = ReadOut(self.sheet)
        self.snapshot: Snapshot | None = None
        self.stale = False
        self.hidden: frozenset[int] = frozenset()
        self.device_scale = 1.0
        self._on_paper = on_paper

    def build_sheet(self, theme: Theme) -> Sheet:
        """Return the sheet that the chart is drawn on."""
        return Sheet(theme)

    @property
    def theme(self) -> Theme:
        return self.sheet.theme

    def set_theme(self, theme: Theme) -> None:
        self.sheet.theme = theme
        self.redraw()

    def set_device_scale(self, scale: float) -> None:
        """Take how many device pixels a pixel has: lines in the plot are drawn in device pixels."""
        if scale != self.device_scale:
            self.device_scale = scale
            self.redraw()

    def show_result(self, snapshot: Snapshot | None, *, stale: bool = False) -> None:
        """Draw another result; None: show what will be here."""
        if snapshot is None or self.snapshot is None or len(snapshot.seats) != len(self.snapshot.seats):
            self.hidden = frozenset()
        self.snapshot, self.stale = snapshot, stale
        self.redraw()

    def toggle(self, seat: int) -> None:
        self.hidden ^= {seat}
        self.redraw()

    def seats_to_hide(self) -> tuple[tuple[int, str], ...]:
        """Return the seats that can be hidden, with their names."""
        if self.snapshot is None or not self.hides_seats:
            return ()
        return tuple((seat, result.name) for seat, result in active_seats(self.snapshot))

    @property
    def least_plot(self) -> float:
        """The height below which the plot says nothing."""
        return 60.0

    @property
    def filled(self) -> bool:
        """Whether there is something to draw."""
        return self.snapshot is not None

    def redraw(self) -> None:
        filled = self.filled
        self.sheet.setOpacity(STALE_OPACITY if self.stale and filled else 1.0)
        self.axes.setVisible(filled)
        self.sheet.view_box.setVisible(filled)
        if filled:
            self.sheet.message.set_lines((), wrap=True)
            self.fill()
        else:
            self._show_empty()
        self.read_out.set_reading(None)
        self.sheet.arrange()
        for layer in self.sheet.childItems():
            layer.update()

    def fill(self) -> None:
        """Write the texts and draw the plot."""
        if self.snapshot is not None:
            self._write_texts(self.snapshot)
            self.draw(self.snapshot)

    def _show_empty(self) -> None:
        self.clear()
        self.sheet.title.set_lines((Line(self.empty_title, TITLE_FONT, "text"),), wrap=False)
        self.sheet.notes.set_lines((), wrap=True)
        self.sheet.legend.set_entries((), frozenset())
        text = tuple(Line(line, BODY_FONT, "muted") for line in self.empty_lines)
        self.sheet.message.set_lines(text, wrap=True, align=Qt.AlignmentFlag.AlignHCenter)

    def _write_texts(self, snapshot: Snapshot) -> None:
        title = Line(self.title(snapshot), TITLE_FONT, "text")
        notes = self.remarks(snapshot)
        if self._on_paper:
            about = (Line(text, SMALL_FONT, "text") for text in inputs(snapshot.scenario))
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*notes, provenance(snapshot))
        else:
            line = Line(brief(snapshot.scenario), SMALL_FONT, "muted")
            self.sheet.title.set_lines((title, line), wrap=False)
        self.sheet.notes.set_lines(tuple(Line(text, SMALL_FONT, "muted") for text in notes), wrap=True)

    @property
    @abstractmethod
    def empty_title(self) -> str:
        """The title where there is no result yet."""

    @property
    @abstractmethod
    def empty_lines(self) -> tuple[str, ...]:
        """What to do to see something here."""

    @abstractmethod
    def title(self, snapshot: Snapshot) -> str:
        """Return what is drawn."""

    @abstractmethod
    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        """Return what has to be known to read the chart."""

    @abstractmethod
    def draw(self, snapshot: Snapshot) -> None:
        """Draw the plot of a result."""

    @abstractmethod
    def clear(self) -> None:
        """Take everything off the plot."""

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return what is read out at ``position`` in the sheet."""
        return None

    def stops(self) -> Sequence[QPointF]:
        """Return the places where something can be read out, left to right or top to bottom."""
        return ()

    def seat_at(self, position: QPointF) -> int | None:
        """Return the seat whose legend entry lies at ``position``."""
        return self.sheet.legend.seat_at(position)

    @abstractmethod
    def table(self, snapshot: Snapshot) -> Table:
        """Return the data of the chart, hidden seats included."""

    def words(self) -> str:
        """Return in words what is drawn, for those who cannot see it."""
        if not self.filled:
            return " ".join((f"{self.empty_title}.", *self.empty_lines))
        return "" if self.snapshot is None else f"{self.title(self.snapshot)}. {table_words(self.table(self.snapshot))}"


def table_words(table: Table) -> str:
    """Return the data of a chart in words: short tables row by row, of long ones the last row, where the lines end."""
    head, rows = table
    shown = rows if len(rows) <= MOST_ROWS else rows[-1:]
    told = "; ".join(
        ", ".join(
            f"{title} {_value(value)}" for title, value in zip(head, row, strict=False) if value not in (None, "")
        )
        for row in shown
    )
    return told if len(rows) == len(shown) else f"The last of {len(rows)} rows: {told}"


def _value(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else "infinity" if value > 0 else "minus infinity"
    return f"{value:.4g}" if isinstance(value, Amount) else f"{100 * value:.4g}{NO_BREAK}%"


def active_seats(snapshot: Snapshot) -> list[tuple[int, SeatResult]]:
    """Return the seats that contest the pot with their places at the table."""
    return [(i, seat) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
