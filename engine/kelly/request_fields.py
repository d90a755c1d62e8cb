"""The objects of a Kelly request, and the readers of the outcomes of a showdown and of the responses to a bet.

Outcomes are probabilities, counts of showdowns, or the joint result as orders. A single response counts for every
opponent; a list has one for each. Against several opponents who may fold, outcomes are needed for every set of callers
(``outcomes_by_callers``), unless a joint result has them.

A class describes the keys of each object. The values that are valid for a key often depend on the number of opponents;
these are checked by code outside the descriptions.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from engine.games import GAMES
from engine.kelly.cassandra import cassandra_outcomes
from engine.kelly.finishing_orders import FinishingOrders, JointResult, Ranks
from engine.kelly.outcomes import Outcomes
from engine.kelly.response_model import (
    BetResponseRow,
    Callers,
    CallingHands,
    DescribedHands,
    ResponseModel,
    calling_hands,
)
from engine.players.later_streets import continue_probability
from engine.scenario import Game
from engine.scenario.codec import inner_field, json_field, keys_of, read_object, schema_of_class
from engine.scenario.fields import CHIPS, SHARE, SOME_CHIPS, Bounds
from engine.scenario.kelly import RequestInputs
from engine.scenario.reading import (
    MAX_ENTRIES,
    SUM_ROUNDING,
    Collector,
    as_it_is,
    bounded,
    each_of,
    list_of,
    list_schema,
    one_of,
    one_or_each,
    or_none,
    takes,
    text_up_to,
    unread,
)

MAX_NET = 1e15
"""Chips; the most that a hand wins or loses."""
PROBABILITY, AMOUNT, ABOVE_0 = bounded(SHARE), bounded(CHIPS), bounded(SOME_CHIPS)
COUNT, COUNT_FROM_1 = (bounded(Bounds(at_least=low, at_most=2.0**63), whole=True) for low in (0, 1))
NET = bounded(Bounds(at_least=-MAX_NET, at_most=MAX_NET))
PLAYER = bounded(Bounds(at_least=0), whole=True)
MAX_ORDERS = 20_000
"""The most orders; there are 3^9 = 19,683 ways in which nine opponents beat hero, tie him or are beaten."""
MAX_RANKED = 9
"""The most opponents of a joint result."""
MAX_RESPONDERS = 4
"""The most opponents who may each call or fold."""
MAX_HANDS = 20_000
MAX_ROWS = 1000
LATER_STREETS: Mapping[str, Game] = {
    street.removesuffix(" street"): game for game, rules in GAMES.items() for street in rules.streets[1:]
}
"""The streets on which a described player can respond, with their games."""


@takes({"anyOf": [{"type": "string"}, {"type": "object"}], "description": "a player, as in a simulation"})
def _player(value: object, path: str) -> Any:
    # Descriptions are read with the ranges in them, which most requests do not need.
    from engine.players.description import read_player

    return read_player(value, path)


@dataclass(frozen=True, slots=True)
class OutcomeInput:
    """The outcomes of a showdown. Without ``lose`` the rest is lost."""

    win: float = json_field(PROBABILITY)
    split: tuple[float, ...] = json_field(each_of(PROBABILITY, math.nan), ())
    lose: float | None = json_field(PROBABILITY, None)


@dataclass(frozen=True, slots=True)
class HandInput:
    """A hand of a single opponent, its probability, and the outcomes against it. ``strength``: its equity against one
    random hand, for a described player."""

    p: float = json_field(PROBABILITY)
    win: float = json_field(PROBABILITY)
    split: tuple[float, ...] = json_field(one_or_each(PROBABILITY, math.nan), ())
    lose: float | None = json_field(PROBABILITY, None)
    strength: float | None = json_field(PROBABILITY, None)


@dataclass(frozen=True, slots=True)
class ShowdownInput:
    """Counts of showdowns."""

    win: int = json_field(COUNT)
    split: int = json_field(COUNT)
    total: int = json_field(COUNT_FROM_1)


@dataclass(frozen=True, slots=True)
class OrderInput:
    """A finishing order: groups of players from best to worst, and their probability."""

    p: float = json_field(PROBABILITY)
    order: Any = json_field(list_of(list_of(PLAYER)))


@dataclass(frozen=True, slots=True)
class BetInput:
    """A bet in a response that lists the bets."""

    bet: float = json_field(ABOVE_0)
    fold: float = json_field(PROBABILITY, absent=0.0)
    outcomes: Any = inner_field(OutcomeInput)


@dataclass(frozen=True, slots=True)
class ReactionInput:
    """The response of one opponent or of all: one of :data:`WAYS`, and perhaps the hands of a single opponent.

    A described ``player`` responds with his hands on a ``street`` after the first.
    """

    calls: str | None = json_field(one_of("all"), None)
    fold: float = json_field(PROBABILITY, 0.0)
    defend: str | None = json_field(one_of("pot odds"), None)
    rows: Any = inner_field(BetInput, most=MAX_ROWS, alone=False)
    player: Any = json_field(_player, None)
    street: str | None = json_field(one_of(*LATER_STREETS), None)
    hands: Any = inner_field(HandInput, most=MAX_HANDS, alone=False)


@dataclass(frozen=True, slots=True)
class CallersInput:
    """A set of opponents who can call, and the outcomes against them."""

    callers: Callers = json_field(each_of(PLAYER, 0))
    outcomes: Any = inner_field(OutcomeInput)


@dataclass(frozen=True, slots=True)
class CommittedInput:
    """The chips in the pot of hero, opponents and folded players; ``behind``: the opponents' stacks."""

    hero: float = json_field(AMOUNT)
    opponents: tuple[float, ...] = json_field(each_of(AMOUNT, math.nan), ())
    folded: float = json_field(AMOUNT, 0.0)
    behind: tuple[float, ...] = json_field(each_of(AMOUNT, math.inf, required=False), ())

    def ranked(self, joint: FinishingOrders) -> FinishingOrders:
        """Return the joint result with these chips."""
        most = tuple(c + b for c, b in zip(self.opponents, self.behind, strict=True))
        return replace(joint, chips=(self.hero, *self.opponents), most=most, dead=self.folded)


@dataclass(frozen=True, slots=True)
class ChoicesInput:
    """The legal amounts of fixed limit."""

    call: float | None = json_field(ABOVE_0, None)
    complete: float | None = json_field(ABOVE_0, None)
    bet: float | None = json_field(ABOVE_0, None)
    raises: float | None = json_field(ABOVE_0, None, key="raise")


@dataclass(frozen=True, slots=True)
class ResultInput:
    """The distribution of results in chips: shares in equal steps between the least and the greatest result."""

    low: float = json_field(NET)
    high: float = json_field(NET)
    shares: tuple[float, ...] = json_field(each_of(PROBABILITY, math.nan))


@dataclass(frozen=True, slots=True)
class SimulatedInput:
    """An action of a simulation: its EV in chips with the standard error, and the distribution of its results."""

    action: str = json_field(text_up_to(80))
    ev: float = json_field(NET)
    stderr: float | None = json_field(or_none(AMOUNT), None)
    result: Any = inner_field(ResultInput)


WAYS = keys_of(ReactionInput)[:-2]


@dataclass(frozen=True, kw_only=True)
class KellyFields(RequestInputs):
    """All keys of a request: single values, objects and lists."""

    outcomes: Any = inner_field(OutcomeInput, "the result of a showdown as probabilities; the rest is lost")
    showdowns: Any = inner_field(ShowdownInput, "counted showdowns against one opponent, for Cassandra's estimate")
    orders: Any = inner_field(
        OrderInput, "the joint result: each order of the players from best to worst, with its probability; 0 is hero",
        most=MAX_ORDERS, alone=False,
    )  # fmt: skip
    reaction: Any = inner_field(
        ReactionInput, "the response of the opponents to a bet: one for all, or one for each", most=MAX_ENTRIES
    )
    outcomes_by_callers: Any = inner_field(
        CallersInput, "the outcomes against each set of opponents that can call", most=MAX_ENTRIES, alone=False
    )
    zero_bet_means: Any = json_field(one_of("check", "fold"), None)
    committed: Any = inner_field(
        CommittedInput, "the chips of each player in the pot, and those that opponents have left"
    )
    choices: Any = inner_field(ChoicesInput, "the legal amounts of fixed limit")
    simulated: Any = json_field(
        unread({"anyOf": [
            list_schema(schema_of_class(SimulatedInput, request=True) | {"additionalProperties": True}, high=50),
            {"type": "object"},
        ]}),
        None,
        help_="the actions of an answer of simulate, whose results in chips are the outcomes, or a request of simulate",
    )  # fmt: skip


def read_outcomes(fields: Collector, key: str, opponents: int) -> Outcomes | None:
    """Return the outcomes at ``key``, or None if they are missing or have a problem, which is noted."""
    if not fields.given(key):
        fields.note(key, "this value is missing", incomplete=True)
        return None
    inside = fields.inside(key, keys_of(OutcomeInput))
    return complete_outcomes(read_object(inside, OutcomeInput), inside, opponents)


def complete_outcomes(typed: OutcomeInput | HandInput, fields: Collector, opponents: int) -> Outcomes | None:
    """Return the outcomes of an object with a split for each opponent, or None with a problem, which is noted."""
    if not fields.good("win", "split", "lose"):
        return None
    win, split, lose = typed.win, typed.split, math.inf if typed.lose is None else typed.lose
    if len(split) > opponents > 0:
        fields.note("split", f"{len(split)} entries, but only {opponents} can share the pot with hero")
        return None
    # Without ``lose`` the rest is lost, unless win and split exceed 1 by themselves.
    not_lost = math.fsum((win, *split))
    total = not_lost + lose if math.isfinite(lose) else max(not_lost, 1.0)
    if abs(total - 1.0) > SUM_ROUNDING:
        fields.note("win", f"win, split and lose add up to {total:.9g}, not to 1")
        return None
    if math.isinf(lose):
        lose = max(0.0, 1.0 - not_lost)
    # Typed percentages are rounded: probabilities that add up to nearly 1 are scaled, exact ones are not touched.
    scale = total if abs(total - 1.0) > 1e-12 else 1.0
    padded = (*split, *([0.0] * (opponents - len(split))))
    return Outcomes(win / scale, tuple(p / scale for p in padded), lose / scale)


def counted_outcomes(fields: Collector, opponents: int) -> tuple[Outcomes | None, bool | None]:
    """Return Cassandra's estimate from showdown counts, and whether no showdown is lost; None with a problem."""
    counts = read_object(fields, ShowdownInput)
    win, split, total = counts.win, counts.split, counts.total
    if not fields.good("win", "split", "total"):
        return None, None
    if win + split > total:
        fields.note("total", f"{win:d} won and {split:d} split are more than all {total:d} showdowns")
        return None, None
    if opponents >= total:
        fields.note("total", f"{opponents} opponents need more than {total:d} showdowns")
        return None, None
    return cassandra_outcomes(win, split, total, opponents), win + split == total


def read_orders(fields: Collector, opponents: int) -> FinishingOrders | None:
    """Return the joint result at ``orders``, without chips, or None with a problem."""
    given = fields.take("orders", as_it_is, None)
    rows = () if isinstance(given, JointResult) else fields.each_inside("orders", keys_of(OrderInput), MAX_ORDERS)
    chances = list(given.chances) if isinstance(given, JointResult) else []
    if fields.good("orders") and not (rows or chances):
        fields.note("orders", "this list is empty", incomplete=True)
    if opponents > MAX_RANKED:
        fields.note("orders", f"at most {MAX_RANKED} opponents can be ranked")
    if not fields.good("orders") or opponents < 1:
        return None
    for row in rows:
        p, ranks = row.take("p", PROBABILITY, math.nan, required=True), _ranks(row, opponents)
        if ranks is not None:
            chances.append((p, ranks))
    if not fields.good("orders"):
        return None
    total = math.fsum(p for p, _ in chances)
    if abs(total - 1.0) > SUM_ROUNDING:
        fields.note("orders", f"the probabilities add up to {total:.9g}, not to 1")
        return None
    scaled = tuple((p / total, ranks) for p, ranks in chances if p > 0.0)
    return FinishingOrders(scaled, (0.0,) * (opponents + 1), (math.inf,) * opponents)


def _ranks(row: Collector, opponents: int) -> Ranks | None:
    """Return the rank of each player, 0 the best, or None unless each player is in exactly one group."""
    player = bounded(Bounds(at_least=0, at_most=opponents), whole=True)
    groups = row.take("order", list_of(list_of(player)), None, required=True)
    if groups is None:
        return None
    ranks = {int(one): place for place, group in enumerate(groups) for one in group}
    listed = sum(len(group) for group in groups)
    if len(ranks) != opponents + 1 or listed != opponents + 1 or not all(groups):
        row.note("order", f"each player from 0 to {opponents} must be in exactly one group, and no group may be empty")
        return None
    return tuple(ranks[i] for i in range(opponents + 1))


Found = dict[Callers, Outcomes | None]


def read_reaction(fields: Collector, opponents: int, orders: FinishingOrders | None) -> ResponseModel | None:
    """Return how the opponents respond to a bet, or None if the request does not say so or has a problem.

    Its ``by_callers`` are those of the request or of ``orders``; against one opponent they are still missing.
    """
    answers = _answers(fields, opponents)
    by_callers = _by_callers(fields, opponents, orders)
    if not answers or not fields.good("reaction", "outcomes_by_callers"):
        return None
    # A list of bets answers for all opponents, and brings its own outcomes.
    first = answers[0]
    if first.rows:
        return first
    if first.described is not None:
        return first
    reaction = ResponseModel(tuple(answer.folds[0] for answer in answers), first.hands)
    if len(answers) > 1 and any(share != 0.0 for share in reaction.folds):
        if opponents > MAX_RESPONDERS:
            fields.note("reaction", f"at most {MAX_RESPONDERS} opponents can have responses of their own")
            return None
        by_callers = _complete(fields, reaction, by_callers, orders)
    result = tuple((callers, outcomes) for callers, outcomes in by_callers.items() if outcomes is not None)
    return ResponseModel(reaction.folds, reaction.hands, by_callers=result)


def _answers(fields: Collector, opponents: int) -> tuple[ResponseModel, ...]:
    """Return the response of each opponent, () without a response. A single one with rows counts for all."""
    if not fields.given("reaction") or opponents < 1:
        return ()
    if not fields.holds_list("reaction"):
        answer = _answer(fields.inside("reaction", keys_of(ReactionInput)), opponents)
        return () if answer is None else (answer,) if answer.rows else (answer,) * opponents
    entries = fields.each_inside("reaction", keys_of(ReactionInput))
    if fields.good("reaction") and len(entries) != opponents:
        fields.note("reaction", f"{len(entries)} entries for {opponents} opponents")
        return ()
    answers = [_answer(entry, opponents) for entry in entries]
    for entry, answer in zip(entries, answers, strict=True):
        if answer is not None and answer.rows and opponents > 1:
            entry.note(
                "rows", "a list of bets is the response of all opponents together: give one reaction, not a list"
            )
    return tuple(answer for answer in answers if answer is not None) if None not in answers else ()


def _answer(fields: Collector, opponents: int) -> ResponseModel | None:
    """Return one entry of ``reaction``, or None if it does not have exactly one of :data:`WAYS` to respond.

    An opponent who defends by pot odds has the share None, which is computed for each bet. Other problems are noted and
    leave a value that is never used.
    """
    given = [key for key in WAYS if fields.given(key)]
    if len(given) != 1:
        if not given and fields.readable:
            fields.note("calls", f"one of {', '.join(WAYS)} is missing", incomplete=True)
        for key in given[1:]:
            fields.note(key, f"give {given[0]} or {key}, not both")
        return None
    hands = _hands(fields, opponents)
    if given[0] == "rows":
        if fields.given("hands"):
            fields.note("hands", "give rows or hands, not both")
        return ResponseModel(rows=_rows(fields, opponents))
    answer = read_object(fields, ReactionInput)
    if answer.street is not None and given[0] != "player":
        fields.note("street", "only a described player has a street")
    if given[0] == "player":
        return _described(fields, answer, hands, opponents)
    return ResponseModel((None if answer.defend else answer.fold,), None if hands is None else hands.calling)


def _described(
    fields: Collector, answer: ReactionInput, hands: "_Hands | None", opponents: int
) -> ResponseModel | None:
    """Return the response of a described player, or None with a problem."""
    if opponents > 1:
        fields.note("player", f"a described player responds alone, not with {opponents - 1} others")
    if answer.street is None and fields.good("street"):
        fields.note("street", f"a described player responds on one of the streets {', '.join(LATER_STREETS)}")
    if not fields.given("hands"):
        fields.note("hands", "the hands of a described player, with their strengths, are missing", incomplete=True)
    if hands is None or answer.street is None or answer.player is None or opponents > 1:
        return None
    if None in hands.strengths:
        index = hands.strengths.index(None)
        fields.note(f"hands[{index}].strength", "the strengths of the hands of a described player are needed")
        return None
    play = answer.player.games[LATER_STREETS[answer.street]].later[answer.street]
    share, strength = np.array(hands.shares), np.array(hands.strengths, np.float64)
    outcomes = np.array([[one.win, one.split[0], one.lose] for one in hands.outcomes])
    described = DescribedHands(answer.player.name, play, share, strength, outcomes, math.inf)
    return ResponseModel((float(1.0 - share @ continue_probability(play, strength, 0.0)),), described=described)


@dataclass(frozen=True, slots=True)
class _Hands:
    """The hands of a single opponent: probabilities of sum 1, hero's outcomes, and strengths if they are given."""

    shares: tuple[float, ...]
    outcomes: tuple[Outcomes, ...]
    strengths: tuple[float | None, ...]

    @property
    def calling(self) -> CallingHands:
        """The hands in the order in which they call."""
        return calling_hands(zip(self.shares, self.outcomes, strict=True))


def _hands(fields: Collector, opponents: int) -> _Hands | None:
    """Return the hands of a single opponent, or None if there are none or with a problem."""
    if not fields.given("hands"):
        return None
    if opponents > 1:
        fields.note("hands", f"hands are for one opponent, not for {opponents}")
        return None
    rows = fields.each_inside("hands", keys_of(HandInput), MAX_HANDS)
    if fields.good("hands") and not rows:
        fields.note("hands", "this list is empty", incomplete=True)
    typed = [(row, read_object(row, HandInput)) for row in rows]
    hands = [(hand, outcomes) for row, hand in typed if (outcomes := complete_outcomes(hand, row, 1)) is not None]
    if not rows or not fields.good("hands"):
        return None
    total = math.fsum(hand.p for hand, _ in hands)
    if abs(total - 1.0) > SUM_ROUNDING:
        fields.note("hands", f"the probabilities add up to {total:.9g}, not to 1")
        return None
    return _Hands(
        tuple(hand.p / total for hand, _ in hands), tuple(outcomes for _, outcomes in hands),
        tuple(hand.strength for hand, _ in hands),
    )  # fmt: skip


def _rows(fields: Collector, opponents: int) -> tuple[BetResponseRow, ...]:
    """Return the bets of a list with their folds and outcomes, the smallest bet first."""
    rows = fields.each_inside("rows", keys_of(BetInput), MAX_ROWS)
    if fields.good("rows") and not rows:
        fields.note("rows", "this list is empty", incomplete=True)
    bets: list[BetResponseRow] = []
    for row in rows:
        typed, outcomes = read_object(row, BetInput), read_outcomes(row, "outcomes", opponents)
        if any(other.bet == typed.bet for other in bets):
            row.note("bet", "this bet is listed twice")
        if outcomes is not None and row.good("bet"):
            bets.append(BetResponseRow(typed.bet, typed.fold, outcomes))
    return tuple(sorted(bets, key=lambda row: row.bet))


def _by_callers(fields: Collector, opponents: int, orders: FinishingOrders | None) -> Found:
    """Return the outcomes against each set of callers that the request names, None for a set with a problem."""
    if not fields.given("outcomes_by_callers"):
        return {}
    if orders is not None:
        fields.note("outcomes_by_callers", "computed from orders: omit one of the two")
        return {}
    result: Found = {}
    number = bounded(Bounds(at_least=0, at_most=max(opponents - 1, 0)), whole=True)
    for row in fields.each_inside("outcomes_by_callers", keys_of(CallersInput)):
        numbers = row.take_all("callers", number, math.nan)
        if not row.good("callers"):
            continue
        callers = tuple(sorted(int(i) for i in numbers))
        if not callers or len(set(callers)) < len(callers):
            row.note("callers", "expected a list of different opponents", incomplete=not callers)
            continue
        if callers in result:
            row.note("callers", f"{_named(callers)} are listed twice")
        result[callers] = read_outcomes(row, "outcomes", len(callers))
    return result


def _complete(fields: Collector, reaction: ResponseModel, known: Found, orders: FinishingOrders | None) -> Found:
    """Return the outcomes against each set of opponents that can call; a missing set is noted as a problem."""
    if orders is not None:
        return {callers: orders.among(callers).outcomes for callers in reaction.possible()}
    for callers in reaction.possible():
        if callers not in known:
            fields.note("outcomes_by_callers", f"the outcomes against {_named(callers)} are missing", incomplete=True)
    return cast(Found, {callers: known.get(callers) for callers in reaction.possible()})


def _named(callers: Callers) -> str:
    return f"[{', '.join(map(str, callers))}]"
