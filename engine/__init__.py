"""Equities in Texas hold'em and razz, exact or sampled: the public API.

snapshot = solve(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "22+, ATs+"))))
snapshot.seats[0].estimate.equity
"""

from engine.cards import (
    COMBO_MASKS,
    COMBOS,
    RANKS,
    RAZZ_RANKS,
    SUITS,
    TextError,
    card,
    card_mask,
    card_text,
    cards_text,
    combo_index,
    combo_text,
    parse_cards,
    rank_of,
    razz_rank,
    suit_of,
)
from engine.games import GAMES, GameSpec
from engine.plan import Plan, estimated_seconds, make_plan
from engine.ranges.holdem import HoldemRange, format_range, live, parse_range
from engine.ranges.razz import describe as describe_razz
from engine.ranges.razz_text import join_slots, slot_texts
from engine.results import Estimate, SeatResult, Snapshot, Trace
from engine.run import CancelToken, computation_key, default_workers, run, solve
from engine.scenario import (
    Dialect,
    Game,
    Method,
    Problem,
    RunOptions,
    Scenario,
    ScenarioError,
    Seat,
    seat_field,
)
from engine.serialize import (
    dumps,
    loads,
    read_json,
    scenario_from_json,
    scenario_to_json,
    snapshot_from_json,
    snapshot_to_json,
)
from engine.setup import problems
from engine.version import __version__
from engine.warmup import warm_up

__all__ = [
    "COMBOS",
    "COMBO_MASKS",
    "GAMES",
    "RANKS",
    "RAZZ_RANKS",
    "SUITS",
    "CancelToken",
    "Dialect",
    "Estimate",
    "Game",
    "GameSpec",
    "HoldemRange",
    "Method",
    "Plan",
    "Problem",
    "RunOptions",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeatResult",
    "Snapshot",
    "TextError",
    "Trace",
    "__version__",
    "card",
    "card_mask",
    "card_text",
    "cards_text",
    "combo_index",
    "combo_text",
    "computation_key",
    "default_workers",
    "describe_razz",
    "dumps",
    "estimated_seconds",
    "format_range",
    "join_slots",
    "live",
    "loads",
    "make_plan",
    "parse_cards",
    "parse_range",
    "problems",
    "rank_of",
    "razz_rank",
    "read_json",
    "run",
    "scenario_from_json",
    "scenario_to_json",
    "seat_field",
    "slot_texts",
    "snapshot_from_json",
    "snapshot_to_json",
    "solve",
    "suit_of",
    "warm_up",
]
