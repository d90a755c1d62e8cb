"""Files that several windows write: each of them a process of its own, some of them killed."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from engine.journal.store import JournalFile
from engine.ranges.library_files import LibraryEntry, read_bounded
from engine.storage.writing import write_atomically
from gui.look.theme import TEMPLATES
from gui.storage import files, scenario_files
from gui.storage.files import LATEST_TIME, FileLock, exclusive, kept_aside, local_time
from gui.storage.history_file import HistoryFile
from gui.storage.journal_file import FILE
from gui.storage.library import Library
from gui.storage.player_files import HandMarks, OrderStore, Templates, Training
from gui.storage.settings import Settings
from tests.gui.range_fakes import NO_PRESETS

ROOT = Path(__file__).parents[2]
WINDOWS = "abc"


KILLS = 4
SAVING = """
import sys
from pathlib import Path
from engine.storage.writing import write_atomically
while True:
    write_atomically(Path(sys.argv[1]), b"x" * 20_000_000)
"""


def start(*command):
    return subprocess.Popen([sys.executable, *map(str, command)], cwd=ROOT, stderr=subprocess.PIPE)


def window(folder, who, ranges):
    return start("-m", "tests.gui.library_writers", folder, who, ranges)


def test_windows_that_write_at_once_keep_everything(tmp_path):
    processes = [window(tmp_path, who, 60) for who in WINDOWS]
    ends = [(process.communicate(timeout=600)[1], process.returncode) for process in processes]
    assert ends == [(b"", 0)] * len(WINDOWS)
    assert len({entry.name for entry in Library(tmp_path / "library.json", NO_PRESETS).own}) == 60 * len(WINDOWS)
    shelf = OrderStore(tmp_path / "orders")
    assert (shelf.message, len(shelf.kept)) == ("", 12 * len(WINDOWS))
    recent = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)).recent
    assert {file.name for file in recent} == {f"{who} {number}" for who in WINDOWS for number in range(2)}
    own = [
        scenario_files.read(path).scenario.seats[0].name for path in Templates(TEMPLATES, tmp_path / "templates").own
    ]
    assert sorted(own) == [f"{who} {number}" for who in WINDOWS for number in range(8)]
    assert len({guess.spot for guess in Training(tmp_path / "training.json").record.guesses}) == 8 * len(WINDOWS)
    assert len(HandMarks(tmp_path / "hand-marks.json").marks) == 8 * len(WINDOWS)
    assert len(HistoryFile(tmp_path).entries()) == 8 * len(WINDOWS)
    with JournalFile(tmp_path / "journal" / FILE) as journal:
        assert [row.hands for row in journal.journals()] == [8 * len(WINDOWS)]
    assert not [file for file in tmp_path.rglob("*") if file.suffix in (".lock", ".part") or "waiting" in file.name]


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_killed_windows_leave_a_whole_library_and_no_lock(tmp_path, monkeypatch):
    path = tmp_path / "library.json"
    chance = random.Random(1)
    for _ in range(KILLS):
        with window(tmp_path, "x", 10_000) as process:
            while not path.exists() and process.poll() is None:
                time.sleep(0.01)
            before = len(Library(path, NO_PRESETS).own)
            time.sleep(chance.uniform(0.5, 0.9))
            process.send_signal(signal.SIGKILL)
        library = Library(path, NO_PRESETS)
        assert library.message == ""
        assert len(library.own) >= before
        with monkeypatch.context() as patch:
            patch.setattr("gui.storage.files.PATIENCE", 0.0)  # nobody holds the lock
            library.add(LibraryEntry("after", "KK"))
        assert (library.unsaved, os.listdir(tmp_path)) == (False, ["library.json"])


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_what_a_killed_save_leaves_is_removed_by_the_next_one(tmp_path):
    path = tmp_path / "table.json"
    left = set()
    for _ in range(KILLS):
        with start("-c", SAVING, path) as process:
            while process.poll() is None and not [file for file in tmp_path.iterdir() if file.name.endswith(".part")]:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
        left |= set(os.listdir(tmp_path)) - {"table.json"}
        write_atomically(path, b"whole")
        assert os.listdir(tmp_path) == ["table.json"]
    assert left


def test_what_another_writes_now_and_what_is_not_ours_stay(tmp_path):
    path = tmp_path / "table.json"
    names = [".table.json.abcdefgh.part", ".table.json.notes.part", ".other.json.abcdefgh.part"]
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    lock = FileLock.acquire(tmp_path / names[0])
    write_atomically(path, b"one")
    assert sorted(os.listdir(tmp_path)) == sorted([*names, "table.json"])
    lock.release()
    write_atomically(path, b"two")
    assert sorted(os.listdir(tmp_path)) == sorted([*names[1:], "table.json"])


@pytest.fixture
def held(tmp_path, qapp):
    """The path of a library that another window is writing, and does not come to an end."""
    path = tmp_path / "library.json"
    lock = FileLock.acquire(path.with_name(f"{path.name}.lock"))
    return path, lock


def test_a_lock_that_cannot_be_had_is_given_up_and_costs_no_range(held):
    path, lock = held
    library = Library(path, NO_PRESETS)
    library.add(LibraryEntry("One", "AA"))
    assert library.message == "The library could not be saved: another window is still writing it"
    assert (library.unsaved, path.exists()) == (True, False)
    lock.remove()
    other = Library(path, NO_PRESETS)
    other.add(LibraryEntry("One", "KK"))
    library.save()
    assert library.message == "The library is saved"
    assert [(entry.name, entry.text) for entry in Library(path, NO_PRESETS).own] == [("One", "KK"), ("One 2", "AA")]


def test_a_lock_that_may_not_be_opened_is_told(tmp_path, monkeypatch, qapp):
    path = tmp_path / "library.json"

    def refuse(name, *_):
        raise PermissionError(errno.EACCES, "Permission denied", name)

    library = Library(path, NO_PRESETS)
    with monkeypatch.context() as patch:
        patch.setattr(files.os, "open", refuse)
        library.add(LibraryEntry("One", "AA"))
    assert library.message == "The library could not be saved: Permission denied"
    library.add(LibraryEntry("Two", "AA"))
    assert {entry.name for entry in Library(path, NO_PRESETS).own} == {"One", "Two"}


def test_a_disk_without_locks_is_written_without(tmp_path, monkeypatch):
    def unknown(_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(files, "try_lock", unknown)
    path = tmp_path / "library.json"
    Library(path, NO_PRESETS).add(LibraryEntry("One", "AA"))
    assert os.listdir(tmp_path) == ["library.json"]
    with exclusive(tmp_path / "any", 0.0):
        assert os.listdir(tmp_path) == ["library.json"]


def windows(path, *entries):
    one = Library(path, NO_PRESETS)
    for entry in entries:
        one.add(entry)
    return one, Library(path, NO_PRESETS)


A = LibraryEntry("A", "AA", "Cash")


def texts(path):
    return {(entry.folder, entry.name): entry.text for entry in Library(path, NO_PRESETS).own}


def test_a_change_is_worth_more_than_a_removal(tmp_path):
    for change in (LibraryEntry("B", "AA", "Cash"), LibraryEntry("A", "KK", "Cash")):
        path = tmp_path / f"{change.name}.json"
        one, other = windows(path, A)
        one.remove(A)
        other.change(A, change)
        assert texts(path) == {("Cash", change.name): change.text}
        one, other = windows(path)
        one.change(change, A)
        other.remove(change)
        assert texts(path) == {("Cash", "A"): "AA"}


def test_of_two_changes_both_are_kept(tmp_path):
    path = tmp_path / "library.json"
    one, other = windows(path, A)
    one.change(A, LibraryEntry("A", "KK", "Cash"))
    kept = other.change(A, LibraryEntry("A", "QQ", "Cash"))
    assert kept == LibraryEntry("A 2", "QQ", "Cash")
    assert texts(path) == {("Cash", "A"): "KK", ("Cash", "A 2"): "QQ"}


def test_a_name_that_both_give_is_given_once(tmp_path):
    path = tmp_path / "library.json"
    one, other = windows(path, A)
    one.add(LibraryEntry("B", "KK"))
    assert other.add(LibraryEntry("B", "QQ")).name == "B 2"
    assert other.add(LibraryEntry("C", "JJ")).name == "C"
    one.rename_folder("Cash", "Live")
    other.rename_folder("Cash", "Home")
    assert texts(path) == {("", "B"): "KK", ("", "B 2"): "QQ", ("", "C"): "JJ", ("Live", "A"): "AA"}


def test_a_range_that_both_remove_is_gone(tmp_path):
    path = tmp_path / "library.json"
    one, other = windows(path, A)
    one.remove(A)
    other.remove(A)
    assert texts(path) == {}


def make(kind, path):
    """Make something that is no file."""
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/null")
    else:
        path.symlink_to(path)


KINDS = ["folder", "pipe", "device", "loop"]


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices as POSIX has them")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_not_read_and_stays(kind, tmp_path, qapp):
    path = tmp_path / "library.json"
    make(kind, path)
    before = os.lstat(path)
    for read in (read_bounded, kept_aside):
        with pytest.raises(OSError, match=r"directory|device|symbolic links"):
            read(path)
    library = Library(path, NO_PRESETS)
    assert library.message.startswith("The library could not be opened: ")
    library.add(LibraryEntry("One", "AA"))
    assert library.unsaved
    assert os.path.samestat(os.lstat(path), before)
    assert os.listdir(tmp_path) == ["library.json"]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="a time zone of one's own")
@pytest.mark.parametrize("zone", ["UTC", "XXX-14", "XXX12"])
def test_every_time_of_a_file_has_a_date(zone, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert local_time(LATEST_TIME).year == 9999
    assert local_time(1e300) == local_time(LATEST_TIME)
    assert local_time(-1e300) == local_time(0.0)
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused(kind, tmp_path):
    path = tmp_path / "it"
    make(kind, path)
    before = os.lstat(path)
    with pytest.raises(OSError, match=r"directory|device|symbolic links") as caught:
        write_atomically(path, b"x")
    assert caught.value.strerror
    assert os.path.samestat(os.lstat(path), before)
    assert os.listdir(tmp_path) == ["it"]
