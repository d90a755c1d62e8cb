"""Every field of the Kelly list: what is typed in the form is in the request, in the file, and back on opening."""

import pytest
from PySide6.QtWidgets import QAbstractButton

from engine import Scenario, Seat, dumps, loads
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from engine.scenario.kelly import PANEL_FIELDS, KellyPanel, read_panel
from gui.parts.field_text import WRITERS
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly

BASE = {"bankroll": 1000, "rake": 0.05, "p_all_fold": 0.1, "min_bet": 24, "chips": [5, 20]}
TYPED = {"typed": True, "opponents": 2, "win": 0.5, "split": [0.1]}
COUNTS = {"typed": True, "counted": True, "opponents": 2, "won": 500, "tied": 10, "showdowns": 990}
PANELS = (
    {},
    TYPED,
    COUNTS,
    {"pot_typed": True, "pot": 60, "to_call": 10},
    {"limit_bet": 10},
    {"limit_bet": 10, "raise_by": 4},
)
"""What else a panel holds: in one of them a field is shown."""
TEXTS = {
    "chips": ("17", 17.0),
    "share": ("4", 0.04),
    "shares": ("3 1", [0.03, 0.01]),
    "multiple": ("1/2", 0.5),
    "count": ("3", 3),
    "whole": ("1,200", 1200),
}
"""By the kind of a field: what is typed, and the value that it is."""
OTHERS = {"won": ("60", 60), "tied": ("5", 5), "put_in": ("5", 5.0)}
"""By key, where that would not go with the others: parts are fewer than the whole."""
FIELDS = [spec for spec in PANEL_FIELDS if spec.group and spec.kind != "switch"]
SWITCHES = [spec for spec in PANEL_FIELDS if spec.group and spec.kind == "switch"]
BY_ROW = ("chips", "stacks")
ELSEWHERE = {"seat", "typed", "counted", "simulated", "pot_typed", "bet"}
"""Chosen in a list or a bar; the player's own bet is tried in ``test_kelly_bet``."""


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"), board="7h 8h 2c Ks")
    made.show(exact(made.scenario, (0.6, 0.4)))
    return made


def asked(kelly):
    """Return the request, and what the answer is read by."""
    question = kelly.model.question
    points = question.doubt and question.doubt.points
    return question.values, points, question.put_in, question.least_gain


def panel_that_shows(spec):
    return next(BASE | more for more in PANELS if spec.shown(read_panel(BASE | more)))


def opened(kelly):
    """Save the scenario, empty the panel, and open what was saved."""
    text = dumps(kelly.scenario)
    kelly.document.edit("Empty", kelly=None)
    kelly.document.replace("Open", loads(text))


def test_every_field_is_in_the_form_or_elsewhere():
    assert {spec.key for spec in PANEL_FIELDS if not spec.group} == {*BY_ROW, *ELSEWHERE}


def test_a_typed_value_is_asked_saved_and_opened(kelly):
    for spec in FIELDS:
        text, value = OTHERS.get(spec.key, TEXTS[spec.kind])
        kelly.set(**panel_that_shows(spec))
        before = asked(kelly)
        name = f"kelly.{spec.object_name}"
        assert kelly.part(name).isVisible(), spec
        entry = kelly.paste(name, text)
        assert kelly.kelly[spec.key] == value
        assert kelly.model.question.problems == (), spec
        assert kelly.model.question.answer is not None, spec
        after = asked(kelly)
        assert after != before, spec
        if spec.copied:
            assert after[0][spec.key] == value
            assert getattr(read_kelly_request(after[0]).inputs, spec.key) == value
        opened(kelly)
        assert kelly.kelly[spec.key] == value
        assert asked(kelly) == after, spec
        assert entry.text() == WRITERS[spec.kind](value)


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_a_switch_is_asked_saved_and_opened(qtbot, tmp_path, game):
    """The switch that only razz has is tried there, all others in hold'em."""
    seats = {"holdem": ("AhAd", "KhKd"), "razz": ("A 2 9", "x x K")}[game]
    kelly = shown_kelly(qtbot, tmp_path, game=game, seats=seats)
    kelly.show(exact(kelly.scenario, (0.6, 0.4)))
    for spec in SWITCHES:
        if (spec.key == "full_bet") is not (game == "razz"):
            continue
        kelly.set(**panel_that_shows(spec) | ({"limit_bet": 100} if spec.key == "full_bet" else {}))
        before = asked(kelly)
        box = kelly.part(f"kelly.{spec.object_name}", QAbstractButton)
        assert box.isVisible(), spec
        was = box.isChecked()
        box.click()
        after, kept = asked(kelly), kelly.kelly[spec.key]
        assert after != before, spec
        opened(kelly)
        assert kelly.kelly[spec.key] is kept
        assert asked(kelly) == after, spec
        assert box.isChecked() is not was, spec
        box.click()
        assert spec.key not in kelly.kelly


def test_a_value_of_a_player_is_asked_saved_and_opened(kelly):
    for key, part in (("chips", "committed"), ("stacks", "max_bet")):
        kelly.set(**BASE)
        before = asked(kelly)
        entry = kelly.paste(f"kelly.{key}1", "35")
        after = asked(kelly)
        assert kelly.kelly[key][1] == 35.0
        assert after[0].get(part) != before[0].get(part)
        opened(kelly)
        assert asked(kelly) == after
        assert entry.text() == "35"


def test_wrong_values_of_a_file_stand_at_their_fields(kelly):
    kelly.set(bankroll="much", rake=7, chips=[5, "x"], pot=-1)
    values = {problem.field for problem in kelly.model.question.problems}
    assert values == {"bankroll", "rake", "chips1"}  # the pot is not typed
    for name in ("bankroll", "rake", "chips1"):
        assert kelly.part(f"kelly.{name}.problem").is_error
    assert kelly.model.question.answer is None


def test_a_panel_is_its_defaults_where_nothing_is_set():
    assert read_panel({}) == KellyPanel()
    assert read_panel({}).problems == ()
    scenario = Scenario("holdem", (Seat("A", "AhAd"), Seat("B", "KhKd")), kelly=read_panel({}))
    assert kelly_request_json(scenario, None) == {"committed": {"hero": 0.0, "opponents": [0.0], "folded": 0.0}}
