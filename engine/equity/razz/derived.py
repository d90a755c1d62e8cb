"""Situations that are derived from a solved razz scenario, such as those on earlier streets, and their solution by the
method of the main result."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from engine.arrays import I64
from engine.equity.details.next_cards import SEVENTH, THIRD, StreetPath
from engine.equity.jobs import Detail, Solved
from engine.equity.razz.plan import razz_methods
from engine.equity.razz.replay import DETAIL_TRIALS
from engine.equity.razz.setup import RazzSeat, RazzSetup, possible, prepare_razz
from engine.equity.results import Estimate
from engine.ranges.razz_text import (
    RazzItem,
    RazzSlot,
    RazzText,
    first_slots,
    format_razz,
    min_slots,
    parse_razz,
    written_slots,
)
from engine.scenario import Scenario, ScenarioError

RANKS = 13
SAMPLED_RUN_BUDGET = 4e9
"""Operations that exact final distributions may take if the main result is sampled."""


def solve_setup(solved: Solved[RazzSetup], setup: RazzSetup, trials: int = DETAIL_TRIALS) -> tuple[Estimate, ...]:
    """Solve ``setup``: exactly if the main result is exact and a detail may take that long, else with ``trials`` deals,
    or as many as there is time for."""
    methods = razz_methods(setup, solved.check_cancelled)
    job = methods.exact if solved.exact else None
    if job is not None and solved.affords(job.operations):
        total = np.zeros(1)
        for chunk in range(job.chunks):
            solved.check_time()
            total = total + job.compute(chunk)
        return job.estimates(total)
    # At least one chunk is dealt, even if there is no time left: an answer without deals has no numbers.
    sampler, done, chunk = methods.sampled(), 0, 0
    total = np.zeros(1)
    while done < trials and not (done and solved.over()):
        solved.check_cancelled()
        size = min(sampler.chunk_trials, trials - done)
        total = total + sampler.compute(chunk, size)
        done, chunk = done + size, chunk + 1
    return sampler.estimates(total, done)


def solve_scenario(
    solved: Solved[RazzSetup], scenario: Scenario, trials: int = DETAIL_TRIALS
) -> tuple[Estimate, ...] | None:
    """Solve another scenario in the same way as :func:`solve_setup`. Return None if it is impossible."""
    try:
        setup = prepare_razz(scenario)
    except ScenarioError:
        return None
    return solve_setup(solved, setup, trials)


def current_street(setup: RazzSetup) -> int:
    """Return the current street, 3 to 7: the most slots that are written for an active seat."""
    return max(THIRD, *(written_slots(seat.text) for seat in setup.active))


def drawing_seats(setup: RazzSetup) -> list[int | None]:
    """Return which active seats (by index among them) draw the next card: those with the fewest cards.

    An entirely unknown hand draws along with the others. [None] means that the next card is the common one, an empty
    list that no card is to come.
    """
    written = [written_slots(seat.text) for seat in setup.active]
    fewest = min_slots(written)
    if setup.community and fewest == SEVENTH - 1:
        return [None]
    if fewest == SEVENTH:
        return []
    on_street = [i for i, count in enumerate(written) if not count or max(THIRD, count) == fewest]
    return [i for i in on_street if setup.active[i].free > 0]


def with_next(setup: RazzSetup, seat: int | None, rank: int) -> RazzSetup | None:
    """Return ``setup`` after active seat ``seat`` (None: every seat) got a card of ``rank``, or None if that is
    impossible."""
    card = (np.arange(RANKS) == rank).astype(np.int64)
    live = setup.live - card
    if live.min() < 0:
        return None
    active = [
        replace(old, known=old.known + card * (seat is None or seat == i), free=old.free - (seat == i))
        for i, old in enumerate(setup.active)
    ]
    seats, folded = _within(active, live), _within(setup.folded, live)
    if seats is None or folded is None:
        return None
    after = replace(setup, active=seats, folded=folded, live=live, community=setup.community and seat is not None)
    choices = [seat.choices for seat in (*after.active, *after.folded)]
    return after if possible(choices, after.live) else None


def _within(seats: Sequence[RazzSeat], live: I64) -> tuple[RazzSeat, ...] | None:
    """Return the seats with the choices that ``live`` allows, or None if a seat has none left."""
    result = []
    for seat in seats:
        fits = (seat.choices <= live).all(axis=1)
        if not fits.any():
            return None
        result.append(replace(seat, choices=seat.choices[fits], ways=seat.ways[fits], orders=seat.orders[fits]))
    return tuple(result)


def scenario_at_street(scenario: Scenario, slots: int) -> Scenario:
    """Return the scenario of an earlier street, with each hand cut to its first ``slots`` cards.

    Dead cards are dead from the beginning.
    """
    texts = [format_razz(first_slots(parse_razz(seat.cards, order=scenario.order), slots)) for seat in scenario.seats]
    return replace(
        scenario, seats=tuple(replace(seat, cards=text) for seat, text in zip(scenario.seats, texts, strict=True))
    )


def with_down_cards(hand: RazzText, *ranks: int) -> str:
    """Return the text of a hand whose down cards are replaced by cards of ``ranks`` (0 ace .. 12 king; none: by any
    cards).

    Groups that contain a down card are dissolved, because the pair is given now. Items of weight 0 whose down cards are
    restricted exclude hands by their down cards, which is meaningless for other down cards: they are dropped.

    >>> with_down_cards(parse_razz("(A 2) 9"), 2, 3)
    '349'
    >>> with_down_cards(parse_razz("(A 2) 9"))
    'xx9'
    """
    down = tuple(RazzSlot(1 << rank, particular=True) for rank in ranks) or (RazzSlot((1 << RANKS) - 1, free=True),) * 2
    items = []
    relevant = [item for item in hand.items if item.weight > 0 or all(slot.free for slot in item.slots[:2])]
    for item in relevant or hand.items:
        down_groups = {slot.group for slot in item.slots[:2]}
        up = tuple(replace(slot, group=-1) if slot.group in down_groups else slot for slot in item.slots[2:])
        items.append(RazzItem(down + up, item.weight))
    return format_razz(RazzText(tuple(items)))


StreetEstimates = list[tuple[Estimate, ...] | None]


def path(solved: Solved[RazzSetup]) -> Detail:
    """The equities on each street from third street to the current one, as the hands were then. The last is the main
    result."""
    streets = range(THIRD, current_street(solved.setup))
    parts = [partial(solve_scenario, solved, scenario_at_street(solved.scenario, slots)) for slots in streets]
    seats = len(solved.estimates)
    return Detail(parts, lambda result: _path([*result, solved.estimates], seats))


def _path(answers: StreetEstimates, seats: int) -> StreetPath:
    """Return the detail; streets whose table was impossible have NaN."""
    numbers = np.full((len(answers), seats, 2), np.nan)
    for row, values in zip(numbers, answers, strict=True):
        if values is not None:
            row[:] = [(estimate.equity, estimate.stderr) for estimate in values]
    return StreetPath(numbers[..., 0], numbers[..., 1])
