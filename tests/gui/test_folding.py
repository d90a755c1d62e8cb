"""What a seat folds is the complement of what it plays, and unfolding brings the very text back."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Scenario, Seat, dumps, loads
from engine.cards import COMBO_MASKS, card_mask, parse_cards
from engine.ranges.holdem import HoldemRange, parse_range
from engine.ranges.orders import Order, find_order
from engine.scenario.kelly import read_panel
from engine.table.folding import with_fold
from engine.table.seat_ranges import read_seat
from gui.words.captions import fold_caption
from tests.fuzz_texts import GOOD, attempt

TEXTS = [text for text in GOOD if ">" not in text and isinstance(attempt(text, "core"), HoldemRange)]
TEXTS += ["15%", "22+", " 22+ ", "5%-20%", "fold-profile", "random, !15%", "random, !(22+, AA:0.5)", "AA KK;QQ,",
          "random, !(random, !(22+, AKs))", "random, !AhKh", "random, !(15%)", "AhKh, AhKd", "AA:50%", "A♠K♥, AA",
          "80%(22-55)", "AA,[50]KK[/50]", "random, !(AA), (KK)"[:14], "random@50"]  # fmt: skip


def table(text, *, folded=False, **more):
    return Scenario("holdem", (Seat("Hero", "2c2d"), Seat("CO", text, folded)), **more)


def weights(scenario):
    return read_seat(scenario, 1).weights


@pytest.mark.parametrize("text", TEXTS)
def test_folding_turns_and_unfolding_turns_back_also_from_a_file(text):
    played = table(text)
    folded = with_fold(played, 1, True)
    assert folded.seats[1].folded
    assert weights(folded) == pytest.approx(1 - weights(played), abs=1e-15)
    assert with_fold(loads(dumps(folded)), 1, False) == played


@pytest.mark.parametrize("text", ["15%", "22+, KQo:0.5", "random, !15%", "100: AA, 50: KK"])
def test_a_folded_range_of_a_file_unfolds_and_folds_back(text):
    folded = table(text, folded=True)
    played = with_fold(folded, 1, False)
    assert weights(played) == pytest.approx(1 - weights(folded), abs=1e-15)
    assert with_fold(played, 1, True) == folded


@pytest.mark.parametrize("text", ["AhKh", "AhKh:0.5", "random", "*", "100%", "", "Ah", "nonsense"])
def test_known_cards_and_any_cards_just_fold(text):
    assert with_fold(table(text), 1, True) == table(text, folded=True)
    assert with_fold(table(text, folded=True), 1, False) == table(text)


FILTERED = {
    "22+ > flop top pair+": "22+ > flop !(top pair+)",
    "22+ > flop !(top pair+)": "22+ > flop top pair+",
    "22+, AK > flop set, !flush draw > turn equity 45%+": "22+, AK > flop set, !flush draw > turn !(equity 45%+)",
    "22+ > Flop !(set), !(overpair)": "22+ > Flop !(!(set), !(overpair))",
    "22+>flop low pair+@50 ": "22+>flop !(low pair+@50)",
    "22+>flop!set": "22+>flop !(!set)",
}


@pytest.mark.parametrize(("text", "turned"), FILTERED.items())
@pytest.mark.parametrize("board", ["", "7h 8h 2c"])
def test_of_a_filtered_range_folds_what_the_last_street_drops(text, turned, board):
    folded = with_fold(table(text, board=board), 1, True)
    assert folded == table(turned, folded=True, board=board)
    assert with_fold(folded, 1, False) == table(text.rstrip().replace("flop!", "flop !"), board=board)
    if board and "turn" not in text:
        mask = np.uint64(card_mask(card for card, _ in parse_cards(board)))
        played, base = table(text, board=board), parse_range(text.split(">")[0]).weights
        free = (COMBO_MASKS & mask) == 0
        assert (weights(folded) + weights(played))[free] == pytest.approx(base[free], abs=1e-15)


@pytest.mark.parametrize("text", ["22+ > flop nothing+", "22+ > flop sett", "22+ > flop straight+"])
def test_what_keeps_all_or_nothing_or_cannot_be_read_just_folds(text):
    assert with_fold(table(text, board="7h8h2c"), 1, True) == table(text, folded=True, board="7h8h2c")


def test_a_seat_has_what_its_filters_leave_on_the_board():
    text = "22+ > flop set > turn best 30%"
    assert read_seat(table(text), 1).notices == (
        "'> flop set' applies from the flop",
        "'> turn best 30%' applies from the turn",
    )
    assert np.count_nonzero(weights(table(text, board="7h8h2c"))) == 9
    (message,) = read_seat(table(text, board="7h8h2cTd"), 1).notices
    assert message == "'> turn best 30%' needs the equities of the whole table"


def test_the_texts_are_short():
    texts = {text: with_fold(table(text), 1, True).seats[1].cards for text in ("15%", "22+, KQo:0.5", "random, !15%")}
    assert list(texts.values()) == ["random, !15%", "random, !(22+, KQo:0.5)", "15%"]


def test_the_order_in_force_decides():
    order = Order("mine", "mine", -find_order(None).strengths)
    result = with_fold(table("20%", order="mine"), 1, True, (order,))
    assert result.seats[1].cards == "random, !20%"
    assert np.array_equal(
        parse_range(result.seats[1].cards, order=order).weights, 1 - parse_range("20%", "core", order).weights
    )


def test_razz_seats_turn_behind_their_up_cards():
    scenario = Scenario("razz", (Seat("Hero", "A29"), Seat("Villain", "(7-7-)7")))
    folded = with_fold(scenario, 1, True)
    assert folded.seats[1] == Seat("Villain", "xx7, !(7-7-)7", True)
    assert with_fold(folded, 1, False) == scenario
    assert with_fold(scenario, 0, True).seats[0] == Seat("Hero", "A29", True)


def test_what_the_row_says():
    assert fold_caption(weights(with_fold(table("15%"), 1, True)).sum() / 1326) == ("folds 85\u00a0%", "85\u00a0%")
    assert fold_caption(weights(table("random", folded=True)).sum() / 1326)[0] == "any hand"


@given(st.recursive(st.sampled_from(["22+", "AA:0.5", "15%", "AhKh", "random"]), lambda inner: st.one_of(
    inner.map("random, !({})".format), inner.map("random, !{}".format), st.tuples(inner, inner).map(", ".join)),
    max_leaves=4))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_any_nesting_comes_back(text):
    if isinstance(attempt(text, "core"), HoldemRange):
        played = table(text)
        folded = with_fold(played, 1, True)
        assert with_fold(folded, 1, False) == played


def test_a_range_that_is_folded_as_it_stands_comes_back_as_it_stands():
    played = table("22+, KQo:0.5")
    seats = (played.seats[0], Seat("CO", "22+, KQo:0.5", True), *played.seats[2:])
    folded = replace(played, seats=seats, kelly=read_panel({"kept": [None, True]}))
    assert with_fold(loads(dumps(folded)), 1, False) == played
    again = with_fold(with_fold(folded, 1, False), 1, True)
    assert again.seats[1].cards == "random, !(22+, KQo:0.5)"
