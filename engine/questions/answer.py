"""Questions about a table: requests, their answers, and the JSON of both (``steelwheel ask``).

A newcomer starts here: :func:`read_question` and :func:`question_of_words` make a :class:`TableQuestion`,
:func:`solve_question` answers it, :func:`answer_steps` does so step by step, and :func:`answer_json` goes from JSON to
JSON. The grammar of the texts is in ``expression`` and in the atoms of each game.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from engine.cards import TextError, parse_cards, plain_signs
from engine.equity.razz.setup import HAND
from engine.equity.snapshots import last_answer, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.questions import holdem, holdem_atoms, holdem_table, razz, razz_atoms
from engine.questions.expression import (
    Event,
    Phrase,
    Vocabulary,
    expect_end,
    read_event,
    unknown_word_message,
    without_equity_atoms,
)
from engine.questions.results import QuestionAnswer, QuestionStep
from engine.ranges.orders import Order, find_order
from engine.ranges.razz import read_razz_hand
from engine.scenario import GameTable, Problem, Scenario, ScenarioError, Seat, naming, seat_field
from engine.scenario.codec import Request, json_field
from engine.scenario.reading import in_table, text
from engine.table.one_line import parse_line, spelled_in, table_value
from engine.table.text_notices import notice_lines

GIVEN, BY = "given", "by"
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class TableQuestion(Request):
    """A table and the three texts of a question about it, of which only ``event`` must not be empty.

    ``event`` and ``given`` are the event and its condition, ``by`` names the values that split the event.
    """

    VERSION_KEY = "steelwheel_ask"
    LATE = ("table",)
    table: Scenario = json_field(table_value)
    event: str = json_field(text)
    given: str = json_field(text, "")
    by: str = json_field(text, "")


def read_question(value: object) -> TableQuestion:
    """Read a request from JSON values; its table is a scenario or one line of text.

    The texts themselves are parsed later: see :func:`check_question`.

    >>> read_question({"table": "AhKh v QQ | Kd7h2h", "event": "1 wins", "given": "turn h"}).given
    'turn h'

    Raises:
        ScenarioError: a field is missing or invalid.
    """
    return TableQuestion.read(value)


def question_of_words(line: str, words: Sequence[str]) -> TableQuestion:
    """Return the question of command line arguments: a table, an event, and perhaps ``given ...`` and ``by ...``.

    >>> question_of_words("AhKh v QQ", ["1 flop top pair+", "by turn rank"]).by
    'turn rank'

    Raises:
        ScenarioError: the line cannot be read, a text is there twice, or the event is missing.
    """
    texts = {"event": "", GIVEN: "", BY: ""}
    for word in words:
        begin = word.split(maxsplit=1)
        key = begin[0].lower() if begin and begin[0].lower() in (GIVEN, BY) else "event"
        if texts[key]:
            raise ScenarioError(Problem(key, "this is given twice"))
        texts[key] = word if key == "event" else word.strip()[len(key) :].strip()
    if not texts["event"].strip():
        raise ScenarioError(Problem("event", "an event is missing, as in '1 flop top pair+'"))
    return TableQuestion(parse_line(line), texts["event"], texts[GIVEN], texts[BY])


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Answer a request of JSON values with JSON values.

    ``workers`` is the number of threads (the default depends on the machine). ``watch`` reports the progress.

    >>> request = {"table": "AhKh v QQ | Kd7h2h9c", "event": "1 wins", "given": "not river h"}
    >>> result = answer_json(request)
    >>> result["method"], result["deals"], round(result["probability"], 4)
    ('exact', 264, 0.9577)

    Raises:
        ScenarioError: as :func:`read_question` and :func:`solve_question`.
        StoppedError: ``watch`` cancelled the run.
    """
    question = read_question(value)
    assert isinstance(value, dict), "else it is no request"
    return watched_json(question, spelled_in(value["table"]), workers=workers, watch=watch)


def watched_json(
    question: TableQuestion, spelled: Sequence[Problem], *, workers: int | None = None, watch: Watch | None = None
) -> dict[str, Any]:
    """Answer a question with JSON values; ``spelled`` are the notices of how its table was written.

    Raises:
        ScenarioError: as :func:`answer_steps`.
        StoppedError: ``watch`` cancelled the run.
    """
    watch = watch or Watch()

    def to_json(answer: QuestionAnswer) -> dict[str, Any]:
        return question_answer_json(question, answer, spelled)

    return to_json(watch.last_answer(answer_steps(question, workers=workers, cancel=watch.cancel), to_json))


def solve_question(question: TableQuestion, *, workers: int | None = None) -> QuestionAnswer:
    """Answer a question and return the final answer.

    >>> answer = solve_question(question_of_words("AhKh v QQ | Kd7h2h", ["1 ahead turn"]))
    >>> answer.method, round(answer.probability, 4)
    ('exact', 0.9667)

    Raises:
        ScenarioError: as :func:`answer_steps`.
    """
    return last_answer(answer_steps(question, workers=workers))


def answer_steps(
    question: TableQuestion,
    orders: Sequence[Order] = (),
    *,
    workers: int | None = None,
    cancel: CancelToken | None = None,
) -> Iterator[QuestionStep]:
    """Yield the answer to a question as it becomes more precise, until it is final or ``cancel`` is set.

    ``orders`` are the user's own orders of hands, which the ranges of the table may name.

    Raises:
        ScenarioError: a text is invalid (field ``event``, ``given`` or ``by``, with the position), the table cannot be
            computed (``table``), or the condition cannot happen (``given``).
    """
    yield from with_workers(lambda pool: answer_steps_with(question, orders, pool), cancel, workers)


def answer_steps_with(
    question: TableQuestion, orders: Sequence[Order], workers: Workers
) -> Generator[QuestionStep, None, None]:
    """Yield as :func:`answer_steps` does, with the given ``workers``; called by it and by the warm-up of kernels.

    Raises:
        ScenarioError: as :func:`answer_steps`.
    """
    try:
        yield from _QUESTION_READERS[question.table.game](question, orders)(workers)
    except ScenarioError as error:
        if error.problems[0].field in ("event", GIVEN, BY):
            raise
        raise in_table(error) from None


def check_question(question: TableQuestion, orders: Sequence[Order] = ()) -> None:
    """Parse the texts of a question without computing anything.

    Raises:
        ScenarioError: a text is invalid, as in :func:`answer_steps`.
    """
    _QUESTION_READERS[question.table.game](question, orders)


def event_reader(table: Scenario, orders: Sequence[Order] = ()) -> Callable[[str], Event[Any]]:
    """Return a function that parses the text of an event about ``table``, for callers that parse many of them.

    The function raises TextError if a text is invalid.

    >>> from engine.table.one_line import parse_line
    >>> read = event_reader(parse_line("AhKh v QQ | Kd7h2h"))
    >>> event = read("1 wins and not board turn paired")
    >>> event.operation, next(event.atoms())
    ('and', Relation(seat=0, standing='best', street=2, rival=None))

    Raises:
        ScenarioError: the table itself is invalid.
    """
    vocabulary, read_atom = _ATOM_READERS[table.game](table, orders)
    return lambda event_text: read_event(event_text, read_atom, vocabulary.live)


def event_notices(question: TableQuestion, orders: Sequence[Order] = ()) -> list[Problem]:
    """Return the notices about the ranges in the event and its condition, each with its field.

    Raises:
        TextError: one of the texts is invalid.
    """
    result = list[Problem]()
    for field, event_text in (("event", question.event), (GIVEN, question.given)):
        vocabulary, read_atom = _ATOM_READERS[question.table.game](question.table, orders)
        if event_text.strip():
            read_event(event_text, read_atom, vocabulary.live)
            result += (Problem(field, notice) for notice in read_atom.notices)
    return result


def question_answer_json(
    question: TableQuestion, answer: QuestionAnswer, spelled: Sequence[Problem] = ()
) -> dict[str, Any]:
    """Return an answer as JSON values. All seats are listed; the equity of folded ones is None.

    ``spelled``: the notices about ranks that the request spells as numbers (``10``). The table has letters instead once
    it has been read, so they cannot be found there.
    """
    table = question.table
    unknown: tuple[float | None, ...] = (None,) * len(table.active_seats)
    equities, errors = answer.equity or unknown, answer.equity_stderr or unknown
    return {
        "steelwheel_ask_result": TableQuestion.VERSION,
        "method": answer.method,
        "probability": answer.probability,
        "stderr": answer.stderr,
        "given_probability": answer.given_probability,
        "given_stderr": answer.given_stderr,
        "seats": [
            {"equity": equity, "stderr": stderr}
            for equity, stderr in zip(_by_seat(table, equities), _by_seat(table, errors), strict=True)
        ],
        "by": [
            {
                "value": row.value,
                "probability": row.probability,
                "stderr": row.stderr,
                "equity": _by_seat(table, row.equity or unknown),
                "equity_stderr": _by_seat(table, row.equity_stderr or unknown),
            }
            for row in answer.by
        ],
        "deals": answer.deals,
        "equity_method": answer.equity_method,
        "equity_deals": answer.equity_deals,
        "notices": [
            *(f"table.{notice}" for notice in spelled),
            *notice_lines(table, table="table"),
            *map(str, event_notices(question)),
        ],
    }


def _by_seat(table: Scenario, values: Sequence[float | None]) -> list[float | None]:
    """Return the values of the active seats as a list over all seats."""
    row: list[float | None] = [None] * len(table.seats)
    for seat, value in zip(table.active_seats, values, strict=True):
        row[seat] = value
    return row


def _read_events(
    question: TableQuestion, vocabulary: Vocabulary, read_atom: Callable[[Phrase], A]
) -> tuple[Event[A], Event[A] | None]:
    """Return the event and the condition, None if there is no condition."""
    with naming("event"):
        event = read_event(question.event, read_atom, vocabulary.live)
    event = without_equity_atoms(event)
    if not question.given.strip():
        return event, None
    with naming(GIVEN):
        return event, without_equity_atoms(read_event(question.given, read_atom, vocabulary.live))


def _vocabulary(table: Scenario, streets: tuple[str, ...], known_streets: int) -> Vocabulary:
    seats = table.seats
    return Vocabulary(tuple(seat.name for seat in seats), tuple(seat.folded for seat in seats), streets, known_streets)


_ReadQuestion = Callable[[Workers], Iterator[QuestionStep]]
"""A question whose texts have been parsed: called with workers, it yields the answer."""


def _holdem_atom_reader(table: Scenario, orders: Sequence[Order]) -> tuple[Vocabulary, holdem_atoms.HoldemReader]:
    """Return the words that questions about a hold'em table can use, and the parser of its atoms."""
    with naming("board"):
        board = parse_cards(table.board)
    vocabulary = _vocabulary(table, holdem_atoms.STREETS, max(len(board) - 2, 0))
    reader = holdem_atoms.HoldemReader(vocabulary, table.dialect, find_order(table.order, orders), table.names)
    return vocabulary, reader


def _read_holdem(question: TableQuestion, orders: Sequence[Order]) -> _ReadQuestion:
    """Parse the texts of a question about a hold'em table. Raises ScenarioError, with the field of the text."""
    vocabulary, read_atom = _holdem_atom_reader(question.table, orders)
    event, given = _read_events(question, vocabulary, read_atom)
    with naming(BY):
        split = _holdem_split(question.by, vocabulary)
    return partial(holdem.ask_holdem, question.table, read_atom.order, event, given, split)


def _holdem_split(split_text: str, vocabulary: Vocabulary) -> holdem_table.HoldemSplit | None:
    """Return the split of ``1 flop hand`` or ``turn rank``, or None if the text is empty."""

    def read(phrase: Phrase) -> holdem_table.HoldemSplit:
        """Parse the words of the split: a seat, a street and ``hand``, or a street and ``rank``."""
        first = phrase.take()
        assert first is not None
        if vocabulary.is_seat(first):
            seat, street = vocabulary.seat(first), vocabulary.street(phrase)
            _expect_word(phrase, "hand")
            return holdem_table.HoldemSplit(seat, street)
        if first.word not in holdem_atoms.STREETS[1:]:
            message = unknown_word_message(first.text, holdem_atoms.STREETS[1:], "seat or street")
            raise TextError(f"{message}: as in '1 flop hand' or 'turn rank'", first.start)
        _expect_word(phrase, "rank")
        return holdem_table.HoldemSplit(None, holdem_atoms.STREETS.index(first.word))

    return _read_split(split_text, read)


def _razz_atom_reader(table: Scenario, _orders: Sequence[Order] = ()) -> tuple[Vocabulary, razz_atoms.RazzReader]:
    """Return the words that questions about a razz table can use, and the parser of its atoms."""
    lengths = tuple(_written_cards(seat, index) for index, seat in enumerate(table.seats))
    known = [length for seat, length in zip(table.seats, lengths, strict=True) if not seat.folded]
    vocabulary = _vocabulary(table, razz_atoms.STREETS, max(min(known, default=0) - razz_atoms.DOWN, 0))
    # A folded seat gets no more cards than those that are written; all others get seven.
    dealt = tuple(length if seat.folded else HAND for seat, length in zip(table.seats, lengths, strict=True))
    return vocabulary, razz_atoms.RazzReader(vocabulary, dealt)


def _read_razz(question: TableQuestion, _orders: Sequence[Order]) -> _ReadQuestion:
    """Parse the texts of a question about a razz table. Raises ScenarioError, with the field of the text."""
    vocabulary, read_atom = _razz_atom_reader(question.table)
    event, given = _read_events(question, vocabulary, read_atom)
    with naming(BY):
        split = _razz_split(question.by, vocabulary, read_atom.lengths)
    return partial(razz.ask_razz, question.table, event, given, split)


def _written_cards(seat: Seat, index: int) -> int:
    """Return the number of cards in the text of a razz seat, the longest hand if there are several."""
    with naming(seat_field(index)):
        items = read_razz_hand(seat.cards, seat.folded).text.items
    return max(len(item.slots) for item in items)


def _razz_split(split_text: str, vocabulary: Vocabulary, dealt: Sequence[int]) -> razz.RazzSplit | None:
    """Return the split of ``2 fourth rank`` or ``1 low``, or None if the text is empty.

    ``dealt`` is the number of cards that each seat gets.
    """

    def read(phrase: Phrase) -> razz.RazzSplit:
        """Parse the words of the split: a seat, then ``low``, or a street and ``rank``."""
        first = phrase.take()
        assert first is not None
        seat = vocabulary.seat(first) if vocabulary.is_seat(first) else None
        if seat is None:
            raise TextError("expected a seat, as in '2 fourth rank' or '1 low'", first.start)
        token = phrase.next
        if token is not None and token.word == "low":
            _expect_word(phrase, "low")
            if vocabulary.folded[seat]:
                raise TextError(f"seat {seat + 1} has folded: it ends with no low", token.start)
            return razz.RazzSplit(seat, None)
        at = phrase.position
        street = vocabulary.street(phrase)
        if razz_atoms.DOWN + street >= dealt[seat]:
            raise TextError(f"seat {seat + 1} has folded: it gets no card there", at)
        _expect_word(phrase, "rank")
        return razz.RazzSplit(seat, street)

    return _read_split(split_text, read)


def _expect_word(phrase: Phrase, word: str) -> None:
    at, token = phrase.position, phrase.take()
    if token is None or token.word != word:
        raise TextError(unknown_word_message(token.text if token else "", (word,), "word here"), at)
    expect_end(phrase)


def _read_split(split_text: str, read: Callable[[Phrase], B]) -> B | None:
    """Parse a text that is a single phrase with ``read``; return None if it is empty."""
    if not plain_signs(split_text).strip():
        return None
    event = read_event(split_text, read)
    if event.atom is None:
        raise TextError("one thing splits the event, as in 'turn rank'", 0)
    return event.atom


_AtomReader = holdem_atoms.HoldemReader | razz_atoms.RazzReader
_ATOM_READERS: GameTable[Callable[[Scenario, Sequence[Order]], tuple[Vocabulary, _AtomReader]]] = GameTable(
    "questions", {"holdem": _holdem_atom_reader, "razz": _razz_atom_reader}
)
_QUESTION_READERS: GameTable[Callable[[TableQuestion, Sequence[Order]], _ReadQuestion]] = GameTable(
    "questions", {"holdem": _read_holdem, "razz": _read_razz}
)
