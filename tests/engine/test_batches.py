import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from engine.cli.batches.batch import answer_batch
from engine.cli.batches.command import BatchProgress
from engine.cli.batches.processes import Processes
from engine.ranges.holdem import parse_range
from engine.ranges.library import Folder, NamedRange, presets
from engine.ranges.library_files import read_batch, write_batch
from engine.scenario import Problem, ScenarioError
from tests.engine.range_batches import COMMAND, ROOT, ranges, run

FAULTS = (
    OverflowError("Overflow"),
    KeyError("dh p1"),
    MemoryError(),
    RecursionError(),
    UnicodeError(),
    AssertionError(),
)
"""Exceptions that no input should cause."""
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows ``os.kill`` ends a process at once, whatever the signal."""


def echo(line, threads):
    """An answer: what it was asked, and in which process."""
    words = line.decode().split()
    if words[0] == "bad":
        raise ScenarioError(Problem("file", "this is bad", 3))
    if words[0] == "die":
        os._exit(9)
    if words[0] == "once" and not Path(words[1]).exists():
        Path(words[1]).touch()
        os._exit(9)
    if words[0] == "fault":
        raise FAULTS[int(words[1]) % len(FAULTS)]
    return {"echo": words[0], "threads": threads, "process": os.getpid()}


def lines(*words):
    return iter([f"{word}\n".encode() for word in words])


def two():
    return Processes(2)


def told(found):
    """The words that came back, or the messages of errors."""
    values = [json.loads(answer.text) for answer in found]
    return [value.get("echo") or value["error"]["message"] for value in values]


def test_the_answers_of_processes_come_in_order():
    words = [f"w{i}" for i in range(700)]
    rows = list(answer_batch(lines(*words), echo, two, at_once=True))
    assert told(rows) == words
    values = [json.loads(answer.text) for answer in rows]
    assert os.getpid() not in {value["process"] for value in values}
    assert {value["threads"] for value in values} == {1}
    assert [answer.size for answer in rows] == [len(word) + 1 for word in words]


def test_a_small_batch_starts_no_process():
    def none():
        raise AssertionError("a pool for three lines")

    result = list(answer_batch(lines("a", "bad", "c"), echo, none))
    assert told(result) == ["a", "this is bad", "c"]
    assert json.loads(result[0].text) == {"echo": "a", "threads": None, "process": os.getpid()}


def test_empty_lines_count_unless_they_are_the_last_ones():
    for pool in (None, two):
        given = iter([b"\n", b"a\n", b"  \n", b"\n", b"b\n", b"\n", b"\n"])
        empty = "this line is empty"
        assert told(answer_batch(given, echo, pool, at_once=True)) == [empty, "a", empty, empty, "b"]
        assert told(answer_batch(iter([b"\n"]), echo, pool, at_once=True)) == []


def test_a_line_that_brings_its_process_down_costs_only_itself():
    words = [f"w{i}" for i in range(30)]
    words[17] = "die"
    result = told(answer_batch(lines(*words), echo, two, at_once=True))
    assert "died, twice" in result[17]
    assert result[:17] + result[18:] == words[:17] + words[18:]


def test_the_lines_of_a_lost_process_are_computed_again(tmp_path):
    words = ["a", f"once {tmp_path / 'first'}", "b", "c", f"once {tmp_path / 'second'}", "d"]
    assert told(answer_batch(lines(*words), echo, two, at_once=True)) == ["a", "once", "b", "c", "once", "d"]


def test_another_process_takes_the_place_of_a_lost_one():
    with Processes(1) as pool:
        assert isinstance(pool.submit(echo, [b"die"]).exception(), BrokenExecutor)
        assert pool.submit(echo, [b"a"]).exception() is None
        pool.restart()
        assert pool.submit(echo, [b"a"]).exception() is None


def test_processes_may_be_killed_at_any_time():
    words = [f"w{i}" for i in range(1600)]
    values, kept = answer_batch(lines(*words), echo, two, at_once=True), []
    for at, answer in enumerate(values):
        kept.append(answer)
        if at % 700 == 100:
            with suppress(OSError):  # it has ended already
                os.kill(json.loads(answer.text)["process"], KILL)
    assert told(kept) == words


@pytest.mark.parametrize("pool", [None, two])
def test_each_answer_comes_before_the_next_line_is_asked(pool):
    """Whoever talks to the program line by line gets every answer at once."""
    asked, may_ask = [], threading.Semaphore(1)

    def talk():
        for word in ("a", "b", "c", "d"):
            assert may_ask.acquire(timeout=60)
            asked.append(word)
            yield word.encode()

    for number, answer in enumerate(answer_batch(talk(), echo, pool, at_once=True), 1):
        assert json.loads(answer.text)["echo"] == asked[-1]
        assert len(asked) == number
        may_ask.release()
    assert asked == ["a", "b", "c", "d"]


@pytest.mark.parametrize("pool", [None, two])
def test_what_was_read_before_a_failure_is_answered(pool):
    def broken():
        yield from lines("a", "b")
        raise ScenarioError(Problem("file", "gone"))

    values = []
    with pytest.raises(ScenarioError, match="gone"):
        values.extend(json.loads(answer.text)["echo"] for answer in answer_batch(broken(), echo, pool, at_once=True))
    assert values == ["a", "b"]


def test_who_stops_reading_leaves_no_process_behind():
    result = answer_batch(lines(*(f"w{i}" for i in range(5000))), echo, two, at_once=True)
    process = json.loads(next(result).text)["process"]
    result.close()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and Path(f"/proc/{process}").exists():
        time.sleep(0.01)
    assert sys.platform != "linux" or not Path(f"/proc/{process}").exists()


@pytest.mark.parametrize("pool", [None, two])
def test_a_hundred_faults_cost_a_hundred_lines(pool, caplog):
    words = [f"fault {i}" if i % 3 == 0 else f"w{i}" for i in range(300)]
    values = [json.loads(answer.text) for answer in answer_batch(lines(*words), echo, pool, at_once=True)]
    assert len(values) == 300
    for word, value in zip(words, values, strict=True):
        if word.startswith("fault"):
            message = value["error"]["message"]
            assert message.startswith("this cannot be computed because of an internal error")
            assert "dh p1" not in message
            assert value["error"]["field"] == "file"
        else:
            assert value["echo"] == word
    if pool is None:
        assert len(caplog.records) == 100
        assert all(record.exc_info for record in caplog.records)


def test_a_result_that_no_json_can_hold_is_a_fault(caplog):
    (answer,) = answer_batch(lines("a"), lambda line, threads: {"equity": float("nan")}, None)
    assert "internal error (ValueError)" in json.loads(answer.text)["error"]["message"]
    assert len(caplog.records) == 1


def test_a_fault_of_one_verb_is_told_without_a_traceback_which_is_in_a_file(tmp_path):
    fault = "import engine.table.hand_texts as texts; texts.HANDS = {}"
    code = f"{fault}; import engine.cli.main as cli, sys; sys.exit(cli.run_process(['range', 'AA']))"
    settings = os.environ | dict.fromkeys(("XDG_STATE_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    (log,) = tmp_path.rglob("engine.log")
    assert str(log) in json.loads(done.stdout)["error"]["message"]
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("steelwheel: a fault of the program (KeyError)")
    assert "Traceback" in log.read_text(encoding="utf-8")
    log.unlink()
    log.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "Traceback" in done.stderr


def test_progress_has_rate_and_remaining_time(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    said = []
    progress = BatchProgress(said.append, 4000)
    for _ in range(100):
        now[0] += 0.0625
        progress.add(10)
    progress.end()
    assert said[0] == "16 lines, 16 per second, 4%, about 24 s left"
    assert said[-1] == "100 lines in 6 s, 16 per second"
    assert len(said) == 7


def test_the_command_answers_by_processes_as_it_does_alone():
    given = ranges(300) + b"nonsense\n"
    alone = run("--workers", 1, "-", given=given)
    shared = run("--workers", 2, "-", given=given)
    assert (alone.returncode, shared.returncode) == (0, 0)
    assert alone.stdout == shared.stdout
    assert len(alone.stdout.splitlines()) == 301


def test_a_killed_batch_goes_on_with_nothing_lost_or_twice(tmp_path):
    given, path = ranges(3000), tmp_path / "answers.jsonl"
    file = tmp_path / "ranges.jsonl"
    file.write_bytes(given)
    for _ in range(3):
        with subprocess.Popen([*COMMAND, file, "--resume", path, "--workers", "2"], cwd=ROOT) as process:
            before = path.stat().st_size if path.exists() else 0
            while process.poll() is None and (not path.exists() or path.stat().st_size <= before):
                time.sleep(0.01)
            process.kill()
    done = run(file, "--resume", path, given=None)
    assert (done.returncode, done.stdout) == (0, b"")
    assert path.read_bytes() == run(file, "--workers", 1, given=None).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workers", "0"], "invalid"),
        (["--workers", "two"], "invalid"),
        (["--workers", "2", "--dask", "tcp://localhost:1"], "not both"),
    ],
)
def test_options_that_make_no_sense_are_told(arguments, message):
    done = run(*arguments, "-", given=b"")
    assert done.returncode == 2
    assert message in json.loads(done.stdout)["error"]["message"]


def test_options_of_batches_need_lines():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "range", "AA", "--workers", "2"], cwd=ROOT, capture_output=True, check=False
    )
    assert json.loads(done.stdout)["error"]["message"] == "--workers needs --lines"


TEXT = """Hand Range #1[EP1 RFI]:
{88+, 7h7s, ATs+, A5s-A4s}

hand range #2[6-max / UTG]:
{AA, ATs+; Weights: AQs:75%,
 AJs:50%}
Hand Range #3[6-max / BTN]: {QQx}
"""


def test_ranges_with_names_are_read():
    folder = read_batch(TEXT)
    assert [(path, item.name) for path, item in folder.walk()] == [
        ((), "EP1 RFI"),
        (("6-max",), "UTG"),
        (("6-max",), "BTN"),
    ]
    items = {item.name: item for _, item in folder.walk()}
    assert parse_range(items["UTG"].text).weights.sum() == 6 + 8 + 3 + 2
    assert items["BTN"].text == "QQx"


@pytest.mark.parametrize(
    ("text", "position"),
    [("", None), ("22+", 0), (TEXT + "oops", len(TEXT)), (TEXT.replace("{QQx}", "QQ"), TEXT.index("Hand Range #3"))],
)
def test_what_is_no_range_is_told(text, position):
    with pytest.raises(ScenarioError) as caught:
        read_batch(text)
    assert (caught.value.problems[0].field, caught.value.problems[0].position) == ("file", position)


def test_ranges_are_written_and_come_back():
    holdem = Folder("All", tuple(item for item in presets().items[:3]))
    again = read_batch(write_batch(holdem), "All")
    assert [path for path, _ in again.walk()] == [path for path, _ in holdem.walk()]
    for (_, one), (_, other) in zip(again.walk(), holdem.walk(), strict=True):
        assert one.name == other.name
        assert parse_range(one.text) == parse_range(other.text)


@pytest.mark.parametrize("item", [NamedRange("razz", "A29", game="razz"), NamedRange("broken", "AA, QQx")])
def test_what_cannot_be_exchanged_is_told(item):
    with pytest.raises(ScenarioError) as caught:
        write_batch(Folder("Mine", (item,)))
    assert caught.value.problems[0].field == item.name
