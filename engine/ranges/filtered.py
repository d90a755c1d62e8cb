"""Street filters applied to one range on a board, as far as the board decides; and the hands that play on."""

from collections.abc import Callable, Sequence

from engine.arrays import F64
from engine.cards import TextError, card_mask
from engine.ranges.holdem import HoldemRange, live
from engine.ranges.notices import Explanation
from engine.ranges.street_filters import BOARD_OF_STREET, StreetFilter, StreetView, kept_shares
from engine.ranges.street_text import format_streets


def left_on_street(
    weights: F64, filter_: StreetFilter, board: Sequence[int], known_mask: int, equity: F64 | None = None
) -> F64:
    """Return the part that ``filter_`` keeps of ``weights`` float64[1326] on ``board``, dealt that far: no combo
    with a card of that street's board, whatever the filter.

    ``known_mask``: 52 bits, all other cards that the range cannot hold; ``equity`` float64[1326] as in ``StreetView``.

    Raises:
        TextError: nothing is left.
    """
    on_board = board[: BOARD_OF_STREET[filter_.street]]
    board_mask = sum(1 << card for card in on_board)
    mask = known_mask | board_mask
    view = StreetView(tuple(on_board), live(weights, mask), equity)
    left: F64 = live(weights * kept_shares(filter_, view), board_mask)
    if not live(left, mask).any():
        raise TextError(f"no hand of this range is left on the {filter_.street}", filter_.position)
    return left


def filtered(range_: HoldemRange, board: Sequence[int], known_mask: int) -> HoldemRange:
    """Return ``range_`` after its filters on ``board``, with those ``streets`` that are not applied: streets to
    come, and from the first filter on that goes by equities, which take a whole table.

    ``known_mask``: 52 bits, cards that the range cannot hold.

    Raises:
        TextError: nothing is left.
    """
    weights, rest = range_.weights, list(range_.streets)
    while rest and is_dealt(rest[0], board) and rest[0].equity_position is None:
        weights = left_on_street(weights, rest.pop(0), board, known_mask)
    return HoldemRange(weights, range_.notices, range_.notation, tuple(rest))


def is_dealt(filter_: StreetFilter, board: Sequence[int]) -> bool:
    """Return whether the street of ``filter_`` is dealt on ``board``."""
    return BOARD_OF_STREET[filter_.street] <= len(board)


def waiting_notices(streets: Sequence[StreetFilter], board: Sequence[int]) -> tuple[str, ...]:
    """Return which of the filters wait for their street."""
    return tuple(
        Explanation(f"'{format_streets((filter_,)).strip()}' waits for the {filter_.street}")
        for filter_ in streets
        if not is_dealt(filter_, board)
    )


def equity_filter_notices(streets: Sequence[StreetFilter], board: Sequence[int]) -> tuple[str, ...]:
    """Return which filters on ``board`` are not applied where the other seats are not looked at."""
    if not streets or not is_dealt(streets[0], board):
        return ()
    return (Explanation(f"'{format_streets(streets[:1]).strip()}' goes by the equities of the whole table"),)


def unwritten_streets(streets: Sequence[StreetFilter]) -> tuple[str, ...]:
    """Return that other programs get the combos that are left, where there are filters."""
    if not streets:
        return ()
    return (f"'{format_streets(streets).strip()}' is not written: other programs get the combos that are left",)


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
    nothing of that is left. ``known_mask``: 52 bits, cards that the range cannot hold."""
    gone = known_mask | card_mask(board)

    def left(text: str) -> float:
        try:
            return float(live(filtered(read(text), board, known_mask).weights, gone).sum())
        except TextError:
            return 0.0

    whole = left(came)
    return min(TEXTS, key=lambda keeps: abs(left(f"{came} > {street} {keeps}") - share * whole)) if whole else ""
