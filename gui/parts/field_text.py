"""How the values of fields are typed and shown, by their kind: amounts, percentages, numbers."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeGuard

from engine.fields import FieldKind
from gui.parts.number_text import FieldError, with_point

SUFFIXES = {"k": 1_000.0, "m": 1_000_000.0}
SHORT_FROM = 1e7
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?")


def read_chips(text: str) -> float | None:
    """Read an amount as ``5000``, ``5 000``, ``5,000``, ``2.5k``; empty: none."""
    compact = "".join(text.split()).lower()
    if not compact:
        return None
    times = SUFFIXES.get(compact[-1], 1.0)
    compact = compact[:-1] if times != 1.0 else compact
    return _number(compact, "an amount such as 5000 or 2.5k") * times


def read_percent(text: str) -> float | None:
    """Read a percentage as a share; empty: none."""
    compact = "".join(text.split()).removesuffix("%")
    if not compact:
        return None
    value = _number(compact, "a percentage such as 12.5")
    if not 0.0 <= value <= 100.0:
        raise FieldError("a percentage from 0 to 100")
    return _share(value)


def read_opponents(text: str) -> int | None:
    """Read a number of opponents; empty: none."""
    compact = text.strip()
    if not compact:
        return None
    if len(compact) != 1 or compact not in "123456789":
        raise FieldError("a whole number from 1 to 9")
    return int(compact)


def read_multiplier(text: str) -> float | None:
    """Read a multiple of the growth-optimal bet, as ``0.5`` or ``1/2``; empty: none."""
    compact = "".join(text.split())
    above, slash, below = compact.partition("/")
    if not slash:
        return _number(compact, "a number such as 0.5") if compact else None
    parts = [_number(part, "a number such as 0.5 or 1/2") for part in (above, below)]
    if parts[1] == 0.0:
        raise FieldError("a number such as 0.5 or 1/2")
    return parts[0] / parts[1]


def read_shares(text: str) -> list[float] | None:
    """Read percentages with blanks, semicolons or slashes between them; empty: none."""
    parts = [part.strip(",%") for part in re.split(r"[\s;/]+", text.strip()) if part.strip(",%")]
    values = [read_percent(part) for part in parts]
    return [value for value in values if value is not None] or None


def _number(text: str, wanted: str) -> float:
    plain = with_point(text)
    if not _NUMBER.fullmatch(plain):
        raise FieldError(wanted)
    return float(plain)


def _share(percentage: float) -> float:
    return float(Decimal(repr(percentage)) / 100)


def is_number(value: Any) -> TypeGuard[int | float]:
    """Say whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def write_number(value: Any) -> str:
    """Write a number in full; what is no number: nothing."""
    if not is_number(value):
        return ""
    return f"{Decimal(repr(value)).normalize():f}"


def write_chips(value: Any) -> str:
    """Write an amount so that it fits its field: round millions as ``1000m``."""
    if is_number(value) and abs(value) >= SHORT_FROM and value % 100_000 == 0:
        return f"{write_number(value / SUFFIXES['m'])}m"
    return write_number(value)


def write_percent(value: Any) -> str:
    """Write a share as a percentage."""
    text = write_number(value)
    return f"{(Decimal(text) * 100).normalize():f}" if text else ""


def write_shares(value: Any) -> str:
    """Write a list of shares as percentages."""
    return "  ".join(write_percent(v) for v in value) if isinstance(value, list | tuple) else ""


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
}
"""What reads a typed text; each raises FieldError."""
WRITERS: dict[FieldKind, Callable[[Any], str]] = {
    "chips": write_chips,
    "share": write_percent,
    "shares": write_shares,
    "multiple": write_number,
    "count": write_number,
}
