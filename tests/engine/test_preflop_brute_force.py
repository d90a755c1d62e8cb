"""Random situations on small decks against every deal, card by card."""

import numpy as np
import pytest

from engine.cards import COMBOS, combo_index
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from tests.engine.preflop_tables import EXACT, Table, check_against_every_deal
from tests.reference.naive_preflop import naive_action


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_two_opponents_against_every_deal(seed, folded):
    check_against_every_deal(Table(seed, folded))


@pytest.mark.parametrize("seed", range(6))
def test_raises_after_heros_action_against_every_deal(seed):
    check_against_every_deal(Table(seed, folded=seed == 5, raises=True))


def test_hands_weigh_by_the_joint_law():
    table = Table(7, folded=False)
    request = read_preflop_request(table.request)
    decided = solve_preflop(request).decided
    players = [player[1] for player in table.players]
    naive = naive_action(table.hero, players, frozenset(table.deck))
    right = np.zeros(len(COMBOS))
    for (a, b), weight in naive.weight.items():
        right[combo_index(a, b)] = float(weight / naive.total())
    assert decided.hands == pytest.approx(right, abs=EXACT)
