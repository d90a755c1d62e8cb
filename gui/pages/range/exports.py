"""What the range page exports: the matrix of hold'em as it is on show, by what its hands have made, by actions."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine import GAMES, Scenario, Snapshot
from engine.cards import combo_text
from engine.made.hand_groups import GROUPS, hand_groups
from engine.ranges.actions import Action, Shares
from engine.ranges.holdem import live
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE, Weights, class_name, combos_at
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import at_street
from gui.charts.figure import Table
from gui.charts.grid_figure import Grid, GridCell, errors_clause, grid_chart, scale_words
from gui.export.files import ExportItem
from gui.look.captions import dealt_streets
from gui.look.formatting import percent
from gui.pages.range.action_editor import action_cells
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
        GridCell(*place, c.label, (c.note,) if c.note else (), c.tone, c.weight, c.weight == 0, c.parts)
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


def actions_grid(name: str, actions: tuple[Action, ...], shares: Shares) -> Grid:
    """Return the actions of the seat ``name`` in one picture: ``shares`` float64[actions, 1326]."""
    played = [i for i, row in enumerate(shares) if row.any()]
    rest = 1.0 - float(shares.sum(axis=0).mean())
    legend = [
        (actions[i].color, f"{actions[i].name} {percent(float(shares[i].mean()), exact_digits=1)}") for i in played
    ]
    rows: list[tuple[object, ...]] = [
        (class_name(place), combo_text(combo), *shares[:, combo].tolist())
        for place in ALL_PLACES
        for combo in combos_at(place)
        if shares[:, combo].any()
    ]
    return Grid(
        f"{name}'s actions",
        f"widths: how often a hand is played so; the rest, {percent(rest, exact_digits=1)}, is no action",
        SIZE,
        SIZE,
        _grid_cells(action_cells(actions, shares)),
        (("hand", "combo", *(action.name for action in actions)), rows),
        legend=tuple(legend),
    )


def groups_grid(name: str, weights: Weights, known: int, board: Sequence[int]) -> Grid:
    """Return the range, float64[1326], of the seat ``name`` by what its hands have made on a board of 3 to 5 cards;
    ``known`` are the cards that it cannot hold."""
    left = live(weights, known)
    groups = hand_groups(board)
    shares = np.where(groups == np.arange(len(GROUPS))[:, None], left, 0.0)
    whole = float(left.sum()) or 1.0
    parts = [float(row.sum()) / whole for row in shares]
    legend = tuple(
        (i, f"{title} {percent(part, exact_digits=1)}")
        for i, (title, part) in enumerate(zip(GROUPS, parts, strict=True))
        if part
    )
    colours = tuple(Action(title, color=i) for i, title in enumerate(GROUPS))
    rows: list[tuple[object, ...]] = [
        (class_name(place), combo_text(combo), float(left[combo]), GROUPS[groups[combo]])
        for place in ALL_PLACES
        for combo in combos_at(place)
        if left[combo] > 0
    ]
    return Grid(
        f"What {name}'s range has made",
        "widths: shares of a hand's combos, by weight",
        SIZE,
        SIZE,
        _grid_cells(action_cells(colours, shares)),
        (("hand", "combo", "weight", "group"), rows),
        legend=legend,
    )


_Shown = tuple[Grid, Snapshot] | None


def _heat(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> _Shown:
    """Return the matrix as it is on show, weights or equities."""
    weights, known = page.holdem.shown
    if not page.holdem.shows_equity:
        return (weights_grid(page.edits.shown.name, weights, known), snapshot) if weights.any() else None
    equities = page.heat.of(page.edits.seat)
    if equities is None or equities.stale:
        return None
    return range_grid(weights, known, equities), equities.snapshot


def _groups(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> _Shown:
    """Return the hands by what they have made on the board of the street on show."""
    weights, known = page.holdem.shown
    place = page.holdem.place
    if not dealt_streets(scenario) or place == "pre-flop" or not live(weights, known).any():
        return None
    board = plain_cards(at_street(scenario, place).board) or ()
    return groups_grid(page.edits.shown.name, weights, known, board), snapshot


def _actions(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> _Shown:
    """Return what is played with each hand."""
    editor = page.actions_editor
    if not editor.shares.any():
        return None
    return actions_grid(page.edits.shown.name, editor.played, editor.shares), snapshot


EXPORTS: tuple[tuple[str, str, Callable[[RangePage, Scenario, Snapshot], _Shown]], ...] = (
    ("heat", "The range as shown", _heat),
    ("groups", "The range by made hands", _groups),
    ("actions", "The actions", _actions),
)


def range_exports(page: RangePage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported, while there is a result of the table that is shown."""
    document, session = context.document, context.session

    def shown(content: Callable[[RangePage, Scenario, Snapshot], _Shown]) -> _Shown:
        snapshot = None if session.stale else session.snapshot
        if snapshot is None or not GAMES[document.scenario.game].combo_ranges:
            return None
        return content(page, document.scenario, snapshot)

    return tuple(
        ExportItem(name, title, page, grid_chart(name, context.look, partial(shown, content)), "holdem")
        for name, title, content in EXPORTS
    )
