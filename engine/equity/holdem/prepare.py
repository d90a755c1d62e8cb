"""Reading a hold'em scenario: all texts, with the street filters applied from street to street.

All filters of a street look at the ranges as the streets before it have left them. Those that go by equity need the
exact equities of that street, which take up to some two seconds and are kept: a table is read again with every edit.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, TextError, card_mask, card_text, parse_cards, read_card
from engine.equity.budget import AUTO_BUDGET
from engine.equity.holdem.deals import combos_fit
from engine.equity.holdem.setup import HoldemSetup, TableHands
from engine.equity.jobs import Guard, unguarded
from engine.games import GAMES
from engine.ranges.filtered import left_on_street
from engine.ranges.holdem import HoldemRange, parse_range
from engine.ranges.orders import Order, find_order
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street, StreetFilter
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

KEPT_EQUITIES = 32
_GUARD: ContextVar[Guard | None] = ContextVar("guard")
"""The guard of the present call in this thread: the equities do not depend on it, so it is no part of their key."""


class StreetError(ValueError):
    """A filter that cannot be applied: the seat, where it stands in the text, and the reason."""

    def __init__(self, seat: int, message: str, position: int) -> None:
        super().__init__(message)
        self.seat, self.message, self.position = seat, message, position


class NotKnownYet(Exception):  # noqa: N818  (it is no error)
    """An equity has not been worked out, and there is no time to do so."""


def weights_by_street(
    table: TableHands, filters: Sequence[tuple[StreetFilter, ...]], guard: Guard | None = unguarded
) -> dict[Street | None, tuple[F64, ...]]:
    """Return the weights of all seats from each street on that is dealt, float64[1326] each; None: before the flop.

    ``filters`` are those of each seat; the last street has what is left now. Long work calls ``guard``; None: nothing
    that takes long is done, and streets are left out from the first one on whose equities are not known yet.

    Raises:
        StreetError: an equity is not known exactly, or nothing of a range is left.
    """
    now = table.weights
    result: dict[Street | None, tuple[F64, ...]] = {None: now}
    for street in STREETS:
        if len(table.board) < BOARD_OF_STREET[street]:
            break
        asked = {seat: f for seat, of_seat in enumerate(filters) for f in of_seat if f.street == street}
        if asked:
            there = replace(table, weights=now, board=table.board[: BOARD_OF_STREET[street]])
            try:
                now = tuple(_left(there, i, asked[i], guard) if i in asked else held for i, held in enumerate(now))
            except NotKnownYet:
                break
        result[street] = now
    return result


def _left(table: TableHands, seat: int, filter_: StreetFilter, guard: Guard | None) -> F64:
    """Return the weights of a seat after a filter."""
    elsewhere = [c for other, cards in table.known.items() if other != seat for c in cards]
    equity = None if filter_.equity_at is None else _equity(table, seat, filter_, guard)
    try:
        return left_on_street(table.weights[seat], filter_, table.board, card_mask((*table.dead, *elsewhere)), equity)
    except TextError as error:
        raise StreetError(seat, error.message, error.position) from None


def _equity(table: TableHands, seat: int, filter_: StreetFilter, guard: Guard | None) -> F64:
    assert filter_.equity_at is not None
    equity = hand_equity(table, seat, guard)
    if equity is None:
        text = f"a filter by equity needs an exact result, which is out of reach on this {filter_.street}"
        raise StreetError(seat, text, filter_.equity_at)
    return equity


def hand_equity(table: TableHands, seat: int, guard: Guard | None = unguarded) -> F64 | None:
    """Return the exact equity of each combo of ``seat`` against all other seats, float64[1326], NaN where it cannot be
    held; None where that is out of reach. Of a folded seat it is what it would have, had it not folded.

    ``guard`` as in :func:`weights_by_street`.

    Raises:
        NotKnownYet: there is no guard, and it has not been worked out.
    """
    key = _Key(
        tuple(weights.tobytes() for weights in table.weights),
        tuple(folded and other != seat for other, folded in enumerate(table.folded)),
        tuple(table.known.items()),
        table.board,
        table.dead,
    )
    token = _GUARD.set(guard)
    try:
        return _cached_equity(key, seat)
    finally:
        _GUARD.reset(token)


@dataclass(frozen=True, slots=True)
class _Key:
    """The part of the table on which the equities depend."""

    weights: tuple[bytes, ...]
    folded: tuple[bool, ...]
    known: tuple[tuple[int, tuple[int, int]], ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]


@lru_cache(maxsize=KEPT_EQUITIES)
def _cached_equity(key: _Key, seat: int) -> F64 | None:
    """Return :func:`hand_equity`. Two threads may compute the same equities at a time.

    Raises:
        NotKnownYet: they are not in the cache and there is no guard; as with all errors, nothing is cached then.
    """
    guard = _GUARD.get()
    if guard is None:
        raise NotKnownYet
    return _work_out(key, seat, guard)


def _work_out(key: _Key, seat: int, guard: Guard) -> F64 | None:
    weights = tuple(np.frombuffer(row, np.float64) for row in key.weights)
    known: Mapping[int, tuple[int, int]] = dict(key.known)
    setup = TableHands(weights, key.folded, known, key.board, key.dead).setup()
    result: F64 = np.full(len(COMBOS), np.nan)
    if combos_fit(setup.combos):
        from engine.equity.holdem.by_hand import Means, exact_by_hand  # not where no filter goes by equity

        exact = exact_by_hand(setup, Means(lambda operations: operations <= AUTO_BUDGET, guard, guard))
        if exact is None:
            return None
        shares, equities = exact.compute()
        row = sum(not folded for folded in key.folded[:seat])
        result = np.where(shares[row] > 0, equities[row], np.nan)
    result.setflags(write=False)
    return result


HOLDEM = GAMES["holdem"]
NAMED_CARDS = 4

Weights = tuple[F64, ...]
"""The weights of the combos of each seat, float64[1326] each."""


def prepare_holdem(scenario: Scenario, order: Order | None = None, guard: Guard = unguarded) -> HoldemSetup:
    """Read all texts of a hold'em scenario; percentages go by ``order``, None is the default one.

    Filters by equity may take up to some two seconds, once for the ranges that they look at; ``guard`` watches that.

    Raises:
        ScenarioError: what keeps it from being computed, in all fields.
    """
    return read_holdem(scenario, order, guard)[0]


def check_holdem(scenario: Scenario, order: Order | None = None) -> None:
    """Read a scenario quickly: filters by equities that are not computed yet leave everything.

    Raises:
        ScenarioError: as in :func:`prepare_holdem`.
    """
    read_holdem(scenario, order, None)


def read_holdem(
    scenario: Scenario, order: Order | None = None, guard: Guard | None = unguarded
) -> tuple[HoldemSetup, Weights]:
    """Return the setup of :func:`prepare_holdem` and the range of each seat after its filters, before removal:
    float64[1326], the weight of each combo. ``guard`` as in ``weights_by_street``.

    Raises:
        ScenarioError: as there.
    """
    reader = _read(scenario, order, guard)
    setup = reader.setup()
    problem = _deal_problem(setup)
    if problem:
        raise ScenarioError(problem)
    return setup, reader.weights


def ranges_by_street(
    scenario: Scenario, orders: Iterable[Order] = (), *, at_once: bool = False
) -> dict[Street | None, Weights]:
    """Return the filtered range of each hold'em seat, before removal, from each street on that is dealt:
    float64[1326], the weight of each combo; None: before the flop. ``orders`` are the user's own.

    Filters by equity may take up to some two seconds, once for the ranges that they look at. ``at_once``: streets are
    left out from the first one on whose equities have not been worked out yet.

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    return _read(scenario, find_order(scenario.order, orders), None if at_once else unguarded).by_street


def _read(scenario: Scenario, order: Order | None, guard: Guard | None) -> "_Reader":
    reader = _Reader(scenario, order, guard)
    if reader.problems:
        raise ScenarioError(*reader.problems)
    return reader


class _Reader:
    """Reads the fields one after the other and collects their problems.

    ``_places`` maps each known card to its place; ``_ranges`` holds the ranges of the seats, None where they
    cannot be read; ``_known`` the seats with one particular combo and its cards. ``by_street`` is what is left of
    them on each street, if there are no problems; ``guard`` as in ``weights_by_street``.
    """

    def __init__(self, scenario: Scenario, order: Order | None, guard: Guard | None) -> None:
        self._scenario = scenario
        self._order = order
        self._guard = guard
        self.problems: list[Problem] = []
        self._places: dict[int, str] = {}
        seats = self._scenario.seats
        if len(seats) > HOLDEM.max_seats:
            self._complain("seats", f"hold'em has at most {HOLDEM.max_seats} seats, not {len(seats)}")
        if all(seat.folded for seat in seats):
            self._complain("seats", "at least one seat has to be active")
        self._known: dict[int, tuple[int, int]] = {}
        self._ranges = [self._read_seat(index) for index in range(len(scenario.seats))]
        self._board = self._read_cards("board", scenario.board, "on the board", HOLDEM.board_cards)
        self._dead = self._read_cards("dead", scenario.dead, "dead", DECK_SIZE)
        self._known_mask = card_mask(self._places)
        self._free = (COMBO_MASKS & np.uint64(self._known_mask) == 0).astype(np.float64)
        for index, range_ in enumerate(self._ranges):
            if range_ is not None:
                self._check_left(index, range_.weights)
        self.by_street: dict[Street | None, Weights] = {}
        if not self.problems:
            self._apply_filters()

    @property
    def weights(self) -> Weights:
        """The ranges after removal; only if there are no problems."""
        return list(self.by_street.values())[-1]

    def setup(self) -> HoldemSetup:
        """Return the arrays; only if there are no problems."""
        return self._table(self.weights).setup(self._scenario.run.seed, self._scenario.run.detail)

    def _table(self, weights: Weights) -> TableHands:
        folded = tuple(seat.folded for seat in self._scenario.seats)
        return TableHands(weights, folded, self._known, self._board, self._dead)

    def _apply_filters(self) -> None:
        ranges = [range_ for range_ in self._ranges if range_ is not None]
        table = self._table(tuple(range_.weights for range_ in ranges))
        try:
            self.by_street = weights_by_street(table, [range_.streets for range_ in ranges], self._guard)
        except StreetError as error:
            self._complain(seat_field(error.seat), error.message, error.position)
            return
        for index, (before, left) in enumerate(zip(table.weights, self.weights, strict=True)):
            if left is not before:
                self._check_left(index, left)

    def _complain(self, field: str, message: str, position: int | None = None, *, incomplete: bool = False) -> None:
        self.problems.append(Problem(field, message, position, incomplete))

    def _read_cards(self, field: str, text: str, where: str, most: int) -> tuple[int, ...]:
        try:
            cards = parse_cards(text)
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))
            return ()
        if len(cards) > most:
            self._complain(field, f"at most {most} cards, not {len(cards)}", cards[most][1])
        for card, position in cards:
            self._place(card, field, where, position)
        return tuple(card for card, _ in cards)

    def _place(self, card: int, field: str, where: str, position: int | None) -> None:
        """Note where a card is; ``position``: where its text stands, needed if the card is somewhere already."""
        if card in self._places:
            self._complain(field, f"{card_text(card)} is already {self._places[card]}", position)
        else:
            self._places[card] = where

    def _read_seat(self, index: int) -> HoldemRange | None:
        text, field = self._scenario.seats[index].cards, seat_field(index)
        if not text.strip():
            self._complain(field, "type a hand (AhAd), a range (22+, ATs+) or random", incomplete=True)
            return None
        try:
            range_ = parse_range(text, self._scenario.dialect, self._order, self._scenario.names)
        except TextError as error:
            lone = _lone_card(text)
            if lone is None:
                self.problems.append(Problem.from_text(field, error))
            else:
                other = "Qd" if card_text(lone) == "Kd" else "Kd"
                self._complain(field, f"one more card, as in {card_text(lone)}{other}", incomplete=True)
                self._place_in_seat([lone], index)
            return None
        if range_.only:
            high, low = range_.only
            self._known[index] = high, low
            self._place_in_seat((high, low), index)
        return range_

    def _place_in_seat(self, cards: Iterable[int], index: int) -> None:
        seat = self._scenario.seats[index]
        for card in cards:
            position = _position(card, seat.cards) if card in self._places else None
            self._place(card, seat_field(index), f"held by {seat.name}", position)

    def _check_left(self, index: int, weights: F64) -> None:
        """Complain if the cards known elsewhere leave nothing of ``weights`` float64[1326], the range of a seat."""
        if index not in self._known and not weights @ self._free > 0.0:
            used = int(np.bitwise_or.reduce(COMBO_MASKS[weights > 0])) & self._known_mask
            blockers = [c for c in self._places if used >> c & 1][:NAMED_CARDS]
            places = ", ".join(f"{card_text(c)} is {self._places[c]}" for c in blockers)
            self._complain(seat_field(index), f"no hand of this range is left: {places}")


def _lone_card(text: str) -> int | None:
    """Return the card if ``text`` is one card and nothing else."""
    try:
        cards = parse_cards(text)
    except TextError:
        return None
    return cards[0][0] if len(cards) == 1 else None


def _position(card: int, text: str) -> int:
    """Return where ``card`` stands in ``text``, 0 where it is not written out."""
    for at in range(len(text)):
        try:
            if read_card(text, at)[0] == card:
                return at
        except TextError:
            continue
    return 0


def _deal_problem(setup: HoldemSetup) -> Problem | None:
    left = DECK_SIZE - len(setup.board) - len(setup.dead)
    needed = len(HOLDEM.hole_cards) * len(setup.combos) + HOLDEM.board_cards - len(setup.board)
    if needed > left:
        return Problem("dead", f"not enough cards: {needed} are to be dealt and {left} are left")
    if not combos_fit(setup.combos):
        return Problem("seats", "no deal is possible: the hands of these seats need the same cards")
    return None
