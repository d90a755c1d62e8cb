"""The player's one bankroll: the same at all tables of both games, unless a table has one of its own."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from engine import Scenario, Seat, dumps, loads
from engine.scenario.kelly import read_panel
from gui.state.document import NEW
from gui.storage.settings import Settings
from tests.engine.journal_fakes import decided, played_so_far, turn
from tests.gui.chart_fakes import exact
from tests.gui.tracker_fakes import put, set_up, state, step, tracker

TABLE = Scenario(
    "holdem", (Seat("Hero", "AhKh"), Seat("Seat 2", "QQ+")), "7h 8h 2c", kelly=read_panel({"chips": [50, 50]})
)


@pytest.fixture
def kelly(qtbot, tmp_path):
    made = tracker(qtbot, tmp_path, seats=("AhKh", "QQ+"), board="7h 8h 2c")
    made.click(qtbot, "kelly.view.advice")
    return made


def settings_of(kelly):
    return Settings(QSettings(str(kelly.folder / "settings.ini"), QSettings.Format.IniFormat))


def shown(kelly, name="kelly.bankroll"):
    return kelly.part(name, QLineEdit).text()


def is_own(kelly, name="kelly.ownBankroll"):
    return kelly.part(name, QAbstractButton).isChecked()


def common(kelly):
    return kelly.model.bankroll.common


def test_what_is_typed_holds_at_all_tables_of_both_games_and_at_the_next_start(kelly, qtbot):
    kelly.write(qtbot, "kelly.bankroll", "5000")
    assert (common(kelly), kelly.kelly, kelly.document.clean) == (5000.0, None, True)
    for table in (TABLE, NEW["holdem"], Scenario("razz", (Seat("Hero", "A29"), Seat("Bob", "xxK")))):
        kelly.document.open(table, None)
        assert shown(kelly) == "5000"
        assert not is_own(kelly)
    kelly.document.open(TABLE, None)
    kelly.show(exact(TABLE, (0.7, 0.3)))
    assert kelly.model.question.request.wager.bankroll == 5000.0
    assert "bankroll" not in dumps(kelly.scenario)
    kelly.page.tracker.model.bankroll._settings.sync()
    assert settings_of(kelly).bankroll == 5000.0


def test_typing_it_is_one_step_of_undo(kelly, qtbot):
    kelly.write(qtbot, "kelly.bankroll", "5000")
    kelly.write(qtbot, "kelly.bankroll", "700")
    seen = [common(kelly)]
    while kelly.document.undo_stack.canUndo():
        kelly.document.undo_stack.undo()
        seen.append(common(kelly))
        assert shown(kelly) == ("" if common(kelly) is None else f"{common(kelly):g}")
    assert seen == [700.0, 5000.0, None]
    kelly.document.undo_stack.redo()
    kelly.document.undo_stack.redo()
    assert shown(kelly) == "700"


def test_an_old_table_has_its_own_says_so_and_gets_the_common_one_by_a_click(kelly, qtbot):
    kelly.write(qtbot, "kelly.bankroll", "5000")
    old = Scenario("holdem", TABLE.seats, TABLE.board, kelly=read_panel({"bankroll": 2000}))
    kelly.document.open(loads(dumps(old)), None)
    assert (shown(kelly), is_own(kelly), common(kelly)) == ("2000", True, 5000.0)
    kelly.write(qtbot, "kelly.bankroll", "2500")
    assert (kelly.kelly["bankroll"], common(kelly)) == (2500.0, 5000.0)
    kelly.click(qtbot, "kelly.ownBankroll")
    assert (shown(kelly), is_own(kelly), kelly.kelly) == ("5000", False, None)
    kelly.document.undo_stack.undo()
    assert (shown(kelly), is_own(kelly)) == ("2500", True)
    kelly.document.undo_stack.redo()
    kelly.click(qtbot, "kelly.ownBankroll")
    assert (kelly.kelly, is_own(kelly)) == ({"bankroll": 5000.0}, True)


def test_without_any_bankroll_a_table_cannot_get_its_own(kelly, qtbot):
    kelly.click(qtbot, "kelly.ownBankroll")
    assert (is_own(kelly), kelly.kelly) == (False, None)


def test_it_goes_with_the_hands_that_are_tracked_with_it_and_back_with_each_undo(kelly, qtbot):
    """Play, end, deposit, begin again, end in the middle of a hand: each step back and forth."""
    kelly.write(qtbot, "kelly.bankroll", "5000")
    kelly.click(qtbot, "kelly.view.tracker")
    set_up(kelly, stacks=[1000, 1000], street=1, pot=100)
    assert (shown(kelly, "tracker.bankroll"), is_own(kelly, "tracker.ownBankroll")) == ("5000", False)
    kelly.click(qtbot, "tracker.begin")
    seen = [common(kelly)]

    def note():
        seen.append(common(kelly))

    step(kelly, qtbot, "bet", 80)
    note()
    step(kelly, qtbot, "fold")
    note()
    assert (common(kelly), state(kelly).bankroll) == (5100.0, 5100.0)
    kelly.click(qtbot, "tracker.end")
    note()
    assert "bankroll" not in kelly.kelly["tracker"]["setup"]
    kelly.write(qtbot, "tracker.bankroll", "6100")
    note()
    set_up(kelly, street=1, pot=100)
    put(kelly, "AhKh", "QQ+")
    kelly.click(qtbot, "tracker.begin")
    step(kelly, qtbot, "bet", 80)
    assert state(kelly).bankroll == 6020.0
    kelly.click(qtbot, "tracker.end")
    assert (common(kelly), shown(kelly, "tracker.bankroll")) == (6100.0, "6100")
    assert seen == [5000.0, 5000.0, 5100.0, 5100.0, 6100.0]
    back = [common(kelly)]
    for _ in range(2):
        while kelly.document.undo_stack.canUndo():
            kelly.document.undo_stack.undo()
            back.append(common(kelly))
        assert back[-1] is None
        assert {5000.0, 5100.0, 6100.0} <= set(back)
        while kelly.document.undo_stack.canRedo():
            kelly.document.undo_stack.redo()
        assert common(kelly) == 6100.0


def test_a_session_with_a_bankroll_of_the_table_leaves_the_common_one_alone(kelly, qtbot):
    kelly.write(qtbot, "kelly.bankroll", "5000")
    kelly.click(qtbot, "kelly.view.tracker")
    set_up(kelly, bankroll=2000, stacks=[1000, 1000], street=1, pot=100)
    assert is_own(kelly, "tracker.ownBankroll")
    kelly.click(qtbot, "tracker.begin")
    step(kelly, qtbot, "bet", 80)
    step(kelly, qtbot, "fold")
    kelly.click(qtbot, "tracker.end")
    assert (common(kelly), shown(kelly, "tracker.bankroll")) == (5000.0, "2100")
    kelly.part("tracker.ownBankroll", QAbstractButton).click()
    assert (shown(kelly, "tracker.bankroll"), is_own(kelly, "tracker.ownBankroll")) == ("5000", False)


def test_it_can_go_with_the_chosen_journal(kelly, qtbot):
    kelly.journal.watch()
    kelly.journal.keep(played_so_far(turn(decided()), left=1200.0), own=True)
    assert common(kelly) is None
    kelly.journal.set_bankroll(True)
    assert (common(kelly), shown(kelly)) == (1200.0, "1200")
    kelly.write(qtbot, "kelly.bankroll", "1500")  # a deposit stays until the next hand
    kelly.journal.watch()
    assert common(kelly) == 1500.0
    kelly.journal.keep(played_so_far(turn(decided()), place=2, bankroll=1500.0, left=1450.0), own=True)
    assert common(kelly) == 1450.0
    kelly.journal.set_bankroll(False)
    kelly.journal.keep(played_so_far(turn(decided()), place=3, bankroll=1450.0, left=900.0), own=True)
    assert common(kelly) == 1450.0


@pytest.mark.parametrize("text", ["", "much", "-5", "nan", "inf", "0", "1e99"])
def test_a_setting_that_is_no_bankroll_is_none(tmp_path, text):
    store = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    store.setValue("bankroll", text)
    assert Settings(store).bankroll is None
