"""The cost models of exact razz: predicted counts are those that occur, and small tables are cheap."""

import numpy as np
import pytest

from engine import solve
from engine.equity.razz.joint_automaton import JointAutomaton
from engine.equity.razz.setup import prepare_razz
from engine.equity.razz.tuples import TupleJob, _entries, tuple_operations, tuples_that_fit
from engine.equity.rules import AUTO_BUDGET, make_plan
from tests.engine.tables import razz, razz_setup

TABLES = [
    (("A29", "647"), ()),
    (("A2 9 8 7", "(8-8-)6 5 K", "x x 7 7 2"), ()),
    (("A 7- 9 8", "[A25] 8- 6 5", "2 3 4 5", "7- 8"), (3,)),
]


@pytest.mark.parametrize(("cards", "folded"), TABLES, ids=["two", "three", "four"])
def test_the_edges_of_the_joint_automaton_are_bounded(cards, folded):
    setup = razz_setup(*cards, folded=folded)
    automaton, seats = JointAutomaton(setup), range(len(setup.active))
    joint, _, _ = automaton.joint(seats)
    edges = int(joint.edge_counts.sum())
    assert edges <= automaton.edges(seats) <= 1.6 * edges + 100


def fitting(lists, live):
    """Count the tuples one by one."""
    if not lists:
        return 1
    return sum(fitting(lists[1:], live - row) for row in lists[0] if (row <= live).all())


DEAD = ["", "A A 2 2 3 3 4 4 5 5 6 6 7 7 8 8", "A A A 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 K K K Q Q Q"]


@pytest.mark.parametrize("dead", DEAD, ids=len)
def test_tuples_that_fit_are_counted(dead, monkeypatch):
    setup = razz_setup("9 T J", "[7-K] T", "[9-K] x", "[T-K]", dead=dead, folded=(1, 2, 3))
    lists = [_entries(seat, setup.live)[0] for seat in setup.folded]
    lists.append(lists[-1])
    assert tuples_that_fit(lists, setup.live) == [fitting(lists[:n], setup.live) for n in range(1, len(lists))]
    monkeypatch.setattr("engine.equity.razz.tuples.PROBED", 30 * max(map(len, lists)))
    near = tuples_that_fit(lists, setup.live)
    np.testing.assert_allclose(near, [fitting(lists[:n], setup.live) for n in range(1, len(lists))], rtol=0.4)


def test_many_seats_with_few_cards_to_come_are_exact():
    """A bound of all tuples of all ranks said that they take long."""
    hands = (
        "A 7- 9 8 K Q",
        "[A25] 8- 6 5 J T",
        "2 3 4 5 J T",
        "9 7 2 K Q J",
        "8 8 7 6 3 A",
        "4 5 6 T K Q",
        "3 9 A 2 7 4",
    )
    table = razz(*hands)
    plan = make_plan(table)
    assert plan.method == "exact"
    assert isinstance(plan.exact, TupleJob)
    assert plan.exact_operations < AUTO_BUDGET
    assert tuple_operations(prepare_razz(table)) == plan.exact_operations
    assert solve(table).method == "exact"
