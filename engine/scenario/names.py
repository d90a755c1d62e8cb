"""The names that a scenario may use for its game, its method and the dialect of its texts; tables by game."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from engine.scenario.problems import Problem, ScenarioError

Game = Literal["holdem", "razz"]
Method = Literal["auto", "exact", "sampled"]
Dialect = Literal["core", "climb"]
DEFAULT_GAME: Game = "holdem"
"""The game of a range that names none."""
PANELS = ("kelly", "preflop", "betting", "third", "tournament", "ask", "simulation", "match")
"""The keys of what pages save with a scenario. The equities do not depend on them."""
Row = TypeVar("Row")


class GameTable(dict[Game, Row]):
    """A table with one row per game. ``label`` names the rows in the error about a game without a row.

    Raises:
        ScenarioError: from ``table[game]``, if ``game`` has no row; ``table.get(game)`` returns None instead.
    """

    def __init__(self, label: str, rows: Mapping[Game, Row]) -> None:
        super().__init__(rows)
        self.label = label

    def __missing__(self, game: Game) -> Row:
        raise ScenarioError(Problem("game", f"{game} has no {self.label}"))
