"""Equities in Texas hold'em and razz, exact or sampled: the public API.

snapshot = solve(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "22+, ATs+"))))
snapshot.seats[0].estimate.equity
"""

from engine.details.inspection import HoldemInspection, RazzColumns, RazzInspection, RazzRow
from engine.games import GAMES, GameSpec
from engine.holdem.prepare import ranges_by_street
from engine.jobs import Cancelled
from engine.kernels.common.compiling import compiling
from engine.preflop.warm_up import warm_up
from engine.results import DetailResult, Estimate, SeatResult, Snapshot, Trace
from engine.rules import has_common_card, inspect, problems
from engine.run.run import complete, computation_key, run, solve
from engine.run.workers import CancelToken
from engine.saved_results import result_from_json, snapshot_from_json, snapshot_to_json
from engine.scenario import Dialect, Game, Problem, RunOptions, Scenario, ScenarioError, Seat, seat_field
from engine.serialize import dumps, is_result, loads, scenario_from_json, scenario_to_json
from engine.version import __version__

__all__ = [
    "GAMES",
    "CancelToken",
    "Cancelled",
    "DetailResult",
    "Dialect",
    "Estimate",
    "Game",
    "GameSpec",
    "HoldemInspection",
    "Problem",
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
    "problems",
    "ranges_by_street",
    "result_from_json",
    "run",
    "scenario_from_json",
    "scenario_to_json",
    "seat_field",
    "snapshot_from_json",
    "snapshot_to_json",
    "solve",
    "warm_up",
]
