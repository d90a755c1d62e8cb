"""The assumed ranges of players whose cards a history does not show, by position and by their actions so far.

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
from engine.histories.hand import UNKNOWN_CARD, HandMove, PlayedHand
from engine.players.kinds import NEUTRAL, PlayerKind, neutral_kind, position_at
from engine.ranges.holdem import parse_range
from engine.scenario import Game

FILE = Path(__file__).parents[2] / "resources" / "histories" / "assumed.json"
MAX_LOW_DOOR = 7
"""The rank of the eight with the ace as 0: the highest door card for which a range of low cards is assumed."""
CALLS = ("limped", "called", "called a 3-bet", "called a 4-bet")
RAISES = ("raised", "3-bet", "4-bet")
"""The names of calls and of raises before the flop by the number of raises before them; the last name is used for all
further ones."""
NO_ACTION = "nothing"
"""The action of a player who has not acted yet."""
THIRD_STREET = ("called", "completed", "reraised")
"""The names of a call, a completion and a raise on third street."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions about unseen cards.

    ``kinds``: the kinds of the players, neutral if absent. ``folds``: a player who folded holds the part of his range
    that would not have continued; if False he holds any cards.
    """

    kinds: Mapping[int, PlayerKind] = field(default_factory=dict)
    folds: bool = True

    def kind(self, player: int) -> PlayerKind:
        """Return the kind of a player."""
        return self.kinds.get(player) or neutral_kind()


DEFAULT_ASSUMPTIONS = Assumptions()


@dataclass(frozen=True, slots=True)
class NarrowingStep:
    """A player's action on a later street, the part of the range that it ``keeps`` (empty: all of it), and the
    reason."""

    street: str
    action: str
    keeps: str
    reason: str


@dataclass(frozen=True, slots=True)
class AssumedRange:
    """The assumed range of a player.

    ``cards``: the range as the text of his seat. ``action``: his action on the first street; ``reason``: why such a
    player has this range. ``base``: the range after the first street; ``steps``: what narrowed it on later streets.
    """

    cards: str
    action: str
    reason: str
    base: str = ""
    steps: tuple[NarrowingStep, ...] = ()

    def lines(self, first_street: str) -> tuple[str, ...]:
        """Return how the range came about, one line per street: the action, the hands that it keeps, and the reason."""
        later = (f"{step.street}, {step.action}: {step.keeps or 'all of it'}. {step.reason}" for step in self.steps)
        done = "" if self.action == NO_ACTION else f", {self.action}"
        return (f"{first_street}{done}: {self.base}. {self.reason}", *later)


@cache
def assumed_rows() -> Mapping[str, Any]:
    """Return the data of the assumed ranges in the form of their file."""
    rows: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return rows


@cache
def _rows(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return the rows of the first street by action."""
    return {row["did"]: row for row in assumed_rows()[game]}


def first_street_actions(hand: PlayedHand, move_count: int) -> tuple[str, ...]:
    """Return each player's action on the first street within the first ``move_count`` moves of the hand."""
    return _third_street(hand, move_count) if GAMES[hand.game].stud else _before_flop(hand, move_count)


def _first_street_moves(hand: PlayedHand, move_count: int) -> Iterator[tuple[int, HandMove]]:
    """Yield the moves of the players on the first street, each with its player."""
    for move in takewhile(lambda move: move.kind != "street", hand.moves[:move_count]):
        if move.player is not None:
            yield move.player, move


def _before_flop(hand: PlayedHand, move_count: int) -> tuple[str, ...]:
    """Return each player's action before the flop: his last call, raise or check."""
    actions = [NO_ACTION] * len(hand.names)
    raises = 0
    for player, move in _first_street_moves(hand, move_count):
        if move.kind == "bet/raise":
            actions[player] = RAISES[min(raises, len(RAISES) - 1)]
            raises += 1
        elif move.kind == "check/call":
            actions[player] = CALLS[min(raises, len(CALLS) - 1)] if move.chips else "checked"
    return tuple(actions)


def _third_street(hand: PlayedHand, move_count: int) -> tuple[str, ...]:
    """Return each player's action on third street; a call does not replace an earlier completion or raise."""
    actions = [NO_ACTION] * len(hand.names)
    raises = 0
    for player, move in _first_street_moves(hand, move_count):
        if move.kind == "bring-in":
            actions[player] = "bring-in"
        elif move.kind == "bet/raise":
            raises += 1
            actions[player] = THIRD_STREET[min(raises, 2)]
        elif move.kind == "check/call" and move.chips and actions[player] in (NO_ACTION, "bring-in"):
            actions[player] = THIRD_STREET[0]
    return tuple(actions)


def assumed_range(
    hand: PlayedHand, player: int, action: str, known: str, kind: PlayerKind | None = None
) -> AssumedRange:
    """Return the assumed range of a hold'em player whose action before the flop is ``action``.

    ``known``: the cards that the range cannot contain; if they leave nothing of it, the player may hold any two cards.
    ``kind``: the kind of the player, neutral by default.
    """
    kind = kind or neutral_kind()
    text = range_for_action(kind, position_of(hand, player), action)
    if not has_hands_left(text, known):
        text = GAMES["holdem"].any_hand
    return AssumedRange(
        text, action, _rows("holdem")[action]["why"] + _kind_note(kind, position_of(hand, player), action), text
    )


def position_of(hand: PlayedHand, player: int) -> str:
    """Return the position of a hold'em player, which depends on how many players act after him before the flop."""
    players = len(hand.names)
    return position_at((player - 2) % players if players > 2 else 1 - player, players)


def range_for_action(kind: PlayerKind, position: str, action: str) -> str:
    """Return the range with which a player of a kind takes an action before the flop from a position."""
    custom = kind.ranges_by_action.get(action, {}).get(position)
    if custom is not None:
        return custom
    row = _rows("holdem")[action]
    text = row.get(position, row["range"])
    return text.format(first_in=kind.first_in[position], against_raise=kind.against_raise[position])


def has_hands_left(text: str, known: str) -> bool:
    """Return True if a range contains hands without the ``known`` cards. It is False for a text that cannot be
    parsed."""
    taken = np.uint64(card_mask(card for card, _ in parse_cards(known)))
    try:
        return bool(parse_range(text).weights[(COMBO_MASKS & taken) == 0].any())
    except TextError:  # its exclusions leave nothing
        return False


def _kind_note(kind: PlayerKind, position: str, action: str) -> str:
    """Return a sentence that names the kind of player and what his ranges are based on; "" for the neutral kind."""
    if kind.name == NEUTRAL or action == NO_ACTION:
        return ""
    rests = kind.basis.get(position)
    return f" As {kind.name} plays: {rests}." if rests else f" As a {kind.name} player."


def assumed_down_cards(up: tuple[str, ...], action: str) -> AssumedRange:
    """Return the assumed hand of a razz player with these ``up`` cards whose action on third street is ``action``; the
    text includes the up cards."""
    row = _rows("razz")[action]
    door = up[0] if up else UNKNOWN_CARD
    shown = [card if card != UNKNOWN_CARD else "x" for card in up]
    if door == UNKNOWN_CARD:
        return _down_cards(["x x", *shown], action, row["why"])
    low = _door_rank(door) <= MAX_LOW_DOOR
    text = row["low door" if low else "high door"]
    start = text.format(door=door) if "{door}" in text else f"{text} {door}"
    return _down_cards([start, *shown[1:]], action, row["why"])


def _down_cards(slots: Sequence[str], action: str, reason: str) -> AssumedRange:
    text = " ".join(slots)
    return AssumedRange(text, action, reason, text)


def _door_rank(card: str) -> int:
    try:
        return razz_rank(parse_cards(card)[0][0])
    except TextError:  # a card without a suit does not come from a history
        return MAX_LOW_DOOR
