"""The walk of a betting tree: one player's values at a node from the reach of the other player's hands.

Counterfactual regret minimization (Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with
incomplete information", 2007) on vectors of hands (Johanson, Waugh, Bowling, Zinkevich, "Accelerating best response
calculation in large extensive games", 2011): all hands of a player pass a node together, so a node costs a few passes
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
    take_same_combos,
)
from engine.kernels.betting.street import TOGETHER, add, deal_weights, walk_street
from engine.kernels.betting.tree import (
    CARDS,
    DEAL,
    DECISION,
    DOWN,
    FOLD,
    PRUNED,
    TRAIN,
    UP,
    WHOLE,
    Discount,
    Front,
    Strategies,
    StreetWork,
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
from engine.kernels.team import await_chunks, await_round, claim_chunks, finish_chunks, open_chunks


@lean_kernel
def walk(
    tree: Tree, cards: Cards, play: Strategies, front: Front, work: WalkWork, passes: NDArray[np.int64],
    discounts: NDArray[np.float32], weights: NDArray[np.float64], pay: NDArray[np.float64], region: int,
    starts: NDArray[np.int32], chunks: NDArray[np.int64], team: NDArray[np.int64], begin: int, end: int,
    values: NDArray[np.float64],
) -> None:  # fmt: skip
    """Walk below ``work.node[0]`` in the passes with the numbers from ``begin`` to ``end``, without ``end``.

    ``passes`` int64[n, 2] has (player, mode) of each, and ``discounts`` float32[n, 4] the fields of :class:`Discount`:
    those of pass i are in row i modulo n.

    ``starts`` int32[n, 2]: cards of first deals (node and card), sorted by card. If there are any, they must be all: a
    pass goes down to the first deals, then below these cards, and up again. ``chunks`` int64[n + 1]: the start of each
    chunk of ``starts``, and the end. Threads can share the chunks (``kernels.team``): the leader walks the region
    :data:`WHOLE`, assistants have the same arguments except for ``work`` and the region :data:`CARDS`, in which only
    chunks are walked, of all passes until they are dismissed.

    ``weights`` float64[2, hands]: both players' hands at the start; ``pay`` float64[nodes, 2, 3]: the payments;
    ``team`` int64[words]. ``values`` float64[m, hands] gets the values of ``work.node[0]`` in the last m passes.

    If the nodes of the last street are walked together, this is done for all first deals with the same card for which
    there is room: down to their last deals, below each of the cards, and up again. All walks are called from here,
    because Numba optimizes a function again with each that calls it.
    """
    street, at_once = work.street, len(tree.at_once) > 0
    root, level, base, turn, river = work.node[0], work.level[0], work.base[0], work.turn[0], work.river[0]
    count, assists = len(chunks) - 1, region == CARDS
    for number in range(begin, begin + 1 if assists else end):
        seat, mode, discount = pass_of(passes, discounts, number)
        if not assists:
            enter(work, root, level, base, turn, river, weights[1 - seat])
            if at_once and tree.at_once[root] > 0:
                size = add(tree, street, 0, root, base)
                copy(weights[1 - seat], cards.hands[level, 1 - seat], street.reach[0])
                walk_street(tree, cards, play, street, work.numbers, discount, pay, size, river, seat, mode)
                copy(street.value[0], cards.hands[level, seat], work.value[0])
            else:
                part = DOWN if count > 0 else region
                walk_below(tree, cards, play, front, work, discount, pay, seat, mode, part)
            open_chunks(team, number, count)
        while count > 0:
            chunk, claimed = await_chunks(team) if assists else claim_chunks(team, False)
            if claimed == 0:
                break
            if assists:
                seat, mode, discount = pass_of(passes, discounts, chunk // count)
            start, stop = chunks[chunk % count], chunks[chunk % count + claimed]
            while start < stop:
                later = last_together(tree, street, starts[:stop], start)
                last_deals, dealt = at_once and tree.street[starts[start, 0]] == 1, starts[start, 1]
                work.deals[0] = 0
                for i in range(start, later):
                    deal = tree.front[starts[i, 0]]
                    if last_deals:
                        add_deal(cards, work, starts[i, 0], 0, front.reach[deal], seat)
                        continue
                    enter_first(tree, cards, front, work, starts[i, 0], dealt, seat)
                    part = DOWN if at_once else WHOLE
                    walk_below(tree, cards, play, front, work, discount, pay, seat, mode, part)
                    if not at_once:
                        copy(work.value[0], cards.hands[1, seat], front.value[deal, dealt])
                turn_now = 0 if last_deals else dealt
                first, last = cards.river_of[turn_now], cards.river_of[turn_now + 1]
                if last_deals:
                    first, last = dealt, dealt + 1
                for river_now in range(first, last if at_once else first):
                    done = 0
                    while done < work.deals[0]:
                        size, now = gather(tree, cards, street, work.deals[0], done, turn_now, river_now, seat)
                        if size > 0:
                            walk_street(
                                tree, cards, play, street, work.numbers, discount, pay, size, river_now, seat, mode
                            )
                        else:
                            node, where = street.node[0], street.base[0]
                            enter(work, node, 1, where, turn_now, river_now, street.reach[0])
                            walk_below(tree, cards, play, front, work, discount, pay, seat, mode, WHOLE)
                            copy(work.value[0], cards.hands[0, seat], street.value[0])
                        take_deals(cards, street, done, now, river_now, not last_deals, seat)
                        done = now
                work.deals[0] = 0
                for i in range(start, later if at_once else start):
                    deal = tree.front[starts[i, 0]]
                    if last_deals:
                        copy(street.deal_value[i - start], cards.hands[0, seat], front.value[deal, dealt])
                        continue
                    enter_first(tree, cards, front, work, starts[i, 0], dealt, seat)
                    walk_below(tree, cards, play, front, work, discount, pay, seat, mode, UP)
                    copy(work.value[0], cards.hands[0, seat], front.value[deal, dealt])
                start = later
            finish_chunks(team, claimed)
        if count > 0 and not assists:
            await_round(team, number, count)
            enter(work, root, level, base, turn, river, weights[1 - seat])
            walk_below(tree, cards, play, front, work, discount, pay, seat, mode, UP)
        row = number - end + len(values)
        if row >= 0 and not assists:
            copy(work.value[0], cards.hands[level, seat], values[row])


@inlined
def pass_of(passes: NDArray[np.int64], discounts: NDArray[np.float32], number: int) -> tuple[int, int, Discount]:
    """Return the player, the mode and the discount factors of a pass.

    Arrays: ``passes`` int64[n, 2], ``discounts`` float32[n, 4].
    """
    row = number % len(passes)
    discount = Discount(discounts[row, 0], discounts[row, 1], discounts[row, 2], discounts[row, 3])
    return passes[row, 0], passes[row, 1], discount


@inlined
def copy(numbers: NDArray[np.float64], hands: int, to: NDArray[np.float64]) -> None:
    """Copy numbers, one a hand, each array in float32 or in float64.

    Arrays: ``numbers`` float32[n], ``to`` float[n].
    """
    for hand in range(hands):
        to[hand] = numbers[hand]


@inlined
def enter(work: WalkWork, node: int, level: int, base: int, turn: int, river: int, reach: NDArray[np.float64]) -> None:
    """Begin a walk at a node; ``reach`` float64[hands] or float32[hands]: the weights of the other player's hands."""
    work.node[0], work.level[0], work.base[0], work.turn[0], work.river[0] = node, level, base, turn, river
    for hand in range(min(len(reach), work.value.shape[1])):
        work.reach[0, hand] = reach[hand]


@inlined
def enter_first(tree: Tree, cards: Cards, front: Front, work: WalkWork, node: int, dealt: int, player: int) -> None:
    """Begin a walk below card number ``dealt`` of the first deal ``node``."""
    number = tree.front[node]
    work.source[0] = 0
    enter(work, node, 0, 0, 0, -1, front.reach[number])
    enter_card(tree, cards, work, 0, dealt, player)
    for table in (work.node, work.level, work.turn, work.river):
        table[0] = table[1]
    work.base[0] = work.base[1]
    copy(work.reach[1], cards.hands[1, 1 - player], work.reach[0])


@inlined
def last_together(tree: Tree, street: StreetWork, starts: NDArray[np.int32], begin: int) -> int:
    """Return the end of the starts, from ``begin`` on, that are walked together.

    Arrays: ``starts`` int32[n, 2].
    """
    end, later = begin + 1, tree.later[starts[begin, 0]]
    if len(tree.at_once) == 0:
        return end
    while end < len(starts) and starts[end, 1] == starts[begin, 1]:
        later += tree.later[starts[end, 0]]
        if later > len(street.deal):
            break
        end += 1
    return end


@inlined
def add_deal(cards: Cards, work: WalkWork, node: int, base: int, reach: NDArray[np.float64], player: int) -> None:
    """Add a last deal to those whose cards are walked together; ``reach`` float64[hands]: as in ``work``."""
    number, street = work.deals[0], work.street
    street.deal[number], street.deal_base[number] = node, base
    for hand in range(cards.hands[0, 1 - player]):
        street.deal_reach[number, hand] = reach[hand]
    for hand in range(cards.hands[0, player]):
        street.deal_value[number, hand] = 0.0
    work.deals[0] = number + 1


@inlined
def gather(
    tree: Tree, cards: Cards, street: StreetWork, count: int, begin: int, turn: int, dealt: int, player: int
) -> tuple[int, int]:  # fmt: skip
    """Add the nodes below card number ``dealt`` of the last deals, from ``begin`` on, to the rows of ``street``.

    Returns the number of rows and the end of the deals that were added. A deal that is too large for the rows is added
    alone, as row 0 without the nodes below, and the number is 0. ``count``: the number of deals.
    """
    theirs = cards.hands[0, 1 - player]
    first, last = cards.river_of[turn], cards.river_of[turn + 1]
    card = cards.river_card[cards.river_first[dealt]]
    size, end = 0, begin
    while end < count:
        deal = street.deal[end]
        root, start = tree.child[tree.first[deal]], street.deal_base[end] + tree.offset[deal]
        base = start + tree.earlier_per_card[deal] * (last - first) + tree.block_size[deal] * (dealt - first)
        alone = tree.at_once[root] == 0
        if end > begin and (alone or size + tree.at_once[root] > TOGETHER):
            break
        deal_weights(cards.combos, theirs, player, card, cards.share[1], street.deal_reach[end], street.reach[size])
        street.deal_row[end] = size
        end += 1
        if alone:
            street.node[0], street.base[0] = root, base
            break
        size = add(tree, street, size, root, base)
    return size, end


@inlined
def take_deals(cards: Cards, street: StreetWork, begin: int, end: int, dealt: int, mapped: bool, player: int) -> None:
    """Take the values below card number ``dealt`` to the last deals from ``begin`` to ``end``.

    If ``mapped``, the values below all cards that it represents are added, otherwise the values below it.
    """
    for i in range(begin, end):
        value, total = street.value[street.deal_row[i]], street.deal_value[i]
        if mapped:
            take_dealt(cards, 0, player, False, dealt, value, total)
        else:
            copy(value, cards.hands[0, player], total)


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
        elif kind == DEAL and region != WHOLE:
            if tree.front[node] >= 0:
                pass_front(tree, cards, front, work, depth, player, region)
            else:
                pass_last(cards, work, depth, player, region)
            depth -= 1
        elif kind == DEAL:
            depth = step_deal(tree, cards, work, depth, player)
        else:
            end_values(cards, work, depth, player, pay[node, player], kind == FOLD)
            depth -= 1


@inlined
def pass_last(cards: Cards, work: WalkWork, depth: int, player: int, region: int) -> None:
    """Store the reach at a last deal on the way down, and take its values on the way up, in the same order."""
    if region == DOWN:
        add_deal(cards, work, work.node[depth], work.base[depth], work.reach[work.source[depth]], player)
        return
    copy(work.street.deal_value[work.deals[0]], cards.hands[0, player], work.value[depth])
    work.deals[0] += 1


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
        if maps[i] == 0:
            take_same_combos(cards.combos, hands, player, dealt_cards[i], below, value)
            continue
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
    if step == 0 and not (own and region == DOWN):
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
            for action in range(actions):
                add_strategy(at + action * hands, play, discount, strategy[action, :hands])
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
