"""Notices about hold'em texts that are valid but may be meant differently. They state how the text is read.

Programs write numbers differently: 1 may be everything or one percent, 99 a weight or a pair of nines, and a comma is
the decimal sign in many countries.
"""

import re
from collections.abc import Iterator

from engine.cards import excerpt
from engine.ranges.weight_text import is_small_percent

NEAR = 24
"""Number of characters before and after a word that are searched for another meaning."""

_TWO_RANKS = "[2-9][2-9]"
_END = r"(?=[\s,;]|$)"
_HAND_OF_DIGITS = re.compile(rf"\s*({_TWO_RANKS}){_END}")
_HAND_AND_COMMA = re.compile(rf"(?<![^\s,;:])({_TWO_RANKS}),$")
_COMMA_AND_DIGITS = re.compile(rf",([0-9]{{2,}}){_END}")
_BLANK_AND_SHARE = re.compile(rf"\s+([0-9.]+\s*%){_END}")
_COMMA_AND_SHARE = re.compile(r",([0-9]{1,2}%)")


def about_percent(token: str, number: str) -> Iterator[str]:
    """Yield a notice if the percentage ``number`` would be a fraction in other programs: ``AA@0.5``, ``1: AA``."""
    if is_small_percent(number):
        yield f"'{excerpt(token)}' means a weight of {excerpt(number)} percent; one half is 50"


def about_lead(token: str, number: str, before: str, after: str, first: bool) -> Iterator[str]:
    """Yield notices about a weight before a list (``75: AQs``). ``first``: it is the first one in the text."""
    yield from about_percent(token, number)
    hand = _HAND_OF_DIGITS.match(after)
    if first and hand and (number.endswith("%") or _HAND_OF_DIGITS.fullmatch(number)):
        text = f"{excerpt(token)} {hand[1]}"
        yield f"'{text}' gives a weight to the hand {hand[1]}; {excerpt(number)} is not a hand here"
    earlier = _HAND_AND_COMMA.search(before)
    if earlier:
        yield _comma(earlier[1], number)


def about_weight(token: str, hand: str, mark: str, number: str, after: str, first: bool) -> Iterator[str]:
    """Yield notices about the weight ``number`` of ``hand`` after the sign ``mark``.

    ``token`` is hand and weight together. ``first``: it is the first one in the text.
    """
    if mark == "@":
        yield from about_percent(token, number)
    rest = _COMMA_AND_DIGITS.match(after)
    if number == "0" and rest:
        name, digits = excerpt(hand), rest[1]
        yield (
            f"'{excerpt(token)},{digits}' excludes {name} and adds the hand {digits}; "
            f"use a decimal point: {name}{mark}0.{digits}"
        )
    if first and number.endswith("%") and hand.isdecimal():
        yield f"'{excerpt(token)}' is the hand {hand} with this weight, not a list of hands"


def about_hand(hand: str, after: str) -> Iterator[str]:
    """Yield notices about a ``hand`` without a weight, if the text after it may be one."""
    share = _COMMA_AND_SHARE.match(after)
    if share and hand.isdecimal():
        yield _comma(hand, share[1])
    share = _BLANK_AND_SHARE.match(after)
    if share and not hand.endswith("%"):
        name, top = excerpt(hand), share[1]
        yield f"'{name} {top}' is {name} and the top {top} of all hands; write the weight after ':': {name}:{top}"


def about_exclusion(token: str) -> str:
    """Return a notice about hands that are excluded inside a bracket with a weight."""
    return f"'{excerpt(token)}' is excluded from the whole range, not only from this bracket"


def _comma(first: str, second: str) -> str:
    second = excerpt(second)
    return f"'{first},{second}' is read as {first} and {second}; use a decimal point: {first}.{second}"
