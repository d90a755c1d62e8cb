"""The look of the whole application: style, fonts, palette and style sheet."""

from typing import TypeGuard

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication, QIcon
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QStackedWidget, QWidget

from gui.look.style_sheet import FRAME_SHEET
from gui.look.theme import FONTS, ICONS, Look, Theme, ThemeName, font, palette, stylesheet


def prepare_style(application: QApplication) -> None:
    """Load the fonts and the icon; the Fusion style is the canvas for our own palette and style sheet."""
    application.setStyle("Fusion")
    for path in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))
    application.setFont(font())
    application.setWindowIcon(QIcon(str(ICONS / "steelwheel.svg")))


def system_theme() -> ThemeName:
    """Return the theme that the desktop asks for."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


class Styling(QObject):
    """Keeps the application and its window in the colours of the look.

    To put on a style sheet takes 0.15 ms for every widget that inherits it, and far more where it is the sheet of the
    application: Qt 6.11 then does so once for each ancestor of a widget. So the parts of the window have it one by one,
    those on show at once, the others (pages, dialogs) when they are shown next. The holders of pages have
    :data:`gui.look.style_sheet.FRAME_SHEET` in the colours of the palette. A dialog without a parent has no sheet.
    """

    def __init__(self, application: QApplication, window: QWidget, look: Look) -> None:
        super().__init__(window)
        self._application, self._look = application, look
        self._theme: Theme | None = None
        self._sheet = ""
        self._frame = _frame(window)
        """From the window down to pages of all kinds; all other children of these are the parts."""
        window.setStyleSheet(FRAME_SHEET)
        for holder in self._frame:
            holder.installEventFilter(self)
        for part in self._parts():
            part.installEventFilter(self)
        look.changed.connect(self._on_look_changed)
        self._on_look_changed()

    def _parts(self) -> list[QWidget]:
        return [child for holder in self._frame for child in holder.children() if self._is_part(child)]

    def _is_part(self, child: QObject) -> TypeGuard[QWidget]:
        return isinstance(child, QWidget) and child not in self._frame

    @Slot()
    def _on_look_changed(self) -> None:
        if self._look.theme is self._theme:  # the colours of the deck are in no style sheet
            return
        self._theme = self._look.theme
        self._sheet = stylesheet(self._theme)
        self._application.setPalette(palette(self._theme))
        for holder in self._frame:  # Qt remembers the colours of a palette
            holder.style().unpolish(holder)
            holder.style().polish(holder)
        for part in self._parts():
            if part.isVisible():
                self._dress(part)

    def _dress(self, part: QWidget) -> None:
        if part.styleSheet() != self._sheet:
            part.setStyleSheet(self._sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Show and self._is_part(watched):
            self._dress(watched)
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent) and watched in self._frame:
            child = event.child()  # a dialog, about to be laid out
            if self._is_part(child):
                child.installEventFilter(self)
                self._dress(child)
        return super().eventFilter(watched, event)


def _frame(window: QWidget) -> set[QWidget]:
    """Return what holds pages that are shown by turns: stacks and all round them, but for what scrolls."""
    frame = {window}
    for stack in window.findChildren(QStackedWidget):
        holders = set[QWidget]()
        holder: QWidget | None = stack
        while holder is not None and holder not in frame and not isinstance(holder, QAbstractScrollArea):
            holders.add(holder)
            holder = holder.parentWidget()
        if holder in frame:
            frame |= holders
    return frame
