"""Live cards of a game in which ranks alone count: what a hand still draws to, and how much of it is gone."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import RAZZ_RANKS
from engine.scenario import Scenario
from engine.table.slots import rank_of_token, rank_owners, seat_slot_texts

EIGHT = RAZZ_RANKS.index("8")
OF_A_RANK = 4
LOW_RANKS = 5
"""Different ranks in a low."""


@dataclass(frozen=True, slots=True)
class LiveCards:
    """What a hand draws to: the ranks up to ``high`` (0 ace .. 12 king) that it has not.

    ``made``: it has five ranks up to ``high`` and draws to nothing; ``live`` of ``all`` cards of these ranks are left,
    ``gone`` says how many of each are not, none where all are.
    """

    high: int
    made: bool
    live: int
    all: int
    gone: Mapping[int, int]


def live_cards(scenario: Scenario, seat: int, high: int = EIGHT) -> LiveCards | None:
    """Return what the particular cards of a seat draw to.

    None where it has none, or several hands, where it has folded, and where the cards to come are too few to get there.
    """
    tokens = seat_slot_texts(scenario, seat) or ()
    known = [rank for token in tokens if (rank := rank_of_token(token)) is not None]
    held = set(known)
    low = sum(rank <= high for rank in held)
    if not held or scenario.seats[seat].folded or low + len(tokens) - len(known) < LOW_RANKS:
        return None
    taken = rank_owners(scenario)
    wanted = [rank for rank in range(high + 1) if rank not in held]
    gone = {rank: min(len(taken[rank]), OF_A_RANK) for rank in wanted if taken[rank]}
    made = low >= LOW_RANKS
    every = OF_A_RANK * len(wanted)
    return LiveCards(high, made, every - sum(gone.values()), every, gone)
