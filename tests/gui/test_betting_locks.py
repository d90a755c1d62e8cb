"""Habits of a player: fixed by sliders, by hands or as usual ones, removed, and what knowing them is worth."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QSlider

from engine import CancelToken
from engine.betting.panel import betting_panel, betting_values, with_entries
from engine.betting.request import read_betting_request
from engine.betting.watch import watch_solving
from engine.ranges.holdem_matrix import ALL_CELLS
from engine.scenario.betting import Fixed, Size, Sizes
from gui.pages.betting.node_display import LockEditor, fixed_shares, lock_text, with_lock
from gui.parts.chip_button import ChipButton
from gui.state.document import Document
from tests.gui.betting_fakes import TURN
from tests.gui.betting_fakes import make as make
from tests.gui.betting_nodes import RIVER, view_of

SIZES = {"river": Sizes((Size("pot", 0.5), Size("pot", 1.0)), (Size("all in"),))}
TABLE = with_entries(RIVER, pot=100.0, stack=300.0, sizes=(SIZES,), target=0.002)


class Shown:
    """The widget at the villain's decision after a check."""

    def __init__(self, expose, path=("check",)):
        self.document = Document(TABLE)
        self.widget = expose(LockEditor(self.document), (760, 240), self.document)
        self.view = view_of(path=path)
        self.widget.show_view(self.view)

    def slider(self, place):
        return self.widget.findChild(QSlider, f"betting.habits.share{place}")

    def press(self, name="fix"):
        QTest.mouseClick(self.widget.findChild(QPushButton, f"betting.habits.{name}"), Qt.MouseButton.LeftButton)

    def usual(self):
        menu = self.widget.findChild(QMenu, "betting.habits.menu")
        menu.aboutToShow.emit()
        return {action.text(): action for action in menu.actions()}

    @property
    def fixed(self):
        return betting_panel(self.document.scenario).fixed


def test_shares_add_up_and_later_entries_replace_those_about_the_same_hands():
    shares = fixed_shares(("fold", "call", "raise to 90"), (0.33333, 0.66667, 0.0))
    assert sum(shares.values()) == pytest.approx(1.0)
    assert set(shares) == {"fold", "call"}
    one, other = (Fixed(1, ("check",), "set", {name: 1.0}) for name in ("check", "bet 50"))
    assert with_lock((one,), other) == (other,)
    assert len(with_lock((one,), replace(other, hands=None))) == 2
    assert lock_text(one, "Villain") == "Villain after check, set: check 100\xa0%"


def test_sliders_lock_all_hands_and_add_up_to_1(expose):
    shown = Shown(expose)
    shown.slider(0).setValue(100)
    assert shown.widget.shares == pytest.approx((1.0, 0.0, 0.0), abs=1e-3)
    shown.slider(1).setValue(30)
    assert sum(shown.widget.shares) == pytest.approx(1.0)
    shown.press()
    (entry,) = shown.fixed
    assert (entry.seat, entry.path, entry.hands) == (1, ("check",), None)
    assert entry.frequencies == {"check": 0.7, "bet 50": 0.3}
    shown.document.undo_stack.undo()
    assert shown.fixed == ()


def test_hands_are_locked_by_a_text_and_an_error_has_its_position(expose):
    shown = Shown(expose)
    shown.slider(0).setValue(100)
    shown.widget.hands.setText("top pair+, tip pair")
    shown.press()
    assert shown.fixed == ()
    assert "tip pair" in shown.widget.line.text
    shown.widget.hands.setText("72o")
    shown.press()
    assert shown.fixed == ()
    assert "has none of these hands" in shown.widget.line.text
    shown.widget.hands.setText("top pair+")
    shown.press()
    assert shown.fixed[0].hands == "top pair+"
    assert shown.widget.line.text == ""


def test_a_lock_preset_is_one_undo_step_and_locks_are_removed_one_by_one(expose):
    shown = Shown(expose, ("bet 50",))
    shown.usual()["Calls with top pair or better"].trigger()
    assert [entry.hands for entry in shown.fixed] == [None, "top pair+"]
    shown.widget.remove(0)
    assert [entry.hands for entry in shown.fixed] == ["top pair+"]
    shown.widget.remove(0)
    assert betting_panel(shown.document.scenario).fixed == ()


def test_the_gain_from_a_lock_is_displayed(expose):
    shown = Shown(expose, ("bet 50",))
    shown.usual()["Always folds"].trigger()
    assert "Run the solver" in shown.widget.gain.text()
    request = read_betting_request(betting_values(shown.document.scenario))
    tokens = {"cancel": CancelToken(), "abandon": CancelToken()}
    view = list(watch_solving(request, lambda: ("bet 50",), **tokens))[-1]
    shown.widget.show_view(view)
    assert "Hero gains +" in shown.widget.gain.text()
    assert "best response to the locked play of " in shown.widget.gain.text()
    assert view.gain.ev > 10
    assert view.gain.losses[1] >= view.gain.ev - sum(view.gain.exploitability)


def test_painted_hands_are_locked_together_and_undone_by_the_stroke(expose):
    shown = Shown(expose)
    shown.slider(0).setValue(100)
    shown.widget.paint_hands(["AKs", "AQs"], 1)
    shown.widget.paint_hands(["KK"], 1)
    shown.slider(1).setValue(100)
    shown.widget.paint_hands(["AQs"], 2)
    assert [(lock.hands, lock.frequencies) for lock in shown.fixed] == [
        ("AKs, KK", {"check": 1.0}), ("AQs", {"bet 50": 1.0}),
    ]  # fmt: skip
    shown.widget.paint_hands(["KK"], 3, free=True)
    assert [lock.hands for lock in shown.fixed] == ["AKs", "AQs"]
    for hands in (["AKs, KK", "AQs"], ["AKs, AQs, KK"], []):
        shown.document.undo_stack.undo()
        assert [lock.hands for lock in shown.fixed] == hands


def test_the_matrix_stays_under_the_brush_that_paints_locks(make):
    made = make()
    made.click("betting.option0")
    made.click("betting.side.habits")
    made.click("betting.habits.paint")
    grid, card = made.page.display.grid, made.page.card
    before = grid.mapTo(made.page, grid.rect().topLeft()), card.height()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.visualRect(grid.model_.index(0, 0)).center())
    made.settle()
    assert betting_panel(made.document.scenario).fixed
    assert (grid.mapTo(made.page, grid.rect().topLeft()), card.height()) == before
    assert "gains" in made.page.display.locks.gain.text()
    assert "gains" not in made.child("betting.assumes").text()
    made.click("betting.side.groups")
    assert "Best response to the lock" in made.child("betting.assumes").text()
    assert "gains" in made.child("betting.assumes").text()


def test_both_players_can_be_locked(make):
    made = make()
    made.click("betting.side.habits")
    for _ in range(2):  # at the root, then at the decision of the other player after a check
        made.child("betting.habits.share0").setValue(100)
        made.click("betting.habits.fix")
        made.settle()
        made.click("betting.option0")
    fixed = betting_panel(made.document.scenario).fixed
    assert [(lock.seat, lock.path) for lock in fixed] == [(0, ()), (1, ("check",))]
    assert made.page.display.locks.gain.text().startswith("Both players are locked. Compared with the equilibrium: ")
    assert made.page.display.locks.gain.text().count("A best response to the locked play of ") == 2


def test_a_combo_of_a_locked_class_is_painted_and_freed_on_its_own(expose):
    shown = Shown(expose)
    shown.slider(0).setValue(100)
    shown.widget.paint_hands(["AKs", "KK"], 1)
    shown.slider(1).setValue(100)
    shown.widget.paint_hands(["AhKh"])
    assert [lock.hands for lock in shown.fixed] == ["AsKs, AdKd, AcKc, KK", "AhKh"]
    assert shown.widget.is_painted("AhKh")
    assert not shown.widget.is_painted("AsKs")
    shown.widget.paint_hands(["AhKh"], free=True)
    assert [lock.hands for lock in shown.fixed] == ["AsKs, AdKd, AcKc, KK"]
    shown.slider(0).setValue(100)
    shown.widget.paint_hands(["AhKh"])
    assert [lock.hands for lock in shown.fixed] == ["AKs, KK"]
    shown.document.undo_stack.undo()
    shown.document.undo_stack.undo()
    assert [lock.hands for lock in shown.fixed] == ["AsKs, AdKd, AcKc, KK", "AhKh"]


def test_painted_hands_are_locked_on_any_card_if_the_player_wants_that(make):
    made = make(TURN)
    made.model.watch(on=True)
    made.model.walk(("check", "check", "2h"))
    made.settle()
    made.click("betting.side.habits")
    made.click("betting.habits.any")
    made.page.display.locks.paint_hands(["KK"], 1)
    (lock,) = betting_panel(made.document.scenario).fixed
    assert lock.path == ("check", "check", "*")


def test_the_combos_of_a_hand_are_locked_in_its_menu(make):
    made = make()
    made.click("betting.side.habits")
    display = made.page.display
    place = ALL_CELLS[next(iter(display.player.places[display.player.dealable]))]
    assert not display.fill_combos(place)
    made.click("betting.habits.paint")
    assert display.fill_combos(place)
    menu = made.page.findChild(QMenu, "betting.combosMenu")
    combos = [entry.text() for entry in menu.actions()]
    player = display.player
    assert combos == [
        name for name, here in zip(player.rows.names, player.at(place) & player.dealable, strict=True) if here
    ]
    menu.actions()[1].trigger()
    (lock,) = betting_panel(made.document.scenario).fixed
    assert (lock.path, lock.hands) == ((), combos[1])
    display.fill_combos(place)
    assert [entry.isChecked() for entry in menu.actions()] == [text == combos[1] for text in combos]
    menu.actions()[1].trigger()
    assert not betting_panel(made.document.scenario).fixed


def test_a_lock_is_copied_to_all_runouts_by_one_click(expose):
    shown = Shown(expose)
    lock = Fixed(1, ("check", "check", "7h", "check"), "set", {"check": 1.0})
    shown.document.replace("Lock", with_entries(shown.document.scenario, fixed=(lock,)))
    shown.widget.show_view(shown.view)
    chip = shown.widget.findChild(ChipButton, "betting.habits.spread0")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert [one.path for one in shown.fixed] == [("check", "check", "*", "check")]
    assert not shown.widget.findChild(ChipButton, "betting.habits.spread0").isVisible()
    shown.document.undo_stack.undo()
    assert shown.fixed == (lock,)


def test_hands_are_painted_in_the_matrix_and_the_lock_shows_in_the_tree(make):
    made = make()
    made.click("betting.option0")
    made.click("betting.side.habits")
    for place in (0, 1):
        made.child(f"betting.habits.share{place}").setValue(100)
    made.click("betting.habits.paint")
    grid = made.page.display.grid
    cells = [grid.visualRect(grid.model_.index(*place)).center() for place in ((0, 0), (3, 3))]
    for point in cells:
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=point)
    (lock,) = betting_panel(made.document.scenario).fixed
    assert (lock.path, lock.hands, lock.frequencies) == (("check",), "AA, JJ", {"bet 66": 1.0})
    made.settle()
    assert made.steps == ["root", "Hero check (locked)"]
    player = made.page.display.player
    aces = player.at((0, 0)) & player.dealable
    assert player.rows.frequencies[player.actions.index("bet 66")][aces] == pytest.approx(1.0)
    assert "gains" in made.page.display.locks.gain.text()
    made.click("betting.step0")
    assert any(chip.text().endswith("(locked)") for chip in made.page.walk.options.row)
    made.click("betting.side.groups")
    assert not made.page.display.locks.paint.isChecked()
