"""How far the interval of a player's range matters: an equity with the low end, the estimate and the high end of his
range."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.equity.results import Estimate
from engine.equity.workers import CancelToken
from engine.histories.assumed import Assumptions
from engine.histories.hand import Moment, PlayedHand
from engine.histories.players.frequencies import Profile
from engine.histories.players.learned import INTERVAL_ENDS, learned_player
from engine.histories.scenarios import scenario_at
from engine.kelly.responses.fold_shift import QUICK_RUN, quick_estimate
from engine.ranges.orders import Order

RUN = replace(QUICK_RUN, target_stderr=0.001)
"""The options of each run: the ends of a range differ by points."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The equities with each end of a range, the low one first, with their standard errors; None if not computed."""

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
    """Yield the equity of ``hero`` at a moment if ``player`` plays the low end, the estimate or the high end of his
    range."""
    rows: list[Estimate | None] = []
    rest = {seat: text for seat, text in painted.items() if seat != player}
    for end in INTERVAL_ENDS:
        kinds = {**assumptions.kinds, player: learned_player(profile, end)}
        table = scenario_at(
            hand, moment, hero, painted=rest, tracked=False, assumptions=replace(assumptions, kinds=kinds)
        )
        rows.append(quick_estimate(table, hero, orders, cancel, RUN))
        if cancel.cancelled:
            return
    yield Effect(tuple(rows))
