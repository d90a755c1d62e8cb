"""Turns a tracked hand into the record that is stored in a journal."""

from collections.abc import Callable

from engine.journal.records import JournalDecision, TrackedHandRecord, Turn
from engine.kelly.hand.session import TrackedSession
from engine.play.state import LogEntry, TableState

HERO_ACTIONS = ("check", "call", "bet", "raise", "complete", "fold")
"""The actions that are hero's own decisions, unlike blinds and antes."""
Log = tuple[LogEntry, ...]


def log_of_hand(state: TableState) -> Log:
    """Return the log entries of the current hand."""
    return tuple(entry for entry in state.log if entry.hand == state.hand)


def hero_turns(state: TableState) -> tuple[Log, ...]:
    """Return for each of hero's turns in the current hand the log up to and including his action."""
    log = log_of_hand(state)
    return tuple(
        log[: i + 1] for i, entry in enumerate(log) if entry.seat == state.hero and entry.action in HERO_ACTIONS
    )


def hand_record(
    tracked: TrackedSession, decision_of: Callable[[Log], JournalDecision | None], at: str
) -> TrackedHandRecord | None:
    """Return the record of the current hand of a tracked session as far as it has been played.

    It is None if hero is not dealt in, has no bankroll, or the session has no name. ``decision_of`` returns the
    journal's decision for a turn, given the log up to it, or None if there was no advice.
    """
    state, session = tracked.state, tracked.setup.session
    begun = next((entry.bankroll for entry in log_of_hand(state) if entry.action == "hand"), None)
    bankroll = float(tracked.setup.bankroll or 0.0) if begun is None else begun
    if not session or state.players[state.hero].out or bankroll <= 0.0:
        return None
    return TrackedHandRecord(
        session=session,
        place=state.hand,
        game=state.game,
        bankroll=bankroll,
        turns=tuple(Turn(log[-1].action, log[-1].chips, decision_of(log)) for log in hero_turns(state)),
        at=at,
        left=max(state.bankroll, 0.0) if state.over else None,
        showdown=state.over and len(state.live) > 1 and state.hero in state.live,
    )


def cancelled_hand(tracked: TrackedSession, at: str) -> TrackedHandRecord:
    """Return the record of a hand that is not played to its end: without turns, so that nothing of it stays stored."""
    state = tracked.state
    bankroll = max(state.bankroll, 1.0)
    return TrackedHandRecord(tracked.setup.session, state.hand, state.game, bankroll, turns=(), at=at)
