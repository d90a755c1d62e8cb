"""The hands and the situations of the first street in each game.

A hand is a combo in hold'em. In razz it is a pair of ranks of down cards, and the door card replaces the
position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS, combo_text
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_hands import CLASSES, class_of_combo
from engine.ranges.orders import COMBO_COUNT, find_order
from engine.ranges.razz_pairs import down_weights, indices_of
from engine.ranges.razz_products import ALL_PAIRS
from engine.ranges.razz_shares import best_pairs, find_down_order, pair_ways, set_text
from engine.scenario.names import GameTable

POSITIONS = ("early", "middle", "cutoff", "button", "small blind", "big blind")
"""In the order in which they act before the flop. A position depends on the number of players behind, so that tables of
any size have them."""
_BEHIND = ("big blind", "small blind", "button", "cutoff", "middle", "middle")
"""Positions by the number of players behind; with six or more it is early."""


class Situation(NamedTuple):
    """A situation on the first street: its ``key`` in files, and the keys of its two texts; the first one is "" if
    nothing can be raised."""

    key: str
    raise_key: str
    call_key: str


@dataclass(frozen=True, slots=True)
class FirstHands:
    """The first street of a game.

    ``situations``: by the number of raises before the player's turn. ``positions``: the keys of the rows of a
    situation. ``by_door``: these are door cards, which change the possible hands. ``count``: the number of hands;
    ``text_weights``: the weight of each hand in a text, by the text and the position; ``name``: the text of a hand;
    ``ways``: how many ways there are to hold each hand in a position, float64[count]; ``places``: the place of each
    hand in the ranking by equity against one random hand, int64[count].
    """

    situations: tuple[Situation, ...]
    positions: tuple[str, ...]
    by_door: bool
    count: int
    text_weights: Callable[[str, str], F64]
    name: Callable[[int], str]
    ways: Callable[[str], F64]
    places: Callable[[str], I64]

    def weights(self, text: str, position: str) -> F64:
        """Return the weight of each hand in a text, float64[count], read-only; an empty text has no hands.

        Raises:
            TextError: the text cannot be read.
        """
        return self.text_weights(text, position) if text.strip() else np.zeros(self.count)


def _combo_places(_position: str) -> I64:
    places = np.empty(len(CLASSES), np.int64)
    places[find_order(None).best_first] = np.arange(len(CLASSES))
    return np.asarray(places[class_of_combo()[0]])


def _pair_places(position: str) -> I64:
    places = np.empty(len(ALL_PAIRS), np.int64)
    best = indices_of(best_pairs(RAZZ_RANKS.index(position), find_down_order(None)))
    places[best] = np.arange(len(ALL_PAIRS))
    return places


def _pair_ways(position: str) -> F64:
    door = RAZZ_RANKS.index(position)
    return np.array([pair_ways(door, pair) for pair in ALL_PAIRS], np.float64)


FIRST_HANDS: GameTable[FirstHands] = GameTable("hands of the first street", {
    "holdem": FirstHands(
        situations=(
            Situation("first", "raise", "limp"),
            Situation("open", "raise", "call"),
            Situation("3-bet", "raise", "call"),
            Situation("4-bet", "raise", "call"),
            Situation("jam", "", "call"),
        ),
        positions=POSITIONS,
        by_door=False,
        count=COMBO_COUNT,
        text_weights=lambda text, _position: parse_range(text).weights,
        name=combo_text,
        ways=lambda _position: np.ones(COMBO_COUNT),
        places=_combo_places,
    ),
    "razz": FirstHands(
        situations=(
            Situation("first", "complete", "limp"),
            Situation("complete", "raise", "call"),
            Situation("raise", "raise", "call"),
        ),
        positions=tuple(RAZZ_RANKS),
        by_door=True,
        count=len(ALL_PAIRS),
        text_weights=lambda text, position: down_weights(text, RAZZ_RANKS.index(position)),
        name=lambda hand: set_text(ALL_PAIRS[hand]),
        ways=_pair_ways,
        places=_pair_places,
    ),
})  # fmt: skip


def position_at(place: int, players: int) -> str:
    """Return the position (of :data:`POSITIONS`) of the ``place``-th player to act before the flop, from 0."""
    behind = players - 1 - place
    return _BEHIND[behind] if behind < len(_BEHIND) else "early"
