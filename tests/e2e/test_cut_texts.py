"""Every page of both games: no text is cut off or elided at 1280x800 with text of 100, 125 and 150 %, nor in a window
that is smaller or larger as its text is.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolButton,
    QWidget,
)

from engine import RunOptions, Scenario, Seat
from gui.look.scale import set_text_scale
from gui.parts.chip_button import ChipButton
from tests.cut_texts import cut_texts
from tests.e2e.playing import RESULT_MS, part, result

SIZE = (1280, 800)
PERCENTS = (100, 125, 150)
"""Sizes of text that fit into a window of ``SIZE``."""
PROPORTIONAL = (80, 200)
"""Sizes of text that are looked at in a window of that size."""
RUN = RunOptions(max_trials=20_000)
TABLES = {
    "holdem": Scenario(
        "holdem", (Seat("Hero", "TT+, AQs+"), Seat("Villain", "99-66, KQs")), board="7h 8h 2c 3d", run=RUN
    ),
    "razz": Scenario("razz", (Seat("Hero", "A 2 9"), Seat("Villain", "(7-7-7)")), run=RUN),
}
"""Tables whose pages are full, yet computed at once."""
SETTLING_MS, MAX_CHECKS = 20, 20


def settled(window, look):
    """Return what ``look`` finds in a window as soon as two looks in a row agree."""
    previous = None
    for _ in range(MAX_CHECKS):
        QTest.qWait(SETTLING_MS)
        found = look(window)
        if found == previous:
            break
        previous = found
    return found


KINDS = (QLabel, QPushButton, QToolButton, QCheckBox, QComboBox, ChipButton, QLineEdit)


def words_cut_off(window):
    """Return the names of visible parts that have less room than their words need."""
    result = set()
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, KINDS) or not widget.isVisible():
            continue
        text = widget.text() if isinstance(widget, QLabel | QAbstractButton | QLineEdit) else widget.currentText()
        if not text or "\u2026" in text:
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            narrow = widget.heightForWidth(widget.width()) > widget.height()
        elif isinstance(widget, QLineEdit | QComboBox):
            narrow = widget.height() < widget.fontMetrics().height()
        elif isinstance(widget, QLabel):
            narrow = widget.width() < widget.minimumSizeHint().width()
        else:
            narrow = widget.width() < widget.sizeHint().width() or widget.height() < widget.sizeHint().height()
        if narrow:
            result.add((widget.objectName(), widget.parent().objectName(), text))
    return result


@pytest.mark.parametrize("game", TABLES)
def test_no_page_cuts_a_text(app, qtbot, game):
    app.document.replace("A table", TABLES[game])
    window, pages = app.main_window, part(app, "pages", QTabWidget)
    window.resize(*SIZE)
    result(app, qtbot)
    faults, usual = [], {}
    for percent in (*PERCENTS, *PROPORTIONAL):
        set_text_scale(percent)
        size = [length * percent // 100 for length in SIZE] if percent in PROPORTIONAL else SIZE
        window.resize(*size)
        for page in range(pages.count()):
            pages.setCurrentIndex(page)
            qtbot.waitUntil(lambda: app.session.state == "idle" and app.questions.key is None, timeout=RESULT_MS)
            assert window.width() == size[0], (pages.tabText(page), percent)
            if percent in PERCENTS:
                found = settled(window, cut_texts)
            else:
                found = {words for words in settled(window, words_cut_off) if words[:2] not in usual[page]}
            if percent == 100:
                usual[page] = {names[:2] for names in words_cut_off(window)}
            faults += [f"{pages.tabText(page)} {percent} %: {fault}" for fault in found]
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
