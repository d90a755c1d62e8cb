"""Preparation of random dealing: lists to draw hands from, marks of the rests, sizes of groups, costs.

The rest of a deal (the board to come, uniform seats) takes its cards at marks (``kernels.holdem.windows``). Any marks
give fair deals; the choice decides how much two deals have in common. The best marks put the cards that meet in a
showdown, those of the board and of one seat, at different distances on the circle: each pair of cards then meets at
most once in the windows of a set.
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
from engine.equity.jobs import Guard
from engine.kernels.holdem.deal_high import DealPlan, DealWork, GroupShape
from engine.kernels.holdem.high import KEY_START, HighTables
from engine.kernels.holdem.lanes import QUAD, Controls, LaneWork, new_control_work
from engine.kernels.holdem.lattice import new_draws
from engine.kernels.holdem.showdown import new_row
from engine.kernels.holdem.windows import Known, Marks, new_guests, new_windows, new_words
from engine.kernels.tables import high_tables
from engine.ranges.holdem import live

BOARDS_TRIED = 16

MOST_SETS = 4
"""Windows of many sets have too much in common, those of few take many shuffles."""

Hands = list[tuple[int, int]]


@cache
def remaining_marks(size: int, to_come: int, uniform: int, blocks: bool = False) -> Marks:
    """Return sets of marks of ``to_come`` board cards and ``uniform`` hands on a circle of ``size`` cards.

    In a set the marks of the board are differently far apart, and together with each hand as nearly so as is found.
    Multiplied by a number without a factor in common with ``size`` it is such a set again. With ``blocks`` the
    windows are read in blocks that have no card in common, and where their number allows every card.
    """
    cards = max(to_come + 2 * uniform, 1)
    whole = size % cards == 0
    block = max(size // cards if whole else (size // cards + 1) // 2, 1) if blocks else 1
    number = np.arange(size, dtype=np.int64)
    offsets = number // block + number % block * cards if blocks and whole else number
    shared = {int(sign * offset % size) for offset in offsets[:block] for sign in (1, -1)}
    random = Random(size)  # this finds a good design, the same for all runs; trials turn it by the seed
    tried = BOARDS_TRIED if uniform else 1
    layouts = [_layout(_board(size, to_come, shared, random), size, uniform, shared) for _ in range(tried)]
    board, hands, _ = min(layouts, key=lambda layout: layout[2])
    factors = np.array([f for f in range(1, size // 2 + 1) if gcd(f, size) == 1][:MOST_SETS] or [1])
    boards = np.array(board, dtype=np.int64) * factors[:, None] % size
    pairs = np.array(hands, dtype=np.int64).reshape(-1, 2) * factors[:, None, None] % size
    order = np.arange(len(factors))[:, None] * size + offsets * factors[:, None] % size
    return Marks(boards, pairs, int(max(boards.max(initial=0), pairs.max(initial=0))), order.ravel())


def _apart(mark: int, others: Iterable[int], size: int, shared: set[int]) -> bool:
    """Return whether no difference of a mark from ``others`` is ``shared``: windows so far apart share a card."""
    return all((mark - other) % size not in shared for other in others)


def _board(size: int, to_come: int, shared: set[int], random: Random) -> list[int]:
    """Return marks of a board, differently far apart where there is room for it, but by nothing that is ``shared``."""
    board: list[int] = []
    for _ in range(to_come):
        free = [mark for mark in range(size) if _apart(mark, board, size, shared)]
        distances = len(board) * (len(board) + 1) // 2
        fair = [mark for mark in free if _distances([*board, mark], size).bit_count() == distances]
        board.append(random.choice(fair or free))
    return board


def _layout(board: list[int], size: int, uniform: int, shared: set[int]) -> tuple[list[int], Hands, int]:
    """Add the marks of hands to those of a board; return also how many distances are missing to perfection."""
    among = _distances(board, size)
    free = [mark for mark in range(size) if _apart(mark, board, size, shared)]
    to_board = {mark: sum({1 << _distance(mark, m, size) for m in board}) for mark in free}

    def different(hand: tuple[int, int]) -> int:
        a, b = hand
        return (among | to_board[a] | to_board[b] | 1 << _distance(a, b, size)).bit_count()

    hands: Hands = []
    taken: list[int] = []
    for hand in sorted(combinations(free, 2), key=different, reverse=True):
        a, b = hand
        if len(hands) < uniform and _apart(a, [b, *taken], size, shared) and _apart(b, taken, size, shared):
            hands.append(hand)
            taken += hand
    return board, hands, -sum(different(hand) for hand in hands)


def _distances(marks: list[int], size: int) -> int:
    """Return the distances between marks on a circle as a mask of bits."""
    mask = 0
    for a, b in combinations(marks, 2):
        mask |= 1 << _distance(a, b, size)
    return mask


def _distance(a: int, b: int, size: int) -> int:
    return min((a - b) % size, (b - a) % size)


MOST_TUPLES = 512
MOST_TRIALS = 2_048
MOST_LANES = 4_096
"""Sizes of a group: what it works on has to stay in the processor's caches."""

LARGER_OF_ONE_LIST = 4
"""How many times as large a group may be, in lanes and tuples, where all hands come from one list: the more draws a
lattice makes, the more evenly they lie, and of one list nothing is rejected."""

FEWEST_GROUPS = 128
"""Groups in a chunk, however small it is: fewer would not measure the spread."""

FEWEST_LARGE_GROUPS = 32
"""Groups in a chunk that are enough where hands are dear or come from one list."""

DEAR_HANDS = 1_000.0
"""Rests that cost no more than the hands of a tuple, from which on hands are dear."""

FEWEST_OPEN = 0.8
"""Where a tuple leaves fewer boards of a quad open, boards are dealt from what is left."""

SPARE_TUPLES = 16
"""Room for more tuples than are expected, beside as many again."""


UNIFORM_DRAWN = 0.4
"""Beside ranges, seats that may hold any two cards are drawn like them where they fit to the others this often."""

KEY_BITS = 48
"""Bits of a key that the evaluator reads."""

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
"""Nanoseconds of one core of the reference machine; they shape chunks and groups, never a number."""


class Dealer:
    """Deals the joint distribution of ``setup``, in groups of any shape.

    ``classes`` int64[seats]: equal numbers for seats with the same range; ``hands``: how those with a range are drawn;
    ``taken``: cards of a rest. Particular hands are known cards: nothing is drawn for them.
    """

    def __init__(self, setup: HoldemSetup, guard: Guard) -> None:
        self._seats = len(setup.weights)
        self._known, self._setup = _known_hands(setup)
        self._cards = np.flatnonzero(available(self._setup))
        self._uniform = np.flatnonzero([_is_uniform(weights, self._cards) for weights in self._setup.weights])
        self._against = self._uniform
        lists = _ranged(self._setup, self._cards, self._known)
        self._boards = self._board_lanes(len(lists) + len(self._uniform), bool(lists))
        self.lanes = self._boards if lists else None
        if self.lanes and self._fit_uniform(len(lists)) > UNIFORM_DRAWN:
            lists += [HandList.of_range(self._setup.weights[seat], int(seat)) for seat in self._uniform]
            self._uniform = self._uniform[:0]
        self.hands = hand_draws(lists, guard)
        self._in_rests = 0 if self.lanes else to_come(setup)
        self._homes, self._guests = _homes(self._cards, lists)
        self._marks = remaining_marks(len(self._homes), self._in_rests, len(self._uniform), blocks=bool(lists))
        self.taken = self._in_rests + 2 * len(self._uniform)
        self.classes = _classes(setup.weights)

    def _fit_uniform(self, lists: int) -> float:
        """Return how likely hands of any two cards are to fit to each other and to those of so many ``lists``."""
        size = len(self._cards)
        return prod(comb(size - 2 * (lists + i), 2) / comb(size, 2) for i in range(len(self._uniform)))

    def _board_lanes(self, hands: int, drawn: bool) -> BoardLanes | None:
        """Return the boards to come whose values are looked up: none for a single seat, nor where few are open.

        Those of a flop are worth it where hands are ``drawn``: each tuple of them then meets several.
        """
        if to_come(self._setup) not in ((1, 2) if drawn else (1,)) or self._seats == 1:
            return None
        lanes = BoardLanes(self._setup.board, self._cards, hands, folded=len(self._setup.folded) > 0)
        return lanes if lanes.open >= FEWEST_OPEN else None

    @property
    def draws_hands(self) -> bool:
        """Whether any seat has a range; else all cards that are not known are dealt as rests."""
        return len(self.hands.draws) > 0

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return len(self._cards)

    @property
    def most_windows(self) -> int:
        """The number of windows of a deck."""
        return len(self._cards) * len(self._marks.board)

    def in_blocks(self, rests: int) -> bool:
        """Return whether blocks of all cards, where there are any, are cut into so many rests."""
        blocks, left = divmod(len(self._homes), max(self.taken, 1))
        return left > 0 or not self.taken or blocks % rests == 0

    @property
    def hands_are_dear(self) -> bool:
        """Whether the hands of all ranges clash so often that they have to serve for many rests."""
        return self.cost_of_tuple > DEAR_HANDS * self.cost_of_rest

    @property
    def cost_of_tuple(self) -> float:
        """Cost of the hands of all ranges."""
        cost = self.hands.cost + COST_OF_TUPLE + COST_OF_HAND * len(self.hands.joint.seats)
        cost += COST_OF_GUEST * len(self._guests) if self.taken else 0.0
        return cost + self._cost_of_cards if self.lanes else cost

    @property
    def cost_of_rest(self) -> float:
        """Cost of a rest, or a quad of boards, with its showdowns."""
        if self.lanes:
            return (COST_OF_FETCH[self.lanes.quads > NEAR_QUADS] + QUAD * COST_OF_LANE) * self._seats
        return self._cost_of_cards + (COST_OF_LOOK_UP if self._boards else COST_OF_VALUE) * self._seats

    @property
    def _cost_of_cards(self) -> float:
        """Cost of the cards of a rest, without or beside hands that are drawn."""
        return COST_OF_CARD[self.draws_hands] * self.taken

    def cost(self, rests: int) -> float:
        """Return the cost of a trial where each tuple of hands has so many rests, or quads of boards."""
        return (self.cost_of_rest * rests + self.cost_of_tuple) / self.trials(rests)

    def trials(self, rests: int) -> float:
        """Return how many trials a tuple of hands with so many rests, or quads of boards, has on average."""
        return rests * self.lanes.open if self.lanes else rests

    def shape(self, trials: int, rests: int) -> GroupShape:
        """Return the size of the groups in which to deal ``trials`` trials with up to ``rests`` rests each."""
        groups = FEWEST_LARGE_GROUPS if self.hands_are_dear or self.hands.one_list else FEWEST_GROUPS
        if self.lanes:
            return self._shape_of_lanes(self.lanes, trials, groups, rests)
        wanted = min(max(trials // groups, 1), MOST_TRIALS)
        rests = min(rests, wanted)
        if not self.draws_hands:
            rests = max(rests // self.deck_size, 1) * self.deck_size
            return GroupShape(1, rests, np.zeros(0, np.int64), 0)
        return self._shape(min(max(wanted // rests, 1), MOST_TUPLES, self.hands.most_tuples), rests, 0)

    def _shape_of_lanes(self, lanes: BoardLanes, trials: int, groups: int, quads: int) -> GroupShape:
        """Return the size of about so many ``groups`` with so many ``quads`` of boards for each tuple.

        They show every card once or more, as long as there are enough groups to measure the spread.
        """
        quads = min(quads, lanes.quads)
        each = self.trials(quads)
        even = min(ceil(lanes.cycle / quads), trials / FEWEST_LARGE_GROUPS / each)
        tuples = max(trials / groups / each, even)
        larger = LARGER_OF_ONE_LIST if self.hands.one_list else 1
        room = max(larger * MOST_LANES // (QUAD * quads), 1)
        most = min(larger * MOST_TUPLES, self.hands.most_tuples, room)
        return self._shape(min(max(round(tuples), 1), most), 1, quads)

    def _shape(self, tuples: int, rests: int, quads: int) -> GroupShape:
        """Return groups of so many tuples, with the decks that their rests come from."""
        counts = self.hands.counts(tuples)
        most = min(int(counts.max()), 2 * tuples + SPARE_TUPLES)
        return GroupShape(most, rests, counts, quads)

    def slice(self, shape: GroupShape) -> int:
        """Return how many trials take about as long as a run may take to end."""
        return max(int(SLICE_COST / self.cost(shape.quads or shape.rests)), 1)

    def work(self, shape: GroupShape) -> DealWork:
        """Return work space for groups of a shape."""
        seats, joint = self._seats, self.hands.joint
        tuples = shape.tuples
        size = tuples * shape.rests
        packed = np.zeros((seats, tuples * shape.quads), np.int64)
        row = new_row(seats, tuples if self.draws_hands else size)
        if self.lanes:
            row = new_row(seats, packed.view(np.uint16).shape[1], packed.view(np.uint16))
        work = DealWork(
            draws=new_draws(len(joint.widths), len(joint.steps), int(shape.counts.max(initial=1))),
            words=new_words(seats, size if self.draws_hands else 0),
            windows=new_windows(self._homes, self._marks, len(self._known)),
            guests=new_guests(self._homes, self._guests, high_tables().bits),
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
        """The start of every deal."""
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
            known=Known(np.uint64(0) if self._boards else key, np.uint64(suits), self._in_rests),
            classes=self.classes,
            tables=tables,
            lanes=self._boards.table if self._boards else no_lanes(),
            controls=self.controls,
        )

    @cached_property
    def controls(self) -> Controls:
        """The control variates: where one seat at most has a range and others may hold any two cards."""
        if to_come(self._setup) not in (1, 2) or len(self._setup.folded):
            return no_controls()
        others = [seat for seat in range(self._seats) if seat not in self._known and seat not in self._against]
        boards = self._boards or BoardLanes(self._setup.board, self._cards, 0)
        ranged = {seat: self._setup.weights[seat] for seat in others}
        table = ControlledTable(boards, self._cards, self._known, ranged, self._against)
        if not table.pays or (ranged and not self.lanes):
            return no_controls()
        return table.controls(0 if self._boards else KEY_BITS)

    @cached_property
    def _rows(self) -> I64:
        """The row of each seat among the words: its own, or where no hands are drawn uniform seats first."""
        order = np.arange(self._seats) if self.draws_hands else np.array([*self._uniform, *self._known], dtype=np.int64)
        return np.argsort(order)

    @cached_property
    def _tables(self) -> HighTables:
        """The tables by which hands get their words, which tell their cards: the evaluator leaves room for that."""
        tables = high_tables()
        cards = pair_keys()
        return tables._replace(keys=cards if self._boards else tables.keys + (cards << np.uint64(KEY_BITS)))

    @cached_property
    def _keys(self) -> U64:
        keys: U64 = self._tables.keys[COMBOS].sum(axis=1, dtype=np.uint64)
        return keys

    @cached_property
    def _suits(self) -> U64:
        suits: U64 = np.bitwise_or.reduce(high_tables().bits[COMBOS], axis=1)
        return suits


def _known_hands(setup: HoldemSetup) -> tuple[dict[int, int], HoldemSetup]:
    """Return the combos of the seats that can hold one only, and what that leaves the others: their cards are dead."""
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


def _homes(cards: Places, lists: list[HandList]) -> tuple[I64, I64]:
    """Return the cards that have a home on the circle, and the others: those that hands of the ``lists`` hold most."""
    held = np.zeros(len(cards))
    for hands in lists:
        holds = hands.masks >> cards[:, None].astype(np.uint64) & np.uint64(1)
        held += holds @ hands.weights / hands.weights.sum()
    order = np.argsort(held, kind="stable")
    homes = len(cards) - 2 * len(lists)
    return np.sort(cards[order[:homes]]).astype(np.int64), np.sort(cards[order[homes:]]).astype(np.int64)


def _classes(weights: F64) -> I64:
    """Return int64[seats]: equal numbers for seats with the same range.

    Where all ranges are the same every seat has a number of its own: pooled equities would be equal parts of the pot in
    every deal, and their error of 0 would not describe the other numbers.
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
    """Return the hands that are drawn from ranges; a folded hand of any two cards changes nothing."""
    active = [(w, seat) for seat, w in enumerate(setup.weights) if seat not in known and not _is_uniform(w, deck)]
    folded = [w for w in setup.folded if not _is_uniform(w, deck)]
    return [HandList.of_range(w, seat) for w, seat in active] + [HandList.of_range(w, None) for w in folded]
