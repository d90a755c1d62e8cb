"""Numbers that weigh: ``0.5``, ``50%`` and, where percent is understood, ``50``; read exactly, written so, and scaled
without rounding, for weights are relative."""

import re
from decimal import Decimal

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, shown

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
"""A number without sign, as part of a pattern."""

_NUMBER = re.compile(NUMBER)
_NUMBER_AHEAD = re.compile(rf"\s*({NUMBER})(\s*%)?")
_LONGEST_HINT = 24
_LONGEST_PLAIN = 40


def is_weight(text: str, at: int) -> bool:
    """Return whether a weight follows in ``text`` at ``at``: a number of at most 1, or one with the percent sign."""
    result = _NUMBER_AHEAD.match(text, at)
    return result is not None and (bool(result[2]) or Decimal(result[1]) <= 1)


def read_fraction(text: str, at: int) -> float:
    """Return the weight that ``text`` is as a fraction (0.5) or, with the sign, a percentage (50%).

    Raises:
        TextError: it is no number from 0 to 1 (0 to 100%); the position is ``at``.
    """
    if text.endswith("%"):
        return read_percent(text, at)
    value = _number(text, at)
    if value > 1:
        hint = f"; did you mean {text}%?" if value <= 100 and len(text) <= _LONGEST_HINT else ""
        raise TextError(f"a weight of {shown(text)} is above 1{hint}", at)
    return float(value)


def read_percent(text: str, at: int) -> float:
    """Return the weight that ``text``, a number of percent with or without the sign, stands for.

    Raises:
        TextError: it is no number from 0 to 100; the position is ``at``.
    """
    number = text.removesuffix("%").rstrip()
    value = _number(number, at)
    if value > 100:
        raise TextError(f"a weight of {shown(number)}% is above 100%", at)
    return float(value / 100)


def is_small_percent(text: str) -> bool:
    """Return whether ``text``, a number of percent, may have been meant as a fraction: at most 1 without the sign."""
    return not text.endswith("%") and 0 < Decimal(text) <= 1


def _number(text: str, at: int) -> Decimal:
    if not _NUMBER.fullmatch(text):
        result = f"'{shown(text)}' is no weight" if text else "the weight is missing"
        raise TextError(f"{result}; a weight looks like 0.5 or 50%", at)
    return Decimal(text)


def fraction_text(weight: float) -> str:
    """Return ``weight`` as the shortest decimal number that is read as the same float, without exponent."""
    return f"{Decimal(repr(weight)):f}"


def own_fraction_text(weight: float) -> str:
    """Return ``weight`` as the shortest number that our reader reads as the same float, with an exponent where there
    would be very many zeros."""
    return _shortened(Decimal(repr(weight)))


def percent_text(weight: float) -> str:
    """Return the percentage whose hundredth is ``weight`` again, bit for bit, without exponent."""
    return f"{_percent(weight):f}"


def own_percent_text(weight: float) -> str:
    """Return the percentage whose hundredth our reader reads as ``weight``, bit for bit, with an exponent where there
    would be very many zeros."""
    return _shortened(_percent(weight))


def _percent(weight: float) -> Decimal:
    return Decimal(repr(weight)).scaleb(2).normalize()


def _shortened(value: Decimal) -> str:
    """Return the digits of ``value``, so few that 1,326 weights can be read back (``engine.cards.MAX_TEXT_LENGTH``)."""
    plain = f"{value:f}"
    return plain if len(plain) <= _LONGEST_PLAIN else f"{value:e}"


def scale_of(weights: F64) -> int:
    """Return the exponent of the power of two that brings the greatest of ``weights``, float64[...] of any shape, to 1
    or a little above; 0 if it is not below 1."""
    greatest = float(weights.max(initial=0.0))
    return 1 - int(np.frexp(greatest)[1]) if 0.0 < greatest < 1.0 else 0


def scaled_up(weights: F64) -> F64:
    """Return ``weights``, float64[...] of any shape, times two to the power of :func:`scale_of` them.

    No digit changes, and the products of several seats' weights stay far from underflow.
    """
    return scaled_by(weights, scale_of(weights))


def scaled_by(weights: F64, exponent: int) -> F64:
    """Return ``weights``, float64[...] of any shape, times two to the power of ``exponent``."""
    if not exponent:
        return weights
    scaled: F64 = np.ldexp(weights, exponent)
    return scaled
