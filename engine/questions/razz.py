"""Questions about razz tables: all deals by ranks where their number allows it, else sampled ones."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import perm, prod

import numpy as np

from engine.arrays import F64, I64
from engine.cards import RAZZ_RANKS
from engine.equity.budget import AUTO_BUDGET
from engine.equity.razz.lows import CLASS_NAMES, evaluate, low_tables
from engine.equity.razz.setup import HAND, RazzSetup, read_razz
from engine.equity.reasons import Reason
from engine.equity.workers import Workers
from engine.kernels.questions.events import BY_NOTHING, EventSums, EventTable
from engine.kernels.questions.razz import Holdings, count_holdings, deal_cards, sum_holdings
from engine.questions.expression import Event, Relation
from engine.questions.razz_atoms import (
    DOWN,
    RANKS,
    CardAtom,
    DownCardsAtom,
    LowAtom,
    PairsAtom,
    RazzAtom,
    atom_holds,
    standing_values,
)
from engine.questions.results import (
    CHUNK_OPERATIONS,
    QuestionAnswer,
    QuestionStep,
    Sampling,
    choose_method,
    chunk_generator,
    drawn_indices,
    empty_sums,
    event_steps,
    exact_steps,
    possible_values,
    relation_row,
    sampled_steps,
    truth_table,
)
from engine.ranges.razz import Pattern as TextPattern
from engine.ranges.razz import RazzHand, deciding_item, pattern_rows
from engine.ranges.razz_text import effective_items
from engine.scenario import Problem, Scenario, ScenarioError

STREETS = 5
LAST_SLOT = HAND - 1
DEAL_OPERATIONS = 30.0
SEAT_OPERATIONS = 270.0
"""Of a seat of a sampled deal."""
CHUNK_DEALS = 1 << 14
"""Deals that are sampled together."""
ATTEMPTS_OF_CHUNK = 4
"""Times that as many deals are tried as a whole chunk has: that bounds its time where few are accepted."""
MIN_ACCEPTED_SHARE, MIN_SAMPLED_SHARE = 0.05, 1e-4
MAX_LISTED_DEALS = 1 << 18
"""Combinations of the rows of all texts."""
WAYS_TO_TAKE = np.array([[perm(cards, taken) for taken in range(RANKS)] for cards in range(5)], np.float64)
OwnAtom = CardAtom | PairsAtom | LowAtom | DownCardsAtom


@dataclass(frozen=True, slots=True)
class RazzSplit:
    """A split of the event: by the rank of a ``seat``'s card on a ``street``, or (None) the class of its final low."""

    seat: int
    street: int | None

    @property
    def values(self) -> tuple[str, ...]:
        """All values, in order."""
        return tuple(RAZZ_RANKS) if self.street is not None else tuple(CLASS_NAMES)


@dataclass(frozen=True, slots=True, eq=False)
class _Seat:
    """One seat: ``ranks`` int64[n, 7] of the ways to fill the slots that its text constrains (-1: any card) with their
    ``weights`` float64[n]; ``fixed`` bool[7]: particular cards, which are out of the deck; ``length``: of its cards;
    ``atoms`` by bit; ``by``: what splits by it; ``compared``: streets before the last whose cards are compared;
    ``active``: whether it has not folded; ``slots`` that are dealt one by one, of which events look at those before
    number ``looked_at``."""

    ranks: I64
    weights: F64
    fixed: tuple[bool, ...]
    length: int
    atoms: tuple[tuple[int, OwnAtom], ...]
    by: RazzSplit | None
    compared: tuple[int, ...]
    active: bool
    slots: tuple[int, ...]
    looked_at: int


@dataclass(slots=True, eq=False)
class _States:
    """Ways to fill the first slots: the ``row`` of the text, the ranks ``counts`` int64[n, 13] of all cards, those
    ``taken`` from the deck, ``bits``, ``by``, ``values`` int64[n, 5], ``weights``."""

    row: I64
    counts: I64
    taken: I64
    bits: I64
    by: I64
    values: I64
    weights: F64 = field(default_factory=lambda: np.ones(1))

    def chosen(self, index: I64) -> "_States":
        """Return the states of these rows."""
        return _States(*(getattr(self, name)[index] for name in _STATE_FIELDS))


_STATE_FIELDS = ("row", "counts", "taken", "bits", "by", "values", "weights")


def ask_razz(
    scenario: Scenario, event: Event[RazzAtom], given: Event[RazzAtom] | None, by: RazzSplit | None, workers: Workers
) -> Iterator[QuestionStep]:
    """Yield the answer to a question about a razz table as it becomes known.

    Raises:
        ScenarioError: the table cannot be computed, or what is given cannot happen.
    """
    setup, hands = read_razz(scenario)
    atoms, truths = truth_table(event, given)
    named = {atom.seat for atom in atoms} | ({by.seat} if by else set())
    places = [
        seat for seat, hand in enumerate(hands) if not scenario.seats[seat].folded or seat in named or hand.choice_slots
    ]
    seats = [_seat(hands[place], scenario, place, atoms, by) for place in places]
    relations = [relation_row(atom, places, bit) for bit, atom in enumerate(atoms) if isinstance(atom, Relation)]
    question = EventTable(
        truths,
        np.array(relations, np.int64).reshape(-1, 4),
        np.array([places.index(seat) for seat in scenario.active_seats], np.int64),
        BY_NOTHING if by is None else places.index(by.seat),
        True,
    )
    values = by.values if by is not None else ()
    live, method, operations = setup.live, scenario.run.method, None
    if method != "sampled" and not setup.community:
        holdings = _holdings(seats, live)
        operations = _operations(holdings)
    reason = choose_method(method, operations)
    if reason.kind.startswith("exact"):
        return exact_steps(_parts(holdings, live, question, values, workers), values, reason, workers)
    if method == "auto":
        ended = [_ended(seat, relations) for seat in seats]
        if not (setup.community and any(LAST_SLOT in seat.slots for seat in ended)):
            holdings = _holdings(ended, live)
            operations = _operations(holdings)
            if operations <= AUTO_BUDGET:
                known = Reason("exact", operations)
                parts = _parts(holdings, live, question._replace(equities=False), values, workers)
                sampled = partial(_sampled, seats, setup, question, by, scenario, workers, known)
                return event_steps(parts, sampled, values, known, workers)
    return _sampled(seats, setup, question, by, scenario, workers, reason)


def _operations(holdings: Holdings) -> float:
    """Return the operations to visit all deals."""
    return float(DEAL_OPERATIONS * prod(np.diff(holdings.first).tolist()))


def _ended(seat: _Seat, relations: Sequence[tuple[int, int, int, int]]) -> _Seat:
    """Return a seat with the slots alone that an event depends on, and those that its text says something about.

    Whatever is dealt there, the others can be filled in equally many ways.
    """
    deciding = [_slot_of(atom) for _, atom in seat.atoms]
    if seat.by is not None:
        deciding.append(LAST_SLOT if seat.by.street is None else DOWN + seat.by.street)
    if seat.active:
        deciding += [DOWN + street for _, _, street, _ in relations]
    looked_at = min(max(deciding, default=-1) + 1, seat.length)
    written = np.asarray((seat.ranks >= 0).any(axis=0))
    slots = tuple(slot for slot in range(seat.length) if slot < looked_at or written[slot])
    return replace(seat, slots=slots, looked_at=looked_at)


def _slot_of(atom: OwnAtom) -> int:
    """Return the slot of a hand that decides an atom."""
    return DOWN - 1 if isinstance(atom, DownCardsAtom) else DOWN + atom.street


def _seat(hand: RazzHand, scenario: Scenario, seat: int, atoms: Sequence[RazzAtom], by: RazzSplit | None) -> _Seat:
    folded = scenario.seats[seat].folded
    items = tuple(hand.text.items[i] for i in effective_items(hand.text))
    pattern = TextPattern(items, folded)
    ways = [(ranks, orders * items[deciding_item(alive)].weight) for ranks, alive, orders in pattern_rows(pattern)]
    ways = [(ranks, weight) for ranks, weight in ways if weight > 0]
    known = len(pattern.known) > 0
    fixed = tuple(known and len(items) == 1 and _is_particular(items[0].slots, slot) for slot in range(HAND))
    compared = tuple(sorted({atom.street for atom in atoms if isinstance(atom, Relation)} - {STREETS - 1}))
    length = max(len(item.slots) for item in items) if folded else HAND
    return _Seat(
        np.array([ranks for ranks, _ in ways], np.int64).reshape(-1, HAND),
        np.array([weight for _, weight in ways], np.float64),
        fixed,
        length,
        tuple((bit, a) for bit, a in enumerate(atoms) if not isinstance(a, Relation) and a.seat == seat),
        by if by is not None and by.seat == seat else None,
        () if folded else compared,
        not folded,
        tuple(range(length)),
        length,
    )


def _is_particular(slots: Sequence[object], slot: int) -> bool:
    return slot < len(slots) and bool(slots[slot].particular)  # type: ignore[attr-defined]


def _observe(seat: _Seat, slot: int, ranks: I64, states: _States) -> None:
    """Write the parts decided by the card of a slot, whose ``ranks`` int64[n] are counted already."""
    for bit, atom in seat.atoms:
        if _slot_of(atom) == slot:
            states.bits |= np.where(atom_holds(atom, ranks, states.counts), 1 << bit, 0)
    by = seat.by
    if by is not None and by.street is not None and DOWN + by.street == slot:
        states.by = ranks.copy()
    if slot - DOWN in seat.compared:
        states.values[:, slot - DOWN] = standing_values(states.counts)
    if slot == LAST_SLOT:
        states.values[:, STREETS - 1] = -evaluate(states.counts).astype(np.int64) + (1 << 16)
        if by is not None and by.street is None:
            seen = ((states.counts > 0) << np.arange(RANKS)).sum(axis=1)
            states.by = low_tables().classes[seen].astype(np.int64)


def _filled(seat: _Seat, live: I64) -> _States:
    """Return the ways to fill the slots of a seat, equal ones together, from the ``live`` int64[13] cards."""
    number = len(seat.ranks)
    states = _States(
        np.arange(number),
        np.zeros((number, RANKS), np.int64),
        np.zeros((number, RANKS), np.int64),
        np.zeros(number, np.int64),
        np.zeros(number, np.int64),
        np.zeros((number, STREETS), np.int64),
        seat.weights.copy(),
    )
    for slot in seat.slots:
        written = seat.ranks[states.row, slot]
        parts = []
        for rank in range(RANKS):
            chosen = np.flatnonzero((written == rank) | (written < 0))
            part = states.chosen(chosen)
            part.counts[:, rank] += 1
            if not seat.fixed[slot]:
                part.taken[:, rank] += 1
            part = part.chosen(np.flatnonzero(part.taken[:, rank] <= live[rank]))
            if slot < seat.looked_at:
                _observe(seat, slot, np.full(len(part.row), rank), part)
            parts.append(part)
        whole = _States(*(np.concatenate([getattr(part, name) for part in parts]) for name in _STATE_FIELDS))
        states = _merged(whole, seat.ranks[:, slot + 1 :])
    return states


def _merged(states: _States, rest: I64) -> _States:
    """Return equal states together: ``rest`` int64[rows, slots] is what is left of the text by its rows."""
    _, kinds = np.unique(rest, axis=0, return_inverse=True)
    kinds = kinds.reshape(-1)
    firsts = np.full(kinds.max(initial=0) + 1, len(kinds))
    np.minimum.at(firsts, kinds, np.arange(len(kinds)))
    states.row = firsts[kinds[states.row]]
    shifts = 4 * np.arange(RANKS)
    key = np.column_stack(
        [
            *(states.row, states.bits, states.by, states.values),
            *((states.counts << shifts).sum(axis=1), (states.taken << shifts).sum(axis=1)),
        ]
    )
    order = np.lexsort(key.T)
    new = np.ones(len(order), np.bool_)
    new[1:] = (key[order[1:]] != key[order[:-1]]).any(axis=1)
    weights = np.zeros(int(new.sum()))
    np.add.at(weights, np.cumsum(new) - 1, states.weights[order])
    merged = states.chosen(order[new])
    merged.weights = weights
    return merged


def _holdings(seats: Sequence[_Seat], live: I64) -> Holdings:
    filled = [_without_counts(_filled(seat, live)) for seat in seats]
    return Holdings(
        np.concatenate(([0], np.cumsum([len(states.row) for states in filled]))).astype(np.int64),
        np.concatenate([(states.taken << 4 * np.arange(RANKS)).sum(axis=1) for states in filled]).astype(np.uint64),
        np.concatenate([states.weights for states in filled]),
        np.concatenate([states.bits for states in filled]),
        np.concatenate([states.by for states in filled]),
        np.ascontiguousarray(np.concatenate([states.values for states in filled]).T),
    )


def _without_counts(states: _States) -> _States:
    states.row = np.zeros_like(states.row)
    states.counts = np.zeros_like(states.counts)
    return _merged(states, np.zeros((1, 1), np.int64))


def _parts(
    holdings: Holdings, live: I64, question: EventTable, values: Sequence[str], workers: Workers
) -> Iterator[tuple[float, EventSums]]:
    """Yield the sums of chunks of all deals, with the share of the work that is done with each."""
    seats = len(holdings.first) - 1
    firsts = int(holdings.first[1])
    step = max(int(CHUNK_OPERATIONS / max(_operations(holdings), 1.0) * firsts), 1)

    def compute(start: int) -> EventSums:
        sums = empty_sums(max(len(values), 1), len(question.active))
        work = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats), np.zeros(seats, np.uint64)
        sum_holdings(start, min(start + step, firsts), live, holdings, question, *work, sums)
        return sums

    parts = workers.in_order(lambda part: partial(compute, part * step) if part * step < firsts else None)
    return (((part + 1) * step / firsts, sums) for part, sums in parts)


def _sampled(
    seats: Sequence[_Seat], setup: RazzSetup, question: EventTable, by: RazzSplit | None, scenario: Scenario,
    workers: Workers, reason: Reason, exact: QuestionAnswer | None = None,
) -> Iterator[QuestionStep]:  # fmt: skip
    """Yield the answer of sampled deals; ``exact``: one whose probabilities are known."""
    draw, size = _drawing(seats, setup.live)
    cost = SEAT_OPERATIONS * len(seats) * CHUNK_DEALS / size

    def compute(chunk: int, number: int) -> EventSums:
        random = chunk_generator(scenario.run.seed, chunk)
        ranks = _dealt(random, seats, draw(random, number), setup)
        sums = empty_sums(max(len(by.values) if by is not None else 0, 1), len(question.active))
        codes, split = np.zeros(number, np.int64), np.zeros(number, np.int64)
        compared = np.zeros((number, STREETS, len(seats)), np.int64)
        for place, seat in enumerate(seats):
            states = _watched(seat, ranks[place])
            codes |= states.bits
            compared[:, :, place] = states.values
            if seat.by is not None:
                split = states.by
        count_holdings(codes, split, compared, question, np.arange(len(seats)), sums)
        return sums

    values = by.values if by is not None else ()
    possible = possible_values(question.table, *_truths_by_rank(by, seats, setup.live)) if by is not None else ()
    return sampled_steps(
        scenario.run, workers, Sampling(compute, size, cost, question.table, values, possible), reason, exact
    )


def _truths_by_rank(by: RazzSplit, seats: Sequence[_Seat], live: I64) -> tuple[Sequence[int], Sequence[int]]:
    """Return by value of a split the masks of the atoms that then hold for sure, and of those that cannot; -1 for what
    does not occur, and for classes of lows: nobody knows without dealing."""
    if by.street is None:
        return (-1,) * len(by.values), (-1,) * len(by.values)
    seat = next(seat for seat in seats if seat.by is not None)
    written = seat.ranks[:, DOWN + by.street]
    certain, excluded = [], []
    for rank in range(RANKS):
        comes = bool((written == rank).any() or ((written < 0).any() and live[rank] > 0))
        yes = no = 0
        for bit, atom in seat.atoms:
            if isinstance(atom, CardAtom) and atom.street == by.street:
                yes |= (atom.ranks >> rank & 1) << bit
                no |= (~atom.ranks >> rank & 1) << bit
        certain.append(yes if comes else -1)
        excluded.append(no if comes else -1)
    return certain, excluded


def _drawing(seats: Sequence[_Seat], live: I64) -> tuple[Callable[[np.random.Generator, int], I64], int]:
    """Return what draws so many deals, int64[n, seats], rows of the text of each seat; and how many deals at once.

    The cards of seats whose text is a single row are known, as ranks; rows of the others are drawn by the ways to deal
    them alone, and again by how much they take from one another. Where that is too often, all deals are listed.

    Raises:
        ScenarioError: there are too many deals to list, and too few that fit to find them by chance.
    """
    taken = [_written_counts(seat) for seat in seats]
    free = live - np.sum([counts[0] for counts in taken if len(counts) == 1], axis=0, dtype=np.int64)
    chosen = [place for place, counts in enumerate(taken) if len(counts) > 1]
    ways = {place: _ways(free, taken[place]) for place in chosen}
    laws = {place: np.cumsum(seats[place].weights * ways[place]) for place in chosen}

    def attempt(random: np.random.Generator, number: int) -> I64:
        rows = np.zeros((number, len(seats)), np.int64)
        together, alone = np.zeros((number, RANKS), np.int64), np.ones(number)
        for place in chosen:
            rows[:, place] = drawn_indices(random, laws[place], number)
            together += taken[place][rows[:, place]]
            alone *= ways[place][rows[:, place]]
        accepted = random.random(number) * alone < _ways(free, together)
        return np.asarray(rows[accepted])

    # Always the same random numbers: this only chooses a way of drawing, which must not depend on the seed.
    share = len(attempt(np.random.default_rng(0), CHUNK_DEALS)) / CHUNK_DEALS
    if share < MIN_ACCEPTED_SHARE and prod(len(taken[place]) for place in chosen) <= MAX_LISTED_DEALS:
        deals, law = _all_rows(seats, taken, chosen, free)
        return (lambda random, number: deals[drawn_indices(random, law, number)]), CHUNK_DEALS
    if share < MIN_SAMPLED_SHARE:
        raise ScenarioError(Problem("seats", "these hands leave too few deals to be sampled"))

    def draw(random: np.random.Generator, number: int) -> I64:
        drawn, missing = list[I64](), number
        while missing > 0:
            drawn.append(attempt(random, CHUNK_DEALS)[:missing])
            missing -= len(drawn[-1])
        return np.concatenate(drawn)

    return draw, max(int(CHUNK_DEALS * min(share * ATTEMPTS_OF_CHUNK, 1.0)), 1)


def _all_rows(seats: Sequence[_Seat], taken: Sequence[I64], chosen: Sequence[int], free: I64) -> tuple[I64, F64]:
    """Return all combinations of rows of the texts, int64[n, seats], and the running sum float64[n] of weights."""
    deals, together, weights = np.zeros((1, len(seats)), np.int64), np.zeros((1, RANKS), np.int64), np.ones(1)
    for place in chosen:
        number = len(taken[place])
        deals = np.repeat(deals, number, axis=0)
        own = np.tile(np.arange(number), len(together))
        deals[:, place] = own
        together = np.repeat(together, number, axis=0) + taken[place][own]
        weights = np.repeat(weights, number) * seats[place].weights[own]
        fits = (together <= free).all(axis=1)
        deals, together, weights = deals[fits], together[fits], weights[fits]
    return deals, np.cumsum(weights * _ways(free, together))


def _written_counts(seat: _Seat) -> I64:
    """Return how many cards of each rank the rows of a text take from the deck, int64[n, 13]."""
    counts = np.zeros((len(seat.ranks), RANKS), np.int64)
    for slot in range(HAND):
        if not seat.fixed[slot]:
            rank = seat.ranks[:, slot]
            written = np.flatnonzero(rank >= 0)
            np.add.at(counts, (written, rank[written]), 1)
    return counts


def _ways(live: I64, counts: I64) -> F64:
    """Return the ways to take ``counts`` int64[n, 13] of the ``live`` cards in order, float64[n]."""
    result = np.ones(len(counts))
    for rank in range(RANKS):
        result *= WAYS_TO_TAKE[live[rank]][np.minimum(counts[:, rank], RANKS - 1)]
    return result


def _dealt(random: np.random.Generator, seats: Sequence[_Seat], drawn: I64, setup: RazzSetup) -> I64:
    """Return the cards of each seat, int64[seats, n, 7] of ranks (-1: none), for rows of texts ``drawn`` int64[n,
    seats]."""
    ranks = np.stack([seat.ranks[drawn[:, place]] for place, seat in enumerate(seats)])
    left = np.tile(setup.live, (len(drawn), 1))
    for place, seat in enumerate(seats):
        left -= _written_counts(seat)[drawn[:, place]]
    lengths = np.array([seat.length for seat in seats])
    deal_cards(random.random((len(drawn), HAND * len(seats))), left, ranks, lengths, setup.community)
    return ranks


def _watched(seat: _Seat, ranks: I64) -> _States:
    """Return the true atoms of the cards ``ranks`` int64[n, 7] of a seat."""
    number = len(ranks)
    empty = np.zeros(number, np.int64)
    states = _States(
        empty, np.zeros((number, RANKS), np.int64), np.zeros((0, RANKS), np.int64), empty.copy(), empty.copy(),
        np.zeros((number, STREETS), np.int64), np.ones(number),
    )  # fmt: skip
    for slot in range(seat.length):
        states.counts[np.arange(number), ranks[:, slot]] += 1
        _observe(seat, slot, ranks[:, slot], states)
    return states
