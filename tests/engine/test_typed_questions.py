"""The collections of typed questions: what coaches, students and forum regulars type has to be read as they mean it."""

import pytest

from engine import ScenarioError
from engine.questions.typed import read_typed
from tests.engine.typed_questions import TypedQuestion, same_meaning, typed_questions

MIN_UNDERSTOOD = {"typed_questions": 0.9}
"""The share of the sentences of a collection that has to be understood; none may be misunderstood."""


def reading(question: TypedQuestion) -> str | None:
    """Return how a sentence is read, or None if it is refused."""
    try:
        return read_typed(question.table, question.sentence, (), question.selected)
    except ScenarioError:
        return None


@pytest.mark.parametrize("name", MIN_UNDERSTOOD)
def test_sentences_are_read_as_they_are_meant(name: str) -> None:
    questions = typed_questions(name)
    understood = 0
    for question in questions:
        result = reading(question)
        if question.refused:
            assert result is None, (question.sentence, result)
        elif result is not None:
            meant = any(same_meaning(question.table, result, meaning) for meaning in question.meanings)
            assert meant, (question.sentence, result, question.meanings)
            understood += 1
    assert understood >= MIN_UNDERSTOOD[name] * len(questions)
