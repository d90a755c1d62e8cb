"""The equity that a call needs in tournament money, and the players of the tournament that a table belongs to.

The call is worth what the fold is worth when V(fold) = e V(win) + (1 - e) V(lose), V the expected prize after the hand;
e is how often the call has to win, without ties. Assumed: nothing is bet after the call, and hero's loss and his fold
give the pot to the live opponent who has put in the most (the first of these). What deeper players put in above hero's
call goes to this opponent too. Players who bust in this hand rank by their stacks before it, equal ones share places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.equity.workers import CancelToken
from engine.kelly.panel import panel_of, rows_of
from engine.play.state import TableState, legal_actions
from engine.scenario import Scenario, Tournament
from engine.tournament.icm import equities

NO_CHIPS = 1e-9
"""A stack of at most this share of all chips is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Players:
    """The players of a tournament: ``places`` of the seats among them (None: a seat without a stack), ``stacks`` and
    ``payouts`` float64[players], 0 for places that are not paid."""

    places: tuple[int | None, ...]
    stacks: F64
    payouts: F64

    @classmethod
    def of(cls, tournament: Tournament) -> "Players":
        """Return the players: those with a stack in order, then those at other tables."""
        own = [stack for stack in tournament.stacks if stack is not None]
        order = iter(range(len(own)))
        places = tuple(None if stack is None else next(order) for stack in tournament.stacks)
        others = tournament.others.stacks if tournament.others else ()
        stacks = np.array([*own, *others], np.float64)
        payouts = np.zeros(len(stacks))
        paid = tournament.payouts[: len(stacks)]
        payouts[: len(paid)] = paid
        return cls(places, stacks, payouts)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of ``price`` chips by the player ``hero``: what each player has ``put_in`` and paid as ``antes`` (which
    nobody has to match), other chips in the pot (``dead``), the ``live`` opponents."""

    hero: int
    price: float
    put_in: tuple[float, ...]
    live: tuple[int, ...]
    dead: float = 0.0
    antes: tuple[float, ...] = ()


def values_after(stacks: F64, before: F64, payouts: F64) -> F64:
    """Return expected prizes float64[players] after a hand: ``stacks`` then and ``before`` it, ``payouts`` of all
    places, each float64[players]."""
    result = np.zeros(len(stacks))
    alive = stacks > NO_CHIPS * before.sum()
    left = int(alive.sum())
    result[alive] = equities(stacks[alive], payouts[:left]) if left > 1 else payouts[:left]
    for size in np.unique(before[~alive]):
        tied = ~alive & (before == size)
        first = left + int((~alive & (before > size)).sum())
        result[tied] = payouts[first : first + int(tied.sum())].mean()
    return result


def needed_in_money(players: Players, call: Call) -> float | None:
    """Return how often a call has to win to be worth as much as a fold in expected prizes, without ties: above 1 where
    even a sure win is worth less; None where it cannot be computed: a seat without a stack, more in the pot than the
    stack was, or a win that is worth nothing."""
    places = players.places
    seats = range(len(call.put_in))
    in_pot = [call.put_in[i] + (call.antes[i] if call.antes else 0.0) for i in seats]
    if any(i >= len(places) or places[i] is None for i in seats if in_pot[i] or i in (call.hero, *call.live)):
        return None
    place = {i: p for i in seats if i < len(places) and (p := places[i]) is not None}
    left = players.stacks.copy()
    for i, chips in enumerate(in_pot):
        if chips:
            left[place[i]] -= chips
    hero = place[call.hero]
    price = min(call.price, left[hero])
    if left.min() < -NO_CHIPS * players.stacks.sum() or price <= 0.0 or not call.live:
        return None
    left = left.clip(0.0)
    bettor = place[max(call.live, key=lambda i: call.put_in[i])]
    reach = call.put_in[call.hero] + price
    above = sum(max(chips - reach, 0.0) for i, chips in enumerate(call.put_in) if i != call.hero)
    pot = sum(in_pot) + call.dead
    fold, lose, win = left.copy(), left.copy(), left.copy()
    fold[bettor] += pot
    lose[hero] -= price
    lose[bettor] += pot + price
    win[hero] += pot - above
    win[bettor] += above
    folded, lost, won = (values_after(x, players.stacks, players.payouts)[hero] for x in (fold, lose, win))
    return float((folded - lost) / (won - lost)) if won > lost else None


def call_of(scenario: Scenario, seat: int, state: TableState | None = None) -> Call | None:
    """Return the call that a seat is asked about: in the tracked hand ``state``, else by the panel of the bets; None
    where it has nothing to call, or outcomes are typed.

    Where pot and price are typed, nobody's chips are in the pot: the stacks count as what each has beside it.
    """
    live = tuple(i for i, other in enumerate(scenario.seats) if other.plays and i != seat)
    if not scenario.seats[seat].plays:
        return None
    if state is not None:
        live = tuple(i for i in live if not state.players[i].folded)
        if state.to_act is None or state.players[seat].folded:
            return None
        totals, antes = (tuple(getattr(player, key) for player in state.players) for key in ("total", "ante"))
        return _if_priced(Call(seat, legal_actions(state, seat).call, totals, live, state.dead, antes))
    panel = panel_of(scenario)
    if panel.typed:
        return None
    rows = rows_of(scenario)
    if panel.pot_typed:
        return _if_priced(Call(seat, panel.to_call, (0.0,) * len(rows), live, panel.pot))
    chips = tuple(_at(panel.chips, i) or 0.0 for i in range(len(rows)))
    stack = _at(panel.stacks, seat)
    price = max(chips[i] for i in (seat, *live)) - chips[seat]
    return _if_priced(Call(seat, price if stack is None else min(price, stack), chips, live, panel.dead))


@dataclass(frozen=True, slots=True)
class TableWorth:
    """By seat: expected prizes (None: a seat without a stack), the sum of all prizes, and how often the call of each
    has to win in money (None: it has nothing to call, or that cannot be computed)."""

    equities: tuple[float | None, ...]
    prizes: float
    needed: tuple[float | None, ...]


def table_worth(
    tournament: Tournament, calls: Sequence[Call | None], cancel: CancelToken
) -> Iterator[TableWorth | None]:
    """Compute the value of each seat's chips, and the equity in money that the ``calls`` of the seats need."""
    players = Players.of(tournament)
    values = equities(players.stacks, players.payouts)
    worth = tuple(None if place is None else float(values[place]) for place in players.places)
    needed: list[float | None] = []
    for call in calls:
        cancel.guard()
        needed.append(None if call is None else needed_in_money(players, call))
        yield None
    yield TableWorth(worth, float(players.payouts.sum()), tuple(needed))


def _if_priced(call: Call) -> Call | None:
    return call if call.price > 0.0 else None


def _at(items: Sequence[float | None], place: int) -> float | None:
    return items[place] if place < len(items) else None
