"""The idioms of players that both games share: *hold up*, *suck out*, *up against kings*.

An idiom is a pattern of a complete clause in plain words, and the clause that it means in the English of ``clauses``.
The replacement may end in ``given`` and a condition that the idiom implies: who sucks out was behind before.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from engine.cards import TextError
from engine.questions.expression import Event
from engine.questions.spoken.clauses import Speech
from engine.questions.spoken.words import not_understood, sentence_tokens

_BE = (
    r"(?: (?:do|does|did|will|would|should|can|could|am|is|are|be|been|being|was|were|have|has|had|to|get|gets|got|"
    r"getting|ever|also|then|going|up))*?"
)
_SHORT_FORMS = {
    "@who@": rf"(?P<who>.+?){_BE}",
    "@when@": r"(?: (?P<when>(?:on|by|at|in) (?:the )?\w+|now|preflop))?",
    "@rival@": r"(?P<rival>me|us|him|them|her|villain|hero|\w+)",
    "@me@": r"(?: (?:me|us|him|them|her|villain|hero))?",
    "@has@": r"(?:has|have|had|got|holds?)",
    "@a@": r"(?:an? |the )?",
}
"""Parts of patterns that many idioms have: ``@who@`` is a subject with the helping verbs after it."""


class Split(NamedTuple):
    """The split ``by`` of a question, and its event in plain words, "" if all deals are meant."""

    event: str
    by: str


Reword = Callable[[Any, re.Match[str]], str]
"""Returns the clause that a match means, or "" if it is not this idiom after all; called with the game's idioms."""


class Idiom(NamedTuple):
    """A pattern of a clause, with the short forms ``@who@``, ``@when@`` .., and the clause that it means.

    ``meaning`` is a text in which the groups of the pattern are filled in, or a function.
    """

    pattern: str
    meaning: str | Reword


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern whose short forms are written out."""
    for short, full in _SHORT_FORMS.items():
        pattern = pattern.replace(short, full)
    return re.compile(pattern)


def any_phrase(phrases: str) -> str:
    """Return the pattern of one of several phrases, which are separated by commas."""
    return f"(?:{'|'.join(phrases.split(', '))})"


def filled_template(match: re.Match[str], template: str) -> str:
    """Return ``template`` with the groups of a match in braces, absent ones as "" and single blanks."""
    return " ".join(template.format_map({key: value or "" for key, value in match.groupdict().items()}).split())


class Idioms:
    """Rewords the idioms of a game about a table, whose clauses ``speech`` reads."""

    words: ClassVar[tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]] = ()
    """Phrases inside of clauses of the game, and plainer ones."""
    patterns: ClassVar[tuple[Idiom, ...]] = ()
    """The idioms of the game; :data:`SHARED` come after them."""
    suggested: ClassVar[tuple[str, ...]] = ()
    """Questions about *I* and an opponent, ``{he}``; the nearest are suggested for a text that is not understood."""

    def __init__(self, speech: Speech) -> None:
        self.speech, self.table = speech, speech.table

    @property
    def now(self) -> str:
        """The words for the current street, or for the first one that has cards to compare."""
        return "now" if self.speech.has_known_street else f"on the {next(iter(self.speech.streets))}"

    def before(self, when: str | None) -> str:
        """Return the words for the street before that of ``when``, by default for the current one."""
        streets = list(dict.fromkeys(self.speech.streets.values()))
        street = self.speech.streets.get((when or "").rpartition(" ")[2], "")
        return f"on the {streets[streets.index(street) - 1]}" if street in streets[1:] else self.now

    def reworded(self, text: str) -> Iterator[str]:
        """Yield the clauses that an idiom may mean; ``text`` itself, in plainer words, comes last."""
        for pattern, replacement in (*self.words, *SHARED_WORDS):
            text = re.sub(pattern, replacement, text)
        text = " ".join(text.split())
        for idiom in (*self.patterns, *SHARED):
            match = _compiled(idiom.pattern).fullmatch(text)
            if match is not None:
                meaning = idiom.meaning
                reworded = filled_template(match, meaning) if isinstance(meaning, str) else meaning(self, match)
                if reworded:
                    yield reworded
        yield text

    def splits(self, text: str) -> Iterator[Split]:
        """Yield the split that a question such as *what beats me* asks for."""
        raise NotImplementedError

    def against(self, text: str, seat: int) -> Event[str] | None:
        """Return the condition of an equity of ``seat`` against *kings* or *a set*, or None for the whole range.

        Raises:
            TextError: it may be the hand of several opponents, or it is not understood.
        """
        rivals = [other for other in self.speech.subjects.live if other != seat]
        text = re.sub(r"(?: 's)?(?: range| hand)?$", "", text)
        if text in ("everybody", "everyone", "all", "the field", "a random", "them all"):
            return None
        named = self.speech.seat_of(text)
        if named is not None:
            if rivals != [named]:
                raise TextError("an equity is the share of the pot against all players, not against one of them")
            return None
        if len(rivals) != 1 and seat == self.speech.subjects.hero():
            rivals = [self.rival()]
        if len(rivals) != 1:
            choices = self.speech.subjects.choices(rivals)
            raise TextError(f"“{text}” could be the hand of {choices}: name the player")
        text = re.sub(r"^(?:his|her|their|villain 's|the|hands like) ", "", text)
        # A range has sets and flush draws: either of them. "Top pair and a flush draw" is one hand.
        text = re.sub(r" and (?!an? )", " or ", text)
        for reworded in self.reworded(f"{rivals[0] + 1} has {text}"):
            try:
                return self.speech.event(sentence_tokens(reworded))
            except TextError:
                continue
        raise not_understood(sentence_tokens(text))

    def board_phrase(self, text: str) -> str:
        """Return the clause of a condition such as *on a heart turn*, or "" if it is another condition."""
        return ""

    def seat(self, who: str) -> int:
        """Return the seat, from 0, that the subject of a question names. Raises NotUnderstoodError if there is none."""
        seat = self.speech.seat_of(who)
        if seat is None:
            raise not_understood(sentence_tokens(who))
        return seat

    def rival(self) -> int:
        """Return the only opponent of the player who asks. Raises TextError if there are several."""
        return self.speech.subjects.villain(sentence_tokens("villain")[0])

    def is_hand(self, text: str) -> bool:
        """Return True if a clause that a seat has ``text`` means the hand that *I beat ``text``* is about."""
        return True

    def has_known_hand(self) -> bool:
        """Return True if the cards of the player who asks are known."""
        return False

    def two_of_us(self, text: str) -> str:
        """Return the event that ``text`` is true of two live seats, in the grammar; ``text`` follows the seat there."""
        seats = [str(seat + 1) for seat in self.speech.subjects.live]
        pairs = [f"{one} {text} and {other} {text}" for one, other in combinations(seats, 2)]
        return " or ".join(pairs)


def _stands(verb: str) -> Reword:
    return lambda idioms, match: f"{match['who']} is {verb} {match['when'] or idioms.now}"


def _up_against(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the clause of *I am up against kings*; in *I win against kings* the opponent's hand is a condition."""
    villain = "villain" if len(idioms.speech.subjects.live) == 2 else "an opponent"
    held = f"{villain} has {match['hand']}"
    return held if idioms.speech.seat_of(match["who"]) is not None else f"{match['who']} given {held}"


def _against_hand(verb: str) -> Reword:
    """Return the rewording of *I beat queens*: the clause with ``verb``, given that the opponent has this hand.

    The hand is that of an opponent if the player who asks beats it, and his own if an opponent does.
    """

    def reworded(idioms: Idioms, match: re.Match[str]) -> str:
        subjects = idioms.speech.subjects
        try:
            seat, named, hero = (
                idioms.speech.seat_of(match["who"]),
                idioms.speech.seat_of(match["hand"]),
                subjects.hero(),
            )
        except TextError:
            return ""
        # "I beat villain" is about a seat.
        if seat is None or named is not None or not idioms.is_hand(match["hand"]):
            return ""
        holder = "i have" if seat != hero else "villain has" if len(subjects.live) == 2 else "an opponent has"
        when = match.groupdict().get("when") or (idioms.now if verb.startswith("is ") else "")
        return f"{seat + 1} {verb} {when} given {holder} {match['hand']}"

    return reworded


def _sucks_out(idioms: Idioms, match: re.Match[str]) -> str:
    who = match["who"]
    return f"{who} wins given {who} is behind {idioms.before(match['when'])}"


def _is_outdrawn(idioms: Idioms, match: re.Match[str]) -> str:
    who = match["who"]
    return f"{who} loses given {who} is ahead {idioms.before(match['when'])}"


def _has_beat(idioms: Idioms, match: re.Match[str]) -> str:
    return f"{match['who']} is ahead of {match['rival']} {match['when'] or idioms.now}"


def _ahead_of_my_hand(idioms: Idioms, match: re.Match[str]) -> str:
    """Return the clause that a seat is ahead of the player who asks, if his hand is known: then it is no condition."""
    if not idioms.has_known_hand():
        return ""
    return f"{match['who']} is ahead of me {match['when'] or idioms.now}"


def _has_better(idioms: Idioms, match: re.Match[str]) -> str:
    verb = "behind" if match["kind"] == "worse" else "ahead"
    return f"{match['who']} is {verb} {match['when'] or idioms.now}"


def _and_not(_: Idioms, match: re.Match[str]) -> str:
    """Return both clauses of *he bricks and I don't on fourth* in full."""
    when, predicate = match["when"] or match["early"] or "", match["predicate"]
    return f"{match['who']} {predicate} {when} and {match['other']} does not {predicate} {when}"


_GOOD = any_phrase(
    "good, best, in front, in the lead, winning, in good shape, leading, favorite, favourite, the favorite"
)
_BAD = any_phrase("beat, crushed, losing, beaten, in trouble, in bad shape, the underdog, second best")
_OUTDRAWS = any_phrase(
    "suck out, sucks out, suck out on, sucks out on, draw out, draws out, draw out on, draws out on, catch up, "
    "catches up, come from behind, comes from behind, outdraw, outdraws, come back, comes back"
)
_OUTDRAWN = any_phrase("sucked out on, drawn out on, outdrawn, rivered, drawn out, run down, sucked out")
_HOLDS_UP = any_phrase(
    "hold up, holds up, hold, holds, survive, survives, stand up, stands up, scoop, scoops, take it down, "
    "takes it down, win at showdown, win it, end up winning, come out on top, take the pot, takes the pot"
)
_EVERYBODY = any_phrase(
    "both, both of them, both opponents, everybody, everyone, everybody else, everyone else, all, all of them, "
    "them all, them both, the field, all opponents"
)
_AGAINST = any_phrase("up against, run into, running into, runs into, against, facing, face, looking at")
_DEFEATS = any_phrase("beat, beats, crack, cracks, defeat, defeats, win over, wins over")
_IS_DEFEATED = any_phrase(
    "lose to, loses to, lost to, lose out to, beaten by, beat by, cracked by, defeated by, crushed by"
)
_TIES = r"(?:ties?(?: with)?|(?:chops?|splits?)(?: the pot)? with)"
_HAND_OF_RIVAL = r"(?:his |her |their |villain 's |my )?(?P<hand>.+?)"
_AT_THE_END = r"(?: (?:by the river|at showdown|on the river|in the end|at the end))?"
_ME_OR_HIM = r"(?:i|he|she|they|villain|hero|seat \d|\w+)"
SHARED: tuple[Idiom, ...] = (
    Idiom(
        rf"(?P<who>{_ME_OR_HIM}) (?P<predicate>.+?)(?: (?P<early>on \w+))?,? (?:and|but|while) "
        rf"(?P<other>{_ME_OR_HIM}) (?:don't|doesn't|dont|doesnt|do not|does not)@when@",
        _and_not,
    ),
    Idiom(r"@who@ (?:@has@|with|holding) (?:the )?(?:best|better|winning) (?:hand|low|of it)@when@", _stands("ahead")),
    Idiom(
        r"my (?:hand|low|board)(?: (?:am|is|are|be|was))? (?:the )?(?:best|good)@when@",
        lambda idioms, match: f"i am ahead {match['when'] or idioms.now}",
    ),
    Idiom(rf"@who@ {_GOOD}@when@", _stands("ahead")),
    Idiom(r"@who@ ahead@when@", _stands("ahead")),
    Idiom(rf"@who@ {_BAD}@when@", _stands("behind")),
    Idiom(r"@who@ behind@when@", _stands("behind")),
    Idiom(r"@who@ @has@ @rival@ (?:beat|beaten|crushed)@when@", _has_beat),
    Idiom(r"@who@ @has@ @a@(?P<kind>better|worse)(?: hand| holding)?@when@", _has_better),
    Idiom(rf"@who@ {_OUTDRAWS}@me@@when@", _sucks_out),
    Idiom(rf"@who@ {_OUTDRAWN}@when@", _is_outdrawn),
    Idiom(r"@who@ cracked", "{who} loses"),
    Idiom(r"@who@ (?:ahead of|beating|beat|beats|in front of) my (?P<hand>.+?)@when@", _ahead_of_my_hand),
    Idiom(rf"@who@ (?:beat|beats|win against|wins against) {_EVERYBODY}", "{who} wins"),
    Idiom(rf"@who@ {_HOLDS_UP}", "{who} wins"),
    Idiom(rf"@who@ {_DEFEATS} {_HAND_OF_RIVAL}{_AT_THE_END}", _against_hand("wins")),
    Idiom(rf"@who@ {_IS_DEFEATED} {_HAND_OF_RIVAL}{_AT_THE_END}", _against_hand("loses")),
    Idiom(rf"{_HAND_OF_RIVAL} {_DEFEATS} (?P<who>me|us|hero|my hand){_AT_THE_END}", _against_hand("loses")),
    Idiom(rf"@who@ {_TIES} {_HAND_OF_RIVAL}{_AT_THE_END}", _against_hand("ties")),
    Idiom(rf"@who@ (?:ahead of|beating|in front of) {_HAND_OF_RIVAL}@when@", _against_hand("is ahead")),
    Idiom(rf"@who@ (?:behind|losing to|trailing) {_HAND_OF_RIVAL}@when@", _against_hand("is behind")),
    Idiom(rf"@who@ {_AGAINST} (?P<hand>.+)", _up_against),
    Idiom(r"(?:we|they|both|the players?)(?: .+)? (?:split|chop|tie)(?: it| the pot)?", "the pot is split"),
    Idiom(
        r"(?:it|this|the pot)(?: is| get| gets| end in| ends in)? (?:a |be )?"
        r"(?:chop|chopped|split|tie|tied|chop pot|split pot)",
        "the pot is split",
    ),
    Idiom(r"there (?:is|be) (?P<x>a tie|a chop|a split pot|a split)", "{x}"),
)  # fmt: skip
"""Idioms of both games."""
SHARED_WORDS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        r"\b(?:win|wins) (?:this|it|(?:the|this) (?:hand|pot)|the showdown|in the end|at the end|by the river)\b",
        "wins",
    ),
    (r"\b(?:lose|loses) (?:this|it|the (?:hand|pot)|this (?:hand|pot))\b", "loses"),
    (r"\b(lose|loses|lost|beaten) to a better (?:hand|low)\b", r"\1"),
    (r"\bstill\b|\balready\b|\bevery time\b|\bsometimes\b", ""),
    (r"\b(?:both (?:of us )?|we )(?=win\b)", "we "),
    (r"\byou\b|(?<!least )\bone\b(?! (?:pair|overcard|card|of|opponent|villain|player|other))", "i"),
    (r"\bi'm\b", "i am"),
    (r"\b(?:the (?:three|four|five|six) of us|all players)\b", "all of us"),
    (r"\b(?:do|does|will|are|did) (?=(?:both|we|they|all|either|neither|any|somebody|anyone|nobody)\b)", ""),
)  # fmt: skip
"""Phrases inside of clauses, and plainer ones, of both games."""
