"""Decisions of played hands as questions: prices and pots as they were, ranges as they are assumed, and what is never
asked."""

from pathlib import Path

import pytest

from engine import CancelToken, solve
from engine.equity.jobs import Cancelled
from engine.histories import quiz
from engine.histories.assumed import DEFAULT_ASSUMPTIONS as ASSUMING
from engine.histories.quiz import PACK_NAME, PlayedPack
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.trainer.questions import NoSpotError
from engine.trainer.record import TrainingRecord
from engine.trainer.spots import questions

EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"
RIVER = """PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2012/02/07 19:15:13 ET
Table 'Aaltje III' 6-max Seat #2 is the button
Seat 1: p0 ($200 in chips)
Seat 2: p1 ($200 in chips)
Seat 3: p2 ($200 in chips)
p2: posts small blind $1
p0: posts big blind $2
*** HOLE CARDS ***
Dealt to p1 [Ah Jh]
p1: raises $3 to $5
p2: folds
p0: calls $3
*** FLOP *** [Jd 8c 3s]
p0: checks
p1: bets $6
p0: calls $6
*** TURN *** [Jd 8c 3s] [Qc]
p0: checks
p1: checks
*** RIVER *** [Jd 8c 3s Qc] [4h]
p0: checks
p1: bets $10
p0: calls $10
*** SHOW DOWN ***
p1: shows [Ah Jh] (a pair of Jacks)
p0: shows [Qs Js] (two pair, Queens and Jacks)
p0 collected $43 from pot
*** SUMMARY ***
Total pot $43 | Rake $0
Board [Jd 8c 3s Qc 4h]
"""


def seen(hand):
    return hand, ASSUMING


def pack(game="holdem", hands=None):
    return PlayedPack(game, tuple(hands or split_hands(EVENING.read_text(encoding="utf-8"))), seen)


def drawn(source):
    """All questions of a source, each answered well."""
    record, asked = TrainingRecord(3), set()
    while True:
        try:
            question = next(questions(source, record, used=asked))
        except NoSpotError:
            return
        assert question.line not in asked
        asked.add(question.line)
        record = record.with_answer(question.chosen(question.best))
        yield question


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_each_decision_is_asked_once(game):
    hands = {raw.number: read_hand(raw) for raw in pack().hands}
    result = list(drawn(pack(game)))
    assert len(result) > 1
    for question in (one for one in result if one.bet > 0):
        hand = hands[int(question.about.split(",")[0].removeprefix("Hand "))]
        assert hand.game == game
        places = [m for m in hand.moments if m.to_act == hand.hero and m.price == pytest.approx(question.bet)]
        full = [moment.pot for moment in places if moment.price < moment.chips[hand.hero].stack]
        assert not full or question.pot in map(pytest.approx, full)
        assert 0.015 < abs(question.equity - question.needed) < 0.35
        assert question.did in ("called", "raised", "folded")
        call, fold = question.options
        equity = solve(question.spot).seats[0].estimate.equity
        assert question.equity == pytest.approx(equity, abs=0.005)
        assert (call.ev, fold.ev) == (pytest.approx(question.equity * (question.pot + question.bet) - question.bet), 0)
        assert question.pack == PACK_NAME


def test_turn_and_river_questions_use_the_equilibrium_and_no_shown_hands(monkeypatch):
    monkeypatch.setattr(quiz, "MAX_SOLVE_SECONDS", None)  # a busy machine takes longer
    asked = {question.about: question for question in drawn(pack(hands=split_hands(RIVER)))}
    assert {about: question.did for about, question in asked.items()} == {
        "Hand 1, turn": "checked",
        "Hand 1, river": "bet",
    }
    assert {option.name for option in asked["Hand 1, river"].options} >= {"check", "bet 10"}
    for question in asked.values():
        assert (question.pot, question.bet) == (23.0, 0.0)
        assert question.spot.seats[1].cards != "QsJs"
        assert sum(option.frequency for option in question.options) == pytest.approx(1.0)
        assert 0 < question.blur < 0.02


def test_drawing_can_be_cancelled_and_an_empty_pack_says_so():
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(questions(pack(), TrainingRecord(1), (), cancel))
    with pytest.raises(NoSpotError, match="two players left"):
        next(questions(pack("razz", split_hands(RIVER)), TrainingRecord(1)))
