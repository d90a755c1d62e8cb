"""A hand in play as one frozen value: players, chips, street, whose turn it is, and what is legal.

``engine.play.actions`` turns actions into new states. Chips are numbers of any unit. What is not tracked:
cards beyond their texts (who wins is given, not computed) and straddles.
"""

from dataclasses import dataclass
from typing import Literal

from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.play.pots import chips_text, side_pots
from engine.scenario import Game

STREETS: dict[Game, tuple[str, ...]] = {game: spec.streets for game, spec in GAMES.items()}
PLACES = 9
"""Decimals of chips that are no noise of sums of floats."""
SLACK = 10.0**-PLACES


@dataclass(frozen=True, slots=True)
class Stakes:
    """Forced bets and limits in chips. ``fixed``: fixed limit, at most ``cap`` bets and raises a street.

    ``half_bet``: the rule of card rooms for fixed limit. An all-in bet or raise of half a bet or more counts as a whole
    one: it reopens the betting, and the next raise adds a bet to it. A smaller one counts as none: who has acted may
    only call it, others may complete it. Without the rule only a whole bet or raise reopens the betting, and every
    all-in bet or raise is one of the ``cap``.
    """

    small_blind: float = 0.0
    big_blind: float = 0.0
    ante: float = 0.0
    bring_in: float = 0.0
    fixed: bool = False
    small_bet: float = 0.0
    big_bet: float = 0.0
    cap: int = 4
    half_bet: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A player: chips behind, chips put in on this street and bet in the whole hand, and its ante.

    ``acted``: has acted since the last full bet or raise, and so may not raise again. ``cards`` is text, as
    in a scenario.
    """

    name: str
    stack: float
    street: float = 0.0
    total: float = 0.0
    folded: bool = False
    acted: bool = False
    cards: str = ""
    ante: float = 0.0

    @property
    def committed(self) -> float:
        """All chips put in during the hand."""
        return self.total + self.ante

    @property
    def out(self) -> bool:
        """Whether the player has no chips and is not dealt in."""
        return self.folded and self.stack <= 0.0 and self.committed <= 0.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: who did what, and the pot, the player's stack and hero's bankroll after it.

    ``seat``: the index of the player, None where nobody did it.
    """

    hand: int
    street: str
    player: str
    action: str
    chips: float
    pot: float
    stack: float | None
    bankroll: float
    note: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about a session at one moment; undo is going back to an earlier one.

    ``hero`` and ``button`` are indices of ``players``, who sit clockwise. ``bankroll``: all that hero owns
    outside the pots, the stack in front included. ``dead``: chips in the pot that belong to nobody (a pot
    that was there before). ``to_act``: whose turn it is; None when the street's betting is over.
    ``last_raise``: what a raise has to add at least; ``raises``: bets and raises on this street.
    ``level`` and ``counted``, by the rule of half a bet: on which price of the street the next bet or raise builds, and
    up to which price all chips are part of a counted bet or raise, or of a forced bet. Only below a bring-in or blind
    of less than a bet is ``level`` the smaller one: 0.
    """

    game: Game
    stakes: Stakes
    players: tuple[Player, ...]
    hero: int
    bankroll: float
    button: int = 0
    hand: int = 1
    street: int = 0
    board: str = ""
    dead: float = 0.0
    last_raise: float = 0.0
    raises: int = 0
    level: float = 0.0
    counted: float = 0.0
    to_act: int | None = None
    over: bool = False
    log: tuple[Entry, ...] = ()

    @property
    def street_name(self) -> str:
        """Name of the street."""
        return STREETS[self.game][self.street]

    @property
    def live(self) -> tuple[int, ...]:
        """Players who have not folded."""
        return tuple(i for i, player in enumerate(self.players) if not player.folded)

    @property
    def opponents(self) -> tuple[int, ...]:
        """Players other than hero who have not folded."""
        return tuple(i for i in self.live if i != self.hero)

    @property
    def pot(self) -> float:
        """All chips in the pot."""
        return self.dead + sum(player.committed for player in self.players)

    @property
    def unmatched(self) -> float:
        """Chips in the pot that nobody has to match: antes, and what was there before."""
        return self.dead + sum(player.ante for player in self.players)

    @property
    def price(self) -> float:
        """The chips that a player must have put in on this street to stay in."""
        return max(player.street for player in self.players)

    @property
    def pots(self) -> tuple[tuple[float, frozenset[int]], ...]:
        """Main pot and side pots with the players who can win them; a last one of one player is a bet in front.

        A player with chips left can still call, and so is in all of them while the betting goes on.
        """
        able = frozenset(i for i in self.live if self.players[i].stack > 0.0)
        pots: list[tuple[float, frozenset[int]]] = []
        for amount, players in self._layers():
            if pots and pots[-1][1] == players | able:
                pots[-1] = pots[-1][0] + amount, pots[-1][1]
            else:
                pots.append((amount, players | able))
        return tuple(pots)

    def _layers(self) -> tuple[tuple[float, frozenset[int]], ...]:
        """Return the layers of chips as put in so far, each with the players who have paid for it."""
        live = [not player.folded for player in self.players]
        full = max(player.ante for player in self.players)
        if any(p.ante < full and p.stack == p.total == 0.0 and not p.folded for p in self.players):
            return side_pots([player.committed for player in self.players], live, self.dead)  # all in with the ante
        return side_pots([player.total for player in self.players], live, self.unmatched)


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal actions of the player to act; amounts are chips added now.

    ``call`` is 0 when checking is free. ``low`` to ``high``: a bet or raise, called ``name``; None when there may be
    none. In fixed limit both are the one legal amount. All in for less is always legal and then both are the stack.
    """

    call: float
    name: Literal["bet", "raise", "complete"]
    low: float | None
    high: float | None


def legal_actions(state: TableState, index: int) -> Legal:
    """Return the legal actions of player ``index`` when it is its turn."""
    player, price = state.players[index], state.price
    call = round(min(price - player.street, player.stack), PLACES)
    full = bet_size(state)
    name: Literal["bet", "raise", "complete"] = "bet" if price == 0.0 else "raise"
    if is_incomplete(state):
        name, full = "complete", round(full_price(state) - price, PLACES)
    capped = state.stakes.fixed and state.raises >= state.stakes.cap and len(state.live) > 2
    others = [i for i in state.live if i != index and state.players[i].stack > 0.0]
    if player.acted or capped or player.stack <= call or not others:
        return Legal(call, name, None, None)
    low = min(price - player.street + full, player.stack)
    return Legal(call, name, low, low if state.stakes.fixed else player.stack)


def not_legal(player: Player, allowed: Legal, chips: float) -> str:
    """Return the error of a bet or raise that adds ``chips``, in the words of the table: it is *to* an amount."""
    ends = sorted({player.street + (end or 0.0) for end in (allowed.low, allowed.high)})
    limits = " … ".join(chips_text(end) for end in ends)
    return f"a {allowed.name} is to {limits}, not to {chips_text(player.street + chips)}"


def bet_size(state: TableState) -> float:
    """Return the least bet, or what a raise has to add at least."""
    stakes = state.stakes
    if stakes.fixed:
        return stakes.big_bet if state.street >= FIRST_BIG_BET_STREET else stakes.small_bet
    return max(state.last_raise, stakes.big_blind)


def full_price(state: TableState) -> float:
    """Return the price of the street to which a whole bet or raise of fixed limit goes."""
    return bet_size(state) + (state.level if state.stakes.half_bet else 0.0)


def is_incomplete(state: TableState) -> bool:
    """Return whether the price is that of less than a bet, so that it is completed and not raised: a bring-in, a short
    blind, or an all-in bet that does not count as a whole one."""
    if not state.stakes.fixed or state.price == 0.0:
        return False
    if state.stakes.half_bet:
        return state.price > state.level
    return state.price < bet_size(state)


def counts_as_whole(state: TableState, price: float) -> bool:
    """Return whether a bet or raise of fixed limit to ``price`` counts as a whole one by the rule of half a bet: it has
    at least half of the chips that a whole one adds. Several all-in bets count together."""
    return 2 * (price - state.counted) >= full_price(state) - state.counted - SLACK


def clockwise(state: TableState, index: int) -> tuple[int, ...]:
    """Return all players clockwise from the one after ``index``, who comes last."""
    count = len(state.players)
    return tuple((index + step) % count for step in range(1, count + 1))


def next_to_act(state: TableState, index: int) -> int | None:
    """Return who acts after player ``index``; None when nobody has to."""
    able = [i for i in clockwise(state, index) if i in state.live and state.players[i].stack > 0.0]
    behind = [i for i in able if state.players[i].street < state.price]
    if behind or sum(state.players[i].stack > 0.0 for i in state.live) > 1:
        return next((i for i in able if i in behind or not state.players[i].acted), None)
    return None


def wants_bring_in(state: TableState) -> bool:
    """Return whether the bring-in of a stud game is still to be posted."""
    return (
        GAMES[state.game].stud
        and state.street == 0
        and state.stakes.bring_in > 0.0
        and not state.over
        and state.price == 0.0
        and not any(player.acted for player in state.players)
    )


def is_last(state: TableState) -> bool:
    """Return whether no street follows."""
    return state.street_name in ("river", "seventh street")
