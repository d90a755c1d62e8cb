"""A line of text that the engine reads, and the line under it with the error and its place.

Text that cannot be read stays in the field and is not applied; Escape or Undo restores the current text. While the
player is typing, an error waits for a moment, so that half a hand is none. When it is displayed, the text from before
this editing is restored as the current one: of unreadable text not even the beginning is applied. A text that has stood
for a while, or was confirmed with Return, is restored from then on."""

from collections.abc import Callable
from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QStaticText,
)
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, ScenarioError
from engine.cards import MAX_TEXT_LENGTH, TextError
from engine.table.one_line import is_line, table_line
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import at_least, px, scaled_size, set_text, unscaled
from gui.look.styling import rich
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import NO_MARGINS, Spoken, filled, named, restyle
from gui.parts.chip_button import ChipButton
from gui.parts.field_text import FieldError


class LineField(Guarded, QLineEdit):
    """Reports with ``textEdited`` the text of a screen reader, a braille line or dictation.

    Qt lets these set the text as a program would, without that signal; so text that neither the program nor the
    keyboard has written comes from them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_set_by_us = False
        self._typed: str | None = None
        self.textEdited.connect(self._on_typed)
        self.textChanged.connect(self._on_changed)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._typed = text

    @Slot(str)
    def _on_changed(self, text: str) -> None:
        if self._is_set_by_us:
            return
        typed, self._typed = self._typed, None
        if text != typed:
            self.textEdited.emit(text)
            self._typed = None

    def setText(self, text: str | None) -> None:  # noqa: N802
        """Show ``text``, which nobody has edited."""
        before, self._is_set_by_us = self._is_set_by_us, True
        super().setText(text or "")
        self._is_set_by_us = before

    def clear(self) -> None:
        """Show nothing."""
        self.setText("")


PATIENCE_MS = 700
SETTLED_MS = 3000
KEPT_LENGTH = 40
NARROWEST = 48
CHIP_GAP = 2
"""Pixels above and below the chip in a field."""
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)
"""Why a field loses the keyboard for a moment only."""


class TextEntry(LineField):
    """A text with a problem, perhaps.

    ``edited`` carries the new text and a key that joins the edits from getting the focus to losing it into
    one undo step. ``problem_changed`` is emitted when the problem to be shown changes; ``entered`` on getting
    the focus. Where ``takes_tables`` is set, ``table_pasted`` carries a table that was pasted as one line of text; the
    field keeps what it had.
    """

    edited = Signal(str, str)
    table_pasted = Signal(str)
    entered = Signal()
    problem_changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, chip: str = "") -> None:
        super().__init__(parent)
        self._text_in_force = ""
        self._before = ""
        """The text that replaces unreadable input: that on getting the focus, after a change from elsewhere, or when it
        had stood for a while.
        """
        self._taking_back = False
        self.takes_tables = False
        self._round = 0
        self.problem: Problem | None = None
        """The error under the field."""
        self._waiting: Problem | None = None
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self.show_waiting)
        self.settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self.settling.timeout.connect(self._settle)
        self.chip = ChipButton(chip, self) if chip else None
        self._wants_chip = True
        self.setMaxLength(MAX_TEXT_LENGTH + 1)  # one more than can be read: a longer text is refused, not cut short
        self.setProperty("soft", True)
        set_text(self)
        at_least(self, width=NARROWEST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textEdited.connect(self._on_text_edited)
        self._fit_chip()

    def show_chip(self, on: bool, text: str, hint: str = "") -> None:
        """Show the chip, called ``text``, if there is room, or leave its room to the text; ``hint``: its tool tip."""
        self._wants_chip = on
        if self.chip is not None:
            self.chip.setToolTip(hint)
        if self.chip is not None and self.chip.text() != text:
            self.chip.setText(text)
            self._place_chip()
        self._fit_chip()

    def _fit_chip(self) -> None:
        if self.chip is None:
            return
        width = self.chip.sizeHint().width()
        on = self._wants_chip and self.width() >= width + px(NARROWEST)
        self.chip.setVisible(on)
        self.setTextMargins(0, 0, width + px(2) if on else 0, 0)

    def go_on_with(self, text: str, behind: str = "") -> None:
        """Take the keyboard, and ``text`` in place of all there is, as if it had been typed here; the caret stands in
        front of what is ``behind`` it."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()
        self.insert(text + behind)
        self.setCursorPosition(len(self.text()) - len(behind))

    @property
    def pending(self) -> bool:
        """Whether the text of the field is not applied."""
        return self.text() != self._text_in_force

    @property
    def kept(self) -> str:
        """The current text, shortened, while the field holds another one; else empty."""
        if not self.pending:
            return ""
        text = self._text_in_force.strip(" ,;")
        return (text if len(text) <= KEPT_LENGTH else f"{text[: KEPT_LENGTH - 1]}…") or "nothing"

    def show_text(self, text: str) -> None:
        """Show the current text."""
        self._text_in_force = text
        if self._taking_back:
            return
        if self.text() != text or not self.hasFocus():
            self._before = text
        if self.text() != text:
            at = self.cursorPosition()
            self.setText(text)
            self.setCursorPosition(at if self.hasFocus() else 0)
        self.set_problem(None)

    def refuse(self, problem: Problem) -> None:
        """Report that the text cannot be applied; immediately if an error is displayed already."""
        if self._taking_back:
            return
        if self.problem is not None or not self.hasFocus():
            self._take_back()
            self.set_problem(problem)
        else:
            self._waiting = problem
            self._timer.start()

    def set_problem(self, problem: Problem | None) -> None:
        """Show ``problem`` (None: all is well) now."""
        self._timer.stop()
        self._waiting = None
        if problem != self.problem:
            self.problem = problem
            restyle(self, "problem", problem is not None)
            self.problem_changed.emit()

    def revert(self) -> None:
        """Restore the text from before this editing."""
        self._take_back()
        self.show_in_force()

    def show_in_force(self) -> None:
        """Show the current text in place of the input."""
        self.setText(self._text_in_force)
        self.setCursorPosition(0)
        self.set_problem(None)

    def _take_back(self) -> None:
        """Apply the text from before this editing again; the field keeps the rejected one."""
        if self._text_in_force != self._before and not self._taking_back:
            self._taking_back = True
            self.edited.emit(self._before, self._merge_key())
            self._taking_back = False

    def _merge_key(self) -> str:
        return f"{self.objectName()} {self._round}"

    def caret_x(self, position: int) -> float:
        """Return where the character ``position`` starts, in pixels of this field, as far as it is in sight."""
        text, metrics = self.text(), QFontMetricsF(self.font())
        before = utf16_head(text, self.cursorPosition())
        cursor = self.cursorRect().center().x()
        x = cursor + metrics.horizontalAdvance(text[:position]) - metrics.horizontalAdvance(before)
        return min(max(x, px(6)), self.width() - px(6))

    @Slot()
    def show_waiting(self) -> None:
        """Show the waiting problem immediately."""
        if self._waiting is not None:
            waiting = self._waiting
            self._take_back()
            self.set_problem(waiting)

    @Slot()
    def _settle(self) -> None:
        if not self.pending:
            self._before = self._text_in_force

    @Slot(str)
    def _on_text_edited(self, text: str) -> None:
        line = _pasted_line(text) if self.takes_tables else ""
        if line:
            self.show_in_force()
            self.table_pasted.emit(line)
            return
        self.settling.start()
        behind = len(text) - self.cursorPosition()
        self.edited.emit(text, self._merge_key())
        if self.text() != text:  # it is in force in other letters: 12d has become Qd
            self.setCursorPosition(len(self.text()) - behind)

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the document, except an Undo of rejected input."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
            escape_key = event.key() == Qt.Key.Key_Escape
            if self.pending and (undo or escape_key):
                event.accept()
                return True
            if undo or redo:
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.pending and (event.matches(QKeySequence.StandardKey.Undo) or event.key() == Qt.Key.Key_Escape):
            self.revert()
            if event.key() == Qt.Key.Key_Escape:
                event.ignore()  # the window takes the keyboard back
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_waiting()
            self._settle()
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._round += 1
        self._before = self._text_in_force
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.show_waiting()
        if self.problem is None and event.reason() not in PASSING:
            self.setCursorPosition(0)  # a text longer than the field is to be seen from its beginning

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chip()
        self._place_chip()

    def _place_chip(self) -> None:
        if self.chip is not None:
            size = self.chip.sizeHint()
            height = min(size.height(), self.height() - px(2 * CHIP_GAP))
            left, top = self.width() - size.width() - px(4), (self.height() - height) // 2
            self.chip.setGeometry(left, top, size.width(), height)


def _pasted_line(text: str) -> str:
    """Return the table as one line that was pasted into ``text``, empty where none was; typing one is no pasting."""
    if not (is_line(text) or "{" in text):
        return ""
    pasted = QGuiApplication.clipboard().text().strip()
    return table_line(pasted) if " ".join(pasted.split()) in " ".join(text.split()) else ""


def utf16_head(text: str, units: int) -> str:
    """Return the first ``units`` UTF-16 units of ``text``: Qt counts these, Python and the engine characters."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass")


class ProblemLine(Spoken):
    """One or more lines of text: an error with a caret under the character, or a quiet hint. Hidden when
    empty. ``changed``: it shows another text, or none.
    """

    changed = Signal()
    CARET = 6

    def __init__(self, entry: TextEntry | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self.text = ""
        self.position: int | None = None
        self._is_error = False
        self._kept = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()
        if entry is not None:
            entry.cursorPositionChanged.connect(self.update)

    @property
    def is_error(self) -> bool:
        """Whether it is an error and not a hint."""
        return self._is_error and bool(self.text)

    def show_error(self, text: str, position: int | None = None) -> None:
        """Show an error, with a caret under the character ``position`` of the entry above."""
        self._show(text, position if self._entry is not None else None, is_error=True)

    def show_problem(self, problem: Problem | None) -> None:
        """Show a problem, or nothing for None."""
        if problem is None:
            self.clear()
        else:
            self.show_error(problem.message, problem.position)

    def show_hint(self, text: str) -> None:
        """Show a hint; words in backticks stand out."""
        self._show(text, None, is_error=False)

    def clear(self) -> None:
        self._show("", None, is_error=False)

    def _show(self, text: str, position: int | None, *, is_error: bool) -> None:
        kept = self._entry.kept if is_error and self._entry is not None else ""
        if (text, position, is_error, kept) == (self.text, self.position, self._is_error, self._kept):
            return
        self.text, self.position, self._is_error, self._kept = text, position, is_error, kept
        self.setAccessibleName(f"{text}. In force: {kept}" if kept else text.replace("`", ""))
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()
        self.changed.emit()

    def _static(self, width: float) -> QStaticText:
        parts = escape(self.text).split("`")
        html = "".join(f"<b>{part}</b>" if i % 2 else part for i, part in enumerate(parts))
        if self._kept:
            html += f"<span style='color: {current_theme().muted}'> · in force: {escape(self._kept)}</span>"
        result = QStaticText(rich(html))
        result.setTextFormat(Qt.TextFormat.RichText)
        result.setTextWidth(width)
        result.prepare(font=font(TEXT_SMALL))
        return result

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if not self.text:
            return 0
        caret = self.CARET if self.position is not None else 0
        return scaled_size(0, caret + round(self._static(unscaled(width)).size().height()) + 2).height()

    def sizeHint(self) -> QSize:
        return QSize(px(300), self.heightForWidth(px(300)))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(60), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        color = QColor(theme.bad if self._is_error else theme.muted)
        top = 0
        if self.position is not None and self._entry is not None:
            top = self.CARET
            x = self.mapFromGlobal(self._entry.mapToGlobal(QPointF(self._entry.caret_x(self.position), 0))).x()
            x = unscaled(x)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawPolygon(QPolygonF([QPointF(x - 4, 5.5), QPointF(x + 4, 5.5), QPointF(x, 0.5)]))
        painter.setPen(color)
        painter.setFont(font(TEXT_SMALL))
        painter.drawStaticText(QPointF(0, top), self._static(unscaled(self.width())))


class EntryField(QWidget):
    """An entry with its problem line, which subclasses lay out.

    ``edited`` carries what :meth:`read` makes of a text, and the key that joins the edits of one typing. A text that it
    refuses stays in the entry, with the reason under it.
    """

    edited = Signal(object, str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, chip: str = "") -> None:
        """``name`` is that of the entry, ``title`` is for screen readers, ``chip`` the text of its button, if any."""
        super().__init__(parent)
        self._standing: Problem | None = None
        self.entry = named(TextEntry(self, chip=chip), name, title)
        self.problem_line = named(ProblemLine(self.entry, self), f"{name}.problem")
        self.entry.edited.connect(self._on_edited)
        self.entry.problem_changed.connect(self._show_problem)

    def report(self, problem: Problem | None) -> None:
        """Show a problem of the current value, but not that it is missing."""
        self.show_standing(None if problem is not None and problem.incomplete else problem)

    def show_standing(self, problem: Problem | None) -> None:
        """Show a problem of the current value, unless the input has one."""
        self._standing = problem
        self._show_problem()

    def read(self, text: str) -> object:
        """Return the value of a text.

        Raises:
            TextError, FieldError, ScenarioError: it has none.
        """
        return text

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        try:
            value = self.read(text)
        except TextError as error:
            self.entry.refuse(Problem(self.entry.objectName(), error.message, error.position))
        except FieldError as error:
            self.entry.refuse(Problem(self.entry.objectName(), str(error)))
        except ScenarioError as error:
            self.entry.refuse(error.problems[0])
        else:
            self.entry.show_text(text)
            self.edited.emit(value, merge)

    @Slot()
    def _show_problem(self) -> None:
        problem = self.entry.problem or self._standing
        self.entry.setAccessibleDescription(problem.message if problem else "")
        self.problem_line.show_problem(problem)


class TextField(EntryField):
    """A text for a value: ``read`` and ``write`` turn one into the other. The owner places the problem line, unless it
    stands ``below``.
    """

    def __init__(
        self,
        name: str,
        title: str,
        hint: str,
        tip: str,
        read: Callable[[str], object],
        write: Callable[[Any], str],
        parent: QWidget,
        *,
        below: bool = True,
    ) -> None:
        super().__init__(name, title, parent)
        self._read, self._write = read, write
        self._value: object = None
        self.entry.setPlaceholderText(hint)
        self.entry.setToolTip(tip)
        parts = (self.entry, self.problem_line) if below else (self.entry,)
        filled(QVBoxLayout(self), *parts, spacing=2, margins=NO_MARGINS)

    def read(self, text: str) -> object:
        return self._read(text)

    def show_value(self, value: object) -> None:
        """Show the current value, if it has changed; a text that stands for it already stays."""
        if value == self._value:
            return  # a text that was refused stays, too
        self._value = value
        try:
            same = self._read(self.entry.text()) == value
        except ScenarioError:
            same = False
        self.entry.show_text(self.entry.text() if same else self._write(value))
