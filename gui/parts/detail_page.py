"""A page that shows a detail of the result, or why there is none."""

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from engine import DetailResult, Scenario
from gui.parts.missing import why_missing
from gui.state.document import Document
from gui.state.session import Session
from gui.state.wants import Found, same_sources


class DetailPage(QWidget):
    """Asks for its detail while it is shown; ``full`` takes what stands on the page once it is there.

    A subclass builds ``full`` and then calls :meth:`start`.
    """

    def __init__(
        self,
        name: str,
        title: str,
        detail: tuple[str, type[DetailResult]],
        document: Document,
        session: Session,
        parent: QWidget | None,
    ) -> None:
        """``name`` is the objectName, ``title`` the accessible one, ``detail`` that of ``run.detail`` and its kind."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self._detail, self._kind = detail
        self._document, self._session = document, session
        self._shown: tuple[object, ...] = ()
        self._empty = QLabel()
        self._empty.setObjectName(f"{name}.empty")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self.full = QWidget()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.full)

    @abstractmethod
    def unfit(self, scenario: Scenario) -> str:
        """Return why ``scenario`` has no such detail and what would give it one; empty where it has."""

    @abstractmethod
    def show_found(self, found: Found[Any] | None) -> None:
        """Show the detail, None where there is none."""

    @property
    @abstractmethod
    def filled(self) -> bool:
        """Whether what was found last is anything to show."""

    def start(self) -> None:
        """Follow the document and the result."""
        self._session.changed.connect(self._on_session_changed)
        self._document.changed.connect(self._on_document_changed)
        self._on_session_changed()

    @property
    def found(self) -> Found[Any] | None:
        """The detail as it is known now."""
        return None if self.unfit(self._document.scenario) else self._session.detail(self._detail, self._kind)

    @property
    def empty_text(self) -> str:
        """What the page says while it has nothing to show."""
        scenario = self._document.scenario
        return self.unfit(scenario) or why_missing(scenario, self._session)

    def _want(self) -> None:
        wanted = self.isVisible() and not self.unfit(self._document.scenario)
        self._session.want(self.objectName(), {self._detail} if wanted else ())

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._want()
        self._on_session_changed()

    @Slot()
    def _on_session_changed(self) -> None:
        found = self.found
        shown = (found.value, found.snapshot.seats, found.stale) if found is not None else ()
        if not same_sources(shown, self._shown):
            self._shown = shown
            self.show_found(found)
        if not self.filled:
            self._empty.setText(self.empty_text)
        self._stack.setCurrentWidget(self.full if self.filled else self._empty)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._want()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.want(self.objectName())
