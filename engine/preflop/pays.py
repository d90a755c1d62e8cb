"""How much of a bet on the next street an opponent pays: how often he calls it, by the strength of his hands there.

Hold'em: over all flops, for each hand of his range. Razz: over his fourth card, with a good one for the bettor, and any
two down cards behind the bettor's board.
"""

from functools import cache
from pathlib import Path

import numpy as np

from engine.arrays import F64, I64, U16
from engine.cards import RAZZ_RANKS
from engine.players.flops import SCALE, flop_table
from engine.players.later_streets import StreetPlay, continue_probability
from engine.players.strength import razz_strengths

FOURTH_FILE = Path(__file__).parents[2] / "resources" / "tables" / "fourth.npz"
FOURTH_SCALE = 50_000
BINS = 100
FOURTH_CARDS = (1, 3, 5, 7, 9, 11)
"""The ranks of the fourth card over which is averaged: a two, a four .. a queen."""
GOOD_CARD, OTHER_GOOD_CARD = 4, 3
"""The rank of the bettor's fourth card, a five, and with a five as door a four."""


@cache
def _flop_strengths() -> I64:
    """Return on how many flops each combo has a strength, int64[1326, BINS]: from 0 to 1 in equal steps."""
    table = flop_table()
    sizes = np.bincount(table.rows, minlength=len(table.equities))
    bins = np.minimum(table.equities.astype(np.int64) * BINS // SCALE, BINS - 1)
    count = table.equities.shape[1]
    cells = bins + np.arange(count) * BINS
    dealt = np.where(table.equities > 0, sizes[:, np.newaxis], 0)  # no equity: a card of the hand is on the flop
    counts = np.bincount(cells.ravel(), dealt.ravel(), count * BINS)
    return np.asarray(counts.reshape(count, BINS).astype(np.int64))


def holdem_pays(play: StreetPlay, weights: F64, price: float) -> float:
    """Return the share of bets on the flop that a player calls, 0 to 1.

    ``weights`` float64[1326]: his hands; ``price``: the share of the call in the pot after it.
    """
    # Flops that differ only in suits share one row, computed for one choice of suits: combos of a class are equivalent.
    counts = weights @ _flop_strengths()
    total = float(counts.sum())
    strengths = (np.arange(BINS) + 0.5) / BINS
    return float(counts @ continue_probability(play, strengths, price)) / total if total else 1.0


@cache
def shipped_fourth_strengths() -> U16:
    """Return :func:`fourth_strengths` for all door cards times ``FOURTH_SCALE``, uint16[13, 13, fourth cards, 91]."""
    with np.load(FOURTH_FILE) as arrays:
        equities: U16 = arrays["equities"]
    equities.setflags(write=False)
    return equities


def fourth_strengths(door: int, other: int) -> F64:
    """Return the strength of each pair of down cards behind ``door`` on fourth street, float64[fourth cards, 91];
    ``other``: the bettor's door. Both are ranks, 0 for an ace."""
    good = GOOD_CARD if other != GOOD_CARD else OTHER_GOOD_CARD
    return np.array([razz_strengths((door, card), ((other, good),)) for card in FOURTH_CARDS])


def razz_pays(play: StreetPlay, weights: F64, door: str, other: str, price: float) -> float:
    """Return the share of bets on fourth street that a player calls, 0 to 1.

    ``weights`` float64[91]: his down cards with their ways behind his ``door``; ``other``: the door of the bettor.
    """
    # Computing them takes 0.03 s for each pair of doors, which a form with seven opponents would feel.
    strengths = shipped_fourth_strengths()[RAZZ_RANKS.index(door), RAZZ_RANKS.index(other)] / FOURTH_SCALE
    total = float(weights.sum())
    called = continue_probability(play, strengths, price).mean(axis=0)
    return float(weights @ called) / total if total else 1.0
