"""Judges frequencies of final hands that another program printed: against the exact law by Pearson's chi-square test,
and against the laws of programs with a known mistake.

A law is float64[10], the probability of each class of ``GAMES["razz"].classes`` for one hand that is dealt to the end.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64
from engine.cards import TextError, shown
from engine.games import GAMES
from engine.ranges.razz_text import RazzSlot, parse_razz

CARDS, RANKS, LOW, PER_RANK = 7, 13, 5, 4
CLASSES = GAMES["razz"].classes
LEAST_EXPECTED = 5.0
"""Classes of which fewer are expected count together with their neighbours."""
FITS_FROM = 0.001
"""A law fits where chance alone is at least so likely to differ as much."""
MOST_LINES = 200

_NUMBER = r"[0-9]*\.?[0-9]+(?:e-?[0-9]+)?"
_LINE = re.compile(
    rf"\s*(?P<label>[-\w]+?)(?:[- ]?(?:low|high))?\s*[:=,;\t ]\s*(?P<value>{_NUMBER})\s*(?P<sign>%?)", re.IGNORECASE
)
_WORDS = {"-1": "paired", "none": "paired", "pair": "paired", "pairs": "paired", "other": "paired"}
_LETTERS = {"t": "10", "j": "11", "q": "12", "k": "13"}

Ways = Callable[[int, int], float]
"""The weight of drawing so many cards (second) of a rank (first, 0 ace .. 12 king)."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Shares of the classes as printed, float64[10], and their number of deals."""

    shares: F64
    deals: float

    @property
    def total(self) -> float:
        """What the shares add up to: 1, if they are right."""
        return float(self.shares.sum())


@dataclass(frozen=True, slots=True)
class Fit:
    """How frequencies fit a law: chi-square with its degrees of freedom, how likely chance alone differs so much, and
    by how many standard errors each class is off, float64[10]."""

    name: str
    law: F64
    chi_square: float
    degrees: int
    chance: float
    off: F64

    @property
    def fits(self) -> bool:
        """Whether chance explains the difference."""
        return self.chance >= FITS_FROM


def read_frequencies(text: str, deals: float | None = None) -> Frequencies:
    """Read a line for each class: ``8 0.1502``, ``T-low: 12.56 %``, ``-1 2839`` (no five different ranks). Counts need
    no number of ``deals``.

    Raises:
        TextError: a line cannot be read, names a class twice, or the number of deals is missing.
    """
    values: dict[str, float] = {}
    percents, position = False, 0
    for line in text.splitlines(keepends=True)[:MOST_LINES]:
        result = _LINE.match(line)
        if line.strip():
            label = _class(result["label"]) if result else None
            if result is None or label is None:
                raise TextError(
                    f"'{shown(line.strip())}': a line has a class (5 to 13, or paired) and its share", position
                )
            if label in values:
                raise TextError(f"{label} stands here twice", position)
            values[label] = float(result["value"])
            percents = percents or result["sign"] == "%"
        position += len(line)
    if not values:
        raise TextError("a line for each class is missing, as in: 8 0.1502")
    shares, total = np.array([values.get(name, 0.0) for name in CLASSES]), sum(values.values())
    if percents or (deals is not None and 50 < total <= 101):
        return Frequencies(shares / 100, _given(deals))
    if total > 2:
        return Frequencies(shares / (deals or total), deals or total)
    return Frequencies(shares, _given(deals))


def _given(deals: float | None) -> float:
    if not deals or deals < 1:
        raise TextError("the number of deals is missing: shares alone do not say how exact they are")
    return deals


def _class(label: str) -> str | None:
    plain = label.lower()
    plain = _WORDS.get(plain, _LETTERS.get(plain, plain))
    return plain if plain in CLASSES else None


def fit(name: str, frequencies: Frequencies, law: F64) -> Fit:
    """Return how ``frequencies`` fit a ``law`` float64[10]."""
    expected, counted = law * frequencies.deals, frequencies.shares * frequencies.deals
    groups = _groups(expected)
    sums = [(counted[group].sum(), expected[group].sum()) for group in groups]
    chi_square = sum((seen - mean) ** 2 / mean if mean > 0 else math.inf * (seen > 0) for seen, mean in sums)
    spread = np.sqrt(np.maximum(expected * (1 - law), 1e-300))
    off = np.where(expected > 0, (counted - expected) / spread, np.where(counted > 0, np.inf, 0.0))
    degrees = max(len(groups) - 1, 1)
    return Fit(name, law, float(chi_square), degrees, chance_of(float(chi_square), degrees), off)


def _groups(expected: F64) -> list[list[int]]:
    """Return the classes, neighbours together until each group has enough deals."""
    groups: list[list[int]] = [[]]
    for number in range(len(expected)):
        if groups[-1] and expected[groups[-1]].sum() >= LEAST_EXPECTED:
            groups.append([])
        groups[-1].append(number)
    if len(groups) > 1 and expected[groups[-1]].sum() < LEAST_EXPECTED:
        last = groups.pop()
        groups[-1] += last
    return groups


def chance_of(chi_square: float, degrees: int) -> float:
    """Return the probability that a chi-square variable exceeds ``chi_square``, by its finite sums (Abramowitz and
    Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5)."""
    half = chi_square / 2
    if not math.isfinite(half):
        return 0.0
    if degrees % 2 == 0:
        term, total = 1.0, 1.0
        for step in range(1, degrees // 2):
            term *= half / step
            total += term
        return min(math.exp(-half) * total, 1.0)
    root, total = math.sqrt(chi_square), 0.0
    term = root
    for step in range(1, (degrees + 1) // 2):
        total += term
        term *= chi_square / (2 * step + 1)
    return min(math.erfc(root / math.sqrt(2)) + math.sqrt(2 / math.pi) * math.exp(-half) * total, 1.0)


def mistaken_laws(text: str, dead: Sequence[int] = ()) -> Mapping[str, F64]:
    """Return the laws float64[10] of programs that are wrong about the hand ``text``, by the name of the mistake; of a
    text with several hands there are none. ``dead``: ranks of dead cards, 0 (ace) .. 12.

    Raises:
        TextError: the text is no hand of razz.
    """
    items = parse_razz(text).items
    slots = items[0].slots
    if len(items) > 1 or len(slots) > CARDS:
        return {}
    gone = np.bincount(np.array(dead, np.int64), minlength=RANKS)
    if all(slot.particular for slot in slots):
        own = np.bincount([slot.rank for slot in slots], minlength=RANKS)
        left, drawn = PER_RANK - own - gone, CARDS - len(slots)
        return {
            "cards go back into the deck": law_of(own, drawn, lambda r, k: max(left[r], 0) ** k / math.factorial(k)),
            "known cards leave the deck twice": law_of(own, drawn, _without(left - own)),
            "known cards stay in the deck": law_of(own, drawn, _without(PER_RANK - gone)),
        }
    if any(slot.group >= 0 and not slot.particular for slot in slots[:2]):
        return {"down cards have an order": _ordered_law(slots, gone)}
    return {}


def law_of(own: I64, drawn: int, ways: Ways) -> F64:
    """Return the law float64[10] of a hand of the rank counts ``own`` int64[13] that draws so many cards, each rank by
    its ``ways``; rank by rank, in ascending order, so that the fifth different rank decides the class."""
    states: dict[tuple[int, int, int], float] = {(0, 0, -1): 1.0}
    for rank in range(RANKS):
        after: dict[tuple[int, int, int], float] = {}
        for (seen, used, low), weight in states.items():
            for count in range(drawn - used + 1):
                factor = ways(rank, count)
                if factor <= 0:
                    break
                held = seen + (own[rank] + count > 0)
                decided = rank if low < 0 and held == LOW else low
                key = min(held, LOW), used + count, decided
                after[key] = after.get(key, 0.0) + weight * factor
        states = after
    law = np.zeros(len(CLASSES))
    for (_, used, low), weight in states.items():
        if used == drawn:
            law[low - LOW + 1 if low >= 0 else len(CLASSES) - 1] += weight
    return np.asarray(law / law.sum())


def _without(left: I64) -> Ways:
    return lambda rank, count: float(math.comb(max(int(left[rank]), 0), count))


def _ordered_law(slots: Sequence[RazzSlot], gone: I64) -> F64:
    """Return the law where the first slot is the first card dealt, the second the second: each order of two down cards
    counts that fits slot by slot."""
    total = np.zeros(len(CLASSES))
    for ranks in _choices(slots):
        own, weight = np.zeros(RANKS, np.int64), 1.0
        for rank in ranks:
            weight *= max(PER_RANK - gone[rank] - own[rank], 0)
            own[rank] += 1
        if weight > 0:
            total += weight * law_of(own, CARDS - len(ranks), _without(PER_RANK - gone - own))
    return np.asarray(total / total.sum())


def _choices(slots: Sequence[RazzSlot]) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of the slots, different ones inside brackets."""
    options = [[rank for rank in range(RANKS) if slot.ranks >> rank & 1] for slot in slots]
    groups = [[i for i, slot in enumerate(slots) if slot.group == group] for group in {s.group for s in slots} - {-1}]
    for ranks in itertools.product(*options):
        if all(len({ranks[i] for i in group}) == len(group) for group in groups):
            yield ranks


@dataclass(frozen=True, slots=True)
class Judgement:
    """Frequencies beside the exact law and those of mistaken programs, the best fit of these first."""

    frequencies: Frequencies
    exact: Fit
    mistakes: tuple[Fit, ...]

    @property
    def sentence(self) -> str:
        """What is to be said of the program."""
        exact, total = self.exact, self.frequencies.total
        text = f"chi-square {exact.chi_square:.1f} for {exact.degrees} degrees of freedom"
        if exact.fits:
            answer = f"the numbers agree with the exact law: {text}."
        else:
            worst = int(np.argmax(np.abs(exact.off)))
            how = "too often" if exact.off[worst] > 0 else "too seldom"
            answer = (
                f"the numbers are wrong: {text}; {CLASSES[worst]} comes {how}, "
                f"by {abs(exact.off[worst]):.1f} standard errors."
            )
            first = next(iter(self.mistakes), None)
            if first is not None and first.fits:
                answer += f" They fit a program in which {first.name} (chi-square {first.chi_square:.1f})."
        return answer if abs(total - 1) < 1e-3 else f"{answer} The shares add up to {total:.4f}."


def judge(text: str, frequencies: Frequencies, law: F64, dead: Sequence[int] = ()) -> Judgement:
    """Return how ``frequencies`` of the hand ``text`` fit its exact ``law`` float64[10] and those of known mistakes.

    Raises:
        TextError: the text is no hand of razz.
    """
    fits = (fit(name, frequencies, mistaken) for name, mistaken in mistaken_laws(text, dead).items())
    mistakes = tuple(sorted(fits, key=lambda one: one.chi_square))
    return Judgement(frequencies, fit("the exact law", frequencies, law), mistakes)
