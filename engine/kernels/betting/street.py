"""The last street of hold'em: all decisions and ends after the same cards are walked together, not one by one.

The other player's weights are taken down to all ends first. Then the showdowns are computed, eight in one sweep over
the sorted hands, which costs little more than a single one. Then the values are taken up again. Weights and values are
float32 as the regrets are, sums over hands float64. Earlier streets are walked node by node (``walk``).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernels.betting.cards import Cards, Combos
from engine.kernels.betting.tree import (
    BEST,
    DECISION,
    HALF,
    NOTHING,
    PRUNED,
    RARE,
    SHOWDOWN,
    TRAIN,
    Discount,
    Strategies,
    StreetWork,
    Tree,
    add_regret,
    add_strategy,
    pack_regrets,
    unpack_regrets,
)
from engine.kernels.jit import inlined, sum_inlined, sum_subkernel
from engine.kernels.lanes import LANES, fetch, load, part, side_by_side, store

TOGETHER = 128
"""Nodes of the last street that are walked together, below several deals: more would not stay in a processor's
cache."""
AHEAD, CACHED_NUMBERS = 16, 200_000
"""How many nodes ahead the numbers of a decision are loaded into the processor's cache. Trees of at most
:data:`CACHED_NUMBERS` numbers are not loaded ahead, because their numbers stay in the cache."""
ONE, MIN_VALUE = np.float32(1.0), np.float32(-3e38)


@sum_subkernel
def walk_street(
    tree: Tree, cards: Cards, play: Strategies, work: StreetWork, numbers: NDArray[np.float32], discount: Discount,
    pay: NDArray[np.float64], size: int, river: int, player: int, mode: int,
) -> None:  # fmt: skip
    """Walk the nodes of the first ``size`` rows, and write the values of the player's hands there to ``work.value``.

    ``node``, ``base`` of each row and ``reach``, ``source`` of those that are below no other must be set (:func:`add`).
    ``river``: the number of the board; ``numbers``: room for numbers that are stored in 16 bits.

    Arrays: ``numbers`` float32[n], ``pay`` float64[nodes, 2, 3].
    """
    hands, theirs = cards.hands[0, player], cards.hands[0, 1 - player]
    folds = showdowns = 0
    ahead = AHEAD if len(play.regret) + len(play.regret16) > CACHED_NUMBERS else 0
    for step in range(size + ahead):
        if ahead > 0 and step < size:
            fetch_numbers(tree, play, work, step, hands, theirs, player, mode)
        row = step - ahead
        if row < 0:
            continue
        node = work.node[row]
        if tree.kind[node] == DECISION:
            descend(tree, play, work, numbers, row, theirs, player, mode)
        elif tree.kind[node] == SHOWDOWN:
            work.ends[showdowns] = row
            showdowns += 1
        else:
            folds += 1
            work.ends[len(work.ends) - folds] = row
    for begin in range(0, showdowns, LANES):
        ends = work.ends[begin : min(begin + LANES, showdowns)]
        sweep(cards.combos, work, ends, pay, hands, theirs, river, player)
    for begin in range(len(work.ends) - folds, len(work.ends), LANES):
        ends = work.ends[begin : min(begin + LANES, len(work.ends))]
        fold_all(cards.combos, work, ends, pay, hands, theirs, player)
    for row in range(size - 1, -1, -1):
        node = work.node[row]
        if tree.kind[node] != DECISION:
            continue
        if tree.player[node] == player:
            choose(tree, play, work, numbers, discount, row, hands, mode)
        else:
            add_up(tree, work, row, hands)


@inlined
def fetch_numbers(
    tree: Tree, play: Strategies, work: StreetWork, row: int, hands: int, theirs: int, player: int, mode: int
) -> None:
    """Load the numbers of a decision into the processor's cache before they are needed."""
    node = work.node[row]
    own = tree.player[node] == player
    if tree.kind[node] != DECISION or (own and mode == BEST):
        return
    at = work.base[row] + tree.offset[node]
    count = tree.children[node] * (hands if own else theirs)
    packed = len(play.regret16) > 0
    if mode == TRAIN and packed:
        fetch(play.regret16, at, count)
    elif mode == TRAIN:
        fetch(play.regret, at, count)
    if (own or mode != TRAIN) and packed:
        fetch(play.average16, at, count)
    elif own or mode != TRAIN:
        fetch(play.average, at, count)


@inlined
def add(tree: Tree, work: StreetWork, size: int, root: int, base: int) -> int:
    """Add ``root`` and all nodes below it to the first ``size`` rows; return the new number of rows."""
    work.source[size] = size
    rows: int = size + tree.at_once[root]
    for row in range(size, rows):
        work.node[row], work.base[row] = root + row - size, base
    return rows


@sum_inlined
def deal_weights(
    combos: Combos, theirs: int, player: int, card: int, share: float, reach: NDArray[np.float32],
    below: NDArray[np.float32],
) -> None:  # fmt: skip
    """Write the weights of the other player's hands after a card to ``below``: ``deal_combos`` in float32.

    Arrays: ``reach`` float[hands], ``below`` float[hands].
    """
    high, low, part = combos.high[1 - player], combos.low[1 - player], np.float32(share)
    for hand in range(theirs):
        below[hand] = part * reach[hand] if (high[hand] != card) & (low[hand] != card) else NOTHING


@sum_inlined
def regret_matching(
    numbers: NDArray[np.float32], at: int, fixed: NDArray[np.float32], fixed_at: int, actions: int, hands: int,
    pruned: bool, shares: NDArray[np.float32], total: NDArray[np.float32],
) -> None:  # fmt: skip
    """Write the strategy at a decision to ``shares`` float32[actions * hands], as ``match_regrets`` does."""
    for hand in range(hands):
        total[hand] = NOTHING
    for action in range(actions):
        row = numbers[at + action * hands : at + (action + 1) * hands]
        for hand in range(hands):
            total[hand] += max(row[hand], NOTHING)
    uniform = ONE / np.float32(actions)
    for action in range(actions):
        row = numbers[at + action * hands : at + (action + 1) * hands]
        share = shares[action * hands : (action + 1) * hands]
        for hand in range(hands):
            share[hand] = max(row[hand], NOTHING) / total[hand] if total[hand] > NOTHING else uniform
    if len(fixed):
        for action in range(actions):
            known = fixed[fixed_at + action * hands : fixed_at + (action + 1) * hands]
            share = shares[action * hands : (action + 1) * hands]
            for hand in range(hands):
                if known[hand] >= NOTHING:
                    share[hand] = known[hand]
    if pruned:
        for i in range(actions * hands):
            if shares[i] < np.float32(RARE):
                shares[i] = NOTHING


@inlined
def stored_numbers(
    play: Strategies, at: int, count: int, mode: int, numbers: NDArray[np.float32]
) -> tuple[NDArray[np.float32], int]:
    """Return an array with the regrets or the sums of strategies of a decision, and the index at which they begin.

    Arrays: ``numbers`` float32[n].
    """
    if len(play.regret16) == 0:
        return (play.regret, at) if mode == TRAIN else (play.average, at)
    if mode == TRAIN:
        unpack_regrets(play.regret16, at, count, numbers)
    else:
        for i in range(count):
            numbers[i] = play.average16[at + i]
    return numbers, 0


@sum_subkernel
def find_shares(
    play: Strategies, work: StreetWork, at: int, actions: int, hands: int, mode: int, numbers: NDArray[np.float32]
) -> None:
    """Write the strategy of the decision whose numbers begin at ``at`` to ``work.shares``.

    Arrays: ``numbers`` float32[n].
    """
    found, start = stored_numbers(play, at, actions * hands, mode, numbers)
    if actions == 2 and len(play.fixed) == 0 and mode != PRUNED:
        share_of_two(
            found[start : start + hands], found[start + hands : start + 2 * hands],
            work.shares[:hands], work.shares[hands : 2 * hands],
        )  # fmt: skip
        return
    regret_matching(found, start, play.fixed, at, actions, hands, mode == PRUNED, work.shares, work.total)


@sum_inlined
def share_of_two(
    one: NDArray[np.float32], two: NDArray[np.float32], first: NDArray[np.float32], second: NDArray[np.float32]
) -> None:
    """Write the strategy of two actions by regret matching on ``one`` and ``two``, all float32[hands]."""
    for hand in range(len(one)):
        positive, other = max(one[hand], NOTHING), max(two[hand], NOTHING)
        total = positive + other
        share = positive / total if total > NOTHING else HALF
        first[hand], second[hand] = share, ONE - share


@sum_inlined
def divide(
    one: NDArray[np.float32], two: NDArray[np.float32], reach: NDArray[np.float32], hands: int,
    first: NDArray[np.float32], second: NDArray[np.float32],
) -> None:  # fmt: skip
    """Divide ``reach`` among two actions by regret matching on ``one`` and ``two``, float32[hands] each."""
    for hand in range(hands):
        positive, other = max(one[hand], NOTHING), max(two[hand], NOTHING)
        total = positive + other
        share = positive / total if total > NOTHING else HALF
        first[hand] = reach[hand] * share
        second[hand] = reach[hand] * (ONE - share)


@inlined
def descend(
    tree: Tree, play: Strategies, work: StreetWork, numbers: NDArray[np.float32], row: int, theirs: int, player: int,
    mode: int,
) -> None:  # fmt: skip
    """Take the other player's weights from a decision to its children; his own decision multiplies them.

    Arrays: ``numbers`` float32[n].
    """
    node, source = work.node[row], work.source[row]
    actions, first = tree.children[node], tree.first[node]
    if tree.player[node] == player:
        for action in range(actions):
            work.source[row + tree.child[first + action] - node] = source
        return
    at = work.base[row] + tree.offset[node]
    if actions == 2 and len(play.fixed) == 0 and mode != PRUNED:
        found, start = stored_numbers(play, at, 2 * theirs, mode, numbers)
        one, two = row + tree.child[first] - node, row + tree.child[first + 1] - node
        work.source[one], work.source[two] = one, two
        divide(
            found[start : start + theirs], found[start + theirs : start + 2 * theirs], work.reach[source], theirs,
            work.reach[one], work.reach[two],
        )  # fmt: skip
        return
    find_shares(play, work, at, actions, theirs, mode, numbers)
    for action in range(actions):
        below = row + tree.child[first + action] - node
        work.source[below] = below
        here, there = work.reach[source], work.reach[below]
        share = work.shares[action * theirs : (action + 1) * theirs]
        for hand in range(theirs):
            there[hand] = here[hand] * share[hand]


@sum_inlined
def mean_of_two(
    share: NDArray[np.float32], other_share: NDArray[np.float32], one: NDArray[np.float32], two: NDArray[np.float32],
    hands: int, value: NDArray[np.float32],
) -> None:  # fmt: skip
    """Write the mean of the values of two actions to ``value``, all float32[hands]."""
    for hand in range(hands):
        value[hand] = share[hand] * one[hand] + other_share[hand] * two[hand]


@inlined
def choose(
    tree: Tree, play: Strategies, work: StreetWork, numbers: NDArray[np.float32], discount: Discount, row: int,
    hands: int, mode: int,
) -> None:  # fmt: skip
    """Compute the values of the player's own decision from those of its actions; in training, learn from them.

    Arrays: ``numbers`` float32[n].
    """
    node, value = work.node[row], work.value[row]
    actions, first, at = tree.children[node], tree.first[node], work.base[row] + tree.offset[node]
    free = len(play.fixed) == 0
    if mode == BEST:
        for hand in range(hands):
            value[hand] = MIN_VALUE
        for action in range(actions):
            below = work.value[row + tree.child[first + action] - node]
            for hand in range(hands):
                value[hand] = max(value[hand], below[hand])
        if free:
            return
    find_shares(play, work, at, actions, hands, mode, numbers)
    if mode == BEST:
        # A locked hand gets the mean of its actions.
        for hand in range(hands):
            if play.fixed[at + hand] >= NOTHING:
                mean = NOTHING
                for action in range(actions):
                    below = work.value[row + tree.child[first + action] - node]
                    mean += work.shares[action * hands + hand] * below[hand]
                value[hand] = mean
        return
    if actions == 2:
        one, two = work.value[row + tree.child[first] - node], work.value[row + tree.child[first + 1] - node]
        mean_of_two(work.shares[:hands], work.shares[hands : 2 * hands], one, two, hands, value)
    else:
        for hand in range(hands):
            value[hand] = NOTHING
        for action in range(actions):
            below = work.value[row + tree.child[first + action] - node]
            share = work.shares[action * hands : (action + 1) * hands]
            for hand in range(hands):
                value[hand] += share[hand] * below[hand]
    if mode != TRAIN:
        return
    found, start = play.regret, at
    if len(play.regret16) > 0:
        found, start = numbers, 0
    for action in range(actions):
        below = work.value[row + tree.child[first + action] - node]
        add_regret(found[start + action * hands : start + (action + 1) * hands], discount, below, value)
    if len(play.regret16) > 0:
        pack_regrets(play.regret16, at, actions * hands, numbers)
    # Last, because a processor stalls if it reads numbers that it has just written in pieces of another size.
    add_strategy(at, play, discount, work.shares[: actions * hands])


@inlined
def add_up(tree: Tree, work: StreetWork, row: int, hands: int) -> None:
    """Add the values of the other player's actions."""
    node, value = work.node[row], work.value[row]
    first = tree.first[node]
    one = work.value[row + tree.child[first] - node]
    if tree.children[node] == 1:
        for hand in range(hands):
            value[hand] = one[hand]
        return
    two = work.value[row + tree.child[first + 1] - node]
    for hand in range(hands):
        value[hand] = one[hand] + two[hand]
    for action in range(2, tree.children[node]):
        below = work.value[row + tree.child[first + action] - node]
        for hand in range(hands):
            value[hand] += below[hand]


@inlined
def row_of(indices: NDArray[Any], at: int) -> int:
    """Return an index, stored without a sign, as a number that can be subtracted from.

    Arrays: ``indices`` uint8[n] or uint16[n].
    """
    index: Any = np.int64(indices[at])
    row: int = index
    return row


@inlined
def take_lanes(
    work: StreetWork, ends: NDArray[np.int32], pay: NDArray[np.float64], theirs: int, none: int, player: int
) -> None:  # fmt: skip
    """Assign a lane to each end; the remaining lanes repeat the last end.

    Write the other player's weights side by side to ``work.weights``, from row 1 on, with zeros in row ``none`` + 1,
    and the payments of the ends to ``work.pay``: for a loss, how much more for a tie than for a loss, and how much more
    for a win than for a tie.

    Arrays: ``ends`` int32[ends], ``pay`` float64[nodes, 2, 3].
    """
    for lane in range(LANES):
        end = ends[min(lane, len(ends) - 1)]
        work.lane[lane] = work.source[end]
        paid = pay[work.node[end], player]
        won, tied, lost = paid[0], paid[1], paid[2]
        work.pay[0, lane], work.pay[1, lane], work.pay[2, lane] = lost, tied - lost, won - tied
    side_by_side(work.reach, work.lane, theirs, work.weights, 1)
    store(work.weights, none + 1, load(work.weights, 0))
    for lane in range(LANES):
        work.lane[lane] = ends[min(lane, len(ends) - 1)]


@inlined
def sweep(
    combos: Combos, work: StreetWork, ends: NDArray[np.int32], pay: NDArray[np.float64], hands: int, theirs: int,
    river: int, player: int,
) -> None:  # fmt: skip
    """Compute up to eight showdowns as ``showdown_values`` does, each in a lane.

    ``work.weights`` has the other player's hands from row 1 on. It has zeros in row 0, which is read for the player's
    own hands, and in row ``max_hands`` + 1, which is read for a hand that the other player does not have.
    ``work.swept`` has a row for each code of the player's own hands, and one for values that are not needed.

    Arrays: ``ends`` int32[ends], ``pay`` float64[nodes, 2, 3].
    """
    max_hands = combos.twin.shape[1]
    take_lanes(work, ends, pay, theirs, max_hands, player)
    weights, swept, sums, pays = work.weights, work.swept, work.sums, work.pay
    high, low, steps = combos.step_high[player], combos.step_low[player], combos.steps[river, player]
    zero = load(weights, 0)
    for card in range(52):
        store(sums, card, zero)
    total = zero
    for step in range(combos.step_count[river, player]):
        code = row_of(steps, step)
        weight = load(weights, max(code - 2 * max_hands + 1, 0))
        total += weight
        one, two = row_of(high, code), row_of(low, code)
        by_high = load(sums, one) + weight
        store(sums, one, by_high)
        by_low = load(sums, two) + weight
        store(sums, two, by_low)
        store(swept, min(code, 2 * max_hands), total - by_high - by_low)
    own_high, own_low, twin = combos.high[player], combos.low[player], combos.twin[player]
    tie_code = combos.tie_code[river, player]
    lost, tied, won = load(pays, 0), load(pays, 1), load(pays, 2)
    for hand in range(hands):
        same = load(weights, row_of(twin, hand) + 1)
        one, two = row_of(own_high, hand), row_of(own_low, hand)
        all_others = total - load(sums, one) - load(sums, two) + same
        even = load(swept, row_of(tie_code, hand)) + same
        store(swept, hand, lost * all_others + won * load(swept, hand) + tied * even)
    part(swept, work.value, work.lane, hands)


@inlined
def fold_all(
    combos: Combos, work: StreetWork, ends: NDArray[np.int32], pay: NDArray[np.float64], hands: int, theirs: int,
    player: int,
) -> None:  # fmt: skip
    """Compute up to eight ends after a fold as ``fold_values`` does, each in a lane.

    Arrays: ``ends`` int32[ends], ``pay`` float64[nodes, 2, 3].
    """
    take_lanes(work, ends, pay, theirs, combos.twin.shape[1], player)
    weights, swept, sums = work.weights, work.swept, work.sums
    high, low, twin = combos.high[1 - player], combos.low[1 - player], combos.twin[player]
    own_high, own_low = combos.high[player], combos.low[player]
    zero = load(weights, 0)
    for card in range(52):
        store(sums, card, zero)
    total = zero
    for hand in range(theirs):
        weight = load(weights, hand + 1)
        total += weight
        one, two = row_of(high, hand), row_of(low, hand)
        store(sums, one, load(sums, one) + weight)
        store(sums, two, load(sums, two) + weight)
    lost = load(work.pay, 0)
    for hand in range(hands):
        same = load(weights, row_of(twin, hand) + 1)
        one, two = row_of(own_high, hand), row_of(own_low, hand)
        store(swept, hand, lost * (total - load(sums, one) - load(sums, two) + same))
    part(swept, work.value, work.lane, hands)
