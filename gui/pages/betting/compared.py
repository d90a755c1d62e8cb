"""Two decisions side by side: their strategies hand by hand, the difference as matrix, table and chart.

The actions of both are compared by name if one decision has all actions of the other, such as the same decision on two
runouts. Otherwise their sizes mean different things, and all bets and raises together are compared.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.betting.action_names import is_bet
from engine.betting.request import BettingRequest
from engine.betting.watch import BettingView
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, MatrixCell
from gui.charts.forms import map_chart
from gui.charts.values import Amount, Cells, Chart, MapCell
from gui.look.painting import HeatScale
from gui.pages.betting.node_tables import MAX_HANDS, node_heading, plain_percent, signed_points
from gui.pages.betting.player_view import DOT, F64, UNKNOWN, Bools, PlayerView, cell_name, labeled, node_cells
from gui.pages.betting.words import signed_amount
from gui.parts.cells import Cell
from gui.parts.table import NEVER, Column, Order, TableData

EV = "EV"
KINDS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("fold", lambda name: name == "fold"),
    ("check or call", lambda name: name in ("check", "call")),
    ("bet or raise", is_bet),
)
"""The measures if the decisions have different actions: a name, and a test for the actions that it includes."""
HALF_DIGIT = 5e-4
"""Smaller differences of frequencies are rounded to 0."""
MIN_SHARE_REACH, MIN_EV_REACH = 0.01, 1e-3
"""The smallest difference that fills the scale of colours: of a frequency, and of an EV as a share of the pot."""


class Measure(NamedTuple):
    """A compared frequency: its name, and the indices of the actions that it includes at both decisions."""

    name: str
    here: tuple[int, ...]
    pinned: tuple[int, ...]


class Both(NamedTuple):
    """A number at the displayed and at the pinned decision; NaN if it is unknown."""

    here: float
    pinned: float

    @property
    def difference(self) -> float:
        """The first minus the second."""
        return self.here - self.pinned


@dataclass(frozen=True, slots=True, eq=False)
class Pin:
    """A copy of a decision at the time when it was pinned.

    ``line``: the line of play that leads to it. ``iterations``: the number of iterations of its solution at that time.
    """

    player: PlayerView
    line: str
    request: BettingRequest
    iterations: int


def pin_of(view: BettingView, player: PlayerView, names: Sequence[str]) -> Pin:
    """Return the pin of the decision of ``player`` in a view; ``names``: those of both players."""
    steps = [step.text if step.seat is None else f"{names[step.seat]} {step.text}" for step in view.steps]
    line = f"after {' · '.join(steps)}" if steps else "first to act"
    return Pin(player, f"{player.name} {line}", view.solution.request, view.node_progress.iterations)


def measures_of(here: Sequence[str], pinned: Sequence[str]) -> tuple[Measure, ...]:
    """Return the measures with which decisions with these actions are compared."""
    one, other = set(here), set(pinned)
    if one <= other or other <= one:
        longer = here if len(here) >= len(pinned) else pinned
        return tuple(Measure(name, _indices(here, name.__eq__), _indices(pinned, name.__eq__)) for name in longer)
    each = (Measure(name, _indices(here, inside), _indices(pinned, inside)) for name, inside in KINDS)
    return tuple(measure for measure in each if measure.here or measure.pinned)


def _indices(actions: Sequence[str], inside: Callable[[str], bool]) -> tuple[int, ...]:
    return tuple(i for i, name in enumerate(actions) if inside(name))


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A hand with its frequencies, a pair for each measure, and its EVs in chips; NaN if it is not in a range."""

    name: str
    shares: tuple[Both, ...]
    ev: Both

    def of(self, index: int) -> Both:
        """Return the pair of a measure, or that of the EV for the index after the last one."""
        return self.shares[index] if index < len(self.shares) else self.ev


@dataclass(frozen=True, slots=True, eq=False)
class DecisionComparison:
    """The comparison of the displayed decision ``here`` with a pinned one.

    An index into :attr:`names` is that of one of the ``measures``; the last name is that of the EV.
    """

    here: PlayerView
    pinned: PlayerView
    measures: tuple[Measure, ...]

    @classmethod
    def of(cls, here: PlayerView, pinned: PlayerView) -> "DecisionComparison":
        """Return the comparison of two decisions."""
        return cls(here, pinned, measures_of(here.actions, pinned.actions))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the measures, and the EV."""
        return (*(measure.name for measure in self.measures), EV)

    @property
    def by_name(self) -> bool:
        """Whether each action is compared with the action of the same name."""
        return {measure.name for measure in self.measures} == {*self.here.actions, *self.pinned.actions}

    def values(self, index: int) -> tuple[F64, F64]:
        """Return the frequencies or EVs of the hands here and of those at the pinned decision, float64[hands] each."""
        if index == len(self.measures):
            return self.here.rows.ev, self.pinned.rows.ev
        measure = self.measures[index]
        return (
            self.here.rows.frequencies[list(measure.here)].sum(axis=0),
            self.pinned.rows.frequencies[list(measure.pinned)].sum(axis=0),
        )

    def mean(self, index: int, place: MatrixCell | None = None) -> Both:
        """Return the means over all hands, or over those of a cell."""
        pair = []
        for player, values in zip((self.here, self.pinned), self.values(index), strict=True):
            hands = player.dealable if place is None else player.at(place) & player.dealable
            mean = player.mean(values, hands)
            pair.append(np.nan if mean is None else mean)
        return Both(*pair)

    def text(self, index: int, difference: float) -> str:
        """Return a difference with its sign: points of a frequency, or chips."""
        if not np.isfinite(difference):
            return UNKNOWN
        if index < len(self.measures):
            return "0" if abs(difference) < HALF_DIGIT else signed_points(difference)
        return signed_amount(difference, self.here.node.pot)

    def both_text(self, index: int, both: Both) -> str:
        """Return both numbers and their difference, as in ``62 vs 50: +12.0``."""
        if index < len(self.measures):
            here, pinned = (plain_percent(value, 0) for value in both)
        else:
            here, pinned = self.here.chips(both.here), self.pinned.chips(both.pinned)
        return f"{here} vs {pinned}: {self.text(index, both.difference)}"

    def summary(self) -> str:
        """Return the differences over all hands, as in ``check −12.0 · bet 66: +12.0 points · EV +3.2``."""
        means = [self.mean(index).difference for index in range(len(self.names))]
        shares = DOT.join(
            labeled(name, self.text(i, means[i])) for i, name in enumerate(self.names[:-1]) if np.isfinite(means[i])
        )
        return f"{shares} points{DOT}EV {self.text(len(means) - 1, means[-1])}"


def compared_rows(both: DecisionComparison, index: int, place: MatrixCell | None) -> tuple[ComparedRow, ...]:
    """Return the hands that come to one of the decisions, those of a cell if ``place`` is one.

    These are at most ``MAX_HANDS``, those with the largest differences of the measure ``index``.
    """
    sides: list[dict[str, int]] = []
    for player in (both.here, both.pinned):
        hands: Bools = player.dealable if place is None else player.at(place) & player.dealable
        sides.append({player.rows.names[hand]: hand for hand in np.flatnonzero(hands).tolist()})
    here, pinned = sides
    values = [both.values(i) for i in range(len(both.names))]

    def row(name: str) -> ComparedRow:
        pairs = [
            Both(
                float(ours[here[name]]) if name in here else np.nan,
                float(theirs[pinned[name]]) if name in pinned else np.nan,
            )
            for ours, theirs in values
        ]
        return ComparedRow(name, tuple(pairs[:-1]), pairs[-1])

    rows = [row(name) for name in dict.fromkeys((*here, *pinned))]
    return tuple(sorted(rows, key=lambda row: -_size(row.of(index)))[:MAX_HANDS])


def _size(both: Both) -> float:
    """Return the size of a difference; an unknown one is smaller than all others."""
    return abs(both.difference) if np.isfinite(both.difference) else -1.0


def compared_table(
    both: DecisionComparison, index: int, place: MatrixCell | None, *, stale: bool
) -> TableData[ComparedRow]:
    """Return the table of the hands, those with the largest difference of the measure ``index`` first."""

    def column(i: int, name: str) -> Column[ComparedRow]:
        unit = "EV in chips" if name == EV else f"frequency of “{name}” in %"
        return Column(
            name, lambda row: both.both_text(i, row.of(i)), f"{unit}: here vs pinned, and the difference",
            sort=lambda row: _size(row.of(i)), descending=True, short=(lambda row: both.text(i, row.of(i).difference),),
            bold=i == index,
        )  # fmt: skip

    def tip(row: ComparedRow) -> str:
        parts = (labeled(name, both.both_text(i, row.of(i))) for i, name in enumerate(both.names))
        return f"{row.name}: {DOT.join(parts)}"

    return TableData(
        (
            Column("Hand", lambda row: row.name, number=False, bold=True, sort=lambda row: row.name),
            *(column(i, name) for i, name in enumerate(both.names)),
        ),
        compared_rows(both, index, place),
        stale=stale,
        key=lambda row: row.name,
        tip=tip,
        order=(index + 1, Order.DescendingOrder),
        levels=(NEVER, NEVER),
        padding=(12, 18),
        keep_names=True,
    )


def difference_cells(
    both: DecisionComparison, index: int, picked: MatrixCell | None = None, *, stale: bool = False
) -> tuple[Cell | None, ...]:
    """Return the 169 cells of the matrix, coloured by the difference of the measure ``index``."""
    means = [both.mean(index, place) for place in ALL_CELLS]
    scale = _scale(both, index, means)
    cells = zip(node_cells(both.here, "actions", picked, stale=stale), ALL_CELLS, means, strict=True)
    return tuple(
        None if cell is None else _difference_cell(both, index, cell, place, mean, scale) for cell, place, mean in cells
    )


def _scale(both: DecisionComparison, index: int, means: Sequence[Both]) -> HeatScale:
    """Return the colours of the differences, as far up as down from none."""
    least = MIN_SHARE_REACH if index < len(both.measures) else MIN_EV_REACH * both.here.node.pot
    reach = max((_size(mean) for mean in means), default=0.0)
    return HeatScale(-max(reach, least), 0.0, max(reach, least))


def _difference_cell(
    both: DecisionComparison, index: int, cell: Cell, place: MatrixCell, mean: Both, scale: HeatScale
) -> Cell:  # fmt: skip
    """Return a cell of the matrix of differences.

    ``cell``: the cell with its name; ``mean``: the averages over its combos at both decisions, NaN without any.
    """
    name = cell_name(place, ranks_only=both.here.ranks_only)
    known = [np.isfinite(value) for value in mean]
    if all(known):
        tone, note = scale.tone(mean.difference), both.text(index, mean.difference)
        speech = f"{name}: {labeled(both.names[index], both.both_text(index, mean))}"
        return replace(cell, weight=1.0, parts=(), hot=True, tone=tone, note=note, speech=speech)
    where = "only here" if known[0] else "only at the pinned decision" if known[1] else "at neither decision"
    return replace(cell, weight=float(any(known)), parts=(), hot=any(known), speech=f"{name}: {where}")


def difference_chart(view: BettingView, both: DecisionComparison, pin: Pin, index: int, note: str) -> Chart:
    """Return the matrix of the differences as a chart, with all numbers of every hand as data.

    ``note``: why the pinned numbers are not those of the displayed solution, or "".
    """
    name = both.names[index]
    marks = tuple(
        MapCell(*place, (cell.label, cell.note) if cell.note else (cell.label,), tone=cell.tone, faint=not cell.hot)
        for place, cell in zip(ALL_CELLS, difference_cells(both, index), strict=True)
        if cell is not None
    )
    unit = "chips" if name == EV else "points"
    heading = node_heading(
        view, both.here, f"Difference of {_quoted(name)} ({both.here.name}), in {unit}", "difference"
    )
    against = f"compared with: {pin.line}{f' ({note})' if note else ''}"
    heading = replace(heading, brief=f"{heading.brief} · {against}", about=(*heading.about, against))
    header = ["hand"]
    for each in both.names[:-1]:
        header += [f"{each} frequency", f"{each} frequency, pinned", f"{each} difference"]
    header += ["ev", "ev, pinned", "ev difference"]
    data = [
        (row.name, *(number for pair in row.shares for number in _exported(pair)), *map(_amount, _exported(row.ev)))
        for row in compared_rows(both, index, None)
    ]
    return map_chart(heading, (SIZE, SIZE), (Cells(marks),), (tuple(header), data))


def _quoted(name: str) -> str:
    return name if name == EV else f"“{name}”"


def _exported(both: Both) -> tuple[float | str, ...]:
    """Return both numbers and their difference, "" for unknown ones."""
    return tuple(float(value) if np.isfinite(value) else "" for value in (*both, both.difference))


def _amount(value: float | str) -> object:
    return value if isinstance(value, str) else Amount(value)
