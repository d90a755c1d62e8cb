"""Weights as text: ``0.5``, ``50%``, and ``50`` if percent is understood. Reading and writing are exact.

Weights are relative, so they may be scaled by powers of two, which changes no digit.
"""

import re
from decimal import Decimal
from math import frexp

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, excerpt

NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
"""A pattern for a number without a sign."""

_NUMBER = re.compile(NUMBER)
_NUMBER_AHEAD = re.compile(rf"\s*({NUMBER})(\s*%)?")
_MAX_HINT_LENGTH = 24
_MAX_PLAIN_LENGTH = 40


def is_weight(text: str, at: int) -> bool:
    """Return True if a weight follows in ``text`` at ``at``: a number of at most 1, or one with a percent sign."""
    result = _NUMBER_AHEAD.match(text, at)
    return result is not None and (bool(result[2]) or Decimal(result[1]) <= 1)


def read_fraction(text: str, at: int) -> float:
    """Parse a weight written as a fraction (0.5) or as a percentage with the sign (50%). ``at``: the position for
    errors.

    Raises:
        TextError: this is no number from 0 to 1 (0 to 100%).
    """
    if text.endswith("%"):
        return read_percent(text, at)
    value = _number(text, at)
    if value > 1:
        hint = f"; did you mean {text}%?" if value <= 100 and len(text) <= _MAX_HINT_LENGTH else ""
        raise TextError(f"a weight of {excerpt(text)} is above 1{hint}", at)
    return float(value)


def read_percent(text: str, at: int) -> float:
    """Parse a weight written as a percentage, with or without the sign. ``at``: the position for errors.

    Raises:
        TextError: this is no number from 0 to 100.
    """
    number = text.removesuffix("%").rstrip()
    value = _number(number, at)
    if value > 100:
        raise TextError(f"a weight of {excerpt(number)}% is above 100%", at)
    return float(value / 100)


def is_small_percent(text: str) -> bool:
    """Return True if the percentage ``text`` may be meant as a fraction: it has no sign and is at most 1."""
    return not text.endswith("%") and 0 < Decimal(text) <= 1


def _number(text: str, at: int) -> Decimal:
    if not _NUMBER.fullmatch(text):
        result = f"'{excerpt(text)}' is not a weight" if text else "the weight is missing"
        raise TextError(f"{result}; a weight looks like 0.5 or 50%", at)
    return Decimal(text)


def fraction_text(weight: float) -> str:
    """Return ``weight`` as the shortest decimal number without exponent that is parsed as the same float."""
    return f"{Decimal(repr(weight)):f}"


def own_fraction_text(weight: float) -> str:
    """Return :func:`fraction_text`, with an exponent if the number would have very many zeros. Our reader accepts
    it."""
    return _shortened(Decimal(repr(weight)))


def percent_text(weight: float) -> str:
    """Return ``weight`` as a percentage without exponent; a hundredth of it is the same float."""
    return f"{_percent(weight):f}"


def own_percent_text(weight: float) -> str:
    """Return :func:`percent_text`, with an exponent if the number would have very many zeros. Our reader accepts it."""
    return _shortened(_percent(weight))


def _percent(weight: float) -> Decimal:
    return Decimal(repr(weight)).scaleb(2).normalize()


def _shortened(value: Decimal) -> str:
    """Return ``value`` as text, so short that 1,326 weights can be read back (``engine.cards.MAX_TEXT_LENGTH``)."""
    plain = f"{value:f}"
    return plain if len(plain) <= _MAX_PLAIN_LENGTH else f"{value:e}"


def scale_of(weights: F64) -> int:
    """Return the exponent of two that scales the largest of ``weights``, float64[...], to a value in [1, 2); 0 if it is
    >= 1."""
    return exponent_of(float(weights.max(initial=0.0)))


def exponent_of(weight: float) -> int:
    """Return the exponent of two that scales a weight to a value in [1, 2); 0 if it is 0 or >= 1."""
    return 1 - frexp(weight)[1] if 0.0 < weight < 1.0 else 0


def scaled_up(weights: F64) -> F64:
    """Return ``weights``, float64[...] of any shape, times two to the power of :func:`scale_of`.

    No digit changes, and the products of the weights of several seats stay far from underflow.
    """
    return scaled_by(weights, scale_of(weights))


def scaled_by(weights: F64, exponent: int) -> F64:
    """Return ``weights``, float64[...] of any shape, times two to the power of ``exponent``."""
    if not exponent:
        return weights
    return np.asarray(np.ldexp(weights, exponent))
