"""The bar that offers what a crash has left."""

import os
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from engine import Seat
from gui.look.theme import set_theme
from gui.shell.question_bars import RecoveryBar, question_of
from gui.state.autosave import Recovery
from gui.state.document import NEW
from gui.state.table_input import TableInput
from gui.storage.autosave_file import MAX_FILE_SIZE, Autosaved, AutosaveFile
from gui.words.captions import brief
from tests.gui.autosave_fakes import RAZZ, TABLE, Window, crash, files


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "autosave"


def left_by_a_crash(folder, scenario, path=None):
    window = Window(folder)
    if path is not None:
        window.document.open(window.document.scenario, path)
    window.put(scenario)
    window.autosave.save()
    crash(window)


class Started(Window):
    """A window that was just started."""

    def __init__(self, folder):
        super().__init__(folder)
        self.recovery = Recovery(self.document, self.autosave, folder)


def test_nothing_is_offered_where_all_was_saved(qapp, folder, tmp_path):
    window = Window(folder)
    window.put(TABLE)
    window.document.saved(tmp_path / "river.steelwheel")
    window.autosave.close()
    started = Started(folder)
    assert (started.recovery.offer, started.recovery.more) == (None, 0)
    started.recovery.restore()
    started.recovery.discard()
    assert started.document.clean


def test_what_a_closed_window_has_left_unsaved_is_offered_as_after_a_crash(qapp, folder, tmp_path):
    window = Window(folder)
    window.document.open(RAZZ, tmp_path / "river.steelwheel", digest="d16e57")
    window.put(TABLE)
    window.autosave.close()
    started = Started(folder)
    assert started.recovery.offer.scenario == TABLE
    started.recovery.restore()
    assert (started.document.path, started.document.file.digest) == (tmp_path / "river.steelwheel", "d16e57")
    started.document.undo_stack.undo()
    assert started.document.clean
    started.document.undo_stack.redo()
    assert (started.document.scenario, started.document.clean) == (TABLE, False)
    started.autosave.close()
    assert files(folder) == [".autosave", ".lock"]


def test_restoring_gives_back_the_table_with_its_unsaved_changes(qapp, folder, tmp_path):
    left_by_a_crash(folder, TABLE, tmp_path / "river.steelwheel")
    started = Started(folder)
    started.recovery.restore()
    assert started.document.scenario == TABLE
    assert started.document.path == tmp_path / "river.steelwheel"
    assert not started.document.clean
    assert started.recovery.offer is None


def test_what_was_restored_survives_the_next_crash_too(qapp, folder):
    left_by_a_crash(folder, TABLE)
    started = Started(folder)
    started.recovery.restore()
    assert files(folder) == [".autosave", ".lock"]
    crash(started)
    again = Started(folder)
    assert again.recovery.offer.scenario == TABLE
    again.recovery.restore()
    again.document.saved(folder / "river.steelwheel")
    again.autosave.close()
    assert files(folder) == []


def test_unsaved_changes_that_are_there_can_be_had_back_and_no_file_is_in_danger(qapp, folder, tmp_path):
    left_by_a_crash(folder, TABLE, tmp_path / "river.steelwheel")
    started = Started(folder)
    started.document.open(started.document.scenario, tmp_path / "other.steelwheel")
    started.put(RAZZ)
    started.autosave.save()
    started.recovery.restore()
    assert (started.document.scenario, started.document.path) == (TABLE, tmp_path / "river.steelwheel")
    assert files(folder) == [".autosave", ".autosave", ".lock", ".lock"]
    started.document.undo_stack.undo()
    assert (started.document.scenario, started.document.path) == (RAZZ, tmp_path / "other.steelwheel")
    started.autosave.close()
    assert files(folder) == [".autosave", ".autosave", ".lock", ".lock"]


def test_discarding_deletes_and_offers_the_next(qapp, folder):
    left_by_a_crash(folder, TABLE)
    left_by_a_crash(folder, RAZZ)
    started = Started(folder)
    first = started.recovery.offer.scenario
    assert started.recovery.more == 1
    started.recovery.discard()
    second = started.recovery.offer.scenario
    assert [first, second] in ([TABLE, RAZZ], [RAZZ, TABLE])
    started.recovery.discard()
    assert started.recovery.offer is None
    assert files(folder) == []


def test_all_can_be_discarded_at_once(qapp, folder):
    for scenario in (TABLE, RAZZ, TABLE):
        left_by_a_crash(folder, scenario)
    started = Started(folder)
    assert started.recovery.more == 2
    started.recovery.discard_all()
    assert (started.recovery.offer, files(folder)) == (None, [])


def test_what_was_not_decided_on_is_offered_again(qapp, folder):
    left_by_a_crash(folder, TABLE)
    started = Started(folder)
    assert Started(folder).recovery.offer is None
    started.recovery.close()
    started.autosave.close()
    (file,) = AutosaveFile.left_behind(folder)
    assert file.read().scenario == TABLE
    file.release()


def test_what_cannot_be_read_is_kept_and_blocks_nothing(qapp, folder):
    left_by_a_crash(folder, TABLE)
    left_by_a_crash(folder, RAZZ)
    broken = next(path for path in folder.glob("*.autosave") if "razz" in path.read_text(encoding="utf-8"))
    broken.write_text("{", encoding="utf-8")
    started = Started(folder)
    assert started.recovery.offer.scenario == TABLE
    assert [path.read_text(encoding="utf-8") for path in started.recovery.unreadable] == ["{"]
    started.recovery.discard()
    assert files(folder) == [".unreadable"]
    assert Started(folder).recovery.unreadable == ()


@pytest.mark.skipif(os.name != "posix", reason="pipes as POSIX has them")
def test_what_never_ends_or_is_huge_is_kept_and_blocks_nothing(qapp, folder):
    folder.mkdir()
    os.mkfifo(folder / "a.autosave")
    with (folder / "b.autosave").open("wb") as file:
        file.truncate(MAX_FILE_SIZE + 1)
    for name in "ab":
        (folder / f"{name}.lock").touch()
    started = Started(folder)
    assert started.recovery.offer is None
    assert sorted(path.name for path in started.recovery.unreadable) == ["a.unreadable", "b.unreadable"]


@pytest.fixture(params=["en_US", "de_DE"])
def country(request):
    """Live where the language is that of the window, or another one."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("country")
@pytest.mark.parametrize(
    ("path", "more", "question"),
    [
        (None, 0, "Restore the unsaved table from 21:14?"),
        (Path("/a/river.steelwheel"), 0, "Restore “river.steelwheel” from 21:14?"),
        (None, 2, "Restore the unsaved table from 21:14? (2 more)"),
        (Path(f"/a/{'n' * 60}.steelwheel"), 0, f"Restore “{'n' * 20}…{'n' * 9}.steelwheel” from 21:14?"),
    ],
)
def test_the_question(path, more, question):
    time = datetime(2026, 3, 5, 21, 14)
    today = question_of(Autosaved(TABLE, path, time), more, time)
    assert re.sub(r"9:14\sPM", "21:14", today).endswith(question)
    yesterday = question_of(Autosaved(TABLE, path, time), more, datetime(2026, 3, 6, 1, 0))
    assert " from 5 March, " in yesterday


class TestBar:
    @pytest.fixture
    def bar(self, qtbot, folder):
        left_by_a_crash(folder, TABLE)
        self.started = Started(folder)
        window = QWidget()
        qtbot.addWidget(window)
        bar = RecoveryBar(self.started.recovery, window)
        bar.resize(1000, 44)
        window.show()
        yield bar
        window.close()
        self.started.recovery.close()
        self.started.autosave.close()

    def test_asks_and_is_gone_when_answered(self, bar):
        assert bar.isVisible()
        assert "AhAd v" in bar.accessibleName()
        bar.grab()
        QTest.mouseClick(bar.findChild(QPushButton, "recovery.restore"), Qt.MouseButton.LeftButton)
        assert self.started.document.scenario == TABLE
        assert not bar.isVisible()

    def test_works_by_keyboard(self, bar):
        discard = bar.findChild(QPushButton, "recovery.discard")
        discard.setFocus()
        QTest.keyClick(discard, Qt.Key.Key_Space)
        assert not bar.isVisible()
        assert self.started.recovery.offer is None

    def test_narrow_and_dark(self, bar):
        before = bar.grab().toImage()
        set_theme("dark")
        bar.resize(300, 44)
        assert bar.grab().toImage() != before
        assert bar.minimumSizeHint().width() < 300


def test_one_of_several_can_be_chosen_from_a_list(qtbot, folder):
    for scenario in (TABLE, RAZZ, replace(TABLE, board="7h 8h 2c")):
        left_by_a_crash(folder, scenario)
    started = Started(folder)
    window = QWidget()
    qtbot.addWidget(window)
    bar = RecoveryBar(started.recovery, window)
    window.show()
    menu = bar.findChild(QMenu, "recovery.choose.menu")
    for left in (2, 1):  # opened twice: the entries are those of now
        menu.aboutToShow.emit()
        assert len(menu.actions()) == left + 1
        wanted = started.recovery.offers[left].scenario
        assert brief(wanted)[:20] in menu.actions()[left].text()
        menu.actions()[left].trigger()
        assert started.document.scenario == wanted
        assert len(started.recovery.offers) == left
    assert bar.isVisible()
    assert not bar.findChild(QWidget, "recovery.choose").isVisible()
    window.close()
    started.recovery.close()
    started.autosave.close()


def test_only_tables_that_took_work_are_offered(qapp, folder):
    """An evening of lines in the palette, new tables, empty seats and other settings of runs leaves nothing."""
    window = Window(folder)
    table_input = TableInput(window.document)
    for card in ("2c", "3d", "4h"):
        assert table_input.paste_line(f"AhAd v KK+ | 7h8h{card}")
        window.document.open(NEW["holdem"], None, text="New table")
        window.put(replace(NEW["holdem"], seats=(*NEW["holdem"].seats, Seat("Seat 3", ""))))
        window.document.edit("Run", run=replace(window.document.scenario.run, seed=7))
        window.autosave.save()
    window.autosave.close()
    assert files(folder) == []
    assert Started(folder).recovery.offers == ()


def test_a_line_that_was_worked_on_is_offered(qapp, folder):
    window = Window(folder)
    assert TableInput(window.document).paste_line("AhAd v KK+ | 7h8h2c")
    window.document.edit("Board", board="7h 8h 2c 3c")
    changed = window.document.scenario
    window.document.open(NEW["holdem"], None, text="New table")
    window.autosave.close()
    assert [left.scenario for left in Started(folder).recovery.offers] == [changed]


def test_empty_tables_of_an_older_version_are_not_offered(qapp, folder):
    file = AutosaveFile.new(folder)
    file.write(replace(NEW["razz"], seats=(*NEW["razz"].seats, Seat("Seat 3", ""))), None)
    file.release()
    assert Started(folder).recovery.offers == ()
    assert files(folder) == []


def test_no_bar_without_a_crash(qtbot, folder):
    window = QWidget()
    qtbot.addWidget(window)
    started = Started(folder)
    bar = RecoveryBar(started.recovery, window)
    window.show()
    assert not bar.isVisible()
    window.close()
