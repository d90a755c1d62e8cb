"""Clauses of a typed sentence: a subject, a predicate and a time, and the text of the grammar that they mean."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from engine.cards import TextError
from engine.questions.expression import BEATS, Event, Token
from engine.questions.spoken.subjects import Subject, SubjectFinder
from engine.questions.spoken.words import (
    ARTICLES,
    HELPERS,
    bracket_depths,
    lower_words,
    not_understood,
    rank_letter,
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
"""Readings of parts of a sentence that are tried before it counts as not understood."""
_THIRD_PERSON = frozenset({"wins", "loses", "ties", BEATS, "has", "flops", "turns", "rivers", "bricks", "pairs"})
PREPOSITIONS = frozenset({"on", "by", "at", "in"})
PREFLOP = "before the flop"
_NOW = (("now",), ("already",), ("currently",), ("right", "now"), ("so", "far"), ("at", "the", "moment"))
_PREFLOP = (("preflop",), ("pre-flop",), ("before", "the", "flop"), ("pre", "flop"))
_ENDS = (("showdown",), ("the", "showdown"), ("the", "end"))
_NOT = (("not",), ("it", "is", "not", "so", "that"), ("it", "is", "not", "true", "that"))
_BETTER = frozenset({"better", "higher", "more", "above", "lower", "worse", "below", "less"})
_TIE_NOUNS = frozenset({
    "tie", "chop", "split pot", "pot split", "pot shared", "pot chopped", "pot chops", "shared pot", "chopped pot",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class StreetTime:
    """The street on which something happens: one of the game, ``now`` or :data:`PREFLOP`; ``by`` and ``article``: said
    with these words, as in *by the river*."""

    street: str
    by: bool = False
    article: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and what is said of it.

    ``verb`` is one of the grammar (``wins``, ``ahead``, ``has``) or names a kind of ``things``, which each game knows:
    ``made`` a made hand, ``low`` a low. A clause holds if one of its things does. ``street`` is "" if the sentence does
    not say when; the game then decides. ``exact``: not also a better hand. ``inherits``: the subject was not said
    again, so whoever is meant by it, as by ``somebody``, is the same as in the clause before.
    """

    subject: Subject
    verb: str
    things: tuple[str, ...] = ()
    street: str = ""
    negated: bool = False
    exact: bool = False
    inherits: bool = False


SentenceItem = Clause | Event[str]


class _Continuation(NamedTuple):
    """What words without a subject say: the clause before them, changed, and perhaps another one behind ``joint``."""

    previous: Clause
    clause: Clause | None
    joint: str


class Speech:
    """Reads the clauses of sentences about a table; each game adds its own predicates.

    ``parsed`` reads a text of the grammar (see ``answer.event_reader``), and ``selected`` is the selected seat.
    """

    streets: ClassVar[Mapping[str, str]]
    """The words of streets, and the street of the grammar that each means."""
    last: ClassVar[str]
    """The street of the showdown."""

    def __init__(self, table: Scenario, parsed: Callable[[str], Event[Any]], selected: int | None = None) -> None:
        self.table, self.subjects = table, SubjectFinder(table, selected)
        self._parsed = parsed
        self._tries = 0

    def is_event(self, text: str) -> bool:
        """Return whether ``text`` can be read as an event of the grammar."""
        return self.parsed(text) is not None

    def parsed(self, text: str) -> Event[Any] | None:
        """Return the event of the grammar that ``text`` is, None if it is none."""
        try:
            return self._parsed(text)
        except TextError:
            return None

    def event(self, tokens: Sequence[Token]) -> Event[str]:
        """Return the event that a sentence means, with texts of the grammar as atoms.

        Raises:
            TextError: the sentence is not understood.
        """
        return self._grouped(self.items(tokens))

    def items(self, tokens: Sequence[Token]) -> list[tuple[str, SentenceItem]]:
        """Return the clauses of a sentence, each with the ``and`` or ``or`` before it ("" before the first).

        A clause may itself contain these words, as ``2 and 3 tie``: the shortest reading of each counts.

        Raises:
            TextError: the sentence is not understood.
        """
        self._tries = MAX_ATTEMPTS
        return self._items_from(tokens, _pieces(tokens), 0, [])

    def _items_from(
        self,
        tokens: Sequence[Token],
        pieces: Sequence[tuple[str, int, int]],
        at: int,
        items: list[tuple[str, SentenceItem]],
    ) -> list[tuple[str, SentenceItem]]:
        """Return ``items`` and those of the pieces from ``at`` on; the first way to read all of them counts."""
        if at == len(pieces):
            return items
        error: NotUnderstood | None = None
        for end in range(at + 1, len(pieces) + 1):
            self._tries -= 1
            if self._tries < 0:
                break
            piece = without_commas(tokens[pieces[at][1] : pieces[end - 1][2]])
            try:
                more = self._added(items, pieces[at][0], piece)
                return self._items_from(tokens, pieces, end, more)
            except NotUnderstood as problem:
                error = error or problem
        raise error or not_understood(tokens)

    def _added(
        self, items: Sequence[tuple[str, SentenceItem]], joint: str, piece: list[Token]
    ) -> list[tuple[str, SentenceItem]]:
        """Return ``items`` and the clause of ``piece``, or with what it says in addition to the last of them."""
        if not piece:
            raise not_understood(piece)
        previous = items[-1][1] if items else None
        item = self._item(piece, previous if isinstance(previous, Clause) else None, joint)
        if not isinstance(item, _Continuation):
            return [*items, (joint, item)]
        further = [(item.joint, item.clause)] if item.clause is not None else []
        return [*items[:-1], (items[-1][0], item.previous), *further]

    def _item(self, piece: list[Token], previous: Clause | None, joint: str) -> SentenceItem | _Continuation:
        """Return the meaning of a piece behind ``joint`` and the clause ``previous``."""
        negation = next((words for words in _NOT if tuple(lower_words(piece[: len(words)])) == words), ())
        if negation and len(piece) > len(negation):
            inner = self._item(piece[len(negation) :], previous, "")
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
        tokens, time = self._time(piece)
        tokens, negated = without_helpers(without_commas(tokens))
        if lower_words(tokens[:1]) == ["there"]:
            tokens, negated = without_helpers(tokens[1:])
        bare = lower_words(without_article(tokens))
        if previous is not None and time is None and len(bare) == 1 and bare[0] in self.streets:
            tokens, time = [], StreetTime(self.streets[tokens[-1].word])  # "on the turn or the river"
        if not tokens:
            if previous is not None and time is not None and joint:
                return _Continuation(previous, self._at_another_time(previous, time, piece), joint)
            raise not_understood(piece)
        if len(tokens) > 1 and time is None and self._is_tie(tokens):
            return Clause(Subject(("any",)), "ties", negated=negated)
        if len(self.subjects.live) == 2 and tokens[0].word in TIE | {"we"}:
            # Two seats share a pot or none does, so it need not be known which of them asks.
            clause = self._predicate(tokens[tokens[0].word == "we" :], time)
            if clause is not None and clause.verb == "ties" and (previous is None or tokens[0].word == "we"):
                first = Subject((str(self.subjects.live[0] + 1),))
                return replace(clause, subject=first, negated=clause.negated != negated)
        for found, used in self.subjects.at(tokens):
            try:
                return self._about(found, tokens[used:], time, negated=negated, piece=piece)
            except NotUnderstood:
                continue
        unfinished = previous is not None and previous.verb == "board" and not previous.street
        cards = None if unfinished else self.cards_clause(tokens, time)  # "the board has a ten or an ace on the turn"
        if cards is not None:
            return replace(cards, negated=cards.negated != negated)
        if previous is not None:
            return self._elliptic(tokens, time, previous, joint, piece)
        clause = self._predicate(tokens, time)
        if clause is None:
            raise not_understood(piece)
        subject = Subject((str(self.subjects.hero(tokens[0]) + 1),))
        return self._checked(replace(clause, subject=subject, negated=clause.negated != negated), piece)

    @staticmethod
    def _is_tie(tokens: Sequence[Token]) -> bool:
        words = [
            word for word in lower_words(tokens) if word not in HELPERS | ARTICLES | {"it", "gets", "end", "ends", "in"}
        ]
        return " ".join(words) in _TIE_NOUNS

    def _about(
        self, subject: Subject, tokens: list[Token], time: StreetTime | None, *, negated: bool, piece: list[Token]
    ) -> Clause:
        rest, more = without_helpers(tokens, adverbs=True)
        clause = self._predicate(rest, time) if rest else None
        if clause is None:
            raise not_understood(piece)
        negated = (clause.negated != more) != negated
        if clause.verb == "beaten by":  # "2 loses to 3" is about 3
            clause, subject = replace(clause, verb=BEATS, things=subject.texts), replace(subject, texts=clause.things)
        if clause.verb == "ties with":
            if len(subject.texts) > 1 or subject.texts[0] in ("any", "all"):
                raise not_understood(piece)
            subject, clause = Subject((*subject.texts, *clause.things), "and"), replace(clause, verb="ties", things=())
        return self._checked(replace(clause, subject=subject, negated=negated), piece)

    def _checked(self, clause: Clause, piece: list[Token]) -> Clause:
        """Return ``clause`` if it can be read as an event.

        Raises:
            TextError: it cannot, and why.
        """
        try:
            self._parsed(event_text(self.event_of(clause)))
        except NotUnderstood:
            raise not_understood(piece) from None
        except TextError as error:
            raise TextError(error.message, piece[0].start) from None
        return clause

    def _elliptic(
        self, tokens: list[Token], time: StreetTime | None, previous: Clause, joint: str, piece: list[Token]
    ) -> _Continuation:
        """Return what words without a subject say, which take it, and perhaps the verb, from the previous clause."""
        if joint == "and" and previous.negated:
            raise not_understood(piece)  # "I don't win and tie": not one of them, or not both?
        clause = self._predicate(tokens, time) if self.begins_verb(tokens) else None
        if clause is not None:
            clause = replace(clause, subject=previous.subject, inherits=True)
            if previous.negated and joint == "or" and tokens[0].word not in _THIRD_PERSON:
                # "I don't win or tie" is neither of them.
                return _Continuation(previous, self._checked(replace(clause, negated=not clause.negated), piece), "and")
            return _Continuation(previous, self._checked(clause, piece), joint)
        clause = self.further_things(tokens, time, previous)
        if clause is None:
            raise not_understood(piece)
        if not previous.street:
            previous = replace(previous, street=clause.street)
        # "has AA and KK" lists two hands, as nobody holds both; "has an ace and a king" is a hand with both.
        hands = clause.verb == "has" and not any(is_any_of_rank(thing) for thing in clause.things)
        together = (joint == "or" or (joint == "and" and hands)) and not clause.negated
        together = together and clause.verb == previous.verb and clause.exact <= previous.exact
        if together and clause.street in ("", previous.street):
            merged = replace(previous, things=(*previous.things, *clause.things))
            return _Continuation(self._checked(merged, piece), None, joint)
        if previous.negated:
            raise not_understood(piece)
        # Things that are said in one breath are about the same street.
        default = self.default_street(previous.verb, (*previous.things, *clause.things))
        previous = replace(previous, street=previous.street or default)
        street = clause.street or previous.street
        clause = replace(clause, subject=previous.subject, street=street, inherits=True)
        return _Continuation(previous, self._checked(clause, piece), joint)

    def _at_another_time(self, previous: Clause, time: StreetTime, piece: list[Token]) -> Clause:
        """Return a clause as the previous one, on another street: ``on the turn or the river``."""
        if not previous.street or previous.negated or previous.verb in ("wins", "loses", "ties", BEATS):
            raise not_understood(piece)
        if previous.verb == "dealt":
            return self._checked(replace(previous, subject=Subject((time.street,)), street=time.street), piece)
        return self._checked(replace(previous, street=time.street, inherits=True), piece)

    def _time(self, tokens: Sequence[Token]) -> tuple[list[Token], StreetTime | None]:
        """Return tokens without the words that say when something happens, and when that is.

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
        for phrases, street in ((_NOW, "now"), (_PREFLOP, PREFLOP)):
            for phrase in phrases:
                if tuple(words[: len(phrase)]) == phrase:
                    return len(phrase), StreetTime(street)
        if words[0] not in PREPOSITIONS:
            return 0, None
        by = words[0] == "by"
        for phrase in _ENDS:
            if tuple(words[1 : 1 + len(phrase)]) == phrase:
                return 1 + len(phrase), StreetTime(self.last, by, article=True)
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
        """Return tokens without a street at their end, as in ``ahead flop``, and the time."""
        if time is None and tokens:
            street = 1 if len(tokens) > 2 and tokens[-1].word == "street" else 0
            word = tokens[-1 - street].word
            if word in self.streets and len(tokens) > 1 + street:
                return list(tokens[: -1 - street]), StreetTime(self.streets[word])
            if word in self.streets and len(tokens) == 1:
                return [], StreetTime(self.streets[word])
        return list(tokens), time

    def begins_verb(self, tokens: Sequence[Token]) -> bool:
        """Return whether tokens begin with a verb, perhaps a negated one."""
        rest, _ = without_helpers(tokens)
        verbs = WIN | LOSE | TIE | BEAT | HAVE | HOLD | LEAD.keys() | self.own_verbs
        return bool(rest) and rest[0].word in verbs

    own_verbs: ClassVar[frozenset[str]]
    """Verbs of a game beyond those of both."""

    def _predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return a clause with a subject that is still to be replaced, None if tokens are no predicate."""
        rest, negated = without_helpers(tokens)
        if len(rest) > 1 and rest[0].word in ("has", "have", "had") and rest[1].word in self._participles:
            rest = rest[1:]
        if not rest:
            return None
        verb, behind = rest[0].word, rest[1:]
        clause = self._showdown(verb, behind, time) or self._standing(verb, behind, time)
        clause = clause or self.predicate(rest, time)
        return replace(clause, negated=clause.negated != negated) if clause else None

    @property
    def _participles(self) -> frozenset[str]:
        return frozenset({"won", "lost", "tied", "beaten", "made", "hit", "caught", "got", *self.own_verbs})

    def _showdown(self, verb: str, behind: list[Token], time: StreetTime | None) -> Clause | None:
        verbs = ((WIN, "wins"), (LOSE, "loses"), (TIE, "ties"), (BEAT, BEATS))
        kind = next((name for words, name in verbs if verb in words), None)
        if kind is None or (time is not None and not self._fits_showdown(kind, time)):
            return None
        street = "" if time is None or time.street == self.last else time.street
        behind = _without_words(behind, ("the", "pot"), ("pot",), ("the", "hand"), ("it",), ("showdown",))
        nobody = Subject(())
        if kind != BEATS and not behind:
            return Clause(nobody, kind)
        preposition = {"wins": "against", "loses": "to", "ties": "with", BEATS: ""}[kind]
        if preposition and behind[0].word == preposition:
            behind = behind[1:]
        elif kind in ("wins", "loses"):
            return None
        words = " ".join(lower_words(behind))
        if words in ("everybody", "everyone", "all", "everybody else", "everyone else", "all others", "the others"):
            if kind not in ("wins", BEATS):
                return None
            return Clause(nobody, "ahead", (), street) if street else Clause(nobody, "wins")
        rival = self.subjects.single(behind) if behind else None
        if rival is None:
            return None
        kinds = {"wins": BEATS, BEATS: BEATS, "loses": "beaten by", "ties": "ties with"}
        return Clause(nobody, kinds[kind], (str(rival + 1),), street)

    def _fits_showdown(self, kind: str, time: StreetTime) -> bool:
        """Return whether hands can be compared then: ``beats`` also goes by the cards of an earlier street.

        "By river" without an article is no time but splits the event.
        """
        if kind == BEATS:
            return time.street != PREFLOP and (time.article or not time.by)
        return time.street == self.last and time.article

    def _standing(self, verb: str, behind: list[Token], time: StreetTime | None) -> Clause | None:
        if verb not in LEAD:
            return None
        behind, time = self.trailing_street(behind, time)
        if time is not None and time.street == PREFLOP:
            return None
        street = time.street if time is not None else "now"
        if not behind:
            return Clause(Subject(()), LEAD[verb], (), street)
        if behind[0].word == "of":
            behind = behind[1:]
        rival = self.subjects.single(behind) if behind else None
        if rival is None:
            return None
        kind = BEATS if LEAD[verb] == "ahead" else "beaten by"
        return Clause(Subject(()), kind, (str(rival + 1),), street)

    def predicate(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return the predicate of a seat that only this game has, with a subject that is still to be replaced."""
        raise NotImplementedError

    def further_things(self, tokens: Sequence[Token], time: StreetTime | None, previous: Clause) -> Clause | None:
        """Return the clause of things that stand behind ``and`` or ``or`` without a verb."""
        raise NotImplementedError

    def cards_clause(self, tokens: Sequence[Token], time: StreetTime | None) -> Clause | None:
        """Return a clause about the board or the card of a street, None if it is about something else."""
        raise NotImplementedError

    def default_street(self, verb: str, things: Sequence[str]) -> str:
        """Return the street that is meant by things without one, "" if they have none."""
        return ""

    def texts(self, clause: Clause) -> tuple[str, ...]:
        """Return what the grammar says of the subject: texts of which one has to hold."""
        if clause.verb in ("wins", "loses", "ties"):
            return (clause.verb,)
        if clause.verb in ("ahead", "behind"):
            return (f"{clause.verb} {clause.street}",)
        raise ValueError(clause.verb)

    def cards_of(self, subject: Subject, tokens: Sequence[Token]) -> Clause | None:
        """Return the clause that ``subject`` holds the cards that ``tokens`` are, None if they are no cards."""
        raise NotImplementedError

    def event_of(self, item: SentenceItem) -> Event[str]:
        """Return the event of a clause, with texts of the grammar as atoms.

        Raises:
            TextError: it cannot be said in the grammar.
        """
        if isinstance(item, Event):
            return item
        subject = item.subject
        if item.verb == BEATS:
            return self._beats(item)
        negated, names = item.negated, subject.texts
        if negated and names == ("any",):  # somebody does not: not all do
            parts = [_negate(self._said("all", item))]
        elif negated and names == ("all",):
            raise TextError("'everybody ... not' has two meanings: say 'nobody ...' or 'not everybody ...'")
        else:
            parts = [_negate(self._said(name, item)) if negated else self._said(name, item) for name in names]
        event = join_events(subject.joint, parts)
        return _negate(event) if subject.negated else event

    def _said(self, name: str, clause: Clause) -> Event[str]:
        texts = self.texts(clause)
        if name == "all" and len(texts) > 1:  # each has one of these, not all the same one
            return self._of_each(clause.subject, [("", clause)])
        return join_events("or", [Event("atom", atom=f"{name} {text}") for text in texts])

    def _of_each(self, subject: Subject, items: Sequence[tuple[str, Clause]]) -> Event[str]:
        """Return the event that what ``items`` say of one seat holds for as many of them as ``subject`` says."""
        some = subject.texts in (("any",), ("all",))
        names = [str(seat + 1) for seat in self.subjects.live] if some else subject.texts
        parts = [
            self._grouped([(joint, replace(item, subject=Subject((name,)), inherits=False)) for joint, item in items])
            for name in names
        ]
        event = join_events("and" if subject.texts == ("all",) else subject.joint, parts)
        return _negate(event) if subject.negated else event

    def _beats(self, clause: Clause) -> Event[str]:
        """Return the event that one seat beats another one; of two live seats it wins, or is ahead."""
        subject, rivals = clause.subject, clause.things
        names = (*subject.texts, *rivals)
        if not all(name.isdigit() for name in rivals) or len(set(names)) < len(names) or "all" in names:
            raise NotUnderstood(BEATS)
        if subject.texts == ("any",):  # somebody beats it
            clause = replace(clause, subject=replace(subject, texts=rivals), things=())
            return self.event_of(replace(clause, verb="behind" if clause.street else "loses"))
        if len(names) == 2 and {int(name) - 1 for name in names} == set(self.subjects.live):
            return self.event_of(replace(clause, verb="ahead" if clause.street else "wins", things=()))
        pairs = [f"{name} {BEATS} {rival} {clause.street}".rstrip() for name in subject.texts for rival in rivals]
        parts = [Event("atom", atom=text) for text in pairs]
        event = join_events(subject.joint, [_negate(part) if clause.negated else part for part in parts])
        return _negate(event) if subject.negated else event

    def _grouped(self, items: Sequence[tuple[str, SentenceItem]]) -> Event[str]:
        """Return items joined by ``and`` and ``or``; ``and`` binds more strongly."""
        groups: list[list[Event[str]]] = []
        at = 0
        while at < len(items):
            joint, item = items[at]
            run = [("", item)] if isinstance(item, Clause) else []
            while run and at + len(run) < len(items):
                following, further = items[at + len(run)]
                if not isinstance(further, Clause) or not further.inherits:
                    break
                run.append((following, further))
            # Of a single seat, clauses can be told apart; of several, all of them are about the same one.
            if (
                isinstance(item, Clause)
                and len(run) > 1
                and (len(item.subject.texts) > 1 or not _is_seat(item.subject))
            ):
                event = self._of_each(item.subject, run)
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
    return subject.texts[0].isdigit() and not subject.negated


def is_any_of_rank(thing: str) -> bool:
    """Return whether hole cards are only known by one rank: ``Ax``."""
    return len(thing) == 2 and thing[1] == "x" and rank_letter(thing[0]) != ""


def join_events(operation: str, parts: Sequence[Event[str]]) -> Event[str]:
    """Return the event that joins ``parts``, at least one, by ``and`` or ``or``."""
    if len(parts) == 1:
        return parts[0]
    flat = [inner for part in parts for inner in (part.parts if part.operation == operation else (part,))]
    return Event(operation, tuple(flat))


def _negate(event: Event[str]) -> Event[str]:
    return event.parts[0] if event.operation == "not" else Event("not", (event,))


def event_text(event: Event[str]) -> str:
    """Return the text of the grammar of an event, with no more brackets than it needs."""
    if event.atom is not None:
        return event.atom
    if event.operation == "not":
        inner = event_text(event.parts[0])
        return f"not {inner}" if event.parts[0].operation in ("atom", "not") else f"not ({inner})"
    texts = [event_text(part) for part in event.parts]
    if event.operation == "and":
        texts = [f"({text})" if part.operation == "or" else text for text, part in zip(texts, event.parts, strict=True)]
    return f" {event.operation} ".join(texts)


def _without_words(tokens: Sequence[Token], *phrases: tuple[str, ...]) -> list[Token]:
    """Return tokens without the first of ``phrases`` that they begin with."""
    words = lower_words(tokens)
    used = next((len(phrase) for phrase in phrases if tuple(words[: len(phrase)]) == phrase), 0)
    return list(tokens[used:])


def _pieces(tokens: Sequence[Token]) -> list[tuple[str, int, int]]:
    """Return the parts of a sentence between ``and`` and ``or`` outside of brackets: the word before each, its first
    token and the one after its last."""
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
