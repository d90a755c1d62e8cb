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
from engine.kelly.advice import Choice
from engine.kelly.advice import evaluate as evaluate_bet
from engine.kelly.answer import answer as kelly_answer
from engine.kelly.growth import Wager
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.pot import PotFacts, callable_bet, effective_stacks, pot_facts
from engine.kelly.record import LOG_COLUMNS, log_rows, log_text
from engine.kelly.record import request_of as decision_of
from engine.kelly.request import Request as KellyRequest
from engine.kelly.request import read_request as read_kelly_request
from engine.kelly.risk import POINTS, sensitivity, shrunk
from engine.kelly.solver import GrowthCurve, growth_curve
from engine.kelly.table import STREETS, Entry, Legal, Player, Stakes, TableState
from engine.kelly.table import legal as legal_actions
from engine.kelly.tracker import BOARD_CARDS, Action, blinds, new_session
from engine.kelly.tracker import apply as apply_action
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
    "BOARD_CARDS",
    "COMBOS",
    "COMBO_MASKS",
    "GAMES",
    "LOG_COLUMNS",
    "POINTS",
    "RANKS",
    "RAZZ_RANKS",
    "STREETS",
    "SUITS",
    "Action",
    "CancelToken",
    "Choice",
    "Dialect",
    "Entry",
    "Estimate",
    "Game",
    "GameSpec",
    "GrowthCurve",
    "HoldemRange",
    "KellyRequest",
    "Legal",
    "Method",
    "Outcomes",
    "Plan",
    "Player",
    "PotFacts",
    "Problem",
    "RunOptions",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeatResult",
    "Snapshot",
    "Stakes",
    "TableState",
    "TextError",
    "Trace",
    "Wager",
    "__version__",
    "apply_action",
    "blinds",
    "callable_bet",
    "card",
    "card_mask",
    "card_text",
    "cards_text",
    "combo_index",
    "combo_text",
    "computation_key",
    "decision_of",
    "default_workers",
    "describe_razz",
    "dumps",
    "effective_stacks",
    "estimated_seconds",
    "evaluate_bet",
    "format_range",
    "growth_curve",
    "join_slots",
    "kelly_answer",
    "legal_actions",
    "live",
    "loads",
    "log_rows",
    "log_text",
    "make_plan",
    "new_session",
    "outcomes_of",
    "parse_cards",
    "parse_range",
    "pot_facts",
    "problems",
    "rank_of",
    "razz_rank",
    "read_json",
    "read_kelly_request",
    "run",
    "scenario_from_json",
    "scenario_to_json",
    "seat_field",
    "sensitivity",
    "shrunk",
    "slot_texts",
    "snapshot_from_json",
    "snapshot_to_json",
    "solve",
    "suit_of",
    "warm_up",
]
