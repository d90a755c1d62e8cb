"""Reading the details of a saved result; those that are damaged are left out."""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.details.dead_cards import DeadCards
from engine.details.down_cards import DownPairs
from engine.details.flopped import Flopped
from engine.details.flops import Flops
from engine.details.lows import Lows, Meetings
from engine.details.made import Made
from engine.details.matrix import Matrix
from engine.details.next_cards import NextCards, NextRanks
from engine.details.next_pairs import NextPairs
from engine.details.next_street import NextStreet
from engine.details.path import StreetPath
from engine.details.runouts import Runouts
from engine.details.starting_hands import StartingHands
from engine.results import DetailResult
from engine.scenario import Game, Problem, Scenario, ScenarioError


class DetailForm(Protocol):
    """A class of details."""

    def from_json(self, value: Any, scenario: Scenario, path: str) -> DetailResult:
        """Read a detail."""


FORMS: Mapping[Game, Mapping[str, DetailForm]] = {
    "holdem": {
        "matrix": Matrix,
        "made": Made,
        "next_card": NextCards,
        "next_street": NextStreet,
        "runouts": Runouts,
        "flopped": Flopped,
        "flops": Flops,
    },
    "razz": {
        "outcomes": Lows,
        "joint": Meetings,
        "next_card": NextRanks,
        "next_pair": NextPairs,
        "path": StreetPath,
        "sensitivity": DeadCards,
        "starting_hands": StartingHands,
        "down_cards": DownPairs,
    },
}
"""The form of each detail."""


def details_from_json(
    value: Mapping[str, Any], scenario: Scenario
) -> tuple[dict[str, DetailResult], tuple[Problem, ...]]:
    """Return the details of a saved result that can be used, and what is wrong with each of the others."""
    found, wrong = dict[str, DetailResult](), list[Problem]()
    forms = FORMS[scenario.game]
    for name, detail in value.items():
        if name not in forms:
            wrong.append(Problem(f"detail.{name}", "there is no such detail"))
            continue
        try:
            found[name] = forms[name].from_json(detail, scenario, f"detail.{name}")
        except ScenarioError as error:
            wrong.append(error.problems[0])
    return found, tuple(wrong)
