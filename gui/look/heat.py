"""Colours of heat maps: blue above a middle, orange below it, weak enough for the theme's text to be read on them.

Blue and orange stay apart for colour-blind eyes; a number or a bar beside the colour repeats it.
"""

from dataclasses import dataclass

from PySide6.QtGui import QColor

from gui.look.theme import Theme, ThemeName, mixed

STRENGTH: dict[ThemeName, float] = {"light": 0.9, "dark": 0.78}
"""The largest share of colour in a ground; contrast to the text stays above 4.5 (a test)."""
FAINTEST = 0.06
"""The same in the middle."""
BEHIND_SUITS = 0.14
"""The same behind the signs of suits, which have colours of their own."""
STALE_SHARE = 0.35
REACH = 0.6
"""How far the scale of equities goes from the fair share towards nothing and towards the whole pot."""
LEAST_REACH = 0.01
"""Changes of an equity below one point do not fill the scale."""


@dataclass(frozen=True, slots=True)
class HeatScale:
    """What the ends and the middle of the colours stand for."""

    low: float
    middle: float
    high: float

    def tone(self, value: float) -> float:
        """Return where ``value`` lies, from -1 (the low end or below) to 1."""
        reach = self.high - self.middle if value > self.middle else self.middle - self.low
        return max(-1.0, min(1.0, (value - self.middle) / reach))


def equity_scale(seats: int) -> HeatScale:
    """Return the scale of equities among ``seats`` active seats, round the fair share; the same for all of them."""
    fair = 1 / max(seats, 1)
    return HeatScale(fair - REACH * fair, fair, fair + REACH * (1 - fair) if seats > 1 else 1.0 + REACH)


def change_scale(now: float, reach: float) -> HeatScale:
    """Return the scale of equities round the present one, ``reach`` the largest change."""
    reach = max(reach, LEAST_REACH)
    return HeatScale(now - reach, now, now + reach)


def heat_color(theme: Theme, tone: float, *, stale: bool = False, strength: float | None = None) -> QColor:
    """Return the ground for a tone of :meth:`HeatScale.tone`."""
    top = STRENGTH[theme.name] if strength is None else strength
    share = FAINTEST + (top - FAINTEST) * abs(tone)
    return mixed(theme.raised, theme.heat_high if tone > 0 else theme.heat_low, share * (STALE_SHARE if stale else 1.0))


def unknown_color(theme: Theme) -> QColor:
    """Return the ground of a hand in the range whose equity is not known."""
    return mixed(theme.raised, theme.muted, 0.22)
