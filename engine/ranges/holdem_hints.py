"""Error messages for a token of a hold'em range that cannot be read: the mistake, and a suggestion.

Each rule looks at the word and at the text next to it, and returns the end of a message, or None if it does not apply.
The first rule that applies is used.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from engine.cards import RANKS, TextError, excerpt, spelled_cards
from engine.ranges.holdem_doubts import NEAR
from engine.ranges.holdem_hands import HANDS_BY_NAME, RANK_FORM, SUIT_FORM, read_hands
from engine.ranges.holdem_shares import FOLD_PROFILE, read_share
from engine.ranges.phrases import filled_meaning
from engine.ranges.street_filters import InCell, InHandSet, ItemGroup
from engine.ranges.street_text import filter_word
from engine.ranges.street_text import read_filter_word as read_made

MAX_MISTYPED_WORD = 12
"""Maximum number of characters of a word for which similar spellings are tried."""

MAX_RULED_WORD = 40
"""Maximum number of characters of a word to which the rules are applied."""
UNKNOWN = " is not a hand or range"
"""The end of a message if no rule applies."""

_HAND = f"(?:{RANK_FORM}{{2}}[sSoO]?|(?:{RANK_FORM}{SUIT_FORM}){{2}})"
_CARD = re.compile(f"{RANK_FORM}{SUIT_FORM}")
_HAND_BEFORE = re.compile(rf"(?<![^\s,;(])({_HAND}(?:[+]|-{_HAND})?)\s*\*?\s*$")
_CARD_BEHIND = re.compile(rf"[\s,;]+({RANK_FORM}{SUIT_FORM})(?=[\s,;:@]|$)")
_RANK_BEHIND = re.compile(rf"\s+({RANK_FORM})(?:\s*([sSoO]))?(?=[\s,;:@]|$)")
_AGAINST = re.compile(r"(\S+?)(?:vs?\.?|x|×)(\S+)", re.IGNORECASE)
_TAKEN = re.compile(r"(\S*[+%]|random|any)\s+-\s*(\S+)", re.IGNORECASE)
_BROKEN_DECIMAL = re.compile(r"([0-9]+),$")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_WEIGHT_BEHIND = re.compile(r"(.+?)(?:[*x=])([0-9.]+%?)")
_WEIGHT_IN_FRONT = re.compile(r"([0-9.]+(?:%?[*x]|%)|[0-9]*\.[0-9])(.+)")
_SUITEDNESS = re.compile(f"({RANK_FORM}{{2}})(s|of?f?s?|un)(?:s?uited|s?uit|s)?([+]?)", re.IGNORECASE)
_ANY_SIGN = re.compile(f"({RANK_FORM}{SUIT_FORM}(?=.$)|{RANK_FORM})[?*_#]([sSoO]?)")
_SHORT_SPAN = re.compile(rf"({RANK_FORM})({RANK_FORM})([sSoO]?)-(?:({RANK_FORM})([sSoO]?))?")
_SUIT_VARIABLES = re.compile(f"({RANK_FORM})([wxyz])({RANK_FORM})([wxyz])([+]?)", re.IGNORECASE)
_HALF_SUITED = re.compile(f"({RANK_FORM})({SUIT_FORM})?({RANK_FORM})({SUIT_FORM})?")
_SUIT_LEFT_OPEN = re.compile(f"({RANK_FORM}{SUIT_FORM}{RANK_FORM})[xX]")
_THREE_CARDS = re.compile(f"(?:{RANK_FORM}){{3,}}|(?:{RANK_FORM}{SUIT_FORM}){{3,}}")
_BOARD = re.compile(rf"(?:{RANK_FORM}{SUIT_FORM}){{3,5}}|{RANK_FORM}{{3}}(?:r|tt)", re.IGNORECASE)
_SHARE_AND_MORE = re.compile(r"[a-z]*?([0-9.]+%)[0-9a-z]*|%([0-9.]+)", re.IGNORECASE)
_SLOPPY_BAND = re.compile(r"([0-9.]+?)%?(?:-|\.\.+)([0-9]+\.?[0-9]*)%?")

_LOOKALIKES = str.maketrans("АВКМНОРСТХаеоорсхѕһАΑΚΟΤΧοχ×", "ABKMHOPCTXaeoopcxshAAKOTXoxx")
"""Letters of other alphabets that look like ours. NFKC normalization takes care of full-width signs."""

_WORDS = {
    "x": "random", "?": "random", "top": "15%", "best": "15%", "suited": "Axs", "offsuit": "Axo", "sc": "JTs-54s",
    "foldprofile": FOLD_PROFILE, "fold": FOLD_PROFILE, "premium": "JJ+, AK", "premiums": "JJ+, AK",
    "monsters": "QQ+, AK", "nit": "8%", "rock": "8%",
    "tag": "18%", "reg": "22%", "lag": "30%", "fish": "50%", "station": "50%", "whale": "70%", "maniac": "80%",
}  # fmt: skip
"""Words of people and of other programs that are too vague to be accepted, with our suggestions."""

_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"{pattern}(?![a-z0-9])", re.IGNORECASE), meant)
    for pattern, meant in (
        (r"(?:small|low|baby)\s+(?:pocket\s+)?pairs?", "66-22"),
        (r"(?:medium|mid|middle)\s+(?:pocket\s+)?pairs?", "TT-77"),
        (r"(?:big|high|large)\s+(?:pocket\s+)?pairs?", "JJ+"),
        (r"(?:premium|monster)\s+(?:hand|pair)s?", "JJ+, AK"),
        (r"(ace|king|queen|jack|ten)", r"\1x"),
        (r"suited\s+connectors?", "JTs-54s"),
        (r"suited\s+(?:one[\s-]?)?gappers?", "J9s-53s"),
        (r"connectors?", "JT-54"),
        (r"(?:vpip|pfr|opens?|plays?)\s*:?\s*([0-9]{1,2}(?:\.[0-9]+)?)\s*%?", r"\1%"),
    )
)
"""Vague phrases of players, with our suggestions. A rank by its name is replaced by its letter."""
_SEATS = " is not a hand; write one v per opponent, as in AA v random v random"
_TABLE_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"{pattern}(?![a-z0-9])", re.IGNORECASE), end)
    for pattern, end in (
        (r"[2-9][\s-]?(?:way|handed|max)s?", _SEATS),
        (r"(?:two|three|four|[2-9])\s+(?:random|any|other)\s+(?:hand|player|opponent|two|card)s?", _SEATS),
        (
            r"(?:hero|villain|opponent|opp|me)",
            " is not a hand; a name is followed by a colon, as in Hero: AA v Villain: KK",
        ),
        (r"equit(?:y|ies)\b(?!\s*[<>=]*\s*[0-9])\??", " is not a hand; leave it out: AA v KK gives the equities"),
        (r"(?:aipf|preflop|pre|pf)", " is not a hand; leave it out: without a board the equities are preflop"),
        (r"(?:on|@)", " is not a hand; a board needs suits, as in AA v KK | Ks7h2d, or K72r for a rainbow flop"),
    )
)
"""Words that describe a table and not a hand, with the end of the message."""

_SUITED_NAMES = {"off": "o", "of": "o", "os": "o", "unsuited": "o", "offsuit": "o", "suited": "s"}

_COMMA = "separate hands with commas: AA, KK"
_NOT = "'!' excludes hands: random, !KK"
_TABLE = "paste a whole matchup at once, as in AA v KK | 7h8h2c"
_GLUE = {
    "and": _COMMA, "or": _COMMA, "plus": _COMMA, "not": _NOT, "without": _NOT, "except": _NOT,
    "to": "a span is written with '-': AA-TT, 5%-20%", "two": "for every hand write 'any' or 'random'",
    **dict.fromkeys(("v", "vs", "vs.", "versus", "against", "|"), _TABLE),
}  # fmt: skip

_STREETS = ("flop", "turn", "river")
_MADE = (
    *("set", "sets", "trips", "quads", "boat", "overpair", "overpairs", "straight", "flush", "gutshot", "open-ended"),
    *("oesd", "draw", "draws", "overcard", "overcards", "nothing", "air", "equity"),
)
"""Words for made hands and draws."""

_Rule = Callable[[str, str, str], str | None]
"""A function of a word, the preceding and the following text that returns the end of the message, or None."""


def unreadable_message(word: str, before: str, after: str) -> str:
    """Return the error message for a ``word`` that cannot be read; ``before`` and ``after`` are the rest of the text.

    Each rule knows one kind of mistake, and the first that recognizes it gives the hint. Long words get only a quick
    one.
    """
    rules = _RULES if len(word) <= MAX_RULED_WORD else (_exclusion,)
    for rule in rules:
        text = rule(word, before[-NEAR:], after[:NEAR])
        if text:
            return f"'{excerpt(word)}'{text}"
    # No rule applies: try number words for ranks, then small typing mistakes.
    spelled = spelled_cards(word)[0]
    suggestion = spelled if spelled != word and _reads(spelled) else next(_similar(word), None)
    return f"'{excerpt(word)}'{UNKNOWN}{_meant(suggestion)}"


def bracket_message(text: str, at: int) -> str:
    """Return the error message for a bracket at position ``at`` that has no meaning there."""
    sign, after = text[at], text[at + 1 : at + NEAR]
    before = _HAND_BEFORE.search(text[max(0, at - NEAR) : at])
    if sign == "(" and before:
        number = re.match(r"\s*([0-9.]+%?)\s*\)", after)
        hint = f"write the weight after ':'{_weighed(before[1], number[1])}" if number else "write a comma"
    elif sign == "(":
        hint = "a bracket needs a weight in front, as in 50%(AA, KK)"
    elif sign == "[" and re.match(r"\s*/?\s*[0-9]+,[0-9]", after):
        hint = "use a decimal point, as in [12.5]"
    elif sign == "[":
        hint = "brackets contain a weight, as in [50]AA, KK[/50]"
    else:
        hint = "no bracket is open"
    return f"'{sign}' does not belong here; {hint}"


def _meant(suggestion: str | None) -> str:
    return f"; did you mean {suggestion}?" if suggestion else ""


def _weighed(hand: str, number: str) -> str:
    """Return a suggestion of ``hand`` with the weight ``number`` (percent if above 1), or "" without a valid weight."""
    try:
        value = float(number.removesuffix("%"))
    except ValueError:
        return ""
    sign = "%" if value > 1 and not number.endswith("%") else ""
    return _meant(f"{hand}:{number}{sign}" if value <= 100 else None)


def _exclusion(word: str, before: str, _after: str) -> str | None:
    """Return the hint about an exclusion without a comma, with two signs or with another program's sign, or None."""
    if word.startswith("!"):
        return ": one '!' is enough"
    if "!" in word:
        return ": write a comma before '!'"
    taken = _TAKEN.fullmatch(word)
    if taken and _reads(taken[2]) and (_reads(taken[1]) or taken[1].lower() in HANDS_BY_NAME):
        return f": exclude hands with '!'; did you mean {taken[1]}, !{taken[2]}?"
    if word[0] in "~^-" and before.strip() and _reads(word[1:]):
        return f": exclude hands with '!'; did you mean !{word[1:]}?"
    return None


def _weight(word: str, before: str, after: str) -> str | None:
    """Return the hint about a weight with another program's sign, before its hand or without a sign, or None."""
    result = _WEIGHT_BEHIND.fullmatch(word)
    if result and _reads(result[1]):
        return f": write the weight after ':' or '@'{_weighed(result[1], result[2])}"
    result = _WEIGHT_IN_FRONT.fullmatch(word)
    if result and _reads(result[2]):
        return f": write the weight after its hand{_weighed(result[2], result[1].rstrip('*x'))}"
    owner = _HAND_BEFORE.search(before)
    weighed = re.match(rf"\s+({_HAND}[+]?)(?=[\s,;]|$)", after)
    if not owner and weighed and _NUMBER.fullmatch(word) and "." in word and float(word) <= 1:
        return f": write the weight after its hand{_weighed(weighed[1], word)}"
    if owner and _NUMBER.fullmatch(word) and ("." in word or float(word) <= 1) and float(word) <= 100:
        return f": write the weight after ':'{_weighed(owner[1], word)}"
    return None


def _decimal_comma(word: str, before: str, after: str) -> str | None:
    """Return the hint about a decimal comma, which separates two hands here, or None."""
    start = _BROKEN_DECIMAL.search(before)
    if start and re.fullmatch(r"[0-9]+%?", word):
        return f": use a decimal point; did you mean {start[1]}.{word}?"
    rest = re.match(r",([0-9]+)\s*([%:(]?)", after)
    if rest and word.isdecimal() and word.isascii():
        return f": use a decimal point; did you mean {word}.{rest[1]}{rest[2].strip(':(')}?"
    return None


def _number(word: str, _before: str, after: str) -> str | None:
    """Return the hint about a number alone, or None."""
    if not _NUMBER.fullmatch(word):
        return None
    if after.lstrip().startswith(":"):
        return " is not a hand; before ':' it is the weight of a list (75: AQs); weigh a share as in 15%@75"
    if float(word) <= 100 and not re.fullmatch(RANK_FORM, word):
        return f" is not a hand; did you mean {word}%?"
    return None


def _one_card(word: str, _before: str, after: str) -> str | None:
    """Return the hint about a single card or rank, or None."""
    if _CARD.fullmatch(word):
        other = _CARD_BEHIND.match(after)
        hand = word + other[1] if other and _reads(word + other[1]) else None
        like = f"{word}{'Kd' if word[0] not in 'Kk' else 'Qd'}"
        return f" is one card; did you mean {hand}?" if hand else f" is one card; a hand has two, as in {like}"
    if not re.fullmatch(RANK_FORM, word):
        return None
    if after.startswith("["):
        return ": lists of ranks in brackets are not supported; write the hands one by one, as in AKs, AQs"
    other = _RANK_BEHIND.match(after)
    joined = word + other[1] + (other[2] or "") if other else ""
    return f" is one card; did you mean {joined if joined and _reads(joined) else word.upper() + 'x'}?"


def _torn(word: str, before: str, _after: str) -> str | None:
    """Return the hint about the end of a hand after a blank, as in ``AJ s``, ``22 +`` and ``99 -``, or None."""
    owner = _HAND_BEFORE.search(before)
    tail = _SUITED_NAMES.get(word.lower(), word.lower())
    if owner and tail in ("s", "o", "+", "s+", "o+") and _reads(owner[1] + tail):
        return f" is separated by a space from {owner[1]}; did you mean {owner[1]}{tail}?"
    return " is not a hand: a span has two ends, as in 99-22" if word == "-" else None


def _phrase(word: str, before: str, after: str) -> str | None:
    """Return the hint about a phrase of players such as ``suited connectors``, ``small pairs`` and ``3 way``, or
    None."""
    text = word + after
    if word.isalpha() and not before.strip() and re.match(r"\s*:\s*[^\s0-9.]", after):
        return ' is not a hand; put a name in quotes before its hand, as in "Hero": AA v "BB": KK'
    for pattern, end in _TABLE_PHRASES:
        if pattern.match(text):
            return end
    for pattern, meant in _PHRASES:
        result = pattern.match(text)
        if result:
            return f"{UNKNOWN}; did you mean {filled_meaning(meant, result)}?"
    return None


def _on_board(word: str, _before: str, after: str) -> str | None:
    """Return the hint about a made hand or draw outside a street filter, or None."""
    phrase = re.split(r"[,;&>]", word + after)[0].strip()
    text = _made_hand(phrase) or _made_hand(word)
    return f" is not a hand; write made hands and draws after a street, as in 22+ > flop {text}" if text else None


def _made_hand(phrase: str) -> str | None:
    """Return the filter's name for a phrase that names made hands or draws, or None."""
    try:
        condition = read_made(phrase) if phrase else None
    except TextError:  # a share above 100%
        return None
    return filter_word(condition) if isinstance(condition, InCell | InHandSet | ItemGroup) else None


def _spelled(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about a known word of players or programs, or suitedness in words, or None."""
    lower = word.lower()
    if lower in _WORDS:
        return f" is not a hand or range; did you mean {_WORDS[lower]}?"
    if lower in _STREETS:
        return f" is not a hand; write a street after '>', as in 22+ > {lower} set"
    if lower in _MADE:
        return " is not a hand; write made hands and draws after a street, as in 22+ > flop set"
    if lower in _GLUE:
        return f" is not a hand; {_GLUE[lower]}"
    if get_close_matches(lower, ("weights",), 1, 0.75):
        return " is not a hand; the heading is 'Weights:', as in ATs+; Weights: AQs:75%"
    result = _SUITEDNESS.fullmatch(word)
    if result:
        name = f"{result[1]}{'s' if result[2].lower() == 's' else 'o'}{result[3]}"
        return f" is not a hand or range; did you mean {name}?" if _reads(name) else None
    result = _ANY_SIGN.fullmatch(word)
    return f": write x for any second card; did you mean {result[1]}x{result[2]}?" if result else None


def _foreign(word: str, _before: str, _after: str) -> str | None:
    """Tags, macros and suit variables of other programs."""
    if word[0] in "#$":
        return ": tags and macros are not supported; write the hands out"
    result = _SUIT_VARIABLES.fullmatch(word)
    if result:
        first, suit, second, other, plus = result.groups()
        top, low = _high_first(first, second)
        name = top + low
        if top != low:
            name += "s" if suit.lower() == other.lower() else "o"
        return f": letters for suits (x, y) are not supported; did you mean {name}{plus}?"
    return None


def _share(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about a share of hands with signs around it, or a span of shares with one percent sign, or
    None."""
    band = _SLOPPY_BAND.fullmatch(word)
    if band and ("%" in word or not all(map(_reads, word.split("-")))):
        meant = f"{band[1]}%-{band[2]}%"
        return f": both ends need a % sign{_meant(meant if _reads(meant) else None)}"
    result = _SHARE_AND_MORE.fullmatch(word)
    if result:
        share = result[1] or f"{result[2]}%"
        order = " the hand ranking is selected next to the text;" if word.startswith(share) else ""
        return f":{order} did you mean {share}?"
    return None


def _span(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about a span whose second end is short or missing, as in ``A5s-2s``, ``A2-5`` and ``99-``, or
    None."""
    result = _SHORT_SPAN.fullmatch(word)
    if not result:
        return None
    top, low, kind, end, end_kind = result.groups()
    end, kind = end or "2", kind or end_kind or ""
    meant = f"{top}{low}{kind}-{end if top == low else top}{end}{kind}"
    return f" is not a hand or range; did you mean {meant}?" if low != end and _reads(meant) else None


def _cards(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about too many cards, or suits for only one of two cards, or None."""
    if _BOARD.fullmatch(word):
        return f" is not a hand; write a board after a bar, as in AA v KK | {word}"
    if _THREE_CARDS.fullmatch(word):
        return f": a hand has two cards{_meant(_two_hands(word))}"
    result = _HALF_SUITED.fullmatch(word)
    if result and bool(result[2]) != bool(result[4]):
        suit = result[2] or result[4]
        top, low = _high_first(result[1], result[3])
        either = f"{top}{low} or {top}{suit}{low}{suit}" if top != low else top + low
        return f": one card has a suit, the other has none; did you mean {either}?"
    result = _SUIT_LEFT_OPEN.fullmatch(word)
    if result:
        return f": x for any suit is not supported; write the hands one by one, as in {result[1]}s, {result[1]}h"
    return None


def _joined(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about hands without a comma between them, or with another sign, or None."""
    parts = [part for part in re.split(r"[./&|\\_~…]+", word) if part]
    if len(parts) > 1 and all(_reads(part) for part in parts):
        return f" is not a hand or range; did you mean {', '.join(parts)}?"
    seats = _AGAINST.fullmatch(word)
    if seats and all(map(_reads, seats.groups())):
        return f" is not a hand; write a v with spaces between two seats: {seats[1]} v {seats[2]}"
    both = _two_hands(word)
    return f" is not a hand or range; did you mean {both}?" if both else None


def _lookalike(word: str, _before: str, _after: str) -> str | None:
    """Return the hint about a letter of another alphabet or a full-width sign, or None."""
    plain = unicodedata.normalize("NFKC", word.translate(_LOOKALIKES))
    if plain == word or not plain.isascii() or word.isascii():
        return None
    sign = next(sign for sign in word if not sign.isascii())
    hands = [re.sub("[:@].*", "", hand.strip()) for hand in re.split("[,;]", plain)]
    known = all(_reads(hand) or hand.lower() in HANDS_BY_NAME for hand in hands)
    return f": '{sign}' is not the character that it looks like{_meant(excerpt(plain) if known else None)}"


_RULES: tuple[_Rule, ...] = (
    _exclusion, _phrase, _on_board,
    _decimal_comma, _weight, _number, _one_card, _torn, _spelled, _foreign, _share, _span, _cards, _joined,
    _lookalike,
)  # fmt: skip


def _two_hands(word: str) -> str | None:
    """Return the two hands in a ``word`` that lacks a comma between them, or None."""
    halves = ((word[:i], word[i:]) for i in range(2, len(word) - 1))
    return next((f"{one}, {other}" for one, other in halves if _reads(one) and _reads(other)), None)


def _high_first(*ranks: str) -> list[str]:
    """Return ``ranks`` as letters, the highest first."""
    return sorted((rank.upper().replace("10", "T") for rank in ranks), key=RANKS.index, reverse=True)


def _similar(word: str) -> Iterator[str]:
    """Yield valid words that differ from ``word`` by a small mistake: swapped, missing, extra or wrong signs."""
    if len(word) > MAX_MISTYPED_WORD:
        return
    indices = list(reversed(range(len(word))))
    turned = [word[1::-1] + word[2:], word[1:] + word[0], re.sub(r"([+])([so])$", r"\2\1", word)]
    mistyped = [word[:i] + {"0": "o", "1": "T"}[word[i]] + word[i + 1 :] for i in indices if word[i] in "01"]
    shortened = [word[:i] + word[i + 1 :] for i in indices]
    replaced = [word[:i] + sign + word[i + 1 :] for i in indices for sign in "so+-"]
    for candidate in [*turned, *mistyped, *shortened, *replaced]:
        text = re.sub(RANK_FORM, lambda m: m[0].upper(), candidate)
        if _reads(text) and (len(text) != 4 or text[2] not in "xX"):  # nobody means Ksx♠ by KQx♠
            yield text
    yield from get_close_matches(word.lower(), (*filter(str.isalpha, HANDS_BY_NAME), FOLD_PROFILE), 1, 0.6)


def _reads(word: str) -> bool:
    """Return True if ``word`` is a hand or a share; the names of all hands (``random``) do not count."""
    if word.lower() in HANDS_BY_NAME:
        return False
    try:
        return (read_share(word, 0, None) or read_hands(word, 0, "core")) is not None
    except TextError:
        return False
