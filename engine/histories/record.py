"""A hand as its text has it, before it is replayed: seats, stacks, posts, actions, and what the text says of its end.

Amounts are exact: whole numbers or decimals, as they are written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

Amount = int | Decimal
Verb = Literal["deal", "board", "fold", "call", "raise", "bring-in", "show"]
NO_PLAYER = -1


def exact(text: str) -> Amount:
    """Return a number as it is written: an ``int`` where it has no decimals.

    Raises:
        ValueError: the text is no number.
        ArithmeticError: it is too large.
    """
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return Decimal(text)
    except ArithmeticError:
        if text[:1].isdigit():
            raise
        raise ValueError(f"'{text}' is no number") from None


def size(amount: Amount) -> Amount:
    """Return an amount without its sign."""
    return -amount if amount < 0 else amount


@dataclass(frozen=True, slots=True)
class Limits:
    """The bring-in, the bets of a game with fixed limits, and the least bet of one without; 0: there is none."""

    bring_in: Amount = 0
    small_bet: Amount = 0
    big_bet: Amount = 0
    min_bet: Amount = 0


@dataclass(frozen=True, slots=True)
class Action:
    """Something that happens: ``raise`` to an ``amount`` of the street; ``cards`` that are dealt or shown.

    ``show`` without cards mucks; ``known`` shows the cards that the player is known to have.
    """

    verb: Verb
    player: int = NO_PLAYER
    amount: Amount = 0
    cards: tuple[str, ...] = ()
    known: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The end of the hand by the text: the total of the pots, the rake (None: nothing), what each player has
    collected, or has won or lost (``net``), and the boards. ``back``: bets that nobody has matched stand there as given
    back, and so are not among those collected."""

    total: Amount | None = None
    rake: Amount | None = None
    won: Mapping[int, Amount] = field(default_factory=dict)
    net: Mapping[int, Amount] = field(default_factory=dict)
    boards: tuple[tuple[str, ...], ...] = ()
    back: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as its text has it. The lists are by player, in the order of the table as ``PlayedHand`` has it.

    ``antes`` are posted by everybody, ``dead`` chips by single players; nobody has to match either. ``posts`` are bets;
    below zero: not in turn, the player behind does not act first. ``even``: who antes less wins as much from each other
    one. ``least_call``: what a call before the flop comes to at least. ``strict``: raises are at least as large as the
    rules have it. ``text_leads``: who acts first before the flop is told by the text. ``drop``: chips of the house in
    the pot. ``known``: cards of players who did not show them. ``hero``: whose cards the text was written for.
    """

    variant: str
    names: tuple[str, ...]
    stacks: tuple[Amount, ...]
    antes: tuple[Amount, ...]
    posts: tuple[Amount, ...]
    actions: tuple[Action, ...]
    dead: tuple[Amount, ...] = ()
    limits: Limits = Limits()
    least_call: Amount = 0
    even: bool = False
    strict: bool = False
    text_leads: bool = False
    drop: Amount = 0
    known: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    hero: int | None = None
    told: Told = Told()
