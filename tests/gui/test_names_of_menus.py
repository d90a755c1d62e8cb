"""Menus for assistive programs: they are called what they are, not after the program."""

import pytest
from PySide6.QtGui import QAccessible, QShowEvent
from PySide6.QtWidgets import QMenu

from gui.parts.build import MenuButton
from gui.parts.interfaces import interface_for, prepare_menu


@pytest.fixture(autouse=True)
def installed(qapp, monkeypatch):
    QAccessible.installFactory(interface_for)
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)


def name_of(menu):
    menu.popup(menu.pos())
    prepare_menu(menu, QShowEvent())
    name = QAccessible.queryAccessibleInterface(menu).text(QAccessible.Text.Name)
    menu.close()
    return name


@pytest.fixture
def button(qtbot):
    made = MenuButton()
    qtbot.addWidget(made)
    made.setAccessibleName("View and export")
    menu = QMenu(made)
    menu.addAction("Points")
    made.setMenu(menu)
    return made


def test_the_title_names_it(button):
    menu = button.menu()
    for title, name in (("&Export", "Export"), ("Save && &close", "Save & close")):
        menu.setTitle(title)
        assert name_of(menu) == name


def test_else_what_opens_it(button):
    assert name_of(button.menu()) == "View and export"


def test_else_it_is_called_a_menu(qtbot):
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Points")
    assert name_of(menu) == "Menu"
