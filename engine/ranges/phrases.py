"""Phrases of players in hold'em range texts: ``top 10%``, ``any two``, ``pocket tens``, ``76hh``.

A phrase is replaced by another text, and a notice says which. Vague phrases (``small pairs``, ``nit``) only lead to a
suggestion: see ``holdem_hints``.
"""

import re
from collections.abc import Callable

from engine.cards import RANKS, SUITS
from engine.ranges.holdem_hands import RANK_FORM, SUIT_FORM

RANK_NAMES = dict(zip(
    ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    RANKS, strict=True,
)) | {"two": "2", "sixe": "6", "rocket": "A", "bullet": "A", "cowboy": "K"}  # fmt: skip
"""The letters of ranks by their English names in the singular."""
NUMBER_NAMES = {
    "five": "5", "ten": "10", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
}  # fmt: skip
EVERY_HAND_PHRASES = (
    "any two", "any two cards", "any 2", "any 2 cards", "any hand", "any cards", "anytwo", "any2", "atc", "all",
    "all hands", "every hand", "everything", "anything", "random hand", "a random hand", "random cards", "full range",
    "two random cards", "unknown", "xx", "x x", "??", "**",
)  # fmt: skip
BROADWAY = "TT+, AT+, KT+, QT+, JT"
FIXED = dict.fromkeys(EVERY_HAND_PHRASES, "random") | {
    "pairs": "22+", "pair": "22+", "any pair": "22+", "all pairs": "22+", "pocket pair": "22+", "pocket pairs": "22+",
    "any pocket pair": "22+", "all pocket pairs": "22+", "pp": "22+", "broadway": BROADWAY, "broadways": BROADWAY,
    "two broadways": BROADWAY, "suited broadway": "ATs+, KTs+, QTs+, JTs", "suited broadways": "ATs+, KTs+, QTs+, JTs",
    "offsuit broadway": "ATo+, KTo+, QTo+, JTo", "offsuit broadways": "ATo+, KTo+, QTo+, JTo", "big slick": "AK",
}  # fmt: skip
"""Phrases without numbers and ranks, in lower case and with single blanks."""

SUITED = ", ".join(f"{rank}2s+" for rank in RANKS[:1:-1]) + ", 32s"
_RANK = rf"({RANK_FORM}|{'|'.join(RANK_NAMES)})"
_NAME = f"({'|'.join(RANK_NAMES)})"
_NUMBER = rf"((?:100|[0-9]{{1,2}})(?:\.[0-9]+)?|{'|'.join(NUMBER_NAMES)})"
_PERCENT = r"\s*(?:%|percent|per\s+cent|pct)"
_OF_HANDS = r"(?:\s+(?:(?:of\s+(?:all\s+)?)?hands|range|vpip))?"
_KIND = r"\s*(suited|off(?:suit(?:ed)?)?)"
_SUIT = f"([{SUITS}])"
_Meaning = str | Callable[[re.Match[str]], str]
_FORMS: tuple[tuple[str, _Meaning], ...] = (
    (rf"(?:the\s+)?(?:top|best)\s+{_NUMBER}(?:{_PERCENT})?{_OF_HANDS}", r"\1%"),
    (rf"(?:(?:top|best)\s+)?{_NUMBER}(?:{_PERCENT})?\s*(?:-|to)\s*{_NUMBER}{_PERCENT}", r"\1%-\2%"),
    (rf"(?:the\s+)?(?:worst|bottom)\s+{_NUMBER}{_PERCENT}{_OF_HANDS}", lambda form: _worst(form[1])),
    (rf"{_NUMBER}{_PERCENT}{_OF_HANDS}", r"\1%"),
    (rf"pocket\s+{_RANK}(?:\1|s)?", r"\1\1"),
    (rf"(?:a\s+)?pair\s+of\s+{_RANK}s?", r"\1\1"),
    (rf"(?:pocket\s+|pair\s+of\s+)?{_NAME}s\s+(?:or\s+better|plus|\+)", r"\1\1+"),
    (rf"{_NAME}s", r"\1\1"),
    (rf"{_NAME}[\s-]?{_NAME}", r"\1\2"),
    (rf"{_NAME}[\s-]?{_NAME}{_KIND}", r"\1\2\3"),
    (r"any\s+(?:two\s+)?suited(?:\s+(?:cards|hands?))?|(?:two\s+)?suited\s+(?:cards|hands?)", SUITED),
    (rf"(?:any\s+)?suited\s+{_NAME}s?", r"\1xs"),
    (rf"(?:any\s+|an?\s+){_NAME}", r"\1x"),
    (rf"any\s+{_NAME}{_KIND}", r"\1x\2"),
    (rf"{_NAME}\s+of\s+([shdc])[a-z]*s", r"\1\2x"),
    (rf"({RANK_FORM})({RANK_FORM}){_SUIT}{_SUIT}", lambda form: f"{form[1]}{form[3]}{form[2]}{form[4]}"),
    (rf"({RANK_FORM}){_SUIT}({RANK_FORM})x", lambda form: _any_suit(*form.groups())),
)
_END = r"(?![^\s,;:@()\[\]>])"
_PHRASES = tuple((re.compile(f"(?:{form}){_END}", re.IGNORECASE), meaning) for form, meaning in _FORMS)
_WORDS = re.compile(r"[a-z0-9?*]+(?:\s+[a-z0-9]+){0,3}" + _END, re.IGNORECASE)

_WORD = re.compile(r"\S+")

JOINT = re.compile(rf"(?:and|or|plus|[&+]|und|oder|et|ou){_END}", re.IGNORECASE)
"""A word between hands that means a comma."""
WITHOUT = re.compile(rf"(?:but\s+not|except(?:\s+for)?|excluding|without|minus|not|ohne|sans){_END}", re.IGNORECASE)
"""Words that exclude everything after them."""

_HAND = rf"(?:{RANK_FORM}{{2}}[so]?|(?:{RANK_FORM}{SUIT_FORM}){{2}}|[0-9.]+\s*%)"
_BEFORE = r"(?<![^\s,;(])"
_BEHIND = r"(?=\s*(?:[,;:@>]|$))"


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _unmarked(marked: re.Match[str]) -> str:
    return f"{' ' * len(marked[1])}{marked[2]}{' ' * len(marked[1])}"


_PLAIN: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), plain)
    for pattern, plain in (
        (r"(?<!\S)(\*{1,3}|`{1,3})(?=[\w{(])([^*`\n]*[\w+%})])\1(?![^\s,;])", _unmarked),
        # without an underscore inside: else a text full of them takes quadratic time
        (r"(?<!\S)(_{1,2})(?=[^\W_]|[{(])([^*`_\n]*[^\W_]|[^*`_\n]*[+%})])\1(?![^\s,;])", _unmarked),
        (r"(?<=[a-z+%])(?:\.+|…)(?=\s*\Z)", _blank),
        (r"(?<=%)\s+(?:(?:of\s+(?:all\s+)?)?hands|vpip|pfr|range)(?![^\s,;:@>])", _blank),
        (r"^[ \t]*[-•·][ \t]+(?=\S)", _blank),
        (rf"{_BEFORE}({RANK_FORM}{{2}})(\s*-?\s*(?:(suite?d)|off-?suite?d?|off|unsuited))([+]?){_END}",
            lambda hand: f"{hand[1]}{'s' if hand[3] else 'o'}{hand[4]}".ljust(len(hand[0]))),
        (rf"{_BEFORE}({RANK_FORM}{SUIT_FORM})([ \t]+)({RANK_FORM}{SUIT_FORM}){_END}",
            lambda cards: cards[1] + cards[3] + cards[2]),
        (rf"{_BEFORE}({_HAND})(\s)(?:[+]|plus){_BEHIND}", lambda hand: f"{hand[1]}+".ljust(len(hand[0]))),
        (rf"{_BEFORE}(from\s+)?({_HAND})(\s+)(?:to|through|thru|bis)(\s+)(?={_HAND}{_END})",
            lambda span: f"{' ' * len(span[1] or '')}{span[2]} - ".ljust(len(span[0]))),
    )
)  # fmt: skip
"""Forms that are normalized in plain texts. All other characters keep their index."""
_ANY_PLAIN = re.compile(
    rf"[*`_•·…]|\.\s*\Z|^[ \t]*-[ \t]|suit|off|%\s+[a-z]|\s[+]|plus|\bto\b|thr|bis\b"
    rf"|{SUIT_FORM}[ \t]+{RANK_FORM}{SUIT_FORM}",
    re.IGNORECASE | re.MULTILINE,
)


def phrases_as_ranges(text: str) -> str:
    """Return pasted text with phrases in the notation of ranges: ``AK suited``, ``QQ to 99`` and ``Ah Kh`` as one word
    each.

    The marks of bold words and lists, and dots at the end, become blanks. The length never changes, so the positions of
    errors in the result are those in ``text``.
    """
    if _ANY_PLAIN.search(text):
        for pattern, plain in _PLAIN:
            text = pattern.sub(plain, text)
    return text


def phrase_at(text: str, at: int) -> tuple[str, int] | None:
    """Return the meaning of the longest phrase that begins at ``at`` and the position of its end, or None."""
    words = _WORDS.match(text, at)
    ends = [word.end() for word in _WORD.finditer(words[0])] if words else []
    # Fixed phrases are looked up from the longest to the shortest; patterns win if they match more of the text.
    fixed = ((FIXED.get(" ".join(text[at : at + end].lower().split())), at + end) for end in reversed(ends))
    best = next(((meant, end) for meant, end in fixed if meant), None)
    for pattern, meaning in _PHRASES:
        form = pattern.match(text, at)
        if form and (best is None or form.end() > best[1]):
            best = (meaning(form) if callable(meaning) else filled_meaning(meaning, form)), form.end()
    return best


def filled_meaning(meaning: str, form: re.Match[str]) -> str:
    """Return ``meaning`` with its references replaced by the groups of ``form``: rank letters, digits, ``s`` and
    ``o``."""
    share = "%" in meaning

    def group(reference: re.Match[str]) -> str:
        word = form[int(reference[1])].lower()
        if word.startswith(("suit", "off")) or word in SUITS:
            return word[0]
        return NUMBER_NAMES.get(word, word) if share else RANK_NAMES.get(word, word.upper())

    return re.sub(r"\\([1-3])", group, meaning)


def _worst(number: str) -> str:
    return f"{100 - float(NUMBER_NAMES.get(number.lower(), number)):g}%-100%"


def _any_suit(rank: str, suit: str, other: str) -> str:
    held = (rank.upper(), suit.lower())
    return ", ".join(f"{rank}{suit}{other}{second}" for second in SUITS if (other.upper(), second) != held)
