"""From a hold'em range text to a list of items: sets of combos with their weights, in the order of the text.

All notations for weights are read, by their form alone: ``AA:0.5`` (Pio, GTO Wizard), ``AA@50``
(ProPokerTools), ``[50]AA, KK[/50]`` (Flopzilla, GTO+), ``100: AA, 75: AQs`` (Equilab), ``80%(22-55)`` (eval7)
and ``ATs+; Weights: AQs:75%`` (PokerCruncher). Nothing is skipped: what no rule reads is an error.

``!AA`` takes hands out of everything else, ``!( ... )`` a whole range: weights w of it leave 1 - w.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from engine.cards import TextError
from engine.ranges.holdem_hands import LONGEST_QUOTE, Combos, read_word, shown
from engine.ranges.holdem_hints import complaint
from engine.ranges.holdem_shares import read_share
from engine.ranges.notations import MIXED, Notation
from engine.ranges.orders import Order
from engine.scenario import Dialect

_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_STOP = r"\s,;\[\]()"

_SEPARATORS = re.compile(r"[\s,;]+")
_SECTION = re.compile(r"weights\s*:", re.IGNORECASE | re.ASCII)
_OPENING_TAG = re.compile(rf"\[\s*({_NUMBER})(?:\s*%)?\s*\]")
_CLOSING_TAG = re.compile(rf"\[\s*/\s*({_NUMBER})(?:\s*%)?\s*\]")
_OPENING_EXCLUSION = re.compile(r"!\s*\(")
_OPENING_GROUP = re.compile(rf"({_NUMBER}(?:\s*%)?)\s*\(")
_LEAD = re.compile(rf"({_NUMBER})(?:\s*%)?\s*:")
_JOINT = "[-–—−:@]"
_ITEM = re.compile(rf"[^{_STOP}]+(?:(?:\s*{_JOINT}\s*|(?<={_JOINT})\s+)[^{_STOP}]+)*")
"""A word with its weight; blanks are allowed round the signs that join its parts."""
_WEIGHT = re.compile(r"([:@])\s*(.*)", re.DOTALL)
_NUMBER_AHEAD = re.compile(rf"\s*({_NUMBER})(%?)")

MOST_NESTED = 8
"""How deep ranges that are taken out may stand in one another."""


class Scope(Enum):
    """What gives the items their weight."""

    PLAIN = auto()
    """Nothing but their own weights."""
    TAG = auto()
    """``[50] ... [/50]``."""
    GROUP = auto()
    """``80%( ... )``."""
    LIST = auto()
    """``75: ...``, up to the next such number."""
    SECTION = auto()
    """``Weights: ...``, up to the end: every item has its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A word of the text: ``weights`` float64, one for each of its ``combos``.

    ``excluded`` takes the combos, or this share of them, out of everything else.
    """

    position: int
    text: str
    combos: Combos
    weights: NDArray[np.float64]
    scope: Scope
    excluded: bool
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """What a range text comes to: ``weights`` float64[1326], what to tell of it, and the notation of its weights."""

    weights: NDArray[np.float64]
    notices: tuple[str, ...]
    notation: str


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """How words are read: the dialect, and the order for percentages (None: the default one).

    ``meaning`` reads a whole range that stands inside the text; ``nested`` says how many such ranges we are in.
    """

    dialect: Dialect
    order: Order | None
    meaning: Callable[[str, "Rules"], Meaning]
    nested: int = 0


def read_items(text: str, rules: Rules) -> tuple[list[Item], str]:
    """Return the items of ``text`` and the notation of its weights (``notations.NOTATION_NAMES``).

    Raises:
        TextError: a token cannot be read; the position is where it starts.
    """
    reader = _Reader(text, rules)
    items = reader.read()
    found = reader.notations
    return items, "core" if not found else found.pop() if len(found) == 1 else MIXED


def fraction(text: str, at: int) -> float:
    """Return the weight after ``:`` or before a bracket: a fraction (0.5) or a percentage (50%).

    Raises:
        TextError: it is no number from 0 to 1 (0 to 100%); the position is ``at``.
    """
    if text.endswith("%"):
        return percentage(text, at)
    value = _number(text, at)
    if value > 1:
        hint = f"; did you mean {text}%?" if value <= 100 and len(text) <= LONGEST_QUOTE else ""
        raise TextError(f"a weight of {shown(text)} is above 1{hint}", at)
    return float(value)


def percentage(text: str, at: int) -> float:
    """Return the weight that ``text``, a number of percent with or without the sign, stands for.

    Raises:
        TextError: it is no number from 0 to 100; the position is ``at``.
    """
    value = _number(text.removesuffix("%").rstrip(), at)
    if value > 100:
        raise TextError(f"a weight of {shown(text.removesuffix('%'))}% is above 100%", at)
    return float(value / 100)


def _number(text: str, at: int) -> Decimal:
    if not re.fullmatch(_NUMBER, text):
        found = f"'{shown(text)}' is no weight" if text else "the weight is missing"
        raise TextError(f"{found}; a weight looks like 0.5 or 50%", at)
    return Decimal(text)


class _Reader:
    """Reads one text from left to right; ``_scope`` says what gives the present items their weight."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.notations: set[str] = set()
        self._text = text
        self._rules = rules
        self._items: list[Item] = []
        self._scope = Scope.PLAIN
        self._weight = 1.0
        self._opened = 0
        self._at = 0

    def read(self) -> list[Item]:
        while self._at < len(self._text):
            start = self._at
            separators = _SEPARATORS.match(self._text, start)
            if separators:
                self._at = separators.end()
            elif not (self._read_exclusion() or self._read_bracket() or self._read_heading()):
                self._read_item()
            assert self._at > start
        if self._scope in (Scope.TAG, Scope.GROUP):
            raise TextError(f"'{self._text[self._opened :][:8]}': this bracket is never closed", self._opened)
        return self._items

    def _take(self, form: re.Pattern[str]) -> re.Match[str] | None:
        found = form.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _read_exclusion(self) -> bool:
        """Read a range in brackets that is taken out, if there is one."""
        start = self._at
        if not self._take(_OPENING_EXCLUSION):
            return False
        if self._scope in (Scope.TAG, Scope.GROUP):
            raise TextError("a list that is taken out does not stand in brackets with weights", start)
        if self._rules.nested == MOST_NESTED:
            raise TextError("too many brackets in one another", start)
        begin, end = self._at, self._closing(start)
        try:
            inner = self._rules.meaning(self._text[begin:end], replace(self._rules, nested=self._rules.nested + 1))
        except TextError as error:
            raise TextError(error.message, min(begin + error.position, end)) from None
        self._at = end + 1
        if inner.notation != "core":
            self.notations.add(inner.notation)
        combos = np.flatnonzero(inner.weights)
        text = self._text[start : self._at]
        self._items.append(Item(start, text, combos, inner.weights[combos], self._scope, True, inner.notices))
        return True

    def _closing(self, start: int) -> int:
        """Return where the bracket before the present place is closed; ``start`` is where its item starts."""
        depth = 1
        for at in range(self._at, len(self._text)):
            depth += {"(": 1, ")": -1}.get(self._text[at], 0)
            if not depth:
                return at
        raise TextError(f"'{self._text[start:][:8]}': this bracket is never closed", start)

    def _read_bracket(self) -> bool:
        """Read the beginning or end of a tag or group, if there is one."""
        start = self._at
        opening_tag = self._take(_OPENING_TAG)
        if opening_tag:
            self._open(Scope.TAG, start, percentage(opening_tag[1], start), "flopzilla")
            return True
        closing_tag = self._take(_CLOSING_TAG)
        if closing_tag:
            same = percentage(closing_tag[1], start) == self._weight
            self._close(Scope.TAG, start, closing_tag[0])
            if not same:
                raise TextError(f"'{closing_tag[0]}' closes another tag than was opened", start)
            return True
        group = self._take(_OPENING_GROUP)
        if group:
            self._open(Scope.GROUP, start, fraction(group[1], start), "eval7")
            return True
        if self._text.startswith(")", start):
            self._at += 1
            self._close(Scope.GROUP, start, ")")
            return True
        return False

    def _open(self, scope: Scope, at: int, weight: float, notation: Notation) -> None:
        if self._scope is not Scope.PLAIN:
            raise TextError("brackets with weights do not nest and do not stand in weighted lists", at)
        self._scope, self._weight, self._opened = scope, weight, at
        self.notations.add(notation)

    def _close(self, scope: Scope, at: int, sign: str) -> None:
        if self._scope is not scope:
            raise TextError(f"'{sign}' closes a bracket that was never opened", at)
        self._scope, self._weight = Scope.PLAIN, 1.0

    def _read_heading(self) -> bool:
        """Read the weight that leads an Equilab list, or the heading of PokerCruncher's weights."""
        start = self._at
        if self._take(_SECTION):
            if self._scope is not Scope.PLAIN or not self._items:
                raise TextError("'Weights:' follows a list of hands, as in ATs+; Weights: AQs:75%", start)
            self._scope = Scope.SECTION
            self.notations.add("pokercruncher")
            return True
        lead = _LEAD.match(self._text, start)
        if not lead or self._weighs(lead.end()):
            return False
        if self._scope not in (Scope.PLAIN, Scope.LIST):
            raise TextError(f"'{lead[0]}': a leading weight cannot stand in a weighted list", start)
        if self._scope is Scope.PLAIN and self._items:
            raise TextError(f"'{lead[0]}' weighs what follows; the hands before it need a weight too", start)
        self._at = lead.end()
        self._scope, self._weight = Scope.LIST, percentage(lead[1], start)
        self.notations.add("equilab")
        return True

    def _weighs(self, at: int) -> bool:
        """Say whether a weight stands at ``at``: a number of at most 1, or one with the percent sign."""
        found = _NUMBER_AHEAD.match(self._text, at)
        return found is not None and (bool(found[2]) or Decimal(found[1]) <= 1)

    def _read_item(self) -> None:
        start = self._at
        found = self._take(_ITEM)
        if not found:
            raise TextError(f"'{self._text[start]}' does not belong here", start)
        text = found[0]
        excluded = text.startswith("!")
        word, own = self._split(text[excluded:], start)
        if not word:
            raise TextError(f"'{shown(text)}': there is no hand here", start)
        combos, weights, notice = self._read_word(word, start)
        if excluded and own is not None:
            raise TextError(f"'{shown(text)}': what is taken out has no weight", start)
        if own is not None and self._scope in (Scope.TAG, Scope.GROUP, Scope.LIST):
            raise TextError(f"'{shown(text)}' already has the weight of its list", start)
        if own is None and self._scope is Scope.SECTION and not excluded:
            raise TextError(f"'{shown(text)}': every hand after 'Weights:' needs a weight, as in {word}:75%", start)
        if self._scope is Scope.PLAIN and text.endswith("%") and word.isdecimal():
            notice = f"'{shown(text)}' is the hand {word} with this weight, no list of hands"
        if not excluded:
            weights = weights * (self._weight if own is None else own)
        notices = () if notice is None else (notice,)
        self._items.append(Item(start, text, combos, weights, self._scope, excluded, notices))

    def _read_word(self, word: str, at: int) -> tuple[Combos, NDArray[np.float64], str | None]:
        hands = read_word(word, at, self._rules.dialect)
        if hands is not None:
            combos, notice = hands
            return combos, np.ones(len(combos)), notice
        share = read_share(word, at, self._rules.order)
        if share is None:
            raise TextError(complaint(word), at)
        combos, weights, notice = share
        return combos, np.ones(len(combos)) if weights is None else weights[combos], notice

    def _split(self, text: str, at: int) -> tuple[str, float | None]:
        """Split the word from its weight, None where it has none."""
        mark = _WEIGHT.search(text)
        if not mark:
            return text, None
        word = text[: mark.start()].rstrip()
        if self._scope is not Scope.SECTION and not mark[2].endswith("%"):
            self.notations.add("ppt" if mark[1] == "@" else "pio")
        return word, percentage(mark[2], at) if mark[1] == "@" else fraction(mark[2], at)
