"""The page of razz starting hands: the chart of down cards, one more dead card, and the way of the hand so far."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from engine import Problem, Scenario
from engine.cards import RAZZ_RANKS
from engine.details.dead_cards import DeadCards
from engine.details.path import StreetPath
from engine.details.starting_hands import StartingHands
from engine.table.slots import with_seat_text
from gui.look.formatting import NO_BREAK, interval, percent
from gui.look.theme import Look
from gui.pages.starting.dead_row import DeadRow
from gui.pages.starting.details import Pair, StartingChart, dead_cards, own_pair, path_steps, starting_chart, with_pair
from gui.pages.starting.pair_triangle import PairTriangle
from gui.pages.starting.path_view import PathView
from gui.parts.missing import NO_OPPONENT, is_alone, why_missing_in_razz
from gui.state.document import Document
from gui.state.next_cards import change_text
from gui.state.session import Session
from gui.state.wants import Found, same_sources

CHART, DEAD, PATH = "starting_hands", "sensitivity", "path"
TEACH = "Type the hero's door card as “xx9”, or a hand as “a29”:\nevery pair of down cards is weighed here."
OTHER_GAME = "Starting hands of razz: choose Razz above."
COMPUTING = "Computing what {0} wins with every pair of down cards, all other cards as they are{1}…"
DEAD_HINT = "Each bar: what one more dead card of that rank does to the equity."


class StartingPage(QWidget):
    """A click on a pair puts it into the hand of the seat that the chart is about."""

    def __init__(self, document: Document, session: Session, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("starting")
        self.setAccessibleName("Starting hands")
        self._document, self._session = document, session
        self._chart: StartingChart | None = None
        self._sources: tuple[object, ...] = ()
        self._hint = DEAD_HINT
        self._title = _label("starting.title", "title")
        self._note = _label("starting.note", "muted")
        self.triangle = PairTriangle(look)
        self._dead_title = _label("starting.deadTitle", "")
        self.dead = DeadRow(look)
        self._dead_note = _label("starting.deadNote", "muted")
        self._path_title = _label("starting.pathTitle", "")
        self.path = PathView(look)
        self._empty = _label("starting.empty", "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._build()
        self.triangle.picked.connect(self._on_picked)
        self.dead.read.connect(self._on_dead_read)
        session.changed.connect(self._on_session_changed)
        document.changed.connect(self._on_document_changed)
        self._on_session_changed()

    def _build(self) -> None:
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._note)
        column.addSpacing(4)
        column.addWidget(self.triangle, 1)
        for title, widget in ((self._dead_title, self.dead), (self._path_title, self.path)):
            column.addSpacing(8)
            column.addWidget(title)
            column.addWidget(widget)
            if widget is self.dead:
                column.addWidget(self._dead_note)
        self._scroll = QScrollArea()
        self._scroll.setObjectName("starting.scroll")
        self._scroll.setAccessibleName("Starting hands")
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(body)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._scroll)

    @property
    def empty_text(self) -> str:
        """What the page says while it has no chart."""
        if self._document.scenario.game != "razz":
            return OTHER_GAME
        if is_alone(self._document.scenario):
            return NO_OPPONENT
        return why_missing_in_razz(self._document.scenario, self._session, TEACH)

    @Slot()
    def _on_session_changed(self) -> None:
        session = self._session
        chart, dead = session.detail(CHART, StartingHands), session.detail(DEAD, DeadCards)
        path = session.detail(PATH, StreetPath)
        found = (chart, dead, path)
        told = self._document.scenario.game == "razz" and not is_alone(self._document.scenario)
        sources = (session.seat_names, *((f.value, f.stale) if f else None for f in found))
        if not same_sources(sources, self._sources):
            self._sources = sources
            self._show_chart(chart)
            self._show_dead(dead)
            self._show_path(path)
        any_found = told and any(f is not None for f in found)
        if not any_found:
            self._empty.setText(self.empty_text)
        elif self._chart is None:
            self._announce_chart()
        self._stack.setCurrentWidget(self._scroll if any_found else self._empty)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if before.seats != after.seats:
            self._show_own()

    def _show_chart(self, found: Found[StartingHands] | None) -> None:
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
        """Say what will stand in the triangle, and how far it is; the other details are there before it."""
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

    def _show_dead(self, found: Found[DeadCards] | None) -> None:
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

    def _show_path(self, found: Found[StreetPath] | None) -> None:
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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.want("starting", {CHART, DEAD, PATH})

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.want("starting")


def _label(name: str, role: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setWordWrap(True)
    return label
