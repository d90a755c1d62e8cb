"""The list of exportable things: the charts of the displayed page, those drawn on other pages, and the results."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.picture import NO_RESULT, Exportable
from gui.export.files import CHART_FORMATS, PICTURE, RESULT_FORMATS, ExportItem, FileActions, Format, copy_as
from gui.look.theme import Paper
from gui.state.session import Session
from gui.storage.settings import Settings
from gui.words.captions import file_stem

RESULTS = "Results"
"""The title of the results of the table."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be exported.

    ``key`` identifies it, ``page`` is the title of its page, "" for the displayed page. ``reason``: a text for the
    player that explains why it cannot be exported now, "" if it can be. ``chart`` is None for the results.
    """

    key: str
    title: str
    page: str
    reason: str
    formats: tuple[Format, ...]
    chart: Exportable | None
    session: Session

    @property
    def ready(self) -> bool:
        """Whether it can be exported now."""
        return not self.reason

    def stem(self) -> str:
        """Return the suggested file name, without suffix.

        Raises:
            ValueError: there is nothing to export.
        """
        return file_stem(self._result().scenario, "results") if self.chart is None else self.chart.stem()

    def data(self, form: Format, paper: Paper) -> bytes:
        """Return the file in a format that is one of ``formats``.

        Raises:
            ValueError: there is nothing to export.
        """
        if self.chart is not None and form.chart is not None:
            return form.chart(self.chart, paper)
        assert form.results is not None
        return form.results(self._result())

    def _result(self) -> Snapshot:
        if self.session.snapshot is None:
            raise ValueError("there is no result yet")
        return self.session.snapshot


class Charts(Protocol):
    """The pages of the window with their charts."""

    currentChanged: SignalInstance  # noqa: N815 – that of Qt is meant

    @property
    def exports(self) -> Sequence[ExportItem]:
        """The charts of the pages that have been built, in the order of the pages."""

    def currentWidget(self) -> QWidget: ...  # noqa: N802 – that of Qt is meant

    def title_of(self, page: object) -> str:
        """Return the title of a page."""


class ExportCatalog(QObject):
    """Lists the exportable charts and results, and fills the menus of charts with actions ``export.<chart>.<format>``.

    ``changed``: other things can be exported, or they look different. ``message`` carries a text for the status bar and
    whether it is an error, ``requested`` the title of a chart for which the export dialog shall open.
    """

    changed = Signal()
    message = Signal(str, bool)
    requested = Signal(str)

    def __init__(self, session: Session, pages: Charts, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self.session = session
        self._pages, self._settings, self._window = pages, settings, window
        session.changed.connect(self.changed)
        pages.currentChanged.connect(self.changed)

    def add(self, items: Sequence[ExportItem]) -> None:
        """Offer the export of charts in their own menus. Called when their page has been built."""
        first = {id(item.chart): item for item in reversed(items)}  # one chart may have a title for each game
        for item in first.values():
            item.chart.set_export(self._actions(item))

    def _actions(self, item: ExportItem) -> list[QAction]:
        files = FileActions(item.own or f"export.{item.name}", self._settings, self._window)
        files.setParent(self)
        files.message.connect(self.message)
        files.add_chart(item.chart)
        opener = QAction("Export…", files)
        opener.setObjectName(f"{files.objectName()}.dialog")
        opener.triggered.connect(partial(self.requested.emit, item.title))
        return [*files.actions, opener]

    def entries(self) -> list[Entry]:
        """Return the charts of the displayed page, those that are ready first, the ready charts of other pages, and
        the results."""
        items, page = self._pages.exports, self._pages.currentWidget()
        own = sorted((item for item in items if item.page is page), key=lambda item: not item.chart.ready)
        others = [item for item in items if item.page is not page and item.chart.ready]
        results = "" if self.session.snapshot is not None else NO_RESULT
        return [
            *(self._entry(item, "") for item in own),
            *(self._entry(item, self._pages.title_of(item.page)) for item in others),
            Entry(RESULTS, RESULTS, "", results, RESULT_FORMATS, None, self.session),
        ]

    def _entry(self, item: ExportItem, page: str) -> Entry:
        reason = "" if item.chart.ready else item.chart.reason
        return Entry(item.name, item.title, page, reason, CHART_FORMATS, item.chart, self.session)

    @property
    def page_title(self) -> str:
        """The title of the displayed page."""
        return self._pages.title_of(self._pages.currentWidget())

    def copy_picture(self, chart: Exportable) -> None:
        """Copy a chart as a picture."""
        self.message.emit(*copy_as(PICTURE, chart, self._settings.paper))
