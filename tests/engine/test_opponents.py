"""What the opponents of a bet hold: against dealing every hand out by itself."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine import Scenario, ScenarioError, Seat, solve
from engine.cards import COMBOS, combo_index, combo_text, parse_cards
from engine.equity.workers import CancelToken
from engine.kelly.answer import answer_json, growth_band
from engine.kelly.finishing_orders import FinishingOrders, JointResult, main_pot_outcomes
from engine.kelly.growth import growth
from engine.kelly.outcomes import Outcomes
from engine.kelly.request import read_kelly_request
from engine.kelly.responses import showdowns
from engine.kelly.responses.callers import caller_scenarios, run_caller_sets
from engine.kelly.responses.calling import run_calling_order
from engine.kelly.responses.nearby import nearby_ranges
from engine.kelly.responses.showdowns import run_joint_result
from engine.ranges.holdem import parse_range
from tests.engine.opponent_answers import calling_order, joint_orders
from tests.reference.naive_holdem import best_hand

FLOP = "7h 8h 2c"
RANGE = "99+, A9s+, KQs, 87s, 65s:0.5"


def table(*cards, board=FLOP, dead="", folded=()):
    seats = tuple(Seat(f"S{i}", text, folded=i in folded) for i, text in enumerate(cards))
    return Scenario("holdem", seats, board=board, dead=dead)


def cards(text):
    return [card for card, _ in parse_cards(text)]


def outcomes(estimate):
    return [estimate.win, estimate.split[0], estimate.lose]


@pytest.mark.parametrize(("board", "dead"), [(FLOP, ""), ("7h 8h 2c Kd", "Ks"), ("7h 8h 2c Kd 3s", ""), ("", "")])
def test_hands_have_the_outcomes_of_a_run_against_each_alone(board, dead):
    values = calling_order(table("AhQh", RANGE, board=board, dead=dead), 0, 1)
    assert math.fsum(values.share) == pytest.approx(1.0)
    whole = solve(table("AhQh", RANGE, board=board, dead=dead)).seats[0].estimate
    assert (values.share @ values.outcomes).tolist() == pytest.approx(outcomes(whole), abs=1e-12)
    for i in range(0, len(values.share), max(len(values.share) // 6, 1)):
        numbers = values.combos[i]
        runs = [solve(table("AhQh", combo_text(c), board=board, dead=dead)).seats[0].estimate for c in numbers]
        weights = [values.probabilities[c] for c in numbers]
        expected = np.average([outcomes(run) for run in runs], axis=0, weights=weights)
        assert values.outcomes[i].tolist() == pytest.approx(expected.tolist(), abs=1e-12)
        assert sum(weights) == pytest.approx(values.share[i])


@pytest.mark.parametrize("credited", ["random", "22+, A2s+, KTs+"])
def test_hands_come_in_the_order_of_their_equity_against_what_hero_is_credited_with(credited):
    result = calling_order(table("AhQh", RANGE), 0, 1, credited=credited)
    assert (np.diff(result.seen) < 0).all()
    for i in (0, len(result.seen) // 2, len(result.seen) - 1):
        for combo in result.combos[i]:
            run = solve(table(credited, combo_text(combo))).seats[1].estimate
            assert result.seen[i] == pytest.approx(run.equity, abs=1e-8)
            assert result.strength[combo] == pytest.approx(run.equity, abs=1e-12)
    on_board = [combo_index(*cards(text)) for text in ("7h As", "2c 2d")]
    assert np.isnan(result.strength[on_board]).all()
    assert not np.isnan(result.strength[combo_index(*cards("Ah Qh"))])  # he does not see them


def test_weights_count():
    half = calling_order(table("AhQh", "KsKd:0.5, 6s5s"), 0, 1)
    assert sorted(half.share.tolist()) == pytest.approx([1 / 3, 2 / 3])


def test_the_first_call():
    result = calling_order(table("AhQh", RANGE), 0, 1)
    assert result.calling(1.0)[result.probabilities > 0].min() == pytest.approx(1.0)
    part = result.calling(0.3)
    assert part @ result.probabilities == pytest.approx(0.3)
    assert part[list(result.combos[0])].tolist() == [1.0] * len(result.combos[0])
    assert result.calling(0.0).max() == 0.0


def test_the_hands_make_a_request():
    result = calling_order(table("AhQh", RANGE), 0, 1)
    asked = {"bankroll": 1000, "pot": 60, "opponents": 1, "min_bet": 5}
    answer = answer_json(asked | {"reaction": {"defend": "pot odds", "hands": result.hands()}})
    assert answer["answered"]["equity_called"] < answer["probabilities"]["win"] + 0.5


def test_other_players_ranges_are_not_counted_and_told():
    assert calling_order(table("AhQh", RANGE, "22+", folded=(2,)), 0, 1).left_out
    plain = calling_order(table("AhQh", RANGE, "KhKc", folded=(2,)), 0, 1)
    assert not plain.left_out
    with_dead = calling_order(table("AhQh", RANGE, dead="Kh Kc"), 0, 1)
    assert plain.probabilities.tolist() == with_dead.probabilities.tolist()


@pytest.mark.parametrize(
    ("scenario", "credited", "field"),
    [
        (table("AhQh", "22+"), "QZ", "credited"),
        (table("AhQh", "22+"), "", "credited"),
        (table("AhQh", "22+", folded=(1,)), "random", "seats[1].cards"),
        (table("AhQh", "AhQh"), "random", "seats"),
        (Scenario("razz", (Seat("a", "A2 3"), Seat("b", "4"))), "random", "game"),
    ],
)
def test_what_cannot_be_ordered_is_told(scenario, credited, field):
    with pytest.raises(ScenarioError) as caught:
        calling_order(scenario, 0, 1, credited=credited)
    assert caught.value.problems[0].field.startswith(field)


def test_cancelled_work_ends_without_an_answer():
    for run in (
        lambda cancel: run_calling_order(table("random", "random", board=""), 0, 1, cancel=cancel, every=0.0),
        lambda cancel: run_joint_result(table("AhQh", "random", "random"), 0, cancel=cancel, every=0.0),
        lambda cancel: run_caller_sets(table("AhQh", "22+", "random", board=""), 0, cancel=cancel),
    ):
        cancel = CancelToken()
        stream = run(cancel)
        next(stream)
        cancel.cancel()
        assert not any(snapshot.final for snapshot in stream)


def test_sets_of_callers_are_tables_on_which_the_others_have_folded():
    scenario = table("AhAd", "22+", "KK+, AKs", "random")
    names = [callers for callers, _ in caller_scenarios(scenario, 0)]
    assert names == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    *_, last = run_caller_sets(table("AhAd", "22+", "KK+, AKs"), 0)
    assert [row.callers for row in last.answer] == [(0,), (1,), (0, 1)]
    for row, folded in zip(last.answer, ((2,), (1,), ()), strict=True):
        run = solve(table("AhAd", "22+", "KK+, AKs", folded=folded)).seats[0].estimate
        assert row.outcomes.win == run.win
        assert row.outcomes.split == run.split
    asked = {"bankroll": 500, "pot": 40, "opponents": 2, "reaction": {"defend": "pot odds"}}
    assert answer_json(asked | {"outcomes_by_callers": [row.to_json() for row in last.answer]})["growth"] > 0
    for bad in (table("AhAd", folded=()), table(*["random"] * 6), table("AhAd", "22+", folded=(0,))):
        with pytest.raises(ScenarioError):
            caller_scenarios(bad, 0)


def weight(scenario, seat):
    return parse_range(scenario.seats[seat].cards).weights


def test_nearby_ranges_are_a_share_smaller_and_larger():
    scenario = table("AhAd", "99+, AKs:0.5", board="")
    near = nearby_ranges(scenario, 1, share=0.2)
    dead = np.array([len({*pair} & {*cards("AhAd")}) > 0 for pair in COMBOS])
    before, less, more = weight(scenario, 1), weight(near.tighter, 1), weight(near.looser, 1)
    assert less.sum() == pytest.approx(0.8 * before.sum(), abs=1e-9)
    assert more.sum() == pytest.approx(1.2 * before.sum(), abs=1e-9)
    assert (less <= before + 1e-12).all()
    assert (more >= before - 1e-12).all()
    assert less[~dead].sum() > 0
    assert near.tighter.seats[0] == scenario.seats[0]
    assert nearby_ranges(table("AhAd", "random"), 1).looser is None


def test_nearby_ranges_by_what_is_strong_on_the_board():
    scenario = table("AhAd", "AKs, 22")
    strength = calling_order(scenario, 0, 1).strength
    tighter = weight(nearby_ranges(scenario, 1, share=0.3, strength=strength).tighter, 1)
    assert tighter[combo_index(*cards("2s 2d"))] == 1.0  # three of a kind here
    assert tighter[combo_index(*cards("As Ks"))] < 1.0


def places(board, *hands):
    """Return the ranks as the first hand sees them: those that beat it are alike, and those that it beats."""
    own, *others = (best_hand(frozenset((*hand, *board))) for hand in hands)
    signs = [0, *((other < own) - (other > own) for other in others)]
    levels = sorted(set(signs))
    return tuple(levels.index(sign) for sign in signs)


def test_the_joint_law_is_that_of_all_boards():
    scenario = table("AhKd", "QsQd", "8c7c", board="7h 8h 2c Qh")
    result = joint_orders(scenario, 0)
    assert result.exact
    hands = [cards(text) for text in ("AhKd", "QsQd", "8c7c")]
    board = cards("7h 8h 2c Qh")
    used = {*board, *(card for hand in hands for card in hand)}
    counts = {}
    for card in range(52):
        if card not in used:
            ranks = places((*board, card), *hands)
            counts[ranks] = counts.get(ranks, 0) + 1
    total = sum(counts.values())
    assert {ranks: p for p, ranks in result.chances} == pytest.approx(
        {ranks: count / total for ranks, count in counts.items()}
    )
    for seat in (1, 2):
        other = joint_orders(scenario, seat)
        run = solve(scenario).seats[seat].estimate
        assert main_pot_outcomes(other.chances).win == pytest.approx(run.win)


@pytest.mark.parametrize("texts", [("AhKd", "QQ+, AK", "random"), ("QQ+", "QQ+", "QQ+:0.5, AKs")])
def test_the_joint_law_agrees_with_the_run(texts):
    scenario = table(*texts)
    result = joint_orders(scenario, 0, trials=200_000)
    run = solve(scenario).seats[0].estimate
    text = main_pot_outcomes(result.chances)
    assert text.win == pytest.approx(run.win, abs=4.5 * result.stderr + 1e-12)
    assert text.split == pytest.approx(run.split, abs=4.5 * result.stderr + 1e-12)
    assert result.exact == (texts[0] == "QQ+")
    assert joint_orders(scenario, 0, trials=200_000) == result
    asked = {"bankroll": 500, "opponents": 2, "orders": result.to_json(), "order_trials": result.trials}
    asked["committed"] = {"hero": 20, "opponents": [20, 20], "behind": [40, None]}
    assert answer_json(asked)["side_pots"] == ("exact" if result.exact else "sampled")


@pytest.mark.parametrize("texts", [("A23 8 K", "45 6 7 9", "xx2 Q 3"), ("A29", "xx5", "xx7"), ("A2 3", "[A25]8 9")])
def test_the_joint_law_of_razz_agrees_with_the_run(texts):
    scenario = Scenario("razz", tuple(Seat(f"S{i}", text) for i, text in enumerate(texts)))
    for hero in range(len(texts)):
        result = joint_orders(scenario, hero, trials=100_000)
        run = solve(scenario).seats[hero].estimate
        message = main_pot_outcomes(result.chances)
        assert message.win == pytest.approx(run.win, abs=4.5 * math.hypot(result.stderr, run.stderr))
        assert message.split == pytest.approx(run.split, abs=4.5 * math.hypot(result.stderr, run.stderr))
        assert not result.exact
        assert math.fsum(p for p, _ in result.chances) == pytest.approx(1.0)
    assert joint_orders(scenario, 0, trials=20_000) == joint_orders(scenario, 0, trials=20_000)


def test_folded_ranges_take_their_cards_along():
    plain = main_pot_outcomes(joint_orders(table("AhKd", "AKs", "QQ", "AA", folded=(3,)), 0).chances)
    run = solve(table("AhKd", "AKs", "QQ", "AA", folded=(3,))).seats[0].estimate
    assert plain.win == pytest.approx(run.win, abs=0.004)


def test_what_cannot_be_ranked_is_told():
    for bad in (table("AhKd"), table("AhKd", "QQ", folded=(0,))):
        with pytest.raises(ScenarioError):
            joint_orders(bad, 0)
    clashing = table(*["QQ+"] * 6, board="")
    with pytest.raises(ScenarioError, match="clash"):
        joint_orders(clashing, 0)


def test_the_band_holds_all_answers():
    base = {"bankroll": 1000, "pot": 60, "opponents": 1, "min_bet": 5, "reaction": {"defend": "pot odds"}}
    asked = [base | {"outcomes": {"win": win}} for win in (0.62, 0.58, 0.66)]
    requests = [read_kelly_request(one) for one in asked]
    result = growth_band(requests, points=51)
    assert (result.low <= result.high).all()
    advised = [answer_json(one)["bet"] for one in asked]
    assert result.bets == (min(advised), max(advised))
    assert result.decisions == ("bet",)
    worst = min(growth(r.wager, result.safe) - growth(r.wager, 0.0) for r in requests)
    assert worst == pytest.approx(0.0, abs=1e-9)
    wider = growth_band([read_kelly_request(one | {"stderr": 0.01}) for one in asked], points=51)
    assert wider.safe < result.safe
    assert (wider.low <= result.low).all()
    assert growth_band([replace(requests[0], wager=requests[0].wager.shifted(-0.6))]).safe is None


SIDE_POT = {
    "bankroll": 1000, "opponents": 2, "committed": {"hero": 20, "opponents": [20, 20], "behind": [40, 500]},
    "choices": {"bet": 200},
}  # fmt: skip
MAY_FOLD = SIDE_POT | {"committed": {"hero": 20, "opponents": [20, 20], "behind": [400, 40]}} | {
    "reaction": [{"fold": 0.3}, {"defend": "pot odds"}]
}  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "matched"),
    [(SIDE_POT, True), (SIDE_POT, False), (MAY_FOLD, True)],
    ids=["all call", "all call, unmatched", "each may fold"],
)
def test_the_errors_of_sampled_side_pots_are_those_of_many_samples(monkeypatch, asked, matched):
    """Chips and growth of 40 samples spread round the exact ones as their standard errors say.

    With the outcomes of the run the main pot is exact, which leaves less of an error.
    """
    scenario = table("AhKd", "QQ, JJ", "88, AQs")
    truth = joint_orders(scenario, 0)
    exact = answer_json(asked | {"orders": truth.to_json()})
    assert truth.exact
    assert "chip_ev_stderr" not in exact
    monkeypatch.setattr(showdowns, "_tuples", lambda setup: None)
    monkeypatch.setattr(showdowns, "BATCH", 4000)
    deviations, checks = [], []
    for seed in range(40):
        joint = joint_orders(replace(scenario, run=replace(scenario.run, seed=seed)), 0, trials=2000)
        stderr = 0.0
        if matched:
            joint = joint.matched_to(truth.outcomes)
        else:
            equity = joint.outcomes.equity
            squares = sum(p / (1 + s) ** 2 for s, p in enumerate(joint.outcomes.by_ties))
            stderr = math.sqrt((squares - equity**2) / joint.trials)
        answer = answer_json(asked | {"orders": joint.to_json(), "order_trials": joint.trials, "stderr": stderr})
        bet, sure = answer["bets"][0], exact["bets"][0]
        for key in ("chip_ev", "growth"):
            deviations.append((bet[key] - sure[key]) / bet[f"{key}_stderr"])
        checks.append(answer["growth_at_zero"] - exact["growth_at_zero"])
        assert ("growth_at_zero_stderr" in answer) == (not matched)
        assert answer["side_pots"] == "sampled"
    assert max(map(abs, deviations)) < 4.5
    assert np.mean(np.square(deviations)) == pytest.approx(1.0, abs=0.5)
    if matched:
        assert checks == pytest.approx([0.0] * 40, abs=1e-12)


def test_a_class_that_no_deal_of_the_sample_had_keeps_its_probability():
    joint = JointResult((3, 0, 5), ((0.75, (0, 1, 1)), (0.25, (1, 0, 2))), trials=4)
    matched = joint.matched_to(Outcomes(0.6, (0.1, 0.05), 0.25))
    assert matched.outcomes.by_ties == pytest.approx((0.6, 0.1, 0.05))
    assert {ranks: p for p, ranks in matched.chances}[0, 0, 1] == pytest.approx(0.05)
    with pytest.raises(ValueError, match="opponents"):
        joint.matched_to(Outcomes(0.6, (0.1,), 0.3))


def test_orders_that_pay_the_same_are_one():
    """All 3^6 orders of six opponents, merged, pay what they pay one by one."""
    random = np.random.default_rng(3)
    most = (40.0, 40.0, 90.0, 90.0, 300.0, 300.0)
    ranks = [showdowns.finishing_order(i, len(most)) for i in range(3 ** len(most))]
    weights = random.dirichlet(np.ones(len(ranks)))
    whole = FinishingOrders(tuple(zip(map(float, weights), ranks, strict=True)), (20.0,) * 7, most)
    merged = whole.merged()
    assert len(merged.chances) == 40
    for x in (0.0, 0.01, 0.05, 0.2, 0.9):
        values = [
            sum(p * net for (p, _), net in zip(orders.chances, orders.nets(x, 1000.0, 0.05, 9.0), strict=True))
            for orders in (whole, merged)
        ]
        assert values[0] == pytest.approx(values[1], abs=1e-12)
        piece = next(piece for piece in merged.pieces(1000.0, 0.05, 9.0) if x <= piece.high)
        assert piece.net(x) == pytest.approx(values[1], abs=1e-12)
