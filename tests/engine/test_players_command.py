"""``steelwheel players --describe``: the statistics of a shipped player and of one in a file, and wrong input."""

import json

import pytest

from engine.cli.main import main


def run(capsys, *arguments):
    status = main(["players", *arguments])
    return status, json.loads(capsys.readouterr().out)


def test_a_shipped_player_is_described(capsys):
    status, answer = run(capsys, "--describe", "tight", "--hands", "300")
    assert status == 0
    assert (answer["player"], answer["hands"], answer["seed"]) == ("tight", 300, 1)
    vpip = answer["holdem"]["VPIP"]
    assert vpip["share"] == vpip["times"] / vpip["chances"]
    assert list(answer["razz"])[:2] == ["VPIP", "Complete"]


def test_a_player_of_a_file_is_described(capsys, tmp_path):
    everything = {position: {"limp": "random"} for position in ("early", "middle", "cutoff", "button", "small blind")}
    mia = {"name": "mia", "holdem": {"first": everything, "open": {"big blind": {"raise": "AA"}}}}
    path = tmp_path / "mia.json"
    path.write_text(json.dumps({"steelwheel_players": 2, "players": [mia]}), encoding="utf-8")
    status, answer = run(capsys, str(path), "--describe", "mia", "--hands", "300", "--seed", "7")
    assert status == 0
    assert answer["holdem"]["VPIP"]["share"] > 0.7
    assert answer["holdem"]["PFR"]["share"] < 0.1


@pytest.mark.parametrize(("arguments", "field"), [
    (("--describe", "mia"), "describe"), (("--describe", "tight", "--hands", "0"), "hands"),
    (("--describe", "tight", "--seed", "-1"), "seed"),
])  # fmt: skip
def test_wrong_input_names_its_field(capsys, arguments, field):
    status, answer = run(capsys, *arguments)
    assert status == 2
    assert answer["error"]["field"] == field
