"""The detail of razz that solves earlier streets: the path of a run-out."""

from functools import partial

import numpy as np

from engine.details.next_cards import THIRD, StreetPath
from engine.jobs import Detail, Solved
from engine.jobs.results import Estimate
from engine.razz.derived import answer_text, at_street, street
from engine.razz.setup import RazzSetup

Answers = list[tuple[Estimate, ...] | None]


def path(solved: Solved[RazzSetup]) -> Detail:
    """The equities on each street from third to the present one, as the hands were then; the last is the main
    result."""
    streets = range(THIRD, street(solved.setup))
    parts = [partial(answer_text, solved, at_street(solved.scenario, slots)) for slots in streets]
    seats = len(solved.estimates)
    return Detail(parts, lambda result: _path([*result, solved.estimates], seats))


def _path(answers: Answers, seats: int) -> StreetPath:
    numbers = np.full((len(answers), seats, 2), np.nan)
    for row, values in zip(numbers, answers, strict=True):
        if values is not None:
            row[:] = [(estimate.equity, estimate.stderr) for estimate in values]
    return StreetPath(numbers[..., 0], numbers[..., 1])
