"""Player statistics as trackers count them: how often each player did something, out of the chances that he had.

Hold'em has the statistics of PokerTracker and Hold'em Manager (VPIP to AF), and those that ranges are made of: to
*open* or *limp* where everybody before him has folded; to *call* or to *raise an open* where one raise is before him
and nobody has called; to *answer a raise* where his own open was raised. Razz has completions, by door card, and folds
on fourth street. :data:`HABITS` defines each of them.

* A hand counts for VPIP and PFR if the betting of its first street is over, unless nobody had a decision there (a bomb
  pot) or everybody else folded to the player before he acted (a walk).
* A chance to 3-bet is one in which he has chips behind the call and an opponent with chips can answer a raise.
* Money is won at showdown if any part of a pot is. Who has cashed out has sold his hand: that showdown is not won or
  lost. Nor is one whose winner the text does not tell.

A player is a name on one site; seats that a site gives no names (Ignition, Bovada, Bodog) are not counted, nor are
hands that are not as their text has them.

What is counted is stored hand by hand, so that no hand of a player counts twice, wherever it comes from.
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
from engine.play.state import CHIP_DECIMALS
from engine.players.kinds import POSITIONS, position_at
from engine.scenario import Game

ID_BYTES = 8
NAMELESS = ("ignition",)
"""Forms of hands whose names are those of seats."""
_NUMBERED = re.compile(r"Player \d+( \(\d+\))?")
"""The name of a player whom the text does not name."""
_SITE = re.compile(r"\W*(\w[\w ]*?) (?:(?:\w+ )?(?:Hand|Game)\b|Zoom\b)")
_VENUE = re.compile(r"^[ \t]*venue[ \t]*=[ \t]*(['\"])(.{1,60}?)\1", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Habit:
    """A statistic: ``does`` is what is counted, as a verb, ``chance`` the condition under which he could have done it.

    ``main``: one of those by which trackers describe a player. ``ratio``: given as the number of times divided by that
    of the other chances, instead of as a percentage.
    """

    key: str
    title: str
    does: str
    chance: str
    game: Game = "holdem"
    main: bool = False
    ratio: bool = False


OPEN_POT, ONE_RAISE = "everybody before him has folded", "one raise before him, nobody has called"
HABITS = (
    Habit("vpip", "VPIP", "puts chips in voluntarily before the flop", "he is dealt in; walks are left out", main=True),
    Habit("pfr", "PFR", "raises before the flop", "he is dealt in; walks are left out", main=True),
    Habit("3-bet", "3-bet", "re-raises before the flop", "one raise before him, and he can raise", main=True),
    Habit("fold to 3-bet", "Fold to 3-bet", "folds to a 3-bet", "he raised first and was re-raised once", main=True),
    Habit("bet flop", "C-bet", "bets the flop", "he raised last before the flop, nobody has bet", main=True),
    Habit(
        "fold to c-bet", "Fold to c-bet", "folds to a c-bet on the flop", "he faces it, nobody has raised", main=True
    ),
    Habit("showdown", "WTSD", "goes to showdown", "he sees the flop", main=True),
    Habit("won showdown", "W$SD", "wins money at showdown", "he goes to showdown", main=True),
    Habit("aggression", "AF", "bets or raises after the flop", "he bets, raises or calls there", main=True, ratio=True),
    Habit("open", "RFI", "opens", OPEN_POT),
    Habit("limp", "Limp first in", "limps", OPEN_POT),
    Habit("call", "Call vs open", "calls an open", ONE_RAISE),
    Habit("reraise", "3-bet vs open", "raises an open", ONE_RAISE),
    Habit("fold to reraise", "RFI, then fold", "folds to a re-raise", "his open was raised"),
    Habit("fold flop", "Fold to flop bet", "folds to a bet on the flop", "he faces the first bet of the flop"),
    Habit("fold turn", "Fold to turn bet", "folds to a bet on the turn", "he faces the first bet of the turn"),
    Habit("fold river", "Fold to river bet", "folds to a bet on the river", "he faces the first bet of the river"),
    Habit("complete", "Complete", "completes", "nobody has completed, the bring-in is in", "razz", main=True),
    Habit("call completion", "Call completion", "calls a completion", "one completion before him", "razz", main=True),
    Habit(
        "fold fourth", "Fold 4th", "folds to a bet on fourth street", "he faces the first bet there", "razz", main=True
    ),
)
KEYS = tuple(habit.key for habit in HABITS)
REPEATED = ("aggression",)
"""Statistics with several chances in a hand."""
RAZZ_KEYS = frozenset(habit.key for habit in HABITS if GAMES[habit.game].stud)
DOORS = ("door A-5", "door 6-8", "door 9-K")
"""Classes of door cards, in place of the positions of hold'em."""
_DOOR_CLASS = {rank: DOORS[0 if rank in "A2345" else 1 if rank in "678" else 2] for rank in "A23456789TJQK"}
FLOP, RIVER = 1, 3
THIRD, FOURTH = 0, 1
DOOR = 2
"""The index of the door card among the cards of a razz hand."""


class Player(NamedTuple):
    """A name on a site."""

    site: str
    name: str


class Chance(NamedTuple):
    """A chance that somebody had: which habit, and whether he took it."""

    habit: str
    took: bool


class Count(NamedTuple):
    """The number of times that something was done, out of so many chances."""

    times: int = 0
    chances: int = 0


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """The chances of a player in a hand, in the order in which they came, and the position (razz: door class)."""

    position: str
    chances: tuple[Chance, ...]


Hands = Mapping[str, PlayerHand]
"""Hands of a player by their ids."""
Counts = Mapping[tuple[str, str], Count]
"""Counts by habit and position."""


def counts_of(hands: Iterable[PlayerHand]) -> dict[tuple[str, str], Count]:
    """Return how often each habit was seen at each position (both absent: never)."""
    chances: Counter[tuple[str, str]] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    for (position, done), number in Counter((hand.position, hand.chances) for hand in hands).items():
        for habit, took in done:
            chances[habit, position] += number
            times[habit, position] += number * took
    return {key: Count(times[key], number) for key, number in chances.items()}


def positions_of(habit: str) -> tuple[str, ...]:
    """Return the positions at which a habit is counted, those of hold'em or the door classes of razz."""
    return DOORS if habit in RAZZ_KEYS else POSITIONS


def summed(counts: Counts, habit: str, positions: Iterable[str] | None = None) -> Count:
    """Return the count of a habit over positions, all of its game by default."""
    rows = [counts.get((habit, position), Count()) for position in positions or positions_of(habit)]
    return Count(sum(row.times for row in rows), sum(row.chances for row in rows))


def site_of(raw: RawHand) -> str:
    """Return on which site a hand was played, as far as its text says."""
    if raw.form == "stars":  # texts of several sites
        named = _SITE.match(raw.text[:200])
        return named[1] if named and named[1] != "Poker" else "GGPoker" if named else FORMS[raw.form].title
    if raw.form in FORMS:
        return FORMS[raw.form].title
    venue = _VENUE.search(raw.text) if raw.form == "phh" else None
    return venue[2] if venue else raw.form.upper()


def digest_of(raw: RawHand) -> str:
    """Return what a hand is told from others by, as short hexadecimal text."""
    return blake2b(hand_id(raw).encode(errors="replace"), digest_size=ID_BYTES).hexdigest()


def player_hands(hand: PlayedHand) -> Iterator[tuple[Player, PlayerHand]]:
    """Yield what each named player had the chance to do; nothing for a hand that is not counted."""
    if not hand.reliable or hand.raw.form in NAMELESS:
        return
    site = site_of(hand.raw)
    rows = _razz_chances(hand) if GAMES[hand.game].stud else _chances(hand)
    for player, name in enumerate(hand.names):
        position = _position(hand, player)
        if position and not _NUMBERED.fullmatch(name):
            yield Player(site, name), PlayerHand(position, tuple(rows[player]))


def _position(hand: PlayedHand, player: int) -> str:
    """Return a player's position, in razz the class of his door card; empty if that card is unknown."""
    players = len(hand.names)
    if not GAMES[hand.game].stud:
        return position_at((player - 2) % players if players > 2 else 1 - player, players)
    cards = hand.cards[player]
    return _DOOR_CLASS.get(cards[DOOR][0], "") if len(cards) > DOOR else ""


def _chances(hand: PlayedHand) -> list[list[Chance]]:
    """Return the chances by player."""
    play = _Course(len(hand.names))
    moments = iter(hand.moments[1:])
    moment, following = hand.moments[0], next(moments, None)
    for number, move in enumerate(hand.moves):
        while following is not None and following.moves <= number:
            moment, following = following, next(moments, None)
        play.take(move, moment)
    last = hand.moments[-1]
    if len(last.live) < 2 or last.street or last.to_act is None:
        play.note_first_street()
    if len(last.live) < 2 or (last.street == RIVER and last.to_act is None):
        for player in play.saw_flop:
            reached = len(last.live) > 1 and player in last.live
            play.rows[player].append(Chance("showdown", reached))
            won = _won_chips(hand, player) if reached else None
            if won is not None:
                play.rows[player].append(Chance("won showdown", won > 0.0))
    return play.rows


def _won_chips(hand: PlayedHand, player: int) -> float | None:
    """Return the chips of the pots that a player has collected; None if that is unknown or he has cashed out."""
    if hand.result is None or hand.deals_of(player, "cash-out"):
        return None
    chips = hand.moments[-1].chips[player]
    insured = sum(float(deal.received) - float(deal.paid) for deal in hand.deals_of(player, "insurance"))
    return round(hand.result[player] - insured + chips.total + chips.ante, CHIP_DECIMALS)


def _razz_chances(hand: PlayedHand) -> list[list[Chance]]:
    """Return the chances by player. Whether to bring it in is no decision, so a bring-in that completes has none."""
    rows: list[list[Chance]] = [[] for _ in hand.names]
    street, raises, brought_in = THIRD, 0, False
    for move in hand.moves:
        player = move.player
        if move.kind == "street":
            street, raises = street + 1, 0
        elif move.kind == "bring-in":
            brought_in = True
        elif player is not None and move.kind in ("fold", "check/call", "bet/raise"):
            raised = move.kind == "bet/raise"
            if street == THIRD and raises == 0 and brought_in:
                rows[player].append(Chance("complete", raised))
            elif street == THIRD and raises == 1:
                rows[player].append(Chance("call completion", move.kind == "check/call"))
            elif street == FOURTH and raises == 1:
                rows[player].append(Chance("fold fourth", move.kind == "fold"))
            raises += raised
    return rows


class _Course:
    """A hand as far as it has gone; ``rows``: the chances so far, by player."""

    def __init__(self, players: int) -> None:
        self.rows: list[list[Chance]] = [[] for _ in range(players)]
        self.saw_flop: list[int] = []
        self._live = list(range(players))
        self._street = 0
        self._raises = 0
        """Bets and raises of the street; blinds are none."""
        self._entered = 0
        """The number of players who did not fold before the flop."""
        self._called = False
        self._opener: int | None = None
        self._raiser: int | None = None
        """Who raised last before the flop."""
        self._first_raiser: int | None = None
        self._bettor: int | None = None
        """Who made the first bet of the street."""
        self._acted: set[int] = set()
        """Who had a decision before the flop; of these, who put chips in, and who raised."""
        self._volunteers: set[int] = set()
        self._raisers: set[int] = set()

    def note_first_street(self) -> None:
        """Note whether each player put chips in voluntarily and raised before the flop, once that is over."""
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
        """Note the chances that a move answers, then what it does; ``moment``: before the move."""
        player = move.player
        if move.kind == "street":
            self._street += 1
            self._raises = 0
            if self._street == FLOP:
                self.saw_flop = list(self._live)
        elif player is not None and move.kind in ("fold", "check/call", "bet/raise"):
            raised, called = move.kind == "bet/raise", move.kind == "check/call" and move.chips > 0.0
            self.rows[player] += self._later(player, move) if self._street else self._before_flop(player, move, moment)
            if not self._street:
                if raised:
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
            if move.kind == "fold":
                self._live.remove(player)

    def _before_flop(self, player: int, move: HandMove, moment: Moment) -> Iterator[Chance]:
        raised = move.kind == "bet/raise"
        called = move.kind == "check/call" and move.chips > 0.0
        if not self._entered:
            yield Chance("open", raised)
            yield Chance("limp", called)
        elif self._raises == 1 and not self._called:
            yield Chance("call", called)
            yield Chance("reraise", raised)
        elif self._raises > 1 and player == self._opener:
            self._opener = None  # he answers once
            yield Chance("fold to reraise", move.kind == "fold")
        if self._raises == 1 and _can_raise(moment, player):
            yield Chance("3-bet", raised)
        elif self._raises == 2 and player == self._first_raiser:
            yield Chance("fold to 3-bet", move.kind == "fold")

    def _later(self, player: int, move: HandMove) -> Iterator[Chance]:
        if self._street == FLOP and player == self._raiser and not self._raises:
            yield Chance("bet flop", move.kind == "bet/raise")
        elif self._raises == 1:
            yield Chance(f"fold {GAMES['holdem'].streets[self._street]}", move.kind == "fold")
            if self._street == FLOP and self._bettor == self._raiser:
                yield Chance("fold to c-bet", move.kind == "fold")
        if move.kind == "bet/raise" or (move.kind == "check/call" and move.chips > 0.0):
            yield Chance("aggression", move.kind == "bet/raise")


def _can_raise(moment: Moment, player: int) -> bool:
    """Return True if a player has chips behind the call and somebody could answer a raise."""
    others = (moment.chips[other].stack for other in moment.live if other != player)
    return moment.chips[player].stack > moment.to_call(player) and any(stack > 0.0 for stack in others)


@dataclass(frozen=True)
class Habits:
    """The counts: by player his hands; ``read``: the number of hands that went in."""

    players: Mapping[Player, Hands] = field(default_factory=dict)
    read: int = 0

    @cached_property
    def pooled(self) -> Counts:
        """The counts of all players together."""
        return counts_of(hand for hands in self.players.values() for hand in hands.values())


class Tally:
    """Counts hands one after the other; one that went in before changes nothing."""

    def __init__(self, habits: Habits | None = None) -> None:
        """``habits``: what has been counted before."""
        before = habits or Habits()
        self._players: dict[Player, dict[str, PlayerHand]] = {
            player: dict(hands) for player, hands in before.players.items()
        }
        self._same: dict[PlayerHand, PlayerHand] = {}
        """One value for all that are equal, which are many."""
        self._read = before.read

    def add(self, hand: PlayedHand) -> None:
        """Count a hand."""
        name = digest_of(hand.raw)
        new = False
        for player, row in player_hands(hand):
            hands = self._players.setdefault(player, {})
            new = new or name not in hands
            hands[name] = self._same.setdefault(row, row)
        self._read += new

    def habits(self) -> Habits:
        """Return what has been counted so far."""
        return Habits({player: dict(hands) for player, hands in self._players.items()}, self._read)
