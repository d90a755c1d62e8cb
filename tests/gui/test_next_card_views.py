"""Next cards in groups, turn and river together: two more views of the page of next cards in hold'em."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from engine.cards import parse_cards
from engine.equity.details.next_cards import Runouts, board_table
from engine.ranges.made_hands import CARD_GROUPS, card_group
from gui.charts.plot import CELL_GAP, MIN_LINE_HEIGHT, PixelMarks
from gui.charts.view import PageChart
from gui.export.files import table_csv
from gui.look.theme import DARK, LIGHT, set_theme
from gui.pages.next_card.charts import card_groups_chart, runout_map
from gui.pages.next_card.page import ON_THE_TURN, TOO_LONG, HoldemNextCardPage
from gui.pages.next_card.table import CARD, CHANCE, FIRST_SEAT, LIVE, card_groups
from gui.parts.detail_page import COMPUTING
from gui.state.document import Document
from gui.words.formatting import CARDS
from tests.gui.chart_fakes import FakeSession
from tests.gui.holdem_details import solved as holdem
from tests.gui.picture_texts import assert_fits
from tests.gui.texts import plain

BOARD = "7h 8h 2c"
RANGES = ("99, AKs", "QQ, JTs")


def solved(cards=RANGES, board=BOARD, detail=("next_card", "runouts"), **run):
    return holdem(cards, board, detail, **run)


@pytest.fixture
def make(expose):
    def build(snapshot, theme=LIGHT, size=(620, 560)):
        set_theme(theme.name)
        session, document = FakeSession(snapshot), Document(snapshot.scenario)
        return expose(HoldemNextCardPage(document, session), size, document), session

    return build


def board():
    return [card for card, _ in parse_cards(BOARD)]


def table(snapshot=None):
    snapshot = snapshot or solved()
    return board_table(snapshot.details["next_card"], snapshot, 0)


def test_groups_are_means_of_their_cards():
    groups = card_groups(table(), board())
    assert [group.name for group, _ in groups] == [name for name in CARD_GROUPS if name in {g.name for g, _ in groups}]
    assert sum(group.probability for group, _ in groups) == pytest.approx(1)
    mean = sum(group.probability * group.seats[0].equity for group, _ in groups)
    assert mean == pytest.approx(table().current[0][0])
    for group, cards in groups:
        assert all(card_group(board(), CARDS[card.name]) == group.name for card in cards)
        expected = sum(c.probability * c.seats[1].equity for c in cards) / sum(c.probability for c in cards)
        assert group.seats[1].equity == pytest.approx(expected)
        assert (group.live, group.seats[1].stderr) == (len(cards), 0)
    sampled = solved(("99, AKs", "QQ, JTs", "random"), detail=("next_card",), method="sampled", max_trials=20_000)
    assert all(group.seats[0].stderr > 0 for group, _ in card_groups(table(sampled), board()))


def test_groups_unfold_to_their_cards(make, qtbot):
    page, session = make(solved(), size=(550, 560))
    qtbot.mouseClick(page.views.chips["groups"], Qt.MouseButton.LeftButton)
    view, model = page.group_view, page.group_view.model()
    assert view.isVisible()
    assert not page.chart.isVisible()
    assert view.isColumnHidden(LIVE)
    names = [f"{group.name} ({len(cards)})" for group, cards in view.groups]
    assert [model.index(i, CARD).data() for i in range(model.rowCount())] == ["now", *(f"▸ {n}" for n in names)]
    first, cards = view.groups[0]
    assert plain(model.index(1, CHANCE).data()) == f"{100 * first.probability:.2f} %"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index(1, CARD)).center())
    assert model.rowCount() == 1 + len(names) + len(cards)
    assert model.index(1, CARD).data() == f"▾ {names[0]}"
    assert {model.index(2 + i, CARD).data() for i in range(len(cards))} == {card.name for card in cards}
    assert view.horizontalHeader().length() <= view.viewport().width()
    view.setFocus()
    view.setCurrentIndex(model.index(3, CARD))
    qtbot.keyClick(view, Qt.Key.Key_Left)  # from a card of it
    assert model.rowCount() == 1 + len(names)
    assert view.currentIndex().row() == 1
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert model.rowCount() == 1 + len(names) + len(cards)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert model.rowCount() == 1 + len(names) + len(cards)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert model.rowCount() == 1 + len(names)
    tip = model.index(1, CARD).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith(f"{first.name}: ")
    assert model.index(1, CARD).data(Qt.ItemDataRole.AccessibleTextRole) == f"{first.name}, folded"
    qtbot.keyClick(page.choice, Qt.Key.Key_Down)
    assert model.headerData(FIRST_SEAT, Qt.Orientation.Horizontal) == "Seat 2"
    session.set(stale=True)
    assert model.index(1, FIRST_SEAT).data(Qt.ItemDataRole.ForegroundRole).name() == LIGHT.muted


def test_groups_as_a_picture_and_as_rows(qtbot):
    chart = PageChart(lambda: card_groups_chart(table(), solved(), board()))
    rows = list(csv.DictReader(io.StringIO(table_csv(chart.table()).decode())))
    groups = [row for row in rows if not row["card"]]
    assert sum(float(row["probability"]) for row in groups) == pytest.approx(1)
    assert sum(int(row["cards"]) for row in groups) == len(rows) - len(groups) == len(table().cards)
    svg = chart.svg().decode()
    for group, _ in card_groups(table(), board()):
        assert group.name in svg
    assert chart.png()[:4] == b"\x89PNG"


def place(chart, row, column):
    """Return the middle of a cell in pixels."""
    return pixels(chart).cell_rect(row, column).center()


def pixels(chart):
    return next(item for item in chart.figure.sheet.childItems() if isinstance(item, PixelMarks))


def test_the_picture_of_turn_and_river_reads_out_pairs(make, qtbot):
    page, session = make(solved(), theme=DARK)
    assert session.requested["boardCards"] == {"next_card"}
    page.views.chips["runouts"].click()
    assert session.requested["boardCards"] == {"next_card", "runouts"}
    chart, map_ = page.runouts, runout_map(solved().details["runouts"], solved(), 0)
    assert chart.isVisible()
    row, column = map_.cards.index(CARDS["Ah"]), map_.cards.index(CARDS["9d"])
    chart.read_at(place(chart, row, column))
    text = plain(chart.reading.text)
    assert text.startswith("Turn ace of hearts, river nine of diamonds: ")
    equity = map_.equity[row, column]
    assert f"Hero {100 * equity[0]:.2f} %" in text
    assert f"Seat 2 {100 * equity[1]:.2f} %" in text
    chart.read_at(place(chart, row, row))
    assert chart.reading is None
    chart.read_at(QPointF(1, 1))
    assert chart.reading is None
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.reading.header.startswith("Turn ace of spades, river ace of hearts")
    image = chart.grab().toImage()
    there, nowhere = (image.pixelColor(place(chart, row, i).toPoint()) for i in (column, row))
    assert there != nowhere


def test_the_map_is_the_same_both_ways_and_adds_up():
    snapshot = solved()
    map_ = runout_map(snapshot.details["runouts"], snapshot, 1)
    assert map_.judge == 1
    np.testing.assert_array_equal(map_.equity, map_.equity.transpose(1, 0, 2))
    assert np.isnan(np.diagonal(map_.chance)).all()
    assert np.nansum(map_.chance) == pytest.approx(1)
    np.testing.assert_allclose(np.nansum(map_.chance[..., None] * map_.equity, axis=(0, 1)), map_.current, atol=1e-12)
    ranks = [card >> 2 for card in map_.cards]
    assert ranks == sorted(ranks, reverse=True)


def test_the_whole_table_is_exported(make):
    page, _ = make(solved())
    rows = list(csv.DictReader(io.StringIO(table_csv(page.runouts.table()).decode())))
    map_ = runout_map(solved().details["runouts"], solved(), 0)
    count = len(map_.cards)
    assert len(rows) == np.isfinite(map_.chance).sum() <= count * (count - 1)
    assert {(row["turn"], row["river"]) for row in rows} == {(row["river"], row["turn"]) for row in rows}
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(1)
    svg = page.runouts.svg().decode()
    assert "equity on each turn and river" in " ".join(svg.split())
    assert page.runouts.png()[:4] == b"\x89PNG"
    assert page.runouts.pdf()[:4] == b"%PDF"


def test_the_reason_for_a_missing_map_is_displayed(make):
    page, session = make(solved(detail=("next_card",)))
    page.views.chips["runouts"].click()
    session.set(state="running")
    assert page.runouts.figure.empty.lines == (COMPUTING,)
    assert not page.runouts.ready
    nothing = solved(detail=("next_card",))
    nothing.details["runouts"] = Runouts.empty(2)
    session.set(snapshot=nothing, state="idle")
    assert page.runouts.figure.empty.lines == (TOO_LONG,)
    del nothing.details["runouts"]
    page, _ = make(solved(board="7h 8h 2c Td"))
    page.views.chips["runouts"].click()
    assert page.runouts.figure.empty.lines == (ON_THE_TURN,)


def test_the_map_has_its_numbers_on_a_low_page(make, qtbot):
    page, _ = make(solved(detail=("next_card",)))
    page.resize(480, page.minimumSizeHint().height())

    def settled():
        page.resize(480, page.minimumSizeHint().height())
        return pixels(page.chart).cell_rect(0, 0).height() >= 2 * MIN_LINE_HEIGHT + 2 * CELL_GAP

    qtbot.waitUntil(settled)


def test_the_exported_picture_of_turn_and_river_has_room_for_its_texts(make):
    page, _ = make(solved())
    page.views.chips["runouts"].click()
    assert_fits(page.runouts)


@pytest.mark.parametrize("view", ["cards", "runouts"])
def test_maps_have_their_cells_for_screen_readers(make, qtbot, view):
    page, _ = make(solved(("AhKh", "QQ")))
    page.views.chips[view].click()
    chart = {"cards": page.chart, "runouts": page.runouts}[view]
    places = [chart.figure.reading_at(stop) for stop in chart.figure.stops()]
    assert chart.cell_count() == len(places) == {"cards": 47, "runouts": 47 * 46}[view]
    for number in (0, 1, len(places) - 1):
        assert chart.cell_name(number) == places[number].text
        assert chart.rect().contains(chart.cell_rect(number))
    assert "Hero" in chart.cell_name(0)
    assert chart.cell_now() is None
    for number in (0, 1, 2):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
        assert (chart.cell_now(), chart.accessibleDescription()) == (number, chart.cell_name(number))
    page.resize(page.width() + 80, page.height() + 60)
    assert chart.cell_area(2).contains(chart.figure.stops()[2])


def test_an_empty_map_has_no_cells(make):
    page, session = make(solved())
    session.set(snapshot=None)
    assert (page.chart.cell_count(), page.runouts.cell_count()) == (0, 0)
