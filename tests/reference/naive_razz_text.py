"""What a razz hand text means, from the specification alone: sign by sign, and rank by rank for the ways."""

import re
from collections import defaultdict
from fractions import Fraction
from itertools import product

RANKS = "A23456789TJQK"
SUITS = dict(zip("shdcSHDC♠♥♦♣♤♡♢♧", [0, 1, 2, 3] * 4, strict=True))
INVISIBLE = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
DASHES = "-‐‑‒–—―−"
ANY = (set(range(13)), False, True, None, -1)


class Unreadable(Exception):  # noqa: N818
    """The text means nothing."""


def tree(text):
    """The items of ``text`` as (slots, weight), or None; a slot is (ranks, particular, free, suit, group)."""
    try:
        return _Reader(text).items()
    except Unreadable:
        return None


def rows(items, known=()):
    """{(down, up): (suited ways, weight)} of the ``items`` of a tree; ``known`` are ranks that have left the deck.

    None where no cards are left for them.
    """
    live = [4] * 13
    for rank in known:
        live[rank] -= 1
    hands = [slots + [ANY] * (7 - len(slots)) for slots, _ in items]
    fixed = [len(items) == 1 and hands[0][i][1] for i in range(7)]
    for i in range(7):
        if fixed[i]:
            live[min(hands[0][i][0])] -= 1
    if min(live) < 0:
        return None
    written = [fixed[i] or any(not slots[i][2] or slots[i][4] >= 0 for slots in hands) for i in range(7)]
    pair = any(written[:2]) and not any(fixed[:2])
    written[:2] = [pair or written[0], pair or written[1]]
    places = [i for i in range(7) if written[i]]
    result = {}
    for ranks in product(*(sorted(hands[0][i][0]) if fixed[i] else range(13) for i in places)):
        dealt = dict(zip(places, ranks, strict=True))
        if pair and dealt[0] > dealt[1]:
            continue
        fitting = [
            n for n, slots in enumerate(hands) if _fits(slots, dealt) or (pair and _fits(slots, _swapped(dealt)))
        ]
        ways = _ways([dealt[i] for i in places if not fixed[i]], live)
        if not fitting or not ways or not items[fitting[-1]][1]:
            continue
        ways //= 2 if pair and dealt[0] == dealt[1] else 1
        down = "".join(RANKS[r] if r < 13 else "x" for r in sorted(dealt.get(i, 13) for i in (0, 1)))
        up = "".join(RANKS[dealt[i]] if i in dealt else "x" for i in range(2, 7)).rstrip("x")
        result[down, up] = (result.get((down, up), (0, 0))[0] + ways, items[fitting[-1]][1])
    return result or None


def _swapped(dealt):
    return dealt | {0: dealt[1], 1: dealt[0]}


def _fits(slots, dealt):
    groups = defaultdict(list)
    for i, rank in dealt.items():
        if rank not in slots[i][0]:
            return False
        if slots[i][4] >= 0:
            groups[slots[i][4]].append(rank)
    return all(len(set(ranks)) == len(ranks) for ranks in groups.values())


def _ways(ranks, live):
    left, ways = list(live), 1
    for rank in ranks:
        ways *= max(left[rank], 0)
        left[rank] -= 1
    return ways


class _Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def sign(self):
        return self.text[self.at : self.at + 1]

    def blanks(self):
        start = self.at
        while self.sign() and (self.sign().isspace() or self.sign() in INVISIBLE):
            self.at += 1
        return self.text[start : self.at]

    def one_of(self, signs):
        if self.sign() and self.sign() in signs:
            self.at += 1
            return self.text[self.at - 1]
        return None

    def rank(self):
        if self.text.startswith("10", self.at):
            self.at += 2
            return 9
        sign = self.one_of(RANKS + RANKS.lower())
        if not sign:
            raise Unreadable("rank")
        return RANKS.index(sign.upper())

    def slot(self, group):
        if self.one_of("xX*?"):
            return (*ANY[:4], group)
        if self.one_of("["):
            return self.ranks(), False, False, None, group
        rank = self.rank()
        if self.one_of(DASHES):
            return set(range(rank + 1)), False, False, None, group
        if self.one_of("+"):
            return set(range(rank, 13)), False, False, None, group
        suit = self.one_of(list(SUITS))
        if suit:
            self.one_of("\ufe0f")
        return {rank}, True, False, SUITS.get(suit), group

    def ranks(self):
        result = set()
        while True:
            self.blanks()
            if self.one_of("]"):
                break
            if self.one_of(","):
                continue
            low = high = self.rank()
            self.blanks()
            if self.one_of(DASHES):
                self.blanks()
                high = self.rank()
            result |= set(range(min(low, high), max(low, high) + 1))
        if not result:
            raise Unreadable("empty list")
        return result

    def item(self):
        return self.hand(), self.weight()

    def hand(self, listed=False):
        self.blanks()
        begun = []
        word = next((w for w in ("random", "any") if self.text[self.at : self.at + len(w)].lower() == w), "")
        if word and not re.match(r"[a-zA-Z0-9]", self.text[self.at + len(word) :]):
            self.at += len(word)
            self.blanks()
            if not self.sign() or self.sign() in ",@:)":
                return [ANY]
            begun = [ANY, ANY]
        slots, groups, inside, new_line = begun, 0, 0, False
        while True:
            new_line |= "\n" in self.blanks()
            if not self.sign() or self.sign() in ",@:" or (listed and not inside and self.sign() == ")"):
                break
            if self.one_of(")"):
                if inside < 2:
                    raise Unreadable("no group or an empty one")
                inside, groups = 0, groups + 1
                continue
            if new_line and len(slots) >= 3:
                raise Unreadable("a list of hands without commas")
            if self.one_of("("):
                if inside:
                    raise Unreadable("nested group")
                inside = 1
                continue
            if len(slots) == 7:
                raise Unreadable("eight slots")
            slots.append(self.slot(groups if inside else -1))
            inside, new_line = 2 if inside else 0, False
        if inside or not slots:
            raise Unreadable("open group or nothing")
        return slots

    def digits(self):
        start = self.at
        while self.one_of("0123456789"):
            pass
        return self.text[start : self.at]

    def weight(self):
        mark = self.one_of("@:")
        if not mark:
            return 1.0
        self.blanks()
        whole, point = self.digits(), self.one_of(".")
        part = self.digits() if point else ""
        if not whole + part:
            raise Unreadable("number")
        end, power = self.at, "0"
        if self.one_of("eE"):
            minus = "-" if (self.one_of("+" + DASHES) or "+") != "+" else ""
            power = self.digits()
            if not 1 <= len(power) <= 3:
                self.at, power = end, "0"
            power = minus + power if self.at > end else "0"
        weight = Fraction(f"{whole or 0}.{part or 0}") * Fraction(10) ** int(power)
        self.blanks()
        weight /= 100 if self.one_of("%") or mark == "@" else 1
        if weight > 1:
            raise Unreadable("weight")
        return float(weight)

    def items(self):
        dealt, taken = [], []
        while True:
            self.blanks()
            if self.one_of("!"):
                taken += [(slots, 0.0) for slots in self.taken()]
            else:
                dealt.append(self.item())
            self.blanks()
            if not self.sign():
                break
            if not self.one_of(","):
                raise Unreadable("what follows")
        if not dealt:
            raise Unreadable("nothing to take it out of")
        return dealt + taken

    def taken(self):
        """The hands behind an exclamation mark: one, or those of a list, which holds a comma or brackets."""
        self.blanks()
        start = self.at
        try:
            result = [self.hand()]
        except Unreadable:
            self.at = start
            if not self.one_of("("):
                raise
            result = [self.hand(listed=True)]
            while self.one_of(","):
                result.append(self.hand(listed=True))
            if not self.one_of(")"):
                raise Unreadable("open list") from None
        self.blanks()
        if self.sign() and self.sign() in "@:":
            raise Unreadable("a weight of what is taken out")
        return result
