"""The question of ``steelwheel ask`` and its answer."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from engine.cards import TextError, parse_cards, plain_signs
from engine.equity.jobs import Cancelled
from engine.equity.razz.setup import HAND
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers, with_workers
from engine.questions import holdem, holdem_atoms, holdem_table, razz, razz_atoms
from engine.questions.expression import Event, Phrase, Words, complaint, ended, read_event
from engine.questions.law import Answer, Step
from engine.ranges.orders import Order, find_order
from engine.ranges.razz import read_hand
from engine.scenario import GameTable, Problem, Scenario, ScenarioError, Seat, naming, seat_field
from engine.scenario.reading import Collector, as_it_is, in_table, integer, text
from engine.table.one_line import parse_line, spelled_in
from engine.table.serialize import scenario_from_json
from engine.table.text_notices import notice_lines

VERSION = 1
KEYS = ("steelwheel_ask", "table", "event", "given", "by")
GIVEN, BY = "given", "by"
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Question:
    """A table and the texts of a question about it."""

    table: Scenario
    event: str
    given: str = ""
    by: str = ""


def read_question(value: object) -> Question:
    """Read a parsed request; its table is a scenario or one line of text.

    Raises:
        ScenarioError: a field cannot be read.
    """
    fields = Collector(value, KEYS)
    if fields.take("steelwheel_ask", integer(), VERSION) != VERSION:
        fields.note("steelwheel_ask", f"this program reads requests of version {VERSION}")
    table = fields.take("table", as_it_is, None, required=True)
    event = fields.take("event", text, "", required=True)
    given, by = fields.take("given", text, ""), fields.take("by", text, "")
    fields.done()
    try:
        scenario = parse_line(table) if isinstance(table, str) else scenario_from_json(table)
    except ScenarioError as error:
        raise in_table(error) from None
    return Question(scenario, event, given, by)


def question_of_words(line: str, words: Sequence[str]) -> Question:
    """Return the question of a line of text, an event, and perhaps ``given ...`` and ``by ...``.

    Raises:
        ScenarioError: the line cannot be read, or there is no event.
    """
    parts = {"event": "", GIVEN: "", BY: ""}
    for word in words:
        begin = word.split(maxsplit=1)
        key = begin[0].lower() if begin and begin[0].lower() in (GIVEN, BY) else "event"
        if parts[key]:
            raise ScenarioError(Problem(key, "this is given twice"))
        parts[key] = word if key == "event" else word.strip()[len(key) :].strip()
    if not parts["event"].strip():
        raise ScenarioError(Problem("event", "an event is missing, as in '1 flop top pair+'"))
    return Question(parse_line(line), parts["event"], parts[GIVEN], parts[BY])


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Answer a parsed request.

    Raises:
        ScenarioError: as :func:`read_question` and :func:`answer`.
        StoppedError: it was cancelled by ``watch``.
    """
    question = read_question(value)
    assert isinstance(value, dict), "else it is no request"
    return watched_json(question, spelled_in(value["table"]), workers=workers, watch=watch)


def watched_json(
    question: Question, spelled: Sequence[Problem], *, workers: int | None = None, watch: Watch | None = None
) -> dict[str, Any]:
    """Answer a question as JSON values; ``spelled``: the notices of its table.

    Raises:
        ScenarioError: as :func:`steps`.
        StoppedError: it was cancelled by ``watch``.
    """
    watch = watch or Watch()

    def written(step: Step) -> Callable[[], dict[str, Any]] | None:
        known = step.answer
        return None if known is None else lambda: to_json(question, known, spelled)

    run = steps(question, workers=workers, cancel=watch.cancel)
    last = watch.last(run, lambda s: s.progress >= 1.0 and s.answer is not None, lambda s: (s.progress, None), written)
    assert last.answer is not None, "this is what a final step has"
    return to_json(question, last.answer, spelled)


def answer(question: Question, *, workers: int | None = None) -> Answer:
    """Answer a question.

    Raises:
        ScenarioError: as :func:`steps`.
    """
    for step in steps(question, workers=workers):
        if step.progress >= 1.0 and step.answer is not None:
            return step.answer
    raise Cancelled


def steps(
    question: Question, orders: Sequence[Order] = (), *, workers: int | None = None, cancel: CancelToken | None = None
) -> Iterator[Step]:
    """Yield the answer to a question as it becomes known, until it is final or cancelled; ``orders``: the player's own
    orders of hands, which the table may name.

    Raises:
        ScenarioError: a text cannot be read (``event``, ``given`` or ``by``, with the position), the table cannot be
            computed (``table``), or what is given cannot happen.
    """
    yield from with_workers(lambda pool: stream(question, orders, pool), cancel, workers)


def stream(question: Question, orders: Sequence[Order], workers: Workers) -> Generator[Step, None, None]:
    """Yield as :func:`steps` does, computed by ``workers``; what others compile does not wait for it.

    Raises:
        ScenarioError: as there.
    """
    try:
        yield from _READERS[question.table.game](question, orders)(workers)
    except ScenarioError as error:
        if error.problems[0].field in ("event", GIVEN, BY):
            raise
        raise in_table(error) from None


def check(question: Question, orders: Sequence[Order] = ()) -> None:
    """Read the texts of a question; nothing is computed.

    Raises:
        ScenarioError: one cannot be read, as in :func:`steps`.
    """
    _READERS[question.table.game](question, orders)


def event_reader(table: Scenario, orders: Sequence[Order] = ()) -> Callable[[str], Event[Any]]:
    """Return a reader of the texts of events about a table, for callers that read many of them.

    The reader raises TextError if a text cannot be read.

    Raises:
        ScenarioError: the table itself cannot be read.
    """
    words, read_atom = _ATOM_READERS[table.game](table, orders)
    return lambda text_: read_event(text_, read_atom, words.live)


def event_notices(question: Question, orders: Sequence[Order] = ()) -> list[Problem]:
    """Return the notices about the ranges in the event and its condition, each with its field.

    Raises:
        TextError: one of the texts cannot be read.
    """
    result = list[Problem]()
    for field, text_ in (("event", question.event), (GIVEN, question.given)):
        words, read_atom = _ATOM_READERS[question.table.game](question.table, orders)
        if text_.strip() and isinstance(read_atom, holdem_atoms.HoldemReader | razz_atoms.RazzReader):
            read_event(text_, read_atom, words.live)
            result += (Problem(field, notice) for notice in read_atom.notices)
    return result


def to_json(question: Question, answer: Answer, spelled: Sequence[Problem] = ()) -> dict[str, Any]:
    """Return an answer as JSON values: all seats are listed, folded ones without an equity.

    ``spelled``: the notices on numbers for ranks in the table, which the question itself has as letters.
    """
    table = question.table
    nothing: tuple[float | None, ...] = (None,) * len(table.active_seats)
    equities, errors = answer.equity or nothing, answer.equity_stderr or nothing
    return {
        "steelwheel_ask_result": VERSION,
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
                "equity": _by_seat(table, row.equity or nothing),
                "equity_stderr": _by_seat(table, row.equity_stderr or nothing),
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
    row: list[float | None] = [None] * len(table.seats)
    for seat, value in zip(table.active_seats, values, strict=True):
        row[seat] = value
    return row


def _events(question: Question, words: Words, read_atom: Callable[[Phrase], A]) -> tuple[Event[A], Event[A] | None]:
    with naming("event"):
        event = read_event(question.event, read_atom, words.live)
    if not question.given.strip():
        return event, None
    with naming(GIVEN):
        return event, read_event(question.given, read_atom, words.live)


def _words(table: Scenario, streets: tuple[str, ...], known: int) -> Words:
    seats = table.seats
    return Words(tuple(seat.name for seat in seats), tuple(seat.folded for seat in seats), streets, known)


_Asking = Callable[[Workers], Iterator[Step]]
"""A question that has been read: its answer, computed by workers."""


def _holdem_atoms(table: Scenario, orders: Sequence[Order]) -> tuple[Words, holdem_atoms.HoldemReader]:
    with naming("board"):
        board = parse_cards(table.board)
    words = _words(table, holdem_atoms.STREETS, max(len(board) - 2, 0))
    return words, holdem_atoms.HoldemReader(words, table.dialect, find_order(table.order, orders), table.names)


def _read_holdem(question: Question, orders: Sequence[Order]) -> _Asking:
    words, read_atom = _holdem_atoms(question.table, orders)
    event, given = _events(question, words, read_atom)
    with naming(BY):
        by = _holdem_by(question.by, words)
    return partial(holdem.ask_holdem, question.table, read_atom.order, event, given, by)


def _holdem_by(text_: str, words: Words) -> holdem_table.By | None:
    def read(phrase: Phrase) -> holdem_table.By:
        first = phrase.take()
        assert first is not None
        if words.is_seat(first):
            seat, street = words.seat(first), words.street(phrase)
            _expect(phrase, "hand")
            return holdem_table.By(seat, street)
        if first.word not in holdem_atoms.STREETS[1:]:
            message = complaint(first.text, holdem_atoms.STREETS[1:], "seat or street")
            raise TextError(f"{message}: as in '1 flop hand' or 'turn rank'", first.start)
        _expect(phrase, "rank")
        return holdem_table.By(None, holdem_atoms.STREETS.index(first.word))

    return _one(text_, read)


def _razz_atoms(table: Scenario, _orders: Sequence[Order] = ()) -> tuple[Words, razz_atoms.RazzReader]:
    lengths = tuple(_cards_of(seat, place) for place, seat in enumerate(table.seats))
    known = [length for seat, length in zip(table.seats, lengths, strict=True) if not seat.folded]
    words = _words(table, razz_atoms.STREETS, max(min(known, default=0) - razz_atoms.DOWN, 0))
    dealt = tuple(length if seat.folded else HAND for seat, length in zip(table.seats, lengths, strict=True))
    return words, razz_atoms.RazzReader(words, dealt)


def _read_razz(question: Question, _orders: Sequence[Order]) -> _Asking:
    words, read_atom = _razz_atoms(question.table)
    event, given = _events(question, words, read_atom)
    with naming(BY):
        by = _razz_by(question.by, words, read_atom.lengths)
    return partial(razz.ask_razz, question.table, event, given, by)


def _cards_of(seat: Seat, place: int) -> int:
    """Return how many slots of a razz hand are written."""
    with naming(seat_field(place)):
        items = read_hand(seat.cards, seat.folded).text.items
    return max(len(item.slots) for item in items)


def _razz_by(text_: str, words: Words, dealt: Sequence[int]) -> razz.By | None:
    def read(phrase: Phrase) -> razz.By:
        first = phrase.take()
        assert first is not None
        seat = words.seat(first) if words.is_seat(first) else None
        if seat is None:
            raise TextError("expected a seat, as in '2 fourth rank' or '1 low'", first.start)
        token = phrase.next
        if token is not None and token.word == "low":
            _expect(phrase, "low")
            if words.folded[seat]:
                raise TextError(f"seat {seat + 1} has folded: it ends with no low", token.start)
            return razz.By(seat, None)
        at = phrase.position
        street = words.street(phrase)
        if razz_atoms.DOWN + street >= dealt[seat]:
            raise TextError(f"seat {seat + 1} has folded: it gets no card there", at)
        _expect(phrase, "rank")
        return razz.By(seat, street)

    return _one(text_, read)


def _expect(phrase: Phrase, word: str) -> None:
    at, token = phrase.position, phrase.take()
    if token is None or token.word != word:
        raise TextError(complaint(token.text if token else "", (word,), "word here"), at)
    ended(phrase)


def _one(text_: str, read: Callable[[Phrase], B]) -> B | None:
    """Return the meaning of a text of a single phrase, None where it is empty."""
    if not plain_signs(text_).strip():
        return None
    event = read_event(text_, read)
    if event.atom is None:
        raise TextError("one thing splits the event, as in 'turn rank'", 0)
    return event.atom


_ATOM_READERS: GameTable[Callable[[Scenario, Sequence[Order]], tuple[Words, Callable[[Phrase], Any]]]] = GameTable(
    "questions",
    {
        "holdem": _holdem_atoms,
        "razz": _razz_atoms,
    },
)
_READERS: GameTable[Callable[[Question, Sequence[Order]], _Asking]] = GameTable(
    "questions", {"holdem": _read_holdem, "razz": _read_razz}
)
