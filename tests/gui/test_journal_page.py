"""The page *Journal* and the bankroll journal behind it: kept hands, the curve, several journals, files in trouble."""

import csv
import io
import json
import math
import sqlite3
from contextlib import closing
from dataclasses import asdict

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from engine.journal.history import CSV_COLUMNS
from engine.journal.records import TrackedHandRecord
from engine.journal.store import JournalFile
from gui.charts.values import Line, Points
from gui.pages.journal import JournalPage, log_chip_ticks
from gui.state.journal import Journal
from gui.storage.settings import NO_JOURNAL, Settings
from tests.engine.journal_fakes import decided
from tests.engine.journal_fakes import turn as made_turn
from tests.gui.chart_fakes import FakeSession
from tests.gui.journal_fakes import direct_journal
from tests.gui.picture_texts import assert_fits
from tests.gui.texts import plain


def turn(*done):
    return made_turn(decided(*done))


def hand(place, left, *turns, bankroll=1000.0, showdown=True):
    return TrackedHandRecord(
        "s", place, "holdem", bankroll, turns, "2026-01-01T12:00:00", left, showdown and left is not None
    )


class Shown(QObject):
    """The context of a page with it and its journal. ``messages`` are lines for the status bar."""

    message = Signal(str, bool)

    def __init__(self, qtbot, folder):
        super().__init__()
        self.message.connect(self._on_message)
        self.folder, self.session = folder, FakeSession()
        self.settings = Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
        self.journal = direct_journal(folder, self.settings, self.session)
        self.messages = []
        self.journal.message.connect(self._on_message)
        self.page = JournalPage(self, ask=self._ask)
        qtbot.addWidget(self.page)
        self.page.resize(740, 700)
        self.page.show()

    def _ask(self, parent, title, suggested, file_filter):
        return str(self.folder / suggested.rsplit("/", 1)[-1])

    def _on_message(self, text, error):
        self.messages.append((text, error))

    def part(self, name, kind=QWidget):
        result = self.page.findChild(kind, name)
        assert result is not None, name
        return result

    def text(self, name):
        return self.part(f"journal.{name}", QLabel).text()

    def click(self, qtbot, name):
        assert self.part(f"journal.{name}").isVisible()
        qtbot.mouseClick(self.part(f"journal.{name}"), Qt.MouseButton.LeftButton)

    def trigger(self, name):
        action = self.part(f"journal.{name}", QAction)
        assert action.isEnabled()
        action.trigger()

    def choose(self, index):
        combo = self.part("journal.choose", QComboBox)
        combo.setCurrentIndex(index)
        combo.activated.emit(index)

    def name(self, qtbot, button, text):
        self.trigger(button)
        entry = self.part("journal.name", QLineEdit)
        entry.clear()
        qtbot.keyClicks(entry, text)
        qtbot.keyClick(entry, Qt.Key.Key_Return)

    @property
    def names(self):
        combo = self.part("journal.choose", QComboBox)
        return [combo.itemText(i) for i in range(combo.count())]


@pytest.fixture
def shown(qtbot, tmp_path):
    return Shown(qtbot, tmp_path)


def play(shown):
    shown.journal.keep(hand(1, 1100.0, turn()), own=True)
    shown.journal.keep(hand(2, 900.0, turn("check", 0.0), bankroll=1100.0), own=True)
    shown.journal.keep(hand(3, None, turn(), bankroll=900.0), own=True)


def test_an_empty_page_teaches(shown):
    assert "hand tracker" in shown.text("answer")
    assert shown.names == ["Bankroll", "Do not record hands"]
    assert not shown.journal.path.exists()
    assert not shown.page.chart.ready


def test_chips_put_in_are_not_counted_as_won(shown):
    shown.journal.keep(hand(1, 986.0, turn()), own=True)
    shown.journal.keep(hand(2, 2015.0, turn(), bankroll=2000.0), own=True)
    assert (
        plain(shown.text("answer"))
        == "2 hands: from 1 000 to 2 015 chips, 1 014 deposited between hands, +1 from play."
    )


def test_chips_put_in_and_taken_out_are_in_the_chart_and_its_data(shown):
    for place, (before, after) in enumerate(((1000.0, 500.0), (3500.0, 3000.0), (600.0, 700.0)), 1):
        shown.journal.keep(hand(place, after, bankroll=before), own=True)
    figure, value = shown.page.chart.figure, shown.page.chart.value
    line = next(mark for mark in value.marks if isinstance(mark, Line) and mark.color == 0)
    assert line.x.tolist() == [0.0, 1.0, 1.0, 2.0, 2.0, 3.0]
    assert (10**line.y).tolist() == pytest.approx([1000.0, 500.0, 3500.0, 3000.0, 600.0, 700.0])
    signs = {mark.color: [x for x, _ in mark.points] for mark in value.marks if isinstance(mark, Points)}
    assert signs == {"good": [1.0], "warn": [2.0]}
    header, rows = value.table
    assert header[-1] == "then put in"
    assert [row[-1] for row in rows] == [0.0, 3000.0, -2400.0, 0.0]
    assert [float(row[5]) for row in rows] == pytest.approx([1000.0, 500.0, 3000.0, 700.0])
    assert [key.name for key in value.keys][-2:] == ["Deposit", "Withdrawal"]
    readings = [figure.reading_at(stop) for stop in figure.stops()]
    words = [(reading.header, plain(reading.rows[-1].name), reading.rows[-1].values) for reading in readings]
    assert words[1][:2] == ("After hand 1", "then deposited")
    assert plain(words[1][2][0]) == "3 000"
    assert words[2][1] == "then withdrawn"
    assert words[3][1] == "median"


def test_a_journal_with_damaged_rows_displays_the_others_and_a_warning(shown):
    play(shown)
    with closing(sqlite3.connect(shown.journal.path, isolation_level=None)) as file:
        file.executescript(
            "UPDATE hands SET game = x'ff' WHERE id = 1; UPDATE decisions SET request = '[' WHERE hand = 2"
        )
    shown.journal.watch()
    assert plain(shown.text("answer")).startswith("1 hand: from 1 100 to 900 chips")
    problem = shown.part("journal.problem")
    assert problem.isVisible()
    assert "1 hand and 1 decision in this journal could not be read" in problem.text
    assert not shown.part("journal.anew").isVisible()


def test_a_check_that_becomes_a_raise_is_one_row(shown):
    raised = decided("raise", 90.0, to_call=30, can_raise=True, pot=90)
    shown.journal.keep(hand(1, 1100.0, turn("check", 0.0), made_turn(raised)), own=True)
    assert len(shown.page.hands.rows) == 1
    assert "in 1 of 1 decision" in shown.text("fact2") or "the advice was followed" in shown.text("fact2")
    assert shown.page.hands.text(0, 2) == "check, raise, putting in 90"


def test_hands_are_recorded_and_their_results_displayed(shown):
    play(shown)
    assert shown.names == ["Bankroll (3 hands)", "Do not record hands"]
    assert shown.text("answer") == "2 hands: from 1\u202f000 to 900 chips, −10.00\u00a0%."
    assert "90\u00a0% interval" in shown.text("fact0")
    assert "as played" in shown.text("fact1")
    assert shown.text("fact2").split(",")[0].endswith(" growth lost in 1 of 3 decisions")
    assert shown.text("fact2").endswith(f"most in hand 2 (flop: check instead of {advised()})")
    assert shown.text("fact3").count(" in 2 showdowns, expected ")
    model = shown.page.hands
    rows = [[model.text(row, column) for column in range(6)] for row in range(3)]
    assert rows[0] == ["3", advised(), advised(), "", "unfinished", ""]
    assert rows[1][:3] == ["2", advised(), "check"]
    assert rows[1][4:] == ["−200", "900"]
    assert rows[2] == ["1", advised(), advised(), "", "+100", "1\u202f100"]


def advised():
    act = turn().decision.advised
    return f"bet {act.chips:.1f}"


def test_the_curve_is_on_a_log_scale_with_the_fan(shown):
    play(shown)
    chart = shown.page.chart
    assert chart.ready
    header, rows = chart.table()
    assert header[:2] == ("hand", "bankroll")
    assert [row[1] for row in rows] == [1000.0, 1100.0, 900.0]
    for row in rows:
        assert row[3] <= row[4] <= row[5]
    (low, high) = chart.figure.sheet.ranges[1]
    assert low < math.log10(900) < math.log10(1100) < high
    chart.read_at(chart.figure.stops()[-1])
    assert chart.reading.text.startswith("After hand 2: bankroll 900; following the advice, 5 to 95 % ")
    assert chart.png().startswith(b"\x89PNG")
    assert b"Bankroll over time, Bankroll" in chart.svg()
    assert_fits(chart)


@pytest.mark.parametrize(("low", "high"), [(90, 120), (0.5, 3), (800, 1200), (5, 40000), (1e-2, 1e6)])
def test_ticks_of_the_log_scale_are_inside_it_and_few(low, high):
    ticks = log_chip_ticks(math.log10(low), math.log10(high), 250)
    assert 2 <= len(ticks) <= 12
    for tick in ticks:
        assert float(tick.text.replace("\u202f", "")) == pytest.approx(10**tick.value, rel=1e-3)
        assert low * 0.999 <= 10**tick.value <= high * 1.001


def test_a_lost_bankroll_is_drawn(shown):
    shown.journal.keep(hand(1, 0.0, turn("bet", 1000.0)), own=True)
    assert shown.text("answer").startswith("1 hand: from 1\u202f000 to 0 chips")
    assert "the whole bankroll was at risk" in shown.text("fact2")
    assert math.isfinite(shown.page.chart.figure.sheet.ranges[1][0])


def test_journals_are_created_renamed_selected_and_deleted_after_confirmation(shown, qtbot):
    play(shown)
    shown.name(qtbot, "new", "Club <b>night</b>")
    assert shown.names[1] == "Club <b>night</b> (0 hands)"
    assert shown.part("journal.choose", QComboBox).currentIndex() == 1
    shown.name(qtbot, "new", "Bankroll")
    assert "already" in shown.messages[-1][0]
    assert shown.messages[-1][1]
    shown.name(qtbot, "rename", "Club")
    assert shown.names == ["Bankroll (3 hands)", "Club (0 hands)", "Do not record hands"]
    shown.journal.keep(hand(4, 800.0, bankroll=900.0), own=True)
    assert shown.names[1] == "Club (1 hand)"
    shown.trigger("delete")
    assert "“Club” with 1 hand" in shown.text("question")
    shown.click(qtbot, "cancel")
    assert shown.names[1] == "Club (1 hand)"
    shown.trigger("delete")
    shown.click(qtbot, "confirm")
    assert shown.names == ["Bankroll (3 hands)", "Do not record hands"]
    shown.choose(1)
    assert shown.settings.journal == NO_JOURNAL
    assert "not recorded" in shown.text("answer")
    shown.journal.keep(hand(5, 700.0, bankroll=800.0), own=True)
    shown.choose(0)
    assert shown.names[0] == "Bankroll (3 hands)"


def test_a_hand_is_deleted_after_confirmation(shown, qtbot):
    play(shown)
    drop = shown.part("journal.dropHand", QAction)
    assert not drop.isEnabled()
    shown.page.hands.selectRow(0)
    shown.trigger("dropHand")
    assert "hand 3" in shown.text("question")
    shown.click(qtbot, "confirm")
    assert shown.names[0] == "Bankroll (2 hands)"
    assert not drop.isEnabled()


def test_hands_are_exported(shown):
    shown.part("journal.export.csv", QAction).trigger()
    assert shown.messages == [("Not exported: the journal has no hands yet", True)]
    play(shown)
    shown.part("journal.export.csv", QAction).trigger()
    rows = list(csv.reader(io.StringIO((shown.folder / "journal.csv").read_text(encoding="utf-8"))))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert len(rows) == 4


def test_hands_that_cannot_be_written_are_written_later(shown, qtbot):
    play(shown)
    other = sqlite3.connect(shown.journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    shown.journal.keep(hand(3, 950.0, turn(), bankroll=900.0), own=True)
    shown.journal.keep(hand(4, None, turn(), bankroll=950.0), own=True)
    text = "Another program is using the journal's file: 2 hands not saved yet"
    assert shown.part("journal.problem").text == text
    assert (text, True) in shown.messages
    waiting = list((shown.folder / "journal").glob("waiting-*.json"))
    assert len(json.loads(waiting[0].read_text(encoding="utf-8"))) == 2
    other.execute("ROLLBACK")
    other.close()
    shown.click(qtbot, "again")
    assert shown.part("journal.problem").text == ""
    assert shown.names[0] == "Bankroll (4 hands)"
    assert not list((shown.folder / "journal").glob("waiting-*"))


def test_hands_that_a_killed_window_could_not_write_are_written_by_the_next(qtbot, tmp_path):
    first = Shown(qtbot, tmp_path)
    play(first)
    other = sqlite3.connect(first.journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first.journal.keep(hand(4, 980.0, turn(), bankroll=900.0), own=True)
    other.execute("ROLLBACK")
    other.close()
    first.journal.shut_down()  # the system lets go of its lock
    second = Shown(qtbot, tmp_path)
    second.journal.try_again()
    assert second.names[0] == "Bankroll (4 hands)"
    assert second.page.hands.text(0, 5) == "980"
    assert not list((tmp_path / "journal").glob("waiting-*"))


def test_waiting_hands_of_a_running_window_are_left_alone(qtbot, tmp_path):
    first = Shown(qtbot, tmp_path)
    play(first)
    other = sqlite3.connect(first.journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first.journal.keep(hand(4, None, turn(), bankroll=900.0), own=True)
    second = Shown(qtbot, tmp_path)
    second.journal.keep(hand(5, 980.0, turn(), bankroll=900.0), own=True)
    other.execute("ROLLBACK")
    other.close()
    first.journal.keep(hand(4, 980.0, turn(), turn(), bankroll=900.0), own=True)  # it has gone on meanwhile
    second.journal.try_again()
    with JournalFile(first.journal.path) as file:
        hands = file.hands(file.journals()[0].number)
    assert [len(result.decisions) for result in hands[3:]] == [2, 1]
    assert hands[3].left == 980.0
    assert not list((tmp_path / "journal").glob("waiting-*"))


def waiting(**changes):
    """Return a file of one hand that waits, with changes of it."""
    return json.dumps([{"journal": None, "played": asdict(hand(9, 980.0, turn())) | changes}])


@pytest.mark.parametrize(
    "text",
    ["[{", "[1]", '[{"journal": 1, "played": {"turns": [1]}}]', "9" * 9000, "[" * 99999, waiting(session=[]),
     waiting(game={}), waiting(place=2**70), waiting(bankroll="1"), waiting(left="1"), waiting(turns=[{"action": 1}]),
     waiting(at="the day before yesterday")],
)  # fmt: skip
def test_unreadable_waiting_hands_are_reported_and_stay(shown, text):
    path = shown.folder / "journal" / "waiting-x.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    play(shown)
    assert any(is_error and str(path) in message for message, is_error in shown.messages)
    assert path.read_text(encoding="utf-8") == text
    assert shown.names[0] == "Bankroll (3 hands)"


def test_a_journal_created_last_is_selected_at_the_next_start(shown, tmp_path):
    shown.journal.create("Bankroll")
    settings = Settings(QSettings(str(tmp_path / "other.ini"), QSettings.Format.IniFormat))
    window = Journal(tmp_path / "journal", settings)
    window.create("Tournaments")
    window.keep(hand(1, 1100.0, turn()), own=True)
    window.shut_down()
    with JournalFile(shown.journal.path) as file:
        (chosen,) = (row for row in file.journals() if row.number == settings.journal)
        assert chosen.name == "Tournaments"
        assert [row.hands for row in file.journals()] == [1, 0]  # the hand went to the one that was chosen then


def test_a_damaged_file_is_reported_and_kept_and_a_new_one_begun(shown, qtbot):
    play(shown)
    for part in ("-wal", "-shm"):
        shown.journal.path.with_name(f"{shown.journal.path.name}{part}").unlink(missing_ok=True)
    spoilt = b"spoilt" * 5000
    shown.journal.path.write_bytes(spoilt)
    shown.journal.keep(hand(4, 980.0, turn(), bankroll=900.0), own=True)
    problem = shown.part("journal.problem").text
    assert "damaged" in problem
    assert "1 hand not saved yet" in problem
    assert str(shown.journal.path) in problem
    shown.click(qtbot, "anew")
    assert shown.part("journal.problem").text == ""
    assert shown.names == ["Bankroll (1 hand)", "Do not record hands"]
    (kept,) = (shown.folder / "journal").glob("bankroll damaged *")
    assert kept.read_bytes() == spoilt
    assert str(kept) in shown.messages[-1][0]


def test_two_windows_share_the_journals(qtbot, tmp_path):
    one, two = Shown(qtbot, tmp_path), Shown(qtbot, tmp_path)
    play(one)
    two.journal.try_again()
    assert two.names == one.names
    two.journal.keep(hand(2, 500.0, turn("check", 0.0), bankroll=1100.0), own=False)
    assert any("already in the journal" in text for text, _ in two.messages)
    with JournalFile(one.journal.path) as file:
        assert [h.left for h in file.hands(1)] == [1100.0, 900.0, None]
