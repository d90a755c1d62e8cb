"""The price of a decision: what hero's equity was beside what the call of a bet needed, and what that call was worth.

Hands that were shown are known, others hold what is assumed of them. Against hands that were all shown the equity is
the one of the all-in adjusted result: exact, with the folded hands unknown. Who has not yet answered the bet is left
out, as if folding, and nobody bets any more: the call buys the showdown of the pots that it contests, before the rake.
A call is worth that; a fold gives it up. Bets and raises are worth something where one opponent can call: a raise
beside the better one of call and fold, a bet beside the check. In hold'em he folds what does not play on against it, as
is assumed of him, and calls with the rest; nobody raises again, and nobody bets any more. Whose hand is known folds
where he has folded, and else calls.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import Literal

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, card_mask, parse_cards
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import USUAL, Assuming
from engine.histories.folding import plays_on_before_flop
from engine.histories.hand import Moment, PlayedHand, Pot
from engine.histories.later import goes_on
from engine.histories.path import RUN, table_equity
from engine.histories.scenarios import known_cards, range_at, scenario_at, unseen_text
from engine.ranges.filtered import filtered, left_on_street
from engine.ranges.holdem import live, parse_range
from engine.ranges.holdem_format import format_weights
from engine.ranges.orders import Order
from engine.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Raise:
    """A bet or raise: which share of the opponent's hands folds to it, the equity against those that call (1.0 where
    none does) with its standard error, and what it is worth beside giving up, in chips, with its standard error."""

    folds: float
    called: float
    worth: float
    called_stderr: float = 0.0
    worth_stderr: float = 0.0


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
    opponent could call, or it cannot be computed."""
    moment = hand.moments[place]
    other = one_caller(hand, moment, player)
    if other is None:
        return None
    own, his = moment.chips[player], moment.chips[other]
    matched = min(own.bet + hand.moves[moment.moves].chips, his.bet + his.stack)
    cost, adds = matched - own.bet, matched - his.bet
    later = (move for move in hand.moves[moment.moves + 1 :] if move.player == other)
    folds, seats = float(next((move.kind == "fold" for move in later), False)), list(table.seats)
    if not hand.known(other):
        answer = _calling(hand, moment, other, painted, assuming)
        if answer is None:
            return None
        folds, text = answer
        seats[other] = replace(seats[other], cards=text)
    called, stderr = 1.0, 0.0
    if folds < 1.0:
        result = table_equity(replace(table, seats=tuple(seats), run=RUN), cancel, orders)
        equity = None if result is None else result.equity[player]
        if equity is None:
            return None
        called, stderr = equity, 0.0 if result is None else result.stderr[player]
    contested = (1.0 - folds) * (moment.pot + cost + adds)
    worth = folds * moment.pot + called * contested - (1.0 - folds) * cost
    return Raise(folds, called, worth, stderr, contested * stderr)


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


Deed = Literal["call", "raise", "fold", "bet"]
_DEEDS: Mapping[str, Deed] = {"check/call": "call", "bet/raise": "raise", "fold": "fold"}


@dataclass(frozen=True, slots=True)
class Decision:
    """A bet that hero has answered, or made: the ``place`` of the moment before, the ``price`` of the call (of a check
    0), the chips that it contests (``pot``, the price included), the ``equity`` in them with its standard error, and
    what hero did.

    ``shown``: the hands of all others in these pots are known. ``raised``: of a bet or raise, where that can be said.
    """

    place: int
    street: int
    did: Deed
    price: float
    pot: float
    equity: float
    stderr: float
    shown: bool
    raised: Raise | None = None

    @property
    def needed(self) -> float:
        """The equity at which the call is worth nothing."""
        return self.price / self.pot

    @property
    def call(self) -> float:
        """The value of the call against a fold, in chips; of a bet, the check."""
        return self.equity * self.pot - self.price

    @property
    def worth(self) -> float | None:
        """The value of hero's decision against the other one, in chips; None for a raise that several can call."""
        if self.did in ("call", "fold"):
            return self.call if self.did == "call" else -self.call
        return None if self.raised is None else self.raised.worth - max(self.call, 0.0)

    @property
    def worth_stderr(self) -> float | None:
        """The standard error of :attr:`worth`, in chips; None where that is None. The shares of hands that fold are
        assumed, not estimated, and have none."""
        call = self.stderr * self.pot
        if self.did in ("call", "fold"):
            return call
        if self.raised is None:
            return None
        return sqrt(self.raised.worth_stderr**2 + (call**2 if self.call > 0.0 else 0.0))


def bets_faced(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the moments at which a player has to answer a bet or raise, and does."""
    bet = False
    for place, moment in enumerate(hand.moments[:-1]):
        before = hand.moments[place - 1].moves if place else 0
        for move in hand.moves[before : moment.moves]:
            bet = move.kind == "bet/raise" or (bet and move.kind != "street")
        if bet and moment.to_act == player and moment.price > 0.0:
            yield place


def bets_made(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the moments after the first street at which a player bets and one opponent can call."""
    for place, moment in enumerate(hand.moments[:-1]):
        bets = moment.to_act == player and not moment.price and hand.moves[moment.moves].kind == "bet/raise"
        if bets and moment.street and one_caller(hand, moment, player) is not None:
            yield place


def decisions(
    hand: PlayedHand,
    player: int,
    cancel: CancelToken,
    orders: tuple[Order, ...] = (),
    *,
    painted: Mapping[int, str] | None = None,
    assuming: Assuming = USUAL,
) -> Iterator[Decision]:
    """Yield the prices of a player's decisions in their order, of those that can be computed; until ``cancel``.

    ``painted``: ranges by player in place of those that are assumed.
    """
    for place in sorted((*bets_faced(hand, player), *bets_made(hand, player))):
        moment = hand.moments[place]
        # Folded hands that are only assumed would make the equity against known hands another one than that of the
        # all-in adjusted result, and a sampled one.
        own = replace(assuming, folds=False) if _all_shown(hand, moment, player) else assuming
        table = scenario_at(hand, moment, player, painted=painted, tracked=False, assuming=own)
        table = replace(table, run=RUN).without_panels
        result = _decision(hand, place, player, table, cancel, orders)
        if result is not None and result.did in ("bet", "raise"):
            worth = raise_worth(hand, place, player, table, cancel, orders, painted or {}, assuming)
            result = replace(result, raised=worth) if worth is not None or result.did == "raise" else None
        if cancel.cancelled:
            return
        if result is not None:
            yield result


def _decision(
    hand: PlayedHand, place: int, player: int, table: Scenario, cancel: CancelToken, orders: tuple[Order, ...]
) -> Decision | None:
    """Return the price of a decision at a table; None where it cannot be computed."""
    moment = hand.moments[place]
    pots = [pot for pot in called(moment, player).pots() if player in pot.players]
    equities: list[tuple[float, float]] = []
    for pot in pots:
        if len(pot.players) == 1:
            equities.append((1.0, 0.0))
            continue
        result = table_equity(_contest(hand, moment, table, pot), cancel, orders)
        equity = None if result is None else result.equity[player]
        if result is None or equity is None:
            return None
        equities.append((equity, result.stderr[player]))
    chips = fsum(pot.chips for pot in pots)
    return Decision(
        place=place,
        street=moment.street,
        did=_DEEDS[hand.moves[moment.moves].kind] if moment.price else "bet",
        price=moment.price,
        pot=chips,
        equity=fsum(pot.chips * equity for pot, (equity, _) in zip(pots, equities, strict=True)) / chips,
        stderr=sqrt(fsum((pot.chips * error) ** 2 for pot, (_, error) in zip(pots, equities, strict=True))) / chips,
        shown=_all_shown(hand, moment, player),
    )


def _all_shown(hand: PlayedHand, moment: Moment, player: int) -> bool:
    """Return True if the hands of all others who contest what a player could call are known, and there are any."""
    others = {other for pot in called(moment, player).pots() if player in pot.players for other in pot.players}
    return all(hand.known(other) for other in others - {player})


def called(moment: Moment, player: int) -> Moment:
    """Return the moment as if a player had called, and all who have not yet answered the bet had folded."""
    largest = max(chips.bet for chips in moment.chips)
    own = moment.chips[player]
    own = replace(own, stack=own.stack - moment.price, bet=own.bet + moment.price, total=own.total + moment.price)
    folded = tuple(
        gone or (i != player and chips.stack > 0.0 and chips.bet < largest)
        for i, (gone, chips) in enumerate(zip(moment.folded, moment.chips, strict=True))
    )
    chips = (*moment.chips[:player], own, *moment.chips[player + 1 :])
    return replace(moment, chips=chips, folded=folded, pot=moment.pot + moment.price)


def _contest(hand: PlayedHand, moment: Moment, table: Scenario, pot: Pot) -> Scenario:
    """Return the table with those alone who can win a pot; of others only cards that are known are out of the deck."""
    seats = list(table.seats)
    for other in moment.live:
        if other not in pot.players:
            cards = seats[other].cards if hand.known(other) else unseen_text(hand, moment, other)
            seats[other] = replace(seats[other], cards=cards, folded=True)
    return replace(table, seats=tuple(seats))
