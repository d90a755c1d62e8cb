"""The widget round the figure of a detail: its page hands it what to draw."""

from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import Chart
from gui.charts.detail_figure import DetailFigure
from gui.look.theme import Look
from gui.state.session import Session

T = TypeVar("T")


class DetailChart(Chart, Generic[T]):
    """A chart that shows what :meth:`show_content` was given last."""

    def __init__(
        self, name: str, title: str, figure: DetailFigure[T], session: Session, look: Look, parent: QWidget | None
    ) -> None:
        self._detail = figure
        super().__init__(name, title, figure, session, look, parent)

    def show_content(self, content: T | None, snapshot: Snapshot | None, stale: bool) -> None:
        """Draw a detail of ``snapshot``; None: nothing."""
        self._detail.show_content(content, snapshot, stale=stale)
        if self._reading_position is not None:
            self._read_at(self._reading_position)

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self._detail.content is not None

    def blank_page(self) -> DetailFigure[T]:
        """Return a figure for paper with the same options, nothing drawn yet."""
        return type(self._detail)(self._look.theme, on_paper=True)

    def page(self) -> DetailFigure[T]:
        """Return a copy for paper."""
        page = self.blank_page()
        page.show_content(self._detail.content, self._detail.snapshot)
        return page

    @Slot()
    def _on_session_changed(self) -> None:
        """Leave it to the page: it knows when the detail has changed."""

    def _refresh(self) -> None:
        """Nothing waits: what there is was drawn when it came."""
