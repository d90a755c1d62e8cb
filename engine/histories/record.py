"""A hand as its text states it, before it is replayed: seats, stacks, posts, actions, and the stated end.

Amounts are exact integers or decimals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

Amount = int | Decimal
Verb = Literal["deal", "board", "fold", "call", "raise", "bring-in", "show"]
NO_PLAYER = -1


def exact(text: str) -> Amount:
    """Return a number exactly: an ``int`` if it has no decimals.

    Raises:
        ValueError: the text is not a number.
        ArithmeticError: the number is too large.
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
        raise ValueError(f"'{text}' is not a number") from None


def size(amount: Amount) -> Amount:
    """Return the absolute value of an amount."""
    return -amount if amount < 0 else amount


@dataclass(frozen=True, slots=True)
class BetLimits:
    """The bring-in, the bets of a fixed-limit game, and the minimum bet of a game without fixed limits; 0 for none."""

    bring_in: Amount = 0
    small_bet: Amount = 0
    big_bet: Amount = 0
    min_bet: Amount = 0


@dataclass(frozen=True, slots=True)
class HandAction:
    """An action of a player or of the dealer.

    ``amount``: of a raise the total bet on the street that it makes; of a call the chips that the text says were added,
    or 0 if it does not say. ``cards``: the cards that are dealt or shown. ``show`` without cards mucks; ``known`` shows
    the cards that the player is known to have.
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

    ``received``: the chips that the house paid to the player. ``paid``: the chips that the player paid to the house: a
    premium, or the part of the pot that a winner who had cashed out returns. ``takes_pot``: the house receives the
    player's winnings. ``fee``: the charge of the house, None if the text does not state it. ``board``: the number of
    board cards when the deal was made, None if the text does not state it.
    """

    kind: DealKind
    player: int
    received: Amount = 0
    paid: Amount = 0
    takes_pot: bool = False
    fee: Amount | None = None
    board: int | None = None


TotalKind = Literal["pot", "net", "back", "back net", "walk"]
"""The parts of the stated total pot: the chips in the pot ("pot"), minus the rake ("net"), plus the uncalled bet
("back"), or both ("back net"). "walk": the uncalled bet is included only if everybody folded to the big blind."""
ALL_TOTALS: tuple[TotalKind, ...] = ("pot", "net", "back", "back net")


@dataclass(frozen=True, slots=True)
class StatedEnd:
    """The end of the hand as the text states it.

    ``total``: the total of the pots, of one of the kinds ``total_kinds``. ``rake``: None if the text does not state it.
    ``won``: the chips that each player collected; ``net``: each player's gain or loss. ``awarded``: each player's
    winnings according to the summary alone; ``not_awarded``: the part of it that went to the house. ``back``: uncalled
    bets are returned by lines of their own, so collected amounts do not include them. ``deals``: deals with the house.
    ``fee``: the most that the house may have taken without stating it, in addition to the rake.
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
class ParsedHand:
    """A hand as its text states it. Lists are by player, in the order of :class:`engine.histories.hand.PlayedHand`.

    ``antes`` are posted by everybody, ``dead`` chips by single players; nobody has to match either. ``posts`` are bets;
    a negative one was posted out of turn, so the player after it does not act first. ``even``: a player who antes less
    wins only as much of each other ante. ``least_call``: the minimum total of a call before the flop. ``strict``:
    raises have to follow the minimum of the rules. ``text_leads``: the first player to act before the flop is the one
    who acts first in the text. ``drop``: chips of the house in the pot. ``known``: cards of players who did not show
    them. ``hero``: the player for whom the text was written. ``faults``: parts of the text that could not be read.
    """

    variant: str
    names: tuple[str, ...]
    stacks: tuple[Amount, ...]
    antes: tuple[Amount, ...]
    posts: tuple[Amount, ...]
    actions: tuple[HandAction, ...]
    dead: tuple[Amount, ...] = ()
    limits: BetLimits = BetLimits()
    least_call: Amount = 0
    even: bool = False
    strict: bool = False
    text_leads: bool = False
    drop: Amount = 0
    known: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    hero: int | None = None
    stated: StatedEnd = StatedEnd()
    faults: tuple[str, ...] = ()
