"""What a hold'em range text means, from the specification alone: weights and exclusions of its words.

Slow and obvious. It shares nothing with ``engine.ranges`` but the shipped order of hands, and knows no hints.
"""

import re
from fractions import Fraction

from engine.cards import plain_signs
from engine.ranges.phrases import phrases_as_ranges
from tests.reference.naive_range_words import Unreadable, Words


def read(text, climb=False, nested=0):
    """The weights of the combos in ``text`` by name; those of weight 0 are left out."""
    if not nested:
        text = plain_signs(text)
        inside = re.fullmatch(r"\s*(?:\{([^{}]*)\}|\(([^()]*[,;][^()]*)\)|\[([^\[\]]*[,;][^\[\]]*)\])\s*", text)
        text = phrases_as_ranges(next(filter(None, inside.groups()), "") if inside else text)
    return _Reader(text, climb, nested).range()


class _Reader(Words):
    def __init__(self, text, climb, nested):
        super().__init__(text, climb)
        self.nested = nested
        self.scope = "plain"
        self.weight = Fraction(1)
        self.opened = None
        self.added = []
        self.removed = []
        self.without = False

    # weights

    def own_weight(self):
        start = self.at
        self.blanks()
        mark = self.one_of(":@")
        if not mark:
            self.at = start
            return None
        self.blanks()
        weight = self.number()
        if weight is None:
            raise Unreadable("weight")
        if self.percent() or mark == "@":
            weight /= 100
        after = self.at
        self.blanks()
        if weight > 1 or (self.sign() and self.sign() in ":@") or (after == self.at and not self.ended()):
            raise Unreadable("weight")
        self.at = after
        return weight

    def follows_weight(self):
        """Say whether a number of at most 1, or one with ``%``, comes next."""
        self.blanks()
        number = self.number()
        return number is not None and (number <= 1 or self.percent())

    def open(self, scope, weight):
        if self.scope != "plain" or weight > 1:
            raise Unreadable("bracket")
        self.scope, self.weight, self.opened = scope, weight, weight

    def close(self, scope, weight):
        if self.scope != scope or self.opened != weight:
            raise Unreadable("bracket")
        self.scope, self.weight = "plain", Fraction(1)

    def tag(self):
        if not self.one_of("["):
            return False
        self.blanks()
        closes = self.one_of("/")
        self.blanks()
        number = self.number()
        self.blanks()
        self.one_of("%")
        self.blanks()
        if number is None or not self.one_of("]"):
            raise Unreadable("tag")
        (self.close if closes else self.open)("tag", number / 100)
        return True

    def group(self):
        if self.one_of(")"):
            self.close("group", self.opened)
            return True
        start = self.at
        number = self.number()
        if number is not None:
            self.blanks()
            share = self.one_of("%")
            self.blanks()
            if self.one_of("("):
                self.open("group", number / 100 if share else number)
                return True
        self.at = start
        return False

    def list(self):
        start = self.at
        number = self.number()
        if number is not None:
            self.blanks()
            self.one_of("%")
            self.blanks()
            if self.one_of(":"):
                end = self.at
                if not self.follows_weight():
                    bare = self.scope == "plain" and not self.added and not self.removed
                    if number > 100 or not (bare or self.scope == "list"):
                        raise Unreadable("list")
                    self.at, self.scope, self.weight = end, "list", number / 100
                    return True
        self.at = start
        return False

    def section(self):
        start = self.at
        if self.text[start : start + 7].lower() == "weights":
            self.at += 7
            self.blanks()
            if self.one_of(":"):
                if self.scope != "plain" or (not self.added and not self.removed):
                    raise Unreadable("section")
                self.scope = "section"
                return True
        self.at = start
        return False

    def whole_range(self):
        """``!( ... )``, weights and all."""
        start = self.at
        if self.one_of("!"):
            self.blanks()
            if self.one_of("("):
                if self.scope in ("tag", "group") or self.nested == 8:
                    raise Unreadable("a range inside brackets")
                begin, depth = self.at, 1
                while depth:
                    depth += {"(": 1, ")": -1, "": -9}.get(self.sign(), 0)
                    if depth < 0:
                        raise Unreadable("open bracket")
                    self.at += 1
                self.removed.append(read(self.text[begin : self.at - 1], self.climb, self.nested + 1))
                return True
        self.at = start
        return False

    def joint(self):
        """``and`` is a comma, and ``except`` takes out what follows."""
        words = (
            r"(?:(and|or|plus|[&+]|und|oder|et|ou)|but\s+not|except(?:\s+for)?|excluding|without|minus|not|ohne|sans)"
        )
        match = re.compile(words + r"(?![^\s,;:@()\[\]>])", re.IGNORECASE).match(self.text, self.at)
        if not match or not (self.added or self.removed) or not self.text[match.end() :].strip(" \t\n,;"):
            return False
        if not match[1] and self.scope in ("tag", "group"):
            raise Unreadable("a list that is taken out inside brackets")
        self.at, self.without = match.end(), self.without or not match[1]
        return True

    def item(self):
        if self.joint():
            return
        excluded = self.one_of("!") or self.without
        names = self.word()
        own = self.own_weight()
        if excluded:
            if own is not None:
                raise Unreadable("excluded hands have no weight")
            self.removed.append(dict.fromkeys(names, 1.0))
            return
        if (own is None) == (self.scope == "section") and self.scope != "plain":
            raise Unreadable("two weights or none")
        self.added.append((names, self.weight if own is None else own))

    def range(self):
        while True:
            while self.is_blank() or (self.sign() and self.sign() in ",;"):
                self.at += 1
            if not self.sign():
                break
            if not (self.whole_range() or self.tag() or self.group() or self.list() or self.section()):
                self.item()
        if self.scope in ("tag", "group"):
            raise Unreadable("open bracket")
        if not self.added:
            raise Unreadable("nothing to take out of")
        result = {name: float(weight) for names, weight in self.added for name in names}
        for shares in self.removed:
            result = {name: weight * (1.0 - shares.get(name, 0.0)) for name, weight in result.items()}
        result = {name: weight for name, weight in result.items() if weight > 0}
        if not result:
            raise Unreadable("nothing is left")
        return result
