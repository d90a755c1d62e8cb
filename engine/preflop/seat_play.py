"""The play of the players of a table on the first street, given the actions before their turn.

States and chips of the seats determine these actions. Chips above the blinds (razz: the bring-in) are raises: the first
seat with an amount has raised to it, and later seats with the same amount have called. Two orders are only possible if
a player has acted twice: one who raised to more than a player behind him must have raised before, and so must one who
called a raise that was made after a player behind him had responded to the first one. Chips of a player who is still to
act are posts; more than the big blind is a straddle.

The range of a player who has called or raised consists of the hands with which his description does so. If it never
does, the range is that of the loose player and, if that one never does either, any two cards.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.arrays import F64
from engine.players.description import SHIPPED, Player, RaiseSizes, shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street, hand_order
from engine.ranges.razz_pairs import Branch, with_weights, write_branches
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario import Game
from engine.scenario.names import GameTable
from engine.table.seat_ranges import weights_text

ALL_HANDS = "100%"
"""The text of any two cards of a player who has acted; ``random`` is one who is still to act."""
USUAL_STACK = 100
"""In big blinds, used if no stacks are known."""
MAX_OPEN = 5.0
"""The largest open, as a multiple of the price that is posted; more is a raise of one."""
LEAST = 0.01
"""The weight that every hand keeps if the page asks for it."""
THREE_BET = 2
"""The number of the raise that a 3-bet is."""
ALL_IN_SHARE = 3
"""A raise of more than the stack divided by this is all in, and so is one of more than this many usual raises."""


class SeatTurn(NamedTuple):
    """A seat as it has acted: its number, its position (razz: door), its chips, and whether it has acted."""

    seat: int
    spot: str
    chips: float
    acted: bool


@dataclass(frozen=True, slots=True)
class SeatRaise:
    """A raise by a seat; ``to`` is the amount, 0 if it is not known any more."""

    seat: int
    spot: str
    to: float


@dataclass(frozen=True, slots=True)
class Action:
    """An action at a turn: a past ``raise`` or ``call``, or a coming one.

    A coming action is ``continue`` (call or raise) or ``raise again``, which some descriptions never do.
    """

    turn: FirstStreet
    does: str


def raises_of(turns: Sequence[SeatTurn], price: float) -> tuple[SeatRaise, ...]:
    """Return the raises above a ``price`` that is posted; ``turns``: the seats in the order of action."""
    raises: list[SeatRaise] = []
    at = -1
    for amount in sorted({turn.chips for turn in turns if turn.acted and turn.chips > price}):
        places = [place for place, turn in enumerate(turns) if turn.acted and turn.chips == amount]
        place = min(places, key=lambda place: (place <= at, place))
        one = turns[place]
        # Who acted before the first raise of which anything is known, and has now called another one, has opened.
        openers = [turns[earlier] for earlier in places if earlier < at < place]
        if openers and len(raises) == 1:
            opener, known = openers[0], raises[0]
            if known.to <= MAX_OPEN * price:
                raises[0] = SeatRaise(opener.seat, opener.spot, known.to)  # the player between the two has called it
            else:
                raises.insert(0, SeatRaise(opener.seat, opener.spot, 0.0))
        if place < at and not any(earlier.seat == one.seat for earlier in raises):
            # He acted before a raise to which he has raised again, so that he has raised himself before.
            raises.insert(len(raises) - 1, SeatRaise(one.seat, one.spot, 0.0))
        raises.append(SeatRaise(one.seat, one.spot, amount))
        at = place
    return tuple(raises)


@dataclass(frozen=True, slots=True)
class Street:
    """The first street so far: the ``price`` that is posted, the ``raises``, how many have limped, and the raise of
    hero's that is considered, with hero's position. ``least``: the weight that every hand keeps at least."""

    game: Game
    price: float
    raises: tuple[SeatRaise, ...]
    limpers: int
    hero_spot: str
    raise_to: float | None
    least: float = 0.0

    def is_all_in(self, number: int, to: float, sizes: RaiseSizes | None) -> bool:
        """Return whether the raise with this number (the first is 1) to an amount is taken to be all in."""
        if sizes is None or not self.price:
            return False
        before = self.raises[number - 2].to if 1 < number <= len(self.raises) + 1 else 0.0
        usual = self.price * (sizes.open + sizes.per_limper * self.limpers)
        if number > 1:
            usual = (before or usual) * (sizes.three_bet if number == THREE_BET else sizes.four_bet)
        return ALL_IN_SHARE * to > USUAL_STACK * self.price or to > ALL_IN_SHARE * usual

    def turn(self, spot: str, raises: int, sizes: RaiseSizes | None) -> FirstStreet:
        """Return the turn of a player after ``raises`` raises; the turn after all raises that were made is hero's."""
        if not raises:
            return FirstStreet(spot)
        if raises > len(self.raises):
            raiser, to = self.hero_spot, self.raise_to or 0.0
        else:
            raiser, to = self.raises[raises - 1].spot, self.raises[raises - 1].to
        return FirstStreet(spot, raises, raiser or None, self.is_all_in(raises, to, sizes))

    def taken(self, turn: SeatTurn, sizes: RaiseSizes | None) -> tuple[Action, ...]:
        """Return the actions of a player who has acted. With less than the price in he has called the last raise."""
        own = [number for number, one in enumerate(self.raises, 1) if one.seat == turn.seat]
        actions = [Action(self.turn(turn.spot, number - 1, sizes), "raise") for number in own]
        reached = [number for number, one in enumerate(self.raises, 1) if 0.0 < one.to <= turn.chips]
        level = reached[-1] if reached else 0
        if not reached and turn.chips < self.price:
            level = len(self.raises)
        if level not in own:
            actions.append(Action(self.turn(turn.spot, level, sizes), "call"))
        return tuple(actions)

    def owes(self, turn: SeatTurn) -> bool:
        """Return whether a player who has acted has to answer a raise that was made after it."""
        return bool(self.raises) and self.price <= turn.chips < self.raises[-1].to

    def answer(self, turn: SeatTurn, sizes: RaiseSizes | None, does: str = "continue") -> Action:
        """Return the response of a player to hero's call."""
        return Action(self.turn(turn.spot, len(self.raises), sizes), does)

    def answer_to_raise(self, turn: SeatTurn, sizes: RaiseSizes | None, does: str = "continue") -> Action:
        """Return the response of a player to hero's raise."""
        return Action(self.turn(turn.spot, len(self.raises) + 1, sizes), does)

    @property
    def stack(self) -> float:
        """The chips of each player."""
        return USUAL_STACK * self.price

    def raises_to(self, sizes: RaiseSizes, *, after_raise: bool) -> float:
        """Return the chips to which a player raises after hero's call, or after hero's raise.

        A raise of more than a part of the stack (``ALL_IN_SHARE``) is all in.
        """
        number = len(self.raises) + after_raise
        last = (self.raise_to or 0.0) if after_raise else self.raises[-1].to if self.raises else self.price
        if number == 0:
            to = self.price * (sizes.open + sizes.per_limper * (self.limpers + 1))
        else:
            to = last * (sizes.three_bet if number + 1 == THREE_BET else sizes.four_bet)
        return self.stack if ALL_IN_SHARE * to > self.stack else to


def texts_of(player: Player, game: Game, actions: Sequence[Action], least: float = 0.0) -> str:
    """Return the hands with which a player takes all ``actions``, as the text of a seat; ``least``: the weight that
    every hand keeps at least."""
    if player == shipped(player.name, player.bluffs):
        return _shipped_text(player.name, player.bluffs, game, tuple(actions), least)
    return _text(player, game, actions, least)


@lru_cache(maxsize=1024)
def _shipped_text(name: str, bluffs: float, game: Game, actions: tuple[Action, ...], least: float) -> str:
    player = shipped(name, bluffs)
    assert player is not None
    return _text(player, game, actions, least)


def shipped(name: str, bluffs: float | None = None) -> Player | None:
    """Return a shipped player, with another share of bluffs if it is given; None if none has this name."""
    if name not in SHIPPED:
        return None
    player = shipped_player(name)
    return player if bluffs is None or bluffs == player.bluffs else replace(player, bluffs=bluffs)


def _text(player: Player, game: Game, actions: Sequence[Action], least: float) -> str:
    position = actions[-1].turn.position
    return WRITERS[game](_weights(player, game, actions, least), position)


def _weights(player: Player, game: Game, actions: Sequence[Action], least: float) -> F64:
    """Return the weight of each hand of a player who takes these actions, float64[hands], the greatest at most 1."""
    count = FIRST_HANDS[game].count
    if actions[-1].does in ("continue", "raise again"):
        (action,) = actions
        weights = _probability(player, game, action)
        if not weights.any() and action.does == "continue":
            # A text without hands cannot be written: the best hand goes on.
            weights = np.zeros(count)
            weights[hand_order(player, game, action.turn.position)[0]] = 1.0
        return weights
    result = np.ones(count)
    for action in actions:
        likely = next((one for one in _candidates(player, game, action) if (result * one).any()), np.ones(count))
        after = result * likely
        result = after / after.max()
    return np.maximum(result, least)


def _candidates(player: Player, game: Game, action: Action) -> Iterator[F64]:
    yield _probability(player, game, action)
    yield _probability(shipped_player("loose"), game, action)


def _probability(player: Player, game: Game, action: Action) -> F64:
    play = first_street(player, game, action.turn)
    by_action = {"raise": play.raises, "raise again": play.raises, "call": play.calls}
    return by_action.get(action.does, np.minimum(play.raises + play.calls, 1.0))


def _range_text(weights: F64, _position: str) -> str:
    return ALL_HANDS if weights.min() == 1.0 else weights_text(weights)


def _down_text(weights: F64, _door: str) -> str:
    held = {pair: round(float(weight), 6) for pair, weight in zip(ALL_PAIRS, weights, strict=True)}
    return write_branches([with_weights(Branch(), held)]) if weights.min() < 1.0 else "random"


WRITERS: GameTable[Callable[[F64, str], str]] = GameTable("texts of the first street", {
    "holdem": _range_text,
    "razz": _down_text,
})  # fmt: skip
