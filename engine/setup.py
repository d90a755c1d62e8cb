"""From the player's texts to what the methods compute with."""

from engine.games import option_problems
from engine.holdem.setup import HoldemSetup, prepare_holdem
from engine.razz.setup import RazzSetup, prepare_razz
from engine.scenario import Problem, Scenario, ScenarioError


def prepare(scenario: Scenario) -> HoldemSetup | RazzSetup:
    """Read all texts of ``scenario``.

    Raises:
        ScenarioError: fields that cannot be used, all of them.
    """
    found = option_problems(scenario)
    try:
        setup = prepare_holdem(scenario) if scenario.game == "holdem" else prepare_razz(scenario)
    except ScenarioError as error:
        raise ScenarioError(*found, *error.problems) from None
    if found:
        raise ScenarioError(*found)
    return setup


def problems(scenario: Scenario) -> tuple[Problem, ...]:
    """Return what keeps ``scenario`` from being computed; empty means that it can be run."""
    try:
        prepare(scenario)
    except ScenarioError as error:
        return error.problems
    return ()
