"""The page *Lows* of razz: the exact lows of every seat, which of two seats wins with which low, and a check of the
frequencies that another simulator printed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QFont, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from engine import GAMES, Scenario, Snapshot
from engine.cards import TextError
from engine.equity.details.judging import CLASSES, FrequencyJudgement, read_frequencies
from engine.equity.details.lows import (
    CLASS_NAMES,
    MEETING_RESULTS,
    FinalHand,
    Lows,
    LowTable,
    Meeting,
    Meetings,
    exact_lows,
    meetings,
)
from engine.questions.judging import exact_class_distribution, judge_seat
from engine.scenario.fields import FieldSpec
from gui.charts.forms import map_chart
from gui.charts.ticks import category_ticks, percent_ticks
from gui.charts.values import Axis, Cells, Chart, Heading, Line, MapCell, Table
from gui.charts.view import PageChart
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter, write
from gui.look.scale import at_least, fix, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import NO_MARGINS, column, filled, keep_room, label, named, pass_wheel, stacked, tab_in_order
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell
from gui.parts.chip_button import ChipFlow
from gui.parts.detail_page import DetailPage
from gui.parts.number_field import NumberField
from gui.parts.table import NEVER, Column, TableData, TableView
from gui.parts.text_entry import ProblemLine
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.session import Session
from gui.words.captions import PAIRED, class_of_low, errors_clause
from gui.words.formatting import NO_BREAK, interval, percent, percent_digits

SHORT = {"10": "T", "11": "J", "12": "Q", "13": "K", PAIRED: "pr"}
"""Short names of the hand classes whose names are not short already."""
WIDTH = 1.8
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""


def lows_chart(lows: LowTable, snapshot: Snapshot) -> Chart:
    """Return the chart of how often each seat ends with a hand or a better one: a rising line over the final hands."""
    names, edges = class_labels(hands_per_class(lows)), np.array(hand_edges(lows))
    lines = []
    for i, seat in reversed(list(enumerate(lows.seats))):
        sums = 100 * np.array([0.0, *(hand.better[i] for hand in lows.hands)])
        markers = tuple(int((mark + 0.5) / MARKERS * len(sums)) for mark in range(MARKERS))
        lines.append(Line(edges, sums, seat, WIDTH, markers=markers))
    note = f"{len(lows.hands)} final hands, best first, each with the same width; ticks mark the best hand of each low"
    widest = max(lows.stderr, default=0.0)
    note += f"; sampled, at most {interval(widest)}" if widest else ""
    title = "Exact lows: chance of this hand or better"
    return Chart(
        Heading.of(snapshot, title, (note,), "lows"),
        Axis(0.0, len(names), category_ticks(names), "highest card of the low"),
        Axis(0.0, 102.0, percent_ticks),
        tuple(lines),
        lows_data(lows),
        seats=tuple(zip(lows.seats, lows.names, strict=True)),
        lines=True,
    )


def lows_data(lows: LowTable) -> Table:
    """Return the probabilities of every final hand, and of it or a better one, by seat, as header and rows."""
    header = ("hand", *(title for name in lows.names for title in (name, f"{name} or better")))
    pairs = [zip(hand.shares, hand.better, strict=True) for hand in lows.hands]
    return header, [(hand.name, *chain.from_iterable(both)) for hand, both in zip(lows.hands, pairs, strict=True)]


def hands_per_class(lows: LowTable) -> Counter[str]:
    """Return the number of final hands in each class, the best class first."""
    return Counter(class_of_low(hand.name) if "-" in hand.name else PAIRED for hand in lows.hands)


def hand_edges(lows: LowTable) -> list[float]:
    """Return the x coordinates at which the final hands begin, and the end of the last one; each class has width 1.

    If all hands had the same width, the classes that win would share the first tenth of the axis, because most final
    hands are high lows.
    """
    inside = [index + i / size for index, size in enumerate(hands_per_class(lows).values()) for i in range(size)]
    return [*inside, float(len(hands_per_class(lows)))]


def class_labels(classes: Iterable[str]) -> tuple[str, ...]:
    """Return the names of hand classes for axes: ``T`` for ``10``, but ``paired`` in full."""
    return tuple(name if name == PAIRED else SHORT.get(name, name) for name in classes)


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """The case that the first seat ends with the class ``row`` and the second one with the class ``column``.

    ``results``: the probabilities that the first seat wins, ties and loses so. ``sign``: the most likely of these.
    ``tone``: from -1 (loses) to 1 (wins), stronger for likelier cases.
    """

    row: int
    column: int
    results: tuple[float, float, float]
    sign: str
    tone: float

    @property
    def share(self) -> float:
        """The probability of the case."""
        return sum(self.results)

    @property
    def text(self) -> str:
        """The probability in percent, "" if it would be displayed as 0."""
        return f"{100 * self.share:.1f}" if self.share >= 0.0005 else ""


def meeting_results(meeting: Meeting) -> Iterator[MeetingCell]:
    """Yield all cases of the classes of two seats, row by row."""
    # The tone grows with the square root of the probability, so that rare cases still have a visible colour.
    top = float(meeting.shares.sum(axis=0).max()) or 1.0
    for row, other in np.ndindex(meeting.shares.shape[1:]):
        win, tie, lose = meeting.shares[:, row, other].tolist()
        strength = ((win + tie + lose) / top) ** 0.5
        sign, tone = ("▲", strength) if win >= lose else ("▼", -strength)
        if tie > max(win, lose):
            sign, tone = "=", 0.0
        yield MeetingCell(row, other, (win, tie, lose), sign, tone)


def low_name(name: str) -> str:
    """Return the name of a hand class in a sentence, such as ``8 low``."""
    return name if name == PAIRED else f"{SHORT.get(name, name)} low"


def case_text(meeting: Meeting, case: MeetingCell) -> str:
    """Return a sentence on how likely a case is and who wins it."""
    error, (first, second) = meeting.stderr, meeting.names
    share = f"{percent(case.share, error)} {interval(error)}".strip()
    results = zip(MEETING_RESULTS, case.results, strict=True)
    details = ", ".join(f"{name} {percent(result, error)}" for name, result in results if result > 0)
    hands = f"{first} {low_name(CLASS_NAMES[case.row])}, {second} {low_name(CLASS_NAMES[case.column])}"
    return f"{hands}: {share}" + (f" ({details} for {first})" if details else "")


def meeting_chart(meeting: Meeting, snapshot: Snapshot) -> Chart:
    """Return the map of all cases of the lows of two seats."""
    names = class_labels(CLASS_NAMES)
    cells, rows = [], []
    for case in meeting_results(meeting):
        rows.append((names[case.row], names[case.column], *case.results))
        texts = (f"{case.text} {case.sign}",) if case.text else ()
        cells.append(MapCell(case.row, case.column, texts, case.tone, faint=not texts))
    count = len(names)
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in MEETING_RESULTS)
    note = (
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{errors_clause([meeting.stderr])}"
    )
    heading = Heading.of(snapshot, f"{first} vs {second}: low against low", (note,), "meeting")
    table = (first, second, "win", "tie", "lose"), list(rows)
    return map_chart(heading, (count, count), (Cells(tuple(cells)),), table, heads=(names, names))


PASTE_HINT = "Paste the output of another simulator for this hand:\n\n5 0.0715\n6 0.1180\n…\npaired 0.0284"
WAITING = "No exact result yet: type a hand and select Exact as the method."
WHICH = "Several hands have an exact result: select the seat whose hand the other simulator ran."
OF_LOWS = "A low is named by its highest card, 5 to 13 (K); paired: fewer than five different ranks."
DEALS = FieldSpec(
    "deals",
    "Number of deals",
    "trials",
    "Number of deals behind the pasted percentages; counts do not need it.",
    "none",
)
NOT_PRINTED = "–"
MAX_DEVIATION = 3.0
"""Standard errors; a class that deviates more shows that the other program is wrong."""


def judge_table(result: FrequencyJudgement | None) -> TableData[int]:
    """Return a row for each hand class: pasted and exact share, deviation in standard errors, shares under known
    mistakes.
    """
    if result is None:
        return TableData()
    exact, shares = result.exact, result.frequencies.shares

    def deviation(row: int) -> str:
        value = exact.deviations[row]
        return NOT_PRINTED if np.isnan(value) else f"{value:+.1f}".replace("-", "\u2212")

    def ink(row: int) -> str:
        return "bad" if abs(exact.deviations[row]) > MAX_DEVIATION else "text"

    columns: list[Column[int]] = [
        Column("Class", lambda row: CLASSES[row], number=False, bold=True),
        Column("Pasted", lambda row: NOT_PRINTED if np.isnan(shares[row]) else _share(shares, row)),
        Column("Exact", partial(_share, exact.distribution)),
        Column("Difference (standard errors)", deviation, ink=ink),
    ]
    for mistake in result.mistakes:
        head = f"{mistake.name.capitalize()}: chi-square {mistake.chi_square:.1f}"
        columns.append(Column(head, partial(_share, mistake.distribution), hide_order=1, ink="muted"))
    return TableData(tuple(columns), tuple(range(len(CLASSES))))


def _share(distribution: NDArray[np.float64], row: int) -> str:
    return percent(float(distribution[row]), exact_digits=3)


class JudgeView(Guarded, QWidget):
    """Compares pasted frequencies with the exact distribution of the selected seat, or of the only seat that has
    one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._seat = 0
        self.answer = label(OF_LOWS, name="outcomes.judgement", role="", wrap=True)
        self.entry = named(QPlainTextEdit(), "outcomes.pasted", "Output of another simulator")
        self.entry.setPlaceholderText(PASTE_HINT)
        self.entry.setTabChangesFocus(True)
        at_least(self.entry, width=150)
        self.deals = NumberField(DEALS, "outcomes.deals")
        self.line = ProblemLine(parent=self)
        self.table: TableView[int] = TableView("outcomes.judged", "Lows, pasted and exact", height=24)
        # Messages of any length are below everything else, so that no field moves while one types into it.
        side = filled(QVBoxLayout(), self.deals, (self.entry, 1), spacing=8)
        above = filled(QHBoxLayout(), (side, 1), (self.table, 2), spacing=12)
        filled(QVBoxLayout(self), (above, 1), self.line, self.answer, spacing=8, margins=NO_MARGINS)
        tab_in_order(self.entry, self.deals.entry)
        self.entry.textChanged.connect(self._render)
        self.deals.edited.connect(self._on_deals)

    def show_seat(self, snapshot: Snapshot | None, seat: int) -> None:
        """Compare with ``seat`` of a result, or with the only seat that has an exact distribution."""
        self._snapshot, self._seat = snapshot, judged_seat(snapshot, seat)
        self._render()

    @Slot(object, str)
    def _on_deals(self, value: float | None, _: str) -> None:
        self.deals.show_value(value)
        self._render()

    @Slot()
    def _render(self) -> None:
        """Read the pasted frequencies and show how they compare with the exact ones, or ask for missing input."""
        self.line.clear()
        distribution = exact_class_distribution(self._snapshot, self._seat)
        result, hand = None, ""
        if self.entry.toPlainText().strip() and distribution is not None and self._snapshot is not None:
            try:
                hand = self._snapshot.scenario.seats[self._seat].cards
                frequencies = read_frequencies(self.entry.toPlainText(), self.deals.value)
                result = judge_seat(self._snapshot, self._seat, frequencies)
            except TextError as error:
                self.line.show_error(error.message)
        waiting = WHICH if len(_known_seats(self._snapshot)) > 1 else WAITING
        judgement = OF_LOWS if result is None else f"{hand}: {result.sentence}"
        self.answer.setText(waiting if distribution is None else judgement)
        self.table.show_table(judge_table(result))


def judged_seat(snapshot: Snapshot | None, selected: int) -> int:
    """Return the seat to compare pasted numbers with: the ``selected`` one, unless it has no exact distribution and
    exactly one other seat has.
    """
    known = _known_seats(snapshot)
    return known[0] if len(known) == 1 and selected not in known else selected


def _known_seats(snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats that have an exact distribution."""
    count = 0 if snapshot is None else len(snapshot.seats)
    return tuple(seat for seat in range(count) if exact_class_distribution(snapshot, seat) is not None)


LOWS, JOINT = "outcomes", "joint"
TEACH = "Type a razz hand on the left, as in “a29”:\nthis page shows every low that it can make."
OTHER_GAME = "Razz only: select Razz above."
HINT = "Rows: {0}'s hand, columns: {1}'s. Blue: {0} wins, orange: {1} wins; percent of all deals."
ROW_HEIGHT = 24
NAME, HEAD = 18, 24
"""Pixels for the name of a seat at the side of the map, and for the heads of rows and columns."""
MAX_SEATS_IN_FULL = 3
"""With more seats than this, exact shares have two decimals instead of four, which would not fit."""


def lows_table(lows: LowTable | None, *, stale: bool) -> TableData[FinalHand]:
    """Return the final hands with two columns for each seat: the share of the hand, and of the hand or a better one.

    In a narrow window the shares first lose their percent signs, then the columns *or better* disappear.
    """
    if lows is None:
        return TableData()
    columns: list[Column[FinalHand]] = [Column("Final hand", lambda row: row.name, number=False, bold=True)]
    digits = 4 if len(lows.seats) <= MAX_SEATS_IN_FULL else 2
    for seat, (name, stderr) in enumerate(zip(lows.names, lows.stderr, strict=True)):
        columns += _seat_columns(seat, name, stderr, digits)
    return TableData(tuple(columns), lows.hands, stale=stale, levels=(NEVER, 1), padding=(12, 30), keep_names=True)


def _seat_columns(seat: int, name: str, stderr: float, digits: int) -> tuple[Column[FinalHand], Column[FinalHand]]:
    """Return the two columns of a seat, with ``digits`` decimals if its shares are exact."""

    def full(share: float) -> str:
        return percent(share, stderr, exact_digits=digits) if share > 0 else "–"

    def short(share: float) -> str:
        text = percent(share, exact_digits=min(percent_digits(stderr), 2)) if share > 0 else "–"
        return text.removesuffix(f"{NO_BREAK}%")

    return (
        Column(name, lambda row: full(row.shares[seat]), short=(lambda row: short(row.shares[seat]),)),
        Column(
            "Or better", lambda row: full(row.better[seat]), hide_order=1, ink="muted",
            short=(lambda row: short(row.better[seat]),),
        ),
    )  # fmt: skip


class SideName(Guarded, QWidget):
    """A name written from bottom to top."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        fix(self, width=NAME)

    def show_name(self, name: str) -> None:
        """Display another name."""
        self._name = name
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, room = smooth_painter(self), unscaled_rect(self)
        painter.setFont(font(TEXT_SMALL, QFont.Weight.DemiBold))
        name = painter.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideRight, int(room.height()))
        painter.translate(0, room.height())
        painter.rotate(-90)
        write(painter, QRectF(0, 0, room.height(), room.width()), name, current_theme().text)


def meeting_cells(meeting: Meeting, *, stale: bool) -> list[Cell]:
    """Return the cells of the map of two seats: blue if the first seat mostly wins, orange if it mostly loses."""
    cells = []
    for case in meeting_results(meeting):
        tone, weight = None if case.sign == "=" else case.tone, float(bool(case.text))
        note = case.sign if case.text else ""
        speech = case_text(meeting, case)
        cells.append(Cell(case.text, weight, hot=True, tone=tone, stale=stale, note=note, speech=speech))
    return cells


class OutcomesPage(DetailPage):
    """Three views, one at a time: the list of lows, the map of two seats, and the check of another simulator."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {LOWS: Lows, JOINT: Meetings}
        super().__init__("outcomes", "All outcomes", details, document, session, parent)
        self._meetings: tuple[Meeting, ...] = ()
        self._stale = True
        """The cell of the map at the mouse or the keyboard cursor."""
        self.lows: TableView[FinalHand] = TableView("outcomes.lowsTable", "Exact lows", height=ROW_HEIGHT)
        grid = CellGrid(len(CLASS_NAMES), len(CLASS_NAMES), picks=True)
        self.grid = named(grid, "outcomes.meeting", "Low vs low")
        self.waiting = label(name="outcomes.waiting", wrap=True, centred=True)
        """Displays the reason why there is no map."""
        self._row_name, self._column_name = SideName(), label(role="", weight=QFont.Weight.DemiBold, centred=True)
        self.note = label(name="outcomes.note", wrap=True)
        self.pairs = pass_wheel(named(QComboBox(), "outcomes.pair", "Seats compared"))
        self.pairs.currentIndexChanged.connect(self._show_meeting)
        self.pairs.activated.connect(self._on_pair_chosen)
        self._lows_button = _button("lows", "Exact lows")
        self.map_button = _button("map", "Low vs low")
        self.judge_button = _button("judge", "Check another simulator")
        self.judge = JudgeView()
        keep_room(self.pairs)
        self.grid.show_heading(HEAD)
        heads = self.grid.verticalHeader()
        heads.setProperty("tight", True)
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        fix(heads, width=HEAD)
        heads.show()
        self.grid.model_.show_heads(tuple(SHORT.get(name, name) for name in CLASS_NAMES))
        rows = filled(QHBoxLayout(), self._row_name, (self.grid, 1), spacing=0)
        full = column(self._column_name, (rows, 1), spacing=0, margins=NO_MARGINS)
        self.map = stacked(self.waiting, full)
        buttons = (self._lows_button, self.map_button, self.judge_button)
        row = ChipFlow((*buttons, self.pairs), self)
        parts = (row, (self.lows, 1), (self.map, 1), (self.judge, 1), self.note)
        filled(QVBoxLayout(self.full), *parts, spacing=8, margins=(12, 12, 12, 12))
        for button in buttons:
            button.clicked.connect(self._on_view_chosen)
        self.grid.hovered.connect(self._read_out)
        document.cursor_changed.connect(self._show_selected)
        self._lows_button.setChecked(True)
        self._show_view()
        self.start()

    @Slot()
    def _on_view_chosen(self) -> None:
        self._show_view()
        self.request()
        self._on_session_changed()

    def _show_view(self) -> None:
        as_map = self.map_button.isChecked()
        self.lows.setVisible(self._lows_button.isChecked())
        self.judge.setVisible(self.judge_button.isChecked())
        self.map.setVisible(as_map)
        self.note.setVisible(as_map)

    def unfit(self, scenario: Scenario) -> str:
        return "" if LOWS in GAMES[scenario.game].details else OTHER_GAME

    @property
    def requests(self) -> tuple[str, ...]:
        return (JOINT if self.map_button.isChecked() else LOWS,)

    @property
    def filled(self) -> bool:
        return self.detail(LOWS, Lows) is not None or self.detail(JOINT, Meetings) is not None

    def update_state(self) -> None:
        snapshot = self._session.snapshot
        self.pairs.setVisible(self.map_button.isChecked() and self.pairs.count() > 1)
        self.map_button.setEnabled(snapshot is None or len(snapshot.active) > 1)
        self.waiting.setText("" if self.meeting is not None else self.empty_text)

    def show_details(self) -> None:
        """Show the latest result: the lows, the pairs of seats to choose from, and the check of another simulator."""
        lows, joint = self.detail(LOWS, Lows), self.detail(JOINT, Meetings)
        table = exact_lows(lows.value, lows.snapshot) if lows else None
        self.lows.show_table(lows_table(table, stale=lows is None or lows.stale))
        self._stale = joint is None or joint.stale
        self._meetings = meetings(joint.value, joint.snapshot) if joint is not None else ()
        # Refill the box only if the pairs have changed, so that the selected pair stays while results arrive.
        titles = [f"{m.names[0]} vs {m.names[1]}" for m in self._meetings]
        if titles != [self.pairs.itemText(i) for i in range(self.pairs.count())]:
            chosen = max(self.pairs.currentIndex(), 0)
            self.pairs.clear()
            self.pairs.addItems(titles)
            self.pairs.setCurrentIndex(min(chosen, len(titles) - 1))
        self._show_selected()
        self._show_meeting()
        self.judge.show_seat(self._session.snapshot, self._document.cursor.seat)

    @Slot()
    def _show_selected(self) -> None:
        """Display a pair that contains the selected seat, if there is one."""
        seat, meeting = self._document.cursor.seat, self.meeting
        self.judge.show_seat(self._session.snapshot, seat)
        pairs = [i for i, pair in enumerate(self._meetings) if seat in pair.seats]
        if pairs and (meeting is None or seat not in meeting.seats):
            self.pairs.setCurrentIndex(pairs[0])

    @Slot()
    def _on_pair_chosen(self) -> None:
        """Select the first seat of the chosen pair, unless one of the two is selected already."""
        meeting = self.meeting
        if meeting is not None and self._document.cursor.seat not in meeting.seats:
            self._document.choose_seat(meeting.seats[0])

    @property
    def meeting(self) -> Meeting | None:
        """The displayed pair of seats, or None."""
        index = self.pairs.currentIndex()
        return self._meetings[index] if 0 <= index < len(self._meetings) else None

    @Slot()
    def _show_meeting(self) -> None:
        meeting = self.meeting
        self.map.setCurrentIndex(0 if meeting is None else 1)
        if meeting is not None:
            self._row_name.show_name(meeting.names[0])
            self._column_name.setText(meeting.names[1])
            self.grid.show_cells(meeting_cells(meeting, stale=self._stale))
        self._read_out()

    @Slot()
    def _read_out(self) -> None:
        meeting, text = self.meeting, self.grid.speech
        if meeting is None:
            self.note.clear()
        else:
            first = meeting.names[0]
            shares = ", ".join(
                f"{word} {percent(meeting.share(name), meeting.stderr)}"
                for name, word in (("win", "wins"), ("tie", "ties"), ("lose", "loses"))
            )
            self.note.setText(text or f"{HINT.format(*meeting.names)} {first} {shares}.")


def _button(name: str, title: str) -> QToolButton:
    button = named(QToolButton(), f"outcomes.{name}", title)
    button.setText(title)
    button.setCheckable(True)
    button.setAutoExclusive(True)
    return button


def lows_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts, which can be exported when they belong to the current table."""
    page = OutcomesPage(context.document, context.session)

    def lows() -> Chart | None:
        result = context.session.current_detail(LOWS, Lows)
        return None if result is None else lows_chart(exact_lows(result.value, result.snapshot), result.snapshot)

    def meeting() -> Chart | None:
        result, displayed = context.session.current_detail(JOINT, Meetings), page.meeting
        return None if result is None or displayed is None else meeting_chart(displayed, result.snapshot)

    return page, (
        ExportItem("lows", "Exact lows", page, PageChart(lows), "razz"),
        ExportItem("meeting", "Low vs low", page, PageChart(meeting), "razz"),
    )
