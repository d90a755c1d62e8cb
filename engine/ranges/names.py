"""Named ranges as words of range texts: ``BTN open``, ``BB call CO``, ``"AK and pairs"``.

A name is recognized by its words, in any order and in the ways of players: all words of the range's own name, and any
words of its folders. ``BTN open`` is *BTN* in *6-max RFI*, ``BB call CO`` is *BB: call* in *vs CO open*. In
quotes it is the exact name of a range in the library.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.cards import TextError, excerpt
from engine.ranges.notices import Explanation
from engine.scenario import DEFAULT_GAME, RangeName

PRESETS = Path(__file__).parents[2] / "resources" / "presets"
JAM = "jam"
"""The word of an all-in before the flop in :func:`name_words`."""
POSITIONS = frozenset(("utg", "hj", "lj", "co", "btn", "sb", "bb"))
MAX_LISTED_NAMES, MAX_LISTED_LENGTH = 3, 120
"""Maximum number of names in a message, and of their letters together."""
LONG_WORD = 5
"""A word in the name of a folder suggests the folder's ranges if it has more letters than this."""
MAX_DECIDABLE_NAME = 80
"""Maximum length of a name to which a word of another seat may be added."""

_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|(?:[^,;()\[\]{}>@:!"]|:(?!\s*[\d.]))+')
_WORDS = re.compile(r"(?:[^\W_]|[+%])+")
_LEFT_OUT = re.compile("[\u0300-\u036f'’-]")
"""Accents of letters, apostrophes and dashes, which are ignored."""
_PHRASES = tuple(
    (re.compile(rf"\b(?:{pattern})\b"), word)
    for pattern, word in (
        (r"(?:raise[sd]? )?first in|rfi|open(?:ing|s|ed)?(?: raise[sd]?)?", "open"),
        (r"small blind", "sb"),
        (r"big blinds?", "bb"),
        (r"on the button|otb|button|bu", "btn"),
        (r"cut ?off", "co"),
        (r"hijack|mp", "hj"),
        (r"lojack", "lj"),
        (r"under the gun", "utg"),
        (r"3 ?b(?:et(?:s|ting)?)?|re ?raises?", "3bet"),
        (r"4 ?b(?:et(?:s|ting)?)?", "4bet"),
        (r"all ?in|shov(?:e[sd]?|ing)|push(?:es|ed|ing)?|jamming", JAM),
        (r"defend(?:s|ing)?|flat(?:s|ting)?|flat calls?|calling", "call"),
        (r"(?:six|6) ?(?:max|handed|players?)", "6max"),
        (r"heads ?up|(?:two|2) players|hu", "headsup"),
        (r"(?:full ?ring|9 ?max|nine ?handed)", "fullring"),
        (r"six", "6"),
        (r"a$", "ace"),
    )
)
_BLINDS = re.compile(r"(\d)bb\b")
_SPAN = re.compile(r"(?<=\d)\s*-\s*(?=\d)")
_NOISE = frozenset(
    (
        "srp",
        "a",
        "an",
        "the",
        "has",
        "have",
        "by",
        "to",
        "of",
        "in",
        "is",
        "v",
        "vs",
        "against",
        "versus",
        "from",
        "range",
    )
)


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The range that a name means, and other ranges that it fits equally well."""

    named: RangeName
    others: tuple[RangeName, ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a range's name, and those of the folders around it."""

    own: frozenset[str]
    around: frozenset[str]


def name_words(text: str) -> frozenset[str]:
    """Return the normalized words of a name, so that different spellings of the same name give the same set.

    Words are in lower case. Each position and each action has one form, and words such as *the* are left out.
    """
    plain = _BLINDS.sub(r"\1 bb", _LEFT_OUT.sub("", unicodedata.normalize("NFKD", _SPAN.sub(" to ", text).casefold())))
    for pattern, word in _PHRASES:
        plain = pattern.sub(word, plain)
    return frozenset(_stem(word) for word in _WORDS.findall(plain)) - _NOISE


def _stem(word: str) -> str:
    for end in ("ed", "s"):
        if word.endswith(end) and len(word) > len(end) + 2 and not word.endswith("ss"):
            return word.removesuffix(end)
    return word


def find_name(piece: str, ranges: Sequence[RangeName], hints: frozenset[str] = frozenset()) -> NameMatch | None:
    """Return the range that ``piece`` names, or None. ``hints``: words that decide between ranges of the same name.

    The best match has the fewest words from folders; among equals the first one is used. A piece that begins with a
    sign, such as ``#UTG#`` or ``// CO``, is a label or a comment: it only names a range whose own name contains the
    sign.
    """
    if piece.startswith('"'):
        name = unquoted(piece)
        exact = [named for named in ranges if named.name == name]
        return NameMatch(exact[0], tuple(exact[1:])) if exact else None
    typed = name_words(piece)
    sign = "" if piece[:1].isalnum() else piece[:1]
    ranked = []
    for number, named in enumerate(ranges):
        words = _words(named)
        if sign not in named.name:
            continue
        # All words of the range's own name must be there, and every other typed word must be in the name of a folder.
        if words.own and words.own <= typed and typed <= words.own | words.around:
            ranked.append((len(typed - words.own), -len(hints & words.around), number))
    if not ranked:
        return None
    ranked.sort()
    (outside, hinted, best), *rest = ranked
    others = tuple(ranges[number] for *rank, number in rest if rank == [outside, hinted])
    return NameMatch(ranges[best], others)


def decided_name(piece: str, ranges: Sequence[RangeName], hints: frozenset[str], called: str = "") -> str:
    """Return ``piece`` with words of other seats added, if that makes it the name of exactly one range.

    Return ``piece`` unchanged if it names one range already, or none. ``hints``: the words of the other seats, of which
    one is added. ``called``: the all-in of another seat (:func:`jam_words`), which a range of calls answers.
    """
    if len(piece) > MAX_DECIDABLE_NAME:
        return piece
    match, words = find_name(piece, ranges), name_words(piece)
    if called and "call" in words and JAM not in words and (match or find_name(f"{piece} {called}", ranges)):
        # Without a range of these calls the name is an error: calls of a smaller raise are a different range.
        return f"{piece} {called}"
    if match is None or not match.others:
        return piece
    hinted = find_name(piece, ranges, hints)
    longer = (f"{piece} {word.upper()}" for word in sorted(hints - words))
    return next((text for text in longer if hinted and find_name(text, ranges) == NameMatch(hinted.named)), piece)


def jam_words(words: frozenset[str]) -> str:
    """Return the all-in that ``words`` (:func:`name_words`) name, as in ``SB jam 10bb``, for the name of its calls."""
    positions = sorted(word.upper() for word in words & POSITIONS - {"bb"})
    stacks = [f"{word}bb" for word in sorted(words) if word.isdigit()]
    return " ".join((*positions, JAM, *stacks))


def near_names(piece: str, ranges: Sequence[RangeName]) -> tuple[RangeName, ...]:
    """Return up to three ranges that share words (other than numbers) with ``piece``, those with the most words
    first."""
    typed = frozenset(word for word in name_words(piece) if len(word) > 1 and not word.isdigit())
    # Sorted by the number of common words, then by the number of words that differ.
    ranked = sorted(
        (-len(typed & words.own), len(words.own - typed) + len(typed - words.own - words.around), number)
        for number, named in enumerate(ranges)
        if typed & ((words := _words(named)).own | {word for word in words.around if len(word) > LONG_WORD})
    )
    return tuple(ranges[number] for _, _, number in ranked[:MAX_LISTED_NAMES])


def name_at(text: str, at: int) -> tuple[str, int]:
    """Return the text from ``at`` up to the next sign that ends a name, and the position of that sign."""
    result = _PIECE.match(text, at)
    if result is None:
        return "", at
    piece = result[0].rstrip()
    return piece, at + len(piece)


def unknown_name(piece: str, at: int, ranges: Sequence[RangeName]) -> TextError | None:
    """Return the error for a text that shares words with names but is none, or None if it shares no words."""
    near = near_names(piece, ranges)
    if not near:
        return None
    first, *others = (replace(named, folders=named.folders[-1:]).title for named in near)
    listed = excerpt(first, MAX_LISTED_LENGTH)
    for title in others:
        if len(listed) + len(title) < MAX_LISTED_LENGTH:
            listed += f", {title}"
    return TextError(f"no range is named {excerpt(piece)}; similar names: {listed}", at)


def name_notice(piece: str, match: NameMatch) -> str:
    """Return a notice about how a name is read."""
    title = "" if match.named.title == unquoted(piece) else f"{match.named.title}: "
    notice = f"{excerpt(piece)} is read as {title}{excerpt(match.named.text, 60)}"
    if match.others:
        more = f" and {len(match.others) - MAX_LISTED_NAMES} more" if len(match.others) > MAX_LISTED_NAMES else ""
        places = ", ".join(
            named.folders[-1] if named.folders else named.name for named in match.others[:MAX_LISTED_NAMES]
        )
        notice += f"; the same name is in {places}{more}: add a word of it"
    return Explanation(notice)


def unquoted(piece: str) -> str:
    """Return a name without its quotes, if it has any."""
    return re.sub(r"\\(.)", r"\1", piece[1:-1]) if piece.startswith('"') else piece


@cache
def _words(named: RangeName) -> _Words:
    return _Words(name_words(named.name), name_words(" / ".join(named.folders)))


def preset_files() -> Iterator[Any]:
    """Yield the parsed files of ``resources/presets`` in their order; each is a library of ranges."""
    return (json.loads(file.read_text(encoding="utf-8")) for file in sorted(PRESETS.glob("*.json")))


@cache
def preset_ranges() -> tuple[RangeName, ...]:
    """Return the ranges of ``resources/presets`` in the order of the files."""
    return tuple(named for file in preset_files() for named in _ranges(file, ()))


def _ranges(folder: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[RangeName]:
    """Yield the ranges of a folder and of the folders in it; ``above``: the names of the folders around it."""
    path = (*above, folder.get("folder") or folder["name"])
    for item in folder["items"]:
        if "items" in item:
            yield from _ranges(item, path)
        else:
            yield RangeName(item["name"], item["text"], path, item.get("game", DEFAULT_GAME))
