"""A played hand as frozen values: its text in a file, and moment by moment what happened; nothing here reads texts;
and hands of several files as one list, each hand of a site once.

Chips are numbers of any unit. Players sit in the order of the history: in hold'em the small blind first and the button
last (heads up the big blind first), in razz by their seats.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from engine.cards import plain_name
from engine.histories.record import DealKind, HouseDeal
from engine.histories.suits import Letters
from engine.play.state import CHIP_DECIMALS, Stakes
from engine.scenario import Game

UNKNOWN_CARD = "??"
MoveKind = Literal["ante", "post", "bring-in", "check/call", "bet/raise", "fold", "street"]


class HandError(ValueError):
    """A hand that cannot be read: the reason, the line in its file (from 1) and the name that the hand has there."""

    def __init__(self, message: str, line: int, name: str) -> None:
        super().__init__(f"line {line}, {name}: {message}")
        self.message = message
        self.line = line
        self.name = name


class OtherGameError(HandError):
    """A hand of a game that is not read: it is no fault of the text."""


@dataclass(frozen=True, slots=True)
class RawHand:
    """A hand as text: its place in the file (from 1), its first line (from 1), the format and the name written in it.

    ``about`` is what stands once for all hands of the file, above them. ``source``: the file, where there are several.
    ``letters``: of the suits in the file, as in :func:`engine.histories.suits.letters_of`.
    """

    number: int
    line: int
    form: str
    name: str
    text: str
    about: str = ""
    source: str = ""
    letters: Letters = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", plain_name(self.name))

    def error(self, message: str) -> HandError:
        """Return the complaint about this hand."""
        return HandError(message, self.line, self.name)

    def not_read(self, game: str) -> "OtherGameError":
        """Return that this is a hand of another game than hold'em or razz."""
        return OtherGameError(f"not read: {game}", self.line, self.name)


@dataclass(frozen=True, slots=True)
class Chips:
    """The chips of a player at a moment: ``stack`` behind (infinite: not known), ``bet`` on this street, ``total`` of
    all bets of the hand, and the ``ante``, which nobody has to match."""

    stack: float
    bet: float
    total: float
    ante: float = 0.0


@dataclass(frozen=True, slots=True)
class Pot:
    """The main pot or a side pot: its chips, and the players who can win it."""

    chips: float
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the hand: the player (None: the dealer), the chips added by it, the cards that came to the board."""

    kind: MoveKind
    player: int | None = None
    chips: float = 0.0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """The hand after a street was dealt, or after an action on it.

    ``street``: its number, 0 before the flop or on third street. ``words``: what happened. ``actor``: who acted, None
    for the dealer. ``board``: cards as texts; in razz a common seventh one. ``dealt``: by player how many cards it has
    got. ``folded``: by player. ``to_act``: whose turn it is, None where nobody's; ``price``: what it costs that player
    to stay in. ``moves``: how many of the hand's moves lead here. ``even_ante``: what all have to ante, so that who has
    anted less wins no more than that of each other's ante.
    """

    street: int
    words: str
    actor: int | None
    board: tuple[str, ...]
    dealt: tuple[int, ...]
    folded: tuple[bool, ...]
    chips: tuple[Chips, ...]
    pot: float
    to_act: int | None
    price: float
    moves: int
    even_ante: float = 0.0

    @property
    def live(self) -> tuple[int, ...]:
        """The players who have not folded."""
        return tuple(i for i, folded in enumerate(self.folded) if not folded)

    def to_call(self, player: int) -> float:
        """Return a player's price to match the largest bet, at most all its chips."""
        chips = self.chips[player]
        return min(max(other.bet for other in self.chips) - chips.bet, chips.stack)

    def pots(self) -> tuple[Pot, ...]:
        """Return the main pot and the side pots, as they are if nobody adds to the bets in front; what nobody has to
        match is in the main pot."""
        result: list[Pot] = []
        put_in = [round(chips.total + min(chips.ante, self.even_ante), CHIP_DECIMALS) for chips in self.chips]
        below, rest = 0.0, self.pot - sum(put_in)
        for level in sorted(set(put_in)):
            layer = sum(min(chips, level) - min(chips, below) for chips in put_in) + rest
            players = tuple(i for i in self.live if put_in[i] >= level)
            if result and players in (result[-1].players, ()):
                result[-1] = Pot(result[-1].chips + layer, result[-1].players)
            elif layer > 10**-CHIP_DECIMALS:
                result.append(Pot(layer, players))
            below, rest = level, 0.0 if result else rest
        return tuple(result)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A whole hand. ``cards``: by player the texts of its cards in dealing order, ``UNKNOWN_CARD`` where never seen;
    what was shown at the end is known from the start. ``hero``: whose cards the history was written for, else who is
    best known; ``own``: there is such a player. ``starting``: stacks before antes and blinds. ``result``: by player
    what it won or lost, the rake taken; ``gross``: before the ``rake``; None where neither the text nor the cards that
    were shown tell. ``boards``: all of them, where there are several. ``faults``: in what the replay is not what the
    text says, what of the text could not be read, or why nobody is known to have won; there is no result then.
    ``drop``: chips of the house that were in the pot from the start. ``deals``: cash-outs and insurances of all-in
    players. The house pays them apart from the pot and gets what a player who cashed out wins of it, so that results
    then do not sum to the rake. A payment counts in ``gross`` as in ``result``: no rake is taken from it.
    ``undecided``: the only fault is that the text ends before it says who has won."""

    raw: RawHand
    game: Game
    variant: str
    names: tuple[str, ...]
    hero: int
    stakes: Stakes
    starting: tuple[float, ...]
    cards: tuple[tuple[str, ...], ...]
    moves: tuple[Move, ...]
    moments: tuple[Moment, ...]
    result: tuple[float, ...] | None
    gross: tuple[float, ...] | None = None
    rake: float | None = None
    boards: tuple[tuple[str, ...], ...] = ()
    faults: tuple[str, ...] = ()
    drop: float = 0.0
    own: bool = False
    deals: tuple[HouseDeal, ...] = ()
    undecided: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(map(plain_name, self.names)))

    def known(self, player: int) -> bool:
        """Return whether any card of a player that others do not see is known."""
        return any(card != UNKNOWN_CARD for card in self.cards[player][:2])

    @property
    def reliable(self) -> bool:
        """Return True if nothing contradicts the replay, although the winner may be unknown."""
        return not self.faults or self.undecided

    def deals_of(self, player: int, kind: DealKind) -> tuple[HouseDeal, ...]:
        """Return the deals of one kind that a player has made with the house."""
        return tuple(deal for deal in self.deals if deal.player == player and deal.kind == kind)

    def first_of(self, street: int) -> int | None:
        """Return the place of the moment with which a street begins; None where it was not reached."""
        return next((i for i, moment in enumerate(self.moments) if moment.street == street), None)


def without_shown(hand: PlayedHand, hero: int) -> PlayedHand:
    """Return a hand as ``hero`` has seen it: of the others those cards alone that lie face up."""
    hidden = (0, 1, 6)
    cards = [
        own if player == hero else tuple(UNKNOWN_CARD if i in hidden else card for i, card in enumerate(own))
        for player, own in enumerate(hand.cards)
    ]
    return replace(hand, cards=tuple(cards))


def finite(number: float) -> float | None:
    """Return a number of chips, None where it is not known."""
    return None if math.isinf(number) else number


SUFFIXES = (".phh", ".phhs", ".txt", ".xml", ".log", ".json", ".jsonl", ".ohh", ".csv")
"""Ends of the names of files in folders that are looked into."""
HAND = "hand "
"""The text before the number of a hand in its name."""
DIGEST = 20
"""Characters of a digest."""
UNNAMED = ("phh", "acpc", "unknown")
"""Forms whose hands have no numbers of their own: they are the same where their texts are."""


def hand_key(raw: RawHand) -> tuple[str, str]:
    """Return what is the same of two texts of one hand only."""
    return raw.form, raw.text if raw.form in UNNAMED else raw.name


def hand_id(raw: RawHand) -> str:
    """Return the id of a hand in files: its site and number, or a digest of the text of one that has no number."""
    form, name = hand_key(raw)
    return f"{form} {sha256(name.encode()).hexdigest()[:DIGEST]}" if form in UNNAMED else f"{form} {name[len(HAND) :]}"


def one_list(sources: Iterable[tuple[str, Sequence[RawHand]]]) -> tuple[RawHand, ...]:
    """Return the hands of sources with their names, in their order, the second of two equal ones left out."""
    hands: list[RawHand] = []
    seen: set[tuple[str, str]] = set()
    for name, raws in sources:
        for raw in raws:
            key = hand_key(raw)
            if key not in seen:
                seen.add(key)
                hands.append(replace(raw, number=len(hands) + 1, source=name))
    return tuple(hands)
