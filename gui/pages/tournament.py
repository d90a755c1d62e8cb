"""The page *Tournament*: the form of stacks and prizes, and the values of the stacks, finishing places, bubble factors
and deals as text, table and maps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario, Seat, __version__
from engine.kelly.panel import advised_seat
from engine.tournament.deals import PlayerValue, TournamentValues, needed_against, tournament_values
from gui.charts.forms import Place, map_chart
from gui.charts.values import Cells, Chart, Empty, Heading, MapCell, Row, Table
from gui.charts.view import MapView
from gui.export.files import BuiltPage, ExportItem
from gui.look.guard import Guarded
from gui.look.painting import HeatScale
from gui.look.scale import at_least
from gui.parts.answer_card import AnswerCard
from gui.parts.build import STRETCH, filled, named, page_ground, stacked
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableData, TableView
from gui.parts.tournament_form import TournamentForm
from gui.state.context import PageContext
from gui.state.latest import Answers
from gui.words.formatting import NO_BREAK, chips, count, percent, prize, signed_prize

TEACH = (
    "Enter stacks and prizes",
    " for ICM equity, finish probabilities, bubble factors and deals.",
)
MODEL = (
    "Malmuth-Harville: the next place goes to each remaining player in proportion to his chips. Skill, position and "
    "future blinds are ignored."
)
SMALL = 5e-4
"""Two deals are equal if they differ by at most this share of the prizes."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The texts about a player: the bold beginning of the first line and its rest, the reason, and the assumptions."""

    head: str
    rest: str
    reason: str
    assumes: str


def player_name(values: TournamentValues, player: PlayerValue, seats: Sequence[Seat]) -> str:
    """Return the name of a player: of a seat, its number if it is not at the table, or a name for players elsewhere."""
    if player.seat is None:
        others = values.tournament.others
        if others is None or others.each:
            return f"other table, {count(player.stack)}"
        return f"each of {others.players} others"
    return seats[player.seat].name if player.seat < len(seats) else f"Player {player.seat + 1}"


def missing_text(tournament: object, players: int) -> tuple[str, str]:
    """Return the first line (bold beginning, rest) on the input that is missing before chips have a value."""
    if tournament is None:
        return TEACH
    if players < 2:
        return "Enter two stacks", ", or one stack and players at other tables."
    return "Enter the prizes", ", or choose typical payouts."


def sentences(values: TournamentValues, player: PlayerValue, names: Sequence[str]) -> Sentences:
    """Return the texts about ``player``; ``names``: of all players."""
    total, name = values.prizes, names[values.players.index(player)]
    gap = player.by_chips - player.equity
    best, other = ("a chip chop", "ICM") if gap > 0 else ("an ICM deal", "a chip chop")
    amount = max(player.by_chips, player.equity)
    if abs(gap) <= SMALL * total:
        head, rest = f"{name}: {prize(player.equity, total)} with either deal", ", ICM or chip chop."
    else:
        head = f"{name}: ask for {best}"
        rest = f", {prize(amount, total)} of {chips(total)}: {prize(abs(gap), total)} more than with {other}."
    against = player.equity - player.even
    reason = (
        f"ICM equity of {count(player.stack)} chips ({percent(player.share, exact_digits=1)} of all chips): "
        f"{prize(player.equity, total)}, {signed_prize(against, total)} compared with this share of the "
        f"prize pool. {_call_text(values, player, names)}"
    )
    left = values.remaining
    unpaid = f"{left} players are left: only the first {left} prizes count. " if values.unpaid else ""
    return Sentences(head, rest, reason.strip(), unpaid + MODEL)


def _call_text(values: TournamentValues, player: PlayerValue, names: Sequence[str]) -> str:
    """Return against which player an all-in costs most, or "" if that is not known."""
    if values.factors is None or player.seat is None:
        return ""
    row = values.factors[values.players.index(player)]
    known = [(factor, names[i]) for i, factor in enumerate(row) if factor is not None]
    if not known:
        return "This player gains nothing by winning an all-in."
    factor, other = max(known)
    return (
        f"Highest bubble factor: {factor:.2f} against {other}. Calling an all-in needs "
        f"{percent(needed_against(factor), exact_digits=1)} equity instead of 50{NO_BREAK}% in chip EV."
    )


MAX_COLUMNS = 10
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
CHIP_FACTOR, MIN_REACH = 1.0, 0.5
"""The bubble factor if only chips count, and the minimum distance of the darkest colour from it."""
MIN_CHART_HEIGHT = 120.0


@dataclass(frozen=True, slots=True)
class MapEntry:
    """A cell of a map: its text, its tone, and the values of its read-out."""

    text: str
    tone: float | None
    values: tuple[str, ...]


def place_columns(values: TournamentValues) -> tuple[str, ...]:
    """Return the heads of the finishing places: all of them, or the first ones and one for all others."""
    if values.remaining <= MAX_COLUMNS:
        return tuple(_ordinal(place + 1) for place in range(values.remaining))
    return (*(_ordinal(place + 1) for place in range(MAX_COLUMNS - 1)), f"{_ordinal(MAX_COLUMNS)}+")


def _ordinal(place: int) -> str:
    return ORDINALS.get(place, f"{place}th")


def places_chart(values: TournamentValues, names: Sequence[str]) -> Chart:
    """Return the map of how likely each player finishes in each place."""
    heads = place_columns(values)
    last = len(heads) - 1
    rows = [(*player.places[:last], sum(player.places[last:])) for player in values.players]
    # The middle of the scale is the probability with equal stacks. A last column of several places is not comparable
    # with the others, so its colour is neutral.
    scale = HeatScale(0.0, 1.0 / values.remaining, max(max(row[: last or 1]) for row in rows))
    separate = values.remaining <= MAX_COLUMNS
    entries = {
        (row, column): MapEntry(
            f"{100 * share:.1f}", scale.tone(share) if separate or column < last else 0.0, (percent(share),)
        )
        for row, shares in enumerate(rows)
        for column, share in enumerate(shares)
    }
    table = (
        ("player", "stack", *heads),
        [(name, player.stack, *shares) for name, player, shares in zip(names, values.players, rows, strict=True)],
    )
    note = "in percent; blue: more likely than with equal stacks, orange: less likely"
    return _map(_heading("Finish probabilities", values, names, note, "places"), entries, table, (names, heads))


def factors_chart(values: TournamentValues, names: Sequence[str]) -> Chart:
    """Return the map of the bubble factors of the players in the rows against those in the columns."""
    factors = values.factors or ()
    highest = max((factor for row in factors for factor in row if factor is not None), default=CHIP_FACTOR)
    # Negative, so that high factors, which are bad, have the colour of low values.
    scale = HeatScale(-max(highest, CHIP_FACTOR + MIN_REACH), -CHIP_FACTOR, -CHIP_FACTOR + MIN_REACH)
    entries = {}
    for row, row_factors in enumerate(factors):
        for column, factor in enumerate(row_factors):
            if factor is not None:
                texts = chips(factor), f"a call needs {percent(needed_against(factor), exact_digits=1)} equity"
                entries[row, column] = MapEntry(
                    f"{factor:.2f}" if factor < 100 else chips(factor), scale.tone(-factor), texts
                )
            elif row != column:
                entries[row, column] = MapEntry("–", None, ("winning gains nothing",))
    row_names = names[: len(factors)]  # players elsewhere have a column, but no row
    table: Table = (
        ("player", *names),
        [
            (name, *("" if factor is None else factor for factor in row))
            for name, row in zip(row_names, factors, strict=True)
        ],
    )
    note = "prize money lost by losing an all-in divided by the gain of winning it (row vs column); 1 = chip EV"
    return _map(_heading("Bubble factors", values, names, note, "bubble-factors"), entries, table, (row_names, names))


def _heading(title: str, values: TournamentValues, names: Sequence[str], note: str, stem: str) -> Heading:
    stacks = ", ".join(f"{name} {count(player.stack)}" for name, player in zip(names, values.players, strict=True))
    payouts = values.tournament.payouts
    prizes = ", ".join(prize(x, values.prizes) for x in payouts[:MAX_COLUMNS])
    about = f"Stacks: {stacks}", f"Prizes: {prizes}{' …' if len(payouts) > MAX_COLUMNS else ''}"
    origin = f"Malmuth-Harville, {values.remaining} players · Steel Wheel {__version__}"
    return Heading(title, "", about, (note,), origin, f"tournament-{stem}")


def _map(
    heading: Heading,
    entries: Mapping[tuple[int, int], MapEntry],
    table: Table,
    heads: tuple[Sequence[str], Sequence[str]],
) -> Chart:
    """Return the map of ``entries`` by (row, column), with the ``heads`` of both."""
    size = len(heads[0]), len(heads[1])
    cells = tuple(MapCell(*position, (entry.text,), entry.tone) for position, entry in entries.items())

    def tell(place: Place) -> tuple[str, tuple[Row, ...]]:
        row, column = place
        return f"{heads[0][row]}, {heads[1][column]}", (Row(row, heading.title, entries[place].values),)

    chart = map_chart(heading, size, (Cells(cells),), table, heads=heads, places=entries, tell=tell)
    return replace(chart, min_height=MIN_CHART_HEIGHT)


VIEWS = {"deals": "ICM and deals", "places": "places", "factors": "bubble factors"}
CARD_TIP = (
    "<b>ICM</b> pays each player the expected prize of playing on. With a <b>chip chop</b> everybody gets the smallest "
    "remaining prize, and the rest is split by chips, which favors big stacks."
)
NO_PLACES = Empty("Finish probabilities", ("The probability of each finishing place is shown here.",))
NO_FACTORS = Empty("Bubble factors", ("The bubble factor of each pair of players is shown here.",))
ROW_HEIGHT = 24
CARD_HEIGHT = 128
"""Room for all texts, so that the fields below do not move while the player types into them."""


class DealCard(AnswerCard):
    """The card with the deal to ask for, and why."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("tournament.card", "ICM equity", "tournament", CARD_TIP, parent)
        at_least(self, height=CARD_HEIGHT)

    def show_texts(self, head: str, rest: str, reason: str, assumes: str, *, stale: bool) -> None:
        """Display the first line, the reason (hidden if it is "") and the assumptions."""
        self._show_line(head, rest, stale=stale)
        self._reason.setText(reason)
        self._reason.setVisible(bool(reason))
        self._reason.setEnabled(not stale)
        self._assumes.setText(assumes)


class TournamentPage(Guarded, QWidget):
    """Displays the values of the tournament of the document. A row of the table selects the player of the card."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "tournamentPage", "Tournament")
        page_ground(self)
        self._document, self._message = context.document, context.message
        self._answers: Answers[TournamentValues] = Answers(context.questions.apart("tournament"), "worth", self)
        self._player: int | None = None
        """The index of the player of the card; None for the seat that is advised."""
        self.card = DealCard(self)
        self.form = TournamentForm("tournament", context.document, context.message.emit, self)
        title = "ICM equity and deals by player"
        self.table: TableView[PlayerValue] = TableView("tournament.players", title, self, height=ROW_HEIGHT)
        self.places = MapView("places", "Finish probabilities", NO_PLACES, context.session, self, menu="export")
        self.factors = MapView("bubbleFactors", "Bubble factors", NO_FACTORS, context.session, self, menu="export")
        views = stacked(self.table, self.places, self.factors)
        choice = ChoiceBar("tournament.view", "View", VIEWS, self, on="deals", views=views)
        parts = self.card, self.form, filled(QHBoxLayout(), choice, STRETCH), (views, 1)
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 12, 8))
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
        """Request the values if the page is visible; changes made while it is hidden are computed when it is
        displayed."""
        tournament = self._document.scenario.tournament
        if tournament is None or not tournament.complete:
            if self._answers.latest.about is not None:
                self._answers.forget()
        elif self.isVisible():
            self._answers.ask(tournament, partial(tournament_values, tournament), self._document.scenario.seats)
        self._render()

    @property
    def result(self) -> TournamentValues | None:
        """The displayed result, or None without a complete tournament."""
        return self._answers.latest.value

    @property
    def _stale(self) -> bool:
        """Whether the result belongs to an earlier state of the tournament."""
        latest = self._answers.latest
        return latest.value is not None and latest.value.tournament != self._document.scenario.tournament

    @property
    def _seats(self) -> tuple[Seat, ...]:
        """The seats of the table to which the result belongs."""
        seats: tuple[Seat, ...] = self._answers.latest.of if self._stale else self._document.scenario.seats
        return seats

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players of the result, at the time of the result if it is stale."""
        result, seats = self.result, self._seats
        return () if result is None else tuple(player_name(result, player, seats) for player in result.players)

    @Slot()
    def _render(self) -> None:
        """Show the values of the selected player, the table and both charts, or the inputs that are missing."""
        result, stale = self.result, self._stale
        if result is None:
            tournament = self._document.scenario.tournament
            hint = missing_text(tournament, tournament.players if tournament else 0)
            head, rest = ("", "Computing …") if self._answers.latest.busy else hint
            self.card.show_texts(head, rest, "", MODEL, stale=False)
            self.table.show_table(TableData())
            self.places.show_chart(None)
            self.factors.show_chart(None)
            return
        names = self.names
        player = self._chosen(result)
        texts = sentences(result, player, names)
        self.card.show_texts(texts.head, texts.rest, texts.reason, texts.assumes, stale=stale)
        self.table.show_table(deals_table(result, names, self._seats, player, stale=stale))
        self.places.show_chart(lambda _: places_chart(result, names), stale=stale)
        ready = result.factors is not None
        self.factors.show_chart((lambda _: factors_chart(result, names)) if ready else None, stale=stale)

    def _chosen(self, result: TournamentValues) -> PlayerValue:
        """Return the player of the card."""
        if self._player is not None and self._player < len(result.players):
            return result.players[self._player]
        seat = advised_seat(self._document.scenario)
        return next((player for player in result.players if player.seat == seat), result.players[0])

    @Slot(object)
    def _on_reached(self, row: PlayerValue) -> None:
        result = self.result
        if result is not None and row in result.players:
            self._player = result.players.index(row)
            self._render()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()


def deals_table(
    result: TournamentValues, names: tuple[str, ...], seats: tuple[Seat, ...], player: PlayerValue, *, stale: bool
) -> TableData[PlayerValue]:
    """Return the table of players; the row of ``player`` is highlighted."""
    total, name_of = result.prizes, dict(zip(result.players, names, strict=True))

    def swatch(row: PlayerValue) -> int | None:
        return row.seat if row.seat is not None and row.seat < len(seats) else None

    columns: tuple[Column[PlayerValue], ...] = (
        Column("Player", lambda row: name_of[row], number=False, swatch=swatch, max_width=140),
        Column("Chips", lambda row: count(row.stack), "chips before the hand", hide_order=3),
        Column("Share", lambda row: percent(row.share, exact_digits=1), "share of all chips", hide_order=4),
        Column(
            "ICM", lambda row: prize(row.equity, total),
            "ICM equity: the expected prize of playing on, and the payout of an ICM deal", bold=True,
        ),
        Column(
            "ICM − share", lambda row: signed_prize(row.equity - row.even, total),
            "ICM minus this share of the prize pool", ink=lambda row: _ink(row.equity - row.even, total), hide_order=1,
        ),
        Column(
            "Chip chop", lambda row: prize(row.by_chips, total),
            "everybody gets the smallest remaining prize, the rest is split by chips",
        ),
        Column(
            "Chop − share", lambda row: signed_prize(row.by_chips - row.even, total),
            "chip chop minus this share of the prize pool",
            ink=lambda row: _ink(row.by_chips - row.even, total), hide_order=2,
        ),
    )  # fmt: skip
    return TableData(
        columns, result.players, stale=stale, key=lambda row: (row.seat, row.stack), strong=lambda row: row is player,
        keep_names=True,
    )  # fmt: skip


def _ink(gap: float, total: float) -> str:
    """Return the colour of a gain or loss of prize money; less than 0.005 % of all prizes is neither."""
    return "muted" if abs(gap) < 5e-5 * total else "good" if gap > 0 else "bad"


def tournament_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = TournamentPage(context)
    return page, (
        ExportItem("places", "Finish probabilities", page, page.places),
        ExportItem("bubbleFactors", "Bubble factors", page, page.factors),
    )
