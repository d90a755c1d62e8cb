"""The decision of a tracked hand as values of the Kelly panel: who has put in what, and has what behind."""

from typing import Any

from engine import legal_actions
from engine.table.values import Values
from gui.tracking import Tracked, whole_chips_only

OF_THE_HAND = (
    "seat", "typed", "pot_typed", "chips", "stacks", "dead", "min_bet", "limit_bet", "big_bet", "no_raise", "full_bet",
)  # fmt: skip
"""Values that the hand decides; the others of the panel stay."""


def panel_values(values: Values, now: Tracked) -> dict[str, Any]:
    """Return the panel's values with those of hero's decision in a tracked hand put in.

    An opponent's stack counts as in ``engine.kelly.record``: who is all in makes a side pot.
    """
    state = now.state
    allowed = legal_actions(state, state.hero)
    found: dict[str, Any] = {
        "seat": state.hero or None,
        "bankroll": state.bankroll,
        "chips": [player.total for player in state.players],
        "stacks": [None if player.folded else player.stack for player in state.players],
        "dead": state.unmatched or None,
        "no_raise": True if allowed.low is None else None,
        "chip": values.get("chip", 1 if whole_chips_only(now) else None),
    }
    if state.stakes.fixed:
        found |= {"limit_bet": state.stakes.small_bet, "big_bet": state.stakes.big_bet}
        found["full_bet"] = True if allowed.name == "raise" else None
    else:
        found["min_bet"] = allowed.low or None
    kept = {key: value for key, value in values.items() if key not in OF_THE_HAND}
    return kept | {key: value for key, value in found.items() if value is not None}
