"""What street filters leave of a hold'em seat's range, street by street, as far as that is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine import Scenario, ScenarioError, ranges_by_street
from engine.ranges.orders import Order
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street
from engine.table.empty_seats import dealt_in
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import Weights, at_street, read_seat


@dataclass(frozen=True, slots=True, eq=False)
class SeatStreets:
    """``weights`` float64[1326] before removal on each street that is dealt, None: before the flop, as far as they are
    known; ``pending`` are the dealt streets for which equities are being worked out that filters go by."""

    weights: Mapping[Street | None, Weights]
    pending: tuple[Street, ...] = ()

    @property
    def now(self) -> Weights:
        """What is left on the last street that is known."""
        return list(self.weights.values())[-1]

    @property
    def filtered(self) -> Street | None:
        """The last street on which a filter has taken something away, None where none has."""
        steps = pairwise(self.weights.items())
        taken = [street for (_, before), (street, after) in steps if ((before > 0) & ~(after > 0)).any()]
        return taken[-1] if taken else None


def dealt_streets(scenario: Scenario) -> tuple[Street, ...]:
    """Return the streets that are dealt."""
    cards = len(plain_cards(scenario.board) or ())
    return tuple(street for street in STREETS if BOARD_OF_STREET[street] <= cards)


def seat_streets(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> SeatStreets:
    """Return what is left of a seat's range. Nothing is worked out for it: the run of the table does that.

    Where the table cannot be computed, filters are applied as far as the board decides them.
    """
    streets = dealt_streets(scenario)
    if ">" not in scenario.seats[seat].cards:
        return SeatStreets(dict.fromkeys((None, *streets), read_seat(scenario, seat, orders).weights))
    read = {street: read_seat(at_street(scenario, street), seat, orders) for street in (None, *streets)}
    if not any(found.by_table for found in read.values()):
        return SeatStreets({street: found.weights for street, found in read.items()})
    try:
        known = ranges_by_street(dealt_in(scenario), orders, at_once=True)
    except ScenarioError:
        return SeatStreets({street: found.weights for street, found in read.items() if not found.by_table})
    pending = tuple(street for street in streets if street not in known)
    return SeatStreets({street: weights[seat] for street, weights in known.items()}, pending)


def equities_pending(scenario: Scenario, orders: Sequence[Order] = ()) -> bool:
    """Return whether street filters go by equities that have not been worked out yet."""
    filtered = (i for i, seat in enumerate(scenario.seats) if ">" in seat.cards)
    return any(seat_streets(scenario, i, orders).pending for i in filtered)
