"""The one event filter of the application."""

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from gui.application import WindowEvents


def test_a_fault_in_a_handler_is_reported_and_the_event_goes_on(qtbot):
    """A key that Python sends: here the fault would end the program."""
    events, field = WindowEvents(), QLineEdit()
    qtbot.addWidget(field)
    events.add(lambda watched, event: bool([][0]), QEvent.Type.KeyPress)
    field.installEventFilter(events)
    with qtbot.captureExceptions() as faults:
        QTest.keyClicks(field, "A")
    assert field.text() == "A"
    assert {kind for kind, _, _ in faults} == {IndexError}
