"""The published examples of the Odds Oracle's query language, as questions of ours, against exact answers.

Those about Omaha and stud are asked about hold'em and razz.
"""

from itertools import combinations
from math import comb
from typing import Any

import pytest

from engine import Scenario, Seat, solve
from engine.questions.answer import answer_json
from tests.reference import naive_ask as naive

ACES = dict.fromkeys(combinations([f"A{suit}" for suit in "shd"], 2), 1.0)
CALLS: dict[tuple[str, str], float] = {("Jh", "Th"): 1.0, ("8c", "8d"): 1.0, ("Kc", "Qc"): 1.0}
FLOP = "9h 8h 2c 3d"
TURN_LINE = "AsAh,AsAd,AhAd v JhTh,8c8d,KcQc | 9h8h2c3d"


def ask(table: Any, event: str, given: str = "", by: str = "") -> dict[str, Any]:
    return answer_json({"steelwheel_ask": 1, "table": table, "event": event, "given": given, "by": by})


def order(deal: naive.Deal, street: int = 5) -> dict[int, Any]:
    return naive.holdem_order(deal, (0, 1), street)


def by_hand(event: Any, given: Any = lambda _: True) -> tuple[float, float, list[float]]:
    deals = naive.holdem_deals([ACES, CALLS], FLOP.split(), [])
    return naive.answer(deals, (0, 1), order, event, given)


def test_the_average_equity_of_aces_against_any_hand() -> None:
    """``select avg(riverEquity(hero)) from game='holdem', hero='AA', villain='**'``."""
    result = ask("AA v random", "1 wins or not 1 wins")
    exact = solve(Scenario("holdem", (Seat("Hero", "AA"), Seat("Villain", "random")))).seats[0].estimate
    assert exact is not None
    assert result["probability"] == 1
    assert result["seats"][0]["equity"] == pytest.approx(exact.equity, abs=1e-12)


def test_ahead_then_outdrawn_then_a_winner_again() -> None:
    """``select count(HvHequity(villain, turn) > 0.5 and winsHi(hero)) where HvHequity(hero, flop) > 0.5``: here on a
    turn, from the flop to the river.
    """
    result = ask(TURN_LINE, "1 behind turn and 1 wins", "1 ahead flop or 1 behind flop")
    expected = by_hand(
        lambda deal: naive.standing(order(deal, 4), 0) == "beaten" and naive.standing(order(deal), 0) == "best",
        lambda deal: naive.standing(order(deal, 3), 0) != "shared",
    )
    assert result["method"] == "exact"
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)
    assert [seat["equity"] for seat in result["seats"]] == pytest.approx(expected[2], abs=1e-12)


def test_shared_pot_with_a_good_hand() -> None:
    """``select count(tiesLo(hero)) where nutLo(hero, river) and not (winsHi(hero) or tiesHi(hero))``: the high hand."""
    line = "AsKs,QdJd v AdKd,9c9d | Th9h2c3d"
    deals = naive.holdem_deals(
        [{("As", "Ks"): 1.0, ("Qd", "Jd"): 1.0}, {("Ad", "Kd"): 1.0, ("9c", "9d"): 1.0}], ["Th", "9h", "2c", "3d"], []
    )
    result = ask(line, "1 ties", "1 river ace high, top pair+ and not 1 river flush+")
    names = ("ace high", "top pair+")
    expected = naive.answer(
        deals, (0, 1), order, lambda deal: naive.standing(order(deal), 0) == "shared",
        lambda deal: any(naive.holdem_has(deal, 0, 5, name) for name in names)
        and not naive.holdem_has(deal, 0, 5, "flush+"),
    )  # fmt: skip
    assert (result["probability"], result["given_probability"]) == pytest.approx(expected[:2], abs=1e-12)


def test_hand_classes_of_the_winner() -> None:
    """``select histogram(winningHandType()) from game='studhi'``: of hold'em, for each seat."""
    result = ask(TURN_LINE, "2 wins", by="2 river hand")
    for row in result["by"]:
        expected = by_hand(
            lambda deal, name=row["value"]: (
                naive.standing(order(deal), 1) == "best" and naive.holdem_has(deal, 1, 5, name)
            )
        )
        assert row["probability"] * result["probability"] == pytest.approx(expected[0], abs=1e-12)
    assert sum(row["probability"] for row in result["by"]) == pytest.approx(1, abs=1e-12)


def test_low_classes_of_the_winner_in_razz() -> None:
    """The same of razz: the lows with which the first seat wins, from a distribution that was published."""
    result = ask("razz | A23", "1 wins or not 1 wins", by="1 low")
    published = {
        "5": 0.0715324057468, "6": 0.117993543393, "7": 0.143008174593, "8": 0.150201060998, "9": 0.143196964262,
        "10": 0.125620646038, "11": 0.101096867979, "12": 0.0732503917386, "13": 0.0457059789688,
        "paired": 0.0283939662822,
    }  # fmt: skip
    assert {row["value"]: row["probability"] for row in result["by"]} == pytest.approx(published, abs=1e-10)


def test_equity_with_a_flopped_flush() -> None:
    """``select avg(riverEquity(p1)) from game='holdem', p1='KsJs', p2='8d8h' where handtype(p1, flop) >= flush``: the
    mean of the equities on all flops that make it.
    """
    result = ask("KsJs v 8d8h | dead 2s3s4s5s6s", "1 wins or not 1 wins", "1 flop flush+")
    seats = Seat("Hero", "KsJs"), Seat("Villain", "8d8h")
    suited = [rank + "s" for rank in "789TQA"]
    paired = [rank + suit for rank in "KJ" for suit in "hdc"]
    equities = []
    for flop in (*combinations(suited, 3), *combinations(paired, 3)):  # a full house and four of a kind are better
        estimate = solve(Scenario("holdem", seats, board=" ".join(flop), dead="2s3s4s5s6s")).seats[0].estimate
        assert estimate is not None
        equities.append(estimate.equity)
    assert result["method"] == "exact"
    assert result["seats"][0]["equity"] == pytest.approx(sum(equities) / len(equities), abs=1e-12)
    assert result["given_probability"] == pytest.approx(len(equities) / comb(43, 3), abs=1e-12)
