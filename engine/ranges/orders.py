"""Orders: rankings of the 169 starting-hand classes, which define the best 15% of all hands.

An order gives each class a strength, of which only the ranking matters. Three are shipped (``resources/orders``, built
by ``engine.ranges.build_orders``): ``v1``, ``v2`` and ``v3``, the exact equity against one, two and three random hands.
Other orders are JSON of the same form, or with a list of ``classes``, the best first, instead of the strengths:

    {"steelwheel_order": 1, "name": "mine", "title": "my order", "strengths": {"AA": 1.0, "AKs": 0.7, ...}}

Plain lists can be read as well: one class after the other, or a class and its strength on each line.

    AA KK QQ AKs JJ ...       the best first, separated by blanks, commas, lines
    1. AA                     numbers 1, 2, 3 .. before the classes are ignored
    AA 85.2 / AA;0.852        a number after every class is its strength; higher is better

Each of the 169 classes must be there exactly once. ``#`` begins a comment.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.arrays import F64, Places
from engine.cards import MAX_NAME_LENGTH, TextError, excerpt, plain_name, whole_text
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario import ScenarioError
from engine.scenario.reading import fail

FOLDER = Path(__file__).parents[2] / "resources" / "orders"
ORDER_VERSION = 1
BUILT_IN_ORDERS = ("v1", "v2", "v3")
DEFAULT_ORDER = "v1"
COMBO_COUNT = 1326
_KEYS = ("steelwheel_order", "name", "title", "note", "strengths", "classes")


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A ranking: ``strengths`` float64[169] by ``holdem_hands.CLASSES``, higher is better. ``title`` completes "by
    ..."."""

    name: str
    title: str
    strengths: F64
    note: str = ""
    best_first: Places = field(init=False, repr=False)
    """The indices of the classes from best to worst; equal ones in the order of ``CLASSES``."""

    def __post_init__(self) -> None:
        """Copy and check the strengths, and sort the classes by them; both arrays are made read-only.

        Raises:
            ValueError: there are not 169 finite strengths.
        """
        strengths = np.array(self.strengths, dtype=np.float64)
        if strengths.shape != (len(CLASSES),) or not np.isfinite(strengths).all():
            raise ValueError("a hand ranking has 169 finite strengths")
        strengths.setflags(write=False)
        object.__setattr__(self, "strengths", strengths)
        best = np.argsort(-strengths, kind="stable")
        best.setflags(write=False)
        object.__setattr__(self, "best_first", best)


def find_order(name: str | None, orders: Iterable[Order] = ()) -> Order:
    """Return the order called ``name``, or the default for None. ``orders`` are the user's, which come before the
    built-in ones.

    Raises:
        ScenarioError: there is no such order; the field is ``order``.
    """
    if name is None:
        return _built_in(DEFAULT_ORDER)
    custom = {order.name: order for order in orders}
    if name in custom:
        return custom[name]
    if name not in BUILT_IN_ORDERS:
        known = f"no hand ranking is named '{excerpt(name)}'; available: {', '.join((*BUILT_IN_ORDERS, *custom))}"
        fail("order", f"{known}: name one of these or write the hands out")
    return _built_in(name)


@cache
def _built_in(name: str) -> Order:
    return order_from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def order_from_json(value: object) -> Order:
    """Check and convert a parsed order file.

    Raises:
        ScenarioError: this is no order, its version is unknown, or it does not rank each of the 169 classes once.
    """
    if not isinstance(value, Mapping) or "steelwheel_order" not in value:
        fail("steelwheel_order", "this is not a hand ranking")
    if value["steelwheel_order"] != ORDER_VERSION:
        fail("steelwheel_order", f"this program reads hand rankings of version {ORDER_VERSION}")
    for key in value:
        if key not in _KEYS:
            fail(str(key), f"unknown key; valid keys are {', '.join(_KEYS)}")
    texts = {key: value.get(key, "") for key in ("name", "title", "note")}
    for key, text in texts.items():
        if not isinstance(text, str) or (key == "name" and not text.strip()):
            fail(key, "a text is expected")
    if ("strengths" in value) == ("classes" in value):
        fail("strengths", "give either strengths or classes")
    ranked = _from_strengths(value["strengths"]) if "strengths" in value else _from_list(value["classes"])
    if len(texts["name"]) > MAX_NAME_LENGTH or len(texts["title"]) > MAX_NAME_LENGTH:
        fail("name", f"a name has at most {MAX_NAME_LENGTH:,} characters")
    name, title, note = plain_name(texts["name"]), plain_name(texts["title"]), whole_text(texts["note"])
    return Order(name, title or name, ranked, note)


def order_to_json(order: Order) -> dict[str, Any]:
    """Return the order as a JSON value, the best class first; :func:`order_from_json` reads it back."""
    return {
        "steelwheel_order": ORDER_VERSION,
        "name": order.name,
        "title": order.title,
        "note": order.note,
        "strengths": {class_text(*CLASSES[i]): float(order.strengths[i]) for i in order.best_first},
    }


def _from_strengths(value: object) -> F64:
    """Return the strengths of an order file that has a number for each class, float64[169].

    Raises:
        ScenarioError: a class is missing or unknown, or has no finite number.
    """
    if not isinstance(value, Mapping):
        fail("strengths", "expected an object of numbers")
    for name, number in value.items():
        if type(number) not in (int, float) or not math.isfinite(number):
            fail(f"strengths.{name}", "expected a number")
    indices = _class_indices("strengths", list(value))
    strengths = np.zeros(len(CLASSES))
    strengths[indices] = list(value.values())
    return strengths


def _from_list(value: object) -> F64:
    if not isinstance(value, list):
        fail("classes", "expected a list of hands, best first")
    strengths = np.zeros(len(CLASSES))
    strengths[_class_indices("classes", value)] = np.arange(len(CLASSES), 0, -1)
    return strengths


def _class_indices(field: str, names: list[Any]) -> list[int]:
    """Return the indices of the classes ``names``, which must be all 169."""
    numbers = {class_text(*class_): i for i, class_ in enumerate(CLASSES)}
    seen = set()
    for name in names:
        if not isinstance(name, str) or name not in numbers:
            fail(field, f"'{name}' is not a hand; hands look like AA, AKs and AKo")
        if name in seen:
            fail(field, f"{name} is given twice")
        seen.add(name)
    missing = [name for name in numbers if name not in seen]
    if missing:
        fail(field, f"{len(missing)} of the 169 hands are missing: {', '.join(missing[:5])}")
    return [numbers[name] for name in names]


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut through a ranking after its best ``classes`` classes, which have ``combos`` combos.

    ``boundary``: the index of the class through which the requested share runs, or None. ``inside``: whether that class
    belongs to the best ones.
    """

    classes: int
    combos: int
    boundary: int | None
    inside: bool


def cut(order: Order, percent: Decimal) -> Cut:
    """Return the cut whose complete classes are closest to the best ``percent`` of all combos.

    If the share runs exactly through the middle of a class, the class is included.
    """
    best = order.best_first
    _, sizes = class_of_combo()
    target, total = percent * COMBO_COUNT / 100, 0
    for count, class_ in enumerate(best):
        next_total = total + int(sizes[class_])
        if next_total > target:
            if total == target:
                return Cut(count, total, None, False)
            inside = next_total - target <= target - total
            return Cut(count + inside, next_total if inside else total, int(class_), bool(inside))
        total = next_total
    return Cut(len(best), total, None, False)


def band(order: Order, first: Cut, last: Cut) -> Places:
    """Return the combos of the classes between the cuts ``first`` and ``last``: int64[n], ``combo_index``,
    ascending."""
    class_numbers, _ = class_of_combo()
    chosen = np.zeros(len(CLASSES), np.bool_)
    chosen[order.best_first[first.classes : last.classes]] = True
    return np.flatnonzero(chosen[class_numbers])


def percentiles(order: Order) -> F64:
    """Return the percentile of each combo, float64[1326]: the share of all combos that are weaker, ties counted
    half."""
    class_numbers, sizes = class_of_combo()
    weaker = order.strengths[None, :] < order.strengths[:, None]
    equal = order.strengths[None, :] == order.strengths[:, None]
    by_class: F64 = (weaker @ sizes + 0.5 * (equal @ sizes)) / COMBO_COUNT
    return by_class[class_numbers]


_CLASS = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([SO]?)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?%?")
_WORD = re.compile(r"[^\s,;:=|]+")
_COUNTED = ".)"
"""Signs after a number that counts the lines, as in ``1.`` and ``1)``."""
_NAMES = {class_text(*class_) for class_ in CLASSES}
_RANKS = "AKQJT98765432"

Word = tuple[int, str]
"""The position of a word in the text, and the word."""


def order_from_text(text: str, name: str) -> Order:
    """Return the order called ``name`` that a file's ``text`` contains, as JSON or as a list.

    Raises:
        TextError: this is no order, or not all classes are there exactly once.
    """
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, name)
    lines, start = [], 0
    for line in text.splitlines(keepends=True):
        words = [(start + word.start(), word[0]) for word in _WORD.finditer(line.split("#")[0])]
        if words:
            lines.append(words)
        start += len(line)
    # Three layouts: a list, a table whose last column is the class, and a table with a strength after the class.
    at = _column(lines)
    value: dict[str, Any] = {"steelwheel_order": ORDER_VERSION, "name": name}
    if at is None:
        value["classes"] = [_class_name(word) for line in lines for word in line]
    elif at == len(lines[0]) - 1:
        value["classes"] = [_class_name(line[at]) for line in lines]
    else:
        result: dict[str, float] = {}
        for class_, strength in [(_class_name(line[at]), float(line[at + 1][1].rstrip("%"))) for line in lines]:
            if class_ in result:
                raise TextError(f"{class_} is given twice")
            result[class_] = strength
        value["strengths"] = result
    return _checked(value)


def _from_json(text: str, name: str) -> Order:
    """Return the order in a JSON text: an order file, or a list of classes, which gets the name ``name``.

    Raises:
        TextError: it is no JSON, or no order.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextError(f"not JSON: {error}", getattr(error, "pos", 0)) from None
    if isinstance(value, list):
        value = {"steelwheel_order": ORDER_VERSION, "name": name, "classes": value}
    return _checked(value)


def _checked(value: object) -> Order:
    try:
        return order_from_json(value)
    except ScenarioError as error:
        raise TextError(error.problems[0].message) from None


def _column(lines: list[list[Word]]) -> int | None:
    """Return the column with the classes of a table that also has a count, a strength or both; None for a plain list.

    A pair of digits such as 33 may be a class or a number, so the column must contain nothing but classes.
    """
    width = len(lines[0]) if lines else 0
    if width not in (2, 3) or any(len(line) != width for line in lines):
        return None
    # Of the columns that contain only classes, one must have counts before it and strengths after it, if there are such
    # columns.
    columns = [i for i in range(width) if len({_class(line[i][1]) for line in lines} - {None}) == len(lines)]
    fitting = [i for i in columns if i < 2 and (i == 0 or _counts(lines)) and (i == width - 1 or _weighs(lines, i + 1))]
    return fitting[0] if len(fitting) == 1 else None


def _counts(lines: list[list[Word]]) -> bool:
    """Return True if the first column is 1, 2, 3 ..."""
    return [line[0][1].rstrip(_COUNTED) for line in lines] == [str(i + 1) for i in range(len(lines))]


def _weighs(lines: list[list[Word]], column: int) -> bool:
    """Return True if ``column`` is the last one and contains only numbers."""
    return column == len(lines[0]) - 1 and all(_NUMBER.fullmatch(line[column][1]) for line in lines)


def _class(word: str) -> str | None:
    """Return the canonical name of a class (AKs for ``aKS``, T9o for ``109o``), or None if ``word`` is not a hand."""
    result = _CLASS.fullmatch(word)
    if not result:
        return None
    first, second = sorted((result[i].upper().replace("10", "T") for i in (1, 2)), key=_RANKS.index)
    name = first + second + result[3].lower()
    return name if name in _NAMES else None


def _class_name(word: Word) -> str:
    """Return the canonical name of a class in a list of hands.

    Raises:
        TextError: the word is not a hand; the message suggests one for ``AK`` or ``AAs``.
    """
    at, text = word
    name = _class(text)
    if name is not None:
        return name
    result = _CLASS.fullmatch(text)
    if result and not text.isdigit():
        hint = f"{text}s or {text}o" if not result[3] else text[:-1]
        raise TextError(f"'{text}' is not a hand; did you mean {hint}?", at)
    rule = "a hand looks like AA, AKs or AKo; if one has a number next to it, all need one"
    raise TextError(f"'{text[:12]}' is not a hand: {rule}", at)
