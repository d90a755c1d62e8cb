"""A betting request answered on many flops: ``steelwheel betting --flops``.

The request is one of ``betting`` without a board, and a set of flops with weights. Each flop is a betting request of
its own. Their answers are combined with the probability of each flop, which is in proportion to its weight and to the
number of pairs of hands that the two ranges have on it.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from engine.betting.deals import FLOP
from engine.betting.flop_sets import Flop, Texture, flop_set, flop_text, set_names, texture_of
from engine.betting.request import KEYS, BettingRequest, read_betting_request
from engine.betting.run import Solution, answer_with_solution, tree_size
from engine.betting.solver import Progress
from engine.cards import COMBOS, DECK_SIZE, TextError, parse_cards
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SUIT_PERMUTATIONS, suit_group
from engine.equity.rules import prepare
from engine.ranges.orders import Order
from engine.scenario import DEFAULT_GAME, Problem, ScenarioError
from engine.scenario.codec import JsonObject, json_field
from engine.scenario.reading import (
    MAX_FLOAT,
    Collector,
    fail,
    in_table,
    integer,
    list_of,
    list_schema,
    mapping,
    number,
    or_none,
    takes,
    text,
)

REQUEST_VERSION = RESULT_VERSION = ROW_VERSION = 1
VERSION_KEY = "steelwheel_flops"
OF_SINGLE_FLOPS = ("steelwheel_betting", "path", "fixed", "bankroll")
"""The keys of a betting request that a report does not have."""
REPORT_KEYS = (VERSION_KEY, "flops", *(key for key in KEYS if key not in OF_SINGLE_FLOPS))
MAX_FLOPS = 22_100
MAX_WEIGHT = 1e6
UNIMPORTANT = ("max_bytes",)
"""The keys that do not change the numbers of a flop."""
AFTER_CHECK = ("check",)


@takes({"anyOf": [{"enum": list(set_names())}, list_schema({"type": "string"}, 1, MAX_FLOPS)]})
def flops_of(value: object, path: str) -> Mapping[str, float]:
    """Return the flops of a request with their weights: a set by its name, or a list such as ``["Ks7h2d:2.5"]``.

    Raises:
        ScenarioError: all flops that cannot be read, each with the position in its text.
    """
    if isinstance(value, str) and value in set_names():
        return flop_set(value)
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MAX_FLOPS:
        names = ", ".join(f'"{name}"' for name in set_names())
        fail(path, f'expected one of {names}, or a list of flops, as in ["Ks7h2d", "QsJs4h:2"]')
    result, problems = dict[str, float](), list[Problem]()
    for index, item in enumerate(value):
        try:
            name, weight = _flop_of(item, f"{path}[{index}]")
            if name in result:
                fail(f"{path}[{index}]", f"{name} is in the list twice")
            result[name] = weight
        except ScenarioError as error:
            problems += error.problems
    if problems:
        raise ScenarioError(*problems)
    return result


def _flop_of(value: object, path: str) -> tuple[str, float]:
    """Return a flop of a list, the highest card first, and its weight."""
    if not isinstance(value, str):
        fail(path, 'expected a flop as a text, such as "Ks7h2d" or, with a weight, "Ks7h2d:2.5"')
    cards_text, colon, weight_text = value.partition(":")
    try:
        cards = [card for card, _ in parse_cards(cards_text)]
    except TextError as error:
        raise ScenarioError(Problem.from_text(path, error)) from None
    if len(cards) != FLOP:
        raise ScenarioError(Problem(path, f"a flop has three cards, found {len(cards)}", 0))
    weight = 1.0
    if colon:
        try:
            weight = float(weight_text)
        except ValueError:
            weight = -1.0
        if not 0.0 < weight <= MAX_WEIGHT:
            message = f"expected a weight above 0, at most {MAX_WEIGHT:,.0f}, after the colon"
            raise ScenarioError(Problem(path, message, len(cards_text) + 1))
    return flop_text(_sorted(cards)), weight


def _sorted(cards: list[int]) -> Flop:
    """Return the cards of a flop, the highest first, and of equal ranks in the order of suits."""
    high, middle, low = sorted(cards, key=lambda card: (-(card >> 2), card & 3))
    return high, middle, low


@dataclass(frozen=True, slots=True)
class ReportFlop:
    """A flop of a report: its ``weight`` in the set, and its ``share``, the probability that it has in the totals."""

    name: str
    weight: float
    share: float

    @property
    def texture(self) -> Texture:
        """The texture of the flop."""
        return texture_of(_sorted([card for card, _ in parse_cards(self.name)]))


@dataclass(frozen=True)
class FlopsRequest:
    """A checked request.

    ``value``: the betting request as JSON without a board. ``flops``: those that are possible, in the order of the set.
    ``impossible``: those on which the ranges cannot have hands at the same time. ``first``: the request on the first of
    ``flops``.
    """

    value: Mapping[str, Any]
    flops: tuple[ReportFlop, ...]
    impossible: tuple[str, ...]
    first: BettingRequest

    @cached_property
    def digest(self) -> str:
        """The digest of everything that determines the solution of a flop: not the set of flops, nor the names."""
        important = {key: value for key, value in self.value.items() if key not in UNIMPORTANT}
        seats = [{key: entry for key, entry in seat.items() if key != "name"} for seat in self.value["table"]["seats"]]
        important["table"] = {**self.value["table"], "seats": seats}
        return hashlib.sha256(json.dumps(important, sort_keys=True).encode()).hexdigest()[:32]

    def on(self, flop: str) -> dict[str, Any]:
        """Return the betting request of a flop as JSON."""
        return {**self.value, "table": {**self.value["table"], "board": flop}}


def read_flops_request(value: object, orders: Iterable[Order] = ()) -> FlopsRequest:
    """Check a request of JSON, and compute the probabilities of its flops.

    Its table may name one of the player's own ``orders`` of hands.

    Raises:
        ScenarioError: all problems, each naming its field.

    >>> request = read_flops_request({
    ...     "table": {"game": "holdem", "seats": [{"cards": "AA"}, {"cards": "KK"}]}, "pot": 10, "stack": 10,
    ...     "sizes": {street: {"bet": ["100%"], "raise": []} for street in ("flop", "turn", "river")},
    ...     "flops": ["Ks7h2d", "9s8h7d", "AsAhAd"],
    ... })
    >>> [(flop.name, flop.share) for flop in request.flops], request.impossible
    ([('Ks7h2d', 0.3333333333333333), ('9s8h7d', 0.6666666666666666)], ('AsAhAd',))
    """
    fields = Collector(value, REPORT_KEYS)
    if fields.take(VERSION_KEY, integer(), REQUEST_VERSION) != REQUEST_VERSION:
        fields.note(VERSION_KEY, f"this program reads requests of version {REQUEST_VERSION}")
    flops: Mapping[str, float] = {}
    flops = fields.take("flops", flops_of, flops, required=True)
    table = fields.take("table", mapping, None, required=True)
    if table is not None:
        if table.get("game", DEFAULT_GAME) != DEFAULT_GAME:
            fields.note("table.game", "a report on flops needs hold'em")
        if table.get("board"):
            fields.note("table.board", "leave the board empty: it is each flop in turn")
    fields.done()
    assert isinstance(value, Mapping)
    own = {key: entry for key, entry in value.items() if key not in (VERSION_KEY, "flops") and entry is not None}
    own["table"] = {**own["table"], "board": next(iter(flops))}
    first = read_betting_request(own, orders)
    if isinstance(value["flops"], str):
        _check_suits(first)
    return _weighted(own, flops, first)


def _check_suits(first: BettingRequest) -> None:
    """Raise ScenarioError if suits are not interchangeable at the table, as the shipped sets of flops require."""
    try:
        setup = prepare(replace(first.table, board=""), first.orders)
    except ScenarioError as error:
        raise in_table(error) from None
    assert isinstance(setup, HoldemSetup)
    if suit_group(setup).order != len(SUIT_PERMUTATIONS):
        message = "this set treats all suits alike, but a range or a dead card does not: use a list of flops"
        raise ScenarioError(Problem("flops", message))


def _weighted(value: Mapping[str, Any], flops: Mapping[str, float], first: BettingRequest) -> FlopsRequest:
    """Return the request with the probabilities of its flops.

    Raises:
        ScenarioError: no flop is possible, or the table has a problem.
    """
    weights, errors = dict[str, float](), list[ScenarioError]()
    for flop, weight in flops.items():
        try:
            setup = prepare(replace(first.table, board=flop), first.orders)
        except ScenarioError as error:
            errors.append(in_table(error))
            continue
        assert isinstance(setup, HoldemSetup)
        weights[flop] = weight * pairs_of_hands(setup)
    total = sum(weights.values())
    if not total > 0:
        raise errors[0] if errors else ScenarioError(Problem("flops", "the ranges have no hands on these flops"))
    possible = tuple(ReportFlop(flop, flops[flop], each / total) for flop, each in weights.items() if each > 0)
    kept = {flop.name for flop in possible}
    impossible = tuple(flop for flop in flops if flop not in kept)
    board = possible[0].name
    request = {**value, "table": {**value["table"], "board": ""}}
    return FlopsRequest(request, possible, impossible, replace(first, table=replace(first.table, board=board)))


def pairs_of_hands(setup: HoldemSetup) -> float:
    """Return the weight of all pairs of hands of two ranges that have no card in common."""
    first, second = (np.ldexp(hand, -scale) for hand, scale in zip(setup.weights, setup.scales, strict=True))
    high, low = COMBOS.T
    by_card = np.bincount(high, second, DECK_SIZE) + np.bincount(low, second, DECK_SIZE)
    # By inclusion and exclusion: the same two cards would be subtracted twice.
    return float(first @ (second.sum() - by_card[high] - by_card[low] + second))


def check_tree_size(request: FlopsRequest, max_bytes: int | None = None) -> None:
    """Check that the tree of the first flop fits into memory; ``max_bytes``: the limit if the request has none.

    Raises:
        ScenarioError: it does not.
    """
    limit = request.first.max_bytes if request.first.max_bytes is not None else max_bytes
    tree_size(replace(request.first, max_bytes=limit))


def solved_flop(
    value: Mapping[str, Any], digest: str, *, workers: int | None = None
) -> tuple[dict[str, Any], Solution, Progress]:
    """Solve the betting request of one flop; return its row of the report as JSON, and its solution with the progress.

    ``digest``: that of the request of the report, which the row repeats.

    Raises:
        ScenarioError: the request has a problem.
    """
    _, solution, progress = answer_with_solution(value, workers=workers)
    return flop_row(value["table"]["board"], digest, solution, progress), solution, progress


finite_number = number(-MAX_FLOAT, MAX_FLOAT)


def frequencies(value: object, path: str) -> dict[str, float | None]:
    """Return the frequency of each action of a decision that can check, None if no hands arrive there.

    Raises:
        ScenarioError: it is not an object of numbers, or has no check.
    """
    result = {name: or_none(finite_number)(share, f"{path}.{name}") for name, share in mapping(value, path).items()}
    if "check" not in result:
        fail(path, "expected an action check")
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopRow(JsonObject):
    """The row of a solved flop, as it is written to its folder.

    ``request``: the digest of the report's request. ``first``: the seat that acts first. ``ev``, ``equity``: of both
    players, in chips and as shares. ``actions``, ``after_check``: the frequencies of the first decision, and of the one
    after a check. The rest is as in the answer to a betting request.
    """

    steelwheel_flop: int = json_field(integer(ROW_VERSION, ROW_VERSION))
    request: str = json_field(text)
    flop: str = json_field(text)
    first: int = json_field(integer(0))
    ev: list[float] = json_field(list_of(finite_number, 2))
    equity: list[float] = json_field(list_of(finite_number, 2))
    actions: dict[str, float | None] = json_field(frequencies)
    after_check: dict[str, float | None] = json_field(frequencies)
    exploitability: float | None = json_field(or_none(finite_number))
    share_of_pot: float | None = json_field(or_none(finite_number))
    iterations: int = json_field(integer(0))
    bytes: int = json_field(integer(0))
    solve_s: float = json_field(finite_number)
    notices: list[str] = json_field(list_of(text))


def flop_row(flop: str, digest: str, solution: Solution, progress: Progress) -> dict[str, Any]:
    """Return the row of a solved flop as JSON; the other arguments are those of :func:`solved_flop`."""
    answer = solution.to_json(progress, None, final=True)
    after = solution.view(solution.walker.follow(AFTER_CHECK), AFTER_CHECK)
    same = ("first", "ev", "equity", "exploitability", "share_of_pot", "iterations", "bytes", "solve_s", "notices")
    return FlopRow(
        steelwheel_flop=ROW_VERSION,
        request=digest,
        flop=flop,
        actions={action["action"]: action["frequency"] for action in answer["node"]["actions"]},
        after_check={action.name: action.frequency for action in after.actions},
        **{key: answer[key] for key in same},
    ).to_json()


def report_json(request: FlopsRequest, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the report as JSON; ``rows``: those of the flops that are solved, by flop.

    A flop whose row has an ``error`` is in the report, but not in the totals.
    """
    flops = []
    for flop in request.flops:
        row = rows.get(flop.name, {})
        head = {"flop": flop.name, "weight": flop.weight, "share": flop.share, "texture": flop.texture.to_json()}
        left_out = ("steelwheel_flop", "request", "flop", "first")
        flops.append(head | {key: value for key, value in row.items() if key not in left_out})
    done = [(flop.share, rows[flop.name]) for flop in request.flops if "ev" in rows.get(flop.name, {})]
    seats = request.first.table.active_seats
    return {
        "steelwheel_flops_result": RESULT_VERSION,
        "final": len(done) == len(request.flops),
        "solved": len(done),
        "seats": list(seats),
        "first": seats[request.first.first],
        "total": report_total(done, request.first.pot) if done else None,
        "flops": flops,
        "impossible": list(request.impossible),
    }


def report_total(done: list[tuple[float, Mapping[str, Any]]], pot: float) -> dict[str, Any]:
    """Return the means over the solved flops, each with its share and its row.

    The frequencies after a check are means over the deals in which it is checked.
    """
    shares = np.array([share for share, _ in done])
    rows = [row for _, row in done]
    checked = shares * [row["actions"]["check"] or 0.0 for row in rows]
    exploitability = _mean(shares, [row["exploitability"] for row in rows])
    return {
        "share": min(float(shares.sum()), 1.0),
        "ev": [_mean(shares, [row["ev"][player] for row in rows]) for player in (0, 1)],
        "equity": [_mean(shares, [row["equity"][player] for row in rows]) for player in (0, 1)],
        "actions": {name: _mean(shares, [row["actions"][name] for row in rows]) for name in rows[0]["actions"]},
        "after_check": {
            name: _mean(checked, [row["after_check"][name] for row in rows]) for name in rows[0]["after_check"]
        },
        "exploitability": exploitability,
        "share_of_pot": None if exploitability is None else exploitability / pot,
        "bytes": sum(row["bytes"] for row in rows),
        "solve_s": sum(row["solve_s"] for row in rows),
    }


def _mean(weights: Any, values: list[float | None]) -> float | None:
    """Return the weighted mean of the values that are known, or None if there are none."""
    known = [(weight, value) for weight, value in zip(weights, values, strict=True) if value is not None]
    total = sum(weight for weight, _ in known)
    return float(sum(weight * value for weight, value in known) / total) if total > 0 else None
