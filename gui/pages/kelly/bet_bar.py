"""A bet of the player's own: half the pot, the pot, all in, or typed as *to* and as *by*; and what it is worth.

*To* are all his chips on this street after the bet, *by* is what that is above the bet that he faces.
"""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.kelly.options import Size, may_bet, sized
from engine.kelly.panel import panel_of, street_bet
from engine.kelly.sizes import vanishes
from engine.scenario.entries import LARGEST
from engine.scenario.fields import Bounds, FieldSpec
from gui.look.guard import Keyed
from gui.pages.kelly.edits import KellyEdits
from gui.pages.kelly.note import Note
from gui.pages.kelly.question import Question
from gui.pages.kelly.why import own_text
from gui.parts.build import NO_MARGINS, STRETCH, filled, keep_room, label, named
from gui.parts.chip_button import ChipButton, SignButton
from gui.parts.field_text import write_chips
from gui.parts.number_field import NumberField

WIDTH = 70
POSITIVE = Bounds(above=0.0, at_most=LARGEST)
TO = FieldSpec(
    "to", "Bet to", "chips", "<b>Bet or raise to</b>: all your chips on this street after it. Empty: the advice.",
    bounds=POSITIVE,
)  # fmt: skip
BY = FieldSpec(
    "by", "Bet by", "chips", "<b>Bet or raise by</b>: what it is above the bet that you face. Empty: the advice.",
    bounds=POSITIVE,
)  # fmt: skip
BUTTONS: tuple[tuple[str, Size], ...] = (("halfPot", "half pot"), ("pot", "pot"), ("allIn", "all in"))
TITLE_TIP = "Try another size: it is compared with the advice"


class BetBar(QWidget):
    """Buttons ``kelly.bet.halfPot``, ``.pot``, ``.allIn``, entries ``.to``, ``.by`` and the text ``.worth``."""

    def __init__(self, edits: KellyEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._question: Question | None = None
        named(self, "kelly.bet", "A bet of your own")
        title = label("Your bet", role="")
        title.setToolTip(TITLE_TIP)
        self._buttons: dict[Size, ChipButton] = {}
        for name, size in BUTTONS:
            chip = named(ChipButton(size, self), f"kelly.bet.{name}", f"Bet {size}")
            chip.setCheckable(True)
            chip.clicked.connect(Keyed(chip, self._on_button, size).plain)
            self._buttons[size] = chip
        self._to, self._by = (
            NumberField(spec, f"kelly.bet.{spec.key}", self, title=spec.label, width=WIDTH) for spec in (TO, BY)
        )
        for field in (self._to, self._by):
            field.edited.connect(Keyed(field, self._on_typed, field).edited)
        self._clear = named(SignButton("close", self), "kelly.bet.clear", "Forget this bet", "Forget this bet")
        self._clear.clicked.connect(self._on_clear)
        keep_room(self._clear)
        self._worth = Note("kelly.bet.worth", self._to, self._by, hides=True)
        items = (*self._buttons.values(), label("to", role=""), self._to, label("by", role=""), self._by, self._clear)
        row = filled(QHBoxLayout(), title, *items, STRETCH, spacing=6)
        filled(QVBoxLayout(self), row, self._worth, spacing=2, margins=NO_MARGINS)

    def render_question(self, question: Question) -> None:
        """Show the player's bet; in empty fields stands the advised one."""
        self._question = question
        request = question.weighed
        free = street_bet(question.scenario) is None if request is None else may_bet(request.terms)
        self.setVisible(free)
        if request is None or not free:
            self.setEnabled(request is not None)
            self._show(None, None)
            self._worth.show_text("")
            return
        self.setEnabled(True)
        own, answer = panel_of(question.scenario).bet, question.answer
        advised = answer is not None and answer.bet > request.facts.to_call and not vanishes(answer, request)
        self._show(own, answer.bet if answer is not None and advised else None)
        for size, chip in self._buttons.items():
            chips = sized(request, size)
            chip.setEnabled(chips is not None)
            chip.setChecked(chips is not None and own is not None and abs(chips - own) < 1e-9 * max(chips, 1.0))
        self._worth.show_text(own_text(question))

    def _show(self, own: float | None, advised: float | None) -> None:
        call = self._price + self._put_in
        for field, offset, least in ((self._to, self._put_in, call), (self._by, -self._price, 0.0)):
            field.spec = replace(field.spec, bounds=Bounds(above=least, at_most=LARGEST))
            field.show_value(None if own is None else _rounded(own + offset))
            field.entry.setPlaceholderText("" if advised is None else write_chips(_rounded(advised + offset, 5)))
        self._clear.setVisible(own is not None)

    @property
    def _put_in(self) -> float:
        return (self._question.put_in if self._question is not None else None) or 0.0

    @property
    def _price(self) -> float:
        request = self._question.weighed if self._question is not None else None
        return 0.0 if request is None else request.facts.to_call

    def _set(self, chips: float | None, merge: str | None = None) -> None:
        self._edits.set("Own bet", "bet", None if chips is None else _rounded(chips), merge)

    def _on_button(self, size: Size) -> None:
        request = self._question.weighed if self._question is not None else None
        if request is not None:
            self._set(sized(request, size))

    def _on_typed(self, field: NumberField, value: Any, merge: str) -> None:
        offset = -self._put_in if field is self._to else self._price
        self._set(None if value is None else value + offset, merge)

    @Slot()
    def _on_clear(self) -> None:
        self._set(None)


def _rounded(value: float, digits: int = 10) -> float:
    return float(f"{value:.{digits}g}")
