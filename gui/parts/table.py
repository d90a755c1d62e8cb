"""Tables from columns as values: a table is a frozen :class:`TableData`, displayed by one model and one view.

A column computes the text of a row, its colour, its sort key and its text for screen readers. The view copies the
complete table, sorts it if columns have a sort key, and fits the columns to the available width by one rule:

1. Choose the form first: all columns with their full texts if they fit; otherwise drop the columns with the largest
   ``hide_order``, one value after the other; then use shorter texts (``Column.short``), as ``TableData.levels`` allows.
2. Each column is as wide as its texts and title need, plus a padding between the two values of ``TableData.padding``.
3. The remaining width goes to the ``wide`` columns, mostly to the last one; if there are none, to all columns equally.
4. If even the shortest form is too wide, the table scrolls; with ``keep_names`` the first column stays visible.

A button says how many columns are hidden: next to the title of a wide first column, else at the right end of the
titles. It shows them all, and the table then scrolls.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import ceil
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QMenu, QTableView, QToolButton, QWidget

from gui.look.guard import Guarded
from gui.look.scale import px, set_row_height, set_text, text_font
from gui.look.theme import TEXT, TEXT_SMALL, current_theme
from gui.parts.build import ShownCells, empty_menu, menu_entry, named
from gui.parts.choice_bar import seat_swatch

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole
Order = Qt.SortOrder
ROW = Role.UserRole
"""The role under which delegates get the row itself."""
R = TypeVar("R")
ROW_HEIGHT = 26
ASK = "Ask about this"
NEVER = 1_000
"""An entry of ``TableData.levels`` that hides no column at its level."""
SWATCH_ROOM = 22
MAX_TITLE_WIDTH = 96
"""Pixels; longer titles, such as names of players, do not widen a column."""
MAX_MEASURED_ROWS = 300
"""Rows whose texts are measured, evenly spaced: all digits have the same width, so a sample is enough."""
MORE_WIDTH = 30
"""Pixels of the button for hidden columns."""
MIN_ROWS, MAX_PAGE_SHARE = 2, 0.3
"""Of a table below a chart: the rows that are always visible, and its share of the height of the page."""


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """A column: its title, the text of a row, the tool tip of the title, whether it contains numbers.

    ``hide_order``: 0 for a column that is never hidden; of the others those with the largest number are hidden first.
    ``short``: shorter texts for the levels 1, 2 ... of ``TableData.levels``; the last one is also used for all further
    levels. ``ink``: the name of a colour of the theme. ``swatch``: the seat whose colour is painted before the text.
    ``spoken``: the text of a cell for screen readers, instead of the row's name, the title (``spoken_title`` if the
    title is not a word) and the text. ``sort``: the sort key of a row, in descending order first with
    ``descending``; ``sort_down``: the key for the descending order if it differs. ``wide``: takes the remaining
    width; its texts may be elided down to ``min_width`` pixels (0: never), the short ones to ``short_min_width`` if
    it is not 0. ``max_width``: the pixels from which texts
    are elided. ``widest``: for each level a text at least as wide as any other, which is measured instead of all.
    ``extra``: pixels of a painting next to the text. ``displayed``: False for a column that is only copied.
    """

    title: str
    text: Callable[[R], str]
    tip: str = ""
    number: bool = True
    hide_order: int = 0
    _: KW_ONLY
    short: tuple[Callable[[R], str], ...] = ()
    bold: bool | Callable[[R], bool] = False
    ink: str | Callable[[R], str] = "text"
    swatch: Callable[[R], int | None] | None = None
    check: Callable[[R], Qt.CheckState | None] | None = None
    cell_tip: Callable[[R], str] | None = None
    spoken_title: str = ""
    spoken: Callable[[R], str] | None = None
    sort: Callable[[R], Any] | None = None
    sort_down: Callable[[R], Any] | None = None
    descending: bool = False
    wide: bool = False
    min_width: int = 0
    short_min_width: int = 0
    max_width: int = 0
    widest: tuple[str, ...] = ()
    extra: int = 0
    centred: bool = False
    displayed: bool = True

    @property
    def side(self) -> Qt.AlignmentFlag:
        """The alignment of the texts."""
        if self.centred:
            return Qt.AlignmentFlag.AlignHCenter
        return Qt.AlignmentFlag.AlignRight if self.number else Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True, slots=True, eq=False)
class TableData(Generic[R]):
    """The content of a table.

    ``key``: identifies a row; while the keys stay the same, so do the selected row and the position of the scroll bars.
    ``name``: the name of a row, by default its first text. ``tip``: the tool tip of a row in columns without one.
    ``strong`` rows are bold, ``faint`` ones grey, ``highlighted`` ones have the background of a selection; ``heading``
    rows contain only their first text and cannot be selected. ``level``: the level of a row in an outline, negative for
    one that sorting does not move; rows are sorted together with the rows of higher levels below them. ``question``:
    the question about a row on the page Ask, or "". ``order``: the column and direction in which the rows are sorted at
    first; the first ``top`` rows stay above the sorted ones. ``arranged``: the owner sorts the rows, on
    ``sortIndicatorChanged``. ``measured``: the rows by which columns are measured, if these are not the displayed ones.
    ``levels``: for each level of brevity the smallest ``hide_order`` of the columns that may be hidden at it.
    ``growing``: more rows are still being computed. Displayed rows then keep their positions and new ones are appended;
    the table is sorted when a title is clicked, and once it no longer grows.
    """

    columns: tuple[Column[R], ...] = ()
    rows: tuple[R, ...] = ()
    _: KW_ONLY
    stale: bool = False
    key: Callable[[R], Hashable] | None = None
    name: Callable[[R], str] | None = None
    tip: Callable[[R], str] | None = None
    strong: Callable[[R], bool] | None = None
    faint: Callable[[R], bool] | None = None
    highlighted: Callable[[R], bool] | None = None
    heading: Callable[[R], bool] | None = None
    level: Callable[[R], int] | None = None
    question: Callable[[R], str] | None = None
    order: tuple[int, Qt.SortOrder] = (0, Order.AscendingOrder)
    top: int = 0
    arranged: bool = False
    measured: tuple[R, ...] = ()
    levels: tuple[int, ...] = (1,)
    padding: tuple[int, int] = (14, 26)
    keep_names: bool = False
    growing: bool = False

    def name_of(self, row: R) -> str:
        """Return the name of a row."""
        return self.name(row) if self.name is not None else self.columns[0].text(row)

    def text(self, row: R, column: Column[R], level: int = 0) -> str:
        """Return the text of a cell at a level of brevity."""
        if self.is_heading(row) and column is not self.columns[0]:
            return ""
        texts = (column.text, *column.short)
        return texts[min(level, len(texts) - 1)](row)

    def is_heading(self, row: R) -> bool:
        """Return True if the row is the heading of the rows below it."""
        return self.heading is not None and self.heading(row)

    def steps(self) -> tuple[tuple[int, frozenset[int]], ...]:
        """Return the forms of the table, fullest first, as (level of brevity, indices of hidden columns)."""
        hidden = {i for i, column in enumerate(self.columns) if not column.displayed}
        steps = []
        for level, min_order in enumerate(self.levels):
            steps.append((level, frozenset(hidden)))
            for hidden_from in sorted(
                {c.hide_order for c in self.columns if c.hide_order >= max(min_order, 1)}, reverse=True
            ):
                steps.append(
                    (level, frozenset(hidden | {i for i, c in enumerate(self.columns) if c.hide_order >= hidden_from}))
                )
        return tuple(steps)


def _sorted_within(
    rows: Sequence[R], level_of: Callable[[R], int], key: Callable[[R], Any], *, reverse: bool
) -> list[R]:
    """Return the rows of an outline sorted within their parents; see ``level`` of :class:`TableData`."""
    if not rows:
        return []
    # Each top row with the rows below it that are deeper; rows in front of a section have no top row.
    top = min(map(level_of, rows))
    starts = [i for i, row in enumerate(rows) if level_of(row) == top]
    above = _sorted_within(rows[: starts[0]], level_of, key, reverse=reverse)
    blocks = [rows[start:end] for start, end in zip(starts, [*starts[1:], len(rows)], strict=True)]
    if top >= 0:
        blocks.sort(key=lambda block: key(block[0]), reverse=reverse)
    for block in blocks:
        above += [block[0], *_sorted_within(block[1:], level_of, key, reverse=reverse)]
    return above


class TableModel(Guarded, QAbstractTableModel, Generic[R]):
    """The rows of a :class:`TableData` in their current order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: TableData[R] = TableData()
        self.rows: tuple[R, ...] = ()
        """In the order in which they are displayed."""
        self.level = 0
        """How short the texts are, from 0 on."""
        self._sorting: tuple[int, Qt.SortOrder] | None = None
        self._take_fonts()

    def show_table(self, table: TableData[R]) -> None:
        """Display ``table`` with the smallest change of the model: new texts, appended rows, or a reset."""
        previous, rows, count = self.table, self._next_rows(table), len(self.rows)
        # A reset would drop the selection and scroll to the top, so rows with the same keys are updated in place.
        same_rows, appended = table.rows is previous.rows and table.columns is previous.columns, False
        if table.key is not None and previous.key is not None and len(table.columns) == len(previous.columns):
            same_start = len(rows) >= count and _same_keys(table.key, rows[:count], self.rows)
            same_rows, appended = same_start and len(rows) == count, same_start and len(rows) > count > 0
        if appended:
            self.beginInsertRows(ROOT, count, len(rows) - 1)
        elif not same_rows:
            self.beginResetModel()
        self.table, self.rows = table, rows
        if appended:
            self.endInsertRows()
        if same_rows or appended:
            self.refresh()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(len(table.columns) - 1, 0))
        else:
            self.endResetModel()

    def _next_rows(self, table: TableData[R]) -> tuple[R, ...]:
        """Return the rows of the next table in the order in which they are to be displayed."""
        if table.growing and self.table.growing and table.key is not None:
            return in_previous_order(self.rows, table.rows, table.key)
        return self._arranged(table)

    def at(self, row: int) -> R | None:
        """Return the value of a displayed row, or None."""
        return self.rows[row] if 0 <= row < len(self.rows) else None

    def row_of(self, key: Hashable) -> int | None:
        """Return the index of the row with this key, or None."""
        key_of = self.table.key
        return next((i for i, row in enumerate(self.rows) if key_of is not None and key_of(row) == key), None)

    def text(self, row: int, column: int) -> str:
        """Return the text of a displayed cell."""
        return self.table.text(self.rows[row], self.table.columns[column], self.level)

    def _arranged(self, table: TableData[R]) -> tuple[R, ...]:
        """Return the rows of ``table`` sorted by the title that was clicked, or else in the order of the table."""
        index, order = self._sorting or table.order
        column = table.columns[index] if 0 <= index < len(table.columns) else None
        if column is None or column.sort is None or table.arranged:
            return table.rows
        down = order == Order.DescendingOrder
        key = column.sort_down if down and column.sort_down is not None else column.sort
        rows = table.rows[table.top :]
        if table.level is not None:
            return (*table.rows[: table.top], *_sorted_within(rows, table.level, key, reverse=down))
        return (*table.rows[: table.top], *sorted(rows, key=key, reverse=down))

    def sort(self, column: int, order: Qt.SortOrder = Order.AscendingOrder) -> None:
        self._sorting = column, order
        self.layoutAboutToBeChanged.emit()
        previous, indexes = self.rows, self.persistentIndexList()
        self.rows = self._arranged(self.table)
        # The selection consists of persistent indexes: they have to follow their rows to the new positions.
        positions = {id(row): position for position, row in enumerate(self.rows)}
        moved = [self.index(positions[id(previous[index.row()])], index.column()) for index in indexes]
        self.changePersistentIndexList(indexes, moved)
        self.layoutChanged.emit()

    def _take_fonts(self) -> None:
        # Stored, because ``data`` is called for every visible cell at every paint.
        self._bold, self._normal = text_font(TEXT, QFont.Weight.DemiBold), text_font()

    def refresh(self) -> None:
        """Display all cells again, with the fonts and colours of the current theme."""
        self._take_fonts()
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self.table.columns) - 1))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.table.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.at(index.row())
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if self.table.is_heading(row):
            return Qt.ItemFlag.ItemIsEnabled
        check = self.table.columns[index.column()].check
        own = super().flags(index)
        return own | Qt.ItemFlag.ItemIsUserCheckable if check is not None and check(row) is not None else own

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """Return the data of a column's head, or the name of a row."""
        if orientation == Qt.Orientation.Vertical:
            row = self.at(section)
            return self.table.name_of(row) if row is not None and role == Role.DisplayRole else None
        if not 0 <= section < len(self.table.columns):
            return None
        column = self.table.columns[section]
        if role == Role.TextAlignmentRole:
            return column.side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.InitialSortOrderRole:
            return Order.DescendingOrder if column.descending else Order.AscendingOrder
        words = {
            Role.DisplayRole: column.title,
            Role.ToolTipRole: column.tip,
            Role.AccessibleTextRole: column.spoken_title or column.title or column.tip,
            Role.AccessibleDescriptionRole: column.tip,
        }
        return words.get(Role(role)) or ("" if role == Role.DisplayRole else None)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row = self.at(index.row())
        if row is None or not index.isValid():
            return None
        column = self.table.columns[index.column()]
        answer = self._answers.get(role)
        return answer(self, row, column) if answer is not None else None

    def _text(self, row: R, column: Column[R]) -> str:
        return self.table.text(row, column, self.level)

    def _side(self, row: R, column: Column[R]) -> Qt.AlignmentFlag:
        return column.side | Qt.AlignmentFlag.AlignVCenter

    def _font(self, row: R, column: Column[R]) -> QFont:
        strong = self.table.strong is not None and self.table.strong(row)
        return self._bold if strong or (column.bold(row) if callable(column.bold) else column.bold) else self._normal

    def _ink(self, row: R, column: Column[R]) -> QColor:
        quiet = self.table.stale or (self.table.faint is not None and self.table.faint(row))
        ink = "muted" if quiet else column.ink(row) if callable(column.ink) else column.ink
        return QColor(getattr(current_theme(), ink))

    def _ground(self, row: R, column: Column[R]) -> QColor | None:
        highlighted = self.table.highlighted is not None and self.table.highlighted(row)
        return QColor(current_theme().selection) if highlighted else None

    def _swatch(self, row: R, column: Column[R]) -> Any:
        seat = column.swatch(row) if column.swatch is not None else None
        return seat_swatch(current_theme().seat(seat)) if seat is not None else None

    def _check(self, row: R, column: Column[R]) -> Qt.CheckState | None:
        return column.check(row) if column.check is not None else None

    def _tip(self, row: R, column: Column[R]) -> str | None:
        own = column.cell_tip(row) if column.cell_tip is not None else ""
        return own or (self.table.tip(row) if self.table.tip is not None else "") or None

    def _spoken(self, row: R, column: Column[R]) -> str:
        own = column.spoken(row) if column.spoken is not None else ""
        name, text = self.table.name_of(row), self._text(row, column)
        if own or column is self.table.columns[0]:
            return own or name or text
        return f"{name}, {column.spoken_title or column.title}: {text or 'none'}"

    def _value(self, row: R, column: Column[R]) -> R:
        return row

    _answers: Mapping[int, Callable[..., Any]] = {
        Role.DisplayRole: _text,
        Role.TextAlignmentRole: _side,
        Role.FontRole: _font,
        Role.ForegroundRole: _ink,
        Role.BackgroundRole: _ground,
        Role.DecorationRole: _swatch,
        Role.CheckStateRole: _check,
        Role.ToolTipRole: _tip,
        Role.AccessibleTextRole: _spoken,
        ROW: _value,
    }
    """The method that returns the data of a cell for each role."""


def in_previous_order(previous: Sequence[R], rows: Sequence[R], key: Callable[[R], Hashable]) -> tuple[R, ...]:
    """Return ``rows`` in the order of ``previous``, matched by ``key``; new rows come last."""
    positions = {key(row): position for position, row in enumerate(previous)}
    return tuple(sorted(rows, key=lambda row: positions.get(key(row), len(positions))))


def _same_keys(key: Callable[[R], Hashable], some: tuple[R, ...], others: tuple[R, ...]) -> bool:
    """Return True if two equally long sequences of rows have the same keys in the same order."""
    return all(one is other or key(one) == key(other) for one, other in zip(some, others, strict=True))


class TableView(Guarded, ShownCells, QTableView, Generic[R]):
    """A table to read and copy: no grid lines, no editing, rows of a fixed height.

    ``reached`` carries the row that was clicked or reached with the arrow keys, ``entered`` the row that was clicked or
    confirmed with Enter, ``asked`` a question about a row, which was picked in its context menu.
    """

    reached = Signal(object)
    entered = Signal(object)
    asked = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, height: int = ROW_HEIGHT) -> None:
        """``name`` is the objectName, ``title`` the accessible name, ``height`` that of a row in logical pixels."""
        super().__init__(parent)
        named(self, name, title)
        self._height = height
        self._needed_widths: dict[tuple[int, int], tuple[int, int]] = {}
        """Cached widths of title and texts by column and level."""
        self._table: TableModel[R] = TableModel(self)
        self.setModel(self._table)
        self._corner = named(QLabel(self), f"{name}.corner")
        self._more = named(QToolButton(self), f"{name}.more", "Hidden columns")
        """Says how many columns are hidden, and shows them all."""
        self.menu: QMenu | None = None
        """The context menu with the question about a row, created when it is first opened."""
        self._set_up()
        self.clicked.connect(self._on_clicked)

    def _set_up(self) -> None:
        """Set the properties of the view, and prepare the heads of columns and the names of rows."""
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setProperty("dense", True)
        names = self.verticalHeader()
        names.hide()
        names.setProperty("names", True)
        names.setSectionsClickable(False)
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        set_row_height(names, self._height)
        names.geometriesChanged.connect(self._place_corner)
        self._corner.setProperty("role", "heading")
        self._corner.hide()
        self._more.setCheckable(True)
        self._more.setProperty("tight", True)
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_text(self._more, TEXT_SMALL)
        self._more.hide()
        self._more.toggled.connect(self.fit_columns)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(1)  # so that no width is raised
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    @property
    def table(self) -> TableData[R]:
        """The displayed table."""
        return self._table.table

    @property
    def rows(self) -> tuple[R, ...]:
        """The rows in the order in which they are displayed."""
        return self._table.rows

    @property
    def level(self) -> int:
        """How short the texts are: 0 for the full ones."""
        return self._table.level

    def show_table(self, table: TableData[R]) -> None:
        """Display ``table``, measuring its columns again only if the cells that decide their width have changed."""
        previous = self.table
        # Measuring every cell takes longer than painting, so the widths that columns need are cached. They stay valid
        # while the measured cells are the same objects, and for an empty table with the same titles: a table that is
        # empty only until the next result must not make the columns jump.
        same_cells = bool(table.measured) and table.columns is previous.columns and table.measured is previous.measured
        same_titles = [column.title for column in table.columns] == [column.title for column in previous.columns]
        if not same_cells and (table.rows or not same_titles):
            self._needed_widths.clear()
        self._table.show_table(table)
        if not self.isSortingEnabled() and any(column.sort is not None for column in table.columns):
            # In this order: enabling sorting already sorts by the column of the indicator.
            self.horizontalHeader().setSortIndicator(*table.order)
            self.setSortingEnabled(True)
        self.fit_columns()

    def show_stale(self, stale: bool) -> None:
        """Show the displayed rows in grey if ``stale``, else in their own colours."""
        if stale != self.table.stale:
            self._table.show_table(replace(self.table, stale=stale))

    @property
    def selected_row(self) -> R | None:
        """The selected row, or None."""
        return self._table.at(self.currentIndex().row())

    def choose(self, key: Hashable, *, first: bool = False) -> None:
        """Select the row with this key; if there is none, the first row if ``first``, else no row."""
        row = None if key is None else self._table.row_of(key)
        if row is None and first and self.rows:
            row = 0
        self.setCurrentIndex(self._table.index(row, 0) if row is not None else QModelIndex())

    def sort_by(self, column: int) -> None:
        """Sort by a column in its preferred direction, or reverse the order if it is sorted by this column already."""
        header = self.horizontalHeader()
        descending = self.table.columns[column].descending
        if header.sortIndicatorSection() == column:
            descending = header.sortIndicatorOrder() == Order.AscendingOrder
        self.sortByColumn(column, Order.DescendingOrder if descending else Order.AscendingOrder)

    def text(self, row: int, title: str | int) -> str:
        """Return the text of a displayed row in the column with this title or index."""
        return self._table.text(row, self.column(title))

    def column(self, title: str | int) -> int:
        """Return the index of the column with this title (an index is returned unchanged)."""
        if isinstance(title, int):
            return title
        return next(i for i, column in enumerate(self.table.columns) if column.title == title)

    def height_of(self, rows: int) -> int:
        """Return the height in which ``rows`` rows are visible."""
        return self.horizontalHeader().sizeHint().height() + rows * px(self._height) + 2 * self.frameWidth()

    def fit_rows(self, page_height: int) -> None:
        """Make all rows visible, up to the largest share that a table may take of the height of its page."""
        max_rows = max(int((MAX_PAGE_SHARE * page_height - self.height_of(0)) / px(self._height)), MIN_ROWS)
        self.setFixedHeight(self.height_of(min(len(self.rows), max_rows)))

    def widths_of(self, column: int, level: int | None = None) -> tuple[int, int]:
        """Return the pixels that a column's title and widest text need, without padding, at ``level`` or now (None)."""
        level = self.level if level is None else level
        if (column, level) not in self._needed_widths:
            spec, rows = self.table.columns[column], self.table.measured or self.rows
            # Whole pixels are rounded to the nearest one, and Qt elides a text that lacks a fraction of a pixel.
            metrics = QFontMetricsF(text_font(TEXT, QFont.Weight.DemiBold))
            if spec.widest:
                texts = {spec.widest[min(level, len(spec.widest) - 1)]}
            else:
                texts = {self.table.text(row, spec, level) for row in rows[:: max(1, len(rows) // MAX_MEASURED_ROWS)]}
            widest = ceil(max(map(metrics.horizontalAdvance, texts), default=0))
            widest += px(spec.extra) + (px(SWATCH_ROOM) if spec.swatch is not None else 0)
            title = self.horizontalHeader().fontMetrics().horizontalAdvance(spec.title)
            self._needed_widths[column, level] = title, min(widest, px(spec.max_width)) if spec.max_width else widest
        return self._needed_widths[column, level]

    def _needed(self, column: int, level: int) -> int:
        title, widest = self.widths_of(column, level)
        return max(min(title, px(MAX_TITLE_WIDTH)), widest)

    def _min_width(self, column: int) -> int:
        """Return the pixels down to which the texts of a wide column may be elided at the current level, 0: never."""
        spec = self.table.columns[column]
        return px(spec.short_min_width if self.level and spec.short_min_width else spec.min_width)

    @Slot()
    def fit_columns(self) -> None:
        """Fit the columns to the width of the view by the rule in the docstring of this module."""
        table, columns = self.table, self.table.columns
        if not columns:
            return
        names = self.verticalHeader()
        room = self.viewport().width() + (0 if names.isHidden() else names.width())
        tight, loose = map(px, table.padding)
        steps = table.steps()
        needed, min_width, lost = self._choose_form(steps, room)
        complete = bool(lost) and self._more.isChecked()
        if lost:
            room -= self._more_room
        if complete:
            needed, min_width, _ = self._choose_form([step for step in steps if step[1] == steps[0][1]], room)
        self._keep_names(table.keep_names and min_width > room)
        # The padding grows with the room, from tight to loose.
        taken = sum(max(width, self._min_width(i)) for i, width in needed.items())
        padding = min(max((room - taken) // max(len(needed), 1), tight), loose)
        self._set_widths({i: width + padding for i, width in needed.items()}, room)
        self._show_more([columns[i].spoken_title or columns[i].title for i in sorted(lost)], complete=complete)
        self.viewport().update()

    def _choose_form(
        self, steps: Sequence[tuple[int, frozenset[int]]], room: int
    ) -> tuple[dict[int, int], int, frozenset[int]]:
        """Set the level of the fullest of the forms ``steps`` that fits into ``room``, or else of the last one.

        Returns the widths that its columns need, its smallest width, and the columns that it hides.
        """
        columns, tight, copied_only = self.table.columns, px(self.table.padding[0]), steps[0][1]
        needed, lost = dict[int, int](), frozenset[int]()
        for level, hidden in steps:
            self._table.level, lost = level, hidden - copied_only
            needed = {i: self._needed(i, level) for i in range(len(columns)) if i not in hidden}
            min_width = sum(self._min_width(i) or width + tight for i, width in needed.items())
            if min_width <= (room - self._more_room if lost else room):
                return needed, min_width, lost
        # No form fits: the last and shortest one is scrolled sideways, with its texts in full.
        return needed, sum(needed.values()) + tight * len(needed), lost

    @property
    def _more_room(self) -> int:
        """The width reserved for the button for hidden columns: 0 if it fits next to the title of a wide column."""
        first, width = self.table.columns[0], px(MORE_WIDTH)
        title, widest = self.widths_of(0)
        room = self._min_width(0) or widest
        fits = first.wide and not self.table.keep_names and title + px(self.table.padding[0]) + width <= room
        return 0 if fits else width

    def _show_more(self, lost: Sequence[str], *, complete: bool) -> None:
        """Show the button for hidden columns, whose titles are ``lost``; ``complete``: it has been pressed."""
        self._more.setVisible(bool(lost) or complete)
        if complete:
            text, tip = "fit", "Show only the columns that fit"
        else:
            text, tip = f"+{len(lost)}", f"Hidden: {', '.join(lost)}. Click to show all columns and scroll"
        self._more.setText(text)
        self._more.setToolTip(tip)
        self._more.setAccessibleName(tip)
        self._place_more()

    def _place_more(self) -> None:
        titles, width, area = self.horizontalHeader(), px(MORE_WIDTH), self.viewport().geometry()
        right = area.width() if self._more_room else self.columnViewportPosition(0) + self.columnWidth(0)
        self._more.setGeometry(area.x() + max(right - width, 0), titles.y(), width, titles.height())
        self._more.raise_()

    def _set_widths(self, widths: dict[int, int], room: int) -> None:
        """Set the widths of the columns, and give the rest of ``room`` to wide columns, or else to all equally."""
        columns = self.table.columns
        wide = [i for i in widths if columns[i].wide]
        rest = room - sum(width for i, width in widths.items() if i not in wide)
        # Each wide column takes its needed width, at most an equal share of the rest; the last one takes all that
        # remains, so that no gap is left at the right end.
        for remaining, i in zip(range(len(wide), 0, -1), wide, strict=True):
            share = rest if remaining == 1 else min(widths[i], rest // remaining)
            widths[i] = max(share, self._min_width(i) or widths[i])
            rest -= widths[i]
        more = max(rest, 0) // len(widths) if widths and not wide else 0
        for i in range(len(columns)):
            if i or self.verticalHeader().isHidden():
                self.setColumnHidden(i, i not in widths)
            self.horizontalHeader().resizeSection(i, widths.get(i, 0) + more)

    def _keep_names(self, keep: bool) -> None:
        """Show the first column as the header of the rows, which stays visible while they are scrolled sideways."""
        self.verticalHeader().setVisible(keep)
        self.setColumnHidden(0, keep)
        self._corner.setText(self.table.columns[0].title)
        self._corner.setVisible(keep)
        self.verticalHeader().setMinimumWidth(self._corner.sizeHint().width())
        self._place_corner()

    @Slot()
    def _place_corner(self) -> None:
        """Put the title of the first column into the corner between the two headers."""
        names, titles = self.verticalHeader(), self.horizontalHeader()
        self._corner.setGeometry(names.x(), titles.y(), names.width(), titles.height())
        self._corner.raise_()

    def copied(self) -> str:
        """Return full texts separated by tabs, of the selected rows if several can be selected, else of all rows."""
        table, columns, rows = self.table, self.table.columns, self.rows
        several = self.selectionMode() == QAbstractItemView.SelectionMode.ExtendedSelection
        if several and (selected := sorted({index.row() for index in self.selectionModel().selectedRows()})):
            rows = tuple(rows[index] for index in selected)
        lines = [[column.title for column in columns], *([table.text(row, c) for c in columns] for row in rows)]
        return "\n".join("\t".join(line) for line in lines).replace("\u00a0", " ") + "\n"

    @Slot()
    def copy(self) -> None:
        """Put the table on the clipboard as text."""
        QGuiApplication.clipboard().setText(self.copied())

    def customEvent(self, event: QEvent) -> None:
        self._table.refresh()
        self._needed_widths.clear()
        self.fit_columns()

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self._emit_row(index.row(), self.reached, self.entered)

    def _emit_row(self, row: int, *signals: Any) -> None:
        value = self._table.at(row)
        for signal in signals if value is not None else ():
            signal.emit(value)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to ask about the row under the mouse, or about the current one if the menu is opened by a key."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        row = self._table.at((self.indexAt(event.pos()) if by_mouse else self.currentIndex()).row())
        ask = self.table.question
        question = ask(row) if ask is not None and row is not None else ""
        if question:
            self.menu = self.menu or named(QMenu(self), f"{self.objectName()}.menu")
            empty_menu(self.menu)
            menu_entry(self.menu, ASK, self.asked.emit, question)
            self.menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        previous = self.currentIndex().row()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and previous >= 0:
            self._emit_row(previous, self.entered)
        else:
            # Not ``currentRowChanged``, which is also emitted when the owner selects a row.
            super().keyPressEvent(event)
            row = self.currentIndex().row()
            if row != previous:
                self._emit_row(row, self.reached)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
