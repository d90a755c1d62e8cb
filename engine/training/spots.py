"""Random spots out of named ranges: two seats and, where the game has one, a board or further up cards.

The first seat holds a hand of a range, one time in three the range itself; the second seat holds a range. Ranges with
street filters are left out: they mean something on boards of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE, RAZZ_RANKS, TextError, card_mask, card_text, razz_rank
from engine.games import GAMES
from engine.ranges.bases import filters_of
from engine.ranges.orders import Order
from engine.ranges.razz_text import RazzItem, parse_razz
from engine.rules import problems
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
BY_RANKS = (len(RAZZ_RANKS),) * STARTING_CARDS
SUITS = 4


@dataclass(frozen=True, slots=True)
class SpotRange:
    """A range that spots are made of: its name and its text."""

    name: str
    text: str


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
        TextError: the range cannot be read.
        NothingLeftError: no hand has a weight.
    """
    chances = _weights(parse_razz(text).items) * _deals_of_ranks()
    if not chances.sum() > 0.0:
        raise NothingLeftError
    drawn = generator.choice(chances.size, p=(chances / chances.sum()).ravel())
    hand: list[int] = []
    for rank in np.unravel_index(drawn, chances.shape):
        hand.append(int(generator.choice([c for c in range(DECK_SIZE) if razz_rank(c) == rank and c not in hand])))
    return tuple(hand)


def _deals_of_ranks() -> NDArray[np.float64]:
    """Return in how many ways three ranks are dealt one after the other, float64 of 13 x 13 x 13."""
    first, second, third = np.indices(BY_RANKS)
    ways = SUITS * (SUITS - (second == first)) * (SUITS - (third == first) - (third == second))
    return np.asarray(ways, dtype=np.float64)


def _weights(items: Iterable[RazzItem]) -> NDArray[np.float64]:
    """Return the weight of three ranks as dealt, float64 of 13 x 13 x 13: that of the last item they fit, the down
    cards in either order.
    """
    weights = np.zeros(BY_RANKS)
    for item in items:
        fits = _fitting(item)
        weights[fits | fits.swapaxes(0, 1)] = item.weight
    return weights


def _fitting(item: RazzItem) -> NDArray[np.bool_]:
    """Return which ranks as dealt fit an item, of 13 x 13 x 13."""
    ranks = np.indices(BY_RANKS)
    slots = item.slots[:STARTING_CARDS]
    fits = np.ones(BY_RANKS, dtype=np.bool_)
    for place, slot in enumerate(slots):
        if not slot.free:
            fits &= (slot.ranks >> ranks[place] & 1).astype(np.bool_)
        for before in range(place):
            if slot.group >= 0 and slots[before].group == slot.group:
                fits &= ranks[before] != ranks[place]
    return fits
