"""The explanation of an answer: a bar of the equity with the guess or the price, and a table with the value of each
option, or with the opponent's hands and the equity against them. Also the score of a pack as a line and a chart, and
the table of all packs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import GAMES, Game, Snapshot
from engine.cards import COMBOS, RAZZ_RANKS
from engine.equity.details.made import MadeEquities
from engine.equity.details.matrix import Matrix
from engine.equity.details.starting_hands import DownPairs
from engine.ranges.holdem_matrix import ALL_CELLS, class_sums
from engine.trainer.questions import ActionOption, SpotQuestion
from engine.trainer.record import (
    DEFAULT_LEVEL,
    LEVELS,
    RECENT_ANSWERS,
    ActionChoice,
    Answer,
    Guess,
    PackScore,
    running_means,
)
from gui.charts.ticks import Tick, count_ticks, nice_ceiling, percent_ticks
from gui.charts.values import Axis, Chart, Empty, Heading, Key, Line, Mark, Points, ReadOut, Row, Table
from gui.look.painting import fill_box, smooth_painter
from gui.look.scale import scaled_size, unscaled_rect
from gui.look.theme import current_theme
from gui.parts.build import Spoken, named
from gui.parts.table import Column, TableData
from gui.words.formatting import NO_BREAK, count, number_of, percent, signed_chips

MIN_DIFFERENCE = 0.0005
"""Errors below a twentieth of a percentage point are displayed as none."""
EMPTY = Empty("Errors over time", ("Every answer adds a point to this chart.",))
NOTE = "Error of a guess: percentage points off the equity; error of an action: EV loss in % of the pot"
SEAT = 0
"""The mean has the colour of this seat."""
MEAN = f"mean of the last {RECENT_ANSWERS}"
MAX_STOPS = 40
"""Number of answers that the arrow keys visit; up to this number of answers have a dot each."""
WIDTH, DOT = 2.0, 5.0
ROOM = 1.05
"""The end of the axis relative to the largest error."""


def points(share: float) -> str:
    """Return a difference of shares in percentage points, as in ``3.2 points``."""
    return f"{100 * share:.1f}{NO_BREAK}points"


def of_pot(share: float) -> str:
    """Return a share of the pot, as in ``3.2 % of the pot``."""
    return f"{100 * share:.1f}{NO_BREAK}% of the pot"


def bias_text(bias: float) -> str:
    """Return whether guesses are too high or too low on average."""
    if abs(bias) < MIN_DIFFERENCE:
        return "neither too high nor too low on average"
    return f"you were too {'high' if bias > 0 else 'low'} by {points(abs(bias))} on average"


def level_text(level: int, *, chooses: bool) -> str:
    """Return the largest error that is no miss, such as ``within 5 points``; ``chooses``: the pack asks for actions."""
    return f"within {_level_size(level, chooses=chooses)}{' of the pot' if chooses else ''}"


def _level_size(level: int, *, chooses: bool) -> str:
    if chooses:
        return f"{100 * LEVELS[level].loss:g}{NO_BREAK}%"
    number = 100 * LEVELS[level].points
    return f"{number:g}{NO_BREAK}point{'' if number == 1 else 's'}"


def score(tally: PackScore, answers: Sequence[Answer], level: int = DEFAULT_LEVEL) -> str:
    """Return the score of a pack as a sentence; ``answers``: those that are recorded, which may be fewer than given."""
    if tally.mean is None or tally.bias is None or not answers:
        return "Your score appears here after the first answer."
    guesses = isinstance(answers[-1], Guess)
    size = points if guesses else of_pot
    number = number_of(tally.given, "answer")
    parts = [f"Average {'error' if guesses else 'EV loss'} {size(tally.mean)} over {number}"]
    recent = answers[-RECENT_ANSWERS:]
    if len(recent) < tally.given:
        parts.append(f"{size(sum(answer.error for answer in recent) / len(recent))} over the last {len(recent)}")
    if guesses:
        parts.append(bias_text(tally.bias))
    within = level_text(level, chooses=not guesses)
    return f"{', '.join(parts)}. Streak {within}: {tally.streak[level]}, best {tally.longest[level]}."


def packs_table(
    scores: Sequence[PackScore], action_packs: frozenset[tuple[str, str]], level_of: Callable[[Game, str], int]
) -> TableData[PackScore]:
    """Return the table of the scores of all packs.

    ``action_packs``: the (game, pack) that ask for actions. ``level_of``: returns the index of the level of a pack.
    """

    def streak(tally: PackScore) -> str:
        return str(tally.streak[level_of(tally.game, tally.pack)])

    def longest(tally: PackScore) -> str:
        return str(tally.longest[level_of(tally.game, tally.pack)])

    def within(tally: PackScore) -> str:
        return _level_size(level_of(tally.game, tally.pack), chooses=(tally.game, tally.pack) in action_packs)

    def size(tally: PackScore, share: float | None) -> str:
        if share is None:
            return ""
        return f"{100 * share:.1f}{NO_BREAK}%" if (tally.game, tally.pack) in action_packs else points(share)

    def bias(tally: PackScore) -> str:
        if tally.bias is None or (tally.game, tally.pack) in action_packs:
            return ""
        return f"{'−' if tally.bias < 0 else '+'}{points(abs(tally.bias))}"

    tip = "Average distance from the equity in percentage points; for actions the average EV loss in % of the pot"
    columns: tuple[Column[PackScore], ...] = (
        Column("Pack", lambda tally: f"{GAMES[tally.game].title}: {tally.pack}", number=False, wide=True),
        Column("Answers", lambda tally: count(tally.given)),
        Column("Avg. error", lambda tally: size(tally, tally.mean), tip),
        Column("Bias", bias, "Above 0: your guesses are too high, in percentage points"),
        Column("Streak", streak, "Answers in a row without a miss", hide_order=1),
        Column("Best", longest, "Longest streak", hide_order=2),
        Column(
            "Tolerance", within, "Larger errors are misses; set separately for each pack", hide_order=3, number=False
        ),
    )
    rows = tuple(sorted(scores, key=lambda tally: list(GAMES).index(tally.game)))
    return TableData(columns, rows, key=lambda tally: (tally.game, tally.pack))


def score_chart(
    answers: Sequence[Answer], tally: PackScore, level: int = DEFAULT_LEVEL, hidden: frozenset[int] = frozenset()
) -> Chart:
    """Return the chart of the errors of the answers to a pack, of which there must be at least one."""
    means = running_means(answers)
    first = tally.given - len(answers) + 1  # the number of the first recorded answer; older ones are dropped
    errors = 100 * np.array([answer.error for answer in answers])
    along = np.arange(first, first + len(errors), dtype=np.float64)
    marks: list[Mark] = [
        Line(along, errors, "muted", 1.0, "dash"),
        Line(along, 100 * np.array(means), SEAT, WIDTH),
        Points(((float(along[-1]), 100 * means[-1]),), SEAT),
    ]
    if len(answers) <= MAX_STOPS:
        marks.append(Points(tuple(zip(along.tolist(), errors.tolist(), strict=True)), "muted", DOT))
    size = points if isinstance(answers[-1], Guess) else of_pot

    def read(x: float, y: float) -> ReadOut:
        index = min(max(round(x) - first, 0), len(answers) - 1)
        rows = Row(SEAT, MEAN, (size(means[index]),)), Row(SEAT, "this answer", (size(answers[index].error),))
        return ReadOut(f"Answer {first + index}", rows, first + index, line=True)

    last = len(answers) - 1
    stops = sorted({round(i * last / MAX_STOPS) for i in range(MAX_STOPS + 1)})
    brief = f"{tally.pack} · last answer {size(answers[-1].error)}"
    top = nice_ceiling(max(float(errors.max()) * ROOM, 1.0))
    about = score(tally, answers, level)
    return Chart(
        Heading(EMPTY.title, brief, (about,), (NOTE,), "Trainer answers", "trainer-score", always=False),
        Axis(along[0], max(along[-1], along[0] + 1), count_ticks, "answers", grid=False),
        Axis(0.0, top, error_ticks),
        tuple(marks),
        _table(answers, first),
        keys=(Key(MEAN, "line", SEAT), Key("each answer", "dash", "muted")),
        read=read,
        stops=tuple((float(first + index), None) for index in stops),
    )


def _table(answers: Sequence[Answer], first: int) -> Table:
    """Return header and rows of the answers: number, spot, answer, right answer, error and running mean."""
    header = ("answer", "spot", "answered", "right", "error", MEAN)
    rows = zip(answers, running_means(answers), strict=True)
    return header, [
        (first + i, answer.spot, *_values(answer), answer.error, mean) for i, (answer, mean) in enumerate(rows)
    ]


def _values(answer: Answer) -> tuple[float | str, float | str]:
    if isinstance(answer, Guess):
        return answer.guess, answer.equity
    return answer.choice, answer.best


def error_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return ticks in percentage points, as numbers without the percent sign."""
    return [Tick(tick.value, tick.text.removesuffix(f"{NO_BREAK}%")) for tick in percent_ticks(low, high, length)]


BAR = 18.0
MARK = 3.0
OPPONENT = 1
MIN_SHARE = 0.005
"""Rarer hands are not listed."""


class AnswerBar(Spoken):
    """A bar of the equity of the first seat, with marks for the guess or for the equity that a call needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.bar", "Equity")
        self._equity: float | None = None
        self._marks: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_equity(self, equity: float | None, marks: Sequence[float] = (), description: str = "") -> None:
        """Display an equity (None: an empty bar) with a ``description`` for screen readers."""
        self._equity, self._marks = equity, tuple(marks)
        self.setAccessibleDescription(description)
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
    """A row of the explanation: its name, the texts of the other columns, and whether it is highlighted."""

    name: str
    cells: tuple[str, ...]
    strong: bool = False


def why_table(question: SpotQuestion | None, answer: Answer | None) -> TableData[WhyRow]:
    """Return the table that explains the right answer; it is empty before there is an answer."""
    if question is None or answer is None:
        return TableData()
    if isinstance(answer, ActionChoice) and any(option.frequency is not None for option in question.options):
        return _options_table(question, answer)
    snapshot = question.snapshot
    rows = tuple(opponent_rows(snapshot)) if snapshot is not None else ()
    return _reasons_table("Villain has", {"Share of range": 1, "Your equity": 0}, rows)


def _reasons_table(name: str, titles: Mapping[str, int], rows: tuple[WhyRow, ...]) -> TableData[WhyRow]:
    """Return a table; ``titles``: the titles of the other columns with their ``Column.hide_order``."""
    columns: tuple[Column[WhyRow], ...] = (
        Column(name, lambda row: row.name, number=False, wide=True),
        *(Column(title, partial(_cell, index), hide_order=keep) for index, (title, keep) in enumerate(titles.items())),
    )
    return TableData(columns, rows, strong=lambda row: row.strong, key=lambda row: row.name)


def _cell(index: int, row: WhyRow) -> str:
    return row.cells[index]


def _options_table(question: SpotQuestion, answer: ActionChoice) -> TableData[WhyRow]:
    def cells(option: ActionOption) -> tuple[str, ...]:
        frequency = "" if option.frequency is None else percent(option.frequency, exact_digits=0)
        return signed_chips(option.ev), percent(question.loss(option), exact_digits=1), frequency

    rows = tuple(WhyRow(option.name, cells(option), option.name == answer.choice) for option in question.options)
    return _reasons_table("Action", {"EV in chips": 2, "EV loss, % of pot": 0, "Frequency": 1}, rows)


def opponent_rows(snapshot: Snapshot) -> Iterator[WhyRow]:
    """Yield rows for groups of the opponent's hands: their share of his range and the first seat's equity against
    them."""
    made, pairs, matrix = (snapshot.details.get(name) for name in ("made", "down_cards", "matrix"))
    if isinstance(made, MadeEquities) and made.seats:
        opponent = next(seat for seat in made.seats if seat.seat == OPPONENT)
        for group in ("made", "draws"):
            for row in opponent.rows(group):
                # Each hand is in one class of made hands; hands with a draw are listed a second time.
                if row.share >= MIN_SHARE:
                    yield _row(row.name if group == "made" else f"incl. {row.name}", row.share, row.equity)
    elif isinstance(pairs, DownPairs):
        yield from _by_down_cards(pairs)
    elif isinstance(matrix, Matrix):
        yield from _by_class(matrix)


def _row(name: str, share: float, equity: float) -> WhyRow:
    """Return the row of a group of hands that have ``equity`` against the first seat."""
    return WhyRow(name, (percent(share, exact_digits=1), percent(1 - equity, exact_digits=1)))


def _by_down_cards(pairs: DownPairs) -> Iterator[WhyRow]:
    """Yield the opponent's share and equity by his down cards: by the higher one of two ranks, and for all pairs."""
    for seat in pairs.seats:
        if seat.seat != OPPONENT:
            continue
        low, high = seat.pairs.T
        groups = [("pair in the hole", low == high)]
        # Each pair of down cards is in one row: "8 high" is an 8 with a lower card, without 7 high and 6 high.
        groups += [(f"{rank} high in the hole", (high == i) & (low < i)) for i, rank in enumerate(RAZZ_RANKS)]
        for name, which in groups[1:] + groups[:1]:
            share = float(seat.probability[which].sum())
            if share >= MIN_SHARE:
                yield _row(name, share, float(seat.probability[which] @ seat.equity[which]) / share)


def _by_class(matrix: Matrix) -> Iterator[WhyRow]:
    """Yield the opponent's share and equity for each group of hands that is not negligible."""
    row = matrix.seats.index(OPPONENT)
    share, equity = (numbers[row, : len(COMBOS)] for numbers in (matrix.share, matrix.equity))
    shares, pots = class_sums(share), class_sums(np.where(share > 0, share * equity, 0.0))
    # Rows and columns of the matrix go from ace (0) to deuce (12), with the suited hands above the diagonal.
    down, across = np.array(ALL_CELLS).T
    low = np.maximum(down, across)
    pair, suited, ace = down == across, down < across, np.minimum(down, across) == 0
    for name, which in (
        ("TT+", pair & (low <= 4)),
        ("99-22", pair & (low > 4)),
        ("suited aces", suited & ace),
        ("other suited hands", suited & ~ace),
        ("offsuit aces", ~suited & ~pair & ace),
        ("other offsuit hands", ~suited & ~pair & ~ace),
    ):
        total = float(shares[which].sum())
        if total >= MIN_SHARE:
            yield _row(name, total, float(pots[which].sum()) / total)


def bar_marks(question: SpotQuestion, answer: Answer) -> tuple[float, ...]:
    """Return the marks of the bar: the guess, or the equity that a call needs."""
    if isinstance(answer, Guess):
        return (answer.guess,)
    return (question.needed,) if question.bet > 0 else ()
