"""Outcomes as a request gives them: probabilities, counts of showdowns, or the joint result as orders."""

import math

from engine.kelly.cassandra import estimate
from engine.kelly.orders import Orders, Ranks
from engine.kelly.outcomes import Outcomes
from engine.scenario.entries import ROUNDING, SHARE
from engine.scenario.fields import Bounds
from engine.scenario.reading import Collector, bounded, list_of

PROBABILITY = bounded(SHARE)
COUNT, COUNT_FROM_1 = (bounded(Bounds(at_least=low, at_most=2.0**63), whole=True) for low in (0, 1))
OUTCOME_KEYS = ("win", "split", "lose")
MOST_ORDERS = 10_000
MOST_RANKED = 9
"""Opponents of a joint result."""


def read_outcomes(fields: Collector, key: str, opponents: int) -> Outcomes | None:
    """Return the outcomes at ``key``; None where they have a problem, or are missing, which is noted."""
    if not fields.given(key):
        fields.note(key, "this value is missing", incomplete=True)
        return None
    return typed_outcomes(fields.inside(key, OUTCOME_KEYS), opponents)


def typed_outcomes(fields: Collector, opponents: int, *, of_hand: bool = False) -> Outcomes | None:
    """Return the outcomes that an object holds; None with a problem. ``split`` of a hand may be a number."""
    win = fields.take("win", PROBABILITY, math.nan, required=True)
    if of_hand and fields.given("split") and not fields.holds_list("split"):
        split: tuple[float, ...] = (fields.take("split", PROBABILITY, math.nan),)
    else:
        split = fields.take_all("split", PROBABILITY, math.nan)
    lose = fields.take("lose", PROBABILITY, math.inf)
    if not fields.good("win", "split", "lose"):
        return None
    if len(split) > opponents > 0:
        fields.note("split", f"{len(split)} entries, but only {opponents} can share the pot with hero")
        return None
    kept = math.fsum((win, *split))
    total = kept + lose if math.isfinite(lose) else max(kept, 1.0)
    if abs(total - 1.0) > ROUNDING:
        fields.note("win", f"win, split and lose add up to {total:.9g}, not to 1")
        return None
    if math.isinf(lose):
        lose = max(0.0, 1.0 - kept)
    scale = total if abs(total - 1.0) > 1e-12 else 1.0
    padded = (*split, *([0.0] * (opponents - len(split))))
    return Outcomes(win / scale, tuple(p / scale for p in padded), lose / scale)


def counted_outcomes(fields: Collector, opponents: int) -> tuple[Outcomes | None, bool | None]:
    """Return Cassandra's estimate from showdown counts, and whether none of them is lost; None with a problem."""
    win, split = (fields.take(key, COUNT, math.nan, required=True) for key in ("win", "split"))
    total = fields.take("total", COUNT_FROM_1, math.nan, required=True)
    if not fields.good("win", "split", "total"):
        return None, None
    if win + split > total:
        fields.note("total", f"{win:d} won and {split:d} split are more than all {total:d} showdowns")
        return None, None
    if opponents >= total:
        fields.note("total", f"{opponents} opponents need more than {total:d} showdowns")
        return None, None
    return estimate(int(win), int(split), int(total), opponents), win + split == total


def read_orders(fields: Collector, opponents: int) -> Orders | None:
    """Return the joint result at ``orders``, without chips; None where it has a problem."""
    rows = fields.each_inside("orders", ("p", "order"), MOST_ORDERS)
    if fields.good("orders") and not rows:
        fields.note("orders", "this list is empty", incomplete=True)
    if opponents > MOST_RANKED:
        fields.note("orders", f"at most {MOST_RANKED} opponents can be ranked")
    if not fields.good("orders") or opponents < 1:
        return None
    chances = []
    for row in rows:
        p, ranks = row.take("p", PROBABILITY, math.nan, required=True), _ranks(row, opponents)
        if ranks is not None:
            chances.append((p, ranks))
    if not fields.good("orders"):
        return None
    total = math.fsum(p for p, _ in chances)
    if abs(total - 1.0) > ROUNDING:
        fields.note("orders", f"the probabilities add up to {total:.9g}, not to 1")
        return None
    kept = tuple((p / total, ranks) for p, ranks in chances if p > 0.0)
    return Orders(kept, (0.0,) * (opponents + 1), (math.inf,) * opponents)


def _ranks(row: Collector, opponents: int) -> Ranks | None:
    """Return the place of each player; every one of them has to stand in one group."""
    player = bounded(Bounds(at_least=0, at_most=opponents), whole=True)
    groups = row.take("order", list_of(list_of(player)), None, required=True)
    if groups is None:
        return None
    ranks = {int(one): place for place, group in enumerate(groups) for one in group}
    listed = sum(len(group) for group in groups)
    if len(ranks) != opponents + 1 or listed != opponents + 1 or not all(groups):
        row.note("order", f"each of the players 0 to {opponents} has to stand in one group, and no group is empty")
        return None
    return tuple(ranks[i] for i in range(opponents + 1))
