"""Mixed tables, four ranges and folded ones among them: against all deals, and against the listing of tuples."""

from itertools import product

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, COMBOS, card_mask
from engine.holdem.disjoint import disjoint_hands
from engine.holdem.enumeration import EnumerationJob
from engine.holdem.mixed import MixedJob, mixed_job
from engine.holdem.plan import exact_job
from engine.holdem.setup import HoldemSetup
from engine.holdem.symmetry import suit_group
from engine.jobs import Cancelled
from tests.engine.tables import numbers
from tests.reference.holdem_setups import assert_equal, prepared, showdowns

WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"


def mixed(setup: HoldemSetup, *known: int) -> MixedJob:
    return MixedJob(setup, suit_group(setup), known)


def random_setup(seed: int, seats: int, folded: int, board: int, size: int) -> HoldemSetup:
    """A table with ranges of about ``size`` combos from few cards, so that they clash often."""
    rng = np.random.default_rng(seed)
    deck = rng.permutation(52)
    known, near = deck[:board], deck[board : board + 6 + 3 * (seats + folded)]
    free = (COMBO_MASKS & np.uint64(card_mask(known.tolist()))) == 0
    few = np.flatnonzero(np.isin(COMBOS, near).all(axis=1) & free)
    weights = np.zeros((seats + folded, len(COMBOS)))
    for row in weights:
        row[rng.choice(few, size)] = rng.choice([1.0, 0.5, 0.3, 0.07], size)
    return HoldemSetup(weights[:seats], weights[seats:], tuple(known.tolist()), tuple(deck[30:39].tolist()), 1, ())


@pytest.mark.parametrize(("seats", "folded"), [(4, 0), (3, 1), (2, 2), (2, 1), (1, 2), (3, 0)])
@pytest.mark.parametrize("board", [4, 5])
def test_all_deals_one_by_one(seats, folded, board):
    setup = random_setup(10 * seats + folded, seats, folded, board, 4)
    expected = showdowns(setup)
    job = mixed(setup)
    assert_equal(numbers(job), expected)
    assert job.deals() == expected.deals


@pytest.mark.parametrize("seed", range(12))
def test_other_exact_method_and_any_choice_of_known_hands(seed):
    rng = np.random.default_rng(seed)
    seats, folded = int(rng.integers(1, 5)), int(rng.integers(0, 3))
    setup = random_setup(seed, seats, folded, int(rng.choice([3, 4, 5])), int(rng.integers(3, 12)))
    other = EnumerationJob(setup, suit_group(setup))
    expected, hands = numbers(other), seats + folded
    fewest = max(hands - 4, 0)
    for known in {tuple(range(fewest)), tuple(range(hands - fewest, hands)), tuple(range(min(fewest + 1, hands - 1)))}:
        job = mixed(setup, *known)
        assert job.deals() == other.deals()
        for one, same in zip(numbers(job), expected, strict=True):
            assert one.equity == pytest.approx(same.equity, abs=1e-12)
            np.testing.assert_allclose([one.win, *one.split], [same.win, *same.split], atol=1e-12)
            np.testing.assert_allclose([*one.classes.values()], [*same.classes.values()], atol=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_disjoint_hands_by_listing_them(count):
    rng = np.random.default_rng(count)
    few = np.flatnonzero(np.isin(COMBOS, rng.choice(52, 9, replace=False)).all(axis=1))
    marked = np.zeros((count, len(COMBOS)), bool)
    for row in marked:
        row[rng.choice(few, 12)] = True
    lists = [COMBO_MASKS[np.flatnonzero(row)].tolist() for row in marked]
    expected = sum(all(a & b == 0 for i, a in enumerate(hands) for b in hands[:i]) for hands in product(*lists))
    assert disjoint_hands(*marked) == expected


def test_four_equal_ranges_share_alike():
    setup = prepared(WIDE, WIDE, WIDE, WIDE, board="7h 8h 2c 9s")
    found = numbers(mixed(setup))
    assert [seat.equity for seat in found] == pytest.approx([0.25] * 4, abs=1e-12)
    assert sum(seat.win for seat in found) < 1.0


def test_four_seats_and_folded_ranges_are_exact_on_the_flop():
    for setup in (
        prepared(WIDE, WIDE, "22+", "random", board="7h 8h 2c"),
        prepared(WIDE, "22+", "random, !(15%)", board="7h 8h 2c", folded=(2,)),
    ):
        assert isinstance(exact_job(setup, suit_group(setup)), MixedJob)


def test_no_method_where_every_choice_leaves_too_many_tuples():
    setup = prepared(*["random"] * 6, board="7h 8h 2c")
    assert mixed_job(setup, suit_group(setup)) is None


def test_a_long_list_of_known_hands_can_be_given_up():
    setup = prepared("AA", "KK", "QQ", "22+", WIDE, WIDE, board="7h 8h 2c")

    def stop() -> None:
        raise Cancelled

    job = MixedJob(setup, suit_group(setup), (0, 1, 2), stop)
    with pytest.raises(Cancelled):
        _ = job.chunks
