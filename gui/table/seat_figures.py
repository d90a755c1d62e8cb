"""The numbers of a seat row: equity and its bar, the seat's marker, pot odds, the details of an expanded row."""

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import GAMES, Estimate, Game, Scenario, ScenarioError
from engine.equity.details.changes import SeatChange
from engine.equity.results import share_stderr
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
    """Computes the pot odds of all seats once for each state of the document.

    Of a tracked hand only the new actions are replayed. In a tournament the value of the chips in prizes is computed in
    the background; ``changed`` is emitted when it is available.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._values: Answers[SeatValues] = Answers(questions, "worth", self)
        self._values.changed.connect(self.changed)
        self._seen: Scenario | None = None
        self._tracked: TrackedSession | None = None
        self._needed: tuple[float | None, ...] = ()

    def needed(self, seat: int) -> float | None:
        """Return the share of the pot at which a call of this seat breaks even, or None if there is no bet to call."""
        self._update()
        return self._needed[seat]

    @property
    def values(self) -> SeatValues | None:
        """The value of all seats' chips in prizes, or None outside a tournament and until it has been computed."""
        self._update()
        return self._values.latest.current

    def _update(self) -> None:
        """Recompute if the document has changed since the last call."""
        scenario = self._document.scenario
        if scenario is self._seen:
            return
        self._needed = self._needed_shares(scenario)
        self._seen = scenario
        tournament = scenario.tournament
        if tournament is None or not tournament.complete:
            if self._values.latest.about is not None:
                self._values.forget()
            return
        state = None if self._tracked is None else self._tracked.state
        calls = tuple(call_of(scenario, seat, state) for seat in range(len(scenario.seats)))
        self._values.ask((tournament, calls), partial(seat_values, tournament, calls))

    def _needed_shares(self, scenario: Scenario) -> tuple[float | None, ...]:
        """Return the break-even share of each seat, from the Kelly panel if there is no tracked hand to continue."""
        self._tracked = self._hand_of(scenario) if is_tracking(scenario) else None
        if self._tracked is None:
            return needed_shares(scenario)
        from engine.kelly.hand.record import needed_shares_now

        return needed_shares_now(scenario, self._tracked.state)

    def _hand_of(self, scenario: Scenario) -> "TrackedSession | None":
        """Return the tracked hand, or None if it cannot be replayed; the previous one if only cards have changed."""
        from engine.kelly.hand.session import tracked_session  # slow to import: not before a hand is tracked

        # The hand follows from the Kelly panel alone, so other edits keep it. An edit of the panel usually appends an
        # action, which continues the previous hand.
        previous = self._seen
        if (
            previous is not None
            and (previous.game, len(previous.seats)) == (scenario.game, len(scenario.seats))
            and previous.kelly is scenario.kelly
        ):
            return self._tracked
        try:
            return tracked_session(scenario, self._tracked)
        except ScenarioError:
            return None


SIGN_ROOM = 16
"""Width of the percent sign and the gap before it."""
_TURNS = {"t1": -90.0, "t2": 0.0, "t": 90.0, "t3": 180.0}
TWO_LINES, TIGHT_LINE = 44, 12
"""The height from which there is room for two lines below a figure, and the height of each line."""
MIN_TEXT_SIZE = 8
"""Smallest size of the text below a figure."""


@dataclass(frozen=True, slots=True)
class SeatShare:
    """The equity of a seat; ``fair`` is 1 / active seats, ``stale``: it belongs to an older table.

    ``away``: the seat is not dealt in, though others are. ``needed``: the break-even share of the pot, None if there is
    no bet to call; ``in_money``: the same in prizes of a tournament. ``change``: the difference from the pinned equity.
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
        """Whether a call is profitable, or None if that is not known."""
        if self.estimate is None or self.needed is None or self.stale:
            return None
        return self.estimate.equity >= (self.needed if self.in_money is None else self.in_money)

    @property
    def odds_text(self) -> str:
        """The share of the pot that a call needs, as a text; "" if there is no bet to call."""
        return "" if self.needed is None else f"needs {needed_text(self.needed, self.in_money)} to call"


def needed_text(needed: float, in_money: float | None) -> str:
    """Return the text of the share that a call needs; in a tournament of those in chips and in money."""
    if in_money is None:
        return percent(needed)
    money = percent(in_money, exact_digits=1) if in_money <= 1.0 else f"more than 100{NO_BREAK}%"
    return f"{percent(needed, exact_digits=1)} in chips, {money} in money"


@dataclass(frozen=True, slots=True)
class FigureRoom:
    """The size of a figure in pixels at 100 %, and the largest size of its digits."""

    width: int
    height: int
    digits: int


class EquityFigure(Spoken):
    """The equity in large digits, with its interval and the difference from the pinned equity below.

    If there is room for only one line below, it is the difference.
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
        """Set the size of the figure."""
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
        """Return the interval, or "" if the figure is exact."""
        estimate = self.share.estimate
        return interval(estimate.stderr) if estimate else ""

    def change_text(self) -> str:
        """Return the difference from the pinned equity, or "" if none is pinned."""
        change = self.share.change
        return change_words(change) if change is not None else ""

    def change_meaning(self) -> str:
        """Return the difference as a phrase with the pinned equity, or "" if none is pinned."""
        change = self.share.change
        if change is None:
            return ""
        pinned = change.before
        texts = percent(pinned.equity, pinned.stderr), interval(pinned.stderr)
        return f"{self.change_text()} points vs. the pinned {' '.join(filter(None, texts))}"

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
        """Return the font of the figure: a smaller one if many digits do not fit."""
        large, room = font(self._room.digits, QFont.Weight.DemiBold), unscaled_rect(self).width() - SIGN_ROOM
        fits = QFontMetricsF(large).horizontalAdvance(number) <= room
        return large if fits else font(TEXT_LARGE, QFont.Weight.DemiBold)

    def _below_font(self, texts: list[str]) -> QFont:
        """Return the font of the lines below the figure: the largest in which no character is cut off."""
        room = unscaled_rect(self).width()
        for size in range(TEXT_SMALL, MIN_TEXT_SIZE, -1):
            fine = font(size)
            if all(QFontMetricsF(fine).horizontalAdvance(text) <= room for text in texts):
                return fine
        return font(MIN_TEXT_SIZE)

    def sizeHint(self) -> QSize:
        return scaled_size(self._room.width, self._room.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the digits of the equity, and below them the lines of interval and difference."""
        # Painted from right to left, so that the percent signs of all seats are below one another.
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
        # The digits and the lines below them are centred as one block.
        below = pitch * len(lines)
        cap = QFontMetricsF(figures).capHeight()
        baseline = round((room.height() - below + cap) / 2 - (1 if lines else 0))
        right, fine = room.width(), self._below_font([text for text, _ in lines])
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


class SeatEquityBar(Spoken):
    """A bar from 0 to 100 %: wins in full colour, the seat's part of splits lighter, a tick at the fair share.

    With a bet to call, a wedge marks the pot odds: the share that a call needs.
    """

    HEIGHT, LOW, WEDGE = 9, 7, 4.5

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self.share, self._height = SeatShare(), self.HEIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_low(self, low: bool) -> None:
        """Use the low form or the usual one."""
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
        """Return the explanation of the bar, its tick and its wedges, for the tool tip and screen readers."""
        share, parts = self.share, list[str]()
        if share.estimate is not None:
            e = share.estimate
            part = percent(max(0.0, e.equity - e.win), e.stderr)
            parts.append(f"Wins {percent(e.win, e.stderr)}, share of split pots {part}")
            parts.append(f"tick: break-even {percent(share.fair)}")
        if share.needed is not None:
            where = "wedge" if share.in_money is None else "wedges"
            parts.append(f"{where}: pot odds, {share.odds_text}")
        return "; ".join(parts)

    def sizeHint(self) -> QSize:
        return scaled_size(100, self._height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, the wedges at the equity that a call needs, and the tick at the fair share."""
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
        # In a tournament there are two wedges, since chips and prizes need different shares.
        for needed in (self.share.needed, self.share.in_money):
            if needed is not None and not self.share.away:
                self._paint_needed(painter, track.width() * min(needed, 1.0))
        if 0 < self.share.fair < 1 and not self.share.away:
            x = round(track.width() * self.share.fair) + 0.5
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            # A wider line in the background's colour first: it separates the tick from the bar.
            painter.setPen(QPen(QColor(theme.surface), 3))
            painter.drawLine(QPointF(x, 0), QPointF(x, self._height))
            painter.setPen(QPen(QColor(theme.text if not self.share.stale else theme.muted), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, self._height))

    def _paint_needed(self, painter: QPainter, x: float) -> None:
        """Paint a wedge with its tip at ``x``: an equity to the left of it is too small for a call."""
        theme, half = current_theme(), self.WEDGE
        wedge = QPolygonF([QPointF(x - half, 0), QPointF(x + half, 0), QPointF(x, self._height - 1.0)])
        ink = {None: theme.muted, True: theme.good, False: theme.bad}[self.share.pays]
        painter.setPen(QPen(QColor(theme.surface), 1.5))
        painter.setBrush(QColor(ink))
        painter.drawPolygon(wedge)


def seat_symbol_path(name: str, size: float) -> QPainterPath:
    """Return the outline of a marker of :data:`SEAT_SYMBOLS` around the origin, about ``size`` pixels wide."""
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
    """Return the corners of a regular polygon from ``start`` degrees on, of a star with points between at ``inner``."""
    count = corners if inner is None else 2 * corners
    points = []
    for i in range(count):
        r = radius if inner is None or i % 2 == 0 else inner
        angle = math.radians(start + 360 * i / count)
        points.append(QPointF(r * math.cos(angle), r * math.sin(angle)))
    return points


class SeatMarker(Guarded, QWidget):
    """A short piece of the seat's line in the charts, as in a legend."""

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._dimmed, self._low = False, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_dimmed(self, dimmed: bool) -> None:
        """Use a pale colour, as for a folded seat, or the full one."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.update()

    def set_low(self, low: bool) -> None:
        """Use the low form or the usual one."""
        self._low = low
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return scaled_size(22, 14 if self._low else 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line with its dashes, and the symbol of the seat in the middle."""
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
        # First with an outline in the colour of the background, which separates the symbol from the line.
        painter.setPen(QPen(QColor(theme.surface), 2))
        painter.setBrush(color)
        painter.drawPath(seat_symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPath(seat_symbol_path(SEAT_SYMBOLS[self._index % len(SEAT_SYMBOLS)], 9))


LINE = 17


def estimate_facts(estimate: Estimate, combos: tuple[int, int] | None, needed: str = "") -> list[tuple[str, str]]:
    """Return the numbers of a seat as (name, value), with one row for each number of seats that split.

    ``combos``: the combos of its range before and after card removal. ``needed``: the text of :func:`needed_text`.
    """
    error = estimate.stderr
    rows = [("Win", percent(estimate.win, error))]
    for seats, share in enumerate(estimate.split, 2):
        if share > 0 or seats == 2:
            rows.append(("Tie" if len(estimate.split) == 1 else f"Tie, {seats}-way", percent(share, error)))
    rows.append(("Lose", percent(estimate.lose, error)))
    rows.append(("95 % interval", interval(error) or "exact"))
    rows.append(("Odds", odds(estimate.equity)))
    for title, part in zip(("Needed to call", "and"), needed.split(", ") if needed else (), strict=False):
        rows.append((title, part))
    if combos is not None:
        before, after = combos
        rows.append(("Combos", f"{count(after)} of {count(before)}" if after != before else count(before)))
    return rows


def class_title(name: str) -> str:
    """Return the displayed name of a class of hands; the engine names lows by their rank: "8" is ``8 low``."""
    if not name.isdigit():
        return name
    return {"5": "wheel", "11": "J low", "12": "Q low", "13": "K low"}.get(name, f"{name} low")


class SeatDetails(Spoken):
    """Two columns: numbers on the left, the shares of hand classes as bars on the right."""

    def __init__(self, index: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index = index
        self._rows: list[tuple[str, str]] = []
        self._classes: list[tuple[str, float]] = []
        self._trials = 0.0
        """The number of independent deals with the same precision as the sampled ones; 0 if the result is exact."""
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_estimate(
        self,
        game: Game,
        estimate: Estimate | None,
        combos: tuple[int, int] | None,
        *,
        trials: float,
        stale: bool,
        needed: str = "",
    ) -> None:
        """Show the numbers of the seat; ``trials``: the independent deals of a sampled result, 0 for an exact one;
        ``needed``: the text of the share that a call needs, "" if there is no bet to call."""
        previous = self.sizeHint()
        self._rows = estimate_facts(estimate, combos, needed) if estimate else []
        shares = estimate.classes if estimate else {}
        self._classes = [(class_title(name), shares[name]) for name in GAMES[game].classes if name in shares]
        self._trials, self._stale = trials, stale
        self.setAccessibleName(", ".join(f"{name} {value}" for name, value in self._rows))
        if self.sizeHint() != previous:
            self.updateGeometry()
        self.update()

    def class_texts(self) -> list[tuple[str, str]]:
        """Return the classes and the texts of their shares, with as many digits as the trials support."""
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
        """Paint a line for each class: name, share, and a bar relative to the largest share."""
        theme = current_theme()
        metrics = QFontMetricsF(font(TEXT_SMALL))
        names = max((metrics.horizontalAdvance(name) for name, _ in self._classes), default=0) + 8
        # Fixed, because bars must not change their length when a share gets another digit.
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
