"""Notices about the texts of a table: what may be meant otherwise, and how names, shares and phrases are read.

Reading a text yields its meaning and its notices together (``HoldemRange.notices``, ``RazzHand.notices``). Here they
are gathered for the seats of a table, for whoever answers a question about it: the headless verbs, the seats of the
window and Ctrl+K.
"""

from collections.abc import Sequence

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.orders import Order
from engine.ranges.razz import read_hand
from engine.scenario import Problem, Scenario, ScenarioError, seat_field
from engine.table.seat_ranges import read_seat


def seat_notices(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[str, ...]:
    """Return the notices about the text of a seat; none if it is empty or cannot be read. ``orders`` are the player's
    own orders of hands."""
    if GAMES[scenario.game].holdem_ranges:
        return read_seat(scenario, seat, orders).notices
    cards = scenario.seats[seat].cards
    try:
        return read_hand(cards, scenario.seats[seat].folded, order=scenario.order).notices if cards.strip() else ()
    except (TextError, ScenarioError):
        return ()


def table_notices(scenario: Scenario, orders: Sequence[Order] = ()) -> tuple[Problem, ...]:
    """Return the notices about the texts of all seats, each with the field of its seat."""
    return tuple(
        Problem(seat_field(seat), notice)
        for seat in range(len(scenario.seats))
        for notice in seat_notices(scenario, seat, orders)
    )


def notice_lines(scenario: Scenario, orders: Sequence[Order] = (), *, table: str = "") -> list[str]:
    """Return the notices about a table as an answer in JSON has them: ``seats[0].cards: AA is given twice; ...``.

    ``table``: the field of the request that holds the table, empty if the request is the table itself.
    """
    prefix = f"{table}." if table else ""
    return [f"{prefix}{notice.field}: {notice.message}" for notice in table_notices(scenario, orders)]
