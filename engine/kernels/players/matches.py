"""The hands of a match of programs and described players at one table, and how much each won from every other one.

Cards and decisions are drawn from separate random streams: all rotations of a deal have the same cards, but each
rotation has its own random decisions.
"""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I64, U64
from engine.kernels.jit import inlined, lean_kernel, subkernel
from engine.kernels.players.holdings import Holdings, begin_log
from engine.kernels.players.playing import (
    BUTTON,
    PRICE,
    RAISER,
    STATISTICS,
    STREET,
    TURN,
    CardTables,
    HandState,
    PlayTables,
    Rules,
    _final_value,
    _live,
    _strength_against_all,
    count_hand,
    deal_cards,
    play_on,
    put_action,
    start_hand,
    start_streams,
)
from engine.kernels.players.programs import HONEST, KELLY, READER, described_chips, program_chips
from engine.kernels.players.simulator import SIMULATOR, SimulatorWork, new_simulator_work, simulator_chips

DESCRIBED = -1
"""The entry of :attr:`MatchTable.programs` for a player who plays by his description."""
HAND, RECORDED, BETS = range(3)
"""The indices of :attr:`MatchWork.numbers`: the number of the next hand, the results recorded in this chunk, and the
bets of this hand."""
SIZE_CLASSES = 5
"""The number of classes of bet sizes that a reader distinguishes."""
REVEAL_BINS, BIN_WIDTH = 40, 0.1
"""The number of bins of bet sizes in :attr:`MatchWork.reveals`, and their width as a share of the pot. The last bin
also has all larger bets."""
MAX_BETS = 200
COUNT, SIZE_SUM, STRENGTH_SUM, STRENGTH_SQUARES = range(4)


class MatchTable(NamedTuple):
    """The conditions of a match of n players.

    ``programs``, ``described``, ``samples`` int64[n]: the program of each player, the index of his description in
    ``PlayTables``, and the number of samples of a simulator. ``stack``: each player's chips before a hand, unless
    ``top_up`` is 0: then players keep their stacks from hand to hand. ``rotations``: how often a deal is played, 1 or
    n. ``hands``: the number of hands of the whole match. ``rake``: a share of the pot; ``rake_cap``: its maximum in
    chips, -1 for none. ``bankroll`` int64[n]: each bankroll at the start and after a ruin. ``edges`` float64[4]: the
    upper ends of the reader's size classes except the last, as shares of the pot.
    """

    programs: I64
    described: I64
    samples: I64
    stack: int
    top_up: int
    rotations: int
    hands: int
    rake: float
    rake_cap: int
    bankroll: I64
    edges: F64


class MatchWork(NamedTuple):
    """The state of a match of n players, and the counts of a chunk of hands.

    ``numbers`` int64[3]: see ``HAND`` to ``BETS``. ``seating``, ``before`` int64[n]: the player at each seat, and its
    stack before the hand. ``stacks``, ``bankrolls`` int64[n]: of each player. ``results`` int64[hands, n]: chips won by
    each player. ``won_from`` float64[n, n]: chips that a player (row) won from another, before the rake; ``rakes``
    int64[n]: the rake that each player has paid. ``counts`` int64[n, statistics, 2], ``seat_counts``: the same of one
    hand. ``reveals`` float64[n, REVEAL_BINS, 4]: for each player's bets by size, their number and the sums of the
    sizes, of the strengths, and of the squared strengths. ``bets`` float64[MAX_BETS] and ``bet_seats`` int64[MAX_BETS,
    2]: the bets of this hand: the strength against one opponent; the seat and the size class. ``last_class`` int64[n]:
    the size class of each seat's last bet. ``seen`` float64[n, SIZE_CLASSES, 2]: the number and the sum of the
    strengths that each player has shown after bets of a size class. ``layer`` int64[n] and ``simulator``: work space.
    """

    numbers: I64
    seating: I64
    before: I64
    stacks: I64
    bankrolls: I64
    results: I64
    won_from: F64
    rakes: I64
    counts: I64
    seat_counts: I64
    reveals: F64
    bets: F64
    bet_seats: I64
    last_class: I64
    seen: F64
    layer: I64
    simulator: SimulatorWork


def new_match_work(players: int, hands: int) -> MatchWork:
    """Return the work space of a match for chunks of ``hands`` hands, without stacks and bankrolls."""
    seating, before, stacks, bankrolls, rakes, last_class, layer = np.zeros((7, players), np.int64)
    counts, seat_counts = np.zeros((2, players, STATISTICS, 2), np.int64)
    return MatchWork(
        np.zeros(3, np.int64), seating, before, stacks, bankrolls, np.zeros((hands, players), np.int64),
        np.zeros((players, players)), rakes, counts, seat_counts, np.zeros((players, REVEAL_BINS, 4)),
        np.zeros(MAX_BETS), np.zeros((MAX_BETS, 2), np.int64), last_class, np.zeros((players, SIZE_CLASSES, 2)),
        layer, new_simulator_work(players),
    )  # fmt: skip


@inlined
def _reads(program: int) -> bool:
    """Return True if a program reads the other players' ranges."""
    return bool(program in (HONEST, KELLY, SIMULATOR))


@subkernel
def _start(
    hand: int,
    seed: U64,
    rules: Rules,
    match: MatchTable,
    state: HandState,
    holdings: Holdings,
    work: MatchWork,
) -> bool:
    """Deal hand number ``hand`` of the match and post its blinds; return False if fewer than two players have chips."""
    seats = state.stacks.shape[0]
    deal, rotation = hand // match.rotations, hand % match.rotations
    start_streams(seed, deal, state.random)
    if match.rotations > 1:
        # Each rotation has its own decisions, and the cards of its deal.
        cards = state.random[0, 0], state.random[0, 1], state.random[0, 2], state.random[0, 3]
        start_streams(seed, hand, state.random)
        state.random[0, 0], state.random[0, 1], state.random[0, 2], state.random[0, 3] = cards
    for card in range(52):
        state.deck[card] = card
    able, readers = 0, 0
    for player in range(seats):
        readers += int(_reads(match.programs[player]))
    for player in range(seats):
        seat = (player + rotation) % seats
        # Nobody reads himself: a single reader's own weights are not needed.
        holdings.read[seat] = int(readers > int(_reads(match.programs[player])))
        work.seating[seat] = player
        state.stacks[seat] = match.stack if match.top_up else work.stacks[player]
        work.before[seat] = state.stacks[seat]
        state.players[seat] = -1
        holdings.models[seat] = match.described[player]
        work.last_class[seat] = 0
        able += int(state.stacks[seat] > 0)
    if able < 2:
        return False
    button = deal % seats
    while state.stacks[button] == 0:
        button = (button + 1) % seats
    state.numbers[BUTTON] = button
    work.numbers[BETS] = 0
    deal_cards(rules, state)
    start_hand(rules, state)
    begin_log(state, holdings)
    return True


@inlined
def _size_class(size: float, match: MatchTable) -> int:
    result = 0
    while result < SIZE_CLASSES - 1 and size > match.edges[result]:
        result += 1
    return result


@subkernel
def _pot_after_call(seat: int, state: HandState) -> int:
    """Return the chips in all pots after a seat has called."""
    pot = min(int(state.numbers[PRICE] - state.bets[seat]), int(state.stacks[seat]))
    for other in range(state.paid.shape[0]):
        pot += int(state.paid[other])
    return pot


@subkernel
def _chips(
    seat: int,
    rules: Rules,
    match: MatchTable,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    holdings: Holdings,
    work: MatchWork,
) -> int:
    """Return the chips that a seat adds, -1 for a fold."""
    player = work.seating[seat]
    program, later = match.programs[player], state.numbers[STREET] > 0
    stack, bet, price = int(state.stacks[seat]), int(state.bets[seat]), int(state.numbers[PRICE])
    call = min(price - bet, stack)
    if program == SIMULATOR:
        samples = int(match.samples[player])
        return simulator_chips(
            seat, samples, match.rake, match.rake_cap, rules, tables, cards, state, holdings, work.simulator
        )
    if program not in (DESCRIBED, READER):
        holdings.bankrolls[seat] = max(work.bankrolls[player] - state.paid[seat], 1)
        return program_chips(seat, program, rules, tables, cards, state, holdings)
    if program == READER and later and call > 0 and 2 * work.numbers[HAND] >= match.hands:
        strength = _shown_strength(seat, match, state, work)
        if strength >= 0.0:
            return call if _pays(seat, call, strength, rules, cards, state) else -1
    return described_chips(seat, rules, tables, cards, state, holdings)


@subkernel
def _shown_strength(seat: int, match: MatchTable, state: HandState, work: MatchWork) -> float:
    """Return the mean strength that the last raiser has shown after bets of this size, -1 if none was seen."""
    raiser = state.numbers[RAISER]
    if raiser < 0:
        return -1.0
    player, size = work.seating[raiser], work.last_class[raiser]
    count = work.seen[player, size, 0]
    return work.seen[player, size, 1] / count if count > 0.0 else -1.0


@subkernel
def _pays(seat: int, call: int, strength: float, rules: Rules, cards: CardTables, state: HandState) -> bool:
    """Return True if a call pays against one hand of mean ``strength`` and random hands of the other opponents.

    A hand of strength s beats one of strength t with probability s (1 - t) / (s (1 - t) + t (1 - s)), so that it beats
    a random one, of strength 1/2, with probability s (Bradley and Terry, "Rank analysis of incomplete block designs",
    1952).
    """
    opponents = _live(state) - 1
    together = _strength_against_all(seat, rules, cards, state)
    own = together ** (1.0 / opponents)
    ahead = own * (1.0 - strength)
    behind = strength * (1.0 - own)
    wins = ahead / (ahead + behind) if ahead + behind > 0.0 else 0.5
    return bool(wins * own ** (opponents - 1) * _pot_after_call(seat, state) > call)


@subkernel
def _act(
    seat: int,
    chips: int,
    rules: Rules,
    match: MatchTable,
    cards: CardTables,
    state: HandState,
    work: MatchWork,
) -> None:
    """Make the action of a seat; record the size of a bet after the first street and the strength behind it."""
    call = min(int(state.numbers[PRICE] - state.bets[seat]), int(state.stacks[seat]))
    if chips > call and state.numbers[STREET] > 0:
        strength = _strength_against_all(seat, rules, cards, state)
        size = (chips - call) / _pot_after_call(seat, state)
        player, size_class = work.seating[seat], _size_class(size, match)
        row = work.reveals[player, min(int(size / BIN_WIDTH + 1e-9), REVEAL_BINS - 1)]
        row[COUNT] += 1.0
        row[SIZE_SUM] += size
        row[STRENGTH_SUM] += strength
        row[STRENGTH_SQUARES] += strength * strength
        work.last_class[seat] = size_class
        if work.numbers[BETS] < MAX_BETS:
            bet = work.numbers[BETS]
            work.bets[bet] = strength ** (1.0 / (_live(state) - 1))
            work.bet_seats[bet, 0], work.bet_seats[bet, 1] = seat, size_class
            work.numbers[BETS] = bet + 1
    put_action(seat, chips, rules, state)
    if _live(state) == 1:
        state.numbers[TURN] = -1


@subkernel
def _book(rules: Rules, match: MatchTable, cards: CardTables, state: HandState, work: MatchWork) -> None:
    """Book a finished hand: the rake, the result of each player, who won it from whom, statistics, shown hands."""
    seats, pot, live = state.stacks.shape[0], 0, _live(state)
    _book_layers(rules, cards, state, work)
    won = 0
    for seat in range(seats):
        pot += int(state.paid[seat])
        won += int(state.won[seat])
    # No flop (razz: no fourth street), no rake. The winners pay it in proportion to their shares of the pot. Cumulative
    # sums are rounded, so that all payments add up to the rake.
    rake = int(match.rake * pot + 1e-9) if state.numbers[STREET] > 0 else 0
    if match.rake_cap >= 0:
        rake = min(rake, match.rake_cap)
    before, charged = 0, 0
    work.seat_counts[:] = 0
    count_hand(rules, state, work.seat_counts)
    row = work.numbers[RECORDED]
    for seat in range(seats):
        player = work.seating[seat]
        before += int(state.won[seat])
        due = rake * before // won if won else 0
        state.stacks[seat] -= due - charged
        work.rakes[player] += due - charged
        charged = due
        result = state.stacks[seat] - work.before[seat]
        work.results[row, player] = result
        work.stacks[player] = state.stacks[seat]
        work.bankrolls[player] += result
        if work.bankrolls[player] <= 0:
            work.bankrolls[player] = match.bankroll[player]
        for statistic in range(work.counts.shape[1]):
            work.counts[player, statistic, 0] += work.seat_counts[seat, statistic, 0]
            work.counts[player, statistic, 1] += work.seat_counts[seat, statistic, 1]
    if live > 1:
        for bet in range(work.numbers[BETS]):
            seat = work.bet_seats[bet, 0]
            if state.folded[seat] == 0:
                shown = work.seen[work.seating[seat], work.bet_seats[bet, 1]]
                shown[0] += 1.0
                shown[1] += work.bets[bet]
    work.numbers[RECORDED] = row + 1


@subkernel
def _book_layers(rules: Rules, cards: CardTables, state: HandState, work: MatchWork) -> None:
    """Credit the losers' chips in each layer of the pots to its winners, in proportion to their net gains.

    The layers and the odd chips are those of the payment in ``playing``.
    """
    seats, showdown, below = state.stacks.shape[0], _live(state) > 1, 0
    while True:
        level, top = 0, 0
        for seat in range(seats):
            if state.folded[seat] == 0:
                top = max(top, int(state.paid[seat]))
                if state.paid[seat] > below and (level == 0 or state.paid[seat] < level):
                    level = int(state.paid[seat])
        if level == 0:
            return
        best, winners, pot = -1, 0, 0
        for seat in range(seats):
            paid = int(state.paid[seat])
            work.layer[seat] = max((paid if level == top else min(paid, level)) - below, 0)
            pot += work.layer[seat]
            if state.folded[seat] == 0 and paid >= level:
                value = _final_value(seat, rules, cards, state) if showdown else 0
                if value > best:
                    best, winners = value, 0
                winners += int(value == best)
        odd, lost = pot % winners, 0
        for step in range(1, seats + 1):
            seat = (state.numbers[BUTTON] + step) % seats
            wins = state.folded[seat] == 0 and state.paid[seat] >= level
            if wins and (_final_value(seat, rules, cards, state) if showdown else 0) == best:
                gain = pot // winners + int(odd > 0) - work.layer[seat]
                odd -= 1
                work.layer[seat] = -gain
            else:
                lost += work.layer[seat]
        if lost:
            for winner in range(seats):
                for loser in range(seats):
                    if work.layer[winner] < 0 < work.layer[loser]:
                        chips = -work.layer[winner] * work.layer[loser] / lost
                        work.won_from[work.seating[winner], work.seating[loser]] += chips
                        work.won_from[work.seating[loser], work.seating[winner]] -= chips
        below = level


@lean_kernel
def play_match(
    end: int,
    seed: U64,
    rules: Rules,
    match: MatchTable,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    holdings: Holdings,
    work: MatchWork,
) -> None:
    """Play hands up to number ``end`` (excluded), or until fewer than two players have chips.

    ``seed`` uint64[2]: see ``start_streams``; ``holdings``: work space for the players' ranges.
    """
    while work.numbers[HAND] < end:
        if not _start(int(work.numbers[HAND]), seed, rules, match, state, holdings, work):
            return
        while True:
            seat = play_on(rules, tables, cards, state)
            if seat < 0:
                break
            chips = _chips(seat, rules, match, tables, cards, state, holdings, work)
            _act(seat, chips, rules, match, cards, state, work)
        _book(rules, match, cards, state, work)
        work.numbers[HAND] += 1


@lean_kernel
def follow_bankrolls(results: I64, start: I64, bankrolls: I64, ruins: I64) -> None:
    """Add ``results`` int64[hands, n] to ``bankrolls`` int64[n], hand by hand.

    A bankroll without chips is reset to ``start`` int64[n], and the ruin is counted in ``ruins`` int64[n].
    """
    for hand in range(results.shape[0]):
        for player in range(results.shape[1]):
            bankrolls[player] += results[hand, player]
            if bankrolls[player] <= 0:
                bankrolls[player] = start[player]
                ruins[player] += 1
