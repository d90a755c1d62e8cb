"""Decisions of played hands judged by best play: known equilibria, all files of hands, kept judgements, the verb."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.betting.request import read_betting_request
from engine.betting.run import Solution, prepared, run_betting
from engine.cli.main import main
from engine.equity.jobs import Cancelled
from engine.equity.workers import CancelToken
from engine.histories.assumed import Assumptions
from engine.histories.best_play import (
    MORE_PLAYERS,
    Judgement,
    judge_decision,
    judged_game,
    judged_table,
    late_decisions,
    mistake_of,
)
from engine.histories.hand import HandError, PlayedHand, RawHand
from engine.histories.judgements import JudgedRow, JudgementFile, default_file, loss_sums
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kernels.betting.tree import DECISION
from engine.players.description import shipped_player
from engine.scenario import ScenarioError
from tests.engine.played_hands import FILES, raw_hands

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [150, 150, 150]
actions = ['d dh p1 {cards}', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 50', 'p2 cc', 'd db 2c7d9h', 'p1 cc',
  'p2 cc', 'd db Ks', 'p1 cc', 'p2 cc', 'd db Kd', {river}]
hand = 7
players = ['Hero', 'Vic', 'Cid']
"""
"""A pot of 100 on the river with 100 behind; hero is first to act."""
THREE = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [150, 150, 150]
actions = ['d dh p1 AcAd', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 50', 'p1 cc', 'p2 cc', 'd db 2c7d9h', 'p1 cc',
  'p2 cc', 'p3 cc', 'd db Ks', 'p1 cc', 'p2 cc', 'p3 cc', 'd db Kd', 'p1 cc', 'p2 cbr 20', 'p3 {third}', 'p1 cc']
players = ['Hero', 'Vic', 'Cid']
"""


def hand_of(cards: str, river: str) -> PlayedHand:
    (raw,) = split_hands(HAND.format(cards=cards, river=river))
    return read_hand(raw)


def judged(hand: PlayedHand, hero: str, other: str, which: int = -1) -> Judgement:
    index = list(late_decisions(hand, hand.hero))[which]
    return judge_decision(judged_game(hand, index, hand.hero, {0: hero, 1: other}), workers=1)


def ev_of(judgement: Judgement, action: str) -> float:
    return next(one.ev for one in judgement.actions if one.action == action)


def test_a_call_of_the_last_chips_has_the_ev_of_its_pot_odds() -> None:
    # With no more betting, the call of 100 wins 300 against the share of the range that aces beat.
    for range_, share in (("KcKh", 0.0), ("KcKh, QcJc, QcJh", 2 / 3), ("KcKh, QcJc:0.5", 1 / 3)):
        result = judged(hand_of("AcAd", "'p1 cc', 'p2 cbr 100', 'p1 f'"), "AcAd, 8c8d", range_)
        assert [one.action for one in result.actions] == ["fold", "call"]
        assert ev_of(result, "call") == pytest.approx(300 * share - 100, abs=1e-3)
        assert result.loss == pytest.approx(max(300 * share - 100, 0.0), abs=1e-3)
        assert result.equity == pytest.approx(share, abs=1e-6)
        assert (result.action, result.pot, result.street) == ("fold", 200, 3)
    calls = judged(hand_of("AcAd", "'p1 cc', 'p2 cbr 100', 'p1 cc'"), "AcAd", "KcKh")
    assert (calls.mistake, calls.best, round(calls.loss, 3)) == ("overcall", "fold", 100)


def test_the_names_of_bets_are_rounded_to_cents() -> None:
    text = HAND.format(cards="AcAd", river="'p1 cc', 'p2 cc'").replace("cbr 50", "cbr 47.75")
    hand = read_hand(next(iter(split_hands(text))))
    result = judged(hand, "AA, QQ", "KJs, 88")
    assert [one.action for one in result.actions] == ["check", "bet 31.52", "all in 102.25"]  # a third of 95.5


def test_a_range_of_nuts_and_bluffs_has_its_known_equilibrium() -> None:
    # The nuts bet the pot and are called every other time: 100 + 100 / 2. A bluff has an EV of 0 either way.
    checked = judged(hand_of("KcKh", "'p1 cc', 'p2 cc'"), "KcKh, QcJc", "AcAd")
    assert ev_of(checked, "check") == pytest.approx(100, abs=0.5)
    assert ev_of(checked, "all in 100") == pytest.approx(150, abs=1.5)
    assert (checked.mistake, checked.best, checked.action) == ("missed_value", "all in 100", "check")
    assert checked.loss == pytest.approx(50, abs=1.5)
    bluffed = judged(hand_of("QcJc", "'p1 cbr 100', 'p2 f'"), "KcKh, QcJc", "AcAd")
    assert ev_of(bluffed, "all in 100") == pytest.approx(0, abs=1.5)
    assert bluffed.equity == 0.0
    # Against a range that never folds the bluff loses the bet, and is called too thin if it is for value.
    station = judged(hand_of("QcJc", "'p1 cbr 100', 'p2 f'"), "QcJc, 8c8d", "KcKh")
    assert (station.mistake, station.best) == ("overbluff", "check")
    assert station.loss == pytest.approx(100, abs=0.5)


def test_the_loss_is_within_what_the_solution_leaves_open() -> None:
    result = judged(hand_of("KcKh", "'p1 cc', 'p2 cc'"), "KcKh, QcJc", "AcAd")
    assert 0 < result.bound <= 2 * 0.002 * 100
    assert result.best == max(result.actions, key=lambda one: one.ev).action
    assert sum(one.frequency for one in result.actions) == pytest.approx(1)


def solved(value: dict[str, Any]) -> Solution:
    *_, last = run_betting(read_betting_request(value), workers=1)
    return last.solution


def test_actions_that_are_over_are_the_same_as_locks_on_them() -> None:
    sizes = {"river": {"bet": [60], "raise": ["all in"]}}
    table = {"game": "holdem", "board": "2c7d9hKsKd", "seats": [{"cards": "99+, QJ"}, {"cards": "TT+, AK, T8"}]}
    request = {"table": table, "pot": 100, "stack": 300, "sizes": sizes, "target": 0.0005}
    path = ["check", "bet 60"]
    locks = [{"seat": i, "path": path[:i], "frequencies": {path[i]: 1}} for i in (0, 1)]
    values = []
    for more in ({"played": path}, {"fixed": locks}):
        solution = solved(request | more)
        at = solution.walker.follow(path)
        assert solution.walker.node(at).actions == ("fold", "call", "all in 300")
        values.append([solution.reader.numbers(at, player).ev for player in (0, 1)])
    for played, locked in zip(*values, strict=True):
        assert played == pytest.approx(locked, abs=0.3, nan_ok=True)


def test_actions_that_are_over_leave_one_action_and_need_not_be_among_the_sizes() -> None:
    sizes = {"river": {"bet": ["50%"], "raise": []}}
    table = {"game": "holdem", "board": "2c7d9hKsKd", "seats": [{"cards": "AA"}, {"cards": "QQ"}]}
    request = {"table": table, "pot": 100, "stack": 300, "sizes": sizes}
    solution = prepared(read_betting_request({**request, "played": ["bet 12.5", "all in 300"]}))
    assert [node.actions for node in solution.builder.nodes if node.kind == DECISION][:3] == [
        ("bet 12.5",), ("all in 300",), ("fold", "call"),
    ]  # fmt: skip
    for played, field in (
        (["check", "check"], "played[1]"),
        (["call"], "played[0]"),
        (["bet 10", "raise to 5"], "played[1]"),
        (["bet 301"], "played[0]"),
        (["fold"], "played[0]"),
    ):
        with pytest.raises(ScenarioError) as caught:
            prepared(read_betting_request({**request, "played": played}))
        assert [problem.field for problem in caught.value.problems] == [field]


@pytest.mark.parametrize(
    ("action", "best", "equity", "kind"),
    [
        ("fold", "call", 0.2, "overfold"),
        ("fold", "raise to 30", 0.8, "overfold"),
        ("call", "fold", 0.2, "overcall"),
        ("call", "raise to 30", 0.8, "missed_value"),
        ("check", "bet 5", 0.2, "missed_bluff"),
        ("bet 5", "check", 0.6, "thin_value"),
        ("raise to 30", "fold", 0.1, "overbluff"),
        ("bet 5", "all in 90", 0.6, "too_small"),
        ("raise to 40", "raise to 30", 0.6, "too_large"),
        ("check", "check", 0.5, None),
    ],
)
def test_a_mistake_has_a_kind(action: str, best: str, equity: float, kind: str | None) -> None:
    assert mistake_of(action, best, equity) == kind


def test_a_player_who_folds_on_the_street_leaves_two() -> None:
    (raw,) = split_hands(THREE.format(third="f"))
    hand = read_hand(raw)
    first, *_, last = late_decisions(hand, hand.hero)
    with pytest.raises(ScenarioError, match=MORE_PLAYERS):
        judged_game(hand, first, hand.hero)
    result = judge_decision(judged_game(hand, last, hand.hero, {0: "AcAd", 1: "KcKh, QcJc"}), workers=1)
    assert (result.action, result.pot) == ("call", 170)
    # A third player who called and folded to a raise would leave his chips, too: here he is still in.
    (raw,) = split_hands(THREE.format(third="cc"))
    hand = read_hand(raw)
    with pytest.raises(ScenarioError, match=MORE_PLAYERS):
        judged_game(hand, list(late_decisions(hand, hand.hero))[-1], hand.hero)


def test_the_decisions_of_all_files_are_judged_or_say_why_not() -> None:
    judged_count = 0
    for raw in (raw for name in FILES for raw in raw_hands(name)):
        try:
            hand = read_hand(raw)
        except HandError:
            continue
        last = len(hand.moments[-1].board) == 5
        for index in late_decisions(hand, hand.hero):
            try:
                game = judged_game(hand, index, hand.hero)
            except ScenarioError:
                continue
            if last and hand.game == "holdem" and hand.moments[index].street == 3:
                assert judged_table(game) in game.tables
                result = judge_decision(game, workers=1)
                assert result.loss >= 0
                assert result.action in [one.action for one in result.actions]
                judged_count += 1
    assert judged_count >= 5


def test_a_cancelled_judgement_ends() -> None:
    hand, cancel = hand_of("KcKh", "'p1 cc', 'p2 cc'"), CancelToken()
    index = list(late_decisions(hand, hand.hero))[-1]
    cancel.cancel()
    with pytest.raises(Cancelled):
        judge_decision(judged_game(hand, index, hand.hero), cancel=cancel, workers=1)


def test_the_digest_follows_what_the_game_is_made_of() -> None:
    hand = hand_of("AcAd", "'p1 cc', 'p2 cbr 100', 'p1 f'")
    index = list(late_decisions(hand, hand.hero))[-1]
    called = hand_of("AcAd", "'p1 cc', 'p2 cbr 100', 'p1 cc'")
    loose = Assumptions({1: shipped_player("loose")})
    games = [
        judged_game(hand, index, hand.hero),
        judged_game(hand, index, hand.hero, {1: "KK"}),
        judged_game(hand, index, hand.hero, None, loose),
        judged_game(called, index, hand.hero),
        judged_game(hand, list(late_decisions(hand, hand.hero))[-2], hand.hero),
    ]
    assert len({game.digest for game in games}) == len(games)
    assert judged_game(hand, index, hand.hero).digest == games[0].digest


def some(digest: str = "a", **changes: Any) -> Judgement:
    result = judged(hand_of("AcAd", "'p1 cc', 'p2 cbr 100', 'p1 f'"), "AcAd", "KcKh, QcJc")
    return replace(result, digest=digest, **changes)


def raw_of(number: str) -> RawHand:
    return RawHand(1, 1, "stars", f"hand {number}", "")


def test_judgements_are_kept_one_by_one(tmp_path: Path) -> None:
    kept, one = JudgementFile(tmp_path / "data" / "play.jsonl"), some()
    assert kept.read() == {}
    for number, digest in (("1", "a"), ("1", "b"), ("2", "a")):
        kept.add(raw_of(number), replace(one, digest=digest))
    assert kept.read().keys() == {("stars 1", "a"), ("stars 1", "b"), ("stars 2", "a")}
    assert kept.read(raw_of("1")).keys() == {("stars 1", "a"), ("stars 1", "b")}
    assert kept.read()["stars 1", "a"] == one
    # A writer was killed in the middle of a line, and somebody has edited another one.
    data = kept.path.read_bytes()
    lines = data.splitlines()
    damaged = b'{"hand": 5}\n[1]\n' + lines[0].replace(b'"loss"', b'"lost"') + b"\n"
    kept.path.write_bytes(damaged + lines[1] + b"\n" + lines[2][:40])
    assert kept.read().keys() == {("stars 1", "b")}
    kept.add(raw_of("3"), one)
    assert kept.read().keys() == {("stars 1", "b"), ("stars 3", "a")}
    (tmp_path / "folder").mkdir()
    assert JudgementFile(tmp_path / "folder").read() == {}
    with pytest.raises(OSError, match="folder"):
        JudgementFile(tmp_path / "folder").add(raw_of("1"), one)


def test_sums_count_what_is_larger_than_the_error_of_the_solution() -> None:
    one = some()
    rows = [
        JudgedRow(replace(one, loss=50.0, mistake="overfold", street=3), "holdem", 10.0),
        JudgedRow(replace(one, loss=20.0, mistake="missed_value", street=2), "holdem", 10.0),
        JudgedRow(replace(one, loss=0.1, mistake=None, street=2), "holdem", 10.0),
        JudgedRow(replace(one, loss=30.0, mistake="missed_value", street=3), "holdem", 0.0),
    ]
    sums = loss_sums(rows)
    assert sums.all.to_json() == {"decisions": 4, "mistakes": 3, "loss_bb": 7.0}
    assert {key: value.to_json() for key, value in sums.by_street.items()} == {
        "turn": {"decisions": 2, "mistakes": 1, "loss_bb": 2.0},
        "river": {"decisions": 2, "mistakes": 2, "loss_bb": 5.0},
    }
    assert list(sums.by_mistake) == ["overfold", "missed_value"]


def test_the_verb_judges_a_file_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, kept = tmp_path / "evening.phhs", tmp_path / "kept.jsonl"
    river = "'p1 cc', 'p2 cbr 100', 'p1 f'"
    text = HAND.format(cards="AcAd", river=river) + "\n[2]\n" + THREE.format(third="cc")
    file.write_text("[1]\n" + text.replace("hand = 7\n", ""), encoding="utf-8")
    arguments = ["hands", str(file), "--judged", "--no-flops", "--judgements", str(kept)]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    first, second, total = map(json.loads, out.splitlines())
    assert (first["hero"], first["big_blind"]) == ("Hero", 10)
    assert [row["street"] for row in first["decisions"]] == ["turn", "river", "river"]
    assert all(row["judged"] and row["loss_bb"] == row["loss"] / 10 for row in first["decisions"])
    assert {row["why"] for row in second["decisions"]} == {MORE_PLAYERS}
    assert second["decisions"][-1]["estimate_bb"] is not None
    assert total["steelwheel_judged"] == 1
    assert total["decisions"] == 3
    assert total["loss_bb"] == pytest.approx(sum(row["loss_bb"] for row in first["decisions"] if row["mistake"]))
    assert len(kept.read_bytes().splitlines()) == 3
    monkeypatch.setattr("engine.cli.judged.judge_decision", None)  # a second time nothing is solved
    assert main([*arguments, "--workers", "1"]) == 0
    assert capsys.readouterr().out == out
    assert main([*arguments, "--hand", "1"]) == 2


def test_decisions_are_judged_even_if_they_cannot_be_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(self: JudgementFile, *_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(JudgementFile, "add", add)
    file, kept = tmp_path / "evening.phhs", tmp_path / "kept.jsonl"
    file.write_text("[1]\n" + HAND.format(cards="AcAd", river="'p1 cc', 'p2 cbr 100', 'p1 f'"), encoding="utf-8")
    assert main(["hands", str(file), "--judged", "--no-flops", "--judgements", str(kept)]) == 0
    out, errors = capsys.readouterr()
    hand, total = map(json.loads, out.splitlines())
    assert [row["judged"] for row in hand["decisions"]] == [True] * 3
    assert total["decisions"] == 3
    assert "not_kept" not in hand
    assert errors.count(f"judgements are not kept: {kept}: No space left on device") == 1


def test_judgements_are_in_the_data_folder_by_default() -> None:
    assert default_file().name == "best play.jsonl"
