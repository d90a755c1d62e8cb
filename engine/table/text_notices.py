"""Notices about the texts of a table: what may be meant otherwise, and how names, shares and phrases are read.

Reading a text yields its meaning and its notices together (``HoldemRange.notices``, ``RazzHand.notices``). Here they
are gathered for the seats of a table, for whoever answers a question about it: the headless verbs, the seats of the
window and Ctrl+K.
"""

from collections.abc import Sequence

from engine.cards import TextError
from engine.games import GAMES
from engine.ranges.orders import Order
from engine.ranges.razz import read_razz_hand
from engine.ranges.razz_shares import find_down_order
from engine.scenario import Problem, Scenario, ScenarioError, seat_field
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import read_seat


def seat_notices(scenario: Scenario, seat: int, orders: Sequence[Order] = ()) -> tuple[str, ...]:
    """Return the notices about the text of a seat; none if it is empty or cannot be read. ``orders`` are the player's
    own orders of hands."""
    cards = scenario.seats[seat].cards
    spec = GAMES[scenario.game]
    if spec.hands_are_combos:
        # Batches are mostly of known cards, which need no notice: looking for one takes as long as a tenth of the run.
        return () if plain_cards(cards) is not None else read_seat(scenario, seat, orders).notices
    if not (spec.stud and cards.strip()):
        return ()
    try:
        order = find_down_order(scenario.order)  # as the run names it: the hand is read once for both
        return read_razz_hand(cards, scenario.seats[seat].folded, order=order).notices
    except (TextError, ScenarioError):
        return ()


def table_notices(scenario: Scenario, orders: Sequence[Order] = ()) -> tuple[Problem, ...]:
    """Return the notices about the texts of all seats and of their actions, each with its field."""
    texts = [(seat_field(seat), seat_notices(scenario, seat, orders)) for seat in range(len(scenario.seats))]
    for i, part in enumerate(scenario.subranges):
        as_seat = scenario.with_seat(part.seat, cards=part.cards)
        texts.append((f"subranges[{i}].cards", seat_notices(as_seat, part.seat, orders)))
    return tuple(Problem(field, notice) for field, notices in texts for notice in notices)


def notice_lines(scenario: Scenario, orders: Sequence[Order] = (), *, table: str = "") -> list[str]:
    """Return the notices about a table as an answer in JSON has them: ``seats[0].cards: AA is given twice; ...``.

    ``table``: the field of the request that holds the table, empty if the request is the table itself.
    """
    prefix = f"{table}." if table else ""
    return [f"{prefix}{notice.field}: {notice.message}" for notice in table_notices(scenario, orders)]
