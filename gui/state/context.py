"""The parts of the application, each of which exists once: for the window, its pages and the table; the cards that a
page offers on the deck.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar, runtime_checkable

from PySide6.QtCore import QObject, Signal, SignalInstance

from gui.state.autosave import Recovery
from gui.state.document import Document
from gui.state.history import History
from gui.state.journal import Journal
from gui.state.latest import Questions
from gui.state.preparation import Preparation
from gui.state.session import Session, State
from gui.state.table_input import TableInput
from gui.storage.library import Library
from gui.storage.player_files import HandMarks, OrderStore, OwnQuestions, Templates, Training
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings

if TYPE_CHECKING:
    from engine.betting.flop_solving import Unstored


@dataclass(frozen=True, slots=True)
class Tint:
    """The effect of a card on a seat: ``tone`` from -1 (the worst card) to 1 (the best), and ``words`` for it."""

    tone: float
    words: str


class DeckOffer(QObject):
    """The cards that a page offers in the deck; usually none.

    ``changed``: other cards are offered; ``taken`` carries the card that was clicked.
    """

    changed = Signal()
    taken = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cards: Mapping[str, Tint] = {}
        """The tints of the cards by their texts, as in ``7s``."""

    def show(self, cards: Mapping[str, Tint]) -> None:
        """Offer these cards; none: the deck is the table's."""
        if cards != self.cards:
            self.cards = cards
            self.changed.emit()

    def take(self, card: str) -> bool:
        """Take a card for the page that offers cards; return whether one does."""
        if card in self.cards:
            self.taken.emit(card)
        return bool(self.cards)


@dataclass(frozen=True, slots=True)
class PageParts:
    """The parts of the application that pages work on."""

    document: Document
    session: Session
    settings: Settings
    library: Library
    orders: OrderStore
    questions: Questions
    journal: Journal
    training: Training
    own_questions: OwnQuestions
    deck: DeckOffer = field(default_factory=DeckOffer, kw_only=True)
    """The cards that a page offers on the deck of the table."""
    marks: HandMarks = field(default_factory=HandMarks, kw_only=True)
    players: PlayerStore = field(default_factory=PlayerStore, kw_only=True)
    """Players that were watched."""
    unstored_flops: "dict[str, Unstored]" = field(default_factory=dict, kw_only=True)
    """Solved flops that could not be written to their folders, by the digest of the report's request."""
    data: Path | None = field(default=None, kw_only=True)
    """The folder with the data of the player, or None for the one of this user."""


@dataclass(frozen=True, slots=True)
class WindowParts(PageParts):
    """The parts of the application that the window works on."""

    input: TableInput
    recovery: Recovery
    templates: Templates
    history: History
    preparation: Preparation
    """How far the engine is compiled on the first start."""

    def keep_all(self) -> list[str]:
        """Write everything that waits; return the names of what cannot be written and is lost if the program ends."""
        written = self.recovery.keep()
        self.library.save()
        self.training.save()
        self.marks.save()
        lost = {
            "the unsaved table": not written,
            "named ranges": self.library.unsaved,
            "hands of the journal": self.journal.in_danger,
            "answers of the trainer": self.training.unsaved,
            "tags and notes of hands": self.marks.unsaved,
            "solved flops": any(self.unstored_flops.values()),
        }
        return [name for name, is_lost in lost.items() if is_lost]


@dataclass(frozen=True, slots=True)
class ListedHands:
    """Hands as a text with a title, of which the one at ``index`` is to be followed from the moment ``moment`` on."""

    title: str
    text: str
    index: int = 0
    moment: int = 0


@dataclass(frozen=True, slots=True)
class PageContext(PageParts):
    """The parts for a page, and the signals by which it reaches the window."""

    message: SignalInstance
    """Carries a line for the status bar and whether it is an error."""
    menu_requested: SignalInstance
    """Carries where on the screen the menu of the marked seat shall open."""
    table_pasted: SignalInstance
    """Carries a table that was pasted on a page as one line of text."""
    tracker_requested: SignalInstance
    """The hand tracker has got a hand, and is to be shown."""
    page_requested: SignalInstance
    """Carries the title of a page that is to be shown."""
    solution_requested: SignalInstance | None = None
    """Carries the path of a solution that the page *Betting* is to show."""
    hands_opened: SignalInstance | None = None
    """Carries the paths of hand histories that are to be listed."""
    hands_listed: SignalInstance | None = None
    """Carries :class:`ListedHands` that are to be listed on the page *Histories*."""

    @classmethod
    def of(cls, parts: PageParts, **signals: SignalInstance) -> Self:
        """Return the context of pages that work on ``parts``."""
        own: dict[str, Any] = {part.name: getattr(parts, part.name) for part in fields(PageParts)}
        return cls(**own | signals)


class Run(Protocol):
    """The run that Run, Stop and Refine of menus and keys work on."""

    @property
    def state(self) -> State: ...

    @property
    def can_run(self) -> bool: ...

    @property
    def can_stop(self) -> bool: ...

    @property
    def can_refine(self) -> bool: ...

    def run_or_pause(self) -> None: ...

    def stop(self) -> None: ...

    def refine(self) -> None: ...


@runtime_checkable
class OwnRun(Protocol):
    """A page that computes on request. ``run_changed``: its run has begun, ended or been paused, or is another one.

    ``own_run``: the run of the window while the page is in front; None if the page shows the run of the table.
    """

    run_changed: SignalInstance

    @property
    def own_run(self) -> Run | None: ...


RunOfModel = TypeVar("RunOfModel", bound=Run)


class RunsModel(Generic[RunOfModel]):
    """A base of pages whose run is always that of their ``model``."""

    model: RunOfModel

    @property
    def own_run(self) -> RunOfModel:
        """The run of the window while the page is in front."""
        return self.model


class FrontRun:
    """The run that Run, Stop and Refine mean: that of the page in front if it has one of its own, else the table's.

    ``page`` returns the run of the page in front if that has one of its own.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.page: Callable[[], Run | None] = _no_run

    @property
    def state(self) -> State:
        """Whether it is under way."""
        own = self.page()
        return self._session.state if own is None else own.state

    @property
    def can_run(self) -> bool:
        """Whether the run can be started, paused or continued."""
        own = self.page()
        return own is None or own.can_run

    def run_or_pause(self) -> None:
        """Start, hold or continue it."""
        own = self.page()
        if own is None:
            (self._session.start if self._session.state == "idle" else self._session.toggle_pause)()
        elif own.can_run:
            own.run_or_pause()

    @property
    def can_stop(self) -> bool:
        """Whether anything that Stop ends is under way."""
        own = self.page()
        return self._session.state != "idle" or (own is not None and own.can_stop)

    def stop(self) -> None:
        """End the run of the page in front, else that of the table."""
        own = self.page()
        (own.stop if own is not None and own.can_stop else self._session.stop)()

    @property
    def can_refine(self) -> bool:
        """Whether its result can be refined."""
        own = self.page()
        return self._session.can_refine if own is None else own.can_refine

    def refine(self) -> None:
        """Refine it."""
        own = self.page()
        (self._session.refine if own is None else own.refine)()


def _no_run() -> Run | None:
    return None


@dataclass(frozen=True, slots=True)
class TableContext:
    """The parts of the application that the table works on."""

    document: Document
    session: Session
    input: TableInput
    questions: Questions
    deck: DeckOffer = field(default_factory=DeckOffer, kw_only=True)
