"""The ranges of opponents in a tracked hand: narrowed by what they do, and back as they were for the next hand.

Who bets or calls after the flop keeps what the set-up says, as street filters behind his range (``bettor`` and
``caller``, empty: all of it). ``ranges`` of what is saved holds the texts that come back, by seat.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import TextError
from engine.games import GAMES
from engine.kelly.hand.saved import Action, Kind, Setup
from engine.kelly.hand.table import TableState
from engine.ranges.filtered import filtered
from engine.ranges.holdem import parse_range
from engine.ranges.orders import Order, find_order
from engine.ranges.street_text import read_streets, split_streets
from engine.scenario import Scenario, ScenarioError
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import known_mask

Ranges = Sequence[str | None]


def kept_by(kind: Kind, setup: Setup) -> str:
    """Return what who does this keeps of a range, as items of a street filter; empty: all of it."""
    if kind == "call":
        return setup.caller.strip()
    return setup.bettor.strip() if kind in ("bet", "raise", "complete") else ""


def check_kept(text: str) -> None:
    """Check items of a street filter.

    Raises:
        TextError: they cannot be read; its position is in ``text``.
    """
    head = "> flop "
    try:
        if text.strip():
            read_streets(f"{head}{text}", 0)
    except TextError as error:
        raise TextError(error.message, max(error.position - len(head), 0)) from None
    if ">" in text:
        raise TextError("what is kept on one street, without >", text.index(">"))


def narrowed(scenario: Scenario, state: TableState, action: Action, setup: Setup, orders: Sequence[Order]) -> Scenario:
    """Return the scenario with the range of the opponent to act after an action: as it is where he has one hand, has
    been filtered on this street, or would have nothing left.
    """
    seat, kept = state.to_act, kept_by(action.kind, setup)
    if seat is None or seat == state.hero or not kept or not _has_range(scenario, seat) or not state.street:
        return scenario
    names, text = GAMES[scenario.game].streets, scenario.seats[seat].cards.rstrip()
    board = plain_cards(state.board) or ()
    try:
        order = find_order(scenario.order, orders)
        if any(names.index(f.street) >= state.street for f in parse_range(text, scenario.dialect, order).streets):
            return scenario
        wanted = f"{text}{_behind(state, kept)}"
        filtered(parse_range(wanted, scenario.dialect, order), board, known_mask(scenario, seat))
    except (TextError, ScenarioError):
        return scenario
    return _with_text(scenario, seat, wanted)


def widened(scenario: Scenario, state: TableState, action: Action, setup: Setup) -> Scenario:
    """Take back what :func:`narrowed` has done to the range of the player to act in ``state``."""
    seat, kept = state.to_act, kept_by(action.kind, setup)
    if seat is None or seat == state.hero or not kept:
        return scenario
    text = scenario.seats[seat].cards
    behind = _behind(state, kept)
    return _with_text(scenario, seat, text.removesuffix(behind)) if text.endswith(behind) else scenario


def noted(scenario: Scenario, state: TableState, before: Ranges, *, anew: bool = False) -> tuple[str | None, ...]:
    """Return the texts that come back for the next hand: ``before``, but what has been written meanwhile.

    ``anew``: a hand begins, so that filters behind the ranges were not put there by its course.
    """
    found = []
    for i in range(len(scenario.seats)):
        text, old = scenario.seats[i].cards, before[i] if i < len(before) else None
        if i == state.hero or state.players[i].folded or scenario.seats[i].folded or not _has_range(scenario, i):
            found.append(old)
        elif anew:
            found.append(text)
        else:
            base = _base(text)
            found.append(old if old is not None and _base(old) == base else base)
    return tuple(found)


def _has_range(scenario: Scenario, seat: int) -> bool:
    text = scenario.seats[seat].cards
    return GAMES[scenario.game].holdem_ranges and bool(text.strip()) and plain_cards(text) is None


def _base(text: str) -> str:
    try:
        return split_streets(text)[0].strip()
    except TextError:
        return text


def _behind(state: TableState, kept: str) -> str:
    return f" > {state.street_name} {kept}"


def _with_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    seats = list(scenario.seats)
    seats[seat] = replace(seats[seat], cards=text)
    return replace(scenario, seats=tuple(seats))
