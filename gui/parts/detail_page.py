"""A page that shows details of the result, or an empty state with the reason and the next step."""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine import GAMES, DetailResult, Scenario
from engine.scenario.ask import AskPanel
from gui.look.guard import Guarded
from gui.parts.build import first_stop, label, named, page_ground
from gui.state.document import Document
from gui.state.latest import LatestDetail, same_sources
from gui.state.session import Session
from gui.words.formatting import percent

Kind = TypeVar("Kind", bound=DetailResult)
NO_CARDS = "Fill in the seats on the left: click cards, type them, or write a range."
SOME_WITHOUT_CARDS = (
    "Some seats have no cards yet: type them, or “x” for an unknown hand.\n"
    "Fold or remove a seat that is not in the hand."
)
NO_OPPONENT = "Only one seat has cards: give a second seat cards or a range."
COMPUTING = "Computing…"
PROBLEM = "The table cannot be computed as it is: the status line says why."
STOPPED = "The run was stopped before this was computed: press F5 to run it again."
TOO_LATE = (
    "The time limit ran out before this was computed: raise “Time limit, seconds” in\n"
    "the run options, or leave it empty."
)


def why_empty(scenario: Scenario, session: Session, invitation: str = "") -> str:
    """Return the text of a page that has no details yet: a hint for the player, or the progress of the run.

    ``invitation`` is the text for an empty table, if the page has a special one; then seats without cards are named.
    """
    filled = sum(seat.plays for seat in scenario.seats)
    if invitation and not any(seat.cards.strip() for seat in scenario.seats):
        return invitation
    if not invitation and filled < 2:
        return NO_OPPONENT if filled else NO_CARDS
    if session.problems:
        incomplete = invitation and all(problem.incomplete for problem in session.problems)
        return SOME_WITHOUT_CARDS if incomplete else PROBLEM
    if session.state != "idle":
        return progress_text(session)
    late = session.snapshot is not None and not session.stopped and session.snapshot.left_out
    return TOO_LATE if late else STOPPED


def progress_text(session: Session) -> str:
    """Return the subject of the current run, and its progress as soon as that is known."""
    latest = session.latest
    if latest is None or latest.progress >= 1.0:
        return COMPUTING
    subject = GAMES[latest.scenario.game].detail_words(latest.stage, "the equities")
    return f"Computing {subject}: {percent(latest.progress, exact_digits=0)}…"


def is_alone(scenario: Scenario) -> bool:
    """Return True if only one seat is dealt in and has not folded: it wins every pot, so there are no equities."""
    return sum(seat.plays for seat in scenario.seats) == 1


class DetailPage(Guarded, QWidget):
    """A page that requests its details while it is visible; ``full`` contains the content, ``empty`` the text without.

    A subclass builds ``full`` and then calls :meth:`start`. ``page_requested`` carries the title of a page to show.
    """

    page_requested = Signal(str)

    invitation = ""
    """The text for an empty table, or "" for the usual one."""

    def __init__(
        self,
        name: str,
        title: str,
        details: Mapping[str, type[DetailResult]],
        document: Document,
        session: Session,
        parent: QWidget | None,
    ) -> None:
        """``name`` is the objectName, ``title`` the accessible name, ``details`` the details with their types."""
        super().__init__(parent)
        named(self, name, title)
        page_ground(self)
        self._details = details
        self._document, self._session = document, session
        self._sources: tuple[object, ...] = ()
        self.empty = label(name=f"{name}.empty", wrap=True, centred=True)
        self.full = QWidget()
        self.stack = QStackedLayout(self)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.full)

    def unfit(self, scenario: Scenario) -> str:
        """Return why ``scenario`` has no such details and how to get some, or "" if it has them."""
        return ""

    @abstractmethod
    def show_details(self) -> None:
        """Show the details; called when :meth:`detail` returns another value, other seats, or a stale value."""

    @Slot(str)
    def ask_about(self, question: str) -> None:
        """Ask a question about the table on the page *Ask*."""
        self._document.edit("Ask", ask=AskPanel(question=question))
        self.page_requested.emit("Ask")

    @property
    @abstractmethod
    def filled(self) -> bool:
        """Whether the page has content."""

    def update_state(self) -> None:
        """Show the state of the session; for pages that show more of it than the details."""

    @property
    def requests(self) -> Collection[str]:
        """The details that the visible content needs."""
        return self._details

    @property
    def empty_text(self) -> str:
        scenario = self._document.scenario
        return self.unfit(scenario) or why_empty(scenario, self._session, self.invitation)

    def start(self) -> None:
        """Begin to follow the document and the session."""
        self._session.changed.connect(self._on_session_changed)
        self._document.changed.connect(self._on_document_changed)
        self._on_session_changed()

    def detail(self, name: str, kind: type[Kind]) -> LatestDetail[Kind] | None:
        """Return the latest value of a detail, or None."""
        return None if self.unfit(self._document.scenario) else self._session.detail(name, kind)

    def request(self) -> None:
        needed = self.isVisible() and not self.unfit(self._document.scenario)
        self._session.request_details(self.objectName(), set(self.requests) if needed else ())

    @Slot(object, object)
    def _on_document_changed(self, previous: Scenario, current: Scenario) -> None:
        self.request()
        self._on_session_changed()

    @Slot()
    def _on_session_changed(self) -> None:
        """Show new details, or the text of the empty page while there are none."""
        details = (self.detail(name, kind) for name, kind in self._details.items())
        values = ((d.value, d.snapshot.seats, d.stale) if d is not None else (None,) for d in details)
        # The session changes thirty times per second: tables and charts are built only from other values.
        sources = (self._session.seat_names, *(source for sources in values for source in sources))
        if not same_sources(sources, self._sources):
            self._sources = sources
            self.show_details()
        self.update_state()
        if not self.filled:
            self.empty.setText(self.empty_text)
        self.stack.setCurrentWidget(self.full if self.filled else self.empty)
        if self.filled and self.hasFocus():  # the page got the focus while it was empty
            (first_stop(self.full) or self).setFocus(Qt.FocusReason.TabFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.request()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.request_details(self.objectName())
