"""The joint law: all deals are equally likely but for the weights; seats are not dealt in turn."""

from functools import reduce

import numpy as np
import pytest

from engine.equity.holdem.enumeration import EnumerationJob
from engine.equity.holdem.sampler import HoldemSampler
from engine.equity.holdem.sweep import SweepJob
from engine.equity.holdem.symmetry import suit_group
from engine.scenario import ScenarioError
from tests.engine.tables import numbers
from tests.reference.holdem_setups import mappings, prepared
from tests.reference.naive_holdem import tuples

BLANK = "2s3d7h9cJd"
"""Aces tie with aces and beat kings on this board, so that the split tells how often both seats hold aces."""

KINGS_AGAINST_ACES = 0.18053949532326036


def sampled(setup, chunks=16, trials=1 << 14):
    job = HoldemSampler(setup)
    tally = reduce(np.add, [job.compute(chunk, trials) for chunk in range(chunks)])
    return job.estimates(tally, chunks * trials)


def both(setup):
    group = suit_group(setup)
    return [numbers(EnumerationJob(setup, group)), numbers(SweepJob(setup, group))]


def test_aces_or_kings_against_aces_are_aces_one_time_in_seven_on_a_board():
    setup = prepared("AA,KK", "AA", board=BLANK)
    for estimates in both(setup):
        assert estimates[0].split[0] == pytest.approx(1 / 7, abs=1e-12)
    assert sampled(setup)[0].split[0] == pytest.approx(1 / 7, abs=4 * np.sqrt(6 / 49 / (16 << 14)))


def test_aces_or_kings_against_aces_before_the_flop():
    setup = prepared("AA,KK", "AA")
    truth = 1 / 7 * 0.5 + 6 / 7 * KINGS_AGAINST_ACES
    for estimates in both(setup):
        assert estimates[0].equity == pytest.approx(truth, abs=2e-9)
    estimate = sampled(setup)[0]
    assert abs(estimate.equity - truth) < 4 * estimate.stderr


def test_folded_range_takes_aces_out():
    """Three combos of aces are left beside the folded ace and king; with weights, by counting."""
    setup = prepared("AA,KK", "AA,QQ:0.5", "AK, 55:0.25", board=BLANK, folded=(2,))
    ways = {(a, b): 0.0 for a in (11, 12) for b in (10, 12)}
    for (first, second, _), weight in tuples(mappings([*setup.weights, *setup.folded]), frozenset(setup.board)):
        ways[first[0] >> 2, second[0] >> 2] += float(weight)
    both_aces = ways[12, 12] / sum(ways.values())
    assert numbers(EnumerationJob(setup, suit_group(setup)))[0].split[0] == pytest.approx(both_aces, abs=1e-12)
    error = np.sqrt(both_aces * (1 - both_aces) / (16 << 14))
    assert sampled(setup)[0].split[0] == pytest.approx(both_aces, abs=4 * error)


@pytest.mark.parametrize("seats", [("AA,KK", "AA", "AA,QQ", "QQ,KK"), ("AA,KK,QQ",) * 5])
def test_joined_lists_and_trees_of_draws_keep_the_distribution(seats):
    """On a board where only rank counts, the shares of the pot are those of counting all tuples."""
    setup = prepared(*seats, board=BLANK)
    values = sampled(setup)
    for estimate, truth in zip(values, numbers(EnumerationJob(setup, suit_group(setup))), strict=True):
        assert abs(estimate.equity - truth.equity) < 4 * estimate.stderr


def test_any_two_cards_dealt_last_have_the_same_distribution():
    """A seat that may hold anything is dealt from what is left; a nearly uniform range is drawn."""
    setup = prepared("AA,KK", "random", "AA", board="AhKd2c")
    nearly = prepared("AA,KK", "random, 3h2h:0.999999", "AA", board="AhKd2c")
    for one, other in zip(sampled(setup), sampled(nearly), strict=True):
        assert abs(one.equity - other.equity) < 4 * np.hypot(one.stderr, other.stderr)
    truth = numbers(EnumerationJob(setup, suit_group(setup)))
    for estimate, exactly in zip(sampled(setup), truth, strict=True):
        assert abs(estimate.equity - exactly.equity) < 4 * estimate.stderr


CROWDS = [(("AA,KK,QQ:0.3", "AA,KK:0.2,QQ", "AK,AQ:0.5,JJ", "JJ,QJ:0.1", "KJ,QQ"), ()),
          (("AA,KK", "KK,QQ,AA:0.1", "QQ,JJ", "AA,JJ", "AQ,KJ"), (1, 3))]  # fmt: skip


@pytest.mark.parametrize(("seats", "folded"), CROWDS)
def test_hands_drawn_as_a_chain_keep_the_distribution(seats, folded, monkeypatch):
    """Drawn one after the other with the completions as weights, without a single clash."""
    monkeypatch.setattr("engine.equity.holdem.joint.CHAIN_ENTRY", 0.0)
    setup = prepared(*seats, board=BLANK.replace("Jd", "Td"), folded=folded)
    assert len(HoldemSampler(setup).dealer.hands.joint.completions) == 1 << 16
    values = sampled(setup)
    for estimate, truth in zip(values, numbers(EnumerationJob(setup, suit_group(setup))), strict=True):
        assert abs(estimate.equity - truth.equity) < 4 * estimate.stderr
        for share, known in zip(estimate.split, truth.split, strict=True):
            assert abs(share - known) < 5 * np.sqrt(known * (1 - known) / (16 << 14)) + 1e-12


@pytest.mark.parametrize("seats", [("22-55",) * 8, ("AK,AQ,KQ,AJ,QJ,KJ,AT,KT,QT,JT",) * 10])
def test_tables_that_use_up_all_their_cards_are_sampled_without_stalling(seats):
    values = sampled(prepared(*seats), chunks=4)
    for estimate in values:
        assert abs(estimate.equity - 1 / len(seats)) < 4 * estimate.stderr


def test_ranges_that_nearly_exclude_each_other_are_refused_quickly():
    lone = [f"random:1e-40, {combo}" for combo in ("AhAd", "AhAc", "AhAs")]
    with pytest.raises(ScenarioError, match="block each other too often"):
        HoldemSampler(prepared(*lone, board=BLANK))
