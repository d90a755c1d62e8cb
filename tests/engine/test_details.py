"""Details as a part of a run: their names, stages, and cancelling."""

import json
import threading
from dataclasses import replace
from inspect import signature
from pathlib import Path

import pytest

from engine import GAMES, CancelToken, ScenarioError, run, solve
from engine.games import small_table
from tests.engine.tables import razz


@pytest.mark.parametrize("game", GAMES)
def test_every_detail_has_words_a_value_class_and_a_function(game):
    for spec in GAMES[game].details.values():
        assert spec.words
        assert {"to_json", "from_json"} <= set(dir(spec.load_value()))
        assert spec.load_factory().__module__ == f"engine.equity.{spec.factory.rpartition('.')[0]}"
        assert list(signature(spec.load_factory()).parameters) == ["solved"]


DETAILS = [(game, name) for game, spec in GAMES.items() for name in spec.details]


@pytest.mark.parametrize(("game", "name"), DETAILS)
def test_a_detail_of_its_small_table_comes_back_from_a_file(game, name):
    spec = GAMES[game].details[name]
    table = small_table(game, spec.tables[0], name)
    table = replace(table, run=replace(table.run, max_trials=2048))
    value = solve(table).details[name]
    assert isinstance(value, spec.load_value())
    written = json.loads(json.dumps(value.to_json()))
    assert spec.load_value().from_json(written, table, "detail").to_json() == value.to_json()


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_explains_every_detail(game):
    text = (Path(__file__).parents[2] / "resources" / "guide" / "details.md").read_text(encoding="utf-8")
    table = text.split(f"| {GAMES[game].title.lower()} | answer |")[1].split("\n\n")[0]
    assert [line.split("`")[1] for line in table.splitlines()[2:]] == list(GAMES[game].details)


def test_unknown_details_are_rejected():
    with pytest.raises(ScenarioError) as caught:
        solve(razz("A23", "456", detail=("matrix",)))
    assert caught.value.problems[0].field == "run.detail"


@pytest.mark.parametrize("options", [{}, {"method": "sampled", "max_trials": 5000}])
def test_the_numbers_come_first_then_the_details(options):
    table = razz("A2 9", "(7-7-)7", detail=("sensitivity", "path"), **options)
    seen = list(run(table, every=0.0))
    plain = solve(razz("A2 9", "(7-7-)7", **options))
    during = [snapshot for snapshot in seen if snapshot.stage]
    assert {snapshot.stage for snapshot in during} == {"sensitivity", "path"}
    assert all(snapshot.seats == plain.seats and not snapshot.final for snapshot in during)
    assert next(sorted(s.details) for s in during if s.stage == "path") == ["sensitivity"]
    progress = [snapshot.progress for snapshot in during if snapshot.stage == "sensitivity"]
    assert progress == sorted(progress)
    assert [snapshot.final for snapshot in seen] == [False] * (len(seen) - 1) + [True]
    assert sorted(seen[-1].details) == ["path", "sensitivity"]
    assert seen[-1].stage == ""


CANCELLED = [
    razz("x", "x", "x", method="exact"),
    razz("[A-8][A-8]7-", "(7-7-)7", "xx[2-9]", method="exact"),
    razz("A2 3 8 K", "45 6 7 Q", "A3 5 9 J", "27 8 9 T", "KK A 2 6", method="exact"),
    razz("A29", "(7-7-7)", "x", detail=("next_card", "starting_hands")),
    razz(*["8-8-8-"] * 8, detail=("next_card",), target_stderr=0.02),
]


@pytest.mark.parametrize("table", CANCELLED, ids=lambda table: table.seats[0].cards)
def test_details_can_be_cancelled_at_any_stage(table):
    """How soon is measured by the benchmarks."""
    ends = []
    for moment in (0.02, 0.05, 0.1, 0.2, 0.4):
        cancel = CancelToken()
        timer = threading.Timer(moment, cancel.cancel)
        timer.start()
        ends.append(any(snapshot.final for snapshot in run(table, cancel=cancel)))
        timer.join()
    assert not all(ends)


def test_a_run_cancelled_among_its_details_is_not_final():
    cancel = CancelToken()
    seen = []
    for snapshot in run(razz("A29", "647", "x", detail=("starting_hands",)), cancel=cancel, every=0.0):
        seen.append(snapshot)
        if snapshot.stage:
            cancel.cancel()
    assert seen[-1].stage == "starting_hands"
    assert not any(snapshot.final for snapshot in seen)
