"""The base of the range editors: a grid that is painted with strokes, a text below it, and tools in the side column."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from engine import Problem, Scenario, Seat, seat_field
from engine.ranges.actions import RangeAction
from engine.ranges.bases import with_base
from engine.table.seat_ranges import with_actions
from engine.table.slots import with_seat_text
from gui.look.guard import Guarded
from gui.look.scale import fix, scaled_size, set_text, text_font
from gui.look.styling import rich
from gui.look.theme import TEXT, current_theme
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, level_slider, named
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.cells import Place
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.text_entry import ProblemLine
from gui.state.context import PageContext
from gui.state.document import Document


class SeatEdits(QObject):
    """The selected seat and edits of its range, which leave the seat selected.

    ``checked`` carries the problem of an edit that was rejected, or None if the edit was applied.
    """

    checked = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document

    @property
    def seat(self) -> int:
        """Index of the selected seat."""
        return self.document.cursor.seat

    @property
    def displayed_seat(self) -> Seat:
        """The selected seat, whose range the page displays."""
        return self.document.scenario.seats[self.seat]

    def choose(self, seat: int) -> None:
        """Select another seat."""
        self.document.choose_seat(seat)

    def refuse(self, message: str) -> None:
        """Report why an edit of the selected seat's range is impossible."""
        self.checked.emit(Problem(seat_field(self.seat), message))

    def write_base(self, base: str, title: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Set the selected seat's range before the flop to ``base``, in the same way as :meth:`write`.

        The seat's street filters stay, unless ``base`` is a complete text with filters of its own.
        """
        return self.write(with_base(self.displayed_seat.cards, base), title, merge=merge, **changes)

    def write_actions(self, actions: tuple[RangeAction, ...], title: str, *, merge: str | None = None) -> None:
        """Set the actions of the selected seat, as one undo step called "``title`` of Hero"."""
        scenario = with_actions(self.document.scenario, self.seat, actions)
        self._replace(scenario, title, merge)

    def put_on(self, seat: int, text: str, title: str) -> None:
        """Set the range of any seat before the flop, as one undo step called "``title`` for Hero"."""
        scenario, name = self.document.scenario, self.document.scenario.seats[seat].name
        edited = with_seat_text(scenario, seat, with_base(scenario.seats[seat].cards, text))
        problems = self.document.replace(f"{title} for {name}", edited, cursor=self.document.cursor)
        self.checked.emit(next(iter(problems), None))

    def write(self, text: str, title: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Set the text of the selected seat as one undo step called "``title`` of Hero"; return the problems if that is
        rejected.

        ``changes``: further fields of the scenario to set in the same step. Steps with the same ``merge`` become one.
        """
        scenario = replace(with_seat_text(self.document.scenario, self.seat, text), **changes)
        problems = self._replace(scenario, title, merge)
        of_seat = next((p for p in problems if p.field == seat_field(self.seat)), None)
        self.checked.emit(of_seat or next(iter(problems), None))
        return problems

    def _replace(self, scenario: Scenario, title: str, merge: str | None) -> tuple[Problem, ...]:
        # The current mark is passed on because an edit without one moves it.
        title = f"{title} of {self.displayed_seat.name}"
        return self.document.replace(title, scenario, merge=merge, cursor=self.document.cursor)


BRUSH_PERCENTS = (100, 75, 50, 25)
INVERT = "Invert: every weight becomes 100 % minus its weight"
W = TypeVar("W")
"""The weights of a range, in the form that an editor paints."""
WRITE_MS = 40
"""Milliseconds between edits of the document during a stroke. The grid itself is painted immediately; other views of
the range may lag."""
HEIGHT, LOW_HEIGHT = 68, 20
"""Height in pixels of the text below the grid, in a normal and in a low window."""


class BrushBar(QWidget):
    """Holds the weight of the brush, in whole percent from 1 to 100. ``changed`` carries it as a fraction."""

    changed = Signal(float)

    def __init__(self, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._percent = 100
        self._chips = {
            percent: chip_button(
                f"{percent}\u00a0%", f"{prefix}.brush.{percent}", self.set_percent, f"Paint with {percent} %",
                parent=self, key=percent, checkable=True,
            )
            for percent in BRUSH_PERCENTS
        }  # fmt: skip
        self._field = named(QSpinBox(self), f"{prefix}.brush.percent", "Brush weight in percent")
        self._field.setRange(1, 100)
        self._field.setSuffix("\u00a0%")
        self._field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        fix(self._field, width=76)
        tip = "Weight that you paint with; in the matrix the keys 1-9 and 0 set it"
        self._slider = level_slider(f"{prefix}.brush.slider", "Brush weight", 1, 100, 25, tip)
        chips = ChipFlow(tuple(self._chips.values()), self)
        line = filled(QHBoxLayout(), (self._slider, 1), self._field, spacing=4)
        filled(QVBoxLayout(self), chips, line, spacing=4, margins=NO_MARGINS)
        self._field.valueChanged.connect(self.set_percent)
        self._slider.valueChanged.connect(self.set_percent)
        self.set_percent(100)

    @property
    def weight(self) -> float:
        """The weight of the brush, in (0, 1]."""
        return self._percent / 100

    @Slot(float)
    def set_weight(self, weight: float) -> None:
        """Set the weight of the brush, in (0, 1]."""
        self.set_percent(round(100 * weight))

    @Slot(int)
    def set_percent(self, percent: int) -> None:
        """Set the weight of the brush in percent, from 1 to 100."""
        changed, self._percent = percent != self._percent, percent
        for value, chip in self._chips.items():
            chip.setChecked(value == percent)
        for widget in (self._field, self._slider):
            with QSignalBlocker(widget):
                widget.setValue(percent)
        if changed:
            self.changed.emit(self.weight)


class RangeTools(QWidget):
    """The tools of an editor, a column of sections. ``set_requested`` carries the name of a set to be painted."""

    set_requested = Signal(str)
    invert_requested = Signal()
    clear_requested = Signal()

    def __init__(self, sets: Sequence[str], prefix: str, parent: QWidget | None = None) -> None:
        """``prefix`` starts the names of its widgets."""
        super().__init__(parent)
        self.brush = BrushBar(prefix, self)
        chips = [
            chip_button(
                name, f"{prefix}.{name.replace(' ', '')}", self.set_requested.emit, f"Paint {name}", f"Paint {name}",
                key=name,
            )
            for name in sets
        ]  # fmt: skip
        requests = ("invert", INVERT, self.invert_requested), ("clear", "Clear the range", self.clear_requested)
        chips += [chip_button(name, f"{prefix}.{name}", request, title, title) for name, title, request in requests]
        self._sections = filled(QVBoxLayout(), spacing=4)
        filled(QVBoxLayout(self), self._sections, STRETCH, margins=NO_MARGINS)
        self.add_section("Brush", self.brush)
        self.add_section("Quick select", ChipFlow(chips, self))

    def add_first(self, widget: QWidget) -> None:
        """Insert ``widget`` above all sections."""
        self._sections.insertWidget(0, widget)

    def add_section(self, title: str, widget: QWidget) -> None:
        """Append ``widget`` under a title, or without one if ``title`` is empty."""
        if title:
            heading = label(title, weight=QFont.Weight.Medium)
            heading.setContentsMargins(0, 8 if self._sections.count() else 0, 0, 0)
            self._sections.addWidget(heading)
        self._sections.addWidget(widget)


class RangeInfo(Guarded, QWidget):
    """Two paragraphs below a grid: a summary of the range, and the cell under the pointer or how to paint.

    In a low window they take turns in one line, and the tool tip explains how to paint.
    """

    def __init__(self, teaching: str, prefix: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._teaching = teaching
        self._low = False
        self._pointed, self._summary = "", tuple[str, ...]()
        self._lines = label("", self, name=f"{prefix}.expansion", role="", wrap=True)
        self._lines.setTextFormat(Qt.TextFormat.RichText)
        set_text(self._lines)
        self.pointed = named(ProblemLine(parent=self), f"{prefix}.pointed")
        filled(QVBoxLayout(self), self._lines, self.pointed, STRETCH, spacing=2, margins=(2, 0, 0, 0))
        self.show_pointed("")

    def show_expansion(self, lines: Sequence[str]) -> None:
        """Show the summary of the range, the first line in bold."""
        self._summary = tuple(lines)
        self._lines.setAccessibleName(". ".join(lines))
        self._lines.setToolTip(" · ".join(lines) if self._low else "")
        self._show_lines()

    def _show_lines(self) -> None:
        """Show the summary; in a low window only as many of its lines as fit into one."""
        lines, bold = list(self._summary), QFontMetrics(text_font(TEXT, QFont.Weight.Bold))
        while self._low and len(lines) > 1 and bold.horizontalAdvance(" · ".join(lines)) > self.width():
            lines.pop()
        if not lines:
            return
        first, *rest = lines
        muted = current_theme().muted
        others = "".join(f"<span style='color: {muted}'> · {escape(line)}</span>" for line in rest)
        text = rich(f"<b>{escape(first)}</b>{others}")
        if text != self._lines.text():
            self._lines.setText(text)

    def show_pointed(self, text: str) -> None:
        """Show the content of the cell under the pointer, or how to paint if ``text`` is empty."""
        self._pointed = text
        self.pointed.show_hint(text or self._teaching)
        self._lines.setVisible(not (self._low and text))
        self.pointed.setVisible(not self._low or bool(text))

    def set_low(self, low: bool) -> None:
        """Use the height of one line only, or that of both paragraphs."""
        self._low = low
        self.setToolTip(self._teaching.replace("`", "") if low else "")
        self._lines.setWordWrap(not low)
        self.show_pointed(self._pointed)
        self._show_lines()
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_lines()

    def sizeHint(self) -> QSize:
        return scaled_size(300, LOW_HEIGHT if self._low else HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())


class RangeEditor(Guarded, QWidget, Generic[W]):
    """The base of the editors: the grid of the displayed seat, painted with strokes. ``tools`` is a separate widget.

    Subclasses define the weights of a game: how they are read from the document, written to it, and painted. During a
    stroke the editor has its own weights, since the document follows with a delay, and may reject a range in the middle
    of a stroke that is valid at its end.
    """

    subject = ""
    """The name of the range in the undo menu, such as "the range"."""

    def __init__(
        self,
        context: PageContext,
        edits: SeatEdits,
        grid: CellGrid,
        sets: Mapping[str, Sequence[Place]],
        prefix: str,
        teaching: str,
        parent: QWidget | None = None,
    ) -> None:
        """``sets``: the cells that each button paints, by its name. ``prefix`` starts the object names. ``teaching``:
        how to paint, displayed while the pointer is on no cell."""
        super().__init__(parent)
        self._edits, self.grid, self._menu_requested = edits, grid, context.menu_requested
        self._sets = sets
        self._stroke: tuple[object, int] | None = None
        """The source and number of the current stroke, None between strokes."""
        self._strokes = 0
        """The number of strokes so far, which joins the edits of one stroke into one undo step."""
        self._pending: W | None = None
        """The weights with everything that the current stroke has painted, None between strokes."""
        self.info = RangeInfo(teaching, prefix)
        self.tools = RangeTools(tuple(sets), prefix, parent)
        self._writing = QTimer(self, singleShot=True, interval=WRITE_MS)
        self._writing.timeout.connect(self.write_stroke)
        self.grid.painted.connect(self._on_painted)
        self.grid.stroke_ended.connect(self._on_stroke_ended)
        self.grid.weight_keyed.connect(self.tools.brush.set_weight)
        self.grid.hovered.connect(self._show_pointed)
        self.tools.brush.changed.connect(self.grid.set_brush)
        self.tools.set_requested.connect(self._on_set)
        self.tools.invert_requested.connect(self._on_invert)
        self.tools.clear_requested.connect(self._on_clear)

    def _lay_out(self, count: int, above_info: Sequence[QWidget] = (), *above: QWidget, head: int = 0) -> SquareFrame:
        """Lay out the widgets ``above``, the grid of ``count`` x ``count`` cells and its text, from top to bottom.

        Returns the frame of grid and text. ``above_info``: widgets between the two; ``head``: height of the heading.
        """
        frame = SquareFrame(self.grid, (*above_info, self.info), count, head=head)
        filled(QVBoxLayout(self), *above, (frame, 1), spacing=4, margins=NO_MARGINS)
        return frame

    def render_range(self) -> None:
        """Display the range of the selected seat."""
        raise NotImplementedError

    def text_of(self, places: Iterable[Place]) -> str:
        """Return the text of the range in the cells ``places``."""
        raise NotImplementedError

    def _saved_weights(self) -> W:
        """Return the weights in the document."""
        raise NotImplementedError

    def _put_weights(self, weights: W, title: str, merge: str | None = None) -> None:
        """Write ``weights`` to the document, as one undo step called ``title``."""
        raise NotImplementedError

    def _painted(self, weights: W, places: Iterable[Place], value: float) -> W:
        raise NotImplementedError

    def _is_painted(self, weights: W, places: Iterable[Place], value: float) -> bool:
        """Return True if all cells of ``places`` that can be painted have the weight ``value``."""
        raise NotImplementedError

    def _inverted(self, weights: W) -> W:
        """Return 1 - w for each weight w."""
        raise NotImplementedError

    def _rejects_paint(self) -> bool:
        """Return True if the displayed range cannot be painted, after reporting the reason."""
        return False

    def _weights(self) -> W:
        """Return the weights to display: those of the current stroke, or those in the document."""
        return self._saved_weights() if self._pending is None else self._pending

    def _paint(self, source: object, number: int, change: Callable[[W], W]) -> None:
        """Apply ``change`` to the displayed weights; the document follows within ``WRITE_MS``.

        ``source`` and ``number`` identify the stroke, which is one undo step.
        """
        if self._rejects_paint():
            return
        if self._stroke != (source, number) or self._pending is None:
            self._stroke = (source, number)
            self._strokes += 1
        self._pending = change(self._weights())
        self.render_range()
        # Not restarted: during a long stroke the other views are to follow at this interval, not only at its end.
        if not self._writing.isActive():
            self._writing.start()

    @Slot()
    def write_stroke(self) -> None:
        """Write the weights of the current stroke, as painted so far, to the document."""
        self._writing.stop()
        if self._pending is not None:
            self._put_weights(self._pending, f"Paint {self.subject}", f"range.stroke {self._strokes}")

    @Slot(object, float, int)
    def _on_painted(self, places: tuple[Place, ...], value: float, stroke: int) -> None:
        self._paint(self.grid, stroke, lambda weights: self._painted(weights, places, value))

    @Slot()
    def _on_stroke_ended(self) -> None:
        # If the document rejects the weights, those from before the stroke are displayed again.
        self.write_stroke()
        self._end_stroke()
        self.render_range()

    def _end_stroke(self) -> None:
        """Drop the weights of the stroke, so that those in the document are displayed."""
        self._stroke = self._pending = None

    @Slot(str)
    def _on_set(self, name: str) -> None:
        """Paint a set; or erase it if all of it has the brush's weight already, as a stroke does."""
        if self._rejects_paint():
            return
        weights, places, value = self._weights(), self._sets[name], self.tools.brush.weight
        if self._is_painted(weights, places, value):
            value = 0.0
        self._put_weights(self._painted(weights, places, value), f"Paint {name} into {self.subject}")

    @Slot()
    def _on_invert(self) -> None:
        if not self._rejects_paint():
            self._put_weights(self._inverted(self._weights()), f"Invert {self.subject}")

    @Slot()
    def _on_clear(self) -> None:
        self._put_weights(self._painted(self._weights(), self._sets["all"], 0.0), f"Clear {self.subject}")

    @Slot()
    def _show_pointed(self) -> None:
        self.info.show_pointed(self.grid.speech)
