"""The numbers behind a seat's equity and its hand classes, below its row."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import GAMES, Estimate, Game
from engine.details.changes import share_stderr
from gui.look.formatting import count, interval, odds, percent
from gui.look.painting import LEFT, RIGHT, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_rect
from gui.look.theme import TEXT_SMALL, Look, font, mixed
from gui.parts.spoken import Spoken

LINE = 17


def facts(estimate: Estimate, combos: tuple[int, int] | None, needed: float | None = None) -> list[tuple[str, str]]:
    """Return the numbers of a seat as (name, value), splits by the number of seats that share."""
    error = estimate.stderr
    rows = [("Win", percent(estimate.win, error))]
    shown = [(k + 2, share) for k, share in enumerate(estimate.split) if share > 0 or k == 0]
    for seats, share in shown:
        rows.append(("Tie" if len(estimate.split) == 1 else f"Tie, {seats}-way", percent(share, error)))
    rows.append(("Lose", percent(estimate.lose, error)))
    rows.append(("95 % interval", interval(error) or "exact"))
    rows.append(("Odds", odds(estimate.equity)))
    if needed is not None:
        rows.append(("A call needs", percent(needed)))
    if combos is not None:
        before, after = combos
        rows.append(("Combos", f"{count(after)} of {count(before)}" if after != before else count(before)))
    return rows


def class_title(name: str) -> str:
    """Return the name of a class of hands for people: lows, which have the rank as a name, are ``8 low``."""
    if not name.isdigit():
        return name
    return {"5": "wheel", "11": "J low", "12": "Q low", "13": "K low"}.get(name, f"{name} low")


class SeatDetails(Spoken):
    """Two columns: numbers on the left, hand classes as bars to scale on the right."""

    def __init__(self, index: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index, self._look = index, look
        self._rows: list[tuple[str, str]] = []
        self._classes: list[tuple[str, float]] = []
        self._trials = 0
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def show_estimate(
        self,
        game: Game,
        estimate: Estimate | None,
        combos: tuple[int, int] | None,
        *,
        trials: int,
        stale: bool,
        needed: float | None = None,
    ) -> None:
        """Show what is known of the seat; ``trials`` of a sampled result, 0 for an exact one; ``needed`` to call."""
        before = self.sizeHint()
        self._rows = facts(estimate, combos, needed) if estimate else []
        shares = estimate.classes if estimate else {}
        self._classes = [(class_title(name), shares[name]) for name in GAMES[game].classes if name in shares]
        self._trials, self._stale = trials, stale
        self.setAccessibleName(", ".join(f"{name} {value}" for name, value in self._rows))
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def class_texts(self) -> list[tuple[str, str]]:
        """Return the classes and their shares in words, with the digits that the trials support."""
        errors = (share_stderr(share, self._trials) if self._trials else 0.0 for _, share in self._classes)
        return [(name, percent(share, error)) for (name, share), error in zip(self._classes, errors, strict=True)]

    def sizeHint(self) -> QSize:
        return scaled_size(300, 10 + LINE * max(1, len(self._rows), len(self._classes)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        area = unscaled_rect(self)
        painter.setPen(QColor(theme.line))
        painter.drawLine(QPointF(0, 0.5), QPointF(area.width(), 0.5))
        if not self._rows:
            write(painter, QRectF(0, 6, area.width(), LINE), "No result yet", theme.muted, font(TEXT_SMALL), LEFT)
            return
        half = min(0.46 * area.width(), 200.0)
        self._paint_facts(painter, QRectF(0, 6, half, area.height()))
        self._paint_classes(painter, QRectF(half + 20, 6, area.width() - half - 20, area.height()))

    def _paint_facts(self, painter: QPainter, area: QRectF) -> None:
        theme = self._look.theme
        for i, (name, value) in enumerate(self._rows):
            line = QRectF(area.x(), area.y() + i * LINE, area.width(), LINE)
            write(painter, line, name, theme.muted, font(TEXT_SMALL), LEFT)
            ink = theme.muted if self._stale else theme.text
            write(painter, line, value, ink, font(TEXT_SMALL, QFont.Weight.Medium), RIGHT)

    def _paint_classes(self, painter: QPainter, area: QRectF) -> None:
        theme = self._look.theme
        metrics = QFontMetricsF(font(TEXT_SMALL))
        names = max((metrics.horizontalAdvance(name) for name, _ in self._classes), default=0) + 8
        values = metrics.horizontalAdvance("00.0000 %" if self._trials else "00.00 %") + 8
        room = area.width() - names - values
        top = max((share for _, share in self._classes), default=1.0) or 1.0
        color = mixed(theme.muted, theme.surface, 0.5) if self._stale else theme.seat(self._index)
        painter.setFont(font(TEXT_SMALL))
        for i, ((name, text), (_, share)) in enumerate(zip(self.class_texts(), self._classes, strict=True)):
            line = QRectF(area.x(), area.y() + i * LINE, area.width(), LINE)
            write(painter, line, name, theme.muted, align=LEFT)
            write(painter, line, text, theme.muted if self._stale else theme.text, align=RIGHT)
            if room > 8 and share > 0:
                bar = QPainterPath()
                bar.addRoundedRect(
                    QRectF(line.x() + names, line.center().y() - 4, max(1.5, room * share / top), 8), 2, 2
                )
                painter.fillPath(bar, color)
