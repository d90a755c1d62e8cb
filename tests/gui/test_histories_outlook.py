"""His real hand or his range, and who folded: the switches of the page *Histories*."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel

from engine.histories.assumed import public_actions
from gui.look.theme import LIGHT
from gui.parts.chip_button import ChipButton
from tests.gui.histories_fakes import Made

SIX = """PokerStars Hand #7: Hold'em No Limit ($1/$2) - 2024/01/01 10:00:00 ET
Table 'A' 6-max Seat #1 is the button
Seat 1: Ada ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cid ($200 in chips)
Seat 4: Dan ($200 in chips)
Seat 5: Eve ($200 in chips)
Seat 6: Fay ($200 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Dealt to Cid [Ah Qh]
Dan: folds
Eve: folds
Fay: raises $4 to $6
Ada: calls $6
Bob: folds
Cid: calls $4
*** FLOP *** [7h 8h 2c]
Cid: checks
Fay: bets $8
Ada: folds
Cid: calls $8
*** TURN *** [7h 8h 2c] [Ks]
Cid: checks
Fay: checks
*** RIVER *** [7h 8h 2c Ks] [3d]
Cid: checks
Fay: bets $50
Cid: calls $50
*** SHOW DOWN ***
Fay: shows [Ad Ac] (a pair of Aces)
Cid: mucks hand
Fay collected $135 from pot
*** SUMMARY ***
Total pot $135 | Rake $0
Board [7h 8h 2c Ks 3d]
"""
ADA, BOB, CID, DAN, FAY = 5, 0, 1, 2, 4


@pytest.fixture
def make(expose, tmp_path):
    def build(theme=LIGHT, size=(740, 690)):
        made = Made(tmp_path, theme)
        expose(made.page, size, made)
        made.page.open_text(SIX)
        return made

    return build


def chip(made, name):
    return made.page.findChild(ChipButton, name)


def shift(made):
    return made.page.findChild(QLabel, "histories.folds.shift").text()


def test_the_page_fits_into_a_narrow_window_whoever_folds(make):
    made = make(size=(500, 690))
    made.follow(1)
    chart, before = made.page.chart, None
    for place in range(len(made.replay.hand.moments)):
        made.replay.go_to(place)
        QCoreApplication.sendPostedEvents()
        assert made.page.minimumSizeHint().width() <= 500
        assert before in (None, chart.geometry())
        before = chart.geometry()
    assert made.replay.has_folds


def test_who_folded_holds_what_folds_or_any_cards(make):
    made = make()
    hand = made.replay.hand
    made.replay.go_to(len(hand.moments) - 1)
    seats = made.scenario.seats
    assert ["AA" in seats[i].cards for i in (DAN, BOB)] == [False, False]
    assert "AdAs" not in seats[ADA].cards
    assert shift(made).startswith("changes Cid's equity by ")
    assert any(line.startswith("Ada, flop, folded") for line in made.replay.assumed)
    chip(made, "histories.folds.any").click()
    assert {made.scenario.seats[i].cards for i in (DAN, BOB, ADA)} == {"random"}
    assert shift(made).startswith("would change Cid's equity by ")
    assert not any("folded" in line for line in made.replay.assumed)
    chip(made, "histories.folds.folds").click()
    assert made.scenario.seats == seats
    made.replay.go_to(0)
    assert not made.page.findChild(QLabel, "histories.folds.shift").isVisibleTo(made.page)


def test_hands_that_were_shown_can_be_hidden_and_again(make):
    made = make()
    made.replay.go_to(made.replay.hand.first_of(1) + 2)
    assert made.scenario.seats[FAY].cards == "AdAc"
    before = made.replay.path.equities[made.replay.index].equity[CID]
    for _ in range(2):
        chip(made, "histories.hide").click()
        assert "AsAh" in made.scenario.seats[FAY].cards
        assert any(line.startswith("Fay, flop, c-bet") for line in made.replay.assumed)
        assert made.replay.path.equities[made.replay.index].equity[CID] > before
        assert made.replay.path.hand.cards[FAY] == ("Ad", "Ac")
        chip(made, "histories.hide").click()
        assert made.scenario.seats[FAY].cards == "AdAc"
        assert made.replay.path.equities[made.replay.index].equity[CID] == before


def test_hidden_hands_are_those_of_all_but_hero(make):
    made = make()
    chip(made, "histories.hide").click()
    assert made.scenario.seats[CID].cards == "AhQh"
    made.replay.set_hero(FAY)
    assert made.scenario.seats[FAY].cards == "AdAc"
    assert made.scenario.seats[CID].cards == "random"
    assert list(public_actions(made.replay.hand, len(made.replay.hand.moves)))


def test_a_range_painted_over_a_hand_that_was_shown_stays_for_the_rest_of_the_hand(make):
    made = make()
    made.replay.go_to(made.replay.hand.first_of(1))
    made.document.edit(
        "Paint",
        seats=tuple(
            seat if i != FAY else type(seat)(seat.name, "QQ+, AKs") for i, seat in enumerate(made.scenario.seats)
        ),
    )
    made.replay.go_to(made.replay.index + 1)
    assert made.scenario.seats[FAY].cards == "QQ+, AKs"
    made.replay.go_to(len(made.replay.hand.moments) - 1)
    assert made.scenario.seats[FAY].cards == "QQ+, AKs"
    assert "Fay, as you painted it: QQ+, AKs" in made.replay.assumed
