"""Where compiled kernels go, and that an update of the kernels never runs old ones."""

import os
from pathlib import Path

import pytest

from engine.kernels import _cache


@pytest.fixture
def choose(monkeypatch):
    """Choose a folder with the given ones not writable; return the choice, None where it is left to Numba."""

    def run(*refused, preset=None):
        monkeypatch.delenv(_cache.VARIABLE, raising=False)
        if preset is not None:
            monkeypatch.setenv(_cache.VARIABLE, preset)
        really = _cache._writable
        monkeypatch.setattr(_cache, "_writable", lambda path: not any(r in str(path) for r in refused) and really(path))
        _cache.choose_cache_folder()
        return os.environ.get(_cache.VARIABLE)

    return run


def test_a_choice_of_the_user_stands(choose):
    assert choose(preset="/somewhere") == "/somewhere"


def test_the_cache_folder_of_the_user_is_named_after_the_kernels(choose):
    folder = Path(choose())
    assert folder.is_dir()
    assert folder.parts[-3:-1] == ("steelwheel", "kernels")
    assert folder.name == _cache._version()


def test_other_kernels_get_another_folder(monkeypatch, tmp_path):
    names = set()
    for text in ("a = 1", "a = 2"):
        (tmp_path / "kernel.py").write_text(text)
        monkeypatch.setattr(_cache, "__file__", str(tmp_path / "_cache.py"))
        names.add(_cache._version())
    assert len(names) == 2


def test_a_private_temporary_folder_is_the_last_resort(choose, monkeypatch, tmp_path):
    monkeypatch.setattr(_cache.tempfile, "tempdir", str(tmp_path))
    folder = Path(choose("kernels"))
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_not_writable(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert not _cache._writable(file / "folder")
    assert _cache._writable(tmp_path / "new" / "folder")
