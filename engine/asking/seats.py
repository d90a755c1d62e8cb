"""The words that atoms of both games begin with: a seat, a street, and who wins or is ahead."""

import json
from dataclasses import dataclass
from typing import Literal

from engine.asking.expression import Phrase, Token, complaint
from engine.cards import TextError, shown

Standing = Literal["best", "shared", "beaten"]
"""Better than every other active seat, as good as the best other one, or worse than some other one."""

AT_SHOWDOWN: dict[str, Standing] = {"wins": "best", "ties": "shared", "loses": "beaten"}
ON_STREET: dict[str, Standing] = {"ahead": "best", "behind": "beaten"}
NOW = "now"


@dataclass(frozen=True, slots=True)
class Relation:
    """The standing of a seat's cards, up to a street, against those of the other active seats."""

    seat: int
    standing: Standing
    street: int


@dataclass(frozen=True, slots=True)
class Words:
    """The things that a question names: ``names`` and ``folded`` by seat, ``streets`` in order, ``known``: the number
    of them that are wholly known.
    """

    names: tuple[str, ...]
    folded: tuple[bool, ...]
    streets: tuple[str, ...]
    known: int

    def is_seat(self, token: Token) -> bool:
        """Return whether a word is a place or a name in quotes."""
        return token.text.startswith('"') or token.text.isdigit()

    def seat(self, token: Token) -> int:
        """Return the place, from 0, of the seat that a word names.

        Raises:
            TextError: there is no such seat, or more than one.
        """
        if token.text.startswith('"'):
            name = json.loads(token.text)
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
        if token is None or token.word not in (*AT_SHOWDOWN, *ON_STREET):
            return None
        phrase.take()
        if self.folded[seat]:
            raise TextError(f"seat {seat + 1} has folded: it does not win, lose or lead", token.start)
        if token.word in AT_SHOWDOWN:
            relation = Relation(seat, AT_SHOWDOWN[token.word], len(self.streets) - 1)
        else:
            relation = Relation(seat, ON_STREET[token.word], self.street(phrase))
        ended(phrase)
        return relation


def ended(phrase: Phrase) -> None:
    """Complain about words that are left.

    Raises:
        TextError: there are some.
    """
    if phrase.next is not None:
        raise TextError(f"expected 'and' or 'or' before '{shown(phrase.rest)}'", phrase.position)
