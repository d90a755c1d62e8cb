"""Amounts as they are shown: chips, and growth of a bankroll."""

import math

from gui.look.formatting import NO_BREAK

DIGITS = 4
THIN = "\u202f"
NEGLIGIBLE = 5e-8


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


def growth_size(value: float) -> str:
    """Return the size of a growth in percent of the bankroll, as in ``0.02 %``: two digits that mean something."""
    size = 100.0 * abs(value)
    if size < 100 * NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    digits = min(max(2, 1 - math.floor(math.log10(size))), 6) if size < 1 else 2
    return f"{size:.{digits}f}{NO_BREAK}%"


def growth_text(value: float | None) -> str:
    """Return a growth with its sign; None is the loss of everything for ever."""
    if value is None:
        return "−∞"
    if abs(value) < NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    return f"{'−' if value < 0 else '+'}{growth_size(value)}"
