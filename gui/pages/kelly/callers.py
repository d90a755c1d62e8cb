"""What has to be computed besides the result: with which hands an opponent calls, the outcomes by sets of callers, or
who beats whom, for side pots.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine import GAMES, CancelToken, Game, Scenario
from engine.kelly.panel import own_stack, panel_of, reaches, rows_of
from engine.opponents.callers import MOST_OPPONENTS, run_callers
from engine.opponents.calling import run_calling_order
from engine.opponents.razz_calling import run_pair_order
from engine.opponents.showdowns import run_joint_orders
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from engine.table.slots import seat_slot_texts

Part = Literal["hands", "callers", "orders"]
CHOICE = set("x-+[]")
"""Signs of a slot that is no particular card."""


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """What was computed of the table, in the form of the request, and what it is ``about``."""

    about: object = None
    hands: Sequence[Any] | None = None
    by_callers: Sequence[Any] | None = None
    orders: Sequence[Any] | None = None
    stderr: float | None = None
    """Of what takes the place of the result's outcomes; None where nothing does."""


NOTHING = Computed()


def live_rows(scenario: Scenario) -> tuple[int, ...]:
    """Return the rows of the opponents who are still in."""
    return tuple(row.index for row in rows_of(scenario) if not row.hero and not row.folded)


def reacts(scenario: Scenario) -> bool:
    """Return whether an opponent who is still in does anything but call."""
    panel = panel_of(scenario)
    return any(panel.answer(row) is not None for row in live_rows(scenario))


def may_choose_hands(scenario: Scenario) -> bool:
    """Return whether there is one opponent, with hands, who folds a part of them."""
    live = live_rows(scenario)
    if len(live) != 1 or panel_of(scenario).typed or not _has_choice(scenario, live[0]):
        return False
    answer = panel_of(scenario).answer(live[0])
    return answer is not None and answer.way in ("fold", "defend")


def _has_choice(scenario: Scenario, row: int) -> bool:
    """Return whether an opponent may hold more than one hand; in hold'em a hand of two cards is a range, too."""
    if GAMES[scenario.game].holdem_ranges:
        return True
    tokens = seat_slot_texts(scenario, row)
    return tokens is None or len(tokens) < 2 or any(set(token) & CHOICE for token in tokens[:2])


def side_pots(scenario: Scenario) -> bool:
    """Return whether one of several opponents cannot match the largest bet, where it is known who has put in what."""
    panel, rows = panel_of(scenario), rows_of(scenario)
    if panel.typed or panel.pot_typed or len(live_rows(scenario)) < 2:
        return False
    own, reach = own_stack(panel, rows), reaches(panel, rows)
    return min(reach) < min(own, max(reach))


def part_of(scenario: Scenario) -> Part | None:
    """Return what has to be computed for the answers; None where the result is enough."""
    if may_choose_hands(scenario):
        return "hands" if panel_of(scenario).best_hands else None
    if side_pots(scenario):
        return "orders"
    several = 1 < len(live_rows(scenario)) <= MOST_OPPONENTS
    return "callers" if several and reacts(scenario) and not panel_of(scenario).typed else None


def about_of(scenario: Scenario, seat: int, orders: tuple[Order, ...]) -> object:
    """Return what tells the computation for one table from that for another."""
    credited = panel_of(scenario).credited_range if part_of(scenario) == "hands" else ""
    return part_of(scenario), scenario.without_panels, seat, credited, orders


def compute(
    scenario: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, Computed | None]:
    """Compute it, yielding now and then; return None where it was cancelled.

    Raises:
        ScenarioError: what hero is credited with (field ``credited``), or the table, cannot be computed.
    """
    about, table, part = about_of(scenario, seat, orders), dealt_in(scenario), part_of(scenario)
    if part == "orders":
        for told in run_joint_orders(table, seat, cancel=cancel, orders=orders):
            yield
            if told.final and told.law is not None:
                return Computed(about, orders=told.law.orders(), stderr=told.law.stderr)
        return None
    if part == "hands":
        villain, credited = live_rows(scenario)[0], panel_of(scenario).credited_range
        for hands in HANDS_AS_THEY_CALL[table.game](table, seat, villain, credited, orders, cancel):
            yield
            if hands is not None:
                return Computed(about, hands=hands, stderr=0.0)
        return None
    for found in run_callers(table, seat, cancel=cancel, orders=orders):
        yield
        if found.final:
            return Computed(about, by_callers=[row.to_json() for row in found.rows])
    return None


Hands = list[dict[str, float]]


def _combos(
    table: Scenario, seat: int, villain: int, credited: str, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Hands | None]:
    for step in run_calling_order(table, seat, villain, credited=credited, cancel=cancel, orders=orders):
        yield None if step.order is None else step.order.hands()


def _pairs(
    table: Scenario, seat: int, villain: int, credited: str, _: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Hands | None]:
    for step in run_pair_order(table, seat, villain, credited=credited, cancel=cancel):
        yield None if step.order is None else step.order.hands()


_Called = Callable[[Scenario, int, int, str, tuple[Order, ...], CancelToken], Iterator[Hands | None]]
HANDS_AS_THEY_CALL: Mapping[Game, _Called] = {"holdem": _combos, "razz": _pairs}
"""The hands of a lone opponent in the order in which he calls; None until they are there."""
