"""What a batch keeps of its answers, ids that pass through, packed input."""

import gzip
import json

import pytest

from engine.cli.main import main

LINES = [
    {"id": 7, "steelwheel": 1, "game": "holdem", "seats": [{"cards": "AhAd"}, {"cards": "KhKd"}], "board": "7h8h2c"},
    {"id": {"row": [1, None]}, "steelwheel": 1, "game": "razz", "seats": [{"cards": "A23"}, {"cards": "45K"}]},
    {"id": "bad", "steelwheel": 1, "game": "holdem", "seats": [{"cards": "AhAh"}]},
]
TEXT = "\n".join([*map(json.dumps, LINES), "AA v KK | 7h8h2c", '{"id": 1', ""])


@pytest.fixture
def batch(tmp_path, capsys):
    def run(*options, name="lines.jsonl", data=None):
        path = tmp_path / name
        path.write_bytes(TEXT.encode() if data is None else data)
        status = main(["solve", "--lines", str(path), "--workers", "1", *options])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_ids_pass_through_and_come_first(batch):
    status, answers = batch()
    assert status == 0
    assert [answer.get("id") for answer in answers] == [7, {"row": [1, None]}, "bad", None, None]
    assert all(next(iter(answer)) == "id" for answer in answers[:3])
    assert answers[2]["error"]["field"] == "seats[0].cards"
    assert "id" not in answers[0]["scenario"]
    assert answers[4]["error"]["field"] == "file"


def test_only_some_fields(batch):
    _, whole = batch()
    _, answers = batch("--fields", "equity, stderr")
    for answer, full in zip(answers[:2], whole, strict=False):
        assert set(answer) == {"id", "seats"}
        assert answer["seats"] == [{key: seat[key] for key in ("equity", "stderr")} for seat in full["seats"]]
    assert answers[2] == whole[2]
    assert batch("--fields", "nothing")[1][0] == {"id": 7}
    assert batch("--fields", " , ")[0] == 2


def test_compact_answers_are_the_same_bytes_in_every_run(batch, tmp_path, capsys):
    path = tmp_path / "lines.jsonl"
    texts = set()
    for workers in ("1", "2", "1"):
        path.write_text(TEXT, encoding="utf-8")
        assert main(["solve", "--lines", str(path), "--workers", workers, "--compact"]) == 0
        texts.add(capsys.readouterr().out)
    (text,) = texts
    assert not set(json.loads(text.splitlines()[0])) & {"elapsed_s", "threads", "scenario"}


def test_packed_lines_are_read_by_the_name_of_the_file(batch):
    packed = gzip.compress(TEXT.encode())
    assert batch(name="lines.jsonl.gz", data=packed)[1][0]["seats"] == batch()[1][0]["seats"]
    for data in (packed[:-20], b"no gzip", packed[:40] + b"\x00" * 20):
        status, answers = batch(name="lines.jsonl.gz", data=data)
        assert status == 2
        assert answers[-1]["error"]["field"] == "file"
        assert "lines.jsonl.gz cannot be read" in answers[-1]["error"]["message"]


@pytest.mark.parametrize("option", [("--fields", "equity"), ("--compact",)])
def test_shapes_are_for_lines(option, capsys):
    assert main(["solve", "AA v KK", *option]) == 2
    assert "needs --lines" in capsys.readouterr().err
