"""The page *Starting hands* of razz: the equities of all down cards, the effect of one more dead card, and the equity
street by street."""

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
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario, SeatResult, Snapshot
from engine.cards import RAZZ_RANKS
from engine.equity.details.next_cards import EVEN, Z95, DeadCards, StreetPath
from engine.equity.details.starting_hands import (
    DeadCard,
    Pair,
    PathStep,
    StartingChart,
    StartingHands,
    dead_cards,
    own_pair,
    path_steps,
    starting_chart,
    with_pair,
)
from engine.table.slots import with_seat_text
from gui.charts.forms import ColumnBar, columns_chart, map_chart, scale_texts
from gui.charts.values import Cells, Chart, Heading, MapCell, NumberRow, active_seats
from gui.charts.view import PageChart
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import LEFT, MIN_REACH, HeatScale, draw_ring, fill_box, smooth_painter, write
from gui.look.scale import px, scaled_size, unscaled_point, unscaled_rect
from gui.look.styling import rich
from gui.look.theme import SEAT_DASHES, TEXT, TEXT_HERO, TEXT_LARGE, TEXT_SMALL, current_theme, font, mixed
from gui.parts.build import PaintedCells, Spoken, filled, label, named
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail
from gui.state.session import Session
from gui.words.captions import errors_clause
from gui.words.formatting import NO_BREAK, change_text, interval, number_of, percent

CHART, DEAD, PATH = "starting_hands", "sensitivity", "path"
TEACH = (
    "Type the hero's door card as “xx9”, or a hand as “a29”:\nthis page shows the equity of every pair of down cards."
)
OTHER_GAME = "Razz only: select Razz above."
COMPUTING = "Computing {0}'s equity with every pair of down cards{1}…"
DEAD_TITLE, DEAD_HINT = "One more dead card", "{}: change in percentage points"


STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}


def chart_scale(chart: StartingChart) -> HeatScale:
    """Return the colour scale of a chart: from the worst pair of down cards over the fair share to the best one.

    If all pairs are on one side of the fair share, the other side is as long, within 0 and 1.
    """
    equities, fair = [pair.equity for pair in chart.pairs.values()], chart.fair
    below, above = fair - min(equities, default=0.0), max(equities, default=1.0) - fair
    below, above = below if below > 0 else min(above, fair), above if above > 0 else min(below, 1 - fair)
    return HeatScale(fair - max(below, MIN_REACH), fair, fair + max(above, MIN_REACH))


def down_cards_name(pair: Pair) -> str:
    """Return the name of a pair of down cards, such as ``A-2``."""
    return f"{RAZZ_RANKS[pair[0]]}-{RAZZ_RANKS[pair[1]]}"


def pair_reading(chart: StartingChart, pair: Pair) -> tuple[str, ...]:
    """Return three lines about a pair of down cards: name, equity, and the rest (against the average, rank, ways)."""
    up = f" with {chart.other_cards}" if chart.up else ""
    result = chart.pairs.get(pair)
    if result is None:
        return (f"{down_cards_name(pair)}{up}", "cannot be dealt", "")
    share = f"{percent(result.equity, result.stderr, exact_digits=4)} {interval(result.stderr)}".strip()
    change = change_text(result.equity - chart.average, Z95 * result.stderr)
    ways = f"{number_of(result.combos, 'way')} ({percent(result.probability)})"
    rank = f"#{chart.rank_of(pair)} of {len(chart.pairs)}"
    return f"{down_cards_name(pair)}{up}", share, f"{change} vs average\n{rank} · {ways}"


def dead_reading(dead: DeadCard | None, rank: int, name: str) -> str:
    """Return a sentence on the effect of one more dead card of a rank on the equity of the seat ``name``."""
    title = RAZZ_RANKS[rank]
    if dead is None or not dead.live:
        return f"{title}: no live card"
    if dead.equity is None or dead.change is None:
        return f"{title}: {dead.live} live, all in the known hands"
    change = change_text(dead.change, Z95 * dead.stderr, 3)
    return f"One more {title} dead: {name} {percent(dead.equity, dead.stderr)}, {change} points; {dead.live} live now"


RANKS = 13
HEIGHT = 76
RANK_ROOM, NUMBER_ROOM = 20.0, 16.0
PLOT, LINE, HEAD = 60.0, 16.0, 18.0
NAMES = 110.0
"""Pixels for the names of seats left of their equities."""
MIN_CELL = QSize(26, 21)
READING_SIZES = TEXT_LARGE, TEXT_HERO, TEXT
"""Text sizes of the lines in the empty half of the triangle."""


def is_significant(dead: DeadCard) -> bool:
    """Return True if the equity changes by more than its error and by more than a negligible amount."""
    return dead.change is not None and abs(dead.change) >= max(EVEN, Z95 * dead.stderr)


def path_texts(steps: Sequence[PathStep], index: int) -> tuple[str, ...]:
    """Return the equity of an active seat (``index`` among these) on each street."""
    return tuple("–" if step.equity is None else percent(step.equity[index], step.stderr[index]) for step in steps)


class PairTriangle(Guarded, QWidget):
    """The pairs of down cards in the colours of their equities; the row is the lower card.

    The empty half displays the values of the pair at the mouse or the keyboard cursor. :attr:`picked` is emitted with a
    pair that is clicked or chosen with Enter.
    """

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chart: StartingChart | None = None
        self.seat_pair: Pair | None = None
        self.at: Pair = (0, 1)
        """The pair whose values are displayed."""
        self._stale = False
        self.grid = named(CellGrid(RANKS, RANKS, self, picks=True), "starting.triangle", "Starting hands")
        self.grid.setToolTip("Click or press Enter to use these down cards")
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
        """Display another chart; ``own``: the down cards of the seat, if they are known."""
        moved, self._chart, self.seat_pair, self._stale = own != self.seat_pair, chart, own, stale
        scale = None if chart is None else chart_scale(chart)
        self.grid.show_cells([self._cell((i, j), scale) for i in range(RANKS) for j in range(RANKS)])
        # The cursor follows the hand of the seat, unless the player is moving it with the keyboard.
        if own is not None and moved and not self.grid.hasFocus():
            self.at = own
            self.grid.setCurrentIndex(self.grid.model_.index(*own))
        self._read_out()

    def _cell(self, pair: Pair, scale: HeatScale | None) -> Cell | None:
        """Return the cell of a pair with its equity, closed without one; None above the diagonal."""
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
            name, 1.0, hot=True, tone=tone, stale=self._stale, note=note, speech=speech, framed=pair == self.seat_pair
        )

    @property
    def reading(self) -> tuple[str, ...]:
        """The lines about the pair :attr:`at`, or () without a chart."""
        return pair_reading(self._chart, self.at) if self._chart is not None else ()

    @Slot(object)
    def _on_hovered(self, pair: Pair | None) -> None:
        current = self.grid.currentIndex()
        self.at = pair or ((current.row(), current.column()) if current.isValid() else (0, 1))
        self._read_out()

    @Slot()
    def _read_out(self) -> None:
        """Write the reading below the triangle, and give it to screen readers."""
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
        return scaled_size(RANKS * MIN_CELL.width(), RANKS * MIN_CELL.height())

    def customEvent(self, event: QEvent) -> None:
        self._read_out()


class DeadRow(PaintedCells):
    """One bar for each rank of one more dead card: up if the seat gains equity, down if it loses.

    :attr:`rank_read` is emitted with the text about the rank at the mouse or the keyboard cursor, "" for none.
    """

    rank_read = Signal(str)

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
        """Display the effects ``dead`` by rank on the equity of the seat ``name``."""
        self._dead, self._name, self._stale = dead, name, stale
        self._read(self._at)

    def _read(self, rank: int | None) -> None:
        self._at = rank
        text = "" if rank is None or not self._dead else dead_reading(self._dead.get(rank), rank, self._name)
        self.setAccessibleDescription(text)
        self.rank_read.emit(text)
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
        """Return the rectangle of a rank in pixels at 100 %."""
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
        # All bars have the same scale: the largest change fills the room above or below the middle.
        reach = max((abs(dead.change) for dead in self._dead.values() if dead.change is not None), default=0.0) or 1.0
        middle = RANK_ROOM + (self._room.height() - RANK_ROOM) / 2
        painter.setPen(QColor(theme.line))
        painter.drawLine(QPointF(0, middle), QPointF(self._room.width(), middle))
        for rank in range(RANKS):
            self._paint_rank(painter, rank, middle, reach)
        if self.hasFocus():
            draw_ring(painter, self._room.adjusted(1, 1, -1, -1), theme.accent, 1.5, 4)

    def _paint_rank(self, painter: QPainter, rank: int, middle: float, reach: float) -> None:
        """Paint the column of a rank; ``middle``: the height of a change of 0; ``reach``: the largest change."""
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
        direction = theme.better if dead.change > 0 else theme.worse
        color = QColor(direction if is_significant(dead) and not self._stale else theme.muted)
        bar = QRectF(strip.center().x() - 7, middle, 14, -length).normalized()
        painter.fillRect(bar, color)
        number = change_text(dead.change, Z95 * dead.stderr, 1 if strip.width() < 40 else 2)
        top = bar.top() - NUMBER_ROOM if dead.change >= 0 else bar.bottom()
        write(painter, QRectF(strip.left(), top, strip.width(), NUMBER_ROOM), number, color)


class PathView(Spoken):
    """One column for each street so far: lines of the equities above, the numbers of every seat below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[PathStep, ...] = ()
        self._seats: tuple[tuple[int, str], ...] = ()
        self._stale = False
        self.setObjectName("starting.path")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_path(self, steps: tuple[PathStep, ...], seats: tuple[tuple[int, str], ...], *, stale: bool) -> None:
        """Display the equities ``steps`` of the active ``seats`` (index at the table, name); hide without steps."""
        self._steps, self._seats, self._stale = steps, seats, stale
        self.setVisible(bool(steps))
        self.setAccessibleName("Equity from third street to now")
        self.setAccessibleDescription("; ".join(self.texts(i) for i in range(len(seats))) if steps else "")
        self.updateGeometry()
        self.update()

    def texts(self, index: int) -> str:
        """Return the equities of an active seat on all streets as text."""
        texts = path_texts(self._steps, index)
        shares = (f"{STREETS[step.street]} {text}" for step, text in zip(self._steps, texts, strict=True))
        return f"{self._seats[index][1]}: {', '.join(shares)}"

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
        """Paint a vertical line and a title per street, then the line and the numbers of each seat."""
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
        for index in reversed(range(len(self._seats))):  # the first seat on top
            self._paint_line(painter, index)
        for index in range(len(self._seats)):
            self._paint_numbers(painter, index, width)

    def _color(self, index: int) -> QColor:
        theme = current_theme()
        color = theme.seat(self._seats[index][0])
        return mixed(color, theme.surface, 0.6) if self._stale else color

    def _paint_line(self, painter: QPainter, index: int) -> None:
        color = self._color(index)
        dash = SEAT_DASHES[self._seats[index][0] % len(SEAT_DASHES)]
        shares = [(self._x(i), step.equity[index]) for i, step in enumerate(self._steps) if step.equity is not None]
        points = [QPointF(x, self._y(share)) for x, share in shares]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2.0 if index == 0 else 1.5, dash))
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        for point in points:
            painter.drawEllipse(point, 3, 3)

    def _paint_numbers(self, painter: QPainter, index: int, width: float) -> None:
        theme = current_theme()
        top = PLOT + HEAD + LINE * index
        face = font(TEXT_SMALL, QFont.Weight.DemiBold if index == 0 else QFont.Weight.Normal)
        painter.setPen(QPen(self._color(index), 2.0, SEAT_DASHES[self._seats[index][0] % len(SEAT_DASHES)]))
        painter.drawLine(QPointF(2, top + LINE / 2), QPointF(20, top + LINE / 2))
        name = QFontMetricsF(face).elidedText(self._seats[index][1], Qt.TextElideMode.ElideRight, NAMES - 30)
        ink = theme.muted if self._stale else theme.text
        write(painter, QRectF(26, top, NAMES - 28, LINE), name, ink, face, LEFT)
        for column, text in enumerate(path_texts(self._steps, index)):
            write(painter, QRectF(self._x(column) - width / 2, top, width, LINE), text, ink)


class StartingPage(DetailPage):
    """Triangle, dead cards and street by street. A click on a pair puts it into the hand of the seat of the chart."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {CHART: StartingHands, DEAD: DeadCards, PATH: StreetPath}
        super().__init__("starting", "Starting hands", details, document, session, parent)
        self.chart: StartingChart | None = None
        self._hint = ""
        self.title = label(name="starting.title", role="title", wrap=True)
        self.note = label(name="starting.note", wrap=True)
        self.triangle = PairTriangle()
        self._dead_title = label(name="starting.deadTitle", role="", wrap=True)
        self.dead = DeadRow()
        self.dead_note = label(name="starting.deadNote", wrap=True)
        self._path_title = label(name="starting.pathTitle", role="", wrap=True)
        self.path = PathView()
        self.dead_note.setAlignment(Qt.AlignmentFlag.AlignRight)
        dead = filled(QHBoxLayout(), (self._dead_title, 2), (self.dead_note, 3), spacing=12)
        items = (self.title, self.note, 4, (self.triangle, 1), 8, dead, self.dead, 4, self._path_title, self.path)
        filled(QVBoxLayout(self.full), *items, spacing=4, margins=(12, 12, 12, 8))
        self.triangle.picked.connect(self._on_picked)
        self.dead.rank_read.connect(self._on_dead_read)
        self.start()

    def unfit(self, scenario: Scenario) -> str:
        if CHART not in GAMES[scenario.game].details:
            return OTHER_GAME
        return NO_OPPONENT if is_alone(scenario) else ""

    @property
    def filled(self) -> bool:
        return any(self.detail(name, kind) is not None for name, kind in self._details.items())

    def show_details(self) -> None:
        self._show_chart(self.detail(CHART, StartingHands))
        self._show_dead(self.detail(DEAD, DeadCards))
        self._show_path(self.detail(PATH, StreetPath))

    def update_state(self) -> None:
        """Show the progress of the chart while there is none."""
        if self.chart is None and self.filled:
            session, scenario = self._session, self._document.scenario
            latest, name = session.latest, next((s.name for s in scenario.seats if s.plays), "")
            self.title.setText(f"{name}'s down cards")
            progress = (
                f": {100 * latest.progress:.0f}{NO_BREAK}%" if latest is not None and latest.stage == CHART else ""
            )
            computing = session.state != "idle" and not session.problems
            self.note.setText(COMPUTING.format(name, progress) if computing else self.empty_text)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        super()._on_document_changed(before, after)
        if before.seats != after.seats:
            self._show_own()

    def _show_chart(self, result: LatestDetail[StartingHands] | None) -> None:
        """Show the triangle's title and accuracy for the latest result, then the seat's own pair."""
        self.chart = starting_chart(result.value, result.snapshot) if result is not None else None
        chart = self.chart
        if chart is not None:
            self.title.setText(f"{chart.name}'s down cards with {chart.other_cards}")
            errors = max((pair.stderr for pair in chart.pairs.values()), default=0.0)
            accuracy = f"sampled, ± {196 * errors:.2f}{NO_BREAK}% at most" if errors else "exact"
            average = f"{percent(chart.average, chart.average_stderr)} {interval(chart.average_stderr)}".strip()
            self.note.setText(
                f"Equity in percent, {accuracy}; average {average}. "
                f"Blue: above break-even ({percent(chart.fair, exact_digits=0)}), orange: below."
            )
        self._show_own()

    def _show_own(self) -> None:
        chart, result = self.chart, self._session.detail(CHART, StartingHands)
        own = own_pair(self._document.scenario, chart.seat) if chart is not None else None
        self.triangle.show_chart(chart, own, stale=result is None or result.stale)

    def _show_dead(self, result: LatestDetail[DeadCards] | None) -> None:
        """Show the effect of one more dead card of each rank, and name the best one; hidden without a result."""
        for widget in (self._dead_title, self.dead, self.dead_note):
            widget.setVisible(result is not None)
        if result is not None:
            name = result.snapshot.seats[result.value.seat].name
            dead = dead_cards(result.value)
            known = [d for d in dead.values() if d.change is not None]
            best = max(known, key=lambda d: d.change or 0.0, default=None)
            self._dead_title.setText(DEAD_TITLE)
            self._hint = DEAD_HINT.format(name)
            if best is not None and best.change is not None and is_significant(best) and best.change > 0:
                gain = change_text(best.change, Z95 * best.stderr)
                self._hint += f"; best dead card: {RAZZ_RANKS[best.rank]}, {gain}"
            self.dead_note.setText(self._hint)
            self.dead.show_dead(dead, name, stale=result.stale)

    def _show_path(self, result: LatestDetail[StreetPath] | None) -> None:
        steps = path_steps(result.value) if result is not None else ()
        self._path_title.setVisible(bool(steps))
        self._path_title.setText("Equity from third street to now")
        results = result.snapshot.seats if result is not None else ()
        seats = tuple((i, seat.name) for i, seat in enumerate(results) if seat.estimate is not None)
        self.path.show_path(steps, seats, stale=result is None or result.stale)

    @Slot(str)
    def _on_dead_read(self, text: str) -> None:
        self.dead_note.setText(text or self._hint)

    @Slot(object)
    def _on_picked(self, pair: Pair) -> None:
        """Put a pair of down cards into the hand of the seat of the chart."""
        chart, scenario = self.chart, self._document.scenario
        if chart is None or chart.seat >= len(scenario.seats):
            return
        text = with_pair(scenario, chart.seat, pair, chart.up)
        after = with_seat_text(scenario, chart.seat, text)
        problems: tuple[Problem, ...] = self._document.replace(f"{text} to {scenario.seats[chart.seat].name}", after)
        if problems:
            self.note.setText(problems[0].message)


def pairs_chart(chart: StartingChart, snapshot: Snapshot) -> Chart:
    """Return the triangle of down cards as a map for exports; the row is the lower card."""
    scale = chart_scale(chart)
    cells, rows = [], []
    for low, first in enumerate(RAZZ_RANKS):
        for high in range(low, len(RAZZ_RANKS)):
            name, pair = first + RAZZ_RANKS[high], chart.pairs.get((low, high))
            if pair is None:
                cells.append(MapCell(low, high, (name,), faint=True))
                continue
            cells.append(MapCell(low, high, (name, f"{100 * pair.equity:.1f}"), scale.tone(pair.equity)))
            rows.append((first, RAZZ_RANKS[high], pair.combos, pair.probability, pair.equity, pair.stderr))
    errors = errors_clause([pair.stderr for pair in chart.pairs.values()])
    note = (
        f"numbers: equity in percent; average {percent(chart.average, chart.average_stderr)}"
        f"; blue: above break-even, orange: below{errors}"
    )
    heading = Heading.of(snapshot, f"{chart.name}'s starting hands with {chart.other_cards}", (note,), "starting")
    table = ("down 1", "down 2", "combos", "probability", "equity", "stderr"), list(rows)
    size = len(RAZZ_RANKS), len(RAZZ_RANKS)
    return map_chart(heading, size, (Cells(tuple(cells)),), table, scale=scale_texts(scale, "break-even"))


def dead_chart(dead: Mapping[int, DeadCard], seat: SeatResult, snapshot: Snapshot) -> Chart:
    """Return the chart of the effect of one more dead card of each rank on the equity of a seat, for exports."""
    name = seat.name
    current = "" if seat.estimate is None else f" (now {percent(seat.estimate.equity, seat.estimate.stderr)})"
    bars: list[ColumnBar | None] = []
    live, equities, rows = [], [], []
    for rank, rank_name in enumerate(RAZZ_RANKS):
        card = dead.get(rank)
        live.append("0" if card is None else str(card.live))
        if card is None or card.equity is None or card.change is None:
            bars.append(None)
            equities.append("–")
            continue
        color = "muted" if not is_significant(card) else "better" if card.change > 0 else "worse"
        bars.append(ColumnBar(100 * card.change, change_text(card.change, Z95 * card.stderr), color))
        equities.append(percent(card.equity, card.stderr, exact_digits=1))
        rows.append((rank_name, card.live, card.equity, card.change, card.stderr))
    note = (
        f"equity change in percentage points{current}, and the new equity"
        f"{errors_clause([card.stderr for card in dead.values()])}"
    )
    return columns_chart(
        Heading.of(snapshot, f"One more dead card: {name}'s equity", (note,), "dead-cards"),
        tuple(RAZZ_RANKS),
        (NumberRow("live", tuple(live)), NumberRow(name, tuple(equities))),
        (("rank", "live", "equity", "change", "stderr"), list(rows)),
        bars=bars,
    )


def streets_chart(steps: Sequence[PathStep], snapshot: Snapshot) -> Chart:
    """Return the chart of the equities of the active seats street by street, for exports."""
    seats = [(i, seat.name) for i, seat in active_seats(snapshot)]
    rows = []
    for step in steps:
        numbers = [("", "")] * len(seats) if step.equity is None else zip(step.equity, step.stderr, strict=True)
        rows.append((STREETS[step.street], *(value for pair in numbers for value in pair)))
    shares = [[None if step.equity is None else step.equity[i] for step in steps] for i in range(len(seats))]
    texts = [path_texts(steps, i) for i in range(len(seats))]
    errors = [error for step in steps for error in step.stderr]
    note = f"equity on each street with the cards known by then and all dead cards{errors_clause(errors)}"
    return columns_chart(
        Heading.of(snapshot, "Equity by street", (note,), "streets"),
        tuple(STREETS[step.street] for step in steps),
        tuple(NumberRow(name, texts[i], seat) for i, (seat, name) in enumerate(seats)),
        (("street", *(f"{name} {column}" for _, name in seats for column in ("equity", "stderr"))), list(rows)),
        lines=[(seat, percents(shares[i])) for i, (seat, _) in enumerate(seats)],
    )


def percents(shares: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return shares in percent; None stays None."""
    return tuple(None if share is None else 100 * share for share in shares)


def starting_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts, which can be exported when they belong to the current table."""
    page = StartingPage(context.document, context.session)
    session = context.session

    def starting() -> Chart | None:
        result = session.current_detail(CHART, StartingHands)
        return None if result is None else pairs_chart(starting_chart(result.value, result.snapshot), result.snapshot)

    def dead() -> Chart | None:
        result = session.current_detail(DEAD, DeadCards)
        if result is None:
            return None
        return dead_chart(dead_cards(result.value), result.snapshot.seats[result.value.seat], result.snapshot)

    def path() -> Chart | None:
        result = session.current_detail(PATH, StreetPath)
        steps = path_steps(result.value) if result is not None else ()
        return None if result is None or not steps else streets_chart(steps, result.snapshot)

    return page, (
        ExportItem("starting", "Starting hands", page, PageChart(starting), "razz"),
        ExportItem("dead", "One more dead card", page, PageChart(dead), "razz"),
        ExportItem("path", "Street by street", page, PageChart(path), "razz"),
    )
