"""The decks, texts and sizes by which the tables of the games differ: one row of ``STYLES`` a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine import Game
from gui.table.deck import GameDeck, HoldemDeck, RazzDeck

Density = Literal["roomy", "compact", "dense", "line"]
"""How much room a row takes; ``line``: all of it stands in one line."""
LINE = 36
"""Height of a row of one line."""


@dataclass(frozen=True, slots=True)
class TableStyle:
    """The deck, the texts of empty fields, and the room that a seat takes."""

    deck: type[GameDeck]
    hint: str
    """How the first seat is filled."""
    seat_text: str
    dead_text: str
    captions: tuple[str, ...]
    """In the empty slots of a hand."""
    heights: Mapping[Density, int]
    """Height of a row that has nothing to complain about and shows no details."""
    widths: Mapping[Density, int]
    """Width below which the parts of a row do not fit side by side."""
    folded_card: tuple[int, int]


STYLES: Mapping[Game, TableStyle] = {
    "holdem": TableStyle(
        deck=HoldemDeck,
        hint="Click two cards or type `ahkd`; a range works too: `TT+, AQs+`",
        seat_text="cards or range",
        dead_text="as in Ks 2d",
        captions=("", ""),
        heights={"roomy": 74, "compact": 64, "dense": 51, "line": LINE},
        widths={"roomy": 444, "compact": 436, "dense": 458, "line": 360},
        folded_card=(24, 31),
    ),
    "razz": TableStyle(
        deck=RazzDeck,
        hint="Click two down cards and a door or type `a29`; a range works too: `(7-7-7)`; `x` is unknown",
        seat_text="cards",
        dead_text="as in 7 7 K",
        captions=("down", "down", "door", "4th", "5th", "6th", "7th"),
        heights={"roomy": 109, "compact": 88, "dense": 64, "line": LINE},
        widths={"roomy": 504, "compact": 428, "dense": 444, "line": 360},
        folded_card=(19, 25),
    ),
}
