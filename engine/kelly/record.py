"""What leaves the tracker: the question to the Kelly engine at a decision of hero's, and the log."""

from typing import Any

from engine.kelly.pot import callable_bet, chips_text, pot_facts
from engine.kelly.table import STREETS, Entry, TableState, legal

VERBS = {
    "ante": "antes",
    "post": "posts",
    "bring-in": "brings in",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises, adding",
    "complete": "completes, adding",
    "fold": "folds",
    "cards": "has",
    "rebuy": "adds to the stack",
}
NOTED = ("cards", *(street for streets in STREETS.values() for street in streets))
"""Actions whose note is what came: cards of a player, of a street."""
LOG_COLUMNS = ("hand", "street", "player", "action", "chips", "pot", "stack", "bankroll", "note")


def request_of(state: TableState) -> dict[str, Any]:
    """Return the decision of hero, who has not folded, as a Kelly request without outcomes.

    The largest bet is what every opponent who has chips left can call: side pots are outside the model. Chips
    that an opponent who is all in cannot match are left out of the retained pot.
    """
    hero, opponents = state.players[state.hero], [state.players[i] for i in state.opponents]
    folded = state.pot - hero.total - sum(p.total for p in opponents)
    facts = pot_facts(hero.total, [p.total for p in opponents], folded)
    allowed = legal(state, state.hero)
    short = sum(max(hero.total - p.total - p.stack, 0.0) for p in opponents)
    request: dict[str, Any] = {"bankroll": state.bankroll, "opponents": len(opponents)}
    if short:
        request |= {"pot": facts.retained - short + len(opponents) * allowed.call, "to_call": allowed.call}
    else:
        request["committed"] = {
            "hero": hero.total,
            "opponents": [p.total for p in opponents],
            "folded": folded,
        }
    reach = [p.total + p.stack - hero.total for p in opponents if p.stack > 0.0]
    most = max(callable_bet(hero.stack, reach) if reach else 0.0, allowed.call)
    if allowed.low is None or most <= allowed.call:
        return request | {"max_bet": allowed.call}
    if state.stakes.fixed:
        choices = {"call": allowed.call} if allowed.call else {}
        return request | {"choices": choices | {allowed.name: allowed.low}, "max_bet": hero.stack}
    request |= {"min_bet": min(allowed.low, most), "max_bet": most}
    return request | ({"can_raise": True} if allowed.call else {})


def log_rows(state: TableState) -> tuple[tuple[Any, ...], ...]:
    """Return the log as rows of ``LOG_COLUMNS``, to be written as CSV."""
    return tuple(tuple(getattr(entry, column) for column in LOG_COLUMNS) for entry in state.log)


def log_text(state: TableState) -> str:
    """Return the log to be read: one line a step, a heading for each hand."""
    lines: list[str] = []
    hand = 0
    for entry in state.log:
        if entry.hand != hand:
            hand = entry.hand
            lines.append(f"Hand {hand}")
        if entry.action != "hand":
            lines.append(f"  {_words(entry)}: pot {chips_text(entry.pot)}, bankroll {chips_text(entry.bankroll)}")
            lines[-1] += f" ({entry.note})" if entry.note and entry.action not in NOTED else ""
    return "\n".join(lines)


def _words(entry: Entry) -> str:
    """Return who did what; of a new street, which cards came."""
    if not entry.player:
        return f"{entry.street} {entry.note}".strip()
    told = entry.note if entry.action in NOTED else chips_text(entry.chips) if entry.chips else ""
    return f"{entry.street}, {entry.player} {VERBS.get(entry.action, entry.action)} {told}".strip()
