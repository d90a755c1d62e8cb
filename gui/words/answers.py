"""Answers to questions about a table in sentences, for the page *Ask* and the command palette."""

import re
from collections.abc import Sequence

from engine import Scenario
from engine.questions.one_text import seat_words
from engine.questions.readings import AskView
from engine.questions.results import QuestionAnswer, SplitValue
from engine.questions.sentence import NOT_LABEL, clauses
from gui.words.formatting import percent

MAX_CLAUSE_LENGTH = 160
"""The largest number of characters of an event that the answer repeats; the sentence above has it anyway."""
MAX_LISTED_VALUES = 4
"""The number of values of a split that the sentence of the answer lists."""


NEGATIONS = {"is": "is not", "has": "does not have"}
_NOT = re.compile(rf"{NOT_LABEL} ([^()]+?) ({'|'.join(NEGATIONS)}) ")


def plain_clauses(text: str, table: Scenario) -> tuple[str, str]:
    """Return event and condition of a question as clauses, with the *not* of a single statement at its verb."""
    event, given = (
        _NOT.sub(lambda found: f"{found[1]} {NEGATIONS[found[2]]} ", clause) for clause in clauses(text, table)
    )
    return event, given


def equity_sentence(view: AskView, answer: QuestionAnswer, seat: int) -> str:
    """Return the equity of a seat in a sentence, as in *When the turn is an A (6.2 % of the time), Hero has 82.2 %
    equity instead of 54.1 %.*
    """
    position, name = view.table.active_seats.index(seat), view.table.seats[seat].name
    after = equity_or_dash(answer.equity, answer.equity_stderr, position, exact_digits=1)
    _, given = plain_clauses(view.text, view.table)
    if not given:
        return f"{name} has {after} equity."
    if not answer.equity:
        return contradiction(view.text, view.table)
    share = percent(answer.probability, answer.stderr, exact_digits=1)
    before = equity_or_dash(answer.given_equity, answer.given_equity_stderr, position, exact_digits=1)
    return f"When {given} ({share} of the time), {name} has {after} equity instead of {before}."


def is_about_split(answer: QuestionAnswer) -> bool:
    """Return True if the event is certain, so that the question can only be meant to ask for its split."""
    return answer.probability == 1.0 and len(answer.by) > 1


def likeliest(answer: QuestionAnswer) -> list[SplitValue]:
    """Return the values of a split, the likeliest first."""
    return sorted(answer.by, key=lambda row: -row.probability)


def subject_seat(view: AskView) -> int:
    """Return the seat that the answer is about: the first active one that the question names, or the first active."""
    active = view.table.active_seats
    named = (int(token.text) - 1 for token in seat_words(view.text))
    return next((seat for seat in named if seat in active), active[0])


def sentence_of(view: AskView) -> str:
    """Return the answer in a sentence, as in *Hero has top pair or better on the flop 33.5 % of the time, with
    71.2 % equity instead of 48.3 %.*
    """
    answer, table = view.step.answer, view.table
    if answer is None:
        return ""
    if view.equity_seat is not None:
        return equity_sentence(view, answer, view.equity_seat)
    event, given = plain_clauses(view.text, table)
    condition = f"When {given}, " if given else ""
    if len(condition) + len(event) > MAX_CLAUSE_LENGTH:
        condition, event = "", "this happens"
    if is_about_split(answer):
        rows = likeliest(answer)[:MAX_LISTED_VALUES]
        values = ", ".join(f"{row.value} {percent(row.probability, row.stderr, exact_digits=1)}" for row in rows)
        text = f"{condition}{values}: the chart has them all."
        return f"{text[:1].upper()}{text[1:]}"
    share = percent(answer.probability, answer.stderr, exact_digits=1)
    text = f"{condition}{event} {share} of the time"
    text = f"{text[:1].upper()}{text[1:]}"
    if not answer.equity:
        return f"{text}: it cannot happen." if answer.method == "exact" else f"{text}: it has not happened."
    seat = subject_seat(view)
    position, name = table.active_seats.index(seat), table.seats[seat].name
    after = equity_or_dash(answer.equity, answer.equity_stderr, position, exact_digits=1)
    before = equity_or_dash(answer.given_equity, answer.given_equity_stderr, position, exact_digits=1)
    # The name is said once: *Villain has a set now 12.5 % of the time, with 85 % equity instead of 32 %.*
    if event.startswith(f"{name} "):
        return f"{text}, with {after} equity instead of {before}."
    return f"{text}; {name} then has {after} equity instead of {before}."


def contradiction(text: str, table: Scenario) -> str:
    """Return the sentence that the condition of a question never happens, or "" if it has no condition."""
    given = plain_clauses(text, table)[1]
    return f"At this table it never happens that {given}." if given else ""


def equity_or_dash(values: Sequence[float], errors: Sequence[float], position: int, *, exact_digits: int = 2) -> str:
    """Return the equity of the active seat at ``position`` as text, or a dash if there are no equities."""
    return percent(values[position], errors[position], exact_digits=exact_digits) if values else "–"


def short_answer(view: AskView) -> str:
    """Return event and condition as a clause, and the probability, as in *Villain has a set now: 4.5 %*."""
    answer = view.step.answer
    if answer is None:
        return ""
    if view.equity_seat is not None:
        return sentence_of(view)
    event, given = plain_clauses(view.text, view.table)
    share = percent(answer.probability, answer.stderr, exact_digits=1)
    text = f"{event}, given that {given}: {share}" if given else f"{event}: {share}"
    return f"{text[:1].upper()}{text[1:]}"
