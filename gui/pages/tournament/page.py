"""The page *Tournament*: stacks and prizes, and below them what the chips are worth, places, bubble factors, deals."""

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, Seat
from engine.kelly.panel import chosen_seat
from engine.tournament.deals import PlayerWorth, Worth, worth
from gui.charts.values import Empty
from gui.charts.view import MapView
from gui.export.files import ExportItem
from gui.look.formatting import count, percent, prize, signed_prize
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.pages.tournament.charts import factors_chart, places_chart
from gui.pages.tournament.words import MODEL, missing, player_name, sentences
from gui.parts.answer_card import AnswerCard
from gui.parts.build import STRETCH, filled, named, page_ground, stacked
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableData, TableView
from gui.parts.tournament_form import TournamentForm
from gui.state.context import PageContext
from gui.state.latest import Answers

VIEWS = {"deals": "worth and deals", "places": "places", "factors": "bubble factors"}
CARD_TIP = (
    "<b>ICM</b> pays everybody the expected prize of playing on; <b>by chips</b> everybody gets the smallest open "
    "prize, and the rest is shared by chips, which favours large stacks."
)
NO_PLACES = Empty("Who finishes where", ("How likely each player finishes in each place is shown here.",))
NO_FACTORS = Empty("Bubble factors", ("What a lost all-in costs over what a won one brings is shown here.",))
ROW_HEIGHT = 24
CARD_HEIGHT = 128
"""Room for all of the words, so that the fields below do not move while they are typed."""


class DealCard(AnswerCard):
    """What to ask for in a deal, and why."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("tournament.card", "What the chips are worth", "tournament", CARD_TIP, parent, margin=8)
        at_least(self, height=CARD_HEIGHT)

    def show_words(self, head: str, rest: str, reason: str, assumes: str, *, stale: bool) -> None:
        """Show the line, its reason and what it assumes."""
        self._show_line(head, rest, stale=stale)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._reason.setEnabled(not stale)
        self._assumes.setText(assumes)


class TournamentPage(Guarded, QWidget):
    """Answers for the tournament of the document; a row of the table chooses the player of the sentence."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "tournamentPage", "Tournament")
        page_ground(self)
        self._document, self._message = context.document, context.message
        self._answers: Answers[Worth] = Answers(context.questions.apart("tournament"), "worth", self)
        self._player: int | None = None
        """The place of the player of the sentence; None: the seat that advice is for."""
        self.card = DealCard(self)
        self.choice = ChoiceBar("tournament.view", "What is shown", VIEWS, self)
        self.choice.show_choice("deals")
        self.form = TournamentForm("tournament", context.document, context.message.emit, self)
        title = "Players, what their chips are worth, and deals"
        self.table: TableView[PlayerWorth] = TableView("tournament.players", title, self, height=ROW_HEIGHT)
        self.places = MapView("places", "Who finishes where", NO_PLACES, context.session, self, menu="export")
        self.factors = MapView("bubbleFactors", "Bubble factors", NO_FACTORS, context.session, self, menu="export")
        self._views = stacked(self.table, self.places, self.factors)
        bar = filled(QHBoxLayout(), self.choice, STRETCH)
        parts = self.card, self.form, bar, (self._views, 1)
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 8))
        self.choice.chosen.connect(self._on_view)
        self.table.reached.connect(self._on_reached)
        self._answers.changed.connect(self._render)
        self._document.changed.connect(self._on_document_changed)
        self._ask()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self.form.render_tournament()
        if (before.tournament, before.seats, before.kelly) != (after.tournament, after.seats, after.kelly):
            self._ask()

    def _ask(self) -> None:
        """Compute while the page is visible: what is typed elsewhere waits."""
        tournament = self._document.scenario.tournament
        if tournament is None or not tournament.complete:
            if self._answers.latest.about is not None:
                self._answers.forget()
        elif self.isVisible():
            self._answers.ask(tournament, partial(worth, tournament))
        self._render()

    @property
    def result(self) -> Worth | None:
        """The displayed result; None without a complete tournament."""
        return self._answers.latest.value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players of the result."""
        result, seats = self.result, self._document.scenario.seats
        return () if result is None else tuple(player_name(result, player, seats) for player in result.players)

    @Slot()
    def _render(self) -> None:
        result, stale = self.result, self._answers.latest.stale
        if result is None:
            tournament = self._document.scenario.tournament
            words = missing(tournament, tournament.players if tournament else 0)
            head, rest = ("", "Computing …") if self._answers.latest.busy else words
            self.card.show_words(head, rest, "", MODEL, stale=False)
            self.table.show_table(TableData())
            self.places.show_chart(None)
            self.factors.show_chart(None)
            return
        names = self.names
        player = self._chosen(result)
        said = sentences(result, player, names)
        self.card.show_words(said.head, said.rest, said.reason, said.assumes, stale=stale)
        self.table.show_table(deals_table(result, names, self._document.scenario.seats, player, stale=stale))
        self.places.show_chart(lambda _: places_chart(result, names), stale=stale)
        ready = result.factors is not None
        self.factors.show_chart((lambda _: factors_chart(result, names)) if ready else None, stale=stale)

    def _chosen(self, result: Worth) -> PlayerWorth:
        """Return the player of the sentence."""
        if self._player is not None and self._player < len(result.players):
            return result.players[self._player]
        seat = chosen_seat(self._document.scenario)
        return next((player for player in result.players if player.seat == seat), result.players[0])

    @Slot(object)
    def _on_reached(self, row: PlayerWorth) -> None:
        result = self.result
        if result is not None and row in result.players:
            self._player = result.players.index(row)
            self._render()

    @Slot(str)
    def _on_view(self, key: str) -> None:
        self.choice.show_choice(key)
        self._views.setCurrentIndex(tuple(VIEWS).index(key))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()


def deals_table(
    result: Worth, names: tuple[str, ...], seats: tuple[Seat, ...], player: PlayerWorth, *, stale: bool
) -> TableData[PlayerWorth]:
    """Return the table of players; the row of ``player`` is set off."""
    total, name_of = result.prizes, dict(zip(result.players, names, strict=True))

    def swatch(row: PlayerWorth) -> int | None:
        return row.seat if row.seat is not None and row.seat < len(seats) else None

    columns: tuple[Column[PlayerWorth], ...] = (
        Column("Player", lambda row: name_of[row], number=False, swatch=swatch, most=140),
        Column("Chips", lambda row: count(row.stack), "chips before the hand", keep=3),
        Column("Share", lambda row: percent(row.share, exact_digits=1), "share of all chips", keep=4),
        Column(
            "ICM", lambda row: prize(row.equity, total),
            "the expected prize when play goes on, and so the share of an ICM deal", bold=True,
        ),
        Column(
            "ICM − share", lambda row: signed_prize(row.equity - row.even, total),
            "ICM less this share of all prizes", ink=lambda row: _ink(row.equity - row.even, total), keep=1,
        ),
        Column(
            "By chips", lambda row: prize(row.by_chips, total),
            "a deal by chips: everybody gets the smallest open prize, the rest goes by chips",
        ),
        Column(
            "Chips − share", lambda row: signed_prize(row.by_chips - row.even, total),
            "the deal by chips less this share of all prizes",
            ink=lambda row: _ink(row.by_chips - row.even, total), keep=2,
        ),
    )  # fmt: skip
    return TableData(
        columns, result.players, stale=stale, key=lambda row: (row.seat, row.stack), strong=lambda row: row is player,
        keep_names=True,
    )  # fmt: skip


def _ink(gap: float, total: float) -> str:
    return "muted" if abs(gap) < 5e-5 * total else "good" if gap > 0 else "bad"


def tournament_exports(page: TournamentPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported."""
    return (
        ExportItem("places", "Who finishes where", page, page.places),
        ExportItem("bubbleFactors", "Bubble factors", page, page.factors),
    )
