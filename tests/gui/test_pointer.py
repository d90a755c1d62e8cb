"""Each test of the window begins with the pointer outside of all windows, wherever the one before it left it."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.qt_rules import AWAY


@pytest.mark.parametrize("turn", ["first", "second"])
def test_nothing_is_pointed_at_when_a_test_begins(qtbot, turn):
    button = QPushButton(turn)
    qtbot.addWidget(button)
    button.show()
    qtbot.waitExposed(button)
    assert QCursor.pos() == QPoint(*AWAY)
    assert not button.underMouse()
    QTest.mouseMove(button, QPoint(5, 5))
    assert QCursor.pos() == button.mapToGlobal(QPoint(5, 5))
