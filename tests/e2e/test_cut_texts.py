"""Every page of both games at 1280x800 with text of 100, 125 and 150 %: no text is cut off or elided."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea, QTableWidget, QTableWidgetItem, QTabWidget, QWidget

from engine import Scenario, Seat
from gui.look.scale import set_text_scale
from tests.cut_texts import cut_texts
from tests.e2e.playing import RESULT_MS, part, result

SIZE = (1280, 800)
PERCENTS = (100, 125, 150)
TABLES = {
    "holdem": Scenario("holdem", (Seat("Hero", "TT+, AQs+"), Seat("Villain", "99-66, KQs")), board="7h 8h 2c 3d"),
    "razz": Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "(7-7-7)"))),
}
"""Tables whose pages are full, yet computed at once."""
SETTLING_MS, MAX_CHECKS = 20, 20


def settled_cut_texts(window):
    """Return the cut texts of a window as soon as two checks in a row agree."""
    previous = None
    for _ in range(MAX_CHECKS):
        QTest.qWait(SETTLING_MS)
        faults = cut_texts(window)
        if faults == previous:
            break
        previous = faults
    return faults


@pytest.mark.parametrize("game", TABLES)
def test_no_page_cuts_a_text_at_1280x800(app, qtbot, game):
    app.document.replace("A table", TABLES[game])
    window, pages = app.main_window, part(app, "pages", QTabWidget)
    window.resize(*SIZE)
    result(app, qtbot)
    faults = []
    for percent in PERCENTS:
        set_text_scale(percent)
        for page in range(pages.count()):
            pages.setCurrentIndex(page)
            qtbot.waitUntil(lambda: app.session.state == "idle" and app.questions.key is None, timeout=RESULT_MS)
            assert window.width() == SIZE[0], (pages.tabText(page), percent)
            faults += [f"{pages.tabText(page)} {percent} %: {fault}" for fault in settled_cut_texts(window)]
    assert not faults, "\n".join(faults)


SIDEWAYS = (Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded)


@pytest.mark.parametrize("policy", SIDEWAYS)
def test_a_number_beyond_the_edge_of_a_table_is_cut_unless_it_can_be_scrolled(qtbot, policy):
    window = QWidget()
    qtbot.addWidget(window)
    table = QTableWidget(1, 2, window)
    table.setHorizontalHeaderLabels(["Hand", "Share"])
    table.setHorizontalScrollBarPolicy(policy)
    table.verticalHeader().hide()
    for column, text in enumerate(("set", "14.4")):
        table.setItem(0, column, QTableWidgetItem(text))
        table.setColumnWidth(column, 100)
    window.resize(300, 100)
    table.resize(300, 100)
    window.show()
    assert cut_texts(window) == []
    table.resize(120, 100)
    faults = [fault for fault in cut_texts(window) if "column" in fault]
    assert ["'14.4'" in fault for fault in faults] == ([True] if policy == SIDEWAYS[0] else [])


@pytest.mark.parametrize("policy", SIDEWAYS)
def test_a_button_beyond_the_edge_of_an_area_is_cut_unless_it_can_be_scrolled(qtbot, policy):
    area, inner = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    area.setHorizontalScrollBarPolicy(policy)
    button = QPushButton("25 %", inner)
    button.setGeometry(0, 0, 100, 40)
    inner.setFixedSize(100, 40)
    area.setWidget(inner)
    area.resize(200, 100)
    area.show()
    assert cut_texts(area) == []
    area.resize(40, 100)
    assert ["25 %" in fault for fault in cut_texts(area)] == ([True] if policy == SIDEWAYS[0] else [])
