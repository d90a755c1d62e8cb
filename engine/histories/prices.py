"""The price of a decision: what hero's equity was beside what the call of a bet needed, and what that call was worth.

Hands that were shown are known, others hold what is assumed of them. Who has not yet answered the bet is left out, as
if folding, and nobody bets any more: the call buys the showdown of the pots that it contests, before the rake. A call
is worth that; a fold gives it up; a raise also wins when the others fold and is not priced.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import Literal

from engine.histories.assumed import USUAL, Assuming
from engine.histories.hand import Moment, PlayedHand, Pot
from engine.histories.path import RUN, table_equity
from engine.histories.scenarios import scenario_at, unseen_text
from engine.ranges.orders import Order
from engine.running.workers import CancelToken
from engine.scenario import Scenario

Deed = Literal["call", "raise", "fold"]
_DEEDS: Mapping[str, Deed] = {"check/call": "call", "bet/raise": "raise", "fold": "fold"}


@dataclass(frozen=True, slots=True)
class Decision:
    """A bet that hero has answered: the ``place`` of the moment before the answer, the ``price`` of the call, the chips
    that it contests (``pot``, the price included), the ``equity`` in them with its standard error, and what hero did.

    ``shown``: the hands of all others in these pots are known.
    """

    place: int
    street: int
    did: Deed
    price: float
    pot: float
    equity: float
    stderr: float
    shown: bool

    @property
    def needed(self) -> float:
        """The equity at which the call is worth nothing."""
        return self.price / self.pot

    @property
    def call(self) -> float:
        """What the call was worth beside a fold, in chips."""
        return self.equity * self.pot - self.price

    @property
    def worth(self) -> float | None:
        """What hero's answer was worth beside the other one of call and fold, in chips; None for a raise."""
        return {"call": self.call, "fold": -self.call, "raise": None}[self.did]


def bets_faced(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the moments at which a player has to answer a bet or raise, and does."""
    bet = False
    for place, moment in enumerate(hand.moments[:-1]):
        before = hand.moments[place - 1].moves if place else 0
        for move in hand.moves[before : moment.moves]:
            bet = move.kind == "bet/raise" or (bet and move.kind != "street")
        if bet and moment.to_act == player and moment.price > 0.0:
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
    for place in bets_faced(hand, player):
        table = scenario_at(hand, hand.moments[place], player, painted=painted, tracked=False, assuming=assuming)
        result = _decision(hand, place, player, replace(table, run=RUN).without_panels, cancel, orders)
        if cancel.cancelled:
            return
        if result is not None:
            yield result


def _decision(
    hand: PlayedHand, place: int, player: int, table: Scenario, cancel: CancelToken, orders: tuple[Order, ...]
) -> Decision | None:
    """Return the price of a decision at a table; None where it cannot be computed."""
    moment = hand.moments[place]
    pots = [pot for pot in _called(moment, player).pots() if player in pot.players]
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
        did=_DEEDS[hand.moves[moment.moves].kind],
        price=moment.price,
        pot=chips,
        equity=fsum(pot.chips * equity for pot, (equity, _) in zip(pots, equities, strict=True)) / chips,
        stderr=sqrt(fsum((pot.chips * error) ** 2 for pot, (_, error) in zip(pots, equities, strict=True))) / chips,
        shown=all(hand.known(other) for pot in pots for other in pot.players if other != player),
    )


def _called(moment: Moment, player: int) -> Moment:
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
