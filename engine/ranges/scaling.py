"""Exact scaling of weights, which are relative."""

import numpy as np

from engine.arrays import F64


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
