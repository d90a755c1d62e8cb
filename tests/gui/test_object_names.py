"""Every widget that can be operated has a name for tests and one for screen readers, and CONTRIBUTING lists it."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabWidget,
)

from gui.application import Application
from gui.look.styling import prepare_style
from gui.state.settings import Settings

OPERATED = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTabWidget)
PARTS_OF_QT = re.compile(r"qt_|$")
"""Names that Qt gives to parts of its own widgets, and parts that it leaves without one."""
CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture
def window(qtbot, tmp_path):
    application = QApplication.instance()
    prepare_style(application)
    assembled = Application(application, Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)))
    qtbot.addWidget(assembled.main_window)
    assembled.main_window.show()
    yield assembled.main_window
    assembled.main_window.close()
    assembled.shut_down()


def operated(window):
    """Yield what can be operated on any of the pages."""
    pages = window.findChild(QTabWidget, "pages")
    found = {}
    for page in [i for i in range(pages.count()) if pages.isTabVisible(i)]:
        pages.setCurrentIndex(page)
        QApplication.processEvents()
        found |= {id(widget): widget for widget in visible(window)}
    return found.values()


def visible(window):
    for widget in [w for kind in OPERATED for w in window.findChildren(kind)]:
        ours = type(widget).__module__.startswith("gui.")
        if widget.isVisible() and (ours or not PARTS_OF_QT.match(widget.objectName())):
            yield widget


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_everything_that_can_be_operated_is_named(window, game):
    window.commands.switch_game(game)
    QApplication.processEvents()
    found = list(operated(window))
    assert len(found) > 40
    assert [type(w).__name__ for w in found if not w.objectName()] == []
    assert [w.objectName() for w in found if not w.accessibleName()] == []


def test_contributing_lists_the_names(window):
    text = CONTRIBUTING.read_text(encoding="utf-8")
    table = text.split("object names: begin -->")[1].split("<!-- object names: end")[0]
    listed = set(re.findall(r"[\w.]+", table))
    for game in ("holdem", "razz"):
        window.commands.switch_game(game)
        QApplication.processEvents()
        for widget in operated(window):
            first, *rest = widget.objectName().split(".")
            assert re.sub(r"\d+$", "0", first) in {name.split(".")[0] for name in listed}, widget.objectName()
            if rest and first != "deck":
                assert "." + re.sub(r"\d+$", "0", rest[-1]) in table, widget.objectName()
