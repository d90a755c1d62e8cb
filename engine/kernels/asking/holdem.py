"""Questions about hold'em: every deal of some boards, or sampled deals one by one."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.asking.events import BY_BOARD, BY_NOTHING, Question, Sums, add_deal
from engine.kernels.common.rng import below
from engine.kernels.holdem.high import HighTables, hand_value
from engine.kernels.holdem.joint import UNLIMITED, Joint, draw_hands
from engine.kernels.holdem.made import DRAW, KICKER, MADE_CLASSES, RANKS, board_facts, made_code
from engine.kernels.jit import inlined, lean_kernel

STREETS = 3


class Hands(NamedTuple):
    """What the seats may hold, one seat after the other.

    ``first`` int64[seats + 1]; ``cards`` int64[n, 2]; ``masks`` uint64[n] of them; ``weights`` float64[n]; ``bits``
    int64[n]: the atoms that hold on any board.
    """

    first: I64
    cards: I64
    masks: U64
    weights: F64
    bits: I64


class Looks(NamedTuple):
    """What is looked at on the streets: ``made`` int64[n, 3]: seat, street and bit of atoms about made hands, ``cells``
    uint64[n] of them; ``by_street``: of the made hands that split the event (-1: none); ``values`` int64[3]: whether
    the hands of a street are compared.
    """

    made: I64
    cells: U64
    by_street: int
    values: I64


class Work(NamedTuple):
    """Work space: ``bits`` int64[3, n], ``values`` int64[3, n], ``by`` int64[n] by hand; ``places``, ``codes`` int64
    and ``weights`` float64 [seats + 1], ``used`` uint64[seats + 1]; ``behind`` int64[13].
    """

    bits: I64
    values: I64
    by: I64
    places: I64
    codes: I64
    weights: F64
    used: U64
    behind: I64


@inlined
def _cells_of(code: int) -> np.uint64:
    """Return the mask of the cells (``engine.made.names``) of a made hand's code."""
    cells = np.uint64(1) << np.uint64(code % KICKER)
    kicker, draws = code % DRAW // KICKER, code // DRAW
    if kicker:
        cells |= np.uint64(1) << np.uint64(MADE_CLASSES + kicker - 1)
    return cells | np.uint64(draws) << np.uint64(MADE_CLASSES + RANKS)


@inlined
def look(
    board: I64, street: int, hands: Hands, looks: Looks, by: int, straights: I8, tables: HighTables, work: Work
) -> None:
    """Write the bits and values of all hands on the ``board`` int64[3 to 5] of a street; ``straights`` int8 as in
    ``made.board_facts``.
    """
    made = looks.by_street == street
    for row in range(len(looks.made)):
        made |= looks.made[row, 1] == street
    if not made and not looks.values[street]:
        return
    facts = board_facts(board, straights, tables, work.behind)
    for seat in range(len(hands.first) - 1):
        # Classifying a hand takes several times as long as its value: only hands of seats that are asked about are.
        split = looks.by_street == street and by == seat
        classified = split
        for row in range(len(looks.made)):
            classified |= looks.made[row, 0] == seat and looks.made[row, 1] == street
        if not classified and not looks.values[street]:
            continue
        for hand in range(hands.first[seat], hands.first[seat + 1]):
            a, b = hands.cards[hand, 0], hands.cards[hand, 1]
            held = tables.bits[a] | tables.bits[b]
            work.bits[street, hand] = 0
            if facts.bits & held:
                continue
            if looks.values[street]:
                key = facts.key + tables.keys[a] + tables.keys[b]
                work.values[street, hand] = hand_value(key, facts.bits | held, tables)
            if classified:
                code = made_code(a, b, facts, straights, work.behind, tables)
                cells = _cells_of(code)
                for row in range(len(looks.made)):
                    if looks.made[row, 0] == seat and looks.made[row, 1] == street and looks.cells[row] & cells:
                        work.bits[street, hand] |= looks.made[row, 2]
                if split:
                    work.by[hand] = code % KICKER


@inlined
def same_cards(boards: I64, row: int, street: int) -> bool:
    """Return whether a row of ``boards`` int64[n, cards] has the same cards up to a street as the one before it."""
    same = row > 0
    for i in range(3 + street):
        same = same and boards[row, i] == boards[row - 1, i]
    return bool(same)


@lean_kernel
def sum_boards(
    boards: I64, sizes: I64, board_bits: I64, board_by: I64, start: int, end: int, dead: np.uint64, hands: Hands,
    looks: Looks, question: Question, straights: I8, tables: HighTables, work: Work, sums: Sums,
) -> None:  # fmt: skip
    """Add every deal of ``boards`` int64[n, 0 to 5 cards] to ``sums`` in which the first seat has one of the hands from
    ``start`` to before ``end``.

    ``sizes`` int64[n]: how many boards each stands for; ``board_bits`` int64[n]: the atoms of boards that hold;
    ``board_by`` int64[n]: the value of a board that splits; ``dead``: mask of the dead cards; ``straights`` as in
    ``made.board_facts``. Streets that the boards do not reach are not looked at.
    """
    seats, streets = len(hands.first) - 1, max(boards.shape[1] - 2, 0)
    for row in range(len(boards)):
        board = boards[row]
        used = dead
        for i in range(len(board)):
            used |= np.uint64(1) << np.uint64(board[i])
        for street in range(streets):
            if not same_cards(boards, row, street):
                look(board[: 3 + street], street, hands, looks, question.by, straights, tables, work)
        depth = 0
        work.places[0] = start - 1
        work.used[0], work.weights[0], work.codes[0] = used, float(sizes[row]), board_bits[row]
        while depth >= 0:
            work.places[depth] += 1
            hand = work.places[depth]
            if hand == (end if depth == 0 else hands.first[depth + 1]):
                depth -= 1
                continue
            if hands.masks[hand] & work.used[depth]:
                continue
            code = work.codes[depth] | hands.bits[hand]
            for street in range(streets):
                code |= work.bits[street, hand]
            weight = work.weights[depth] * hands.weights[hand]
            if depth + 1 < seats:
                work.used[depth + 1] = work.used[depth] | hands.masks[hand]
                work.codes[depth + 1], work.weights[depth + 1] = code, weight
                depth += 1
                work.places[depth] = hands.first[depth] - 1
                continue
            by = 0
            if question.by == BY_BOARD:
                by = board_by[row]
            elif question.by != BY_NOTHING:
                by = work.by[work.places[question.by]]
            add_deal(question, code, sizes[row], weight, work.values, work.places, by, sums)


@inlined
def draw_card(deck: I64, cards: np.uint64, used: np.uint64, state: U64) -> tuple[np.int64, np.uint64]:
    """Return a random card of ``deck`` int64[cards] that is not in the mask ``used``, and the mask with it."""
    card = deck[below(state, cards)]
    while used >> np.uint64(card) & np.uint64(1):
        card = deck[below(state, cards)]
    return card, used | np.uint64(1) << np.uint64(card)


@lean_kernel
def draw_deals(
    known: I64, deck: I64, joint: Joint, rows: I64, any_cards: I64, state: U64, entries: I64, parts: U64, deals: I64,
    boards: I64,
) -> None:  # fmt: skip
    """Fill ``deals`` int64[n, seats] (rows of the hands) and ``boards`` int64[n, 5] by the joint distribution.

    ``known`` int64[0 to 5]: the cards on the board; ``deck`` int64[m]: those that are neither there nor dead. The seats
    of ``joint`` are drawn together from their ranges, those of ``any_cards`` int64[k], which may hold any two cards,
    and the board from what these leave: whatever it is, it can be completed in equally many ways. ``rows``
    int64[seats, 1326]: the row of the hands of each combo. ``state`` uint64[4], ``entries`` int64[groups] and ``parts``
    uint64[blocks]: the generator and work space of ``joint.draw_hands``.
    """
    cards = np.uint64(len(deck))
    for row in range(len(deals)):
        used = draw_hands(UNLIMITED, joint, state, entries, parts)[0]
        for group in range(len(entries)):
            for i in range(joint.widths[group]):
                combo = joint.combos[joint.combo_starts[group] + joint.widths[group] * entries[group] + i]
                seat = joint.seats[joint.seat_starts[group] + i]
                deals[row, seat] = rows[seat, combo]
        for i in range(len(any_cards)):
            a, used = draw_card(deck, cards, used, state)
            b, used = draw_card(deck, cards, used, state)
            low, high = min(a, b), max(a, b)
            deals[row, any_cards[i]] = rows[any_cards[i], high * (high - 1) // 2 + low]
        for i in range(boards.shape[1]):
            if i < len(known):
                boards[row, i] = known[i]
            else:
                boards[row, i], used = draw_card(deck, cards, used, state)


@lean_kernel
def count_deals(
    boards: I64, board_bits: I64, board_by: I64, deals: I64, hands: Hands, one: Hands, looks: Looks,
    question: Question, straights: I8, tables: HighTables, work: Work, sums: Sums,
) -> None:  # fmt: skip
    """Add sampled deals to ``sums``, each with weight 1: ``deals`` int64[n, seats] are the hands of each seat (rows of
    ``hands``), ``boards`` int64[n, 5] their boards; ``one`` has room for a hand of each seat, the rest is as in
    :func:`sum_boards`.
    """
    seats = deals.shape[1]
    for row in range(len(boards)):
        code = board_bits[row]
        for seat in range(seats):
            hand = deals[row, seat]
            one.cards[seat, 0], one.cards[seat, 1] = hands.cards[hand, 0], hands.cards[hand, 1]
            code |= hands.bits[hand]
            work.places[seat] = seat
        for street in range(STREETS):
            look(boards[row, : 3 + street], street, one, looks, question.by, straights, tables, work)
            for seat in range(seats):
                code |= work.bits[street, seat]
        by = 0
        if question.by == BY_BOARD:
            by = board_by[row]
        elif question.by != BY_NOTHING:
            by = work.by[question.by]
        add_deal(question, code, 1, 1.0, work.values, work.places, by, sums)
