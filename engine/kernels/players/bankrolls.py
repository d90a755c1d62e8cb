"""Bets of programs that have a bankroll: Kelly's bet, and the one that Cassandra published.

Kelly's bet x against n opponents who all call maximizes, with the probability p to beat all of them, the bankroll W,
the retained pot c and the chips r_i that opponent i can match,

    p ln(1 + (c + sum min(x, r_i)) / W) + (1 - p) ln(1 - x / W),

which is ``engine.kelly.growth`` without splits. Cassandra's chances are those to win and to split against one opponent,
as she counts them: in hold'em exactly, over all rivers, turns and hands of the opponent, in razz from the distributions
of final hands of ``strength``. Her bet: ``engine.kelly.cassandra``.
"""

import numpy as np

from engine.arrays import F64, I64
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value, rank_value
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel
from engine.kernels.players.playing import (
    BOARD_SIZE,
    HAND_SIZE,
    STREET,
    CardTables,
    HandState,
    Rules,
    _bit_count,
    _live_suits,
    _razz_rank,
)
from engine.kernels.players.strength import LowWork, low_distribution, new_low_work
from engine.kernels.razz.low import HANDS

MIN_FRACTION, MAX_FRACTION = 0.001, 0.999
OPPONENT_HANDS = 990
MAX_DRAWN = 6
"""The most cards that are drawn to a razz hand: by an opponent of whom only the door card is known."""


def new_third_street_work() -> LowWork:
    """Return work space of ``low_distribution`` for hands to which up to ``MAX_DRAWN`` cards are drawn."""
    return new_low_work(MAX_DRAWN)


@linked
@lean_kernel
def kelly_growth(chance: float, pot: float, chips: float, bankroll: float, reach: F64) -> float:
    """Return the expected growth of a bet of ``chips`` that everybody calls as far as he can.

    ``chance``: to beat all opponents; ``pot``: the retained pot; ``reach`` float64[n]: the chips that each opponent can
    match, 0 for seats that are not in.
    """
    won = pot
    for seat in range(reach.shape[0]):
        won += min(chips, reach[seat])
    result = chance * np.log1p(won / bankroll)
    if chance < 1.0:
        result += (1.0 - chance) * np.log1p(-chips / bankroll) if chips < bankroll else -np.inf
    return float(result)


@linked
@lean_kernel
def kelly_bet(chance: float, pot: float, bankroll: float, reach: F64) -> float:
    """Return the bet that grows a bankroll most, in chips; ``reach`` float64[n] and the others are as in
    :func:`kelly_growth`.

    The growth is concave. Between two reaches, with m opponents who match more, its maximum is at
    x = (p m W - (1 - p) (W + c)) / m, with c the pot and the chips that the others match. The bet is the first maximum
    inside its piece, or the end of the first piece after which the growth does not rise.
    """
    low = 0.0
    while True:
        high, matching, matched = bankroll, 0, pot
        for seat in range(reach.shape[0]):
            if reach[seat] > low:
                matching += 1
                high = min(high, reach[seat])
            else:
                matched += reach[seat]
        if matching == 0 or low >= bankroll:
            return low
        best = (chance * matching * bankroll - (1.0 - chance) * (bankroll + matched)) / matching
        if best < high:
            return max(best, low)
        low = high


@subkernel
def showdown_chances(seat: int, rules: Rules, cards: CardTables, state: HandState, chances: F64) -> float:
    """Write a seat's chances to win and to split against one random hand to ``chances`` float64[2], on average over
    its opponents; return the number of showdowns that are counted."""
    if rules.stud:
        _low_chances(seat, cards, state, chances)
        return 1e6
    known = state.numbers[STREET] + 2
    return high_chances(state.cards[seat, 0], state.cards[seat, 1], state.board, known, cards.high, chances)


@linked
@lean_kernel
def high_chances(one: int, other: int, board: I64, known: int, tables: HighTables, chances: F64) -> float:
    """Write the chances of two hole cards to win and to split against one random hand, on the first ``known`` cards (3
    to 5) of ``board`` int64[5], to ``chances`` float64[2]; return the number of showdowns."""
    key, bits, taken = KEY_START, np.uint64(0), np.uint64(0)
    for i in range(known):
        key += tables.keys[board[i]]
        bits |= tables.bits[board[i]]
        taken |= np.uint64(1) << np.uint64(board[i])
    taken |= np.uint64(1) << np.uint64(one) | np.uint64(1) << np.uint64(other)
    won = split = boards = 0
    for turn in range(52 if known == 3 else 1):
        if known == 3 and taken >> np.uint64(turn) & np.uint64(1):
            continue
        for river in range(turn if known == 3 else 52 if known == 4 else 1):
            if known < BOARD_SIZE and taken >> np.uint64(river) & np.uint64(1):
                continue
            last_key, last_bits, last_taken = key, bits, taken
            if known == 3:
                last_key += tables.keys[turn]
                last_bits |= tables.bits[turn]
                last_taken |= np.uint64(1) << np.uint64(turn)
            if known < BOARD_SIZE:
                last_key += tables.keys[river]
                last_bits |= tables.bits[river]
                last_taken |= np.uint64(1) << np.uint64(river)
            counts = _river_counts(one, other, last_key, last_bits, last_taken, tables)
            won += counts >> 16
            split += counts & 65535
            boards += 1
    total = float(boards * OPPONENT_HANDS)
    chances[0], chances[1] = won / total, split / total
    return total


@subkernel
def _river_counts(one: int, other: int, key: np.uint64, bits: np.uint64, taken: np.uint64, tables: HighTables) -> int:
    """Return how many of the 990 hands of an opponent are beaten (times 65,536) and tied on a complete board.

    ``key``, ``bits`` and ``taken`` are those of the board, ``taken`` with the two hole cards. Hands are counted by
    their ranks. If the board has three cards of a suit, hands with two more of it are flushes and are counted one by
    one; if it has four or five, all hands are.
    """
    own = hand_value(key + tables.keys[one] + tables.keys[other], bits | tables.bits[one] | tables.bits[other], tables)
    suit = suited = won = split = 0
    for each in range(4):
        count = int(key >> np.uint64(32 + 4 * each) & np.uint64(15)) - 3
        if count > suited:
            suit, suited = each, count
    if suited > 3:
        for high in range(52):
            if taken >> np.uint64(high) & np.uint64(1):
                continue
            for low in range(high):
                if taken >> np.uint64(low) & np.uint64(1) == 0:
                    combo_bits = tables.bits[high] | tables.bits[low]
                    value = hand_value(key + tables.keys[high] + tables.keys[low], bits | combo_bits, tables)
                    won += int(value < own)
                    split += int(value == own)
        return won << 16 | split
    for high in range(13):
        high_live = _live_suits(high, taken)
        high_count = _bit_count(high_live)
        for low in range(high + 1):
            low_live = _live_suits(low, taken)
            combos = high_count * _bit_count(low_live) if low < high else high_count * (high_count - 1) // 2
            if combos == 0:
                continue
            value = rank_value(key + tables.keys[4 * high] + tables.keys[4 * low], tables)
            if suited == 3 and low < high and high_live >> suit & low_live >> suit & 1:
                combos -= 1
                in_suit = bits >> np.uint64(16 * suit) & np.uint64(8191)
                flush = np.int64(tables.flushes[in_suit | np.uint64(1 << high | 1 << low)])
                won += int(flush < own)
                split += int(flush == own)
            won += combos * int(value < own)
            split += combos * int(value == own)
    return won << 16 | split


@subkernel
def _low_chances(seat: int, cards: CardTables, state: HandState, chances: F64) -> None:
    """Write a razz seat's chances to win and to split against each opponent, on average, to ``chances`` float64[2]."""
    seats, known = state.folded.shape[0], state.numbers[STREET] + 3
    up_end = min(known, HAND_SIZE - 1)
    own, live, theirs = state.ranks[0], state.ranks[1], state.ranks[2]
    own[:], live[:] = 0, 4
    for card in range(known):
        own[_razz_rank(state.cards[seat, card])] += 1
        live[_razz_rank(state.cards[seat, card])] -= 1
    for other in range(seats):
        for card in range(2, up_end):
            if other != seat and card < state.seen[other]:
                live[_razz_rank(state.cards[other, card])] -= 1
    low_distribution(own, live, HAND_SIZE - known, cards.low, cards.work, cards.ways[0])
    chances[:] = 0.0
    opponents = 0
    for other in range(seats):
        if other == seat or state.folded[other]:
            continue
        theirs[:] = 0
        for card in range(2, up_end):
            theirs[_razz_rank(state.cards[other, card])] += 1
        low_distribution(theirs, live, HAND_SIZE + 2 - up_end, cards.low, cards.work, cards.ways[1])
        total = other_total = 0.0
        for hand in range(HANDS):
            total += cards.ways[0, hand]
            other_total += cards.ways[1, hand]
        above = other_total
        for hand in range(HANDS):
            above -= cards.ways[1, hand]
            chances[0] += cards.ways[0, hand] * above / (total * other_total)
            chances[1] += cards.ways[0, hand] * cards.ways[1, hand] / (total * other_total)
        opponents += 1
    chances[0] /= opponents
    chances[1] /= opponents


@linked
@lean_kernel
def cassandra_bet(win: float, split: float, total: float, opponents: int, pot: float) -> float:
    """Return the share of the bankroll that Cassandra bets against ``opponents``.

    ``win``, ``split``: her chances in ``total`` counted showdowns against one opponent; ``pot``: in bankrolls. The
    chances of the results are those of ``cassandra_outcomes``, the bet that of ``cassandra_fraction``.
    """
    if win + split <= 0.0:
        return 0.0
    if win + split >= 1.0 - 0.25 / total:
        return 1.0
    low, high = MIN_FRACTION, MAX_FRACTION
    at_low, at_high = (
        _equation(win, split, total, opponents, pot, low),
        _equation(win, split, total, opponents, pot, high),
    )
    if at_high >= 0.0:
        return high
    if at_low <= 0.0:
        return low if at_low == 0.0 else 0.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if _equation(win, split, total, opponents, pot, middle) > 0.0:
            low = middle
        else:
            high = middle
    return low


@subkernel
def _equation(win: float, split: float, total: float, opponents: int, pot: float, x: float) -> float:
    """Return the left side of Cassandra's equation for a bet of the share ``x``."""
    result, lose = 0.0, 1.0
    for ties in range(opponents + 1):
        chance, wins = 1.0, opponents - ties
        for k in range(wins):
            # C(n, wins) is multiplied in factor by factor; the urn is drawn from without replacement.
            chance *= (opponents - k) / (k + 1) * _left(win, k, total)
        for k in range(ties):
            chance *= _left(split, k, total)
        lose -= chance
        net = (wins * x + pot) / (1 + ties)
        result += chance * net / (x * (1.0 + net))
    return result - max(lose, 0.0) / (1.0 - x)


@inlined
def _left(share: float, drawn: int, total: float) -> float:
    """Return the share of such showdowns in an urn from which ``drawn`` of them were taken."""
    return max(share * total - drawn, 0.0) / (total - drawn)
