"""The tables next to the matrix: by made hand, by the cards that hands hold, and hand by hand. And the charts of a node
that can be exported: the matrix (in razz a triangle) with the numbers of every hand as data, the frequencies by made
hand, and how much more often hands with a card take an action.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine import __version__
from engine.betting.classes import GroupRow, HeldRow, held_rows
from engine.betting.watch import BettingView
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE
from gui.charts.forms import map_chart
from gui.charts.ticks import category_ticks, nice_ceiling, point_ticks, wide_share_ticks
from gui.charts.values import Amount, Axis, Bar, Bars, Cells, Chart, Heading, Key, MapCell, Table
from gui.look.guard import Guarded
from gui.look.scale import enlarge
from gui.look.theme import current_theme, mixed
from gui.pages.betting.player_view import UNKNOWN, Bools, PlayerView, labeled, node_cells
from gui.parts.cells import STALE_OPACITY
from gui.parts.table import ROW, Column, Index, Order, TableData
from gui.words.captions import brief, file_stem, inputs
from gui.words.formatting import chips, growth_text, percent

BAR = 0.72
MAX_GROUPS = 24


def node_heading(view: BettingView, player: PlayerView, title: str, name: str) -> Heading:
    """Return the heading of a chart of a node: the table, the path to the node, and the exploitability of the play."""
    request = view.solution.request
    table, share = request.table, view.node_progress.exploitability
    line = " · ".join(step.text for step in view.steps) or "first to act"
    stack = f", stacks {chips(request.stack)}" if np.isfinite(request.stack) else ""
    money = f"Pot {chips(request.pot)}{stack}"
    exploitability = "" if share is None else f", exploitability {percent(share / request.pot)} of the pot"
    origin = f"Equilibrium for these bet sizes{exploitability}; Steel Wheel {__version__}"
    subtitle, about = f"{brief(table)} · {money} · {line}", (*inputs(table), f"{money} · {line}")
    return Heading(title, subtitle, about, (), origin, file_stem(table, f"betting-{name}"), always=False)


def action_keys(player: PlayerView) -> tuple[Key, ...]:
    """Return the legend of the actions with their frequencies; empty if the player does not decide."""
    return tuple(
        Key(
            action.text
            if action.frequency is None
            else labeled(action.text, percent(action.frequency, exact_digits=1)),
            "part", color,
        )
        for action, color in zip(player.node.actions if player.decides else (), player.colors, strict=True)
    )  # fmt: skip


def strategy_table(player: PlayerView) -> Table:
    """Return every hand that comes to the node with its numbers, for export.

    Weights, frequencies and equities are shares, EVs are in chips, growth is the logarithm of the bankroll's growth.
    """
    rows, actions = player.rows, player.actions
    growth = rows.growth if rows.growth is not None and player.decides else None
    header = ["hand", "weight", "share", "equity", "ev"]
    header += [*(f"{name} frequency" for name in actions), *(f"{name} ev" for name in actions)]
    header += [f"{name} growth" for name in actions] if growth is not None else []
    total = float(rows.joint.sum()) or 1.0
    result: list[tuple[object, ...]] = []
    for hand in np.flatnonzero(player.dealable).tolist():
        numbers = [float(player.weights[hand]), float(rows.joint[hand]) / total, _exported(rows.equity[hand])]
        evs = [_exported(value) for value in (rows.ev[hand], *rows.evs[:, hand])]
        more = [_exported(value) for value in growth[:, hand]] if growth is not None else []
        ev, *action_evs = [Amount(value) if isinstance(value, float) else value for value in evs]
        result.append((rows.names[hand], *numbers, ev, *rows.frequencies[:, hand].tolist(), *action_evs, *more))
    return tuple(header), result


def _exported(value: float) -> float | str:
    """Return a number for export, or "" if it is not known."""
    return float(value) if np.isfinite(value) else ""


def strategy_chart(view: BettingView, player: PlayerView) -> Chart:
    """Return the matrix (in razz the triangle) as a chart, with the numbers of each hand as data."""
    marks = []
    for place, cell in zip(ALL_CELLS, node_cells(player, "actions"), strict=True):
        if cell is None:
            continue
        parts = cell.parts or ((("line", 1.0),) if cell.weight > 0 else ())
        marks.append(
            MapCell(*place, (cell.label,), height=cell.part_height if cell.parts else cell.weight, parts=parts,
                 faint=cell.weight <= 0)
        )  # fmt: skip
    title = f"Strategy of {player.name}" if player.decides else f"Range of {player.name}"
    chart = map_chart(
        node_heading(view, player, title, "strategy"), (SIZE, SIZE), (Cells(tuple(marks)),), strategy_table(player)
    )
    return replace(chart, keys=action_keys(player))


def node_groups_chart(view: BettingView, player: PlayerView) -> Chart | None:
    """Return the frequencies by made hand and draw, or by low, as stacked bars; None if the player does not decide."""
    if not player.decides or not player.groups:
        return None
    rows = player.groups
    if len(rows) > MAX_GROUPS:  # the most frequent ones, in order of strength
        smallest = sorted(row.share for row in rows)[-MAX_GROUPS]
        rows = tuple(row for row in rows if row.share >= smallest)[:MAX_GROUPS]
    bars = []
    for i, row in enumerate(rows):
        start = 0.0
        for color, share in zip(player.colors, row.frequencies, strict=True):
            bars.append(Bar(i, BAR, start, start + 100 * share, color))
            start += 100 * share
    names = tuple(f"{row.group.name}, {percent(row.share, exact_digits=1)}" for row in rows)
    evs = tuple(f"EV {player.chips(row.ev)}" for row in rows)
    low, high = -0.5, len(rows) - 0.5
    header = ("hands", "share", *(f"{name} frequency" for name in player.actions), "ev", "equity")
    data = [
        (
            row.group.name, row.share, *row.frequencies, "" if row.ev is None else Amount(row.ev),
            "" if row.equity is None else row.equity,
        )
        for row in rows
    ]  # fmt: skip
    return Chart(
        node_heading(view, player, f"Strategy of {player.name} by made hand", "groups"),
        Axis(0.0, 100.0, wide_share_ticks),
        Axis(low, high, category_ticks(names), grid=False),
        (Bars(tuple(bars), lying=True),),
        (header, data),
        keys=action_keys(player),
        right=category_ticks(evs),
        down=True,
        hides=False,
    )


def player_held_rows(player: PlayerView, *, by_suit: bool) -> tuple[HeldRow, ...]:
    """Return the strategy of hands that hold a card (razz: a rank) or, in hold'em, a suit, and that of all others."""
    rows = player.rows
    if by_suit and player.ranks_only:
        return ()
    return held_rows(rows.names, np.where(player.dealable, rows.joint, 0.0), rows.frequencies, by_suit=by_suit)


def node_held_chart(view: BettingView, player: PlayerView, action: int, *, by_suit: bool) -> Chart | None:
    """Return by how many points more often hands with a card or suit take an action, as bars, the most on top.

    The data has every action and card. None if the player does not decide, or holds nothing that others do not.
    """
    every = player_held_rows(player, by_suit=by_suit) if player.decides else ()
    if not every:
        return None
    # The largest differences, in the order of the table.
    largest = sorted(every, key=lambda row: -abs(row.difference(action)))[:MAX_GROUPS]
    rows = sorted(largest, key=lambda row: -row.difference(action))
    sizes = [100 * row.difference(action) for row in rows]
    bars = tuple(
        Bar(i, BAR, min(size, 0.0), max(size, 0.0), player.colors[action], hollow=size < 0)
        for i, size in enumerate(sizes)
    )
    end = nice_ceiling(max(1.0, *map(abs, sizes)))
    names = tuple(f"{row.name}, {percent(row.share, exact_digits=1)}" for row in rows)
    header = ("holds", "share", *(f"{name} {which}" for name in player.actions for which in ("with", "without")))
    data = [
        (row.name, row.share, *(share for pair in zip(row.frequencies, row.others, strict=True) for share in pair))
        for row in every
    ]
    title = f"How much more often {player.name} takes “{player.actions[action]}” with a {'suit' if by_suit else 'card'}"
    return Chart(
        node_heading(view, player, title, "cards"),
        Axis(-end, end, point_ticks),
        Axis(-0.5, len(rows) - 0.5, category_ticks(names), grid=False),
        (Bars(bars, lying=True),),
        (header, data),
        right=category_ticks(tuple(signed_points(row.difference(action)) for row in rows)),
        down=True,
        hides=False,
    )


def signed_points(difference: float) -> str:
    """Return a difference of frequencies in points with its sign, as in ``+12.3``."""
    return f"{100 * difference:+.1f}".replace("-", "−")


def held_table(player: PlayerView, action: int, chosen: str, *, by_suit: bool, stale: bool) -> TableData[HeldRow]:
    """Return the table of cards or suits: how often hands that hold them take an action, and how often others do.

    ``chosen``: the name of the selected row, or "". The largest difference comes first.
    """
    decides = player.decides
    name = player.actions[action] if decides else ""

    def summary(row: HeldRow) -> str:
        held = f"{row.name}: {percent(row.share, exact_digits=1)} of the hands"
        if not decides:
            return held
        more = f"{signed_points(row.difference(action))} points"
        shares = (percent(part[action], exact_digits=1) for part in (row.frequencies, row.others))
        return f"{held}; {name} {' with it, '.join(shares)} without: {more}"

    compared: tuple[Column[HeldRow], ...] = ()
    if decides:
        compared = (
            Column(
                "With", lambda row: plain_percent(row.frequencies[action]), f"frequency of “{name}” in % with it",
                sort=lambda row: row.frequencies[action], descending=True,
            ),
            Column(
                "Without", lambda row: plain_percent(row.others[action]), f"frequency of “{name}” in % without it",
                sort=lambda row: row.others[action], descending=True, hide_order=2,
            ),
            Column(
                "Points", lambda row: signed_points(row.difference(action)),
                f"by how many points more often “{name}” with it",
                sort=lambda row: row.difference(action), descending=True,
            ),
        )  # fmt: skip
    return TableData(
        (
            Column(
                "Hands with", lambda row: row.name, "hands that hold this card, or a card of this suit", number=False,
                wide=True, min_width=70, spoken=summary,
            ),
            *compared,
            Column(
                "Share", lambda row: plain_percent(row.share), "% of the hands that reach this decision and hold it",
                sort=lambda row: row.share, descending=True, hide_order=1,
            ),
        ),
        player_held_rows(player, by_suit=by_suit),
        stale=stale,
        key=lambda row: row.name,
        tip=summary,
        strong=lambda row: row.name == chosen,
        order=(len(compared) or 1, Order.DescendingOrder),
        padding=(12, 18),
    )  # fmt: skip


MIX = 2
"""Index of the column with the bars."""
BAR_WIDTH, BAR_EDGE = 110, 6.0
MAX_HANDS = 400
ROUNDING = 1e-9


def plain_percent(value: float | None, digits: int = 1) -> str:
    """Return a share in percent without the percent sign, or a dash if it is unknown."""
    return UNKNOWN if value is None or not np.isfinite(value) else f"{100 * value:.{digits}f}"


def groups_table(player: PlayerView, chosen: str, *, stale: bool) -> TableData[GroupRow]:
    """Return the table by made hand and draw, or by low; ``chosen``: the name of the selected group, or ""."""

    def summary(row: GroupRow) -> str:
        values = player.values_text(row.frequencies, row.ev, row.equity)
        return f"{row.group.name}, {percent(row.share, exact_digits=1)} of the hands: {values}"

    strength = {row.group.name: i for i, row in enumerate(player.groups)}
    frequencies: tuple[Column[GroupRow], ...] = tuple(
        Column(f"{name} %", partial(_frequency_text, i), hide_order=8, displayed=False)
        for i, name in enumerate(player.actions)
    )
    return TableData(
        (
            Column(
                "Hands", lambda row: row.group.name, "made hand or draw, best first; a combo can be in several groups",
                number=False, wide=True, min_width=96, spoken=summary, sort=lambda row: strength[row.group.name],
            ),
            Column(
                "Share", lambda row: plain_percent(row.share), "% of the hands that reach this decision",
                sort=lambda row: row.share, descending=True, hide_order=2,
            ),
            Column(
                "Strategy", lambda row: "", "frequency of each action, in its color", number=False, extra=BAR_WIDTH,
                wide=True, min_width=56, displayed=player.decides, spoken_title="strategy",
                sort=lambda row: row.difference, descending=True,
                spoken=lambda row: player.values_text(row.frequencies, None, None),
            ),
            *frequencies,
            Column(
                "EV", lambda row: player.chips(row.ev), "EV in chips from here on",
                sort=lambda row: _order(row.ev), descending=True,
            ),
            Column(
                "Equity", lambda row: plain_percent(row.equity), "all-in equity in %",
                sort=lambda row: _order(row.equity), descending=True, hide_order=1,
            ),
        ),
        player.groups,
        stale=stale,
        key=lambda row: row.group.name,
        tip=summary,
        strong=lambda row: row.group.name == chosen,
        order=(0, Order.AscendingOrder),
        padding=(14, 20),
    )  # fmt: skip


def _order(value: float | None) -> float:
    """Return the sort key of a value: unknown ones come last."""
    return -np.inf if value is None else value


@dataclass(frozen=True, slots=True)
class NodeHandRow:
    """A hand at a node: its index among the player's hands, name, weight (0 to 1) and numbers.

    ``frequencies``, ``evs`` (chips) and ``growth`` (log, None if unknown) have an entry for each action; ``growth`` is
    empty without a bankroll.
    """

    hand: int
    name: str
    weight: float
    ev: float
    equity: float
    frequencies: tuple[float, ...]
    evs: tuple[float, ...]
    growth: tuple[float | None, ...]


def node_hand_rows(player: PlayerView, hands: Bools) -> tuple[NodeHandRow, ...]:
    """Return the rows of those ``hands`` bool[hands] at the node, highest EV first, at most ``MAX_HANDS``."""
    rows = player.rows
    indices = np.flatnonzero(hands & player.dealable)
    evs = np.where(np.isfinite(rows.ev[indices]), rows.ev[indices], -np.inf)
    indices = indices[np.argsort(-evs, kind="stable")][:MAX_HANDS]
    growth = rows.growth if rows.growth is not None and player.decides else np.zeros((0, len(rows.names)))
    return tuple(
        NodeHandRow(
            hand, rows.names[hand], float(player.weights[hand]), float(rows.ev[hand]), float(rows.equity[hand]),
            tuple(rows.frequencies[:, hand].tolist()), tuple(rows.evs[:, hand].tolist()),
            tuple(value if math.isfinite(value) else None for value in growth[:, hand].tolist()),
        )
        for hand in indices.tolist()
    )  # fmt: skip


def _frequency_text(action: int, row: "GroupRow | NodeHandRow") -> str:
    return plain_percent(row.frequencies[action], 0)


def node_hands_table(player: PlayerView, rows: Sequence[NodeHandRow], *, stale: bool) -> TableData[NodeHandRow]:
    """Return the table of hands, with the frequency and EV of each action; the best action is in bold."""

    def action_column(i: int, name: str) -> Column[NodeHandRow]:
        return Column(
            name, lambda row: f"{plain_percent(row.frequencies[i], 0)} · {player.chips(row.evs[i])}",
            f"frequency of “{name}” in %, and its EV in chips", sort=lambda row: row.frequencies[i], descending=True,
            short=(partial(_frequency_text, i),), bold=lambda row: row.evs[i] >= max(row.evs) - ROUNDING,
        )  # fmt: skip

    def growth_column(i: int, name: str) -> Column[NodeHandRow]:
        return Column(f"growth, {name}", lambda row: growth_text(row.growth[i]), "growth of the bankroll", hide_order=9)

    actions = tuple(action_column(i, name) for i, name in enumerate(player.actions))
    growth_actions = player.actions if rows and rows[0].growth else ()
    return TableData(
        (
            Column("Hand", lambda row: row.name, number=False, bold=True, sort=lambda row: row.hand),
            Column(
                "Weight", lambda row: plain_percent(row.weight, 0), "% of its combos that reach this decision",
                sort=lambda row: row.weight, descending=True, hide_order=3,
            ),
            *actions,
            Column(
                "EV", lambda row: player.chips(row.ev), "EV in chips from here on",
                sort=lambda row: row.ev, descending=True,
            ),
            Column(
                "Equity", lambda row: plain_percent(row.equity), "all-in equity in %",
                sort=lambda row: row.equity, descending=True, hide_order=2,
            ),
            *(growth_column(i, name) for i, name in enumerate(growth_actions)),
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
    """Draws the ``frequencies`` of a row as one bar, divided into the colours of the actions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colors: tuple[str, ...] = ()
        self.stale = False
        """Whether the bars belong to an earlier table."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the background of selection and hover, then the frequencies side by side."""
        row, theme = index.data(ROW), current_theme()
        painter.save()
        area = enlarge(painter, option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, QColor(theme.selection if selected else mixed(theme.surface, theme.text, 0.05)))
        bar = area.adjusted(BAR_EDGE, BAR_EDGE, -BAR_EDGE, -BAR_EDGE)
        x = bar.left()
        for color, share in zip(self.colors, getattr(row, "frequencies", ()), strict=False):
            painter.setOpacity(STALE_OPACITY if self.stale else 1.0)
            painter.fillRect(QRectF(x, bar.top(), share * bar.width(), bar.height()), theme.named(color))
            x += share * bar.width()
        painter.restore()
