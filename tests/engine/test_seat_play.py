"""What has happened on the first street, read from the chips of the seats: who has raised, and who has called what."""

import pytest

from engine.players.description import shipped_player
from engine.preflop.seat_play import SeatTurn, Street, raises_of

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
