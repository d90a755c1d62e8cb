"""New tables: what a player starts from in each game."""

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from engine import GAMES, Game, Scenario, Seat
from gui.state.document import Document, TableFile

NEW: dict[Game, Scenario] = {game: Scenario(game, (Seat("Hero", ""), Seat("Seat 2", ""))) for game in GAMES}


def new_seat(scenario: Scenario) -> Seat:
    """Return an empty seat with a name that no other has, as in ``Seat 3``."""
    taken = {seat.name for seat in scenario.seats}
    number = len(scenario.seats) + 1
    while f"Seat {number}" in taken:
        number += 1
    return Seat(f"Seat {number}", "")


class GameMemory(QObject):
    """Remembers the last table of each game, with its file, for switching there and back."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._last = {game: (scenario, TableFile(None, scenario)) for game, scenario in NEW.items()}
        document.left.connect(self._on_left)

    def switch(self, game: Game) -> None:
        """Put the last table of ``game`` in the place of this one, as one undo step."""
        now = self._document.scenario
        if now.game != game:
            scenario, file = self._last[game]
            self._document.change_table(f"Switch to {GAMES[game].title}", replace(scenario, run=now.run), file)

    @Slot(object, object)
    def _on_left(self, scenario: Scenario, file: TableFile) -> None:
        self._last[scenario.game] = scenario, file
