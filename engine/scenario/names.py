"""The names that a scenario may use for its game, its method and the dialect of its texts."""

from typing import Literal

Game = Literal["holdem", "razz"]
Method = Literal["auto", "exact", "sampled"]
Dialect = Literal["core", "climb"]
DEFAULT_GAME: Game = "holdem"
"""The game of a range that names none."""
