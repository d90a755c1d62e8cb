"""What the page of lows exports: the curves of exact lows, and who beats whom with what as a heat map."""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engine import Snapshot
from engine.details.lows import MEETING_RESULTS, Lows, LowTable, Meeting, Meetings, exact_lows
from gui.charts.figure import PaperFigure, Table
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart
from gui.charts.picture import PaperChart
from gui.charts.sheet import BARS, PixelLayer, Sheet
from gui.charts.style import draw_marker
from gui.charts.ticks import category_ticks, percent_ticks
from gui.export.files import ExportItem
from gui.look.captions import PAIRED, class_of_low
from gui.look.formatting import interval, percent
from gui.look.theme import SEAT_DASHES, Theme
from gui.pages.lows.model import SHORT
from gui.pages.lows.page import JOINT, LOWS, OutcomesPage
from gui.state.context import PageContext

LINE = 1.8
MARKS = 5
"""Markers on each curve: colour is not the only sign."""


def lows_title(lows: LowTable) -> str:
    """Return what is drawn."""
    return "Exact lows: how often a seat ends with this hand or a better one"


def lows_table(lows: LowTable) -> Table:
    """Return the probability of every final hand by seat, and of it or a better one."""
    header = ("hand", *(title for name in lows.names for title in (name, f"{name} or better")))
    sums = [list(accumulate(hand.shares[i] for hand in lows.hands)) for i in range(len(lows.seats))]
    rows: list[tuple[object, ...]] = []
    for row, hand in enumerate(lows.hands):
        rows.append((hand.name, *(v for i, share in enumerate(hand.shares) for v in (share, sums[i][row]))))
    return header, rows


class Sums(PixelLayer):
    """Draws a rising line for each seat."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, BARS)
        self.lows: LowTable | None = None
        self._edges: list[float] = []

    def set_lows(self, lows: LowTable | None) -> None:
        """Draw other lows."""
        self.lows = lows
        self._edges = hand_edges(lows) if lows is not None else []
        self.update()

    def draw(self, painter: QPainter) -> None:
        if self.lows is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for i, seat in reversed(list(enumerate(self.lows.seats))):
            sums = [0.0, *accumulate(hand.shares[i] for hand in self.lows.hands)]
            line = [QPointF(self.x(at), self.y(100 * total)) for at, total in zip(self._edges, sums, strict=True)]
            pen = QPen(self.theme.seat(seat), LINE, SEAT_DASHES[seat % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(line))
            for mark in range(MARKS):
                draw_marker(painter, self.theme, seat, line[int((mark + 0.5) / MARKS * len(line))])


class LowsFigure(PaperFigure[LowTable]):
    """The curves; they are drawn for files only."""

    empty_title = "Exact lows"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._sums = Sums(self.sheet)

    def title(self, snapshot: Snapshot) -> str:
        return lows_title(self.present)

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        widest = max(self.present.stderr, default=0.0)
        hands = (
            f"{len(self.present.hands)} final hands, best first; a class begins at its tick, and all are equally wide"
        )
        return (f"{hands}; sampled, each at most {interval(widest)}" if widest else hands,)

    def draw(self, snapshot: Snapshot) -> None:
        lows = self.present
        names = class_words(class_sizes(lows))
        self.axes.x_ticks, self.axes.y_ticks = category_ticks(names), percent_ticks
        self.axes.x_name = "highest card of the low"
        self.sheet.view_box.setRange(xRange=(0.0, len(names)), yRange=(0.0, 102.0), padding=0.0, disableAutoRange=True)
        self.sheet.legend.set_entries(tuple(zip(lows.seats, lows.names, strict=True)), frozenset(), lines=True)
        self._sums.set_lows(lows)

    def clear(self) -> None:
        self._sums.set_lows(None)

    def table(self, snapshot: Snapshot) -> Table:
        return lows_table(self.present)


def class_sizes(lows: LowTable) -> Counter[str]:
    """Return how many final hands each class has, the best class first."""
    return Counter(class_of_low(hand.name) if "-" in hand.name else PAIRED for hand in lows.hands)


def hand_edges(lows: LowTable) -> list[float]:
    """Return where each final hand begins and the last one ends, each class being 1 wide.

    Were all hands equally wide, the classes that win would share the first tenth: most lows are high cards.
    """
    inside = [place + i / size for place, size in enumerate(class_sizes(lows).values()) for i in range(size)]
    return [*inside, float(len(class_sizes(lows)))]


def class_words(classes: Iterable[str]) -> tuple[str, ...]:
    """Return what the axes call classes of lows: ``T`` for ``10``, but ``paired`` in full."""
    return tuple(name if name == PAIRED else SHORT.get(name, name) for name in classes)


def meeting_grid(meeting: Meeting) -> Grid:
    """Return who of two razz seats beats whom with what."""
    names = class_words(meeting.classes)
    count = len(names)
    shares = [[sum(meeting.grids[r][i][j] for r in MEETING_RESULTS) for j in range(count)] for i in range(count)]
    top = max(max(row) for row in shares) or 1.0
    shown, rows = [], []
    for i in range(count):
        for j in range(count):
            win, tie, lose = (meeting.grids[name][i][j] for name in MEETING_RESULTS)
            rows.append((names[i], names[j], win, tie, lose))
            strength = (shares[i][j] / top) ** 0.5
            tone = 0.0 if tie > max(win, lose) else strength if win >= lose else -strength
            sign = "=" if tie > max(win, lose) else "▲" if win >= lose else "▼"
            label = f"{100 * shares[i][j]:.1f} {sign}" if shares[i][j] >= 0.0005 else ""
            shown.append(GridCell(i, j, label, (), tone, faint=not label))
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in MEETING_RESULTS)
    return Grid(
        f"{first} against {second}: who beats whom with what",
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{errors_clause([meeting.stderr])}",
        count,
        count,
        tuple(shown),
        ((first, second, "win", "tie", "lose"), list(rows)),
        row_heads=names,
        column_heads=names,
    )


def lows_exports(page: OutcomesPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported, nothing while another table is being computed."""

    def lows() -> tuple[LowTable, Snapshot] | None:
        found = context.session.current_detail(LOWS, Lows)
        return None if found is None else (exact_lows(found.value, found.snapshot), found.snapshot)

    def meeting() -> tuple[Grid, Snapshot] | None:
        found, shown = context.session.current_detail(JOINT, Meetings), page.meeting
        return None if found is None or shown is None else (meeting_grid(shown), found.snapshot)

    curves = PaperChart("lows", context.look, lows, LowsFigure, lows_title, lows_table)
    return (
        ExportItem("lows", "Exact lows", page, curves, "razz"),
        ExportItem("meeting", "Who beats whom", page, grid_chart("meeting", context.look, meeting), "razz"),
    )
