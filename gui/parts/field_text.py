"""Parsing and formatting of the values of fields by their kind: amounts, percentages, numbers."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeGuard

from engine.scenario.fields import FieldKind

SUFFIXES = {"k": 1_000.0, "m": 1_000_000.0}
POWERS = {"k": 3, "m": 6, "g": 9, "t": 12}
MAX_COUNT = 10**15
MAX_COUNT_LENGTH = 18
"""Characters of a count."""
MAX_SEED = 2**63 - 1
SHORT_FROM = 1e7
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?")


class FieldError(ValueError):
    """Raised for a text that is not a valid value; its message shows a valid form."""


def with_point(text: str) -> str:
    """Return a number with a decimal point and without other separators.

    A comma before groups of three digits separates thousands (10,000), otherwise decimals (0,5 and 0,125).
    """
    return text.replace(",", "") if _THOUSANDS.fullmatch(text) else text.replace(",", ".")


def read_chips(text: str) -> float | None:
    """Parse an amount such as ``5000``, ``5 000``, ``5,000`` or ``2.5k``; return None for an empty text."""
    compact = "".join(text.split()).lower()
    if not compact:
        return None
    times = SUFFIXES.get(compact[-1], 1.0)
    compact = compact[:-1] if times != 1.0 else compact
    return _number(compact, "type an amount such as 5000 or 2.5k") * times


def read_percent(text: str) -> float | None:
    """Parse a percentage; return it as a share from 0 to 1, or None for an empty text."""
    compact = "".join(text.split()).removesuffix("%")
    if not compact:
        return None
    value = _number(compact, "type a percentage such as 12.5")
    if not 0.0 <= value <= 100.0:
        raise FieldError("type a percentage from 0 to 100")
    return float(Decimal(repr(value)) / 100)


def read_opponents(text: str) -> int | None:
    """Parse a number of opponents; return None for an empty text."""
    compact = text.strip()
    if not compact:
        return None
    if len(compact) != 1 or compact not in "123456789":
        raise FieldError("type a whole number from 1 to 9")
    return int(compact)


def read_whole(text: str) -> int | None:
    """Parse a count such as ``1326``, ``1 081 575`` or ``1,081,575``; return None for an empty text."""
    compact = "".join(text.split()).replace(",", "")
    if not compact:
        return None
    if not compact.isascii() or not compact.isdigit() or len(compact) > MAX_COUNT_LENGTH:
        raise FieldError("type a whole number such as 990")
    return int(compact)


def read_multiplier(text: str) -> float | None:
    """Parse a multiple of the growth-optimal bet such as ``0.5`` or ``1/2``; return None for an empty text."""
    compact = "".join(text.split())
    above, slash, below = compact.partition("/")
    if not slash:
        return _number(compact, "type a number such as 0.5") if compact else None
    parts = [_number(part, "type a number such as 0.5 or 1/2") for part in (above, below)]
    if parts[1] == 0.0:
        raise FieldError("type a number such as 0.5 or 1/2")
    return parts[0] / parts[1]


def read_shares(text: str) -> list[float] | None:
    """Parse percentages separated by blanks, semicolons or slashes; return shares, or None for an empty text."""
    parts = [part.strip(",%") for part in re.split(r"[\s;/]+", text.strip()) if part.strip(",%")]
    values = [read_percent(part) for part in parts]
    return [value for value in values if value is not None] or None


def read_seed(text: str) -> int:
    """Parse a seed: a whole number of at least 0."""
    if not text.isascii() or not text.isdigit() or int(text) > MAX_SEED:
        raise FieldError("a whole number of at least 0")
    return int(text)


def read_trials(text: str) -> int | None:
    """Parse a number of trials such as ``1 000 000``, ``1e6`` or ``1M``; return None (no limit) for an empty text."""
    compact = "".join(text.split()).lower()
    if not compact:
        return None
    power = POWERS.get(compact[-1], 0)
    value = _decimal(compact[:-1] if power else compact, "a number") * 10**power
    if value != value.to_integral_value() or not 1 <= value <= MAX_COUNT:
        raise FieldError("a whole number such as 1000000, 1e6 or 1M")
    return int(value)


def read_points(text: str) -> float | None:
    """Parse a standard error in percentage points; return it as a share, or None (the default) for an empty text."""
    compact = text.replace("%", "").strip().lower()
    value = _decimal(compact, "a number") if compact else None
    if value is not None and not Decimal("0.00001") <= value <= 50:
        raise FieldError("percentage points from 0.00001 to 50, such as 0.02")
    return None if value is None else float(value / 100)


def read_seconds(text: str) -> float | None:
    """Parse a time in seconds; return None (no limit) for an empty text."""
    compact = text.strip().lower().removesuffix("s").strip()
    value = _decimal(compact, "a number") if compact else None
    if value is not None and not Decimal("0.01") <= value <= 86_400:
        raise FieldError("seconds from 0.01 to 86400")
    return None if value is None else float(value)


def _decimal(text: str, expected: str) -> Decimal:
    plain = with_point(text)
    if not _NUMBER.fullmatch(plain):
        raise FieldError(expected)
    return Decimal(plain)


def _number(text: str, expected: str) -> float:
    return float(_decimal(text, expected))


def is_number(value: Any) -> TypeGuard[int | float]:
    """Return True if ``value`` is a number. Booleans do not count as numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def write_number(value: Any) -> str:
    """Return a number in full, without an exponent, or "" for anything else."""
    if not is_number(value):
        return ""
    return f"{Decimal(repr(value)).normalize():f}"


def write_chips(value: Any) -> str:
    """Return an amount that fits its field: round millions as ``1000m``."""
    if is_number(value) and abs(value) >= SHORT_FROM and value % 100_000 == 0:
        return f"{write_number(value / SUFFIXES['m'])}m"
    return write_number(value)


def write_percent(value: Any) -> str:
    """Return a share as a percentage without its sign."""
    text = write_number(value)
    return f"{(Decimal(text) * 100).normalize():f}" if text else ""


def write_shares(value: Any) -> str:
    """Return a list of shares as percentages."""
    return "  ".join(write_percent(v) for v in value) if isinstance(value, list | tuple) else ""


def read_text(text: str) -> str | None:
    """Return a text without blanks around it, or None for an empty one."""
    return text.strip() or None


def write_text(value: Any) -> str:
    """Return a text, or "" for anything else."""
    return value if isinstance(value, str) else ""


def multiple_name(value: float) -> str:
    """Return the name of a multiplier: ``full Kelly``, ``half Kelly``, ``0.3 Kelly``."""
    return f"{MULTIPLES.get(value, write_number(value))} Kelly"


MULTIPLES = {1.0: "full", 0.5: "half", 0.25: "quarter"}

READERS: dict[FieldKind, Callable[[str], Any]] = {
    "chips": read_chips,
    "share": read_percent,
    "shares": read_shares,
    "multiple": read_multiplier,
    "count": read_opponents,
    "whole": read_whole,
    "seed": read_seed,
    "trials": read_trials,
    "points": read_points,
    "seconds": read_seconds,
    "text": read_text,
}
"""The parser of each kind; each raises FieldError for an invalid text."""
WRITERS: dict[FieldKind, Callable[[Any], str]] = {
    "chips": write_chips,
    "share": write_percent,
    "shares": write_shares,
    "multiple": write_number,
    "count": write_number,
    "whole": write_number,
    "seed": write_number,
    "trials": write_number,
    "points": write_percent,
    "seconds": write_number,
    "text": write_text,
}
