"""Sampled hold'em: against exact answers at fixed seeds, honest errors, and draws that never stall."""

from functools import reduce

import numpy as np
import pytest

from engine.equity.holdem.joint import HandList, joint_lists
from engine.equity.holdem.plan import holdem_methods
from engine.equity.holdem.sampler import HoldemSampler
from engine.equity.run import solve
from engine.equity.sampling import SampledStream
from tests.engine.tables import holdem, numbers
from tests.reference.holdem_setups import prepared, with_weights

WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"


def sampled(job, chunks, trials):
    return reduce(np.add, [job.compute(chunk, trials) for chunk in range(chunks)])


CROWDED = "".join(rank + suit for rank in "23456" for suit in "shdc") + "7s7h"

TABLES = [
    (("AhAd", "KhKd"), "", "", ()),
    (("AA, KK:0.3", "QQ+, AKs:0.5"), "", "2c 2d", ()),
    (("AA,KK", "KK,QQ", "QQ,AA"), "", "", ()),
    ((WIDE, "random"), "7h8h2c", "", ()),
    (("random", "AA", "33"), "2c3c8h", "6h", ()),
    (("AhKh", "QQ, JJ:0.2", "99, 87s"), "ThJs2d9c", "", ()),
    (("AKs", "QQ", "JTs"), "2h5h9s8dKc", "", ()),
    (("AA, 72o", "KK", "AA, AK"), "Ah7c2d", "", (2,)),
    (("QhJh, 99",), "ThJs2d", "", ()),
    (("random",), "ThJs2d", "", ()),
    (("random", "random"), "", "", ()),
    (("random",) * 3, "2c3c8hTd", "", ()),
    (("random", "AA, 72o:0.5", "random"), "2c3c8h", "Kd", ()),
    ((WIDE, WIDE, "88+, AJs+"), "7h8h2cTd", "", ()),
    (("AhKh", "AhQd, 7c7d", "7s7c, 8s8c:0.5", "random"), "2c3c8hTd", "", ()),
    (("AhKh", "AhQd, 7c7d", "99"), "2c3c8h", "", ()),
    (("AhKh", "QsQd"), "2c3c8hTdJs", "", ()),
    (("AA,KK,QQ",) * 4, "2c2d7h", "", ()),
    # The hands hold most of what is left: nearly all cards that are dealt are guests.
    (("AA, KK", "random", "random"), "7d7cAh", CROWDED, ()),
    (("random", "QQ+", "random"), "7d7cAh", CROWDED, ()),
    (("88+", "99+", "KJ"), "7d7cAh", CROWDED, ()),
]


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), TABLES)
def test_agrees_with_exact(seats, board, dead, folded):
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    job, chunks, trials = HoldemSampler(setup), 8, 1 << 14
    values = job.estimates(sampled(job, chunks, trials), chunks * trials)
    for mine, truth in zip(values, numbers(holdem_methods(setup).exact), strict=True):
        assert abs(mine.equity - truth.equity) <= 4 * mine.stderr
        binomial = np.sqrt(0.25 / (chunks * trials)) * 1.3
        shares = np.array([mine.win, *mine.split, mine.lose])
        assert np.abs(shares - [truth.win, *truth.split, truth.lose]).max() <= 4 * binomial
        classes = np.array(list(mine.classes.values()))
        assert np.abs(classes - list(truth.classes.values())).max() <= 4 * binomial
        assert classes.sum() == pytest.approx(1.0, abs=1e-12)
        assert shares.sum() == pytest.approx(1.0, abs=1e-12)
        if truth.made is None:
            assert mine.made is None
        else:
            difference = np.array(list(mine.made.values())) - list(truth.made.values())
            assert np.abs(difference).max() <= 4 * binomial


COVERED = [
    (("AA", "KK"), "", ()),
    (("random",) * 3, "7h8h2c", ()),
    (("AA", "random", "random"), "7h8h2c", ()),
    ((WIDE, WIDE, "22"), "7h8h2cJs", ()),
    (("QQ+, AK", "QQ+, AK", "JTs:0.5, 99"), "", ()),
    (("AA, 76s:0.4", "KK, 99", "JTs, AK:0.7"), "7h8h2c", ()),
    (("random", "AhKh"), "7h8h2cJs", ()),
    (("QQ, 65s", "AK", "AA, 22, 54s"), "", (2,)),
]


@pytest.mark.parametrize(("seats", "board", "folded"), COVERED)
@pytest.mark.parametrize("trials", [2048, 12_001])
def test_intervals_cover_the_truth_in_95_of_100_runs(seats, board, folded, trials):
    setup = prepared(*seats, board=board, folded=folded)
    job, truth, runs = HoldemSampler(setup), numbers(holdem_methods(setup).exact), 1000
    covered = np.zeros(len(truth))
    for stream in range(runs):
        for seat, estimate in enumerate(job.estimates(job.compute(stream, trials), trials)):
            covered[seat] += abs(estimate.equity - truth[seat].equity) <= 1.96 * estimate.stderr
    assert (covered / runs >= 0.93).all()
    assert (covered / runs <= 0.97).all()


CLASHING = [
    (("93o", "77", "73", "T8"), "7hAh3s", (3,)),
    (("AA,AK", "KK,AQ", "QQ,KQ", "JJ,AJ"), "2c7d9hJs", ()),
    (("AKs,AQs", "AKo,KK", "AA,KQs"), "Ts4h5d", ()),
    (("QQ+,AK", "QQ+,AK:0.5", "JJ+", "TT+"), "2c7d9hJs", (3,)),
]


@pytest.mark.parametrize(("seats", "board", "folded"), CLASHING)
@pytest.mark.parametrize("trials", [256, 4096])
def test_means_of_small_runs_are_the_truth(seats, board, folded, trials):
    """However few trials a group has, those that fit are not taken from it by what came before them."""
    setup = prepared(*seats, board=board, folded=folded)
    job, runs = HoldemSampler(setup), 1000
    rows = [[e.equity for e in job.estimates(job.compute(stream, trials), trials)] for stream in range(runs)]
    truth = [e.equity for e in numbers(holdem_methods(setup).exact)]
    error = np.std(rows, axis=0) / np.sqrt(runs)
    assert (np.abs(np.mean(rows, axis=0) - truth) < 4 * error).all()


@pytest.mark.parametrize("seats", [("AA,KK,QQ",) * 6, ("random",) * 10, ("TT+, AK",) * 10, (WIDE,) * 9])
def test_intervals_cover_equal_shares_of_many_seats(seats):
    job, runs, trials = HoldemSampler(prepared(*seats)), 250, 2048
    rows = [job.estimates(job.compute(stream, trials), trials) for stream in range(runs)]
    covered = [abs(e.equity - 1 / len(seats)) <= 1.96 * e.stderr for row in rows for e in row]
    assert 0.93 <= np.mean(covered) <= 0.97


def test_intervals_of_a_whole_run_cover_the_truth():
    """Chunks of all sizes, the last one cut short, each run with random numbers of its own."""
    setup = prepared("AA, 76s:0.4", "KK, 99", "JTs, AK:0.7", board="7h8h2c")
    truth, runs, trials = numbers(holdem_methods(setup).exact), 300, 9_999
    job, covered = HoldemSampler(setup), np.zeros(3)
    for first in range(0, 1000 * runs, 1000):
        stream = SampledStream(job, None)
        while stream.trials + stream.size(stream.chunks) <= trials:
            stream.add(job.compute(first + stream.chunks, stream.size(stream.chunks)))
        left = trials - stream.trials
        stream.add_last(job.compute(first + stream.chunks, left), left)
        for seat, estimate in enumerate(stream.estimates):
            covered[seat] += abs(estimate.equity - truth[seat].equity) <= 1.96 * estimate.stderr
    assert (np.abs(covered / runs - 0.95) < 0.04).all()


def test_seats_with_the_same_range_have_the_same_numbers():
    job = HoldemSampler(prepared("QQ+, AK", "88+, AJs+", "QQ+, AK:1.0", "random", "random"))
    values = job.estimates(sampled(job, 4, 1 << 13), 1 << 15)
    assert values[0] == values[2]
    assert values[3] == values[4]
    assert sum(estimate.equity for estimate in values) == pytest.approx(1.0, abs=1e-12)
    assert values[3].stderr < values[0].stderr


def test_equal_ranges_of_all_seats_keep_their_errors():
    job = HoldemSampler(prepared(*["QQ+, AK"] * 4))
    for estimate in job.estimates(sampled(job, 4, 1 << 13), 1 << 15):
        assert 0.0005 < estimate.stderr < 0.01


def test_particular_hands_are_known_cards():
    """Nothing is drawn for them, nor for hands that they leave a single combo."""
    assert not HoldemSampler(prepared("AhKh", "AhQd, 7c7d", "7s7c, 8s8c:0.5", "random")).dealer.draws_hands
    dealer = HoldemSampler(prepared("AhKh", "99, 7c7d", "random")).dealer
    assert dealer.hands.joint.seats.tolist() == [1]
    assert dealer.hands.joint.starts.tolist() == [0, 7]


def test_gain_is_the_variance_of_plain_sampling_over_ours():
    setup = prepared("AhAd", "KhKd")
    job, trials = HoldemSampler(setup), 1 << 17
    first, second = job.estimates(sampled(job, 8, 1 << 14), trials)
    plain = first.win + first.split[0] / 4 - first.equity**2
    assert first.gain == pytest.approx(plain / trials / first.stderr**2, rel=1e-9)
    assert first.gain == pytest.approx(second.gain, rel=0.01)
    assert first.gain > 1.5
    assert all(estimate.gain is None for estimate in numbers(holdem_methods(setup).exact))


def test_error_is_never_smaller_than_one_trial():
    job = HoldemSampler(prepared("AhAd", "KhKd", board="AsAc2d"))
    for trials in (1, 2, 1000):
        estimates = job.estimates(job.compute(0, trials), trials)
        assert all(estimate.stderr >= 1 / trials for estimate in estimates)
        assert [estimate.equity for estimate in estimates] == [1.0, 0.0]


@pytest.mark.parametrize("trials", [1, 7, 1001, 4096])
def test_exactly_the_requested_number_of_trials(trials):
    job = HoldemSampler(prepared("AA", "random", "KQs"))
    tally = job.compute(3, trials)
    assert tally[9:18].sum() == trials


TIGHT = [("AA,KK,QQ",) * 6, ("AA", "KK", "AK", "AK"), ("TT+",) * 10, ("AA,KK", "AA,KK", "AA,KK,AK", "AK")]


@pytest.mark.parametrize("seats", TIGHT)
def test_tight_tables_do_not_stall(seats):
    job = HoldemSampler(prepared(*seats))
    estimates = job.estimates(job.compute(0, 256), 256)
    assert sum(estimate.equity for estimate in estimates) == pytest.approx(1.0, abs=1e-12)


def test_joining_clashing_lists_keeps_the_joint_distribution():
    setup = with_weights({"AhAd": 1.0, "KhKd": 0.5}, {"AhKh": 1.0, "AsAc": 0.25})
    one, two = (HandList.of_range(weights, seat) for seat, weights in enumerate(setup.weights))
    joined = one.join(two)
    assert joined.seats == (0, 1)
    assert sorted(joined.weights.tolist()) == [0.125, 0.25]
    assert two.join(HandList.of_range(with_weights({"AhAc": 1.0}).weights[0], None)) is None


def test_plan_of_draws_covers_all_lists_and_is_deterministic():
    lists = [HandList.of_range(w, seat) for seat, w in enumerate(prepared(*["AA,KK,QQ,AK"] * 5).weights)]
    first, second = joint_lists(lists), joint_lists(lists)
    assert all(np.array_equal(a, b) for a, b in zip(first.arrays, second.arrays, strict=True))
    assert sorted(first.arrays.seats.tolist()) == [0, 1, 2, 3, 4]


def test_seed_decides_the_numbers():
    one, again, other = (
        solve(holdem("random", "AA", method="sampled", max_trials=5_000, seed=seed)).seats for seed in (1, 1, 2)
    )
    assert one == again != other
