"""Changes of an equity in words and colours: by the next cards, or against a pinned table."""

from typing import Protocol

from engine.cards import card_text
from engine.details.next_tables import Z95, NextTable, Verdict
from gui.look.formatting import NO_BREAK, interval, percent_digits
from gui.look.painting import HeatScale, change_scale
from gui.look.theme import Theme

BETWEEN = f"{NO_BREAK}{NO_BREAK}·  "
"""Between two parts of a line: where it wraps, the next line does not begin with the dot."""
CARDS = {card_text(card): card for card in range(52)}
"""Cards (0-51) by their names."""
SIGNS: dict[Verdict, str] = {"good": "▲", "brick": "▼", "even": "="}
BETTER: dict[Verdict, str] = {"good": "better", "brick": "worse", "even": "the same"}
WORDS: dict[Verdict, str] = {"good": "good", "brick": "brick", "even": "changes nothing"}
LEAST_SHARE, LEAST_WORTH = 5e-7, 1e-9
"""Smaller differences of probabilities, of chips and growth, are those of rounding."""


class Difference(Protocol):
    """How much more something is, and the standard error of that, 0 where it is exact."""

    @property
    def change(self) -> float: ...

    @property
    def stderr(self) -> float: ...


def change_words(change: Difference) -> str:
    """Return a difference in points of percent with the half width of its 95 % interval, as in ``+2.31 ± 0.04``."""
    text = change_text(change.change, Z95 * change.stderr)
    return " ".join(filter(None, (text, interval(change.stderr).removesuffix(f"{NO_BREAK}%"))))


def is_seen(change: Difference, least: float = LEAST_SHARE) -> bool:
    """Return whether a difference exceeds its error and the error of rounding."""
    return abs(change.change) > max(Z95 * change.stderr, least)


def change_color(change: Difference, least: float = LEAST_SHARE) -> str:
    """Return the name of the colour of a difference in the theme: good, bad, or quiet where it is not seen."""
    return "muted" if not is_seen(change, least) else "good" if change.change > 0 else "bad"


def change_ink(change: Difference, theme: Theme, least: float = LEAST_SHARE) -> str:
    """Return the colour of a difference."""
    ink: str = getattr(theme, change_color(change, least))
    return ink


def table_scale(table: NextTable) -> HeatScale:
    """Return the colours of the seat that judges: round its present equity."""
    return change_scale(table.now[table.judge][0], table.reach)


def change_text(change: float, noise: float = 0.0, digits: int = 2) -> str:
    """Return a change of an equity in points of percent with its sign, as in ``+3.02``."""
    digits = min(digits, percent_digits(noise / Z95, digits))
    text = f"{100 * change:+.{digits}f}".replace("-", "−")
    return f"0{text[2:]}" if not text.strip("+−0.") else text


def board_summary(table: NextTable) -> str:
    """Return the summary of a table of single cards, as in ``▲ better on 21 cards, 46.3 % · best As +31.20``."""
    parts = []
    for verdict, word in BETTER.items():
        count = sum(table.verdict(card) == verdict for card in table.cards)
        if count:
            chance = f"{100 * table.chance(verdict):.1f}{NO_BREAK}%"
            parts.append(f"{SIGNS[verdict]} {word} on {count} card{'' if count == 1 else 's'}, {chance}")
    for word, (card, seen) in zip(("best", "worst"), (table.judged[:1] + table.judged[-1:]), strict=False):
        parts.append(f"{word}{NO_BREAK}{card.name}{NO_BREAK}{change_text(seen.change, seen.noise)}")
    return BETWEEN.join(parts)


def summary(table: NextTable) -> str:
    """Return the summary of a table, as in ``good 52.1 %: A 2 3 · brick 47.9 %: J Q K``."""
    parts = []
    for verdict in ("good", "brick", "even"):
        names = [card.name for card in table.cards if table.verdict(card) == verdict]
        if names:
            chance = f"{100 * table.chance(verdict):.1f}{NO_BREAK}%"
            parts.append(f"{SIGNS[verdict]}{NO_BREAK}{WORDS[verdict]} {chance}: {' '.join(names)}")
    return BETWEEN.join(parts)
