"""The judge of other programs: mistaken laws against counting deal by deal, and what it says of drawn tables."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.cards import TextError
from engine.details.judging import CLASSES, Frequencies, chance_of, fit, judge, mistaken_laws, read_frequencies

DEALS = 200_000


def exact(text):
    (seat,) = solve(Scenario("razz", (Seat("A", text),))).seats
    return np.array([seat.estimate.classes[name] for name in CLASSES])


def class_of(ranks):
    different = sorted(set(ranks))
    return len(CLASSES) - 1 if len(different) < 5 else different[4] - 4


def counted(own, sequences):
    """The law by listing every sequence of ranks with its weight."""
    law = np.zeros(len(CLASSES))
    for ranks, weight in sequences:
        law[class_of([*own, *ranks])] += weight
    return law / law.sum()


def test_mistaken_laws_against_every_sequence_of_cards():
    own, gone = [0, 1, 8, 11, 12], Counter({3: 2})
    laws = mistaken_laws("A29QK", [3, 3])

    def sequences(left, replaced):
        for a, b in itertools.product(range(13), repeat=2):
            yield (a, b), max(left[a], 0) * max(left[b] - (a == b and not replaced), 0)

    held = Counter(own)
    usual = [4 - held[rank] - gone[rank] for rank in range(13)]
    twice = [4 - 2 * held[rank] - gone[rank] for rank in range(13)]
    stay = [4 - gone[rank] for rank in range(13)]
    for name, left, replaced in (
        ("cards go back into the deck", usual, True),
        ("known cards leave the deck twice", twice, False),
        ("known cards stay in the deck", stay, False),
    ):
        assert laws[name] == pytest.approx(counted(own, sequences(left, replaced)), abs=1e-12), name


def test_ordered_down_cards_are_counted_slot_by_slot():
    (law,) = mistaken_laws("(7-2-)KQJT9").values()
    wanted = np.zeros(len(CLASSES))
    for first, second in itertools.permutations(range(13), 2):
        if first <= 6 and second <= 1:
            wanted[class_of([first, second, 12, 11, 10, 9, 8])] += 16
    assert law == pytest.approx(wanted / wanted.sum(), abs=1e-12)
    assert mistaken_laws("A29, A39") == {}
    assert mistaken_laws("A2[5-8]") == {}


@pytest.mark.parametrize("hand", ["A23", "A29", "KKQ"])
def test_a_drawn_table_is_given_to_its_program(hand):
    generator, law = np.random.default_rng(7), exact(hand)
    laws = mistaken_laws(hand)
    for name, mistaken in laws.items():
        drawn = generator.multinomial(DEALS, mistaken)
        lines = "\n".join(f"{label} {count}" for label, count in zip(CLASSES, drawn, strict=True))
        result = judge(hand, read_frequencies(lines), law)
        assert not result.exact.fits
        assert result.mistakes[0].name == name
        assert f"a program in which {name}" in result.sentence
    good = Frequencies(generator.multinomial(DEALS, law) / DEALS, DEALS)
    assert judge(hand, good, law).sentence.startswith("the numbers agree with the exact law: chi-square ")


def test_shares_that_do_not_add_up_are_said_so():
    law = exact("A23")
    assert "The shares add up to 0.9905." in judge("A23", Frequencies(law * 0.9905, 1e6), law).sentence


@pytest.mark.parametrize(
    ("value", "degrees", "chance"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (16.918978, 9, 0.05), (23.209251, 10, 0.01), (0.0, 3, 1.0)],
)
def test_the_chance_is_that_of_printed_tables(value, degrees, chance):
    assert chance_of(value, degrees) == pytest.approx(chance, abs=1e-7)
    assert chance_of(math.inf, degrees) == 0


def test_rare_classes_count_together():
    law = np.array([0.5, 0.4999, *[0.0001 / 8] * 8])
    assert fit("", Frequencies(law, 1000), law).degrees == 1
    assert fit("", Frequencies(law[::-1], 1000), law[::-1]).degrees == 1
    assert fit("", Frequencies(law, 8), law).degrees == 1


@pytest.mark.parametrize(
    ("text", "deals", "share"),
    [
        ("8 0.15\nT-low: 0.05\n-1, 0.8", 1000, 0.05),
        ("8 15%\n10: 5 %\npaired 80 %", 1000, 0.05),
        ("8 150\nt low 50\nnone 800", None, 0.05),
    ],
)
def test_tables_are_read_as_they_are_printed(text, deals, share):
    result = read_frequencies(text, deals)
    assert (result.shares[CLASSES.index("10")], result.deals) == (pytest.approx(share), 1000)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("8 0.1\n8 0.2", 6, "8 stands here twice"),
        ("8 0.1\n\nflush 0.2", 7, "'flush 0.2': a line has a class"),
        ("8 0.1\n9 0.9", 0, "the number of deals is missing"),
        ("  ", 0, "a line for each class is missing"),
    ],
)
def test_what_is_no_table_is_refused(text, position, message):
    with pytest.raises(TextError) as caught:
        read_frequencies(text)
    assert caught.value.position == position
    assert message in caught.value.message
