"""Reads a hold'em scenario: all texts, with the street filters applied from street to street.

All filters of a street apply to the ranges that the previous streets have left. Filters by equity need the exact
equities of that street, which take up to about two seconds; they are cached, because a table is read again after every
edit.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, TextError, card_mask, card_text, parse_cards, read_card
from engine.equity.budget import AUTO_BUDGET
from engine.equity.holdem.deals import combos_fit
from engine.equity.holdem.setup import HoldemSetup, TableHands
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.games import GAMES
from engine.ranges.filtered import left_on_street
from engine.ranges.holdem import HoldemRange, parse_range
from engine.ranges.orders import Order, find_order
from engine.ranges.patience import NotPrepared
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street, StreetFilter
from engine.scenario import Problem, Scenario, ScenarioError, seat_field

MAX_CACHED_EQUITIES = 32
"""How many results of :func:`hand_equity` are cached."""
_CHECK_CANCELLED: ContextVar[CancelCheck | None] = ContextVar("check_cancelled")
"""The ``check_cancelled`` of the current call in this thread. It is passed outside the key of the cache, because
equities do not depend on it."""


class StreetError(ValueError):
    """A filter cannot be applied: the seat, the position in its text, and the reason."""

    def __init__(self, seat: int, message: str, position: int) -> None:
        super().__init__(message)
        self.seat, self.message, self.position = seat, message, position


class NotKnownYet(Exception):  # noqa: N818  (it is no error)
    """An equity has not been computed yet, or a kernel is not compiled, and the caller does not want to wait for it."""


def weights_by_street(
    table: TableHands,
    filters: Sequence[tuple[StreetFilter, ...]],
    check_cancelled: CancelCheck | None = never_cancelled,
) -> dict[Street | None, tuple[F64, ...]]:
    """Return the weights of all seats on each dealt street, float64[1326] each; the key None is before the flop.

    ``filters`` are those of each seat; the last street has the current ranges. Long work calls ``check_cancelled``. If
    that is None, nothing slow is computed: the streets from the first one whose equities are not cached, or whose
    filters need a kernel that is not compiled yet, are left out.

    Raises:
        StreetError: an equity cannot be computed exactly, or a filter leaves nothing of a range.
    """
    current = table.weights
    result: dict[Street | None, tuple[F64, ...]] = {None: current}
    for street in STREETS:
        if len(table.board) < BOARD_OF_STREET[street]:
            break
        filter_of = {seat: f for seat, of_seat in enumerate(filters) for f in of_seat if f.street == street}
        if filter_of:
            # A filter sees only the board of its own street, and the ranges that have reached it.
            on_street = replace(table, weights=current, board=table.board[: BOARD_OF_STREET[street]])
            try:
                current = tuple(
                    _filtered(on_street, seat, filter_of[seat], check_cancelled) if seat in filter_of else weights
                    for seat, weights in enumerate(current)
                )
            except NotKnownYet:
                break
        result[street] = current
    return result


def _filtered(table: TableHands, seat: int, filter_: StreetFilter, check_cancelled: CancelCheck | None) -> F64:
    """Return the weights of a seat after a filter."""
    elsewhere = [c for other, cards in table.known.items() if other != seat for c in cards]
    equity = None if filter_.equity_position is None else _equity(table, seat, filter_, check_cancelled)
    known = card_mask((*table.dead, *elsewhere))
    try:
        return left_on_street(table.weights[seat], filter_, table.board, known, equity)
    except NotPrepared:
        raise NotKnownYet from None
    except TextError as error:
        raise StreetError(seat, error.message, error.position) from None


def _equity(table: TableHands, seat: int, filter_: StreetFilter, check_cancelled: CancelCheck | None) -> F64:
    """Return the equities that a filter needs, float64[1326].

    Raises:
        StreetError: they cannot be computed exactly.
    """
    assert filter_.equity_position is not None
    equity = hand_equity(table, seat, check_cancelled)
    if equity is None:
        text = f"a filter by equity needs an exact result, which is out of reach on this {filter_.street}"
        raise StreetError(seat, text, filter_.equity_position)
    return equity


def hand_equity(table: TableHands, seat: int, check_cancelled: CancelCheck | None = never_cancelled) -> F64 | None:
    """Return the exact equity of each combo of ``seat`` against all other seats, float64[1326], NaN for impossible
    combos.

    It is None if an exact result is too expensive. For a folded seat it is the equity that it would have if it had not
    folded. ``check_cancelled`` as in :func:`weights_by_street`.

    Raises:
        NotKnownYet: ``check_cancelled`` is None, and the equity is not cached.
    """
    key = _Key(
        tuple(weights.tobytes() for weights in table.weights),
        tuple(folded and other != seat for other, folded in enumerate(table.folded)),
        tuple(table.known.items()),
        table.board,
        table.dead,
    )
    token = _CHECK_CANCELLED.set(check_cancelled)
    try:
        return _cached_equity(key, seat)
    finally:
        _CHECK_CANCELLED.reset(token)


@dataclass(frozen=True, slots=True)
class _Key:
    """The part of the table on which the equities depend, in hashable form."""

    weights: tuple[bytes, ...]
    folded: tuple[bool, ...]
    known: tuple[tuple[int, tuple[int, int]], ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]


@lru_cache(maxsize=MAX_CACHED_EQUITIES)
def _cached_equity(key: _Key, seat: int) -> F64 | None:
    """Return :func:`hand_equity`. Two threads may compute the same equities at the same time.

    Raises:
        NotKnownYet: they are not cached, and there is no time to compute them; nothing is cached then.
    """
    check_cancelled = _CHECK_CANCELLED.get()
    if check_cancelled is None:
        raise NotKnownYet
    return _compute_equity(key, seat, check_cancelled)


def _compute_equity(key: _Key, seat: int, check_cancelled: CancelCheck) -> F64 | None:
    """Return the exact equities of the combos of a seat, float64[1326], NaN for combos that it cannot have.

    Return None if the table has too many seats, or if exact equities would take too long.
    """
    weights = tuple(np.frombuffer(row, np.float64) for row in key.weights)
    known: Mapping[int, tuple[int, int]] = dict(key.known)
    setup = TableHands(weights, key.folded, known, key.board, key.dead).setup()
    result: F64 = np.full(len(COMBOS), np.nan)
    if combos_fit(setup.combos):
        from engine.equity.holdem.by_hand import (  # imported late: few tables have filters by equity
            WorkLimits,
            exact_by_hand,
        )

        exact = exact_by_hand(
            setup, WorkLimits(lambda operations: operations <= AUTO_BUDGET, check_cancelled, check_cancelled)
        )
        if exact is None:
            return None
        shares, equities = exact.compute()
        row = sum(not folded for folded in key.folded[:seat])
        result = np.where(shares[row] > 0, equities[row], np.nan)
    result.setflags(write=False)
    return result


HOLDEM = GAMES["holdem"]
MAX_NAMED_CARDS = 4

Weights = tuple[F64, ...]
"""The weights of the combos of each seat, float64[1326] each."""


def prepare_holdem(
    scenario: Scenario, order: Order | None = None, check_cancelled: CancelCheck = never_cancelled
) -> HoldemSetup:
    """Read all texts of a hold'em scenario. Percentages of hands use ``order``; None is the default order.

    Filters by equity may take up to about two seconds the first time; meanwhile ``check_cancelled`` is called.

    Raises:
        ScenarioError: all problems that prevent computing it, in all fields.
    """
    return read_holdem(scenario, order, check_cancelled)[0]


def check_holdem(scenario: Scenario, order: Order | None = None) -> None:
    """Check a scenario quickly: filters by equities that are not cached yet are not applied.

    Raises:
        ScenarioError: as in :func:`prepare_holdem`.
    """
    read_holdem(scenario, order, None)


def read_holdem(
    scenario: Scenario, order: Order | None = None, check_cancelled: CancelCheck | None = never_cancelled
) -> tuple[HoldemSetup, Weights]:
    """Return the setup of :func:`prepare_holdem`, and the range of each seat after its filters but before card removal.

    Ranges are the weights of all combos, float64[1326]. ``check_cancelled`` as in :func:`weights_by_street`.

    Raises:
        ScenarioError: as in :func:`prepare_holdem`.
    """
    reader = _read(scenario, order, check_cancelled)
    setup = reader.setup()
    problem = _deal_problem(setup)
    if problem:
        raise ScenarioError(problem)
    return setup, reader.weights


def ranges_by_street(
    scenario: Scenario, orders: Iterable[Order] = (), *, at_once: bool = False
) -> dict[Street | None, Weights]:
    """Return the filtered range of each hold'em seat on each dealt street, before card removal.

    A range is the weights of all combos, float64[1326]; the key None is before the flop. ``orders`` are the user's own
    orders of hands. Filters by equity may take up to about two seconds the first time. With ``at_once`` the streets
    from the first one whose equities are not cached are left out.

    >>> from engine.scenario import Scenario, Seat
    >>> hero, villain = Seat("Hero", "JJ+, AK > flop top pair+"), Seat("Villain", "random")
    >>> ranges = ranges_by_street(Scenario("holdem", (hero, villain), board="Kc 7d 2s"))
    >>> {street: int(np.count_nonzero(weights[0])) for street, weights in ranges.items()}
    {None: 40, 'flop': 21}

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    return _read(scenario, find_order(scenario.order, orders), None if at_once else never_cancelled).by_street


def _read(scenario: Scenario, order: Order | None, check_cancelled: CancelCheck | None) -> "_Reader":
    """Return the reader of a scenario without problems.

    Raises:
        ScenarioError: all problems of the scenario.
    """
    reader = _Reader(scenario, order, check_cancelled)
    if reader.problems:
        raise ScenarioError(*reader.problems)
    return reader


class _Reader:
    """Reads the fields one after another and collects their problems.

    ``_known_cards`` maps each known card to a text with its location. ``_ranges``: the ranges of the seats, None if
    they cannot be read. ``_known``: the cards of the seats with one particular combo. ``by_street``: the weights of all
    seats on each street, if there are no problems. ``check_cancelled`` as in :func:`weights_by_street`.
    """

    def __init__(self, scenario: Scenario, order: Order | None, check_cancelled: CancelCheck | None) -> None:
        self._scenario = scenario
        self._order = order
        self._check_cancelled = check_cancelled
        self.problems: list[Problem] = []
        self._known_cards: dict[int, str] = {}
        seats = self._scenario.seats
        if len(seats) > HOLDEM.max_seats:
            self._report("seats", f"hold'em has at most {HOLDEM.max_seats} seats, not {len(seats)}")
        if all(seat.folded for seat in seats):
            self._report("seats", "at least one seat has to be active")
        self._known: dict[int, tuple[int, int]] = {}
        self._ranges = [self._read_seat(index) for index in range(len(scenario.seats))]
        self._board = self._read_cards("board", scenario.board, "on the board", HOLDEM.board_cards)
        self._dead = self._read_cards("dead", scenario.dead, "dead", DECK_SIZE)
        self._known_mask = card_mask(self._known_cards)
        for index, range_ in enumerate(self._ranges):
            if range_ is not None:
                self._check_possible(index, range_.weights)
        self.by_street: dict[Street | None, Weights] = {}
        if not self.problems:
            self._apply_filters()

    @cached_property
    def _free(self) -> F64:
        """1.0 for the combos without known cards, otherwise 0.0, float64[1326]."""
        free: F64 = (COMBO_MASKS & np.uint64(self._known_mask) == 0).astype(np.float64)
        return free

    @property
    def weights(self) -> Weights:
        """The ranges after all filters; only if there are no problems."""
        return list(self.by_street.values())[-1]

    def setup(self) -> HoldemSetup:
        """Return the setup; only if there are no problems."""
        return self._table(self.weights).setup(self._scenario.run.seed, self._scenario.run.detail)

    def _table(self, weights: Weights) -> TableHands:
        """Return the hands at the table, with ``weights`` for the combos of each seat."""
        folded = tuple(seat.folded for seat in self._scenario.seats)
        return TableHands(weights, folded, self._known, self._board, self._dead)

    def _apply_filters(self) -> None:
        """Compute the weights on each street; report filters that cannot be applied or leave no possible combo."""
        ranges = [range_ for range_ in self._ranges if range_ is not None]
        table = self._table(tuple(range_.weights for range_ in ranges))
        try:
            self.by_street = weights_by_street(table, [range_.streets for range_ in ranges], self._check_cancelled)
        except StreetError as error:
            self._report(seat_field(error.seat), error.message, error.position)
            return
        for index, (unfiltered, filtered) in enumerate(zip(table.weights, self.weights, strict=True)):
            if filtered is not unfiltered:
                self._check_possible(index, filtered)

    def _report(self, field: str, message: str, position: int | None = None, *, incomplete: bool = False) -> None:
        self.problems.append(Problem(field, message, position, incomplete))

    def _read_cards(self, field: str, text: str, where: str, max_cards: int) -> tuple[int, ...]:
        """Return the cards of a field and note that they are known; report a text that is not valid."""
        try:
            cards = parse_cards(text)
        except TextError as error:
            self.problems.append(Problem.from_text(field, error))
            return ()
        if len(cards) > max_cards:
            self._report(field, f"at most {max_cards} cards, not {len(cards)}", cards[max_cards][1])
        for card, position in cards:
            self._add_known_card(card, field, where, position)
        return tuple(card for card, _ in cards)

    def _add_known_card(self, card: int, field: str, where: str, position: int | None) -> None:
        """Note that a card is known: ``where`` is its location as text, ``position`` the position in the text of
        ``field``.

        The position is needed only if the card is already somewhere else, which is a problem.
        """
        if card in self._known_cards:
            self._report(field, f"{card_text(card)} is already {self._known_cards[card]}", position)
        else:
            self._known_cards[card] = where

    def _read_seat(self, index: int) -> HoldemRange | None:
        """Return the range of a seat, or report a problem and return None."""
        text, field = self._scenario.seats[index].cards, seat_field(index)
        if not text.strip():
            self._report(field, "type a hand (AhAd), a range (22+, ATs+) or random", incomplete=True)
            return None
        try:
            range_ = parse_range(text, self._scenario.dialect, self._order, self._scenario.names)
        except TextError as error:
            # A single card is the beginning of a hand: it is known, and the text is incomplete rather than wrong.
            single_card = _single_card(text)
            if single_card is None:
                self.problems.append(Problem.from_text(field, error))
            else:
                other = "Qd" if card_text(single_card) == "Kd" else "Kd"
                self._report(field, f"one more card, as in {card_text(single_card)}{other}", incomplete=True)
                self._add_known_hand([single_card], index)
            return None
        if range_.only:
            high, low = range_.only
            self._known[index] = high, low
            self._add_known_hand((high, low), index)
        return range_

    def _add_known_hand(self, cards: Iterable[int], index: int) -> None:
        """Note that the cards of a seat are known."""
        seat = self._scenario.seats[index]
        for card in cards:
            position = _position(card, seat.cards) if card in self._known_cards else None
            self._add_known_card(card, seat_field(index), f"held by {seat.name}", position)

    def _check_possible(self, index: int, weights: F64) -> None:
        """Report a problem if the cards known to be elsewhere leave no combo of ``weights`` float64[1326], the range of
        a seat."""
        if index not in self._known and not weights @ self._free > 0.0:
            used = int(np.bitwise_or.reduce(COMBO_MASKS[weights > 0])) & self._known_mask
            blockers = [c for c in self._known_cards if used >> c & 1][:MAX_NAMED_CARDS]
            locations = ", ".join(f"{card_text(c)} is {self._known_cards[c]}" for c in blockers)
            self._report(seat_field(index), f"no hand of this range is left: {locations}")


def _single_card(text: str) -> int | None:
    """Return the card if ``text`` is exactly one card, otherwise None."""
    try:
        cards = parse_cards(text)
    except TextError:
        return None
    return cards[0][0] if len(cards) == 1 else None


def _position(card: int, text: str) -> int:
    """Return the position of ``card`` in ``text``, or 0 if it is not written there."""
    for position in range(len(text)):
        try:
            if read_card(text, position)[0] == card:
                return position
        except TextError:
            continue
    return 0


def _deal_problem(setup: HoldemSetup) -> Problem | None:
    """Return the problem of a table that cannot be dealt, or None if it can."""
    in_deck = DECK_SIZE - len(setup.board) - len(setup.dead)
    hands = len(setup.weights) + len(setup.folded)
    needed = len(HOLDEM.hole_cards) * hands + HOLDEM.board_cards - len(setup.board)
    if needed > in_deck:
        return Problem("dead", f"not enough cards: {needed} are to be dealt and {in_deck} are left")
    if not setup.dealt and not combos_fit(setup.combos):
        return Problem("seats", "no deal is possible: the hands of these seats need the same cards")
    return None
