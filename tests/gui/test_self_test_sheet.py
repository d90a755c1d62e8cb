"""The sheet that runs the self-test: what the process says is shown, copied, and ended with the sheet."""

import logging
import sys
import threading

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from gui.shell import process
from gui.shell.own_program import command
from gui.shell.sheets import ReportSheet, show_repair
from gui.state.faults import LogMessages


@pytest.fixture
def show(qtbot, monkeypatch):
    """Show a sheet that runs some Python in place of the program."""
    kept = []

    def made(*arguments):
        monkeypatch.setattr(process, "command", lambda *_: list(arguments))
        parent = QWidget()
        qtbot.addWidget(parent)
        kept.append(parent)
        sheet = ReportSheet(parent, "Self-test", "selfTest", "--self-test")
        sheet.open()
        return sheet, sheet.findChild(QPlainTextEdit, "selfTest.report")

    return made


def test_the_command_is_this_program():
    assert command("--self-test") == [sys.executable, "-P", "-m", "gui", "--self-test"]


def test_the_report_is_shown_and_copied(show, qtbot):
    sheet, report = show(sys.executable, "-c", "print('ok    tables: ∞', flush=True)")
    qtbot.waitUntil(lambda: "ok    tables" in report.toPlainText())
    sheet.findChild(QPushButton, "selfTest.copy").click()
    assert QGuiApplication.clipboard().text() == report.toPlainText()
    sheet.reject()


def test_closing_the_sheet_ends_the_process(show, qtbot):
    sheet, report = show(sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(600)")
    qtbot.waitUntil(lambda: "begun" in report.toPlainText())
    process = sheet.findChild(QProcess)
    sheet.reject()
    assert process.state() == process.ProcessState.NotRunning


def test_a_program_that_is_not_there_is_told(show, qtbot):
    sheet, report = show("/nowhere/steelwheel")
    qtbot.waitUntil(lambda: "did not start" in report.toPlainText())
    sheet.reject()


def test_the_repair_is_this_program_with_its_option(qtbot, monkeypatch):
    script = "import sys; print(sys.argv[1:], flush=True)"
    monkeypatch.setattr(process, "command", lambda *options: [sys.executable, "-c", script, *options])
    parent = QWidget()
    qtbot.addWidget(parent)
    show_repair(parent)
    report = parent.findChild(QPlainTextEdit, "repair.report")
    qtbot.waitUntil(lambda: "['--repair']" in report.toPlainText())
    report.window().reject()


def test_warnings_of_the_engine_are_messages_of_the_window(qtbot, caplog):
    log = LogMessages()
    warn = logging.getLogger("steelwheel.kernels").warning
    with qtbot.waitSignal(log.message) as sent:
        thread = threading.Thread(target=warn, args=("damaged in %s", "here"))
        thread.start()
    thread.join()
    assert sent.args == ["Damaged in here", True]
    log.close()
    with qtbot.assertNotEmitted(log.message):
        warn("after the end")
