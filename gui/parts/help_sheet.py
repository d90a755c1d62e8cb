"""A sheet of help: a text in a window of its own."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget


def show_sheet(parent: QWidget, title: str, html: str) -> None:
    """Show a text in a window of its own, beside which the program goes on."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setObjectName("help")
    text = QLabel(html)
    text.setTextFormat(Qt.TextFormat.RichText)
    text.setWordWrap(True)
    text.setMinimumWidth(480)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 16, 24, 16)
    layout.addWidget(text)
    layout.addWidget(buttons)
    dialog.open()
