"""The record of the trainer: the answers with their errors, a score for each pack, and when a missed spot is due again.

An answer is a :class:`Guess` of an equity or an :class:`ActionChoice`. The player sets how large an error is a miss,
one of :data:`LEVELS`; streaks are counted at all levels.

A missed spot comes back in its pack after :data:`FIRST_PAUSE` other answers. Each time that it is then answered well,
the pause doubles; after a pause of :data:`LAST_PAUSE` the spot is done. A further miss starts again with the first
pause. If several spots are due, the one with the largest error comes first. Pauses are counted in answers, not in days.

The file is JSON of version 2; a spot is a scenario as one line of text:

    {"steelwheel_training": 2, "seed": 7, "given": 2, "earlier": [],
     "guesses": [{"spot": "AhKh v QQ+", "game": "holdem", "pack": "Flops", "guess": 0.4, "equity": 0.43},
                 {"spot": "AhKh v QQ+", "game": "holdem", "pack": "Call or fold", "pot": 60, "bet": 30,
                  "choice": "fold", "best": "call", "loss": 0.11}]}

``given`` counts all answers. Only the last :data:`MAX_ANSWERS` are stored one by one; older ones are summed up in
``earlier``, by pack. Version 1 had a single pack, the player's own ranges, and no sums.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, replace
from typing import Any, get_args

import numpy as np

from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.codec import JsonObject, json_field, plain, read_entries
from engine.scenario.reading import (
    MAX_FLOAT,
    Reader,
    as_it_is,
    fail,
    integer,
    list_of,
    number,
    one_of,
    read_json,
    schema_of,
    share,
    takes,
    text_up_to,
    whole_objects,
)
from engine.table.one_line import parse_line

VERSION = 2
MAX_ANSWERS = 500
MAX_FILE_SIZE = 20_000_000
"""Bytes of a record."""
MAX_SPOT_LENGTH = 20_000
"""Characters of a spot in a file; spots that are drawn are at most half as long."""
MAX_NAME_LENGTH = 200
MAX_PACKS = 1_000
RECENT_ANSWERS = 20
"""The number of answers in the running mean."""
FIRST_PAUSE, LAST_PAUSE = 4, 16
MAX_SEED = 2**63 - 1
OWN_PACK = "Own ranges"
"""The pack of the player's own ranges, the only one of version 1."""
RENAMED_PACKS = {
    "Pre-flop duels": "Preflop",
    "Price or fold": "Call or fold",
    "Doors on third street": "Third street",
    "Made hand against draw": "Made hand vs draw",
}
"""The current names of packs under their former names, which older records, settings and requests contain."""


@dataclass(frozen=True, slots=True)
class MissLevel:
    """The limits of a miss: an error of the equity above ``points``, or an EV loss above ``loss`` (share of the
    pot)."""

    points: float
    loss: float


LEVELS = (MissLevel(0.1, 0.05), MissLevel(0.05, 0.01), MissLevel(0.03, 0.005), MissLevel(0.01, 0.002))
"""Add new levels at the end: files store a streak for each, by index."""
DEFAULT_LEVEL = 1
"""The index of the level that is used until the player selects another one."""

_SPOT, _NAME, _GAME = text_up_to(MAX_SPOT_LENGTH), text_up_to(MAX_NAME_LENGTH), one_of(*get_args(Game))
_WHOLE, _AMOUNT = integer(0, MAX_SEED), number(0.0, MAX_FLOAT)


@takes(schema_of(_NAME))
def _pack_name(value: object, path: str) -> str:
    """Read the name of a pack, which may be a former one."""
    name = _NAME(value, path)
    return RENAMED_PACKS.get(name, name)


def _streaks(value: object, path: str) -> tuple[int, ...]:
    """Read the streaks of all levels; a single number, as in old files, is the streak at the default level."""
    if isinstance(value, list):
        known = list_of(_WHOLE, most=MAX_PACKS)(value, path)
        return (*known, *(0 for _ in LEVELS))[: len(LEVELS)]
    number = _WHOLE(value, path)
    return tuple(number if level == DEFAULT_LEVEL else 0 for level in range(len(LEVELS)))


@dataclass(frozen=True, slots=True)
class Guess(JsonObject):
    """A guess of the equity of the first seat. ``spot``: the scenario as a line of text; ``equity``: the right
    answer."""

    spot: str = json_field(_SPOT)
    game: Game = json_field(_GAME)
    guess: float = json_field(share)
    equity: float = json_field(share)
    pack: str = json_field(_pack_name, default=OWN_PACK)

    @property
    def signed(self) -> float:
        """The error, positive if the guess was too high."""
        return self.guess - self.equity

    @property
    def error(self) -> float:
        """The size of the error."""
        return abs(self.signed)

    def missed(self, level: int) -> bool:
        """Return whether the guess is a miss at a level, an index into :data:`LEVELS`."""
        return self.error > LEVELS[level].points


@dataclass(frozen=True, slots=True)
class ActionChoice(JsonObject):
    """A choice of an action for the first seat of a ``spot``, with a ``pot`` and a ``bet`` to call in chips.

    ``best``: the best action. ``loss``: the EV loss of the choice, as a share of the pot.
    """

    spot: str = json_field(_SPOT)
    game: Game = json_field(_GAME)
    pack: str = json_field(_pack_name, absent=OWN_PACK)
    pot: float = json_field(_AMOUNT)
    bet: float = json_field(_AMOUNT)
    choice: str = json_field(_NAME)
    best: str = json_field(_NAME)
    loss: float = json_field(_AMOUNT)

    @property
    def signed(self) -> float:
        """The loss, which has only one sign."""
        return self.loss

    @property
    def error(self) -> float:
        """The loss, as a share of the pot."""
        return self.loss

    def missed(self, level: int) -> bool:
        """Return whether the choice is a miss at a level, an index into :data:`LEVELS`."""
        return self.loss > LEVELS[level].loss


Answer = Guess | ActionChoice


@dataclass(frozen=True, slots=True)
class PackScore(JsonObject):
    """Sums over the answers to a pack.

    ``given``: the number of answers. ``total`` and ``signed``: the sums of the sizes of their errors and of their
    signed errors. ``streak`` and ``longest``: by level, the current and the longest run of answers without a miss.
    """

    game: Game = json_field(_GAME)
    pack: str = json_field(_pack_name)
    given: int = json_field(_WHOLE, default=0, absent=MISSING)
    total: float = json_field(_AMOUNT, default=0.0, absent=MISSING)
    signed: float = json_field(number(-MAX_FLOAT, MAX_FLOAT), default=0.0, absent=MISSING)
    streak: tuple[int, ...] = json_field(_streaks, default=(0,) * len(LEVELS), absent=MISSING)
    longest: tuple[int, ...] = json_field(_streaks, default=(0,) * len(LEVELS), absent=MISSING)

    def with_answer(self, answer: Answer) -> "PackScore":
        """Return the score with one more answer."""
        streak = tuple(0 if answer.missed(level) else number + 1 for level, number in enumerate(self.streak))
        longest = tuple(map(max, self.longest, streak))
        total, signed = self.total + answer.error, self.signed + answer.signed
        return PackScore(self.game, self.pack, self.given + 1, total, signed, streak, longest)

    @property
    def mean(self) -> float | None:
        """The mean size of the errors, or None without answers."""
        return self.total / self.given if self.given else None

    @property
    def bias(self) -> float | None:
        """The mean signed error, positive if the guesses are too high, or None without answers."""
        return self.signed / self.given if self.given else None


_RECORD_KEYS = ("steelwheel_training", "seed", "given", "earlier", "guesses")
_OLD_KEYS = ("steelwheel_training", "seed", "given", "total", "guesses")


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """The record of a player.

    ``given``: the number of all answers. ``guesses``: the last of them (choices of actions, too), oldest first.
    ``earlier``: the scores of the older ones, by pack.
    """

    seed: int
    given: int = 0
    guesses: tuple[Answer, ...] = ()
    earlier: tuple[PackScore, ...] = ()

    def with_answer(self, answer: Answer) -> "TrainingRecord":
        """Return the record with one more answer."""
        answers = (*self.guesses, answer)
        old, recent = answers[:-MAX_ANSWERS], answers[-MAX_ANSWERS:]
        earlier = _scores(self.earlier, old) if old else self.earlier
        return replace(self, given=self.given + 1, guesses=recent, earlier=earlier)

    @property
    def scores(self) -> tuple[PackScore, ...]:
        """The score of each pack of each game, in the order of their first answers."""
        return _scores(self.earlier, self.guesses)

    def score(self, game: Game, pack: str) -> PackScore:
        """Return the score of a pack."""
        return next((one for one in self.scores if (one.game, one.pack) == (game, pack)), PackScore(game, pack))

    def of(self, game: Game, pack: str) -> tuple[Answer, ...]:
        """Return the stored answers to a pack, oldest first."""
        return tuple(answer for answer in self.guesses if (answer.game, answer.pack) == (game, pack))

    def generator(self) -> np.random.Generator:
        """Return the random generator of the next spot, which depends on the seed and the number of answers only."""
        return np.random.default_rng([self.seed, self.given])

    def due(self, game: Game, pack: str, level: int = DEFAULT_LEVEL, *, soon: bool = False) -> Answer | None:
        """Return the last answer to the missed spot of a pack that comes again now, or None.

        ``soon``: consider all spots whose last answer was a miss, not only those that are due.
        """
        waiting: dict[tuple[str, float, float], _Waiting] = {}
        answers = self.of(game, pack)
        for index, answer in enumerate(answers):
            _update(waiting, answer, index, level)
        ready = [spot for spot in waiting.values() if (spot.answer.missed(level) if soon else spot.due <= len(answers))]
        return max(ready, key=lambda spot: spot.error).answer if ready else None


def _scores(start: Iterable[PackScore], answers: Iterable[Answer]) -> tuple[PackScore, ...]:
    """Return the scores by pack after further answers."""
    result = {(score.game, score.pack): score for score in start}
    for answer in answers:
        key = answer.game, answer.pack
        result[key] = result.get(key, PackScore(*key)).with_answer(answer)
    return tuple(result.values())


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A spot that comes back once its pack has ``due`` answers. ``error``: that of its last miss."""

    answer: Answer
    due: int
    pause: int
    error: float


def _update(waiting: dict[tuple[str, float, float], _Waiting], answer: Answer, index: int, level: int) -> None:
    """Update the waiting spots by the answer at ``index`` of its pack; a key is the spot with its pot and bet."""
    key = (answer.spot, answer.pot, answer.bet) if isinstance(answer, ActionChoice) else (answer.spot, 0.0, 0.0)
    previous = waiting.pop(key, None)
    if answer.missed(level):
        waiting[key] = _Waiting(answer, index + 1 + FIRST_PAUSE, FIRST_PAUSE, answer.error)
    elif previous is not None and previous.pause < LAST_PAUSE:
        pause = 2 * previous.pause
        waiting[key] = _Waiting(answer, index + 1 + pause, pause, previous.error)


def running_means(answers: Sequence[Answer]) -> list[float]:
    """Return for each answer the mean error of the last :data:`RECENT_ANSWERS` up to it."""
    errors = [answer.error for answer in answers]
    windows = (errors[max(0, i + 1 - RECENT_ANSWERS) : i + 1] for i in range(len(errors)))
    return [sum(window) / len(window) for window in windows]


def dump_record(record: TrainingRecord) -> bytes:
    """Return a record as JSON, which :func:`read_record` reads."""
    value = {"steelwheel_training": VERSION, "seed": record.seed, "given": record.given}
    value |= plain({"earlier": record.earlier, "guesses": record.guesses})
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def read_record(data: bytes) -> tuple[TrainingRecord, tuple[str, ...]]:
    """Return the record of a file, and a description of each damaged part of the file that was left out.

    Raises:
        ScenarioError: the file is not a record, or has an unknown version.
    """
    # A player must not lose his record to a damaged file: whatever can be read is used, down to single answers in a
    # file that is not JSON any more.
    damaged: list[str] = []
    try:
        value = read_json(data.decode())
    except (UnicodeDecodeError, ScenarioError) as error:
        result = whole_objects(data.decode(errors="replace"), lambda each: "spot" in each)
        value = {"steelwheel_training": VERSION, "guesses": [each for _, each in result][:MAX_ANSWERS]}
        if not value["guesses"]:
            raise ScenarioError(Problem("file", "this file is not a training record")) from None
        damaged.append(f"not valid JSON ({error})")
    if not isinstance(value, dict) or value.get("steelwheel_training") not in (1, VERSION):
        raise ScenarioError(Problem("steelwheel_training", f"this file is not a training record of version {VERSION}"))
    keys = _RECORD_KEYS if value["steelwheel_training"] == VERSION else _OLD_KEYS
    if any(key not in keys for key in value):
        damaged.append(f"unknown keys; valid keys: {', '.join(keys)}")
    entries = Reader({key: value[key] for key in keys if key in value}, "", keys)
    answers, wrong = read_entries(entries.need("guesses", list_of(as_it_is, most=MAX_ANSWERS)), "guesses", _answer)
    damaged += wrong
    header: list[Any] = [0, len(answers), []]
    reads = (("seed", _WHOLE), ("given", _WHOLE), ("earlier", list_of(PackScore.from_json, most=MAX_PACKS)))
    for index, (key, convert) in enumerate(reads[: 3 if keys is _RECORD_KEYS else 2]):
        try:
            header[index] = entries.need(key, convert)
        except ScenarioError as error:
            damaged.append(str(error.problems[0]))
    seed, given, earlier = header
    return TrainingRecord(seed, max(given, len(answers)), tuple(answers), tuple(earlier)), tuple(damaged)


def _answer(value: object, path: str) -> Answer:
    kind: type[Answer] = ActionChoice if isinstance(value, dict) and "choice" in value else Guess
    result = kind.from_json(value, path)
    if len(spot_of(result).active_seats) != 2:  # a line that cannot be read raises here
        fail(f"{path}.spot", "a spot needs two seats")
    return result


def spot_of(answer: Answer) -> Scenario:
    """Return the spot of an answer as a scenario.

    Raises:
        ScenarioError: its line cannot be read.
    """
    return parse_line(answer.spot, answer.game)
