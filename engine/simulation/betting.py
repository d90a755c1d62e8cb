"""The betting when hero acts, as the playing kernels need it: rules, chips in units, and hero's legal actions.

All amounts become whole units, of which a chip has at least a hundred. A request does not say who paid how much on
earlier streets, so the chips of earlier streets are divided equally between the players who are still in and those who
have bet on this street.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import I64
from engine.games import FIRST_BIG_BET_STREET, GAMES
from engine.kernels.players import playing
from engine.kernels.players.playing import Rules
from engine.players.limits import FixedLimit
from engine.scenario import Problem, ScenarioError
from engine.simulation.request import SimulationRequest

MIN_UNITS = 100
MAX_DECIMALS = 6
POT_SHARES = {"half pot": 0.5, "pot": 1.0}
SIZES = (1 / 3, 0.5, 0.75, 1.0, 1.5, 2.0)
"""The bet sizes, as shares of the pot, among which the best bet is searched."""
NEAR_SIZE = 0.1
HEADS_UP = 2
_RAISE = re.compile(r"(?:bet|raise|complete)(?:\s+to)?\s+(?P<size>.+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class HeroAction:
    """An action of hero: its text, and the units that he adds to the pot (-1: he folds)."""

    text: str
    units: int

    @property
    def cost(self) -> int:
        """The units that the action costs hero, 0 for a fold."""
        return max(self.units, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Betting:
    """The betting at hero's turn, with ``unit`` units in a chip; arrays are by seat of the table, int64[n] each.

    ``stacks``: the chips left; ``bets``: those bet on this street; ``paid``: those paid into the pot on all streets;
    ``folded`` and ``acted`` are 0 or 1, the latter is 1 for a seat that has acted and matched the price. ``price``: the
    highest bet of this street; ``last_raise``: the size of the last raise; ``raises`` and ``limpers``: their number on
    this street; ``raiser`` and ``raiser_before``: the seats of the last raisers on this street and the previous one, -1
    if there is none.
    """

    unit: int
    rules: Rules
    street: int
    hero: int
    button: int
    stacks: I64
    bets: I64
    paid: I64
    folded: I64
    acted: I64
    price: int
    last_raise: int
    raises: int
    limpers: int
    raiser: int
    raiser_before: int

    @property
    def call(self) -> int:
        """The units that a call costs hero."""
        return int(min(self.price - self.bets[self.hero], self.stacks[self.hero]))

    @property
    def pot_after_call(self) -> int:
        """The units in the pot after hero's call, as far as he can win them."""
        paid = self.paid[self.hero] + self.call
        return int(np.minimum(self.paid, paid).sum()) + self.call


def read_betting(request: SimulationRequest, street: int, first: int) -> Betting:
    """Return the betting of a checked request on a street; ``first``: the seat that acts first on it.

    Raises:
        ScenarioError: it cannot be hero's turn.
    """
    table, hero, bets = request.table, request.hero, request.bets
    seats, stud = len(table.seats), GAMES[table.game].stud
    folded = np.array([seat.folded for seat in table.seats], np.int64)
    layered = (folded == 0) | (np.array(bets) > 0.0)
    unit = _unit(request) * int(layered.sum())
    button = seats - 1 if request.button is None else request.button
    units, stacks = _in_units(bets, unit), _in_units(request.stacks, unit)
    earlier = round(request.pot * unit) - int(units.sum())
    # Rounded amounts may leave a rest that cannot be shared out; it goes to the layer of hero, less than a unit a seat.
    paid = units + np.where(layered, earlier // int(layered.sum()), 0)
    paid[hero] += earlier % int(layered.sum())
    rules = _rules(request, unit)
    if stud and street == 0:
        if not units.any():
            text = "on third street the bring-in is posted before anybody acts: expected its chips at the seat that did"
            raise ScenarioError(Problem("street_bets", text))
        if not rules.bring_in and units.max() < rules.small_bet:
            rules = rules._replace(bring_in=int(units.max()))
    price, levels = int(units.max()), sorted({int(x) for x in units})
    raises = _raises(levels, price, rules, street)
    raiser = request.last_raiser
    top = np.flatnonzero(units == price)
    if raiser is None and len(top) == 1:
        raiser = int(top[0])
    if not raises:
        raiser = None
    big_blind = _big_blind(button, seats) if street == 0 and not stud else None
    option = big_blind == hero and not raises
    if units[hero] == price > 0 and not option:
        raise ScenarioError(Problem("hero", "hero has the price in: it is not his turn"))
    acted = _acted(request, units, price, first, None if raises else big_blind)
    acted[hero] = 0
    posted = (units == price) & (np.arange(seats) != hero) & (folded == 0)
    limpers = int(posted.sum()) - int(big_blind is not None and posted[big_blind]) if not raises and not stud else 0
    return Betting(
        unit=unit, rules=rules, street=street, hero=hero, button=button, stacks=np.where(folded, 0, stacks), bets=units,
        paid=paid, folded=folded, acted=acted, price=price, last_raise=price - (levels[-2] if len(levels) > 1 else 0),
        raises=raises, limpers=limpers if street == 0 else 0, raiser=-1 if raiser is None else raiser,
        raiser_before=-1 if request.raiser_before is None else request.raiser_before,
    )  # fmt: skip


def _unit(request: SimulationRequest) -> int:
    """Return how many units a chip has, so that all amounts of a request are whole if they have few decimals."""
    limit = request.limit
    amounts = [request.pot, *request.bets, *request.stacks, request.min_bet, request.ante, request.bring_in]
    amounts += [limit.small, limit.big] if isinstance(limit, FixedLimit) else []
    amounts += [float(found) for text in request.actions for found in _NUMBER.findall(text)]
    for decimals in range(MAX_DECIMALS):
        if all(abs(amount * 10**decimals - round(amount * 10**decimals)) < 1e-6 for amount in amounts):
            return max(MIN_UNITS, int(10**decimals))
    return int(10**MAX_DECIMALS)


def _in_units(amounts: Sequence[float], unit: int) -> I64:
    return np.array([round(amount * unit) for amount in amounts], np.int64)


def _rules(request: SimulationRequest, unit: int) -> Rules:
    limit, stud = request.limit, GAMES[request.table.game].stud
    small, big, cap = (limit.small, limit.big, limit.cap) if isinstance(limit, FixedLimit) else (0.0, 0.0, 0)
    least = 0.0 if stud else small or request.min_bet
    kind = playing.FIXED_LIMIT if cap else playing.POT_LIMIT if limit else playing.NO_LIMIT
    ante, bring_in, least, small, big = (round(x * unit) for x in (request.ante, request.bring_in, least, small, big))
    return Rules(int(stud), kind, ante, 0, least, bring_in, small, big, cap)


def _raises(levels: Sequence[int], price: int, rules: Rules, street: int) -> int:
    """Return how many bets and raises a street has seen, from the different amounts that are in."""
    if rules.limit == playing.FIXED_LIMIT:
        size = rules.big_bet if street >= FIRST_BIG_BET_STREET else rules.small_bet
        posted = int(not rules.stud and street == 0)  # the big blind
        return max(-(-price // size) - posted, 0) if price > rules.bring_in or street else 0
    forced = rules.big_blind if street == 0 else 0
    return sum(level > forced for level in levels)


def _big_blind(button: int, seats: int) -> int:
    return (button + (1 if seats == HEADS_UP else 2)) % seats


def _acted(request: SimulationRequest, units: I64, price: int, first: int, still_to_act: int | None) -> I64:
    """Return the seats that have acted and have the price in, int64[n]; ``still_to_act``: a blind that may raise."""
    seats = len(units)
    if request.acted is not None:
        acted = set(request.acted)
    elif price:
        acted = {seat for seat in range(seats) if units[seat] == price and seat != still_to_act}
    else:
        acted = {(first + step) % seats for step in range((request.hero - first) % seats)}
    return np.array([int(seat in acted and units[seat] == price) for seat in range(seats)], np.int64)


def hero_actions(request: SimulationRequest, betting: Betting) -> tuple[HeroAction, ...]:
    """Return hero's actions of a request, or the usual ones.

    Raises:
        ScenarioError: an action cannot be read or is not legal; names all of them.
    """
    if not request.actions:
        return tuple(_usual_actions(request, betting))
    result, problems = [], list[Problem]()
    for i, text in enumerate(request.actions):
        try:
            result.append(HeroAction(text.strip(), _units(text, betting)))
        except ValueError as error:
            problems.append(Problem(f"actions[{i}]", f"'{text}' {error}"))
    if problems:
        raise ScenarioError(*problems)
    return tuple(result)


def _usual_actions(request: SimulationRequest, betting: Betting) -> Iterator[HeroAction]:
    """Yield the legal ones among the usual actions, without duplicates."""
    fixed = betting.rules.limit == playing.FIXED_LIMIT
    verb = "raise" if betting.price else "bet"
    if betting.rules.stud and betting.street == 0 and not betting.raises:
        verb = "complete"
    sizes = (verb,) if fixed else (f"{verb} half pot", f"{verb} pot", "all in")
    seen = set[int]()
    for text in ("fold" if betting.call else "check", *(("call",) if betting.call else ()), *sizes):
        try:
            units = _units(text, betting)
        except ValueError:
            continue
        if units not in seen:
            seen.add(units)
            yield HeroAction(text, units)


def sized_actions(
    request: SimulationRequest, betting: Betting, step: float, own: float | None = None, *, may_raise: bool = True
) -> Iterator[str]:
    """Yield the texts of hero's legal actions, with bets of many sizes in ascending order.

    The sizes are the smallest legal one, shares of the pot, all-in, and ``own``: the chips that hero adds by a custom
    bet. Bets are rounded down to multiples of ``step`` chips, unless that makes them illegal. A share of the pot within
    10 % of another size is left out. Without ``may_raise`` only fold, check and call are legal.
    """
    usual = tuple(action.text for action in _usual_actions(request, betting))
    passive = [text for text in usual if text in ("fold", "check", "call")]
    yield from passive
    fixed = betting.rules.limit == playing.FIXED_LIMIT
    if not may_raise or fixed:
        yield from (text for text in usual if may_raise and text not in passive)
        return
    bet, unit = int(betting.bets[betting.hero]), betting.unit
    most = bet + int(betting.stacks[betting.hero])
    least = betting.price + max(betting.last_raise, betting.rules.big_blind)
    fixed_sizes = [least, most] if own is None else [least, most, round(own * unit) + bet]
    sizes = {_rounded(to, step, least, betting) for to in fixed_sizes}
    for share in SIZES:
        to = _rounded(betting.price + int(share * betting.pot_after_call), step, least, betting)
        if all(abs(to - other) > NEAR_SIZE * to for other in sizes):
            sizes.add(to)
    verb = "raise" if betting.price else "bet"
    for to in sorted(sizes):
        text = "all in" if to >= most else f"{verb} {to / unit:.12g}"
        try:
            _units(text, betting)
        except ValueError:
            continue
        yield text


def _rounded(to: int, step: float, least: int, betting: Betting) -> int:
    """Return a bet to ``to`` units in whole steps, at least the smallest one and at most all in."""
    units = step * betting.unit
    rounded = round(math.floor(to / units + 1e-9) * units)
    most = int(betting.bets[betting.hero] + betting.stacks[betting.hero])
    if to >= most or rounded < least:
        rounded = max(to, least)
    return min(rounded, most)


def _units(text: str, betting: Betting) -> int:
    """Return the units that hero adds by an action, -1 for a fold.

    Raises:
        ValueError: why the action cannot be made.
    """
    words = " ".join(text.lower().replace("-", " ").split())
    call, stack = betting.call, int(betting.stacks[betting.hero])
    if words == "fold":
        return -1
    if words in ("check", "call"):
        if (words == "check") != (call == 0):
            raise ValueError("is not possible: " + ("there is a price" if call else "there is nothing to call"))
        return call
    if words in ("all in", "allin") and stack <= call:
        return call
    if betting.rules.limit == playing.FIXED_LIMIT:
        return _fixed_units(words, betting)
    to = _raised_to(words, betting)
    bet, least = int(betting.bets[betting.hero]), betting.price + max(betting.last_raise, betting.rules.big_blind)
    _check_raise(betting)
    if to > bet + stack:
        raise ValueError(f"is more than the {_chips(bet + stack, betting)} that hero has")
    most = betting.price + betting.pot_after_call
    if betting.rules.limit == playing.POT_LIMIT and to > most:
        raise ValueError(f"is above the pot limit of {_chips(most, betting)}")
    if to < least and to < bet + stack:
        raise ValueError(f"is below the smallest raise, to {_chips(least, betting)}")
    if to <= betting.price:
        raise ValueError(f"is not above the price of {_chips(betting.price, betting)}")
    return to - bet


def _raised_to(words: str, betting: Betting) -> int:
    """Return the amount of this street to which hero bets or raises."""
    if words in ("all in", "allin"):
        return int(betting.bets[betting.hero] + betting.stacks[betting.hero])
    match = _RAISE.fullmatch(words)
    size = match["size"] if match else words
    if size in ("all in", "allin"):
        return int(betting.bets[betting.hero] + betting.stacks[betting.hero])
    share = POT_SHARES.get(size)
    if share is None and size.endswith("%") and _NUMBER.fullmatch(size[:-1].strip()):
        share = float(size[:-1]) / 100.0
    if share is not None:
        return betting.price + int(share * betting.pot_after_call)
    if match and _NUMBER.fullmatch(size):
        return round(float(size) * betting.unit)
    raise ValueError("is no action: fold, check, call, raise 16, raise half pot, raise 60%, raise pot or all in")


def _fixed_units(words: str, betting: Betting) -> int:
    """Return the units of a bet or raise at fixed limit."""
    rules, stack, bet = betting.rules, int(betting.stacks[betting.hero]), int(betting.bets[betting.hero])
    size = rules.big_bet if betting.street >= FIRST_BIG_BET_STREET else rules.small_bet
    to = size if betting.price < size else betting.price + size
    _check_raise(betting)
    live = int((betting.folded == 0).sum())
    posted = int(not rules.stud and betting.street == 0)
    if live > HEADS_UP and betting.raises + posted >= rules.cap:
        raise ValueError(f"is not possible: the street is capped at {rules.cap} bets")
    if words in ("all in", "allin") and bet + stack > to:
        raise ValueError(f"is not possible at fixed limit: a raise is to {_chips(to, betting)}")
    if words not in ("bet", "raise", "complete", "all in", "allin") and _raised_to(words, betting) != to:
        raise ValueError(f"is not the bet of the limit, to {_chips(to, betting)}")
    return min(to - bet, stack)


def _check_raise(betting: Betting) -> None:
    others = (betting.folded == 0) & (betting.stacks > 0)
    others[betting.hero] = False
    if not others.any():
        raise ValueError("is not possible: nobody else has chips left")
    if betting.stacks[betting.hero] <= betting.call:
        raise ValueError("is not possible: the call takes all chips of hero")


def _chips(units: int, betting: Betting) -> str:
    return f"{units / betting.unit:g}"


def seat_positions(betting: Betting, seats: int) -> I64:
    """Return the position of each hold'em seat on the first street: its number in ``POSITIONS``, int64[n]."""
    result = np.zeros(seats, np.int64)
    for seat in range(seats):
        place = (seat - betting.button - 1) % seats
        offset = place if seats > HEADS_UP else 1 - place
        behind = seats - 1 - (place - 2) % seats if seats > HEADS_UP else 1 - offset
        result[seat] = 0 if behind > 5 else (5 - behind if behind < 4 else 1)
    return result
