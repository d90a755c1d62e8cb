"""Mixed tables: four seats, folded ranges, particular hands; against deals card by card and the other exact methods."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import COMBO_MASKS, COMBOS, card_mask, card_text
from engine.equity.holdem.branches import card_branches, hand_branches, solve_branch
from engine.equity.holdem.card_sets import card_sets
from engine.equity.holdem.disjoint import countable, disjoint_hands
from engine.equity.holdem.enumeration import EnumerationJob
from engine.equity.holdem.mixed import MixedDetails, MixedJob, mixed_job
from engine.equity.holdem.plan import exact_job
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.sweep import SweepJob
from engine.equity.holdem.symmetry import suit_group
from engine.equity.holdem.three import ThreeJob
from engine.equity.jobs import Cancelled, never_cancelled
from engine.equity.run import solve
from engine.scenario import RunOptions, Scenario, Seat
from tests.engine.tables import numbers
from tests.reference.holdem_setups import assert_equal, cards, prepared, showdowns


def result(job):
    return numbers(job), job.deals()


def assert_same(found, expected):
    assert found[1] == expected[1]
    for one, other in zip(found[0], expected[0], strict=True):
        assert [one.equity, one.win, *one.split] == pytest.approx([other.equity, other.win, *other.split], abs=1e-11)
        assert list(one.classes.values()) == pytest.approx(list(other.classes.values()), abs=1e-11)
        assert (one.made is None) == (other.made is None)
        if one.made is not None:
            assert list(one.made.values()) == pytest.approx(list(other.made.values()), abs=1e-11)


def deck(keep):
    """Return all cards but those of ``keep`` as dead."""
    kept = set(cards(keep))
    return "".join(card_text(card) for card in range(52) if card not in kept)


def ranks(text):
    """Return all cards of these ranks."""
    return "".join(rank + suit for rank in text for suit in "shdc")


SMALL = [  # seats, board, the only other cards there are, folded seats
    (("AA,KK:0.5", "KK,QQ,AKs:0.3", "QQ,AKo", "QQ,KQs,AQs"), "7h8h2c", "AhAsAdKhKsKcQhQsQc7d8d", ()),
    (("A7,87s:0.25", "88,77,A8:0.5", "AA,A8,87"), "7h8h2c", "AhAsAdAc7s7d8s8d5h6h", (2,)),
    (("AA,87:0.25", "88,77,A8:0.5", "AA,A8,87", "A7,77,88:0.1"), "7h8h2c", "AhAsAdAc7s7d8s8d5h6h", (2, 3)),
    (("6h5h", "88,77,A8:0.5", "AA,A8,87", "A7,77,88:0.1"), "7h8h2c", "AhAsAdAc7s7d8s8d5h6h", (3,)),
    (("6h5h", "AhAs", "A8,87,77,88:0.1"), "7h8h2c", "AhAsAdAc7s7d8s8d5h6h", (2,)),
    (("AA,A8,87", "A7,77,88:0.1"), "7h8h2c", "AhAsAdAc7s7d8s8d5h6h", (1,)),
    (("6h5h", "7s7d,6s5s", "A8,87,77:0.5", "AA,88,A7:0.1", "AA,A8"), "7h8h2c9d", "AhAsAdAc7s7d8s8d5h6h5s6s", ()),
    (("5s4s,6h5h:0.5", "7s7d,AA", "A8,87,77:0.5", "AA,88,A7:0.1", "AA,A8,65s"), "7h8h2c9d",
     "AhAsAdAc7s7d8s8d5h6h5s6s4s", (0, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "board", "left", "folded"), SMALL)
def test_against_all_deals_card_by_card(seats, board, left, folded):
    setup = prepared(*seats, board=board, dead=deck(left + board), folded=folded)
    expected = showdowns(setup)
    job = mixed_job(setup, suit_group(setup))
    estimates, deals = result(job)
    assert deals == expected.deals
    assert_equal(estimates, expected)


def random_setup(seed, seats, folded, board, size):
    """Return a table with ranges of about ``size`` combos from few cards, so that they clash often."""
    rng = np.random.default_rng(seed)
    deck = rng.permutation(52)
    known, near = deck[:board], deck[board : board + 6 + 3 * (seats + folded)]
    free = (COMBO_MASKS & np.uint64(card_mask(known.tolist()))) == 0
    few = np.flatnonzero(np.isin(COMBOS, near).all(axis=1) & free)
    weights = np.zeros((seats + folded, len(COMBOS)))
    for row in weights:
        row[rng.choice(few, size)] = rng.choice([1.0, 0.5, 0.3, 0.07], size)
    return HoldemSetup(weights[:seats], weights[seats:], tuple(known.tolist()), tuple(deck[30:39].tolist()), 1, ())


@pytest.mark.parametrize("seed", range(12))
def test_any_choice_of_known_hands_agrees_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    seats, folded = int(rng.integers(1, 5)), int(rng.integers(0, 3))
    setup = random_setup(seed, seats, folded, int(rng.choice([3, 4, 5])), int(rng.integers(3, 12)))
    group, hands = suit_group(setup), seats + folded
    expected = result(EnumerationJob(setup, group))
    fewest = max(hands - 4, 0)
    for known in {tuple(range(fewest)), tuple(range(hands - fewest, hands)), tuple(range(min(fewest + 1, hands - 1)))}:
        assert_same(result(MixedJob(setup, group, known)), expected)


def test_no_method_where_every_choice_leaves_too_many_tuples():
    setup = prepared(*["random"] * 6, board="7h 8h 2c")
    assert mixed_job(setup, suit_group(setup)) is None


def test_folded_ranges_are_exact_on_the_flop():
    """One of them is swept with two seats as a third hand that wins nothing."""
    seats = ("22+,A2s+", "22+", "random, !(15%)", "22+,A2s+")
    for count, method in ((3, ThreeJob), (4, MixedJob)):
        setup = prepared(*seats[:count], board="7h 8h 2c", folded=range(2, count))
        assert isinstance(exact_job(setup, suit_group(setup)), method)


@pytest.mark.parametrize("board", ["7h8d2c4s", "KhQhJh9h2c", "7h8h2h4h"])
@pytest.mark.parametrize(("method", "hands", "folded"), [(ThreeJob, 3, ()), (ThreeJob, 3, (2,)), (SweepJob, 2, ())])
def test_the_other_sweeps_agree(method, hands, folded, board):
    seats = ("random:0.5,AA", "22+,A2s+:0.4,KTo+", "55+,A5s+,JTs:0.2")[:hands]
    setup = prepared(*seats, board=board, dead="3d", folded=folded)
    group = suit_group(setup)
    assert_same(result(MixedJob(setup, group, ())), result(method(setup, group)))


def test_four_wide_ranges_on_a_flop():
    setup = prepared(*["random"] * 4, board="7h8h2c")
    job = exact_job(setup, suit_group(setup))
    assert isinstance(job, MixedJob)
    estimates, deals = result(job)
    assert deals == 1176 * 1081 * 990 * 903 * 820
    for estimate in estimates:
        assert estimate.equity == pytest.approx(0.25, abs=1e-13)
        assert sum(estimate.classes.values()) == pytest.approx(1.0, abs=1e-13)
        shared = sum(p * k / (k + 1) for k, p in enumerate(estimate.split, 1))
        assert estimate.win + sum(estimate.split) - shared == pytest.approx(0.25, abs=1e-13)


def test_a_range_that_folds_moves_the_equity():
    """Against a folded hand that surely had an ace, aces are fewer."""
    alone = prepared("AhKd", "QQ", board="7h8h2c")
    folded = prepared("AhKd", "QQ", "Ax", board="7h8h2c", folded=(2,))
    base, _ = result(exact_job(alone, suit_group(alone)))
    values, _ = result(MixedJob(folded, suit_group(folded), (0,)))
    assert values[0].equity < base[0].equity - 0.02
    assert_same(result(MixedJob(folded, suit_group(folded), (0,))), result(EnumerationJob(folded, suit_group(folded))))


def test_symmetry_of_suits_is_that_of_folded_ranges_too():
    dead = ranks("456789T")
    setup = prepared("AA", "KK", "22", dead=dead, folded=(2,))
    broken = prepared("AA", "KK", "22,AhKh", dead=dead, folded=(2,))
    assert suit_group(setup).order == 24
    assert suit_group(broken).order == 6
    job, enumeration = MixedJob(broken, suit_group(broken), (0, 1)), EnumerationJob(broken, suit_group(broken))
    assert_same(result(job), result(enumeration))


def test_disjoint_hands_are_counted():
    rng = np.random.default_rng(8)
    marked = np.zeros((4, 1326), bool)
    few = np.flatnonzero(np.isin(COMBOS, rng.choice(52, 11, replace=False)).all(axis=1))
    for hand in marked:
        hand[rng.choice(few, 16, replace=False)] = True
    masks = [COMBO_MASKS[hand].tolist() for hand in marked]
    pairs = [one | other for one in masks[2] for other in masks[3] if not one & other]
    triples = [one | other for one in masks[1] for other in pairs if not one & other]
    assert disjoint_hands(marked[0]) == 16
    assert disjoint_hands(*marked[2:]) == len(pairs)
    assert disjoint_hands(*marked[1:]) == len(triples)
    assert disjoint_hands(*marked) == sum(not one & other for one in masks[0] for other in triples)
    assert disjoint_hands(*np.ones((4, 1326), bool)) == 1326 * 1225 * 1128 * 1035


def test_tables_that_rounding_would_spoil_are_not_swept():
    """All likely hands are the same two aces: what is left has a trillionth of the weight of all tuples."""
    seats = [f"AhAd, {text}:0.0000000000000001" for text in ("KK", "QQ", "JJ", "TT")]
    setup = prepared(*seats, board="7h8h2c")
    assert not countable(setup.weights)
    assert mixed_job(setup, suit_group(setup)) is None
    job = exact_job(setup, suit_group(setup))
    assert isinstance(job, EnumerationJob)
    assert countable(prepared("random", "random", "random", "random").weights)


def test_chunks_are_short_and_check_whether_they_are_cancelled():
    setup = prepared("22+,A2s+", "55+,ATo+", "TT+", "random", dead="AhKs")
    job = mixed_job(setup, suit_group(setup))
    assert job.operations / job.chunks < 12e6
    calls = []

    def stop():
        calls.append(1)
        if len(calls) > 3:
            raise Cancelled

    many = mixed_job(prepared("QQ+", "99-77", *["random"] * 4, board="7d8h2c"), suit_group(setup), stop)
    assert len(many.known) == 2
    with pytest.raises(Cancelled):
        _ = many.chunks


DETAILED = [
    (("AA,KQs:0.5", "QQ,JTs:0.5", "AKs,98s", "77,55"), "7h8h2cTd", ()),
    (("AhKh", "QQ,JTs:0.5", "AKs,98s", "77,55"), "7h8h2cTd", (3,)),
    (("AA,KQs:0.5", "QQ,JTs:0.5", "AKs,T9s"), "7h8h2c", (1,)),
    (("AA,KQs:0.5", "QQ,AhJh:0.5", "AKs,T9s"), "7h8d2c", ()),
]


@pytest.mark.parametrize("known", [(), (0,)])
@pytest.mark.parametrize(("seats", "board", "folded"), DETAILED)
def test_one_sweep_tells_the_same_details_as_the_branches(seats, board, folded, known):
    setup = prepared(*seats, board=board, folded=folded)
    group = suit_group(setup)
    sweep = MixedDetails(MixedJob(setup, group, known), group, never_cancelled)
    shares, equities = sweep.matrix([part() for part in sweep.matrix_parts()])
    for seat in range(len(setup.weights)):
        branch_of, branches = hand_branches(setup, seat)
        solved = [solve_branch(branch, never_cancelled) for branch in branches]
        weights = np.array([s.weight / b.size for s, b in zip(solved, branches, strict=True)])
        held = branch_of >= 0
        expected = weights[branch_of[held]] / weights[branch_of[held]].sum()
        np.testing.assert_allclose(shares[seat, held], expected, atol=1e-12)
        assert not shares[seat, ~held].any()
        own = np.array([s.equity[seat] for s in solved])[branch_of[held]]
        np.testing.assert_allclose(equities[seat, held], np.where(expected > 0, own, 0.0), atol=1e-11)
    weights, equities = sweep.cards([part() for part in sweep.card_parts()])
    sets = card_sets(setup, 1, never_cancelled)
    next_cards, branch_of, branches = sets.cards, sets.orbit_of, card_branches(setup, sets)
    solved = [solve_branch(branch, never_cancelled) for branch in branches]
    expected = np.array([s.weight / b.size for s, b in zip(solved, branches, strict=True)])[branch_of]
    np.testing.assert_allclose(weights[next_cards[:, 0]] / weights.sum(), expected / expected.sum(), atol=1e-12)
    own = np.array([s.equity for s in solved])[branch_of]
    np.testing.assert_allclose(equities[next_cards[:, 0]], own, atol=1e-11)


def test_flops_of_three_seats_add_up():
    setup = prepared("AA,AhKh:0.5", "KK,QQ", "QQ,JJ", dead="2c" + ranks("3456789"))
    group = suit_group(setup)
    sweep = MixedDetails(MixedJob(setup, group, (0,)), group, never_cancelled)
    sets = card_sets(setup, 3, never_cancelled)
    weights, equities = sweep.flops([part() for part in sweep.flop_parts(sets)])
    expected, _ = result(EnumerationJob(setup, group))
    mean = weights @ equities / weights.sum()
    assert mean == pytest.approx([estimate.equity for estimate in expected], abs=1e-12)
    branches = card_branches(setup, sets)
    for number in range(0, len(branches), 40):
        alone = replace(branches[number], size=1)
        solved = solve_branch(alone, never_cancelled)
        assert equities[number] == pytest.approx(solved.equity, abs=1e-12)


def test_details_of_four_ranges_are_exact():
    seats = tuple(Seat(f"P{i}", text) for i, text in enumerate(("22+", "A2s+", "KQs,JTs", "55-88")))
    run = RunOptions(detail=("matrix", "next_card"))
    values = solve(Scenario("holdem", seats, "7h8h2cTd", run=run))
    assert values.method == "exact"
    assert all(row["stderr"] == [0.0] * 4 for row in values.details["next_card"].to_json())
    for seat, row in zip(values.active, values.details["matrix"].to_json(), strict=True):
        assert all(cell["stderr"] == 0.0 for cell in row["combos"].values())
        mean = sum(cell["share"] * cell["equity"] for cell in row["combos"].values())
        assert mean == pytest.approx(seat.estimate.equity, abs=1e-12)
