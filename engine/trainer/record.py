"""The record of answers: what was asked, the answers and their errors, the tallies of the packs, and which spot comes
back when.

An answer is a :class:`Guess` of an equity or a :class:`Choice` between actions. Which error is a miss is the player's
choice, one of :data:`LEVELS`; streaks are counted at all of them. A spot that was missed comes back in its pack after
:data:`FIRST_PAUSE` other answers there. Each time that it is then answered well, the pause doubles, up to
:data:`LAST_PAUSE`; after that it does not come back. A further miss begins again. Of several spots that are due, the
one with the largest error comes first. Pauses are counted in answers, not in days.

The file is JSON of version 2; a spot is a scenario as one line of text:

    {"steelwheel_training": 2, "seed": 7, "given": 2, "earlier": [],
     "guesses": [{"spot": "AhKh v QQ+", "game": "holdem", "pack": "Flops", "guess": 0.4, "equity": 0.43},
                 {"spot": "AhKh v QQ+", "game": "holdem", "pack": "Price or fold", "pot": 60, "bet": 30,
                  "choice": "fold", "best": "call", "loss": 0.11}]}

``given`` counts all answers there ever were. Of the answers themselves the last :data:`MOST_GUESSES` are kept; those
before them are in ``earlier``, a tally of each pack. Version 1 had one pack, the player's own ranges, and no tallies.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, replace
from typing import Any, get_args

import numpy as np

from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.codec import JsonObject, json_field, plain, read_entries
from engine.scenario.reading import (
    LARGEST,
    Reader,
    as_it_is,
    fail,
    integer,
    list_of,
    number,
    one_of,
    read_json,
    share,
    text_up_to,
    whole_objects,
)
from engine.table.one_line import parse_line

VERSION = 2
MOST_GUESSES = 500
LARGEST_FILE = 20_000_000
"""Bytes of a record."""
LONGEST_SPOT = 20_000
"""Characters of a spot, twice as many as one is drawn with."""
LONGEST_NAME = 200
MOST_PACKS = 1_000
RECENT = 20
"""So many answers make the score of the day."""
FIRST_PAUSE, LAST_PAUSE = 4, 16
LARGEST_SEED = 2**63 - 1
OWN = "Own ranges"
"""The pack of version 1."""


@dataclass(frozen=True, slots=True)
class Level:
    """Limits of a miss: an error of an equity above ``points``, a choice that loses more than ``loss`` of the pot."""

    points: float
    loss: float


LEVELS = (Level(0.1, 0.05), Level(0.05, 0.01), Level(0.03, 0.005), Level(0.01, 0.002))
"""New ones come last: files have a streak for each."""
USUAL = 1
"""The place of the level that is in force until another one is chosen."""

_SPOT, _NAME, _GAME = text_up_to(LONGEST_SPOT), text_up_to(LONGEST_NAME), one_of(*get_args(Game))
_WHOLE, _AMOUNT = integer(0, LARGEST_SEED), number(0.0, LARGEST)


def _streaks(value: object, path: str) -> tuple[int, ...]:
    """Return the streaks of all levels; a single number is that of the usual one, which was the only one once."""
    if isinstance(value, list):
        known = list_of(_WHOLE, most=MOST_PACKS)(value, path)
        return (*known, *(0 for _ in LEVELS))[: len(LEVELS)]
    number = _WHOLE(value, path)
    return tuple(number if level == USUAL else 0 for level in range(len(LEVELS)))


@dataclass(frozen=True, slots=True)
class Guess(JsonObject):
    """The guess for the first seat of a ``spot``, a scenario as one line, and its equity."""

    spot: str = json_field(_SPOT)
    game: Game = json_field(_GAME)
    guess: float = json_field(share)
    equity: float = json_field(share)
    pack: str = json_field(_NAME, default=OWN)

    @property
    def signed(self) -> float:
        """The error, above 0 if it was too high."""
        return self.guess - self.equity

    @property
    def error(self) -> float:
        """The error."""
        return abs(self.signed)

    def missed(self, level: int) -> bool:
        """Return whether it was too far off at a level."""
        return self.error > LEVELS[level].points


@dataclass(frozen=True, slots=True)
class Choice(JsonObject):
    """The action that was chosen for the first seat of a ``spot`` with a ``pot`` and a ``bet`` to call in chips, the
    best action, and the ``loss`` in EV by the choice, as a share of the pot."""

    spot: str = json_field(_SPOT)
    game: Game = json_field(_GAME)
    pack: str = json_field(_NAME, absent=OWN)
    pot: float = json_field(_AMOUNT)
    bet: float = json_field(_AMOUNT)
    choice: str = json_field(_NAME)
    best: str = json_field(_NAME)
    loss: float = json_field(_AMOUNT)

    @property
    def signed(self) -> float:
        """The loss: there is no other side."""
        return self.loss

    @property
    def error(self) -> float:
        """The loss."""
        return self.loss

    def missed(self, level: int) -> bool:
        """Return whether it lost too much at a level."""
        return self.loss > LEVELS[level].loss


Given = Guess | Choice


@dataclass(frozen=True, slots=True)
class Tally(JsonObject):
    """The sum of the answers to a pack: their number, the sums of their errors (``total``; ``signed``: with their
    signs), and at each level the ``streak`` of those without a miss that goes on, and the ``longest`` one."""

    game: Game = json_field(_GAME)
    pack: str = json_field(_NAME)
    given: int = json_field(_WHOLE, default=0, absent=MISSING)
    total: float = json_field(_AMOUNT, default=0.0, absent=MISSING)
    signed: float = json_field(number(-LARGEST, LARGEST), default=0.0, absent=MISSING)
    streak: tuple[int, ...] = json_field(_streaks, default=(0,) * len(LEVELS), absent=MISSING)
    longest: tuple[int, ...] = json_field(_streaks, default=(0,) * len(LEVELS), absent=MISSING)

    def with_answer(self, answer: Given) -> "Tally":
        """Return the tally with one more answer."""
        streak = tuple(0 if answer.missed(level) else number + 1 for level, number in enumerate(self.streak))
        longest = tuple(map(max, self.longest, streak))
        total, signed = self.total + answer.error, self.signed + answer.signed
        return Tally(self.game, self.pack, self.given + 1, total, signed, streak, longest)

    @property
    def mean(self) -> float | None:
        """The mean error, None where there is no answer."""
        return self.total / self.given if self.given else None

    @property
    def bias(self) -> float | None:
        """The mean of the errors with their signs, above 0 if the guesses are too high."""
        return self.signed / self.given if self.given else None


_RECORD_KEYS = ("steelwheel_training", "seed", "given", "earlier", "guesses")
_OLD_KEYS = ("steelwheel_training", "seed", "given", "total", "guesses")


@dataclass(frozen=True, slots=True)
class Record:
    """The answers kept, oldest first; ``given``: the number of all that there ever were; ``earlier``: the tallies of
    those that are not kept."""

    seed: int
    given: int = 0
    guesses: tuple[Given, ...] = ()
    earlier: tuple[Tally, ...] = ()

    def with_answer(self, answer: Given) -> "Record":
        """Return the record with one more answer."""
        answers = (*self.guesses, answer)
        gone, kept = answers[:-MOST_GUESSES], answers[-MOST_GUESSES:]
        earlier = _tallies(self.earlier, gone) if gone else self.earlier
        return replace(self, given=self.given + 1, guesses=kept, earlier=earlier)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tally of each pack of each game, in the order in which they were begun."""
        return _tallies(self.earlier, self.guesses)

    def tally(self, game: Game, pack: str) -> Tally:
        """Return the tally of a pack."""
        return next((one for one in self.tallies if (one.game, one.pack) == (game, pack)), Tally(game, pack))

    def of(self, game: Game, pack: str) -> tuple[Given, ...]:
        """Return the answers kept of a pack, oldest first."""
        return tuple(answer for answer in self.guesses if (answer.game, answer.pack) == (game, pack))

    def generator(self) -> np.random.Generator:
        """Return the generator of the next spot: the same for the same seed and number of answers."""
        return np.random.default_rng([self.seed, self.given])

    def due(self, game: Game, pack: str, level: int = USUAL, *, soon: bool = False) -> Given | None:
        """Return the last answer to the spot of a pack that is to be asked again now, None where none is; ``soon``: of
        all whose last answer was a miss."""
        waiting: dict[tuple[str, float, float], _Waiting] = {}
        answers = self.of(game, pack)
        for place, answer in enumerate(answers):
            _note(waiting, answer, place, level)
        ready = [
            result
            for result in waiting.values()
            if (result.answer.missed(level) if soon else result.due <= len(answers))
        ]
        return max(ready, key=lambda result: result.error).answer if ready else None


def _tallies(start: Iterable[Tally], answers: Iterable[Given]) -> tuple[Tally, ...]:
    result = {(tally.game, tally.pack): tally for tally in start}
    for answer in answers:
        key = answer.game, answer.pack
        result[key] = result.get(key, Tally(*key)).with_answer(answer)
    return tuple(result.values())


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A spot that comes back when there are ``due`` answers; ``error`` is that of its last miss."""

    answer: Given
    due: int
    pause: int
    error: float


def _note(waiting: dict[tuple[str, float, float], _Waiting], answer: Given, place: int, level: int) -> None:
    """Take an answer into account, that at ``place`` of all."""
    key = (answer.spot, answer.pot, answer.bet) if isinstance(answer, Choice) else (answer.spot, 0.0, 0.0)
    before = waiting.pop(key, None)
    if answer.missed(level):
        waiting[key] = _Waiting(answer, place + 1 + FIRST_PAUSE, FIRST_PAUSE, answer.error)
    elif before is not None and before.pause < LAST_PAUSE:
        pause = 2 * before.pause
        waiting[key] = _Waiting(answer, place + 1 + pause, pause, before.error)


def running_means(answers: Sequence[Given]) -> list[float]:
    """Return after each answer the mean error of the last :data:`RECENT` up to it."""
    errors = [answer.error for answer in answers]
    windows = (errors[max(0, i + 1 - RECENT) : i + 1] for i in range(len(errors)))
    return [sum(window) / len(window) for window in windows]


def dump_record(record: Record) -> bytes:
    """Return a record as JSON; :func:`read_record` is the way back."""
    value = {"steelwheel_training": VERSION, "seed": record.seed, "given": record.given}
    value |= plain({"earlier": record.earlier, "guesses": record.guesses})
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_record(data: bytes) -> tuple[Record, tuple[str, ...]]:
    """Return the record of a file, and the answers in it that were left out, with what is wrong with them.

    Raises:
        ScenarioError: it is no record, or of a version that is not known here.
    """
    damaged: list[str] = []
    try:
        value = read_json(data.decode())
    except (UnicodeDecodeError, ScenarioError) as error:
        result = whole_objects(data.decode(errors="replace"), lambda each: "spot" in each)
        value = {"steelwheel_training": VERSION, "guesses": [each for _, each in result][:MOST_GUESSES]}
        if not value["guesses"]:
            raise ScenarioError(Problem("file", "this is no record of guesses")) from None
        damaged.append(f"this is no JSON ({error})")
    if not isinstance(value, dict) or value.get("steelwheel_training") not in (1, VERSION):
        raise ScenarioError(Problem("steelwheel_training", f"this is no record of guesses of version {VERSION}"))
    keys = _RECORD_KEYS if value["steelwheel_training"] == VERSION else _OLD_KEYS
    if any(key not in keys for key in value):
        damaged.append(f"unknown keys; known are {', '.join(keys)}")
    entries = Reader({key: value[key] for key in keys if key in value}, "", keys)
    answers, wrong = read_entries(entries.need("guesses", list_of(as_it_is, most=MOST_GUESSES)), "guesses", _answer)
    damaged += wrong
    known: list[Any] = [0, len(answers), []]
    reads = (("seed", _WHOLE), ("given", _WHOLE), ("earlier", list_of(Tally.from_json, most=MOST_PACKS)))
    for place, (key, convert) in enumerate(reads[: 3 if keys is _RECORD_KEYS else 2]):
        try:
            known[place] = entries.need(key, convert)
        except ScenarioError as error:
            damaged.append(str(error.problems[0]))
    seed, given, earlier = known
    return Record(seed, max(given, len(answers)), tuple(answers), tuple(earlier)), tuple(damaged)


def _answer(value: object, path: str) -> Given:
    kind: type[Given] = Choice if isinstance(value, dict) and "choice" in value else Guess
    result = kind.from_json(value, path)
    if len(spot_of(result).active_seats) != 2:  # what a line cannot be read as raises, too
        fail(f"{path}.spot", "a spot has two seats")
    return result


def spot_of(answer: Given) -> Scenario:
    """Return the spot of an answer.

    Raises:
        ScenarioError: its line cannot be read.
    """
    return parse_line(answer.spot, answer.game)
