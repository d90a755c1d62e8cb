"""Whole hands played by descriptions of players, to the chip: hold'em at any limit and razz at fixed limit.

A hand is a :class:`HandState`. :func:`deal_cards` deals it, :func:`start_hand` posts antes and blinds, and
:func:`play_on` plays it until a seat without a description has to act, or to its end, when the pots are paid.
:func:`put_action` makes the action of such a seat. All amounts are whole chips, so that a pot is split to the chip: odd
chips go to the winners left of the button.

The cards and the decisions of a hand are drawn from two streams of random numbers of their own: with other players at
the table, the same number of a hand still deals the same cards.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F32, F64, I16, I64, U64
from engine.kernels.common.rng import shuffle, uniform
from engine.kernels.holdem.high import KEY_START, HighTables, hand_value, rank_value
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel
from engine.kernels.players.strength import LowWork, low_distribution, lower_share
from engine.kernels.razz.low import HANDS, LowTables, low_value

NO_LIMIT, POT_LIMIT, FIXED_LIMIT = range(3)
STREET, PRICE, RAISE_SIZE, RAISES, RAISER, RAISER_BEFORE, LIMPERS, TURN, BUTTON, LOGGED = range(10)
"""The indices of :attr:`HandState.numbers`."""
FOLD, CHECK, CALL, RAISE, POST = range(5)
"""The kinds of logged actions; a bet is a raise."""
LOG_STREET, LOG_SEAT, LOG_KIND, LOG_CHIPS, LOG_PRICE = range(5)
MAX_LOG = 512
BET, LAST_RAISER, RAISING = range(3)
"""The curves of a street."""
FIRST_BIG_BET_STREET = 2
FOURTH_SIZE, BOARD_SIZE, HAND_SIZE = 4, 5, 7


class Rules(NamedTuple):
    """The rules of a table; amounts in chips. ``stud``: 1 for razz, 0 for hold'em. ``limit``: one of the constants.
    ``cap``: the most bets and raises on a street at fixed limit with three players or more."""

    stud: int
    limit: int
    ante: int
    small_blind: int
    big_blind: int
    bring_in: int
    small_bet: int
    big_bet: int
    cap: int


class PlayTables(NamedTuple):
    """The compiled descriptions of d players.

    ``row_of`` int16[d, situations, positions, positions + 1]: the row of a situation, by the player's position and the
    last raiser's (the last index: nobody has raised). ``rows`` float32[r, hands, 2]: the probability of raising, and of
    raising or calling. ``jam``: the situation of a jam, or -1. ``open_sizes`` float64[d, 4]: an open and the addition
    for each limper in big blinds, and the multiples of a 3-bet and of later raises. ``curves`` float64[d, streets, 3,
    points, 2] with ``points`` int64[d, streets, 3]. ``margins`` float64[d, streets, 2]: margin and width. ``sizes``
    float64[d, streets, n, 2]: shares of the pot, and the sums of their weights up to here, as shares of all.
    """

    row_of: I16
    rows: F32
    jam: int
    open_sizes: F64
    curves: F64
    points: I64
    margins: F64
    sizes: F64


class CardTables(NamedTuple):
    """Tables of cards. ``hand_of`` int16[52, 52]: the hand (its column in ``rows``) of two hole cards; ``high`` and
    ``low``: evaluators; ``flop_rows``, ``flop_turned``, ``flop_combos``, and ``flop_equities`` (as shares): as in
    ``engine.players.flops``; ``work`` and ``ways`` float64[2, HANDS]: work space."""

    hand_of: I16
    high: HighTables
    low: LowTables
    flop_rows: I16
    flop_turned: I16
    flop_combos: I16
    flop_equities: F32
    work: LowWork
    ways: F64


class HandState(NamedTuple):
    """A hand in play at a table of n seats.

    ``numbers`` int64[10]: by the constants ``STREET`` (0: the first) to ``LOGGED`` (number of logged actions); seats
    are -1 for nobody, ``TURN`` -1 means that the hand is over. ``stacks``, ``paid`` (chips in all pots), ``bets``
    (those of this street), ``folded``, ``acted`` (since the last full raise), ``won``: int64[n]. ``positions``
    int64[n]: on the first street (razz: door rank). ``players`` int64[n]: descriptions, -1 for a seat that the caller
    plays. ``cards`` int64[n, 7]: the cards of each seat, dealt or not; ``board`` int64[5]; ``deck`` int64[52].
    ``strengths`` float64[n], in razz ``equities`` float64[n, n] against each opponent: those of this street, -1 if not
    yet known. ``random`` uint64[2, 4]: the streams of cards
    and of decisions. ``log`` int64[MAX_LOG, 5]: street, seat, kind, chips added, price before. ``ranks`` int64[3, 13]:
    work space; ``seen`` int64[n]: razz cards of each seat that were dealt before it folded, without the last one.
    """

    numbers: I64
    stacks: I64
    paid: I64
    bets: I64
    folded: I64
    acted: I64
    won: I64
    positions: I64
    players: I64
    cards: I64
    board: I64
    deck: I64
    strengths: F64
    random: U64
    log: I64
    ranks: I64
    seen: I64
    equities: F64


def new_hand_state(seats: int) -> HandState:
    """Return the state of a table of ``seats`` seats, without chips and cards."""
    stacks, paid, bets, folded, acted, won, positions, players, seen = np.zeros((9, seats), np.int64)
    return HandState(
        np.zeros(10, np.int64), stacks, paid, bets, folded, acted, won, positions, players,
        np.zeros((seats, HAND_SIZE), np.int64), np.zeros(BOARD_SIZE, np.int64), np.arange(52), np.zeros(seats),
        np.zeros((2, 4), np.uint64), np.zeros((MAX_LOG, 5), np.int64), np.zeros((3, 13), np.int64), seen,
        np.zeros((seats, seats)),
    )  # fmt: skip


@inlined
def _mixed(word: np.uint64) -> np.uint64:
    """Return a scrambled word (SplitMix64; Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
    2014)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@linked
@lean_kernel
def start_streams(seed: U64, hand: int, random: U64) -> None:
    """Start the streams of hand number ``hand``; ``seed`` uint64[2], ``random`` uint64[2, 4]."""
    for stream in range(2):
        word = seed[stream] + np.uint64(hand) * np.uint64(0xD1342543DE82EF95)
        for i in range(4):
            word += np.uint64(0x9E3779B97F4A7C15)
            random[stream, i] = _mixed(word)


@subkernel
def _pay(seat: int, chips: int, state: HandState) -> None:
    """Move chips of a seat into the pot as a part of its bet; all of its stack if it has less."""
    paid = min(chips, state.stacks[seat])
    state.stacks[seat] -= paid
    state.paid[seat] += paid
    state.bets[seat] += paid


@subkernel
def _log(seat: int, kind: int, chips: int, price: int, state: HandState) -> None:
    row = state.numbers[LOGGED]
    if row < MAX_LOG:
        state.log[row, LOG_STREET] = state.numbers[STREET]
        state.log[row, LOG_SEAT] = seat
        state.log[row, LOG_KIND] = kind
        state.log[row, LOG_CHIPS] = chips
        state.log[row, LOG_PRICE] = price
        state.numbers[LOGGED] = row + 1


@inlined
def _razz_rank(card: int) -> int:
    return ((card >> 2) + 1) % 13


@subkernel
def _live(state: HandState) -> int:
    """Return how many seats have not folded."""
    count = 0
    for seat in range(state.folded.shape[0]):
        count += 1 - state.folded[seat]
    return count


@subkernel
def _next_turn(seat: int, state: HandState) -> int:
    """Return the seat that acts after ``seat``, or -1 if the betting of this street is over."""
    seats, able = state.stacks.shape[0], 0
    for other in range(seats):
        able += int(state.folded[other] == 0 and state.stacks[other] > 0)
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if state.folded[other] == 0 and state.stacks[other] > 0:
            behind = state.bets[other] < state.numbers[PRICE]
            # With a single seat that has chips there is nobody to bet against: it acts only if it faces a bet.
            if behind or (able > 1 and state.acted[other] == 0):
                return int(other)
    return -1


@linked
@lean_kernel
def deal_cards(rules: Rules, state: HandState) -> None:
    """Shuffle the deck and deal all cards that the hand can need; seats without a stack get cards nobody sees."""
    shuffle(state.deck, state.random[0])
    seats = state.stacks.shape[0]
    per_seat = HAND_SIZE - 1 if rules.stud else 2
    for card in range(per_seat):
        for seat in range(seats):
            state.cards[seat, card] = state.deck[card * seats + seat]
    if not rules.stud:
        for i in range(BOARD_SIZE):
            state.board[i] = state.deck[2 * seats + i]


@linked
@lean_kernel
def start_hand(rules: Rules, state: HandState) -> None:
    """Post antes, blinds and the bring-in of a dealt hand; seats without a stack are out.

    ``stacks``, ``players``, ``cards`` and the button are set; the rest of ``state`` is reset.
    """
    seats = state.stacks.shape[0]
    state.numbers[STREET], state.numbers[PRICE], state.numbers[RAISE_SIZE] = 0, 0, 0
    state.numbers[RAISES], state.numbers[LIMPERS], state.numbers[LOGGED] = 0, 0, 0
    state.numbers[RAISER], state.numbers[RAISER_BEFORE] = -1, -1
    dealt = 0
    for seat in range(seats):
        state.paid[seat], state.bets[seat], state.acted[seat], state.won[seat] = 0, 0, 0, 0
        state.strengths[seat], state.seen[seat] = -1.0, 3
        state.folded[seat] = int(state.stacks[seat] == 0)
        dealt += 1 - state.folded[seat]
    for seat in range(seats):
        if state.folded[seat] == 0 and rules.ante:
            _pay(seat, rules.ante, state)
            state.bets[seat] = 0  # an ante need not be matched
    last = _post_bring_in(rules, state) if rules.stud else _post_blinds(dealt, rules, state)
    state.numbers[TURN] = _next_turn(last, state)


@subkernel
def _post_blinds(dealt: int, rules: Rules, state: HandState) -> int:
    """Post the blinds and number the positions; return the seat of the big blind."""
    seats, place, seat = state.stacks.shape[0], 0, state.numbers[BUTTON]
    last = seat
    for step in range(1, 2 * seats + 1):
        other = (seat + step) % seats
        if state.folded[other] or place == dealt:
            continue
        # Heads up the button posts the small blind: the walk begins with it. With more players the first one after the
        # button does, and positions end with the big blind.
        offset = place if dealt > 2 else 1 - place
        if offset < 2:
            blind = rules.small_blind if offset == 0 else rules.big_blind
            _pay(other, blind, state)
            _log(other, POST, blind, 0, state)
            last = other if offset == 1 else last
        behind = dealt - 1 - (place - 2) % dealt if dealt > 2 else 1 - offset
        # The positions from early to the big blind have five and more, four or three ... players behind.
        state.positions[other] = 0 if behind > 5 else (5 - behind if behind < 4 else 1)
        place += 1
    state.numbers[PRICE], state.numbers[RAISE_SIZE] = rules.big_blind, rules.big_blind
    state.numbers[RAISES] = 0
    return int(last)


@subkernel
def _post_bring_in(rules: Rules, state: HandState) -> int:
    """Post the bring-in of the highest door, of equal ones that of the highest suit; return its seat."""
    last, worst = 0, -1
    for seat in range(state.stacks.shape[0]):
        door = state.cards[seat, 2]
        state.positions[seat] = _razz_rank(door)
        value = 4 * _razz_rank(door) + 3 - (door & 3)
        if state.folded[seat] == 0 and value > worst:
            last, worst = seat, value
    _pay(last, rules.bring_in, state)
    _log(last, POST, rules.bring_in, 0, state)
    state.acted[last] = 1  # it need not act again unless somebody completes
    state.numbers[PRICE] = rules.bring_in
    return int(last)


@subkernel
def legal_chips(seat: int, to: int, rules: Rules, state: HandState) -> int:
    """Return the chips that a seat adds if it wants to bet or raise ``to`` an amount of this street: those of the
    nearest legal action that is not higher, which may be a call or check."""
    numbers = state.numbers
    price, stack, bet = int(numbers[PRICE]), int(state.stacks[seat]), int(state.bets[seat])
    call = min(price - bet, stack)
    able, live = 0, 0
    for other in range(state.stacks.shape[0]):
        live += 1 - state.folded[other]
        able += int(other != seat and state.folded[other] == 0 and state.stacks[other] > 0)
    if state.acted[seat] or able == 0 or stack <= call:
        return call
    if rules.limit == FIXED_LIMIT:
        size = rules.big_bet if numbers[STREET] >= FIRST_BIG_BET_STREET else rules.small_bet
        if live > 2 and int(numbers[RAISES]) + int(not rules.stud and numbers[STREET] == 0) >= rules.cap:
            return call
        full = size if price < size else price + size
        return min(full - bet, stack)
    if rules.limit == POT_LIMIT:
        pot = call
        for other in range(state.stacks.shape[0]):
            pot += int(state.paid[other])
        to = min(to, price + pot)
    if to >= bet + stack:
        return stack
    return to - bet if to >= price + max(int(numbers[RAISE_SIZE]), rules.big_blind) else call


@linked
@lean_kernel
def put_action(seat: int, chips: int, rules: Rules, state: HandState) -> None:
    """Make the legal action of a seat whose turn it is: it adds ``chips``, or folds (-1)."""
    numbers = state.numbers
    price = numbers[PRICE]
    if chips < 0:
        state.folded[seat] = 1
        _log(seat, FOLD, 0, price, state)
    else:
        call = min(price - state.bets[seat], state.stacks[seat])
        kind = RAISE if chips > call else CALL if chips > 0 else CHECK
        _log(seat, kind, chips, price, state)
        _pay(seat, chips, state)
        if kind == RAISE:
            added = state.bets[seat] - price
            size = max(numbers[RAISE_SIZE], rules.big_blind)
            if rules.limit == FIXED_LIMIT:
                size = rules.big_bet if numbers[STREET] >= FIRST_BIG_BET_STREET else rules.small_bet
            completes = rules.limit == FIXED_LIMIT and price < size <= state.bets[seat]
            if added >= size or completes:  # only a full raise lets those raise again who have acted
                for other in range(state.stacks.shape[0]):
                    state.acted[other] = 0
            numbers[RAISE_SIZE] = max(added, numbers[RAISE_SIZE])
            numbers[PRICE] = state.bets[seat]
            numbers[RAISES] += 1
            numbers[RAISER] = seat
        elif kind == CALL and numbers[RAISES] == 0 and numbers[STREET] == 0:
            numbers[LIMPERS] += 1
    state.acted[seat] = 1
    numbers[TURN] = _next_turn(seat, state)


@inlined
def _curve(player: int, street: int, curve: int, strength: float, tables: PlayTables) -> float:
    """Return the value of a curve at a strength."""
    points = tables.curves[player, street, curve]
    count = tables.points[player, street, curve]
    if strength <= points[0, 0]:
        return float(points[0, 1])
    for i in range(1, count):
        if strength <= points[i, 0]:
            share = (strength - points[i - 1, 0]) / (points[i, 0] - points[i - 1, 0])
            return float(points[i - 1, 1] + share * (points[i, 1] - points[i - 1, 1]))
    return float(points[count - 1, 1])


@subkernel
def _first_street_chips(seat: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState) -> int:
    """Return the chips that a seat adds on the first street, -1 for a fold."""
    numbers, player = state.numbers, state.players[seat]
    stack, bet, price = int(state.stacks[seat]), int(state.bets[seat]), int(numbers[PRICE])
    call = min(price - bet, stack)
    raises, raiser = numbers[RAISES], numbers[RAISER]
    situation = min(raises, tables.row_of.shape[1] - 1)
    if tables.jam >= 0 and raiser >= 0 and (state.stacks[raiser] == 0 or call == stack):
        situation = tables.jam
    place = state.positions[raiser] if raiser >= 0 else tables.row_of.shape[3] - 1
    row = tables.row_of[player, situation, state.positions[seat], place]
    hand = cards.hand_of[state.cards[seat, 0], state.cards[seat, 1]]
    drawn = uniform(state.random[1])
    if drawn < tables.rows[row, hand, 0]:
        sizes = tables.open_sizes[player]
        to = price * sizes[2 if raises == 1 else 3]
        if raises == 0:
            to = rules.big_blind * (sizes[0] + sizes[1] * numbers[LIMPERS])
        whole = int(to)
        return legal_chips(seat, bet + stack if 3 * whole > bet + stack else whole, rules, state)
    if drawn < tables.rows[row, hand, 1] or call == 0:
        return call
    return -1


@subkernel
def _later_chips(seat: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState) -> int:
    """Return the chips that a seat adds on a later street, -1 for a fold."""
    numbers, player = state.numbers, state.players[seat]
    street, bet, price, stack = numbers[STREET] - 1, state.bets[seat], numbers[PRICE], state.stacks[seat]
    call = min(price - bet, stack)
    paid, pot = state.paid[seat] + call, 0
    for other in range(state.stacks.shape[0]):
        # This seat cannot win chips of others beyond those that it can match.
        pot += min(state.paid[other], paid)
    pot += call
    strength = _strength_against_all(seat, rules, cards, state)
    drawn = uniform(state.random[1])
    if price == 0:
        curve = LAST_RAISER if numbers[RAISER_BEFORE] == seat else BET
        raises, goes_on = _curve(player, street, curve, strength, tables), 1.0
    else:
        excess = strength - call / pot - tables.margins[player, street, 0]
        width = tables.margins[player, street, 1]
        goes_on = 1.0 if excess >= 0.0 else 0.0
        if width > 0.0:
            goes_on = 1.0 / (1.0 + np.exp(min(-excess / width, 700.0)))
        raises = min(_curve(player, street, RAISING, strength, tables), goes_on)
    if drawn < raises:
        share = 1.0
        if rules.limit != FIXED_LIMIT:
            size, at = uniform(state.random[1]), 0
            sizes = tables.sizes[player, street]
            while at < sizes.shape[0] - 1 and size >= sizes[at, 1]:
                at += 1
            share = sizes[at, 0]
        return legal_chips(seat, price + int(share * pot), rules, state)
    return call if drawn < goes_on else -1


@subkernel
def _strength_against_all(seat: int, rules: Rules, cards: CardTables, state: HandState) -> float:
    """Return the strength of a seat's hand against all opponents who have not folded."""
    if rules.stud:
        return _razz_strength(seat, cards, state)
    if state.strengths[seat] < 0.0:
        state.strengths[seat] = holdem_strength(
            state.cards[seat, 0], state.cards[seat, 1], state.board, state.numbers[STREET] + 2, cards
        )
    result = 1.0
    for other in range(state.folded.shape[0]):
        if other != seat and state.folded[other] == 0:
            result *= state.strengths[seat]
    return result


@subkernel
def holdem_strength(one: int, other: int, board: I64, known: int, cards: CardTables) -> float:
    """Return the equity of two hole cards against one random hand on the first ``known`` cards (3 to 5) of ``board``
    int64[5]; on the flop it is that of the table."""
    if known == 3:
        low, middle, high = min(board[0], board[1], board[2]), 0, max(board[0], board[1], board[2])
        middle = board[0] + board[1] + board[2] - low - high
        flop = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        top, second = max(one, other), min(one, other)
        combo = cards.flop_combos[cards.flop_turned[flop], cards.hand_of[top, second]]
        return float(cards.flop_equities[cards.flop_rows[flop], combo])
    if known == BOARD_SIZE:
        return _river_equity(one, other, board, board[4], cards.high)
    taken, suits = np.uint64(1) << np.uint64(one) | np.uint64(1) << np.uint64(other), np.uint64(0)
    for i in range(BOARD_SIZE - 1):
        taken |= np.uint64(1) << np.uint64(board[i])
        suits += np.uint64(1) << np.uint64(4 * (board[i] & 3))
    total = 0.0
    for rank in range(13):
        alike, any_river = 0, 0
        for suit in range(4):
            river = 4 * rank + suit
            if taken >> np.uint64(river) & np.uint64(1):
                continue
            # A river of a suit with at most one card on the board makes no flush possible: all such rivers of a rank
            # are equal.
            if suits >> np.uint64(4 * suit) & np.uint64(14):
                total += _river_equity(one, other, board, river, cards.high)
            else:
                alike, any_river = alike + 1, river
        if alike:
            total += alike * _river_equity(one, other, board, any_river, cards.high)
    return total / 46.0


@subkernel
def _river_equity(one: int, other: int, board: I64, river: int, tables: HighTables) -> float:
    """Return the equity of two hole cards against one random hand on the board of four cards and ``river``.

    Opponents' hands are counted by their ranks. If the board has three cards of a suit, hands with two more of it are
    flushes and are counted one by one; if it has four or five, all hands are.
    """
    key, bits, rank_key, taken = KEY_START, np.uint64(0), np.uint64(0), np.uint64(0)
    for i in range(BOARD_SIZE):
        card = board[i] if i < BOARD_SIZE - 1 else river
        key += tables.keys[card]
        bits |= tables.bits[card]
        taken |= np.uint64(1) << np.uint64(card)
    taken |= np.uint64(1) << np.uint64(one) | np.uint64(1) << np.uint64(other)
    own = hand_value(key + tables.keys[one] + tables.keys[other], bits | tables.bits[one] | tables.bits[other], tables)
    suit, suited = 0, 0
    for each in range(4):
        count = int(key >> np.uint64(32 + 4 * each) & np.uint64(15)) - 3
        if count > suited:
            suit, suited = each, count
    won = 0
    if suited > 3:
        for high in range(52):
            if taken >> np.uint64(high) & np.uint64(1):
                continue
            for low in range(high):
                if taken >> np.uint64(low) & np.uint64(1):
                    continue
                combo_bits = tables.bits[high] | tables.bits[low]
                value = hand_value(key + tables.keys[high] + tables.keys[low], bits | combo_bits, tables)
                won += 2 * int(value < own) + int(value == own)
        return won / 1980.0
    for high in range(13):
        high_live = _live_suits(high, taken)
        high_count = _bit_count(high_live)
        if high_count == 0:
            continue
        high_suited = suited == 3 and high_live >> suit & 1
        for low in range(high + 1):
            low_live = _live_suits(low, taken)
            low_count = _bit_count(low_live)
            combos = high_count * low_count if low < high else high_count * (high_count - 1) // 2
            if combos == 0:
                continue
            # The key sum of any two suits of these ranks: suits do not matter for the value without a flush.
            rank_key = key + tables.keys[4 * high] + tables.keys[4 * low]
            value = rank_value(rank_key, tables)
            if high_suited and low < high and low_live >> suit & 1:
                combos -= 1
                in_suit = bits >> np.uint64(16 * suit) & np.uint64(8191)
                flush = np.int64(tables.flushes[in_suit | np.uint64(1 << high | 1 << low)])
                won += 2 * int(flush < own) + int(flush == own)
            won += combos * (2 * int(value < own) + int(value == own))
    return won / 1980.0


@inlined
def _live_suits(rank: int, taken: np.uint64) -> int:
    """Return the mask of the suits of a rank that are not taken."""
    return int(~(taken >> np.uint64(4 * rank)) & np.uint64(15))


@inlined
def _bit_count(mask: int) -> int:
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@subkernel
def _razz_strength(seat: int, cards: CardTables, state: HandState) -> float:
    """Return the product of a razz seat's equities against the up cards of each opponent, from the cards it sees."""
    seats, known = state.folded.shape[0], state.numbers[STREET] + 3
    up_end = min(known, HAND_SIZE - 1)
    own, live, theirs = state.ranks[0], state.ranks[1], state.ranks[2]
    own[:] = 0
    live[:] = 4
    for card in range(known):
        own[_razz_rank(state.cards[seat, card])] += 1
        live[_razz_rank(state.cards[seat, card])] -= 1
    for other in range(seats):
        for card in range(2, up_end):
            # Cards of a seat that has folded stay seen, up to the street on which it folded.
            if other != seat and card < state.seen[other]:
                live[_razz_rank(state.cards[other, card])] -= 1
    result, drawn = 1.0, False
    for other in range(seats):
        if other == seat or state.folded[other]:
            continue
        if state.equities[seat, other] < 0.0:  # not yet known on this street
            if not drawn:
                low_distribution(own, live, HAND_SIZE - known, cards.low, cards.work, cards.ways[0])
                drawn = True
            theirs[:] = 0
            for card in range(2, up_end):
                theirs[_razz_rank(state.cards[other, card])] += 1
            low_distribution(theirs, live, HAND_SIZE + 2 - up_end, cards.low, cards.work, cards.ways[1])
            state.equities[seat, other] = lower_share(cards.ways[0], cards.ways[1])
        result *= state.equities[seat, other]
    return result


@inlined
def _low_of(counts: I64, tables: LowTables) -> int:
    """Return the value of a complete razz hand; ``counts`` int64[13]."""
    seen, twice = 0, 0
    for rank in range(13):
        seen |= int(counts[rank] > 0) << rank
        twice |= int(counts[rank] > 1) << rank
    return low_value(seen, twice, tables.unpaired, tables.paired)


@subkernel
def _return_uncalled(state: HandState) -> None:
    """Return the part of the largest bet of this street that nobody has called."""
    first, largest, second = -1, 0, 0
    for seat in range(state.bets.shape[0]):
        if state.bets[seat] > largest:
            first, largest, second = seat, state.bets[seat], largest
        elif state.bets[seat] > second:
            second = state.bets[seat]
    if first >= 0:
        state.stacks[first] += largest - second
        state.paid[first] -= largest - second


@subkernel
def _first_of_boards(state: HandState) -> int:
    """Return the seat before the one with the lowest up cards, of equal ones the first left of the button."""
    seats, up_end = state.folded.shape[0], state.numbers[STREET] + 3
    best, best_seat = np.int64(1) << np.int64(60), 0
    for step in range(1, seats + 1):
        seat = (state.numbers[BUTTON] + step) % seats
        if state.folded[seat]:
            continue
        counts = state.ranks[0]
        counts[:] = 0
        for card in range(2, min(up_end, HAND_SIZE - 1)):
            counts[_razz_rank(state.cards[seat, card])] += 1
        pattern, ranks, groups = np.int64(0), np.int64(0), 0
        # More cards of a rank come first, then higher ranks: a lower number is a lower hand. How many cards each rank
        # has is compared before the ranks are, so that any pair is lower than two pairs.
        for size in range(4, 0, -1):
            for rank in range(12, -1, -1):
                if counts[rank] == size:
                    pattern, ranks, groups = pattern * 8 + size, ranks * 16 + rank, groups + 1
        value = pattern << np.int64(3 * (4 - groups) + 16) | ranks << np.int64(4 * (4 - groups))
        if value < best:
            best, best_seat = value, seat
    return int((best_seat - 1) % seats)


@subkernel
def _next_street(rules: Rules, state: HandState) -> None:
    """Begin the next street: clear the bets, deal its cards, and find the seat that acts first."""
    numbers, seats = state.numbers, state.folded.shape[0]
    numbers[STREET] += 1
    numbers[PRICE], numbers[RAISE_SIZE], numbers[RAISES] = 0, 0, 0
    numbers[RAISER_BEFORE] = numbers[RAISER]
    numbers[RAISER] = -1
    live, dealt = _live(state), 0
    state.equities[:] = -1.0
    for seat in range(seats):
        state.bets[seat], state.acted[seat], state.strengths[seat] = 0, 0, -1.0
        if rules.stud and state.folded[seat] == 0:
            state.seen[seat] = min(numbers[STREET] + 3, HAND_SIZE - 1)
            if numbers[STREET] == 4:
                # If the deck does not have a last card for everybody, all share one.
                first = (HAND_SIZE - 1) * seats
                enough = 52 - first >= live
                state.cards[seat, HAND_SIZE - 1] = state.deck[first + dealt if enough else min(first, 51)]
                dealt += 1
    numbers[TURN] = _next_turn(_first_of_boards(state) if rules.stud else numbers[BUTTON], state)


@subkernel
def _final_value(seat: int, rules: Rules, cards: CardTables, state: HandState) -> int:
    """Return the value of a seat's final hand, higher is better."""
    if rules.stud:
        counts = state.ranks[0]
        counts[:] = 0
        for card in range(HAND_SIZE):
            counts[_razz_rank(state.cards[seat, card])] += 1
        return HANDS - _low_of(counts, cards.low)
    key, bits = KEY_START, np.uint64(0)
    for i in range(HAND_SIZE):
        card = state.cards[seat, i] if i < 2 else state.board[i - 2]
        key += cards.high.keys[card]
        bits |= cards.high.bits[card]
    return int(hand_value(key, bits, cards.high))


@subkernel
def _settle(rules: Rules, cards: CardTables, state: HandState) -> None:
    """Pay the pots: each layer of chips to the best hands that have paid for it, odd chips left of the button."""
    seats, showdown = state.folded.shape[0], _live(state) > 1
    below = 0
    while True:
        level = 0
        for seat in range(seats):
            if state.folded[seat] == 0 and state.paid[seat] > below and (level == 0 or state.paid[seat] < level):
                level = int(state.paid[seat])
        if level == 0:
            break
        last, best, winners, pot = True, -1, 0, 0
        for seat in range(seats):
            last = last and (state.folded[seat] == 1 or state.paid[seat] <= level)
        for seat in range(seats):
            # Chips of folded seats above the highest layer belong to the last pot.
            pot += max((state.paid[seat] if last else min(state.paid[seat], level)) - below, 0)
            if state.folded[seat] == 0 and state.paid[seat] >= level:
                value = _final_value(seat, rules, cards, state) if showdown else 0
                if value > best:
                    best, winners = value, 0
                winners += int(value == best)
        odd = pot % winners
        for step in range(1, seats + 1):
            seat = (state.numbers[BUTTON] + step) % seats
            if state.folded[seat] or state.paid[seat] < level:
                continue
            if (_final_value(seat, rules, cards, state) if showdown else 0) == best:
                state.won[seat] += pot // winners + int(odd > 0)
                odd -= 1
        below = level
    for seat in range(seats):
        state.stacks[seat] += state.won[seat]


@linked
@lean_kernel
def play_on(rules: Rules, tables: PlayTables, cards: CardTables, state: HandState) -> int:
    """Play until a seat without a description has to act, and return it; -1 if the hand is over and paid."""
    numbers = state.numbers
    while True:
        seat = numbers[TURN]
        if seat < 0:
            _return_uncalled(state)
            if _live(state) == 1 or numbers[STREET] == (4 if rules.stud else 3):
                _settle(rules, cards, state)
                return -1
            _next_street(rules, state)
            continue
        if state.players[seat] < 0:
            return int(seat)
        if numbers[STREET]:
            chips = _later_chips(seat, rules, tables, cards, state)
        else:
            chips = _first_street_chips(seat, rules, tables, cards, state)
        put_action(seat, chips, rules, state)
        if _live(state) == 1:
            numbers[TURN] = -1


@lean_kernel
def play_hands(
    first: int,
    hands: int,
    seed: U64,
    stack: int,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    counts: I64,
    totals: I64,
) -> None:
    """Play hands number ``first`` to ``first + hands - 1``, the button moving on by one seat each hand.

    Every seat begins each hand with ``stack`` chips. ``counts`` int64[seats, statistics, 2]: how often each seat took
    the action that a statistic counts, and its chances to do so; ``totals`` int64[seats]: chips won. Both are added to.
    """
    seats = state.stacks.shape[0]
    for hand in range(first, first + hands):
        start_streams(seed, hand, state.random)
        for card in range(52):
            state.deck[card] = card
        state.stacks[:] = stack
        state.numbers[BUTTON] = hand % seats
        deal_cards(rules, state)
        start_hand(rules, state)
        play_on(rules, tables, cards, state)
        count_hand(rules, state, counts)
        for seat in range(seats):
            totals[seat] += state.stacks[seat] - stack


VPIP, PFR, THREE_BET, FOLD_TO_THREE_BET, C_BET, FOLD_TO_C_BET, WTSD, W_SD, AGGRESSION = range(9)
"""The statistics of hold'em. Aggression has the number of bets and raises, and that of calls."""
COMPLETE, CALL_COMPLETION, FOLD_FOURTH = 1, 2, 3
"""Those of razz that differ: completes if nobody has, continues against a completion, folds on fourth street."""
STATISTICS = 9


@subkernel
def count_hand(rules: Rules, state: HandState, counts: I64) -> None:
    """Add a finished hand to ``counts`` int64[seats, STATISTICS, 2], from its log."""
    seats, logged = state.folded.shape[0], state.numbers[LOGGED]
    showdown = _live(state) > 1
    for seat in range(seats):
        put, raised, acted, folded_first, saw = 0, 0, 0, 0, 0
        raises, first_raiser, last_raiser, street = 0, -1, -1, 0
        aggressor = -1  # who raised last before the flop
        for row in range(logged):
            kind, who = state.log[row, LOG_KIND], state.log[row, LOG_SEAT]
            if state.log[row, LOG_STREET] != street:
                aggressor = last_raiser if street == 0 else aggressor
                street, raises = state.log[row, LOG_STREET], 0
            if who == seat and kind != POST:
                if street == 0:
                    acted = 1
                    put |= int(kind in (CALL, RAISE))
                    raised |= int(kind == RAISE)
                    if rules.stud:
                        if raises == 0:
                            counts[seat, COMPLETE, 0] += int(kind == RAISE)
                            counts[seat, COMPLETE, 1] += 1
                        if raises == 1 and first_raiser != seat:
                            counts[seat, CALL_COMPLETION, 0] += int(kind != FOLD)
                            counts[seat, CALL_COMPLETION, 1] += 1
                    else:
                        if raises == 1 and first_raiser != seat:
                            counts[seat, THREE_BET, 0] += int(kind == RAISE)
                            counts[seat, THREE_BET, 1] += 1
                        if raises == 2 and first_raiser == seat:
                            counts[seat, FOLD_TO_THREE_BET, 0] += int(kind == FOLD)
                            counts[seat, FOLD_TO_THREE_BET, 1] += 1
                    folded_first |= int(kind == FOLD)
                else:
                    counts[seat, AGGRESSION, 0] += int(kind == RAISE)
                    counts[seat, AGGRESSION, 1] += int(kind == CALL)
                    if street == 1 and not rules.stud:
                        if raises == 0 and aggressor == seat:
                            counts[seat, C_BET, 0] += int(kind == RAISE)
                            counts[seat, C_BET, 1] += 1
                        if raises == 1 and last_raiser == aggressor and aggressor >= 0:
                            counts[seat, FOLD_TO_C_BET, 0] += int(kind == FOLD)
                            counts[seat, FOLD_TO_C_BET, 1] += 1
                    if street == 1 and rules.stud:
                        counts[seat, FOLD_FOURTH, 0] += int(kind == FOLD)
            if kind == RAISE:
                raises += 1
                last_raiser = who
                first_raiser = who if street == 0 and raises == 1 else first_raiser
        counts[seat, VPIP, 0] += put
        counts[seat, VPIP, 1] += acted
        if not rules.stud:
            counts[seat, PFR, 0] += raised
            counts[seat, PFR, 1] += acted
        saw = int(state.numbers[STREET] > 0 and folded_first == 0 and state.paid[seat] > 0)
        counts[seat, WTSD, 1] += saw
        if rules.stud:
            counts[seat, FOLD_FOURTH, 1] += saw
        if saw and showdown and state.folded[seat] == 0:
            counts[seat, WTSD, 0] += 1
            counts[seat, W_SD, 1] += 1
            counts[seat, W_SD, 0] += int(state.won[seat] > 0)
