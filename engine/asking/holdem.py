"""Questions about hold'em tables: all deals where their number allows it, else sampled ones."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, inf, perm, prod

import numpy as np

from engine.arrays import F64, I64, U64
from engine.asking.expression import Event, Relation
from engine.asking.holdem_atoms import Board, Dealt, HoldemAtom, Holds, Made, on_boards
from engine.asking.law import (
    KINDS,
    Step,
    drawn_places,
    exact_steps,
    new_sums,
    reason_of,
    sampled_steps,
    truth_table,
)
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, RANKS, card_mask, parse_cards
from engine.holdem.prepare import read_holdem
from engine.holdem.setup import HoldemSetup
from engine.jobs.reasons import Reason
from engine.kernels.asking.events import BY_BOARD, BY_NOTHING, Question, Sums
from engine.kernels.asking.holdem import STREETS, Hands, Looks, Work, count_deals, sum_boards
from engine.kernels.asking.sweep import MOST_CLASSES, new_sweep, sum_two
from engine.kernels.tables import high_tables
from engine.made.hands import straights
from engine.made.names import MADE
from engine.ranges.orders import Order
from engine.running.workers import Workers
from engine.scenario import Problem, Scenario, ScenarioError

HAND_OPERATIONS, DEAL_OPERATIONS = 60.0, 8.0
SORT_OPERATIONS, CLASS_OPERATIONS = 25.0, 12.0
"""Of a hand that is swept, and of an outer hand for each class of inner ones."""
BOARDS_A_CHUNK = 1 << 11
MOST_JOINT = 3_000_000
DRAWS_AT_ONCE = 1 << 14
CHUNK = 1 << 15
"""Deals that are sampled together."""
LEAST_ACCEPTED = 1e-3
BOARD_SIZE = 5


@dataclass(frozen=True, slots=True)
class By:
    """A split of the event: by the made hand of a ``seat`` on a ``street``, or (None) the rank of its card."""

    seat: int | None
    street: int

    @property
    def values(self) -> tuple[str, ...]:
        """All values, in order."""
        return MADE if self.seat is not None else tuple(RANKS)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The seats that matter: ``seats`` are their places, ``hands`` what they may hold; ``own_atoms``: how many
    atoms are about the cards of each."""

    setup: HoldemSetup
    dead: tuple[int, ...]
    seats: tuple[int, ...]
    hands: Hands
    looks: Looks
    question: Question
    boards: tuple[tuple[int, HoldemAtom], ...]
    by: By | None
    own_atoms: tuple[int, ...]

    @property
    def of_two(self) -> bool:
        """Whether two seats matter, and both contest the pot."""
        return len(self.seats) == len(self.question.active) == 2

    @property
    def outer(self) -> int:
        """Of two seats the one whose hand splits the event, else that with more atoms."""
        if self.by is not None and self.by.seat is not None:
            return self.seats.index(self.by.seat)
        return int(np.argmax(self.own_atoms))

    @property
    def values(self) -> tuple[str, ...]:
        """The values that split the event."""
        return self.by.values if self.by is not None else ()

    @property
    def ordered(self) -> bool:
        """Whether it matters which of the last two cards comes first."""
        about_turn = self.looks.by_street == 1 or self.looks.values[1] > 0 or (self.looks.made[:, 1] == 1).any()
        about_cards = any(
            isinstance(atom, Dealt) or (isinstance(atom, Board) and atom.street == 1) for _, atom in self.boards
        )
        return bool(about_turn or about_cards or (self.by is not None and self.by.seat is None))

    def sums(self) -> Sums:
        """Return sums of nothing."""
        return new_sums(max(len(self.values), 1), len(self.question.active))

    def board_bits(self, boards: I64) -> I64:
        """Return the atoms of boards that hold on ``boards`` int64[n, 5], int64[n]."""
        bits = np.zeros(len(boards), np.int64)
        for bit, atom in self.boards:
            bits |= np.where(on_boards(atom, boards), 1 << bit, 0)
        return bits

    def board_by(self, boards: I64) -> I64:
        """Return the value of each board that splits, int64[n]."""
        if self.by is None or self.by.seat is not None:
            return np.zeros(len(boards), np.int64)
        return boards[:, 2 + self.by.street] >> 2


def ask_holdem(
    scenario: Scenario, order: Order | None, event: Event[HoldemAtom], given: Event[HoldemAtom] | None, by: By | None,
    workers: Workers,
) -> Iterator[Step]:  # fmt: skip
    """Yield the answer to a question about a hold'em table as it becomes known.

    Raises:
        ScenarioError: the table cannot be computed, or what is given cannot happen.
    """
    table = _table(scenario, order, event, given, by)
    reason = reason_of(scenario.run.method, _operations(table))
    if reason.kind.startswith("exact"):
        return _exact(table, workers, reason)
    return _sampled(table, scenario, workers, reason)


def _table(
    scenario: Scenario, order: Order | None, event: Event[HoldemAtom], given: Event[HoldemAtom] | None, by: By | None
) -> _Table:
    setup, weights = read_holdem(scenario, order)
    atoms, truths = truth_table(event, given)
    named = {atom.seat for atom in atoms if not isinstance(atom, Board | Dealt)} | {by.seat if by else None}
    dead = tuple(card for card, _ in parse_cards(scenario.dead))
    gone = np.uint64(card_mask((*setup.board, *dead)))
    live = (COMBO_MASKS & gone) == 0
    seats = tuple(
        seat
        for seat, row in enumerate(weights)
        if not scenario.seats[seat].folded or seat in named or np.any(row[live] != row[live][0])
    )
    places = {seat: place for place, seat in enumerate(seats)}
    combos = [np.flatnonzero((weights[seat] > 0) & live) for seat in seats]
    bits = [np.zeros(len(held), np.int64) for held in combos]
    made, cells, relations, boards = [], [], [], []
    values = np.zeros(3, np.int64)
    values[2] = 1
    for bit, atom in enumerate(atoms):
        if isinstance(atom, Made):
            made.append((places[atom.seat], atom.street, 1 << bit))
            cells.append(atom.cells)
        elif isinstance(atom, Holds):
            place = places[atom.seat]
            bits[place] |= np.where(np.frombuffer(atom.combos, np.bool_)[combos[place]], 1 << bit, 0)
        elif isinstance(atom, Relation):
            relations.append((KINDS[atom.standing], places[atom.seat], atom.street, 1 << bit))
            values[atom.street] = 1
        else:
            boards.append((bit, atom))
    own = by is not None and by.seat is not None
    active = [places[seat] for seat in scenario.active_seats]
    question = Question(
        truths,
        np.array(relations, np.int64).reshape(-1, 4),
        np.array(active, np.int64),
        BY_NOTHING if by is None else places[by.seat] if by.seat is not None else BY_BOARD,
    )
    looks = Looks(
        np.array(made, np.int64).reshape(-1, 3), np.array(cells, np.uint64), by.street if by and own else -1, values
    )
    held = np.concatenate(combos)
    hands = Hands(
        np.concatenate(([0], np.cumsum([len(row) for row in combos]))).astype(np.int64),
        COMBOS[held].astype(np.int64),
        COMBO_MASKS[held].astype(np.uint64),
        np.concatenate([weights[seat][row] for seat, row in zip(seats, combos, strict=True)]),
        np.concatenate(bits),
    )
    own_atoms = tuple(sum(getattr(a, "seat", None) == s and not isinstance(a, Relation) for a in atoms) for s in seats)
    return _Table(setup, dead, seats, hands, looks, question, tuple(boards), by, own_atoms)


def _free_cards(table: _Table) -> list[int]:
    hands = table.hands
    taken = {*table.setup.board, *table.dead}
    for first, last in itertools.pairwise(hands.first.tolist()):
        if last - first == 1:
            taken |= set(hands.cards[first].tolist())
    return [card for card in range(DECK_SIZE) if card not in taken]


def _number_of_boards(table: _Table) -> int:
    deck, to_come = len(_free_cards(table)), BOARD_SIZE - len(table.setup.board)
    last = min(to_come, 2)
    runouts = perm(deck - (to_come - last), last) if table.ordered else comb(deck - (to_come - last), last)
    return runouts * (comb(deck, 3) if to_come == BOARD_SIZE else 1)


def _operations(table: _Table) -> float:
    work = min(_pair_operations(table), _sweep_operations(table))
    return float(_number_of_boards(table) * (HAND_OPERATIONS * len(table.hands.weights) + work))


def _pair_operations(table: _Table) -> float:
    """Return the operations for every deal of a board."""
    return float(DEAL_OPERATIONS * prod(np.diff(table.hands.first).tolist()))


def _sweep_operations(table: _Table) -> float:
    """Return those of the sweep of a board; infinity where it cannot be swept: other than two active seats, or hands
    that are compared before the river."""
    if not table.of_two:
        return inf
    classes = 1 << table.own_atoms[1 - table.outer]
    if classes > MOST_CLASSES or (table.question.relations[:, 2] < STREETS - 1).any():
        return inf
    hands = np.diff(table.hands.first)
    return float(SORT_OPERATIONS * hands.sum() + CLASS_OPERATIONS * classes * hands[table.outer])


def _runouts(table: _Table) -> Iterator[I64]:
    """Yield all boards in chunks, int64[n, 5]."""
    known, deck = table.setup.board, _free_cards(table)
    flops = [known] if len(known) >= 3 else combinations(deck, 3)
    draws: Callable[..., Iterator[tuple[int, ...]]] = permutations if table.ordered else combinations
    rows: list[tuple[int, ...]] = []
    for flop in flops:
        left = [card for card in deck if card not in flop]
        for rest in draws(left, BOARD_SIZE - len(flop)):
            rows.append((*flop, *rest))
            if len(rows) == BOARDS_A_CHUNK:
                yield np.array(rows, np.int64)
                rows = []
    if rows:
        yield np.array(rows, np.int64)


def _work(hands: int, seats: int) -> Work:
    def numbers(*shape: int) -> I64:
        return np.zeros(shape, np.int64)

    depth = seats + 1
    return Work(
        numbers(3, hands), numbers(3, hands), numbers(hands), numbers(depth), numbers(depth), np.zeros(depth),
        np.zeros(depth, np.uint64), numbers(13),
    )  # fmt: skip


def _twins(hands: Hands) -> I64:
    """Return the row of the same cards at the other of two seats, -1 where it does not hold them, int64[n]."""
    twins = np.full(len(hands.masks), -1, np.int64)
    middle = int(hands.first[1])
    _, ones, others = np.intersect1d(hands.masks[:middle], hands.masks[middle:], return_indices=True)
    twins[ones], twins[middle + others] = middle + others, ones
    return twins


def _exact(table: _Table, workers: Workers, reason: Reason) -> Iterator[Step]:
    dead = np.uint64(card_mask(table.dead))
    chunks = _runouts(table)
    swept = _sweep_operations(table) < _pair_operations(table)
    twins = _twins(table.hands) if table.of_two else np.zeros(0, np.int64)

    def part(_: int) -> Callable[[], Sums] | None:
        boards = next(chunks, None)
        return None if boards is None else lambda: compute(boards)

    def compute(boards: I64) -> Sums:
        sums, work = table.sums(), _work(len(table.hands.weights), len(table.seats))
        arrays = boards, table.board_bits(boards), table.board_by(boards)
        if not table.of_two:
            about = table.hands, table.looks, table.question
            sum_boards(*arrays, dead, *about, straights(), high_tables(), work, sums)
            return sums
        sum_two(
            *arrays, dead, table.outer, swept, table.hands, table.looks, table.question, straights(), high_tables(),
            work, new_sweep(table.question, table.outer, twins), sums,
        )  # fmt: skip
        return sums

    number = -(-_number_of_boards(table) // BOARDS_A_CHUNK)
    return exact_steps((sums for _, sums in workers.in_order(part)), number, table.values, reason)


def _sampled(table: _Table, scenario: Scenario, workers: Workers, reason: Reason) -> Iterator[Step]:
    draw = _drawing(table)
    seats = len(table.seats)
    dead = np.uint64(card_mask(table.dead))

    def compute(random: np.random.Generator) -> Sums:
        deals = draw(random, CHUNK)
        used = dead | np.bitwise_or.reduce(table.hands.masks[deals], axis=1)
        boards = _boards(random, used, table.setup.board)
        one = Hands(
            np.arange(seats + 1), np.zeros((seats, 2), np.int64), np.zeros(seats, np.uint64), np.ones(seats),
            np.zeros(seats, np.int64),
        )  # fmt: skip
        sums, work = table.sums(), _work(seats, seats)
        arrays = boards, table.board_bits(boards), table.board_by(boards), deals, table.hands, one
        count_deals(*arrays, table.looks, table.question, straights(), high_tables(), work, sums)
        return sums

    return sampled_steps(scenario.run, workers, compute, CHUNK, table.values, reason)


def _boards(random: np.random.Generator, used: U64, known: Sequence[int]) -> I64:
    """Return a board for each deal, int64[n, 5]: ``known`` and cards that are not ``used`` uint64[n] (masks)."""
    boards = np.zeros((len(used), BOARD_SIZE), np.int64)
    boards[:, : len(known)] = known
    used = used | np.uint64(card_mask(known))
    for place in range(len(known), BOARD_SIZE):
        left = np.arange(len(used))
        while len(left):
            boards[left, place] = random.integers(0, DECK_SIZE, len(left))
            taken = used[left] >> boards[left, place].astype(np.uint64) & np.uint64(1)
            left = left[taken == 1]
        used = used | np.uint64(1) << boards[:, place].astype(np.uint64)
    return boards


def _drawing(table: _Table) -> Callable[[np.random.Generator, int], I64]:
    """Return a drawer of so many deals of all seats, int64[n, seats], rows of ``table.hands``.

    Hands are drawn seat by seat and rejected where they share a card; where that is too often, from the list of all
    deals.

    Raises:
        ScenarioError: there are too many deals to list, and too few that share no card to find them by chance.
    """
    hands = table.hands
    spans = list(itertools.pairwise(hands.first.tolist()))
    laws = [np.cumsum(hands.weights[first:last]) for first, last in spans]

    def attempt(random: np.random.Generator, number: int) -> I64:
        columns = [first + drawn_places(random, law, number) for (first, _), law in zip(spans, laws, strict=True)]
        used = np.zeros(number, np.uint64)
        fits = np.ones(number, np.bool_)
        for column in columns:
            fits &= (used & hands.masks[column]) == 0
            used |= hands.masks[column]
        return np.stack(columns, axis=1)[fits]

    accepted = len(attempt(np.random.default_rng(0), DRAWS_AT_ONCE)) / DRAWS_AT_ONCE
    if accepted < LEAST_ACCEPTED:
        deals, law = _all_deals(hands, spans)
        return lambda random, number: deals[drawn_places(random, law, number)]

    def draw(random: np.random.Generator, number: int) -> I64:
        parts: list[I64] = []
        missing = number
        while missing > 0:
            parts.append(attempt(random, int(missing / accepted * 1.05) + DRAWS_AT_ONCE)[:missing])
            missing -= len(parts[-1])
        return np.concatenate(parts)

    return draw


def _all_deals(hands: Hands, spans: Sequence[tuple[int, int]]) -> tuple[I64, F64]:
    """Return all deals int64[n, seats], and the running sum float64[n] of their weights."""
    deals = np.zeros((1, 0), np.int64)
    used, weights = np.zeros(1, np.uint64), np.ones(1)
    for first, last in spans:
        fits = (used[:, None] & hands.masks[None, first:last]) == 0
        rows, columns = np.nonzero(fits)
        if len(rows) > MOST_JOINT:
            raise ScenarioError(Problem("seats", "these ranges leave too few deals to be sampled and too many to list"))
        deals = np.column_stack([deals[rows], first + columns])
        used = used[rows] | hands.masks[first + columns]
        weights = weights[rows] * hands.weights[first + columns]
    return deals, np.cumsum(weights)
