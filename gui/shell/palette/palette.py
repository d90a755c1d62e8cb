"""The palette: a field over a list of everything that can be done by its name; typing finds, Enter does.

It takes sources, functions that return what they offer, and asks them each time that it opens, bit by bit. The
keyboard stays in the field; the list follows the arrows, and screen readers are told the row that is chosen.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.look.guard import Guarded
from gui.look.painting import RIGHT, fill_box
from gui.look.scale import enlarge, fix, px, set_text
from gui.look.theme import CORNER, TEXT, TEXT_LARGE, TEXT_SMALL, Look, font
from gui.parts.build import filled, label, named
from gui.parts.spoken import ShownCells, announce
from gui.shell.palette.answers import Answers
from gui.shell.palette.finding import BEGINS, Found, Names, PaletteItem, Source

WIDTH, ROW, ROWS, TOP, EDGE = 680, 32, 11, 56, 48
"""Pixels: of the palette, of a row, how many are seen, from the window's upper edge, and left of it at the sides."""
BESIDE_ROWS = 110
"""Height of the field, the hint and what lies between them."""
PAGE = ROWS - 1
PROMPT = "Find a command, page, seat, range or file, or ask: AKs v 22+"
KEYS = "↑ ↓ choose · Enter does it · Esc closes"
NOTHING = "Nothing is called that. A hand, a range or a table such as AKs v 22+ is answered."
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole


class FoundModel(Guarded, QAbstractListModel):
    """The rows of the list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Found] = []

    def show_rows(self, rows: list[Found]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item = self.rows[index.row()].item
        if role == Role.DisplayRole:
            return item.title
        if role == Role.ToolTipRole:
            return f"{item.title}\n{item.detail}"
        return spoken(item) if role == Role.AccessibleTextRole else None


def spoken(item: PaletteItem) -> str:
    """Return a row for screen readers."""
    return ", ".join(filter(None, (item.title, item.detail, item.keys)))


class FoundList(ShownCells, QListView):
    """The list of what was found."""


class FoundDelegate(Guarded, QStyledItemDelegate):
    """Paints a row: the title with the letters that were typed set off, the detail, the shortcut at the right."""

    PAD, GAP, KEYS_WIDTH, MOST_DETAIL = 12, 14, 92, 0.5

    def __init__(self, model: FoundModel, look: Look, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model, self._look = model, look
        self._title, self._small = font(TEXT), font(TEXT_SMALL)
        self._typed = QTextCharFormat()
        self._typed.setFontWeight(QFont.Weight.Bold)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, found = self._look.theme, self._model.rows[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = enlarge(painter, option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            fill_box(painter, box.adjusted(4, 1, -4, -1), theme.selection, CORNER)
        area = box.adjusted(self.PAD, 0, -self.PAD, 0)
        painter.setFont(self._small)
        painter.setPen(QColor(theme.muted))
        painter.drawText(area, RIGHT, found.item.keys)
        area.setRight(area.right() - (self.KEYS_WIDTH if found.item.keys else 0))
        metrics = QFontMetricsF(self._small)
        title = QFontMetricsF(self._title).horizontalAdvance(found.item.title) * 1.08
        room = max(area.width() - title - self.GAP, min(self.MOST_DETAIL * area.width(), 160))
        detail = metrics.elidedText(found.item.detail, Qt.TextElideMode.ElideRight, min(room, 0.62 * area.width()))
        painter.drawText(area, RIGHT, detail)
        area.setRight(area.right() - metrics.horizontalAdvance(detail) - self.GAP)
        self._paint_title(painter, area, found)
        painter.restore()

    def _paint_title(self, painter: QPainter, area: QRectF, found: Found) -> None:
        text = QFontMetricsF(self._title).elidedText(found.item.title, Qt.TextElideMode.ElideRight, area.width())
        layout = QTextLayout(text, self._title)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        marks = []
        for place in (place for place in found.letters if place < len(text)):
            mark = QTextLayout.FormatRange()
            mark.start, mark.length, mark.format = place, 1, self._typed
            marks.append(mark)
        layout.setFormats(marks)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        painter.setPen(QColor(self._look.theme.text))
        painter.setClipRect(area)
        layout.draw(painter, QPoint(round(area.x()), round(area.center().y() - line.height() / 2)).toPointF())


class Palette(Guarded, QFrame):
    """A pop-up over ``window``; it is gone once it is closed."""

    def __init__(self, sources: Sequence[Source], answers: Answers, look: Look, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        named(self, "palette", "Find anything")
        self._names = Names(item for source in sources for item in source())
        self._gathering = QTimer(self, interval=0)
        self._gathering.timeout.connect(self._gather)
        self._answers = answers
        self.entry = named(QLineEdit(self), "palette.entry", "Find anything")
        self.entry.setPlaceholderText(PROMPT)
        set_text(self.entry, TEXT_LARGE)
        fix(self.entry, height=38)
        self.entry.installEventFilter(self)
        self._model = FoundModel(self)
        self.list = named(FoundList(self), "palette.list", "Found")
        self.list.setModel(self._model)
        self.list.setItemDelegate(FoundDelegate(self._model, look, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._hint = label(KEYS, self, name="palette.hint", wrap=True)
        set_text(self._hint, TEXT_SMALL)
        filled(QVBoxLayout(self), self.entry, self.list, self._hint, spacing=6, margins=(8, 8, 8, 8))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.entry.textChanged.connect(self._on_typed)
        self.list.clicked.connect(self._on_clicked)
        answers.changed.connect(self._show_found)
        self._on_typed("")

    def open(self) -> None:
        """Show it at the upper edge of the window, with the keyboard in the field."""
        self.setFixedWidth(min(px(WIDTH), self._window.width() - 2 * EDGE))
        self.move(self._window.mapToGlobal(QPoint((self._window.width() - self.width()) // 2, TOP)))
        self.show()
        self.entry.setFocus(Qt.FocusReason.PopupFocusReason)
        self._gathering.start()

    @Slot()
    def _gather(self) -> None:
        """Take some more of what there is, between the events of the window."""
        if not self._names.gather():
            self._gathering.stop()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._answers.ask(text)
        self._show_found()
        self._choose(0)

    @Slot()
    def _show_found(self) -> None:
        """Show what fits, the chosen row where it was: the answer comes first, but behind names that begin with it."""
        row = self.list.currentIndex().row()
        found = [] if self._answers.whole_table else self._names.find(self.entry.text())
        answers = [Found(item) for item in self._answers.items()]
        before = sum(match.distance == BEGINS for match in found) if answers and self.entry.text().strip() else 0
        self._model.show_rows([*found[:before], *answers, *found[before:]])
        self._hint.setText(KEYS if self._model.rows else NOTHING)
        self.list.setFixedHeight(px(ROW) * min(len(self._model.rows), self._most_rows()))
        self.adjustSize()
        self._choose(max(row, 0))

    def _most_rows(self) -> int:
        """Return how many rows the window has room for."""
        return max(min(ROWS, (self._window.height() - TOP - px(BESIDE_ROWS)) // px(ROW)), 1)

    def _choose(self, row: int) -> None:
        """Choose a row, as near to ``row`` as there is one, and tell those who cannot see it."""
        index = self._model.index(max(0, min(row, len(self._model.rows) - 1)))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        text = str(index.data(Role.AccessibleTextRole) or NOTHING)
        if text != self.entry.accessibleDescription():
            self.entry.setAccessibleDescription(text)
            announce(self.entry, text)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self._run(index.row())

    def _run(self, row: int) -> None:
        """Close, and do what a row says with the keyboard back where it was."""
        if 0 <= row < len(self._model.rows):
            item = self._model.rows[row].item
            self.close()
            item.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list from the field."""
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().eventFilter(watched, event)
        row, last = self.list.currentIndex().row(), len(self._model.rows) - 1
        steps = {
            Qt.Key.Key_Down: 0 if row == last else row + 1,
            Qt.Key.Key_Up: last if row <= 0 else row - 1,
            Qt.Key.Key_PageDown: row + PAGE,
            Qt.Key.Key_PageUp: row - PAGE,
        }
        key = Qt.Key(event.key())
        ends = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if not ends and key not in steps:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress and key in steps:
            self._choose(steps[key])
        elif event.type() == QEvent.Type.KeyPress:
            self.close() if key == Qt.Key.Key_Escape else self._run(row)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._answers.stop()
