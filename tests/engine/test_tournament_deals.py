"""All players of a tournament with places, deals and bubble factors, against the slow reference; usual prizes."""

import numpy as np
import pytest

from engine import CancelToken
from engine.equity.jobs import Cancelled
from engine.scenario import Tournament
from engine.scenario.tournament import Others
from engine.tournament.deals import mean_stack, needed_against, payout_structures, tournament_values
from engine.tournament.icm import bubble_factors_of
from tests.reference import naive_icm

STACKS, PAYOUTS = (5000.0, 3000.0, 2000.0), (50.0, 30.0, 20.0)


def last(tournament):
    *_, result = tournament_values(tournament, CancelToken())
    return result


def test_players_and_the_value_of_their_chips():
    result = last(Tournament((5000.0, None, 3000.0, 2000.0), PAYOUTS))
    assert [player.seat for player in result.players] == [0, 2, 3]
    assert (result.prizes, result.remaining, result.unpaid) == (100.0, 3, 0)
    equities, places = naive_icm.equities(STACKS, PAYOUTS), naive_icm.places(STACKS)
    for i, player in enumerate(result.players):
        assert player.equity == pytest.approx(equities[i], abs=1e-12)
        assert player.places == pytest.approx(places[i], abs=1e-12)
        assert player.even == pytest.approx(STACKS[i] / 100)
        assert player.by_chips == pytest.approx(20 + 40 * STACKS[i] / 10000)
        factors = [None if i == j else naive_icm.bubble_factor(STACKS, PAYOUTS, i, j) for j in range(3)]
        assert result.factors[i] == pytest.approx(factors, abs=1e-9)


def test_equities_come_before_bubble_factors():
    first, _ = tournament_values(Tournament(STACKS, PAYOUTS), CancelToken())
    assert first.factors is None
    assert first.players[0].equity > 0


def test_a_cancelled_question_ends():
    cancel = CancelToken()
    steps = tournament_values(Tournament(STACKS, PAYOUTS), cancel)
    next(steps)
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(steps)


def test_with_more_prizes_than_players_the_last_prizes_are_unpaid():
    result = last(Tournament((10.0, 20.0), (5.0, 3.0, 2.0, 1.0)))
    assert (result.prizes, result.unpaid) == (8.0, 2)
    assert [player.equity for player in result.players] == pytest.approx([3 + 2 / 3, 3 + 4 / 3])


def test_players_at_other_tables_are_one_row_and_everybody_counts():
    result = last(Tournament((9000.0, 3000.0), PAYOUTS, Others(30, 2000.0)))
    assert [player.seat for player in result.players] == [0, 1, None]
    assert result.remaining == 32
    own, other = result.players[:2], result.players[2]
    assert sum(player.equity for player in own) + 30 * other.equity == pytest.approx(100)
    assert len(result.factors) == 2
    stacks, payouts = np.array([9000, 3000, *[2000] * 30], float), np.array([*PAYOUTS, *[0] * 29], float)
    assert result.factors[0] == tuple(bubble_factors_of(stacks, payouts, 0)[:3])


def test_usual_prizes_fall_and_are_named_once():
    names = [structure.name for structure in payout_structures()]
    assert len(set(names)) == len(names) > 8
    for structure in payout_structures():
        assert all(a >= b > 0 for a, b in zip(structure.payouts, structure.payouts[1:], strict=False))
    shared = [s for s in payout_structures() if "Satellite" not in s.name]
    assert all(sum(structure.payouts) == pytest.approx(100) for structure in shared)


def test_what_an_all_in_needs_and_the_mean_stack():
    assert needed_against(1.0) == 0.5
    assert needed_against(3.0) == 0.75
    assert mean_stack((None, 1000.0, 2001.0)) == 1500
    assert mean_stack((0.25,)) == 0.25
    assert mean_stack((None,)) is None
