"""Notices on hold'em texts that can be read but may be meant otherwise: they state how the text is read.

Programs write numbers differently: 1 is all or a hundredth, 99 is a weight or a pair of nines, and a comma is a decimal
sign to half of the world.
"""

import re
from collections.abc import Iterator

from engine.cards import shown
from engine.ranges.weight_text import is_small_percent

NEAR = 24
"""The number of characters before and after a word that may show another meaning."""

_TWO_RANKS = "[2-9][2-9]"
_END = r"(?=[\s,;]|$)"
_HAND_OF_DIGITS = re.compile(rf"\s*({_TWO_RANKS}){_END}")
_HAND_AND_COMMA = re.compile(rf"(?<![^\s,;:])({_TWO_RANKS}),$")
_COMMA_AND_DIGITS = re.compile(rf",([0-9]{{2,}}){_END}")
_BLANK_AND_SHARE = re.compile(rf"\s+([0-9.]+\s*%){_END}")
_COMMA_AND_SHARE = re.compile(r",([0-9]{1,2}%)")


def about_percent(token: str, number: str) -> Iterator[str]:
    """Tell of a ``number`` of percent that would be a fraction elsewhere: ``AA@0.5``, ``1: AA``."""
    if is_small_percent(number):
        yield f"'{shown(token)}' weighs {shown(number)} percent; one half is 50"


def about_lead(token: str, number: str, before: str, behind: str, first: bool) -> Iterator[str]:
    """Tell of a weight that leads a list, and is the ``first`` one of the text or not."""
    yield from about_percent(token, number)
    hand = _HAND_OF_DIGITS.match(behind)
    if first and hand and (number.endswith("%") or _HAND_OF_DIGITS.fullmatch(number)):
        yield f"'{shown(token)} {hand[1]}' is a list that weighs the hand {hand[1]}; {shown(number)} is no hand here"
    earlier = _HAND_AND_COMMA.search(before)
    if earlier:
        yield _comma(earlier[1], number)


def about_weight(token: str, hand: str, mark: str, number: str, behind: str, first: bool) -> Iterator[str]:
    """Tell of the weight ``number`` of a ``hand`` behind ``mark``; ``token`` is all of it, the ``first`` one or not."""
    if mark == "@":
        yield from about_percent(token, number)
    rest = _COMMA_AND_DIGITS.match(behind)
    if number == "0" and rest:
        name, digits = shown(hand), rest[1]
        yield (
            f"'{shown(token)},{digits}' takes {name} out and has the hand {digits}; "
            f"a decimal has a point: {name}{mark}0.{digits}"
        )
    if first and number.endswith("%") and hand.isdecimal():
        yield f"'{shown(token)}' is the hand {hand} with this weight, no list of hands"


def about_hand(hand: str, behind: str) -> Iterator[str]:
    """Tell of a ``hand`` without a weight."""
    share = _COMMA_AND_SHARE.match(behind)
    if share and hand.isdecimal():
        yield _comma(hand, share[1])
    share = _BLANK_AND_SHARE.match(behind)
    if share and not hand.endswith("%"):
        name, part = shown(hand), share[1]
        yield f"'{name} {part}' is {name} and the best {part} of all hands; a weight follows ':': {name}:{part}"


def about_exclusion(token: str) -> str:
    """Tell of hands taken out inside a bracket."""
    return f"'{shown(token)}' is taken out of the whole range, not of this bracket alone"


def _comma(first: str, second: str) -> str:
    second = shown(second)
    return f"'{first},{second}' is read as {first} and {second}; a decimal has a point: {first}.{second}"
