"""A complete question as one text: an event, then perhaps ``given`` and a condition, and ``by`` and a split.

``how often 1 flop top pair+ given board flop two-tone by turn rank``. The page *Ask* and the palette use this form; a
request has the three texts separately.
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
"""The words that combine atoms."""


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of the three texts, and the position at which it starts in the complete text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The position of its end in the complete text, trailing blanks excluded."""
        return self.start + len(self.text)


def question_parts(text: str) -> dict[str, QuestionPart]:
    """Return the parts of a text by their keys in a request. ``event`` is always there, perhaps empty.

    >>> question_parts("how often 1 wins given 2 has KK")["given"]
    QuestionPart(text='2 has KK', start=23)

    Raises:
        TextError: a part comes twice, or a quote is never closed.
    """
    check_length(text)
    plain = plain_signs(text)
    begin = HOW_OFTEN.match(plain)
    start = begin.end() if begin else 0
    key, result = EVENT, dict[str, QuestionPart]()
    for token in _keywords(plain, start):
        result[key] = _part(plain, start, token.start)
        key, start = token.word, token.end
        if key in result:
            raise TextError(f"'{key}' comes twice", token.start)
    result[key] = _part(plain, start, len(plain))
    return result


def _keywords(text: str, start: int) -> Iterator[Token]:
    """Yield the words ``given`` and ``by`` outside of brackets, from position ``start`` on."""
    open_ = 0
    for token in grammar_tokens(text):
        open_ += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.start >= start and open_ <= 0 and token.word in (GIVEN, BY):
            yield token


def _part(text: str, start: int, end: int) -> QuestionPart:
    part = text[start:end]
    return QuestionPart(part.strip(), start + len(part) - len(part.lstrip()))


def question_of_text(table: Scenario, text: str, orders: Sequence[Order] = ()) -> TableQuestion:
    """Parse a question about a table, and check it.

    >>> from engine.table.one_line import parse_line
    >>> question = question_of_text(parse_line("AhKh v QQ"), "how often 1 flop top pair+ by turn rank")
    >>> question.event, question.given, question.by
    ('1 flop top pair+', '', 'turn rank')

    Raises:
        ScenarioError: the text is not a question in the grammar; the field is ``question``, the position one of the
            complete text. Problems of the table itself keep their field.
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
        raise ScenarioError(*(_moved_to_text(problem, parts) for problem in error.problems)) from None
    return question


def question_text(question: TableQuestion) -> str:
    """Return a question as one text, the inverse of :func:`question_of_text`."""
    given, by = question.given.strip(), question.by.strip()
    parts = (question.event.strip(), given and f"{GIVEN} {given}", by and f"{BY} {by}")
    return " ".join(filter(None, parts))


def _moved_to_text(problem: Problem, parts: dict[str, QuestionPart]) -> Problem:
    """Return a problem of a part as one of the complete text; problems of the table are returned unchanged."""
    part = parts.get(problem.field)
    if part is None:
        return problem
    position = None if problem.position is None else problem.position + part.start
    return replace(problem, field="question", position=position)


def seat_words(text: str) -> Iterator[Token]:
    """Yield the tokens that are seat numbers, from left to right.

    Other numbers, such as ranks, are not seats: a seat comes first in an atom, or after ``beats``.

    Raises:
        TextError: a quote is never closed.
    """
    atom_begins, after_seat, rival_follows = True, False, False
    for token in grammar_tokens(plain_signs(text)):
        if (atom_begins or rival_follows) and token.text.isdecimal():
            yield token
        rival_follows = after_seat and token.word == BEATS
        after_seat = atom_begins and (token.text.isdecimal() or token.text.startswith('"') or token.word in SOME_SEATS)
        atom_begins = token.word in (*JOINTS, GIVEN, BY, "how", "often") or (atom_begins and token.text == "(")


def remove_seat(table: Scenario, seat: int) -> Scenario:
    """Return a table without a seat, and with the seats of its question renumbered.

    The question is removed if it is about this seat.
    """
    result = table.without_seat(seat)
    return replace(result, ask=AskPanel(question=_renumbered(result.ask.question, seat))) if result.ask else result


def _renumbered(text: str, removed: int) -> str:
    """Return the text of a question for the table without the seat ``removed``, or "" if the question names it.

    Seats after it get a number that is smaller by one. A text with a quote that is never closed is returned unchanged.
    """
    try:
        # From right to left, so that the positions of the remaining tokens stay valid.
        for token in reversed(list(seat_words(text))):
            seat = int(token.text) - 1
            if seat == removed:
                return ""
            if seat > removed:  # texts count seats from 1, so that the index is also the new number
                text = f"{text[: token.start]}{seat}{text[token.end :]}"
    except TextError:
        return text
    return text


def is_question(table: Scenario, text: str, orders: Sequence[Order]) -> bool:
    """Return True if a text is a question about a table in the grammar."""
    try:
        question_of_text(table, text, orders)
    except ScenarioError:
        return False
    return True
