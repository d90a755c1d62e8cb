"""The map of two next cards on the razz page of next cards, on results of the engine."""

import csv
import io

import numpy as np
import pytest

from engine.cards import RAZZ_RANKS
from gui.export.files import table_csv
from gui.pages.next_card.charts import pair_map, pair_seats
from gui.pages.next_card.page import ONE_DRAWS, PAIRS, RazzNextCardPage
from gui.parts.detail_page import COMPUTING
from gui.state.document import Document
from tests.gui.chart_fakes import FakeSession
from tests.gui.picture_texts import assert_fits
from tests.gui.razz_details import solved as razz_solved
from tests.gui.texts import plain

DETAILS = ("next_card", "next_pair")
THIRD = ("A 2 9", "3 4 7", "x x 8")
QUEENS = "Q Q Q Q"


def solved(cards=THIRD, dead=QUEENS, detail=DETAILS, **run):
    return razz_solved(cards, dead, detail, **run)


@pytest.fixture
def make(expose):
    def build(snapshot):
        session = FakeSession(snapshot)
        page = expose(RazzNextCardPage(Document(snapshot.scenario), session), (760, 620))
        page.views.chips[PAIRS].click()
        return page, session

    return build


def test_the_detail_is_requested_while_the_view_is_visible(make):
    page, session = make(solved(detail=("next_card",)))
    assert session.requested["nextCard"] == {"next_card", "next_pair"}
    page.views.chips["card"].click()
    assert session.requested["nextCard"] == {"next_card"}
    assert page.view.isVisible()
    assert page.opponent.isHidden()
    page.views.chips[PAIRS].click()
    assert page.pairs.isVisible()


def test_rows_are_the_cards_of_the_selected_seat_and_columns_those_of_the_opponent(make):
    page, _ = make(solved())
    assert names(page) == ("Hero", "Seat 2")
    assert [page.opponent.itemText(i) for i in range(page.opponent.count())] == ["Seat 2", "Seat 3"]
    page.opponent.setCurrentIndex(1)
    page.opponent.activated.emit(1)
    assert names(page) == ("Hero", "Seat 3")
    page.choice.button(1).click()
    assert names(page) == ("Seat 2", "Seat 3")
    page.choice.button(2).click()
    assert names(page) == ("Seat 3", "Hero")


def names(page):
    """The seats of the rows and of the columns."""
    return tuple(head.removesuffix(" card") for head in page.pairs.table()[0][:2])


def test_the_map_of_the_other_seat_is_transposed():
    snapshot = solved()
    value = snapshot.details[PAIRS]
    assert pair_seats(value, 1) == (1, (0, 2))
    one, other = pair_map(value, snapshot, 0, 1), pair_map(value, snapshot, 1, 0)
    np.testing.assert_array_equal(one.chance, other.chance.T)
    np.testing.assert_array_equal(one.equity, other.equity.transpose(1, 0, 2))
    assert np.nansum(one.chance) == pytest.approx(1)
    now = [equity for equity, _ in one.current]
    np.testing.assert_allclose(np.nansum(one.chance[..., None] * one.equity, axis=(0, 1)), now, atol=1e-12)


def cells(page):
    (mark,) = page.pairs.value.marks
    return {(cell.row, cell.column): cell for cell in mark.cells}


def test_a_rank_without_a_live_card_has_no_cells(make):
    page, _ = make(solved())
    queen = RAZZ_RANKS.index("Q")
    assert len(cells(page)) == 12 * 12
    assert not any(queen in place for place in cells(page))


def test_a_cell_reads_out_both_cards_their_chance_and_all_equities(make):
    page, _ = make(solved())
    reading = page.pairs.value.read(12.5, 4.5)
    content = pair_map(solved().details[PAIRS], solved(), 0, 1)
    assert plain(reading.header) == f"Hero 5, Seat 2 K: {100 * content.chance[4, 12]:.2f} %"
    assert [row.name for row in reading.rows] == ["Hero", "Seat 2", "Seat 3"]
    assert plain(reading.rows[0].values[0]) == f"{100 * content.equity[4, 12, 0]:.2f} %"
    numbers = f"{100 * content.equity[4, 12, 0]:.1f}", f"{100 * content.chance[4, 12]:.2f}"
    assert cells(page)[4, 12].texts == numbers
    figure = page.pairs.figure
    assert len(figure.stops()) == 144
    assert figure.reading_at(figure.sheet.plot.topLeft() - figure.sheet.plot.bottomRight()) is None


@pytest.mark.parametrize(
    ("cards", "title"),
    [
        (THIRD, "Hero's fourth street card vs Seat 2's"),
        (("A 2 9 5", "3 4 7 8"), "Hero's fifth street card vs Seat 2's"),
    ],
)
def test_the_title_names_the_next_street(make, cards, title):
    page, _ = make(solved(cards))
    assert page.pairs.title == title


def test_sampled_numbers_have_their_errors(make):
    page, _ = make(solved(method="sampled", max_trials=2048))
    figure = page.pairs.figure
    assert "sampled, at most ±" in plain(page.pairs.value.heading.notes[0])
    assert "±" in figure.reading_at(figure.stops()[0]).rows[0].values[1]


def test_the_whole_table_is_exported(make):
    page, _ = make(solved())
    rows = list(csv.DictReader(io.StringIO(table_csv(page.pairs.table()).decode())))
    assert len(rows) == 144
    assert (rows[1]["Hero card"], rows[1]["Seat 2 card"]) == ("A", "2")
    mean = sum(float(row["probability"]) * float(row["Hero equity"]) for row in rows)
    assert mean == pytest.approx(solved().seats[0].estimate.equity)
    assert "Hero's fourth street card vs Seat 2's" in plain(" ".join(page.pairs.svg().decode().split()))
    assert page.pairs.png()[:4] == b"\x89PNG"
    assert page.pairs.pdf()[:4] == b"%PDF"


def test_the_reason_for_a_missing_map_is_displayed(make):
    page, session = make(solved(detail=("next_card",)))
    session.set(state="running")
    assert page.pairs.figure.empty.lines == (COMPUTING,)
    assert not page.pairs.ready
    assert page.opponent.isHidden()
    page, _ = make(solved(("A 2 9 5 6", "3 4 7 8")))
    assert page.pairs.figure.empty.lines == (ONE_DRAWS,)


def test_the_exported_map_has_room_for_its_texts(make):
    assert_fits(make(solved())[0].pairs)
