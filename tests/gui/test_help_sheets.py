"""Sheets of help: a long one is scrolled, a short one is no larger than its text."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QScrollArea, QStyle, QWidget

from gui.look.styling import plain_buttons
from gui.parts.help import HELP, show_help
from gui.shell.sheets import show_about, show_shortcuts


@pytest.mark.parametrize("height", [500, 2800])
@pytest.mark.parametrize("show", [*HELP, show_shortcuts, show_about])
def test_a_sheet_fits_into_the_window_and_all_of_it_can_be_read(qtbot, show, height):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, height)
    window.show()
    show_help(window, show) if isinstance(show, str) else show(window)
    sheet = window.findChild(QDialog, "help")
    area = sheet.findChild(QScrollArea, "help.text")
    assert sheet.height() < height
    hidden = area.verticalScrollBar().maximum()
    assert hidden == 0 or height == 500
    assert area.viewport().height() + hidden >= area.widget().heightForWidth(area.viewport().width())
    assert area.horizontalScrollBar().maximum() == 0
    sheet.reject()


def test_buttons_of_dialogs_have_no_pictures_of_qt(qtbot):
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    qtbot.addWidget(box)
    (button,) = box.buttons()
    button.setIcon(box.style().standardIcon(QStyle.StandardPixmap.SP_DialogCloseButton))
    assert not plain_buttons(box, QEvent(QEvent.Type.Polish))
    assert button.icon().isNull()
