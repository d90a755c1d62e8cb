"""The collections of typed questions in ``tests/data``, and the comparison of what was read with what was meant."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import Scenario, ScenarioError
from engine.questions.answer import event_reader
from engine.questions.expression import Event, Relation
from engine.questions.one_text import question_of_text
from engine.table.one_line import parse_line

DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class TypedQuestion:
    """A sentence about a table, and its meanings, each of which is right.

    ``selected`` is the index of the selected seat, or None. The meaning ``?`` says that the program cannot answer this,
    ``!`` that the sentence is ambiguous at this table: both have to be refused.
    """

    table: Scenario
    selected: int | None
    sentence: str
    meanings: tuple[str, ...]

    @property
    def refused(self) -> bool:
        return self.meanings in (("?",), ("!",))


def typed_questions(name: str) -> list[TypedQuestion]:
    """Return the questions of the collection ``name``, in their order."""
    result = list[TypedQuestion]()
    table, selected = None, None
    for line in (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        head = re.fullmatch(r"\[\w+\] (?:selected (\d+) )?(.*)", line)
        if head:
            table, selected = parse_line(head[2]), int(head[1]) - 1 if head[1] else None
        elif line.strip() and not line.startswith("#"):
            assert table is not None
            sentence, _, meanings = line.partition(" => ")
            result.append(TypedQuestion(table, selected, sentence, tuple(meanings.split(" // "))))
    return result


def same_meaning(table: Scenario, one: str, other: str) -> bool:
    """Return True if two texts are the same question in the grammar, or the same calculation."""
    return one == other or parsed(table, one) == parsed(table, other)


def parsed(table: Scenario, text: str) -> tuple[Any, ...]:
    """Return the event, the condition and the split of a question, or the text itself if it is no question."""
    try:
        question = question_of_text(table, text)
    except ScenarioError:
        return (text,)
    parse = event_reader(table)
    given = parse(question.given) if question.given else None
    return _one_sided(table, parse(question.event)), given and _one_sided(table, given), question.by


def _one_sided(table: Scenario, event: Event[Any]) -> Event[Any]:
    """Return an event in which of two live seats the first one is behind whenever the other one is ahead."""
    live, atom = table.active_seats, event.atom
    if isinstance(atom, Relation) and len(live) == 2 and atom.seat == live[1]:
        standing = {"best": "beaten", "shared": "shared", "beaten": "best"}[atom.standing]
        return Event("atom", atom=replace(atom, seat=live[0], standing=standing))
    parts = tuple(_one_sided(table, part) for part in event.parts)
    return (
        parts[0]
        if parts and all(part == parts[0] for part in parts[1:]) and event.operation != "not"
        else replace(event, parts=parts)
    )
