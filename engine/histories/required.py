"""Words without which a pattern matches nothing: to look for them takes a small part of the time of a search."""

import re
from collections.abc import Container, Iterator
from functools import cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

ANY = ("",)
"""Stands in every text: nothing is known of a pattern."""
NEVER = re.compile(r"(?!)")
"""Matches nothing."""
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


@cache
def required_words(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Return texts of which at least one stands in whatever ``pattern`` matches, :data:`ANY` where none are known."""
    if pattern is NEVER:
        return ()
    if pattern.flags & re.IGNORECASE:
        return ANY
    return _words(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def found(pattern: re.Pattern[str], text: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern whose required words stand on the line on which it begins to match."""
    places = [text.find(word, begin) for word in required_words(pattern)]
    first = min((place for place in places if place >= 0), default=None)
    if first is not None:
        yield from pattern.finditer(text, max(text.rfind("\n", 0, first) + 1, begin))


def found_on_lines(
    pattern: re.Pattern[str],
    text: str,
    begin: int = 0,
    end: int | None = None,
    *,
    words: tuple[str, ...] = (),
    without: Container[int] = (),
) -> Iterator[re.Match[str]]:
    """Yield the matches, between two ends of lines, of a pattern that matches on a single line.

    ``words`` stand in place of the required ones of the pattern; lines that begin at places of ``without`` are left
    out.
    """
    words, end = words or required_words(pattern), len(text) if end is None else end
    starts: set[int] = set()
    for word in words:
        at = text.find(word, begin, end)
        while at >= 0:
            starts.add(text.rfind("\n", begin, at) + 1 or begin)
            line_end = text.find("\n", at, end)
            at = text.find(word, line_end + 1, end) if line_end >= 0 else -1
    for start in sorted(starts):
        if start not in without:
            line_end = text.find("\n", start, end)
            yield from pattern.finditer(text, start, line_end if line_end >= 0 else end)


def found_in_lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the first match of a pattern in each line that has one."""
    if any(word in text for word in required_words(pattern)):
        yield from filter(None, map(pattern.search, text.splitlines()))


def _words(nodes: Any) -> tuple[str, ...]:
    """Return the best required words of a parsed sequence: few and long ones."""
    choices: list[tuple[str, ...]] = [ANY]
    run = ""
    for operation, value in nodes:
        if operation is _constants.LITERAL:
            run += chr(value)
            continue
        choices.append((run,))
        run = ""
        if operation is _constants.SUBPATTERN and not value[1] & re.IGNORECASE:
            choices.append(_words(value[-1]))
        elif operation is _constants.BRANCH:
            branches = [_words(branch) for branch in value[1]]
            choices.append(ANY if ANY in branches else tuple(word for words in branches for word in words))
        elif operation in _REPEATS and value[0]:
            choices.append(_words(value[2]))
    choices.append((run,))
    return max(choices, key=lambda words: (min(map(len, words)), -len(words)))
