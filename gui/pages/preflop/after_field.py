"""What is bet after the flop, in words or as a number of one's own, and how much of it opponents pay."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from engine import Problem
from engine.scenario.preflop import BETS, PAID, POT_SHARE, AfterFlop, BetSize
from gui.look.theme import Look
from gui.parts.number_field import NumberField

STREETS = 5
"""Small bets when one bet is made on each street: one on the flop, two each on turn and river."""
CHOICES = (
    ("none", "nothing more"),
    ("streets", "one bet on each street"),
    ("half", "half the pot, once"),
    ("pot", "the pot, once"),
    ("chips", "own number of chips"),
    ("share", "own share of the pot"),
)
OTHER = "other after a raise"
OWN_CHIPS, OWN_SHARE = 2.5, 0.75


def choice_of(bets: Any, big_blind: float) -> str:
    """Return which of :data:`CHOICES` the bets are; empty where they are none of them."""
    if not isinstance(bets, BetSize):
        return ""
    if bets.of_pot:
        return {0.5: "half", 1.0: "pot"}.get(bets.amount, "share")
    return {0.0: "none", STREETS * big_blind: "streets"}.get(bets.amount, "chips")


class AfterField(QWidget):
    """``edited`` carries the key of ``after``, its value, and a merge key."""

    edited = Signal(str, object, str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._big_blind = 1.0
        self._bets: Any = None
        label = QLabel("After the flop")
        self.choice = QComboBox(self)
        self.choice.setObjectName("preflop.after")
        self.choice.setAccessibleName("Bets after the flop")
        self.choice.setToolTip("What hero puts in altogether on a flop that is worth it, in one go")
        for key, text in CHOICES:
            self.choice.addItem(text, key)
        self.choice.addItem(OTHER, "")
        label.setBuddy(self.choice)
        self.chips = NumberField(BETS, "preflop.bets", look, self)
        self.share = NumberField(POT_SHARE, "preflop.betsOfPot", look, self)
        self.paid = NumberField(PAID, "preflop.paid", look, self)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(24)
        layout.setVerticalSpacing(4)
        layout.addWidget(label, 0, 0)
        layout.addWidget(self.choice, 0, 1)
        layout.addWidget(self.chips, 1, 0)
        layout.addWidget(self.share, 1, 0)
        layout.addWidget(self.paid, 1, 1)
        for column in (0, 1):
            layout.setColumnStretch(column, 1)
        self.choice.activated.connect(self._on_chosen)
        self.chips.edited.connect(self._on_chips)
        self.share.edited.connect(self._on_share)
        self.paid.edited.connect(self._on_paid)

    def show_after(self, after: AfterFlop, big_blind: float) -> None:
        """Show the current bets, or what a file holds in their place."""
        self._bets, self._big_blind = after.bets, big_blind
        chosen = choice_of(self._bets, big_blind)
        self.choice.setCurrentIndex(self.choice.findData(chosen))
        of_pot = chosen in ("half", "pot", "share")
        self.chips.setVisible(not of_pot)
        self.share.setVisible(of_pot)
        amount = self._bets.amount if isinstance(self._bets, BetSize) else None
        self.chips.show_value(None if of_pot else amount)
        self.share.show_value(amount if of_pot else None)
        self.paid.show_value(after.entered("paid"))

    def report(self, problems: Mapping[str, Problem]) -> None:
        """Show the problems that belong here."""
        bets = [p for key, p in problems.items() if key == "after" or key.startswith("after.bets")]
        for field in (self.chips, self.share):
            field.report(bets[0] if bets else None)
        paid = [p for key, p in problems.items() if key.startswith("after.paid")]
        self.paid.report(paid[0] if paid else None)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        streets, own = STREETS * self._big_blind, OWN_CHIPS * self._big_blind
        current = self._bets if isinstance(self._bets, BetSize) else BetSize(0)
        sizes = {
            "none": BetSize(0),
            "streets": BetSize(streets),
            "half": BetSize(0.5, of_pot=True),
            "pot": BetSize(1, of_pot=True),
            "chips": BetSize(own) if current.of_pot or current.amount in (0, streets) else current,
            "share": current if current.of_pot and current.amount not in (0.5, 1) else BetSize(OWN_SHARE, of_pot=True),
        }
        chosen = self.choice.itemData(index)
        if chosen in sizes:
            self.edited.emit("bets", sizes[chosen], "")
        else:
            self.choice.setCurrentIndex(self.choice.findData(choice_of(self._bets, self._big_blind)))

    @Slot(object, str)
    def _on_chips(self, value: float | None, merge: str) -> None:
        self.edited.emit("bets", BetSize(0 if value is None else value), merge)

    @Slot(object, str)
    def _on_share(self, value: float | None, merge: str) -> None:
        self.edited.emit("bets", BetSize(0 if value is None else value, of_pot=True), merge)

    @Slot(object, str)
    def _on_paid(self, value: object, merge: str) -> None:
        self.edited.emit("paid", 1 if value is None else value, merge)
