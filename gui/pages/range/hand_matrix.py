"""The displayed cells of the 13x13 matrix: weights, live combos and the colours of equities."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engine import Scenario, Snapshot
from engine.cards import COMBOS, combo_text
from engine.equity.details.matrix import Matrix, hand_name
from engine.ranges.holdem_matrix import (
    ALL_CELLS,
    ComboWeights,
    MatrixCell,
    blocked_combos,
    class_name,
    class_sizes,
    class_sums,
    class_weights,
    combos_at,
    suits_of,
)
from gui.look.guard import Guarded
from gui.look.painting import HeatScale, equity_scale, heat_color, scaled_painter
from gui.look.scale import at_most, px, scaled_size, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import Spoken, filled, label, named
from gui.parts.cells import Cell
from gui.parts.choice_bar import ChoiceBar
from gui.parts.detail_page import why_empty
from gui.state.document import Document
from gui.state.latest import LatestDetail, same_sources
from gui.state.session import Session
from gui.words.formatting import interval, percent, short_percent

MATRIX = "matrix"
FOLDED = "A folded seat has no equity."
EMPTY = "This seat is empty: give it cards or a range."

STRIP = 10.0
STEPS = 21
"""Number of boxes in the legend's strip; odd, so that one is in the middle."""
MAX_WIDTH = 240
HEIGHT = 32
CHOICES = {"weights": "weights", "equity": "equity"}


@dataclass(frozen=True, slots=True)
class HandEquity:
    """The share of a hand in the joint distribution of all seats, its equity, and the equity's standard error.

    ``stderr`` is None if there are too few trials to estimate it.
    """

    share: float
    equity: float
    stderr: float | None


@dataclass(frozen=True, slots=True, eq=False)
class HandEquities:
    """The hands in the range of the seat ``name``, by class (``AKs``) and by combo (``AhKh``)."""

    name: str
    snapshot: Snapshot
    classes: Mapping[str, HandEquity]
    combos: Mapping[str, HandEquity]
    scale: HeatScale
    stale: bool


def hand_equities(detail: LatestDetail[Matrix] | None, seat: int) -> HandEquities | None:
    """Return the equities of ``seat`` in a ``matrix`` detail, or None if it is not dealt in or has no opponent."""
    if detail is None or len(detail.snapshot.active) < 2 or seat not in detail.value.seats:
        return None
    matrix, row = detail.value, detail.value.seats.index(seat)
    share, equity, stderr = (numbers[row].tolist() for numbers in (matrix.share, matrix.equity, matrix.stderr))
    # The detail numbers the 1326 combos first, then the 169 classes; hands that cannot be dealt have no share.
    hands = {
        hand: HandEquity(share[hand], equity[hand], None if isnan(stderr[hand]) else stderr[hand])
        for hand in np.flatnonzero(matrix.share[row]).tolist()
    }
    return HandEquities(
        detail.snapshot.seats[seat].name,
        detail.snapshot,
        {hand_name(hand): numbers for hand, numbers in hands.items() if hand >= len(COMBOS)},
        {hand_name(hand): numbers for hand, numbers in hands.items() if hand < len(COMBOS)},
        equity_scale(len(detail.snapshot.active)),
        detail.stale,
    )


class HandHeat:
    """Provides the equities of each hand in a seat's range, as far as the session has computed them."""

    def __init__(self, document: Document, session: Session) -> None:
        self._document, self._session = document, session
        self._read: tuple[object, ...] = ()
        self._equities: HandEquities | None = None

    def request(self, *, visible: bool) -> None:
        """Request the equities from the session, or withdraw the request; called when the page is shown or hidden."""
        self._session.request_details("range", {MATRIX} if visible else ())

    def of(self, seat: int) -> HandEquities | None:
        """Return the equities of a seat's hands, stale if they are from an earlier table, or None."""
        result = self._session.detail(MATRIX, Matrix)
        if result is not None and not _same_table(result.snapshot.scenario, self._document.scenario):
            result = None
        read = (result.value, result.snapshot.seats, result.stale, seat) if result is not None else ()
        if not same_sources(read, self._read):
            self._read, self._equities = read, hand_equities(result, seat)
        return self._equities

    def missing_reason(self, seat: int) -> str:
        """Return the reason why a seat has no equities."""
        scenario = self._document.scenario
        if scenario.seats[seat].folded:
            return FOLDED
        not_dealt = scenario.seats[seat].empty and any(s.plays for s in scenario.seats)
        return EMPTY if not_dealt else why_empty(scenario, self._session)


def _same_table(one: Scenario, other: Scenario) -> bool:
    """Return True if an index means the same seat in both."""
    return one.game == other.game and [s.plays for s in one.seats] == [s.plays for s in other.seats]


def weight_cells(
    weights: ComboWeights, known: int = 0, equities: HandEquities | None = None, *, hot: bool = False
) -> tuple[Cell, ...]:
    """Return the 169 cells of a range, row by row.

    ``weights`` float64[1326]: the weight of each combo. ``known``: the mask of the cards that the seat cannot hold.
    ``hot``: colour the hands in the range by their ``equities``.
    """
    (means, mixed), sizes, blocked = class_weights(weights), class_sizes(), class_sums(blocked_combos(known))
    return tuple(
        _cell(place, float(means[i]), bool(mixed[i]), (int(sizes[i] - blocked[i]), int(sizes[i])), equities, hot)
        for i, place in enumerate(ALL_CELLS)
    )


def _cell(
    place: MatrixCell, weight: float, mixed: bool, combos: tuple[int, int], equities: HandEquities | None, hot: bool
) -> Cell:
    """Return the cell of a class; ``combos``: its combos without known cards, and all of them."""
    name, (live, size) = class_name(place), combos
    hand = equities.classes.get(name) if equities is not None and weight > 0 else None
    partial = mixed or 0 < weight < 1
    cell = Cell(
        name,
        weight,
        mixed,
        1 - live / size,
        strong=place[0] == place[1],
        note=weight_note(weight) if partial and not hot else "",
        speech=_speech(name, weight, mixed, combos) + _equity_text(hand, equities),
    )
    return _heated(cell, hand, equities, 0) if hot else cell


def _heated(cell: Cell, hand: HandEquity | None, equities: HandEquities | None, digits: int) -> Cell:
    """Return ``cell`` with the colour of the hand's equity and the number in percent, with ``digits`` decimals."""
    if hand is None or equities is None:
        return replace(cell, hot=True)
    note = f"{100 * hand.equity:.{digits}f}"
    return replace(cell, hot=True, tone=equities.scale.tone(hand.equity), stale=equities.stale, note=note)


def _equity_text(hand: HandEquity | None, equities: HandEquities | None) -> str:
    if hand is None or equities is None:
        return ""
    error = hand.stderr or 0.0
    accuracy = f" {interval(error)}" if error else " (too few deals)" if hand.stderr is None else ""
    stale = ", before the last change" if equities.stale else ""
    return f", equity {percent(hand.equity, error)}{accuracy}, {percent(hand.share)} of its range{stale}"


def weight_note(weight: float) -> str:
    """Return a weight in whole percent; ``<1`` or ``>99`` if it would be rounded to 0 or 100."""
    if 0 < weight < 0.01:
        return "<1"
    return ">99" if 0.99 < weight < 1 else f"{100 * weight:.0f}"


def _speech(name: str, weight: float, mixed: bool, combos: tuple[int, int]) -> str:
    live, size = combos
    parts = [f"{name}: {size} combos" if live == size else f"{name}: {live} of {size} combos left"]
    if weight > 0:
        parts.append(f"weights vary, average {percent_text(weight)}" if mixed else percent_text(weight))
    else:
        parts.append("not in the range")
    return ", ".join(parts)


def percent_text(weight: float) -> str:
    """Return a weight in percent with at most two decimals, without trailing zeros."""
    return f"{100 * weight:.2f}".rstrip("0").rstrip(".") + "\u00a0%"


def combo_cells(
    place: MatrixCell, weights: ComboWeights, known: int, equities: HandEquities | None = None, *, hot: bool = False
) -> dict[MatrixCell, tuple[int, Cell]]:
    """Return the combos of a cell of the matrix, each with its own cell, by the suits of the higher and the lower card.

    The parameters are those of :func:`weight_cells`.
    """
    result = {}
    blocked = blocked_combos(known)
    for combo in combos_at(place):
        suits, weight = suits_of(combo), float(weights[combo])
        dead = bool(blocked[combo])
        name = combo_text(combo)
        hand = equities.combos.get(name) if equities is not None and weight > 0 else None
        speech = f"{name}: {percent_text(weight) if weight else 'not in the range'}"
        speech += (", blocked by a known card" if dead else "") + _equity_text(hand, equities)
        note = weight_note(weight) if 0 < weight < 1 and not hot else ""
        cell = Cell(name, weight, blocked=float(dead), note=note, speech=speech, suits=suits)
        result[suits] = combo, _heated(cell, hand, equities, 1) if hot else cell
    return result


class HeatLegend(Spoken):
    """Explains the colours of a :class:`HeatScale`; ``middle``: the name of its middle, such as "fair"."""

    def __init__(self, middle: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._middle = middle
        self._scale: HeatScale | None = None
        self._stale = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        at_most(self, width=MAX_WIDTH)

    def show_scale(self, scale: HeatScale | None, *, stale: bool) -> None:
        """Explain ``scale``; None empties the legend."""
        if (scale, stale) != (self._scale, self._stale):
            self._scale, self._stale = scale, stale
            self.setAccessibleName(self.words)
            self.setToolTip(self.words)
            self.update()

    @property
    def words(self) -> str:
        scale = self._scale
        if scale is None:
            return ""
        low, middle, high = (short_percent(value) for value in (scale.low, scale.middle, scale.high))
        return f"Orange: less than {middle} ({self._middle}), down to {low}; blue: more, up to {high} and beyond"

    def sizeHint(self) -> QSize:
        return scaled_size(180, round(STRIP + 4 + QFontMetricsF(font(TEXT_SMALL)).height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the strip of colours, and below it the shares at its left end, middle and right end."""
        scale, theme = self._scale, current_theme()
        if scale is None:
            return
        painter, area = scaled_painter(self), unscaled_rect(self)
        width = area.width() / STEPS
        for i in range(STEPS):
            tone = 2 * i / (STEPS - 1) - 1
            # Half a pixel wider, so that rounding leaves no gaps between the steps.
            painter.fillRect(QRectF(i * width, 0, width + 0.5, STRIP), heat_color(theme, tone, stale=self._stale))
        painter.setPen(QPen(QColor(theme.outline), 1.0))
        painter.drawLine(round(area.width() / 2), 0, round(area.width() / 2), round(STRIP))
        painter.setPen(QColor(theme.muted))
        painter.setFont(font(TEXT_SMALL))
        below = area.adjusted(0, STRIP + 2, 0, 0)
        aligned = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight
        low, middle, high = (short_percent(value) for value in (scale.low, scale.middle, scale.high))
        named_middle = f"{self._middle} {middle}"
        fits = painter.fontMetrics().horizontalAdvance(f"{low}  {named_middle}  {high}") <= area.width()
        texts = low, named_middle if fits else middle, high
        for text, align in zip(texts, aligned, strict=True):
            painter.drawText(below, align | Qt.AlignmentFlag.AlignTop, text)


class HeatBar(Guarded, QWidget):
    """The choice between weights and equities in the matrix, with a legend of the colours.

    ``chosen`` carries ``weights`` or ``equity``; the owner then calls :meth:`show_choice`.
    """

    chosen = Signal(str)

    def __init__(self, prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self.choice = ChoiceBar(f"{prefix}.show", "Numbers in the matrix", CHOICES, self)
        self.choice.chips["equity"].setToolTip("Color the hands of the range by equity; numbers in percent")
        self.choice.chips["weights"].setToolTip("Color the hands of the range by weight")
        self.legend = named(HeatLegend("break-even", self), f"{prefix}.legend")
        self.message = label("", self, name=f"{prefix}.heatMessage", weight=QFont.Weight.Normal)
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        parts = self.choice, (self.legend, 1), (self.message, 1)
        filled(QHBoxLayout(self), *parts, spacing=12, margins=(2, 0, 2, 0)).addStretch()
        self.choice.chosen.connect(self.chosen)
        self.show_choice("weights", None, "")

    def show_choice(self, key: str, scale: HeatScale | None, message: str, *, stale: bool = False) -> None:
        """Show the current choice, and the legend of ``scale``, or ``message`` if there is no scale."""
        self.choice.show_choice(key)
        self.legend.show_scale(scale, stale=stale)
        self.legend.setVisible(scale is not None)
        self.message.setText(message)
        self.message.setToolTip(message)
        self.message.setVisible(scale is None)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), px(HEIGHT))
