"""Street filters on a table: what is left of the ranges from street to street.

All filters of a street look at the ranges as the streets before it have left them. Those that go by equity need the
exact equities of that street, which take up to some two seconds and are kept: a table is read again with every edit.
"""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.cards import COMBOS, TextError, card_mask
from engine.holdem.deals import combos_fit
from engine.holdem.setup import TableHands
from engine.jobs import Guard, unguarded
from engine.jobs.budget import AUTO_BUDGET
from engine.ranges.filtered import left_on_street
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street, StreetFilter

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
    found: dict[Street | None, tuple[F64, ...]] = {None: now}
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
        found[street] = now
    return found


def _left(table: TableHands, seat: int, filter_: StreetFilter, guard: Guard | None) -> F64:
    """Return what a filter leaves of the weights of a seat."""
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
        told = f"a filter by equity needs an exact result, which is out of reach on this {filter_.street}"
        raise StreetError(seat, told, filter_.equity_at)
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
    """What the equities depend on."""

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
    found: F64 = np.full(len(COMBOS), np.nan)
    if combos_fit(setup.combos):
        from engine.holdem.by_hand import Means, exact_by_hand  # not where no filter goes by equity

        exact = exact_by_hand(setup, Means(lambda operations: operations <= AUTO_BUDGET, guard, guard))
        if exact is None:
            return None
        shares, equities = exact.compute()
        row = sum(not folded for folded in key.folded[:seat])
        found = np.where(shares[row] > 0, equities[row], np.nan)
    found.setflags(write=False)
    return found
