"""Preparation of random dealing: the lists to draw hands from, the marks of the other cards, sizes of groups, costs.

A deal consists of hands that are drawn from ranges and of a *rest*: the board to come and the hands of uniform seats
(those that may hold any two cards). The deck is a shuffled circle; a rest takes the cards at certain *marks*, counted
from a starting point (``kernels.holdem.windows``). Any marks give fair deals; they decide how similar two deals are.
The best marks put the cards that meet in a showdown, those of the board and of one seat, at pairwise different
distances on the circle: each pair of cards then meets at most once in the rests of one shuffle.
"""

from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations
from math import ceil, comb, gcd, prod
from random import Random

import numpy as np

from engine.arrays import F64, I64, U64, Places
from engine.cards import COMBOS, card_mask
from engine.equity.holdem.joint import HandList, hand_draws
from engine.equity.holdem.lanes import BoardLanes, ControlledTable, no_controls, no_lanes, pair_keys
from engine.equity.holdem.setup import HoldemSetup, available, to_come
from engine.equity.jobs import CancelCheck
from engine.kernels.holdem.deal_high import DealPlan, DealWork, GroupShape
from engine.kernels.holdem.high import KEY_START, HighTables
from engine.kernels.holdem.lanes import QUAD, Controls, LaneWork, new_control_work
from engine.kernels.holdem.lattice import new_group_draws
from engine.kernels.holdem.showdown import new_showdown_row
from engine.kernels.holdem.windows import KnownBoard, Marks, new_deal_words, new_guests, new_windows
from engine.kernels.tables import high_tables
from engine.ranges.holdem import live

BOARDS_TRIED = 16
"""How many sets of board marks are tried to find a good design."""

MAX_MARK_SETS = 4
"""Rests of many sets of marks are too similar; with few sets a deck has to be shuffled more often."""

Hands = list[tuple[int, int]]


@cache
def remaining_marks(size: int, to_come: int, uniform: int, blocks: bool = False) -> Marks:
    """Return sets of marks for ``to_come`` board cards and ``uniform`` hands on a circle of ``size`` cards.

    In each set the distances between the marks of the board are different, and those with each hand nearly so.
    Multiplied by a number without a common factor with ``size``, the marks keep this property, which gives further
    sets. With ``blocks`` the rests are read in blocks of rests that have no card in common and, if the numbers allow
    it, contain every card.
    """
    cards = max(to_come + 2 * uniform, 1)
    divides = size % cards == 0
    block = max(size // cards if divides else (size // cards + 1) // 2, 1) if blocks else 1
    number = np.arange(size, dtype=np.int64)
    offsets = number // block + number % block * cards if blocks and divides else number
    # The rests of a block start at the first ``block`` offsets. Marks that differ by one of these would deal the same
    # card to two rests of the block.
    shared = {int(sign * offset % size) for offset in offsets[:block] for sign in (1, -1)}
    random = Random(size)  # the design is the same for all runs; only the shuffles depend on the seed of the run
    tried = BOARDS_TRIED if uniform else 1
    layouts = [_layout(_board(size, to_come, shared, random), size, uniform, shared) for _ in range(tried)]
    board, hands, _ = min(layouts, key=lambda layout: layout[2])
    factors = np.array([f for f in range(1, size // 2 + 1) if gcd(f, size) == 1][:MAX_MARK_SETS] or [1])
    boards = np.array(board, dtype=np.int64) * factors[:, None] % size
    pairs = np.array(hands, dtype=np.int64).reshape(-1, 2) * factors[:, None, None] % size
    order = np.arange(len(factors))[:, None] * size + offsets * factors[:, None] % size
    return Marks(boards, pairs, int(max(boards.max(initial=0), pairs.max(initial=0))), order.ravel())


def _disjoint_rests(mark: int, others: Iterable[int], size: int, shared: set[int]) -> bool:
    """Return whether no difference between a mark and ``others`` is in ``shared``: rests that far apart would share a
    card."""
    return all((mark - other) % size not in shared for other in others)


def _board(size: int, to_come: int, shared: set[int], random: Random) -> list[int]:
    """Return the marks of a board, with pairwise different distances if possible, none of them in ``shared``."""
    board: list[int] = []
    for _ in range(to_come):
        free = [mark for mark in range(size) if _disjoint_rests(mark, board, size, shared)]
        distances = len(board) * (len(board) + 1) // 2
        fair = [mark for mark in free if _distances([*board, mark], size).bit_count() == distances]
        board.append(random.choice(fair or free))
    return board


def _layout(board: list[int], size: int, uniform: int, shared: set[int]) -> tuple[list[int], Hands, int]:
    """Add the marks of hands to those of a board; return also the negative number of different distances that were
    reached."""
    board_distances = _distances(board, size)
    free = [mark for mark in range(size) if _disjoint_rests(mark, board, size, shared)]
    distances_to_board = {mark: sum({1 << _distance(mark, m, size) for m in board}) for mark in free}

    def different(hand: tuple[int, int]) -> int:
        a, b = hand
        return (
            board_distances | distances_to_board[a] | distances_to_board[b] | 1 << _distance(a, b, size)
        ).bit_count()

    hands: Hands = []
    used: list[int] = []
    # Greedy: hands that add most different distances come first, if their cards do not clash with those already placed.
    for hand in sorted(combinations(free, 2), key=different, reverse=True):
        a, b = hand
        if (
            len(hands) < uniform
            and _disjoint_rests(a, [b, *used], size, shared)
            and _disjoint_rests(b, used, size, shared)
        ):
            hands.append(hand)
            used += hand
    return board, hands, -sum(different(hand) for hand in hands)


def _distances(marks: list[int], size: int) -> int:
    """Return the distances between marks on a circle as a bit mask."""
    mask = 0
    for a, b in combinations(marks, 2):
        mask |= 1 << _distance(a, b, size)
    return mask


def _distance(a: int, b: int, size: int) -> int:
    return min((a - b) % size, (b - a) % size)


MAX_TUPLES = 512
MAX_TRIALS = 2_048
MAX_LANES = 4_096
"""Bounds of the size of a group, so that its data fit into the processor's caches."""

LARGER_OF_ONE_LIST = 4
"""How many times as large a group may be, in lanes and tuples, if all hands come from one list.

The more draws a lattice makes, the more evenly they are distributed, and draws from one list are never rejected.
"""

MIN_GROUPS = 128
"""Groups in a chunk, however small it is: fewer would not measure the variance between groups."""

MIN_LARGE_GROUPS = 32
"""Groups in a chunk that suffice if hands are expensive or come from one list."""

MIN_COST_OF_EXPENSIVE_HANDS = 1_000.0
"""Hands are expensive if those of one tuple cost more than this number of rests."""

MIN_OPEN_BOARDS = 0.8
"""If the hands of a tuple leave fewer boards of a quad possible on average, boards are dealt from the remaining cards
instead of looked up."""

SPARE_TUPLES = 16
"""Room for tuples beyond twice the expected number."""


UNIFORM_DRAWN = 0.4
"""Next to ranges, uniform seats are drawn like ranges if their hands fit to the others at least this often."""

KEY_BITS = 48
"""The number of bits of a key that the evaluator reads."""

SLICE_COST = 10e6
"""Nanoseconds after which a long chunk checks whether it was cancelled."""

COST_OF_TUPLE = 15.0
COST_OF_HAND = 2.0
COST_OF_CARD = (1.0, 1.8)
COST_OF_GUEST = 1.2
COST_OF_VALUE = 2.7
COST_OF_LOOK_UP = 1.5
COST_OF_LANE = 0.75
COST_OF_FETCH = (1.5, 5.0)
NEAR_QUADS = 24
"""Tables with more quads of boards than this do not stay in the nearer caches. Costs are in nanoseconds of one core of
the reference machine; they decide the sizes of chunks and groups, and do not bias any number."""


class HoldemDealer:
    """Deals hands and boards of ``setup`` from their joint distribution, in groups of any shape.

    ``classes`` int64[seats]: equal numbers for seats with the same range. ``hands``: how the hands of seats with a
    range are drawn. ``taken``: the number of cards of a rest. Seats with one particular hand are known cards: nothing
    is drawn for them.
    """

    def __init__(self, setup: HoldemSetup, check_cancelled: CancelCheck) -> None:
        self._seats = len(setup.weights)
        self._known, self._setup = _known_hands(setup)
        self._cards = np.flatnonzero(available(self._setup))
        self._uniform = np.flatnonzero([_is_uniform(weights, self._cards) for weights in self._setup.weights])
        self._any_two = self._uniform
        lists = _ranged(self._setup, self._cards, self._known)
        # There are two ways to deal boards: from a table that has the values of all hands on each board, or together
        # with the hands of uniform seats (those for which all combos are equally likely) from a shuffled deck, whose
        # cards are read in a circle from many starting points.
        self._boards = self._board_lanes(len(lists) + len(self._uniform), bool(lists))
        self.lanes = self._boards if lists else None
        # If random hands rarely share cards with the other hands, drawing them like ranges is cheaper than dealing them
        # from the shuffled deck.
        if self.lanes and self._fit_uniform(len(lists)) > UNIFORM_DRAWN:
            lists += [HandList.of_range(self._setup.weights[seat], int(seat)) for seat in self._uniform]
            self._uniform = self._uniform[:0]
        self.hands = hand_draws(lists, check_cancelled)
        self._board_in_rests = 0 if self.lanes else to_come(setup)
        self._circle, self._off_circle = _circle_cards(self._cards, lists)
        self._marks = remaining_marks(len(self._circle), self._board_in_rests, len(self._uniform), blocks=bool(lists))
        self.taken = self._board_in_rests + 2 * len(self._uniform)
        self.classes = _classes(setup.weights)

    def _fit_uniform(self, lists: int) -> float:
        """Return the probability that random hands of the uniform seats share no card with each other and with
        ``lists`` other hands."""
        size = len(self._cards)
        return prod(comb(size - 2 * (lists + i), 2) / comb(size, 2) for i in range(len(self._uniform)))

    def _board_lanes(self, hands: int, drawn: bool) -> BoardLanes | None:
        """Return the table of the boards to come with the values of all hands, or None if dealing boards is better.

        It is None with a single seat, and if hands leave too few of its boards possible. On a flop it pays only if
        hands are ``drawn``, because each tuple of hands then meets several boards.
        """
        if to_come(self._setup) not in ((1, 2) if drawn else (1,)) or self._seats == 1:
            return None
        lanes = BoardLanes(self._setup.board, self._cards, hands, folded=len(self._setup.folded) > 0)
        return lanes if lanes.open >= MIN_OPEN_BOARDS else None

    @property
    def draws_hands(self) -> bool:
        """Whether any seat has a range; otherwise all unknown cards are dealt as rests."""
        return len(self.hands.draws) > 0

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return len(self._cards)

    @property
    def rests_of_deck(self) -> int:
        """The number of rests that one shuffled deck offers: one for each starting point and set of marks."""
        return len(self._cards) * len(self._marks.board)

    def in_blocks(self, rests: int) -> bool:
        """Return True if ``rests`` divides the number of rests in the shuffled deck.

        Also True if rests have no cards, or if the deck cannot be divided into rests without remaining cards.
        """
        blocks, remainder = divmod(len(self._circle), max(self.taken, 1))
        return remainder > 0 or not self.taken or blocks % rests == 0

    @property
    def hands_are_expensive(self) -> bool:
        """Whether ranges overlap so much that drawing a tuple of hands is far more expensive than dealing the rest.

        Then several rests are dealt for each tuple.
        """
        return self.cost_of_tuple > MIN_COST_OF_EXPENSIVE_HANDS * self.cost_of_rest

    @property
    def cost_of_tuple(self) -> float:
        """Cost of drawing the hands of all ranges once."""
        cost = self.hands.cost + COST_OF_TUPLE + COST_OF_HAND * len(self.hands.joint.seats)
        cost += COST_OF_GUEST * len(self._off_circle) if self.taken else 0.0
        return cost + self._cost_of_cards if self.lanes else cost

    @property
    def cost_of_rest(self) -> float:
        """Cost of a rest, or of a quad of boards, with its showdowns."""
        if self.lanes:
            return (COST_OF_FETCH[self.lanes.quads > NEAR_QUADS] + QUAD * COST_OF_LANE) * self._seats
        return self._cost_of_cards + (COST_OF_LOOK_UP if self._boards else COST_OF_VALUE) * self._seats

    @property
    def _cost_of_cards(self) -> float:
        """Cost of dealing the cards of a rest."""
        return COST_OF_CARD[self.draws_hands] * self.taken

    def cost(self, rests: int) -> float:
        """Return the cost of a trial if each tuple of hands has ``rests`` rests, or quads of boards."""
        return (self.cost_of_rest * rests + self.cost_of_tuple) / self.trials(rests)

    def trials(self, rests: int) -> float:
        """Return the mean number of trials of a tuple of hands with ``rests`` rests, or quads of boards."""
        return rests * self.lanes.open if self.lanes else rests

    def shape(self, trials: int, rests: int) -> GroupShape:
        """Return the size of the groups in which to deal ``trials`` trials with up to ``rests`` rests for each tuple of
        hands."""
        groups = MIN_LARGE_GROUPS if self.hands_are_expensive or self.hands.one_list else MIN_GROUPS
        if self.lanes:
            return self._shape_of_lanes(self.lanes, trials, groups, rests)
        group_trials = min(max(trials // groups, 1), MAX_TRIALS)
        rests = min(rests, group_trials)
        if not self.draws_hands:
            rests = max(rests // self.deck_size, 1) * self.deck_size
            return GroupShape(1, rests, np.zeros(0, np.int64), 0)
        return self._shape(min(max(group_trials // rests, 1), MAX_TUPLES, self.hands.max_tuples), rests, 0)

    def _shape_of_lanes(self, lanes: BoardLanes, trials: int, groups: int, quads: int) -> GroupShape:
        """Return the size of groups with ``quads`` quads of boards for each tuple of hands, about ``groups`` of them in
        ``trials``.

        A group deals every next card at least once if enough groups remain to measure the variance between them.
        """
        # A cycle of boards deals every next card once. A group that contains complete cycles has no error from the next
        # card, so it gets at least the tuples of one cycle, unless that would leave too few groups.
        quads = min(quads, lanes.quads)
        tuple_trials = self.trials(quads)
        tuples_of_cycle = min(ceil(lanes.cycle / quads), trials / MIN_LARGE_GROUPS / tuple_trials)
        tuples = max(trials / groups / tuple_trials, tuples_of_cycle)
        larger = LARGER_OF_ONE_LIST if self.hands.one_list else 1
        fitting = max(larger * MAX_LANES // (QUAD * quads), 1)
        max_tuples = min(larger * MAX_TUPLES, self.hands.max_tuples, fitting)
        return self._shape(min(max(round(tuples), 1), max_tuples), 1, quads)

    def _shape(self, tuples: int, rests: int, quads: int) -> GroupShape:
        """Return groups of ``tuples`` tuples of hands, with the number of draws from each block of lists that give as
        many."""
        counts = self.hands.counts(tuples)
        max_tuples = min(int(counts.max()), 2 * tuples + SPARE_TUPLES)
        return GroupShape(max_tuples, rests, counts, quads)

    def slice(self, shape: GroupShape) -> int:
        """Return the number of trials after which a long chunk checks whether it was cancelled."""
        return max(int(SLICE_COST / self.cost(shape.quads or shape.rests)), 1)

    def work(self, shape: GroupShape) -> DealWork:
        """Return the work space for groups of ``shape``."""
        seats, joint = self._seats, self.hands.joint
        tuples = shape.tuples
        size = tuples * shape.rests
        packed = np.zeros((seats, tuples * shape.quads), np.int64)
        row = new_showdown_row(seats, tuples if self.draws_hands else size)
        if self.lanes:
            row = new_showdown_row(seats, packed.view(np.uint16).shape[1], packed.view(np.uint16))
        work = DealWork(
            draws=new_group_draws(len(joint.widths), len(joint.steps), int(shape.counts.max(initial=1))),
            words=new_deal_words(seats, size if self.draws_hands else 0),
            windows=new_windows(self._circle, self._marks, len(self._known)),
            guests=new_guests(self._circle, self._off_circle, high_tables().bits),
            row=row,
            lanes=LaneWork(packed, np.zeros(1, np.int64)),
            controls=new_control_work(seats, row.best.size),
            shares=np.zeros((seats, seats), np.int64),
            pots=np.zeros(seats),
        )
        words = work.words if self.draws_hands else work.windows.words
        for seat, combo in self._known.items():
            words.keys[self._rows[seat]], words.suits[self._rows[seat]] = self._keys[combo], self._suits[combo]
        return work

    @cached_property
    def plan(self) -> DealPlan:
        """Everything about the table that the kernels need for a deal."""
        tables, board = self._tables, list(self._setup.board)
        key = KEY_START + high_tables().keys[board].sum(dtype=np.uint64)
        suits = np.bitwise_or.reduce(tables.bits[board], initial=np.uint64(0))
        return DealPlan(
            joint=self.hands.joint,
            steps=self.hands.steps,
            turns=self.hands.turns,
            ranged=~np.isin(np.arange(self._seats), self._uniform),
            uniform=self._uniform,
            rows=self._rows,
            combo_keys=self._keys,
            combo_suits=self._suits,
            marks=self._marks,
            known=KnownBoard(np.uint64(0) if self._boards else key, np.uint64(suits), self._board_in_rests),
            classes=self.classes,
            tables=tables,
            lanes=self._boards.table if self._boards else no_lanes(),
            controls=self.controls,
        )

    @cached_property
    def controls(self) -> Controls:
        """The control variates, which apply if at most one seat has a range and the others may hold any two cards."""
        if to_come(self._setup) not in (1, 2) or len(self._setup.folded):
            return no_controls()
        others = [seat for seat in range(self._seats) if seat not in self._known and seat not in self._any_two]
        boards = self._boards or BoardLanes(self._setup.board, self._cards, 0)
        ranged = {seat: self._setup.weights[seat] for seat in others}
        table = ControlledTable(boards, self._cards, self._known, ranged, self._any_two)
        if not table.pays or (ranged and not self.lanes):
            return no_controls()
        return table.controls(0 if self._boards else KEY_BITS)

    @cached_property
    def _rows(self) -> I64:
        """The row of each seat in the arrays of hand words, int64[seats].

        It is the number of the seat if hands are drawn; otherwise uniform seats come first, because rests fill their
        rows.
        """
        order = np.arange(self._seats) if self.draws_hands else np.array([*self._uniform, *self._known], dtype=np.int64)
        return np.argsort(order)

    @cached_property
    def _tables(self) -> HighTables:
        """The tables that turn hands into words. The words also identify the cards of a hand, in bits that the
        evaluator does not read."""
        tables, keys = high_tables(), pair_keys()
        if not self._boards:
            keys = tables.keys + (keys << np.uint64(KEY_BITS))
            keys.setflags(write=False)  # as pair_keys(): for writable ones the kernels would be compiled again
        return tables._replace(keys=keys)

    @cached_property
    def _keys(self) -> U64:
        return np.asarray(self._tables.keys[COMBOS].sum(axis=1, dtype=np.uint64))

    @cached_property
    def _suits(self) -> U64:
        return np.asarray(np.bitwise_or.reduce(high_tables().bits[COMBOS], axis=1))


def _known_hands(setup: HoldemSetup) -> tuple[dict[int, int], HoldemSetup]:
    """Return the combos of the seats that can hold only one, and the setup in which their cards are dead for the
    others.

    Removing these cards may leave another seat only one combo, so it is repeated until nothing changes.
    """
    known: dict[int, int] = {}
    while True:
        values = {seat: int(np.argmax(w)) for seat, w in enumerate(setup.weights) if np.count_nonzero(w) == 1}
        new = {seat: combo for seat, combo in values.items() if seat not in known}
        if not new:
            return known, setup
        known |= new
        cards = [int(card) for combo in new.values() for card in COMBOS[combo]]
        mask, others = card_mask(cards), ~np.isin(np.arange(len(setup.weights)), list(known))
        weights = np.where(others[:, None], live(setup.weights, mask), setup.weights)
        setup = replace(setup, weights=weights, folded=live(setup.folded, mask), dead=(*setup.dead, *cards))


def _circle_cards(cards: Places, lists: list[HandList]) -> tuple[I64, I64]:
    """Return the cards that are dealt from the circle of rests and the others, int64[n] each.

    The others, two for each drawn hand, are the cards that the hands of ``lists`` hold most often.
    """
    probability = np.zeros(len(cards))
    for hands in lists:
        contains = hands.masks >> cards[:, None].astype(np.uint64) & np.uint64(1)
        probability += contains @ hands.weights / hands.weights.sum()
    order = np.argsort(probability, kind="stable")
    circle = len(cards) - 2 * len(lists)
    return np.sort(cards[order[:circle]]).astype(np.int64), np.sort(cards[order[circle:]]).astype(np.int64)


def _classes(weights: F64) -> I64:
    """Return int64[seats]: equal numbers for seats with the same range.

    If all ranges are the same, every seat gets a number of its own. Pooled equities would be exactly equal shares of
    the pot in every deal, and their error of 0 would not describe the other numbers.
    """
    numbers: dict[bytes, int] = {}
    scaled = weights / weights.max(axis=1, keepdims=True)
    classes = np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in scaled])
    return classes if classes.any() else np.arange(len(weights))


def _is_uniform(weights: F64, deck: Places) -> bool:
    """Return whether a seat may hold any two cards of ``deck``, all with the same weight."""
    live = weights[weights > 0]
    return len(live) == len(deck) * (len(deck) - 1) // 2 and bool((live == live[0]).all())


def _ranged(setup: HoldemSetup, deck: Places, known: Container[int]) -> list[HandList]:
    """Return the lists of the hands that are drawn from ranges. Folded hands of any two cards change nothing and are
    omitted."""
    active = [(w, seat) for seat, w in enumerate(setup.weights) if seat not in known and not _is_uniform(w, deck)]
    folded = [w for w in setup.folded if not _is_uniform(w, deck)]
    return [HandList.of_range(w, seat) for w, seat in active] + [HandList.of_range(w, None) for w in folded]
