"""How likely a bankroll ever falls to half when one situation comes again and again: by its definition, and played out.

A law is a list of (probability, net win as a share of the bankroll).
"""

import numpy as np

LONGEST = 4000
"""Hands after which a path that has not halved counts as one that never does, as it has grown by then."""
RARE = 1e-6
"""A path is given up as soon as it halves from there on less often than this."""


def exponent(law: list[tuple[float, float]]) -> float:
    """Return t > 0 with E[R^-t] = 1, by regula falsi on ever finer grids; infinite where R^-t never gets that large."""
    p, net = np.array([row for row in law if row[0] > 0.0]).T
    logs = np.log1p(net)
    low, high = 0.0, 2000.0
    for _ in range(12):
        grid = np.linspace(low, high, 401)[1:]
        with np.errstate(over="ignore"):
            above = (p * np.expm1(-np.outer(grid, logs))).sum(axis=1) > 0.0
        if not above.any():
            return np.inf
        first = int(above.argmax())
        low, high = (low if first == 0 else float(grid[first - 1])), float(grid[first])
    return high


def ever_halved(law: list[tuple[float, float]]) -> float:
    """Return 0.5^t; 1 where the bankroll does not grow, 0 where it never falls."""
    rows = [row for row in law if row[0] > 0.0]
    if all(net >= 0.0 for _, net in rows):
        return 0.0
    if any(net <= -1.0 for _, net in rows) or sum(p * np.log1p(net) for p, net in rows) <= 0.0:
        return 1.0
    return float(0.5 ** exponent(rows))


def played_out(law: list[tuple[float, float]], paths: int, seed: int) -> tuple[float, float]:
    """Return the share of simulated bankrolls that ever fall to half, and the mean of (half / bankroll)^t for those
    that do, t the exponent: by as much is 0.5^t too large for this law.
    """
    p, net = np.array([row for row in law if row[0] > 0.0]).T
    logs, rng = np.log1p(net), np.random.default_rng(seed)
    alive, depths = np.zeros(paths), []
    half = np.log(0.5)
    t = exponent(law)
    safe = half - np.log(RARE) / t
    for _ in range(LONGEST):
        if not len(alive):
            break
        alive += rng.choice(logs, size=len(alive), p=p / p.sum())
        fallen = alive <= half
        depths += list(np.exp((half - alive[fallen]) * t))
        alive = alive[~fallen & (alive < safe)]
    return len(depths) / paths, float(np.mean(depths)) if depths else 1.0
