"""The details of razz by name, and those that solve other hands: the path of a run-out, the chart of starting hands."""

from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement
from math import comb
from typing import Any

from engine.cards import RAZZ_RANKS
from engine.jobs import Detail, DetailFactory, Solved
from engine.razz.derived import THIRD, active_seats, answer_text, at_street, street, with_down_cards
from engine.razz.next_card import next_card, sensitivity
from engine.razz.outcomes import joint, outcomes
from engine.razz.setup import prepare_razz
from engine.results import Estimate
from engine.scenario import Scenario

CHART_TRIALS = 1 << 16
"""Deals for each pair of down cards where the chart is sampled."""

Answers = list[tuple[Estimate, ...] | None]


def path(solved: Solved) -> Detail:
    """The equities on each street from third to the present one, as the hands were then; the last is the main
    result."""
    streets = range(THIRD, street(solved.scenario))
    parts = [partial(answer_text, solved, at_street(solved.scenario, slots)) for slots in streets]
    return Detail(parts, lambda found: _path([*found, solved.estimates]))


def _path(answers: Answers) -> list[dict[str, Any]]:
    return [
        {
            "street": slots,
            "equity": None if found is None else [e.equity for e in found],
            "stderr": None if found is None else [e.stderr for e in found],
        }
        for slots, found in enumerate(answers, THIRD)
    ]


def starting_hands(solved: Solved) -> Detail:
    """The equity of every pair of down cards of the first active seat, all other cards as they are."""
    scenario = solved.scenario
    seat = active_seats(scenario)[0]
    text = scenario.seats[seat].cards
    live = prepare_razz(_with_text(scenario, seat, with_down_cards(text))).live
    rows = []
    for low, high in combinations_with_replacement(range(len(RAZZ_RANKS)), 2):
        combos = comb(int(live[low]), 2) if low == high else int(live[low] * live[high])
        if combos:
            rows.append((low, high, combos))
    parts = [
        partial(answer_text, solved, _with_text(scenario, seat, with_down_cards(text, low, high)), CHART_TRIALS)
        for low, high, _ in rows
    ]
    return Detail(parts, lambda found: {"seat": seat, "up": _up_cards(text), "pairs": _chart(rows, found)})


def _with_text(scenario: Scenario, seat: int, text: str) -> Scenario:
    seats = tuple(replace(s, cards=text) if i == seat else s for i, s in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def _up_cards(text: str) -> str:
    """Return the up cards of a hand as they stand in the chart: what follows ``xx`` in each item."""
    return with_down_cards(text).replace("xx", "", 1).replace(", xx", ", ")


def _chart(rows: list[tuple[int, int, int]], answers: Answers) -> list[dict[str, Any]]:
    return [
        {
            "down": RAZZ_RANKS[low] + RAZZ_RANKS[high],
            "combos": combos,
            "equity": found[0].equity,
            "stderr": found[0].stderr,
        }
        for (low, high, combos), found in zip(rows, answers, strict=True)
        if found is not None
    ]


RAZZ_DETAILS: dict[str, DetailFactory] = {
    "outcomes": outcomes,
    "joint": joint,
    "next_card": next_card,
    "path": path,
    "sensitivity": sensitivity,
    "starting_hands": starting_hands,
}
