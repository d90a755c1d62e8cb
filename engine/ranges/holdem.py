"""Hold'em ranges: text to weights and back (SPEC section 3).

    text -> tokens and items (``holdem_items``) -> combos of each word (``holdem_hands``) -> weights (here)
         -> text (``holdem_format``)

Percentages other than 100% need an order of hands and are refused.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import COMBO_MASKS, TextError
from engine.ranges.holdem_format import format_weights
from engine.ranges.holdem_hands import shown
from engine.ranges.holdem_items import Item, Scope, read_items
from engine.scenario import Dialect

COMBO_COUNT = 1326
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True, eq=False)
class HoldemRange:
    """Combos with weights: ``weights`` float64[1326], read-only, in [0, 1], indexed by ``cards.combo_index``.

    ``notices`` tell what a reader of the text might not expect. Ranges are equal when their weights are.
    """

    weights: NDArray[np.float64]
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        weights = np.array(self.weights, dtype=np.float64) + 0.0
        if weights.shape != (COMBO_COUNT,) or not np.all((weights >= 0) & (weights <= 1)):
            raise ValueError("a range has 1326 weights from 0 to 1")
        weights.setflags(write=False)
        object.__setattr__(self, "weights", weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HoldemRange) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    @property
    def count(self) -> int:
        """Return the number of combos with positive weight."""
        return int(np.count_nonzero(self.weights))


def parse_range(text: str, dialect: Dialect = "core") -> HoldemRange:
    """Read a range; in the dialect ``climb``, ``T9s+`` (a connector) is T9s, JTs, QJs, KQs, AKs.

    Raises:
        TextError: a token cannot be read (with its position), or no combo is left.
    """
    items = read_items(text, dialect)
    if not items:
        raise TextError("no hand is given")
    if all(item.excluded for item in items):
        raise TextError(f"everything here is taken out; did you mean random, {text.strip()}?")
    weights, notices = _weigh(items)
    notices += _exclude(items, weights)
    if not weights.any():
        raise TextError("no combo is left in this range")
    return HoldemRange(weights, tuple(notices))


def format_range(range_: HoldemRange) -> str:
    """Return the canonical text: ``parse_range(format_range(r)) == r`` in every dialect (if not empty)."""
    return format_weights(range_.weights)


def live(weights: NDArray[np.float64], known_mask: int) -> NDArray[np.float64]:
    """Return ``weights`` float64[1326] without the combos that hold a card of the 52-bit ``known_mask``."""
    return np.where(COMBO_MASKS & np.uint64(known_mask), 0.0, weights)


def _weigh(items: list[Item]) -> tuple[NDArray[np.float64], list[str]]:
    """Return the weights by all items that add hands, the later one standing, and the notices."""
    weights = np.zeros(COMBO_COUNT)
    given = np.zeros(COMBO_COUNT, np.bool_)
    in_section = np.zeros(COMBO_COUNT, np.bool_)
    notices: list[str] = []
    for item in items:
        if item.notice:
            notices.append(item.notice)
        if item.excluded:
            continue
        before = given[item.combos]
        if item.scope is Scope.SECTION:
            if not before.all():
                notices.append(f"{_name(item.combos[~before])}: weighed without being in the list; added")
            before = in_section[item.combos]
            in_section[item.combos] = True
        if before.any():
            notices.append(f"{_name(item.combos[before])} is given twice; the later '{shown(item.text)}' stands")
        given[item.combos] = True
        weights[item.combos] = item.weight
    return weights, notices


def _exclude(items: list[Item], weights: NDArray[np.float64]) -> list[str]:
    """Take the excluded combos out of ``weights``; return the notices."""
    outside = weights == 0
    notices = []
    for item in items:
        if item.excluded:
            if outside[item.combos].all():
                notices.append(f"'{shown(item.text)}' takes nothing out")
            weights[item.combos] = 0.0
    return notices


def _name(combos: NDArray[np.intp]) -> str:
    """Return combos as a range text of bounded length."""
    chosen = np.zeros(COMBO_COUNT)
    chosen[combos] = 1.0
    text = format_weights(chosen)
    return text if len(text) <= LONGEST_NAME else f"{combos.size} combos"
