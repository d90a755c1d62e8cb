"""Other readings of a question: what a player could mean by a text that the grammar reads in one way.

The reading of the grammar is the answer. Another one is a question of its own, in which no doubt is left: the page
has both, each as it becomes known.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS, RAZZ_RANKS, parse_cards, plain_signs
from engine.equity.workers import CancelToken
from engine.questions.answer import BY, TableQuestion, answer_steps
from engine.questions.expression import SOME_SEATS, Token, grammar_tokens
from engine.questions.one_text import QuestionPart, is_question, question_of_text, question_parts
from engine.questions.results import QuestionAnswer, QuestionStep
from engine.ranges.made_names import DRAWS, MADE
from engine.ranges.orders import Order
from engine.scenario import GameTable, Scenario, ScenarioError

MAX_READINGS = 3
"""Other readings of a text; more would bury the answer."""
_WHOLE = ("nothing", "plays the board", "straight flush")
"""Classes of which *or better* says nothing else."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another question that a text may mean; ``words``: what is read differently."""

    text: str
    words: str


@dataclass(frozen=True, slots=True)
class _AtomText:
    """An atom: its first two words, the text behind them, and where it stands in its part."""

    who: str
    verb: str
    rest: str
    start: int
    end: int


def other_readings(text: str, table: Scenario, orders: Sequence[Order] = ()) -> tuple[OtherReading, ...]:
    """Return the other readings of a question that can be read, all of them questions about the table."""
    plain, result = plain_signs(text), dict[str, OtherReading]()
    for key, part in question_parts(text).items():
        if key == BY:
            continue
        for other, words in _of_part(part, table):
            whole = f"{plain[: part.start]}{other}{plain[part.end :]}"
            if is_question(table, whole, orders):
                result.setdefault(whole, OtherReading(whole, words))
    return tuple(result.values())[:MAX_READINGS]


def _of_part(part: QuestionPart, table: Scenario) -> Iterator[tuple[str, str]]:
    tokens = list(grammar_tokens(part.text))
    yield from _wider_not(part.text, tokens)
    yield from _or_first(part.text, tokens)
    for piece in _pieces(part.text, tokens):
        for other, words in _READING_FINDERS[table.game](piece, table):
            # "any A and any B" may be about two seats, so only readings of a single atom keep "any".
            if piece.who.lower() in SOME_SEATS and " and " in other:
                continue
            yield f"{part.text[: piece.start]}{other}{part.text[piece.end :]}", words


def _depths(tokens: Sequence[Token]) -> list[int]:
    """Return how many brackets are open before each token."""
    depths, open_ = [], 0
    for token in tokens:
        open_ -= token.text in (")", "]")
        depths.append(open_)
        open_ += token.text in ("(", "[")
    return depths


def _wider_not(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """``not A and B``: not both."""
    depths = _depths(tokens)
    for place, token in enumerate(tokens):
        if token.word != "not" or tokens[place + 1].text == "(":
            continue
        same = [i for i in range(place + 1, len(tokens)) if depths[i] == depths[place]]
        closed = next((i for i in range(place, len(tokens)) if depths[i] < depths[place]), len(tokens))
        if any(tokens[i].word in ("and", "or") for i in same if i < closed):
            first, last = tokens[place + 1].start, tokens[closed - 1].end
            yield f"{text[:first]}({text[first:last]}){text[last:]}", "not for all that follows"


def _or_first(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """``A or B and C``: one of A and B, and C."""
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


def _pieces(text: str, tokens: Sequence[Token]) -> Iterator[_AtomText]:
    """Yield the atoms of three words or more."""
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


def _holdem(piece: _AtomText, table: Scenario) -> Iterator[tuple[str, str]]:
    words = [" ".join(word.split()) for word in piece.rest.split(",")]
    head = f"{piece.who} {piece.verb}"
    if piece.who.lower() == "board":
        ranks = piece.rest[1:-1].replace("10", "T").replace(",", "").replace(" ", "").upper()
        if piece.rest.startswith("[") and 1 < len(ranks) <= 3 and "-" not in ranks:
            yield f"({' and '.join(f'{head} {rank}' for rank in ranks)})", "all of these ranks"
    elif piece.verb == "has":
        held = {sign for sign in piece.rest.upper() if sign in RANKS}
        board = {RANKS[card >> 2] for card, _ in parse_cards(table.board)}
        if held & board and len(piece.rest) <= 3 and len(held) == 2:
            other = f"({piece.who} has {piece.rest} and not {piece.who} now low pair+)"
            yield other, f"{piece.rest} that has not paired"
    elif len(words) > 1 and any(word.lower() in DRAWS for word in words):
        yield f"({' and '.join(f'{head} {word}' for word in words)})", "all of these"
    elif len(words) == 1 and words[0].lower() in MADE and words[0].lower() not in _WHOLE:
        yield f"{head} {words[0]}+", f"{words[0]} or better"


def _razz(piece: _AtomText, table: Scenario) -> Iterator[tuple[str, str]]:
    words = piece.rest.split()
    if piece.verb == "has":
        yield from _down_cards(piece)
    elif len(words) == 2 and words[0].lower() == "low":
        sign = words[1].upper().replace("10", "T")
        place = RAZZ_RANKS.find(sign)
        if place > 4:
            head = f"{piece.who} {piece.verb} low"
            better = f"{head} {RAZZ_RANKS[place - 1]}"
            yield f"({head} {words[1]} and not {better})", f"exactly {sign} low"


def _down_cards(piece: _AtomText) -> Iterator[tuple[str, str]]:
    rest = piece.rest.strip()
    head = f"{piece.who} has"
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
"""Exact probabilities and equities so near to one another are the same."""
CLEAR_STDERRS = 4.0
"""Sampled ones differ where they are so many standard errors apart."""


@dataclass(frozen=True, slots=True, eq=False)
class AskView:
    """The answer so far to the question of ``text`` about ``table``; ``others``: the answers of other readings, of
    those that differ."""

    table: Scenario
    text: str
    question: TableQuestion
    step: QuestionStep
    others: tuple[tuple[OtherReading, QuestionAnswer], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the answer is final."""
        return self.step.progress >= 1.0


def answer_with_readings(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> Iterator[AskView]:
    """Yield the answer to the question of a text, and then, one after the other, those of its other readings.

    Raises:
        ScenarioError: as ``question_of_text`` and ``answer.steps``.
    """
    question = question_of_text(table, text, orders)
    view = None
    for step in answer_steps(question, orders, cancel=cancel):
        view = AskView(table, text, question, step)
        yield view
    if view is None or view.step.answer is None or not view.whole:
        return
    for reading in other_readings(text, table, orders):
        answer = _answer(table, reading.text, orders, cancel)
        if answer is not None and differ(view.step.answer, answer):
            view = replace(view, others=(*view.others, (reading, answer)))
            yield view


def _answer(table: Scenario, text: str, orders: Sequence[Order], cancel: CancelToken) -> QuestionAnswer | None:
    """Return the answer to a question; None where it has none: what is given cannot happen."""
    answer = None
    try:
        for step in answer_steps(question_of_text(table, text, orders), orders, cancel=cancel):
            answer = step.answer
    except ScenarioError:
        return None
    return answer


def differ(one: QuestionAnswer, other: QuestionAnswer) -> bool:
    """Return whether two answers are clearly not the same."""
    pairs = [(one.probability, one.stderr, other.probability, other.stderr)]
    pairs += zip(one.equity, one.equity_stderr, other.equity, other.equity_stderr, strict=False)
    return any(
        abs(a - b) > EXACT_TOLERANCE + CLEAR_STDERRS * (error_a**2 + error_b**2) ** 0.5
        for a, error_a, b, error_b in pairs
    )
