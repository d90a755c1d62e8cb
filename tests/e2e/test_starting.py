"""The start: no setting and no folder keeps the window from opening, and a fault while it is built ends in order."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QSize
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from gui import application
from gui.look.styling import prepare_style
from gui.shell.main_window import first_size
from gui.state import faults
from gui.storage.settings import Settings
from tests.e2e.playing import click, close, part, started

ROOT = Path(__file__).parents[2]
SECONDS = 600
SHOWN = """
import sys
from PySide6.QtCore import QTimer
from gui import application

def show(window, run=application.Application.run):
    QTimer.singleShot(0, window.main_window.close)
    print("open", flush=True)
    run(window, None)
    return 0

application.Application.run = lambda window, file: show(window)
application.run_window(None)
"""
BROKEN = """
from gui import application

def build(*arguments):
    raise RuntimeError("no room for the window")

application.MainWindow = build
application.run_window(None)
"""


RIGHTS = "-dac_override,-dac_read_search"
"""What lets root pass by permissions."""


def run(code, command=(), **options):
    command = [*command, sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False, **options)


def bound_by_permissions():
    """Return how to start a program so that permissions hold for it, for root too."""
    if os.geteuid():
        return ()
    command = ("setpriv", f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}")
    if shutil.which("setpriv") is None or run("", command).returncode:
        pytest.skip("root cannot give up its rights here")
    return command


def test_a_fault_while_the_window_is_built_is_told_and_ends_in_order():
    done = run(BROKEN)
    assert done.returncode == 1, done.stderr
    assert done.stderr.endswith("could not open its window: RuntimeError('no room for the window')\n")
    assert "QThread" not in done.stderr


def test_a_fault_while_the_window_is_built_leaves_no_thread(qtbot, tmp_path, monkeypatch):
    def refuse(*_):
        raise RuntimeError("no room")

    hook = sys.excepthook
    prepare_style(QApplication.instance())
    for late in ("Session", "MainWindow"):  # a window that is there would outlive the test
        with monkeypatch.context() as patch:
            patch.setattr(application, late, refuse)
            settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
            with pytest.raises(RuntimeError, match="no room"):
                application.Application(QApplication.instance(), settings)
        assert sys.excepthook is hook
    close(started(qtbot, tmp_path))


@pytest.mark.parametrize(
    ("name", "error"),
    [(name, PermissionError(13, "no")) for name in ("stat", "glob", "mkdir", "read_bytes", "read_text", "exists")]
    + [("stat", OSError(36, "too long")), ("stat", OSError(5, "broken"))],
)
def test_the_window_opens_where_no_folder_answers(qtbot, tmp_path, monkeypatch, name, error):
    """The program's own files are beside the source; everything else fails."""
    honest = getattr(Path, name)

    def refuse(path, *arguments, **keywords):
        if path.is_relative_to(ROOT):
            return honest(path, *arguments, **keywords)
        raise error

    monkeypatch.setattr(Path, name, refuse)
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("recent", ["/secret/table.steelwheel"])
    settings.setValue("folder", "/secret")
    settings.sync()
    app = started(qtbot, tmp_path)
    app.document.edit("Board", board="7h 8h 2c")
    app.autosave.save()
    close(app)


@pytest.fixture
def closed(tmp_path):
    """Return a home that may not be entered, and what a program finds in its environment there."""
    top = tmp_path / "top"
    secret = top / "secret"
    for folder in ("config/steelwheel", "data/steelwheel/autosave", "data/steelwheel/orders", "cache"):
        (secret / folder).mkdir(parents=True)
    (secret / "table.steelwheel").touch()
    (top / "config").mkdir()
    yield top
    secret.chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="permissions as Linux has them")
@pytest.mark.parametrize("what", ["home", "data", "recent", "config"])
def test_the_window_opens_where_folders_are_closed(closed, what):
    command = bound_by_permissions()
    secret = closed / "secret"
    places = {"XDG_CONFIG_HOME": closed / "config", "XDG_DATA_HOME": closed / "nothing", "HOME": closed}
    places |= {
        "home": {"HOME": secret, "XDG_CONFIG_HOME": secret / "config", "XDG_DATA_HOME": secret / "data"},
        "data": {"XDG_DATA_HOME": secret / "data"},
        "recent": {},
        "config": {"XDG_CONFIG_HOME": secret / "config"},
    }[what]
    store = QSettings(str(closed / "config" / "steelwheel" / "steelwheel.ini"), QSettings.Format.IniFormat)
    store.setValue("recent", [str(secret / "table.steelwheel"), "/" + "x" * 5000])
    store.setValue("folder", str(secret))
    store.sync()
    secret.chmod(0)
    environment = os.environ | {key: str(place) for key, place in places.items()}
    assert run(f"import os; os.listdir({str(secret)!r})", command).returncode  # it is closed indeed
    done = run(SHOWN, command, env=environment)
    assert (done.returncode, done.stdout) == (0, "open\n"), done.stderr
    assert "Traceback" not in done.stderr
    assert "QThread" not in done.stderr


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((1920, 1080), (1280, 800)),
        ((1280, 800), (1272, 760)),
        ((1366, 728), (1280, 688)),
        ((960, 600), (952, 560)),
        ((800, 800), (800, 760)),
        ((640, 400), (800, 500)),
    ],
)
def test_the_first_window_is_seen_whole_with_its_frame(screen, size):
    """A screen that is too small for the smallest window scrolls it, or leaves it to the window manager."""
    assert first_size(QSize(*screen)) == QSize(*size)


def test_all_that_went_wrong_at_a_start_is_told_in_a_list(qtbot, tmp_path):
    data = Path(os.environ["XDG_DATA_HOME"]) / "steelwheel"
    for name in ("pinned", "autosave"):
        (data / name).mkdir(parents=True)
        (data / name / "a.lock").write_text("", encoding="utf-8")
        (data / name / "a.autosave").write_text("{", encoding="utf-8")
    app = started(qtbot, tmp_path)
    button = part(app, "status.messages")
    assert (button.isVisible(), button.text()) == (True, "2 messages")
    for text in ("table that was pinned cannot be read", "Unsaved tables of an earlier window cannot be read"):
        app.main_window.findChild(QAction, "action.messages").trigger()
        sheet = app.main_window.findChildren(QPlainTextEdit, "messages.list")[-1]
        assert text in sheet.toPlainText()
        assert not button.isVisible()
        sheet.window().close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    close(app)


def test_a_fault_of_ours_is_in_the_log_and_can_be_copied(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(application, "print_fault", faults.print_fault)
    app = started(qtbot, tmp_path)
    for _ in range(2):
        sys.excepthook(*fault())
        QApplication.processEvents()
        click(app, "status.messages")
        click(app, "messages.copy")
        assert "in fault\n    raise ZeroDivisionError" in QGuiApplication.clipboard().text()
        part(app, "messages.list").window().close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    close(app)
    log = faults.log_path()
    assert log.is_relative_to(tmp_path)
    assert log.read_text(encoding="utf-8").count("in fault\n    raise ZeroDivisionError") == 2


def fault():
    """Return an exception that was raised, as it comes to ``sys.excepthook``."""
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        return sys.exc_info()
