"""The values of the Kelly panel, as saved with the scenario, and the Kelly request that they make.

``Scenario.kelly`` holds only what was set: ``seat``, ``typed`` (outcomes typed in place of the result's),
``pot_typed`` (pot and price typed in place of who put in what), one key per field of ``gui.kelly_fields``,
``chips`` and ``stacks`` (lists by row: a seat each, or hero and the opponents where outcomes are typed),
``no_raise``, ``full_bet`` (at fixed limit: what hero faces on third street is more than the bring-in),
``no_flop_no_drop`` (false: the house rakes without a flop too), ``flop_seen`` (where outcomes are typed), the hand that
is tracked (``engine.kelly.hand.session``), and two lists by seat: ``kept``, ranges that were folded as they stand
(``engine.table.folding``), and ``away``, what players held who have no chips left and are not dealt in
(``engine.kelly.hand.on_table``).
Files may hold anything; the engine judges it.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from engine.kelly.hand.table import BIG_BETS_FROM
from engine.kelly.outcomes import Outcomes
from engine.kelly.pot import callable_bet, pot_facts
from engine.scenario import Problem, Scenario
from engine.table.slots import DOOR, UNKNOWN, plain_cards, seat_slot_texts
from engine.table.values import Values, listed, values_of, with_value

DIRECT = ("bankroll", "multiplier", "min_bet", "chip", "rake", "rake_cap", "p_all_fold", "no_flop_no_drop")
PER_ROW = ("chips", "stacks", "kept", "away")


@dataclass(frozen=True, slots=True)
class Row:
    """A player of the panel: the place in the lists, the name, whether it is hero, whether it plays no more: it has
    folded, or is not dealt in.
    """

    index: int
    name: str
    hero: bool
    folded: bool


def without_seat(values: Values | None, seat: int) -> Values | None:
    """Return the values for a table from which a seat has been taken: its entries go, others move up."""
    if not values:
        return values
    changed: dict[str, Any] | None = dict(values)
    for key in PER_ROW:
        items = listed(values, key)
        changed = with_value(changed or {}, key, [*items[:seat], *items[seat + 1 :]] or None)
    chosen = _whole(values, "seat", 0)
    if chosen and chosen >= seat:
        changed = with_value(changed or {}, "seat", chosen - 1 if chosen - 1 and chosen > seat else None)
    return changed


def chosen_seat(scenario: Scenario) -> int:
    """Return the seat that the advice is for: the one chosen, else the first."""
    return min(max(_whole(values_of(scenario), "seat", 0), 0), len(scenario.seats) - 1)


def rows_of(scenario: Scenario) -> tuple[Row, ...]:
    """Return the players: the seats, or hero and so many opponents where outcomes are typed."""
    values = values_of(scenario)
    if values.get("typed"):
        count = min(max(_whole(values, "opponents", 1), 1), 9)
        names = ("Hero", *(f"Opponent {i}" for i in range(1, count + 1)))
        return tuple(Row(i, name, i == 0, folded=False) for i, name in enumerate(names))
    hero = chosen_seat(scenario)
    return tuple(Row(i, seat.name, i == hero, not seat.plays) for i, seat in enumerate(scenario.seats))


def request_values(scenario: Scenario, outcomes: Outcomes | None) -> dict[str, Any]:
    """Return the panel as a Kelly request; ``outcomes``: those of the result, None where there are none."""
    values, rows = values_of(scenario), rows_of(scenario)
    request = {key: values[key] for key in DIRECT if values.get(key) is not None}
    if values.get("typed"):
        request["opponents"] = values.get("opponents", 1)
        if values.get("win") is not None:
            request["outcomes"] = {"win": values["win"], "split": values.get("split", [])}
    elif outcomes is not None:
        split = list(outcomes.split)
        request["opponents"] = outcomes.opponents
        request["outcomes"] = {"win": outcomes.win, "split": split, "lose": outcomes.lose}
    if flop_seen(scenario):
        request["flop_seen"] = True
    price = _add_pot(request, values, rows)
    _add_stacks(request, values, rows, price)
    _add_actions(request, scenario, price)
    return request


def street_of(scenario: Scenario) -> int:
    """Return the street by the cards on the table: 0 before the flop or third street, 1 flop or fourth street, …"""
    if scenario.game == "holdem":
        return max(len(plain_cards(scenario.board) or ()) - 2, 0)
    hands = [seat_slot_texts(scenario, i) or () for i, seat in enumerate(scenario.seats) if seat.plays]
    last = max((i for hand in hands for i, card in enumerate(hand) if card != UNKNOWN), default=DOOR)
    return max(last - DOOR, 0)


def flop_seen(scenario: Scenario) -> bool:
    """Say whether a flop lies on the table, in razz a fourth street; with typed outcomes whether that is ticked."""
    values = values_of(scenario)
    return values.get("flop_seen") is True if values.get("typed") else street_of(scenario) > 0


def big_bets(scenario: Scenario) -> bool:
    """Say whether fixed limit bets the big bet now; with typed outcomes there is one bet only."""
    return not values_of(scenario).get("typed") and street_of(scenario) >= BIG_BETS_FROM


def street_bet(scenario: Scenario) -> Any:
    """Return the size of a bet or raise of fixed limit on this street; None without a limit."""
    values = values_of(scenario)
    small, big = values.get("limit_bet"), values.get("big_bet")
    if not is_number(small) or not big_bets(scenario):
        return small
    return 2 * small if big is None else big


def may_complete(scenario: Scenario, price: float) -> bool:
    """Say whether ``price`` may be that of a bring-in, which is completed to a bet and not raised."""
    third = scenario.game == "razz" and not values_of(scenario).get("typed") and street_of(scenario) == 0
    return third and 0.0 < price < _amount(street_bet(scenario))


def _add_pot(request: dict[str, Any], values: Values, rows: tuple[Row, ...]) -> float:
    """Put the pot into the request and return the price of a call, as far as it can be told."""
    if values.get("pot_typed"):
        for key in ("pot", "to_call"):
            if values.get(key) is not None:
                request[key] = values[key]
        return _amount(values.get("to_call"))
    chips = [_item(values, "chips", row.index) for row in rows]
    hero = next(chips[i] for i, row in enumerate(rows) if row.hero)
    live = [chips[i] for i, row in enumerate(rows) if not row.hero and not row.folded]
    most = _amount(hero) + own_stack(values, rows)  # hero wins no more of what anybody put in
    gone = sum(min(_amount(chips[i]), most) for i, row in enumerate(rows) if row.folded and not row.hero)
    dead = values.get("dead")
    request["committed"] = {
        "hero": 0.0 if hero is None else hero,
        "opponents": [0.0 if c is None else c for c in live],
        "folded": dead if dead is not None and not gone else gone + _amount(dead),
    }
    return pot_facts(_amount(hero), [_amount(c) for c in live]).to_call


def _add_stacks(request: dict[str, Any], values: Values, rows: tuple[Row, ...], price: float) -> None:
    """Put what the stacks allow into the request, where any is given: the largest bet, and who cannot match all of it.

    It is what all can match who can match more than the call: more would make a side pot.
    """
    own, reach = own_stack(values, rows), reaches(values, rows)
    if math.isinf(own) and all(math.isinf(r) for r in reach):
        return
    own = _amount(values.get("bankroll")) if math.isinf(own) else own
    call = min(price, own)
    able = [r for r in reach if r > call]
    most = request["max_bet"] = call if not able or (price and values.get("no_raise")) else callable_bet(own, able)
    short = [r < most for r in reach]
    if "committed" in request and any(short):
        stacks = [_item(values, "stacks", row.index) for row in rows if not row.hero and not row.folded]
        request["committed"]["behind"] = [stack if less else None for stack, less in zip(stacks, short, strict=True)]


def own_stack(values: Values, rows: tuple[Row, ...]) -> float:
    """Return what hero has in front; infinite where it is not given."""
    stack = _item(values, "stacks", next(row.index for row in rows if row.hero))
    return math.inf if stack is None else _amount(stack)


def reaches(values: Values, rows: tuple[Row, ...]) -> tuple[float, ...]:
    """Return how much of what hero adds each live opponent can match; infinite where no stack is given."""
    hero = _amount(_item(values, "chips", next(row.index for row in rows if row.hero)))
    found = []
    for row in rows:
        if row.hero or row.folded:
            continue
        stack = _item(values, "stacks", row.index)
        ahead = _amount(_item(values, "chips", row.index)) - hero
        if values.get("pot_typed"):
            ahead = _amount(values.get("to_call"))
        found.append(math.inf if stack is None else max(_amount(stack) + ahead, 0.0))
    return tuple(found)


def _add_actions(request: dict[str, Any], scenario: Scenario, price: float) -> None:
    """Put what hero may do into the request: a free size, or the legal amounts of fixed limit."""
    values, limit = values_of(scenario), street_bet(scenario)
    if limit is None:
        if price and not values.get("no_raise"):
            request["can_raise"] = True
        return
    for key in ("min_bet", "chip"):
        request.pop(key, None)
    more = {"bet": limit}
    if price:
        completes = may_complete(scenario, price) and not values.get("full_bet")
        more = {"complete": limit} if completes else {"raise": price + limit if is_number(limit) else limit}
    request["choices"] = ({"call": price} if price else {}) | ({} if price and values.get("no_raise") else more)


def placed(problem: Problem, scenario: Scenario) -> Problem:
    """Return a problem of a request under the name of the panel's field that it belongs to."""
    rows = rows_of(scenario)
    head, _, rest = problem.field.partition(".")
    hero = next(row.index for row in rows if row.hero)
    if head == "committed":
        live = [row.index for row in rows if not row.hero and not row.folded]
        if rest.startswith("opponents["):
            return replace(problem, field=f"chips{live[int(rest[10:-1])]}")
        return replace(problem, field="dead" if rest == "folded" else f"chips{hero}")
    limit = "big_bet" if big_bets(scenario) else "limit_bet"
    names = {"max_bet": f"stacks{hero}", "outcomes": "win", "choices": limit, "stderr": "points"}
    if head == "outcomes" and rest.startswith("split"):
        return replace(problem, field="split")
    return replace(problem, field=names.get(head, head))


def _item(values: Values, key: str, index: int) -> Any:
    items = listed(values, key)
    return items[index] if index < len(items) else None


def _amount(value: Any) -> float:
    """Return a number, 0 for anything else: the engine complains of that."""
    return float(value) if is_number(value) else 0.0


def is_number(value: Any) -> TypeGuard[int | float]:
    """Say whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(values: Values, key: str, default: int) -> int:
    value = values.get(key, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
