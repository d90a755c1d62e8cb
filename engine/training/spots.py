"""Random spots out of named ranges: two seats and, where the game has one, a board or further up cards.

The first seat holds a hand of a range, one time in three the range itself; the second seat holds a range. Ranges with
street filters are left out: they mean something on boards of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.cards import DECK_SIZE, RAZZ_RANKS, TextError, card_mask, card_text, razz_rank
from engine.games import GAMES
from engine.ranges.bases import filters_of
from engine.ranges.orders import Order
from engine.ranges.razz import describe_razz
from engine.ranges.razz_text import first_slots, format_razz, parse_razz
from engine.running.rules import problems
from engine.scenario import RunOptions, Scenario, Seat
from engine.table.random_cards import NothingLeftError, random_hand

BOARDS = (0, 3, 4)
MORE_UP_CARDS = (0, 1, 2)
RANGE_SHARE = 1 / 3
"""How often the first seat holds a whole range."""
HERO = "Hero"
LONGEST_RANGE = 2_000
"""Longer texts are left out: the record keeps the spots."""
LONGEST_TITLE = 100
ATTEMPTS = 50
"""Ranges may exclude one another, or not be readable: so many spots are tried."""
STARTING_CARDS = 3
ANY = "x"


@dataclass(frozen=True, slots=True)
class SpotRange:
    """A range that spots are made of: its name and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Quiz:
    """Spots of one kind: a hold'em ``table`` of two seats without a board, on random flops; its ``title``."""

    title: str
    table: Scenario


class NoSpotError(ValueError):
    """No spot can be made of the ranges there are."""

    def __init__(self) -> None:
        super().__init__("no spot can be made of these ranges")


def random_spot(
    table: Scenario, ranges: Iterable[SpotRange], generator: np.random.Generator, orders: Sequence[Order] = ()
) -> Scenario:
    """Return a spot of the game of ``table``, with its dialect and its order of hands; no card is dead.

    Equal ranges and generators give equal spots. A range gives its name to the seat.

    Raises:
        NoSpotError: none was found.
    """
    usable = [entry for entry in ranges if _usable(entry.text)]
    base = Scenario(table.game, (), run=RunOptions(), dialect=table.dialect, order=table.order)
    deal = _stud_spot if GAMES[table.game].stud else _board_spot
    for _ in range(ATTEMPTS if usable else 0):
        first, second = (usable[int(i)] for i in generator.integers(len(usable), size=2))
        whole = bool(generator.random() < RANGE_SHARE)
        seats = (
            Seat(_name(f"{HERO}, {first.name}" if whole else HERO), first.text),
            Seat(_name(second.name), second.text),
        )
        try:
            spot = deal(replace(base, seats=seats), generator, orders, whole=whole)
        except (NothingLeftError, TextError):
            continue
        if not problems(spot, orders):
            return spot
    raise NoSpotError


def flop_spot(table: Scenario, generator: np.random.Generator, orders: Sequence[Order] = ()) -> Scenario:
    """Return a table on a random flop.

    Raises:
        NoSpotError: no flop leaves a deal, of as many as are tried.
    """
    for _ in range(ATTEMPTS):
        spot = replace(table, board=" ".join(card_text(int(c)) for c in generator.choice(DECK_SIZE, 3, replace=False)))
        if not problems(spot, orders):
            return spot
    raise NoSpotError


def _usable(text: str) -> bool:
    return len(text.strip()) > 0 and len(text) <= LONGEST_RANGE and not filters_of(text)


def _name(text: str) -> str:
    return text[:LONGEST_TITLE]


def _board_spot(spot: Scenario, generator: np.random.Generator, orders: Sequence[Order], *, whole: bool) -> Scenario:
    """Deal the board, then a hand out of the first range."""
    cards = generator.choice(DECK_SIZE, int(generator.choice(BOARDS)), replace=False)
    spot = replace(spot, board=" ".join(card_text(int(card)) for card in cards))
    return spot if whole else random_hand(spot, 0, generator, tuple(orders))


def _stud_spot(spot: Scenario, generator: np.random.Generator, _: Sequence[Order], *, whole: bool) -> Scenario:
    """Deal a hand out of the first range, then further up cards to both, where the texts leave room for them."""
    texts = [seat.cards.strip() for seat in spot.seats]
    taken = 0
    if not whole:
        hand = _stud_hand(texts[0], generator)
        texts[0], taken = "".join(RAZZ_RANKS[razz_rank(card)] for card in hand), card_mask(hand)
    more = int(generator.choice(MORE_UP_CARDS))
    if all(len(items := parse_razz(text).items) == 1 and len(items[0].slots) == STARTING_CARDS for text in texts):
        deck = [card for card in range(DECK_SIZE) if not taken >> card & 1]
        cards = generator.choice(deck, 2 * more, replace=False)
        ups = ["".join(RAZZ_RANKS[razz_rank(int(card))] for card in part) for part in np.split(cards, 2)]
        texts = [text + up for text, up in zip(texts, ups, strict=True)]
    return replace(spot, seats=tuple(replace(seat, cards=t) for seat, t in zip(spot.seats, texts, strict=True)))


def _stud_hand(text: str, generator: np.random.Generator) -> tuple[int, ...]:
    """Return a hand of a razz range, drawn by its weights.

    Raises:
        TextError: the range cannot be read, or no hand has a weight.
    """
    rows = _starting_rows(text)
    row = rows[int(generator.choice(len(rows), p=[row["share"] for row in rows]))]
    signs = row["down"] + row["up"].ljust(1, ANY)
    hand: dict[int, int] = {}
    for place in sorted(range(STARTING_CARDS), key=lambda place: signs[place] == ANY):  # any card: of what is left
        fitting = (card for card in range(DECK_SIZE) if signs[place] in (ANY, RAZZ_RANKS[razz_rank(card)]))
        hand[place] = int(generator.choice([card for card in fitting if card not in hand.values()]))
    return tuple(hand[place] for place in range(STARTING_CARDS))


def _starting_rows(text: str) -> list[dict[str, Any]]:
    """Return the rows of :func:`describe_razz` for what a range says of the starting cards."""
    rows: list[dict[str, Any]] = describe_razz(format_razz(first_slots(parse_razz(text), STARTING_CARDS)))["items"]
    return rows
