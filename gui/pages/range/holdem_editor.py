"""The editor of a hold'em range: the matrix, its tools and the combos of a cell."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from engine import Scenario
from engine.ranges.bases import base_of, filters_of, with_base, without_street
from engine.ranges.holdem_matrix import SIZE, Weights, combos_in, only, painted
from engine.ranges.orders import Order
from engine.ranges.street_filters import Street
from engine.table.seat_ranges import at_street, known_mask, read_seat, write_weights
from gui.look.captions import SeatStreets, dealt_streets, expansion, seat_streets
from gui.pages.range.hand_equities import HandEquities, HandHeat
from gui.pages.range.hand_matrix import cells
from gui.pages.range.holdem_tools import NotationBar, ShareSliders, read_share, share_text
from gui.pages.range.matrix_editor import MatrixEditor
from gui.pages.range.seat_edits import SeatEdits
from gui.pages.range.street_bar import PLACES, StreetBar, filters_in, street_of, street_states
from gui.pages.range.street_bar import Place as StreetPlace
from gui.parts.cells import Place
from gui.parts.heat_bar import HeatBar
from gui.state.context import PageContext

TEACHING = (
    "Drag paints · `shift` rectangle · `ctrl+shift` this and better · right button suits · keys `1`-`9`, `0` weights"
)


class HoldemEditor(MatrixEditor[Weights]):
    """The matrix of the seat that is shown.

    Behind a range with street filters the matrix shows what is left on a street, the last one unless another is chosen.
    What is painted is the range before the flop: what is left later follows from it and the filters.

    ``copied`` carries the message on a range that was copied for another program, ``save_requested`` the text of what
    is left on the street on show.
    """

    copied = Signal(str)
    save_requested = Signal(str)
    subject = "the range"

    def __init__(self, context: PageContext, edits: SeatEdits, heat: HandHeat, parent: QWidget) -> None:
        look = context.look
        super().__init__(edits, look, "range", TEACHING, parent)
        self._heat = heat
        self._hot = False
        self._looked: tuple[int, tuple[Street, ...], StreetPlace] | None = None
        """The seat, the streets that were dealt and the one that was chosen; another card goes on from there."""
        self._read: tuple[tuple[Scenario, int, tuple[Order, ...]], SeatStreets] | None = None
        """What was read last, and of which table and seat."""
        self._share_round: tuple[tuple[int, int], str] = ((0, 0), "")
        """A seat and a drag of the sliders, and the street filters that stood behind the range when it began."""
        self._shown: object = None
        """What the cells show, so that they are not worked out again for what does not concern them."""
        self.sliders = ShareSliders(context.orders, context.settings, look, self.tools)
        self.sliders.moved.connect(self._on_share)
        self.sliders.order_chosen.connect(self._on_order)
        self.tools.add_section("Best hands", self.sliders)
        self._notation = NotationBar(edits, look, self.tools)
        self._notation.copied.connect(self.copied)
        self.tools.add_section("As text", self._notation)
        self.heat_bar = HeatBar(look, "range")
        self.heat_bar.chosen.connect(self._on_show_chosen)
        self.streets = StreetBar(look, self)
        self.streets.chosen.connect(self._on_street)
        self.streets.removed.connect(self._on_street_removed)
        self.streets.save_requested.connect(self._on_save_left)
        self._lay_out(SIZE, (self.heat_bar,), self.streets)

    def hasHeightForWidth(self) -> bool:
        """Chips of streets that take a second line take it from the matrix: else Qt would keep room for the size that
        the matrix likes best, and the page would scroll with nothing below.
        """
        return False

    @property
    def shows_equity(self) -> bool:
        """Whether the matrix shows equities and not weights."""
        return self._hot

    def notices(self) -> tuple[str, ...]:
        """Return what somebody who reads or paints this text should know."""
        return read_seat(self._edits.document.scenario, self._edits.seat, self._edits.document.orders).notices

    def _streets(self) -> SeatStreets:
        """Return what is left of the range street by street, read once unless something is still being worked out."""
        document = self._edits.document
        key = (document.scenario, self._edits.seat, document.orders)
        if self._read is None or self._read[1].pending or self._read[0] != key:
            self._read = key, seat_streets(*key)
        return self._read[1]

    @property
    def place(self) -> StreetPlace:
        """The street on show: the one that was chosen for this seat, else the last whose range is known."""
        known, dealt = tuple(self._streets().weights), dealt_streets(self._edits.document.scenario)
        if self._looked is not None and self._looked[:2] == (self._edits.seat, dealt):
            place = self._looked[2]
            if street_of(place) in known:
                return place
        return next(place for place in reversed(PLACES) if street_of(place) in known)

    @property
    def shown(self) -> tuple[Weights, int]:
        """The weights on show and the mask of the cards that the range cannot hold on that street."""
        scenario = self._edits.document.scenario
        if dealt_streets(scenario):
            scenario = at_street(scenario, street_of(self.place))
        return self._weights(), known_mask(scenario, self._edits.seat)

    def _in_force(self) -> Weights:
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
        self._render_heat(seat, equities)
        self.grid.setAccessibleName(f"Range of {self._edits.shown.name}")
        self.grid.set_color(self._color())
        shown = (weights.tobytes(), known, equities, self._hot)
        if shown != self._shown:
            self._shown = shown
            self.grid.show_cells(cells(weights, known, equities, hot=self._hot))
        self.info.show_expansion(expansion(weights, known))
        self._show_pointed()
        if self.popup is not None:
            self.popup.show_weights(weights, known, self.tools.brush.weight, equities, hot=self._hot)
        self._notation.render_reading()
        share = read_share(base_of(self._edits.shown.cards)) or (0.0, float(self._base().mean()))
        self.sliders.show_shares(*share, scenario.order)
        self.streets.show_states(street_states(scenario, seat, self._streets()), self.place)

    def _render_heat(self, seat: int, equities: HandEquities | None) -> None:
        key = "equity" if self._hot else "weights"
        if not self._hot:
            self.heat_bar.show_choice(key, None, "")
        elif equities is None:
            self.heat_bar.show_choice(key, None, self._heat.missing(seat))
        else:
            self.heat_bar.show_choice(key, equities.scale, "", stale=equities.stale)

    def _base(self) -> Weights:
        """Return the range before the flop, with what the stroke under way has painted."""
        return self._streets().weights[None] if self._pending is None else self._pending

    def _put_weights(self, weights: Weights, what: str, merge: str | None = None) -> None:
        self._edits.write_base(write_weights(weights), what, merge=merge)

    def _painted(self, weights: Weights, places: Iterable[Place], value: float) -> Weights:
        return painted(weights, places, value)

    def _is_painted(self, weights: Weights, places: Iterable[Place], value: float) -> bool:
        return bool(np.all(weights[combos_in(places)] == value))

    def _inverted(self, weights: Weights) -> Weights:
        return 1.0 - weights

    def _color(self) -> QColor:
        return self._look.theme.seat(self._edits.seat)

    def _painted_combos(self, weights: Weights, combos: tuple[int, ...], value: float) -> Weights:
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
        self._edits.forget_refusal()
        self.render_range()

    @Slot(str)
    def _on_street_removed(self, street: Street) -> None:
        text = without_street(self._edits.shown.cards, street)
        self._edits.write(text, f"Take the filter of the {street} out of the range")

    @Slot()
    def _on_save_left(self) -> None:
        self.save_requested.emit(write_weights(self._in_force()))

    @Slot(str)
    def _on_order(self, name: str) -> None:
        self._edits.write(self._edits.shown.cards, "Order of hands for the range", order=name)

    @Slot(str)
    def _on_show_chosen(self, key: str) -> None:
        self._hot = key == "equity"
        self.render_range()

    def text_of(self, places: Iterable[Place]) -> str:
        return write_weights(only(self._weights(), places))
