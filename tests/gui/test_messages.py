"""Messages: several are a list, an error of ours can be copied with its details and stands in a file."""

import os
import re
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from gui.shell.sheets import MessageSheet
from gui.shell.status_line import StatusLine
from gui.state import faults
from gui.state.faults import fault_details, faults_logged, log_path, print_fault
from gui.state.preparation import Preparation
from tests.gui.chart_fakes import FakeSession


@pytest.fixture
def line(qtbot, expose):
    shown = expose(StatusLine(FakeSession(None), Preparation()), (900, 30))
    shown.asked = []
    shown.list_requested.connect(lambda: shown.asked.append(shown.take_messages()))
    return shown


@pytest.fixture
def fault():
    try:
        raise ZeroDivisionError("a fault of ours")
    except ZeroDivisionError as error:
        return error


def click(line):
    QTest.mouseClick(line.list_button, Qt.MouseButton.LeftButton)


def test_one_message_is_a_line_for_a_while(line):
    line.show_message("Not opened: a.json", True)
    line.show_message("Saved", False)
    assert not line.list_button.isVisible()
    line.timer.timeout.emit()
    line.show_message("Not opened: b.json", True)
    assert not line.list_button.isVisible()


def test_several_errors_are_a_list_until_somebody_looks(line):
    for name in "abc":
        line.show_message(f"Not opened: {name}.json", True)
    line.timer.timeout.emit()
    assert line.list_button.text() == "3 messages"
    click(line)
    assert [message.text for message in line.asked[0]] == [f"Not opened: {name}.json" for name in "abc"]
    assert not line.list_button.isVisible()


def test_the_same_error_again_and_again_is_one(line):
    for _ in range(3):
        line.show_fault("Internal error: KeyError()", "where it was")
    assert line.list_button.text() == "Details"
    line.timer.timeout.emit()
    click(line)
    assert len(line.asked[0]) == 1


def test_the_list_is_copied_with_the_details(line, qtbot, fault):
    line.show_message("Saved", False)
    line.show_fault("Internal error", fault_details(fault))
    parent = QWidget()
    qtbot.addWidget(parent)
    for _ in range(2):
        sheet = MessageSheet(parent, line.take_messages())
        sheet.open()
        QGuiApplication.clipboard().clear()
        sheet.findChild(QPushButton, "messages.copy").click()
        copied = QGuiApplication.clipboard().text()
        assert re.match(r"\d\d:\d\d:\d\d  Saved\n\d\d:\d\d:\d\d  Internal error\nSteel Wheel ", copied)
        assert "ZeroDivisionError: a fault of ours" in copied
        assert sheet.findChild(QPlainTextEdit).toPlainText() == copied
        sheet.reject()


def test_the_list_says_where_there_is_nothing(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    sheet = MessageSheet(parent, ())
    assert sheet.findChild(QPlainTextEdit).toPlainText() == "No messages yet."


class TestLog:
    def test_it_is_in_the_state_folder(self):
        assert log_path().is_relative_to(os.environ["XDG_STATE_HOME"])

    def test_a_fault_is_in_it_with_its_place(self, tmp_path, fault, capsys):
        path = tmp_path / "of the program" / "faults.log"
        with faults_logged(path):
            assert not path.parent.exists()
            print_fault(fault, "more\n")
        written = path.read_text(encoding="utf-8")
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ Steel Wheel ", written)
        for text in (written, capsys.readouterr().err):
            assert re.search(r'test_messages.py", line \d+, in fault\n', text)
            assert text.rstrip().endswith("ZeroDivisionError: a fault of ours\nmore")
        print_fault(fault)
        assert path.read_text(encoding="utf-8") == written
        capsys.readouterr()

    def test_it_does_not_grow_without_end(self, tmp_path, fault, monkeypatch, capsys):
        monkeypatch.setattr(faults, "LOG_BYTES", 2000)
        with faults_logged(tmp_path / "faults.log"):
            for _ in range(50):
                print_fault(fault)
        files = sorted(tmp_path.iterdir())
        assert [path.name for path in files] == ["faults.log", *(f"faults.log.{i}" for i in (1, 2, 3))]
        assert max(path.stat().st_size for path in files) <= 2000
        assert capsys.readouterr().err.count("ZeroDivisionError: a fault of ours") == 50

    @pytest.mark.skipif(sys.platform == "win32", reason="no pipes among its files")
    def test_a_pipe_in_its_place_holds_nothing_up(self, tmp_path, fault, capsys):
        os.mkfifo(tmp_path / "faults.log")
        with faults_logged(tmp_path / "faults.log"):
            print_fault(fault)
        assert "a fault of ours" in capsys.readouterr().err

    @pytest.mark.parametrize("blocked", ["faults.log", "."])
    def test_where_it_cannot_be_written_the_fault_stands_on_stderr(self, tmp_path, fault, blocked, capsys):
        folder = tmp_path / "state"
        if blocked == ".":
            folder.write_text("no folder", encoding="utf-8")
        else:
            (folder / blocked).mkdir(parents=True)
        with faults_logged(folder / "faults.log"):
            print_fault(fault)
        text = capsys.readouterr().err
        assert text.count("Traceback") == 1
        assert "a fault of ours" in text
