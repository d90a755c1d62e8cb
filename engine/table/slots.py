"""The slots of the cards on the table, and moves of cards between them: pure functions from scenario to scenario.

A hold'em seat has two slots, a razz seat seven (two down, the door, fourth to sixth street up, seventh down), the board
five. The dead cards have as many as are needed. Hold'em slots contain cards; razz slots contain ranks (0 ace to 12
king), because suits do not matter. If a hold'em card is removed, the cards after it move up; razz cards stay in their
slots. A seat with a range, or with several razz hands, has no slots: a card put into it starts a new hand. A razz hand
with choices, as in ``(7-7-7)``, has slots, and editing them keeps its brackets.

``hand_texts`` defines how each game writes a hand, ``engine.games`` the numbers that its rules fix.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.cards import RANKS, RAZZ_RANKS, SUITS, card_text
from engine.games import GAMES
from engine.ranges.razz_folds import any_behind
from engine.scenario import Scenario
from engine.table.hand_texts import HANDS, UNKNOWN, plain_cards

Area = Literal["seat", "board", "dead"]
BOARD_SLOTS = 5
DOOR = 2
UP_CARDS = range(DOOR, 6)
"""Indices of the up cards of a stud hand."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The slot of a card. ``seat`` is only used in the area ``seat``; ``index`` is 0-based."""

    area: Area
    seat: int = 0
    index: int = 0


def seat_cards(scenario: Scenario, seat: int) -> tuple[int, ...] | None:
    """Return the cards of a hold'em hand, complete or not, or None if the seat has a range."""
    cards = plain_cards(scenario.seats[seat].cards)
    return cards if cards is not None and len(cards) <= seat_slot_count(scenario) else None


def seat_slot_texts(scenario: Scenario, seat: int) -> tuple[str, ...] | None:
    """Return the texts of a seat's cards, or None if it has a range or several hands.

    A stud hand has one text per slot (``x`` for an empty slot), also if it has groups.
    """
    return HANDS[scenario.game].slots(scenario.seats[seat].cards)


def in_group(scenario: Scenario, slot: Slot) -> bool:
    """Return True if ``slot`` is inside the round brackets of a hand, as the door of ``(7-7-7)`` is."""
    if slot.area != "seat":
        return False
    groups = HANDS[scenario.game].groups(scenario.seats[slot.seat].cards)
    return any(start <= slot.index < stop for start, stop in groups)


def tokens_at(scenario: Scenario, slot: Slot) -> list[str]:
    """Return the texts of the cards at the seat, board or dead cards of ``slot``; for a stud hand one per slot."""
    spec = GAMES[scenario.game]
    if slot.area == "seat":
        missing = (UNKNOWN,) * len(spec.hole_cards) if spec.stud else ()
        return list(seat_slot_texts(scenario, slot.seat) or missing)
    if slot.area == "dead" and spec.ranks_only:
        return dead_tokens(scenario.dead)
    return [card_text(c) for c in plain_cards(scenario.board if slot.area == "board" else scenario.dead) or ()]


def token_at(scenario: Scenario, slot: Slot) -> str | None:
    """Return the text of the card in ``slot``, or None if it is empty."""
    tokens = tokens_at(scenario, slot)
    token = tokens[slot.index] if slot.index < len(tokens) else UNKNOWN
    return None if token == UNKNOWN else token


def without_gap(scenario: Scenario, slot: Slot) -> Slot:
    """Return the slot in which a card put into ``slot`` ends up: the first empty one, if ``slot`` is after it.

    A stud hand may have gaps, so there it is ``slot`` itself.
    """
    return replace(slot, index=min(slot.index, len(tokens_at(scenario, slot))))


def with_token(scenario: Scenario, slot: Slot, token: str) -> Scenario:
    """Return the scenario with the text of a card in ``slot``, replacing the card there."""
    tokens = tokens_at(scenario, slot)
    tokens[slot.index : slot.index + 1] = [token]
    return _with_tokens(scenario, slot, tokens)


def without_card(scenario: Scenario, slot: Slot) -> Scenario:
    """Return the scenario without the card in ``slot``."""
    tokens = tokens_at(scenario, slot)
    keeps_slots = GAMES[scenario.game].stud and slot.area == "seat"
    tokens[slot.index : slot.index + 1] = [UNKNOWN] if keeps_slots else []
    return _with_tokens(scenario, slot, tokens)


def _with_tokens(scenario: Scenario, slot: Slot, tokens: list[str]) -> Scenario:
    """Return the table with ``tokens`` as the texts of all slots of the board, the dead cards or the seat of
    ``slot``."""
    if slot.area == "board":
        return replace(scenario, board=" ".join(tokens))
    if slot.area == "dead":
        return replace(scenario, dead=" ".join(tokens))
    hand = HANDS[scenario.game]
    groups = hand.groups(scenario.seats[slot.seat].cards)
    return with_seat_text(scenario, slot.seat, hand.written(tokens, groups))


def with_seat_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    """Return the scenario with ``text`` as the hand or range of a seat."""
    return scenario.with_seat(seat, cards=text)


def swap_seats(scenario: Scenario, seat: int, other: int) -> Scenario:
    """Return the scenario with the cards of two seats swapped."""
    texts = scenario.seats[seat].cards, scenario.seats[other].cards
    return with_seat_text(with_seat_text(scenario, seat, texts[1]), other, texts[0])


def with_card(scenario: Scenario, slot: Slot, card: int) -> Scenario:
    """Return the scenario with ``card`` in ``slot``. The card there is removed, and ``card`` leaves its previous
    slot."""
    previous = card_slots(scenario).get(card)
    if previous is not None and (previous.area, previous.seat) == (slot.area, slot.seat):
        return move_card(scenario, previous, slot)
    if previous is not None:
        scenario = without_card(scenario, previous)
    return with_token(scenario, slot, card_text(card))


def with_rank(scenario: Scenario, slot: Slot, rank: int) -> Scenario:
    """Return the scenario with a rank (0 ace to 12 king) in ``slot``, in a game in which suits do not matter."""
    return with_token(scenario, slot, RAZZ_RANKS[rank])


def move_card(scenario: Scenario, source: Slot, target: Slot) -> Scenario:
    """Return the scenario with the card in ``source`` moved to ``target``; a card there moves to ``source``."""
    token, other = token_at(scenario, source), token_at(scenario, target)
    if token is None or source == target:
        return scenario
    if other is None:
        return with_token(without_card(scenario, source), target, token)
    if (source.area, source.seat) == (target.area, target.seat):
        tokens = tokens_at(scenario, source)
        tokens[source.index], tokens[target.index] = other, token
        return _with_tokens(scenario, source, tokens)
    return with_token(with_token(scenario, source, other), target, token)


def surrounding_cards(scenario: Scenario, slot: Slot, count: int) -> tuple[str, str]:
    """Return the text of a seat's cards before ``slot`` and the text after the next ``count`` slots.

    Text typed into these slots is inserted between the two. Both are "" if the seat has a range. The first one is also
    "" if no card before the slot is known: then the typed text is the complete hand.
    """
    slot = replace(slot, index=min(slot.index, len(tokens_at(scenario, slot))))
    if seat_slot_texts(scenario, slot.seat) is None:
        return "", ""  # a range: a card put into it starts a hand
    tokens = tokens_at(scenario, slot)
    after = tokens[slot.index + count :] if GAMES[scenario.game].stud else []
    while after and after[-1] == UNKNOWN:
        after.pop()
    separator = " " if GAMES[scenario.game].stud else ""
    known = any(token != UNKNOWN for token in tokens[: slot.index])
    before = separator.join(tokens[: slot.index]) if known else ""
    return before and f"{before}{separator}", "".join(f" {token}" for token in after)


def dead_tokens(text: str) -> list[str]:
    """Return the dead cards of a game without suits one by one, in the notation of the text."""
    tokens: list[str] = []
    for sign in text.replace("10", "T").translate({ord(c): None for c in " ,;\t\r\n[]"}):
        if sign.lower() in "shdc♠♥♦♣♤♡♢♧" and tokens:
            tokens[-1] += sign
        else:
            tokens.append(sign.upper())
    return tokens


def rank_of_token(token: str) -> int | None:
    """Return the razz rank of the text of a particular card (``7``, ``10``, ``Ah``), or None for any other text."""
    sign = token.upper().replace("10", "T")
    if len(sign) == 2 and sign[1] in "SHDC♠♥♦♣♤♡♢♧":
        sign = sign[0]
    return RAZZ_RANKS.index(sign) if len(sign) == 1 and sign in RAZZ_RANKS else None


def card_of_token(token: str) -> tuple[str, int | None]:
    """Return the rank text and the suit (0 s, 1 h, 2 d, 3 c, or None if it is not written) of a token."""
    cards = plain_cards(token)
    if cards is not None and len(cards) == 1:
        return RANKS[cards[0] >> 2], SUITS.index(card_text(cards[0])[1])
    return token, None


def seen_tokens(scenario: Scenario, slot: Slot) -> list[str]:
    """Return :func:`tokens_at` of ``slot``. If the seat has several hands, return the cards that all of them share."""
    if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
        scenario = scenario.with_seat(slot.seat, cards=any_behind(scenario.seats[slot.seat].cards))
    return tokens_at(scenario, slot)


def _laid_out(
    scenario: Scenario, tokens: Callable[[Scenario, Slot], list[str]] = tokens_at
) -> Iterator[tuple[Slot, str]]:
    """Yield all slots with the texts of their cards: seats, board, dead cards."""
    for area in (*(Slot("seat", seat) for seat in range(len(scenario.seats))), Slot("board"), Slot("dead")):
        yield from ((replace(area, index=i), token) for i, token in enumerate(tokens(scenario, area)))


def card_slots(scenario: Scenario) -> dict[int, Slot]:
    """Return {card: slot} for all cards with a suit on the table."""
    return {card: slot for slot, token in _laid_out(scenario) for card in plain_cards(token) or ()}


def rank_slots(scenario: Scenario) -> dict[int, list[Slot]]:
    """Return for each razz rank 0-12 the slots with a particular card of it, seats first.

    For a seat with several hands these are the cards that all of them share, such as the door of ``15% 7``.
    """
    result: dict[int, list[Slot]] = {rank: [] for rank in range(13)}
    for slot, token in _laid_out(scenario, seen_tokens):
        rank = rank_of_token(token)
        if rank is not None:
            result[rank].append(slot)
    return result


def holds_range(scenario: Scenario, seat: int) -> bool:
    """Return True if the text of a seat is more than particular cards, which can be dealt from a deck."""
    return HANDS[scenario.game].is_range(scenario.seats[seat].cards)


def describe_slot(scenario: Scenario, slot: Slot) -> str:
    """Return the name of a slot for messages: ``Hero, door card``."""
    if slot.area == "dead":
        return "dead cards"
    if slot.area == "board":
        return ("flop", "flop", "flop", "turn", "river")[min(slot.index, 4)]
    return f"{scenario.seats[slot.seat].name}, {GAMES[scenario.game].hole_cards[slot.index]}"


def is_empty_slot(scenario: Scenario, slot: Slot) -> bool:
    """Return True if a card can be put into ``slot`` without replacing anything."""
    if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
        return False
    return token_at(scenario, slot) is None


def seat_slot_count(scenario: Scenario) -> int:
    """Return the number of slots of a seat in this game."""
    return len(GAMES[scenario.game].hole_cards)


def visible_slots(scenario: Scenario, seat: int) -> list[Slot]:
    """Return the slots of a seat to display. Of a folded stud hand these are the door and all known cards."""
    slots = [Slot("seat", seat, i) for i in range(seat_slot_count(scenario))]
    if GAMES[scenario.game].stud and scenario.seats[seat].folded:
        return [slot for slot in slots if slot.index == DOOR or token_at(scenario, slot)]
    return slots


def table_order(scenario: Scenario) -> list[Slot]:
    """Return the slots in the order in which cards are dealt. The focus follows this order.

    Hold'em: the hole cards of the seats, the board, the next dead card. Stud: the down cards and door of the first
    seat, the doors of the others, then street by street the seats that have not folded, last the next dead card. The
    two down cards of the other seats are not in this order, nor are unknown ones of a first seat that has folded.
    """
    dead = Slot("dead", index=len(tokens_at(scenario, Slot("dead"))))
    seats = range(len(scenario.seats))
    spec, count = GAMES[scenario.game], seat_slot_count(scenario)
    if not spec.stud:
        hands = [Slot("seat", seat, i) for seat in seats for i in range(count)]
        return [*hands, *(Slot("board", index=i) for i in range(spec.board_cards)), dead]
    first = [slot for slot in visible_slots(scenario, 0) if slot.index <= DOOR]
    doors = [Slot("seat", seat, DOOR) for seat in seats[1:]]
    active = [seat for seat in seats if not scenario.seats[seat].folded]
    streets = [Slot("seat", seat, i) for i in range(DOOR + 1, count) for seat in active]
    return [*first, *doors, *streets, dead]


def next_slot(scenario: Scenario, after: Slot) -> Slot:
    """Return the empty slot that follows ``after`` in table order. From the dead cards it is the next dead card.

    In a stud game the down cards of the other seats are not in that order: from there the focus moves to their door.
    After a door come the doors of the other seats, so that all doors can be typed in a row, and then empty down cards.
    """
    order = table_order(scenario)
    if after.area == "dead":
        return order[-1]
    if after not in order and after.index < DOOR:
        order = [s for s in visible_slots(scenario, after.seat) if after.index < s.index <= DOOR] + order
        start = 0
    else:
        start = order.index(after) + 1 if after in order else 0
    remaining = order[start:]
    if GAMES[scenario.game].stud and after.area == "seat" and after.index == DOOR:
        hands = [slot for slot in (*remaining, *order) if slot.area == "seat"]
        remaining = [*(s for s in hands if s.index == DOOR), *(s for s in hands if s.index < DOOR), *remaining]
    return next((slot for slot in remaining if is_empty_slot(scenario, slot)), order[-1])


def last_card_slot(scenario: Scenario, slot: Slot) -> Slot | None:
    """Return ``slot`` if it has a card, else the last slot with a card before it, first within its area, then in table
    order."""
    own = [replace(slot, index=i) for i in range(slot.index, -1, -1)]
    order = table_order(scenario)
    earlier = order[: order.index(slot)][::-1] if slot in order else []
    return next((s for s in (*own, *earlier) if token_at(scenario, s) is not None), None)


def first_free_slot(scenario: Scenario) -> Slot:
    """Return the first empty slot in table order. There is always one: the next dead card."""
    return next(slot for slot in table_order(scenario) if is_empty_slot(scenario, slot))
