"""Prepares a scenario: reads the player's texts into the arrays that the methods compute with."""

from collections.abc import Iterable

from engine.games import option_problems
from engine.holdem.setup import HoldemSetup, prepare_holdem
from engine.ranges.orders import Order, find_order
from engine.razz.setup import RazzSetup, prepare_razz
from engine.scenario import Problem, Scenario, ScenarioError


def prepare(scenario: Scenario, orders: Iterable[Order] = ()) -> HoldemSetup | RazzSetup:
    """Read all texts of ``scenario``; ``orders`` are those of the user, which it may name beside the built-in ones.

    Raises:
        ScenarioError: fields that cannot be used, all of them.
    """
    found = option_problems(scenario)
    order = None
    try:
        order = find_order(scenario.order, orders)
    except ScenarioError as error:
        found += error.problems
    try:
        setup = prepare_holdem(scenario, order) if scenario.game == "holdem" else prepare_razz(scenario)
    except ScenarioError as error:
        raise ScenarioError(*found, *error.problems) from None
    if found:
        raise ScenarioError(*found)
    return setup


def problems(scenario: Scenario, orders: Iterable[Order] = ()) -> tuple[Problem, ...]:
    """Return what keeps ``scenario`` from being computed; empty means that it can be run."""
    try:
        prepare(scenario, orders)
    except ScenarioError as error:
        return error.problems
    return ()
