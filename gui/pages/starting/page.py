"""The page of razz starting hands: down cards as a chart, one more dead card, the way of the hand; its exports."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario, SeatResult, Snapshot
from engine.cards import RAZZ_RANKS
from engine.details.next_cards import DeadCards, StreetPath
from engine.details.next_tables import Z95
from engine.details.starting_chart import (
    DeadCard,
    Pair,
    PathStep,
    StartingChart,
    dead_cards,
    own_pair,
    path_steps,
    starting_chart,
    with_pair,
)
from engine.details.starting_hands import StartingHands
from engine.table.slots import with_seat_text
from gui.charts.forms import ColumnBar, columns_chart, map_chart, scale_words
from gui.charts.values import Cell, Cells, Chart, Heading, NumberRow, active_seats
from gui.charts.view import PageChart
from gui.export.files import ExportItem
from gui.look.captions import errors_clause
from gui.look.formatting import NO_BREAK, change_text, interval, percent
from gui.pages.starting.strips import STREETS, DeadRow, PairTriangle, PathView, chart_scale, is_sure, path_texts
from gui.parts.build import filled, label
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.latest import LatestDetail
from gui.state.session import Session

CHART, DEAD, PATH = "starting_hands", "sensitivity", "path"
TEACH = "Type the hero's door card as “xx9”, or a hand as “a29”:\nevery pair of down cards is weighed here."
OTHER_GAME = "Starting hands of razz: choose Razz above."
COMPUTING = "Computing what {0} wins with every pair of down cards, all other cards as they are{1}…"
DEAD_TITLE, DEAD_HINT = "One more dead card", "Points for {}"


class StartingPage(DetailPage):
    """A click on a pair puts it into the hand of the seat that the chart is about."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, parent: QWidget | None = None) -> None:
        details = {CHART: StartingHands, DEAD: DeadCards, PATH: StreetPath}
        super().__init__("starting", "Starting hands", details, document, session, parent)
        self.chart: StartingChart | None = None
        self._hint = ""
        self.title = label(name="starting.title", role="title", wrap=True)
        self.note = label(name="starting.note", wrap=True)
        self.triangle = PairTriangle()
        self._dead_title = label(name="starting.deadTitle", role="", wrap=True)
        self.dead = DeadRow()
        self.dead_note = label(name="starting.deadNote", wrap=True)
        self._path_title = label(name="starting.pathTitle", role="", wrap=True)
        self.path = PathView()
        self.dead_note.setAlignment(Qt.AlignmentFlag.AlignRight)
        dead = filled(QHBoxLayout(), (self._dead_title, 2), (self.dead_note, 3), spacing=12)
        parts = (self.title, self.note, 4, (self.triangle, 1), 8, dead, self.dead, 4, self._path_title, self.path)
        filled(QVBoxLayout(self.full), *parts, spacing=4, margins=(12, 12, 12, 8))
        self.triangle.picked.connect(self._on_picked)
        self.dead.read.connect(self._on_dead_read)
        self.start()

    def unfit(self, scenario: Scenario) -> str:
        if CHART not in GAMES[scenario.game].details:
            return OTHER_GAME
        return NO_OPPONENT if is_alone(scenario) else ""

    @property
    def filled(self) -> bool:
        return any(self.detail(name, kind) is not None for name, kind in self._details.items())

    def show_details(self) -> None:
        self._show_chart(self.detail(CHART, StartingHands))
        self._show_dead(self.detail(DEAD, DeadCards))
        self._show_path(self.detail(PATH, StreetPath))

    def update_state(self) -> None:
        if self.chart is None and self.filled:
            session, scenario = self._session, self._document.scenario
            latest, name = session.latest, next((s.name for s in scenario.seats if s.plays), "")
            self.title.setText(f"{name}'s down cards")
            done = f": {100 * latest.progress:.0f}{NO_BREAK}%" if latest is not None and latest.stage == CHART else ""
            computing = session.state != "idle" and not session.problems
            self.note.setText(COMPUTING.format(name, done) if computing else self.empty_text)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        super()._on_document_changed(before, after)
        if before.seats != after.seats:
            self._show_own()

    def _show_chart(self, result: LatestDetail[StartingHands] | None) -> None:
        self.chart = starting_chart(result.value, result.snapshot) if result is not None else None
        chart = self.chart
        if chart is not None:
            self.title.setText(f"{chart.name}'s down cards with {chart.beside}")
            errors = max((pair.stderr for pair in chart.pairs.values()), default=0.0)
            how = f"sampled, ± {196 * errors:.2f}{NO_BREAK}% at most" if errors else "exact"
            average = f"{percent(chart.average, chart.average_stderr)} {interval(chart.average_stderr)}".strip()
            self.note.setText(
                f"Equity of each pair in percent, {how}; any two down cards {average}. "
                "Blue: more than a fair share, orange: less."
            )
        self._show_own()

    def _show_own(self) -> None:
        chart, result = self.chart, self._session.detail(CHART, StartingHands)
        own = own_pair(self._document.scenario, chart.seat) if chart is not None else None
        self.triangle.show_chart(chart, own, stale=result is None or result.stale)

    def _show_dead(self, result: LatestDetail[DeadCards] | None) -> None:
        for widget in (self._dead_title, self.dead, self.dead_note):
            widget.setVisible(result is not None)
        if result is not None:
            name = result.snapshot.seats[result.value.seat].name
            dead = dead_cards(result.value)
            known = [d for d in dead.values() if d.change is not None]
            best = max(known, key=lambda d: d.change or 0.0, default=None)
            self._dead_title.setText(DEAD_TITLE)
            self._hint = DEAD_HINT.format(name)
            if best is not None and best.change is not None and is_sure(best) and best.change > 0:
                gain = change_text(best.change, Z95 * best.stderr)
                self._hint += f"; best: a dead {RAZZ_RANKS[best.rank]}, {gain}"
            self.dead_note.setText(self._hint)
            self.dead.show_dead(dead, name, stale=result.stale)

    def _show_path(self, result: LatestDetail[StreetPath] | None) -> None:
        steps = path_steps(result.value) if result is not None else ()
        self._path_title.setVisible(bool(steps))
        self._path_title.setText("Equity from third street to now")
        results = result.snapshot.seats if result is not None else ()
        seats = tuple((i, seat.name) for i, seat in enumerate(results) if seat.estimate is not None)
        self.path.show_path(steps, seats, stale=result is None or result.stale)

    @Slot(str)
    def _on_dead_read(self, text: str) -> None:
        self.dead_note.setText(text or self._hint)

    @Slot(object)
    def _on_picked(self, pair: Pair) -> None:
        chart, scenario = self.chart, self._document.scenario
        if chart is None or chart.seat >= len(scenario.seats):
            return
        text = with_pair(scenario, chart.seat, pair, chart.up)
        after = with_seat_text(scenario, chart.seat, text)
        problems: tuple[Problem, ...] = self._document.replace(f"{text} to {scenario.seats[chart.seat].name}", after)
        if problems:
            self.note.setText(problems[0].message)


def pairs_chart(chart: StartingChart, snapshot: Snapshot) -> Chart:
    """Return the triangle of razz down cards as a map; the row is the lower card."""
    scale = chart_scale(chart)
    shown, rows = [], []
    for low, first in enumerate(RAZZ_RANKS):
        for high in range(low, len(RAZZ_RANKS)):
            name, pair = first + RAZZ_RANKS[high], chart.pairs.get((low, high))
            if pair is None:
                shown.append(Cell(low, high, (name,), faint=True))
                continue
            shown.append(Cell(low, high, (name, f"{100 * pair.equity:.1f}"), scale.tone(pair.equity)))
            rows.append((first, RAZZ_RANKS[high], pair.combos, pair.probability, pair.equity, pair.stderr))
    errors = errors_clause([pair.stderr for pair in chart.pairs.values()])
    note = (
        f"numbers: equity in percent; any two down cards {percent(chart.average, chart.average_stderr)}"
        f"; blue: more than a fair share, orange: less{errors}"
    )
    heading = Heading.of(snapshot, f"{chart.name}'s starting hands with {chart.beside}", (note,), "starting")
    table = ("down 1", "down 2", "combos", "probability", "equity", "stderr"), list(rows)
    size = len(RAZZ_RANKS), len(RAZZ_RANKS)
    return map_chart(heading, size, (Cells(tuple(shown)),), table, scale=scale_words(scale, "fair"))


def dead_chart(dead: Mapping[int, DeadCard], seat: SeatResult, snapshot: Snapshot) -> Chart:
    """Return the effect of one more dead card of each rank on the equity of a seat."""
    name = seat.name
    now = "" if seat.estimate is None else f" ({percent(seat.estimate.equity, seat.estimate.stderr)})"
    bars: list[ColumnBar | None] = []
    live, equities, rows = [], [], []
    for rank, sign in enumerate(RAZZ_RANKS):
        card = dead.get(rank)
        live.append("0" if card is None else str(card.live))
        if card is None or card.equity is None or card.change is None:
            bars.append(None)
            equities.append("–")
            continue
        color = "muted" if not is_sure(card) else "better" if card.change > 0 else "worse"
        bars.append(ColumnBar(100 * card.change, change_text(card.change, Z95 * card.stderr), color))
        equities.append(percent(card.equity, card.stderr, exact_digits=1))
        rows.append((sign, card.live, card.equity, card.change, card.stderr))
    note = (
        f"points of percent more or less than now{now}, and the equity then"
        f"{errors_clause([card.stderr for card in dead.values()])}"
    )
    return columns_chart(
        Heading.of(snapshot, f"One more dead card: {name}'s equity", (note,), "dead-cards"),
        tuple(RAZZ_RANKS),
        (NumberRow("live", tuple(live)), NumberRow(name, tuple(equities))),
        (("rank", "live", "equity", "change", "stderr"), list(rows)),
        bars=bars,
    )


def path_chart(steps: Sequence[PathStep], snapshot: Snapshot) -> Chart:
    """Return the equities of the active seats street by street."""
    seats = [(i, seat.name) for i, seat in active_seats(snapshot)]
    rows = []
    for step in steps:
        numbers = [("", "")] * len(seats) if step.equity is None else zip(step.equity, step.stderr, strict=True)
        rows.append((STREETS[step.street], *(value for pair in numbers for value in pair)))
    shares = [[None if step.equity is None else step.equity[i] for step in steps] for i in range(len(seats))]
    texts = [path_texts(steps, i) for i in range(len(seats))]
    errors = [error for step in steps for error in step.stderr]
    note = f"the equity on each street, the cards known then and all dead cards considered{errors_clause(errors)}"
    return columns_chart(
        Heading.of(snapshot, "Equity street by street", (note,), "streets"),
        tuple(STREETS[step.street] for step in steps),
        tuple(NumberRow(name, texts[i], seat) for i, (seat, name) in enumerate(seats)),
        (("street", *(f"{name} {what}" for _, name in seats for what in ("equity", "stderr"))), list(rows)),
        lines=[(seat, percents(shares[i])) for i, (seat, _) in enumerate(seats)],
    )


def percents(shares: Sequence[float | None]) -> tuple[float | None, ...]:
    """Return shares in percent, those that are not known as they are."""
    return tuple(None if share is None else 100 * share for share in shares)


def starting_exports(page: StartingPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return the charts of the page that can be exported, nothing while another table is being computed."""
    session = context.session

    def starting() -> Chart | None:
        result = session.current_detail(CHART, StartingHands)
        return None if result is None else pairs_chart(starting_chart(result.value, result.snapshot), result.snapshot)

    def dead() -> Chart | None:
        result = session.current_detail(DEAD, DeadCards)
        if result is None:
            return None
        return dead_chart(dead_cards(result.value), result.snapshot.seats[result.value.seat], result.snapshot)

    def path() -> Chart | None:
        result = session.current_detail(PATH, StreetPath)
        steps = path_steps(result.value) if result is not None else ()
        return None if result is None or not steps else path_chart(steps, result.snapshot)

    return (
        ExportItem("starting", "Starting hands", page, PageChart(starting), "razz"),
        ExportItem("dead", "One more dead card", page, PageChart(dead), "razz"),
        ExportItem("path", "Street by street", page, PageChart(path), "razz"),
    )
