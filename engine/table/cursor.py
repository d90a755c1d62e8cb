"""The cursor: the slot of the next card, and the selected seat.

The *slot* is highlighted. The *seat* is the selected one: the pages show it, and strokes paint its range. Both are one
value, which belongs to the document and is saved with each edit, so that undoing an edit restores the cursor.

Dealing a card moves the slot on, and the selected seat with it, unless the player has selected the seat: whoever has
clicked the opponent's door card and put a king there probably wants to paint the opponent's down cards next. A seat
without any cards is selected in any case when its turn comes. If the player has selected no seat and the next card goes
to the board or the dead cards, the first seat is selected.
"""

from dataclasses import dataclass, replace

from engine.games import GAMES
from engine.scenario import Scenario
from engine.table.slots import (
    DOOR,
    Slot,
    first_free_slot,
    holds_range,
    is_empty_slot,
    next_slot,
    seat_slot_count,
    seat_slot_texts,
    table_order,
    token_at,
    tokens_at,
    visible_slots,
    without_gap,
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The slot of the next card and the selected seat. ``pinned``: the player has selected that seat, so dealing keeps
    it."""

    slot: Slot
    seat: int = 0
    pinned: bool = False

    def is_at(self, area: str, seat: int = 0) -> bool:
        """Return True if the next card goes to ``area``, and within the seats to ``seat``."""
        return self.slot.area == area and (area != "seat" or self.slot.seat == seat)

    @property
    def dealt_seat(self) -> int:
        """The seat that gets the next card; the selected one if the card goes to the board or the dead cards."""
        return self.slot.seat if self.slot.area == "seat" else self.seat


def first_cursor(scenario: Scenario) -> Cursor:
    """Return the cursor of a new table, at its first empty slot."""
    return _at(first_free_slot(scenario))


def _at(slot: Slot) -> Cursor:
    """Return the cursor at ``slot``, with the seat that the slot belongs to selected, or the first seat."""
    return Cursor(slot, slot.seat if slot.area == "seat" else 0)


def select_slot(scenario: Scenario, cursor: Cursor, slot: Slot) -> Cursor:
    """Return ``cursor`` after the player has pointed at ``slot``. The board and the dead cards keep the selected
    seat."""
    return Cursor(slot, slot.seat, pinned=True) if slot.area == "seat" else replace(cursor, slot=slot)


def select_seat(scenario: Scenario, cursor: Cursor, seat: int) -> Cursor:
    """Return ``cursor`` after the player has pointed at a seat: at its first empty slot."""
    if cursor.is_at("seat", seat):
        return replace(cursor, seat=seat, pinned=True)
    slots = visible_slots(scenario, seat)
    return select_slot(scenario, cursor, next((slot for slot in slots if is_empty_slot(scenario, slot)), slots[0]))


def advance_cursor(scenario: Scenario, cursor: Cursor, slot: Slot) -> Cursor:
    """Return ``cursor`` after dealing has moved it to ``slot``, without the player selecting anything."""
    if slot.area == "seat":
        if slot.seat == cursor.seat:
            return replace(cursor, slot=slot)
        if not cursor.pinned or not scenario.seats[slot.seat].cards.strip():
            return _at(slot)
    return replace(cursor, slot=slot) if cursor.pinned else _at(slot)


def next_if_filled(scenario: Scenario, cursor: Cursor) -> Cursor:
    """Return ``cursor`` if its slot is empty, else at the next empty slot."""
    return (
        cursor
        if is_empty_slot(scenario, cursor.slot)
        else advance_cursor(scenario, cursor, next_slot(scenario, cursor.slot))
    )


def after_typing(scenario: Scenario, cursor: Cursor) -> Cursor:
    """Return ``cursor`` after text was typed at its seat, board or dead cards: it stays there, at the first empty slot.

    So the caret in a seat's text and the next card from the deck are at the same seat.
    """
    slots = [Slot("dead", index=len(tokens_at(scenario, Slot("dead"))))]
    if cursor.slot.area == "seat":
        slots = visible_slots(scenario, cursor.slot.seat)
    free = next((slot for slot in slots if is_empty_slot(scenario, slot)), cursor.slot)
    return fit_cursor(scenario, replace(cursor, slot=free))


def after_leaving(scenario: Scenario, cursor: Cursor) -> Cursor:
    """Return ``cursor`` after its text field was left: at the slot after the last card typed there.

    In a stud game the next door comes before the next street.
    """
    slot = cursor.slot
    if slot.area == "seat" and slot.index > DOOR and is_empty_slot(scenario, slot):
        return advance_cursor(scenario, cursor, next_slot(scenario, replace(slot, index=slot.index - 1)))
    return next_if_filled(scenario, cursor)


def landing_slot(scenario: Scenario, slot: Slot) -> Slot:
    """Return the slot in which a card put into ``slot`` ends up. No gap is left, and a range is replaced by a hand."""
    if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
        return replace(slot, index=0)
    return without_gap(scenario, slot)


def fit_cursor(scenario: Scenario, cursor: Cursor) -> Cursor:
    """Return ``cursor`` moved to a slot and a seat that the table has; the first cursor if its slot does not exist."""
    if not _exists(scenario, cursor.slot):
        return first_cursor(scenario)
    seat = min(cursor.seat, len(scenario.seats) - 1)
    fitting = Cursor(cursor.slot, seat, cursor.pinned and seat == cursor.seat)
    # A slot may exist but be hidden, because its seat has folded.
    if cursor.slot.area == "seat" and cursor.slot not in visible_slots(scenario, cursor.slot.seat):
        return advance_cursor(scenario, fitting, next_slot(scenario, cursor.slot))
    # There is exactly one empty slot for dead cards: the next one.
    if cursor.slot.area == "dead":
        return replace(fitting, slot=without_gap(scenario, cursor.slot))
    return fitting


def _exists(scenario: Scenario, slot: Slot) -> bool:
    if slot.area == "seat":
        return slot.seat < len(scenario.seats) and slot.index < seat_slot_count(scenario)
    return slot.area == "dead" or slot.index < GAMES[scenario.game].board_cards


def cursor_without_seat(scenario: Scenario, cursor: Cursor, seat: int) -> Cursor:
    """Return ``cursor`` on ``scenario`` after ``seat`` was removed, so that the seats after it have moved up."""
    first = first_cursor(scenario)
    if cursor.slot.area == "seat" and cursor.slot.seat == seat:
        return first
    # The seats after the removed one have moved up by one.
    slot = cursor.slot
    if slot.area == "seat" and slot.seat > seat:
        slot = replace(slot, seat=slot.seat - 1)
    if cursor.seat == seat:
        return advance_cursor(scenario, Cursor(slot), slot)
    return Cursor(slot, cursor.seat - (cursor.seat > seat), cursor.pinned)


def follow_edit(old: Scenario, new: Scenario, cursor: Cursor) -> Cursor:
    """Return the cursor after an edit that does not move it itself: of a text, a file, or another part of the window.

    It moves on if its slot was filled, to a slot that was emptied, and to a seat that was added, unless the cursor is
    already at an empty seat: several seats may be added first and filled later. A seat that was given a range is
    selected.
    """
    slot = cursor.slot
    if old.game != new.game or not _exists(new, slot):
        return first_cursor(new)
    cursor = replace(cursor, seat=min(cursor.seat, len(new.seats) - 1))
    if len(old.seats) == len(new.seats):
        edited = [i for i, (a, b) in enumerate(zip(old.seats, new.seats, strict=True)) if a.cards != b.cards]
        if len(edited) == 1 and holds_range(new, edited[0]):
            cursor = replace(cursor, seat=edited[0], pinned=True)
    if is_empty_slot(old, slot) and not is_empty_slot(new, slot):
        return advance_cursor(new, cursor, next_slot(new, slot))
    if len(old.seats) == len(new.seats):
        # One slot that was emptied, or several of different hands, as when a card was moved: go to the first of them.
        # Several slots of one hand (or of the board) were emptied on purpose, and the cursor stays.
        freed = [s for s in table_order(old)[:-1] if token_at(old, s) and is_empty_slot(new, s)]
        areas = {(s.area, s.seat) for s in freed}
        if len(freed) == 1 or len(areas) > 1:
            return advance_cursor(new, cursor, freed[0])
    added = Slot("seat", len(old.seats), DOOR if GAMES[new.game].stud else 0)
    waiting = slot.area == "seat" and slot.index <= DOOR and is_empty_slot(new, slot)
    if len(new.seats) > len(old.seats) and is_empty_slot(new, added) and not waiting:
        return _at(added)
    if slot.area == "board" and old.board != new.board:
        # The board may have been cleared: the flop comes before the turn.
        cursor = replace(cursor, slot=without_gap(new, slot))
    return fit_cursor(new, cursor)
