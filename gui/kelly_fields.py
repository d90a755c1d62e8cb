"""The fields of the Kelly panel: what each is called, how it is read and written, and the term explained.

A value that the Kelly engine would refuse by itself does not get into the scenario; values that do not go
together do, and the engine's problem is shown at the field that it names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from engine import Problem, ScenarioError, read_kelly_request
from engine.kelly.panel import is_number
from gui.fields import FieldError, with_point

SUFFIXES = {"k": 1_000.0, "m": 1_000_000.0}
SHORT_FROM = 1e7
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?")


def read_chips(text: str) -> float | None:
    """Read an amount as ``5000``, ``5 000``, ``5,000``, ``2.5k``; empty: none."""
    compact = "".join(text.split()).lower()
    if not compact:
        return None
    times = SUFFIXES.get(compact[-1], 1.0)
    compact = compact[:-1] if times != 1.0 else compact
    return _number(compact, "an amount such as 5000 or 2.5k") * times


def read_percent(text: str) -> float | None:
    """Read a percentage as a share; empty: none."""
    compact = "".join(text.split()).removesuffix("%")
    if not compact:
        return None
    value = _number(compact, "a percentage such as 12.5")
    if not 0.0 <= value <= 100.0:
        raise FieldError("a percentage from 0 to 100")
    return _share(value)


def read_opponents(text: str) -> int | None:
    """Read a number of opponents; empty: none."""
    compact = text.strip()
    if not compact:
        return None
    if len(compact) != 1 or compact not in "123456789":
        raise FieldError("a whole number from 1 to 9")
    return int(compact)


def read_multiplier(text: str) -> float | None:
    """Read a multiple of the growth-optimal bet, as ``0.5`` or ``1/2``; empty: none."""
    compact = "".join(text.split())
    above, slash, below = compact.partition("/")
    if not slash:
        return _number(compact, "a number such as 0.5") if compact else None
    parts = [_number(part, "a number such as 0.5 or 1/2") for part in (above, below)]
    if parts[1] == 0.0:
        raise FieldError("a number such as 0.5 or 1/2")
    return parts[0] / parts[1]


def read_shares(text: str) -> list[float] | None:
    """Read percentages with blanks, semicolons or slashes between them; empty: none."""
    parts = [part.strip(",%") for part in re.split(r"[\s;/]+", text.strip()) if part.strip(",%")]
    values = [read_percent(part) for part in parts]
    return [value for value in values if value is not None] or None


def _number(text: str, wanted: str) -> float:
    plain = with_point(text)
    if not _NUMBER.fullmatch(plain):
        raise FieldError(wanted)
    return float(plain)


def _share(percentage: float) -> float:
    return float(Decimal(repr(percentage)) / 100)


def write_number(value: Any) -> str:
    """Write a number in full; what is no number: nothing."""
    if not is_number(value):
        return ""
    return f"{Decimal(repr(value)).normalize():f}"


def write_chips(value: Any) -> str:
    """Write an amount so that it fits its field: round millions as ``1000m``."""
    if is_number(value) and abs(value) >= SHORT_FROM and value % 100_000 == 0:
        return f"{write_number(value / SUFFIXES['m'])}m"
    return write_number(value)


def write_percent(value: Any) -> str:
    """Write a share as a percentage."""
    text = write_number(value)
    return f"{(Decimal(text) * 100).normalize():f}" if text else ""


def write_shares(value: Any) -> str:
    """Write a list of shares as percentages."""
    return "  ".join(write_percent(v) for v in value) if isinstance(value, list | tuple) else ""


def multiple_name(value: float) -> str:
    """Return the name of a multiplier: ``full Kelly``, ``half Kelly``, ``0.3 Kelly``."""
    return f"{MULTIPLES.get(value, write_number(value))} Kelly"


MULTIPLES = {1.0: "full", 0.5: "half", 0.25: "quarter"}


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field: its key among the panel's values, its title, what stands in it while empty, and its tip.

    ``probe`` makes a Kelly request of a value, to hear whether the engine takes it by itself.
    """

    key: str
    title: str
    empty: str
    tip: str
    probe: Callable[[Any], dict[str, Any]]
    read: Callable[[str], Any] = read_chips
    write: Callable[[Any], str] = write_chips


def refusal(spec: FieldSpec, value: Any) -> Problem | None:
    """Return why the engine would not take ``value`` whatever the other fields hold; None: it would."""
    if value is None:
        return None
    base: dict[str, Any] = {"bankroll": 1e15, "opponents": 100, "outcomes": {"win": 0.0}}
    asked = spec.probe(value)
    try:
        read_kelly_request(base | asked)
    except ScenarioError as error:
        return next((p for p in error.problems if p.field.split(".")[0].split("[")[0] in asked), None)
    return None


def _plain(key: str) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {key: value}


FIELDS = (
    FieldSpec(
        "bankroll", "Bankroll", "needed",
        "<b>Bankroll W</b>: all the chips that you play poker with, without those in the pot. Kelly sizes a "
        "bet so that ln W grows most on average; money that is not for poker does not belong here.",
        _plain("bankroll"),
    ),
    FieldSpec(
        "multiplier", "Multiplier", "1",
        "<b>Multiplier k</b>: bet this multiple of the growth-optimal bet. Half Kelly has about "
        "k(2 − k) = 3/4 of the growth at half the swings; above 1 you risk more and grow less.",
        _plain("multiplier"), read_multiplier,
    ),
    FieldSpec(
        "pot", "Pot", "0",
        "<b>Pot</b>: all chips in it now, the bet that you face too. With nothing to call this is the retained pot c: "
        "a bet of x that n call wins c + n x net.",
        _plain("pot"),
    ),
    FieldSpec(
        "to_call", "To call", "0",
        "<b>To call</b>: what it costs to stay in. A call of t wins (pot + t)/(1 + s) − t net, tied with s others. Not "
        "calling is a fold then: the pot is lost, growth 0.",
        _plain("to_call"),
    ),
    FieldSpec(
        "dead", "Dead money", "0",
        "<b>Dead money</b>: antes and chips in the pot of players who have no seat here any more. They are a part of "
        "the retained pot: c = dead + (n + 1) · hero's chips.",
        lambda v: {"committed": {"hero": 0, "opponents": [0] * 100, "folded": v}},
    ),
    FieldSpec(
        "min_bet", "Minimum bet", "0",
        "<b>Minimum bet</b>: the least that a bet, or a raise with the call in it, puts in: x ≥ minimum, or x = 0.",
        _plain("min_bet"),
    ),
    FieldSpec(
        "chip", "Smallest chip", "none",
        "<b>Smallest chip</b>: bets are rounded down to whole ones, floor(x / chip) · chip, though not below the "
        "minimum. Empty: not rounded; the hand tracker then bets whole chips where all stacks and blinds are whole.",
        _plain("chip"),
    ),
    FieldSpec(
        "limit_bet", "Fixed limit", "no limit",
        "<b>Fixed limit</b>: the small bet, by which one bets and raises on the first two streets. Kelly then compares "
        "the legal amounts: check, call, complete, bet, raise. Empty: no limit.",
        lambda v: {"choices": {"bet": v}},
    ),
    FieldSpec(
        "big_bet", "Big bet", "twice that",
        "<b>Big bet</b>: by which one bets and raises on the turn and the river, in razz from fifth street on. The "
        "cards on the table tell the street.",
        lambda v: {"choices": {"bet": v}},
    ),
    FieldSpec(
        "rake", "Rake %", "0",
        "<b>Rake r</b>: the share of the pot that the house takes; hero wins (1 − r) of it.",
        _plain("rake"), read_percent, write_percent,
    ),
    FieldSpec(
        "rake_cap", "Rake at most", "no cap",
        "<b>Cap</b>: the most that is taken from one pot, in chips: min(r · pot, cap).",
        _plain("rake_cap"),
    ),
    FieldSpec(
        "p_all_fold", "All fold %", "0",
        "<b>Fold equity</b>: how often everybody folds to a bet, which then wins the pot at once: "
        "g = f ln(1 + pot/W) + (1 − f) g(called).",
        _plain("p_all_fold"), read_percent, write_percent,
    ),
    FieldSpec(
        "points", "Equity off, points", "3",
        "<b>How far the true equity may be off</b>, in points s, because ranges were guessed. Says how the bet would "
        "move, and how much smaller a bet is wise: f² / (f² + (df/dp)² s²) of it (shrinkage).",
        lambda v: {"stderr": v}, read_percent, write_percent,
    ),
    FieldSpec(
        "opponents", "Opponents", "1",
        "<b>Opponents n</b>: how many will call and be at the showdown. The pot is then c + (n + 1) x.",
        _plain("opponents"), read_opponents,
    ),
    FieldSpec(
        "win", "Win %", "",
        "<b>Win</b>: probability of winning the whole pot alone, c + n x net.",
        lambda v: {"outcomes": {"win": v}}, read_percent, write_percent,
    ),
    FieldSpec(
        "split", "Split %", "0",
        "<b>Split</b>: probability of sharing the pot with exactly one other, then with two, …: "
        "<i>3.5 0.2</i>. Tied with s others the net is (c + (n + 1) x)/(1 + s) − x. The rest is lost, −x.",
        lambda v: {"outcomes": {"win": 0.0, "split": v}}, read_shares, write_shares,
    ),
)  # fmt: skip
BY_KEY = {spec.key: spec for spec in FIELDS}
CHIPS = FieldSpec(
    "chips", "In the pot", "0",
    "<b>In the pot</b>: all this player has put in during the hand, blinds too. Retained pot: c = pot − Σ (theirs − "
    "hero's) over the live opponents.",
    lambda v: {"committed": {"hero": v, "opponents": [0] * 100}},
)  # fmt: skip
STACKS = FieldSpec(
    "stacks", "Behind", "any",
    "<b>Behind</b>: the chips a player can still bet. What counts between two players is the effective stack: the "
    "smaller of both. The largest bet is what every opponent can call.",
    _plain("max_bet"),
)  # fmt: skip
