"""Descriptions of players: their files, the first street, later streets, and the strength of hands."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from engine import ScenarioError, solve
from engine.cards import COMBOS, RAZZ_RANKS, combo_index, parse_cards
from engine.players.description import (
    RangeRow,
    player_json,
    players_from_json,
    read_players,
    shipped_player,
    shipped_players,
    write_players,
)
from engine.players.first_hands import FIRST_HANDS, POSITIONS
from engine.players.first_street import FirstStreet, first_street, hand_order
from engine.players.flops import SCALE, flop_symmetries, flop_table
from engine.players.later_streets import (
    against_opponents,
    bet_probability,
    continue_probability,
    raise_probability,
    updated_weights,
)
from engine.players.strength import holdem_strengths, razz_strengths
from engine.ranges.holdem import parse_range
from engine.ranges.razz_products import ALL_PAIRS
from engine.table.serialize import scenario_from_json
from tests.reference.naive_holdem import best_hand

NEUTRAL = shipped_player("neutral")
DATA = Path(__file__).parents[1] / "data"


def file_of(**player):
    return json.dumps({"steelwheel_players": 2, "players": [{"name": "mia", **player}]}).encode()


def combo(text):
    return combo_index(*(card for card, _ in parse_cards(text)))


class TestFiles:
    @pytest.mark.parametrize("player", shipped_players(), ids=lambda player: player.name)
    def test_a_written_player_reads_back(self, player):
        changed = replace(player, bluffs=0.2, least=0.01)
        assert read_players(write_players([changed]).encode()) == (changed,)

    def test_what_a_file_lacks_is_neutral(self):
        flop = {"margin": -0.05}
        (mia,) = read_players(file_of(holdem={"first": {"early": {"raise": "AA"}}, "later": {"flop": flop}}))
        assert replace(mia, name="neutral", why=NEUTRAL.why, games=NEUTRAL.games) == NEUTRAL
        rows = mia.games["holdem"].first_street["first"]
        assert rows.own == {**NEUTRAL.games["holdem"].first_street["first"].own, "early": RangeRow("AA")}
        assert mia.games["holdem"].later["flop"] == replace(NEUTRAL.games["holdem"].later["flop"], margin=-0.05)
        assert mia.games["holdem"].later["turn"] == NEUTRAL.games["holdem"].later["turn"]
        assert mia.games["razz"] == NEUTRAL.games["razz"]

    def test_a_row_replaces_the_usual_rows_by_raiser(self):
        row, other = {"raise": "AA", "call": "KK"}, {"raise": "AA", "call": "KK-QQ"}
        (mia,) = read_players(file_of(holdem={"open": {"button": row, "by": {"big blind": {"early": other}}}}))
        rows = mia.games["holdem"].first_street["open"]
        assert rows.row("button", "cutoff") == RangeRow("AA", "KK")
        assert rows.row("big blind", "early") == RangeRow("AA", "KK-QQ")
        assert rows.row("small blind", "button") == NEUTRAL.games["holdem"].first_street["open"].row(
            "small blind", "button"
        )

    def test_a_file_of_version_1_is_read(self):
        old = {"steelwheel_players": 1, "players": [
            {"name": "old", "why": "", "first_in": {"early": "22+"}, "against_raise": {"early": "QQ+"}},
        ]}  # fmt: skip
        (player,) = players_from_json(old)
        rows = player.games["holdem"].first_street
        assert rows["first"].own["early"] == RangeRow("", "22+")
        assert rows["open"].row("early", "early") == RangeRow("", "QQ+")
        assert rows["open"].own["middle"] == NEUTRAL.games["holdem"].first_street["open"].own["middle"]

    def test_the_shipped_file_of_version_1_is_read(self):
        players = read_players((DATA / "players_of_1.0.json").read_bytes())
        assert [player.name for player in players] == ["tight", "neutral", "loose"]

    @pytest.mark.parametrize(("player", "field", "position", "message"), [
        ({"holdem": {"open": {"button": {"raise": "QQ+, AK?"}}}}, "players[0].holdem.open.button.raise", 5, ""),
        ({"holdem": {"open": {"button": {"raise": "AA", "call": "AA:0.5"}}}}, "players[0].holdem.open.button.call",
         None, "the probabilities of AsAh add up to 1.5, more than 1"),
        ({"holdem": {"jam": {"button": {"raise": "AA"}}}}, "players[0].holdem.jam.button.raise", None, "unknown key"),
        ({"holdem": {"open": {"by": {"button": {"utg": {}}}}}}, "players[0].holdem.open.by.button.utg", None,
         "unknown"),
        ({"holdem": {"later": {"flop": {"bet": [[0.5, 0.1], [0.5, 0.2]]}}}}, "players[0].holdem.later.flop.bet[1]",
         None, "ascend"),
        ({"holdem": {"later": {"flop": {"width": -1}}}}, "players[0].holdem.later.flop.width", None, "from 0 to 1"),
        ({"holdem": {"later": {"flop": {"sizes": [[1, 0]]}}}}, "players[0].holdem.later.flop.sizes", None, "above 0"),
        ({"holdem": {"sizes": {"5-bet": 2}}}, "players[0].holdem.sizes.5-bet", None, "unknown key"),
        ({"razz": {"first": {"A": {"complete": "(A[2"}}}}, "players[0].razz.first.A.complete", 2, ""),
        ({"bluffs": 1}, "players[0].bluffs", None, "from 0 to 0.99"),
        ({"name": " "}, "players[0].name", None, "needs a name"),
    ])  # fmt: skip
    def test_a_problem_names_its_field(self, player, field, position, message):
        with pytest.raises(ScenarioError) as error:
            read_players(file_of(**player))
        (problem,) = error.value.problems
        assert (problem.field, problem.position) == (field, position)
        assert message in problem.message

    def test_two_players_have_two_names(self):
        value = {"steelwheel_players": 2, "players": [player_json(NEUTRAL)] * 2}
        with pytest.raises(ScenarioError, match=r"players\[1\].name"):
            players_from_json(value)

    @pytest.mark.parametrize("player", shipped_players(), ids=lambda player: player.name)
    def test_every_row_has_its_reason(self, player):
        for game, hands in FIRST_HANDS.items():
            for situation in hands.situations:
                rows = player.games[game].first_street[situation.key]
                assert rows.why.endswith(".")
                assert all(row.why.endswith(".") for row in rows.own.values())
            assert all(street.why.endswith(".") for street in player.games[game].later.values())


def played(player, position, raises=0, raiser=None, game="holdem", jam=False):
    """Return the shares of hands that raise and call."""
    actions = first_street(player, game, FirstStreet(position, raises, raiser, jam))
    ways = FIRST_HANDS[game].ways(position)
    return float(actions.raises @ ways / ways.sum()), float(actions.calls @ ways / ways.sum())


class TestFirstStreet:
    def test_neutral_opens_as_charts_do(self):
        expected = {"early": 0.14, "middle": 0.18, "cutoff": 0.27, "button": 0.43, "small blind": 0.40}
        for position, share in expected.items():
            assert played(NEUTRAL, position)[0] == pytest.approx(share, abs=0.01)

    def test_the_big_blind_defends_more_against_later_raises(self):
        shares = [sum(played(NEUTRAL, "big blind", 1, raiser)) for raiser in POSITIONS[:5]]
        assert shares == sorted(shares)
        raises, calls = played(NEUTRAL, "big blind", 1, "button")
        assert 0.09 < raises < 0.12
        assert 0.34 < raises + calls < 0.40

    def test_kinds_are_ordered(self):
        tight, neutral, loose = shipped_players()
        for position in POSITIONS[:5]:
            opened = [played(player, position) for player in (tight, neutral, loose)]
            assert opened[0][0] < opened[1][0] > opened[2][0]  # the loose player limps
            assert sum(opened[0]) < sum(opened[1]) < sum(opened[2])
            faced = [sum(played(player, position, 1)) for player in (tight, neutral, loose)]
            assert faced == sorted(faced)
        for door in RAZZ_RANKS:
            first = [sum(played(player, door, game="razz")) for player in (tight, neutral, loose)]
            assert first == sorted(first)

    def test_beyond_a_4_bet_and_against_an_all_in_the_jam_counts(self):
        assert played(NEUTRAL, "button", 4) == played(NEUTRAL, "button", 1, jam=True) == played(NEUTRAL, "button", 7)
        assert played(NEUTRAL, "A", 2, game="razz") == played(NEUTRAL, "A", 5, game="razz")

    @pytest.mark.parametrize("player", shipped_players(), ids=lambda player: player.name)
    def test_probabilities(self, player):
        for game, hands in FIRST_HANDS.items():
            for raises in range(len(hands.situations)):
                for own in hands.positions:
                    for raiser in (None, *hands.positions):
                        actions = first_street(player, game, FirstStreet(own, raises, raiser))
                        total = actions.raises + actions.calls + actions.folds
                        assert np.allclose(total, 1.0)
                        assert min(actions.raises.min(), actions.calls.min()) >= 0.0

    @pytest.mark.parametrize(("game", "position"), [("holdem", "cutoff"), ("holdem", "small blind"), ("razz", "8")])
    def test_bluffs_are_that_share_of_the_raises(self, game, position):
        for player in (NEUTRAL, shipped_player("loose")):
            before = first_street(player, game, FirstStreet(position))
            after = first_street(replace(player, bluffs=0.25), game, FirstStreet(position))
            ways = FIRST_HANDS[game].ways(position)
            assert np.all(after.raises >= before.raises)
            assert (after.raises - before.raises) @ ways == pytest.approx(0.25 * float(after.raises @ ways))
            assert np.allclose(after.calls, np.minimum(before.calls, 1.0 - after.raises))
            again = first_street(replace(player, bluffs=0.25), game, FirstStreet(position, 1))
            assert np.array_equal(again.raises, first_street(player, game, FirstStreet(position, 1)).raises)

    def test_the_first_bluffs_are_the_raises_of_the_next_position(self):
        after = first_street(replace(NEUTRAL, bluffs=0.1), "holdem", FirstStreet("middle")).raises
        before = first_street(NEUTRAL, "holdem", FirstStreet("middle")).raises
        cutoff = first_street(NEUTRAL, "holdem", FirstStreet("cutoff")).raises
        assert np.all(cutoff[after > before] > 0)

    def test_the_order_begins_with_aces(self):
        assert set(hand_order(NEUTRAL, "holdem", "button")[:6]) == set(np.flatnonzero(parse_range("AA").weights))
        best = [ALL_PAIRS[i] for i in hand_order(NEUTRAL, "razz", "5")[:6]]
        assert set(best) == set(combinations((0, 1, 2, 3), 2))


class TestLaterStreets:
    def test_curves_are_linear_between_their_points_and_constant_beyond(self):
        flop = replace(NEUTRAL.games["holdem"].later["flop"], bet=((0.2, 0.1), (0.6, 0.5)), last_raiser=((0.0, 0.3),))
        assert bet_probability(flop, [0.0, 0.2, 0.4, 0.6, 1.0]) == pytest.approx([0.1, 0.1, 0.3, 0.5, 0.5])
        assert bet_probability(flop, 0.5, last_raiser=True) == pytest.approx(0.3)
        assert bet_probability(replace(flop, last_raiser=None), 0.4, last_raiser=True) == pytest.approx(0.3)

    def test_calls_at_a_price(self):
        flop = replace(NEUTRAL.games["holdem"].later["flop"], margin=0.1, width=0.05, raise_=((0.5, 0.0), (1.0, 1.0)))
        assert continue_probability(flop, [0.35, 0.4], 0.25) == pytest.approx([0.5, 1 / (1 + np.exp(-1))])
        sure = replace(flop, width=0.0)
        assert continue_probability(sure, [0.34, 0.36], 0.25).tolist() == [0.0, 1.0]
        assert raise_probability(flop, [0.3, 0.75], 0.25) == pytest.approx([0.0, 0.5])
        assert raise_probability(replace(flop, raise_=((0.0, 1.0),)), 0.35, 0.25) == pytest.approx(0.5)

    def test_against_several_opponents(self):
        assert against_opponents([0.5, 0.9], 3) == pytest.approx([0.125, 0.729])

    def test_weights_after_an_action(self):
        assert updated_weights([1.0, 0.5, 0.0], [0.1, 0.4, 0.4]).tolist() == pytest.approx([0.5, 1.0, 0.0])
        assert updated_weights([1.0, 0.0], [0.0, 0.4], 0.01).tolist() == pytest.approx([0.0, 1.0])
        assert updated_weights([1.0, 0.5], [0.0, 0.0]).tolist() == [1.0, 0.5]


class TestStrength:
    def test_on_the_river_it_is_counted(self):
        board = tuple(card for card, _ in parse_cards("Ah7h2c7d9s"))
        strengths = holdem_strengths("Ah7h2c7d9s")
        live = [row for row in COMBOS.tolist() if not set(row) & set(board)]
        values = {tuple(row): best_hand(frozenset(row) | set(board)) for row in live}
        for text in ("AdAc", "7s7c", "KhQh", "Kh2h", "3d4d", "9d9c"):
            hand = tuple(COMBOS[combo(text)].tolist())
            others = [value for row, value in values.items() if not set(row) & set(hand)]
            won = sum((value < values[hand]) + 0.5 * (value == values[hand]) for value in others)
            assert strengths[combo(text)] == pytest.approx(won / len(others), abs=1e-12)
        assert strengths[combo("Ah3d")] == 0.0

    @pytest.mark.parametrize("board", ["Ah7h2c", "Ah7h2c7d"])
    @pytest.mark.parametrize("hand", ["KhQh", "7s6s", "3d4d"])
    def test_earlier_it_is_the_exact_equity(self, board, hand):
        table = {"steelwheel": 1, "game": "holdem", "board": board, "seats": [{"cards": hand}, {"cards": "random"}]}
        exact = solve(scenario_from_json(table)).seats[0].estimate.equity
        assert holdem_strengths(board)[combo(hand)] == pytest.approx(exact, abs=1e-9)

    def test_the_table_of_flops_has_the_strength_on_every_flop(self):
        table = flop_table()
        _, rows, turned, combos = flop_symmetries()
        assert len(rows) == 22_100
        assert table.equities.shape == (1755, 1326)
        for flop in ("Ah7h2c", "2c2d2h", "KsQsJs", "9d8d8c"):
            low, middle, high = sorted(card for card, _ in parse_cards(flop))
            number = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
            equities = table.equities[rows[number], combos[turned[number]]] / SCALE
            assert equities == pytest.approx(holdem_strengths(flop), abs=0.5 / SCALE + 1e-9)

    def test_a_board_has_three_to_five_cards(self):
        with pytest.raises(ValueError, match="three to five"):
            holdem_strengths("Ah7h")

    @pytest.mark.parametrize(("down", "up", "opponent", "dead"), [
        ("A2", "35", "48", ""), ("A2", "3K", "76", "A2"), ("78", "9T", "A2", ""), ("AA", "24", "KQ", ""),
        ("A2", "356", "789", "44"), ("A4", "2668", "35JQ", ""),
    ])  # fmt: skip
    def test_in_razz_it_is_near_the_exact_equity(self, down, up, opponent, dead):
        suits = iter("shdc" * 20)
        texts = ["".join(rank + next(suits) for rank in cards) for cards in (down + up, opponent, dead)]
        table = {"steelwheel": 1, "game": "razz", "dead": texts[2],
                 "seats": [{"cards": texts[0]}, {"cards": f"x x {texts[1]}"}]}  # fmt: skip
        exact = solve(scenario_from_json(table)).seats[0].estimate.equity
        ranks = [[RAZZ_RANKS.index(rank) for rank in cards] for cards in (down, up, opponent, dead)]
        strength = razz_strengths(ranks[1], [ranks[2]], ranks[3])[ALL_PAIRS.index(tuple(sorted(ranks[0])))]
        assert strength == pytest.approx(exact, abs=0.012)

    def test_in_razz_it_is_the_product_over_the_opponents(self):
        one, other = razz_strengths([0, 1], [[2, 3]], [4, 5]), razz_strengths([0, 1], [[4, 5]], [2, 3])
        assert razz_strengths([0, 1], [[2, 3], [4, 5]]) == pytest.approx(one * other)

    def test_a_pair_that_is_gone_has_no_strength(self):
        assert razz_strengths([0, 0], [[0, 5]])[0] == 0.0
