"""Random range texts for the fuzz tests, and what has to hold for every text.

Hold'em texts come in three kinds: pieces of the language in any order, texts by the grammar of one notation, and such
texts with a few signs changed. The naive reader of ``tests/reference`` says what each of them means.
"""

import random
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from engine.cards import TextError, combo_text
from engine.ranges import razz_text
from engine.ranges.holdem import HoldemRange, format_range, parse_range, write_range
from engine.ranges.made_hands import HAND_SETS
from engine.ranges.made_names import DRAWS, FIRST_DRAW, FIRST_KICKER, MADE
from engine.ranges.notations import Notation
from engine.ranges.phrases import FIXED, NUMBER_NAMES, RANK_NAMES
from engine.ranges.street_filters import BestHands, ByEquity, FilterItem, InCell, InHandSet, ItemGroup
from engine.ranges.street_text import SHORT_WORDS
from engine.scenario import Dialect
from tests.reference import naive_range_text, naive_range_words, naive_razz_text, naive_streets

RANKS = "23456789TJQKA"

PIECES = (
    *"23456789TJQKAakqjt", "10", *"sohdcxSOX", *"♠♥♦♣", "+", "-", " - ", "–", ":", "@", "%", "!", "[", "]",
    "/", "(", ")", ",", ";", " ", "\t", "0.5", "50", "50%", "100", "1", "0", ".", "e-5", "random", "any", "*",
    "Weights:", "[50]", "[/50]", "80%(", "75:", "AKs", "ATs+", "22-55", "AhKh", "A5s-A2s", "Ax", "Ahx", "99",
    "\n", "\ufe0f", "=", "#", "١", "15%", "5%-20%", "fold-profile", "fold", "profile", "w", "y", "$", "{", "°",
    "!(", "random, !(", ">", "> flop ", " > turn ", "> river", "set", "top pair", "best ", "equity ", "/A", "+",
)  # fmt: skip

GOOD = (
    "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo", "AA,AKs:0.5,QQ-TT:0.75,A5s-A2s:.25", "100: AA, AKs, 75: AQs, 50: AJs",
    "AA,[25%]AKs[/25%],[82.0]QJs,Q4s,A9o[/82.0]", "AQs+, 0.4(AsKs), 80%(22-55)", "ATs+; Weights: AQs:75%, AJs:50%",
    "AA-KK@100,QQ@50", "15%, !AA, 5%-20%:0.5", "random, !A2s-A5s, fold-profile@50", "T9s-65s; Ahx, 98s+ Kxo",
    "22+, ATs+ > flop top pair+, flush draw, gutshot@50 > turn second pair+, best 30%", "KK > river equity 45%+",
    "random > flop !(top pair/A, !set:0.5), !nut flush draw > turn !(equity 33.3%-)",
    "99.99: JJ+, 0.5: 15%", "A♠K♥, 10h9h, QTs-86s:30%", "random, !(22+, AA:0.5)", "22+, !(random, !(TT+, 77@30))",
)  # fmt: skip

SIGNS = (*", ;:@%!+-[]/().0123456789AKshxo*♥\n\r\t\u00a0\u2009\u200b\ufeff１５％Ｋ–−e", "10", "Weights:", "50%(")
FRACTIONS = ("0", "1", "0.5", ".5", "1.0", "0.25", "1.", "0.001", "1e-3", "5E-1", "0.333")
PERCENTS = ("50", "100", "75", "33.3", "100.0", "99.99", "12.5", "22", "99", "10", "1", "0", "0.5", "5E1")
WRONG_NUMBERS = ("101", "1.5", "-1", "nan", "inf", "1.5.2", "", "½")
SHARES = ("15%", "5%", "100%", "33.3%", "5%-20%", "20%-5%", "5% - 20%", ".5%", "7.%", "90%", "0%-1%", "20 %", "5 %-9 %")
WRONG_SHARES = ("101%", "5-20%", "%20", "-5%", "5%-")

LONGEST_NOTICE = 200
COMBOS = [combo_text(i) for i in range(1326)]


class HoldemTexts:
    """Texts by the grammars of the notations, with slips."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator
        self.pick = generator.choice

    def rank(self) -> str:
        return self.pick((*RANKS, "10", "a", "k"))

    def class_(self) -> str:
        low, high = sorted(self.generator.choices(range(13), k=2))
        if self.generator.random() < 0.06:
            low, high = high, low
        kind = "" if low == high else self.pick(["", "s", "o", "s", "o", "S"])
        return RANKS[high] + RANKS[low].replace("T", self.pick(["T", "10"])) + kind

    def span(self) -> str:
        dash, kind = self.pick(["-", "-", " - ", "–", "- ", " −"]), self.pick(["s", "o", "s", "o", ""])
        form = self.generator.random()
        if form < 0.03:
            return self.class_() + dash + self.class_()
        if form < 0.4:
            return dash.join(2 * RANKS[i] for i in self.generator.sample(range(13), 2))
        if form < 0.7:
            low, middle, top = sorted(self.generator.sample(range(13), 3))
            return dash.join(RANKS[top] + RANKS[k] + kind for k in self.generator.sample([low, middle], 2))
        gap = self.generator.randint(1, 5)
        return dash.join(RANKS[t] + RANKS[t - gap] + kind for t in self.generator.choices(range(gap, 13), k=2))

    def word(self) -> str:
        form = self.generator.random()
        if form < 0.04:
            return self.phrase()
        if form < 0.25:
            return self.class_()
        if form < 0.4:
            return self.class_() + "+"
        if form < 0.6:
            return self.span()
        if form < 0.7:
            return self.hand()
        if form < 0.75:
            return self.hand() + self.pick(["+", "-" + self.hand(), " - " + self.hand()])
        if form < 0.77:
            return self.suited_span()
        if form < 0.83:
            return self.rank() + self.pick([self.suit() + "x", "x", "X", "xs", "xo", self.suited()])
        return self.pick(WRONG_SHARES if form > 0.99 else ["random", "any", "*", "ANY", *SHARES])

    def phrase(self) -> str:
        """A phrase of players."""
        rank, other = self.pick([*RANK_NAMES]), self.pick([*RANK_NAMES])
        kind = self.pick(["", " suited", " offsuit", " off"])
        share, more = self.pick(["5", "12.5", "30", *NUMBER_NAMES]), self.pick(["40", "60", "100", *NUMBER_NAMES])
        percent = self.pick(["%", " %", " percent", "pct"])
        one, two = self.rank(), self.rank()
        phrase = self.pick([
            *self.generator.sample([*FIXED], 6), f"top {share}{percent}", f"best {share}", f"{share}-{more}{percent}",
            f"{share}% to {more}{percent}", f"worst {share}{percent}", f"{share}{percent}", f"pocket {rank}s",
            f"{rank}s", f"pair of {rank}s", f"{rank}s or better", f"{rank} {other}{kind}", f"any {rank}{kind}",
            f"suited {rank}s", f"{one}{two}{self.pick('shdc')}{self.pick('shdc')}",
            f"{one}{self.pick('shdc')}{two}x", f"{one}{two}{kind}",
        ])  # fmt: skip
        return self.pick([phrase, phrase, phrase.upper(), phrase.replace(" ", "  ")])

    def hand(self) -> str:
        return self.rank() + self.suit() + self.rank() + self.suit()

    def suited_span(self) -> str:
        one, other = self.pick(["sh", "hs", "dd", "cd"])
        tops = self.generator.sample(range(2, 13), 2)
        gap = self.pick([0, 0, 1, 2])
        return "-".join(f"{RANKS[top]}{one}{RANKS[top - gap]}{other}" for top in tops)

    def suited(self) -> str:
        suit = self.suit()
        return f"{suit}x{self.pick([suit, suit, suit.upper(), self.suit()])}"

    def suit(self) -> str:
        return self.pick("shdcshdcSHDC♠♥♦♣")

    def item(self) -> str:
        form, word = self.generator.random(), self.word()
        if form < 0.55:
            return word
        if form < 0.6:
            return "!" + word
        mark = self.pick([":", ": ", " : ", ":", "@", "@ "])
        sign = self.pick(["", "", "%", " %"])
        return word + mark + self.number(percent="%" in sign or "@" in mark) + sign

    def number(self, percent: bool) -> str:
        if self.generator.random() < 0.04:
            return self.pick(WRONG_NUMBERS)
        return self.pick(PERCENTS if percent else FRACTIONS)

    def list(self, longest: int, part: str = "item") -> str:
        parts = [getattr(self, part)() for _ in range(self.generator.randint(1, longest))]
        separators = [
            ", ",
            ",",
            ", ",
            " and ",
            " except ",
            "; ",
            ";",
            "\n",
            ",,",
            " , ",
            "\t",
            "\r\n",
            "\u00a0",
            ",\u200b",
        ]
        return "".join(part + self.pick(separators) for part in parts[:-1]) + parts[-1]

    def text(self) -> str:
        before, behind = self.pick(["", self.list(2) + ", "]), self.pick(["", ", " + self.list(2)])
        sign, percent = self.pick(["", "%"]), self.number(percent=True)
        form = self.generator.random()
        if form < 0.4:
            return self.list(4)
        if form < 0.55:
            return f"{before}[{percent}{sign}]{self.list(3, 'word')}[/{percent}{sign}]{behind}"
        if form < 0.7:
            heads = [self.number(percent=True) + self.pick([":", ": "]) for _ in range(self.generator.randint(1, 3))]
            return ", ".join(head + self.list(3, "word") for head in heads)
        if form < 0.85:
            number = percent if sign else self.number(percent=False)
            return f"{before}{number}{sign}({self.list(3, 'word')}){behind}"
        return f"{self.list(3, 'word')}; Weights: " + ", ".join(f"{self.word()}:{percent}%" for _ in range(3))

    def filter_item(self, depth: int = 0) -> str:
        form, name = self.generator.random(), self.pick([*MADE, *DRAWS, *HAND_SETS, *SHORT_WORDS])
        if form < 0.1 and depth < 3:
            return f"!({self.filter_items(depth + 1)})"
        if form < 0.2:
            return "!" + self.pick(["", " "]) + name
        if form < 0.5:
            share = self.pick(PERCENTS)
            kicker, shares = "top pair" + self.pick(["/", " / "]) + self.rank(), (f"best {share}%", f"best {share} %")
            better = [f"{kicker}+", f"tp/{self.rank()} +", "tp+", f"{self.pick(MADE)}+"]
            name = self.pick([kicker, *shares, f"worst {share}%", f"equity {share}%+", f"equity {share}% -", *better])
        if 0.5 <= form < 0.65:
            inner = f"({self.filter_items(depth + 1)})" if depth < 3 and form < 0.55 else self.pick(MADE)
            name = self.pick([" & ", "&"]).join(self.pick(["", "!", "! "]) + part for part in (name, inner))
        mark = self.pick([":", " : ", "@", "@ "])
        sign = self.pick(["", "%", " %"])
        weight = mark + self.number(percent="%" in sign or "@" in mark) + sign
        return self.pick([name, name.upper(), name.replace(" ", "  ")]) + self.pick(["", "", weight])

    def filter_items(self, depth: int = 0) -> str:
        parts = [self.filter_item(depth) for _ in range(self.generator.randint(1, 3))]
        return self.pick([", ", ",", "; ", " ,\u00a0", ",,"]).join(parts)

    def filters(self) -> str:
        streets = [street for street in ("flop", "turn", "River") if self.generator.random() < 0.5]
        if self.generator.random() < 0.03:
            streets.reverse()
        return "".join(f"{self.pick([' > ', '>', ' >'])}{street} {self.filter_items()}" for street in streets)


def mutated(generator: random.Random, text: str) -> str:
    """Return ``text`` with one to three signs changed, put in or left out, or a piece cut out."""
    for _ in range(generator.randint(1, 3)):
        at = generator.randrange(len(text) + 1)
        end = generator.choice([at, at, at + 1, at + 1, generator.randrange(len(text) + 1)])
        text = text[:at] + generator.choice(["", *SIGNS]) + text[end:]
    return text


def holdem_text(generator: random.Random) -> str:
    form = generator.random()
    if form < 0.2:
        return "".join(generator.choices(PIECES, k=generator.randint(1, 9)))
    text = generator.choice(GOOD) if form > 0.9 else HoldemTexts(generator).text()
    text = f"random, !({text})" if generator.random() < 0.05 else text
    if generator.random() < 0.2:
        text += HoldemTexts(generator).filters()
    return text if form < 0.6 else mutated(generator, text)


def attempt(text: str, dialect: Dialect) -> HoldemRange | TextError:
    """Return the range of a text, or the error that it cannot be read."""
    try:
        return parse_range(text, dialect)
    except TextError as error:
        return error


def check(text: str, dialect: Dialect, notations: Iterable[Notation] = ()) -> bool:
    """Assert that ``text`` is a range that comes back from its texts, or an error inside it; say which.

    The texts are the canonical one and those in ``notations``. The naive reader, which knows neither the fold profile
    nor named ranges, has to agree.
    """
    values = attempt(text, dialect)
    named = isinstance(values, HoldemRange) and values.named
    if not named and not re.search("fold", text, re.IGNORECASE):
        assert meaning(values) == naive_meaning(text, dialect), text
    if isinstance(values, TextError):
        assert 0 <= values.position <= max(len(text) - 1, 0), text
        assert 0 < len(values.message) < LONGEST_NOTICE, text
        for meant in suggestions(values.message):
            places = ("random, {}", "random > flop {}", "random > {} set") if ">" in text else ("random, {}",)
            tried = [attempt(place.format(meant), dialect) for place in places]
            readable = [isinstance(x, HoldemRange) or "no combo is left" in x.message for x in tried]
            assert any(readable), (values.message, text)
        return False
    assert values.weights.any(), text
    assert all(0 < len(notice) < LONGEST_NOTICE for notice in values.notices), text
    assert parse_range(format_range(values), dialect) == values, text
    for notation in notations:
        written = values if notation == "core" else HoldemRange(values.weights)
        assert parse_range(write_range(values, notation), dialect) == written, (notation, text)
    return True


def suggestions(message: str) -> list[str]:
    """Return the texts that a message offers, but for bare numbers and for what is taken out of every hand."""
    offered = re.search(r"did you mean (?!random, !)(.+?)\?(?: |$)", message)
    meant = offered[1].split(" or ") if offered else []
    return [text for text in meant if not re.fullmatch(r"[0-9.]+(?:[eE][0-9+-]+)?%?", text)]


Meaning = tuple[dict[str, float], list[tuple[str, list[Any]]]]
"""The weights of the combos and the filters of streets, as ``naive_streets`` has them."""


def meaning(found: HoldemRange | TextError) -> Meaning | None:
    if isinstance(found, TextError):
        return None
    weights = {COMBOS[i]: float(found.weights[i]) for i in np.flatnonzero(found.weights)}
    return weights, [(filter_.street, [naive_item(item) for item in filter_.items]) for filter_ in found.streets]


def naive_item(item: FilterItem) -> tuple[str, Any, float, bool]:
    what: tuple[str, Any]
    match item.condition:
        case ItemGroup(items, every):
            what = "every" if every else "items", [naive_item(inner) for inner in items]
        case InHandSet(name):
            what = "more", name
        case ByEquity(least, below):
            what = "equity-" if below else "equity+", pytest.approx(least * 100)
        case BestHands(share, worst):
            what = "worst" if worst else "best", pytest.approx(share * 100)
        case InCell(cell, or_better):
            kind = "class" if cell < FIRST_KICKER else "kicker" if cell < FIRST_DRAW else "draw"
            name = {"class": [*MADE], "kicker": [*RANKS], "draw": [*DRAWS]}[kind]
            first = {"class": 0, "kicker": FIRST_KICKER, "draw": FIRST_DRAW}[kind]
            what = kind + "+" * or_better, name[cell - first]
    return *what, pytest.approx(item.weight), item.excluded


def naive_meaning(text: str, dialect: Dialect) -> Meaning | None:
    base, filters, behind = re.sub("[-–−=]>", " >", text).partition(">")
    try:
        return naive_range_text.read(base, dialect == "climb"), naive_streets.read(behind) if filters else []
    except naive_range_words.Unreadable:
        return None


def razz_hand(generator: random.Random) -> str:
    pick = generator.choice
    slots = []
    for _ in range(pick([1, 2, 2, 3, 3, 3, 4, 4, 5, 7, 8])):
        rank, other = (pick((*RANKS, "10", "a", "k")) for _ in range(2))
        slots.append(pick([
            rank, rank, rank, rank + pick("shdc♠♥"), rank + pick("--+–"), f"[{rank}{pick(['', ',', ', '])}{other}]",
            f"[{rank}{pick(['-', ' - '])}{other}]", pick("xX*?"),
        ]))  # fmt: skip
    if generator.random() < 0.35:
        first = generator.randrange(len(slots))
        slots[first] = "(" + slots[first]
        slots[generator.randint(first, len(slots) - 1)] += ")"
    weight = pick(["", "", "", "@50", ":0.5", ":50%", "@12.5", ":1", "@0", "@150", ":1.5", ": .5", "@ 3.%"])
    return pick(["", "", " "]).join(slots) + weight


def razz_item(generator: random.Random) -> str:
    form = generator.random()
    if form < 0.05:
        return generator.choice(["random", "any", "ANY ", "random@50", "randoms"])
    if form < 0.12:
        taken = ", ".join(razz_hand(generator).partition("@")[0] for _ in range(generator.choice([1, 2, 2, 3])))
        return f"{generator.choice(['!', '! '])}({taken})"
    return ("!" if form < 0.2 else "") + razz_hand(generator)


def razz_hands(generator: random.Random) -> str:
    pick = generator.choice
    text = pick([", ", ",", "\n, "]).join(razz_item(generator) for _ in range(pick([1, 1, 2, 3])))
    return text if generator.random() < 0.6 else mutated(generator, text)


def check_razz(text: str) -> bool:
    """Assert that a razz ``text`` is read as the naive reader does and comes back, or is an error inside it."""
    try:
        hand = razz_text.parse_razz(text)
    except TextError as found:
        error = found
    else:
        error = None
    if error:
        assert 0 <= error.position <= len(text), text
        assert 0 < len(error.message) < LONGEST_NOTICE, text
        assert naive_razz_text.tree(text) is None, text
        return False
    if hand.notices:  # a share of the down cards, which the naive reader does not know
        return True
    tree = [
        (
            [({r for r in range(13) if s.ranks >> r & 1}, s.particular, s.free, s.suit, s.group) for s in item.slots],
            item.weight,
        )
        for item in hand.items
    ]
    assert tree == naive_razz_text.tree(text), text
    assert razz_text.parse_razz(razz_text.format_razz(hand)) == hand, text
    return True
