"""The names of actions in a betting tree: ``check``, ``bet 120``, ``raise to 360``, ``all in 900``, as paths have them.

An amount is exact in a path, and rounded to cents for readers.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

BETS = ("bet ", "raise to ", "all in ")
"""Prefixes of the names of bets and raises."""
CENT = Decimal("0.01")
_FINE_AMOUNT = re.compile(r"\d+\.\d{3,}$")
"""Chips that are not a number of cents, at the end of an action's name."""


def is_bet(action: str) -> bool:
    """Return True if the action named ``action`` is a bet or a raise."""
    return action.startswith(BETS)


def action_text(action: str) -> str:
    """Return the name of an action for readers: chips of a bet or raise are rounded to cents, as a site shows them.

    Below one chip they have four digits, because such a pot is counted in larger units. Paths and locks need the exact
    name.

    >>> action_text("bet 23.265"), action_text("raise to 1200"), action_text("bet 0.32175"), action_text("check")
    ('bet 23.27', 'raise to 1200', 'bet 0.3218', 'check')
    """
    match = _FINE_AMOUNT.search(action)
    if match is None:
        return action
    # A half cent is rounded up, as players do; in decimals, because 23.265 in binary is a little less.
    amount = Decimal(match[0])
    unit = CENT if amount >= 1 else Decimal(1).scaleb(amount.adjusted() - 3)
    return f"{action[: match.start()]}{amount.quantize(unit, ROUND_HALF_UP).normalize():f}"


def plain_step(step: str) -> str:
    """Return a step of a path in the form in which two texts of the same step are equal.

    >>> plain_step(" Bet  23.265 ") == plain_step("bet 23.27")
    True
    """
    return action_text(_normal(step))


def action_number(step: str, actions: Sequence[str]) -> int | None:
    """Return which of the ``actions`` a step of a path names, or None; an amount may be rounded as readers see it.

    >>> action_number("Bet  23.27", ("check", "bet 11.6325", "bet 23.265"))
    2
    """
    name = _normal(step)
    if name in actions:
        return actions.index(name)
    same = [number for number, action in enumerate(actions) if action_text(action) == name]
    return same[0] if len(same) == 1 else None


def _normal(step: str) -> str:
    """Return a step in lower case, with single spaces."""
    return " ".join(step.split()).lower()
