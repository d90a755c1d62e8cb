"""The look of the whole application: style, fonts, palette and style sheet; the player's texts are shown literally.

Qt takes any text that looks like HTML for HTML: a seat called ``<img src=...>`` in a shared file would show a file of
this machine. So labels and tool tips are plain unless their code marks them as rich. Both are handled in
one place, through which all of them pass (``gui.application.WindowEvents``), rather than by every widget.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import TypeGuard

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication, QHelpEvent, QIcon
from PySide6.QtGui import Qt as QtText
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QSlider,
    QSplitterHandle,
    QStackedWidget,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from gui.look.guard import Guarded
from gui.look.keys import native_keys
from gui.look.scale import px
from gui.look.theme import (
    FONTS,
    ICONS,
    LOOK_CHANGED,
    ThemeName,
    current_theme,
    font,
    repeat_size,
    style_text,
    stylesheet,
    text_scale,
)

RICH = "richToolTip"
"""Property of a widget whose tool tip is markup of ours."""
HOLDER = "holdsPage"
"""Property of a scroll area around a page, which holds it as a stack does."""
ALONE = (QLabel, QMenu, QPushButton, QSlider, QSplitterHandle)
"""Widgets without child widgets: a part of such a class gets only the rules for its class. Qt stores the parsed sheet
of each widget that has one, which takes a third of a megabyte for all rules."""
TIP_OF_QT = "QTipLabel"
"""Qt's own label that shows a tool tip: the text has been looked at before it gets there."""


def prepare_style(application: QApplication) -> None:
    """Load the fonts and the icon; the Fusion style is the canvas for our own palette and style sheet."""
    application.setStyle("Fusion")
    _load_fonts()
    application.setFont(font())
    application.setWindowIcon(QIcon(str(ICONS / "steelwheel.svg")))


@cache
def _load_fonts() -> None:
    """Load the fonts that ship, once in a process: each makes all widgets look for their faces again."""
    for path in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def system_theme() -> ThemeName:
    """Return the theme of the desktop."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


class Styling(Guarded, QObject):
    """Applies the style sheet of the current theme and size of text to the parts of the window.

    A style sheet takes 0.15 ms for every widget that inherits it, and far more if it is set on the application: Qt 6.11
    then applies it once for each ancestor of a widget. So the sheet is set on the parts of the window one by one, on
    visible ones immediately, on the others (pages, dialogs) when they are shown next. The holders of pages, which live
    as long as the window, have the sheet ``frame`` in the colours of the palette. A dialog is one part; without a
    parent it has no sheet.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._laid_out = QTimer(self, singleShot=True, interval=0)
        self._laid_out.timeout.connect(self._repeat_sizes)
        self._dressed: list[QWidget] = []
        """Parts that have got another sheet, whose sizes are computed again after the layout."""
        self._sheet = ""
        self._frame: set[QWidget] = set()
        """From the window down to pages of all kinds; all other children of these are the parts."""
        window.setStyleSheet(style_text("frame"))
        self._watch(_frame(window))
        self._dress_all()

    def _watch(self, holders: set[QWidget]) -> None:
        self._frame |= holders
        for watched in (*holders, *self._parts(holders)):
            watched.installEventFilter(self)

    def _parts(self, holders: Iterable[QWidget]) -> list[QWidget]:
        return [child for holder in holders for child in holder.children() if self._is_part(child)]

    def _is_part(self, child: QObject) -> TypeGuard[QWidget]:
        return isinstance(child, QWidget) and child not in self._frame

    def _dress_all(self) -> None:
        """Style all visible parts again, if the style sheet has changed; others are styled when they are shown."""
        sheet = stylesheet(current_theme(), text_scale())
        if sheet == self._sheet:  # the colours of the deck are in no style sheet
            return
        self._sheet = sheet
        for holder in self._frame:  # Qt remembers the colours of a palette
            holder.style().unpolish(holder)
            holder.style().polish(holder)
        for part in self._parts(self._frame):
            if part.isVisible():
                self._dress(part)
        self._laid_out.stop()  # all sizes are repeated after a change of the look
        self._dressed.clear()

    def _dress(self, part: QWidget) -> None:
        """Set the sheet of a part.

        If it had another one, the size of text may have changed: then sizes are computed again after the layout.
        """
        before = part.styleSheet()
        sheet = rules_for(self._sheet, _classes(part)) if isinstance(part, ALONE) else self._sheet
        if before != sheet:
            part.setStyleSheet(sheet)
            if before:
                self._dressed.append(part)
                self._laid_out.start()

    @Slot()
    def _repeat_sizes(self) -> None:
        parts = list(filter(isValid, self._dressed))
        self._dressed.clear()
        for widget in [widget for part in parts for widget in (part, *part.findChildren(QWidget))]:
            if isValid(widget):  # a handler may delete others
                repeat_size(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Style parts of the window when they are first shown, and everything when the theme changes."""
        kind = event.type()
        if kind == QEvent.Type.Show and self._is_part(watched):
            self._dress(watched)
        elif kind == LOOK_CHANGED and watched is self._window:
            self._dress_all()
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent) and watched in self._frame:
            child = event.child()  # a dialog or a page built by now, about to be laid out
            if self._is_part(child):
                holders = _frame(child)
                if len(holders) > 1 and not child.isWindow():  # dialogs come and go, Qt's own without a word
                    self._watch(holders)
                else:
                    child.installEventFilter(self)
                    self._dress(child)
        return super().eventFilter(watched, event)


@lru_cache(maxsize=64)
def rules_for(sheet: str, classes: frozenset[str]) -> str:
    """Return the rules of a style sheet that name one of ``classes``."""
    return "".join(
        rule for rule in _RULE.findall(sheet) if classes.intersection(_CLASS.findall(rule.partition("{")[0]))
    )


_RULE, _CLASS = re.compile(r"[^{}]+\{[^{}]*\}"), re.compile(r"\bQ\w+")


def _classes(widget: QWidget) -> frozenset[str]:
    """Return the names of the class of a widget and of all its bases."""
    return frozenset(kind.__name__ for kind in type(widget).__mro__)


def _frame(root: QWidget) -> set[QWidget]:
    """Return ``root`` and the holders of pages in it: stacks and their ancestors, except parts of pages that scroll."""
    frame = {root}
    for stack in root.findChildren(QStackedWidget):
        # A stack inside a scrolling part belongs to that part, so only a way to the root without one makes holders.
        holders = set[QWidget]()
        holder: QWidget | None = stack
        while holder is not None and holder not in frame and not _scrolls(holder):
            holders.add(holder)
            holder = holder.parentWidget()
        if holder in frame:
            frame |= holders
    return frame


def _scrolls(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractScrollArea) and not widget.property(HOLDER)


def set_rich_tip(widget: QWidget, tip: str) -> None:
    """Give a widget a tool tip with markup; texts of the player's in it have to be escaped."""
    widget.setProperty(RICH, True)
    widget.setToolTip(tip)


def rich(html: str) -> str:
    """Return markup whose thin spaces stay: Qt makes plain ones of those in numbers, and lines break there."""
    return f"<span style='white-space:pre-wrap'>{html}</span>"


def plain_label(watched: QObject, event: QEvent) -> bool:
    """Make a label plain before it is first displayed, unless its format is set."""
    auto = isinstance(watched, QLabel) and watched.textFormat() == Qt.TextFormat.AutoText
    if isinstance(watched, QLabel) and auto and watched.metaObject().className() != TIP_OF_QT:
        watched.setTextFormat(Qt.TextFormat.PlainText)
    return False


def plain_buttons(watched: QObject, event: QEvent) -> bool:
    """Take Qt's own pictures, which are dark in any theme, from the buttons of a dialog: its box makes them before it
    has a style sheet. A handler of the events ``Polish``.
    """
    if isinstance(watched, QDialogButtonBox):
        for button in watched.buttons():
            button.setIcon(QIcon())
    return False


def plain_tip(watched: QObject, event: QEvent) -> bool:
    """Show a tool tip in which Qt would see markup that is not ours, or keys that have other names on this system.

    Returns whether it was one.
    """
    if not isinstance(watched, QWidget) or not isinstance(event, QHelpEvent):
        return False
    tip = _tip_at(watched, event.pos())
    text = native_keys(tip)
    if not watched.property(RICH) and QtText.mightBeRichText(tip):
        text = f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"
    if text == tip:
        return False
    QToolTip.showText(event.globalPos(), text, watched)
    return True


def _tip_at(widget: QWidget, place: QPoint) -> str:
    """Return the tool tip of a widget, or of the cell of a table at ``place``."""
    view = widget.parent()
    role = Qt.ItemDataRole.ToolTipRole
    tip: object = ""
    if isinstance(view, QHeaderView) and widget is view.viewport():
        tip = view.model().headerData(view.logicalIndexAt(place), view.orientation(), role)
    elif isinstance(view, QAbstractItemView) and widget is view.viewport():
        tip = view.indexAt(place).data(role)
    return tip if isinstance(tip, str) and tip else widget.toolTip()


GAP = 4
"""Pixels between a tool tip and its widget."""
LARGE = 120
"""Height of a widget from which its tool tip appears at the mouse, as Qt places it."""


class TipPlaces(Guarded, QObject):
    """Moves each tool tip next to its widget or cell of a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explained = QRect()

    def note(self, watched: QObject, event: QEvent) -> bool:
        """Store the area of a requested tool tip. A handler of the events ``ToolTip``."""
        if isinstance(watched, QWidget) and isinstance(event, QHelpEvent):
            self._explained = explained_area(watched, event.pos())
        return False

    def place(self, watched: QObject, event: QEvent) -> bool:
        """Move a tool tip that is about to be shown. A handler of the events ``Show`` and ``Move``."""
        tip = isinstance(watched, QWidget) and watched.metaObject().className() == TIP_OF_QT
        if isinstance(watched, QWidget) and tip and 0 < self._explained.height() < px(LARGE):
            watched.move(beside(self._explained, watched.size(), watched.screen().availableGeometry()))
        return False


def explained_area(widget: QWidget, place: QPoint) -> QRect:
    """Return the screen rectangle of the item that the tool tip of ``widget`` at ``place`` explains."""
    view, area = widget.parent(), widget.rect()
    if isinstance(view, QHeaderView) and widget is view.viewport():
        section = view.logicalIndexAt(place)
        area.setLeft(view.sectionViewportPosition(section))
        area.setWidth(view.sectionSize(section))
    elif isinstance(view, QAbstractItemView) and widget is view.viewport():
        index = view.indexAt(place)
        area = view.visualRect(index) if index.isValid() else area
    return QRect(widget.mapToGlobal(area.topLeft()), area.size())


def beside(area: QRect, size: QSize, screen: QRect) -> QPoint:
    """Return the position of a tip of ``size``: below ``area``, or above it or at its side if the screen ends there."""
    gap = px(GAP)
    x = max(screen.left(), min(area.left(), screen.right() + 1 - size.width()))
    below, above = area.bottom() + 1 + gap, area.top() - gap - size.height()
    if below + size.height() <= screen.bottom() + 1:
        return QPoint(x, below)
    if above >= screen.top():
        return QPoint(x, above)
    right = area.right() + 1 + gap
    at_right = right + size.width() <= screen.right() + 1
    return QPoint(right if at_right else area.left() - gap - size.width(), max(screen.top(), area.top()))
