"""The equity that a call needs in tournament money, and the players of the tournament that a table belongs to.

A call is as good as a fold if V(fold) = e V(win) + (1 - e) V(lose). V is the expected prize after the hand, and e is
how often the call has to win, ties left aside. Assumptions: nothing is bet after the call. If hero loses or folds, the
pot goes to the live opponent who has put in the most (the first of these). That opponent also gets the chips that
deeper players put in above hero's call. Players who bust in this hand are ranked by their stacks before it; players
with equal stacks share their places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64
from engine.equity.workers import CancelToken
from engine.kelly.panel import kelly_panel, panel_rows
from engine.play.state import TableState, legal_actions
from engine.scenario import Scenario, Tournament
from engine.tournament.icm import icm_equities

NO_CHIPS = 1e-9
"""A stack of at most this share of all chips counts as no chips."""


@dataclass(frozen=True, slots=True, eq=False)
class TournamentPlayers:
    """The players of a tournament.

    ``player_of_seat``: the index of the player in each seat of the table, None for a seat without a stack. ``stacks``
    and ``payouts`` float64[players]: chips, and the prize of each place, 0 for unpaid places.
    """

    player_of_seat: tuple[int | None, ...]
    stacks: F64
    payouts: F64

    @classmethod
    def of(cls, tournament: Tournament) -> "TournamentPlayers":
        """Return the players of ``tournament``: those in a seat with a stack, in order, then those at other tables."""
        seated = [stack for stack in tournament.stacks if stack is not None]
        numbers = iter(range(len(seated)))
        player_of_seat = tuple(None if stack is None else next(numbers) for stack in tournament.stacks)
        others = tournament.others.stacks if tournament.others else ()
        stacks = np.array([*seated, *others], np.float64)
        payouts = np.zeros(len(stacks))
        paid = tournament.payouts[: len(stacks)]
        payouts[: len(paid)] = paid
        return cls(player_of_seat, stacks, payouts)


@dataclass(frozen=True, slots=True)
class Call:
    """A call of ``price`` chips by the player in seat ``hero``.

    ``put_in`` and ``antes``: chips of each seat in the pot; antes are not part of ``put_in`` and need not be matched.
    ``live``: the seats of the opponents who have not folded. ``dead``: other chips in the pot.
    """

    hero: int
    price: float
    put_in: tuple[float, ...]
    live: tuple[int, ...]
    dead: float = 0.0
    antes: tuple[float, ...] = ()


def values_after(stacks: F64, stacks_before: F64, payouts: F64) -> F64:
    """Return the expected prize of each player after a hand, float64[players].

    ``stacks`` and ``stacks_before`` float64[players]: after and before the hand; ``payouts`` float64[players]: the
    prizes of all places.
    """
    result = np.zeros(len(stacks))
    alive = stacks > NO_CHIPS * stacks_before.sum()
    remaining = int(alive.sum())
    result[alive] = icm_equities(stacks[alive], payouts[:remaining]) if remaining > 1 else payouts[:remaining]
    for size in np.unique(stacks_before[~alive]):
        tied = ~alive & (stacks_before == size)
        first = remaining + int((~alive & (stacks_before > size)).sum())
        result[tied] = payouts[first : first + int(tied.sum())].mean()
    return result


def needed_in_money(players: TournamentPlayers, call: Call) -> float | None:
    """Return how often a call has to win so that its expected prize equals that of a fold, ties left aside.

    The result is above 1 if even a sure win is worth less than the fold. It is None if it cannot be computed: a seat
    involved has no stack, more is in the pot than the stack was, or winning gains nothing over losing.
    """
    player_of_seat = players.player_of_seat
    seats = range(len(call.put_in))
    in_pot = [call.put_in[i] + (call.antes[i] if call.antes else 0.0) for i in seats]
    involved = (i for i in seats if in_pot[i] or i in (call.hero, *call.live))
    if any(i >= len(player_of_seat) or player_of_seat[i] is None for i in involved):
        return None
    player_in = {i: p for i in seats if i < len(player_of_seat) and (p := player_of_seat[i]) is not None}
    remaining = players.stacks.copy()
    for i, chips in enumerate(in_pot):
        if chips:
            remaining[player_in[i]] -= chips
    hero = player_in[call.hero]
    price = min(call.price, remaining[hero])
    if remaining.min() < -NO_CHIPS * players.stacks.sum() or price <= 0.0 or not call.live:
        return None
    remaining = remaining.clip(0.0)
    bettor = player_in[max(call.live, key=lambda i: call.put_in[i])]
    # Hero can win no more from anybody than he has put in himself; the rest goes to the bettor.
    heros_total = call.put_in[call.hero] + price
    unmatched = sum(max(chips - heros_total, 0.0) for i, chips in enumerate(call.put_in) if i != call.hero)
    pot = sum(in_pot) + call.dead
    fold, lose, win = remaining.copy(), remaining.copy(), remaining.copy()
    fold[bettor] += pot
    lose[hero] -= price
    lose[bettor] += pot + price
    win[hero] += pot - unmatched
    win[bettor] += unmatched
    folded, lost, won = (values_after(x, players.stacks, players.payouts)[hero] for x in (fold, lose, win))
    return float((folded - lost) / (won - lost)) if won > lost else None


def call_of(scenario: Scenario, seat: int, state: TableState | None = None) -> Call | None:
    """Return the call that a seat has to decide on, or None if it has nothing to call or the outcomes of the bet are
    typed.

    It is read from the tracked hand ``state`` if there is one, otherwise from the Kelly panel of ``scenario``. If pot
    and price are typed there, no player's chips are in the pot, and the stacks do not include the pot.
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
    panel = kelly_panel(scenario)
    if panel.typed:
        return None
    rows = panel_rows(scenario)
    if panel.pot_typed:
        return _if_priced(Call(seat, panel.to_call, (0.0,) * len(rows), live, panel.pot))
    chips = tuple(_at(panel.chips, i) or 0.0 for i in range(len(rows)))
    stack = _at(panel.stacks, seat)
    price = max(chips[i] for i in (seat, *live)) - chips[seat]
    return _if_priced(Call(seat, price if stack is None else min(price, stack), chips, live, panel.dead))


@dataclass(frozen=True, slots=True)
class SeatValues:
    """The value of each seat's chips.

    ``equities``: the expected prize of each seat, None without a stack. ``prizes``: the sum of all prizes. ``needed``:
    how often the call of each seat has to win in money, None if it has nothing to call or that cannot be computed.
    """

    equities: tuple[float | None, ...]
    prizes: float
    needed: tuple[float | None, ...]


def seat_values(
    tournament: Tournament, calls: Sequence[Call | None], cancel: CancelToken
) -> Iterator[SeatValues | None]:
    """Compute the value of each seat's chips, and the equity in money that the ``calls`` of the seats need.

    Yields None after each call, so that the caller can do other work in between, and the result at the end.
    """
    players = TournamentPlayers.of(tournament)
    values = icm_equities(players.stacks, players.payouts)
    by_seat = tuple(None if player is None else float(values[player]) for player in players.player_of_seat)
    needed: list[float | None] = []
    for call in calls:
        cancel.check_cancelled()
        needed.append(None if call is None else needed_in_money(players, call))
        yield None
    yield SeatValues(by_seat, float(players.payouts.sum()), tuple(needed))


def _if_priced(call: Call) -> Call | None:
    return call if call.price > 0.0 else None


def _at(items: Sequence[float | None], index: int) -> float | None:
    return items[index] if index < len(items) else None
