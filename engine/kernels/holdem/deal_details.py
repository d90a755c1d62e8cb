"""Random deals counted by cells: a seat's equity with each hand, for each card to come, and on each flop.

The deals are those of ``deal_high``: the same trials for the same generator. A *cell* is one of these questions, for
example "seat 2 with AKs"; it has the number of its trials and the pots that its seat won in them, and its equity is the
ratio of both sums. Trials of the same group depend on each other, so the sums for the standard error are taken over
groups.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_high import DealPlan, DealWork, GroupShape, deal_group, evaluate_row, row_of, show_group
from engine.kernels.holdem.lanes import tuple_and_lane
from engine.kernels.holdem.showdown import BLOCKED, ShowdownRow
from engine.kernels.jit import inlined, lean_kernel, subkernel

HANDS = 1326
HAND_CLASSES = 169
DECK = 52
FLOPS = 22_100
ONE = np.uint64(1)


class Cells(NamedTuple):
    """The cells to which a trial belongs. An empty array switches its kind of cells off.

    ``hand_class`` int64[1326, n]: the classes of each combo (0 to 168), -1 for none; the cells of a seat are its 1,326
    combos and 169 classes. ``cards`` int64[52]: the index of each card to come. ``flops`` int64[22100]: the index of
    each flop, by :func:`flop_number`. ``tops`` int64[8192]: the highest bit of each rank mask.
    """

    hand_class: I64
    cards: I64
    flops: I64
    tops: I64


class CellTally(NamedTuple):
    """The sums of the cells, float64[cells] unless stated otherwise.

    ``size``: number of trials; ``pots``: pots won. Sums over groups: ``sizes``, ``squares`` and ``products`` of size^2,
    pots^2 and pots * size; ``groups`` float64[1]: number of groups. Of the current group: ``now_size``, ``now_pots``,
    and ``touched`` int64[cells], the cells with any trial.
    """

    size: F64
    pots: F64
    sizes: F64
    squares: F64
    products: F64
    groups: F64
    now_size: F64
    now_pots: F64
    touched: I64


@inlined
def list_cards(word: np.uint64, tops: I64, cards: I64) -> int:
    """List the cards of a word of bits, suit by suit; return how many there are.

    ``tops`` int64[8192]: the highest rank of each rank mask; ``cards`` int64[n] (output).
    """
    result = 0
    for suit in range(4):
        ranks = np.int64((word >> np.uint64(16 * suit)) & np.uint64(8191))
        while ranks:
            rank = tops[ranks]
            cards[result] = 4 * rank + suit
            ranks ^= 1 << rank
            result += 1
    return result


@inlined
def flop_number(a: int, b: int, c: int) -> int:
    """Return the number of a flop, 0 to 22,099, by its three cards in any order (combinatorial number system)."""
    high, low = max(a, max(b, c)), min(a, min(b, c))
    middle = a + b + c - high - low
    number: int = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return number


@inlined
def add_cell(cell: int, pot: float, touched: int, tally: CellTally) -> int:
    """Add a trial to a cell of the current group; return the new number of touched cells."""
    if tally.now_size[cell] == 0.0:
        tally.touched[touched] = cell
        touched += 1
    tally.now_size[cell] += 1.0
    tally.now_pots[cell] += pot
    return touched


@subkernel
def add_group_cells(touched: int, tally: CellTally) -> None:
    """Close a group: add its sums to the cells it has touched, and clear it."""
    for i in range(touched):
        cell = tally.touched[i]
        size, pots = tally.now_size[cell], tally.now_pots[cell]
        tally.size[cell] += size
        tally.pots[cell] += pots
        tally.sizes[cell] += size * size
        tally.squares[cell] += pots * pots
        tally.products[cell] += pots * size
        tally.now_size[cell] = tally.now_pots[cell] = 0.0
    tally.groups[0] += 1.0


@inlined
def add_hand_cells(seat: int, hand_bits: np.uint64, pot: float, touched: int, cells: Cells, tally: CellTally) -> int:
    """Add a trial to the cells of a seat's hand, whose cards are the bits ``hand_bits``."""
    # Decode the two cards of the hand from its bits, then the number of their combo.
    combo, first = 0, -1
    for suit in range(4):
        ranks = np.int64((hand_bits >> np.uint64(16 * suit)) & np.uint64(8191))
        while ranks:
            card = 4 * cells.tops[ranks] + suit
            ranks ^= 1 << cells.tops[ranks]
            if first < 0:
                first = card
            else:
                high, low = max(first, card), min(first, card)
                combo = high * (high - 1) // 2 + low
    base = seat * (HANDS + HAND_CLASSES)
    touched = add_cell(base + combo, pot, touched, tally)
    for i in range(cells.hand_class.shape[1]):
        class_ = cells.hand_class[combo, i]
        if class_ >= 0:
            touched = add_cell(base + HANDS + class_, pot, touched, tally)
    return touched


@inlined
def add_board_cells(
    seat: int, seats: int, base: int, to_come: int, cards: I64, pot: float, touched: int, cells: Cells, tally: CellTally
) -> int:
    """Add a trial of a seat to the cells of its cards to come and of its flops.

    Any card to come can be the next one, and any three of five the flop, so a trial counts for each of them.

    ``cards`` int64[5]: the ``to_come`` cards to come. Returns how many cells the group has touched.
    """
    if cells.cards.shape[0]:
        for i in range(to_come):
            touched = add_cell(base + seats * cells.cards[cards[i]] + seat, pot, touched, tally)
        base += seats * DECK
    if cells.flops.shape[0]:
        for i in range(2, 5):
            for j in range(1, i):
                for k in range(j):
                    flop = cells.flops[flop_number(cards[i], cards[j], cards[k])]
                    touched = add_cell(base + seats * flop + seat, pot, touched, tally)
    return touched


@subkernel
def add_trial_cells(
    at: int,
    seat: int,
    hand_bits: np.uint64,
    to_come: int,
    cards: I64,
    touched: int,
    row: ShowdownRow,
    cells: Cells,
    tally: CellTally,
) -> int:
    """Add trial ``at`` of a row to all cells of a seat.

    ``cards`` int64[5]: the ``to_come`` cards to come. Returns how many cells the group has touched.
    """
    seats, base = row.values.shape[0], 0
    pot = 1.0 / row.sharers[at] if row.values[seat, at] == row.best[at] else 0.0
    if cells.hand_class.shape[0]:
        touched = add_hand_cells(seat, hand_bits, pot, touched, cells, tally)
        base = seats * (HANDS + HAND_CLASSES)
    return add_board_cells(seat, seats, base, to_come, cards, pot, touched, cells, tally)


@subkernel
def add_rest_cells(
    tuples: int,
    size: int,
    shape: GroupShape,
    plan: DealPlan,
    cells: Cells,
    work: DealWork,
    cards: I64,
    tally: CellTally,
) -> int:
    """Add a group of ``size`` trials with rests to the cells, row by row; return how many cells it has touched.

    ``cards`` int64[5] is work space.
    """
    words = work.words if shape.counts.shape[0] else work.windows.words
    touched = 0
    for k in range(shape.rests):
        first, width = row_of(k, tuples, size, shape)
        if width == 0:
            break
        evaluate_row(first, width, plan, words, work.row)
        for i in range(width):
            list_cards(words.board_suits[first + i] & ~plan.known.suits, cells.tops, cards)
            for seat in range(plan.ranged.shape[0]):
                hand_bits = words.suits[plan.rows[seat], i if plan.ranged[seat] else first + i]
                touched = add_trial_cells(
                    i, seat, hand_bits, plan.known.to_come, cards, touched, work.row, cells, tally
                )
    return touched


@subkernel
def add_lane_cells(
    tuples: int,
    max_trials: int,
    shape: GroupShape,
    plan: DealPlan,
    cells: Cells,
    state: U64,
    work: DealWork,
    cards: I64,
    tally: CellTally,
) -> tuple[int, int]:
    """Add a group of ``tuples`` on listed boards to the cells; return its trials and the number of touched cells.

    There are at most ``max_trials`` trials. ``state`` uint64[4]: the generator; ``cards`` int64[5] is work space.
    """
    width, size = show_group(tuples, max_trials, shape, plan, state, work)
    lanes, touched, first = plan.lanes, 0, work.lanes.first[0]
    to_come = list_cards(lanes.suits[0] & ~plan.known.suits, cells.tops, cards)
    for i in range(width):
        if work.row.best[i] == BLOCKED:
            continue
        at, lane = tuple_and_lane(i, tuples, shape.quads, first, lanes.quads.shape[1])
        list_cards(lanes.suits[lane] & ~plan.known.suits, cells.tops, cards)
        for seat in range(plan.ranged.shape[0]):
            hand_bits = work.words.suits[plan.rows[seat], at]
            touched = add_trial_cells(i, seat, hand_bits, to_come, cards, touched, work.row, cells, tally)
    return size, touched


@lean_kernel
def deal_cells(
    trials: int,
    enough: int,
    shape: GroupShape,
    plan: DealPlan,
    cells: Cells,
    state: U64,
    work: DealWork,
    cards: I64,
    tally: CellTally,
) -> int:
    """Add groups of trials to the cells until there are ``enough``, never more than ``trials``; return how many.

    These are the trials of ``deal_high.deal_trials``. The cells of hands come first (1,326 + 169 for each seat), then
    those of cards (52, for each card one per seat), then those of flops (likewise). ``state`` uint64[4]: the generator;
    ``cards`` int64[5] is work space.
    """
    done = 0
    while done < min(trials, enough):
        tuples, size = deal_group(trials - done, shape, plan, state, work)
        if size == 0:
            continue
        if shape.quads:
            size, touched = add_lane_cells(tuples, trials - done, shape, plan, cells, state, work, cards, tally)
        else:
            touched = add_rest_cells(tuples, size, shape, plan, cells, work, cards, tally)
        add_group_cells(touched, tally)
        done += size
    return done
