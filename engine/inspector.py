"""What the range of a seat really means in a scenario: its final probabilities in the joint law."""

from collections.abc import Iterable

from engine.holdem.inspector import HoldemInspection, inspect_holdem
from engine.ranges.orders import Order, find_order
from engine.razz.inspector import RazzInspection, inspect_razz
from engine.scenario import Scenario


def inspect(scenario: Scenario, seat: int, orders: Iterable[Order] = ()) -> HoldemInspection | RazzInspection:
    """Return what ``seat`` holds after removal by the known cards and by all other seats.

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    if scenario.game == "holdem":
        return inspect_holdem(scenario, seat, find_order(scenario.order, orders))
    return inspect_razz(scenario, seat)
