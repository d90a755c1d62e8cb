"""A whole question as one text: an event, then perhaps ``given`` and a condition, and ``by`` and what splits the event.

how often 1 flop top pair+ given board flop two-tone by turn rank
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import TextError, check_length, plain_signs
from engine.questions.answer import BY, GIVEN, TableQuestion, check_question
from engine.questions.expression import BEATS, SOME_SEATS, Token, grammar_tokens
from engine.ranges.orders import Order
from engine.scenario import AskPanel, Problem, Scenario, ScenarioError

HOW_OFTEN = re.compile(r"\s*how often(\s+|$)", re.IGNORECASE)
EVENT = "event"
JOINTS = ("and", "or", "not")
"""Words between atoms."""


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of the three texts, and where it starts in the whole."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Its end, without blanks."""
        return self.start + len(self.text)


def question_parts(text: str) -> dict[str, QuestionPart]:
    """Return the parts that a text has by the names of a request, ``event`` always.

    Raises:
        TextError: a part comes twice, or a quote is never closed.
    """
    check_length(text)
    plain = plain_signs(text)
    begin = HOW_OFTEN.match(plain)
    start = begin.end() if begin else 0
    key, result = EVENT, dict[str, QuestionPart]()
    for token in _heads(plain, start):
        result[key] = _part(plain, start, token.start)
        key, start = token.word, token.end
        if key in result:
            raise TextError(f"'{key}' comes twice", token.start)
    result[key] = _part(plain, start, len(plain))
    return result


def _heads(text: str, start: int) -> Iterator[Token]:
    """Yield the words ``given`` and ``by`` outside of brackets."""
    open_ = 0
    for token in grammar_tokens(text):
        open_ += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.start >= start and open_ <= 0 and token.word in (GIVEN, BY):
            yield token


def _part(text: str, start: int, end: int) -> QuestionPart:
    part = text[start:end]
    return QuestionPart(part.strip(), start + len(part) - len(part.lstrip()))


def question_of_text(table: Scenario, text: str, orders: Sequence[Order] = ()) -> TableQuestion:
    """Return the question that a text asks about a table.

    Raises:
        ScenarioError: it cannot be read; the field is ``question`` and the position one of the whole text.
    """
    try:
        parts = question_parts(text)
    except TextError as error:
        raise ScenarioError(Problem("question", error.message, error.position)) from None
    given, by = (parts.get(key) for key in (GIVEN, BY))
    for part in (given, by):
        if part is not None and not part.text:
            raise ScenarioError(Problem("question", "something is missing here", part.start))
    question = TableQuestion(table, parts[EVENT].text, given.text if given else "", by.text if by else "")
    try:
        check_question(question, orders)
    except ScenarioError as error:
        raise ScenarioError(*(_in_whole(problem, parts) for problem in error.problems)) from None
    return question


def question_text(question: TableQuestion) -> str:
    """Return a question as one text, from which :func:`question_of_text` reads it again."""
    given, by = question.given.strip(), question.by.strip()
    parts = (question.event.strip(), given and f"{GIVEN} {given}", by and f"{BY} {by}")
    return " ".join(filter(None, parts))


def _in_whole(problem: Problem, parts: dict[str, QuestionPart]) -> Problem:
    """Return a problem of a part as one of the whole text; those of the table stay as they are."""
    part = parts.get(problem.field)
    if part is None:
        return problem
    position = None if problem.position is None else problem.position + part.start
    return replace(problem, field="question", position=position)


def seat_words(text: str) -> Iterator[Token]:
    """Yield the places of seats, from left to right.

    Raises:
        TextError: a quote is never closed.
    """
    begins, after_seat, rival = True, False, False
    for token in grammar_tokens(plain_signs(text)):
        if (begins or rival) and token.text.isdigit():
            yield token
        rival = after_seat and token.word == BEATS
        after_seat = begins and (token.text.isdigit() or token.text.startswith('"') or token.word in SOME_SEATS)
        begins = token.word in (*JOINTS, GIVEN, BY, "how", "often") or (begins and token.text == "(")


def remove_seat(table: Scenario, seat: int) -> Scenario:
    """Return a table without a seat; of its question nothing is left if it is about this seat."""
    rest = table.without_seat(seat)
    return replace(rest, ask=AskPanel(question=_without_seat(rest.ask.question, seat))) if rest.ask else rest


def _without_seat(text: str, seat: int) -> str:
    try:
        for token in reversed(list(seat_words(text))):
            place = int(token.text) - 1
            if place == seat:
                return ""
            if place > seat:
                text = f"{text[: token.start]}{place}{text[token.end :]}"
    except TextError:
        return text
    return text


def is_question(table: Scenario, text: str, orders: Sequence[Order]) -> bool:
    """Return whether a text can be read as a question about a table."""
    try:
        question_of_text(table, text, orders)
    except ScenarioError:
        return False
    return True
