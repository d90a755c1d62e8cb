"""Scenario files and results: JSON of version 1 (SPEC sections 2 and 5), read strictly."""

import json
import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NoReturn, TypeVar, cast, get_args

import numpy as np

from engine.cards import LONGEST_NAME, whole_text
from engine.games import GAMES
from engine.results import Estimate, SeatResult, Snapshot, Trace
from engine.scenario import Dialect, Game, Method, Problem, RunOptions, Scenario, ScenarioError, Seat
from engine.version import __version__

FILE_VERSION = 1
LONGEST_INTEGER = 300
"""Digits of an integer in a file: more than any number of deals has, within the range of a float."""
TRACE_POINTS = 200
"""At most so many checkpoints of a trace are written: more than a chart can show."""
TRACE_DECIMALS = 8
T = TypeVar("T")

_SCENARIO_KEYS = ("steelwheel", "game", "seats", "board", "dead", "run", "dialect", "order", "kelly")
_SEAT_KEYS = ("name", "cards", "folded")
_RUN_KEYS = ("method", "seed", "max_trials", "target_stderr", "max_seconds", "detail")


def loads(text: str) -> Scenario:
    """Read a scenario from JSON text; also the scenario inside a saved result.

    Raises:
        ScenarioError: the text is no JSON, or no scenario of a version that we know.
    """
    value = read_json(text)
    if isinstance(value, dict) and "steelwheel_result" in value:
        return snapshot_from_json(value).scenario
    return scenario_from_json(value)


def dumps(scenario: Scenario) -> str:
    """Write a scenario as JSON text; ``loads(dumps(scenario)) == scenario``."""
    return whole_text(json.dumps(scenario_to_json(scenario), indent=2, ensure_ascii=False)) + "\n"


def read_json(text: str) -> Any:
    """Parse JSON strictly: no key twice, no number beyond the finite ones, no half characters.

    Raises:
        ScenarioError: with the field ``file`` (or the doubled key) and the position where there is one.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_finite, parse_float=_finite, parse_int=_whole
        )
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ScenarioError(Problem("file", f"not JSON: {error.msg.removesuffix(' at')}", error.pos)) from None
    except RecursionError:
        raise ScenarioError(Problem("file", "not JSON: nested too deeply")) from None
    except UnicodeEncodeError:
        raise ScenarioError(Problem("file", "a text holds half of a character (a lone surrogate)")) from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ScenarioError(Problem(key, "this key is given twice"))
        result[key] = value
    return result


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ScenarioError(Problem("file", f"{_short(text)} is not a number that can be used"))
    return value


def _whole(text: str) -> int:
    if len(text) > LONGEST_INTEGER:
        raise ScenarioError(Problem("file", f"{_short(text)} has too many digits"))
    return int(text)


def _short(text: str) -> str:
    return text if len(text) <= 20 else text[:20] + "..."


def scenario_from_json(value: Any) -> Scenario:
    """Check and convert a parsed scenario file.

    Raises:
        ScenarioError: the first unknown key, missing key or value of a wrong type.
    """
    data = _Reader(value, "", _SCENARIO_KEYS)
    version = data.get("steelwheel", _integer, FILE_VERSION)
    if not 1 <= version <= FILE_VERSION:
        data.fail("steelwheel", f"this file is of version {version}; this program reads version {FILE_VERSION}")
    game = cast(Game, data.need("game", _one_of(*get_args(Game))))
    seats = data.need("seats", _list)
    limit = GAMES[game].max_seats
    if not 1 <= len(seats) <= limit:
        data.fail("seats", f"{game} has 1 to {limit} seats, not {len(seats)}")
    return Scenario(
        game=game,
        seats=tuple(_seat(seat, i) for i, seat in enumerate(seats)),
        board=data.get("board", _text, ""),
        dead=data.get("dead", _text, ""),
        run=_run(data.get("run", _mapping, {})),
        dialect=cast(Dialect, data.get("dialect", _one_of(*get_args(Dialect)), "core")),
        order=data.get("order", _text_or_none, None),
        kelly=data.get("kelly", _mapping_or_none, None),
    )


def _seat(value: Any, index: int) -> Seat:
    data = _Reader(value, f"seats[{index}]", _SEAT_KEYS)
    name = data.get("name", _name, f"Seat {index + 1}")
    return Seat(name=name, cards=data.need("cards", _text), folded=data.get("folded", _boolean, False))


def _run(value: Any) -> RunOptions:
    data = _Reader(value, "run", _RUN_KEYS)
    return RunOptions(
        method=cast(Method, data.get("method", _one_of(*get_args(Method)), "auto")),
        seed=data.get("seed", _not_negative_integer, 1),
        max_trials=data.get("max_trials", _or_none(_positive_integer), None),
        target_stderr=data.get("target_stderr", _or_none(_positive_number), None),
        max_seconds=data.get("max_seconds", _or_none(_positive_number), None),
        detail=tuple(data.get("detail", _texts, ())),
    )


def scenario_to_json(scenario: Scenario) -> dict[str, Any]:
    """Return the scenario as a JSON value, every key in the order of the SPEC."""
    run = scenario.run
    options: dict[str, Any] = {key: getattr(run, key) for key in _RUN_KEYS if key != "detail"}
    if run.detail:
        options["detail"] = list(run.detail)
    result: dict[str, Any] = {
        "steelwheel": FILE_VERSION,
        "game": scenario.game,
        "seats": [{key: getattr(seat, key) for key in _SEAT_KEYS} for seat in scenario.seats],
        "board": scenario.board,
        "dead": scenario.dead,
        "run": options,
    }
    if scenario.dialect != "core":
        result["dialect"] = scenario.dialect
    if scenario.order is not None:
        result["order"] = scenario.order
    if scenario.kelly is not None:
        result["kelly"] = dict(scenario.kelly)
    return result


def snapshot_to_json(snapshot: Snapshot, *, with_trace: bool = False) -> dict[str, Any]:
    """Return a result as a JSON value (SPEC section 5).

    ``with_trace`` adds how a sampled result converged, for the chart of a result that is opened again: ``"trace":
    {"trials": [..], "equity": [[..], ..], "stderr": [[..], ..]}``, a row of active seats for each checkpoint.
    """
    exact = snapshot.method == "exact"
    result: dict[str, Any] = {
        "steelwheel_result": FILE_VERSION,
        "engine": __version__,
        "method": snapshot.method,
        "reason": snapshot.reason,
        "final": snapshot.final,
        "deals": snapshot.deals,
        "seed": None if exact else snapshot.scenario.run.seed,
        "threads": snapshot.threads,
        "elapsed_s": round(snapshot.elapsed_s, 6),
        "seats": [_seat_result_to_json(seat) for seat in snapshot.seats],
    }
    if snapshot.details:
        result["detail"] = snapshot.details
    if snapshot.left_out:
        result["left_out"] = snapshot.left_out
    if with_trace and snapshot.trace is not None and len(snapshot.trace.trials):
        result["trace"] = _trace_to_json(snapshot.trace)
    result["scenario"] = scenario_to_json(snapshot.scenario)
    return result


def _trace_to_json(trace: Trace) -> dict[str, Any]:
    """Return :data:`TRACE_POINTS` checkpoints at most, evenly spread, the first and the last among them."""
    last = len(trace.trials) - 1
    kept = np.unique(np.round(np.linspace(0, last, min(last + 1, TRACE_POINTS))).astype(np.int64))
    return {
        "trials": trace.trials[kept].tolist(),
        "equity": np.round(trace.equity[kept], TRACE_DECIMALS).tolist(),
        "stderr": np.round(trace.stderr[kept], TRACE_DECIMALS).tolist(),
    }


def _seat_result_to_json(seat: SeatResult) -> dict[str, Any]:
    result: dict[str, Any] = {"name": seat.name, "folded": seat.folded}
    estimate = seat.estimate
    if estimate is not None:
        result |= {key: getattr(estimate, key) for key in ("equity", "stderr", "win")}
        result |= {"split": list(estimate.split), "lose": estimate.lose, "classes": estimate.classes}
        if estimate.made is not None:
            result["made"] = estimate.made
        if estimate.gain is not None:
            result["gain"] = estimate.gain
    return result


def snapshot_from_json(value: Any) -> Snapshot:
    """Read a saved result; it can be shown, but not refined.

    Raises:
        ScenarioError: it is no result of a version that we know.
    """
    keys = (
        "steelwheel_result",
        "engine",
        "method",
        "reason",
        "final",
        "deals",
        "seed",
        "threads",
        "elapsed_s",
    )
    data = _Reader(value, "", (*keys, "seats", "detail", "left_out", "trace", "scenario"))
    version = data.need("steelwheel_result", _integer)
    if not 1 <= version <= FILE_VERSION:
        data.fail("steelwheel_result", f"this result is of version {version}; we read version {FILE_VERSION}")
    scenario = scenario_from_json(data.need("scenario", _mapping))
    seats = data.need("seats", _list)
    if len(seats) != len(scenario.seats):
        data.fail("seats", "the result has another number of seats than its scenario")
    active = sum(seat.plays for seat in scenario.seats)
    return Snapshot(
        scenario=scenario,
        method=data.need("method", _one_of("exact", "sampled")),
        reason=data.need("reason", _text),
        final=data.need("final", _boolean),
        deals=data.need("deals", _not_negative_integer),
        threads=data.need("threads", _positive_integer),
        elapsed_s=data.need("elapsed_s", _number),
        progress=1.0,
        seats=tuple(_seat_result(seat, i, scenario) for i, seat in enumerate(seats)),
        trace=_trace(data.get("trace", _mapping_or_none, None), active),
        details=data.get("detail", _mapping, {}),
        left_out=data.get("left_out", _reasons, {}),
    )


def _trace(value: Any, seats: int) -> Trace | None:
    if value is None:
        return None
    data = _Reader(value, "trace", ("trials", "equity", "stderr"))
    trials = _each(_positive_integer, data.need("trials", _list), data.path("trials"))
    if not trials or any(b <= a for a, b in pairwise(trials)) or trials[-1] >= 1 << 63:
        data.fail("trials", "expected ascending numbers of trials")
    rows = {}
    for key in ("equity", "stderr"):
        rows[key] = [_each(_number, row, data.path(key)) for row in _each(_list, data.need(key, _list), data.path(key))]
        if len(rows[key]) != len(trials) or any(len(row) != seats for row in rows[key]):
            data.fail(key, "expected a row of active seats for each number of trials")
    equity, stderr = (np.array(rows[key], dtype=np.float64) for key in ("equity", "stderr"))
    return Trace(np.array(trials, dtype=np.int64), equity, stderr)


def _seat_result(value: Any, index: int, scenario: Scenario) -> SeatResult:
    keys = ("name", "folded", "equity", "stderr", "win", "split", "lose", "classes", "made", "gain")
    data = _Reader(value, f"seats[{index}]", keys)
    name, folded = data.need("name", _text), data.need("folded", _boolean)
    if folded != scenario.seats[index].folded:
        data.fail("folded", "the result does not fit its scenario")
    if not scenario.seats[index].plays:
        return SeatResult(name, folded, None)
    split = tuple(_each(_number, data.need("split", _list), data.path("split")))
    classes = data.need("classes", _shares)
    estimate = Estimate(
        equity=data.need("equity", _number),
        stderr=data.need("stderr", _number),
        win=data.need("win", _number),
        split=split,
        lose=data.need("lose", _number),
        classes=classes,
        made=data.get("made", _or_none(_shares), None),
        gain=data.get("gain", _or_none(_number), None),
    )
    return SeatResult(name, folded, estimate)


class _Reader:
    """Takes values out of a JSON object, naming the field in every complaint."""

    def __init__(self, value: Any, path: str, keys: tuple[str, ...]) -> None:
        self._path = path
        if not isinstance(value, Mapping):
            raise ScenarioError(Problem(path or "file", f"expected an object, found {_kind(value)}"))
        self._value = value
        for key in value:
            if key not in keys:
                self.fail(key, f"unknown key; known are {', '.join(keys)}")

    def path(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def fail(self, key: str, message: str) -> NoReturn:
        raise ScenarioError(Problem(self.path(key), message))

    def need(self, key: str, convert: Callable[[Any], T]) -> T:
        if key not in self._value:
            self.fail(key, "this key is missing")
        try:
            return convert(self._value[key])
        except TypeError as error:
            self.fail(key, f"expected {error}, found {_kind(self._value[key])}")

    def get(self, key: str, convert: Callable[[Any], T], default: T) -> T:
        return self.need(key, convert) if key in self._value else default


def _kind(value: Any) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, int | float):
        return json.dumps(value)
    if isinstance(value, str):
        return f"'{_short(value)}'"
    kinds: dict[type, str] = {list: "a list", dict: "an object"}
    return kinds.get(type(value), type(value).__name__)


def _typed(
    kind: type | tuple[type, ...], name: str, check: Callable[[Any], bool] = lambda _: True
) -> Callable[[Any], Any]:
    def convert(value: Any) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool) or not check(value):
            raise TypeError(name)
        return value

    return convert


def _or_none(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else convert(value)


def _one_of(*choices: str) -> Callable[[Any], Any]:
    return _typed(str, "one of " + ", ".join(choices), lambda value: value in choices)


_text = _typed(str, "a text")
_name = _typed(str, f"a text of at most {LONGEST_NAME:,} characters", lambda value: len(value) <= LONGEST_NAME)
_text_or_none = _or_none(_text)
_boolean = _typed(bool, "true or false")
_integer = _typed(int, "an integer")
_not_negative_integer = _typed(int, "an integer of at least 0", lambda v: v >= 0)
_positive_integer = _typed(int, "an integer of at least 1", lambda v: v >= 1)
_number = _typed((int, float), "a number", lambda v: math.isfinite(v))
_positive_number = _typed((int, float), "a number above 0", lambda v: math.isfinite(v) and v > 0)
_list = _typed(list, "a list")
_texts = _typed(list, "a list of texts", lambda v: all(isinstance(x, str) for x in v))
_mapping = _typed(dict, "an object")
_mapping_or_none = _or_none(_mapping)
_reasons = _typed(dict, "an object of texts", lambda v: all(isinstance(x, str) for x in v.values()))
_shares = _typed(dict, "an object of numbers", lambda v: all(type(x) in (int, float) for x in v.values()))


def _each(convert: Callable[[Any], T], values: list[Any], path: str) -> list[T]:
    try:
        return [convert(value) for value in values]
    except TypeError as error:
        raise ScenarioError(Problem(path, f"expected {error} in every place")) from None
