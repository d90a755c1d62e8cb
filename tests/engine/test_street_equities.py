"""Equities for street filters: computed once for a table, and not at all where there is no time."""

import numpy as np
import pytest

from engine.cards import COMBOS
from engine.equity.holdem import prepare
from engine.equity.holdem.prepare import NotKnownYet, hand_equity
from engine.equity.holdem.setup import TableHands
from engine.equity.jobs import Cancelled, never_cancelled

RIVER = (0, 5, 10, 15, 20)


def table(share):
    weights = np.full(len(COMBOS), share)
    return TableHands((weights, np.ones(len(COMBOS))), (False, False), {}, RIVER, ())


@pytest.fixture
def computed(monkeypatch):
    """Return the seats whose equities are computed, in order."""
    seats, original = [], prepare._compute_equity

    def counting(key, seat, check_cancelled):
        seats.append(seat)
        return original(key, seat, check_cancelled)

    monkeypatch.setattr(prepare, "_compute_equity", counting)
    return seats


def cancelled():
    raise Cancelled


def test_equities_are_computed_once_whatever_watches(computed):
    with pytest.raises(NotKnownYet):
        hand_equity(table(0.25), 0, None)
    first = hand_equity(table(0.25), 0)
    assert hand_equity(table(0.25), 0, lambda: None) is first
    assert hand_equity(table(0.25), 0, None) is first
    assert computed == [0]
    assert not first.flags.writeable


def test_what_is_cancelled_is_not_remembered(computed, monkeypatch):
    monkeypatch.setattr(prepare, "combos_fit", lambda combos: cancelled())
    with pytest.raises(Cancelled):
        hand_equity(table(0.5), 0)
    monkeypatch.undo()
    assert np.isfinite(hand_equity(table(0.5), 0, never_cancelled)).any()
