"""The request of ``steelwheel judge``: compares another simulator's output for a razz hand with the exact result."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.cards import TextError
from engine.equity.details.judging import (
    CLASSES,
    Fit,
    Frequencies,
    FrequencyJudgement,
    judge_frequencies,
    read_frequencies,
)
from engine.equity.results import Snapshot
from engine.equity.run import solve
from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.codec import Request, finite, json_field
from engine.scenario.fields import Bounds
from engine.scenario.reading import bounded, in_table, integer, schema_of, takes, text_up_to
from engine.table.one_line import table_value
from engine.table.slots import rank_slots
from engine.table.text_notices import notice_lines

MAX_PRINTED = 100_000
"""Characters of a printed table."""
DEALS = bounded(Bounds(at_least=1.0, at_most=1e15))
JUDGED: Game = "razz"
"""The game whose classes of lows are compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest(Request):
    """A table, the index of a seat, and the ``printed`` output of another program about this seat.

    ``seat`` is None in a request that leaves it out. ``deals`` is the number of deals behind printed shares; None if
    the text states it, or has counts instead.
    """

    VERSION_KEY = "steelwheel_judge"
    LATE = ("table",)
    table: Scenario = json_field(takes(schema_of(table_value))(partial(table_value, game=JUDGED)))
    seat: int | None = json_field(integer(0), None)
    printed: str = json_field(text_up_to(MAX_PRINTED))
    deals: float | None = json_field(DEALS, None)


def read_judge_request(value: object) -> JudgeRequest:
    """Read a request from JSON values; its table is a scenario or one line of text, by default of razz.

    The ``seat`` is the first active one if the request names none.

    Raises:
        ScenarioError: fields are missing or invalid; has all problems, each with its field.
    """
    request = JudgeRequest.read(value)
    if request.table.game != JUDGED:
        raise ScenarioError(Problem("table.game", "expected razz: the classes of its lows are compared"))
    active = request.table.active_seats
    seat = next(iter(active), 0) if request.seat is None else request.seat
    if seat not in active:
        raise ScenarioError(
            Problem("seat", "expected the index, from 0 on, of a seat that has cards and has not folded")
        )
    return replace(request, seat=seat)


def answer_json(value: object, *, workers: int | None = None) -> dict[str, Any]:
    """Answer a request of JSON values with JSON values.

    Raises:
        ScenarioError: the request is invalid, as in :func:`read_judge_request`; the printed text is (``printed``, with
            the position); or the table has too many deals for an exact result (``table``).
    """
    request = read_judge_request(value)
    seat, frequencies = request.seat, _frequencies(request)
    assert seat is not None, "the request was checked"
    try:
        snapshot = solve(request.table, workers=workers)
    except ScenarioError as error:
        raise in_table(error) from None
    if exact_class_distribution(snapshot, seat) is None:
        raise ScenarioError(
            Problem("table", "there is no exact result to compare with: give fewer ranges or more cards")
        )
    judgement = judge_seat(snapshot, seat, frequencies)
    return {
        "steelwheel_judge_result": JudgeRequest.VERSION,
        "hand": request.table.seats[seat].cards,
        "agrees": judgement.exact.fits,
        "verdict": judgement.sentence,
        "deals": frequencies.deals,
        **_fit_json(judgement.exact, frequencies),
        "mistakes": [{"name": one.name, **_fit_json(one)} for one in judgement.mistakes],
        "notices": notice_lines(request.table, table="table"),
    }


def _frequencies(request: JudgeRequest) -> Frequencies:
    try:
        return read_frequencies(request.printed, request.deals)
    except TextError as error:
        raise ScenarioError(Problem("printed", error.message, error.position)) from None


def _fit_json(fit: Fit, frequencies: Frequencies | None = None) -> dict[str, Any]:
    """Return the fit of printed numbers to a distribution as JSON values, with the printed shares if given."""
    classes = {}
    for row, name in enumerate(CLASSES):
        printed = {} if frequencies is None else {"printed": finite(float(frequencies.shares[row]))}
        classes[name] = {**printed, "share": float(fit.distribution[row]), "off": finite(float(fit.deviations[row]))}
    numbers = {"chi_square": finite(fit.chi_square), "degrees": fit.degrees, "chance": fit.p_value}
    return {**numbers, "fits": fit.fits, "classes": classes}


def exact_class_distribution(snapshot: Snapshot | None, seat: int) -> F64 | None:
    """Return the probabilities of the classes of a seat, float64[10], or None if they are not known exactly."""
    estimate = snapshot.seats[seat].estimate if snapshot is not None and seat < len(snapshot.seats) else None
    if snapshot is None or estimate is None or snapshot.method != "exact":
        return None
    known = all(name in estimate.classes for name in CLASSES)  # not so in a damaged result
    return np.array([estimate.classes[name] for name in CLASSES]) if known else None


def judge_seat(snapshot: Snapshot, seat: int, frequencies: Frequencies) -> FrequencyJudgement:
    """Compare printed frequencies with the exact distribution of a seat, which ``snapshot`` must have.

    Raises:
        TextError: the text of the seat is not a razz hand.
    """
    distribution = exact_class_distribution(snapshot, seat)
    assert distribution is not None
    scenario = snapshot.scenario
    owners = rank_slots(scenario).items()
    dead = tuple(rank for rank, slots in owners for slot in slots if slot.seat != seat)
    return judge_frequencies(scenario.seats[seat].cards, frequencies, distribution, dead)
