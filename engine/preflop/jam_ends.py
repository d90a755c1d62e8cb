"""The possible ends of a hand of jam or fold with unequal stacks: who wins the pots, who is out, and their values.

Antes are dead money in the main pot. A player who is all in or calls has put in his remaining stack; but a call of an
all-in below the big blind costs no more than the all-in, or the blind that the caller has posted already. The blind of
a player who folded belongs to the pots as far as the deepest remaining player has matched it, and the rest is returned.
A player without chips is out: players who are out after the same hand are ranked by their stacks before it, and share
if these were equal. A bounty goes to the winners of the last pot that the eliminated player was in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from engine.arrays import F64
from engine.preflop.showdowns import ORDERS_OF_THREE
from engine.tournament.icm import icm_equities, many_place_probabilities

ORDERS_OF_TWO = ((0, 1), (0, 0), (1, 0))
"""Ranks of jammer and caller at a showdown, 0 for the better: the jammer wins, they share, the jammer loses."""

MAX_BY_SETS = 11
"""The most players for whom expected prizes are exact; with more they are within 1e-9, which takes less time."""
DECIMALS = 9
"""Decimals of a stack after the ante, in big blinds, so that equal stacks are equal in spite of rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class JamSeats:
    """The players in order of action, the big blind last.

    ``stacks`` before anything is posted, ``antes`` and ``blinds`` in chips, and ``bounties``: float64[players] each.
    ``payouts`` float64[players + others]: the prizes, first place first; None if chips are the value. ``others``
    float64[others]: the stacks of players at other tables.
    """

    stacks: F64
    antes: F64
    blinds: F64
    payouts: F64 | None
    bounties: F64
    others: F64 = field(default_factory=lambda: np.zeros(0))

    @property
    def at_stake(self) -> float:
        """All prizes and bounties, or all chips."""
        total = self.stacks.sum() if self.payouts is None else self.payouts.sum() + self.bounties.sum()
        return float(total)


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """The value of each player at all ends of a hand, float64[..., players].

    ``walk`` [players]: everybody folds to the big blind; ``stolen`` [jammers, players]: nobody calls the jam;
    ``pairs`` [jammers, players, 3, players]: one caller, by :data:`ORDERS_OF_TWO`; ``triples`` [jammers, players,
    players, 13, players]: two callers, by :data:`ORDERS_OF_THREE`; empty if only one player may call.
    """

    walk: F64
    stolen: F64
    pairs: F64
    triples: F64


def settle_pots(seats: JamSeats, contenders: Sequence[int], places: Sequence[int]) -> tuple[F64, F64]:
    """Return the chips after a hand and the bounties won in it, float64[players] each.

    The first of the ``contenders`` is all in, the others have called; ``places`` are their ranks, 0 for the best hand.
    """
    live = np.round(seats.stacks - seats.antes, DECIMALS)
    paid, called = seats.blinds.copy(), list(contenders)
    jam = float(live[contenders[0]])
    # Players who have posted more than an all-in below the big blind do not act again: a caller must not win their
    # extra chips, as he would by raising all in.
    short = jam < seats.blinds.max()
    paid[called] = np.minimum(live[called], np.maximum(jam, paid[called])) if short else live[called]
    paid[contenders[0]] = jam
    after, won = live - paid, np.zeros(len(live))
    # One pot for each level of chips put in, from the main pot up: it contains the chips of all players between the
    # level below and this one, and its winners are the best of those who have put in that much.
    pot, below = float(seats.antes.sum()), 0.0
    for level in sorted({float(paid[player]) for player in contenders}):
        pot += float((np.minimum(paid, level) - np.minimum(paid, below)).sum())
        inside = [at for at, player in enumerate(contenders) if paid[player] >= level]
        best = min(places[at] for at in inside)
        winners = [contenders[at] for at in inside if places[at] == best]
        after[winners] += pot / len(winners)
        for at in inside:
            # A player without chips is out, and his bounty is won with the last pot that he was in.
            if after[contenders[at]] == 0.0 and paid[contenders[at]] == level:
                won[winners] += seats.bounties[contenders[at]] / len(winners)
        pot, below = 0.0, level
    return after + np.maximum(paid - below, 0.0), won


def worths(seats: JamSeats, after: F64, won: F64) -> F64:
    """Return the values of all players after hands, float64[hands, players].

    ``after`` and ``won`` float64[hands, players]: the chips after each hand, and the bounties won in it.
    """
    if seats.payouts is None:
        return after
    result = won.copy()
    # The ICM depends on who is left, so hands with the same survivors are computed together.
    alive = after > 0.0
    patterns, which = np.unique(alive, axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        rows = np.flatnonzero(which.ravel() == number)
        left, out = np.flatnonzero(pattern), np.flatnonzero(~pattern)
        elsewhere = np.broadcast_to(seats.others, (len(rows), len(seats.others)))
        stacks = np.concatenate([after[np.ix_(rows, left)], elsewhere], axis=1)
        result[np.ix_(rows, left)] += _prizes(stacks, seats.payouts[: stacks.shape[1]])[:, : len(left)]
        last = seats.payouts[stacks.shape[1] :]
        for stack in np.unique(seats.stacks[out]):
            equal = out[seats.stacks[out] == stack]
            better = int((seats.stacks[out] > stack).sum())
            result[np.ix_(rows, equal)] += last[better : better + len(equal)].mean()
    return result


def _prizes(stacks: F64, payouts: F64) -> F64:
    """Return the expected prizes of all players by the ICM, float64[rows, players].

    ``stacks`` float64[rows, players]: the tournaments; ``payouts`` float64[players].
    """
    if len(payouts) <= MAX_BY_SETS:
        return icm_equities(stacks, payouts)
    return np.array([many_place_probabilities(row) @ payouts for row in stacks])


def ends_of(seats: JamSeats, calls: int) -> Ends:
    """Return all ends of a hand in which up to ``calls`` players may call."""
    players = len(seats.stacks)
    cases: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((player,), (0,)) for player in range(players)]
    # A case is the players at the showdown and the order of their hands.
    cases += [(pair, order) for pair in combinations(range(players), 2) for order in ORDERS_OF_TWO]
    if calls > 1:
        cases += [(triple, order) for triple in combinations(range(players), 3) for order in ORDERS_OF_THREE]
    settled = [settle_pots(seats, *case) for case in cases]
    values = worths(seats, np.array([after for after, _ in settled]), np.array([won for _, won in settled]))
    jammers, deep = players - 1, calls > 1
    pairs = np.zeros((jammers, players, len(ORDERS_OF_TWO), players))
    triples = np.zeros((jammers, players, players, len(ORDERS_OF_THREE) if deep else 0, players))
    for (contenders, order), value in zip(cases[players:], values[players:], strict=True):
        if len(contenders) == 2:
            pairs[(*contenders, ORDERS_OF_TWO.index(order))] = value
        else:
            triples[(*contenders, ORDERS_OF_THREE.index(order))] = value
    return Ends(values[jammers], values[:jammers], pairs, triples)
