"""Copying from and pasting to the table: functions between texts and scenarios, which do not use a clipboard."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import TextError, card_text, parse_cards, razz_rank
from engine.games import GAMES
from engine.ranges.bases import with_base
from engine.ranges.holdem import format_range
from engine.ranges.holdem_meaning import read_pio
from engine.ranges.orders import Order
from engine.scenario import Scenario
from engine.table.cursor import Cursor, advance_cursor, landing_slot, next_if_filled
from engine.table.hand_texts import HANDS
from engine.table.slots import (
    BOARD_SLOTS,
    Slot,
    card_slots,
    dead_tokens,
    describe_slot,
    next_slot,
    rank_of_token,
    with_card,
    with_rank,
    with_seat_text,
)

FLOP = 3
NO_TEXT = "the clipboard contains no text"
Clip = tuple[str, Scenario, Cursor]
"""The name of the edit, the table after it and the new cursor."""


def copied_text(scenario: Scenario, slot: Slot) -> str:
    """Return the text to copy at ``slot``: the seat's cards or range, the board, or the dead cards."""
    if slot.area == "seat":
        return scenario.seats[slot.seat].cards.strip()
    return (scenario.board if slot.area == "board" else scenario.dead).strip()


def paste_text(scenario: Scenario, cursor: Cursor, text: str, orders: Sequence[Order] = ()) -> Clip:
    """Return the table after ``text`` has been pasted at the cursor.

    Cards, as in ``[Ah Kd, Qc]``, go to the selected slot and the following ones; three to five cards at the board
    replace it. Ranks become dead cards if suits do not matter and a dead card is selected. Any other text becomes the
    range or razz hand of the selected seat; the seat's street filters stay unless the text has its own.

    Raises:
        TextError: the text is none of these; the message names the mistake.
    """
    if not text.strip():
        raise TextError(NO_TEXT)
    if cursor.slot.area == "dead" and GAMES[scenario.game].ranks_only:
        tokens = dead_tokens(text)
        if all(rank_of_token(token) is not None for token in tokens):
            dead = replace(scenario, dead=" ".join((*dead_tokens(scenario.dead), *tokens)))
            return "Paste dead cards", dead, advance_cursor(dead, cursor, next_slot(dead, Slot("dead")))
    try:
        cards = parse_cards(text)
    except TextError as error:
        return _as_range(scenario, cursor, text, orders, error)
    if cursor.slot.area == "board" and FLOP <= len(cards) <= BOARD_SLOTS:
        board = replace(scenario, board=" ".join(card_text(card) for card, _ in cards))
        return (
            "Paste the board",
            board,
            advance_cursor(board, cursor, next_slot(board, Slot("board", index=len(cards) - 1))),
        )
    return _one_by_one(scenario, cursor, cards)


def _one_by_one(scenario: Scenario, cursor: Cursor, cards: Sequence[tuple[int, int]]) -> Clip:
    """Put pasted cards into the slots from the cursor on, each as if it had been clicked in the deck.

    Raises:
        TextError: a card is on the table already; the position is that of the card.
    """
    for card, position in cards:
        slot = landing_slot(scenario, cursor.slot)
        if GAMES[scenario.game].ranks_only:
            scenario = with_rank(scenario, slot, razz_rank(card))
        elif card in card_slots(scenario):
            owner = describe_slot(scenario, card_slots(scenario)[card])
            raise TextError(f"{card_text(card)} is taken: {owner}", position)
        else:
            scenario = with_card(scenario, slot, card)
            slot = card_slots(scenario).get(card, slot)
        cursor = advance_cursor(scenario, cursor, next_slot(scenario, slot))
    return "Paste cards", scenario, cursor


def _as_range(scenario: Scenario, cursor: Cursor, text: str, orders: Sequence[Order], error: TextError) -> Clip:
    """Return the table with ``text`` as the range of the selected seat. ``error``: why the text is not cards."""
    try:
        text = range_text(scenario, text, orders)
    except TextError as range_error:
        raise (error if error.position else range_error) from range_error  # it begins with a card
    name = scenario.seats[cursor.seat].name
    edited = with_seat_text(scenario, cursor.seat, with_base(scenario.seats[cursor.seat].cards, text))
    kind = "range" if GAMES[scenario.game].hands_are_combos else "hand"
    return f"Paste the {kind} of {name}", edited, next_if_filled(edited, cursor)


def paste_pio(scenario: Scenario, cursor: Cursor, text: str) -> tuple[Clip, tuple[str, ...]]:
    """Return the table after a PioSOLVER range has been pasted at the selected seat, read by Pio's own rules, and
    notices.

    Raises:
        TextError: this is no such range; the message names the mistake.
    """
    if not text.strip():
        raise TextError(NO_TEXT)
    result = read_pio(" ".join(text.split()))
    holder = scenario.seats[cursor.seat]
    edited = with_seat_text(scenario, cursor.seat, with_base(holder.cards, format_range(result)))
    clip = f"Paste PioSOLVER's range for {holder.name}", edited, next_if_filled(edited, cursor)
    return clip, result.notices


def range_text(scenario: Scenario, text: str, orders: Sequence[Order] = ()) -> str:
    """Return pasted text as the text of a seat: a range or a razz hand, on one line.

    Raises:
        TextError: it is neither.
    """
    text = " ".join(text.split())
    if not text:
        raise TextError(NO_TEXT)
    return HANDS[scenario.game].checked(text, scenario, orders)
