"""Random deals of hold'em in groups: hole cards by the joint distribution, the rest from shuffled decks or even lists.

The joint distribution: every deal is as likely as the product of the weights of its combos. The hands of seats with a
range, folded ones included, are drawn along lattices (see ``lattice``). A seat that can have any two live cards with
equal weight is dealt from the remaining cards instead, together with the board: these cards are the *rest* of a deal.
The distribution is the same, because whatever the others have, the same number of cards is left, and so the same number
of equally likely hands for that seat.

A *group* is a number of draws of hole cards, each with several rests. All rests of a group come from one shuffled deck
or a few (see ``windows``), so that every card that can come is dealt evenly. On a flop or a turn with ranges each
draw meets a few boards of a list instead, in turn (see ``lanes``). Each single trial is an ordinary random deal, and
groups are independent of each other: the standard error is computed from the spread of their sums.
"""

from typing import NamedTuple

from engine.arrays import F64, I32, I64, U64, Bools
from engine.kernels.holdem.high import CATEGORY_SHIFT, HighTables, hand_value
from engine.kernels.holdem.joint import Joint
from engine.kernels.holdem.lanes import (
    Controls,
    ControlWork,
    Lanes,
    LaneWork,
    add_luck_of_lanes,
    add_luck_of_rests,
    look_up_seat,
    show_lanes,
)
from engine.kernels.holdem.lattice import GroupDraws, draw_group
from engine.kernels.holdem.showdown import ShowdownRow, add_categories, add_shares, evaluate_seat, find_winners
from engine.kernels.holdem.windows import DealWords, Guests, KnownBoard, Marks, Windows, deal_rests, make_windows
from engine.kernels.jit import inlined, lean_kernel, subkernel


class DealPlan(NamedTuple):
    """Everything that is the same for all deals.

    ``joint``: the seats with a range, folded ones included; ``steps`` uint64[lists]: their lattices; ``turns``
    int64[steps]: see ``lattice.draw_group``. ``ranged`` bool[seats]: the seats whose hands are drawn (or known);
    ``uniform`` int64[n]: the other seats, which are dealt any cards; ``rows`` int64[seats]: the row of each seat in
    :class:`DealWork`'s words. ``combo_keys``, ``combo_suits`` uint64[1326]: the two words of each combo; ``marks``: of
    the rests; ``known``: the board. ``classes`` int64[seats]: equal numbers for seats with the same range, whose pots
    are averaged. ``tables``: of the evaluator. ``lanes``: the list of boards; if it is used, a key only identifies the
    cards of a hand, and rests contain no board cards. ``controls``: the control variates.
    """

    joint: Joint
    steps: U64
    turns: I64
    ranged: Bools
    uniform: I64
    rows: I64
    combo_keys: U64
    combo_suits: U64
    marks: Marks
    known: KnownBoard
    classes: I64
    tables: HighTables
    lanes: Lanes
    controls: Controls


class GroupShape(NamedTuple):
    """The size of a group: up to ``tuples`` tuples of hole cards, with ``rests`` rests for each.

    ``counts`` int64[blocks]: the draws to make, which give about that many tuples. If it is empty, no hands are drawn:
    the group is one empty tuple, and its rests are all windows of a deck. ``quads``: quads of boards for each tuple; 0
    if the boards are in the rests.
    """

    tuples: int
    rests: int
    counts: I64
    quads: int


class DealTally(NamedTuple):
    """The sums over all trials.

    ``shares`` int64[seats, seats]: trials in which a seat shared the pot with that many others; ``categories``
    int64[seats, 9]: of final hands; ``made`` int64[9]: category on the known board (only for a single seat, otherwise
    empty). By class of seats, float64[seats]: ``luck``, the control variate; ``squares`` and ``products``, the sums
    over groups of y * y and y * m, where y is the pots of a class less its luck and m the number of trials of a group.
    ``groups`` float64[2]: the number of groups and the sum of m * m.
    """

    shares: I64
    categories: I64
    made: I64
    luck: F64
    squares: F64
    products: F64
    groups: F64


class DealWork(NamedTuple):
    """Work space of one call; its content is of no interest afterwards.

    ``draws``: the drawn hands; ``words``: of the trials, those of seats with a range by tuple; ``windows``, ``guests``,
    ``row``, ``lanes``, ``controls``: work space of the other modules; ``shares`` int64[seats, seats] and ``pots``
    float64[seats]: of a group.
    """

    draws: GroupDraws
    words: DealWords
    windows: Windows
    guests: Guests
    row: ShowdownRow
    lanes: LaneWork
    controls: ControlWork
    shares: I64
    pots: F64


@subkernel
def look_up_hands(tuples: int, joint: Joint, combo_keys: U64, combo_suits: U64, entries: I32, words: DealWords) -> None:
    """Write the words of the drawn hands of all seats with a range.

    ``combo_keys``, ``combo_suits`` uint64[1326]: the words of each combo; ``entries`` int32[lists, n]: the entry drawn
    from each list, by tuple.
    """
    for group in range(joint.widths.shape[0]):
        width = joint.widths[group]
        for i in range(width):
            seat = joint.seats[joint.seat_starts[group] + i]
            first = joint.combo_starts[group] + i
            for at in range(tuples):
                combo = joint.combos[first + width * entries[group, at]]
                words.keys[seat, at] = combo_keys[combo]
                words.suits[seat, at] = combo_suits[combo]


@subkernel
def deal_group(max_trials: int, shape: GroupShape, plan: DealPlan, state: U64, work: DealWork) -> tuple[int, int]:
    """Deal a group of at most ``max_trials`` trials; return its tuples and its trials.

    Trial k * tuples + i is rest k of tuple i. If no hands are drawn, the group is one tuple and its trials are windows.

    ``state`` uint64[4]: the generator.
    """
    rests = shape.rests
    if not shape.counts.shape[0]:
        make_windows(rests, plan.known, plan.marks, plan.tables, state, work.windows)
        return 1, min(rests, max_trials)
    tuples = draw_group(shape.counts, plan.turns, plan.joint, plan.steps, state, work.draws)
    tuples = min(tuples, shape.tuples, (max_trials + rests - 1) // rests)
    look_up_hands(tuples, plan.joint, plan.combo_keys, plan.combo_suits, work.draws.entries, work.words)
    # With listed boards, rests are needed only for seats with any two cards.
    if shape.quads == 0 or plan.uniform.shape[0]:
        deal_rests(
            tuples, rests, work.draws.masks[0], plan.known, plan.marks, plan.uniform, plan.tables, state, work.windows,
            work.guests, work.words,
        )  # fmt: skip
    return tuples, min(tuples * rests, max_trials)


@inlined
def row_of(k: int, tuples: int, size: int, shape: GroupShape) -> tuple[int, int]:
    """Return where row ``k`` of a group of ``size`` trials begins, and its length.

    A row is one rest of each tuple. If no hands are drawn there is only row 0.
    """
    if not shape.counts.shape[0]:
        return 0, size if k == 0 else 0
    return k * tuples, max((size - k + shape.rests - 1) // shape.rests, 0)


@subkernel
def evaluate_row(first: int, width: int, plan: DealPlan, words: DealWords, row: ShowdownRow) -> None:
    """Evaluate the showdowns of a row, the ``width`` trials from ``first`` on."""
    end = first + width
    board_keys, board_suits = words.board_keys[first:end], words.board_suits[first:end]
    for seat in range(row.values.shape[0]):
        # Hands of seats with a range are stored by tuple, those of other seats by trial.
        offset, row_of_seat = 0 if plan.ranged[seat] else first, plan.rows[seat]
        keys, suits = (
            words.keys[row_of_seat, offset : offset + width],
            words.suits[row_of_seat, offset : offset + width],
        )
        if plan.lanes.values.shape[0]:
            look_up_seat(width, keys, board_keys, plan.lanes, row.values[seat])
        else:
            evaluate_seat(width, keys, suits, board_keys, board_suits, plan.tables, row.values[seat], row.listed)
    find_winners(width, row)


@subkernel
def add_made(width: int, keys: U64, suits: U64, known: KnownBoard, tables: HighTables, made: I64) -> None:
    """Count the categories of hands on the known board.

    ``keys``, ``suits`` uint64[width]: the words of the hands; ``made`` int64[9]: counts by category.
    """
    for i in range(width):
        made[hand_value(known.key + keys[i], known.suits | suits[i], tables) >> CATEGORY_SHIFT] += 1


@subkernel
def add_showdown_row(width: int, row: ShowdownRow, categories: I64, shares: I64) -> None:
    """Count the showdowns of a row.

    ``categories`` int64[seats, 9]: final hands; ``shares`` int64[seats, seats]: trials in which a seat shares the pot
    with that many others.
    """
    for seat in range(row.values.shape[0]):
        add_categories(width, row.values[seat], row.category_of, categories[seat])
    add_shares(width, row, shares)


@subkernel
def show_group(
    tuples: int, max_trials: int, shape: GroupShape, plan: DealPlan, state: U64, work: DealWork
) -> tuple[int, int]:
    """Show down the tuples of a group on their quads of boards; return the lanes and the trials.

    There are at most ``max_trials`` trials.

    ``state`` uint64[4]: the generator.
    """
    return show_lanes(
        tuples, shape.quads, max_trials, plan.rows, work.words.keys, work.draws.masks[0], plan.lanes, state, work.lanes,
        work.row,
    )  # fmt: skip


@subkernel
def add_rests(tuples: int, size: int, shape: GroupShape, plan: DealPlan, work: DealWork, tally: DealTally) -> None:
    """Show down a group of ``size`` trials with rests, row by row, and count them."""
    words = work.words if shape.counts.shape[0] else work.windows.words
    for k in range(shape.rests):
        first, width = row_of(k, tuples, size, shape)
        if width == 0:
            break
        evaluate_row(first, width, plan, words, work.row)
        add_showdown_row(width, work.row, tally.categories, work.shares)
        if plan.controls.table.shape[0]:
            board_keys = words.board_keys[first : first + width]
            add_luck_of_rests(width, board_keys, plan.controls, work.row, work.controls)
        if tally.made.shape[0]:
            at = 0 if plan.ranged[0] else first
            keys, suits = words.keys[0, at : at + width], words.suits[0, at : at + width]
            add_made(width, keys, suits, plan.known, plan.tables, tally.made)


@subkernel
def add_lanes(
    tuples: int, max_trials: int, shape: GroupShape, plan: DealPlan, state: U64, work: DealWork, tally: DealTally
) -> int:
    """Show down the tuples of a group on listed boards and count them; return the trials, at most ``max_trials``.

    ``state`` uint64[4]: the generator.
    """
    width, size = show_group(tuples, max_trials, shape, plan, state, work)
    add_showdown_row(width, work.row, tally.categories, work.shares)
    if plan.controls.table.shape[0]:
        keys = work.words.keys[plan.rows[plan.controls.ranged], :tuples]
        add_luck_of_lanes(
            tuples, shape.quads, work.lanes.first[0], plan.lanes, keys, plan.controls, work.row, work.controls
        )
    return size


@inlined
def take_luck(size: int, plan: DealPlan, work: DealWork, tally: DealTally) -> None:
    """Subtract the luck of a group of ``size`` trials, its deviation from the mean, from the group's pots.

    The seats with any two cards lost as much as a seat gained by luck, so it is added to theirs: pots still add up.
    """
    controls, luck = plan.controls, work.controls.luck
    for seat in range(luck.shape[0]):
        chance = luck[seat] - size * controls.expected[seat]
        luck[seat] = 0.0
        own, others = plan.classes[seat], plan.classes[controls.against[0]]
        work.pots[own] -= chance
        work.pots[others] += chance
        tally.luck[own] += chance
        tally.luck[others] -= chance


@subkernel
def add_deal_group(size: int, plan: DealPlan, work: DealWork, tally: DealTally) -> None:
    """Add the shares of a group of ``size`` trials to the tally and to the sums for the error, and clear it."""
    pots, shares = work.pots, work.shares
    seats = pots.shape[0]
    pots[:] = 0.0
    for seat in range(seats):
        for others in range(seats):
            count = shares[seat, others]
            # Seats with the same range share one entry, which averages their luck.
            pots[plan.classes[seat]] += count / (others + 1.0)
            tally.shares[seat, others] += count
            shares[seat, others] = 0
    if plan.controls.table.shape[0]:
        take_luck(size, plan, work, tally)
    for number in range(seats):
        tally.squares[number] += pots[number] * pots[number]
        tally.products[number] += pots[number] * size
    tally.groups[0] += 1.0
    tally.groups[1] += float(size) * size


@lean_kernel
def deal_trials(
    trials: int, enough: int, shape: GroupShape, plan: DealPlan, state: U64, work: DealWork, tally: DealTally
) -> int:
    """Add trials to ``tally`` in groups of ``shape`` until there are ``enough``; return how many were added.

    There are never more than ``trials``: the last group is cut short. ``state`` uint64[4]: the generator.
    """
    done = 0
    while done < min(trials, enough):
        tuples, size = deal_group(trials - done, shape, plan, state, work)
        if size == 0:
            continue
        if shape.quads:
            size = add_lanes(tuples, trials - done, shape, plan, state, work, tally)
        else:
            add_rests(tuples, size, shape, plan, work, tally)
        add_deal_group(size, plan, work, tally)
        done += size
    return done
