"""The bar that edits which part of a range remains: the weight of the selected class, limits by equity, and presets."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QMenu, QSpinBox, QVBoxLayout, QWidget

from gui.look.guard import Guarded
from gui.look.scale import at_least, fix
from gui.pages.made.keeping import PRESETS, KeepModel
from gui.pages.made.table import class_label, combos_text
from gui.parts.build import (
    NO_MARGINS,
    MenuButton,
    empty_menu,
    filled,
    label,
    level_slider,
    literal,
    menu_entry,
    named,
    push_button,
    spin_margins,
)
from gui.parts.text_entry import ProblemLine
from gui.storage.settings import Settings
from gui.words.formatting import NO_BREAK, as_combos, percent

STEP = 5
NO_CLASS = "Pick a hand type"
BEST_WIDTH, EQUITY_WIDTH = 96, 116


def _percent_box(name: str, title: str, prefix: str, off: str) -> QSpinBox:
    """Return a field of 1 to 100 %; at 0 it displays ``off``."""
    box = named(QSpinBox(), name, title, title)
    box.setRange(0, 100)
    box.setSpecialValueText(off)
    box.setPrefix(prefix)
    box.setSuffix(f"{NO_BREAK}%")
    box.setSingleStep(STEP)
    box.setKeyboardTracking(False)
    return spin_margins(box)


def move_focus(widget: QWidget, home: QWidget) -> None:
    """Focus ``home`` if ``widget`` or a child has the focus; called before ``widget`` is hidden or disabled.

    Qt would move the focus to the next widget, and the next typed card would go to a seat or into a text field.
    """
    focus = QApplication.focusWidget()
    if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
        home.setFocus(Qt.FocusReason.OtherFocusReason)


class KeepBar(Guarded, QWidget):
    """Edits a :class:`KeepModel`. ``save_requested`` carries the name under which to save the remaining range.

    The menu of presets contains those of the program and the user's presets, which are stored in the settings.
    """

    save_requested = Signal(str)

    def __init__(self, model: KeepModel, settings: Settings, home: QWidget, parent: QWidget | None = None) -> None:
        """``home`` gets the focus when the focused part of the bar is hidden or disabled."""
        super().__init__(parent)
        self._model, self._settings, self._home = model, settings, home
        self._names_preset = False
        """Whether the name field names a preset and not a range in the library."""
        self._renamed = ""
        """The preset that is being renamed, or "" for a new one."""
        self._cell: int | None = None
        named(self, "made.keep", "Hands to keep")
        self._build()
        self.line = ProblemLine(parent=self)
        at_least(self._title, width=110)
        at_least(self._weight, width=44)
        fields = self._weight, self._best, self._min_equity
        top = filled(QHBoxLayout(), (self._title, 1), (self._slider, 1), *fields, spacing=8)
        buttons = (self._presets, self._clear, self._save, self._apply)
        for button in buttons:
            button.setFocusPolicy(
                Qt.FocusPolicy.TabFocus
            )  # a click must not take the focus, so that cards can be typed
        for text in (self.read_out, self.text):
            at_least(text, width=60)  # longer texts are elided
        for box, width in ((self._best, BEST_WIDTH), (self._min_equity, EQUITY_WIDTH)):
            fix(box, width=width)
        texts = filled(QVBoxLayout(), self.read_out, self.text, spacing=0)
        bottom = filled(QHBoxLayout(), (texts, 1), self._name, *buttons, spacing=6)
        filled(QVBoxLayout(self), top, bottom, self.line, spacing=4, margins=NO_MARGINS)
        self._slider.valueChanged.connect(self._on_weight)
        self._best.valueChanged.connect(self._on_best)
        self._min_equity.valueChanged.connect(self._on_min_equity)
        self._name.returnPressed.connect(self._on_named)
        self._model.changed.connect(self.render_state)
        self.show_cell(None)

    def _build(self) -> None:
        """Build the slider and boxes of the filter, the menu of presets, and the buttons."""
        self._title = label(NO_CLASS, self, name="made.keep.class", role="")
        self._slider = level_slider("made.keep.weight", "Percentage of it to keep", 0, 100, 25)
        self._slider.setSingleStep(STEP)
        self._weight = label("", self, name="made.keep.percent", role="")
        self._best = _percent_box("made.keep.best", "Also keep the top hands by equity", "top ", "top: off")
        self._min_equity = _percent_box(
            "made.keep.equity", "Also keep hands with at least this equity", "equity ≥ ", "equity: off"
        )
        self.read_out = label("", self, name="made.keep.readOut", role="")
        self.text = label("", self, name="made.keep.text", weight=QFont.Weight.Normal)
        self._presets = named(MenuButton(self), "made.keep.presets", "Typical continuing ranges")
        self._presets.setText("Presets")
        menu = QMenu(self._presets)
        menu.setObjectName("made.keep.presetMenu")
        self._entries = [menu.addAction(preset.title) for preset in PRESETS]
        for i, entry in enumerate(self._entries):
            entry.setData(i)
        menu.addSeparator()
        self._keep_preset = menu.addAction("Save this choice as a preset…")
        self._rename = menu.addMenu("Rename a preset")
        self._rename.setObjectName("made.keep.presetRenaming")
        self._remove = menu.addMenu("Remove a preset")
        self._remove.setObjectName("made.keep.presetRemoval")
        self._custom: list[QAction] = []
        menu.aboutToShow.connect(self._list_custom)
        menu.triggered.connect(self._on_preset)
        self._presets.setMenu(menu)
        tip = "Uncheck all boxes"
        self._clear = push_button("Clear", "made.keep.clear", self._model.clear, tip)
        tip = "Save the kept hands to the library as a new range"
        self._save = push_button("Save…", "made.keep.save", self._on_save, tip)
        tip = "Add this filter to the range: the next street continues with the kept hands"
        self._apply = push_button("Apply", "made.keep.apply", self._model.apply, tip, role="primary")
        self._name = named(QLineEdit(self), "made.keep.name", "Name for the kept hands")
        self._name.hide()

    @Slot(object)
    def show_cell(self, cell: int | None) -> None:
        """Set the class whose weight the slider edits; None disables the slider."""
        self._cell = cell
        self._hide_name()
        self.render_state()

    @Slot()
    def render_state(self) -> None:
        """Show the boxes and the range that they keep."""
        model, cell = self._model, self._cell
        present = cell is not None and bool(model.present[cell])
        weight = max(model.keeping.weights_in(cell, model.present)) if cell is not None and present else 0.0
        self._title.setText(f"Keep {class_label(cell)}" if cell is not None and present else NO_CLASS)
        self._weight.setText(f"{100 * weight:.0f}{NO_BREAK}%" if present else "")
        self._enable(self._slider, on=present)
        # The widgets are blocked: setting their values must not be taken for an edit of the boxes.
        for widget, value in (
            (self._slider, weight), (self._best, model.keeping.best), (self._min_equity, model.keeping.min_equity)
        ):  # fmt: skip
            with QSignalBlocker(widget):
                widget.setValue(round(100 * (value or 0.0)))
        for preset, entry in zip(PRESETS, self._entries, strict=True):
            entry.setText(preset.title_on(model.board_size))
            entry.setEnabled(preset.best is None or not model.alone)
        for box in (self._best, self._min_equity):
            self._enable(box, on=not model.alone or box.value() > 0)
        can_save = model.kept is not None and not model.problem and bool(model.kept.remaining.any())
        self._enable(self._clear, on=not model.keeping.all_kept)
        self._enable(self._apply, on=model.pending and not model.problem and not model.busy)
        self._enable(self._save, on=can_save)
        self.read_out.setText(self._summary())
        self._show_text()
        self.line.show_error(model.problem) if model.problem else self.line.clear()

    def _enable(self, widget: QWidget, *, on: bool) -> None:
        if not on:
            move_focus(widget, self._home)
        widget.setEnabled(on)

    def _hide_name(self) -> None:
        move_focus(self._name, self._home)
        self._name.hide()

    def _summary(self) -> str:
        model, kept = self._model, self._model.kept
        if kept is None or model.problem:
            return ""
        total, remaining = combos_text(float(kept.entering.sum())), combos_text(float(kept.remaining.sum()))
        if model.keeping.all_kept:
            return f"keeps all {as_combos(total)}"
        return f"keeps {remaining} of {as_combos(total)}, {percent(kept.share, exact_digits=0)}"

    def _show_text(self) -> None:
        """Show the boxes as a street filter, elided if it is too long."""
        text = self._model.filter_text
        self.text.setText(self.text.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.text.width()))
        self.text.setToolTip(text)
        self.text.setAccessibleName(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_text()

    @Slot(int)
    def _on_weight(self, percent_: int) -> None:
        if self._cell is not None:
            self._model.keep(self._cell, percent_ / 100)

    @Slot(int)
    def _on_best(self, percent_: int) -> None:
        self._model.put(replace(self._model.keeping, best=percent_ / 100 if percent_ else None))

    @Slot(int)
    def _on_min_equity(self, percent_: int) -> None:
        self._model.put(replace(self._model.keeping, min_equity=percent_ / 100 if percent_ else None))

    @Slot()
    def _list_custom(self) -> None:
        """List the user's presets in the menu, and in the menus that rename and remove them."""
        menu, filters = self._presets.menu(), self._settings.filters
        for entry in self._custom:
            menu.removeAction(entry)
            entry.deleteLater()
        for changes in (self._rename, self._remove):
            empty_menu(changes)
            changes.setEnabled(bool(filters))
        self._custom = [QAction(literal(name), menu) for name in filters]
        menu.insertActions(self._keep_preset, self._custom)
        for entry, name in zip(self._custom, filters, strict=True):
            entry.setData(name)
            for changes in (self._rename, self._remove):
                menu_entry(changes, entry.text()).setData(name)
        self._keep_preset.setEnabled(not self._model.keeping.all_kept)

    @Slot(QAction)
    def _on_preset(self, entry: QAction) -> None:
        """Apply, save, rename or remove a preset: the menu and its submenus share this signal.

        The data of an entry is the index of a shipped preset or the name of one of the user's.
        """
        filters, data = self._settings.filters, entry.data()
        if entry is self._keep_preset:
            self._ask_name(preset=True)
        elif entry in self._rename.actions():
            self._ask_name(preset=True, renamed=data)
        elif entry in self._remove.actions():
            self._settings.filters = {name: text for name, text in filters.items() if name != data}
        elif isinstance(data, str):
            self._model.put_text(filters.get(data, ""))
        else:
            self._model.put(PRESETS[data].keeping(self._model.board_size))

    @Slot()
    def _on_save(self) -> None:
        if self._name.isVisible():
            self._hide_name()
        else:
            self._ask_name(preset=False)

    def _ask_name(self, *, preset: bool, renamed: str = "") -> None:
        """Show the field for a name: of a preset (``renamed``: its old name), or of a range for the library."""
        self._names_preset, self._renamed = preset, renamed
        self._name.setText(renamed)
        self._name.selectAll()
        self._name.setPlaceholderText("name of the preset, then Enter" if preset else "name in the library, then Enter")
        self._name.show()
        self._name.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_named(self) -> None:
        """Use the typed name for the pending action: rename or save a preset, or save the range."""
        name, filters = self._name.text().strip(), self._settings.filters
        if not name:
            return
        if self._renamed and name in filters and name != self._renamed:
            self.line.show_error(f"there is another preset named {name}")
            return
        self._name.clear()
        self._hide_name()
        if self._renamed:
            self._settings.filters = {name if key == self._renamed else key: text for key, text in filters.items()}
        elif self._names_preset:
            self._settings.filters = {**filters, name: self._model.items_text}
        else:
            self.save_requested.emit(name)
