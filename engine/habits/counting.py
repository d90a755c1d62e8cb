"""Counts of what each player has done before the flop and after it, out of the chances that he had; hold'em alone.

A chance is a decision of a player's: to *open* or *limp* where everybody before him has folded; to *call* or to *raise
an open* where one raise is before him and nobody has called; to *answer a raise* where his own open was raised; to
*bet as the raiser* where he raised last before the flop and nobody has bet yet; to *fold to a bet* where he faces the
first bet of a street. Who sees the flop has a chance of a *showdown*. A player is a name on one site; seats that a site
gives no names (Ignition, Bovada, Bodog) are not counted, nor are hands that are not as their text has them.

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
from engine.histories.hand import Move, PlayedHand, RawHand, hand_id
from engine.histories.splitting import FORMS
from engine.preflop.players import POSITIONS, position_at

ID_BYTES = 8
NAMELESS = ("ignition",)
"""Forms of hands whose names are those of seats."""
_NUMBERED = re.compile(r"Player \d+( \(\d+\))?")
"""The name of a player whom the text does not name."""
_SITE = re.compile(r"\W*(\w[\w ]*?) (?:(?:\w+ )?(?:Hand|Game)\b|Zoom\b)")
_VENUE = re.compile(r"^[ \t]*venue[ \t]*=[ \t]*(['\"])(.{1,60}?)\1", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that players do: ``does`` as a verb, ``chance``: where they can."""

    key: str
    title: str
    does: str
    chance: str


HABITS = (
    Habit("open", "Opens", "opens", "everybody before him has folded"),
    Habit("limp", "Limps", "limps", "everybody before him has folded"),
    Habit("call", "Calls", "calls an open", "one raise before him, nobody has called"),
    Habit("reraise", "Reraises", "raises an open", "one raise before him, nobody has called"),
    Habit("fold to reraise", "Folds to it", "folds to a reraise", "his open was raised"),
    Habit("bet flop", "Bets flop", "bets the flop as the raiser", "he raised last before the flop, nobody has bet"),
    Habit("fold flop", "Folds flop", "folds to a bet on the flop", "he faces the first bet of the flop"),
    Habit("fold turn", "Folds turn", "folds to a bet on the turn", "he faces the first bet of the turn"),
    Habit("fold river", "Folds river", "folds to a bet on the river", "he faces the first bet of the river"),
    Habit("showdown", "Showdown", "reaches showdown", "he sees the flop"),
)
KEYS = tuple(habit.key for habit in HABITS)
FLOP, RIVER = 1, 3


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
    """The chances of a player in a hand, in the order in which they came, and the position."""

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


def summed(counts: Counts, habit: str, positions: Iterable[str] = POSITIONS) -> Count:
    """Return the count of a habit over positions."""
    rows = [counts.get((habit, position), Count()) for position in positions]
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
    if GAMES[hand.game].stud or not hand.reliable or hand.raw.form in NAMELESS:
        return
    site, players = site_of(hand.raw), len(hand.names)
    rows = _chances(hand)
    for player, name in enumerate(hand.names):
        if not _NUMBERED.fullmatch(name):
            place = (player - 2) % players if players > 2 else 1 - player
            yield Player(site, name), PlayerHand(position_at(place, players), tuple(rows[player]))


def _chances(hand: PlayedHand) -> list[list[Chance]]:
    """Return the chances by player."""
    play = _Course(len(hand.names))
    for move in hand.moves:
        play.take(move)
    last = hand.moments[-1]
    if len(last.live) < 2 or (last.street == RIVER and last.to_act is None):
        for player in play.saw_flop:
            play.rows[player].append(Chance("showdown", len(last.live) > 1 and player in last.live))
    return play.rows


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

    def take(self, move: Move) -> None:
        """Note the chances that a move answers, then what it does."""
        player = move.player
        if move.kind == "street":
            self._street += 1
            self._raises = 0
            if self._street == FLOP:
                self.saw_flop = list(self._live)
        elif player is not None and move.kind in ("fold", "check/call", "bet/raise"):
            self.rows[player] += self._later(player, move) if self._street else self._before_flop(player, move)
            if not self._street:
                if move.kind == "bet/raise":
                    self._opener = self._opener if self._entered else player
                    self._raiser = player
                self._called = self._called or (move.kind == "check/call" and move.chips > 0.0)
                self._entered += move.kind != "fold"
            self._raises += move.kind == "bet/raise"
            if move.kind == "fold":
                self._live.remove(player)

    def _before_flop(self, player: int, move: Move) -> Iterator[Chance]:
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

    def _later(self, player: int, move: Move) -> Iterator[Chance]:
        if self._street == FLOP and player == self._raiser and not self._raises:
            yield Chance("bet flop", move.kind == "bet/raise")
        elif self._raises == 1:
            yield Chance(f"fold {GAMES['holdem'].streets[self._street]}", move.kind == "fold")


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
