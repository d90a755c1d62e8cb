"""Judgements of decisions in a file, so that an evening is solved once, and their sums.

The file has a line of JSON for each judgement, with the id of its hand (:func:`engine.histories.hand.hand_id`):

    {"hand": "stars 105034215446", "moment": 12, "street": 3, "action": "call", "best": "fold", "loss": 4.5, ...}

Lines are appended one by one, as soon as a decision is judged. A line that a killed writer has left incomplete, or that
is damaged, does not count; of several judgements of a decision the last one with the same digest does.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from engine.games import GAMES
from engine.histories.best_play import MISTAKES, Judgement, Mistake
from engine.histories.hand import RawHand, hand_id
from engine.scenario import Game, ScenarioError
from engine.storage.private import PROGRAM_FOLDER, make_private
from engine.storage.regular_files import check_regular

FILE_NAME = "best play.jsonl"
Key = tuple[str, str]
"""The id of a hand, and the digest of a game."""


def default_file(folder: Path | None = None) -> Path:
    """Return the file in the data ``folder``, by default that of the user."""
    return (folder or user_data_path(PROGRAM_FOLDER, appauthor=False)) / FILE_NAME


@dataclass(frozen=True, slots=True)
class JudgementFile:
    """The file at ``path``, which need not exist."""

    path: Path

    def read(self, only: RawHand | None = None) -> dict[Key, Judgement]:
        """Return the judgements by hand and digest; those of the hand ``only`` if it is given.

        A file that cannot be read has none: its hands are solved again.
        """
        result = dict[Key, Judgement]()
        sought = None if only is None else json.dumps(hand_id(only), ensure_ascii=False).encode()
        try:
            check_regular(self.path)
            data = self.path.read_bytes()
        except OSError:
            return result
        for line in data.splitlines():
            if sought is not None and sought not in line:
                continue
            try:
                value = json.loads(line)
                hand, judgement = value["hand"], Judgement.from_json(value, "", ("hand",))
            except (ValueError, KeyError, TypeError, RecursionError, ScenarioError):
                continue
            if isinstance(hand, str) and (only is None or hand == hand_id(only)):
                result[hand, judgement.digest] = judgement
        return result

    def add(self, raw: RawHand, judgement: Judgement) -> None:
        """Append a judgement of a hand.

        Raises:
            OSError: the file cannot be written.
        """
        check_regular(self.path)
        make_private(self.path.parent)
        line = json.dumps({"hand": hand_id(raw), **judgement.to_json()}, ensure_ascii=False).encode() + b"\n"
        with open(self.path, "a+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a writer was killed: its incomplete line must not spoil this one
                    line = b"\n" + line
            # One call, so that lines of several processes do not mix.
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A judgement in a form that can be summed over hands: with its game and the size of its big blind in chips.

    In razz that is the big bet. It is 0 if it is not known.
    """

    judgement: Judgement
    game: Game
    unit: float

    @property
    def loss(self) -> float | None:
        """The loss in big blinds, or None if these are not known."""
        return self.judgement.loss / self.unit if self.unit else None

    @property
    def bound(self) -> float | None:
        """The error of the solution in big blinds, or None if these are not known."""
        return self.judgement.bound / self.unit if self.unit else None

    @property
    def street(self) -> str:
        """The name of the street."""
        return GAMES[self.game].streets[self.judgement.street].removesuffix(" street")


@dataclass(slots=True)
class LossSum:
    """The numbers of decisions and of mistakes among them, and the sum of the mistakes' losses in big blinds."""

    decisions: int = 0
    mistakes: int = 0
    loss: float = 0.0

    def add(self, row: JudgedRow) -> None:
        """Count a decision. A loss within the accuracy of its solution counts as 0."""
        self.decisions += 1
        if row.judgement.is_mistake:
            self.mistakes += 1
            self.loss += row.loss or 0.0

    def to_json(self) -> dict[str, float]:
        """Return the sums as JSON."""
        return {"decisions": self.decisions, "mistakes": self.mistakes, "loss_bb": self.loss}


@dataclass(frozen=True, slots=True)
class LossSums:
    """The sums of all decisions, by street, and by kind of mistake."""

    all: LossSum = field(default_factory=LossSum)
    by_street: Mapping[str, LossSum] = field(default_factory=dict)
    by_mistake: Mapping[Mistake, LossSum] = field(default_factory=dict)


def loss_sums(rows: Iterable[JudgedRow]) -> LossSums:
    """Return the sums of judged decisions; streets in their order, mistakes with the largest sum first."""
    rows = sorted(rows, key=lambda row: (row.game, row.judgement.street))
    total, streets, kinds = LossSum(), dict[str, LossSum](), {kind: LossSum() for kind in MISTAKES}
    for row in rows:
        total.add(row)
        streets.setdefault(row.street, LossSum()).add(row)
        if row.judgement.mistake is not None:
            kinds[row.judgement.mistake].add(row)
    made = {kind: one for kind, one in kinds.items() if one.decisions}
    return LossSums(total, streets, dict(sorted(made.items(), key=lambda item: -item[1].loss)))
