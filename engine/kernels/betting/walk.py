"""The walk of a betting tree: one player's values at a node from the reach of the other player's hands.

Counterfactual regret minimization (Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with
incomplete information", 2007) on vectors of hands (Johanson, Waugh, Bowling, Zinkevich, "Accelerating best response
calculation in large extensive games", 2011): all hands of a player pass a node at once, so a node costs a few passes
over arrays of hands.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.betting.cards import (
    Cards,
    deal_combos,
    deal_ranks,
    fold_values,
    razz_values,
    showdown_values,
    take_combos,
    take_ranks,
)
from engine.kernels.betting.tree import (
    BOTH,
    DEAL,
    DECISION,
    DOWN,
    FOLD,
    PRUNED,
    TRAIN,
    WHOLE,
    Discount,
    Front,
    Strategies,
    Tree,
    WalkWork,
    add_regrets,
    add_strategy,
    match_regrets,
    pack_regrets,
    prune,
    start_values,
    take_action,
    unpack_regrets,
)
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.jit import subkernel as called_by_kernels


@lean_kernel
def walk(
    tree: Tree, cards: Cards, play: Strategies, front: Front, work: WalkWork, discounts: NDArray[np.float32],
    weights: NDArray[np.float64], pay: NDArray[np.float64], player: int, mode: int, region: int,
    starts: NDArray[np.int32],
) -> None:  # fmt: skip
    """Walk below ``work.node[0]`` once for each row of ``discounts``, as ``player`` or as both in turn (:data:`BOTH`).

    With ``starts`` int32[n, 2], the walk is below these cards of first deals instead (node and card, see
    :func:`walk_card`). ``discounts`` float32[n, 4]: the fields of :class:`Discount`; ``weights`` float64[2, hands]:
    both players' hands at the start; ``pay`` float64[nodes, 2, 3]: the payments.
    """
    for row in range(len(discounts)):
        discount = Discount(discounts[row, 0], discounts[row, 1], discounts[row, 2], discounts[row, 3])
        for seat in range(2):
            if player not in (BOTH, seat):
                continue
            if len(starts) == 0:
                for hand in range(weights.shape[1]):
                    work.reach[0, hand] = weights[1 - seat, hand]
                walk_below(tree, cards, play, front, work, discount, pay, seat, mode, region)
            for start in range(len(starts)):
                walk_card(tree, cards, play, front, work, discount, pay, seat, mode, starts[start, 0], starts[start, 1])


@called_by_kernels
def walk_below(
    tree: Tree, cards: Cards, play: Strategies, front: Front, work: WalkWork, discount: Discount,
    pay: NDArray[np.float64], player: int, mode: int, region: int,
) -> None:  # fmt: skip
    """Walk the nodes below ``work.node[0]`` and write the values of the player's hands to ``work.value[0]``.

    ``work.reach[0]``, ``level[0]``, ``base[0]``, ``turn[0]`` and ``river[0]`` must be those of that node. ``pay``
    float64[nodes, 2, 3]: the payments at the ends of the hand. A loop with a stack instead of recursion, for which
    Numba would count references.
    """
    depth = 0
    work.next[0] = work.source[0] = 0
    while depth >= 0:
        node = work.node[depth]
        kind = tree.kind[node]
        if kind == DECISION:
            depth = step_decision(tree, cards, play, work, discount, depth, player, mode, region)
        elif kind == DEAL and region != WHOLE and tree.front[node] >= 0:
            pass_front(tree, cards, front, work, depth, player, region)
            depth -= 1
        elif kind == DEAL:
            depth = step_deal(tree, cards, work, depth, player)
        else:
            end_values(cards, work, depth, player, pay[node, player], kind == FOLD)
            depth -= 1


@called_by_kernels
def walk_card(
    tree: Tree, cards: Cards, play: Strategies, front: Front, work: WalkWork, discount: Discount,
    pay: NDArray[np.float64], player: int, mode: int, node: int, dealt: int,
) -> None:  # fmt: skip
    """Walk the nodes after card number ``dealt`` of the first deal ``node`` and store the values in ``front``.

    ``pay`` float64[nodes, 2, 3]: the payments.
    """
    number = tree.front[node]
    work.node[0], work.level[0], work.base[0], work.turn[0], work.river[0] = node, 0, 0, 0, -1
    work.source[0] = 0
    for hand in range(cards.hands[0, 1 - player]):
        work.reach[0, hand] = front.reach[number, hand]
    enter_card(tree, cards, work, 0, dealt, player)
    for table in (work.node, work.level, work.turn, work.river):
        table[0] = table[1]
    work.base[0] = work.base[1]
    for hand in range(cards.hands[1, 1 - player]):
        work.reach[0, hand] = work.reach[1, hand]
    walk_below(tree, cards, play, front, work, discount, pay, player, mode, WHOLE)
    for hand in range(cards.hands[1, player]):
        front.value[number, dealt, hand] = work.value[0, hand]


@inlined
def end_values(cards: Cards, work: WalkWork, depth: int, player: int, pay: NDArray[np.float64], folded: bool) -> None:
    """Write the values of the player's hands at an end of the tree; ``pay`` float64[3]: won, tied, lost."""
    level, river = work.level[depth], work.river[depth]
    hands, theirs = cards.hands[level, player], cards.hands[level, 1 - player]
    reach, value = work.reach[work.source[depth]], work.value[depth]
    if cards.stud:
        deal = cards.ranks.first[level] + (river if river >= 0 else work.turn[depth])
        razz_values(cards.ranks, deal, hands, theirs, player, reach, pay, folded, work.total, work.room, value)
    elif folded:
        fold_values(cards.combos, hands, theirs, player, reach, pay[0], work.sums, value)
    else:
        showdown_values(cards.combos, hands, theirs, river, player, reach, pay, work.sums, work.room, value)


@inlined
def pass_front(tree: Tree, cards: Cards, front: Front, work: WalkWork, depth: int, player: int, region: int) -> None:
    """On the way down, store the reach at a first deal; on the way up, add up the values of all of its cards."""
    node, level = work.node[depth], work.level[depth]
    number = tree.front[node]
    if region == DOWN:
        for hand in range(cards.hands[level, 1 - player]):
            front.reach[number, hand] = work.reach[work.source[depth], hand]
        return
    for hand in range(cards.hands[level, player]):
        work.value[depth, hand] = 0.0
    turn = tree.street[node] == 0
    first = 0 if turn else cards.river_of[0]
    for dealt in range(front.value.shape[1]):
        take_dealt(cards, level, player, turn, first + dealt, front.value[number, dealt], work.value[depth])


@inlined
def take_dealt(
    cards: Cards, level: int, player: int, turn: bool, dealt: int, below: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:  # fmt: skip
    """Add the values ``below`` card number ``dealt``, and below the cards that it represents, to ``value``.

    Both are float64[hands]; the deal is at ``level``.
    """
    hands = cards.hands[level, player]
    firsts, dealt_cards, maps = cards.river_first, cards.river_card, cards.river_map
    if turn:
        firsts, dealt_cards, maps = cards.turn_first, cards.turn_card, cards.turn_map
    if cards.stud:
        if turn:
            for hand in range(hands):
                value[hand] += below[hand]
        else:
            take_ranks(cards.ranks.grown[player], hands, below, value)
        return
    for i in range(firsts[dealt], firsts[dealt + 1]):
        take_combos(cards.combos, hands, player, dealt_cards[i], cards.combos.maps[maps[i], player], below, value)


@inlined
def enter_card(tree: Tree, cards: Cards, work: WalkWork, depth: int, dealt: int, player: int) -> None:
    """Enter card number ``dealt`` of a deal: set the node below, its position in memory, and the reach.

    Cards are numbered among all first cards, or among all second ones.
    """
    node, below, level = work.node[depth], depth + 1, work.level[depth]
    turn = tree.street[node] == 0
    start = work.base[depth] + tree.offset[node]
    if turn:
        work.base[below] = start + tree.block_size[node] * dealt + tree.size_per_river[node] * cards.river_of[dealt]
        work.turn[below], work.river[below] = dealt, -1
        card = cards.turn_card[cards.turn_first[dealt]]
    else:
        first, last = cards.river_of[work.turn[depth]], cards.river_of[work.turn[depth] + 1]
        work.base[below] = (
            start + tree.earlier_per_card[node] * (last - first) + tree.block_size[node] * (dealt - first)
        )
        work.turn[below], work.river[below] = work.turn[depth], dealt
        card = cards.river_card[cards.river_first[dealt]]
    theirs, share = cards.hands[level, 1 - player], cards.share[tree.street[node]]
    reach, there = work.reach[work.source[depth]], work.reach[below]
    work.source[below] = below
    if not cards.stud:
        deal_combos(cards.combos, theirs, player, card, share, reach, there)
    elif turn:
        for hand in range(theirs):
            there[hand] = reach[hand]
    else:
        deal_ranks(cards.ranks.grown[1 - player], theirs, cards.hands[level + 1, 1 - player], 1.0, reach, there)
    version = cards.opener[dealt] if tree.children[node] > 1 else 0
    work.node[below] = tree.child[tree.first[node] + version]
    work.level[below] = level + 1
    work.next[below] = 0


@inlined
def step_deal(tree: Tree, cards: Cards, work: WalkWork, depth: int, player: int) -> int:
    """Add the values of the previous card of a deal and enter the next one; return the new depth."""
    node, step, level = work.node[depth], work.next[depth], work.level[depth]
    turn = tree.street[node] == 0
    first = 0 if turn else cards.river_of[work.turn[depth]]
    last = len(cards.turn_first) - 1 if turn else cards.river_of[work.turn[depth] + 1]
    if step == 0:
        for hand in range(cards.hands[level, player]):
            work.value[depth, hand] = 0.0
    else:
        take_dealt(cards, level, player, turn, first + step - 1, work.value[depth + 1], work.value[depth])
    if first + step == last:
        return depth - 1
    work.next[depth] = step + 1
    enter_card(tree, cards, work, depth, first + step, player)
    return depth + 1


@inlined
def step_decision(
    tree: Tree, cards: Cards, play: Strategies, work: WalkWork, discount: Discount, depth: int, player: int, mode: int,
    region: int,
) -> int:  # fmt: skip
    """Add the values of the previous action of a decision and enter the next one; return the new depth.

    At the first step the strategy is computed; after the last one the regrets are updated.
    """
    node, step, level = work.node[depth], work.next[depth], work.level[depth]
    actions, own = tree.children[node], tree.player[node] == player
    theirs = cards.hands[level, 1 - player]
    hands = cards.hands[level, player]
    at = work.base[depth] + tree.offset[node]
    strategy, below = work.strategy[depth], depth + 1
    packed, learns = len(play.regret16) > 0, own and mode == TRAIN and region != DOWN
    # First step: read the numbers of the acting player's hands and compute the strategy.
    if step == 0:
        acting = hands if own else theirs
        numbers, start = play.regret if mode == TRAIN else play.average, at
        if packed:
            numbers, start = work.numbers, 0
            if mode == TRAIN:
                unpack_regrets(play.regret16, at, actions * acting, numbers)
            else:
                for i in range(actions * acting):
                    numbers[i] = play.average16[at + i]
        match_regrets(numbers, start, play.fixed, at, actions, acting, strategy, work.total)
        if mode == PRUNED:
            prune(strategy, actions, acting)
        start_values(mode, own, hands, work.value[depth])
        if learns:
            add_strategy(at, actions, hands, play, discount, strategy)
    elif region != DOWN:
        values, value = work.value[below], work.value[depth]
        take_action(mode, own, at, step - 1, hands, play, strategy, values, value)
    if step == actions:
        # All actions are done: ``strategy`` has their values now, and the regrets follow from them.
        if learns and packed:
            unpack_regrets(play.regret16, at, actions * hands, work.numbers)
            add_regrets(work.numbers, 0, actions, hands, discount, strategy, work.value[depth])
            pack_regrets(play.regret16, at, actions * hands, work.numbers)
        elif learns:
            add_regrets(play.regret, at, actions, hands, discount, strategy, work.value[depth])
        return depth - 1
    if own:
        work.source[below] = work.source[depth]
    else:
        reach, there, shares = work.reach[work.source[depth]], work.reach[below], strategy[step]
        for hand in range(theirs):
            there[hand] = reach[hand] * shares[hand]
        work.source[below] = below
    work.node[below] = tree.child[tree.first[node] + step]
    work.next[below] = 0
    work.level[below], work.base[below] = level, work.base[depth]
    work.turn[below], work.river[below] = work.turn[depth], work.river[depth]
    work.next[depth] = step + 1
    return below
