"""The chart of what one or two seats have on a board, or flop: lying bars in groups."""

from collections.abc import Sequence

import numpy as np

from engine import Snapshot
from engine.made.names import CELLS, FIRST_DRAW, FIRST_KICKER, cell_name
from gui.charts.forms import GroupBar, Groups
from gui.charts.values import Chart, Empty, Heading, ReadOut, Row, Table
from gui.look.formatting import percent
from gui.pages.made.table import Numbers

EMPTY = Empty("Made hands", ("What the ranges have on the board is drawn here.",))
NOTE = "share of the hands that have it; a hand may have several draws"
ROOM = 1.14
"""How much longer than the longest bar the axis is, for the labels."""
CHARTED = (*range(FIRST_KICKER), *range(FIRST_DRAW, CELLS))
"""Classes and draws; kickers stand in the data."""


def made_chart(seats: Sequence[Numbers], snapshot: Snapshot, hidden: frozenset[int]) -> Chart:
    """Return the chart of the classes that a seat has."""
    shown = tuple(seat for seat in seats if seat.seat not in hidden)
    cells = tuple(cell for cell in CHARTED if any(seat.share[cell] > 0 for seat in seats))
    groups = tuple(tuple(_bar(seat, cell) for seat in shown) for cell in cells)
    bars = Groups(tuple(map(cell_name, cells)), groups if shown else (), "lying", room=ROOM)

    def read(x: float, y: float) -> ReadOut | None:
        category = bars.category(x, y)
        if category is None:
            return None
        cell = cells[category]
        rows = tuple(Row(seat.seat, seat.name, _values(seat, cell)) for seat in shown)
        return bars.read_out(category, cell_name(cell).capitalize(), rows, x, y)

    title = "How often each class is flopped" if seats[0].combos is None else "Made hands and draws"
    return Chart(
        Heading.of(snapshot, title, (NOTE,), "made"),
        *bars.axes,
        bars.marks,
        made_table(seats),
        seats=tuple((seat.seat, seat.name) for seat in seats) if len(seats) > 1 else (),
        read=read,
        stops=bars.stops,
        down=True,
    )


def _bar(seat: Numbers, cell: int) -> GroupBar:
    share = float(seat.share[cell])
    return GroupBar(seat.seat, 100 * share, (percent(share, exact_digits=1),))


def _values(seat: Numbers, cell: int) -> tuple[str, ...]:
    better = (f"or better {percent(float(seat.better[cell]))}",) if cell < FIRST_KICKER else ()
    return tuple(text for text in (percent(float(seat.share[cell])), *better, seat.equity_words(cell)) if text)


def made_table(seats: Sequence[Numbers]) -> Table:
    """Return the numbers of seats as header and rows, a row for each cell that one of them has."""
    header = ["class"]
    for seat in seats:
        header.append(f"{seat.name} share")
        header.append(f"{seat.name} or better")
        header += [f"{seat.name} combos"] if seat.combos is not None else []
        header += [f"{seat.name} equity", f"{seat.name} stderr"] if seat.equity is not None else []
    cells = [cell for cell in range(CELLS) if any(seat.share[cell] > 0 for seat in seats)]
    return tuple(header), [
        (cell_name(cell), *(v for seat in seats for v in _cell_values(seat, cell))) for cell in cells
    ]


def _cell_values(seat: Numbers, cell: int) -> list[object]:
    values: list[object] = [float(seat.share[cell]), float(seat.better[cell]) if cell < FIRST_KICKER else ""]
    if seat.combos is not None:
        values.append(float(seat.combos[cell]))
    if seat.equity is not None and seat.stderr is not None:
        values += ["" if np.isnan(v) else float(v) for v in (seat.equity[cell], seat.stderr[cell])]
    return values
