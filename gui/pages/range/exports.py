"""What the range page exports: the matrix of hold'em as a heat map, the equities of its hands, or its weights."""

from collections.abc import Sequence
from dataclasses import replace

from engine import GAMES, Snapshot
from engine.cards import combo_text
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Weights, class_name, combos_at
from engine.table.seat_ranges import known_mask, read_seat
from gui.charts.figure import Table
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart, scale_words
from gui.export.files import ExportItem
from gui.look.formatting import percent
from gui.pages.range.hand_equities import HandEquities, HandEquity
from gui.pages.range.hand_matrix import cells
from gui.pages.range.page import RangePage
from gui.parts.cells import Cell
from gui.state.context import PageContext

PAINTED = 0.6
"""The tone of what a range holds, where its equity is not shown."""


def range_grid(weights: Weights, known: int, equities: HandEquities) -> Grid:
    """Return the equity of every hand in a seat's range, float64[1326], which cannot hold the cards ``known``."""
    errors = errors_clause([hand.stderr for hand in equities.classes.values()])
    whole = next((s.estimate for s in equities.snapshot.seats if s.name == equities.name), None)
    mean = f", all together {percent(whole.equity, whole.stderr)}" if whole is not None else ""
    return Grid(
        f"Equity of every hand in {equities.name}'s range",
        f"numbers: equity in percent{mean}; heights: weights{errors}",
        SIZE,
        SIZE,
        _grid_cells(cells(weights, known, equities, hot=True)),
        _range_table(weights, equities),
        scale=scale_words(equities.scale, "fair"),
    )


def weights_grid(name: str, weights: Weights, known: int) -> Grid:
    """Return the weights of the range, float64[1326], of the seat ``name``, which cannot hold the cards ``known``."""
    shown = tuple(replace(cell, tone=PAINTED) for cell in cells(weights, known))
    held = int((weights > 0).sum())
    return Grid(
        f"{name}'s range",
        f"heights: weights; {held} combo{'' if held == 1 else 's'} before known cards are removed",
        SIZE,
        SIZE,
        _grid_cells(shown),
        _range_table(weights, None),
    )


def _grid_cells(shown: Sequence[Cell]) -> tuple[GridCell, ...]:
    return tuple(
        GridCell(*place, c.label, (c.note,) if c.note else (), c.tone, c.weight, faint=c.weight == 0)
        for place, c in zip(ALL_PLACES, shown, strict=True)
    )


def _range_table(weights: Weights, equities: HandEquities | None) -> Table:
    """Return the mean weight of every class of the range (``combo`` empty), then the weight of every combo.

    With ``equities`` their shares and equities stand beside them.
    """
    classes: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_PLACES:
        name, all_combos = class_name(place), list(combos_at(place))
        held = {combo_text(combo): float(weights[combo]) for combo in all_combos if weights[combo] > 0}
        if held:
            mean = float(weights[all_combos].mean())
            classes.append((name, "", mean, *(_numbers(equities.classes.get(name)) if equities else ())))
        for combo, weight in held.items():
            combos.append((name, combo, weight, *(_numbers(equities.combos.get(combo)) if equities else ())))
    return ("hand", "combo", "weight", *(("share", "equity", "stderr") if equities else ())), [*classes, *combos]


def _numbers(hand: HandEquity | None) -> tuple[object, object, object]:
    if hand is None:
        return "", "", ""
    return hand.share, hand.equity, "" if hand.stderr is None else hand.stderr


def range_exports(page: RangePage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported: the matrix as it is on show, weights or equities."""

    def content() -> tuple[Grid, Snapshot] | None:
        document, session, seat = context.document, context.session, page.edits.seat
        scenario, snapshot = document.scenario, session.snapshot
        if not GAMES[scenario.game].combo_ranges or snapshot is None or session.stale:
            return None
        weights, known = read_seat(scenario, seat, document.orders).weights, known_mask(scenario, seat)
        if not page.holdem.shows_equity:
            return (weights_grid(page.edits.shown.name, weights, known), snapshot) if weights.any() else None
        equities = page.heat.of(seat)
        if equities is None or equities.stale:
            return None
        return range_grid(weights, known, equities), equities.snapshot

    return (ExportItem("heat", "The range as shown", page, grid_chart("heat", context.look, content), "holdem"),)
