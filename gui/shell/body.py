"""The two sides of the window, of which the table can be collapsed to a strip."""

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSplitter, QToolButton, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.painting import RIGHT, smooth_painter, write
from gui.look.scale import px, scaled_size, unscaled, zoom
from gui.look.theme import TEXT, current_theme, font
from gui.pages.specs import PAGES
from gui.parts.build import NO_MARGINS, filled, named
from gui.parts.chip_button import SignButton
from gui.parts.page_scroll import PageScroll
from gui.shell.pages import MIN_PAGE_WIDTH, Pages
from gui.storage.settings import Settings

FIRST_SIZES = (540, 740)
"""Widths of the table and of the pages in a window of the default size."""
ROOMY_TABLE, ROOMY_PAGES = 472, 544
"""Minimum widths of the table and of the pages while both fit."""
MIN_PAGES_SHARE = 0.45
"""Minimum share of the pages when the table needs more than the remaining width."""
WITHOUT_TABLE = frozenset(spec.title for spec in PAGES if not spec.needs_table)


class Body(Guarded, QSplitter):
    """The splitter of table and pages. Both scroll if they have too little room; the pages get their minimum first.

    ``dragged_shut`` is emitted when the player drags the handle so far that the table disappears.
    """

    dragged_shut = Signal()

    def __init__(self, table: QWidget, pages: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._table, self._pages = PageScroll(table, "tableScroll", table.accessibleName()), pages
        self.addWidget(self._table)
        self.addWidget(pages)
        self.setStretchFactor(1, 1)
        self.setSizes([px(width) for width in FIRST_SIZES])
        self._table.need_changed.connect(self._share)
        self.setCollapsible(1, False)
        self.splitterMoved.connect(self._on_moved)
        self._zoom, self._chosen, self._placed = zoom(), float(FIRST_SIZES[0]), self.sizes()
        """The current scale; the width at 100 % that the player gave the table; the widths of both sides set last."""

    @property
    def table_width(self) -> int:
        """The width of the visible table in pixels at 100 %; 0 if it has been dragged shut."""
        return round(unscaled(self.sizes()[0]))

    def show_table(self, on: bool, width: int) -> None:
        """Show the table with ``width`` pixels at 100 %, or hide it; the pages get its width meanwhile."""
        self._table.setVisible(on)
        self._share()
        if on:
            self.setSizes([px(width), self.width() - px(width)])

    @Slot(int)
    def _on_moved(self, position: int) -> None:
        if position == 0 and self._table.isVisible():
            self.dragged_shut.emit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._table.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        # With another size of text the table keeps the width that the player gave it, at the new scale. That width is
        # read only after the splitter was moved: reading back whole pixels each time would make it drift.
        if self._zoom != zoom() and self.sizes() != self._placed:
            self._chosen = self.sizes()[0] / self._zoom
        self._share()
        super().resizeEvent(event)
        if self._zoom != zoom():
            self._zoom = zoom()
            table = px(self._chosen)
            self.setSizes([table, self.width() - table])
            self._placed = self.sizes()

    @Slot()
    def _share(self) -> None:
        """Set the minimum widths of both sides for the current width."""
        width = self.width() - self.handleWidth()  # not that of the event, which may be outdated
        if self._table.isHidden():
            self._pages.setMinimumWidth(px(MIN_PAGE_WIDTH))
            return
        table = self._table.min_size().width()
        roomy_table = px(ROOMY_TABLE)
        pages = min(px(ROOMY_PAGES), max(px(MIN_PAGE_WIDTH), width - roomy_table))
        if width - pages < table:
            pages = min(pages, max(width - table, round(MIN_PAGES_SHARE * width)))
        self._table.setMinimumWidth(min(roomy_table, width - pages))
        self._pages.setMinimumWidth(pages)


class TableStrip(Guarded, QToolButton):
    """The strip that replaces the collapsed table: a button with a name that reads from bottom to top."""

    NAME, WIDTH = "Table (F9)", 26

    def __init__(self) -> None:
        super().__init__()
        named(self, "table.strip", "Show the table", "Show the table: board, seats and deck (F9)")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return scaled_size(self.WIDTH, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), smooth_painter(self)
        height = unscaled(self.height())
        active = self.underMouse() or self.hasFocus()
        painter.fillRect(QRectF(0, 0, self.WIDTH, height), QColor(theme.selection if active else theme.surface))
        painter.fillRect(QRectF(self.WIDTH - 1, 0, 1, height), QColor(theme.line))
        middle, top, arm = self.WIDTH / 2, 14, 3.5
        chevron = (QPointF(middle - arm / 2, top - arm), QPointF(middle + arm / 2, top))
        pen = QPen(QColor(theme.text if active else theme.muted), 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF((*chevron, QPointF(middle - arm / 2, top + arm))))
        painter.rotate(-90)
        write(painter, QRectF(-height, 0, height - 2 * top, self.WIDTH), self.NAME, theme.text, font(TEXT), RIGHT)


class TableAndPages(Guarded, QWidget):
    """Table and pages. The table can be collapsed to a strip: by a button, by F9, and by dragging the line between.

    Each page that does not need the table remembers whether it is collapsed there, and so do all other pages together.
    """

    def __init__(self, table: QWidget, pages: Pages, settings: Settings) -> None:
        super().__init__()
        self._tabs, self._settings = pages, settings
        self._strip = TableStrip()
        self._strip.hide()
        self._hide = named(
            SignButton("left", size=24), "table.hide", "Hide the table", "Hide the table: more room for the page (F9)"
        )
        right = QWidget()
        bar = filled(QHBoxLayout(), self._hide, (pages.groups, 1), spacing=0, margins=NO_MARGINS)
        filled(QVBoxLayout(right), bar, (pages, 1), spacing=0, margins=NO_MARGINS)
        pages.groups.show()
        self.body = Body(table, right)
        filled(QHBoxLayout(self), self._strip, (self.body, 1), spacing=0, margins=NO_MARGINS)
        self._strip.clicked.connect(self.toggle_table)
        self._hide.clicked.connect(self.toggle_table)
        self.body.dragged_shut.connect(self.toggle_table)
        pages.currentChanged.connect(self._show_sides)
        self._show_sides()

    @property
    def _page(self) -> str:
        """The title of the current page if it remembers its own state, or "" for all others."""
        title = self._tabs.tabText(self._tabs.currentIndex())
        return title if title in WITHOUT_TABLE else ""

    @property
    def table_shown(self) -> bool:
        """Whether the table is visible on the current page. At first it is on pages that need it."""
        shown: dict[str, bool] = self._settings.table_shown
        return shown.get(self._page, not self._page)

    @property
    def _width(self) -> int:
        return self._settings.table_width or FIRST_SIZES[0]

    def save_layout(self) -> QByteArray:
        """Return the widths of both sides for the next start; the window is closing."""
        if self.body.table_width == 0 or not self.table_shown:
            self.body.show_table(True, self._width)  # a hidden side has no width
        return self.body.saveState()

    @Slot()
    def toggle_table(self) -> None:
        """Collapse the table to a strip, or show it again."""
        self._settings.table_shown = {**self._settings.table_shown, self._page: not self.table_shown}
        self._show_sides()

    @Slot()
    def show_table(self) -> None:
        """Show the table, which is about to get the keyboard focus."""
        if not self.table_shown:
            self.toggle_table()

    @Slot()
    def _show_sides(self) -> None:
        on = self.table_shown
        if on == self._strip.isHidden():
            return
        if not on and self.isVisible() and (width := self.body.table_width):
            self._settings.table_width = width
        self._strip.setVisible(not on)
        self._hide.setVisible(on)
        self.body.show_table(on, self._width)
