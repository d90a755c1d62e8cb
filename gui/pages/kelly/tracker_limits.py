"""Limits that were played before: blinds, antes, bring-in and bets of sessions, remembered by game."""

from collections.abc import Mapping
from typing import Any

from engine.kelly.hand.saved import Setup
from engine.kelly.hand.session import STAKES
from gui.look.formatting import chips

KEYS = (*STAKES, "fixed")


def limits_of(setup: Setup) -> dict[str, Any]:
    """Return the limits of a set-up."""
    return {key: value for key in KEYS if (value := getattr(setup, key))}


def limits_text(limits: Mapping[str, Any]) -> str:
    """Return limits in words, as in ``blinds 1/2, ante 0.5``."""
    amounts = {key: chips(float(limits[key])) for key in STAKES if limits.get(key) and _is_limit(key, limits[key])}
    blinds = [amounts.get(key, "0") for key in ("small_blind", "big_blind")]
    bets = [amounts.get("small_bet", ""), amounts.get("big_bet", "")]
    texts = (
        f"blinds {'/'.join(blinds)}" if any(key in amounts for key in ("small_blind", "big_blind")) else "",
        f"limit {'/'.join(filter(None, bets))}" if any(bets) else "",
        f"ante {amounts['ante']}" if "ante" in amounts else "",
        f"bring-in {amounts['bring_in']}" if "bring_in" in amounts else "",
    )
    return ", ".join(filter(None, texts))


def _is_limit(key: str, value: object) -> bool:
    if key == "fixed":
        return value is True
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 < value < 1e300
