"""The probabilities of a seat's hands in a scenario, under the joint law."""

from collections.abc import Iterable

from engine.holdem.inspector import HoldemInspection, inspect_holdem
from engine.jobs import Cancelled, Guard, unguarded
from engine.kernels.common.compiling import GaveWay, giving_way, hurrying
from engine.ranges.orders import Order, find_order
from engine.razz.inspector import RazzInspection, inspect_razz
from engine.scenario import Scenario


def inspect(
    scenario: Scenario, seat: int, orders: Iterable[Order] = (), guard: Guard = unguarded
) -> HoldemInspection | RazzInspection:
    """Return what ``seat`` holds after removal by the known cards and by all other seats.

    It may take up to about two seconds; ``guard`` is called every few milliseconds and may end it.

    Raises:
        ScenarioError: the scenario cannot be computed.
        Cancelled: raised by ``guard``.
    """

    def unwanted() -> bool:
        try:
            guard()
        except Cancelled:
            return True
        return False

    try:
        with hurrying(), giving_way(unwanted):
            if scenario.game == "holdem":
                return inspect_holdem(scenario, seat, find_order(scenario.order, orders), guard=guard)
            return inspect_razz(scenario, seat, guard=guard)
    except GaveWay:
        raise Cancelled from None
