"""What a bet or raise was worth against one opponent who may call: he folds what does not play on against it, as is
assumed of him, and calls with the rest; nobody raises again, and nobody bets any more.

Hold'em alone. Whose hand is known folds where he has folded, and else calls.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, card_mask, parse_cards
from engine.games import GAMES
from engine.histories.assumed import Assuming
from engine.histories.folding import plays_on_before_flop
from engine.histories.hand import Moment, PlayedHand
from engine.histories.later import goes_on
from engine.histories.path import RUN, table_equity
from engine.histories.scenarios import known_cards, range_at
from engine.ranges.filtered import filtered, left_on_street
from engine.ranges.holdem import live, parse_range
from engine.ranges.holdem_format import format_weights
from engine.ranges.orders import Order
from engine.running.workers import CancelToken
from engine.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Raise:
    """A bet or raise: which share of the opponent's hands folds to it, the equity against those that call (1.0 where
    none does), and what it is worth beside giving up, in chips.
    """

    folds: float
    called: float
    worth: float


def one_caller(hand: PlayedHand, moment: Moment, player: int) -> int | None:
    """Return the only opponent who is in and can call more; None where there are none or several, and in razz."""
    others = [other for other in moment.live if other != player]
    if len(others) != 1 or GAMES[hand.game].stud or moment.chips[others[0]].stack <= 0.0:
        return None
    return others[0]


def raise_worth(
    hand: PlayedHand,
    place: int,
    player: int,
    table: Scenario,
    cancel: CancelToken,
    orders: tuple[Order, ...],
    painted: Mapping[int, str],
    assuming: Assuming,
) -> Raise | None:
    """Return what the bet or raise is worth that a player makes at a moment, at its ``table``; None where more than one
    opponent could call, or it cannot be computed.
    """
    moment = hand.moments[place]
    other = one_caller(hand, moment, player)
    if other is None:
        return None
    own, his = moment.chips[player], moment.chips[other]
    matched = min(own.bet + hand.moves[moment.moves].chips, his.bet + his.stack)
    cost, adds = matched - own.bet, matched - his.bet
    folds, seats = float(_folds_next(hand, moment, other)), list(table.seats)
    if not hand.known(other):
        answer = _calling(hand, moment, other, painted, assuming)
        if answer is None:
            return None
        folds, text = answer
        seats[other] = replace(seats[other], cards=text)
    called = 1.0
    if folds < 1.0:
        result = table_equity(replace(table, seats=tuple(seats), run=RUN), cancel, orders)
        equity = None if result is None else result.equity[player]
        if equity is None:
            return None
        called = equity
    worth = folds * moment.pot + (1.0 - folds) * (called * (moment.pot + cost + adds) - cost)
    return Raise(folds, called, worth)


def _folds_next(hand: PlayedHand, moment: Moment, player: int) -> bool:
    """Return whether a player folds in its first move after the next one of a hand."""
    later = (move for move in hand.moves[moment.moves + 1 :] if move.player == player)
    return next((move.kind == "fold" for move in later), False)


def _calling(
    hand: PlayedHand, moment: Moment, other: int, painted: Mapping[int, str], assuming: Assuming
) -> tuple[float, str] | None:
    """Return which share of a player's range folds to the next move, a bet or raise, and the rest of it as text."""
    text = painted.get(other) or range_at(hand, moment, other, assuming).cards
    known = "".join((*moment.board, *known_cards(hand, moment)))
    mask = card_mask(card for card, _ in parse_cards(known))
    board = [card for card, _ in parse_cards("".join(moment.board))]
    try:
        range_ = filtered(parse_range(text), board, mask)
        if range_.streets:  # a filter by equities, which take a whole table
            return None
        weights = live(range_.weights, mask)
        calls = _kept(hand, moment, other, text, weights, assuming, mask)
    except TextError:
        return None
    whole = float(weights.sum())
    share = float(calls.sum()) / whole if whole else 0.0
    return 1.0 - share, format_weights(calls) if share else text


def _kept(hand: PlayedHand, moment: Moment, other: int, text: str, weights: F64, assuming: Assuming, mask: int) -> F64:
    """Return what of a range plays on against the next move, float64[1326].

    Raises:
        TextError: nothing of it can be read.
    """
    kind, street = assuming.kind(other), GAMES[hand.game].streets[moment.street]
    begun = max((i for i, move in enumerate(hand.moves[: moment.moves]) if move.kind == "street"), default=0)
    raises = 1 + sum(move.kind == "bet/raise" for move in hand.moves[begun : moment.moves])
    if not moment.street:
        played = [
            parse_range(played).weights for played in plays_on_before_flop(hand, other, moment.moves, raises, kind)
        ]
        return np.asarray(weights * np.minimum(np.sum(played, axis=0), 1.0))
    _, keeps, _ = goes_on(hand.game, moment.street, raises, kind, text, moment.board, mask)
    (filter_,) = parse_range(f"random > {street} {keeps}").streets
    try:
        return left_on_street(weights, filter_, [card for card, _ in parse_cards("".join(moment.board))], mask)
    except TextError:  # everything folds
        return np.zeros_like(weights)
