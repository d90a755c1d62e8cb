"""The tool bar: the switch between the games, and the run with its method and options."""

from dataclasses import replace
from typing import Any, get_args

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Game, RunOptions
from engine.scenario.fields import FieldSpec, specs_of
from gui.look.guard import Guarded, Keyed
from gui.look.painting import draw_ring, fill_box, icon, smooth_painter, write
from gui.look.scale import scaled_size, set_icon_size, unscaled_rect
from gui.look.theme import CORNER, TEXT, current_theme, font, mixed
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named
from gui.parts.form import PanelForm
from gui.state.context import FrontRun
from gui.state.document import Document
from gui.state.session import Session
from gui.words.formatting import duration

FIELD_WIDTH = 140
NOTE = (
    "A sampled run ends at the first limit that it reaches.\n"
    "Without limits it ends at a standard error of 0.02 percentage points."
)
METHODS = (("auto", "Auto"), ("exact", "Exact"), ("sampled", "Sampled"))
METHOD_HINT = (
    "Auto: exact if that takes about two seconds at most, else sampled.\n"
    "Exact: every deal, up to minutes.\nSampled: random deals with a 95 % interval."
)
ICON_SIZE = 18
RUN_TEXTS = {"idle": ("Run", "play"), "running": ("Pause", "pause"), "paused": ("Continue", "play")}
RUN_HINTS = {
    "idle": "Compute the current page, or the table, from the start (F5)",
    "running": "Pause the run (F5)",
    "paused": "Continue the run (F5)",
}
LEVELS = 3
"""Number of layouts: all buttons with texts; the minor ones as icons; all except *Make exact* as icons."""


class RunOptionsPopup(QFrame):
    """A pop-up with the options of the run; a valid entry edits the document, an invalid one has its error below.

    The fields are called ``runOptions.seed``, ``.maxTrials``, ``.targetError`` and ``.seconds``.
    """

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "runOptions", "Run options")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._document = document
        layout = filled(QVBoxLayout(self), spacing=6, margins=(16, 12, 16, 12))
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # grows with an error below a field
        form = PanelForm("runOptions", self._on_edited)
        filled(layout, *(form.field(spec, self, width=FIELD_WIDTH) for spec in specs_of(RunOptions)))
        self._fields = form.fields
        layout.addWidget(label(NOTE, weight=QFont.Weight.Normal))
        document.changed.connect(self._render)
        self._render()

    def open_below(self, button: QWidget) -> None:
        """Open below ``button``, without earlier rejected input."""
        for field in self._fields.values():
            field.entry.revert()
        self.adjustSize()
        self.move(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self.show()
        self._fields["seed"].entry.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_edited(self, spec: FieldSpec, value: Any, merge: str) -> None:
        run = replace(self._document.scenario.run, **{spec.key: value})
        errors = self._document.edit(f"Set {spec.label.lower()}", merge=merge, run=run)
        self._fields[spec.key].report(errors[0] if errors else None)

    @Slot()
    def _render(self) -> None:
        for key, field in self._fields.items():
            field.show_value(getattr(self._document.scenario.run, key))


class RunBar(Guarded, QWidget):
    """Its widgets are ``runBar.run``, ``.stop``, ``.refine``, ``.makeExact``, ``.method``, ``.options``, ``.export``.

    In a narrow window buttons become icons without texts, the least important ones first. ``export_requested``: the
    player has pressed *Export*.
    """

    export_requested = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        front_run: FrontRun,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("runBar")
        self._document, self._session, self.front_run = document, session, front_run
        self._run = self._button("run", "Run", "", "play")
        self._stop = self._button("stop", "Stop", "Stop the run and keep its result so far (Esc)", "stop")
        self._refine = self._button("refine", "Refine", "Add deals until the error is half as large (F6)", "refine")
        self._exact = self._button(
            "makeExact", "Make exact", "Replace the sampled result by an exact count of all deals (F7)", "exact"
        )
        self._options = self._button("options", "Run options", "Seed and limits of sampled runs", "settings")
        self._export = self._button("export", "Export", "Charts and results as files (Ctrl+E)", "export")
        self._stop.setText("Stop")
        self._refine.setText("Refine")
        self._export.setText("Export")
        for button in (self._run, self._stop, self._refine, self._exact, self._export):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._method = named(QComboBox(self), "runBar.method", "Method", METHOD_HINT)
        for value, title in METHODS:
            self._method.addItem(title, value)
        self._exact.hide()
        self.popup = RunOptionsPopup(document, self)
        self._widths: tuple[int, ...] = ()
        """The width that each layout needs, () until they are measured."""
        self._level = -1
        self._title = label("Method")
        self._title.setBuddy(self._method)
        run = self._run, self._stop, self._refine
        how = self._title, 4, self._method, self._options
        row = (
            *run,
            12,
            *how,
            8,
            self._exact,
            STRETCH,
            self._export,
        )  # ``_exact`` appears without moving others
        filled(QHBoxLayout(self), *row, spacing=4, margins=NO_MARGINS)
        self._run.clicked.connect(self._on_run_clicked)
        self._stop.clicked.connect(self._on_stop_clicked)
        self._refine.clicked.connect(self._on_refine_clicked)
        self._exact.clicked.connect(session.make_exact)
        self._options.clicked.connect(self._on_options_clicked)
        self._export.clicked.connect(self.export_requested)
        self._method.activated.connect(self._on_method_chosen)
        document.changed.connect(self.show_run)
        session.changed.connect(self.show_run)
        self.show_run()

    def _button(self, name: str, accessible: str, tip: str, picture: str) -> QToolButton:
        button = named(QToolButton(self), f"runBar.{name}", accessible, tip)
        set_icon_size(button, ICON_SIZE)
        button.setIcon(icon(picture))
        return button

    @Slot()
    def _on_run_clicked(self) -> None:
        self.front_run.run_or_pause()

    @Slot()
    def _on_stop_clicked(self) -> None:
        self.front_run.stop()

    @Slot()
    def _on_refine_clicked(self) -> None:
        self.front_run.refine()

    @Slot()
    def _on_options_clicked(self) -> None:
        self.popup.open_below(self._options)

    @Slot(int)
    def _on_method_chosen(self, index: int) -> None:
        run = replace(self._document.scenario.run, method=self._method.itemData(index))
        self._document.edit(f"Method {self._method.itemText(index)}", run=run)
        self.show_run()

    @Slot()
    def show_run(self) -> None:
        """Show the state of the run of the current page."""
        state = self.front_run.state
        text, picture = RUN_TEXTS[state]
        if self._run.text() != text:
            self._run.setText(text)
            self._run.setAccessibleName(text)
            self._run.setToolTip(RUN_HINTS[state])
            self._run.setIcon(icon(picture))
        self._run.setEnabled(self.front_run.can_run)
        self._stop.setEnabled(self.front_run.can_stop)
        self._refine.setEnabled(self.front_run.can_refine)
        # The text of this button changes the widths that were measured.
        seconds = self._session.exact_offer
        text = f"Make exact ({duration(max(seconds, 0.001))})" if seconds is not None else ""
        if text != self._exact.text():
            self._widths = ()
            self._exact.setText(text)
            self._exact.setVisible(seconds is not None)
        self._method.setCurrentIndex(self._method.findData(self._document.scenario.run.method))
        self._fit()

    def customEvent(self, event: QEvent) -> None:
        self._widths, self._level = (), -1  # the size of text may have changed

    def _fit(self) -> None:
        # Only a layout that is applied can be measured, so all are applied once, and their widths are cached.
        if not self._widths:
            self._widths = tuple(self._width_at(level) for level in range(LEVELS))
            self.updateGeometry()
        self._show_level(next((i for i, width in enumerate(self._widths) if width <= self.width()), LEVELS - 1))

    def _width_at(self, level: int) -> int:
        self._show_level(level)
        layout = self.layout()
        assert layout is not None
        return layout.sizeHint().width()

    def _show_level(self, level: int) -> None:
        """Show the texts of level 0 (all), or fewer, down to icons only at the last level."""
        if level == self._level:
            return
        self._level = level
        words, picture = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in (self._stop, self._refine, self._export):
            button.setToolButtonStyle(words if level == 0 else picture)
        self._run.setToolButtonStyle(words if level < LEVELS - 1 else picture)
        self._run.setMinimumWidth(self._widest_run() if level < LEVELS - 1 else 0)
        self._title.setVisible(level < LEVELS - 1)

    def _widest_run(self) -> int:
        """Return the width of the Run button with its longest text, so that another text moves no button."""
        text, widths = self._run.text(), []
        for words, _ in RUN_TEXTS.values():
            self._run.setText(words)
            widths.append(self._run.sizeHint().width())
        self._run.setText(text)
        return max(widths)

    def sizeHint(self) -> QSize:
        return QSize(self._widths[0] if self._widths else 0, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._widths[-1] if self._widths else 0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class _Segment(Guarded, QAbstractButton):
    def __init__(self, game: Game, parent: QWidget) -> None:
        super().__init__(parent)
        self.game = game
        self.setText(GAMES[game].title)
        named(self, f"gameSwitch.{game}", f"Play {GAMES[game].title}")
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(font(TEXT, QFont.Weight.DemiBold))
        return scaled_size(round(metrics.horizontalAdvance(self.text())) + 28, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the word, on the accent colour if this segment is selected."""
        theme = current_theme()
        painter = smooth_painter(self)
        ink = QColor(theme.text if self.underMouse() else theme.muted)
        area = unscaled_rect(self)
        rect = area.adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            ink = QColor(theme.on_accent)
            fill_box(painter, rect, theme.accent, CORNER - 2)
        if self.hasFocus():
            draw_ring(painter, rect, theme.text, 1.0, CORNER - 2)
        face = font(TEXT, QFont.Weight.DemiBold if self.isChecked() else QFont.Weight.Medium)
        write(painter, area, self.text(), ink, face)


class GameSwitch(Guarded, QWidget):
    """Buttons for the games, of which the document's game is checked; ``requested`` carries a clicked game."""

    requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        named(self, "gameSwitch", "Game")
        self._group = QButtonGroup(self)
        self._segments = [_Segment(game, self) for game in get_args(Game)]
        filled(QHBoxLayout(self), *self._segments, spacing=2, margins=(3, 3, 3, 3))
        for segment in self._segments:
            self._group.addButton(segment)
            segment.clicked.connect(Keyed(segment, self._on_clicked, segment.game).plain)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        document.changed.connect(self._render)
        self._render()

    @Slot()
    def _render(self) -> None:
        for segment in self._segments:
            segment.setChecked(segment.game == self._document.scenario.game)

    def _on_clicked(self, game: Game) -> None:
        if game != self._document.scenario.game:
            self.requested.emit(game)
        self._render()  # the click has checked its button, even if the game has not changed

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setPen(QPen(QColor(theme.line), 1.0))
        painter.setBrush(mixed(theme.background, theme.text, 0.04))
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), CORNER + 1, CORNER + 1)
