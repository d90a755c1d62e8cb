"""Keys as a Mac names them, and other ones where it keeps some for itself."""

import sys

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent, QKeySequence
from PySide6.QtWidgets import QToolTip, QWidget

from gui.look import keys
from gui.look.keys import MAC_KEYS, native_keys, own_keys
from gui.look.styling import plain_tip
from gui.shell.actions import ACTIONS
from gui.shell.main_window import WINDOW_ACTIONS
from gui.shell.menus import LARGER_KEYS, NORMAL_KEYS, SMALLER_KEYS
from gui.shell.pages import PAGE_KEYS


@pytest.fixture
def mac(monkeypatch):
    monkeypatch.setattr(keys.sys, "platform", "darwin")


@pytest.mark.skipif(sys.platform == "darwin", reason="keys of other systems")
def test_other_systems_name_them_as_they_are_written():
    assert native_keys("Ctrl+Shift+S saves; Ctrl+H") == "Ctrl+Shift+S saves; Ctrl+H"
    assert own_keys("Ctrl+H") == "Ctrl+H"


@pytest.mark.usefixtures("mac")
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ctrl+Shift+S saves as", "⇧⌘S saves as"),
        ("Ctrl+=, Ctrl+-, Ctrl++", "⌘=, ⌘-, ⌘+"),
        ("Ctrl+Shift+click, Alt+Left", "⇧⌘click, ⌥Left"),
        ("Ctrl+H, Ctrl+R", "⇧⌘H, ⌘R"),
        ("eight doors (Ctrl+Alt+D)", "eight doors (⌃⌥D)"),
        ("Ctrl+Home: 22+, ATs+", "⌘Home: 22+, ATs+"),
    ],
)
def test_a_mac_has_signs_for_them(text, named):
    assert native_keys(text) == named


@pytest.mark.usefixtures("mac")
def test_keys_that_a_mac_takes_for_itself_are_others_there():
    shortcuts = [row.shortcut for row in (*ACTIONS, *WINDOW_ACTIONS) if isinstance(row.shortcut, str)]
    used = [own_keys(key) for key in (*shortcuts, *PAGE_KEYS, *LARGER_KEYS, *SMALLER_KEYS, *NORMAL_KEYS)]
    assert set(MAC_KEYS) <= set(shortcuts)
    assert not set(MAC_KEYS) & set(used)
    sequences = [QKeySequence(key).toString() for key in used if key]
    assert len(set(sequences)) == len(sequences)


@pytest.mark.usefixtures("mac")
def test_tips_name_the_keys_of_the_system(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    for tip, shown in (("Find (Ctrl+K)", "Find (⌘K)"), ("<b>Ctrl+K</b>", "<qt>&lt;b&gt;⌘K&lt;/b&gt;</qt>")):
        widget.setToolTip(tip)
        assert plain_tip(widget, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1)))
        assert QToolTip.text() == shown
    widget.setToolTip("Find")
    assert not plain_tip(widget, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1)))
    QToolTip.hideText()
