"""Which share of all hands each seat needs for the first bet in a game of one bet, and for calling it."""

from typing import Any

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Scenario
from engine.preflop.panel import panel_of
from engine.preflop.panel_edits import with_number
from engine.preflop.seats import SeatTable
from engine.scenario.preflop import MOST_PLAYERS
from engine.scenario.reading import is_number
from gui.charts.figure import Table
from gui.export.files import FileActions, table_csv
from gui.look.formatting import percent
from gui.look.scale import set_text
from gui.look.theme import TEXT_SMALL, Look
from gui.pages.preflop.asks import ask_seats
from gui.pages.preflop.give_bar import GiveBar
from gui.pages.preflop.model import PreflopModel, Question, Situation
from gui.pages.preflop.panel_numbers import PanelNumbers
from gui.pages.preflop.plain_table import Column, Line, PlainTable
from gui.pages.preflop.view import PreflopView
from gui.pages.preflop.words import chips
from gui.parts.build import named, paragraph
from gui.parts.chip_button import ChipButton
from gui.parts.choice_bar import ChoiceBar
from gui.state.document import Document

PLAYERS = 10
WITH_BUTTON, BUTTON = 4, -3
"""Players from which the button is not the first to act, and its place."""
KEYS = ("bet", "small_blind", "big_blind", "ante")
COLUMNS = (
    Column("Seat", "the seat, in the order in which they act", left=True),
    Column("Behind", "how many players act behind it"),
    Column("Risk", "chips that a bet puts at risk: the bet less the own blind"),
    Column("To win", "blinds and antes in the middle"),
    Column("Must hold", "how likely nobody behind has a better hand, at least: risk / (risk + to win)"),
    Column("Bets with", "the best share of all hands: 1 − q^(1/n) for n players behind"),
    Column("First bet", "these hands", wide=True),
)
CALLS = (
    Column("Seat", "who has made the first bet", left=True),
    Column("Bets with", "the share of all hands that it bets with"),
    Column("Needs", "the share of the pot that a call needs"),
    Column("Calls with", "the share of all hands whose exact equity against these hands reaches that"),
    Column("Rule", "the article's rule of thumb: the share of the bet times what is left of the needed probability"),
    Column("Call with", "these hands", wide=True),
)
SENTENCE = (
    "A bet pays at once if nobody behind holds a better hand often enough: with {players} players and a bet of {bet} "
    "the first to act bets with {first} of the hands, the button with {button}."
)
WITHOUT_BUTTON = (
    "A bet pays at once if nobody behind holds a better hand often enough: the first to act bets with {first}."
)


def seats_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request of the table: ten players where nothing else is said, a bet of the big blind."""
    panel = panel_of(scenario)
    bet = panel.bet if panel.bet is not None else panel.big_blind or 1.0
    numbers = {"small_blind": panel.small_blind, "big_blind": panel.big_blind, "bet": bet, "ante": panel.ante}
    order = {} if scenario.order is None else {"order": scenario.order}
    return {"steelwheel_seats": 1, "players": panel.players or PLAYERS, **numbers, **order}


class SeatsView(PreflopView):
    """The tables of first bets and of calls; the row that is chosen can be given to a seat."""

    def __init__(
        self,
        document: Document,
        model: PreflopModel,
        files: FileActions,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, model, look, parent)
        self._calls = False
        self.sentence = paragraph("preflop.seats.sentence")
        self._players = QComboBox()
        self._players.setObjectName("preflop.seats.players")
        self._players.setAccessibleName("Players at the table")
        for count in range(2, MOST_PLAYERS + 1):
            self._players.addItem(f"{count} players", count)
        self._numbers = PanelNumbers("preflop.seats", KEYS, 2, document, look, self, base=self._scenario)
        self._kind = ChoiceBar(
            "preflop.seats.kind", "Table", {"bets": "first bet", "calls": "calling a first bet"}, look, self
        )
        self._kind.show_choice("bets")
        self.bets = PlainTable("preflop.seats.bets", "First bets by seat", COLUMNS, look, self)
        self.calls = PlainTable("preflop.seats.calls", "Calls by who has bet", CALLS, look, self)
        self.calls.hide()
        self._give = GiveBar("preflop.seats.range", document, look, self)
        self._save = ChipButton("save…", look, self)
        named(self._save, "preflop.saveSeats", "Save both tables as CSV", "Both tables as CSV")
        files.add("csv", "Seat tables as CSV", _stem, self._csv)
        self._save.clicked.connect(files.actions[-1].trigger)
        self._build()
        self._players.activated.connect(self._on_players)
        self._numbers.refused.connect(self.message)
        self._give.message.connect(self.message)
        self._kind.chosen.connect(self._on_kind)
        for table in (self.bets, self.calls):
            table.selectionModel().currentRowChanged.connect(self._on_row)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._kind)
        head.addStretch(1)
        label = QLabel("a game of one bet")
        label.setToolTip("As in the article: the first bet is the only one")
        label.setProperty("role", "muted")
        set_text(label, TEXT_SMALL)
        head.addWidget(label)
        head.addWidget(self._players)
        head.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.sentence)
        layout.addLayout(head)
        layout.addWidget(self._numbers)
        layout.addWidget(self.bets, 1)
        layout.addWidget(self.calls, 1)
        layout.addWidget(self._give)

    def ask(self, _situation: Situation) -> tuple[Question, ...]:
        """Ask for the tables."""
        return ask_seats(seats_values(self._document.scenario), self._document.orders)

    @property
    def found(self) -> SeatTable | None:
        """The table on show."""
        answer = self._model.answer("seats")
        return None if answer is None else answer.value

    def _csv(self) -> bytes:
        if self.found is None:
            raise ValueError("there are no tables yet")
        return table_csv(self.table())

    def table(self) -> Table:
        """Return both tables as header and rows."""
        header = (
            "seat", "behind", "risk", "pot", "q", "share", "range", "call q", "call share", "call range",
            "call rule of thumb",
        )  # fmt: skip
        rows: list[tuple[object, ...]] = []
        for row in self.found.rows if self.found is not None else ():
            call = row.call
            found = (call.q, call.share, call.range, call.rule_of_thumb) if call is not None else ("", "", "", "")
            rows.append((row.seat, row.behind, row.risk, row.pot, row.q, row.share, row.range, *found))
        return header, rows

    def _render(self) -> None:
        scenario, answer = self._document.scenario, self._model.answer("seats")
        values = seats_values(scenario)
        problems = {problem.field: problem for problem in panel_of(scenario).problems}
        self._players.setCurrentIndex(self._players.findData(values["players"]))
        self._numbers.render_scenario(scenario, problems)
        stale = answer is not None and answer.stale
        rows = () if self.found is None else self.found.rows
        self.bets.plain.show_lines([_bet_line(row) for row in rows], stale=stale)
        self.calls.plain.show_lines([_call_line(row) for row in rows if row.call is not None], stale=stale)
        self.sentence.setText(self._words(values["bet"]) if rows else self._model.why_absent("Computing …", "seats"))
        self._offer()

    def _words(self, bet: float) -> str:
        rows = self.found.rows if self.found is not None else ()
        first = percent(rows[0].share, exact_digits=1)
        if len(rows) < WITH_BUTTON:
            return WITHOUT_BUTTON.format(first=first)
        share = percent(rows[BUTTON].share, exact_digits=1)
        return SENTENCE.format(players=len(rows), bet=chips(bet), first=first, button=share)

    def _offer(self) -> None:
        """Offer the range of the row that is chosen, the first where none is."""
        table = self.calls if self._calls else self.bets
        row = max(table.currentIndex().row(), 0)
        rows = [r for r in (self.found.rows if self.found is not None else ()) if not self._calls or r.call is not None]
        if row >= len(rows):
            self._give.show_range("Choose a row", "")
        elif (call := rows[row].call) is not None and self._calls:
            self._give.show_range(f"calls of {rows[row].seat}’s bet", call.range)
        else:
            self._give.show_range(f"{rows[row].seat}’s first bets", rows[row].range)

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, _index: QModelIndex, _before: QModelIndex) -> None:
        self._offer()

    @Slot(str)
    def _on_kind(self, key: str) -> None:
        self._kind.show_choice(key)
        self._calls = key == "calls"
        self.bets.setVisible(not self._calls)
        self.calls.setVisible(self._calls)
        self._offer()

    @Slot(int)
    def _on_players(self, index: int) -> None:
        count = self._players.itemData(index)
        after = with_number(self._document.scenario, "players", count if count != PLAYERS else None)
        self._document.replace(f"Pre-flop: {count} players", after)


def _stem() -> str:
    return "preflop-seats"


def _bet_line(row: Any) -> Line:
    numbers = str(row.behind), chips(row.risk), chips(row.pot), percent(row.q, exact_digits=1)
    return Line((row.seat, *numbers, percent(row.share, exact_digits=1), row.range), tip=row.range)


def _call_line(row: Any) -> Line:
    call = row.call
    numbers = (row.share, call.q, call.share, call.rule_of_thumb)
    shares = [percent(value, exact_digits=1) if is_number(value) else "" for value in numbers]
    return Line((row.seat, *shares, call.range), tip=call.range)
