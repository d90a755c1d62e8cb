"""What the player whose turn it is can do: fold, check or call, bet or raise."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import Problem
from engine.fields import FieldSpec
from engine.kelly.fields import CHIPS
from engine.kelly.hand.table import Legal, TableState, legal_actions
from engine.kelly.hand.tracker import Action
from gui.look.theme import Look
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.words import chips
from gui.parts.chip_button import ChipButton
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine

AMOUNT = FieldSpec(
    "amount", "Adds", "chips", "<b>Chips added now</b>: a raise has the call in it. The log and the pot count these.",
    bounds=CHIPS,
)  # fmt: skip


class TrackerActions(QWidget):
    """Buttons ``tracker.fold``, ``.call``, ``.bet``, ``.allIn`` and the amount ``tracker.amount``."""

    def __init__(self, model: TrackerModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._amount: float | None = None
        self._typed = False
        self._turn: tuple[int, int] | None = None
        self._title = QLabel()
        self._title.setObjectName("tracker.turn")
        self._title.setProperty("role", "title")
        self._fold = self._button("fold", "Fold", self._on_fold)
        self._call = self._button("call", "Check", self._on_call)
        self._bet = self._button("bet", "Bet", self._on_bet)
        self._field = NumberField(AMOUNT, "tracker.amount", look, self, title="Chips added now")
        self._field.entry.setFixedWidth(84)
        self._field.edited.connect(self._on_amount)
        self._field.entry.returnPressed.connect(self._on_bet)
        self._adding = QLabel("adding")
        self._adding.setProperty("role", "muted")
        self._adding.setBuddy(self._field.entry)
        self._all_in = ChipButton("all in", look, self)
        self._all_in.setObjectName("tracker.allIn")
        self._all_in.setAccessibleName("All in")
        self._all_in.clicked.connect(self._on_all_in)
        self._problem = ProblemLine(look, parent=self)
        self._problem.setObjectName("tracker.problem")
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self._fold, self._call, self._bet, self._adding, self._field, self._all_in):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addLayout(row)
        layout.addWidget(self._field.problem_line)
        layout.addWidget(self._problem)
        layout.addStretch(1)

    def _button(self, name: str, text: str, handler: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(f"tracker.{name}")
        button.setAccessibleName(text)
        button.clicked.connect(handler)
        return button

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
        fixed = can_bet and allowed.low == allowed.high
        self._bet.setVisible(can_bet)
        for widget in (self._adding, self._field, self._all_in):
            widget.setVisible(can_bet and not fixed)
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
            role = "primary" if decision in decisions else ""
            if button.property("role") != role:
                button.setProperty("role", role)
                button.style().unpolish(button)
                button.style().polish(button)

    def _propose(self, state: TableState, allowed: Legal) -> None:
        answer = self._model.question.answer if self._model.question is not None else None
        if answer is not None and answer.decision in ("bet", "raise") and state.to_act == state.hero:
            self._amount = answer.bet
        elif self._amount is None:
            self._amount = allowed.low or None
        self._field.show_value(None if self._amount is None else float(f"{self._amount:.10g}"))

    def take_focus(self) -> None:
        """Let the keyboard begin at the advised action, else at check or call."""
        advised = (b for b in (self._fold, self._bet) if b.property("role") == "primary" and b.isVisible())
        next(advised, self._call).setFocus()

    def _name_bet(self, state: TableState, allowed: Legal) -> None:
        """Say what the bet comes to, in the words of the table: a raise is *to* all that is put in on the street."""
        fixed = allowed.low is not None and allowed.low == allowed.high
        added = allowed.low if fixed else self._amount
        if state.to_act is None or added is None:
            self._name(self._bet, allowed.name.capitalize())
            return
        total = chips(state.players[state.to_act].street + added)
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
        self._show(self._model.act(noted, f"{name}: {action.kind}"))

    def _show(self, problem: Problem | None) -> None:
        if problem is None:
            self._problem.clear()
        else:
            self._problem.show_error(problem.message)

    @Slot()
    def _on_fold(self) -> None:
        self._act(Action("fold"))

    @Slot()
    def _on_call(self) -> None:
        now = self._model.now
        if now is not None and now.state.to_act is not None:
            call = legal_actions(now.state, now.state.to_act).call
            self._act(Action("call" if call else "check"))

    @Slot()
    def _on_bet(self) -> None:
        now = self._model.now
        if now is not None and now.state.to_act is not None:
            allowed = legal_actions(now.state, now.state.to_act)
            fixed = allowed.low is not None and allowed.low == allowed.high
            self._act(Action(allowed.name, chips=allowed.low if fixed else self._amount))

    @Slot()
    def _on_all_in(self) -> None:
        now = self._model.now
        if now is not None and now.state.to_act is not None:
            allowed = legal_actions(now.state, now.state.to_act)
            self._act(Action(allowed.name, chips=allowed.high))

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        self._amount, self._typed = value, True
        self._problem.clear()
        now = self._model.now
        if now is not None and now.state.to_act is not None:
            self._name_bet(now.state, legal_actions(now.state, now.state.to_act))
