"""Kinds of players: what later positions, looser players and raises do to a range; the tables that are shipped."""

from itertools import pairwise

import numpy as np
import pytest

from engine.players.kinds import (
    POSITIONS,
    example,
    player_kinds,
    position_at,
    position_notes,
    table_templates,
)
from engine.ranges.holdem import parse_range
from engine.table.positions import position_name, position_names
from engine.table.serialize import scenario_from_json

RANGES = ("first_in", "against_raise")


def weights(kind, what, position):
    return parse_range(getattr(kind, what)[position]).weights


def contains(larger, smaller):
    return bool(np.all(larger >= smaller)) and larger.sum() >= smaller.sum()


@pytest.mark.parametrize("what", RANGES)
@pytest.mark.parametrize("kind", player_kinds(), ids=lambda kind: kind.name)
def test_a_later_position_contains_an_earlier_one(kind, what):
    assert tuple(getattr(kind, what)) == POSITIONS
    for earlier, later in pairwise(POSITIONS):
        assert contains(weights(kind, what, later), weights(kind, what, earlier)), (earlier, later)
        assert weights(kind, what, later).sum() > weights(kind, what, earlier).sum()


@pytest.mark.parametrize("what", RANGES)
@pytest.mark.parametrize("position", POSITIONS)
def test_a_looser_player_contains_a_tighter_one(what, position):
    assert [kind.name for kind in player_kinds()] == ["tight", "neutral", "loose"]
    for tighter, looser in pairwise(player_kinds()):
        assert contains(weights(looser, what, position), weights(tighter, what, position))


@pytest.mark.parametrize("kind", player_kinds(), ids=lambda kind: kind.name)
def test_nobody_meets_a_raise_with_a_hand_that_is_not_played_without_one(kind):
    for position in POSITIONS:
        assert contains(weights(kind, "first_in", position), weights(kind, "against_raise", position))
    assert kind.first_in["big blind"] == "random"  # has paid the price: folds nothing for free
    assert kind.why


def test_the_reasons_are_written_beside_the_hands():
    assert tuple(position_notes()) == POSITIONS
    assert all(note.endswith(".") for note in position_notes().values())


def test_positions_by_who_acts_behind():
    assert [position_name(i, 6) for i in range(6)] == ["UTG", "MP", "CO", "BTN", "SB", "BB"]
    assert [position_at(i, 6) for i in range(6)] == ["middle", *POSITIONS[1:]]
    assert [position_name(i, 2) for i in range(2)] == ["SB", "BB"]
    assert [position_at(i, 9) for i in range(9)][:4] == ["early", "early", "early", "middle"]
    for players in range(2, 101):
        names = position_names(players)
        assert len(set(names)) == len(names) == players
        assert names[-3:] == (("SB", "BB") if players == 2 else ("BTN", "SB", "BB"))
    assert position_names(9) == ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB")
    assert position_name(0, 1) == ""


def test_the_tables_name_their_positions_as_everything_else():
    assert [table.name for table in table_templates()] == [
        "6-max, no limit",
        "Full ring, no limit",
        "6-max, fixed limit",
        "Full ring, fixed limit",
    ]
    for table in table_templates():
        players = len(table.positions)
        assert table.positions == tuple(position_name(i, players) for i in range(players))
        assert 0 < table.small_blind < table.big_blind < table.raise_to
        assert set(table.after.to_json()) == {"bets"}
        assert table.why


def test_the_example_is_a_scenario():
    scenario = scenario_from_json(example())
    assert scenario.preflop is not None
    assert scenario.seats[0].cards == "AKs"
