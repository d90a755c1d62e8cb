"""The look of the whole application: style, fonts, palette and style sheet."""

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from gui.paths import FONTS, ICONS
from gui.theme import Look, ThemeName, font, palette, stylesheet


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
    """Keeps the application in the colours of the look."""

    def __init__(self, application: QApplication, look: Look) -> None:
        super().__init__(application)
        self._application, self._look = application, look
        look.changed.connect(self._on_look_changed)
        self._on_look_changed()

    @Slot()
    def _on_look_changed(self) -> None:
        self._application.setPalette(palette(self._look.theme))
        self._application.setStyleSheet(stylesheet(self._look.theme))
