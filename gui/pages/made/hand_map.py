"""The range as a matrix in which classes light up, and what a hand has in words. No Qt but the values of the cells."""

import numpy as np
from numpy.typing import NDArray

from engine.made.hands import made_hands
from engine.made.names import CELLS, FIRST_DRAW, TOP_PAIR, cell_name
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Place, class_name, combo_owners
from gui.look.formatting import NO_BREAK, as_combos
from gui.pages.made.keeping import Kept
from gui.pages.made.rows import combos_text
from gui.parts.cells import Cell

Weights = NDArray[np.float64]
PLACES = SIZE * SIZE


class HandMap:
    """What the hands of the matrix have, of a range that comes to a street."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._has = made_hands(kept.board).cells() & (kept.entering > 0)
        owners = combo_owners()
        self._weight, self._left = _summed(kept.entering), _summed(kept.left)
        self._combos = np.bincount(owners, kept.entering > 0, PLACES)
        self._counts = np.array([np.bincount(owners, has, PLACES) for has in self._has])

    def cells(self, cell: int | None, picked: Place | None) -> tuple[Cell, ...]:
        """Return the 169 cells. The hands of ``cell`` are lit, without one what is kept where that is not all;
        ``picked`` is framed."""
        sizes, shone = np.bincount(combo_owners(), minlength=PLACES), self._lit(cell)
        return tuple(
            Cell(
                class_name(place),
                float(self._weight[i] / sizes[i]),
                strong=place[0] == place[1],
                framed=place == picked,
                lit=None if shone is None else float(shone[i] / self._weight[i]) if self._weight[i] else 0.0,
                speech=self.words(place),
            )
            for i, place in enumerate(ALL_PLACES)
        )

    def _lit(self, cell: int | None) -> Weights | None:
        """Return the weight of what is lit in each place, float64[169]; None: all is alike."""
        kept = self._kept
        if cell is not None:
            return _summed(np.where(self._has[cell], kept.entering, 0.0))
        return None if kept.is_whole else self._left

    def cells_of(self, place: Place) -> frozenset[int]:
        """Return the cells in which the hands of a place are."""
        return frozenset(np.flatnonzero(self._counts[:, SIZE * place[0] + place[1]]).tolist())

    def words(self, place: Place) -> str:
        """Return what the hands of a place have, as in ``AKs, 3 combos: top pair, ace kicker, + flush draw (1)``."""
        at, name = SIZE * place[0] + place[1], class_name(place)
        weight = float(self._weight[at])
        if not weight:
            return f"{name}: not in the range"
        parts = [self._part(cell, at) for cell in range(CELLS) if self._counts[cell, at] and cell != TOP_PAIR]
        share = float(self._left[at]) / weight
        rest = "" if share > 1 - 1e-9 else f"; kept {100 * share:.0f}{NO_BREAK}%" if share > 0 else "; not kept"
        return f"{name}, {as_combos(combos_text(weight))}: {', '.join(parts)}{rest}"

    def _part(self, cell: int, at: int) -> str:
        """Return a class with the number of hands that have it, where these are not all."""
        count = int(self._counts[cell, at])
        name = cell_name(cell) if cell < FIRST_DRAW else f"+ {cell_name(cell)}"
        return name if count == self._combos[at] else f"{name} ({count})"


def _summed(weights: Weights) -> Weights:
    """Return the weight of each place, float64[169]."""
    return np.bincount(combo_owners(), weights, PLACES).astype(np.float64)
