"""The match of the document, and its result so far."""

from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, CancelToken, Problem, Scenario, ScenarioError
from engine.matches.programs import PROGRAMS
from engine.matches.request import HOLDEM_SEATS, read_match_request
from engine.matches.run import MatchSnapshot, run_match
from engine.players.description import SHIPPED, player_json
from engine.players.watched import described
from engine.scenario.played import MatchPanel
from gui.state.document import Document
from gui.state.latest import Answers, Questions, refusal
from gui.state.session import State
from gui.storage.players import PlayerStore

EVERY_S = 0.25
"""Seconds between two results of a match that goes on."""
FIELDS = {"blinds[0]": "small_blind", "blinds[1]": "big_blind", "blinds": "big_blind", "limit.small": "small",
          "limit.big": "big", "limit": "big"}  # fmt: skip
"""The fields of the page that have another name in the request."""


class MatchModel(QObject):
    """Plays the match of the document when asked to. ``changed``: the match or its result has changed."""

    changed = Signal()

    def __init__(
        self, document: Document, questions: Questions, players: PlayerStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._players = document, players
        self._answers: Answers[MatchSnapshot] = Answers(questions, "match", self)
        self._answers.changed.connect(self.changed)
        self.played_panel = MatchPanel()
        """The values of the page with which the last result was played."""
        document.changed.connect(self._on_document_changed)
        players.changed.connect(self.changed)

    @property
    def panel(self) -> MatchPanel:
        """The values of the page."""
        return self._document.scenario.match or MatchPanel()

    @property
    def is_stud(self) -> bool:
        """Whether a stud game is played: with bring-in and fixed limit, without blinds."""
        return GAMES[self._document.scenario.game].stud

    @property
    def names(self) -> list[str]:
        """The names of the players of the match."""
        return [name or "" for name in self.panel.players]

    @property
    def most_players(self) -> int:
        """How many players a match can have."""
        return GAMES[self._document.scenario.game].max_seats if self.is_stud else HOLDEM_SEATS

    @property
    def choices(self) -> list[str]:
        """The names that a player can have: kinds of players, players who were saved, programs."""
        saved = [profile.name for profile in self._players.saved] if not self.is_stud else []
        return [*SHIPPED, *(name for name in saved if name not in (*SHIPPED, *PROGRAMS)), *PROGRAMS]

    def request(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        panel, saved = self.panel, {profile.name: profile for profile in self._players.saved}
        values = panel.request(self._document.scenario.game, stud=self.is_stud)
        values["players"] = [
            player_json(described(self._players.kind(saved[name])))
            if name in saved and name not in (*SHIPPED, *PROGRAMS)
            else name
            for name in self.names
        ]
        return values

    @property
    def problems(self) -> Mapping[str, Problem]:
        """The first problem of each field of the page; that of the players is at ``players``."""
        problems = list(self.panel.problems)
        try:
            read_match_request(self.request())
        except ScenarioError as error:
            problems += error.problems
        result = dict[str, Problem]()
        for problem in problems:
            field = "players" if problem.field.startswith("players") else problem.field
            result.setdefault(FIELDS.get(field, field), problem)
        return result

    @property
    def latest(self) -> MatchSnapshot | None:
        """The last result, also an earlier one."""
        return self._answers.latest.value

    @property
    def played(self) -> Any:
        """The request of the last result."""
        return self._answers.latest.of

    @property
    def stale(self) -> bool:
        """Whether the last result is that of another match."""
        return self.latest is not None and self.played != self.request()

    @property
    def failure(self) -> str:
        """Why the match could not be played, or ""."""
        error = self._answers.latest.error
        return "" if error is None else refusal(error)

    @property
    def state(self) -> State:
        """Whether a match is being played."""
        return "running" if self._answers.latest.busy else "idle"

    @property
    def can_run(self) -> bool:
        """Whether a match can be started."""
        return self.state == "idle" and not self.problems

    @property
    def can_stop(self) -> bool:
        """Whether a match is being played."""
        return self.state != "idle"

    @property
    def can_refine(self) -> bool:
        """Whether four times as many hands can be played, for half the error."""
        return self.can_run and self.latest is not None and not self.stale

    def run_or_pause(self) -> None:
        """Play the match."""
        values = self.request()
        self._answers.forget()
        self.played_panel = self.panel

        def work(cancel: CancelToken) -> Iterator[MatchSnapshot]:
            return run_match(values, cancel=cancel, every=EVERY_S)

        self._answers.ask(tuple(sorted(map(repr, values.items()))), work, values)
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Stop; the hands so far stay."""
        self._answers.stop()
        self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Play four times as many hands."""
        self.edit("hands", "hands", 4 * self.panel.hands)
        self.run_or_pause()

    def edit(self, what: str, key: str, value: object, merge: str = "") -> None:
        """Change a value of the page (None: the default); ``what`` is the name of the step in the undo history."""
        self._document.edit(f"Match: {what}", merge=merge or None, match=self.panel.with_entry(key, value))

    def set_player(self, seat: int, name: str) -> None:
        """Let somebody else play in a seat."""
        names = self.names
        names[seat] = name
        self.edit("player", "players", names)

    def add_player(self) -> None:
        """Add a neutral player."""
        self.edit("player added", "players", [*self.names, "neutral"])

    def remove_player(self, seat: int) -> None:
        """Take a player out."""
        names = self.names
        del names[seat]
        self.edit("player removed", "players", names)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.match != after.match or before.game != after.game:
            self.changed.emit()
