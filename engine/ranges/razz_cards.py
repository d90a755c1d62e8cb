"""Cards and bare ranks as razz texts name them, and the count of what is left of a deck."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.cards import (
    CARD_SEPARATORS,
    LONGEST_CARDS,
    RAZZ_RANKS,
    SUITS,
    TextError,
    check_length,
    plain_signs,
    read_rank,
    read_suit,
)


@dataclass(frozen=True, slots=True)
class RazzCard:
    """A card whose suit (0-3) may be left open; ``rank`` is 0 (ace) .. 12 (king), ``position`` its place in a
    text.
    """

    rank: int
    suit: int | None
    position: int = field(default=0, compare=False)


def parse_razz_cards(text: str) -> tuple[RazzCard, ...]:
    """Parse cards and bare ranks with any separators, as in ``77 Kh``.

    Raises:
        TextError: something is neither a card nor a rank.
    """
    check_length(text, LONGEST_CARDS)
    text = plain_signs(text)
    found: list[RazzCard] = []
    at = 0
    while at < len(text):
        if text[at] in CARD_SEPARATORS or text[at].isspace():
            at += 1
            continue
        sign, suit_at = read_rank(text, at)
        suit, end = read_suit(text, suit_at)
        found.append(RazzCard(RAZZ_RANKS.index(sign), None if suit is None else SUITS.index(suit), at))
        at = end
    return tuple(found)


class RazzDeck:
    """A deck from which known cards leave one by one."""

    def __init__(self) -> None:
        self.live: NDArray[np.int64] = np.full(13, 4, dtype=np.int64)
        """int64[13]: cards left of each rank."""
        self._seen: set[tuple[int, int]] = set()

    def take(self, card: RazzCard) -> None:
        """Take ``card`` out.

        Raises:
            TextError: it is gone already, or all four of its rank are.
        """
        sign = RAZZ_RANKS[card.rank]
        if card.suit is not None:
            if (card.rank, card.suit) in self._seen:
                raise TextError(f"{sign}{SUITS[card.suit]} is in two places", card.position)
            self._seen.add((card.rank, card.suit))
        if self.live[card.rank] == 0:
            raise TextError(f"a fifth {sign}: the deck has only four", card.position)
        self.live[card.rank] -= 1
