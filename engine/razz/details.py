"""The details of razz by name, and the one that solves earlier streets: the path of a run-out."""

from functools import partial
from typing import Any

from engine.jobs import Detail, DetailFactory, Solved
from engine.razz.derived import THIRD, answer_text, at_street, street
from engine.razz.next_card import next_card, sensitivity
from engine.razz.outcomes import joint, outcomes
from engine.razz.starting import starting_hands
from engine.results import Estimate

Answers = list[tuple[Estimate, ...] | None]


def path(solved: Solved) -> Detail:
    """The equities on each street from third to the present one, as the hands were then; the last is the main
    result."""
    streets = range(THIRD, street(solved.scenario))
    parts = [partial(answer_text, solved, at_street(solved.scenario, slots)) for slots in streets]
    return Detail(parts, lambda found: _path([*found, solved.estimates]))


def _path(answers: Answers) -> list[dict[str, Any]]:
    return [
        {
            "street": slots,
            "equity": None if found is None else [e.equity for e in found],
            "stderr": None if found is None else [e.stderr for e in found],
        }
        for slots, found in enumerate(answers, THIRD)
    ]


RAZZ_DETAILS: dict[str, DetailFactory] = {
    "outcomes": outcomes,
    "joint": joint,
    "next_card": next_card,
    "path": path,
    "sensitivity": sensitivity,
    "starting_hands": starting_hands,
}
