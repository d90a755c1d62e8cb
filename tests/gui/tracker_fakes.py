"""Setting up the hand tracker of the Kelly page and playing it by click."""

from PySide6.QtWidgets import QComboBox

from engine import Seat
from engine.kelly.hand.session import with_setup
from tests.gui.kelly_fakes import shown_kelly


def tracker(qtbot, tmp_path, *args, **kwargs):
    kelly = shown_kelly(qtbot, tmp_path, *args, **kwargs)
    kelly.click(qtbot, "kelly.view.tracker")
    return kelly


def set_up(kelly, **setup):
    scenario = kelly.scenario
    for key, value in setup.items():
        scenario = with_setup(scenario, key, value)
    assert kelly.document.replace("Set up", scenario) == ()


def named(kelly, *names):
    seats = tuple(Seat(name, seat.cards) for name, seat in zip(names, kelly.scenario.seats, strict=True))
    kelly.document.edit("Rename", seats=seats)


def put(kelly, *hands):
    seats = tuple(Seat(s.name, hand, s.folded) for s, hand in zip(kelly.scenario.seats, hands, strict=True))
    kelly.document.edit("Cards", seats=seats)


def state(kelly):
    return kelly.page.tracker.model.tracked.state


def step(kelly, qtbot, what, chips=None):
    if chips is not None:
        kelly.write(qtbot, "tracker.amount", str(chips))
    kelly.click(qtbot, f"tracker.{what}")


def choose(kelly, name, index):
    """Choose as a click does."""
    combo = kelly.part(f"tracker.{name}", QComboBox)
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def heads_up(qtbot, tmp_path, seats=("AhKh", "QsQd")):
    """Hero and Eve at no limit; the hand has begun."""
    kelly = tracker(qtbot, tmp_path, seats=seats)
    named(kelly, "Hero", "Eve")
    set_up(kelly, bankroll=5000, stacks=[1000], small_blind=5, big_blind=10)
    kelly.click(qtbot, "tracker.begin")
    return kelly


def three_at_razz(qtbot, tmp_path, seats=("A 2 9", "x x K", "x x 7")):
    """Hero, Bob and Cid at fixed limit; the hand has begun."""
    kelly = tracker(qtbot, tmp_path, game="razz", seats=seats)
    named(kelly, "Hero", "Bob", "Cid")
    set_up(kelly, bankroll=500, stacks=[200], ante=1, bring_in=3, small_bet=10)
    kelly.click(qtbot, "tracker.begin")
    return kelly
