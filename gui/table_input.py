"""Cards by click, key, drag and paste: where the next card goes, and how it gets there."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtCore import Slot as QtSlot

from engine import (
    RANKS,
    RAZZ_RANKS,
    SUITS,
    Problem,
    Scenario,
    TextError,
    card_text,
    parse_cards,
    razz_rank,
    seat_field,
)
from gui.document import Document
from gui.slots import (
    DOOR,
    Slot,
    describe_slot,
    filled_before,
    first_free_slot,
    in_group,
    is_free,
    moved,
    next_slot,
    owners,
    rank_owners,
    seat_slot_texts,
    settled,
    table_order,
    token_at,
    with_card,
    with_rank,
    without,
)


class TableInput(QObject):
    """Holds the focused slot and turns clicks and keys into edits of the document.

    ``focus_changed`` is emitted when another slot gets the focus or a rank is pending; ``refused`` carries
    the :class:`Problem` of a card that cannot be put down, and ``accepted`` is emitted when one could.
    """

    focus_changed = Signal()
    refused = Signal(object)
    accepted = Signal()
    text_wished = Signal(int)
    """Emitted with the seat whose text is to get the keyboard."""
    cards_wished = Signal()
    """Emitted when the focused slot is to get it back."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._slot = first_free_slot(document.scenario)
        self._last_seat = 0
        self._pending = ""
        self._own_edit = False
        document.changed.connect(self._on_document_changed)

    @property
    def slot(self) -> Slot:
        """The slot that the next card goes to."""
        return self._slot

    @property
    def pending_rank(self) -> str | None:
        """The rank already typed of a card whose suit is still to come."""
        return self._pending if self._pending in RANKS and self._pending else None

    def focus(self, slot: Slot) -> None:
        """Let the next card go to ``slot``."""
        if (slot, "") != (self._slot, self._pending):
            self._slot, self._pending = slot, ""
            self.focus_changed.emit()

    def restart(self) -> None:
        """Let the next card go to the first free slot: another table has come."""
        self.focus(first_free_slot(self._document.scenario))

    def click_card(self, card: int) -> None:
        """Put a hold'em card into the focused slot; free it if it lies somewhere already."""
        taken = owners(self._document.scenario).get(card)
        if taken is not None:
            self.clear(taken)
        else:
            self.put_card(card)

    def put_card(self, card: int, slot: Slot | None = None) -> bool:
        """Put a hold'em card into ``slot`` (default: the focused one), moving it from where it was."""
        scenario, slot = self._document.scenario, slot or self._slot
        after = with_card(scenario, slot, card)
        lies_in = owners(after).get(card, slot)
        text = f"{card_text(card)} to {describe_slot(scenario, slot)}"
        return self._apply(text, after, next_slot(after, lies_in))

    def put_rank(self, rank: int, slot: Slot | None = None) -> bool:
        """Put a razz rank (0 ace .. 12 king) into ``slot`` (default: the focused one)."""
        scenario, slot = self._document.scenario, slot or self._slot
        if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
            slot = Slot("seat", slot.seat, 0)
        slot = settled(scenario, slot)
        after = with_rank(scenario, slot, rank)
        text = f"{RAZZ_RANKS[rank]} to {describe_slot(scenario, slot)}"
        done = self._apply(text, after, next_slot(after, slot))
        if done and slot.area == "seat":
            self._last_seat = slot.seat
        return done

    def take_rank(self, rank: int) -> None:
        """Take the last razz card of ``rank`` back off the table."""
        places = rank_owners(self._document.scenario)[rank]
        if places:
            self.clear(places[-1])

    def move(self, source: Slot, target: Slot) -> bool:
        """Move the card in ``source`` to ``target``; a card that lies there goes the other way."""
        scenario = self._document.scenario
        token = token_at(scenario, source)
        if token is None:
            return False
        after = moved(scenario, source, target)
        return self._apply(f"{token} to {describe_slot(scenario, target)}", after, next_slot(after, target))

    def clear(self, slot: Slot) -> None:
        """Take the card out of ``slot`` and focus the place that is free then."""
        scenario = self._document.scenario
        ranged = in_group(scenario, slot)
        if token_at(scenario, slot) is None or ranged:
            if ranged or (slot.area == "seat" and scenario.seats[slot.seat].cards.strip()):
                self.refused.emit(Problem(seat_field(slot.seat), "this card is part of a range: change the text"))
            return
        after = without(scenario, slot)
        free = slot if token_at(after, slot) is None else settled(after, replace(slot, index=99))
        self._apply(f"Clear {describe_slot(scenario, slot)}", after, free)

    def backspace(self) -> None:
        """Take back the rank just typed, or the card in or before the focused slot."""
        if self._pending:
            self.focus(self._slot)
            return
        filled = filled_before(self._document.scenario, self._slot)
        if filled is not None:
            self.clear(filled)

    def type_text(self, text: str) -> bool:
        """Take a typed character: ranks (``10`` too) and suits put down cards, ``f`` folds in razz, ``/`` asks for
        the text of the seat.

        Return whether the character meant something here.
        """
        sign = text.upper()
        if sign == "/":
            self.text_wished.emit(self._seat_to_write())
            return True
        if sign == "1":
            self._set_pending("1")
            return True
        if sign == "0" and self._pending == "1":
            sign = "T"
        if self._document.scenario.game == "razz":
            return self._type_razz(sign)
        return self._type_holdem(sign)

    def _seat_to_write(self) -> int:
        """Return the seat whose text is meant: the focused one, else the first that is empty, else the last used."""
        if self._slot.area == "seat":
            return self._slot.seat
        seats = self._document.scenario.seats
        return next((i for i, seat in enumerate(seats) if not seat.cards.strip()), self._last_seat)

    def _type_holdem(self, sign: str) -> bool:
        rank = self.pending_rank
        if rank is not None and sign and sign.lower() in SUITS:
            self._set_pending("")
            self._type_card(4 * RANKS.index(rank) + SUITS.index(sign.lower()))
            return True
        if sign and sign in RANKS:
            self._set_pending(sign)
            return True
        return False

    def _type_card(self, card: int) -> None:
        """Put down a typed card; unlike a drag, a slip of the keyboard takes no card away from another hand."""
        scenario = self._document.scenario
        place = owners(scenario).get(card)
        if place is not None:
            self.refused.emit(Problem("card", f"{card_text(card)} is taken: {describe_slot(scenario, place)}"))
        else:
            self.put_card(card)

    def _type_razz(self, sign: str) -> bool:
        if sign and sign in RAZZ_RANKS:
            self._set_pending("")
            self.put_rank(RAZZ_RANKS.index(sign))
        elif sign == "F":
            self._fold(self._last_seat)
        else:
            return False
        return True

    def _set_pending(self, text: str) -> None:
        if text != self._pending:
            self._pending = text
            self.focus_changed.emit()

    def _fold(self, index: int) -> None:
        seats = list(self._document.scenario.seats)
        seats[index] = replace(seats[index], folded=not seats[index].folded)
        text = f"{'Fold' if seats[index].folded else 'Unfold'} {seats[index].name}"
        self._apply(text, replace(self._document.scenario, seats=tuple(seats)), self._slot)

    def paste(self, text: str) -> None:
        """Put down pasted cards, as in ``[Ah Kd, Qc]``, from the focused slot on; all or none."""
        try:
            cards = parse_cards(text)
        except TextError as error:
            self.refused.emit(Problem("clipboard", error.message, error.position))
            return
        scenario, slot = self._document.scenario, self._slot
        for card, position in cards:
            if scenario.game == "razz":
                slot = settled(scenario, slot)
                scenario = with_rank(scenario, slot, razz_rank(card))
            elif card in owners(scenario):
                where = describe_slot(scenario, owners(scenario)[card])
                self.refused.emit(Problem("clipboard", f"{card_text(card)} is taken: {where}", position))
                return
            else:
                scenario = with_card(scenario, slot, card)
                slot = owners(scenario).get(card, slot)
            slot = next_slot(scenario, slot)
        self._apply("Paste cards", scenario, slot)

    def _apply(self, text: str, scenario: Scenario, focus: Slot) -> bool:
        self._own_edit = True
        wrong = self._document.replace(text, scenario)
        self._own_edit = False
        if wrong:
            self.refused.emit(wrong[0])
            return False
        self.accepted.emit()
        self.focus(focus)
        return True

    @QtSlot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._last_seat = min(self._last_seat, len(after.seats) - 1)
        if before.game != after.game or (self._slot.area == "seat" and self._slot.seat >= len(after.seats)):
            self.focus(first_free_slot(after))
        elif not self._own_edit and is_free(before, self._slot) and not is_free(after, self._slot):
            self.focus(next_slot(after, self._slot))  # a text or a file has filled it
        elif not self._own_edit:
            self._focus_freed(before, after)
            self._focus_added(before, after)
            if self._slot.area == "board" and before.board != after.board:
                self.focus(settled(after, self._slot))  # the board has been cleared: the flop comes before the turn

    def _focus_added(self, before: Scenario, after: Scenario) -> None:
        """Go to a seat just added, unless an empty seat is marked already: several may be added first, then filled."""
        added = Slot("seat", len(before.seats), DOOR if after.game == "razz" else 0)
        waiting = self._slot.area == "seat" and self._slot.index <= DOOR and is_free(after, self._slot)
        if len(after.seats) > len(before.seats) and is_free(after, added) and not waiting:
            self.focus(added)

    def _focus_freed(self, before: Scenario, after: Scenario) -> None:
        """Go back to the place of the one card that an undo, say, has taken away; to the first place of a new hand."""
        if len(before.seats) != len(after.seats):
            return
        freed = [s for s in table_order(before)[:-1] if token_at(before, s) and is_free(after, s)]
        places = {(slot.area, slot.seat) for slot in freed}
        if len(freed) == 1 or len(places) > 1:
            self.focus(freed[0])
