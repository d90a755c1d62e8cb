"""Tables in the results that other programs write: PokerStove, Equilab and those that write alike.

    Board: 7h 8h 2c
    Dead:
    Hand 0:     81.946%     81.70%     00.24%     { AA }
    UTG         18.05 %     17.8 %      0.24 %    { KK, AKs }

A line with a range in braces is a seat; what stands before its numbers is the name, where that is not a number only.
"""

import re
from typing import Any

from engine.cards import plain_signs

LONGEST_BLOCK = 100_000
_SEAT = re.compile(r"^[^\S\n]*([^\n{}]*?)[^\S\n]*\{([^{}\n]*)\}[^\S\n]*$", re.MULTILINE)
_CARDS = re.compile(r"^[^\S\n]*(board|dead)[^\S\n]*(?:cards)?[^\S\n]*:?[^\S\n]*([^\n]*)$", re.MULTILINE | re.IGNORECASE)
_NUMBERS = re.compile(r"(?:^|(?<=\s))(?:[0-9][0-9.,]*\s*%?\s*)+$")
_NO_NAME = re.compile(r"(?:hand|player|seat)?\s*[0-9]*\s*:?", re.IGNORECASE)


def block_value(text: str) -> dict[str, Any] | None:
    """Return the table of such a block as the value of a scenario file; None where the text is none.

    A block has two seats or more, or numbers before the range of the one that it has.
    """
    if len(text) > LONGEST_BLOCK:
        return None
    plain = plain_signs(text)
    seats = [_seat(values[1], values[2]) for values in _SEAT.finditer(plain)]
    if not seats or (len(seats) == 1 and "%" not in plain):
        return None
    cards = {key.lower(): _card_text(value) for key, value in _CARDS.findall(plain)}
    return {"game": "holdem", "seats": seats, **{key: value for key, value in cards.items() if value}}


def _seat(head: str, cards: str) -> dict[str, Any]:
    name = _NUMBERS.sub("", head).strip().rstrip(":").strip()
    value = {"cards": cards.strip() or "random"}
    return value if _NO_NAME.fullmatch(name) else value | {"name": name}


def _card_text(text: str) -> str:
    text = text.strip()
    return "" if text.lower() in ("none", "-", "preflop") else text
