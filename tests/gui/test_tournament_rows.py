"""Seat rows in a tournament: chips beside what they are worth, and what a call needs in money."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine import Estimate
from engine.scenario import Tournament
from engine.scenario.kelly import read_panel
from gui.table.seat_figures import SeatShare, estimate_facts
from gui.table.table_panel import TablePanel
from tests.gui.table_fakes import table
from tests.reference import naive_icm

PAYOUTS = (50.0, 30.0, 20.0)
STACKS = (5000.0, 3000.0, 2000.0)


@pytest.fixture
def shown(qtbot):
    made = table(seats=("AhKh", "22+", "random"))
    panel = TablePanel(made.context)
    qtbot.addWidget(panel)
    panel.resize(480, 620)
    panel.show()
    yield made, panel
    made.questions.shut_down()


def rows(panel):
    return panel.seats.rows


def wait(qtbot, panel, ready):
    qtbot.waitUntil(lambda: ready([row.parts.chips.text for row in rows(panel)]))


def test_chips_are_next_to_their_value(qtbot, shown):
    made, panel = shown
    assert not any(row.parts.chips.text for row in rows(panel))
    made.document.edit("Tournament", tournament=Tournament((*STACKS[:2], None), PAYOUTS))
    worth = naive_icm.equities(STACKS[:2], PAYOUTS[:2])
    wait(qtbot, panel, lambda texts: texts == [f"5\u202f000 = {worth[0]:.2f}", f"3\u202f000 = {worth[1]:.2f}", ""])
    made.document.edit("Tournament", tournament=Tournament(STACKS, PAYOUTS))
    wait(qtbot, panel, lambda texts: texts == ["5\u202f000 = 38.39", "3\u202f000 = 32.75", "2\u202f000 = 28.86"])
    assert rows(panel)[0].parts.chips.toolTip() == "5\u202f000 chips, worth 38.39 of the 100 prize pool"
    made.document.undo_stack.undo()
    wait(qtbot, panel, lambda texts: texts[2] == "")
    made.document.edit("Tournament", tournament=None)
    assert not any(row.parts.chips.text for row in rows(panel))


def test_stacks_without_prizes_are_chips(shown):
    made, panel = shown
    made.document.edit("Tournament", tournament=Tournament(STACKS))
    assert rows(panel)[1].parts.chips.text == "3\u202f000 chips"


def test_a_call_needs_more_in_money_than_in_chips(qtbot, shown):
    made, panel = shown
    made.document.edit("Chips", kelly=read_panel({"chips": [200, 5000, 0], "stacks": [1800, 0, 0]}))
    row = rows(panel)[0]
    assert "needs 45.00\u00a0%" in row.parts.bar.toolTip()  # 1800 of 2000 + 2000 more at most
    made.document.edit("Tournament", tournament=Tournament((2000.0, 5000.0, 3000.0), PAYOUTS))
    fold, win = (naive_icm.equities(x, PAYOUTS)[0] for x in ([1800, 5200, 3000], [4000, 3000, 3000]))
    words = f"needs 45.0\u00a0% in chips, {100 * (fold - 20) / (win - 20):.1f}\u00a0% in money"
    qtbot.waitUntil(lambda: words in row.parts.bar.toolTip())
    assert words in row.parts.figure.accessibleName()


def test_whether_a_call_pays_is_a_matter_of_money():
    estimate = Estimate(0.5, 0.0, 0.5, (0.0,), 0.5, {})
    share = SeatShare(estimate, needed=0.45, in_money=0.55)
    assert not share.pays
    assert replace(share, in_money=None).pays
    assert replace(share, in_money=1.3).odds_text.endswith("more than 100\u00a0% in money to call")
    assert ("and", "y") in estimate_facts(estimate, None, "x, y")


def test_nine_seats_keep_their_cards_and_names_in_the_smallest_window(qtbot):
    made = table(seats=("AhKh", *["random"] * 8), folded=(1, 2, 3, 6))
    panel = TablePanel(made.context)
    qtbot.addWidget(panel)
    made.document.edit("T", tournament=Tournament(tuple(float(12_345 * (i + 1)) for i in range(9)), PAYOUTS))
    panel.resize(460, 560)
    panel.show()
    wait(qtbot, panel, lambda texts: all("=" in text for text in texts))
    for row in rows(panel):
        parts = row.parts
        assert parts.chips.width() >= parts.chips.minimumSizeHint().width()
        assert parts.entry.width() >= 24
        assert parts.name.visible_text()[:4] == parts.name.text()[:4]
        visible = [w for w in (parts.name, parts.entry, parts.chips, parts.fold, parts.figure) if w.isVisible()]
        spans = sorted((w.mapTo(row, w.rect().topLeft()).x(), w.width()) for w in visible)
        assert all(x + width <= nxt for (x, width), (nxt, _) in pairwise(spans))
        assert spans[-1][0] + spans[-1][1] <= row.width()
    made.questions.shut_down()
