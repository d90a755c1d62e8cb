"""The place of the next card and the displayed seat: one mark for the whole window, and how it moves.

The *slot* has the ring. The *seat* is the marked one: the pages show it, strokes paint it. Both are one value that
belongs to the document and goes along with its edits, so that undoing one brings the mark back too.

Dealing moves the slot on by itself, and the seat with it, unless the player has chosen the seat: who has clicked the
opponent's door card and put a king there goes on to paint the opponent's down cards. A seat that has nothing yet is
marked all the same when its turn comes. Where no seat was chosen and the next card goes to none, it is the first one.
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
    """The slot of the next card and the seat that the pages show; ``pinned``: the player has chosen that seat."""

    slot: Slot
    seat: int = 0
    pinned: bool = False

    def is_at(self, area: str, seat: int = 0) -> bool:
        """Say whether the next card goes to this area: to this ``seat`` where it is one of the seats."""
        return self.slot.area == area and (area != "seat" or self.slot.seat == seat)

    @property
    def dealt_seat(self) -> int:
        """The seat that the next card goes to, the marked one where it goes to the board or to the dead cards."""
        return self.slot.seat if self.slot.area == "seat" else self.seat


def first_cursor(scenario: Scenario) -> Cursor:
    """Return the mark of a new table: its first free slot."""
    return _at(first_free_slot(scenario))


def _at(slot: Slot) -> Cursor:
    return Cursor(slot, slot.seat if slot.area == "seat" else 0)


def select_slot(scenario: Scenario, mark: Cursor, slot: Slot) -> Cursor:
    """Return ``mark`` after the player has pointed at ``slot``; board and dead cards leave the seat alone."""
    return Cursor(slot, slot.seat, pinned=True) if slot.area == "seat" else replace(mark, slot=slot)


def select_seat(scenario: Scenario, mark: Cursor, seat: int) -> Cursor:
    """Return ``mark`` after the player has pointed at a seat: its next card goes to its first free slot."""
    if mark.is_at("seat", seat):
        return replace(mark, seat=seat, pinned=True)
    slots = visible_slots(scenario, seat)
    return select_slot(scenario, mark, next((slot for slot in slots if is_empty_slot(scenario, slot)), slots[0]))


def advance_cursor(scenario: Scenario, mark: Cursor, slot: Slot) -> Cursor:
    """Return ``mark`` after dealing has moved the slot on by itself."""
    if slot.area == "seat":
        if slot.seat == mark.seat:
            return replace(mark, slot=slot)
        if not mark.pinned or not scenario.seats[slot.seat].cards.strip():
            return _at(slot)
    return replace(mark, slot=slot) if mark.pinned else _at(slot)


def next_if_filled(scenario: Scenario, mark: Cursor) -> Cursor:
    """Return ``mark`` where its slot is free, else at the next one that is."""
    return (
        mark if is_empty_slot(scenario, mark.slot) else advance_cursor(scenario, mark, next_slot(scenario, mark.slot))
    )


def after_typing(scenario: Scenario, mark: Cursor) -> Cursor:
    """Return ``mark`` after its place was written to as a text: it stays there, at the first free slot if there is one.

    A caret in a seat's text, the ring and the next card from the deck are all at that seat.
    """
    place = [Slot("dead", index=len(tokens_at(scenario, Slot("dead"))))]
    if mark.slot.area == "seat":
        place = visible_slots(scenario, mark.slot.seat)
    free = next((slot for slot in place if is_empty_slot(scenario, slot)), mark.slot)
    return fit_cursor(scenario, replace(mark, slot=free))


def after_leaving(scenario: Scenario, mark: Cursor) -> Cursor:
    """Return ``mark`` after its place was written to and left: where a card goes behind the last one written there. Of
    stud hands the next door comes before the next street."""
    slot = mark.slot
    if slot.area == "seat" and slot.index > DOOR and is_empty_slot(scenario, slot):
        return advance_cursor(scenario, mark, next_slot(scenario, replace(slot, index=slot.index - 1)))
    return next_if_filled(scenario, mark)


def landing_slot(scenario: Scenario, slot: Slot) -> Slot:
    """Return the slot that a card put into ``slot`` lands in: no gap is left, and a range makes room for a hand."""
    if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
        return replace(slot, index=0)
    return without_gap(scenario, slot)


def fit_cursor(scenario: Scenario, mark: Cursor) -> Cursor:
    """Return ``mark`` on a table that has its slot and its seat; the first mark where it has not."""
    if not _exists(scenario, mark.slot):
        return first_cursor(scenario)
    seat = min(mark.seat, len(scenario.seats) - 1)
    fitting = Cursor(mark.slot, seat, mark.pinned and seat == mark.seat)
    if mark.slot.area == "seat" and mark.slot not in visible_slots(scenario, mark.slot.seat):
        return advance_cursor(scenario, fitting, next_slot(scenario, mark.slot))  # the seat has folded
    if mark.slot.area == "dead":
        return replace(fitting, slot=without_gap(scenario, mark.slot))  # the tray has one free slot
    return fitting


def _exists(scenario: Scenario, slot: Slot) -> bool:
    if slot.area == "seat":
        return slot.seat < len(scenario.seats) and slot.index < seat_slot_count(scenario)
    return slot.area == "dead" or slot.index < GAMES[scenario.game].board_cards


def cursor_without_seat(scenario: Scenario, mark: Cursor, seat: int) -> Cursor:
    """Return ``mark`` on ``scenario``, from which ``seat`` has gone: those behind it have moved up."""
    first = first_cursor(scenario)
    if mark.slot.area == "seat" and mark.slot.seat == seat:
        return first
    slot = mark.slot
    if slot.area == "seat" and slot.seat > seat:
        slot = replace(slot, seat=slot.seat - 1)
    if mark.seat == seat:
        return advance_cursor(scenario, Cursor(slot), slot)
    return Cursor(slot, mark.seat - (mark.seat > seat), mark.pinned)


def follow_edit(before: Scenario, after: Scenario, mark: Cursor) -> Cursor:
    """Return the mark after an edit that does not say where it goes: one of a text, a file, another part of the window.

    It moves on where its slot was filled, to the place that was freed, and to a seat just added, unless an empty seat
    is marked already: several may be added first, then filled. A seat that was given a range is the marked one.
    """
    slot = mark.slot
    if before.game != after.game or not _exists(after, slot):
        return first_cursor(after)
    mark = replace(mark, seat=min(mark.seat, len(after.seats) - 1))  # it may have been at the board, with a seat gone
    if len(before.seats) == len(after.seats):
        edited = [i for i, (a, b) in enumerate(zip(before.seats, after.seats, strict=True)) if a.cards != b.cards]
        if len(edited) == 1 and holds_range(after, edited[0]):
            mark = replace(mark, seat=edited[0], pinned=True)
    if is_empty_slot(before, slot) and not is_empty_slot(after, slot):
        return advance_cursor(after, mark, next_slot(after, slot))
    if len(before.seats) == len(after.seats):
        freed = [s for s in table_order(before)[:-1] if token_at(before, s) and is_empty_slot(after, s)]
        places = {(s.area, s.seat) for s in freed}
        if len(freed) == 1 or len(places) > 1:
            return advance_cursor(after, mark, freed[0])
    added = Slot("seat", len(before.seats), DOOR if GAMES[after.game].stud else 0)
    waiting = slot.area == "seat" and slot.index <= DOOR and is_empty_slot(after, slot)
    if len(after.seats) > len(before.seats) and is_empty_slot(after, added) and not waiting:
        return _at(added)
    if slot.area == "board" and before.board != after.board:
        mark = replace(
            mark, slot=without_gap(after, slot)
        )  # the board has been cleared: the flop comes before the turn
    return fit_cursor(after, mark)
