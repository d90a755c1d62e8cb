"""A played hand as frozen values: its text in a file, and what happened moment by moment. Nothing in this module parses
texts.

Chips are numbers of any unit. Players are in the order of the table: in hold'em the small blind is first and the button
last (heads up the big blind is first), in razz they are in the order of their seats.
"""

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
    """A hand that cannot be read: the reason, the line in its file (1-based), and the name of the hand there."""

    def __init__(self, message: str, line: int, name: str) -> None:
        super().__init__(f"line {line}, {name}: {message}")
        self.message = message
        self.line = line
        self.name = name


class UnsupportedGameError(HandError):
    """A hand of a game that is not supported, which is no fault of the text."""


@dataclass(frozen=True, slots=True)
class RawHand:
    """The text of one hand in a file.

    ``number``: its number in the file (1-based). ``line``: the number of its first line (1-based). ``form``: the
    format. ``name``: the name in the text, such as "hand 123". ``about``: the part of the file above all hands that
    applies to each of them. ``source``: the name of the file if there are several. ``letters``: the letters of the
    suits in the file, see :func:`engine.histories.suits.letters_of`.
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
        """Return an error about this hand, to be raised."""
        return HandError(message, self.line, self.name)

    def not_read(self, game: str) -> "UnsupportedGameError":
        """Return an error that says that this hand is of a game other than hold'em and razz, to be raised."""
        return UnsupportedGameError(f"not read: {game}", self.line, self.name)


@dataclass(frozen=True, slots=True)
class Chips:
    """The chips of a player at a moment.

    ``stack``: the chips behind, infinite if unknown. ``bet``: the bet on this street. ``total``: all bets of the hand.
    ``ante``: chips that nobody has to match.
    """

    stack: float
    bet: float
    total: float
    ante: float = 0.0


@dataclass(frozen=True, slots=True)
class HandPot:
    """The main pot or a side pot: its chips and the players who can win it."""

    chips: float
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandMove:
    """A move of the hand: the player (None for the dealer), the chips that it added, and the cards that it put on the
    board."""

    kind: MoveKind
    player: int | None = None
    chips: float = 0.0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a hand after a street was dealt or after an action.

    ``street``: its number; 0 is before the flop or third street. ``words``: what happened last. ``actor``: who acted,
    or None for the dealer. ``board``: the cards; in razz a community card. ``dealt``: number of cards dealt, by player.
    ``folded``: who has folded. ``pot``: the chips in all pots. ``to_act``: whose turn it is, or None. ``price``: the
    chips that this player needs to stay in. ``moves``: how many moves of the hand lead to this moment. ``even_ante``:
    the full ante; a player who anted less can win only as much of each other ante.
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
        """Return the chips that a player needs to match the largest bet, which are at most his stack."""
        chips = self.chips[player]
        return min(max(other.bet for other in self.chips) - chips.bet, chips.stack)

    def pots(self) -> tuple[HandPot, ...]:
        """Return the main pot and the side pots assuming that nobody adds to the current bets.

        Chips that nobody has to match, such as dead blinds, are in the main pot.
        """
        result: list[HandPot] = []
        put_in = [round(chips.total + min(chips.ante, self.even_ante), CHIP_DECIMALS) for chips in self.chips]
        # Each level at which a player is all in ends a layer, to which every player contributes up to that level. A
        # layer that has the same contenders as the pot before, or none at all, is added to that pot.
        last_level, unmatched = 0.0, self.pot - sum(put_in)
        for level in sorted(set(put_in)):
            layer = sum(min(chips, level) - min(chips, last_level) for chips in put_in) + unmatched
            players = tuple(i for i in self.live if put_in[i] >= level)
            if result and players in (result[-1].players, ()):
                result[-1] = HandPot(result[-1].chips + layer, result[-1].players)
            elif layer > 10**-CHIP_DECIMALS:
                result.append(HandPot(layer, players))
            last_level, unmatched = level, 0.0 if result else unmatched
        return tuple(result)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A complete hand.

    ``hero``: the player for whom the history was written, otherwise the one whose cards are known best; ``own`` is True
    in the first case. ``starting``: the stacks before antes and blinds. ``cards``: the cards of each player in dealing
    order, ``UNKNOWN_CARD`` if never seen; cards that were shown at the end are known from the start. ``boards``: all
    boards if the board was dealt several times.

    ``result``: each player's gain or loss, net of the ``rake``; ``gross``: before the rake. Both are None if they
    follow neither from the text nor from the shown cards. ``drop``: chips of the house that were in the pot from the
    start. ``deals``: cash-outs and insurances of all-in players. The house pays them outside the pot and receives the
    winnings of a player who cashed out, so that results do not sum to the rake then. Such a payment is part of
    ``gross`` and of ``result``: no rake is taken from it.

    ``faults``: contradictions between replay and text, parts of the text that could not be read, or why the winner is
    unknown; there is no result then. ``undecided``: the only fault is that the text ends before somebody has won.
    """

    raw: RawHand
    game: Game
    variant: str
    names: tuple[str, ...]
    hero: int
    stakes: Stakes
    starting: tuple[float, ...]
    cards: tuple[tuple[str, ...], ...]
    moves: tuple[HandMove, ...]
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
        """Return True if any hidden card of a player is known."""
        return any(card != UNKNOWN_CARD for card in self.cards[player][:2])

    @property
    def reliable(self) -> bool:
        """True if nothing contradicts the replay, although the winner may be unknown."""
        return not self.faults or self.undecided

    def deals_of(self, player: int, kind: DealKind) -> tuple[HouseDeal, ...]:
        """Return the deals of one kind that a player has made with the house."""
        return tuple(deal for deal in self.deals if deal.player == player and deal.kind == kind)

    def collected(self, player: int) -> float | None:
        """Return the chips that a player got from the pots, or of the house in an all-in cash-out; None without a
        result."""
        if self.result is None:
            return None
        chips = self.moments[-1].chips[player]
        insured = sum(float(deal.received) - float(deal.paid) for deal in self.deals_of(player, "insurance"))
        return round(self.result[player] + chips.total + chips.ante - insured, CHIP_DECIMALS) + 0.0

    def first_of(self, street: int) -> int | None:
        """Return the index of the first moment of a street, or None if the hand did not get there."""
        return next((i for i, moment in enumerate(self.moments) if moment.street == street), None)


def without_shown(hand: PlayedHand, hero: int) -> PlayedHand:
    """Return a hand as ``hero`` saw it: of the other players only up cards are known."""
    down_indices = (0, 1, 6)
    cards = [
        own if player == hero else tuple(UNKNOWN_CARD if i in down_indices else card for i, card in enumerate(own))
        for player, own in enumerate(hand.cards)
    ]
    return replace(hand, cards=tuple(cards))


SUFFIXES = (".phh", ".phhs", ".txt", ".xml", ".log", ".json", ".jsonl", ".ohh", ".csv")
"""The suffixes of files that are searched for in folders."""
NAME_PREFIX = "hand "
"""The beginning of a hand's name, which its number follows."""
DIGEST_LENGTH = 20
"""Number of hexadecimal digits of a digest."""
FORMS_WITHOUT_NUMBERS = ("phh", "acpc", "unknown")
"""Formats whose hands have no numbers of their own. Two of them are the same hand if their texts are equal."""


def hand_key(raw: RawHand) -> tuple[str, str]:
    """Return a key that two texts have in common only if they are of the same hand."""
    return raw.form, raw.text if raw.form in FORMS_WITHOUT_NUMBERS else raw.name


def hand_id(raw: RawHand) -> str:
    """Return the id of a hand in stored files: its site and number, or a digest of the text if it has no number."""
    form, name = hand_key(raw)
    return (
        f"{form} {sha256(name.encode()).hexdigest()[:DIGEST_LENGTH]}"
        if form in FORMS_WITHOUT_NUMBERS
        else f"{form} {name[len(NAME_PREFIX) :]}"
    )


def merge_hands(sources: Iterable[tuple[str, Sequence[RawHand]]]) -> tuple[RawHand, ...]:
    """Return the hands of several sources (pairs of a name and hands) as one list, leaving out the second of two equal
    hands."""
    hands: list[RawHand] = []
    seen: set[tuple[str, str]] = set()
    for name, raws in sources:
        for raw in raws:
            key = hand_key(raw)
            if key not in seen:
                seen.add(key)
                hands.append(replace(raw, number=len(hands) + 1, source=name))
    return tuple(hands)
