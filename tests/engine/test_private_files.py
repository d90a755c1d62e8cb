"""Folders of the program are closed to other users, and no kernel that another user could have written is executed."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kernels import cache
from engine.kernels.stored import KernelFiles
from engine.storage.private import is_ours_alone, is_trusted_folder, make_private
from engine.storage.regular_files import NO_DATA, read_available, reason

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")


def mode(path):
    return path.stat().st_mode & 0o777


def test_own_folders_are_closed_and_those_above_them_are_not(tmp_path):
    share = tmp_path / "share"
    share.mkdir(mode=0o755)
    make_private(share / "steelwheel" / "autosave")
    assert mode(share) == 0o755
    assert mode(share / "steelwheel") == mode(share / "steelwheel" / "autosave") == 0o700


def test_folders_of_version_1_0_are_closed_with_their_contents_kept(tmp_path):
    folder = tmp_path / "steelwheel" / "journal"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    folder.parent.chmod(0o755)
    (folder / "bankroll.sqlite").write_bytes(b"kept")
    make_private(folder)
    assert mode(folder) == mode(folder.parent) == 0o700
    assert (folder / "bankroll.sqlite").read_bytes() == b"kept"


def test_a_folder_of_the_user_elsewhere_keeps_its_permissions(tmp_path):
    folder = tmp_path / "poker"
    folder.mkdir()
    folder.chmod(0o755)
    make_private(folder)
    assert mode(folder) == 0o755


@pytest.mark.parametrize("open_mode", [0o777, 0o702])
def test_a_folder_is_trusted_only_if_nobody_else_can_write_in_it_or_above_it(tmp_path, open_mode):
    folder = tmp_path / "above" / "kernels"
    folder.mkdir(parents=True)
    folder.parent.chmod(0o755)
    assert is_trusted_folder(folder)
    folder.parent.chmod(open_mode)
    assert not is_trusted_folder(folder)
    folder.parent.chmod(0o1777)  # as /tmp: nobody can exchange what is not his own
    assert is_trusted_folder(folder)
    folder.chmod(open_mode)
    assert not is_trusted_folder(folder)


def test_what_another_user_owns_is_not_ours(tmp_path, monkeypatch):
    status = tmp_path.stat()
    assert is_ours_alone(status)
    monkeypatch.setattr(os, "getuid", lambda: status.st_uid + 1)
    assert is_ours_alone(status) == (status.st_uid == 0)  # root could do everything anyway


def test_the_cache_folder_is_elsewhere_if_others_can_write_in_the_usual_one(tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "temporary").mkdir(mode=0o700)
    (tmp_path / "cache").chmod(0o777)
    code = (
        "import os; from engine.kernels.cache import VARIABLE, choose_cache_folder;"
        "choose_cache_folder(); print(os.environ[VARIABLE])"
    )
    settings = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "temporary")}
    environment = {key: value for key, value in os.environ.items() if key != cache.VARIABLE} | settings
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True, capture_output=True)
    assert Path(done.stdout.decode().strip()).is_relative_to(tmp_path / "temporary")


@pytest.mark.parametrize("unsafe", [0o666, 0o646])
def test_a_kernel_that_others_could_have_written_is_not_loaded(tmp_path, unsafe):
    files = KernelFiles(tmp_path / "kernels", "sweep", "stamp")
    before = os.umask(0)
    try:
        files.save("key", pickle.dumps("a kernel"))
    finally:
        os.umask(before)
    assert files.load("key") == "a kernel"
    assert mode(files.path("key")) == 0o644
    files.path("key").chmod(unsafe)
    assert files.load("key") is None
    files.save("key", pickle.dumps("compiled again"))
    assert files.load("key") == "compiled again"


def test_a_file_whose_reader_would_have_to_wait_is_refused_with_a_reason():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb") as file, pytest.raises(OSError, match=NO_DATA) as refused:
        read_available(file, 10)
    os.close(writing)
    assert reason(refused.value) == NO_DATA


def test_the_reason_of_a_system_error_has_neither_its_number_nor_a_path():
    assert reason(OSError(30, "Read-only file system", "/data/journal")) == "Read-only file system"
    assert reason(ValueError("no JSON")) == "no JSON"
