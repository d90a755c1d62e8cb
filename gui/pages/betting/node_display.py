"""What displays one node: what the player who decides does there."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.betting.view import ActionView
from engine.betting.watch import BettingView
from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, filled, named
from gui.parts.table import Column, TableData, TableView


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


COLUMNS: tuple[Column[ActionView], ...] = (
    Column("Action", lambda row: row.name, number=False, wide=True),
    Column("How often %", lambda row: _number(None if row.frequency is None else 100 * row.frequency, 1)),
    Column("EV", lambda row: _number(row.ev)),
)


class NodeDisplay(QWidget):
    """Displays the node of a view."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "betting.node", "What is done here")
        self.table: TableView[ActionView] = TableView("betting.actions", "Actions", look)
        filled(QVBoxLayout(self), (self.table, 1), margins=NO_MARGINS)

    def show_view(self, view: BettingView | None) -> None:
        """Display the node that a view looks at; None: nothing is known yet."""
        self.table.show_table(TableData(COLUMNS, view.node.actions if view is not None else ()))
