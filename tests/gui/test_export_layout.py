"""Exported pictures in many sizes, faces and tables: all their texts lie on the page, and none over another."""

from dataclasses import replace
from functools import cache

import pytest

from engine.equity.details.lows import exact_lows, meetings
from engine.equity.details.next_cards import board_table, next_tables
from engine.equity.details.starting_hands import dead_cards, path_steps, starting_chart
from gui.charts.view import PageChart
from gui.look.theme import FONT_FAMILY, PAPER_SIZES, PAPER_TEXTS, Paper
from gui.pages.equity.page import ClassesChart, ConvergenceChart
from gui.pages.hands import hands_chart, holdem_curves, razz_curves
from gui.pages.lows import lows_chart, meeting_chart
from gui.pages.next_card.charts import card_groups_chart, card_map_chart, rank_columns
from gui.pages.starting import dead_chart, pairs_chart, streets_chart
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
        return kind(session, *more)

    return build


def on_page(make, snapshot):
    return lambda: PageChart(lambda: make(snapshot()))


def dead(snapshot):
    return dead_chart(dead_cards(snapshot.details["sensitivity"]), snapshot.seats[0], snapshot)


def board(snapshot):
    return board_table(snapshot.details["next_card"], snapshot, 0)


NONE: frozenset[int] = frozenset()
CHARTS = {
    "convergence": chart_of(ConvergenceChart, three_sampled),
    "convergence of ten": chart_of(ConvergenceChart, ten_sampled),
    "hands": chart_of(ClassesChart, three_sampled),
    "hands of ten": chart_of(ClassesChart, ten_sampled),
    "outcomes": chart_of(ClassesChart, lambda: razz_two("sampled")),
    "graph": lambda: PageChart(
        lambda: hands_chart(
            holdem_curves(later(holdem(), "matrix"), later(holdem(), "next_street")), 0, holdem(), NONE, hand="hands"
        )
    ),
    "down cards": lambda: PageChart(
        lambda: hands_chart(razz_curves(later(razz(), "down_cards")), None, razz(), NONE, hand="down cards")
    ),
    "card map": on_page(lambda s: card_map_chart(board(s), s), holdem),
    "card groups": on_page(lambda s: card_groups_chart(board(s), s, (20, 25, 3)), holdem),
    "next card": on_page(lambda s: rank_columns(next_tables(s.details["next_card"], s)[0], s), razz),
    "dead": on_page(dead, razz),
    "path": on_page(lambda s: streets_chart(path_steps(s.details["path"]), s), razz),
    "starting": on_page(lambda s: pairs_chart(starting_chart(s.details["starting_hands"], s), s), razz),
    "meeting": on_page(lambda s: meeting_chart(meetings(s.details["joint"], s)[0], s), razz),
    "lows": on_page(lambda s: lows_chart(exact_lows(s.details["outcomes"], s), s), razz),
}


@pytest.mark.parametrize("name", CHARTS)
def test_texts_are_on_the_page_and_do_not_overlap(qtbot, name):
    chart = CHARTS[name]()
    if not isinstance(chart, PageChart):
        qtbot.addWidget(chart)
    assert_fits(chart)


def test_a_missing_font_is_replaced_by_the_default_font(qtbot):
    chart = CHARTS["hands"]()
    qtbot.addWidget(chart)
    missing = chart.svg(Paper(family="No Such Font"))
    assert missing == chart.svg(Paper())
    assert f'font-family="{FONT_FAMILY}, ' in missing.decode()
    assert f'font-family="{WIDE_FACE}, ' in chart.svg(Paper(family=WIDE_FACE)).decode()
    assert chart.png(Paper(family="No Such Font")) == chart.png()
    assert chart.png(Paper(family=WIDE_FACE)) != chart.png()


def test_text_is_no_larger_than_the_page_has_room_for():
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
