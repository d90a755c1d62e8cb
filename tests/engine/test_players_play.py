"""Whole hands played by descriptions: the kernels beside a slow reference, the statistics of the shipped players."""

import numpy as np
import pytest

from engine.kernels.players.playing import (
    BUTTON,
    FIXED_LIMIT,
    FOLD,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    NO_LIMIT,
    POST,
    POT_LIMIT,
    RAISE,
    TURN,
    Rules,
    deal_cards,
    new_hand_state,
    play_on,
    put_action,
    start_hand,
    start_streams,
)
from engine.players.description import shipped_player, shipped_players
from engine.players.hands import DESCRIBED, card_tables, compiled, finished_hands, play, seed_words, statistics_of
from tests.reference.naive_play import Hand, random_numbers

KINDS = ("fold", "check", "call", "raise")
SHIPPED = shipped_players()
HOLDEM = Rules(0, NO_LIMIT, 0, 50, 100, 0, 100, 200, 4)
RAZZ = Rules(1, FIXED_LIMIT, 25, 0, 0, 50, 200, 400, 4)
TABLES = {
    "six players": ("holdem", HOLDEM, [10_000] * 6, (0, 1, 2, 0, 1, 2), 40),
    "loose, short and odd stacks": ("holdem", HOLDEM, [137, 3_001, 50, 777, 10_000], (2, 2, 2, 2, 2), 60),
    "antes and a seat that is out": ("holdem", HOLDEM._replace(ante=13), [2_000, 0, 999, 1_501], (2, 0, 1, 2), 60),
    "heads-up": ("holdem", HOLDEM, [1_100, 5_000], (2, 1), 60),
    "pot limit": ("holdem", HOLDEM._replace(limit=POT_LIMIT), [2_500] * 4, (2, 1, 2, 1), 60),
    "fixed limit": ("holdem", HOLDEM._replace(limit=FIXED_LIMIT), [1_950] * 5, (2, 1, 0, 2, 1), 60),
    "razz": ("razz", RAZZ, [10_000] * 6, (0, 1, 2, 0, 1, 2), 30),
    "razz, eight loose players": ("razz", RAZZ, [10_000, 260, 515, 3_000, 10_000, 999, 2_000, 60], (2,) * 8, 25),
}


def dealt(name, hand, seed=3):
    """Return the state of a hand that is dealt and started, with its tables."""
    game, rules, stacks, seats, _ = TABLES[name]
    state = new_hand_state(len(stacks))
    start_streams(seed_words(seed), hand, state.random)
    state.deck[:] = np.arange(52)
    state.stacks[:], state.players[:] = stacks, seats
    state.numbers[BUTTON] = next(i % len(stacks) for i in range(hand, hand + 9) if stacks[i % len(stacks)])
    deal_cards(rules, state)
    return game, rules, state


@pytest.mark.parametrize("name", TABLES)
def test_hands_are_played_as_the_reference_plays_them(name):
    tables, cards = None, card_tables(TABLES[name][0])
    for hand in range(TABLES[name][4]):
        game, rules, state = dealt(name, hand)
        tables = tables or compiled(SHIPPED, game)
        slow = Hand(
            game, rules, [SHIPPED[i] for i in state.players], state.stacks.tolist(), int(state.numbers[BUTTON]),
            state.cards.tolist(), state.board.tolist(), state.deck.tolist(), random_numbers(state.random[1].copy()),
        )  # fmt: skip
        start_hand(rules, state)
        assert play_on(rules, tables, cards, state) == -1
        stacks, log = slow.play()
        rows = state.log[: state.numbers[LOGGED]]
        actions = [
            (row[LOG_STREET], row[LOG_SEAT], KINDS[row[LOG_KIND]], row[LOG_CHIPS])
            for row in rows.tolist()
            if row[LOG_KIND] != POST
        ]
        assert actions == log, hand
        assert state.stacks.tolist() == stacks, hand


def test_a_seat_without_a_description_is_played_by_the_caller():
    tables, cards = compiled(SHIPPED, "holdem"), card_tables("holdem")
    _, rules, state = dealt("six players", 5)
    state.players[2] = -1
    start_hand(rules, state)
    turns = 0
    while (seat := play_on(rules, tables, cards, state)) >= 0:
        assert seat == 2 == state.numbers[TURN]
        put_action(seat, min(int(state.bets.max() - state.bets[2]), int(state.stacks[2])), rules, state)
        turns += 1
    assert turns
    assert state.folded[2] == 0
    assert state.stacks.sum() == 60_000


@pytest.mark.parametrize(("game", "rules"), [
    ("holdem", HOLDEM), ("holdem", HOLDEM._replace(limit=POT_LIMIT)), ("razz", RAZZ),
])  # fmt: skip
def test_chips_are_conserved_and_seats_are_equal(game, rules):
    players = [shipped_player("loose")] * 6
    _, totals = play(players, game, rules, 3_000, hands=1_500, seed=2)
    assert totals.sum() == 0
    _, first = play(players, game, rules, 3_000, hands=500, seed=2)
    _, rest = play(players, game, rules, 3_000, hands=1_000, seed=2, first=500)
    assert np.array_equal(first + rest, totals)


BANDS = {
    ("tight", "holdem"): {
        "VPIP": (0.12, 0.18), "PFR": (0.10, 0.15), "3-bet": (0.025, 0.05), "Fold to 3-bet": (0.62, 0.75),
        "C-bet": (0.55, 0.75), "Fold to c-bet": (0.5, 0.66), "WTSD": (0.20, 0.27),
        "W$SD": (0.5, 0.58), "AF": (1.8, 3.2),
    },
    ("neutral", "holdem"): {
        "VPIP": (0.20, 0.26), "PFR": (0.16, 0.21), "3-bet": (0.055, 0.09), "Fold to 3-bet": (0.52, 0.65),
        "C-bet": (0.55, 0.72), "Fold to c-bet": (0.42, 0.52), "WTSD": (0.24, 0.30),
        "W$SD": (0.49, 0.54), "AF": (1.8, 3.0),
    },
    ("loose", "holdem"): {
        "VPIP": (0.33, 0.48), "PFR": (0.04, 0.10), "3-bet": (0.01, 0.03), "Fold to 3-bet": (0.2, 0.45),
        "C-bet": (0.42, 0.6), "Fold to c-bet": (0.28, 0.42), "WTSD": (0.30, 0.38),
        "W$SD": (0.44, 0.5), "AF": (0.8, 1.5),
    },
    ("tight", "razz"): {
        "VPIP": (0.13, 0.19), "Complete": (0.14, 0.21), "Call a completion": (0.09, 0.14), "Fold fourth": (0.15, 0.3),
        "Showdown": (0.34, 0.42), "W$SD": (0.47, 0.55), "AF": (1.5, 2.3),
    },
    ("neutral", "razz"): {
        "VPIP": (0.2, 0.26), "Complete": (0.23, 0.31), "Call a completion": (0.14, 0.2), "Fold fourth": (0.16, 0.27),
        "Showdown": (0.4, 0.48), "W$SD": (0.46, 0.54), "AF": (1.3, 2.0),
    },
    ("loose", "razz"): {
        "VPIP": (0.42, 0.52), "Complete": (0.06, 0.13), "Call a completion": (0.38, 0.5), "Fold fourth": (0.1, 0.2),
        "Showdown": (0.44, 0.55), "W$SD": (0.37, 0.47), "AF": (0.7, 1.1),
    },
}  # fmt: skip
"""The bands of real players of these kinds, from the sources in ``METHODS.md``."""


@pytest.mark.parametrize(("kind", "game"), BANDS)
def test_shipped_players_have_the_statistics_of_real_ones(kind, game):
    rows = statistics_of(shipped_player(kind), game, hands=20_000 if game == "holdem" else 4_000)
    outside = {row.title: row.share for row in rows if not (b := BANDS[kind, game][row.title])[0] <= row.share <= b[1]}
    assert not outside


@pytest.mark.parametrize(("kind", "low", "high"), [("tight", 0.3, 0.5), ("neutral", 0.35, 0.5), ("loose", 0.28, 0.42)])
def test_callers_of_flop_and_turn_fold_many_rivers(kind, low, high):
    table, folds = DESCRIBED["holdem"], []
    for state in finished_hands([shipped_player(kind)] * 6, "holdem", table.rules, table.stack, 10_000):
        raises, called = [0] * 4, set()
        for row in state.log[: state.numbers[LOGGED]].tolist():
            seat, street, does = row[LOG_SEAT], row[LOG_STREET], row[LOG_KIND]
            if street == 3 and raises[street] == 1 and {(seat, 1), (seat, 2)} <= called:
                folds.append(does == FOLD)
            if raises[street] == 1 and does not in (FOLD, RAISE):
                called.add((seat, street))
            raises[street] += does == RAISE
    assert low < sum(folds) / len(folds) < high


def test_a_seed_repeats_the_hands():
    player = shipped_player("neutral")
    assert statistics_of(player, "holdem", hands=500) == statistics_of(player, "holdem", hands=500)
    assert statistics_of(player, "holdem", hands=500, seed=2) != statistics_of(player, "holdem", hands=500)
