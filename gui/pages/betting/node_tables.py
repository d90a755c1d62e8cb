"""The tables beside the matrix: hands by what they have, with their mixes as bars, and hands one by one; and the charts
of a node that are exported: the matrix (triangle) with every hand as data, the mixes by made hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine import __version__
from engine.betting.classes import GroupRow
from engine.betting.watch import BettingView
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE
from gui.charts.forms import map_chart
from gui.charts.ticks import category_ticks, wide_share_ticks
from gui.charts.values import Amount, Axis, Bar, Bars, Cells, Chart, Heading, Key, MapCell, Table
from gui.look.guard import Guarded
from gui.look.scale import enlarge
from gui.look.theme import current_theme, mixed
from gui.pages.betting.player_view import UNKNOWN, Bools, PlayerView, hand_cells
from gui.parts.cells import STALE_OPACITY
from gui.parts.table import ROW, Column, Index, Order, TableData
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import chips, growth_text, percent

BAR = 0.72
MOST_GROUPS = 24


def heading(view: BettingView, shown: PlayerView, title: str, name: str) -> Heading:
    """Return the heading of a chart of a node: the table, the line that led here, how exact the play is."""
    request = view.solution.request
    table, share = request.table, view.node_progress.exploitability
    line = " · ".join(shown.node.path) or "first action"
    stack = f", stacks {chips(request.stack)}" if np.isfinite(request.stack) else ""
    money = f"Pot {chips(request.pot)}{stack}"
    known = "" if share is None else f", exploitability {percent(share / request.pot)} of the pot"
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
    for hand in np.flatnonzero(shown.dealable).tolist():
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
    for place, cell in zip(ALL_CELLS, hand_cells(shown, "actions"), strict=True):
        if cell is None:
            continue
        parts = cell.parts or ((("line", 1.0),) if cell.weight > 0 else ())
        marks.append(
            MapCell(*place, (cell.label,), height=cell.part_height if cell.parts else cell.weight, parts=parts,
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


MIX = 2
"""The place of the column with the bars."""
BAR_WIDTH, BAR_EDGE = 110, 6.0
MOST_HANDS = 400
ROUNDING = 1e-9


def share_text(value: float | None, digits: int = 1) -> str:
    """Return a share in percent without the sign, a dash where none is known."""
    return UNKNOWN if value is None or not np.isfinite(value) else f"{100 * value:.{digits}f}"


def groups_table(shown: PlayerView, chosen: str, *, stale: bool) -> TableData[GroupRow]:
    """Return the hands by made hand and draw, or low; ``chosen``: the group whose hands are lit."""

    def said(row: GroupRow) -> str:
        worth = shown.values_text(row.frequencies, row.ev, row.equity)
        return f"{row.group.name}, {percent(row.share, exact_digits=1)} of the hands: {worth}"

    frequencies: tuple[Column[GroupRow], ...] = tuple(
        Column(f"{name} %", partial(_frequency_text, i), keep=8, shown=False) for i, name in enumerate(shown.actions)
    )
    return TableData(
        (
            Column(
                "Hands", lambda row: row.group.name, "what they have; a hand may have several draws", number=False,
                wide=True, least=80, spoken=said, sort=lambda row: row.group.name,
            ),
            Column(
                "Share", lambda row: share_text(row.share), "of the hands that come here, in percent",
                sort=lambda row: row.share, falls=True, keep=2,
            ),
            Column(
                "Play", lambda row: "", "how often each action, in its colour", number=False, extra=BAR_WIDTH,
                shown=shown.decides, say="play", sort=lambda row: row.difference, falls=True,
                spoken=lambda row: shown.values_text(row.frequencies, None, None),
            ),
            *frequencies,
            Column(
                "EV", lambda row: shown.chips(row.ev), "chips from here on", sort=lambda row: _order(row.ev), falls=True
            ),
            Column(
                "Equity", lambda row: share_text(row.equity), "at showdown without more betting, in percent",
                sort=lambda row: _order(row.equity), falls=True, keep=1,
            ),
        ),
        shown.groups,
        stale=stale,
        key=lambda row: row.group.name,
        tip=said,
        strong=lambda row: row.group.name == chosen,
        order=(MIX, Order.DescendingOrder),
        padding=(14, 20),
    )  # fmt: skip


def _order(value: float | None) -> float:
    return -np.inf if value is None else value


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand: its place among the player's, its name, weight (0 to 1) and numbers."""

    hand: int
    name: str
    weight: float
    ev: float
    equity: float
    frequencies: tuple[float, ...]
    evs: tuple[float, ...]
    growth: tuple[float, ...]


def hand_rows(shown: PlayerView, hands: Bools) -> tuple[HandRow, ...]:
    """Return the hands of a mask bool[hands] that come to the node, the best first."""
    rows = shown.rows
    result = np.flatnonzero(hands & shown.dealable)
    worth = np.where(np.isfinite(rows.ev[result]), rows.ev[result], -np.inf)
    result = result[np.argsort(-worth, kind="stable")][:MOST_HANDS]
    growth = rows.growth if rows.growth is not None and shown.decides else np.zeros((0, len(rows.names)))
    return tuple(
        HandRow(
            hand, rows.names[hand], float(shown.weights[hand]), float(rows.ev[hand]), float(rows.equity[hand]),
            tuple(rows.frequencies[:, hand].tolist()), tuple(rows.evs[:, hand].tolist()),
            tuple(growth[:, hand].tolist()),
        )
        for hand in result.tolist()
    )  # fmt: skip


def _frequency_text(action: int, row: "GroupRow | HandRow") -> str:
    return share_text(row.frequencies[action], 0)


def _action_text(shown: PlayerView, action: int, row: HandRow) -> str:
    return f"{share_text(row.frequencies[action], 0)} · {shown.chips(row.evs[action])}"


def _frequency(action: int, row: HandRow) -> float:
    return row.frequencies[action]


def _is_best(action: int, row: HandRow) -> bool:
    return row.evs[action] >= max(row.evs) - ROUNDING


def _growth_text(action: int, row: HandRow) -> str:
    return growth_text(row.growth[action] if np.isfinite(row.growth[action]) else None)


def hands_table(shown: PlayerView, rows: Sequence[HandRow], *, stale: bool) -> TableData[HandRow]:
    """Return hands one by one, each action with its frequency and EV, the best one bold."""
    actions: tuple[Column[HandRow], ...] = tuple(
        Column(
            name, partial(_action_text, shown, i), f"how often {name}, in percent, and its EV in chips",
            sort=partial(_frequency, i), falls=True, short=(partial(_frequency_text, i),), bold=partial(_is_best, i),
        )
        for i, name in enumerate(shown.actions)
    )  # fmt: skip
    growths: tuple[Column[HandRow], ...] = tuple(
        Column(f"growth, {name}", partial(_growth_text, i), "growth of the bankroll", keep=9)
        for i, name in enumerate(shown.actions if rows and rows[0].growth else ())
    )
    return TableData(
        (
            Column("Hand", lambda row: row.name, number=False, bold=True, sort=lambda row: row.hand),
            Column(
                "Weight", lambda row: share_text(row.weight, 0), "how much of it comes here, in percent",
                sort=lambda row: row.weight, falls=True, keep=3,
            ),
            *actions,
            Column("EV", lambda row: shown.chips(row.ev), "chips from here on", sort=lambda row: row.ev, falls=True),
            Column(
                "Equity", lambda row: share_text(row.equity), "at showdown without more betting, in percent",
                sort=lambda row: row.equity, falls=True, keep=2,
            ),
            *growths,
        ),
        tuple(rows),
        stale=stale,
        key=lambda row: row.name,
        order=(len(actions) + 2, Order.DescendingOrder),
        levels=(3, 1),
        padding=(12, 18),
        keep_names=True,
    )  # fmt: skip


class MixBar(Guarded, QStyledItemDelegate):
    """Draws the play of a group of hands as a bar of its actions, side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colors: tuple[str, ...] = ()
        self.stale = False
        """Whether the bars are of an earlier table."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, theme = index.data(ROW), current_theme()
        painter.save()
        area = enlarge(painter, option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(theme.selection if selected else mixed(theme.surface, theme.text, 0.05)))
        bar = area.adjusted(BAR_EDGE, BAR_EDGE, -BAR_EDGE, -BAR_EDGE)
        x = bar.left()
        for color, share in zip(self.colors, row.frequencies if isinstance(row, GroupRow) else (), strict=False):
            painter.setOpacity(STALE_OPACITY if self.stale else 1.0)
            painter.fillRect(QRectF(x, bar.top(), share * bar.width(), bar.height()), theme.named(color))
            x += share * bar.width()
        painter.restore()
