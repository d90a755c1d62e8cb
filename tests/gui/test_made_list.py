"""The widths of the list on the page *Made hands*: what is shown of the numbers is shown whole."""

import pytest
from PySide6.QtCore import Qt

from gui.look.theme import DARK, stylesheet
from gui.pages.made.table import EQUITY, NAME, NAME_EDGES, SHARE
from tests.gui.holdem_details import holdem
from tests.gui.made_fakes import Shown
from tests.gui.object_names import settle


def test_numbers_are_whole_in_a_list_of_any_width(tmp_path, expose):
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
def test_names_are_whole_on_a_narrow_page_before_columns_are_shown(tmp_path, expose, width, hidden):
    """What has no column is in the tool tip."""
    shown = Shown(holdem(("22+, ATs+, KQo, 76s", "30%"), "Th 8h 2c", names=("Hero", "Seat 2")), tmp_path)
    expose(shown.page, (width, 540))
    shown.compute()
    settle()
    view = shown.page.view
    assert view.columnWidth(NAME) >= NAME_EDGES + max(view.widths_of(NAME)) - hidden
    assert not any(view.isColumnHidden(column) for column in (SHARE, EQUITY))
    tip = shown.page.model.index(shown.rows().index("set"), NAME).data(Qt.ItemDataRole.ToolTipRole)
    assert all(word in tip for word in ("combo", "this or better", "Seat 2"))
