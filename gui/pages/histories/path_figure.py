"""The chart of a hand: the equity of every player at every moment, the streets marked, the present moment in front."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine import GAMES
from engine.histories.path import HandPath
from gui.charts.drawing import DrawingChart, DrawingFigure, Heading
from gui.charts.figure import Amount, Table
from gui.charts.overlays import Reading, Row
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import draw_line_swatch, draw_marker
from gui.charts.text import SMALL_FONT, draw_text, elided, text_width
from gui.charts.ticks import percent_ticks
from gui.look.formatting import percent
from gui.look.theme import SEAT_DASHES, Look, Theme
from gui.state.session import Session

LINE = 1.8
STREET_GAP = 4.0
SWATCH = 30.0
NAME_WIDTH = 90.0
BETWEEN = 14.0
LEGEND = 18.0
MOST_MARKERS = 40
"""Moments up to which each has its marker."""
ASSUMED = "unknown hands by position and action, as painted; nobody folds from here on"


@dataclass(frozen=True, slots=True, eq=False)
class PathDrawing:
    """A hand's path and the moment on show; ``title`` names the hand."""

    path: HandPath
    place: int
    title: str

    @property
    def heading(self) -> Heading:
        """What stands round the chart."""
        hand = self.path.hand
        who = ", ".join(
            f"{name}: {''.join(cards)}" for name, cards in zip(hand.names, hand.cards, strict=True) if "??" not in cards
        )
        board = "".join(hand.moments[-1].board)
        about = (
            f"{hand.raw.name}, {hand.variant}",
            f"Shown: {who or 'nothing'}" + (f"; board {board}" if board else ""),
        )
        origin = "showdown equities, each moment exact or sampled to a standard error of 0.2 points"
        return Heading(self.title, "Equity after each action", ASSUMED, about, (ASSUMED,), origin, "hand")

    @property
    def players(self) -> tuple[int, ...]:
        """The players who are drawn: all that have an equity somewhere."""
        found = [moment for moment in self.path.found if moment is not None]
        return tuple(
            i for i in range(len(self.path.hand.names)) if any(moment.equity[i] is not None for moment in found)
        )

    def equity(self, place: int, player: int) -> float | None:
        """Return an equity, None where there is none or it is not known yet."""
        found = self.path.found[place]
        return None if found is None else found.equity[player]

    def table(self) -> Table:
        """Return a row for each moment: street, what happened, pot, the equities."""
        hand = self.path.hand
        header = ("street", "player", "action", "pot", *(f"equity {name}" for name in hand.names))
        rows: list[tuple[object, ...]] = []
        for place, moment in enumerate(hand.moments):
            actor = "" if moment.actor is None else hand.names[moment.actor]
            equities = (self.equity(place, i) for i in range(len(hand.names)))
            shown = ("" if value is None else value for value in equities)
            rows.append((GAMES[hand.game].streets[moment.street], actor, moment.words, Amount(moment.pot), *shown))
        return header, rows


class PathLines(PixelLayer):
    """Draws streets, the lines of the players, the present moment and who is who."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.content: PathDrawing | None = None
        self.named = True
        """Whether who is who stands on a line above the plot, where a legend would take the room of a low chart."""

    def set_content(self, content: PathDrawing | None) -> None:
        """Draw another path."""
        self.content = content
        self.update()

    def draw(self, painter: QPainter) -> None:
        content = self.content
        if content is None:
            return
        self._draw_streets(painter, content)
        self._draw_place(painter, content)
        for player in reversed(content.players):
            self._draw_player(painter, content, player)
        if self.named:
            self._draw_names(painter, content)

    def _draw_streets(self, painter: QPainter, content: PathDrawing) -> None:
        hand, plot = content.path.hand, self.sheet.plot
        starts = [(i, moment.street) for i, moment in enumerate(hand.moments) if moment.actor is None]
        left = plot.left()
        for i, street in starts:
            x = self.x(i)
            painter.setPen(QPen(QColor(self.theme.line), 1.0))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            name = GAMES[hand.game].streets[street].removesuffix(" street")
            at = min(x + STREET_GAP, plot.right() - text_width(name, SMALL_FONT, self.theme))
            if at >= left:
                draw_text(painter, QPointF(at, plot.bottom() + 12), name, SMALL_FONT, self.theme.muted)
                left = at + text_width(name, SMALL_FONT, self.theme) + STREET_GAP

    def _draw_place(self, painter: QPainter, content: PathDrawing) -> None:
        plot, x = self.sheet.plot, self.x(content.place)
        painter.setPen(QPen(QColor(self.theme.accent), 1.5))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))

    def _draw_player(self, painter: QPainter, content: PathDrawing, player: int) -> None:
        points: list[QPointF] = []
        for place in range(len(content.path.found)):
            value = content.equity(place, player)
            if value is not None:
                points.append(QPointF(self.x(place), self.y(100 * value)))
        color = self.theme.seat(player)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, LINE, SEAT_DASHES[player % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap))
        painter.drawPolyline(QPolygonF(points))
        if len(content.path.found) <= MOST_MARKERS:
            for point in points:
                draw_marker(painter, self.theme, player, point, 6.0)
        elif points:
            draw_marker(painter, self.theme, player, points[-1])

    def _draw_names(self, painter: QPainter, content: PathDrawing) -> None:
        """Write who is who above the plot, as far as there is room."""
        plot = self.sheet.plot
        x, y = plot.left(), plot.top() - LEGEND / 2 - 2
        for player in content.players:
            name = elided(content.path.hand.names[player], SMALL_FONT, NAME_WIDTH, self.theme)
            width = SWATCH + text_width(name, SMALL_FONT, self.theme)
            if x + width > plot.right():
                return
            draw_line_swatch(painter, self.theme, player, QPointF(x + SWATCH / 2 - 4, y))
            draw_text(painter, QPointF(x + SWATCH, y), name, SMALL_FONT, self.theme.text)
            x += width + BETWEEN


class PathFigure(DrawingFigure[PathDrawing]):
    """The chart without its widget."""

    empty_title = "Equity through the hand"
    empty_lines = ("The equities after every action of a hand are drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self._lines = PathLines(self.sheet)
        self._lines.named = not on_paper
        self.sheet.bottom, self.sheet.top = 20.0, LEGEND if self._lines.named else 0.0

    def draw_content(self, content: PathDrawing) -> None:
        """Draw the path."""
        self._lines.set_content(content)
        if not self._lines.named:
            names = content.path.hand.names
            self.sheet.legend.set_entries(tuple((i, names[i]) for i in content.players), frozenset(), lines=True)
        last = max(len(content.path.found) - 1, 1)
        view = self.sheet.view_box
        view.setRange(xRange=(-0.3, last + 0.3), yRange=(0.0, 100.0), padding=0.0, disableAutoRange=True)
        self.axes.x_ticks, self.axes.y_ticks = None, percent_ticks
        self.axes.x_grid, self.axes.y_grid = False, True

    def clear(self) -> None:
        """Take everything off the plot."""
        self._lines.set_content(None)

    def place_at(self, position: QPointF) -> int | None:
        """Return the moment at ``position`` in the sheet, None beside the plot."""
        content, plot = self.content, self.sheet.plot
        if content is None or not plot.contains(position):
            return None
        (low, high), _ = self.sheet.ranges
        place = round(low + (position.x() - plot.left()) / plot.width() * (high - low))
        return min(max(place, 0), len(content.path.found) - 1)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return what happened there and the equities after it."""
        content, place = self.content, self.place_at(position)
        if content is None or place is None:
            return None
        found, hand = content.path.found[place], content.path.hand
        rows = tuple(
            Row(i, hand.names[i], ("" if found is None or value is None else percent(value, found.stderr[i]),))
            for i in content.players
            if (value := content.equity(place, i)) is not None
        )
        x, plot = self._lines.x(place), self.sheet.plot
        line = QLineF(x, plot.top(), x, plot.bottom())
        return Reading(moment_words(content.path, place), rows, QPointF(x, position.y()), line)

    def stops(self) -> Sequence[QPointF]:
        """Return every moment."""
        if self.content is None:
            return ()
        y = self.sheet.plot.center().y()
        return [QPointF(self._lines.x(place), y) for place in range(len(self.content.path.found))]


class PathChart(DrawingChart[PathDrawing]):
    """The chart; clicks are the page's."""

    def __init__(self, session: Session, look: Look) -> None:
        self.lines = PathFigure(look.theme)
        super().__init__("handPath", "Equity through the hand", self.lines, session, look, None)


def moment_words(path: HandPath, place: int) -> str:
    """Return what happened at a moment, as in ``Flop: anna bets 12``."""
    hand, moment = path.hand, path.hand.moments[place]
    street = GAMES[hand.game].streets[moment.street].capitalize()
    return street if moment.actor is None else f"{street}: {hand.names[moment.actor]} {moment.words}"
