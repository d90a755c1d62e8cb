"""The flop book: rows of a hand and of a range, against equities computed flop by flop; textures, histogram, CSV."""

import math

import numpy as np
import pytest

from engine import Scenario, Seat, solve
from engine.cards import card_text, parse_cards
from engine.preflop.book import histogram, textures
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from engine.preflop.sums import FlopSums, Task
from engine.ranges.holdem import parse_range

CALLER = "22+ A9s+ KTs+ QJs AJo+ KQo"


def answered(hero, **more):
    request = {"hero": {"cards": hero}, "opponents": [{"in": 1, "calls": CALLER}], "after": {"bets": 5}, **more}
    return solve_preflop(read_preflop_request(request))


@pytest.fixture(scope="module")
def aks():
    return answered("AKs", run={"detail": ["book"]})


def test_a_hand_has_a_row_for_every_flop(aks):
    book = aks.book("call")
    assert book.hand == "AsKs"
    rows = book.rows()
    assert len(rows) == len({flop for flop, *_ in rows}) == 19_600
    assert {number for _, number, *_ in rows} == {1}
    assert math.fsum(p for _, _, p, _, _ in rows) == pytest.approx(1.0)
    assert not any("As" in flop or "Ks" in flop for flop, *_ in rows)


def test_rows_are_the_equities_on_the_flops(aks):
    rows = {flop: (share, raw) for flop, _, _, share, raw in aks.book("call").rows()}
    for flop in ("AhKh2c", "QsJsTs", "7h7d7c", "9c6d2h"):
        share, raw = rows["".join(card_text(card) for card in sorted((c for c, _ in parse_cards(flop)), reverse=True))]
        table = Scenario("holdem", (Seat("Hero", "AsKs"), Seat("BB", CALLER)), board=flop)
        assert share == pytest.approx(solve(table).seats[0].estimate.equity, abs=1e-12)
        assert raw == pytest.approx(share * (2 + 5) - (1 - share) * 5, abs=1e-12)


def test_means_over_the_rows_are_those_of_the_answer(aks):
    book, call = aks.book("call"), aks.actions[1]
    assert float(book.p @ book.share) == pytest.approx(call.equity, abs=1e-12)
    assert float(book.p @ book.bettable) == pytest.approx(call.playable, abs=1e-12)
    ev = call.everybody_folds * 1 + (1 - call.everybody_folds) * (float(book.p @ book.value) - 1)
    assert call.ev == pytest.approx(ev, abs=1e-12)


def test_the_book_stands_in_the_json_when_it_is_asked_for(aks):
    action = aks.to_json()["actions"][1]
    assert len(action["book"]) == len(action["sets"][0]["book"]) == 19_600
    assert [type(value) for value in action["book"][0]] == [str, float, float]
    assert "book" not in answered("AKs").to_json()["actions"][1]


def test_a_range_has_the_flops_up_to_suits():
    answer = answered("AKs, QQ, 72o")
    book = answer.book("call")
    assert book.hand == ""
    assert (len(book.cards), int(book.alike.sum())) == (1755, 22_100)
    assert float(book.p.sum()) == pytest.approx(1.0)
    assert float(book.p @ book.share) == pytest.approx(answer.actions[1].equity, abs=1e-12)
    lopsided = answered("AsKs, QhQd", dead="2c").book("call")
    assert float(lopsided.p @ lopsided.bettable) == pytest.approx(
        answered("AsKs, QhQd", dead="2c").actions[1].playable, abs=1e-12
    )


def test_the_distribution_of_the_flops(aks):
    flops = aks.actions[1].values
    assert math.fsum(flops.raw) == pytest.approx(1.0)
    raw = np.concatenate([cells.raw[cells.p > 0] for cells in aks.decided.set_cells(0, 1)])
    assert (flops.low, flops.high) == (raw.min(), raw.max())


def test_csv_and_ends(aks):
    book = aks.book("call")
    lines = book.csv().splitlines()
    assert (lines[0], len(lines)) == ("flop,number,share,R,EVraw", 19_601)
    assert book.flop(int(np.argmax(np.where(book.p > 0, book.raw, -np.inf)))) == "QsJsTs"


def test_textures_are_counted():
    cards = np.array([[c for c, _ in parse_cards(flop)] for flop in ("2s3h4d", "Ah2c3d", "7h7d2h", "QsQhQd", "Kh9h2h")])
    values = {name: chosen.tolist() for name, chosen in textures(cards)}
    assert values["unpaired"] == [True, True, False, False, True]
    assert values["paired"] == [False, False, True, False, False]
    assert values["trips"] == [False, False, False, True, False]
    assert values["rainbow"] == [True, True, False, True, False]
    assert values["two-tone"] == [False, False, True, False, False]
    assert values["monotone"] == [False, False, False, False, True]
    assert values["connected"] == [True, True, False, False, False]
    assert values["A high"] == [False, True, False, False, False]


def test_texture_rows_add_up(aks):
    rows = {row.name: row for row in aks.book("call").textures()}
    assert rows["unpaired"].share + rows["paired"].share + rows["trips"].share == pytest.approx(1.0)
    mean = sum(rows[name].share * rows[name].bettable for name in ("monotone", "two-tone", "rainbow"))
    assert mean == pytest.approx(aks.actions[1].playable, abs=1e-12)


def test_histogram_steps():
    values = histogram([(np.array([0.5, 0.25]), np.array([1.0, 3.0])), (np.array([0.0, 0.25]), np.array([9.0, 2.0]))])
    assert (values.low, values.high) == (1.0, 3.0)
    assert [(i, share) for i, share in enumerate(values.raw) if share] == [(0, 0.5), (50, 0.25), (99, 0.25)]
    assert histogram([(np.zeros(2), np.ones(2))]) is None
    assert histogram([(np.ones(1), np.ones(1))]).raw[0] == 1.0


TWO, THREE = (True, True), (True, False, True)


@pytest.mark.parametrize(
    ("hero", "ranges", "contested", "dead"),
    [
        ("AKs, 72o", ["55+, A5s:0.5, KQ"], (True,), ""),
        ("AsKs", ["QQ, AKs", "JTs, AKo, AQs"], TWO, ""),
        ("22", ["TT+, 33-22", "AK"], TWO, "2c 9h"),
        ("AKo", ["JTs, AKo, AQs", "QQ, AKs"], (False, True), "Kd"),
        ("22", ["QQ, AKs", "A5s", "TT, 22, JTs"], THREE, ""),
    ],
)
def test_sums_over_all_flops_are_the_equities_of_the_engine(hero, ranges, contested, dead):
    """Against the other exact methods: the mean over all flops is the equity before the flop."""
    out = tuple(card for card, _ in parse_cards(dead))
    free = np.array([not {*pair} & {*out} for pair in [(a, b) for a in range(52) for b in range(a)]])
    weights = [parse_range(text).weights * free for text in (hero, *ranges)]
    task = Task(tuple(range(len(ranges))), contested)
    sums = FlopSums(weights[0], np.array(weights[1:]), [task], out, lambda: None)
    for part in sums.parts():
        sums.take(part())
    values = sums.result()
    won = whole = 0.0
    for batch in values:
        for i, members in enumerate(batch.members):
            dealt = batch.weights[:, i, 0] * batch.sizes * weights[0][members].sum()
            won, whole = won + float(dealt @ batch.shares[:, i, 0]), whole + float(dealt.sum())
    seats = [Seat(text, text, folded=not plays) for text, plays in zip(ranges, contested, strict=True)]
    right = solve(Scenario("holdem", (Seat("Hero", hero), *seats), dead=dead))
    assert right.method == "exact"
    assert won / whole == pytest.approx(right.seats[0].estimate.equity, abs=1e-12)
