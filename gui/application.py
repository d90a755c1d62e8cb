"""The composition root: builds everything once, runs the window, shuts down in order."""

import ctypes
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
from engine.ranges.patience import impatient
from engine.storage.private import PROGRAM_FOLDER, make_private
from gui.look.guard import Guarded
from gui.look.scale import set_text_scale
from gui.look.styling import Styling, TipPlaces, plain_buttons, plain_label, plain_tip, prepare_style, system_theme
from gui.look.theme import TEMPLATES, set_four_colours, set_theme
from gui.parts.interfaces import interface_for, prepare_menu
from gui.parts.page_scroll import FocusFollower, name_scroll_bar
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
from gui.state.preparation import Preparation
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
"""Seconds that another thread may run Python code while the thread of the window waits for the interpreter lock.

The window waits after many calls into Qt. With Python's default of 5 ms one event in twenty was 15 ms late while a long
list of hands was replayed, with this value 7 ms.
"""
NO_SCREEN = ("offscreen", "minimal")
"""Platforms of Qt without a screen, on which nobody could see or close a message box."""
Handler = Callable[[QObject, QEvent], bool]
"""Called with the receiver and an event; returns True if the receiver shall not get the event."""


def run_window(file: str | None, compiler: "Popen[bytes] | None" = None) -> NoReturn:
    """Open the window with the scenario or result in ``file``; end the process when it is closed.

    ``compiler`` is a process that already compiles kernels.
    """
    application = QApplication(sys.argv[:1])
    application.setApplicationName("steelwheel")
    application.setApplicationDisplayName("Steel Wheel")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("steelwheel")
    if sys.platform == "win32":  # its own button in the task bar, not that of Python; as in the installer's shortcut
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(DESKTOP_ID)
    QGuiApplication.setDesktopFileName(DESKTOP_ID)
    prepare_style(application)
    QAccessible.installFactory(interface_for)
    sys.setswitchinterval(SWITCH_S)
    try:
        store, trouble = _settings_store()
        window = Application(application, Settings(store, trouble), compiler=compiler)
        EndSignals(application)
        gc.freeze()  # permanent objects: examining them took 0.1 s per collection
        _leave(window.run(file))  # here, while ``window`` still references everything
    except Exception as error:
        _report_failure(error)
        _leave(NOT_STARTED)  # here: the traceback still references the objects, which Qt cannot destroy in any order


def _report_failure(error: Exception) -> None:
    """Report why there is no window: on stderr, and in a message box if there is a screen."""
    text = f"Steel Wheel could not open its window: {error if isinstance(error, OSError) else repr(error)}"
    with faults_logged(log_path()):
        print_fault(error, f"\n{text}\n")
    if QGuiApplication.platformName() not in NO_SCREEN:
        box = QMessageBox(QMessageBox.Icon.Critical, "Steel Wheel", text)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()


def _leave(status: int) -> NoReturn:
    """End the process immediately. All threads have ended and all files are written.

    Destroying Python, Qt and the compiled kernels one by one would only take time, in an order that can crash Qt.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):  # its reader has ended
            stream.flush()
    os._exit(status)


def _settings_store() -> tuple[QSettings, str]:
    """Return the settings, and a message if something other than a file had its name and was moved away.

    It is checked before Qt opens it: reading a pipe would block forever.
    """
    text: list[str] = []
    if sys.platform == "win32":  # Windows has no pipes in folders
        return _ini(), ""
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / PROGRAM_FOLDER
    with suppress(OSError):  # Qt reports it when it writes
        make_private(folder)
    for path in (folder / SETTINGS, folder.parent / SETTINGS, *(parent / LOCKED for parent in (folder, folder.parent))):
        try:
            aside = move_what_is_no_file(path)
        except OSError as error:
            raise OSError(error.errno, f"{path} is not a file and cannot be moved: {error.strerror}") from None
        if aside is not None and path.name == SETTINGS:
            text.append(f"The settings could not be read: {path} is not a file. It was moved to {aside}")
    return _ini(), "; ".join(text)


def _ini() -> QSettings:
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "steelwheel", "steelwheel")


class Application:
    """Builds and owns the document, the runner, the session and the window.

    The player's library, journal and so on are in the folder ``data``, by default the data folder of the user. The end
    of each object is registered as soon as it exists. So if building fails half-way, the existing objects are ended in
    the same order as at the end of the program: the last one first.
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
        """Build everything in the order of dependencies, from the stores to the window; ``ending`` undoes it in
        reverse."""
        return_freed_memory()
        ending.enter_context(impatient())
        ending.enter_context(faults_logged(log_path()))
        with suppress(OSError):  # the stores report it when they are read
            if data.is_dir():  # version 1.0 left it readable for everybody
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
        ending.callback(self.document.undo_stack.blockSignals, True)  # it would emit a signal when it is destroyed
        ending.callback(settings.sync)
        self.runner = EngineRunner(orders=self._orders, compiler=own_compiler(self._compiling))
        ending.callback(self.runner.shut_down)
        self.preparation = Preparation(application)
        ending.callback(self.preparation.timer.stop)
        self.questions = Questions("preflop")
        ending.callback(self.questions.shut_down)
        self.questions.asked.connect(self.preparation.start)
        self.journal = Journal(data / "journal", settings)
        ending.callback(self.journal.shut_down)
        self.training = Training(data / "training.json")
        ending.callback(self.training.save)
        self.marks = HandMarks(data / "hand-marks.json")
        ending.callback(self.marks.save)
        self.session = Session(self.document, self.runner)
        ending.callback(self.session.close)
        self.session.changed.connect(self.preparation.start)
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
        self._events.add(plain_label, QEvent.Type.Polish)  # before the first label is built
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
            preparation=self.preparation,
            deck=DeckOffer(application),
            marks=self.marks,
            players=PlayerStore(data / "players", application),
            data=data,
        )
        self.main_window = MainWindow(parts)
        self._connect_recovery()
        self._application = application
        self._styling = Styling(self.main_window)
        self._typing = TypingFilter(self.main_window, self.table_input, self.main_window.table)
        self._files = FileDrop(self.main_window)
        self._files.table_dropped.connect(self.main_window.commands.open_path)
        self._files.hands_dropped.connect(self.main_window.commands.hands_opened)
        self._files.ranges_dropped.connect(self.main_window.import_ranges)
        self._files.refused.connect(self.main_window.commands.message)
        self._events.add(self._files.handle, QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
        self._events.add(self._files.open_document, QEvent.Type.FileOpen)
        # Before the keys are typed: it must know that a key comes when the typing moves the focus.
        self._events.add(FocusFollower().follow, *FocusFollower.EVENTS)
        self._events.add(self._typing.eventFilter, QEvent.Type.KeyPress)
        ending.callback(setattr, sys, "excepthook", sys.excepthook)
        sys.excepthook = self._on_exception
        self._collector = Collector(application)
        ending.callback(self._collector.stop)
        # A page disconnects from its models when it is hidden. Hidden only when Python deletes the window, in any
        # order, it would use timers and sessions that no longer exist.
        ending.callback(self.main_window.hide)
        for jobs in (self.runner, self.questions):
            ending.callback(jobs.end)  # all receive the request to end before the first one is waited for
        self.session.start()
        self.runner.warm_up()
        self.preparation.start()

    def run(self, file: str | None) -> int:
        """Show the window until it is closed; return the exit status.

        ``file``: a scenario or a saved result to open, or a scenario as one line of text.
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
        """Connect what stores and recovery report to the status line, and report the troubles of the start."""
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
            path = self.recovery.unreadable[0]
            message.emit(f"Unsaved tables of an earlier window cannot be read; they are kept in {path}", True)

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Report an uncaught exception instead of ending the program."""
        print_fault(error)
        self.main_window.fault.emit(f"Internal error: {error!r}", fault_details(error))

    def shut_down(self) -> None:
        """Save the files and end all threads; called last before the process ends."""
        self._ending.close()


class WindowEvents(Guarded, QObject):
    """The only event filter of the application, which passes events to handlers by their type.

    Qt calls a filter for every event, and a call into Python is slow; so there is one filter with a table.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handlers: dict[QEvent.Type, tuple[Handler, ...]] = {}

    def add(self, handler: Handler, *types: QEvent.Type) -> None:
        """Call ``handler`` for events of these types before their receivers get them, after earlier handlers."""
        for kind in types:
            self._handlers[kind] = (*self._handlers.get(kind, ()), handler)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        handlers = self._handlers.get(event.type())
        return handlers is not None and any(handler(watched, event) for handler in handlers)
