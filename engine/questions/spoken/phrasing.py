"""Understands whole sentences of players: the question, the player it is about, and its conditions.

A sentence has an opening (*how often*, *what is my equity*), an event, and conditions, in any order: *he bricks and I
don't, what is my equity*. This module finds these parts and rewords the idioms of players for ``clauses``, which reads
them. All readings are tried in turn, and the first that is understood completely is taken.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.cards import TextError
from engine.questions.expression import EQUITY, Event
from engine.questions.spoken.clauses import Speech, event_text, join_events
from engine.questions.spoken.idioms import Idioms
from engine.questions.spoken.words import NotUnderstoodError, is_negation, not_understood, sentence_tokens

_ASKED = (
    r"how (?:often|likely|frequent)|how many times|what (?:chance|share|percent|%)|"
    r"what is (?:the |my |his |villain 's )?(?:odds|chance|probability)|"
    r"what are (?:the |my |his |villain 's )?(?:odds|chance)|"
    r"(?:the |my )?(?:odds|chance|probability)|% (?:of )?(?:chance)?|how big is the chance|"
    r"how much (?:of the time|chance|of)|(?:what|which) (?:part|portion|fraction|percentage|proportion)(?= of)|"
    r"is it (?:likely|common|possible)"
)
_OPENING = re.compile(
    rf"\b(?:and |so |then |but )*(?:{_ASKED})\b(?: (?:of|that|for|to|is it(?: that)?|it is(?: that)?))?\s*"
)
_EQUITY = r"(?:equity|share of the pot|pot share)"
_WHAT_IS = r"(?:what is|what are|how much is|how big is|how good is|how is|show|give me)? ?"
_EQUITY_FORMS = tuple(
    re.compile(rf"(?:and |so |then |but )*{form}")
    for form in (
        rf"(?:what|how much|what kind of) {_EQUITY} (?:do|does|would|will|did) (?P<who>.+?) have\b(?P<rest>.*)",
        rf"how much {_EQUITY} (?P<who>(?!do|does).+?) (?:has|have)\b(?P<rest>.*)",
        rf"{_WHAT_IS}(?:the )?{_EQUITY} of (?P<who>.+?)"
        r"(?P<rest>(?: (?:if|when|whenever|given|on|against|with|after|once|assuming|in|provided)\b.*)?)",
        rf"{_WHAT_IS}(?P<who>.*?)(?: 's)? ?\b{_EQUITY}"
        r"(?: (?:like|look like|then))?\b(?P<rest>.*)",
        r"(?:am|is|are) (?P<who>.+?) (?:an? |the )?(?:(?:slight|small|big|huge|clear) )?(?:favou?rite|underdog|dog)\b"
        r"(?P<rest>.*)",
        r"how (?:do|does|would|will|am|is|are|did) (?P<who>.+?) (?:do|doing|fare|perform|run|stand|hold up)\b"
        r"(?P<rest>.+)",
        r"what (?:happens|if|about)(?: to (?P<who>me|us|him|villain))?\b(?P<rest>.+)",
    )
)  # fmt: skip
_CONDITION = re.compile(
    r"(?:^|,? )(?:given that|given|if|when|whenever|provided that|provided|assuming that|assuming|once|after|"
    r"in case|as soon as|every time|because)\s+"
)
_AGAINST = re.compile(r"(?:^|,? )against\s+")
_FILLERS = re.compile(
    r"^(?:(?:and|so|ok|okay|hey|hi|well|but|then|also|now|show me|tell me|can you (?:tell|show) me|i want to know|"
    r"i wonder|let us say|lets say|let's say|say|suppose|calculate|compute|find|give me|do you know),? )+"
)
_YES_NO = re.compile(r"^(?:do|does|will|am|is|are|can|could|would|did)(?: there)? (?=\S)")
_RANK_WORDS = "deuce|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace|[2-9tjqkaTJQKA]|10"

_COUNTED = r"(?:how many|number of|count|what number of)"
_WHO_HAS = r"(?: (?:do|does|can|could|are|is) (?:in )?(?P<who>.+?)(?: (?:have|hold|has|got))?)?"
_COUNTS = tuple(
    re.compile(form)
    for form in (
        rf"{_COUNTED} combos(?: of (?P<hand>.+?))?{_WHO_HAS}",
        rf"{_COUNTED} (?P<hand>.+?) combos{_WHO_HAS}",
        rf"{_COUNTED} (?:ways )?(?P<hand>aces|kings|queens|jacks|sets?|flush draw|straight draw|draws|top pair) "
        r"(?:do|does|can) (?P<who>.+?) have",
        r"combos of (?P<hand>.+?)(?: (?:in|for) (?P<who>.+?)(?: 's)?(?: range)?)?",
    )
)  # fmt: skip

MAX_READINGS, MAX_CLAUSES = 40, 120
"""The number of readings of a sentence that are tried, and of their clauses: without limits they grow exponentially
with the words *and*, *or*, *if*."""
MAX_WORDS = 45
"""Longer sentences are understood only in the English of ``clauses``."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A possible reading of a sentence: a question about the probability of ``event``, or about an equity.

    ``given``: its conditions. ``who``: the player whose equity is the question, "" for the user; None if the question
    is about an event.
    """

    event: str
    given: tuple[str, ...] = ()
    who: str | None = None
    by: str = ""


def sentence_readings(sentence: str) -> Iterator[Reading]:
    """Yield the possible readings of a sentence in plain words, the most likely one first."""
    text = _FILLERS.sub("", sentence).strip(" ,")
    text = re.sub(r" often$", "", text)
    for start, asked in _parts(text):
        before = tuple(_conditions_of(text[:start]))
        for reading in _asked(asked):
            yield Reading(reading.event, (*before, *reading.given), reading.who, reading.by)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the positions at which the question itself may begin, each with the text from there on."""
    starts = [0]
    for match in re.finditer(rf"\b(?:{_ASKED}|what is|what are|what|how|my {_EQUITY}|{_EQUITY})\b", text):
        if match.start() and match.start() not in starts:
            starts.append(match.start())
    # A condition may come first: "he bricks and i do not what is my equity". Later parts leave more of it.
    first = _CONDITION.match(text)
    order = starts[1:] + starts[:1] if first or not _asks(text) else starts
    for start in order:
        yield start, text[start:]


def _asks(text: str) -> bool:
    """Return True if a text begins with the opening of a question."""
    return bool(_OPENING.match(text)) or any(form.match(text) for form in _EQUITY_FORMS[:3]) or text.startswith("what ")


def _conditions_of(text: str) -> Iterator[str]:
    """Yield the condition before a question, without the word that introduces it."""
    text = text.strip(" ,")
    text = re.sub(r"(?:,| and| so| then)+$", "", text).strip()
    text = re.sub(r"^(?:what happens|what about|what) (?=(?:if|when))", "", text)
    introduced = _CONDITION.match(text)
    if introduced:
        text = text[introduced.end() :]
    if text:
        yield text


def _asked(text: str) -> Iterator[Reading]:
    """Yield the readings of a question that begins with its opening, or has none."""
    for form in _EQUITY_FORMS:
        match = form.fullmatch(text)
        if match is not None:
            who = (match["who"] or "").strip()
            yield from _equity_readings(who, match["rest"].strip(" ,"))
    opening = _OPENING.match(text)
    body = text[opening.end() :] if opening else text
    bare = _YES_NO.sub("", body)
    for event, given in _with_conditions(bare):
        yield Reading(event, given)
    if not opening:
        return
    if bare != body:
        for event, given in _with_conditions(body):
            yield Reading(event, given)


def _equity_readings(who: str, rest: str) -> Iterator[Reading]:
    """Yield the readings of ``rest``, the text after *my equity*: conditions, or hands of the opponent."""
    rest = re.sub(r"^(?:right now|now|currently|at the moment)\b,? ?", "", rest)
    for event, given in _with_conditions(rest):
        against = _AGAINST.match(event)
        if not event:
            yield Reading("", given, who)
        elif against:
            hand = event[against.end() :]
            yield Reading("", (f"against {hand}", *given), who)
        else:
            yield Reading("", (event, *given), who)


def _with_conditions(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield an event and its conditions, for the different words at which the conditions may begin."""
    matches = list(_CONDITION.finditer(text))
    if not matches:
        yield from _with_board(text, ())
        return
    pieces = [match.start() for match in matches] + [len(text)]
    conditions = tuple(
        text[match.end() : end].strip(" ,") for match, end in zip(matches, pieces[1:], strict=True)
    )  # fmt: skip
    head = text[: matches[0].start()].strip(" ,")
    if head:
        yield from _with_board(head, conditions)
        return
    # The sentence begins with its condition, and a comma or "then" divides it from the event.
    for divider in re.finditer(r",| then ", conditions[0]):
        yield conditions[0][divider.end() :].strip(" ,"), (conditions[0][: divider.start()].strip(), *conditions[1:])
    yield "", conditions


def _with_board(event: str, conditions: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield an event and its conditions, and once more with the board at its end, as in *I win on an ace high flop*."""
    yield event, conditions
    board = re.search(r" (?=on (?:an? |any )?\S+(?: \S+)? (?:flop|turn|river|board)s?$)", event)
    if board:
        yield event[: board.start()], (event[board.end() :], *conditions)


Rewrite = Callable[[re.Match[str]], str | None]


class Phrasing:
    """Understands the readings of sentences about a table, by the clauses that ``speech`` reads.

    A game's idioms are ``(pattern, replacement)``: a clause that matches a pattern is replaced by another clause, or
    by an event in the grammar.
    """

    def __init__(self, speech: Speech, idioms: Idioms) -> None:
        self._speech, self._idioms = speech, idioms
        self._clauses_left = MAX_CLAUSES

    def read(self, sentence: str) -> str:
        """Return the question in the grammar that a sentence in plain words means.

        Raises:
            NotUnderstoodError: none of its readings is understood.
            TextError: it is understood but for one word, such as an opponent who may be several seats.
        """
        problem: TextError | None = None
        self._clauses_left = MAX_CLAUSES
        if sentence.count(" ") >= MAX_WORDS:
            raise not_understood(sentence_tokens(sentence))
        for reading in islice(sentence_readings(sentence), MAX_READINGS):
            try:
                return self._count(sentence) or self._question(reading)
            except NotUnderstoodError:
                continue
            except TextError as error:
                problem = problem or error
        raise problem or not_understood(sentence_tokens(sentence))

    def _count(self, sentence: str) -> str:
        """Return the count of combos that a sentence asks for, or "" if it asks for something else."""
        for form in _COUNTS:
            match = form.fullmatch(sentence)
            if match is None:
                continue
            who, hand = match.groupdict().get("who") or "villain", (match.groupdict().get("hand") or "").strip()
            seat = self._seat({"i": "i", "there": "villain"}.get(who, who))
            if hand in ("", "hands", "total"):
                return f"combos {seat + 1}"
            for text in (f"{seat + 1} has {hand}", f"{seat + 1} has a {hand}"):
                try:
                    event = event_text(self._clause(text)[0])
                except NotUnderstoodError:
                    continue
                if event.startswith(f"{seat + 1} "):
                    return f"combos {event}"
            raise not_understood(sentence_tokens(sentence))
        return ""

    def _question(self, reading: Reading) -> str:
        """Return the question in the grammar that a reading means."""
        conditions = list[Event[str]]()
        if reading.who is not None:
            seat, hand = self._owner(reading.who)
            conditions += self._clause(hand) if hand else []
            for text in reading.given:
                conditions += self._condition(text, seat)
            return _question_text([Event("atom", atom=f"{seat + 1} {EQUITY}")], conditions, "")
        for text in reading.given:
            conditions += self._condition(text)
        split = next(self._idioms.splits(reading.event), None)
        if split is None:
            event, *implied = self._clause(reading.event)
            # "I am behind on sixth: how often do I catch up?" names the street on which he is behind.
            named = {_standing(condition) for condition in conditions}
            implied = [
                condition for condition in implied if not _standing(condition) or _standing(condition) not in named
            ]
            return _question_text([event], [*implied, *conditions], "")
        # A question that only asks for a split is about all deals, or about those of its condition.
        events = self._clause(split.event) if split.event else conditions
        if not events:
            seat = int(split.by.split()[0]) - 1 if split.by[0].isdecimal() else self._speech.subjects.hero()
            events = [Event("atom", atom=f"{seat + 1} {EQUITY}")]
        return _question_text([join_events("and", events)], conditions if split.event else (), split.by)

    def _owner(self, who: str) -> tuple[int, str]:
        """Return the seat of *my*, *BB*, or *my flush draw*, and the clause that it has this hand, or ""."""
        try:
            return self._seat(who), ""
        except NotUnderstoodError:
            match = re.fullmatch(r"(?P<owner>my|his|her|their|.+? 's) (?P<hand>.+)", who)
            if match is None:
                raise
        seat = self._seat(match["owner"])
        return seat, f"{seat + 1} has {match['hand']}"

    def _seat(self, who: str) -> int:
        """Return the seat, from 0, that *my*, *hero* or another word means; "" is the player who asks."""
        who = re.sub(r"^(?:the|a|an) | 's$| hand$| range$", "", who).strip()
        if who in ("", "my", "our", "i", "me", "your", "you", "the", "we", "us"):
            return self._speech.subjects.hero()
        who = {"his": "villain", "her": "villain", "their": "villain"}.get(who, who)
        seat = self._speech.seat_of(who)
        if seat is None:
            raise not_understood(sentence_tokens(who))
        return seat

    def _condition(self, text: str, seat: int | None = None) -> Sequence[Event[str]]:
        """Return the events that a condition means; ``seat``: the seat whose equity is the question, or None."""
        if text.startswith("against ") and seat is not None:
            event = self._idioms.against(text.removeprefix("against "), seat)
            return [] if event is None else [event]
        text = re.sub(r"^(?:you know |we know |i know )?that ", "", text)
        return self._clause(self._idioms.board_phrase(text) or text)

    def _clause(self, text: str) -> Sequence[Event[str]]:
        """Return the event of a clause, and the conditions that it implies (*suck out* implies being behind)."""
        self._clauses_left -= 1
        if not text.strip() or self._clauses_left < 0:
            raise not_understood(sentence_tokens(text))
        problem: TextError | None = None
        for reworded in self._idioms.reworded(text):
            parts = reworded.split(" given ")
            try:
                return [self._speech.event(sentence_tokens(part)) for part in parts]
            except NotUnderstoodError:
                continue
            except TextError as error:
                problem = error
        try:
            return self._speech.event_with_cards(sentence_tokens(text))
        except NotUnderstoodError:
            try:
                return self._joined_clauses(text)
            except NotUnderstoodError as error:
                raise problem or error from None

    def _joined_clauses(self, text: str) -> Sequence[Event[str]]:
        """Return the events of clauses that ``and`` or ``or`` joins, of which each may be an idiom.

        Raises:
            NotUnderstoodError: there is only one clause, or one of them is not understood.
        """
        for joint in (" and ", " but ", " while ", ", ", " or "):
            for divider in re.finditer(re.escape(joint), text):
                before, after = text[: divider.start()], text[divider.end() :]
                hands = self._other_hand(before, after) if joint == " or " else []
                if hands:
                    return [join_events("or", hands)]
                try:
                    first, second = self._clause(before), self._clause(self._with_subject(after, before))
                except NotUnderstoodError:
                    continue
                # Without a subject and a verb only the board can be meant, not the hero.
                bare = not self._has_subject(after) and not self._speech.begins_verb(sentence_tokens(after))
                if bare and any(str(atom)[:1].isdecimal() for event in second for atom in event.atoms()):
                    continue
                operation = "or" if joint == " or " else "and"
                return [join_events(operation, [first[0], second[0]]), *first[1:], *second[1:]]
        raise not_understood(sentence_tokens(text))

    def _other_hand(self, previous: str, text: str) -> list[Event[str]]:
        """Return the events of *he has AK* and *a set*, of which only one names hole cards, or []."""
        holder = re.fullmatch(r"(?P<who>.+?) (?:has|have|holds?) .+", previous)
        if holder is None or re.search(r"\b(?:on|by) ", text):
            return []
        try:
            events = [*self._clause(previous), *self._clause(f"{holder['who']} has {text}")]
        except TextError:
            return []
        cards = [" has " in (event.atom or "") for event in events]
        return events if len(events) == 2 and cards[0] != cards[1] else []

    def _has_subject(self, text: str) -> bool:
        """Return True if a clause begins with the words for a seat, even for one that is not unique."""
        try:
            return bool(self._speech.subjects.at(sentence_tokens(text)))
        except TextError:
            return True

    def _with_subject(self, text: str, previous: str) -> str:
        """Return a clause with the subject of the ``previous`` one, if it has none of its own.

        Raises:
            NotUnderstoodError: the previous one is negated, which leaves open whether this one is, too.
        """
        tokens, before = sentence_tokens(text), sentence_tokens(previous)
        if self._has_subject(text) or not self._speech.begins_verb(tokens):
            return text
        subjects = self._speech.subjects.at(before)
        if not subjects or any(is_negation(token.word) for token in before):
            raise not_understood(tokens)
        return f"{previous[: before[subjects[0][1] - 1].end]} {text}"


def _standing(event: Event[str]) -> str:
    """Return seat and verb of an event that a seat is ahead or behind, without its street, else ""."""
    match = re.fullmatch(r"(\d+ (?:ahead|behind)) \w+", event.atom or "")
    return match[1] if match else ""


def _question_text(events: Sequence[Event[str]], conditions: Sequence[Event[str]], by: str) -> str:
    """Return the text of a question; the events after the first one are conditions, too."""
    given = [*events[1:], *conditions]
    text = event_text(events[0])
    text = f"{text} given {event_text(join_events('and', given))}" if given else text
    return f"{text} by {by}" if by else text
