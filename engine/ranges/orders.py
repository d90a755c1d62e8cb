"""Orders of the 169 starting-hand classes, which define the best 15% of all hands.

An order gives each class a strength; only their comparison counts. Three are shipped (``resources/orders``, built by
``engine.ranges.build_orders``): ``v1``, ``v2`` and ``v3``, the exact equity against one, two and three random hands.
Others come as JSON of the same form, or with a list of ``classes``, the best first, in place of the strengths:

    {"steelwheel_order": 1, "name": "mine", "title": "my order", "strengths": {"AA": 1.0, "AKs": 0.7, ...}}
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import LONGEST_NAME, plain_name, shown, whole_text
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.scenario import Problem, ScenarioError

FOLDER = Path(__file__).parents[2] / "resources" / "orders"
ORDER_VERSION = 1
BUILT_IN_ORDERS = ("v1", "v2", "v3")
DEFAULT_ORDER = "v1"
COMBO_COUNT = 1326
_KEYS = ("steelwheel_order", "name", "title", "note", "strengths", "classes")


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """``strengths`` float64[169], by ``holdem_hands.CLASSES``, higher is better; ``title`` completes "by ..."."""

    name: str
    title: str
    strengths: NDArray[np.float64]
    note: str = ""
    best_first: NDArray[np.intp] = field(init=False, repr=False)
    """The numbers of the classes from the best to the worst; equal ones in the order of ``CLASSES``."""

    def __post_init__(self) -> None:
        strengths = np.array(self.strengths, dtype=np.float64)
        if strengths.shape != (len(CLASSES),) or not np.isfinite(strengths).all():
            raise ValueError("an order has 169 finite strengths")
        strengths.setflags(write=False)
        object.__setattr__(self, "strengths", strengths)
        best = np.argsort(-strengths, kind="stable")
        best.setflags(write=False)
        object.__setattr__(self, "best_first", best)


def find_order(name: str | None, orders: Iterable[Order] = ()) -> Order:
    """Return the order called ``name`` (None: the default), among ``orders`` of the user or the built-in ones.

    Raises:
        ScenarioError: there is none, with the field ``order``.
    """
    if name is None:
        return _built_in(DEFAULT_ORDER)
    own = {order.name: order for order in orders}
    if name in own:
        return own[name]
    if name not in BUILT_IN_ORDERS:
        known = ", ".join((*BUILT_IN_ORDERS, *own))
        what = f"no order of hands is called '{shown(name)}'; known are {known}"
        what += ": name one of these or write the hands out"
        raise ScenarioError(Problem("order", what))
    return _built_in(name)


@cache
def _built_in(name: str) -> Order:
    return order_from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def order_from_json(value: Any) -> Order:
    """Check and convert a parsed order file.

    Raises:
        ScenarioError: it is no order of a version that we know, or does not rank each of the 169 classes once.
    """
    if not isinstance(value, Mapping) or "steelwheel_order" not in value:
        raise ScenarioError(Problem("steelwheel_order", "this is no order of hands"))
    if value["steelwheel_order"] != ORDER_VERSION:
        raise ScenarioError(Problem("steelwheel_order", f"this program reads orders of version {ORDER_VERSION}"))
    for key in value:
        if key not in _KEYS:
            raise ScenarioError(Problem(str(key), f"unknown key; known are {', '.join(_KEYS)}"))
    texts = {key: value.get(key, "") for key in ("name", "title", "note")}
    for key, text in texts.items():
        if not isinstance(text, str) or (key == "name" and not text.strip()):
            raise ScenarioError(Problem(key, "a text is expected"))
    if ("strengths" in value) == ("classes" in value):
        raise ScenarioError(Problem("strengths", "give either strengths or classes"))
    ranked = _from_strengths(value["strengths"]) if "strengths" in value else _from_list(value["classes"])
    if len(texts["name"]) > LONGEST_NAME or len(texts["title"]) > LONGEST_NAME:
        raise ScenarioError(Problem("name", f"a name has at most {LONGEST_NAME:,} characters"))
    name, title, note = plain_name(texts["name"]), plain_name(texts["title"]), whole_text(texts["note"])
    return Order(name, title or name, ranked, note)


def order_to_json(order: Order) -> dict[str, Any]:
    """Return the order as a JSON value, the best class first; :func:`order_from_json` is the way back."""
    return {
        "steelwheel_order": ORDER_VERSION,
        "name": order.name,
        "title": order.title,
        "note": order.note,
        "strengths": {class_text(*CLASSES[i]): float(order.strengths[i]) for i in order.best_first},
    }


def _from_strengths(value: Any) -> NDArray[np.float64]:
    if not isinstance(value, Mapping):
        raise ScenarioError(Problem("strengths", "expected an object of numbers"))
    for name, number in value.items():
        if type(number) not in (int, float) or not math.isfinite(number):
            raise ScenarioError(Problem(f"strengths.{name}", "expected a number"))
    places = _places("strengths", list(value))
    strengths = np.zeros(len(CLASSES))
    strengths[places] = list(value.values())
    return strengths


def _from_list(value: Any) -> NDArray[np.float64]:
    if not isinstance(value, list):
        raise ScenarioError(Problem("classes", "expected a list of classes, the best first"))
    strengths = np.zeros(len(CLASSES))
    strengths[_places("classes", value)] = np.arange(len(CLASSES), 0, -1)
    return strengths


def _places(field: str, names: list[Any]) -> list[int]:
    """Return the numbers of the classes ``names``, which must be all 169."""
    numbers = {class_text(*class_): i for i, class_ in enumerate(CLASSES)}
    seen = set()
    for name in names:
        if not isinstance(name, str) or name not in numbers:
            raise ScenarioError(Problem(field, f"'{name}' is no class; classes look like AA, AKs and AKo"))
        if name in seen:
            raise ScenarioError(Problem(field, f"{name} is given twice"))
        seen.add(name)
    missing = [name for name in numbers if name not in seen]
    if missing:
        raise ScenarioError(Problem(field, f"{len(missing)} of the 169 classes are missing: {', '.join(missing[:5])}"))
    return [numbers[name] for name in names]


@dataclass(frozen=True, slots=True)
class Cut:
    """The best ``classes`` classes, ``combos`` combos; ``boundary``: the class through which the share runs, if any.

    ``inside``: whether that class is taken.
    """

    classes: int
    combos: int
    boundary: int | None
    inside: bool


def cut(order: Order, percent: Decimal) -> Cut:
    """Return the whole classes nearest to the best ``percent`` of all combos; midway the class is taken."""
    best = order.best_first
    _, sizes = class_of_combo()
    target, total = percent * COMBO_COUNT / 100, 0
    for taken, class_ in enumerate(best):
        after = total + int(sizes[class_])
        if after > target:
            if total == target:
                return Cut(taken, total, None, False)
            inside = after - target <= target - total
            return Cut(taken + inside, after if inside else total, int(class_), bool(inside))
        total = after
    return Cut(len(best), total, None, False)


def band(order: Order, first: Cut, last: Cut) -> NDArray[np.intp]:
    """Return the combos of the classes behind the cut ``first`` up to the cut ``last``: int64[n], ``combo_index``,
    ascending."""
    owner, _ = class_of_combo()
    chosen = np.zeros(len(CLASSES), np.bool_)
    chosen[order.best_first[first.classes : last.classes]] = True
    return np.flatnonzero(chosen[owner])


def percentiles(order: Order) -> NDArray[np.float64]:
    """Return v, float64[1326]: for each combo the share of all combos that are weaker by the order, ties half."""
    owner, sizes = class_of_combo()
    weaker = order.strengths[None, :] < order.strengths[:, None]
    equal = order.strengths[None, :] == order.strengths[:, None]
    by_class: NDArray[np.float64] = (weaker @ sizes + 0.5 * (equal @ sizes)) / COMBO_COUNT
    return by_class[owner]
