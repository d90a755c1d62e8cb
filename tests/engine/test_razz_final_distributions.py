"""Exact laws of single seats and pairs, the control variates made of them, and long work that can be cancelled."""

from math import comb, prod

import numpy as np
import pytest

from engine.details.lows import low_texts
from engine.jobs import Cancelled
from engine.kernels.razz.low import CLASSES, UNPAIRED_HANDS
from engine.kernels.tables import multisets
from engine.razz.joint_automaton import FinalDistributions
from engine.razz.lows import FINALS, describe_low, evaluate
from engine.razz.race import RaceJob
from engine.razz.sampled import RazzSampler, control_table
from engine.razz.tuples import TupleJob
from tests.engine.tables import numbers, razz_setup, total


def sampled(setup, trials, **options):
    sampler = RazzSampler(setup, **options)
    return sampler.estimates(sampler.compute(0, trials), trials)


def test_the_law_of_an_unknown_hand_is_that_of_all_multisets():
    counts = (multisets(7)[:, :, None] == np.arange(13)).sum(axis=1)
    ways = [prod(comb(4, k) for k in row) for row in counts.tolist()]
    values = evaluate(counts)
    kinds = {"one pair": 0, "two pair": 1, "full house": 2}
    expected = np.zeros(FINALS)
    paired = {v: UNPAIRED_HANDS + kinds[describe_low(v)[0]] for v in np.unique(values).tolist() if v >= UNPAIRED_HANDS}
    for value, way in zip(values.tolist(), ways, strict=True):
        expected[paired.get(value, value)] += way / comb(52, 7)
    assert FinalDistributions(razz_setup("x", "x")).lows(0) == pytest.approx(expected, abs=1e-14)


def test_lows_have_their_names():
    texts = low_texts()
    assert len(set(texts)) == UNPAIRED_HANDS
    assert (texts[0], texts[-1]) == ("5-4-3-2-A", "K-Q-J-T-9")
    assert texts[7] == describe_low(7)[1].replace(" ", "-")


@pytest.mark.parametrize(
    ("cards", "dead"),
    [(("A29", "(7-7-7)"), "K"), (("x", "(8-8-8)"), ""), (("A2345", "9T"), "6 6 6 7 7 7 8 8 8 J J J Q Q Q K K")],
)
def test_laws_agree_with_the_race(cards, dead):
    """Sums of the laws over what the race does not tell: classes, win, tie, lose."""
    setup = razz_setup(*cards, dead=dead)
    laws, job = FinalDistributions(setup), RaceJob(setup)
    estimates = numbers(job)
    joint = laws.joint(0, 1)
    assert joint.sum(axis=(1, 2)) == pytest.approx([estimates[0].win, estimates[0].split[0], estimates[0].lose])
    for seat, estimate in enumerate(estimates):
        by_class = joint.sum(axis=0).sum(axis=1 - seat)
        assert by_class == pytest.approx(list(estimate.classes.values()), abs=1e-12)
        assert laws.lows(seat)[UNPAIRED_HANDS:].sum() == pytest.approx(by_class[CLASSES - 1], abs=1e-12)


def test_the_common_card_is_like_any_other_to_a_seat_alone():
    crowded = "A A A A K K K K Q Q Q Q J J J J T T T T 9 9 9 9 8 8 8 8 7 7 7 7 6 6 6 5 5 5 4"
    setup = razz_setup("235", "x", dead=crowded)
    assert setup.community
    job = RaceJob(setup)
    classes = numbers(job)[0].classes
    assert FinalDistributions(setup).lows(0)[UNPAIRED_HANDS:].sum() == pytest.approx(classes["paired"], abs=1e-12)


MANY = ("A23", "456", "78 9", "(8-8-)2", "x x T", "x x K")


def test_controls_have_mean_zero_and_leave_the_sum_alone():
    setup = razz_setup(*MANY)
    table, laws = control_table(setup), FinalDistributions(setup)
    assert table.shape == (6, FINALS, 6)
    for seat in range(6):
        assert laws.lows(seat) @ table[seat] == pytest.approx(np.zeros(6), abs=1e-12)
        # Whoever ends with what, the shares add up to one pot.
        assert table[seat].sum(axis=1) == pytest.approx(np.zeros(FINALS), abs=1e-12)


def test_controls_gain_and_the_gain_is_what_it_says():
    """Over many runs the variance of the estimates falls by the gain that each of them reports; dealing every card
    equally often gains by itself.
    """
    trials, runs = 4096, 200
    sampler, plain = RazzSampler(razz_setup(*MANY)), RazzSampler(razz_setup(*MANY), controlled=False)
    values = [sampler.estimates(sampler.compute(chunk, trials), trials) for chunk in range(runs)]
    bare = [plain.estimates(plain.compute(chunk, trials), trials) for chunk in range(runs)]
    gain = np.array([[e.gain for e in row] for row in values]).mean(axis=0)
    even = np.array([[e.gain for e in row] for row in bare]).mean(axis=0)
    truth = np.array([[e.equity for e in row] for row in bare]).var(axis=0) * even
    reached = truth / np.array([[e.equity for e in row] for row in values]).var(axis=0)
    assert gain.min() > 1.2
    assert gain.max() > 3
    assert reached == pytest.approx(gain, rel=0.45)
    assert (gain > even).all()
    for row in values:
        assert sum(e.equity for e in row) == pytest.approx(1, abs=1e-12)


def test_a_seat_that_cannot_win_has_no_share():
    """A pat wheel against a made nine: the controls would not know, the deals do."""
    estimates = sampled(razz_setup("A2345 K", "9TJQK 9", "8TJQK 8"), 20_000)
    assert [e.equity for e in estimates] == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)
    assert all(0 <= e.win <= 1 and 0 <= e.lose <= 1 for e in estimates)


@pytest.mark.parametrize("trials", [1, 2, 256])
def test_few_trials_stay_within_the_range(trials):
    for seed in range(20):
        for estimate in sampled(razz_setup(*MANY, seed=seed), trials):
            assert 0 <= estimate.win <= 1
            assert 0 <= estimate.lose <= 1 + 1e-12
            assert estimate.stderr >= 1 / trials


def test_seats_too_entangled_for_a_law_are_sampled_without_controls():
    setup = razz_setup(*["(9-9-9-9-)"] * 8)
    assert len(control_table(setup)) == 0
    assert sampled(setup, 4096) == sampled(setup, 4096, controlled=False)


def test_slices_add_up_to_the_same(monkeypatch):
    cards, dead = ("A2 3 8 K", "45 6 7 Q J", "A3 5 9 J T", "(3-8-) 8 9 T K"), "A 2"
    setup = razz_setup(*cards, dead=dead)
    whole = TupleJob(setup)
    few = whole.chunks
    monkeypatch.setattr("engine.razz.tuples.CHUNK_NANOSECONDS", 2e4)
    sliced = TupleJob(setup)
    assert sliced.chunks > 20 * few
    sums = [total(job) for job in (whole, sliced)]
    assert sums[0] == pytest.approx(sums[1], rel=1e-12)


@pytest.mark.parametrize("calls", [0, 3, 30, 60])
def test_long_work_asks_its_guard(calls):
    left = [calls]

    def guard():
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled

    job = RaceJob(razz_setup("(8-8-8)", "(8-8-8)", "(8-8-8)"), guard)
    with pytest.raises(Cancelled):
        job.compute(1)
