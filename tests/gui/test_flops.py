"""Equity by flop: the model's sums, the chart, the numbers below it, what is said on later streets."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.equity.details.next_cards import Flops, FlopSpread
from gui.charts.values import Line, Steps
from gui.look.theme import DARK, LIGHT, set_theme
from gui.pages.flops import FLOP_KNOWN, PART_OF_FLOP, FlopsPage, bin_heights, seat_spreads
from gui.parts.detail_page import COMPUTING, NO_CARDS, NO_OPPONENT
from gui.state.document import Document
from gui.state.latest import LatestDetail
from tests.gui.chart_fakes import FakeSession
from tests.gui.holdem_details import holdem, solved
from tests.gui.picture_texts import assert_fits
from tests.gui.texts import plain

DETAIL = ("flops",)


def two():
    return solved(("AhKh", "QsQc"), "", DETAIL)


def sampled():
    return solved(("AhKh", "QQ", "JTs"), "", DETAIL, method="sampled", max_trials=20_000)


@pytest.fixture
def make(expose):
    def build(snapshot, scenario=None, theme=DARK):
        set_theme(theme.name)
        session = FakeSession(snapshot)
        document = Document(scenario or snapshot.scenario)
        page = expose(FlopsPage(document, session), (740, 640), document)
        return page, session, page.chart, document

    return build


def spread(shares, **more):
    full = np.zeros(100)
    for place, share in shares.items():
        full[place] = share
    return FlopSpread(0, 0.5, 0.1, 0.0, full, **more)


def test_quantiles_and_tails_of_a_known_spread():
    some = spread({20: 0.25, 49: 0.25, 50: 0.25, 80: 0.25})
    assert some.at_least(0.0) == pytest.approx(1.0)
    assert some.at_least(0.5) == pytest.approx(0.5)
    assert some.at_least(0.505) == pytest.approx(0.375)
    assert some.at_least(0.81) == pytest.approx(0.0)
    assert some.at_least(1.0) == pytest.approx(0.0)
    assert some.quantile(0.25) == pytest.approx(0.21)
    assert some.quantile(0.5) == pytest.approx(0.50)
    assert some.quantile(0.625) == pytest.approx(0.505)
    assert some.quantile(1.0) == pytest.approx(0.81)


def test_noise_is_removed_from_the_spread():
    assert replace(spread({50: 1.0}), stderr=0.06).spread == pytest.approx(0.08)
    assert replace(spread({50: 1.0}), stderr=0.2).spread == 0.0


def test_the_engine_s_flops_are_read(make):
    values = LatestDetail(two().details["flops"], two(), False)
    hero, other = (spread.value for spread in seat_spreads(values))
    assert sum(hero.shares) == pytest.approx(1)
    assert hero.mean == pytest.approx(two().seats[0].estimate.equity)
    bins = (np.arange(100) + 0.5) / 100
    assert float(np.dot(bins, hero.shares)) == pytest.approx(hero.mean, abs=0.005)
    assert hero.at_least(0.5) == pytest.approx(1 - other.at_least(0.51), abs=0.02)


def test_the_numbers_below_the_chart(make):
    page, _, chart, _ = make(two())
    assert len(page.view.rows) == 2
    heads = [column.title for column in page.view.table.columns]
    assert heads == ["Seat", "Average", "Spread", "10th", "25th", "Median", "75th", "90th", "≥ 50\u00a0%"]
    assert plain(page.view.text(0, "Average")) == f"{100 * two().seats[0].estimate.equity:.1f} %"
    half = plain(page.view.text(0, "≥ 50\u00a0%"))
    words = page.findChild(QLabel, "flops.words")
    assert f"Hero has at least 50 % equity on {half} of flops" in plain(words.text())
    assert page.view.horizontalHeader().length() == page.view.viewport().width()
    page.view.selectRow(1)
    assert words.text().startswith("Seat 2 has")
    assert chart.title == "Equity by flop"


def test_more_than_two_seats_have_a_column_for_the_fair_share(make):
    page, _, chart, _ = make(sampled())
    assert plain(page.view.table.columns[-1].title) == "≥ 33 %"
    assert "sampled, each flop ±" in plain(chart.value.heading.notes[0])
    page.resize(568, 540)
    assert page.view.horizontalHeader().length() <= page.view.viewport().width()


def test_the_areas_under_the_steps_add_up(make):
    page, _, chart, _ = make(two())
    for some in page.spreads:
        assert sum(bin_heights(some, 2)) == pytest.approx(100)
    areas = [mark for mark in chart.value.marks if isinstance(mark, Steps)]
    assert [float(np.sum(area.heights)) for area in areas] == pytest.approx([100, 100])
    assert chart.grab().toImage().pixelColor(3, 3).name() == DARK.surface


def test_hovering_reads_share_and_tail_of_every_seat(make, qtbot):
    _, _, chart, _ = make(two())
    stops = chart.figure.stops()
    qtbot.mouseMove(chart.view.viewport(), stops[len(stops) // 2].toPoint())
    text = plain(chart.reading.text)
    assert text.startswith("Equity ")
    assert text.count("% of flops this or more: ") == 2


def test_the_falling_curve_goes_from_all_to_none(make, qtbot):
    page, _, chart, _ = make(two())
    page.falling.trigger()
    lines = [mark for mark in chart.value.marks if isinstance(mark, Line)]
    assert len(lines) == 2
    for line in lines:
        assert max(np.diff(line.y)) < 1e-6
        assert line.y[0] == pytest.approx(100.0)
        assert line.y[-1] == pytest.approx(0.0, abs=1e-6)
    assert chart.title.startswith("Share of flops")
    assert b"Share of flops" in chart.svg()


def test_a_seat_can_be_hidden(make):
    _, _, chart, _ = make(two())
    chart.figure.toggle(1)
    assert [mark.color for mark in chart.value.marks if isinstance(mark, Steps)] == [0]
    assert len(chart.table()[0]) == 4


def test_the_menu_of_the_chart_hides_a_seat_each_time_it_is_opened(make):
    _, _, chart, _ = make(two())
    for shown in ({0}, {0, 1}):
        chart.menu.aboutToShow.emit()
        entries = {action.text(): action for action in chart.menu.actions()}
        assert {"Hero", "Seat 2", "Cumulative"} <= set(entries)
        entries["Seat 2"].trigger()
        assert {mark.color for mark in chart.value.marks if isinstance(mark, Steps)} == shown


def test_files_of_the_chart(make):
    _, _, chart, _ = make(two(), theme=LIGHT)
    header, rows = chart.table()
    assert header == ("equity from", "equity to", "Hero", "Seat 2")
    assert len(rows) == 100
    assert b"Equity by flop" in chart.svg()
    assert chart.png().startswith(b"\x89PNG")
    assert chart.pdf().startswith(b"%PDF")


def test_the_best_and_the_worst_flops_of_the_chosen_seat(make, qtbot):
    page, _, _, _ = make(two())
    places = page.best.visible_flops()
    assert 4 <= len(places) <= 10
    assert places[-1][1].right() <= page.best.width()
    flop, rect = places[0]
    assert flop.equity == pytest.approx(1.0)
    qtbot.mouseMove(page.best, rect.center().toPoint())
    assert plain(page.best.toolTip()).endswith(": 100.00 %, 0.006 % of flops")
    assert page.worst.accessibleDescription().startswith("Qd Qh")
    page.view.selectRow(1)
    assert page.best.visible_flops()[0][0].flop.startswith("QdQh")
    page.resize(300, 500)
    assert len(page.best.visible_flops()) < len(places)
    assert not page.best.grab().isNull()


def test_a_detail_without_ends_has_no_strips(make):
    snapshot = two()
    spreads = tuple(replace(spread, best=(), worst=()) for spread in snapshot.details["flops"].spreads)
    page, _, _, _ = make(replace(snapshot, details={"flops": Flops(spreads)}))
    assert len(page.view.rows) == 2
    assert page.best.isHidden()


def test_after_an_edit_it_fades(make):
    page, session, chart, _ = make(two())
    session.set(stale=True)
    assert chart.figure.stale
    assert (
        page.view.model().index(0, page.view.column("Average")).data(Qt.ItemDataRole.ForegroundRole).name()
        == DARK.muted
    )


def test_it_says_what_it_needs_and_requests_flops_only_before_the_flop(make):
    page, session, _, document = make(None, holdem(("", "")))
    assert page.empty.text() == NO_CARDS
    assert session.requested["flops"] == {"flops"}
    document.edit("Board", board="7h")
    assert page.empty.text() == PART_OF_FLOP
    document.edit("Board", board="7h 8h 2c")
    assert page.empty.text() == FLOP_KNOWN
    assert session.requested["flops"] == frozenset()
    page, _, _, document = make(solved(("AhKh",), "", DETAIL))
    assert page.empty.text() == NO_OPPONENT


def test_it_displays_the_progress_of_the_computation(make):
    page, session, _, _ = make(None, holdem(("AhKh", "QsQc")))
    session.set(state="running")
    assert page.empty.text() == COMPUTING
    session.set(latest=replace(two(), stage="flops", final=False, progress=0.43))
    assert plain(page.empty.text()) == "Computing the flops: 43 %…"
    session.set(latest=replace(two(), final=False, progress=0.05))
    assert plain(page.empty.text()) == "Computing the equities: 5 %…"


@pytest.mark.parametrize("result", [two, sampled])
def test_the_exported_chart_has_room_for_its_texts(make, result):
    assert_fits(make(result())[2])
