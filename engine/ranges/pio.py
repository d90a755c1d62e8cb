"""Range texts of PioSOLVER by its own rules, which differ from ours for the same text.

``T9s+`` climbs, of a hand given twice the earlier weight stands, and weights may be above 1: they are relative.
"""

import re

import numpy as np
from numpy.typing import NDArray

from engine.cards import TextError, check_length, plain_signs, shown
from engine.ranges.holdem import MOST_NOTICES, HoldemRange
from engine.ranges.holdem_hands import read_word
from engine.ranges.holdem_hints import complaint
from engine.ranges.orders import COMBO_COUNT
from engine.ranges.weight_text import NUMBER

_ITEM = re.compile(r"[^\s,;]+")
_WEIGHT = re.compile(NUMBER)
NOT_GIVEN = -1.0
LARGEST_WEIGHT = 1_000_000
"""Weights are relative; beyond this one a number is a slip."""


def read_pio(text: str) -> HoldemRange:
    """Read ``text`` as PioSOLVER does: hands with weights (``AA,AKs:0.5``), parted by commas or blanks.

    Raises:
        TextError: something cannot be read (with its position), or no combo is left.
    """
    check_length(text)
    text = plain_signs(text)
    weights, notices = np.full(COMBO_COUNT, NOT_GIVEN), list[str]()
    if not _ITEM.search(text):
        raise TextError("no hand is given")
    for found in _ITEM.finditer(text):
        word, mark, number = found[0].partition(":")
        hands = read_word(word, found.start(), "climb") if word else None
        if hands is None:
            raise TextError(complaint(word or ":", text[: found.start()], text[found.end() :]), found.start())
        weight = _weight(number, found.start() + len(word) + 1) if mark else 1.0
        combos, notice = hands
        fresh = combos[weights[combos] == NOT_GIVEN]
        weights[fresh] = weight
        if len(fresh) < len(combos):
            notices.append(f"'{shown(found[0])}': of a hand given twice the earlier weight stands, as in PioSOLVER")
        notices += [notice] if notice else []
    weights[weights == NOT_GIVEN] = 0.0
    return _scaled(weights, notices)


def _weight(number: str, at: int) -> float:
    """Return the weight ``number``, which stands ``at``."""
    if not _WEIGHT.fullmatch(number):
        raise TextError(f"'{shown(number)}' is no weight; a weight looks like 0.5", at)
    if not float(number) <= LARGEST_WEIGHT:
        raise TextError(f"a weight of {shown(number)} is above {LARGEST_WEIGHT:,}", at)
    return float(number)


def _scaled(weights: NDArray[np.float64], notices: list[str]) -> HoldemRange:
    """Return the range of ``weights`` float64[1326], the greatest of which is at most 1 in the end."""
    greatest = float(weights.max())
    if not greatest > 0:
        raise TextError("no combo is left in this range")
    if greatest > 1:
        weights = weights / greatest
        notices = [f"weights go up to {greatest:g}: all are divided by it", *notices]
    more = (f"{len(notices) - MOST_NOTICES} more notices",) if len(notices) > MOST_NOTICES else ()
    return HoldemRange(weights, (*notices[:MOST_NOTICES], *more), "pio")
