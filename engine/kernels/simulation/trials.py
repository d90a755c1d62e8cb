"""Play a hand from its current state to its end, many times, after each action of hero.

A block deals ``tuples`` tuples of hidden hands from their joint distribution. Each tuple meets ``nexts`` next cards,
and each of these ``laters`` deals of the cards after it; every combination is a trial, which is played once after each
action of hero with the same cards and the same stream of random decisions. Given the hidden hands every card that is
left is equally likely to come next. A block therefore takes its next cards at equal distances from the cards left, all
tuples together: with a random start each card comes with its probability, and about equally often given the hands.
Blocks are independent of each other, trials within a block are not, so that errors are those of sums over blocks.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.common.rng import below, next_u64, uniform
from engine.kernels.holdem.joint import UNLIMITED, Joint, draw_hands
from engine.kernels.jit import lean_kernel, subkernel
from engine.kernels.players.holdings import Holdings, forget
from engine.kernels.players.playing import (
    LOG_STREET,
    LOGGED,
    STREET,
    CardTables,
    HandState,
    PlayTables,
    Rules,
    put_action,
)
from engine.kernels.players.programs import play_with_programs

ON_BOARD, IN_DECK = -1, -2
"""Values of ``Deal.to_come`` that are no seat."""
TUPLES, NEXTS, LATERS = range(3)
"""The indices of the shape of a block."""
TUPLE, NEXT, LATER, STARTED = range(4)
"""The indices of :attr:`Work.at`."""
TRIALS, SQUARES, BLOCKS = range(3)
"""The indices of :attr:`Tally.sizes`."""


class Deal(NamedTuple):
    """How the hidden cards are dealt.

    ``joint``: the lists of hands that are drawn from ranges; the entry with number e of a seat has the cards
    ``entries[entry_starts[seat] + e]`` (int8[n, 3], -1 for none), which go to the positions ``slots`` int64[seats, 3]
    of its cards. ``free`` int64[n, 2]: seats and positions of hidden cards that can be any. ``to_come`` int64[n, 2]:
    the cards that come later in the order in which they are dealt: a seat (or ``ON_BOARD``, ``IN_DECK``) and a
    position. ``known``: the mask of all known cards, uint64[1].
    """

    joint: Joint
    entries: I8
    entry_starts: I64
    slots: I64
    free: I64
    to_come: I64
    known: U64


class Start(NamedTuple):
    """The state of the hand when hero acts, as in :class:`HandState`, with hero's seat and actions.

    ``actions`` int64[a]: the chips that each adds, -1 for a fold. ``rake`` float64[2]: the share of the pot and the
    most chips; nothing is taken from a pot that is won on the first street without a showdown.
    """

    numbers: I64
    stacks: I64
    paid: I64
    bets: I64
    folded: I64
    acted: I64
    seen: I64
    cards: I64
    board: I64
    hero: int
    actions: I64
    rake: F64


class Tally(NamedTuple):
    """The results of the trials, by action (a): sums, and by seat (n).

    ``sums`` float64[a]: hero's chips; ``products`` float64[a, a], ``by_size`` float64[a] and ``sizes`` float64[3]: sums
    over the blocks of the products of two sums, of a sum and the number of trials, and of trials, their squares and 1.
    ``folds``, ``showdowns``, ``wins`` float64[a]: trials in which all opponents fold, hero sees a showdown, and wins
    chips there. ``ends`` float64[a, streets]: by the street of the last action. ``seat_folds``, ``seat_showdowns``
    float64[a, n]. ``bins`` float64[a, b]: trials by hero's result, from ``bounds[0]`` to ``bounds[1]`` (float64[2]);
    ``lowest`` and ``highest`` float64[a].
    """

    sums: F64
    products: F64
    by_size: F64
    sizes: F64
    folds: F64
    showdowns: F64
    wins: F64
    ends: F64
    seat_folds: F64
    seat_showdowns: F64
    bins: F64
    bounds: F64
    lowest: F64
    highest: F64


class Work(NamedTuple):
    """Work space and the point that a block has reached.

    ``at`` int64[4]: tuple, next card, deal of later cards, and whether the block has begun; ``start`` float64[1]: its
    first next card as a share of the deck; ``block`` float64[a + 1]: sums over its trials, and their number. ``random``
    uint64[4]: the generator of the cards; ``decisions`` uint64[4]: the stream of a trial's decisions. ``picked``
    int64[groups], ``parts`` uint64[blocks]: of the joint draw; ``deck`` int64[52]: the cards left.
    """

    at: I64
    start: F64
    block: F64
    random: U64
    decisions: U64
    picked: I64
    parts: U64
    deck: I64


def new_tally(actions: int, seats: int, streets: int, bins: int, bounds: F64) -> Tally:
    """Return an empty tally; ``bounds`` float64[2]: the least and the greatest result that its bins distinguish."""
    sums, by_size, folds, showdowns, wins = np.zeros((5, actions))
    return Tally(
        sums, np.zeros((actions, actions)), by_size, np.zeros(3), folds, showdowns, wins, np.zeros((actions, streets)),
        np.zeros((actions, seats)), np.zeros((actions, seats)), np.zeros((actions, bins)), bounds,
        np.full(actions, np.inf), np.full(actions, -np.inf),
    )  # fmt: skip


def new_work(actions: int, joint: Joint) -> Work:
    """Return new work space for some actions."""
    return Work(
        np.zeros(4, np.int64), np.zeros(1), np.zeros(actions + 1), np.zeros(4, np.uint64), np.zeros(4, np.uint64),
        np.zeros(len(joint.widths), np.int64), np.zeros(len(joint.steps) + 1, np.uint64), np.zeros(52, np.int64),
    )  # fmt: skip


@lean_kernel
def play_trials(
    tuples: int,
    trials: int,
    shape: I64,
    deal: Deal,
    start: Start,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    programs: I64,
    holdings: Holdings,
    state: HandState,
    work: Work,
    tally: Tally,
) -> int:
    """Play at most ``trials`` trials of at most ``tuples`` tuples of the block that ``work`` is in; return how many.

    The block ends with its last tuple, or when the trials are used up. ``shape`` int64[3]: tuples, next cards for each
    and deals of later cards for each of these. ``programs`` int64[n]: as in ``play_with_programs``.
    """
    at, played, taken = work.at, 0, 0
    if at[STARTED] == 0:
        at[STARTED], at[TUPLE] = 1, 0
        work.start[0] = uniform(work.random)
        work.block[:] = 0.0
    while at[TUPLE] < shape[TUPLES] and taken < tuples and played < trials:
        left = _deal_hidden(deal, start, state, work)
        for number in range(shape[NEXTS]):
            place = work.start[0] + (number * shape[TUPLES] + at[TUPLE]) / (shape[NEXTS] * shape[TUPLES])
            next_card = min(int((place - np.floor(place)) * left), left - 1)
            for _ in range(shape[LATERS]):
                if played < trials:
                    _deal_later(next_card, left, deal, state, work)
                    _play_actions(start, rules, tables, cards, programs, holdings, state, work, tally)
                    played += 1
        at[TUPLE] += 1
        taken += 1
    if at[TUPLE] == shape[TUPLES] or played == trials:
        _end_block(work, tally)
    return played


@subkernel
def _end_block(work: Work, tally: Tally) -> None:
    actions = tally.sums.shape[0]
    size = work.block[actions]
    for action in range(actions):
        tally.sums[action] += work.block[action]
        tally.by_size[action] += work.block[action] * size
        for other in range(actions):
            tally.products[action, other] += work.block[action] * work.block[other]
    tally.sizes[TRIALS] += size
    tally.sizes[SQUARES] += size * size
    tally.sizes[BLOCKS] += 1.0
    work.at[STARTED] = 0


@subkernel
def _deal_hidden(deal: Deal, start: Start, state: HandState, work: Work) -> int:
    """Deal the hidden cards of all seats and list the cards that are left in ``work.deck``; return their number."""
    joint = deal.joint
    for seat in range(start.cards.shape[0]):
        for place in range(start.cards.shape[1]):
            state.cards[seat, place] = start.cards[seat, place]
    used = deal.known[0]
    if joint.widths.shape[0]:
        used |= draw_hands(UNLIMITED, joint, work.random, work.picked, work.parts)[0]
    for group in range(joint.widths.shape[0]):
        for i in range(joint.widths[group]):
            seat = joint.seats[joint.seat_starts[group] + i]
            number = joint.combos[joint.combo_starts[group] + joint.widths[group] * work.picked[group] + i]
            entry = deal.entries[deal.entry_starts[seat] + number]
            for k in range(entry.shape[0]):
                if entry[k] >= 0:
                    state.cards[seat, deal.slots[seat, k]] = entry[k]
    left = 0
    for card in range(52):
        if used >> np.uint64(card) & np.uint64(1) == np.uint64(0):
            work.deck[left] = card
            left += 1
    for i in range(deal.free.shape[0]):
        at = np.int64(below(work.random, np.uint64(left)))
        state.cards[deal.free[i, 0], deal.free[i, 1]] = work.deck[at]
        # The cards left stay in order, so that equal distances in the deck are equal distances in rank.
        for k in range(at, left - 1):
            work.deck[k] = work.deck[k + 1]
        left -= 1
    return left


@subkernel
def _deal_later(next_card: int, left: int, deal: Deal, state: HandState, work: Work) -> None:
    """Deal the cards to come, the first of which is number ``next_card`` of the ``left`` cards, and start the stream of
    decisions."""
    deck, count = work.deck, deal.to_come.shape[0]
    for i in range(count):
        # The cards are swapped to the front and back again afterwards, so that the deck keeps its order.
        at = next_card if i == 0 else i + np.int64(below(work.random, np.uint64(left - i)))
        card = deck[at]
        deck[at] = deck[i]
        deck[i] = card
        seat, place = deal.to_come[i, 0], deal.to_come[i, 1]
        if seat == ON_BOARD:
            state.board[place] = card
        elif seat == IN_DECK:
            state.deck[place] = card
        else:
            state.cards[seat, place] = card
    for i in range(4):
        work.decisions[i] = next_u64(work.random)
    if count:
        _sort(deck, left)


@subkernel
def _sort(deck: I64, left: int) -> None:
    """Sort the first ``left`` cards (insertion: few of them are out of place)."""
    for i in range(1, left):
        card, k = deck[i], i - 1
        while k >= 0 and deck[k] > card:
            deck[k + 1] = deck[k]
            k -= 1
        deck[k + 1] = card


@subkernel
def begin_trial(start: Start, state: HandState, work: Work) -> None:
    """Set the betting and the cards that are seen to those when hero acts, and the stream of decisions to its start."""
    for i in range(start.numbers.shape[0]):
        state.numbers[i] = start.numbers[i]
    for seat in range(start.stacks.shape[0]):
        state.stacks[seat], state.paid[seat], state.bets[seat] = start.stacks[seat], start.paid[seat], start.bets[seat]
        state.folded[seat], state.acted[seat], state.won[seat] = start.folded[seat], start.acted[seat], 0
        state.strengths[seat], state.seen[seat] = -1.0, start.seen[seat]
        for other in range(start.stacks.shape[0]):
            state.equities[seat, other] = -1.0
    for i in range(4):
        state.random[1, i] = work.decisions[i]


@subkernel
def _play_actions(
    start: Start,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    programs: I64,
    holdings: Holdings,
    state: HandState,
    work: Work,
    tally: Tally,
) -> None:
    """Play the present trial after each action of hero, and add the results."""
    actions = start.actions.shape[0]
    for action in range(actions):
        if start.actions[action] < 0:
            _add_result(action, 0.0, work, tally)
            tally.ends[action, start.numbers[STREET]] += 1.0
            continue
        begin_trial(start, state, work)
        forget(holdings)
        put_action(start.hero, start.actions[action], rules, state)
        play_with_programs(rules, tables, cards, state, programs, holdings)
        _add_hand(action, start, state, work, tally)
    work.block[actions] += 1.0


@subkernel
def _add_hand(action: int, start: Start, state: HandState, work: Work, tally: Tally) -> None:
    """Add a hand that was played to its end."""
    hero, live, pot = start.hero, 0, 0
    for seat in range(state.folded.shape[0]):
        live += 1 - state.folded[seat]
        pot += int(state.won[seat])
    showdown = live > 1
    for seat in range(state.folded.shape[0]):
        if start.folded[seat] == 0:
            tally.seat_folds[action, seat] += state.folded[seat]
            tally.seat_showdowns[action, seat] += int(showdown and state.folded[seat] == 0)
    won = float(state.won[hero])
    result = float(state.stacks[hero] - start.stacks[hero])
    if showdown or state.numbers[STREET]:
        result -= won / max(pot, 1) * min(start.rake[0] * pot, start.rake[1])
    if state.folded[hero] == 0:
        tally.folds[action] += int(not showdown)
        tally.showdowns[action] += int(showdown)
        tally.wins[action] += int(showdown and won > 0.0)
    last = state.numbers[LOGGED] - 1
    tally.ends[action, state.log[last, LOG_STREET]] += 1.0
    _add_result(action, result, work, tally)


@subkernel
def _add_result(action: int, result: float, work: Work, tally: Tally) -> None:
    work.block[action] += result
    tally.lowest[action] = min(tally.lowest[action], result)
    tally.highest[action] = max(tally.highest[action], result)
    bins, low, high = tally.bins.shape[1], tally.bounds[0], tally.bounds[1]
    place = int((result - low) / (high - low) * bins)
    tally.bins[action, min(max(place, 0), bins - 1)] += 1.0
