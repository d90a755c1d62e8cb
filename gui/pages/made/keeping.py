"""What is kept of a range on a street, as boxes to be checked: read from a street filter, written as one. No Qt."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.made.hands import made_hands
from engine.made.names import CELLS, DRAWS, FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR
from engine.ranges.street_filters import Best, ByEquity, FilterItem, InCell

KICKERS = range(FIRST_KICKER, FIRST_DRAW)
NOTHING = (0.0,) * CELLS
FAIR_DRAWS = tuple(FIRST_DRAW + DRAWS.index(name) for name in ("flush draw", "open-ended", "gutshot"))
"""What players call a draw: those to three cards of a suit and overcards are left out."""
MISSED = tuple(MADE.index(name) for name in ("king high", "nothing"))
"""What is left of draws on the river."""
RIVER = 5


@dataclass(frozen=True, slots=True)
class Keeping:
    """Boxes and fields, together a street filter; of several that fit a hand the largest weight counts.

    ``weights``: from 0 (not kept) to 1, by cell (``engine.made.names``); top pair itself has none, its kickers do.
    ``best``: the best share by equity, ``least``: what reaches an equity; ``others``: items that are no boxes, such as
    what is taken out.
    """

    weights: tuple[float, ...] = NOTHING
    best: float | None = None
    least: float | None = None
    others: tuple[FilterItem, ...] = ()

    @classmethod
    def of(cls, items: Iterable[FilterItem]) -> "Keeping":
        """Return the boxes of the items of a filter."""
        weights, best, least, others = list(NOTHING), None, None, list[FilterItem]()
        for item in items:
            what = item.what
            if item.excluded or not isinstance(what, (InCell, Best, ByEquity)):
                others.append(item)
            elif isinstance(what, InCell):
                for cell in _cells_of(what):
                    weights[cell] = max(weights[cell], item.weight)
            elif isinstance(what, Best) and best is None and item.weight == 1:
                best = what.share
            elif isinstance(what, ByEquity) and not what.below and least is None and item.weight == 1:
                least = what.least
            else:
                others.append(item)
        return cls(tuple(weights), best, least, tuple(others))

    @property
    def all_kept(self) -> bool:
        """Whether nothing is filtered."""
        return self == Keeping()

    def weights_in(self, cell: int, present: NDArray[np.bool_]) -> frozenset[float]:
        """Return with which weights a class is kept: several where kickers differ. ``present`` bool[CELLS]: the cells
        that the range has."""
        if cell != TOP_PAIR:
            return frozenset({self.weights[cell]})
        return frozenset(self.weights[kicker] for kicker in KICKERS if present[kicker]) or frozenset({0.0})

    def with_cell(self, cell: int, weight: float, present: NDArray[np.bool_]) -> "Keeping":
        """Return boxes that keep a class with ``weight``; classes that the range lacks go."""
        changed = KICKERS if cell == TOP_PAIR else (cell,)
        kept = (weight if i in changed else w if present[i] else 0.0 for i, w in enumerate(self.weights))
        return replace(self, weights=tuple(kept))

    def items(self, present: NDArray[np.bool_]) -> tuple[FilterItem, ...]:
        """Return the items of a filter that keeps this; ``present`` as above: ``two pair+`` is said of the classes that
        there are."""
        found = list(self._made_items(present))
        found += [FilterItem(InCell(cell), w) for cell, w in enumerate(self.weights) if cell >= FIRST_DRAW and w]
        found += [FilterItem(Best(self.best))] if self.best is not None else []
        found += [FilterItem(ByEquity(self.least))] if self.least is not None else []
        return (*found, *self.others)

    def _made_items(self, present: NDArray[np.bool_]) -> Iterator[FilterItem]:
        last, weight = self._run(present)
        if last is not None:
            yield FilterItem(InCell(last, or_better=True), weight)
        for cell in range(0 if last is None else last + 1, FIRST_KICKER):
            together = self._together(cell, present)
            if together:
                yield FilterItem(InCell(cell), together)
            elif cell == TOP_PAIR:
                kept = ((kicker, self.weights[kicker]) for kicker in reversed(KICKERS))
                yield from (FilterItem(InCell(kicker), w) for kicker, w in kept if w)

    def _run(self, present: NDArray[np.bool_]) -> tuple[int | None, float]:
        """Return the last of at least two classes that are kept alike from the best on, and their weight."""
        kept = list[int]()
        weight = 0.0
        for cell in range(FIRST_KICKER):
            own = self._together(cell, present)
            if own and (not kept or own == weight):
                kept.append(cell)
                weight = own
            elif own or present[cell]:
                break
        return (kept[-1], weight) if len(kept) > 1 else (None, 0.0)

    def _together(self, cell: int, present: NDArray[np.bool_]) -> float:
        """Return the weight of a class, 0 where it is not kept or its kickers are not kept alike."""
        if cell != TOP_PAIR:
            return self.weights[cell]
        has_some = any(present[kicker] for kicker in KICKERS)
        own = self.weights_in(cell, present) if has_some else {self.weights[kicker] for kicker in KICKERS}
        return max(own) if len(own) == 1 else 0.0


def _cells_of(what: InCell) -> Iterator[int]:
    """Yield the boxes that a word checks."""
    cells = range(what.cell + 1) if what.or_better and what.cell < FIRST_KICKER else (what.cell,)
    for cell in cells:
        yield from KICKERS if cell == TOP_PAIR else (cell,)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What comes to a street and what is ``left`` of it there, live weights float64[1326] on ``board`` (three to five
    cards)."""

    board: tuple[int, ...]
    entering: NDArray[np.float64]
    left: NDArray[np.float64]

    def by_cell(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weight in each cell, float64[CELLS]."""
        return made_hands(self.board).cells().astype(np.float64) @ weights

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which cells have a combo, bool[CELLS]."""
        return self.by_cell(self.entering) > 0

    @property
    def is_whole(self) -> bool:
        """Whether everything is kept."""
        return np.array_equal(self.left, self.entering)

    @property
    def share(self) -> float:
        """How much of the range is kept."""
        return float(self.left.sum() / self.entering.sum()) if self.entering.any() else 0.0


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual way to go on: classes from ``made`` on upwards, the best ``best`` of the hands, draws with a weight."""

    title: str
    draws: float = 0.0
    best: float | None = None
    made: str = ""

    def title_on(self, board: int) -> str:
        """Return what it is called on a board of so many cards."""
        return self.title if board < RIVER else self.title.replace("draws", "bluffs")

    def keeping(self, board: int) -> Keeping:
        """Return its boxes on a board of so many cards; on the river what has missed stands in for the draws."""
        weights = list(NOTHING)
        if self.made:
            for cell in _cells_of(InCell(MADE.index(self.made), or_better=True)):
                weights[cell] = 1.0
        for cell in FAIR_DRAWS if board < RIVER else MISSED:
            weights[cell] = max(weights[cell], self.draws)
        return Keeping(tuple(weights), self.best)


PRESETS = (
    *(Preset(f"Best {share} % + {words}", weight, share / 100)
      for words, weight in (("draws", 1.0), ("half the draws", 0.5)) for share in (20, 30, 40)),
    *(Preset(f"Best {share} %", best=share / 100) for share in (25, 50, 70)),
    *(Preset(f"{made.capitalize()} or better{words}", weight, made=made)
      for made in ("two pair", "top pair", "second pair") for words, weight in (("", 0.0), (" + draws", 1.0))),
)  # fmt: skip
"""The bettor keeps his best and some bluffs, the caller what is good enough and his draws."""
