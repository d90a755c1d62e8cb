"""Copy and paste on the table: texts from and to scenarios, free of any clipboard."""

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
NO_TEXT = "the clipboard holds no text"
Clip = tuple[str, Scenario, Cursor]
"""The name of the edit, the table after it and the mark that belongs to it."""


def copied_text(scenario: Scenario, slot: Slot) -> str:
    """Return the text of the place that ``slot`` belongs to: the seat's cards or range, the board, the dead cards."""
    if slot.area == "seat":
        return scenario.seats[slot.seat].cards.strip()
    return (scenario.board if slot.area == "board" else scenario.dead).strip()


def paste_text(scenario: Scenario, mark: Cursor, text: str, orders: Sequence[Order] = ()) -> Clip:
    """Return the table after ``text`` is pasted at ``mark``.

    Cards, as in ``[Ah Kd, Qc]``, go to the marked slot and those after it, three to five at the board take its place;
    ranks go to the dead cards where suits do not matter; any other text is a range, or a razz hand, of the marked seat;
    street filters of the seat stay unless the text has its own.

    Raises:
        TextError: the text is nothing of all that; its message names what is wrong.
    """
    if not text.strip():
        raise TextError(NO_TEXT)
    if mark.slot.area == "dead" and GAMES[scenario.game].ranks_only:
        tokens = dead_tokens(text)
        if all(rank_of_token(token) is not None for token in tokens):
            dead = replace(scenario, dead=" ".join((*dead_tokens(scenario.dead), *tokens)))
            return "Paste dead cards", dead, advance_cursor(dead, mark, next_slot(dead, Slot("dead")))
    try:
        cards = parse_cards(text)
    except TextError as error:
        return _as_range(scenario, mark, text, orders, error)
    if mark.slot.area == "board" and FLOP <= len(cards) <= BOARD_SLOTS:
        board = replace(scenario, board=" ".join(card_text(card) for card, _ in cards))
        return (
            "Paste the board",
            board,
            advance_cursor(board, mark, next_slot(board, Slot("board", index=len(cards) - 1))),
        )
    return _one_by_one(scenario, mark, cards)


def _one_by_one(scenario: Scenario, mark: Cursor, cards: Sequence[tuple[int, int]]) -> Clip:
    for card, position in cards:
        slot = landing_slot(scenario, mark.slot)
        if GAMES[scenario.game].ranks_only:
            scenario = with_rank(scenario, slot, razz_rank(card))
        elif card in card_slots(scenario):
            where = describe_slot(scenario, card_slots(scenario)[card])
            raise TextError(f"{card_text(card)} is taken: {where}", position)
        else:
            scenario = with_card(scenario, slot, card)
            slot = card_slots(scenario).get(card, slot)
        mark = advance_cursor(scenario, mark, next_slot(scenario, slot))
    return "Paste cards", scenario, mark


def _as_range(scenario: Scenario, mark: Cursor, text: str, orders: Sequence[Order], error: TextError) -> Clip:
    """Return the table with ``text`` as the range of the marked seat; ``error`` is why it is no cards."""
    try:
        text = range_text(scenario, text, orders)
    except TextError as wrong:
        raise (error if error.position else wrong) from wrong  # it begins with a card
    name = scenario.seats[mark.seat].name
    after = with_seat_text(scenario, mark.seat, with_base(scenario.seats[mark.seat].cards, text))
    what = "range" if GAMES[scenario.game].hands_are_combos else "hand"
    return f"Paste the {what} of {name}", after, next_if_filled(after, mark)


def paste_pio(scenario: Scenario, mark: Cursor, text: str) -> tuple[Clip, tuple[str, ...]]:
    """Return what pasting a range of PioSOLVER at the marked seat makes of the table, read by Pio's own rules, and what
    may surprise in it.

    Raises:
        TextError: it is no such range; its message names what is wrong.
    """
    if not text.strip():
        raise TextError(NO_TEXT)
    result = read_pio(" ".join(text.split()))
    held = scenario.seats[mark.seat]
    after = with_seat_text(scenario, mark.seat, with_base(held.cards, format_range(result)))
    clip = f"Paste PioSOLVER's range for {held.name}", after, next_if_filled(after, mark)
    return clip, result.notices


def range_text(scenario: Scenario, text: str, orders: Sequence[Order] = ()) -> str:
    """Return what was pasted as the text of a seat: a range or a razz hand, on one line.

    Raises:
        TextError: it is none.
    """
    text = " ".join(text.split())
    if not text:
        raise TextError(NO_TEXT)
    return HANDS[scenario.game].checked(text, scenario, orders)
