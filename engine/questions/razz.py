"""Answers questions about razz tables, from all deals by ranks if they are few enough, otherwise from sampled ones.

Suits do not matter in razz, so a deal is a choice of ranks. For an exact answer each seat gets a list of *states*: the
different results that its cards can have for the question (true atoms, split value, values of its hands), each with the
ranks that it takes from the deck. The kernel then combines the states of all seats.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
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
from engine.questions.expression import EquityAtom, Event, Relation
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
    RelationRow,
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
"""The cost of a combination of states."""
SEAT_OPERATIONS = 270.0
"""The cost of each seat of a sampled deal."""
CHUNK_DEALS = 1 << 14
"""The number of deals that are sampled together."""
ATTEMPTS_OF_CHUNK = 4
"""A chunk needs about this many times :data:`CHUNK_DEALS` attempts at most; it has fewer deals if few are accepted."""
MIN_ACCEPTED_SHARE, MIN_SAMPLED_SHARE = 0.05, 1e-4
"""The accepted share of attempts below which all deals are listed if possible, and below which sampling is refused."""
MAX_LISTED_DEALS = 1 << 18
"""The largest number of combinations of the rows of all texts that are listed."""
WAYS_TO_TAKE = np.array([[perm(cards, taken) for taken in range(RANKS)] for cards in range(5)], np.float64)
"""By the number of live cards of a rank and of those taken: in how many ways they can be taken in order."""
OwnAtom = CardAtom | PairsAtom | LowAtom | DownCardsAtom


@dataclass(frozen=True, slots=True)
class RazzSplit:
    """A split of the event by the rank of a seat's card on ``street``, or if that is None by the class of its low."""

    seat: int
    street: int | None

    @property
    def values(self) -> tuple[str, ...]:
        """The names of all values, in order."""
        return tuple(RAZZ_RANKS) if self.street is not None else tuple(CLASS_NAMES)


@dataclass(frozen=True, slots=True, eq=False)
class _Seat:
    """A seat as the question needs it.

    ``ranks`` int64[n, 7] and ``weights`` float64[n]: the rows of its text, with -1 for any card. ``fixed`` bool[7]:
    whether the text has a particular card in a slot, which is not in the deck any more. ``length``: the number of its
    cards. ``atoms``: bits and atoms about its cards alone. ``split``: the split if it is by this seat. ``slots``: those
    to fill for an exact answer; those below ``observed`` can change the event, the others only take cards.
    ``compared_streets``: streets before the last on which its cards are compared. ``active``: it has not folded.
    """

    ranks: I64
    weights: F64
    fixed: tuple[bool, ...]
    length: int
    atoms: tuple[tuple[int, OwnAtom], ...]
    split: RazzSplit | None
    compared_streets: tuple[int, ...]
    active: bool
    slots: tuple[int, ...]
    observed: int


@dataclass(slots=True, eq=False)
class _States:
    """Ways to fill the first slots of a seat, one entry per way.

    ``row`` int64[n]: the row of the text. ``counts`` int64[n, 13]: how many cards of each rank it has; ``taken``
    int64[n, 13]: those of them that come from the deck. ``bits`` int64[n]: the true atoms. ``case`` int64[n]: the index
    of the split value. ``values`` int64[n, 5]: the value of its cards by street. ``weights`` float64[n].
    """

    row: I64
    counts: I64
    taken: I64
    bits: I64
    case: I64
    values: I64
    weights: F64

    def select(self, index: I64) -> "_States":
        """Return the entries with these indices."""
        return _States(*(getattr(self, name)[index] for name in _STATE_FIELDS))


_STATE_FIELDS = ("row", "counts", "taken", "bits", "case", "values", "weights")


def ask_razz(
    scenario: Scenario, event: Event[RazzAtom], given: Event[RazzAtom] | None, split: RazzSplit | None, workers: Workers
) -> Iterator[QuestionStep]:
    """Yield the answer to a question about a razz table, more precise from step to step.

    Raises:
        ScenarioError: the table cannot be computed, or the condition cannot happen.
    """
    setup, hands = read_razz(scenario)
    atoms, truths = truth_table(event, given)
    named = {atom.seat for atom in atoms} | ({split.seat} if split else set())
    # Folded seats matter only if the question names them or if their cards are not all known.
    needed = [
        seat for seat, hand in enumerate(hands) if not scenario.seats[seat].folded or seat in named or hand.choice_slots
    ]
    seats = [_seat(hands[seat], scenario, seat, atoms, split) for seat in needed]
    relations = [relation_row(atom, needed, bit) for bit, atom in enumerate(atoms) if isinstance(atom, Relation)]
    question = EventTable(
        table=truths,
        relations=np.array(relations, np.int64).reshape(-1, 4),
        active=np.array([needed.index(seat) for seat in scenario.active_seats], np.int64),
        by=BY_NOTHING if split is None else needed.index(split.seat),
        equities=True,
    )
    values = split.values if split is not None else ()
    live, method, operations = setup.live, scenario.run.method, None
    # With a community card the hands of the seats share a card, so their states cannot be listed seat by seat.
    if method != "sampled" and not setup.community:
        holdings = _holdings(seats, live)
        operations = _operations(holdings)
    reason = choose_method(method, operations)
    if reason.kind.startswith("exact"):
        return exact_steps(_exact_chunks(holdings, live, question, values, workers), values, reason, workers)
    if method == "auto":
        event_seats = [_event_seat(seat, relations) for seat in seats]
        if not (setup.community and any(LAST_SLOT in seat.slots for seat in event_seats)):
            holdings = _holdings(event_seats, live)
            operations = _operations(holdings)
            if operations <= AUTO_BUDGET:
                event_reason = Reason("exact", operations)
                chunks = _exact_chunks(holdings, live, question._replace(equities=False), values, workers)
                sample = partial(_sampled, seats, setup, question, split, scenario, workers, event_reason)
                return event_steps(chunks, sample, values, event_reason, workers)
    return _sampled(seats, setup, question, split, scenario, workers, reason)


def _operations(holdings: Holdings) -> float:
    """Return the operations of visiting all deals."""
    return float(DEAL_OPERATIONS * prod(np.diff(holdings.first).tolist()))


def _event_seat(seat: _Seat, relations: Sequence[RelationRow]) -> _Seat:
    """Return a seat reduced to the slots on which the event depends, and those that its text constrains.

    The other slots can be filled in equally many ways whatever these cards are, so they do not change probabilities.
    """
    deciding = [_slot_of(atom) for _, atom in seat.atoms]
    if seat.split is not None:
        deciding.append(LAST_SLOT if seat.split.street is None else DOWN + seat.split.street)
    if seat.active:
        deciding += [DOWN + relation.street for relation in relations]
    observed = min(max(deciding, default=-1) + 1, seat.length)
    constrained = np.asarray((seat.ranks >= 0).any(axis=0))
    slots = tuple(slot for slot in range(seat.length) if slot < observed or constrained[slot])
    return replace(seat, slots=slots, observed=observed)


def _slot_of(atom: OwnAtom) -> int:
    """Return the last slot that an atom depends on; once it is filled, the atom is decided."""
    return DOWN - 1 if isinstance(atom, DownCardsAtom) else DOWN + atom.street


def _seat(hand: RazzHand, scenario: Scenario, seat: int, atoms: Sequence[RazzAtom], split: RazzSplit | None) -> _Seat:
    """Return a seat with all slots of its hand to fill."""
    folded = scenario.seats[seat].folded
    items = tuple(hand.text.items[i] for i in effective_items(hand.text))
    pattern = TextPattern(items, folded)
    ways = [(ranks, orders * items[deciding_item(alive)].weight) for ranks, alive, orders in pattern_rows(pattern)]
    ways = [(ranks, weight) for ranks, weight in ways if weight > 0]
    # A particular card of a seat's only hand is out of the deck. In a list of hands it means any card of its rank.
    known = len(pattern.known) > 0
    fixed = tuple(known and len(items) == 1 and _is_particular(items[0].slots, slot) for slot in range(HAND))
    compared = tuple(sorted({atom.street for atom in atoms if isinstance(atom, Relation)} - {STREETS - 1}))
    length = max(len(item.slots) for item in items) if folded else HAND
    return _Seat(
        ranks=np.array([ranks for ranks, _ in ways], np.int64).reshape(-1, HAND),
        weights=np.array([weight for _, weight in ways], np.float64),
        fixed=fixed,
        length=length,
        atoms=tuple(
            (bit, a) for bit, a in enumerate(atoms) if not isinstance(a, Relation | EquityAtom) and a.seat == seat
        ),
        split=split if split is not None and split.seat == seat else None,
        compared_streets=() if folded else compared,
        active=not folded,
        slots=tuple(range(length)),
        observed=length,
    )


def _is_particular(slots: Sequence[object], slot: int) -> bool:
    return slot < len(slots) and bool(slots[slot].particular)  # type: ignore[attr-defined]


def _observe(seat: _Seat, slot: int, ranks: I64, states: _States) -> None:
    """Update the atoms, the split value and the hand values that the card of a slot decides.

    ``ranks`` int64[n] are those of the card, which ``states.counts`` already includes.
    """
    for bit, atom in seat.atoms:
        if _slot_of(atom) == slot:
            states.bits |= np.where(atom_holds(atom, ranks, states.counts), 1 << bit, 0)
    split = seat.split
    if split is not None and split.street is not None and DOWN + split.street == slot:
        states.case = ranks.copy()
    if slot - DOWN in seat.compared_streets:
        states.values[:, slot - DOWN] = standing_values(states.counts)
    if slot == LAST_SLOT:
        # ``evaluate`` returns less for better lows; kernels compare positive values, of which more is better.
        states.values[:, STREETS - 1] = -evaluate(states.counts).astype(np.int64) + (1 << 16)
        if split is not None and split.street is None:
            rank_masks = ((states.counts > 0) << np.arange(RANKS)).sum(axis=1)
            states.case = low_tables().classes[rank_masks].astype(np.int64)


def _fill_slots(seat: _Seat, live: I64) -> _States:
    """Return the ways to fill the slots of a seat from the ``live`` int64[13] cards of each rank, equal ones merged.

    Slot by slot each state branches into the ranks that the text allows there. Merging equal states after each slot
    keeps their number small: it does not matter in which order the same cards came unless an atom has looked at them.
    """
    number = len(seat.ranks)
    states = _States(
        row=np.arange(number),
        counts=np.zeros((number, RANKS), np.int64),
        taken=np.zeros((number, RANKS), np.int64),
        bits=np.zeros(number, np.int64),
        case=np.zeros(number, np.int64),
        values=np.zeros((number, STREETS), np.int64),
        weights=seat.weights.copy(),
    )
    for slot in seat.slots:
        text_ranks = seat.ranks[states.row, slot]
        branches = []
        for rank in range(RANKS):
            branch = states.select(np.flatnonzero((text_ranks == rank) | (text_ranks < 0)))
            branch.counts[:, rank] += 1
            if not seat.fixed[slot]:
                branch.taken[:, rank] += 1
            branch = branch.select(np.flatnonzero(branch.taken[:, rank] <= live[rank]))
            if slot < seat.observed:
                _observe(seat, slot, np.full(len(branch.row), rank), branch)
            branches.append(branch)
        joined = _States(*(np.concatenate([getattr(branch, name) for branch in branches]) for name in _STATE_FIELDS))
        states = _merge_equal(joined, seat.ranks[:, slot + 1 :])
    return states


def _merge_equal(states: _States, remaining: I64) -> _States:
    """Return the states with equal ones merged into one, which gets the sum of their weights.

    ``remaining`` int64[rows, slots]: the slots of the text still to be filled, by row. Rows with equal remaining slots
    have the same future, so they do not distinguish states.
    """
    _, kinds = np.unique(remaining, axis=0, return_inverse=True)
    kinds = kinds.reshape(-1)
    first_rows = np.full(kinds.max(initial=0) + 1, len(kinds))
    np.minimum.at(first_rows, kinds, np.arange(len(kinds)))
    states.row = first_rows[kinds[states.row]]
    # Four bits for each rank, so that the counts of a state are one integer.
    shifts = 4 * np.arange(RANKS)
    counts, taken = ((table << shifts).sum(axis=1) for table in (states.counts, states.taken))
    key = np.column_stack([states.row, states.bits, states.case, states.values, counts, taken])
    order = np.lexsort(key.T)
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (key[order[1:]] != key[order[:-1]]).any(axis=1)
    weights = np.zeros(int(is_new.sum()))
    np.add.at(weights, np.cumsum(is_new) - 1, states.weights[order])
    merged = states.select(order[is_new])
    merged.weights = weights
    return merged


def _holdings(seats: Sequence[_Seat], live: I64) -> Holdings:
    """Return the states of all seats in the form of the kernel, one seat after the other."""
    filled = [_final_states(_fill_slots(seat, live)) for seat in seats]
    return Holdings(
        first=np.concatenate(([0], np.cumsum([len(states.row) for states in filled]))).astype(np.int64),
        taken=np.concatenate([(s.taken << 4 * np.arange(RANKS)).sum(axis=1) for s in filled]).astype(np.uint64),
        weights=np.concatenate([states.weights for states in filled]),
        bits=np.concatenate([states.bits for states in filled]),
        by=np.concatenate([states.case for states in filled]),
        values=np.ascontiguousarray(np.concatenate([states.values for states in filled]).T),
    )


def _final_states(states: _States) -> _States:
    """Merge states that differ only in the text row or in the cards, once all slots are filled."""
    states.row = np.zeros_like(states.row)
    states.counts = np.zeros_like(states.counts)
    return _merge_equal(states, np.zeros((1, 1), np.int64))


def _exact_chunks(
    holdings: Holdings, live: I64, question: EventTable, values: Sequence[str], workers: Workers
) -> Iterator[tuple[float, EventSums]]:
    """Yield the share of the work that is done and the sums of a chunk, for all chunks of all deals.

    A chunk has some states of the first seat, with all states of the others.
    """
    seats = len(holdings.first) - 1
    firsts = int(holdings.first[1])
    step = max(int(CHUNK_OPERATIONS / max(_operations(holdings), 1.0) * firsts), 1)

    def compute(start: int) -> EventSums:
        """Return the sums over the deals from ``start`` on: states of the first seat, with all of the others."""
        sums = empty_sums(max(len(values), 1), len(question.active))
        work = np.zeros(seats, np.int64), np.zeros(seats, np.int64), np.zeros(seats), np.zeros(seats, np.uint64)
        sum_holdings(start, min(start + step, firsts), live, holdings, question, *work, sums)
        return sums

    chunks = workers.in_order(lambda chunk: partial(compute, chunk * step) if chunk * step < firsts else None)
    return (((chunk + 1) * step / firsts, sums) for chunk, sums in chunks)


def _sampled(
    seats: Sequence[_Seat], setup: RazzSetup, question: EventTable, split: RazzSplit | None, scenario: Scenario,
    workers: Workers, reason: Reason, exact: QuestionAnswer | None = None,
) -> Iterator[QuestionStep]:  # fmt: skip
    """Yield the answer of sampled deals; ``exact`` is an answer whose probabilities are already known."""
    draw, size = _row_sampler(seats, setup.live)
    cost = SEAT_OPERATIONS * len(seats) * CHUNK_DEALS / size

    def compute(chunk: int, number: int) -> EventSums:
        """Return the sums over ``number`` deals, drawn with the random numbers of this chunk. Called in the threads."""
        random = chunk_generator(scenario.run.seed, chunk)
        ranks = _deal_missing(random, seats, draw(random, number), setup)
        sums = empty_sums(max(len(values), 1), len(question.active))
        codes, cases = np.zeros(number, np.int64), np.zeros(number, np.int64)
        compared = np.zeros((number, STREETS, len(seats)), np.int64)
        for index, seat in enumerate(seats):
            states = _states_of_cards(seat, ranks[index])
            codes |= states.bits
            compared[:, :, index] = states.values
            if seat.split is not None:
                cases = states.case
        count_holdings(codes, cases, compared, question, np.arange(len(seats)), sums)
        return sums

    values = split.values if split is not None else ()
    possible = possible_values(question.table, *_truths_by_rank(split, seats, setup.live)) if split is not None else ()
    return sampled_steps(
        scenario.run, workers, Sampling(compute, size, cost, question.table, values, possible), reason, exact
    )


def _truths_by_rank(split: RazzSplit, seats: Sequence[_Seat], live: I64) -> tuple[Sequence[int], Sequence[int]]:
    """Return for each split value the atoms that are then certain, and those that are excluded, as masks.

    Both are -1, which no code matches, for a rank that cannot come, and for all classes of lows: which of them are
    possible is not known without dealing.
    """
    if split.street is None:
        return (-1,) * len(split.values), (-1,) * len(split.values)
    seat = next(seat for seat in seats if seat.split is not None)
    text_ranks = seat.ranks[:, DOWN + split.street]
    certain, excluded = [], []
    for rank in range(RANKS):
        comes = bool((text_ranks == rank).any() or ((text_ranks < 0).any() and live[rank] > 0))
        yes = no = 0
        for bit, atom in seat.atoms:
            if isinstance(atom, CardAtom) and atom.street == split.street:
                yes |= (atom.ranks >> rank & 1) << bit
                no |= (~atom.ranks >> rank & 1) << bit
        certain.append(yes if comes else -1)
        excluded.append(no if comes else -1)
    return certain, excluded


def _row_sampler(seats: Sequence[_Seat], live: I64) -> tuple[Callable[[np.random.Generator, int], I64], int]:
    """Return a function that draws a row of the text of each seat, int64[n, seats], and the chunk size in deals.

    Rows must be drawn by their weights times the ways to deal their ranks from the deck. Each seat draws its row as if
    it were alone; the deal is then accepted with the ratio of the ways for all rows together to the product of the ways
    for each alone (rejection sampling). If too few deals are accepted, all of them are listed instead.

    Raises:
        ScenarioError: there are too many deals to list, and too few are accepted.
    """
    taken = [_text_counts(seat) for seat in seats]
    free = live - np.sum([counts[0] for counts in taken if len(counts) == 1], axis=0, dtype=np.int64)
    drawn = [index for index, counts in enumerate(taken) if len(counts) > 1]  # the others have a single row
    ways = {index: _ways(free, taken[index]) for index in drawn}
    cumulative = {index: np.cumsum(seats[index].weights * ways[index]) for index in drawn}

    def attempt(random: np.random.Generator, number: int) -> I64:
        """Draw ``number`` deals and return the accepted ones as rows of the seats' texts, int64[accepted, seats].

        A seat with a single row always has row 0.
        """
        rows = np.zeros((number, len(seats)), np.int64)
        total, ways_alone = np.zeros((number, RANKS), np.int64), np.ones(number)
        for index in drawn:
            rows[:, index] = drawn_indices(random, cumulative[index], number)
            total += taken[index][rows[:, index]]
            ways_alone *= ways[index][rows[:, index]]
        accepted = random.random(number) * ways_alone < _ways(free, total)
        return np.asarray(rows[accepted])

    # Always the same random numbers: this only chooses a way of drawing, which must not depend on the seed.
    share = len(attempt(np.random.default_rng(0), CHUNK_DEALS)) / CHUNK_DEALS
    if share < MIN_ACCEPTED_SHARE and prod(len(taken[index]) for index in drawn) <= MAX_LISTED_DEALS:
        deals, cumulative_deals = _all_rows(seats, taken, drawn, free)
        return (lambda random, number: deals[drawn_indices(random, cumulative_deals, number)]), CHUNK_DEALS
    if share < MIN_SAMPLED_SHARE:
        raise ScenarioError(Problem("seats", "too few deals are possible with these hands to sample them"))

    def draw(random: np.random.Generator, number: int) -> I64:
        """Return exactly ``number`` accepted deals, int64[number, seats], attempting until there are enough."""
        accepted, missing = list[I64](), number
        while missing > 0:
            accepted.append(attempt(random, CHUNK_DEALS)[:missing])
            missing -= len(accepted[-1])
        return np.concatenate(accepted)

    # The rarer deals are accepted, the smaller a chunk: it costs about the same time.
    return draw, max(int(CHUNK_DEALS * min(share * ATTEMPTS_OF_CHUNK, 1.0)), 1)


def _all_rows(seats: Sequence[_Seat], taken: Sequence[I64], drawn: Sequence[int], free: I64) -> tuple[I64, F64]:
    """Return all combinations of text rows that fit into the deck, int64[n, seats], and their cumulative weights.

    ``taken``: by seat, the ranks that its rows take, int64[rows, 13]. ``drawn``: the seats with several rows. ``free``
    int64[13]: the cards of each rank that are left for them. The weights are float64[n].
    """
    deals, total, weights = np.zeros((1, len(seats)), np.int64), np.zeros((1, RANKS), np.int64), np.ones(1)
    for index in drawn:
        number = len(taken[index])
        deals = np.repeat(deals, number, axis=0)
        rows = np.tile(np.arange(number), len(total))
        deals[:, index] = rows
        total = np.repeat(total, number, axis=0) + taken[index][rows]
        weights = np.repeat(weights, number) * seats[index].weights[rows]
        fits = (total <= free).all(axis=1)
        deals, total, weights = deals[fits], total[fits], weights[fits]
    return deals, np.cumsum(weights * _ways(free, total))


def _text_counts(seat: _Seat) -> I64:
    """Return how many cards of each rank the rows of a text take from the deck, int64[n, 13]."""
    counts = np.zeros((len(seat.ranks), RANKS), np.int64)
    for slot in range(HAND):
        if not seat.fixed[slot]:
            rank = seat.ranks[:, slot]
            rows = np.flatnonzero(rank >= 0)
            np.add.at(counts, (rows, rank[rows]), 1)
    return counts


def _ways(live: I64, counts: I64) -> F64:
    """Return in how many ways ``counts`` int64[n, 13] of the ``live`` int64[13] cards can be taken, float64[n].

    The order in which they are taken matters, as each card has a slot of its own.
    """
    result = np.ones(len(counts))
    for rank in range(RANKS):
        result *= WAYS_TO_TAKE[live[rank]][np.minimum(counts[:, rank], RANKS - 1)]
    return result


def _deal_missing(random: np.random.Generator, seats: Sequence[_Seat], rows: I64, setup: RazzSetup) -> I64:
    """Deal the cards that the texts leave open, and return all: ranks int64[seats, n, 7], -1 for none.

    ``rows`` int64[n, seats]: the row of the text of each seat.
    """
    ranks = np.stack([seat.ranks[rows[:, index]] for index, seat in enumerate(seats)])
    remaining = np.tile(setup.live, (len(rows), 1))
    for index, seat in enumerate(seats):
        remaining -= _text_counts(seat)[rows[:, index]]
    lengths = np.array([seat.length for seat in seats])
    deal_cards(random.random((len(rows), HAND * len(seats))), remaining, ranks, lengths, setup.community)
    return ranks


def _states_of_cards(seat: _Seat, ranks: I64) -> _States:
    """Return the states of complete hands, ``ranks`` int64[n, 7], of a seat: their true atoms, cases and values."""
    number = len(ranks)
    zeros = np.zeros(number, np.int64)
    states = _States(
        row=zeros, counts=np.zeros((number, RANKS), np.int64), taken=np.zeros((0, RANKS), np.int64),
        bits=zeros.copy(), case=zeros.copy(), values=np.zeros((number, STREETS), np.int64), weights=np.ones(number),
    )  # fmt: skip
    for slot in range(seat.length):
        states.counts[np.arange(number), ranks[:, slot]] += 1
        _observe(seat, slot, ranks[:, slot], states)
    return states
