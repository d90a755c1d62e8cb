"""Recent results: what is kept and when, what survives a restart, damage and other windows, and the way back."""

import json
from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import QSettings

from engine import RunOptions, Scenario, Seat, solve
from engine.equity.results import at_table
from engine.scenario.kelly import read_panel
from gui.shell.commands import Commands
from gui.shell.menus import HistoryMenu, cards_of, result_summary
from gui.shell.palette_sources import history_items
from gui.state.history import History
from gui.storage import history_file as history_module
from gui.storage.history_file import FILE, MAX_RESULTS, HistoryFile, Remembered
from gui.storage.settings import Settings
from tests.gui.journal_fakes import DirectRuns
from tests.gui.table_fakes import shown
from tests.gui.texts import plain

NOON = datetime(2026, 11, 22, 12, 30)


class SlowRuns(DirectRuns):
    """Does nothing before the end."""

    def start(self, work):
        pass


def solved(*cards, board="7h 8h 2c", **run):
    seats = tuple(Seat(name, text) for name, text in zip(("Hero", "BB"), cards, strict=True))
    return solve(Scenario("holdem", seats, board=board, run=RunOptions(**run)))


KINGS, QUEENS = solved("AhKh", "KK"), solved("AhKh", "QQ")
SAMPLED = solved("AhKh", "QQ", board="", method="sampled", max_trials=5000, seed=7)


class Window:
    """A table in a window that keeps what it computes in ``folder``."""

    def __init__(self, qtbot, folder, threads=DirectRuns):
        self.table, self.panel = shown(qtbot, seats=("", ""))
        self.document, self.session = self.table.document, self.table.session
        settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
        self.commands = Commands(self.document, self.session, self.table.table_input, settings, self.panel)
        self.history = History(self.session, folder, self.panel, threads)
        self.messages = []
        self.history.message.connect(lambda text, _: self.messages.append(text))
        self.menu = HistoryMenu(self.history, self.commands, self.panel)

    def put(self, snapshot):
        """Put a table on the table and its result on show."""
        self.document.open(snapshot.scenario, None)
        self.session.show(snapshot)

    def keep(self, *snapshots):
        for snapshot in snapshots:
            self.put(snapshot)
            self.history.note()

    def kept(self):
        return [entry.snapshot.scenario.seats[1].cards for entry in self.history.entries()]

    def titles(self):
        self.menu.aboutToShow.emit()
        return [plain(action.text()) for action in self.menu.actions() if not action.isSeparator()]


@pytest.fixture
def window(qtbot, tmp_path):
    return Window(qtbot, tmp_path)


def test_the_menu_is_called_recent_results(window):
    assert plain(window.menu.title()).replace("&", "") == "Recent results"


def test_a_result_is_kept_once_it_has_stood_for_a_moment(window, qtbot):
    window.put(KINGS)
    assert window.kept() == []
    window.put(QUEENS)
    qtbot.waitUntil(lambda: window.kept() == ["QQ"])


def test_the_latest_is_first_and_the_same_table_stands_once(window):
    window.keep(KINGS, QUEENS, KINGS)
    assert window.kept() == ["KK", "QQ"]


def test_the_same_cards_with_other_bets_stand_once(window):
    bets = [replace(KINGS, scenario=replace(KINGS.scenario, kelly=read_panel({"bankroll": 100.0 * n}))) for n in (1, 2)]
    window.keep(*bets, QUEENS)
    assert window.kept() == ["QQ", "KK"]
    assert window.history.entries()[1].scenario.kelly == read_panel({"bankroll": 200.0})


def test_a_title_keeps_the_board_of_long_ranges_in_sight(window):
    long = replace(
        KINGS.scenario, seats=(Seat("Hero", "AhKh"), Seat("BB", "KK, 22, 33, 44, 55, 66, 77, 88, 99, TT, JJ"))
    )
    window.keep(replace(KINGS, scenario=long))
    assert window.titles()[0].startswith("AhKh v KK, 22, 33, 44, 55,… | 7h 8h 2c   (")


def test_half_a_result_and_an_older_one_are_not_kept(window):
    window.put(KINGS)
    window.document.edit("Board", board="")
    window.history.note()
    assert window.kept() == []


def test_results_survive_a_restart_with_all_their_numbers(window, qtbot, tmp_path):
    window.keep(SAMPLED, KINGS)
    window.history.shut_down()
    kings, sampled = Window(qtbot, tmp_path).history.entries()
    assert kings.snapshot.seats == KINGS.seats
    assert (sampled.snapshot.method, sampled.snapshot.deals) == ("sampled", SAMPLED.deals)
    assert sampled.scenario == SAMPLED.scenario
    assert sampled.snapshot.seats[0].estimate.stderr == SAMPLED.seats[0].estimate.stderr


def test_what_is_not_written_yet_is_written_at_the_end(qtbot, tmp_path):
    window = Window(qtbot, tmp_path, SlowRuns)
    window.keep(KINGS)
    window.put(QUEENS)
    assert window.kept() == ["KK"]
    window.history.shut_down()
    assert Window(qtbot, tmp_path).kept() == ["QQ", "KK"]


def test_windows_share_the_history(window, qtbot, tmp_path):
    other = Window(qtbot, tmp_path)
    window.keep(KINGS)
    other.keep(QUEENS)
    assert window.kept() == other.kept() == ["QQ", "KK"]


def test_the_oldest_make_room(tmp_path):
    file = HistoryFile(tmp_path)
    for number in range(MAX_RESULTS + 5):
        scenario = replace(KINGS.scenario, run=RunOptions(seed=number))
        file.add([Remembered(NOON, replace(KINGS, scenario=scenario)).to_json()])
    seeds = [entry["result"]["scenario"]["run"]["seed"] for entry in file.entries() if "run" in str(entry)]
    assert len(file.entries()) == MAX_RESULTS
    assert seeds[0] == MAX_RESULTS + 4


def test_huge_results_cost_no_others_and_the_file_stays_readable(tmp_path, monkeypatch):
    monkeypatch.setattr(history_module, "MAX_FILE_SIZE", 40_000)
    monkeypatch.setattr(history_module, "MAX_ENTRY_SIZE", 10_000)
    file = HistoryFile(tmp_path)

    def named(name):
        seats = (replace(KINGS.scenario.seats[0], name=name), KINGS.scenario.seats[1])
        return Remembered(NOON, replace(KINGS, scenario=replace(KINGS.scenario, seats=seats))).to_json()

    for number in range(12):
        file.add([named(f"{number} " + "é" * 2_000)])
    file.add([named("huge" * 5_000)])
    kept = [entry["result"]["scenario"]["seats"][0]["name"].split()[0] for entry in file.entries()]
    assert kept[:3] == ["11", "10", "9"]
    assert 3 < len(kept) < 12
    assert (tmp_path / FILE).stat().st_size <= 40_000
    assert not list(tmp_path.glob("*.unreadable-*"))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"steelwheel_history": 2, "entries": []}', "\x00"])
def test_a_damaged_file_is_named_left_out_and_kept_aside(window, tmp_path, text):
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert window.kept() == []
    assert FILE in window.messages[0]
    window.kept()
    assert len(window.messages) == 1
    window.keep(KINGS)
    assert window.kept() == ["KK"]
    (aside,) = tmp_path.glob("history.unreadable-*.json")
    assert aside.read_text(encoding="utf-8") == text
    assert aside.name in window.history.trouble


def test_a_damaged_entry_is_named_and_costs_no_other(window, tmp_path):
    window.keep(KINGS, QUEENS)
    value = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    value["entries"][0]["result"]["seats"][0]["equity"] = 7
    value["entries"].insert(1, "nonsense")
    (tmp_path / FILE).write_text(json.dumps(value), encoding="utf-8")
    assert window.kept() == ["KK"]
    assert "entry 1" in window.messages[0]
    assert "entry 2" in window.messages[0]
    (aside,) = tmp_path.glob("history.unreadable-*.json")
    assert json.loads(aside.read_text(encoding="utf-8")) == value["entries"][:2]
    window.titles()
    (stated,) = (action for action in window.menu.actions() if aside.name in action.toolTip())
    assert not stated.isEnabled()
    window.keep(SAMPLED)
    assert list(tmp_path.glob("history.unreadable-*.json")) == [aside]
    assert window.titles()[2].startswith("Damaged and left out")


def test_a_history_that_was_cut_keeps_its_whole_entries(window, tmp_path):
    window.keep(KINGS, QUEENS, SAMPLED)
    whole = (tmp_path / FILE).read_text(encoding="utf-8")
    (tmp_path / FILE).write_text(whole[: len(whole) - 40], encoding="utf-8")
    assert len(window.kept()) == 2
    (aside,) = tmp_path.glob("history.unreadable-*.json")
    assert aside.read_text(encoding="utf-8") == whole[: len(whole) - 40]
    window.keep(KINGS)
    json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert len(window.kept()) == 3


def test_one_click_brings_table_and_result_back_and_undo_the_other(window):
    window.keep(KINGS, QUEENS)
    window.menu.aboutToShow.emit()
    window.menu.actions()[1].trigger()
    assert window.table.cards() == ["AhKh", "KK"]
    assert window.session.snapshot.seats == KINGS.seats
    assert not window.session.stale
    window.document.undo_stack.undo()
    assert window.table.cards() == ["AhKh", "QQ"]


def test_an_empty_seat_is_called_by_its_name():
    seats = Seat("Hero", "AhKh"), Seat("BTN", "QQ"), Seat("BB", "")
    snapshot = at_table(solve(Scenario("holdem", seats[:2], board="7h 8h 2c")), Scenario("holdem", seats, "7h 8h 2c"))
    title = cards_of(Remembered(NOON, snapshot))
    assert "BB" in title
    assert "Seat" not in title


def test_the_menu_says_what_when_and_how_exact(window):
    assert window.titles()[0] == "No results yet"
    window.keep(KINGS)
    title = window.titles()[0]
    assert title.startswith("AhKh v KK | 7h")
    assert title.endswith("exact)")
    words = plain(result_summary(Remembered(NOON, SAMPLED), NOON))
    assert "12:30" in words
    assert "sampled, 5,000 deals, ±" in words.replace("\u202f", ",").replace(" 000", ",000")


def test_the_palette_finds_results(window):
    window.keep(KINGS, QUEENS)
    items = list(history_items(window.menu))
    assert [item.title.split("| ")[0] for item in items] == ['"Hero": AhKh v "BB": QQ ', '"Hero": AhKh v "BB": KK ']
    items[1].run()
    assert window.table.cards() == ["AhKh", "KK"]


def test_all_can_be_forgotten(window, qtbot, tmp_path):
    window.keep(KINGS)
    window.titles()
    window.menu.actions()[-1].trigger()
    assert window.kept() == Window(qtbot, tmp_path).kept() == []


def test_a_folder_that_cannot_be_made_is_an_error_of_the_system(tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    history = HistoryFile(tmp_path / "taken")
    with pytest.raises(FileExistsError):
        history.add([Remembered(NOON, KINGS).to_json()])
