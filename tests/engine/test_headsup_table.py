"""The shipped table of heads-up matchups, and the answers that are looked up in it."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, COMBOS, combo_index, parse_cards
from engine.equity.holdem.enumeration import EnumerationJob
from engine.equity.holdem.headsup import (
    BOARDS,
    CLASSES,
    NO_PAIR,
    HeadsUpJob,
    enumerate_matchup,
    find_matchups,
    headsup_table,
    matchup_classes,
)
from engine.equity.holdem.setup import HoldemSetup, two_before_flop
from engine.equity.holdem.sweep import SweepJob
from engine.equity.holdem.symmetry import combo_maps, suit_group
from engine.equity.results import Estimate
from engine.kernels.holdem.headsup import add_matchups
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from tests.engine.tables import total
from tests.reference.holdem_setups import prepared

CASES = json.loads((Path(__file__).parents[1] / "data" / "holdem.json").read_text(encoding="utf-8"))


def _solve(setup: HoldemSetup) -> tuple[tuple[Estimate, ...], int]:
    job = HeadsUpJob(setup)
    return job.estimates(total(job)), job.deals()


def test_classes_are_all_pairs_once() -> None:
    table = headsup_table()
    assert len(table.hands) == CLASSES
    assert np.array_equal(table.hands, matchup_classes())
    pairs = table.sizes * np.where(table.mirrored, 1, 2)
    assert pairs.sum() == 1326 * 1225
    first, second = COMBO_MASKS[table.hands.T]
    assert not (first & second).any()


def test_counts_add_up_to_the_boards() -> None:
    table = headsup_table()
    assert (table.categories.sum(axis=2) == BOARDS).all()
    assert (table.win + table.tie <= BOARDS).all()
    mirrored = table.mirrored
    assert (2 * table.win[mirrored] + table.tie[mirrored] == BOARDS).all()


def test_some_matchups_are_enumerated_again() -> None:
    table = headsup_table()
    for at in np.random.default_rng(7).choice(CLASSES, 150, replace=False):
        shares, categories = enumerate_matchup(table.hands[at])
        assert (table.win[at], table.tie[at]) == tuple(shares[0])
        assert np.array_equal(table.categories[at], categories)


def test_a_matchup_is_evaluated_board_by_board() -> None:
    """Against the evaluator alone: every board, seven cards at a time."""
    hands = [parse_cards("Ts8s"), parse_cards("9h9s")]
    combos = [combo_index(*(card for card, _ in cards)) for cards in hands]
    left = [c for c in range(52) if c not in {card for cards in hands for card, _ in cards}]
    picks = np.array(np.meshgrid(left, left, indexing="ij"), dtype=np.int8).reshape(2, -1).T
    picks = picks[picks[:, 0] < picks[:, 1]]
    wins, ties, made = 0, 0, np.zeros((2, 9), np.int64)
    triples = [(a, b, c) for a in left for b in left if b > a for c in left if c > b]
    for triple in triples:
        rest = picks[picks[:, 0] > triple[2]]
        values = []
        for combo in combos:
            fixed = np.tile(np.array([*COMBOS[combo], *triple], np.int8), (len(rest), 1))
            result = np.zeros(len(rest), np.uint16)
            evaluate_hands(np.hstack([fixed, rest]), high_tables(), result)
            values.append(result)
        wins += int((values[0] > values[1]).sum())
        ties += int((values[0] == values[1]).sum())
        made += np.array([np.bincount(result >> 12, minlength=9) for result in values])
    seats, deals = _solve(prepared("Ts8s", "9h9s"))
    assert deals == BOARDS == made[0].sum()
    assert seats[0].win * BOARDS == pytest.approx(wins, abs=1e-6)
    assert seats[1].split[0] * BOARDS == pytest.approx(ties, abs=1e-6)
    for seat, counts in zip(seats, made, strict=True):
        assert np.array(list(seat.classes.values())) * BOARDS == pytest.approx(counts, abs=1e-6)


@pytest.mark.parametrize("hand", sorted(CASES["class_v_random"]["hands"]))
def test_class_against_random(hand: str) -> None:
    expect = CASES["class_v_random"]["hands"][hand]
    cards = {2: f"{hand[0]}h{hand[1]}d", 3: f"{hand[0]}h{hand[1]}{'h' if hand[2:] == 's' else 'd'}"}[len(hand)]
    setup = prepared(cards, "random")
    sums = total(HeadsUpJob(setup))
    assert tuple(sums[:2]) == (expect["win"], expect["tie"])
    assert sums[2:11].sum() == expect["win"] + expect["lose"] + expect["tie"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("22+, A2s+, KTo+:0.3", "QQ+, AKs, 76s:0.25, T9o:0.9"),
        ("AhAd, KsQs:0.4, 7h6h:0.7", "AhKh, QQ:0.5, 9s8d, A5s"),
        ("AhKd:0.5, AhQd", "KQs, 99-77:0.3, 8s7d"),
        ("8s8h, 8h8d:0.5", "8d8c, 8s8c:0.3, 9s9h"),
    ],
)
def test_ranges_agree_with_another_method(first: str, second: str) -> None:
    setup = prepared(first, second)
    group = suit_group(setup)
    other = min((EnumerationJob(setup, group), SweepJob(setup, group)), key=lambda job: job.operations)
    values, deals = _solve(setup)
    assert deals == other.deals()
    for seat, expected in zip(values, other.estimates(total(other)), strict=True):
        assert [seat.win, *seat.split] == pytest.approx([expected.win, *expected.split], abs=1e-12)
        assert list(seat.classes.values()) == pytest.approx(list(expected.classes.values()), abs=1e-12)


def test_pairs_and_classes_agree() -> None:
    setup = prepared("AhKh, 7s6s:0.5, 22, QdJc:0.1", "AA, KdKc:0.3, T9s, 7h7d, 2h2d:0.7")
    by_classes = np.zeros(20)
    add_matchups(0, CLASSES, headsup_table(), float(BOARDS), combo_maps(), setup.weights, by_classes)
    assert total(HeadsUpJob(setup)) == pytest.approx(by_classes, rel=1e-12)


def test_every_pair_belongs_to_its_class() -> None:
    """From either side, moved by any permutation of suits."""
    table, maps = headsup_table(), combo_maps()
    every = np.arange(len(COMBOS))
    matchups = find_matchups(every, every)
    assert np.array_equal(matchups == NO_PAIR, (COMBO_MASKS[:, None] & COMBO_MASKS) != 0)
    first, second = table.hands.T
    for moved in maps:
        assert (matchups[moved[first], moved[second]] == 2 * np.arange(CLASSES)).all()
        sides = matchups[moved[second], moved[first]]
        assert (sides >> 1 == np.arange(CLASSES)).all()
        assert (sides & 1 == ~table.mirrored).all()


def test_where_the_table_answers() -> None:
    assert two_before_flop(prepared("AA", "random"))
    assert not two_before_flop(prepared("AA", "random", "random"))
    assert not two_before_flop(prepared("AA", "random", dead="2c"))
