"""Questions about hold'em tables: all deals where their number allows it, else sampled ones."""

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
    event_table,
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
"""Of a pair of hands that is looked up."""
SEAT_OPERATIONS, BOARD_OPERATIONS = 60.0, 100.0
"""Of a seat and of the board of a sampled deal."""
MAX_DEALS_OF_CHUNK, MIN_DEALS_OF_CHUNK = 1 << 15, 1 << 6


def ask_holdem(
    scenario: Scenario, order: Order | None, event: Event[HoldemAtom], given: Event[HoldemAtom] | None,
    by: HoldemSplit | None, workers: Workers,
) -> Iterator[QuestionStep]:  # fmt: skip
    """Yield the answer to a question about a hold'em table as it becomes known.

    Raises:
        ScenarioError: the table cannot be computed, or what is given cannot happen.
    """
    question = read_holdem_question(scenario, order, event, given, by)
    method, whole = scenario.run.method, complete_table(question)
    if method != "sampled" and _in_matchups(whole):
        operations = MATCHUP_OPERATIONS * len(whole.combos[0]) * len(whole.combos[1])
        return exact_steps(iter([(1.0, _matchups(whole))]), (), choose_method(method, operations), workers)
    reason = choose_method(method, whole.operations)
    if reason.kind.startswith("exact"):
        return exact_steps(_parts(whole, workers), question.values, reason, workers)
    event_alone = event_table(question, whole) if method == "auto" else None
    if event_alone is not None and event_alone.operations <= AUTO_BUDGET:
        known = Reason("exact", event_alone.operations)
        sampled = partial(_sampled, whole, workers, known)
        return event_steps(_parts(event_alone, workers), sampled, question.values, known, workers)
    return _sampled(whole, workers, reason)


def _in_matchups(table: HoldemTable) -> bool:
    """Return whether the table of all matchups before the flop has the answer.

    That is so for two seats, where nothing but the hole cards and the showdown matters.
    """
    question = table.question
    later = any(isinstance(atom, MadeHandAtom | BoardAtom | StreetCardAtom) for atom in question.atoms)
    two = len(table.seats) == len(table.active) == 2 and two_before_flop(question.setup)
    return two and not later and question.by is None and table.compared == {STREETS - 1}


def _matchups(table: HoldemTable) -> EventSums:
    """Return the sums of all deals from the table of matchups."""
    sums, hands, asked = table.sums(), table.hands, table.asked
    first, second = (slice(*span) for span in table.spans)
    matchups = find_matchups(*table.combos)
    fits = matchups != NO_PAIR
    weights = np.where(fits, np.multiply.outer(hands.weights[first], hands.weights[second]), 0.0)
    own = hands.bits[first, None] | hands.bits[None, second]
    won, tied = won_and_tied(matchups)
    for outcome, boards in ((BEST, won), (SHARED, tied), (BEATEN, BOARDS - won - tied)):
        code = own.copy()
        for kind, seat, _, bit in table.relations:
            if kind == (outcome if seat == 0 else BEATEN - outcome):
                code |= bit
        truths, mass = asked.table[code], np.where(fits, weights * boards, 0.0)
        given, event = (float(mass[truths & flag != 0].sum()) for flag in (GIVEN, EVENT))
        sums.everything[0] += float(mass.sum())
        sums.given[0] += given
        sums.event[0] += event
        for place, seat in enumerate(table.active):
            share = {BEST: 1.0, SHARED: 0.5, BEATEN: 0.0}[outcome if seat == 0 else BEATEN - outcome]
            for power in (1, 2):
                sums.before[power - 1, place] += given * share**power
                (sums.shares, sums.squares)[power - 1][0, place] += event * share**power
    sums.deals[0] = int(fits.sum()) * BOARDS
    return sums


def _work(hands: int, seats: int) -> QuestionWork:
    def numbers(*shape: int) -> I64:
        return np.zeros(shape, np.int64)

    depth = seats + 1
    return QuestionWork(
        numbers(3, hands), numbers(3, hands), numbers(hands), numbers(depth), numbers(depth), np.zeros(depth),
        np.zeros(depth, np.uint64), numbers(13),
    )  # fmt: skip


def _twins(hands: SeatHands) -> I64:
    """Return the row of the same cards at the other of two seats, -1 where it does not hold them, int64[n]."""
    twins = np.full(len(hands.masks), -1, np.int64)
    middle = int(hands.first[1])
    _, ones, others = np.intersect1d(hands.masks[:middle], hands.masks[middle:], return_indices=True)
    twins[ones], twins[middle + others] = middle + others, ones
    return twins


def _parts(table: HoldemTable, workers: Workers) -> Iterator[tuple[float, EventSums]]:
    """Yield the sums of chunks of all deals, with the share of the work that is done with each."""
    hands, seats = table.hands, len(table.hands.first) - 1
    first = int(hands.first[1])
    boards = int(min(max(CHUNK_OPERATIONS / _board_operations(table), 1), MAX_BOARDS_OF_CHUNK))
    # Boards whose deals take longer than a chunk may are cut by the hands of the first seat.
    slices = 1 if table.of_two else int(min(ceil(table.board_operations / CHUNK_OPERATIONS), first))
    chunks = table.boards.chunks(boards, slices)
    dead = np.uint64(card_mask(table.question.dead))
    twins = _twins(hands) if table.of_two else np.zeros(0, np.int64)

    def part(_: int) -> Callable[[], tuple[float, EventSums]] | None:
        chunk = next(chunks, None)
        return None if chunk is None else partial(compute, chunk)

    def compute(chunk: BoardChunk) -> tuple[float, EventSums]:
        boards, sizes = table.boards.rows(chunk)
        sums, work = table.sums(), _work(len(hands.weights), seats)
        of_boards = boards, sizes, table.question.board_bits(boards), table.question.board_by(boards)
        looks, asked = table.looks, table.asked
        if table.of_two:
            sweep = new_sweep(asked, table.outer, twins)
            sum_two(
                *of_boards, dead, table.outer, table.swept_street, hands, looks, asked, straights(), high_tables(),
                work, sweep, sums,
            )  # fmt: skip
        else:
            start, end = (first * i // chunk.slices for i in (chunk.slice, chunk.slice + 1))
            sum_boards(
                *of_boards, start, end, dead, hands, looks, asked, straights(), high_tables(), work, sums
            )  # fmt: skip
        return table.boards.share(chunk), sums

    done = 0.0
    for _, (share, sums) in workers.in_order(part):
        done += share
        yield done, sums


def _board_operations(table: HoldemTable) -> float:
    """Return the operations of one of the boards of a question, those for its hands included."""
    return table.operations / max(table.boards.visited(BOARD_SIZE), 1)


def _sampled(
    table: HoldemTable, workers: Workers, reason: Reason, exact: QuestionAnswer | None = None
) -> Iterator[QuestionStep]:
    """Yield the answer of sampled deals; ``exact``: one whose probabilities are known."""
    question, seats, hands = table.question, len(table.hands.first) - 1, table.hands
    any_cards = np.array([i for i, seat in enumerate(table.seats) if question.holds_any(seat)], np.int64)
    joint = joint_lists(_hand_lists(table), workers.cancel.guard)
    rows = np.zeros((seats, len(COMBOS)), np.int64)
    for place, (start, combos) in enumerate(zip(hands.first.tolist(), table.combos, strict=False)):
        rows[place, combos] = start + np.arange(len(combos))
    known = np.array(question.setup.board, np.int64)
    deck = np.array([c for c in range(DECK_SIZE) if c not in {*question.setup.board, *question.dead}], np.int64)
    cost = joint.cost + BOARD_OPERATIONS + SEAT_OPERATIONS * seats
    size = 1 << int(log2(min(max(CHUNK_OPERATIONS / cost, MIN_DEALS_OF_CHUNK), MAX_DEALS_OF_CHUNK)))
    seed = question.scenario.run.seed

    def compute(chunk: int, number: int) -> EventSums:
        deals, boards = np.zeros((number, seats), np.int64), np.zeros((number, BOARD_SIZE), np.int64)
        groups, blocks = len(joint.arrays.starts) - 1, len(joint.arrays.blocks)
        space = np.zeros(groups, np.int64), np.zeros(blocks, np.uint64)
        draw_deals(known, deck, joint.arrays, rows, any_cards, seed_state(seed, chunk), *space, deals, boards)
        one = SeatHands(
            np.arange(seats + 1), np.zeros((seats, 2), np.int64), np.zeros(seats, np.uint64), np.ones(seats),
            np.zeros(seats, np.int64),
        )  # fmt: skip
        sums, work = table.sums(), _work(seats, seats)
        arrays = boards, question.board_bits(boards), question.board_by(boards), deals, hands, one
        add_sampled_deals(*arrays, table.looks, table.asked, straights(), high_tables(), work, sums)
        return sums

    sampling = Sampling(compute, size, cost, question.truths, question.values, _possible(question))
    return sampled_steps(question.scenario.run, workers, sampling, reason, exact)


def _possible(question: HoldemQuestion) -> tuple[bool, ...]:
    """Return which ranks that split the event can come; nothing where made hands do: nobody knows without dealing."""
    if question.by is None or question.by.seat is not None:
        return ()
    return possible_values(question.truths, *truths_by_rank(question))


def _hand_lists(table: HoldemTable) -> list[HandList]:
    """Return the hands of the seats that have ranges; the cards of those with a single hand are nobody else's."""
    question = table.question
    ranges: dict[int, F64] = {}
    for place, (seat, combos) in enumerate(zip(table.seats, table.combos, strict=True)):
        if not question.holds_any(seat):
            ranges[place] = np.zeros(len(COMBOS))
            ranges[place][combos] = question.weights[seat][combos]
    settled: set[int] = set()
    while True:
        single = next((p for p, row in ranges.items() if p not in settled and np.count_nonzero(row) == 1), None)
        if single is None:
            return [HandList.of_range(row, place) for place, row in ranges.items()]
        settled.add(single)
        mask = COMBO_MASKS[np.argmax(ranges[single])]
        for place, row in ranges.items():
            if place != single:
                row[COMBO_MASKS & mask != 0] = 0.0
