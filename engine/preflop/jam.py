"""Jam or fold with equal stacks in chips: the request, and equilibria of the game of going all in or folding.

For two players card removal is exact. With more players the first who does not fold jams, the first caller closes the
action, and the cards of players who have folded are not removed from the deck. Unequal stacks and tournament prizes are
in ``engine.preflop.jam_stacks``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from engine.arrays import F64, Bools
from engine.equity.convergence import progress
from engine.equity.jobs import CancelCheck
from engine.equity.snapshots import AnswerSnapshot, Snapshots, last_answer, paced, with_workers
from engine.equity.workers import CancelToken, Workers
from engine.preflop.jam_game import CLOSE_ENOUGH, Equilibrium, JamGame, ring_seats, solve_game, solve_seat
from engine.preflop.matchups import class_matchups
from engine.preflop.request import CHIPS, REQUEST_VERSION, SOME_CHIPS, check_version
from engine.ranges.holdem_format import format_weights
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario.codec import JsonObject, json_field, plain, read_fields
from engine.scenario.fields import Bounds, fields_of
from engine.scenario.reading import Collector, boolean, bounded, integer, positive_number
from engine.table.positions import position_names

MAX_PLAYERS, MAX_STACK = 10, 1_000.0
CRITICAL_STEPS, STEP = range(10, 251), 0.1
"""The critical stacks in tenths of a big blind, and the step between two in big blinds."""
DECIMALS = 3
"""Decimals of weights in range texts: a solution is not more precise, so 0.9999 is written as 1."""
FLICKER = 4
"""The longest run of stacks with another action than before and after it that counts as mixing."""
PLAYED = 0.5
"""The frequency from which a class counts as jamming or calling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamRequest(JsonObject):
    """A request in chips. ``stack``: before blinds and ante; None for the table of ``critical`` stacks."""

    VERSION_KEY: ClassVar[str] = "steelwheel_jam"
    OPTIONAL = ("stack", "critical")
    stack: float | None = json_field(positive_number, None)
    small_blind: float = json_field(CHIPS, 0.5, absent=None)
    big_blind: float = json_field(SOME_CHIPS, 1.0)
    ante: float = json_field(CHIPS, 0.0)
    players: int = json_field(integer(2, MAX_PLAYERS), 2)
    critical: bool = json_field(boolean, default=False)

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        values = JsonObject.to_json(self)
        critical = {"critical": values.pop("critical")} if self.critical else {}
        return {self.VERSION_KEY: REQUEST_VERSION, **critical, **values}


def read_jam_request(value: object) -> JamRequest:
    """Read and check a request; ``value`` is JSON, or a request that was not checked yet.

    Raises:
        ScenarioError: the request has problems; each names its field.
    """
    fields = Collector(value, (JamRequest.VERSION_KEY, *fields_of(JamRequest)))
    check_version(fields, JamRequest.VERSION_KEY)
    values = read_fields(fields, JamRequest, "big_blind", "small_blind", "ante", "players", "critical")
    big, ante, critical = values["big_blind"], values["ante"], values["critical"]
    if values["small_blind"] is None:
        values["small_blind"] = big / 2
    small = values["small_blind"]
    if fields.good("small_blind", "big_blind") and small > big:
        fields.note("small_blind", f"the small blind of {small:g} is larger than the big blind of {big:g}")
    stack = None
    if critical and fields.given("stack"):
        fields.note("stack", "critical stacks are for all stacks: give one or the other")
    elif critical and values["players"] != 2:
        fields.note("players", "critical stacks are for two players")
    elif not critical and fields.good("big_blind", "ante"):
        max_stack = max(MAX_STACK * max(big, 1.0), big + ante)
        stack = fields.take("stack", bounded(Bounds(at_least=big + ante, at_most=max_stack)), 0.0, required=True)
    fields.done()
    return JamRequest(stack=stack, **values)


@dataclass(frozen=True, slots=True)
class PositionPlay(JsonObject):
    """The play of a position: its range as a text, the share of all 1,326 combos, and the frequency of each class."""

    INNER = ("frequencies",)
    text: str
    share: float
    frequencies: dict[str, float]

    @classmethod
    def of(cls, frequencies: F64) -> "PositionPlay":
        """Return the play with the ``frequencies`` float64[169] of all classes."""
        owner, sizes = class_of_combo()
        share = float(frequencies @ sizes) / len(owner)
        text = format_weights(np.round(frequencies, DECIMALS)[owner])
        return cls(text, share, dict(zip(class_names(), frequencies.tolist(), strict=True)))


@dataclass(frozen=True, slots=True)
class JamRow(JsonObject):
    """A class: how often it jams and calls, and the EV of both over a fold in big blinds."""

    jam: float
    call: float
    ev_jam: float
    ev_call: float


@dataclass(frozen=True, slots=True)
class JamSeat:
    """A position at a table of three or more: the range that it jams first in, and the range each seat calls with."""

    seat: str
    jam: PositionPlay
    calls: tuple[tuple[str, PositionPlay], ...]
    ev_jam: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """Return the position as JSON values."""
        return {
            "seat": self.seat,
            "jam": self.jam.to_json(),
            "calls": [{"seat": name, **call.to_json()} for name, call in self.calls],
            "classes": {name: {"jam": jam, "ev_jam": self.ev_jam[name]} for name, jam in self.jam.frequencies.items()},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class JamAnswer(JsonObject):
    """An equilibrium: for two players in ``jam``, ``call`` and ``classes``, for more in ``positions``.

    ``value``: the small blind's EV in big blinds, from before posting; ``exploitability``: the gain of all players
    together by best responses.
    """

    OPTIONAL = ("value", "jam", "call", "classes", "positions", "notices")
    method: str
    value: float | None = None
    exploitability: float
    jam: PositionPlay | None = None
    call: PositionPlay | None = None
    classes: dict[str, JamRow] | None = None
    positions: tuple[JamSeat, ...] = ()
    notices: tuple[str, ...] = ()
    request: JamRequest = json_field(key="scenario")

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values."""
        return {"steelwheel_jam_result": REQUEST_VERSION, **JsonObject.to_json(self)}


Spans = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalAnswer:
    """The stacks, in big blinds, with which each class jams or calls at least half of the time, as intervals.

    ``jam_mixes`` and ``call_mixes``: for some classes the intervals in which this alternates from one stack to the
    next, because the class mixes there.
    """

    stacks: tuple[float, ...]
    jam: dict[str, Spans]
    call: dict[str, Spans]
    jam_mixes: dict[str, Spans]
    call_mixes: dict[str, Spans]
    exploitability: float
    request: JamRequest

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        return {
            "steelwheel_jam_result": REQUEST_VERSION,
            "method": "exact",
            "exploitability": self.exploitability,
            "stacks": {"from": self.stacks[0], "to": self.stacks[-1], "step": STEP},
            "critical": {name: plain({"jam": self.jam[name], "call": self.call[name]}) for name in self.jam},
            "mixes": plain({"jam": self.jam_mixes, "call": self.call_mixes}),
            "scenario": self.request.to_json(),
        }


JamSnapshot = AnswerSnapshot[JamAnswer | CriticalAnswer]


def solve_jam(request: JamRequest) -> JamAnswer | CriticalAnswer:
    """Return the final answer to a request."""
    return last_answer(run_jam(request))


def run_jam(request: JamRequest, *, cancel: CancelToken | None = None, every: float = 1 / 30) -> Iterator[JamSnapshot]:
    """Yield a snapshot about every ``every`` seconds and a final one, which is left out if ``cancel`` stops the run."""
    steps = _critical if request.critical else _steps

    # The rounds of an equilibrium take seconds at most, too short for an estimate of the remaining time.
    remaining = None if request.critical else lambda: None

    def snapshots(pool: Workers) -> Snapshots[JamAnswer | CriticalAnswer]:
        return paced(steps(request, pool.cancel.check_cancelled), every, remaining)

    yield from with_workers(snapshots, cancel, in_place=True)


def two_player_game(request: JamRequest, stack: float) -> JamGame:
    """Return the game of two players with a ``stack`` in chips; its payoffs are in big blinds."""
    matchups, unit = class_matchups(), request.big_blind
    pairs = matchups.pairs / matchups.pairs.sum()
    dead = (request.big_blind + request.ante) / unit
    posted = (request.small_blind + request.ante) / unit
    # ``bonus`` is the gain of an uncalled jam over a fold, which loses the post. The matrix is the difference that a
    # call makes: the stack is won or lost instead of winning the dead money.
    matrix = pairs * ((2.0 * matchups.equity - 1.0) * stack / unit - dead)
    held = pairs.sum(axis=1)
    return JamGame(held * (dead + posted), matrix, held, held)


JamSteps = Iterator[tuple[float, JamAnswer | CriticalAnswer | None]]


def _steps(request: JamRequest, check_cancelled: CancelCheck) -> JamSteps:
    """Yield the progress of solving one stack, and the answer at the end.

    Three or more players are left to :func:`_ring`. Two are usually solved by equations long before the rounds end.
    """
    assert request.stack is not None
    if request.players > 2:
        yield from _ring(request, request.stack, check_cancelled)
        return
    game = two_player_game(request, request.stack)
    values = list[Equilibrium]()
    for better in solve_game(game):
        check_cancelled()
        values.append(better)
        best = min(value.exploitability for value in values)
        yield progress(best, values[0].exploitability, CLOSE_ENOUGH / 2), None
    yield 1.0, _answer(request, game, values[-1])


def _answer(request: JamRequest, game: JamGame, equilibrium: Equilibrium) -> JamAnswer:
    """Return the answer for two players: EVs by class over a fold, in big blinds.

    A gain of the game is multiplied by the probability that the decision comes up, so it is divided by it here.
    """
    x, y = equilibrium.x, equilibrium.y
    value = float(game.bonus @ x + x @ game.matrix @ y)
    gain_jam, gain_call = game.gains(x, y)
    # Gains are sums over the deals of a class: a jam is chosen with every deal, a call only after a jam.
    reached = x @ class_matchups().pairs / class_matchups().pairs.sum()
    ev_jam = gain_jam / game.first
    ev_call = np.divide(gain_call, reached, out=np.zeros_like(gain_call), where=reached > 0)
    columns = (x, y, ev_jam, ev_call)
    return JamAnswer(
        method="exact", exploitability=equilibrium.exploitability, request=request,
        value=value - (request.small_blind + request.ante) / request.big_blind, jam=PositionPlay.of(x),
        call=PositionPlay.of(y),
        classes={name: JamRow(*(float(column[i]) for column in columns)) for i, name in enumerate(class_names())},
    )  # fmt: skip


def class_names() -> list[str]:
    """Return the names of the 169 classes in the order of ``CLASSES``."""
    return [class_text(*class_) for class_ in CLASSES]


def _critical(request: JamRequest, check_cancelled: CancelCheck) -> JamSteps:
    """Solve all stacks, each starting from the equilibrium of the previous one, and yield the intervals."""
    least = (request.big_blind + request.ante) / request.big_blind
    stacks = tuple(step / 10 for step in CRITICAL_STEPS if step / 10 >= least - 1e-12)
    played: list[tuple[F64, F64]] = []
    worst = 0.0
    for done, stack in enumerate(stacks):
        game = two_player_game(request, stack * request.big_blind)
        values = list[Equilibrium]()
        # Neighboring stacks have nearly the same equilibrium, so that the equations solve most without regret matching.
        for better in solve_game(game, played[-1] if played else None):
            check_cancelled()
            values = [better]
        played.append((values[0].x, values[0].y))
        worst = max(worst, values[0].exploitability)
        yield (done + 1) / len(stacks), None
    jams, calls = (np.array([frequencies[i] for frequencies in played]) >= PLAYED for i in range(2))
    yield (
        1.0,
        CriticalAnswer(
            stacks=stacks, jam=_spans(stacks, jams), call=_spans(stacks, calls), jam_mixes=_mixes(stacks, jams),
            call_mixes=_mixes(stacks, calls), exploitability=worst, request=request,
        ),
    )  # fmt: skip


def _spans(stacks: tuple[float, ...], played: Bools) -> dict[str, Spans]:
    """Return the intervals of ``stacks`` in which each class is ``played``, bool[stacks, 169]."""
    padded = np.pad(played, ((1, 1), (0, 0))).astype(np.int8)
    result = {}
    for i, name in enumerate(class_names()):
        change = np.diff(padded[:, i])
        starts, ends = np.flatnonzero(change == 1), np.flatnonzero(change == -1) - 1
        result[name] = tuple((stacks[a], stacks[b]) for a, b in zip(starts, ends, strict=True))
    return result


def _mixes(stacks: tuple[float, ...], played: Bools) -> dict[str, Spans]:
    """Return the intervals in which ``played`` bool[stacks, 169] changes twice within :data:`FLICKER` stacks."""
    result = {}
    for i, name in enumerate(class_names()):
        changes = (np.flatnonzero(np.diff(played[:, i].astype(np.int8))) + 1).tolist()
        spans = list[tuple[float, float]]()
        for first, second in pairwise(changes):
            # Runs of stacks that follow one another are a single interval.
            if second - first <= FLICKER:
                start = spans.pop()[0] if spans and spans[-1][1] == stacks[first - 1] else stacks[first]
                spans.append((start, stacks[second - 1]))
        if spans:
            result[name] = tuple(spans)
    return result


def joined_spans(spans: Spans, mixes: Spans) -> Spans:
    """Return the intervals of a class, with those joined that are separated only by mixing."""
    result = list[tuple[float, float]]()
    for low, high in spans:
        # The stacks between two intervals begin a step after the first and end a step before the second; half a step
        # more is room for rounding.
        between = (result[-1][1] + 1.5 * STEP, low - 1.5 * STEP) if result else (0.0, 0.0)
        whole = any(start <= between[0] and between[1] <= end for start, end in mixes)
        result.append((result.pop()[0] if whole else low, high))
    return tuple(result)


def _ring(request: JamRequest, stack: float, check_cancelled: CancelCheck) -> JamSteps:
    """Solve the games of all seats that may jam, one after the other, and yield the progress and the answer.

    The games do not depend on one another (see ``engine.preflop.jam_game``); their exploitabilities are added up.
    """
    names = position_names(request.players)
    unit = request.big_blind
    seats = ring_seats(
        request.players, stack / unit, request.small_blind / unit, 1.0, request.ante / unit, class_matchups()
    )
    result, worst = [], 0.0
    for at, seat in enumerate(seats):
        reached = list[tuple[F64, list[F64], float]]()
        for better in solve_seat(seat, check_cancelled):
            reached.append(better)
            best = min(exploitability for *_, exploitability in reached)
            yield (at + progress(best, reached[0][-1], CLOSE_ENOUGH)) / len(seats), None
        jam, calls, exploitability = reached[-1]
        worst += exploitability
        worth = dict(zip(class_names(), seat.jam_gain(calls).tolist(), strict=True))
        behind = []
        for i, call in enumerate(calls):
            check_cancelled()
            behind.append((names[at + 1 + i], PositionPlay.of(call)))
        result.append(JamSeat(names[at], PositionPlay.of(jam), tuple(behind), worth))
    yield 1.0, JamAnswer(
        method="iterated", exploitability=worst, request=request, positions=tuple(result),
        notices=("only one player can call; card removal of folded hands is ignored",),
    )  # fmt: skip
