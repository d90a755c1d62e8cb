"""How much of a later bet opponents pay: the order of ranges and kinds of players, and the shipped table of razz."""

from itertools import pairwise

import numpy as np
import pytest

from engine.players.description import SHIPPED, shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street
from engine.preflop.pays import FOURTH_SCALE, fourth_strengths, holdem_pays, razz_pays, shipped_fourth_strengths

ANY = np.ones(1326)
HALF_POT, POT = 0.25, 1 / 3


def pays(kind, turn, price, *, raises):
    player = shipped_player(kind)
    actions = first_street(player, "holdem", turn)
    return holdem_pays(player.games["holdem"].later["flop"], actions.raises if raises else actions.calls, price)


@pytest.mark.parametrize("price", [HALF_POT, POT])
@pytest.mark.parametrize("kind", SHIPPED)
def test_who_has_shown_more_strength_pays_more(kind, price):
    """A raiser pays no less than the blind that has called him, a 3-bettor more than who opened, an early opener more
    than a late one, and any two cards least."""
    anything = holdem_pays(shipped_player(kind).games["holdem"].later["flop"], ANY, price)
    opened = {
        position: pays(kind, FirstStreet(position), price, raises=True) for position in ("middle", "cutoff", "button")
    }
    for position, share in opened.items():
        blind = pays(kind, FirstStreet("big blind", 1, position), price, raises=False)
        reraised = pays(kind, FirstStreet("button", 1, position), price, raises=True)
        assert anything < blind < share < reraised, position
    assert opened["middle"] > opened["cutoff"] > opened["button"]


def test_looser_players_pay_more_and_dearer_bets_are_paid_less():
    turn = FirstStreet("button")
    shares = [pays(kind, turn, HALF_POT, raises=True) for kind in SHIPPED]
    assert all(tighter < looser for tighter, looser in pairwise(shares))
    for kind, share in zip(SHIPPED, shares, strict=True):
        assert pays(kind, turn, POT, raises=True) < share


def test_razz_pays_in_the_order_of_doors_and_hands():
    play, hands = shipped_player("neutral").games["razz"].later["fourth"], FIRST_HANDS["razz"]
    by_door = [razz_pays(play, hands.ways(door), door, "4", 0.2) for door in "37TK"]
    assert all(better > worse for better, worse in pairwise(by_door))
    good = hands.weights("([A-5][A-5])", "K") * hands.ways("K")
    assert razz_pays(play, good, "K", "4", 0.2) > 2 * by_door[-1]


@pytest.mark.parametrize(("door", "other"), [(0, 0), (2, 4), (12, 3), (6, 12)])
def test_the_shipped_strengths_of_fourth_street_are_those_computed(door, other):
    table = shipped_fourth_strengths()[door, other] / FOURTH_SCALE
    assert table == pytest.approx(fourth_strengths(door, other), abs=0.6 / FOURTH_SCALE)
