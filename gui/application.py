"""The composition root: builds everything once, runs the window, shuts down in order."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from subprocess import Popen
from types import TracebackType
from typing import NoReturn

from platformdirs import user_data_path
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from engine import RangeName, __version__
from engine.ranges.library import presets
from engine.ranges.orders import Order
from engine.storage.private import PROGRAM_FOLDER, make_private
from gui.look.guard import Guarded
from gui.look.scale import set_text_scale
from gui.look.styling import Styling, TipPlaces, plain_buttons, plain_label, plain_tip, prepare_style, system_theme
from gui.look.theme import TEMPLATES, set_four_colours, set_theme
from gui.parts.interfaces import interface_for, prepare_menu
from gui.parts.page_scroll import follow_focus, name_scroll_bar
from gui.shell.main_window import MainWindow, fit_dialog
from gui.shell.opening import FileDrop
from gui.shell.process import Collector, EndSignals, own_compiler, return_freed_memory
from gui.state.autosave import Autosave, Recovery
from gui.state.context import DeckOffer, WindowParts
from gui.state.document import NEW, Document
from gui.state.faults import LogMessages, fault_details, faults_logged, log_path, print_fault
from gui.state.history import History
from gui.state.journal import Journal
from gui.state.latest import Questions
from gui.state.pin import PinFile
from gui.state.runner import EngineRunner
from gui.state.session import Session
from gui.state.table_input import TableInput
from gui.storage.files import move_what_is_no_file
from gui.storage.library import Library
from gui.storage.player_files import HandMarks, OrderStore, OwnQuestions, Templates, Training
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from gui.table.table_panel import TypingFilter

DESKTOP_ID = "io.github.steelwheel.SteelWheel"
NOT_STARTED = 1
SETTINGS, LOCKED = "steelwheel.ini", "steelwheel.ini.lock"
SWITCH_S = 0.001
"""How long a thread may compute in Python while the window's thread waits: it waits again after many a call into Qt.

With Python's own 5 ms one event in twenty was 15 ms late while a long list of hands was replayed, with this one 7 ms.
"""
NO_SCREEN = ("offscreen", "minimal")
"""Platforms of Qt on which nobody would see a message box, nor could close it."""
Handler = Callable[[QObject, QEvent], bool]
"""Takes the receiver and an event of its kind; returns whether it is done with."""


def run_window(file: str | None, compiler: "Popen[bytes] | None" = None) -> NoReturn:
    """Open the window, with the scenario or result in ``file``; the process ends with it.

    ``compiler`` compiles kernels for it already.
    """
    application = QApplication(sys.argv[:1])
    application.setApplicationName("steelwheel")
    application.setApplicationDisplayName("Steel Wheel")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("steelwheel")
    QGuiApplication.setDesktopFileName(DESKTOP_ID)
    prepare_style(application)
    QAccessible.installFactory(interface_for)
    sys.setswitchinterval(SWITCH_S)
    try:
        store, trouble = _settings_store()
        window = Application(application, Settings(store, trouble), compiler=compiler)
        EndSignals(application)
        gc.freeze()  # all this lives as long as the window: to look through it took a tenth of a second
        _leave(window.run(file))  # from here, where the window is still whole
    except Exception as error:
        _tell_why(error)
        _leave(NOT_STARTED)  # from here: the traceback holds what was built, which would not go in a good order


def _tell_why(error: Exception) -> None:
    """Report on stderr, and in a box where there is a screen, that there is no window, and why."""
    text = f"Steel Wheel could not open its window: {error if isinstance(error, OSError) else repr(error)}"
    with faults_logged(log_path()):
        print_fault(error, f"\n{text}\n")
    if QGuiApplication.platformName() not in NO_SCREEN:
        box = QMessageBox(QMessageBox.Icon.Critical, "Steel Wheel", text)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()


def _leave(status: int) -> NoReturn:
    """End the process. All threads have ended and all files are written; taking Python, Qt and the compiled kernels
    down piece by piece would only make the window slow to close, in an order that Qt does not always survive.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(status)


def _settings_store() -> tuple[QSettings, str]:
    """Return the file of the settings, and what to say of something that was in its place. It is looked at before Qt
    opens it, which would wait for a pipe for ever.
    """
    text: list[str] = []
    if sys.platform == "win32":  # there are no pipes in folders
        return _ini(), ""
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / PROGRAM_FOLDER
    with suppress(OSError):  # Qt says so when it writes
        make_private(folder)
    for path in (folder / SETTINGS, folder.parent / SETTINGS, *(place / LOCKED for place in (folder, folder.parent))):
        try:
            aside = move_what_is_no_file(path)
        except OSError as error:
            raise OSError(error.errno, f"{path} is no file, and cannot be moved: {error.strerror}") from None
        if aside is not None and path.name == SETTINGS:
            text.append(f"The settings could not be read: {path} is no file. It is kept as {aside}")
    return _ini(), "; ".join(text)


def _ini() -> QSettings:
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "steelwheel", "steelwheel")


class Application:
    """Document, runner, session and window, put together; the library and the like are in the folder ``data``, that of
    the user by default.

    Everything that has to be ended is noted as soon as it is there: where the building fails half-way, what there is
    by then is ended in the same order as at the end of the program, the last first.
    """

    def __init__(
        self,
        application: QApplication,
        settings: Settings,
        data: Path | None = None,
        compiler: "Popen[bytes] | None" = None,
    ) -> None:
        with ExitStack() as ending:
            self._compiling = compiler
            self._build(application, settings, data or user_data_path(PROGRAM_FOLDER, appauthor=False), ending)
            self._ending = ending.pop_all()

    def _build(self, application: QApplication, settings: Settings, data: Path, ending: ExitStack) -> None:
        return_freed_memory()
        ending.enter_context(faults_logged(log_path()))
        with suppress(OSError):  # its stores say so when they are read
            if data.is_dir():  # of version 1.0, which left it readable for everybody
                make_private(data)
        self.settings = settings
        set_theme(settings.theme or system_theme())
        set_four_colours(settings.four_colours)
        set_text_scale(settings.text_scale)
        self._log = LogMessages()
        ending.callback(self._log.close)
        self.order_store = OrderStore(data / "orders")
        self.library = Library(data / "library.json", presets())
        ending.callback(self.library.save)
        self.document = Document(NEW["holdem"], orders=self._orders, names=self._names)
        ending.callback(self.document.undo_stack.blockSignals, True)  # it reports being clean once more when it goes
        ending.callback(settings.sync)
        self.runner = EngineRunner(orders=self._orders, compiler=own_compiler(self._compiling))
        ending.callback(self.runner.shut_down)
        self.questions = Questions("preflop")
        ending.callback(self.questions.shut_down)
        self.journal = Journal(data / "journal", settings)
        ending.callback(self.journal.shut_down)
        self.training = Training(data / "training.json")
        ending.callback(self.training.save)
        self.marks = HandMarks(data / "hand-marks.json")
        ending.callback(self.marks.save)
        self.session = Session(self.document, self.runner)
        ending.callback(self.session.close)
        self.history = History(self.session, data)
        ending.callback(self.history.shut_down)
        self.pin_file = PinFile(self.document, self.session, data / "pinned")
        ending.callback(self.pin_file.shut_down)
        self.table_input = TableInput(self.document)
        self.autosave = Autosave(self.document, data / "autosave")
        ending.callback(self.autosave.close)
        self.recovery = Recovery(self.document, self.autosave, data / "autosave")
        ending.callback(self.recovery.close)
        self._events = WindowEvents()
        self._events.add(plain_label, QEvent.Type.Polish)  # before there is a label
        self._events.add(plain_buttons, QEvent.Type.Polish)
        self._events.add(name_scroll_bar, QEvent.Type.Polish)
        self._tips = TipPlaces(self._events)
        self._events.add(self._tips.note, QEvent.Type.ToolTip)
        self._events.add(plain_tip, QEvent.Type.ToolTip)
        self._events.add(self._tips.place, QEvent.Type.Show, QEvent.Type.Move)
        self._events.add(prepare_menu, QEvent.Type.Show)
        self._events.add(fit_dialog, QEvent.Type.Show)
        application.installEventFilter(self._events)
        ending.callback(application.removeEventFilter, self._events)
        parts = WindowParts(
            document=self.document,
            session=self.session,
            settings=settings,
            library=self.library,
            orders=self.order_store,
            questions=self.questions,
            journal=self.journal,
            training=self.training,
            own_questions=OwnQuestions(data / "questions.json", application),
            input=self.table_input,
            recovery=self.recovery,
            templates=Templates(TEMPLATES, data / "templates"),
            history=self.history,
            deck=DeckOffer(application),
            marks=self.marks,
            players=PlayerStore(data / "players", application),
        )
        self.main_window = MainWindow(parts)
        self._connect_recovery()
        self._application = application
        self._styling = Styling(self.main_window)
        self._typing = TypingFilter(self.main_window, self.table_input)
        self._files = FileDrop(self.main_window)
        self._files.table_dropped.connect(self.main_window.commands.open_path)
        self._files.hands_dropped.connect(self.main_window.commands.hands_opened)
        self._files.ranges_dropped.connect(self.main_window.import_ranges)
        self._files.refused.connect(self.main_window.commands.message)
        self._events.add(self._files.handle, QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
        self._events.add(self._files.open_document, QEvent.Type.FileOpen)
        self._events.add(self._typing.eventFilter, QEvent.Type.KeyPress)
        self._events.add(follow_focus, QEvent.Type.FocusIn)
        ending.callback(setattr, sys, "excepthook", sys.excepthook)
        sys.excepthook = self._on_exception
        self._collector = Collector(application)
        ending.callback(self._collector.stop)
        for jobs in (self.runner, self.questions):
            ending.callback(jobs.end)  # before the first of them is waited for
        self.session.start()
        self.runner.warm_up()

    def run(self, file: str | None) -> int:
        """Show the window, with the scenario or result in ``file``, until it is closed; return the exit status.

        ``file`` may be a scenario itself: one line of text.
        """
        try:
            if file is not None:
                self.main_window.commands.open_named(file)
            self.main_window.show()
            self.main_window.show_news_after_update()
            return self._application.exec()
        finally:
            self.shut_down()

    def _orders(self) -> tuple[Order, ...]:
        return self.order_store.orders

    def _names(self) -> tuple[RangeName, ...]:
        return self.library.names

    def _connect_recovery(self) -> None:
        message = self.main_window.commands.message
        self.recovery.restored.connect(self.table_input.restart)
        self.autosave.failed.connect(message)
        self.pin_file.message.connect(message)
        self.settings.failed.connect(message)
        self._log.message.connect(message)
        troubles = (self.settings.trouble, self.library.message, self.order_store.message, self.pin_file.trouble)
        for trouble in filter(None, troubles):
            message.emit(trouble, True)
        if self.recovery.unreadable:
            kept = self.recovery.unreadable[0]
            message.emit(f"What an earlier window has left unsaved cannot be read; it is kept in {kept}", True)

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report a fault of ours instead of dying with it."""
        print_fault(error)
        self.main_window.fault.emit(f"Internal error: {error!r}", fault_details(error))

    def shut_down(self) -> None:
        """End all threads; the last thing before the process ends."""
        self._ending.close()


class WindowEvents(Guarded, QObject):
    """The one event filter of the application: hands events to handlers by their type.

    Python is called for every event, so there is one filter with a table, not one for each handler.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handlers: dict[QEvent.Type, tuple[Handler, ...]] = {}

    def add(self, handler: Handler, *types: QEvent.Type) -> None:
        """Let ``handler`` see the events of these types before their receivers get them, after earlier handlers."""
        for kind in types:
            self._handlers[kind] = (*self._handlers.get(kind, ()), handler)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        handlers = self._handlers.get(event.type())
        return handlers is not None and any(handler(watched, event) for handler in handlers)
