"""Three seats exactly, against brute force on later streets, the other exact method, and known answers."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, COMBOS, card_mask, parse_cards
from engine.equity.holdem.enumeration import EnumerationJob
from engine.equity.holdem.prepare import prepare_holdem
from engine.equity.holdem.setup import HoldemSetup, hands
from engine.equity.holdem.symmetry import suit_group
from engine.equity.holdem.three import KnownJob, ThreeJob
from engine.equity.results import Estimate
from engine.scenario import Scenario, Seat
from tests.engine.tables import numbers
from tests.reference.naive_three import enumerate_three

SEATS = {"aaa": (0, 0, 0), "aab": (0, 0, 1), "aba": (0, 1, 0), "baa": (1, 0, 0), "abc": (0, 1, 2)}
BOARDS = (
    "Js8h7d4c2s", "Js8h8d4c2s", "KhKdKs9c9d",  # no flush
    "Js8s7s4c2d", "9h8h7h6c6d", "AsKsQs2d2c", "2s3s4sAdKc",  # three of a suit: straight flushes and full houses too
    "Js8s7s4s2d", "AdKdQdJd3h", "5c4c3c2c2d",  # four
    "Js8s7s4s2s", "6h5h4h3h2h", "AcKcQcJcTc",  # five
    "8s7s4s2d", "Js8s7s4s", "KhKd7c2s",
)  # fmt: skip


def _cards(text: str) -> tuple[int, ...]:
    return tuple(card for card, _ in parse_cards(text))


def _setup(weights: np.ndarray, board: tuple[int, ...], dead: tuple[int, ...]) -> HoldemSetup:
    known = np.uint64(card_mask([*board, *dead]))
    return HoldemSetup(np.where(COMBO_MASKS & known == 0, weights, 0.0), np.zeros((0, 1326)), board, dead, 1, ())


def _random_ranges(rng: np.random.Generator, seats: str, size: int, near: np.ndarray) -> np.ndarray:
    """Weighted ranges of about ``size`` combos, half of them among few cards, so that they clash."""
    few = np.flatnonzero(np.isin(COMBOS, near).all(axis=1))
    ranges = np.zeros((3, 1326))
    for one in ranges:
        chosen = np.concatenate([rng.choice(1326, size // 2), rng.choice(few, size // 2)])
        one[chosen] = rng.choice([1.0, 0.5, 0.3, 0.07], len(chosen))
    return ranges[list(SEATS[seats])]


def _assert_same(setup: HoldemSetup, found: tuple[Estimate, ...], deals: int) -> None:
    active = len(setup.weights)
    shares, categories, expected_deals = enumerate_three(hands(setup), setup.board, setup.dead, active)
    assert deals == expected_deals
    assert len(found) == active
    for seat, estimate in enumerate(found):
        total = categories[seat].sum()
        assert [estimate.win, *estimate.split] == pytest.approx(shares[seat, :active] / total, abs=1e-12)
        assert list(estimate.classes.values()) == pytest.approx(categories[seat] / total, abs=1e-12)
        assert estimate.equity == pytest.approx((shares[seat] / [1, 2, 3]).sum() / total, abs=1e-12)


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS)
def test_against_brute_force(board: str, seats: str, folded: bool) -> None:
    rng = np.random.default_rng([len(seats), *_cards(board), *SEATS[seats]])
    known = _cards(board)
    left = rng.permutation([c for c in range(52) if c not in known])
    dead = tuple(int(c) for c in left[: rng.integers(0, 4)])
    flush_suit = np.bincount(np.array(known) & 3).argmax()
    suited = [c for c in left if c & 3 == flush_suit]
    near = np.array([*suited[:7], *left[-8:]])
    setup = _setup(_random_ranges(rng, seats, 60 if len(known) == 5 else 24, near), known, dead)
    if folded:
        setup = replace(setup, weights=setup.weights[:2], folded=setup.weights[2:])
    job = ThreeJob(setup, suit_group(setup))
    _assert_same(setup, numbers(job), job.deals())


@pytest.mark.parametrize("seats", ["aaa", "abc"])
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("known_seat", [0, 1, 2])
def test_few_known_combos_against_brute_force(board: str, seats: str, known_seat: int) -> None:
    rng = np.random.default_rng([*_cards(board), known_seat])
    on_board = _cards(board)
    left = rng.permutation([c for c in range(52) if c not in on_board])
    dead = tuple(int(c) for c in left[:2])
    flush_suit = np.bincount(np.array(on_board) & 3).argmax()
    near = np.array([*[c for c in left if c & 3 == flush_suit][:7], *left[-8:]])
    setup = _setup(_random_ranges(rng, seats, 60 if len(on_board) == 5 else 24, near), on_board, dead)
    weights = setup.weights.copy()
    weights[known_seat, np.flatnonzero(weights[known_seat])[3:]] = 0.0
    setup = _setup(weights, on_board, dead)
    job = KnownJob(setup, suit_group(setup))
    _assert_same(setup, numbers(job), job.deals())


@pytest.mark.parametrize("method", [ThreeJob, KnownJob])
def test_a_flop_against_brute_force(method: type[ThreeJob | KnownJob]) -> None:
    rng = np.random.default_rng(11)
    known, dead = _cards("9s8s2d"), _cards("Ah3c")
    setup = _setup(_random_ranges(rng, "abc", 8, np.array(_cards("AsKsQsJhTh9h8h7h"))), known, dead)
    job = method(setup, suit_group(setup))
    _assert_same(setup, numbers(job), job.deals())


@pytest.mark.parametrize(
    ("cards", "board"),
    [
        (("AhKh", "random", "22+,A2s+:0.4"), "7h8h2c"),
        (("22+,A2s+:0.4", "AKs,QQ:0.5", "22+,A2s+:0.4"), "7h8h2c"),
        (("AA", "random", "random"), "7h8d2c4s"),
    ],
)
def test_known_combos_agree_with_the_sweep_over_three_ranges(cards: tuple[str, ...], board: str) -> None:
    seats = tuple(Seat(f"Seat {i}", text) for i, text in enumerate(cards))
    setup = prepare_holdem(Scenario("holdem", seats, board=board))
    group = suit_group(setup)
    assert KnownJob.fits(setup, group)
    for result, expected in zip(numbers(KnownJob(setup, group)), numbers(ThreeJob(setup, group)), strict=True):
        assert [result.win, *result.split] == pytest.approx([expected.win, *expected.split], abs=1e-12)
        assert list(result.classes.values()) == pytest.approx(list(expected.classes.values()), abs=1e-12)


def test_the_known_seat_method_needs_few_combos() -> None:
    seats = tuple(Seat(f"Seat {i}", text) for i, text in enumerate(("random", "22+", "random")))
    one_suit_broken = prepare_holdem(Scenario("holdem", seats, dead="2c"))
    assert KnownJob.fits(one_suit_broken, suit_group(one_suit_broken))
    seats = tuple(Seat(f"Seat {i}", text) for i, text in enumerate(("random", "22+,A2+", "random")))
    all_broken = prepare_holdem(Scenario("holdem", seats, dead="2c3d4h"))
    assert not KnownJob.fits(all_broken, suit_group(all_broken))


@pytest.mark.parametrize(
    ("cards", "board", "dead"),
    [
        (("AA,KK:0.5", "KK,AKs", "QQ,AA:0.25"), "", ""),
        (("AhKd", "QQ:0.5,AKs", "JTs,AQo"), "7h8h", "2c"),
        (("AhKh", "AKs,QQ", "AKs,QQ"), "", "As"),
    ],
)
def test_enumeration_agrees(cards: tuple[str, ...], board: str, dead: str) -> None:
    seats = tuple(Seat(f"Seat {i}", text) for i, text in enumerate(cards))
    setup = prepare_holdem(Scenario("holdem", seats, board=board, dead=dead))
    group = suit_group(setup)
    sweep, enumeration = ThreeJob(setup, group), EnumerationJob(setup, group)
    assert sweep.deals() == enumeration.deals()
    for result, expected in zip(numbers(sweep), numbers(enumeration), strict=True):
        assert [result.win, *result.split] == pytest.approx([expected.win, *expected.split], abs=1e-12)
        assert list(result.classes.values()) == pytest.approx(list(expected.classes.values()), abs=1e-12)


def test_large_multisets_are_divided_into_sections() -> None:
    """Without suit symmetry one rank multiset has up to 1,024 boards: more than a chunk may hold."""
    seats = (Seat("A", "AhKd,7s6s:0.5"), Seat("B", "random"), Seat("C", "random:0.5,!22"))
    setup = prepare_holdem(Scenario("holdem", seats, dead="2c"))
    job = ThreeJob(setup, suit_group(setup))
    assert job.operations / job.chunks < 20e6
    flop = prepare_holdem(Scenario("holdem", seats, board="7h8h2c"))
    whole, cut = (ThreeJob(flop, suit_group(flop), cost) for cost in (12e6, 0.2e6))
    assert cut.chunks > len({part[:2] for part in cut.boards.chunks}) > whole.chunks
    for result, expected in zip(numbers(cut), numbers(whole), strict=True):
        assert result.equity == pytest.approx(expected.equity, abs=1e-13)
