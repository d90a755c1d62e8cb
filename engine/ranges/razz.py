"""The meaning of a razz hand text: known cards, and multisets of ranks for the slots with a choice.

One item: its particular cards leave the deck first, then its choices are filled from what is left. Several
items: all their cards are choices (a particular card is a choice of one rank), and of the items that fit the
same cards the last one gives the weight. The two down cards are a set: a pair of them counts if it fits in
some order, and once.

Ways are counted in *orders*: dealings in which the two down cards of a pair come one after the other, so that
every coefficient is an integer; a suited pair of down cards has two orders, hence
``RazzHand.orders_per_set``.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import perm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS, TextError, spelled_cards
from engine.ranges.razz_cards import RazzCard, RazzDeck, parse_razz_cards
from engine.ranges.razz_doubts import reading_notices
from engine.ranges.razz_text import RANK_COUNT, SLOTS, RazzItem, RazzText, format_razz, parse_razz, standing
from engine.ranges.razz_walk import Pattern, States, TooManyStepsError, owner, rows

RIVER = SLOTS - 1
MOST_ROWS = 500_000
MOST_STEPS = 2_500_000
"""Of reading a text: two or three seconds."""
MOST_TOLD = 4
"""Overlaps that are listed one by one."""

_TOTAL_SHIFT = 4 * RANK_COUNT


@dataclass(frozen=True, slots=True, eq=False)
class RazzHand:
    """The meaning of a text.

    ``cards`` are the particular cards (of a text of one item), ``choices`` int64[n, 13] the multisets of
    ranks that the ``choice_slots`` slots with a choice can hold, in lexicographic order. Multiset k falls on
    ``orders[k] * prod_i (live_i)_(choices[k, i])`` dealings in order, ``orders_per_set`` (2 where both down
    cards are a choice, else 1) for each set of suited cards; ``ways[k]`` is ``orders[k]`` with the weights of
    the items. Only multisets of positive weight are listed, so there may be none. ``river`` is the position
    of a written seventh slot. ``overlaps`` are the pairs of items that fit the same cards, the later one standing.
    """

    text: RazzText
    cards: tuple[RazzCard, ...]
    choices: NDArray[np.int64]
    ways: NDArray[np.float64]
    orders: NDArray[np.int64]
    orders_per_set: int
    choice_slots: int
    river: int | None
    overlaps: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=64)
def read_hand(text: str, folded: bool = False) -> RazzHand:
    """Parse ``text`` and work out its meaning; the arrays of the answer are read-only.

    A ``folded`` hand has the written slots only: one slot alone is one card, not a pair of which one fits.

    Raises:
        TextError: it cannot be read, or an item of it fits no cards at all.
    """
    hand = parse_razz(text)
    kept = standing(hand)
    items = tuple(hand.items[i] for i in kept)
    pattern = Pattern(items, folded)
    filled = _filled(pattern, items, folded)
    found: dict[int, tuple[int, float]] = {}
    last = {item.slots: i for i, item in enumerate(hand.items)}
    overlaps = {(i, last[item.slots]) for i, item in enumerate(hand.items) if last[item.slots] != i}
    for (code, alive), orders in filled.items():
        stands = owner(alive)
        overlaps.update((kept[item], kept[stands]) for item, _ in alive if item != stands)
        weight = items[stands].weight
        if weight > 0:
            multiset = code & ((1 << _TOTAL_SHIFT) - 1)
            count, weighted = found.get(multiset, (0, 0.0))
            found[multiset] = count + orders, weighted + orders * weight
    choices = np.array(list(found), dtype=np.int64)[:, None] >> (4 * np.arange(RANK_COUNT)) & 15
    order = np.lexsort(choices.T[::-1])
    ways = np.array([weighted for _, weighted in found.values()], dtype=np.float64)
    counts = np.array([count for count, _ in found.values()], dtype=np.int64)
    rivers = [item.slots[RIVER] for item in hand.items if len(item.slots) == SLOTS]
    return RazzHand(
        text=hand,
        cards=tuple(RazzCard(slot.rank, slot.suit, slot.position) for slot in pattern.known),
        choices=_frozen(choices[order]),
        ways=_frozen(ways[order]),
        orders=_frozen(counts[order]),
        orders_per_set=2 if pattern.pair else 1,
        choice_slots=pattern.choice_slots,
        river=next((slot.position for slot in rivers if not slot.free or slot.group >= 0), None),
        overlaps=tuple(sorted(overlaps)),
    )


def _filled(pattern: Pattern, items: tuple[RazzItem, ...], folded: bool) -> States[int]:
    """Return all ways to fill ``pattern``, which is that of ``items``.

    Raises:
        TextError: an item of it fits no cards, or there is too much to work out.
    """
    problem: TextError | None = None
    found: States[int] = {}
    try:
        found = pattern.walk(0, _collect, MOST_STEPS)
    except TooManyStepsError:
        raise
    except TextError as error:
        problem = error
    fitting = {item for _, alive in found for item, _ in alive}
    for i, item in enumerate(items):
        if i not in fitting:
            Pattern((item,), folded).walk(0, _collect)  # tells where it does not fit
    if problem is not None:
        raise problem
    return found


def razz_notices(text: str) -> tuple[str, ...]:
    """Return what a reader of ``text`` might not expect.

    Raises:
        TextError: the text cannot be read, or an item of it fits no cards at all.
    """
    hand = read_hand(text)
    told = [_overlap_notice(hand.text, *pair) for pair in hand.overlaps[:MOST_TOLD]]
    if len(hand.overlaps) > MOST_TOLD:
        told.append(f"{len(hand.overlaps) - MOST_TOLD} more pairs of hands overlap: the later weight stands")
    return (*reading_notices(text), *told)


def _frozen(array: Any) -> Any:
    array.setflags(write=False)
    return array


def _collect(code: int, index: int, rank: int, particular: bool) -> int | None:
    """Count ranks, four bits each: those of the choices low in ``code``, of all cards above; None for a fifth
    card.
    """
    del index
    if code >> _TOTAL_SHIFT + 4 * rank & 15 == 4:
        return None
    code += 1 << _TOTAL_SHIFT + 4 * rank
    return code if particular else code + (1 << 4 * rank)


def describe_razz(text: str, known: str = "") -> dict[str, Any]:
    """Return what ``steelwheel range TEXT --game razz --json`` prints.

    A row is one pair of down cards with one choice of up cards; ``combos`` are its suited ways when the cards
    ``known`` and the text's own particular cards have left the deck.

    Raises:
        TextError: the text or ``known`` cannot be read, no cards are left for the text, or it has more than
            ``MOST_ROWS`` rows.
    """
    known, spelled = spelled_cards(known)
    deck = RazzDeck()
    for card in parse_razz_cards(known):
        deck.take(card)
    hand = read_hand(text)
    for card in hand.cards:
        deck.take(card)
    items = tuple(hand.text.items[i] for i in standing(hand.text))
    pattern = Pattern(items)
    if pattern.most_rows > MOST_ROWS:
        raise TextError(f"this hand has more than {MOST_ROWS} rows: too many to list")
    found = []
    for ranks, alive, orders in rows(pattern):
        weight = items[owner(alive)].weight
        combos = orders * _dealings(ranks, hand, deck) // hand.orders_per_set
        if weight > 0 and combos:
            found.append((ranks, combos, weight))
    total = sum(combos * weight for _, combos, weight in found)
    if not found:
        raise TextError("no cards are left for this hand")
    return {
        "items": [_row(ranks, combos, weight, total) for ranks, combos, weight in sorted(found)],
        "canonical": format_razz(hand.text),
        "notices": [*spelled, *razz_notices(text)],
    }


def _dealings(ranks: tuple[int, ...], hand: RazzHand, deck: RazzDeck) -> int:
    """Return the suited ways of the choices among ``ranks`` (by slot) in dealing order."""
    counts = Counter(rank for rank in ranks if rank >= 0)
    counts.subtract(card.rank for card in hand.cards)
    return prod(perm(int(deck.live[rank]), count) for rank, count in counts.items())


def row_texts(ranks: tuple[int, ...]) -> tuple[str, str]:
    """Return the down cards and the up cards of a row, ``ranks`` by slot, -1 where any card will do."""
    signs = [RAZZ_RANKS[rank] if rank >= 0 else "x" for rank in ranks]
    down = sorted(ranks[:2], key=lambda rank: rank if rank >= 0 else RANK_COUNT)
    return "".join(RAZZ_RANKS[rank] if rank >= 0 else "x" for rank in down), "".join(signs[2:]).rstrip("x")


def _row(ranks: tuple[int, ...], combos: int, weight: float, total: float) -> dict[str, Any]:
    down, up = row_texts(ranks)
    return {
        "down": down,
        "up": up,
        "combos": combos,
        "weight": weight,
        "share": combos * weight / total,
    }


def _overlap_notice(hand: RazzText, earlier: int, later: int) -> str:
    first, second = (format_razz(RazzText((hand.items[i],))) for i in (earlier, later))
    return f"{first} and {second} overlap: the later weight stands"
