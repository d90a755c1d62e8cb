"""How a hand is looked at: with the hands that were shown or without, and what those who folded hold."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.cards import whole_text
from gui.pages.histories.model import HistoriesModel
from gui.parts.build import NO_MARGINS, STRETCH, filled, named
from gui.parts.chip_button import chip_button
from gui.parts.fold_switch import FoldSwitch

HIDE_TIP = (
    "His real hand or his range: with this on, hands that opponents showed are not known, and ranges stand in their "
    "seats. What you paint over a hand that was shown stays for the rest of the hand"
)


class OutlookBar(QWidget):
    """Follows the outlook of a model."""

    def __init__(self, model: HistoriesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "histories.outlook", "How the hand is looked at")
        self._model = model
        self._hide = chip_button(
            "hide shown hands", "histories.hide", self._on_hide, "Hide hands that were shown", HIDE_TIP, checkable=True
        )
        self._folds = FoldSwitch("histories.folds", self)
        self._folds.chosen.connect(self._on_folds)
        filled(QHBoxLayout(self), self._hide, self._folds, STRETCH, spacing=12, margins=NO_MARGINS)
        model.shift_changed.connect(self.render_outlook)

    @Slot()
    def render_outlook(self) -> None:
        """Show the outlook, and what the folds move at the moment."""
        model = self._model
        hand = model.hand
        self._hide.setChecked(model.outlook.hidden)
        if hand is not None:
            who = whole_text(hand.names[model.hero])
            self._folds.show_choice(model.outlook.any_folds, model.shift, who, busy=model.counts_shift)
            self._folds.setVisible(model.has_folds)

    @Slot()
    def _on_hide(self) -> None:
        self._model.set_outlook(replace(self._model.outlook, hidden=self._hide.isChecked()))

    @Slot(bool)
    def _on_folds(self, any_cards: bool) -> None:
        self._model.set_outlook(replace(self._model.outlook, any_folds=any_cards))
