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
from gui.pages.range.hand_matrix import HandEquities, HandHeat, HeatBar, cells, combo_cells
from gui.pages.range.holdem_tools import (
    PLACES,
    NotationBar,
    ShareSliders,
    StreetBar,
    filters_in,
    read_share,
    share_text,
    street_of,
    street_states,
)
from gui.pages.range.holdem_tools import Place as StreetPlace
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
"""Lines that a combo in words takes at most, by the kind of hand."""
LEVELS = (100, 75, 50, 25, 0)


class SuitPopup(GridPopup):
    """Rows are the suit of the higher card, columns that of the lower one; suited hands stand side by side.

    ``painted`` carries combos, their weight and the number of the stroke; ``weight_keyed`` what a number key gave to
    the brush; ``menu_requested``: the menu of the seat is wanted.
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
        self._at: Place | None = None
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
        """Show the combos with ``weights`` float64[1326], what blocks them and their equities, ``hot`` in colours."""
        values = combo_cells(self.place, weights, known, equities, hot=hot)
        rows, columns = self.grid.model_.rowCount(), self.grid.model_.columnCount()
        cells: list[Cell | None] = [None] * (rows * columns)
        self._combos = {}
        for suits, (combo, cell) in values.items():
            row, column = self._position(suits)
            cells[row * columns + column] = cell
            self._combos[row, column] = combo
        self.grid.set_brush(brush)
        self.grid.show_cells(cells)
        self._show_pointed()

    def _show_pointed(self) -> None:
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
        """Open as near to ``point`` as the screen allows, with the keyboard on the first combo."""
        super().open_at(point)
        first = self._at = min(self._combos)
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
    "Drag paints · `shift` rectangle · `ctrl+shift` this and better · right button suits · keys `1`-`9`, `0` weights"
)


class MatrixEditor(RangeEditor[W]):
    """Subclasses say how single combos are painted, and in which colour; ``popup`` is open while it is not None."""

    def __init__(self, context: PageContext, edits: SeatEdits, prefix: str, teaching: str, parent: QWidget) -> None:
        """``prefix`` starts the object names; ``teaching``: how to paint."""
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
        """Open the menu of the seat in place of the combos."""
        if self.popup is not None:
            point = self.popup.pos()
            self.popup.close()
            self._menu_requested.emit(point)

    @Slot()
    def _on_popup_closed(self) -> None:
        self.popup = None
        self._on_stroke_ended()


class HoldemEditor(MatrixEditor[ComboWeights]):
    """The matrix of the seat that is shown.

    Behind a range with street filters the matrix shows what is left on a street, the last one unless another is chosen.
    What is painted is the range before the flop: what is left later follows from it and the filters.

    ``copied`` carries the message on a range that was copied for another program, ``save_requested`` the text of what
    is left on the displayed street.
    """

    copied = Signal(str)
    save_requested = Signal(str)
    subject = "the range"

    def __init__(self, context: PageContext, edits: SeatEdits, heat: HandHeat, parent: QWidget) -> None:
        super().__init__(context, edits, "range", TEACHING, parent)
        self._heat = heat
        self.shows_equity = False
        """Whether the matrix shows equities and not weights."""
        self._looked: tuple[int, tuple[Street, ...], StreetPlace] | None = None
        """The seat, the streets that were dealt and the one that was chosen; another card goes on from there."""
        self._read: tuple[tuple[Scenario, int, tuple[Order, ...]], SeatStreets] | None = None
        """What was read last, and of which table and seat."""
        self._share_round: tuple[tuple[int, int], str] = ((0, 0), "")
        """A seat and a drag of the sliders, and the street filters that stood after the range when it began."""
        self._shown: object = None
        """What the cells show, so that they are not computed again for what does not concern them."""
        self.sliders = ShareSliders(context.orders, context.settings, self.tools)
        self.sliders.moved.connect(self._on_share)
        self.sliders.order_chosen.connect(self._on_order)
        self.tools.add_section("Best hands", self.sliders)
        self._notation = NotationBar(edits, self.tools)
        self._notation.copied.connect(self.copied)
        self.tools.add_section("As text", self._notation)
        self.heat_bar = HeatBar("range")
        self.heat_bar.chosen.connect(self._on_show_chosen)
        self.streets = StreetBar(self)
        self.streets.chosen.connect(self._on_street)
        self.streets.removed.connect(self._on_street_removed)
        self.streets.save_requested.connect(self._on_save_left)
        self._lay_out(SIZE, (self.heat_bar,), self.streets)

    def hasHeightForWidth(self) -> bool:
        """Chips of streets that take a second line take it from the matrix: else Qt would keep room for the size that
        the matrix likes best, and the page would scroll with nothing below."""
        return False

    def notices(self) -> tuple[str, ...]:
        """Return what somebody who reads or paints this text should know."""
        return read_seat(self._edits.document.scenario, self._edits.seat, self._edits.document.orders).notices

    def _streets(self) -> SeatStreets:
        """Return the rest of the range street by street, read once unless something is still being computed."""
        document = self._edits.document
        key = (document.scenario, self._edits.seat, document.orders)
        if self._read is None or self._read[1].pending or self._read[0] != key:
            self._read = key, seat_streets(*key)
        return self._read[1]

    @property
    def place(self) -> StreetPlace:
        """The displayed street: the one that was chosen for this seat, else the last whose range is known."""
        known, dealt = tuple(self._streets().weights), dealt_streets(self._edits.document.scenario)
        if self._looked is not None and self._looked[:2] == (self._edits.seat, dealt):
            place = self._looked[2]
            if street_of(place) in known:
                return place
        return next(place for place in reversed(PLACES) if street_of(place) in known)

    @property
    def shown(self) -> tuple[ComboWeights, int]:
        """The displayed weights and the mask of the cards that the range cannot hold on that street."""
        scenario = self._edits.document.scenario
        if dealt_streets(scenario):
            scenario = at_street(scenario, street_of(self.place))
        return self._weights(), known_mask(scenario, self._edits.seat)

    def _in_force(self) -> ComboWeights:
        return self._streets().weights[street_of(self.place)]

    def _refuses_paint(self) -> bool:
        place, filters = self.place, filters_in(self._edits.shown.cards)
        if place == "pre-flop" or not any(PLACES.index(f.street) <= PLACES.index(place) for f in filters):
            return False
        self._edits.refuse(f"this is what is left on the {place}: click pre-flop above the matrix to paint the range")
        return True

    def render_range(self) -> None:
        scenario, seat = self._edits.document.scenario, self._edits.seat
        weights, known = self.shown
        equities = None if self._edits.shown.folded else self._heat.of(seat)
        key = "equity" if self.shows_equity else "weights"
        if not self.shows_equity:
            self.heat_bar.show_choice(key, None, "")
        elif equities is None:
            self.heat_bar.show_choice(key, None, self._heat.missing(seat))
        else:
            self.heat_bar.show_choice(key, equities.scale, "", stale=equities.stale)
        self.grid.setAccessibleName(f"Range of {self._edits.shown.name}")
        self.grid.set_color(self._color())
        shown = (weights.tobytes(), known, equities, self.shows_equity)
        if shown != self._shown:
            self._shown = shown
            self.grid.show_cells(cells(weights, known, equities, hot=self.shows_equity))
        self.info.show_expansion(expansion(weights, known))
        self._show_pointed()
        if self.popup is not None:
            self.popup.show_weights(weights, known, self.tools.brush.weight, equities, hot=self.shows_equity)
        self._notation.render_reading()
        share = read_share(base_of(self._edits.shown.cards)) or (0.0, float(self._base().mean()))
        self.sliders.show_shares(*share, scenario.order)
        self.streets.show_states(street_states(scenario, seat, self._streets()), self.place)

    def _base(self) -> ComboWeights:
        """Return the range before the flop, with the stroke under way."""
        return self._streets().weights[None] if self._pending is None else self._pending

    def _put_weights(self, weights: ComboWeights, what: str, merge: str | None = None) -> None:
        self._edits.write_base(weights_text(weights), what, merge=merge)

    def _painted(self, weights: ComboWeights, places: Iterable[Place], value: float) -> ComboWeights:
        return painted(weights, places, value)

    def _is_painted(self, weights: ComboWeights, places: Iterable[Place], value: float) -> bool:
        return bool(np.all(weights[combos_in(places)] == value))

    def _inverted(self, weights: ComboWeights) -> ComboWeights:
        return 1.0 - weights

    def _color(self) -> QColor:
        return current_theme().seat(self._edits.seat)

    def _painted_combos(self, weights: ComboWeights, combos: tuple[int, ...], value: float) -> ComboWeights:
        after = weights.copy()
        after[list(combos)] = value
        return after

    @Slot(float, float, int)
    def _on_share(self, start: float, end: float, number: int) -> None:
        """Take the best hands as the range; a drag to nothing and back brings the street filters back, too."""
        text, round_ = self._edits.shown.cards, (self._edits.seat, number)
        if self._share_round[0] != round_:
            self._share_round = round_, filters_of(text)
        merge = f"range.share {self._edits.seat} {number}"
        whole = text if text.strip() else self._share_round[1]
        self._edits.write(with_base(whole, share_text(start, end)), "Best hands as the range", merge=merge)

    @Slot(str)
    def _on_street(self, place: StreetPlace) -> None:
        self._end_stroke()
        self._looked = self._edits.seat, dealt_streets(self._edits.document.scenario), place
        self._edits.refused.emit(None)  # of no more interest: something else is looked at
        self.render_range()

    @Slot(str)
    def _on_street_removed(self, street: Street) -> None:
        text = without_street(self._edits.shown.cards, street)
        self._edits.write(text, f"Take the filter of the {street} out of the range")

    @Slot()
    def _on_save_left(self) -> None:
        self.save_requested.emit(weights_text(self._in_force()))

    @Slot(str)
    def _on_order(self, name: str) -> None:
        self._edits.write(self._edits.shown.cards, "Order of hands for the range", order=name)

    @Slot(str)
    def _on_show_chosen(self, key: str) -> None:
        self.shows_equity = key == "equity"
        self.render_range()

    def text_of(self, places: Iterable[Place]) -> str:
        return weights_text(only(self._weights(), places))
