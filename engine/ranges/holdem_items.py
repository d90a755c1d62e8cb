"""Parses a hold'em range text into items: sets of combos with their weights, in the order of the text.

The notations of many programs for weights are accepted and distinguished by their form alone: ``AA:0.5`` (Pio, GTO
Wizard), ``AA@50`` (ProPokerTools), ``[50]AA, KK[/50]`` (Flopzilla, GTO+), ``100: AA, 75: AQs`` (Equilab),
``80%(22-55)`` (eval7) and ``ATs+; Weights: AQs:75%`` (PokerCruncher). Nothing is skipped: a token that no rule
recognizes is an error.

``!AA`` excludes hands from everything else, ``!( ... )`` a complete range: a hand that it contains with weight w keeps
the share 1 - w. ``15%``, ``5%-20%`` and ``fold-profile`` use a ranking of hands.

A token that is not a hand may be a phrase of players (``phrases``), such as ``top 10%``, or the name of a range
(``names``): ``BTN open``, ``!BB call CO``, ``"my range"@50``. Of the words between hands, *and* means a comma, and
*except* excludes everything after it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np

from engine.arrays import F64
from engine.cards import TextError, excerpt, plain_signs
from engine.games import GAMES
from engine.ranges.holdem_doubts import NEAR, about_exclusion, about_hand, about_lead, about_percent, about_weight
from engine.ranges.holdem_hands import Combos, read_hands
from engine.ranges.holdem_shares import read_share
from engine.ranges.names import find_name, name_at, name_notice, preset_ranges, unknown_name
from engine.ranges.notations import MIXED, Notation
from engine.ranges.notices import Explanation
from engine.ranges.orders import Order
from engine.ranges.phrases import JOINT, WITHOUT, phrase_at
from engine.ranges.street_text import split_streets
from engine.ranges.weight_text import NUMBER, is_weight, read_fraction, read_percent
from engine.scenario import Dialect, RangeName

_STOP = r"\s,;\[\]()"

_SEPARATORS = re.compile(r"[\s,;]+")
_SECTION = re.compile(r"[wW][eE][iI][gG][hH][tT][sS]\s*:")
_OPENING_TAG = re.compile(rf"\[\s*({NUMBER}(?:\s*%)?)\s*\]")
_CLOSING_TAG = re.compile(rf"\[\s*/\s*({NUMBER}(?:\s*%)?)\s*\]")
_OPENING_EXCLUSION = re.compile(r"!\s*\(")
_OPENING_GROUP = re.compile(rf"({NUMBER}(?:\s*%)?)\s*\(")
_LEAD = re.compile(rf"({NUMBER}(?:\s*%)?)\s*:")
_ITEM = re.compile(rf"[^{_STOP}]+(?:(?:\s*[-:@]\s*|(?<=[-:@])\s+|(?<=[0-9.])\s+(?=%))[^{_STOP}]+)*")
"""A word with its weight. Blanks are allowed around the signs that join its tokens, and before a percent sign."""
_WEIGHT = re.compile(r"([:@])\s*(.*)", re.DOTALL)
_WEIGHT_OF_NAME = re.compile(rf"\s*[:@]\s*{NUMBER}(?:\s*%)?(?![^{_STOP}])")

_VERSUS = re.compile(r"(?:v|vs\.?|versus|against)", re.IGNORECASE)
"""A word between two players."""
_BEGINS_PHRASES = ("any", "random")
"""Words for all hands that can also begin a longer phrase (``any two``)."""
MAX_NESTED = 8
"""Maximum depth of exclusions inside exclusions."""


class Scope(Enum):
    """The source of the weights of the current items."""

    PLAIN = auto()
    """From each item itself."""
    TAG = auto()
    """``[50] ... [/50]``."""
    GROUP = auto()
    """``80%( ... )``."""
    LIST = auto()
    """``75: ...``, up to the next number of this kind."""
    SECTION = auto()
    """``Weights: ...``, up to the end of the text; every item has its own weight."""


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A token of the text with its ``combos`` and their ``weights``: one number for all, or float64[combos].

    ``excluded``: the combos, or this share of them, are removed from everything else.
    """

    text: str
    combos: Combos
    weights: F64 | float
    scope: Scope
    excluded: bool


@dataclass(frozen=True, slots=True)
class ParsedItems:
    """The items of a text, the notation of its weights (a key of ``notations.NOTATION_NAMES``), notices about possible
    surprises, and the named ranges with their positions in the text."""

    items: tuple[Item, ...]
    notation: str
    notices: tuple[str, ...]
    named: tuple[tuple[int, RangeName], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """The weights of a range text, float64[1326], its notices, the notation of its weights, and the named ranges with
    their positions in the text."""

    weights: F64
    notices: tuple[str, ...]
    notation: str
    named: tuple[tuple[int, RangeName], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ReadingRules:
    """How to read tokens: the dialect, the ranking for percentages (None: the default), and the user's named ranges,
    which come before the presets.

    ``meaning`` reads a complete range inside the text. It is passed in because it lives in ``holdem``, which imports
    this module. ``nested``: how many exclusions enclose the current text.
    """

    dialect: Dialect
    order: Order | None
    meaning: Callable[[str, "ReadingRules"], Meaning]
    names: tuple[RangeName, ...] = ()
    nested: int = 0


def read_items(text: str, rules: ReadingRules) -> ParsedItems:
    """Return the items of ``text``, whose signs are already plain (``cards.plain_signs``).

    Raises:
        TextError: a token cannot be read; the position is its start.
    """
    reader = _Reader(text, rules)
    reader.read()
    notations = reader.notations
    notation = "core" if not notations else notations.pop() if len(notations) == 1 else MIXED
    return ParsedItems(tuple(reader.items), notation, tuple(reader.notices), tuple(reader.named))


class _Reader:
    """Reads a text from left to right. ``_scope`` is the source of the weights of the current items."""

    def __init__(self, text: str, rules: ReadingRules) -> None:
        """Start at the beginning of ``text``, outside all brackets; :meth:`read` fills the public lists."""
        self.items: list[Item] = []
        self.notations: set[str] = set()
        self.notices: list[str] = []
        self.named: list[tuple[int, RangeName]] = []
        self._text = text
        self._rules = rules
        self._words: dict[str, tuple[Combos, F64 | None, str | None]] = {}
        """A cache of the words read so far: long texts repeat them."""
        self._scope = Scope.PLAIN
        self._weight = 1.0
        self._opened = 0
        """The position at which the current scope begins."""
        self._listed = 0
        """The number of items before the current scope."""
        self._excluding = False
        """Whether all following items are excluded."""
        self._at = 0

    def read(self) -> None:
        """Read the whole text. Each step tries the forms that can begin with the next sign; otherwise it is a hand.

        Raises:
            TextError: a token cannot be read or a bracket is not closed; the position is its start.
        """
        while self._at < len(self._text):
            if self._take(_SEPARATORS):
                continue
            sign = self._text[self._at]
            if sign == "!" and self._read_exclusion():
                continue
            if sign in "[)" and self._read_bracket():
                continue
            if sign in "0123456789." and (self._read_group() or self._read_lead()):
                continue
            if sign in "wW" and self._read_section():
                continue
            self._read_item()
        if self._scope in (Scope.TAG, Scope.GROUP):
            raise TextError(f"'{excerpt(self._text[self._opened :], 8)}': this bracket is never closed", self._opened)
        self._end_list(len(self._text))

    def _take(self, form: re.Pattern[str]) -> re.Match[str] | None:
        result = form.match(self._text, self._at)
        if result:
            self._at = result.end()
        return result

    def _read_exclusion(self) -> bool:
        """Read an excluded range in brackets and return True, or False if there is none here."""
        start = self._at
        if not self._take(_OPENING_EXCLUSION):
            return False
        if self._scope in (Scope.TAG, Scope.GROUP):
            raise TextError("an excluded list cannot be in brackets with weights", start)
        if self._rules.nested == MAX_NESTED:
            raise TextError("too many nested brackets", start)
        begin, end = self._at, self._closing(start)
        try:
            inner = self._rules.meaning(self._text[begin:end], replace(self._rules, nested=self._rules.nested + 1))
        except TextError as error:
            raise TextError(error.message, min(begin + error.position, end)) from None
        self._at = end + 1
        self.notices += inner.notices
        self.named += [(begin + at, named) for at, named in inner.named]
        if inner.notation != "core":
            self.notations.add(inner.notation)
        combos = np.flatnonzero(inner.weights)
        self.items.append(Item(self._text[start : self._at], combos, inner.weights[combos], self._scope, True))
        return True

    def _closing(self, start: int) -> int:
        """Return the position of the bracket that closes the last opened one. ``start``: the start of its item."""
        depth = 1
        for at in range(self._at, len(self._text)):
            depth += {"(": 1, ")": -1}.get(self._text[at], 0)
            if not depth:
                return at
        raise TextError(f"'{excerpt(self._text[start:], 8)}': this bracket is never closed", start)

    def _read_bracket(self) -> bool:
        """Read the beginning or the end of a tag, or the end of a group. Return False if there is none here."""
        start = self._at
        opening = self._take(_OPENING_TAG)
        if opening:
            self._open(Scope.TAG, start, read_percent(opening[1], start), "flopzilla")
            self.notices += about_percent(opening[0], opening[1])
            return True
        closing = self._take(_CLOSING_TAG)
        if closing:
            same = read_percent(closing[1], start) == self._weight
            self._close(Scope.TAG, start, closing[0])
            if not same:
                raise TextError(f"'{excerpt(closing[0])}' does not match the opening tag", start)
            return True
        if self._text[start] == ")":
            self._at += 1
            self._close(Scope.GROUP, start, ")")
            return True
        return False

    def _read_group(self) -> bool:
        """Read the beginning of a list such as ``80%(22-55)``, and return False if there is none here."""
        start = self._at
        group = self._take(_OPENING_GROUP)
        if not group:
            return False
        self._open(Scope.GROUP, start, read_fraction(group[1], start), "eval7")
        return True

    def _open(self, scope: Scope, at: int, weight: float, notation: Notation) -> None:
        if self._scope is not Scope.PLAIN:
            raise TextError("brackets with weights cannot be nested or used in weighted lists", at)
        self._begin_list(scope, weight, at)
        self.notations.add(notation)

    def _begin_list(self, scope: Scope, weight: float, at: int) -> None:
        self._scope, self._weight, self._opened, self._listed = scope, weight, at, len(self.items)

    def _end_list(self, end: int) -> None:
        """Add a notice if the scope that ends at ``end`` has no hand: something may be missing there."""
        if self._scope is not Scope.PLAIN and len(self.items) == self._listed:
            self.notices.append(f"'{excerpt(self._text[self._opened : end].strip(' ,;'))}' has no hand to weigh")

    def _close(self, scope: Scope, at: int, sign: str) -> None:
        if self._scope is not scope:
            raise TextError(f"'{excerpt(sign)}' closes a bracket that was never opened", at)
        self._end_list(at)
        self._scope, self._weight = Scope.PLAIN, 1.0

    def _read_section(self) -> bool:
        """Read the word ``Weights:`` of PokerCruncher, and return False if it is not here.

        The hands before it have all been listed; those after it give the weights of some of them.
        """
        start = self._at
        if not self._take(_SECTION):
            return False
        if self._scope is not Scope.PLAIN or not self.items:
            raise TextError("'Weights:' follows a list of hands, as in ATs+; Weights: AQs:75%", start)
        self._begin_list(Scope.SECTION, 1.0, start)
        self.notations.add("pokercruncher")
        return True

    def _read_lead(self) -> bool:
        """Read the number before an Equilab list (``75: AQs``). Return False if there is none here."""
        start = self._at
        lead = _LEAD.match(self._text, start)
        if not lead or is_weight(self._text, lead.end()):
            return False
        if self._scope not in (Scope.PLAIN, Scope.LIST):
            raise TextError(f"'{excerpt(lead[0])}': a leading weight cannot be in a weighted list", start)
        if self._scope is Scope.PLAIN and self.items:
            raise TextError(
                f"'{excerpt(lead[0])}' is the weight of the hands after it; the hands before it need one too", start
            )
        weight = read_percent(lead[1], start)
        before, after = self._text[max(0, start - NEAR) : start], self._text[lead.end() : lead.end() + NEAR]
        self.notices += about_lead(lead[0], lead[1], before, after, self._scope is Scope.PLAIN)
        self._end_list(start)
        self._at = lead.end()
        self._begin_list(Scope.LIST, weight, start)
        self.notations.add("equilab")
        return True

    def _read_item(self) -> None:
        """Read a hand, a share or the name of a range, with its ``!`` and its weight, and add it to ``items``.

        Raises:
            TextError: there is nothing of the kind here; the message suggests what could be meant.
        """
        start = self._at
        result = self._take(_ITEM)
        if not result:
            from engine.ranges.holdem_hints import bracket_message  # only mistakes need its two dozen patterns

            raise TextError(bracket_message(self._text, start), start)
        text = result[0]
        excluded = text.startswith("!")
        weight_sign = _WEIGHT.search(text)
        word = text[excluded : weight_sign.start() if weight_sign else None].rstrip()
        if not word:
            hint = "; write '!' directly before its hand" if excluded else ""
            raise TextError(f"'{excerpt(text)}': there is no hand here{hint}", start)
        # Three meanings are tried: a hand or a share, then a phrase or a name. Only ``any`` and ``random`` look for the
        # longer phrase first, because they are hands by themselves, too.
        phrase = None if word.lower() not in _BEGINS_PHRASES else phrase_at(self._text, start + excluded)
        hands = None if phrase else self._read_word(word, start)
        if hands is None:
            hands = self._read_name(word, start, start + excluded)
            if hands is None:
                return
            begin, word = self._at, self._text[start + excluded : self._at]
            self._take(_WEIGHT_OF_NAME)
            text, weight_sign = self._text[start : self._at], _WEIGHT.match(self._text[begin : self._at].lstrip())
        excluded = excluded or self._excluding
        combos, shares = hands
        own_weight = self._read_weight(text, word, weight_sign, start) if weight_sign else None
        self._check_scope(text, word, own_weight, excluded, start)
        weight = 1.0 if excluded else self._weight if own_weight is None else own_weight
        self.items.append(Item(text, combos, weight if shares is None else shares * weight, self._scope, excluded))

    def _read_word(self, word: str, start: int) -> tuple[Combos, F64 | None] | None:
        """Return the combos of ``word`` in the token from ``start``, and their weights if they are not all 1; None if
        the word is neither a hand nor a share."""
        if word not in self._words:
            hands = read_hands(word, start, self._rules.dialect)
            share = (hands[0], None, hands[1]) if hands is not None else read_share(word, start, self._rules.order)
            if share is None:
                return None
            self._words[word] = share
        combos, weights, notice = self._words[word]
        if notice:
            self.notices.append(notice)
        return combos, None if weights is None else weights[combos]

    def _read_name(self, word: str, start: int, at: int) -> tuple[Combos, F64] | None:
        """Return the combos and weights of the phrase or named range at position ``at`` in the token from ``start``, or
        None for a word between hands.

        ``word`` is the token up to its weight, for messages.

        Raises:
            TextError: there is no such phrase or name.
        """
        piece, end = name_at(self._text, at)
        match = find_name(piece, self._rules.names) if piece else None
        if match is None and (phrase := phrase_at(self._text, at)):
            self._at = phrase[1]
            self.notices.append(Explanation(f"'{excerpt(self._text[at : phrase[1]])}' is read as {phrase[0]}"))
            return self._inner(phrase[0], start)
        if match is None and self._read_joint(start):
            return None
        if self.items and _VERSUS.fullmatch(word) and not (match and match.named.name.startswith(word)):
            match = None  # QQ+ vs UTG is two players, not QQ+ and the range that UTG opens
        elif match is None and piece:
            match = find_name(piece, preset_ranges())
        if match is None:
            from engine.ranges.holdem_hints import UNKNOWN, unreadable_message

            message = unreadable_message(word, self._text[:start], self._text[at + len(word) :])
            known = [named for named in (*self._rules.names, *preset_ranges()) if GAMES[named.game].hands_are_combos]
            error = unknown_name(piece, start, known) if message.endswith(UNKNOWN) else None
            raise error or TextError(message, start)
        if not GAMES[match.named.game].hands_are_combos:
            raise TextError(f"{excerpt(piece)} is {match.named.title}, a range of {match.named.game}", start)
        self._at = end
        self.named.append((at, match.named))
        self.notices.append(name_notice(piece, match))
        try:
            base, _ = split_streets(plain_signs(match.named.text))
            weights = self._rules.meaning(base, replace(self._rules, names=())).weights
        except TextError as error:
            raise TextError(f"{match.named.title} cannot be read: {error.message}", start) from None
        combos = np.flatnonzero(weights)
        return combos, weights[combos]

    def _inner(self, text: str, at: int) -> tuple[Combos, F64]:
        """Return the combos and weights of ``text``, which replaces a phrase at position ``at`` of this text."""
        try:
            reading = read_items(text, replace(self._rules, names=()))
        except TextError as error:
            raise TextError(error.message, at) from None
        self.notices += reading.notices
        combos = np.unique(np.concatenate([item.combos for item in reading.items]))
        return combos, np.ones(len(combos))

    def _read_joint(self, at: int) -> bool:
        """Read a word between hands, which joins them or excludes everything after it. Return False if there is none
        here."""
        excluding = WITHOUT.match(self._text, at)
        joint = excluding or JOINT.match(self._text, at)
        if joint is None or not self.items or not self._text[joint.end() :].strip(" \t\n,;"):
            return False
        self._at = joint.end()
        if excluding and self._scope in (Scope.TAG, Scope.GROUP):
            raise TextError("an excluded list cannot be in brackets with weights", at)
        if excluding:
            self._excluding = True
            self.notices.append(Explanation(f"'{excerpt(joint[0])}' excludes everything that follows"))
        return True

    def _read_weight(self, text: str, word: str, mark: re.Match[str], at: int) -> float:
        """Return the weight after the sign ``mark`` in the token ``text``."""
        sign, number = mark.groups()
        if self._scope is not Scope.SECTION and not number.endswith("%"):
            self.notations.add("ppt" if sign == "@" else "pio")
        weight = read_percent(number, at) if sign == "@" else read_fraction(number, at)
        after = self._text[self._at : self._at + NEAR]
        self.notices += about_weight(text, word, sign, number, after, not self.items)
        return weight

    def _check_scope(self, text: str, word: str, own_weight: float | None, excluded: bool, at: int) -> None:
        """Check that a hand has exactly one weight and that an excluded hand has none."""
        if excluded and own_weight is not None:
            raise TextError(f"'{excerpt(text)}': excluded hands have no weight", at)
        if own_weight is not None and self._scope in (Scope.TAG, Scope.GROUP, Scope.LIST):
            raise TextError(f"'{excerpt(text)}' already has the weight of its list", at)
        if own_weight is None and self._scope is Scope.SECTION and not excluded:
            raise TextError(
                f"'{excerpt(text)}': every hand after 'Weights:' needs a weight, as in {excerpt(word)}:75%", at
            )
        if excluded and self._scope in (Scope.TAG, Scope.GROUP):
            self.notices.append(about_exclusion(text))
        if own_weight is None and not excluded:
            self.notices += about_hand(word, self._text[self._at : self._at + NEAR])
