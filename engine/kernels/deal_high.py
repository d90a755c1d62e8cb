"""Random deals of hold'em: hole cards by the joint law, several boards for each, showdowns.

The joint law: every deal is as likely as the product of its combos' weights. Seats with a range are drawn
as in ``joint``, folded ones among them. A seat that may hold any two live cards with equal weight is dealt
from what the others leave instead. That is the same law: whatever the others hold, the same number of cards
is left and so the same number of ways to deal that seat, each of the same weight; the others' law is then
not changed by it, and given them its cards are uniform. The same goes for the cards to come.

For each draw of hole cards several boards are dealt, as many as there is room for from one shuffle, without
putting cards back, so that every card to come turns up about equally often in such a *group* of trials.
Groups are independent of each other, trials within one are not: the spread of the groups' sums is what the
standard error comes from.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels._jit import inlined, lean_kernel
from engine.kernels.high import CATEGORY_SHIFT, KEY_START, HighTables, hand_value
from engine.kernels.joint import HALF, LOW_HALF, UNLIMITED, Joint, draw_hands
from engine.kernels.rng import next_u64

ONE = np.uint64(1)


class DealPlan(NamedTuple):
    """What every deal starts from.

    ``joint``: the seats with a range, folded ones among them; ``uniform`` int64: the seats that are dealt
    any cards; ``deck`` int64: the live cards; ``board`` int64[0..5]; ``combos`` int8[1326, 2]; ``tables``.
    """

    joint: Joint
    uniform: NDArray[np.int64]
    deck: NDArray[np.int64]
    board: NDArray[np.int64]
    combos: NDArray[np.int8]
    tables: HighTables


class DealTally(NamedTuple):
    """What trials add to.

    ``shares`` int64[seats, seats]: trials in which a seat shared the pot with that many others;
    ``categories`` int64[seats, 9]; ``made`` int64[9]: category on the known board (a single seat, else
    empty); ``squares``, ``products`` float64[seats]: sums over groups of y * y and y * m, y the seat's pots
    and m the trials of a group; ``groups`` float64[2]: their number and the sum of m * m.
    """

    shares: NDArray[np.int64]
    categories: NDArray[np.int64]
    made: NDArray[np.int64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    groups: NDArray[np.float64]


class DealWork(NamedTuple):
    """Work space of one call: two words, the value and the pots of each seat; two words for each group."""

    keys: NDArray[np.uint64]
    suits: NDArray[np.uint64]
    values: NDArray[np.int64]
    pots: NDArray[np.float64]
    entries: NDArray[np.int64]
    parts: NDArray[np.uint64]


@inlined
def next_card(
    deck: NDArray[np.int64], at: int, bits: np.uint64, left: int, state: NDArray[np.uint64]
) -> tuple[np.uint64, int]:
    """Swap a random card from ``deck[at:]`` to ``deck[at]``; return the random bits left and their uses.

    One random word serves four draws, two from each half; the bias is under 52 * 51 / 2**32.
    """
    if left == 0:
        bits, left = next_u64(state), 4
    scaled = (bits & LOW_HALF) * np.uint64(deck.shape[0] - at)
    swap = at + np.int64(scaled >> HALF)
    card = deck[swap]
    deck[swap] = deck[at]
    deck[at] = card
    left -= 1
    bits = bits >> HALF if left == 2 else (bits & ~LOW_HALF) | (scaled & LOW_HALF)
    return bits, left


@inlined
def deal_cards(
    count: int,
    used: np.uint64,
    deck: NDArray[np.int64],
    at: int,
    bits: np.uint64,
    left: int,
    state: NDArray[np.uint64],
    tables: HighTables,
) -> tuple[np.uint64, np.uint64, int, np.uint64, int]:
    """Deal ``count`` cards from ``deck[at:]``, passing over those in the mask ``used``.

    Returns the two words of the cards and what follows: ``at``, ``bits`` and ``left``.
    """
    key, suits, dealt = np.uint64(0), np.uint64(0), 0
    while dealt < count:
        bits, left = next_card(deck, at, bits, left, state)
        card = np.uint64(deck[at])
        at += 1
        if (used >> card) & ONE == 0:
            key += tables.keys[card]
            suits |= tables.bits[card]
            dealt += 1
    return key, suits, at, bits, left


@inlined
def look_up_hands(
    joint: Joint,
    combos: NDArray[np.int8],
    tables: HighTables,
    entries: NDArray[np.int64],
    keys: NDArray[np.uint64],
    suits: NDArray[np.uint64],
) -> None:
    """Write the two words of the hands of all drawn ``entries`` to ``keys`` and ``suits``."""
    for group in range(entries.shape[0]):
        at = joint.combo_starts[group] + joint.widths[group] * entries[group]
        for i in range(joint.widths[group]):
            seat = joint.seats[joint.seat_starts[group] + i]
            high, low = combos[joint.combos[at + i], 0], combos[joint.combos[at + i], 1]
            keys[seat] = tables.keys[high] + tables.keys[low]
            suits[seat] = tables.bits[high] | tables.bits[low]


@inlined
def add_showdown(
    values: NDArray[np.int64],
    pots: NDArray[np.float64],
    shares: NDArray[np.int64],
    categories: NDArray[np.int64],
) -> None:
    """Count one showdown and add the seats' parts of the pot to ``pots``."""
    best, winners = np.int64(0), 0
    for seat in range(values.shape[0]):
        best = max(best, values[seat])
    for seat in range(values.shape[0]):
        winners += values[seat] == best
    part = 1.0 / winners
    for seat in range(values.shape[0]):
        won = values[seat] == best
        categories[seat, values[seat] >> CATEGORY_SHIFT] += 1
        shares[seat, winners - 1] += won
        pots[seat] += won * part


@inlined
def add_group(size: int, work: DealWork, tally: DealTally) -> None:
    """Add a group of ``size`` trials, whose pots are in ``work``, to the sums that the error comes from."""
    for seat in range(work.pots.shape[0]):
        tally.squares[seat] += work.pots[seat] * work.pots[seat]
        tally.products[seat] += work.pots[seat] * size
    tally.groups[0] += 1.0
    tally.groups[1] += float(size) * size


@lean_kernel
def deal_trials(
    trials: int,
    boards: int,
    shuffled: int,
    plan: DealPlan,
    state: NDArray[np.uint64],
    work: DealWork,
    tally: DealTally,
) -> None:
    """Add ``trials`` trials to ``tally``, in groups of ``boards`` trials (the last may be shorter).

    ``shuffled`` boards at most are dealt before the cards that are left are shuffled again. ``state``
    uint64[4] is the random generator. ``plan.deck`` is shuffled in place.
    """
    tables, deck, keys, suits, values = plan.tables, plan.deck, work.keys, work.suits, work.values
    board_key, board_suits = KEY_START, np.uint64(0)
    for i in range(plan.board.shape[0]):
        board_key += tables.keys[plan.board[i]]
        board_suits |= tables.bits[plan.board[i]]
    to_come = 5 - plan.board.shape[0]
    bits, left, done = np.uint64(0), 0, 0
    while done < trials:
        used, _ = draw_hands(UNLIMITED, plan.joint, state, work.entries, work.parts)
        look_up_hands(plan.joint, plan.combos, tables, work.entries, keys, suits)
        at = 0
        for i in range(plan.uniform.shape[0]):
            seat = plan.uniform[i]
            keys[seat], suits[seat], at, bits, left = deal_cards(2, used, deck, at, bits, left, state, tables)
        size = min(boards, trials - done)
        if tally.made.shape[0]:
            made = hand_value(board_key + keys[0], board_suits | suits[0], tables)
            tally.made[made >> CATEGORY_SHIFT] += size
        work.pots[:] = 0.0
        holes_end = at
        for i in range(size):
            at = holes_end if i % shuffled == 0 else at
            key, ranks, at, bits, left = deal_cards(to_come, used, deck, at, bits, left, state, tables)
            key, ranks = key + board_key, ranks | board_suits
            for seat in range(values.shape[0]):
                values[seat] = hand_value(key + keys[seat], ranks | suits[seat], tables)
            add_showdown(values, work.pots, tally.shares, tally.categories)
        add_group(size, work, tally)
        done += size
