"""The table of an inspection: its lines as a Qt model, sorted by a column, and how they are painted and copied."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.details.inspected_lines import Lines, View
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.look.painting import paint_name
from gui.look.scale import enlarge, px, text_font
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.range.hand_matrix import percent_text
from gui.parts.row_table import Index, Role, RowModel, RowTable

NAME, DETAIL, WEIGHT, ALONE, HERE, CHANGE = range(6)
TITLES = ("", "", "Weight", "Alone", "Here", "Change")
HINTS = {
    DETAIL: "how many combos can be dealt, or the suited ways: cards of each rank that are left, multiplied",
    WEIGHT: "the weight in the text",
    ALONE: "share of the range by weight and ways, once the board, the dead and all known cards are gone",
    HERE: "how likely it is with all seats dealt together: after what the other seats take away, too; "
    "the bar shows it, the mark on it the share alone",
    CHANGE: "how much likelier or rarer it is because of the other seats",
}
LINE = Role.UserRole
"""The number of the line in the lines."""
SUIT, GAP, INDENT = 11.0, 4.0, 8.0
BAR = 3.0
ROW_HEIGHT, PADDING, WIDEST_NAME = 26, 24, 220
MINUS = "\u2212"
MEASURED = 300
"""Lines that are looked at to find the width of a column: figures are tabular."""


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


class InspectModel(RowModel):
    """Six columns: name, combos or ways, weight, share alone, probability here, change."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.lines: Lines | None = None
        self.view: View | None = None
        self.stale = False
        self.order: tuple[int, ...] = ()
        """The numbers of the lines as they are shown."""
        self._sorted_by, self._way = HERE, Qt.SortOrder.DescendingOrder

    def show_lines(self, lines: Lines | None, view: View | None, *, stale: bool) -> None:
        """Take other lines."""
        self.beginResetModel()
        self.lines, self.view, self.stale = lines, view, stale
        self._sort()
        self.endResetModel()

    def show_stale(self, stale: bool) -> None:
        """Return whether the lines are those of an older table."""
        if stale != self.stale:
            self.stale = stale
            self.refresh()

    def _sort(self) -> None:
        """Sort by the column chosen; equal lines, and all by name, are in reading order."""
        lines = self.lines
        if lines is None:
            self.order = ()
            return
        keys = {
            DETAIL: lines.counts,
            WEIGHT: lines.weights,
            ALONE: lines.alone,
            HERE: lines.here,
            CHANGE: np.nan_to_num(lines.changes, nan=-2.0),
        }
        key = keys.get(self._sorted_by, np.arange(len(lines), dtype=np.float64))
        if self._way == Qt.SortOrder.DescendingOrder:
            key = -key
        self.order = tuple(np.argsort(key, kind="stable").tolist())

    @Slot(int)
    def sort_by(self, column: int) -> None:
        """Sort by a column, names upwards, numbers downwards at first; once more: the other way."""
        ways = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
        first = ways[column > NAME]
        self._way = ways[1 - ways.index(self._way)] if column == self._sorted_by else first
        self._sorted_by = column
        self.layoutAboutToBeChanged.emit()
        self._sort()
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.order), len(TITLES)

    def head(self, column: int) -> tuple[str, str]:
        words = VIEWS[self.view] if self.view is not None else None
        titles = {NAME: words.line, DETAIL: words.detail} if words is not None else {}
        title = titles.get(column, TITLES[column])
        sign = "↑" if self._way == Qt.SortOrder.AscendingOrder else "↓"
        return f"{title} {sign}" if column == self._sorted_by else title, HINTS.get(column, "")

    def text(self, row: int, column: int) -> str:
        return self.line_text(self.order[row], column)

    def line_text(self, line: int, column: int) -> str:
        """Return what the cell of a line shows."""
        lines, view = self.lines, self.view
        if lines is None or view is None:
            return ""
        here, stderr, digits = float(lines.here[line]), float(lines.stderr[line]), VIEWS[view].digits
        if column == NAME:
            return lines.names[line]
        if column == DETAIL:
            return lines.details[line]
        if column == WEIGHT:
            return percent_text(float(lines.weights[line]))
        if column == ALONE:
            return percent(float(lines.alone[line]), exact_digits=digits) if lines.alone[line] else "–"
        if column == HERE:
            nothing = "–" if lines.alone[line] else "blocked"
            return percent(here, stderr, exact_digits=digits) if here else nothing
        return change_text(lines.change(line), stderr, here)

    def is_bold(self, row: int, column: int) -> bool:
        return column in (NAME, HERE)

    def ink(self, row: int, column: int) -> str:
        blocked = self.lines is not None and self.lines.here[self.order[row]] == 0
        quiet = self.stale or blocked or column in (DETAIL, ALONE)
        return self._look.theme.muted if quiet else self._look.theme.text

    def side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if column <= DETAIL else Qt.AlignmentFlag.AlignRight

    def more(self, row: int, column: int, role: int) -> Any:
        return self.order[row] if role == LINE else None


class InspectDelegate(Guarded, QStyledItemDelegate):
    """Draws the cells of an :class:`InspectModel`; bars in ``color``, the longest is the likeliest line."""

    def __init__(self, model: InspectModel, look: Look) -> None:
        super().__init__(model)
        self._model, self._look = model, look
        self.color = QColor(look.theme.accent)
        self._bold = font(TEXT, QFont.Weight.DemiBold)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        lines, line = self._model.lines, index.data(LINE)
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
        share = 0.35 if self._model.stale else 0.75
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
            if not possible or self._model.stale:
                color = mixed(color, self._look.theme.surface, 0.55)
            x = paint_name(painter, (rank, suit), QPointF(x, rect.center().y()), self._bold, SUIT, color) + GAP
        painter.restore()


class InspectTable(RowTable):
    """``copy_requested``: Ctrl+C."""

    copy_requested = Signal()

    def __init__(self, model: InspectModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("inspect.table", ROW_HEIGHT, parent)
        self._model = model
        self.setProperty("takesKeys", True)
        self.setModel(model)
        self._delegate = InspectDelegate(model, look)
        self.setItemDelegate(self._delegate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.sectionClicked.connect(model.sort_by)

    def set_color(self, color: QColor) -> None:
        """Draw the bars in ``color``."""
        if color != self._delegate.color:
            self._delegate.color = color
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_6 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._sort_by_key(event.key() - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Ask the owner for a copy."""
        self.copy_requested.emit()

    def _sort_by_key(self, number: int) -> None:
        """Sort by the column ``number`` of those in sight."""
        columns = [column for column in range(self._model.columnCount()) if not self.isColumnHidden(column)]
        if number < len(columns):
            self._model.sort_by(columns[number])

    def fit_columns(self) -> None:
        """Give each column the width that it needs and the bars what is left; where that is too much, less is shown."""
        lines, header = self._model.lines, self.horizontalHeader()
        if lines is None:
            return
        titles, widths = QFontMetrics(text_font(TEXT_SMALL, QFont.Weight.Medium)), []
        for column in range(self._model.columnCount()):
            title = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            texts = {self._model.line_text(i, column) for i in range(min(len(lines), MEASURED))}
            widths.append(px(PADDING) + max(self.widths_of(column, texts)[1], titles.horizontalAdvance(title)))
        widths[NAME] = min(widths[NAME] + px(8), px(WIDEST_NAME))
        hidden = set() if any(lines.details) else {DETAIL}
        for column in (CHANGE, *((WEIGHT,) if (lines.weights == 1).all() else ()), ALONE, DETAIL):
            if sum(width for i, width in enumerate(widths) if i not in hidden) > self.viewport().width():
                hidden.add(column)
        widths[HERE] += max(0, self.viewport().width() - sum(w for i, w in enumerate(widths) if i not in hidden))
        for column, width in enumerate(widths):
            self.setColumnHidden(column, column in hidden)
            header.resizeSection(column, width)


def change_text(change: float, stderr: float, here: float) -> str:
    """Return a change in percent, as in ``−83 %``, with no digit that sampling does not support."""
    if np.isnan(change):
        return ""
    digits = 0 if stderr > 0.0005 * max(here, 1e-12) or abs(change) >= 0.1 else 1
    text = f"{100 * abs(change):.{digits}f}"
    if not float(text):
        return "="
    return f"{'+' if change > 0 else MINUS}{text}\u00a0%"
