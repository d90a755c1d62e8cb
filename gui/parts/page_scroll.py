"""Scrolling of the large parts of the window where they have less room than they need: the table, pages."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QScrollBar, QStackedLayout, QTabWidget, QWidget

from gui.look.guard import Guarded
from gui.look.styling import HOLDER
from gui.parts.build import named

LEAST_SEEN = QSize(200, 120)
"""As small as the area itself can be made."""
MARGIN = 8
"""Visible pixels around the widget with the keyboard focus."""


class PageScroll(Guarded, QScrollArea):
    """Makes ``page`` as large as itself, but never smaller than it can be.

    Qt's own way (``widgetResizable``) would ask for the height that a page with wrapped texts likes best, and scroll
    it where it only gets less than that. ``need_changed``: the page needs more room than before, or less.
    """

    need_changed = Signal()

    def __init__(self, page: QWidget, name: str, title: str = "", *, wraps: bool = False) -> None:
        """``wraps``: the texts of ``page`` are as high as its width makes them, and the rest has a least height."""
        super().__init__()
        self._wraps, self._whole, self._need = wraps, False, QSize()
        named(self, name, title)
        self.setProperty(HOLDER, True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.page, filled = page, page.autoFillBackground()
        self.setWidget(page)
        page.setAutoFillBackground(filled)

    def fit(self) -> None:
        """Give the page all the room, and more where it needs more."""
        room, need = self.maximumViewportSize(), self.least_size()
        if need.width() > room.width():
            room.setHeight(room.height() - self.horizontalScrollBar().sizeHint().height())
        if self._least_height(room.width()) > room.height():
            room.setWidth(room.width() - self.verticalScrollBar().sizeHint().width())
        need.setHeight(self._least_height(max(room.width(), need.width())))
        self.page.resize(room.expandedTo(need))
        if need != self._need:
            self._need = need
            self.need_changed.emit()

    def least_size(self) -> QSize:
        """Return the smallest size of the page."""
        return self.page.minimumSizeHint().expandedTo(self.page.minimumSize())

    def _least_height(self, width: int) -> int:
        least = self.least_size()
        return _least_height(self.page, max(width, least.width())) if self._wraps else least.height()

    def set_whole(self, whole: bool) -> None:
        """Be as high as the page, so that the area around scrolls in its place, or only as high as there is room."""
        if whole != self._whole:
            self._whole = whole
            self.updateGeometry()

    def show_focus(self, focus: QWidget) -> None:
        """Scroll to a widget, in a grid to its current cell, in a text to the caret; not to the page as a whole, of
        which Qt would show the middle.
        """
        if focus is not self.page:
            self.ensureWidgetVisible(focus, MARGIN, MARGIN)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Follow the focus that a key has moved."""
        super().keyReleaseEvent(event)
        focus = QApplication.focusWidget()
        if focus is not None and self.page.isAncestorOf(focus):
            self.show_focus(focus)

    def minimumSizeHint(self) -> QSize:
        least = LEAST_SEEN.height() if not self._whole else self._least_height(self.maximumViewportSize().width())
        return QSize(LEAST_SEEN.width(), least)

    def sizeHint(self) -> QSize:
        return self.page.sizeHint()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
            if self._whole:
                self.updateGeometry()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()
        super().resizeEvent(event)
        if self._whole and event.oldSize().width() != event.size().width():
            self.updateGeometry()


def _least_height(part: QWidget, width: int) -> int:
    """Return the least height of a part of that width, its texts wrapped. Of a stack of pages Qt's layouts would give
    the height that these like best.
    """
    layout = part.layout()
    if isinstance(layout, QStackedLayout):
        pages = (layout.widget(place) for place in range(layout.count()))
        return max((_least_height(page, width) for page in pages if page is not None), default=0)
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalMinimumHeightForWidth(width)
    return part.minimumSizeHint().expandedTo(part.minimumSize()).height()


def follow_focus(watched: QObject, event: QEvent) -> bool:
    """Scroll to the widget that gets the keyboard focus, unless by a click: nothing moves under the mouse."""
    clicked = isinstance(event, QFocusEvent) and event.reason() == Qt.FocusReason.MouseFocusReason
    if isinstance(watched, QWidget) and not clicked:
        scroll_to(watched)
    return False


def scroll_to(part: QWidget) -> None:
    """Scroll all that is around a widget so that it is seen."""
    around = part.parent()
    while isinstance(around, QWidget):
        if isinstance(around, PageScroll):
            around.fit()  # what is around may have changed just now
            around.show_focus(part)
        around = around.parent()


def name_scroll_bar(watched: QObject, event: QEvent) -> bool:
    """Name a scroll bar for screen readers, before it is first displayed."""
    if isinstance(watched, QScrollBar) and not watched.accessibleName():
        upright = watched.orientation() == Qt.Orientation.Vertical
        watched.setAccessibleName("Scroll up and down" if upright else "Scroll left and right")
    return False


class PageTabs(Guarded, QTabWidget):
    """Tabs with a page each, or with a :class:`PageScroll` around it: it is the page that is called their widget."""

    def widget(self, place: int) -> QWidget:
        """Return the page of a tab."""
        held = super().widget(place)
        assert held is not None
        return held.page if isinstance(held, PageScroll) else held

    def currentWidget(self) -> QWidget:  # noqa: N802 – that of Qt is meant
        """Return the current page."""
        return self.widget(self.currentIndex())

    def setCurrentWidget(self, page: QWidget) -> None:  # noqa: N802 – that of Qt is meant
        """Show a page."""
        self.setCurrentIndex(next(place for place in range(self.count()) if self.widget(place) is page))
