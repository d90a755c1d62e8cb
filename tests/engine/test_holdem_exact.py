"""Exact hold'em: every method of the plan against literal deals, against each other, and known answers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import COMBOS, combo_text
from engine.equity.holdem.enumeration import DealtJob, EnumerationJob
from engine.equity.holdem.headsup import HeadsUpJob
from engine.equity.holdem.plan import METHODS, holdem_methods
from engine.equity.holdem.sweep import SweepJob
from engine.equity.holdem.symmetry import suit_group
from engine.equity.holdem.three import KnownJob, ThreeJob
from engine.equity.jobs import never_cancelled
from engine.kernels.holdem import enumerate
from tests.engine.tables import numbers
from tests.reference.holdem_setups import assert_equal, prepared, showdowns, with_weights
from tests.reference.naive_holdem import CATEGORIES, best_hand

WIDE = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"


def both(setup):
    group = suit_group(setup)
    return EnumerationJob(setup, group), SweepJob(setup, group)


ROWS = [method for alternatives in METHODS for method in alternatives]


def every_job(setup):
    """Yield the job of every method that fits a setup."""
    group = suit_group(setup)
    yield EnumerationJob(setup, group)
    if setup.dealt:
        yield DealtJob(setup)
    yield from (job for row in ROWS if (job := row.make(setup, group, never_cancelled)) is not None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.table)
def test_the_small_table_of_a_method_is_computed_by_it(row):
    cards, _, board = row.table.partition(" | ")
    setup = prepared(*cards.split(" v "), board=board)
    job = row.make(setup, suit_group(setup), never_cancelled)
    assert job is not None
    assert type(holdem_methods(setup).exact) is type(job)


TABLES = [
    (("AhAd, KsKh:0.25", "QQ, AsKs:0.5"), "7h8h2c9s", "", ()),
    (("AhAd", "KhKd"), "7h8h2h9h", "2s 3s", ()),
    (("AsKs, 7s6s", "AA, 9s9h"), "2s8sTs", "4h 4d 4c", ()),
    (("77, 65s", "98o:0.3, 88"), "7h8d2c6h", "Ts", ()),
    (("AKs, 22", "QQ"), "Ts9s8s7s", "", ()),
    (("AhKh", "2c2d"), "QhJhTh3h4h", "", ()),
    (("KK, A5o", "AhQh:0.125, 76s"), "2h3h4h5h6h", "", ()),
    (("AA, AKs", "AA, AKs"), "AhKd5d5c", "", ()),
    (("AhAd", "KhKd", "7s6s"), "7h8h2c9s", "", ()),
    (("AA, KK:0.5", "KK, QQ", "QQ, AA:0.25"), "AhQd2c2s", "", ()),
    (("2h2d", "3h3d", "4h4d", "5h5d", "6h6d"), "AsKsQsJs", "", ()),
    (("AhKh", "AdKd", "AcKc", "2s2c"), "QsJsTs", "3s", ()),
    (("AK", "KK", "QQ, AA"), "2h2d9sTs", "", (2,)),
    (("99, ThJh", "AA:0.5, 72o", "88, 7h7d"), "9h8h2c3d", "Ac", (1,)),
    (("AA, 65s",), "7h8h2c9s", "", ()),
]


@pytest.mark.parametrize(("seats", "board", "dead", "folded"), TABLES)
def test_every_method_against_literal_deals(seats, board, dead, folded):
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    expected = showdowns(setup)
    for job in every_job(setup):
        assert_equal(numbers(job), expected)
        assert job.deals() == expected.deals


@pytest.mark.parametrize("sorted_tuples", [0, 100_000])
def test_tuples_that_differ_by_suits_share_their_boards(sorted_tuples, monkeypatch):
    monkeypatch.setattr("engine.equity.holdem.enumeration.MAX_SORTED_TUPLES", sorted_tuples)
    seats = ("AKs:0.5, 99, AhQh", "JJ, KQs:0.3, KQo, 99", "T9s, 87o:0.25")
    setup = prepared(*seats, board="Th8h2c9s", dead="Qs", folded=(2,))
    job = EnumerationJob(setup, suit_group(setup))
    assert_equal(numbers(job), showdowns(setup))


combos = st.integers(0, 1325).map(combo_text)
ranges = st.dictionaries(combos, st.sampled_from([1.0, 0.5, 0.3]), min_size=1, max_size=4)


@settings(max_examples=40, deadline=None)
@given(st.lists(ranges, min_size=1, max_size=3), st.permutations(range(52)).map(lambda deck: deck[:5]))
def test_any_small_setup_against_literal_deals(texts, known):
    board, dead = tuple(known[:4]), tuple(known[4:])
    setup = with_weights(*texts)
    touched = np.isin(COMBOS, known).any(axis=1)
    setup.weights[:, touched] = 0.0
    setup = type(setup)(setup.weights, setup.folded, board, dead, 1)
    expected = _possible(setup)
    if expected is None:
        return
    assert_equal(numbers(EnumerationJob(setup, suit_group(setup))), expected)
    if len(texts) == 2:
        assert_equal(numbers(SweepJob(setup, suit_group(setup))), expected)


def _possible(setup):
    try:
        return showdowns(setup)
    except ZeroDivisionError:
        return None


AGREE = [
    (("QQ+, AKs:0.5", "TT+, A5s:0.3"), "", "", 1),
    (("76s, AhKd", "98s, 22"), "", "2h 3d", 1),
    (("AKo, 54s", "random"), "7h8h2c", "", 1),
    (("random", "33"), "2c3c8h", "6h", 1),
    (("99-66, AQs:0.1", "random"), "Ah Kh Qh", "", 1),
]


@pytest.mark.parametrize(("seats", "board", "dead", "_"), AGREE)
def test_both_methods_agree(seats, board, dead, _):
    enumeration, sweep = both(prepared(*seats, board=board, dead=dead))
    for one, other in zip(numbers(enumeration), numbers(sweep), strict=True):
        assert one.equity == pytest.approx(other.equity, abs=1e-12)
        assert (one.win, *one.split) == pytest.approx((other.win, *other.split), abs=1e-12)
        assert list(one.classes.values()) == pytest.approx(list(other.classes.values()), abs=1e-12)
    assert enumeration.deals() == sweep.deals()


KNOWN = [
    (("AhAd", "KhKd"), "", [1410336, 292660, 9308], 1712304),
    (("AA", "KK"), "", None, 61642944),
    ((WIDE, "random"), "7h8h2c", None, 267547500),
    (("random", "random"), "7h8h2c9sKd", None, 1070190),
]


@pytest.mark.parametrize(("seats", "board", "counts", "deals"), KNOWN)
def test_known_numbers_of_deals(seats, board, counts, deals):
    for job in both(prepared(*seats, board=board)):
        assert job.deals() == deals
        if counts:
            seat = numbers(job)[0]
            assert [seat.win * deals, seat.lose * deals, seat.split[0] * deals] == pytest.approx(counts, abs=1e-6)


def test_final_hand_of_any_two_cards_is_that_of_seven_cards():
    setup = prepared("random")
    job = holdem_methods(setup).exact
    counts = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584]
    estimate = numbers(job)[0]
    assert job.deals() == 133_784_560 * 21
    assert list(estimate.classes.values()) == pytest.approx([c / 133_784_560 for c in counts], abs=1e-12)
    assert (estimate.equity, estimate.win, estimate.split, estimate.lose) == (1.0, 1.0, (), 0.0)
    assert estimate.made is None


@pytest.mark.parametrize("board", ["AhKd2c", "AhKd2c2d", "AhKd2c2d5h", "KhThJh"])
def test_made_hands_of_a_range_on_the_board(board):
    setup = prepared("AA, KK, AQo:0.5, QhJh", board=board)
    expected = dict.fromkeys(CATEGORIES, 0.0)
    for index in np.flatnonzero(setup.weights[0]):
        hand = best_hand(frozenset(setup.board) | {int(card) for card in COMBOS[index]})
        expected[CATEGORIES[hand[0]]] += setup.weights[0, index] / setup.weights[0].sum()
    assert numbers(holdem_methods(setup).exact)[0].made == pytest.approx(expected, abs=1e-12)


def test_made_hands_are_only_computed_for_one_seat_with_a_board():
    for setup in (prepared("AA"), prepared("AA", "KK", board="2c3c4c")):
        assert all(estimate.made is None for estimate in numbers(holdem_methods(setup).exact))


def test_the_cheaper_method_is_chosen():
    assert isinstance(holdem_methods(prepared("AhAd", "KhKd", dead="2c")).exact, DealtJob)
    assert isinstance(holdem_methods(prepared("AA", "KhKd", dead="2c")).exact, EnumerationJob)
    assert isinstance(holdem_methods(prepared("AA", "KK")).exact, HeadsUpJob)
    assert isinstance(holdem_methods(prepared("random", "random")).exact, HeadsUpJob)
    assert isinstance(holdem_methods(prepared("random", "random", dead="Ah")).exact, SweepJob)
    assert isinstance(holdem_methods(prepared(WIDE, WIDE, WIDE)).exact, ThreeJob)
    assert isinstance(holdem_methods(prepared("AhKh", "random", "random", board="7h8h2c")).exact, KnownJob)
    assert isinstance(holdem_methods(prepared(WIDE, "random", board="7h8h2c")).exact, SweepJob)
    assert holdem_methods(prepared(*["random"] * 6)).exact is None


@pytest.mark.parametrize(
    ("seats", "board", "dead", "folded"),
    [
        (("7c7d", "AsKh", "QhJh", "Tc9c"), "2h5s8d3c", "", ()),
        (("7c7d:0.25", "AsKh", "QhJh:0.0003"), "2h5s8d", "Ac", (1,)),
        (("7c7d:0.25",), "2h5s8d", "Ac", ()),
        (("Ah2h", "Ad2d", "As2s"), "3c4c5c6h7d", "", ()),
    ],
)
def test_known_hands_have_the_numbers_of_literal_deals(seats, board, dead, folded):
    setup = prepared(*seats, board=board, dead=dead, folded=folded)
    job, listed = holdem_methods(setup).exact, EnumerationJob(setup, suit_group(setup))
    assert isinstance(job, DealtJob)
    assert_equal(numbers(job), showdowns(setup))
    assert [estimate.made for estimate in numbers(job)] == [estimate.made for estimate in numbers(listed)]
    assert (job.deals(), job.operations) == (listed.deals(), pytest.approx(listed.operations))
    assert job.weight(job.compute(0)) == pytest.approx(listed.weight(listed.compute(0)))


@pytest.mark.parametrize("seats", [("random", "random"), (WIDE, "QQ+"), ("AhAd", "KhKd"), ("AA", "KK", "QQ")])
def test_chunks_do_not_depend_on_the_order_they_are_computed_in(seats):
    setup = prepared(*seats, board="7h8h2c")
    job = holdem_methods(setup).exact
    forward = [job.compute(chunk) for chunk in range(job.chunks)]
    backward = [job.compute(chunk) for chunk in reversed(range(job.chunks))][::-1]
    assert all(np.array_equal(a, b) for a, b in zip(forward, backward, strict=True))


@pytest.mark.parametrize(
    ("seats", "board", "dead"),
    [
        (("77, 55", "AKo", "QJs", "T9s"), "", "As"),
        (("77", "AKo, A5s", "QJs", "T9s"), "8h6h2h", ""),
        (("88, 76s", "AKs", "QQ"), "7h8h2cQd", "3h"),
    ],
)
def test_boards_with_flushes_agree_bit_for_bit_alone_and_shared(seats, board, dead, monkeypatch):
    setup = prepared(*seats, board=board, dead=dead)

    def tally():
        job = EnumerationJob(setup, suit_group(setup))
        return sum(job.compute(chunk) for chunk in range(job.chunks))

    together = tally()
    monkeypatch.setattr(enumerate, "MAX_PATTERNS", 1)
    assert tally().tolist() == together.tolist()
