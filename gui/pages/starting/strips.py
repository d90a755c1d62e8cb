"""The parts of the page of starting hands: the triangle of down cards, one more dead card, the equities street by
street."""

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.cards import RAZZ_RANKS
from engine.details.next_tables import EVEN, Z95
from engine.details.starting_chart import DeadCard, Pair, PathStep, StartingChart
from gui.look.formatting import NO_BREAK, change_text, interval, percent
from gui.look.guard import Guarded
from gui.look.painting import LEAST_REACH, LEFT, HeatScale, draw_ring, fill_box, smooth_painter, write
from gui.look.scale import px, scaled_size, unscaled_point, unscaled_rect
from gui.look.styling import rich
from gui.look.theme import SEAT_DASHES, TEXT, TEXT_HERO, TEXT_LARGE, TEXT_SMALL, current_theme, font, mixed
from gui.parts.build import PaintedCells, Spoken, label, named
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell

STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}


def chart_scale(chart: StartingChart) -> HeatScale:
    """Return the scale of the colours: from the worst pair over the fair share to the best one.

    Where all pairs are on one side of the fair share the other side goes as far, within 0 and 1.
    """
    equities, fair = [pair.equity for pair in chart.pairs.values()], chart.fair
    below, above = fair - min(equities, default=0.0), max(equities, default=1.0) - fair
    below, above = below if below > 0 else min(above, fair), above if above > 0 else min(below, 1 - fair)
    return HeatScale(fair - max(below, LEAST_REACH), fair, fair + max(above, LEAST_REACH))


def pair_name(pair: Pair) -> str:
    """Return the name of a pair, as in ``A-2``."""
    return f"{RAZZ_RANKS[pair[0]]}-{RAZZ_RANKS[pair[1]]}"


def pair_reading(chart: StartingChart, pair: Pair) -> tuple[str, ...]:
    """Return the numbers of a pair: its name, its equity, the change against the average, place and ways."""
    up = f" with {chart.beside}" if chart.up else ""
    result = chart.pairs.get(pair)
    if result is None:
        return (f"{pair_name(pair)}{up}", "cannot be dealt", "")
    share = f"{percent(result.equity, result.stderr, exact_digits=4)} {interval(result.stderr)}".strip()
    change = change_text(result.equity - chart.average, Z95 * result.stderr)
    ways = f"{result.combos} way{'s' if result.combos != 1 else ''} ({percent(result.probability)})"
    place = f"no.{NO_BREAK}{chart.rank_of(pair)} of {len(chart.pairs)}"
    return f"{pair_name(pair)}{up}", share, f"{change} against the average\n{place} · {ways}"


def dead_reading(dead: DeadCard | None, rank: int, name: str) -> str:
    """Return the effect of one more dead card of a rank, in words."""
    title = RAZZ_RANKS[rank]
    if dead is None or not dead.live:
        return f"{title}: none is live"
    if dead.equity is None or dead.change is None:
        return f"{title}: {dead.live} live; one less cannot be"
    change = change_text(dead.change, Z95 * dead.stderr, 3)
    return f"One more {title} dead: {name} {percent(dead.equity, dead.stderr)}, {change} points; {dead.live} live now"


RANKS = 13
HEIGHT = 76
RANK_ROOM, NUMBER_ROOM = 20.0, 16.0
PLOT, LINE, HEAD = 60.0, 16.0, 18.0
NAMES = 110.0
LEAST_CELL = QSize(26, 21)
READING_SIZES = TEXT_LARGE, TEXT_HERO, TEXT
"""Of the lines in the empty half."""


def is_sure(dead: DeadCard) -> bool:
    """Return whether the equity changes by more than its error and by enough to speak of."""
    return dead.change is not None and abs(dead.change) >= max(EVEN, Z95 * dead.stderr)


def path_texts(steps: Sequence[PathStep], place: int) -> tuple[str, ...]:
    """Return the equities of an active seat on each street."""
    return tuple("–" if step.equity is None else percent(step.equity[place], step.stderr[place]) for step in steps)


class PairTriangle(Guarded, QWidget):
    """The pairs of down cards in the colours of their equities; the row is the lower card. ``picked`` carries the pair
    that was clicked or chosen by keys; in the empty half stands what is known of the one that is pointed at."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: StartingChart | None = None
        self.own: Pair | None = None
        self.at: Pair = (0, 1)
        """The pair that is read out."""
        self._stale = False
        self.grid = named(CellGrid(RANKS, RANKS, self, picks=True), "starting.triangle", "Starting hands")
        self.grid.setToolTip("Click or Enter takes the pair")
        self._text = label(name="starting.reading", role="")
        self._text.setParent(self.grid)
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self._text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.grid.picked.connect(self.picked)
        self.grid.hovered.connect(self._on_hovered)

    def show_chart(self, chart: StartingChart | None, own: Pair | None, *, stale: bool) -> None:
        """Display another chart; ``own``: the pair that the seat holds."""
        moved, self._chart, self.own, self._stale = own != self.own, chart, own, stale
        scale = None if chart is None else chart_scale(chart)
        self.grid.show_cells([self._cell((i, j), scale) for i in range(RANKS) for j in range(RANKS)])
        if own is not None and moved and not self.grid.hasFocus():
            self.at = own
            self.grid.setCurrentIndex(self.grid.model_.index(*own))
        self._read_out()

    def _cell(self, pair: Pair, scale: HeatScale | None) -> Cell | None:
        name = RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[-1]]
        if pair[0] > pair[1]:
            return None
        if self._chart is None or scale is None:
            return Cell(name, closed=True, speech=f"{name}: no numbers yet")
        speech = ": ".join(filter(None, pair_reading(self._chart, pair)))
        result = self._chart.pairs.get(pair)
        if result is None:
            return Cell(name, closed=True, note="–", speech=speech)
        tone, note = scale.tone(result.equity), f"{100 * result.equity:.1f}"
        return Cell(
            name, 1.0, hot=True, tone=tone, stale=self._stale, note=note, speech=speech, framed=pair == self.own
        )

    @property
    def reading(self) -> tuple[str, ...]:
        """The numbers of the pair that is pointed at."""
        return pair_reading(self._chart, self.at) if self._chart is not None else ()

    @Slot(object)
    def _on_hovered(self, place: Pair | None) -> None:
        current = self.grid.currentIndex()
        self.at = place or ((current.row(), current.column()) if current.isValid() else (0, 1))
        self._read_out()

    @Slot()
    def _read_out(self) -> None:
        self.grid.setAccessibleDescription(": ".join(filter(None, self.reading)))
        theme = current_theme()
        inks = (theme.muted if self._stale else theme.text,) * 2 + (theme.muted,)
        lines = zip(self.reading, READING_SIZES, inks, strict=False)
        text = "".join(
            f"<div style='font-size: {px(size)}px; color: {ink}'>{escape(line)}</div>" for line, size, ink in lines
        )
        self._text.setText(rich(text.replace("\n", "<br>")))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grid.setGeometry(self.rect())
        top = 7 * self.height() // RANKS
        self._text.setGeometry(px(4), top, self.width() // 2, self.height() - top)

    def sizeHint(self) -> QSize:
        return scaled_size(RANKS * 48, RANKS * 28)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(RANKS * LEAST_CELL.width(), RANKS * LEAST_CELL.height())

    def customEvent(self, event: QEvent) -> None:
        self._read_out()


class DeadRow(PaintedCells):
    """Bars up (the hero gains) or down; hover or arrows read a rank out, which ``read`` carries as text."""

    read = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dead: Mapping[int, DeadCard] = {}
        self._name = ""
        self._stale = False
        self._at: int | None = None
        named(self, "starting.dead", "One more dead card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_dead(self, dead: Mapping[int, DeadCard], name: str, *, stale: bool) -> None:
        """Show other ranks; ``name``: whose equity it is."""
        self._dead, self._name, self._stale = dead, name, stale
        self._read(self._at)

    def _read(self, rank: int | None) -> None:
        self._at = rank
        text = "" if rank is None or not self._dead else dead_reading(self._dead.get(rank), rank, self._name)
        self.setAccessibleDescription(text)
        self.read.emit(text)
        self.update()

    @property
    def _room(self) -> QRectF:
        return unscaled_rect(self)

    def cell_count(self) -> int:
        return RANKS

    def cell_name(self, number: int) -> str:
        return dead_reading(self._dead.get(number), number, self._name) if self._dead else RAZZ_RANKS[number]

    def cell_area(self, number: int) -> QRectF:
        return self.column(number)

    def cell_now(self) -> int | None:
        return self._at

    def column(self, rank: int) -> QRectF:
        """Return the strip of a rank at 100 %."""
        return QRectF(self._room.width() * rank / RANKS, 0, self._room.width() / RANKS, self._room.height())

    def sizeHint(self) -> QSize:
        return scaled_size(RANKS * 48, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(RANKS * 26, HEIGHT)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        rank = min(RANKS - 1, max(0, int(unscaled_point(event.position()).x() * RANKS // self._room.width())))
        if rank != self._at:
            self._read(rank)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._read(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self._read(0 if self._at is None else min(RANKS - 1, max(0, self._at + step)))
            self.cell_entered()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._read(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        reach = max((abs(dead.change) for dead in self._dead.values() if dead.change is not None), default=0.0) or 1.0
        middle = RANK_ROOM + (self._room.height() - RANK_ROOM) / 2
        painter.setPen(QColor(theme.line))
        painter.drawLine(QPointF(0, middle), QPointF(self._room.width(), middle))
        for rank in range(RANKS):
            self._paint_rank(painter, rank, middle, reach)
        if self.hasFocus():
            draw_ring(painter, self._room.adjusted(1, 1, -1, -1), theme.accent, 1.5, 4)

    def _paint_rank(self, painter: QPainter, rank: int, middle: float, reach: float) -> None:
        theme, strip, dead = current_theme(), self.column(rank), self._dead.get(rank)
        if rank == self._at:
            fill_box(painter, strip.adjusted(1, 0, -1, 0), mixed(theme.surface, theme.accent, 0.12), 4)
        ink = theme.muted if dead is None or self._stale else theme.text
        head = QRectF(strip.left(), 0, strip.width(), RANK_ROOM)
        write(painter, head, RAZZ_RANKS[rank], ink, font(TEXT, QFont.Weight.DemiBold))
        painter.setFont(font(TEXT_SMALL))
        if dead is None or dead.change is None:
            below = QRectF(strip.left(), middle - 8, strip.width(), 16)
            write(painter, below, "–", ink)
            return
        room = (self._room.height() - RANK_ROOM) / 2 - NUMBER_ROOM
        length = room * dead.change / reach
        way = theme.better if dead.change > 0 else theme.worse
        color = QColor(way if is_sure(dead) and not self._stale else theme.muted)
        bar = QRectF(strip.center().x() - 7, middle, 14, -length).normalized()
        painter.fillRect(bar, color)
        number = change_text(dead.change, Z95 * dead.stderr, 1 if strip.width() < 40 else 2)
        top = bar.top() - NUMBER_ROOM if dead.change >= 0 else bar.bottom()
        write(painter, QRectF(strip.left(), top, strip.width(), NUMBER_ROOM), number, color)


class PathView(Spoken):
    """One column for each street: lines above, the numbers of every seat below, the hero first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[PathStep, ...] = ()
        self._seats: tuple[tuple[int, str], ...] = ()
        self._stale = False
        self.setObjectName("starting.path")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_path(self, steps: tuple[PathStep, ...], seats: tuple[tuple[int, str], ...], *, stale: bool) -> None:
        """Show another path of the active ``seats`` (place at the table, name); none: hide."""
        self._steps, self._seats, self._stale = steps, seats, stale
        self.setVisible(bool(steps))
        self.setAccessibleName("Equity from third street to now")
        self.setAccessibleDescription("; ".join(self.texts(place) for place in range(len(seats))) if steps else "")
        self.updateGeometry()
        self.update()

    def texts(self, place: int) -> str:
        """Return the path of an active seat in words."""
        texts = path_texts(self._steps, place)
        shares = (f"{STREETS[step.street]} {text}" for step, text in zip(self._steps, texts, strict=True))
        return f"{self._seats[place][1]}: {', '.join(shares)}"

    def sizeHint(self) -> QSize:
        return scaled_size(480, round(PLOT + HEAD + LINE * len(self._seats)) + 4 if self._steps else 0)

    @property
    def _room(self) -> QRectF:
        return unscaled_rect(self)

    def _x(self, column: int) -> float:
        return NAMES + (column + 0.5) * (self._room.width() - NAMES) / len(self._steps)

    def _y(self, equity: float) -> float:
        shares = [share for step in self._steps for share in step.equity or ()]
        low, high = min(shares), max(shares)
        return 8 + (PLOT - 16) * (1 - (equity - low) / (high - low)) if high > low else PLOT / 2

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._steps:
            return
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setFont(font(TEXT_SMALL))
        width = (self._room.width() - NAMES) / len(self._steps)
        for column, step in enumerate(self._steps):
            x = self._x(column)
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(x, 0), QPointF(x, PLOT))
            write(painter, QRectF(x - width / 2, PLOT, width, HEAD), STREETS[step.street], theme.muted)
        for place in reversed(range(len(self._seats))):
            self._paint_line(painter, place)
        for place in range(len(self._seats)):
            self._paint_numbers(painter, place, width)

    def _color(self, place: int) -> QColor:
        theme = current_theme()
        color = theme.seat(self._seats[place][0])
        return mixed(color, theme.surface, 0.6) if self._stale else color

    def _paint_line(self, painter: QPainter, place: int) -> None:
        color = self._color(place)
        dash = SEAT_DASHES[self._seats[place][0] % len(SEAT_DASHES)]
        shares = [(self._x(i), step.equity[place]) for i, step in enumerate(self._steps) if step.equity is not None]
        points = [QPointF(x, self._y(share)) for x, share in shares]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2.0 if place == 0 else 1.5, dash))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for point in points:
            painter.drawEllipse(point, 3, 3)

    def _paint_numbers(self, painter: QPainter, place: int, width: float) -> None:
        theme = current_theme()
        top = PLOT + HEAD + LINE * place
        face = font(TEXT_SMALL, QFont.Weight.DemiBold if place == 0 else QFont.Weight.Normal)
        painter.setPen(QPen(self._color(place), 2.0, SEAT_DASHES[self._seats[place][0] % len(SEAT_DASHES)]))
        painter.drawLine(QPointF(2, top + LINE / 2), QPointF(20, top + LINE / 2))
        name = QFontMetricsF(face).elidedText(self._seats[place][1], Qt.TextElideMode.ElideRight, NAMES - 30)
        ink = theme.muted if self._stale else theme.text
        write(painter, QRectF(26, top, NAMES - 28, LINE), name, ink, face, LEFT)
        for column, text in enumerate(path_texts(self._steps, place)):
            write(painter, QRectF(self._x(column) - width / 2, top, width, LINE), text, ink)
