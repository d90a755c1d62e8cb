"""Results as JSON: written, and read such that damaged numbers are never displayed.

A saved result may have been edited by anybody, or written by an older version. Parts with a wrong type, length, range
or sum are left out and reported: a detail by itself, damaged numbers of the seats together with everything that depends
on them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, cast

import numpy as np

from engine.arrays import F64
from engine.equity.reasons import reason_text, saved_reason
from engine.equity.results import DetailResult, Estimate, SeatResult, Snapshot, Trace
from engine.games import GAMES
from engine.scenario import Problem, Scenario, ScenarioError
from engine.scenario.reading import (
    SUM_ROUNDING,
    Convert,
    Reader,
    adds_up,
    array_of,
    boolean,
    integer,
    list_of,
    mapping,
    number,
    one_of,
    or_none,
    share,
    shares_of,
    stderr,
    text,
    text_up_to,
)
from engine.table.serialize import FILE_VERSION, scenario_of_result, scenario_to_json
from engine.version import __version__

MAX_TRACE_POINTS = 200
"""The maximum number of checkpoints of a trace that are written: more than a chart can show."""
MAX_READ_TRACE_POINTS = 10_000
"""The maximum number of checkpoints that are read."""
TRACE_DECIMALS = 8
MAX_TRIALS = (1 << 63) - 1
MAX_THREADS = 1 << 20
MAX_SECONDS = 1e9
MAX_GAIN = 1e18
MAX_REASON_LENGTH = 1_000
RESULT_KEYS = (
    *("steelwheel_result", "engine", "method", "reason", "final", "deals", "seed", "threads", "elapsed_s"),
    *("seats", "detail", "left_out", "trace", "notices", "scenario"),
)
SEAT_KEYS = ("name", "folded", "equity", "stderr", "win", "split", "lose", "classes", "made", "gain")
SHARE_ERROR_KEYS = ("win_stderr", "split_stderr", "lose_stderr", "classes_stderr", "made_stderr")
"""Only in sampled results. They follow from the shares and the number of deals, so reading a file ignores them."""


def snapshot_to_json(
    snapshot: Snapshot, *, with_trace: bool = False, notices: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return a result as a JSON value. ``notices``: remarks on the texts of the scenario that a reader may not expect,
    or None to leave them out.

    ``with_trace`` adds how a sampled result converged, for the chart of a result that is opened again: ``"trace":
    {"trials": [..], "equity": [[..], ..], "stderr": [[..], ..]}``, with one row of active seats for each checkpoint.
    """
    exact = snapshot.method == "exact"
    result: dict[str, Any] = {
        "steelwheel_result": FILE_VERSION,
        "engine": __version__,
        "method": snapshot.method,
        "reason": reason_text(snapshot.reason),
        "final": snapshot.final,
        "deals": snapshot.deals,
        "seed": None if exact else snapshot.scenario.run.seed,
        "threads": snapshot.threads,
        "elapsed_s": round(snapshot.elapsed_s, 6),
        "seats": [_seat_result_to_json(seat, snapshot) for seat in snapshot.seats],
    }
    if snapshot.details:
        result["detail"] = {name: detail.to_json() for name, detail in snapshot.details.items()}
    if snapshot.left_out:
        result["left_out"] = snapshot.left_out
    if with_trace and snapshot.trace is not None and len(snapshot.trace.trials):
        result["trace"] = _trace_to_json(snapshot.trace, GAMES[snapshot.scenario.game].classes)
    if notices is not None:
        result["notices"] = list(notices)
    result["scenario"] = scenario_to_json(snapshot.scenario)
    return result


def _trace_to_json(trace: Trace, classes: Sequence[str]) -> dict[str, Any]:
    """Return at most :data:`MAX_TRACE_POINTS` checkpoints, evenly spaced, including the first and the last one."""
    last = len(trace.trials) - 1
    indices = np.unique(np.round(np.linspace(0, last, min(last + 1, MAX_TRACE_POINTS))).astype(np.int64))

    def rows(values: F64) -> list[list[float]]:
        return cast("list[list[float]]", np.round(values[indices], TRACE_DECIMALS).tolist())

    result = {"trials": trace.trials[indices].tolist(), "equity": rows(trace.equity), "stderr": rows(trace.stderr)}
    shares = {name: values for name in classes if (values := trace.share_of(name)) is not None and values.any()}
    if shares:
        result["classes"] = {name: rows(values) for name, values in shares.items()}
    if trace.gains is not None:
        result["gain"] = rows(trace.gains)
    return result


def _seat_result_to_json(seat: SeatResult, snapshot: Snapshot) -> dict[str, Any]:
    """Return the numbers of a seat of a result, with the errors of its shares if they were sampled."""
    result: dict[str, Any] = {"name": seat.name, "folded": seat.folded}
    estimate = seat.estimate
    if estimate is not None:
        result |= {key: getattr(estimate, key) for key in ("equity", "stderr", "win")}
        result |= {"split": list(estimate.split), "lose": estimate.lose, "classes": estimate.classes}
        if estimate.made is not None:
            result["made"] = estimate.made
        if estimate.gain is not None:
            result["gain"] = estimate.gain
        if snapshot.method == "sampled":
            result |= _share_errors(estimate, snapshot.share_stderr)
    return result


def _share_errors(estimate: Estimate, error: Callable[[float], float]) -> dict[str, Any]:
    """Return the standard ``error`` of each share of a seat, under :data:`SHARE_ERROR_KEYS`."""
    result: dict[str, Any] = {
        "win_stderr": error(estimate.win),
        "split_stderr": [error(split) for split in estimate.split],
        "lose_stderr": error(estimate.lose),
        "classes_stderr": {name: error(probability) for name, probability in estimate.classes.items()},
    }
    if estimate.made is not None:
        result["made_stderr"] = {name: error(probability) for name, probability in estimate.made.items()}
    return result


@dataclass(frozen=True, slots=True, eq=False)
class SavedResult:
    """The contents of a file: the scenario, its result (None if its numbers are damaged), and the problems of the
    damaged parts."""

    scenario: Scenario
    snapshot: Snapshot | None
    damaged: tuple[Problem, ...]


def result_from_json(value: Any) -> SavedResult:
    """Parse a saved result. It can be displayed, but not refined by further deals.

    Raises:
        ScenarioError: the value has an unknown version, or contains no valid scenario.
    """
    scenario = scenario_of_result(value)
    try:
        details, damaged = _details(value, scenario)
        snapshot = _snapshot(value, scenario, details)
        disagreements = _disagreements(snapshot)
        consistent = {name: detail for name, detail in details.items() if name not in disagreements}
        return SavedResult(scenario, replace(snapshot, details=consistent), (*damaged, *disagreements.values()))
    except ScenarioError as error:
        # Damaged numbers of the seats: nothing that depends on them is displayed either.
        return SavedResult(scenario, None, error.problems)


def snapshot_from_json(value: object) -> Snapshot:
    """Parse a saved result and return it without damaged details.

    >>> from engine import Scenario, Seat, solve
    >>> result = solve(Scenario("holdem", (Seat("Hero", "AsKs"), Seat("Villain", "QdQc")), board="2s 7s Jh Th 3d"))
    >>> snapshot_from_json(snapshot_to_json(result)).seats[0].estimate.equity
    0.0

    Raises:
        ScenarioError: the value is no result of a known version, or the numbers of its seats are damaged.
    """
    saved = result_from_json(value)
    if saved.snapshot is None:
        raise ScenarioError(*saved.damaged)
    return saved.snapshot


def _details(value: Mapping[str, Any], scenario: Scenario) -> tuple[dict[str, DetailResult], tuple[Problem, ...]]:
    """Return the details that fit the scenario, by name, and the problems of the others."""
    detail = value.get("detail", {})
    if not isinstance(detail, dict):
        return {}, (Problem("detail", "expected an object"),)
    details, damaged = dict[str, DetailResult](), list[Problem]()
    specs = GAMES[scenario.game].details
    for name, written in detail.items():
        if name not in specs:
            damaged.append(Problem(f"detail.{name}", "there is no such detail"))
            continue
        try:
            details[name] = specs[name].load_value().from_json(written, scenario, f"detail.{name}")
        except ScenarioError as error:
            damaged.append(error.problems[0])
    return details, tuple(damaged)


def _disagreements(snapshot: Snapshot) -> dict[str, Problem]:
    """Return the problem of each detail whose equities disagree with the numbers of the seats, by the name of the
    detail."""
    from engine.equity.details.next_cards import DeadCards, StreetPath  # only for reading: writing does not need it

    equity = np.array([seat.estimate.equity for seat in snapshot.active if seat.estimate is not None])
    result = dict[str, Problem]()
    for name, detail in snapshot.details.items():
        field = ""
        if isinstance(detail, StreetPath) and not np.allclose(detail.equity[-1], equity, rtol=0, atol=SUM_ROUNDING):
            field = f"detail.{name}[{len(detail.equity) - 1}].equity"
        if isinstance(detail, DeadCards):
            differs = np.abs(detail.equity - detail.change - equity[0]) > SUM_ROUNDING  # False for NaN
            field = f"detail.{name}.ranks[{np.argmax(differs)}].change" if differs.any() else ""
        if field:
            result[name] = Problem(field, "this does not agree with the equity of the seat")
    return result


def _snapshot(value: Mapping[str, Any], scenario: Scenario, details: dict[str, DetailResult]) -> Snapshot:
    """Return the snapshot of a saved result.

    Raises:
        ScenarioError: a value is not valid or contradicts another.
    """
    data = Reader(value, "", RESULT_KEYS)
    data.get("engine", text, "")
    data.get("seed", or_none(integer(0)), None)
    method = cast(Literal["exact", "sampled"], data.need("method", one_of("exact", "sampled")))
    deals = data.need("deals", integer(1))
    return Snapshot(
        scenario=scenario,
        method=method,
        reason=saved_reason(data.need("reason", text_up_to(MAX_REASON_LENGTH))),
        final=data.need("final", boolean),
        deals=deals,
        threads=data.need("threads", integer(1, MAX_THREADS)),
        elapsed_s=round(data.need("elapsed_s", number(0.0, MAX_SECONDS)), 6),
        progress=1.0,
        seats=_seats(data, scenario, exact=method == "exact"),
        trace=_trace(data, scenario, deals),
        details=details,
        left_out=data.get("left_out", _reasons(scenario), dict[str, str]()),
    )


def _reasons(scenario: Scenario) -> Convert[dict[str, str]]:
    """Return the converter of ``left_out``: the reasons of details that were not computed."""
    names = tuple(GAMES[scenario.game].details)

    def convert(value: Any, path: str) -> dict[str, str]:
        fields = Reader(value, path, names)
        return {name: fields.need(name, text_up_to(MAX_REASON_LENGTH)) for name in names if name in value}

    return convert


def _seats(data: Reader, scenario: Scenario, *, exact: bool) -> tuple[SeatResult, ...]:
    """Parse the numbers of all seats; the equities have to add up to 1."""
    values = data.need("seats", list_of(mapping))
    if len(values) != len(scenario.seats):
        data.fail("seats", "the result has another number of seats than its scenario")
    seats = tuple(_seat_result(seat, i, scenario, exact=exact) for i, seat in enumerate(values))
    adds_up([seat.estimate.equity for seat in seats if seat.estimate is not None], 1.0, "seats")
    return seats


def _seat_result(value: Any, index: int, scenario: Scenario, *, exact: bool) -> SeatResult:
    """Parse the numbers of one seat, and check that its shares and its equity agree."""
    data, seat = Reader(value, f"seats[{index}]", (*SEAT_KEYS, *SHARE_ERROR_KEYS)), scenario.seats[index]
    if data.need("name", text) != seat.name:
        data.fail("name", "the result does not fit its scenario")
    if data.need("folded", boolean) != seat.folded:
        data.fail("folded", "the result does not fit its scenario")
    if not seat.plays:
        for key in set(value) - {"name", "folded"}:
            data.fail(key, "a seat that does not play has no numbers")
        return SeatResult(seat.name, seat.folded, None)
    names = GAMES[scenario.game].classes
    classes = data.need("classes", shares_of(*names))
    for name in names:
        if name not in classes:
            data.fail(f"classes.{name}", "this key is missing")
    estimate = Estimate(
        equity=data.need("equity", share),
        stderr=data.need("stderr", stderr),
        win=data.need("win", share),
        split=tuple(data.need("split", list_of(share, len(scenario.active_seats) - 1))),
        lose=data.need("lose", share),
        classes=classes,
        made=data.get("made", or_none(shares_of(*names)), None),
        gain=data.get("gain", or_none(number(0.0, MAX_GAIN)), None),
    )
    adds_up((estimate.win, *estimate.split, estimate.lose), 1.0, data.path("lose"))
    # A pot shared by k players is worth 1 / k to each.
    parts = [estimate.win, *(split / others for others, split in enumerate(estimate.split, 2))]
    adds_up(parts, estimate.equity, data.path("equity"))
    if exact and estimate.stderr:
        data.fail("stderr", "an exact result has no error")
    return SeatResult(seat.name, False, estimate)


def _trace(data: Reader, scenario: Scenario, deals: int) -> Trace | None:
    """Parse the checkpoints of a sampled run, or return None if there are none."""
    value = data.get("trace", or_none(mapping), None)
    if value is None:
        return None
    seats = len(scenario.active_seats)
    fields = Reader(value, "trace", ("trials", "equity", "stderr", "classes", "gain"))
    trials = fields.need("trials", list_of(integer(1, min(deals, MAX_TRIALS)), most=MAX_READ_TRACE_POINTS))
    if not trials or any(b <= a for a, b in pairwise(trials)):
        fields.fail("trials", "expected ascending numbers of trials")

    def rows(convert: Convert[float]) -> Convert[F64]:
        of_all = list_of(array_of(convert, seats), len(trials))
        return lambda value, path: np.array(of_all(value, path))

    equity = fields.need("equity", rows(share))
    for i, row in enumerate(equity):
        adds_up(row, 1.0, f"trace.equity[{i}]")
    written: Mapping[str, Any] = fields.get("classes", mapping, dict[str, Any]())
    shares = Reader(written, "trace.classes", GAMES[scenario.game].classes)
    classes = {name: shares.need(name, rows(share)) for name in written}
    if classes and np.abs(sum(classes.values()) - np.ones((len(trials), seats))).max() > SUM_ROUNDING:
        fields.fail("classes", "expected shares that add up to 1 at each checkpoint")
    gain = fields.get("gain", or_none(rows(number(0.0, MAX_GAIN))), None)
    errors = fields.need("stderr", rows(stderr))
    return Trace(np.array(trials, dtype=np.int64), equity, errors, classes=classes, gain=gain)
