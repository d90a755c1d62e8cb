"""The meaning of a razz hand text: its known cards, and multisets of ranks for the slots with a choice.

A text of one item: its particular cards leave the deck, then its choices are filled from the remaining cards, subject
to the rules of groups. A text of several items: all cards are choices (a particular card is a choice of one rank), and
the last item that fits the cards decides their weight. The two down cards are a set: a pair of them is counted once if
it fits in either order.

Ways are counted in *deals*: sequences in which the two down cards of a pair come one after the other. This makes every
coefficient an integer. A set of two suited down cards has two deals, hence ``RazzHand.deals_per_set``.

A text that can be read but may be meant differently has notices, which state how it is read.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import perm, prod
from operator import or_
from typing import Any, TypeVar

import numpy as np

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS, TextError, excerpt, plain_signs, spelled_cards
from engine.ranges.names import name_notice
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT
from engine.ranges.razz_text import (
    SLOTS,
    RazzCard,
    RazzDeck,
    RazzItem,
    RazzSlot,
    RazzText,
    effective_items,
    format_razz,
    parse_razz,
    parse_razz_cards,
    read_name,
    slot_text,
)
from engine.ranges.weight_text import NUMBER, is_small_percent

_RANK = "(?:10|[2-9TtJjQqKkAa])"
_ACE_OR_LOWER = re.compile(f"[aA]-{_RANK}")
_DASHED = re.compile(rf"\s*\(?\s*({_RANK}(?:-{_RANK}){{2,6}})\s*\)?\s*(?:[@:].*)?", re.DOTALL)
_HAND_IN_BRACKETS = re.compile(
    rf"(?:^|,)\s*(?P<list>\[\s*(?:(?P<parted>{_RANK}(?:(?:\s|\s*,)\s*{_RANK})+)\s*\]"
    rf"|(?P<joined>{_RANK}{{3,7}})\s*\](?=\s*(?:[,@:]|$))))"
)
"""A list of ranks at the start of an item: separated ranks, or nothing but three or more ranks in a row."""
_FREE_GROUP = re.compile(r"\((?:\s*[xX*?]){2,7}\s*\)")
_HANDS_BEHIND_BLANKS = re.compile(rf"\s*{_RANK}{{3}}(?:\s+{_RANK}{{3}})+\s*(?:[@:].*)?", re.DOTALL)
_DECIMAL_COMMA = re.compile(r"([@:])\s*([0-9]+),([2-9]{1,3}|10)\s*(?=[,@:]|$)")
_PERCENT = re.compile(rf"@\s*({NUMBER})(?!\s*%|[0-9.eE])")


def reading_notices(text: str) -> tuple[str, ...]:
    """Return notices about possible mistakes in a valid ``text``."""
    return _doubts(text, parse_razz(text))


def _doubts(text: str, hand: RazzText) -> tuple[str, ...]:
    """Return notices about possible mistakes in a ``text`` that was parsed as ``hand``."""
    if match := read_name(text):
        return (name_notice(text.strip(), match),)
    plain = plain_signs(text)
    notices = []
    for item in re.sub(r"\[[^]]*\]", "[]", plain).split(","):
        dashed = _DASHED.fullmatch(item)
        ranks = dashed[1].upper().replace("10", "T").split("-") if dashed else []
        if dashed and len({*ranks}) == len(ranks):
            cards = " or lower, ".join(ranks)
            notices.append(f"'{dashed[1]}' is {cards}; one hand is {''.join(ranks)}")
        elif result := _ACE_OR_LOWER.search(item):
            notices.append(f"'{result[0]}' is an ace followed by the next card; a span of ranks is [{result[0]}]")
        if _HANDS_BEHIND_BLANKS.fullmatch(item):
            notices.append(f"'{excerpt(item.strip())}' is one hand: separate hands with commas, not spaces")
    return (*notices, *_bracket_notices(plain), *_number_notices(plain), *_single_notices(text, hand))


def _bracket_notices(text: str) -> Iterator[str]:
    """Yield notices about brackets around a hand, as sites print it (``[A 2 3]``), and around unknown cards
    (``(xx)8``)."""
    for result in _HAND_IN_BRACKETS.finditer(text):
        ranks = re.findall(_RANK, (result["parted"] or result["joined"]).replace("10", "T"))
        *others, last = (rank.upper() for rank in ranks)
        cards, whole = f"{', '.join(others)} or {last}", "".join((*others, last))
        ends = not text[result.end() :].strip() or text[result.end() :].lstrip()[0] in ",@:"
        meant = "one hand is" if ends else f"{len(ranks)} cards are"
        yield f"'{result['list']}' is one card, {cards}; {meant} {whole}"
    for result in _FREE_GROUP.finditer(text):
        free = "x" * len(re.findall(r"[xX*?]", result[0]))
        count = "two" if len(free) == 2 else len(free)
        yield f"'{result[0]}' excludes pairs; any {count} cards are {free}"


def _number_notices(text: str) -> Iterator[str]:
    """Yield notices about weights with a decimal comma, and about percentages so small that a fraction may be meant."""
    for result in _DECIMAL_COMMA.finditer(text):
        mark, whole, digits = result[1], excerpt(result[2]), result[3]
        if mark == "@" or whole == "0":
            token, meant = f"{mark}{whole},{digits}", f"{mark}{whole}.{digits}"
            yield f"'{token}' is the weight {whole} and then another hand, {digits}; use a decimal point: '{meant}'"
    for result in _PERCENT.finditer(text):
        if is_small_percent(result[1]):
            yield f"'@{excerpt(result[1])}' means a weight of {excerpt(result[1])} percent; one half is 50"


def _single_notices(text: str, hand: RazzText) -> Iterator[str]:
    """Yield a notice if a hand seems to be split into hands of one card, as in ``A, 2, 9`` and ``A2, 9``."""
    items = hand.items
    slots = [slot for item in items for slot in item.slots]
    if len(items) < 2 or not all(slot.particular for slot in slots) or any(item.weight < 1 for item in items):
        return
    whole = "".join(map(slot_text, slots[:SLOTS]))
    if len(slots) == len(items):
        yield f"'{excerpt(text.strip())}' is {len(items)} hands of one card each; one hand is {whole}"
    elif len(slots) <= SLOTS and any(len(item.slots) == 1 for item in items):
        counts = " and ".join(str(len(item.slots)) for item in items)
        yield f"'{excerpt(text.strip())}' is {len(items)} hands, of {counts} cards; one hand is {whole}"


Key = TypeVar("Key")

Extend = Callable[[Key, int, int, bool], Key | None]
"""(state, slot, rank, whether the card is a particular one) -> the state with that card, or None if the deck has no
such card left."""

Alive = frozenset[tuple[int, int]]
"""The items that still fit, each with the mask of the ranks used so far in its current group."""

States = dict[tuple[Key, Alive], int]
_FREE = RazzSlot(ALL_RANKS, free=True)


class TooManyStepsError(TextError):
    """The text is too complex to compute."""

    def __init__(self) -> None:
        super().__init__("these hands are too complex together; write fewer or simpler ones")


class Pattern:
    """The slots that at least one of ``items`` constrains, and a walk over all ways to fill them with ranks.

    ``known``: the particular cards, if there is one item; otherwise they are choices. ``pair``: both down cards are
    choices, so they are treated as a set. A hand that was ``folded`` with a single slot has no second down card.
    ``choice_slots``: the number of slots with a choice. ``constrained``: the indices of these and of the known slots.
    """

    def __init__(self, items: tuple[RazzItem, ...], folded: bool = False) -> None:
        """Find out which slots are particular cards, which are choices, and which no item constrains.

        A slot is known only if there is a single item; in several items even particular cards are alternatives.
        """
        single = len(items) == 1
        self._remaining_steps = math.inf
        self._items = tuple(item.slots + (_FREE,) * (SLOTS - len(item.slots)) for item in items)
        self._fixed = [single and slot.particular for slot in self._items[0]]
        is_choice = [any(_constrains(item[i]) for item in self._items) and not self._fixed[i] for i in range(SLOTS)]
        one_card = folded and all(len(item.slots) == 1 for item in items)
        self.pair = any(is_choice[:2]) and not any(self._fixed[:2]) and not one_card
        if self.pair:
            is_choice[:2] = [True, True]
        self.known = tuple(slot for slot, fixed in zip(self._items[0], self._fixed, strict=True) if fixed)
        self.choice_slots = sum(is_choice)
        self.constrained = tuple(i for i in range(SLOTS) if is_choice[i] or self._fixed[i])

    @property
    def max_rows(self) -> int:
        """An upper bound for the number of ways to fill the constrained slots with ranks."""
        masks = [reduce(or_, (item[i].ranks for item in self._items)) for i in self.constrained]
        return prod(mask.bit_count() for mask in masks)

    def walk(self, start: Key, extend: Extend[Key], max_steps: float = math.inf) -> States[Key]:
        """Return {(state, items that fit): number of deals} over all ways to fill the constrained slots.

        Ways that lead to equal states are added up. ``extend`` is called for one slot after another, for a pair of down
        cards with the lower rank first; a pair of different ranks has two deals. One step is the comparison of one item
        with one rank. Ordinary texts take at most some hundred thousand.

        Raises:
            TooManyStepsError: it takes more than ``max_steps``.
            TextError: nothing fits; the position is that of the first slot that cannot be filled.
        """
        self._remaining_steps = max_steps
        # A dynamic program over the slots: ways with the same state and the same remaining items continue in the same
        # way, so only their total number of deals is stored.
        states: States[Key] = {(start, frozenset((i, 0) for i in range(len(self._items)))): 1}
        for index in self.constrained:
            if not (self.pair and index < 2):
                states = self._fill(states, index, extend)
            elif index == 1:
                states = self._fill_pair(states, extend)
            if not states:
                slot = self._items[0][index]
                reason = (
                    "the cards of a group have different ranks"
                    if slot.group >= 0
                    else "the deck has only four of a rank"
                )
                raise TextError(f"no card fits here: {reason}", slot.position)
        return states

    def _fill(self, states: States[Key], index: int, extend: Extend[Key]) -> States[Key]:
        """Return the states after the slot ``index`` is filled with every rank that some item and the deck allow."""
        filled: States[Key] = {}
        for (key, alive), deals in states.items():
            for rank in range(RANK_COUNT):
                still = self._step(alive, index, rank)
                longer = extend(key, index, rank, self._fixed[index]) if still else None
                if longer is not None:
                    filled[longer, still] = filled.get((longer, still), 0) + deals
        return filled

    def _fill_pair(self, states: States[Key], extend: Extend[Key]) -> States[Key]:
        """Return the states after both down cards have been filled in one step, in any order.

        This is the first step, so ``states`` contains only the initial state. A pair of different ranks can be dealt in
        two orders and counts as two deals.
        """
        filled: States[Key] = {}
        ((start, everyone),) = states
        # An item fits a pair if it fits in either order; both orders lead to the same state, because its cards are a
        # set.
        for high in range(RANK_COUNT):
            for low in range(high + 1):
                rising = self._step(self._step(everyone, 0, low), 1, high)
                still = rising | self._step(self._step(everyone, 0, high), 1, low)
                first = extend(start, 0, low, False) if still else None
                both = None if first is None else extend(first, 1, high, False)
                if both is not None:
                    filled[both, still] = 1 if low == high else 2
        return filled

    def _step(self, alive: Alive, index: int, rank: int) -> Alive:
        """Return those of ``alive`` that still fit when the card in slot ``index`` has ``rank``."""
        fitting = set()
        self._remaining_steps -= len(alive)
        if self._remaining_steps < 0:
            raise TooManyStepsError
        for item, used in alive:
            slots = self._items[item]
            slot = slots[index]
            if not slot.ranks >> rank & 1:
                continue
            if slot.group < 0:
                fitting.add((item, 0))
                continue
            # The cards of one bracket have different ranks; ``used`` are those of its cards so far.
            in_group = used if index and slots[index - 1].group == slot.group else 0
            if not in_group >> rank & 1:
                fitting.add((item, in_group | 1 << rank))
        return frozenset(fitting)


def _constrains(slot: RazzSlot) -> bool:
    return not slot.free or slot.group >= 0


def deciding_item(alive: Alive) -> int:
    """Return the index of the item whose weight is used: the last one that fits."""
    return max(item for item, _ in alive)


def pattern_rows(
    pattern: Pattern, check_cancelled: Callable[[], None] = lambda: None
) -> Iterator[tuple[tuple[int, ...], Alive, int]]:
    """Yield (ranks, items that fit, number of deals) for every way to fill ``pattern``.

    ``ranks`` are by slot, -1 for a slot without a constraint. ``check_cancelled`` is called for every card and may
    raise an exception to end the computation.
    """
    start = (-1,) * SLOTS

    def extend(ranks: tuple[int, ...], index: int, rank: int, _particular: bool) -> tuple[int, ...]:
        check_cancelled()
        return (*ranks[:index], rank, *ranks[index + 1 :])

    for (ranks, alive), deals in pattern.walk(start, extend).items():
        yield ranks, alive, deals


RIVER = SLOTS - 1
MAX_ROWS = 500_000
MAX_STEPS = 2_500_000
"""Maximum number of steps for reading a text: two or three seconds."""
MAX_LISTED_OVERLAPS = 4
"""Maximum number of overlaps that get a notice each."""

_TOTAL_SHIFT = 4 * RANK_COUNT


@dataclass(frozen=True, slots=True, eq=False)
class RazzHand:
    """The meaning of a text.

    ``cards``: the particular cards of a text of one item. ``choices`` int64[n, 13]: the multisets of ranks (number of
    cards of each rank) that the ``choice_slots`` slots with a choice can have, in lexicographic order; only those of
    positive weight, so there may be none. Multiset k is dealt in ``deals[k] * prod_i (live_i)_(choices[k, i])``
    sequences, where (.)_k is the falling factorial and live_i the number of remaining cards of rank i.
    ``deals_per_set`` of them (2 if both down cards are choices, else 1) are the same set of suited cards. ``ways[k]``:
    ``deals[k]`` times the weights of the items. ``river``: the position of a written seventh slot, or None.
    ``overlaps``: pairs (earlier, later) of items that fit the same cards; the later one decides. ``notices``: how the
    text is read if that may surprise.
    """

    text: RazzText
    cards: tuple[RazzCard, ...]
    choices: I64
    ways: F64
    deals: I64
    deals_per_set: int
    choice_slots: int
    river: int | None
    overlaps: tuple[tuple[int, int], ...] = ()
    notices: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def read_razz_hand(text: str, folded: bool = False, door: int | None = None, order: str | None = None) -> RazzHand:
    """Parse ``text`` and compute its meaning. The result is cached, and its arrays are read-only.

    >>> hand = read_razz_hand("(A-3-)7")
    >>> [RAZZ_RANKS[card.rank] for card in hand.cards], len(hand.choices)
    (['7'], 2)
    >>> hand.choices[:, :3].tolist()
    [[1, 0, 1], [1, 1, 0]]

    ``folded``: the hand has only the slots that are written, so one slot is one card and not a pair with a free card.
    ``door``: the rank of the up card for shares without one. ``order``: the ranking of down cards that shares use.

    Raises:
        TextError: the text cannot be read, or one of its items fits no cards at all.
    """
    hand = parse_razz(text, door, order)
    effective = effective_items(hand)
    items = tuple(hand.items[i] for i in effective)
    pattern = Pattern(items, folded)
    filled = _filled(pattern, items, folded)
    values: dict[int, tuple[int, float]] = {}
    last = {item.slots: i for i, item in enumerate(hand.items)}
    overlaps = {(i, last[item.slots]) for i, item in enumerate(hand.items) if last[item.slots] != i}
    # Several items may fit the same cards: the deciding one of them gives the weight.
    for (code, alive), deals in filled.items():
        deciding = deciding_item(alive)
        overlaps.update((effective[item], effective[deciding]) for item, _ in alive if item != deciding)
        weight = items[deciding].weight
        if weight > 0:
            multiset = code & ((1 << _TOTAL_SHIFT) - 1)
            count, weighted = values.get(multiset, (0, 0.0))
            values[multiset] = count + deals, weighted + deals * weight
    choices = np.array(list(values), dtype=np.int64)[:, None] >> (4 * np.arange(RANK_COUNT)) & 15
    order_of_rows = np.lexsort(choices.T[::-1])
    ways = np.array([weighted for _, weighted in values.values()], dtype=np.float64)
    counts = np.array([count for count, _ in values.values()], dtype=np.int64)
    rivers = [item.slots[RIVER] for item in hand.items if len(item.slots) == SLOTS]
    return RazzHand(
        text=hand,
        cards=tuple(RazzCard(slot.rank, slot.suit, slot.position) for slot in pattern.known),
        choices=_frozen(choices[order_of_rows]),
        ways=_frozen(ways[order_of_rows]),
        deals=_frozen(counts[order_of_rows]),
        deals_per_set=2 if pattern.pair else 1,
        choice_slots=pattern.choice_slots,
        river=next((slot.position for slot in rivers if not slot.free or slot.group >= 0), None),
        overlaps=tuple(sorted(overlaps)),
        notices=(*_doubts(text, hand), *hand.notices, *_overlap_notices(hand, sorted(overlaps))),
    )


def _filled(pattern: Pattern, items: tuple[RazzItem, ...], folded: bool) -> States[int]:
    """Return all ways to fill ``pattern``, which was built from ``items``.

    Raises:
        TextError: one of the items fits no cards, or the text is too complex.
    """
    problem: TextError | None = None
    result: States[int] = {}
    try:
        result = pattern.walk(0, _collect, MAX_STEPS)
    except TooManyStepsError:
        raise
    except TextError as error:
        problem = error
    fitting = {item for _, alive in result for item, _ in alive}
    for i, item in enumerate(items):
        if i not in fitting:
            Pattern((item,), folded).walk(0, _collect)  # raises the error at the slot that does not fit
    if problem is not None:
        raise problem
    return result


def razz_notices(text: str, order: str | None = None) -> tuple[str, ...]:
    """Return notices about surprises in ``text``.

    Raises:
        TextError: the text cannot be read, or one of its items fits no cards at all.
    """
    return read_razz_hand(text, order=order).notices


def _frozen(array: Any) -> Any:
    array.setflags(write=False)
    return array


def _collect(code: int, _index: int, rank: int, particular: bool) -> int | None:
    """Add a card to ``code`` and return it, or None for a fifth card of a rank.

    ``code`` counts ranks with four bits each: the low 52 bits count the choices, the next 52 bits all cards.
    """
    if code >> _TOTAL_SHIFT + 4 * rank & 15 == 4:
        return None
    code += 1 << _TOTAL_SHIFT + 4 * rank
    return code if particular else code + (1 << 4 * rank)


def describe_razz(text: str, known: str = "", order: str | None = None) -> dict[str, Any]:
    """Return the output of ``steelwheel range TEXT --game razz --json``.

    ``order``: the ranking of down cards that shares use. A row is one pair of down cards with one choice of up cards.
    Its ``combos`` are the suited ways that remain when the ``known`` cards and the particular cards of the text have
    left the deck.

    Raises:
        TextError: the text or ``known`` cannot be read, no cards remain for the text, or it has more than ``MAX_ROWS``
            rows.
    """
    known, spelled = spelled_cards(known)
    deck = RazzDeck()
    for card in parse_razz_cards(known):
        deck.take(card)
    hand = read_razz_hand(text, order=order)
    for card in hand.cards:
        deck.take(card)
    items = tuple(hand.text.items[i] for i in effective_items(hand.text))
    pattern = Pattern(items)
    if pattern.max_rows > MAX_ROWS:
        raise TextError(f"this hand has more than {MAX_ROWS} rows: too many to list")
    result = []
    for ranks, alive, deals in pattern_rows(pattern):
        weight = items[deciding_item(alive)].weight
        combos = deals * _dealings(ranks, hand, deck) // hand.deals_per_set
        if weight > 0 and combos:
            result.append((ranks, combos, weight))
    total = sum(combos * weight for _, combos, weight in result)
    if not result:
        raise TextError("no cards are left for this hand")
    return {
        "items": [_row(ranks, combos, weight, total) for ranks, combos, weight in sorted(result)],
        "canonical": format_razz(hand.text),
        "notices": [*spelled, *razz_notices(text, order)],
    }


def _dealings(ranks: tuple[int, ...], hand: RazzHand, deck: RazzDeck) -> int:
    """Return the number of suited ways to deal the choices among ``ranks`` (by slot), in dealing order."""
    counts = Counter(rank for rank in ranks if rank >= 0)
    counts.subtract(card.rank for card in hand.cards)
    return prod(perm(int(deck.live[rank]), count) for rank, count in counts.items())


def row_texts(ranks: tuple[int, ...]) -> tuple[str, str]:
    """Return the down cards and the up cards of a row as text. ``ranks`` are by slot, -1 for any card."""
    signs = [RAZZ_RANKS[rank] if rank >= 0 else "x" for rank in ranks]
    down = sorted(ranks[:2], key=lambda rank: rank if rank >= 0 else RANK_COUNT)
    return "".join(RAZZ_RANKS[rank] if rank >= 0 else "x" for rank in down), "".join(signs[2:]).rstrip("x")


def _row(ranks: tuple[int, ...], combos: int, weight: float, total: float) -> dict[str, Any]:
    down, up = row_texts(ranks)
    return {"down": down, "up": up, "combos": combos, "weight": weight, "share": combos * weight / total}


def _overlap_notices(hand: RazzText, overlaps: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    decisive = [pair for pair in overlaps if hand.items[pair[1]].weight > 0]
    notices = [_overlap_notice(hand, *pair) for pair in decisive[:MAX_LISTED_OVERLAPS]]
    if len(decisive) > MAX_LISTED_OVERLAPS:
        notices.append(f"{len(decisive) - MAX_LISTED_OVERLAPS} more pairs of hands overlap: the later weight is used")
    return tuple(notices)


def _overlap_notice(hand: RazzText, earlier: int, later: int) -> str:
    first, second = (format_razz(RazzText((hand.items[i],))) for i in (earlier, later))
    return f"{first} and {second} overlap: the later weight is used"
