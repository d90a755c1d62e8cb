"""Where cards lie on the table, and what moving one does: pure functions from scenario to scenario.

A hold'em seat has two card slots, a razz seat seven (two down, door, fourth to sixth street up, seventh
down), the board five, the dead tray as many as it takes. Hold'em slots hold cards, razz slots hold ranks (0
ace .. 12 king), because suits do not matter there. Hold'em cards close ranks when one is taken away; razz
slots keep their places. A seat whose text is a range of hold'em or several hands of razz has no slots to
speak of: a card put into it starts a hand. A razz hand of choices, as in ``(7-7-7)``, has slots, and its brackets
stay where they are.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from engine.cards import RANKS, RAZZ_RANKS, SUITS, TextError, card_text, parse_cards
from engine.games import GAMES
from engine.ranges.razz_text import parse_razz, slot_texts
from engine.scenario import Scenario

Area = Literal["seat", "board", "dead"]
RAZZ_SLOTS = 7
HOLDEM_SLOTS = 2
BOARD_SLOTS = 5
DOOR = 2
RAZZ_UP = range(DOOR, 6)
"""Indices of the up cards of a razz seat."""
UNKNOWN = "x"
NO_BRACKETS = {ord("("): None, ord(")"): None}


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a card; ``seat`` matters in the area ``seat`` only, ``index`` counts from 0."""

    area: Area
    seat: int = 0
    index: int = 0


@lru_cache(maxsize=512)
def plain_cards(text: str) -> tuple[int, ...] | None:
    """Return the cards of a text of cards only, None for anything else."""
    try:
        return tuple(c for c, _ in parse_cards(text))
    except TextError:
        return None


def seat_cards(scenario: Scenario, seat: int) -> tuple[int, ...] | None:
    """Return the 0 to 2 cards of a hold'em seat, None where it holds a range."""
    cards = plain_cards(scenario.seats[seat].cards)
    return cards if cards is not None and len(cards) <= HOLDEM_SLOTS else None


def seat_slot_texts(scenario: Scenario, seat: int) -> tuple[str, ...] | None:
    """Return the seven slot texts of a razz seat (``x``: nothing written), also of a hand with groups; None for
    several hands.
    """
    slots = slot_texts(scenario.seats[seat].cards.translate(NO_BRACKETS))
    return None if slots is None else (*slots, *(UNKNOWN for _ in range(RAZZ_SLOTS - len(slots))))


def _groups(scenario: Scenario, seat: int) -> list[tuple[int, int]]:
    """Return the slots ``[start, stop)`` that stand in round brackets in the text of a razz seat."""
    try:
        items = parse_razz(scenario.seats[seat].cards).items
    except TextError:
        return []
    if len(items) > 1:
        return []
    groups = [slot.group for slot in items[0].slots]
    return [(groups.index(group), groups.index(group) + groups.count(group)) for group in range(max(groups) + 1)]


def in_group(scenario: Scenario, slot: Slot) -> bool:
    """Return whether a card stands in the round brackets of a razz hand, as the door of ``(7-7-7)`` does."""
    if slot.area != "seat" or scenario.game != "razz" or not seat_slot_texts(scenario, slot.seat):
        return False
    return any(start <= slot.index < stop for start, stop in _groups(scenario, slot.seat))


def tokens_at(scenario: Scenario, slot: Slot) -> list[str]:
    """Return the texts of the cards in the place of ``slot``: seven of a razz seat, else what lies there."""
    if slot.area == "seat":
        if scenario.game == "razz":
            return list(seat_slot_texts(scenario, slot.seat) or (UNKNOWN,) * RAZZ_SLOTS)
        return [card_text(c) for c in seat_cards(scenario, slot.seat) or ()]
    if slot.area == "dead" and scenario.game == "razz":
        return dead_tokens(scenario.dead)
    return [card_text(c) for c in plain_cards(scenario.board if slot.area == "board" else scenario.dead) or ()]


def token_at(scenario: Scenario, slot: Slot) -> str | None:
    """Return the text of the card in ``slot``, None where there is none."""
    tokens = tokens_at(scenario, slot)
    token = tokens[slot.index] if slot.index < len(tokens) else UNKNOWN
    return None if token == UNKNOWN else token


def settled(scenario: Scenario, slot: Slot) -> Slot:
    """Return the slot that a card put into ``slot`` ends up in: hold'em cards leave no gap."""
    return replace(slot, index=min(slot.index, len(tokens_at(scenario, slot))))


def with_token(scenario: Scenario, slot: Slot, token: str) -> Scenario:
    """Put a card's text into ``slot``, in place of what is there."""
    tokens = tokens_at(scenario, slot)
    tokens[slot.index : slot.index + 1] = [token]
    return _with_tokens(scenario, slot, tokens)


def without(scenario: Scenario, slot: Slot) -> Scenario:
    """Take the card out of ``slot``."""
    tokens = tokens_at(scenario, slot)
    tokens[slot.index : slot.index + 1] = [UNKNOWN] if _keeps_places(scenario, slot) else []
    return _with_tokens(scenario, slot, tokens)


def _keeps_places(scenario: Scenario, slot: Slot) -> bool:
    return scenario.game == "razz" and slot.area == "seat"


def _with_tokens(scenario: Scenario, slot: Slot, tokens: list[str]) -> Scenario:
    if slot.area == "board":
        return replace(scenario, board=" ".join(tokens))
    if slot.area == "dead":
        return replace(scenario, dead=" ".join(tokens))
    if scenario.game == "holdem":
        return with_seat_text(scenario, slot.seat, "".join(tokens))
    groups = _groups(scenario, slot.seat) if seat_slot_texts(scenario, slot.seat) else []
    while tokens and tokens[-1] == UNKNOWN:
        tokens.pop()
    for start, stop in groups:
        last = min(stop, len(tokens)) - 1
        if last > start:
            tokens[start], tokens[last] = f"({tokens[start]}", f"{tokens[last]})"
    return with_seat_text(scenario, slot.seat, " ".join(tokens))


def with_seat_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    """Let a seat hold ``text``."""
    seats = list(scenario.seats)
    seats[seat] = replace(seats[seat], cards=text)
    return replace(scenario, seats=tuple(seats))


def swapped(scenario: Scenario, seat: int, other: int) -> Scenario:
    """Let two seats change their cards."""
    texts = scenario.seats[seat].cards, scenario.seats[other].cards
    return with_seat_text(with_seat_text(scenario, seat, texts[1]), other, texts[0])


def with_card(scenario: Scenario, slot: Slot, card: int) -> Scenario:
    """Put a hold'em card into ``slot``, in place of the card there, and take it away from where it was."""
    before = owners(scenario).get(card)
    if before is not None and (before.area, before.seat) == (slot.area, slot.seat):
        return moved(scenario, before, slot)
    if before is not None:
        scenario = without(scenario, before)
    return with_token(scenario, slot, card_text(card))


def with_rank(scenario: Scenario, slot: Slot, rank: int) -> Scenario:
    """Put a razz rank into ``slot``."""
    return with_token(scenario, slot, RAZZ_RANKS[rank])


def moved(scenario: Scenario, source: Slot, target: Slot) -> Scenario:
    """Move the card in ``source`` to ``target``; a card that lies there goes the other way."""
    token, other = token_at(scenario, source), token_at(scenario, target)
    if token is None or source == target:
        return scenario
    if other is None:
        return with_token(without(scenario, source), target, token)
    if (source.area, source.seat) == (target.area, target.seat):
        tokens = tokens_at(scenario, source)
        tokens[source.index], tokens[target.index] = other, token
        return _with_tokens(scenario, source, tokens)
    return with_token(with_token(scenario, source, other), target, token)


def dead_tokens(text: str) -> list[str]:
    """Return the dead cards of a razz scenario one by one, ranks and cards as written."""
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


def owners(scenario: Scenario) -> dict[int, Slot]:
    """Return the slot of every hold'em card that lies somewhere."""
    found: dict[int, Slot] = {}
    for seat in range(len(scenario.seats)):
        for i, c in enumerate(seat_cards(scenario, seat) or ()):
            found[c] = Slot("seat", seat, i)
    for i, c in enumerate(plain_cards(scenario.board) or ()):
        found[c] = Slot("board", index=i)
    for i, c in enumerate(plain_cards(scenario.dead) or ()):
        found[c] = Slot("dead", index=i)
    return found


def rank_owners(scenario: Scenario) -> dict[int, list[Slot]]:
    """Return for each razz rank 0-12 the slots that hold a particular card of it, seats first."""
    found: dict[int, list[Slot]] = {rank: [] for rank in range(13)}
    places = [(Slot("seat", seat), seat_slot_texts(scenario, seat) or ()) for seat in range(len(scenario.seats))]
    for place, tokens in (*places, (Slot("dead"), dead_tokens(scenario.dead))):
        for i, token in enumerate(tokens):
            rank = rank_of_token(token)
            if rank is not None:
                found[rank].append(replace(place, index=i))
    return found


def holds_range(scenario: Scenario, seat: int) -> bool:
    """Return whether a seat's text is more than particular cards, such as a deck puts down."""
    if scenario.game == "holdem":
        return plain_cards(scenario.seats[seat].cards) is None
    slots = seat_slot_texts(scenario, seat)
    return slots is None or any(len(text) > 1 and text[1] not in "shdc" for text in slots)


def describe_slot(scenario: Scenario, slot: Slot) -> str:
    """Return the name of a slot for people, as in ``Hero, door card``."""
    if slot.area == "dead":
        return "dead cards"
    if slot.area == "board":
        return ("flop", "flop", "flop", "turn", "river")[min(slot.index, 4)]
    names: tuple[str, ...] = ("first card", "second card")
    if scenario.game == "razz":
        names = ("first down card", "second down card", "door card", "fourth street", "fifth street",
                 "sixth street", "seventh street")  # fmt: skip
    return f"{scenario.seats[slot.seat].name}, {names[slot.index]}"


def is_free(scenario: Scenario, slot: Slot) -> bool:
    """Return whether a card can be put into ``slot`` without replacing anything."""
    if slot.area == "seat":
        ranged = seat_slot_texts if scenario.game == "razz" else seat_cards
        if ranged(scenario, slot.seat) is None:
            return False
    return token_at(scenario, slot) is None


def seat_slot_count(scenario: Scenario) -> int:
    """Return how many slots a seat has in this game."""
    return len(GAMES[scenario.game].hole_cards)


def shown_slots(scenario: Scenario, seat: int) -> list[Slot]:
    """Return the slots of a seat that are to be seen: of a folded razz hand the door and what else is known."""
    slots = [Slot("seat", seat, i) for i in range(seat_slot_count(scenario))]
    if scenario.game == "razz" and scenario.seats[seat].folded:
        return [slot for slot in slots if slot.index == DOOR or token_at(scenario, slot)]
    return slots


def table_order(scenario: Scenario) -> list[Slot]:
    """Return the slots in the order in which cards are dealt: where the focus goes next.

    Hold'em: the seats' hole cards, the board, the next dead card. Razz: the first seat's down cards and door,
    the doors of the others, then street by street the seats that have not folded, their down cards last.
    """
    dead = Slot("dead", index=len(tokens_at(scenario, Slot("dead"))))
    seats = range(len(scenario.seats))
    if scenario.game == "holdem":
        hands = [Slot("seat", seat, i) for seat in seats for i in range(HOLDEM_SLOTS)]
        return [*hands, *(Slot("board", index=i) for i in range(BOARD_SLOTS)), dead]
    first = [Slot("seat", 0, i) for i in range(DOOR + 1)]
    doors = [Slot("seat", seat, DOOR) for seat in seats[1:]]
    active = [seat for seat in seats if not scenario.seats[seat].folded]
    streets = [Slot("seat", seat, i) for i in range(DOOR + 1, RAZZ_SLOTS) for seat in active]
    return [*first, *doors, *streets, dead]


def next_slot(scenario: Scenario, after: Slot) -> Slot:
    """Return the free slot that follows ``after`` in table order; the dead tray keeps the focus.

    In razz the down cards of the other seats are not in that order; from there the focus goes on to their
    door card.
    """
    order = table_order(scenario)
    if after.area == "dead":
        return order[-1]
    if after not in order and after.index < DOOR:
        order = [Slot("seat", after.seat, i) for i in range(after.index + 1, DOOR + 1)] + order
        start = 0
    else:
        start = order.index(after) + 1 if after in order else 0
    return next((slot for slot in order[start:] if is_free(scenario, slot)), order[-1])


def filled_before(scenario: Scenario, slot: Slot) -> Slot | None:
    """Return ``slot`` if a card lies in it, else the last card before it, in its place or in table order."""
    own = [replace(slot, index=i) for i in range(slot.index, -1, -1)]
    order = table_order(scenario)
    earlier = order[: order.index(slot)][::-1] if slot in order else []
    return next((s for s in (*own, *earlier) if token_at(scenario, s) is not None), None)


def first_free_slot(scenario: Scenario) -> Slot:
    """Return the first free slot in table order (there is always one more dead card)."""
    return next(slot for slot in table_order(scenario) if is_free(scenario, slot))
