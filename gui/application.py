"""The composition root: builds everything once, runs the window, shuts down in order."""

import os
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from platformdirs import user_data_path
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from engine import Order, __version__, presets
from gui.autosave import Autosave
from gui.collecting import Collector
from gui.document import Document
from gui.library import Library
from gui.main_window import MainWindow
from gui.order_shelf import OrderShelf
from gui.recovery import Recovery
from gui.runner import EngineRunner, Inspector
from gui.session import Session
from gui.settings import Settings
from gui.starters import NEW
from gui.styling import Styling, prepare_style, system_theme
from gui.table_input import TableInput
from gui.theme import THEMES, Look
from gui.typing_filter import TypingFilter

DESKTOP_ID = "io.github.steelwheel.SteelWheel"


def run_window(file: str | None) -> NoReturn:
    """Open the window, with the scenario or result in ``file``; the process ends with it."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("steelwheel")
    application.setApplicationDisplayName("Steel Wheel")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("steelwheel")
    QGuiApplication.setDesktopFileName(DESKTOP_ID)
    prepare_style(application)
    window = Application(application, Settings(_settings_store()))
    if file is not None:
        window.main_window.commands.open_path(Path(file))
    window.main_window.show()
    try:
        status = application.exec()
    finally:
        window.shut_down()
    _leave(status)  # from here, where the window is still whole


def _leave(status: int) -> NoReturn:
    """End the process. All threads have ended and all files are written; taking Python, Qt and the compiled kernels
    down piece by piece would only make the window slow to close, in an order that Qt does not always survive.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _settings_store() -> QSettings:
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "steelwheel", "steelwheel")


class Application:
    """Document, runner, session and window, put together."""

    def __init__(self, application: QApplication, settings: Settings) -> None:
        look = Look(THEMES[settings.theme or system_theme()], four_colours=settings.four_colours)
        data = user_data_path("steelwheel", appauthor=False)
        self.shelf = OrderShelf(data / "orders")
        self.document = Document(NEW["holdem"], orders=self._orders)
        self.runner = EngineRunner(orders=self._orders)
        self.inspector = Inspector(orders=self._orders)
        self.session = Session(self.document, self.runner)
        self.table_input = TableInput(self.document)
        self.library = Library(data / "library.json", presets())
        self.autosave = Autosave(self.document, data / "autosave")
        self.recovery = Recovery(self.document, self.autosave, data / "autosave")
        self.main_window = MainWindow(
            self.document,
            self.session,
            self.table_input,
            look,
            settings,
            self.library,
            self.shelf,
            self.inspector,
            self.recovery,
        )
        self._connect_recovery()
        self._application, self._settings = application, settings
        self._styling = Styling(application, look)
        self._typing = TypingFilter(self.main_window, self.table_input)
        application.installEventFilter(self._typing)
        self._excepthook = sys.excepthook
        sys.excepthook = self._on_exception
        self._collector = Collector(application)
        self.session.start()
        self.runner.warm_up()

    def _orders(self) -> tuple[Order, ...]:
        return self.shelf.orders

    def _connect_recovery(self) -> None:
        message = self.main_window.commands.message
        self.recovery.restored.connect(self.table_input.restart)
        self.autosave.failed.connect(message)
        if self.recovery.unreadable:
            kept = self.recovery.unreadable[0]
            message.emit(f"What a crash has left cannot be read; it is kept in {kept}", True)

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Tell of a fault of ours instead of dying with it."""
        traceback.print_exception(kind, error, trace)
        self.main_window.commands.message.emit(f"Internal error: {error!r}", True)

    def shut_down(self) -> None:
        """End all threads; the last thing before the process ends."""
        sys.excepthook = self._excepthook
        self._collector.stop()
        self.session.leave()
        self.recovery.leave()
        self.autosave.leave()
        self.library.save()
        self.inspector.shut_down()
        self.runner.shut_down()
        self._settings.sync()
        self._application.removeEventFilter(self._typing)
        self.document.undo_stack.blockSignals(True)  # it says that it is clean once more while it is deleted
