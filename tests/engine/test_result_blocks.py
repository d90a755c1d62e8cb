"""Results of other programs as tables: as they are copied out of their windows."""

import pytest

from engine import Scenario, Seat
from engine.formats.one_line import parse_line, table_line
from engine.ranges.holdem import parse_range

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
