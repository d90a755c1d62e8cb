"""The ranges of players who folded: the part of the range with which a player reached his last decision that folds
there.

Before the flop that is everything that his position does not play in the situation: if nobody has raised, the hands
with which he does not enter the pot; against a raise, the hands with which he does not continue. On later streets it is
everything that neither calls nor raises there. The same holds for the down cards of razz behind the door card. The
hands that continue, with the reasons, are data: ``resources/histories/assumed.json``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.cards import TextError, card_mask, parse_cards
from engine.games import GAMES
from engine.histories.assumed import (
    NO_ACTION,
    AssumedRange,
    Assumptions,
    NarrowingStep,
    assumed_down_cards,
    assumed_range,
    assumed_rows,
    first_street_actions,
    has_hands_left,
    position_of,
    range_for_action,
)
from engine.histories.hand import UNKNOWN_CARD, PlayedHand
from engine.histories.later import (
    continuing_filter,
    continuing_filter_of_kind,
    continuing_razz_hands,
    narrowed_down_cards,
    narrowed_range,
)
from engine.players.kinds import PlayerKind
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from engine.ranges.razz import read_razz_hand
from engine.ranges.razz_products import RANK_COUNT
from engine.ranges.razz_text import RazzDeck, parse_razz_cards

FOLDED = "folded"
PAINTED = "As you painted it."
ALL_CONTINUE = "Every remaining hand is assumed to continue, so the fold does not change the range."
NONE_LEFT = "The known cards leave no hand of this range: it is unchanged."
BOARD_CARDS = (0, 3, 4, 5)
"""Number of board cards by street."""


def folded_range(
    hand: PlayedHand,
    player: int,
    board: Sequence[str],
    known: str,
    assumptions: Assumptions,
    painted: str = "",
) -> AssumedRange | None:
    """Return the range of a hold'em player who folded, or None if he did not fold by a move of his own.

    ``board``: the current board. ``known``: the cards that the range cannot contain. ``painted``: a range with which he
    reached the decision, in place of the assumed one.
    """
    fold_index = _fold_move(hand, player)
    if fold_index is None:
        return None
    action, kind = first_street_actions(hand, fold_index)[player], assumptions.kind(player)
    range_before = (
        AssumedRange(painted, action, PAINTED, painted) if painted else assumed_range(hand, player, action, known, kind)
    )
    street = sum(move.kind == "street" for move in hand.moves[:fold_index])
    if not street:
        return _before_flop(hand, player, fold_index, range_before, known, kind)
    begun = max(i for i, move in enumerate(hand.moves[:fold_index]) if move.kind == "street")
    cards = board[: BOARD_CARDS[street]]
    if not painted:
        range_before = narrowed_range(hand, player, begun, range_before, cards, known, kind)
    return _on_later_street(hand, fold_index, street, begun, range_before, cards, known, kind)


def folded_down_cards(
    hand: PlayedHand, player: int, up: tuple[str, ...], known: Sequence[str], painted: str = ""
) -> AssumedRange | None:
    """Return the hand of a razz player with these ``up`` cards who folded, or None if he did not fold by a move of his
    own.

    ``known``: the cards that it cannot contain. ``painted``: a hand with which he reached the decision, in place of the
    assumed one.
    """
    fold_index = _fold_move(hand, player)
    if fold_index is None:
        return None
    action = first_street_actions(hand, fold_index)[player]
    range_before = AssumedRange(painted, action, PAINTED, painted) if painted else assumed_down_cards(up, action)
    street = sum(move.kind == "street" for move in hand.moves[:fold_index])
    begun = max((i for i, move in enumerate(hand.moves[:fold_index]) if move.kind == "street"), default=0)
    if street and not painted:
        range_before = narrowed_down_cards(hand, player, begun, range_before, up, known)
    bets = _raise_count(hand, begun, fold_index)
    if street and not bets:  # folding without a bet to call tells nothing about the hand
        return replace(range_before, action=FOLDED)
    if street:
        _, keeps, _ = continuing_filter(hand.game, street, bets)
        plays, why = [continuing_razz_hands(keeps, up)], assumed_rows()["folds later"]
    else:
        rows: Sequence[Mapping[str, Any]] = assumed_rows()["razz folds"]
        row = rows[min(bets, len(rows) - 1)]
        plays, why = [assumed_down_cards(up, continuation).cards for continuation in row["plays"]], row["why"]
    text = f"{range_before.cards}, !({', '.join(plays)})" if len(plays) > 1 else f"{range_before.cards}, !{plays[0]}"
    if not _is_dealt(text, up, known):
        return replace(
            range_before, action=FOLDED, reason=f"{why} {_unchanged_reason(_is_dealt(range_before.cards, up, known))}"
        )
    return AssumedRange(text, FOLDED, why, text, steps=range_before.steps)


def _is_dealt(text: str, up: Sequence[str], known: Sequence[str]) -> bool:
    """Return True if the razz text with these ``up`` cards, which are among the ``known`` ones, has a hand that can be
    dealt."""
    deck = RazzDeck()
    try:
        for card in known:
            deck.take(parse_razz_cards(card)[0])
        hand = read_razz_hand(text)
    except TextError:
        return False
    # The hand's own up cards are among the known ones and thus out of the deck: they are put back.
    own = [parse_razz_cards(card)[0].rank for card in up if card != UNKNOWN_CARD]
    live = deck.live + np.bincount(own, minlength=RANK_COUNT)
    return bool((hand.choices <= live).all(axis=1).any())


def _has_hands_on(text: str, board: Sequence[str], mask: int) -> bool:
    """Return True if a hold'em range has hands on ``board`` without the cards of ``mask``."""
    try:
        remaining = filtered(parse_range(text), [card for card, _ in parse_cards("".join(board))], mask)
    except TextError:
        return False
    return bool(live(remaining.weights, mask).any())


def _unchanged_reason(has_hands: bool) -> str:
    """Return why a fold leaves a range as it was. ``has_hands``: the range has hands, all of which continue; otherwise
    it has none."""
    return ALL_CONTINUE if has_hands else NONE_LEFT


def _fold_move(hand: PlayedHand, player: int) -> int | None:
    """Return the index of the move with which a player folded, or None."""
    return next((i for i, move in enumerate(hand.moves) if move.kind == "fold" and move.player == player), None)


def _raise_count(hand: PlayedHand, begin: int, end: int) -> int:
    """Return the number of bets and raises among the moves from ``begin`` to ``end``."""
    return sum(move.kind == "bet/raise" for move in hand.moves[begin:end])


def continuing_ranges(hand: PlayedHand, player: int, moves: int, raises: int, kind: PlayerKind) -> list[str]:
    """Return the ranges with which a player continues before the flop against ``raises`` raises; ``moves``: the number
    of moves before the decision."""
    position, action = position_of(hand, player), first_street_actions(hand, moves)[player]
    return [_continuing_range(kind, position, action, continuation) for continuation in _fold_row(raises)["plays"]]


def _fold_row(raises: int) -> Mapping[str, Any]:
    """Return the row of a fold before the flop against ``raises`` raises."""
    rows: Sequence[Mapping[str, Any]] = assumed_rows()["folds"]
    return rows[min(raises, len(rows) - 1)]


def _before_flop(
    hand: PlayedHand, player: int, fold_index: int, range_before: AssumedRange, known: str, kind: PlayerKind
) -> AssumedRange:
    """Return the range of a player who folded before the flop: the range with which he came minus what continues."""
    raises = _raise_count(hand, 0, fold_index)
    row, plays = _fold_row(raises), continuing_ranges(hand, player, fold_index, raises, kind)
    # The range text excludes the hands that continue, so the seat itself shows the assumption.
    text = ", ".join((range_before.cards, *(f"!({text})" for text in plays)))
    why = (
        row["why"]
        if range_before.action == NO_ACTION
        else f"{row['why']} Action before the fold: {range_before.action}."
    )
    if not has_hands_left(text, known):
        return AssumedRange(
            range_before.cards,
            FOLDED,
            f"{why} {_unchanged_reason(has_hands_left(range_before.cards, known))}",
            range_before.cards,
        )
    return AssumedRange(text, FOLDED, why, text)


def _continuing_range(kind: PlayerKind, position: str, action: str, continuation: str) -> str:
    """Return the range of ``continuation`` with which a kind of player continues: one of his ranges by its name, or
    that of an action.

    His own statistics of answering a raise apply only if he opened himself.
    """
    ranges = {"first_in": kind.first_in, "against_raise": kind.against_raise}
    if continuation in ranges:
        return ranges[continuation][position]
    return range_for_action(kind if action == "raised" else replace(kind, ranges_by_action={}), position, continuation)


def _on_later_street(
    hand: PlayedHand,
    fold_index: int,
    street: int,
    begun: int,
    range_before: AssumedRange,
    board: Sequence[str],
    known: str,
    kind: PlayerKind,
) -> AssumedRange:
    """Return the range of a player who folded on a later street. ``begun``: the index of the move that dealt the
    street; ``range_before``: the range with which he reached it."""
    name = GAMES[hand.game].streets[street]
    bets = _raise_count(hand, begun, fold_index)
    if not bets:  # folding without a bet to call tells nothing about the hand
        return replace(range_before, action=FOLDED)
    mask = card_mask(card for card, _ in parse_cards(known))
    continuation, keeps, why = continuing_filter_of_kind(hand.game, street, bets, kind, range_before.cards, board, mask)
    text = f"{range_before.cards} > {name} !({keeps})"
    if not _has_hands_on(text, board, mask):
        step = NarrowingStep(name, FOLDED, "", _unchanged_reason(_has_hands_on(range_before.cards, board, mask)))
        return replace(range_before, steps=(*range_before.steps, step))
    step = NarrowingStep(
        name,
        FOLDED,
        f"!({keeps})",
        f"{assumed_rows()['folds later']} {continuation.capitalize()} would have been: {why}",
    )
    return replace(range_before, cards=text, steps=(*range_before.steps, step))
