"""A row of slots: the cards of a seat, the board or the dead tray, connected to the table's input."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QMimeData, QObject, Qt
from PySide6.QtCore import Slot as QtSlot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engine import GAMES, Scenario, has_common_card
from engine.cards import RAZZ_RANKS
from engine.table.hand_texts import plain_cards
from engine.table.slots import (
    DOOR,
    UP_CARDS,
    Slot,
    card_of_token,
    describe_slot,
    rank_of_token,
    seat_cards,
    seat_slot_count,
    seat_slot_texts,
    token_at,
)
from gui.look.scale import px
from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, filled, release_focus
from gui.parts.card_face import CardFace
from gui.state.context import TableContext
from gui.table.card_button import CARD_MIME, SLOT_MIME, SlotButton, slot_from
from gui.table.games import STYLES

FLOP_CARDS = ("first", "second", "third")
STREETS = ("flop", "flop", "flop", "turn", "river")
Shapes = tuple[Sequence[Slot], Sequence[tuple[int, int]], Sequence[int]]
FOR_ALL = "all"
"""In place of seventh street where the deck is too small for seven cards each: one card for everybody."""


def slot_name(slot: Slot) -> str:
    """Return the objectName of a slot, as in ``seat0.slot1``."""
    place = f"seat{slot.seat}" if slot.area == "seat" else slot.area
    return f"{place}.slot{slot.index}"


def slot_exists(scenario: Scenario, slot: Slot) -> bool:
    """Return whether the table has such a slot: seats and games come and go."""
    return slot.area != "seat" or (slot.seat < len(scenario.seats) and slot.index < seat_slot_count(scenario))


def slot_face(scenario: Scenario, slot: Slot, look: Look) -> CardFace:
    """Return what a slot shows."""
    struck = slot.area == "dead"
    if slot.area == "seat":
        struck = scenario.seats[slot.seat].folded
        tint = look.theme.seat(slot.seat).name()
        if GAMES[scenario.game].stud:
            return _stud_face(scenario, slot, struck=struck, tint=tint)
        if seat_cards(scenario, slot.seat) is None:
            return CardFace("range", tint=tint)
    token = token_at(scenario, slot)
    if token is None:
        return CardFace("empty", caption=STREETS[slot.index] if slot.area == "board" else "")
    return _token_face(token, struck=struck)


def _stud_face(scenario: Scenario, slot: Slot, *, struck: bool, tint: str) -> CardFace:
    tokens, street = seat_slot_texts(scenario, slot.seat), STYLES[scenario.game].captions[slot.index]
    if tokens is None:
        return CardFace("range", tint=tint) if slot.index <= DOOR else CardFace("empty", caption=street)
    token = tokens[slot.index]
    if token != "x":
        return replace(_token_face(token, struck=struck), below=slot.index not in UP_CARDS)
    if slot.index == len(tokens) - 1 and has_common_card(scenario):
        return CardFace("empty", caption=FOR_ALL)
    written = bool(scenario.seats[slot.seat].cards.strip())
    last_street = tokens[UP_CARDS[-1]] != "x"
    down = (slot.index < DOOR and written) or (slot.index > UP_CARDS[-1] and last_street)
    return CardFace("down" if down else "empty", caption=street)


def _token_face(token: str, *, struck: bool) -> CardFace:
    if rank_of_token(token) is None and plain_cards(token) is None:
        return CardFace("choice", token.strip("[]"), struck=struck)
    rank, suit = card_of_token(token)
    return CardFace("card", rank, suit, struck=struck)


class SlotStrip(QWidget):
    """Slots side by side; clicks, keys and drops go to the table's input."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._input, self._look = context.document, context.input, context.look
        self._shapes: Shapes = ((), (), ())
        self.buttons: list[SlotButton] = []
        """The slots, in order."""
        self._layout = filled(QHBoxLayout(self), spacing=0, margins=NO_MARGINS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        context.input.focus_changed.connect(self.refresh)
        context.look.changed.connect(self._on_look_changed)

    def set_slots(self, slots: Sequence[Slot], sizes: Sequence[tuple[int, int]], gaps: Sequence[int]) -> None:
        """Show these slots with cards of these sizes at 100 %; ``gaps[i]`` pixels stand before slot i (negative:
        closer).
        """
        self._shapes = (slots, sizes, gaps)
        while len(self.buttons) > len(slots):
            button = self.buttons.pop()
            release_focus(button)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(slots):
            self.buttons.append(self._new_button(slots[len(self.buttons)]))
        while self._layout.count():
            self._layout.takeAt(0)
        for button, slot, size, gap in zip(self.buttons, slots, sizes, gaps, strict=True):
            button.slot = slot
            button.setObjectName(slot_name(slot))
            button.set_card_size(*size)
            if gap:
                self._layout.addSpacing(px(gap))
            self._layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignBottom)
            button.show()
        self.refresh()

    @QtSlot()
    def _on_look_changed(self) -> None:
        self.set_slots(*self._shapes)

    def _new_button(self, slot: Slot) -> SlotButton:
        button = SlotButton(slot, self._look, self)
        button.chosen.connect(self._input.choose)
        button.put_back.connect(self._on_put_back)
        button.dropped.connect(self._on_dropped)
        return button

    @QtSlot()
    def refresh(self) -> None:
        """Show what lies in the slots now."""
        scenario = self._document.scenario
        for button in self.buttons:
            slot = button.slot
            if not slot_exists(scenario, slot):
                continue  # the row is about to go
            face = slot_face(scenario, slot, self._look)
            ring = slot == self._input.slot
            if ring and self._input.pending_rank:
                face = CardFace("empty", pending=self._input.pending_rank)
            name = _spoken_name(scenario, slot)
            token = "one card for everybody" if face.caption == FOR_ALL else token_at(scenario, slot)
            button.show_slot(face, ring=ring, name=f"{name}: {token}" if token else name)

    @QtSlot()
    def _on_put_back(self) -> None:
        sender: QObject | None = self.sender()
        if isinstance(sender, SlotButton):
            self._input.clear(sender.slot)
            self._input.cards_requested.emit()

    @QtSlot(object, object)
    def _on_dropped(self, slot: Slot, data: QMimeData) -> None:
        if data.hasFormat(SLOT_MIME):
            source = slot_from(bytes(data.data(SLOT_MIME).data()))
            if source is not None and slot_exists(self._document.scenario, source):  # it may be one of another window
                self._input.move(source, slot)
        elif data.hasFormat(CARD_MIME):
            text = bytes(data.data(CARD_MIME).data()).decode(errors="replace")
            cards = plain_cards(text)
            ranks_only = GAMES[self._document.scenario.game].ranks_only
            if cards and not ranks_only:
                self._input.put_card(cards[0], slot)
            elif ranks_only and text in RAZZ_RANKS:
                self._input.put_rank(RAZZ_RANKS.index(text), slot)


def _spoken_name(scenario: Scenario, slot: Slot) -> str:
    """Return what a screen reader calls a slot; those of the flop are told apart."""
    name = describe_slot(scenario, slot)
    if slot.area == "board" and slot.index < len(FLOP_CARDS):
        return f"{name}, {FLOP_CARDS[slot.index]} card"
    return name
