"""The list of classes: a row each with its box, its bar and its numbers."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.made.names import FIRST_KICKER, TOP_PAIR
from gui.look.formatting import NO_BREAK
from gui.look.guard import Guarded
from gui.look.painting import draw_ring, fill_box
from gui.look.scale import enlarge, px, unscaled_area, unscaled_point
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.made.keeping import Keeping
from gui.pages.made.rows import ClassRow, Listed, combos_text, share_text, spoken
from gui.parts.row_table import Index, Role, RowModel, RowTable

NAME, COMBOS, SHARE, BESIDE, BETTER, EQUITY, OTHER_EQUITY = range(7)
ROW_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`ClassRow`, for the delegate."""
ROW_HEIGHT = 26
BOX, LEFT_EDGE, INDENT, ARROW = 14.0, 5.0, 10.0, 20.0
NAME_EDGES = 30
"""Pixels of a name's column beside the name: the box, the gaps round it."""
BAR_HEIGHT, BAR_GAP = 2.5, 1.0
RAISED = 4.0
"""Pixels at the foot of a row that leave the name above the bars."""
FAINT = 0.3
"""Strength of the part of a bar that is not kept."""
TIGHT_PADDING, PADDING = 11, 14
LEAST_SAID = OTHER_EQUITY, COMBOS, BETTER
Key = Qt.Key
NO_ROW = ClassRow(None, "")
NO_HEADS = ("", ""), ("Its equity", "")


class ClassesModel(RowModel):
    """Rows of :class:`Listed`; the columns that make no sense are left out by the view."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.listed: Listed | None = None
        self.rows: tuple[ClassRow, ...] = ()
        self.marked: frozenset[int] = frozenset()
        """The cells of the hand that was picked."""
        self.checkable = False
        self.terse = False
        """Whether intervals are left to the tool tips: there is no room for them."""
        self._stale = False

    def show(self, listed: Listed | None, keeping: Keeping | None, *, stale: bool) -> None:
        """Take other rows; ``keeping`` None: there is nothing to check. Rows of the same classes stay."""
        rows = tuple(listed.rows()) if listed is not None else ()
        if keeping is not None and listed is not None and listed.entering is not None:
            present = listed.entering > 0
            rows = tuple(r if r.cell is None else replace(r, weights=keeping.weights_in(r.cell, present)) for r in rows)
        alike = [(row.cell, row.level) for row in rows] == [(row.cell, row.level) for row in self.rows]
        if not alike:
            self.beginResetModel()
        self.listed, self.rows, self._stale, self.checkable = listed, rows, stale, keeping is not None
        if alike:
            self.refresh()
        else:
            self.endResetModel()

    def mark(self, cells: frozenset[int]) -> None:
        """Set off the classes of a hand."""
        if cells != self.marked:
            self.marked = cells
            self.refresh()

    @property
    def stale(self) -> bool:
        """Whether the numbers are those of an earlier table."""
        return self._stale

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), OTHER_EQUITY + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.rows[index.row()] if index.isValid() else NO_ROW
        if row.cell is None:
            return Qt.ItemFlag.ItemIsEnabled
        own = super().flags(index)
        return own | Qt.ItemFlag.ItemIsUserCheckable if self._has_box(row) and index.column() == NAME else own

    def _has_box(self, row: ClassRow) -> bool:
        return self.checkable and row.present and row.cell is not None

    def head(self, column: int) -> tuple[str, str]:
        listed = self.listed
        beside, its_equity = listed.beside_heads if listed is not None else NO_HEADS
        return {
            NAME: ("Class", "what a hand has, the best first; click one to see its hands, check it to keep them"),
            COMBOS: ("Combos", "live weight of the hands that have it"),
            SHARE: ("Share", "how likely it is, in percent, with all seats dealt together"),
            BESIDE: beside,
            BETTER: ("≥", "how likely this or a better class is, in percent"),
            EQUITY: ("Equity", "share of the pot with it, in percent"),
            OTHER_EQUITY: its_equity,
        }[column]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return super().headerData(section, orientation, Role.ToolTipRole if role == Role.AccessibleTextRole else role)

    def text(self, row: int, column: int) -> str:
        shown, listed = self.rows[row], self.listed
        if column == NAME or shown.cell is None or listed is None:
            return shown.name if column == NAME else ""
        own, cell = listed.numbers, shown.cell
        if column == COMBOS:
            return combos_text(shown.combos) if shown.present else "–"
        if column == SHARE:
            return share_text(float(own.share[cell]))
        if column == BESIDE:
            return listed.beside_text(shown)
        if column == BETTER:
            return share_text(float(own.better[cell])) if cell < FIRST_KICKER else ""
        if column == OTHER_EQUITY:
            return listed.other_equity_text(cell, terse=self.terse)
        return own.equity_text(cell, terse=self.terse)

    def is_bold(self, row: int, column: int) -> bool:
        shown = self.rows[row]
        return shown.cell is None or (column in (NAME, SHARE) and shown.level == 0) or shown.cell in self.marked

    def ink(self, row: int, column: int) -> str:
        theme, shown = self._look.theme, self.rows[row]
        faint = self._stale or shown.cell is None or not (shown.present or column in (BESIDE, OTHER_EQUITY))
        return theme.muted if faint or column == COMBOS else theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        shown, listed = self.rows[row], self.listed
        if role == ROW_ROLE:
            return shown
        if listed is None:
            return None
        if role == Role.CheckStateRole and column == NAME and self._has_box(shown):
            return _check_state(shown.weights)
        if role == Role.ToolTipRole:
            return spoken(shown, listed)
        if role == Role.AccessibleTextRole:
            if column == NAME:
                return f"{spoken(shown, listed)}{self._kept_words(shown)}"
            return f"{shown.name}, {self.head(column)[0]}: {self.text(row, column) or 'none'}"
        return None

    def _kept_words(self, row: ClassRow) -> str:
        if not self._has_box(row):
            return ""
        if len(row.weights) > 1:
            return "; kept in part"
        (weight,) = row.weights
        return "; kept" if weight == 1 else f"; kept {100 * weight:.0f}{NO_BREAK}%" if weight else "; not kept"


def _check_state(weights: frozenset[float]) -> Qt.CheckState:
    if weights == {0.0}:
        return Qt.CheckState.Unchecked
    return Qt.CheckState.Checked if weights == {1.0} else Qt.CheckState.PartiallyChecked


class NameCell(Guarded, QStyledItemDelegate):
    """Draws a class: its box, its name, an arrow where it unfolds, and below them its bar, that of the other seat under
    it."""

    def __init__(self, model: ClassesModel, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._look = model, look
        self.longest = 1.0
        """The share that fills the width."""

    def box_of(self, area: QRectF, row: ClassRow) -> QRectF:
        """Return where the box of a row lies, at 100 % as ``area`` is."""
        left = area.left() + LEFT_EDGE + row.level * INDENT
        return QRectF(left, area.top() + (area.height() - RAISED - BOX) / 2, BOX, BOX)

    def arrow_of(self, area: QRectF) -> QRectF:
        """Return where the arrow of top pair lies."""
        return QRectF(area.right() - ARROW, area.top(), ARROW, area.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ClassRow = index.data(ROW_ROLE) or NO_ROW
        theme = self._look.theme
        painter.save()
        area = enlarge(painter, option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            ground = theme.selection if selected else mixed(theme.surface, theme.text, 0.05)
            painter.fillRect(area, QColor(ground))
        left = area.left() + LEFT_EDGE + row.level * INDENT
        state = index.data(Role.CheckStateRole)
        if row.cell is not None and self._model.checkable:
            if state is not None:
                self._draw_box(painter, self.box_of(area, row), row)
            left += BOX + 6
        if row.cell is not None:
            self._draw_bars(painter, QRectF(left, area.top(), area.right() - left - 4, area.height()), row)
        right = area.right() - (ARROW if row.cell == TOP_PAIR else 4)
        self._draw_name(painter, QRectF(left, area.top(), right - left, area.height() - RAISED), index, row)
        if row.cell == TOP_PAIR:
            self._draw_arrow(painter, self.arrow_of(area))
        painter.restore()

    def _draw_name(self, painter: QPainter, area: QRectF, index: Index, row: ClassRow) -> None:
        ink, face = index.data(Role.ForegroundRole), font(TEXT, index.data(Role.FontRole).weight())
        name, metrics = str(index.data()), QFontMetrics(face)
        part = f"{100 * max(row.weights):.0f}{NO_BREAK}%" if row.is_part else ""
        room = QFontMetrics(font(TEXT_SMALL)).horizontalAdvance(part) + 6 if part else 0
        if metrics.horizontalAdvance(name) > area.width() - room:  # smaller letters before fewer
            face = font(TEXT_SMALL, face.weight())
        shown = QFontMetrics(face).elidedText(name, Qt.TextElideMode.ElideRight, int(area.width() - room))
        painter.setFont(face)
        painter.setPen(QColor(ink))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        if part:
            painter.setFont(font(TEXT_SMALL))
            painter.setPen(QColor(self._look.theme.muted))
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, part)

    def _draw_box(self, painter: QPainter, box: QRectF, row: ClassRow) -> None:
        theme, weight = self._look.theme, max(row.weights)
        fill_box(painter, box, theme.raised, 3)
        if weight:
            filled = QRectF(box.left(), box.bottom() - weight * BOX, BOX, weight * BOX)
            painter.save()
            painter.setClipRect(filled)
            fill_box(painter, box, mixed(theme.raised, theme.accent, 0.5) if len(row.weights) > 1 else theme.accent, 3)
            painter.restore()
        draw_ring(painter, box, theme.accent if weight else theme.outline, 1.0, 3)
        if row.weights == {1.0}:
            pen = QPen(QColor(theme.on_accent), 1.8)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            x, y = box.left(), box.top()
            painter.drawPolyline(
                QPolygonF([QPointF(x + 3.2, y + 7.4), QPointF(x + 6, y + 10), QPointF(x + 10.8, y + 4.4)])
            )

    def _draw_bars(self, painter: QPainter, area: QRectF, row: ClassRow) -> None:
        listed, theme = self._model.listed, self._look.theme
        if listed is None:
            return
        scale, strength = area.width() / self.longest, 0.5 if self._model.stale else 1.0
        top = area.bottom() - 2 * BAR_HEIGHT - BAR_GAP - 1
        own = mixed(theme.surface, theme.seat(listed.numbers.seat), strength)
        faint = mixed(theme.surface, theme.seat(listed.numbers.seat), FAINT * strength)
        for share, color in ((row.bar, faint), (row.kept, own)):
            painter.fillRect(QRectF(area.left(), top, scale * share, BAR_HEIGHT), color)
        if listed.beside is not None:
            other = mixed(theme.surface, theme.seat(listed.beside.seat), strength)
            painter.fillRect(QRectF(area.left(), top + BAR_HEIGHT + BAR_GAP, scale * row.beside, BAR_HEIGHT), other)

    def _draw_arrow(self, painter: QPainter, area: QRectF) -> None:
        listed = self._model.listed
        painter.setPen(QPen(QColor(self._look.theme.muted), 1.5))
        x, y = area.center().x(), area.center().y() - BAR_HEIGHT
        down = listed is not None and listed.unfolded
        corners = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))


def _least(widths: dict[int, int]) -> int:
    """Return what columns of such widths take where they stand closest."""
    return sum(widths.values()) - px(PADDING - TIGHT_PADDING) * len(widths)


class ClassesView(RowTable):
    """The list. ``pointed`` carries the cell under the mouse, or the one that is chosen; None: none. ``toggled`` the
    cell whose box was clicked; ``fold_clicked``: the kickers of top pair are to be shown, or hidden again."""

    pointed = Signal(object)
    toggled = Signal(int)
    fold_clicked = Signal()

    def __init__(self, model: ClassesModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("made.classes", ROW_HEIGHT, parent)
        self.setAccessibleName("Made hands and draws")
        self.setProperty("dense", True)
        self._classes = model
        self._hovered: int | None = None
        self._equities = True
        self.setModel(model)
        self._names = NameCell(model, look, self)
        self.setItemDelegateForColumn(NAME, self._names)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        model.modelReset.connect(self.fit_columns)
        model.dataChanged.connect(self.fit_columns)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    @property
    def chosen(self) -> int | None:
        """The cell of the chosen row, None where none is."""
        row = self.currentIndex().row()
        return self._classes.rows[row].cell if 0 <= row < len(self._classes.rows) else None

    def choose(self, cell: int | None) -> None:
        """Choose the row of a cell, None: none."""
        row = next((i for i, shown in enumerate(self._classes.rows) if shown.cell == cell and cell is not None), -1)
        self.setCurrentIndex(self._classes.index(row, NAME) if row >= 0 else QModelIndex())

    @Slot()
    def fit_columns(self) -> None:
        """Show the columns that there is something for, and room, and give the names what the numbers leave."""
        listed = self._classes.listed
        if listed is None:
            return
        self._names.longest = max([max(row.bar, row.beside) for row in self._classes.rows] or [1.0]) or 1.0
        names = max(self.widths_of(NAME))
        room, needed = self.viewport().width(), px(NAME_EDGES) + names
        widths = self._widths(listed, room - needed)
        if _least(widths) > room - px(NAME_EDGES) - names * TEXT_SMALL / TEXT:  # not even in smaller letters
            widths.pop(EQUITY, None)
        lacking = (needed + sum(widths.values()) - room) / len(widths)
        tighter = min(max(math.ceil(lacking), 0), px(PADDING - TIGHT_PADDING))
        header = self.horizontalHeader()
        for column in range(NAME + 1, OTHER_EQUITY + 1):
            self.setColumnHidden(column, column not in widths)
            if column in widths:
                header.resizeSection(column, widths[column] - tighter)
        header.resizeSection(NAME, max(room - sum(widths.values()) + tighter * len(widths), px(60)))

    def _widths(self, listed: Listed, room: int) -> dict[int, int]:
        """Return the widths of the columns that have room: those that say least go to the tool tip, then intervals."""
        for self._classes.terse, unneeded in ((False, LEAST_SAID), (True, (*LEAST_SAID, BESIDE))):
            widths = {column: max(self.widths_of(column)) + px(PADDING) for column in self._columns(listed)}
            for column in unneeded:
                if _least(widths) > room:
                    widths.pop(column, None)
            if _least(widths) <= room:
                break
        return widths

    def _columns(self, listed: Listed) -> Sequence[int]:
        columns = [SHARE, BETTER] if listed.entering is None else [SHARE, BETTER, COMBOS]
        if listed.beside is not None:
            columns.append(BESIDE)
        if listed.numbers.equity is not None:
            columns.append(EQUITY)
            if listed.beside is not None:
                columns.append(OTHER_EQUITY)
        return columns

    def _row_at(self, event: QMouseEvent) -> tuple[QModelIndex, ClassRow]:
        index = self.indexAt(event.position().toPoint())
        return index, self._classes.rows[index.row()] if index.isValid() else NO_ROW

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index, row = self._row_at(event)
        if event.button() == Qt.MouseButton.LeftButton and index.column() == NAME and row.cell is not None:
            area, at = unscaled_area(self.visualRect(index)), unscaled_point(event.position())
            if row.cell == TOP_PAIR and self._names.arrow_of(area).contains(at):
                self.fold_clicked.emit()
                return
            wide = self._names.box_of(area, row).adjusted(-LEFT_EDGE, -8, 5, 8)
            if wide.contains(at) and index.data(Role.CheckStateRole) is not None:
                self.setCurrentIndex(index)
                self.toggled.emit(row.cell)
                return
        if row.cell is not None and row.cell == self.chosen:
            self.choose(None)  # a second click takes the light away again
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self._row_at(event)[1].cell)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, cell: int | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.pointed.emit(self.chosen if cell is None else cell)

    @Slot()
    def _on_current(self) -> None:
        self.pointed.emit(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, key = self.chosen, event.key()
        listed = self._classes.listed
        if key == Key.Key_Space and cell is not None:
            if self.currentIndex().siblingAtColumn(NAME).data(Role.CheckStateRole) is not None:
                self.toggled.emit(cell)
        elif key in (Key.Key_Right, Key.Key_Left) and listed is not None:
            if (key == Key.Key_Right) != listed.unfolded:
                self.fold_clicked.emit()
        else:
            super().keyPressEvent(event)
