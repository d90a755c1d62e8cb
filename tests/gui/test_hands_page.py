"""The page of hands: the equity graph of both games, who is ahead in words, the hands that reach an equity."""

import csv
import io
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication

from engine import solve
from engine.cards import combo_text
from engine.equity.details.matrix import shares_of_best
from engine.ranges.holdem import parse_range
from gui.charts.plot import STALE_OPACITY
from gui.charts.values import Band, Line, Rule
from gui.export.files import table_csv
from gui.look.theme import DARK
from gui.pages.hands import (
    GRAPH,
    REACH,
    HoldemHandsPage,
    RazzHandsPage,
    advantage_text,
    clearance,
    holdem_curves,
    mean_of_thirds,
    razz_curves,
)
from gui.parts.detail_page import NO_OPPONENT
from gui.parts.page_scroll import PageScroll
from gui.state.latest import LatestDetail
from tests.gui import holdem_details, razz_details
from tests.gui.hands_fakes import context
from tests.gui.object_names import settle
from tests.gui.texts import plain

WIDE, TIGHT = "22+, A2s+, KTs+", "TT+, AQs+"
DETAIL = ("matrix", "next_street")
SIZE = (620, 560)


def holdem(cards=(WIDE, TIGHT), board=holdem_details.FLOP, detail=DETAIL, **run):
    return holdem_details.solved(cards, board, detail, **run)


def razz(cards=("(7-7-)7", "xx4"), detail=("down_cards",), **run):
    return razz_details.solved(cards, "", detail, **run)


@pytest.fixture
def make(expose, tmp_path):
    def build(kind, snapshot, **more):
        made = context(snapshot, tmp_path, **more)
        return expose(kind(made), SIZE, made), made

    return build


def lines(chart):
    return [mark for mark in chart.value.marks if isinstance(mark, Line)]


def bands(chart):
    return [mark.color for mark in chart.value.marks if isinstance(mark, Band)]


def at(chart, along):
    plot = chart.figure.sheet.plot
    return QPointF(plot.left() + along * plot.width(), plot.center().y())


def test_the_plot_keeps_its_height_if_the_legend_needs_more_lines(make, expose, qtbot):
    """Title, legend and notes are as high as their words: on a low page it scrolls instead."""
    page, _ = make(HoldemHandsPage, holdem())
    area = PageScroll(page, "area", wraps=True)
    expose(area, (240, 300))
    chart = page.chart
    qtbot.waitUntil(lambda: chart.figure.sheet.plot.height() >= chart.figure.min_plot_height - 1)
    settle()
    assert chart.figure.sheet.plot.height() >= chart.figure.min_plot_height - 1
    assert area.verticalScrollBar().maximum() > 0
    area.resize(900, 900)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)


def test_curves_contain_all_hands_best_first():
    values = LatestDetail(holdem().details["matrix"], holdem(), False)
    later = LatestDetail(holdem().details["next_street"], holdem(), False)
    for curve, row in zip(holdem_curves(values, later), values.value.to_json(), strict=True):
        assert set(curve.labels) == set(row["combos"])
        assert (np.diff(curve.hands.equity) <= 1e-9).all()
        assert (curve.band.low <= curve.band.high).all()
        np.testing.assert_allclose(curve.band.mean, curve.hands.equity, atol=1e-9)
        assert curve.labels[0] == combo_text(curve.hands.combos[0])
    assert all(curve.band is None for curve in holdem_curves(values, None))
    assert all(curve.band is None for curve in holdem_curves(values, replace(later, stale=True)))


def test_the_text_says_which_seat_is_ahead():
    result = LatestDetail(holdem().details["matrix"], holdem(), False)
    curves = holdem_curves(result, None)
    shares = shares_of_best([curve.hands for curve in curves], 0.1)
    text = plain(advantage_text(curves))
    assert shares[0] > 0.5
    assert f"Hero has {100 * shares[0]:.0f} % of the top 10 %; Seat 2 has " in text
    assert text.endswith("Range advantage: Seat 2 in the top, middle and bottom third.")
    top, middle, bottom = mean_of_thirds(curves[1])
    assert top > middle > bottom
    alike = holdem(("random", "random"), detail=("matrix",))
    even = advantage_text(holdem_curves(LatestDetail(alike.details["matrix"], alike, False), None))
    assert plain(even) == "Nut advantage: the top 10 %, the top 25 % and the top 50 % are split evenly."


def test_the_graph_reads_out_the_hands_at_the_mouse(make, qtbot):
    page, _ = make(HoldemHandsPage, holdem())
    chart = page.chart
    chart.read_at(at(chart, 0.001))
    reading = chart.reading
    curves = page.drawn_curves
    assert [row.name for row in reading.rows] == ["Hero", "Seat 2"]
    assert reading.rows[0].values[0].startswith(curves[0].labels[0])
    assert plain(reading.rows[0].values[1]) == f"{100 * curves[0].hands.equity[0]:.2f} %"
    assert plain(reading.header) == "At 0.1 % of the range"
    assert "next" in reading.rows[0].values[3]
    assert reading.rows[0].values[2].startswith("average so far")
    assert reading.rows[1].values[3] == ""
    assert chart.accessibleDescription() == reading.text
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading is not None
    chart.read_at(QPointF(0, 0))
    assert chart.reading is None


def test_the_label_of_the_fair_share_avoids_the_curves(make):
    page, _ = make(HoldemHandsPage, holdem())
    rule = next(mark for mark in page.chart.value.marks if isinstance(mark, Rule))
    others = product((False, True), np.linspace(0.03, 0.85, 9).tolist())
    gap = clearance(rule.at, rule.label_position, lines(page.chart), below=rule.label_below)
    assert gap == max(clearance(rule.at, place, lines(page.chart), below=below) for below, place in others)
    assert gap > 10


def test_the_room_of_a_label_is_on_its_side_of_the_line_and_ends_at_a_curve():
    along = np.linspace(0, 100, 1000)
    high, falling = Line(along, np.full(1000, 60.0), 0), Line(along, 100 - along, 1)
    assert clearance(50, 0.1, (high,), below=False) == 10
    assert clearance(50, 0.1, (high,), below=True) == 50
    assert clearance(50, 0.4, (high, falling), below=True) == 0
    assert clearance(50, 0.4, (high, falling), below=False) == 0


def test_the_band_belongs_to_the_selected_seat_and_can_be_hidden(make):
    page, made = make(HoldemHandsPage, holdem())
    chart = page.chart
    assert bands(chart) == [0]
    assert "percentile on the turn" in chart.value.heading.notes[0]
    made.document.choose_seat(1)
    assert bands(chart) == [1]
    assert page.view.currentIndex().row() == 1
    chart.figure.toggle(1)
    assert bands(chart) == []
    chart.figure.toggle(1)
    assert bands(chart) == [1]
    page.banded.setChecked(False)
    assert bands(chart) == []
    assert "band" not in chart.value.heading.notes[0]


def test_hidden_seats_leave_the_graph_and_stale_ones_are_greyed(make):
    page, made = make(HoldemHandsPage, holdem())
    figure = page.chart.figure
    page.chart.figure.toggle(0)
    assert [line.color for line in lines(page.chart)] == [1]
    made.session.set(stale=True)
    assert figure.sheet.opacity() == STALE_OPACITY
    assert not page.answer.isEnabled()
    assert not page.reach.give.isEnabled()


def test_on_the_river_and_without_its_detail_there_is_no_band(make):
    page, _ = make(HoldemHandsPage, holdem(board="7h8h2cTd3s"))
    assert bands(page.chart) == []
    page, _ = make(HoldemHandsPage, holdem(method="sampled", max_trials=20_000))
    assert bands(page.chart) == []
    assert "sampled, at most" in page.chart.value.heading.notes[0]


@pytest.mark.parametrize("banded", [True, False])
def test_export(make, banded):
    page, _ = make(HoldemHandsPage, holdem(), theme=DARK)
    page.banded.setChecked(banded)
    rows = list(csv.reader(io.StringIO(table_csv(page.chart.table()).decode())))
    assert rows[0][:6] == ["seat", "hand", "share", "share up to here", "equity", "stderr"]
    assert len(rows) - 1 == sum(len(curve.labels) for curve in page.drawn_curves)
    assert sum(float(row[2]) for row in rows if row[0] == "Hero") == pytest.approx(1)
    assert rows[1][6:] != ["", "", ""]
    svg = page.chart.svg().decode()
    assert ("Hero on the turn" in svg) is banded
    assert page.chart.png()[:4] == b"\x89PNG"
    assert page.chart.pdf()[:4] == b"%PDF"


def test_a_lone_seat_has_no_graph(make):
    page, _ = make(HoldemHandsPage, holdem(("AA",), detail=()))
    assert page.empty.text() == NO_OPPONENT
    page, _ = make(RazzHandsPage, razz(("A29",), detail=()))
    assert page.empty.text() == NO_OPPONENT


def test_the_page_requests_its_details_while_it_is_visible(make):
    page, made = make(HoldemHandsPage, holdem())
    assert made.session.requested["hands"] == {"matrix", "next_street"}
    page.hide()
    assert made.session.requested["hands"] == frozenset()
    _, made = make(RazzHandsPage, razz())
    assert made.session.requested["downCards"] == {"down_cards"}


def test_razz_has_a_curve_for_every_seat(make):
    page, _ = make(RazzHandsPage, razz())
    assert [curve.name for curve in page.drawn_curves] == ["Hero", "Seat 2"]
    assert len(page.drawn_curves[1].labels) == 91
    assert page.drawn_curves[0].labels[0] == "A2"
    page.chart.read_at(at(page.chart, 0.001))
    assert "A2" in page.chart.reading.rows[0].values[0]
    assert plain(page.answer.text()).startswith("Nut advantage: Hero has")
    assert "down cards" in page.chart.title
    assert "Equity of all down cards" in " ".join(page.chart.svg().decode().split())


def test_a_razz_seat_without_a_curve_is_named(make):
    page, _ = make(RazzHandsPage, razz(("A29, 34K", "xx4", "(7-7-)5")))
    assert "Not shown: Hero, whose up cards depend on the down cards." in page.answer.text()
    assert [curve.seat for curve in razz_curves(page.detail("down_cards", object))] == [1, 2]


# Hands with a minimum equity.


def reach(make, *args, **kwargs):
    page, made = make(HoldemHandsPage, holdem(*args, **kwargs))
    page.choice.chips[REACH].click()
    return page.reach, made


def test_the_slider_counts_the_hands(make):
    panel, made = reach(make)
    panel.slider.setValue(120)
    hands = panel.curve.hands
    reached = hands.equity >= 0.6
    text = plain(panel.result.text())
    assert text.startswith(f"{reached.sum()} of {len(reached)} combos, {100 * hands.share[reached].sum():.1f} %")
    assert plain(panel.heading.text()) == "Hero's hands with at least 60.0 %"
    kings = panel.grid.model_.cell((1, 1))
    assert kings.weight == 1.0
    assert plain(kings.speech).startswith("KK: 6 of 6 combos, equity")
    made.document.choose_seat(1)
    assert panel.heading.text().startswith("Seat 2")
    panel.slider.setValue(200)
    assert not panel.give.isEnabled()


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("22+, A2s+:0.5, KTs+", "7h8h2c"),
        ("22+, A2s+ > flop second pair+, flush draw@50", "7h8h2c"),
        ("22+, A2s+ > flop second pair+, flush draw@50 > turn top pair+", "7h8h2c"),
        ("22+, A2s+ > flop best 60%", "7h8h2c"),
        ("22+, A2s+ > flop !(best 30%) > turn second pair+", "7h8h2c"),
        ("22+, A2s+ > flop equity 40%+", "7h8h2c"),
        ("22+, A2s+:0.25", ""),
    ],
)
def test_the_hands_go_to_the_seat_with_its_weights_and_filters(make, text, board):
    panel, made = reach(make, (text, TIGHT), board, ("matrix",))
    panel.slider.setValue(90)
    hands = panel.curve.hands
    wanted = {c: s for c, s, e in zip(hands.combos, hands.share, hands.equity, strict=True) if e >= 0.45 - 1e-9}
    panel.give.click()
    assert made.told == [("Hero now has the hands with at least 45.0\u00a0%", False)]
    after = made.document.scenario
    result = solve(replace(after, run=replace(after.run, detail=("matrix",)))).details["matrix"]
    held = np.flatnonzero(result.share[0, :1326])
    assert set(held) == set(wanted)
    total = sum(wanted.values())
    for combo in held:
        assert result.share[0, combo] == pytest.approx(wanted[combo] / total, abs=1e-9)
    streets = [filter_.street for filter_ in parse_range(after.seats[0].cards).streets]
    waiting = ["turn"] if "turn" in text else []
    assert streets == (waiting if "best" in text else ["flop"] * ("> flop" in text) + waiting)
    made.document.undo_stack.undo()
    assert made.document.scenario.seats[0].cards == text


def test_copying_and_saving(make, qtbot):
    panel, made = reach(make)
    panel.slider.setValue(140)
    qtbot.mouseClick(panel.copy, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert (parse_range(copied).weights > 0).sum() == (panel.curve.hands.equity >= 0.7).sum()
    panel.save.click()
    (entry,) = made.library.own
    assert (plain(entry.name), entry.text) == ("Hero, 70.0 % or more on 7h8h2c", copied)
    assert entry.note == "Against Seat 2"
    assert made.told[-1][0].endswith("to the library")


def test_views_are_selected_by_chips(make, qtbot):
    page, _ = make(HoldemHandsPage, holdem())
    assert page.chart.isVisible()
    qtbot.mouseClick(page.choice.chips[REACH], Qt.MouseButton.LeftButton)
    assert page.reach.isVisible()
    assert not page.chart.isVisible()
    page.choice.chips[GRAPH].click()
    assert page.chart.isVisible()
