"""Numbers as people type them into fields."""

import re

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")


class FieldError(ValueError):
    """A text that is no value of its field, with what would be."""


def with_point(text: str) -> str:
    """Return a number with a point for its decimals and nothing else: 10,000 are ten thousand, 0,5 and 0,125 are less
    than one.
    """
    return text.replace(",", "") if _THOUSANDS.fullmatch(text) else text.replace(",", ".")
