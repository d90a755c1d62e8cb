"""Questions about hold'em: add up every deal of some boards by a depth-first search, or sampled deals one by one."""

from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, U64
from engine.kernels.common.rng import below
from engine.kernels.holdem.high import HighTables, hand_value
from engine.kernels.holdem.joint import UNLIMITED, Joint, draw_hands
from engine.kernels.holdem.made import DRAW, KICKER, MADE_CLASSES, RANKS, board_facts, made_code
from engine.kernels.jit import inlined, lean_kernel
from engine.kernels.questions.events import BY_BOARD, BY_NOTHING, EventSums, EventTable, add_deal

STREETS = 3


class SeatHands(NamedTuple):
    """The hands that the seats can have, one seat after the other.

    The hands of seat s are ``first[s]:first[s + 1]`` (int64[seats + 1]) of ``cards`` int64[n, 2]; ``masks`` uint64[n]:
    their cards; ``weights`` float64[n]; ``bits`` int64[n]: the atoms that hold on any board.
    """

    first: I64
    cards: I64
    masks: U64
    weights: F64
    bits: I64


class StreetChecks(NamedTuple):
    """What must be evaluated on each street.

    ``made`` int64[n, 3]: seat, street and bit of each atom about made hands; ``cells`` uint64[n]: its mask of cells;
    ``by_street``: the street of the made hands that split the event into cases (-1: none); ``values`` int64[3]: whether
    hands are compared on a street.
    """

    made: I64
    cells: U64
    by_street: int
    values: I64


class QuestionWork(NamedTuple):
    """Work space.

    By hand: ``bits`` int64[3, n], atoms by street; ``values`` int64[3, n]; ``by`` int64[n], the case. Of the search,
    one entry for each seat and one more: ``hand_of`` int64[n], its current hand; ``codes`` int64[n] and ``weights``
    float64[n] of the hands before it; ``used`` uint64[n], their cards. ``board_straight_height`` int64[13]: see
    ``made.board_facts``.
    """

    bits: I64
    values: I64
    by: I64
    hand_of: I64
    codes: I64
    weights: F64
    used: U64
    board_straight_height: I64


@inlined
def _cells_of(code: int) -> np.uint64:
    """Return the mask of the cells (``engine.ranges.made_names``) to which a made hand's code belongs."""
    cells = np.uint64(1) << np.uint64(code % KICKER)
    kicker, draws = code % DRAW // KICKER, code // DRAW
    if kicker:
        cells |= np.uint64(1) << np.uint64(MADE_CLASSES + kicker - 1)
    return cells | np.uint64(draws) << np.uint64(MADE_CLASSES + RANKS)


@inlined
def evaluate_street(
    board: I64,
    street: int,
    hands: SeatHands,
    checks: StreetChecks,
    split_seat: int,
    straight_height: I8,
    tables: HighTables,
    work: QuestionWork,
) -> None:
    """Evaluate all hands on the board of a street: their atoms, values and cases.

    ``board`` int64[3..5]; ``split_seat``: the seat whose hand splits the event; ``straight_height`` int8[8192]: see
    ``made.board_facts``.
    """
    classifies = checks.by_street == street
    for row in range(len(checks.made)):
        classifies |= checks.made[row, 1] == street
    if not classifies and not checks.values[street]:
        return
    facts = board_facts(board, straight_height, tables, work.board_straight_height)
    for seat in range(len(hands.first) - 1):
        # Classifying a hand takes several times as long as its value: only the hands of seats with atoms about made
        # hands are.
        split = checks.by_street == street and split_seat == seat
        classified = split
        for row in range(len(checks.made)):
            classified |= checks.made[row, 0] == seat and checks.made[row, 1] == street
        if not classified and not checks.values[street]:
            continue
        for hand in range(hands.first[seat], hands.first[seat + 1]):
            a, b = hands.cards[hand, 0], hands.cards[hand, 1]
            hole_bits = tables.bits[a] | tables.bits[b]
            work.bits[street, hand] = 0
            if facts.bits & hole_bits:
                continue
            if checks.values[street]:
                key = facts.key + tables.keys[a] + tables.keys[b]
                work.values[street, hand] = hand_value(key, facts.bits | hole_bits, tables)
            if classified:
                code = made_code(a, b, facts, straight_height, work.board_straight_height, tables)
                cells = _cells_of(code)
                for row in range(len(checks.made)):
                    if checks.made[row, 0] == seat and checks.made[row, 1] == street and checks.cells[row] & cells:
                        work.bits[street, hand] |= checks.made[row, 2]
                if split:
                    work.by[hand] = code % KICKER


@inlined
def same_cards(boards: I64, row: int, street: int) -> bool:
    """Return True if a row of ``boards`` int64[n, cards] has the same cards up to a street as the previous row."""
    same = row > 0
    for i in range(3 + street):
        same = same and boards[row, i] == boards[row - 1, i]
    return bool(same)


@lean_kernel
def sum_boards(
    boards: I64, sizes: I64, board_bits: I64, board_by: I64, start: int, end: int, dead: np.uint64, hands: SeatHands,
    checks: StreetChecks, question: EventTable, straight_height: I8, tables: HighTables, work: QuestionWork,
    sums: EventSums,
) -> None:  # fmt: skip
    """Add every deal of ``boards`` to ``sums`` in which the first seat has one of the hands ``start`` to before
    ``end``.

    ``boards`` int64[n, 0 to 5 cards]; ``sizes`` int64[n]: how many boards each represents; ``board_bits`` int64[n]: the
    atoms about boards that hold; ``board_by`` int64[n]: the case, if boards split the event; ``dead``: mask of the dead
    cards; ``straight_height`` int8[8192]: see ``made.board_facts``. Streets that the boards do not reach are not
    evaluated.
    """
    seats, streets = len(hands.first) - 1, max(boards.shape[1] - 2, 0)
    for row in range(len(boards)):
        board = boards[row]
        used = dead
        for i in range(len(board)):
            used |= np.uint64(1) << np.uint64(board[i])
        for street in range(streets):
            if not same_cards(boards, row, street):
                evaluate_street(board[: 3 + street], street, hands, checks, question.by, straight_height, tables, work)
        # Depth-first over the seats: ``places[depth]`` is the current hand of a seat, ``used`` the cards before it.
        depth = 0
        work.hand_of[0] = start - 1
        work.used[0], work.weights[0], work.codes[0] = used, float(sizes[row]), board_bits[row]
        while depth >= 0:
            work.hand_of[depth] += 1
            hand = work.hand_of[depth]
            if hand == (end if depth == 0 else hands.first[depth + 1]):
                depth -= 1
                continue
            if hands.masks[hand] & work.used[depth]:
                continue
            code = work.codes[depth] | hands.bits[hand]
            for street in range(streets):
                code |= work.bits[street, hand]
            weight = work.weights[depth] * hands.weights[hand]
            # Go on to the next seat, starting with its first hand.
            if depth + 1 < seats:
                work.used[depth + 1] = work.used[depth] | hands.masks[hand]
                work.codes[depth + 1], work.weights[depth + 1] = code, weight
                depth += 1
                work.hand_of[depth] = hands.first[depth] - 1
                continue
            case = 0
            if question.by == BY_BOARD:
                case = board_by[row]
            elif question.by != BY_NOTHING:
                case = work.by[work.hand_of[question.by]]
            add_deal(question, code, sizes[row], weight, work.values, work.hand_of, case, sums)


@inlined
def draw_from_deck(deck: I64, cards: np.uint64, used: np.uint64, state: U64) -> tuple[np.int64, np.uint64]:
    """Return a random card of ``deck`` int64[cards] that is not in the mask ``used``, and the mask with it.

    ``state`` uint64[4]: the generator.
    """
    card = deck[below(state, cards)]
    while used >> np.uint64(card) & np.uint64(1):
        card = deck[below(state, cards)]
    return card, used | np.uint64(1) << np.uint64(card)


@lean_kernel
def draw_deals(
    known: I64, deck: I64, joint: Joint, rows: I64, any_cards: I64, state: U64, entries: I64, parts: U64, deals: I64,
    boards: I64,
) -> None:  # fmt: skip
    """Draw ``deals`` int64[n, seats], rows of the hands, and ``boards`` int64[n, 5] by the joint distribution.

    The seats of ``joint`` are drawn together from their ranges. The seats ``any_cards`` int64[k], which can have any
    two cards, and the board are drawn from the cards left: whatever the hands are, these can be dealt in equally many
    ways, so the distribution stays joint. ``known`` int64[0..5]: the cards on the board; ``deck`` int64[m]: those that
    are neither there nor dead. ``rows`` int64[seats, 1326]: the row of each combo among the seat's hands. ``state``
    uint64[4], ``entries`` int64[groups], ``parts`` uint64[blocks]: generator and work space of ``joint.draw_hands``.
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
            a, used = draw_from_deck(deck, cards, used, state)
            b, used = draw_from_deck(deck, cards, used, state)
            low, high = min(a, b), max(a, b)
            deals[row, any_cards[i]] = rows[any_cards[i], high * (high - 1) // 2 + low]
        for i in range(boards.shape[1]):
            if i < len(known):
                boards[row, i] = known[i]
            else:
                boards[row, i], used = draw_from_deck(deck, cards, used, state)


@lean_kernel
def add_sampled_deals(
    boards: I64, board_bits: I64, board_by: I64, deals: I64, hands: SeatHands, one: SeatHands, checks: StreetChecks,
    question: EventTable, straight_height: I8, tables: HighTables, work: QuestionWork, sums: EventSums,
) -> None:  # fmt: skip
    """Add sampled deals to ``sums``, each with weight 1.

    ``deals`` int64[n, seats]: the hands of each seat, rows of ``hands``; ``boards`` int64[n, 5]: their boards; ``one``
    has room for one hand of each seat. ``board_bits``, ``board_by`` int64[n] and ``straight_height`` int8[8192] as in
    :func:`sum_boards`.
    """
    seats = deals.shape[1]
    for row in range(len(boards)):
        code = board_bits[row]
        for seat in range(seats):
            hand = deals[row, seat]
            one.cards[seat, 0], one.cards[seat, 1] = hands.cards[hand, 0], hands.cards[hand, 1]
            code |= hands.bits[hand]
            work.hand_of[seat] = seat
        for street in range(STREETS):
            evaluate_street(boards[row, : 3 + street], street, one, checks, question.by, straight_height, tables, work)
            for seat in range(seats):
                code |= work.bits[street, seat]
        case = 0
        if question.by == BY_BOARD:
            case = board_by[row]
        elif question.by != BY_NOTHING:
            case = work.by[question.by]
        add_deal(question, code, 1, 1.0, work.values, work.hand_of, case, sums)
