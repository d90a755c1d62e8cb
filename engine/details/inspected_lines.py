"""What a seat really holds, as lines to be read, sorted, filtered and exported.

A line stands for a combo, a class of hands, a way to fill the slots of a razz hand, its down cards or an item of its
text. ``alone`` is its share by weights and ways once the known cards are gone, ``here`` its probability in the joint
law, after what the hands of all other seats take away. Both add up to 1 over all lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
View = Literal["hands", "combos", "down", "whole", "items"]
"""A way to break a range down. Hold'em: classes of hands, or combos. Razz: the down cards, with the up cards, or the
items of the text."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Lines in reading order.

    ``details`` say how many combos or ways are behind a line, ``counts`` float64[n] the number alone; ``weights``,
    ``alone``, ``here``, ``stderr`` (of ``here``) float64[n]. ``suits``: the suits of a combo, None for others.
    """

    names: Sequence[str]
    details: Sequence[str]
    counts: Floats
    weights: Floats
    alone: Floats
    here: Floats
    stderr: Floats
    suits: tuple[tuple[int, int] | None, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.names)

    @property
    def changes(self) -> Floats:
        """How much likelier a line is here than alone, -1 to infinity; not a number where it cannot be dealt at all."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.alone > 0, self.here / self.alone - 1.0, np.nan)

    def change(self, line: int) -> float:
        """Return the entry of ``changes`` for one line."""
        alone = float(self.alone[line])
        return float(self.here[line]) / alone - 1.0 if alone > 0 else float("nan")


class Texts(Sequence[str]):
    """Texts that are made when they are read: a long list shows a few of them at a time."""

    def __init__(self, make: Callable[[int], str], length: int) -> None:
        self._make, self._length = make, length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(map(self._make, range(self._length)[index]))
        return self._make(range(self._length)[index])

    def __len__(self) -> int:
        return self._length
