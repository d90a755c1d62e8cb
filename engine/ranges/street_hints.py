"""Error messages for what cannot be read in a street filter: why, and what may have been meant."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from engine.cards import RANKS, TextError, shown
from engine.made.names import DRAWS, MADE, RANK_NAMES

LONGEST_MISTAKE = 40
"""Longer words are not looked into."""

_EVERYDAY = {
    "quads": "four of a kind", "boat": "full house", "fullhouse": "full house", "three of a kind": "set",
    "two pairs": "two pair", "tptk": "top pair/A", "overpairs": "overpair", "middle pair": "second pair",
    "pair": "low pair+", "any pair": "low pair+", "pairs": "low pair+", "bottom pair": "low pair",
    "third pair": "low pair", "underpair": "low pair", "air": "nothing", "high card": "nothing",
    "straight draw": "open-ended", "oesd": "open-ended", "double gutshot": "open-ended", "inside straight": "gutshot",
    "fd": "flush draw", "nfd": "nut flush draw", "bdfd": "backdoor flush draw", "overcards": "two overcards",
    "board": "plays the board", "all": "nothing+", "any": "nothing+", "equity": "equity 45%+", "best": "best 30%",
}  # fmt: skip
"""Words of players, with ours."""

_NUMBER = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)"
_SHARE = re.compile(rf"(?:best|top)?\s*{_NUMBER}\s*%?\+?")
_EQUITY = re.compile(rf"(?:equity|eq)\s*([<>]?=?)\s*{_NUMBER}\s*%?\s*([+-]?)")
_KICKER = re.compile(r"(?:top pair|tp)\s*/\s*(.).*|(?:top pair with )?(?:an? )?(.+?) kicker")

Reads = Callable[[str], object]
"""Returns what a word names, None if it names nothing."""


def street_complaint(word: str, behind: str) -> str:
    """Return the message for a ``word`` behind ``>`` that is no street; ``behind`` follows it."""
    if not word:
        return "behind '>' stands a street and what stays there, as in > flop top pair+"
    near = get_close_matches(word.lower(), ("flop", "turn", "river"), 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    if word.lower() in ("preflop", "pre"):
        hint = "; before the flop the range itself is what stays"
    elif not near and behind.strip():
        hint = ", as in > flop top pair+"
    return f"'{shown(word)}' is no street (flop, turn, river){hint}"


def item_complaint(word: str, reads: Reads) -> str:
    """Return the message for a ``word`` of a filter that names nothing; ``reads`` tells what does."""
    meant = _meant(" ".join(word.lower().split()), reads) if len(word) <= LONGEST_MISTAKE else None
    hint = f"; did you mean {meant}?" if meant else ""
    return f"'{shown(word)}' is no made hand, draw or share{hint}"


def _meant(word: str, reads: Reads) -> str | None:
    plus = "+" if word.endswith("+") else ""
    stem = word.removesuffix("+").rstrip()
    candidates = [_EVERYDAY.get(stem, "") + plus, _EVERYDAY.get(stem, ""), stem, _equity(word), _share(word)]
    candidates += [_kicker(word), _joined(word, reads)]
    near = get_close_matches(stem, (*MADE, *DRAWS, *_EVERYDAY), 1, 0.75)
    candidates += [_EVERYDAY.get(name, name) + sign for name in near for sign in (plus, "")]
    return next((text for text in candidates if text and text != word and _read(text, reads)), None)


def _equity(word: str) -> str:
    found = _EQUITY.fullmatch(word)
    return f"equity {found[2]}%{'-' if '<' in found[1] or found[3] == '-' else '+'}" if found else ""


def _share(word: str) -> str:
    found = _SHARE.fullmatch(word)
    return f"best {found[1]}%" if found else ""


def _kicker(word: str) -> str:
    """``top pair, ace kicker`` is a name on screen; a text has ``top pair/A``."""
    found = _KICKER.fullmatch(word)
    if not found:
        return ""
    rank = found[1] or dict(zip(RANK_NAMES, RANKS, strict=True)).get(found[2], found[2])
    return f"top pair/{rank.upper()}"


def _joined(word: str, reads: Reads) -> str:
    """Two items without a comma between them."""
    blanks = [at for at, sign in enumerate(word) if sign == " "]
    halves = ((word[:at], word[at + 1 :]) for at in blanks)
    return next((f"{one}, {other}" for one, other in halves if _read(one, reads) and _read(other, reads)), "")


def _read(text: str, reads: Reads) -> bool:
    try:
        return all(reads(part) is not None for part in text.split(", "))
    except TextError:
        return False
