"""Translates questions as players type them into the grammar: ``how often do I flop a set`` becomes ``1 flop set``.

A text that is already in the grammar is returned unchanged. Any other is read as a sentence: an event, perhaps a
condition and a split. The user sees the translation. A sentence is rejected if any part of it is not understood, so
that no other question than the user's is answered.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.cards import TextError, plain_signs
from engine.games import GAMES
from engine.questions.answer import BY, GIVEN, TableQuestion, check_question, event_reader
from engine.questions.calculations import Calculation, calculation_of_sentence, calculation_of_text
from engine.questions.expression import Event, Token
from engine.questions.one_text import is_question, question_of_text, question_text
from engine.questions.spoken.clauses import Speech, event_text, join_events
from engine.questions.spoken.holdem import HoldemSpeech
from engine.questions.spoken.holdem_idioms import HoldemIdioms
from engine.questions.spoken.idioms import Idioms
from engine.questions.spoken.phrasing import Phrasing
from engine.questions.spoken.razz import RazzSpeech
from engine.questions.spoken.razz_idioms import RazzIdioms
from engine.questions.spoken.rewording import plain_words
from engine.questions.spoken.subjects import HERO, VILLAIN
from engine.questions.spoken.words import (
    ARTICLES,
    HELPERS,
    NotUnderstoodError,
    bracket_depths,
    lower_words,
    not_understood,
    prefix_length,
    sentence_tokens,
    tokens_text,
    without_commas,
)
from engine.questions.suggestions import suggested_questions
from engine.ranges.orders import Order
from engine.ranges.patience import NotPrepared
from engine.scenario import Game, GameTable, Problem, Scenario, ScenarioError

MAX_SENTENCE = 400
"""The largest number of characters of a sentence that is not in the grammar."""
_ASKS = (
    r"how (?:often|likely|many times)|what(?:'s| is| are)(?: the| my)? (?:odds|chances?|probability|likelihood)"
    r"|(?:the |my )?(?:odds|chances?|probability|likelihood|prob)"
)
OPENING = re.compile(rf"\s*(?:{_ASKS})\b(?:\s+(?:of|that|for|to|is it(?: that)?))?(\s+|$)", re.IGNORECASE)
"""The opening words of a question, which have no meaning of their own: ``how often``, ``what are the odds of``."""
_CONDITIONS: tuple[tuple[str, ...], ...] = (
    ("given", "that"), ("given",), ("if",), ("when",), ("whenever",), ("assumptions", "that"), ("assumptions",),
    ("provided", "that"), ("provided",), ("|",),
)  # fmt: skip
_SPLITS: tuple[tuple[str, ...], ...] = (("split", "by"), ("by",), ("per",), ("for", "each"))
_GRAMMAR_STARTS = frozenset({"board", "turn", "river", "any", "all", "not", "("})
_SENTENCE_WORDS = HELPERS | HERO | VILLAIN | {"if", "when", "seat", "player", "somebody", "nobody", "everybody"}
_TWO_CARDS = r"(?:pair of|\(?[2-9TJQKA][-cdhs]?[2-9TJQKA])"
"""The beginning of two hole cards in the grammar: ``QQ``, ``AhKh``, ``(5-5-)``, ``pair of queens``."""
_SPEECH: GameTable[type[Speech]] = GameTable("spoken questions", {"holdem": HoldemSpeech, "razz": RazzSpeech})
_IDIOMS: GameTable[type[Idioms]] = GameTable("idioms of questions", {"holdem": HoldemIdioms, "razz": RazzIdioms})


def read_typed(table: Scenario, text: str, orders: Sequence[Order] = (), selected: int | None = None) -> str:
    """Translate a typed question into the grammar.

    ``selected`` is the index of the selected seat, which is *I* if no seat is called Hero. At a table without hands a
    question means what it would mean if each empty seat had any hand.

    >>> from engine.table.one_line import parse_line
    >>> read_typed(parse_line('"Hero":AhKh v QQ'), "what are the odds that I flop top pair or better?")
    '1 flop top pair+'
    >>> read_typed(parse_line("AhKh v QQ"), "if seat 2 has queens, how often does seat 1 win")
    '1 wins given 2 has QQ'

    Raises:
        ScenarioError: the text is not understood; field ``question``, with a position in ``text``.
    """
    if not table.active_seats:
        table = _with_any_hands(table)
    opening = OPENING.match(plain_signs(text))
    start = opening.end() if opening else 0
    # A text in the grammar is not translated, with or without an opening such as "how often".
    for typed in (text, text[start:]):
        if is_question(table, typed, orders):
            return typed
    calculation = calculation_of_sentence(text)
    if calculation or _is_calculation(table, text, orders):
        return calculation or " ".join(text.split())
    tokens = sentence_tokens(plain_signs(text), start)
    try:
        if not tokens:
            raise TextError(
                f"ask for something, for example {_listed(suggestions_for(table, '', orders, selected))}", start
            )
        if len(text) > MAX_SENTENCE:
            raise not_understood(tokens)
        return _read_sentence(table, text, start, orders, selected)
    except NotUnderstoodError as error:
        listed = _listed(suggestions_for(table, text, orders, selected))
        other = _game_of(table, text, start, selected)
        if other:
            there, here = GAMES[other].title.lower(), GAMES[table.game].title.lower()
            message = f"I can answer this in {there}, but the table is {here}: switch the game, or ask {listed}"
            raise ScenarioError(Problem("question", message, error.position)) from None
        message = f"I did not understand “{error.message}”. Did you mean: {listed}?"
        problem = Problem("question", message, error.position)
        if _is_grammar(tokens):
            problem = _grammar_problem(table, text, start, orders) or problem
        raise ScenarioError(problem) from None
    except TextError as error:
        raise ScenarioError(Problem("question", error.message, error.position)) from None


def suggestions_for(
    table: Scenario, text: str, orders: Sequence[Order] = (), selected: int | None = None
) -> tuple[str, ...]:
    """Return up to three sentences that are understood at this table and near to ``text``.

    >>> from engine.table.one_line import parse_line
    >>> suggestions_for(parse_line('"Hero":AhKh v QQ'), "how often does he turn over an overpair")[0]
    'how often does villain have an overpair'
    """

    def is_understood(sentence: str) -> bool:
        opening = OPENING.match(sentence)
        try:
            if not calculation_of_sentence(sentence):
                _read_sentence(table, sentence, opening.end() if opening else 0, orders, selected)
        except (TextError, ScenarioError):
            return False
        return True

    return suggested_questions(table, text, _IDIOMS[table.game].suggested, is_understood, selected)


def _with_any_hands(table: Scenario) -> Scenario:
    any_hand = GAMES[table.game].any_hand
    return replace(table, seats=tuple(replace(seat, cards=any_hand) if seat.empty else seat for seat in table.seats))


def _game_of(table: Scenario, text: str, start: int, selected: int | None) -> Game | None:
    """Return another game in which ``text`` is a question, or None; its opening ends at position ``start``.

    A question is of that game only if it is about one of its streets or about two hole cards: *do I beat an eight*
    could be read in hold'em, and is about razz.
    """
    for game in (other for other in GAMES if other != table.game):
        any_hand, count = GAMES[game].any_hand, min(len(table.seats), GAMES[game].max_seats)
        other = Scenario(game, tuple(replace(seat, cards=any_hand) for seat in table.seats[:count]))
        question = text[start:]
        try:
            if not is_question(other, question, ()):
                asking = selected if selected is not None and selected < count else None
                question = _read_sentence(other, text, start, (), asking, corrections=False)
        except (TextError, ScenarioError):
            continue
        if re.search(rf"\b(?:{'|'.join(set(_SPEECH[game].streets.values()))}|board)\b|\bhas {_TWO_CARDS}", question):
            return game
    return None


def _listed(sentences: Sequence[str]) -> str:
    quoted = [f"“{sentence}”" for sentence in sentences]
    return " or ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1]))) if quoted else ""


def _read_sentence(
    table: Scenario,
    text: str,
    start: int,
    orders: Sequence[Order],
    selected: int | None,
    *,
    corrections: bool = True,
) -> str:
    """Return the question in the grammar that a sentence means; its opening ends at position ``start``.

    The typed sentence is read without changes first. If that fails, it is put into plain words, in which the idioms of
    players are known; with ``corrections`` the last attempt also corrects typing errors.

    Raises:
        TextError: none of these is understood; the error is that of the first attempt.
    """
    speech = _SPEECH[table.game](table, event_reader(table, orders), selected)

    def finished(question: str) -> str:
        """Return a translated question, not widened to *or better* if the sentence says *exactly*."""
        given = question_of_text(table, question, orders).given
        return question if "exactly" in text.lower() else speech.finished(question, given)

    try:
        return finished(_Sentence(table, orders, selected).read(text, start))
    except TextError as error:
        problem = error
    if not speech.subjects.live:
        raise problem
    phrasing = Phrasing(speech, _IDIOMS[table.game](speech))
    for corrected in (False, True) if corrections else (False,):
        try:
            result = phrasing.read(plain_words(text, table, corrected=corrected))
        except NotUnderstoodError:
            continue
        except TextError as error:
            if isinstance(problem, NotUnderstoodError):
                problem = TextError(error.message, start)
            continue
        if result.startswith("combos "):
            return result
        if is_question(table, result, orders):
            return finished(result)
    raise problem


def calculation_of_typed(
    table: Scenario, text: str, orders: Sequence[Order] = (), selected: int | None = None
) -> Calculation | None:
    """Return the calculation that a text or a sentence asks for, or None if it asks for something else or this thread
    would have to wait for a kernel (``ranges.patience``).

    >>> from engine.table.one_line import parse_line
    >>> calculation_of_typed(parse_line('"Hero":AhKh v QQ'), "how many combos of queens does he have?").headline
    '6'
    """
    try:
        return calculation_of_text(table, read_typed(table, text, orders, selected), orders)
    except (ScenarioError, NotPrepared):
        return None


def _is_calculation(table: Scenario, text: str, orders: Sequence[Order]) -> bool:
    """Return whether a text is a calculation.

    Raises:
        ScenarioError: as :func:`calculation_of_text`.
    """
    try:
        return calculation_of_text(table, text, orders) is not None
    except NotPrepared:
        return True


def as_question(table: Scenario, text: str, orders: Sequence[Order] = (), selected: int | None = None) -> str:
    """Translate as :func:`read_typed` does, but return ``text`` itself if it is not understood."""
    try:
        return read_typed(table, text, orders, selected)
    except ScenarioError:
        return text


def to_grammar(question: TableQuestion, selected: int | None = None) -> tuple[TableQuestion, str]:
    """Return a question in the grammar, and its text if that is a translation, else "".

    ``selected`` is the index of the seat of the player who asks, if no seat is called Hero.

    Raises:
        ScenarioError: the question is not understood.
    """
    try:
        check_question(question)
    except ScenarioError as error:
        if error.problems[0].field not in ("event", GIVEN, BY):
            raise
        problem = error
    else:
        return question, ""
    text = question_text(question)
    try:
        translated = question_of_text(question.table, read_typed(question.table, text, (), selected))
    except ScenarioError:
        tokens = sentence_tokens(plain_signs(question.event))
        if _is_grammar(tokens) and not any(token.word in (GIVEN, BY) for token in tokens):
            raise problem from None  # it names the field
        raise
    result = question_text(translated)
    return translated, "" if result == text else result


def _is_grammar(tokens: Sequence[Token]) -> bool:
    """Return True if a text looks like the grammar with a mistake rather than like a sentence.

    Its error is then the better message.
    """
    first = tokens[0]
    if not (first.text.isdecimal() or first.text.startswith('"') or first.word in _GRAMMAR_STARTS):
        return False
    return not any(token.text in ARTICLES or token.word in _SENTENCE_WORDS for token in tokens)


def _grammar_problem(table: Scenario, text: str, start: int, orders: Sequence[Order]) -> Problem | None:
    """Return the first problem of ``text`` from position ``start`` on as a question in the grammar, or None."""
    try:
        question_of_text(table, text[start:], orders)
    except ScenarioError as error:
        first = error.problems[0]
        return replace(first, position=first.position + start) if first.position is not None else first
    return None


class _Sentence:
    """Translates sentences about a table: splits them into event, condition and split, and translates each of these."""

    def __init__(self, table: Scenario, orders: Sequence[Order], selected: int | None) -> None:
        self._table, self._orders = table, orders
        self._speech = _SPEECH[table.game](table, event_reader(table, orders), selected)

    def read(self, text: str, start: int) -> str:
        """Return the question in the grammar of the sentence from position ``start`` on.

        Raises:
            TextError: the sentence is not understood.
        """
        plain = re.sub(r"[\s?.!]+$", "", plain_signs(text).replace("’", "'"))
        called = re.compile(r"\s*p\s*\((.*)\)\s*", re.IGNORECASE).fullmatch(plain, start)
        tokens = sentence_tokens(plain[: called.end(1)], called.start(1)) if called else sentence_tokens(plain, start)
        if not tokens:
            raise TextError("an event is missing here", start)
        event, given = self._event_and_condition(tokens, plain)
        try:
            return self._question(event, given)
        except NotUnderstoodError as error:
            # A split is looked for only if the sentence makes no sense without one: "by the river" usually says when
            # something happens, while "by river rank" is a split.
            last = given if given is not None else event
            for at in range(1, len(last)):
                by = self._split(last[at:])
                if by:
                    parts = (event, last[:at]) if given is not None else (last[:at], None)
                    return f"{self._question(*parts)} {BY} {by}"
            raise error

    def _event_and_condition(self, tokens: list[Token], text: str) -> tuple[list[Token], list[Token] | None]:
        """Return the tokens of the event and of the condition, the latter None if there is no condition."""
        depths = bracket_depths(tokens)
        for at in range(len(tokens)):
            words = lower_words(tokens[at : at + 2])
            used = prefix_length(words, _CONDITIONS)
            if not used or depths[at]:
                continue
            if at + used == len(tokens):
                raise TextError(f"a condition is missing after '{tokens[at].text}'", tokens[-1].end)
            if at:
                return without_commas(tokens[:at]), without_commas(tokens[at + used :])
            return self._condition_first(tokens[used:], text)
        return without_commas(tokens), None

    @staticmethod
    def _condition_first(tokens: list[Token], text: str) -> tuple[list[Token], list[Token]]:
        """Return event and condition of a sentence that begins with the condition: ``if 2 has AA, how often ...``.

        The event begins at ``how often`` or a similar opening, otherwise after the first comma.
        """
        for at, token in enumerate(tokens):
            opening = OPENING.match(text, token.start)
            if at and opening:
                event = [other for other in tokens[at:] if other.start >= opening.end()]
                return event, without_commas(tokens[:at])
        at = next((at for at, token in enumerate(tokens) if token.text == ","), 0)
        if not at or at + 1 == len(tokens):
            message = "an event is missing after this condition, as in 'if 2 has AA, how often does 1 win'"
            raise TextError(message, tokens[-1].end)
        return without_commas(tokens[at:]), tokens[:at]

    def _question(self, event_tokens: list[Token], given: list[Token] | None) -> str:
        """Return the question in the grammar of an event and a condition."""
        event, *conditions = self._events(event_tokens)
        if given is not None:
            conditions += self._events(given)
        if not conditions:
            return event_text(event)
        return f"{event_text(event)} {GIVEN} {event_text(join_events('and', conditions))}"

    def _events(self, tokens: list[Token]) -> list[Event[str]]:
        """Return the event of a sentence, and a second one if it also names the cards of its subject (``with QQ``)."""
        if not tokens:
            raise TextError("an event is missing here")
        return self._speech.event_with_cards(tokens)

    def _split(self, tokens: list[Token]) -> str:
        """Return the split in the grammar that the tokens mean, or "" if they are not a split."""
        used = prefix_length(lower_words(tokens), _SPLITS)
        tokens = tokens[used:] if used else []
        article = lower_words(tokens[:1]) == ["the"]
        tokens = tokens[1:] if article or lower_words(tokens[:1]) == ["each"] else tokens
        if not tokens:
            return ""
        words = lower_words(tokens)
        candidates = [tokens_text(tokens)]
        if len(words) == 1 and not article:  # "wins by the turn" says when, and is not understood
            candidates.append(f"{words[0]} rank")
        if len(words) == 2 and words[1] == "card":
            candidates.append(f"{words[0]} rank")
        for subject, more in self._speech.subjects.at(tokens):
            if len(subject.texts) == 1:
                candidates.append(f"{subject.texts[0]} {tokens_text(tokens[more:])}")
        return next((by for by in candidates if self._is_split(by)), "")

    def _is_split(self, by: str) -> bool:
        """Return True if ``by`` is a split in the grammar; checked with an event that is valid in this game."""
        event = next(event for event in ("any wins", "1 has random", "1 has xx") if self._speech.is_event(event))
        try:
            check_question(TableQuestion(self._table, event, by=by), self._orders)
        except ScenarioError:
            return False
        return True
