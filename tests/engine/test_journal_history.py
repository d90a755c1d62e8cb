"""What a journal says: curve and fan with the chips that were moved, what deviating cost, luck, the data."""

import csv
import io
import math
from dataclasses import replace

import numpy as np
import pytest

from engine.journal.history import CSV_COLUMNS, BankrollTransfer, csv_text, curve, deviation, fan, luck
from tests.engine.journal_fakes import decided, played
from tests.engine.journal_fakes import journal as journal
from tests.engine.journal_fakes import path as path


def test_the_curve_and_the_growth_lost(journal):
    number = journal.create("a", "now")
    played(journal, number, 1100.0, decided())
    played(journal, number, 900.0, decided("check", 0.0), bankroll=1100.0)
    played(journal, number, None, decided(), bankroll=900.0, showdown=False)
    hands = journal.hands(number)
    result = curve(hands)
    assert result.bankroll.tolist() == [1000.0, 1100.0, 900.0]
    lost = hands[1].decisions[0].given_up
    assert result.given_up.tolist() == pytest.approx([0.0, 0.0, lost])
    assert result.added == 0.0
    cost = deviation(hands)
    assert (cost.growth, cost.decisions, cost.deviated, cost.worst) == (pytest.approx(lost), 3, 1, (1, 0))
    assert curve(()).bankroll.tolist() == []
    assert (fan(()), deviation(()).worst, luck(()).showdowns) == (None, None, 0)


def test_deposits_and_withdrawals_between_hands_are_not_winnings(journal):
    number = journal.create("a", "now")
    played(journal, number, 986.0, decided())
    played(journal, number, 2015.0, decided(), bankroll=2000.0)
    played(journal, number, 1500.0, decided(), bankroll=1490.0)
    result = curve(journal.hands(number))
    assert result.added == 2000.0 - 986.0 + 1490.0 - 2015.0
    assert result.transfers == (BankrollTransfer(1, 1014.0, 986.0), BankrollTransfer(2, -525.0, 2015.0))
    rows = list(csv.DictReader(io.StringIO(csv_text(journal.hands(number)))))
    assert [row["put in before the hand"] for row in rows] == ["", "1014.0", "-525.0"]


def test_deposits_and_withdrawals_are_in_the_fan(journal):
    """Hands that bring what they brought: each draw is the bankroll itself, with all that was moved."""
    number = journal.create("a", "now")
    steps = (1000.0, 200.0), (5200.0, 4200.0), (700.0, 0.0), (400.0, 800.0)
    for before, after in steps:
        played(journal, number, after, bankroll=before)
    hands = journal.hands(number)
    assert [move.chips for move in curve(hands).transfers] == [5000.0, -3500.0, 400.0]
    for followed in (True, False):
        result = fan(hands, followed=followed)
        for line in (result.low, result.middle, result.high):
            assert line.tolist() == pytest.approx([1000.0, 200.0, 4200.0, 0.0, 800.0])
        assert result.p_halved == 1.0  # the first hand lost more than half, whatever was put in afterwards


def test_a_withdrawal_takes_the_same_share_of_each_draw_and_a_deposit_revives_one_at_0(journal):
    number = journal.create("a", "now")
    played(journal, number, 2000.0, decided("bet", 1000.0))
    played(journal, number, 100.0, bankroll=100.0)
    played(journal, number, 600.0, bankroll=600.0)
    result = fan(journal.hands(number), followed=False)
    assert result.low.tolist() == [1000.0, 0.0, 0.0, 500.0]
    assert result.high.tolist() == pytest.approx([1000.0, 2060.0, 103.0, 603.0])
    assert result.p_halved == pytest.approx(0.35, abs=0.03)


def test_a_deposit_does_not_change_the_chance_of_losing_half(journal):
    number = journal.create("a", "now")
    played(journal, number, 900.0, bankroll=1000.0)
    played(journal, number, 200.0, bankroll=200.0)
    played(journal, number, 200.0, bankroll=200.0)
    assert fan(journal.hands(number)).p_halved == 0.0  # 700 were taken out, 100 lost


def test_the_fan_follows_the_outcomes_of_the_advice(journal):
    """One hand: the fan is the law of the advice itself. Many: the mean of the logs is the growth."""
    number = journal.create("a", "now")
    one = decided()
    for _ in range(50):
        played(journal, number, 1000.0, one)
    hands = journal.hands(number)
    single = fan(hands[:1], paths=20_000)
    nets = sorted(1000.0 + net for _, net in one.advised.law)
    assert (single.low[1], single.high[1]) == pytest.approx((nets[0], nets[-1]))
    assert single.low[0] == single.high[0] == 1000.0
    many = fan(hands, paths=20_000)
    assert len(many.middle) == 51
    spread = math.sqrt(50 * sum(p * (math.log1p(net / 1000) - one.advised.growth) ** 2 for p, net in one.advised.law))
    assert math.log(many.middle[-1] / 1000) == pytest.approx(50 * one.advised.growth, abs=0.1 * spread)
    assert math.log(many.low[-1] / 1000) == pytest.approx(50 * one.advised.growth - 1.645 * spread, abs=0.15 * spread)
    again = fan(hands, paths=20_000)
    assert np.array_equal(many.low, again.low)
    assert 0.0 < many.p_halved < 1.0
    assert many.stderr == pytest.approx(math.sqrt(many.p_halved * (1 - many.p_halved) / 20_000))


def test_the_chance_of_losing_half_in_a_single_hand(journal):
    number = journal.create("a", "now")
    risky = decided("bet", 600.0)
    played(journal, number, 400.0, risky)
    hands = journal.hands(number)
    assert fan(hands, paths=20_000, followed=False).p_halved == pytest.approx(0.35, abs=0.015)
    assert fan(hands, followed=True).p_halved == 0.0
    played(journal, number, 0.0, decided("bet", 1000.0), bankroll=1000.0)
    lost = fan(journal.hands(number), paths=2_000, followed=False)
    assert lost.low[-1] == 0.0


def test_a_hand_without_decisions_keeps_its_real_result(journal):
    number = journal.create("a", "now")
    played(journal, number, 990.0, showdown=False)
    result = fan(journal.hands(number))
    assert result.low.tolist() == result.high.tolist() == pytest.approx([1000.0, 990.0])


def test_luck_at_showdown(journal):
    number = journal.create("a", "now")
    one = decided("bet", 100.0)
    played(journal, number, 1160.0, one)
    played(journal, number, 1060.0, one, showdown=False)
    result = luck(journal.hands(number))
    expected = 0.6 * 160 + 0.05 * 30 - 0.35 * 100
    assert (result.showdowns, result.won, result.expected) == (1, 160.0, pytest.approx(expected))
    assert result.luck == pytest.approx(160 - expected)
    assert result.stderr == pytest.approx(
        math.sqrt(0.6 * (160 - expected) ** 2 + 0.05 * (30 - expected) ** 2 + 0.35 * (100 + expected) ** 2)
    )


def test_luck_at_a_showdown_uses_the_outcomes_of_a_called_bet(journal):
    """Also of decisions that an older version has kept, which has not written it down."""
    number = journal.create("a", "now")
    one = decided("bet", 100.0, p_all_fold=0.5)
    for kept in (one, replace(one, called=None)):
        played(journal, number, 1160.0, kept)
    never = decided("bet", 100.0, p_all_fold=1.0)
    assert never.called == ()
    played(journal, number, 1160.0, never)
    result = luck(journal.hands(number))
    expected = 2 * (0.6 * 160 + 0.05 * 30 - 0.35 * 100)
    assert (result.showdowns, result.won, result.expected) == (2, 320.0, pytest.approx(expected))
    assert one.done.expected == pytest.approx(0.5 * 60 + 0.25 * expected)


def test_a_check_and_the_answer_to_a_bet_are_one_decision(journal):
    number = journal.create("a", "now")
    check, raised = decided("check", 0.0), decided("raise", 90.0, to_call=30, can_raise=True, pot=90)
    later = replace(decided("check", 0.0), street="turn")
    played(journal, number, 1100.0, check, raised, later)
    hands = journal.hands(number)
    assert hands[0].counted == ((check, raised), (later,))
    cost = deviation(hands)
    assert (cost.decisions, cost.growth) == (2, pytest.approx(raised.given_up + later.given_up))
    assert curve(hands).given_up[-1] == pytest.approx(cost.growth)
    rows = list(csv.DictReader(io.StringIO(csv_text(hands))))
    assert [(row["decision"], row["done"], row["checked before"]) for row in rows] == [
        ("1", "raise", "yes"),
        ("2", "check", "no"),
    ]
    assert math.fsum(float(row["growth given up"]) for row in rows) == pytest.approx(cost.growth)
    assert hands[0].counted[deviation(hands).worst[1]][-1] == max((raised, later), key=lambda one: one.given_up)


def test_two_bets_on_a_street_are_two_decisions(journal):
    number = journal.create("a", "now")
    played(journal, number, 1100.0, decided("bet", 30.0), decided("call", 50.0, to_call=50, pot=200))
    assert [len(counts) for counts in journal.hands(number)[0].counted] == [1, 1]


def test_a_bet_over_a_blind_is_a_raise_as_at_the_table(journal):
    number = journal.create("a", "now")
    one = decided("raise", 990.0, bankroll=1e5, put_in=10.0, multiplier=100, max_bet=990)
    assert (one.advised.action, one.advised.chips, one.done.action) == ("raise", 990.0, "raise")
    older = replace(one, advised=replace(one.advised, action="bet"))
    played(journal, number, 1100.0, one, older)
    assert deviation(journal.hands(number)).deviated == 0
    rows = list(csv.DictReader(io.StringIO(csv_text(journal.hands(number)))))
    assert (rows[0]["advised"], rows[0]["done"], rows[0]["in on the street before"]) == ("raise", "raise", "10.0")


def test_csv(journal):
    number = journal.create("a", "now")
    played(journal, number, 1100.0, decided(), decided("check", 0.0))
    played(journal, number, 1090.0, bankroll=1100.0, showdown=False)
    rows = list(csv.reader(io.StringIO(csv_text(journal.hands(number)))))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert [len(row) for row in rows] == [len(CSV_COLUMNS)] * 4
    assert [row[0] for row in rows[1:]] == ["1", "1", "2"]
    assert [row[7] for row in rows[1:]] == ["1", "2", ""]
    assert float(rows[2][CSV_COLUMNS.index("growth given up")]) == pytest.approx(
        journal.hands(number)[0].decisions[1].given_up
    )
