"""Matches: the kernels beside a slow reference, chips and rake to the chip, fair play of equals, texts read back."""

import json
from fractions import Fraction

import numpy as np
import pytest

from engine import Scenario, ScenarioError, Seat, match, solve
from engine.cards import CARDS_BY_TEXT, card_text
from engine.cli.main import main
from engine.equity.watching import StoppedError, Watch
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kelly.cassandra import cassandra_fraction, cassandra_outcomes
from engine.kelly.growth import Wager, growth
from engine.kelly.outcomes import Outcomes
from engine.kelly.solver import optimal_fraction
from engine.kernels.players.bankrolls import cassandra_bet, high_chances, kelly_bet, kelly_growth
from engine.kernels.players.playing import STATISTICS
from engine.kernels.tables import high_tables
from engine.matches.request import MatchRequest, read_match_request
from engine.matches.run import answer_json, run_match
from engine.players.description import player_json, shipped_player
from engine.players.hands import DESCRIBED, play
from tests.reference.naive_betting import holdem_value
from tests.reference.naive_match import NaiveMatch

MIXED = ["neutral", "caller", "random", "folder", "pusher", "loose"]
REQUESTS = {
    "rotations": {"players": MIXED, "hands": 120, "rake": 0.05, "rake_cap": 2.5},
    "no rotations": {"players": ["tight", "random", "pusher"], "hands": 90, "duplicate": False, "rake": 0.1},
    "stacks go on": {"players": MIXED, "hands": 90, "top_up": False, "stack": 40},
    "heads-up with an ante": {"players": ["random", "caller"], "hands": 80, "ante": 0.13},
    "pot limit": {"players": ["random"] * 4, "hands": 60, "limit": "pot", "blinds": [1, 3]},
    "fixed limit": {"players": ["random", "pusher", "folder"], "hands": 90, "limit": {"small": 2, "big": 4}},
    "a reader": {"players": ["reader", "neutral", "random", "loose"], "hands": 160},
    "bets by a bankroll": {"players": ["kelly", "honest", "loose"], "hands": 12, "bankroll": [35, 1, 1], "keep": 9},
    "bankrolls that start again": {"players": ["kelly", "random"], "hands": 40, "bankroll": 10},
    "kelly at pot limit": {"players": ["kelly", "random"], "hands": 20, "limit": "pot"},
    "kelly at fixed limit": {"players": ["kelly", "loose", "caller"], "hands": 9, "limit": {"small": 1, "big": 2}},
    "razz by a bankroll": {"game": "razz", "players": ["kelly", "honest", "random"], "hands": 9},
    "a simulator": {"players": [{"simulator": 7}, "loose", "random"], "hands": 9, "rake": 0.05, "rake_cap": 1},
    "simulators at fixed limit": {"players": [{"simulator": 5}, "loose"], "hands": 8, "limit": {"small": 1, "big": 2}},
    "a short simulator": {"players": ["tight", {"simulator": 9}], "hands": 12, "top_up": False, "stack": 9},
    "razz with a simulator": {"game": "razz", "players": [{"simulator": 4}, "loose", "tight"], "hands": 6, "rake": 0.1},
    "razz, eight with a simulator": {"game": "razz", "players": [*["caller"] * 7, {"simulator": 2}], "hands": 8},
    "razz": {"game": "razz", "players": ["random", "tight", "pusher", "folder"], "hands": 40, "rake": 0.05},
    "razz, eight": {"game": "razz", "players": [*MIXED, "reader", "random"], "hands": 32},
    "razz, stacks go on": {"game": "razz", "players": ["random", "loose", "reader"], "hands": 40, "top_up": False},
}


@pytest.mark.parametrize("name", REQUESTS)
def test_a_match_is_played_as_the_reference_plays_it(name):
    slow, result = NaiveMatch({"seed": 7, "keep": 0} | REQUESTS[name]), match({"seed": 7} | REQUESTS[name])
    totals = np.array([[chips for _, chips in player.curve] for player in result.players])
    assert result.hands == len(slow.results)
    assert np.rint(np.diff(totals) * 100).T.astype(int).tolist() == slow.results
    assert [round(player.rake * 100) for player in result.players] == slow.rakes.tolist()
    for player, bets in zip(result.players, slow.bets, strict=True):
        assert sum(count for *_, count in player.reveals.by_size) == len(bets)
        if len(bets) > 0:
            sizes = sum(size * count for size, _, count in player.reveals.by_size)
            strengths = sum(strength * count for _, strength, count in player.reveals.by_size)
            assert (sizes, strengths) == pytest.approx(np.sum(bets, axis=0).tolist())


def test_chips_are_conserved_and_booked_to_their_winners():
    result = match({"players": MIXED, "hands": 3_000, "rake": 0.07, "seed": 3, "keep": 0})
    assert sum(Fraction(player.won) + Fraction(player.rake) for player in result.players) == pytest.approx(0, abs=1e-9)
    assert sum(player.rake for player in result.players) > 0
    won_from = np.array([player.won_from for player in result.players])
    assert won_from == pytest.approx(-won_from.T, abs=1e-9)
    for player, row in zip(result.players, won_from, strict=True):
        assert sum(row) - player.rake * 100 / result.hands == pytest.approx(player.won_per_100)


def test_what_one_player_wins_from_another_in_single_pots():
    value = {"players": ["tight", "caller", "loose"], "hands": 150, "limit": {"small": 1, "big": 2}, "seed": 2}
    slow, result = NaiveMatch(value), match(value)
    expected = slow.won_from / result.hands  # units of 1/100 chip are chips per 100 hands
    assert np.array([player.won_from for player in result.players]) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize(("game", "hands"), [("holdem", 600), ("razz", 400)])
def test_equal_players_are_equal(game, hands):
    inside = 0
    for seed in range(100):
        result = match({"game": game, "players": ["loose", "loose"], "hands": hands, "seed": seed, "keep": 0})
        inside += abs(result.players[0].won_per_100) <= 1.96 * result.players[0].stderr
    assert 90 <= inside <= 99


def test_equal_players_who_bet_by_a_bankroll_are_equal():
    """With a bankroll that goes on through the match, whoever got ahead first would win all of it."""
    off = []
    for seed in range(12):
        value = {"game": "razz", "players": ["cassandra", "cassandra"], "hands": 100, "seed": seed, "keep": 0}
        player = match(value).players[0]
        off.append(abs(player.won_per_100) / player.stderr)
    assert sum(one <= 1.96 for one in off) >= 10
    assert max(off) < 4


def test_the_error_is_that_of_the_deals():
    errors = [match({"players": ["neutral", "loose"], "hands": 2_000, "seed": seed}).players[0] for seed in range(40)]
    spread = np.std([one.won_per_100 for one in errors])
    assert 0.7 < spread / np.mean([one.stderr for one in errors]) < 1.4


def test_callers_win_their_equity():
    result = match({"players": ["caller", "caller"], "hands": 150, "duplicate": False, "keep": 150})
    assert all(abs(chips) <= 150 for _, chips in result.players[0].curve)
    off = []
    for text in result.kept:
        hand = read_hand(split_hands(text)[0])
        one, other = ("".join(cards) for cards in hand.cards)
        off.append(hand.result[0] - (2 * equity_of(one, other) - 1))
        assert abs(hand.result[0]) in (0, 1)
    assert abs(np.mean(off)) < 2.5 * np.std(off) / len(off) ** 0.5


def equity_of(one, other):
    return solve(Scenario("holdem", (Seat("", one), Seat("", other)))).seats[0].estimate.equity


def test_described_players_play_as_their_statistics_say():
    result = match({"players": ["tight", "loose", "neutral"], "hands": 500, "duplicate": False, "seed": 5})
    players = [shipped_player(name) for name in ("tight", "loose", "neutral")]
    rules = read_match_request({"players": ["tight", "loose", "neutral"]}).rules
    counts, totals = play(players, "holdem", rules, 10_000, hands=500, seed=5)
    assert counts.shape == (3, STATISTICS, 2)
    assert [round(player.won * 100) for player in result.players] == totals.tolist()
    for i, player in enumerate(result.players):
        rows = [(row.times, row.chances) for row in player.statistics]
        assert rows == [tuple(counts[i, row]) for row, *_ in DESCRIBED["holdem"].titles]


@pytest.mark.parametrize("value", [
    {"players": MIXED, "hands": 3_000},
    {"players": ["reader", "neutral", "cassandra"], "hands": 1_500},
    {"game": "razz", "players": ["random", "tight", "loose"], "hands": 400},
    {"players": [{"simulator": 5}, "loose"], "hands": 40},
])  # fmt: skip
def test_threads_do_not_change_a_match(value):
    one, three = match(value, workers=1), match(value, workers=3)
    assert one.to_json() == three.to_json() == match(value).to_json()
    assert one.to_json() != match(value | {"seed": 2}).to_json()


@pytest.mark.parametrize("name", REQUESTS)
def test_kept_hands_are_read_back(name):
    value = {"seed": 11, "keep": 40} | REQUESTS[name]
    result = match(value)
    totals = np.array([[chips for _, chips in player.curve] for player in result.players])
    names = [player.name for player in result.players]
    assert 0 < len(result.kept) <= 40
    for text in result.kept:
        hand = read_hand(split_hands(text)[0])
        assert not hand.faults
        number = int(text.partition("\nhand = ")[2].split()[0])
        won = totals[:, number] - totals[:, number - 1]
        for player, chips in zip(hand.names, hand.result, strict=True):
            assert chips == pytest.approx(won[names.index(player)], abs=1e-6)


@pytest.mark.parametrize("board", ["7h8h2cKs3d", "7h8h2cKs", "2c2d2h2sAs", "9h8h2hKh"])
def test_chances_are_counted_over_all_hands_and_rivers(board):
    cards = [CARDS_BY_TEXT[board[i : i + 2]] for i in range(0, len(board), 2)]
    own = [CARDS_BY_TEXT["Ah"], CARDS_BY_TEXT["7c"]]
    table, chances = np.zeros(5, np.int64), np.zeros(2)
    table[: len(cards)] = cards
    total = high_chances(*own, table, len(cards), high_tables(), chances)
    rest = [card for card in range(52) if card not in (*cards, *own)]
    boards = [cards] if len(cards) == 5 else [[*cards, river] for river in rest[::5]]
    if len(cards) == 4:
        assert total == 46 * 990
        return
    won = split = 0
    for full in boards:
        names = [card_text(card) for card in full]
        mine = holdem_value([*map(card_text, own), *names])
        for i, high in enumerate(rest):
            for low in rest[:i]:
                theirs = holdem_value([card_text(high), card_text(low), *names])
                won, split = won + (mine > theirs), split + (mine == theirs)
    assert total == 990
    assert chances.tolist() == pytest.approx([won / 990, split / 990])


@pytest.mark.parametrize("opponents", [1, 2, 5])
@pytest.mark.parametrize("pot", [0.0, 0.05, 1.5])
@pytest.mark.parametrize(("win", "split"), [(600, 20), (990, 0), (300, 500), (100, 10), (0, 0), (0, 990), (850, 30)])
def test_cassandra_bets_what_she_published(opponents, pot, win, split):
    outcomes = cassandra_outcomes(win, split, 990, opponents)
    expected = cassandra_fraction(outcomes, pot, never_loses=win + split == 990)
    assert cassandra_bet(win / 990, split / 990, 990.0, opponents, pot) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("reach", [(400.0,), (50.0, 400.0), (20.0, 90.0, 2_000.0)])
@pytest.mark.parametrize("pot", [0.0, 12.0, 300.0])
@pytest.mark.parametrize("chance", [0.02, 0.2, 0.35, 0.5, 0.8, 0.99])
def test_kelly_bets_what_grows_the_bankroll_most(chance, pot, reach):
    outcomes = Outcomes(chance, (0.0,) * len(reach), 1.0 - chance)
    wager = Wager(1_000.0, pot, outcomes, reach=reach)
    bet = kelly_bet(chance, pot, 1_000.0, np.array([*reach, 0.0]))
    for chips in (0.0, 5.0, bet):
        expected = growth(wager, chips)
        assert kelly_growth(chance, pot, chips, 1_000.0, np.array([0.0, *reach])) == pytest.approx(expected, abs=1e-12)
    best = min(optimal_fraction(wager) * 1_000.0, max(reach))
    assert bet == pytest.approx(best, abs=1e-6)


def test_a_bankroll_that_is_gone_begins_again():
    value = {"players": ["caller", "tight"], "hands": 2_000, "bankroll": [20, 1e6], "duplicate": False}
    result = match(value)
    assert result.players[0].ruins > 5 > result.players[1].ruins == 0


@pytest.mark.parametrize(("change", "field", "message"), [
    ({"players": ["tight"]}, "players", "2 to 6 players"),
    ({"players": ["tight"] * 7}, "players", "found 7"),
    ({"game": "razz", "players": ["tight"] * 9}, "players", "2 to 8 players"),
    ({"players": ["tight", "calls"]}, "players[1]", "expected one of tight, neutral"),
    ({"players": ["tight", {"file": "no such file", "name": "x"}]}, "players[1].file", "cannot be read"),
    ({"players": ["tight", {"name": "x", "holdem": {"first": {"early": {"raise": "QQ+, ZZ"}}}}]},
     "players[1].holdem.first.early.raise", "ZZ"),
    ({"players": 5}, "players", "a list"),
    ({"players": ["tight", {"simulator": 0}]}, "players[1].simulator", "an integer from 1"),
    ({"players": ["tight", {"simulator": 9, "trials": 9}]}, "players[1].trials", "unknown key"),
    ({"stack": 0.5}, "stack", "cannot pay"),
    ({"stack": 0}, "stack", "above 0"),
    ({"stack": 100.001}, "stack", "multiple of 0.01"),
    ({"blinds": [2, 1]}, "blinds", "big blind"),
    ({"blinds": [1]}, "blinds", "found 1 numbers"),
    ({"blinds": [0.5, -1]}, "blinds[1]", "at least 0"),
    ({"bring_in": 1}, "bring_in", "no bring-in"),
    ({"game": "razz", "blinds": [1, 2]}, "blinds", "no blinds"),
    ({"game": "razz", "limit": "pot"}, "limit", "fixed limit"),
    ({"game": "razz", "bring_in": 3}, "bring_in", "small bet"),
    ({"limit": {"small": 2, "big": 1}}, "limit.big", "at least the small one"),
    ({"limit": {"small": 0.5, "big": 1}}, "limit.small", "big blind"),
    ({"limit": "half pot"}, "limit", "pot"),
    ({"duplicate": True, "top_up": False}, "duplicate", "top_up"),
    ({"bankroll": [1, 2, 3]}, "bankroll", "one number, or 2"),
    ({"rake": 1.5}, "rake", "from 0 to 1"),
    ({"hands": 0}, "hands", "an integer from 1"),
    ({"keep": -1}, "keep", "0"),
    ({"hand": 5}, "hand", "unknown key"),
])  # fmt: skip
def test_an_impossible_match_is_rejected_by_field(change, field, message):
    with pytest.raises(ScenarioError) as raised:
        match({"players": ["tight", "loose"]} | change)
    problem = next(problem for problem in raised.value.problems if problem.field == field)
    assert message in problem.message


def test_players_of_files_and_described_players(tmp_path):
    file = tmp_path / "mia.json"
    mia = player_json(shipped_player("loose")) | {"name": "mia"}
    file.write_text(json.dumps({"steelwheel_players": 2, "players": [mia]}), encoding="utf-8")
    value = {"players": ["tight", {"file": str(file), "name": "mia"}], "hands": 300, "keep": 0}
    result = match(value)
    assert [player.name for player in result.players] == ["tight", "mia"]
    assert match(value | {"players": ["tight", mia]}).to_json() == result.to_json()
    loose = match(value | {"players": ["tight", "loose"]})
    assert [player.won for player in loose.players] == [player.won for player in result.players]
    with pytest.raises(ScenarioError, match=r"there is no player called .max. in .*; there are mia"):
        match(value | {"players": ["tight", {"file": str(file), "name": "max"}]})


def test_a_match_reports_its_progress_and_what_it_has_when_it_is_stopped():
    value = {"players": ["neutral", "loose"], "hands": 6_000, "keep": 0}
    states = list(run_match(value, every=0.0, workers=1))
    hands = [state.answer.hands for state in states]
    assert hands == sorted(hands)
    assert [state.final for state in states] == [False] * (len(states) - 1) + [True]
    assert states[-1].answer.to_json() == match(value).to_json()
    watch = Watch(lambda progress, seconds: watch.cancel.cancel() if progress > 0.2 else None)
    watch.every = 0.0
    with pytest.raises(StoppedError):
        answer_json(value, watch=watch)
    partial = watch.partial
    assert partial["final"] is False
    assert 1_200 <= partial["hands"] < 6_000
    assert len(partial["players"]) == 2


def test_bets_by_the_chance_to_win_give_the_hand_away():
    watched, ignored = (
        match({"players": [name, "cassandra"], "hands": 3_000, "keep": 0}) for name in ("reader", "neutral")
    )
    assert watched.players[0].won_per_100 > ignored.players[0].won_per_100 + 20
    assert ignored.players[1].reveals.share > 0.3 > 0.15 > ignored.players[0].reveals.share
    sizes = [strength for _, strength, count in ignored.players[1].reveals.by_size if count > 100]
    assert sizes[-1] - sizes[0] > 0.1


def test_who_never_calls_an_all_in_is_pushed_out():
    pushed = match({"players": ["pusher", "cassandra"], "bankroll": [100, 50], "hands": 2_000, "keep": 0})
    assert pushed.players[0].won_per_100 > 100


@pytest.mark.parametrize(("game", "hands", "stack"), [("holdem", 1_000, 5), ("razz", 300, 10)])
def test_a_simulator_beats_who_does_not_think(game, hands, stack):
    players = [{"simulator": 10}, "random"]
    one, other = match({"game": game, "players": players, "hands": hands, "stack": stack, "keep": 0}).players
    assert one.behind_best == 0.0
    assert other.behind_best > 2.0 * other.behind_best_stderr


@pytest.mark.parametrize("value", [
    {"players": ["tight", "neutral", "loose"], "hands": 90},
    {"players": ["tight", "loose"], "hands": 120, "duplicate": False},
])  # fmt: skip
def test_the_error_of_a_difference_is_that_of_the_deals(value):
    result = match(value | {"keep": 0})
    per_deal = len(result.players) if value.get("duplicate", True) else 1
    slow = np.array(NaiveMatch(value).results).reshape(-1, per_deal, len(result.players)).sum(axis=1) / per_deal
    best = max(range(len(result.players)), key=lambda i: result.players[i].won_per_100)
    for i, player in enumerate(result.players):
        differences = slow[:, best] - slow[:, i]
        assert player.behind_best == pytest.approx(differences.mean(), abs=1e-9)
        error = differences.std(ddof=1) / len(slow) ** 0.5 * (1 + (1.96**2 + 1) / (4 * (len(slow) - 1)))
        assert player.behind_best_stderr == pytest.approx(error)


@pytest.mark.parametrize("value", [
    {"players": ["neutral", "loose", "caller"], "hands": 3_000, "seed": 4, "rake": 0.05},
    {"players": ["reader", "loose"], "hands": 100},
])  # fmt: skip
def test_processes_do_not_change_a_match(value, tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    texts = []
    for options in ([], ["--workers", "1"], ["--workers", "2"]):
        assert main(["match", str(file), *options]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2]


def test_deals_are_complete_and_duplicates_are_the_default():
    result = match({"players": ["tight", "loose", "neutral"], "hands": 100})
    assert result.hands == 102
    assert "102 hands in all" in result.notices[0]
    assert read_match_request({"players": ["tight"] * 3}).rotations == 3
    assert read_match_request({"players": ["tight"] * 3, "top_up": False}).rotations == 1
    assert isinstance(read_match_request(MatchRequest.read({"players": ["tight"] * 2})), MatchRequest)


def test_the_verb_answers_a_file_and_lines(tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_text('{"players": ["tight", "caller"], "hands": 200, "keep": 2}', encoding="utf-8")
    assert main(["match", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["steelwheel_match_result"] == 1
    assert list(answer["players"][0]) == [
        "name", "won", "won_per_100", "stderr", "behind_best", "behind_best_stderr", "from", "rake", "ruins", "curve",
        "statistics", "reveals",
    ]  # fmt: skip
    assert len(answer["kept"]) == 2
    file.write_text('{"players": ["tight", "caller"], "hands": 200}\n{"players": []}\n', encoding="utf-8")
    assert main(["match", "--lines", str(file), "--workers", "1"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["players"] == answer["players"]
    assert second["error"]["field"] == "players"
