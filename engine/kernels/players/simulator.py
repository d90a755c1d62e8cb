"""The program *simulator*: selective sampling. It plays the hand to its end after each of its actions, many times, and
takes the action that earns most on average.

A sample deals the hidden hands of the opponents from their ranges, and all cards to come; every action is played with
the same cards and the same stream of random decisions. After the action everybody plays by the description by which
others read him, the program itself as well.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.common.rng import uniform
from engine.kernels.jit import inlined, subkernel
from engine.kernels.players.holdings import Holdings, read_log
from engine.kernels.players.playing import (
    BOARD_SIZE,
    HAND_SIZE,
    PRICE,
    STREET,
    TURN,
    CardTables,
    HandState,
    PlayTables,
    Rules,
    legal_chips,
    new_hand_state,
    play_on,
    put_action,
    start_streams,
)

SIMULATOR = 8
"""The program, in addition to those of ``programs``."""
MAX_ACTIONS = 5
"""Fold, call or check, half the pot, the pot, all in."""
MAX_COMBOS = 1326
MAX_TRIES = 100
"""Draws of all hands of the opponents until no two share a card; then their cards are dealt like all others."""
NEXT_TO_LAST_STREET, RIVER_CARD = 3, HAND_SIZE - 1
WORD = 9007199254740992.0
"""Two to the power of 53."""


class SimulatorWork(NamedTuple):
    """Work space for the decisions of a simulator at a table of n seats.

    ``trial``: the hand that is played to its end. ``unknown``, ``rest`` int64[52]: the cards that the seat does not
    see, and those of them that a sample has not dealt yet. ``combos`` int64[MAX_COMBOS, 2]: all hands of two unknown
    cards; ``cumulative`` float64[n, MAX_COMBOS]: the sums of their weights for each opponent. ``seed`` uint64[2]: of
    the streams of the samples. ``chips`` int64[MAX_ACTIONS]: the chips that each action adds, -1 for a fold, ascending;
    ``values`` float64[MAX_ACTIONS]: the sum of its results over the samples.
    """

    trial: HandState
    unknown: I64
    rest: I64
    combos: I64
    cumulative: F64
    seed: U64
    chips: I64
    values: F64


def new_simulator_work(seats: int) -> SimulatorWork:
    """Return new work space for a table of ``seats`` seats."""
    unknown, rest = np.zeros((2, 52), np.int64)
    return SimulatorWork(
        new_hand_state(seats), unknown, rest, np.zeros((MAX_COMBOS, 2), np.int64), np.zeros((seats, MAX_COMBOS)),
        np.zeros(2, np.uint64), np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS),
    )  # fmt: skip


@subkernel
def simulator_chips(
    seat: int,
    samples: int,
    rake: float,
    rake_cap: int,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    holdings: Holdings,
    work: SimulatorWork,
) -> int:
    """Return the chips of the action that earns most in ``samples`` samples, of equal ones the cheapest; -1: a fold.

    ``rake`` and ``rake_cap`` are those of the match.
    """
    actions = _list_actions(seat, rules, state, work)
    if actions == 1:
        return int(work.chips[0])
    read_log(rules, tables, cards, state, holdings)
    for i in range(2):
        work.seed[i] = np.uint64(np.int64(uniform(state.random[1]) * WORD))
    unknown = _list_unknown(seat, rules, state, work)
    combos = _list_combos(seat, unknown, cards, state, holdings, work)
    work.values[:] = 0.0
    for sample in range(samples):
        start_streams(work.seed, sample, work.trial.random)
        _deal_sample(seat, unknown, combos, rules, state, work)
        for action in range(actions):
            if work.chips[action] >= 0:  # a fold earns nothing from here on
                _begin_trial(seat, sample, state, holdings, work)
                work.values[action] += _played_out(seat, int(work.chips[action]), rake, rake_cap, rules, tables, cards,
                                                   state, work)  # fmt: skip
    best = 0
    for action in range(1, actions):
        if work.values[action] > work.values[best]:
            best = action
    return int(work.chips[best])


@subkernel
def _list_actions(seat: int, rules: Rules, state: HandState, work: SimulatorWork) -> int:
    """List the legal actions in ``work.chips``, the cheapest first; return their number."""
    bet, stack, price = int(state.bets[seat]), int(state.stacks[seat]), int(state.numbers[PRICE])
    call = min(price - bet, stack)
    paid, pot = state.paid[seat] + call, call
    for other in range(state.paid.shape[0]):
        pot += int(min(state.paid[other], paid))
    count = 0
    if call > 0:
        work.chips[0] = -1
        count = 1
    work.chips[count] = call
    count += 1
    for size in range(3):
        to = price + pot // 2 if size == 0 else price + pot if size == 1 else bet + stack
        chips = legal_chips(seat, to, rules, state)
        if chips > work.chips[count - 1]:
            work.chips[count] = chips
            count += 1
    return count


@inlined
def _bit(card: int) -> np.uint64:
    return np.uint64(1) << np.uint64(card)


@subkernel
def _list_unknown(seat: int, rules: Rules, state: HandState, work: SimulatorWork) -> int:
    """List the cards that a seat does not see in ``work.unknown``, and put those that it sees into ``work.trial``;
    return the number of unknown cards."""
    street, trial, seen = int(state.numbers[STREET]), work.trial, np.uint64(0)
    known = street + 3 if rules.stud else 2
    for card in range(known):
        trial.cards[seat, card] = state.cards[seat, card]
        seen |= _bit(state.cards[seat, card])
    if rules.stud:
        for other in range(state.folded.shape[0]):
            for card in range(2, min(known, RIVER_CARD)):
                # Cards of a seat that has folded stay seen, up to the street on which it folded.
                if other != seat and card < state.seen[other]:
                    trial.cards[other, card] = state.cards[other, card]
                    seen |= _bit(state.cards[other, card])
    elif street > 0:
        for card in range(street + 2):
            trial.board[card] = state.board[card]
            seen |= _bit(state.board[card])
    count = 0
    for card in range(52):
        if seen & _bit(card) == np.uint64(0):
            work.unknown[count] = card
            count += 1
    return count


@subkernel
def _list_combos(
    seat: int, unknown: int, cards: CardTables, state: HandState, holdings: Holdings, work: SimulatorWork
) -> int:
    """List all hands of two unknown cards, with the sums of their weights for each opponent; return their number."""
    count = 0
    for high in range(unknown):
        for low in range(high):
            work.combos[count, 0], work.combos[count, 1] = work.unknown[low], work.unknown[high]
            count += 1
    for other in range(state.folded.shape[0]):
        if other == seat or state.folded[other]:
            continue
        total = 0.0
        for combo in range(count):
            total += holdings.weights[other, cards.hand_of[work.combos[combo, 0], work.combos[combo, 1]]]
            work.cumulative[other, combo] = total
        if total == 0.0:  # nothing that he can hold fits his actions: any hand
            for combo in range(count):
                work.cumulative[other, combo] = combo + 1.0
    return count


@subkernel
def _deal_sample(seat: int, unknown: int, combos: int, rules: Rules, state: HandState, work: SimulatorWork) -> None:
    """Deal the hidden cards of the opponents and the cards to come of a sample to ``work.trial``."""
    seats, street, random = state.folded.shape[0], int(state.numbers[STREET]), work.trial.random[0]
    trial, used = work.trial, _draw_hands(seat, combos, state, work)
    left, live = 0, 0
    for i in range(unknown):
        if used & _bit(work.unknown[i]) == np.uint64(0):
            work.rest[left] = work.unknown[i]
            left += 1
    for other in range(seats):
        live += 1 - state.folded[other]
        if used == np.uint64(0) and other != seat and state.folded[other] == 0:
            for card in range(2):
                trial.cards[other, card] = _next_card(left, random, work)
                left -= 1
    if not rules.stud:
        for card in range(0 if street == 0 else street + 2, BOARD_SIZE):
            trial.board[card] = _next_card(left, random, work)
            left -= 1
        return
    for card in range(street + 3, RIVER_CARD):
        for other in range(seats):
            if state.folded[other] == 0:
                trial.cards[other, card] = _next_card(left, random, work)
                left -= 1
    first = RIVER_CARD * seats
    if street <= NEXT_TO_LAST_STREET:
        for card in range(min(first, 51), min(first + live, 52)):
            trial.deck[card] = _next_card(left, random, work)
            left -= 1
        return
    for other in range(seats):
        if other == seat or state.folded[other]:
            continue
        # With too few cards for everybody all share the last one, which is no secret.
        if state.cards[other, RIVER_CARD] == state.cards[seat, RIVER_CARD]:
            trial.cards[other, RIVER_CARD] = state.cards[seat, RIVER_CARD]
        else:
            trial.cards[other, RIVER_CARD] = _next_card(left, random, work)
            left -= 1


@inlined
def _next_card(left: int, random: U64, work: SimulatorWork) -> int:
    """Draw one of the first ``left`` cards of ``work.rest``, and replace it by the last of them."""
    at = int(uniform(random) * left)
    card = int(work.rest[at])
    work.rest[at] = work.rest[left - 1]
    return card


@subkernel
def _draw_hands(seat: int, combos: int, state: HandState, work: SimulatorWork) -> np.uint64:
    """Draw the hands of the opponents by their weights, again until no two share a card; return the mask of their
    cards, 0 if they could not be drawn."""
    random = work.trial.random[0]
    for _ in range(MAX_TRIES):
        used, clash = np.uint64(0), False
        for other in range(state.folded.shape[0]):
            if clash or other == seat or state.folded[other]:
                continue
            cumulative = work.cumulative[other]
            drawn = uniform(random) * cumulative[combos - 1]
            low, high = 0, combos - 1
            while low < high:
                middle = (low + high) // 2
                if cumulative[middle] > drawn:
                    high = middle
                else:
                    low = middle + 1
            mask = _bit(work.combos[low, 0]) | _bit(work.combos[low, 1])
            clash = used & mask != np.uint64(0)
            used |= mask
            work.trial.cards[other, 0], work.trial.cards[other, 1] = work.combos[low, 0], work.combos[low, 1]
        if not clash:
            return used
    return np.uint64(0)


@subkernel
def _begin_trial(seat: int, sample: int, state: HandState, holdings: Holdings, work: SimulatorWork) -> None:
    """Set the chips and the betting of the trial to those of the hand, and its decisions to the start of the sample."""
    trial, seats = work.trial, state.folded.shape[0]
    for i in range(state.numbers.shape[0]):
        trial.numbers[i] = state.numbers[i]
    for other in range(seats):
        trial.stacks[other], trial.paid[other], trial.bets[other] = (
            state.stacks[other], state.paid[other], state.bets[other],
        )  # fmt: skip
        trial.folded[other], trial.acted[other], trial.won[other] = state.folded[other], state.acted[other], 0
        trial.positions[other], trial.seen[other] = state.positions[other], state.seen[other]
        trial.players[other] = holdings.models[other]
        # The strength and the equities of the seat's own hand stay valid; the opponents have other cards in every
        # sample.
        trial.strengths[other] = state.strengths[other] if other == seat else -1.0
        for against in range(seats):
            trial.equities[other, against] = state.equities[other, against] if other == seat else -1.0
    start_streams(work.seed, sample, trial.random)


@subkernel
def _played_out(
    seat: int,
    chips: int,
    rake: float,
    rake_cap: int,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    work: SimulatorWork,
) -> float:
    """Play the trial to its end after an action of the seat; return the chips that it earned from the action on."""
    trial, live, pot = work.trial, 0, 0
    put_action(seat, chips, rules, trial)
    for other in range(trial.folded.shape[0]):
        live += 1 - trial.folded[other]
    if live == 1:
        trial.numbers[TURN] = -1
    play_on(rules, tables, cards, trial)
    result = float(trial.stacks[seat] - state.stacks[seat])
    if rake > 0.0 and trial.numbers[STREET] > 0:
        for other in range(trial.won.shape[0]):
            pot += int(trial.won[other])
        charged = int(rake * pot + 1e-9)
        if rake_cap >= 0:
            charged = min(charged, rake_cap)
        result -= charged * trial.won[seat] / pot
    return result
