"""This very program once more, in a process of its own."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

ROOT = Path(__file__).parents[2]


def command(*arguments: str) -> list[str]:
    """Return the command that runs this very program."""
    packaged = getattr(sys, "frozen", False)
    return [sys.executable, *(() if packaged else ("-P", "-m", "gui")), *arguments]


def own_process(parent: QObject, *arguments: str) -> QProcess:
    """Return a process that will run this very program, from the same folder of sources where it is not packaged."""
    process = QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), environment.value("PYTHONPATH")))))
    process.setProcessEnvironment(environment)
    program, *given = command(*arguments)
    process.setProgram(program)
    process.setArguments(given)
    return process


def open_window(parent: QObject) -> bool:
    """Open another window, which goes on by itself; return whether it was started."""
    process = own_process(parent)
    started = process.startDetached()
    process.deleteLater()
    return bool(started[0] if isinstance(started, tuple) else started)
