"""What the parts of the table are built of."""

from dataclasses import dataclass

from gui.look.theme import Look
from gui.state.document import Document
from gui.state.session import Session
from gui.state.table_input import TableInput


@dataclass(frozen=True, slots=True)
class TableContext:
    """The parts of the application that the table works on."""

    document: Document
    session: Session
    input: TableInput
    look: Look
