"""The chart of starting hands: the equity of every pair of down cards of the first seat, a detail of razz."""

from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import RAZZ_RANKS
from engine.jobs import Detail, Guard, Solved
from engine.kernels.razz_chart import chart_trials
from engine.kernels.razz_draws import Table, scratch
from engine.kernels.rng import seed_state
from engine.razz.blocks import deal_table
from engine.razz.contest import MOST_SEATS
from engine.razz.derived import DETAIL_BUDGET, active_seats, answer_text, with_down_cards
from engine.razz.down_cards import DownCards
from engine.razz.lows import low_tables
from engine.razz.plan import razz_methods
from engine.razz.replay import jackknife, ratio
from engine.razz.setup import RazzSetup, prepare_razz
from engine.scenario import Scenario

CHART_TRIALS = 1 << 19
GROUPS = 64
BATCH = 1 << 12
RANKS = len(RAZZ_RANKS)

Array = NDArray[np.float64]
Pair = tuple[int, int]


def starting_hands(solved: Solved) -> Detail:
    """The equity of every pair of down cards of the first active seat, all other cards as they are."""
    seat = active_seats(solved.scenario)[0]
    text = solved.scenario.seats[seat].cards
    unknown = _with_text(solved.scenario, seat, with_down_cards(text))
    setup = prepare_razz(unknown)
    pairs = _pairs(setup)

    def show(equities: Array, errors: Array) -> dict[str, Any]:
        return {"seat": seat, "up": _up_cards(text), "pairs": _rows(setup, pairs, equities, errors)}

    at_once = DownCards(setup, solved.guard) if len(setup.active) <= MOST_SEATS else None
    if solved.exact and at_once is not None and at_once.operations <= DETAIL_BUDGET:
        return Detail(at_once.parts, lambda sums: show(*_of_sums(sum(sums))))
    texts = {pair: with_down_cards(text, *pair) for pair in pairs}
    if solved.exact and _operations(solved.scenario, seat, texts) <= DETAIL_BUDGET:
        parts = [partial(answer_text, solved, _with_text(solved.scenario, seat, texts[pair])) for pair in pairs]
        return Detail(parts, lambda found: show(*_of_answers(pairs, found)))
    dealing = _Dealing(setup, solved.guard)
    return Detail(dealing.parts, lambda groups: show(*_of_groups(np.stack(groups))))


def _with_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    seats = tuple(replace(s, cards=text) if i == seat else s for i, s in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def _up_cards(text: str) -> str:
    """Return the up cards of a hand as they stand in the chart: what follows ``xx`` in each item."""
    return with_down_cards(text).replace("xx", "", 1).replace(", xx", ", ")


def _pairs(setup: RazzSetup) -> list[Pair]:
    """Return the pairs that the deck still holds."""
    return [pair for pair in combinations_with_replacement(range(RANKS), 2) if _combos(setup, pair)]


def _combos(setup: RazzSetup, pair: Pair) -> int:
    low, high = (int(setup.live[rank]) for rank in pair)
    return comb(low, 2) if pair[0] == pair[1] else low * high


def _rows(setup: RazzSetup, pairs: list[Pair], equities: Array, errors: Array) -> list[dict[str, Any]]:
    return [
        {
            "down": RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]],
            "combos": _combos(setup, pair),
            "equity": float(equities[pair]),
            "stderr": float(errors[pair]),
        }
        for pair in pairs
        if not np.isnan(equities[pair])
    ]


def _of_sums(sums: Array) -> tuple[Array, Array]:
    return ratio(sums[..., 1], sums[..., 0]), np.zeros((RANKS, RANKS))


def _operations(scenario: Scenario, seat: int, texts: dict[Pair, str]) -> float:
    """Return about what it costs to solve the table for each pair by itself."""
    setup = prepare_razz(_with_text(scenario, seat, next(iter(texts.values()))))
    job = razz_methods(setup).exact
    return float("inf") if job is None else job.operations * len(texts)


def _of_answers(pairs: list[Pair], found: list[Any]) -> tuple[Array, Array]:
    equities, errors = np.full((RANKS, RANKS), np.nan), np.full((RANKS, RANKS), np.nan)
    for pair, answer in zip(pairs, found, strict=True):
        if answer is not None:
            equities[pair], errors[pair] = answer[0].equity, answer[0].stderr
    return equities, errors


def _of_groups(groups: Array) -> tuple[Array, Array]:
    return jackknife(groups, lambda total: ratio(total[..., 1], total[..., 0]), CHART_TRIALS)


class _Dealing:
    """Random deals of all cards but the two down cards, each of which tells of all pairs."""

    def __init__(self, setup: RazzSetup, guard: Guard) -> None:
        hero = setup.active[0]
        self._setup = replace(setup, active=(replace(hero, free=hero.free - 2), *setup.active[1:]))
        self._guard = guard
        self.parts = [partial(self._group, group) for group in range(GROUPS)]

    @cached_property
    def _table(self) -> Table:
        return deal_table(self._setup)[0]

    def _group(self, group: int) -> Array:
        table, tables, sums = self._table, low_tables(), np.zeros((RANKS, RANKS, 2))
        state, room, rest = seed_state(self._setup.seed, group), scratch(table), np.zeros(RANKS, np.int64)
        for _ in range(CHART_TRIALS // GROUPS // BATCH):
            self._guard()
            chart_trials(BATCH, table, room, state, tables.unpaired, tables.paired, rest, sums)
        return sums
