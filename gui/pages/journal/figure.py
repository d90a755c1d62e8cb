"""The chart of the bankroll: hand by hand on a log scale, with the fan of what the advice would have meant.

What is drawn is a journal's overview, not a snapshot: methods that take a snapshot draw the overview shown last.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QWidget

from engine import Snapshot
from engine.journal.history import Move
from gui.charts.chart import Chart
from gui.charts.figure import Amount, Figure, Table, table_words
from gui.charts.legend import Key
from gui.charts.overlays import Reading, Row
from gui.charts.picture import Drawing
from gui.charts.style import BOX_SIZE, Curve, area_between, base_pen, seat_pen, translucent
from gui.charts.text import SMALL_FONT, TITLE_FONT, Line
from gui.charts.ticks import Tick, count_ticks, nice_step
from gui.look.formatting import chips, grown
from gui.look.theme import Look, Theme
from gui.pages.journal.moves import IN, OUT, MoveMarks, draw_move, with_jumps
from gui.pages.journal.words import facts, hands_text
from gui.state.journal import Journal, Overview
from gui.state.session import Session

WIDTH = 2.0
LEFT = 60.0
BAND_ALPHA = 0.16
KEY_ALPHA = 0.3
TICK_SPACING = 24.0
NARROW = 0.5
"""Decades below which round numbers are marked in place of powers of ten."""
DIGITS = ((4, (1, 2, 5)), (2, (1, 3)))
"""Which of the numbers of a decade are marked where there is room for so many ticks."""
BUSTED = 0.5
"""Where a lost bankroll is drawn: this share of the smallest that is not lost."""
SEAT = 0
Array = NDArray[np.float64]


class BankrollFigure(Figure):
    """The chart without its widget."""

    empty_title = "Bankroll over time"
    empty_lines = ("Each hand that ends adds a point here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.overview: Overview | None = None
        self._line, self._middle = Curve(whole=True), Curve()
        self._band = QGraphicsPathItem()
        self._band.setPen(QPen(Qt.PenStyle.NoPen))
        for item in (self._band, self._middle, self._line):
            self.sheet.view_box.addItem(item, ignoreBounds=True)
        self._marks = MoveMarks(self.sheet)
        self.sheet.view_box.setMouseEnabled(x=False, y=False)
        self.sheet.left = LEFT

    def show_overview(self, overview: Overview | None) -> None:
        """Draw another journal; without hands: show what will be here."""
        self.overview = overview
        self.redraw()

    @property
    def filled(self) -> bool:
        return self.overview is not None and self.overview.advised is not None and self.overview.curve is not None

    def lines(self) -> tuple[Array, Array, Array, Array]:
        """Return bankroll, low, middle and high end of the fan, float64[hands + 1] each."""
        overview = self.overview
        assert overview is not None
        assert overview.curve is not None
        assert overview.advised is not None
        fan = overview.advised
        return overview.curve.bankroll, fan.low, fan.middle, fan.high

    @property
    def moves(self) -> Mapping[int, Move]:
        """What was put in and taken out, by the number of the hand before it."""
        curve = self.overview.curve if self.overview is not None else None
        return {} if curve is None else {move.after: move for move in curve.moves}

    def fill(self) -> None:
        self._write()
        found, moves = self.lines(), self.moves
        values = tuple(with_jumps(line, moves)[1] for line in found)
        positive = np.concatenate(values)
        positive = positive[positive > 0.0]
        floor = BUSTED * float(positive.min()) if any((line <= 0.0).any() for line in values) else float(positive.min())
        bankroll, low, middle, high = (np.log10(np.maximum(line, floor)) for line in values)
        along, _ = with_jumps(found[0], moves)
        self._line.setPen(seat_pen(self.theme, SEAT, WIDTH * self.device_scale))
        self._line.setData(along, bankroll)
        self._middle.setPen(base_pen(self.theme, self.device_scale))
        self._middle.setData(along, middle)
        self._band.setBrush(translucent(self.theme.seat(SEAT), BAND_ALPHA))
        self._band.setPath(area_between(along, low, high))
        landed = {int(place): float(value) for place, value in zip(along, bankroll, strict=True)}
        self._marks.set_marks(tuple((place, move.chips, landed[place]) for place, move in moves.items()))
        self.axes.y_ticks, self.axes.x_ticks, self.axes.x_name = log_chip_ticks, count_ticks, "hands"
        bottom, top = min(bankroll.min(), low.min()), max(bankroll.max(), high.max())
        room = max(0.06 * (top - bottom), 0.01)
        seen = (float(bottom - room), float(top + room))
        view = self.sheet.view_box
        view.setRange(xRange=(0.0, along[-1]), yRange=seen, padding=0.0, disableAutoRange=True)

    def _write(self) -> None:
        overview = self.overview
        assert overview is not None
        title = Line(self.title(), TITLE_FONT, "text")
        about = [Line(settings_line(overview), SMALL_FONT, "text" if self._on_paper else "muted")]
        if self._on_paper:
            about += [Line(f"{fact.title}: {fact.text}", SMALL_FONT, "text") for fact in facts(overview)]
        self.sheet.title.set_lines((title, *about), wrap=self._on_paper)
        notes = tuple(Line(text, SMALL_FONT, "muted") for text in self.remarks()) if self._on_paper else ()
        self.sheet.notes.set_lines(notes, wrap=True)
        keys = (
            Key("Bankroll", partial(_draw_line_key, self.theme)),
            Key("As advised, 5 to 95 %", partial(_draw_band_key, self.theme)),
            Key("Half of them above", partial(_draw_middle_key, self.theme)),
            *(
                Key(name, partial(draw_move, self.theme, symbol))
                for name, symbol, sign in (("Put in", IN, 1.0), ("Taken out", OUT, -1.0))
                if any(sign * move.chips > 0.0 for move in self.moves.values())
            ),
        )
        self.sheet.legend.set_entries((), frozenset(), keys)

    def clear(self) -> None:
        self._band.setPath(QPainterPath())
        self._line.setData([], [])
        self._middle.setData([], [])
        self._marks.set_marks(())

    def title(self, snapshot: Snapshot | None = None) -> str:
        chosen = self.overview.chosen if self.overview is not None else None
        return self.empty_title if chosen is None else f"Bankroll over time, {chosen.name}"

    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]:
        return (
            "Shaded: what the last decision of each hand may have brought, had it been as advised; the chips put in "
            "before it, cards and prices stay",
            *(("Triangles: chips put in or taken out between hands, in the draws too",) if self.moves else ()),
        )

    def draw(self, snapshot: Snapshot) -> None:
        self.redraw()

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return bankroll and fan after the hand next to ``position``."""
        if not self.filled or not self.sheet.plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        plot = self.sheet.plot
        bankroll, fan_low, middle, fan_high = self.lines()
        place = round(low + (position.x() - plot.left()) / plot.width() * (high - low))
        place, moves = min(max(place, 0), len(bankroll) - 1), self.moves
        fan = f"{chips(float(fan_low[place]))} … {chips(float(fan_high[place]))}"
        rows = (
            Row(SEAT, "bankroll", (chips(float(bankroll[place])),)),
            Row(SEAT, "as advised, 5 to 95 %", (fan,)),
            Row(SEAT, "half of them above", (chips(float(middle[place])),)),
            *(
                (Row(SEAT, "then put in" if change > 0.0 else "then taken out", (chips(abs(change)),)),)
                if (change := moves[place].chips if place in moves else 0.0)
                else ()
            ),
        )
        x = self._x(place)
        header = "Before the first hand" if place == 0 else f"After hand {place}"
        return Reading(header, rows, QPointF(x, position.y()), QLineF(x, plot.top(), x, plot.bottom()))

    def _x(self, place: int) -> float:
        (low, high), _ = self.sheet.ranges
        return float(self.sheet.plot.left() + (place - low) / (high - low) * self.sheet.plot.width())

    def stops(self) -> Sequence[QPointF]:
        """Return the hands, some forty of many."""
        if not self.filled:
            return ()
        last = len(self.lines()[0]) - 1
        places = sorted({round(i * last / 40) for i in range(41)})
        y = self.sheet.plot.center().y()
        return [QPointF(self._x(place), y) for place in places]

    def table(self, snapshot: Snapshot | None = None) -> Table:
        """Return bankroll, growth given up so far and the fan after each hand, and what is put in then."""
        header = ("hand", "bankroll", "growth given up", "advice 5 %", "advice 50 %", "advice 95 %", "then put in")
        overview = self.overview
        if overview is None or overview.curve is None or not self.filled:
            return header, []
        bankroll, low, middle, high = self.lines()
        given_up = overview.curve.given_up
        fan, moves = (low, middle, high), self.moves
        put_in = [moves[i].chips if i in moves else 0.0 for i in range(len(bankroll))]
        return header, [
            (
                i,
                Amount(bankroll[i]),
                -grown(-float(given_up[i])),
                *(Amount(line[i]) for line in fan),
                Amount(put_in[i]),
            )
            for i in range(len(bankroll))
        ]

    def words(self) -> str:
        """Return in words what is drawn."""
        return f"{self.title()}. {table_words(self.table())}" if self.filled else super().words()


class BankrollChart(Chart):
    """The widget: follows the journal in place of the session's snapshot."""

    def __init__(self, journal: Journal, session: Session, look: Look, parent: QWidget | None = None) -> None:
        self._bankroll = BankrollFigure(look.theme)
        self._journal = journal
        super().__init__("bankroll", "Bankroll over time", self._bankroll, session, look, parent)
        self._menu_button.setToolTip("Export")
        self._menu_button.setAccessibleName("Bankroll over time: export")
        journal.changed.connect(self._on_journal_changed)

    @Slot()
    def _on_journal_changed(self) -> None:
        self._outdated = True
        if self.isVisible():
            self._refresh()

    @Slot()
    def _on_session_changed(self) -> None:
        """The journal does not depend on the table."""

    def _refresh(self) -> None:
        self._outdated = False
        if self._journal.overview is not self._bankroll.overview:
            position = self._reading_position
            self._bankroll.show_overview(self._journal.overview)
            if position is not None:
                self.read_at(position)

    @property
    def ready(self) -> bool:
        overview = self._journal.overview
        return overview is not None and overview.advised is not None

    def drawing(self) -> Drawing:
        self._refresh()
        overview = self._bankroll.overview
        if overview is None or not self._bankroll.filled:
            raise ValueError("there is no hand in the journal yet")

        def figure() -> Figure:
            page = BankrollFigure(self._look.theme, on_paper=True)
            page.show_overview(overview)
            return page

        return Drawing(self._bankroll.title(), settings_line(overview), "bankroll", self._bankroll.table, figure)


def settings_line(overview: Overview) -> str:
    """Return what is drawn on a line."""
    ended = len(overview.curve.bankroll) - 1 if overview.curve is not None else 0
    under_way = sum(hand.left is None for hand in overview.hands)
    return f"{hands_text(ended)}{f', {under_way} unfinished' if under_way else ''}; log scale"


def log_chip_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks of an upright axis of log10(chips): 1, 2, 5 and so on, round numbers where few of them are seen."""
    if not high > low:
        return []
    smallest, largest = 10.0**low, 10.0**high
    if high - low < NARROW:
        step = nice_step(largest - smallest, length / TICK_SPACING)
        first, last = math.ceil(smallest / step - 1e-9), math.floor(largest / step + 1e-9)
        return [Tick(math.log10(i * step), chips(i * step)) for i in range(first, last + 1) if i > 0]
    decade = length / (high - low)
    digits = next((digits for room, digits in DIGITS if decade >= room * TICK_SPACING), (1,))
    every = max(1, math.ceil(TICK_SPACING / decade))
    powers = (power for power in range(math.floor(low), math.ceil(high) + 1) if power % every == 0)
    places = [digit * 10.0**power for power in powers for digit in digits]
    return [Tick(math.log10(v), chips(v)) for v in places if smallest * (1 - 1e-9) <= v <= largest * (1 + 1e-9)]


def _draw_line_key(theme: Theme, painter: QPainter, center: QPointF) -> None:
    painter.setPen(seat_pen(theme, SEAT, WIDTH))
    painter.drawLine(QPointF(center.x() - BOX_SIZE / 2, center.y()), QPointF(center.x() + BOX_SIZE / 2, center.y()))


def _draw_middle_key(theme: Theme, painter: QPainter, center: QPointF) -> None:
    painter.setPen(base_pen(theme, 1.0))
    painter.drawLine(QPointF(center.x() - BOX_SIZE / 2, center.y()), QPointF(center.x() + BOX_SIZE / 2, center.y()))


def _draw_band_key(theme: Theme, painter: QPainter, center: QPointF) -> None:
    half = BOX_SIZE / 2
    box = QRectF(center.x() - half, center.y() - half, BOX_SIZE, BOX_SIZE)
    painter.fillRect(box, translucent(theme.seat(SEAT), KEY_ALPHA))
