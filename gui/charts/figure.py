"""The data of charts as rows, and in words for those who cannot see them."""

import math
from collections.abc import Sequence

from engine import SeatResult, Snapshot
from gui.look.formatting import NO_BREAK

MOST_ROWS = 26
"""The longest table that is told row by row."""


class Amount(float):
    """A number in the data of a chart that is told as it is, such as one of chips; all others are told in percent."""


Table = tuple[tuple[str, ...], Sequence[tuple[object, ...]]]
"""Header and rows of a chart's data."""


def table_words(table: Table) -> str:
    """Return the data of a chart in words: short tables row by row, of long ones the last row, where the lines end."""
    head, rows = table
    shown = rows if len(rows) <= MOST_ROWS else rows[-1:]
    told = "; ".join(
        ", ".join(
            f"{title} {_value(value)}" for title, value in zip(head, row, strict=False) if value not in (None, "")
        )
        for row in shown
    )
    return told if len(rows) == len(shown) else f"The last of {len(rows)} rows: {told}"


def _value(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "unknown" if math.isnan(value) else "infinity" if value > 0 else "minus infinity"
    return f"{value:.4g}" if isinstance(value, Amount) else f"{100 * value:.4g}{NO_BREAK}%"


def active_seats(snapshot: Snapshot) -> list[tuple[int, SeatResult]]:
    """Return the seats that contest the pot with their places at the table."""
    return [(i, seat) for i, seat in enumerate(snapshot.seats) if seat.estimate is not None]
