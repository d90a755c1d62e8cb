"""Suggests questions that work at a table and are near to a sentence that was not understood."""

import re
from collections.abc import Callable, Iterator

from engine.cards import TextError
from engine.questions.spoken.rewording import plain_words
from engine.questions.spoken.subjects import SubjectFinder
from engine.scenario import GameTable, Scenario

MAX_SUGGESTIONS = 3
_SUMS = (
    "pot odds 50 into 100", "what equity do I need to call 50 into 100", "mdf against a 75% pot bet",
    "how often must a half pot bluff work",
)  # fmt: skip
_TEMPLATES: GameTable[tuple[str, ...]] = GameTable(
    "suggested questions",
    {
        "holdem": (
            "how often do I win", "what is my equity", "how often does {he} have top pair or better",
            "how often do I flop top pair or better", "how often do I flop a set", "how often do I hit the flop",
            "how often do I miss the flop", "how often do I make a flush by the river", "how often do we chop",
            "how often do I make a straight by the river", "how often do I make a full house by the river",
            "how often do I have two pair or better on the turn", "how often am I ahead on the flop",
            "how often am I ahead now", "how often am I behind now", "how often do I have the best hand on the turn",
            "what is my equity if the turn is an ace", "what is my equity if a heart comes on the turn",
            "what is my equity if the board pairs on the turn", "what is my equity on an ace high flop",
            "what is my equity when {he} has top pair or better", "what is my equity when {he} has a set",
            "what is my equity when {he} has a flush draw", "what is my equity when I flop a set", "what beats me",
            "how often do we both have top pair", "set over set", "which turn cards are good for me", "what do I flop",
            "how often does {he} win", "how often does {he} have AA", "how often does {he} have a pocket pair",
            "how often does {he} have AK", "how often does {he} have a flush draw", "how often does {he} have a draw",
            "how often does {he} have nothing on the flop", "how often does {he} have a set",
            "how often does {he} have two pair or better", "how often does {he} have an overpair",
            "how often does {he} flop a set", "how often does {he} make a flush by the river", "what does {he} flop",
            "how often does {he} suck out on the river", "how many combos of AA does {he} have",
            "how many combos of sets does {he} have", "what is {he}'s equity", "how often do I win when {he} has a set",
            "how often does the turn pair the board", "how often does the board pair by the river",
            "how often does an ace come on the turn", "how often does an ace flop", "how often is the flop monotone",
            "how often is the flop paired", "how often does an overcard come on the turn",
            "how often does a heart come on the turn", "how often do I lose if the turn is a heart",
            "how often do I win if the river pairs the board", "how often does {he} have top pair",
            "how often does {he} have second pair", "how often does {he} have a straight draw", *_SUMS,
        ),
        "razz": (
            "how often do I win", "what is my equity", "how often do I make an 8 or better",
            "how often do I make a 7 low by sixth", "how often do I make a wheel", "how often do I brick fourth",
            "how often does {he} brick fourth", "how often do we both brick fourth", "how often do I pair on fourth",
            "how often does {he} pair on fifth", "what is my equity if {he} bricks fourth",
            "what is my equity if I pair on fourth", "what is my equity if {he} catches a king on fourth",
            "how often am I ahead on fifth", "how often am I behind on sixth",
            "how often do I win if I am ahead on fifth",
            "how often do I win if I am behind on sixth",
            "how often does {he} have a pair in the hole",
            "how often does {he} have two wheel cards in the hole", "what do I end up with when I win", "what beats me",
            "how often does {he} make an 8 or better", "how often do we chop", "how often does {he} win",
            "how often does a nine low win", "how often do I catch a 5 or lower on fourth", *_SUMS,
        ),
    },
)  # fmt: skip
"""Questions about *I* and an opponent."""
_COMMON = frozenset(
    [
        "how",
        "often",
        "do",
        "does",
        "i",
        "is",
        "a",
        "an",
        "the",
        "to",
        "of",
        "on",
        "in",
        "if",
        "when",
        "what",
        "my",
        "will",
        "he",
        "his",
        "me",
        "it",
        "have",
        "has",
        "am",
        "are",
        "be",
        "or",
        "and",
        "by",
        "with",
        "for",
        "that",
        "there",
        "at",
        "this",
        "villain",
        "you",
        "get",
    ]
)
"""Words that say little about what a sentence is about."""


def suggested_questions(
    table: Scenario, typed: str, is_understood: Callable[[str], bool], selected: int | None = None
) -> tuple[str, ...]:
    """Return up to three sentences near to ``typed`` for which ``is_understood`` returns True."""
    words = _stems(plain_words(typed, table, corrected=True))
    candidates = list(dict.fromkeys(_candidates(table, selected)))
    # The sort is stable: of equally near sentences those at the beginning of the list come first.
    candidates.sort(key=lambda sentence: -_nearness(words, _stems(plain_words(sentence, table))))
    result = list[str]()
    for sentence in candidates:
        if is_understood(sentence):
            result.append(sentence)
        if len(result) == MAX_SUGGESTIONS:
            break
    return tuple(result)


def _candidates(table: Scenario, selected: int | None) -> Iterator[str]:
    """Yield the sentences for this table: with *I* if it is known who asks, else with the names of the seats."""
    finder = SubjectFinder(table, selected)
    try:
        hero: int | None = finder.hero()
    except TextError:
        hero = None
    names = {seat: _spoken_name(table, seat) for seat in finder.live}
    for template in _TEMPLATES[table.game]:
        for seat, name in names.items():
            if "{he}" in template and seat != hero:
                yield template.format(he="villain" if hero is not None and len(names) == 2 else name)
            elif "{he}" not in template and hero is not None:
                yield template
            elif "{he}" not in template:
                yield _about_seat(template, name)


def _spoken_name(table: Scenario, seat: int) -> str:
    """Return the name of a seat as a sentence can have it."""
    name = table.seats[seat].name
    same = sum(other.name.casefold() == name.casefold() for other in table.seats)
    return name if re.fullmatch(r"[A-Za-z][\w ]*", name) and same == 1 else f"seat {seat + 1}"


def _about_seat(template: str, name: str) -> str:
    """Return a sentence about *I* as one about a seat."""
    result = template
    for first, third in (("do I ", "does {} "), ("am I ", "is {} "), ("is my ", "is {}'s "), (" I am ", " {} is ")):
        result = result.replace(first, third.format(name))
    return result


def _stems(words: str) -> frozenset[str]:
    """Return the words of a sentence without plural endings and without commas."""
    return frozenset(word.rstrip("s") if len(word) > 3 else word for word in words.lower().replace(",", " ").split())


def _nearness(words: frozenset[str], other: frozenset[str]) -> float:
    """Return how near two sentences are: their common words, those that say something above all."""
    common = words & other
    weight = sum(0.1 if word in _COMMON else 1.0 for word in common)
    return weight - 0.02 * len(other - words)
