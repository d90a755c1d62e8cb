"""What to remove from a tree that needs too much memory: the bet sizes, or the cap of a fixed limit, that it can lose.

The size of each smaller tree is counted, so that the message about a large one can name the removal that suffices and
costs least.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.betting.deals import Deals
from engine.betting.request import BYTES_A_NUMBER, BettingRequest
from engine.betting.tree import TreeBuilder, lay_out
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.scenario import ScenarioError
from engine.scenario.betting import Size, Sizes, sizes_to_text

MAX_REMOVALS = 4
"""The largest number of sizes that the advice removes; a tree that needs more is far too large for such advice."""
Change = tuple[str, BettingRequest]
"""A description of a reduction, and the smaller request."""


def reduction_text(
    request: BettingRequest, deals: Deals, limit: int, check_cancelled: CancelCheck = never_cancelled
) -> str:
    """Return what to remove so that a tree needs at most ``limit`` bytes, or "" if a few removals do not suffice.

    The text has the memory that is needed afterwards, as in ``remove the raise 3x on the turn (1.9 GB)``.

    Raises:
        Cancelled: by ``check_cancelled``.
    """
    removed: list[str] = []
    for _ in range(MAX_REMOVALS):
        sized = [
            (text, smaller, needed)
            for text, smaller in _changes(request)
            if (needed := _bytes(smaller, deals, check_cancelled)) is not None
        ]
        fitting = [entry for entry in sized if entry[2] <= limit]
        if fitting:
            # The largest tree that fits loses least.
            text, _, needed = max(fitting, key=lambda entry: entry[2])
            return f"remove {' and '.join((*removed, text))} ({needed / 1e9:.3g} GB)"
        if not sized:
            return ""
        text, request, _ = min(sized, key=lambda entry: entry[2])
        removed.append(text)
    return ""


def _bytes(request: BettingRequest, deals: Deals, check_cancelled: CancelCheck) -> int | None:
    """Return the memory of a request's tree in bytes, or None if it has too many nodes."""
    try:
        builder = TreeBuilder(request, deals.opener, varies=deals.cards.stud, check_cancelled=check_cancelled)
    except ScenarioError:
        return None
    layout = lay_out(builder, deals.cards.hands, deals.turns, deals.rivers, check_cancelled)
    return layout.numbers * BYTES_A_NUMBER[request.storage]


def _changes(request: BettingRequest) -> Iterator[Change]:
    """Yield each request that lacks one bet or raise size of a street, or the last raise of a fixed limit."""
    if request.limit is not None:
        if request.limit.cap > 1:
            smaller = replace(request.limit, cap=request.limit.cap - 1)
            yield f"raises (at most {smaller.cap} per street)", replace(request, limit=smaller)
        return
    for street in request.streets:
        for kind, name in (("bets", "bet"), ("raises", "raise"), ("donks", "donk bet")):
            every = (size for player in request.sizes for size in getattr(player[street], kind) or ())
            for size in dict.fromkeys(every):
                sizes = tuple(_without(player, street, kind, size) for player in request.sizes)
                text = f"the {name} {sizes_to_text((size,))} on the {street}"
                yield text, replace(request, sizes=sizes)


def _without(player: Mapping[str, Sizes], street: str, kind: str, size: Size) -> Mapping[str, Sizes]:
    """Return the sizes of a player without ``size`` among the ``kind`` ("bets", "raises", "donks") of a street."""
    sizes = getattr(player[street], kind)
    if sizes is None:
        return player
    remaining = tuple(one for one in sizes if one != size)
    return {**player, street: replace(player[street], **{kind: remaining})}
