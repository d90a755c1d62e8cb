"""The table of an inspection: the lines of a view as columns, and how they are painted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from engine.details.inspection import Lines, View
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.painting import paint_name
from gui.look.scale import enlarge
from gui.look.theme import TEXT, Look, font, mixed
from gui.pages.range.hand_matrix import percent_text
from gui.parts.table import ROW, Column, Index, TableData, TableView

NAME, DETAIL, WEIGHT, ALONE, HERE, CHANGE = range(6)
HINTS = {
    DETAIL: "how many combos can be dealt, or the suited ways: cards of each rank that are left, multiplied",
    WEIGHT: "the weight in the text",
    ALONE: "share of the range by weight and ways, once the board, the dead and all known cards are gone",
    HERE: "how likely it is with all seats dealt together: after what the other seats take away, too; "
    "the bar shows it, the mark on it the share alone",
    CHANGE: "how much likelier or rarer it is because of the other seats",
}
SUIT, GAP, INDENT = 11.0, 4.0, 8.0
BAR = 3.0
PADDING, WIDEST_NAME = 24, 220
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class ViewWords:
    """What a view is called: its title, its lines and their details, what is counted, and digits of exact shares."""

    title: str
    line: str
    detail: str
    unit: str
    digits: int


VIEWS: Mapping[View, ViewWords] = {
    "hands": ViewWords("hands", "Hand", "Combos", "combo", 2),
    "combos": ViewWords("combos", "Combo", "", "combo", 3),
    "down": ViewWords("down cards", "Down", "Ways", "way", 2),
    "whole": ViewWords("with up cards", "Down / up", "Ways", "way", 3),
    "items": ViewWords("parts of the text", "Part", "Ways", "way", 2),
}


def inspect_table(lines: Lines, view: View, *, stale: bool) -> TableData[int]:
    """Return the lines of a view as a table; its rows are the numbers of the lines."""
    words, digits = VIEWS[view], VIEWS[view].digits

    def alone(i: int) -> str:
        return percent(float(lines.alone[i]), exact_digits=digits) if lines.alone[i] else "–"

    def here(i: int) -> str:
        if not lines.here[i]:
            return "–" if lines.alone[i] else "blocked"
        return percent(float(lines.here[i]), float(lines.stderr[i]), exact_digits=digits)

    def change(i: int) -> str:
        return change_text(lines.change(i), float(lines.stderr[i]), float(lines.here[i]))

    def column(title: str, place: int, text: Callable[[int], str], values: Sequence[float], **more: Any) -> Column[int]:
        return Column(title, text, HINTS[place], sort=values.__getitem__, falls=True, **more)

    def name(i: int) -> str:
        return lines.names[i]

    quiet = {"ink": "muted"}
    changes = np.nan_to_num(lines.changes, nan=-2.0).tolist()
    columns = (
        Column(words.line, name, number=False, bold=True, sort=int, extra=8, most=WIDEST_NAME),
        column(
            words.detail, DETAIL, lambda i: lines.details[i], lines.counts.tolist(), number=False, keep=1, **quiet,
            shown=any(lines.details),
        ),
        column(
            "Weight", WEIGHT, lambda i: percent_text(float(lines.weights[i])), lines.weights.tolist(),
            keep=3 if (lines.weights == 1).all() else 0,
        ),
        column("Alone", ALONE, alone, lines.alone.tolist(), keep=2, **quiet),
        column("Here", HERE, here, lines.here.tolist(), bold=True, wide=True),
        column("Change", CHANGE, change, changes, keep=4),
    )  # fmt: skip
    blocked = (lines.here == 0).tolist()
    rows = tuple(range(len(lines)))
    order = HERE, Qt.SortOrder.DescendingOrder
    return TableData(columns, rows, stale=stale, faint=blocked.__getitem__, order=order, padding=(PADDING, PADDING))


class InspectDelegate(Guarded, QStyledItemDelegate):
    """Draws the cells of an :class:`InspectTable`; bars in ``color``, the longest is the likeliest line."""

    def __init__(self, view: "InspectTable", look: Look) -> None:
        super().__init__(view)
        self._view, self._look = view, look
        self.color = QColor(look.theme.accent)
        self._bold = font(TEXT, QFont.Weight.DemiBold)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        lines, line = self._view.lines, index.data(ROW)
        if lines is None or line is None:
            return
        rect = QRect(option.rect)
        if index.column() == NAME and lines.suits and lines.suits[line] is not None:
            self._paint_ground(painter, option, index)
            self._paint_combo(painter, rect, lines.names[line], lines.suits[line] or (0, 0), bool(lines.here[line]))
            return
        super().paint(painter, option, index)
        if index.column() == HERE:
            most = max(float(lines.here.max()), float(lines.alone.max()))
            self._paint_bar(painter, rect, float(lines.here[line]), float(lines.alone[line]), most)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell without its text."""
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        QApplication.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, plain, painter)

    def _paint_bar(self, painter: QPainter, area: QRect, here: float, alone: float, most: float) -> None:
        theme = self._look.theme
        if most <= 0:
            return
        share = 0.35 if self._view.table.stale else 0.75
        painter.save()
        rect = enlarge(painter, area)
        room, top = rect.width() - 2 * INDENT, rect.bottom() - BAR - 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(theme.surface, theme.line, 0.6))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room, BAR), 1, 1)
        painter.setBrush(mixed(theme.surface, self.color, share))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room * here / most, BAR), 1, 1)
        if alone > 0:
            painter.setPen(QPen(QColor(theme.text), 1.5))
            x = rect.left() + INDENT + room * alone / most
            painter.drawLine(QPointF(x, top - 2), QPointF(x, top + BAR + 1))
        painter.restore()

    def _paint_combo(self, painter: QPainter, area: QRect, name: str, suits: tuple[int, int], possible: bool) -> None:
        """Rank and suit of both cards side by side."""
        painter.save()
        rect = enlarge(painter, area)
        x = rect.left() + INDENT
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for rank, suit in zip((name[0], name[2]), suits, strict=True):
            color = self._look.suit_color(suit, deck=True)
            if not possible or self._view.table.stale:
                color = mixed(color, self._look.theme.surface, 0.55)
            x = paint_name(painter, (rank, suit), QPointF(x, rect.center().y()), self._bold, SUIT, color) + GAP
        painter.restore()


class InspectTable(TableView[int]):
    """The lines, of which several can be selected; number keys sort by the columns in sight."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("inspect.table", "What the seat holds", look, parent)
        self.lines: Lines | None = None
        self.listed_view: View | None = None
        self.setProperty("takesKeys", True)
        self.setProperty("dense", False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._delegate = InspectDelegate(self, look)
        self.setItemDelegate(self._delegate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_lines(self, lines: Lines | None, view: View | None, *, stale: bool) -> None:
        """Display other lines; None: none."""
        self.lines, self.listed_view = lines, view
        self.show_table(TableData() if lines is None or view is None else inspect_table(lines, view, stale=stale))

    def set_color(self, color: QColor) -> None:
        """Draw the bars in ``color``."""
        if color != self._delegate.color:
            self._delegate.color = color
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_6 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            columns = [column for column in range(len(self.table.columns)) if not self.isColumnHidden(column)]
            for column in columns[event.key() - Qt.Key.Key_1 :][:1]:
                self.sort_by(column)
        else:
            super().keyPressEvent(event)


def change_text(change: float, stderr: float, here: float) -> str:
    """Return a change in percent, as in ``−83 %``, with no digit that sampling does not support."""
    if np.isnan(change):
        return ""
    digits = 0 if stderr > 0.0005 * max(here, 1e-12) or abs(change) >= 0.1 else 1
    text = f"{100 * abs(change):.{digits}f}"
    if not float(text):
        return "="
    return f"{'+' if change > 0 else MINUS}{text}\u00a0%"
