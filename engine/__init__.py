"""Equities in Texas hold'em and razz, exact or sampled: the public API.

>>> from engine import Scenario, Seat, solve
>>> table = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "22+, ATs+")), board="2c 3d 4s")
>>> snapshot = solve(table)
>>> [f"{seat.estimate.equity:.4f}" for seat in snapshot.seats]
['0.7867', '0.2133']

Importing this package imports nothing else: a name is imported from its module when it is first used. A verb of the
command line such as ``range``, which needs no kernel, therefore starts without loading Numba.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.equity.details.inspection import HoldemInspection, RazzColumns, RazzInspection, RazzRow
    from engine.equity.holdem.prepare import ranges_by_street
    from engine.equity.jobs import Cancelled
    from engine.equity.preparing import prepared_share
    from engine.equity.results import DetailResult, Estimate, SeatResult, Snapshot, Trace
    from engine.equity.rules import has_common_card, inspect, problems
    from engine.equity.run import complete, computation_key, run, solve
    from engine.equity.saved_results import result_from_json, snapshot_from_json, snapshot_to_json
    from engine.equity.workers import CancelToken
    from engine.games import GAMES, GameSpec
    from engine.kernels.common.compiling import compiling
    from engine.kernels.compiler import Compiler
    from engine.matches.run import match
    from engine.scenario import (
        Dialect,
        Game,
        Problem,
        RangeName,
        RunOptions,
        Scenario,
        ScenarioError,
        Seat,
        seat_field,
    )
    from engine.simulation.run import simulate
    from engine.simulation.warm_up import warm_up
    from engine.table.serialize import dumps, is_result, loads, scenario_from_json, scenario_to_json
    from engine.version import __version__

__all__ = [
    "GAMES",
    "CancelToken",
    "Cancelled",
    "Compiler",
    "DetailResult",
    "Dialect",
    "Estimate",
    "Game",
    "GameSpec",
    "HoldemInspection",
    "Problem",
    "RangeName",
    "RazzColumns",
    "RazzInspection",
    "RazzRow",
    "RunOptions",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeatResult",
    "Snapshot",
    "Trace",
    "__version__",
    "compiling",
    "complete",
    "computation_key",
    "dumps",
    "has_common_card",
    "inspect",
    "is_result",
    "loads",
    "match",
    "prepared_share",
    "problems",
    "ranges_by_street",
    "result_from_json",
    "run",
    "scenario_from_json",
    "scenario_to_json",
    "seat_field",
    "simulate",
    "snapshot_from_json",
    "snapshot_to_json",
    "solve",
    "warm_up",
]

_MODULES = {
    "engine.equity.details.inspection": "HoldemInspection RazzColumns RazzInspection RazzRow",
    "engine.games": "GAMES GameSpec",
    "engine.equity.holdem.prepare": "ranges_by_street",
    "engine.equity.jobs": "Cancelled",
    "engine.kernels.common.compiling": "compiling",
    "engine.equity.preparing": "prepared_share",
    "engine.equity.results": "DetailResult Estimate SeatResult Snapshot Trace",
    "engine.kernels.compiler": "Compiler",
    "engine.equity.rules": "has_common_card inspect problems",
    "engine.equity.run": "complete computation_key run solve",
    "engine.equity.workers": "CancelToken",
    "engine.equity.saved_results": "result_from_json snapshot_from_json snapshot_to_json",
    "engine.matches.run": "match",
    "engine.scenario": "Dialect Game Problem RangeName RunOptions Scenario ScenarioError Seat seat_field",
    "engine.simulation.run": "simulate",
    "engine.simulation.warm_up": "warm_up",
    "engine.table.serialize": "dumps is_result loads scenario_from_json scenario_to_json",
    "engine.version": "__version__",
}
"""The module that defines each name; the same as in the imports above, which only type checkers and linters see."""

if not TYPE_CHECKING:  # type checkers would assume that every name exists

    def __getattr__(name: str) -> object:
        """Import ``name`` from its module, once."""
        for module, names in _MODULES.items():
            if name in names.split():
                value = globals()[name] = getattr(import_module(module), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
