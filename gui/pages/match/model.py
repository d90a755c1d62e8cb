"""The match of the document, and its result so far."""

from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import QObject, Slot

from engine import GAMES, CancelToken, Problem, Scenario, ScenarioError
from engine.matches.request import HOLDEM_SEATS, read_match_request
from engine.matches.run import MatchSnapshot, run_match
from engine.players.programs import SIMULATOR
from engine.scenario.played import MatchPanel
from gui.parts.played import EVERY_S, PlayedModel
from gui.state.document import Document
from gui.state.latest import Questions
from gui.storage.players import PlayerStore

FIELDS = {"blinds[0]": "small_blind", "blinds[1]": "big_blind", "blinds": "big_blind", "limit.small": "small",
          "limit.big": "big", "limit": "big"}  # fmt: skip
"""The fields of the page that have another name in the request."""


class MatchModel(PlayedModel[MatchSnapshot]):
    """Plays the match of the document on request. ``changed``: the match or its result has changed."""

    def __init__(
        self, document: Document, questions: Questions, players: PlayerStore, parent: QObject | None = None
    ) -> None:
        super().__init__("match", document, questions, players, parent)
        self.played_panel = MatchPanel()
        """The values of the page with which the last result was played."""
        document.changed.connect(self._on_document_changed)

    @property
    def panel(self) -> MatchPanel:
        """The values of the page."""
        return self.scenario.match or MatchPanel()

    @property
    def names(self) -> list[str]:
        """The names of the players of the match."""
        return [name or "" for name in self.panel.players]

    @property
    def choices(self) -> list[str]:
        """The names that a player can have."""
        return [*super().choices, SIMULATOR]

    @property
    def most_players(self) -> int:
        """How many players a match can have."""
        return GAMES[self.scenario.game].max_seats if self.is_stud else HOLDEM_SEATS

    def request(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        values = self.panel.request(self.scenario.game, stud=self.is_stud)
        values["players"] = self._as_requested(self.names)
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
    def played(self) -> Any:
        """The request of the last result."""
        return self._answers.latest.of

    @property
    def stale(self) -> bool:
        """Whether the last result is that of another match."""
        return self.latest is not None and self.played != self.request()

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
