"""The details that ``run.detail`` can ask for, by game: computed after the main result, from it.

A new one is a function from a :class:`engine.jobs.Solved` to a :class:`engine.jobs.Detail`, entered in the table of its
game, a class in ``engine.details`` for what it finds, entered in ``details.saved``, and its name in ``games.GAMES``.
"""

from engine.holdem.details import HOLDEM_DETAILS
from engine.jobs import DetailFactory
from engine.razz.details import RAZZ_DETAILS
from engine.scenario import Game

DETAILS: dict[Game, dict[str, DetailFactory]] = {"holdem": HOLDEM_DETAILS, "razz": RAZZ_DETAILS}
