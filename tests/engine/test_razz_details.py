"""The details of razz: each against literal deals on small tables, sampled against exact, and their rules."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from engine import GAMES, dumps, loads, snapshot_to_json, solve
from engine.cards import RAZZ_RANKS
from engine.equity.jobs import Solved
from engine.equity.razz.derived import (
    current_street,
    drawing_seats,
    scenario_at_street,
    solve_scenario,
    with_down_cards,
)
from engine.equity.razz.setup import prepare_razz
from engine.ranges.razz_text import parse_razz
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import razz, razz_setup
from tests.reference import naive_razz_details as naive

NAMES = ("outcomes", "joint", "next_card", "path", "sensitivity", "starting_hands")


def detail(name, *cards, dead="", folded=(), **options):
    return solve(razz(*cards, dead=dead, folded=folded, detail=(name,), **options)).details[name].to_json()


SMALL = [
    (("A2 3 8 9 K", "45 6 7 K"), "A A 2 K K Q Q Q Q J J J J", ()),
    (("A2 3 8 9 J", "45 6 7 8 K", "[A23][A3]"), "A A K", (2,)),
    (("A2 3 8 9 J Q", "[45][5-7] 6 7 8 K", "2 3 9 T J Q"), "A A K 4 4 Q Q T T 8 8 5 J 3 3 9 9 A 2", ()),
    (("KKK22[23]", "QQQ33[2A]"), "J J J J T T T T", ()),
]
small = pytest.mark.parametrize(("cards", "dead", "folded"), SMALL)


def setup_of(cards, dead, folded):
    return razz_setup(*cards, dead=dead, folded=folded)


@small
def test_outcomes_of_literal_deals(cards, dead, folded):
    for row in detail("outcomes", *cards, dead=dead, folded=folded):
        expected = naive.final_lows(setup_of(cards, dead, folded), row["seat"])
        result = row["lows"] | {kind: p for kind, p in row["paired"].items() if p}
        assert result == pytest.approx(expected, abs=1e-12)
        assert row["stderr"] == 0.0


@small
def test_joint_of_literal_deals(cards, dead, folded):
    table = detail("joint", *cards, dead=dead, folded=folded)
    setup = setup_of(cards, dead, folded)
    assert table["classes"] == list(GAMES["razz"].classes)
    assert [tuple(pair["seats"]) for pair in table["pairs"]] == naive.pairs(len(setup.active))
    for pair in table["pairs"]:
        expected = naive.joint_classes(setup, *pair["seats"])
        values = {
            (result, a, b): p
            for result in ("win", "tie", "lose")
            for a, row in zip(table["classes"], pair[result], strict=True)
            for b, p in zip(table["classes"], row, strict=True)
            if p
        }
        assert values == pytest.approx(expected, abs=1e-12)


@small
def test_next_cards_of_literal_deals(cards, dead, folded):
    setup = setup_of(cards, dead, folded)
    tables = detail("next_card", *cards, dead=dead, folded=folded)
    assert [row["seat"] for row in tables] == drawing_seats(setup)
    assert tables
    for table in tables:
        expected = naive.next_cards(setup, table["seat"])
        values = {row["rank"]: row for row in table["ranks"] if row["probability"]}
        assert set(values) == set(expected)
        for rank, (probability, equity) in expected.items():
            assert values[rank]["probability"] == pytest.approx(probability, abs=1e-12)
            assert values[rank]["equity"] == pytest.approx(equity, abs=1e-12)
            assert values[rank]["live"] == setup.live[RAZZ_RANKS.index(rank)]


@small
def test_sensitivity_of_literal_deals(cards, dead, folded):
    setup = setup_of(cards, dead, folded)
    table = detail("sensitivity", *cards, dead=dead, folded=folded)
    now = naive.equities(setup)[0]
    assert [row["rank"] for row in table["ranks"]] == [RAZZ_RANKS[r] for r in np.flatnonzero(setup.live)]
    for row in table["ranks"]:
        gone = f"{dead} {row['rank']}"
        if answer := row["equity"] is not None:
            expected = naive.equities(setup_of(cards, gone, folded))[0]
            assert row["equity"] == pytest.approx(expected, abs=1e-12)
            assert row["change"] == pytest.approx(expected - now, abs=1e-12)
        assert answer or not setup_possible(cards, gone, folded)


def setup_possible(cards, dead, folded):
    try:
        setup_of(cards, dead, folded)
    except ValueError:
        return False
    return True


def test_the_common_card_is_the_next_card_of_everybody():
    """Eight hands of six cards leave 3, 4, J and Q, one of which is common to all."""
    hands = ("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K", "A2469T", "34568T", "257JQK")
    (table,) = detail("next_card", *hands)
    assert table["seat"] is None
    assert {row["rank"]: row["probability"] for row in table["ranks"]} == dict.fromkeys("34JQ", 0.25)
    by_rank = {row["rank"]: row["equity"] for row in table["ranks"]}
    mean = np.mean(list(by_rank.values()), axis=0)
    assert mean == pytest.approx([0.25, 0, 0, 0, 0, 0.25, 0.5, 0], abs=1e-12)
    assert all(equity in (0.0, 0.5, 1.0) for row in by_rank.values() for equity in row)


@pytest.mark.parametrize(
    ("cards", "drawing"),
    [
        (("A29", "647"), [0, 1]),
        (("A29 4", "647"), [1]),
        (("A2345", "x"), [0, 1]),
        (("x", "x"), [0, 1]),
        (("A2345xx", "xx6 7 8"), [0, 1]),
        (("A2", "345", "x x x 7"), [0, 1]),
        (("A2345 6 7", "x x 2 3 4 5 6"), []),
        (("A2345 6 7", "x"), []),
    ],
)
def test_who_draws_next(cards, drawing):
    assert drawing_seats(razz_setup(*cards)) == drawing


@pytest.mark.parametrize("cards", [("(7-7-)7", "A29"), ("A29@50, A39", "(8-8-8) 7 K", "[2-5]xK 2")])
def test_next_cards_add_up_to_the_current_equity(cards):
    snapshot = solve(razz(*cards, detail=("next_card",)))
    present = [seat.estimate.equity for seat in snapshot.active]
    for table in snapshot.details["next_card"].to_json():
        rows = [row for row in table["ranks"] if row["probability"]]
        chances = np.array([row["probability"] for row in rows])
        assert chances.sum() == pytest.approx(1, abs=1e-12)
        assert chances @ np.array([row["equity"] for row in rows]) == pytest.approx(present, abs=1e-12)


def test_the_path_of_a_run_out():
    hands = [("A2 7", "(8-8-)6"), ("A2 7 5", "(8-8-)6 3"), ("A2 7 5 4", "(8-8-)6 3 K")]
    path = detail("path", *hands[-1], dead="K K")
    assert [row["street"] for row in path] == [3, 4, 5]
    for row, cards in zip(path, hands, strict=True):
        then = solve(razz(*cards, dead="K K"))
        assert row["equity"] == pytest.approx([seat.estimate.equity for seat in then.active], abs=1e-12)
        assert row["stderr"] == [0.0, 0.0]


def test_the_path_shortens_every_hand():
    table = razz("A2 7 5@50, [A2](34 6) 8", "x", "KK 9 9 9", folded=(2,))
    assert current_street(prepare_razz(table)) == 5
    assert [seat.cards for seat in scenario_at_street(table, 3).seats] == ["A27@50, 2-(34)", "x", "KK9"]
    assert len(detail("path", "A29", "647")) == 1


def test_starting_hands():
    chart = detail("starting_hands", "A2 7", "(8-8-)6", dead="K K 3 3 3")
    assert (chart["seat"], chart["up"]) == (0, "7")
    pairs = {row["down"]: row for row in chart["pairs"]}
    assert len(pairs) == 91 - 1  # one three is left
    assert (pairs["AA"]["combos"], pairs["A2"]["combos"], pairs["27"]["combos"]) == (6, 16, 12)
    assert (pairs["A3"]["combos"], pairs["QK"]["combos"], pairs["KK"]["combos"]) == (4, 8, 1)
    live = Counter(dict.fromkeys(RAZZ_RANKS, 4)) - Counter("7" + "6" + "KK333")
    total = sum(live.values())
    assert sum(row["combos"] for row in chart["pairs"]) == comb(total, 2)
    for down in ("A2", "77", "KK", "3T"):
        expected = solve(razz(f"{down} 7", "(8-8-)6", dead="K K 3 3 3")).seats[0].estimate.equity
        assert pairs[down]["equity"] == pytest.approx(expected, abs=1e-12)
        assert pairs[down]["stderr"] == 0.0


def test_starting_hands_average_to_the_unknown_hand():
    """Given an opponent with known cards every suited pair is equally likely."""
    chart = detail("starting_hands", "xx7", "A26 9")
    combos = np.array([row["combos"] for row in chart["pairs"]])
    mean = combos @ np.array([row["equity"] for row in chart["pairs"]]) / combos.sum()
    assert mean == pytest.approx(solve(razz("xx7", "A26 9")).seats[0].estimate.equity, abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "dead", "folded"),
    [
        (("x x 9", "(7-7-7)"), "7 7 K", ()),
        (("x x 9 4", "(8-8-8)", "[A2]A 2 3"), "", (2,)),
        (("x x 9 4 5 6", "(7-7-) 7 3 4 5", "A 2 A 3 9 8", "7 7 7 K Q J"), "", ()),
    ],
)
def test_the_probability_of_a_pair_depends_on_the_hands_of_the_others(cards, dead, folded):
    """Deals are counted with the pair known and unknown; any two free cards may be the down cards as well."""
    options = {"dead": dead, "folded": folded}
    unknown, chart = solve(razz(*cards, **options)), detail("starting_hands", *cards, **options)
    up = cards[0].replace("x", "").split()
    for row in chart["pairs"][::9]:
        known = solve(razz(row["down"] + "".join(up), *cards[1:], **options))
        expected = row["combos"] * known.deals / unknown.deals / comb(7 - len(up), 2)
        assert (known.method, row["probability"]) == ("exact", pytest.approx(expected, rel=1e-9))
    assert sum(row["probability"] for row in chart["pairs"]) == pytest.approx(1.0)
    mean = sum(row["probability"] * row["equity"] for row in chart["pairs"])
    assert chart["equity"] == pytest.approx(mean, abs=1e-12)
    assert chart["equity"] == pytest.approx(unknown.seats[0].estimate.equity, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "ranks", "result"),
    [
        ("x", (0, 1), "A2"),
        ("A2 7", (9, 9), "TT7"),
        ("(7-7-[6-8])", (0, 12), "AK[6-8]"),
        ("(7-7-)7 (89)", (0, 1), "A27(89)"),
        ("A29@50, xx[2-5]", (2, 3), "349@50, 34[2-5]"),
        ("A2 7", (), "xx7"),
        ("(8-8-)8, !(3-3-)8, !xx8K", (), "xx8, !xx8K"),
    ],
)
def test_down_cards_of_the_chart(text, ranks, result):
    assert with_down_cards(parse_razz(text), *ranks) == result


SAMPLED_TABLE = (("A2 9", "(7-7-)7", "x x K"), "Q Q J")


def numbers(value):
    """Return all numbers of a detail except errors, in order, each with its error."""
    if isinstance(value, dict):
        error = value.get("stderr", 0.0)
        for key, item in value.items():
            if key == "probability":
                yield item, value["probability_stderr"]
            elif isinstance(item, list) and isinstance(error, list) and key == "equity":
                yield from zip(item, error, strict=True)
            elif key in ("equity", "change"):
                yield item, error
            elif key in ("win", "tie", "lose"):
                yield from ((p, error) for row in item for p in row)
            elif key in ("lows", "paired"):
                yield from ((p, error) for p in item.values())
            elif isinstance(item, dict | list):
                yield from numbers(item)
    elif isinstance(value, list):
        for item in value:
            yield from numbers(item)


@pytest.mark.parametrize("name", NAMES)
def test_sampled_and_exact_agree(name, monkeypatch):
    monkeypatch.setattr(
        "engine.equity.razz.outcomes.SAMPLED_RUN_BUDGET", 0.0
    )  # no exact distributions in a sampled run
    monkeypatch.setattr("engine.equity.razz.replay.DETAIL_TRIALS", 1 << 18)
    monkeypatch.setattr("engine.equity.razz.starting.CHART_TRIALS", 1 << 18)
    cards, dead = SAMPLED_TABLE
    exact = detail(name, *cards, dead=dead)
    sampled = detail(name, *cards, dead=dead, method="sampled", max_trials=1 << 17)
    if name == "outcomes":
        for row, other in zip(exact, sampled, strict=True):
            row["lows"] = {low: row["lows"][low] for low in other["lows"]}
    pairs = list(zip(numbers(exact), numbers(sampled), strict=True))
    assert pairs
    gaps = [(abs(a - b), error) for (a, _), (b, error) in pairs]
    assert any(error > 0 for _, error in gaps)
    assert all(gap <= 5 * error + 1e-12 for gap, error in gaps)


def test_distributions_are_exact_even_if_the_equities_are_sampled():
    cards, dead = SAMPLED_TABLE
    for name in ("outcomes", "joint"):
        exact = detail(name, *cards, dead=dead)
        assert detail(name, *cards, dead=dead, method="sampled", max_trials=1000) == exact


def test_the_change_has_a_smaller_error_than_the_equity():
    """Equities with and without a card come from the same deals; the two shown differ by the change."""
    cards, dead = SAMPLED_TABLE
    result = solve(razz(*cards, dead=dead, detail=("sensitivity",), method="sampled", max_trials=1000))
    now = result.seats[0].estimate
    plain = np.sqrt(0.25 / (1 << 20))
    for row in result.details["sensitivity"].to_json()["ranks"]:
        assert row["change_stderr"] < plain
        assert row["change"] == row["equity"] - now.equity
        assert row["stderr"] == pytest.approx(np.hypot(now.stderr, row["change_stderr"]))


def test_equities_with_one_more_dead_card_are_covered_by_their_errors():
    cards, dead = SAMPLED_TABLE
    exact = {row["rank"]: row for row in detail("sensitivity", *cards, dead=dead)["ranks"]}
    for seed in range(1, 5):
        table = detail("sensitivity", *cards, dead=dead, method="sampled", max_trials=20_000, seed=seed)
        for row in table["ranks"]:
            for number, error in (("equity", "stderr"), ("change", "change_stderr")):
                assert abs(row[number] - exact[row["rank"]][number]) < 4.5 * row[error]


def test_one_seat_alone():
    details = snapshot_to_json(solve(razz("A23", detail=NAMES)))["detail"]
    assert details["joint"]["pairs"] == []
    assert details["outcomes"][0]["lows"]["5-4-3-2-A"] == pytest.approx(0.0715324057468, abs=1e-12)
    assert details["path"] == [{"street": 3, "equity": [1.0], "stderr": [0.0]}]


def test_details_survive_a_file():
    snapshot = solve(razz("A2 9 8", "(7-7-)7", detail=NAMES))
    assert_reads_back(snapshot)
    assert loads(dumps(snapshot.scenario)) == snapshot.scenario


def test_details_are_the_same_for_any_number_of_threads():
    for options in ({}, {"method": "sampled", "max_trials": 1000}):
        table = razz("A2 9 8 7", "(7-7-)7 2 3", "x", detail=("next_card", "sensitivity"), **options)
        one, other = (snapshot_to_json(solve(table, workers=workers))["detail"] for workers in (1, 3))
        assert one == other


def test_an_impossible_situation_has_no_answer():
    snapshot = solve(razz("A29", "647"))
    assert solve_scenario(Solved(snapshot.scenario, None, None, ()), razz("A29", "AAAAA")) is None


@pytest.mark.parametrize("hand", ["A2 9", "xx9", "x", "2A"])
def test_the_chart_has_the_tables_equity_for_the_hand_at_the_table(hand, monkeypatch):
    """If both were sampled separately, one equity would have two values."""
    monkeypatch.setattr("engine.equity.razz.starting.CHART_TRIALS", 1 << 18)
    options = {"detail": ("starting_hands",), "method": "sampled", "max_trials": 1000}
    result = solve(razz(hand, "(7-7-)7", "x x K", dead="Q Q J", **options))
    chart, seat = result.details["starting_hands"].to_json(), result.seats[0].estimate
    same = chart if hand[0] == "x" else next(row for row in chart["pairs"] if row["down"] == "A2")
    assert (same["equity"], same["stderr"]) == (seat.equity, seat.stderr)
    assert sum(row["stderr"] == seat.stderr for row in (chart, *chart["pairs"])) == 1


@pytest.mark.parametrize("hand", ["[A]2 9", "A2 9, A3 9", "7-7-9", "(xx9)"])
def test_a_hand_that_is_no_pair_leaves_the_chart_unchanged(hand, monkeypatch):
    monkeypatch.setattr("engine.equity.razz.starting.CHART_TRIALS", 1 << 18)
    options = {"detail": ("starting_hands",), "method": "sampled", "max_trials": 1000}
    result = solve(razz(hand, "(7-7-)7", "x x K", dead="Q Q J", **options))
    chart = result.details["starting_hands"].to_json()
    assert all(row["stderr"] != result.seats[0].estimate.stderr for row in (chart, *chart["pairs"]))
