"""The widths of the list on the page *Made hands*: what is shown of the numbers is shown whole."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.ranges.holdem_matrix import CELL_BY_NAME
from engine.ranges.made_names import MADE, TOP_PAIR
from gui.look.scale import set_text_scale
from gui.look.theme import DARK, stylesheet
from gui.pages.made.table import BETTER, COMBOS, EQUITY, NAME, PADDING, SHARE
from tests.gui.holdem_details import holdem
from tests.gui.made_fakes import Shown
from tests.gui.object_names import settle
from tests.gui.texts import plain


def test_numbers_are_complete_in_a_list_of_any_width(tmp_path, expose):
    cards = "22+, ATs+, KQo, 76s, A2s-A5s, KTs+", "30%"
    shown = Shown(holdem(cards, "Th 8h 2c", names=("BTN", "BB")), tmp_path)
    expose(shown.page, (740, 660))
    shown.compute()
    shown.page.setStyleSheet(stylesheet(DARK))
    view = shown.page.view
    for width in range(220, 400, 10):
        view.setFixedWidth(width)
        view.fit_columns()
        numbers = [i for i in range(NAME + 1, view.model().columnCount()) if not view.isColumnHidden(i)]
        assert [i for i in numbers if view.columnWidth(i) < view.sizeHintForColumn(i)] == [], width


@pytest.mark.parametrize(("width", "hidden"), [(544, 16), (640, 0), (760, 0)])
def test_names_are_complete_on_a_narrow_page_before_columns_are_displayed(tmp_path, expose, width, hidden):
    """What has no column is in the tool tip."""
    shown = Shown(holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c", names=("Hero", "Seat 2")), tmp_path)
    expose(shown.page, (width, 540))
    shown.compute()
    settle()
    view = shown.page.view
    assert view.columnWidth(NAME) >= PADDING[0] + max(view.widths_of(NAME)) - hidden
    assert not any(view.isColumnHidden(column) for column in (SHARE, EQUITY))
    tip = shown.page.view.model().index(shown.rows().index("set"), NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert all(word in tip for word in ("combo", "this or better", "Seat 2"))


def test_share_and_equity_stay_in_sight_in_large_text(tmp_path, expose):
    """The page has 704 x 562 pixels in a window of 1280 x 800 with 150 % text."""
    set_text_scale(150)
    shown = Shown(holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c", names=("Hero", "Seat 2")), tmp_path)
    expose(shown.page, (704, 562))
    shown.compute()
    settle()
    view = shown.page.view
    assert [view.isColumnHidden(column) for column in (NAME, SHARE, EQUITY)] == [False] * 3
    assert sum(view.columnWidth(column) for column in (NAME, SHARE, EQUITY)) <= view.viewport().width()


def test_the_combos_stay_longer_than_the_classes_or_better(tmp_path, expose):
    shown = Shown(holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c", names=("Hero", "Seat 2")), tmp_path)
    expose(shown.page, (900, 540))
    shown.compute()
    view, states = shown.page.view, set()
    for width in range(560, 180, -5):
        view.setFixedWidth(width)
        view.fit_columns()
        better, combos = (not view.isColumnHidden(column) for column in (BETTER, COMBOS))
        assert combos or not better, width
        states.add((better, combos))
    assert states == {(True, True), (False, True), (False, False)}


def test_a_row_has_its_kept_and_all_combos(tmp_path, expose):
    """A share after the filter never stands beside a number before it that is not called so."""
    shown = Shown(holdem(("22+, ATs+, KQo, 76s > flop overpair+", "30%"), "Th 8h 2c"), tmp_path)
    expose(shown.page, (900, 540))
    shown.compute()
    kept = shown.page.keep.kept
    assert shown.page.view.table.columns[COMBOS].title == "Kept / all"
    top = shown.texts("top pair")
    whole = kept.by_cell(kept.entering)[TOP_PAIR]
    assert (top[COMBOS], top[SHARE]) == (f"0 / {whole:.0f}", "–")
    over = kept.by_cell(kept.remaining)[MADE.index("overpair")]
    assert shown.texts("overpair")[COMBOS] == f"{over:.0f} / {over:.0f}"
    shown.document.edit("All", seats=holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c").seats)
    shown.compute()
    assert (shown.page.view.table.columns[COMBOS].title, shown.texts("top pair")[COMBOS]) == ("Combos", f"{whole:.0f}")


def test_the_matrix_shows_the_kept_hands_and_their_number(tmp_path, expose):
    shown = Shown(holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c"), tmp_path)
    expose(shown.page, (900, 540))
    shown.compute()
    shown.click("set", box=True)
    shown.click("overpair", box=True)
    lit = {place: shown.cell(CELL_BY_NAME[place]).highlighted for place in ("22", "AA", "ATs")}
    assert lit == {"22": 1.0, "AA": 1.0, "ATs": 0.0}
    kept = shown.page.keep.kept
    legend = plain(shown.page.map.legend.text())
    assert f"kept: {kept.remaining.sum():.0f}" in legend
    assert f"dropped: {(kept.entering - kept.remaining).sum():.0f} combos" in legend
    QApplication.sendEvent(shown.page.view, QEvent(QEvent.Type.Leave))
    assert shown.cell(CELL_BY_NAME["22"]).highlighted == shown.cell(CELL_BY_NAME["AA"]).highlighted == 1.0
    QTest.keyClick(shown.page.view, Qt.Key.Key_Up)
    assert {shown.cell(CELL_BY_NAME[place]).highlighted for place in ("22", "AA")} == {0.0, 1.0}


def test_a_title_sorts_made_hands_and_draws_each_within_their_group(tmp_path, expose):
    shown = Shown(holdem(("22+, ATs+, KQo, 76s, A2s-A5s, KTs+", "30%"), "Th 8h 2c"), tmp_path)
    expose(shown.page, (900, 540))
    shown.compute()
    view = shown.page.view
    before = shown.rows()
    draws = before.index("Draws")
    view.sort_by(SHARE)
    shares = [view.table.columns[SHARE].sort(row) for row in view.rows if row.cell is not None]
    assert shown.rows() != before
    assert shown.rows().index("Draws") == draws
    assert sorted(shown.rows()[:draws]) == sorted(before[:draws])
    for part in (shares[:draws], shares[draws:]):
        assert part == sorted(part, reverse=True)
    view.sort_by(NAME)
    assert shown.rows() == before


def test_kickers_stay_below_top_pair_when_a_title_is_clicked(tmp_path, expose):
    shown = Shown(holdem(("22+, A2s+, KTo+, QTs+, JTs", "30%"), "Th 8h 2c"), tmp_path)
    expose(shown.page, (900, 540))
    shown.compute()
    view = shown.page.view
    view.fold_clicked.emit()
    kickers = [row.cell for row in view.rows if row.level]
    assert len(kickers) > 2
    view.sort_by(EQUITY)
    top = shown.rows().index("top pair")
    assert {row.cell for row in view.rows[top + 1 : top + 1 + len(kickers)]} == set(kickers)
