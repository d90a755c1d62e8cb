"""Exported pictures in many sizes, faces and tables: all their texts lie on the page, and none over another."""

from dataclasses import replace
from functools import cache

import pytest

from engine.details.lows import exact_lows, meetings
from engine.details.next_tables import board_table, next_tables
from engine.details.starting_chart import dead_cards, path_steps, starting_chart
from gui.charts.columns_figure import columns_chart
from gui.charts.figure import active_seats
from gui.charts.grid_figure import grid_chart
from gui.charts.picture import PaperChart
from gui.charts.view import PageChart
from gui.look.theme import FONT_FAMILY, LIGHT, PAPER_SIZES, PAPER_TEXTS, Look, Paper
from gui.pages.equity.page import ClassesChart, ConvergenceChart
from gui.pages.hands.chart import hands_chart
from gui.pages.hands.curves import holdem_curves, razz_curves
from gui.pages.lows.exports import LowsFigure, lows_table, lows_title, meeting_grid
from gui.pages.next_card.card_map_figure import CardMapFigure
from gui.pages.next_card.groups import groups_columns
from gui.pages.next_card.razz_page import next_rank_columns
from gui.pages.starting.page import dead_columns, path_columns, starting_grid
from gui.state.latest import LatestDetail
from tests.gui import holdem_details, razz_details
from tests.gui.chart_fakes import FakeSession, razz_two, simulation_of, ten_sampled, three_sampled
from tests.gui.picture_texts import WIDE_FACE, assert_fits, faults, text_boxes

NAMES = ("Hero", "Ненастоящий Дядя Ваня из Петропавловска", "玩家一号 很长的名字", "🔥 Fire & <b>Aces</b>", "مرحبا بك")


def renamed(snapshot):
    """Return a result whose seats have long names in many alphabets."""
    names = [NAMES[i % len(NAMES)] for i in range(len(snapshot.seats))]
    seats = tuple(replace(seat, name=name) for seat, name in zip(snapshot.seats, names, strict=True))
    described = zip(snapshot.scenario.seats, names, strict=True)
    scenario = replace(snapshot.scenario, seats=tuple(replace(seat, name=name) for seat, name in described))
    return replace(snapshot, seats=seats, scenario=scenario)


@cache
def razz():
    details = ("joint", "next_card", "outcomes", "path", "sensitivity", "starting_hands", "down_cards")
    return renamed(razz_details.solved(("A 2 9 5", "3 4 7 8"), "K 7", details))


@cache
def holdem():
    cards = ("22+, A2s+, KTs+, QTs+, J9s+, T8s+, A8o+, KJo+, QJo:0.5", "TT+, AQs+")
    return renamed(holdem_details.solved(cards, "7h 8h 2c", ("matrix", "next_street", "next_card")))


def later(snapshot, name):
    return LatestDetail(snapshot.details[name], snapshot, False)


def chart_of(kind, snapshot):
    def build():
        session = FakeSession(renamed(snapshot()))
        more = (simulation_of(session),) if kind is ClassesChart else ()
        return kind(session, Look(LIGHT), *more)

    return build


def paper_chart(figure, content, snapshot):
    def draws(theme):
        return figure(theme) if figure is LowsFigure else figure(theme, on_paper=True)

    return PaperChart("x", Look(LIGHT), lambda: (content, snapshot), draws, lambda _: "x", lambda _: (("x",), []))


def columns(make, snapshot):
    return columns_chart("x", Look(LIGHT), lambda: (make(snapshot), snapshot))


def grid(make, snapshot):
    return grid_chart("x", Look(LIGHT), lambda: (make(snapshot), snapshot))


def dead(snapshot):
    return dead_columns(dead_cards(snapshot.details["sensitivity"]), snapshot.seats[0])


def path(snapshot):
    seats = [(i, seat.name) for i, seat in active_seats(snapshot)]
    return path_columns(path_steps(snapshot.details["path"]), seats)


NONE: frozenset[int] = frozenset()
CHARTS = {
    "convergence": chart_of(ConvergenceChart, three_sampled),
    "convergence of ten": chart_of(ConvergenceChart, ten_sampled),
    "hands": chart_of(ClassesChart, three_sampled),
    "hands of ten": chart_of(ClassesChart, ten_sampled),
    "outcomes": chart_of(ClassesChart, lambda: razz_two("sampled")),
    "graph": lambda: PageChart(
        Look(LIGHT),
        lambda: hands_chart(
            holdem_curves(later(holdem(), "matrix"), later(holdem(), "next_street")), 0, holdem(), NONE, hand="hands"
        ),
    ),
    "down cards": lambda: PageChart(
        Look(LIGHT),
        lambda: hands_chart(razz_curves(later(razz(), "down_cards")), None, razz(), NONE, hand="down cards"),
    ),
    "card map": lambda: paper_chart(CardMapFigure, board_table(holdem().details["next_card"], holdem(), 0), holdem()),
    "card groups": lambda: columns(
        lambda s: groups_columns(board_table(s.details["next_card"], s, 0), (20, 25, 3)), holdem()
    ),
    "next card": lambda: columns(lambda s: next_rank_columns(next_tables(s.details["next_card"], s)[0]), razz()),
    "dead": lambda: columns(dead, razz()),
    "path": lambda: columns(path, razz()),
    "starting": lambda: grid(lambda s: starting_grid(starting_chart(s.details["starting_hands"], s)), razz()),
    "meeting": lambda: grid(lambda s: meeting_grid(meetings(s.details["joint"], s)[0]), razz()),
    "lows": lambda: PaperChart(
        "x",
        Look(LIGHT),
        lambda: (exact_lows(razz().details["outcomes"], razz()), razz()),
        LowsFigure,
        lows_title,
        lows_table,
    ),
}


@pytest.mark.parametrize("name", CHARTS)
def test_texts_lie_on_the_page_and_not_over_one_another(qtbot, name):
    chart = CHARTS[name]()
    if not isinstance(chart, PaperChart | PageChart):
        qtbot.addWidget(chart)
    assert_fits(chart)


def test_a_family_that_is_not_there_is_replaced_by_that_of_the_program(qtbot):
    chart = CHARTS["hands"]()
    qtbot.addWidget(chart)
    missing = chart.svg(Paper(family="No Such Font"))
    assert missing == chart.svg(Paper())
    assert f'font-family="{FONT_FAMILY}, ' in missing.decode()
    assert f'font-family="{WIDE_FACE}, ' in chart.svg(Paper(family=WIDE_FACE)).decode()
    assert chart.png(Paper(family="No Such Font")) == chart.png()
    assert chart.png(Paper(family=WIDE_FACE)) != chart.png()


def test_text_is_drawn_no_larger_than_the_page_has_room_for():
    for size in PAPER_SIZES:
        for text in PAPER_TEXTS:
            wide, high = Paper(None, *size, text).layout
            assert wide >= 533
            assert high >= 400
    assert Paper(None, 640, 400, 150).zoom == 1


def test_long_ranges_leave_room_for_the_plot(qtbot):
    """The lines above the plot are cut off, the board among them never."""
    snapshot = holdem_details.solved(("AhKh", ", ".join(["22+", "A2s+", "K2s+", "Q2s+"] * 60)), "7h 8h 2c", ())
    chart = chart_of(ClassesChart, lambda: snapshot)()
    qtbot.addWidget(chart)
    svg = chart.svg(Paper(None, 640, 400))
    texts = [text for text, _ in text_boxes(svg)[1]]
    assert "Board 7h 8h 2c" in texts
    assert any(text.endswith("…") for text in texts)
    assert faults(svg) == []
