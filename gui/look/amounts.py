"""Amounts as they are shown: chips, and growth of a bankroll.

Growth is computed as a logarithm, g = E ln R, and shown in percent as e^g - 1: by how much a bankroll grows.
"""

import math

from gui.look.formatting import NO_BREAK

DIGITS = 4
THIN = "\u202f"
NEGLIGIBLE = 5e-8

ADDED = {"bet": "Bet", "raise": "Raise, adding", "complete": "Complete, adding", "call": "Call"}
TO = {"raise": "Raise to", "complete": "Complete to"}
"""What actions are called, with the chips that they add, or all that is put in on the street then."""


def chips(value: float) -> str:
    """Return an amount in four digits or in whole chips, as in ``118.3`` or ``12 050``."""
    if value == 0.0:
        return "0"
    digits = max(0, DIGITS - 1 - math.floor(math.log10(abs(value)) + 1e-12))
    text = f"{value:,.{min(digits, 6)}f}".replace(",", THIN)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed_chips(value: float) -> str:
    """Return an amount with its sign."""
    return f"{'−' if value < 0 else '+'}{chips(abs(value))}" if chips(abs(value)) != "0" else "0"


def grown(growth: float) -> float:
    """Return by what share a logarithmic growth changes the bankroll, e^g - 1; -1 is the loss of everything."""
    return math.expm1(growth)


def growth_gap(one: float, other: float) -> float:
    """Return what one growth leaves more than another, a share of the present bankroll: the difference of both as they
    are shown.
    """
    return grown(one) - grown(other)


def growth_size(value: float) -> str:
    """Return the size of a growth, e^g - 1, in percent, as in ``0.02 %``: two digits that mean something."""
    return share_size(grown(value))


def share_size(share: float) -> str:
    """Return the size of a share of the bankroll likewise."""
    size = 100.0 * abs(share)
    if size < 100 * NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    digits = min(max(2, 1 - math.floor(math.log10(size))), 6) if size < 1 else 2
    return f"{size:.{digits}f}{NO_BREAK}%"


def change_in_chips(change: float, half: float) -> str:
    """Return a change of chips with the half width of its interval, in the digits that this supports, as in
    ``+48.4 ± 8.4``; exact where that is 0."""
    if half <= 0:
        return signed_chips(change)
    digits = min(max(0, 1 - math.floor(math.log10(half))), 6)
    return f"{_signed(change, digits)} ±{NO_BREAK}{half:.{digits}f}"


def change_in_growth(change: float, half: float) -> str:
    """Return a change of growth likewise, as in ``+0.440 ± 0.015 %``."""
    if half <= 0:
        return growth_text(change)
    spread = 100 * half * math.exp(change)
    digits = min(max(0, 1 - math.floor(math.log10(spread))), 6)
    return f"{_signed(100 * grown(change), digits)} ±{NO_BREAK}{spread:.{digits}f}{NO_BREAK}%"


def _signed(value: float, digits: int) -> str:
    text = f"{abs(value):,.{digits}f}".replace(",", THIN)
    return text if not text.strip("0.") else f"{'−' if value < 0 else '+'}{text}"


def growth_text(value: float | None) -> str:
    """Return a growth with its sign; None is the loss of everything for ever."""
    if value is None:
        return f"−100{NO_BREAK}%"
    return share_text(grown(value))


def share_text(share: float) -> str:
    """Return a share of the bankroll with its sign."""
    if abs(share) < NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    return f"{'−' if share < 0 else '+'}{share_size(share)}"


def action_text(action: str, added: float, put_in: float | None) -> str:
    """Return an action in two words; ``added``: the chips that it puts in."""
    if action in ("check", "fold"):
        return action.capitalize()
    if action == "bet" and put_in:  # the big blind, or what was posted: there is a bet already
        action = "raise"
    if put_in is None or action not in TO:
        return f"{ADDED[action]} {chips(added)}"
    return f"{TO[action]} {chips(added + put_in)}"
