"""The verb ``hands``, what other verbs read of its answers, the list, and mutated texts."""

import io
import json
import math
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import histories as command
from engine.cli.histories import hands_of
from engine.cli.main import main
from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.listing import HandLine, hand_line
from engine.histories.reading import read_hand
from engine.histories.scenarios import scenario_at
from engine.histories.splitting import decode_history, split_hands
from engine.kelly.answer import answer_json
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_request_json
from engine.scenario import Scenario, ScenarioError, Seat
from engine.scenario.kelly import read_panel
from tests.engine.played_hands import FILES, FOLDER, random_phh, raw_hands
from tests.function_calls import calls
from tests.systems import WAIT_S


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[Any]]:
    status = main(["hands", *arguments])
    out = capsys.readouterr().out
    if "--hand" in arguments or status:
        return status, [json.loads(out)]
    return status, [json.loads(line) for line in out.splitlines()]


def test_hands_are_listed_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = run(capsys, str(FOLDER / "stars.txt"))
    assert status == 0
    assert [(line["hand"], line["line"], line["game"], line["pot"]) for line in lines] == [
        (1, 1, "holdem", 2080),
        (2, 33, "razz", 9.3),
        (3, 78, "holdem", 10.5),
    ]
    assert lines[0]["cards"] == ["????", "AhKc", "????", "JdJs"]
    assert lines[0]["board"] == "3c6s9d8dKs"


def test_files_and_folders_are_merged_into_one_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "evening" / "late"
    inner.mkdir(parents=True)
    for name, folder in (("stars.txt", inner.parent), ("razz.phh", inner)):
        (folder / name).write_bytes((FOLDER / name).read_bytes())
    (inner / "notes.md").write_text("no hands", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    files = (str(Path("evening/stars.txt")), str(Path("evening/late/razz.phh")), str(FOLDER / "888.txt"))
    lists = [run(capsys, "--quick", str(FOLDER / name)) for name in ("stars.txt", "razz.phh", "888.txt")]
    status, lines = run(capsys, "--quick", "evening", files[2], files[0])  # the hands of stars.txt count once
    alone = {path: hands for path, (_, hands) in zip(files, lists, strict=True)}
    expected = [hand | {"file": path} for path in (files[1], files[0], files[2]) for hand in alone[path]]
    assert (status, [line["hand"] for line in lines]) == (0, list(range(1, len(lines) + 1)))
    assert [line | {"hand": None} for line in lines] == [line | {"hand": None} for line in expected]
    last = len(alone[files[1]]) + 3
    _, (moment,) = run(capsys, *files[1::-1], "--hand", str(last))
    _, (same,) = run(capsys, files[0], "--hand", "3")
    assert moment == same | {"hand": last, "file": files[0]}


def test_a_file_without_hands_among_others_is_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("no hands", encoding="utf-8")
    assert main(["hands", "--quick", str(notes), str(FOLDER / "stars.txt")]) == 0
    out, err = capsys.readouterr()
    assert (len(out.splitlines()), err.startswith(f"steelwheel: {notes}: ")) == (3, True)
    notes.unlink()
    assert main(["hands", str(tmp_path)]) == 2
    assert "there are no hand histories in the folder" in json.loads(capsys.readouterr().out)["error"]["message"]


def test_a_broken_hand_is_a_line_with_its_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (
        (FOLDER / "stars.txt")
        .read_text(encoding="utf-8")
        .replace("Dealt to anna [2c 5s Ac]", "Dealt to anna [2c 2c Ac]")
    )
    file = tmp_path / "hands.txt"
    file.write_text(text, encoding="utf-8")
    status, lines = run(capsys, str(file))
    assert status == 0
    assert ["error" in line for line in lines] == [False, True, False]
    assert lines[1]["line"] == 33
    assert lines[1]["error"]["field"] == "hands[1]"
    assert "2c is dealt twice" in lines[1]["error"]["message"]
    status, quick = run(capsys, str(file), "--quick")
    assert status == 0
    assert [line["name"] for line in quick] == [line["name"] for line in lines]


def test_a_moment_is_a_scenario_and_a_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, (result,) = run(capsys, str(FOLDER / "fulltilt.txt"), "--hand", "1", "--street", "flop", "--action", "3")
    assert result["moment"]["action"] == "raises to 12"
    assert (result["moment"]["pot"], result["moment"]["to_call"]) == (23, 7.5)
    assert result["scenario"]["board"] == "Kc 7d 2s"
    assert result["kelly"]["committed"] == {"hero": 7.5, "opponents": [15], "folded": 0.5}
    assert sum((result["kelly"]["outcomes"]["win"], result["kelly"]["outcomes"]["lose"])) <= 1.0
    file = tmp_path / "moment.json"
    file.write_text(json.dumps(result), encoding="utf-8")
    assert main(["solve", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["seats"][2]["equity"] > 0.9
    assert main(["kelly", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["decision"] == "raise"


def test_standard_input_and_the_last_moment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = (FOLDER / "absolute.txt").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    _, (result,) = run(capsys, "-", "--hand", "1", "--hero", "BODO")
    assert (result["moment"]["action"], result["moment"]["pot"]) == ("calls 12", 40.5)
    assert result["moment"]["hero"] == "BODO"
    assert result["scenario"]["kelly"]["seat"] == 2


MISTAKES = {
    "no hand": (["--hand", "4"], "hand"),
    "street": (["--hand", "1", "--street", "fifth"], "street"),
    "not reached": (["--hand", "3", "--street", "river"], "street"),
    "action": (["--hand", "3", "--street", "flop", "--action", "9"], "action"),
    "before": (["--hand", "3", "--street", "flop", "--action", "-1"], "action"),
    "hero": (["--hand", "1", "--hero", "nobody"], "hero"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_invalid_options_name_their_field(capsys: pytest.CaptureFixture[str], mistake: str) -> None:
    arguments, field = MISTAKES[mistake]
    status, (result,) = run(capsys, str(FOLDER / "stars.txt"), *arguments)
    assert (status, result["error"]["field"]) == (2, field)


def test_pokerkit_is_loaded_when_a_hand_is_replayed_and_not_before() -> None:
    """It would make the window slower to start and larger."""
    code = "import sys, gui.application, gui.pages.histories.page; print('pokerkit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=WAIT_S)
    assert done.stdout.strip() == "False"


def test_a_file_without_hands_is_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    file.write_text("once upon a time", encoding="utf-8")
    status, (result,) = run(capsys, str(file))
    assert (status, result["error"]["field"]) == (2, "file")


LINES = {
    "stars.txt": ("Razz Limit", "$0.50/$1.00", "anna", "2c5sAc", "2008-07-09 21:41:43", "anna 8.85"),
    "fulltilt.txt": ("No Limit Hold'em", "$0.50/$1", "alma", "AhKd", "2010-05-06 12:34:56", "alma 68.50"),
    "party.txt": ("NL Texas Hold'em", "$100 USD", "bodo", "AhAd", "2010-03-05 10:11:12", "cleo 89"),
    "ongame.txt": ("NO_LIMIT TEXAS_HOLDEM", "$0.50/$1", "alma", "AhAc", "2009-07-07 11:12:13", "alma 14"),
    "absolute.txt": ("Holdem  No Limit", "$1", "", "", "2009-07-01 01:02:03", "ALMA 38.50"),
    "ipoker.xml": ("Holdem NL", "$0.50/$1", "alma", "AhKs", "2012-03-04 05:06:07", ""),
    "acpc.txt": ("ACPC", "", "", "", "", "two 600"),
    "razz.phh": ("Razz", "8/16", "Bob", "As2s7d", "2020-02-03", ""),
}


@pytest.mark.parametrize("name", LINES)
def test_the_list_is_read_from_the_texts_alone(name: str) -> None:
    raw = raw_hands(name)[min(1, len(raw_hands(name)) - 1)]
    line = hand_line(raw)
    assert (line.game, line.stakes, line.hero, line.cards, line.date, line.won) == LINES[name]
    assert set(line.players) == set(read_hand(raw).names)
    assert raw.name.lower() in line.words


@pytest.mark.parametrize("name", LINES)
def test_a_hand_is_listed_without_playing_it(name: str) -> None:
    raw = raw_hands(name)[0]
    hand_line(raw)  # what is built on first use
    assert calls(hand_line, raw) < calls(read_hand, raw) / 3


@pytest.mark.parametrize("name", LINES)
def test_a_file_of_many_hands_is_split_in_linear_time(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8") + "\n\n\n"
    split_hands(text)
    assert calls(split_hands, text * 80) < 6 * calls(split_hands, text * 20) + 2_000


def mutated(text: str, source: random.Random) -> str:
    """Return a text with some characters, words and lines lost, doubled or exchanged."""
    for _ in range(source.randint(1, 4)):
        at, to = sorted(source.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + source.choice([1, 3, 20, 200]))
        piece = source.choice(
            ["", "", text[at:to] * 2, "9", "-1", "inf", "\n", "[", "'", "p9", "$", "Ah", "\x00", "é", "1e400"]
        )
        text = text[:at] + piece + text[to:]
    return text


@pytest.mark.parametrize("name", [*FILES, "NT", "FT", "FR"])
def test_mutated_texts_are_read_or_rejected(name: str) -> None:
    source = random.Random(name)
    known = name in FILES
    for seed in range(25):
        text = (FOLDER / name).read_text(encoding="utf-8") if known else random_phh(name, seed % 5)
        for raw in split_hands(mutated(text, source)):
            check(raw)


def check(raw: RawHand) -> None:
    assert isinstance(hand_line(raw), HandLine)
    try:
        hand = read_hand(raw)
    except HandError:
        return
    for moment in hand.moments[::3]:
        scenario_at(hand, moment)


def test_hands_in_another_language_are_named() -> None:
    text = "Platz 1: anna (10 in Chips)\nKARTEN AUF DER HAND\nAn anna ausgeteilt [Ah Kd]\nanna: erhöht\nbert: passt\n"
    with pytest.raises(ScenarioError, match="hand history of PokerStars in German: switch the client to English"):
        hands_of(f"PokerStars - Hand {text}")


def some_outcomes(scenario: Scenario, hero: int) -> Outcomes:
    """Return outcomes of the right number of opponents; those of the table take longer."""
    others = len(scenario.active_seats) - 1
    return Outcomes(0.5, (0.01,) * others, 0.5 - 0.01 * others)


def check_moments(hand: PlayedHand, raws: tuple[RawHand, ...]) -> int:
    """Answer all requests of the hero of a hand; return how many moments have none."""
    without = 0
    for place, moment in enumerate(hand.moments):
        result = command.moment_answer(raws, hand.raw.number, None, place, None)
        bettable = any(moment.chips[i].stack > 0.0 for i in moment.live if i != hand.hero)
        if result["kelly"] is None:
            without += 1
            in_front = moment.chips[hand.hero].stack
            nothing = not (moment.to_call(hand.hero) or bettable)
            assert moment.folded[hand.hero] or len(moment.live) < 2 or in_front in (0.0, math.inf) or nothing
        else:
            assert answer_json(json.loads(json.dumps(result["kelly"])))["decision"]
    return without


@pytest.mark.parametrize("name", FILES)
def test_each_written_request_is_answered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_outcomes", some_outcomes)
    raws = command.hands_of(decode_history((FOLDER / name).read_bytes()))
    hands = [read_hand(raw) for raw in raws]
    without = sum(check_moments(hand, raws) for hand in hands)
    assert without < sum(len(hand.moments) for hand in hands)


def test_there_is_no_request_when_everybody_is_all_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hands", str(FOLDER / "stars.txt"), "--hand", "1", "--street", "flop"]) == 0
    written = capsys.readouterr().out
    assert json.loads(written)["kelly"] is None
    file = tmp_path / "moment.json"
    file.write_text(written, encoding="utf-8")
    assert main(["kelly", str(file)]) == 2
    assert "the player's cards are unknown" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.parametrize(
    ("stacks", "least", "most"),
    [
        ([1000, 0], 0, 0),
        ([1000, 30], 30, 30),
        ([50, 1000], 50, 50),
        ([1000, 30, 500], 80, 80),
        ([1000, 30, 60], 60, 60),
        ([1000, 200], 80, 200),
    ],
)
def test_the_minimum_bet_is_at_most_the_stack(stacks: list[int], least: int, most: int) -> None:
    seats = tuple(Seat(f"Seat {i + 1}", "AhKh" if i == 0 else "random") for i in range(len(stacks)))
    panel = {"bankroll": 1000, "stacks": stacks, "chips": [20] * len(stacks), "min_bet": 80}
    scenario = Scenario("holdem", seats, kelly=read_panel(panel))
    request = kelly_request_json(scenario, some_outcomes(scenario, 0))
    assert (request["min_bet"], request["max_bet"]) == (least, most)
    answer_json(request)
