"""What a question about a hold'em table depends on: which seats, how much of the board, and what is compared.

Only what an event depends on is summed over. A seat that may hold any two cards and is not asked about changes nothing:
whatever the others and the board are, its hands can be completed in equally many ways, and so can the cards of the
board behind the last street that is looked at. A seat with a range of its own always counts: it takes cards out of the
deck. The equities depend on the hands of all active seats and on the whole board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf, prod

import numpy as np

from engine.arrays import F64, I64, Bools
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, RANKS, card_mask, parse_cards
from engine.equity.holdem.prepare import read_holdem
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.holdem.symmetry import SuitGroup, group_keeping
from engine.kernels.questions.events import BY_BOARD, BY_NOTHING, EventSums, EventTable
from engine.kernels.questions.holdem import STREETS, SeatHands, StreetChecks
from engine.kernels.questions.sweep import MAX_CLASSES
from engine.questions.expression import Event, Relation
from engine.questions.holdem_atoms import BoardAtom, HoldemAtom, HoleCardsAtom, MadeHandAtom, StreetCardAtom, on_boards
from engine.questions.holdem_boards import QuestionBoards, deal_groups
from engine.questions.results import empty_sums, relation_row, truth_table
from engine.ranges.made_names import MADE
from engine.ranges.orders import Order
from engine.scenario import Scenario

CLASS_OPERATIONS, VALUE_OPERATIONS = 60.0, 12.0
"""Of a hand on a board: to classify it by its made hand and draws, to evaluate it."""
BOARD_OPERATIONS = 500.0
"""Of a board, whatever is looked at."""
PAIR_OPERATIONS, DEAL_OPERATIONS = 8.0, 16.0
"""Of a deal to two seats, and of one to others."""
SORT_OPERATIONS, OUTER_OPERATIONS = 25.0, 12.0
"""Of a hand that is swept, and of an outer hand for each class of inner ones."""
LIST_OPERATIONS = 4.0
"""Of a set of board cards for each suit permutation, to find those that are visited."""
BOARD_SIZE = 5
FLOP = 3


@dataclass(frozen=True, slots=True)
class HoldemSplit:
    """A split of the event: by the made hand of a ``seat`` on a ``street``, or (None) the rank of its card."""

    seat: int | None
    street: int

    @property
    def values(self) -> tuple[str, ...]:
        """All values, in order."""
        return MADE if self.seat is not None else tuple(RANKS)


@dataclass(frozen=True, eq=False)
class HoldemQuestion:
    """A question with its table read: ``weights`` float64[1326] of each seat, before cards are removed; ``atoms`` by
    bit, and what holds by the mask of those that do, ``truths`` uint8[2**atoms]; ``by``: what splits the event.
    """

    scenario: Scenario
    setup: HoldemSetup
    weights: tuple[F64, ...]
    atoms: tuple[HoldemAtom, ...]
    truths: np.ndarray[tuple[int], np.dtype[np.uint8]]
    by: HoldemSplit | None

    @property
    def dead(self) -> tuple[int, ...]:
        """The dead cards of the table; those of folded seats are cards of theirs."""
        return tuple(card for card, _ in parse_cards(self.scenario.dead))

    @cached_property
    def live(self) -> Bools:
        """The combos that the board and the dead cards leave, bool[1326]."""
        gone = np.uint64(card_mask((*self.setup.board, *self.dead)))
        return np.asarray((COMBO_MASKS & gone) == 0)

    @cached_property
    def named(self) -> frozenset[int]:
        """The seats that the question is about."""
        seats = {atom.seat for atom in self.atoms if not isinstance(atom, BoardAtom | StreetCardAtom)}
        if any(isinstance(atom, Relation) for atom in self.atoms):
            seats |= set(self.scenario.active_seats)
        if self.by is not None and self.by.seat is not None:
            seats.add(self.by.seat)
        return frozenset(seats)

    def holds_any(self, seat: int) -> bool:
        """Return whether a seat may hold any two cards, all equally likely."""
        row = self.weights[seat][self.live]
        return bool(np.all(row == row[0]))

    @property
    def values(self) -> tuple[str, ...]:
        """The values that split the event."""
        return self.by.values if self.by is not None else ()

    def board_sizes(self, *, equities: bool) -> set[int]:
        """Return the numbers of cards of the boards that are looked at."""
        sizes = {BOARD_SIZE} if equities else set[int]()
        for atom in self.atoms:
            if isinstance(atom, StreetCardAtom):
                sizes |= {FLOP - 1 + atom.street, FLOP + atom.street}
            elif not isinstance(atom, HoleCardsAtom):
                sizes.add(FLOP + atom.street)
        if self.by is not None:
            sizes |= {FLOP + self.by.street} | ({FLOP - 1 + self.by.street} if self.by.seat is None else set())
        return sizes

    def board_bits(self, boards: I64) -> I64:
        """Return the atoms of boards that hold on ``boards`` int64[n, cards], int64[n]."""
        bits = np.zeros(len(boards), np.int64)
        for bit, atom in enumerate(self.atoms):
            if isinstance(atom, BoardAtom | StreetCardAtom):
                bits |= np.where(on_boards(atom, boards), 1 << bit, 0)
        return bits

    def board_by(self, boards: I64) -> I64:
        """Return the value of each board that splits, int64[n]."""
        if self.by is None or self.by.seat is not None:
            return np.zeros(len(boards), np.int64)
        return boards[:, 2 + self.by.street] >> 2

    def own_bits(self, seat: int) -> I64:
        """Return the atoms about hole cards that hold for each combo of a seat, int64[1326]."""
        bits = np.zeros(len(COMBOS), np.int64)
        for bit, atom in enumerate(self.atoms):
            if isinstance(atom, HoleCardsAtom) and atom.seat == seat:
                bits |= np.where(np.frombuffer(atom.combos, np.bool_), 1 << bit, 0)
        return bits


def read_holdem_question(
    scenario: Scenario,
    order: Order | None,
    event: Event[HoldemAtom],
    given: Event[HoldemAtom] | None,
    by: HoldemSplit | None,
) -> HoldemQuestion:
    """Return a question about a table.

    Raises:
        ScenarioError: the table cannot be computed, or there are too many atoms.
    """
    setup, weights = read_holdem(scenario, order)
    atoms, truths = truth_table(event, given)
    return HoldemQuestion(scenario, setup, tuple(weights), atoms, truths, by)


@dataclass(frozen=True, eq=False)
class HoldemTable:
    """The seats of a ``question`` that count, ``seats`` by their places, and what they may hold, ``hands``; with
    ``equities`` those that share the pot are among them."""

    question: HoldemQuestion
    seats: tuple[int, ...]
    equities: bool

    @cached_property
    def combos(self) -> tuple[I64, ...]:
        """The combos of each seat, int64[n]."""
        live, weights = self.question.live, self.question.weights
        return tuple(np.flatnonzero((weights[seat] > 0) & live) for seat in self.seats)

    @cached_property
    def hands(self) -> SeatHands:
        """What the seats may hold; where no seat counts, a hand without cards."""
        if not self.seats:
            one = np.zeros(1, np.int64)
            return SeatHands(np.arange(2), np.zeros((1, 2), np.int64), np.zeros(1, np.uint64), np.ones(1), one)
        held, question = np.concatenate(self.combos), self.question
        pairs = list(zip(self.seats, self.combos, strict=True))
        return SeatHands(
            np.concatenate(([0], np.cumsum([len(combos) for combos in self.combos]))).astype(np.int64),
            COMBOS[held].astype(np.int64),
            COMBO_MASKS[held].astype(np.uint64),
            np.concatenate([question.weights[seat][combos] for seat, combos in pairs]),
            np.concatenate([question.own_bits(seat)[combos] for seat, combos in pairs]),
        )

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The places among ``seats`` of the active ones that are there; a single one need not be: the pot is its."""
        places = tuple(self.seats.index(seat) for seat in self.question.scenario.active_seats if seat in self.seats)
        return places or (0,)

    @property
    def relations(self) -> list[tuple[int, int, int, int]]:
        """Kind, place of the seat, street and bit of each atom that compares seats."""
        return [
            relation_row(atom, self.seats, bit)
            for bit, atom in enumerate(self.question.atoms)
            if isinstance(atom, Relation)
        ]

    @property
    def compared(self) -> frozenset[int]:
        """The streets on which hands are compared."""
        streets = {street for _, _, street, _ in self.relations}
        contested = self.equities and len(self.question.scenario.active_seats) > 1
        return frozenset(streets | ({STREETS - 1} if contested else set()))

    @cached_property
    def asked(self) -> EventTable:
        """The event as the kernels take it."""
        by = self.question.by
        split = BY_NOTHING if by is None else BY_BOARD if by.seat is None else self.seats.index(by.seat)
        relations = np.array(self.relations, np.int64).reshape(-1, 4)
        return EventTable(self.question.truths, relations, np.array(self.active, np.int64), split, self.equities)

    @cached_property
    def looks(self) -> StreetChecks:
        """What is looked at on the streets."""
        made = [
            (self.seats.index(atom.seat), atom.street, 1 << bit, atom.cells)
            for bit, atom in enumerate(self.question.atoms)
            if isinstance(atom, MadeHandAtom)
        ]
        by = self.question.by
        return StreetChecks(
            np.array([row[:3] for row in made], np.int64).reshape(-1, 3),
            np.array([row[3] for row in made], np.uint64),
            by.street if by is not None and by.seat is not None else -1,
            np.array([street in self.compared for street in range(STREETS)], np.int64),
        )

    @cached_property
    def boards(self) -> QuestionBoards:
        """The boards that are told apart."""
        board = self.question.setup.board
        taken = {*board, *self.question.dead}
        for combos in self.combos:
            if len(combos) == 1:
                taken |= set(COMBOS[combos[0]].tolist())
        deck = tuple(card for card in range(DECK_SIZE) if card not in taken)
        contested = self.equities and len(self.question.scenario.active_seats) > 1
        sizes = self.question.board_sizes(equities=contested)
        return QuestionBoards(board, deck, deal_groups(len(board), sizes), self._suits())

    def _suits(self) -> SuitGroup:
        """Return the suit permutations that change nothing about the question."""
        board = self.question.setup.board
        masks = (atom.cards for atom in self.question.atoms if isinstance(atom, BoardAtom | StreetCardAtom))
        named = ([card for card in range(DECK_SIZE) if mask >> card & 1] for mask in masks)
        known = (COMBOS[combos[0]].tolist() for combos in self.combos if len(combos) == 1)
        ranges = [(seat, combos) for seat, combos in zip(self.seats, self.combos, strict=True) if len(combos) > 1]
        hands = ((combos, self.question.weights[seat] * self.question.live) for seat, combos in ranges)
        bits = ((self.question.own_bits(seat), self.question.live) for seat, _ in ranges)
        events = ((np.flatnonzero(own * live), own * live) for own, live in bits)
        sets = (board[:FLOP], board[FLOP : FLOP + 1], board[FLOP + 1 :], self.question.dead, *known, *named)
        return group_keeping(sets, _chained(hands, events))

    @property
    def of_two(self) -> bool:
        """Whether there are two seats, and if anything is compared these two."""
        return len(self.seats) == 2 and (not self.compared or len(self.active) == 2)

    @property
    def outer(self) -> int:
        """Of two seats the one whose hand splits the event, else that with more atoms."""
        by = self.question.by
        if by is not None and by.seat is not None:
            return self.seats.index(by.seat)
        return int(np.argmax(self._own_atoms()))

    def _own_atoms(self) -> list[int]:
        """Return how many atoms are about the cards of each seat."""
        own = [atom.seat for atom in self.question.atoms if isinstance(atom, MadeHandAtom | HoleCardsAtom)]
        return [own.count(seat) for seat in self.seats]

    @cached_property
    def swept_street(self) -> int:
        """The street of a sweep over the hands of two seats, -1 where every pair of them is visited: they are compared
        on several streets, or that is cheaper."""
        return max(self.compared, default=STREETS - 1) if self._sweep_operations() < self._pair_operations() else -1

    @cached_property
    def operations(self) -> float:
        """The operations to visit all deals."""
        boards, hands = self.boards, np.diff(self.hands.first)
        classified = [
            {int(row[0]) for row in self.looks.made if row[1] == street}
            | ({self.asked.by} if self.looks.by_street == street else set())
            for street in range(STREETS)
        ]
        total = LIST_OPERATIONS * self._sets_listed() * boards.suits.order
        for street in range(STREETS):
            looked = CLASS_OPERATIONS * sum(hands[seat] for seat in classified[street])
            looked += VALUE_OPERATIONS * len(self.hands.weights) if street in self.compared else 0.0
            total += float(looked) * boards.visited(FLOP + street) if looked else 0.0
        return total + boards.visited(BOARD_SIZE) * self.board_operations

    def _sets_listed(self) -> float:
        return self.boards.number / len(self.boards.ways)

    @property
    def board_operations(self) -> float:
        """The operations for a board, without looking at its hands."""
        return min(self._pair_operations(), self._sweep_operations()) + len(self.hands.weights) + BOARD_OPERATIONS

    def _pair_operations(self) -> float:
        """Return the operations to visit every deal of a board."""
        each = PAIR_OPERATIONS if self.of_two else DEAL_OPERATIONS
        return float(each * prod(np.diff(self.hands.first).tolist()))

    def _sweep_operations(self) -> float:
        """Return those of the sweep of a board; infinity where it cannot be swept."""
        if not self.of_two or len(self.compared) > 1:
            return inf
        classes = 1 << self._own_atoms()[1 - self.outer]
        if classes > MAX_CLASSES:
            return inf
        hands = np.diff(self.hands.first)
        return float(SORT_OPERATIONS * hands.sum() + OUTER_OPERATIONS * classes * hands[self.outer])

    def sums(self) -> EventSums:
        """Return sums of nothing."""
        return empty_sums(max(len(self.question.values), 1), len(self.question.scenario.active_seats))

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The rows of ``hands`` of each seat, from and to before."""
        return list(pairwise(self.hands.first.tolist()))


def _chained(*parts: Iterable[tuple[I64, F64 | I64]]) -> Iterable[tuple[I64, F64 | I64]]:
    for part in parts:
        yield from part


def complete_table(question: HoldemQuestion) -> HoldemTable:
    """Return the table with all that the probabilities and the equities depend on."""
    active = question.scenario.active_seats
    return _table(question, set(active) if len(active) > 1 else set(), equities=True)


def event_table(question: HoldemQuestion, whole: HoldemTable) -> HoldemTable | None:
    """Return the table with what the probabilities depend on alone; None where that is the ``whole`` one."""
    if len(question.scenario.active_seats) < 2:
        return None
    result = _table(question, set(), equities=False)
    same = result.seats == whole.seats and result.boards.groups == whole.boards.groups
    return None if same else result


def _table(question: HoldemQuestion, more: set[int], *, equities: bool) -> HoldemTable:
    """Return the table of the seats that are asked about, of those that take cards from the deck, and some ``more``."""
    numbers = range(len(question.weights))
    seats = [seat for seat in numbers if seat in question.named | more or not question.holds_any(seat)]
    if len(seats) > 2:
        # All deals of three seats or more are visited in slices of the hands of the first one: it has the most of them.
        # Two seats stay in their order, in which the sweep shares out the pot.
        sizes = {seat: int(((question.weights[seat] > 0) & question.live).sum()) for seat in seats}
        seats.sort(key=lambda seat: -sizes[seat])
    return HoldemTable(question, tuple(seats), equities)


def truths_by_rank(question: HoldemQuestion) -> tuple[Sequence[int], Sequence[int]]:
    """Return by rank of the card that splits the event the atoms that then hold for sure, and those that cannot: masks,
    both -1 for a rank that cannot come."""
    by = question.by
    assert by is not None
    deck = {*range(DECK_SIZE)} - {*question.setup.board[: 2 + by.street], *question.setup.board[3 + by.street :]}
    if len(question.setup.board) > 2 + by.street:
        deck &= {question.setup.board[2 + by.street]}
    free = sum(1 << card for card in deck - set(question.dead))
    earlier = {card >> 2 for card in question.setup.board[: 2 + by.street]}
    certain, excluded = [], []
    for rank in range(len(RANKS)):
        cards, yes, no = free & 15 << 4 * rank, 0, 0
        for bit, atom in enumerate(question.atoms):
            if not isinstance(atom, StreetCardAtom) or atom.street != by.street:
                continue
            if atom.pairs:  # certain if the rank is on the board already, excluded if all earlier cards have others
                yes |= (rank in earlier) << bit
                no |= (rank not in earlier and len(question.setup.board) >= 2 + by.street) << bit
            else:
                yes |= (cards & ~atom.cards == 0) << bit
                no |= (cards & atom.cards == 0) << bit
        certain.append(yes if cards else -1)
        excluded.append(no if cards else -1)
    return certain, excluded
