"""The dialog in which the player types the bet sizes of one decision."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from engine import ScenarioError
from engine.betting.action_names import action_text
from engine.scenario.betting import Size, sizes_from_text, sizes_to_text
from gui.look.guard import Guarded
from gui.look.scale import at_least
from gui.pages.betting.player_view import DOT, capital
from gui.parts.build import filled, label, named
from gui.parts.text_entry import TextField

WIDTH = 360
NO_SIZE = "No bet or raise here"


class TypedSizes(Guarded, QDialog):
    """Asks for the sizes of a decision, which the field shows at first.

    ``changed`` carries the sizes that the player has added, and those that he has removed. ``names`` returns the
    actions that sizes make there.
    """

    changed = Signal(object, object)

    def __init__(
        self,
        parent: QWidget,
        decision: str,
        sizes: Sequence[Size],
        names: Callable[[Sequence[Size]], Sequence[str]],
        tip: str,
        *,
        raises: bool,
    ) -> None:
        super().__init__(parent)
        named(self, "betting.typedSizes")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Sizes here and below")
        self._old, self._names = tuple(sizes), names
        self._read = partial(sizes_from_text, raises=raises)
        name, title = "betting.typedSizes.sizes", "Raise sizes" if raises else "Bet sizes"
        self.field = TextField(name, title, "none", tip, self._read, sizes_to_text, self, normalizes=True, titled=True)
        self.field.show_value(self._old)
        self.understood = label("", self, name="betting.typedSizes.actions", role="", wrap=True)
        at_least(self.understood, width=WIDTH)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._ok = named(buttons.button(QDialogButtonBox.StandardButton.Ok), "betting.typedSizes.ok")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        about = label(decision, self, wrap=True)
        filled(QVBoxLayout(self), about, self.field, self.understood, buttons, spacing=8, margins=(16, 12, 16, 12))
        self.field.entry.textChanged.connect(self._on_text)
        self.field.edited.connect(self._on_edited)
        self._on_text(self.field.entry.text())
        self.field.entry.setFocus()
        self.field.entry.selectAll()

    @Slot(str)
    def _on_text(self, text: str) -> None:
        """Show which actions the typed sizes make; a text that is wrong cannot be confirmed."""
        try:
            sizes = self._read(text)
        except ScenarioError:
            self._ok.setEnabled(False)
            self.understood.setText("")
            return
        self._ok.setEnabled(True)
        self.understood.setText(capital(DOT.join(map(action_text, self._names(sizes)))) or NO_SIZE)

    @Slot(object, str)
    def _on_edited(self, sizes: tuple[Size, ...], _merge: str) -> None:
        self.field.show_value(sizes)

    def accept(self) -> None:
        """Report the added and removed sizes."""
        sizes = self._read(self.field.entry.text())
        added = tuple(size for size in sizes if size not in self._old)
        removed = tuple(size for size in self._old if size not in sizes)
        if added or removed:
            self.changed.emit(added, removed)
        super().accept()
