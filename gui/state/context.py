"""What pages and the table are built of."""

from dataclasses import dataclass

from PySide6.QtCore import SignalInstance

from gui.look.theme import Look
from gui.state.document import Document
from gui.state.journal import Journal
from gui.state.library import Library
from gui.state.order_store import OrderStore
from gui.state.questions import Questions
from gui.state.runner import Inspector
from gui.state.session import Session
from gui.state.settings import Settings
from gui.state.table_input import TableInput
from gui.state.training import Training


@dataclass(frozen=True, slots=True)
class PageContext:
    """The parts of the application that pages work on."""

    document: Document
    session: Session
    look: Look
    settings: Settings
    library: Library
    orders: OrderStore
    inspector: Inspector
    questions: Questions
    journal: Journal
    training: Training
    message: SignalInstance
    """Carries a line for the status bar and whether it is an error."""
    menu_requested: SignalInstance
    """Carries where on the screen the menu of the marked seat shall open."""


@dataclass(frozen=True, slots=True)
class TableContext:
    """The parts of the application that the table works on."""

    document: Document
    session: Session
    input: TableInput
    look: Look
