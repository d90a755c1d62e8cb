"""Where compiled kernels go, and that an update of the kernels never runs old ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.kernels import cache

ROOT = Path(__file__).parents[2]


@pytest.fixture
def choose(monkeypatch):
    """Choose a folder with the given ones not writable; return the choice, None where it is left to Numba."""

    def run(*refused, preset=None):
        monkeypatch.delenv(cache.VARIABLE, raising=False)
        if preset is not None:
            monkeypatch.setenv(cache.VARIABLE, preset)
        really = cache._writable
        monkeypatch.setattr(cache, "_writable", lambda path: not any(r in str(path) for r in refused) and really(path))
        cache.choose_cache_folder()
        return os.environ.get(cache.VARIABLE)

    return run


def test_the_choice_of_the_user_is_kept(choose):
    assert choose(preset="/somewhere") == "/somewhere"


def test_an_empty_choice_counts_as_none(choose):
    assert choose(preset="") == choose()


def test_the_cache_folder_of_the_user_is_named_after_the_kernels(choose):
    folder = Path(choose())
    assert folder.is_dir()
    assert "steelwheel" in folder.parts  # followed by "Cache" on Windows
    assert folder.parts[-2] == "kernels"
    assert folder.name == cache.sources_digest()


def test_another_version_of_the_kernels_gets_another_folder(monkeypatch, tmp_path):
    names = set()
    for text in ("a = 1", "a = 2"):
        (tmp_path / "kernel.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
        names.add(cache.sources_digest())
    assert len(names) == 2


def test_a_private_temporary_folder_is_the_last_resort(choose, monkeypatch, tmp_path):
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    folder = Path(choose("kernels"))
    assert folder.parent.parent == tmp_path
    assert os.name != "posix" or folder.parent.stat().st_mode & 0o077 == 0
    assert [Path(choose("kernels")) for _ in range(3)] == [folder] * 3
    assert list(tmp_path.iterdir()) == [folder.parent]


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.parametrize("planted", ["open", "link", "file", "another's"])
def test_a_temporary_folder_that_others_can_write_is_not_used(planted, choose, monkeypatch, tmp_path):
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    bait = tmp_path / f"steelwheel-{os.getuid()}-a"
    if planted == "file":
        bait.touch()
    elif planted == "link":
        (tmp_path / "target").mkdir(mode=0o700)
        bait.symlink_to(tmp_path / "target")
    else:
        bait.mkdir(mode=0o777 if planted == "open" else 0o700)
        bait.chmod(0o777 if planted == "open" else 0o700)
    if planted == "another's":
        real = cache._is_private
        text = []

        def foreign(result):
            text.append(result)
            values = list(result)
            values[4] = result.st_uid + 1
            return real(os.stat_result(values)) if len(text) == 1 else real(result)

        monkeypatch.setattr(cache, "_is_private", foreign)
    folder = Path(choose("kernels"))
    assert bait not in folder.parents
    assert tmp_path in folder.parents


@pytest.mark.skipif(os.name != "posix", reason="processes that end as POSIX lets them")
def test_processes_that_are_killed_leave_one_folder(tmp_path):
    file = tmp_path / "file"
    file.touch()
    (tmp_path / "temporary").mkdir()
    code = "import os; from engine.kernels.cache import choose_cache_folder as choose; choose(); os._exit(0)"
    settings = {"XDG_CACHE_HOME": str(file), "HOME": str(file), "TMPDIR": str(tmp_path / "temporary")}
    environment = {key: value for key, value in os.environ.items() if key != cache.VARIABLE} | settings
    for _ in range(3):
        subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_folder_that_cannot_be_created_is_not_writable(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert not cache._writable(file / "folder")
    assert cache._writable(tmp_path / "new" / "folder")
