"""Tables from columns as values: texts, order, copies, and the one rule by which columns fit the room."""

from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QToolButton

from gui.look.scale import text_font
from gui.look.theme import DARK, TEXT, set_theme
from gui.parts.table import NEVER, ROW, Column, TableData, TableView

Role, Order = Qt.ItemDataRole, Qt.SortOrder


@dataclass(frozen=True)
class Player:
    name: str
    seat: int
    equity: float


ROWS = tuple(
    Player(name, seat, equity) for seat, (name, equity) in enumerate((("Hero", 0.25), ("Ann", 0.5), ("Bo", 0.25)))
)


def table(**more):
    columns = (
        Column(
            "Seat",
            lambda row: row.name,
            number=False,
            wide=True,
            min_width=60,
            swatch=lambda row: row.seat,
            sort=lambda row: row.name,
        ),
        Column(
            "Equity",
            lambda row: f"{100 * row.equity:.2f} %",
            "share of the pot",
            short=(lambda row: f"{100 * row.equity:.0f}",),
            sort=lambda row: row.equity,
            descending=True,
            bold=True,
        ),
        Column("Odds", lambda row: f"{1 / row.equity - 1:.0f} : 1", hide_order=1),
        Column("≥", lambda row: "", "or better", hide_order=2, spoken_title="or better"),
    )
    return TableData(columns, ROWS, key=lambda row: row.seat, **more)


@pytest.fixture
def view(expose):
    set_theme("dark")
    shown = TableView("table", "Players")
    expose(shown, (400, 200))
    return shown


def names(view):
    return [row.name for row in view.rows]


def hidden(view):
    return [column.title for i, column in enumerate(view.table.columns) if view.isColumnHidden(i)]


def test_cells_say_what_they_show(view):
    view.show_table(table())
    index = view.model().index(0, 1)
    assert (index.data(), index.data(ROW)) == ("50.00 %", ROWS[1])
    assert index.data(Role.AccessibleTextRole) == "Ann, Equity: 50.00 %"
    assert view.model().index(0, 3).data(Role.AccessibleTextRole) == "Ann, or better: none"
    assert view.model().headerData(1, Qt.Orientation.Horizontal, Role.ToolTipRole) == "share of the pot"
    view.show_stale(True)
    assert index.data(Role.ForegroundRole).name() == DARK.muted


def test_rows_of_the_same_keys_keep_the_chosen_one(view, qtbot):
    reached = []
    view.reached.connect(lambda row: reached.append(row.name))
    view.show_table(table())
    view.choose(1)
    view.show_table(replace(table(), stale=True))
    assert view.selected_row == ROWS[1]
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert (view.selected_row.name, reached) == ("Bo", ["Bo"])
    view.show_table(replace(table(), rows=ROWS[:1]))
    assert view.selected_row is None
    view.choose(7, first=True)
    assert view.selected_row == ROWS[0]


def test_rows_are_sorted_by_columns_and_the_top_ones_stay(view):
    view.show_table(table(order=(1, Order.DescendingOrder), top=1))
    assert names(view) == ["Hero", "Ann", "Bo"]
    view.sort_by(1)
    assert names(view) == ["Hero", "Bo", "Ann"]
    view.choose(2)
    view.sort_by(0)
    assert names(view) == ["Hero", "Ann", "Bo"]
    assert view.selected_row == ROWS[2]
    view.show_table(TableData())
    view.show_table(table(top=1))
    view.sort_by(0)
    assert names(view) == ["Hero", "Bo", "Ann"]


def test_rows_that_their_owner_sorts_stay_as_they_come(view):
    view.show_table(table(arranged=True))
    requests = []
    view.horizontalHeader().sortIndicatorChanged.connect(lambda *request: requests.append(request))
    view.sortByColumn(1, Order.DescendingOrder)
    assert requests == [(1, Order.DescendingOrder)]
    assert view.rows == ROWS
    view.show_table(replace(view.table, rows=ROWS[::-1]))
    assert view.rows == ROWS[::-1]


def test_rows_stay_under_the_mouse_while_more_are_computed(view, qtbot):
    """A table that grows appends its rows, without a reset, until a title is clicked or it has all rows."""
    view.resize(400, 90)
    more = tuple(replace(ROWS[0], name=f"P{seat}", seat=seat, equity=seat / 100) for seat in range(3, 30))

    def names():
        return [row.name for row in view.rows]

    view.show_table(replace(table(order=(1, Order.DescendingOrder), growing=True), rows=more[:20]))
    assert names()[0] == "P22"
    view.choose(15)
    view.verticalScrollBar().setValue(77)
    with qtbot.assertNotEmitted(view.model().modelReset):
        view.show_table(replace(table(growing=True), rows=more))
    assert names()[0] == "P22"
    assert names()[20:] == [row.name for row in more[20:]]
    assert (view.selected_row.seat, view.verticalScrollBar().value()) == (15, 77)
    view.sort_by(1)
    assert names()[0] == "P3"
    view.sort_by(1)
    assert names()[0] == "P29"
    view.show_table(replace(table(growing=True), rows=(*more, *ROWS)))
    assert names()[0] == "P29"
    view.show_table(replace(table(), rows=(*more, *ROWS)))
    assert names()[0] == "Ann"


def test_columns_are_measured_once_by_rows_of_the_whole_list(view):
    calls = []
    columns = tuple(replace(each, text=lambda row: calls.append(row) or row.name) for each in table().columns)
    first = replace(table(measured=ROWS), rows=ROWS[:1], columns=columns)
    view.show_table(first)
    assert set(ROWS) <= set(calls)
    calls.clear()
    view.show_table(replace(first, rows=ROWS[1:2]))
    assert ROWS[2] not in calls
    widest = tuple(replace(each, widest=("m" * 30,)) for each in columns)
    view.show_table(replace(first, columns=widest))
    assert view.widths_of(0)[1] > view.fontMetrics().horizontalAdvance("m" * 25)


def test_the_copy_is_the_whole_table_in_full(view, qtbot):
    view.show_table(table(levels=(NEVER, 1)))
    view.setFixedWidth(120)
    assert (view.level, hidden(view)) == (1, ["Odds", "≥"])
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[:2] == ["Seat\tEquity\tOdds\t≥", "Ann\t50.00 %\t1 : 1\t"]


def test_columns_go_in_their_order_before_texts_are_shorter(view):
    view.show_table(table(levels=(1, 1)))
    states = []
    for width in range(400, 60, -5):
        view.setFixedWidth(width)
        state = view.level, hidden(view)
        if state not in states:
            states.append(state)
        if width > 160:
            more = view.findChild(QToolButton, f"{view.objectName()}.more")
            assert more.isHidden() == (not hidden(view))
            assert view.horizontalHeader().length() + more.isVisible() * more.width() == view.viewport().width()
        numbers = [i for i in (1, 2, 3) if not view.isColumnHidden(i)]
        assert all(view.columnWidth(i) >= max(view.widths_of(i)) for i in numbers)
    assert states[:2] == [(0, []), (0, ["Odds", "≥"])]  # the narrow "≥" alone would not make room for the button
    assert states[-1] == (1, ["Odds", "≥"])


def test_names_stay_in_sight_where_nothing_else_helps(view):
    view.show_table(
        replace(table(keep_names=True), columns=tuple(replace(c, hide_order=0, wide=False) for c in table().columns))
    )
    view.setFixedWidth(400)
    assert (view.isColumnHidden(0), view.verticalHeader().isVisible()) == (False, False)
    view.setFixedWidth(130)
    assert (view.isColumnHidden(0), view.verticalHeader().isVisible()) == (True, True)
    assert view.model().headerData(0, Qt.Orientation.Vertical) == view.rows[0].name


def test_a_column_has_room_for_fractions_of_a_pixel(qtbot):
    """A text of 101.06 pixels was given 101, and elided."""
    texts = [f"−{n}.{n}29 ± 0.0{n}1" for n in range(10)]
    metrics = QFontMetricsF(text_font(TEXT, QFont.Weight.DemiBold))
    assert any(0 < metrics.horizontalAdvance(text) % 1 < 0.5 for text in texts)
    for text in texts:
        view = TableView("table", "Table")
        qtbot.addWidget(view)
        view.show_table(TableData((Column("", str, bold=True),), (text,)))
        room = view.widths_of(0)[1]
        assert metrics.elidedText(text, Qt.TextElideMode.ElideRight, room) == text
