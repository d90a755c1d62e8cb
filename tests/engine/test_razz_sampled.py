"""Sampled razz: the joint law, honest errors, the same numbers for any order of the chunks, tight tables."""

from functools import reduce

import numpy as np
import pytest

from engine.equity.razz.blocks import deal_table
from engine.equity.razz.plan import razz_methods
from engine.equity.razz.sampled import RazzSampler
from engine.equity.razz.setup import RazzSetup
from engine.equity.results import Estimate
from tests.engine.tables import numbers, razz_setup


def sampled(setup: RazzSetup, trials: int) -> tuple[Estimate, ...]:
    sampler = RazzSampler(setup)
    size = sampler.chunk_trials
    sizes = [min(size, trials - start) for start in range(0, trials, size)]
    tallies = [sampler.compute(chunk, part) for chunk, part in enumerate(sizes)]
    return sampler.estimates(reduce(np.add, tallies), trials)


def assert_close(estimates: tuple[Estimate, ...], truth: tuple[Estimate, ...], trials: int) -> None:
    """Equities within 4 of their standard errors, other probabilities within 4.5 of a binomial one."""
    for estimate, true in zip(estimates, truth, strict=True):
        assert abs(estimate.equity - true.equity) <= 4 * estimate.stderr
        pairs = [
            (estimate.win, true.win),
            (estimate.lose, true.lose),
            *zip(estimate.split, true.split, strict=True),
            *((estimate.classes[name], true.classes[name]) for name in true.classes),
        ]  # fmt: skip
        for result, expected in pairs:
            spread = np.sqrt(expected * (1 - expected) / trials) + 1 / trials
            assert abs(result - expected) <= 4.5 * spread
        assert sum(estimate.classes.values()) == pytest.approx(1, abs=1e-12)
        assert estimate.win + sum(estimate.split) + estimate.lose == pytest.approx(1, abs=1e-12)


EIGHT = ("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K", "A2469T", "34568T", "257JQK")


@pytest.mark.parametrize(
    ("cards", "dead", "folded"),
    [
        (("A29", "647"), "", ()),
        (("A29", "(7-7-7)"), "K K Q", ()),
        (("x", "x", "A23"), "", ()),
        (("A29@50, A39, (7-7-7)@20", "[2-5]48"), "", ()),
        (("(8-8-8)", "(7-7-)7", "(6-6-6)"), "A 2 K", ()),
        (("345", "678", "[A2][A2]", "(9-9-9)"), "", (2, 3)),
        (("(3-3-)45678", "A345678"), "", ()),
        (("x x 5 6 7 8 K", "A3 5678Q"), "", ()),
        (("A2 3 8 K Q", "45 6 7 Q J", "A3 5 9 J T", "27 8 9 T K", "A6 7 8 9 K"), "", ()),
        (EIGHT, "", ()),
        (("A23",), "K", ()),
        (("[A][A]23459, [K][K]23459", "[A][A]TTJJQ"), "", ()),  # two aces for both: 6 ways against 36
    ],
)  # fmt: skip
def test_sampled_and_exact_agree(cards: tuple[str, ...], dead: str, folded: tuple[int, ...]) -> None:
    setup, trials = razz_setup(*cards, dead=dead, folded=folded), 200_000
    estimates = sampled(setup, trials)
    assert_close(estimates, numbers(razz_methods(setup).exact), trials)
    assert all(estimate.stderr >= 1 / trials for estimate in estimates)


TIGHT = [
    (["[A2]3- K", "[A2]4- Q", "[A3]2- J", "[23]4- T"], "A 2 3 K K"),
    (["4-4-4-", "5-5-5-", "[23][A3]6"], "A 2 3 4 5"),
]


@pytest.mark.parametrize(("cards", "dead"), TIGHT)
def test_drawing_in_turn_and_rejection_have_the_same_distribution(
    cards: list[str], dead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three ways to draw choices: one block, blocks with rejection, blocks in turn with weighted trials."""
    setup, trials = razz_setup(*cards, dead=dead), 200_000
    one_block = deal_table(setup)[0]
    assert len(one_block.starts) == 2
    reference = sampled(setup, trials)
    if len(cards) <= 3:
        assert_close(reference, numbers(razz_methods(setup).exact), trials)
    monkeypatch.setattr("engine.equity.razz.blocks.MAX_SHARES", 0)
    for cost_per_entry, in_turn in ((1e9, False), (0.0, True)):
        monkeypatch.setattr("engine.equity.razz.blocks.NANOSECONDS_PER_ENTRY", cost_per_entry)
        table = deal_table(setup)[0]
        assert (table.in_turn, len(table.starts)) == (in_turn, len(cards) + 1)
        for estimate, other in zip(sampled(setup, trials), reference, strict=True):
            assert abs(estimate.equity - other.equity) <= 4 * np.hypot(estimate.stderr, other.stderr)
            for name, share in other.classes.items():
                assert abs(estimate.classes[name] - share) <= 4.5 * np.sqrt(2 * share / trials) + 5 / trials


@pytest.mark.parametrize("cards", [["8-8-8-"] * 8, ["6-6-6-"] * 8, ["(8-8-8-)"] * 8, ["(3-3-3-)"] * 4])
def test_the_tightest_tables_do_not_stall(cards: list[str]) -> None:
    """Eight seats on the 24 cards from ace to six leave rejection one draw in a hundred million."""
    trials = 4096
    estimates = sampled(razz_setup(*cards), trials)
    for estimate in estimates:
        assert abs(estimate.equity - 1 / len(cards)) <= 4 * estimate.stderr
        assert estimate.stderr < 0.02


@pytest.mark.parametrize("cards", [("A29", "647"), ("(8-8-8)", "A29", "x")])
def test_intervals_cover_the_truth(cards: tuple[str, ...]) -> None:
    """Of 1,000 chunks, the 95% interval of the first seat covers its equity in 93% to 97%."""
    truth = numbers(razz_methods(razz_setup(*cards)).exact)[0].equity
    sampler, trials = RazzSampler(razz_setup(*cards)), 2000
    runs = [sampler.estimates(sampler.compute(chunk, trials), trials)[0] for chunk in range(1000)]
    assert 930 <= sum(abs(run.equity - truth) <= 1.96 * run.stderr for run in runs) <= 970


def test_weighted_intervals_cover_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.equity.razz.blocks.MAX_SHARES", 0)
    monkeypatch.setattr("engine.equity.razz.blocks.NANOSECONDS_PER_ENTRY", 0.0)
    cards, dead = ("[A25]3-4", "[A2]3-5", "[A3]4-6"), "A 2 2 3 4"
    assert deal_table(razz_setup(*cards, dead=dead))[0].in_turn
    truth = numbers(razz_methods(razz_setup(*cards, dead=dead)).exact)[0].equity
    sampler, trials = RazzSampler(razz_setup(*cards, dead=dead)), 2000
    runs = [sampler.estimates(sampler.compute(chunk, trials), trials)[0] for chunk in range(1000)]
    assert 930 <= sum(abs(run.equity - truth) <= 1.96 * run.stderr for run in runs) <= 970


def test_choices_that_decide_nothing() -> None:
    """The winner and the class of both hands are certain, so trials with the same choices have no correlation."""
    first, second = sampled(razz_setup("A2345", "KKQQJ(QK)"), 2_000)
    assert (first.equity, second.equity) == (1.0, 0.0)


def test_exactly_the_requested_trials() -> None:
    sampler = RazzSampler(razz_setup("(8-8-8)", "A29"))
    for trials in (1, 257, 1000):
        tally = sampler.compute(3, trials)
        assert tally[-2] == trials
    assert sampler.chunk_trials >= 1024
    assert sampler.chunk_trials & (sampler.chunk_trials - 1) == 0
