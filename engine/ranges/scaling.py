"""Exact scaling of weights, which are relative."""

import numpy as np
from numpy.typing import NDArray


def scaled_up(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``weights``, float64[...] of any shape, times the power of two that brings the greatest to 1 or a little
    above, if it is below.

    No digit changes, and the products of several seats' weights stay far from underflow.
    """
    greatest = float(weights.max(initial=0.0))
    if not 0.0 < greatest < 1.0:
        return weights
    scaled: NDArray[np.float64] = np.ldexp(weights, 1 - int(np.frexp(greatest)[1]))
    return scaled
