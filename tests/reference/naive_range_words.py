"""The signs and words of hold'em range texts, from the specification alone, as sets of combo names.

Slow and obvious. It shares nothing with ``engine.ranges`` but the shipped order of hands and its words, and
knows no hints.
"""

import json
import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

from engine.ranges.phrases import FIXED, NUMBER_NAMES, RANK_NAMES

RANKS = "23456789TJQKA"
SUITS = "shdc"
SIGNS = dict(zip("♠♥♦♣♤♡♢♧", SUITS * 2, strict=True))
INVISIBLE = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
DASHES = "-‐‑‒–—―−"
ORDER = json.loads((Path(__file__).parents[2] / "resources" / "orders" / "v1.json").read_text(encoding="utf-8"))


NAME = "(" + "|".join(RANK_NAMES) + ")"
SHARE = r"((?:100|[0-9][0-9]?)(?:\.[0-9]+)?|" + "|".join(NUMBER_NAMES) + ")"
SIGN = r"(?:\s*(?:%|percent|per\s+cent|pct))"
OF_HANDS = r"(?:\s+(?:hands|of\s+hands|of\s+all\s+hands|range|vpip))?"
CARD = "(10|[2-9TJQKA])"


def rank(name):
    return RANK_NAMES.get(name.lower(), name.upper())


def figure(name):
    return NUMBER_NAMES.get(name.lower(), name)


def suitedness(word):
    return (word or "").strip()[:1].lower()


PHRASES = [
    (f"(?:the\\s+)?(?:top|best)\\s+{SHARE}{SIGN}?{OF_HANDS}", lambda m: f"{figure(m[1])}%"),
    (f"(?:(?:top|best)\\s+)?{SHARE}{SIGN}?\\s*(?:-|to)\\s*{SHARE}{SIGN}", lambda m: f"{figure(m[1])}%-{figure(m[2])}%"),
    (f"(?:the\\s+)?(?:worst|bottom)\\s+{SHARE}{SIGN}{OF_HANDS}", lambda m: f"{100 - float(figure(m[1])):g}%-100%"),
    (f"{SHARE}{SIGN}{OF_HANDS}", lambda m: f"{figure(m[1])}%"),
    (f"pocket\\s+(?:{CARD}\\1?|{CARD}s|{NAME}s?)", lambda m: 2 * rank(m[1] or m[2] or m[3])),
    (f"(?:a\\s+)?pair\\s+of\\s+(?:{CARD}|{NAME})s?", lambda m: 2 * rank(m[1] or m[2])),
    (f"(?:pocket\\s+|pair\\s+of\\s+)?{NAME}s\\s+(?:or\\s+better|plus|[+])", lambda m: 2 * rank(m[1]) + "+"),
    (f"{NAME}s", lambda m: 2 * rank(m[1])),
    (f"{NAME}[\\s-]?{NAME}(\\s*(?:suited|off(?:suit(?:ed)?)?))?", lambda m: rank(m[1]) + rank(m[2]) + suitedness(m[3])),
    (r"any\s+(?:two\s+)?suited(?:\s+(?:cards|hands?))?|(?:two\s+)?suited\s+(?:cards|hands?)",
        lambda _: ", ".join(f"{top}2s+" for top in RANKS[2:]) + ", 32s"),
    (f"(?:any\\s+)?suited\\s+{NAME}s?", lambda m: rank(m[1]) + "xs"),
    (f"(?:any|an?)\\s+{NAME}", lambda m: rank(m[1]) + "x"),
    (f"any\\s+{NAME}(\\s*(?:suited|off(?:suit(?:ed)?)?))", lambda m: rank(m[1]) + "x" + suitedness(m[2])),
    (f"{NAME}\\s+of\\s+([shdc])[a-z]*s", lambda m: rank(m[1]) + m[2] + "x"),
    (f"{CARD}{CARD}([shdc])([shdc])", lambda m: m[1] + m[3] + m[2] + m[4]),
    (f"{CARD}([shdc]){CARD}x", lambda m: ", ".join(
        m[1] + m[2] + m[3] + suit for suit in SUITS if rank(m[3]) != rank(m[1]) or suit != m[2].lower())),
]  # fmt: skip


class Unreadable(Exception):  # noqa: N818
    """The text means nothing."""


def combo(a, b):
    """The name of a combo: the higher rank first, within a rank the suit order s, h, d, c."""
    return "".join(sorted((a, b), key=lambda card: (-RANKS.index(card[0]), SUITS.index(card[1]))))


def class_of(top, low, kind):
    """The names of the combos of AK, AKs, AKo or AA."""
    if top == low:
        return {combo(top + a, low + b) for a, b in combinations(SUITS, 2)}
    return {combo(top + a, low + b) for a, b in product(SUITS, SUITS) if kind == "" or (a == b) == (kind == "s")}


EVERYTHING = frozenset(combo(a, b) for a, b in combinations([r + s for r in RANKS for s in SUITS], 2))
BEST_FIRST = [
    class_of(name[0], name[1], name[2:])
    for name, _ in sorted(ORDER["strengths"].items(), key=lambda item: -item[1])
]  # fmt: skip


def best(percent):
    """The best share of all combos: whole classes, the one at the boundary if that is nearer."""
    wanted, taken = percent * 1326 / 100, set()
    for names in BEST_FIRST:
        if len(taken) == wanted or len(taken) + len(names) - wanted > wanted - len(taken):
            break
        taken |= names
    return taken


class Words:
    """Reads words of ``text`` from ``at`` on."""

    def __init__(self, text, climb):
        self.text = text
        self.at = 0
        self.climb = climb

    # signs

    def sign(self):
        return self.text[self.at : self.at + 1]

    def is_blank(self):
        return self.sign() != "" and (self.sign().isspace() or self.sign() in INVISIBLE)

    def blanks(self):
        while self.is_blank():
            self.at += 1

    def one_of(self, signs):
        if self.sign() and self.sign() in signs:
            self.at += 1
            return self.text[self.at - 1]
        return None

    def ended(self):
        return self.sign() == "" or self.is_blank() or self.sign() in ",;:@[]()"

    def digits(self):
        start = self.at
        while self.one_of("0123456789"):
            pass
        return self.text[start : self.at]

    def number(self, powers=True):
        """An unsigned decimal number, with a power of ten (``5e-1``) where they are allowed."""
        start = self.at
        whole, point = self.digits(), self.one_of(".")
        part = self.digits() if point else ""
        if not whole + part:
            self.at = start
            return None
        end = self.at
        if powers and self.one_of("eE"):
            minus = (self.one_of("+" + DASHES) or "+") != "+"
            power = self.digits()
            if 1 <= len(power) <= 3:
                return Fraction(f"{whole or '0'}.{part or '0'}") * Fraction(10) ** int(f"-{power}" if minus else power)
        self.at = end
        return Fraction(f"{whole or '0'}.{part or '0'}")

    def percent(self):
        start = self.at
        self.blanks()
        if self.one_of("%"):
            return True
        self.at = start
        return False

    # words

    def rank(self):
        if self.text.startswith("10", self.at):
            self.at += 2
            return "T"
        sign = self.one_of("23456789TJQKAtjqka")
        return sign and sign.upper()

    def suit(self):
        sign = self.one_of("shdcSHDC" + "".join(SIGNS))
        if sign and self.sign() == "\ufe0f":
            self.at += 1
        return sign and SIGNS.get(sign, sign.lower())

    def kind(self):
        return (self.one_of("soSO") or "").lower()

    def word(self):
        start = self.at
        every = self.all() is not None and self.ended()
        self.at = start
        if every and (result := self.phrase()):
            return result
        for form in (self.all, self.share, self.suited_span, self.combo, self.wild, self.classes, self.phrase):
            self.at = start
            try:
                result = form()
            except Unreadable:
                continue
            if result is not None and self.ended():
                return result
        raise Unreadable("word")

    def phrase(self):
        """The longest phrase of players that stands here."""
        rest = "".join(" " if sign in INVISIBLE else sign for sign in self.text[self.at :])
        forms = [(r"\s+".join(map(re.escape, name.split())), lambda _, text=text: text) for name, text in FIXED.items()]
        best_end, meaning = 0, None
        for form, text in [*forms, *PHRASES]:
            match = re.match(f"(?:{form})(?![^\\s,;:@()\\[\\]>])", rest, re.IGNORECASE)
            if match and match.end() > best_end:
                best_end, meaning = match.end(), text(match)
        if meaning is None:
            return None
        self.at += best_end
        inner = [Words(part, self.climb) for part in meaning.split(", ")]
        return set().union(*(words.word() for words in inner))

    def all(self):
        for name in ("random", "any", "*"):
            if self.text[self.at : self.at + len(name)].lower() == name:
                self.at += len(name)
                return EVERYTHING
        return None

    def share(self):
        one = self.number(powers=False)
        if one is None or not self.percent():
            return None
        end = self.at
        other = Fraction(0)
        self.blanks()
        if self.one_of(DASHES):
            self.blanks()
            other = self.number(powers=False)
            if other is None or not self.percent():
                return None
        else:
            self.at = end
        if max(one, other) > 100:
            raise Unreadable("share")
        return best(max(one, other)) - best(min(one, other))

    def cards(self):
        """Two cards with suits, as texts."""
        cards = []
        for _ in range(2):
            rank = self.rank()
            suit = rank and self.suit()
            if not suit:
                return None
            cards.append(rank + suit)
        if cards[0] == cards[1]:
            raise Unreadable("twice the same card")
        return cards

    def combo(self):
        cards = self.cards()
        return {combo(*cards)} if cards else None

    def hand(self):
        """Two cards with suits, the higher rank first: their ranks, their suits."""
        texts = self.cards()
        if not texts:
            return None
        cards = [(RANKS.index(rank), suit) for rank, suit in texts]
        (top, one), (low, other) = sorted(cards, key=lambda card: (-card[0], SUITS.index(card[1])))
        return (top, low), (one, other)

    def suited_span(self):
        first = self.hand()
        if not first:
            return None
        (top, low), suits = first
        if self.one_of("+"):
            if top == low or (self.climb and top - low == 1):
                result = [(top + i, low + i) for i in range(13 - top)]
            else:
                result = [(top, k) for k in range(low, top)]
        else:
            self.blanks()
            if not self.one_of(DASHES):
                return None
            self.blanks()
            last = self.hand()
            if not last or last[1] != suits:
                raise Unreadable("span of suits")
            (top, low), (end_top, end_low) = sorted((first[0], last[0]), reverse=True)
            if top - low == end_top - end_low:
                result = [(end_top + i, end_low + i) for i in range(top - end_top + 1)]
            elif top == end_top and top not in (low, end_low):
                result = [(top, k) for k in range(end_low, low + 1)]
            else:
                raise Unreadable("span of suits")
        return {combo(RANKS[t] + suits[0], RANKS[k] + suits[1]) for t, k in result}

    def wild(self):
        rank = self.rank()
        suit = rank and self.suit()
        if not rank or not self.one_of("xX"):
            return None
        if suit:
            second = self.suit() or suit
            if self.text[self.at - 1] not in "xX" and second != suit:
                raise Unreadable("wild")
            held = {name for name in EVERYTHING if rank + suit in (name[:2], name[2:])}
            return held if self.text[self.at - 1] in "xX" else {name for name in held if name[1] == name[3]}
        kind = self.kind()
        return set().union(*(class_of(other, rank, kind) for other in RANKS if other != rank or not kind))

    def one_class(self):
        top = self.rank()
        low = top and self.rank()
        if not low:
            return None
        kind = self.kind()
        if top == low and kind:
            raise Unreadable("class")
        return *sorted((RANKS.index(top), RANKS.index(low)), reverse=True), kind

    def classes(self):
        first = self.one_class()
        if not first:
            return None
        top, low, kind = first
        if self.one_of("+"):
            if top == low or (self.climb and top - low == 1):
                return self.union((top + i, low + i, kind) for i in range(13 - top))
            return self.union((top, k, kind) for k in range(low, top))
        end = self.at
        self.blanks()
        if not self.one_of(DASHES):
            self.at = end
            return self.union([first])
        self.blanks()
        other = self.one_class()
        if not other or other[2] != kind:
            raise Unreadable("span")
        (top, low, _), (end_top, end_low, _) = sorted((first, other), reverse=True)
        if top - low == end_top - end_low:
            return self.union((end_top + i, end_low + i, kind) for i in range(top - end_top + 1))
        if top == end_top and top not in (low, end_low):
            return self.union((top, k, kind) for k in range(end_low, low + 1))
        raise Unreadable("span")

    @staticmethod
    def union(found):
        return set().union(*(class_of(RANKS[top], RANKS[low], kind) for top, low, kind in found))
