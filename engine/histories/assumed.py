"""The assumed ranges of players whose cards the history does not show, by position and by what they have done so far.

The ranges and the reasons for them are data: ``resources/histories/assumed.json``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from engine.cards import COMBO_MASKS, TextError, card_mask, parse_cards, razz_rank
from engine.games import GAMES
from engine.histories.hand import UNKNOWN_CARD, Move, PlayedHand
from engine.players.kinds import NEUTRAL, PlayerKind, neutral_kind, position_at
from engine.ranges.holdem import parse_range
from engine.scenario import Game

FILE = Path(__file__).parents[2] / "resources" / "histories" / "assumed.json"
HIGHEST_LOW_DOOR = 7
"""Rank of the eight, counted from the ace: the highest door card that a range of low cards holds."""
CALLS = ("limped", "called", "called a reraise", "called again")
RAISES = ("raised", "reraised", "raised again")
"""The names of a call and of a raise, by the number of raises before; the last entry stands for all beyond it."""
NOTHING = "nothing"
"""The action of a player who has not acted yet."""
THIRD_STREET = ("called", "raised", "raised again")


@dataclass(frozen=True, slots=True)
class Assuming:
    """The assumptions about unseen cards: the kind of the players (absent: neutral), and whether who ``folds``
    holds what does not play on, or any cards."""

    kinds: Mapping[int, PlayerKind] = field(default_factory=dict)
    folds: bool = True

    def kind(self, player: int) -> PlayerKind:
        """Return of which kind a player is."""
        return self.kinds.get(player) or neutral_kind()


USUAL = Assuming()


@dataclass(frozen=True, slots=True)
class Step:
    """A player's action on a later street, the part of the range that it ``keeps`` (empty: all of it), and why."""

    street: str
    did: str
    keeps: str
    why: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """The assumption about a player: the text of its seat, what it did on the first street, and why such a player holds
    that; ``base`` is what was assumed after that street, ``steps`` what narrowed it on later ones."""

    cards: str
    did: str
    why: str
    base: str = ""
    steps: tuple[Step, ...] = ()

    def lines(self, first_street: str) -> tuple[str, ...]:
        """Return how the range came about, a line for each street: what was done, what it keeps, and why."""
        later = (f"{step.street}, {step.did}: {step.keeps or 'all of it'}. {step.why}" for step in self.steps)
        done = "" if self.did == NOTHING else f", {self.did}"
        return (f"{first_street}{done}: {self.base}. {self.why}", *later)


@cache
def assumed_rows() -> Mapping[str, Any]:
    """Return the data of the assumed ranges, as they are in their file."""
    rows: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return rows


@cache
def _rows(game: Game) -> Mapping[str, Mapping[str, str]]:
    return {row["did"]: row for row in assumed_rows()[game]}


def deeds(hand: PlayedHand, moves: int) -> tuple[str, ...]:
    """Return what each player has done on the first street, within so many moves of the hand."""
    return _third_street(hand, moves) if GAMES[hand.game].stud else _before_flop(hand, moves)


def _on_first_street(hand: PlayedHand, moves: int) -> Iterator[tuple[int, Move]]:
    """Yield the moves of players, each with its player, until a street is dealt."""
    for move in takewhile(lambda move: move.kind != "street", hand.moves[:moves]):
        if move.player is not None:
            yield move.player, move


def _before_flop(hand: PlayedHand, moves: int) -> tuple[str, ...]:
    did = [NOTHING] * len(hand.names)
    raises = 0
    for player, move in _on_first_street(hand, moves):
        if move.kind == "bet/raise":
            did[player] = RAISES[min(raises, len(RAISES) - 1)]
            raises += 1
        elif move.kind == "check/call":
            did[player] = CALLS[min(raises, len(CALLS) - 1)] if move.chips else "checked"
    return tuple(did)


def _third_street(hand: PlayedHand, moves: int) -> tuple[str, ...]:
    did = [NOTHING] * len(hand.names)
    raises = 0
    for player, move in _on_first_street(hand, moves):
        if move.kind == "bring-in":
            did[player] = "brought in"
        elif move.kind == "bet/raise":
            raises += 1
            did[player] = THIRD_STREET[min(raises, 2)]
        elif move.kind == "check/call" and move.chips and did[player] in (NOTHING, "brought in"):
            did[player] = THIRD_STREET[0]
    return tuple(did)


def assumed_range(hand: PlayedHand, player: int, did: str, known: str, kind: PlayerKind | None = None) -> Assumed:
    """Return the range of a hold'em player who did so much; ``known``: the cards that it cannot hold. ``kind``: of
    which kind it is, by default neutral.

    A range of which these leave nothing is replaced by any two cards.
    """
    kind = kind or neutral_kind()
    text = range_of_deed(kind, position_of(hand, player), did)
    if not is_left(text, known):
        text = GAMES["holdem"].any_hand
    return Assumed(text, did, _rows("holdem")[did]["why"] + _of_kind(kind, position_of(hand, player), did), text)


def position_of(hand: PlayedHand, player: int) -> str:
    """Return the position of a hold'em player by how many act behind before the flop."""
    players = len(hand.names)
    return position_at((player - 2) % players if players > 2 else 1 - player, players)


def range_of_deed(kind: PlayerKind, position: str, did: str) -> str:
    """Return with which hands a kind of player does something before the flop."""
    own = kind.deeds.get(did, {}).get(position)
    if own is not None:
        return own
    row = _rows("holdem")[did]
    text = row.get(position, row["range"])
    return text.format(first_in=kind.first_in[position], against_raise=kind.against_raise[position])


def is_left(text: str, known: str) -> bool:
    """Return whether a range has hands without the ``known`` cards; False for one that cannot be read."""
    taken = np.uint64(card_mask(card for card, _ in parse_cards(known)))
    try:
        return bool(parse_range(text).weights[(COMBO_MASKS & taken) == 0].any())
    except TextError:  # of exclusions that leave nothing
        return False


def _of_kind(kind: PlayerKind, position: str, did: str) -> str:
    """Return whose ranges these are, of another kind than the usual."""
    if kind.name == NEUTRAL or did == NOTHING:
        return ""
    rests = kind.rests.get(position)
    return f" As {kind.name} plays: {rests}." if rests else f" As a {kind.name} player."


def assumed_down_cards(up: tuple[str, ...], did: str) -> Assumed:
    """Return the hand of a razz player with these cards up who did so much, the up cards in it."""
    row = _rows("razz")[did]
    door = up[0] if up else UNKNOWN_CARD
    shown = [card if card != UNKNOWN_CARD else "x" for card in up]
    if door == UNKNOWN_CARD:
        return _down_cards(["x x", *shown], did, row["why"])
    low = _rank(door) <= HIGHEST_LOW_DOOR
    text = row["low door" if low else "high door"]
    begin = text.format(door=door) if "{door}" in text else f"{text} {door}"
    return _down_cards([begin, *shown[1:]], did, row["why"])


def _down_cards(slots: Sequence[str], did: str, why: str) -> Assumed:
    text = " ".join(slots)
    return Assumed(text, did, why, text)


def _rank(card: str) -> int:
    try:
        return razz_rank(parse_cards(card)[0][0])
    except TextError:  # a rank alone does not come from a history
        return HIGHEST_LOW_DOOR
