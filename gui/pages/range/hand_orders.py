"""The orders of hands to choose from, and the texts of the best x % of all hands."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.ranges.orders import BUILT_IN_ORDERS, Order, find_order

_PERCENT = r"(\d+(?:\.\d*)?|\.\d+)\s*%"
_SHARE = re.compile(rf"\s*{_PERCENT}(?:\s*-\s*{_PERCENT})?\s*")


SHORT_TITLES = {"v1": "vs 1 random", "v2": "vs 2 random", "v3": "vs 3 random"}


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """An order to choose: its name in the scenario, a short title, one that completes "by ...", and its note."""

    name: str
    short: str
    title: str
    note: str = ""


def order_choices(own: Iterable[Order] = ()) -> tuple[OrderChoice, ...]:
    """Return the orders that come with the program, the default first, and the player's own ones."""
    built_in = (find_order(name) for name in BUILT_IN_ORDERS)
    return tuple(OrderChoice(o.name, SHORT_TITLES.get(o.name, o.title), o.title, o.note) for o in (*built_in, *own))


def share_text(start: float, end: float) -> str:
    """Return ``15%`` or ``5%-20%`` for shares from 0 to 1; nothing for an empty band."""
    if start >= end:
        return ""
    last = f"{100 * end:.4g}%"
    return f"{100 * start:.4g}%-{last}" if start > 0 else last


def read_share(text: str) -> tuple[float, float] | None:
    """Return the start and the end of a text that is one percentage or one band, None for another text."""
    found = _SHARE.fullmatch(text)
    if not found:
        return None
    ends = sorted(float(number) / 100 for number in found.groups() if number)
    return (0.0, ends[0]) if len(ends) == 1 else (ends[0], ends[1])
