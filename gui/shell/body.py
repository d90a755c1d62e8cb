"""The table and the pages side by side, however narrow the window; where a window stands on its screen."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QSplitter, QWidget

from gui.look.guard import Guarded
from gui.look.scale import px, zoom
from gui.pages.pages import LEAST_WIDTH
from gui.parts.page_scroll import PageScroll

DEFAULT_SIZE = (1280, 800)
SMALLEST_SIZE = (800, 500)
"""Of the window. In a small one the table and the pages scroll."""
FIRST_SIZES = (540, 740)
"""Widths of the table and of the pages in a window of the default size."""
ROOMY_TABLE, ROOMY_PAGES = 472, 544
"""Least widths of the table and of the pages as long as both fit."""
LEAST_SHARE = 0.45
"""Least share of the pages where the table needs more than the rest."""
FRAME = QSize(8, 40)
"""Largest frame of a window, whose true size is known only after the window is shown."""


class Body(Guarded, QSplitter):
    """Both scroll where they have less room than they need; of too little the pages get theirs first."""

    def __init__(self, table: QWidget, pages: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._table, self._pages = PageScroll(table, "tableScroll", table.accessibleName()), pages
        self.addWidget(self._table)
        self.addWidget(pages)
        self.setStretchFactor(1, 1)
        self.setSizes([px(width) for width in FIRST_SIZES])
        self._table.need_changed.connect(self._share)
        self.setChildrenCollapsible(False)
        self._zoom, self._chosen, self._placed = zoom(), float(FIRST_SIZES[0]), self.sizes()
        """The current size of text; the width at 100 % that the player gave the table; both widths as set last."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._table.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._zoom != zoom() and self.sizes() != self._placed:
            self._chosen = self.sizes()[0] / self._zoom
        self._share()
        super().resizeEvent(event)
        if self._zoom != zoom():
            self._zoom = zoom()
            table = px(self._chosen)
            self.setSizes([table, self.width() - table])
            self._placed = self.sizes()

    @Slot()
    def _share(self) -> None:
        """Say how narrow both may become in the present width."""
        width = self.width() - self.handleWidth()  # an event may tell of a size that has gone by
        table = self._table.least_size().width()
        roomy_table = px(ROOMY_TABLE)
        pages = min(px(ROOMY_PAGES), max(px(LEAST_WIDTH), width - roomy_table))
        if width - pages < table:
            pages = min(pages, max(width - table, round(LEAST_SHARE * width)))
        self._table.setMinimumWidth(min(roomy_table, width - pages))
        self._pages.setMinimumWidth(pages)


def first_size(screen: QSize) -> QSize:
    """Return the size of a window that nobody has sized yet: all of it is seen on ``screen`` if the smallest fits."""
    return QSize(*DEFAULT_SIZE).boundedTo((screen - FRAME).expandedTo(QSize(*SMALLEST_SIZE)))


def brought_back(window: QRect, screen: QRect) -> QRect:
    """Return the area of ``window``, without its frame, moved and shrunk until it fits ``screen``."""
    room = screen.adjusted(FRAME.width() // 2, FRAME.height() - FRAME.width() // 2, 0, 0)
    size = window.size().boundedTo(screen.size() - FRAME).expandedTo(QSize(*SMALLEST_SIZE))
    x = max(min(window.x(), room.left() + screen.width() - FRAME.width() - size.width()), room.left())
    y = max(min(window.y(), room.top() + screen.height() - FRAME.height() - size.height()), room.top())
    return QRect(x, y, size.width(), size.height())


def fit_dialog(watched: QObject, event: QEvent) -> bool:
    """Shrink a dialog to its screen before it is shown: Qt's own for files has thirty rows, and its buttons would be
    out of reach. A handler of the events ``Show``.
    """
    if isinstance(watched, QDialog) and watched.isWindow():
        room = watched.screen().availableSize() - FRAME
        if watched.size() != watched.size().boundedTo(room):
            watched.resize(watched.size().boundedTo(room))
    return False
