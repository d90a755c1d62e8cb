"""The marks at which the cards of a trial lie on the circle of shuffled cards: see ``kernels.razz.circle``.

Any marks give fair deals; the choice decides how much two trials of a turn have in common. The best ones put the cards
of a hand at different distances on the circle: each pair of cards then meets in it at most once in a turn.
"""

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

WITHIN, BESIDE = 8, 1
"""What it costs that two marks of one seat are as far apart as two others of that seat, or as any others."""


@cache
def free_marks(size: int, common: int, hands: tuple[int, ...]) -> NDArray[np.int64]:
    """Return int64[size], all marks of a circle of ``size`` cards: of so many ``common`` cards, of the cards of each of
    the ``hands``, then those that are left. They are chosen one after the other, the common cards as of every hand.
    """
    random, free, shared = Random(size), list(range(size)), list[int]()
    anywhere, marks = np.zeros(size, np.int64), list[int]()
    for hand, cards in enumerate((common, *hands)):
        apart, own = np.zeros(size, np.int64), list(shared)
        for _ in range(cards):
            random.shuffle(free)
            distances = (np.array(free)[:, None] - np.array(own, dtype=np.int64)) % size
            cost = (WITHIN * apart + BESIDE * anywhere)[distances].sum(axis=1)
            mark = free.pop(int(np.argmin(cost)))
            for other in own:
                for distance in ((mark - other) % size, (other - mark) % size):
                    apart[distance] += 1
                    anywhere[distance] += 1
            own.append(mark)
            marks.append(mark)
        shared = own if hand == 0 else shared
    return np.array([*marks, *sorted(free)], dtype=np.int64)
