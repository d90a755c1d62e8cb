"""What files and pipes do on Windows, as far as it can be simulated on other systems."""

import errno
import io
import json
import os
import sys
import time

import pytest

from engine.cli.answers import answer_kelly
from engine.cli.batches.answering import NotWrittenError
from engine.cli.batches.answers_file import AnswersFile
from engine.cli.main import main
from engine.scenario import ScenarioError
from engine.storage import regular_files, writing
from engine.storage.writing import write_atomically

BET = {"bankroll": 1000, "opponents": 1, "pot": 30, "outcomes": {"win": 0.6, "split": [0.0], "lose": 0.4}}


@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.fixture
def held(monkeypatch):
    """Return a function that lets another program hold a file for so many attempts to replace it."""

    def hold(times):
        attempts, replace = iter(range(times)), os.replace

        def refuse(source, target):
            if next(attempts, None) is not None:
                raise PermissionError(errno.EACCES, "Access is denied")
            replace(source, target)

        monkeypatch.setattr(os, "replace", refuse)

    return hold


@pytest.mark.usefixtures("windows")
def test_a_file_that_another_program_holds_is_replaced_when_it_lets_go(tmp_path, held):
    path = tmp_path / "table.steelwheel"
    path.write_bytes(b"old")
    held(3)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("windows")
def test_a_file_that_stays_held_is_told_after_a_second_and_leaves_nothing(tmp_path, held):
    path = tmp_path / "table.steelwheel"
    path.write_bytes(b"old")
    held(10**6)
    begun = time.monotonic()
    with pytest.raises(PermissionError):
        write_atomically(path, b"new")
    assert time.monotonic() - begun >= writing.HELD_S
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("windows")
def test_a_read_only_file_is_refused_at_once_and_leaves_nothing_read_only(tmp_path, held, monkeypatch):
    """On Windows a copy of the mode would make the temporary file one that cannot be deleted."""
    path = tmp_path / "table.steelwheel"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "chmod", lambda *_: pytest.fail("the temporary file became read-only"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(writing, "HELD_S", 3600.0)
    held(10**6)
    with pytest.raises(PermissionError):
        write_atomically(path, b"new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["con", "NUL.steelwheel", "com1.json", "Aux .txt", "conin$"])
@pytest.mark.usefixtures("windows")
def test_names_of_devices_are_refused_by_name(tmp_path, name):
    with pytest.raises(OSError, match="reserves this name") as caught:
        write_atomically(tmp_path / name, b"new")
    assert caught.value.filename == str(tmp_path / name)
    with pytest.raises(ScenarioError, match="reserves this name"), AnswersFile(str(tmp_path / name), "solve", None):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["context", "nul-flop", "com0", "x.con", "console.steelwheel"])
def test_names_that_only_resemble_devices_are_free(name):
    assert not regular_files.is_reserved(name)


def test_a_reader_that_has_ended_is_told_on_no_system(monkeypatch):
    """``| head``: Windows says EINVAL, where other systems say EPIPE."""
    closed = OSError(errno.EINVAL, "Invalid argument")
    monkeypatch.setattr(sys, "platform", "linux")
    assert NotWrittenError(BrokenPipeError(errno.EPIPE, "Broken pipe")).reason == ""
    assert NotWrittenError(closed).reason == "Invalid argument"
    monkeypatch.setattr(sys, "platform", "win32")
    assert NotWrittenError(closed).reason == ""
    assert NotWrittenError(OSError(errno.ENOSPC, "No space left on device")).reason == "No space left on device"


def test_answers_have_the_line_ends_of_all_systems(tmp_path, monkeypatch):
    request = tmp_path / "request.json"
    request.write_text(json.dumps(BET), encoding="utf-8")
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding="utf-8", newline="\r\n") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["kelly", "--lines", "--compact", "--workers", "1", str(request)]) == 0
        stream.flush()
        assert raw.getvalue().endswith(b"}\n")
        assert b"\r" not in raw.getvalue()


def numbers(value):
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, float) else []


def test_the_last_digit_of_a_logarithm_is_in_no_advice(monkeypatch):
    """Mathematical libraries differ in it, by which ``kelly`` had other answers on Windows."""
    answer = answer_kelly(json.dumps(BET).encode(), 1)
    found = numbers(answer)
    assert len(found) > 10
    assert [number for number in found if float(f"{number:.12g}") != number] == []
    assert answer["growth"] > 0
