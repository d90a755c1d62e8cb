"""The order in which a razz opponent calls with his down cards, and hero's exact outcomes against each pair of them.

The opponent sees all up cards but not hero's down cards. He orders his pairs of down cards by their equity against the
hand that he credits hero with: by default any two down cards under hero's own up cards. Hero's outcomes are those of
hero's real cards. Pairs that look equally good to the opponent call together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.equity.details.starting_hands import DownPairs, SeatPairs
from engine.equity.razz.derived import with_down_cards
from engine.equity.razz.setup import prepare_razz
from engine.equity.results import Snapshot
from engine.equity.run import run_in_turn
from engine.equity.snapshots import AnswerSnapshot
from engine.equity.workers import CancelToken
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.responses.calling import EQUITY_DECIMALS, Calls
from engine.kelly.responses.table import DEFAULT_CREDITED_RANGE
from engine.ranges.razz_text import RazzText, parse_razz, written_slots
from engine.scenario import Problem, RunOptions, Scenario, ScenarioError, naming, seat_field

DETAIL = "down_cards"
SEVENTH = 7


@dataclass(frozen=True, slots=True, eq=False)
class PairOrder(Calls):
    """The calling order of pairs of down cards; ``pairs``: the ranks of each group's pairs, 0 ace .. 12 king."""

    pairs: tuple[tuple[tuple[int, int], ...], ...]


def run_pair_order(
    scenario: Scenario,
    hero: int,
    villain: int,
    *,
    credited: str = DEFAULT_CREDITED_RANGE,
    cancel: CancelToken | None = None,
) -> Iterator[AnswerSnapshot[PairOrder]]:
    """Compute the calling order of a single opponent in about a second; if cancelled, there is no final snapshot.

    Raises:
        ScenarioError: a hand or ``credited`` cannot be read; the seats are not the two that contest the pot; the pairs
            depend on up cards that are a choice; on seventh street he knows a third card that is not written; or the
            table is too large to be computed exactly.
    """
    plain = replace(scenario, run=RunOptions(method="exact", seed=scenario.run.seed))
    texts = _texts(plain, hero, villain)
    seen_as = plain.with_seat(hero, cards=_credited(texts[0], credited))
    prepare_razz(plain)
    try:
        prepare_razz(seen_as)
    except ScenarioError as error:
        raise ScenarioError(Problem("credited", error.problems[0].message)) from None
    # Two runs first: against hero's real hand, for the probability of each pair, and against the credited hand, for the
    # order in which he calls. Then one run per pair gives hero's outcomes against it.
    tables = [replace(table, run=replace(table.run, detail=(DETAIL,))) for table in (plain, seen_as)]
    snapshots = yield from run_in_turn(tables, cancel, end=0.2)
    if snapshots is None:
        return
    held, judged = (_pairs(snapshot, villain) for snapshot in snapshots)
    tables = [plain.with_seat(villain, cards=with_down_cards(texts[1], *pair)) for pair in held.pairs.tolist()]
    snapshots = yield from run_in_turn(tables, cancel, start=0.2)
    if snapshots is not None:
        outcomes = [outcomes_of(snapshot.estimate(hero)) for snapshot in snapshots]
        yield AnswerSnapshot(1.0, None, _order(held, judged, outcomes), final=True)


def _texts(scenario: Scenario, hero: int, villain: int) -> tuple[RazzText, RazzText]:
    """Return the texts of hero's and the opponent's hands.

    Raises ScenarioError if other players are in the hand, or the opponent may have a third down card: only pairs of
    down cards can be ordered.
    """
    if set(scenario.active_seats) != {hero, villain} or hero == villain:
        raise ScenarioError(Problem(seat_field(hero), "hero and one opponent who is in the hand are needed"))
    result = []
    for seat in (hero, villain):
        with naming(seat_field(seat)):
            result.append(parse_razz(scenario.seats[seat].cards, order=scenario.order))
    slots = [slot for item in result[1].items for slot in item.slots[SEVENTH - 1 : SEVENTH]]
    if max(written_slots(text) for text in result) == SEVENTH and not all(slot.particular for slot in slots):
        raise ScenarioError(
            Problem("credited", "not for seventh street with its third down card: use a fold percentage")
        )
    return result[0], result[1]


def _credited(hero: RazzText, text: str) -> str:
    """Return the text of the credited hand: ``text``, or by default any down cards under hero's own up cards."""
    if text.strip() and text.strip() != DEFAULT_CREDITED_RANGE:
        with naming("credited"):
            parse_razz(text)
        return text
    return with_down_cards(RazzText((replace(hero.items[0], weight=1.0),)))


def _pairs(snapshot: Snapshot, villain: int) -> SeatPairs:
    """Return the pairs of down cards of the seat ``villain`` in a run, with their probabilities and equities."""
    detail = snapshot.details.get(DETAIL)
    rows = detail.seats if isinstance(detail, DownPairs) else ()
    pairs = next((row for row in rows if row.seat == villain), None)
    if pairs is None:
        raise ScenarioError(
            Problem(seat_field(villain), "his down cards depend on his up cards: they cannot be ranked")
        )
    return pairs


def _order(actual: SeatPairs, judged: SeatPairs, outcomes: list[Outcomes]) -> PairOrder:
    """Return the calling order; pairs that are impossible against the credited hand are the last to call."""
    equities = dict(zip(map(tuple, judged.pairs.tolist()), judged.equity.tolist(), strict=True))
    pairs = [(int(low), int(high)) for low, high in actual.pairs.tolist()]
    keys = np.round([equities.get(pair, -1.0) for pair in pairs], EQUITY_DECIMALS)
    levels, group_of = np.unique(-keys, return_inverse=True)
    share = np.bincount(group_of, actual.probability).astype(np.float64)
    rows = np.array([[o.win, sum(o.split), o.lose] for o in outcomes])
    sums = [np.bincount(group_of, actual.probability * rows[:, i]) / share for i in range(rows.shape[1])]
    groups = tuple(tuple(pairs[i] for i in np.flatnonzero(group_of == level)) for level in range(len(levels)))
    return PairOrder(share / share.sum(), np.stack(sums, axis=1), -levels, groups)
