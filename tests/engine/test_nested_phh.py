"""PHH texts that no hand would be: nested deeply, with numbers beyond all meaning, or not written as hands are."""

import re

import pytest

from engine.histories.hand import HandError
from engine.histories.phh import NO_FIELD
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from tests.engine.played_hands import PHH


@pytest.mark.parametrize(
    "nested",
    [
        ".".join("a" * 15_000) + " = 1",
        " . ".join(['"a"', "'b'"] * 4_000) + " = 1",
        "[" + ".".join("a" * 15_000) + "]",
        "x = " + "[" * 30_000 + "]" * 30_000,
        "x = " + "{a=" * 30_000 + "1" + "}" * 30_000,
    ],
    ids=["dotted key", "quoted key", "table", "lists", "tables in a line"],
)
def test_a_deeply_nested_phh_is_refused_before_it_is_parsed(nested: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.histories.phh.loads", None)  # it takes a gigabyte for 30 kB
    *_, raw = split_hands(f"{PHH}{nested}\n")
    with pytest.raises(HandError, match=r"^line \d+, hand [^\n]{1,64}: this is no hand: (a key|more than)"):
        read_hand(raw)


@pytest.mark.parametrize("text", ["a.b.c.d.e.f.g.h.i.j.k.l", "[[[[[[[[[[[[", '"' * 2, "'" * 3 + "\na.b"])
def test_what_strings_and_comments_of_a_phh_hold_is_not_nested(text: str) -> None:
    more = f'# {text.splitlines()[-1]}\nnote = {text!r}\nlong = """{text}\n"""\nodd = [1.5, 2.5, 3.5, [4.5]]\n'
    (raw,) = split_hands(PHH + more)
    assert read_hand(raw).names == read_hand(split_hands(PHH)[0]).names


@pytest.mark.parametrize("chips", ["1e99999999", "9" * 400, "nan", "-1e16"])
def test_chips_beyond_all_meaning_are_refused_by_their_field(chips: str) -> None:
    (raw,) = split_hands(re.sub(r"starting_stacks = \[[^,]*", f"starting_stacks = [{chips}", PHH))
    with pytest.raises(HandError, match="'starting_stacks' has to be a list of numbers of chips"):
        read_hand(raw)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("seats 3", "'=' is missing after the name of a field"),
        ("venue = 'here", "a quotation mark is missing"),
        ('venue = "here', "a quotation mark is missing"),
        ("seats = [1, 2", "a closing bracket is missing"),
        ("_x = {a = 1", "a closing bracket is missing"),
        ("min_bet = 4", "a field stands there twice"),
        ("venue = here", "a value is neither a number, a text in quotation marks nor a list in brackets"),
        ("venue = 'here' there", "something follows the value of a field"),
        ("_date = 2026-02-31", "a date or a number cannot be read"),
        ('venue = "C:\\qqq"', "a backslash in a text stands for no sign"),
        ("= 3", NO_FIELD),
    ],
)
def test_the_words_are_those_of_the_file(line: str, words: str) -> None:
    *_, raw = split_hands(f"{PHH}{line}\n")
    with pytest.raises(HandError) as caught:
        read_hand(raw)
    assert str(caught.value).endswith(f": {words}")
    unclosed = line.endswith(("here", "2")) and words.endswith("is missing") and '"' not in line
    assert str(caught.value).startswith(f"line {1 if unclosed else len(PHH.splitlines()) + 1}, hand ")
    assert "TOML" not in str(caught.value)
