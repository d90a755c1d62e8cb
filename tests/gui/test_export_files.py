"""Atomic writing: whole or not at all."""

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from engine.storage.writing import write_atomically


def test_writes_and_replaces(tmp_path):
    path = tmp_path / "a.csv"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_temporary_file(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_stay_and_new_files_get_the_usual_ones(tmp_path):
    private = tmp_path / "private.json"
    private.write_bytes(b"")
    private.chmod(0o600)
    before = stat.S_IMODE(private.stat().st_mode)  # 0o666 on Windows, which knows read-only files alone
    write_atomically(private, b"x")
    assert stat.S_IMODE(private.stat().st_mode) == before
    usual, ours = tmp_path / "usual", tmp_path / "ours"
    usual.write_bytes(b"")
    write_atomically(ours, b"")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_bytes(b"old")
    with suppress(OSError):
        link.symlink_to(target)
    if os.name != "posix" and not link.is_symlink():
        pytest.skip("Windows lets administrators alone make links, and Wine makes none")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_long_name_is_no_problem(tmp_path):
    path: Path = tmp_path / ("x" * 240 + ".csv")
    write_atomically(path, b"long")
    assert path.read_bytes() == b"long"
