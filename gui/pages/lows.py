"""The final hands of razz in full: the exact lows of every seat, and which of two seats wins with which low. A judge of
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
from engine.equity.details.judging import CLASSES, Judgement, read_frequencies
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
from gui.charts.values import Axis, Cell, Cells, Chart, Heading, Line, Table
from gui.charts.view import PageChart
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter, write
from gui.look.scale import at_least, fix, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import NO_MARGINS, column, filled, keep_room, label, named, stacked, tab_in_order
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import Cell as GridCell
from gui.parts.cells import Place
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
"""Short names of the outcome classes; the others are short as they are."""
WIDTH = 1.8
MARKERS = 5
"""Markers on each curve: colour is not the only sign."""


def lows_chart(lows: LowTable, snapshot: Snapshot) -> Chart:
    """Return a rising line for each seat: how often it ends with a hand or a better one, by hand."""
    names, edges = class_words(class_sizes(lows)), np.array(hand_edges(lows))
    lines = []
    for i, seat in reversed(list(enumerate(lows.seats))):
        sums = 100 * np.array([0.0, *(hand.better[i] for hand in lows.hands)])
        markers = tuple(int((mark + 0.5) / MARKERS * len(sums)) for mark in range(MARKERS))
        lines.append(Line(edges, sums, seat, WIDTH, markers=markers))
    note = f"{len(lows.hands)} final hands, best first; a class begins at its tick, and all are equally wide"
    widest = max(lows.stderr, default=0.0)
    note += f"; sampled, each at most {interval(widest)}" if widest else ""
    title = "Exact lows: how often a seat ends with this hand or a better one"
    return Chart(
        Heading.of(snapshot, title, (note,), "lows"),
        Axis(0.0, len(names), category_ticks(names), "highest card of the low"),
        Axis(0.0, 102.0, percent_ticks),
        tuple(lines),
        lows_rows(lows),
        seats=tuple(zip(lows.seats, lows.names, strict=True)),
        lines=True,
    )


def lows_rows(lows: LowTable) -> Table:
    """Return the probability of every final hand by seat, and of it or a better one."""
    header = ("hand", *(title for name in lows.names for title in (name, f"{name} or better")))
    pairs = [zip(hand.shares, hand.better, strict=True) for hand in lows.hands]
    return header, [(hand.name, *chain.from_iterable(both)) for hand, both in zip(lows.hands, pairs, strict=True)]


def class_sizes(lows: LowTable) -> Counter[str]:
    """Return how many final hands each class has, the best class first."""
    return Counter(class_of_low(hand.name) if "-" in hand.name else PAIRED for hand in lows.hands)


def hand_edges(lows: LowTable) -> list[float]:
    """Return where each final hand begins and the last one ends, each class being 1 wide.

    Were all hands equally wide, the classes that win would share the first tenth: most lows are high cards.
    """
    inside = [place + i / size for place, size in enumerate(class_sizes(lows).values()) for i in range(size)]
    return [*inside, float(len(class_sizes(lows)))]


def class_words(classes: Iterable[str]) -> tuple[str, ...]:
    """Return the names of classes of lows on axes: ``T`` for ``10``, but ``paired`` in full."""
    return tuple(name if name == PAIRED else SHORT.get(name, name) for name in classes)


@dataclass(frozen=True, slots=True)
class Met:
    """Two classes that meet: how likely the first seat wins, ties and loses with them, the most likely of these as a
    sign, and its tone from -1 (loses) to 1 (wins), the stronger the likelier they meet.
    """

    row: int
    column: int
    results: tuple[float, float, float]
    sign: str
    tone: float

    @property
    def share(self) -> float:
        """How likely they meet."""
        return sum(self.results)

    @property
    def text(self) -> str:
        """The share in percent, empty where it would show as 0."""
        return f"{100 * self.share:.1f}" if self.share >= 0.0005 else ""


def mets(meeting: Meeting) -> Iterator[Met]:
    """Yield the classes of two seats against each other, row by row."""
    top = float(meeting.shares.sum(axis=0).max()) or 1.0
    for row, other in np.ndindex(meeting.shares.shape[1:]):
        win, tie, lose = meeting.shares[:, row, other].tolist()
        strength = ((win + tie + lose) / top) ** 0.5
        sign, tone = ("▲", strength) if win >= lose else ("▼", -strength)
        if tie > max(win, lose):
            sign, tone = "=", 0.0
        yield Met(row, other, (win, tie, lose), sign, tone)


def hand_words(name: str) -> str:
    """Return a class of lows as a hand."""
    return name if name == PAIRED else f"{SHORT.get(name, name)} low"


def met_words(meeting: Meeting, met: Met) -> str:
    """Return in words how likely two classes meet and who wins then."""
    error, (first, second) = meeting.stderr, meeting.names
    share = f"{percent(met.share, error)} {interval(error)}".strip()
    results = zip(MEETING_RESULTS, met.results, strict=True)
    parts = ", ".join(f"{name} {percent(result, error)}" for name, result in results if result > 0)
    hands = f"{first} {hand_words(CLASS_NAMES[met.row])}, {second} {hand_words(CLASS_NAMES[met.column])}"
    return f"{hands}: {share}" + (f" ({parts} for {first})" if parts else "")


def meeting_chart(meeting: Meeting, snapshot: Snapshot) -> Chart:
    """Return the lows of two seats against each other as a map."""
    names = class_words(CLASS_NAMES)
    shown, rows = [], []
    for met in mets(meeting):
        rows.append((names[met.row], names[met.column], *met.results))
        texts = (f"{met.text} {met.sign}",) if met.text else ()
        shown.append(Cell(met.row, met.column, texts, met.tone, faint=not texts))
    count = len(names)
    first, second = meeting.names
    results = ", ".join(f"{name}s {percent(meeting.share(name), meeting.stderr)}" for name in MEETING_RESULTS)
    note = (
        f"rows: {first}'s low, columns: {second}'s; percent of all deals; {first} {results}"
        f"{errors_clause([meeting.stderr])}"
    )
    heading = Heading.of(snapshot, f"{first} against {second}: who beats whom with what", (note,), "meeting")
    table = (first, second, "win", "tie", "lose"), list(rows)
    return map_chart(heading, (count, count), (Cells(tuple(shown)),), table, heads=(names, names))


PASTE_HINT = "Paste what another simulator printed for this hand:\n\n5 0.0715\n6 0.1180\n…\npaired 0.0284"
WAITING = "There is no exact result for a hand yet: give it cards, and let the table be computed exactly."
WHICH = "Select the seat of the hand that the other simulator was asked about: several have an exact result."
OF_LOWS = "The class of a low is its highest card, 5 to 13 (K); paired: fewer than five different ranks."
DEALS = FieldSpec(
    "deals",
    "Number of deals",
    "trials",
    "How many deals the shares are of; counts need no number.",
    "none",
)
NOT_PRINTED = "–"
FAR = 3.0
"""Standard errors from which on a class betrays the program."""


def judge_table(result: Judgement | None) -> TableData[int]:
    """Return a row for each class: pasted, exact, off by so many standard errors, the law of the best mistake."""
    if result is None:
        return TableData()
    exact, shares = result.exact, result.frequencies.shares

    def off(row: int) -> str:
        return (
            NOT_PRINTED if np.isnan(exact.deviations[row]) else f"{exact.deviations[row]:+.1f}".replace("-", "\u2212")
        )

    columns: list[Column[int]] = [
        Column("Class", lambda row: CLASSES[row], number=False, bold=True),
        Column("Pasted", lambda row: NOT_PRINTED if np.isnan(shares[row]) else _share(shares, row)),
        Column("Exact", partial(_share, exact.distribution)),
        Column("Off, standard errors", off, ink=lambda row: "bad" if abs(exact.deviations[row]) > FAR else "text"),
    ]
    for mistake in result.mistakes:
        head = f"{mistake.name.capitalize()}: chi-square {mistake.chi_square:.1f}"
        columns.append(Column(head, partial(_share, mistake.distribution), keep=1, ink="muted"))
    return TableData(tuple(columns), tuple(range(len(CLASSES))))


def _share(law: NDArray[np.float64], row: int) -> str:
    return percent(float(law[row]), exact_digits=3)


class JudgeView(Guarded, QWidget):
    """Compares the pasted text with the exact distribution of a seat: of the selected one, or of the only one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._seat = 0
        self.answer = label(OF_LOWS, name="outcomes.judgement", role="", wrap=True)
        self.entry = named(QPlainTextEdit(), "outcomes.pasted", "What another simulator printed")
        self.entry.setPlaceholderText(PASTE_HINT)
        self.entry.setTabChangesFocus(True)
        at_least(self.entry, width=150)
        self.deals = NumberField(DEALS, "outcomes.deals")
        self.line = ProblemLine(parent=self)
        self.table: TableView[int] = TableView("outcomes.judged", "The classes, pasted and exact", height=24)
        # Messages of any length are below everything else, so that no field moves while one types into it.
        side = filled(QVBoxLayout(), self.deals, (self.entry, 1), spacing=8)
        above = filled(QHBoxLayout(), (side, 1), (self.table, 2), spacing=12)
        filled(QVBoxLayout(self), (above, 1), self.line, self.answer, spacing=8, margins=NO_MARGINS)
        tab_in_order(self.entry, self.deals.entry)
        self.entry.textChanged.connect(self._render)
        self.deals.edited.connect(self._on_deals)

    def show_seat(self, snapshot: Snapshot | None, seat: int) -> None:
        """Compare with the selected ``seat`` of a result, or with the only one that has an exact distribution."""
        self._snapshot, self._seat = snapshot, judged_seat(snapshot, seat)
        self._render()

    @Slot(object, str)
    def _on_deals(self, value: float | None, _: str) -> None:
        self.deals.show_value(value)
        self._render()

    @Slot()
    def _render(self) -> None:
        self.line.clear()
        law = exact_class_distribution(self._snapshot, self._seat)
        result, hand = None, ""
        if self.entry.toPlainText().strip() and law is not None and self._snapshot is not None:
            try:
                hand = self._snapshot.scenario.seats[self._seat].cards
                frequencies = read_frequencies(self.entry.toPlainText(), self.deals.value)
                result = judge_seat(self._snapshot, self._seat, frequencies)
            except TextError as error:
                self.line.show_error(error.message)
        waiting = WHICH if len(_known_seats(self._snapshot)) > 1 else WAITING
        self.answer.setText(waiting if law is None else OF_LOWS if result is None else f"{hand}: {result.sentence}")
        self.table.show_table(judge_table(result))


def judged_seat(snapshot: Snapshot | None, selected: int) -> int:
    """Return the seat whose exact distribution other numbers are compared with: the ``selected`` one, or the only one
    that has an exact distribution where the selected one has none."""
    known = _known_seats(snapshot)
    return known[0] if len(known) == 1 and selected not in known else selected


def _known_seats(snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats whose distribution is known exactly."""
    count = 0 if snapshot is None else len(snapshot.seats)
    return tuple(seat for seat in range(count) if exact_class_distribution(snapshot, seat) is not None)


LOWS, JOINT = "outcomes", "joint"
TEACH = "Type a razz hand on the left, as in “a29”:\nevery low that it can become is listed here."
OTHER_GAME = "The lows of razz: choose Razz above."
HINT = "Rows: {0}'s hand, columns: {1}'s. Blue: {0} wins, orange: {1} wins; percent of all deals."
ROW_HEIGHT = 24
NAME, HEAD = 18, 24
"""Pixels for the name of a seat at the side of the map, and for its hands."""
FEW_SEATS = 3
"""With more seats than this exact shares have two decimals instead of four: more would not fit."""


def lows_table(lows: LowTable | None, *, stale: bool) -> TableData[FinalHand]:
    """Return the final hands with two columns for each seat: the share, and that of the hand or a better one.

    Where there is little room, the shares lose the sign of percent first, then those of *or better* go.
    """
    if lows is None:
        return TableData()
    columns: list[Column[FinalHand]] = [Column("Final hand", lambda row: row.name, number=False, bold=True)]
    digits = 4 if len(lows.seats) <= FEW_SEATS else 2
    for seat, (name, stderr) in enumerate(zip(lows.names, lows.stderr, strict=True)):
        columns += _seat_columns(seat, name, stderr, digits)
    return TableData(tuple(columns), lows.hands, stale=stale, levels=(NEVER, 1), padding=(12, 30), keep_names=True)


def _seat_columns(seat: int, name: str, stderr: float, digits: int) -> tuple[Column[FinalHand], Column[FinalHand]]:
    """Return the columns of a seat, with ``digits`` decimals where its shares are exact."""

    def full(share: float) -> str:
        return percent(share, stderr, exact_digits=digits) if share > 0 else "–"

    def short(share: float) -> str:
        text = percent(share, exact_digits=min(percent_digits(stderr), 2)) if share > 0 else "–"
        return text.removesuffix(f"{NO_BREAK}%")

    return (
        Column(name, lambda row: full(row.shares[seat]), short=(lambda row: short(row.shares[seat]),)),
        Column(
            "or better", lambda row: full(row.better[seat]), keep=1, ink="muted",
            short=(lambda row: short(row.better[seat]),),
        ),
    )  # fmt: skip


class SideName(Guarded, QWidget):
    """A name written from below to above."""

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


def meeting_cells(meeting: Meeting, *, stale: bool) -> list[GridCell]:
    """Return the cells of the map of two seats: blue where the first seat mostly wins, orange where it mostly loses."""
    cells = []
    for met in mets(meeting):
        tone, shown = None if met.sign == "=" else met.tone, float(bool(met.text))
        note = met.sign if met.text else ""
        speech = met_words(meeting, met)
        cells.append(GridCell(met.text, shown, hot=True, tone=tone, stale=stale, note=note, speech=speech))
    return cells


class OutcomesPage(DetailPage):
    """Three views, one at a time: the list of lows, the map of two seats, the judge of a program's numbers."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {LOWS: Lows, JOINT: Meetings}
        super().__init__("outcomes", "Outcomes in full", details, document, session, parent)
        self._meetings: tuple[Meeting, ...] = ()
        self._stale = True
        self._pointed: Place | None = None
        self.lows: TableView[FinalHand] = TableView("outcomes.lowsTable", "Exact lows", height=ROW_HEIGHT)
        grid = CellGrid(len(CLASS_NAMES), len(CLASS_NAMES), picks=True)
        self.grid = named(grid, "outcomes.meeting", "Who beats whom with what")
        self.waiting = label(name="outcomes.waiting", wrap=True, centred=True)
        """Why there is no map."""
        self._row_name, self._column_name = SideName(), label(role="", weight=QFont.Weight.DemiBold, centred=True)
        self.note = label(name="outcomes.note", wrap=True)
        self.pairs = named(QComboBox(), "outcomes.pair", "The two seats")
        self.pairs.currentIndexChanged.connect(self._show_meeting)
        self.pairs.activated.connect(self._on_pair_chosen)
        self._lows_button = _button("lows", "Exact lows")
        self.map_button = _button("map", "Who beats whom")
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
        self.grid.hovered.connect(self._on_hovered)
        document.mark_changed.connect(self._show_marked)
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
        lows, joint = self.detail(LOWS, Lows), self.detail(JOINT, Meetings)
        table = exact_lows(lows.value, lows.snapshot) if lows else None
        self.lows.show_table(lows_table(table, stale=lows is None or lows.stale))
        self._stale = joint is None or joint.stale
        self._meetings = meetings(joint.value, joint.snapshot) if joint is not None else ()
        titles = [f"{m.names[0]} v {m.names[1]}" for m in self._meetings]
        if titles != [self.pairs.itemText(i) for i in range(self.pairs.count())]:
            chosen = max(self.pairs.currentIndex(), 0)
            self.pairs.clear()
            self.pairs.addItems(titles)
            self.pairs.setCurrentIndex(min(chosen, len(titles) - 1))
        self._show_marked()
        self._show_meeting()
        self.judge.show_seat(self._session.snapshot, self._document.mark.seat)

    @Slot()
    def _show_marked(self) -> None:
        """Show a pair that the marked seat belongs to."""
        seat, meeting = self._document.mark.seat, self.meeting
        self.judge.show_seat(self._session.snapshot, seat)
        pairs = [i for i, pair in enumerate(self._meetings) if seat in pair.seats]
        if pairs and (meeting is None or seat not in meeting.seats):
            self.pairs.setCurrentIndex(pairs[0])

    @Slot()
    def _on_pair_chosen(self) -> None:
        """Mark the first of two seats that are chosen, unless one of them is marked already."""
        meeting = self.meeting
        if meeting is not None and self._document.mark.seat not in meeting.seats:
            self._document.choose_seat(meeting.seats[0])

    @property
    def meeting(self) -> Meeting | None:
        """The two displayed seats."""
        at = self.pairs.currentIndex()
        return self._meetings[at] if 0 <= at < len(self._meetings) else None

    @Slot()
    def _show_meeting(self) -> None:
        meeting = self.meeting
        self.map.setCurrentIndex(0 if meeting is None else 1)
        if meeting is not None:
            self._row_name.show_name(meeting.names[0])
            self._column_name.setText(meeting.names[1])
            self.grid.show_cells(meeting_cells(meeting, stale=self._stale))
        self._read_out()

    @Slot(object)
    def _on_hovered(self, place: Place | None) -> None:
        self._pointed = place
        self._read_out()

    def _read_out(self) -> None:
        meeting, text = self.meeting, self.grid.model_.speech_at(self._pointed)
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
    """Return the page, and its charts that can be exported, none while another table is being computed."""
    page = OutcomesPage(context.document, context.session)

    def lows() -> Chart | None:
        result = context.session.current_detail(LOWS, Lows)
        return None if result is None else lows_chart(exact_lows(result.value, result.snapshot), result.snapshot)

    def meeting() -> Chart | None:
        result, shown = context.session.current_detail(JOINT, Meetings), page.meeting
        return None if result is None or shown is None else meeting_chart(shown, result.snapshot)

    return page, (
        ExportItem("lows", "Exact lows", page, PageChart(lows), "razz"),
        ExportItem("meeting", "Who beats whom", page, PageChart(meeting), "razz"),
    )
