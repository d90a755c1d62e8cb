"""The numbers of the guide's page about articles, computed again."""

from pathlib import Path

import pytest

from engine import RunOptions, Scenario, Seat, solve

PAGE = (Path(__file__).parents[2] / "resources" / "guide" / "articles.md").read_text(encoding="utf-8")
HEART = "AhKh"


def first(*hands, game="holdem", board=""):
    """The first seat against the others."""
    seats = tuple(Seat(f"Seat {i}", hand) for i, hand in enumerate(hands, 1))
    run = RunOptions(target_stderr=0.0004)
    estimate = solve(Scenario(game, seats, board=board, run=run)).seats[0].estimate
    assert estimate is not None
    return estimate


@pytest.mark.parametrize("hand", ["(3-3-)45678", "(3-2-)45678"])
def test_down_cards_are_a_set(hand):
    estimate = first(hand, "A345678", game="razz")
    assert 33 * estimate.win == pytest.approx(12)
    assert 33 * estimate.split[0] == pytest.approx(9)


@pytest.mark.parametrize(
    ("hand", "other"), [("22", "AKs"), ("2h2d", HEART), ("2c2d", HEART), ("22", "AKo")], ids=" v ".join
)
def test_the_race(hand, other):
    assert f"{100 * first(hand, other).equity:.2f} %" in PAGE


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_rates_of_several_are_no_product(opponents):
    one = first(HEART, "random", board="7h8h2c").win
    row = next(line for line in PAGE.splitlines() if line.startswith(("| one", "| two", "| three")[opponents - 1]))
    product, truth = (float(cell.strip(" %")) / 100 for cell in row.split("|")[2:4])
    assert product == pytest.approx(one**opponents, abs=0.0005)
    assert truth == pytest.approx(first(HEART, *["random"] * opponents, board="7h8h2c").win, abs=0.002)


def test_the_same_before_the_flop():
    one = first(HEART, "random").equity
    values = [100 * first(HEART, *["random"] * opponents).equity for opponents in (1, 2, 3)]
    text = " ".join(PAGE.split())
    written = text.split("Before the flop the same hand has ")[1].split(" % of the pot")[0]
    assert [float(value) for value in written.replace(" and", ",").split(",")] == pytest.approx(values, abs=0.2)
    assert f"of which the product would make {100 * one**2:.1f} and {100 * one**3:.1f} %" in text
