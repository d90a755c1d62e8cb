"""The page *Pre-flop* beside a pinned table: how much more each action and each hand is worth."""

from dataclasses import replace

import pytest

from engine import Seat
from engine.preflop.answer import action_changes, class_changes
from engine.scenario import PreflopPanel
from gui.pages.preflop.hands_view import change_cells
from gui.state.session import Pinned
from tests.gui.preflop_fakes import SAMPLED, Made
from tests.gui.texts import plain

TIGHTER = replace(SAMPLED, seats=(SAMPLED.seats[0], Seat("BB", "KK+")))


@pytest.fixture
def made(qtbot, tmp_path):
    result = Made(SAMPLED, tmp_path)
    qtbot.addWidget(result.page)
    result.page.show()
    result.settle()
    return result


def pin(made):
    document = made.document
    made.session.pinned = Pinned(document.scenario, document.file, None)
    made.session.changed.emit()


def change(made, scenario):
    made.document.replace("Other", scenario)
    made.settle()


def reason(made):
    return plain(made.child("preflop.reason").text())


def test_actions_are_compared_with_those_of_the_pinned_table(made):
    before = made.page.model.answer("decision").value.answer
    pin(made)
    assert "pinned" not in reason(made)
    change(made, TIGHTER)
    after = made.page.model.answer("decision").value.answer
    assert made.page.pinned.actions() == action_changes(before, after)
    assert "EV change from the pinned table" in reason(made)
    assert f"was {before.actions[1].ev:+.2f}".replace("-", "−") in reason(made)


def test_the_map_shows_how_much_more_each_hand_is_worth(made):
    made.page.show_view("hands")
    made.settle()
    before = made.page.model.answer("hands").value.answer
    pin(made)
    chip = made.child("preflop.hands.kind.changes")
    assert not chip.isVisible()
    change(made, TIGHTER)
    after = made.page.model.answer("hands").value.answer
    expected = class_changes(before, after)
    assert made.page.pinned.classes() == expected
    assert chip.isVisible()
    chip.click()
    cells = made.page.hands.map.grid.model_
    assert "compared with the pinned table" in cells.speech_at((0, 0))
    drawn = made.page.hands_map()
    assert "pinned" in drawn.heading.title
    assert drawn.table[0][0] == "hand"
    assert len(change_cells(expected, ())) == 169

    # Without the pin the map is that of the table again.
    made.session.pinned = None
    made.session.changed.emit()
    made.page.model.changed.emit()
    assert not made.page.pinned.classes()
    assert not made.child("preflop.hands.kind.changes").isVisible()
    assert made.child("preflop.hands.kind.worth").isChecked()


def test_a_pinned_table_without_a_situation_has_that_of_the_present_one(made):
    change(made, replace(SAMPLED, preflop=None))
    pin(made)
    change(made, replace(TIGHTER, preflop=PreflopPanel(raise_to=6)))
    names = [change.actions[1] for change in made.page.pinned.actions()]
    assert "raise" in names
