"""Damaged files of compiled kernels: recognised, reported, compiled anew, named by the self-test and repaired."""

import os
import re
import threading

import numpy as np
import pytest

from engine.cli import self_test
from engine.equity import warm_up as repair
from engine.kernels import stored
from engine.kernels.jit import lean_kernel
from engine.kernels.stored import KernelFiles, damaged_kernels, delete_kernels, stored_kernels


def add_up(values, total):
    for value in values:
        total[0] += value


def multiply(values, total):
    total[0] = 1.0
    for value in values:
        total[0] *= value


FUNCTIONS = {add_up: 10.0, multiply: 24.0}
VALUES = np.arange(1.0, 5.0)


@pytest.fixture(autouse=True)
def report_again():
    stored._report_damage_in.cache_clear()


@pytest.fixture
def kernels(tmp_path):
    """Make kernels as at the start of a process, with their files in a folder of the cache."""

    def make():
        made = {lean_kernel(function): value for function, value in FUNCTIONS.items()}
        for kernel in made:
            kernel._cache.file._cache_file = KernelFiles(tmp_path / "some", kernel.__name__, "stamp")
        return made

    return make


def results(kernels):
    """Call each kernel; return whether all are right, and how many were compiled."""
    total = np.zeros(1)
    right = []
    for kernel, value in kernels.items():
        total[0] = 0.0
        kernel(VALUES, total)
        right.append(total[0] == value)
    return all(right), sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels)


def cut(path, other):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path, other):
    path.write_bytes(b"")


def flip(path, other):
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 16
    path.write_bytes(data)


def swap(path, other):
    path.write_bytes(other.read_bytes())


def lengthen(path, other):
    path.write_bytes(path.read_bytes() + b"\0")


def put_a_folder(path, other):
    path.unlink()
    path.mkdir()


def put_a_pipe(path, other):
    path.unlink()
    os.mkfifo(path)


def put_a_device(path, other):
    path.unlink()
    path.symlink_to("/dev/zero")


def test_complete_files_are_loaded(kernels):
    assert results(kernels()) == (True, 2)
    assert results(kernels()) == (True, 0)


@pytest.mark.parametrize("damage", [cut, empty, flip, swap, lengthen])
def test_damaged_files_are_replaced_and_reported(damage, kernels, tmp_path, caplog):
    results(kernels())
    one, other = stored_kernels(tmp_path)
    damage(one, other)
    assert damaged_kernels(tmp_path) == [one]
    assert results(kernels()) == (True, 1)
    (record,) = caplog.records
    assert f"damaged compiled kernels in {one.parent}" in record.getMessage()
    assert damaged_kernels(tmp_path) == []
    assert results(kernels()) == (True, 0)


@pytest.mark.skipif(os.name != "posix", reason="files as POSIX has them")
@pytest.mark.parametrize("damage", [put_a_folder, put_a_pipe, put_a_device])
def test_only_regular_files_are_read(damage, kernels, tmp_path):
    results(kernels())
    one, other = stored_kernels(tmp_path)
    damage(one, other)
    assert damaged_kernels(tmp_path) == [one]
    assert results(kernels()) == (True, 1)
    delete_kernels(tmp_path)
    assert stored_kernels(tmp_path) == []


def test_many_damaged_files_are_reported_once(kernels, tmp_path, caplog):
    results(kernels())
    for path in stored_kernels(tmp_path):
        empty(path, path)
    assert results(kernels()) == (True, 2)
    assert len(caplog.records) == 1


def test_a_folder_that_cannot_be_written_costs_only_time(kernels, tmp_path):
    (tmp_path / "some").touch()
    assert results(kernels()) == (True, 2)
    assert results(kernels()) == (True, 2)
    assert (tmp_path / "some").read_bytes() == b""


def test_files_are_complete_while_other_processes_write_them(tmp_path):
    files = KernelFiles(tmp_path / "some", "name", "stamp")
    data = [_pickled(size) for size in (10, 100_000)]
    writers = [threading.Thread(target=lambda d=d: [files.save("key", d) for _ in range(50)]) for d in data]
    for writer in writers:
        writer.start()
    loaded = []
    while any(writer.is_alive() for writer in writers):
        loaded.append(files.load("key"))
    for writer in writers:
        writer.join()
    assert {len(value) for value in loaded if value is not None} <= {10, 100_000}
    assert [path.suffix for path in (tmp_path / "some").iterdir()] == [".kernel"]


def _pickled(size):
    return stored.pickle.dumps(b"x" * size)


def test_another_stamp_or_key_is_another_file(tmp_path):
    files = KernelFiles(tmp_path / "some", "name", "stamp")
    files.save("key", _pickled(3))
    assert files.load("key") == b"xxx"
    assert files.load("other") is None
    assert KernelFiles(tmp_path / "some", "name", "other").load("key") is None


def test_a_flush_deletes_the_files_of_one_kernel(kernels, tmp_path):
    made = kernels()
    results(made)
    next(iter(made))._cache.flush()
    (left,) = stored_kernels(tmp_path)
    assert left.name.startswith("multiply-")


def test_the_self_test_names_the_files_to_delete(kernels, tmp_path, monkeypatch):
    results(kernels())
    monkeypatch.setattr(repair, "cache_folder", lambda: tmp_path)
    assert "compiled on this machine" in self_test.check_kernels()
    for path in stored_kernels(tmp_path):
        flip(path, path)
    message = f"add_up-.*kernel and 1 more damaged: delete {re.escape(str(tmp_path))} or choose Help, Repair"
    with pytest.raises(self_test.CheckFailed, match=message):
        self_test.check_kernels()


def test_repair_deletes_all_and_compiles_anew(kernels, tmp_path, monkeypatch):
    results(kernels())
    one, other = stored_kernels(tmp_path)
    cut(one, other)
    one.with_name(f"{one.name}.0.tmp").write_bytes(b"of a process that was killed")
    mine = tmp_path / "some" / "letter.txt"
    mine.touch()
    compiled = []
    monkeypatch.setattr(repair, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(repair, "warm_up_tables", lambda cancel: compiled.append(results(kernels())))
    said = []
    assert repair.repair(said.append) == 0
    assert compiled == [(True, 2)]
    assert said[0] == f"3 files of compiled kernels deleted, 1 of them damaged, in {tmp_path}\n"
    assert said[-1] == "all files are intact\n"
    assert sorted(tmp_path.rglob("*")) == sorted([tmp_path / "some", mine, one, other])


def test_repair_reports_files_that_stay_damaged(kernels, tmp_path, monkeypatch):
    results(kernels())
    one, other = stored_kernels(tmp_path)
    monkeypatch.setattr(repair, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(repair, "warm_up_tables", lambda cancel: cut(one.parent / one.name, other))
    monkeypatch.setattr(repair, "delete_kernels", lambda folder: 0)
    said = []
    assert repair.repair(said.append) == 1
    assert said[-2:] == [f"{one} cannot be replaced: delete it\n", "some files are still damaged\n"]
