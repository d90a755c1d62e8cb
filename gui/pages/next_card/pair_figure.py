"""The next cards of two razz seats together: 13 x 13 cells, coloured and numbered by the first seat's equity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF

from engine import GAMES, Scenario, Snapshot
from engine.cards import RAZZ_RANKS
from engine.details.next_cards import NextPairs
from engine.details.next_tables import Seen
from engine.ranges.razz_text import THIRD_STREET, fewest_slots, parse_razz, written_slots
from gui.charts.figure import Table
from gui.charts.grid_figure import HEAD_HEIGHT, NARROW_HEAD, Cells, Grid, GridCell, errors_clause
from gui.charts.overlays import Reading, Row
from gui.look.changes import change_text
from gui.look.formatting import interval, percent, percent_digits
from gui.look.painting import HeatScale, change_scale
from gui.look.theme import Theme
from gui.pages.next_card.cell_figure import CellFigure, change_words

Array = NDArray[np.float64]
HEADING = "Two next cards"
RANKS = len(RAZZ_RANKS)
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class PairMap:
    """The next card of the seat ``mine`` (rows) and of ``other`` (columns), ace to king.

    ``chance`` and ``chance_error``, float64[13, 13]: NaN where no such cards are live; ``equity`` and ``stderr``
    float64[13, 13, seats]: of the active seats at ``places``, with their ``names`` and what they have ``now``; NaN
    where it is not known.
    """

    mine: int
    other: int
    chance: Array
    chance_error: Array
    equity: Array
    stderr: Array
    places: tuple[int, ...]
    names: tuple[str, ...]
    now: tuple[tuple[float, float], ...]
    """Equity and standard error of each active seat now."""

    def seen(self, cell: Cell, place: int) -> Seen:
        """Return what the seat at ``place`` among the active ones has behind a cell."""
        return Seen(float(self.equity[cell][place]), float(self.stderr[cell][place]), *self.now[place])

    @property
    def judge(self) -> int:
        """The place of the seat ``mine`` among the active ones."""
        return self.places.index(self.mine)

    @property
    def titles(self) -> tuple[str, str]:
        """The names of the seats of the rows and of the columns."""
        return self.names[self.judge], self.names[self.places.index(self.other)]

    @property
    def known(self) -> list[Cell]:
        """The cells whose equity is known, row by row."""
        return [(row, column) for row, column in np.argwhere(np.isfinite(self.equity[..., self.judge])).tolist()]

    @property
    def scale(self) -> HeatScale:
        """The colours: round the present equity."""
        now, own = self.now[self.judge][0], self.equity[..., self.judge]
        return change_scale(now, float(np.nanmax(np.abs(own - now))) if np.isfinite(own).any() else 0.0)


def pair_seats(value: NextPairs, seat: int) -> tuple[int, tuple[int, ...]] | None:
    """Return whose card the rows are for, ``seat`` or else the first one that draws, and who else draws; None where
    fewer than two seats do."""
    drawing = sorted({one for pair in value.pairs for one in pair.seats})
    if not drawing:
        return None
    mine = seat if seat in drawing else drawing[0]
    return mine, tuple(one for one in drawing if one != mine)


def pair_map(value: NextPairs, snapshot: Snapshot, mine: int, other: int) -> PairMap:
    """Return the picture of the next cards of the seats ``mine`` and ``other``, which both draw."""
    pair = next(pair for pair in value.pairs if set(pair.seats) == {mine, other})
    active = [(i, s.name, s.estimate) for i, s in enumerate(snapshot.seats) if s.estimate is not None]
    row, column = pair.ranks.T if pair.seats == (mine, other) else pair.ranks.T[::-1]
    chance, chance_error = np.full((2, RANKS, RANKS), np.nan)
    equity, error = np.full((2, RANKS, RANKS, len(active)), np.nan)
    tables = (chance, chance_error, equity, error)
    for table, values in zip(
        tables, (pair.probability, pair.probability_stderr, pair.equity, pair.stderr), strict=True
    ):
        table[row, column] = values
    places, names = tuple(i for i, _, _ in active), tuple(name for _, name, _ in active)
    now = tuple((e.equity, e.stderr) for _, _, e in active)
    return PairMap(mine, other, chance, chance_error, equity, error, places, names, now)


def pair_grid(map_: PairMap) -> Grid:
    """Return the cells: the equity of the seat of the rows in percent, and below it the chance of the cell."""
    scale, cells, errors = map_.scale, [], []
    for cell in map_.known:
        seen = map_.seen(cell, map_.judge)
        label = f"{100 * seen.equity:.{min(1, percent_digits(seen.stderr))}f}"
        cells.append(GridCell(*cell, label, (f"{100 * map_.chance[cell]:.2f}",), scale.tone(seen.equity)))
        errors.append(seen.stderr)
    heads, titles = tuple(RAZZ_RANKS), map_.titles
    remark = (
        f"rows: {titles[0]}'s card, columns: {titles[1]}'s; {titles[0]}'s equity, below it the chance of the cell, in"
        f" percent; colours: points more or less than now{errors_clause(errors)}"
    )
    return Grid(HEADING, remark, RANKS, RANKS, tuple(cells), _table(map_), change_words(scale), heads, heads)


def _table(map_: PairMap) -> Table:
    """Return every two cards that can come: their chance and all equities, with their errors, as probabilities."""
    numbers = (f"{name} {what}" for name in map_.names for what in ("equity", "stderr"))
    header = (*(f"{title} card" for title in map_.titles), "probability", "probability stderr", *numbers)
    rows: list[tuple[object, ...]] = []
    for row, column in map_.known:
        values = np.stack([map_.equity[row, column], map_.stderr[row, column]], axis=1).ravel().tolist()
        chance = float(map_.chance[row, column]), float(map_.chance_error[row, column])
        rows.append((RAZZ_RANKS[row], RAZZ_RANKS[column], *chance, *values))
    return header, rows


class PairFigure(CellFigure[PairMap]):
    """The chart without its widget."""

    empty_title = HEADING
    empty_lines: tuple[str, ...] = ("What your next card and an opponent's do together is drawn here.",)

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.cells = Cells(self.sheet)
        self.sheet.left, self.sheet.top = NARROW_HEAD, HEAD_HEIGHT

    def title(self, snapshot: Snapshot) -> str:
        mine, other = self.present.titles
        return f"{mine}'s {_next_street(snapshot.scenario)} card by {other}'s"

    def remarks(self, snapshot: Snapshot) -> tuple[str, ...]:
        return (pair_grid(self.present).remark,)

    def set_cells(self, content: PairMap | None) -> None:
        self.cells.set_grid(pair_grid(content) if content is not None else None)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return the equity of every seat behind the two cards at ``position``."""
        cell = self.cells.cell_at(position)
        if cell is None:
            return None
        map_, at = self.present, (cell.row, cell.column)
        rows = tuple(
            Row(place, name, _values(map_.seen(at, i)))
            for i, (place, name) in enumerate(zip(map_.places, map_.names, strict=True))
        )
        chance = percent(float(map_.chance[at]), float(map_.chance_error[at]), exact_digits=2)
        cards = ", ".join(f"{title} {RAZZ_RANKS[rank]}" for title, rank in zip(map_.titles, at, strict=True))
        rect = self.cells.rect_of(cell)
        return Reading(f"{cards}: {chance}", rows, rect.center(), region=rect)

    def stops(self) -> Sequence[QPointF]:
        """Return the middle of every cell, row by row."""
        grid = self.cells.grid
        return [self.cells.rect_of(cell).center() for cell in grid.cells] if grid is not None else []

    def table(self, snapshot: Snapshot) -> Table:
        return _table(self.present)


def _values(seen: Seen) -> tuple[str, str, str]:
    change = change_text(seen.change, seen.noise)
    return percent(seen.equity, seen.stderr, exact_digits=2), interval(seen.stderr), change


def _next_street(scenario: Scenario) -> str:
    """Return the name of the street that comes next, as in *fourth street*."""
    texts = (parse_razz(scenario.seats[seat].cards) for seat in scenario.active_seats)
    return GAMES[scenario.game].streets[fewest_slots(map(written_slots, texts)) + 1 - THIRD_STREET]
