"""The request that the page *Flop report* makes: that of *Betting* on a set of flops instead of the board."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.betting.flop_report import OF_SINGLE_FLOPS, FlopsRequest, flops_of, read_flops_request
from engine.betting.flop_sets import set_names
from engine.betting.panel import NOT_TWO, betting_panel, betting_values
from engine.games import GAMES
from engine.ranges.orders import Order
from engine.scenario import Problem, Scenario, ScenarioError
from engine.table.folding import dealt_in

DEFAULT_SET = "25"
NO_BOARD = "Flop reports need a game with a board."
FIELD = "flops"
EXAMPLE = "Ks7h2d, 9s8h4s, 8s8h3d"
"""The list of flops that a player changes, if the board has no flop."""
_ITEM = re.compile(r"[^\s,;]+")


@dataclass(frozen=True, slots=True)
class ReportSituation:
    """The request of a report, or the ``problems`` of its fields, or in ``missing`` the part of the table that is not
    there yet."""

    request: FlopsRequest | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""


def flops_text(scenario: Scenario) -> str:
    """Return the name of the set of flops, or the list of flops as typed."""
    return betting_panel(scenario).flops or DEFAULT_SET


def read_flops_text(text: str) -> str:
    """Check a typed list of flops, each with a weight after a colon if it counts more than once; return it trimmed.

    Raises:
        ScenarioError: an item is not a flop; the problem has its position in the text.

    >>> read_flops_text(" Ks7h2d, QsJs4h:2 ")
    'Ks7h2d, QsJs4h:2'
    """
    items = list(_ITEM.finditer(text))
    try:
        flops_of([item[0] for item in items], FIELD)
    except ScenarioError as error:
        problem = error.problems[0]
        # The field of a problem names the item, and its position is one within the item.
        index = re.fullmatch(rf"{FIELD}\[(\d+)\]", problem.field)
        begin = items[int(index[1])].start() if index else 0
        raise ScenarioError(Problem(FIELD, problem.message, begin + (problem.position or 0))) from None
    return text.strip()


def before_the_flop(scenario: Scenario) -> Scenario:
    """Return the table without its board, on which a report puts each flop in turn."""
    return replace(scenario, board="")


def flops_values(scenario: Scenario) -> dict[str, Any]:
    """Return the request as JSON, to which ``steelwheel betting --flops`` gives the same answer."""
    values = betting_values(before_the_flop(scenario))
    text = flops_text(scenario)
    flops = text if text in set_names() else _ITEM.findall(text)
    own = {key: value for key, value in values.items() if key not in OF_SINGLE_FLOPS}
    return {"steelwheel_flops": 1, "flops": flops, **own}


def report_situation(scenario: Scenario, orders: Iterable[Order] = ()) -> ReportSituation:
    """Return the request that the page makes; its table may name one of the player's own ``orders`` of hands."""
    if not GAMES[scenario.game].has_board:
        return ReportSituation(missing=NO_BOARD)
    if len(dealt_in(scenario).active_seats) != 2:
        return ReportSituation(missing=NOT_TWO)
    try:
        return ReportSituation(read_flops_request(flops_values(scenario), orders))
    except ScenarioError as error:
        return ReportSituation(problems=error.problems)
