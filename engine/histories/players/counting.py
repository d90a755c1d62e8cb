"""Player statistics as trackers count them: how often each player did something out of the chances that he had.

Hold'em has the statistics of PokerTracker and Hold'em Manager (VPIP to AF), and those from which ranges are made: to
*open* or *limp* if everybody before the player has folded; to *call* or to *raise an open* if there was one raise and
no call; the same behind limpers and callers; to *answer a raise* if the player's own open was raised. Razz has
completions, by door card. After the first street both games have bets with and without the initiative (the last raise
on the street before), and folds and raises that answer the first bet of a street. :data:`STATISTICS` defines each of
them.

* A hand counts for VPIP and PFR if the betting of its first street is over, unless nobody had a decision there (a bomb
  pot) or everybody else folded to the player before he acted (a walk).
* A chance to 3-bet requires that the player has chips behind the call and that an opponent with chips can answer a
  raise.
* Money is won at showdown if any part of a pot is won. A player who cashed out has sold his hand: that showdown is
  neither won nor lost. The same holds if the text does not state the winner.

A player is a name on one site. Seats that a site gives no names (Ignition, Bovada, Bodog) are not counted, nor are
hands whose replay contradicts their text. Counts are stored hand by hand, so that no hand of a player counts twice,
wherever it comes from.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from engine.games import GAMES
from engine.histories.hand import HandMove, Moment, PlayedHand, RawHand, hand_id
from engine.histories.splitting import FORMS
from engine.players.first_hands import POSITIONS, position_at
from engine.scenario import Game

ID_BYTES = 8
ANONYMOUS_FORMS = ("ignition",)
"""Formats of hands in which players are named by their seats."""
_DEFAULT_NAME = re.compile(r"Player \d+( \(\d+\))?")
"""The name of a player whom the text does not name."""
_SITE = re.compile(r"\W*(\w[\w ]*?) (?:(?:\w+ )?(?:Hand|Game)\b|Zoom\b)")
_VENUE = re.compile(r"^[ \t]*venue[ \t]*=[ \t]*(['\"])(.{1,60}?)\1", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic: ``does`` is the action that is counted, ``chance`` the condition under which the player could have
    taken it.

    ``main``: one of the statistics by which trackers describe a player. ``ratio``: displayed as times / (chances -
    times) instead of as a percentage.
    """

    key: str
    title: str
    does: str
    chance: str
    game: Game = "holdem"
    main: bool = False
    ratio: bool = False


OPEN_POT, ONE_RAISE = "folded to him", "one raise before him, no callers"
LIMPED_POT, RAISE_CALLED = "limpers before him, no raise", "one raise before him, with limpers or callers"
MAIN_LATER = ("bet flop", "fold fourth")
"""The statistics of later streets that trackers show first; they come before the others of their game."""


def _later_statistics(street: str, game: Game) -> Iterator[Statistic]:
    """Yield the statistics of a later street, except those of :data:`MAIN_LATER`."""
    on = f"on {street}" if GAMES[game].stud else f"on the {street}"
    street = street.removesuffix(" street")
    title = {"fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th"}.get(street, street)
    rows = (
        Statistic(
            f"fold {street}", f"Fold to {title} bet", f"folds to a bet {on}", f"he faces the first bet {on}", game
        ),
        Statistic(
            f"raise {street}", f"Raise {title} bet", f"raises a bet {on}", f"he faces the first bet {on}", game
        ),
        Statistic(
            f"bet {street}", f"Bet {title} as raiser", f"bets {on}",
            "he was the last raiser of the previous street, no bet before him", game,
        ),
        Statistic(
            f"lead {street}", f"Bet {title}, not raiser", f"bets {on}",
            "he was not the last raiser of the previous street, no bet before him", game,
        ),
    )  # fmt: skip
    return (row for row in rows if row.key not in MAIN_LATER)


STATISTICS = (
    Statistic("vpip", "VPIP", "puts chips in voluntarily before the flop", "dealt in (walks excluded)", main=True),
    Statistic("pfr", "PFR", "raises before the flop", "dealt in (walks excluded)", main=True),
    Statistic("3-bet", "3-bet", "3-bets before the flop", "one raise before him, and he can raise", main=True),
    Statistic("fold to 3-bet", "Fold to 3-bet", "folds to a 3-bet", "he opened and faced a 3-bet", main=True),
    Statistic("bet flop", "C-bet", "bets the flop", "he was the last raiser preflop, no bet before him", main=True),
    Statistic(
        "fold to c-bet",
        "Fold to c-bet",
        "folds to a c-bet on the flop",
        "he faces a c-bet that nobody has raised",
        main=True,
    ),
    Statistic("showdown", "WTSD", "goes to showdown", "he sees the flop", main=True),
    Statistic("won showdown", "W$SD", "wins money at showdown", "he goes to showdown", main=True),
    Statistic(
        "aggression", "AF", "bets or raises after the flop", "he bets, raises or calls there", main=True, ratio=True
    ),
    Statistic("open", "RFI", "opens", OPEN_POT),
    Statistic("limp", "Limp first in", "limps", OPEN_POT),
    Statistic("call", "Call vs open", "calls an open", ONE_RAISE),
    Statistic("reraise", "3-bet vs open", "raises an open", ONE_RAISE),
    Statistic("fold to reraise", "RFI, fold to 3-bet", "folds to a 3-bet after opening", "his open was 3-bet"),
    Statistic("4-bet", "RFI, 4-bet", "raises a 3-bet after opening", "his open was 3-bet"),
    Statistic("isolate", "Raise limpers", "raises", LIMPED_POT),
    Statistic("limp behind", "Limp behind", "limps", LIMPED_POT),
    Statistic("squeeze", "Squeeze", "raises an open and its callers", RAISE_CALLED),
    Statistic("overcall", "Overcall", "calls an open behind callers", RAISE_CALLED),
    *(_statistic for _street in GAMES["holdem"].streets[1:] for _statistic in _later_statistics(_street, "holdem")),
    Statistic("complete", "Complete", "completes", "bring-in posted, no completion before him", "razz", main=True),
    Statistic(
        "call completion", "Call completion", "calls a completion", "one completion before him", "razz", main=True
    ),
    Statistic(
        "fold fourth", "Fold 4th", "folds to a bet on fourth street", "he faces the first bet there", "razz", main=True
    ),
    Statistic("limp third", "Limp", "calls the bring-in", "bring-in posted, no completion before him", "razz"),
    Statistic("raise completion", "Raise completion", "raises a completion", "one completion before him", "razz"),
    *(_statistic for _street in GAMES["razz"].streets[1:] for _statistic in _later_statistics(_street, "razz")),
)
KEYS = tuple(statistic.key for statistic in STATISTICS)
REPEATED_STATISTICS = ("aggression",)
"""Statistics with several chances in one hand."""
RAZZ_KEYS = frozenset(statistic.key for statistic in STATISTICS if GAMES[statistic.game].stud)
DOORS = ("door A-5", "door 6-8", "door 9-K")
"""The classes of door cards of razz, used as positions."""
DOOR_CLASS = {rank: DOORS[0 if rank in "A2345" else 1 if rank in "678" else 2] for rank in "A23456789TJQK"}
FLOP, RIVER = 1, 3
DOOR_INDEX = 2
"""The index of the door card among the cards of a razz hand."""


class SitePlayer(NamedTuple):
    """A player's name on a site."""

    site: str
    name: str


class Chance(NamedTuple):
    """A chance that a player had: of which statistic, and whether he took it."""

    statistic: str
    taken: bool


class Count(NamedTuple):
    """How many times something was done out of how many chances."""

    times: int = 0
    chances: int = 0


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A player's chances in a hand, in order, and his position (razz: door class)."""

    position: str
    chances: tuple[Chance, ...]


HandsById = Mapping[str, PlayerHand]
"""A player's hands by their ids."""
Counts = Mapping[tuple[str, str], Count]
"""Counts by statistic and position."""


def counts_of(hands: Iterable[PlayerHand]) -> dict[tuple[str, str], Count]:
    """Return the counts of ``hands`` by statistic and position; combinations without a chance are missing."""
    chances: Counter[tuple[str, str]] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    # Equal hands are many: they are counted first, and their chances once.
    for (position, done), number in Counter((hand.position, hand.chances) for hand in hands).items():
        for statistic, taken in done:
            chances[statistic, position] += number
            times[statistic, position] += number * taken
    return {key: Count(times[key], number) for key, number in chances.items()}


def counted_positions(statistic: str) -> tuple[str, ...]:
    """Return the positions at which a statistic is counted: those of hold'em or the door classes of razz."""
    return DOORS if statistic in RAZZ_KEYS else POSITIONS


def total_count(counts: Counts, statistic: str, positions: Iterable[str] | None = None) -> Count:
    """Return the count of a statistic over ``positions``, by default over all of its game."""
    rows = [counts.get((statistic, position), Count()) for position in positions or counted_positions(statistic)]
    return Count(sum(row.times for row in rows), sum(row.chances for row in rows))


def site_of(raw: RawHand) -> str:
    """Return the site on which a hand was played, as far as its text states it."""
    if raw.form == "stars":  # texts of several sites
        named = _SITE.match(raw.text[:200])
        return named[1] if named and named[1] != "Poker" else "GGPoker" if named else FORMS[raw.form].title
    if raw.form in FORMS:
        return FORMS[raw.form].title
    venue = _VENUE.search(raw.text) if raw.form == "phh" else None
    return venue[2] if venue else raw.form.upper()


def hand_digest(raw: RawHand) -> str:
    """Return a short hexadecimal digest that identifies a hand."""
    return blake2b(hand_id(raw).encode(errors="replace"), digest_size=ID_BYTES).hexdigest()


def player_hands(hand: PlayedHand) -> Iterator[tuple[SitePlayer, PlayerHand]]:
    """Yield the chances of each named player; nothing for a hand that is not counted."""
    if not hand.reliable or hand.raw.form in ANONYMOUS_FORMS:
        return
    site = site_of(hand.raw)
    rows = _razz_chances(hand) if GAMES[hand.game].stud else _holdem_chances(hand)
    for player, name in enumerate(hand.names):
        position = _position(hand, player)
        if position and not _DEFAULT_NAME.fullmatch(name):
            yield SitePlayer(site, name), PlayerHand(position, tuple(rows[player]))


def _position(hand: PlayedHand, player: int) -> str:
    """Return a player's position, in razz the class of his door card, or "" if that card is unknown."""
    players = len(hand.names)
    if not GAMES[hand.game].stud:
        return position_at((player - 2) % players if players > 2 else 1 - player, players)
    cards = hand.cards[player]
    return DOOR_CLASS.get(cards[DOOR_INDEX][0], "") if len(cards) > DOOR_INDEX else ""


def _holdem_chances(hand: PlayedHand) -> list[list[Chance]]:
    """Return the chances of each player of a hold'em hand."""
    play = _HandCounter(len(hand.names))
    moments = iter(hand.moments[1:])
    moment, following = hand.moments[0], next(moments, None)
    for number, move in enumerate(hand.moves):
        while following is not None and following.moves <= number:
            moment, following = following, next(moments, None)
        play.take(move, moment)
    last = hand.moments[-1]
    # The chances before the flop count only if its betting is over: the text of a hand may break off.
    if len(last.live) < 2 or last.street or last.to_act is None:
        play.note_first_street()
    if len(last.live) < 2 or (last.street == RIVER and last.to_act is None):
        for player in play.saw_flop:
            reached = len(last.live) > 1 and player in last.live
            play.rows[player].append(Chance("showdown", reached))
            won = hand.collected(player) if reached and not hand.deals_of(player, "cash-out") else None
            if won is not None:
                play.rows[player].append(Chance("won showdown", won > 0.0))
    return play.rows


def _razz_chances(hand: PlayedHand) -> list[list[Chance]]:
    """Return the chances of each player of a razz hand. The bring-in is forced, so it is no chance, even if it
    completes."""
    rows: list[list[Chance]] = [[] for _ in hand.names]
    streets = [street.removesuffix(" street") for street in GAMES[hand.game].streets]
    street, raises, brought_in = 0, 0, False
    raiser: int | None = None
    previous_raiser: int | None = None
    for move in hand.moves:
        player = move.player
        if move.kind == "street":
            street, raises, previous_raiser, raiser = street + 1, 0, raiser, None
        elif move.kind == "bring-in":
            brought_in = True
        elif player is not None and move.kind in ("fold", "check/call", "bet/raise"):
            raised = move.kind == "bet/raise"
            if street:
                rows[player] += _later_chances(streets[street], move, raises, initiative=player == previous_raiser)
            elif raises == 0 and brought_in:
                rows[player].append(Chance("complete", raised))
                rows[player].append(Chance("limp third", move.kind == "check/call"))
            elif raises == 1:
                rows[player].append(Chance("call completion", move.kind == "check/call"))
                rows[player].append(Chance("raise completion", raised))
            raises, raiser = raises + raised, player if raised else raiser
    return rows


def _later_chances(street: str, move: HandMove, raises: int, *, initiative: bool) -> Iterator[Chance]:
    """Yield the chances of a move on a later street, after ``raises`` bets and raises there; ``initiative``: the player
    raised last on the street before."""
    if raises == 0:
        yield Chance(f"{'bet' if initiative else 'lead'} {street}", move.kind == "bet/raise")
    elif raises == 1:
        yield Chance(f"fold {street}", move.kind == "fold")
        yield Chance(f"raise {street}", move.kind == "bet/raise")


class _HandCounter:
    """The state of a hold'em hand while its moves are counted; ``rows`` are the chances of each player so far."""

    def __init__(self, players: int) -> None:
        """Begin a hand with ``players`` players, before the first move."""
        self.rows: list[list[Chance]] = [[] for _ in range(players)]
        self.saw_flop: list[int] = []
        self._live = list(range(players))
        self._street = 0
        self._raises = 0
        """Bets and raises on the street, without blinds."""
        self._entered = 0
        """The number of players who acted before the flop without folding."""
        self._called = False
        self._opener: int | None = None
        self._raiser: int | None = None
        """The last raiser before the flop."""
        self._first_raiser: int | None = None
        self._bettor: int | None = None
        """The player who made the first bet of the street."""
        self._street_raisers: tuple[int | None, int | None] = None, None
        """The last raisers of the street before, and of this one."""
        self._acted: set[int] = set()
        """The players who had a decision before the flop; volunteers are those who put chips in, raisers those who
        raised."""
        self._volunteers: set[int] = set()
        self._raisers: set[int] = set()

    def note_first_street(self) -> None:
        """Note, once the betting before the flop is over, whether each player put chips in voluntarily and whether he
        raised."""
        walked = len(self._before_flop_live) == 1
        for player, row in enumerate(self.rows):
            if self._acted and (player in self._acted or not (walked and player in self._before_flop_live)):
                row.append(Chance("vpip", player in self._volunteers))
                row.append(Chance("pfr", player in self._raisers))

    @property
    def _before_flop_live(self) -> list[int]:
        """The players who did not fold before the flop."""
        return self.saw_flop if self._street else self._live

    def take(self, move: HandMove, moment: Moment) -> None:
        """Note the chances that a move answers, then its effect. ``moment``: the moment before the move."""
        player = move.player
        if move.kind == "street":
            self._street += 1
            self._raises = 0
            self._street_raisers = self._street_raisers[1], None
            if self._street == FLOP:
                self.saw_flop = list(self._live)
        elif player is not None and move.kind in ("fold", "check/call", "bet/raise"):
            raised, called = move.kind == "bet/raise", move.kind == "check/call" and move.chips > 0.0
            self.rows[player] += self._later(player, move) if self._street else self._before_flop(player, move, moment)
            if not self._street:
                if raised:
                    # The opener is the first player to enter the pot, if he raised.
                    self._opener = self._opener if self._entered else player
                    self._first_raiser = self._first_raiser if self._raises else player
                    self._raiser = player
                    self._raisers.add(player)
                if raised or called:
                    self._volunteers.add(player)
                self._acted.add(player)
                self._called = self._called or called
                self._entered += move.kind != "fold"
            elif raised and not self._raises:
                self._bettor = player
            self._raises += raised
            if raised:
                self._street_raisers = self._street_raisers[0], player
            if move.kind == "fold":
                self._live.remove(player)

    def _before_flop(self, player: int, move: HandMove, moment: Moment) -> Iterator[Chance]:
        """Yield the chances that a move before the flop answers."""
        raised = move.kind == "bet/raise"
        called = move.kind == "check/call" and move.chips > 0.0
        if not self._entered:
            yield Chance("open", raised)
            yield Chance("limp", called)
        elif self._raises == 1 and not self._called:
            yield Chance("call", called)
            yield Chance("reraise", raised)
        elif self._raises < 2:  # somebody has called
            yield Chance("squeeze" if self._raises else "isolate", raised)
            yield Chance("overcall" if self._raises else "limp behind", called)
        elif player == self._opener:
            self._opener = None  # his answer counts once
            yield Chance("fold to reraise", move.kind == "fold")
            yield Chance("4-bet", raised)
        if self._raises == 1 and _can_raise(moment, player):
            yield Chance("3-bet", raised)
        elif self._raises == 2 and player == self._first_raiser:
            yield Chance("fold to 3-bet", move.kind == "fold")

    def _later(self, player: int, move: HandMove) -> Iterator[Chance]:
        """Yield the chances that a move on a later street answers."""
        street, initiative = GAMES["holdem"].streets[self._street], player == self._street_raisers[0]
        yield from _later_chances(street, move, self._raises, initiative=initiative)
        if self._street == FLOP and self._raises == 1 and self._bettor == self._raiser:
            yield Chance("fold to c-bet", move.kind == "fold")
        if move.kind == "bet/raise" or (move.kind == "check/call" and move.chips > 0.0):
            yield Chance("aggression", move.kind == "bet/raise")


def _can_raise(moment: Moment, player: int) -> bool:
    """Return True if a player has chips behind the call and somebody could answer a raise."""
    others = (moment.chips[other].stack for other in moment.live if other != player)
    return moment.chips[player].stack > moment.to_call(player) and any(stack > 0.0 for stack in others)


@dataclass(frozen=True)
class PlayerStatistics:
    """The hands of each player, and ``read``, the number of hands that were counted."""

    players: Mapping[SitePlayer, HandsById] = field(default_factory=dict)
    read: int = 0

    @cached_property
    def pooled(self) -> Counts:
        """The counts of all players together."""
        return counts_of(hand for hands in self.players.values() for hand in hands.values())


class StatisticsTally:
    """Counts hands one after the other; a hand that was counted before changes nothing."""

    def __init__(self, statistics: PlayerStatistics | None = None) -> None:
        """``statistics``: the counts so far."""
        previous = statistics or PlayerStatistics()
        self._players: dict[SitePlayer, dict[str, PlayerHand]] = {
            player: dict(hands) for player, hands in previous.players.items()
        }
        self._same: dict[PlayerHand, PlayerHand] = {}
        """Equal hands share one object, which saves memory: most are equal to others."""
        self._read = previous.read

    def add(self, hand: PlayedHand) -> None:
        """Count a hand."""
        digest = hand_digest(hand.raw)
        new = False
        for player, row in player_hands(hand):
            hands = self._players.setdefault(player, {})
            new = new or digest not in hands
            hands[digest] = self._same.setdefault(row, row)
        self._read += new

    def statistics(self) -> PlayerStatistics:
        """Return the statistics of all hands so far."""
        return PlayerStatistics({player: dict(hands) for player, hands in self._players.items()}, self._read)
