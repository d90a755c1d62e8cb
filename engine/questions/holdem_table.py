"""Reduces a question about a hold'em table to the seats and board cards on which its answer depends.

The cost of an exact answer is a product over seats and boards, so everything that cannot matter is left out. A seat
that may hold any two cards and that the question does not mention is left out: whatever the other cards are, there are
equally many hands for it. So are board cards after the last street that the question looks at. A seat with a range
always remains, because it removes cards from the deck. Equities need the hands of all active seats and the complete
board; probabilities alone often need much less (:func:`event_only_table`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
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
from engine.questions.expression import EquityAtom, Event, Relation
from engine.questions.holdem_atoms import BoardAtom, HoldemAtom, HoleCardsAtom, MadeHandAtom, StreetCardAtom, on_boards
from engine.questions.holdem_boards import QuestionBoards, deal_groups
from engine.questions.results import RelationRow, empty_sums, relation_row, truth_table
from engine.ranges.made_names import MADE
from engine.ranges.orders import Order
from engine.scenario import Scenario

CLASS_OPERATIONS, VALUE_OPERATIONS = 60.0, 12.0
"""The cost of a hand on a board: of finding its made hand and draws, and of its value."""
BOARD_OPERATIONS = 500.0
"""The fixed cost of a board."""
PAIR_OPERATIONS, DEAL_OPERATIONS = 8.0, 16.0
"""The cost of a deal to exactly two seats, and of one to any other number."""
SORT_OPERATIONS, OUTER_OPERATIONS = 25.0, 12.0
"""The cost of a hand in a sweep (``kernels.questions.sweep``), and of an outer hand for each class of inner hands."""
LIST_OPERATIONS = 4.0
"""The cost of a set of board cards for each suit permutation, to find one set of each orbit."""
BOARD_SIZE = 5
FLOP = 3


@dataclass(frozen=True, slots=True)
class HoldemSplit:
    """A split of the event by the made hand of ``seat`` on a street, or if ``seat`` is None by the rank of its card."""

    seat: int | None
    street: int

    @property
    def values(self) -> tuple[str, ...]:
        """The names of all values, in order."""
        return MADE if self.seat is not None else tuple(RANKS)


@dataclass(frozen=True, eq=False)
class HoldemQuestion:
    """A question whose table and texts have been parsed.

    ``weights``: the range of each seat, float64[1326], known cards not yet removed. ``atoms``: in the order of their
    bits. ``truths`` uint8[2**atoms]: see :func:`engine.questions.results.truth_table`. ``split``: how the event is
    split, or None.
    """

    scenario: Scenario
    setup: HoldemSetup
    weights: tuple[F64, ...]
    atoms: tuple[HoldemAtom, ...]
    truths: np.ndarray[tuple[int], np.dtype[np.uint8]]
    split: HoldemSplit | None

    @property
    def dead(self) -> tuple[int, ...]:
        """The dead cards of the table. Cards of folded seats are not among them: these seats have ranges, too."""
        return tuple(card for card, _ in parse_cards(self.scenario.dead))

    @cached_property
    def live_combos(self) -> Bools:
        """The combos without a board card or dead card, bool[1326]."""
        removed = np.uint64(card_mask((*self.setup.board, *self.dead)))
        return np.asarray((COMBO_MASKS & removed) == 0)

    @cached_property
    def named_seats(self) -> frozenset[int]:
        """The seats on whose cards the event, the condition or the split depends."""
        seats = {atom.seat for atom in self.atoms if not isinstance(atom, BoardAtom | StreetCardAtom)}
        if any(isinstance(atom, Relation) for atom in self.atoms):
            seats |= set(self.scenario.active_seats)
        if self.split is not None and self.split.seat is not None:
            seats.add(self.split.seat)
        return frozenset(seats)

    def holds_any(self, seat: int) -> bool:
        """Return True if a seat may hold any two cards, all with the same weight."""
        row = self.weights[seat][self.live_combos]
        return bool(np.all(row == row[0]))

    @property
    def split_values(self) -> tuple[str, ...]:
        """The names of the values that split the event, () without a split."""
        return self.split.values if self.split is not None else ()

    def board_sizes(self, *, equities: bool) -> set[int]:
        """Return the board sizes, in cards, that the question looks at; ``equities``: it needs the complete board."""
        sizes = {BOARD_SIZE} if equities else set[int]()
        for atom in self.atoms:
            if isinstance(atom, StreetCardAtom):
                # Two sizes, so that the card of the street is dealt in a group of its own.
                sizes |= {FLOP - 1 + atom.street, FLOP + atom.street}
            elif not isinstance(atom, HoleCardsAtom | EquityAtom):
                sizes.add(FLOP + atom.street)
        if self.split is not None:
            sizes |= {FLOP + self.split.street} | ({FLOP - 1 + self.split.street} if self.split.seat is None else set())
        return sizes

    def board_bits(self, boards: I64) -> I64:
        """Return the mask of the true atoms about the board, int64[n], for ``boards`` int64[n, cards]."""
        bits = np.zeros(len(boards), np.int64)
        for bit, atom in enumerate(self.atoms):
            if isinstance(atom, BoardAtom | StreetCardAtom):
                bits |= np.where(on_boards(atom, boards), 1 << bit, 0)
        return bits

    def board_cases(self, boards: I64) -> I64:
        """Return the index of the case that each of ``boards`` int64[n, cards] belongs to in a split, int64[n].

        That is the rank of the turn or river card by which the question is split; 0 if it is split by something else.
        """
        if self.split is None or self.split.seat is not None:
            return np.zeros(len(boards), np.int64)
        return boards[:, 2 + self.split.street] >> 2

    def hole_card_bits(self, seat: int) -> I64:
        """Return the mask of the true atoms about hole cards for each combo of a seat, int64[1326]."""
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
    split: HoldemSplit | None,
) -> HoldemQuestion:
    """Return a question about a table, with its ranges as weights and its event as a truth table.

    Raises:
        ScenarioError: the table cannot be computed, or there are too many atoms.
    """
    setup, weights = read_holdem(scenario, order)
    atoms, truths = truth_table(event, given)
    return HoldemQuestion(scenario, setup, tuple(weights), atoms, truths, split)


def _turn_last(question: HoldemQuestion) -> HoldemQuestion:
    """Return a question with the same answer in which the card of the turn comes last, if nothing else has an order.

    The other four cards are then dealt together, which are far fewer boards than flop, turn and river in this order.
    """
    if len(question.setup.board) > FLOP or not _only_turn_card(question.atoms, question.split):
        return question
    atoms = tuple(replace(atom, street=2) if isinstance(atom, StreetCardAtom) else atom for atom in question.atoms)
    return replace(question, atoms=atoms, split=HoldemSplit(None, 2) if question.split is not None else None)


def _only_turn_card(atoms: Sequence[HoldemAtom], split: HoldemSplit | None) -> bool:
    """Return True if the rank or suit of the turn is all that a question asks about streets before the showdown."""
    cards = [atom for atom in atoms if isinstance(atom, StreetCardAtom)]
    others = all(
        isinstance(atom, StreetCardAtom | HoleCardsAtom) or (isinstance(atom, Relation) and atom.street == STREETS - 1)
        for atom in atoms
    )
    turns = all(atom.street == 1 and not atom.pairs for atom in cards)
    by_turn = split is None or (split.seat is None and split.street == 1)
    return others and turns and by_turn and (bool(cards) or split is not None)


@dataclass(frozen=True, eq=False)
class HoldemTable:
    """A question reduced to the seats on which its answer depends, in the form that the kernels need.

    ``seats``: the indices of these seats; everything else here has seats as positions in this tuple. ``equities``:
    whether the kernels also share out the pot, for which all active seats must be among ``seats``.
    """

    question: HoldemQuestion
    seats: tuple[int, ...]
    equities: bool

    @cached_property
    def combos(self) -> tuple[I64, ...]:
        """The possible combos of each seat, int64[n]."""
        live, weights = self.question.live_combos, self.question.weights
        return tuple(np.flatnonzero((weights[seat] > 0) & live) for seat in self.seats)

    @cached_property
    def hands(self) -> SeatHands:
        """The possible hands of all seats; a single hand without cards if the answer depends on no seat."""
        if not self.seats:
            one = np.zeros(1, np.int64)
            return SeatHands(np.arange(2), np.zeros((1, 2), np.int64), np.zeros(1, np.uint64), np.ones(1), one)
        all_combos, question = np.concatenate(self.combos), self.question
        pairs = list(zip(self.seats, self.combos, strict=True))
        return SeatHands(
            first=np.concatenate(([0], np.cumsum([len(combos) for combos in self.combos]))).astype(np.int64),
            cards=COMBOS[all_combos].astype(np.int64),
            masks=COMBO_MASKS[all_combos].astype(np.uint64),
            weights=np.concatenate([question.weights[seat][combos] for seat, combos in pairs]),
            bits=np.concatenate([question.hole_card_bits(seat)[combos] for seat, combos in pairs]),
        )

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The positions of the active seats in ``seats``.

        A single active seat may be missing there, because it wins the pot with any cards: then (0,).
        """
        positions = tuple(self.seats.index(seat) for seat in self.question.scenario.active_seats if seat in self.seats)
        return positions or (0,)

    @property
    def relations(self) -> list[RelationRow]:
        """The atoms that compare seats."""
        return [
            relation_row(atom, self.seats, bit)
            for bit, atom in enumerate(self.question.atoms)
            if isinstance(atom, Relation)
        ]

    @property
    def compared_streets(self) -> frozenset[int]:
        """The streets on which hands are compared."""
        streets = {relation.street for relation in self.relations}
        contested = self.equities and len(self.question.scenario.active_seats) > 1
        return frozenset(streets | ({STREETS - 1} if contested else set()))

    @cached_property
    def event(self) -> EventTable:
        """The event in the form of the kernels."""
        split = self.question.split
        by = BY_NOTHING if split is None else BY_BOARD if split.seat is None else self.seats.index(split.seat)
        relations = np.array(self.relations, np.int64).reshape(-1, 4)
        return EventTable(self.question.truths, relations, np.array(self.active, np.int64), by, self.equities)

    @cached_property
    def checks(self) -> StreetChecks:
        """The hands that the kernels have to classify or compare on each street."""
        atoms = [(bit, atom) for bit, atom in enumerate(self.question.atoms) if isinstance(atom, MadeHandAtom)]
        rows = [(self.seats.index(atom.seat), atom.street, 1 << bit) for bit, atom in atoms]
        split = self.question.split
        return StreetChecks(
            np.array(rows, np.int64).reshape(-1, 3),
            np.array([atom.cells for _, atom in atoms], np.uint64),
            split.street if split is not None and split.seat is not None else -1,
            np.array([street in self.compared_streets for street in range(STREETS)], np.int64),
        )

    @cached_property
    def boards(self) -> QuestionBoards:
        """The boards that have to be visited."""
        board = self.question.setup.board
        known = {*board, *self.question.dead}
        for combos in self.combos:
            if len(combos) == 1:
                known |= set(COMBOS[combos[0]].tolist())
        deck = tuple(card for card in range(DECK_SIZE) if card not in known)
        contested = self.equities and len(self.question.scenario.active_seats) > 1
        sizes = self.question.board_sizes(equities=contested)
        return QuestionBoards(board, deck, deal_groups(len(board), sizes), self._suits())

    def _suits(self) -> SuitGroup:
        """Return the suit permutations that do not change the answer.

        They must map each of the following to itself: the known cards of each street, the dead cards, each known hand,
        the cards that an atom names, and each range with its weights and with its atoms about hole cards.
        """
        question, board = self.question, self.question.setup.board
        masks = (atom.cards for atom in question.atoms if isinstance(atom, BoardAtom | StreetCardAtom))
        named = ([card for card in range(DECK_SIZE) if mask >> card & 1] for mask in masks)
        known = (COMBOS[combos[0]].tolist() for combos in self.combos if len(combos) == 1)
        sets = (board[:FLOP], board[FLOP : FLOP + 1], board[FLOP + 1 :], question.dead, *known, *named)
        ranges = [(seat, combos) for seat, combos in zip(self.seats, self.combos, strict=True) if len(combos) > 1]
        hands = ((combos, question.weights[seat] * question.live_combos) for seat, combos in ranges)
        bits = (question.hole_card_bits(seat) * question.live_combos for seat, _ in ranges)
        return group_keeping(sets, chain(hands, ((np.flatnonzero(row), row) for row in bits)))

    @property
    def has_two_seats(self) -> bool:
        """Whether the kernels for two seats can be used: there are two, and hands are compared only between them."""
        return len(self.seats) == 2 and (not self.compared_streets or len(self.active) == 2)

    @property
    def outer_seat(self) -> int:
        """Of two seats, the outer one of a sweep: the seat whose hand splits the event, else the one with more atoms.

        The inner hands are grouped into a class for each mask of atoms, so the inner seat should have few of them.
        """
        split = self.question.split
        if split is not None and split.seat is not None:
            return self.seats.index(split.seat)
        return int(np.argmax(self._atom_counts()))

    def _atom_counts(self) -> list[int]:
        """Return for each seat the number of atoms about its cards alone."""
        seats = [atom.seat for atom in self.question.atoms if isinstance(atom, MadeHandAtom | HoleCardsAtom)]
        return [seats.count(seat) for seat in self.seats]

    @cached_property
    def swept_street(self) -> int:
        """The street whose hand values a sweep over two seats sorts, or -1 if every pair of hands is to be visited.

        That is necessary if hands are compared on several streets, and sometimes cheaper.
        """
        return (
            max(self.compared_streets, default=STREETS - 1)
            if self._sweep_operations() < self._pair_operations()
            else -1
        )

    @cached_property
    def operations(self) -> float:
        """The estimated operations of visiting all deals."""
        boards, hands = self.boards, np.diff(self.hands.first)
        classified = [
            {int(row[0]) for row in self.checks.made if row[1] == street}
            | ({self.event.by} if self.checks.by_street == street else set())
            for street in range(STREETS)
        ]
        total = LIST_OPERATIONS * boards.number / len(boards.ways) * boards.suits.order
        for street in range(STREETS):
            cost = CLASS_OPERATIONS * sum(hands[seat] for seat in classified[street])
            cost += VALUE_OPERATIONS * len(self.hands.weights) if street in self.compared_streets else 0.0
            total += float(cost) * boards.visited(FLOP + street) if cost else 0.0
        return total + boards.visited(BOARD_SIZE) * self.board_operations

    @property
    def board_operations(self) -> float:
        """The operations of the deals on a board, without the evaluation of its hands."""
        return min(self._pair_operations(), self._sweep_operations()) + len(self.hands.weights) + BOARD_OPERATIONS

    def _pair_operations(self) -> float:
        """Return the operations of visiting every deal on a board."""
        each = PAIR_OPERATIONS if self.has_two_seats else DEAL_OPERATIONS
        return float(each * prod(np.diff(self.hands.first).tolist()))

    def _sweep_operations(self) -> float:
        """Return the operations of a sweep over the hands on a board, or infinity if a sweep is not possible."""
        if not self.has_two_seats or len(self.compared_streets) > 1:
            return inf
        classes = 1 << self._atom_counts()[1 - self.outer_seat]
        if classes > MAX_CLASSES:
            return inf
        hands = np.diff(self.hands.first)
        return float(SORT_OPERATIONS * hands.sum() + OUTER_OPERATIONS * classes * hands[self.outer_seat])

    def sums(self) -> EventSums:
        """Return sums that are zero, with the shape that this question needs."""
        return empty_sums(max(len(self.question.split_values), 1), len(self.question.scenario.active_seats))


def complete_table(question: HoldemQuestion) -> HoldemTable:
    """Return the table for probabilities and equities."""
    active = question.scenario.active_seats
    return _table(_turn_last(question), set(active) if len(active) > 1 else set(), equities=True)


def event_only_table(question: HoldemQuestion, complete: HoldemTable) -> HoldemTable | None:
    """Return the table for probabilities without equities, or None if it is no smaller than the ``complete`` one."""
    if len(question.scenario.active_seats) < 2:
        return None
    result = _table(question, set(), equities=False)
    same = result.seats == complete.seats and result.boards.groups == complete.boards.groups
    return None if same else result


def _table(question: HoldemQuestion, required: set[int], *, equities: bool) -> HoldemTable:
    """Return the table of the seats that the question names, those with a range, and the ``required`` ones."""
    needed, all_seats = question.named_seats | required, range(len(question.weights))
    seats = [seat for seat in all_seats if seat in needed or not question.holds_any(seat)]
    if len(seats) > 2:
        # All deals of three seats or more are visited in slices of the hands of the first one: it has the most of them.
        # Two seats stay in their order, in which the sweep shares out the pot.
        sizes = {seat: int(((question.weights[seat] > 0) & question.live_combos).sum()) for seat in seats}
        seats.sort(key=lambda seat: -sizes[seat])
    return HoldemTable(question, tuple(seats), equities)


def truths_by_rank(question: HoldemQuestion) -> tuple[Sequence[int], Sequence[int]]:
    """Return for each rank of the card that splits the event the atoms that are then certain, and those excluded.

    Both are masks with a bit for each atom, in a list with an entry for each rank. They are arguments of
    ``results.possible_values``. For a rank that cannot come both are -1, all bits: no atom can be true and false at the
    same time, so the event counts as impossible with this rank.
    """
    split, board = question.split, question.setup.board
    assert split is not None
    index = 2 + split.street  # of the card on the board
    deck = {*range(DECK_SIZE)} - {*board[:index], *board[index + 1 :]}
    if len(board) > index:
        deck &= {board[index]}
    free = sum(1 << card for card in deck - set(question.dead))
    earlier = {card >> 2 for card in board[:index]}
    certain, excluded = [], []
    for rank in range(len(RANKS)):
        cards, yes, no = free & 15 << 4 * rank, 0, 0
        for bit, atom in enumerate(question.atoms):
            if not isinstance(atom, StreetCardAtom) or atom.street != split.street:
                continue
            if atom.pairs:  # certain if the rank is on the board already, excluded if all earlier cards have others
                yes |= (rank in earlier) << bit
                no |= (rank not in earlier and len(board) >= index) << bit
            else:
                yes |= (cards & ~atom.cards == 0) << bit
                no |= (cards & atom.cards == 0) << bit
        certain.append(yes if cards else -1)
        excluded.append(no if cards else -1)
    return certain, excluded
