"""The charts of a node that are exported: the matrix (triangle) with every hand as data, and the mixes by made hand."""

from dataclasses import replace

import numpy as np

from engine import __version__
from engine.betting.watch import BettingView
from engine.ranges.holdem_matrix import ALL_PLACES, SIZE
from gui.charts.forms import map_chart
from gui.charts.ticks import category_ticks, wide_share_ticks
from gui.charts.values import Amount, Axis, Bar, Bars, Cell, Cells, Chart, Heading, Key, Table
from gui.look.captions import brief, file_stem, inputs
from gui.look.formatting import chips, percent
from gui.pages.betting.player_view import PlayerView, hand_cells

BAR = 0.72
MOST_GROUPS = 24


def heading(view: BettingView, shown: PlayerView, title: str, name: str) -> Heading:
    """Return the heading of a chart of a node: the table, the line that led here, how exact the play is."""
    request = view.solution.request
    table, share = request.table, view.progress.exploitability
    line = " · ".join(shown.node.path) or "first action"
    stack = f", stacks {chips(request.stack)}" if np.isfinite(request.stack) else ""
    money = f"Pot {chips(request.pot)}{stack}"
    known = "" if share is None else f", can be beaten by {percent(share / request.pot)} of the pot"
    origin = f"Both players' best play of these sizes{known}; Steel Wheel {__version__}"
    about = (*inputs(table), f"{money} · {line}")
    return Heading(
        title,
        f"{brief(table)} · {money} · {line}",
        about,
        (),
        origin,
        file_stem(table, f"betting-{name}"),
        always=False,
    )


def keys_of(shown: PlayerView) -> tuple[Key, ...]:
    """Return the legend of the actions with their frequencies."""
    return tuple(
        Key(
            action.name if action.frequency is None else f"{action.name} {percent(action.frequency, exact_digits=1)}",
            "part", color,
        )
        for action, color in zip(shown.node.actions if shown.decides else (), shown.colors, strict=True)
    )  # fmt: skip


def strategy_table(shown: PlayerView) -> Table:
    """Return every hand that comes to the node with its numbers: weights, frequencies and equities as shares, EVs in
    chips, growth as the logarithm.
    """
    rows, actions = shown.rows, shown.actions
    growth = rows.growth if rows.growth is not None and shown.decides else None
    header = ["hand", "weight", "share", "equity", "ev"]
    header += [*(f"{name} frequency" for name in actions), *(f"{name} ev" for name in actions)]
    header += [f"{name} growth" for name in actions] if growth is not None else []
    total = float(rows.joint.sum()) or 1.0
    result: list[tuple[object, ...]] = []
    for hand in np.flatnonzero(shown.weights > 0).tolist():
        numbers = [float(shown.weights[hand]), float(rows.joint[hand]) / total, _known(rows.equity[hand])]
        evs = [_known(value) for value in (rows.ev[hand], *rows.evs[:, hand])]
        more = [_known(value) for value in growth[:, hand]] if growth is not None else []
        chips_ = [Amount(value) if isinstance(value, float) else value for value in evs]
        result.append((rows.names[hand], *numbers, chips_[0], *rows.frequencies[:, hand].tolist(), *chips_[1:], *more))
    return tuple(header), result


def _known(value: float) -> float | str:
    return float(value) if np.isfinite(value) else ""


def strategy_chart(view: BettingView, shown: PlayerView) -> Chart:
    """Return the matrix, in razz the triangle, with each hand's numbers as data."""
    marks = []
    for place, cell in zip(ALL_PLACES, hand_cells(shown, "actions"), strict=True):
        if cell is None:
            continue
        parts = cell.parts or ((("line", 1.0),) if cell.weight > 0 else ())
        marks.append(
            Cell(*place, (cell.label,), height=cell.part_height if cell.parts else cell.weight, parts=parts,
                 faint=cell.weight <= 0)
        )  # fmt: skip
    title = f"What {shown.name} does" if shown.decides else f"What {shown.name} holds"
    chart = map_chart(
        heading(view, shown, title, "strategy"), (SIZE, SIZE), (Cells(tuple(marks)),), strategy_table(shown)
    )
    return replace(chart, keys=keys_of(shown))


def groups_chart(view: BettingView, shown: PlayerView) -> Chart | None:
    """Return the mixes by made hand and draw, or by low, as stacked bars; None where the player does not decide."""
    if not shown.decides or not shown.groups:
        return None
    rows = shown.groups[:MOST_GROUPS]
    bars = []
    for place, row in enumerate(rows):
        start = 0.0
        for color, share in zip(shown.colors, row.frequencies, strict=True):
            bars.append(Bar(place, BAR, start, start + 100 * share, color))
            start += 100 * share
    names = tuple(f"{row.group.name}, {percent(row.share, exact_digits=1)}" for row in rows)
    evs = tuple(f"EV {shown.chips(row.ev)}" for row in rows)
    low, high = -0.5, len(rows) - 0.5
    header = ("hands", "share", *(f"{name} frequency" for name in shown.actions), "ev", "equity")
    data = [
        (
            row.group.name, row.share, *row.frequencies, "" if row.ev is None else Amount(row.ev),
            "" if row.equity is None else row.equity,
        )
        for row in rows
    ]  # fmt: skip
    return Chart(
        heading(view, shown, f"What {shown.name} does with which hands", "groups"),
        Axis(0.0, 100.0, wide_share_ticks),
        Axis(low, high, category_ticks(names), grid=False),
        (Bars(tuple(bars), lying=True),),
        (header, data),
        keys=keys_of(shown),
        right=category_ticks(evs),
        down=True,
        hides=False,
    )
