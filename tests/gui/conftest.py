"""Tests here show windows: the rule of ``tests/qt_rules.py`` holds for all of them, and all see the bundled fonts."""

import pytest
from PySide6.QtGui import QFontDatabase

from gui.look.theme import FONTS
from tests.qt_rules import nothing_left_behind as nothing_left_behind
from tests.qt_rules import qapp as qapp
from tests.qt_rules import qtbot as qtbot


@pytest.fixture(scope="session", autouse=True)
def fonts(qapp):
    """Load the fonts of the window: without them texts have other widths."""
    for path in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))
