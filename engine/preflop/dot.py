"""Scalar products of long arrays without BLAS, whose threads wait for one another wherever the processors are busy: a
product of ten thousand numbers took milliseconds there, and its last digits depended on the machine.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def dot(weights: NDArray[np.float64], values: NDArray[Any]) -> float:
    """Return the sum of ``values`` [n], numbers or bool, by ``weights`` float64[n]."""
    return float((weights * values).sum())
