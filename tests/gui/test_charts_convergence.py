"""The convergence chart: what it draws, reads out, hides and hands over."""

import json
from dataclasses import replace

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from engine import RunOptions, Scenario, Seat, snapshot_to_json, solve
from engine.equity.saved_results import snapshot_from_json
from gui.charts.values import EndLabel, Line
from gui.look.theme import LIGHT, current_theme, set_theme
from gui.pages.equity.page import ConvergenceChart
from gui.words.formatting import count, interval, percent
from tests.gui.chart_fakes import FakeSession, scenario, six_sampled, ten_sampled, three_sampled, two_exact
from tests.gui.texts import plain


@pytest.fixture
def session():
    return FakeSession()


@pytest.fixture
def make(expose, session):
    def build(snapshot):
        session.set(snapshot=snapshot)
        return expose(ConvergenceChart(session), (640, 400))

    return build


def curve(chart, seat):
    """The line of a seat, None while it is hidden."""
    return next((m for m in chart.value.marks if isinstance(m, Line) and m.color == seat), None)


def pens(chart):
    """The colours of the lines that are drawn."""
    items = chart.figure.sheet.view_box.childGroup.childItems()
    return {item.opts["pen"].color().name() for item in items if isinstance(item, pg.PlotCurveItem)}


def test_the_lines_are_the_trace(make):
    snapshot = three_sampled()
    chart = make(snapshot)
    x, y = curve(chart, 0).x, curve(chart, 0).y
    assert x == pytest.approx(np.log10(snapshot.trace.trials))
    assert y == pytest.approx(100 * snapshot.trace.equity[:, 0])
    chart.log.trigger()
    assert curve(chart, 0).x == pytest.approx(snapshot.trace.trials)


def test_the_read_out_has_the_exact_values_of_the_nearest_checkpoint(make, qtbot):
    snapshot = three_sampled()
    chart = make(snapshot)
    stops = chart.figure.stops()
    at = len(stops) // 2
    qtbot.mouseMove(chart.view.viewport(), (stops[at] + QPointF(0.4, 10)).toPoint())
    trace = snapshot.trace
    nearest = int(np.argmin([abs(stop.x() - (stops[at].x() + 0.4)) for stop in stops]))
    assert nearest == at
    assert chart.reading.header == f"{count(trace.trials[at])} deals"
    for row, equity, stderr in zip(chart.reading.rows, trace.equity[at], trace.stderr[at], strict=True):
        assert row.values == (percent(equity, stderr), interval(stderr))
    assert chart.reading.rows[0].name in chart.accessibleDescription()


def test_arrow_keys_read_out_too(make, qtbot):
    snapshot = three_sampled()
    chart = make(snapshot)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.reading.header == f"{count(snapshot.trace.trials[-1])} deals"
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.reading.header == f"{count(snapshot.trace.trials[-2])} deals"


def test_a_click_on_a_label_hides_its_seat_and_shows_it_again(make, qtbot):
    chart = make(three_sampled())
    for hidden in (True, False):
        rect = next(rect for label, rect in chart.figure.labels.rows() if label.name == "BTN")
        qtbot.mouseClick(chart.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
        assert (2 in chart.figure.hidden) is hidden
        assert (curve(chart, 2) is None) is hidden


def test_the_menu_hides_seats_by_keyboard(make):
    chart = make(three_sampled())
    chart.menu.aboutToShow.emit()
    entries = {action.text(): action for action in chart.menu.actions()}
    entries["CO"].trigger()
    assert chart.figure.hidden == {1}
    assert {"Log", "Zoom", "Fit the axes"} <= set(entries)


def test_the_labels_do_not_overlap(make):
    rows = make(ten_sampled()).figure.labels.rows()
    tops = sorted(rect.top() for _, rect in rows)
    assert len(tops) == 10
    assert min(np.diff(tops)) >= 14


def test_the_zoom_follows_the_run_until_moved_by_hand(make, session):
    chart = make(six_sampled(deals=200_000))
    before = chart.figure.sheet.ranges
    session.set(snapshot=six_sampled(deals=20_000_000))
    after = chart.figure.sheet.ranges
    assert after[0][1] > before[0][1]
    view = chart.figure.sheet.view_box
    view.setRange(xRange=(4, 5), yRange=(20, 40), padding=0)
    view.sigRangeChangedManually.emit([True, True])
    session.set(snapshot=six_sampled(deals=40_000_000))
    assert chart.figure.sheet.ranges == ((4, 5), (20, 40))
    chart.reset_view()
    assert chart.figure.sheet.ranges[0][1] == pytest.approx(np.log10(40_000_000))


def test_the_zoom_on_the_end_shows_the_last_tenth(make):
    chart = make(six_sampled())
    wide = chart.figure.sheet.ranges
    chart.on_end.trigger()
    (x0, x1), _ = chart.figure.sheet.ranges
    assert x1 - x0 == pytest.approx(1.0)
    assert x0 > wide[0][0]


def test_an_exact_result_is_a_level_line_labelled_exact(make):
    chart = make(two_exact())
    assert set(curve(chart, 0).y) == {82.6366}
    assert [plain(label.value) for label, _ in chart.figure.labels.rows()] == ["82.6366 %  exact", "17.3634 %  exact"]
    assert "1\u202f712\u202f304 deals" in chart.figure.sheet.notes.drawn_lines[0]
    assert not chart.log.isEnabled()


def test_a_saved_result_without_a_course_is_drawn_flat(make):
    snapshot = replace(three_sampled(), trace=None, resume=None)
    chart = make(snapshot)
    assert chart.value.x.name == ""
    header, rows = chart.table()
    assert rows == [(snapshot.deals, *(v for s in snapshot.active for v in (s.estimate.equity, s.estimate.stderr)))]
    assert header == ("deals", "Hero equity", "Hero stderr", "CO equity", "CO stderr", "BTN equity", "BTN stderr")


def test_a_folded_seat_keeps_the_colours_of_the_others(make):
    scene = scenario("AhKh", "15%", "random", folded=(1,))
    snapshot = replace(three_sampled(), scenario=scene)
    trace = replace(snapshot.trace, equity=snapshot.trace.equity[:, :2], stderr=snapshot.trace.stderr[:, :2])
    seats = (snapshot.seats[0], replace(snapshot.seats[1], folded=True, estimate=None), snapshot.seats[2])
    chart = make(replace(snapshot, seats=seats, trace=trace))
    assert [end.seat for end in chart.value.ends] == [0, 2]
    assert pens(chart) == {LIGHT.seat(0).name(), LIGHT.seat(2).name()}


def test_the_first_checkpoint_alone_can_be_drawn(make):
    snapshot = three_sampled(deals=256)
    assert len(snapshot.trace.trials) == 1
    (x0, x1), (y0, y1) = make(snapshot).figure.sheet.ranges
    assert x0 < x1
    assert y0 < y1


def sampled(*hands):
    seats = tuple(Seat(f"Seat {i}", hand) for i, hand in enumerate(hands, 1))
    return solve(Scenario("holdem", seats, board="7h8h2c", run=RunOptions("sampled", max_trials=3_000)))


def test_any_final_hand_is_selected_from_a_menu_repeatedly(make):
    snapshot = sampled("AhKh", "22+, ATs+")
    chart = make(snapshot)
    menu = chart.of.menu()
    for name in ("flush", "straight", "flush"):
        menu.aboutToShow.emit()
        action = next(action for action in menu.actions() if action.text() == name)
        assert not action.isChecked()
        action.trigger()
        assert chart.of.text() == f"{name} ▾"
        shares = [100 * row[1].classes[name] for row in snapshot.trace.estimates]
        assert curve(chart, 1).y == pytest.approx(shares)
        assert name in chart.value.heading.title
    header, rows = chart.table()
    assert header[-2:] == ("Seat 2 share", "Seat 2 stderr")
    assert rows[-1][3] == snapshot.seats[1].estimate.classes["flush"]


def test_precision_is_compared_with_plain_sampling_and_the_square_root(make):
    snapshot = sampled("AhKh", "22+, ATs+")
    chart = make(snapshot)
    chart.precision.trigger()
    assert not chart.log.isEnabled()
    law, plain_errors, errors = (m for m in chart.value.marks if isinstance(m, Line) and m.color in ("muted", 0))
    trials, estimates = np.log10(snapshot.trace.trials), [row[0] for row in snapshot.trace.estimates]
    assert errors.y == pytest.approx(np.log10([100 * e.stderr for e in estimates]))
    assert plain_errors.y == pytest.approx(np.log10([100 * e.stderr * e.gain**0.5 for e in estimates]))
    assert law.y == pytest.approx(errors.y[-1] + (trials[-1] - trials) / 2)
    assert "plain sampling" in chart.value.heading.notes[0]
    chart.precision.trigger()
    assert chart.log.isEnabled()


@pytest.mark.parametrize("hands", [("AhKh", "22+, ATs+"), ("22+, ATs+",)])
def test_a_result_that_is_opened_again_converges_as_it_did(make, hands):
    snapshot = sampled(*hands)
    again = snapshot_from_json(json.loads(json.dumps(snapshot_to_json(snapshot, with_trace=True))))
    before, after = (list(courses(make(each))) for each in (snapshot, again))
    assert len(before) == 8
    for (notes, header, rows), same in zip(before, after, strict=True):
        assert (notes, header) == same[:2]
        assert rows == pytest.approx(same[2], abs=1e-7)
        assert len(rows) > 10
    bare = snapshot_from_json({**snapshot_to_json(snapshot), "trace": without_classes(snapshot)})
    other = make(bare)
    other.show_class("flush")
    assert "only its final equities are stored" in other.value.heading.notes[0]


def courses(chart):
    """Notes, header and numbers of all that converges, with its precision."""
    for name in ("", "flush", "pair", "quads"):
        for precision in (False, True):
            chart.show_class(name)
            chart.precision.setChecked(precision)
            header, rows = chart.table()
            yield chart.value.heading.notes, header, np.array(rows, float)


def without_classes(snapshot):
    """The course as versions before this one wrote it."""
    course = snapshot_to_json(snapshot, with_trace=True)["trace"]
    return {key: course[key] for key in ("trials", "equity", "stderr")}


def test_a_seat_alone_shows_the_shares_of_its_hands(make):
    snapshot = sampled("22+, ATs+")
    chart = make(snapshot)
    assert chart.of.text() == "All hands ▾"
    ends = {end.name: end.end for end in chart.value.ends}
    classes = snapshot.seats[0].estimate.classes
    assert ends == pytest.approx({name: 100 * share for name, share in classes.items() if share > 0})


def test_an_empty_chart_teaches(make, session):
    chart = make(None)
    assert "as the deals come in" in chart.figure.sheet.message.drawn_lines[0]
    assert chart.figure.reading_at(QPointF(300, 200)) is None
    session.set(snapshot=three_sampled())
    assert chart.figure.sheet.message.drawn_lines == []


def test_a_stale_result_is_grey(make, session):
    chart = make(three_sampled())
    session.set(stale=True)
    assert chart.figure.sheet.opacity() < 0.5
    session.set(stale=False)
    assert chart.figure.sheet.opacity() == 1.0


def test_a_hidden_chart_waits_until_it_is_shown(make, session):
    chart = make(three_sampled())
    chart.hide()
    later = three_sampled(deals=99_000)
    session.set(snapshot=later)
    assert not drawn(chart, later)
    chart.show()
    assert drawn(chart, later)


def drawn(chart, snapshot):
    """Return whether a result is what the figure shows."""
    lines = [mark for mark in chart.figure.chart.marks if isinstance(mark, Line)]
    return len(lines[0].x) == len(snapshot.trace.trials)


def test_changing_the_theme_recolours(make):
    chart = make(three_sampled())
    light = pens(chart)
    set_theme("dark")
    assert not light & pens(chart)
    assert chart.view.backgroundBrush().color().name() == current_theme().surface


def test_the_keyboard_focus_has_a_ring(make):
    chart = make(three_sampled())
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    assert chart.figure.sheet.focused
    chart.clearFocus()
    assert not chart.figure.sheet.focused


def test_leaving_ends_the_read_out(make, qtbot):
    chart = make(three_sampled())
    qtbot.mouseMove(chart.view.viewport(), QPoint(300, 200))
    assert chart.reading is not None
    chart.read_at(None)
    assert chart.reading is None


def test_labels_of_lines_that_end_together_keep_the_order_of_the_seats(make):
    chart = make(ten_sampled())
    labels = [
        EndLabel(seat, f"Seat {seat}", "10 %", end, hidden=False)
        for seat, end in enumerate((10.001, 10.003, 10.002, 30.0))
    ]
    chart.figure.labels.set_labels(tuple(labels), 1.0)
    rows = sorted(chart.figure.labels.rows(), key=lambda row: row[1].y())
    assert [label.seat for label, _ in rows] == [3, 0, 1, 2]
