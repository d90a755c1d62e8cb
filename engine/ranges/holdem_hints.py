"""What to tell about a word of a hold'em range that cannot be read: why, and what may have been meant."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from engine.cards import SUIT_SIGNS, TextError
from engine.ranges.holdem_hands import RANK_FORM, SUIT_FORM, WORDS_FOR_ALL, read_word, shown
from engine.ranges.holdem_shares import FOLD_PROFILE, read_share

LONGEST_MISTAKE = 12
"""Longer words are not searched for a slip of the fingers."""

_CARD = re.compile(f"{RANK_FORM}{SUIT_FORM}")
_SUIT_VARIABLES = re.compile(f"{RANK_FORM}([wxyz]){RANK_FORM}([wxyz])([+]?)", re.IGNORECASE)
_WILD_SUITED = re.compile(f"{RANK_FORM}({SUIT_FORM})[xX]({SUIT_FORM})")
_NAMED_SHARE = re.compile(r"([0-9.]+%)[0-9a-z]+", re.IGNORECASE)
_BARE_SHARES = re.compile(r"([0-9.]+)-([0-9.]+)%")

_WORDS = {
    "all": "random", "everything": "random", "atc": "random", "any2": "random", "anytwo": "random", "top": "15%",
    "pairs": "22+", "pair": "22+", "pp": "22+", "suited": "Axs", "offsuit": "Axo", "broadway": "TT+, AT+, KT+, QT+, JT",
    "foldprofile": FOLD_PROFILE, "fold": FOLD_PROFILE,
}  # fmt: skip
"""Words of people and of other programs, with what we would read."""


def complaint(word: str) -> str:
    """Return the message for a ``word`` that no rule reads."""
    quoted = shown(word)
    if "!" in word:
        return f"'{quoted}': write a comma before '!'"
    if "=" in word:
        return f"'{quoted}': a weight follows ':' or '@'; did you mean {shown(word.replace('=', ':'))}?"
    if _CARD.fullmatch(word):
        return f"'{word}' is one card; a hand has two, as in {word}{'Kd' if word[0] not in 'Kk' else 'Qd'}"
    if re.fullmatch(RANK_FORM, word):
        return f"'{word}' is one card; did you mean {word.upper()}x?"
    if word.isdecimal():
        return f"'{quoted}' is no hand; before ':' it weighs a list (75: AQs); a share is weighed as in 15%@75"
    foreign = _foreign(word)
    if foreign:
        return f"'{quoted}': {foreign}"
    suggestion = next(_similar(word), None)
    hint = f"; did you mean {suggestion}?" if suggestion else ""
    return f"'{quoted}' is no hand or range{hint}"


def _foreign(word: str) -> str | None:
    """Return what to write in place of a form of another program that we do not read."""
    found = _SUIT_VARIABLES.fullmatch(word)
    if found:
        first, suit, second, other, plus = found.groups()
        name = _upper(first + second)
        if first.upper() != second.upper():
            name += "s" if suit.lower() == other.lower() else "o"
        return f"letters for suits (x, y) are not read; did you mean {name}{plus}?"
    found = _WILD_SUITED.fullmatch(word)
    if found and _suit(found[2]) == _suit(found[3]):
        card = _upper(found[1]) + _suit(found[2])
        return f"any second card of the same suit is not read; {card}x is every hand with the {card}"
    found = _NAMED_SHARE.fullmatch(word)
    if found:
        return f"the order of hands is chosen beside the text; did you mean {found[1]}?"
    found = _BARE_SHARES.fullmatch(word)
    if found:
        return f"both ends of a band need the sign; did you mean {found[1]}%-{found[2]}%?"
    return None


def _suit(sign: str) -> str:
    return SUIT_SIGNS.get(sign[0], sign[0].lower())


def _upper(ranks: str) -> str:
    return ranks.upper().replace("10", "T")


def _similar(word: str) -> Iterator[str]:
    """Yield words that can be read and differ from ``word`` by little."""
    if word.lower() in _WORDS:
        yield _WORDS[word.lower()]
    if len(word) > LONGEST_MISTAKE:
        return
    shortened = [word[:i] + word[i + 1 :] for i in reversed(range(len(word)))]
    replaced = [word[:i] + sign + word[i + 1 :] for i in reversed(range(len(word))) for sign in "so+-"]
    turned = [word[1::-1] + word[2:]]
    for candidate in turned + shortened + replaced:
        text = re.sub(RANK_FORM, lambda m: m[0].upper(), candidate)
        if _reads(text):
            yield text
    yield from get_close_matches(word.lower(), (*WORDS_FOR_ALL[:2], FOLD_PROFILE), 1, 0.6)


def _reads(word: str) -> bool:
    if word in WORDS_FOR_ALL:
        return False
    try:
        return (read_share(word, 0, None) or read_word(word, 0, "core")) is not None
    except TextError:
        return False
