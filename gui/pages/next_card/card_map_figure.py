"""The next card as a map of the deck: 4 x 13 cards, coloured and numbered by a seat's equity behind them."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine import Snapshot
from engine.cards import RANKS, card_text
from engine.details.next_tables import NextCard, NextTable, Seen
from gui.charts.figure import Table
from gui.charts.grid_figure import errors_clause
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.text import BODY_FONT, SMALL_FONT, draw_text, fitting, text_width
from gui.look.captions import street_name
from gui.look.changes import CARDS, change_text, table_scale
from gui.look.formatting import interval, percent, percent_digits
from gui.look.painting import HeatScale, card_words, heat_color, paint_suit
from gui.look.theme import Theme, mixed
from gui.pages.next_card.cell_figure import CellFigure, draw_changes

RANK_COUNT, SUIT_COUNT = 13, 4
GAP = 1.5
RADIUS = 4.0
SUIT_SIZE = 10.0
TWO_LINES, THREE_LINES = 24.0, 56.0
"""Heights of a card from which it has room for the equity, and for the change below it."""
NOTE = "numbers, where there is room: equity in percent; colours: points more or less than now"


def lines_in(height: float) -> int:
    """Return how many lines a card of a height has room for: its name, its equity, the change."""
    return 1 + (height >= TWO_LINES) + (height >= THREE_LINES)


def _place(number: int) -> tuple[int, int]:
    """Return the row and the place in it of a card (0-51), for sorting."""
    return number & 3, -number


class CardCells(PixelLayer):
    """The cards and, below them, the scale of their colours."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.table: NextTable | None = None
        self._cards: dict[int, tuple[NextCard, Seen]] = {}

    def set_table(self, table: NextTable | None) -> None:
        """Draw another table."""
        self.table = table
        judged = table.judged if table is not None else ()
        self._cards = {CARDS[entry.name]: (entry, seen) for entry, seen in judged}
        self.update()

    def rect_of(self, number: int) -> QRectF:
        """Return the place of a card (0-51)."""
        plot = self.sheet.plot
        wide, high = plot.width() / RANK_COUNT, plot.height() / SUIT_COUNT
        return QRectF(plot.left() + (12 - (number >> 2)) * wide, plot.top() + (number & 3) * high, wide, high)

    def card_at(self, position: QPointF) -> int | None:
        """Return the card that can come and lies at ``position``."""
        return next((number for number in self._cards if self.rect_of(number).contains(position)), None)

    @property
    def stops(self) -> list[int]:
        """The cards that can come, row by row."""
        return sorted(self._cards, key=_place)

    def draw(self, painter: QPainter) -> None:
        if self.table is None:
            return
        scale = table_scale(self.table)
        for number in range(4 * RANK_COUNT):
            self._paint_card(painter, number, scale)
        draw_changes(self, painter, scale)

    def _paint_card(self, painter: QPainter, number: int, scale: HeatScale) -> None:
        theme, rect = self.theme, self.rect_of(number).adjusted(GAP, GAP, -GAP, -GAP)
        found = self._cards.get(number)
        if found is None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.line), 1.0))
            painter.drawRoundedRect(rect, RADIUS, RADIUS)
            faded = mixed(theme.muted, theme.surface, 0.55)
            self._paint_name(painter, rect.center(), number, faded, faded)
            return
        _, seen = found
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(heat_color(theme, scale.tone(seen.equity)))
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        lines = lines_in(rect.height())
        step = rect.height() / lines
        middle = QPointF(rect.center().x(), rect.top() + step / 2 + (lines > 1))
        self._paint_name(painter, middle, number, QColor(theme.text), QColor(theme.text))
        texts = [f"{100 * seen.equity:.{min(1, percent_digits(seen.stderr))}f}"]
        texts.append(change_text(seen.change, seen.noise, 1))
        for i, text in enumerate(texts[: lines - 1], start=1):
            at = QPointF(middle.x(), rect.top() + (i + 0.5) * step - 1)
            spec = fitting(text, SMALL_FONT, rect.width() - 2, theme)
            draw_text(painter, at, text, spec, theme.text, Qt.AlignmentFlag.AlignHCenter)

    def _paint_name(self, painter: QPainter, at: QPointF, number: int, ink: QColor, suit: QColor) -> None:
        rank = RANKS[number >> 2]
        width = text_width(rank, BODY_FONT, self.theme)
        left = at.x() - (width + 2 + SUIT_SIZE) / 2
        draw_text(painter, QPointF(left, at.y()), rank, BODY_FONT, ink)
        box = QRectF(left + width + 2, at.y() - SUIT_SIZE / 2, SUIT_SIZE, SUIT_SIZE)
        paint_suit(painter, number & 3, box, suit)


class CardMapFigure(CellFigure[NextTable]):
    """The chart without its widget."""

    empty_title = "Next card"
    empty_lines = ("What every card that can come does to the equities is drawn here.",)
    least_plot = SUIT_COUNT * (TWO_LINES + 2 * GAP)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.cells = CardCells(self.sheet)

    def title(self, snapshot: Snapshot) -> str:
        table = self.present
        return f"{table.names[table.judge]}'s equity behind every {street_name(snapshot.scenario)} card"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        errors = errors_clause([seen.stderr for _, seen in self.present.judged])
        return (f"{NOTE}{errors}",)

    def set_cells(self, content: NextTable | None) -> None:
        self.cells.set_table(content)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the equity of every seat behind the card at ``position``."""
        number = self.cells.card_at(position)
        if number is None:
            return None
        table = self.present
        entry = next(entry for entry in table.cards if entry.name == card_text(number))
        rows = tuple(
            Row(place, name, _values(seen))
            for place, name, seen in zip(table.places, table.names, entry.seats, strict=True)
        )
        header = f"{card_words(number)}, comes {percent(entry.probability, entry.probability_stderr)}"
        rect = self.cells.rect_of(number)
        return Reading(header[:1].upper() + header[1:], rows, QPointF(rect.right() - 8, rect.center().y()), region=rect)

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every card that can come, row by row."""
        return [self.cells.rect_of(number).center() for number in self.cells.stops]

    def table(self, snapshot: Snapshot) -> Table:
        """Return the equity of every seat behind every card, row by row, with its standard error, as probabilities."""
        table = self.present
        header = ("card", "probability", *(f"{name} {what}" for name in table.names for what in ("equity", "stderr")))
        rows: list[tuple[object, ...]] = [("now", "", *(v for now in table.now for v in now))]
        for entry in sorted(table.cards, key=lambda entry: _place(CARDS[entry.name])):
            numbers = [("", "") if seen is None else (seen.equity, seen.stderr) for seen in entry.seats]
            rows.append((entry.name, entry.probability, *(v for pair in numbers for v in pair)))
        return header, rows


def _values(seen: Seen | None) -> tuple[str, str, str]:
    if seen is None:
        return "–", "", ""
    change = change_text(seen.change, seen.noise)
    return percent(seen.equity, seen.stderr, exact_digits=4), interval(seen.stderr), change
