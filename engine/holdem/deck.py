"""The cards that a hold'em setup leaves in the deck."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK_SIZE
from engine.games import GAMES
from engine.holdem.setup import HoldemSetup


def to_come(setup: HoldemSetup) -> int:
    """Return how many board cards are still to come."""
    return GAMES["holdem"].board_cards - len(setup.board)


def available(setup: HoldemSetup) -> NDArray[np.bool_]:
    """Return bool[52]: the cards that are neither on the board nor dead."""
    free = np.ones(DECK_SIZE, dtype=bool)
    free[list(setup.board + setup.dead)] = False
    return free


def hands(setup: HoldemSetup) -> NDArray[np.float64]:
    """Return the weights of all hands that take cards, float64[hands, 1326]: active seats, then folded ones."""
    return np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
