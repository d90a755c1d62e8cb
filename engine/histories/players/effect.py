"""The effect of the interval of a player's range on an equity: that with the low end, the middle and the high end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.equity.results import Estimate
from engine.equity.workers import CancelToken
from engine.histories.assumed import Assumptions
from engine.histories.hand import Moment, PlayedHand
from engine.histories.players.kinds import ENDS, as_kind
from engine.histories.players.shares import Profile
from engine.histories.scenarios import scenario_at
from engine.kelly.responses.fold_shift import quick_estimate
from engine.ranges.orders import Order


@dataclass(frozen=True, slots=True)
class Effect:
    """Equities by the ends of a range, the low one first, each with its standard error; None: not computed."""

    ends: tuple[Estimate | None, ...]


def interval_effect(
    hand: PlayedHand,
    moment: Moment,
    hero: int,
    player: int,
    profile: Profile,
    assumptions: Assumptions,
    painted: Mapping[int, str],
    orders: tuple[Order, ...],
    cancel: CancelToken,
) -> Iterator[Effect]:
    """Yield the equity of ``hero`` at a moment as ``player`` plays the low end, the middle and the high end."""
    rows: list[Estimate | None] = []
    rest = {seat: text for seat, text in painted.items() if seat != player}
    for end in ENDS:
        kinds = {**assumptions.kinds, player: as_kind(profile, end)}
        table = scenario_at(
            hand, moment, hero, painted=rest, tracked=False, assumptions=replace(assumptions, kinds=kinds)
        )
        rows.append(quick_estimate(table, hero, orders, cancel))
        if cancel.cancelled:
            return
    yield Effect(tuple(rows))
