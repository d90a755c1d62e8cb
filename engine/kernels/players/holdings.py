"""The ranges of the players at the table, as an opponent reads them from the log of the hand.

A hand's weight is multiplied by the probability with which the player's description takes the logged action with it,
the same update as in ``engine.players.known``: on the first street by the rows of the description, later by the
strength of the hand and the price. Hands are combos in hold'em and pairs of down cards in razz.

The log is read on demand: :func:`read_log` catches up with it. Strengths of all hands on a board and equities of one
hand against all others are cached, because a simulation meets the same boards many times.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F32, F64, I8, I16, I64, U64
from engine.kernels.holdem.high import KEY_START, hand_value
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel
from engine.kernels.players.playing import (
    BET,
    BOARD_SIZE,
    CALL,
    CHECK,
    FOLD,
    HAND_SIZE,
    LAST_RAISER,
    LOG_CHIPS,
    LOG_KIND,
    LOG_SEAT,
    LOG_STREET,
    LOGGED,
    POST,
    PRICE,
    RAISE,
    RAISER,
    RAISER_BEFORE,
    RAISES,
    RAISING,
    STREET,
    CardTables,
    HandState,
    PlayTables,
    Rules,
)
from engine.kernels.players.strength import low_distribution, low_sum, lower_share
from engine.kernels.razz.low import HANDS

ROW, READ_STREET, READ_PRICE, READ_RAISES, READ_RAISER, READ_RAISER_BEFORE = range(6)
"""The indices of :attr:`Holdings.at`: the next row of the log, and the state of the betting before it."""
PAID, BETS, STACK, FOLDED = range(4)
"""The columns of :attr:`Holdings.seats`."""
STALE = -1
TURN_SLOTS, EQUITY_SLOTS = 64, 128
FLOP_STEPS = (7, 16, 23)
"""A hand's equity on the flop is the mean over pairs of cards that are these steps apart in the deck: every card comes
as often as every other, in a seventh of all runouts."""
NONE = np.uint64(0)


class Holdings(NamedTuple):
    """The ranges of the n seats of a hand in play, h hands each, and the caches that make them quick to update.

    ``start`` float64[n, h]: the weights at the start of the log; ``weights`` float64[n, h]: those after the rows read
    so far, for the seats with 1 in ``read`` int64[n]: all whose weights are used. ``models`` int64[n]: the description
    by which the actions of each seat are read. ``least`` float64[d]: the weight that is added to each hand before an
    update, by description. ``at``, ``start_at`` int64[6] and ``seats``, ``start_seats`` int64[n, 4]: the betting after
    the rows read so far, and at the start of the log. ``hands`` int8[h, 2]: the cards of each combo, in razz the ranks
    of each pair; ``classes`` int16[h] and ``matchups`` float32[k, k]: the class of each combo and the equities of
    classes before the flop.

    ``strengths`` float64[n, h]: those of each seat's hands on its street, with ``strength_keys`` int64[n] (the street
    and the seats still in; ``STALE``: unknown). ``equities``, ``counts`` float64[h]: of the hand looked at against each
    hand, and in how many ways the opponent can hold it. ``turn_keys`` uint64[TURN_SLOTS], ``turn_strengths``
    float32[TURN_SLOTS, h], ``equity_keys`` uint64[EQUITY_SLOTS, 2] and ``cached_equities`` float32[EQUITY_SLOTS, h]
    (-1: not known): caches. ``values``, ``order``, ``other_order`` int64[h], ``starts`` int64[257], ``below``,
    ``equal`` int64[52], ``ranks`` int64[3, 13], ``part`` float64[h], ``reach`` float64[n] and ``chances`` float64[2]
    are work space.

    Razz: ``shares`` and ``duels`` float64[n, n, h] are equities of a seat against an opponent on the street of
    ``share_keys`` and ``duel_keys`` int64[n, n] (``STALE``: unknown): of each of its hands against his visible cards,
    -1 if it cannot have the hand, and of its own hand against each of his, -1 if that was not looked at. They do not
    change on a street, so that they are computed once for all actions on it, and only for the hands that are left of a
    range; if none is left, for all.

    ``bankrolls`` float64[n]: the bankroll of each seat without its chips in the pot, or 0 if its stack is all that it
    has. ``chip``: the number of units in a chip. ``first_chances`` float64[h, 2]: the chances of each combo to win and
    to split against one random hand before the flop.
    """

    start: F64
    weights: F64
    read: I64
    models: I64
    least: F64
    at: I64
    start_at: I64
    seats: I64
    start_seats: I64
    hands: I8
    classes: I16
    matchups: F32
    strengths: F64
    strength_keys: I64
    equities: F64
    counts: F64
    turn_keys: U64
    turn_strengths: F32
    equity_keys: U64
    cached_equities: F32
    values: I64
    order: I64
    other_order: I64
    starts: I64
    below: I64
    equal: I64
    ranks: I64
    part: F64
    reach: F64
    chances: F64
    shares: F64
    share_keys: I64
    duels: F64
    duel_keys: I64
    bankrolls: F64
    chip: int
    first_chances: F64


def new_holdings(
    start: F64, models: I64, least: F64, hands: I8, classes: I16, matchups: F32, chip: int, first_chances: F64
) -> Holdings:
    """Return holdings with empty caches.

    ``start`` float64[n, h], ``models`` int64[n], ``least`` float64[d], ``hands`` int8[h, 2], ``classes`` int16[h] and
    ``matchups`` float32[k, k], ``chip`` and ``first_chances`` float64[h, 2] are those of :class:`Holdings`; a game
    without classes has k = 1.
    """
    seats, count = start.shape
    rows = count if len(matchups) > 1 else 1  # razz has no boards to cache
    pairs = 0 if len(matchups) > 1 else count
    shares, duels = np.zeros((2, seats, seats, pairs))
    share_keys, duel_keys = np.full((2, seats, seats), STALE)
    values, order, other_order = np.zeros((3, count), np.int64)
    below, equal = np.zeros((2, 52), np.int64)
    equities, counts, part = np.zeros((3, count))
    return Holdings(
        start, np.zeros((seats, count)), np.ones(seats, np.int64), models, least, np.full(6, STALE),
        np.zeros(6, np.int64), np.zeros((seats, 4), np.int64), np.zeros((seats, 4), np.int64), hands, classes, matchups,
        np.zeros((seats, count)), np.full(seats, STALE), equities, counts, np.zeros(TURN_SLOTS, np.uint64),
        np.zeros((TURN_SLOTS, rows), np.float32), np.zeros((EQUITY_SLOTS, 2), np.uint64),
        np.zeros((EQUITY_SLOTS, rows), np.float32), values, order, other_order, np.zeros(257, np.int64), below, equal,
        np.zeros((3, 13), np.int64), part, np.zeros(seats), np.zeros(2), shares, share_keys, duels, duel_keys,
        np.zeros(seats), chip, first_chances,
    )  # fmt: skip


@linked
@lean_kernel
def begin_log(state: HandState, holdings: Holdings) -> None:
    """Make the current state the start of the log; rows that have been logged already are not read."""
    numbers, at = state.numbers, holdings.start_at
    at[ROW], at[READ_STREET], at[READ_PRICE] = numbers[LOGGED], numbers[STREET], numbers[PRICE]
    at[READ_RAISES], at[READ_RAISER] = numbers[RAISES], numbers[RAISER]
    at[READ_RAISER_BEFORE] = numbers[RAISER_BEFORE]
    for seat in range(state.stacks.shape[0]):
        row = holdings.start_seats[seat]
        row[PAID], row[BETS] = state.paid[seat], state.bets[seat]
        row[STACK], row[FOLDED] = state.stacks[seat], state.folded[seat]
    forget(holdings)


@linked
@lean_kernel
def forget(holdings: Holdings) -> None:
    """Forget the rows read so far: the next call of :func:`read_log` begins at the start of the log."""
    holdings.at[ROW] = STALE
    holdings.strength_keys[:] = STALE
    holdings.share_keys[:, :] = STALE
    holdings.duel_keys[:, :] = STALE


@subkernel
def read_log(rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings) -> None:
    """Update the weights by the rows of the log that have not been read yet; those of folded seats are not updated."""
    at = holdings.at
    if at[ROW] == STALE:
        for i in range(at.shape[0]):
            at[i] = holdings.start_at[i]
        for seat in range(holdings.seats.shape[0]):
            for column in range(4):
                holdings.seats[seat, column] = holdings.start_seats[seat, column]
            for hand in range(holdings.start.shape[1]):
                holdings.weights[seat, hand] = holdings.start[seat, hand]
    for row in range(at[ROW], state.numbers[LOGGED]):
        entry = state.log[row]
        while at[READ_STREET] < entry[LOG_STREET]:
            _begin_street(holdings)
        seat, kind = entry[LOG_SEAT], entry[LOG_KIND]
        if holdings.read[seat] and state.folded[seat] == 0 and kind != FOLD and kind != POST:
            if at[READ_STREET] == 0:
                _update_on_first_street(seat, kind, entry[LOG_CHIPS], tables, cards, state, holdings)
            else:
                _update_later(seat, kind, rules, tables, cards, state, holdings)
        _put(seat, kind, entry[LOG_CHIPS], holdings)
    at[ROW] = state.numbers[LOGGED]


@subkernel
def _begin_street(holdings: Holdings) -> None:
    """Return the uncalled part of the largest bet and begin the next street of the log."""
    at, seats = holdings.at, holdings.seats
    first, largest, second = -1, 0, 0
    for seat in range(seats.shape[0]):
        if seats[seat, BETS] > largest:
            first, largest, second = seat, seats[seat, BETS], largest
        elif seats[seat, BETS] > second:
            second = seats[seat, BETS]
        seats[seat, BETS] = 0
    if first >= 0:
        seats[first, STACK] += largest - second
        seats[first, PAID] -= largest - second
    at[READ_STREET] += 1
    at[READ_PRICE], at[READ_RAISES] = 0, 0
    at[READ_RAISER_BEFORE] = at[READ_RAISER]
    at[READ_RAISER] = -1


@subkernel
def _put(seat: int, kind: int, chips: int, holdings: Holdings) -> None:
    """Make a logged action."""
    at, row = holdings.at, holdings.seats[seat]
    if kind == FOLD:
        row[FOLDED] = 1
        return
    paid = min(chips, row[STACK])
    row[STACK] -= paid
    row[PAID] += paid
    row[BETS] += paid
    if kind in (RAISE, POST):
        at[READ_PRICE] = max(at[READ_PRICE], row[BETS])
    if kind == RAISE:
        at[READ_RAISES] += 1
        at[READ_RAISER] = seat


@subkernel
def situation_row(
    seat: int, raises: int, raiser: int, faces_all_in: bool, tables: PlayTables, state: HandState, holdings: Holdings
) -> int:
    """Return the row of the description of a seat for its turn on the first street."""
    situation = min(raises, tables.row_of.shape[1] - 1)
    if tables.jam >= 0 and raiser >= 0 and faces_all_in:
        situation = tables.jam
    place = state.positions[raiser] if raiser >= 0 else tables.row_of.shape[3] - 1
    return int(tables.row_of[holdings.models[seat], situation, state.positions[seat], place])


@subkernel
def _update_on_first_street(
    seat: int, kind: int, chips: int, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    at, own = holdings.at, holdings.seats[seat]
    raiser = int(at[READ_RAISER])
    call = min(at[READ_PRICE] - own[BETS], own[STACK])
    all_in = raiser >= 0 and (holdings.seats[raiser, STACK] == 0 or call == own[STACK])
    row = situation_row(seat, int(at[READ_RAISES]), raiser, all_in, tables, state, holdings)
    rows, part = tables.rows, holdings.part
    raises = False
    for hand in range(part.shape[0]):
        raises = raises or rows[row, hand, 0] > 0.0
    for hand in range(part.shape[0]):
        if kind == RAISE:
            # Against an all-in only calls are described: who raises over it has a hand that calls.
            part[hand] = rows[row, hand, 0 if raises else 1]
        else:
            part[hand] = 1.0 - rows[row, hand, 0] if kind == CHECK else rows[row, hand, 1] - rows[row, hand, 0]
    _multiply(seat, holdings)


@subkernel
def _update_later(
    seat: int, kind: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    at, own = holdings.at, holdings.seats[seat]
    street, price, model = int(at[READ_STREET]), int(at[READ_PRICE]), int(holdings.models[seat])
    opponents = 0
    for other in range(holdings.seats.shape[0]):
        opponents += int(other != seat and holdings.seats[other, FOLDED] == 0)
    call = min(price - own[BETS], own[STACK])
    pot = call
    for other in range(holdings.seats.shape[0]):
        pot += min(holdings.seats[other, PAID], own[PAID] + call)
    curve = RAISING if price else LAST_RAISER if at[READ_RAISER_BEFORE] == seat else BET
    row, part = strength_row(seat, street, rules, cards, state, holdings), holdings.part
    for hand in range(part.shape[0]):
        strength = holdings.strengths[row, hand]
        part[hand] = 0.0
        if strength < 0.0:
            continue
        strength = strength if rules.stud else strength**opponents
        raises = curve_value(model, street - 1, curve, strength, tables)
        if price == 0:
            part[hand] = raises if kind == RAISE else 1.0 - raises
            continue
        goes_on = goes_on_with(model, street - 1, strength, call / max(pot, 1), tables)
        raises = min(raises, goes_on)
        # A check that faces a price (by a player who cannot act) says nothing about the hand.
        part[hand] = raises if kind == RAISE else goes_on - raises if kind == CALL else 1.0
    _multiply(seat, holdings)


@inlined
def goes_on_with(player: int, street: int, strength: float, price: float, tables: PlayTables) -> float:
    """Return the probability that a description calls or raises a bet; ``price``: call / pot after the call."""
    excess, width = strength - price - tables.margins[player, street, 0], tables.margins[player, street, 1]
    if width > 0.0:
        return float(1.0 / (1.0 + np.exp(min(-excess / width, 700.0))))
    return 1.0 if excess >= 0.0 else 0.0


@inlined
def curve_value(player: int, street: int, curve: int, strength: float, tables: PlayTables) -> float:
    """Return the value of a curve of a description at a strength."""
    points, count = tables.curves[player, street, curve], tables.points[player, street, curve]
    if strength <= points[0, 0]:
        return float(points[0, 1])
    for i in range(1, count):
        if strength <= points[i, 0]:
            share = (strength - points[i - 1, 0]) / (points[i, 0] - points[i - 1, 0])
            return float(points[i - 1, 1] + share * (points[i, 1] - points[i - 1, 1]))
    return float(points[count - 1, 1])


@subkernel
def _multiply(seat: int, holdings: Holdings) -> None:
    """Multiply the weights of a seat by the probabilities in ``part``; if no hand acts like that, they stay."""
    weights, least, best = holdings.weights[seat], holdings.least[holdings.models[seat]], 0.0
    for hand in range(weights.shape[0]):
        best = max(best, (weights[hand] + least) * holdings.part[hand])
    if best > 0.0:
        for hand in range(weights.shape[0]):
            weights[hand] = (weights[hand] + least) * holdings.part[hand] / best


@inlined
def _bit(card: int) -> np.uint64:
    return np.uint64(1) << np.uint64(card)


@inlined
def _rank(card: int) -> int:
    """Return the rank of a card in razz, 0 for the ace."""
    return ((card >> 2) + 1) % 13


@subkernel
def strength_row(seat: int, street: int, rules: Rules, cards: CardTables, state: HandState, holdings: Holdings) -> int:
    """Fill the strengths of all hands of a seat on a street and return their row; impossible hands have -1.

    Hold'em: against one random hand, the same for all seats. Razz: against all opponents, the last card unseen.
    """
    row, key = 0, street
    if rules.stud:
        row, key = seat, street << 16
        for other in range(holdings.seats.shape[0]):
            key |= int(holdings.seats[other, FOLDED]) << other
    if holdings.strength_keys[row] == key:
        return row
    holdings.strength_keys[row] = key
    if rules.stud:
        _razz_strengths(seat, street, cards, state, holdings)
    elif street == 1:
        _flop_strengths(cards, state, holdings)
    elif street == 2:
        _turn_strengths(cards, state, holdings)
    else:
        _clear_strengths(_board_mask(BOARD_SIZE, state), holdings)
        _add_river(state.board[BOARD_SIZE - 1], cards, state, holdings)
    return row


@inlined
def _board_mask(known: int, state: HandState) -> np.uint64:
    mask = np.uint64(0)
    for i in range(known):
        mask |= _bit(state.board[i])
    return mask


@subkernel
def _clear_strengths(board: np.uint64, holdings: Holdings) -> None:
    """Set the strengths of all hands to 0, those of hands with a card of the board to -1."""
    for hand in range(holdings.hands.shape[0]):
        mask = _bit(holdings.hands[hand, 0]) | _bit(holdings.hands[hand, 1])
        holdings.strengths[0, hand] = -1.0 if board & mask else 0.0


@subkernel
def _flop_strengths(cards: CardTables, state: HandState, holdings: Holdings) -> None:
    board = state.board
    _clear_strengths(_board_mask(3, state), holdings)
    low, high = min(board[0], board[1], board[2]), max(board[0], board[1], board[2])
    middle = board[0] + board[1] + board[2] - low - high
    flop = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    row, turned = cards.flop_rows[flop], cards.flop_turned[flop]
    for hand in range(holdings.hands.shape[0]):
        if holdings.strengths[0, hand] == 0.0:
            holdings.strengths[0, hand] = cards.flop_equities[row, cards.flop_combos[turned, hand]]


@subkernel
def _turn_strengths(cards: CardTables, state: HandState, holdings: Holdings) -> None:
    known = BOARD_SIZE - 1
    board = _board_mask(known, state)
    slot = np.int64((board * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(58))
    cached = holdings.turn_strengths[slot]
    if holdings.turn_keys[slot] != board:
        holdings.turn_keys[slot] = board
        _clear_strengths(board, holdings)
        for river in range(52):
            if board & _bit(river) == NONE:
                _add_river(river, cards, state, holdings)
        for hand in range(holdings.hands.shape[0]):
            strength = holdings.strengths[0, hand]
            cached[hand] = strength if strength < 0.0 else strength / 46.0  # rivers that leave the hand possible
    for hand in range(holdings.hands.shape[0]):
        holdings.strengths[0, hand] = cached[hand]


@subkernel
def _add_river(river: int, cards: CardTables, state: HandState, holdings: Holdings) -> None:
    """Add the equity of every possible combo against one random hand with the board's first four cards and ``river``.

    Combos are sorted by their value; of those below one, the ones that share a card with it are subtracted.
    """
    key, bits, tables = KEY_START + cards.high.keys[river], cards.high.bits[river], cards.high
    for i in range(BOARD_SIZE - 1):
        key += tables.keys[state.board[i]]
        bits |= tables.bits[state.board[i]]
    taken, live = _bit(river), 0
    for hand in range(holdings.hands.shape[0]):
        one, other = holdings.hands[hand, 0], holdings.hands[hand, 1]
        if holdings.strengths[0, hand] < 0.0 or taken & (_bit(one) | _bit(other)):
            continue
        holdings.values[hand] = hand_value(
            key + tables.keys[one] + tables.keys[other], bits | tables.bits[one] | tables.bits[other], tables
        )
        holdings.order[live] = hand
        live += 1
    _sort_by_byte(live, 0, holdings.order, holdings.other_order, holdings)
    _sort_by_byte(live, 8, holdings.other_order, holdings.order, holdings)
    below, equal, order = holdings.below, holdings.equal, holdings.order
    below[:] = 0
    first = 0
    while first < live:
        end = first
        equal[:] = 0
        while end < live and holdings.values[order[end]] == holdings.values[order[first]]:
            equal[holdings.hands[order[end], 0]] += 1
            equal[holdings.hands[order[end], 1]] += 1
            end += 1
        for i in range(first, end):
            one, other = holdings.hands[order[i], 0], holdings.hands[order[i], 1]
            wins = first - below[one] - below[other]
            ties = end - first - equal[one] - equal[other] + 1  # the combo itself is subtracted twice
            holdings.strengths[0, order[i]] += (wins + 0.5 * ties) / 990.0
        for card in range(52):
            below[card] += equal[card]
        first = end


@subkernel
def _sort_by_byte(count: int, shift: int, order: I64, result: I64, holdings: Holdings) -> None:
    """Sort ``count`` hands of ``order`` by the byte of their values from bit ``shift`` on into ``result``."""
    starts = holdings.starts
    starts[:] = 0
    for i in range(count):
        starts[(holdings.values[order[i]] >> shift & 255) + 1] += 1
    for byte in range(256):
        starts[byte + 1] += starts[byte]
    for i in range(count):
        byte = holdings.values[order[i]] >> shift & 255
        result[starts[byte]] = order[i]
        starts[byte] += 1


@subkernel
def _count_seen(seat: int, street: int, own_cards: int, state: HandState, live: I64) -> None:
    """Count the razz cards of each rank that are left for a seat that sees ``own_cards`` of its own cards and the up
    cards of all players, into ``live`` int64[13]. ``own_cards`` 0: without its down cards."""
    up_end = min(street + 3, HAND_SIZE - 1)
    live[:] = 4
    for other in range(state.folded.shape[0]):
        for card in range(2, up_end):
            if other != seat and card < state.seen[other]:
                live[_rank(state.cards[other, card])] -= 1
    for card in range(0 if own_cards else 2, own_cards if own_cards else up_end):
        live[_rank(state.cards[seat, card])] -= 1


@subkernel
def _count_up(seat: int, street: int, state: HandState, counts: I64) -> None:
    """Count the up cards of a seat on a street by rank into ``counts`` int64[13]."""
    counts[:] = 0
    for card in range(2, min(street + 3, HAND_SIZE - 1)):
        counts[_rank(state.cards[seat, card])] += 1


@subkernel
def _take_pair(pair: int, live: I64, counts: I64, holdings: Holdings) -> float:
    """Move a pair of down cards from ``live`` to ``counts``; return in how many ways the cards can be dealt."""
    low, high = holdings.hands[pair, 0], holdings.hands[pair, 1]
    ways = live[low] * (live[low] - 1) / 2.0 if low == high else float(live[low] * live[high])
    live[low] -= 1
    live[high] -= 1
    counts[low] += 1
    counts[high] += 1
    return max(ways, 0.0) if live[low] >= 0 and live[high] >= 0 else 0.0


@subkernel
def _return_pair(pair: int, live: I64, counts: I64, holdings: Holdings) -> None:
    """Undo :func:`_take_pair`."""
    for i in range(2):
        live[holdings.hands[pair, i]] += 1
        counts[holdings.hands[pair, i]] -= 1


@subkernel
def _razz_strengths(seat: int, street: int, cards: CardTables, state: HandState, holdings: Holdings) -> None:
    strengths = holdings.strengths[seat]
    strengths[:] = 1.0
    for other in range(holdings.seats.shape[0]):
        if other == seat or holdings.seats[other, FOLDED]:
            continue
        shares = holdings.shares[seat, other]
        if holdings.share_keys[seat, other] != street:
            holdings.share_keys[seat, other] = street
            _fill_shares(seat, other, street, cards, state, holdings)
        for pair in range(holdings.hands.shape[0]):
            strengths[pair] = strengths[pair] * shares[pair] if shares[pair] >= 0.0 else -1.0


@inlined
def _is_left(seat: int, pair: int, holdings: Holdings) -> bool:
    """Return True if a pair can have a weight on this street: weights of 0 stay 0 unless a least weight is added."""
    return bool(holdings.weights[seat, pair] > 0.0 or holdings.least[holdings.models[seat]] > 0.0)


@subkernel
def _fill_shares(seat: int, other: int, street: int, cards: CardTables, state: HandState, holdings: Holdings) -> None:
    """Fill ``shares`` of a seat against the visible cards of another one; pairs that are out of its range get -1."""
    own, live, theirs = holdings.ranks[0], holdings.ranks[1], holdings.ranks[2]
    up_end = min(street + 3, HAND_SIZE - 1)
    _count_seen(seat, street, 0, state, live)
    _count_up(seat, street, state, own)
    _count_up(other, street, state, theirs)
    for pair in range(holdings.hands.shape[0]):
        share = -1.0
        if _is_left(seat, pair, holdings):
            if _take_pair(pair, live, own, holdings) > 0.0:
                low_distribution(own, live, HAND_SIZE - up_end, cards.low, cards.work, cards.ways[0])
                low_distribution(theirs, live, HAND_SIZE + 2 - up_end, cards.low, cards.work, cards.ways[1])
                share = lower_share(cards.ways[0], cards.ways[1])
            _return_pair(pair, live, own, holdings)
        holdings.shares[seat, other, pair] = share


@subkernel
def fill_equities(
    seat: int, opponent: int, rules: Rules, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    """Fill ``equities`` of a seat's own hand against each hand of an opponent, and ``counts``: the ways to hold it."""
    street = int(state.numbers[STREET])
    if rules.stud:
        _fill_razz_equities(seat, opponent, street, cards, state, holdings)
        return
    own = _bit(state.cards[seat, 0]) | _bit(state.cards[seat, 1])
    board = _board_mask(0 if street == 0 else street + 2, state)
    for hand in range(holdings.hands.shape[0]):
        mask = _bit(holdings.hands[hand, 0]) | _bit(holdings.hands[hand, 1])
        holdings.counts[hand] = 0.0 if mask & (own | board) else 1.0
    if street == 0:
        own_class = holdings.classes[cards.hand_of[state.cards[seat, 0], state.cards[seat, 1]]]
        for hand in range(holdings.hands.shape[0]):
            holdings.equities[hand] = holdings.matchups[own_class, holdings.classes[hand]]
        return
    slot = np.int64(((board * np.uint64(0x9E3779B97F4A7C15)) ^ (own * np.uint64(0xD1342543DE82EF95))) >> np.uint64(57))
    keys, cached = holdings.equity_keys[slot], holdings.cached_equities[slot]
    if keys[0] != board or keys[1] != own:
        keys[0], keys[1] = board, own
        cached[:] = -1.0
    # Only hands that the opponent can have are looked at; if his actions fit none, all are.
    weights, none_is_left = holdings.weights[opponent], True
    for hand in range(holdings.hands.shape[0]):
        none_is_left = none_is_left and weights[hand] * holdings.counts[hand] == 0.0
    missing = 0
    for hand in range(holdings.hands.shape[0]):
        if holdings.counts[hand] > 0.0 and cached[hand] < 0.0 and (none_is_left or weights[hand] > 0.0):
            holdings.other_order[missing] = hand
            missing += 1
    if missing:
        _fill_holdem_equities(seat, street, own | board, missing, cards, state, holdings)
        for i in range(missing):
            cached[holdings.other_order[i]] = holdings.equities[holdings.other_order[i]]
    for hand in range(holdings.hands.shape[0]):
        holdings.equities[hand] = max(cached[hand], 0.0)


@subkernel
def _fill_holdem_equities(
    seat: int, street: int, taken: np.uint64, missing: int, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    """Fill the equities against the first ``missing`` hands of ``other_order`` on a board: the river and the turn with
    every card to come, the flop by some pairs of them."""
    deck, live = holdings.starts, 0
    for card in range(52):
        if taken & _bit(card) == NONE:
            deck[live] = card
            live += 1
    for i in range(missing):
        holdings.equities[holdings.other_order[i]] = 0.0
        holdings.order[i] = 0
    if street == 3:
        _add_runout(seat, -1, -1, missing, cards, state, holdings)
    elif street == 2:
        for i in range(live):
            _add_runout(seat, deck[i], -1, missing, cards, state, holdings)
    else:
        for step in FLOP_STEPS:
            for i in range(live):
                _add_runout(seat, deck[i], deck[(i + step) % live], missing, cards, state, holdings)
    for i in range(missing):
        if holdings.order[i]:
            holdings.equities[holdings.other_order[i]] /= holdings.order[i]


@subkernel
def _add_runout(
    seat: int, card: int, other_card: int, missing: int, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    """Add the result of a seat's hand on the board with the given cards to come (-1: none) to ``equities`` against the
    first ``missing`` hands of ``other_order``, and 1 to ``order`` of each of them that is then possible."""
    tables, key, bits, taken = cards.high, KEY_START, np.uint64(0), np.uint64(0)
    for i in range(int(state.numbers[STREET]) + 4):
        known = int(state.numbers[STREET]) + 2
        dealt = state.board[i] if i < known else card if i == known else other_card
        if dealt >= 0 and i < BOARD_SIZE:
            key += tables.keys[dealt]
            bits |= tables.bits[dealt]
            taken |= _bit(dealt)
    one, other = state.cards[seat, 0], state.cards[seat, 1]
    own = hand_value(key + tables.keys[one] + tables.keys[other], bits | tables.bits[one] | tables.bits[other], tables)
    for i in range(missing):
        hand = holdings.other_order[i]
        one, other = holdings.hands[hand, 0], holdings.hands[hand, 1]
        if taken & (_bit(one) | _bit(other)) == NONE:
            value = hand_value(
                key + tables.keys[one] + tables.keys[other], bits | tables.bits[one] | tables.bits[other], tables
            )
            holdings.equities[hand] += 1.0 if own > value else 0.5 if own == value else 0.0
            holdings.order[i] += 1


@subkernel
def _fill_razz_equities(
    seat: int, opponent: int, street: int, cards: CardTables, state: HandState, holdings: Holdings
) -> None:
    own, live, theirs = holdings.ranks[0], holdings.ranks[1], holdings.ranks[2]
    known, duels = street + 3, holdings.duels[seat, opponent]
    own[:] = 0
    for card in range(known):
        own[_rank(state.cards[seat, card])] += 1
    _count_seen(seat, street, known, state, live)
    _count_up(opponent, street, state, theirs)
    weights, none_is_left, missing, total = holdings.weights[opponent], True, False, 0.0
    if holdings.duel_keys[seat, opponent] != street:
        holdings.duel_keys[seat, opponent] = street
        duels[:] = STALE
    for pair in range(holdings.hands.shape[0]):
        holdings.counts[pair] = _take_pair(pair, live, theirs, holdings)
        _return_pair(pair, live, theirs, holdings)
        none_is_left = none_is_left and weights[pair] * holdings.counts[pair] == 0.0
    # Only pairs that the opponent can have are looked at; if his actions fit none, all are.
    for pair in range(holdings.hands.shape[0]):
        looked_at = holdings.counts[pair] > 0.0 and (none_is_left or weights[pair] > 0.0)
        missing = missing or (looked_at and duels[pair] < 0.0)
    if missing:
        low_distribution(own, live, HAND_SIZE - known, cards.low, cards.work, cards.ways[0])
        # From the ways to make each hand to those to beat it, half of those to tie it included.
        for hand in range(HANDS):
            ways = cards.ways[0, hand]
            cards.ways[0, hand] = total + 0.5 * ways
            total += ways
    drawn = HAND_SIZE - min(known, HAND_SIZE - 1)
    for pair in range(holdings.hands.shape[0]):
        looked_at = holdings.counts[pair] > 0.0 and (none_is_left or weights[pair] > 0.0)
        if looked_at and duels[pair] < 0.0:
            _take_pair(pair, live, theirs, holdings)
            won = low_sum(theirs, live, drawn, cards.low, cards.work, cards.ways[0], cards.ways[1])
            deals = total * cards.work.choices[0, drawn]
            duels[pair] = won / deals if deals > 0.0 else 0.5
            _return_pair(pair, live, theirs, holdings)
        holdings.equities[pair] = duels[pair] if looked_at else 0.0


@subkernel
def mean_equity(weights: F64, holdings: Holdings) -> float:
    """Return the mean of ``equities`` over the hands of a range, ``weights`` float64[h]; over all possible hands if
    none of the range is possible."""
    total, won, every, all_won = 0.0, 0.0, 0.0, 0.0
    for hand in range(weights.shape[0]):
        weight = weights[hand] * holdings.counts[hand]
        total += weight
        won += weight * holdings.equities[hand]
        every += holdings.counts[hand]
        all_won += holdings.counts[hand] * holdings.equities[hand]
    return won / total if total > 0.0 else all_won / max(every, 1.0)
