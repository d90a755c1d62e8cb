"""Seats and jam or fold on the page *Pre-flop*, what is written to files, and the words of the page."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine import Scenario, Seat
from engine.preflop.book import Book
from engine.preflop.jam import read_jam_request, run_jam
from engine.scenario import PreflopPanel
from gui.charts.view import PageChart
from gui.export.files import table_csv
from gui.pages.preflop.charts import Series, Spread, bin_width
from gui.pages.preflop.flops_view import FlopTable, flops_of, flops_table
from gui.pages.preflop.hands_view import AllHands, HandWorth, hand_cells, ranked
from gui.pages.preflop.jam import callers_of, equilibrium_map, positions_of, shown_of, stack_cells
from gui.pages.preflop.words import HandNumbers, sentence, short_chips, signed, two_hands
from gui.words.formatting import margin, worth
from tests.gui.picture_texts import assert_fits
from tests.gui.preflop_fakes import CALLER, EMPTY
from tests.gui.preflop_fakes import make as make
from tests.gui.texts import plain


def test_the_article_s_first_bets(make):
    made = make(view="seats")
    table = made.page.seats.bets
    assert table.text(0, "Seat") == "UTG"
    shares = [plain(table.text(row, "Opens")) for row in range(len(table.rows))]
    assert shares[:2] == ["9.7 %", "10.8 %"]
    assert shares[-3:] == ["36.8 %", "75.0 %", "100.0 %"]
    assert "the button 36.8 %" in plain(made.child("preflop.seats.sentence").text())
    players = made.child("preflop.seats.players")
    players.setCurrentIndex(players.findData(6))
    players.activated.emit(players.currentIndex())
    made.settle()
    assert len(made.page.seats.bets.rows) == 6
    assert made.document.scenario.preflop == PreflopPanel(players=6)


def test_a_row_is_given_to_a_seat(make, qtbot):
    made = make(view="seats")
    table = made.page.seats.bets
    qtbot.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(1, 0)).center()
    )
    made.child("preflop.seats.range.give").click()
    wanted = made.page.seats.result.rows[1].range
    assert made.document.scenario.seats[0].cards == wanted
    assert made.messages[-1][1] is False
    made.child("preflop.seats.kind.calls").click()
    made.child("preflop.seats.range.give").click()
    assert made.document.scenario.seats[0].cards == made.page.seats.result.rows[0].call.range


def test_the_seat_tables_as_csv(make, tmp_path):
    made = make(view="seats")
    made.child("preflop.saveSeats").click()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "file.csv").read_text(encoding="utf-8"))))
    assert [row["seat"] for row in rows][-1] == "BB"
    assert float(rows[0]["share"]) == pytest.approx(0.09679892986331776)


def test_jam_or_fold_with_ten_big_blinds(make):
    made = make(view="jam")
    assert "58.28 %" in plain(made.child("preflop.jam.sentence").text())
    assert "37.38 %" in plain(made.child("preflop.jam.sentence").text())
    assert made.page.jam.map.grid.model_.cell((0, 0)).weight == 1.0
    made.page.jam.slider.setValue(200)
    made.settle()
    assert made.document.scenario.preflop == PreflopPanel(stack=20.0)
    assert "40.2" in made.child("preflop.jam.sentence").text()
    made.child("preflop.jam.kind.call").click()
    made.child("preflop.jam.range.give").click()
    assert made.document.scenario.seats[0].cards == made.page.jam.answer.call.text


def test_dragging_the_stack_is_one_step(make):
    made = make(view="jam")
    made.page.jam.slider.sliderPressed.emit()
    for value in (110, 120, 130):
        made.page.jam.slider.setValue(value)
    assert made.document.undo_stack.count() == 1
    made.document.undo_stack.undo()
    assert made.document.scenario == EMPTY
    assert made.page.jam.slider.value() == 100


def test_a_stack_below_the_blinds_is_refused_in_words(make):
    made = make(Scenario("holdem", EMPTY.seats, preflop=PreflopPanel(stack=0.5)), view="jam")
    assert "Stack" in made.child("preflop.jam.sentence").text()


def test_three_players_jam_or_fold():
    *_, last = run_jam(read_jam_request({"steelwheel_jam": 1, "stack": 8, "players": 3}))
    answer = last.answer
    assert positions_of(answer) == tuple(seat.seat for seat in answer.positions)
    callers = callers_of(answer, 0)
    assert len(callers) == 2
    jam = shown_of(answer, 8.0, calls=False, jammer=0, caller=0)
    call = shown_of(answer, 8.0, calls=True, jammer=0, caller=1)
    assert jam.text == answer.positions[0].jam.text
    assert call.name == f"calling range of {callers[1]} vs {answer.positions[0].seat}"
    assert "Only one player can call" in call.sentence
    drawn = equilibrium_map(answer, jam)
    assert len(drawn.table[1]) == 169


def test_gaps_of_critical_stacks_are_marked():
    stacks = {"AA": ((1.0, 25.0),), "32s": ((1, 2.5), (4, 6)), "Q4o": ((1, 7.9), (8.1, 8.2), (8.4, 9))}
    cells = {cell.label: cell for cell in stack_cells(stacks, {"Q4o": ((7.9, 8.3),)}, "calls", stale=False)}
    assert (cells["AA"].note, cells["AA"].mixed) == ("25+", False)
    assert (cells["32s"].note, cells["32s"].mixed) == ("6", True)
    assert cells["KK"].weight == 0.0
    assert not cells["Q4o"].mixed
    assert cells["Q4o"].speech == "Q4o: calls with 1 to 9 big blinds; mixes at 7.9 to 8.3"
    assert "1 to 2.5 and 4 to 6" in cells["32s"].speech


def test_maps_and_charts_as_files(make):
    made = make(CALLER)
    chart = made.page.flops.chart
    assert chart.drawing().title == "EV by flop, in chips"
    assert "BB: has QQ+, AKs" in chart.drawing().about
    assert chart.png().startswith(b"\x89PNG")
    assert b"outline: flops that hero gives up" in chart.svg()
    assert_fits(chart)
    assert chart.pdf().startswith(b"%PDF")
    header, rows = chart.table()
    assert [plain(name) for name in header[2:]] == [
        f"{name}: {value:+.2f}".replace("-", "−") for name, value in values_of(made.page.flops.answer)
    ]
    assert sum(row[2] for row in rows) == pytest.approx(1.0)
    made.page.show_view("jam")
    jam = PageChart(made.page.jam_map)
    assert jam.ready
    assert jam.png().startswith(b"\x89PNG")
    assert_fits(jam)
    assert table_csv(jam.table()).startswith(b"hand,frequency")
    empty = PageChart(made.page.hands_map)
    assert not empty.ready
    with pytest.raises(ValueError, match="nothing to export"):
        empty.png()


def values_of(answer):
    names = {"call": "Call", "raise": "Raise to 3"}
    return [(names[action.action], action.ev) for action in answer.actions if action.action in names]


def test_in_razz_there_is_nothing_to_export(make):
    made = make(CALLER)
    assert made.page.flops.chart.ready
    made.page.hide()
    made.document.replace("Razz", Scenario("razz", (Seat("Hero", "A29"), Seat("Seat 2", "x"))))
    assert not made.page.flops.chart.ready
    assert made.page.jam_map() is None
    made.document.undo_stack.undo()
    made.page.show()
    assert made.page.flops.chart.ready


def series(values, weights=None):
    values = np.array(values, float)
    return Series("x", 0, values, np.full(len(values), 1 / len(values)) if weights is None else np.array(weights))


def test_bins_meet_at_zero():
    spread = Spread((series([-1.0, -0.01, 0.0, 0.01, 5.0]),))
    edges = [spread.edges(i) for i in range(len(spread.shares[0]))]
    assert any(low == 0.0 for low, _ in edges)
    assert not any(low < -1e-12 < 1e-12 < high for low, high in edges)
    assert spread.shares[0].sum() == pytest.approx(1.0)
    assert spread.series[0].at_least(0.01) == pytest.approx(0.4)
    assert bin_width(6.0) == pytest.approx(0.1)


def test_the_axis_leaves_out_what_hardly_ever_comes():
    weights = [0.5, 0.4999, 0.0001]
    spread = Spread((series([-1.0, 2.0, 90.0], weights),))
    low, high = spread.axis
    assert low <= -1.0
    assert 2.0 < high < 4.0
    assert spread.shares[0].sum() == pytest.approx(1.0)


def test_ranks_by_worth_beside_those_by_equity():
    hands = [
        HandWorth("AA", {"call": 2.0}, "call", 0.8),
        HandWorth("22", {"call": -0.1}, "fold", 0.5),
        HandWorth("JTs", {"call": 0.5, "raise": 0.7}, "raise", 0.4),
    ]
    order = ranked(hands)
    assert [hand.name for hand in order] == ["AA", "JTs", "22"]
    assert [hand.gain for hand in order] == [0, 1, -1]
    assert order[1].value == 0.7


def test_flops_of_a_sample_show_their_errors_and_are_ordered_by_what_is_certain(qtbot):
    raw, errors = np.array([3.0, 2.0, -1.0]), np.array([[0.2, 0.002, 0.01], [2.0, 0.05, 0.04]])
    share, even = np.array([0.9, 0.8123, 0.25]), np.full(3, 1 / 3)
    cards = np.array([[0, 5, 10], [1, 6, 11], [2, 7, 12]])
    book = Book("AhKh", cards, np.ones(3, np.int64), even, share, raw, np.maximum(raw, 0), raw > 0, errors)
    table = FlopTable()
    qtbot.addWidget(table)
    with qtbot.waitExposed(table):
        table.show()
    table.show_table(flops_table(flops_of(book)))
    shown = [[plain(table.text(row, column)) for column in ("Equity", "EV")] for row in range(3)]
    assert shown == [["81.2 %", "+2.00 ± 0.098"], ["90 %", "+3 ± 3.9"], ["25 %", "−1.00 ± 0.078"]]
    table.show_end("worst")
    assert table.rows[0].cards == (12, 7, 2)
    for width, hidden in ((225, {"Equity", "Probability"}), (310, {"Probability"}), (420, set())):
        table.resize(width, 200)
        assert table.horizontalHeader().length() <= table.viewport().width()
        titles = [column.title for column in table.table.columns]
        assert {title for title in titles if table.isColumnHidden(table.column(title))} == hidden


def test_a_sampled_worth_shows_as_many_digits_as_its_error_supports():
    hands = ranked([HandWorth("AA", {"call": 2.345}, "call", 0.8, stderr=0.1)])
    cell = hand_cells(AllHands(hands), (), stale=False)[0]
    assert (cell.label, cell.note) == ("AA", "2.3")
    assert "Call +2.3;" in cell.speech


def test_amounts_in_words():
    assert [short_chips(v) for v in (0, 2.5, -1, 0.123456, 1234.5)] == ["0", "2.5", "−1", "0.1235", "1234"]
    assert (signed(2), signed(-2), signed(0)) == ("+2", "−2", "0")
    assert (worth(0.424), worth(-0.004), worth(1.4644, 0.01)) == ("+0.42", "0", "+1.46")
    assert plain(margin(0.01)) == "± 0.020"
    assert sentence("opponents[0].calls: it has paid") == "It has paid."
    assert sentence("nobody folds") == "Nobody folds."


def test_what_sets_two_hands_apart():
    first, second = HandNumbers("22", 1.28, 0.26), HandNumbers("AKs", 1.46, 0.81)
    assert "but AKs has the higher EV" in two_hands(first, second, 0.5011)
    assert "AKs is ahead of 22 (60.00 % all-in equity), and AKs has the higher EV too" in plain(
        two_hands(first, second, 0.4)
    )
    assert "22 ties with AKs" in two_hands(first, second, 0.5)
    sampled = [replace(hand, stderr=error) for hand, error in ((first, 0.02), (second, 0.03))]
    words = plain(two_hands(*sampled, 0.5011))
    assert "but AKs has the higher EV: +1.46 (± 0.059) vs +1.28 (± 0.039) chips" in words
    sampled[1] = replace(second, stderr=0.1)
    assert "the sample does not show yet which hand has the higher EV" in two_hands(*sampled, 0.5011)


def test_a_seat_s_name_may_be_anything(make):
    scenario = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("<b>=1+1</b>", "22+")))
    made = make(scenario, view="situation")
    assert made.page.grab().width() > 0
