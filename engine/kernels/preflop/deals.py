"""Random deals on given flops for given hands of the hero: who sees the flop, and the hero's share of the pot.

Players with a range draw a combo that avoids the hero's cards and the flop, all others any two of the remaining cards.
A draw in which two hands share a card is a try without a deal. So the share of tries that are deals, times the product
of the ranges' weights, estimates the weight of the hero's hand with the flop.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.common.rng import below, uniform
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value
from engine.kernels.jit import inlined, lean_kernel, subkernel

COMBOS = 1326
ONE = np.uint64(1)


class FlopPlayers(NamedTuple):
    """The opponents who can see the flop or whose hands matter, those with a range first.

    ``holds`` float64[ranged, 1326]: the weights of their ranges. ``goes`` float64[actions, players, 1326]: the
    probability that a hand sees the flop, ``raises`` of the same shape that it raises again. ``bits`` int64[players]:
    the player's bit in a set of players, 0 for a player who never sees the flop; ``columns`` int64[players]: where his
    raises are counted, after all sets. ``masks`` uint64[1326] and ``cards`` int64[1326, 2]: of the combos; ``dead``
    uint64[1]: mask of the dead cards.
    """

    holds: F64
    goes: F64
    raises: F64
    bits: I64
    columns: I64
    masks: U64
    cards: I64
    dead: U64


class Dealt(NamedTuple):
    """Work space.

    ``listed`` int64[ranged, 1326]: the live combos of each range; ``sums`` float64[ranged, 1326]: their cumulative
    weights; ``counts`` int64[ranged]: how many there are. Of a deal: ``hands`` int64[players], combos; ``values``
    int64[players]; ``luck`` float64[players], the random numbers that decide who sees the flop.
    """

    sums: F64
    listed: I64
    counts: I64
    hands: I64
    values: I64
    luck: F64


def new_dealt(players: FlopPlayers) -> Dealt:
    """Return work space for one call."""
    ranged, count = len(players.holds), len(players.bits)
    i = np.int64
    return Dealt(
        np.zeros((ranged, COMBOS)), np.zeros((ranged, COMBOS), i), np.zeros(ranged, i), np.zeros(count, i),
        np.zeros(count, i), np.zeros(count),
    )  # fmt: skip


@subkernel
def list_ranges(used: np.uint64, players: FlopPlayers, dealt: Dealt) -> float:
    """List the combos of each range that avoid the cards ``used``; return the product of the ranges' weights."""
    product = 1.0
    for x in range(players.holds.shape[0]):
        total, count = 0.0, 0
        for combo in range(COMBOS):
            if players.holds[x, combo] > 0.0 and players.masks[combo] & used == 0:
                total += players.holds[x, combo]
                dealt.sums[x, count] = total
                dealt.listed[x, count] = combo
                count += 1
        dealt.counts[x] = count
        product *= total
    return product


@inlined
def draw_combo(x: int, dealt: Dealt, state: U64) -> int:
    """Return a random combo of a listed range by its weight, by bisection; ``state`` uint64[4]: the generator."""
    low, high = 0, dealt.counts[x] - 1
    at = uniform(state) * dealt.sums[x, high]
    while low < high:
        middle = (low + high) >> 1
        if dealt.sums[x, middle] > at:
            high = middle
        else:
            low = middle + 1
    return int(dealt.listed[x, low])


@inlined
def draw_unused_card(used: np.uint64, state: U64) -> np.int64:
    """Return a random card that is not in the mask ``used``; ``state`` uint64[4]: the generator."""
    card = below(state, np.uint64(52))
    while used >> card & ONE:
        card = below(state, np.uint64(52))
    return np.int64(card)


@subkernel
def deal_hands(used: np.uint64, players: FlopPlayers, dealt: Dealt, state: U64) -> np.uint64:
    """Deal the opponents' hands into ``dealt.hands``; return the mask of all used cards, or 0 if two hands conflict.

    ``state`` uint64[4]: the generator.
    """
    for x in range(players.bits.shape[0]):
        if x < players.holds.shape[0]:
            combo = np.int64(draw_combo(x, dealt, state))
            if players.masks[combo] & used:
                return np.uint64(0)
        else:
            first = draw_unused_card(used, state)
            second = draw_unused_card(used | ONE << np.uint64(first), state)
            high, low = max(first, second), min(first, second)
            combo = high * (high - 1) // 2 + low
        dealt.hands[x] = combo
        used |= players.masks[combo]
    return used


@subkernel
def value_hands(
    key: np.uint64, bits: np.uint64, hero: I64, players: FlopPlayers, dealt: Dealt, tables: HighTables
) -> np.int64:
    """Fill ``dealt.values`` with the hands of players who can see the flop, on a final board; return the hero's value.

    ``key``, ``bits``: the two words of the board; ``hero`` int64[2]: the hero's cards.
    """
    for x in range(players.bits.shape[0]):
        if players.bits[x]:
            a, b = players.cards[dealt.hands[x], 0], players.cards[dealt.hands[x], 1]
            hand, suits = key + tables.keys[a] + tables.keys[b], bits | tables.bits[a] | tables.bits[b]
            dealt.values[x] = hand_value(hand, suits, tables)
    a, b = hero[0], hero[1]
    return hand_value(key + tables.keys[a] + tables.keys[b], bits | tables.bits[a] | tables.bits[b], tables)


@inlined
def count_deal(value: np.int64, players: FlopPlayers, dealt: Dealt, results: F64) -> None:
    """Count a deal in ``results`` float64[actions, columns, 2]: by action and set of players, and the hero's share.

    If players raise again, the deal is counted in the first of their columns; that player is alone with the hero.
    The same random numbers decide for all actions who sees the flop, so differences between actions have less noise.
    """
    for action in range(players.goes.shape[0]):
        together, ties, beaten, raiser = 0, 0, False, -1
        for x in range(players.bits.shape[0]):
            if players.bits[x] == 0:
                continue
            if dealt.luck[x] < players.goes[action, x, dealt.hands[x]]:
                together |= players.bits[x]
                beaten |= dealt.values[x] > value
                ties += dealt.values[x] == value
            elif dealt.luck[x] >= 1.0 - players.raises[action, x, dealt.hands[x]] and (
                raiser < 0 or players.columns[x] < players.columns[raiser]
            ):
                raiser = x
        if raiser >= 0:
            together, beaten = int(players.columns[raiser]), dealt.values[raiser] > value
            ties = int(dealt.values[raiser] == value)
        results[action, together, 0] += 1.0
        if not beaten:
            results[action, together, 1] += 1.0 / (1 + ties)


@lean_kernel
def deal_on_flops(
    cells: I64,
    tries: int,
    players: FlopPlayers,
    tables: HighTables,
    dealt: Dealt,
    state: U64,
    weights: F64,
    results: F64,
) -> None:
    """Try ``tries`` deals in each group of each of ``cells`` int64[n, 5], the hero's two cards and the flop.

    Output: ``weights`` float64[n], the product of the ranges' weights; ``results`` float64[n, groups, actions, columns,
    2] is added to: the deals with each set of players or raise, and the hero's shares of the pot. ``state`` uint64[4]:
    the generator.
    """
    for cell in range(cells.shape[0]):
        hero, flop = cells[cell, :2], cells[cell, 2:]
        known = players.dead[0]
        key, bits = KEY_START, np.uint64(0)
        for i in range(5):
            known |= ONE << np.uint64(cells[cell, i])
        for i in range(3):
            key += tables.keys[flop[i]]
            bits |= tables.bits[flop[i]]
        weights[cell] = list_ranges(known, players, dealt)
        if weights[cell] == 0.0:
            continue
        for group in range(results.shape[1]):
            for _ in range(tries):
                used = deal_hands(known, players, dealt, state)
                if used == 0:
                    continue
                # Turn and river are drawn from the cards that all hands leave.
                turn = draw_unused_card(used, state)
                river = draw_unused_card(used | ONE << np.uint64(turn), state)
                for x in range(dealt.luck.shape[0]):
                    dealt.luck[x] = uniform(state)
                board_key = key + tables.keys[turn] + tables.keys[river]
                board_bits = bits | tables.bits[turn] | tables.bits[river]
                value = value_hands(board_key, board_bits, hero, players, dealt, tables)
                count_deal(value, players, dealt, results[cell, group])
