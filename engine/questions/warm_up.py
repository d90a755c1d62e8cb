"""The small questions that load or compile the kernels of questions; imported when it is their turn."""

from collections.abc import Callable, Iterator
from functools import partial

from engine.equity.jobs import CancelCheck
from engine.equity.workers import Workers

TABLES = ("AhKh v QQ v JJ | Kd7h2h9c", "AhKh v QQ | Kd7h2h9c", "razz | A23478 v A456TJ")
"""A table with three seats, one with two, and one of razz: each uses kernels of its own."""


def question_steps(check_cancelled: CancelCheck) -> Iterator[Callable[[], object]]:
    """Yield the computations: an exact answer for each table, and a sampled one for each game."""
    for line in TABLES:
        yield partial(_ask, line, "exact", check_cancelled)
    for line in (TABLES[0], TABLES[-1]):
        yield partial(_ask, line, "sampled", check_cancelled)


def _ask(line: str, method: str, check_cancelled: CancelCheck) -> None:
    """Answer "1 wins" about the table of a line of text, in this thread, which loads or compiles its kernels."""
    from engine.questions.answer import answer_steps_with, read_question
    from engine.table.one_line import line_value

    check_cancelled()
    table = {**line_value(line), "run": {"method": method, "max_trials": 1}}
    question = read_question({"steelwheel_ask": 1, "table": table, "event": "1 wins"})
    for _ in answer_steps_with(question, (), Workers(1, in_place=True)):
        check_cancelled()
