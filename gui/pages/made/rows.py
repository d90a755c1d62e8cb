"""The rows of the list of classes: what a seat has, how much of it is kept, and what another has beside it. No Qt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.details.made import Flopped, Made, SeatFlopped, SeatMade
from engine.details.next_tables import Z95
from engine.made.names import CELLS, FIRST_DRAW, FIRST_KICKER, RANK_NAMES, TOP_PAIR, cell_name
from gui.look.changes import change_text
from gui.look.formatting import NO_BREAK, as_combos, interval, percent, percent_digits

Array = NDArray[np.float64]
LONGEST_NAME = 10
"""Signs of a seat's name over its column."""
CHANGE_HEADS = (
    ("Change", "how much more likely it is than on the pinned table, in points of percent"),
    ("Change", "how much more the equity with it is than on the pinned table, in points of percent"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """What a seat has, by cell (``engine.made.names``), float64[CELLS] each: ``share``, the probability; on a board
    ``combos``, the live weight, ``equity`` and its ``stderr`` (NaN where nobody knows). ``pinned``: it had so on the
    pinned table."""

    seat: int
    name: str
    share: Array
    combos: Array | None = None
    equity: Array | None = None
    stderr: Array | None = None
    pinned: bool = False

    @property
    def better(self) -> Array:
        """How likely each made class or a better one is, float64[FIRST_KICKER]."""
        return np.cumsum(self.share[:FIRST_KICKER])

    def equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the equity with a class in percent, with its interval where it is sampled (``terse``: without); a dash
        where none is known."""
        if self.equity is None or self.stderr is None or not np.isfinite(self.equity[cell]):
            return "–"
        error = float(self.stderr[cell])
        if np.isnan(error):
            return "–"
        digits = percent_digits(error, 1)
        number = f"{100 * self.equity[cell]:.{min(digits, 2)}f}"
        return f"{number} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else number

    def equity_words(self, cell: int) -> str:
        """Return the same in words, empty where it is not known."""
        text = self.equity_text(cell)
        return "" if text == "–" else f"equity {text}{NO_BREAK}%"


def numbers_of(seat: SeatMade | SeatFlopped, name: str, *, alone: bool = False) -> Numbers:
    """Return the numbers of a seat; one that is ``alone`` has no equities."""
    if isinstance(seat, SeatFlopped):
        return Numbers(seat.seat, name, seat.share)
    if alone:
        return Numbers(seat.seat, name, seat.share, seat.combos)
    return Numbers(seat.seat, name, seat.share, seat.combos, seat.equity, seat.stderr)


def every_seat(found: Made | Flopped, names: Sequence[str]) -> tuple[Numbers, ...]:
    """Return the numbers of all seats; ``names`` are those of the whole table."""
    return tuple(numbers_of(seat, names[seat.seat], alone=len(found.seats) == 1) for seat in found.seats)


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class in the list; without a ``cell`` a heading. ``level`` 1: a kicker of top pair.

    ``combos`` enter the street, ``left`` of them are kept; ``bar`` and ``kept`` are the same as shares of the range,
    ``beside`` the share of the other seat. ``weights``: with which its box is checked. ``present``: the seat has it.
    """

    cell: int | None
    name: str
    level: int = 0
    combos: float = 0.0
    left: float = 0.0
    bar: float = 0.0
    kept: float = 0.0
    beside: float = 0.0
    weights: frozenset[float] = frozenset({0.0})
    present: bool = True

    @property
    def is_part(self) -> bool:
        """Whether its hands are kept with one weight that is neither nothing nor all."""
        return len(self.weights) == 1 and 0 < max(self.weights) < 1


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """What the list shows: ``numbers`` of the seat, those ``beside`` it; ``entering`` and ``left``, the weight that
    comes to this street and what is kept of it, float64[CELLS] and in ``total``; None before the flop."""

    numbers: Numbers
    beside: Numbers | None
    entering: Array | None = None
    left: Array | None = None
    total: float = 0.0
    unfolded: bool = False

    def is_listed(self, cell: int) -> bool:
        """Whether one of the two has a class."""
        own = self.numbers.share[cell] if self.entering is None else self.entering[cell]
        return bool(own > 0 or (self.beside is not None and self.beside.share[cell] > 0))

    @property
    def is_filtered(self) -> bool:
        """Whether less is kept than comes to this street."""
        return self.entering is not None and self.left is not None and not np.allclose(self.entering, self.left)

    def combos_text(self, row: ClassRow) -> str:
        """Return the live weight of a class, as in ``12 / 39`` where a part of the range is kept."""
        if not row.present:
            return "–"
        combos = combos_text(row.combos)
        return f"{combos_text(row.left)} / {combos}" if self.is_filtered else combos

    def rows(self) -> Iterator[ClassRow]:
        """Yield the rows: made classes, the best first, and draws."""
        for cell in range(FIRST_KICKER):
            if self.is_listed(cell):
                yield self._row(cell)
            if cell == TOP_PAIR and self.unfolded:
                for kicker in range(FIRST_DRAW - 1, FIRST_KICKER - 1, -1):
                    if self.is_listed(kicker):
                        yield self._row(kicker)
        draws = [cell for cell in range(FIRST_DRAW, CELLS) if self.is_listed(cell)]
        if draws:
            yield ClassRow(None, "Draws")
        yield from map(self._row, draws)

    def _row(self, cell: int) -> ClassRow:
        name, level = cell_name(cell), 0
        if FIRST_KICKER <= cell < FIRST_DRAW:
            name, level = f"{RANK_NAMES[cell - FIRST_KICKER]} kicker", 1
        share = float(self.numbers.share[cell])
        beside = float(self.beside.share[cell]) if self.beside is not None else 0.0
        if self.entering is None or self.left is None:
            return ClassRow(cell, name, level, bar=share, kept=share, beside=beside, present=share > 0)
        combos, left = float(self.entering[cell]), float(self.left[cell])
        whole = self.total or 1.0
        return ClassRow(cell, name, level, combos, left, combos / whole, left / whole, beside, present=combos > 0)

    @property
    def beside_heads(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The heads of what the other has, and of its equity, each with what it means."""
        if self.beside is not None and self.beside.pinned:
            return CHANGE_HEADS
        other = self.beside.name if self.beside is not None else ""
        short = other if len(other) <= LONGEST_NAME else f"{other[: LONGEST_NAME - 1]}…"
        share = short, f"how likely {other} has it, in percent"
        return share, ("Its equity", f"share of the pot of {other} with it, in percent")

    def beside_text(self, row: ClassRow) -> str:
        """Return how likely the other has a class; of the pinned table how much more likely it is now."""
        if self.beside is None or not self.beside.pinned or row.cell is None:
            return share_text(row.beside)
        return change_text(float(self.numbers.share[row.cell]) - row.beside, digits=1)

    def other_equity_text(self, cell: int, *, terse: bool = False) -> str:
        """Return the equity of the other; of the pinned table by how much it is more now. The errors are added."""
        own, other = self.numbers, self.beside
        if other is None or not other.pinned:
            return other.equity_text(cell, terse=terse) if other is not None else ""
        if own.equity is None or own.stderr is None or other.equity is None or other.stderr is None:
            return "–"
        change = float(own.equity[cell] - other.equity[cell])
        error = float(own.stderr[cell] + other.stderr[cell])
        if not np.isfinite(change + error):
            return "–"
        text = change_text(change, Z95 * error, digits=1)
        return f"{text} {interval(error).removesuffix(f'{NO_BREAK}%')}" if error > 0 and not terse else text


def combos_text(combos: float) -> str:
    """Return a weight of combos: a decimal only where it has one."""
    return f"{combos:.0f}" if abs(combos - round(combos)) < 0.05 else f"{combos:.1f}"


def share_text(share: float) -> str:
    """Return a share in percent without the sign, never 0 for what there is."""
    return "–" if share <= 0 else "<0.1" if share < 0.0005 else f"{100 * share:.1f}"


def spoken(row: ClassRow, listed: Listed) -> str:
    """Return all that is known of a class, for screen readers and tool tips."""
    if row.cell is None:
        return f"{row.name}: a hand may have several"
    own, parts = listed.numbers, list[str]()
    if listed.entering is not None:
        kept = "" if abs(row.left - row.combos) < 1e-9 else f", {combos_text(row.left)} kept"
        parts.append(f"{as_combos(combos_text(row.combos))}{kept}")
    if own.share[row.cell] > 0:
        parts.append(f"{percent(float(own.share[row.cell]))} of {own.name}'s range")
    if row.cell < FIRST_KICKER:
        parts.append(f"this or better {percent(float(own.better[row.cell]))}")
    parts.append(own.equity_words(row.cell))
    if listed.beside is not None:
        other = listed.beside
        parts.append(f"{other.name} {percent(float(other.share[row.cell]))}")
        parts.append(other.equity_words(row.cell))
    return f"{cell_name(row.cell)}: {', '.join(part for part in parts if part)}"
