"""Requests with anything in any place: an answer or an error that names the field, never anything else."""

import copy
import json
import math
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import ScenarioError, problems
from engine.cards import TextError
from engine.cli.main import main
from engine.equity.saved_results import snapshot_from_json
from engine.kelly.answer import answer_json
from engine.kelly.hand.record import log_text
from engine.kelly.hand.session import after_session, tracked_session
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_request_json
from engine.ranges.holdem import parse_range
from engine.ranges.razz_text import parse_razz, parse_razz_cards
from engine.scenario.reading import read_json
from engine.scenario.tracked_hand import action_from
from engine.table.serialize import loads, scenario_from_json

SCENARIO = {
    "steelwheel": 1,
    "game": "holdem",
    "seats": [{"name": "Hero", "cards": "AhAd"}, {"name": "CO", "cards": "22+, KQo:0.5", "folded": False}],
    "board": "7h 8h 2c",
    "dead": "Ks",
    "run": {"method": "auto", "seed": 1, "max_trials": None, "target_stderr": 0.1, "max_seconds": 1, "detail": []},
    "dialect": "core",
    "order": "v1",
    "kelly": {"bankroll": "100"},
}
RAZZ = SCENARIO | {"game": "razz", "board": "", "dead": "7 7", "seats": [{"cards": "A29"}, {"cards": "(7-7-7)"}]}
KELLY = {
    "bankroll": 5000,
    "pot": 100,
    "opponents": 3,
    "min_bet": 0,
    "max_bet": 500,
    "chip": 5,
    "multiplier": 0.5,
    "outcomes": {"win": 0.4, "split": [0.1, 0.05], "lose": 0.45},
    "stderr": 0.01,
    "p_all_fold": 0.2,
    "rake": 0.05,
    "rake_cap": 3,
}
COMMITTED = {
    "bankroll": 500,
    "opponents": 2,
    "showdowns": {"win": 300, "split": 5, "total": 1000},
    "committed": {"hero": 30, "opponents": [60, 60], "folded": 5, "behind": [None, 40]},
    "zero_bet_means": "fold",
    "can_raise": True,
    "choices": {"call": 30, "raise": 60},
}
RESULT = {
    "steelwheel_result": 1, "engine": "0.1.0", "method": "exact", "reason": "", "final": True, "deals": 3, "seed": None,
    "threads": 2, "elapsed_s": 0.1,
    "seats": [{"name": n, "folded": False, "equity": 0.5, "stderr": 0.0, "win": 0.4, "split": [0.2], "lose": 0.4,
               "classes": {"pair": 1.0}} for n in "ab"],
    "trace": {"trials": [1], "equity": [[0.5, 0.5]], "stderr": [[0.1, 0.1]]}, "detail": {}, "scenario": SCENARIO,
}  # fmt: skip
HAND = SCENARIO | {
    "seats": [{"cards": "AhAd"}, {"cards": "22+"}], "board": "7h 8h 2c 3c 4c",
    "kelly": {"seat": 1, "chips": [0, 0], "stacks": [99, None], "rake": 0.05, "tracker": {
        "setup": {"stacks": [100, 100], "bankroll": 500, "street": 3, "board": "7h 8h 2c 3c 4c", "pot": 10,
                  "names": ["Hero", "CO"], "game": "holdem", "hero": 0, "button": 1},
        "actions": [{"kind": "check", "player": 0}, {"kind": "bet", "player": 1, "chips": 10.0}, {"kind": "call"},
                    {"kind": "cards", "player": 1, "cards": "KK", "note": "shown"},
                    {"kind": "showdown", "ranking": [[0], [1]], "rake": 1.0}],
    }},
}  # fmt: skip

numbers = st.sampled_from([0, 1, -1, 0.5, 1e308, -1e-308, 2**63, 10**299, True, False, None])
leaves = (
    numbers | st.text(max_size=8) | st.sampled_from(["AhAd", "15%", "!(", "A29", "holdem", "\ud800", "a" * 200_000])
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2)
)


def places(value, path=()):
    """Yield the path of everything inside ``value``."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


@st.composite
def mutated(draw, whole):
    value = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from(list(places(value))[1:] or [("x",)]))
        place = value
        for key in path:
            place = place[key]
        if isinstance(place, dict) and draw(st.booleans()):
            del place[last]
        else:
            place[last] = draw(values)
        if not isinstance(value, dict) or not value:
            break
    return value


many = settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def finite(value):
    if isinstance(value, dict):
        return all(finite(part) for part in value.values())
    return (
        all(finite(part) for part in value)
        if isinstance(value, list)
        else value is None or not (isinstance(value, float) and not math.isfinite(value))
    )


@given(mutated(KELLY) | mutated(COMMITTED))
@many
def test_kelly_answers_or_names_the_field(request):
    wrong, answer = (), {}
    try:
        answer = answer_json(read_json(json.dumps(request)))
    except ScenarioError as error:
        wrong = error.problems
    assert all(problem.field and problem.message for problem in wrong)
    assert finite(answer)
    json.dumps(answer, allow_nan=False)


@given(mutated(SCENARIO) | mutated(RAZZ) | mutated(RESULT))
@many
def test_a_scenario_is_read_or_the_field_is_named(value):
    for read in (
        loads,
        lambda text: scenario_from_json(read_json(text)),
        lambda text: snapshot_from_json(read_json(text)),
    ):
        try:
            result = read(json.dumps(value))
            wrong = problems(result) if hasattr(result, "seats") and hasattr(result, "board") else ()
        except ScenarioError as error:
            wrong = error.problems
        assert all(problem.field and problem.message for problem in wrong)


@given(mutated(HAND["kelly"]))
@many
def test_what_the_kelly_panel_saves_is_read_or_the_field_is_named(kelly):
    wrong, answer = (), {}
    try:
        scenario = loads(json.dumps(HAND | {"kelly": kelly}))
        answer = answer_json(kelly_request_json(scenario, Outcomes(0.4, (0.1,), 0.5)))
        now = tracked_session(scenario)
        assert now is None or log_text(now.state)
        after_session(scenario)
    except ScenarioError as error:
        wrong = error.problems
    assert all(problem.field and problem.message for problem in wrong)
    assert finite(answer)


def test_nothing_but_its_kind_must_be_said_of_a_saved_action():
    said = HAND["kelly"]["tracker"]["actions"]
    for key in ("player", "chips", "cards", "ranking", "rake", "note"):
        for action in said:
            assert action_from(action | {key: None}) == action_from({k: v for k, v in action.items() if k != key})
            for wrong in (True, [], "", 0, [[0.5]], -1, 1 << 2000, {}, "1"):
                with suppress(ScenarioError):
                    read = action_from(action | {key: wrong})
                    assert read == action_from(read.to_json())
    with pytest.raises(ScenarioError, match="cannot be read"):
        action_from({"kind": "showdown", "rake": "1"})


@given(st.text(max_size=30) | st.text("AKQ2shdx%-+:@!()[], 10.eW", max_size=40))
@many
def test_a_text_is_read_or_its_place_is_named(text):
    for read in (parse_range, parse_razz, parse_razz_cards):
        position = 0
        try:
            read(text)
        except TextError as error:
            position = error.position
        assert 0 <= position <= len(text)


def test_a_number_in_place_of_an_object_is_told(capsys, tmp_path):
    for key, field in (
        ("showdowns", "showdowns"),
        ("outcomes", "outcomes"),
        ("committed", "committed"),
        ("choices", "choices"),
    ):
        for wrong in (5, "x", [1], True):
            file = tmp_path / "request.json"
            base = {name: value for name, value in KELLY.items() if name not in ("outcomes", "pot")}
            base |= {"outcomes": KELLY["outcomes"]} if key in ("committed", "choices") else {}
            file.write_text(json.dumps(base | {key: wrong}), encoding="utf-8")
            assert main(["kelly", str(file)]) == 2
            assert json.loads(capsys.readouterr().out)["error"]["field"] == field
