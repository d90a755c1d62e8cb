"""Programs that play a seat by a rule instead of a description.

*caller*: never bets or raises and always calls. *folder*: never bets, folds on the first street, and folds later to
every bet unless its strength s_n exceeds 0.95. *pusher*: goes all in with every hand with which neutral opens, and over
every later bet. *random*: picks a fold (to a price), a call or check, the minimum raise or a raise by the pot, each
with the same probability. *kelly*: plays its description on the first street, and later makes the bet that grows its
bankroll most if everybody calls. *cassandra*: makes the bet of her published equation (``bankrolls``). *reader*: plays
its description; in the second half of a match it answers bets after the first street by the strength that the bettor
has shown after bets of that size (``matches``). *honest* (Hold'em Killer): acts if the expected value of the action is
positive against the ranges of the others, and never bluffs. With s_n the product of its equities against each
opponent's range, P the pot after the call, and an opponent i who continues with probability c_i and then adds b_i
chips:

    nobody has bet:   bets B, half the pot, if s_n (pot + sum c_i b_i) > B
    facing a bet:     calls if s_n P > price, raises by half of P (chips R in all) if s_n (P + sum c_i b_i) > R too
    first street:     the action with the greatest EV = A (middle + cost) + sum_i c_i s_i b_i A / a_i - cost,
                      a_i = 1 - c_i + c_i s_i,  A = prod a_i

On the first street s_i is the equity against the hands with which opponent i continues, and nobody bets later.
"""

from engine.arrays import I64
from engine.kernels.common.rng import uniform
from engine.kernels.jit import inlined, lean_kernel, linked, subkernel
from engine.kernels.players.bankrolls import cassandra_bet, kelly_bet, kelly_growth, showdown_chances
from engine.kernels.players.holdings import (
    Holdings,
    fill_equities,
    goes_on_with,
    mean_equity,
    read_log,
    situation_row,
    strength_row,
)
from engine.kernels.players.playing import (
    FIXED_LIMIT,
    LIMPERS,
    PRICE,
    RAISE_SIZE,
    RAISER,
    RAISES,
    STREET,
    TURN,
    CardTables,
    HandState,
    PlayTables,
    Rules,
    _first_street_chips,
    _later_chips,
    _strength_against_all,
    legal_chips,
    play_on,
    put_action,
)

CALLER, HONEST, FOLDER, PUSHER, RANDOM, KELLY, CASSANDRA, READER = range(8)
"""The programs. A seat with a description has -1 instead."""
FOLDER_CALLS_ABOVE = 0.95


@linked
@lean_kernel
def play_with_programs(
    rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, programs: I64, holdings: Holdings
) -> None:
    """Play a hand to its end; ``programs`` int64[n]: the program of each seat without a description."""
    while True:
        seat = play_on(rules, tables, cards, state)
        if seat < 0:
            return
        put_action(seat, program_chips(seat, programs[seat], rules, tables, cards, state, holdings), rules, state)
        live = 0
        for other in range(state.folded.shape[0]):
            live += 1 - state.folded[other]
        if live == 1:
            state.numbers[TURN] = -1


@subkernel
def program_chips(
    seat: int, program: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips that a program adds at its turn, -1 for a fold."""
    call = int(min(state.numbers[PRICE] - state.bets[seat], state.stacks[seat]))
    if program == CALLER:
        return call
    if program == FOLDER:
        calls = state.numbers[STREET] > 0 and _strength_against_all(seat, rules, cards, state) > FOLDER_CALLS_ABOVE
        return call if call == 0 or calls else -1
    if program == PUSHER:
        return _pusher_chips(seat, call, rules, tables, cards, state, holdings)
    if program == RANDOM:
        return _random_chips(seat, call, rules, state)
    if program == KELLY and state.numbers[STREET]:
        return _kelly_chips(seat, call, rules, tables, cards, state, holdings)
    if program == CASSANDRA:
        return _cassandra_chips(seat, call, rules, cards, state, holdings)
    if program != HONEST:
        return described_chips(seat, rules, tables, cards, state, holdings)
    read_log(rules, tables, cards, state, holdings)
    if state.numbers[STREET] == 0:
        return _honest_first_chips(seat, call, rules, tables, cards, state, holdings)
    return _honest_later_chips(seat, call, rules, tables, cards, state, holdings)


@inlined
def _bankroll(seat: int, state: HandState, holdings: Holdings) -> float:
    """Return the bankroll of a seat without its chips in the pot, in units, or its stack if it has none; at least 1."""
    return max(holdings.bankrolls[seat] if holdings.bankrolls[seat] > 0.0 else float(state.stacks[seat]), 1.0)


@subkernel
def _kelly_chips(
    seat: int,
    call: int,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    holdings: Holdings,
) -> int:
    """Return the chips that grow the bankroll most if everybody calls, -1 for a fold.

    The actions are check or fold, call, and Kelly's bet if it is legal. The chance to win is the product of the
    equities against each opponent's range.
    """
    read_log(rules, tables, cards, state, holdings)
    chance, pot, bankroll = 1.0, 0.0, _bankroll(seat, state, holdings)
    for other in range(state.paid.shape[0]):
        pot += state.paid[other]
        holdings.reach[other] = 0.0
        if other == seat or state.folded[other]:
            continue
        fill_equities(seat, other, rules, cards, state, holdings)
        chance *= mean_equity(holdings.weights[other], holdings)
        # As in ``engine.play.pots.pot_facts``: chips that he has bet beyond this seat's bet count as chips that he can
        # match, not as pot, and the part of this seat's bet that he cannot match does not count.
        ahead = state.bets[other] - state.bets[seat]
        reach = state.stacks[other] + ahead
        pot += min(reach, 0) - ahead
        holdings.reach[other] = max(reach, 0)
    best = kelly_growth(chance, pot, 0.0, bankroll, holdings.reach) if call == 0 else 0.0
    result = 0 if call == 0 else -1
    if call > 0 and kelly_growth(chance, pot, float(call), bankroll, holdings.reach) > best:
        best, result = kelly_growth(chance, pot, float(call), bankroll, holdings.reach), call
    bet = int(kelly_bet(chance, pot, bankroll, holdings.reach) + 1e-6)
    # At fixed limit there is one size, which may be more or less than the best bet.
    to = int(state.stacks[seat]) if rules.limit == FIXED_LIMIT else bet
    chips = legal_chips(seat, int(state.bets[seat]) + to, rules, state)
    if chips > call and kelly_growth(chance, pot, float(chips), bankroll, holdings.reach) > best:
        return chips
    return result


@subkernel
def _cassandra_chips(
    seat: int, call: int, rules: Rules, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips of Cassandra's action, -1 for a fold.

    Her published bet, in whole chips, follows from her chances against random hands. On the first street she calls if
    it reaches the price. Later she bets it, raises to it if that is legal, calls up to it, and folds to more.
    """
    opponents, pot = -1, 0
    for other in range(state.paid.shape[0]):
        pot += int(state.paid[other])
        opponents += 1 - state.folded[other]
    later = state.numbers[STREET] > 0
    if later or rules.stud:
        total = showdown_chances(seat, rules, cards, state, holdings.chances)
    else:
        hand, total = cards.hand_of[state.cards[seat, 0], state.cards[seat, 1]], 1e6
        holdings.chances[0], holdings.chances[1] = holdings.first_chances[hand, 0], holdings.first_chances[hand, 1]
    bankroll = _bankroll(seat, state, holdings)
    share = cassandra_bet(holdings.chances[0], holdings.chances[1], total, opponents, pot / bankroll)
    bet = min(int(share * bankroll / holdings.chip + 1e-9) * holdings.chip, int(state.stacks[seat]))
    if bet < call:
        return -1
    if not later or bet == call:
        return call
    return legal_chips(seat, int(state.bets[seat]) + bet, rules, state)


@subkernel
def described_chips(
    seat: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips of a seat that plays the description by which others read it, -1 for a fold."""
    state.players[seat] = holdings.models[seat]
    if state.numbers[STREET]:
        chips = _later_chips(seat, rules, tables, cards, state)
    else:
        chips = _first_street_chips(seat, rules, tables, cards, state)
    state.players[seat] = -1
    return int(chips)


@subkernel
def _pusher_chips(
    seat: int, call: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips that *pusher* adds, -1 for a fold; ``call``: the chips that a call costs the seat.

    On the first street the program goes all-in with the hands that its model opens with, as often as the model does,
    and checks or folds the others. On later streets it checks, and answers a bet with all its chips.
    """
    if state.numbers[STREET] == 0:
        nobody = tables.row_of.shape[3] - 1
        row = tables.row_of[holdings.models[seat], 0, state.positions[seat], nobody]
        hand = cards.hand_of[state.cards[seat, 0], state.cards[seat, 1]]
        if uniform(state.random[1]) >= tables.rows[row, hand, 0]:
            return 0 if call == 0 else -1
    elif state.numbers[PRICE] == 0:
        return 0
    return legal_chips(seat, int(state.bets[seat] + state.stacks[seat]), rules, state)


@subkernel
def _random_chips(seat: int, call: int, rules: Rules, state: HandState) -> int:
    """Return the chips of a random action, -1 for a fold.

    The actions are a check or call, a fold if there is a price, the minimum raise, and a raise by the pot after the
    call. All have the same probability. Raises that are not legal are left out, and so is a raise by the pot that adds
    as many chips as the minimum raise.
    """
    price, pot, choices = int(state.numbers[PRICE]), call, 1 + int(call > 0)
    for other in range(state.paid.shape[0]):
        pot += int(state.paid[other])
    least = legal_chips(seat, price + max(int(state.numbers[RAISE_SIZE]), rules.big_blind), rules, state)
    largest = legal_chips(seat, price + pot, rules, state)
    raises, differ = int(least > call), int(largest > call and largest != least)
    choice = int(uniform(state.random[1]) * (choices + raises + differ))
    if choice < choices:
        return call if choice == 0 else -1
    return least if raises and choice == choices else largest


@inlined
def _is_opponent(other: int, seat: int, state: HandState) -> bool:
    return bool(other != seat and state.folded[other] == 0)


@subkernel
def _honest_later_chips(
    seat: int, call: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips that *honest* adds on a later street, -1 for a fold; ``call``: the chips that a call costs.

    Its equity is the product of the mean equities against each live opponent's assumed hands. It calls if that is worth
    more than the price, and bets or raises half the pot if its equity in the pot, with the chips that opponents are
    expected to add, is worth more than the chips that this costs.
    """
    equity, pot, paid = 1.0, call, state.paid[seat] + call
    for other in range(state.folded.shape[0]):
        pot += int(min(state.paid[other], paid))
        if _is_opponent(other, seat, state):
            fill_equities(seat, other, rules, cards, state, holdings)
            equity *= mean_equity(holdings.weights[other], holdings)
    if call > 0 and equity * pot <= call:
        return -1
    price = int(state.numbers[PRICE])
    chips = legal_chips(seat, price + pot // 2, rules, state)
    if chips > call:
        expected = _expected_calls(seat, chips, pot, rules, tables, cards, state, holdings)
        if equity * (pot + expected) > chips:
            return chips
    return call


@subkernel
def _expected_calls(
    seat: int,
    chips: int,
    pot: int,
    rules: Rules,
    tables: PlayTables,
    cards: CardTables,
    state: HandState,
    holdings: Holdings,
) -> float:
    """Return the chips that the opponents are expected to add after a bet or raise that adds ``chips``.

    Each opponent decides as if nobody called before him. ``pot``: the pot after the seat's call, without the raise.
    """
    to, opponents, result = state.bets[seat] + chips, 0, 0.0
    after = pot + chips - int(min(state.numbers[PRICE] - state.bets[seat], state.stacks[seat]))
    for other in range(state.folded.shape[0]):
        opponents += int(_is_opponent(other, seat, state))
    for other in range(state.folded.shape[0]):
        added = min(to - state.bets[other], state.stacks[other])
        if not _is_opponent(other, seat, state) or added <= 0:
            continue
        row = strength_row(other, int(state.numbers[STREET]), rules, cards, state, holdings)
        model, street = int(holdings.models[other]), int(state.numbers[STREET]) - 1
        total, goes_on = 0.0, 0.0
        for hand in range(holdings.hands.shape[0]):
            strength = holdings.strengths[row, hand]
            weight = holdings.weights[other, hand] * holdings.counts[hand]
            if weight > 0.0 and strength >= 0.0:
                strength = strength if rules.stud else strength**opponents
                total += weight
                goes_on += weight * goes_on_with(model, street, strength, added / (after + added), tables)
        result += added * (goes_on / total if total > 0.0 else 1.0)
    return float(result)


@subkernel
def _honest_first_chips(
    seat: int, call: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> int:
    """Return the chips of the action with the greatest expected value on the first street, -1 for a fold.

    If values are equal, this is the cheaper action.
    """
    numbers, stack, bet = state.numbers, int(state.stacks[seat]), int(state.bets[seat])
    raises, price = int(numbers[RAISES]), int(numbers[PRICE])
    sizes = tables.open_sizes[holdings.models[seat]]
    to = int(price * sizes[2 if raises == 1 else 3])
    if raises == 0:
        to = int(rules.big_blind * (sizes[0] + sizes[1] * numbers[LIMPERS]))
    raised = legal_chips(seat, bet + stack if 3 * to > bet + stack else to, rules, state)
    best, result = 0.0, -1
    if call == 0:
        best, result = _first_value(seat, 0, rules, tables, cards, state, holdings), 0
    else:
        value = _first_value(seat, call, rules, tables, cards, state, holdings)
        if value > best:
            best, result = value, call
    if raised > call and _first_value(seat, raised, rules, tables, cards, state, holdings) > best:
        result = raised
    return result


@subkernel
def _first_value(
    seat: int, chips: int, rules: Rules, tables: PlayTables, cards: CardTables, state: HandState, holdings: Holdings
) -> float:
    """Return the expected value of adding ``chips`` on the first street if nobody bets later."""
    numbers = state.numbers
    to = int(state.bets[seat]) + chips
    level = max(to, int(numbers[PRICE]))
    is_raise = to > numbers[PRICE]
    raises, raiser = int(numbers[RAISES]) + int(is_raise), seat if is_raise else int(numbers[RAISER])
    middle, product, called = 0, 1.0, 0.0
    for other in range(state.folded.shape[0]):
        middle += int(state.paid[other])
        if not _is_opponent(other, seat, state):
            continue
        added = int(min(level - state.bets[other], state.stacks[other]))
        weights = holdings.weights[other]
        goes_on = 1.0
        fill_equities(seat, other, rules, cards, state, holdings)
        # An opponent who has put in the price stays; one who owes chips continues with the hands that his description
        # plays.
        if added > 0:
            all_in = raiser >= 0 and (chips == state.stacks[seat] or added == state.stacks[other])
            row = situation_row(other, raises, raiser, all_in, tables, state, holdings)
            before, after = 0.0, 0.0
            for hand in range(weights.shape[0]):
                weight = weights[hand] * holdings.counts[hand]
                before += weight
                holdings.part[hand] = weights[hand] * tables.rows[row, hand, 1]
                after += weight * tables.rows[row, hand, 1]
            goes_on = after / before if before > 0.0 else 1.0
            equity = mean_equity(holdings.part, holdings) if goes_on > 0.0 else 0.0
        else:
            equity = mean_equity(weights, holdings)
        stays = 1.0 - goes_on + goes_on * equity
        # ``called`` is the sum over the opponents of c_i s_i b_i times the factors a_j of all others.
        called = called * stays + product * goes_on * equity * added
        product *= stays
    return product * (middle + chips) + called - chips
