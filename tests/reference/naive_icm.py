"""Places in a tournament by all orders of finishing: slow and obvious."""

import itertools
from collections.abc import Sequence


def places(stacks: Sequence[float]) -> list[list[float]]:
    """Return the probability of each place of each player: the next place goes to those left by their chips."""
    players = len(stacks)
    result = [[0.0] * players for _ in stacks]
    for order in itertools.permutations(range(players)):
        chance, left = 1.0, sum(stacks)
        for player in order[:-1]:
            chance *= stacks[player] / left
            left -= stacks[player]
        for place, player in enumerate(order):
            result[player][place] += chance
    return result


def equities(stacks: Sequence[float], payouts: Sequence[float]) -> list[float]:
    """Return each player's expected prize; who has no chips has the last place."""
    alive = [i for i, chips in enumerate(stacks) if chips > 0]
    result = [payouts[-1]] * len(stacks)
    for player, row in zip(alive, places([stacks[i] for i in alive]), strict=True):
        result[player] = sum(chance * prize for chance, prize in zip(row, payouts, strict=False))
    return result


def bubble_factor(
    stacks: Sequence[float], payouts: Sequence[float], player: int, other: int, nothing: float = 1e-9
) -> float | None:
    """Return what ``player`` loses in an all-in against ``other`` over what he gains, None where he gains at most
    ``nothing``."""
    risk = min(stacks[player], stacks[other])
    values = []
    for sign in (-1, 1):
        after = list(stacks)
        after[player] += sign * risk
        after[other] -= sign * risk
        values.append(equities(after, payouts)[player])
    now = equities(stacks, payouts)[player]
    return (now - values[0]) / (values[1] - now) if values[1] - now > nothing else None
