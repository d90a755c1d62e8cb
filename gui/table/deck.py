"""What the decks of all games share: buttons that are put down with a click and taken back with a right click."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from gui.table.card_button import DragButton
from gui.table.context import TableContext
from gui.table.deck_tints import DeckTints


class GameDeck(QWidget):
    """The cards of one game, tinted by what they do if they come. ``used``: one was put down or taken back."""

    used = Signal()

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._input, self._look = context.document, context.input, context.look
        self._tints = tints

    def _fill(self, buttons: Iterable[DragButton]) -> None:
        """Follow these buttons and show what is on the table."""
        for button in buttons:
            button.clicked.connect(self._on_clicked)
            button.put_back.connect(self._on_put_back)
        self.render_scenario()
        self._look.changed.connect(self.render_scenario)
        self._tints.changed.connect(self.render_scenario)

    def set_compact(self, compact: bool) -> None:
        """Take less height where the window is low; a deck of one height stays as it is."""

    @Slot()
    def render_scenario(self) -> None:
        """Show which cards are taken, and by whom."""
        raise NotImplementedError

    def _put(self, button: QObject) -> bool:
        """Put the card of ``button`` on the table; return whether there was one to put."""
        raise NotImplementedError

    def _take(self, button: QObject) -> bool:
        """Take the card of ``button`` back; return whether there was one to take."""
        raise NotImplementedError

    @Slot()
    def _on_clicked(self) -> None:
        if self._put(self.sender()):
            self.used.emit()

    @Slot()
    def _on_put_back(self) -> None:
        if self._take(self.sender()):
            self.used.emit()
