import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from engine.cards import TextError
from engine.equity.rules import problems
from engine.equity.run import solve
from engine.kernels.holdem import orders as kernels
from engine.ranges.build_orders import equities, order_text
from engine.ranges.holdem import complement, format_range, parse_range, top_share
from engine.ranges.holdem_hands import CLASSES, class_of_combo, class_text
from engine.ranges.orders import (
    BUILT_IN_ORDERS,
    FOLDER,
    Order,
    cut,
    find_order,
    order_from_json,
    order_from_text,
    order_to_json,
    percentiles,
)
from engine.scenario import RunOptions, Scenario, ScenarioError, Seat
from tests.reference.naive_orders import ordered_matchings, pot_share

DATA = Path(__file__).parents[1] / "data"
NAMES = [class_text(*class_) for class_ in CLASSES]


def reversed_order():
    """An order of a user: the worst hands first."""
    return order_from_json({"steelwheel_order": 1, "name": "mine", "classes": NAMES[::-1]})


def kernel_matchings(counts, weights):
    """The kernel's sums for types with ``counts`` cards and ``weights`` of edges between them."""
    work, result = kernels.new_matching_work(), np.zeros(3)
    n = len(counts)
    work.cards[:n], work.edges[:n, :n] = counts, weights
    kernels.matchings(n, work, 1.0, result)
    return result


@pytest.mark.parametrize("counts", [(1, 1, 1, 1, 1, 1, 1), (3, 2, 2), (4, 1, 2), (2, 2, 2, 1), (7,), (1, 1)])
def test_matchings_by_listing_them(counts):
    random = np.random.default_rng(7)
    weights = random.choice([0.0, 0.5, 1.0], (len(counts), len(counts)))
    weights = np.maximum(weights, weights.T)
    cards = [(kind, i) for kind, count in enumerate(counts) for i in range(count)]
    expected = ordered_matchings(cards, lambda a, b: weights[a[0], b[0]])
    assert kernel_matchings(counts, weights) == pytest.approx(expected, abs=1e-9)


def test_simpsons_rule_gives_the_shares_of_the_pot():
    """The three values of t stand for an integral that is 1 / (1 + ties) in every term."""
    for ties in range(4):
        values = [t**ties for t in (0.0, 0.5, 1.0)]
        assert np.dot(values, [1 / 6, 4 / 6, 1 / 6]) == pytest.approx(pot_share(5, [5] * ties + [1] * (3 - ties)))


def test_the_first_order_is_the_published_table():
    hands = json.loads((DATA / "holdem.json").read_text(encoding="utf-8"))["class_v_random"]["hands"]
    strengths = dict(zip(NAMES, find_order("v1").strengths, strict=True))
    assert len(hands) > 20
    for name, counts in hands.items():
        assert strengths[name] == pytest.approx(counts["equity"], abs=1e-11)


@pytest.mark.parametrize("name", ["72o", "99"])
def test_the_command_builds_the_shipped_files(name):
    place = NAMES.index(name)
    shares = equities(CLASSES[place])
    for built_in, share in zip(BUILT_IN_ORDERS, shares, strict=True):
        assert find_order(built_in).strengths[place] == pytest.approx(share, abs=1e-11)


def test_the_text_of_a_file_can_be_read_back():
    for opponents, name in enumerate(BUILT_IN_ORDERS, start=1):
        order = find_order(name)
        assert order_text(opponents, order.strengths) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("opponents", [2, 3])
@pytest.mark.parametrize(("name", "text"), [("AA", "AhAd"), ("T9s", "ThTd"), ("A5o", "Ah5d")])
def test_orders_agree_with_deals(opponents, name, text):
    text = {"T9s": "Th9h"}.get(name, text)
    seats = (Seat("Hero", text), *(Seat(f"Villain {i}", "random") for i in range(opponents)))
    hero = solve(Scenario("holdem", seats, run=RunOptions("sampled", 5, 400_000))).seats[0].estimate
    expected = find_order(f"v{opponents}").strengths[NAMES.index(name)]
    assert hero.equity == pytest.approx(expected, abs=4 * hero.stderr)


def test_shares_of_all_combos_add_up():
    """Nobody has an advantage against hands like one's own: the mean equity is one over the number of hands."""
    _, sizes = class_of_combo()
    for opponents, name in enumerate(BUILT_IN_ORDERS, start=1):
        assert sizes @ find_order(name).strengths / 1326 == pytest.approx(1 / (opponents + 1), abs=1e-11)


def test_a_cut_is_nearest_to_the_share():
    order = find_order(None)
    _, sizes = class_of_combo()
    totals = np.concatenate([[0], np.cumsum(sizes[order.best_first])])
    for percent in [*range(101), "0.4", "12.5", "33.33", "0.2262443438914027"]:
        target = float(Decimal(percent)) * 13.26
        result = cut(order, Decimal(percent))
        assert abs(result.combos - target) <= np.abs(totals - target).min() + 1e-9
        assert totals[result.classes] == result.combos


def test_midway_the_class_is_taken():
    """AA is 6 combos: 3 combos are midway, a little less is nothing."""
    order = find_order(None)
    assert cut(order, Decimal(300) / 1326).combos in (0, 6)
    exact = Order("exact", "", np.arange(169.0))
    last = cut(exact, Decimal(50))
    assert last.combos == 663 or last.boundary is not None
    assert top_share(order, 4 / 1326).count == 6
    assert top_share(order, 2 / 1326).count == 0


def test_top_shares_and_bands():
    order = find_order("v2")
    best, band, rest = top_share(order, 0.05), top_share(order, 0.2, 0.05), top_share(order, 1.0, 0.2)
    assert np.array_equal(best.weights + band.weights + rest.weights, np.ones(1326))
    strengths = order.strengths[class_of_combo()[0]]
    assert strengths[best.weights > 0].min() >= strengths[band.weights > 0].max()
    assert band == parse_range("5%-20%", order=order)
    assert band == parse_range("20% - 5%", order=order)
    assert best == parse_range("5%", order=order)
    assert parse_range("15%") == parse_range("15%", order=find_order("v1"))
    assert parse_range("15%") != parse_range("15%", order=find_order("v3"))


def test_percentiles_by_counting():
    order = Order("ties", "", np.round(find_order("v1").strengths, 1))
    strengths = order.strengths[class_of_combo()[0]]
    result = percentiles(order)
    for i in range(0, 1326, 37):
        expected = ((strengths < strengths[i]).sum() + 0.5 * (strengths == strengths[i]).sum()) / 1326
        assert result[i] == pytest.approx(expected, abs=1e-15)
    assert result.mean() == pytest.approx(0.5)


def test_the_fold_profile():
    order = find_order("v1")
    profile = parse_range("fold-profile")
    assert np.array_equal(profile.weights, 1 - percentiles(order))
    assert profile.count == 1326
    assert parse_range("Fold Profile".replace(" ", "-")) == profile
    half = parse_range("fold-profile:0.5, AA")
    aces = parse_range("AA").weights > 0
    assert np.array_equal(half.weights[~aces], profile.weights[~aces] * 0.5)
    assert (half.weights[aces] == 1).all()
    assert any("1 - v" in notice for notice in parse_range("fold-profile").notices)


def test_complements():
    assert complement(parse_range("22+, AK")) == parse_range("random, !22+, !AK")
    assert complement(parse_range("AA:0.25")).weights.sum() == 1320 + 6 * 0.75
    assert not complement(parse_range("random")).weights.any()
    assert format_range(complement(parse_range("random, !72o"))) == "72o"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("15%", "15% is 200 combos, 15.08% of all, by {}; at the boundary A6s is in"),
        ("AA, 0.1%", "0.1% is 0 combos, 0.00% of all, by {}; at the boundary AA is out"),
    ],
)
def test_a_notice_states_the_actual_share(text, told):
    assert told.format("equity against one random hand (v1)") in parse_range(text).notices


def test_shares_in_lists_with_weights():
    best = parse_range("15%").weights
    assert np.array_equal(parse_range("15%:0.5").weights, best * 0.5)
    assert np.array_equal(parse_range("15%@50").weights, best * 0.5)
    assert np.array_equal(parse_range("[50]15%[/50]").weights, best * 0.5)
    assert np.array_equal(parse_range("50%(15%)").weights, best * 0.5)
    assert parse_range("50: AA, 20: KK").weights.sum() == 4.2
    assert parse_range("15%, !AA").count == 194
    assert parse_range("random, !15%") == complement(parse_range("15%"))
    assert parse_range("0%-100%") == parse_range("random")
    assert parse_range("100%").notices == ()
    assert any("the hand 75" in notice for notice in parse_range("75: 15%").notices)


def test_the_scenario_of_the_specification():
    seats = (Seat("Hero", "AhAd"), Seat("CO", "22+, ATs+, KQo:0.5"), Seat("UTG", "15%", folded=True))
    scenario = Scenario("holdem", seats, board="7h 8h 2c", dead="Ks 2d", run=RunOptions(max_trials=20_000))
    estimate = solve(scenario).seats[0].estimate
    assert 0.7 < estimate.equity < 0.9
    other = Scenario("holdem", seats, "7h 8h 2c", "Ks 2d", RunOptions(max_trials=20_000), order="v3")
    assert problems(other) == ()


def test_orders_of_the_user_reach_the_engine():
    seats = (Seat("Hero", "KhKd"), Seat("Villain", "0.5%"))
    scenario = Scenario("holdem", seats, board="2c 7d 9s Jh", order="mine")
    (problem,) = problems(scenario)
    assert problem.field == "order"
    assert "v1, v2, v3" in problem.message
    own = reversed_order()
    assert problems(scenario, [own]) == ()
    assert solve(scenario, orders=[own]).seats[0].estimate.equity > 0.8
    assert solve(Scenario("holdem", seats, board="2c 7d 9s Jh")).seats[0].estimate.equity < 0.2


def test_an_unknown_order_is_an_error_in_razz_too():
    assert problems(Scenario("razz", (Seat("One", "A29"), Seat("Two", "x")), order="best"))[0].field == "order"


def test_orders_are_written_and_read():
    for order in (find_order("v2"), reversed_order()):
        again = order_from_json(json.loads(json.dumps(order_to_json(order))))
        assert (again.name, again.title, again.note) == (order.name, order.title, order.note)
        assert np.array_equal(again.strengths, order.strengths)
    assert NAMES[reversed_order().best_first[0]] == NAMES[-1]


GOOD = {"steelwheel_order": 1, "name": "mine", "classes": NAMES}


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ([], "steelwheel_order"),
        ({}, "steelwheel_order"),
        (GOOD | {"steelwheel_order": 2}, "steelwheel_order"),
        (GOOD | {"color": 1}, "color"),
        (GOOD | {"name": ""}, "name"),
        (GOOD | {"name": 5}, "name"),
        (GOOD | {"strengths": {}}, "strengths"),
        ({"steelwheel_order": 1, "name": "mine"}, "strengths"),
        (GOOD | {"classes": "AA"}, "classes"),
        (GOOD | {"classes": NAMES[1:]}, "classes"),
        (GOOD | {"classes": [*NAMES, "AA"]}, "classes"),
        (GOOD | {"classes": [*NAMES[1:], "AAs"]}, "classes"),
        (GOOD | {"classes": [*NAMES[1:], ["AA"]]}, "classes"),
        ({"steelwheel_order": 1, "name": "mine", "strengths": dict.fromkeys(NAMES, "1")}, "strengths.22"),
        ({"steelwheel_order": 1, "name": "mine", "strengths": dict.fromkeys(NAMES, True)}, "strengths.22"),
        ({"steelwheel_order": 1, "name": "mine", "strengths": dict.fromkeys(NAMES, float("nan"))}, "strengths.22"),
        ({"steelwheel_order": 1, "name": "mine", "strengths": {"AA": 1}}, "strengths"),
        ({"steelwheel_order": 1, "name": "mine", "strengths": [1]}, "strengths"),
    ],
)
def test_invalid_orders_raise_errors(value, field):
    with pytest.raises(ScenarioError) as caught:
        order_from_json(value)
    assert caught.value.problems[0].field == field


def test_impossible_strengths_raise_errors():
    for strengths in (np.zeros(168), np.full(169, np.inf)):
        with pytest.raises(ValueError, match="169"):
            Order("bad", "", strengths)


def test_long_numbers_are_read_or_rejected_quickly():
    for text in ("9" * 50_000 + "%", "0." + "0" * 50_000 + "1%", "1%-" + "9" * 50_000 + "%"):
        with pytest.raises(TextError) as caught:
            parse_range(text)
        assert len(caught.value.message) < 300


V3 = find_order("v3")
BEST_FIRST = [class_text(*CLASSES[i]) for i in V3.best_first]


def same(order):
    return np.array_equal(order.best_first, V3.best_first)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(BEST_FIRST),
        ",".join(BEST_FIRST).lower(),
        "\n".join(f"{i + 1}. {name}" for i, name in enumerate(BEST_FIRST)),
        "\n".join(f"{i + 1}\t{name.replace('T', '10')}" for i, name in enumerate(BEST_FIRST)),
        "# mine\n\n" + "\n".join(f"{name}  # best but {i}" for i, name in enumerate(BEST_FIRST)),
        json.dumps(BEST_FIRST),
        json.dumps(order_to_json(V3)),
    ],
    ids=["blanks", "commas", "counted", "tabs", "remarks", "json list", "json"],
)
def test_a_list_from_the_best_on(text):
    result = order_from_text(text, "mine")
    assert same(result)
    assert result.name in ("mine", "v3")
    assert parse_range("20%", order=result) == parse_range("20%", order=V3)


@pytest.mark.parametrize("form", ["{} {:.9f}", "{};{:.9f}", "{} = {:.9f}%", "{}: {:.9f}"])
def test_strengths_in_any_order_of_lines(form):
    lines = [form.format(class_text(*CLASSES[i]), V3.strengths[i]) for i in range(169)]
    assert same(order_from_text("\n".join(lines), "mine"))


def test_strengths_that_look_like_pairs():
    lines = [f"{i + 1}) {name} {200 - i}" for i, name in enumerate(BEST_FIRST)]
    assert same(order_from_text("\n".join(lines), "mine"))


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("AA KK", "167 of the 169 hands are missing", 0),
        (" ".join([*BEST_FIRST, "AA"]), "AA is given twice", 0),
        ("AA 0.8\nKK 0.7", "167 of the 169", 0),
        ("AA\nAK", "did you mean AKs or AKo", 3),
        ("AAs", "did you mean AA", 0),
        ("AA, foo", "'foo' is not a hand", 4),
        ("AA 0.8 0.9\nKK 0.7 0.8", "'0.8' is not a hand", 3),
        ("0.8 AA\n0.7 KK", "'0.8' is not a hand", 0),
        ("1 2 AA\n2 3 KK", "'1' is not a hand", 0),
        ("AA 0,8\nKK 0,7", "'0' is not a hand", 3),
        ("AA 0.8\nKK", "'0.8' is not a hand", 3),
        ('{"steelwheel_order": 1}', "a text is expected", 0),
        ("{nonsense", "not JSON", 1),
        ("", "are missing", 0),
    ],
)
def test_errors_name_the_mistake(text, message, position):
    with pytest.raises(TextError, match=message) as caught:
        order_from_text(text, "mine")
    assert caught.value.position == position
