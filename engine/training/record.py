"""The record of guesses: the spots, the guesses and their errors, and which spot comes back when.

A spot that was missed by more than :data:`MISS` comes back after :data:`FIRST_PAUSE` other guesses. Each time that it
is then guessed within that, the pause doubles, up to :data:`LAST_PAUSE`; after that it does not come back. A further
miss begins again. Of several spots that are due, the one with the largest error comes first. Pauses are counted in
guesses of both games, not in days.

The file is JSON of version 1; a spot is a scenario as one line of text:

    {"steelwheel_training": 1, "seed": 7, "given": 2, "total": 0.07,
     "guesses": [{"spot": "AhKh v QQ+", "game": "holdem", "guess": 0.4, "equity": 0.43}]}

``given`` counts all guesses there ever were and ``total`` adds up their errors; of the guesses themselves the last
:data:`MOST_GUESSES` are kept.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np

from engine.formats.one_line import parse_line
from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.reading import (
    LARGEST,
    Reader,
    integer,
    number,
    one_of,
    read_json,
    share,
    text_up_to,
    whole_objects,
)

VERSION = 1
MOST_GUESSES = 500
LARGEST_FILE = 20_000_000
"""Bytes of a record."""
LONGEST_SPOT = 20_000
"""Characters of a spot, twice as many as one is drawn with."""
RECENT = 20
"""So many guesses make the score of the day."""
MISS = 0.05
"""Errors above this bring a spot back: five points."""
FIRST_PAUSE, LAST_PAUSE = 4, 16
LARGEST_SEED = 2**63 - 1

_RECORD_KEYS = ("steelwheel_training", "seed", "given", "total", "guesses")
_GUESS_KEYS = ("spot", "game", "guess", "equity")
_SPOT, _GAME = text_up_to(LONGEST_SPOT), one_of(*get_args(Game))


@dataclass(frozen=True, slots=True)
class Guess:
    """The guess for the first seat of a ``spot``, a scenario as one line, and its equity."""

    spot: str
    game: Game
    guess: float
    equity: float

    @property
    def error(self) -> float:
        """How far off it was."""
        return abs(self.guess - self.equity)


@dataclass(frozen=True, slots=True)
class Record:
    """The guesses kept, oldest first; ``given`` and ``total``: number and errors of all that there ever were."""

    seed: int
    given: int = 0
    total: float = 0.0
    guesses: tuple[Guess, ...] = ()

    def with_guess(self, guess: Guess) -> "Record":
        """Return the record with one more guess."""
        kept = (*self.guesses, guess)[-MOST_GUESSES:]
        return replace(self, given=self.given + 1, total=self.total + guess.error, guesses=kept)

    @property
    def mean(self) -> float | None:
        """The mean error of all guesses, None where there is none."""
        return self.total / self.given if self.given else None

    @property
    def recent_mean(self) -> float | None:
        """The mean error of the last :data:`RECENT` guesses."""
        return running_means(self.guesses)[-1] if self.guesses else None

    def generator(self) -> np.random.Generator:
        """Return the generator of the next spot: the same for the same seed and number of guesses."""
        return np.random.default_rng([self.seed, self.given])

    def due(self, game: Game) -> Scenario | None:
        """Return the spot of a game that is to be guessed again now, None where none is."""
        waiting: dict[str, _Waiting] = {}
        for place, guess in enumerate(self.guesses):
            if guess.game == game:
                _note(waiting, guess, place)
        ready = [result for result in waiting.values() if result.due <= len(self.guesses)]
        if not ready:
            return None
        return parse_line(max(ready, key=lambda result: result.error).spot, game)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A spot that comes back when there are ``due`` guesses; ``error`` is that of its last miss."""

    spot: str
    due: int
    pause: int
    error: float


def _note(waiting: dict[str, _Waiting], guess: Guess, place: int) -> None:
    """Take a guess into account, that at ``place`` of all."""
    before = waiting.pop(guess.spot, None)
    if guess.error > MISS:
        waiting[guess.spot] = _Waiting(guess.spot, place + 1 + FIRST_PAUSE, FIRST_PAUSE, guess.error)
    elif before is not None and before.pause < LAST_PAUSE:
        pause = 2 * before.pause
        waiting[guess.spot] = _Waiting(guess.spot, place + 1 + pause, pause, before.error)


def running_means(guesses: Sequence[Guess]) -> list[float]:
    """Return after each guess the mean error of the last :data:`RECENT` up to it."""
    errors = [guess.error for guess in guesses]
    windows = (errors[max(0, i + 1 - RECENT) : i + 1] for i in range(len(errors)))
    return [sum(window) / len(window) for window in windows]


def dump_record(record: Record) -> bytes:
    """Return a record as JSON; :func:`read_record` is the way back."""
    guesses = [{key: getattr(guess, key) for key in _GUESS_KEYS} for guess in record.guesses]
    value = {"steelwheel_training": VERSION, "seed": record.seed, "given": record.given, "total": record.total}
    return (json.dumps(value | {"guesses": guesses}, ensure_ascii=False, indent=1) + "\n").encode()


def read_record(data: bytes) -> tuple[Record, tuple[str, ...]]:
    """Return the record of a file, and the guesses in it that were left out, with what is wrong with them.

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
    if not isinstance(value, dict) or value.get("steelwheel_training") != VERSION:
        raise ScenarioError(Problem("steelwheel_training", f"this is no record of guesses of version {VERSION}"))
    if any(key not in _RECORD_KEYS for key in value):
        damaged.append(f"unknown keys; known are {', '.join(_RECORD_KEYS)}")
    fields = Reader({key: value[key] for key in _RECORD_KEYS if key in value}, "", _RECORD_KEYS)
    guesses: list[Guess] = []
    for i, entry in enumerate(fields.need("guesses", _some)):
        try:
            guesses.append(_guess(entry, f"guesses[{i}]"))
        except ScenarioError as error:
            damaged.append(str(error.problems[0]))
    known: list[Any] = [0, len(guesses), math.fsum(guess.error for guess in guesses)]
    whole = integer(0, LARGEST_SEED)
    for place, (key, convert) in enumerate((("seed", whole), ("given", whole), ("total", number(0.0, LARGEST)))):
        try:
            known[place] = fields.need(key, convert)
        except ScenarioError as error:
            damaged.append(str(error.problems[0]))
    seed, given, total = known
    return Record(seed, max(given, len(guesses)), total, tuple(guesses)), tuple(damaged)


def _some(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_GUESSES:
        raise ScenarioError(Problem(path, f"expected a list of at most {MOST_GUESSES} guesses"))
    return value


def _guess(value: Any, path: str) -> Guess:
    fields = Reader(value, path, _GUESS_KEYS)
    game: Any = fields.need("game", _GAME)
    result = Guess(fields.need("spot", _SPOT), game, fields.need("guess", share), fields.need("equity", share))
    if len(parse_line(result.spot, game).seats) < 2:  # what a line cannot be read as raises, too
        fields.fail("spot", "a spot has two seats")
    return result
