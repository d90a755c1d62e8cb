"""The page of razz starting hands: the chart of down cards, one more dead card, and the way of the hand so far."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario
from engine.cards import RAZZ_RANKS
from engine.details.dead_cards import DeadCards
from engine.details.path import StreetPath
from engine.details.starting_hands import StartingHands
from engine.table.slots import with_seat_text
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.theme import Look
from gui.pages.starting.details import Pair, StartingChart, dead_cards, own_pair, path_steps, starting_chart, with_pair
from gui.pages.starting.pair_triangle import PairTriangle
from gui.pages.starting.strips import DeadRow, PathView
from gui.parts.build import NO_MARGINS, filled, label, scrolled
from gui.parts.detail_page import NO_OPPONENT, DetailPage, is_alone
from gui.state.detail_requests import LatestDetail
from gui.state.document import Document
from gui.state.next_cards import change_text
from gui.state.session import Session

CHART, DEAD, PATH = "starting_hands", "sensitivity", "path"
TEACH = "Type the hero's door card as “xx9”, or a hand as “a29”:\nevery pair of down cards is weighed here."
OTHER_GAME = "Starting hands of razz: choose Razz above."
COMPUTING = "Computing what {0} wins with every pair of down cards, all other cards as they are{1}…"
DEAD_HINT = "Each bar: what one more dead card of that rank does to the equity."


class StartingPage(DetailPage):
    """A click on a pair puts it into the hand of the seat that the chart is about."""

    invitation = TEACH

    def __init__(self, document: Document, session: Session, look: Look, parent: QWidget | None = None) -> None:
        details = {CHART: StartingHands, DEAD: DeadCards, PATH: StreetPath}
        super().__init__("starting", "Starting hands", details, document, session, parent)
        self._chart: StartingChart | None = None
        self._hint = DEAD_HINT
        self._title = label(name="starting.title", role="title", wrap=True)
        self._note = label(name="starting.note", wrap=True)
        self.triangle = PairTriangle(look)
        self._dead_title = label(name="starting.deadTitle", role="", wrap=True)
        self.dead = DeadRow(look)
        self._dead_note = label(name="starting.deadNote", wrap=True)
        self._path_title = label(name="starting.pathTitle", role="", wrap=True)
        self.path = PathView(look)
        self._build()
        self.triangle.picked.connect(self._on_picked)
        self.dead.read.connect(self._on_dead_read)
        self.start()

    def _build(self) -> None:
        body = QWidget()
        parts = (self._title, self._note, 4, (self.triangle, 1), 8, self._dead_title, self.dead, self._dead_note)
        below = (8, self._path_title, self.path)
        filled(QVBoxLayout(body), *parts, *below, spacing=4, margins=(12, 12, 12, 12))
        scroll = scrolled(body, "starting.scroll", "Starting hands")
        filled(QVBoxLayout(self.full), scroll, margins=NO_MARGINS)

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
        if self._chart is None and self.filled:
            self._announce_chart()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        super()._on_document_changed(before, after)
        if before.seats != after.seats:
            self._show_own()

    def _show_chart(self, found: LatestDetail[StartingHands] | None) -> None:
        self._chart = starting_chart(found.value, found.snapshot) if found is not None else None
        chart = self._chart
        if chart is not None:
            self._title.setText(f"{chart.name}'s down cards with {chart.beside}")
            errors = max((pair.stderr for pair in chart.pairs.values()), default=0.0)
            how = f"sampled, ± {196 * errors:.2f}{NO_BREAK}% at most" if errors else "exact"
            average = f"{percent(chart.average, chart.average_stderr)} {interval(chart.average_stderr)}".strip()
            self._note.setText(
                f"Equity of each pair in percent, {how}; any two down cards {average}. "
                "Blue: more than a fair share, orange: less. Click or Enter takes the pair."
            )
        self._show_own()

    def _announce_chart(self) -> None:
        """Announce what will stand in the triangle, and how far it is; the other details are there before it."""
        session, scenario = self._session, self._document.scenario
        latest, name = session.latest, next((s.name for s in scenario.seats if s.plays), "")
        self._title.setText(f"{name}'s down cards")
        done = f": {100 * latest.progress:.0f}{NO_BREAK}%" if latest is not None and latest.stage == CHART else ""
        computing = session.state != "idle" and not session.problems
        self._note.setText(COMPUTING.format(name, done) if computing else self.empty_text)

    def _show_own(self) -> None:
        chart, found = self._chart, self._session.detail(CHART, StartingHands)
        own = own_pair(self._document.scenario, chart.seat) if chart is not None else None
        self.triangle.show_chart(chart, own, stale=found is None or found.stale)

    def _show_dead(self, found: LatestDetail[DeadCards] | None) -> None:
        for widget in (self._dead_title, self.dead, self._dead_note):
            widget.setVisible(found is not None)
        if found is not None:
            name = found.snapshot.seats[found.value.seat].name
            dead = dead_cards(found.value)
            known = [d for d in dead.values() if d.change is not None]
            best = max(known, key=lambda d: d.change or 0.0, default=None)
            self._dead_title.setText(f"One more dead card: {name}'s equity in points of percent")
            hint = DEAD_HINT
            if best is not None and best.change is not None and best.change > 0:
                hint += f" Best for {name}: a dead {RAZZ_RANKS[best.rank]}, {change_text(best.change)}."
            self._hint = hint
            self._dead_note.setText(hint)
            self.dead.show_dead(dead, name, stale=found.stale)

    def _show_path(self, found: LatestDetail[StreetPath] | None) -> None:
        steps = path_steps(found.value) if found is not None else ()
        self._path_title.setVisible(bool(steps))
        self._path_title.setText("Equity from third street to now")
        results = found.snapshot.seats if found is not None else ()
        seats = tuple((i, seat.name) for i, seat in enumerate(results) if seat.estimate is not None)
        self.path.show_path(steps, seats, stale=found is None or found.stale)

    @Slot(str)
    def _on_dead_read(self, text: str) -> None:
        self._dead_note.setText(text or self._hint)

    @Slot(object)
    def _on_picked(self, pair: Pair) -> None:
        chart, scenario = self._chart, self._document.scenario
        if chart is None or chart.seat >= len(scenario.seats):
            return
        text = with_pair(scenario, chart.seat, pair, chart.up)
        after = with_seat_text(scenario, chart.seat, text)
        wrong: tuple[Problem, ...] = self._document.replace(f"{text} to {scenario.seats[chart.seat].name}", after)
        if wrong:
            self._note.setText(wrong[0].message)
