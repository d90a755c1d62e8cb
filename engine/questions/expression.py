"""The grammar of events: atoms joined by ``not``, ``and``, ``or`` and brackets, parsed into a tree.

An atom is the smallest statement that is true or false, such as ``1 flop set`` or ``2 wins``. This module parses the
operators and the beginning of an atom that both games share: a seat, a street, and who wins or is ahead. Each game
parses the end of its atoms itself: hands, ranges or cards.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Generic, Literal, TypeVar

from engine.cards import TextError, check_length, excerpt, plain_signs

A = TypeVar("A")

MAX_NESTING = 50
_QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_SPAN = re.compile(r"([2-9TJQKA])\s*-\s*([2-9TJQKA])")
_TOKEN = re.compile(rf"\s*(?:({_QUOTED})|([()\[\]])|((?:(?![\s()\[\]\"]).)+))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, bracket or quoted string, and its position in the text."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The text in lower case."""
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class Event(Generic[A]):
    """An atom, or ``not``, ``and`` or ``or`` applied to other events. ``operation`` of an atom is ``atom``."""

    operation: str
    parts: tuple["Event[A]", ...] = ()
    atom: A | None = None

    def atoms(self) -> Iterator[A]:
        """Yield all atoms, from left to right."""
        if self.atom is not None:
            yield self.atom
        for part in self.parts:
            yield from part.atoms()

    def holds(self, is_true: Callable[[A], bool]) -> bool:
        """Return whether the event happens if ``is_true`` returns the truth value of each atom."""
        if self.atom is not None:
            return is_true(self.atom)
        values = (part.holds(is_true) for part in self.parts)
        if self.operation == "not":
            return not next(values)
        return all(values) if self.operation == "and" else any(values)


@dataclass(slots=True)
class Phrase:
    """The tokens of one atom, which readers take from left to right.

    ``text`` is the complete text, ``index`` that of the next token.
    """

    text: str
    tokens: list[Token]
    index: int = field(default=0)

    @property
    def next(self) -> Token | None:
        """The next token, or None at the end."""
        return self.tokens[self.index] if self.index < len(self.tokens) else None

    @property
    def position(self) -> int:
        """The start of the next token in the text, or the end of the last one."""
        token = self.next
        return token.start if token is not None else self.tokens[-1].end

    def take(self) -> Token | None:
        """Return the next token and advance, or return None at the end."""
        token = self.next
        self.index += token is not None
        return token

    @property
    def rest(self) -> str:
        """The text from the next token on, "" at the end."""
        return self.text[self.position : self.tokens[-1].end] if self.next is not None else ""


def unknown_word_message(word: str, choices: tuple[str, ...], expected: str) -> str:
    """Return the error message for a word that is not one of ``choices``, with a suggestion if one is similar.

    ``expected`` names the kind of word, as in *street*. An empty ``word`` is reported as missing.
    """
    near = get_close_matches(word.lower(), choices, 1, 0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    if not word:
        return f"a {expected} is missing here"
    return f"'{excerpt(word)}' is not a {expected} ({', '.join(choices)}){hint}"


def parse_rank_list(word: str, at: int, order: str, example: str) -> list[int]:
    """Return the indices in ``order`` of the ranks of a list in square brackets, ``[9TJ]`` or ``[2-6]``.

    ``at`` is the position of ``word`` in the text, for the position of errors.

    Raises:
        TextError: the word is not such a list; the message contains ``example``.
    """
    if not word.endswith("]"):
        raise TextError("expected ']' at the end of this list of ranks", at)
    inside = word[1:-1].upper().replace("10", "T")
    span = _SPAN.fullmatch(inside.strip())
    if span:
        low, high = sorted(order.index(rank) for rank in span.groups())
        return list(range(low, high + 1))
    ranks = []
    for index, sign in enumerate(inside):
        if sign in " ,":
            continue
        if sign not in order:
            raise TextError(f"'{excerpt(word)}' is not a list of ranks, as in {example}", at + 1 + index)
        ranks.append(order.index(sign))
    if not ranks:
        raise TextError("this list of ranks is empty", at)
    return ranks


SOME_SEATS: dict[str, str] = {"any": "or", "all": "and"}
"""Words for at least one of the live seats, and for each of them, with the operation that joins their atoms."""


def read_event(text: str, read_atom: Callable[[Phrase], A], live: Sequence[int] = ()) -> Event[A]:
    """Parse an event into a tree, whose atoms ``read_atom`` parses.

    ``live``: the seats, from 0, to which ``any`` and ``all`` refer. If it is empty, ``read_atom`` gets these words.

    >>> event = read_event("1 wins or not (2 wins and 3 ties)", lambda phrase: phrase.rest)
    >>> list(event.atoms())
    ['1 wins', '2 wins', '3 ties']
    >>> event.operation, event.holds({"1 wins": False, "2 wins": True, "3 ties": True}.__getitem__)
    ('or', False)

    Raises:
        TextError: the text is not an event; the position is that of the first error.
    """
    check_length(text)
    parser = _EventParser(plain_signs(text), read_atom, live)
    event = parser.any_of(0)
    extra = parser.token
    if extra is not None:
        message = "this bracket was never opened" if extra.text == ")" else "expected 'and' or 'or' here"
        raise TextError(message, extra.start)
    return event


class _EventParser(Generic[A]):
    """A recursive descent parser, one method per level: ``or`` of ``and`` of ``not``, brackets and atoms.

    ``depth`` is the number of brackets and ``not`` around the current token. It is limited, so that no text exceeds
    Python's recursion limit.
    """

    def __init__(self, text: str, read_atom: Callable[[Phrase], A], live: Sequence[int]) -> None:
        self._text, self._read_atom, self._live = text, read_atom, live
        self._tokens = list(grammar_tokens(text))
        self._index = 0

    @property
    def token(self) -> Token | None:
        return self._tokens[self._index] if self._index < len(self._tokens) else None

    def any_of(self, depth: int) -> Event[A]:
        """Parse an event at this depth of brackets; ``and`` binds more tightly than ``or``."""
        return self._joined("or", lambda: self._joined("and", lambda: self._operand(depth)))

    def _joined(self, operator: str, read_part: Callable[[], Event[A]]) -> Event[A]:
        """Parse parts with ``operator`` between them. A single part is returned unchanged."""
        parts = [read_part()]
        while self.token is not None and self.token.word == operator:
            self._index += 1
            parts.append(read_part())
        return parts[0] if len(parts) == 1 else Event(operator, tuple(parts))

    def _operand(self, depth: int) -> Event[A]:
        """Parse what ``and`` and ``or`` join: ``not`` and an operand, an event in round brackets, or an atom."""
        token = self.token
        if token is None or token.word in ("and", "or") or token.text == ")":
            raise TextError("an event is missing here", len(self._text.rstrip()) if token is None else token.start)
        if depth > MAX_NESTING:
            raise TextError("too many nested brackets", token.start)
        if token.word == "not":
            self._index += 1
            return Event("not", (self._operand(depth + 1),))
        if token.text == "(":
            self._index += 1
            event = self.any_of(depth + 1)
            closing = self.token
            if closing is None or closing.text != ")":
                raise TextError("this bracket is never closed", token.start)
            self._index += 1
            return event
        return self._atom(list(self._atom_tokens()))

    def _atom(self, tokens: list[Token]) -> Event[A]:
        """Parse the tokens of an atom, which becomes one atom per live seat if it begins with ``any`` or ``all``."""
        first, *rest = tokens
        if first.word not in SOME_SEATS or not self._live:
            return Event("atom", atom=self._read_atom(Phrase(self._text, tokens)))
        # "any wins" is read once per live seat, with "any" replaced by the number of the seat.
        seats = (Token(str(seat + 1), first.start, first.end) for seat in self._live)
        atoms = (self._read_atom(Phrase(self._text, [seat, *rest])) for seat in seats)
        events = tuple(Event("atom", atom=atom) for atom in atoms)
        return events[0] if len(events) == 1 else Event(SOME_SEATS[first.word], events)

    def _atom_tokens(self) -> Iterator[Token]:
        """Yield the tokens of the atom: up to the next ``and``, ``or`` or closing bracket that is outside of it."""
        opened: list[Token] = []
        while self.token is not None:
            token = self.token
            if not opened and (token.word in ("and", "or") or token.text == ")"):
                return
            if token.text in "([":
                opened.append(token)
            elif token.text in ")]" and opened:
                opened.pop()
            self._index += 1
            yield token
        if opened:
            raise TextError("this bracket is never closed", opened[0].start)


def grammar_tokens(text: str) -> Iterator[Token]:
    """Yield the words, brackets and quoted strings of a text of the grammar.

    Raises:
        TextError: a quote is never closed.
    """
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise TextError("this quote is never closed", text.index('"', at))
        yield Token(match[0].strip(), match.end() - len(match[0].strip()), match.end())
        at = match.end()


def quoted_name(token: Token) -> str:
    """Return the name inside a quoted string; escapes are those of JSON.

    Raises:
        TextError: the string contains an invalid escape.
    """
    try:
        return str(json.loads(token.text, strict=False))
    except ValueError:
        raise TextError(
            "a backslash in a quoted name stands before a quote or another backslash", token.start
        ) from None


Standing = Literal["best", "shared", "beaten"]
"""Better than every other active seat, equal to the best of them, or worse than at least one."""

AT_SHOWDOWN: dict[str, Standing] = {"wins": "best", "ties": "shared", "loses": "beaten"}
ON_STREET: dict[str, Standing] = {"ahead": "best", "behind": "beaten"}
EQUITY = "equity"
"""The word of an event that happens in every deal: ``1 equity given turn A`` asks for the equity of a seat alone."""
BEATS = "beats"
"""The word before another seat: ``2 beats 3`` at showdown, ``2 beats 3 flop`` by the cards so far."""
NOW = "now"


@dataclass(frozen=True, slots=True)
class Relation:
    """A comparison of a seat's cards, up to a street, with those of all other active seats, or of ``rival`` alone.

    Seats and streets are counted from 0; the last street is the showdown.
    """

    seat: int
    standing: Standing
    street: int
    rival: int | None = None


@dataclass(frozen=True, slots=True)
class EquityAtom:
    """An event that always happens: the question is only about the equity of ``seat``."""

    seat: int


def without_equity_atoms(event: Event[A]) -> Event[A]:
    """Return an event with each :class:`EquityAtom` replaced by a conjunction of nothing, which is always true.

    Nothing is left to evaluate for it in the deals, so that it does not make an answer more expensive.
    """
    if isinstance(event.atom, EquityAtom):
        return Event("and")
    return replace(event, parts=tuple(without_equity_atoms(part) for part in event.parts))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The seats and streets that a question can name.

    ``names`` and ``folded`` are by seat, ``streets`` in order; all cards of the first ``known_streets`` are known.
    """

    names: tuple[str, ...]
    folded: tuple[bool, ...]
    streets: tuple[str, ...]
    known_streets: int

    @property
    def live(self) -> tuple[int, ...]:
        """The seats, from 0, that have not folded."""
        return tuple(seat for seat, folded in enumerate(self.folded) if not folded)

    def is_seat(self, token: Token) -> bool:
        """Return whether a token is the number of a seat or a name in quotes."""
        return token.text.startswith('"') or token.text.isdecimal()

    def seat(self, token: Token) -> int:
        """Return the index, from 0, of the seat that a token names.

        Raises:
            TextError: there is no such seat, or more than one.
        """
        if token.text.startswith('"'):
            name = quoted_name(token)
            seats = [seat for seat, other in enumerate(self.names) if other.casefold() == name.casefold()]
            if len(seats) != 1:
                message = "no seat has this name" if not seats else "several seats have this name; use a seat number"
                raise TextError(f"{excerpt(token.text)}: {message}", token.start)
            return seats[0]
        if not 1 <= int(token.text[:6]) <= len(self.names):
            raise TextError(f"there is no seat {excerpt(token.text)}: seats are 1 to {len(self.names)}", token.start)
        return int(token.text) - 1

    def street(self, phrase: Phrase) -> int:
        """Take the next token, which names a street, and return the index of the street.

        Raises:
            TextError: the token is not a street, or it is ``now`` and no street is completely known.
        """
        at, token = phrase.position, phrase.take()
        word = token.word if token is not None else ""
        if word == NOW:
            if not self.known_streets:
                raise TextError(f"'now' is the last street that is completely known; the {self.streets[0]} is not", at)
            return self.known_streets - 1
        if word not in self.streets:
            raise TextError(unknown_word_message(word, (*self.streets, NOW), "street"), at)
        return self.streets.index(word)

    def has_or_street(self, phrase: Phrase) -> int | None:
        """Take the next token of an atom about the hand of a seat: None if it is ``has``, else the index of a street.

        Raises:
            TextError: the token is neither, or it is ``now`` and no street is completely known.
        """
        token, at = phrase.next, phrase.position
        if token is not None and token.word == "has":
            phrase.take()
            return None
        if token is None or token.word not in (*self.streets, NOW):
            choices = (*self.streets, NOW, "has", *AT_SHOWDOWN, BEATS, *ON_STREET, EQUITY)
            raise TextError(unknown_word_message(token.text if token else "", choices, "word after a seat"), at)
        return self.street(phrase)

    def relation(self, seat: int, phrase: Phrase) -> Relation | EquityAtom | None:
        """Parse the end of an atom about who wins or is ahead, or about an equity, or return None for any other atom.

        Raises:
            TextError: the seat has folded, or the words after the verb are invalid.
        """
        token = phrase.next
        if token is None or token.word not in (*AT_SHOWDOWN, *ON_STREET, BEATS, EQUITY):
            return None
        phrase.take()
        if self.folded[seat]:
            raise TextError(f"seat {seat + 1} has folded: it does not win, lose or lead", token.start)
        relation: Relation | EquityAtom
        if token.word == EQUITY:
            relation = EquityAtom(seat)
        elif token.word == BEATS:
            relation = self._beats(seat, phrase)
        elif token.word in AT_SHOWDOWN:
            relation = Relation(seat, AT_SHOWDOWN[token.word], len(self.streets) - 1)
        else:
            relation = Relation(seat, ON_STREET[token.word], self.street(phrase))
        expect_end(phrase)
        return relation

    def _beats(self, seat: int, phrase: Phrase) -> Relation:
        """Parse the rival in ``1 beats 2`` and the street after it, by default the showdown.

        Raises TextError if there is no rival, it is the seat itself, or it has folded.
        """
        at, token = phrase.position, phrase.take()
        if token is None or not self.is_seat(token):
            raise TextError("another seat is missing here, as in 1 beats 2", at)
        rival = self.seat(token)
        if rival == seat:
            raise TextError("a seat does not beat itself", at)
        if self.folded[rival]:
            raise TextError(f"seat {rival + 1} has folded: nobody has to beat it", at)
        street = self.street(phrase) if phrase.next is not None else len(self.streets) - 1
        # Of two live seats, "beats the other" is the same as "wins" or "ahead". Equal statements must become equal
        # atoms: each different atom doubles the truth table.
        return Relation(seat, "best", street, rival if len(self.live) > 2 else None)


def expect_end(phrase: Phrase) -> None:
    """Raise TextError if tokens of the phrase remain."""
    if phrase.next is not None:
        raise TextError(f"expected 'and' or 'or' before '{excerpt(phrase.rest)}'", phrase.position)
