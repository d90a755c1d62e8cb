"""The page *Compare*: the pinned table and the current one side by side, with their differences and charts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from engine import GAMES, CancelToken, RunOptions, Snapshot
from engine.equity.details.next_cards import Z95
from engine.kelly.responses.bet_changes import BetChange
from gui.charts.forms import GroupBar, class_groups, class_rows, course_of, has_course
from gui.charts.ticks import log_count_ticks, percent_ticks
from gui.charts.values import Axis, Band, Chart, Empty, EndLabel, Heading, Key, Line, Mark, ReadOut, Row
from gui.charts.view import ChartView
from gui.export.files import BuiltPage, ExportItem
from gui.look.scale import at_least, px
from gui.pages.compare.sides import (
    LETTERS,
    ROWS,
    ComparedNumber,
    ComparedTables,
    SidesView,
    bets_of,
    comparison_table,
    markdown,
    plain_text,
    rests_on,
    sides_of,
)
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    ShownWidget,
    column,
    filled,
    label,
    named,
    page_ground,
    push_button,
    scrolled,
    stacked,
)
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import TableView
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import Answers, Questions, same_sources
from gui.state.session import Session, Wanted, WatchedTable
from gui.words.formatting import NO_BREAK, change_words, percent, percent_digits
from gui.words.games import GAME_WORDS

NO_OUTCOMES = Empty("Final hands of both", ("The final hands of both tables.",))
NO_COURSE = Empty("Convergence of both", ("The equities of sampled tables, deal by deal.",))
MAX_PAIRED_SEATS = 2
"""Up to this number of seats have pairs of bars; more seats have a column each, with ticks for A."""
WIDTH, BAND = 1.6, 0.15
FAINT = 0.55
SETTLED = 0.3
"""The first share of the axis of deals is ignored when the y axis is fitted: early values vary too much."""
MIN_MARGIN = 0.02

INVITATION = (
    "Two tables side by side: A is the pinned one, B is the one you edit.\n"
    "Pin a result (F8), then change the table on the left."
)
OTHER_GAME = "The two tables are different games and cannot be compared."
COMPUTING, WAITING = "The pinned table is being computed …", "The differences appear once both results are ready."
SAME = "Same random numbers"
SAME_TIP = (
    "If both tables are sampled: run the pinned one again with the seed of the other and at least as many deals.\n"
    "Refine (F6) then adds deals to both."
)
EDIT_TIP = "Edit this table on the left and pin the other one. Undo reverts"
NUMBERS = {"equities": "equities", "hands": "final hands", "bets": "bets"}
CHARTS = {"outcomes": "final hands", "course": "convergence"}
COPIES = (
    ("copy", "copy", plain_text, "Comparison copied", "Copy both tables with their numbers and differences as text"),
    ("markdown", "Markdown", markdown, "Comparison copied as Markdown", "Copy the same as Markdown tables"),
)
"""Buttons that copy: name, text, function that formats the comparison, message, tool tip."""
CHART_HEIGHT = 224


class ComparePage(ShownWidget):
    """Both tables as labels, their numbers as a table, and one of two charts."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "compare", "Compare")
        page_ground(self)
        self._document, self._session, self._message = context.document, context.session, context.message
        self.again = PinnedRun(self._document, self._session, context.questions.apart("compare"), self)
        self.sides: ComparedTables | None = None
        """The tables that are compared, or None if no table is pinned."""
        self._sources: tuple[object, ...] = ()
        self._rows, self._chart_key = "equities", ""
        self.words = SidesView(self)
        self._bets: Answers[tuple[BetChange, ...]] = Answers(context.questions.apart("compare bets"), "bets", self)
        self._bets.changed.connect(self._on_bets)
        title = "Numbers of both tables and their differences"
        self.numbers: TableView[ComparedNumber] = TableView("compare.numbers", title, self)
        self.outcomes = self._chart("compareOutcomes", "Final hands of both tables", NO_OUTCOMES)
        self.course = self._chart("compareCourse", "Convergence of both tables", NO_COURSE)
        invitation = label(INVITATION, name="compare.empty", wrap=True, centred=True)
        self.pin = push_button(
            "Pin this result", "compare.pin", self._session.pin, "Compare later results with this one (F8)"
        )
        row = filled(QHBoxLayout(), STRETCH, self.pin, STRETCH)
        head = self._head()
        head.setContentsMargins(0, 0, 8, 0)
        body = scrolled(self._body(), "compare.body", "Comparison")
        self.stack = QStackedLayout(self)
        self.stack.addWidget(column(STRETCH, invitation, row, STRETCH, spacing=12))
        self.stack.addWidget(column(head, (body, 1), spacing=8, margins=(12, 10, 4, 4)))
        self._session.changed.connect(self._on_changed)
        self._document.changed.connect(self._on_changed)
        self.again.changed.connect(self._on_changed)
        self._on_changed()

    def _chart(self, name: str, title: str, empty: Empty) -> ChartView:
        chart = ChartView(name, title, empty, self._session, self, menu="export")
        at_least(chart, height=CHART_HEIGHT)
        return chart

    def _head(self) -> QHBoxLayout:
        """Return the row on top: which table is edited, the same numbers for both, and the copies."""
        choices: dict[str, str] = {letter: f"Edit {letter}" for letter in LETTERS}
        self.edit = ChoiceBar("compare.edit", "Table being edited", choices, self)
        for chip in self.edit.chips.values():
            chip.setToolTip(EDIT_TIP)
        self.edit.chosen.connect(self._session.exchange)
        self.same = named(QCheckBox(SAME), "compare.same", SAME, SAME_TIP)
        self.same.toggled.connect(self.again.use_same_numbers)
        self._copies = []
        for name, text, format_text, message, tip in COPIES:
            id_, title, key = f"compare.{name}", f"Comparison: {text}", (format_text, message)
            self._copies.append(chip_button(text, id_, self._copy, title, tip, parent=self, key=key))
        return filled(QHBoxLayout(), self.edit, self.same, STRETCH, *self._copies, spacing=8)

    def _body(self) -> QWidget:
        """Return the widget with the labels of the tables, the numbers, and a switch between two charts."""
        self.note = label(name="compare.note", wrap=True)
        self.rows = ChoiceBar("compare.rows", "Numbers", NUMBERS, self)
        self.rows.chosen.connect(self._on_rows)
        self.charts = ChoiceBar("compare.charts", "Chart", CHARTS, self)
        self.charts.chosen.connect(self._on_chart)
        self._stacked = stacked(self.outcomes, self.course)
        head = filled(QHBoxLayout(), self.rows, (self.note, 1), spacing=12)
        foot = filled(QHBoxLayout(), self.charts, STRETCH)
        body = QWidget()
        parts = (self.words, head, self.numbers, foot, (self._stacked, 1))
        # If there is no chart, the stretch at the end takes the remaining height.
        filled(QVBoxLayout(body), *parts, spacing=8, margins=(*NO_MARGINS[:2], 8, 8)).addStretch(0)
        return body

    def _render(self) -> None:
        """Show both tables, or the invitation to pin one. The sides are computed again only if a source changed."""
        session, scenario = self._session, self._document.scenario
        pinned = session.pinned
        self.stack.setCurrentIndex(0 if pinned is None else 1)
        self.pin.setEnabled(session.can_pin)
        if pinned is None:
            self.sides, self._sources = None, ()
            self._show_charts(None)
            return
        sources = (pinned, scenario, session.snapshot, session.stale, session.state)
        if not same_sources(sources, self._sources):
            self._sources = sources
            self.sides = sides_of(pinned, scenario, session.snapshot, stale=session.stale)
            self._show_sides(self.sides)
        sides, again = self.sides, self.again
        assert sides is not None  # something is pinned
        self.same.setEnabled(again.possible or again.latest.busy or again.same_numbers)
        text = again.failure or (COMPUTING if again.latest.busy else "")
        if not text and sides.scenarios[0].game != sides.scenarios[1].game:
            text = OTHER_GAME
        elif not text:
            text = rests_on(sides) if sides.comparable else WAITING
        self.note.setText(text)
        for chip in self._copies:
            chip.setEnabled(sides.comparable)

    def _show_sides(self, sides: ComparedTables) -> None:
        """Show the texts of both tables, their numbers and charts, and ask for the values of bets."""
        self.words.show_sides(sides)
        self.edit.show_choice(sides.on_table)
        for chip in self.edit.chips.values():
            chip.setEnabled(self._session.can_exchange)
        # Values of bets take a while, so they are computed in the background and only for final results.
        if sides.comparable and not sides.stale and self._session.state == "idle":
            self._bets.ask(sides, partial(_bets_of, sides))
        self._show_rows()
        self._show_charts(sides if sides.comparable and sides.pairs else None)

    def _show_rows(self) -> None:
        """Show the selected numbers, or the equities if there are none of the selected kind."""
        sides = self.sides
        assert sides is not None  # something is pinned
        comparable = sides.comparable
        key = self._rows if comparable and ROWS[self._rows](sides) else "equities"
        self.rows.show_choice(key)
        self.rows.chips["bets"].setEnabled(bool(sides.bets))
        rows = ROWS[key](sides) if comparable else ()
        self.numbers.show_table(comparison_table(rows, stale=sides.stale))
        self._fit_numbers()
        self.numbers.setVisible(bool(rows))
        self.rows.setVisible(bool(rows))

    @Slot()
    def _fit_numbers(self) -> None:
        """Give the table the height of all its rows, so that the page scrolls and not the table."""
        self.numbers.setFixedHeight(self.numbers.height_of(len(self.numbers.rows)) + px(4))

    def _show_charts(self, sides: ComparedTables | None) -> None:
        """Show the charts of both results; the course only if one of them was sampled."""
        stale = sides is not None and sides.stale
        courses = sides is not None and any(map(has_course, sides.results))
        self.outcomes.show_chart(partial(outcomes_chart, sides) if sides is not None else None, stale=stale)
        self.course.show_chart(partial(course_chart, sides) if sides is not None and courses else None, stale=stale)
        self.charts.chips["course"].setEnabled(courses)
        self._show_chart((self._chart_key or "course") if courses else "outcomes")
        for part in (self.charts, self._stacked):
            part.setVisible(sides is not None)

    def _show_chart(self, key: str) -> None:
        self.charts.show_choice(key)
        self._stacked.setCurrentWidget(self.course if key == "course" else self.outcomes)

    @Slot()
    def _on_bets(self) -> None:
        bets = self._bets.latest.current
        if self.sides is not None and self.sides is self._bets.latest.about and bets is not None:
            self.sides = replace(self.sides, bets=bets)
            self._show_rows()

    @Slot(str)
    def _on_rows(self, key: str) -> None:
        self._rows = key
        self._show_rows()

    @Slot(str)
    def _on_chart(self, key: str) -> None:
        self._chart_key = key
        self._show_chart(key)

    def _copy(self, copy: tuple[Callable[[ComparedTables], str], str]) -> None:
        format_text, message = copy
        if self.sides is not None and self.sides.comparable:
            QGuiApplication.clipboard().setText(format_text(self.sides))
            self._message.emit(message, False)

    def showEvent(self, event: QShowEvent) -> None:
        self.again.watch(on=True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.again.watch(on=False)

    def customEvent(self, event: QEvent) -> None:
        self._fit_numbers()


def _bets_of(sides: ComparedTables, cancel: CancelToken) -> Iterator[tuple[BetChange, ...]]:
    cancel.check_cancelled()
    yield bets_of(sides)


def compare_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = ComparePage(context)
    return page, (
        ExportItem("compareOutcomes", "Comparison: final hands", page, page.outcomes),
        ExportItem("compareCourse", "Comparison: convergence", page, page.course),
    )


class PinnedRun(WatchedTable):
    """Computes the pinned table while the page is visible.

    With ``same_numbers`` it samples the pinned table again, with the seed of the current result and at least as many
    deals; then refining the current table refines both.
    """

    same_numbers = False

    def __init__(
        self, document: Document, session: Session, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(document, session, questions, parent)
        self.changed.connect(self._keep)

    @property
    def possible(self) -> bool:
        """Whether both tables are sampled, so that their random numbers can be the same."""
        pinned, snapshot = self._session.pinned, self._session.snapshot
        if pinned is None or pinned.snapshot is None or snapshot is None or self._session.stale:
            return False
        return pinned.snapshot.method == snapshot.method == "sampled"

    @Slot(bool)
    def use_same_numbers(self, on: bool) -> None:
        """Set whether sampled tables are computed with the same random numbers."""
        self.same_numbers = on
        self._follow()

    def wanted(self) -> Wanted | None:
        """Return the scenario to compute and the snapshot to continue from, or None if nothing has to be computed.

        The pinned table is computed if it has no result, and with the seed and the deals of the displayed result if
        both shall use the same numbers.
        """
        pinned, snapshot = self._session.pinned, self._session.snapshot
        if pinned is None:
            return None
        if pinned.snapshot is None:
            return pinned.scenario, None
        if not (self.same_numbers and self.possible) or snapshot is None or self._session.state != "idle":
            return None
        known, seed = pinned.snapshot, snapshot.scenario.run.seed
        same_seed = known.scenario.run.seed == seed
        if same_seed and known.deals >= snapshot.deals and known.trace is not None:
            return None
        options = RunOptions("sampled", seed, max_trials=snapshot.deals)
        # With the same seed an interrupted run can be continued instead of starting over.
        resumed = known if same_seed and known.resume and known.deals < snapshot.deals else None
        return replace(pinned.scenario.without_panels, run=options), resumed

    @Slot()
    def _keep(self) -> None:
        """Store the final result with the pinned table."""
        pinned, snapshot = self._session.pinned, self.latest.current
        if pinned is not None and snapshot is not None and snapshot.final and pinned.snapshot is not snapshot:
            self._session.keep_pinned(replace(pinned, snapshot=snapshot))


def _heading(sides: ComparedTables, title: str, short: str, notes: tuple[str, ...], name: str) -> Heading:
    """Return the heading of a chart of both tables; ``short`` explains how to read it."""
    brief = " · ".join((short, *sides.about))
    return Heading(title, brief, sides.about, notes, sides.origin, f"{sides.stem}-{name}", always=False)


def outcomes_chart(sides: ComparedTables, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of final hands: a hollow bar for A and a filled one for B, or columns of B with ticks for A."""
    one, other = sides.results
    game = other.scenario.game
    shares = [(new, sides.name(old, new), sides.shares(old, new)) for old, new in sides.pairs]
    together = len(shares) <= MAX_PAIRED_SEATS

    def group(name: str) -> tuple[GroupBar, ...]:
        bars = []
        for seat, _, changes in shares:
            share = changes[name]
            if together:
                bars.append(_bar(seat, share.before, one, hollow=True))
            bars.append(_bar(seat, share.after, other, tick=None if together else 100 * share.before))
        return tuple(bars)

    heads = tuple(name for _, name, _ in shares for _ in range(2 if together else 1))
    bars = class_groups(game, {name: group(name) for name in GAMES[game].classes}, heads, together=together)

    def read(x: float, y: float) -> ReadOut | None:
        """Return the shares of the class at a position, one row per seat, or None outside the bars."""
        category = bars.category(x, y)
        if category is None:
            return None
        key = class_rows(game)[category][0]
        rows = []
        for seat, name, changes in shares:
            share = changes[key]
            pairs = zip(LETTERS, (share.before, share.after), (one, other), strict=True)
            texts = (f"{letter} {percent(value, result.share_stderr(value))}" for letter, value, result in pairs)
            rows.append(Row(seat, name, (*texts, change_words(share))))
        header = GAME_WORDS[game].classes.names[GAMES[game].classes.index(key)]
        return bars.read_out(category, header, tuple(rows), x, y)

    sampled = any(result.method == "sampled" for result in sides.results)
    notes = (f"whiskers: 95{NO_BREAK}% intervals, binomial",) if sampled else ()
    seats, title = tuple((seat, name) for seat, name, _ in shares), f"{GAME_WORDS[game].classes.title}: A and B"
    first = shares[0][0] if shares else 0
    sign_of_a = Key(LETTERS[0], "hollow", first) if together else Key(LETTERS[0], "tick", "text")
    keys = sign_of_a, Key(LETTERS[1], "box", first)
    return Chart(
        _heading(sides, title, "A: outline, B: filled", notes, "compare-outcomes"),
        *bars.axes,
        bars.marks,
        sides.table,
        seats=seats if len(seats) > 1 else (),
        keys=keys if seats else (),
        read=read,
        stops=bars.stops,
        top=bars.top_axis,
        down=bars.down,
        hides=False,
    )


def _bar(seat: int, share: float, snapshot: Snapshot, *, hollow: bool = False, tick: float | None = None) -> GroupBar:
    stderr = snapshot.share_stderr(share)
    labels = percent(share, stderr), f"{100 * share:.{min(1, percent_digits(stderr))}f}"
    return GroupBar(seat, 100 * share, labels, 100 * Z95 * stderr, tick, hollow)


def course_chart(sides: ComparedTables, hidden: frozenset[int] = frozenset()) -> Chart:
    """Return the chart of converging equities: B in full colour with its band, A faint; an exact one is a level line.

    At least one of the results must have a course (:func:`has_course`).
    """
    courses = [course_of(snapshot) for snapshot in sides.results]
    ends = [course.trials for course in courses if not course.flat]
    first, last = min(float(t[0]) for t in ends), max(float(t[-1]) for t in ends)
    # An exact result is a level line over the span of the sampled one.
    span = np.log10([first, max(last, first * 10)])
    lines, bands, labels = list[Line](), list[Mark](), list[EndLabel]()
    for side, (letter, snapshot, course) in enumerate(zip(LETTERS, sides.results, courses, strict=True)):
        for pair in sides.pairs:
            seat, color = snapshot.seats[pair[side]], pair[1]
            estimate, column = seat.estimate, course.seats.index(pair[side])
            assert estimate is not None  # of a pair
            xs, ys = span if course.flat else np.log10(course.trials), course.equity[:, column]
            reach = Z95 * course.stderr[:, column]
            if side == 1 and not course.flat and reach.any():
                bands.append(Band(xs, ys - reach, ys + reach, color, BAND))
            lines.append(Line(xs, ys, color, WIDTH, opacity=1.0 if side else FAINT))
            value = percent(estimate.equity, estimate.stderr)
            labels.append(EndLabel(color, f"{letter} {seat.name}", value, 100 * estimate.equity, False))
    settled = span[0] + SETTLED * (span[1] - span[0])
    fitted = [line.y[min(int(np.searchsorted(line.x, settled)), len(line.y) - 1) :] for line in lines]
    low, high = min(float(ys.min()) for ys in fitted), max(float(ys.max()) for ys in fitted)
    room = max(0.08 * (high - low), MIN_MARGIN)
    title = f"Convergence of A and B, with the 95{NO_BREAK}% band of B"
    return Chart(
        _heading(sides, title, "A: faint, B: solid", (), "compare-course"),
        Axis(float(span[0]), float(span[1]), log_count_ticks, "deals (log scale)"),
        Axis(low - room, high + room, percent_ticks),
        (*bands, *lines),
        sides.table,
        ends=tuple(labels),
        hides=False,
    )
