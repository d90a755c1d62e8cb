"""The list of classes: its columns, a row each with its box, its bar and its numbers."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.made.names import FIRST_KICKER, TOP_PAIR
from gui.look.formatting import NO_BREAK
from gui.look.guard import Guarded
from gui.look.painting import draw_ring, fill_box
from gui.look.scale import enlarge, unscaled_area, unscaled_point
from gui.look.theme import TEXT, TEXT_SMALL, Look, font, mixed
from gui.pages.made.keeping import Keeping
from gui.pages.made.rows import ClassRow, Listed, share_text, spoken
from gui.parts.table import ROW, Column, Index, Role, TableData, TableView

NAME, COMBOS, SHARE, BESIDE, BETTER, EQUITY, OTHER_EQUITY = range(7)
BOX, LEFT_EDGE, INDENT, ARROW = 14.0, 5.0, 10.0, 20.0
NAME_EDGES = 30
"""Pixels of a name's column beside the name: the box, the gaps round it."""
BAR_HEIGHT, BAR_GAP = 2.5, 1.0
RAISED = 4.0
"""Pixels at the foot of a row that leave the name above the bars."""
FAINT = 0.3
"""Strength of the part of a bar that is not kept."""
PADDING = 11, 14
NO_ROW = ClassRow(None, "")
ALL_COMBOS = "Combos", "live weight of the hands that have it"
KEPT_COMBOS = "Kept / all", "live weight of the hands that have it: what the boxes keep, and what comes to this street"
SHARE_TIP = "how likely it is, in percent, with all seats dealt together and all filters applied"
NAME_TIP = "what a hand has, the best first; click one to see its hands, check it to keep them"
Key = Qt.Key


def classes_table(
    listed: Listed, keeping: Keeping | None, marked: frozenset[int], *, stale: bool
) -> TableData[ClassRow]:
    """Return the list; ``keeping`` None: nothing can be checked. ``marked``: the cells of the hand that is picked."""
    rows = tuple(listed.rows())
    if keeping is not None and listed.entering is not None:
        present = listed.entering > 0
        rows = tuple(r if r.cell is None else replace(r, weights=keeping.weights_in(r.cell, present)) for r in rows)
    return TableData(
        _columns(listed, checkable=keeping is not None),
        rows,
        stale=stale,
        key=lambda row: (row.cell, row.level),
        name=lambda row: row.name,
        tip=lambda row: spoken(row, listed),
        strong=lambda row: row.cell is None or row.cell in marked,
        heading=lambda row: row.cell is None,
        levels=(3, 1),
        padding=PADDING,
    )


def _columns(listed: Listed, *, checkable: bool) -> tuple[Column[ClassRow], ...]:
    own, other = listed.numbers, listed.beside is not None
    combos, combos_tip = KEPT_COMBOS if listed.is_filtered else ALL_COMBOS
    (share, share_tip), (its_equity, its_equity_tip) = listed.beside_heads

    def check(row: ClassRow) -> Qt.CheckState | None:
        return _check_state(row.weights) if checkable and row.present and row.cell is not None else None

    def said(row: ClassRow) -> str:
        return f"{spoken(row, listed)}{_kept_words(row) if check(row) is not None else ''}"

    def better(row: ClassRow) -> str:
        return share_text(float(own.better[_cell(row)])) if _cell(row) < FIRST_KICKER else ""

    return (
        Column(
            "Class", lambda row: row.name, NAME_TIP, number=False, wide=True, bold=_is_main, ink=_ink,
            extra=NAME_EDGES - PADDING[0], check=check, spoken=said,
        ),
        Column(combos, listed.combos_text, combos_tip, keep=3, ink="muted", shown=listed.entering is not None),
        Column("Share", lambda row: share_text(float(own.share[_cell(row)])), SHARE_TIP, bold=_is_main, ink=_ink),
        Column(share, listed.beside_text, share_tip, keep=2, shown=other),
        Column("≥", better, "how likely this or a better class is, in percent", keep=4, ink=_ink),
        Column(
            "Equity", lambda row: own.equity_text(_cell(row)), "share of the pot with it, in percent", ink=_ink,
            short=(lambda row: own.equity_text(_cell(row), terse=True),), shown=own.equity is not None,
        ),
        Column(
            its_equity, lambda row: listed.other_equity_text(_cell(row)), its_equity_tip, keep=5,
            short=(lambda row: listed.other_equity_text(_cell(row), terse=True),),
            shown=other and own.equity is not None,
        ),
    )  # fmt: skip


def _cell(row: ClassRow) -> int:
    assert row.cell is not None
    return row.cell


def _is_main(row: ClassRow) -> bool:
    return row.level == 0


def _ink(row: ClassRow) -> str:
    return "text" if row.present and row.cell is not None else "muted"


def _kept_words(row: ClassRow) -> str:
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

    def __init__(self, view: "ClassesView", look: Look) -> None:
        super().__init__(view)
        self._view, self._look = view, look

    def box_of(self, area: QRectF, row: ClassRow) -> QRectF:
        """Return where the box of a row lies, at 100 % as ``area`` is."""
        left = area.left() + LEFT_EDGE + row.level * INDENT
        return QRectF(left, area.top() + (area.height() - RAISED - BOX) / 2, BOX, BOX)

    def arrow_of(self, area: QRectF) -> QRectF:
        """Return where the arrow of top pair lies."""
        return QRectF(area.right() - ARROW, area.top(), ARROW, area.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: ClassRow = index.data(ROW) or NO_ROW
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
        if row.cell is not None and self._view.checkable:
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
        listed, theme = self._view.listed, self._look.theme
        if listed is None:
            return
        scale, strength = area.width() / self._view.longest, 0.5 if self._view.table.stale else 1.0
        top = area.bottom() - 2 * BAR_HEIGHT - BAR_GAP - 1
        own = mixed(theme.surface, theme.seat(listed.numbers.seat), strength)
        faint = mixed(theme.surface, theme.seat(listed.numbers.seat), FAINT * strength)
        for share, color in ((row.bar, faint), (row.kept, own)):
            painter.fillRect(QRectF(area.left(), top, scale * share, BAR_HEIGHT), color)
        if listed.beside is not None:
            other = mixed(theme.surface, theme.seat(listed.beside.seat), strength)
            painter.fillRect(QRectF(area.left(), top + BAR_HEIGHT + BAR_GAP, scale * row.beside, BAR_HEIGHT), other)

    def _draw_arrow(self, painter: QPainter, area: QRectF) -> None:
        listed = self._view.listed
        painter.setPen(QPen(QColor(self._look.theme.muted), 1.5))
        x, y = area.center().x(), area.center().y() - BAR_HEIGHT
        down = listed is not None and listed.unfolded
        corners = ((-4, -2), (0, 2), (4, -2)) if down else ((-2, -4), (2, 0), (-2, 4))
        painter.drawPolyline(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))


class ClassesView(TableView[ClassRow]):
    """The list. ``pointed`` carries the cell under the mouse, or the one that is lit; None: none. ``toggled`` the
    cell whose box was clicked; ``fold_clicked``: the kickers of top pair are to be shown, or hidden again."""

    pointed = Signal(object)
    toggled = Signal(int)
    fold_clicked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("made.classes", "Made hands and draws", look, parent)
        self.listed: Listed | None = None
        self._keeping: Keeping | None = None
        self.marked: frozenset[int] = frozenset()
        """The cells of the hand that was picked."""
        self._hovered: int | None = None
        self._lit: int | None = None
        """The cell of the row that was clicked or reached by keys; None where only its box was changed."""
        self._names = NameCell(self, look)
        self.setItemDelegateForColumn(NAME, self._names)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def show_classes(self, listed: Listed | None, keeping: Keeping | None, *, stale: bool) -> None:
        """Display other classes; ``keeping`` None: there is nothing to check."""
        self.listed, self._keeping = listed, keeping
        self.show_table(classes_table(listed, keeping, self.marked, stale=stale) if listed is not None else TableData())

    def mark(self, cells: frozenset[int]) -> None:
        """Set off the classes of a hand."""
        if cells != self.marked:
            self.marked = cells
            self.show_classes(self.listed, self._keeping, stale=self.table.stale)

    @property
    def checkable(self) -> bool:
        """Whether classes have boxes."""
        return self._keeping is not None

    @property
    def longest(self) -> float:
        """The share that fills the width with its bar."""
        return max([max(row.bar, row.beside) for row in self.rows] or [1.0]) or 1.0

    @property
    def chosen_cell(self) -> int | None:
        """The cell of the chosen row, None where none is."""
        row = self.chosen
        return row.cell if row is not None else None

    def choose_cell(self, cell: int | None) -> None:
        """Choose the row of a cell, None: none."""
        row = next((row for row in self.rows if row.cell == cell and cell is not None), None)
        self.choose((row.cell, row.level) if row is not None else None)

    def _row_at(self, event: QMouseEvent) -> tuple[QModelIndex, ClassRow]:
        index = self.indexAt(event.position().toPoint())
        return index, index.data(ROW) if index.isValid() else NO_ROW

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
        if row.cell is not None and row.cell == self.chosen_cell:
            self.choose_cell(None)  # a second click takes the light away again
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
        self._lit = self.chosen_cell
        self.pointed.emit(self._lit)

    def _toggle(self, cell: int) -> None:
        """Change a box: what all boxes keep is lit now, until the mouse or a key goes to another row."""
        self._lit = None
        self.toggled.emit(cell)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, key, listed = self.chosen_cell, event.key(), self.listed
        if key == Key.Key_Space and cell is not None:
            if self.currentIndex().siblingAtColumn(NAME).data(Role.CheckStateRole) is not None:
                self._toggle(cell)
        elif key in (Key.Key_Right, Key.Key_Left) and listed is not None:
            if (key == Key.Key_Right) != listed.unfolded:
                self.fold_clicked.emit()
        else:
            super().keyPressEvent(event)
