"""Texts of a window that do not fit: every label, button, tab, field, title of a column and cell is measured.

A text counts as cut if its widget, or the part of the widget that is visible, is smaller than the text needs, and as
elided if a part of it is replaced by an ellipsis. What scrolls is measured in full: its hidden part can be reached.
"""

import re
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTabBar,
    QTableView,
    QToolButton,
    QWidget,
)

from gui.look.scale import unscaled, zoom
from gui.look.theme import font
from gui.parts.cell_grid import CellGrid
from gui.parts.cells import label_size

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
PENDING = re.compile(r"\w[\w ]*\N{NO-BREAK SPACE}?\N{HORIZONTAL ELLIPSIS}")
"""What a page says while it computes, and buttons that open a dialog."""
MAX_TYPED = 12
"""Characters of a text that its field must show in full; a longer one is scrolled, as in any field."""
TOLERANCE = 1
"""Pixels by which a rounded width may be too small."""


def visible_area(widget: QWidget) -> QRect:
    """Return the part of a widget that its parents do not clip, in its own coordinates; a viewport clips only in the
    directions in which it cannot be scrolled."""
    area, child = widget.rect(), widget
    offset = QPoint()
    while not child.isWindow() and (parent := child.parentWidget()) is not None:
        offset += child.pos()
        scroll = parent.parentWidget()
        if isinstance(scroll, QAbstractScrollArea) and parent is scroll.viewport():
            if not _scrolls_sideways(scroll):
                area &= QRect(-offset.x(), area.y(), parent.width(), area.height())
            break
        area &= parent.rect().translated(-offset)
        child = parent
    return area


def _scrolls_sideways(area: QAbstractScrollArea) -> bool:
    return area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def cut_texts(window: QWidget) -> list[str]:
    """Return a line for each text in ``window`` that is cut off or elided."""
    result = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        for kind, measure in MEASURES.items():
            if isinstance(widget, kind):
                result += [f"{_name(widget)}: {fault}" for fault in measure(widget)]
                break
    return result


def _name(widget: QWidget) -> str:
    names = [type(widget).__name__]
    at: QWidget | None = widget
    while at is not None and len(names) < 3:
        if at.objectName():
            names.append(at.objectName())
        at = at.parentWidget()
    return " ".join(names)


def _fits(text: str, room: int, needed: int, of: str = "width") -> Iterator[str]:
    if needed > room + TOLERANCE:
        yield f"{text!r} needs {needed}, has {room} ({of})"


def _label(label: QLabel) -> Iterator[str]:
    text, area = label.text(), visible_area(label)
    if not text.strip():
        return
    document = QTextDocument()
    (document.setHtml if "<" in text or "&" in text else document.setPlainText)(text)
    plain = document.toPlainText()
    if ELLIPSIS in plain and not PENDING.fullmatch(plain) and not label.toolTip():
        yield f"{plain!r} is elided"
    if label.wordWrap():
        yield from _fits(plain, area.height(), label.heightForWidth(label.width()), "height")
        words = plain.replace("\N{NO-BREAK SPACE}", " ")  # Qt breaks lines there if it must
        longest = max(map(label.fontMetrics().horizontalAdvance, words.split()), default=0)
        yield from _fits(plain, area.width(), longest, "longest word")
    else:
        yield from _fits(plain, area.width(), QLabel.sizeHint(label).width() - 2 * label.margin())
        yield from _fits(plain, area.height(), label.fontMetrics().height() - 2, "height")


def _button(button: QAbstractButton) -> Iterator[str]:
    text, area = button.text(), visible_area(button)
    if isinstance(button, QToolButton) and button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        return
    if text:
        needed = button.minimumSizeHint().width()
        yield from _fits(text, area.width(), needed if needed > 0 else button.sizeHint().width())
        yield from _fits(text, area.height(), button.fontMetrics().height() - 2, "height")


def _tab_bar(bar: QTabBar) -> Iterator[str]:
    area = visible_area(bar)
    for index in range(bar.count()):
        if bar.isTabVisible(index):
            text, rect = bar.tabText(index), bar.tabRect(index)
            yield from _fits(text, rect.width(), bar.tabSizeHint(index).width())
            if not area.contains(rect.adjusted(1, 1, -1, -1)):
                yield f"the tab {text!r} is out of sight"


def _combo(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box)
    text = box.currentText()
    yield from _fits(text, room.width(), box.fontMetrics().horizontalAdvance(text))
    yield from _fits(text, room.height(), box.fontMetrics().height() - 2, "height")


def _line_edit(field: QLineEdit) -> Iterator[str]:
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    room = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
    margins = field.textMargins()
    width = room.width() - margins.left() - margins.right() - 2
    text = field.text() or field.placeholderText()
    if len(field.text()) <= MAX_TYPED and not field.hasFocus() and not isinstance(field.parentWidget(), QComboBox):
        yield from _fits(text, width, field.fontMetrics().horizontalAdvance(text))
    yield from _fits(text, room.height(), field.fontMetrics().height() - 2, "height")


def _header(header: QHeaderView) -> Iterator[str]:
    model, across = header.model(), header.orientation() == Qt.Orientation.Horizontal
    for section in range(header.count() if across else min(header.count(), 1)):
        if header.isSectionHidden(section):
            continue
        text = model.headerData(section, header.orientation()) or ""
        room = header.sectionSize(section) if across else header.width()
        yield from _fits(text, room, header.fontMetrics().horizontalAdvance(str(text)))
        tall = header.height() if across else header.sectionSize(section)
        yield from _fits(text, tall, header.fontMetrics().height() - 2, "height")


def _table(table: QTableView) -> Iterator[str]:
    model = table.model()
    top, bottom = max(table.rowAt(0), 0), table.rowAt(table.viewport().height() - 1)
    bottom = model.rowCount() - 1 if bottom < 0 else bottom
    margin = table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, table) + 1
    for column in range(model.columnCount()):
        if table.isColumnHidden(column):
            continue
        for row in range(top, bottom + 1):
            index = model.index(row, column)
            text = index.data()
            if not isinstance(text, str) or not text or table.columnSpan(row, column) > 1:
                continue
            face = index.data(Qt.ItemDataRole.FontRole)
            metrics = QFontMetrics(face) if face is not None else table.fontMetrics()
            needed = max(map(metrics.horizontalAdvance, text.split("\n")))
            left, width = table.columnViewportPosition(column), table.columnWidth(column)
            if not _scrolls_sideways(table):
                width = min(left + width, table.viewport().width()) - max(left, 0)
            lost = list(_fits(text, width - 2 * margin, needed))
            if lost:
                title = model.headerData(column, Qt.Orientation.Horizontal)
                yield f"column {title!r}: {lost[0]}"
                break


def _grid(grid: CellGrid) -> Iterator[str]:
    scale, room = zoom(), grid.columnWidth(0)
    for row in range(grid.model().rowCount()):
        for column in range(grid.model().columnCount()):
            text = grid.model().index(row, column).data()
            if text:
                size = label_size(text, unscaled(room) - 2, scale)
                needed = scale * QFontMetricsF(font(size, QFont.Weight.DemiBold)).horizontalAdvance(text)
                if needed > room:
                    yield f"{text!r} needs {needed}, has {room}"
                    return


def _group(box: QGroupBox) -> Iterator[str]:
    yield from _fits(box.title(), box.width(), box.fontMetrics().horizontalAdvance(box.title()))


MEASURES: dict[type[QWidget], Callable[..., Iterator[str]]] = {
    QLabel: _label,
    QAbstractButton: _button,
    QTabBar: _tab_bar,
    QComboBox: _combo,
    QLineEdit: _line_edit,
    QHeaderView: _header,
    CellGrid: _grid,
    QTableView: _table,
    QGroupBox: _group,
}
