"""Sums over made classes, as they are counted one after the other."""

import numpy as np

from engine.equity.details.made import MadeRow


def cumulated(seat):
    """Yield the sums over each made class and all better ones, with the mean of their errors."""
    combos, share, won, error = 0.0, 0.0, 0.0, 0.0
    for row in seat.rows("made"):
        combos, share = combos + row.combos, share + row.share
        if row.share > 0:
            won, error = won + row.share * row.equity, error + row.share * row.stderr
        yield MadeRow(row.name, combos, share, *((won / share, error / share) if share else (np.nan, np.nan)))
