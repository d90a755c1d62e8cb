"""A click on *fold*, on the cross of a row or on *add seat* leaves the buttons under the pointer."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import GAMES
from gui.look.scale import set_text_scale
from gui.shell.main_window import DEFAULT_SIZE
from tests.gui.object_names import app as app
from tests.gui.object_names import settle, switch_game, take_seats


def place(window, name):
    """Return where a button is in the window, or None if it is not visible."""
    button = window.findChild(QWidget, name)
    return button.rect().translated(button.mapTo(window, QPoint())) if button.isVisible() else None


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [2, 4, 5, 6, 8])
def test_folding_leaves_the_buttons_of_a_row_under_the_pointer(app, game, count, percent):
    window = app.main_window
    window.resize(*DEFAULT_SIZE)
    set_text_scale(percent)
    switch_game(window, game)
    take_seats(window, count)
    settle()
    for index in (0, 1):
        names = f"seat{index}.fold", f"seat{index}.remove"
        for _ in range(2):
            before = [place(window, name) for name in names]
            QTest.mouseClick(window.findChild(QWidget, names[0]), Qt.MouseButton.LeftButton)
            settle()
            after = [place(window, name) for name in names]
            assert None not in before + after
            assert all(new.contains(old.center()) for old, new in zip(before, after, strict=True)), (before, after)


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_come_and_go_leave_the_button_under_the_pointer(app, game):
    window = app.main_window
    window.resize(*DEFAULT_SIZE)
    switch_game(window, game)
    take_seats(window, 2)
    settle()
    # From one size of rows to the next, and back.
    for name, times in (("addSeat", 5), ("seat1.remove", 4)):
        for _ in range(times):
            button, before = window.findChild(QWidget, name), place(window, name)
            QTest.mouseMove(button)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            settle()
            assert place(window, name).contains(before.center()), name
