"""Exact razz: against literal deals, against itself by another method, and the known answers with a story."""

from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from math import comb, perm, prod

import numpy as np
import pytest

from engine.cards import RAZZ_RANKS
from engine.equity.details.lows import low_texts
from engine.equity.jobs import Cancelled
from engine.equity.razz.automaton import (
    Automaton,
    choice_automaton,
    ending_weights,
    product_automaton,
    propagate,
    seat_automaton,
    weighted_by_ways,
)
from engine.equity.razz.contest import Contest, tabulated_contest
from engine.equity.razz.joint_automaton import FinalDistributions
from engine.equity.razz.lows import FINALS, evaluate, low_tables
from engine.equity.razz.plan import razz_methods
from engine.equity.razz.race import RaceJob
from engine.equity.razz.sampled import RazzSampler, control_table
from engine.equity.razz.setup import RazzSetup
from engine.equity.razz.tuples import TupleJob
from engine.equity.results import Estimate
from engine.games import GAMES
from engine.kernels.razz.contest import PAIRED, RACE
from engine.kernels.razz.low import CLASSES, HANDS, UNPAIRED_HANDS
from engine.kernels.tables import multisets
from tests.engine.tables import flat, numbers, razz_setup, total
from tests.reference.naive_razz import best_low, deals, describe_low

low = cache(best_low)


def solve(*cards: str, dead: str = "", folded: tuple[int, ...] = ()) -> tuple[Estimate, ...]:
    return numbers(razz_methods(razz_setup(*cards, dead=dead, folded=folded)).exact)


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("(8-8-)8 345", "(8-8-)8 345"),
        ("(8-8-)8 345, !(3-3-)8 345", "(8-[4-8])8 345"),
        ("!(3-3-)8 345, (8-8-)8 345@50, !((3-)3-8345, 99)", "(8-[4-8])8 345"),
        ("random, !A", "[2-K][2-K]"),
    ],
)
def test_items_of_weight_zero_are_as_if_not_written(text: str, plainly: str) -> None:
    dead = "KKKKQQQQJJJJ"
    assert solve(text, "A7 6 2 T 9", dead=dead) == solve(plainly, "A7 6 2 T 9", dead=dead)


SMALL_TABLES = [
    (("A2 3 8 9 K", "45 6 7 K"), "A A 2 K K Q Q Q Q J J J J", ()),
    (("[A2]3 5678", "A2 9TJK"), "", ()),
    (("(5-5-)6789", "A[2K]TJQ3"), "A A", ()),
    (("A2 3 8 9 9", "AA 2 2 3 3", "TTJJQK"), "4 4 5 5 6 6 7 7 8 8 K K Q", ()),
    (("A2 3 8 9 J", "45 6 7 8 K", "[A23][A3]"), "A A K", (2,)),
    (("(3-3-)4477", "A34889", "5566TTK"), "8 9 9 9 T J J J Q Q Q K K", ()),
    (("KKK22[23]", "QQQ33[2A]"), "J J J J T T T T", ()),
]


@pytest.mark.parametrize(("cards", "dead", "folded"), SMALL_TABLES)
def test_literal_deals_agree(cards: tuple[str, ...], dead: str, folded: tuple[int, ...]) -> None:
    """Every suited deal one by one: who wins, with what, and how many deals there are."""
    setup = razz_setup(*cards, dead=dead, folded=folded)
    seats = [*setup.active, *setup.folded]
    known = [[rank for rank in range(13) for _ in range(seat.known[rank])] for seat in seats]
    choices = [[Counter({r: int(k) for r, k in enumerate(row) if k}) for row in seat.choices] for seat in seats]
    total, wins = Fraction(0), [Fraction(0)] * len(setup.active)
    for hands, numbers_, dealings in deals(known, choices, [s.free for s in seats], setup.live.tolist()):
        weight = Fraction(dealings)
        for seat, number in zip(seats, numbers_, strict=True):
            weight *= Fraction(int(seat.orders[number]), seat.orders_per_set)
        lows = [low(tuple(sorted(hand))) for hand in hands[: len(setup.active)]]
        winners = [seat for seat, low in enumerate(lows) if low == min(lows)]
        total += weight
        for seat in winners:
            wins[seat] += weight / len(winners)
    for job in (RaceJob(setup), TupleJob(setup)):
        assert [e.equity for e in numbers(job)] == pytest.approx([float(w / total) for w in wins], abs=1e-12)
        assert job.deals() == total


TABLES = [
    (("A29", "647"), "", ()),
    (("AA2 3", "(8-8-)9 9"), "K Q Q", ()),
    (("A2956@50, (5-5-)56 7:0.3", "A2 [34] 78"), "K K Q Q J", ()),
    (("A234 9", "x[89]9TJ", "5678 JT", "66TTQ"), "", (3,)),
    (("9+9+K K", "KKQQ"), "A A A A 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6", ()),
    (("A2345", "6789J", "TJQKA"), "2 3 4 5 6 7 8 9 T J Q K 2 3 4 5", ()),
    (("KKQQJJ", "9[9T]xJJ", "22"), "", (2,)),
]


@pytest.mark.parametrize(("cards", "dead", "folded"), TABLES)
def test_two_methods_agree(cards: tuple[str, ...], dead: str, folded: tuple[int, ...]) -> None:
    setup = razz_setup(*cards, dead=dead, folded=folded)
    by_rank, by_tuple = numbers(RaceJob(setup)), numbers(TupleJob(setup))
    assert flat(by_rank) == pytest.approx(flat(by_tuple), abs=1e-12)
    for estimate in by_rank:
        shares = [estimate.win, *(p / (k + 2) for k, p in enumerate(estimate.split))]
        assert estimate.equity == pytest.approx(sum(shares), abs=1e-12)
        assert sum(estimate.classes.values()) == pytest.approx(1, abs=1e-12)
    assert sum(e.equity for e in by_rank) == pytest.approx(1, abs=1e-12)


def test_one_hand_becomes() -> None:
    """The published table of what A 2 3 becomes."""
    (estimate,) = solve("A 2 3")
    published = [
        0.0715324057468, 0.117993543393, 0.143008174593, 0.150201060998, 0.143196964262, 0.125620646038,
        0.101096867979, 0.0732503917386, 0.0457059789688, 0.0283939662822,
    ]  # fmt: skip
    assert list(estimate.classes) == ["5", "6", "7", "8", "9", "10", "11", "12", "13", "paired"]
    assert list(estimate.classes.values()) == pytest.approx(published, abs=1e-12)
    assert (estimate.equity, estimate.win, estimate.split, estimate.lose) == (1.0, 1.0, (), 0.0)


def test_down_cards_are_a_set() -> None:
    """The story of "Fixing Razz". (3-2-)45678 was once read as a three or lower first and a deuce or lower
    second, so that it lost against A345678 more often than (2-3-)45678, as if the order in which the two down
    cards were dealt could matter. They are a set: both texts, and (3-3-)45678, are the suited pairs A2, A3
    and 23. Of the 33 that the ace and the three of the other seat leave, 12 win, 9 tie and 12 lose: 50%.
    """
    for text in ("(3-2-)45678", "(2-3-)45678", "(3-3-)45678"):
        job = razz_methods(razz_setup(text, "A345678")).exact
        assert job.deals() == 33
        first, second = numbers(job)
        assert [first.win, *first.split, first.lose] == pytest.approx([12 / 33, 9 / 33, 12 / 33], abs=1e-12)
        assert (first.equity, second.equity) == pytest.approx((0.5, 0.5), abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "equity"),
    [
        (("A29", "647"), 0.42547235),
        (("A29", "(7-7-7)"), 0.4167825068601759),
        (("A29", "(7-7-)7"), 0.47768613715040026),
        (("A29", "7-7-7"), 0.5005090443757662),
        (("A7-9", "238"), 0.4114140903292892),
        (("x7-3", "A45"), 0.34543284953662645),
        (("A23", "x"), 0.7346821402453717),
        (("x", "x"), 0.5),
        (("(8-8-8)", "(8-8-8)"), 0.5),
        (("A23", "456", "789"), 0.4379093059415347),
    ],
)
def test_known_equities(cards: tuple[str, ...], equity: float) -> None:
    assert solve(*cards)[0].equity == pytest.approx(equity, abs=5e-9)


def test_every_ace_is_more_than_one_ace() -> None:
    """``A7-9`` has this ace, ``[A]7-9`` any: the pair of aces is 3 ways in 27 or 6 in 102."""
    this, every = solve("A7-9", "238")[0].equity, solve("[A]7-9", "238")[0].equity
    assert every == pytest.approx(0.42108145451530365, abs=1e-12)
    assert every > this + 0.009


def test_known_numbers_of_deals() -> None:
    def deal_count(*cards: str, dead: str = "") -> int:
        return razz_methods(razz_setup(*cards, dead=dead)).exact.deals()

    assert deal_count("A29", "647") == comb(46, 4) * comb(42, 4) == 18_265_297_050
    # Over items the three cards are choices: 4 ways each.
    assert deal_count("A29, A39@50", "647") == 2 * 64 * comb(46, 4) * comb(42, 4)
    assert deal_count("A29, A39@0", "647") == 64 * comb(46, 4) * comb(42, 4)
    assert deal_count("x", "x") == comb(52, 7) * comb(45, 7)
    # Up slots count one by one, down cards and unwritten cards as sets.
    assert deal_count("KKK-K-K-K-K-", dead="A A A A") == perm(46, 5)
    assert deal_count("K-K-") == comb(52, 2) * comb(50, 5)
    streets = comb(52, 2) * comb(50, 2) * perm(48, 6)
    assert deal_count(*["K-K-K-K-K-"] * 2) == streets * comb(42, 2) * comb(40, 2)


def test_the_joint_distribution_is_not_dealt_seat_by_seat() -> None:
    """Seat 1 has a pair of aces or of kings in the hole, seat 2 a pair of aces: two aces for both is 6 ways,
    kings 36, so seat 1 makes its wheel once in seven deals. Dealing seat after seat would say one in two.
    """
    first, _ = solve("[A][A]23459, [K][K]23459", "[A][A]TTJJQ")
    assert first.classes["5"] == pytest.approx(1 / 7, abs=1e-12)
    assert first.classes["9"] == pytest.approx(6 / 7, abs=1e-12)


def test_folded_ranges_take_cards_away() -> None:
    """Whoever folds [A2][A2] has taken two of the low cards; an unknown folded hand changes nothing."""
    plain = solve("345", "678")
    assert flat(solve("345", "678", "x", folded=(2,))) == pytest.approx(flat(plain), abs=1e-12)
    drained = solve("345", "678", "[A2][A2]", folded=(2,))
    assert drained[0].classes["5"] < plain[0].classes["5"] - 0.01


def test_weights_are_those_of_the_mixture() -> None:
    hands = {text: solve(text, "647")[0].equity for text in ("[A][2]9", "[A][3]9")}
    mixed = solve("A29@50, A39", "647")[0].equity
    # Both pairs have 16 suited ways, so the mixture is 1 : 2.
    assert mixed == pytest.approx((hands["[A][2]9"] + 2 * hands["[A][3]9"]) / 3, abs=1e-3)
    setup = razz_setup("A29@50, A39", "647")
    assert flat(numbers(RaceJob(setup))) == pytest.approx(flat(solve("A29@25, A39@50", "647")), abs=1e-12)


def test_a_common_card_on_seventh_street() -> None:
    """Eight hands of six cards leave 3, 4, J and Q: four equally likely common cards."""
    estimates = solve(
        "A2 3 8 K Q", "45 6 7 Q J", "A3 5 9 J T", "27 8 9 T K", "A6 7 8 9 K", "A2 4 6 9 T", "34 5 6 8 T", "25 7 J Q K"
    )
    assert [e.equity for e in estimates] == pytest.approx([0.25, 0, 0, 0, 0, 0.25, 0.5, 0], abs=1e-12)


def dead_but(kept: str) -> str:
    """Return the deck without the ranks of ``kept``."""
    left = Counter(dict.fromkeys(RAZZ_RANKS, 4))
    left.subtract(kept)
    return " ".join(left.elements())


@pytest.mark.parametrize(
    ("cards", "kept"),
    [
        (("A2345", "9T"), "A23459T2367KK"),
        (("A23[789]", "4T", "88"), "A234T8878899JJQKK536"),
        (("x", "x"), "AA2345678999K"),
    ],
)
def test_a_common_card_for_few_seats(cards: tuple[str, ...], kept: str) -> None:
    setup = razz_setup(*cards, dead=dead_but(kept))
    assert setup.community
    assert flat(numbers(RaceJob(setup))) == pytest.approx(flat(numbers(TupleJob(setup))), abs=1e-12)


def test_a_common_card_that_leaves_a_seat_without_its_choice_is_impossible() -> None:
    """The only nine and the only ten are the seats' own; the five or the eight is folded, the other one common."""
    setup = razz_setup("A23JK[9]", "A23QK[T]", "[58]", dead=dead_but("AA2233JQKK9T58"), folded=(2,))
    assert setup.community
    assert RaceJob(setup).deals() == 2
    first, second = numbers(RaceJob(setup))
    assert (first.win, second.lose) == (1.0, 1.0)
    assert (first.classes["9"], second.classes["10"]) == (1.0, 1.0)
    assert flat((first, second)) == pytest.approx(flat(numbers(TupleJob(setup))), abs=1e-12)


def test_the_common_card_counts_as_a_card_of_each_seat() -> None:
    """Thirteen cards for two seats: the last one left is the common card, so the deals are those of 6, 6 and
    1.
    """
    setup = razz_setup("A2345", "9T", dead=dead_but("A23459T2367KK"))
    assert RaceJob(setup).deals() == 6 * comb(5, 4)
    total, first = 0, 0
    left = [1, 2, 5, 6, 12, 12]
    for own in range(6):
        for common in set(range(6)) - {own}:
            others = [left[i] for i in range(6) if i not in (own, common)]
            low = best_low([0, 1, 2, 3, 4, left[own], left[common]])
            first += low < best_low([8, 9, *others, left[common]])
            total += 1
    assert numbers(RaceJob(setup))[0].win == pytest.approx(first / total, abs=1e-12)


def test_many_unknown_seats_have_no_exact_method() -> None:
    assert razz_methods(razz_setup(*["x"] * 8)).exact is None
    assert razz_methods(razz_setup(*["(8-8-8-)"] * 5)).exact is None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_contest_tables_are_closed(seats: int) -> None:
    for contest in (tabulated_contest(seats, RACE), tabulated_contest(seats, PAIRED)):
        assert contest.table.shape == (len(contest.final), 3**seats)
        assert contest.table.max() < len(contest.table)
        assert contest.table.min() >= -(1 << seats)
        assert set(contest.final.tolist()) <= set(range(1 << seats))


@pytest.mark.parametrize("cards", [("A29", "647"), ("(8-8-8)", "7-7-9"), ("x", "x"), ("A23", "456", "x")])
def test_the_weights_of_all_deals_add_up_to_their_number(cards: tuple[str, ...]) -> None:
    """In floating point to 1e-13 of the exact integer: nothing cancels, all terms are positive."""
    setup = razz_setup(*cards)
    seats = [
        seat_automaton(choice_automaton(seat.choices, seat.ways), seat.free, setup.live, seat.known, place)
        for place, seat in enumerate(setup.active)
    ]
    joint = weighted_by_ways(reduce(lambda a, b: product_automaton(a, b, setup.live), seats), setup.live)
    orders = prod(seat.orders_per_set for seat in setup.active)
    total = ending_weights(joint)[0][0]
    assert total == pytest.approx(RaceJob(setup).deals() * orders, rel=1e-13)
    won = sum(follow_contest(tabulated_contest(len(cards), top), joint, setup) for top in (RACE, PAIRED))
    assert won == pytest.approx(total, rel=1e-13)


def follow_contest(contest: Contest, joint: Automaton, setup: RazzSetup) -> float:
    known = np.array([seat.known for seat in setup.active])
    return float(propagate(contest, joint, ending_weights(joint), known).outcomes[1:].sum())


def test_few_tuples_are_counted_even_if_the_contest_is_cheap():
    assert isinstance(razz_methods(razz_setup("A234", "A245")).exact, TupleJob)
    assert isinstance(razz_methods(razz_setup("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K")).exact, TupleJob)


def counts_of(hands: list[str]) -> np.ndarray:
    counts = [Counter(hand) for hand in hands]
    return np.array([[count[sign] for sign in RAZZ_RANKS] for count in counts], dtype=np.int64)


def test_all_rank_multisets_are_in_the_order_of_the_reference() -> None:
    ranks = multisets(7)
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    values = evaluate(counts).tolist()
    assert len(values) == 49_205
    value_of: dict[tuple[int, ...], int] = {}
    for hand, value in zip(ranks.tolist(), values, strict=True):
        assert value_of.setdefault(best_low(hand), value) == value
    ordered = [value_of[key] for key in sorted(value_of)]
    assert ordered == sorted(set(ordered))
    assert ordered[0] == 0
    assert ordered[-1] < HANDS


def test_classes_name_the_highest_of_the_best_five_ranks() -> None:
    tables = low_tables()
    names = GAMES["razz"].classes
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        expected = str(ranks[4] + 1) if len(ranks) >= 5 else "paired"
        assert names[tables.classes[mask]] == expected
    assert len(set(tables.unpaired.tolist())) == UNPAIRED_HANDS + 1


@pytest.mark.parametrize(
    ("hand", "kind", "ranks"),
    [
        ("A23467K", "no pair", "6 4 3 2 A"),
        ("8765A23", "no pair", "6 5 3 2 A"),
        ("KQJT9KK", "no pair", "K Q J T 9"),
        ("AA22334", "one pair", "A 4 3 2"),
        ("5544332", "one pair", "3 5 4 2"),
        ("AA22333", "two pair", "2 A 3"),
        ("2KKKQQQ", "two pair", "K Q 2"),
        ("2222333", "full house", "2 3"),
        ("KKKK222", "full house", "2 K"),
    ],
)
def test_hands_are_named_as_players_name_them(hand: str, kind: str, ranks: str) -> None:
    assert describe_low(int(evaluate(counts_of([hand]))[0])) == (kind, ranks)


def test_every_hand_that_occurs_has_a_name_of_its_own() -> None:
    counts = (multisets(7)[:, :, None] == np.arange(13)).sum(axis=1)
    values = np.unique(evaluate(counts)).tolist()
    assert len({describe_low(value) for value in values}) == len(values)


def sampled(setup, trials, **options):
    sampler = RazzSampler(setup, **options)
    return sampler.estimates(sampler.compute(0, trials), trials)


def test_the_distribution_of_an_unknown_hand_is_that_of_all_multisets():
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
def test_final_distributions_agree_with_the_race(cards, dead):
    """Sums of the distributions give the numbers of the race: classes, win, tie, lose."""
    setup = razz_setup(*cards, dead=dead)
    laws, job = FinalDistributions(setup), RaceJob(setup)
    estimates = numbers(job)
    joint = laws.joint(0, 1)
    assert joint.sum(axis=(1, 2)) == pytest.approx([estimates[0].win, estimates[0].split[0], estimates[0].lose])
    for seat, estimate in enumerate(estimates):
        by_class = joint.sum(axis=0).sum(axis=1 - seat)
        assert by_class == pytest.approx(list(estimate.classes.values()), abs=1e-12)
        assert laws.lows(seat)[UNPAIRED_HANDS:].sum() == pytest.approx(by_class[CLASSES - 1], abs=1e-12)


def test_for_one_seat_the_common_card_is_like_any_other():
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


def test_controls_reduce_the_variance_by_the_stated_gain():
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


def test_tables_without_final_distributions_are_sampled_without_controls():
    setup = razz_setup(*["(9-9-9-9-)"] * 8)
    assert len(control_table(setup)) == 0
    assert sampled(setup, 4096) == sampled(setup, 4096, controlled=False)


def test_slices_add_up_to_the_same(monkeypatch):
    cards, dead = ("A2 3 8 K", "45 6 7 Q J", "A3 5 9 J T", "(3-8-) 8 9 T K"), "A 2"
    setup = razz_setup(*cards, dead=dead)
    whole = TupleJob(setup)
    few = whole.chunks
    monkeypatch.setattr("engine.equity.razz.tuples.CHUNK_NANOSECONDS", 2e4)
    sliced = TupleJob(setup)
    assert sliced.chunks > 20 * few
    sums = [total(job) for job in (whole, sliced)]
    assert sums[0] == pytest.approx(sums[1], rel=1e-12)


@pytest.mark.parametrize("calls", [0, 3, 30, 60])
def test_long_work_checks_for_cancellation(calls):
    left = [calls]

    def check_cancelled():
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled

    job = RaceJob(razz_setup("(8-8-8)", "(8-8-8)", "(8-8-8)"), check_cancelled)
    with pytest.raises(Cancelled):
        job.compute(1)
