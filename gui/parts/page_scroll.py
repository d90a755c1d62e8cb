"""Scrolling of the table and the pages if they have less room than they need."""

from collections.abc import Collection, Iterator

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QScrollBar, QStackedLayout, QTabWidget, QWidget

from gui.look.guard import Guarded
from gui.look.styling import HOLDER
from gui.parts.build import named

MIN_VISIBLE = QSize(200, 120)
"""The smallest size of the area itself."""
MARGIN = 8
"""Visible pixels around the widget with the keyboard focus."""


class PageScroll(Guarded, QScrollArea):
    """A scroll area that makes ``page`` as large as itself, but not smaller than the minimum size of the page.

    Qt's ``widgetResizable`` uses the preferred height of a page with wrapped texts, and scrolls as soon as the area is
    lower than that. ``need_changed``: the minimum size of the page has changed.
    """

    need_changed = Signal()

    def __init__(self, page: QWidget, name: str, title: str = "", *, wraps: bool = False) -> None:
        """``wraps``: ``page`` contains wrapped texts, so its minimum height depends on its width."""
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
        """Resize the page to the room, or to its minimum size if that is larger."""
        # A horizontal scroll bar takes height, and a lower page may then need a vertical one, which takes width.
        room, need = self.maximumViewportSize(), self.min_size()
        if need.width() > room.width():
            room.setHeight(room.height() - self.horizontalScrollBar().sizeHint().height())
        if self._min_height(room.width()) > room.height():
            room.setWidth(room.width() - self.verticalScrollBar().sizeHint().width())
        need.setHeight(self._min_height(max(room.width(), need.width())))
        self.page.resize(room.expandedTo(need))
        if need != self._need:
            self._need = need
            self.need_changed.emit()

    def min_size(self) -> QSize:
        """Return the minimum size of the page, its height without regard to wrapped texts."""
        return self.page.minimumSizeHint().expandedTo(self.page.minimumSize())

    def _min_height(self, width: int) -> int:
        minimum = self.min_size()
        return _min_height(self.page, max(width, minimum.width())) if self._wraps else minimum.height()

    def set_whole(self, whole: bool) -> None:
        """With ``whole`` require the full height of the page, so that an outer area scrolls instead of this one."""
        if whole != self._whole:
            self._whole = whole
            self.updateGeometry()

    def show_focus(self, focus: QWidget) -> None:
        """Scroll to a widget, in a grid to its current cell, in a text to the caret.

        Not to the page itself, of which Qt would show the middle.
        """
        if focus is not self.page:
            self.ensureWidgetVisible(focus, MARGIN, MARGIN)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Scroll to the widget to which a key has moved the focus."""
        super().keyReleaseEvent(event)
        focus = QApplication.focusWidget()
        if focus is not None and self.page.isAncestorOf(focus):
            self.show_focus(focus)

    def minimumSizeHint(self) -> QSize:
        width = self.maximumViewportSize().width()
        return QSize(MIN_VISIBLE.width(), self._min_height(width) if self._whole else MIN_VISIBLE.height())

    def sizeHint(self) -> QSize:
        return self.page.sizeHint()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Pass the focus on, without scrolling to it as Qt does: that is up to :class:`FocusFollower`."""
        return QWidget.focusNextPrevChild(self, next)

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


def _min_height(part: QWidget, width: int) -> int:
    """Return the minimum height of ``part`` at this width, with its texts wrapped.

    For a stack of pages Qt's layouts would return the preferred height.
    """
    layout = part.layout()
    if isinstance(layout, QStackedLayout):
        pages = (layout.widget(index) for index in range(layout.count()))
        return max((_min_height(page, width) for page in pages if page is not None), default=0)
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalMinimumHeightForWidth(width)
    return part.minimumSizeHint().expandedTo(part.minimumSize()).height()


class FocusFollower:
    """Scrolls to the widget that gets the keyboard focus; :meth:`follow` is an event filter for :attr:`EVENTS`.

    It does not scroll if the focus comes from a click, or because the clicked button has been disabled: nothing must
    move under the mouse. For the same reason an area does not scroll if the player's last action was a click in it: a
    card clicked in the deck moves the focus to the slot of the next card, which may be far above the deck.
    """

    EVENTS = (
        QEvent.Type.FocusIn, QEvent.Type.FocusOut, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick,
        QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride,
    )  # fmt: skip

    def __init__(self) -> None:
        self._was_disabled = False
        """Whether the widget that had the focus was disabled, so that Qt has passed it on."""
        self._press: tuple[int, QPointF] | None = None
        """Time and place of the last click, None after a key."""
        self._pressed_in: frozenset[QObject] = frozenset()
        """The areas in which that click was."""

    def follow(self, watched: QObject, event: QEvent) -> bool:
        """Scroll to ``watched`` if it gets the focus; return False, so that the event is handled as usual."""
        if not isinstance(watched, QWidget):
            return False
        if isinstance(event, QMouseEvent):
            self._note_press(watched, event)
        elif isinstance(event, QKeyEvent):
            self._press, self._pressed_in = None, frozenset()
        elif not isinstance(event, QFocusEvent):
            pass
        elif event.lostFocus():
            # A widget that is being disabled passes the focus on before it is disabled, but after this attribute.
            self._was_disabled = watched.testAttribute(Qt.WidgetAttribute.WA_ForceDisabled)
        elif event.reason() == Qt.FocusReason.MouseFocusReason:
            # Qt moves the focus before the click itself can be filtered, and the widget may pass the focus on.
            self._pressed_in = frozenset(_areas_around(watched))
        elif not self._was_disabled:
            scroll_to(watched, self._pressed_in)
        return False

    def _note_press(self, widget: QWidget, event: QMouseEvent) -> None:
        press = event.timestamp(), event.globalPosition()
        if press != self._press:  # otherwise Qt passes it on from a child that did not use it
            self._press, self._pressed_in = press, frozenset(_areas_around(widget))


def scroll_to(part: QWidget, fixed: Collection[QObject] = ()) -> None:
    """Scroll all areas around a widget so that it is visible, except ``fixed``."""
    for area in _areas_around(part):
        if area not in fixed:
            area.fit()  # its layout may be out of date
            area.show_focus(part)


def _areas_around(part: QWidget) -> Iterator[PageScroll]:
    around = part.parent()
    while isinstance(around, QWidget):
        if isinstance(around, PageScroll):
            yield around
        around = around.parent()


def name_scroll_bar(watched: QObject, event: QEvent) -> bool:
    """Name a scroll bar for screen readers before it is first displayed (an event filter)."""
    if isinstance(watched, QScrollBar) and not watched.accessibleName():
        upright = watched.orientation() == Qt.Orientation.Vertical
        watched.setAccessibleName("Scroll up and down" if upright else "Scroll left and right")
    return False


class PageTabs(Guarded, QTabWidget):
    """Tabs whose widgets are pages; a page may be inside a :class:`PageScroll`, which callers do not see."""

    def widget(self, tab: int) -> QWidget:
        """Return the page of a tab."""
        content = super().widget(tab)
        assert content is not None
        return content.page if isinstance(content, PageScroll) else content

    def currentWidget(self) -> QWidget:  # noqa: N802 – that of Qt is meant
        """Return the current page."""
        return self.widget(self.currentIndex())

    def setCurrentWidget(self, page: QWidget) -> None:  # noqa: N802 – that of Qt is meant
        """Show a page."""
        self.setCurrentIndex(next(tab for tab in range(self.count()) if self.widget(tab) is page))
