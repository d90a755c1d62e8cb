"""The tables beside the matrix: hands by what they have, with their mixes as bars, and hands one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.betting.classes import GroupRow
from gui.look.formatting import growth_text, percent
from gui.look.guard import Guarded
from gui.look.scale import enlarge
from gui.look.theme import current_theme, mixed
from gui.pages.betting.player_view import UNKNOWN, Bools, PlayerView
from gui.parts.table import ROW, Column, Index, Order, TableData

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
    result = np.flatnonzero(hands & (shown.weights > 0))
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
            painter.fillRect(QRectF(x, bar.top(), share * bar.width(), bar.height()), theme.named(color))
            x += share * bar.width()
        painter.restore()
