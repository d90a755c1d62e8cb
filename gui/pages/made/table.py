"""The list of classes: a row each with its box, its bar and its numbers."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.made.names import TOP_PAIR
from gui.look.formatting import NO_BREAK
from gui.look.guard import Guarded
from gui.look.painting import draw_ring, fill_box
from gui.look.scale import enlarge, px, unscaled_area, unscaled_point
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.made.model import (
    BESIDE,
    BETTER,
    COMBOS,
    EQUITY,
    NAME,
    NO_ROW,
    OTHER_EQUITY,
    ROW_ROLE,
    SHARE,
    ClassesModel,
)
from gui.pages.made.rows import ClassRow, Listed
from gui.parts.row_table import Index, Role, RowTable

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
LEAST_SAID = OTHER_EQUITY, BETTER, COMBOS
"""Columns in the order in which they go where there is no room."""
Key = Qt.Key


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
    """The list. ``pointed`` carries the cell under the mouse, or the one that is lit; None: none. ``toggled`` the
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
        self._lit: int | None = None
        """The cell of the row that was clicked or reached by keys; None where only its box was changed."""
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
                self._toggle(row.cell)
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
            self.pointed.emit(self._lit if cell is None else cell)

    @Slot()
    def _on_current(self) -> None:
        self._lit = self.chosen
        self.pointed.emit(self._lit)

    def _toggle(self, cell: int) -> None:
        """Change a box: what all boxes keep is lit now, until the mouse or a key goes to another row."""
        self._lit = None
        self.toggled.emit(cell)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, key = self.chosen, event.key()
        listed = self._classes.listed
        if key == Key.Key_Space and cell is not None:
            if self.currentIndex().siblingAtColumn(NAME).data(Role.CheckStateRole) is not None:
                self._toggle(cell)
        elif key in (Key.Key_Right, Key.Key_Left) and listed is not None:
            if (key == Key.Key_Right) != listed.unfolded:
                self.fold_clicked.emit()
        else:
            super().keyPressEvent(event)
