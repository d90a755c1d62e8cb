"""Nodes as values, and a run that is watched while somebody walks through its tree."""

import time

import numpy as np
import pytest

from engine import CancelToken
from engine.betting.request import read_betting_request
from engine.betting.run import run_betting, tree_size
from engine.betting.watch import look, watch
from engine.equity.jobs import Cancelled

TURN = {
    "table": {"game": "holdem", "board": "2s3cTh7s", "seats": [{"cards": "TT+, AhKh"}, {"cards": "QQ-88, AK, 98s"}]},
    "pot": 100,
    "stack": 200,
    "sizes": {street: {"bet": ["50%"], "raise": ["all in"]} for street in ("turn", "river")},
    "target": 0.02,
}


@pytest.fixture(scope="module")
def solved():
    *_, last = run_betting(read_betting_request(TURN))
    return last


def test_a_run_is_read_at_the_displayed_node(solved):
    request = read_betting_request({**TURN, "target": 1e-9})
    paths = iter([(), ("check",), ("bet 50", "call"), ("bet 50", "call", "Kd"), ("bet 50", "call", "7s", "check")])
    seen, cancel = [], CancelToken()

    def path():
        seen.append(next(paths, seen[-1] if seen else ()))
        if len(seen) == 8:
            cancel.cancel()
        return seen[-1]

    views = list(watch(run_betting(request, cancel=cancel, every=0), path))
    assert [view.final for view in views] == [False] * (len(views) - 1) + [True]
    assert [view.node.path for view in views[:5]] == [*seen[:4], ("bet 50", "call")]
    assert [step.text for step in views[-1].steps] == ["bet 50", "call"]
    assert views[-1].progress.exploitability is not None


def test_a_node_has_the_progress_of_its_own_iteration(monkeypatch):
    """While a run goes on, and after it was left in the middle: what is said of a node is said of its play."""
    monkeypatch.setattr("engine.betting.solver.CALL_SECONDS", 0.0)  # a snapshot after each iteration
    request, plays, views = read_betting_request({**TURN, "target": 1e-4}), {}, []
    for view in watch(run_betting(request, every=0, workers=1), tuple, share=1.0):
        views.append(view)
        shown = view.node_progress
        if view.ready:
            assert shown.evaluated == shown.iterations
            play = plays.setdefault(shown.iterations, view.node.hands[0].frequencies)
            assert play is view.node.hands[0].frequencies
        if view.progress.iterations >= 45:
            break
    assert not views[0].ready
    assert [view.ready for view in views] == [view.progress.iterations >= 10 for view in views]
    assert len(plays) > 1
    for snapshot in run_betting(request, every=0, workers=1):
        if snapshot.progress.evaluated == max(plays):
            break
    expected = look(snapshot.solution, snapshot.progress, ()).node.hands[0].frequencies
    assert plays[max(plays)] == pytest.approx(expected, abs=1e-12)
    solution, progress = view.solution, view.progress
    solution.solver.iterate()  # a run goes on until it notices that it was stopped
    assert look(solution, progress, ()).node_progress.iterations == solution.solver.iterations > progress.iterations


def test_a_run_is_cancelled_while_its_tree_is_built():
    """The cards, the tree of bets and the fixed play call the cancel check; nothing follows when it raises."""
    table = {"game": "holdem", "board": "Ks7h2d", "seats": [{"cards": "random"}, {"cards": "random"}]}
    sizes = {"bet": ["50%"], "raise": []}
    wide = {"table": table, "pot": 20, "stack": 400, "sizes": dict.fromkeys(("flop", "turn", "river"), sizes)}
    request, calls = read_betting_request(wide), []

    def check(last):
        def check_cancelled():
            calls.append(time.process_time())
            if len(calls) > last:
                raise Cancelled

        return check_cancelled

    for last in (0, 5, 100):
        calls.clear()
        with pytest.raises(Cancelled):
            tree_size(request, check(last))
        assert len(calls) == last + 1
    calls.clear()
    tree_size(request, check(10**9))
    assert max(np.diff(calls)) < 0.5
    cancel = CancelToken()
    cancel.cancel()
    assert list(run_betting(request, cancel=cancel)) == []


def test_steps_have_the_other_possible_steps(solved):
    view = look(solved.solution, solved.progress, ["check", "bet 50", "call", "kd", "check"])
    assert view.node.path == ("check", "bet 50", "call", "Kd", "check")
    assert [step.seat for step in view.steps] == [0, 1, 0, None, 0]
    assert view.steps[1].options == ("check", "bet 50")
    assert len(view.steps[3].options) == 48
    for step in (*view.steps[:3], view.steps[4]):
        assert sum(step.frequencies) == pytest.approx(1)
    first, second = look(solved.solution, solved.progress, ["check", "bet 50"]), view.steps[1]
    assert first.node.probability == pytest.approx(view.steps[0].frequencies[0] * second.frequencies[1])


def test_a_path_that_does_not_exist_ends_at_its_last_existing_step(solved):
    view = look(solved.solution, solved.progress, ["check", "check", "2s", "check"])
    assert view.node.path == ("check", "check")
    assert view.node.seat is None
    assert "Kd" in view.node.options


def test_the_means_of_a_node_are_those_of_its_hands(solved):
    node = look(solved.solution, solved.progress, ["check"]).node
    rows, other = node.hands[1], node.hands[0]
    assert node.seat == 1
    assert other.frequencies.shape == (0, len(other.names))
    assert rows.frequencies.sum(axis=0) == pytest.approx(np.ones(len(rows.names)))
    for place, action in enumerate(node.actions):
        assert rows.mean(rows.frequencies[place]) == pytest.approx(action.frequency)
        assert rows.mean(rows.evs[place]) == pytest.approx(action.ev)
    assert node.evs[1] == pytest.approx(rows.mean((rows.frequencies * rows.evs).sum(axis=0)))
    assert rows.names[rows.row("AhKh") or 0] == "AhKh"
    assert rows.row("2s3c") is None


def test_the_mean_of_all_cards_is_the_value_before_them(solved):
    node = look(solved.solution, solved.progress, ["check", "check"]).node
    assert node.actions == ()
    assert sum(card.probability for card in node.cards) == pytest.approx(1)
    for player in (0, 1):
        mean = sum(card.probability * card.evs[player] for card in node.cards)
        assert mean == pytest.approx(node.evs[player], abs=1e-5)


def test_nothing_follows_the_end_of_a_hand(solved):
    assert look(solved.solution, solved.progress, ["bet 50", "fold"]).node.options == ()
