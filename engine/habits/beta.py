"""Quantiles of the beta distribution, by bisection of its distribution function.

The distribution function is the regularized incomplete beta function as a continued fraction (Lentz's method, as in
Press et al., Numerical Recipes, section 6.4).
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p

TINY = 1e-300
CLOSE = 1e-13
MOST_TERMS = 10_000
HALVINGS = 60


@lru_cache(maxsize=65536)
def beta_quantile(a: float, b: float, p: float) -> float:
    """Return where the distribution function of Beta(a, b) reaches ``p``; 0 where ``a`` is 0, 1 where ``b`` is."""
    if a <= 0.0 or b <= 0.0:
        return 0.0 if a <= 0.0 else 1.0
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if beta_below(a, b, middle) < p:
            low = middle
        else:
            high = middle
        if high - low < CLOSE:
            break
    return (low + high) / 2


def beta_below(a: float, b: float, x: float) -> float:
    """Return with which probability a value of Beta(a, b) is at most ``x``; ``a`` and ``b`` are above 0."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function."""
    c, d = 1.0, 1.0 / _safe(1.0 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1.0 / _safe(1.0 + term * d), _safe(1.0 + term / c)
            result *= c * d
        if abs(c * d - 1.0) < CLOSE:
            break
    return result


def _safe(value: float) -> float:
    return value if abs(value) > TINY else TINY
