"""What a page of a decision asks about the table, and the words for what stands in the way of an answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from engine import Problem, Scenario, ScenarioError
from engine.preflop.panel import PanelRequest, placed

SETTLE_MS = 120
"""How long edits that follow one another wait for the next."""
UNFINISHED = "Something is still to be filled in under Situation, or at a seat on the left."
FAULT = "A fault of the program has stopped this computation: change the situation to try again."
Request = TypeVar("Request")


@dataclass(frozen=True, slots=True, eq=False)
class PageSituation(Generic[Request]):
    """What is asked about. Without a ``request``: ``problems`` of fields, or what is ``missing``.

    ``values`` is the request as JSON, which the command line answers alike. ``example``: the table is empty, and the
    one that is shipped is looked at in its place.
    """

    scenario: Scenario
    panel: PanelRequest
    request: Request | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""
    example: bool = False

    @classmethod
    def read(
        cls,
        scenario: Scenario,
        panel: PanelRequest,
        read: Callable[[dict[str, Any]], Request],
        *,
        example: bool = False,
    ) -> Self:
        """Return the situation of a table whose panel makes a request, which ``read`` checks."""
        try:
            request = read(panel.values)
        except ScenarioError as error:
            problems = (*panel.problems, *(placed(problem, panel) for problem in error.problems))
            return cls(scenario, panel, problems=problems, example=example)
        if panel.problems:
            return cls(scenario, panel, problems=panel.problems, example=example)
        return cls(scenario, panel, request, example=example)

    @property
    def values(self) -> dict[str, Any]:
        """The request as JSON."""
        return self.panel.values

    @property
    def obstacle(self) -> str:
        """What has to be done before anything can be computed; empty where nothing stands in the way."""
        if self.missing or not self.problems:
            return self.missing
        problem = next((p for p in self.problems if not p.incomplete), None)
        return f"Not yet: {problem.message}." if problem else UNFINISHED

    def seat(self, place: int) -> int:
        """Return the seat of an opponent of the request."""
        return self.panel.seats[place]

    def opponent(self, place: int) -> str:
        """Return the name of an opponent of the request."""
        return self.scenario.seats[self.seat(place)].name


def refusal(error: Exception) -> str:
    """Return why a question was refused: what is wrong with its values, or a fault of the program."""
    return "; ".join(p.message for p in error.problems) if isinstance(error, ScenarioError) else FAULT
