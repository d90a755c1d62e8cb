"""The headless verbs as a user meets them; most in this process, the command itself where that matters."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import escaped
from engine.cli.main import main
from engine.scenario.reading import MAX_UNKNOWN_KEYS, Collector
from engine.table.one_line import parse_line
from engine.table.serialize import scenario_to_json
from tests.systems import MISSING, WAIT_S

ROOT = Path(__file__).parents[2]

RIVER = {"game": "holdem", "seats": [{"name": "Zoë", "cards": "AhAd"}, {"cards": "KhKd"}], "board": "2c 3c 4d 8s 9s"}
EMPTY_SEAT = {"game": "holdem", "seats": [{"cards": "AA"}, {"cards": ""}]}


class Input(io.TextIOWrapper):
    """Standard input with given bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), "utf-8")


@pytest.fixture
def call(capsys, monkeypatch):
    """Run a verb; return (status, stdout, stderr)."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", Input(stdin))
        status = main([str(a) for a in arguments])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def fails(call):
    """Run a verb with bad input; return its field, message and position."""

    def run(*arguments, stdin=b""):
        status, out, err = call(*arguments, stdin=stdin)
        assert status == 2
        error = json.loads(out)["error"]
        assert list(error) == ["field", "message", "position"]
        assert escaped(error["message"]) in err
        return error["field"], error["message"], error["position"]

    return run


def test_solve_a_file(call, tmp_path):
    file = tmp_path / "river.json"
    file.write_text(json.dumps(RIVER, ensure_ascii=False), encoding="utf-8")
    status, out, err = call("solve", file)
    result = json.loads(out)
    assert (status, err) == (0, "")
    assert out.isascii()
    assert result["steelwheel_result"] == 1
    assert (result["method"], result["final"], result["seed"]) == ("exact", True, None)
    assert result["deals"] == 1
    assert [seat["name"] for seat in result["seats"]] == ["Zoë", "Seat 2"]
    assert result["seats"][0]["equity"] == 1.0
    assert result["seats"][0]["classes"]["pair"] == 1.0
    assert result["seats"][1]["lose"] == 1.0
    assert result["scenario"]["seats"][0]["cards"] == "AhAd"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_solve_standard_input(call, encoding):
    status, out, _ = call("solve", "-", stdin=json.dumps(RIVER, ensure_ascii=False).encode(encoding))
    assert status == 0
    assert json.loads(out)["seats"][0]["win"] == 1.0


def test_a_result_can_be_solved_again(call):
    _, out, _ = call("solve", "-", stdin=json.dumps(RIVER).encode())
    status, again, _ = call("solve", "-", stdin=out.encode())
    assert status == 0
    assert json.loads(again)["seats"] == json.loads(out)["seats"]


def test_bad_scenarios_name_the_field_and_the_position(fails):
    broken = RIVER | {"seats": [{"cards": "AhAd"}, {"cards": "KK, AKx+"}]}
    assert fails("solve", "-", stdin=json.dumps(broken).encode())[0::2] == ("seats[1].cards", 4)
    broken = RIVER | {"dead": "7s 2c"}
    assert fails("solve", "-", stdin=json.dumps(broken).encode())[0::2] == ("dead", 3)
    assert fails("solve", "-", stdin=json.dumps(EMPTY_SEAT).encode())[0::2] == ("seats[1].cards", None)
    assert fails("solve", "-", stdin=b'{"game": }')[0::2] == ("file", 9)
    assert fails("solve", "-", stdin=b"") == ("file", "not JSON: Expecting value", 0)
    assert fails("solve", "-", stdin=b'{"game": "\n') == ("file", "not JSON: Invalid control character", 10)
    assert fails("solve", "-", stdin=b'{"game": "\xff"}') == ("file", "this is not UTF-8 text", 10)


def test_files_that_cannot_be_read(fails, tmp_path):
    for path in (tmp_path / "missing.json", tmp_path, "null\0byte"):
        field, message, position = fails("solve", path)
        assert (field, position) == ("file", None)
        assert str(path) in message
    assert re.search(MISSING, fails("solve", tmp_path / "missing.json")[1])
    assert fails("solve", "--lines", tmp_path / "missing.json")[0] == "file"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("solve",),
        ("solve", "a", "b"),
        ("range", "AA", "--game", "chess"),
        ("range", "AA", "--loud"),
        ("range", "AA", "--kno", "Ah"),
    ],
)
def test_wrong_arguments(fails, arguments):
    field, _, position = fails(*arguments)
    assert (field, position) == ("arguments", None)


def test_help_tells_how_empty_lines_are_answered(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["solve", "--help"])
    assert caught.value.code == 0
    assert "empty line" in capsys.readouterr().out


def test_a_line_that_ends_after_the_word_between_seats_is_one(call):
    status, out, _ = call("solve", "--lines", "-", stdin=b"AhKh v\nrazz | A29 v 345 |\n")
    errors = [json.loads(line).get("error", {}).get("field") for line in out.splitlines()]
    assert (status, errors) == (0, ["seats[1].cards", None])


def test_lines_are_answered_in_order(call):
    lines = [json.dumps(RIVER), json.dumps(EMPTY_SEAT), "nonsense", "", json.dumps(RIVER | {"game": "chess"}),
             json.dumps(RIVER), "", "  "]  # fmt: skip
    status, out, err = call("solve", "--lines", "-", stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    fields = [answer["error"]["field"] if "error" in answer else None for answer in answers]
    assert fields == [None, "seats[1].cards", "file", "file", "game", None]
    assert answers[3]["error"]["message"] == "this line is empty"
    assert answers[0]["seats"] == answers[5]["seats"]


LINE = '"Zoë": AhAd v KhKd | 2c3c4d8s9s'


def test_a_line_of_text_is_solved_in_place_of_a_file(call, fails, tmp_path, monkeypatch):
    status, out, err = call("solve", LINE)
    assert (status, err) == (0, "")
    assert [(seat["name"], seat["win"]) for seat in json.loads(out)["seats"]] == [("Zoë", 1.0), ("Seat 2", 0.0)]
    assert json.loads(call("solve", "razz | A2345 67 v (7-7-7)")[1])["scenario"]["game"] == "razz"
    assert json.loads(call("solve", "-", stdin=LINE.encode())[1])["seats"] == json.loads(out)["seats"]
    assert fails("solve", "AhAd v KK, AKx+")[0::2] == ("seats[1].cards", 4)
    assert fails("solve", '"Zoë: AhAd v KK')[0::2] == ("line", 0)
    assert fails("solve", "AhAd v \udcff")[1] == "this is not UTF-8 text"
    assert [seat["equity"] for seat in json.loads(call("solve", "AhAd")[1])["seats"]] == [1.0]  # one seat alone
    assert re.search(MISSING, fails("solve", "AhA")[1])
    assert fails("kelly", LINE)[1].startswith(f"{LINE} cannot be read: ")  # on Windows it is no name of a file
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AhAd v KK").write_text(json.dumps(RIVER), encoding="utf-8")
    assert json.loads(call("solve", "AhAd v KK")[1])["seats"][0]["name"] == "Zoë"  # the file


def test_lines_of_text_among_those_of_json(call):
    given = [LINE, json.dumps(RIVER), "AhAd v AhKh", "razz | A2345 67 v fold 89", '  {"game": "a v b"}']
    status, out, _ = call("solve", "--lines", "-", stdin="\n".join(given).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert answers[0]["seats"] == answers[1]["seats"]
    assert [answer.get("error", {}).get("field") for answer in answers[2:]] == ["seats[1].cards", None, "game"]


def test_lines_of_bets_that_opponents_answer(call):
    asked = {"bankroll": 5000, "pot": 100, "opponents": 1, "min_bet": 10, "outcomes": {"win": 0.6}}
    ranked = {"bankroll": 500, "opponents": 2, "orders": [{"p": 1, "order": [[0], [2], [1]]}]}
    ranked["committed"] = {"hero": 20, "opponents": [20, 20], "behind": [10, None]}
    lines = [asked, asked | {"reaction": {"defend": "pot odds"}}, asked | {"reaction": {"fold": 7}}, ranked]
    status, out, _ = call("kelly", "--lines", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert "answered" not in answers[0]
    assert answers[1]["answered"]["folds"] == pytest.approx(answers[1]["bet"] / (100 + answers[1]["bet"]))
    assert answers[2]["error"]["field"] == "reaction.fold"
    assert answers[3]["side_pots"] == "exact"


def test_lines_from_a_file_with_other_line_ends_and_bad_bytes(call, tmp_path):
    file = tmp_path / "batch.txt"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(RIVER).encode() + b"\r\n\xff\r\n" + json.dumps(RIVER).encode())
    status, out, _ = call("solve", file, "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[1]["error"]["message"] == "this is not UTF-8 text"


def test_lines_of_nothing(call):
    assert call("solve", "--lines", "-") == (0, "", "")
    assert call("solve", "--lines", "-", stdin=b"\n\n") == (0, "", "")


def test_range_of_the_specification(call):
    status, out, err = call("range", "ATs+, QQ:0.5", "--game", "holdem", "--known", "Ah 7c", "--json")
    meaning = json.loads(out)
    assert (status, err) == (0, "")
    assert list(meaning) == ["combos", "count", "live_count", "weight", "share", "canonical", "notices"]
    assert (meaning["count"], meaning["live_count"], meaning["weight"]) == (22, 18, 15.0)
    assert meaning["share"] == 15 / 1326
    assert meaning["canonical"] == "ATs+, QQ:0.5"
    assert meaning["combos"]["AhTh"] == 1.0
    assert meaning["combos"]["QsQh"] == 0.5
    assert list(meaning["combos"])[:5] == ["AsKs", "AhKh", "AdKd", "AcKc", "AsQs"]
    assert list(meaning["combos"])[-1] == "TsTh" or list(meaning["combos"])[-1] == "QdQc"


def test_combos_are_sorted_by_rank_then_suit(call):
    _, out, _ = call("range", "22, random", "--json")
    meaning = json.loads(out)
    keys = list(meaning["combos"])
    order = "AKQJT98765432"
    assert keys == sorted(
        keys, key=lambda k: (order.index(k[0]), order.index(k[2]), "shdc".index(k[1]), "shdc".index(k[3]))
    )
    assert len(keys) == 1326
    assert all(("shdc".index(k[1]) < "shdc".index(k[3])) for k in keys if k[0] == k[2])
    assert meaning["notices"] == ["22 is given twice; the later 'random' is used"]


def test_range_for_people(call):
    status, out, err = call("range", "T9s+ AA:50%", "--known", "Ah")
    assert (status, err) == (0, "")
    assert out.splitlines()[:3] == ["T9s, AA:0.5", "10 combos, 7 of them live", "weight 5.5, 0.4148% of all combos"]
    assert "T9s alone" in out
    assert call("range", "T9s+", "--dialect", "climb")[1].startswith("AKs-T9s\n20 combos")


def test_a_range_that_known_cards_empty_is_still_told(call):
    status, out, _ = call("range", "AhAd", "--known", "Ah", "--json")
    meaning = json.loads(out)
    assert (status, meaning["count"], meaning["live_count"], meaning["weight"]) == (0, 1, 0, 0.0)


def test_range_texts_that_cannot_be_read(fails):
    assert fails("range", "AA, AJsx")[0::2] == ("text", 4)
    assert "did you mean AJs?" in fails("range", "AA, AJsx", "--json")[1]
    assert fails("range", "AA:0")[0::2] == ("text", 0)
    assert fails("range", "")[0::2] == ("text", 0)
    assert fails("range", "AA", "--known", "Ah 7")[0::2] == ("known", 3)
    assert fails("range", "(7-7", "--game", "razz")[0::2] == ("text", 0)
    assert fails("range", "A29", "--game", "razz", "--known", "A A A A A")[0::2] == ("known", 8)


def test_range_of_razz(call):
    status, out, err = call("range", "A7-9", "--game", "razz", "--json")
    meaning = json.loads(out)
    assert (status, err) == (0, "")
    assert list(meaning) == ["items", "canonical", "notices"]
    assert list(meaning["items"][0]) == ["down", "up", "combos", "weight", "share"]
    ways = {row["down"]: row["combos"] for row in meaning["items"]}
    assert ways == {"AA": 3, "A2": 4, "A3": 4, "A4": 4, "A5": 4, "A6": 4, "A7": 4}
    assert {row["up"] for row in meaning["items"]} == {"9"}
    assert sum(row["share"] for row in meaning["items"]) == pytest.approx(1, abs=1e-12)
    status, out, _ = call("range", "A29", "--game", "razz")
    assert (status, out.splitlines()[:2]) == (0, ["A29", "A2 / 9: 1 ways, weight 1, 100.0000%"])


def command(*arguments, **more):
    return subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "engine", *arguments],
        cwd=ROOT,
        capture_output=True,
        timeout=WAIT_S,
        **more,
    )


def test_the_command_flushes_each_line_and_imports_no_window():
    code = (
        "import sys; from engine.cli.main import main; status = main(['solve', '--lines', '-'])\n"
        "bad = [m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph', 'gui'))]\n"
        "sys.exit(status or bool(bad))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        for scenario in (RIVER, EMPTY_SEAT, RIVER):
            process.stdin.write(json.dumps(scenario) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert ("error" in answer) == (scenario is EMPTY_SEAT)
        process.stdin.close()
        assert process.wait(WAIT_S) == 0


def test_the_command_tells_its_status():
    good = command("range", "A♥K♥", "--json")
    assert (good.returncode, good.stderr) == (0, b"")
    assert json.loads(good.stdout)["canonical"] == "AhKh"
    bad = command("solve", "-", input=b"{}")
    assert bad.returncode == 2
    assert json.loads(bad.stdout)["error"]["field"] == "game"
    assert b"steelwheel: game: this key is missing" in bad.stderr


def test_a_reader_that_goes_away_is_no_crash():
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "solve", "--lines", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        process.stdin.write((json.dumps(RIVER) + "\n").encode() * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(WAIT_S) == 1


@pytest.mark.parametrize("arguments", [("range", "AA"), ("range", "AKx+"), ("range", "random", "--json")])
def test_a_reader_that_has_gone_before_the_answer_is_no_crash(arguments):
    """The pipe is broken before anything is written: a result, an error and a long answer."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=WAIT_S,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix" or not Path("/dev/full").exists(), reason="a device that is always full")
def test_an_answer_that_cannot_be_written_is_told():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "range", "AA"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=WAIT_S,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [b"steelwheel: the answer cannot be written: No space left on device"]


def test_standard_input_that_is_closed(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["solve", "-"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["message"] == "- cannot be read: standard input is closed"


def test_a_file_that_fails_while_it_is_read(fails, monkeypatch):
    class Broken(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, _):
            raise OSError(5, "Input/output error")

    for lines in ([], ["--lines"]):
        for module in ("inputs", "verbs"):
            monkeypatch.setattr(f"engine.cli.{module}.opened", lambda _: io.BufferedReader(Broken()))
        assert fails("solve", *lines, "film.json") == ("file", "film.json cannot be read: Input/output error", None)


def test_tiny_weights_are_weights_and_impossible_ones_an_error_in_their_line(call):
    """Only ratios of weights count; where even these are too small for a float, the batch goes on."""
    tiny = {"game": "holdem", "seats": [{"cards": "AA:5e-324"}, {"cards": "KK:5e-324"}], "board": "2c3d9h"}
    plain = tiny | {"seats": [{"cards": "AA"}, {"cards": "KK"}]}
    hopeless = ["AhAd,KK:1e-200", "AhAc,QQ:1e-200", "AhAs,JJ:1e-200"]
    lines = [tiny, plain, tiny | {"seats": [{"cards": cards} for cards in hopeless]}, plain]
    status, out, _ = call("solve", "--lines", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    first, second, third, last = map(json.loads, out.splitlines())
    assert status == 0
    numbers = [[seat | {"name": ""} for seat in answer["seats"]] for answer in (first, second, last)]
    assert numbers[0] == numbers[1] == numbers[2]
    assert third["error"] == {
        "field": "seats",
        "message": "the weights of the possible deals are too small to compute with",
        "position": None,
    }


READ = "12d is read as Qd: 1 is an ace, 11, 12, 13 are J, Q, K"
FILE = {"game": "holdem", "seats": [{"cards": "12d3h"}, {"cards": "KhKd"}], "board": "2c 3c 4d 8s 13s", "dead": "1c"}


def reported(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_solve_reports_numbers_of_a_file(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    message = reported(caplog)
    assert [line.split(": ")[0] for line in message] == ["seats[0].cards", "board", "dead"]
    assert message[0] == f"seats[0].cards: {READ}"
    result = json.loads(capsys.readouterr().out)
    scenario = result["scenario"]
    assert (scenario["seats"][0]["cards"], scenario["board"], scenario["dead"]) == ("Qd3h", "2c 3c 4d 8s Ks", "Ac")
    caplog.clear()
    file.write_text(
        json.dumps(FILE | {"seats": [{"cards": "Qd3h"}, {"cards": "10s9s"}], "board": "", "dead": ""}), encoding="utf-8"
    )
    assert main(["solve", str(file)]) == 0
    assert reported(caplog) == []


def test_solve_reports_numbers_of_a_line_and_of_a_result(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    assert main(["solve", "12d3h v KhKd | 2c 3c 4d 8s 9s"]) == 0
    assert reported(caplog) == [f"seats[0].cards: {READ}"]
    caplog.clear()
    value = json.loads(capsys.readouterr().out)
    file = tmp_path / "result.json"
    value["scenario"]["seats"][0]["cards"] = "12d3h"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    assert reported(caplog) == [f"seats[0].cards: {READ}"]


def test_known_cards_of_razz_may_have_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for known in ("12d 1c", "Qd Ac"):
        assert main(["range", "A29", "--game", "razz", "--known", known, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0]["items"] == answers[1]["items"]
    assert answers[0]["notices"][0] == READ
    assert len(answers[0]["notices"]) == 2 + len(answers[1]["notices"])
    assert main(["range", "A29", "--game", "razz", "--known", "15d"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == "known"


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "{file}"),
        ("range", "AA, \x1b]0;owned\x07"),
        ("range", "--order", "\x1b[2J", "15%"),
        ("solve", "\x1b[31mno such file\x9b2J"),
        ("range", "AA", "--\x1b[5m"),
    ],
)
def test_what_a_message_quotes_cannot_control_the_terminal(call, tmp_path, arguments):
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(RIVER | {"\x1b[2J\x1b[1A\nsteelwheel: all checks passed": 1}), encoding="utf-8")
    status, out, err = call(*(text.format(file=file) for text in arguments))
    assert status == 2
    for sign in out + err:
        assert sign.isprintable() or sign in "\n", repr(sign)
    assert "all checks passed" not in [line.removeprefix("steelwheel: ") for line in err.splitlines()]


def test_a_notice_of_a_range_cannot_control_the_terminal(call):
    status, out, _ = call("range", "AA // \x1b]0;owned\x07")
    assert status == 0
    assert "note: '// " in out
    assert all(sign.isprintable() or sign == "\n" for sign in out)


def test_many_unknown_keys_are_counted_and_not_listed(fails):
    value = RIVER | {"kelly": {}} | {f"key {i}": i for i in range(100_000)}
    field, message, _ = fails("solve", "-", stdin=json.dumps(value).encode())
    assert (field, len(message) < 500) == ("key 0", True)
    request = {"steelwheel_ask": 1, "table": "AA v KK", "event": "1 wins"} | {f"key {i}": i for i in range(100_000)}
    assert fails("ask", "-", stdin=json.dumps(request).encode())[0] == "key 0"


def test_a_collector_notes_a_bounded_number_of_unknown_keys():
    fields = Collector({f"key {i}": i for i in range(1_000_000)}, ("a", "b"))
    assert len(fields.problems) == MAX_UNKNOWN_KEYS + 1
    assert fields.problems[-1].message == f"{1_000_000 - MAX_UNKNOWN_KEYS:,} more unknown keys"


@pytest.mark.parametrize("line", ["AhKh v 22+ v random | 7h8h2c", "razz | A23 v (8-8-7) v xx6", "random"])
def test_no_share_of_a_sampled_result_is_without_its_error(call, tmp_path, line):
    scenario = scenario_to_json(parse_line(line)) | {"run": {"method": "sampled", "max_trials": 4096}}
    file = tmp_path / "sampled.json"
    file.write_text(json.dumps(scenario), encoding="utf-8")
    _, out, _ = call("solve", file)
    for seat in json.loads(out)["seats"]:
        assert len(seat["split_stderr"]) == len(seat["split"])
        assert list(seat["classes_stderr"]) == list(seat["classes"])
        errors = [seat["win_stderr"], *seat["split_stderr"], seat["lose_stderr"], *seat["classes_stderr"].values()]
        assert all(1 / 4096 <= error < 0.02 for error in errors)
    _, exact, _ = call("solve", "AhKh v QsQd | 7h8h2c9d")
    assert not any(key.endswith("_stderr") for key in json.loads(exact)["seats"][0])
