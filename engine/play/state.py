"""A hand in play as one frozen value: its players, their chips, the street, the player to act, and the legal actions.

``engine.play.actions`` applies actions to a state and returns a new one. Chips may have any unit. Straddles are not
tracked, and cards are texts only: the winners of a showdown are given, not computed.
"""

from dataclasses import dataclass
from typing import Literal

from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.play.pots import chips_text, side_pots
from engine.scenario import Game

STREET_NAMES: dict[Game, tuple[str, ...]] = {game: spec.streets for game, spec in GAMES.items()}
CHIP_DECIMALS = 9
"""Decimals to which amounts are rounded; this removes the errors of adding floats."""
CHIP_TOLERANCE = 10.0**-CHIP_DECIMALS


@dataclass(frozen=True, slots=True)
class Stakes:
    """Forced bets and bet limits, in chips. ``fixed``: fixed limit, with at most ``cap`` bets and raises on a street.

    ``half_bet``: use the half-bet rule of card rooms for fixed limit. With it, an all-in bet or raise of at least half
    a bet counts as a full one: it reopens the betting, and the next raise adds a bet to it. A smaller one does not
    count: players who have acted may only call it, the others may complete it. Without it, only a full bet or raise
    reopens the betting, and every all-in bet or raise counts towards the ``cap``.
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
class TablePlayer:
    """A player at the table.

    ``stack``: chips behind. ``street`` and ``total``: chips bet on this street and in the whole hand, without the
    ``ante``. ``acted``: whether the player has acted since the last full bet or raise and so may not raise again.
    ``cards``: a text of a hand, as in a scenario.
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
        """Whether the player has no chips and takes no part in the hand."""
        return self.folded and self.stack <= 0.0 and self.committed <= 0.0


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log: an action, and the pot, the player's stack and hero's bankroll after it.

    ``seat``: the index of the player, or None if the action is not a player's (a new street or hand).
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
    """A session at one moment; undo returns to an earlier state.

    ``hero`` and ``button`` are indices into ``players``, who sit clockwise. ``bankroll``: all that hero owns outside
    the pots, including the stack at the table. ``dead``: chips in the pot that belong to no player, such as the pot of
    earlier streets. ``to_act``: the index of the player to act, or None if the betting on this street is over.
    ``last_raise``: the size of the last bet or raise, which is the least that the next raise must add. ``raises``: the
    number of bets and raises on this street.

    Two prices serve the half-bet rule. The next full bet or raise goes to ``level`` plus a bet. ``counted`` is the
    price of the last bet, raise or forced bet that counts; chips above it belong to short all-ins. The two differ only
    after a bring-in or a short blind, when ``level`` is 0.
    """

    game: Game
    stakes: Stakes
    players: tuple[TablePlayer, ...]
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
    log: tuple[LogEntry, ...] = ()

    @property
    def street_name(self) -> str:
        """Name of the street."""
        return STREET_NAMES[self.game][self.street]

    @property
    def live(self) -> tuple[int, ...]:
        """The indices of the players who have not folded."""
        return tuple(i for i, player in enumerate(self.players) if not player.folded)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The indices of the players other than hero who have not folded."""
        return tuple(i for i in self.live if i != self.hero)

    @property
    def pot(self) -> float:
        """All chips in the pot."""
        return self.dead + sum(player.committed for player in self.players)

    @property
    def unmatched(self) -> float:
        """Chips in the pot that nobody has to match: antes and dead money."""
        return self.dead + sum(player.ante for player in self.players)

    @property
    def price(self) -> float:
        """The chips that a player must have put in on this street to stay in."""
        return max(player.street for player in self.players)

    @property
    def pots(self) -> tuple[tuple[float, frozenset[int]], ...]:
        """The main pot and the side pots, each with the players who can win it.

        If the last pot has a single player, it is a bet that nobody has called yet.
        """
        # While the betting goes on, a player with chips left can still call and so takes part in every pot: layers
        # that differ only by such players are one pot.
        able = frozenset(i for i in self.live if self.players[i].stack > 0.0)
        pots: list[tuple[float, frozenset[int]]] = []
        for amount, players in self._layers():
            if pots and pots[-1][1] == players | able:
                pots[-1] = pots[-1][0] + amount, pots[-1][1]
            else:
                pots.append((amount, players | able))
        return tuple(pots)

    def _layers(self) -> tuple[tuple[float, frozenset[int]], ...]:
        """Return the layers of the chips put in so far, each with the players who have paid for it."""
        live = [not player.folded for player in self.players]
        full = max(player.ante for player in self.players)
        if any(p.ante < full and p.stack == p.total == 0.0 and not p.folded for p in self.players):
            return side_pots(
                [player.committed for player in self.players], live, self.dead
            )  # somebody is all in with a part of the ante
        return side_pots([player.total for player in self.players], live, self.unmatched)


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The legal actions of the player to act; amounts are the chips that the action adds.

    ``call``: the price of a call, 0 if the player may check. ``name``: the name of the action that bets or raises.
    ``low`` and ``high``: its smallest and its largest amount, or None if it is not allowed. They are equal at fixed
    limit, and if the stack only suffices for an all-in below the minimum.
    """

    call: float
    name: Literal["bet", "raise", "complete"]
    low: float | None
    high: float | None


def legal_actions(state: TableState, index: int) -> LegalActions:
    """Return the legal actions of player ``index``, whose turn it is."""
    player, price = state.players[index], state.price
    call = round(min(price - player.street, player.stack), CHIP_DECIMALS)
    full = bet_size(state)
    name: Literal["bet", "raise", "complete"] = "bet" if price == 0.0 else "raise"
    if is_short_bet(state):
        name, full = "complete", round(full_bet_price(state) - price, CHIP_DECIMALS)
    capped = state.stakes.fixed and state.raises >= state.stakes.cap and len(state.live) > 2
    others = [i for i in state.live if i != index and state.players[i].stack > 0.0]
    if player.acted or capped or player.stack <= call or not others:
        return LegalActions(call, name, None, None)
    low = min(price - player.street + full, player.stack)
    return LegalActions(call, name, low, low if state.stakes.fixed else player.stack)


def illegal_size(player: TablePlayer, allowed: LegalActions, chips: float) -> str:
    """Return the error text for a bet or raise that adds ``chips``.

    Amounts in the text are totals of the street, as players say them: a raise is *to* an amount.
    """
    ends = sorted({player.street + (end or 0.0) for end in (allowed.low, allowed.high)})
    limits = " … ".join(chips_text(end) for end in ends)
    return f"a {allowed.name} is to {limits}, not to {chips_text(player.street + chips)}"


def bet_size(state: TableState) -> float:
    """Return the minimum bet, which is also the least that a raise must add."""
    stakes = state.stakes
    if stakes.fixed:
        return stakes.big_bet if state.street >= FIRST_BIG_BET_STREET else stakes.small_bet
    return max(state.last_raise, stakes.big_blind)


def full_bet_price(state: TableState) -> float:
    """Return the price of the street after a full bet or raise at fixed limit."""
    return bet_size(state) + (state.level if state.stakes.half_bet else 0.0)


def is_short_bet(state: TableState) -> bool:
    """Return whether the price is less than a full bet, so that players complete it instead of raising.

    Such prices are a bring-in, a short blind, or an all-in bet that does not count as a full one.
    """
    if not state.stakes.fixed or state.price == 0.0:
        return False
    if state.stakes.half_bet:
        return state.price > state.level
    return state.price < bet_size(state)


def counts_as_full(state: TableState, price: float) -> bool:
    """Return whether a bet or raise to ``price`` counts as a full one by the half-bet rule of fixed limit.

    It does if it adds at least half of the chips that a full one adds. Consecutive short all-ins count together.
    """
    return 2 * (price - state.counted) >= full_bet_price(state) - state.counted - CHIP_TOLERANCE


def seats_after(state: TableState, index: int) -> tuple[int, ...]:
    """Return the indices of all players clockwise, starting after ``index`` and ending with it."""
    count = len(state.players)
    return tuple((index + step) % count for step in range(1, count + 1))


def next_to_act(state: TableState, index: int) -> int | None:
    """Return the player who acts after ``index``, or None if the betting on this street is over."""
    # With a single player who has chips, there is nobody left to bet against: he acts only if he faces a bet.
    able = [i for i in seats_after(state, index) if i in state.live and state.players[i].stack > 0.0]
    behind = [i for i in able if state.players[i].street < state.price]
    if behind or sum(state.players[i].stack > 0.0 for i in state.live) > 1:
        return next((i for i in able if i in behind or not state.players[i].acted), None)
    return None


def is_bring_in_due(state: TableState) -> bool:
    """Return whether the bring-in of a stud game must be posted now."""
    return (
        GAMES[state.game].stud
        and state.street == 0
        and state.stakes.bring_in > 0.0
        and not state.over
        and state.price == 0.0
        and not any(player.acted for player in state.players)
    )


def is_last_street(state: TableState) -> bool:
    """Return whether this is the last street."""
    return state.street_name in ("river", "seventh street")
