import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.equity.reasons import saved_reason
from engine.equity.results import Estimate, SeatResult, Snapshot, Trace
from engine.equity.saved_results import snapshot_from_json, snapshot_to_json
from engine.games import GAMES
from engine.scenario import PreflopPanel, RunOptions, Scenario, ScenarioError, Seat
from engine.scenario.kelly import read_panel
from engine.scenario.reading import read_json
from engine.table.serialize import dumps, loads, scenario_from_json, scenario_to_json

SPEC_EXAMPLE = """
{"steelwheel": 1, "game": "holdem",
 "seats": [{"name": "Hero", "cards": "AhAd"}, {"name": "CO", "cards": "22+, ATs+, KQo:0.5"},
           {"name": "UTG", "cards": "15%", "folded": true}],
 "board": "7h 8h 2c", "dead": "Ks 2d",
 "run": {"method": "auto", "seed": 1, "max_trials": null, "target_stderr": null, "max_seconds": null}}
"""

texts = st.text(st.characters(codec="utf-8"), max_size=12)
limits = st.none() | st.floats(min_value=0, exclude_min=True, allow_infinity=False)
json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(allow_nan=False, allow_infinity=False),
        texts,
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def scenarios(draw):
    game = draw(st.sampled_from(list(GAMES)))
    seats = st.builds(Seat, texts, texts, st.booleans())
    return Scenario(
        game,
        tuple(draw(st.lists(seats, min_size=1, max_size=GAMES[game].max_seats))),
        board=draw(texts),
        dead=draw(texts),
        run=draw(
            st.builds(
                RunOptions,
                st.sampled_from(["auto", "exact", "sampled"]),
                st.integers(0, 10**30),
                st.none() | st.integers(1, 10**12),
                limits,
                limits,
                st.lists(texts, max_size=3).map(tuple),
            )
        ),
        dialect=draw(st.sampled_from(["core", "climb"])),
        order=draw(st.none() | texts),
        kelly=read_panel(draw(st.dictionaries(texts, json_values, max_size=3))),
        preflop=PreflopPanel.read(draw(st.dictionaries(texts, json_values, max_size=3))),
    )


@given(scenarios())
def test_scenarios_round_trip(scenario):
    assert loads(dumps(scenario)) == scenario
    assert scenario_from_json(json.loads(json.dumps(scenario_to_json(scenario)))) == scenario


def test_the_example_of_the_specification():
    assert loads(SPEC_EXAMPLE) == Scenario(
        "holdem",
        (Seat("Hero", "AhAd"), Seat("CO", "22+, ATs+, KQo:0.5"), Seat("UTG", "15%", folded=True)),
        board="7h 8h 2c",
        dead="Ks 2d",
    )


def test_missing_keys_take_their_defaults():
    scenario = loads('{"game": "razz", "seats": [{"cards": "A29"}, {"cards": "x"}]}')
    assert scenario == Scenario("razz", (Seat("Seat 1", "A29"), Seat("Seat 2", "x")))
    assert scenario.run == RunOptions("auto", 1, None, None, None, ())


def test_rare_keys_are_written_only_when_set():
    plain = scenario_to_json(Scenario("holdem", (Seat("P", "AA"),)))
    assert list(plain) == ["steelwheel", "game", "seats", "board", "dead", "run"]
    assert "detail" not in plain["run"]


BROKEN = [
    ("", "file"),
    ("{", "file"),
    ("nonsense", "file"),
    ('{"game": "holdem"} trailing', "file"),
    ("[]", "file"),
    ("null", "file"),
    ("7", "file"),
    ('"text"', "file"),
    ('{"game": "holdem", "game": "razz", "seats": []}', "game"),
    ('{"game": "holdem", "seats": [{"cards": "AA"}], "kelly": {"a": NaN}}', "file"),
    ('{"game": "holdem", "seats": [{"cards": "AA"}], "kelly": {"a": 1e999}}', "file"),
    ('{"game": "holdem", "seats": [{"cards": "AA"}], "kelly": {"a": -Infinity}}', "file"),
    ('{"game": "holdem", "seats": [{"cards": "AA"}], "run": {"seed": ' + "9" * 5000 + "}}", "file"),
    ('{"game": "holdem", "seats": [{"cards": "AA", "name": "\\ud800"}]}', "file"),
    ("[" * 100_000, "file"),
    ('{"a":' * 100_000, "file"),
    ("\ufeff{}", "file"),
    ("{}", "game"),
    ('{"game": "holdem"}', "seats"),
    ('{"seats": []}', "game"),
    ('{"game": "chess", "seats": []}', "game"),
    ('{"game": null, "seats": []}', "game"),
    ('{"game": "holdem", "seats": {}}', "seats"),
    ('{"game": "holdem", "seats": []}', "seats"),
    ('{"game": "holdem", "seats": [1]}', "seats[0]"),
    ('{"game": "holdem", "seats": [{"cards": "AA"}, {}]}', "seats[1].cards"),
    ('{"game": "holdem", "seats": [{"cards": 5}]}', "seats[0].cards"),
    ('{"game": "holdem", "seats": [{"cards": "AA", "name": 5}]}', "seats[0].name"),
    ('{"game": "holdem", "seats": [{"cards": "AA", "folded": 1}]}', "seats[0].folded"),
    ('{"game": "holdem", "seats": [{"cards": "AA", "stack": 100}]}', "seats[0].stack"),
    ('{"game": "razz", "seats": [' + ",".join(['{"cards": "x"}'] * 9) + "]}", "seats"),
    ('{"game": "holdem", "seats": [' + ",".join(['{"cards": "AA"}'] * 11) + "]}", "seats"),
]


@pytest.mark.parametrize(("text", "field"), BROKEN, ids=range(len(BROKEN)))
def test_corrupt_files_name_the_field(text, field):
    with pytest.raises(ScenarioError) as caught:
        loads(text)
    (problem,) = caught.value.problems
    assert problem.field == field
    assert len(problem.message) < 300


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("steelwheel", 2, "steelwheel"),
        ("steelwheel", 0, "steelwheel"),
        ("steelwheel", "1", "steelwheel"),
        ("steelwheel", True, "steelwheel"),
        ("board", ["Ah"], "board"),
        ("dead", None, "dead"),
        ("dialect", "latin", "dialect"),
        ("order", 5, "order"),
        ("kelly", [], "kelly"),
        ("preflop", [], "preflop"),
        ("run", [], "run"),
        ("run", {"seed": -1}, "run.seed"),
        ("run", {"seed": 1.5}, "run.seed"),
        ("run", {"seed": None}, "run.seed"),
        ("run", {"seed": True}, "run.seed"),
        ("run", {"method": "fast"}, "run.method"),
        ("run", {"max_trials": 0}, "run.max_trials"),
        ("run", {"max_trials": 1e6}, "run.max_trials"),
        ("run", {"target_stderr": 0}, "run.target_stderr"),
        ("run", {"target_stderr": "small"}, "run.target_stderr"),
        ("run", {"max_seconds": -1}, "run.max_seconds"),
        ("run", {"detail": "matrix"}, "run.detail"),
        ("run", {"detail": [1]}, "run.detail[0]"),
        ("run", {"threads": 2}, "run.threads"),
        ("colour", "red", "colour"),
    ],
)
def test_wrong_values_name_the_field(key, value, field):
    data = json.loads(SPEC_EXAMPLE) | {key: value}
    with pytest.raises(ScenarioError) as caught:
        scenario_from_json(data)
    assert [p.field for p in caught.value.problems] == [field]


def test_the_position_of_a_mistake_in_the_json():
    with pytest.raises(ScenarioError) as caught:
        loads('{"game": }')
    assert caught.value.problems[0].position == 9


@pytest.mark.parametrize(
    ("json_text", "field"),
    [
        ('{"game": "holdem", "seats": [{"cards": "AA", "cards": "KK"}]}', "cards"),
        ('{"game": 1, "board": 2, "board": 3, "game": 4}', "board"),
        ('{"": 1, "": 2}', '""'),
    ],
)
def test_the_first_key_that_is_given_again_is_named(json_text, field):
    with pytest.raises(ScenarioError) as caught:
        loads(json_text)
    assert [p.field for p in caught.value.problems] == [field]


@given(texts)
def test_any_text_is_a_scenario_or_an_error(text):
    with pytest.raises(ScenarioError):
        loads(text)


@given(json_values)
def test_any_json_is_a_scenario_or_an_error(value):
    for data in (value, {"game": "holdem", "seats": value}, {"game": "razz", "seats": [{"cards": "x"}], "run": value}):
        try:
            scenario = scenario_from_json(data)
        except ScenarioError:
            continue
        assert isinstance(scenario, Scenario)


def sampled_snapshot():
    scenario = loads(SPEC_EXAMPLE)
    shares = dict.fromkeys(GAMES["holdem"].classes, 1 / 9)
    return Snapshot(
        scenario=scenario,
        method="sampled",
        reason=saved_reason("sampled as requested"),
        final=True,
        deals=10**25,
        threads=2,
        elapsed_s=1.25,
        progress=1.0,
        seats=(
            SeatResult("Hero", False, Estimate(0.7, 0.0002, 0.69, (0.02,), 0.29, shares)),
            SeatResult("CO", False, Estimate(0.1 + 0.2, 0.0002, 0.29, (0.02,), 0.69, shares, made={"pair": 1.0})),
            SeatResult("UTG", True, None),
        ),
    )


def test_results_are_written_as_specified():
    data = snapshot_to_json(sampled_snapshot())
    head = "steelwheel_result engine method reason final deals seed threads elapsed_s"
    assert list(data)[:9] == head.split()
    assert data["seed"] == 1
    assert data["deals"] == 10**25
    keys = {"name", "folded", "equity", "stderr", "win", "split", "lose", "classes"}
    errors = {"win_stderr", "split_stderr", "lose_stderr", "classes_stderr"}
    assert set(data["seats"][0]) == keys | errors
    assert data["seats"][2] == {"name": "UTG", "folded": True}
    assert data["scenario"] == scenario_to_json(loads(SPEC_EXAMPLE))
    assert json.loads(json.dumps(data)) == data


def traced(points):
    trials = np.arange(1, points + 1) * 1000
    first = np.linspace(0.4, 0.5, points)
    equity = np.stack([first, 1 - first], axis=1)
    return replace(sampled_snapshot(), trace=Trace(trials, equity, equity / 10))


@pytest.mark.parametrize("points", [1, 2, 200, 901])
def test_the_course_of_a_sampled_run_is_written_on_request_and_read_again(points):
    snapshot = traced(points)
    assert "trace" not in snapshot_to_json(snapshot)
    again = snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot, with_trace=True)))).trace
    assert len(again.trials) == min(points, 200)
    assert again.trials[[0, -1]].tolist() == snapshot.trace.trials[[0, -1]].tolist()
    kept = np.searchsorted(snapshot.trace.trials, again.trials)
    assert np.diff(kept).max(initial=1) <= points // 200 + 1
    np.testing.assert_allclose(again.equity, snapshot.trace.equity[kept], atol=1e-8)
    np.testing.assert_allclose(again.stderr, snapshot.trace.stderr[kept], atol=1e-8)
    assert (again.trials.dtype, again.equity.dtype) == (np.int64, np.float64)


def test_a_result_without_a_course_is_written_and_read_as_before():
    data = snapshot_to_json(sampled_snapshot(), with_trace=True)
    assert "trace" not in data
    assert snapshot_from_json(data).trace is None


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        (None, [], "trace"),
        (None, {}, "trace.trials"),
        ("trials", [], "trace.trials"),
        ("trials", [1, 1, 2], "trace.trials"),
        ("trials", [1, 2, 1 << 63], "trace.trials[2]"),
        ("trials", [1.5, 2, 3], "trace.trials[0]"),
        ("equity", [[0.1, 0.2]], "trace.equity"),
        ("equity", [[0.1], [0.1], [0.1]], "trace.equity[0]"),
        ("stderr", [["x", 1], [1, 1], [1, 1]], "trace.stderr[0][0]"),
        ("stderr", [1, 2, 3], "trace.stderr[0]"),
        ("colour", 1, "trace.colour"),
    ],
)
def test_a_corrupt_course_names_the_field(key, value, field):
    data = snapshot_to_json(traced(3), with_trace=True)
    data["trace"] = value if key is None else data["trace"] | {key: value}
    with pytest.raises(ScenarioError) as caught:
        snapshot_from_json(data)
    assert [p.field for p in caught.value.problems] == [field]


def test_exact_results_have_no_seed():
    assert snapshot_to_json(replace(sampled_snapshot(), method="exact"))["seed"] is None


def test_results_round_trip():
    snapshot = sampled_snapshot()
    again = snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot))))
    for name in ("scenario", "method", "reason", "final", "deals", "threads", "elapsed_s", "seats", "details"):
        assert getattr(again, name) == getattr(snapshot, name)
    assert loads(json.dumps(snapshot_to_json(snapshot))) == snapshot.scenario


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("steelwheel_result",), 2, "steelwheel_result"),
        (("method",), "magic", "method"),
        (("deals",), -1, "deals"),
        (("deals",), 1.5, "deals"),
        (("elapsed_s",), "fast", "elapsed_s"),
        (("seats",), [], "seats"),
        (("seats", 0, "equity"), None, "seats[0].equity"),
        (("seats", 0, "split"), ["x"], "seats[0].split[0]"),
        (("seats", 0, "classes"), {"pair": "many"}, "seats[0].classes.pair"),
        (("seats", 0, "folded"), True, "seats[0].folded"),
        (("seats", 0, "luck"), 1, "seats[0].luck"),
        (("scenario", "game"), "chess", "game"),
    ],
)
def test_corrupt_results_name_the_field(path, value, field):
    data = snapshot_to_json(sampled_snapshot())
    *parents, last = path
    place = data
    for key in parents:
        place = place[key]
    place[last] = value
    with pytest.raises(ScenarioError) as caught:
        snapshot_from_json(data)
    assert [p.field for p in caught.value.problems] == [field]


def test_every_missing_key_of_a_result_is_named():
    data = snapshot_to_json(sampled_snapshot())
    for key in set(data) - {"engine", "seed", "detail"}:
        with pytest.raises(ScenarioError) as caught:
            snapshot_from_json({k: v for k, v in data.items() if k != key})
        assert caught.value.problems[0].field == key


def test_numbers_survive_the_file_bit_for_bit():
    values = np.random.default_rng(1).random(200)
    assert read_json(json.dumps(values.tolist())) == values.tolist()


def test_halves_of_characters_do_not_keep_a_scenario_from_being_saved():
    scenario = Scenario(
        "holdem", (Seat("\ud800Hero", "AA\udc00"),), board="\ud800", kelly=read_panel({"note": "\udfff"})
    )
    again = loads(dumps(scenario).encode().decode())
    assert (again.seats[0], again.board, again.kelly) == (
        Seat("\ufffdHero", "AA\ufffd"),
        "\ufffd",
        read_panel({"note": "\ufffd"}),
    )
    assert again.seats == scenario.seats
