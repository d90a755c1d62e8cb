"""The detail ``down_cards`` of razz: every seat with each pair of down cards that its text leaves it.

The pairs are those of the chart of starting hands (``starting``), where the down cards are any two, each counted by the
share of its suited ways that the text allows. What lies beside the pair must be the same for all of them: seats whose
up cards depend on the down ones are left out.
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
    """The method for the pairs of the seats ``places`` (numbers among the active ones), which hold alike."""

    places: tuple[int, ...]
    work: PairWork


def down_cards(solved: Solved[RazzSetup]) -> Detail:
    """The numbers of each active seat with each pair of down cards, all other cards as they are."""
    works = [_work(solved, places) for places in _alike(solved.setup)]
    parts = [part for each in works for part in each.work.parts]

    def assemble(result: list[Any]) -> DownPairs:
        values, rows = iter(result), dict[int, SeatPairs]()
        for places, work in works:
            sums = work.sums([next(values) for _ in work.parts])
            for place in places:
                rows[place] = _row(solved.scenario.active_seats[place], sums)
        return DownPairs(tuple(rows[place] for place in sorted(rows)))

    return Detail(parts, assemble)


def _alike(setup: RazzSetup) -> list[tuple[int, ...]]:
    """Return the places of the seats that can be told, those with the same text together: ranks are all that counts.

    All hands of such a text have the same up cards, which are a choice of their own if they are any.
    """
    groups: dict[str, list[int]] = {}
    for place, seat in enumerate(setup.active):
        items = seat.text.items
        if len({_up_slots(item) for item in items}) == 1 and not any(map(_is_tied, items)):
            groups.setdefault(format_razz(seat.text), []).append(place)
    return [tuple(places) for places in groups.values()]


def _up_slots(item: RazzItem) -> tuple[tuple[int, bool, int], ...]:
    """Return the possible up cards: ranks, whether a slot is one particular card, groups that they alone form."""
    inside = {slot.group for slot in item.slots[:DOWN]}
    up = [(slot.ranks, slot.particular, -1 if slot.group in inside else slot.group) for slot in item.slots[DOWN:]]
    while up and up[-1] == (ALL_RANKS, False, -1):
        up.pop()
    return tuple(up)


def _is_tied(item: RazzItem) -> bool:
    """Return whether parentheses join a down card to an up card that is not known."""
    inside = {slot.group for slot in item.slots[:DOWN]} - {-1}
    return any(slot.group in inside and not slot.particular for slot in item.slots[DOWN:])


def _work(solved: Solved[RazzSetup], places: tuple[int, ...]) -> _SeatWork:
    """Return the work for seats that hold alike: the first of them is looked at."""
    first, scenario = places[0], solved.scenario
    seat, text = scenario.active_seats[first], solved.setup.active[first].text
    ways = _pair_ways(scenario, seat, first, text)
    if np.count_nonzero(ways) == 1:
        return _SeatWork(places, PairWork((), partial(_one_pair, ways, solved.estimates[first])))
    setup = prepare_razz(with_text(scenario, seat, with_down_cards(RazzText((replace(text.items[0], weight=1.0),)))))
    active = (setup.active[first], *(other for place, other in enumerate(setup.active) if place != first))
    every = np.array([[suited_ways(setup, (low, high)) for high in range(RANKS)] for low in range(RANKS)], np.float64)
    kept = np.divide(ways, every, out=np.zeros_like(ways), where=ways > 0)
    return _SeatWork(places, pair_work(solved, replace(setup, active=active), kept))


def _one_pair(ways: F64, estimate: Estimate, _found: list[Any]) -> PairSums:
    """Return the numbers of a seat whose down cards are known: those of the seat."""
    certain, none = (ways > 0).astype(np.float64), np.zeros_like(ways)
    equity, error = np.array([estimate.equity]), np.array([estimate.stderr])
    return PairSums(certain, none, np.where(ways > 0, equity, np.nan), none + error, equity, error)


def _pair_ways(scenario: Scenario, seat: int, place: int, text: RazzText) -> F64:
    """Return in how many suited ways the text of a seat can have each pair of down cards, times its weight; float64[13,
    13], the lower rank first, up to a factor.

    Up cards that are a choice are left open: the pair has no part in them.
    """
    items = (
        replace(item, slots=item.slots[:DOWN] + tuple(slot if slot.particular else FREE for slot in item.slots[DOWN:]))
        for item in text.items
    )
    setup = prepare_razz(with_text(scenario, seat, format_razz(RazzText(tuple(items)))))
    held = setup.active[place]
    up = np.zeros(RANKS, np.int64)
    np.add.at(up, [slot.rank for slot in text.items[0].slots[DOWN:] if slot.particular], 1)
    ways: F64 = np.zeros((RANKS, RANKS))
    for choice, weight in zip(held.choices, held.ways, strict=True):
        dealt = weight * prod(perm(int(n), int(k)) for n, k in zip(setup.live, choice, strict=True))
        _add_pairs(ways, held.known + choice - up, dealt, setup.live)
    return ways


def _add_pairs(ways: F64, down: I64, dealt: float, live: I64) -> None:
    """Add the weights ``dealt`` to the pairs of which ``down`` int64[13] counts the cards; others are any live ones."""
    ranks = np.repeat(np.arange(RANKS), down).tolist()
    if len(ranks) == DOWN:
        ways[ranks[0], ranks[1]] += dealt
        return
    left = live.copy()
    for rank in np.flatnonzero(left).tolist():
        if ranks:
            low, high = sorted((ranks[0], rank))
            ways[low, high] += dealt * left[rank]
            continue
        for high in range(rank, RANKS):
            ways[rank, high] += dealt * (comb(int(left[rank]), 2) if high == rank else left[rank] * left[high])


def _row(seat: int, sums: PairSums) -> SeatPairs:
    low, high = np.nonzero(np.isfinite(sums.equities) & (sums.chances > 0))
    numbers = (table[low, high] for table in sums[:4])
    return SeatPairs(seat, np.stack([low, high], axis=1).astype(np.int64), *numbers)
