"""From a tracked hand to the hand of a journal."""

from collections.abc import Callable

from engine.journal.records import Decision, PlayedHand, Turn
from engine.kelly.hand.session import Tracked
from engine.play.state import LogEntry, TableState

ACTS = ("check", "call", "bet", "raise", "complete", "fold")
"""The actions that hero decides on."""
Log = tuple[LogEntry, ...]


def log_of_hand(state: TableState) -> Log:
    """Return the log of the hand under way."""
    return tuple(entry for entry in state.log if entry.hand == state.hand)


def hero_turns(state: TableState) -> tuple[Log, ...]:
    """Return for each of hero's turns in the hand its log up to what was done then."""
    log = log_of_hand(state)
    return tuple(log[: i + 1] for i, entry in enumerate(log) if entry.seat == state.hero and entry.action in ACTS)


def played_hand(now: Tracked, decided: Callable[[Log], Decision | None], at: str) -> PlayedHand | None:
    """Return the hand of a tracked session as far as it has been played; None where hero is not dealt in, or the
    session has no name.

    ``decided`` gives the decision of a turn by the log up to it.
    """
    state, session = now.state, now.setup.session
    begun = next((entry.bankroll for entry in log_of_hand(state) if entry.action == "hand"), None)
    bankroll = float(now.setup.bankroll or 0.0) if begun is None else begun
    if not session or state.players[state.hero].out or bankroll <= 0.0:
        return None
    turns = tuple(Turn(log[-1].action, log[-1].chips, decided(log)) for log in hero_turns(state))
    left = max(state.bankroll, 0.0) if state.over else None
    shown = state.over and len(state.live) > 1 and state.hero in state.live
    return PlayedHand(session, state.hand, state.game, bankroll, turns, at, left, shown)


def cancelled(now: Tracked, at: str) -> PlayedHand:
    """Return a hand that is not played to its end, of which nothing is kept."""
    state = now.state
    return PlayedHand(now.setup.session, state.hand, state.game, max(state.bankroll, 1.0), (), at)
