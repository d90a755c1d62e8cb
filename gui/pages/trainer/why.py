"""What stands behind an answer: a bar of the equity with the guess and the price, and a table: what each option is
worth, or what the opponent holds and how the hand stands against it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import Snapshot
from engine.cards import COMBOS, RAZZ_RANKS
from engine.details.made import Made
from engine.details.matrix import Matrix
from engine.details.starting_hands import DownPairs
from engine.ranges.holdem_matrix import ALL_PLACES, class_sums
from engine.training.record import Choice, Given, Guess
from engine.training.spots import Option, Question
from gui.look.formatting import percent, signed_chips
from gui.look.painting import fill_box, smooth_painter
from gui.look.scale import scaled_size, unscaled_rect
from gui.look.theme import current_theme
from gui.parts.build import named
from gui.parts.spoken import Spoken
from gui.parts.table import Column, TableData

BAR = 18.0
MARK = 3.0
OPPONENT = 1
LEAST_SHARE = 0.005
"""Rarer hands are not listed."""


class EquityBar(Spoken):
    """The equity of the first seat from left to right, with marks for the guess and for what a call needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.bar", "Equity")
        self._equity: float | None = None
        self._marks: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_equity(self, equity: float | None, marks: Sequence[float] = (), words: str = "") -> None:
        """Show an equity, None: nothing; ``words`` say it to screen readers."""
        self._equity, self._marks = equity, tuple(marks)
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(200, round(BAR))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, area, theme = smooth_painter(self), unscaled_rect(self), current_theme()
        fill_box(painter, area, theme.raised, 3)
        if self._equity is None:
            return
        width = area.width()
        fill_box(painter, QRectF(0, 0, width * self._equity, area.height()), theme.seat(0), 3)
        for mark in self._marks:
            fill_box(painter, QRectF(width * mark - MARK / 2, 0, MARK, area.height()), theme.text, 0)


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A row: its name, the texts of its further cells, and whether it is set off."""

    name: str
    cells: tuple[str, ...]
    strong: bool = False


def why_table(question: Question | None, answer: Given | None) -> TableData[WhyRow]:
    """Return what stands behind an answer; nothing before there is one."""
    if question is None or answer is None:
        return TableData()
    if isinstance(answer, Choice) and any(option.frequency is not None for option in question.options):
        return _options_table(question, answer)
    snapshot = question.snapshot
    rows = tuple(_held(snapshot)) if snapshot is not None else ()
    return _table(("He holds", "how often", "your equity"), rows)


def _table(titles: Sequence[str], rows: tuple[WhyRow, ...]) -> TableData[WhyRow]:
    columns: tuple[Column[WhyRow], ...] = (
        Column(titles[0], lambda row: row.name, number=False, wide=True),
        *(Column(title, partial(_cell, place)) for place, title in enumerate(titles[1:])),
    )
    return TableData(columns, rows, strong=lambda row: row.strong, key=lambda row: row.name)


def _cell(place: int, row: WhyRow) -> str:
    return row.cells[place]


def _options_table(question: Question, answer: Choice) -> TableData[WhyRow]:
    def cells(option: Option) -> tuple[str, ...]:
        frequency = "" if option.frequency is None else percent(option.frequency, exact_digits=0)
        return signed_chips(option.ev), percent(question.loss(option), exact_digits=1), frequency

    rows = tuple(WhyRow(option.name, cells(option), option.name == answer.choice) for option in question.options)
    return _table(("Action", "EV", "loses, of the pot", "best play"), rows)


def _held(snapshot: Snapshot) -> Iterator[WhyRow]:
    """Yield groups of the opponent's hands, how often he holds them and the equity of the first seat against them."""
    made, pairs, matrix = (snapshot.details.get(name) for name in ("made", "down_cards", "matrix"))
    if isinstance(made, Made) and made.seats:
        own = next(seat for seat in made.seats if seat.seat == OPPONENT)
        for group in ("made", "draws"):
            for row in own.rows(group):
                if row.share >= LEAST_SHARE:
                    yield _row(row.name, row.share, row.equity)
    elif isinstance(pairs, DownPairs):
        yield from _by_down_cards(pairs)
    elif isinstance(matrix, Matrix):
        yield from _by_class(matrix)


def _row(name: str, share: float, equity: float) -> WhyRow:
    """Return a row of hands that have ``equity`` against the first seat."""
    return WhyRow(name, (percent(share, exact_digits=1), percent(1 - equity, exact_digits=1)))


def _by_down_cards(pairs: DownPairs) -> Iterator[WhyRow]:
    for seat in pairs.seats:
        if seat.seat != OPPONENT:
            continue
        low, high = seat.pairs.T
        groups = [("a pair in the hole", low == high)]
        groups += [(f"{rank} and lower in the hole", (high == at) & (low < at)) for at, rank in enumerate(RAZZ_RANKS)]
        for name, which in groups[1:] + groups[:1]:
            share = float(seat.probability[which].sum())
            if share >= LEAST_SHARE:
                yield _row(name, share, float(seat.probability[which] @ seat.equity[which]) / share)


def _by_class(matrix: Matrix) -> Iterator[WhyRow]:
    row = matrix.seats.index(OPPONENT)
    share, equity = (numbers[row, : len(COMBOS)] for numbers in (matrix.share, matrix.equity))
    shares, worth = class_sums(share), class_sums(np.where(share > 0, share * equity, 0.0))
    down, across = np.array(ALL_PLACES).T
    low = np.maximum(down, across)
    pair, suited, ace = down == across, down < across, np.minimum(down, across) == 0
    for name, which in (
        ("aces to tens in pairs", pair & (low <= 4)),
        ("lower pairs", pair & (low > 4)),
        ("suited aces", suited & ace),
        ("other suited hands", suited & ~ace),
        ("offsuit aces", ~suited & ~pair & ace),
        ("other offsuit hands", ~suited & ~pair & ~ace),
    ):
        total = float(shares[which].sum())
        if total >= LEAST_SHARE:
            yield _row(name, total, float(worth[which].sum()) / total)


def bar_marks(question: Question, answer: Given) -> tuple[float, ...]:
    """Return the marks of the bar: the guess, or what a call needs."""
    if isinstance(answer, Guess):
        return (answer.guess,)
    return (question.needed,) if question.bet > 0 else ()
