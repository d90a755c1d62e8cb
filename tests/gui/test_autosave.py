"""Autosaving: what is written when, what is left behind, and what windows that run at once see of each other."""

import json
import os
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from engine import ScenarioError, Seat
from gui.state.autosave import MAX_DELAY_MS, MAX_FILES, QUIET_MS
from gui.state.document import NEW, GameMemory
from gui.storage import autosave_file
from gui.storage.autosave_file import AutosaveFile
from gui.storage.files import FileLock
from tests.gui.autosave_fakes import RAZZ, TABLE, Window, crash, files


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data" / "autosave"


@pytest.fixture
def window(qapp, folder):
    return Window(folder)


def _path(window):
    (file,) = window.autosave.files.values()
    return file.path


def read(folder):
    values = AutosaveFile.left_behind(folder)
    contents = [file.read() for file in values]
    for file in values:
        file.release()
    return contents


class TestWriting:
    def test_an_edit_is_written_a_moment_later_and_read_back_whole(self, window, folder):
        before = datetime.now().replace(microsecond=0)
        window.put(TABLE)
        assert window.due
        assert window.autosave.timer.interval() == QUIET_MS
        assert files(folder) == []
        window.autosave.timer.timeout.emit()
        assert files(folder) == [".autosave", ".lock"]
        crash(window)
        (left,) = read(folder)
        assert (left.scenario, left.path) == (TABLE, None)
        assert left.scenario.kelly == TABLE.kelly
        assert before <= left.time <= datetime.now()

    def test_the_moment_comes_even_if_the_edits_never_pause(self, window):
        window.autosave.timer = timer = _Timer()
        window.put(TABLE)
        once = timer.started
        assert once
        window.autosave.waiting = _Elapsed(MAX_DELAY_MS - 1)
        window.put(RAZZ)
        again = timer.started
        assert again > once
        window.autosave.waiting = _Elapsed(MAX_DELAY_MS)
        window.put(TABLE)
        assert timer.started == again
        assert timer.isActive()

    def test_saving_and_undoing_to_the_saved_state_leave_nothing(self, window, folder, tmp_path):
        window.put(TABLE)
        window.autosave.save()
        window.document.saved(tmp_path / "table.steelwheel")
        assert files(folder) == []
        window.put(RAZZ)
        window.autosave.save()
        assert files(folder) == [".autosave", ".lock"]
        window.document.undo_stack.undo()
        assert files(folder) == []

    def test_opening_keeps_what_was_there_until_it_is_saved(self, window, folder, tmp_path):
        window.put(TABLE)
        window.document.open(RAZZ, tmp_path / "razz.steelwheel")
        window.autosave.timer.timeout.emit()
        assert files(folder) == [".autosave", ".lock"]
        window.document.undo_stack.undo()
        window.autosave.save()
        assert files(folder) == [".autosave", ".lock"]
        window.document.saved(tmp_path / "table.steelwheel")
        window.document.undo_stack.redo()
        assert files(folder) == []

    def test_every_table_left_unsaved_is_kept_the_last_ones_where_there_are_many(self, window, folder):
        for number in range(MAX_FILES + 3):
            window.document.open(NEW["holdem"], None, text="New table")
            window.put(replace(TABLE, seats=(Seat("Hero", "AhAd"), Seat(f"Table {number}", "random"))))
        window.autosave.close()
        names = {left.scenario.seats[1].name for left in read(folder)}
        assert names == {f"Table {number}" for number in range(3, MAX_FILES + 3)}

    def test_the_table_of_the_other_game_is_kept_too(self, window, folder):
        memory = GameMemory(window.document)
        window.put(TABLE)
        memory.switch("razz")
        assert window.document.scenario == NEW["razz"]
        window.put(RAZZ)
        window.autosave.close()
        assert {left.scenario.game for left in read(folder)} == {"holdem", "razz"}

    def test_switching_there_and_back_brings_the_file_too(self, window, folder, tmp_path):
        memory = GameMemory(window.document)
        window.document.open(TABLE, tmp_path / "river.steelwheel")
        memory.switch("razz")
        assert (window.document.path, window.document.clean) == (None, True)
        memory.switch("holdem")
        assert (window.document.scenario, window.document.path) == (TABLE, tmp_path / "river.steelwheel")
        memory.switch("holdem")
        window.document.undo_stack.undo()
        assert window.document.scenario == NEW["razz"]
        window.autosave.close()
        assert files(folder) == []

    def test_an_empty_table_is_nothing_to_lose(self, window, folder):
        window.put(TABLE)
        window.autosave.save()
        window.put(NEW["razz"])
        window.autosave.save()
        assert files(folder) == []

    def test_the_file_that_the_table_belongs_to_is_kept(self, window, folder, tmp_path):
        window.document.open(TABLE, tmp_path / "river.steelwheel")
        window.put(RAZZ)
        window.autosave.save()
        crash(window)
        assert read(folder)[0].path == tmp_path / "river.steelwheel"

    @pytest.mark.skipif(os.name != "posix", reason="names are bytes there")
    def test_a_file_whose_name_is_no_text_is_known_again(self, window, folder, tmp_path):
        path = tmp_path / os.fsdecode(b"caf\xe9 50%.steelwheel")
        window.document.open(TABLE, path, digest="d16e57")
        window.put(RAZZ)
        window.autosave.close()
        (left,) = read(folder)
        assert (left.path, left.scenario, left.digest) == (path, RAZZ, "d16e57")

    def test_closing_leaves_what_is_unsaved_and_nothing_else(self, window, folder, tmp_path):
        window.put(TABLE)
        window.autosave.close()
        assert [left.scenario for left in read(folder)] == [TABLE]
        window.put(RAZZ)
        assert not window.due

    def test_closing_a_saved_table_leaves_nothing(self, window, folder, tmp_path):
        window.put(TABLE)
        window.autosave.save()
        window.document.saved(tmp_path / "table.steelwheel")
        window.autosave.close()
        assert files(folder) == []

    def test_a_disk_that_says_no_is_told_once(self, window, folder, monkeypatch):
        def refuse(path, data):
            raise OSError(28, "No space left on device")

        window.put(TABLE)
        with monkeypatch.context() as patch:
            patch.setattr(autosave_file, "write_atomically", refuse)
            window.autosave.save()
            window.autosave.save()
        assert window.told == ["Autosave does not work: No space left on device"]
        window.autosave.save()
        assert files(folder) == [".autosave", ".lock"]

    def test_a_table_too_large_to_be_offered_again_is_told_and_the_last_state_stays(self, window, folder, monkeypatch):
        window.put(TABLE)
        window.autosave.save()
        (file,) = folder.glob("*.autosave")
        before = file.read_bytes()
        window.put(replace(TABLE, dead="Ks 2d"))
        monkeypatch.setattr(autosave_file, "MAX_FILE_SIZE", 100)
        assert not window.autosave.save()
        assert window.told == ["Autosave does not work: it would be larger than 0 MB"]
        assert file.read_bytes() == before

    def test_a_folder_that_cannot_be_made_is_told(self, qapp, tmp_path):
        (tmp_path / "file").touch()
        window = Window(tmp_path / "file" / "autosave")
        window.put(TABLE)
        window.autosave.save()
        assert len(window.told) == 1


class _Timer:
    """A timer that waits for ever: how often it was started, and whether it would come."""

    def __init__(self):
        self.started, self._active = 0, False

    def start(self):
        self.started, self._active = self.started + 1, True

    def stop(self):
        self._active = False

    def isActive(self):  # noqa: N802
        return self._active


class _Elapsed:
    def __init__(self, milliseconds):
        self._milliseconds = milliseconds

    def isValid(self):  # noqa: N802
        return True

    def elapsed(self):
        return self._milliseconds

    def invalidate(self):
        pass


class TestLeftBehind:
    def test_windows_that_run_are_left_alone(self, window, folder):
        window.put(TABLE)
        window.autosave.save()
        assert AutosaveFile.left_behind(folder) == []
        assert files(folder) == [".autosave", ".lock"]

    def test_two_windows_at_once_keep_what_is_theirs(self, qapp, folder):
        one, other = Window(folder), Window(folder)
        for window, scenario in ((one, TABLE), (other, RAZZ)):
            window.put(scenario)
            window.autosave.save()
        crash(one)
        assert [left.scenario for left in read(folder)] == [TABLE]
        other.autosave.close()
        assert {left.scenario.game for left in read(folder)} == {"holdem", "razz"}

    def test_one_crash_is_offered_to_one_window(self, window, folder):
        window.put(TABLE)
        window.autosave.save()
        crash(window)
        (mine,) = AutosaveFile.left_behind(folder)
        assert AutosaveFile.left_behind(folder) == []
        mine.release()
        (again,) = AutosaveFile.left_behind(folder)
        again.remove()
        assert files(folder) == []

    def test_the_last_one_comes_first(self, qapp, folder):
        for age, scenario in ((100, RAZZ), (50, TABLE)):
            window = Window(folder)
            window.put(scenario)
            window.autosave.save()
            path = _path(window)
            os.utime(path, (time.time() - age, time.time() - age))
            crash(window)
        assert [left.scenario for left in read(folder)] == [TABLE, RAZZ]

    def test_a_crash_while_writing_leaves_the_last_state_and_no_rubbish(self, window, folder):
        window.put(TABLE)
        window.autosave.save()
        part = folder / f".{_path(window).name}.x7.part"
        part.write_text("{", encoding="utf-8")
        crash(window)
        (file,) = AutosaveFile.left_behind(folder)
        assert file.read().scenario == TABLE
        file.remove()
        assert files(folder) == []
        assert not part.exists()

    def test_a_lock_without_a_file_goes(self, folder):
        AutosaveFile.new(folder).release()
        assert files(folder) == [".lock"]
        assert AutosaveFile.left_behind(folder) == []
        assert files(folder) == []

    def test_no_folder_is_no_crash(self, folder):
        assert AutosaveFile.left_behind(folder) == []

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"{",
            b"\xff\xfe\x00",
            b"[]",
            b'{"steelwheel_autosave": 2, "path": null, "scenario": {}}',
            b'{"steelwheel_autosave": 1}',
            b'{"steelwheel_autosave": 1, "path": null, "scenario": {"game": "chess", "seats": []}}',
            json.dumps(
                {"steelwheel_autosave": 1, "path": 7, "scenario": {"game": "razz", "seats": [{"cards": "A"}]}}
            ).encode(),
            b'{"steelwheel_autosave": 1, "path": null, "scenario": {"game": "razz", "seats": [{"cards": "(7"}]}}',
        ],
    )
    def test_what_cannot_be_read_is_an_error_and_is_kept(self, window, folder, content):
        window.put(TABLE)
        window.autosave.save()
        _path(window).write_bytes(content)
        crash(window)
        (file,) = AutosaveFile.left_behind(folder)
        with pytest.raises(ScenarioError):
            file.read()
        aside = file.set_aside()
        assert aside.read_bytes() == content
        assert files(folder) == [".unreadable"]
        assert AutosaveFile.left_behind(folder) == []


class TestLock:
    def test_is_held_by_one_until_it_is_released(self, tmp_path):
        path = tmp_path / "a.lock"
        lock = FileLock.acquire(path)
        assert FileLock.acquire(path) is None
        lock.release()
        again = FileLock.acquire(path)
        again.remove()
        assert not path.exists()

    def test_of_a_file_that_was_removed_in_between_counts_for_nothing(self, tmp_path, monkeypatch):
        path = tmp_path / "a.lock"
        really = os.open

        def removed(*arguments):
            handle = really(*arguments)
            Path(arguments[0]).unlink()
            return handle

        monkeypatch.setattr(os, "open", removed)
        assert FileLock.acquire(path) is None


def test_signs_are_autosaved_in_the_room_that_a_file_has_for_them(window, folder):
    seats = (replace(TABLE.seats[0], name="♠♥"), *TABLE.seats[1:])
    assert "♠♥".encode() in autosave_bytes(window, folder, replace(TABLE, seats=seats))


def autosave_bytes(window, folder, table=TABLE):
    window.put(table)
    window.autosave.save()
    return _path(window).read_bytes()
