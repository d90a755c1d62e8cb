"""The verbs ``judge`` and ``quiz``: another simulator's table beside the exact one, and the trainer's questions."""

import json

import pytest

from engine import Scenario, Seat, solve
from engine.cli.main import main
from engine.equity.details.judging import CLASSES
from engine.table.one_line import parse_line
from engine.trainer.packs import shipped_packs
from engine.trainer.record import TrainingRecord
from engine.trainer.spots import questions


def answered(capsys, *words):
    assert main(list(map(str, words))) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main(list(map(str, words))) == 2
    return json.loads(capsys.readouterr().out)["error"]


@pytest.fixture
def exact():
    (seat,) = solve(Scenario("razz", (Seat("Hero", "A23"),))).seats
    return {name: seat.estimate.classes[name] for name in CLASSES}


def test_a_table_on_one_line_is_compared_class_by_class(capsys, tmp_path, exact):
    """The C program of the razz simulator prints -1 first; a mail or a terminal joins its lines."""
    counts = {name: round(1e7 * share) for name, share in exact.items()}
    names = ["paired", *CLASSES[:-1]]
    file = tmp_path / "razz.txt"
    file.write_text(
        " ".join(f"{'-1' if name == 'paired' else name}:\t{counts[name]}" for name in names), encoding="utf-8"
    )
    answer = answered(capsys, "judge", "A23", file)
    assert (answer["hand"], answer["agrees"], answer["deals"]) == ("A23", True, sum(counts.values()))
    assert {name: row["share"] for name, row in answer["classes"].items()} == exact
    assert {name: row["printed"] for name, row in answer["classes"].items()} == pytest.approx(exact, abs=1e-6)
    assert answer["verdict"].startswith("the numbers agree with the exact distribution")
    file.write_text("\n".join(f"{name} {share:.4f}" for name, share in exact.items()), encoding="utf-8")
    error = refused(capsys, "judge", "A23", file)
    assert (error["field"], error["message"].split(":")[0]) == ("printed", "enter the number of deals")
    assert answered(capsys, "judge", "razz | A23", file, "--deals", 100_000)["agrees"]


def test_a_request_names_seat_and_mistake(capsys, tmp_path, exact):
    """The known cards of the first seat leave the deck of a second hand, too."""
    request = {"steelwheel_judge": 1, "table": "A23 v 4 5 6", "seat": 1, "printed": "", "deals": 10**6}
    request["printed"] = "\n".join(f"{name} {100 * share:.3f} %" for name, share in exact.items())
    file = tmp_path / "request.json"
    file.write_text(json.dumps(request), encoding="utf-8")
    answer = answered(capsys, "judge", file)
    assert (answer["hand"], answer["agrees"]) == ("4 5 6", False)
    chances = [mistake["chi_square"] for mistake in answer["mistakes"]]
    assert chances == sorted(chances)
    assert len(chances) == 3


@pytest.mark.parametrize(
    ("change", "field", "position"),
    [
        ({"table": "holdem | AA v KK"}, "table.game", None),
        ({"table": "A2Z"}, "table.seats[0].cards", 2),
        ({"seat": 1}, "seat", None),
        ({"printed": "5 715\nflush 3"}, "printed", 6),
        ({"deals": 0}, "deals", None),
        ({"steelwheel_judge": 2}, "steelwheel_judge", None),
        ({"print": "x"}, "print", None),
    ],
)
def test_what_cannot_be_compared_names_its_field(capsys, tmp_path, change, field, position):
    file = tmp_path / "request.json"
    file.write_text(json.dumps({"table": "A23", "printed": "5 715\n6 1180"} | change), encoding="utf-8")
    error = refused(capsys, "judge", file)
    assert (error["field"], error["position"]) == (field, position)


def test_questions_are_those_of_the_trainer_and_right(capsys):
    few, more = (answered(capsys, "quiz", "flops", "--seed", 7, "--count", count) for count in (1, 3))
    assert more["questions"][:1] == few["questions"]
    pack = next(pack for pack in shipped_packs() if pack.name == "Flops")
    first = next(questions(pack, TrainingRecord(7)))
    assert (few["questions"][0]["spot"], few["questions"][0]["equity"]) == (first.line, first.equity)
    lines = [question["spot"] for question in more["questions"]]
    assert len(set(lines)) == 3
    for question in more["questions"]:
        result = solve(parse_line(question["spot"])).seats[0].estimate
        assert question["equity"] == pytest.approx(result.equity, abs=3 * max(question["stderr"], 1e-9))


def test_a_price_is_worth_what_its_equity_makes_of_it(capsys):
    (question,) = answered(capsys, "quiz", "Call or fold", "--game", "razz", "--seed", 3)["questions"]
    pot, bet, equity = question["pot"], question["bet"], question["equity"]
    assert parse_line(question["spot"]).game == "razz"
    assert question["needed"] == pytest.approx(bet / (pot + bet))
    values = {option["action"]: option["ev"] for option in question["options"]}
    assert values == {"call": pytest.approx(equity * (pot + bet) - bet), "fold": 0.0}
    assert question["best"] == max(values, key=values.get)


def test_packs_are_listed_and_given_whole(capsys, tmp_path):
    packs = answered(capsys, "quiz")["packs"]
    assert [(pack["game"], pack["name"]) for pack in packs] == [(pack.game, pack.name) for pack in shipped_packs()]
    pack = {"steelwheel_pack": 1, "game": "holdem", "name": "Mine", "spots": ["AhKh v QQ"], "cards": [3]}
    file = tmp_path / "quiz.json"
    file.write_text(json.dumps({"steelwheel_quiz": 1, "pack": pack, "count": 2}), encoding="utf-8")
    answer = answered(capsys, "quiz", file)
    assert (answer["pack"], len(answer["questions"])) == ("Mine", 2)
    file.write_text(json.dumps({"pack": pack | {"spots": ["AhKh"]}}), encoding="utf-8")
    assert refused(capsys, "quiz", file)["field"] == "pack.spots[0]"
    file.write_text(json.dumps({"pack": pack | {"cards": [0]}, "count": 50}), encoding="utf-8")
    assert refused(capsys, "quiz", file)["field"] == "count"
    assert refused(capsys, "quiz", "Rivers")["message"].endswith("Fourth street, Made hand vs draw")
    assert refused(capsys, "quiz", file, "--seed", 3)["field"] == "seed"
