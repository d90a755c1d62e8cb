"""The range of a hold'em seat as weights, the cards that it cannot contain, and edits of its text and its actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, card_mask, card_text
from engine.ranges.actions import RangeAction
from engine.ranges.filtered import equity_filter_notices, filtered, is_dealt, waiting_notices
from engine.ranges.holdem import HoldemRange, format_range, notation_notices, parse_range
from engine.ranges.orders import COMBO_COUNT, Order, find_order
from engine.ranges.patience import NotPrepared
from engine.ranges.street_filters import BOARD_OF_STREET, BestHands, FilterItem, ItemGroup, Street
from engine.scenario import Dialect, RangeName, Scenario, ScenarioError, SubRange
from engine.table.hand_texts import plain_cards
from engine.table.slots import seat_cards, seat_slot_count

Weights = F64
NO_WEIGHTS = np.zeros(COMBO_COUNT)
NO_WEIGHTS.setflags(write=False)


@dataclass(frozen=True, slots=True)
class SeatRange:
    """The ``weights`` float64[1326] of a seat's text, read-only; all 0 if the text is empty, invalid or a single card.

    ``by_table``: some street filters are not applied, because they need the equities of the complete table, or a kernel
    for which this thread does not wait (``ranges.patience``).
    """

    weights: Weights
    notices: tuple[str, ...] = ()
    by_table: bool = False


def read_seat(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> SeatRange:
    """Return the meaning of a hold'em seat's text. ``orders`` are the user's own rankings of hands.

    Street filters are applied as far as the board alone decides (``ranges.filtered``); ``engine.ranges_by_street``
    applies those by equity, too.
    """
    try:
        order = find_order(scenario.order, orders)
    except ScenarioError:
        return SeatRange(NO_WEIGHTS)
    board = plain_cards(scenario.board) or ()
    text = scenario.seats[seat].cards
    try:
        return _read(text, scenario.dialect, order, scenario.names, board)
    except NotPrepared:
        return SeatRange(parse_range(text, scenario.dialect, order, scenario.names).weights, by_table=True)


def at_street(scenario: Scenario, street: Street | None) -> Scenario:
    """Return the table as of ``street``, with only that many board cards; None: before the flop."""
    board = (plain_cards(scenario.board) or ())[: BOARD_OF_STREET[street] if street is not None else 0]
    return replace(scenario, board=" ".join(map(card_text, board)))


@lru_cache(maxsize=64)
def _read(text: str, dialect: Dialect, order: Order, names: tuple[RangeName, ...], board: tuple[int, ...]) -> SeatRange:
    """Return the range of a seat's text after its street filters for ``board``; without weights if it cannot be
    read."""
    try:
        result = filtered(parse_range(text, dialect, order, names), board, 0)
    except TextError:
        return SeatRange(NO_WEIGHTS)
    by_table = equity_filter_notices(result.streets, board)
    notices = (*notation_notices(result), *result.notices, *waiting_notices(result.streets, board), *by_table)
    return SeatRange(result.weights, notices, bool(by_table))


def weights_text(weights: Weights) -> str:
    """Return the canonical text of ``weights``, or "" if all are 0."""
    return format_range(HoldemRange(weights)) if np.any(weights) else ""


def known_mask(scenario: Scenario, seat: int) -> int:
    """Return the 52-bit mask of the cards that the range of ``seat`` cannot contain.

    These are the board, the dead cards and the cards of all other seats with two known ones.
    """
    known = [*(plain_cards(scenario.board) or ()), *(plain_cards(scenario.dead) or ())]
    for other in range(len(scenario.seats)):
        cards = seat_cards(scenario, other) or ()
        if other != seat and len(cards) == seat_slot_count(scenario):
            known.extend(cards)
    return card_mask(known)


def narrowed_text(
    scenario: Scenario, seat: int, kept: Weights, filtered_weights: Callable[[], Weights], order: Order | None
) -> str:
    """Return the text of ``seat`` without the combos that are 0 in ``kept`` float64[1326]; "" if none remain.

    Weights and street filters stay. A filter that keeps the best share of a range would take that share of the
    remaining combos again. If such a filter has been applied, the weights after all filters, ``filtered_weights()``
    (float64[1326]), become the new base, and only filters of later streets stay.

    Raises:
        TextError: the text cannot be read.
    """
    range_ = parse_range(scenario.seats[seat].cards, scenario.dialect, order, scenario.names)
    board = plain_cards(scenario.board) or ()
    weights, streets = range_.weights, range_.streets
    if any(_goes_by_share(FilterItem(ItemGroup(filter_.items))) for filter_ in streets if is_dealt(filter_, board)):
        weights, streets = filtered_weights(), tuple(filter_ for filter_ in streets if not is_dealt(filter_, board))
    narrowed = weights * kept
    return format_range(HoldemRange(narrowed, streets=streets)) if narrowed.any() else ""


def _goes_by_share(item: FilterItem) -> bool:
    """Return True if an item, or one in its brackets, keeps the best share of a range."""
    return isinstance(item.condition, BestHands) or (
        isinstance(item.condition, ItemGroup) and any(map(_goes_by_share, item.condition.items))
    )


def actions_of(scenario: Scenario, seat: int) -> tuple[RangeAction, ...]:
    """Return the actions of a seat in order, empty if there are none."""
    return tuple(RangeAction(part.name, part.cards, part.color) for part in scenario.subranges if part.seat == seat)


def with_actions(scenario: Scenario, seat: int, actions: tuple[RangeAction, ...]) -> Scenario:
    """Return the scenario with the actions of a seat replaced by ``actions``."""
    others = tuple(part for part in scenario.subranges if part.seat != seat)
    own = tuple(SubRange(seat, action.name, action.text, action.color) for action in actions)
    return replace(scenario, subranges=tuple(sorted((*others, *own), key=lambda part: part.seat)))
