"""Translates the clauses of a typed sentence into the grammar: the rules that both games share.

A clause has a subject, a predicate and perhaps a time: *seat 2 has a flush by the river*. A sentence is divided at
``and`` and ``or`` into pieces (:meth:`Speech.items`), each piece becomes a :class:`Clause`, and a clause an event in
the grammar (:meth:`Speech.event_of`). A piece without a subject or a verb takes it from the clause before: *2 has a set
or a flush draw on the turn and wins*. Words that no rule reads raise ``NotUnderstoodError``, and the caller tries the
next possibility: a longer piece, another subject.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.cards import TextError
from engine.questions.expression import BEATS, EQUITY, Event, Token
from engine.questions.spoken.subjects import Subject, SubjectFinder
from engine.questions.spoken.words import (
    ARTICLES,
    HELPERS,
    bracket_depths,
    lower_words,
    not_understood,
    prefix_length,
    rank_letter,
    sentence_tokens,
    tokens_text,
    without_article,
    without_commas,
    without_helpers,
)
from engine.questions.spoken.words import NotUnderstoodError as NotUnderstood
from engine.scenario import Scenario

WIN = frozenset({"win", "wins", "winning", "won"})
LOSE = frozenset({"lose", "loses", "losing", "lost"})
TIE = frozenset({
    "tie", "ties", "tying", "tied", "chop", "chops", "chopping", "chopped", "split", "splits", "splitting",
})  # fmt: skip
BEAT = frozenset({"beat", BEATS, "beating", "beaten"})
LEAD = {"ahead": "ahead", "leads": "ahead", "lead": "ahead", "leading": "ahead", "behind": "behind", "trails": "behind",
        "trail": "behind", "trailing": "behind"}  # fmt: skip
HAVE = frozenset({
    "has", "have", "having", "had", "hit", "hits", "hitting", "make", "makes", "making", "made", "get", "gets",
    "getting", "got", "catch", "catches", "catching", "caught",
})  # fmt: skip
HOLD = frozenset({"hold", "holds", "holding", "held"})
MAX_ATTEMPTS = 400
"""The number of attempts to read pieces; without a limit, it would grow exponentially with the pieces."""
_THIRD_PERSON = frozenset({"wins", "loses", "ties", BEATS, "has", "flops", "turns", "rivers", "bricks", "pairs"})
PREPOSITIONS = frozenset({"on", "by", "at", "in"})
PREFLOP = "before the flop"
_NOW = (("now",), ("already",), ("currently",), ("right", "now"), ("so", "far"), ("at", "the", "moment"))
_PREFLOP = (("preflop",), ("pre-flop",), ("before", "the", "flop"), ("pre", "flop"))
_ENDS = (("showdown",), ("the", "showdown"), ("the", "end"))
_POT = (("the", "pot"), ("pot",), ("the", "hand"), ("it",), ("showdown",))
_NOT = (("not",), ("it", "is", "not", "so", "that"), ("it", "is", "not", "true", "that"))
_BETTER = frozenset({"better", "higher", "more", "above", "lower", "worse", "below", "less"})
_TIE_NOUNS = frozenset({
    "tie", "chop", "split pot", "pot split", "pot shared", "pot chopped", "pot chops", "shared pot", "chopped pot",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class StreetTime:
    """The street on which something happens: one of the game, ``now``, or :data:`PREFLOP`.

    ``by`` and ``article``: whether the words *by* and *the* came with it, as in *by the river*.
    """

    street: str
    by: bool = False
    article: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement about a subject.

    ``verb`` is a word of the grammar (``wins``, ``ahead``, ``has``) or a kind of statement that only one game has
    (``made``: a made hand, ``low``: a low, ``dealt``, ``board``, ``catches``). ``things`` are its objects in the
    grammar, of which one is enough. ``street`` is "" if the sentence does not say when; the game then decides.
    ``exact``: a better hand does not count. ``inherits``: the subject is that of the previous clause, so ``somebody``
    is the same seat in both. ``present``: the verb is *has*, which means the current board once there is one.
    """

    subject: Subject
    verb: str
    things: tuple[str, ...] = ()
    street: str = ""
    negated: bool = False
    exact: bool = False
    inherits: bool = False
    present: bool = False


SentenceItem = Clause | Event[str]


class _Continuation(NamedTuple):
    """The meaning of a piece without a subject: a replacement of the previous clause, and perhaps a second clause.

    The second one, ``clause``, is joined to the first by ``joint``.
    """

    previous: Clause
    clause: Clause | None
    joint: str


class Speech:
    """Translates clauses of sentences about a table; each game adds its predicates in a subclass.

    ``parse`` parses an event in the grammar (see ``answer.event_reader``); ``selected`` is the selected seat, or None.
    """

    streets: ClassVar[Mapping[str, str]]
    """The words for streets, and the street of the grammar that each means."""
    last: ClassVar[str]
    """The street of the showdown."""

    def __init__(self, table: Scenario, parse: Callable[[str], Event[Any]], selected: int | None = None) -> None:
        self.table, self.subjects = table, SubjectFinder(table, selected)
        self._parse = parse
        self._attempts_left = 0

    def is_event(self, text: str) -> bool:
        """Return True if ``text`` is an event in the grammar."""
        return self.parsed(text) is not None

    def parsed(self, text: str) -> Event[Any] | None:
        """Return ``text`` parsed as an event in the grammar, or None if it is not one."""
        try:
            return self._parse(text)
        except TextError:
            return None

    @property
    def has_known_street(self) -> bool:
        """Whether the cards of a street are all known, so that *now* has a meaning."""
        return self.is_event(f"{self.subjects.live[0] + 1} ahead now")

    def seat_of(self, text: str) -> int | None:
        """Return the seat, from 0, that a text names, or None."""
        return self.subjects.single(sentence_tokens(text))

    def seats_with(self, hand: str) -> tuple[list[int], list[int]]:
        """Return the live seats that can only have ``hand``, hole cards in the grammar, and those that may have it."""
        return [], []

    def finished(self, text: str, given: str) -> str:
        """Return the text of a translated question, changed if a word means something else with these cards.

        ``given`` is the condition of the question.
        """
        return text

    def same_event(self, one: str, other: str) -> bool:
        """Return True if two texts in the grammar are the same event."""
        event = self.parsed(one)
        return event is not None and event == self.parsed(other)

    def event_with_cards(self, tokens: Sequence[Token]) -> list[Event[str]]:
        """Return the event of a sentence, and a second one if it also names the cards of its subject (``with QQ``).

        Raises:
            NotUnderstoodError: the sentence is not understood.
        """
        try:
            return [self.event(tokens)]
        except NotUnderstood as error:
            at = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].word == "with"), 0)
            items = self.items(tokens[:at]) if at else []
            last = items[-1][1] if items else None
            if not isinstance(last, Clause) or len(last.subject.texts) != 1 or not last.subject.texts[0].isdecimal():
                raise error from None
            if last.verb == "ties":  # a pot is tied with the hand of an opponent
                raise error from None
            cards = self.cards_of(last.subject, tokens[at + 1 :])
            if cards is None:
                raise error from None
            event, held = self.event(tokens[:at]), self.event_of(cards)
            # "AK with the ace of hearts" describes one hand; the cards of "flops a set with 22" are a condition.
            return [join_events("and", [event, held])] if " has " in (event.atom or "") else [event, held]

    def event(self, tokens: Sequence[Token]) -> Event[str]:
        """Return the event that a sentence means; its atoms are texts in the grammar.

        Raises:
            TextError: the sentence is not understood.
        """
        return self._event_of_items(self.items(tokens))

    def items(self, tokens: Sequence[Token]) -> list[tuple[str, SentenceItem]]:
        """Return the clauses of a sentence, each with the ``and`` or ``or`` before it ("" before the first).

        A clause may itself contain these words, as in ``2 and 3 tie``; the shortest possible clause is taken.

        Raises:
            TextError: the sentence is not understood.
        """
        self._attempts_left = MAX_ATTEMPTS
        return self._items_from(tokens, _pieces(tokens), 0, [])

    def _items_from(
        self,
        tokens: Sequence[Token],
        pieces: Sequence[tuple[str, int, int]],
        at: int,
        items: list[tuple[str, SentenceItem]],
    ) -> list[tuple[str, SentenceItem]]:
        """Return ``items`` followed by those of the pieces from ``at`` on; the first way to read all of them is taken.

        Called recursively: one or more pieces are read as a clause, then the remaining ones.
        """
        if at == len(pieces):
            return items
        error: NotUnderstood | None = None
        for end in range(at + 1, len(pieces) + 1):
            self._attempts_left -= 1
            if self._attempts_left < 0:
                break
            piece = without_commas(tokens[pieces[at][1] : pieces[end - 1][2]])
            try:
                extended = self._with_piece(items, pieces[at][0], piece)
                return self._items_from(tokens, pieces, end, extended)
            except NotUnderstood as problem:
                error = error or problem
        raise error or not_understood(tokens)

    def _with_piece(
        self, items: Sequence[tuple[str, SentenceItem]], joint: str, piece: list[Token]
    ) -> list[tuple[str, SentenceItem]]:
        """Return ``items`` with the clause of ``piece`` added, or with their last clause extended by it."""
        if not piece:
            raise not_understood(piece)
        previous = items[-1][1] if items else None
        item = self._item(piece, previous if isinstance(previous, Clause) else None, joint)
        if not isinstance(item, _Continuation):
            return [*items, (joint, item)]
        added = [(item.joint, item.clause)] if item.clause is not None else []
        return [*items[:-1], (items[-1][0], item.previous), *added]

    def _item(self, piece: list[Token], previous: Clause | None, joint: str) -> SentenceItem | _Continuation:
        """Return the meaning of a piece that follows the clause ``previous``, if there is one, and the word ``joint``.

        Parts of a sentence may be in the grammar already. Such a piece remains unchanged, unless reading it as a
        clause gives the same event.
        """
        negation = prefix_length(lower_words(piece), _NOT)
        if negation and len(piece) > negation:
            inner = self._item(piece[negation:], previous, "")
            if not isinstance(inner, _Continuation):
                return Event("not", (self.event_of(inner),))
            if inner.clause is None:
                raise not_understood(piece)
            return inner._replace(clause=replace(inner.clause, negated=not inner.clause.negated), joint=joint)
        if piece[0].text == "(" and piece[-1].text == ")" and min(bracket_depths(piece)) > 0:
            return self.event(piece[1:-1])
        literal = tokens_text(piece)
        plain = self.parsed(literal)
        try:
            result = self._clause(piece, previous, joint)
        except NotUnderstood:
            if plain is None:
                raise
            return Event("atom", atom=literal)
        if plain is not None and isinstance(result, Clause) and plain != self.parsed(event_text(self.event_of(result))):
            return Event("atom", atom=literal)
        return result

    def _clause(self, piece: list[Token], previous: Clause | None, joint: str) -> Clause | _Continuation:
        """Return the meaning of a piece as a clause, or as a continuation of ``previous``.

        Tries in this order: only a time, a tie, a subject followed by a predicate, cards on the board, a piece without
        a subject, and last a predicate whose subject is the hero.
        """
        tokens, time = self._time(piece)
        tokens, negated = without_helpers(without_commas(tokens))
        if lower_words(tokens[:1]) == ["there"]:
            tokens, negated = without_helpers(tokens[1:])
        words = lower_words(without_article(tokens))
        if previous is not None and time is None and len(words) == 1 and words[0] in self.streets:
            tokens, time = [], StreetTime(self.streets[tokens[-1].word])  # "on the turn or the river"
        if not tokens:
            if previous is not None and time is not None and joint:
                return _Continuation(previous, self._at_another_time(previous, time, piece), joint)
            raise not_understood(piece)
        if len(tokens) > 1 and time is None and self._is_tie(tokens):
            return Clause(Subject(("any",)), "ties", negated=negated)
        if len(self.subjects.live) == 2 and tokens[0].word in TIE | {"we"}:
            # Of two seats both tie or neither does, so the hero need not be known.
            clause = self._predicate(tokens[tokens[0].word == "we" :], time)
            if clause is not None and clause.verb == "ties" and (previous is None or tokens[0].word == "we"):
                first = Subject((str(self.subjects.live[0] + 1),))
                return replace(clause, subject=first, negated=clause.negated != negated)
        for subject, used in self.subjects.at(tokens):
            try:
                return self._about(subject, tokens[used:], time, negated=negated, piece=piece)
            except NotUnderstood:
                continue
        # "the board has a ten or an ace on the turn": the ace belongs to the previous clause, whose street follows.
        unfinished = previous is not None and previous.verb == "board" and not previous.street
        cards = None if unfinished else self.cards_clause(tokens, time)
        if cards is not None:
            return replace(cards, negated=cards.negated != negated)
        if previous is not None:
            return self._continuation(tokens, time, previous, joint, piece)
        clause = self._predicate(tokens, time)
        if clause is None:
            raise not_understood(piece)
        hero = Subject((str(self.subjects.hero(tokens[0]) + 1),))
        return self._checked(replace(clause, subject=hero, negated=clause.negated != negated), piece)

    @staticmethod
    def _is_tie(tokens: Sequence[Token]) -> bool:
        """Return True if the tokens are a noun for a tie, as in ``it ends in a split pot``."""
        words = [
            word for word in lower_words(tokens) if word not in HELPERS | ARTICLES | {"it", "gets", "end", "ends", "in"}
        ]
        return " ".join(words) in _TIE_NOUNS

    def _about(
        self, subject: Subject, tokens: list[Token], time: StreetTime | None, *, negated: bool, piece: list[Token]
    ) -> Clause:
        """Return the clause of a subject and the ``tokens`` after it; ``piece`` is for the message of an error."""
        rest, more_negated = without_helpers(tokens, adverbs=True)
        clause = self._predicate(rest, time) if rest else None
        if clause is None:
            raise not_understood(piece)
        negated = (clause.negated != more_negated) != negated
        if clause.verb == "beaten by":  # "2 loses to 3" is about 3
            clause, subject = replace(clause, verb=BEATS, things=subject.texts), replace(subject, texts=clause.things)
        if clause.verb == "ties with":
            if len(subject.texts) > 1 or subject.texts[0] in ("any", "all"):
                raise not_understood(piece)
            subject, clause = Subject((*subject.texts, *clause.things), "and"), replace(clause, verb="ties", things=())
        return self._checked(replace(clause, subject=subject, negated=negated), piece)

    def _checked(self, clause: Clause, piece: list[Token]) -> Clause:
        """Return ``clause`` if it is a valid event in the grammar.

        Raises:
            TextError: it is not; with the message of the grammar and the position of ``piece``.
        """
        try:
            self._parse(event_text(self.event_of(clause)))
        except NotUnderstood:
            raise not_understood(piece) from None
        except TextError as error:
            raise TextError(error.message, piece[0].start) from None
        return clause

    def _continuation(
        self, tokens: list[Token], time: StreetTime | None, previous: Clause, joint: str, piece: list[Token]
    ) -> _Continuation:
        """Return the meaning of words that take their subject, and perhaps their verb, from the previous clause."""
        if joint == "and" and previous.negated:
            raise not_understood(piece)  # "I don't win and tie" may mean neither of them, or not both
        clause = self._predicate(tokens, time) if self.begins_verb(tokens) else None
        if clause is not None:
            clause = replace(clause, subject=previous.subject, inherits=True)
            if previous.negated and joint == "or" and tokens[0].word not in _THIRD_PERSON:
                # "I don't win or tie" means neither of them.
                return _Continuation(previous, self._checked(replace(clause, negated=not clause.negated), piece), "and")
            return _Continuation(previous, self._checked(clause, piece), joint)
        clause = self.further_things(tokens, time, previous)
        if clause is None:
            raise not_understood(piece)
        if not previous.street:
            previous = replace(previous, street=clause.street)
        # Things joined by "or" become one clause, and so do hands joined by "and": "has AA and KK" lists two hands, as
        # nobody holds both. "has an ace and a king" is a single hand with both cards.
        hands = clause.verb == "has" and not any(is_any_of_rank(thing) for thing in clause.things)
        exclusive = clause.verb == "made" and self.exclude_each_other((*previous.things, *clause.things))
        one_clause = (joint == "or" or (joint == "and" and (hands or exclusive))) and not clause.negated
        one_clause = one_clause and clause.verb == previous.verb and clause.exact <= previous.exact
        if one_clause and clause.street in ("", previous.street):
            merged = replace(previous, things=(*previous.things, *clause.things))
            return _Continuation(self._checked(merged, piece), None, joint)
        if previous.negated:
            raise not_understood(piece)
        # If only one of the two clauses has a street, it applies to both.
        default = self.default_street(previous.verb, (*previous.things, *clause.things), present=previous.present)
        previous = replace(previous, street=previous.street or default)
        street = clause.street or previous.street
        clause = replace(clause, subject=previous.subject, street=street, inherits=True)
        return _Continuation(previous, self._checked(clause, piece), joint)

    def _at_another_time(self, previous: Clause, time: StreetTime, piece: list[Token]) -> Clause:
        """Return the previous clause on another street, as in ``on the turn or the river``."""
        if not previous.street or previous.negated or previous.verb in ("wins", "loses", "ties", BEATS):
            raise not_understood(piece)
        if previous.verb == "dealt":
            return self._checked(replace(previous, subject=Subject((time.street,)), street=time.street), piece)
        return self._checked(replace(previous, street=time.street, inherits=True), piece)

    def _time(self, tokens: Sequence[Token]) -> tuple[list[Token], StreetTime | None]:
        """Return the tokens without those of a time, and the time or None.

        Raises:
            NotUnderstoodError: there are two times.
        """
        rest: list[Token] = []
        times: list[StreetTime] = []
        at = 0
        while at < len(tokens):
            words = lower_words(tokens[at:])
            used, time = self._time_at(words)
            if time is None:
                rest.append(tokens[at])
                at += 1
            else:
                times.append(time)
                at += used
        if len(times) > 1:
            raise not_understood(tokens)
        return rest, times[0] if times else None

    def _time_at(self, words: list[str]) -> tuple[int, StreetTime | None]:
        """Return the time with which ``words`` begin and its number of words, or (0, None)."""
        for phrases, street in ((_NOW, "now"), (_PREFLOP, PREFLOP)):
            used = prefix_length(words, phrases)
            if used:
                return used, StreetTime(street)
        if words[0] not in PREPOSITIONS:
            return 0, None
        by = words[0] == "by"
        used = prefix_length(words[1:], _ENDS)
        if used:
            return 1 + used, StreetTime(self.last, by, article=True)
        at = 2 if words[1:2] == ["the"] else 1
        if at >= len(words) or words[at] not in self.streets:
            return 0, None
        street = self.streets[words[at]]
        if words[at + 1 : at + 2] == ["street"]:
            return at + 2, StreetTime(street, by, article=True)
        if words[at + 1 : at + 2] in (["card"], ["rank"], ["hand"]):
            return 0, None  # a split: "by turn card"
        return at + 1, StreetTime(street, by, article=at == 2)

    def trailing_street(
        self, tokens: Sequence[Token], time: StreetTime | None
    ) -> tuple[list[Token], StreetTime | None]:
        """Return the tokens without a street at their end, as in ``ahead flop``, and the time that it means.

        Nothing is removed if the time is already known.
        """
        if time is None and tokens:
            street = 1 if len(tokens) > 2 and tokens[-1].word == "street" else 0
            word = tokens[-1 - street].word
            if word in self.streets and len(tokens) > 1 + street:
                return list(tokens[: -1 - street]), StreetTime(self.streets[word])
            if word in self.streets and len(tokens) == 1:
                return [], StreetTime(self.streets[word])
        return list(tokens), time

    def begins_verb(self, tokens: Sequence[Token]) -> bool:
        """Return True if tokens begin with a verb, perhaps a negated one."""
        rest, _ = without_helpers(tokens)
        verbs = WIN | LOSE | TIE | BEAT | HAVE | HOLD | LEAD.keys() | self.own_verbs
        return bool(rest) and rest[0].word in verbs

    own_verbs: ClassVar[frozenset[str]]
    """Verbs of a game beyond those of both."""

    def _predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of a predicate, or None if tokens are not one. The caller replaces its empty subject."""
        rest, negated = without_helpers(tokens)
        if len(rest) > 1 and rest[0].word in ("has", "have", "had") and rest[1].word in self._participles:
            rest = rest[1:]
        if not rest:
            return None
        verb, after_verb = rest[0].word, rest[1:]
        if verb == "has" and lower_words(rest[1:]) == ["its", EQUITY]:
            return Clause(Subject(()), EQUITY, negated=negated)
        clause = self._showdown(verb, after_verb, time) or self._standing(verb, after_verb, time)
        clause = clause or self.predicate(rest, time)
        return replace(clause, negated=clause.negated != negated) if clause else None

    @property
    def _participles(self) -> frozenset[str]:
        return frozenset({"won", "lost", "tied", "beaten", "made", "hit", "caught", "got", *self.own_verbs})

    def _showdown(self, verb: str, after_verb: list[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of winning, losing, tying or beating, or None; ``after_verb``: the tokens after the
        verb."""
        verbs = ((WIN, "wins"), (LOSE, "loses"), (TIE, "ties"), (BEAT, BEATS))
        kind = next((name for words, name in verbs if verb in words), None)
        if kind is None or (time is not None and not self._fits_showdown(kind, time)):
            return None
        street = "" if time is None or time.street == self.last else time.street
        after_verb = after_verb[prefix_length(lower_words(after_verb), _POT) :]
        nobody = Subject(())
        if kind != BEATS and not after_verb:
            return Clause(nobody, kind)
        preposition = {"wins": "against", "loses": "to", "ties": "with", BEATS: ""}[kind]
        if preposition and after_verb[0].word == preposition:
            after_verb = after_verb[1:]
        elif kind in ("wins", "loses"):
            return None
        words = " ".join(lower_words(after_verb))
        if words in ("everybody", "everyone", "all", "everybody else", "everyone else", "all others", "the others"):
            if kind not in ("wins", BEATS):
                return None
            return Clause(nobody, "ahead", (), street) if street else Clause(nobody, "wins")
        rival = self.subjects.single(after_verb) if after_verb else None
        if rival is None:
            return None
        kinds = {"wins": BEATS, BEATS: BEATS, "loses": "beaten by", "ties": "ties with"}
        return Clause(nobody, kinds[kind], (str(rival + 1),), street)

    def _fits_showdown(self, kind: str, time: StreetTime) -> bool:
        """Return True if a verb of the showdown can go with a time; ``beats`` also compares hands on earlier streets.

        "By river" without an article is not a time but a split.
        """
        if kind == BEATS:
            return time.street != PREFLOP and (time.article or not time.by)
        return time.street == self.last and time.article

    def _standing(self, verb: str, after_verb: list[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of being ahead or behind, of all or of one seat, or None."""
        if verb not in LEAD:
            return None
        after_verb, time = self.trailing_street(after_verb, time)
        if time is not None and time.street == PREFLOP:
            return None
        street = time.street if time is not None else "now"
        if not after_verb:
            return Clause(Subject(()), LEAD[verb], (), street)
        if after_verb[0].word == "of":
            after_verb = after_verb[1:]
        rival = self.subjects.single(after_verb) if after_verb else None
        if rival is None:
            return None
        kind = BEATS if LEAD[verb] == "ahead" else "beaten by"
        return Clause(Subject(()), kind, (str(rival + 1),), street)

    def predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the clause of a predicate that only this game has, or None. The caller replaces its empty subject."""
        raise NotImplementedError

    def further_things(self, tokens: Sequence[Token], time: StreetTime | None, previous: Clause) -> Clause | None:
        """Return the clause of things that follow ``previous`` and ``and`` or ``or`` without a verb, or None."""
        raise NotImplementedError

    def cards_clause(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return a clause about the board or the card of a street, or None if tokens are about something else."""
        raise NotImplementedError

    def exclude_each_other(self, things: Sequence[str]) -> bool:
        """Return True if no player can have two of ``things`` together, so that *and* lists them like *or*."""
        return False

    def default_street(self, verb: str, things: Sequence[str], *, present: bool = False) -> str:
        """Return the street that is meant if the sentence names none, or "" if the statement is not about a street.

        ``present``: the verb is about the current hand of a seat, not about hands that it can still make.
        """
        return ""

    def texts(self, clause: Clause) -> tuple[str, ...]:
        """Return the predicate of a clause in the grammar: alternatives, of which one has to be true."""
        if clause.verb in ("wins", "loses", "ties", EQUITY):
            return (clause.verb,)
        if clause.verb in ("ahead", "behind"):
            return (f"{clause.verb} {clause.street}",)
        raise NotUnderstood(clause.verb)

    def cards_of(self, subject: Subject, tokens: Sequence[Token]) -> Clause | None:
        """Return the clause that ``subject`` has the hole cards ``tokens``, or None if these are not hole cards."""
        raise NotImplementedError

    def event_of(self, item: SentenceItem) -> Event[str]:
        """Return the event of a clause; its atoms are texts in the grammar.

        Raises:
            TextError: the grammar cannot express it, or it is ambiguous.
        """
        if isinstance(item, Event):
            return item
        subject = item.subject
        if item.verb == BEATS:
            return self._beats(item)
        negated, names = item.negated, subject.texts
        if negated and names == ("any",):  # "somebody does not" means "not all do"
            parts = [_negate(self._event_about("all", item))]
        elif negated and names == ("all",):
            raise TextError("'everybody ... not' has two meanings: say 'nobody ...' or 'not everybody ...'")
        else:
            parts = [self._event_about(name, item) for name in names]
            parts = [_negate(part) for part in parts] if negated else parts
        event = join_events(subject.joint, parts)
        return _negate(event) if subject.negated else event

    def _event_about(self, name: str, clause: Clause) -> Event[str]:
        """Return the event that a clause is true of ``name``, a subject in the grammar, negations ignored."""
        texts = self.texts(clause)
        if name == "all" and len(texts) > 1:  # each seat has one of them, but not necessarily the same one
            return self._event_per_seat(clause.subject, [("", clause)])
        return join_events("or", [Event("atom", atom=f"{name} {text}") for text in texts])

    def _event_per_seat(self, subject: Subject, items: Sequence[tuple[str, Clause]]) -> Event[str]:
        """Return the event that all ``items`` together are true of one seat, or of each, as ``subject`` says.

        ``somebody has a set and wins`` needs a seat that does both, which ``any set and any wins`` would not say.
        """
        names = subject.texts
        if names in (("any",), ("all",)):
            names = tuple(str(seat + 1) for seat in self.subjects.live)
        parts = []
        for name in names:
            of_seat = [(joint, replace(item, subject=Subject((name,)), inherits=False)) for joint, item in items]
            parts.append(self._event_of_items(of_seat))
        event = join_events("and" if subject.texts == ("all",) else subject.joint, parts)
        return _negate(event) if subject.negated else event

    def _beats(self, clause: Clause) -> Event[str]:
        """Return the event that one seat beats another. If only these two are live, it wins, or is ahead."""
        subject, rivals = clause.subject, clause.things
        names = (*subject.texts, *rivals)
        if not all(name.isdecimal() for name in rivals) or len(set(names)) < len(names) or "all" in names:
            raise NotUnderstood(BEATS)
        if subject.texts == ("any",):  # "somebody beats 2" means that 2 loses, or is behind
            clause = replace(clause, subject=replace(subject, texts=rivals), things=())
            return self.event_of(replace(clause, verb="behind" if clause.street else "loses"))
        if len(names) == 2 and {int(name) - 1 for name in names} == set(self.subjects.live):
            return self.event_of(replace(clause, verb="ahead" if clause.street else "wins", things=()))
        pairs = [f"{name} {BEATS} {rival} {clause.street}".rstrip() for name in subject.texts for rival in rivals]
        parts = [Event("atom", atom=text) for text in pairs]
        event = join_events(subject.joint, [_negate(part) if clause.negated else part for part in parts])
        return _negate(event) if subject.negated else event

    def _event_of_items(self, items: Sequence[tuple[str, SentenceItem]]) -> Event[str]:
        """Return the event of clauses that are joined by ``and`` and ``or``; ``and`` takes precedence."""
        groups: list[list[Event[str]]] = []
        at = 0
        while at < len(items):
            joint, item = items[at]
            run = [("", item)] if isinstance(item, Clause) else []
            while run and at + len(run) < len(items):
                next_joint, next_item = items[at + len(run)]
                if not isinstance(next_item, Clause) or not next_item.inherits:
                    break
                run.append((next_joint, next_item))
            # Clauses that inherit a subject of several seats must be true of the same seat, so they form a unit. Those
            # about a single seat are independent statements.
            if (
                isinstance(item, Clause)
                and len(run) > 1
                and (len(item.subject.texts) > 1 or not _is_seat(item.subject))
            ):
                event = self._event_per_seat(item.subject, run)
                at += len(run)
            else:
                event = self.event_of(item)
                at += 1
            if joint == "and":
                groups[-1].append(event)
            else:
                groups.append([event])
        return join_events("or", [join_events("and", group) for group in groups])


def _is_seat(subject: Subject) -> bool:
    return subject.texts[0].isdecimal() and not subject.negated


def is_any_of_rank(thing: str) -> bool:
    """Return True if hole cards are given by one rank alone: ``Ax``."""
    return len(thing) == 2 and thing[1] == "x" and rank_letter(thing[0]) != ""


def join_events(operation: str, parts: Sequence[Event[str]]) -> Event[str]:
    """Return ``parts``, at least one, joined by ``and`` or ``or``; nested events of the same operation are merged."""
    if len(parts) == 1:
        return parts[0]
    flat = [inner for part in parts for inner in (part.parts if part.operation == operation else (part,))]
    return Event(operation, tuple(flat))


def _negate(event: Event[str]) -> Event[str]:
    return event.parts[0] if event.operation == "not" else Event("not", (event,))


def event_text(event: Event[str]) -> str:
    """Return the text of an event in the grammar, with no more brackets than necessary.

    >>> atoms = [Event("atom", atom=text) for text in ("1 wins", "2 ties", "3 has AA")]
    >>> event_text(Event("and", (Event("or", tuple(atoms[:2])), Event("not", (atoms[2],)))))
    '(1 wins or 2 ties) and not 3 has AA'
    """
    if event.atom is not None:
        return event.atom
    if event.operation == "not":
        inner = event_text(event.parts[0])
        return f"not {inner}" if event.parts[0].operation in ("atom", "not") else f"not ({inner})"
    texts = [event_text(part) for part in event.parts]
    if event.operation == "and":
        texts = [f"({text})" if part.operation == "or" else text for text, part in zip(texts, event.parts, strict=True)]
    return f" {event.operation} ".join(texts)


def _pieces(tokens: Sequence[Token]) -> list[tuple[str, int, int]]:
    """Divide a sentence at the words ``and`` and ``or`` outside of brackets.

    Return for each piece the word before it, the index of its first token and that after its last one.
    """
    pieces, start, joint = list[tuple[str, int, int]](), 0, ""
    open_ = bracket_depths(tokens)
    for at, token in enumerate(tokens):
        following = tokens[at + 1].word if at + 1 < len(tokens) else ""
        word = {"&": "and", "but": "and", "and": "and", "or": "or"}.get(token.word)
        if open_[at] or word is None or (word == "or" and following in _BETTER):
            continue
        pieces.append((joint, start, at))
        start, joint = at + 1, word
    pieces.append((joint, start, len(tokens)))
    return pieces
