"""Whether a deal exists: whether every seat can hold one of its choices, all from the same deck."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RANKS = 13
QUICK_STEPS = 500
"""Steps in which a search nearly always finds a deal if there is one."""

ROWS_AT_ONCE = 1_000


def possible(choices: Sequence[NDArray[np.int64]], live: NDArray[np.int64]) -> bool:
    """Return whether multisets of ranks, one from each of ``choices`` int64[n, 13], fit into ``live`` int64[13].

    Exact: a search. Before a long one it is asked whether each set of ranks has as many cards as the seats need of
    it, which settles what slots alone make impossible (Hall's condition).
    """
    seats = sorted(choices, key=len)
    quick = _Search(seats, QUICK_STEPS).possible(0, live)
    if quick is not None:
        return quick
    return _enough_cards(seats, live) and bool(_Search(seats, 1 << 62).possible(0, live))


class _Search:
    """Seat after seat, remembering the decks that led nowhere; gives up after a number of steps."""

    def __init__(self, seats: Sequence[NDArray[np.int64]], steps: int) -> None:
        self._seats = seats
        self._steps = steps
        self._dead_ends: set[tuple[int, bytes]] = set()

    def possible(self, seat: int, live: NDArray[np.int64]) -> bool | None:
        """Return whether the seats from ``seat`` on fit into ``live``; None when the steps are used up."""
        if seat == len(self._seats):
            return True
        if (seat, live.tobytes()) in self._dead_ends:
            return False
        left = live - self._seats[seat]
        for after in left[(left >= 0).all(axis=1)]:
            self._steps -= 1
            found = self.possible(seat + 1, after) if self._steps > 0 else None
            if found is not False:
                return found
        self._dead_ends.add((seat, live.tobytes()))
        return False


def _enough_cards(seats: Sequence[NDArray[np.int64]], live: NDArray[np.int64]) -> bool:
    """Return whether of each set of ranks the seats need no more cards than ``live`` has."""
    sets = (np.arange(1 << RANKS)[:, None] >> np.arange(RANKS) & 1).astype(np.float32)
    needed: dict[bytes, NDArray[np.float32]] = {}
    total = np.zeros(len(sets), np.float32)
    for choices in seats:
        key = choices.tobytes()
        if key not in needed:
            parts = [choices[at : at + ROWS_AT_ONCE] for at in range(0, len(choices), ROWS_AT_ONCE)]
            fewest = [(sets @ part.T.astype(np.float32)).min(axis=1) for part in parts]
            needed[key] = np.min(fewest, axis=0)
        total += needed[key]
    return bool((total <= sets @ live.astype(np.float32)).all())
