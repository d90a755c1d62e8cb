"""Saved results of both games with anything in any place, and what must hold of whatever is read from them."""

import copy
import json
import math
from functools import cache

from engine import GAMES, RunOptions, Scenario, ScenarioError, Seat, result_from_json, snapshot_to_json, solve
from engine.scenario.reading import read_json

SHARES = ("share", "equity", "probability", "win", "lose", "mean")
VALUES = (
    *(None, True, False, "", "half", "\u202e<img src=x>", "A" * 5000, [], {}, [[]], {"a": 1}, 0, 1, -1, 0.5, 7.3, -0.0),
    *(1e308, -1e308, 5e-324, 10**299, -(10**299), 1 << 63, [0.5], ["x"], [None], {"": []}),
)
"""What is put in the place of something else."""
RAW = ("NaN", "Infinity", "-Infinity", "1e999", "1" * 400, '"\\ud800"', "[" * 3000, '{"a": 1, "a": 2}')
"""Texts that are no value of a JSON file."""


def _saved(game, *cards, board="", dead="", folded=(), detail=None, **options):
    names = tuple(GAMES[game].details) if detail is None else detail
    seats = tuple(Seat(f"Seat {i + 1}", text, i in folded) for i, text in enumerate(cards))
    scenario = Scenario(game, seats, board=board, dead=dead, run=RunOptions(detail=names, **options))
    return json.dumps(snapshot_to_json(solve(scenario), with_trace=True))


@cache
def saved_results():
    """Return texts of whole results: exact and sampled, all details of both games, folded seats, one seat alone."""
    sampled = {"method": "sampled", "max_trials": 20_000}
    return (
        _saved("holdem", "AhKh, JJ", "QsQc", board="7h 8h 2c"),
        _saved("holdem", "AhKh, JJ", "QQ", "T9s", board="7h 8h 2c 3d", dead="5s", folded=(2,), **sampled),
        _saved("holdem", "AhKh", "QsQc", detail=("matrix", "flops")),
        _saved("holdem", "AhKh", "QsQc", "77", detail=("matrix", "flops"), **sampled),
        _saved("holdem", "AhKh, QQ", board="7h 8h 2c"),
        _saved("razz", "A 2 9 5", "3 4 7 8", dead="K 7"),
        _saved("razz", "A 2 9 5", "(7-7-)7 8", "KKQ", folded=(2,), detail=("outcomes", "joint", "path"), **sampled),
        _saved("razz", "A 2 9 5 6 7", detail=("outcomes", "next_card")),
    )


def mutated(generator):
    """Return the text of a saved result in which one to three things are not what they were."""
    text = generator.choice(saved_results())
    if generator.random() < 0.05:
        numbers = [i for i, sign in enumerate(text) if sign == ":"]
        at = generator.choice(numbers) + 2
        return text[:at] + generator.choice(RAW) + text[at:]
    value = json.loads(text)
    for _ in range(generator.choice((1, 1, 1, 2, 3))):
        _change(value, generator)
    return json.dumps(value)


def _change(value, generator):
    """Change one place of a JSON value; each level is entered or stopped at."""
    place = value
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        if not keys:
            return
        key = generator.choice(keys)
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or generator.random() < 0.1:
            break
        place = inner
    kind = generator.random()
    if kind < 0.15:
        del place[key]
    elif kind < 0.3 and isinstance(place, dict):
        place[generator.choice(("extra", "AA", "0", ""))] = copy.deepcopy(inner)
    elif kind < 0.3:
        place.insert(key, copy.deepcopy(inner))
    elif kind < 0.45 and isinstance(inner, int | float):
        place[key] = inner * generator.choice((-1, 2, 0.99, 1.01, 1e-9, 1e9))
    elif kind < 0.5 and isinstance(inner, str):
        place[key] = inner + generator.choice((" ", "x", "Ah", "\u00e9"))
    else:
        place[key] = copy.deepcopy(generator.choice(VALUES))


def check(text):
    """Read a saved result and return it, None where it is refused; nothing in it is out of its range.

    Raises:
        AssertionError: something is.
    """
    try:
        saved = result_from_json(read_json(text))
    except ScenarioError:
        return None
    if saved.snapshot is not None:
        _check_numbers(snapshot_to_json(saved.snapshot, with_trace=True))
        active = [seat.estimate.equity for seat in saved.snapshot.active]
        assert math.isclose(sum(active), 1.0, abs_tol=1e-5), active
    else:
        assert saved.damaged
    return saved


def _check_numbers(value, key=""):
    if isinstance(value, dict):
        for name, item in value.items():
            if name not in (
                "scenario",
                "deals",
                "threads",
                "trials",
                "gain",
                "elapsed_s",
                "combos",
                "steelwheel_result",
                "seed",
            ):
                _check_numbers(item, name)
    elif isinstance(value, list):
        for item in value:
            _check_numbers(item, key)
    elif isinstance(value, float):
        assert math.isfinite(value), key
        assert -1.0 <= value <= (1326.0 if key == "combos" else 2.0), (key, value)
        if key in SHARES:
            assert 0.0 <= value <= 1.0, (key, value)
