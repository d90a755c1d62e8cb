"""At one glance: pot odds on every bar, the chance of a good low beside the equity, live cards in words."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from engine.kelly.hand import session
from engine.kelly.hand.session import after_action, after_session, begin_session, tracked_session
from engine.kelly.panel import needed_shares
from engine.play.actions import apply_action
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import TrackedAction
from engine.table.one_line import parse_line
from engine.table.random_cards import live_cards
from gui.export.files import line_with_result, markdown_text, results_text
from gui.look.theme import set_theme
from gui.parts.caption import Caption
from gui.table.deck import live_words
from gui.table.seat_figures import SeatShare, estimate_facts
from gui.words.formatting import NO_BREAK, percent
from tests.gui.table_fakes import part, result, shown, table

CHIPS = {"chips": [0, 10, 10], "dead": 10}


@pytest.mark.parametrize(
    ("kelly", "folded", "needed"),
    [
        ({}, (), (None, None, None)),
        (CHIPS, (), (10 / 40, None, None)),
        ({"chips": [None, 1, 2]}, (), (2 / 5, 1 / 4, None)),
        (CHIPS | {"stacks": [4]}, (), (4 / 22, None, None)),
        (CHIPS, (2,), (10 / 40, None, None)),
        ({"chips": [0, 5, 20]}, (2,), (5 / 15, None, None)),
        ({"pot_typed": True, "pot": 30, "to_call": 10}, (1,), (0.25, None, 0.25)),
        ({"pot_typed": True, "pot": 30}, (), (None, None, None)),
        ({"typed": True, "win": 0.4, "pot_typed": True, "pot": 30, "to_call": 10}, (), (None, None, None)),
        ({"pot_typed": True, "pot": "much", "to_call": 10}, (), None),
    ],
)
def test_pot_odds_are_the_price_by_the_pot_with_it(kelly, folded, needed):
    made = table(seats=("AhKh", "QQ", "JJ"), folded=folded)
    made.document.edit("Kelly", kelly=read_panel(kelly))
    result = needed_shares(made.scenario)
    assert len(result) == 3
    if needed is not None:
        assert result == pytest.approx(needed)


def test_a_call_pays_from_the_pot_odds_on():
    made = table(seats=("AhKh", "QQ"))
    estimate = result(made.scenario, (0.3, 0.7)).seats[0].estimate
    assert SeatShare(estimate, needed=0.25).pays
    assert SeatShare(estimate, needed=0.31).pays is False
    assert SeatShare(estimate, needed=0.31, stale=True).pays is None
    assert SeatShare(estimate).pays is SeatShare(needed=0.3).pays is None
    assert ("Needed to call", f"25.00{NO_BREAK}%") in estimate_facts(estimate, None, percent(0.25))


def test_the_row_says_what_a_call_needs_and_draws_a_wedge_there(qtbot):
    made, panel = shown(qtbot, seats=("AhKh", "QQ"))
    bar = panel.seats.rows[0].parts.bar
    before = bar.grab().toImage()
    made.document.edit("Kelly", kelly=read_panel({"chips": [0, 10], "dead": 20}))
    assert "needs 25.00" in bar.toolTip()
    assert "needs 25.00" in part(panel, "seat0.equity").accessibleName()
    assert "needs" not in part(panel, "seat1.equity").accessibleName()
    after = bar.grab().toImage()
    at = round(bar.width() * 0.25 * bar.devicePixelRatio())
    assert before.pixel(at, 3) != after.pixel(at, 3)
    made.document.undo_stack.undo()
    assert bar.toolTip() == ""


def tracked_table(qtbot, seats=("AhKh", "QQ"), **setup):
    """A table whose panel has the price of the blinds, and a hand that has begun there."""
    made, panel = shown(qtbot, seats=seats)
    limits = {"small_blind": 1, "big_blind": 2, "button": 0, "bankroll": 1000, "stacks": [200] * len(seats)}
    made.document.edit("Kelly", kelly=read_panel({"chips": [1, 2], "tracker": {"setup": limits | setup}}))
    assert needed(panel, len(seats))[:2] == pytest.approx((1 / 4, None))
    assert made.document.replace("Begin", begin_session(made.scenario)) == ()
    return made, panel


def needed(panel, count):
    return tuple(panel.seats.rows[i].parts.bar.share.needed for i in range(count))


def play(made, kind, **what):
    scenario = made.scenario
    assert (
        made.document.replace(kind, after_action(scenario, tracked_session(scenario), TrackedAction(kind, **what)))
        == ()
    )


def test_the_pot_odds_of_a_tracked_hand_are_those_of_its_moment(qtbot):
    made, panel = tracked_table(qtbot)
    bar = panel.seats.rows[0].parts.bar
    assert needed(panel, 2) == pytest.approx((1 / 4, None))
    play(made, "raise", chips=5)
    assert needed(panel, 2) == pytest.approx((None, 4 / 12))
    play(made, "call")
    assert needed(panel, 2) == (None, None)
    assert "needs" not in bar.toolTip()
    play(made, "street", cards="7h8h2c")
    assert needed(panel, 2) == (None, None)
    play(made, "bet", chips=6)
    assert needed(panel, 2) == pytest.approx((6 / 24, None))
    play(made, "raise", chips=18)
    assert needed(panel, 2) == pytest.approx((None, 12 / 48))
    made.document.undo_stack.undo()
    assert needed(panel, 2) == pytest.approx((6 / 24, None))
    assert "needs 25.00" in bar.toolTip()
    play(made, "fold")
    assert needed(panel, 2) == (None, None)
    made.document.undo_stack.undo()
    made.document.replace("End", after_session(made.scenario))
    assert needed(panel, 2) == pytest.approx((1 / 4, None))  # what the panel has


def test_each_seat_of_a_tracked_hand_has_its_own_price(qtbot):
    seats = ("AhKh", "QQ", "JJ", "")
    made, panel = tracked_table(qtbot, seats, button=3, ante=1, stacks=[200, 200, 31, 200])
    assert needed(panel, 4) == pytest.approx((1 / 8, None, 2 / 9, None))  # the last seat has no cards
    play(made, "raise", chips=30)
    assert needed(panel, 4) == pytest.approx((29 / 66, 28 / 65, None, None))  # the third is all in
    play(made, "fold")
    play(made, "raise", chips=99)
    assert needed(panel, 4) == pytest.approx((None, 98 / 234, None, None))
    play(made, "fold")
    assert needed(panel, 4) == (None,) * 4


def test_a_tracked_hand_is_not_played_again_for_every_row(qtbot, monkeypatch):
    made, _ = tracked_table(qtbot)
    calls = []
    monkeypatch.setattr(session, "apply_action", lambda *args: calls.append(args) or apply_action(*args))
    after = after_action(made.scenario, tracked_session(made.scenario), TrackedAction("call"))
    calls.clear()
    assert made.document.replace("Call", after) == ()
    assert [action.kind for _, action in calls] == ["cards", "call"]
    made.session.changed.emit()
    made.document.edit("Cards", seats=(made.scenario.seats[0], replace(made.scenario.seats[1], cards="JJ")))
    assert len(calls) == 2


def test_the_panel_has_the_pot_odds_where_a_hand_cannot_be_gone_on_with(qtbot):
    made, panel = tracked_table(qtbot)
    play(made, "raise", chips=5)
    made.document.edit("Spoil", kelly=made.scenario.kelly.with_entry("tracker", {"actions": [{"kind": "jump"}]}))
    assert needed(panel, 2) == pytest.approx((1 / 4, None))  # those of the panel


def snapshot_of(made):
    values = result(made.scenario, (0.4, 0.6))
    lows = {"5": 0.01, "6": 0.05, "7": 0.15, "8": 0.2, "9": 0.2, "10": 0.39}
    classes = dict.fromkeys(values.seats[0].estimate.classes, 0.0) | lows
    seats = tuple(replace(s, estimate=s.estimate and replace(s.estimate, classes=classes)) for s in values.seats)
    return replace(values, seats=seats)


def test_a_razz_row_says_how_often_it_makes_an_eight(qtbot):
    made, panel = shown(qtbot, "razz", seats=("A29", "x x K"))
    caption = panel.seats.rows[0].parts.caption
    assert not caption.isVisible()
    made.session.show(snapshot_of(made))
    assert caption.text == f"8 or better 41{NO_BREAK}%"
    assert caption.accessibleName() == f"makes an 8 or better: 41{NO_BREAK}%"
    assert caption.isVisible()
    assert caption.width() >= caption.sizeHint().width()  # all of it
    figure = part(panel, "seat0.equity")
    assert caption.geometry().top() >= figure.geometry().bottom()
    assert figure.geometry().right() >= caption.geometry().right()
    for _ in range(6):
        panel.seats.add_button.click()
    row = panel.seats.rows[0]
    QApplication.processEvents()
    assert caption.isVisible()  # a row of one line has room beside its text for the short form
    assert (caption.text, caption.width()) == (f"8: 41{NO_BREAK}%", caption.sizeHint().width())
    assert row.parts.entry.geometry().right() < caption.geometry().left()
    assert caption.geometry().right() < row.parts.fold.geometry().left()


def test_a_new_look_keeps_what_stands_in_the_row(qtbot):
    made, panel = shown(qtbot, "razz", seats=("A29", "x x 7"))
    made.session.show(snapshot_of(made))
    caption = panel.seats.rows[0].parts.caption
    set_theme("dark")
    assert (caption.text, caption.isVisible()) == (f"8 or better 41{NO_BREAK}%", True)


def test_the_chance_is_as_short_where_it_is_sampled(qtbot):
    made, panel = shown(qtbot, "razz", seats=("A29", "x x 7"))
    made.session.show(replace(snapshot_of(made), method="sampled", deals=2_000_000))
    assert panel.seats.rows[0].parts.caption.text == f"8 or better 41{NO_BREAK}%"


def test_copied_razz_results_say_it_too():
    made = table("razz", seats=("A29", "x x 7"))
    snapshot = snapshot_of(made)
    line = line_with_result(snapshot)
    assert line.endswith("| = 40.00 % (8 or better 41 %), 60.00 % (8 or better 41 %), exact")
    assert parse_line(line) == snapshot.scenario
    header, _, hero, _ = results_text(snapshot).splitlines()[:4]
    assert header.endswith("8 or better")
    assert hero.endswith("41 %")
    assert "8 or better" in markdown_text(snapshot)
    holdem = table(seats=("AhKh", "QQ"))
    assert "8 or better" not in results_text(result(holdem.scenario, (0.4, 0.6)))


def test_hold_em_rows_go_on_to_show_combos(qtbot):
    made, panel = shown(qtbot, seats=("AhKh", "QQ"))
    made.session.show(result(made.scenario, (0.4, 0.6)))
    assert panel.seats.rows[1].parts.caption.text == "6 combos"


@pytest.mark.parametrize(
    ("hand", "others", "words"),
    [
        ("A 2 9", ["x x 7", "x x 7", "x x 3", "x x K"], "Hero's draw to an 8: 21 of 24 outs live, dead: 7 7 3"),
        ("A 2 9", ["x x 8"], "Hero's draw to an 8: 23 of 24 outs live, dead: 8"),
        ("3 2 9", ["x x A A A"], "Hero's draw to an 8: 21 of 24 outs live, dead: A A A"),
        ("A 2 9", [], "Hero's draw to an 8: 24 of 24 outs live"),
        ("A 2 3 4 5", [], "Hero has an 8 or better"),
    ],
)
def test_live_cards_in_words(hand, others, words):
    made = table("razz", seats=(hand, *others))
    forms = live_words("Hero", live_cards(made.scenario, 0))
    assert forms[0] == words
    assert [len(form) for form in forms] == sorted((len(form) for form in forms), reverse=True)


def test_the_deck_tells_of_the_marked_hand(qtbot):
    made, panel = shown(qtbot, "razz", seats=("A29", "345", ""))
    live = part(panel, "deck.live")
    assert isinstance(live, Caption)
    assert live.text.startswith("Seat 1's draw to an 8")
    made.document.choose_seat(1)
    assert live.text == "Seat 2's draw to an 8: 18 of 20 outs live, dead: 2 A"
    assert live.accessibleName() == live.text
    made.document.choose_seat(2)
    assert live.text.startswith("Seat 1")  # where it has no cards, the first
    folded = replace(made.scenario.seats[1], folded=True)
    made.document.edit("Fold", seats=(made.scenario.seats[0], folded, made.scenario.seats[2]))
    made.document.choose_seat(1)
    assert live.text.startswith("Seat 1")  # a hand that has folded draws to nothing
    made.document.edit("Clear", seats=tuple(replace(seat, cards="") for seat in made.scenario.seats))
    assert not live.isVisible()
