"""Shared by the pages *Match* and *Simulate*: the list of players for a seat, and runs that pause on hidden pages."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox

from engine import GAMES, Problem, Scenario
from engine.matches.programs import MATCH_PROGRAMS
from engine.players.description import SHIPPED, player_json
from engine.players.programs import PROGRAMS
from gui.parts.build import offer
from gui.state.document import Document
from gui.state.latest import Answers, Questions, refusal
from gui.state.session import State
from gui.storage.players import PlayerStore, has_ranges

EVERY_S = 0.25
"""Seconds between two answers of a run."""
LIMITS = {"none": "no limit", "pot": "pot limit", "fixed": "fixed limit"}
NOT_SAVED = (*SHIPPED, *MATCH_PROGRAMS)
"""The names that mean the same whoever was saved."""
Answer = TypeVar("Answer")


def phhs_text(hands: Sequence[str]) -> str:
    """Return hands in PHH as a file of several hands, each a table of its own."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(hands, start=1))


def offer_players(box: QComboBox, choices: list[str], name: str) -> None:
    """Offer players in a box and select the one called ``name``, who may be none of them any more."""
    known = choices if name in choices else [*choices, name]
    offer(box, known)
    box.setCurrentIndex(known.index(name))


class PlayedModel(QObject, Generic[Answer]):
    """Plays hands for a page; ``changed``: its values or its answer have changed."""

    changed = Signal()

    def __init__(
        self, name: str, document: Document, questions: Questions, players: PlayerStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._players = document, players
        self._answers: Answers[Answer] = Answers(questions, name, self)
        self._answers.changed.connect(self.changed)
        players.changed.connect(self.changed)

    @property
    def scenario(self) -> Scenario:
        """The table."""
        return self._document.scenario

    @property
    def is_stud(self) -> bool:
        """Whether a stud game is played: with bring-in and fixed limit, without blinds and button."""
        return GAMES[self.scenario.game].stud

    @property
    def choices(self) -> list[str]:
        """The names that a player can have: types of players, players who were saved, programs."""
        saved = [profile.name for profile in self._players.saved if has_ranges(profile, self.scenario.game)]
        return [*SHIPPED, *(name for name in saved if name not in NOT_SAVED), *PROGRAMS]

    def _as_requested(self, names: Sequence[str | None]) -> list[Any]:
        """Return players as a request has them: those who were saved by their description, others by name."""
        saved = {profile.name: profile for profile in self._players.saved if profile.name not in NOT_SAVED}
        return [player_json(self._players.player(saved[name])) if name in saved else name for name in names]

    @property
    def problems(self) -> Mapping[str, Problem]:
        """The first problem of each field of the page."""
        raise NotImplementedError

    @property
    def stale(self) -> bool:
        """Whether the last answer belongs to other values."""
        raise NotImplementedError

    @property
    def latest(self) -> Answer | None:
        """The last answer, also one to other values."""
        return self._answers.latest.value

    @property
    def failure(self) -> str:
        """Why there is no answer, or ""."""
        error = self._answers.latest.error
        return "" if error is None else refusal(error)

    @property
    def state(self) -> State:
        """Whether hands are being played."""
        return "running" if self._answers.latest.busy else "idle"

    @property
    def can_run(self) -> bool:
        """Whether a run can be started."""
        return self.state == "idle" and not self.problems

    @property
    def can_stop(self) -> bool:
        """Whether there is a run to stop."""
        return self.state != "idle"

    @property
    def can_refine(self) -> bool:
        """Whether a longer run would make the answer more precise."""
        return self.can_run and self.latest is not None and not self.stale
