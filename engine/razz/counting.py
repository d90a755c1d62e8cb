"""The number of deals of a razz setup as an exact integer.

Choices are counted by the automata of ``automaton`` with integer weights, modulo enough primes to determine the
number by the Chinese remainder theorem; the free cards of each seat are a set, so they contribute binomial
coefficients.
"""

from functools import reduce
from math import comb, perm, prod

import numpy as np

from engine.razz.automaton import Automaton, choice_automaton, product, seat_automaton, weighted_by_ways
from engine.razz.setup import RazzSetup

PRIMES = (
    2147483647, 2147483629, 2147483587, 2147483579, 2147483563,
    2147483549, 2147483543, 2147483497, 2147483489, 2147483477,
)  # fmt: skip
"""Primes below 2**31, so that products of a residue and a weight stay within int64; together above 52
factorial.
"""


def count_deals(setup: RazzSetup) -> int:
    """Return the number of deals with positive weight that agree with what is known.

    Particular cards count once, the down cards of a pair are a set, each up slot counts by itself, the free
    cards of a seat are a set.
    """
    seats = [seat for seat in (*setup.active, *setup.folded) if seat.choices.any()]
    left = int(setup.live.sum())
    ways = 1
    if seats:
        ways = _choice_orders(setup) // prod(seat.orders_per_set for seat in seats)
        left -= sum(int(seat.choices[0].sum()) for seat in seats)
    for seat in setup.active:
        ways *= comb(left, seat.free)
        left -= seat.free
    return ways * (left if setup.community else 1)


def _choice_orders(setup: RazzSetup) -> int:
    """Return the number of ways to deal all choices in order."""
    seats = [seat for seat in (*setup.active, *setup.folded) if seat.choices.any()]
    live = setup.live
    choices = [choice_automaton(seat.choices, seat.orders.astype(np.float64)) for seat in seats]
    automata = [seat_automaton(choice, 0, live, live, None) for choice in choices]
    joint = weighted_by_ways(reduce(lambda a, b: product(a, b, live), automata), live)
    bound = perm(int(live.sum()), sum(int(seat.choices[0].sum()) for seat in seats))
    number, modulus = 0, 1
    for prime in PRIMES:
        if modulus > bound:
            break
        number += modulus * ((_paths(joint, prime) - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number


def _paths(joint: Automaton, prime: int) -> int:
    """Return the total weight of all paths modulo ``prime``."""
    totals = np.ones(1, dtype=np.int64)
    for rank in reversed(range(len(joint.edges))):
        layer = joint.edges[rank]
        terms = layer.weight.astype(np.int64) % prime * totals[layer.target] % prime
        # Sums of residues below 2**31 are exact in float64 for up to 2**22 edges of a state.
        sums = np.bincount(layer.source, weights=terms, minlength=joint.sizes[rank])
        totals = sums.astype(np.int64) % prime
    return int(totals[0])
