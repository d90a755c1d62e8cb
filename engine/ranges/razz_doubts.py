"""Notices on razz texts that can be read but may be meant otherwise: they state how the text is read."""

import re
from collections.abc import Iterator

from engine.cards import plain_signs, shown
from engine.ranges.razz_text import SLOTS, parse_razz, slot_text
from engine.ranges.weight_text import NUMBER, is_small_percent

_RANK = "(?:10|[2-9TtJjQqKkAa])"
_ACE_OR_LOWER = re.compile(f"[aA]-{_RANK}")
_HANDS_BEHIND_BLANKS = re.compile(rf"\s*{_RANK}{{3}}(?:\s+{_RANK}{{3}})+\s*(?:[@:].*)?", re.DOTALL)
_DECIMAL_COMMA = re.compile(r"([@:])\s*([0-9]+),([2-9]{1,3}|10)\s*(?=[,@:]|$)")
_PERCENT = re.compile(rf"@\s*({NUMBER})(?!\s*%|[0-9.eE])")


def reading_notices(text: str) -> tuple[str, ...]:
    """Return what may have been meant otherwise in a ``text`` that can be read."""
    notices = []
    for item in re.sub(r"\[[^]]*\]", "[]", plain_signs(text)).split(","):
        found = _ACE_OR_LOWER.search(item)
        if found:
            notices.append(f"'{found[0]}' is an ace and then the next card; a span of ranks is [{found[0]}]")
        if _HANDS_BEHIND_BLANKS.fullmatch(item):
            notices.append(f"'{shown(item.strip())}' is one hand: commas separate hands, blanks do not")
    return (*notices, *_number_notices(plain_signs(text)), *_single_notices(text))


def _number_notices(text: str) -> Iterator[str]:
    """Tell of weights that are something else where a decimal has a comma, or where 1 is all."""
    for found in _DECIMAL_COMMA.finditer(text):
        mark, whole, digits = found[1], shown(found[2]), found[3]
        if mark == "@" or whole == "0":
            token, meant = f"{mark}{whole},{digits}", f"{mark}{whole}.{digits}"
            yield f"'{token}' is the weight {whole} and then another hand, {digits}; a decimal has a point: '{meant}'"
    for found in _PERCENT.finditer(text):
        if is_small_percent(found[1]):
            yield f"'@{shown(found[1])}' weighs {shown(found[1])} percent; one half is 50"


def _single_notices(text: str) -> Iterator[str]:
    """Tell of hands of one card each, as in ``A, 2, 9``."""
    items = parse_razz(text).items
    if len(items) > 1 and all(item.weight == 1 and len(item.slots) == 1 and item.slots[0].particular for item in items):
        whole = "".join(slot_text(item.slots[0]) for item in items[:SLOTS])
        yield f"'{shown(text.strip())}' is {len(items)} hands of one card each; one hand is {whole}"
