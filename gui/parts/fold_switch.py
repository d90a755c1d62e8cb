"""What those who have folded hold: what does not play on, or any cards; and by how much that moves an equity."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.opponents.fold_shift import FoldShift
from gui.parts.build import NO_MARGINS, filled, keep_room, label
from gui.parts.choice_bar import ChoiceBar

CHOICES = {"folds": "what folds", "any": "any cards"}
TIP = (
    "Who folds holds the part of the range with which he came that does not play on: before the flop what his position "
    "does not play in this situation, later what would not have called. Or any cards, as if a fold said nothing"
)


class FoldSwitch(QWidget):
    """Chips ``NAME.folds`` and ``NAME.any``, and ``NAME.shift`` beside them; ``chosen``: whether any cards are."""

    chosen = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = ChoiceBar(name, "Who folded holds", CHOICES, self)
        self._bar.setToolTip(TIP)
        self._shift = label(name=f"{name}.shift", role="", wrap=True)
        parts = label("Who folded holds"), self._bar, (self._shift, 1)
        filled(QHBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)
        keep_room(self)
        self._bar.chosen.connect(self._on_chosen)

    def show_choice(self, any_cards: bool, shift: FoldShift | None, who: str, *, busy: bool = False) -> None:
        """Show which is on, and by how much what folds moves the equity of ``who``; ``busy``: it is being computed."""
        self._bar.show_choice("any" if any_cards else "folds")
        self._shift.setText(shift_words(shift, who, any_cards=any_cards) if shift is not None else "…" if busy else "")

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self.chosen.emit(key == "any")


def shift_words(shift: FoldShift, who: str, *, any_cards: bool) -> str:
    """Return the shift in words: ``moves Hero by -0.42 ± 0.05 points``."""
    error = f" ± {100 * 1.96 * shift.stderr:.2f}" if shift.stderr else ""
    return f"{'would move' if any_cards else 'moves'} {who} by {100 * shift.shift:+.2f}{error} points"
