"""Equities in Texas hold'em and razz, exact or sampled: the public API.

snapshot = solve(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "22+, ATs+"))))
snapshot.seats[0].estimate.equity
"""

from engine.budget import REFERENCE_OPERATIONS_PER_SECOND, estimated_seconds
from engine.cards import (
    COMBO_MASKS,
    COMBOS,
    LONGEST_TEXT,
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
    whole_text,
)
from engine.details.dead_cards import DeadCards
from engine.details.flops import FlopEnd, Flops, FlopSpread
from engine.details.lows import PAIRED_KINDS, Lows, Meetings, low_texts
from engine.details.lows import RESULTS as MEETING_RESULTS
from engine.details.matrix import Matrix, hand_name
from engine.details.next_cards import NextCards, NextRanks, SeatRanks
from engine.details.path import Path as StreetPath
from engine.details.starting_hands import StartingHands
from engine.empty_seats import at_table, dealt_in, table_problems, takes_part
from engine.fields import FieldSpec
from engine.fields import Kind as FieldKind
from engine.games import GAMES, GameSpec
from engine.holdem.inspector import HoldemInspection
from engine.inspector import inspect
from engine.jobs import Cancelled
from engine.kelly.advice import LEAST as LEAST_BET
from engine.kelly.advice import Choice
from engine.kelly.advice import advise as advise_bet
from engine.kelly.advice import evaluate as evaluate_bet
from engine.kelly.answer import answer as kelly_answer
from engine.kelly.growth import Wager
from engine.kelly.hand.record import LOG_COLUMNS, log_rows, log_text
from engine.kelly.hand.record import matched as matched_chips
from engine.kelly.hand.record import request_of as decision_of
from engine.kelly.hand.table import BIG_BETS_FROM, STREETS, Entry, Legal, Player, Stakes, TableState
from engine.kelly.hand.table import legal as legal_actions
from engine.kelly.hand.tracker import BOARD_CARDS, Action, blinds, new_session
from engine.kelly.hand.tracker import apply as apply_action
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.pot import PotFacts, callable_bet, effective_stacks, pot_facts
from engine.kelly.request import Request as KellyRequest
from engine.kelly.request import read_request as read_kelly_request
from engine.kelly.risk import POINTS, sensitivity, shrunk
from engine.kelly.solver import GrowthCurve, growth_curve
from engine.kernels.common.compiling import compiling
from engine.plan import Plan, make_plan
from engine.ranges.batch_text import read_batch, write_batch
from engine.ranges.equilab_files import HrFile, read_hr, write_hr
from engine.ranges.holdem import (
    HoldemRange,
    complement,
    fold_profile,
    format_range,
    live,
    notation_notices,
    parse_range,
    removal_notices,
    top_share,
    write_range,
)
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.library import Folder, NamedRange, library_from_json, library_to_json, presets
from engine.ranges.notations import NOTATION_NAMES, NOTATIONS, Notation, unwritable
from engine.ranges.order_text import order_from_text
from engine.ranges.orders import (
    BUILT_IN_ORDERS,
    DEFAULT_ORDER,
    Order,
    find_order,
    order_from_json,
    order_to_json,
    percentiles,
)
from engine.ranges.razz import describe as describe_razz
from engine.ranges.razz import hand_notices as razz_notices
from engine.ranges.razz_text import HandText as RazzText
from engine.ranges.razz_text import Item as RazzItem
from engine.ranges.razz_text import Slot as RazzSlot
from engine.ranges.razz_text import format_hand as format_razz
from engine.ranges.razz_text import parse as parse_razz
from engine.ranges.razz_text import slot_texts
from engine.razz.inspector import RazzColumns, RazzInspection, RazzRow
from engine.razz.setup import has_common_card
from engine.reading import read_json
from engine.results import DetailResult, Estimate, SeatResult, Snapshot, Trace
from engine.run.run import complete, computation_key, run, solve
from engine.run.warm_up import warm_up
from engine.run.workers import CancelToken, default_workers
from engine.saved_results import SavedResult, result_from_json, snapshot_from_json, snapshot_to_json
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
from engine.serialize import dumps, is_result, loads, scenario_from_json, scenario_to_json
from engine.setup import problems
from engine.version import __version__

__all__ = [
    "BIG_BETS_FROM",
    "BOARD_CARDS",
    "BUILT_IN_ORDERS",
    "CLASSES",
    "COMBOS",
    "COMBO_MASKS",
    "DEFAULT_ORDER",
    "FOLD_PROFILE",
    "GAMES",
    "LEAST_BET",
    "LOG_COLUMNS",
    "LONGEST_TEXT",
    "MEETING_RESULTS",
    "NOTATIONS",
    "NOTATION_NAMES",
    "PAIRED_KINDS",
    "POINTS",
    "RANKS",
    "RAZZ_RANKS",
    "REFERENCE_OPERATIONS_PER_SECOND",
    "STREETS",
    "SUITS",
    "Action",
    "CancelToken",
    "Cancelled",
    "Choice",
    "DeadCards",
    "DetailResult",
    "Dialect",
    "Entry",
    "Estimate",
    "FieldKind",
    "FieldSpec",
    "FlopEnd",
    "FlopSpread",
    "Flops",
    "Folder",
    "Game",
    "GameSpec",
    "GrowthCurve",
    "HoldemInspection",
    "HoldemRange",
    "HrFile",
    "KellyRequest",
    "Legal",
    "Lows",
    "Matrix",
    "Meetings",
    "Method",
    "NamedRange",
    "NextCards",
    "NextRanks",
    "Notation",
    "Order",
    "Outcomes",
    "Plan",
    "Player",
    "PotFacts",
    "Problem",
    "RazzColumns",
    "RazzInspection",
    "RazzItem",
    "RazzRow",
    "RazzSlot",
    "RazzText",
    "RunOptions",
    "SavedResult",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SeatRanks",
    "SeatResult",
    "Snapshot",
    "Stakes",
    "StartingHands",
    "StreetPath",
    "TableState",
    "TextError",
    "Trace",
    "Wager",
    "__version__",
    "advise_bet",
    "apply_action",
    "at_table",
    "blinds",
    "callable_bet",
    "card",
    "card_mask",
    "card_text",
    "cards_text",
    "class_of_combo",
    "class_text",
    "combo_index",
    "combo_text",
    "compiling",
    "complement",
    "complete",
    "computation_key",
    "dealt_in",
    "decision_of",
    "default_workers",
    "describe_razz",
    "dumps",
    "effective_stacks",
    "estimated_seconds",
    "evaluate_bet",
    "find_order",
    "fold_profile",
    "format_range",
    "format_razz",
    "growth_curve",
    "hand_name",
    "has_common_card",
    "inspect",
    "is_result",
    "kelly_answer",
    "legal_actions",
    "library_from_json",
    "library_to_json",
    "live",
    "loads",
    "log_rows",
    "log_text",
    "low_texts",
    "make_plan",
    "matched_chips",
    "new_session",
    "notation_notices",
    "order_from_json",
    "order_from_text",
    "order_to_json",
    "outcomes_of",
    "parse_cards",
    "parse_range",
    "parse_razz",
    "percentiles",
    "pot_facts",
    "presets",
    "problems",
    "rank_of",
    "razz_notices",
    "razz_rank",
    "read_batch",
    "read_hr",
    "read_json",
    "read_kelly_request",
    "removal_notices",
    "result_from_json",
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
    "table_problems",
    "takes_part",
    "top_share",
    "unwritable",
    "warm_up",
    "whole_text",
    "write_batch",
    "write_hr",
    "write_range",
]
