"""Suggests questions that work at a table and are near to a sentence that was not understood."""

import re
from collections.abc import Callable, Iterator, Sequence

from engine.cards import TextError
from engine.questions.spoken.rewording import plain_words
from engine.questions.spoken.subjects import SubjectFinder
from engine.scenario import Scenario

MAX_SUGGESTIONS = 3
_SUMS = (
    "pot odds 50 into 100", "what equity do I need to call 50 into 100", "mdf against a 75% pot bet",
    "how often must a half pot bluff work",
)  # fmt: skip
_COMMON = frozenset((
    "how", "often", "do", "does", "i", "is", "a", "an", "the", "to", "of", "on", "in", "if", "when", "what", "my",
    "will", "he", "his", "me", "it", "have", "has", "am", "are", "be", "or", "and", "by", "with", "for", "that",
    "there", "at", "this", "villain", "you", "get",
))  # fmt: skip
"""Words that carry little of the meaning of a sentence."""


def suggested_questions(
    table: Scenario,
    typed: str,
    templates: Sequence[str],
    is_understood: Callable[[str], bool],
    selected: int | None = None,
) -> tuple[str, ...]:
    """Return up to three sentences near to ``typed`` for which ``is_understood`` returns True.

    ``templates``: the questions of the game about *I* and an opponent, ``{he}``.
    """
    words = _stems(plain_words(typed, table, corrected=True))
    candidates = list(dict.fromkeys(_candidates(table, (*templates, *_SUMS), selected)))
    # The sort is stable: of equally near sentences those at the beginning of the list come first.
    candidates.sort(key=lambda sentence: -_nearness(words, _stems(plain_words(sentence, table))))
    result = list[str]()
    for sentence in candidates:
        if is_understood(sentence):
            result.append(sentence)
        if len(result) == MAX_SUGGESTIONS:
            break
    return tuple(result)


def _candidates(table: Scenario, templates: Sequence[str], selected: int | None) -> Iterator[str]:
    """Yield the sentences for this table: with *I* if it is known who asks, else with the names of the seats."""
    finder = SubjectFinder(table, selected)
    try:
        hero: int | None = finder.hero()
    except TextError:
        hero = None
    names = {seat: _spoken_name(table, seat) for seat in finder.live}
    for template in templates:
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
