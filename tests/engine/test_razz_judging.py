"""Judging other programs: mistaken distributions against counting deal by deal, and the verdicts on drawn tables."""

import itertools
import json
import math
import random
from collections import Counter

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.cards import TextError
from engine.equity.details.judging import (
    CLASSES,
    Frequencies,
    chi_square_p_value,
    fit,
    judge_frequencies,
    mistaken_distributions,
    read_frequencies,
)
from engine.ranges.holdem import parse_range
from engine.table.one_line import parse_line, table_line

DEALS = 40_000


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


def test_mistaken_distributions_against_every_sequence_of_cards():
    own, gone = [0, 1, 8, 11, 12], Counter({3: 2})
    laws = mistaken_distributions("A29QK", [3, 3])

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
    (law,) = mistaken_distributions("(7-2-)KQJT9").values()
    wanted = np.zeros(len(CLASSES))
    for first, second in itertools.permutations(range(13), 2):
        if first <= 6 and second <= 1:
            wanted[class_of([first, second, 12, 11, 10, 9, 8])] += 16
    assert law == pytest.approx(wanted / wanted.sum(), abs=1e-12)
    assert mistaken_distributions("A29, A39") == {}
    assert mistaken_distributions("A2[5-8]") == {}


def dealt(hand, kind, generator, deals=DEALS):
    """Counts of the classes by dealing cards, as a program with a mistake of some ``kind`` does."""
    own = ["A23456789TJQK".index(rank) for rank in hand]
    deck = [rank for rank in range(13) for _ in range(4)]
    for rank in {"leave the deck twice": own * 2, "stay in the deck": []}.get(kind, own):
        deck.remove(rank)
    pick = generator.choices if kind == "go back into the deck" else generator.sample
    draws = Counter(class_of([*own, *pick(deck, k=7 - len(own))]) for _ in range(deals))
    return [draws[number] for number in range(len(CLASSES))]


def dealt_in_order(generator, deals=DEALS):
    """(7-2-)A2 by a program whose first down card is at most a 7 and whose second is at most a 2."""
    counts = [0] * len(CLASSES)
    deck = [rank for rank in range(13) for _ in range(4 - (rank < 2))]
    while sum(counts) < deals:
        first, second, *rest = generator.sample(deck, k=5)
        if first <= 6 and second <= 1 and first != second:
            counts[class_of([first, second, 0, 1, *rest])] += 1
    return counts


MISTAKES = ("go back into the deck", "leave the deck twice", "stay in the deck", "")


def printed(counts):
    """Yield the tables that programs print of counts, with the number of deals if the table does not contain it."""
    rows, deals = list(zip(CLASSES, counts, strict=True)), sum(counts)
    heading = f"python program with {deals:,} simulations:"
    yield [f"{label} {count}" for label, count in rows], None
    yield [heading, *(f"{label}-low: {count / deals:.6f}" for label, count in rows)], None
    yield [heading, *(f"{label}\t{count / deals:.6f}".replace(".", ",") for label, count in rows)], None
    yield ["Class;Share", *(f"{label};{100 * count / deals:.3f} %" for label, count in rows), "Total;100 %"], deals
    yield (
        ["| low | % | hands |", *(f"| {label} | {100 * count / deals:.2f}% | {count:,} |" for label, count in rows)],
        None,
    )
    yield [f"{label},{count / deals:.6f},{count}" for label, count in rows], None
    one_line = [("-1", counts[-1]), *rows[:-1]]
    yield ["\t".join(f"{label}:\t{count}" for label, count in one_line)], None  # the razz simulator in C, lines lost
    yield [heading.rstrip() + " " + " ".join(f"{label} {count / deals:.6f}" for label, count in one_line)], None
    yield [str(dict(rows))], None
    yield [json.dumps(dict(rows))], None
    yield ["; ".join(f"{label}: {100 * count / deals:.3f} %".replace(".", ",") for label, count in rows)], deals
    yield [" | ".join(f"{label} {100 * count / deals:.2f}% {count:,}" for label, count in rows)], None
    yield [f"{label} {count / deals:.6f}" for label, count in rows[:-3]], deals
    yield [f"{label} {count}" for label, count in rows[:-3]], deals


@pytest.mark.parametrize("kind", MISTAKES)
@pytest.mark.parametrize("hand", ["A23", "KK2"])
def test_a_mistake_is_recognized_in_every_printed_form(hand, kind):
    law, counts = exact(hand), dealt(hand, kind, random.Random(f"{hand}{kind}"))
    for lines, deals in printed(counts):
        result = judge_frequencies(hand, read_frequencies("\n".join(lines), deals), law)
        assert result.exact.fits == (not kind)
        fitting = [mistake.name for mistake in result.mistakes if mistake.fits]
        assert not kind or f"cards {kind}" in " ".join(fitting)
        assert not kind or all(f"in which {name}" in result.sentence for name in fitting)
        assert ("they are compared as one" in result.sentence) == (len(lines) == 7)
        assert "add up" not in result.sentence
        assert "is the number of deals right" not in result.sentence


def test_ordered_down_cards_are_recognized():
    lines = "\n".join(map("{} {}".format, CLASSES, dealt_in_order(random.Random(1))))
    text = "(7-2-)A2"
    result = judge_frequencies(text, read_frequencies(lines), exact(text))
    assert not result.exact.fits
    assert "a program in which the order of the down cards matters" in result.sentence


def test_a_wrong_number_of_deals_is_questioned():
    shares = [round(count / 3000, 5) for count in dealt("A23", "", random.Random(5), 3000)]
    text = "\n".join(map("{} {}".format, CLASSES, shares))
    law = exact("A23")
    assert "is the number of deals right" not in judge_frequencies("A23", read_frequencies(text, 3000), law).sentence
    assert (
        "No count of 1,234 deals makes a share of"
        in judge_frequencies("A23", read_frequencies(text, 1234), law).sentence
    )
    few = "\n".join(text.splitlines()[:7])
    assert "only the others are compared" in judge_frequencies("A23", read_frequencies("8 150\n9 143"), law).sentence
    assert judge_frequencies("A23", read_frequencies(few, 3000), law).exact.fits


def test_the_table_of_the_razz_simulator():
    """A 2 3 by its Python program, which begins its counts of ranks at 1 and so takes each known card out twice."""
    text = """python program with 10^5 simulations:
    -1        0.01282
    5         0.07924
    6         0.13027
    7         0.15419
    8         0.16001
    9         0.14831
    10        0.1252
    11        0.09468
    12        0.06245
    13        0.03283"""
    result = judge_frequencies("A23", read_frequencies(text), exact("A23"))
    assert result.exact.chi_square == pytest.approx(1797.5979305)
    assert (result.mistakes[0].name, result.mistakes[0].degrees) == ("known cards leave the deck twice", 9)
    assert result.mistakes[0].chi_square == pytest.approx(10.1318128)
    assert result.sentence == (
        "the numbers are wrong: chi-square 1797.6 for 9 degrees of freedom; paired comes too rarely, by 29.7 standard "
        "errors. They fit a program in which known cards leave the deck twice (chi-square 10.1)."
    )


def test_rounded_shares_of_a_correct_program_fit():
    law = exact("A23")
    for digits in (2, 3, 4):
        lines = "\n".join(f"{name} {share:.{digits}f}" for name, share in zip(CLASSES, law, strict=True))
        assert judge_frequencies("A23", read_frequencies(lines, 1e8), law).exact.fits
    assert "The shares add up to 0.9905." in judge_frequencies("A23", Frequencies(law * 0.9905, 1e6), law).sentence


@pytest.mark.parametrize(
    ("value", "degrees", "chance"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (16.918978, 9, 0.05), (23.209251, 10, 0.01), (0.0, 3, 1.0)],
)
def test_the_p_value_is_that_of_printed_tables(value, degrees, chance):
    assert chi_square_p_value(value, degrees) == pytest.approx(chance, abs=1e-7)
    assert chi_square_p_value(math.inf, degrees) == 0


def test_rare_classes_are_merged():
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
        ("8 0.1\n8 0.2", 6, "8 appears twice"),
        ("8 0.1\n\nflush 0.2", 7, "'flush 0.2': a line has a low"),
        ("8 0.1\n9 0.9", 0, "enter the number of deals"),
        ("900 deals\n8 500\n9 500", 0, "the counts add up to 1,000, which is not 900 deals"),
        ("Low  share\n8 0.1\nwhat", 17, "'what': a line has a low"),
        ("  ", 0, "write one line for each low"),
        ("5: 7150 6: 11800 5: 7150", 17, "5 appears twice"),
        ("7 0.1371 0.1380\n8 0.1502 0.1511", 0, "7 has two numbers that are not a share and its count"),
        ("7 13.71% 1371\n8 15.02% 1602", 0, "7 has two numbers that are not a share and its count"),
        ("7 0.1371 0.1380 0.14", 0, "'7 0.1371 0.1380 0.14': a low has one number, or a share and its count"),
    ],
)
def test_texts_that_are_no_table_are_rejected(text, position, message):
    with pytest.raises(TextError) as caught:
        read_frequencies(text)
    assert caught.value.position == position
    assert message in caught.value.message


POKERSTOVE = """Text results appended to pokerstove.txt

  990  games     0.001 secs   990,000  games/sec

Board: 7h 8h 2c
Dead:  Ks

	equity 	win 	tie 	      pots won 	pots tied
Hand 0: 	81.946%  	81.70% 	00.24% 	       1399204 	 4154.50   { AA }
Hand 1: 	18.054%  	17.81% 	00.24% 	        305178 	 4154.50   { KK, AKs }
"""
EQUILAB = """Board:
       Equity     Win     Tie
UTG    35.94%  35.20%   0.74% { 22+, A2s+ }
MP2    64,06 %  63,3 %   0,74 % { AhKh }
BB      0.00%   0.00%   0.00% {}
"""


def test_results_of_pokerstove():
    seats = Seat("Seat 1", "AA"), Seat("Seat 2", "KK, AKs")
    assert parse_line(table_line(POKERSTOVE)) == Scenario("holdem", seats, "7h 8h 2c", "Ks")


def test_results_of_equilab():
    seats = Seat("UTG", "22+, A2s+"), Seat("MP2", "AhKh"), Seat("BB", "random")
    assert parse_line(table_line(EQUILAB)) == Scenario("holdem", seats)


@pytest.mark.parametrize(
    "text", ["{AA-TT, AKs}", "AA", "Hand Range #1[UTG]:\n{22+}", "{}", "{ AA }\n" * 11, "x" * 200_000]
)
def test_other_texts_are_no_table(text):
    assert table_line(text) == ""


def test_a_range_in_braces_is_that_range():
    assert parse_range(" {AA-TT, AKs} > flop set") == parse_range("AA-TT, AKs > flop set")
