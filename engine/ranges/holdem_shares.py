"""Percentages in hold'em range texts (``15%``, ``5%-20%``) and ``fold-profile``, which use a ranking of hands."""

import re
from decimal import Decimal

from engine.arrays import F64
from engine.cards import TextError, excerpt
from engine.ranges.holdem_hands import CLASSES, Combos, all_combos, class_text
from engine.ranges.notices import Explanation
from engine.ranges.orders import COMBO_COUNT, Cut, Order, band, cut, find_order, percentiles

FOLD_PROFILE = "fold-profile"
"""Every combo with weight 1 - v, the probability that it is folded; v is its percentile."""

_PERCENT = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*%"
_SHARE = re.compile(rf"{_PERCENT}(?:\s*-\s*{_PERCENT})?")
_PROFILE = re.compile(r"fold\s*[-_]\s*profile", re.IGNORECASE)


def read_share(word: str, at: int, order: Order | None) -> tuple[Combos, F64 | None, str | None] | None:
    """Return the combos of a percentage such as ``15%`` or ``5%-20%``, or of ``fold-profile``: combos, weights and a
    notice.

    The combos are indices 0-1325 (``combo_index``), the weights float64[combos], or None if they are all 1. Return None
    if ``word`` is neither. ``order``: the ranking of hands, or None for the default. ``at``: the position of the word.

    Raises:
        TextError: a percentage is above 100.
    """
    if _PROFILE.fullmatch(word):
        order = order or find_order(None)
        weaker = f"the share of weaker combos by {_name(order)}"
        notice = f"{FOLD_PROFILE}: a combo folds with probability 1 - v, where v is {weaker}"
        return all_combos(), 1.0 - percentiles(order), Explanation(notice)
    values = _SHARE.fullmatch(word)
    if not values:
        return None
    ends = sorted(Decimal(text) for text in values.groups() if text)
    if ends[-1] > 100:
        raise TextError(f"'{excerpt(word)}': a share of all hands is at most 100%", at)
    if len(ends) == 1:
        ends.insert(0, Decimal(0))
    if ends == [0, 100]:
        return all_combos(), None, None
    order = order or find_order(None)
    first, last = cut(order, ends[0]), cut(order, ends[1])
    return band(order, first, last), None, _share_notice(excerpt(word), first, last, order)


def _share_notice(word: str, first: Cut, last: Cut, order: Order) -> str:
    """Return the notice about a share such as ``15%``: how many combos it is, and which classes are next to its ends.

    A share rarely ends between two classes, so the notice says of the class at each end whether it is in.
    """
    combos = last.combos - first.combos
    text = f"{word} is {combos} combos, {combos / COMBO_COUNT:.2%} of all, by {_name(order)}"
    boundaries = [
        f"{class_text(*CLASSES[end.boundary])} is {'in' if inside else 'out'}"
        for end, inside in ((first, not first.inside), (last, last.inside))
        if end.boundary is not None
    ]
    return Explanation(f"{text}; at the boundary {' and '.join(boundaries)}" if boundaries else text)


def _name(order: Order) -> str:
    return f"{order.title} ({order.name})" if order.title != order.name else order.name
