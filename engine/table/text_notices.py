"""Notices about the texts of a table: possible misreadings, and how names, shares and phrases are read.

Parsing a text yields its notices (``HoldemRange.notices``, ``RazzHand.notices``). This module collects them for all
seats of a table; the headless verbs, the seats of the window and Ctrl+K show them.
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
    """Return the notices about the text of a seat; none if it is empty or invalid. ``orders`` are the user's own
    rankings."""
    cards = scenario.seats[seat].cards
    spec = GAMES[scenario.game]
    if spec.hands_are_combos:
        # Most seats of batches are known cards, which need no notice. Looking for one would add a tenth to a run.
        return () if plain_cards(cards) is not None else read_seat(scenario, seat, orders).notices
    if not (spec.stud and cards.strip()):
        return ()
    try:
        order = find_down_order(scenario.order)  # the same arguments as in the run, so that the cached hand is used
        return read_razz_hand(cards, scenario.seats[seat].folded, order=order).notices
    except (TextError, ScenarioError):
        return ()


def table_notices(scenario: Scenario, orders: Sequence[Order] = ()) -> tuple[Problem, ...]:
    """Return the notices about the texts of all seats and their actions, each with its field."""
    texts = [(seat_field(seat), seat_notices(scenario, seat, orders)) for seat in range(len(scenario.seats))]
    for i, action in enumerate(scenario.subranges):
        as_seat = scenario.with_seat(action.seat, cards=action.cards)
        texts.append((f"subranges[{i}].cards", seat_notices(as_seat, action.seat, orders)))
    return tuple(Problem(field, notice) for field, notices in texts for notice in notices)


def notice_lines(scenario: Scenario, orders: Sequence[Order] = (), *, table: str = "") -> list[str]:
    """Return the notices about a table as they appear in JSON answers: ``seats[0].cards: AA is given twice; ...``.

    ``table``: the field of the request that contains the table, or "" if the request is the table itself.
    """
    prefix = f"{table}." if table else ""
    return [f"{prefix}{notice.field}: {notice.message}" for notice in table_notices(scenario, orders)]
