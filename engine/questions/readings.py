"""Other readings of a question: alternative meanings of a text to which the grammar gives a single one.

``1 flop set``, for example, means exactly a set, but the player may mean a set or better. The grammar's reading is
answered first. The others are unambiguous questions of their own; the page offers those whose answers differ.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS, RAZZ_RANKS, parse_cards, plain_signs
from engine.equity.workers import CancelToken
from engine.questions.answer import BY, TableQuestion, answer_steps
from engine.questions.expression import EQUITY, SOME_SEATS, Token, grammar_tokens, quoted_name
from engine.questions.one_text import EVENT, QuestionPart, is_question, question_of_text, question_parts
from engine.questions.results import QuestionAnswer, QuestionStep
from engine.ranges.made_names import DRAWS, MADE
from engine.ranges.orders import Order
from engine.scenario import GameTable, Scenario, ScenarioError

MAX_READINGS = 3
"""The number of other readings that are offered; more would bury the answer."""
_SAME_OR_BETTER = ("nothing", "plays the board", "straight flush")
"""Classes for which *or better* makes no useful difference."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another question, ``text``, that the user may mean; ``label`` names the difference, as in *set or better*."""

    text: str
    label: str


@dataclass(frozen=True, slots=True)
class _AtomText:
    """An atom: its first two words, the rest of its text, and its position in the part of the question."""

    subject: str
    verb: str
    rest: str
    start: int
    end: int


def other_readings(text: str, table: Scenario, orders: Sequence[Order] = ()) -> tuple[OtherReading, ...]:
    """Return the other readings of a question, all of them valid questions about the table.

    >>> from engine.table.one_line import parse_line
    >>> other_readings("1 flop set", parse_line("77 v AK"))
    (OtherReading(text='1 flop set+', label='set or better'),)
    """
    plain, result = plain_signs(text), dict[str, OtherReading]()
    for key, part in question_parts(text).items():
        if key == BY:
            continue
        for other, label in _readings_of_part(part, table):
            question = f"{plain[: part.start]}{other}{plain[part.end :]}"
            if is_question(table, question, orders):
                result.setdefault(question, OtherReading(question, label))
    return tuple(result.values())[:MAX_READINGS]


def _readings_of_part(part: QuestionPart, table: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the text and the label of each other reading of an event or a condition."""
    tokens = list(grammar_tokens(part.text))
    yield from _wider_not(part.text, tokens)
    yield from _or_first(part.text, tokens)
    for atom in _atoms(part.text, tokens):
        for other, label in _READING_FINDERS[table.game](atom, table):
            # "any A and any B" may be about two seats, so only readings of a single atom keep "any".
            if atom.subject.lower() in SOME_SEATS and " and " in other:
                continue
            yield f"{part.text[: atom.start]}{other}{part.text[atom.end :]}", label


def _depths(tokens: Sequence[Token]) -> list[int]:
    """Return how many brackets are open at each token; a bracket itself counts as outside."""
    depths, open_ = [], 0
    for token in tokens:
        open_ -= token.text in (")", "]")
        depths.append(open_)
        open_ += token.text in ("(", "[")
    return depths


def _wider_not(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Read ``not A and B`` as ``not (A and B)``."""
    depths = _depths(tokens)
    for index, token in enumerate(tokens):
        if token.word != "not" or tokens[index + 1].text == "(":
            continue
        end = next((i for i in range(index, len(tokens)) if depths[i] < depths[index]), len(tokens))
        if any(depths[i] == depths[index] and tokens[i].word in ("and", "or") for i in range(index + 1, end)):
            first, last = tokens[index + 1].start, tokens[end - 1].end
            yield f"{text[:first]}({text[first:last]}){text[last:]}", "not for all that follows"


def _or_first(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Read ``A or B and C`` as ``(A or B) and C``."""
    depths = _depths(tokens)
    ands = [token for token, depth in zip(tokens, depths, strict=True) if depth == 0 and token.word == "and"]
    ors = [token for token, depth in zip(tokens, depths, strict=True) if depth == 0 and token.word == "or"]
    if not ands or not ors:
        return
    starts, ends = [0, *(token.end for token in ands)], [*(token.start for token in ands), len(text)]
    segments = []
    for start, end in zip(starts, ends, strict=True):
        segment = text[start:end].strip()
        segments.append(f"({segment})" if any(start <= token.start < end for token in ors) else segment)
    yield " and ".join(segments), "or before and"


def _atoms(text: str, tokens: Sequence[Token]) -> Iterator[_AtomText]:
    """Yield the atoms with at least three words; shorter ones, such as ``1 wins``, are unambiguous."""
    at, depths = 0, _depths(tokens)
    while at < len(tokens):
        if tokens[at].word in ("and", "or", "not") or tokens[at].text in ("(", ")"):
            at += 1
            continue
        end = at + 1
        while end < len(tokens) and not (
            depths[end] < depths[at] or (depths[end] == depths[at] and tokens[end].word in ("and", "or"))
        ):
            end += 1
        if end - at > 2:
            rest = text[tokens[at + 2].start : tokens[end - 1].end]
            yield _AtomText(tokens[at].text, tokens[at + 1].word, rest, tokens[at].start, tokens[end - 1].end)
        at = end


def _holdem(atom: _AtomText, table: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the other readings of a hold'em atom, each as its text and a label.

    A list of ranks on the board or of draws can mean all of them instead of one of them, ``has AK`` only the hands that
    have not paired the board, and a made class that class or a better one.
    """
    words = [" ".join(word.split()) for word in atom.rest.split(",")]
    head = f"{atom.subject} {atom.verb}"
    if atom.subject.lower() == "board":
        ranks = atom.rest[1:-1].replace("10", "T").replace(",", "").replace(" ", "").upper()
        if atom.rest.startswith("[") and 1 < len(ranks) <= 3 and "-" not in ranks:
            yield f"({' and '.join(f'{head} {rank}' for rank in ranks)})", "all of these ranks"
    elif atom.verb == "has":
        # "has AK" on an ace-high board: perhaps only those hands that missed it are meant.
        hole_ranks = {sign for sign in atom.rest.upper() if sign in RANKS}
        board_ranks = {RANKS[card >> 2] for card, _ in parse_cards(table.board)}
        if hole_ranks & board_ranks and len(atom.rest) <= 3 and len(hole_ranks) == 2:
            other = f"({atom.subject} has {atom.rest} and not {atom.subject} now low pair+)"
            yield other, f"{atom.rest} that has not paired"
    elif len(words) > 1 and any(word.lower() in DRAWS for word in words):
        yield f"({' and '.join(f'{head} {word}' for word in words)})", "all of these"
    elif len(words) == 1 and words[0].lower() in MADE and words[0].lower() not in _SAME_OR_BETTER:
        yield f"{head} {words[0]}+", f"{words[0]} or better"


def _razz(atom: _AtomText, table: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the other readings of a razz atom, each as its text and a label.

    The grammar reads ``low 8`` as an eight low or better; it can also mean exactly an eight low.
    """
    words = atom.rest.split()
    if atom.verb == "has":
        yield from _down_cards(atom)
    elif len(words) == 2 and words[0].lower() == "low":
        sign = words[1].upper().replace("10", "T")
        rank = RAZZ_RANKS.find(sign)
        if rank > 4:
            head = f"{atom.subject} {atom.verb} low"
            better = f"{head} {RAZZ_RANKS[rank - 1]}"
            yield f"({head} {words[1]} and not {better})", f"exactly {'an' if sign == '8' else 'a'} {sign} low"


def _down_cards(atom: _AtomText) -> Iterator[tuple[str, str]]:
    """Yield the other readings of ``has`` and down cards, each as its text and a label.

    Round brackets exclude pairs, square brackets are a list for one card, and ranks without brackets are exactly these
    cards. Players mix up these three, so each is offered as a reading of another.
    """
    rest = atom.rest.strip()
    head = f"{atom.subject} has"
    inside = rest[1:-1].strip()
    if rest.startswith("(") and rest.endswith(")"):
        yield f"{head} {inside}", "a pair of them too"
    elif re.fullmatch(r"\[[^\[\]-]+\]", rest):
        cards = inside.replace(",", "").replace(" ", "")
        yield f"{head} {rest}{rest}", "both cards from this list"
        if len(cards) == 2:
            yield f"{head} {cards}", "just these two cards"
    elif re.fullmatch(r"[2-9TJQKA]{2}", rest.upper()):
        yield f"{head} [{rest}][{rest}]", "two cards of these ranks"
    elif rest.count("-") == 2 or rest.count("+") == 2:
        yield f"{head} ({rest})", "no pair of them"


_READING_FINDERS: GameTable[Callable[[_AtomText, Scenario], Iterator[tuple[str, str]]]] = GameTable(
    "readings of questions", {"holdem": _holdem, "razz": _razz}
)


EXACT_TOLERANCE = 1e-9
"""The largest difference of exact numbers that counts as none."""
CLEAR_STDERRS = 4.0
"""The number of standard errors by which sampled numbers must differ, in addition to :data:`EXACT_TOLERANCE`."""


@dataclass(frozen=True, slots=True, eq=False)
class AskView:
    """The answer so far to the question of ``text`` about ``table``, and the other readings whose answers differ."""

    table: Scenario
    text: str
    question: TableQuestion
    step: QuestionStep
    others: tuple[tuple[OtherReading, QuestionAnswer], ...] = ()

    @property
    def equity_seat(self) -> int | None:
        """The seat whose equity the question asks for, or None if it asks how often something happens."""
        return _equity_seat(self.text, self.table)

    @property
    def final(self) -> bool:
        """Whether the answer is final. Other readings may still be added."""
        return self.step.final


def answer_with_readings(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> Iterator[AskView]:
    """Yield the answer to a question as it becomes more precise, then once for each other reading that differs.

    Raises:
        ScenarioError: as :func:`question_of_text` and :func:`engine.questions.answer.answer_steps`.
    """
    question = _counted(question_of_text(table, text, orders), text)
    view = None
    for step in answer_steps(question, orders, cancel=cancel):
        view = AskView(table, text, question, step)
        yield view
    if view is None or view.step.answer is None or not view.final:
        return
    for reading in other_readings(text, table, orders):
        answer = _last_answer(table, reading.text, orders, cancel)
        if answer is not None and differ(view.step.answer, answer):
            view = replace(view, others=(*view.others, (reading, answer)))
            yield view


def _equity_seat(text: str, table: Scenario) -> int | None:
    """Return the seat of a question such as ``1 equity given turn A``, or None if it is another question."""
    parts = question_parts(text)
    tokens = list(grammar_tokens(parts[EVENT].text))
    if len(tokens) != 2 or tokens[1].word != EQUITY or BY in parts:
        return None
    first = tokens[0]
    if first.text.isdecimal():
        return int(first.text) - 1
    return next(
        (i for i, seat in enumerate(table.seats) if seat.name.casefold() == quoted_name(first).casefold()), None
    )


def _counted(question: TableQuestion, text: str) -> TableQuestion:
    """Return the question with which the equity under a condition is computed: how often the condition holds.

    Its answer has the equities with and without the condition, and how often it holds.
    """
    if not question.given or _equity_seat(text, question.table) is None:
        return question
    return replace(question, event=question.given, given="")


def _last_answer(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> QuestionAnswer | None:
    """Return the last answer to a question, or None if there is none (an impossible condition, for example)."""
    try:
        *_, step = (None, *answer_steps(_counted(question_of_text(table, text, orders), text), orders, cancel=cancel))
    except ScenarioError:
        return None
    return None if step is None else step.answer


def differ(one: QuestionAnswer, other: QuestionAnswer) -> bool:
    """Return True if the probabilities or equities of two answers differ by more than their errors explain."""
    pairs = [(one.probability, one.stderr, other.probability, other.stderr)]
    pairs += zip(one.equity, one.equity_stderr, other.equity, other.equity_stderr, strict=False)
    return any(
        abs(a - b) > EXACT_TOLERANCE + CLEAR_STDERRS * (error_a**2 + error_b**2) ** 0.5
        for a, error_a, b, error_b in pairs
    )
