"""The text of an event: atoms with ``not``, ``and``, ``or`` and brackets, read into a tree; and the words
that atoms of both games begin with: a seat, a street, and who wins or is ahead.

The last words of an atom are those of hands, ranges or cards, which each game reads by itself.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Generic, Literal, TypeVar

from engine.cards import TextError, check_length, plain_signs, shown

A = TypeVar("A")

MOST_NESTED = 50
_QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_SPAN = re.compile(r"([2-9TJQKA])\s*-\s*([2-9TJQKA])")
_TOKEN = re.compile(rf"\s*(?:({_QUOTED})|([()\[\]])|((?:(?![\s()\[\]\"]).)+))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, bracket or quoted string, and the part of the text that it is."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The text in lower case."""
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class Event(Generic[A]):
    """An atom, or the operation ``not``, ``and``, ``or`` on other events."""

    operation: str
    parts: tuple["Event[A]", ...] = ()
    atom: A | None = None

    def atoms(self) -> Iterator[A]:
        """Yield all atoms, from left to right."""
        if self.atom is not None:
            yield self.atom
        for part in self.parts:
            yield from part.atoms()

    def holds(self, true: Callable[[A], bool]) -> bool:
        """Return whether the event happens where ``true`` says which atoms do."""
        if self.atom is not None:
            return true(self.atom)
        values = (part.holds(true) for part in self.parts)
        if self.operation == "not":
            return not next(values)
        return all(values) if self.operation == "and" else any(values)


@dataclass(slots=True)
class Phrase:
    """The words of an atom, taken one after the other, and the whole text for what is read by other rules."""

    text: str
    tokens: list[Token]
    at: int = field(default=0)

    @property
    def next(self) -> Token | None:
        """The next word, None at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def position(self) -> int:
        """The start of the next word, or the end of the last one."""
        token = self.next
        return token.start if token is not None else self.tokens[-1].end

    def take(self) -> Token | None:
        """Return the next word and go past it."""
        token = self.next
        self.at += token is not None
        return token

    @property
    def rest(self) -> str:
        """The text from the next word on."""
        return self.text[self.position : self.tokens[-1].end] if self.next is not None else ""


def complaint(word: str, choices: tuple[str, ...], wanted: str) -> str:
    """Return the message for a word that is none of ``choices``, with the one that may be meant."""
    near = get_close_matches(word.lower(), choices, 1, 0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"'{shown(word)}' is no {wanted} ({', '.join(choices)}){hint}" if word else f"a {wanted} is missing here"


def ranks_of_list(word: str, at: int, order: str, example: str) -> list[int]:
    """Return the places in ``order`` of the ranks of a list in square brackets, ``[9TJ]`` or ``[2-6]``.

    Raises:
        TextError: it is none, with an ``example`` of one; ``at`` is where the word begins.
    """
    if not word.endswith("]"):
        raise TextError("expected ']' at the end of this list of ranks", at)
    inside = word[1:-1].upper().replace("10", "T")
    span = _SPAN.fullmatch(inside.strip())
    if span:
        low, high = sorted(order.index(rank) for rank in span.groups())
        return list(range(low, high + 1))
    ranks = []
    for place, sign in enumerate(inside):
        if sign in " ,":
            continue
        if sign not in order:
            raise TextError(f"'{shown(word)}' is no list of ranks, as in {example}", at + 1 + place)
        ranks.append(order.index(sign))
    if not ranks:
        raise TextError("this list of ranks is empty", at)
    return ranks


SOME_SEATS: dict[str, str] = {"any": "or", "all": "and"}
"""Words in place of a seat: at least one of the live seats, each of them; with the operation that joins their atoms."""


def read_event(text: str, read_atom: Callable[[Phrase], A], live: Sequence[int] = ()) -> Event[A]:
    """Return the event that ``text`` describes.

    ``live``: the seats, from 0, that ``any`` and ``all`` stand for; without them both words are read by ``read_atom``.

    Raises:
        TextError: it cannot be read; the position is where it starts to go wrong.
    """
    check_length(text)
    reader = _Reader(plain_signs(text), read_atom, live)
    event = reader.any_of(0)
    left = reader.token
    if left is not None:
        message = "this bracket was never opened" if left.text == ")" else "expected 'and' or 'or' here"
        raise TextError(message, left.start)
    return event


class _Reader(Generic[A]):
    def __init__(self, text: str, read_atom: Callable[[Phrase], A], live: Sequence[int]) -> None:
        self._text, self._read_atom, self._live = text, read_atom, live
        self._tokens = list(tokens_of(text))
        self._at = 0

    @property
    def token(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def any_of(self, nested: int) -> Event[A]:
        return self._joined("or", lambda: self._joined("and", lambda: self._one(nested)))

    def _joined(self, word: str, part: Callable[[], Event[A]]) -> Event[A]:
        parts = [part()]
        while self.token is not None and self.token.word == word:
            self._at += 1
            parts.append(part())
        return parts[0] if len(parts) == 1 else Event(word, tuple(parts))

    def _one(self, nested: int) -> Event[A]:
        token = self.token
        if token is None or token.word in ("and", "or") or token.text == ")":
            raise TextError("an event is missing here", len(self._text.rstrip()) if token is None else token.start)
        if nested > MOST_NESTED:
            raise TextError("too many brackets in one another", token.start)
        if token.word == "not":
            self._at += 1
            return Event("not", (self._one(nested + 1),))
        if token.text == "(":
            self._at += 1
            event = self.any_of(nested + 1)
            closing = self.token
            if closing is None or closing.text != ")":
                raise TextError("this bracket is never closed", token.start)
            self._at += 1
            return event
        return self._atom(list(self._atom_tokens()))

    def _atom(self, tokens: list[Token]) -> Event[A]:
        first, *rest = tokens
        if first.word not in SOME_SEATS or not self._live:
            return Event("atom", atom=self._read_atom(Phrase(self._text, tokens)))
        seats = (Token(str(seat + 1), first.start, first.end) for seat in self._live)
        atoms = (self._read_atom(Phrase(self._text, [seat, *rest])) for seat in seats)
        events = tuple(Event("atom", atom=atom) for atom in atoms)
        return events[0] if len(events) == 1 else Event(SOME_SEATS[first.word], events)

    def _atom_tokens(self) -> Iterator[Token]:
        """Yield the words up to the next ``and``, ``or`` or bracket that closes none of these."""
        opened: list[Token] = []
        while self.token is not None:
            token = self.token
            if not opened and (token.word in ("and", "or") or token.text == ")"):
                return
            if token.text in "([":
                opened.append(token)
            elif token.text in ")]" and opened:
                opened.pop()
            self._at += 1
            yield token
        if opened:
            raise TextError("this bracket is never closed", opened[0].start)


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the words, brackets and quoted strings of a text.

    Raises:
        TextError: a quote is never closed.
    """
    at = 0
    while text[at:].strip():
        result = _TOKEN.match(text, at)
        if result is None:
            raise TextError("this quote is never closed", text.index('"', at))
        yield Token(result[0].strip(), result.end() - len(result[0].strip()), result.end())
        at = result.end()


def quoted_name(token: Token) -> str:
    """Return the name that a quoted string is, with its escapes as in JSON.

    Raises:
        TextError: it has an escape that is none.
    """
    try:
        return str(json.loads(token.text, strict=False))
    except ValueError:
        raise TextError(
            "a backslash in a quoted name stands before a quote or another backslash", token.start
        ) from None


Standing = Literal["best", "shared", "beaten"]
"""Better than every other active seat, as good as the best other one, or worse than some other one."""

AT_SHOWDOWN: dict[str, Standing] = {"wins": "best", "ties": "shared", "loses": "beaten"}
ON_STREET: dict[str, Standing] = {"ahead": "best", "behind": "beaten"}
BEATS = "beats"
"""The word before another seat: ``2 beats 3`` at showdown, ``2 beats 3 flop`` by the cards so far."""
NOW = "now"


@dataclass(frozen=True, slots=True)
class Relation:
    """The standing of a seat's cards, up to a street, against those of the other active seats, or of ``rival``."""

    seat: int
    standing: Standing
    street: int
    rival: int | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """The things that a question names: ``names`` and ``folded`` by seat, ``streets`` in order, ``known``: the number
    of them that are wholly known."""

    names: tuple[str, ...]
    folded: tuple[bool, ...]
    streets: tuple[str, ...]
    known: int

    @property
    def live(self) -> tuple[int, ...]:
        """The seats, from 0, that have not folded."""
        return tuple(seat for seat, folded in enumerate(self.folded) if not folded)

    def is_seat(self, token: Token) -> bool:
        """Return whether a word is a place or a name in quotes."""
        return token.text.startswith('"') or token.text.isdigit()

    def seat(self, token: Token) -> int:
        """Return the place, from 0, of the seat that a word names.

        Raises:
            TextError: there is no such seat, or more than one.
        """
        if token.text.startswith('"'):
            name = quoted_name(token)
            places = [place for place, own in enumerate(self.names) if own.casefold() == name.casefold()]
            if len(places) != 1:
                message = "no seat has this name" if not places else "several seats have this name; name a place"
                raise TextError(f"{shown(token.text)}: {message}", token.start)
            return places[0]
        if not 1 <= int(token.text[:6]) <= len(self.names):
            raise TextError(f"there is no seat {shown(token.text)}: seats are 1 to {len(self.names)}", token.start)
        return int(token.text) - 1

    def street(self, phrase: Phrase) -> int:
        """Return the number of the street that is the next word.

        Raises:
            TextError: it is none, or no street is wholly known yet.
        """
        at, token = phrase.position, phrase.take()
        word = token.word if token is not None else ""
        if word == NOW:
            if not self.known:
                raise TextError(f"'now' is the last street that is wholly known; the {self.streets[0]} is not", at)
            return self.known - 1
        if word not in self.streets:
            raise TextError(complaint(word, (*self.streets, NOW), "street"), at)
        return self.streets.index(word)

    def relation(self, seat: int, phrase: Phrase) -> Relation | None:
        """Return who wins or is ahead, None where the next word is none of these.

        Raises:
            TextError: the seat has folded, or words are wrong.
        """
        token = phrase.next
        if token is None or token.word not in (*AT_SHOWDOWN, *ON_STREET, BEATS):
            return None
        phrase.take()
        if self.folded[seat]:
            raise TextError(f"seat {seat + 1} has folded: it does not win, lose or lead", token.start)
        if token.word == BEATS:
            relation = self._beats(seat, phrase)
        elif token.word in AT_SHOWDOWN:
            relation = Relation(seat, AT_SHOWDOWN[token.word], len(self.streets) - 1)
        else:
            relation = Relation(seat, ON_STREET[token.word], self.street(phrase))
        ended(phrase)
        return relation

    def _beats(self, seat: int, phrase: Phrase) -> Relation:
        at, token = phrase.position, phrase.take()
        if token is None or not self.is_seat(token):
            raise TextError("another seat is missing here, as in 1 beats 2", at)
        rival = self.seat(token)
        if rival == seat:
            raise TextError("a seat does not beat itself", at)
        if self.folded[rival]:
            raise TextError(f"seat {rival + 1} has folded: nobody has to beat it", at)
        street = self.street(phrase) if phrase.next is not None else len(self.streets) - 1
        # Of two live seats the other one is all others.
        return Relation(seat, "best", street, rival if len(self.live) > 2 else None)


def ended(phrase: Phrase) -> None:
    """Complain about words that are left.

    Raises:
        TextError: there are some.
    """
    if phrase.next is not None:
        raise TextError(f"expected 'and' or 'or' before '{shown(phrase.rest)}'", phrase.position)
