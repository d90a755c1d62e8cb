"""Razz hand texts as a small syntax tree: parsing, canonical formatting, splitting into slots; and the cards and bare
ranks in them, counted against a deck.

A text is one or more items with weights, some of them taken out (``!``); an item is up to seven slots in dealing order,
some of them in groups whose cards share no rank. A share of the down cards behind a door (``15% 7``) is read as the
items of its pairs. The meaning of a text in cards belongs to :mod:`engine.ranges.razz`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, lru_cache

import numpy as np

from engine.arrays import I64
from engine.cards import (
    CARD_SEPARATORS,
    MAX_CARDS_LENGTH,
    RAZZ_RANKS,
    SUITS,
    TextError,
    check_length,
    plain_signs,
    read_rank,
    read_suit,
    shown,
)
from engine.games import GAMES
from engine.ranges.names import NameMatch, find_name, name_at, preset_ranges, unknown_name
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT, cover, mask_ranks
from engine.ranges.razz_shares import HUNDRED, Share, find_down_order
from engine.ranges.weight_text import NUMBER, own_percent_text, read_fraction, read_percent
from engine.scenario import RangeName


@dataclass(frozen=True, slots=True)
class RazzCard:
    """A card whose suit (0-3) may be left open; ``rank`` is 0 (ace) .. 12 (king), ``position`` its place in a text."""

    rank: int
    suit: int | None
    position: int = field(default=0, compare=False)


def parse_razz_cards(text: str) -> tuple[RazzCard, ...]:
    """Parse cards and bare ranks with any separators, as in ``77 Kh``.

    Raises:
        TextError: something is neither a card nor a rank.
    """
    check_length(text, MAX_CARDS_LENGTH)
    text = plain_signs(text)
    result: list[RazzCard] = []
    at = 0
    while at < len(text):
        if text[at] in CARD_SEPARATORS or text[at].isspace():
            at += 1
            continue
        sign, suit_at = read_rank(text, at)
        suit, end = read_suit(text, suit_at)
        result.append(RazzCard(RAZZ_RANKS.index(sign), None if suit is None else SUITS.index(suit), at))
        at = end
    return tuple(result)


class RazzDeck:
    """A deck from which known cards leave one by one."""

    def __init__(self) -> None:
        self.live: I64 = np.full(13, 4, dtype=np.int64)
        """int64[13]: cards left of each rank."""
        self._seen: set[tuple[int, int]] = set()

    def take(self, card: RazzCard) -> None:
        """Take ``card`` out.

        Raises:
            TextError: it is gone already, or all four of its rank are.
        """
        sign = RAZZ_RANKS[card.rank]
        if card.suit is not None:
            if (card.rank, card.suit) in self._seen:
                raise TextError(f"{sign}{SUITS[card.suit]} is in two places", card.position)
            self._seen.add((card.rank, card.suit))
        if self.live[card.rank] == 0:
            raise TextError(f"a fifth {sign}: the deck has only four", card.position)
        self.live[card.rank] -= 1


SLOTS = 7
FREE_SIGNS = "x*?"
THIRD_STREET = 3
"""The cards that a hand begins with; behind them a new line looks like a new hand."""

_NUMBER = re.compile(rf"({NUMBER})\s*(%?)")
_ANY_HAND = re.compile(r"(?:random|any|all)(?![a-z0-9])", re.IGNORECASE)
_TAKEN_LIST = re.compile(r"\((?:[^()\[\]]|\[[^\]]*\])*(?:\(|,)")
"""Behind ``!`` a bracket that holds a comma or another bracket, which no group does: a list of hands."""
_SHARE = re.compile(rf"(?:(?:top|best)\s+)?({NUMBER})\s*%(?:\s*-\s*({NUMBER})\s*%)?", re.IGNORECASE)
_LOW = re.compile(r"\b(?:(?:rough|smooth)\s+([5-9])|([5-9])(?:\s+or\s+better|\s*-?\s*low))\b", re.IGNORECASE)
"""The final low that players name, which no text of dealt cards holds."""
DOWN = 2
_WEIGHT = "a weight follows its hand: A29@50, A29:0.5"
_HINTS = {
    ";": "commas separate hands",
    "|": "commas separate hands",
    "v": "a table as one line, A29 v 647 | dead K, is pasted in one piece",
    "0": _WEIGHT,
    ".": _WEIGHT,
    "%": _WEIGHT,
    "u": "up cards follow the down cards without a sign",
    "/": "up cards follow the down cards without a sign",
    "!": "'!' takes out a whole hand, behind a comma: x, !A29",
    "{": "a choice of ranks is [A25]",
    "]": "no list of ranks is open",
    "1": "an ace is A",
    "o": "suits do not matter",
}
"""The rank probably meant by a sign where a rank is expected."""


@dataclass(frozen=True, slots=True)
class RazzSlot:
    """One slot: ``ranks`` is the 13-bit mask (ace 1, king 4096) of what it may hold.

    ``particular``: one known card of the single rank in ``ranks``, with a ``suit`` (0-3) if one was written.
    ``free``: ``x``, any card. Neither: a choice. ``group`` numbers the groups of the item from 0, -1 is none.
    ``position`` is where the slot stands in the text; it does not count in comparisons.
    """

    ranks: int
    particular: bool = False
    free: bool = False
    suit: int | None = None
    group: int = -1
    position: int = field(default=0, compare=False)

    @property
    def rank(self) -> int:
        """The lowest rank of the slot, 0 (ace) .. 12 (king): its only one if it is a particular card."""
        return (self.ranks & -self.ranks).bit_length() - 1


@dataclass(frozen=True, slots=True)
class RazzItem:
    """Slots in dealing order (at most seven) and a weight in [0, 1]; ``position`` is where the item starts."""

    slots: tuple[RazzSlot, ...]
    weight: float = 1.0
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RazzText:
    """A whole text: at least one item. Of items that fit the same cards the last one stands.

    What ``!`` takes out are items of weight 0 behind all others, wherever it is written. ``notices``: how the shares in
    it are read.
    """

    items: tuple[RazzItem, ...]
    notices: tuple[str, ...] = field(default=(), compare=False)


MAX_PRESET_NAME = 80
"""Characters of a text that may be a name."""
_NAME_LETTER = re.compile(r"[^\W\d_aAtTjJqQkKxXsShHdDcC]")
"""A letter that no hand has, and every name of a preset (a test): most texts are hands and are not read twice."""
MAX_SHARE_NOTICES = 2
"""Doors of a share whose reading is told."""
CACHED_TEXTS = 32
"""Texts that are not read again: those of a table, with their brackets and without, before an edit and after."""


def parse_razz(text: str, door: int | None = None, order: str | None = None) -> RazzText:
    """Parse a razz hand text that is not blank; the name of a preset is read as its text.

    ``door``: the rank that shares of down cards go by which have no door of their own; ``order``: the order of down
    cards that they go by (None: the default).

    Raises:
        TextError: with the index of the character or token that cannot be read.
        ScenarioError: there is no such order.
    """
    return _parsed(text, door, find_down_order(order))


@lru_cache(maxsize=CACHED_TEXTS)
def _parsed(text: str, door: int | None, order: str) -> RazzText:
    check_length(text)
    plain = plain_signs(text)
    try:
        return _Reader(plain, door, order).read()
    except TextError as error:
        name = plain.strip()
        if len(name) > MAX_PRESET_NAME:
            raise
        at = len(plain) - len(plain.lstrip())
        match = find_name(name, _presets())
        if match is None:
            alone = name_at(name, 0)[0] == name
            raise (alone and unknown_name(name, at, _presets())) or error from None
        return RazzText(
            tuple(
                replace(item, slots=tuple(replace(slot, position=at) for slot in item.slots), position=at)
                for item in _Reader(match.named.text, door, order).items()
            )
        )


def read_name(text: str) -> NameMatch | None:
    """Return the preset whose name ``text`` is, None for any other text."""
    name = plain_signs(text).strip()
    if len(name) > MAX_PRESET_NAME or not _NAME_LETTER.search(name):
        return None
    try:
        _Reader(name, None, find_down_order(None)).items()
    except TextError:
        return find_name(name, _presets())
    return None


@cache
def _presets() -> tuple[RangeName, ...]:
    """Return the presets of razz without their folders, as their names differ."""
    return tuple(replace(named, folders=()) for named in preset_ranges() if GAMES[named.game].stud)


class _Reader:
    """A cursor over the text."""

    def __init__(self, text: str, door: int | None, order: str) -> None:
        self.text = text
        self.at = 0
        self._door, self._order = door, order
        self._notices = list[str]()

    def read(self) -> RazzText:
        """Read the whole text."""
        return RazzText(self.items(), tuple(self._notices))

    def peek(self) -> str:
        """Skip blanks and return the next character, empty at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> bool:
        """Step over ``sign`` if it is next."""
        if self.peek() != sign:
            return False
        self.at += 1
        return True

    def items(self) -> tuple[RazzItem, ...]:
        """Read the whole text: items between commas, those that are taken out last."""
        dealt, taken = list[RazzItem](), list[RazzItem]()
        self.peek()
        first = self.at
        while True:
            if self.take("!"):
                taken += self._taken()
            else:
                dealt += self._dealt()
            if not self.take(","):
                break
        if self.at < len(self.text):
            raise TextError(f"'{self.text[self.at]}' does not belong here; hands are separated by commas", self.at)
        if not dealt:
            raise TextError("'!' takes hands out of others; did you mean random, !...?", first)
        return (*dealt, *taken)

    def _taken(self) -> list[RazzItem]:
        """Read the exclusion after ``!``: an item, or several in brackets."""
        self.peek()
        opened = self.at if _TAKEN_LIST.match(self.text, self.at) else -1
        self.at += opened >= 0
        result = self._taken_items(opened >= 0)
        while opened >= 0 and not self.take(")"):
            if not self.peek():
                raise TextError("this list is not closed: ')' is missing", opened)
            if not self.take(","):
                raise TextError(f"'{self.text[self.at]}' does not belong here; hands are separated by commas", self.at)
            result += self._taken_items(listed=True)
        if opened >= 0:
            self._no_weight()
        return result

    def _taken_items(self, listed: bool) -> list[RazzItem]:
        """Read an item that is taken out, ``listed`` in brackets with others; a share is several."""
        if self.peek() == "!":
            raise TextError("'!' does not stand within what is taken out", self.at)
        start, hands = self.at, self._hands(listed)
        self._no_weight()
        return [RazzItem(slots, 0.0, start) for slots in hands]

    def _no_weight(self) -> None:
        if (sign := self.peek()) and sign in "@:":
            raise TextError("what is taken out has no weight", self.at)

    def _dealt(self) -> list[RazzItem]:
        """Read slots, groups and a weight up to a comma or the end; a share is several items."""
        self.peek()
        start, hands = self.at, self._hands()
        weight = self._weight()
        return [RazzItem(slots, weight, start) for slots in hands]

    def _hands(self, listed: bool = False) -> list[tuple[RazzSlot, ...]]:
        """Read a hand, or a share of the down cards with the cards behind them as the hands that it is."""
        self.peek()
        start, written = self.at, _SHARE.match(self.text, self.at)
        if not written:
            return [self._hand((), listed)]
        first, last = sorted((Decimal(written[1]), Decimal(written[2] or 0)))
        if last > HUNDRED:
            raise TextError(f"a share of the down cards is at most 100%, not {shown(written[0])}", start)
        self.at = written.end()
        slots = self._hand((RazzSlot(ALL_RANKS, free=True, position=start),) * DOWN, listed)
        return self._spread(slots, first, last, written[0])

    def _spread(
        self, slots: tuple[RazzSlot, ...], first: Decimal, last: Decimal, text: str
    ) -> list[tuple[RazzSlot, ...]]:
        """Return the hands with the best down cards behind the door among ``slots``, behind each of its ranks the
        best."""
        start, up = slots[0].position, slots[DOWN:]
        doors = mask_ranks(up[0].ranks) if up else () if self._door is None else (self._door,)
        if not doors:
            raise TextError(f"{shown(text)} goes by the door, which follows it, as in {shown(text)} 7", start)
        shares, hands = [Share(door, first, last, self._order) for door in doors], list[tuple[RazzSlot, ...]]()
        for share in shares:
            door = [up[0] if up[0].particular else replace(up[0], ranks=1 << share.door, free=False)] if up else []
            for product in cover(share.pairs()):
                down = (
                    _any_of(product.first, start, product.unpaired),
                    _any_of(product.second, start, product.unpaired),
                )
                behind = (
                    replace(slot, group=slot.group + (slot.group >= 0 and product.unpaired))
                    for slot in (*door, *up[1:])
                )
                hands.append((*down, *behind))
        if not hands:
            raise TextError(f"{shown(text)} is less than any pair of down cards", start)
        self._notices += [share.notice(text) for share in shares[:MAX_SHARE_NOTICES]]
        return hands

    def _hand(self, begun: tuple[RazzSlot, ...], listed: bool) -> tuple[RazzSlot, ...]:
        """Read slots and groups behind those that have ``begun`` a hand, or the word for any hand; one that is
        ``listed`` in brackets ends where they do."""
        self.peek()
        slots = [*begun]
        opened, groups, behind = -1, 0, self.at
        if not begun and (word := _ANY_HAND.match(self.text, self.at)):
            if word[0].lower() == "all":
                raise TextError(f"'{word[0]}' is no razz hand; any hand is x", self.at)
            self.at = word.end()
            if not (sign := self.peek()) or sign in ",@:)":
                return (RazzSlot(ALL_RANKS, free=True, position=word.start()),)
            slots = [RazzSlot(ALL_RANKS, free=True, position=word.start())] * DOWN
        while (sign := self.peek()) and sign not in ",@:":
            if sign == ")" and listed and opened < 0:
                break
            if sign != ")" and len(slots) >= THIRD_STREET and "\n" in self.text[behind : self.at]:
                raise TextError("a new line within a hand; write a comma between hands", self.at)
            if sign == "(":
                if opened >= 0:
                    raise TextError("groups do not nest", self.at)
                opened = self.at
                self.at += 1
            elif sign == ")":
                self._close(opened, slots, groups)
                opened, groups = -1, groups + 1
            else:
                if len(slots) == SLOTS:
                    raise TextError("a razz hand has at most seven cards; commas separate hands", self.at)
                slots.append(self._slot(groups if opened >= 0 else -1))
                behind = self.at
        if opened >= 0:
            raise TextError("this group is not closed: ')' is missing", opened)
        if not slots:
            result = f"'{sign}'" if sign else "the end"
            raise TextError(f"expected a card, found {result}", self.at)
        return tuple(slots)

    def _close(self, opened: int, slots: list[RazzSlot], group: int) -> None:
        if opened < 0:
            raise TextError("')' without '('", self.at)
        if not slots or slots[-1].group != group:
            raise TextError("this group is empty", opened)
        self.at += 1

    def _slot(self, group: int) -> RazzSlot:
        start, sign = self.at, self.text[self.at].lower()
        if sign in FREE_SIGNS:
            self.at += 1
            return RazzSlot(ALL_RANKS, free=True, group=group, position=start)
        if sign == "[":
            return RazzSlot(self._list(), group=group, position=start)
        if sign in "+-":
            raise TextError(f"'{sign}' belongs directly behind a rank", start)
        rank = self._rank()
        sign = self.text[self.at : self.at + 1]
        if sign in ("-", "+"):
            self.at += 1
            ranks = (2 << rank) - 1 if sign == "-" else ALL_RANKS & -(1 << rank)
            return RazzSlot(ranks, group=group, position=start)
        suit, self.at = read_suit(self.text, self.at)
        number = None if suit is None else SUITS.index(suit)
        return RazzSlot(1 << rank, particular=True, suit=number, group=group, position=start)

    def _rank(self) -> int:
        try:
            sign, self.at = read_rank(self.text, self.at)
        except TextError as error:
            low, hint = _LOW.search(self.text), _HINTS.get(self.text[self.at : self.at + 1].lower())
            if low and low.start() <= self.at < low.end():
                hint = f"texts name dealt cards and no final low; did you mean ({'-'.join((low[1] or low[2]) * 3)})?"
            elif _SHARE.match(self.text, self.at):
                hint = _WEIGHT
            raise TextError(f"{error.message}; {hint}" if hint else error.message, error.position) from None
        return RAZZ_RANKS.index(sign)

    def _list(self) -> int:
        """Read ``[A25]``, ``[A,2,5]`` or ``[5-8]`` and return the mask of the ranks."""
        start, ranks = self.at, 0
        self.at += 1
        while not self.take("]"):
            if not self.peek():
                raise TextError("this list is not closed: ']' is missing", start)
            if self.take(","):
                continue
            low = high = self._rank()
            if self.take("-"):
                self.peek()
                low, high = sorted((low, self._rank()))
            ranks |= (2 << high) - (1 << low)
        if not ranks:
            raise TextError("this list of ranks is empty", start)
        return ranks

    def _weight(self) -> float:
        """Read ``@percent`` or ``:fraction`` (or ``:percent%``); 1 where there is none."""
        sign = self.peek()
        if not sign or sign not in "@:":
            return 1.0
        self.at += 1
        self.peek()
        start = self.at
        result = _NUMBER.match(self.text, start)
        if not result:
            raise TextError(f"expected a number behind '{sign}'", start)
        self.at = result.end()
        return (read_percent if sign == "@" else read_fraction)(result[1] + result[2], start)


def _any_of(ranks: int, position: int, unpaired: bool) -> RazzSlot:
    """Return the slot of a down card that is one of ``ranks``, a mask."""
    free = ranks == ALL_RANKS and not unpaired
    return RazzSlot(ranks, free=free, group=0 if unpaired else -1, position=position)


def effective_items(hand: RazzText) -> tuple[int, ...]:
    """Return the indices of the items that are not written again further on: of equal slots the last weight stands.

    Several items stay several, even if all are the same: the cards of one item alone mean something else.
    """
    last = {item.slots: i for i, item in enumerate(hand.items)}
    if len(last) == 1:
        return tuple(range(len(hand.items)))[-2:]
    return tuple(sorted(last.values()))


def written_slots(hand: RazzText) -> int:
    """Return the number of slots up to the last one that says anything, the most of all items: 0 for ``x``."""
    return max(
        at + 1 if not slot.free or slot.group >= 0 else 0 for item in hand.items for at, slot in enumerate(item.slots)
    )


def min_slots(written: Iterable[int]) -> int:
    """Return how many cards the seats that draw next have, by what :func:`written_slots` counts of every active seat.

    Slots not written count up to third street. A wholly unknown hand does not determine the street.
    """
    return min((max(THIRD_STREET, count) for count in written if count), default=THIRD_STREET)


def first_slots(hand: RazzText, count: int) -> RazzText:
    """Return the text of the first ``count`` slots of a hand.

    Hands that are taken out for later cards, which others need not have, are not taken out.
    """
    dealt = [_later_ranks(item, count) for item in hand.items if item.weight > 0]
    return RazzText(
        tuple(
            replace(item, slots=item.slots[:count])
            for item in hand.items
            if item.weight > 0
            or all(
                not ranks & ~own for later in dealt for ranks, own in zip(later, _later_ranks(item, count), strict=True)
            )
        )
    )


def append_card(text: str, place: int, card: str, order: str | None = None) -> str:
    """Return a hand with a ``card`` in the slot ``place`` of all that it may be; empty where that slot is dealt or the
    text cannot be read."""
    try:
        items, (added,) = parse_razz(text, order=order).items, parse_razz(card).items
    except TextError:
        return ""
    if any(len(item.slots) > place for item in items):
        return ""
    free = RazzSlot(ALL_RANKS, free=True)
    missing = ((free,) * (place - len(item.slots)) for item in items)
    return format_razz(
        RazzText(
            tuple(
                replace(item, slots=(*item.slots, *slots, *added.slots))
                for item, slots in zip(items, missing, strict=True)
            )
        )
    )


def _later_ranks(item: RazzItem, count: int) -> tuple[int, ...]:
    """Return the masks of the ranks of the slots behind the first ``count``."""
    slots = [slot.ranks for slot in item.slots]
    return tuple((*slots, *(ALL_RANKS,) * (SLOTS - len(slots)))[count:])


def format_razz(hand: RazzText) -> str:
    """Return the canonical, compact text; parsing it gives ``hand`` again."""
    dealt = max((i + 1 for i, item in enumerate(hand.items) if item.weight > 0), default=len(hand.items))
    taken = (f"!{_item_text(replace(item, weight=1.0))}" for item in hand.items[dealt:])
    return ", ".join((*map(_item_text, hand.items[:dealt]), *taken))


def slot_text(slot: RazzSlot) -> str:
    """Return one slot as text: ``7``, ``7h``, ``7-``, ``7+``, ``[A25]`` or ``x``."""
    if slot.free:
        return "x"
    if slot.particular:
        return RAZZ_RANKS[slot.rank] + ("" if slot.suit is None else SUITS[slot.suit])
    top = slot.ranks.bit_length() - 1
    if slot.ranks & (slot.ranks - 1):
        if slot.ranks == (2 << top) - 1:
            return RAZZ_RANKS[top] + "-"
        if slot.ranks == ALL_RANKS & -(slot.ranks & -slot.ranks):
            return RAZZ_RANKS[slot.rank] + "+"
    return f"[{_runs(slot.ranks)}]"


def _runs(ranks: int) -> str:
    """Return the ranks of a mask, three and more in a row as a span: ``A25-8``."""
    text, rank = "", 0
    while rank < RANK_COUNT:
        end = rank
        while ranks >> end & 1:
            end += 1
        run = RAZZ_RANKS[rank:end]
        text += f"{run[0]}-{run[-1]}" if len(run) > 2 else run
        rank = max(end, rank + 1)
    return text


def _item_text(item: RazzItem) -> str:
    text, inside = "", -1
    for slot in item.slots:
        if slot.group != inside:
            text += ")" if inside >= 0 else ""
            text += "(" if slot.group >= 0 else ""
            inside = slot.group
        text += slot_text(slot)
    text += ")" if inside >= 0 else ""
    return text if item.weight == 1 else f"{text}@{own_percent_text(item.weight)}"


def slot_texts(text: str) -> tuple[str, ...] | None:
    """Return the canonical texts of the slots of a plain text, as a window shows them in card slots.

    None where groups, commas or a weight make the text more than slots, and where it cannot be read. A blank
    text has no slots.
    """
    if not text.strip():
        return ()
    try:
        items = parse_razz(text).items
    except TextError:
        return None
    if len(items) > 1 or items[0].weight != 1 or any(slot.group >= 0 for slot in items[0].slots):
        return None
    return tuple(slot_text(slot) for slot in items[0].slots)
