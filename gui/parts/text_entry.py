"""A line of text that the engine parses, and the line below it with the error and its position.

Text that cannot be parsed stays in the field and is not applied; Escape or Undo restores the current text. While the
player is typing, an error is delayed for a moment, because half a hand is not a mistake. When the error is displayed,
the text from before this edit becomes the current one again: of an invalid text not even its valid beginning is
applied. A valid text that was unchanged for a while, or confirmed with Return, is the one to restore from then on."""

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
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from engine import Problem, ScenarioError
from engine.cards import MAX_TEXT_LENGTH, TextError
from engine.table.one_line import is_line, table_line
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import at_least, px, scaled_size, set_text, unscaled
from gui.look.styling import rich, set_rich_tip
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import NO_MARGINS, Spoken, filled, label, named, restyle
from gui.parts.chip_button import ChipButton
from gui.parts.field_text import FieldError


class LineField(Guarded, QLineEdit):
    """A line edit that emits ``textEdited`` also for text from a screen reader, a braille display or dictation.

    Qt lets these set the text like a program, without that signal. So a change that neither the program nor the
    keyboard has made comes from them.
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
        """Emit ``textEdited`` for changes that Qt does not report as edits, such as those of an assistive program."""
        if self._is_set_by_us:
            return
        typed, self._typed = self._typed, None
        if text != typed:
            self.textEdited.emit(text)
            self._typed = None

    def setText(self, text: str | None) -> None:  # noqa: N802
        """Show ``text`` without reporting it as edited."""
        nested, self._is_set_by_us = self._is_set_by_us, True
        super().setText(text or "")
        self._is_set_by_us = nested

    def clear(self) -> None:
        """Make the field empty without reporting it as edited."""
        self.setText("")


ERROR_DELAY_MS = 700
SETTLED_MS = 3000
MAX_CURRENT_LENGTH = 40
MIN_ENTRY_WIDTH = 48
CHIP_GAP = 2
"""Pixels above and below the chip in a field."""
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason, Qt.FocusReason.MenuBarFocusReason)
"""The reasons for which a field loses the keyboard focus only temporarily."""


class TextEntry(LineField):
    """A field for a text that may be invalid.

    ``edited`` carries the new text and a merge key, which joins all edits between getting and losing the focus into one
    undo step. ``problem_changed`` is emitted when the displayed problem changes, ``entered`` when the field gets the
    focus. If ``takes_tables`` is set, ``table_pasted`` carries a table that was pasted as one line of text, and the
    field keeps its text.
    """

    edited = Signal(str, str)
    table_pasted = Signal(str)
    entered = Signal()
    problem_changed = Signal()

    def __init__(self, parent: QWidget | None = None, *, chip: str = "") -> None:
        super().__init__(parent)
        self._current_text = ""
        self._restorable = ""
        """The text that replaces invalid input: the one on getting the focus, after a change from outside, or a text
        that was unchanged for a while.
        """
        self._restoring = False
        self.takes_tables = False
        self._round = 0
        self.problem: Problem | None = None
        """The displayed error, or None."""
        self._waiting: Problem | None = None
        self._timer = QTimer(self, singleShot=True, interval=ERROR_DELAY_MS)
        self._timer.timeout.connect(self.show_waiting)
        self.settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self.settling.timeout.connect(self._settle)
        self.chip = ChipButton(chip, self) if chip else None
        self._wants_chip = True
        self.setMaxLength(MAX_TEXT_LENGTH + 1)  # one more than the engine accepts: too long a text is rejected, not cut
        self.setProperty("soft", True)
        set_text(self)
        at_least(self, width=MIN_ENTRY_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textEdited.connect(self._on_text_edited)
        self._fit_chip()

    def show_chip(self, on: bool, text: str, hint: str = "") -> None:
        """Show the chip with this ``text`` and the tool tip ``hint`` if it fits, or hide it if ``on`` is False."""
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
        on = self._wants_chip and self.width() >= width + px(MIN_ENTRY_WIDTH)
        self.chip.setVisible(on)
        self.setTextMargins(0, 0, width + px(2) if on else 0, 0)

    def go_on_with(self, text: str, after_caret: str = "") -> None:
        """Get the keyboard focus and replace the text as if the new one had been typed, with the caret between
        ``text`` and ``after_caret``."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()
        self.insert(text + after_caret)
        self.setCursorPosition(len(self.text()) - len(after_caret))

    @property
    def pending(self) -> bool:
        """Whether the field contains a text that is not applied."""
        return self.text() != self._current_text

    @property
    def current(self) -> str:
        """The current text, shortened, while the field contains another one; else "", as if there is no text."""
        text = self._current_text.strip(" ,;") if self.pending else ""
        return text if len(text) <= MAX_CURRENT_LENGTH else f"{text[: MAX_CURRENT_LENGTH - 1]}…"

    def show_text(self, text: str) -> None:
        """Store ``text`` as the current text and show it, without an error."""
        self._current_text = text
        if self._restoring:
            return
        if self.text() != text or not self.hasFocus():
            self._restorable = text
        if self.text() != text:
            at = self.cursorPosition()
            self.setText(text)
            self.setCursorPosition(at if self.hasFocus() else 0)
        self.set_problem(None)

    def refuse(self, problem: Problem) -> None:
        """Show that the text cannot be applied: after a delay, or immediately if an error is already displayed."""
        if self._restoring:
            return
        if self.problem is not None or not self.hasFocus():
            self._restore()
            self.set_problem(problem)
        else:  # an unfinished text is often invalid: the error appears only after a pause
            self._waiting = problem
            self._timer.start()

    def set_problem(self, problem: Problem | None) -> None:
        """Show ``problem`` immediately, None: no problem."""
        self._timer.stop()
        self._waiting = None
        if problem != self.problem:
            self.problem = problem
            restyle(self, "problem", problem is not None)
            self.problem_changed.emit()

    def revert(self) -> None:
        """Restore the text from before this edit."""
        self._restore()
        self.show_current()

    def show_current(self) -> None:
        """Show the current text instead of the input."""
        self.setText(self._current_text)
        self.setCursorPosition(0)
        self.set_problem(None)

    def _restore(self) -> None:
        """Apply the text from before this edit again; the field keeps the rejected text."""
        if self._current_text != self._restorable and not self._restoring:
            self._restoring = True  # listeners answer with show_text, which must not replace the rejected text
            self.edited.emit(self._restorable, self._merge_key())
            self._restoring = False

    def _merge_key(self) -> str:
        return f"{self.objectName()} {self._round}"

    def caret_x(self, position: int) -> float:
        """Return the x of the start of character ``position`` in pixels of this field, moved into its visible part."""
        # Qt reports only the x of the cursor, so the distance from there is measured.
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
            self._restore()
            self.set_problem(waiting)

    @Slot()
    def _settle(self) -> None:
        if not self.pending:
            self._restorable = self._current_text

    @Slot(str)
    def _on_text_edited(self, text: str) -> None:
        """Report the typed text, or a complete table that was pasted into it."""
        line = _pasted_line(text) if self.takes_tables else ""
        if line:
            self.show_current()
            self.table_pasted.emit(line)
            return
        # Each edit restarts the timer, after which the text is the one to restore from then on.
        self.settling.start()
        # The caret keeps its distance from the end, because the text on its left may change its length.
        after_caret = len(text) - self.cursorPosition()
        self.edited.emit(text, self._merge_key())
        if self.text() != text:  # it was applied in another spelling: 12d has become Qd
            self.setCursorPosition(len(self.text()) - after_caret)

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the document, unless the field contains rejected input, which Undo reverts."""
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
        """Revert rejected input on Undo and Escape; on Enter show a waiting problem without its delay."""
        if self.pending and (event.matches(QKeySequence.StandardKey.Undo) or event.key() == Qt.Key.Key_Escape):
            self.revert()
            if event.key() == Qt.Key.Key_Escape:
                event.ignore()  # the window moves the focus back to the cards
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.show_waiting()
            self._settle()
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._round += 1
        self._restorable = self._current_text
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.show_waiting()
        if self.problem is None and event.reason() not in PASSING:
            self.setCursorPosition(0)  # show a text longer than the field from its beginning

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
    """Return the table as one line that was pasted into ``text``, or "" if none was; a typed table does not count."""
    if not (is_line(text) or "{" in text):
        return ""
    pasted = QGuiApplication.clipboard().text().strip()
    return table_line(pasted) if " ".join(pasted.split()) in " ".join(text.split()) else ""


def utf16_head(text: str, units: int) -> str:
    """Return the first ``units`` UTF-16 code units of ``text``: Qt counts these, Python counts characters."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass")


class ProblemLine(Spoken):
    """One or more lines of text: an error with a caret below the character, or a muted hint. Hidden when empty.

    ``changed``: it displays another text, or none. ``may_resize`` is called before its height changes, which moves the
    widgets below. If that returns False, the text waits until :meth:`catch_up`.
    """

    changed = Signal()
    CARET = 6

    def __init__(self, entry: TextEntry | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry = entry
        self.may_resize: Callable[[], bool] = lambda: True
        self.text = ""
        self.position: int | None = None
        self._is_error = False
        self._current = ""
        self._waiting: tuple[str, int | None, bool] | None = None
        """The arguments of ``_show`` that have not been followed yet: the old text, if any, is not painted any more."""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()
        if entry is not None:
            entry.cursorPositionChanged.connect(self.update)

    @property
    def is_error(self) -> bool:
        """Whether an error is displayed, not a hint."""
        return self._is_error and bool(self.text)

    def show_error(self, text: str, position: int | None = None) -> None:
        """Show an error, with a caret below the character ``position`` of the entry above."""
        self._show(text, position if self._entry is not None else None, is_error=True)

    def show_problem(self, problem: Problem | None) -> None:
        """Show a problem, or hide the line if it is None."""
        if problem is None:
            self.clear()
        else:
            self.show_error(problem.message, problem.position)

    def show_hint(self, text: str) -> None:
        """Show a hint; words in backticks are bold."""
        self._show(text, None, is_error=False)

    def clear(self) -> None:
        self._show("", None, is_error=False)

    def _show(self, text: str, position: int | None, *, is_error: bool) -> None:
        """Display a text; nothing is laid out again if it is the same, since this is called after each edit."""
        current = self._entry.current if is_error and self._entry is not None else ""
        shown, waiting = (self.text, self.position, self._is_error, self._current), self._waiting
        if waiting == (text, position, is_error) or (waiting is None and (text, position, is_error, current) == shown):
            return
        height = self.heightForWidth(self.width())
        self.text, self.position, self._is_error, self._current = text, position, is_error, current
        self._waiting = None
        if self.heightForWidth(self.width()) != height and not self.may_resize():
            self.text, self.position, self._is_error, self._current = shown
            self._waiting = text, position, is_error
        self.setAccessibleName(f"{text}. Still used: {current}" if current else text.replace("`", ""))
        self.setVisible(bool(self.text))
        self.updateGeometry()
        self.update()
        self.changed.emit()

    @property
    def waiting_error(self) -> str:
        """The error that is not displayed yet, or "" if there is none."""
        return self._waiting[0] if self._waiting is not None and self._waiting[2] else ""

    def catch_up(self) -> None:
        """Show the text that has been waiting, unless the widgets below must still not move."""
        if self._waiting is not None and self.may_resize():
            text, position, is_error = self._waiting
            self._waiting = None
            self._show(text, position, is_error=is_error)

    def _static(self, width: float) -> QStaticText:
        """Return the text laid out in ``width`` pixels at 100 %, followed by the text that applies instead."""
        parts = escape(self.text).split("`")
        html = "".join(f"<b>{part}</b>" if i % 2 else part for i, part in enumerate(parts))
        if self._current:
            html += f"<span style='color: {current_theme().muted}'> · still used: {escape(self._current)}</span>"
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
        """Paint the caret below the character with the error, if any, then the text."""
        if self._waiting is not None:
            return
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

    ``edited`` carries the value that :meth:`read` returns for a text, and the merge key of the edit. A text that
    :meth:`read` rejects stays in the entry, with the reason below it.
    """

    edited = Signal(object, str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, chip: str = "") -> None:
        """``name`` is that of the entry, ``title`` is for screen readers, ``chip`` the text of its button, if any."""
        super().__init__(parent)
        self._standing: Problem | None = None
        self.caption: QLabel | None = None
        self.entry = named(TextEntry(self, chip=chip), name, title)
        self.problem_line = named(ProblemLine(self.entry, self), f"{name}.problem")
        self.entry.edited.connect(self._on_edited)
        self.entry.problem_changed.connect(self._show_problem)

    def captioned(self, text: str, tip: str = "", parent: QWidget | None = None) -> QLabel:
        """Return a new label for the entry, which its owner places."""
        self.caption = label(text, parent, role="")
        self.caption.setBuddy(self.entry)
        set_rich_tip(self.caption, tip)
        return self.caption

    def report(self, problem: Problem | None) -> None:
        """Show a problem of the current value, unless the problem is that it is missing."""
        self.show_standing(None if problem is not None and problem.incomplete else problem)

    def show_standing(self, problem: Problem | None) -> None:
        """Show a problem of the current value, unless the input has its own."""
        self._standing = problem
        self._show_problem()

    def read(self, text: str) -> object:
        """Return the value of ``text``.

        Raises:
            TextError, FieldError, ScenarioError: ``text`` is invalid.
        """
        return text

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        """Report the value of the typed text, or show why it cannot be read."""
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
    """A field for a value, which ``read`` parses and ``write`` formats.

    ``below``: the problem line is below the entry; otherwise the owner places it. ``normalizes``: a finished text is
    replaced by what ``write`` returns for its value, so that the player sees how it was understood. ``titled``: the
    title is above the entry, and the tip may have markup.
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
        normalizes: bool = False,
        titled: bool = False,
    ) -> None:
        super().__init__(name, title, parent)
        self._read, self._write = read, write
        if normalizes:
            self.entry.editingFinished.connect(self._normalize)
        self.value: Any = None
        """The current value."""
        self.entry.setPlaceholderText(hint)
        self.entry.setToolTip(tip)
        column = filled(QVBoxLayout(self), spacing=2, margins=NO_MARGINS)
        if titled:
            set_rich_tip(self.entry, tip)
            column.addWidget(self.captioned(title, tip, self))
        filled(column, self.entry, *((self.problem_line,) if below else ()))

    def read(self, text: str) -> object:
        return self._read(text)

    def show_value(self, value: object) -> None:
        """Show the current value if it has changed; a text that already means this value stays."""
        if value == self.value:
            return  # also keeps a rejected text
        self.value = value
        try:
            same = self._read(self.entry.text()) == value
        except (TextError, FieldError, ScenarioError):
            same = False
        self.entry.show_text(self.entry.text() if same else self._write(value))

    @Slot()
    def _normalize(self) -> None:
        if not self.entry.pending and self.value is not None:
            self.entry.show_text(self._write(self.value))
