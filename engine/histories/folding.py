"""The folded hands: the part of the range with which a player came to its last decision that does not play on.

Before the flop that is what its position does not play in the situation: where nobody has raised what it does not come
in with, against a raise what it does not go on with. On later streets it is what neither calls nor raises there.
In razz the same goes for the down cards behind the door. What plays on, and why, is data:
``resources/histories/assumed.json``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.cards import TextError, card_mask, parse_cards
from engine.games import GAMES
from engine.histories.assumed import (
    NOTHING,
    Assumed,
    Assuming,
    Step,
    assumed_down_cards,
    assumed_range,
    assumed_rows,
    deeds,
    is_left,
    position_of,
    range_of_deed,
)
from engine.histories.hand import UNKNOWN_CARD, PlayedHand
from engine.histories.later import (
    goes_on,
    narrowed_down_cards,
    narrowed_range,
    played_on,
    plays_on,
)
from engine.players.kinds import PlayerKind
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from engine.ranges.razz import read_hand
from engine.ranges.razz_products import RANK_COUNT
from engine.ranges.razz_text import RazzDeck, parse_razz_cards

FOLDED = "folded"
PAINTED = "As you painted it."
ALL_PLAY_ON = (
    "By the assumption every hand that is left would have played on: the fold says nothing more, and the range stays "
    "as it was."
)
NONE_LEFT = "No hand of the range is left beside the known cards: it stays as it was."
BOARD = (0, 3, 4, 5)
"""Cards of the board by street."""


def folded_range(
    hand: PlayedHand,
    player: int,
    board: Sequence[str],
    known: str,
    assuming: Assuming,
    painted: str = "",
) -> Assumed | None:
    """Return what a hold'em player holds who has folded; None where that is not by a move of its own.

    ``board``: as it is now; ``known``: all cards that the range cannot hold. ``painted``: with what it came, in place
    of what is assumed.
    """
    at = _fold_of(hand, player)
    if at is None:
        return None
    did, kind = deeds(hand, at)[player], assuming.kind(player)
    came = Assumed(painted, did, PAINTED, painted) if painted else assumed_range(hand, player, did, known, kind)
    street = sum(move.kind == "street" for move in hand.moves[:at])
    if not street:
        return _before_flop(hand, player, at, came, known, kind)
    begun = max(i for i, move in enumerate(hand.moves[:at]) if move.kind == "street")
    cards = board[: BOARD[street]]
    if not painted:
        came = narrowed_range(hand, player, begun, came, cards, known, kind)
    return _later(hand, at, street, begun, came, cards, known, kind)


def folded_down_cards(
    hand: PlayedHand, player: int, up: tuple[str, ...], known: Sequence[str], painted: str = ""
) -> Assumed | None:
    """Return what a razz player with these cards ``up`` holds who has folded; None where that is not by a move of its
    own. ``known``: all cards that it cannot hold; ``painted``: with what it came, in place of what is assumed."""
    at = _fold_of(hand, player)
    if at is None:
        return None
    did = deeds(hand, at)[player]
    came = Assumed(painted, did, PAINTED, painted) if painted else assumed_down_cards(up, did)
    street = sum(move.kind == "street" for move in hand.moves[:at])
    begun = max((i for i, move in enumerate(hand.moves[:at]) if move.kind == "street"), default=0)
    if street and not painted:
        came = narrowed_down_cards(hand, player, begun, came, up, known)
    bets = _raises(hand, begun, at)
    if street and not bets:  # a fold that costs nothing says nothing
        return replace(came, did=FOLDED)
    if street:
        _, keeps, _ = plays_on(hand.game, street, bets)
        plays, why = [played_on(keeps, up)], assumed_rows()["folds later"]
    else:
        rows: Sequence[Mapping[str, Any]] = assumed_rows()["razz folds"]
        row = rows[min(bets, len(rows) - 1)]
        plays, why = [assumed_down_cards(up, deed).cards for deed in row["plays"]], row["why"]
    text = f"{came.cards}, !({', '.join(plays)})" if len(plays) > 1 else f"{came.cards}, !{plays[0]}"
    if not _is_dealt(text, up, known):
        return replace(came, did=FOLDED, why=f"{why} {_unchanged(_is_dealt(came.cards, up, known))}")
    return Assumed(text, FOLDED, why, text, steps=came.steps)


def _is_dealt(text: str, up: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether a razz text with these cards ``up``, which are among all ``known`` ones, has hands left."""
    deck = RazzDeck()
    try:
        for card in known:
            deck.take(parse_razz_cards(card)[0])
        hand = read_hand(text)
    except TextError:
        return False
    own = [parse_razz_cards(card)[0].rank for card in up if card != UNKNOWN_CARD]
    live = deck.live + np.bincount(own, minlength=RANK_COUNT)
    return bool((hand.choices <= live).all(axis=1).any())


def _is_left_on(text: str, board: Sequence[str], mask: int) -> bool:
    """Return whether a hold'em range has hands on a board without the cards of ``mask``."""
    try:
        left = filtered(parse_range(text), [card for card, _ in parse_cards("".join(board))], mask)
    except TextError:
        return False
    return bool(live(left.weights, mask).any())


def _unchanged(came: bool) -> str:
    """Return why a fold leaves a range as it was; ``came``: whether there are hands with which the player came here,
    all of which then play on."""
    return ALL_PLAY_ON if came else NONE_LEFT


def _fold_of(hand: PlayedHand, player: int) -> int | None:
    return next((i for i, move in enumerate(hand.moves) if move.kind == "fold" and move.player == player), None)


def _raises(hand: PlayedHand, begin: int, end: int) -> int:
    return sum(move.kind == "bet/raise" for move in hand.moves[begin:end])


def plays_on_before_flop(hand: PlayedHand, player: int, moves: int, raises: int, kind: PlayerKind) -> list[str]:
    """Return with which hands a player plays on before the flop against so many raises, after so many moves."""
    position, did = position_of(hand, player), deeds(hand, moves)[player]
    return [_played(kind, position, did, deed) for deed in _fold_row(raises)["plays"]]


def _fold_row(raises: int) -> Mapping[str, Any]:
    rows: Sequence[Mapping[str, Any]] = assumed_rows()["folds"]
    return rows[min(raises, len(rows) - 1)]


def _before_flop(hand: PlayedHand, player: int, at: int, came: Assumed, known: str, kind: PlayerKind) -> Assumed:
    raises = _raises(hand, 0, at)
    row, plays = _fold_row(raises), plays_on_before_flop(hand, player, at, raises, kind)
    text = ", ".join((came.cards, *(f"!({text})" for text in plays)))
    why = row["why"] if came.did == NOTHING else f"{row['why']} It had {came.did} before."
    if not is_left(text, known):
        return Assumed(came.cards, FOLDED, f"{why} {_unchanged(is_left(came.cards, known))}", came.cards)
    return Assumed(text, FOLDED, why, text)


def _played(kind: PlayerKind, position: str, did: str, deed: str) -> str:
    """Return with which hands a kind plays on: a range by its name, or that of a deed; who has not opened has no share
    of its own for a raise of that."""
    ranges = {"first_in": kind.first_in, "against_raise": kind.against_raise}
    if deed in ranges:
        return ranges[deed][position]
    return range_of_deed(kind if did == "raised" else replace(kind, deeds={}), position, deed)


def _later(
    hand: PlayedHand,
    at: int,
    street: int,
    begun: int,
    came: Assumed,
    board: Sequence[str],
    known: str,
    kind: PlayerKind,
) -> Assumed:
    """Return what is dropped on a later street of the range with which a player came there."""
    name = GAMES[hand.game].streets[street]
    bets = _raises(hand, begun, at)
    if not bets:  # a fold that costs nothing says nothing
        return replace(came, did=FOLDED)
    mask = card_mask(card for card, _ in parse_cards(known))
    deed, keeps, why = goes_on(hand.game, street, bets, kind, came.cards, board, mask)
    text = f"{came.cards} > {name} !({keeps})"
    if not _is_left_on(text, board, mask):
        step = Step(name, FOLDED, "", _unchanged(_is_left_on(came.cards, board, mask)))
        return replace(came, steps=(*came.steps, step))
    step = Step(
        name, FOLDED, f"!({keeps})", f"{assumed_rows()['folds later']} {deed.capitalize()} would have been: {why}"
    )
    return replace(came, cards=text, steps=(*came.steps, step))
