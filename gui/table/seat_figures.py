"""The numbers of a seat row: equity with its bar, the seat's sign, pot odds, the details of an expanded row."""

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import GAMES, Estimate, Game, Scenario, ScenarioError
from engine.equity.details.changes import SeatChange
from engine.equity.results import independent_deals, share_stderr
from engine.kelly.panel import is_tracking, needed_shares
from engine.tournament.calls import SeatValues, call_of, seat_values
from gui.look.guard import Guarded
from gui.look.painting import LEFT, RIGHT, scaled_painter, smooth_painter, write
from gui.look.scale import fix, scaled_size, unscaled_rect
from gui.look.theme import (
    SEAT_DASHES,
    SEAT_SYMBOLS,
    TEXT,
    TEXT_HERO,
    TEXT_LARGE,
    TEXT_SMALL,
    current_theme,
    font,
    mixed,
)
from gui.parts.build import Spoken
from gui.state.document import Document
from gui.state.latest import Answers, Questions
from gui.words.captions import NOT_DEALT_IN
from gui.words.formatting import NO_BREAK, change_ink, change_words, count, interval, odds, percent

if TYPE_CHECKING:
    from engine.kelly.hand.session import TrackedSession


class PotOdds(QObject):
    """Computes them once for each state of the document; of a tracked hand only new actions are played.

    In a tournament what chips are worth in prizes is computed in the background; ``changed``: it is there.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._worth: Answers[SeatValues] = Answers(questions, "worth", self)
        self._worth.changed.connect(self.changed)
        self._seen: Scenario | None = None
        self._now: TrackedSession | None = None
        self._needed: tuple[float | None, ...] = ()

    def needed(self, seat: int) -> float | None:
        """Return which share of the pot a seat needs so that a call costs it nothing; None where nothing is to call."""
        self._follow()
        return self._needed[seat]

    @property
    def worth(self) -> SeatValues | None:
        """The worth of the chips of the seats in prizes; None until it is computed, and outside a tournament."""
        self._follow()
        return self._worth.latest.current

    def _follow(self) -> None:
        scenario = self._document.scenario
        if scenario is self._seen:
            return
        self._needed = self._work_out(scenario)
        self._seen = scenario
        tournament = scenario.tournament
        if tournament is None or not tournament.complete:
            if self._worth.latest.about is not None:
                self._worth.forget()
            return
        state = None if self._now is None else self._now.state
        calls = tuple(call_of(scenario, seat, state) for seat in range(len(scenario.seats)))
        self._worth.ask((tournament, calls), partial(seat_values, tournament, calls))

    def _work_out(self, scenario: Scenario) -> tuple[float | None, ...]:
        """Return the share that each seat needs; from the panel where the tracked hand cannot be continued."""
        self._now = self._hand_of(scenario) if is_tracking(scenario) else None
        if self._now is None:
            return needed_shares(scenario)
        from engine.kelly.hand.record import needed_shares_now

        return needed_shares_now(scenario, self._now.state)

    def _hand_of(self, scenario: Scenario) -> "TrackedSession | None":
        """Return the tracked hand, which is the one from before where only cards have changed."""
        from engine.kelly.hand.session import tracked_session  # once a hand is tracked: a start does without it

        before = self._seen
        same_table = before is not None and (before.game, len(before.seats)) == (scenario.game, len(scenario.seats))
        if before is not None and same_table and before.kelly is scenario.kelly:
            return self._now
        try:
            return tracked_session(scenario, self._now)
        except ScenarioError:
            return None


SIGN_ROOM = 16
"""Width of the percent sign and the gap before it."""
_TURNS = {"t1": -90.0, "t2": 0.0, "t": 90.0, "t3": 180.0}
TWO_LINES, TIGHT_LINE = 44, 12
"""Height from which a figure has room for two lines below it, and the height of each of them."""
LEAST_TEXT = 8
"""Smallest size of the text below a figure."""


@dataclass(frozen=True, slots=True)
class SeatShare:
    """The equity of a seat; ``fair`` is 1 / active seats, ``stale``: of an older table.

    ``away``: the seat is not dealt in, though others are. ``needed``: the share of the pot from which on a call pays,
    None without a bet to call; ``in_money``: the same in prizes of a tournament. ``change``: the difference from the
    pinned equity.
    """

    estimate: Estimate | None = None
    fair: float = 0.0
    stale: bool = False
    away: bool = False
    needed: float | None = None
    change: SeatChange | None = None
    in_money: float | None = None

    @property
    def pays(self) -> bool | None:
        """Whether a call pays; None where that is not known."""
        if self.estimate is None or self.needed is None or self.stale:
            return None
        return self.estimate.equity >= (self.needed if self.in_money is None else self.in_money)

    @property
    def odds_text(self) -> str:
        """The share that a call needs, in words; empty without a bet to call."""
        return "" if self.needed is None else f"a call needs {needed_text(self.needed, self.in_money)}"


def needed_text(needed: float, in_money: float | None) -> str:
    """Return the share that a call needs, in a tournament in chips and in money."""
    if in_money is None:
        return percent(needed)
    money = percent(in_money, exact_digits=1) if in_money <= 1.0 else f"more than 100{NO_BREAK}%"
    return f"{percent(needed, exact_digits=1)} in chips, {money} in money"


@dataclass(frozen=True, slots=True)
class FigureRoom:
    """How much room a figure has in pixels, and the largest size of its digits."""

    width: int
    height: int
    digits: int


class EquityFigure(Spoken):
    """The equity in large figures; below it its interval, and the difference from the pinned one with its interval.
    Where there is room for one line only, that is the difference.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share, self._room = SeatShare(), FigureRoom(104, 44, TEXT_HERO)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def show_share(self, share: SeatShare) -> None:
        """Show ``share``."""
        if share == self.share:
            return
        self.share = share
        self.setAccessibleName(self._spoken())
        self.setToolTip(self.change_meaning())
        self.update()

    def set_room(self, room: FigureRoom) -> None:
        """Take so much room."""
        self._room = room
        fix(self, height=room.height)
        self.updateGeometry()

    def text(self) -> str:
        """Return the figure as text."""
        estimate = self.share.estimate
        if self.share.away:
            return NOT_DEALT_IN
        return percent(estimate.equity, estimate.stderr) if estimate else "–"

    def interval_text(self) -> str:
        """Return the interval, empty where the figure is exact."""
        estimate = self.share.estimate
        return interval(estimate.stderr) if estimate else ""

    def change_text(self) -> str:
        """Return the difference from the pinned equity, empty without one."""
        change = self.share.change
        return change_words(change) if change is not None else ""

    def change_meaning(self) -> str:
        """Return the difference in words, empty without one."""
        change = self.share.change
        if change is None:
            return ""
        before = " ".join(
            filter(None, (percent(change.before.equity, change.before.stderr), interval(change.before.stderr)))
        )
        return f"{self.change_text()} points against the pinned {before}"

    def _spoken(self) -> str:
        if self.share.away:
            return self.text()
        equity = f"Equity {self.text()} {self.interval_text()}".strip()
        return ", ".join(filter(None, (equity, self.share.odds_text, self.change_meaning())))

    def _lines(self) -> list[tuple[str, str]]:
        """Return the lines below the figure and their colours."""
        theme, change = current_theme(), self.share.change
        lines = [(self.interval_text(), theme.muted)]
        if change is not None:
            lines.append((self.change_text(), change_ink(change, theme)))
        lines = [line for line in lines if line[0]]
        return lines if self._room.height >= TWO_LINES else lines[-1:]

    def figure_font(self, number: str) -> QFont:
        """Return the font of the figure: a smaller one where many digits would not fit."""
        large, room = font(self._room.digits, QFont.Weight.DemiBold), unscaled_rect(self).width() - SIGN_ROOM
        return (
            large if QFontMetricsF(large).horizontalAdvance(number) <= room else font(TEXT_LARGE, QFont.Weight.DemiBold)
        )

    def _below(self, texts: list[str]) -> QFont:
        """Return the font of the lines below the figure: a smaller one where a sign would be cut off."""
        room = unscaled_rect(self).width()
        for size in range(TEXT_SMALL, LEAST_TEXT, -1):
            fine = font(size)
            if all(QFontMetricsF(fine).horizontalAdvance(text) <= room for text in texts):
                return fine
        return font(LEAST_TEXT)

    def sizeHint(self) -> QSize:
        return scaled_size(self._room.width, self._room.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter, room = scaled_painter(self), unscaled_rect(self)
        if self.share.away:
            write(painter, room, NOT_DEALT_IN, theme.muted, font(TEXT_SMALL), RIGHT)
            return
        known = self.share.estimate is not None
        faint = mixed(theme.muted, theme.surface, 0.35)
        ink = QColor(theme.text) if known and not self.share.stale else faint
        lines = self._lines()
        number = self.text().removesuffix("\u00a0%")
        figures, sign = self.figure_font(number), font(TEXT)
        pitch = QFontMetricsF(font(TEXT_SMALL)).height() if len(lines) < 2 else TIGHT_LINE
        below = pitch * len(lines)
        cap = QFontMetricsF(figures).capHeight()
        baseline = round((room.height() - below + cap) / 2 - (1 if lines else 0))
        right, fine = room.width(), self._below([text for text, _ in lines])
        if known:
            painter.setFont(sign)
            painter.setPen(faint if self.share.stale else QColor(theme.muted))
            right -= QFontMetricsF(sign).horizontalAdvance("%")
            painter.drawText(QPointF(right, baseline), "%")
            right -= 3
        painter.setFont(figures)
        painter.setPen(ink)
        painter.drawText(QPointF(right - QFontMetricsF(figures).horizontalAdvance(number), baseline), number)
        for i, (text, color) in enumerate(lines):
            area = QRectF(0, baseline + 2 + i * pitch, room.width(), pitch + 2)
            write(painter, area, text, faint if self.share.stale else color, fine, RIGHT)


class EquityBar(Spoken):
    """Win in full colour, the seat's part of splits lighter, on a track of 100%; a tick at the fair share.

    With a bet to call, a wedge marks the pot odds: the share that the seat needs.
    """

    HEIGHT, LOW, WEDGE = 9, 7, 4.5

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self.share, self._height = SeatShare(), self.HEIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_low(self, low: bool) -> None:
        """Take less height."""
        self._height = self.LOW if low else self.HEIGHT
        self.updateGeometry()

    def show_share(self, share: SeatShare) -> None:
        """Show ``share``."""
        if share != self.share:
            self.share = share
            self.setToolTip(self._meaning())
            self.setAccessibleName(self._meaning())
            self.update()

    def _meaning(self) -> str:
        share, parts = self.share, list[str]()
        if share.estimate is not None:
            e = share.estimate
            part = percent(max(0.0, e.equity - e.win), e.stderr)
            parts.append(f"Wins {percent(e.win, e.stderr)}, part of splits {part}")
            parts.append(f"the tick is the fair share {percent(share.fair)}")
        if share.needed is not None:
            where = "the wedge is" if share.in_money is None else "the wedges are"
            parts.append(f"{where} at the pot odds: {share.odds_text}")
        return "; ".join(parts)

    def sizeHint(self) -> QSize:
        return scaled_size(100, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        track = QRectF(0, 2, unscaled_rect(self).width(), self._height - 4)
        shape = QPainterPath()
        shape.addRoundedRect(track, track.height() / 2, track.height() / 2)
        painter.fillPath(shape, mixed(theme.surface, theme.text, 0.09))
        estimate, color = self.share.estimate, theme.seat(self._index)
        if self.share.stale:
            color = mixed(theme.muted, theme.surface, 0.5)
        if estimate is not None:
            painter.save()
            painter.setClipPath(shape)
            win, equity = track.width() * estimate.win, track.width() * estimate.equity
            painter.fillRect(QRectF(0, track.top(), equity, track.height()), mixed(color, theme.surface, 0.55))
            painter.fillRect(QRectF(0, track.top(), win, track.height()), color)
            painter.restore()
        for needed in (self.share.needed, self.share.in_money):
            if needed is not None and not self.share.away:
                self._paint_needed(painter, track.width() * min(needed, 1.0))
        if 0 < self.share.fair < 1 and not self.share.away:
            x = round(track.width() * self.share.fair) + 0.5
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(theme.surface), 3))
            painter.drawLine(QPointF(x, 0), QPointF(x, self._height))
            painter.setPen(QPen(QColor(theme.text if not self.share.stale else theme.muted), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, self._height))

    def _paint_needed(self, painter: QPainter, x: float) -> None:
        """Paint a wedge at the upper edge: equities left of it are too small."""
        theme, half = current_theme(), self.WEDGE
        wedge = QPolygonF([QPointF(x - half, 0), QPointF(x + half, 0), QPointF(x, self._height - 1.0)])
        ink = {None: theme.muted, True: theme.good, False: theme.bad}[self.share.pays]
        painter.setPen(QPen(QColor(theme.surface), 1.5))
        painter.setBrush(QColor(ink))
        painter.drawPolygon(wedge)


def symbol_path(name: str, size: float) -> QPainterPath:
    """Return a marker of :data:`SEAT_SYMBOLS` round the origin, about ``size`` pixels across."""
    path = QPainterPath()
    r = size / 2
    if name == "o":
        path.addEllipse(QPointF(0, 0), r, r)
    elif name == "s":
        path.addRect(QRectF(-0.85 * r, -0.85 * r, 1.7 * r, 1.7 * r))
    elif name == "star":
        path.addPolygon(_ring(5, 1.15 * r, -90, inner=0.5 * r))
    elif name in _TURNS:
        path.addPolygon(_ring(3, 1.15 * r, _TURNS[name]))
    else:
        path.addPolygon(_ring({"d": 4, "p": 5, "h": 6}[name], 1.1 * r, -90))
    path.closeSubpath()
    return path


def _ring(corners: int, radius: float, start: float, inner: float | None = None) -> list[QPointF]:
    count = corners if inner is None else 2 * corners
    points = []
    for i in range(count):
        r = radius if inner is None or i % 2 == 0 else inner
        angle = math.radians(start + 360 * i / count)
        points.append(QPointF(r * math.cos(angle), r * math.sin(angle)))
    return points


class SeatMarker(Guarded, QWidget):
    """A short sample of the seat's line in the charts."""

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._dimmed, self._low = False, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_dimmed(self, dimmed: bool) -> None:
        """Step back, as a folded seat does."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.update()

    def set_low(self, low: bool) -> None:
        """Take less height."""
        self._low = low
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return scaled_size(22, 14 if self._low else 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        color: QColor = theme.seat(self._index)
        if self._dimmed:
            color = mixed(color, theme.surface, 0.55)
        painter = smooth_painter(self)
        area = unscaled_rect(self)
        middle = area.center()
        pen = QPen(color, 1.5, SEAT_DASHES[self._index % len(SEAT_DASHES)], Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(0, middle.y()), QPointF(area.width(), middle.y()))
        painter.translate(middle)
        painter.setPen(QPen(QColor(theme.surface), 2))
        painter.setBrush(color)
        painter.drawPath(symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPath(symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))


LINE = 17


def facts(estimate: Estimate, combos: tuple[int, int] | None, needed: str = "") -> list[tuple[str, str]]:
    """Return the numbers of a seat as (name, value), splits by the number of seats that share."""
    error = estimate.stderr
    rows = [("Win", percent(estimate.win, error))]
    shown = [(k + 2, share) for k, share in enumerate(estimate.split) if share > 0 or k == 0]
    for seats, share in shown:
        rows.append(("Tie" if len(estimate.split) == 1 else f"Tie, {seats}-way", percent(share, error)))
    rows.append(("Lose", percent(estimate.lose, error)))
    rows.append(("95 % interval", interval(error) or "exact"))
    rows.append(("Odds", odds(estimate.equity)))
    for title, part in zip(("A call needs", "and"), needed.split(", ") if needed else (), strict=False):
        rows.append((title, part))
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

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._rows: list[tuple[str, str]] = []
        self._classes: list[tuple[str, float]] = []
        self._trials = 0.0
        """The independent deals that tell as much as the sampled ones; 0: exact."""
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_estimate(
        self,
        game: Game,
        estimate: Estimate | None,
        combos: tuple[int, int] | None,
        *,
        trials: int,
        stale: bool,
        needed: str = "",
    ) -> None:
        """Show the numbers of the seat; ``trials`` of a sampled result, 0 for an exact one; ``needed`` to call, in
        words, empty without a bet to call."""
        before = self.sizeHint()
        self._rows = facts(estimate, combos, needed) if estimate else []
        shares = estimate.classes if estimate else {}
        self._classes = [(class_title(name), shares[name]) for name in GAMES[game].classes if name in shares]
        self._trials, self._stale = independent_deals(game, trials), stale
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
        theme = current_theme()
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
        theme = current_theme()
        for i, (name, value) in enumerate(self._rows):
            line = QRectF(area.x(), area.y() + i * LINE, area.width(), LINE)
            write(painter, line, name, theme.muted, font(TEXT_SMALL), LEFT)
            ink = theme.muted if self._stale else theme.text
            write(painter, line, value, ink, font(TEXT_SMALL, QFont.Weight.Medium), RIGHT)

    def _paint_classes(self, painter: QPainter, area: QRectF) -> None:
        theme = current_theme()
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
