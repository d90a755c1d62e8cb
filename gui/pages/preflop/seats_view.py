"""The view of seat tables: the share of hands for a first bet from each seat in a game with one bet, and for calls."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario
from engine.preflop.panel import PREFLOP
from engine.preflop.seats import SeatLine, SeatsRequest, SeatTable
from engine.scenario.preflop import BY_KEY, MAX_PLAYERS
from gui.charts.values import Table
from gui.export.files import FileActions, table_csv
from gui.pages.preflop.answers import ask_seats
from gui.pages.preflop.model import PreflopModel, PreflopPageSituation, Question
from gui.pages.preflop.view import USUAL_PLAYERS, GiveBar, PreflopView
from gui.pages.preflop.words import short_chips
from gui.parts.build import NO_MARGINS, STRETCH, filled, paragraph, stacked
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.form import first_problems
from gui.parts.number_field import small
from gui.parts.table import Column, TableData, TableView
from gui.state.context import PageContext
from gui.words.formatting import percent

WITH_BUTTON, BUTTON = 4, -3
"""The number of players from which the button is not the first to act, and its index."""
SWITCHES = ("callers_behind", "call_for_blinds")
KEYS = ("bet", "small_blind", "big_blind", "ante")
ROW_HEIGHT, MIN_RANGE_WIDTH = 24, 80


def _share(value: float) -> str:
    return percent(value, exact_digits=1)


def _call(row: SeatLine, key: str) -> str:
    return "" if row.call is None else _share(getattr(row.call, key))


BETS: tuple[Column[SeatLine], ...] = (
    Column("Seat", lambda row: row.position, "seats in order of action", number=False),
    Column("Behind", lambda row: str(row.behind), "number of players still to act"),
    Column("Risk", lambda row: short_chips(row.risk), "chips at risk: the bet minus the blind of this seat"),
    Column("To win", lambda row: short_chips(row.pot), "blinds and antes in the pot"),
    Column(
        "Must work", lambda row: _share(row.q),
        "how often this must be the best hand for the open to break even: risk / (risk + to win)",
    ),
    Column(
        "Opens", lambda row: _share(row.share), "top percentage of all hands: 1 − q^(1/n) for n players behind",
    ),
    Column("Range", lambda row: row.range, "opening range", number=False, wide=True, min_width=MIN_RANGE_WIDTH),
)  # fmt: skip
CALLS: tuple[Column[SeatLine], ...] = (
    Column("Seat", lambda row: row.position, "position of the opener", number=False),
    Column("Opens", lambda row: _share(row.share), "percentage of all hands in the opening range"),
    Column("Needs", lambda row: _call(row, "q"), "equity needed to call"),
    Column(
        "Calls with", lambda row: _call(row, "share"),
        "percentage of all hands with enough exact equity against that range; with callers behind each of them calls "
        "with the same share of hands, and the caller has to beat all of them (treated as independent)",
    ),
    Column(
        "Rule", lambda row: _call(row, "rule_of_thumb"),
        "rule of thumb of the article: percentage opened times (1 − needed equity)",
    ),
    Column(
        "Range", lambda row: row.call.range if row.call else "", "calling range", number=False, wide=True,
        min_width=MIN_RANGE_WIDTH,
    ),
)  # fmt: skip
SENTENCE = (
    "An open is profitable if it is the best hand often enough. With {players} players and an open to {bet} the first "
    "to act opens {first} of hands, the button {button}."
)
ASSUMED = {
    False: "Assumes that nobody calls behind the caller.",
    True: "Assumes that everybody behind calls with the same share of hands; the caller has to beat all of them.",
}
ONLY_BLINDS = " A call wins blinds and antes only."
WITHOUT_BUTTON = "An open is profitable if it is the best hand often enough: the first to act opens {first} of hands."


def seats_request(scenario: Scenario) -> SeatsRequest:
    """Return the request of the table; by default ten players, and a bet of the big blind."""
    panel = PREFLOP.panel(scenario)
    return SeatsRequest(
        players=panel.players or USUAL_PLAYERS["players"], small_blind=panel.small_blind, big_blind=panel.big_blind,
        bet=panel.bet if panel.bet is not None else panel.big_blind or 1.0, ante=panel.ante,
        callers_behind=panel.callers_behind, call_for_blinds=panel.call_for_blinds, order=scenario.order,
    )  # fmt: skip


class SeatsView(PreflopView):
    """The tables of first bets and of calls; the range of the selected row can be given to a seat."""

    def __init__(
        self, context: PageContext, model: PreflopModel, files: FileActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, model, parent)
        self.sentence = paragraph("preflop.seats.sentence")
        counts = [f"{count} players" for count in range(2, MAX_PLAYERS + 1)]
        self._players = self.players_box("preflop.seats.players", "Players at the table", "players", counts)
        numbers = self.number_fields("preflop.seats", KEYS, 2)
        self._switches = tuple(self.numbers.switch(BY_KEY[key]) for key in SWITCHES)
        self._assumed = small(name="preflop.seats.assumed", wrap=True)
        kinds = {"bets": "opening", "calls": "calling an open"}
        self.bets: TableView[SeatLine] = TableView(
            "preflop.seats.bets", "Opening ranges by seat", self, height=ROW_HEIGHT
        )
        self.calls: TableView[SeatLine] = TableView(
            "preflop.seats.calls", "Calling ranges by seat of the opener", self, height=ROW_HEIGHT
        )
        tables = stacked(self.bets, self.calls)
        self._kind = ChoiceBar("preflop.seats.kind", "Table", kinds, self, on="bets", views=tables)
        self._give = GiveBar("preflop.seats.range", context, self)
        files.add("csv", "Seat tables as CSV", lambda: "preflop-seats", self._csv)
        title, tip = "Save both tables as CSV", "Both tables as CSV"
        self._save = chip_button("save…", "preflop.saveSeats", files.actions[-1].trigger, title, tip)
        about = small("one-bet model")
        about.setToolTip("As in the article: there is no other bet after the first one")
        head = filled(QHBoxLayout(), self._kind, STRETCH, about, self._players, self._save)
        switches = filled(QHBoxLayout(), *self._switches, (self._assumed, 1), spacing=12)
        parts = self.sentence, head, numbers, switches, (tables, 1), self._give
        filled(QVBoxLayout(self), *parts, spacing=8, margins=NO_MARGINS)
        self._kind.chosen.connect(self._offer)
        for table in (self.bets, self.calls):
            table.reached.connect(self._offer)

    def ask(self, _situation: PreflopPageSituation) -> tuple[Question, ...]:
        """Ask for the tables."""
        return ask_seats(seats_request(self._document.scenario), self._document.orders)

    @property
    def result(self) -> SeatTable | None:
        """The current tables."""
        return self._model.answer("seats").value

    @property
    def rows(self) -> tuple[SeatLine, ...]:
        """The rows of the current tables."""
        return self.result.rows if self.result is not None else ()

    def _csv(self) -> bytes:
        if self.result is None:
            raise ValueError("there are no tables yet")
        return table_csv(self.table())

    def table(self) -> Table:
        """Return both tables as header and rows; a seat that cannot call has empty cells in the second."""
        bets = ("behind", "risk", "pot", "q", "share", "range")
        calls = ("q", "share", "range", "rule_of_thumb")
        rows: list[tuple[object, ...]] = []
        for row in self.rows:
            call = ("",) * len(calls) if row.call is None else tuple(getattr(row.call, name) for name in calls)
            rows.append((row.position, *(getattr(row, name) for name in bets), *call))
        return ("seat", *bets, *(f"call {name.replace('_', ' ')}" for name in calls)), rows

    def _render(self) -> None:
        """Show the numbers, both tables and the sentence; the tables only if they are new."""
        scenario, stale = self._document.scenario, self._model.answer("seats").stale
        panel, request = PREFLOP.panel(scenario), seats_request(scenario)
        self._players.setCurrentIndex(self._players.findData(request.players))
        self.numbers.render(panel, first_problems(panel.problems))
        rows = self.rows
        if self._is_new(self.result, stale):
            callers = tuple(row for row in rows if row.call is not None)
            self.bets.show_table(_table(BETS, rows, stale=stale))
            self.calls.show_table(_table(CALLS, callers, stale=stale))
        self.sentence.setText(self._words(request.bet) if rows else self._model.why_absent("Computing …", "seats"))
        self._offer()

    def _words(self, bet: float) -> str:
        rows = self.rows
        first = percent(rows[0].share, exact_digits=1)
        if len(rows) < WITH_BUTTON:
            return WITHOUT_BUTTON.format(first=first)
        share = percent(rows[BUTTON].share, exact_digits=1)
        return SENTENCE.format(players=len(rows), bet=short_chips(bet), first=first, button=share)

    @Slot()
    def _offer(self) -> None:
        """Show the widgets that only concern calls, and offer the range of the selected row, or of the first row."""
        calls = self._kind.key == "calls"
        for part in (*self._switches, self._assumed):
            part.setVisible(calls)
        request = seats_request(self._document.scenario)
        self._assumed.setText(ASSUMED[request.callers_behind] + (ONLY_BLINDS if request.call_for_blinds else ""))
        table = self.calls if calls else self.bets
        row = table.selected_row or next(iter(table.rows), None)
        if row is None:
            self._give.show_range("Select a row", "")
        elif calls and row.call is not None:
            self._give.show_range(f"calling range vs {row.position}", row.call.range)
        else:
            self._give.show_range(f"opening range of {row.position}", row.range)


def _table(columns: tuple[Column[SeatLine], ...], rows: tuple[SeatLine, ...], *, stale: bool) -> TableData[SeatLine]:
    return TableData(columns, rows, stale=stale, key=lambda row: row.position, tip=columns[-1].text)
