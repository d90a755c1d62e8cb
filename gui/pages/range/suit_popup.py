"""The combos of one cell of the matrix by their suits, each with its weight: painted as the matrix is."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.ranges.holdem_matrix import Weights, class_name, kind_of
from gui.look.guard import Guarded
from gui.look.scale import fix, keep_lines
from gui.look.theme import Look
from gui.pages.range.hand_equities import HandEquities
from gui.pages.range.hand_matrix import combo_cells
from gui.parts.build import STRETCH, filled, label, named
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import ChipButton

SUITS = 4
CELL = QSize(64, 40)
KINDS = {"p": "pair: 6 combos", "s": "suited: 4 combos", "o": "offsuit: 12 combos"}
LINES_BELOW = {"p": 3, "s": 2, "o": 2}
"""Lines that a combo in words takes at most, by the kind of hand."""
LEVELS = (100, 75, 50, 25, 0)


class SuitPopup(Guarded, QFrame):
    """Rows are the suit of the higher card, columns that of the lower one; suited hands stand side by side.

    ``painted`` carries combos, their weight and the number of the stroke; ``weight_keyed`` what a number key gave to
    the brush; ``closed``: it was left; ``menu_requested``: the menu of the seat is wanted.
    """

    painted = Signal(object, float, int)
    stroke_ended = Signal()
    weight_keyed = Signal(float)
    closed = Signal()
    menu_requested = Signal()

    def __init__(self, place: Place, look: Look, color: QColor, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.place = place
        self._look = look
        self._combos: dict[Place, int] = {}
        self._at: Place | None = None
        title = f"Combos of {class_name(place)}"
        named(self, "range.suits", title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows, columns = (1, SUITS) if kind_of(place) == "s" else (SUITS - 1, SUITS - 1)
        if kind_of(place) == "o":
            rows = columns = SUITS
        self.grid = named(CellGrid(rows, columns, look, self), "range.suits.grid", title)
        self.grid.set_color(color)
        fix(self.grid, width=columns * CELL.width(), height=rows * CELL.height())
        self.pointed = label(name="range.suits.pointed", role="", weight=QFont.Weight.Normal, wrap=True)
        self.pointed.setAlignment(Qt.AlignmentFlag.AlignTop)
        keep_lines(self.pointed, LINES_BELOW[kind_of(place)])
        self._lay_out()
        self.grid.painted.connect(self._on_painted)
        self.grid.hovered.connect(self._on_hovered)
        self.grid.stroke_ended.connect(self.stroke_ended)
        self.grid.weight_keyed.connect(self.weight_keyed)

    def _lay_out(self) -> None:
        title = QLabel(f"<b>{class_name(self.place)}</b>")
        title.setTextFormat(Qt.TextFormat.RichText)
        kind = label(KINDS[kind_of(self.place)], weight=QFont.Weight.Normal)
        head = filled(QHBoxLayout(), title, kind, STRETCH, spacing=8)
        more = ChipButton("more…", self._look)
        named(more, "range.suits.more", "More: copy, paste, clear, swap, library")
        more.clicked.connect(self.menu_requested)
        levels = filled(QHBoxLayout(), *map(self._level, LEVELS), STRETCH, more, spacing=4)
        filled(QVBoxLayout(self), head, self.grid, self.pointed, levels, spacing=8, margins=(12, 8, 12, 12))

    def _level(self, percent: int) -> ChipButton:
        """Return the chip that gives all combos one weight."""
        chip = ChipButton(f"{percent}" if percent else "none", self._look)
        named(chip, f"range.suits.level{percent}", f"All combos at {percent} %")
        chip.setProperty("level", percent)
        chip.clicked.connect(self._on_level)
        return chip

    def show_weights(
        self, weights: Weights, known: int, brush: float, equities: HandEquities | None = None, *, hot: bool = False
    ) -> None:
        """Show the combos with ``weights`` float64[1326], what blocks them and their equities, ``hot`` in colours."""
        found = combo_cells(self.place, weights, known, equities, hot=hot)
        rows, columns = self.grid.model_.rowCount(), self.grid.model_.columnCount()
        cells: list[Cell | None] = [None] * (rows * columns)
        self._combos = {}
        for suits, (combo, cell) in found.items():
            row, column = self._position(suits)
            cells[row * columns + column] = cell
            self._combos[row, column] = combo
        self.grid.set_brush(brush)
        self.grid.show_cells(cells)
        self._show_pointed()

    def _show_pointed(self) -> None:
        """Describe the combo under the mouse or the keyboard."""
        self.pointed.setText(self.grid.model_.speech_at(self._at))

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        if place is not None:
            self._at = place
            self._show_pointed()

    def _position(self, suits: tuple[int, int]) -> Place:
        """Return where a combo stands: pairs in the upper right triangle, suited hands in one row."""
        kind = kind_of(self.place)
        if kind == "s":
            return 0, suits[0]
        return (suits[0], suits[1] - 1) if kind == "p" else suits

    def open_at(self, point: QPoint) -> None:
        """Show the pop-up with its top left corner at ``point``, as far as the screen allows, with the keyboard."""
        self.adjustSize()
        screen = QGuiApplication.screenAt(point) or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        x = min(point.x(), area.right() - self.width())
        y = point.y() if point.y() + self.height() <= area.bottom() else area.bottom() - self.height()
        self.move(max(area.left(), x), max(area.top(), y))
        self.show()
        first = self._at = min(self._combos)
        self._show_pointed()
        self.grid.setCurrentIndex(self.grid.model_.index(*first))
        self.grid.setFocus(Qt.FocusReason.TabFocusReason)

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, stroke: int) -> None:
        self.painted.emit(tuple(self._combos[place] for place in places), value, stroke)

    @Slot()
    def _on_level(self) -> None:
        level = self.sender().property("level")
        self.painted.emit(tuple(self._combos.values()), level / 100, 0)
        self.stroke_ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: object) -> None:
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.surface))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
