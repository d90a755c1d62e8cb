"""What the player whose turn it is can do: fold, check or call, bet or raise."""

from typing import cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.kelly.hand.saved import Action, Kind
from engine.kelly.hand.session import whole_chips_only
from engine.kelly.hand.table import Legal, TableState, legal_actions
from engine.kelly.hand.typed import pot_share
from engine.scenario.entries import CHIPS
from engine.scenario.fields import FieldSpec
from gui.look.guard import Keyed
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.words import chips
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named, push_button, restyle
from gui.parts.chip_button import ChipButton
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine

AMOUNT = FieldSpec(
    "amount", "To", "chips",
    "<b>To</b>: all that the player has put in on this street then, as on the button: who has 20 in and raises to 120 "
    "adds 100. By how much it raises can be typed below: <b>+60</b>.",
    bounds=CHIPS,
)  # fmt: skip
SIZES = (
    ("thirdPot", "1/3 pot", "A third of the pot", 1 / 3),
    ("halfPot", "1/2 pot", "Half the pot", 1 / 2),
    ("twoThirdsPot", "2/3 pot", "Two thirds of the pot", 2 / 3),
    ("fullPot", "pot", "The pot", 1.0),
)
"""Chips that size a bet: name, text, meaning, share of the pot."""


class TrackerActions(QWidget):
    """Buttons ``tracker.fold``, ``.call``, ``.bet``, ``.allIn`` and the amount ``tracker.amount``."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._amount: float | None = None
        self._typed = False
        self._turn: tuple[int, int] | None = None
        self._title = label(name="tracker.turn", role="title")
        self._fold = push_button("Fold", "tracker.fold", self._on_fold)
        self._call = push_button("Check", "tracker.call", self._on_call)
        self._bet = push_button("Bet", "tracker.bet", self._on_bet)
        self._field = NumberField(AMOUNT, "tracker.amount", self, title="Bet or raise to")
        self._field.edited.connect(self._on_amount)
        self._field.entry.returnPressed.connect(self._on_bet)
        self._to = label("to")
        self._to.setBuddy(self._field.entry)
        self._all_in = named(ChipButton("all in", self), "tracker.allIn", "All in")
        self._all_in.clicked.connect(self._on_all_in)
        self._sizes = {
            named(ChipButton(text, self), f"tracker.{name}", meaning, f"Puts {meaning.lower()} into the field"): share
            for name, text, meaning, share in SIZES
        }
        for chip, share in self._sizes.items():
            chip.clicked.connect(Keyed(chip, self._on_size, share).plain)
        self._problem = named(ProblemLine(parent=self), "tracker.problem")
        buttons = self._fold, self._call, self._bet, self._to, self._field
        row = filled(QHBoxLayout(), *buttons, STRETCH, spacing=8)
        sizes = filled(QHBoxLayout(), *self._sizes, self._all_in, STRETCH, spacing=4)
        lines = sizes, self._field.problem_line, self._problem
        filled(QVBoxLayout(self), self._title, row, *lines, STRETCH, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Offer what is legal for the player to act; at a new turn the advised or least amount stands ready."""
        if state.to_act is None:
            return
        allowed = legal_actions(state, state.to_act)
        player = state.players[state.to_act]
        self._title.setText(f"{player.name} to act" + (f", {chips(allowed.call)} to call" if allowed.call else ""))
        self._name(self._call, f"Call {chips(allowed.call)}" if allowed.call else "Check")
        self._fold.setEnabled(bool(allowed.call) or state.to_act != state.hero)
        can_bet = allowed.low is not None
        self._bet.setVisible(can_bet)
        for widget in (self._to, self._field, self._all_in, *self._sizes):
            widget.setVisible(can_bet and not is_fixed(allowed))
        self._emphasise(state)
        turn = (len(state.log), state.to_act)
        if turn != self._turn:
            self._turn = turn
            self._problem.clear()
            self._amount, self._typed = None, False
        if not self._typed:  # what somebody typed is theirs, also while a run goes on
            self._propose(state, allowed)
        self._name_bet(state, allowed)

    def _emphasise(self, state: TableState) -> None:
        """Let the advised button stand out."""
        question = self._model.question
        answer = question.answer if question is not None and state.to_act == state.hero else None
        decision = "" if answer is None else answer.decision
        for button, decisions in (
            (self._fold, ("fold",)),
            (self._call, ("call", "check")),
            (self._bet, ("bet", "raise", "complete")),
        ):
            restyle(button, "role", "primary" if decision in decisions else "")

    def _propose(self, state: TableState, allowed: Legal) -> None:
        answer = self._model.question.answer if self._model.question is not None else None
        if answer is not None and answer.decision in ("bet", "raise") and state.to_act == state.hero:
            self._amount = answer.bet
        elif self._amount is None:
            self._amount = allowed.low or None
        self._show_amount(state)

    def _show_amount(self, state: TableState) -> None:
        """Show what the player to act will have put in on the street."""
        total = None if self._amount is None else self._amount + _put_in(state)
        self._field.show_value(None if total is None else float(f"{total:.10g}"))

    def ready(self, state: TableState) -> Action | None:
        """Return what is advised to the player to act."""
        question = self._model.question
        answer = question.answer if question is not None and not question.stale else None
        if answer is None or state.to_act != state.hero:
            return None
        kind = cast(Kind, answer.decision)
        return Action(kind, chips=answer.bet if kind in ("bet", "raise", "complete") else None)

    def take_focus(self) -> None:
        """Let the keyboard begin at the advised action, else at check or call."""
        advised = (b for b in (self._fold, self._bet) if b.property("role") == "primary" and b.isVisible())
        next(advised, self._call).setFocus()

    def _name_bet(self, state: TableState, allowed: Legal) -> None:
        """Show what the bet comes to, in the words of the table: a raise is *to* all that is put in on the street."""
        added = allowed.low if is_fixed(allowed) else self._amount
        if state.to_act is None or added is None:
            self._name(self._bet, allowed.name.capitalize())
            return
        total = chips(_put_in(state) + added)
        self._name(self._bet, f"{allowed.name.capitalize()} {total if allowed.name == 'bet' else f'to {total}'}")

    def _name(self, button: QPushButton, text: str) -> None:
        button.setText(text)
        button.setAccessibleName(text)

    def _act(self, action: Action) -> None:
        now = self._model.now
        if now is None or now.state.to_act is None:
            return
        hero = now.state.to_act == now.state.hero
        noted = Action(action.kind, action.player, action.chips, note=self._model.note() if hero else "")
        name = now.state.players[now.state.to_act].name
        self._problem.show_problem(self._model.act(noted, f"{name}: {action.kind}"))

    @Slot()
    def _on_fold(self) -> None:
        self._act(Action("fold"))

    @Slot()
    def _on_call(self) -> None:
        allowed = self._allowed()
        if allowed is not None:
            self._act(Action("call" if allowed.call else "check"))

    @Slot()
    def _on_bet(self) -> None:
        allowed = self._allowed()
        if allowed is not None:
            self._act(Action(allowed.name, chips=allowed.low if is_fixed(allowed) else self._amount))

    def _on_size(self, share: float) -> None:
        """Put a share of the pot into the field; Bet or Raise does it."""
        now = self._model.now
        if now is None or now.state.to_act is None:
            return
        self._take(now.state, pot_share(now.state, share, whole=whole_chips_only(now)))
        self._show_amount(now.state)
        self._bet.setFocus()

    @Slot()
    def _on_all_in(self) -> None:
        allowed = self._allowed()
        if allowed is not None:
            self._act(Action(allowed.name, chips=allowed.high))

    def _allowed(self) -> Legal | None:
        now = self._model.now
        return None if now is None or now.state.to_act is None else legal_actions(now.state, now.state.to_act)

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        if self._model.now is not None:
            state = self._model.now.state
            self._take(state, None if value is None else value - _put_in(state))

    def _take(self, state: TableState, added: float | None) -> None:
        """Have the bet add so many chips."""
        self._amount, self._typed = added, True
        self._problem.clear()
        allowed = self._allowed()
        if allowed is not None:
            self._name_bet(state, allowed)


def _put_in(state: TableState) -> float:
    """Return what the player to act has put in on the street."""
    return 0.0 if state.to_act is None else state.players[state.to_act].street


def is_fixed(allowed: Legal) -> bool:
    """Return whether a bet has one legal size."""
    return allowed.low is not None and allowed.low == allowed.high
