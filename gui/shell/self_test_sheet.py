"""The sheets of the self-test and of the repair: a process, its report line by line, to be copied into a letter."""

from PySide6.QtCore import QProcess, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gui.parts.build import filled, named
from gui.shell.own_process import own_process

SIZE = (720, 420)


def show_self_test(parent: QWidget) -> None:
    """Run ``steelwheel --self-test`` and show its report."""
    ReportSheet(parent, "Self-test", "selfTest", "--self-test").open()


def show_repair(parent: QWidget) -> None:
    """Run ``steelwheel --repair`` and show its report."""
    ReportSheet(parent, "Repair", "repair", "--repair").open()


class ReportSheet(QDialog):
    """Shows the report of this program, started with ``option``, as it comes; closing the sheet ends the process."""

    def __init__(self, parent: QWidget, title: str, name: str, option: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setObjectName(name)
        self._report = named(QPlainTextEdit(), f"{name}.report", f"Report of the {title.lower()}")
        self._report.setReadOnly(True)
        self._report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy the report", QDialogButtonBox.ButtonRole.ActionRole)
        named(copy, f"{name}.copy", "Copy the report")
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        self.finished.connect(self._end)
        filled(QVBoxLayout(self), (self._report, 1), buttons, margins=(16, 16, 16, 16))
        self.resize(*SIZE)
        self._process = own_process(self, option)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.errorOccurred.connect(self._on_error)
        self._process.start()

    @Slot()
    def _on_output(self) -> None:
        text = bytes(self._process.readAllStandardOutput().data()).decode(errors="replace")
        self._report.moveCursor(self._report.textCursor().MoveOperation.End)
        self._report.insertPlainText(text)
        self._report.ensureCursorVisible()

    @Slot()
    def _on_error(self) -> None:
        self._report.appendPlainText(f"The {self.windowTitle().lower()} did not run: {self._process.errorString()}")

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report.toPlainText())

    @Slot()
    def _end(self) -> None:
        self._process.errorOccurred.disconnect(self._on_error)
        self._process.kill()
        self._process.waitForFinished()
        self.deleteLater()
