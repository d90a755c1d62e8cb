"""Hold'em ranges: from text to weights and back.

    text -> tokens and items (``holdem_items``) -> combos of each word (``holdem_hands``) -> weights (here)
         -> text (``holdem_format``; ``notations`` for other programs)

Street filters (``street_text``, ``street_filters``) follow the first ``>`` and are applied on a board. Percentages and
the fold profile use a ranking of hands (``orders``).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache

import numpy as np

from engine.arrays import F64, Places
from engine.cards import (
    CARDS_BY_TEXT,
    COMBO_MASKS,
    COMBOS,
    MAX_QUOTE_LENGTH,
    TextError,
    check_length,
    combo_index,
    excerpt,
    plain_signs,
)
from engine.ranges.holdem_format import format_weights
from engine.ranges.holdem_hands import RANK_FORM, SUIT_FORM, Combos, class_of_combo
from engine.ranges.holdem_items import Item, Meaning, ReadingRules, Scope, read_items
from engine.ranges.labels import without_labels
from engine.ranges.names import find_name, name_at, preset_ranges
from engine.ranges.notations import MIXED, NOTATION_NAMES, Notation, weights_in_notation
from engine.ranges.notices import Explanation
from engine.ranges.orders import COMBO_COUNT, Order, band, cut
from engine.ranges.phrases import phrases_as_ranges
from engine.ranges.street_filters import FilterItem, ItemGroup, StreetFilter
from engine.ranges.street_text import format_streets, read_streets, split_streets
from engine.scenario import Dialect, RangeName

MAX_COMBO_TEXT = 40
"""Maximum length of the text of combos in a notice; longer ones are replaced by their number."""
CACHED_RANGES = 256
"""Number of parsed ranges in the cache: the texts of a table are parsed with every edit and every run."""

MAX_LISTED = 4
"""Maximum number of notices of one kind; the others are counted."""

_IN_BRACES = re.compile(r"\s*(?:\{[^{}]*\}|\((?=[^)]*[,;])[^()]*\)|\[(?=[^\]]*[,;])[^\[\]]*\])\s*")
"""A range in braces, as in results of PokerStove and Equilab, or a list in other brackets."""
_IN_QUOTES = re.compile(r"\s*(?:\"[^\"]+\"|'[^']+'|“[^”]+”)\s*")
_ANY_CARD = re.compile(rf"(?<!\w)(?:{RANK_FORM}{SUIT_FORM})+(?!\w)")
MAX_NOTICES = 40
"""Maximum number of notices; the others are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class HoldemRange:
    """A range: ``weights`` float64[1326], read-only, in [0, 1], indexed by ``cards.combo_index``.

    ``notices``: messages about effects that the user might not expect. ``notation``: the program whose notation for
    weights was used (a key of ``NOTATION_NAMES``). ``streets``: the street filters, not applied to the weights.
    ``named``: the names in the text and the ranges that they mean. ``count``: the number of combos with a weight above
    0. ``only``: the two cards if there is exactly one such combo, else empty. Ranges are equal if their weights and
    streets are.
    """

    weights: F64
    notices: tuple[str, ...] = ()
    notation: str = "core"
    streets: tuple[StreetFilter, ...] = ()
    named: tuple[tuple[str, RangeName], ...] = ()
    count: int = field(init=False)
    only: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Copy and check the weights, and make them read-only. ``only`` has the two cards of a range of a single combo.

        Raises:
            ValueError: there are not 1326 weights from 0 to 1.
        """
        weights = np.asarray(self.weights, dtype=np.float64) + 0.0  # a copy, without -0.0
        if weights.shape != (COMBO_COUNT,) or not (weights.min() >= 0 and weights.max() <= 1):
            raise ValueError("a range has 1326 weights from 0 to 1")
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "count", int(np.count_nonzero(weights)))
        object.__setattr__(self, "only", tuple(COMBOS[weights.argmax()].tolist()) if self.count == 1 else ())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, HoldemRange)
            and self.streets == other.streets
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self.weights.tobytes(), self.streets))


@lru_cache(maxsize=CACHED_RANGES)
def parse_range(
    text: str, dialect: Dialect = "core", order: Order | None = None, names: tuple[RangeName, ...] = ()
) -> HoldemRange:
    """Parse the text of a range. Results are cached.

    >>> parse_range("QQ+, AKs").count
    22
    >>> format_range(parse_range("AhKh, 22, 33, 44"))
    '44-22, AhKh'

    In the dialect ``climb``, ``T9s+`` (a connector) is T9s, JTs, QJs, KQs, AKs. Percentages and the fold profile use
    the ranking ``order``, by default the equity against a random hand. A name in the text means one of ``names``, else
    a preset.

    Raises:
        TextError: a token cannot be read (with its position), or no combo remains.
    """
    combo = _known_combo(text)
    if combo is not None:
        return _one_combo(combo)
    check_length(text)
    text, left_out = without_labels(plain_signs(text).replace("->", " >").replace("=>", " >"))
    base, end = split_streets(text)
    if _IN_BRACES.fullmatch(base) or (
        _IN_QUOTES.fullmatch(base) and not find_name(base.strip(), (*names, *preset_ranges()))
    ):
        # Blanks replace the brackets, so that positions in errors stay right.
        base = f" {base.strip()[1:-1]} ".rjust(len(base.rstrip())).ljust(len(base))
    result = _meaning(phrases_as_ranges(base), ReadingRules(dialect, order, _meaning, names))
    streets, notices = read_streets(text, end)
    named = tuple((name_at(base, at)[0], name) for at, name in result.named)
    for (at, name), (piece, _) in zip(result.named, named, strict=True):
        inner = read_streets(name.text, split_streets(name.text)[1])[0]
        if inner and (streets or piece != base.strip()):
            raise TextError(f"{name.title} has street filters: it cannot be combined with other hands", at)
        streets = streets or inner
    all_notices = (
        *left_out[:MAX_LISTED],
        *_rest(left_out, "labels or comments are ignored"),
        *result.notices,
        *notices[:MAX_LISTED],
    )
    return HoldemRange(result.weights, all_notices, result.notation, streets, named)


def _known_combo(text: str) -> int | None:
    """Return the combo of a text such as ``AhKd``, or None. Most hands of batches are of this form, so it comes
    first."""
    if len(text) != 4:
        return None
    first, second = CARDS_BY_TEXT.get(text[:2]), CARDS_BY_TEXT.get(text[2:])
    return None if first is None or second is None or first == second else combo_index(first, second)


@lru_cache(maxsize=COMBO_COUNT)
def _one_combo(combo: int) -> HoldemRange:
    """Return the range of a single combo. All of them together take 14 MB."""
    weights = np.zeros(COMBO_COUNT)
    weights[combo] = 1.0
    return HoldemRange(weights)


def _meaning(text: str, rules: ReadingRules) -> Meaning:
    """Return the meaning of a complete range text without street filters."""
    reading = read_items(text, rules)
    items = reading.items
    if not items:
        raise TextError("no hand is given")
    if all(item.excluded for item in items):
        raise TextError(f"everything is excluded; {_taken_from(text.strip())}")
    weights, notices = _weigh(items)
    notices += _exclude(items, weights)
    if not weights.any():
        empty = next((f": {excerpt(item.text)} is 0 combos" for item in items if not item.combos.size), "")
        raise TextError(f"no combo is left in this range{empty}")
    if reading.notation == MIXED:
        notices.append(Explanation("the weights are in the notations of several programs; all of them are read"))
    all_notices = (*reading.notices, *notices)
    more = (f"{len(all_notices) - MAX_NOTICES} more notices",) if len(all_notices) > MAX_NOTICES else ()
    return Meaning(weights, (*all_notices[:MAX_NOTICES], *more), reading.notation, reading.named)


def names_suits(text: str, dialect: Dialect = "core", names: tuple[RangeName, ...] = ()) -> bool:
    """Return True if suits matter in a text: it names cards, or combos of one class have different weights."""
    if not text.strip():
        return False
    try:
        weights = parse_range(text, dialect, None, names).weights
    except TextError:
        return bool(_ANY_CARD.search(text))
    # Suits do not matter if every combo has the mean weight of its class.
    owner, sizes = class_of_combo()
    return not np.allclose(weights, (np.bincount(owner, weights) / sizes)[owner], rtol=0, atol=1e-12)


def format_range(range_: HoldemRange) -> str:
    """Return the canonical text: ``parse_range(format_range(r)) == r`` in every dialect, unless ``r`` is empty.

    >>> format_range(parse_range("AKs, AQs, AJs, ATs, QQ-AA"))
    'QQ+, ATs+'
    """
    return format_weights(range_.weights) + format_streets(range_.streets)


def write_range(range_: HoldemRange, notation: Notation) -> str:
    """Return the range in the notation of another program. Parsing the text gives the same weights, bit for bit.

    Other programs know no street filters, so the caller passes a range with the weights that remain after filtering.
    """
    return format_range(range_) if notation == "core" else weights_in_notation(range_.weights, notation)


def complement(range_: HoldemRange) -> HoldemRange:
    """Return the hands that fold if ``range_`` is played: weights 1 - w. The result may be empty.

    For a range with street filters these are the hands that its last filter removes.
    """
    if not range_.streets:
        return HoldemRange(1.0 - range_.weights)
    *earlier, last = range_.streets
    dropped = replace(last, items=(FilterItem(ItemGroup(last.items), excluded=True),))
    return HoldemRange(range_.weights, streets=(*earlier, dropped))


def top_share(order: Order, share: float, start: float = 0.0) -> HoldemRange:
    """Return the best ``share`` (0 to 1) of all combos by ``order`` without the best ``start``, in complete classes."""
    first, last = (cut(order, Decimal(repr(float(end))) * 100) for end in (start, share))
    weights = np.zeros(COMBO_COUNT)
    weights[band(order, first, last)] = 1.0
    return HoldemRange(weights)


def notation_notices(range_: HoldemRange) -> tuple[str, ...]:
    """Return a notice that names the notation of the weights, unless it is ours or Pio's, which is nearly the same."""
    if range_.notation in ("core", "pio", MIXED):
        return ()
    return (Explanation(f"read as {NOTATION_NAMES[range_.notation]} writes it"),)


def removal_notices(range_: HoldemRange, known_mask: int) -> tuple[str, ...]:
    """Return a notice about the combos that contain a card of the 52-bit mask ``known_mask``, if there are any."""
    gone = range_.count - int(np.count_nonzero(live(range_.weights, known_mask)))
    if not gone:
        return ()
    return (f"{gone} of {range_.count} combos {'is' if gone == 1 else 'are'} blocked by known cards",)


def live(weights: F64, known_mask: int) -> F64:
    """Return ``weights`` float64[1326] with 0 for the combos that contain a card of the 52-bit mask ``known_mask``."""
    return np.where(COMBO_MASKS & np.uint64(known_mask), 0.0, weights)


def _taken_from(text: str) -> str:
    """Return advice for a text that only excludes hands. The text is quoted unless it is too long."""
    if text.startswith("!") and len(text) <= MAX_QUOTE_LENGTH:
        return f"did you mean random, {excerpt(text)}?"
    return "write first what it is excluded from, as in random, !KK"


def _weigh(items: tuple[Item, ...]) -> tuple[F64, list[str]]:
    """Return the weights of all items that are not excluded, and notices. The last item with a combo decides its
    weight."""
    weights = np.zeros(COMBO_COUNT)
    included = np.zeros(COMBO_COUNT, np.bool_)
    in_section = np.zeros(COMBO_COUNT, np.bool_)
    repeats: list[tuple[Combos, str]] = []
    added: list[Combos] = []
    for item in items:
        if item.excluded:
            continue
        repeated = included[item.combos]
        # The weights after 'Weights:' refer to hands listed before it, so these are no repetition, but hands missing
        # there are noted.
        if item.scope is Scope.SECTION:
            if not repeated.all():
                added.append(item.combos[~repeated])
            repeated = in_section[item.combos]
            in_section[item.combos] = True
        if repeated.any():
            repeats.append((item.combos[repeated], item.text))
        included[item.combos] = True
        weights[item.combos] = item.weights
    return weights, [
        *(
            f"{_name(combos)} is given twice; the later '{excerpt(text)}' is used"
            for combos, text in repeats[:MAX_LISTED]
        ),
        *_rest(repeats, "hands are given twice; the later weights are used"),
        *(f"{_name(combos)}: has a weight but is not in the list; added" for combos in added[:MAX_LISTED]),
        *_rest(added, "hands have a weight but are not in the list; added"),
    ]


def _exclude(items: tuple[Item, ...], weights: F64) -> list[str]:
    """Remove the excluded combos, or the excluded share of them, from ``weights`` in place; return the notices."""
    outside = weights == 0
    idle = [item.text for item in items if item.excluded and outside[item.combos].all()]
    for item in items:
        if item.excluded:
            weights[item.combos] *= 1.0 - item.weights
    return [
        *(f"'{excerpt(text)}' excludes nothing" for text in idle[:MAX_LISTED]),
        *_rest(idle, "exclusions have no effect"),
    ]


def _rest(items: Sequence[object], label: str) -> tuple[str, ...]:
    """Return a notice about the number of ``items`` that are not listed, if there are any."""
    return (f"{len(items) - MAX_LISTED} more {label}",) if len(items) > MAX_LISTED else ()


def _name(combos: Places) -> str:
    """Return the text of combos, or their number if the text is long."""
    chosen = np.zeros(COMBO_COUNT)
    chosen[combos] = 1.0
    text = format_weights(chosen)
    return text if len(text) <= MAX_COMBO_TEXT else f"{combos.size} combos"
