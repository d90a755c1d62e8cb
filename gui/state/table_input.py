"""Cards by click, key, drag and paste: the slot that gets the next card, and the edits that put it there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtCore import Slot as QtSlot

from engine import GAMES, Problem, Scenario, ScenarioError, seat_field
from engine.cards import NUMBERED_RANKS, RANKS, RAZZ_RANKS, SUITS, TextError, card_text, numbered_notice, spelled_cards
from engine.histories.splitting import looks_like_hands
from engine.ranges.names import POSITIONS
from engine.table.clips import paste_pio, paste_text
from engine.table.cursor import (
    Cursor,
    advance_cursor,
    after_leaving,
    first_cursor,
    landing_slot,
    next_if_filled,
    select_seat,
    select_slot,
)
from engine.table.one_line import FIELD as LINE
from engine.table.one_line import FIRST_GAME, line_notices, table_line
from engine.table.slots import (
    DOOR,
    Slot,
    card_slots,
    describe_slot,
    in_group,
    is_empty_slot,
    last_card_slot,
    move_card,
    next_slot,
    rank_slots,
    surrounding_cards,
    token_at,
    with_card,
    with_rank,
    without_card,
    without_gap,
)
from gui.state.document import Document, new_seat
from gui.storage.scenario_files import read_line
from gui.words.formatting import describe_problem

CONTINUES_HAND = ",;+-:@>"
"""Characters after which cards continue as the text of a range, as in ``AhKh, QQ``; no other text begins with one."""
TEN = "10"


@dataclass(frozen=True, slots=True)
class _Typed:
    """The ``text`` typed at the slots of one seat without a break, from the slot ``start`` on: cards that were put
    down by it, in ``steps`` steps of the document, and half a card. ``scenario``: the table after it."""

    start: Slot
    scenario: Scenario
    text: str = ""
    steps: int = 0


def _rank_of(pending: str) -> str:
    """Return the rank that the typed part of a card denotes."""
    return "T" if pending == TEN else NUMBERED_RANKS.get(pending, pending)


class TableInput(QObject):
    """Turns clicks and keys into edits of the document at the slot of the document's cursor.

    ``focus_changed`` is emitted when another slot or seat is marked or a rank is pending; ``refused`` carries
    the :class:`Problem` of a card that cannot be put down, and ``accepted`` is emitted when one could.
    """

    focus_changed = Signal()
    refused = Signal(object)
    accepted = Signal()
    restarted = Signal()
    """Emitted when the table has been replaced: half-typed texts are to be dropped."""
    text_requested = Signal(int)
    """Emitted with the seat whose text field is to get the focus."""
    text_typed = Signal(int, str, str)
    """Emitted with a seat and a text that was typed at its slots and is not a card: its text field takes it, with the
    caret in front of the third argument, and the keyboard."""
    hands_pasted = Signal(str)
    """Emitted with a pasted text that is a hand history."""
    noticed = Signal(str)
    """Emitted with a notice about a text that was accepted: numbers that were read as ranks."""
    cards_requested = Signal()
    """Emitted when the focused slot is to get the focus back."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last_seat = 0
        """The seat that got the last razz card: F folds it."""
        self._pending = ""
        """The characters of half a card: a rank, or the first digit of a number for one."""
        self._typed: _Typed | None = None
        self._written = False
        """Whether the text of the selected seat was just typed: the next card must not overwrite it."""
        document.cursor_changed.connect(self._on_cursor_changed)

    @property
    def slot(self) -> Slot:
        """The slot that gets the next card."""
        return self._document.cursor.slot

    @property
    def seat(self) -> int:
        """The seat that the pages show."""
        return self._document.cursor.seat

    @property
    def pending_rank(self) -> str | None:
        """The rank of a card whose suit has not been typed yet; None for a 1, which may become a 10."""
        rank = _rank_of(self._pending) if len(self._pending) > 1 else self._pending
        return rank if rank and rank in RANKS else None

    def focus(self, slot: Slot) -> None:
        """Select ``slot``, which the player has pointed at, for the next card."""
        self._move_cursor(select_slot(self._document.scenario, self._document.cursor, slot))

    def focus_seat(self, seat: int) -> None:
        """Select a seat that the player has pointed at; it gets the next card."""
        self._move_cursor(select_seat(self._document.scenario, self._document.cursor, seat))

    def choose_seat(self, seat: int) -> None:
        """Select a seat for the next card, and focus it."""
        self.focus_seat(seat)
        self.cards_requested.emit()

    def choose(self, slot: Slot) -> None:
        """Select ``slot``, which was clicked, for the next card, and focus it."""
        self.focus(slot)
        self.cards_requested.emit()

    def type_doors(self) -> bool:
        """Make room for as many stud hands as there can be, and let the keyboard go to the first door that is free;
        return whether there is one.

        The doors are then typed in a row, seat by seat; seats that stay empty are not dealt in.
        """
        scenario = self._document.scenario
        while len(scenario.seats) < GAMES[scenario.game].max_seats:
            scenario = replace(scenario, seats=(*scenario.seats, new_seat(scenario)))
        doors = [Slot("seat", seat, DOOR) for seat in range(len(scenario.seats))]
        door = next((slot for slot in doors if is_empty_slot(scenario, slot)), None)
        if door is None or not self._apply("Seats for all door cards", scenario, Cursor(door, door.seat)):
            return False
        self.choose(door)
        return True

    def leave_text(self) -> None:
        """Move the focus from a text back to the cards: to the seat of the text, or if it is full to the next slot."""
        leave = after_leaving if self._written else next_if_filled
        self._move_cursor(leave(self._document.scenario, self._document.cursor))
        self.cards_requested.emit()

    def note_written(self) -> None:
        """Note that the text of the selected seat was typed: if it is full, select the next slot, as Enter does."""
        self._written = True

    def restart(self) -> None:
        """Select the first free slot: the table has been replaced."""
        self._move_cursor(first_cursor(self._document.scenario))
        self.restarted.emit()

    def _move_cursor(self, cursor: Cursor) -> None:
        """Select another slot or seat, and drop half a card."""
        previous = self._document.cursor
        pending, self._pending, self._written, self._typed = self._pending, "", False, None
        self._document.set_cursor(cursor)
        # A different cursor has announced itself through the document; the same one without its half card has not.
        if pending and self._document.cursor == previous:
            self.focus_changed.emit()

    @QtSlot()
    def _on_cursor_changed(self) -> None:
        self._pending, self._written, self._typed = "", False, None
        self.focus_changed.emit()

    def _place_for_card(self) -> Slot:
        """Return the focused slot, of which a text that was just typed there is not overwritten."""
        if self._written:
            self._move_cursor(after_leaving(self._document.scenario, self._document.cursor))
        return self.slot

    def click_card(self, card: int) -> None:
        """Put a hold'em card into the focused slot, or remove it from the table if it is there already."""
        taken = card_slots(self._document.scenario).get(card)
        if taken is not None:
            self.clear(taken)
        else:
            self.put_card(card)

    def put_card(self, card: int, slot: Slot | None = None) -> bool:
        """Put a hold'em card into ``slot`` (default: the focused one); it leaves the slot that it was in."""
        scenario, slot = self._document.scenario, slot or self._place_for_card()
        after = with_card(scenario, slot, card)
        lies_in = card_slots(after).get(card, slot)
        text = f"{card_text(card)} to {describe_slot(scenario, slot)}"
        return self._deal(text, after, lies_in)

    def put_rank(self, rank: int, slot: Slot | None = None) -> bool:
        """Put a razz rank (0 ace .. 12 king) into ``slot`` (default: the focused one)."""
        scenario, slot = self._document.scenario, slot or self._place_for_card()
        slot = landing_slot(scenario, slot)
        after = with_rank(scenario, slot, rank)
        text = f"{RAZZ_RANKS[rank]} to {describe_slot(scenario, slot)}"
        done = self._deal(text, after, slot)
        if done and slot.area == "seat":
            self._last_seat = slot.seat
        return done

    def take_rank(self, rank: int) -> None:
        """Remove the last razz card of ``rank`` from the table."""
        places = rank_slots(self._document.scenario)[rank]
        if places:
            self.clear(places[-1])

    def move(self, source: Slot, target: Slot) -> bool:
        """Move the card in ``source`` to ``target``; a card that is there moves to ``source``."""
        scenario = self._document.scenario
        token = token_at(scenario, source)
        if token is None:
            return False
        after = move_card(scenario, source, target)
        return self._deal(f"{token} to {describe_slot(scenario, target)}", after, target)

    def clear(self, slot: Slot) -> None:
        """Remove the card from ``slot``, and focus the slot that is free then."""
        scenario = self._document.scenario
        ranged = in_group(scenario, slot)
        if token_at(scenario, slot) is None or ranged:
            if ranged or (slot.area == "seat" and scenario.seats[slot.seat].cards.strip()):
                self.refused.emit(Problem(seat_field(slot.seat), "this card is part of a range: edit the range text"))
            return
        after = without_card(scenario, slot)
        # Cards behind the removed one may have moved up: the free slot is then the first one after the last card, for
        # which the index 99 is far enough.
        free = slot if token_at(after, slot) is None else without_gap(after, replace(slot, index=99))
        self._apply(f"Clear {describe_slot(scenario, slot)}", after, select_slot(after, self._document.cursor, free))

    def backspace(self) -> None:
        """Remove the rank that was just typed, or else the card in or before the focused slot."""
        self._typed = None
        if self._pending:
            self._set_pending("")
            return
        filled = last_card_slot(self._document.scenario, self.slot)
        if filled is not None:
            self.clear(filled)

    def type_text(self, text: str, *, at_slot: bool = True) -> bool:
        """Handle a typed character; return True if it had a meaning.

        Ranks (``10`` too) and suits put down cards, ``f`` folds in razz, ``/`` moves to the text field of the seat.
        Before a suit, numbers are ranks: 1 and 14 are an ace, 11 to 13 are J, Q, K.

        Characters that make no card, as in ``TT`` and ``Ax``, move to the text field of the seat together with all that
        was typed before; cards that these had put down are removed again. A character that begins no card does so only
        if ``at_slot``, that is, if the focused widget does not use letters itself.
        """
        sign = text.upper()
        if sign == "/":
            self.text_requested.emit(self._seat_to_write())
            return True
        # The characters typed so far belong together only as long as the table is the one after the last of them.
        typed = self._typed if self._typed is not None and self._typed.scenario is self._document.scenario else None
        start, table = self._place_for_card(), self._document.scenario
        if self._goes_on_with_card(sign) if self._pending else self._begins_card(sign, typed):
            changed = self._document.scenario is not table
            refused = not (changed or self._pending or self._ranks_only)
            folded = self._ranks_only and sign == "F"
            # Only cards put down at a seat may turn out to be the beginning of a range; anything else ends the series.
            if start.area != "seat" or refused or folded:
                self._typed = None
                return True
            if typed is None or typed.start.seat != start.seat:
                typed = _Typed(start, table)
            steps = typed.steps + changed
            self._typed = replace(typed, scenario=self._document.scenario, text=typed.text + text, steps=steps)
            return True
        return self._move_to_text(text, typed, at_slot=at_slot)

    @property
    def _ranks_only(self) -> bool:
        return GAMES[self._document.scenario.game].ranks_only

    def _begins_card(self, sign: str, typed: _Typed | None) -> bool:
        """Take the first character of a card, if it is one. A suit after a rank is ignored if suits do not matter."""
        if sign == "1":
            self._set_pending(sign)
            return True
        if not self._ranks_only:
            if sign and sign in RANKS:
                self._set_pending(sign)
            return bool(self._pending)
        behind_rank = typed is not None and typed.text[-1:].upper() in RANKS
        return self._type_rank(sign) or (behind_rank and sign.lower() in SUITS)

    def _goes_on_with_card(self, sign: str) -> bool:
        """Take a character after half a card, if both are a card or may become one; return whether it was handled.

        On the board and in the dead cards, which have no text field, other characters are rejected.
        """
        number = self._pending + sign
        if number == TEN and self._ranks_only:
            return self._type_rank("T")
        if (number in NUMBERED_RANKS or number == TEN) and not self._ranks_only:
            self._set_pending(number)
            return True
        if sign.lower() in SUITS and (rank := _rank_of(self._pending)) in RANKS and not self._ranks_only:
            spelled, card = self._pending, 4 * RANKS.index(rank) + SUITS.index(sign.lower())
            self._set_pending("")
            if self._type_card(card) and spelled in NUMBERED_RANKS:
                self.noticed.emit(numbered_notice(f"{spelled}{sign.lower()}", card))
            return True
        if self.slot.area == "seat":
            return False
        self._set_pending("")
        self.refused.emit(Problem("card", f"{number} is not a card: type a rank and a suit, e.g. Qs"))
        return True

    def _move_to_text(self, text: str, typed: _Typed | None, *, at_slot: bool) -> bool:
        """Move the characters ``typed`` at the slots of a seat, followed by ``text``, to its text field."""
        if not text.isprintable() or not text.strip():
            return False
        slot, cards = self.slot, 1
        if self._pending and typed is None:  # the table has changed since
            text = self._pending + text
        if typed is not None and (text in CONTINUES_HAND or (slot.area == "seat" and slot.seat == typed.start.seat)):
            slot, text, cards = typed.start, typed.text + text, max(typed.steps, 1)
            for _ in range(typed.steps):  # so that the text is one step, which takes back all that was typed
                self._document.undo_stack.undo()
        elif slot.area != "seat" or not at_slot:
            return False
        self._set_pending("")
        self._typed = None
        before, behind = surrounding_cards(self._document.scenario, slot, cards)
        self.text_typed.emit(slot.seat, before + text, behind)
        return True

    def _seat_to_write(self) -> int:
        """Return the seat whose text is meant: the focused one, else the first empty one, else the one used last."""
        if self.slot.area == "seat":
            return self.slot.seat
        seats = self._document.scenario.seats
        return next((i for i, seat in enumerate(seats) if not seat.cards.strip()), self._last_seat)

    def _type_card(self, card: int) -> bool:
        """Put down a typed card. Unlike a drag, typing never takes a card from another hand: it may be a slip."""
        scenario = self._document.scenario
        place = card_slots(scenario).get(card)
        if place is not None:
            self.refused.emit(Problem("card", f"{card_text(card)} is taken: {describe_slot(scenario, place)}"))
            return False
        return self.put_card(card)

    def _type_rank(self, sign: str) -> bool:
        """Put down a razz rank, or with F fold or unfold the seat of the last one; return True if it was either."""
        if sign and sign in RAZZ_RANKS:
            self._set_pending("")
            self.put_rank(RAZZ_RANKS.index(sign))
        elif sign == "F":
            seats = list(self._document.scenario.seats)
            index = min(self._last_seat, len(seats) - 1)
            seats[index] = replace(seats[index], folded=not seats[index].folded)
            text = f"{'Fold' if seats[index].folded else 'Unfold'} {seats[index].name}"
            self._apply(text, replace(self._document.scenario, seats=tuple(seats)), self._document.cursor)
        else:
            return False
        return True

    def _set_pending(self, text: str) -> None:
        if text != self._pending:
            self._pending = text
            self.focus_changed.emit()

    def paste(self, text: str) -> None:
        """Put down pasted cards, as ``engine.table.clips`` reads them, at the selected slot, completely or not at all.

        A hand history is opened by its page, and a table as one line replaces this one. Hand histories are recognized
        first, since they may contain bars like a line.
        """
        if looks_like_hands(text):
            self.hands_pasted.emit(text)
            return
        if line := table_line(text):
            self.paste_line(line)
            return
        try:
            label, scenario, cursor = paste_text(
                self._document.named, self._document.cursor, text, self._document.orders
            )
        except TextError as error:
            self.refused.emit(Problem("clipboard", f"Not pasted: {error.message}", error.position))
            return
        if self._apply(label, scenario, cursor):
            self.tell_spelling(text)

    def tell_spelling(self, text: str) -> None:
        """Report which numbers of an accepted text were read as ranks, if any."""
        self._tell(spelled_cards(text)[1])

    def _tell(self, notices: Iterable[str]) -> None:
        line = "; ".join(notices)
        if line:
            self.noticed.emit(line)

    def paste_line(self, text: str) -> bool:
        """Replace the table by that of one line of text; return whether it was accepted."""
        try:
            scenario = read_line(text, FIRST_GAME, self._document.orders, self._document.named.names)
        except ScenarioError as error:
            self.refused.emit(Problem(LINE, f"Not pasted: {describe_problem(error.problems[0])}"))
            return False
        table = replace(self._with_hero(scenario), run=self._document.scenario.run)
        self._document.open(table, None, saved=False, text="Paste a table", repeatable=True)
        self.restart()
        self.accepted.emit()
        self._tell(describe_problem(notice) for notice in line_notices(text))
        return True

    def _with_hero(self, scenario: Scenario) -> Scenario:
        """Return a table without a name for its first seat with the player's name there, as on the current table."""
        first, *others = scenario.seats
        name = self._document.scenario.seats[0].name
        taken = name.lower() in POSITIONS or any(seat.name == name for seat in others)
        if first.name != "Seat 1" or taken:
            return scenario
        return replace(scenario, seats=(replace(first, name=name), *others))

    def paste_pio(self, text: str) -> tuple[str, ...] | None:
        """Give the selected seat a range of PioSOLVER; return a notice about it, or None if it was rejected."""
        try:
            (label, scenario, cursor), notices = paste_pio(self._document.scenario, self._document.cursor, text)
        except TextError as error:
            self.refused.emit(Problem("clipboard", f"Not pasted: {error.message}", error.position))
            return None
        return notices if self._apply(label, scenario, cursor) else None

    def write(self, scenario: Scenario, label: str) -> bool:
        """Replace the table by one that differs at one seat or slot; if this is full now, select the next one.

        ``label``: the name of the undo step.
        """
        return self._apply(label, scenario, None)

    def _deal(self, text: str, scenario: Scenario, at: Slot) -> bool:
        """Put down a card, which is in ``at`` now, and select the next slot."""
        return self._apply(text, scenario, advance_cursor(scenario, self._document.cursor, next_slot(scenario, at)))

    def _apply(self, text: str, scenario: Scenario, cursor: Cursor | None) -> bool:
        errors = self._document.replace(text, scenario, cursor=cursor)
        if errors:
            self.refused.emit(errors[0])
            return False
        self.accepted.emit()
        return True
