"""What next cards do to the equities as columns on paper: bars, and the numbers below them."""

from engine.details.next_tables import NextTable
from gui.charts.columns_figure import ColumnBar, Columns, NumberRow
from gui.charts.figure import Table
from gui.charts.grid_figure import errors_clause
from gui.look.changes import change_text
from gui.look.formatting import percent
from gui.pages.next_card.table import INKS


def judge_first(table: NextTable) -> list[int]:
    """Return the places among the active seats, that of the seat that judges first."""
    return sorted(range(len(table.places)), key=lambda i: (i != table.judge, i))


def next_columns(table: NextTable, title: str, counted: str, data: Table) -> Columns:
    """Return a column for each entry of ``table``: the bar of the seat that judges; below it how many cards are
    ``counted``, how likely they are, and all equities behind them.
    """
    order, cards, bars = judge_first(table), table.cards, list[ColumnBar | None]()
    _, noise = table.widest(table.judge)
    for card in cards:
        seen = card.seats[table.judge]
        number = "" if seen is None else change_text(seen.change, noise, 1)
        bars.append(None if seen is None else ColumnBar(100 * seen.change, number, INKS[seen.verdict]))
    errors = [s.stderr for card in cards for s in card.seats if s is not None]
    now = ", ".join(f"{table.names[seat]} {percent(*table.now[seat])}" for seat in order)
    return Columns(
        title,
        f"bars: points by which {table.names[table.judge]}'s equity moves; below: equities behind each; now: {now}"
        f"{errors_clause(errors)}",
        tuple(card.name for card in cards),
        (
            NumberRow(counted, tuple("" if card.live is None else str(card.live) for card in cards)),
            NumberRow("chance", tuple(percent(c.probability, c.probability_stderr, exact_digits=1) for c in cards)),
            *(NumberRow(table.names[i], _equities(table, i), table.places[i]) for i in order),
        ),
        data,
        bars=tuple(bars),
    )


def _equities(table: NextTable, seat: int) -> tuple[str, ...]:
    """Return the equity of an active seat behind each card."""
    seen, (error, _) = (card.seats[seat] for card in table.cards), table.widest(seat)
    return tuple("–" if s is None else percent(s.equity, error, exact_digits=1) for s in seen)
