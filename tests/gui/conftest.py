"""Tests here show windows: the rule of ``tests/qt_rules.py`` holds for all of them, and all see the bundled fonts."""

import pytest
from PySide6.QtGui import QFontDatabase

from gui.look.theme import FONTS
from tests.qt_rules import nothing_left_behind as nothing_left_behind
from tests.qt_rules import patient_reading as patient_reading
from tests.qt_rules import qapp as qapp
from tests.qt_rules import qtbot as qtbot


@pytest.fixture(scope="session", autouse=True)
def fonts(qapp):
    """Load the fonts of the window: without them texts have other widths."""
    for path in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


@pytest.fixture(scope="session", autouse=True)
def steady_caret(qapp):
    """Keep the caret of fields in every picture: one that blinks is missing in some."""
    qapp.setCursorFlashTime(0)


@pytest.fixture
def expose(qtbot):
    """Return what shows a widget, in a ``size`` if one is given, and keeps it and ``more`` until the end of the test:
    parts of it are looked at after the test lets go of it.
    """
    kept = []

    def show(widget, size=None, *more):
        kept.append((widget, more))
        qtbot.addWidget(widget)
        if size is not None:
            widget.resize(*size)
        with qtbot.waitExposed(widget):
            widget.show()
        return widget

    return show
