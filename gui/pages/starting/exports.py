"""What the page of starting hands exports as heat maps: pairs of down cards, one more dead card, street by street."""

from collections.abc import Mapping, Sequence

from engine import Snapshot
from engine.cards import RAZZ_RANKS
from engine.details.dead_cards import DeadCards
from engine.details.path import StreetPath
from engine.details.starting_hands import StartingHands
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart, scale_words
from gui.export.formats import ExportItem
from gui.look.formatting import percent
from gui.look.heat import equity_scale
from gui.pages.context import PageContext
from gui.pages.starting.details import (
    STREETS,
    DeadCard,
    PathStep,
    StartingChart,
    dead_cards,
    path_steps,
    starting_chart,
)
from gui.pages.starting.page import CHART, DEAD, PATH, StartingPage
from gui.state.next_cards import change_text


def starting_grid(chart: StartingChart) -> Grid:
    """Return the triangle of razz down cards; the row is the lower card."""
    scale = chart.scale
    shown, rows = [], []
    for low, first in enumerate(RAZZ_RANKS):
        for high in range(low, len(RAZZ_RANKS)):
            name, pair = first + RAZZ_RANKS[high], chart.pairs.get((low, high))
            if pair is None:
                shown.append(GridCell(low, high, name, faint=True))
                continue
            shown.append(GridCell(low, high, name, (f"{100 * pair.equity:.1f}",), scale.tone(pair.equity)))
            rows.append((first, RAZZ_RANKS[high], pair.combos, pair.probability, pair.equity, pair.stderr))
    errors = [pair.stderr for pair in chart.pairs.values()]
    return Grid(
        f"{chart.name}'s starting hands with {chart.beside}",
        f"numbers: equity in percent; any two down cards {percent(chart.average, chart.average_stderr)}"
        f"; blue: more than a fair share, orange: less{errors_clause(errors)}",
        len(RAZZ_RANKS),
        len(RAZZ_RANKS),
        tuple(shown),
        (("down 1", "down 2", "combos", "probability", "equity", "stderr"), list(rows)),
        scale_words(scale, "fair"),
    )


def dead_grid(dead: Mapping[int, DeadCard], name: str) -> Grid:
    """Return what one more dead card of each rank does to the equity of the seat ``name``."""
    shown, rows = [], []
    reach = max((abs(card.change) for card in dead.values() if card.change is not None), default=0.0) or 1.0
    for rank, sign in enumerate(RAZZ_RANKS):
        card = dead.get(rank)
        if card is None or card.equity is None or card.change is None:
            shown.append(GridCell(0, rank, sign, faint=True))
            continue
        notes = (change_text(card.change, 1.96 * card.stderr), percent(card.equity, card.stderr, exact_digits=1))
        shown.append(GridCell(0, rank, sign, notes, card.change / reach))
        rows.append((sign, card.live, card.equity, card.change, card.stderr))
    return Grid(
        f"One more dead card: {name}'s equity",
        "points of percent more or less than now, and the equity then"
        f"{errors_clause([card.stderr for card in dead.values()])}",
        1,
        len(RAZZ_RANKS),
        tuple(shown),
        (("rank", "live", "equity", "change", "stderr"), list(rows)),
    )


def path_grid(steps: Sequence[PathStep], names: Sequence[str]) -> Grid:
    """Return the equities of the seats ``names`` street by street."""
    shown, rows = [], []
    scale = equity_scale(len(names))
    for column, step in enumerate(steps):
        for row in range(len(names)):
            if step.equity is None:
                shown.append(GridCell(row, column, "–", faint=True))
            else:
                equity = step.equity[row]
                shown.append(GridCell(row, column, percent(equity, step.stderr[row]), (), scale.tone(equity)))
        numbers = [("", "")] * len(names) if step.equity is None else zip(step.equity, step.stderr, strict=True)
        rows.append((STREETS[step.street], *(value for pair in numbers for value in pair)))
    errors = [error for step in steps for error in step.stderr]
    return Grid(
        "Equity street by street",
        f"the equity on each street, the cards known then and all dead cards considered{errors_clause(errors)}",
        len(names),
        len(steps),
        tuple(shown),
        (("street", *(f"{name} {what}" for name in names for what in ("equity", "stderr"))), list(rows)),
        scale_words(scale, "fair"),
        row_heads=tuple(names),
        column_heads=tuple(STREETS[step.street] for step in steps),
    )


def starting_exports(page: StartingPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported, nothing while another table is being computed."""
    session, look = context.session, context.look

    def starting() -> tuple[Grid, Snapshot] | None:
        found = session.current_detail(CHART, StartingHands)
        return None if found is None else (starting_grid(starting_chart(found.value, found.snapshot)), found.snapshot)

    def dead() -> tuple[Grid, Snapshot] | None:
        found = session.current_detail(DEAD, DeadCards)
        if found is None:
            return None
        return dead_grid(dead_cards(found.value), found.snapshot.seats[found.value.seat].name), found.snapshot

    def path() -> tuple[Grid, Snapshot] | None:
        found = session.current_detail(PATH, StreetPath)
        steps = path_steps(found.value) if found is not None else ()
        if found is None or not steps:
            return None
        return path_grid(steps, [seat.name for seat in found.snapshot.active]), found.snapshot

    return (
        ExportItem("starting", "Starting hands", page, grid_chart("starting", look, starting), "razz"),
        ExportItem("dead", "One more dead card", page, grid_chart("dead-cards", look, dead), "razz"),
        ExportItem("path", "Street by street", page, grid_chart("streets", look, path), "razz"),
    )
