"""Parses razz hand texts into items and slots and writes them back in canonical form; and a deck that counts the cards
and bare ranks in them.

A text is one or more comma-separated items, each with a weight; ``!`` before an item excludes it. An item is up to
seven slots in dealing order, some of them in groups (round brackets) whose cards have different ranks. A share of the
down cards behind a door (``15% 7``) is replaced by items for its pairs. :mod:`engine.ranges.razz` computes the cards
that a text represents.
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
    excerpt,
    plain_signs,
    read_rank,
    read_suit,
)
from engine.games import GAMES
from engine.ranges.names import NameMatch, find_name, name_at, preset_ranges, unknown_name
from engine.ranges.razz_products import ALL_RANKS, RANK_COUNT, cover, mask_ranks
from engine.ranges.razz_shares import HUNDRED, Share, find_down_order
from engine.ranges.weight_text import NUMBER, own_percent_text, read_fraction, read_percent
from engine.scenario import RangeName


@dataclass(frozen=True, slots=True)
class RazzCard:
    """A card whose suit (0-3) may be unknown. ``rank`` is 0 (ace) to 12 (king), ``position`` its index in the text."""

    rank: int
    suit: int | None
    position: int = field(default=0, compare=False)


def parse_razz_cards(text: str) -> tuple[RazzCard, ...]:
    """Parse cards and bare ranks with any separators between them, as in ``77 Kh``.

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
    """A deck from which known cards are removed one by one."""

    def __init__(self) -> None:
        self.live: I64 = np.full(13, 4, dtype=np.int64)
        """Number of remaining cards of each rank, int64[13]."""
        self._seen: set[tuple[int, int]] = set()

    def take(self, card: RazzCard) -> None:
        """Remove ``card`` from the deck.

        Raises:
            TextError: this card has been removed already, or all four cards of its rank have.
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
"""Number of cards dealt before the first betting round. A line break after that many probably begins a new hand."""

_NUMBER = re.compile(rf"({NUMBER})\s*(%?)")
_ANY_HAND = re.compile(r"(?:random|any|all)(?![a-z0-9])", re.IGNORECASE)
_EXCLUDED_LIST = re.compile(r"\((?:[^()\[\]]|\[[^\]]*\])*(?:\(|,)")
"""A list of hands in brackets after ``!``. Unlike a group it contains a comma or another bracket."""
_SHARE = re.compile(rf"(?:(?:top|best)\s+)?({NUMBER})\s*%(?:\s*-\s*({NUMBER})\s*%)?", re.IGNORECASE)
_LOW = re.compile(r"\b(?:(?:rough|smooth)\s+([5-9])|([5-9])(?:\s+or\s+better|\s*-?\s*low))\b", re.IGNORECASE)
"""A final low as players name it (``8 low``). A text lists dealt cards, so it cannot contain one."""
DOWN = 2
_WEIGHT = "write the weight after its hand: A29@50, A29:0.5"
_HINTS = {
    ";": "separate hands with commas",
    "|": "separate hands with commas",
    "v": "paste a whole matchup at once, as in A29 v 647 | dead K",
    "0": _WEIGHT,
    ".": _WEIGHT,
    "%": _WEIGHT,
    "u": "up cards follow the down cards without a sign",
    "/": "up cards follow the down cards without a sign",
    "!": "'!' excludes a whole hand, after a comma: x, !A29",
    "{": "a choice of ranks is [A25]",
    "]": "no list of ranks is open",
    "1": "an ace is A",
    "o": "suits do not matter",
}
"""Advice by the character that was found instead of a rank."""


@dataclass(frozen=True, slots=True)
class RazzSlot:
    """One slot: ``ranks`` is the 13-bit mask (ace 1, king 4096) of the ranks that it may have.

    There are three kinds: ``particular`` is one known card of the single rank in ``ranks``, with its ``suit`` (0-3) if
    one was written; ``free`` is ``x``, any card; everything else is a choice of ranks. ``group`` is the number of the
    slot's group within the item, from 0, or -1 for none. ``position`` is the index in the text and is ignored in
    comparisons.
    """

    ranks: int
    particular: bool = False
    free: bool = False
    suit: int | None = None
    group: int = -1
    position: int = field(default=0, compare=False)

    @property
    def rank(self) -> int:
        """The lowest rank of the slot, 0 (ace) to 12 (king). For a particular card it is the only one."""
        return (self.ranks & -self.ranks).bit_length() - 1


@dataclass(frozen=True, slots=True)
class RazzItem:
    """Up to seven slots in dealing order and a weight in [0, 1]. ``position`` is the index of its first sign."""

    slots: tuple[RazzSlot, ...]
    weight: float = 1.0
    position: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RazzText:
    """A parsed text: at least one item. If several items fit the same cards, the last of them decides.

    Excluded items (``!``) have weight 0 and come after all others, wherever they are written. ``notices`` explain how
    the shares in the text are read.
    """

    items: tuple[RazzItem, ...]
    notices: tuple[str, ...] = field(default=(), compare=False)


MAX_PRESET_NAME = 80
"""Maximum number of characters of a text that is looked up as the name of a preset."""
_NAME_LETTER = re.compile(r"[^\W\d_aAtTjJqQkKxXsShHdDcC]")
"""A letter that occurs in no hand but in every preset's name (a test checks this).

It distinguishes a name from a hand without parsing the text, which matters because most texts are hands."""
MAX_SHARE_NOTICES = 2
"""Maximum number of doors of a share that get a notice."""
CACHED_TEXTS = 32
"""Number of parsed texts in the cache: those of a table, with and without brackets, before and after an edit."""


def parse_razz(text: str, door: int | None = None, order: str | None = None) -> RazzText:
    """Parse a razz hand text, which must not be blank. The name of a preset is replaced by its text.

    >>> hand = parse_razz("(8-8-)7, A29@50")
    >>> [(len(item.slots), item.weight) for item in hand.items]
    [(3, 1.0), (3, 0.5)]
    >>> format_razz(hand)
    '(8-8-)7, A29@50'

    ``door``: the rank of the up card for shares of down cards (``15%``) that are written without one. ``order``: the
    name of the ranking of down cards that shares use, or None for the default.

    Raises:
        TextError: something cannot be read; the position is that of the character or token.
        ScenarioError: there is no such ranking.
    """
    return _parsed(text, door, find_down_order(order))


@lru_cache(maxsize=CACHED_TEXTS)
def _parsed(text: str, door: int | None, order: str) -> RazzText:
    """Return the meaning of a hand text or of a preset's name; recent texts are cached. Arguments as in
    :func:`parse_razz`.

    All slots of a preset have the position of the name, so that errors point there.
    """
    check_length(text)
    plain = plain_signs(text)
    try:
        return _Reader(plain, door, order).read()
    except TextError as error:
        name = plain.strip()
        if len(name) > MAX_PRESET_NAME:
            raise
        at = len(plain) - len(plain.lstrip())
        # A preset's name is looked up only after parsing has failed, because nearly all texts are hands.
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
    """Return the preset whose name ``text`` is, or None if it is any other text."""
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
    """Return the presets of razz without their folders: their names are unique."""
    return tuple(replace(named, folders=()) for named in preset_ranges() if GAMES[named.game].stud)


class _Reader:
    """A recursive-descent parser with a cursor, ``at``, into the text."""

    def __init__(self, text: str, door: int | None, order: str) -> None:
        self.text = text
        self.at = 0
        self._door, self._order = door, order
        self._notices = list[str]()

    def read(self) -> RazzText:
        """Parse the complete text."""
        return RazzText(self.items(), tuple(self._notices))

    def peek(self) -> str:
        """Skip blanks and return the next character, or "" at the end."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def take(self, sign: str) -> bool:
        """Step over ``sign`` and return True if it is the next character."""
        if self.peek() != sign:
            return False
        self.at += 1
        return True

    def items(self) -> tuple[RazzItem, ...]:
        """Parse the comma-separated items of the complete text; return the excluded ones last."""
        included, excluded = list[RazzItem](), list[RazzItem]()
        self.peek()
        first = self.at
        while True:
            if self.take("!"):
                excluded += self._excluded()
            else:
                included += self._included()
            if not self.take(","):
                break
        if self.at < len(self.text):
            raise TextError(f"'{self.text[self.at]}' does not belong here; hands are separated by commas", self.at)
        if not included:
            raise TextError("'!' excludes hands from other hands; did you mean random, !...?", first)
        return (*included, *excluded)

    def _excluded(self) -> list[RazzItem]:
        """Parse the text after ``!``: one item, or a list of items in brackets."""
        self.peek()
        opened = self.at if _EXCLUDED_LIST.match(self.text, self.at) else -1
        self.at += opened >= 0
        result = self._excluded_hands(opened >= 0)
        while opened >= 0 and not self.take(")"):
            if not self.peek():
                raise TextError("this list is not closed: ')' is missing", opened)
            if not self.take(","):
                raise TextError(f"'{self.text[self.at]}' does not belong here; hands are separated by commas", self.at)
            result += self._excluded_hands(in_list=True)
        if opened >= 0:
            self._reject_weight()
        return result

    def _excluded_hands(self, in_list: bool) -> list[RazzItem]:
        """Parse an excluded item; ``in_list``: it is inside the brackets of a list. A share becomes several items."""
        if self.peek() == "!":
            raise TextError("'!' cannot be inside an exclusion", self.at)
        start, hands = self.at, self._hands(in_list)
        self._reject_weight()
        return [RazzItem(slots, 0.0, start) for slots in hands]

    def _reject_weight(self) -> None:
        if (sign := self.peek()) and sign in "@:":
            raise TextError("excluded hands have no weight", self.at)

    def _included(self) -> list[RazzItem]:
        """Parse slots, groups and a weight up to the next comma or the end. A share becomes several items."""
        self.peek()
        start, hands = self.at, self._hands()
        weight = self._weight()
        return [RazzItem(slots, weight, start) for slots in hands]

    def _hands(self, in_list: bool = False) -> list[tuple[RazzSlot, ...]]:
        """Parse a hand, or a share of the down cards with the cards after it, which becomes one hand per product."""
        self.peek()
        start, written = self.at, _SHARE.match(self.text, self.at)
        if not written:
            return [self._hand((), in_list)]
        first, last = sorted((Decimal(written[1]), Decimal(written[2] or 0)))
        if last > HUNDRED:
            raise TextError(f"a share of the down cards is at most 100%, not {excerpt(written[0])}", start)
        self.at = written.end()
        slots = self._hand((RazzSlot(ALL_RANKS, free=True, position=start),) * DOWN, in_list)
        return self._spread(slots, first, last, written[0])

    def _spread(
        self, slots: tuple[RazzSlot, ...], first: Decimal, last: Decimal, text: str
    ) -> list[tuple[RazzSlot, ...]]:
        """Return the hands of a share ``text`` of the down cards, from ``first`` to ``last`` percent.

        ``slots``: two free down cards and the up cards after the share. If the door may have several ranks, each of
        them has its own best down cards. The pairs are written as few products of rank sets (``razz_products.cover``).
        """
        start, up = slots[0].position, slots[DOWN:]
        doors = mask_ranks(up[0].ranks) if up else () if self._door is None else (self._door,)
        if not doors:
            raise TextError(f"{excerpt(text)} needs the door card after it, as in {excerpt(text)} 7", start)
        shares, hands = [Share(door, first, last, self._order) for door in doors], list[tuple[RazzSlot, ...]]()
        for share in shares:
            door = [up[0] if up[0].particular else replace(up[0], ranks=1 << share.door, free=False)] if up else []
            for product in cover(share.pairs()):
                down = (
                    _any_of(product.first, start, product.unpaired),
                    _any_of(product.second, start, product.unpaired),
                )
                # The down cards of an unpaired product are group 0, so the groups of the up cards move up by one.
                later = (
                    replace(slot, group=slot.group + (slot.group >= 0 and product.unpaired))
                    for slot in (*door, *up[1:])
                )
                hands.append((*down, *later))
        if not hands:
            raise TextError(f"{excerpt(text)} is less than one pair of down cards", start)
        self._notices += [share.notice(text) for share in shares[:MAX_SHARE_NOTICES]]
        return hands

    def _hand(self, begun: tuple[RazzSlot, ...], in_list: bool) -> tuple[RazzSlot, ...]:
        """Parse slots and groups after the slots ``begun``, or the word for any hand.

        ``in_list``: the hand is inside the brackets of an excluded list and ends at their closing bracket.
        """
        self.peek()
        slots = [*begun]
        opened, groups, last_end = -1, 0, self.at
        if not begun and (word := _ANY_HAND.match(self.text, self.at)):
            if word[0].lower() == "all":
                raise TextError(f"'{word[0]}' is not a razz hand; for any hand write x", self.at)
            self.at = word.end()
            if not (sign := self.peek()) or sign in ",@:)":
                return (RazzSlot(ALL_RANKS, free=True, position=word.start()),)
            slots = [RazzSlot(ALL_RANKS, free=True, position=word.start())] * DOWN
        while (sign := self.peek()) and sign not in ",@:":
            if sign == ")" and in_list and opened < 0:
                break
            # Pasted hands are often one per line. Without this check they would be joined to one long hand.
            if sign != ")" and len(slots) >= THIRD_STREET and "\n" in self.text[last_end : self.at]:
                raise TextError("a new line within a hand; write a comma between hands", self.at)
            if sign == "(":
                if opened >= 0:
                    raise TextError("groups cannot be nested", self.at)
                opened = self.at
                self.at += 1
            elif sign == ")":
                self._close(opened, slots, groups)
                opened, groups = -1, groups + 1
            else:
                if len(slots) == SLOTS:
                    raise TextError("a razz hand has at most seven cards; separate hands with commas", self.at)
                slots.append(self._slot(groups if opened >= 0 else -1))
                last_end = self.at
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
        """Read one card: ``x``, a choice such as ``[A25]``, a rank alone, with a suit, or with ``-`` or ``+`` (8-, 9+).

        ``group``: the number of the bracket around it, or -1.
        """
        start, sign = self.at, self.text[self.at].lower()
        if sign in FREE_SIGNS:
            self.at += 1
            return RazzSlot(ALL_RANKS, free=True, group=group, position=start)
        if sign == "[":
            return RazzSlot(self._list(), group=group, position=start)
        if sign in "+-":
            raise TextError(f"'{sign}' belongs directly after a rank", start)
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
        """Read a rank and return its index, 0 (ace) to 12 (king).

        Raises:
            TextError: there is none; common mistakes, such as a final low or a share, get a hint.
        """
        try:
            sign, self.at = read_rank(self.text, self.at)
        except TextError as error:
            low, hint = _LOW.search(self.text), _HINTS.get(self.text[self.at : self.at + 1].lower())
            if low and low.start() <= self.at < low.end():
                hint = f"type the dealt cards, not the final low; did you mean ({'-'.join((low[1] or low[2]) * 3)})?"
            elif _SHARE.match(self.text, self.at):
                hint = _WEIGHT
            raise TextError(f"{error.message}; {hint}" if hint else error.message, error.position) from None
        return RAZZ_RANKS.index(sign)

    def _list(self) -> int:
        """Parse a choice of ranks, ``[A25]``, ``[A,2,5]`` or ``[5-8]``, and return its rank mask."""
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
        """Parse ``@percent`` or ``:fraction`` (or ``:percent%``). Return 1 if there is no weight."""
        sign = self.peek()
        if not sign or sign not in "@:":
            return 1.0
        self.at += 1
        self.peek()
        start = self.at
        result = _NUMBER.match(self.text, start)
        if not result:
            raise TextError(f"expected a number after '{sign}'", start)
        self.at = result.end()
        return (read_percent if sign == "@" else read_fraction)(result[1] + result[2], start)


def _any_of(ranks: int, position: int, unpaired: bool) -> RazzSlot:
    """Return the slot of a down card with one of the ranks in the mask ``ranks``. ``unpaired``: it is in group 0."""
    free = ranks == ALL_RANKS and not unpaired
    return RazzSlot(ranks, free=free, group=0 if unpaired else -1, position=position)


def effective_items(hand: RazzText) -> tuple[int, ...]:
    """Return the indices of the items that have an effect: of items with equal slots only the last one has.

    If all items have the same slots, two of them are returned. A single item would change the meaning: its particular
    cards would leave the deck, while in a text of several items they are choices of one rank.
    """
    last = {item.slots: i for i, item in enumerate(hand.items)}
    if len(last) == 1:
        return tuple(range(len(hand.items)))[-2:]
    return tuple(sorted(last.values()))


def written_slots(hand: RazzText) -> int:
    """Return the number of slots up to the last one that is not free, the maximum over all items; 0 for ``x``."""
    return max(
        at + 1 if not slot.free or slot.group >= 0 else 0 for item in hand.items for at, slot in enumerate(item.slots)
    )


def min_slots(written: Iterable[int]) -> int:
    """Return how many cards the seats with the fewest cards have, at least three: they draw next.

    ``written``: the :func:`written_slots` of each active seat. A completely unknown hand (0) is ignored, because it
    does not determine the street.
    """
    return min((max(THIRD_STREET, count) for count in written if count), default=THIRD_STREET)


def first_slots(hand: RazzText, count: int) -> RazzText:
    """Return the text of the first ``count`` slots of a hand.

    An exclusion is dropped if it depends on later cards that some included hand need not have.
    """
    # An exclusion remains if its later slots allow every rank that the later slots of the included items allow: then it
    # does not depend on them.
    included = [_later_ranks(item, count) for item in hand.items if item.weight > 0]
    return RazzText(
        tuple(
            replace(item, slots=item.slots[:count])
            for item in hand.items
            if item.weight > 0
            or all(
                not ranks & ~excluded
                for later in included
                for ranks, excluded in zip(later, _later_ranks(item, count), strict=True)
            )
        )
    )


def append_card(text: str, slot: int, card: str, order: str | None = None) -> str:
    """Return a hand with ``card`` in the slot with index ``slot`` of each of its items.

    Slots between are free. Return "" if that slot is already written or the text cannot be read.
    """
    try:
        items, (added,) = parse_razz(text, order=order).items, parse_razz(card).items
    except TextError:
        return ""
    if any(len(item.slots) > slot for item in items):
        return ""
    free = RazzSlot(ALL_RANKS, free=True)
    missing = ((free,) * (slot - len(item.slots)) for item in items)
    return format_razz(
        RazzText(
            tuple(
                replace(item, slots=(*item.slots, *slots, *added.slots))
                for item, slots in zip(items, missing, strict=True)
            )
        )
    )


def _later_ranks(item: RazzItem, count: int) -> tuple[int, ...]:
    """Return the rank masks of the slots after the first ``count``."""
    slots = [slot.ranks for slot in item.slots]
    return tuple((*slots, *(ALL_RANKS,) * (SLOTS - len(slots)))[count:])


def format_razz(hand: RazzText) -> str:
    """Return the canonical, compact text. Parsing it gives ``hand`` again."""
    included = max((i + 1 for i, item in enumerate(hand.items) if item.weight > 0), default=len(hand.items))
    excluded = (f"!{_item_text(replace(item, weight=1.0))}" for item in hand.items[included:])
    return ", ".join((*map(_item_text, hand.items[:included]), *excluded))


def slot_text(slot: RazzSlot) -> str:
    """Return a slot as text: ``7``, ``7h``, ``7-``, ``7+``, ``[A25]`` or ``x``."""
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
    """Return the ranks of a mask as text, with three or more in a row as a span: ``A25-8``."""
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
    """Return the text of an item: its slots, with brackets around each group, and its weight unless it is 1."""
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
    """Return the canonical texts of the slots of a plain hand, for card slots in a window.

    A blank text has no slots. Return None if the text cannot be read, or has groups, several items or a weight.
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
