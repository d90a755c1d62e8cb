"""Random deals counted by cells: a seat's equity with each hand, for each card to come, on each flop.

The deals are those of ``deal_high``, the same trials for the same generator. A *cell* is one of these questions: the
trials that belong to it and the pots that its seat won in them. As trials of a group depend on each other, the sums
that errors come from are kept by group here too.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.holdem.deal_high import DealPlan, DealWork, GroupShape, deal_group, evaluate_row, row_of, show_group
from engine.kernels.holdem.lanes import tuple_and_lane
from engine.kernels.holdem.showdown import BLOCKED, Row
from engine.kernels.jit import inlined, lean_kernel, part

HANDS = 1326
HAND_CLASSES = 169
DECK = 52
FLOPS = 22_100
ONE = np.uint64(1)


class Cells(NamedTuple):
    """Which cells a trial belongs to; an empty array: these are not asked.

    ``hand_class`` int64[1326, n]: the classes of each combo, up to 169 of them, -1 for none; a seat's cells are its
    1,326 combos and 169 classes. ``cards`` int64[52]: the place of each card to come. ``flops`` int64[22100]: the place
    of each flop, by its three cards. ``tops`` int64[8192]: the highest bit of each rank mask.
    """

    hand_class: I64
    cards: I64
    flops: I64
    tops: I64


class CellTally(NamedTuple):
    """What trials add to, float64[cells]: their number (``size``) and the pots won (``pots``), by group their squares
    (``sizes``, ``squares``) and products; ``groups`` float64[1].

    ``now_size``, ``now_pots``: of the present group; ``touched`` int64[cells]: the cells it has touched.
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
    """List the cards of a word of bits, suit by suit; return how many.

    ``tops`` int64[8192]: the highest rank of each mask of ranks; ``cards`` int64[n]: room for the cards.
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
    """Return the number of a flop among all 22,100 by its three cards in any order."""
    high, low = max(a, max(b, c)), min(a, min(b, c))
    middle = a + b + c - high - low
    number: int = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return number


@inlined
def add_cell(cell: int, pot: float, touched: int, tally: CellTally) -> int:
    """Add a trial to a cell of the present group; return how many cells are touched."""
    if tally.now_size[cell] == 0.0:
        tally.touched[touched] = cell
        touched += 1
    tally.now_size[cell] += 1.0
    tally.now_pots[cell] += pot
    return touched


@part
def add_group_cells(touched: int, tally: CellTally) -> None:
    """Close a group."""
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
def add_hand(seat: int, held: np.uint64, pot: float, touched: int, cells: Cells, tally: CellTally) -> int:
    """Add a trial to the cells of a seat's hand, the bits ``held``."""
    combo, first = 0, -1
    for suit in range(4):
        ranks = np.int64((held >> np.uint64(16 * suit)) & np.uint64(8191))
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
def add_boards(
    seat: int, seats: int, base: int, to_come: int, cards: I64, pot: float, touched: int, cells: Cells, tally: CellTally
) -> int:
    """Add a trial of a seat to the cells of its cards to come and of its flops.

    Any card to come may be the next one, and any three of five the flop.

    ``cards`` int64[5]: the cards to come, ``to_come`` of them. Returns how many cells the group has touched.
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


@part
def add_trial(
    at: int,
    seat: int,
    held: np.uint64,
    to_come: int,
    cards: I64,
    touched: int,
    row: Row,
    cells: Cells,
    tally: CellTally,
) -> int:
    """Add trial ``at`` of a row to all cells of a seat.

    ``cards`` int64[5]: the cards to come, ``to_come`` of them. Returns how many cells the group has touched.
    """
    seats, base = row.values.shape[0], 0
    pot = 1.0 / row.sharers[at] if row.values[seat, at] == row.best[at] else 0.0
    if cells.hand_class.shape[0]:
        touched = add_hand(seat, held, pot, touched, cells, tally)
        base = seats * (HANDS + HAND_CLASSES)
    return add_boards(seat, seats, base, to_come, cards, pot, touched, cells, tally)


@part
def add_rests(
    tuples: int,
    size: int,
    shape: GroupShape,
    plan: DealPlan,
    cells: Cells,
    work: DealWork,
    cards: I64,
    tally: CellTally,
) -> int:
    """Add a group of ``size`` trials to the cells row by row; return how many cells it has touched.

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
                held = words.suits[plan.rows[seat], i if plan.ranged[seat] else first + i]
                touched = add_trial(i, seat, held, plan.known.to_come, cards, touched, work.row, cells, tally)
    return touched


@part
def add_lanes(
    tuples: int,
    most: int,
    shape: GroupShape,
    plan: DealPlan,
    cells: Cells,
    state: U64,
    work: DealWork,
    cards: I64,
    tally: CellTally,
) -> tuple[int, int]:
    """Add a group of ``tuples``, of ``most`` trials at most, to the cells; return its trials and the cells touched.

    ``state`` uint64[4]: the generator; ``cards`` int64[5] is work space.
    """
    width, size = show_group(tuples, most, shape, plan, state, work)
    lanes, touched, first = plan.lanes, 0, work.lanes.first[0]
    to_come = list_cards(lanes.suits[0] & ~plan.known.suits, cells.tops, cards)
    for i in range(width):
        if work.row.best[i] == BLOCKED:
            continue
        at, lane = tuple_and_lane(i, tuples, shape.quads, first, lanes.quads.shape[1])
        list_cards(lanes.suits[lane] & ~plan.known.suits, cells.tops, cards)
        for seat in range(plan.ranged.shape[0]):
            held = work.words.suits[plan.rows[seat], at]
            touched = add_trial(i, seat, held, to_come, cards, touched, work.row, cells, tally)
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
    """Add trials to the cells until there are ``enough``, never more than ``trials``; return how many.

    They are those of ``deal_high.deal_trials``. ``cards`` int64[5] is work space.

    The cells of hands come first (1,326 + 169 for each seat), then those of cards (52, one for each seat each), then
    those of flops (likewise).
    """
    done = 0
    while done < min(trials, enough):
        tuples, size = deal_group(trials - done, shape, plan, state, work)
        if size == 0:
            continue
        if shape.quads:
            size, touched = add_lanes(tuples, trials - done, shape, plan, cells, state, work, cards, tally)
        else:
            touched = add_rests(tuples, size, shape, plan, cells, work, cards, tally)
        add_group_cells(touched, tally)
        done += size
    return done
