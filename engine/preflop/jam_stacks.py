"""Jam or fold with a stack for each player, valued in prizes and bounties or in chips: the request and its answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, Literal

import numpy as np

from engine.arrays import F64
from engine.equity.convergence import ConvergencePoint, progress, seconds_left
from engine.equity.snapshots import AnswerSnapshot, Pace, Snapshots, last_answer, paced, with_workers
from engine.equity.workers import CancelToken, Workers
from engine.preflop.jam import MAX_PLAYERS, MAX_STACK, PositionPlay, class_names
from engine.preflop.jam_ends import JamSeats, ends_of
from engine.preflop.jam_field import JamField, JudgedPlay, pair_number, solve_field, triple_places
from engine.preflop.matchups import class_matchups
from engine.preflop.request import CHIPS, REQUEST_VERSION, SOME_CHIPS, check_version
from engine.preflop.showdowns import SHOWDOWN_ERROR, showdown_table
from engine.scenario.codec import JsonObject, json_field, read_fields
from engine.scenario.fields import Bounds, fields_of
from engine.scenario.reading import Collector, bounded, each_of, integer, one_of
from engine.table.positions import position_names

MAX_CALLS = 2
CLOSE_ENOUGH = {1: 1e-8, 2: 1e-6}
"""The possible gain of a position at which the rounds end, as a share of all prizes, by the number of callers."""
PRIZE = bounded(Bounds(at_least=0.0, at_most=1e12))
MAX_OTHERS = 990
"""The most players at other tables."""
AnteBy = Literal["all", "big blind"]
NOTICES = (
    "behind the jam only card removal by the jammer's two cards is counted",
    "with several players there can be more than one equilibrium: the exploitability of each position is computed",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksRequest(JsonObject):
    """A request for jam or fold with a stack for each player.

    ``stacks`` are in chips before blinds and antes, in order of action with the big blind last. ``payouts`` are the
    prizes, first place first, and ``bounties`` are by player; without payouts values are in big blinds. ``others`` are
    the stacks of players at other tables, and ``calls`` is the number of players who may call.
    """

    VERSION_KEY: ClassVar[str] = "steelwheel_jam"
    OPTIONAL = ("payouts", "bounties", "others")
    stacks: tuple[float, ...] = json_field(each_of(CHIPS, 0.0))
    small_blind: float = json_field(CHIPS, 0.5, absent=None)
    big_blind: float = json_field(SOME_CHIPS, 1.0)
    ante: float = json_field(CHIPS, 0.0)
    ante_by: AnteBy = json_field(one_of("all", "big blind"), "all")
    payouts: tuple[float, ...] = json_field(each_of(PRIZE, 0.0), (), absent=None)
    bounties: tuple[float, ...] = json_field(each_of(PRIZE, 0.0), (), absent=None)
    others: tuple[float, ...] = json_field(each_of(SOME_CHIPS, 1.0), (), absent=None)
    calls: int = json_field(integer(1, MAX_CALLS), 1)

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        return {self.VERSION_KEY: REQUEST_VERSION, **JsonObject.to_json(self)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the positions."""
        return position_names(len(self.stacks))

    def seats(self) -> JamSeats:
        """Return the players with all amounts in big blinds."""
        players, unit = len(self.stacks), self.big_blind
        blinds, antes, bounties = np.zeros((3, players))
        payouts, others = np.zeros(players + len(self.others)), np.array(self.others, np.float64) / unit
        blinds[-2:] = self.small_blind / unit, 1.0
        antes[-1 if self.ante_by == "big blind" else slice(None)] = self.ante / unit
        payouts[: len(self.payouts)] = self.payouts
        bounties[: len(self.bounties)] = self.bounties
        stacks = np.array(self.stacks, np.float64) / unit
        return JamSeats(stacks, antes, blinds, payouts if self.payouts else None, bounties, others)


def read_stacks_request(value: object) -> StacksRequest:
    """Read and check a request; ``value`` is JSON, or a request that was not checked yet.

    Raises:
        ScenarioError: the request has problems; each names its field.
    """
    fields = Collector(value, (StacksRequest.VERSION_KEY, *fields_of(StacksRequest)))
    check_version(fields, StacksRequest.VERSION_KEY)
    values = read_fields(fields, StacksRequest, "big_blind", "small_blind", "ante", "ante_by")
    big, ante, ante_by = values["big_blind"], values["ante"], values["ante_by"]
    if values["small_blind"] is None:
        values["small_blind"] = big / 2
    small = values["small_blind"]
    # Rules between lists need the good items of a list that has bad ones, so they are not read as one field.
    stacks = fields.take_all("stacks", CHIPS, 0.0)
    payouts, bounties = (fields.take_all(key, PRIZE, 0.0) for key in ("payouts", "bounties"))
    others = fields.take_all("others", SOME_CHIPS, 1.0)
    values |= read_fields(fields, StacksRequest, "calls")
    if fields.good("small_blind", "big_blind") and small > big:
        fields.note("small_blind", f"{small:g} is larger than the big blind of {big:g}")
    if fields.good("stacks") and not 2 <= len(stacks) <= MAX_PLAYERS:
        fields.note("stacks", f"expected 2 to {MAX_PLAYERS} stacks, found {len(stacks)}")
    elif fields.good("stacks", "small_blind", "big_blind", "ante", "ante_by"):
        blinds = [*[0.0] * (len(stacks) - 2), small, big]
        for at, (stack, blind) in enumerate(zip(stacks, blinds, strict=True)):
            posted = blind + (ante if ante_by == "all" or at == len(stacks) - 1 else 0.0)
            if stack <= posted:
                fields.note(f"stacks[{at}]", f"expected more than the {posted:g} chips posted; found {stack:g}")
            elif stack > MAX_STACK * blinds[-1]:
                fields.note(f"stacks[{at}]", f"expected at most {MAX_STACK:,.0f} big blinds; found {stack:g}")
    if len(others) > MAX_OTHERS:
        fields.note("others", f"expected at most {MAX_OTHERS} stacks, found {len(others)}")
    if fields.good("stacks", "others", "payouts") and len(payouts) > len(stacks) + len(others):
        fields.note("payouts", f"expected at most one prize for each stack, found {len(payouts)}")
    if fields.given("payouts") and fields.good("payouts") and not sum(payouts) > 0.0:
        fields.note("payouts", "expected a prize above 0")
    if fields.good("stacks", "bounties") and bounties and len(bounties) != len(stacks):
        fields.note("bounties", f"expected one for each stack, found {len(bounties)}")
    elif bounties and not fields.given("payouts"):
        fields.note("bounties", "bounties need payouts, which are missing")
    fields.done()
    return StacksRequest(stacks=stacks, payouts=payouts, bounties=bounties, others=others, **values)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StacksAnswer:
    """The answer: a play near an equilibrium, with values in the unit of the payouts, or in big blinds without them."""

    request: StacksRequest
    judged: JudgedPlay

    @property
    def values(self) -> F64:
        """The expected value of each player before the hand, float64[players]."""
        return self.judged.values

    @property
    def deviation(self) -> float:
        """The largest gain of a position by its best response."""
        return max(float(self.judged.gains.max()), 0.0)

    @property
    def showdown_error(self) -> float | None:
        """The largest error of a probability at a showdown of three players, or None if only one player may call."""
        return SHOWDOWN_ERROR if self.request.calls > 1 else None

    def jam(self, jammer: int) -> PositionPlay:
        """Return the range with which a position goes all in when first in."""
        return PositionPlay.of(self.judged.play.jam[jammer])

    def ev_jam(self, jammer: int) -> dict[str, float]:
        """Return the gain of going all in over a fold, by class."""
        return _by_class(self.judged.worth.jam[jammer])

    def call(self, jammer: int, caller: int) -> PositionPlay:
        """Return the range with which a position calls a jammer."""
        return PositionPlay.of(self.judged.play.call[pair_number(jammer, caller)])

    def ev_call(self, jammer: int, caller: int) -> dict[str, float]:
        """Return the gain of the first call over a fold, by class."""
        return _by_class(self.judged.worth.call[pair_number(jammer, caller)])

    def over(self, jammer: int, caller: int, second: int) -> PositionPlay:
        """Return the range with which a position calls after a jam and a call."""
        return PositionPlay.of(self.judged.play.over[self._triple(jammer, caller, second)])

    def ev_over(self, jammer: int, caller: int, second: int) -> dict[str, float]:
        """Return the gain of the second call over a fold, by class."""
        return _by_class(self.judged.worth.over[self._triple(jammer, caller, second)])

    def _triple(self, *seats: int) -> int:
        return triple_places(len(self.request.stacks))[seats]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        names = self.request.names
        positions = []
        for at, name in enumerate(names):
            jam = None
            if at < len(names) - 1:
                jam = _entry(self.jam(at), "jam", self.ev_jam(at))
            calls = [
                {"jammer": jammer, "seat": names[jammer]}
                | _entry(self.call(jammer, at), "call", self.ev_call(jammer, at))
                for jammer in range(at)
            ]
            position = {"seat": name, "jam": jam, "call": calls}
            if self.request.calls > 1:
                position["overcall"] = [
                    {"jammer": jammer, "caller": caller}
                    | _entry(self.over(jammer, caller, at), "call", self.ev_over(jammer, caller, at))
                    for jammer, caller in combinations(range(at), 2)
                ]
            positions.append(position)
        error = {} if self.showdown_error is None else {"showdown_error": self.showdown_error}
        return {
            "steelwheel_jam_result": REQUEST_VERSION,
            "method": "iterated",
            "value": self.values.tolist(),
            "deviation": self.deviation,
            **error,
            "positions": positions,
            "notices": list(NOTICES),
            "scenario": self.request.to_json(),
        }


def _by_class(values: F64) -> dict[str, float]:
    return dict(zip(class_names(), values.tolist(), strict=True))


def _entry(played: PositionPlay, verb: str, worth: dict[str, float]) -> dict[str, Any]:
    classes = {name: {verb: part, f"ev_{verb}": worth[name]} for name, part in played.frequencies.items()}
    return played.to_json() | {"classes": classes}


def solve_stacks(request: StacksRequest) -> StacksAnswer:
    """Return the final answer to a request."""
    return last_answer(run_stacks(request))


def run_stacks(
    request: StacksRequest, *, cancel: CancelToken | None = None, every: float = 1 / 30
) -> Iterator[AnswerSnapshot[StacksAnswer]]:
    """Yield a snapshot about every ``every`` seconds and a final one, which is left out if ``cancel`` stops the run."""
    close = CLOSE_ENOUGH[request.calls] * request.seats().at_stake
    checks = list[ConvergencePoint]()

    def snapshots(pool: Workers) -> Snapshots[StacksAnswer]:
        return paced(_steps(request, pool, close, checks), every, lambda: seconds_left(checks, close))

    # Only the game with second callers needs several threads.
    yield from with_workers(snapshots, cancel, in_place=request.calls <= 1)


def _steps(
    request: StacksRequest, pool: Workers, close: float, checks: list[ConvergencePoint]
) -> Iterator[tuple[float, StacksAnswer]]:
    """Yield the progress and the answer after each round; 1 with the final one.

    ``close``: the deviation at which the rounds end. Each deviation is added to ``checks``, numbered from 1.
    """
    seats, pace, answer = request.seats(), Pace(), None
    ends, table = ends_of(seats, request.calls), showdown_table() if request.calls > 1 else None
    for judged in solve_field(JamField(ends, class_matchups(), pool, table), close):
        answer = StacksAnswer(request=request, judged=judged)
        checks.append(ConvergencePoint(len(checks) + 1, answer.deviation, pace.seconds))
        best = min(check.exploitability for check in checks)
        # At two callers the first check is half of the work: the rounds before it count as one halving.
        yield min(progress(best, 2.0 * checks[0].exploitability, close), 0.99), answer
    assert answer is not None, "there are rounds"
    yield 1.0, answer
