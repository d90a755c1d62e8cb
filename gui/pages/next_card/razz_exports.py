"""What the page of next cards in razz exports: its table as a heat map."""

from engine import Snapshot
from engine.details.next_cards import NextRanks
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart
from gui.export.formats import ExportItem
from gui.look.formatting import percent
from gui.pages.context import PageContext
from gui.pages.next_card.razz_page import DETAIL, RazzNextCardPage
from gui.state.next_cards import SIGNS, NextTable, change_text


def next_rank_grid(table: NextTable) -> Grid:
    """Return what each rank that can come next does to the seats: a row for each, the one that draws first."""
    order = sorted(range(len(table.places)), key=lambda i: (i != table.judge, i))
    reach = max((abs(s.change) for card in table.cards for s in card.seats if s is not None), default=0.0) or 1.0
    shown, rows = [], []
    for row, seat in enumerate(order):
        for column, card in enumerate(table.cards):
            seen = card.seats[seat]
            if seen is None:
                shown.append(GridCell(row, column, card.name, faint=True))
                continue
            change = f"{SIGNS[seen.verdict]} {change_text(seen.change, seen.noise, 1)}"
            notes = (percent(seen.equity, seen.stderr, exact_digits=1), change)
            shown.append(GridCell(row, column, card.name, notes, seen.change / reach))
    for card in table.cards:
        numbers = [("", "") if s is None else (s.equity, s.stderr) for s in (card.seats[seat] for seat in order)]
        live = "" if card.live is None else card.live
        rows.append((card.name, live, card.probability, *(value for pair in numbers for value in pair)))
    who = "for everybody" if table.seat is None else f"to {table.title}"
    errors = [s.stderr for card in table.cards for s in card.seats if s is not None]
    heads = tuple(table.names[seat] for seat in order)
    return Grid(
        f"The next card {who}",
        f"equity behind each card, and points more or less than now{errors_clause(errors)}",
        len(order),
        len(table.cards),
        tuple(shown),
        (("card", "live", "probability", *(f"{name} {w}" for name in heads for w in ("equity", "stderr"))), list(rows)),
        row_heads=heads,
    )


def razz_next_card_exports(page: RazzNextCardPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported, nothing while another table is being computed."""

    def content() -> tuple[Grid, Snapshot] | None:
        found, table = context.session.current_detail(DETAIL, NextRanks), page.table
        return None if found is None or table is None else (next_rank_grid(table), found.snapshot)

    return (ExportItem("nextCard", "Next card", page, grid_chart("next-card", context.look, content), "razz"),)
