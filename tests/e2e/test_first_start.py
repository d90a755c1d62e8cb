"""The first start: every page says that the engine is being prepared, nothing freezes, and then it computes."""

from dataclasses import replace
from itertools import combinations, cycle, product

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QProgressBar

from engine import Scenario, Seat
from engine.questions.typed import calculation_of_typed
from engine.scenario.ask import AskPanel
from gui.pages.specs import PAGES
from tests.e2e.playing import RESULT_MS, go_to, part
from tests.e2e.unprepared import UnpreparedEngine

WORDS = "Preparing the engine (first start only): "
TABLES = {
    "holdem": Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "KQs, QQ, 77 > flop top pair+")), "Kd 7h 2h 9c"),
    "razz": Scenario("razz", (Seat("Hero", "A23478"), Seat("Seat 2", "xx56TJ"))),
}
DEAD = {"holdem": [a + b for a, b in product("3456", "cdhs")], "razz": [a + b for a, b in combinations("KQT9865", 2)]}
"""A dead card or two for each page, so that the table is another one."""


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_every_page_says_that_the_engine_is_being_prepared(app, qtbot, game):
    titles = [spec.title for spec in PAGES if game in spec.games and not spec.of_pinned]
    for title, dead in zip(titles, cycle(DEAD[game])):
        check(app, qtbot, title, replace(TABLES[game], dead=dead))


def check(app, qtbot, title, table):
    """Put a table on a page before the engine is prepared, then let it be."""
    pages, note = app.main_window.pages, part(app, "preparing")
    text, status = part(app, "preparing.text", QLabel), part(app, "status.text", QLabel)
    with UnpreparedEngine().installed() as engine:
        assert not app.document.replace("Table", table)
        go_to(app, title)
        qtbot.waitUntil(lambda: note.isVisible() and status.text().startswith(WORDS), timeout=RESULT_MS)
        assert text.text().startswith(WORDS)
        assert part(app, "preparing.progress", QProgressBar).value() > 0
        # It is over the page, with the whole text, and neither takes clicks nor has replaced anything.
        assert pages.rect().contains(note.geometry())
        assert text.height() >= text.heightForWidth(text.width())
        assert pages.tabText(pages.currentIndex()) == title
        page = pages.page_of(pages.currentIndex())
        shown = [one.text() for one in page.findChildren(QLabel) if one.isVisible()]
        assert not [one for one in shown if "Stopped" in one]
        assert not [one for one in (*shown, status.text()) if "xact: about" in one]
        engine.finish()
        qtbot.waitUntil(lambda: app.session.state == "idle" and app.session.snapshot is not None, timeout=RESULT_MS)
        qtbot.waitUntil(lambda: app.main_window.commands.front_run.state == "idle", timeout=RESULT_MS)
        qtbot.waitUntil(lambda: not note.isVisible(), timeout=RESULT_MS)
    assert engine.in_window == [], title


def test_the_window_answers_while_the_engine_is_being_prepared(app, qtbot):
    """Tables are typed and pages change; the last table is the one that is computed."""
    ticks = []
    timer = QTimer(app.main_window, interval=1)
    timer.timeout.connect(lambda: ticks.append(app.session.state))
    timer.start()
    with UnpreparedEngine().installed() as engine:
        for rank, title in enumerate(("Equity", "Range", "Ask", "Betting", "Simulate", "Kelly"), start=3):
            assert not app.document.replace("Table", replace(TABLES["holdem"], dead=f"{rank}s"))
            go_to(app, title)
            before = len(ticks)
            qtbot.waitUntil(lambda before=before: len(ticks) > before + 5)
            assert app.session.state == "running"
        engine.finish()
        qtbot.waitUntil(lambda: app.session.state == "idle", timeout=RESULT_MS)
        assert app.session.snapshot.scenario.dead == app.document.scenario.dead
    timer.stop()
    assert engine.in_window == []


def test_a_count_of_hands_waits_for_the_engine(app, qtbot):
    """The page counts combos in the thread of the window, which does not wait for the kernel that classifies them."""
    table = replace(TABLES["holdem"], seats=(Seat("Hero", "AhKh"), Seat("Seat 2", "KQs, QQ, 77")), board="Kd 7h 3s")
    go_to(app, "Ask")
    model = app.main_window.pages.page_of(app.main_window.pages.currentIndex()).model
    with UnpreparedEngine().installed() as engine:
        assert not app.document.replace("Table", replace(table, ask=AskPanel(question="combos 2 now set")))
        qtbot.waitUntil(lambda: model.busy, timeout=RESULT_MS)
        assert model.calculation is None
        assert (model.text, model.problem_of(model.text)) == ("combos 2 now set", None)
        assert calculation_of_typed(model.table, "how many combos of sets does he have") is None
        engine.finish()
        qtbot.waitUntil(lambda: model.calculation is not None, timeout=RESULT_MS)
        qtbot.waitUntil(lambda: "3 combos" in part(app, "ask.answer").text, timeout=RESULT_MS)
        assert (model.busy, model.can_run, model.failure) == (False, False, "")
    assert engine.in_window == []
