"""Cassandra's examples typed into the window: its counts, its pots, its bets, and why the advice differs."""

import json
import math
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit

from engine import Seat
from gui.words.formatting import chips, growth_text
from tests.gui.chart_fakes import exact
from tests.gui.kelly_fakes import shown_kelly

CASES = json.loads((Path(__file__).parents[1] / "data" / "kelly.json").read_text(encoding="utf-8"))["cases"]
COUNTS = [case for case in CASES if case["kind"] == "cassandra_estimate"]
POTS = [case for case in CASES if case["kind"] == "retained_pot" and case["note"].startswith("README")]


@pytest.fixture
def kelly(qtbot, tmp_path):
    return shown_kelly(qtbot, tmp_path, seats=("AhAd", "KhKd"))


def text(kelly, name):
    return kelly.part(name, QLabel).text()


def type_counts(kelly, qtbot, given):
    """Type the counts of an example as they stand in it."""
    kelly.set(bankroll=1)
    kelly.click(qtbot, "kelly.source.counts")
    typed = {
        "bankroll": given["bankroll"], "pot": given["retained_pot"], "opponents": given["opponents"],
        "won": given["win"], "tied": given["split"], "showdowns": given["comb"],
    }  # fmt: skip
    for name, value in typed.items():
        kelly.paste(f"kelly.{name}", f"{value:,}")


def test_its_counts_give_its_bets_and_ours(kelly, qtbot):
    for case in COUNTS:
        given, expected = case["inputs"], case["expected"]
        type_counts(kelly, qtbot, given)
        question = kelly.model.question
        answer = question.answer
        by_ties = [answer.probabilities.win, *answer.probabilities.split]
        wanted = expected["probabilities_by_ties"]
        assert [by_ties[int(s)] for s in wanted] == pytest.approx(list(wanted.values()), rel=1e-12, abs=1e-12)
        assert text(kelly, "kelly.outcomes").startswith(f"estimate: win {100 * wanted['0']:.2f}\xa0%, split ")
        assert math.floor(answer.bet + 1e-9) == expected["growth_optimal_bet_floor"]
        assert answer.growth == pytest.approx(expected["growth_at_optimum"], abs=1e-12)
        assert text(kelly, "kelly.fact.growth").startswith(growth_text(answer.growth))
        theirs = answer.cassandra
        assert abs(theirs.bet - expected["cassandra_binary_bet"]) <= 1
        assert text(kelly, "kelly.fact.cassandra").startswith(chips(theirs.bet))
        assert kelly.line.startswith("Check" if answer.bet == 0 else f"Bet {chips(answer.bet)}")
        why = text(kelly, "kelly.why")
        if answer.probabilities.lose == answer.probabilities.win == 0.0:
            assert why.endswith("Both grow the bankroll equally; the advice then risks fewer chips.")
        elif given["retained_pot"] == 0 or math.isclose(theirs.chips, answer.bet, rel_tol=0.005):
            assert "Cassandra's" not in why
        else:
            assert f"and not Cassandra's {chips(theirs.bet)}?" in why
            assert f"pays the {given['retained_pot']} chips already in the pot again for every chip" in why


def test_why_not_what_cassandra_bets(kelly, qtbot):
    example = next(case for case in COUNTS if case["id"] == "K030_T08_readme_example2_money_flop")
    type_counts(kelly, qtbot, example["inputs"])
    assert kelly.line == "Bet 1\u202f621 (full Kelly)"
    assert text(kelly, "kelly.why") == (
        "Why 1\u202f621 and not Cassandra's 1\u202f670? Its equation pays the 150 chips already in the pot "
        "again for every chip that you add, although a check can win them already. The advice wins 48.15 fewer chips "
        "on average but grows the bankroll 0.013\xa0% more, with 32.8\xa0% at risk instead of 33.8\xa0%."
    )


def test_its_pots_and_why_ours_hold_more(kelly):
    for case in POTS:
        kelly.document.edit("Empty", kelly=None)
        given, expected = case["inputs"], case["expected"]
        others = given["live_opponents_in_pot"]
        seats = [Seat("Hero", "AhAd"), *(Seat(f"O{i}", "random") for i in range(1, len(others) + 1))]
        kelly.document.edit("x", seats=tuple(seats))
        shares = (0.4, *(0.6 / len(others) for _ in others))
        kelly.show(exact(kelly.scenario, shares))
        kelly.paste("kelly.bankroll", str(given["hero_bankroll_now"]))
        for i, paid in enumerate((given["hero_in_pot"], *others)):
            kelly.paste(f"kelly.chips{i}", str(paid))
        kelly.paste("kelly.dead", str(given["folded_dead_money"]))
        retained = expected["c_chips"]
        assert kelly.part("kelly.pot", QLineEdit).text() == str(expected["total_pot"])
        assert kelly.part("kelly.toCall", QLineEdit).text() == str(expected["to_call"])
        before = f" ({retained} before the bet)" if retained != expected["total_pot"] else ""
        assert text(kelly, "kelly.pot.facts").startswith(f"pot {expected['total_pot']}{before}")
        theirs = retained - given["hero_in_pot"] - given["folded_dead_money"]
        assert f"Why {retained} in the pot and not {theirs}? Cassandra's examples leave" in text(kelly, "kelly.why")


def test_120_and_not_90(kelly, qtbot):
    """Example 2: hero's own blind of 30 is in the pot, too."""
    kelly.set(bankroll=4970, typed=True, opponents=3, win=0.5, chips=[30, 60, 30, 60])
    assert text(kelly, "kelly.why").split("\n")[-1] == (
        "Why 120 in the pot and not 90? Cassandra's examples leave your own 30 out; "
        "the winner of the pot gets these chips too."
    )
