"""Hero's decisions when facing or making a bet: equity, the equity that the call needs, and the EV of the alternatives.

A decision is judged by the information at that moment: opponents have the ranges that follow from their actions, or
that the user painted, even if they showed other hands later. If all of them showed their hands, the equity against
these is given too; it is exact, with folded hands unknown, as in the all-in adjusted result. Players who have not yet
answered the bet are left out as if they folded, and there is no further betting: the call buys the showdown of the pots
that it contests, before the rake.

A call gains its EV, a fold loses it. A bet or raise has an EV if exactly one opponent can call: a raise is compared
with the better one of call and fold, a bet with the check. In hold'em each hand of the opponent folds as often as his
description says on this street, at this price; nobody raises again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import fsum, sqrt
from typing import Literal

import numpy as np

from engine.cards import TextError, card_mask, parse_cards
from engine.equity.budget import AUTO_BUDGET
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, Assumptions, turn_after_bet
from engine.histories.hand import HandPot, Moment, PlayedHand, without_shown
from engine.histories.path import EXACT_BUDGET, RUN_OPTIONS, table_equity
from engine.histories.scenarios import known_player_cards, range_at, scenario_at, unseen_text
from engine.players.known import SeenAction, action_probability
from engine.ranges.filtered import filtered
from engine.ranges.holdem import live, parse_range
from engine.ranges.holdem_format import format_weights
from engine.ranges.orders import Order
from engine.scenario import Scenario

DECISION_OPTIONS = replace(RUN_OPTIONS, target_stderr=0.004)
"""The run options of a decision. A session has hundreds of decisions, so they are computed with a moderate error: the
assumptions about ranges move an equity by more."""


@dataclass(frozen=True, slots=True)
class RaiseValue:
    """The EV of a bet or raise.

    ``fold_share``: the share of the opponent's hands that fold. ``equity_when_called``: the equity against those that
    call (1.0 if none does), with its standard error. ``ev``: the EV compared with folding, in chips, with its standard
    error.
    """

    fold_share: float
    equity_when_called: float
    ev: float
    equity_stderr: float = 0.0
    ev_stderr: float = 0.0


def one_caller(hand: PlayedHand, moment: Moment, player: int) -> int | None:
    """Return the only opponent who is in and has chips to call with, or None if there are several or none, or the game
    is razz."""
    others = [other for other in moment.live if other != player]
    if len(others) != 1 or GAMES[hand.game].stud or moment.chips[others[0]].stack <= 0.0:
        return None
    return others[0]


def raise_value(
    hand: PlayedHand,
    index: int,
    player: int,
    table: Scenario,
    cancel: CancelToken,
    orders: tuple[Order, ...],
    painted: Mapping[int, str],
    assumptions: Assumptions,
) -> RaiseValue | None:
    """Return the EV of the bet or raise that a player makes at the moment ``index``, whose table is ``table``.

    ``painted``: the ranges that the user painted, by player. The result is None if more than one opponent could call,
    or if it cannot be computed.
    """
    moment = hand.moments[index]
    other = one_caller(hand, moment, player)
    if other is None:
        return None
    own, his = moment.chips[player], moment.chips[other]
    # The opponent can match at most his stack; the rest of a larger bet comes back.
    matched = min(own.bet + hand.moves[moment.moves].chips, his.bet + his.stack)
    cost, adds = matched - own.bet, matched - his.bet
    response = _response_to_bet(hand, moment, player, other, painted, assumptions)
    if response is None:
        return None
    folds, text = response
    equity_when_called, stderr = 1.0, 0.0
    if folds < 1.0:
        seats = list(table.seats)
        seats[other] = replace(seats[other], cards=text)
        result = table_equity(replace(table, seats=tuple(seats)), cancel, orders)
        equity = None if result is None else result.equity[player]
        if equity is None:
            return None
        equity_when_called, stderr = equity, 0.0 if result is None else result.stderr[player]
    # With F folds, equity E and the pot P: EV = F P + (1 - F) (E (P + cost + adds) - cost).
    contested = (1.0 - folds) * (moment.pot + cost + adds)
    ev = folds * moment.pot + equity_when_called * contested - (1.0 - folds) * cost
    return RaiseValue(folds, equity_when_called, ev, stderr, contested * stderr)


def _response_to_bet(
    hand: PlayedHand, moment: Moment, player: int, other: int, painted: Mapping[int, str], assumptions: Assumptions
) -> tuple[float, str] | None:
    """Return the share of a player's range that folds to the next move, a bet or raise of ``player``, and the rest of
    the range as text; None if the range cannot be evaluated."""
    text = painted.get(other) or range_at(hand, moment, other, assumptions).cards
    known = "".join((*moment.board, *known_player_cards(hand, moment, hidden=other)))
    mask = card_mask(card for card, _ in parse_cards(known))
    try:
        range_ = filtered(parse_range(text), [card for card, _ in parse_cards("".join(moment.board))], mask)
    except TextError:
        return None
    if range_.streets:  # a filter by equity, which depends on the whole table
        return None
    weights = live(range_.weights, mask)
    turn = turn_after_bet(hand, moment, player, other)
    folds = action_probability(assumptions.kind(other), hand.game, SeenAction("fold", turn))
    calls = np.round(weights * (1.0 - folds), 2)
    total = float(weights.sum())
    if not total or not calls.any():
        return 1.0 if total else 0.0, text
    return float((weights * folds).sum()) / total, format_weights(calls / calls.max())


DecisionKind = Literal["call", "raise", "fold", "bet"]
_KINDS: Mapping[str, DecisionKind] = {"check/call": "call", "bet/raise": "raise", "fold": "fold"}


@dataclass(frozen=True, slots=True)
class HandDecision:
    """A bet that hero answered or made.

    ``moment_index``: the index of the moment of the decision. ``action``: hero's action. ``price``: the chips of the
    call (0 for a check). ``pot``: the chips that the call contests, including the price. ``equity``: hero's share of
    them, with its standard error. ``against_shown``: the same against the hands that all others in these pots showed,
    None unless they did. ``raised``: the EV of a bet or raise, None if it cannot be computed.
    """

    moment_index: int
    street: int
    action: DecisionKind
    price: float
    pot: float
    equity: float
    stderr: float
    against_shown: tuple[float, float] | None = None
    raised: RaiseValue | None = None

    @property
    def needed(self) -> float:
        """The break-even equity of the call."""
        return self.price / self.pot

    @property
    def call(self) -> float:
        """The EV of the call compared with a fold, in chips; for a bet, that of the check."""
        return self.equity * self.pot - self.price

    @property
    def ev_gain(self) -> float | None:
        """The EV of hero's decision minus that of the best alternative, in chips; a negative value is the EV loss.

        It is None for a raise that several opponents can call.
        """
        if self.action in ("call", "fold"):
            return self.call if self.action == "call" else -self.call
        return None if self.raised is None else self.raised.ev - max(self.call, 0.0)

    @property
    def shown_gain(self) -> float | None:
        """What :attr:`ev_gain` of a call or fold is against the hands that were shown later; otherwise None."""
        if self.against_shown is None or self.action not in ("call", "fold"):
            return None
        call = self.against_shown[0] * self.pot - self.price
        return call if self.action == "call" else -call

    @property
    def ev_gain_stderr(self) -> float | None:
        """The standard error of :attr:`ev_gain` in chips, or None if that is None.

        The shares of hands that fold are assumptions, not estimates, and add no error.
        """
        call = self.stderr * self.pot
        if self.action in ("call", "fold"):
            return call
        if self.raised is None:
            return None
        return sqrt(self.raised.ev_stderr**2 + (call**2 if self.call > 0.0 else 0.0))


def bets_faced(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the indices of the moments at which a player faces a bet or raise and answers it."""
    bet = False
    for index, moment in enumerate(hand.moments[:-1]):
        before = hand.moments[index - 1].moves if index else 0
        for move in hand.moves[before : moment.moves]:
            bet = move.kind == "bet/raise" or (bet and move.kind != "street")
        if bet and moment.to_act == player and moment.price > 0.0:
            yield index


def bets_made(hand: PlayedHand, player: int) -> Iterator[int]:
    """Yield the indices of the moments after the first street at which a player bets and one opponent can call."""
    for index, moment in enumerate(hand.moments[:-1]):
        bets = moment.to_act == player and not moment.price and hand.moves[moment.moves].kind == "bet/raise"
        if bets and moment.street and one_caller(hand, moment, player) is not None:
            yield index


def decisions(
    hand: PlayedHand,
    player: int,
    cancel: CancelToken,
    orders: tuple[Order, ...] = (),
    *,
    painted: Mapping[int, str] | None = None,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> Iterator[HandDecision]:
    """Yield a player's decisions in order, as far as they can be computed; stop on ``cancel``.

    ``painted``: custom ranges by player, which replace the assumed ones.
    """
    hidden = without_shown(hand, player)
    for index in sorted((*bets_faced(hand, player), *bets_made(hand, player))):
        moment = hidden.moments[index]
        table = _equity_table(hidden, moment, player, painted, assumptions)
        result = _decision(hidden, index, player, table, cancel, orders)
        if result is not None and result.action in ("bet", "raise"):
            ev = raise_value(hidden, index, player, table, cancel, orders, painted or {}, assumptions)
            result = replace(result, raised=ev) if ev is not None or result.action == "raise" else None
        elif result is not None and _all_shown(hand, moment, player):
            # Assumed folded hands would make the equity against known hands differ from the all-in adjusted result.
            shown = _equity_table(hand, moment, player, None, replace(assumptions, folds=False))
            equity = _pots_equity(hand, moment, player, shown, cancel, orders, AUTO_BUDGET)
            result = replace(result, against_shown=None if equity is None else equity[1:])
        if cancel.cancelled:
            return
        if result is not None:
            yield result


def _equity_table(
    hand: PlayedHand, moment: Moment, player: int, painted: Mapping[int, str] | None, assumptions: Assumptions
) -> Scenario:
    """Return the table of a decision, ready to be run."""
    table = scenario_at(hand, moment, player, painted=painted, tracked=False, assumptions=assumptions)
    return replace(table.without_panels, run=DECISION_OPTIONS)


def _decision(
    hand: PlayedHand, index: int, player: int, table: Scenario, cancel: CancelToken, orders: tuple[Order, ...]
) -> HandDecision | None:
    """Return a decision at a table, without the EV of a raise; None if it cannot be computed."""
    moment = hand.moments[index]
    result = _pots_equity(hand, moment, player, table, cancel, orders)
    if result is None:
        return None
    chips, equity, stderr = result
    return HandDecision(
        moment_index=index,
        street=moment.street,
        action=_KINDS[hand.moves[moment.moves].kind] if moment.price else "bet",
        price=moment.price,
        pot=chips,
        equity=equity,
        stderr=stderr,
    )


def _pots_equity(
    hand: PlayedHand,
    moment: Moment,
    player: int,
    table: Scenario,
    cancel: CancelToken,
    orders: tuple[Order, ...],
    exact_budget: float = EXACT_BUDGET,
) -> tuple[float, float, float] | None:
    """Return the chips of the pots that a player's call contests, and his share of them with its standard error."""
    # The pots as they would be after a call, each with its own opponents and so with its own equity.
    pots = [pot for pot in moment_if_called(moment, player).pots() if player in pot.players]
    equities: list[tuple[float, float]] = []
    for pot in pots:
        if len(pot.players) == 1:
            equities.append((1.0, 0.0))
            continue
        result = table_equity(_pot_table(hand, moment, table, pot), cancel, orders, exact_budget)
        equity = None if result is None else result.equity[player]
        if result is None or equity is None:
            return None
        equities.append((equity, result.stderr[player]))
    chips = fsum(pot.chips for pot in pots)
    mean = fsum(pot.chips * equity for pot, (equity, _) in zip(pots, equities, strict=True)) / chips
    error = sqrt(fsum((pot.chips * stderr) ** 2 for pot, (_, stderr) in zip(pots, equities, strict=True))) / chips
    return chips, mean, error


def _all_shown(hand: PlayedHand, moment: Moment, player: int) -> bool:
    """Return True if the hands of all others who contest the pots that a player could call are known."""
    others = {
        other for pot in moment_if_called(moment, player).pots() if player in pot.players for other in pot.players
    }
    return all(hand.known(other) for other in others - {player})


def moment_if_called(moment: Moment, player: int) -> Moment:
    """Return the moment as if a player had called and everybody who has not yet answered the bet had folded."""
    largest = max(chips.bet for chips in moment.chips)
    caller = moment.chips[player]
    caller = replace(
        caller, stack=caller.stack - moment.price, bet=caller.bet + moment.price, total=caller.total + moment.price
    )
    folded = tuple(
        has_folded or (i != player and chips.stack > 0.0 and chips.bet < largest)
        for i, (has_folded, chips) in enumerate(zip(moment.folded, moment.chips, strict=True))
    )
    chips = (*moment.chips[:player], caller, *moment.chips[player + 1 :])
    return replace(moment, chips=chips, folded=folded, pot=moment.pot + moment.price)


def _pot_table(hand: PlayedHand, moment: Moment, table: Scenario, pot: HandPot) -> Scenario:
    """Return the table with only the players who can win ``pot``; of the others only known cards are removed from the
    deck."""
    seats = list(table.seats)
    for other in moment.live:
        if other not in pot.players:
            cards = seats[other].cards if hand.known(other) else unseen_text(hand, moment, other)
            seats[other] = replace(seats[other], cards=cards, folded=True)
    return replace(table, seats=tuple(seats))
