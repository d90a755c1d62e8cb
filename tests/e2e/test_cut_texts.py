"""Every page of both games at 1280x800 with text of 100, 125 and 150 %: no text is cut off or elided."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabWidget

from gui.look.scale import set_text_scale
from gui.look.theme import EXAMPLES
from tests.cut_texts import cut_texts
from tests.e2e.playing import RESULT_MS, part, result
from tests.text_sizes import usual_text as usual_text

pytestmark = pytest.mark.usefixtures("usual_text")
SIZE = (1280, 800)
PERCENTS = (100, 125, 150)
TABLES = {"holdem": "Flop - a range against any two", "razz": "Razz - A29 against a seven"}
SETTLING_MS, MAX_CHECKS = 50, 20


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
    app.main_window.commands.open_example(EXAMPLES / f"{TABLES[game]}.steelwheel")
    window, pages = app.main_window, part(app, "pages", QTabWidget)
    window.resize(*SIZE)
    result(app, qtbot)
    faults = []
    for page in range(pages.count()):
        pages.setCurrentIndex(page)
        qtbot.waitUntil(lambda: app.session.state == "idle" and app.questions.key is None, timeout=RESULT_MS)
        for percent in PERCENTS:
            set_text_scale(percent)
            assert window.width() == SIZE[0], (pages.tabText(page), percent)
            faults += [f"{pages.tabText(page)} {percent} %: {fault}" for fault in settled_cut_texts(window)]
    assert not faults, "\n".join(faults)
