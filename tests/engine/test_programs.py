"""Programs that play a seat by a rule: the kernels beside a slow reference, and what they never do."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from engine.cards import razz_rank
from engine.equity.razz.lows import low_tables
from engine.kernels.jit import lean_kernel
from engine.kernels.players.holdings import begin_log
from engine.kernels.players.playing import (
    BUTTON,
    CALL,
    CHECK,
    FIXED_LIMIT,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    NO_LIMIT,
    POST,
    POT_LIMIT,
    Rules,
    deal_cards,
    new_hand_state,
    start_hand,
    start_streams,
)
from engine.kernels.players.programs import play_with_programs
from engine.kernels.players.strength import low_distribution, low_sum, new_low_work
from engine.kernels.razz.low import HANDS, low_values
from engine.players.description import player_json, shipped_player, write_players
from engine.players.hands import card_tables, seed_words
from engine.players.programs import holdings_of, read_seat_player, seat_tables
from engine.preflop.matchups import first_equities
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario import ScenarioError
from tests.reference.naive_play import random_numbers
from tests.reference.naive_programs import ProgramHand

KINDS = ("fold", "check", "call", "raise")
HOLDEM = Rules(0, NO_LIMIT, 0, 50, 100, 0, 100, 200, 4)
RAZZ = Rules(1, FIXED_LIMIT, 25, 0, 0, 50, 200, 400, 4)
TABLES = {
    "heads-up": ("holdem", HOLDEM, [6_000, 5_000], ("honest", "neutral"), 10),
    "two honest": ("holdem", HOLDEM, [900, 5_000, 2_000, 7_000], ("honest", "loose", "honest", "caller"), 6),
    "pot limit": ("holdem", HOLDEM._replace(limit=POT_LIMIT), [4_000] * 3, ("honest", "tight", "loose"), 8),
    "fixed limit": ("holdem", HOLDEM._replace(limit=FIXED_LIMIT), [1_950] * 3, ("caller", "honest", "loose"), 8),
    "simple ones": ("holdem", HOLDEM, [3_000] * 6, ("folder", "pusher", "random", "loose", "random", "pusher"), 60),
    "simple ones of razz": ("razz", RAZZ, [10_000] * 5, ("folder", "pusher", "random", "loose", "random"), 25),
    "razz of two": ("razz", RAZZ, [10_000] * 2, ("honest", "caller"), 4),
    "razz": ("razz", RAZZ, [10_000] * 4, ("honest", "loose", "caller", "honest"), 8),
}  # fmt: skip


@cache
def seated(name):
    """Return the players of a table and what is compiled of them, which is only read."""
    players = [read_seat_player(player) for player in TABLES[name][3]]
    return players, seat_tables(players, TABLES[name][0])


def start(name, hand, seed=5):
    """Return a dealt and started hand with its players and what they can hold."""
    game, rules, stacks, _, _ = TABLES[name]
    (players, seats), state = seated(name), new_hand_state(len(stacks))
    start_streams(seed_words(seed), hand, state.random)
    state.stacks[:], state.players[:] = stacks, seats.players
    state.numbers[BUTTON] = hand % len(stacks)
    deal_cards(rules, state)
    return game, rules, players, seats, state


@pytest.mark.parametrize("name", TABLES)
def test_programs_play_as_the_reference_plays_them(name):
    cards = card_tables(TABLES[name][0])
    for hand in range(TABLES[name][4]):
        game, rules, players, seats, state = start(name, hand)
        slow = ProgramHand(
            game, rules, players, state.stacks.tolist(), int(state.numbers[BUTTON]), state.cards.tolist(),
            state.board.tolist(), state.deck.tolist(), random_numbers(state.random[1].copy()),
        )  # fmt: skip
        holdings = holdings_of(seats, game, first_equities(), chip=100)
        start_hand(rules, state)
        begin_log(state, holdings)
        play_with_programs(rules, seats.tables, cards, state, seats.programs, holdings)
        stacks, log = slow.play()
        rows = state.log[: state.numbers[LOGGED]].tolist()
        played = [row for row in rows if row[LOG_KIND] != POST]
        actions = [(row[LOG_STREET], row[LOG_SEAT], KINDS[row[LOG_KIND]], row[LOG_CHIPS]) for row in played]
        assert actions == log, hand
        assert state.stacks.tolist() == stacks, hand


def test_a_range_of_which_no_hand_is_left_counts_as_every_hand():
    """Honest has two aces and sees the third: the pair of aces that all of the opponent's range is cannot be."""
    aces, played = [card for card in range(52) if razz_rank(card) == 0], set()
    weights = np.ones((2, len(ALL_PAIRS)))
    weights[1] = [float(tuple(pair) == (0, 0)) for pair in ALL_PAIRS]
    for hand in range(12):
        game, rules, players, seats, state = start("razz of two", hand)
        deck = state.deck.tolist()
        for place, card in zip((0, 2, 5), aces, strict=False):  # hero's two down cards and the opponent's up card
            at = deck.index(card)
            deck[at], deck[place] = deck[place], card
        state.deck[:] = deck
        state.cards[:, :6] = np.array(deck[:12]).reshape(6, 2).T
        slow = ProgramHand(
            game, rules, players, state.stacks.tolist(), int(state.numbers[BUTTON]), state.cards.tolist(),
            state.board.tolist(), state.deck.tolist(), random_numbers(state.random[1].copy()), start=weights.copy(),
        )  # fmt: skip
        holdings, cards = holdings_of(seats, game, first_equities(), weights, chip=100), card_tables(game)
        start_hand(rules, state)
        begin_log(state, holdings)
        play_with_programs(rules, seats.tables, cards, state, seats.programs, holdings)
        stacks, log = slow.play()
        rows = state.log[: state.numbers[LOGGED]].tolist()
        moves = [row for row in rows if row[LOG_KIND] != POST]
        assert [(row[LOG_STREET], row[LOG_SEAT], KINDS[row[LOG_KIND]], row[LOG_CHIPS]) for row in moves] == log, hand
        assert state.stacks.tolist() == stacks, hand
        played |= {action for _, seat, action, _ in log if seat == 0}
    assert {"raise", "call"} & played


def test_a_caller_only_calls_and_loses_to_an_honest_player():
    game, rules, _, seats, _ = start("fixed limit", 0)
    holdings, cards, won = holdings_of(seats, game, first_equities(), chip=100), card_tables(game), np.zeros(3)
    for hand in range(300):
        _, _, _, _, state = start("fixed limit", hand, seed=11)
        start_hand(rules, state)
        begin_log(state, holdings)
        play_with_programs(rules, seats.tables, cards, state, seats.programs, holdings)
        rows = state.log[: state.numbers[LOGGED]].tolist()
        assert {row[LOG_KIND] for row in rows if row[LOG_SEAT] == 0} <= {POST, CALL, CHECK}
        assert state.stacks.sum() == 3 * 1_950
        won += state.stacks - 1_950
    assert won[0] < 0 < won[1]


def test_players_are_read_by_name_from_files_and_as_descriptions(tmp_path):
    file = tmp_path / "friends.json"
    mia = player_json(shipped_player("loose")) | {"name": "mia"}
    file.write_text(write_players([shipped_player("tight"), read_seat_player(mia)]), encoding="utf-8")
    assert read_seat_player({"file": str(file), "name": "mia"}) == read_seat_player(mia)
    assert read_seat_player("neutral") is shipped_player("neutral")
    assert read_seat_player("caller").name == "caller"
    for value, field, message in (
        ("simulator", "players[1]", "a simulator cannot play inside a simulation"),
        ({"simulator": 200}, "players[1]", "a simulator cannot play inside a simulation"),
        ("nobody", "players[1]", "there is no player called 'nobody'; there are tight"),
        ({"file": str(file), "name": "ann"}, "players[1].name", "there are tight, mia"),
        ({"file": str(tmp_path / "none.json"), "name": "mia"}, "players[1].file", "cannot be read"),
        (
            {"name": "x", "holdem": {"later": {"flop": {"margin": 2}}}},
            "players[1].holdem.later.flop.margin",
            "to 1, found 2",
        ),
        (3, "players[1]", "expected an object, found 3"),
    ):
        with pytest.raises(ScenarioError) as error:
            read_seat_player(value, "players[1]")
        assert error.value.problems[0].field == field
        assert message in error.value.problems[0].message


@lean_kernel
def low_sum_of(counts, live, drawn, tables, work, values, ways):
    return low_sum(counts, live, drawn, tables, work, values, ways)


@pytest.mark.parametrize(("known", "live", "drawn"), [
    ([0, 4], [0, 2, 1, 0, 3, 1, 0, 2, 0, 1, 2, 0, 3], 5),
    ([12, 12, 5], [4, 0, 2, 1, 1, 1, 3, 0, 0, 2, 1, 1, 2], 4),
    ([1, 2, 3, 6], [3, 2, 1, 3, 4, 4, 2, 1, 0, 4, 2, 1, 4], 3),
    ([7, 7, 8, 8, 9], [1, 1, 2, 3, 4, 4, 4, 2, 2, 1, 4, 4, 4], 2),
    ([0, 1, 2, 3, 4, 5], [3, 1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4], 1),
    ([9], [1, 0, 2, 0, 1, 3, 0, 0, 1, 3, 2, 0, 2], 6),
])  # fmt: skip
def test_final_lows_are_counted_as_all_draws_make_them(known, live, drawn):
    deck = [rank for rank, count in enumerate(live) for _ in range(count)]
    hands = np.array([np.bincount([*known, *more], minlength=13) for more in combinations(deck, drawn)])
    values, ways, tables, work = np.zeros(len(hands), np.uint16), np.zeros(HANDS), low_tables(), new_low_work(6)
    low_values(hands, tables.unpaired, tables.paired, values)
    counts = np.bincount(known, minlength=13)
    low_distribution(counts, np.array(live), drawn, tables, work, ways)
    assert ways.tolist() == np.bincount(values, minlength=HANDS).tolist()
    worth = np.arange(HANDS) / 2.0
    assert low_sum_of(counts, np.array(live), drawn, tables, work, worth, np.zeros(HANDS)) == worth[values].sum()
    assert work.choices[0, drawn] == len(hands)
