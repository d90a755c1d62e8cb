"""The detail ``next_pair`` of razz: the next cards of two seats, against one table for every two cards."""

import json

import pytest

from engine import result_from_json, snapshot_to_json, solve
from engine.cards import RAZZ_RANKS
from engine.equity.jobs import Cancelled, Solved
from engine.equity.razz.derived import drawing_seats
from engine.equity.razz.next_card import next_pair
from engine.equity.razz.setup import prepare_razz
from engine.ranges.razz_text import min_slots
from tests.engine.reading_back import assert_reads_back
from tests.engine.tables import razz, razz_setup
from tests.reference import naive_razz_details as naive

NAME = "next_pair"


def solved(*cards, **options):
    return solve(razz(*cards, detail=(NAME,), **options))


def cells_of(pair):
    return {cell["ranks"]: cell for cell in pair["cells"]}


LITERAL = [
    (("A2 3 8 9", "45 6 7 K"), "A A K K Q Q Q Q J J J J 3 4 5 7 8 9 9 T T T T", ()),
    (("A2 3 8 9 J", "45 6 7 8 K", "[A23][A3]"), "A A K", (2,)),
    (("KKK22[23]", "QQQ33[2A]"), "J J J J T T T T", ()),
    (("A2 3 8 9 J", "45 6 7 8 K", "66 7 Q Q K"), "A A K 4 4 Q Q", ()),
]


@pytest.mark.parametrize(("cards", "dead", "folded"), LITERAL)
def test_two_cards_of_literal_deals(cards, dead, folded):
    setup = razz_setup(*cards, dead=dead, folded=folded)
    pairs = solved(*cards, dead=dead, folded=folded).details[NAME].to_json()
    assert [tuple(pair["seats"]) for pair in pairs] == naive.pairs(len(setup.active))
    for pair in pairs:
        expected = naive.next_pairs(setup, *pair["seats"])
        values = {ranks: cell for ranks, cell in cells_of(pair).items() if cell["probability"]}
        assert set(values) == set(expected)
        for ranks, (probability, equity) in expected.items():
            assert values[ranks]["probability"] == pytest.approx(probability, abs=1e-12)
            assert values[ranks]["equity"] == pytest.approx(equity, abs=1e-12)
            assert values[ranks]["stderr"] == [0.0] * len(setup.active)


@pytest.mark.parametrize(
    ("cards", "dead"),
    [(("A2 9", "34 7"), "K K"), (("A29 4", "(8-8-)6 5"), "2 2 2"), (("A2 9 8", "345 6", "x x 7 2"), "")],
)
def test_every_cell_is_the_table_with_both_cards(cards, dead):
    first, second, *others = cards
    pair = solved(*cards, dead=dead).details[NAME].to_json()[0]
    assert pair["seats"] == [0, 1]
    result = cells_of(pair)
    for ranks in ("AA", "25", "52", "9K", "KK", "3T"):
        if ranks in result:
            table = razz(f"{first} {ranks[0]}", f"{second} {ranks[1]}", *others, dead=dead)
            expected = [seat.estimate.equity for seat in solve(table).active]
            assert result[ranks]["equity"] == pytest.approx(expected, abs=1e-12)


def test_probabilities_follow_the_live_cards_and_dead_ranks_have_no_cell():
    pair = solved("A2 9", "34 7", dead="K K K Q Q Q Q").details[NAME].to_json()[0]
    live = dict.fromkeys(RAZZ_RANKS, 4) | dict.fromkeys("A29347", 3) | {"K": 1, "Q": 0}
    total, values = sum(live.values()), cells_of(pair)
    assert set(values) == {a + b for a in live for b in live if live[a] and live[b] > (a == b)}
    for (one, other), cell in values.items():
        chance = live[one] * (live[other] - (one == other)) / (total * (total - 1))
        assert cell["probability"] == pytest.approx(chance, abs=1e-12)


def test_cells_add_up_to_the_current_equity():
    values = solved("A29@50, A39", "(8-8-)6", "x x 4", dead="5 5")
    for pair in values.details[NAME].to_json():
        mean = [sum(c["probability"] * c["equity"][i] for c in pair["cells"] if c["probability"]) for i in range(3)]
        assert mean == pytest.approx([seat.estimate.equity for seat in values.active], abs=1e-11)


@pytest.mark.parametrize("cards", [("A2 9 8", "345 6 7"), ("A2345 6 7", "23456 7 8"), ("A29",)])
def test_there_are_no_pairs_if_fewer_than_two_seats_draw(cards):
    assert solved(*cards).details[NAME].to_json() == []


def test_a_common_card_is_no_pair():
    hands = ("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K", "A2469T", "34568T", "257JQK")
    assert solved(*hands).details[NAME].to_json() == []


def test_sums_that_would_take_too_long_are_sampled_with_errors(monkeypatch):
    cards = ("A2 9 8 7", "(8-8-)6 5 K", "x x 7 7 2")
    exact = solved(*cards).details[NAME].to_json()
    monkeypatch.setattr("engine.equity.budget.DETAIL_BUDGET", 0.0)
    result = solved(*cards)
    assert result.method == "exact"
    for one, other in zip(exact, result.details[NAME].to_json(), strict=True):
        assert one["seats"] == other["seats"]
        for a, b in zip(one["cells"], other["cells"], strict=True):
            assert a["ranks"] == b["ranks"]
            assert abs(a["probability"] - b["probability"]) <= 5 * b["probability_stderr"]
            assert all(abs(x - y) <= 5 * e for x, y, e in zip(a["equity"], b["equity"], b["stderr"], strict=True))
            assert 0 < b["stderr"][0] < 0.1


def test_long_work_checks_for_cancellation():
    calls = [0]

    def check_cancelled():
        calls[0] += 1
        if calls[0] > 10:
            raise Cancelled

    table = razz("x", "x", "x", detail=(NAME,))
    setup = prepare_razz(table)
    assert len(drawing_seats(setup)) == 3
    estimates = tuple(seat.estimate for seat in solve(razz("A29", "347", "x x 8")).active)
    detail = next_pair(Solved(table, setup, None, estimates, check_cancelled, check_cancelled))
    with pytest.raises(Cancelled):
        [part() for part in detail.parts]


def test_the_detail_reads_back_and_damage_is_reported():
    value = assert_reads_back(solved("A2 9 8 7", "(8-8-)6 5 K", "x x 7 7 2"))
    changes = (
        (lambda pairs: pairs[0].update(seats=[1, 0]), f"detail.{NAME}[0].seats"),
        (lambda pairs: pairs.append(pairs[0]), f"detail.{NAME}"),
        (lambda pairs: pairs[1]["cells"][3].update(ranks="1A"), f"detail.{NAME}[1].cells[3].ranks"),
        (lambda pairs: pairs[1]["cells"].pop(), f"detail.{NAME}[1].cells"),
        (lambda pairs: pairs[2]["cells"][0].update(equity=[0.5]), f"detail.{NAME}[2].cells[0].equity"),
    )
    for change, field in changes:
        damaged = json.loads(json.dumps(value))
        change(damaged["detail"][NAME])
        (problem,) = result_from_json(damaged).damaged
        assert problem.field == field


@pytest.mark.parametrize(("written", "cards"), [([], 3), ([0, 0], 3), ([2, 0], 3), ([4, 5, 0], 4), ([7, 7], 7)])
def test_how_many_cards_the_drawing_seats_have(written, cards):
    assert min_slots(written) == cards


def test_the_saved_detail_is_the_displayed_one():
    result = solved("A2 9", "34 7")
    again = result_from_json(snapshot_to_json(result)).snapshot.details[NAME]
    assert again.to_json() == result.details[NAME].to_json()
