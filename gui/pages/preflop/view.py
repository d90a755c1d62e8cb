"""What the views of the page have in common: each draws what the model knows, while it is shown."""

from abc import abstractmethod

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine import Scenario
from gui.look.guard import Guarded
from gui.look.theme import Look
from gui.pages.preflop.model import PreflopModel
from gui.state.document import Document


class PreflopView(Guarded, QWidget):
    """A view; ``message`` carries a line for the status bar."""

    message = Signal(str, bool)

    def __init__(self, document: Document, model: PreflopModel, look: Look, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._document, self._model, self._look = document, model, look
        model.changed.connect(self._on_changed)

    @abstractmethod
    def _render(self) -> None:
        """Draw what the model knows now."""

    def _scenario(self) -> Scenario:
        return self._document.scenario

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._render()
