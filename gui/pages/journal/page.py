"""The journal page: the bankroll over time, the bankroll that the advice would have led to, and the hands."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QMenu, QVBoxLayout, QWidget

from engine import GAMES
from engine.journal.history import csv_text
from engine.journal.records import Decision, Hand
from gui.charts.view import ChartView
from gui.export.files import AskPath, ExportItem, FileActions, ask_path
from gui.look.formatting import chips, signed_chips
from gui.look.guard import Guarded
from gui.pages.journal.bar import JournalBar
from gui.pages.journal.chart import EMPTY, bankroll_maker
from gui.pages.journal.words import act_text, facts, given_up_text, headline, moment_text, same_act
from gui.parts.build import MenuButton, filled, label, named, page_ground, split
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext

FACTS = 4
CHART_SHARE, HANDS_SHARE = 3, 2
ROW_HEIGHT = 24
UNDER_WAY = "unfinished"


@dataclass(frozen=True, slots=True)
class HandRow:
    """A row: a hand, its place in the journal, a decision in it if there is one, and whether that is its last.

    ``checked``: hero had checked before on the street, and was bet to.
    """

    place: int
    hand: Hand
    decision: Decision | None
    last: bool
    checked: bool = False

    @property
    def done(self) -> str:
        """The action in words."""
        if self.decision is None:
            return ""
        text = act_text(self.decision.done, self.decision.put_in)
        return f"check, {text}" if self.checked else text

    @property
    def deviates(self) -> bool:
        """Whether the action differs from the advice."""
        return self.decision is not None and not same_act(self.decision)


def rows_of(hands: tuple[Hand, ...]) -> tuple[HandRow, ...]:
    """Return the rows of the table, the latest first."""
    rows = []
    for place, hand in reversed(tuple(enumerate(hands))):
        if not hand.decisions:
            rows.append(HandRow(place, hand, None, last=True))
        for *checks, result in reversed(hand.counted):
            rows.append(HandRow(place, hand, result, result is hand.decisions[-1], bool(checks)))
    return tuple(rows)


def _of_hand(text: Callable[[HandRow], str]) -> Callable[[HandRow], str]:
    """Return the text of a row about its whole hand: only the last decision of the hand has it."""
    return lambda row: text(row) if row.last else ""


def _of_decision(text: Callable[[Decision], str]) -> Callable[[HandRow], str]:
    return lambda row: "" if row.decision is None else text(row.decision)


def _result_ink(row: HandRow) -> str:
    result = row.hand.result
    return "muted" if result is None else "text" if result == 0.0 else "good" if result > 0.0 else "bad"


def _plain_ink(row: HandRow) -> str:
    return "muted" if row.hand.result is None else "text"


def _column(title: str, text: Callable[[HandRow], str], tip: str, *, number: bool = True) -> Column[HandRow]:
    return Column(title, text, tip, number, ink=_plain_ink)


def _side(title: str, text: Callable[[HandRow], str], tip: str, *, wide: bool = False) -> Column[HandRow]:
    return Column(title, text, tip, False, ink="muted", wide=wide)


COLUMNS = (
    _column("Hand", _of_hand(lambda row: str(row.place + 1)), "Number of the hand in the journal"),
    _column(
        "Advice", _of_decision(lambda x: act_text(x.advised, x.put_in)), "What was advised, at this bankroll",
        number=False,
    ),
    Column("Done", lambda row: row.done, "What was done", False, bold=lambda row: row.deviates, ink=_plain_ink),
    _column(
        "Given up", _of_decision(lambda x: "" if same_act(x) else given_up_text(x.given_up)),
        "Growth that was given up by doing something else than advised",
    ),
    Column(
        "Result", _of_hand(lambda row: UNDER_WAY if row.hand.result is None else signed_chips(row.hand.result)),
        "Chips that the whole hand brought", ink=_result_ink,
    ),
    _column(
        "Bankroll", _of_hand(lambda row: "" if row.hand.left is None else chips(row.hand.left)), "What the hand left"
    ),
    _side("Street", _of_decision(lambda x: x.street), "Where in the hand"),
    _side("Game", _of_hand(lambda row: GAMES[row.hand.game].title if row.hand.game in GAMES else row.hand.game), ""),
    _side("When", _of_hand(lambda row: moment_text(row.hand.begun)), "When the hand began", wide=True),
)  # fmt: skip


class JournalPage(Guarded, QWidget):
    """Shows a journal. ``chart`` is that of the bankroll; ``ask`` chooses the file for its hands."""

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "journal", "Journal")
        page_ground(self)
        self._journal = journal = context.journal
        self.bar = JournalBar(journal, self)
        self.answer = label(name="journal.answer", role="title", wrap=True)
        title = "Bankroll over time"
        self.chart = ChartView("bankroll", title, EMPTY, context.session, menu="export")
        self.hands: TableView[HandRow] = TableView("journal.hands", "Decided hands", height=ROW_HEIGHT)
        self._listed: tuple[Hand, ...] = ()
        self._bankroll = self.bar.add_action("bankroll", "My bankroll goes with this journal", self._on_bankroll)
        self._bankroll.setCheckable(True)
        self._drop = self.bar.add_action("dropHand", "Delete the chosen hand…", self._on_drop)
        self._files = FileActions("journal.export", context.settings, self, ask)
        self._files.message.connect(context.message)
        self._build()
        journal.changed.connect(self._on_changed)
        self.hands.selectionModel().selectionChanged.connect(self._on_selected)
        self._on_changed()
        self._render()

    def _build(self) -> None:
        self._files.add("csv", "Hands as CSV data", lambda: "journal", self._csv)
        menu = QMenu(self)
        menu.addActions(self._files.actions)
        export = named(MenuButton(), "journal.menu", "Export the hands")
        export.setText("Export")
        export.setMenu(menu)
        self.bar.row.addWidget(export)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        self._facts = [
            (label(name=f"journal.fact{row}.title", role=""), label(name=f"journal.fact{row}", wrap=True))
            for row in range(FACTS)
        ]
        for row, (head, text) in enumerate(self._facts):
            grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        both = split("journal.split", "Chart and hands", (self.chart, CHART_SHARE), (self.hands, HANDS_SHARE))
        parts = (self.bar, self.answer, grid, (both, 1))
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 10))

    def _csv(self) -> bytes:
        overview = self._journal.overview
        if overview is None or not overview.hands:
            raise ValueError("there is no hand in the journal yet")
        return csv_text(overview.hands).encode()

    def _render(self) -> None:
        overview = self._journal.overview
        self.bar.render_journal()
        self._bankroll.setChecked(self._journal.is_bankroll)
        self.answer.setText(headline(overview))
        texts = facts(overview) if overview is not None else ()
        for part in (part for pair in self._facts for part in pair):
            part.setVisible(bool(texts))
        for fact, (head, text) in zip(texts, self._facts, strict=False):
            head.setText(fact.title)
            text.setText(fact.text)
            text.setToolTip(fact.meaning)
        hands = overview.hands if overview is not None else ()
        if hands != self._listed or not self.hands.table.columns:
            self._listed = hands
            self.hands.show_table(TableData(COLUMNS, rows_of(hands)))
        self.hands.setVisible(bool(hands))
        self._on_selected()

    @Slot()
    def _on_changed(self) -> None:
        self.chart.show_chart(bankroll_maker(self._journal.overview))
        if self.isVisible():
            self._render()

    @Slot()
    def _on_selected(self) -> None:
        self._drop.setEnabled(self.hands.selectionModel().hasSelection())

    @Slot()
    def _on_bankroll(self) -> None:
        self._journal.set_bankroll(self._bankroll.isChecked())

    @Slot()
    def _on_drop(self) -> None:
        row = self.hands.chosen
        if row is not None and self.hands.selectionModel().hasSelection():
            number = row.hand.number
            question = f"Delete hand {row.place + 1} from the journal? This cannot be undone."
            self.bar.ask(question, lambda: self._journal.drop_hand(number))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._journal.watch()
        self._render()


def journal_exports(page: JournalPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (ExportItem("bankroll", "Bankroll", page, page.chart),)
