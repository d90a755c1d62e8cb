"""The window says in its status line which numbers it has read for ranks."""

from PySide6.QtTest import QTest

from tests.e2e.playing import part


def test_typed_and_pasted_numbers(app, qtbot):
    qtbot.waitUntil(app.main_window.isActiveWindow)
    entry, said = part(app, "seat0.text"), part(app, "status.text")
    entry.setFocus()
    QTest.keyClicks(entry, "12d3h")
    assert app.document.scenario.seats[0].cards == entry.text() == "Qd3h"
    assert said.text().startswith("12d is read as Qd")
    app.table_input.paste("1c v 13s13h")
    assert said.text().startswith("Seat 1: 1c is read as Ac")
