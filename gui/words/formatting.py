"""Formatting of numbers and amounts: significant digits only; changes of an equity in words and colours."""

import math
import re
from collections.abc import Sequence
from typing import Protocol

from engine import Problem
from engine.cards import card_text
from engine.equity.details.next_cards import Z95, NextTable, Verdict
from gui.look.painting import HeatScale, change_scale
from gui.look.theme import Theme

NO_BREAK = "\u00a0"
MIN_REMAINING_S = 1.0
"""Seconds; a shorter remaining time is not displayed: it would be over before it is read."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(value: float, stderr: float = 0.0, *, exact_digits: int = 2) -> str:
    """Return a probability in percent: ``exact_digits`` decimals if exact, else as many as the error supports."""
    return f"{100 * value:.{percent_digits(stderr, exact_digits)}f}{NO_BREAK}%"


def short_percent(value: float) -> str:
    """Return a share in percent, with a decimal only if it is not whole, as in ``50 %`` and ``12.5 %``."""
    return percent(value, exact_digits=0 if abs(100 * value - round(100 * value)) < 1e-6 else 1)


SHOWN_ERROR = 0.05
"""Half the last digit of a percentage with one decimal: a smaller half width of an interval is not displayed."""


def sampled_percent(share: float, stderr: float | None, *, exact_digits: int = 0) -> str:
    """Return a share in percent, a sampled one with its 95 % interval, as in ``57 % ± 2.1 %``.

    An interval that does not reach the displayed decimal is left out, as in ``100.0 %``.
    """
    if not stderr:
        return percent(share, exact_digits=exact_digits)
    if 196 * stderr < SHOWN_ERROR:
        return percent(share, exact_digits=1)
    return f"{percent(share, stderr)} {interval(stderr)}"


def percent_digits(stderr: float, exact_digits: int = 2) -> int:
    """Return the decimals of a percentage that its standard error supports: the last is of its size."""
    if stderr <= 0:
        return exact_digits
    half_width = 196 * stderr
    return min(max(0, math.ceil(-math.log10(half_width))), 4)


def interval(stderr: float) -> str:
    """Return the half width of the 95 % interval in percent, as in ``± 0.04 %``, or "" if exact."""
    if stderr <= 0:
        return ""
    half_width = 196 * stderr
    digits = max(0, min(5, 1 - math.floor(math.log10(half_width))))
    return f"±{NO_BREAK}{half_width:.{digits}f}{NO_BREAK}%"


def count(value: float) -> str:
    """Return a whole number with thin separators, as in ``1 712 304``; larger ones as ``1.012 × 10¹⁸``."""
    if value < 1e15:
        return f"{round(value):,}".replace(",", "\u202f")
    return _with_power(value, 4)


def _with_power(value: float, digits: int) -> str:
    """Return a number beyond all units with a power of ten, as in ``1.01 × 10¹⁸``."""
    factor, power = f"{value:.{digits - 1}e}".split("e")
    return f"{factor}{NO_BREAK}×{NO_BREAK}10{str(int(power)).translate(RAISED)}"


def number_of(number: float, noun: str) -> str:
    """Return a whole number of things that are named by a ``noun``, as in ``1 hand`` and ``1 712 304 hands``."""
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"


def deals(number: int) -> str:
    """Return a number of deals."""
    return number_of(number, "deal")


def as_combos(number: str) -> str:
    """Return a number of combos as a text, as in ``1 combo``."""
    return f"{number} combo{'' if number == '1' else 's'}"


def short_count(value: float) -> str:
    """Return a number in three digits with its unit, as in ``42.1 M``, ``2.1 bn``; beyond all units ``1.01 × 10¹⁸``."""
    if value >= 1e15:
        return _with_power(value, 3)
    for limit, unit in ((1e12, "tn"), (1e9, "bn"), (1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{NO_BREAK}{unit}"
    return f"{value:.0f}"


def duration(seconds: float) -> str:
    """Return a time, as in ``8 ms``, ``1.2 s``, ``3 min``."""
    if seconds < 0.0995:
        return f"{1000 * seconds:.2g}{NO_BREAK}ms"
    if seconds < 90:
        return f"{seconds:.2g}{NO_BREAK}s"
    return f"{seconds / 60:.0f}{NO_BREAK}min"


def time_left(seconds: float | None) -> str:
    """Return a rounded remaining time, as in ``about 2 min left``; "" if it is unknown or over in a moment."""
    if seconds is None or seconds < MIN_REMAINING_S:
        return ""
    if seconds < 10:
        return "a few seconds left"
    if seconds < 58:
        return f"about {5 * math.ceil(seconds / 5)}{NO_BREAK}s left"
    minutes = seconds / 60
    amount = f"{minutes:.0f}{NO_BREAK}min" if minutes < 99 else f"{minutes / 60:.0f}{NO_BREAK}h"
    return f"about {amount} left"


def odds(probability: float) -> str:
    """Return the odds, the larger number first, as in ``2.3 : 1 underdog`` or ``4.8 : 1 favorite``."""
    if not 0 < probability < 1:
        return "–"
    likely = max(probability, 1 - probability)
    ratio = likely / (1 - likely)
    number = count(ratio) if ratio >= 9.95 else f"{ratio:.{1 if ratio >= 1.995 else 2}f}"
    return "even" if number == "1.00" else f"{number} : 1 {'favorite' if probability > 0.5 else 'underdog'}"


def describe_problem(problem: Problem, seat_names: Sequence[str] = ()) -> str:
    """Return the message and place of a problem, as in ``Seat 2: 'AKx+' is not a hand or range (at character 5)``."""
    at = "" if problem.position is None or problem.incomplete else f" (at character {problem.position + 1})"
    where = "" if problem.field in ("file", "line") else f"{field_title(problem.field, seat_names)}: "
    return f"{where}{problem.message}{at}"


def field_title(field: str, seat_names: Sequence[str] = ()) -> str:
    """Return the name of a scenario field for people: ``seats[1].cards`` is the seat's name, else *Seat 2*."""
    seat = re.match(r"seats\[(\d+)\]", field)
    if seat and int(seat[1]) < len(seat_names):
        return seat_names[int(seat[1])]
    if seat:
        return f"Seat {int(seat[1]) + 1}"
    return _FIELD_TITLES.get(field, field)


_FIELD_TITLES = {
    "seats": "Seats",
    "board": "Board",
    "dead": "Dead cards",
    "run.method": "Method",
    "run": "Run",
    "steelwheel": "Version",
    "steelwheel_result": "Version",
    "file": "File",
}


DIGITS = 4
THIN = "\u202f"
NEGLIGIBLE = 5e-8
CHIP_NOISE = 1e-12
"""Error of sums of floats, as a share of an amount; below 1 in chips."""

ADDED = {"bet": "Bet", "raise": "Raise, putting in", "complete": "Complete, putting in", "call": "Call"}
TO = {"raise": "Raise to", "complete": "Complete to"}
"""Names of actions, with the chips that they add, or with the total on the street."""


def chips(value: float) -> str:
    """Return an amount: in full if it is a number of hundredths, as in ``5 034.5``, else in four digits or in whole
    chips, as in ``118.3`` or ``12 050``.

    Stacks, pots and bets are sums of typed amounts: a half chip or a cent in them matters, however large they are.
    Other amounts are computed.
    """
    if value == 0.0:
        return "0"
    if abs(value - round(value, 2)) <= CHIP_NOISE * max(abs(value), 1.0):
        digits = 2
    else:
        # Four digits in all. Without the small addition a power of ten whose logarithm is rounded down would get five.
        digits = min(max(0, DIGITS - 1 - math.floor(math.log10(abs(value)) + 1e-12)), 6)
    text = f"{value:,.{digits}f}".replace(",", THIN)
    return text.rstrip("0").rstrip(".") if "." in text else text


def chip_count(value: float) -> str:
    """Return an amount with its unit, as in ``1 chip`` and ``12.5 chips``."""
    text = chips(value)
    return f"{text}{NO_BREAK}chip{'' if text == '1' else 's'}"


def prize(value: float, prizes: float) -> str:
    """Return an amount of prize money, all of which are ``prizes``, in decimals that do for all of them."""
    digits = 2 if prizes < 1e4 else 0
    return f"{value:,.{digits}f}".replace(",", THIN)


def signed_prize(value: float, prizes: float) -> str:
    """Return the same with its sign."""
    text = prize(abs(value), prizes)
    return f"{'−' if value < 0 else '+'}{text}" if text.strip("0.") else text


def signed_chips(value: float) -> str:
    """Return an amount with its sign."""
    return f"{'−' if value < 0 else '+'}{chips(abs(value))}" if chips(abs(value)) != "0" else "0"


def worth(value: float, stderr: float = 0.0, *, exact_digits: int = 2) -> str:
    """Return an expected gain with its sign; a sampled one has the decimals that its error supports."""
    digits = exact_digits if stderr <= 0 else min(max(0, math.ceil(-math.log10(Z95 * stderr))), 4)
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0.0:
        return "0"
    return f"{'−' if value < 0 else '+'}{text}"


def margin(stderr: float) -> str:
    """Return the half width of the 95 % interval in chips, as in ``± 0.01``, or "" if exact."""
    if stderr <= 0:
        return ""
    half = Z95 * stderr
    # Two significant digits: more would suggest that the error itself is known that well.
    digits = max(0, min(5, 1 - math.floor(math.log10(half))))
    return f"±{NO_BREAK}{half:.{digits}f}"


def grown(growth: float) -> float:
    """Return the share by which a logarithmic growth changes the bankroll, e^g - 1; -1 is the loss of everything."""
    return math.expm1(growth)


def growth_gap(one: float, other: float) -> float:
    """Return the difference of two growths after :func:`grown`, a share of the current bankroll."""
    return grown(one) - grown(other)


def growth_size(value: float) -> str:
    """Return the size of a growth, e^g - 1, in percent, as in ``0.02 %``: two digits that mean something."""
    return share_size(grown(value))


def share_size(share: float) -> str:
    """Return the size of a share of the bankroll likewise."""
    size = 100.0 * abs(share)
    if size < 100 * NEGLIGIBLE:
        return f"0{NO_BREAK}%"
    # Below one percent two significant digits are displayed, because 0.00 % would hide the difference of small bets.
    digits = min(max(2, 1 - math.floor(math.log10(size))), 6) if size < 1 else 2
    return f"{size:.{digits}f}{NO_BREAK}%"


def change_in_chips(change: float, half: float) -> str:
    """Return a change of chips with the half width of its interval, in the digits that this supports, as in
    ``+48.4 ± 8.4``; the exact change if the half width is 0."""
    if half <= 0:
        return signed_chips(change)
    digits = min(max(0, 1 - math.floor(math.log10(half))), 6)
    return f"{_signed(change, digits)} ±{NO_BREAK}{half:.{digits}f}"


def change_in_growth(change: float, half: float) -> str:
    """Return a change of growth likewise, as in ``+0.440 ± 0.015 %``."""
    return change_in_share(grown(change), half * math.exp(change))


def change_in_share(share: float, half: float) -> str:
    """Return a change that is a share of the bankroll likewise."""
    if half <= 0:
        return share_text(share)
    return _with_spread(100 * share, 100 * half, signed=True)


def size_of_share(share: float, half: float) -> str:
    """Return its size without a sign, as in ``0.440 ± 0.015 %``."""
    return _with_spread(100 * abs(share), 100 * half, signed=False)


def _with_spread(points: float, spread: float, *, signed: bool) -> str:
    digits = min(max(0, 1 - math.floor(math.log10(spread))), 6)
    value = _signed(points, digits) if signed else f"{points:.{digits}f}"
    return f"{value} ±{NO_BREAK}{spread:.{digits}f}{NO_BREAK}%"


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
    if action == "bet" and put_in:  # the big blind, or posted chips: there is a bet already
        action = "raise"
    if put_in is None or action not in TO:
        return f"{ADDED[action]} {chips(added)}"
    return f"{TO[action]} {chips(added + put_in)}"


BETWEEN = f"{NO_BREAK}{NO_BREAK}·  "
"""Separator of two items of a line: if the line wraps, the next one does not begin with the dot."""
CARDS = {card_text(card): card for card in range(52)}
"""Cards (0-51) by their names."""
SIGNS: dict[Verdict, str] = {"good": "▲", "brick": "▼", "even": "="}
BETTER: dict[Verdict, str] = {"good": "better", "brick": "worse", "even": "the same"}
WORDS: dict[Verdict, str] = {"good": "good", "brick": "brick", "even": "neutral"}
MIN_SHARE, MIN_EV = 5e-7, 1e-9
"""Smaller differences of probabilities, and of chips or growth, are rounding errors."""


class Difference(Protocol):
    """A difference, and its standard error, which is 0 if it is exact."""

    @property
    def change(self) -> float: ...

    @property
    def stderr(self) -> float: ...


def change_words(change: Difference) -> str:
    """Return a difference in points of percent with the half width of its 95 % interval, as in ``+2.31 ± 0.04``."""
    text = change_text(change.change, Z95 * change.stderr)
    return " ".join(filter(None, (text, interval(change.stderr).removesuffix(f"{NO_BREAK}%"))))


def is_seen(change: Difference, least: float = MIN_SHARE) -> bool:
    """Return whether a difference exceeds its error and the error of rounding."""
    return abs(change.change) > max(Z95 * change.stderr, least)


def change_color(change: Difference, least: float = MIN_SHARE) -> str:
    """Return the theme's name for the color of a difference: good, bad, or quiet if it is not significant."""
    return "muted" if not is_seen(change, least) else "good" if change.change > 0 else "bad"


def change_ink(change: Difference, theme: Theme, least: float = MIN_SHARE) -> str:
    """Return the colour of a difference."""
    ink: str = getattr(theme, change_color(change, least))
    return ink


def table_scale(table: NextTable) -> HeatScale:
    """Return the colours of the seat that judges: round its present equity."""
    return change_scale(table.current[table.judge][0], table.max_change)


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
            parts.append(f"{SIGNS[verdict]} {word} on {number_of(count, 'card')}, {chance}")
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
