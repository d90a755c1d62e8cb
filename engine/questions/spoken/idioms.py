"""The idioms of players that both games share: *hold up*, *suck out*, *up against kings*, *what beats me*.

An idiom is a pattern of a complete clause in plain words, and the clause that it means in the English of ``clauses``.
The replacement may end in ``given`` and a condition that the idiom implies: who sucks out was behind before.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from engine.cards import TextError
from engine.questions.expression import Event
from engine.questions.spoken.clauses import Speech, join_events
from engine.questions.spoken.words import not_understood, sentence_tokens

BE = (
    r"(?: (?:do|does|did|will|would|should|can|could|am|is|are|be|been|being|was|were|have|has|had|to|get|gets|got|"
    r"getting|still|ever|also|then|going|up))*?"
)
"""Helping words between a subject and its verb."""
WHO = r"(?P<who>.+?)"
WHEN = r"(?: (?P<when>(?:on|by|at|in) (?:the )?\w+|now|preflop))?"
AM = r"(?: (?:am|is|are|be|'m|was))"
Idiom = tuple[str, str | Callable[["Idioms", re.Match[str]], str]]


@dataclass(frozen=True, slots=True)
class Split:
    """The split ``by`` of a question, and its event in plain words; "" if all deals are meant."""

    event: str
    by: str


def filled(match: re.Match[str], template: str) -> str:
    """Return ``template`` with the groups of a match in braces, absent ones as "" and single blanks."""
    return " ".join(template.format_map({key: value or "" for key, value in match.groupdict().items()}).split())


class Idioms:
    """Rewords the idioms of a game about a table, whose clauses ``speech`` reads.

    ``patterns`` are those of the game; :attr:`SHARED` come after them.
    """

    patterns: ClassVar[tuple[Idiom, ...]] = ()
    words: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Phrases inside of clauses, and plainer ones."""

    def __init__(self, speech: Speech) -> None:
        self.speech, self.table = speech, speech.table

    @property
    def now(self) -> str:
        """The words for the current street, or for the first one that has cards to compare."""
        return "now" if self.speech.has_known_street else f"on the {next(iter(self.speech.streets))}"

    def before(self, when: str | None) -> str:
        """Return the words for the street before that of ``when``, by default for the current one."""
        streets = list(dict.fromkeys(self.speech.streets.values()))
        word = (when or "").split()[-1:] or [""]
        street = self.speech.streets.get(word[0], "")
        return f"on the {streets[streets.index(street) - 1]}" if street in streets[1:] else self.now

    def reworded(self, text: str) -> Iterator[str]:
        """Yield the clauses that an idiom may mean; ``text`` itself comes last."""
        for pattern, replacement in (*self.words, *SHARED_WORDS):
            text = re.sub(pattern, replacement, text)
        text = " ".join(text.split())
        for pattern, meaning in (*self.patterns, *SHARED):
            match = re.fullmatch(pattern, text)
            if match is not None:
                reworded = filled(match, meaning) if isinstance(meaning, str) else meaning(self, match)
                if reworded:
                    yield reworded
        yield text

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split that a question such as *what beats me* asks for."""
        yield from ()

    def against(self, text: str, seat: int) -> Event[str] | None:
        """Return the condition of an equity of ``seat`` against *kings* or *a set*, or None for the whole range."""
        rivals = [other for other in self.speech.subjects.live if other != seat]
        tokens = sentence_tokens(re.sub(r" 's$| range$| hand$", "", text))
        named = self.speech.subjects.single(tokens) if tokens else None
        if named is not None or text in ("everybody", "everyone", "all", "the field", "a random hand", "them all"):
            if named is not None and rivals != [named]:
                raise TextError("an equity is the share against all other live seats, not against one of them")
            return None
        if len(rivals) != 1:
            choices = " or ".join(f"seat {other + 1}" for other in rivals)
            raise TextError(f"'{text}' may be the hand of {choices}: say which")
        text = re.sub(r"^(?:his|her|their|villain 's|the|when he has|hands like) ", "", text)
        return self.against_hand(text, rivals[0])

    def against_hand(self, text: str, rival: int) -> Event[str]:
        """Return the event that ``rival`` has the hand ``text``."""
        for reworded in self.reworded(f"{rival + 1} has {text}"):
            try:
                return self.speech.event(sentence_tokens(reworded))
            except TextError:
                continue
        raise not_understood(sentence_tokens(text))

    def board_phrase(self, text: str) -> str:
        """Return the clause of a condition such as *on a heart turn*, or "" if it is another condition."""
        return ""

    def pairs_of_seats(self, text: str) -> str:
        """Return the grammar of an event that two of the live seats share; ``text`` is what follows each seat."""
        seats = [str(seat + 1) for seat in self.speech.subjects.live]
        parts = [f"({one} {text} and {other} {text})" for one, other in combinations(seats, 2)]
        return parts[0][1:-1] if len(parts) == 1 else " or ".join(parts)

    def opponents(self, predicate: str) -> str:
        """Return the clause that an opponent of the player who asks does something."""
        return f"{'villain' if len(self.speech.subjects.live) == 2 else 'an opponent'} {predicate}"


def _up_against(idioms: Idioms, match: re.Match[str]) -> str:
    return idioms.opponents(f"has {match['x']}")


def _suck_out(idioms: Idioms, match: re.Match[str]) -> str:
    who = match["who"]
    return f"{who} wins given {who} is behind {idioms.before(match['when'])}"


def _is_outdrawn(idioms: Idioms, match: re.Match[str]) -> str:
    who = match["who"]
    return f"{who} loses given {who} is ahead {idioms.before(match['when'])}"


def _stands(verb: str) -> Callable[[Idioms, re.Match[str]], str]:
    def reworded(idioms: Idioms, match: re.Match[str]) -> str:
        return f"{match['who']} is {verb} {match['when'] or idioms.now}"

    return reworded


def _beaten_by(idioms: Idioms, match: re.Match[str]) -> str:
    return f"{match['who']} is ahead of {match['rival']} {match['when'] or idioms.now}"


def _better(idioms: Idioms, match: re.Match[str]) -> str:
    kind = "behind" if match["kind"] == "worse" else "ahead"
    return f"{match['who']} is {kind} {match['when'] or idioms.now}"


_RIVAL = r"(?P<rival>me|us|him|them|her|villain|hero|\w+)"
_LOSE_BY = r"(?:sucked out on|drawn out on|outdrawn|rivered|drawn out|run down|sucked out)"
SHARED: tuple[Idiom, ...] = (
    (rf"{WHO}{BE} (?:have|has|had|with|holds?|holding) (?:the )?(?:best|better|winning) (?:hand|low|of it){WHEN}",
     _stands("ahead")),
    (rf"my (?:hand|low|board){AM} (?:the )?(?:best|good){WHEN}", lambda i, m: f"i am ahead {m['when'] or i.now}"),
    (rf"{WHO}{AM} (?:the )?(?:good|best|in front|in the lead|winning|in good shape|leading|favou?rite){WHEN}",
     _stands("ahead")),
    (rf"{WHO}{AM}? ?(?:ahead|in front){WHEN}", _stands("ahead")),
    (rf"{WHO}{AM} (?:beat|crushed|losing|beaten|in trouble|in bad shape|the underdog){WHEN}", _stands("behind")),
    (rf"{WHO}{AM}? ?behind{WHEN}", _stands("behind")),
    (rf"{WHO}{BE} (?:has|have|got|had) {_RIVAL} (?:beat|beaten|crushed){WHEN}", _beaten_by),
    (rf"{WHO}{BE} (?:has|have|had|got|holds?)(?: an?| the)? (?P<kind>better|worse)(?: hand| holding)?{WHEN}", _better),
    (rf"{WHO}{BE} (?:suck|sucks|sucking) out(?: on (?:me|him|us|villain|hero|them|her))?{WHEN}", _suck_out),
    (rf"{WHO}{BE} (?:draw|draws) out(?: on (?:me|him|us|villain|hero|them|her))?{WHEN}", _suck_out),
    (rf"{WHO}{BE} (?:catch up|catches up|come from behind|comes from behind|outdraw|outdraws|come back)"
     rf"(?: (?:me|him|us|villain|hero|them|her))?{WHEN}", _suck_out),
    (rf"{WHO}{BE} {_LOSE_BY}{WHEN}", _is_outdrawn),
    (rf"{WHO}{BE} (?:get |gets |be |been |got )?cracked", "{who} loses"),
    (rf"{WHO}{BE} (?:hold up|holds up|hold|holds|survive|survives|stand up|stands up|scoop|scoops|take it down|"
     r"takes it down|win at showdown|win it|end up winning|come out on top|take the pot|takes the pot|win money)",
     "{who} wins"),
    (rf"{WHO}{BE} (?:up against|run into|running into|runs into|against|facing|face|looking at) (?P<x>.+)", _up_against),
    (rf"there{AM} (?P<x>a tie|a chop|a split pot|a split)", "{x}"),
    (r"(?:we|they|both|the players?)(?: .+)? (?:split|chop|tie)(?: it| the pot)?", "the pot is split"),
    (r"(?:it|this|the pot)(?: is| get| gets| end in| ends in)? (?:a |be )?(?:chop|chopped|split|tie|tied|chop pot|split pot)",
     "the pot is split"),
)  # fmt: skip
"""Idioms of both games. A pattern matches a complete clause; groups in braces are filled in."""
SHARED_WORDS: tuple[tuple[str, str], ...] = (
    (r"\b(?:win|wins) (?:this|it|the (?:hand|pot)|this (?:hand|pot)|the showdown|in the end|at the end|by the river)\b",
     "wins"),
    (r"\b(?:lose|loses) (?:this|it|the (?:hand|pot)|this (?:hand|pot))\b", "loses"),
    (r"\bstill\b|\balready\b|\bevery time\b|\bsometimes\b", ""),
    (r"\b(?:both (?:of us )?|we )(?=win\b)", "we "),
    (r"\bthe (?:guy|villain)\b", "villain"),
    (r"\b(?:you|one)\b(?! (?:pair|overcard|card))", "i"),
    (r"\bi'm\b", "i am"),
    (r"\b(?:all (?:three|four|five|six) of us|the (?:three|four|five|six) of us|all players)\b", "all of us"),
    (r"\b(?:do|does|will|are|did) (?=(?:both|we|they|all|either|neither|any|somebody|anyone|nobody)\b)", ""),
)  # fmt: skip
"""Phrases inside of clauses, and plainer ones, of both games."""


def joined(events: Sequence[Event[str]]) -> Event[str]:
    """Return the event that all of ``events`` happen."""
    return join_events("and", events)
