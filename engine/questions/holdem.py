"""Answers questions about hold'em tables, from all deals if they are few enough, otherwise from sampled ones.

There are four ways, tried in this order: the stored table of matchups before the flop, all deals, all deals for the
probabilities with sampled equities, and sampled deals.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import ceil, log2

import numpy as np

from engine.arrays import F64, I64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.equity.budget import AUTO_BUDGET
from engine.equity.holdem.headsup import BOARDS, NO_PAIR, find_matchups, won_and_tied
from engine.equity.holdem.joint import HandList, joint_lists
from engine.equity.holdem.setup import two_before_flop
from engine.equity.reasons import Reason
from engine.equity.workers import Workers
from engine.kernels.common.rng import seed_state
from engine.kernels.questions.events import BEATEN, BEST, EVENT, GIVEN, SHARED, EventSums
from engine.kernels.questions.holdem import STREETS, QuestionWork, SeatHands, add_sampled_deals, draw_deals, sum_boards
from engine.kernels.questions.sweep import new_sweep, sum_two
from engine.kernels.tables import high_tables
from engine.questions.expression import Event
from engine.questions.holdem_atoms import BoardAtom, HoldemAtom, MadeHandAtom, StreetCardAtom
from engine.questions.holdem_boards import BoardChunk
from engine.questions.holdem_table import (
    BOARD_SIZE,
    HoldemQuestion,
    HoldemSplit,
    HoldemTable,
    complete_table,
    event_only_table,
    read_holdem_question,
    truths_by_rank,
)
from engine.questions.results import (
    CHUNK_OPERATIONS,
    QuestionAnswer,
    QuestionStep,
    Sampling,
    choose_method,
    event_steps,
    exact_steps,
    possible_values,
    sampled_steps,
)
from engine.ranges.made_hands import straights
from engine.ranges.orders import Order
from engine.scenario import Scenario

MAX_BOARDS_OF_CHUNK = 1 << 11
MATCHUP_OPERATIONS = 100.0
"""The cost of looking up a pair of hands."""
SEAT_OPERATIONS, BOARD_OPERATIONS = 60.0, 100.0
"""The cost of each seat and of the board of a sampled deal."""
MAX_DEALS_OF_CHUNK, MIN_DEALS_OF_CHUNK = 1 << 15, 1 << 6


def ask_holdem(
    scenario: Scenario, order: Order | None, event: Event[HoldemAtom], given: Event[HoldemAtom] | None,
    split: HoldemSplit | None, workers: Workers,
) -> Iterator[QuestionStep]:  # fmt: skip
    """Yield the answer to a question about a hold'em table, more precise from step to step.

    Raises:
        ScenarioError: the table cannot be computed, or the condition cannot happen.
    """
    question = read_holdem_question(scenario, order, event, given, split)
    method, complete = scenario.run.method, complete_table(question)
    if method != "sampled" and _in_matchups(complete):
        operations = MATCHUP_OPERATIONS * len(complete.combos[0]) * len(complete.combos[1])
        return exact_steps(iter([(1.0, _matchup_sums(complete))]), (), choose_method(method, operations), workers)
    reason = choose_method(method, complete.operations)
    if reason.kind.startswith("exact"):
        return exact_steps(_exact_chunks(complete, workers), question.split_values, reason, workers)
    event_only = event_only_table(question, complete) if method == "auto" else None
    if event_only is not None and event_only.operations <= AUTO_BUDGET:
        event_reason = Reason("exact", event_only.operations)
        sample = partial(_sampled, complete, workers, event_reason)
        return event_steps(
            _exact_chunks(event_only, workers), sample, question.split_values, event_reason, workers
        )  # fmt: skip
    return _sampled(complete, workers, reason)


def _in_matchups(table: HoldemTable) -> bool:
    """Return True if the stored table of all matchups before the flop has the answer.

    It has for two seats without a known board, if only hole cards and the showdown matter.
    """
    question = table.question
    board_matters = any(isinstance(atom, MadeHandAtom | BoardAtom | StreetCardAtom) for atom in question.atoms)
    two = len(table.seats) == len(table.active) == 2 and two_before_flop(question.setup)
    return two and not board_matters and question.split is None and table.compared_streets == {STREETS - 1}


def _matchup_sums(table: HoldemTable) -> EventSums:
    """Return the sums over all deals of two seats before the flop, looked up in the stored table of matchups."""
    sums, hands, middle = table.sums(), table.hands, int(table.hands.first[1])
    matchups = find_matchups(*table.combos)
    fits = matchups != NO_PAIR
    weights = np.where(fits, np.multiply.outer(hands.weights[:middle], hands.weights[middle:]), 0.0)
    hole_card_code = hands.bits[:middle, None] | hands.bits[None, middle:]
    won, tied = won_and_tied(matchups)
    # A matchup has the numbers of boards on which the first seat wins and ties. All boards of a pair of hands that have
    # the same outcome make the same atoms true. The outcomes of the second seat are those of the first, mirrored.
    for outcome, boards in ((BEST, won), (SHARED, tied), (BEATEN, BOARDS - won - tied)):
        code = hole_card_code.copy()
        for relation in table.relations:
            if relation.kind == (outcome if relation.seat == 0 else BEATEN - outcome):
                code |= relation.mask
        flags, mass = table.event.table[code], np.where(fits, weights * boards, 0.0)
        given, event = (float(mass[flags & flag != 0].sum()) for flag in (GIVEN, EVENT))
        sums.everything[0] += float(mass.sum())
        sums.given[0] += given
        sums.event[0] += event
        for index, seat in enumerate(table.active):
            share = {BEST: 1.0, SHARED: 0.5, BEATEN: 0.0}[outcome if seat == 0 else BEATEN - outcome]
            for power in (1, 2):
                sums.condition_shares[power - 1, index] += given * share**power
                (sums.shares, sums.squares)[power - 1][0, index] += event * share**power
    sums.deals[0] = int(fits.sum()) * BOARDS
    return sums


def _work(hands: int, seats: int) -> QuestionWork:
    """Return work space of the kernels for the given numbers of hands and seats."""

    def numbers(*shape: int) -> I64:
        return np.zeros(shape, np.int64)

    depth = seats + 1
    return QuestionWork(
        numbers(3, hands), numbers(3, hands), numbers(hands), numbers(depth), numbers(depth), np.zeros(depth),
        np.zeros(depth, np.uint64), numbers(13),
    )  # fmt: skip


def _twins(hands: SeatHands) -> I64:
    """Return the row of the same two cards in the list of the other seat for each hand of two seats, int64[n].

    It is -1 if the other seat cannot have these cards. A sweep finds the hands without a common card by inclusion and
    exclusion of both cards, which removes the hand with the same two cards twice: it is added back once.
    """
    twins = np.full(len(hands.masks), -1, np.int64)
    middle = int(hands.first[1])
    _, ones, others = np.intersect1d(hands.masks[:middle], hands.masks[middle:], return_indices=True)
    twins[ones], twins[middle + others] = middle + others, ones
    return twins


def _exact_chunks(table: HoldemTable, workers: Workers) -> Iterator[tuple[float, EventSums]]:
    """Yield the share of the work that is done and the sums of a chunk, for all chunks of all deals."""
    hands, seats = table.hands, len(table.hands.first) - 1
    first = int(hands.first[1])
    operations = table.operations / max(table.boards.visited(BOARD_SIZE), 1)  # of a board, its hands included
    boards = int(min(max(CHUNK_OPERATIONS / operations, 1), MAX_BOARDS_OF_CHUNK))
    # If the deals of a single board take longer than a chunk should, the hands of the first seat are divided.
    slices = 1 if table.has_two_seats else int(min(ceil(table.board_operations / CHUNK_OPERATIONS), first))
    chunks = table.boards.chunks(boards, slices)
    dead = np.uint64(card_mask(table.question.dead))
    twins = _twins(hands) if table.has_two_seats else np.zeros(0, np.int64)

    def chunk_job(_: int) -> Callable[[], tuple[float, EventSums]] | None:
        chunk = next(chunks, None)
        return None if chunk is None else partial(compute, chunk)

    def compute(chunk: BoardChunk) -> tuple[float, EventSums]:
        """Return the share of all boards that a chunk has, and the sums over its deals. Called in the threads."""
        boards, sizes = table.boards.rows(chunk)
        sums, work = table.sums(), _work(len(hands.weights), seats)
        board_arrays = boards, sizes, table.question.board_bits(boards), table.question.board_cases(boards)
        checks, event = table.checks, table.event
        if table.has_two_seats:
            sweep = new_sweep(event, table.outer_seat, twins)
            sum_two(
                *board_arrays, dead, table.outer_seat, table.swept_street, hands, checks, event, straights(),
                high_tables(), work, sweep, sums,
            )  # fmt: skip
        else:
            start, end = (first * i // chunk.slices for i in (chunk.slice, chunk.slice + 1))
            sum_boards(
                *board_arrays, start, end, dead, hands, checks, event, straights(), high_tables(), work, sums
            )  # fmt: skip
        return table.boards.share(chunk), sums

    done = 0.0
    for _, (share, sums) in workers.in_order(chunk_job):
        done += share
        yield done, sums


def _sampled(
    table: HoldemTable, workers: Workers, reason: Reason, exact: QuestionAnswer | None = None
) -> Iterator[QuestionStep]:
    """Yield the answer of sampled deals; ``exact`` is an answer whose probabilities are already known.

    Seats with ranges get their hands from the joint distribution of their ranges, which excludes shared cards without
    rejecting deals. Seats with any two cards are dealt from the remaining deck, and so is the board.
    """
    question, seats, hands = table.question, len(table.hands.first) - 1, table.hands
    any_cards = np.array([i for i, seat in enumerate(table.seats) if question.holds_any(seat)], np.int64)
    joint = joint_lists(_hand_lists(table), workers.cancel.check_cancelled)
    rows = np.zeros((seats, len(COMBOS)), np.int64)  # by seat and combo, the row in ``hands``
    for index, (start, combos) in enumerate(zip(hands.first.tolist(), table.combos, strict=False)):
        rows[index, combos] = start + np.arange(len(combos))
    known = np.array(question.setup.board, np.int64)
    deck = np.array([c for c in range(DECK_SIZE) if c not in {*question.setup.board, *question.dead}], np.int64)
    cost = joint.cost + BOARD_OPERATIONS + SEAT_OPERATIONS * seats
    size = 1 << int(log2(min(max(CHUNK_OPERATIONS / cost, MIN_DEALS_OF_CHUNK), MAX_DEALS_OF_CHUNK)))
    seed = question.scenario.run.seed

    def compute(chunk: int, number: int) -> EventSums:
        """Return the sums over ``number`` deals, drawn with the random numbers of this chunk. Called in the threads."""
        deals, boards = np.zeros((number, seats), np.int64), np.zeros((number, BOARD_SIZE), np.int64)
        groups, blocks = len(joint.arrays.starts) - 1, len(joint.arrays.blocks)
        joint_work = np.zeros(groups, np.int64), np.zeros(blocks, np.uint64)
        draw_deals(known, deck, joint.arrays, rows, any_cards, seed_state(seed, chunk), *joint_work, deals, boards)
        # Room for the hand that each seat has in the current deal: the kernel copies the cards there.
        one = SeatHands(
            np.arange(seats + 1), np.zeros((seats, 2), np.int64), np.zeros(seats, np.uint64), np.ones(seats),
            np.zeros(seats, np.int64),
        )  # fmt: skip
        sums, work = table.sums(), _work(seats, seats)
        arrays = boards, question.board_bits(boards), question.board_cases(boards), deals, hands, one
        add_sampled_deals(*arrays, table.checks, table.event, straights(), high_tables(), work, sums)
        return sums

    sampling = Sampling(compute, size, cost, question.truths, question.split_values, _possible(question))
    return sampled_steps(question.scenario.run, workers, sampling, reason, exact)


def _possible(question: HoldemQuestion) -> tuple[bool, ...]:
    """Return which split values can occur: those of the rank of a card are known, those of a made hand are not: ()."""
    if question.split is None or question.split.seat is not None:
        return ()
    return possible_values(question.truths, *truths_by_rank(question))


def _hand_lists(table: HoldemTable) -> list[HandList]:
    """Return the hands of the seats that have ranges, for their joint distribution.

    The cards of a seat with a single possible hand are removed from all other ranges, which keeps the lists short. That
    may leave another seat with a single hand, so it is repeated until nothing changes.
    """
    question = table.question
    ranges: dict[int, F64] = {}
    for index, (seat, combos) in enumerate(zip(table.seats, table.combos, strict=True)):
        if not question.holds_any(seat):
            ranges[index] = np.zeros(len(COMBOS))
            ranges[index][combos] = question.weights[seat][combos]
    removed: set[int] = set()
    while True:
        single = next((i for i, row in ranges.items() if i not in removed and np.count_nonzero(row) == 1), None)
        if single is None:
            return [HandList.of_range(row, index) for index, row in ranges.items()]
        removed.add(single)
        mask = COMBO_MASKS[np.argmax(ranges[single])]
        for index, row in ranges.items():
            if index != single:
                row[COMBO_MASKS & mask != 0] = 0.0
