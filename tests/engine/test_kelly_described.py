"""A described player who responds to a bet, against tests/reference/naive_described.py and against other responses."""

import json
import math

import numpy as np
import pytest

from engine import ScenarioError
from engine.kelly.answer import answer_json
from engine.kelly.best_bet import best_bet, landscape
from engine.kelly.growth import all_fold, chip_ev, equity_called, gain_distribution, growth
from engine.kelly.request import read_kelly_request
from engine.players.description import shipped_player, write_players
from tests.reference import naive_described

STREETS = ("flop", "turn", "river", "fourth", "seventh")
STRICT = {"name": "strict", "holdem": {"later": {"river": {"width": 0, "margin": 0, "raise": [[0, 0]]}}}}


def hands_of(generator, count=12):
    """Return hands with probabilities, hero's outcomes, and strengths that have something to do with these."""
    shares = generator.dirichlet(np.ones(count))
    rows = []
    for p in shares.tolist():
        win, split, lose = generator.dirichlet((2.0, 0.3, 2.0)).tolist()
        strength = min(max(lose + float(generator.normal(0.0, 0.15)), 0.0), 1.0)
        rows.append({"p": p, "win": win, "split": split, "lose": lose, "strength": strength})
    return rows


def request_of(seed):
    """Return a random request: with or without a price, rake, stacks, and a limit."""
    generator = np.random.default_rng(seed)
    player = ("tight", "neutral", "loose", {"name": "mia", "holdem": {"later": {"flop": {"width": 0.0}}}})[seed % 4]
    street = STREETS[seed % 5] if isinstance(player, str) else "flop"
    request = {
        "bankroll": 1000, "opponents": 1, "min_bet": 1,
        "reaction": {"player": player, "street": street, "hands": hands_of(generator)},
    }  # fmt: skip
    chips = generator.integers(0, 80, 3).tolist()
    if seed % 3:
        request |= {"pot": 20 + chips[0]}
        if seed % 2:
            request |= {"to_call": min(10 + chips[1], request["pot"]), "can_raise": True}
    else:
        ahead, behind = chips[1] % 30, (None, 40 + chips[0])[seed % 2]
        request["committed"] = {
            "hero": 10, "opponents": [10 + ahead], "folded": chips[2], "behind": [behind],
        }  # fmt: skip
        request |= {"can_raise": True} if ahead else {}
    if seed % 7 == 0:
        request |= {"rake": 0.05, "rake_cap": 12, "flop_seen": True}
    if seed % 4 == 1:
        request |= {"max_bet": 300}
    return request


@pytest.mark.parametrize("seed", range(24))
def test_every_bet_is_worth_what_the_reference_says(seed):
    values = request_of(seed)
    request = read_kelly_request(values)
    wager, price = request.wager, request.facts.to_call
    for chips in (price + 1.0, price + 40.0, 200.0, 290.0, 700.0, 999.0):
        expected = naive_described.growth(values, chips)
        assert growth(wager, chips) == pytest.approx(expected, abs=1e-12)
        assert landscape(wager).values(np.array([chips / 1000]))[0] == pytest.approx(expected, abs=1e-12)
        assert chip_ev(wager, chips) == pytest.approx(naive_described.chip_ev(values, chips), abs=1e-9)
        distribution = gain_distribution(wager, chips)
        assert math.fsum(p for p, _ in distribution) == pytest.approx(1.0)
        assert math.fsum(p * net for p, net in distribution) == pytest.approx(chip_ev(wager, chips), abs=1e-9)


@pytest.mark.parametrize("seed", range(24))
def test_the_advice_is_the_best_of_all_bets(seed):
    values = request_of(seed)
    answer, price = answer_json(values), read_kelly_request(values).facts.to_call
    high = min(values.get("max_bet", 1000), 1000) - 1e-6
    low = max(price + 1e-3, 1.0)
    tried = np.unique([*np.linspace(low, high, 150), *(low + np.geomspace(1e-3, high - low, 60))])
    most = max(naive_described.growth(values, float(chips)) for chips in tried)
    assert answer["growth"] >= most - 1e-12
    if answer["decision"] in ("bet", "raise"):
        assert answer["growth"] == pytest.approx(naive_described.growth(values, answer["bet"]), abs=1e-12)
        assert low - 1e-3 <= answer["bet"] <= high + 1e-3


def test_who_never_raises_and_folds_below_a_price_is_a_share_of_calling_hands():
    hands = sorted(hands_of(np.random.default_rng(5), 9), key=lambda hand: -hand["strength"])
    values = {"bankroll": 1000, "pot": 100, "opponents": 1, "min_bet": 1}
    strict = read_kelly_request(values | {"reaction": {"player": STRICT, "street": "river", "hands": hands}}).wager
    for chips in (10.0, 50.0, 100.0, 400.0):
        price = chips / (100 + 2 * chips)
        share = math.fsum(hand["p"] for hand in hands if hand["strength"] < price)
        plain = read_kelly_request(values | {"reaction": {"fold": share, "hands": hands}}).wager
        assert all_fold(strict, chips) == pytest.approx(share)
        assert growth(strict, chips) == pytest.approx(growth(plain, chips), abs=1e-12)
        assert equity_called(strict, chips) == pytest.approx(equity_called(plain, chips))
    # Between two prices at which hands begin to fold the growth is smooth, and it jumps there: the best bet is found.
    best, value = best_bet(landscape(strict), 0.001, 0.9)
    tried = np.linspace(0.001, 0.9, 20_000)
    assert value >= landscape(strict).values(tried).max() - 1e-12
    assert growth(strict, best * 1000) == pytest.approx(value, abs=1e-12)


def test_with_the_best_hand_a_raise_is_called_and_with_air_the_bet_is_given_up():
    def wager(win):
        hands = [{"p": 1.0, "win": win, "split": 0.0, "lose": 1.0 - win, "strength": 0.95}]
        raiser = {"name": "raiser", "holdem": {"later": {"river": {"raise": [[0, 1]], "sizes": [[1, 1]], "width": 0}}}}
        reaction = {"player": raiser, "street": "river", "hands": hands}
        values = {"bankroll": 1000, "pot": 100, "opponents": 1, "reaction": reaction}
        return read_kelly_request(values).wager

    # He raises the bet of 50 by the pot of 200: the called raise wins 100 + 250, the bet that is given up loses 50.
    assert gain_distribution(wager(1.0), 50.0) == ((1.0, 350.0),)
    assert gain_distribution(wager(0.0), 50.0) == ((1.0, -50.0),)


def test_a_player_of_a_file_and_a_learned_one_are_read(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(write_players([shipped_player("loose")]), encoding="utf-8")
    values = request_of(1)
    values["reaction"]["player"] = "loose"
    expected = answer_json(values)
    values["reaction"]["player"] = {"file": str(path), "name": "loose"}
    assert answer_json(values) == expected
    values["reaction"]["player"] = json.loads(path.read_text(encoding="utf-8"))["players"][0]
    assert answer_json(values) == expected


@pytest.mark.parametrize(("change", "field", "message"), [
    ({"player": "nobody"}, "reaction.player", "there is no player called 'nobody'"),
    ({"player": {"name": "mia", "holdem": {"later": {"flop": {"width": -1}}}}},
     "reaction.player.holdem.later.flop.width", "from 0 to 1"),
    ({"street": None}, "reaction.street", "responds on one of the streets flop"),
    ({"street": "preflop"}, "reaction.street", "flop"),
    ({"hands": None}, "reaction.hands", "are missing"),
    ({"hands": [{"p": 1, "win": 0.5}]}, "reaction.hands[0].strength", "are needed"),
    ({"player": None, "fold": 0.5}, "reaction.street", "only a described player has a street"),
])  # fmt: skip
def test_a_problem_names_its_field(change, field, message):
    values = request_of(1)
    values["reaction"] |= change
    with pytest.raises(ScenarioError) as error:
        read_kelly_request(values)
    (problem,) = error.value.problems
    assert problem.field == field
    assert message in problem.message


def test_a_described_player_responds_alone():
    values = request_of(1) | {"opponents": 2}
    with pytest.raises(ScenarioError, match="hands are for one opponent"):
        read_kelly_request(values)
