"""What the Kelly panel holds of the opponents' answers to a bet, as saved with the scenario, and the request it makes.

Three entries of ``Scenario.kelly`` besides the panel's fields. ``answers``: a list by row, as ``chips``: what each
player does as an opponent, an object such as ``{"fold": 0.4}``, ``{"defend": "pot odds"}`` or ``{"rows": [..]}`` (bets
without ``outcomes`` have those of the table), null where he calls everything. ``best_hands``: whether a lone opponent
calls with his best hands. ``credited``: the range that hero is credited with, by which they are ordered. Files may hold
anything: the request says what is wrong with an answer.
"""

from collections.abc import Sequence
from typing import Any

from engine.scenario import Scenario
from engine.table.values import listed, values_of

CALLS = {"calls": "all"}
RANDOM = "random"


def answers_of(scenario: Scenario) -> tuple[Any, ...]:
    """Return the answers by row, as they are; None where nothing is said."""
    return tuple(listed(values_of(scenario), "answers"))


def best_hands_of(scenario: Scenario) -> bool:
    """Return whether a lone opponent calls with his best hands."""
    return values_of(scenario).get("best_hands") is True


def credited_of(scenario: Scenario) -> str:
    """Return the range that hero is credited with."""
    text = values_of(scenario).get("credited")
    return text if isinstance(text, str) and text.strip() else RANDOM


def reaction_of(scenario: Scenario, live: Sequence[int], hands: Sequence[Any] | None = None) -> Any:
    """Return ``reaction`` of the request for the opponents in the rows ``live``; None where all call everything.

    ``hands``: those of a lone opponent in the order in which he calls; they count where ``best_hands`` is set.
    """
    given = answers_of(scenario)
    found = [given[row] if row < len(given) else None for row in live]
    if len(found) == 1:
        answer = found[0]
        if hands is None or not best_hands_of(scenario):
            return answer
        return {**(CALLS if answer is None else answer), "hands": list(hands)} if _joins(answer) else answer
    return [CALLS if answer is None else answer for answer in found] if any(a is not None for a in found) else None


def with_outcomes(answer: dict[str, Any], outcomes: Any) -> dict[str, Any]:
    """Return a list of bets in which those without outcomes of their own have ``outcomes``."""
    rows = answer["rows"]
    if not isinstance(rows, list | tuple):
        return answer
    return {**answer, "rows": [{"outcomes": outcomes, **row} if isinstance(row, dict) else row for row in rows]}


def _joins(answer: Any) -> bool:
    """Return whether hands may stand beside an answer."""
    return answer is None or (isinstance(answer, dict) and "rows" not in answer)


def answer_field(field: str, live: Sequence[int]) -> str:
    """Return the field of the form to which a problem of the reaction belongs: ``answers2`` for the third row."""
    head = field.partition(".")[0]
    number = int(head[head.index("[") + 1 : -1]) if head.startswith("reaction[") else 0
    return f"answers{live[min(number, len(live) - 1)]}" if live else "answers0"
