"""The hands that play on against a bet, of a player who is known to fold to so many: the text, of those
from tight to loose, that keeps most nearly as much of his range on this board. Rules of thumb, not measured.
"""

from collections.abc import Callable, Sequence

from engine.cards import TextError, card_mask
from engine.ranges.filtered import filtered
from engine.ranges.holdem import HoldemRange, live

TEXTS = (
    "two pair+",
    "overpair+",
    "top pair+",
    "top pair+, flush draw",
    "second pair+, flush draw",
    "second pair+, flush draw, open-ended",
    "low pair+, flush draw, open-ended",
    "low pair+, flush draw, open-ended, gutshot",
    "low pair+, flush draw, open-ended, gutshot, two overcards@25",
    "low pair+, flush draw, open-ended, gutshot, two overcards@50",
    "low pair+, flush draw, open-ended, gutshot, two overcards@75",
    "low pair+, flush draw, open-ended, gutshot, two overcards",
    "low pair+, flush draw, open-ended, gutshot, two overcards, ace high",
    "low pair+, flush draw, open-ended, gutshot, two overcards, ace high, king high",
)


def nearest_text(
    read: Callable[[str], HoldemRange], came: str, street: str, share: float, board: Sequence[int], known_mask: int
) -> str:
    """Return which of :data:`TEXTS` keeps most nearly a share of the range with which a player ``came``; empty where
    nothing of that is left. ``known_mask``: 52 bits, cards that the range cannot hold.
    """
    gone = known_mask | card_mask(board)

    def left(text: str) -> float:
        try:
            return float(live(filtered(read(text), board, known_mask).weights, gone).sum())
        except TextError:
            return 0.0

    whole = left(came)
    return min(TEXTS, key=lambda keeps: abs(left(f"{came} > {street} {keeps}") - share * whole)) if whole else ""
