"""Every field of the Kelly list: what is typed in the form is in the request, in the file, and back on opening."""

import pytest
from PySide6.QtWidgets import QAbstractButton

from engine import Scenario, Seat, dumps, loads
from engine.kelly.answer import kelly_answer
from engine.kelly.fields import BY_KEY, COPIED_TO_REQUEST, PANEL_FIELDS, Panel, RequestInputs, read_panel
from engine.kelly.panel import request_values
from engine.kelly.request import read_kelly_request
from engine.scenario.fields import specs_of
from gui.parts.field_text import WRITERS
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly

BASE = {"bankroll": 1000, "rake": 0.05, "p_all_fold": 0.1, "min_bet": 24, "chips": [5, 20]}
TYPED = {"typed": True, "opponents": 2, "win": 0.5, "split": [0.1]}
COUNTS = {"typed": True, "counted": True, "opponents": 2, "won": 500, "tied": 10, "showdowns": 990}
POT = {"pot_typed": True, "pot": 60, "to_call": 10}
CASES = {
    "bankroll": ("1234", 1234.0, {}, "bankroll"),
    "opponents": ("3", 3, TYPED, "opponents"),
    "pot": ("80", 80.0, POT, "pot"),
    "to_call": ("15", 15.0, POT, "to_call"),
    "multiplier": ("1/2", 0.5, {}, "multiplier"),
    "min_bet": ("25", 25.0, {}, "min_bet"),
    "chip": ("5", 5.0, {}, "chip"),
    "rake": ("4", 0.04, {}, "rake"),
    "rake_cap": ("3", 3.0, {}, "rake_cap"),
    "p_all_fold": ("20", 0.2, {}, "p_all_fold"),
    "win": ("40", 0.4, TYPED, "outcomes"),
    "split": ("3 1", [0.03, 0.01], TYPED, "outcomes"),
    "dead": ("7", 7.0, {}, "committed"),
    "limit_bet": ("10", 10.0, {}, "choices"),
    "big_bet": ("30", 30.0, {"limit_bet": 10}, "choices"),
    "least_gain": ("0.5", 0.005, {}, None),
    "points": ("5", 0.05, {}, None),
    "won": ("60", 60, COUNTS, "showdowns"),
    "tied": ("5", 5, COUNTS, "showdowns"),
    "showdowns": ("2,000", 2000, COUNTS, "showdowns"),
    "put_in": ("5", 5.0, {}, None),
}
"""By key: what is typed, the value that it is, what else the panel holds, and what it changes in the request."""
SWITCHES = {
    "pot_limit": ({}, "pot_limit"),
    "no_flop_no_drop": ({}, "no_flop_no_drop"),
    "flop_seen": (TYPED, "flop_seen"),
    "no_raise": ({}, "can_raise"),
    "full_bet": ({"limit_bet": 100}, "choices"),
}
BY_ROW = ("chips", "stacks")
ELSEWHERE = {"seat", "typed", "counted", "pot_typed", "bet"}
"""Chosen in a list or a bar; the player's own bet is tried in ``test_kelly_bet``."""


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"), board="7h 8h 2c Ks")
    made.show(exact(made.scenario, (0.6, 0.4)))
    return made


def asked(kelly):
    return kelly.model.question.values


def opened(kelly):
    """Save the scenario, empty the panel, and open what was saved."""
    text = dumps(kelly.scenario)
    kelly.document.edit("Empty", kelly=None)
    kelly.document.replace("Open", loads(text))


def test_every_field_of_the_list_is_tried_here():
    assert {spec.key for spec in PANEL_FIELDS} == {*CASES, *SWITCHES, *BY_ROW, *ELSEWHERE}
    assert {spec.key for spec in PANEL_FIELDS if spec.group} == {*CASES, *SWITCHES}


@pytest.mark.parametrize("key", CASES)
def test_a_typed_value_is_asked_saved_and_opened(qtbot, kelly, key):
    text, value, more, part = CASES[key]
    kelly.set(**BASE | more)
    before = asked(kelly)
    name = f"kelly.{BY_KEY[key].object_name}"
    assert kelly.part(name).isVisible()
    entry = kelly.paste(name, text)
    assert kelly.kelly[key] == value
    assert kelly.model.question.problems == ()
    assert kelly.model.question.answer is not None
    after = asked(kelly)
    if part is None:
        question = kelly.model.question
        assert (
            value
            == {"points": question.doubt.points, "put_in": question.put_in, "least_gain": question.least_gain}[key]
        )
    else:
        assert after.get(part) != before.get(part)
    if key in COPIED_TO_REQUEST:
        assert after[key] == value
        assert getattr(read_kelly_request(after).inputs, key) == value
    opened(kelly)
    assert kelly.kelly[key] == value
    assert asked(kelly) == after
    assert entry.text() == WRITERS[BY_KEY[key].kind](value)


@pytest.mark.parametrize("key", SWITCHES)
def test_a_switch_is_asked_saved_and_opened(qtbot, tmp_path, key):
    more, part = SWITCHES[key]
    razz = {"game": "razz", "seats": ("A 2 9", "x x K")}
    kelly = shown_kelly(qtbot, tmp_path, **(razz if key == "full_bet" else {"seats": ("AhAd", "KhKd")}))
    kelly.show(exact(kelly.scenario, (0.6, 0.4)))
    kelly.set(**BASE | more)
    before = asked(kelly)
    box = kelly.part(f"kelly.{BY_KEY[key].object_name}", QAbstractButton)
    assert box.isVisible()
    was = box.isChecked()
    box.click()
    after, kept = asked(kelly), kelly.kelly[key]
    assert after.get(part) != before.get(part)
    opened(kelly)
    assert kelly.kelly[key] is kept
    assert asked(kelly) == after
    assert box.isChecked() is not was
    box.click()
    assert key not in kelly.kelly


@pytest.mark.parametrize(("key", "part"), [("chips", "committed"), ("stacks", "max_bet")])
def test_a_value_of_a_player_is_asked_saved_and_opened(qtbot, kelly, key, part):
    kelly.set(**BASE)
    before = asked(kelly)
    entry = kelly.paste(f"kelly.{key}1", "35")
    after = asked(kelly)
    assert kelly.kelly[key][1] == 35.0
    assert after.get(part) != before.get(part)
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
    assert read_panel({}) == Panel()
    assert read_panel({}).problems == ()
    scenario = Scenario("holdem", (Seat("A", "AhAd"), Seat("B", "KhKd")), kelly=read_panel({}))
    assert request_values(scenario, None) == {"committed": {"hero": 0.0, "opponents": [0.0], "folded": 0.0}}


@pytest.mark.parametrize("key", [spec.key for spec in specs_of(RequestInputs)])
def test_the_request_reads_what_the_list_names(key):
    asked = {"bankroll": 1000.0, "opponents": 1, "pot": 50.0, "outcomes": {"win": 0.6}}
    spec = next(spec for spec in specs_of(RequestInputs) if spec.key == key)
    value = {"switch": not spec.default, "share": 0.25, "count": 1, "multiple": 2.0}.get(spec.kind, 30.0)
    if key in ("can_raise", "p_all_fold"):
        asked |= {"to_call": 10.0, "can_raise": True}
    request = read_kelly_request(asked | {key: value})
    assert getattr(request.inputs, key) == value
    assert kelly_answer(request)
