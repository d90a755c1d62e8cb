"""Words that a pattern requires: whatever it matches holds one, and to look for them first changes no result."""

import re

import pytest

from engine.histories.sites import _PARSERS
from engine.histories.splitting import ANY, NEVER, decoded, found, found_in_lines, found_on_lines, required_words
from tests.engine.played_hands import FILES, FOLDER

WORDS = {
    r"^(?P<player>.+?): folds": (": folds",),
    r"^(?P<player>.+) (?:checks$|calls )": ("hecks", "alls "),
    r"^\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[)": ("FLOP ***", " *** ["),
    r"(?:abc)?d(?:ef)+": ("ef",),
    r"(?:abc|\d)x": ("x",),
    r"(?:abc|\d)": ANY,
    r"(?i)folds": ANY,
    r"(?i:folds) x": (" x",),
    r"(?!abc)d": ("d",),
}


@pytest.mark.parametrize("text", WORDS)
def test_the_words_of_a_pattern(text: str) -> None:
    assert required_words(re.compile(text)) == WORDS[text]


def test_a_pattern_that_matches_nothing_requires_what_is_nowhere() -> None:
    assert required_words(NEVER) == ()
    assert not list(found(NEVER, "text"))
    assert not list(found_on_lines(NEVER, "text"))


@pytest.mark.parametrize("name", FILES)
def test_the_matches_are_those_of_the_whole_text(name: str) -> None:
    text = "\n".join(decoded((FOLDER / name).read_bytes()).splitlines())
    for parser in _PARSERS.values():
        for pattern in filter(lambda value: isinstance(value, re.Pattern), vars(parser).values()):
            whole = [(match.span(), match.groups()) for match in pattern.finditer(text)]
            assert [(match.span(), match.groups()) for match in found(pattern, text)] == whole
            lines = [match[0] for match in map(pattern.search, text.splitlines()) if match]
            assert [match[0] for match in found_in_lines(pattern, text)] == lines


def test_lines_are_searched_between_two_ends_and_without_some() -> None:
    text = "a 1\nb 2\na 3 a 4\nc 5\na 6\n"
    pattern = re.compile(r"(?m)^a \d")
    assert [match.start() for match in found_on_lines(pattern, text)] == [0, 8, 20]
    assert [match.start() for match in found_on_lines(pattern, text, 4, 20)] == [8]
    assert [match.start() for match in found_on_lines(pattern, text, without={8})] == [0, 20]
    assert [match.start() for match in found_on_lines(pattern, text, words=("3",))] == [8]
