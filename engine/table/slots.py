"""The places of the cards on the table, and the moves of a card: pure functions from scenario to scenario.

A hold'em seat has two card slots, a razz seat seven (two down, door, fourth to sixth street up, seventh
down), the board five, the dead tray as many as it takes. Hold'em slots hold cards, razz slots hold ranks (0
ace .. 12 king), because suits do not matter there. Hold'em cards close ranks when one is taken away; razz
slots keep their places. A seat whose text is a range of hold'em or several hands of razz has no slots to
speak of: a card put into it starts a hand. A razz hand of choices, as in ``(7-7-7)``, has slots, and its brackets
stay where they are. How each game writes a hand is in ``hand_texts``, what its rules fix in ``engine.games``.
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
    """A place for a card; ``seat`` matters in the area ``seat`` only, ``index`` counts from 0."""

    area: Area
    seat: int = 0
    index: int = 0


def seat_cards(scenario: Scenario, seat: int) -> tuple[int, ...] | None:
    """Return the cards of a hand of hold'em as far as it has any, None where it is a range."""
    cards = plain_cards(scenario.seats[seat].cards)
    return cards if cards is not None and len(cards) <= seat_slot_count(scenario) else None


def seat_slot_texts(scenario: Scenario, seat: int) -> tuple[str, ...] | None:
    """Return the texts of a seat's cards, of a stud hand one for each slot (``x``: nothing written), also of a hand
    with groups; None for a range, as are several hands."""
    return HANDS[scenario.game].slots(scenario.seats[seat].cards)


def in_group(scenario: Scenario, slot: Slot) -> bool:
    """Return whether a card stands in the round brackets of a hand, as the door of ``(7-7-7)`` does."""
    if slot.area != "seat":
        return False
    groups = HANDS[scenario.game].groups(scenario.seats[slot.seat].cards)
    return any(start <= slot.index < stop for start, stop in groups)


def tokens_at(scenario: Scenario, slot: Slot) -> list[str]:
    """Return the texts of the cards in the place of ``slot``: all slots of a stud hand, else what lies there."""
    spec = GAMES[scenario.game]
    if slot.area == "seat":
        missing = (UNKNOWN,) * len(spec.hole_cards) if spec.stud else ()
        return list(seat_slot_texts(scenario, slot.seat) or missing)
    if slot.area == "dead" and spec.ranks_only:
        return dead_tokens(scenario.dead)
    return [card_text(c) for c in plain_cards(scenario.board if slot.area == "board" else scenario.dead) or ()]


def token_at(scenario: Scenario, slot: Slot) -> str | None:
    """Return the text of the card in ``slot``, None where there is none."""
    tokens = tokens_at(scenario, slot)
    token = tokens[slot.index] if slot.index < len(tokens) else UNKNOWN
    return None if token == UNKNOWN else token


def without_gap(scenario: Scenario, slot: Slot) -> Slot:
    """Return the slot that a card put into ``slot`` ends up in: but for stud hands, cards leave no gap."""
    return replace(slot, index=min(slot.index, len(tokens_at(scenario, slot))))


def with_token(scenario: Scenario, slot: Slot, token: str) -> Scenario:
    """Put a card's text into ``slot``, in place of its content."""
    tokens = tokens_at(scenario, slot)
    tokens[slot.index : slot.index + 1] = [token]
    return _with_tokens(scenario, slot, tokens)


def without_card(scenario: Scenario, slot: Slot) -> Scenario:
    """Take the card out of ``slot``."""
    tokens = tokens_at(scenario, slot)
    keeps_places = GAMES[scenario.game].stud and slot.area == "seat"
    tokens[slot.index : slot.index + 1] = [UNKNOWN] if keeps_places else []
    return _with_tokens(scenario, slot, tokens)


def _with_tokens(scenario: Scenario, slot: Slot, tokens: list[str]) -> Scenario:
    if slot.area == "board":
        return replace(scenario, board=" ".join(tokens))
    if slot.area == "dead":
        return replace(scenario, dead=" ".join(tokens))
    hand = HANDS[scenario.game]
    groups = hand.groups(scenario.seats[slot.seat].cards)
    return with_seat_text(scenario, slot.seat, hand.written(tokens, groups))


def with_seat_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    """Let a seat hold ``text``."""
    return scenario.with_seat(seat, cards=text)


def swap_seats(scenario: Scenario, seat: int, other: int) -> Scenario:
    """Let two seats change their cards."""
    texts = scenario.seats[seat].cards, scenario.seats[other].cards
    return with_seat_text(with_seat_text(scenario, seat, texts[1]), other, texts[0])


def with_card(scenario: Scenario, slot: Slot, card: int) -> Scenario:
    """Put a card into ``slot``, in place of the card there, and take it away from where it was."""
    before = card_slots(scenario).get(card)
    if before is not None and (before.area, before.seat) == (slot.area, slot.seat):
        return move_card(scenario, before, slot)
    if before is not None:
        scenario = without_card(scenario, before)
    return with_token(scenario, slot, card_text(card))


def with_rank(scenario: Scenario, slot: Slot, rank: int) -> Scenario:
    """Put a rank (0 ace .. 12 king) into ``slot``, in a game in which suits do not matter."""
    return with_token(scenario, slot, RAZZ_RANKS[rank])


def move_card(scenario: Scenario, source: Slot, target: Slot) -> Scenario:
    """Move the card in ``source`` to ``target``; a card that lies there goes the other way."""
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
    """Return the cards of a seat in front of ``slot`` and behind ``count`` slots from there, as texts that a text typed
    in their place stands between; of a hand without a card in front of the slot the text is the whole hand."""
    slot = replace(slot, index=min(slot.index, len(tokens_at(scenario, slot))))
    if seat_slot_texts(scenario, slot.seat) is None:
        return "", ""  # a range: a card put into it starts a hand
    tokens = tokens_at(scenario, slot)
    behind = tokens[slot.index + count :] if GAMES[scenario.game].stud else []
    while behind and behind[-1] == UNKNOWN:
        behind.pop()
    separator = " " if GAMES[scenario.game].stud else ""
    known = any(token != UNKNOWN for token in tokens[: slot.index])
    before = separator.join(tokens[: slot.index]) if known else ""
    return before and f"{before}{separator}", "".join(f" {token}" for token in behind)


def dead_tokens(text: str) -> list[str]:
    """Return dead cards one by one where suits do not matter, ranks and cards as written."""
    tokens: list[str] = []
    for sign in text.replace("10", "T").translate({ord(c): None for c in " ,;\t\r\n[]"}):
        if sign.lower() in "shdc♠♥♦♣♤♡♢♧" and tokens:
            tokens[-1] += sign
        else:
            tokens.append(sign.upper())
    return tokens


def rank_of_token(token: str) -> int | None:
    """Return the razz rank of a particular card's text (``7``, ``10``, ``Ah``), None for anything else."""
    sign = token.upper().replace("10", "T")
    if len(sign) == 2 and sign[1] in "SHDC♠♥♦♣♤♡♢♧":
        sign = sign[0]
    return RAZZ_RANKS.index(sign) if len(sign) == 1 and sign in RAZZ_RANKS else None


def card_of_token(token: str) -> tuple[str, int | None]:
    """Return the rank text and the suit (0 s, 1 h, 2 d, 3 c; None: not written) of a token."""
    cards = plain_cards(token)
    if cards is not None and len(cards) == 1:
        return RANKS[cards[0] >> 2], SUITS.index(card_text(cards[0])[1])
    return token, None


def seen_tokens(scenario: Scenario, place: Slot) -> list[str]:
    """Return the texts of the cards in the place of a slot, of several hands of a seat those that all have alike."""
    if place.area == "seat" and seat_slot_texts(scenario, place.seat) is None:
        scenario = scenario.with_seat(place.seat, cards=any_behind(scenario.seats[place.seat].cards))
    return tokens_at(scenario, place)


def _laid_out(
    scenario: Scenario, tokens: Callable[[Scenario, Slot], list[str]] = tokens_at
) -> Iterator[tuple[Slot, str]]:
    """Yield the slots with their contents: seats, board, dead cards."""
    for place in (*(Slot("seat", seat) for seat in range(len(scenario.seats))), Slot("board"), Slot("dead")):
        yield from ((replace(place, index=i), token) for i, token in enumerate(tokens(scenario, place)))


def card_slots(scenario: Scenario) -> dict[int, Slot]:
    """Return the slot of every card, with its suit, that lies somewhere."""
    return {card: slot for slot, token in _laid_out(scenario) for card in plain_cards(token) or ()}


def rank_slots(scenario: Scenario) -> dict[int, list[Slot]]:
    """Return for each razz rank 0-12 the slots that hold a particular card of it, seats first.

    Of a seat with several hands the cards that all of them have alike are seen, as the door of ``15% 7``.
    """
    result: dict[int, list[Slot]] = {rank: [] for rank in range(13)}
    for slot, token in _laid_out(scenario, seen_tokens):
        rank = rank_of_token(token)
        if rank is not None:
            result[rank].append(slot)
    return result


def holds_range(scenario: Scenario, seat: int) -> bool:
    """Return whether a seat's text is more than particular cards, such as a deck puts down."""
    return HANDS[scenario.game].is_range(scenario.seats[seat].cards)


def describe_slot(scenario: Scenario, slot: Slot) -> str:
    """Return the name of a slot for people, as in ``Hero, door card``."""
    if slot.area == "dead":
        return "dead cards"
    if slot.area == "board":
        return ("flop", "flop", "flop", "turn", "river")[min(slot.index, 4)]
    return f"{scenario.seats[slot.seat].name}, {GAMES[scenario.game].hole_cards[slot.index]}"


def is_empty_slot(scenario: Scenario, slot: Slot) -> bool:
    """Return whether a card can be put into ``slot`` without replacing anything."""
    if slot.area == "seat" and seat_slot_texts(scenario, slot.seat) is None:
        return False
    return token_at(scenario, slot) is None


def seat_slot_count(scenario: Scenario) -> int:
    """Return how many slots a seat has in this game."""
    return len(GAMES[scenario.game].hole_cards)


def visible_slots(scenario: Scenario, seat: int) -> list[Slot]:
    """Return the slots of a seat that are to be seen: of a folded stud hand the door and what else is known."""
    slots = [Slot("seat", seat, i) for i in range(seat_slot_count(scenario))]
    if GAMES[scenario.game].stud and scenario.seats[seat].folded:
        return [slot for slot in slots if slot.index == DOOR or token_at(scenario, slot)]
    return slots


def table_order(scenario: Scenario) -> list[Slot]:
    """Return the slots in the order in which cards are dealt: where the focus goes next.

    The seats' hole cards, the board, the next dead card. In a stud game: the first seat's down cards and door,
    the doors of the others, then street by street the seats that have not folded, their down cards last; down cards of
    a folded hand that nobody knows are in no order.
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
    """Return the free slot that follows ``after`` in table order; the dead tray keeps the focus.

    In a stud game the down cards of the other seats are not in that order; from there the focus goes on to their
    door card. Behind the last door come the first seat's down cards, if they are free: doors may be typed in a row.
    """
    order = table_order(scenario)
    if after.area == "dead":
        return order[-1]
    if after not in order and after.index < DOOR:
        order = [s for s in visible_slots(scenario, after.seat) if after.index < s.index <= DOOR] + order
        start = 0
    else:
        start = order.index(after) + 1 if after in order else 0
    behind = order[start:]
    if GAMES[scenario.game].stud and after.area == "seat" and after.index == DOOR:
        hands = [slot for slot in (*behind, *order) if slot.area == "seat"]
        behind = [*(s for s in hands if s.index == DOOR), *(s for s in hands if s.index < DOOR), *behind]
    return next((slot for slot in behind if is_empty_slot(scenario, slot)), order[-1])


def last_card_slot(scenario: Scenario, slot: Slot) -> Slot | None:
    """Return ``slot`` if a card lies in it, else the last card before it, in its place or in table order."""
    own = [replace(slot, index=i) for i in range(slot.index, -1, -1)]
    order = table_order(scenario)
    earlier = order[: order.index(slot)][::-1] if slot in order else []
    return next((s for s in (*own, *earlier) if token_at(scenario, s) is not None), None)


def first_free_slot(scenario: Scenario) -> Slot:
    """Return the first free slot in table order (there is always one more dead card)."""
    return next(slot for slot in table_order(scenario) if is_empty_slot(scenario, slot))
