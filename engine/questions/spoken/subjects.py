"""The subjects of sentences: seat numbers, names, hands, ``I``, ``villain``, ``somebody``, and lists of these."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import TextError, excerpt
from engine.questions.expression import Token, quoted_name
from engine.questions.spoken.words import lower_words, not_understood, sentence_tokens
from engine.scenario import Scenario

HERO = frozenset({"i", "me", "we", "hero", "myself"})
VILLAIN = frozenset({"he", "him", "she", "they", "them", "villain", "opponent", "opp"})
_VILLAIN_NAMES = frozenset({"villain", "opponent"})
_SOME = frozenset({"somebody", "someone", "anybody", "anyone"})
_NONE = frozenset({"nobody", "noone"})
_EVERY = frozenset({"everybody", "everyone"})
_SEAT = frozenset({"seat", "player", "seats", "players"})
_GROUPS: tuple[tuple[tuple[str, ...], str], ...] = tuple(
    (tuple(phrase.split()), kind)
    for kind, phrases in {
        "any other": "anyone else, anybody else, someone else, somebody else, any opponent, an opponent, "
            "some opponent, another seat, another player, one of my opponents, any of my opponents, either of them, "
            "one of them, any of them, either villain, either opponent, any villain, one of the others, "
            "at least one opponent, at least one of them, at least one other player, at least one villain",
        "no other": "nobody else, no one else, no opponent, none of my opponents, no other player, no other seat",
        "all other": "everyone else, everybody else, every opponent, all opponents, all my opponents, the others, "
            "all of my opponents, both of them, all of them, both villains, both opponents, all villains, "
            "all three of them",
        "they": "they both, them both",
        "any": "any seat, any player, some seat, some player, one of us, any of us, any one",
        "none": "no one, no seat, no player, none of us",
        "all": "every seat, every player, all seats, all players, all of us, we all, all three of us, all four of us",
        "both": "both of us, we both, both seats, both players, both",
    }.items()
    for phrase in phrases.split(", ")
)  # fmt: skip
"""Phrases for several seats, with the kind of each."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause, one or several seats or the board.

    ``texts`` are words of the grammar: ``2``, ``any``, ``board``, ``turn``. The clause must be true for all of them if
    ``joint`` is ``and``, and for at least one if it is ``or``. ``negated`` reverses this, as in ``nobody has a set``.
    """

    texts: tuple[str, ...]
    joint: str = "or"
    negated: bool = False


class SubjectFinder:
    """Finds the subject of a clause about ``table``; ``selected`` is the index of the selected seat, or None.

    A hand means the seat that has it only as a subject. Elsewhere it is a hand: in ``AA wins if 2 has KK`` the seat
    with AA is the subject, and KK are cards, even if another seat has them.
    """

    def __init__(self, table: Scenario, selected: int | None = None) -> None:
        self._table, self._selected = table, selected
        self._live = table.active_seats
        self._names = self._by_text(seat.name for seat in table.seats)
        self._hands = self._by_text(seat.cards for seat in table.seats)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats, from 0, that have not folded."""
        return self._live

    def _by_text(self, texts: Iterator[str]) -> dict[tuple[str, ...], list[int]]:
        """Return the seats with each text, by the words of the text in lower case."""
        result: dict[tuple[str, ...], list[int]] = {}
        for seat, text in enumerate(texts):
            words = tuple(lower_words(sentence_tokens(text)))
            if words:
                result.setdefault(words, []).append(seat)
        return result

    def at(self, tokens: Sequence[Token]) -> list[tuple[Subject, int]]:
        """Return the possible subjects at the beginning of ``tokens``, longest first, with their numbers of tokens.

        Raises:
            TextError: the words name an unknown seat, or several seats.
        """
        if lower_words(tokens[:1]) in (["who"], ["which"], ["whose"]):
            raise not_understood(tokens)
        result = [*self._groups(tokens)]
        try:
            for seat, used in self._single_seats(tokens):
                result.append((Subject((str(seat + 1),)), used))
                result += self._lists(tokens, (str(seat + 1),), used)
        except TextError:
            if not result:  # "they both" is known where "they" alone may be several seats
                raise
        neither = lower_words(tokens[:1]) == ["neither"]
        if neither or lower_words(tokens[:1]) in (["either"], ["both"]):
            for subject, used in self.at(tokens[1:]) if len(tokens) > 1 else ():
                if len(subject.texts) > 1:
                    joint = "or" if neither else subject.joint
                    result.append((Subject(subject.texts, joint, negated=neither), used + 1))
        # The sort is stable: of equally long subjects a name comes before a hand, and a hand before a pronoun.
        return sorted(result, key=lambda pair: -pair[1])

    def _lists(self, tokens: Sequence[Token], texts: tuple[str, ...], used: int) -> Iterator[tuple[Subject, int]]:
        """Yield the lists, ``2 and 3`` or ``2, 3 or 4``, that begin with ``texts``, the first ``used`` tokens."""
        at, joint = used, ""
        while at < len(tokens) and (tokens[at].text in (",", "&") or tokens[at].word in ("and", "or", "nor")):
            joint = joint or {"or": "or", "nor": "or", "and": "and", "&": "and"}.get(tokens[at].word, "")
            at += 1
        if at == used or at >= len(tokens):
            return
        for seat, more in self._single_seats(tokens[at:]):
            longer = (*texts, str(seat + 1))
            if joint:
                yield Subject(longer, joint), at + more
            yield from self._lists(tokens, longer, at + more)

    def single(self, tokens: Sequence[Token]) -> int | None:
        """Return the seat that all of ``tokens`` together name, or None if they name no seat.

        Raises:
            TextError: they name an unknown seat, or several seats.
        """
        return next((seat for seat, used in self._single_seats(tokens) if used == len(tokens)), None)

    def _single_seats(self, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
        """Yield the seats that the beginning of ``tokens`` may name, each with the number of its tokens."""
        if not tokens:
            return
        first, words = tokens[0], lower_words(tokens)
        if first.text.startswith('"'):
            yield self._one_of(self._named(quoted_name(first)), tokens[:1]), 1
            return
        name_length = 0
        for texts in (self._names, self._hands):
            for text, seats in texts.items():
                # A number is always a seat number, even if another seat has it as its name.
                if tuple(words[: len(text)]) == text and not (len(text) == 1 and self._is_seat_number(text[0])):
                    name_length = max(name_length, len(text))
                    yield self._one_of(seats, tokens[: len(text)]), len(text)
        if words[0] in _SEAT and len(words) > 1 and words[1].lstrip("#").isdecimal():
            if name_length < 2:  # a seat called "Seat 3" may be another one than the third
                yield self._numbered_seat(tokens[1]), 2
        elif words[0].startswith("#") and words[0][1:].isdecimal():
            yield self._numbered_seat(first), 1
        elif self._is_seat_number(words[0]):
            yield int(words[0]) - 1, 1
        at = 1 if words[0] in ("the", "my", "our") and len(words) > 1 else 0
        if words[:2] in (["my", "hand"], ["my", "cards"]):
            yield self.hero(first), 2
        elif words[at] in HERO:
            yield self.hero(tokens[at]), at + 1
        elif words[at] in VILLAIN:
            yield self.villain(tokens[at]), at + 1
        elif at:
            for seat, used in self._single_seats(tokens[1:]):
                yield seat, used + 1

    def _is_seat_number(self, word: str) -> bool:
        return word.isdecimal() and 1 <= int(word[:6]) <= len(self._table.seats)

    def _numbered_seat(self, token: Token) -> int:
        word, count = token.text.lstrip("#"), len(self._table.seats)
        if not self._is_seat_number(word):
            raise TextError(f"there is no seat {excerpt(word)}: seats are 1 to {count}", token.start)
        return int(word) - 1

    def _named(self, name: str) -> list[int]:
        return [index for index, seat in enumerate(self._table.seats) if seat.name.casefold() == name.casefold()]

    def _one_of(self, seats: Sequence[int], tokens: Sequence[Token]) -> int:
        """Return the only one of ``seats``; raise TextError if there are none or several."""
        text = " ".join(token.text for token in tokens)
        if not seats:
            raise TextError(f"{excerpt(text)}: no seat has this name", tokens[0].start)
        if len(seats) > 1:
            raise TextError(f"“{excerpt(text)}” could be {self.choices(seats)}: say which seat", tokens[0].start)
        return seats[0]

    def _groups(self, tokens: Sequence[Token]) -> Iterator[tuple[Subject, int]]:
        """Yield the subjects of several seats, such as ``nobody else``, at the beginning of ``tokens``."""
        words = lower_words(tokens)
        if words[:1] and words[0] in _SOME:
            yield Subject(("any",)), 1
        if words[:1] and words[0] in _NONE:
            yield Subject(("any",), negated=True), 1
        if words[:1] and words[0] in _EVERY | {"all"}:
            yield Subject(("all",), "and"), 1
        if words[:1] == ["any"]:
            yield Subject(("any",)), 1
        matching = [(phrase, kind) for phrase, kind in _GROUPS if tuple(words[: len(phrase)]) == phrase]
        if matching:  # only the longest one: "both of them" are others than "both"
            phrase, kind = max(matching, key=lambda pair: len(pair[0]))
            yield self._group(kind, tokens[0]), len(phrase)

    def _group(self, kind: str, token: Token) -> Subject:
        """Return the subject of a kind of :data:`_GROUPS`; ``token`` is for the position of errors."""
        if kind == "they":
            kind = "both" if len(self._live) == 2 else "all other"
        if kind.endswith("other"):
            hero = self.hero(token)
            others = tuple(str(seat + 1) for seat in self._live if seat != hero)
            if not others:
                raise TextError("there is no other live seat", token.start)
            return Subject(others, "and" if kind == "all other" else "or", negated=kind == "no other")
        if kind == "both" and len(self._live) != 2:
            raise TextError(f"“both” could be two of {self.choices(self._live, 'and')}: name them", token.start)
        return Subject(("any",), negated=kind == "none") if kind in ("any", "none") else Subject(("all",), "and")

    def hero(self, token: Token | None = None) -> int:
        """Return the seat, from 0, of the player who asks: the one named Hero, else the selected one.

        A seat named Villain is never the hero. If neither rule applies, a live seat is the hero if it is the only one,
        or the only one that is not a villain.

        Raises:
            TextError: the hero is unknown.
        """
        at = token.start if token is not None else 0
        named = self._named("hero")
        if len(named) > 1:
            raise TextError(f"several seats are called Hero: {_joined(f'seat {seat + 1}' for seat in named)}?", at)
        if named:
            return named[0]
        villains = self._villains()
        selected = self._selected
        if selected is not None and 0 <= selected < len(self._table.seats) and selected not in villains:
            return selected
        others = [seat for seat in self._live if seat not in villains]
        if len(others) == 1 and (villains or len(self._live) == 1):
            return others[0]
        message = (
            "Which seat is yours? Select it, name it Hero, or say which seat you mean: “how often does seat 1 win”"
        )
        raise TextError(message, at)

    def villain(self, token: Token) -> int:
        """Return the seat, from 0, of the opponent: the one named Villain, else the only other live one.

        Raises:
            TextError: the villain is unknown, or may be several seats.
        """
        named = self._villains()
        if len(named) == 1:
            return named[0]
        hero = self.hero(token)
        others = [seat for seat in named or self._live if seat != hero]
        if len(others) == 1:
            return others[0]
        if not others:
            raise TextError("there is no other live seat", token.start)
        raise TextError(f"“{excerpt(token.text)}” could be {self.choices(others)}: name the player", token.start)

    def choices(self, seats: Sequence[int], joint: str = "or") -> str:
        """Return seats, counted from 0, by name for an error: *BTN or seat 3*, the latter if its name is not unique."""
        named = (self._table.seats[seat].name for seat in seats)
        return _joined(
            (
                (name if name and len(self._named(name)) == 1 else f"seat {seat + 1}")
                for seat, name in zip(seats, named, strict=True)
            ),
            joint,
        )

    def _villains(self) -> list[int]:
        return [index for index, seat in enumerate(self._table.seats) if seat.name.casefold() in _VILLAIN_NAMES]


def _joined(texts: Iterable[str], joint: str = "or") -> str:
    *first, last = texts
    return f"{', '.join(first)} {joint} {last}" if first else last
