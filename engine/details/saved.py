"""Reading the details of a saved result; those that are damaged are left out."""

from collections.abc import Mapping
from typing import Any, Protocol

from engine.games import GAMES
from engine.jobs.results import DetailResult
from engine.scenario import Problem, Scenario, ScenarioError


class DetailForm(Protocol):
    """A class of details."""

    def from_json(self, value: Any, scenario: Scenario, path: str) -> DetailResult:
        """Read a detail."""


def details_from_json(
    value: Mapping[str, Any], scenario: Scenario
) -> tuple[dict[str, DetailResult], tuple[Problem, ...]]:
    """Return the details of a saved result that can be used, and what is wrong with each of the others."""
    found, wrong = dict[str, DetailResult](), list[Problem]()
    specs = GAMES[scenario.game].details
    for name, detail in value.items():
        if name not in specs:
            wrong.append(Problem(f"detail.{name}", "there is no such detail"))
            continue
        try:
            form: DetailForm = specs[name].load_value()
            found[name] = form.from_json(detail, scenario, f"detail.{name}")
        except ScenarioError as error:
            wrong.append(error.problems[0])
    return found, tuple(wrong)
