"""The triangle of razz down cards: 91 pairs of ranks, ace to king; the row is the lower card."""

from collections.abc import Mapping

from engine import Scenario
from engine.cards import RAZZ_RANKS
from engine.ranges.rank_cover import ALL_PAIRS, RANK_COUNT, Pair
from engine.ranges.razz_pairs import PAIRED_WAYS, UNPAIRED_WAYS, Branch, own_ranks, ways
from engine.table.slots import rank_owners
from gui.look.formatting import NO_BREAK, count
from gui.pages.range.hand_matrix import percent_text, weight_note
from gui.parts.cells import Cell, Place

EIGHT = 7
SETS: dict[str, tuple[Pair, ...]] = {
    "all": ALL_PAIRS,
    "no pairs": tuple(pair for pair in ALL_PAIRS if pair[0] != pair[1]),
    "pairs": tuple(pair for pair in ALL_PAIRS if pair[0] == pair[1]),
    "8 or lower": tuple(pair for pair in ALL_PAIRS if pair[0] < pair[1] <= EIGHT),
}
"""Pairs that one button paints."""


def pair_name(pair: Pair) -> str:
    """Return the name of a cell, as in ``A2``."""
    return RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]]


def better(place: Place) -> tuple[Place, ...]:
    """Return the cell and what is lower: of a pair the lower pairs, else the same low card with a lower second."""
    low, high = place
    if low == high:
        return tuple((rank, rank) for rank in range(low, -1, -1))
    return tuple((low, rank) for rank in range(high, low, -1))


def live_ranks(scenario: Scenario, seat: int, branch: Branch) -> dict[int, int]:
    """Return how many cards of each rank the down cards of ``seat`` can come from.

    Gone are the particular cards of all others, the dead cards and the up cards of the branch.
    """
    live = {}
    for rank, places in rank_owners(scenario).items():
        others = sum(not (slot.area == "seat" and slot.seat == seat) for slot in places)
        live[rank] = max(0, 4 - others - own_ranks(branch).count(rank))
    return live


def cells(branch: Branch, weights: Mapping[Pair, float], live: Mapping[int, int]) -> tuple[Cell | None, ...]:
    """Return the 13 x 13 cells, None below the diagonal."""
    excluded = branch.excluded
    return tuple(
        _cell((low, high), weights.get((low, high), 0.0), live, closed=(low, high) in excluded) if low <= high else None
        for low in range(RANK_COUNT)
        for high in range(RANK_COUNT)
    )


def _cell(pair: Pair, weight: float, live: Mapping[int, int], *, closed: bool) -> Cell:
    full, left = PAIRED_WAYS if pair[0] == pair[1] else UNPAIRED_WAYS, ways(pair, live)
    text = "ruled out by the parentheses" if closed else percent_text(weight) if weight > 0 else "not in the range"
    dealt = f"{full} ways" if left == full else f"{left} of {full} ways left"
    return Cell(
        pair_name(pair),
        0.0 if closed else weight,
        blocked=0.0 if closed else 1 - left / full,
        closed=closed,
        strong=pair[0] == pair[1],
        note=weight_note(weight) if 0 < weight < 1 else "",
        speech=f"{pair_name(pair)}: {dealt}, {text}",
    )


def expansion(branch: Branch, weights: Mapping[Pair, float], live: Mapping[int, int]) -> tuple[str, ...]:
    """Return what the painted down cards come to, in pairs of ranks and in suited ways."""
    possible = [pair for pair in ALL_PAIRS if pair not in branch.excluded]
    total = sum(ways(pair, live) for pair in possible)
    if not weights:
        return ("any two down cards" + (", no pair" if branch.reach else ""), f"{count(total)} ways")
    left = sum(ways(pair, live) for pair in weights)
    lines = [f"{len(weights)} of {len(ALL_PAIRS)} pairs of ranks", f"{count(left)} ways left"]
    weight = sum(ways(pair, live) * value for pair, value in weights.items())
    if any(value < 1 for value in weights.values()):
        lines[1] += f", weight {weight:.1f}"
    if total:
        lines.append(f"{100 * weight / total:.1f}{NO_BREAK}% of what can be dealt")
    return tuple(lines)
