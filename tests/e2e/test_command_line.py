"""The command as a shell sees it: interrupted at any moment, and into a pipe that nobody reads."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from engine.cli.answers import FILE_VERBS
from engine.cli.main import main
from engine.equity import watching
from gui.__main__ import MENU_VERB, VERBS

ROOT = Path(__file__).parents[2]
SECONDS = 600
"""A process may have to compile its kernels, on a machine that does other things too."""
SAID = "started\n"
STARTED = f"""
import signal, sys
from gui.__main__ import main

install = signal.signal
install(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it

def tell(number, handler):
    signal.signal = install
    install(number, handler)
    sys.stderr.write({SAID!r})
    sys.stderr.flush()

signal.signal = tell
sys.exit(main())
"""
"""Says that it has started once interrupts are answered."""
KNOWN = "known\n"
KNOWING = f"""
from engine.equity import watching

remember = watching.partial

def tell_once(*answer):
    watching.partial = remember
    sys.stderr.write({KNOWN!r})
    sys.stderr.flush()
    return remember(*answer)

watching.partial = tell_once
"""
"""Says that a first answer is known."""
ENDLESS = {"game": "holdem", "seats": [{"cards": "AhAd"}, *[{"cards": "random"}] * 5], "run": {"max_trials": 10**12}}


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("delay", [0.01, 0.1, 0.3, 1.5])
def test_an_interrupt_ends_it_quietly_whatever_it_is_doing(delay, tmp_path):
    """Python's own start is over; then the imports, the compiler or a run."""
    file = tmp_path / "endless.json"
    file.write_text(json.dumps(ENDLESS), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, "solve", str(file)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr.readline() == SAID
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        answer, errors = process.communicate(timeout=SECONDS)
        assert process.returncode == 130
        assert errors == ""
        assert not answer or json.loads(answer)["final"] is False


LONG = {
    "solve": ENDLESS,
    "preflop": {
        "hero": {"cards": "AKs"}, "opponents": [{"in": 1, "calls": "30%"}] * 3, "after": {"bets": 5},
        "run": {"max_trials": 10**12},
    },
    "third": {
        "hero": {"cards": "A46"}, "raise_to": 2, "after": {"bets": 4},
        "opponents": [{"door": door, "in": 0.5, "calls": "(8-8-)"} for door in "K9T"],
        "run": {"max_trials": 10**12},
    },
    "ask": {
        "steelwheel_ask": 1, "table": ENDLESS | {"run": {"max_trials": 10**12, "target_stderr": 1e-12}},
        "event": "1 wins",
    },
    "simulate": {
        "table": "AhKh v QQ v 20% | 7h8h2c", "pot": 10, "stacks": [50] * 3, "players": ["loose"] * 3,
        "run": {"max_trials": 10**12},
    },
    "betting": {
        "steelwheel_betting": 1, "pot": 10, "stack": 100, "target": 1e-9,
        "sizes": {street: {"bet": ["50%"], "raise": ["50%"]} for street in ("turn", "river")},
        "table": {"game": "holdem", "board": "7h8h2cQd", "seats": [{"cards": "30%"}, {"cards": "30%"}]},
    },
}  # fmt: skip
PARTS = {
    "solve": "seats",
    "preflop": "actions",
    "third": "actions",
    "ask": "probability",
    "betting": "node",
    "simulate": "actions",
}


PROGRESS = re.compile(r"steelwheel: \d+%(, about .* left)?")


def check_known(verb, answer):
    value = json.loads(answer)
    assert value["final"] is False
    assert 0 <= value["progress"] < 1
    assert value[PARTS[verb]]


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupted_process_ends_with_what_is_known(tmp_path):
    """Its progress is told meanwhile, in lines where standard error is no terminal."""
    file = tmp_path / "long.json"
    file.write_text(json.dumps(LONG["solve"]), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", KNOWING + STARTED, "solve", str(file)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        told = {process.stderr.readline()}
        while not {SAID, KNOWN} < told:  # on a busy machine the progress is told before anything is known
            line = process.stderr.readline()
            assert line in (SAID, KNOWN) or PROGRESS.fullmatch(line.rstrip("\n")), line
            told.add(line)
        process.send_signal(signal.SIGINT)
        answer, _ = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    check_known("solve", answer)


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("verb", LONG)
def test_an_interrupted_request_ends_with_what_is_known(verb, tmp_path, monkeypatch, capsys):
    file = tmp_path / "long.json"
    file.write_text(json.dumps(LONG[verb]), encoding="utf-8")

    def interrupt(*answer):
        monkeypatch.setattr(watching, "partial", partial)
        signal.raise_signal(signal.SIGINT)
        return partial(*answer)

    monkeypatch.setattr(watching, "partial", interrupt)  # called as soon as a first answer is known
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main([verb, str(file)]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    answer, said = capsys.readouterr()
    assert [line for line in said.splitlines() if not PROGRESS.fullmatch(line)] == []
    check_known(verb, answer)


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_that_nobody_reads_is_no_crash(argument):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "gui", argument], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, timeout=SECONDS
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


SMALL = '{"game": "holdem", "seats": [{"cards": "AhAd"}, {"cards": "KsKc"}], "board": "2c 3d 7h 9s Jc"}'
BET = '{"bankroll": 100, "opponents": 1, "outcomes": {"win": 0.6, "split": [0], "lose": 0.4}}'
SEATS = '{"steelwheel_seats": 1, "players": 3}'
posix = pytest.mark.skipif(
    os.name != "posix" or not os.path.exists("/dev/full"), reason="devices and shells as Linux has them"
)


def shell(line, given=""):
    command = f"{Path(sys.executable).as_posix()} -m gui {line}"
    return subprocess.run(["sh", "-c", command], cwd=ROOT, input=given, capture_output=True, text=True, timeout=SECONDS)


@posix
@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("solve -", SMALL),
        ("kelly -", BET),
        ("preflop -", SEATS),
        ("range AA", ""),
        ("--help", ""),
        ("--version", ""),
        ("solve --help", ""),
    ],
)
def test_an_answer_that_cannot_be_written_is_told(line, given):
    for where, reason in ((">&-", "standard output is closed"), (">/dev/full", "No space left on device")):
        done = shell(f"{line} {where}", given)
        assert done.returncode == 1
        assert done.stdout == ""
        assert done.stderr.startswith("steelwheel: ")
        assert done.stderr.endswith(f"cannot be written: {reason}\n")
        assert done.stderr.count("\n") == 1


@posix
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_an_error_that_nobody_hears_is_on_stdout_alone(where):
    for line in ("range AAA", "solve", "solve none.json"):
        done = shell(f"{line} {where}")
        assert done.returncode == 2
        assert set(json.loads(done.stdout)) == {"error"}
        assert done.stderr == ""
    assert shell(f"--wrong {where}").returncode == 2


@posix
def test_a_file_that_cannot_be_read_is_told_as_that():
    for verb in ("kelly", "solve", "solve --lines"):
        done = shell(f"{verb} /proc/self/mem")
        assert done.returncode == 2
        assert "cannot be read" in json.loads(done.stdout)["error"]["message"]


@posix
def test_a_device_is_refused():
    for verb in ("kelly", "solve"):
        done = shell(f"{verb} /dev/zero")
        assert (done.returncode, json.loads(done.stdout)["error"]["field"]) == (2, "file")
        assert "a device or a pipe, not a file" in done.stderr


PREFLOP = '{"hero": {"cards": "AhAd"}, "opponents": [{"in": 1, "cards": "KsKc"}], "after": {"bets": 1}}'


def test_lines_of_every_verb_are_answered_in_order_with_errors_in_their_place():
    lines = {
        "kelly": (BET, '{"bankroll": 100}', "opponents"),
        "preflop": ('{"steelwheel_jam": 1, "stack": 10}', '{"steelwheel_jam": 1}', "stack"),
        "range": ('{"text": "22+, AKs"}', '{"text": "AK, ZZ"}', "text"),
    }
    for verb, (good, bad, field) in lines.items():
        done = shell(f"{verb} --lines -", f"{good}\n{bad}\n\n{good}\n")
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.returncode == 0
        assert [answer["error"]["field"] if "error" in answer else None for answer in answers] == [
            None, field, "file", None,
        ]  # fmt: skip
        assert answers[0] == answers[3]


def test_lines_of_ranges_hold_the_options_of_the_verb():
    lines = [
        {"text": "ATs+, QQ:0.5", "known": "Ah 7c"}, {"text": "A29", "game": "razz"}, {"text": "15%", "order": "v3"},
        {"text": "T9s+", "dialect": "climb"}, {"text": "AA", "write": "equilab"},
        {"text": "A29", "game": "razz", "write": "equilab"}, {"text": "AA", "colour": "red"}, {"known": "Ah"}, 7,
    ]  # fmt: skip
    done = shell("range --lines -", "\n".join(json.dumps(line) for line in lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("error", {}).get("field") for answer in answers] == [
        None, None, None, None, None, "write", "colour", "text", "file",
    ]  # fmt: skip
    assert (answers[0]["count"], answers[0]["live_count"]) == (22, 18)
    assert answers[1]["items"][0]["down"] == "A2"


def test_preflop_answers_situations_tables_and_bad_input(capsys, tmp_path):
    def told(verb, request=None):
        """Return the status and the output of a verb in this process."""
        words = verb.split()
        if request is not None:
            (tmp_path / "request.json").write_text(request, encoding="utf-8")
            words.append(str(tmp_path / "request.json"))
        return main(words), capsys.readouterr().out

    done = shell("preflop -", PREFLOP)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["method"], answer["best"]) == (0, "exact", "call")
    assert set(answer["classes"]) == {"AA"}
    table = json.loads(told("preflop", '{"steelwheel_seats": 1, "players": 10, "bet": 1}')[1])
    assert table["rows"][0]["seat"] == "UTG"
    status, wrong = told("preflop", PREFLOP.replace("KsKc", "KsK"))
    assert (status, json.loads(wrong)["error"]["field"]) == (2, "opponents[0].cards")
    assert told("preflop none.json")[0] == 2
    rows = [line.split(",") for line in told("preflop --matchups")[1].split()]
    assert (len(rows), rows[0]) == (1 + 169 * 169, ["hand", "against", "pairs", "win", "tie", "equity"])
    aces = next(row for row in rows if row[:2] == ["AA", "KK"])
    one = json.loads(
        told("solve", '{"steelwheel": 1, "game": "holdem", "seats": [{"cards": "AA"}, {"cards": "KK"}]}')[1]
    )
    assert float(aces[5]) == pytest.approx(one["seats"][0]["equity"], abs=1e-12)
    assert json.loads(told("preflop")[1])["error"]["field"] == "arguments"


def test_the_program_knows_all_verbs_of_the_engine():
    assert sorted(VERBS) == sorted([*(verb.name for verb in FILE_VERBS), "hands", "players", "range", "schema"])
    words = shell("--help").stdout.split()
    assert [word for word in (*VERBS, MENU_VERB, "--self-test", "--repair", "--version") if word not in words] == []
    titles = [
        path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        for path in (ROOT / "resources/guide").glob("*.md")
    ]
    assert [verb.guide_page for verb in FILE_VERBS if verb.guide_page not in titles] == []


def test_arguments_of_the_program_that_make_no_sense_are_told_with_its_usage():
    for line in ("a.steelwheel b.steelwheel", "--wrong", "--repai", "desktop --wrong", "--"):
        done = shell(line)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("steelwheel: usage: steelwheel ")
