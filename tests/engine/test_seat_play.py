"""What has happened on the first street, read from the chips of the seats: who has raised, and who has called what."""

import numpy as np
import pytest

from engine import Scenario, Seat
from engine.cards import RAZZ_RANKS
from engine.players.description import shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.preflop.seat_play import SeatTurn, Street, raises_of
from engine.preflop.third.panel import THIRD_STREET
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS
from engine.ranges.razz_text import RazzItem, RazzText, format_razz, parse_razz
from engine.scenario import RunOptions, ThirdPanel

SPOTS = ("middle", "cutoff", "button", "small blind", "big blind")


def turns(*chips):
    """Return the seats in the order of action; None is one that has only posted, and still acts."""
    posted = {3: 0.5, 4: 1.0}
    return [
        SeatTurn(seat, SPOTS[seat], posted.get(seat, 0.0) if amount is None else amount, amount is not None)
        for seat, amount in enumerate(chips)
    ]


RAISES = {
    "an open": ((2.5, None, None, None, None), [("middle", 2.5)]),
    "an open and its call": ((0, 2.5, 2.5, None, None), [("cutoff", 2.5)]),
    "a 3-bet, and the opener still has to act": ((2.5, 0, 8, None, None), [("middle", 2.5), ("button", 8)]),
    "a 3-bet that the opener has called": ((9, 2.5, 0, 9, 0), [("middle", 2.5), ("small blind", 9)]),
    "the same, by the button": ((8, 2.5, 8, 0, 0), [("middle", 2.5), ("button", 8)]),
    "a 3-bet called cold": ((0, 2.5, 8, 8, None), [("cutoff", 2.5), ("button", 8)]),
    "a 4-bet": ((22, 8, 0, 0, 0), [("middle", 0), ("cutoff", 8), ("middle", 22)]),
    "a cold 4-bet that the opener has called": (
        (25, 9, 0, 25, 0), [("middle", 0), ("cutoff", 9), ("small blind", 25)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RAISES)
def test_chips_tell_the_raises(name):
    chips, wanted = RAISES[name]
    assert [(one.spot, one.to) for one in raises_of(turns(*chips), 1.0)] == wanted


def test_an_opener_who_called_a_3_bet_has_raised_first_and_called_then():
    seats = turns(9, 2.5, 0, 9, 0)
    street = Street("holdem", 1.0, raises_of(seats, 1.0), 0, "cutoff", None)
    sizes = shipped_player("neutral").games["holdem"].sizes
    opener = street.taken(seats[0], sizes)
    assert [(action.does, action.turn.raises, action.turn.raiser) for action in opener] == [
        ("raise", 0, None), ("call", 2, "small blind"),
    ]  # fmt: skip
    between = street.taken(seats[1], sizes)
    assert [(action.does, action.turn.raises, action.turn.raiser) for action in between] == [("call", 1, "middle")]
    assert street.owes(seats[1])
    assert not street.owes(seats[0])


def test_a_completion_of_razz_that_was_raised_and_called_by_its_player():
    """Bring-in 0.5, completion to 2, a raise to 4; the player between the two has called the completion."""
    doors = ("3", "5", "7", "K")
    seats = [SeatTurn(seat, doors[seat], chips, True) for seat, chips in enumerate((4.0, 2.0, 4.0, 0.5))]
    assert [(one.spot, one.to) for one in raises_of(seats, 0.5)] == [("3", 2.0), ("7", 4.0)]


def completed():
    """Return hero with A64, a seven that has completed as a neutral player, and the bring-in with a king behind."""
    seats = Seat("Hero", "A64"), Seat("Seven", "xx7"), Seat("King", "xxK")
    panel = {"raise_to": 4, "opponents": [{"in": 2}]}
    return Scenario("razz", seats, run=RunOptions(), third=ThirdPanel.read(panel))


def down(scenario):
    """Return the weights of the down cards of the seven."""
    texts = THIRD_STREET.rows(scenario)[1].text
    return np.array([down_weights_of(texts)[pair] for pair in ALL_PAIRS])


def down_weights_of(text):
    weights = dict.fromkeys(ALL_PAIRS, 0.0)
    for item in parse_razz(text).items:
        two = RazzText((RazzItem(item.slots[:2], item.weight),))
        values = down_weights(format_razz(two), RAZZ_RANKS.index("7"))
        weights = {pair: max(old, float(new)) for (pair, old), new in zip(weights.items(), values, strict=True)}
    return weights


def test_bluffs_and_the_least_weight_widen_what_has_completed_in_razz():
    start, ways = completed(), FIRST_HANDS["razz"].ways("7")
    assert THIRD_STREET.bluffs_of(start, 1) == 0.0
    assert THIRD_STREET.bluffs_of(start, 2) is None
    value = down(start)
    bluffing = THIRD_STREET.with_entries(start, 1, {"bluffs": 0.25})
    assert THIRD_STREET.bluffs_of(bluffing, 1) == 0.25
    wider = down(bluffing)
    assert (wider >= value - 1e-6).all()
    assert 1.0 - value @ ways / (wider @ ways) == pytest.approx(0.25, abs=0.01)
    least = down(THIRD_STREET.with_number(start, "least", True))
    assert least == pytest.approx(np.maximum(value, 0.01), abs=1e-6)
    request = THIRD_STREET.request(THIRD_STREET.with_number(bluffing, "least", True))
    assert request.problems == ()
