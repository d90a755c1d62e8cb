"""Orders of hands from lists that people keep: one class after the other, or a class and its strength on each line.

    AA KK QQ AKs JJ ...       the best first, separated by blanks, commas, lines
    1. AA                     1, 2, 3 .. before the classes count them
    AA 85.2 / AA;0.852        a number behind every class is its strength, the highest best

All 169 classes have to be there once. ``#`` begins a remark. JSON files are read by ``orders.order_from_json``.
"""

import json
import re
from typing import Any

from engine.cards import TextError
from engine.ranges.holdem_hands import CLASSES, class_text
from engine.ranges.orders import ORDER_VERSION, Order, order_from_json
from engine.scenario import ScenarioError

_CLASS = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([SO]?)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?%?")
_WORD = re.compile(r"[^\s,;:=|]+")
_COUNTED = ".)"
"""What may stand behind a number that counts, as in ``1.`` and ``1)``."""
_NAMES = {class_text(*class_) for class_ in CLASSES}
_RANKS = "AKQJT98765432"

Word = tuple[int, str]
"""Position in the text and the word."""


def order_from_text(text: str, name: str) -> Order:
    """Return the order called ``name`` that a file's ``text`` gives, JSON or a list.

    Raises:
        TextError: it is no order, or not all classes are there once.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, name)
    lines = _lines(text)
    at = _column(lines)
    value: dict[str, Any] = {"steelwheel_order": ORDER_VERSION, "name": name}
    if at is None:
        value["classes"] = [_class_name(word) for line in lines for word in line]
    elif at == len(lines[0]) - 1:
        value["classes"] = [_class_name(line[at]) for line in lines]
    else:
        value["strengths"] = _unique([(_class_name(line[at]), _number(line[at + 1])) for line in lines])
    return _checked(value)


def _from_json(text: str, name: str) -> Order:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextError(f"no JSON: {error}", getattr(error, "pos", 0)) from None
    if isinstance(value, list):
        value = {"steelwheel_order": ORDER_VERSION, "name": name, "classes": value}
    return _checked(value)


def _checked(value: Any) -> Order:
    try:
        return order_from_json(value)
    except ScenarioError as error:
        raise TextError(error.problems[0].message) from None


def _unique(pairs: list[tuple[str, float]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for class_, strength in pairs:
        if class_ in found:
            raise TextError(f"{class_} is given twice")
        found[class_] = strength
    return found


def _lines(text: str) -> list[list[Word]]:
    """Return the words of each line that has any."""
    found, start = [], 0
    for line in text.splitlines(keepends=True):
        words = [(start + word.start(), word[0]) for word in _WORD.finditer(line.split("#")[0])]
        if words:
            found.append(words)
        start += len(line)
    return found


def _column(lines: list[list[Word]]) -> int | None:
    """Return the column of a table that holds the classes, beside a count, a strength or both; None for a list.

    A digit pair such as 33 may be a class or a number: the column of the classes holds nothing else.
    """
    width = len(lines[0]) if lines else 0
    if width not in (2, 3) or any(len(line) != width for line in lines):
        return None
    columns = [i for i in range(width) if len({_class(line[i][1]) for line in lines} - {None}) == len(lines)]
    fitting = [i for i in columns if i < 2 and (i == 0 or _counts(lines)) and (i == width - 1 or _weighs(lines, i + 1))]
    return fitting[0] if len(fitting) == 1 else None


def _counts(lines: list[list[Word]]) -> bool:
    """Return whether the first column is 1, 2, 3 ..."""
    return [line[0][1].rstrip(_COUNTED) for line in lines] == [str(i + 1) for i in range(len(lines))]


def _weighs(lines: list[list[Word]], column: int) -> bool:
    return column == len(lines[0]) - 1 and all(_NUMBER.fullmatch(line[column][1]) for line in lines)


def _number(word: Word) -> float:
    return float(word[1].rstrip("%"))


def _class(word: str) -> str | None:
    """Return a class as we write it (``aKS`` is AKs, ``109o`` T9o), None for something else."""
    found = _CLASS.fullmatch(word)
    if not found:
        return None
    first, second = sorted((found[i].upper().replace("10", "T") for i in (1, 2)), key=_RANKS.index)
    name = first + second + found[3].lower()
    return name if name in _NAMES else None


def _class_name(word: Word) -> str:
    at, text = word
    name = _class(text)
    if name is not None:
        return name
    found = _CLASS.fullmatch(text)
    if found and not text.isdigit():
        hint = f"{text}s or {text}o" if not found[3] else text[:-1]
        raise TextError(f"'{text}' is no class; did you mean {hint}?", at)
    what = "a class looks like AA, AKs or AKo; where one has a number beside it, all have"
    raise TextError(f"'{text[:12]}' is no class: {what}", at)
