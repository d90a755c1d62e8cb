"""Buttons and labels for assistive programs: operated as by a click, seen where they are, rightly named."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QRadioButton, QScrollArea, QWidget

from gui.parts.build import MenuButton, Spoken
from gui.parts.chip_button import ChipButton
from gui.parts.interfaces import interface_for

Role, Text = QAccessible.Role, QAccessible.Text


@pytest.fixture(autouse=True)
def installed(qapp):
    QAccessible.installFactory(interface_for)


@pytest.fixture
def shown(qtbot):
    def show(widget):
        qtbot.addWidget(widget)
        widget.show()
        return widget

    return show


def spoken(widget):
    return QAccessible.queryAccessibleInterface(widget)


def actions(widget):
    return spoken(widget).actionInterface().actionNames()


def chip(text="Map"):
    made = ChipButton(text)
    made.setCheckable(True)
    return made


@pytest.mark.parametrize("make", [chip, lambda: QCheckBox("&Map")], ids=["chip", "box"])
@pytest.mark.parametrize("action", ["Press", "Toggle"])
def test_what_switches_does_what_a_click_does(make, action, shown, qtbot):
    button, clicked = shown(make()), []
    button.clicked.connect(lambda on: clicked.append(on))
    result = spoken(button)
    assert (result.role(), result.text(Text.Name)) == (Role.CheckBox, "Map")
    for on in (True, False):
        result.actionInterface().doAction(action)
        assert clicked == ([] if on else [True])  # the answer does not wait for it
        qtbot.waitUntil(lambda on=on: clicked[-1:] == [on])
        assert (bool(result.state().checkable), bool(result.state().checked)) == (True, on)


def test_a_button_says_what_it_is_and_offers(shown):
    button = shown(QPushButton("Save && &close"))
    button.setDefault(True)
    result = spoken(button)
    assert (result.role(), result.text(Text.Name)) == (Role.Button, "Save & close")
    assert result.text(Text.Accelerator) == "Alt+C"
    assert (bool(result.state().defaultButton), bool(result.state().checkable)) == (True, False)
    assert actions(button)[0] == "Press"
    assert "Toggle" not in actions(button)
    button.setAccessibleName("Save")
    assert result.text(Text.Name) == "Save"
    button.setEnabled(False)
    assert not {"Press", "Toggle"} & set(actions(button))
    assert spoken(shown(QRadioButton("One"))).role() == Role.RadioButton


def test_a_label_says_its_words(shown):
    label = shown(QLabel("a < b & c"))
    label.setTextFormat(Qt.TextFormat.PlainText)
    result = spoken(label)
    assert (result.role(), result.text(Text.Name)) == (Role.StaticText, "a < b & c")
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setText("<b>Bankroll</b>&nbsp;W")
    assert result.text(Text.Name).split() == ["Bankroll", "W"]
    label.setAccessibleName("Equity 82 %")
    assert result.text(Text.Name) == "Equity 82 %"


@pytest.mark.parametrize("make", [chip, QPushButton, QCheckBox, lambda: QLabel("Equity")])
def test_what_is_scrolled_out_is_not_on_the_screen(make, shown):
    area, page = QScrollArea(), QWidget()
    parts = [make(), make()]
    for part, top in zip(parts, (0, 400), strict=True):
        part.setParent(page)
        part.setGeometry(0, top, 30, 10)
    page.resize(100, 500)
    area.setWidget(page)
    area.resize(120, 100)
    shown(area)
    assert [not spoken(part).state().offscreen for part in parts] == [True, False]
    area.ensureWidgetVisible(parts[1])
    assert [not spoken(part).state().offscreen for part in parts] == [False, True]


@pytest.mark.parametrize("make", [chip, lambda: QLabel("Equity"), QComboBox, MenuButton, Spoken])
def test_what_has_gone_answers_nothing(make, qapp):
    widget = make()
    result = interface_for(type(widget).__name__, widget)
    widget.deleteLater()
    del widget
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert result.text(Text.Name) == ""
    assert not result.state().offscreen
