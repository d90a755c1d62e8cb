"""``--resume``: goes on with the answers of the same batch, and leaves every other file exactly as it is."""

import hashlib
import json
import os
import subprocess
import threading

import pytest

from engine import __version__
from engine.cli.batches import answers_file
from engine.cli.batches.answers_file import AnswersFile
from engine.cli.batches.batch import answer_batch
from engine.scenario import Problem, ScenarioError
from tests.engine.range_batches import COMMAND, ROOT, ranges, run
from tests.systems import MISSING

GIVEN = [b"\n", b"a\n", b"bad\n", b"\n", b"\n", b"b\n", b"c\n", b"\n"]
WHOLE = ["error", "a", "error", "error", "error", "b", "c"]


def echo(line, threads):
    if line.startswith(b"bad"):
        raise ScenarioError(Problem("file", "this is bad", 3))
    return {"echo": line.decode().strip(), "elapsed_s": os.times().elapsed}


def resumed(path, given=GIVEN, verb="solve", digest="input"):
    with AnswersFile(str(path), verb, digest) as kept:
        for answer in answer_batch(kept.rest(iter(given)), echo, None):
            kept.write(answer.text)
    return [json.loads(line).get("echo", "error") for line in path.read_text(encoding="utf-8").splitlines()]


def begun(path, count):
    """The first answers of a batch."""
    with AnswersFile(str(path), "solve", "input") as kept:
        stream = answer_batch(kept.rest(iter(GIVEN)), echo, None)
        for _ in range(count):
            kept.write(next(stream).text)
        stream.close()


def record(path):
    return path.with_name(f"{path.name}.resume")


def refused(path, message, *more, **other):
    """Check that a batch does not go on with a file, and leaves it and what is beside it as they are."""
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises(ScenarioError, match=message) as caught:
        resumed(path, *more, **other)
    assert caught.value.problems[0].field == "--resume"
    assert {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()} == before


@pytest.mark.parametrize("cut", [*range(60), *range(60, 330, 7)])
def test_a_batch_goes_on_where_it_was_cut_off(tmp_path, cut):
    path = tmp_path / "answers.jsonl"
    assert resumed(path) == WHOLE
    answered = path.read_bytes()[:cut]
    path.write_bytes(answered)
    assert resumed(path) == WHOLE
    kept = answered[: answered.rfind(b"\n") + 1]
    assert path.read_bytes().startswith(kept)
    again = path.read_bytes()
    assert resumed(path) == WHOLE
    assert path.read_bytes() == again


@pytest.mark.parametrize("cut", range(1, 70, 3))
def test_a_record_that_was_cut_off_costs_nothing(tmp_path, cut):
    """The process was ended while it wrote the record of an answer."""
    path = tmp_path / "answers.jsonl"
    begun(path, 3)
    rows = record(path).read_bytes()
    answered = b"".join(path.read_bytes().splitlines(keepends=True)[:2])
    path.write_bytes(answered)
    record(path).write_bytes(rows[:-cut])
    assert resumed(path) == WHOLE
    assert path.read_bytes().startswith(answered)


@pytest.mark.parametrize("size", [0, 1, 20, None])
def test_a_batch_that_was_ended_before_its_first_answer_begins(tmp_path, size):
    path = tmp_path / "answers.jsonl"
    begun(path, 0)
    path.unlink()
    record(path).write_bytes(record(path).read_bytes()[:size])
    assert resumed(path) == WHOLE


def test_answers_that_are_gone_are_computed_anew(tmp_path):
    path = tmp_path / "answers.jsonl"
    resumed(path)
    path.unlink()
    assert resumed(path, [b"z\n"], "range", "other") == ["z"]


FOREIGN = {
    "empty": b"",
    "letter": b"Dear Steel Wheel,\nthis is a letter",
    "no end of line": b"x" * 100,
    "zeros": bytes(1000),
    "answers": b'{"echo": "a"}\n{"echo": "b"}\n',
    "torn answers": b'{"echo": "a"}\n{"ec',
    "same answers": b'{"error": {"field": "file", "message": "this line is empty", "position": null}}\n',
    "binary": bytes(range(256)) * 10,
    "input": b"".join(GIVEN),
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(50),
    "UTF-16": "Grüße\n".encode("utf-16"),
    "a record": b'{"steelwheel_resume": 1, "version": "%b", "verb": "solve", "input": "input"}\n'
    % __version__.encode(),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "mine"
    path.write_bytes(content)
    refused(path, "was not written by --resume \\(there is no .*mine.resume")


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_with_a_record_of_other_answers_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "mine"
    resumed(path)
    path.write_bytes(content)
    if content not in (b"", FOREIGN["same answers"]):
        refused(path, "has been changed")
    else:
        assert resumed(path) == WHOLE


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_record_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "mine"
    begun(path, 2)
    record(path).write_bytes(content)
    refused(path, "was not written by --resume|has been changed")
    path.unlink()
    if content and not content.startswith(b'{"steelwheel_resume'):
        refused(path, "was not written by --resume")


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("place", range(0, 250, 10))
def test_a_changed_answer_is_noticed(tmp_path, place):
    path = tmp_path / "answers.jsonl"
    resumed(path)
    path.write_bytes(flipped(path.read_bytes(), place))
    refused(path, "line [1-7] of .* has been changed")


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: [*rows[:2], b"\0" * len(rows[2]), *rows[3:]],
        lambda rows: [rows[1], rows[0], *rows[2:]],
        lambda rows: [*rows, b'{"echo": "d"}\n'],
        lambda rows: [*rows, b"torn"],
        lambda rows: [*rows[:3], b"\0" * 5],
        lambda rows: [*rows[:3], *rows[4:]],
    ],
    ids=["zeros", "exchanged", "longer", "behind", "zeros at the end", "without a line"],
)
def test_other_changes_are_noticed(tmp_path, change):
    path = tmp_path / "answers.jsonl"
    resumed(path)
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    refused(path, "has been changed")


@pytest.mark.parametrize("row", [b"a b c\n", b"a b -1\n", b"a b\n", b"\xff\n"])
def test_a_changed_record_is_noticed(tmp_path, row):
    path = tmp_path / "answers.jsonl"
    resumed(path)
    rows = record(path).read_bytes().splitlines(keepends=True)
    record(path).write_bytes(b"".join([rows[0], row, *rows[2:]]))
    refused(path, "resume has been changed")


def test_another_input_is_refused(tmp_path):
    path = tmp_path / "answers.jsonl"
    begun(path, 4)
    refused(path, "belongs to another input", digest="other")
    refused(path, "belongs to another input", digest=None)


def test_lines_of_another_input_are_refused(tmp_path):
    path = tmp_path / "answers.jsonl"
    resumed(path)
    refused(path, "line 6 of the input is not the line", [*GIVEN[:5], b"z\n", *GIVEN[6:]])
    refused(path, "has 7 answers, more than there are lines", GIVEN[:5])


def test_another_version_and_another_verb_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "answers.jsonl"
    begun(path, 4)
    refused(path, "has answers of solve, not of kelly", verb="kelly")
    monkeypatch.setattr(answers_file, "__version__", "99.0")
    refused(path, "was started by version .* of the program; this is 99.0")


def test_two_processes_do_not_write_one_file(tmp_path):
    path = tmp_path / "answers.jsonl"
    begun(path, 2)
    with AnswersFile(str(path), "solve", "input"):
        refused(path, "another process is writing")
    assert resumed(path) == WHOLE


def test_a_file_system_without_locks_is_used_without(tmp_path, monkeypatch):
    def unknown(_handle):
        raise OSError(answers_file.errno.ENOLCK, "no locks")

    monkeypatch.setattr(answers_file, "try_lock", unknown)
    assert resumed(tmp_path / "answers.jsonl") == WHOLE


def test_what_is_no_regular_file_is_refused(tmp_path):
    refused(tmp_path, "is not a regular file")
    with pytest.raises(ScenarioError, match=f"resume cannot be opened: ({MISSING})"):
        resumed(tmp_path / "nowhere" / "answers.jsonl")


@pytest.mark.skipif(os.name != "posix", reason="files as POSIX has them")
class TestPosix:
    @pytest.mark.parametrize("device", ["/dev/null", "/dev/full", "/dev/zero"])
    def test_devices_are_refused(self, device):
        done = run("-", "--resume", device, given=ranges(3))
        assert done.returncode == 2
        error = json.loads(done.stdout)["error"]
        assert error["field"] == "--resume"
        assert error["message"].startswith(f"{device} is not a regular file")
        assert b"Traceback" not in done.stderr

    @pytest.mark.parametrize("name", ["answers", "answers.resume"])
    def test_pipes_are_refused_at_once(self, tmp_path, name):
        os.mkfifo(tmp_path / name)
        with pytest.raises(ScenarioError, match=f"{name} is not a regular file"):
            resumed(tmp_path / "answers")

    def test_a_link_that_leads_nowhere_is_refused(self, tmp_path):
        path = tmp_path / "answers"
        path.symlink_to(tmp_path / "nowhere")
        with pytest.raises(ScenarioError, match="cannot be opened"):
            resumed(path)
        assert list(tmp_path.iterdir()) == [path]


def test_the_input_is_not_taken_for_the_answers(tmp_path):
    path = tmp_path / "ranges.jsonl"
    path.write_bytes(ranges(5))
    before = hashlib.sha256(path.read_bytes()).digest()
    assert run(path, "--resume", path, given=None).returncode == 2
    assert hashlib.sha256(path.read_bytes()).digest() == before


def test_two_commands_at_once_leave_the_answers_of_one(tmp_path):
    file, path = tmp_path / "ranges.jsonl", tmp_path / "answers.jsonl"
    file.write_bytes(ranges(1500))
    done = []
    command = [*COMMAND, "--workers", "1", str(file)]
    both = [
        threading.Thread(
            target=lambda: done.append(
                subprocess.run([*command, "--resume", path], cwd=ROOT, capture_output=True, check=False)
            )
        )
        for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(one.returncode for one in done)[0] == 0
    assert path.read_bytes() == subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout


def test_an_input_that_was_changed_at_its_end_is_refused(tmp_path):
    file, path = tmp_path / "ranges.jsonl", tmp_path / "answers.jsonl"
    file.write_bytes(ranges(5))
    assert run(file, "--resume", path, given=None).returncode == 0
    answered = path.read_bytes()
    assert run(file, "--resume", path, given=None).returncode == 0
    file.write_bytes(ranges(4) + b'{"text": "AA"}\n')
    done = run(file, "--resume", path, given=None)
    assert done.returncode == 2
    assert "belongs to another input" in json.loads(done.stdout)["error"]["message"]
    assert path.read_bytes() == answered
