"""Applies the street filters of one range on a board, as far as these depend on the board alone."""

from collections.abc import Sequence

from engine.arrays import F64
from engine.cards import TextError
from engine.ranges.holdem import HoldemRange, live
from engine.ranges.notices import Explanation
from engine.ranges.street_filters import BOARD_OF_STREET, StreetFilter, StreetView, kept_shares
from engine.ranges.street_text import format_streets


def left_on_street(
    weights: F64, filter_: StreetFilter, board: Sequence[int], known_mask: int, equity: F64 | None = None
) -> F64:
    """Return the weights that ``filter_`` keeps of ``weights`` float64[1326]; combos with a card of the board get 0.

    Only the cards of ``board`` that are dealt on the filter's street are used. ``known_mask``: a 52-bit mask of all
    other cards that the range cannot contain. ``equity`` float64[1326]: see ``StreetView``.

    Raises:
        TextError: no combo remains.
    """
    on_board = board[: BOARD_OF_STREET[filter_.street]]
    board_mask = sum(1 << card for card in on_board)
    mask = known_mask | board_mask
    view = StreetView(tuple(on_board), live(weights, mask), equity)
    remaining: F64 = live(weights * kept_shares(filter_, view), board_mask)
    if not live(remaining, mask).any():
        raise TextError(f"no hand of this range is left on the {filter_.street}", filter_.position)
    return remaining


def filtered(range_: HoldemRange, board: Sequence[int], known_mask: int) -> HoldemRange:
    """Return ``range_`` after its filters have been applied on ``board``; its ``streets`` are those that were not
    applied.

    These are the filters of streets to come, and all from the first one that goes by equities, which depend on the
    other seats. ``known_mask``: a 52-bit mask of the cards that the range cannot contain.

    Raises:
        TextError: no combo remains.
    """
    weights, rest = range_.weights, list(range_.streets)
    while rest and is_dealt(rest[0], board) and rest[0].equity_position is None:
        weights = left_on_street(weights, rest.pop(0), board, known_mask)
    return HoldemRange(weights, range_.notices, range_.notation, tuple(rest))


def is_dealt(filter_: StreetFilter, board: Sequence[int]) -> bool:
    """Return True if the street of ``filter_`` is dealt on ``board``."""
    return BOARD_OF_STREET[filter_.street] <= len(board)


def waiting_notices(streets: Sequence[StreetFilter], board: Sequence[int]) -> tuple[str, ...]:
    """Return notices about the filters whose street is not dealt yet."""
    return tuple(
        Explanation(f"'{format_streets((filter_,)).strip()}' applies from the {filter_.street}")
        for filter_ in streets
        if not is_dealt(filter_, board)
    )


def equity_filter_notices(streets: Sequence[StreetFilter], board: Sequence[int]) -> tuple[str, ...]:
    """Return a notice if the first filter needs the equities of the complete table and was therefore not applied."""
    if not streets or not is_dealt(streets[0], board):
        return ()
    return (Explanation(f"'{format_streets(streets[:1]).strip()}' needs the equities of the whole table"),)


def unwritten_streets(streets: Sequence[StreetFilter]) -> tuple[str, ...]:
    """Return a notice that other programs get the combos that remain, if there are filters."""
    if not streets:
        return ()
    return (f"'{format_streets(streets).strip()}' is not exported: other programs get the remaining combos",)
