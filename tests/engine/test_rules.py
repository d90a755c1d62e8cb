"""Each game has its row, and what it makes of a scenario travels: no text is read twice for one result."""

from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import get_args

import pytest

from engine import GAMES, Game, RunOptions, Scenario, Seat, complete, inspect, solve
from engine.equity.rules import RULES
from engine.table.hand_texts import HANDS

HOLDEM = Scenario("holdem", tuple(Seat(f"P{i}", text) for i, text in enumerate(("AA", "KK", "QJs"))), board="2c 7d 9h")
RAZZ = Scenario("razz", (Seat("Hero", "A 2 9 8 7"), Seat("Villain", "(7-7-)7 2 3")))


@pytest.fixture
def reads(monkeypatch):
    """Count how often a scenario and a hand are read."""
    counted = Counter()

    def count(module, name):
        original = getattr(import_module(module), name)

        def counting(*args, **options):
            counted[name] += 1
            return original(*args, **options)

        monkeypatch.setattr(import_module(module), name, counting)

    count("engine.equity.holdem.prepare", "parse_range")
    count("engine.equity.razz.setup", "read_razz_hand")
    for game, rules in RULES.items():

        def prepare(scenario, order, check_cancelled, game=game, original=rules.prepare):
            counted[f"prepare {game}"] += 1
            return original(scenario, order, check_cancelled)

        monkeypatch.setitem(RULES, game, replace(rules, prepare=prepare))
    return counted


@pytest.mark.parametrize("table", [RULES, HANDS])
def test_every_game_has_a_row(table):
    assert list(table) == list(GAMES) == list(get_args(Game))


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_a_hold_em_text_is_read_once_for_a_result_with_two_details(reads, method):
    options = RunOptions(method=method, max_trials=2048, detail=("matrix", "next_card"))
    assert set(solve(replace(HOLDEM, run=options)).details) == {"matrix", "next_card"}
    assert reads == {"prepare holdem": 1, "parse_range": 3}


def test_a_razz_text_is_read_once_for_a_result_with_two_details(reads):
    assert set(solve(replace(RAZZ, run=RunOptions(detail=("outcomes", "next_card")))).details)
    assert reads == {"prepare razz": 1, "read_razz_hand": 2}


def test_a_text_is_read_once_more_for_details_that_are_computed_later(reads):
    solved = solve(HOLDEM)
    reads.clear()
    *_, last = complete(solved, ("matrix", "next_card"))
    assert set(last.details) == {"matrix", "next_card"}
    assert reads == {"prepare holdem": 1, "parse_range": 3}


@pytest.mark.parametrize("scenario", [HOLDEM, RAZZ])
def test_a_text_is_read_once_for_an_inspection(reads, scenario):
    inspect(scenario, 0)
    assert reads["parse_range"] + reads["read_razz_hand"] == len(scenario.seats)
