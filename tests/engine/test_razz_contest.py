"""Contests whose states are found on the way: against the tables of few seats, and four and five seats against literal
tuples of hands."""

import pytest

from engine.equity.razz.automaton import ending_weights, propagate
from engine.equity.razz.contest import DROPPED, LazyContest, tabulated_contest
from engine.equity.razz.joint_automaton import JointAutomaton
from engine.equity.razz.plan import razz_methods
from engine.equity.razz.race import RaceJob, contest_operations
from engine.equity.razz.sampled import RazzSampler
from engine.equity.razz.tuples import TupleJob
from engine.kernels.razz.contest import PAIRED, RACE
from tests.engine.tables import flat, numbers, razz_setup


@pytest.mark.parametrize(
    ("cards", "dead"),
    [
        (("A29", "647"), "K"),
        (("x", "x"), ""),
        (("(8-8-8)", "A29@50, KKQ"), "2 2"),
        (("AA2", "AAK", "223"), "3 3"),
        (("x x K K", "(7-7-7)", "[QK]Q Q"), "A A A 2 2 2"),
    ],
)
def test_explored_states_equal_the_tabulated_ones(cards, dead):
    """Race by race; and paired hands by the number of ranks that wins add up to those of any number."""
    setup, seats = razz_setup(*cards, dead=dead), len(cards)
    joint, known, _ = JointAutomaton(setup).joint(range(seats))
    totals = ending_weights(joint)

    def won(contest):
        return propagate(contest, joint, totals, known).outcomes[DROPPED + 1 :]

    assert won(LazyContest(seats, RACE)) == pytest.approx(won(tabulated_contest(seats, RACE)), rel=1e-12)
    by_top = [won(LazyContest(seats, top)) for top in (4, 3, 2)]
    assert sum(by_top) == pytest.approx(won(tabulated_contest(seats, PAIRED)), rel=1e-12)
    assert won(LazyContest(seats, PAIRED)) == pytest.approx(won(tabulated_contest(seats, PAIRED)), rel=1e-12)


LATE = [
    (("A2 3 K K 8", "(8-8-)4 4 7 7", "A3 5 5 J J", "27 8 9 T T"), "Q", ()),
    (("AA22 K K", "334455", "5566 7 7", "7788 9 9", "[A2]3 3"), "T T", (4,)),
    (("A238KQ", "4567[QJ]J", "A359JT", "2789TK", "A6789K"), "", ()),
    (("AAA2 2 2", "3334 4 4", "5556 6 6", "7778 8 8"), "", ()),
    (("KKKQ Q Q", "JJJT T T", "9998 8 8", "7776 6 6", "5554 4 4"), "", ()),
]


@pytest.mark.parametrize(("cards", "dead", "folded"), LATE)
def test_four_and_five_seats_agree_with_tuples_of_hands(cards, dead, folded):
    setup = razz_setup(*cards, dead=dead, folded=folded)
    assert flat(numbers(RaceJob(setup))) == pytest.approx(flat(numbers(TupleJob(setup))), abs=1e-12)


def test_five_seats_with_a_common_card():
    dead = "K K K K Q Q Q Q J J J J T T T T A 2 3"
    setup = razz_setup("A2345", "67899", "A2678", "34599", "8 8 7 6", dead=dead)
    assert setup.community
    assert flat(numbers(RaceJob(setup))) == pytest.approx(flat(numbers(TupleJob(setup))), abs=1e-12)


@pytest.mark.parametrize("cards", [("A23", "456", "789", "TJQ"), ("A29", "(7-7-)7 2", "xx3 8", "456 K")])
def test_four_seats_from_third_street(cards):
    """No other exact method computes these tables: the results must be within the errors of a sampled run."""
    setup, trials = razz_setup(*cards), 1 << 18
    exact = numbers(RaceJob(setup))
    sampler = RazzSampler(setup)
    other = sampler.estimates(sampler.compute(0, trials), trials)
    assert sum(e.equity for e in exact) == pytest.approx(1, abs=1e-12)
    for one, estimate in zip(exact, other, strict=True):
        assert abs(one.equity - estimate.equity) <= 4 * estimate.stderr


def test_the_plan_takes_four_known_hands_exactly_from_third_street():
    job = razz_methods(razz_setup("A23", "456", "789", "TJQ")).exact
    assert isinstance(job, RaceJob)
    assert job.operations < 1e9


def test_seats_with_equal_ranges_cost_less():
    """Identical seats are followed as a set."""
    alike = JointAutomaton(razz_setup("A29", *["(8-8-)K"] * 3))
    apart = JointAutomaton(razz_setup("A29", "(8-8-)K", "(7-8-)K", "(6-8-)K"))
    assert alike.edges((0,)) < 0.7 * apart.edges((0,))
    assert contest_operations(razz_setup("A29"), JointAutomaton(razz_setup("A29"))) == 0.0
