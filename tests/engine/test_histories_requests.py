"""Each moment of each hand of the files of sites: its Kelly request is one that the verb ``kelly`` answers."""

import json
import math
from pathlib import Path

import pytest

from engine.cli import main
from engine.histories import command
from engine.histories.hand import PlayedHand, RawHand
from engine.histories.reading import read_hand
from engine.histories.splitting import decoded
from engine.kelly.answer import answer_json
from engine.kelly.fields import read_panel
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import request_values
from engine.scenario import Scenario, Seat
from tests.engine.played_hands import FILES, FOLDER


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
    raws = command.hands_of(decoded((FOLDER / name).read_bytes()))
    hands = [read_hand(raw) for raw in raws]
    without = sum(check_moments(hand, raws) for hand in hands)
    assert without < sum(len(hand.moments) for hand in hands)


def test_nothing_is_decided_where_everybody_is_all_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["hands", str(FOLDER / "stars.txt"), "--hand", "1", "--street", "flop"]) == 0
    written = capsys.readouterr().out
    assert json.loads(written)["kelly"] is None
    file = tmp_path / "moment.json"
    file.write_text(written, encoding="utf-8")
    assert main(["kelly", str(file)]) == 2
    assert "nothing can be decided in it" in json.loads(capsys.readouterr().out)["error"]["message"]


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
def test_the_least_bet_is_no_more_than_can_be_bet(stacks: list[int], least: int, most: int) -> None:
    seats = tuple(Seat(f"Seat {i + 1}", "AhKh" if i == 0 else "random") for i in range(len(stacks)))
    panel = {"bankroll": 1000, "stacks": stacks, "chips": [20] * len(stacks), "min_bet": 80}
    scenario = Scenario("holdem", seats, kelly=read_panel(panel))
    request = request_values(scenario, some_outcomes(scenario, 0))
    assert (request["min_bet"], request["max_bet"]) == (least, most)
    answer_json(request)
