"""A grid of cells that is painted with strokes or with the keyboard.

Mouse: a stroke paints; it erases if it starts on a cell that already has the brush's weight. With Shift it paints a
rectangle, with Ctrl+Shift a cell and all better ones (also with Alt, which many desktops reserve for themselves). The
right button asks for the combos of a cell. Keyboard: arrows move, Shift extends the selection, Space paints as a stroke
does, 1-9 and 0 set the weight of the selection and the brush to 10-90 % and 100 %, ``+`` adds all better cells, Delete
erases, Enter asks for the combos. The grid is a table view, so that screen readers find its cells."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QPoint,
    QPointF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.cards import RANKS
from engine.ranges.holdem_matrix import SIZE, class_name
from gui.look.guard import Guarded
from gui.look.painting import Direction, arrow_cursor
from gui.look.scale import fix, keep_lines, px, set_text, unscaled
from gui.look.styling import rich
from gui.look.theme import TEXT_SMALL
from gui.parts.build import NO_MARGINS, ShownCells, filled, label, named
from gui.parts.cells import Cell, CellDelegate, CellModel, Place, Point, bounds, box, places_between

Better = Callable[[Place], Sequence[Place]]
Key = Qt.Key
Modifier = Qt.KeyboardModifier
ARROWS = {Key.Key_Left: (0, -1), Key.Key_Right: (0, 1), Key.Key_Up: (-1, 0), Key.Key_Down: (1, 0)}
FAR = {Key.Key_Home: (0, -1), Key.Key_End: (0, 1), Key.Key_PageUp: (-1, 0), Key.Key_PageDown: (1, 0)}
ASKING = (Key.Key_Return, Key.Key_Enter, Key.Key_F2)
PICKING = (*ASKING, Key.Key_Space)
BETTER_KEYS = {
    Key.Key_Alt: Modifier.AltModifier,
    Key.Key_Control: Modifier.ControlModifier,
    Key.Key_Shift: Modifier.ShiftModifier,
}
ERASING = (Key.Key_Delete, Key.Key_Backspace)
MERGED_MOVES = Qt.ApplicationAttribute.AA_CompressHighFrequencyEvents
"""On X11 Qt merges waiting mouse moves while it is busy; a stroke needs each of them, or it would cut corners."""


class CellGrid(Guarded, ShownCells, QTableView):
    """Displays cells and reports strokes; it stores no weights.

    ``painted`` carries the newly covered cells, their new weight and the number of the stroke: all edits with the same
    number are one undo step. ``stroke_ended``: this number will not be used again. ``weight_keyed`` carries the weight
    that a number key gave to the brush, ``asked`` the cell whose combos are requested, ``copied`` the cells to copy
    (empty: all), ``hovered`` the cell under the mouse or the keyboard cursor, or None; ``pasted`` requests to paste the
    clipboard. A grid that ``picks`` is not painted: ``picked`` carries the cell that is clicked, or selected by Enter
    or the space bar.
    """

    painted = Signal(object, float, int)
    stroke_ended = Signal()
    weight_keyed = Signal(float)
    asked = Signal(object)
    copied = Signal(object)
    pasted = Signal()
    hovered = Signal(object)
    picked = Signal(object)

    def __init__(
        self,
        rows: int,
        columns: int,
        parent: QWidget | None = None,
        *,
        better: Better | None = None,
        picks: bool = False,
    ) -> None:
        super().__init__(parent)
        self._picks = picks
        self._shape = (rows, columns)
        self._better = better
        self._brush = 1.0
        self._stroke = 0
        self._value: float | None = None
        """The weight that the current stroke paints with, or None if there is no stroke."""
        self._covered: set[Place] = set()
        """The cells that the current stroke has painted: it paints each once, also if it crosses itself."""
        self._last: Point = (0.0, 0.0)
        self._merges = False
        """Whether Qt is to merge mouse moves again when the current stroke ends."""
        self._corner: Place | None = None
        """The first corner of the rectangle that is being painted, or None."""
        self._anchor: Place = (0, 0)
        self.pointed: Place | None = None
        """The cell that ``hovered`` carried last."""
        self._pointing: Direction | None = None
        self.model_ = CellModel(rows, columns, self)
        self.setModel(self.model_)
        self._delegate = CellDelegate(self.model_, self)
        self.setItemDelegate(self._delegate)
        self._lens = Lens(self, self._delegate)
        self._set_up()

    def _set_up(self) -> None:
        """Set the properties of the view: no lines, scroll bars or editing, cells of a fixed size."""
        self.setProperty("takesKeys", not self._picks)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setAutoScroll(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setMinimumSectionSize(1)
            header.setSectionsClickable(False)
            header.setHighlightSections(False)
            header.hide()

    def set_picks(self, picks: bool) -> None:
        """Set whether a click picks a cell instead of painting it."""
        self._picks = picks
        self.setProperty("takesKeys", not picks)

    def set_brush(self, weight: float) -> None:
        self._brush = weight

    def set_color(self, color: QColor) -> None:
        if color != self._delegate.color:
            self._delegate.color = color
            self.viewport().update()

    def show_cells(self, cells: Sequence[Cell | None]) -> None:
        self.model_.show(cells)

    def show_heading(self, height: int) -> None:
        header = self.horizontalHeader()
        header.setProperty("tight", True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        fix(header, height=height)
        header.show()

    def rect_of(self, place: Place) -> QPoint:
        """Return the bottom left corner of a cell in screen coordinates, at which a pop-up opens."""
        rect = self.visualRect(self.model_.index(*place))
        return self.viewport().mapToGlobal(rect.bottomLeft())

    def _value_for(self, place: Place) -> float:
        """Return the weight of a stroke that starts at ``place``: 0 if that cell already has the brush's weight."""
        cell = self.model_.cell(place)
        painted = cell is not None and cell.weight == self._brush and not cell.mixed
        return 0.0 if painted else self._brush

    def _begin(self, place: Place, value: float | None = None) -> None:
        self._stroke += 1
        self._value = self._value_for(place) if value is None else value
        self._covered = set()

    def _cover(self, places: Iterable[Place]) -> None:
        new = tuple(p for p in places if p not in self._covered and self.model_.is_open(p))
        self._covered.update(new)
        if new and self._value is not None:
            self.painted.emit(new, self._value, self._stroke)

    def _finish(self) -> None:
        self._value = None
        self.stroke_ended.emit()

    def _paint_at_once(self, places: Iterable[Place], first: Place, value: float | None = None) -> None:
        self._begin(first, value)
        self._cover(places)
        self._finish()

    def _point(self, position: QPointF) -> Point:
        width, height = max(1, self.columnWidth(0)), max(1, self.rowHeight(0))
        return position.x() / width, position.y() / height

    def _place(self, position: QPointF) -> Place:
        x, y = self._point(position)
        return int(y // 1), int(x // 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a stroke or a rectangle, paint a cell together with all better ones, or pick a cell."""
        place = self._place(event.position())
        if event.button() != Qt.MouseButton.LeftButton or not self.model_.is_open(place):
            return
        self._hide_ring()
        self._lens.hide()
        if self._picks:
            self._set_current(place)
            self.picked.emit(place)
            return
        # ``|=``: if the release of an earlier stroke was lost, the attribute is off by our own doing.
        self._merges |= QCoreApplication.testAttribute(MERGED_MOVES)
        QCoreApplication.setAttribute(MERGED_MOVES, False)
        self._last = self._point(event.position())
        if _means_better(event.modifiers()) and self._better is not None:
            self._set_current(place)
            self._paint_at_once(self._better(place), place)
            return
        if event.modifiers() & Modifier.ShiftModifier:
            self._begin(place)
            self._corner = place
            self._preview(place)
            return
        self._set_current(place)
        self._begin(place)
        self._cover((place,))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point, place = self._point(event.position()), self._place(event.position())
        if self._corner is not None:
            self._preview(place)
        elif self._value is not None:  # a fast move skips cells: those between the two points are painted as well
            self._cover(places_between(self._last, point))
        self._last = point
        self._hover(place if self.model_.cell(place) is not None else None)
        self._show_cursor(_means_better(event.modifiers()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish a stroke; one of a box (with Shift) covers all cells between its corners."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._merges:
            self._merges = False
            QCoreApplication.setAttribute(MERGED_MOVES, True)
        if self._value is None:
            return
        if self._corner is not None:
            end = self._inside(self._place(event.position()))
            # With Shift a click extends from the current cell, and a drag from its own first cell.
            start = self._current() if end == self._corner else self._corner
            self._corner = None
            self._delegate.ring = False
            self._cover(box(start, end))
            self._set_current(end)
        self._finish()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            place = self._place(QPointF(event.pos()))
            if self.model_.is_open(place):
                self._set_current(place)
                self.asked.emit(place)
        elif self.model_.is_open(self._current()):
            self.asked.emit(self._current())

    def _preview(self, place: Place) -> None:
        """Outline the rectangle that releasing the button at ``place`` would paint."""
        assert self._corner is not None
        self._delegate.ring = True
        self._select(box(self._corner, self._inside(place)))

    def _inside(self, place: Place) -> Place:
        """Return the cell of the grid nearest to ``place``, which may be outside during a drag."""
        rows, columns = self._shape
        return min(max(place[0], 0), rows - 1), min(max(place[1], 0), columns - 1)

    def _hover(self, place: Place | None) -> None:
        """Highlight the cell under the mouse and emit ``hovered`` if it has changed."""
        previous = self._delegate.hovered
        if place != previous:
            self._delegate.hovered = place
            for changed in (previous, place):
                if changed is not None:
                    self.update(self.model_.index(*changed))
            self._lens.show_cell(None if place is None or self._value is not None else place)
            self._announce(place)

    def _announce(self, place: Place | None) -> None:
        self.pointed = place
        self.hovered.emit(place)

    @property
    def speech(self) -> str:
        """The text about the cell :attr:`pointed`, or ""."""
        return self.model_.speech_at(self.pointed)

    def _show_cursor(self, better: bool) -> None:
        """With ``better``, preview the cells better than the hovered one, and point the mouse cursor towards them."""
        place = self._delegate.hovered
        direction, preview = None, frozenset[Place]()
        if better and place is not None and self._better is not None and self.model_.is_open(place):
            direction, preview = _direction(place), frozenset(self._better(place))
        if preview != self._delegate.preview:
            self._delegate.preview = preview
            self.viewport().update()
        if direction != self._pointing:
            self._pointing = direction
            self.viewport().setCursor(arrow_cursor(direction) if direction else QCursor(Qt.CursorShape.ArrowCursor))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)
        self._show_cursor(better=False)

    def _current(self) -> Place:
        index = self.currentIndex()
        return (index.row(), index.column()) if index.isValid() else (0, 0)

    def _set_current(self, place: Place) -> None:
        self.setCurrentIndex(self.model_.index(*place))
        self._anchor = place

    def _selected(self) -> tuple[Place, ...]:
        places = tuple((index.row(), index.column()) for index in self.selectedIndexes())
        return places or (self._current(),)

    def _select(self, places: Sequence[Place]) -> None:
        first, last = (self.model_.index(*corner) for corner in bounds(places))
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().select(QItemSelection(first, last), flag)

    def _move(self, step: tuple[int, int], *, far: bool, extend: bool) -> None:
        """Move by one cell, or with ``far`` to the last cell that way; ``extend`` keeps the anchor of the selection."""
        place = self._current()
        while self.model_.cell((place[0] + step[0], place[1] + step[1])) is not None:
            place = (place[0] + step[0], place[1] + step[1])
            if not far:
                break
        anchor = self._anchor if extend else place
        index = self.model_.index(*place)
        # Set without Qt's own selection, which would always start again at the current cell.
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._anchor = anchor
        self._select(box(anchor, place))
        self._announce(place)

    def _show_ring(self) -> None:
        """Show the keyboard cursor, which the mouse hides."""
        if not self._delegate.ring:
            self._delegate.ring = True
            self._anchor = self._current()
            self._select((self._current(),))
            self.viewport().update()

    def _hide_ring(self) -> None:
        if self._delegate.ring:
            self._delegate.ring = False
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the current cell, extend the selection with Shift, or edit the selected cells."""
        key, modifiers = event.key(), event.modifiers() & ~Modifier.KeypadModifier
        shift, alt = bool(modifiers & Modifier.ShiftModifier), bool(modifiers & Modifier.AltModifier)
        if key in BETTER_KEYS:
            self._show_cursor(_means_better(modifiers | BETTER_KEYS[Key(key)]))
        # Keys with Ctrl, Alt or Meta belong to the shortcuts of the window.
        if modifiers & ~Modifier.ShiftModifier and not (alt and key == Key.Key_Space):
            event.ignore()
        elif key in ARROWS or key in FAR:
            self._show_ring()
            self._move(ARROWS.get(Key(key)) or FAR[Key(key)], far=key in FAR, extend=shift)
        elif key == Key.Key_Escape and self._delegate.ring and len(self._selected()) > 1:
            self._select((self._current(),))
        elif not self._edit_by_key(key, better=alt):
            event.ignore()

    def _edit_by_key(self, key: int, *, better: bool) -> bool:
        """Change the selection if ``key`` paints, picks or asks; return whether it does."""
        place = self._current()
        if self._picks:
            if (taken := key in PICKING) and self.model_.is_open(place):
                self.picked.emit(place)
            return taken
        if Key.Key_0 <= key <= Key.Key_9:
            weight = 1.0 if key == Key.Key_0 else (key - Key.Key_0) / 10
            self.weight_keyed.emit(weight)
            if self._delegate.ring:
                self._paint_at_once(self._selected(), place, weight)
        elif key == Key.Key_Plus or (key == Key.Key_Space and better):
            self._show_ring()
            self._paint_at_once(self._better(place) if self._better is not None else (place,), place)
        elif key == Key.Key_Space:
            self._show_ring()
            self._paint_at_once(self._selected(), place)
        elif key in ERASING:
            self._show_ring()
            self._paint_at_once(self._selected(), place, 0.0)
        elif key in ASKING:
            self.asked.emit(place)
        else:
            return False
        return True

    def copy(self) -> None:
        """Request a copy of the selected cells, or of all cells if fewer than two are selected by the keyboard."""
        places = self._selected() if self._delegate.ring else ()
        self.copied.emit(places if len(places) > 1 else ())

    def paste(self) -> None:
        """Request to paste the clipboard."""
        self.pasted.emit()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() in BETTER_KEYS:
            self._show_cursor(_means_better(event.modifiers() & ~BETTER_KEYS[Key(event.key())]))
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._show_ring()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # A pop-up acts on the selection, which therefore stays while the pop-up has the focus.
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._hide_ring()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        rows, columns = self._shape
        self.horizontalHeader().setDefaultSectionSize(max(1, self.viewport().width() // columns))
        self.verticalHeader().setDefaultSectionSize(max(1, self.viewport().height() // rows))


def _means_better(modifiers: Modifier) -> bool:
    """Return True if a click with these modifier keys paints a cell and all better ones."""
    both = Modifier.ControlModifier | Modifier.ShiftModifier
    return bool(modifiers & Modifier.AltModifier) or modifiers & both == both


def _direction(place: Place) -> Direction:
    """Return the direction in which better classes are in the matrix: pairs, suited hands, offsuit hands."""
    row, column = place
    return "up-left" if row == column else "left" if column > row else "up"


MIN_CELL, MAX_CELL = 17, 56
SMALL_CELL, LENS, LENS_GAP = 22, 44, 16
"""Pixels at 100 %: cells below this width are enlarged to this size; the gap leaves room for the pointer."""
GAP = 6


class Lens(Guarded, QWidget):
    """Shows the cell under the mouse larger, next to it, in a grid whose cells are too small to read at ease."""

    def __init__(self, grid: CellGrid, delegate: CellDelegate) -> None:
        super().__init__(grid.viewport())
        self._grid, self._delegate = grid, delegate
        self._cell: Cell | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_cell(self, place: Place | None) -> None:
        """Show the cell at ``place`` if the cells are small, or hide."""
        cell = self._grid.model_.cell(place) if place is not None else None
        self._cell = cell
        if cell is None or place is None or unscaled(self._grid.columnWidth(0)) >= SMALL_CELL:
            self.hide()
            return
        rect = self._grid.visualRect(self._grid.model_.index(*place))
        side, view = px(LENS), self._grid.viewport().rect()
        # Above the cell and to its right, so that the pointer does not hide it; in the first rows below it.
        x = min(rect.right(), view.right() - side)
        y = rect.top() - side if rect.top() >= side else rect.bottom() + px(LENS_GAP)
        self.setGeometry(x, y, side, side)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._cell is not None:
            self._delegate.paint_alone(QPainter(self), self.rect(), self._cell)


class SquareFrame(Guarded, QWidget):
    """Contains ``grid`` of ``count`` x ``count`` square cells with a heading of ``head`` pixels, and the widgets
    ``below`` it, which get their preferred heights unless they are hidden. ``laid_out``: the grid has its new size.
    """

    laid_out = Signal()

    def __init__(
        self, grid: CellGrid, below: Sequence[QWidget], count: int, *, head: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._grid, self._below, self._count, self._head = grid, tuple(below), count, head
        for part in (grid, *below):
            part.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _room_below(self) -> int:
        return sum(px(GAP) + part.sizeHint().height() for part in self._below if not part.isHidden())

    def _hint(self, cell: int) -> QSize:
        side = px(cell * self._count)
        return QSize(side, side + px(self._head) + self._room_below())

    def _fit(self) -> None:
        """Give the grid the largest square that leaves room for the widgets below it, and place these."""
        # A whole number of pixels for each cell: otherwise rows and columns would differ by a pixel.
        side = min(self.width(), self.height() - px(self._head) - self._room_below()) // self._count
        side = max(1, min(side, px(MAX_CELL))) * self._count
        self._grid.setGeometry(0, 0, side, side + px(self._head))
        y = side + px(self._head)
        for part in self._below:
            height = part.sizeHint().height()
            part.setGeometry(0, y + px(GAP), self.width(), height)
            y += px(GAP) + height
        self.laid_out.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Lay out again if the height of a widget below the grid has changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self.updateGeometry()
        return super().event(event)

    def sizeHint(self) -> QSize:
        return self._hint(32)

    def minimumSizeHint(self) -> QSize:
        return self._hint(MIN_CELL)


READING_LINES = 4


class ClassMap(QWidget):
    """A 13 x 13 map of the classes of hold'em hands. ``legend`` explains its colours, ``reading`` describes the hand
    under the mouse; the owner places both.

    ``picked`` carries the name of a hand that was clicked, or selected with the space bar.
    """

    picked = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, hint: str = "") -> None:
        super().__init__(parent)
        self._hint = hint
        self._cells: tuple[Cell, ...] = ()
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), name, title)
        self.grid.model_.show_heads(tuple(reversed(RANKS)))
        parts = ("legend", "reading")
        self.legend, self.reading = (label(name=f"{name}.{part}", wrap=True) for part in parts)
        for part in (self.legend, self.reading):
            set_text(part, TEXT_SMALL)
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        keep_lines(self.reading, READING_LINES)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        filled(QVBoxLayout(self), SquareFrame(self.grid, (), SIZE), margins=NO_MARGINS)
        self.grid.picked.connect(self._on_picked)
        self.grid.hovered.connect(self._read_out)

    def show_cells(self, cells: Sequence[Cell], color: QColor) -> None:
        """Show all cells, row by row; ``color`` fills those that are not ``hot``."""
        self.grid.set_color(color)
        self._cells = tuple(cells)
        self.grid.show_cells(self._cells)
        self._read_out()

    def show_hint(self, hint: str) -> None:
        """Set the text to display while no hand is under the mouse."""
        self._hint = hint
        self._read_out()

    def show_legend(self, entries: Sequence[tuple[QColor | None, str]]) -> None:
        """Explain the colours; an entry without a colour is only a text."""
        parts = [text if c is None else f"<span style='color:{c.name()}'>■</span> {text}" for c, text in entries]
        self.legend.setText(rich("&nbsp;&nbsp; ".join(parts)))

    @Slot(object)
    def _on_picked(self, place: Place) -> None:
        self.picked.emit(class_name(place))

    @Slot()
    def _read_out(self) -> None:
        self.reading.setText(self.grid.speech or self._hint)


class GridPopup(Guarded, QFrame):
    """A pop-up that contains a grid; ``closed`` is emitted when it is hidden."""

    closed = Signal()

    def __init__(self, name: str, title: str, parent: QWidget | None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, name, title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def open_at(self, point: QPoint) -> None:
        """Open with the top left corner at ``point``, moved onto the screen if necessary."""
        self.adjustSize()
        room = (QGuiApplication.screenAt(point) or QGuiApplication.primaryScreen()).availableGeometry()
        x, y = min(point.x(), room.right() - self.width()), min(point.y(), room.bottom() - self.height())
        self.move(max(room.left(), x), max(room.top(), y))
        self.show()

    def hideEvent(self, event: QHideEvent) -> None:
        self.closed.emit()
