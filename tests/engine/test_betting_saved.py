"""Saved solutions of the betting laboratory: whole and thinned ones open again and mean what they meant."""

import io
import json
import zipfile

import pytest

from engine import ScenarioError
from engine.betting.request import read_betting_request
from engine.betting.run import run_betting
from engine.betting.saved import answer_saved, is_solution, read_solution, solution_bytes, streets_of_numbers
from engine.cli.main import main

SIZES = {"bet": ["60%"], "raise": ["all in"]}
STREETS = ("flop", "turn", "river")
BOARDS = {"flop": "Ks7h2d", "turn": "Ks7h2d9c", "river": "Ks7h2d9cTs"}
PATHS = {
    "flop": ([], ["check", "check"], ["check", "check", "3s"], ["bet 12", "call", "3s", "check", "check", "4h"]),
    "turn": ([], ["check", "check"], ["check", "check", "4h"], ["bet 12", "call", "4h", "check"]),
    "river": ([], ["bet 12"]),
}


LEAST = 0.02
"""Nodes that are reached less often have numbers of what hardly anybody holds."""


def request(street, **more):
    table = {"steelwheel": 1, "game": "holdem", "board": BOARDS[street],
             "seats": [{"cards": "AA, KQs, 76s"}, {"cards": "QQ, AKs, 98s:0.5"}]}  # fmt: skip
    sizes = dict.fromkeys(STREETS[STREETS.index(street) :], SIZES)
    return {"steelwheel_betting": 1, "table": table, "pot": 20, "stack": 40, "sizes": sizes, "target": 0.001, **more}


def solved(value):
    *_, last = run_betting(read_betting_request(value))
    return last


@pytest.fixture(scope="module")
def solutions():
    return {street: solved(request(street)) for street in BOARDS}


def compared(street, last, data, tolerance):
    """Compare the nodes of a saved solution with those of the one that was saved: what is not exploited at the root may
    differ at a node, the more the less likely it is.
    """
    for path in PATHS[street]:
        again = answer_saved(data, path)
        at = last.solution.walker.follow(path)
        node, before = again["node"], last.solution.to_json(last.progress, None, final=True, at=at, path=path)["node"]
        assert node["path"] == path
        assert node["probability"] == pytest.approx(before["probability"], abs=0.1 * tolerance)
        if before["probability"] < LEAST:
            continue
        assert node["equity"] == pytest.approx(before["equity"], abs=0.1 * tolerance)
        assert node["ev"] == pytest.approx(before["ev"], abs=tolerance / before["probability"])
        if len(path) < 3:
            for one, other in zip(node.get("actions", []), before.get("actions", []), strict=True):
                assert one["action"] == other["action"]
                assert one["frequency"] == pytest.approx(other["frequency"], abs=1e-3)
        for text, card in before.get("cards", {}).items():
            assert node["cards"][text]["ev"] == pytest.approx(card["ev"], abs=tolerance)
            assert node["cards"][text]["probability"] == pytest.approx(card["probability"], abs=0.1 * tolerance)


@pytest.mark.parametrize("street", BOARDS)
def test_a_complete_solution_opens_unchanged(solutions, street):
    last = solutions[street]
    data = solution_bytes(last.solution, last.progress, request(street))
    assert is_solution(data)
    saved = read_solution(data)
    assert saved.streets == STREETS[STREETS.index(street) :]
    assert saved.claimed == last.progress
    assert saved.progress.ev == pytest.approx(last.progress.ev, abs=0.01)
    assert saved.progress.exploitability == pytest.approx(last.progress.exploitability, abs=0.01)
    assert saved.progress.iterations == last.progress.iterations
    assert saved.notices == ()
    assert dict(saved.value) == request(street)
    compared(street, last, data, 0.01)


@pytest.mark.parametrize(("street", "left"), [("turn", 1), ("flop", 1)])
def test_missing_streets_are_solved_again_at_the_displayed_node(solutions, street, left):
    last = solutions[street]
    whole = solution_bytes(last.solution, last.progress, request(street))
    thinned, most = whole, len(whole)
    while len(read_solution(thinned).streets) > left:
        most = len(thinned) - 1
        thinned = solution_bytes(last.solution, last.progress, request(street), max_bytes=most)
    assert len(read_solution(thinned).streets) == left
    assert len(thinned) < len(whole)
    compared(street, last, thinned, 0.15)


def test_a_solution_in_16_bits_is_saved_like_any_other():
    value = request("turn", storage=16)
    last = solved(value)
    data = solution_bytes(last.solution, last.progress, value)
    compared("turn", last, data, 0.01)


def growths(data, path):
    return [action["growth"] for action in answer_saved(data, path)["node"]["actions"]]


def test_growth_is_known_before_the_missing_streets():
    value = request("turn", bankroll=500)
    last = solved(value)
    whole = solution_bytes(last.solution, last.progress, value)
    thinned = solution_bytes(last.solution, last.progress, value, max_bytes=len(whole) - 1)
    assert growths(thinned, []) == pytest.approx(growths(whole, []), abs=1e-4)
    assert None not in growths(thinned, ["check", "check", "4h"])
    older = rewritten(thinned, growths=None)
    assert set(growths(older, [])) == {None}


def test_locks_stay_fixed_when_missing_streets_are_solved():
    habit = {"seat": 1, "path": ["check", "check", "*", "check"], "frequencies": {"check": 1.0}}
    value = request("turn", fixed=[habit])
    last = solved(value)
    most = len(solution_bytes(last.solution, last.progress, value)) - 1
    thinned = solution_bytes(last.solution, last.progress, value, max_bytes=most)
    hands = answer_saved(thinned, ["check", "check", "4h", "check"])["node"]["hands"]
    assert hands
    for hand in hands.values():
        assert hand["frequencies"] == pytest.approx([1, 0], abs=1e-9)


def test_numbers_belong_to_the_street_on_which_they_are_played(solutions):
    solution = solutions["flop"].solution
    street = streets_of_numbers(solution)
    walker = solution.walker
    at = {0: walker.start, 1: walker.follow(["check", "check", "3s"])}
    at[2] = walker.follow(["check", "check", "3s", "check", "check", "4h"])
    for number, position in at.items():
        begin = position.state.base + int(solution.layout.tree.offset[position.node])
        assert street[begin] == number
    assert {*street.tolist()} == {0, 1, 2}


def test_a_solution_whose_first_street_is_too_large_is_rejected(solutions):
    last = solutions["river"]
    with pytest.raises(ScenarioError, match="the first street alone"):
        solution_bytes(last.solution, last.progress, request("river"), max_bytes=100)


def with_flags(data, flags):
    """Return an archive whose members have other general flags in its directory; 1: encrypted."""
    parts = data.split(b"PK\x01\x02")
    return b"PK\x01\x02".join([parts[0], *(part[:4] + bytes([flags]) + part[5:] for part in parts[1:])])


def rewritten(data, how=zipfile.ZIP_STORED, **members):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, part in (
            parts | {f"{key}.{'json' if key == 'solution' else 'bin'}": v for key, v in members.items()}
        ).items():
            if part is not None:
                archive.writestr(name, part)
    return file.getvalue()


def test_damaged_and_later_files_are_rejected_with_a_reason(solutions):
    last = solutions["river"]
    data = solution_bytes(last.solution, last.progress, request("river"))
    header = json.loads(zipfile.ZipFile(io.BytesIO(data)).read("solution.json"))
    later = rewritten(data, solution=json.dumps(header | {"steelwheel_betting_solution": 2}))
    with pytest.raises(ScenarioError, match="version 2 is of a newer program"):
        read_solution(later)
    damaged = [
        data[: len(data) // 2],
        b"PK\x03\x04",
        rewritten(data, play=b"\0\0"),
        rewritten(data, play=None),
        rewritten(data, solution="{"),
        rewritten(data, solution=json.dumps(header | {"streets": ["turn"]})),
        rewritten(data, solution=json.dumps(header | {"streets": []})),
        rewritten(data, solution=json.dumps(header | {"request": 7})),
        rewritten(data, solution=json.dumps(header | {"iterations": None})),
        rewritten(data, solution="[]"),
        rewritten(data, solution=json.dumps(header | {"ev": ["a", 1]})),
        rewritten(data, solution=json.dumps(header | {"ev": []})),
        rewritten(data, solution=json.dumps(header | {"exploitability": 1e999})),
        rewritten(data, solution="[" * 100_000),
        rewritten(data, how=zipfile.ZIP_LZMA),
        rewritten(data, how=zipfile.ZIP_BZIP2),
        with_flags(data, 1),
        data.replace(b"PK\x01\x02", b"PK\x01\x03"),
    ]
    for file in damaged:
        with pytest.raises(ScenarioError):
            read_solution(file)


def test_claims_of_the_header_are_computed_again(solutions):
    last = solutions["river"]
    data = solution_bytes(last.solution, last.progress, request("river"))
    parts = zipfile.ZipFile(io.BytesIO(data))
    zeroed = rewritten(data, play=bytes(len(parts.read("play.bin"))))
    saved = read_solution(zeroed)
    assert saved.claimed.exploitability < 0.001 * 20
    assert saved.progress.exploitability > 0.05 * 20
    assert "computed from its strategy it is" in saved.notices[0]
    answer = answer_saved(zeroed, [])
    assert answer["exploitability"] == saved.progress.exploitability
    assert answer["notices"][-len(saved.notices) :] == list(saved.notices)

    header = json.loads(parts.read("solution.json"))
    lying = read_solution(rewritten(data, solution=json.dumps(header | {"ev": [19.0, 1.0], "exploitability": 0.0})))
    assert lying.progress.ev == pytest.approx(last.progress.ev, abs=0.01)
    assert any("EVs of 19 and 1" in notice for notice in lying.notices)


def test_a_file_without_its_last_streets_has_no_exploitability(solutions):
    last = solutions["turn"]
    whole = solution_bytes(last.solution, last.progress, request("turn"))
    saved = read_solution(solution_bytes(last.solution, last.progress, request("turn"), max_bytes=len(whole) - 1))
    assert saved.progress.exploitability is None
    assert saved.progress.ev == pytest.approx(last.progress.ev, abs=0.01)
    (notice,) = saved.notices
    assert "the file claims" in notice


def test_the_command_line_saves_a_solution_and_answers_from_it(tmp_path, capsys):
    file, saved = tmp_path / "request.json", tmp_path / "river.solution"
    file.write_text(json.dumps(request("river")), encoding="utf-8")
    assert main(["betting", str(file), "--save", str(saved)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert main(["betting", str(saved)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["ev"] == pytest.approx(answer["ev"], abs=0.01)
    assert again["node"]["ev"] == pytest.approx(answer["node"]["ev"], abs=0.01)
    assert main(["betting", str(saved), "--path", "bet 12, call"]) == 0
    assert json.loads(capsys.readouterr().out)["node"]["path"] == ["bet 12", "call"]
    assert main(["betting", str(saved), "--path", "bet 13"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["field"] == "path[0]"
