"""The marked bets on a growth curve: optimum, advised bet, Cassandra's, zero growth, price of a call."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engine.kelly.advice import Choice, evaluate_bet
from engine.kelly.answer import KellyAnswer
from engine.kelly.growth import Wager
from engine.kelly.request import KellyRequest
from engine.kelly.sizes import SizeCause, call_size, size_cause
from gui.charts.sheet import LABELS, PixelLayer, Sheet
from gui.charts.style import symbol_path
from gui.look.formatting import grown
from gui.look.theme import Theme
from gui.pages.kelly.words import chips
from gui.parts.field_text import multiple_name

ROOM = 1.3
"""How much farther than the last mark the chart goes."""
CASSANDRA = "Cassandra"
OFF_CHART = 0.9
"""A Cassandra bet of more of the bankroll than this is left to the legend: it would flatten all else."""
SIZE = 10.0
OFF = 7.0
OUTLINED = ("o", "d", "s", "t", "p")
"""Symbols that a thin edge sets off against the curve; a cross would vanish in it."""


ADVISED: dict[SizeCause, str] = {
    "pot limit": "Advised, pot limit",
    "capped": "Advised, capped",
    "smallest": "Advised, the smallest",
    "rounded": "Advised, rounded",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked bet: its name, a colour of the theme, a symbol, its chips and growth (minus infinity: all lost).

    ``shown``: the chips in its label, where those are rounded.
    """

    name: str
    color: str
    symbol: str
    chips: float
    growth: float
    shown: float | None = None

    @property
    def label(self) -> str:
        return f"{self.name} {chips(self.chips if self.shown is None else self.shown)}"

    def draw(self, theme: Theme, painter: QPainter, center: QPointF, size: float = SIZE) -> None:
        painter.save()
        painter.translate(center)
        painter.scale(size, size)
        pen = QPen(QColor(theme.surface), 1.5)
        pen.setCosmetic(True)
        painter.setPen(pen if self.symbol in OUTLINED else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(theme, self.color)))
        painter.drawPath(symbol_path(self.symbol))
        painter.restore()


def marks_of(request: KellyRequest, answer: KellyAnswer) -> tuple[Mark, ...]:
    """Return the marks of an answer, the most important last."""
    wager = request.wager
    found: list[tuple[str, str, str, float]] = []
    if answer.to_call:
        found.append(("Call", "muted", "s", call_size(answer)))
    if answer.zero_growth_bet is not None:
        found.append(("Zero growth", "bad", "x", answer.zero_growth_bet))
    found.append((CASSANDRA, "warn", "t", wager.bankroll * answer.cassandra.fraction))
    optimum = wager.bankroll * answer.fraction
    # less than the price cannot be put in; without a bet nobody folds, though its limit has the folds
    if optimum >= call_size(answer) and not (optimum == 0.0 and answer.bet):
        found.append(("Optimum", "good", "o", optimum))
    if answer.decision in ("bet", "raise", "complete") and not _near(answer, wager):
        found.append((_advised(answer, request), "accent", "d", answer.bet))
    published = answer.cassandra.bet  # in whole chips; its growth is that of its fraction
    return tuple(
        Mark(
            *parts,
            _growth(wager, answer, parts[0].lower(), parts[3]),
            published if parts[0] == CASSANDRA else None,
        )
        for parts in found
    )


def own_mark(own: Choice) -> Mark:
    """Return the mark of the bet that the player thinks of."""
    return Mark("Yours", "text", "p", own.chips, own.growth)


def extent(request: KellyRequest, answer: KellyAnswer) -> tuple[float, float]:
    """Return the smallest and the largest bet that are drawn."""
    wager, price = request.wager, call_size(answer)
    shown = [m.chips for m in marks_of(request, answer) if m.name != CASSANDRA or m.chips <= OFF_CHART * wager.bankroll]
    least = max(0.5 * request.facts.total, request.terms.min_bet, 0.02 * wager.bankroll, 2 * price)
    return price, min(max(ROOM * max(shown), least), wager.bankroll)


def _growth(wager: Wager, answer: KellyAnswer, action: str, size: float) -> float:
    """Return the growth of a mark; of what is less than the price none is drawn."""
    if action != "call" and size < call_size(answer):
        return -math.inf
    return evaluate_bet(wager, action, size).growth


def _advised(answer: KellyAnswer, request: KellyRequest) -> str:
    """Return what the advised bet is called: after the multiple where it is that, else after what it ran into."""
    cause = size_cause(answer, request)
    if cause == "multiple":
        name = multiple_name(request.terms.multiplier)
        return name[:1].upper() + name[1:]
    return ADVISED.get(cause, "Advised")


def _near(answer: KellyAnswer, wager: Wager) -> bool:
    return math.isclose(answer.bet, wager.bankroll * answer.fraction, rel_tol=0.005)


class Marks(PixelLayer):
    """Draws the marks and a line from each down to the axis; those beyond the plot are left to the legend."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet, LABELS)
        self._marks: tuple[Mark, ...] = ()

    def set_marks(self, marks: tuple[Mark, ...]) -> None:
        self._marks = marks
        self.update()

    def placed(self) -> list[tuple[Mark, QPointF]]:
        """Return the marks that lie in the plot, with their places in the sheet."""
        plot = self.sheet.plot.adjusted(-1, -1, 1, 1)
        points = [
            (m, QPointF(self.x(m.chips), self.y(100 * grown(m.growth)))) for m in self._marks if math.isfinite(m.growth)
        ]
        return [(mark, point) for mark, point in points if plot.contains(point)]

    def draw(self, painter: QPainter) -> None:
        bottom = self.sheet.plot.bottom()
        placed = self.placed()
        for mark, at in placed:
            painter.setPen(QPen(QColor(getattr(self.theme, mark.color)), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(at.x(), at.y() + OFF), QPointF(at.x(), max(bottom, at.y() + OFF)))
        for mark, at in placed:
            mark.draw(self.theme, painter, at)
