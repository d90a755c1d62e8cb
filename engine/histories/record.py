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

    The ``amount`` of a call is the number of chips that the text says were added, 0 if it does not say. ``show``
    without cards mucks; ``known`` shows the cards that the player is known to have.
    """

    verb: Verb
    player: int = NO_PLAYER
    amount: Amount = 0
    cards: tuple[str, ...] = ()
    known: bool = False


DealKind = Literal["cash-out", "insurance"]


@dataclass(frozen=True, slots=True)
class HouseDeal:
    """A deal that an all-in player makes with the house, apart from the pot.

    ``received``: the chips that the house paid to the player; ``paid``: the chips that the player paid to the house (a
    premium, or what a winner who had cashed out returns of the pot). ``takes_pot``: the house gets what the player
    wins of the pot. ``fee``: what the house charged, None if the text does not say. ``board``: how many cards were on
    the board when the deal was made, None if the text does not say.
    """

    kind: DealKind
    player: int
    received: Amount = 0
    paid: Amount = 0
    takes_pot: bool = False
    fee: Amount | None = None
    board: int | None = None


TotalKind = Literal["pot", "net", "back", "back net", "walk"]
"""What the total pot of a text is: the chips in the pot, less the rake, with the uncalled bet, or with the uncalled bet
and less the rake; "walk": with the uncalled bet if everybody has folded to the big blind."""
ALL_TOTALS: tuple[TotalKind, ...] = ("pot", "net", "back", "back net")


@dataclass(frozen=True, slots=True)
class Told:
    """The end of the hand by the text.

    ``total``: the total of the pots, which is one of ``total_kinds``. ``rake``: None if the text does not say. ``won``:
    what each player has collected; ``net``: what each player has won or lost. ``awarded``: what the summary alone says
    that each player won; ``not_awarded``: the part of it that went to the house. ``boards``: the boards. ``back``: bets
    that nobody has matched are returned by lines of their own, and so are not among those collected. ``deals``: deals
    with the house. ``fee``: the most that the house may have taken besides the rake without the text saying so.
    """

    total: Amount | None = None
    rake: Amount | None = None
    won: Mapping[int, Amount] = field(default_factory=dict)
    net: Mapping[int, Amount] = field(default_factory=dict)
    boards: tuple[tuple[str, ...], ...] = ()
    back: bool = False
    total_kinds: tuple[TotalKind, ...] = ALL_TOTALS
    awarded: Mapping[int, Amount] = field(default_factory=dict)
    not_awarded: Mapping[int, Amount] = field(default_factory=dict)
    deals: tuple[HouseDeal, ...] = ()
    fee: Amount = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as its text has it. The lists are by player, in the order of the table as ``PlayedHand`` has it.

    ``antes`` are posted by everybody, ``dead`` chips by single players; nobody has to match either. ``posts`` are bets;
    below zero: not in turn, the player behind does not act first. ``even``: who antes less wins as much from each other
    one. ``least_call``: what a call before the flop comes to at least. ``strict``: raises are at least as large as the
    rules have it. ``text_leads``: who acts first before the flop is told by the text. ``drop``: chips of the house in
    the pot. ``known``: cards of players who did not show them. ``hero``: whose cards the text was written for.
    ``faults``: what of the text could not be read.
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
    faults: tuple[str, ...] = ()
