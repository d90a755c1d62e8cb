"""The tables that a player starts from."""

from dataclasses import replace

from engine import Game, Scenario, Seat

NEW: dict[Game, Scenario] = {
    "holdem": Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", ""))),
    "razz": Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", ""))),
}


def new_seat(scenario: Scenario) -> Seat:
    """Return an empty seat with a name that no other has, as in ``Seat 3``."""
    taken = {seat.name for seat in scenario.seats}
    number = len(scenario.seats) + 1
    while f"Seat {number}" in taken:
        number += 1
    return Seat(f"Seat {number}", "")


class GameMemory:
    """Remembers the last scenario of the game that is not on the table, for switching there and back."""

    def __init__(self) -> None:
        self._last = dict(NEW)

    def switched(self, scenario: Scenario, game: Game) -> Scenario:
        """Return what to put on the table when ``scenario`` leaves it for ``game``."""
        if scenario.game == game:
            return scenario
        self._last[scenario.game] = scenario
        return replace(self._last[game], run=scenario.run)
