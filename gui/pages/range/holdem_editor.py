"""The editor of a hold'em range: the matrix, its tools and the combos of a cell."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Scenario
from engine.cards import RANKS
from engine.ranges.bases import base_of, filters_of, with_base, without_street
from engine.ranges.holdem_matrix import SETS, SIZE, ComboWeights, better, class_name, combos_in, kind_of, only, painted
from engine.ranges.orders import Order
from engine.ranges.street_filters import Street
from engine.table.seat_ranges import at_street, known_mask, read_seat, weights_text
from gui.look.scale import fix, keep_lines
from gui.look.theme import current_theme
from gui.pages.range.hand_matrix import HandEquities, HandHeat, HeatBar, combo_cells, weight_cells
from gui.pages.range.holdem_tools import (
    DISPLAYED_STREETS,
    DisplayedStreet,
    NotationBar,
    ShareSliders,
    StreetBar,
    band_text,
    engine_street,
    filters_in,
    read_band,
    street_states,
)
from gui.pages.range.range_editor import RangeEditor, SeatEdits, W
from gui.parts.build import STRETCH, filled, label, named
from gui.parts.cell_grid import CellGrid, GridPopup
from gui.parts.cells import Cell, Place
from gui.parts.chip_button import chip_button
from gui.state.context import PageContext
from gui.words.captions import SeatStreets, dealt_streets, expansion, seat_streets

SUITS = 4
CELL = QSize(64, 40)
KINDS = {"p": "pair: 6 combos", "s": "suited: 4 combos", "o": "offsuit: 12 combos"}
LINES_BELOW = {"p": 3, "s": 2, "o": 2}
"""Maximum number of lines of the text about a combo, by the kind of hand."""
LEVELS = (100, 75, 50, 25, 0)


class SuitPopup(GridPopup):
    """The pop-up grid of the combos of one cell of the matrix.

    The row is the suit of the higher card, the column that of the lower one; suited hands are in a single row.

    ``painted`` carries combos, their weight and the number of the stroke; ``weight_keyed`` the weight that a number key
    has set; ``menu_requested`` is emitted to open the seat's menu.
    """

    painted = Signal(object, float, int)
    stroke_ended = Signal()
    weight_keyed = Signal(float)
    menu_requested = Signal()

    def __init__(self, place: Place, color: QColor, parent: QWidget | None = None) -> None:
        title = f"Combos of {class_name(place)}"
        super().__init__("range.suits", title, parent)
        self.place = place
        self._combos: dict[Place, int] = {}
        self._pointed: Place | None = None
        """The last combo under the pointer, whose text stays when the pointer leaves the grid."""
        rows, columns = (1, SUITS) if kind_of(place) == "s" else (SUITS - 1, SUITS - 1)
        if kind_of(place) == "o":
            rows = columns = SUITS
        self.grid = named(CellGrid(rows, columns, self), "range.suits.grid", title)
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
        """Lay out the name of the hand, the grid of its combos, and chips for usual weights."""
        name = QLabel(f"<b>{class_name(self.place)}</b>")
        name.setTextFormat(Qt.TextFormat.RichText)
        kind = label(KINDS[kind_of(self.place)], weight=QFont.Weight.Normal)
        head = filled(QHBoxLayout(), name, kind, STRETCH, spacing=8)
        title = "More: copy, paste, clear, swap, library"
        more = chip_button("more…", "range.suits.more", self.menu_requested, title)
        chips = [
            chip_button(
                f"{level}" if level else "none", f"range.suits.level{level}", self._on_level,
                f"All combos at {level} %", key=level,
            )
            for level in LEVELS
        ]  # fmt: skip
        levels = filled(QHBoxLayout(), *chips, STRETCH, more, spacing=4)
        filled(QVBoxLayout(self), head, self.grid, self.pointed, levels, spacing=8, margins=(12, 8, 12, 12))

    def show_weights(
        self,
        weights: ComboWeights,
        known: int,
        brush: float,
        equities: HandEquities | None = None,
        *,
        hot: bool = False,
    ) -> None:
        """Show the combos; ``weights`` float64[1326]: their weights, ``known``: the mask of the known cards.

        ``equities``: the equities of the hands, or None; ``hot``: whether the cells are coloured by them.
        """
        values = combo_cells(self.place, weights, known, equities, hot=hot)
        rows, columns = self.grid.model_.rowCount(), self.grid.model_.columnCount()
        grid_cells: list[Cell | None] = [None] * (rows * columns)
        self._combos = {}
        for suits, (combo, cell) in values.items():
            row, column = self._position(suits)
            grid_cells[row * columns + column] = cell
            self._combos[row, column] = combo
        self.grid.set_brush(brush)
        self.grid.show_cells(grid_cells)
        self._show_pointed()

    def _show_pointed(self) -> None:
        self.pointed.setText(self.grid.model_.speech_at(self._pointed))

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        if place is not None:
            self._pointed = place
            self._show_pointed()

    def _position(self, suits: tuple[int, int]) -> Place:
        """Return row and column of the combo with these suits of the higher and the lower card."""
        kind = kind_of(self.place)
        # Suited combos are one row, offsuit ones a square of two suits with an empty diagonal. The two cards of a pair
        # have different suits, in ascending order: shifting the column by one puts its 6 combos into the upper right
        # triangle of 3 x 3 cells.
        if kind == "s":
            return 0, suits[0]
        return (suits[0], suits[1] - 1) if kind == "p" else suits

    def open_at(self, point: QPoint) -> None:
        """Open next to ``point``, moved onto the screen if necessary, and focus the first combo."""
        super().open_at(point)
        first = self._pointed = min(self._combos)
        self._show_pointed()
        self.grid.setCurrentIndex(self.grid.model_.index(*first))
        self.grid.setFocus(Qt.FocusReason.TabFocusReason)

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, stroke: int) -> None:
        self.painted.emit(tuple(self._combos[place] for place in places), value, stroke)

    def _on_level(self, level: int) -> None:
        self.painted.emit(tuple(self._combos.values()), level / 100, 0)
        self.stroke_ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.surface))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


TEACHING = (
    "Drag to paint · `shift` rectangle · `ctrl+shift` this and better · right-click: suits · `1`-`9`, `0`: weights"
)


class MatrixEditor(RangeEditor[W]):
    """The base of the editors with a 13x13 matrix and a pop-up for the combos of a cell.

    Subclasses define how single combos are painted, and their colour. ``popup`` is None while it is closed.
    """

    def __init__(self, context: PageContext, edits: SeatEdits, prefix: str, teaching: str, parent: QWidget) -> None:
        """``prefix`` starts the object names; ``teaching``: how to paint, as a text."""
        grid = named(CellGrid(SIZE, SIZE, better=better), f"{prefix}.matrix")
        grid.model_.show_heads(tuple(reversed(RANKS)))
        super().__init__(context, edits, grid, SETS, prefix, teaching, parent)
        self.popup: SuitPopup | None = None
        grid.asked.connect(self.open_suits)

    def _color(self) -> QColor:
        raise NotImplementedError

    def _painted_combos(self, weights: W, combos: tuple[int, ...], value: float) -> W:
        raise NotImplementedError

    @Slot(object)
    def open_suits(self, place: Place) -> None:
        """Show the combos of a cell in a pop-up."""
        popup = SuitPopup(place, self._color(), self)
        popup.painted.connect(self._on_combos_painted)
        popup.stroke_ended.connect(self._on_stroke_ended)
        popup.weight_keyed.connect(self.tools.brush.set_weight)
        popup.closed.connect(self._on_popup_closed)
        popup.menu_requested.connect(self._on_more)
        self.popup = popup
        self.render_range()
        popup.open_at(self.grid.rect_of(place))

    @Slot(object, float, int)
    def _on_combos_painted(self, combos: tuple[int, ...], value: float, stroke: int) -> None:
        self._paint(self.popup, stroke, lambda weights: self._painted_combos(weights, combos, value))

    @Slot()
    def _on_more(self) -> None:
        """Close the pop-up and open the seat's menu at its position."""
        if self.popup is not None:
            point = self.popup.pos()
            self.popup.close()
            self._menu_requested.emit(point)

    @Slot()
    def _on_popup_closed(self) -> None:
        self.popup = None
        self._on_stroke_ended()


class HoldemEditor(MatrixEditor[ComboWeights]):
    """The matrix of the displayed seat.

    If the range has street filters, the matrix displays the hands that remain on one street: the last one, unless the
    user selects another. Only the range before the flop can be painted; the later ones follow from it and the filters.

    ``copied`` carries the message about a range that was copied for another program, ``save_requested`` the text of the
    range on the displayed street.
    """

    copied = Signal(str)
    save_requested = Signal(str)
    subject = "the range"

    def __init__(self, context: PageContext, edits: SeatEdits, heat: HandHeat, parent: QWidget) -> None:
        super().__init__(context, edits, "range", TEACHING, parent)
        self._heat = heat
        self.shows_equity = False
        """Whether the matrix shows equities and not weights."""
        self._street_choice: tuple[int, tuple[Street, ...], DisplayedStreet] | None = None
        """The seat, the dealt streets and the street that the user selected then. It is dropped for another seat and
        when another street is dealt."""
        self._cached_streets: tuple[tuple[Scenario, int, tuple[Order, ...]], SeatStreets] | None = None
        """The table, seat and orders that were read last, and the result."""
        self._drag_filters: tuple[tuple[int, int], str] = ((0, 0), "")
        """The seat and the number of a drag of the sliders, and the street filters of the range when it began."""
        self._cells_key: object = None
        """The values that the displayed cells were computed from, which is not repeated for the same ones."""
        self.sliders = ShareSliders(context.orders, context.settings, self.tools)
        self.sliders.moved.connect(self._on_share)
        self.sliders.order_chosen.connect(self._on_order)
        self.tools.add_section("Top hands", self.sliders)
        self._notation = NotationBar(edits, self.tools)
        self._notation.copied.connect(self.copied)
        self.tools.add_section("As text", self._notation)
        self.heat_bar = HeatBar("range")
        self.heat_bar.chosen.connect(self._on_show_chosen)
        self.streets = StreetBar(self)
        self.streets.chosen.connect(self._on_street)
        self.streets.removed.connect(self._on_street_removed)
        self.streets.save_requested.connect(self._on_save_requested)
        self._lay_out(SIZE, (self.heat_bar,), self.streets)

    def hasHeightForWidth(self) -> bool:
        """Return False, so that a second line of street chips takes its room from the matrix.

        Otherwise Qt reserves room for the preferred size of the matrix, and the page can be scrolled into empty space.
        """
        return False

    def notices(self) -> tuple[str, ...]:
        """Return the notices on the text of the range."""
        return read_seat(self._edits.document.scenario, self._edits.seat, self._edits.document.orders).notices

    def _streets(self) -> SeatStreets:
        """Return the range street by street, cached unless a street is still being computed."""
        document = self._edits.document
        key = (document.scenario, self._edits.seat, document.orders)
        if self._cached_streets is None or self._cached_streets[1].pending or self._cached_streets[0] != key:
            self._cached_streets = key, seat_streets(*key)
        return self._cached_streets[1]

    @property
    def street(self) -> DisplayedStreet:
        """The displayed street: the selected one, or the last one whose range is computed."""
        known, dealt = tuple(self._streets().weights), dealt_streets(self._edits.document.scenario)
        choice = self._street_choice
        if choice is not None and choice[:2] == (self._edits.seat, dealt) and engine_street(choice[2]) in known:
            return choice[2]
        return next(street for street in reversed(DISPLAYED_STREETS) if engine_street(street) in known)

    @property
    def displayed(self) -> tuple[ComboWeights, int]:
        """The displayed weights, and the mask of the cards that the seat cannot hold on the displayed street."""
        scenario = self._edits.document.scenario
        if dealt_streets(scenario):
            scenario = at_street(scenario, engine_street(self.street))
        return self._weights(), known_mask(scenario, self._edits.seat)

    def _saved_weights(self) -> ComboWeights:
        return self._streets().weights[engine_street(self.street)]

    def _rejects_paint(self) -> bool:
        """Return True, and show why, if the displayed range is the result of a filter and cannot be painted."""
        street, filters = self.street, filters_in(self._edits.displayed_seat.cards)
        position = DISPLAYED_STREETS.index(street)
        if not any(DISPLAYED_STREETS.index(filter_.street) <= position for filter_ in filters):
            return False  # without a filter up to this street, its range is still that before the flop
        self._edits.refuse(f"these hands are left on the {street}: click preflop above the matrix to paint the range")
        return True

    def render_range(self) -> None:
        """Show the seat's range on the displayed street, with its equities if they are selected and known."""
        scenario, seat = self._edits.document.scenario, self._edits.seat
        weights, known = self.displayed
        equities = None if self._edits.displayed_seat.folded else self._heat.of(seat)
        key = "equity" if self.shows_equity else "weights"
        if not self.shows_equity:
            self.heat_bar.show_choice(key, None, "")
        elif equities is None:
            self.heat_bar.show_choice(key, None, self._heat.missing_reason(seat))
        else:
            self.heat_bar.show_choice(key, equities.scale, "", stale=equities.stale)
        self.grid.setAccessibleName(f"Range of {self._edits.displayed_seat.name}")
        self.grid.set_color(self._color())
        cells_key = (weights.tobytes(), known, equities, self.shows_equity)
        if cells_key != self._cells_key:
            self._cells_key = cells_key
            self.grid.show_cells(weight_cells(weights, known, equities, hot=self.shows_equity))
        self.info.show_expansion(expansion(weights, known))
        self._show_pointed()
        if self.popup is not None:
            self.popup.show_weights(weights, known, self.tools.brush.weight, equities, hot=self.shows_equity)
        self._notation.render_reading()
        # For a range that is no band of best hands, the sliders show its size as the best hands of the same share.
        share = read_band(base_of(self._edits.displayed_seat.cards)) or (0.0, float(self._base().mean()))
        self.sliders.show_shares(*share, scenario.order)
        self.streets.show_states(street_states(scenario, seat, self._streets()), self.street)

    def _base(self) -> ComboWeights:
        """Return the weights before the flop, those of the current stroke if there is one."""
        return self._streets().weights[None] if self._pending is None else self._pending

    def _put_weights(self, weights: ComboWeights, title: str, merge: str | None = None) -> None:
        self._edits.write_base(weights_text(weights), title, merge=merge)

    def _painted(self, weights: ComboWeights, places: Iterable[Place], value: float) -> ComboWeights:
        return painted(weights, places, value)

    def _is_painted(self, weights: ComboWeights, places: Iterable[Place], value: float) -> bool:
        return bool(np.all(weights[combos_in(places)] == value))

    def _inverted(self, weights: ComboWeights) -> ComboWeights:
        return 1.0 - weights

    def _color(self) -> QColor:
        return current_theme().seat(self._edits.seat)

    def _painted_combos(self, weights: ComboWeights, combos: tuple[int, ...], value: float) -> ComboWeights:
        result = weights.copy()
        result[list(combos)] = value
        return result

    @Slot(float, float, int)
    def _on_share(self, start: float, end: float, number: int) -> None:
        """Set the range to the best hands from ``start`` to ``end`` (shares from 0 to 1); ``number``: the drag."""
        text, drag = self._edits.displayed_seat.cards, (self._edits.seat, number)
        # An empty band empties the text, its street filters included. They come back if the drag goes on.
        if self._drag_filters[0] != drag:
            self._drag_filters = drag, filters_of(text)
        merge = f"range.share {self._edits.seat} {number}"
        old = text if text.strip() else self._drag_filters[1]
        self._edits.write(with_base(old, band_text(start, end)), "Top hands as the range", merge=merge)

    @Slot(str)
    def _on_street(self, street: DisplayedStreet) -> None:
        self._end_stroke()  # it belongs to the street on which it was painted
        self._street_choice = self._edits.seat, dealt_streets(self._edits.document.scenario), street
        self._edits.checked.emit(None)  # clears a message that this street cannot be painted
        self.render_range()

    @Slot(str)
    def _on_street_removed(self, street: Street) -> None:
        text = without_street(self._edits.displayed_seat.cards, street)
        self._edits.write(text, f"Remove the {street} filter from the range")

    @Slot()
    def _on_save_requested(self) -> None:
        self.save_requested.emit(weights_text(self._saved_weights()))

    @Slot(str)
    def _on_order(self, name: str) -> None:
        self._edits.write(self._edits.displayed_seat.cards, "Hand ranking for the range", order=name)

    @Slot(str)
    def _on_show_chosen(self, key: str) -> None:
        self.shows_equity = key == "equity"
        self.render_range()

    def text_of(self, places: Iterable[Place]) -> str:
        return weights_text(only(self._weights(), places))
