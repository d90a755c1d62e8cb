"""Who beats whom with what: the outcome classes of two razz seats against each other as a heat map."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.details.lows import MEETING_RESULTS as RESULTS
from engine.details.lows import Meeting
from gui.look.formatting import interval, percent
from gui.look.painting import draw_ring, fill_box, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_point, unscaled_rect
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.lows.charts import SHORT
from gui.parts.build import named
from gui.parts.cell_grid import ARROWS
from gui.parts.spoken import PaintedCells

TITLE = 18
EDGE = TITLE + 24
"""Room above and left of the cells: the name of a seat, then its hands."""
STRONGEST = 0.6
SIGNS = {"win": "▲", "tie": "=", "lose": "▼"}


class MeetingMap(PaintedCells):
    """Rows: the first seat's hand, columns: the second's. Blue where the first mostly wins, orange where it mostly
    loses, the stronger the likelier; ``read`` carries what is known of the cell under the mouse or the cursor.
    """

    read = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._meeting: Meeting | None = None
        self._stale = False
        self.empty_text = ""
        """Why there is nothing to draw."""
        self._at: tuple[int, int] | None = None
        named(self, "outcomes.meeting", "Who beats whom with what")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        look.changed.connect(self.update)

    def show_meeting(self, meeting: Meeting | None, *, stale: bool) -> None:
        """Show another pair of seats."""
        self._meeting, self._stale = meeting, stale
        self._read(self._at)

    def show_empty(self, text: str) -> None:
        """Say why there is nothing to draw, where that is so."""
        if text != self.empty_text:
            self.empty_text = text
            self.update()

    def reading(self, cell: tuple[int, int]) -> str:
        """Return in words how likely the two hands of a cell meet and who wins then."""
        meeting = self._meeting
        if meeting is None:
            return ""
        row, column = cell
        shares = [meeting.grids[name][row][column] for name in RESULTS]
        error = meeting.stderr
        met = f"{percent(sum(shares), error)} {interval(error)}".strip()
        parts = [f"{name} {percent(share, error)}" for name, share in zip(RESULTS, shares, strict=True) if share > 0]
        first, second = meeting.names
        hands = f"{first} {_hand(meeting.classes[row])}, {second} {_hand(meeting.classes[column])}"
        return f"{hands}: {met}" + (f" ({', '.join(parts)} for {first})" if parts else "")

    def _read(self, cell: tuple[int, int] | None) -> None:
        self._at = cell
        text = "" if cell is None else self.reading(cell)
        self.setAccessibleDescription(text)
        self.read.emit(text)
        self.update()

    @property
    def _count(self) -> int:
        return len(self._meeting.classes) if self._meeting is not None else 0

    @property
    def _room(self) -> QRectF:
        return unscaled_rect(self)

    def cell(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell at 100 %."""
        wide, high = (self._room.width() - EDGE) / self._count, (self._room.height() - EDGE) / self._count
        return QRectF(EDGE + column * wide, EDGE + row * high, wide, high)

    def cell_count(self) -> int:
        return self._count**2

    def cell_name(self, number: int) -> str:
        return self.reading(divmod(number, self._count))

    def cell_area(self, number: int) -> QRectF:
        return self.cell(*divmod(number, self._count))

    def cell_now(self) -> int | None:
        return None if self._at is None or not self._count else self._at[0] * self._count + self._at[1]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = unscaled_point(event.position()) - QPointF(EDGE, EDGE)
        column = int(at.x() * self._count // max(self._room.width() - EDGE, 1))
        row = int(at.y() * self._count // max(self._room.height() - EDGE, 1))
        inside = 0 <= row < self._count and 0 <= column < self._count
        self._read((row, column) if inside else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._read(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(Qt.Key(event.key()))
        if step is None or not self._count:
            super().keyPressEvent(event)
            return
        row, column = self._at or (0, 0)
        moved = (row + step[0], column + step[1]) if self._at is not None else (0, 0)
        self._read((min(max(moved[0], 0), self._count - 1), min(max(moved[1], 0), self._count - 1)))
        self.cell_entered()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._read(None)

    def sizeHint(self) -> QSize:
        return scaled_size(EDGE + 480, EDGE + 260)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(EDGE + 300, EDGE + 180)

    def paintEvent(self, event: QPaintEvent) -> None:
        meeting, theme = self._meeting, self._look.theme
        painter = smooth_painter(self)
        if meeting is None:
            write(painter, self._room, self.empty_text, theme.muted, font(TEXT))
            return
        painter.setFont(font(TEXT_SMALL, QFont.Weight.DemiBold))
        for i, name in enumerate(meeting.classes):
            top, left = self.cell(0, i), self.cell(i, 0)
            text = SHORT.get(name, name)
            above = QRectF(top.left(), TITLE, top.width(), EDGE - TITLE)
            beside = QRectF(TITLE, left.top(), EDGE - TITLE, left.height())
            write(painter, above, text, theme.muted)
            write(painter, beside, text, theme.muted)
        self._paint_names(painter, meeting.names)
        shares = [[sum(meeting.grids[name][i][j] for name in RESULTS) for j in range(self._count)]
                  for i in range(self._count)]  # fmt: skip
        top_share = max(max(row) for row in shares) or 1.0
        for i in range(self._count):
            for j in range(self._count):
                self._paint_cell(painter, meeting, (i, j), shares[i][j], shares[i][j] / top_share)
        if self._at is not None:
            draw_ring(painter, self.cell(*self._at).adjusted(1, 1, -1, -1), theme.accent, 2.0, 3)

    def _paint_names(self, painter: QPainter, names: tuple[str, str]) -> None:
        """Name the seats: the first beside its rows, from below, the second above its columns."""
        wide, high = self._room.width() - EDGE, self._room.height() - EDGE
        rows, columns = (
            painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room))
            for name, room in zip(names, (high, wide), strict=True)
        )
        ink = self._look.theme.text
        write(painter, QRectF(EDGE, 0, wide, TITLE), columns, ink)
        painter.save()
        painter.translate(0, self._room.height())
        painter.rotate(-90)
        write(painter, QRectF(0, 0, high, TITLE), rows, ink)
        painter.restore()

    def _paint_cell(
        self, painter: QPainter, meeting: Meeting, at: tuple[int, int], share: float, strength: float
    ) -> None:
        theme, box = self._look.theme, self.cell(*at)
        win, tie, lose = (meeting.grids[name][at[0]][at[1]] for name in RESULTS)
        result = "tie" if tie > max(win, lose) else "win" if win >= lose else "lose"
        color = {"win": theme.heat_high, "tie": theme.muted, "lose": theme.heat_low}[result]
        ground = mixed(theme.surface, color, STRONGEST * strength**0.5 * (0.4 if self._stale else 1.0))
        fill_box(painter, box.adjusted(1, 1, -1, -1), ground, 3)
        if share >= 0.0005:
            sign = SIGNS[result] if box.width() >= 44 else ""
            ink = theme.muted if self._stale else theme.text
            write(painter, box, f"{100 * share:.1f} {sign}".strip(), ink, font(TEXT_SMALL))


def _hand(name: str) -> str:
    """Return an outcome class in words."""
    return "paired" if name == "paired" else f"{SHORT.get(name, name)} low"
