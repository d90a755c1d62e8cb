"""The detail ``down_cards`` of razz: every seat with each pair of down cards that its text allows.

The method is that of the chart of starting hands (``starting``), in which the down cards are any two; here each pair
counts by the share of its suited ways that the text allows. The other cards of the hand must be the same for all pairs:
seats whose up cards depend on their down cards are left out.
"""

from dataclasses import replace
from functools import partial
from math import comb, perm, prod
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.equity.details.starting_hands import DownPairs, SeatPairs
from engine.equity.jobs import Detail, Solved
from engine.equity.razz.automaton import RANKS
from engine.equity.razz.derived import with_down_cards
from engine.equity.razz.setup import RazzSetup, prepare_razz
from engine.equity.razz.starting import PairSums, PairWork, pair_work, suited_ways, with_text
from engine.equity.results import Estimate
from engine.ranges.razz_products import ALL_RANKS
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, format_razz
from engine.scenario import Scenario

DOWN = 2
FREE = RazzSlot(ALL_RANKS, free=True)


class _SeatWork(NamedTuple):
    """The work for the pairs of the seats ``indices`` (among the active ones), which have equal hands."""

    indices: tuple[int, ...]
    work: PairWork


def down_cards(solved: Solved[RazzSetup]) -> Detail:
    """The numbers of each active seat with each pair of its down cards, all other cards unchanged."""
    works = [_work(solved, indices) for indices in _groups_of_equal_seats(solved.setup)]
    parts = [part for each in works for part in each.work.parts]

    def assemble(result: list[Any]) -> DownPairs:
        """Return the detail from the values of all parts, which are in the order of ``works``."""
        values, rows = iter(result), dict[int, SeatPairs]()
        for indices, work in works:
            sums = work.sums([next(values) for _ in work.parts])
            for index in indices:
                rows[index] = _row(solved.scenario.active_seats[index], sums)
        return DownPairs(tuple(rows[index] for index in sorted(rows)))

    return Detail(parts, assemble)


def _groups_of_equal_seats(setup: RazzSetup) -> list[tuple[int, ...]]:
    """Return the indices of the seats for which the detail is possible; seats with the same text are grouped, because
    only ranks matter.

    All hands of such a text have the same up cards. If these are a choice, it is independent of the down cards.
    """
    groups: dict[str, list[int]] = {}
    for index, seat in enumerate(setup.active):
        items = seat.text.items
        if len({_up_slots(item) for item in items}) == 1 and not any(map(_is_tied, items)):
            groups.setdefault(format_razz(seat.text), []).append(index)
    return [tuple(indices) for indices in groups.values()]


def _up_slots(item: RazzItem) -> tuple[tuple[int, bool, int], ...]:
    """Return the possible up cards of an item: for each slot the ranks, whether it is one particular card, and the
    group that up cards alone form (-1: none). Unknown cards at the end are left out."""
    down_groups = {slot.group for slot in item.slots[:DOWN]}
    up = [(slot.ranks, slot.particular, -1 if slot.group in down_groups else slot.group) for slot in item.slots[DOWN:]]
    while up and up[-1] == (ALL_RANKS, False, -1):
        up.pop()
    return tuple(up)


def _is_tied(item: RazzItem) -> bool:
    """Return True if parentheses join a down card to an up card that is not known."""
    down_groups = {slot.group for slot in item.slots[:DOWN]} - {-1}
    return any(slot.group in down_groups and not slot.particular for slot in item.slots[DOWN:])


def _work(solved: Solved[RazzSetup], indices: tuple[int, ...]) -> _SeatWork:
    """Return the work for seats with equal hands: the first of them is computed."""
    first, scenario = indices[0], solved.scenario
    seat, text = scenario.active_seats[first], solved.setup.active[first].text
    ways = _pair_ways(scenario, seat, first, text)
    if np.count_nonzero(ways) == 1:
        return _SeatWork(indices, PairWork((), partial(_one_pair, ways, solved.estimates[first])))
    setup = prepare_razz(with_text(scenario, seat, with_down_cards(RazzText((replace(text.items[0], weight=1.0),)))))
    active = (setup.active[first], *(other for index, other in enumerate(setup.active) if index != first))
    all_ways = np.array(
        [[suited_ways(setup, (low, high)) for high in range(RANKS)] for low in range(RANKS)], np.float64
    )
    share_of_ways = np.divide(ways, all_ways, out=np.zeros_like(ways), where=ways > 0)
    return _SeatWork(indices, pair_work(solved, replace(setup, active=active), share_of_ways))


def _one_pair(ways: F64, estimate: Estimate, _found: list[Any]) -> PairSums:
    """Return the numbers of a seat whose down cards are known: those of the seat itself."""
    certain, none = (ways > 0).astype(np.float64), np.zeros_like(ways)
    equity, error = np.array([estimate.equity]), np.array([estimate.stderr])
    return PairSums(
        chances=certain,
        chance_errors=none,
        equities=np.where(ways > 0, equity, np.nan),
        errors=none + error,
        any_two=equity,
        any_two_error=error,
    )


def _pair_ways(scenario: Scenario, seat: int, index: int, text: RazzText) -> F64:
    """Return in how many suited ways, times its weight, the text of a seat allows each pair of down cards: float64[13,
    13], the lower rank first, up to a factor.

    Up cards that are a choice are treated as unknown: they do not depend on the pair.
    """
    items = (
        replace(item, slots=item.slots[:DOWN] + tuple(slot if slot.particular else FREE for slot in item.slots[DOWN:]))
        for item in text.items
    )
    setup = prepare_razz(with_text(scenario, seat, format_razz(RazzText(tuple(items)))))
    hand = setup.active[index]
    up = np.zeros(RANKS, np.int64)
    np.add.at(up, [slot.rank for slot in text.items[0].slots[DOWN:] if slot.particular], 1)
    ways: F64 = np.zeros((RANKS, RANKS))
    for choice, weight in zip(hand.choices, hand.ways, strict=True):
        dealt_ways = weight * prod(perm(int(n), int(k)) for n, k in zip(setup.live, choice, strict=True))
        _add_pairs(ways, hand.known + choice - up, dealt_ways, setup.live)
    return ways


def _add_pairs(ways: F64, down: I64, dealt: float, live: I64) -> None:
    """Add the weight ``dealt`` of one choice to the pairs that it allows.

    ``down`` int64[13]: the down cards that it determines. The others are any cards of ``live`` int64[13].
    """
    ranks = np.repeat(np.arange(RANKS), down).tolist()
    if len(ranks) == DOWN:
        ways[ranks[0], ranks[1]] += dealt
        return
    remaining = live.copy()
    for rank in np.flatnonzero(remaining).tolist():
        if ranks:
            low, high = sorted((ranks[0], rank))
            ways[low, high] += dealt * remaining[rank]
            continue
        for high in range(rank, RANKS):
            ways[rank, high] += dealt * (
                comb(int(remaining[rank]), 2) if high == rank else remaining[rank] * remaining[high]
            )


def _row(seat: int, sums: PairSums) -> SeatPairs:
    low, high = np.nonzero(np.isfinite(sums.equities) & (sums.chances > 0))
    numbers = (table[low, high] for table in sums[:4])
    return SeatPairs(seat, np.stack([low, high], axis=1).astype(np.int64), *numbers)
