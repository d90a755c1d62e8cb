"""Tests frequencies of final hands that another program printed: against the exact distribution by Pearson's chi-square
test, and against the distributions of programs with a known mistake.

A distribution is float64[10]: the probability of each class of ``GAMES["razz"].classes`` for one hand that is dealt to
the end.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import F64, I64
from engine.cards import TextError, excerpt
from engine.games import GAMES
from engine.ranges.razz_text import RazzSlot, parse_razz

CARDS, RANKS, LOW, PER_RANK = 7, 13, 5, 4
CLASSES = GAMES["razz"].classes
MIN_EXPECTED = 5.0
"""Classes with fewer expected deals are merged with their neighbors, as usual for a chi-square test."""
MIN_P_VALUE = 0.001
"""The minimum p-value of a fit: frequencies agree with a distribution if a difference as large by chance is at least
this likely."""
MAX_LINES = 200
MIN_UNIT, ROUNDING, TINY = 0.25, 1e-9, 1e-300
"""If the last digit of shares is worth less than ``MIN_UNIT`` deals, they have to be whole numbers of deals, up to
``ROUNDING``. ``TINY`` avoids divisions by 0."""
MAX_SUM_ERROR = 1e-3
"""Shares add up if their sum differs from 1 by less than this."""

_GROUPED = r"[0-9]{1,3}(?:[,'\u00a0\u202f][0-9]{3})+(?![0-9])"
_LINE = re.compile(
    r"[\s|]*(?P<label>-?\w+?)(?:[- ]?(?:low|high))?['\"]?(?:\s*[:=,;|]|\s)\s*(?P<values>\(?\.?[0-9].*)", re.IGNORECASE
)
"""A line of one class: its label, then its numbers."""
_VALUE = re.compile(
    rf"(?P<number>{_GROUPED}|(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)(?:e-?[0-9]+)?)\s*(?P<sign>%?)", re.IGNORECASE
)
_MANY = rf"10\s*\^\s*[0-9]|{_GROUPED}|[0-9]+"
_LABEL = re.compile(
    r"(?<![\w.-])(?<!\d['\u00a0\u202f])(?P<label>-?\w+?)(?:[- ]?(?:low|high))?['\"]?\s*[:=]", re.IGNORECASE
)
"""A label with the sign that follows it. It does not begin inside a number or a word."""
_CELL = re.compile(r"[^\s|;]+")
"""A cell of a line whose cells are separated by spaces only."""
_DEALS = re.compile(
    rf"\bn\s*[:=]\s*({_MANY})|({_MANY})\s*(?:deals|trials|simulations|games|hands|runs)\b", re.IGNORECASE
)
_SUM = re.compile(r"[\s|]*(total|sum|all)\b", re.IGNORECASE)
_WORDS = {"-1": "paired", "none": "paired", "pair": "paired", "pairs": "paired", "other": "paired"}
_LETTERS = {"t": "10", "j": "11", "q": "12", "k": "13"}

DrawWeight = Callable[[int, int], float]
"""The weight of drawing ``count`` cards (second argument) of a rank (first argument, 0 ace .. 12 king)."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Shares of the classes as printed, float64[10], and the number of deals. The share of a class that is not printed
    is NaN.

    ``unit``: the value of the last printed digit, 0 for counts. ``deals_known``: the number of deals is known
    independently; otherwise it is the sum of the printed counts.
    """

    shares: F64
    deals: float
    unit: float = 0.0
    deals_known: bool = True

    @property
    def total(self) -> float:
        """The sum of the shares: 1 if they are right."""
        return float(np.nansum(self.shares))

    @property
    def adds_up(self) -> bool:
        """True if the sum is 1 up to rounding."""
        return abs(self.total - 1) < max(MAX_SUM_ERROR, len(CLASSES) * self.unit / 2)

    @property
    def impossible(self) -> float | None:
        """A share that is not a whole number of deals, or None if there is none or too few digits are printed to
        decide."""
        if not 0 < self.unit * self.deals < MIN_UNIT:
            return None
        counts = np.nan_to_num(self.shares) * self.deals
        off = np.abs(counts - np.round(counts)) > self.unit * self.deals + ROUNDING * self.deals
        return float(self.shares[int(np.argmax(off))]) if off.any() else None

    @property
    def missing(self) -> tuple[str, ...]:
        """The classes that are not printed."""
        return tuple(name for name, share in zip(CLASSES, self.shares, strict=True) if np.isnan(share))


@dataclass(frozen=True, slots=True)
class Fit:
    """How frequencies fit a distribution: the chi-square statistic with its degrees of freedom, the probability of a
    difference at least as large by chance, and the deviation of each class in standard errors, float64[10]."""

    name: str
    distribution: F64
    chi_square: float
    degrees: int
    p_value: float
    deviations: F64

    @property
    def fits(self) -> bool:
        """True if chance explains the difference."""
        return self.p_value >= MIN_P_VALUE


@dataclass(frozen=True, slots=True)
class _Printed:
    """A printed number, the value of its last digit, and whether it is a percentage."""

    value: float
    unit: float
    percent: bool


def read_frequencies(text: str, deals: float | None = None) -> Frequencies:
    """Parse the classes with their shares or counts, one class per line or all on one line: ``8 0.1502``, ``T-low:
    12,56 %``, ``-1 2839`` (fewer than five different ranks), ``8 | 15.02 % | 15,020``, ``-1: 2839 5: 7150 6: 11800``.

    Lines above the first class are headings, which may contain the number of ``deals``; a line below may contain the
    sum. Counts need no number of deals. Classes that are missing are merged into one if the number of deals is known,
    and left out of the comparison otherwise.

    >>> printed = read_frequencies("5: 20 6: 50 7: 100 8: 150 9: 180 T: 180 J: 150 Q: 100 K: 50 paired: 20")
    >>> printed.deals, printed.shares[:3].tolist()
    (1000.0, [0.02, 0.05, 0.1])

    Raises:
        TextError: a line cannot be parsed, or a class occurs twice; a class has more numbers than a share and its
            count; the number of deals is missing, or does not match the counts.
    """
    rows, positions = dict[str, list[_Printed]](), list[int]()
    heading: TextError | None = None
    entries = _entries(text)
    commas = _has_decimal_commas(entries)
    for entry in entries:
        result, deals_match = _LINE.match(entry.text), _DEALS.search(entry.text)
        label = _class(result["label"]) if result else None
        if result is not None and label is not None:
            if label in rows:
                raise TextError(f"{label} appears twice", entry.position)
            rows[label] = [_printed(match, commas=commas) for match in _VALUE.finditer(result["values"])]
            positions.append(entry.position)
            if len(rows[label]) > 2:
                reason = f"'{excerpt(entry.text.strip())}': a low has one number, or a share and its count"
                raise TextError(reason, entry.position)
        elif deals_match:
            deals = deals or _whole(deals_match[1] or deals_match[2])
        elif entry.text.strip() and not _SUM.match(entry.text):
            reason = f"'{excerpt(entry.text.strip())}': a line has a low (5 to 13, or paired) and its share"
            if rows:
                raise TextError(reason, entry.position)
            # Above the first class this may be a heading; it is an error only if no class follows.
            heading = heading or TextError(reason, entry.position)
    if not rows:
        raise heading or TextError("write one line for each low, as in 8 0.1502")
    if all(len(row) > 1 for row in rows.values()):
        _check_pairs(rows, positions)
    return _frequencies(rows, deals)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A class with its numbers, or a heading: a section of the pasted text, and the position where it begins."""

    text: str
    position: int


def _entries(text: str) -> list[_Entry]:
    """Return the entries of a text: its lines, or, for lines that contain several classes, the section of each
    class."""
    entries, position = list[_Entry](), 0
    for line in text.splitlines(keepends=True)[:MAX_LINES]:
        cuts = _cuts(line)
        for start, end in itertools.pairwise((*([] if cuts[:1] == [0] else [0]), *cuts, len(line))):
            # Signs between a heading and the first class, or around a list in brackets, belong to no entry.
            part = line[start:end].rstrip(" \t\r\n,;|[](){}'\"")
            entries.append(_Entry(part, position + start))
        position += len(line)
    return entries


def _cuts(line: str) -> list[int]:
    """Return the positions at which the classes of a line begin, if it contains several of them; empty for any other
    line."""
    labeled = [match.start() for match in _LABEL.finditer(line) if _class(match["label"]) is not None]
    if len(labeled) > 1:  # 5: 7150 6: 11800
        return labeled
    deals_match = _DEALS.search(line)
    is_heading = deals_match is not None and _class((_LINE.match(line) or {"label": ""})["label"]) is None
    begin = deals_match.end() if deals_match is not None and is_heading else 0
    cells = [match for match in _CELL.finditer(line, begin) if match[0] not in (":", "%", "-")]
    for size in (2, 3):  # 5 7150 6 11800, or with a share and a count
        labels = [_class(cell[0]) for cell in cells[::size]]
        if len(cells) % size == 0 and len(labels) > 1 and None not in labels and len(set(labels)) == len(labels):
            return [cell.start() for cell in cells[::size]]
    return []


def _has_decimal_commas(entries: Sequence[_Entry]) -> bool:
    """Return True if commas are decimal separators and not thousands separators."""
    lines = filter(None, (_LINE.match(entry.text) for entry in entries))
    values = [match for line in lines for match in _VALUE.finditer(line["values"])]
    return any(
        "," in match["number"]
        and (bool(match["sign"]) or match["number"].startswith("0,") or not re.fullmatch(_GROUPED, match["number"]))
        for match in values
    )


def _printed(match: re.Match[str], *, commas: bool) -> _Printed:
    """Return the number that ``match`` found. ``commas``: a comma is the decimal separator."""
    number = match["number"].replace(",", "." if commas else "")
    number = re.sub(r"['\u00a0\u202f]", "", number)
    decimals = len(number.partition(".")[2]) if "e" not in number.lower() else math.inf
    scale = 0.01 if match["sign"] else 1.0
    return _Printed(float(number) * scale, scale * 10.0**-decimals, bool(match["sign"]))


def _whole(text: str) -> float:
    """Return the number of deals in ``text``, such as ``100,000`` or ``10^5``."""
    power = re.fullmatch(r"10\s*\^\s*([0-9])", text)
    return 10.0 ** int(power[1]) if power else float(re.sub(r"[^0-9]", "", text))


def _frequencies(rows: Mapping[str, Sequence[_Printed]], deals: float | None) -> Frequencies:
    """Return the shares of rows that have one number, or two: a share and a count in either order."""
    has_pairs = all(len(row) > 1 for row in rows.values())
    printed = {
        label: max(row, key=lambda one: (not one.percent, one.value)) if has_pairs else row[0]
        for label, row in rows.items()
    }
    total = sum(one.value for one in printed.values())
    unit = min(one.unit for one in printed.values())
    shares = np.array([printed[name].value if name in printed else np.nan for name in CLASSES])
    # The form of the numbers decides: percent signs or a sum near 1 are shares, a sum near 100 with a known number
    # of deals are percentages without signs, all others are counts.
    if any(one.percent for one in printed.values()) or total <= 2:
        return _of_shares(shares, unit, deals)
    if deals and 50 < total <= 101:
        return _of_shares(shares / 100, unit / 100, deals)
    complete = len(printed) == len(CLASSES)
    if deals and (total > deals or (complete and total != deals)):
        raise TextError(f"the counts add up to {total:,.0f}, which is not {deals:,.0f} deals")
    return Frequencies(shares / (deals or total), deals or total, deals_known=bool(deals) or complete)


def _check_pairs(rows: Mapping[str, Sequence[_Printed]], positions: Sequence[int]) -> None:
    """Check that the two numbers of each row are a share and its count, in either order. Otherwise they come from two
    tables.

    ``positions``: the position of each row in the text.

    Raises:
        TextError: a row has two numbers that do not belong together.
    """
    pairs = [sorted(row, key=lambda one: (not one.percent, one.value)) for row in rows.values()]
    deals = sum(count.value for _, count in pairs) / max(sum(share.value for share, _ in pairs), TINY)
    for label, (share, count), position in zip(rows, pairs, positions, strict=True):
        is_count = not count.percent and count.unit >= 1
        if not is_count or abs(count.value - share.value * deals) > share.unit * deals + 1:
            raise TextError(f"{label} has two numbers that are not a share and its count: paste one column", position)


def _of_shares(shares: F64, unit: float, deals: float | None) -> Frequencies:
    """Return the frequencies of printed shares.

    Raises:
        TextError: the number of deals is missing.
    """
    if not deals or deals < 1:
        raise TextError("enter the number of deals: percentages alone do not show how accurate they are")
    result = Frequencies(shares, deals, unit)
    return replace(result, shares=np.nan_to_num(shares)) if result.adds_up else result


def _class(label: str) -> str | None:
    """Return the class that a label names, or None."""
    plain = label.lower()
    plain = _WORDS.get(plain, _LETTERS.get(plain, plain))
    return plain if plain in CLASSES else None


def fit(name: str, frequencies: Frequencies, distribution: F64) -> Fit:
    """Return how ``frequencies`` fit a ``distribution`` float64[10]. Of all values that a rounded share may have had
    before rounding, the one that fits best is used."""
    shares, deals = frequencies.shares, frequencies.deals
    missing = np.isnan(shares)
    if not frequencies.deals_known:
        distribution = np.where(missing, 0.0, distribution) / max(float(distribution[~missing].sum()), TINY)
    # A printed share is rounded: its count may be off by half the last digit. Each count is moved toward the
    # expected one as far as rounding allows.
    max_rounding = deals * frequencies.unit / 2 if deals * frequencies.unit > 1 else 0.0
    expected, counted = distribution * deals, np.nan_to_num(shares) * deals
    counted = counted + np.clip(expected - counted, -max_rounding, max_rounding)
    groups = _groups(np.where(missing, 0.0, expected))
    pairs = [(float(counted[group].sum()), float(expected[group][~missing[group]].sum())) for group in groups]
    # Classes that are not printed are one group, whose share is the rest.
    if missing.any() and frequencies.deals_known:
        rest, mean = max(1 - frequencies.total, 0.0) * deals, float(expected[missing].sum())
        sum_rounding = max_rounding * np.count_nonzero(~missing)
        pairs.append((rest + min(max(mean - rest, -sum_rounding), sum_rounding), mean))
    pairs = [(observed, mean) for observed, mean in pairs if observed > 0 or mean > 0]
    chi_square = sum((observed - mean) ** 2 / mean if mean > 0 else math.inf for observed, mean in pairs)
    standard_errors = np.sqrt(np.maximum(expected * (1 - distribution), TINY))
    deviations = np.where(expected > 0, (counted - expected) / standard_errors, np.where(counted > 0, np.inf, 0.0))
    deviations = np.where(missing, np.nan, deviations)
    degrees = max(len(pairs) - 1, 1)
    return Fit(
        name=name,
        distribution=distribution,
        chi_square=float(chi_square),
        degrees=degrees,
        p_value=chi_square_p_value(float(chi_square), degrees),
        deviations=deviations,
    )


def _groups(expected: F64) -> list[list[int]]:
    """Return the indices of the classes, grouped with their neighbors until each group has enough expected deals."""
    groups: list[list[int]] = [[]]
    for number in range(len(expected)):
        if groups[-1] and expected[groups[-1]].sum() >= MIN_EXPECTED:
            groups.append([])
        groups[-1].append(number)
    if len(groups) > 1 and expected[groups[-1]].sum() < MIN_EXPECTED:
        last = groups.pop()
        groups[-1] += last
    return groups


def chi_square_p_value(chi_square: float, degrees: int) -> float:
    """Return the probability that a chi-square variable with ``degrees`` degrees of freedom exceeds ``chi_square``, by
    its finite sums (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5).

    >>> round(chi_square_p_value(3.841, 1), 3)
    0.05
    """
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


def mistaken_distributions(text: str, dead: Sequence[int] = ()) -> Mapping[str, F64]:
    """Return the distributions float64[10] of programs with a known mistake about the hand ``text``, by the name of the
    mistake; empty if the text has several hands. ``dead``: the ranks of dead cards, 0 (ace) .. 12.

    Raises:
        TextError: the text is not a razz hand.
    """
    items = parse_razz(text).items
    slots = items[0].slots
    if len(items) > 1 or len(slots) > CARDS:
        return {}
    dead_counts = np.bincount(np.array(dead, np.int64), minlength=RANKS)
    if all(slot.particular for slot in slots):
        own = np.bincount([slot.rank for slot in slots], minlength=RANKS)
        remaining, drawn = PER_RANK - own - dead_counts, CARDS - len(slots)
        return {
            "cards go back into the deck": class_distribution(
                own, drawn, lambda r, k: max(remaining[r], 0) ** k / math.factorial(k)
            ),
            "known cards leave the deck twice": class_distribution(own, drawn, _without(remaining - own)),
            "known cards stay in the deck": class_distribution(own, drawn, _without(PER_RANK - dead_counts)),
        }
    if any(slot.group >= 0 and not slot.particular for slot in slots[:2]):
        return {"the order of the down cards matters": _ordered_distribution(slots, dead_counts)}
    return {}


def class_distribution(own: I64, drawn: int, ways: DrawWeight) -> F64:
    """Return the distribution float64[10] of a hand with the rank counts ``own`` int64[13] that draws ``drawn`` cards,
    each rank by its ``ways``."""
    states: dict[tuple[int, int, int], float] = {(0, 0, -1): 1.0}
    # Rank by rank from the ace up. A state is the number of different ranks so far, the number of cards drawn, and
    # the fifth different rank (-1: none yet), which decides the class.
    for rank in range(RANKS):
        following: dict[tuple[int, int, int], float] = {}
        for (distinct, drawn_so_far, low), weight in states.items():
            for count in range(drawn - drawn_so_far + 1):
                factor = ways(rank, count)
                if factor <= 0:
                    break
                new_distinct = distinct + (own[rank] + count > 0)
                decided = rank if low < 0 and new_distinct == LOW else low
                key = min(new_distinct, LOW), drawn_so_far + count, decided
                following[key] = following.get(key, 0.0) + weight * factor
        states = following
    result = np.zeros(len(CLASSES))
    for (_, drawn_so_far, low), weight in states.items():
        if drawn_so_far == drawn:
            result[low - LOW + 1 if low >= 0 else len(CLASSES) - 1] += weight
    return np.asarray(result / result.sum())


def _without(remaining: I64) -> DrawWeight:
    """Return the ways to draw cards of each rank without replacement, if ``remaining`` int64[13] are in the deck."""
    return lambda rank, count: float(math.comb(max(int(remaining[rank]), 0), count))


def _ordered_distribution(slots: Sequence[RazzSlot], dead_counts: I64) -> F64:
    """Return the distribution if the first slot is the first card dealt and the second slot the second: only orders of
    the two down cards that match slot by slot count."""
    total = np.zeros(len(CLASSES))
    for ranks in _choices(slots):
        own, weight = np.zeros(RANKS, np.int64), 1.0
        for rank in ranks:
            weight *= max(PER_RANK - dead_counts[rank] - own[rank], 0)
            own[rank] += 1
        if weight > 0:
            total += weight * class_distribution(own, CARDS - len(ranks), _without(PER_RANK - dead_counts - own))
    return np.asarray(total / total.sum())


def _choices(slots: Sequence[RazzSlot]) -> Iterator[tuple[int, ...]]:
    """Yield the possible ranks of the slots. Slots of one group have different ranks."""
    options = [[rank for rank in range(RANKS) if slot.ranks >> rank & 1] for slot in slots]
    groups = [[i for i, slot in enumerate(slots) if slot.group == group] for group in {s.group for s in slots} - {-1}]
    for ranks in itertools.product(*options):
        if all(len({ranks[i] for i in group}) == len(group) for group in groups):
            yield ranks


@dataclass(frozen=True, slots=True)
class FrequencyJudgement:
    """Frequencies compared with the exact distribution and with those of mistaken programs, of which the best fit is
    first."""

    frequencies: Frequencies
    exact: Fit
    mistakes: tuple[Fit, ...]

    @property
    def sentence(self) -> str:
        """The verdict on the program."""
        exact, printed = self.exact, self.frequencies
        text = f"chi-square {exact.chi_square:.1f} for {exact.degrees} degrees of freedom"
        if exact.fits:
            answer = f"the numbers agree with the exact distribution: {text}."
        else:
            answer = f"the numbers are wrong: {text}"
            if not np.isnan(exact.deviations).all():
                worst = int(np.nanargmax(np.abs(exact.deviations)))
                direction = "too often" if exact.deviations[worst] > 0 else "too rarely"
                answer += f"; {CLASSES[worst]} comes {direction}, by {abs(exact.deviations[worst]):.1f} standard errors"
            fitting = [f"{one.name} (chi-square {one.chi_square:.1f})" for one in self.mistakes if one.fits]
            answer += f". They fit a program in which {', or one in which '.join(fitting)}." if fitting else "."
        if printed.missing:
            direction = "they are compared as one" if printed.deals_known else "only the others are compared"
            answer += f" No number for {', '.join(printed.missing)}: {direction}."
        elif not printed.adds_up:
            answer += f" The shares add up to {printed.total:.4f}."
        if printed.impossible is not None:
            text = f"No count of {printed.deals:,.0f} deals makes a share of {printed.impossible:g}"
            answer += f" {text}: is the number of deals right?"
        return answer


def judge_frequencies(
    text: str, frequencies: Frequencies, distribution: F64, dead: Sequence[int] = ()
) -> FrequencyJudgement:
    """Return how ``frequencies`` of the hand ``text`` fit its exact ``distribution`` float64[10] and those of known
    mistakes.

    Raises:
        TextError: the text is not a razz hand.
    """
    fits = (fit(name, frequencies, mistaken) for name, mistaken in mistaken_distributions(text, dead).items())
    mistakes = tuple(sorted(fits, key=lambda one: one.chi_square))
    return FrequencyJudgement(frequencies, fit("the exact distribution", frequencies, distribution), mistakes)
