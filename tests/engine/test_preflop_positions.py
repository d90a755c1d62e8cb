"""Positions before the flop, and the tables and the example that ship."""

from engine.players.first_hands import POSITIONS, position_at
from engine.preflop.templates import example, table_templates
from engine.table.positions import position_name, position_names
from engine.table.serialize import scenario_from_json


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
