"""Seat tables for games with a single bet: the hands worth a first bet from each seat, and worth a call of it.

A first bet with n players behind, r chips at risk and s chips in the middle breaks even if with probability
q = r / (r + s) nobody behind has a better hand. For independent hands these are the best x = 1 - q^(1/n) of all hands.
A call is right for every class whose exact equity against the bettor's range reaches the price; the rule of thumb of
the article on which the table is based, x (1 - q), is shown with it.

If the players behind the caller count, each of them calls with the same share y of all hands, the best by equity
against the bettor's range, and puts in the whole bet. The caller has to be ahead of everybody, and these events are
taken to be independent: with m players behind, equity e against the bettor and f against the calling range, the pot P
before the call and the bet b,

    EV = e ((P + b) (1 - y + y f)^m + b m y f (1 - y + y f)^(m - 1)) - b.

Classes of EV at least 0 call, and y is their share.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engine.arrays import F64
from engine.preflop.matchups import class_matchups
from engine.preflop.request import CHIPS, REQUEST_VERSION, SOME_CHIPS, check_version
from engine.ranges.holdem import HoldemRange, format_range, top_share
from engine.ranges.holdem_hands import class_of_combo
from engine.ranges.orders import Order, find_order
from engine.scenario import ScenarioError
from engine.scenario.codec import JsonObject, json_field, read_fields
from engine.scenario.fields import fields_of
from engine.scenario.reading import Collector, boolean, integer, text
from engine.table.positions import position_names

MAX_PLAYERS = 100
ROUNDING = 1e-12
MIN_SHARE = 1e-9
"""The smallest share of hands that is taken from the order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsRequest(JsonObject):
    """A request: amounts in chips, ``bet`` including the blind; ``order``: the order of hands for shares.

    ``callers_behind``: the players behind a caller may call, too. ``call_for_blinds``: a call wins the blinds and antes
    alone, as in the article's stake of 1 1/2, else the first bet as well.
    """

    VERSION_KEY: ClassVar[str] = "steelwheel_seats"
    OPTIONAL = ("callers_behind", "call_for_blinds", "order")
    players: int = json_field(integer(2, MAX_PLAYERS))
    small_blind: float = json_field(CHIPS, 0.0)
    big_blind: float = json_field(CHIPS, 0.0)
    bet: float = json_field(SOME_CHIPS, 1.0, absent=None)
    ante: float = json_field(CHIPS, 0.0)
    callers_behind: bool = json_field(boolean, default=False)
    call_for_blinds: bool = json_field(boolean, default=False)
    order: str | None = json_field(text, None)

    def to_json(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        return {self.VERSION_KEY: REQUEST_VERSION, **JsonObject.to_json(self)}


def read_seats_request(value: object, orders: Iterable[Order] = ()) -> SeatsRequest:
    """Read and check a request, JSON or one that was not checked yet; ``orders`` are the user's own orders of hands.

    Raises:
        ScenarioError: the request has problems; each names its field.
    """
    fields = Collector(value, (SeatsRequest.VERSION_KEY, *fields_of(SeatsRequest)))
    check_version(fields, SeatsRequest.VERSION_KEY)
    keys = "players", "small_blind", "big_blind", "ante", "bet", "callers_behind", "call_for_blinds", "order"
    values = read_fields(fields, SeatsRequest, *keys)
    small, big = values["small_blind"], values["big_blind"]
    values |= {"bet": values["bet"] or big or 1.0, "order": values["order"] or None}
    bet = values["bet"]
    if fields.good("small_blind", "big_blind") and small > big:
        fields.note("small_blind", f"the small blind of {small:g} is larger than the big blind of {big:g}")
    if fields.good("bet", "big_blind") and bet < big:
        fields.note("bet", f"the bet must be at least the big blind of {big:g}; found {bet:g}")
    try:
        find_order(values["order"], orders)
    except ScenarioError as error:
        fields.problems.extend(error.problems)
    fields.done()
    return SeatsRequest(**values)


@dataclass(frozen=True, slots=True)
class CallLine(JsonObject):
    """A call of the first bet: the equity ``q`` that it needs, the range of classes that reach it, its share of all
    hands, and the share by the article's rule of thumb."""

    q: float
    range: str
    share: float
    rule_of_thumb: float


@dataclass(frozen=True, slots=True)
class SeatLine(JsonObject):
    """A first bet from a ``seat``, in the article's name, and its ``position`` at a table.

    ``behind``: the number of players behind; ``risk`` and ``pot``: the chips at risk and in the middle; ``q``: the
    needed probability that nobody behind has a better hand; ``share``: the share of hands that gives it; ``range``: the
    best hands of that share, to the nearest complete class.
    """

    seat: str
    position: str
    behind: int
    risk: float
    pot: float
    q: float
    share: float
    range: str
    call: CallLine | None


@dataclass(frozen=True, slots=True)
class SeatTable(JsonObject):
    """The answer: all seats, the first to act first."""

    rows: tuple[SeatLine, ...]
    request: SeatsRequest = json_field(key="scenario")

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        return {"steelwheel_seats_result": REQUEST_VERSION, **JsonObject.to_json(self)}


def seat_names(players: int) -> list[str]:
    """Return the article's names of the seats in order of action: UTG, 4, 5, .., OTB, SB, BB; for two: SB, BB."""
    between = [str(number) for number in range(4, players)]
    first = ["UTG", *between, "OTB"] if players > 3 else ["OTB"] if players == 3 else []
    return [*first, "SB", "BB"]


def seat_table(request: SeatsRequest, orders: Iterable[Order] = ()) -> SeatTable:
    """Return the answer to a request; ``orders`` are the user's own orders of hands."""
    order = find_order(request.order, orders)
    posts = [0.0] * (request.players - 2) + [request.small_blind, request.big_blind]
    positions = position_names(request.players)
    middle = sum(posts) + request.players * request.ante
    pot = middle or request.bet
    rows = []
    for at, (name, post) in enumerate(zip(seat_names(request.players), posts, strict=True)):
        behind = request.players - 1 - at
        risk = request.bet - post
        # A raise breaks even if everybody folds with probability q, and that is how often nobody behind holds one of
        # the best ``share`` of all hands.
        q = risk / (risk + pot)
        share = 1.0 - q ** (1.0 / behind) if behind else 1.0
        range_ = top_share(order, min(max(share, MIN_SHARE), 1.0))
        cost = request.bet if behind > 1 else request.bet - request.big_blind
        prize = pot if request.call_for_blinds else middle + risk
        others = behind - 1 if request.callers_behind else 0
        call = _call(range_, share, cost, prize, others) if behind else None
        rows.append(SeatLine(name, positions[at], behind, risk, pot, q, share, format_range(range_), call))
    return SeatTable(tuple(rows), request)


def _call(bettor: HoldemRange, share: float, cost: float, pot: float, behind: int) -> CallLine:
    """Return the call of a bet, which costs ``cost``: that of a player without a blind, unless the small blind bets.

    ``behind``: how many players may call after him.
    """
    q = cost / (cost + pot)
    owner, sizes = class_of_combo()
    equity = _equity_against(np.bincount(owner, bettor.weights, len(sizes)) / sizes)
    able = (_worth(equity, cost, pot, behind) >= -ROUNDING).astype(np.float64)[owner]
    called = HoldemRange(able)
    hands = format_range(called) if called.count else ""
    return CallLine(q, hands, called.count / len(owner), share * (1.0 - q))


def _equity_against(weights: F64) -> F64:
    """Return the equity of each class against a range, float64[169]; ``weights``: its mean weight in each class."""
    matchups = class_matchups()
    against = matchups.pairs @ weights
    total = (matchups.pairs * matchups.equity) @ weights
    return np.divide(total, against, out=np.zeros_like(against), where=against > 0)


def _worth(equity: F64, cost: float, pot: float, behind: int) -> F64:
    """Return the EV of a call for each class in chips, float64[169]; ``equity``: against the bettor."""
    if not behind or not cost:
        return equity * (pot + cost) - cost
    _, sizes = class_of_combo()
    best_first = np.argsort(-equity, kind="stable")
    shares = np.cumsum(sizes[best_first]) / sizes.sum()

    def worth(number: int) -> F64:
        """Return the EV of each class if each player behind calls with the best ``number`` classes."""
        weights = np.zeros(len(sizes))
        weights[best_first[:number]] = 1.0
        called, ahead = float(shares[number - 1]) if number else 0.0, _equity_against(weights)
        alone = 1.0 - called + called * ahead
        also = cost * behind * called * ahead * alone ** (behind - 1)
        return np.asarray(equity * ((pot + cost) * alone**behind + also) - cost)

    # The more the others call, the fewer hands can call: the number of classes at which both agree is between these.
    low, high = 0, len(sizes)
    while high - low > 1:
        number = (low + high) // 2
        callers = float(sizes[worth(number) >= -ROUNDING].sum()) / sizes.sum()
        low, high = (number, high) if callers >= shares[number - 1] else (low, number)
    return worth(low)
