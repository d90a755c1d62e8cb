"""What can be done in a tracked hand: act, pay out the showdown, begin the next hand or add chips."""

from typing import cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import Snapshot
from engine.kelly.hand.saved import Action, Kind
from engine.kelly.hand.session import whole_chips_only
from engine.kelly.hand.table import Legal, TableState, legal_actions
from engine.kelly.hand.typed import pot_share, showdown_of, words_of_showdown
from engine.scenario.entries import CHIPS
from engine.scenario.fields import FieldSpec
from gui.look.formatting import chips
from gui.look.guard import Keyed
from gui.look.scale import at_most
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, drop, filled, label, named, offer, push_button, restyle
from gui.parts.chip_button import ChipButton
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine
from gui.state.document import Document
from gui.state.session import Session

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


RAKE = FieldSpec("taken", "Rake taken", "chips", "Chips that the house took from this pot", "0", bounds=CHIPS)
ADDED = FieldSpec("added", "Chips", "chips", "Chips added to a stack between hands", "how many", bounds=CHIPS)
PLACES = ("wins nothing", "best hand", "2nd best", "3rd best", *(f"{place}th best" for place in range(4, 11)))
SHARED = "Players with the same place share."


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


class TrackerShowdown(QWidget):
    """A place for each player, ``tracker.place0`` …; equal places share. ``tracker.pay`` pays the pots."""

    def __init__(
        self, document: Document, session: Session, model: TrackerModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._session, self._model = document, session, model
        self._rake = 0.0
        self._seen, self._chosen = -1, False
        self._places: dict[int, tuple[QLabel, QComboBox]] = {}
        title = label("Who wins the showdown?", role="title")
        self._hint = label(SHARED, name="tracker.pots", wrap=True)
        self._words = label(name="tracker.shown", role="", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._field = NumberField(RAKE, "tracker.rake", self)
        at_most(self._field, width=180)
        self._field.edited.connect(self._on_rake)
        self._pay = push_button("Pay out", "tracker.pay", self._on_pay, role="primary")
        self._problem = ProblemLine(parent=self)
        row = filled(QHBoxLayout(), self._pay, self._field, STRETCH, spacing=12)
        column = title, self._hint, self._words, self._grid, row, self._problem, STRETCH
        filled(QVBoxLayout(self), *column, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Offer the players who are still in; until somebody chooses, known hands decide what stands there."""
        if len(state.log) != self._seen or set(self._places) != set(state.live):
            self._seen, self._chosen = len(state.log), False
            self._problem.clear()
            self._build_places(state)
            self._hint.setText(" ".join(part for part in (SHARED, pots_text(state)) if part))
        shown = words_of_showdown(self._document.scenario, state)
        self._words.setText(f"{shown}." if shown else "")
        self._words.setVisible(bool(shown))
        if not self._chosen:
            best = self._decided(state)
            for i, (_, combo) in self._places.items():
                place = best.get(i, 0)
                if combo.currentIndex() != place:
                    combo.setCurrentIndex(place)
                    self._problem.clear()

    def _decided(self, state: TableState) -> dict[int, int]:
        """Return the places that the cards decide, by player: the best, and the next where there are side pots."""
        action = showdown_of(self._document.scenario, state)
        if action is not None:
            several = sum(len(players) > 1 for _, players in state.pots) > 1
            places = action.ranking if several else action.ranking[:1]
            return {i: place for place, group in enumerate(places, start=1) for i in group}
        best = () if self._session.stale else winners(self._session.snapshot)
        return dict.fromkeys(best, 1)

    def ready(self, state: TableState) -> Action | None:
        """Return the showdown as it stands there, with the rake; it may name nobody yet."""
        return self._action()

    def _build_places(self, state: TableState) -> None:
        for widgets in self._places.values():
            drop(self._grid, *widgets)
        self._places = {}
        for row, i in enumerate(state.live):
            player = state.players[i].name
            name, combo = label(player, role=""), combo_box(f"tracker.place{i}", f"Place of {player}", width=130)
            combo.activated.connect(self._on_chosen)
            combo.addItems(PLACES[: max(4, len(state.live))])
            self._grid.addWidget(name, row, 0)
            self._grid.addWidget(combo, row, 1)
            self._places[i] = name, combo
        self._grid.setColumnStretch(2, 1)

    def take_focus(self) -> None:
        self._pay.setFocus()

    @Slot(int)
    def _on_chosen(self, place: int) -> None:
        self._chosen = True
        self._problem.clear()

    @Slot(object, str)
    def _on_rake(self, value: float | None, merge: str) -> None:
        self._rake = value or 0.0
        self._problem.clear()

    @Slot()
    def _on_pay(self) -> None:
        self._problem.show_problem(self._model.act(self._action(), "Showdown"))

    def _action(self) -> Action:
        chosen = {i: combo.currentIndex() for i, (_, combo) in self._places.items()}
        ranking = tuple(
            group for place in range(1, len(PLACES)) if (group := tuple(i for i, p in chosen.items() if p == place))
        )
        now = self._model.now
        shown = words_of_showdown(self._document.scenario, now.state) if now is not None else ""
        return Action("showdown", ranking=ranking, rake=self._rake, note=shown)


class TrackerNext(QWidget):
    """After a hand: ``tracker.next`` deals the next one, ``tracker.rebuy`` adds chips to a stack."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._seen = -1
        self._amount: float | None = None
        self._title = label(name="tracker.over", role="title", wrap=True)
        self._words = label(name="tracker.overShown", role="", wrap=True)
        self._next = push_button("Next hand", "tracker.next", self._on_next, role="primary")
        self._player = combo_box("tracker.rebuyPlayer", "Player who gets chips", width=110)
        self._field = NumberField(ADDED, "tracker.rebuyChips", self, title="Chips to add")
        self._field.edited.connect(self._on_amount)
        self._rebuy = push_button("Add chips", "tracker.rebuy", self._on_rebuy)
        self._problem = ProblemLine(parent=self)
        row = filled(QHBoxLayout(), self._next, STRETCH, self._player, self._field, self._rebuy, spacing=8)
        filled(QVBoxLayout(self), self._title, self._words, row, self._problem, STRETCH, spacing=8, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Show who has won."""
        if len(state.log) != self._seen:
            self._seen = len(state.log)
            self._problem.clear()
        won = [entry for entry in state.log if entry.hand == state.hand and entry.action == "wins"]
        self._title.setText(", ".join(f"{entry.player} wins {chips(entry.chips)}" for entry in won))
        shown = next((entry.note for entry in won if ": " in entry.note), "")
        self._words.setText(shown)
        self._words.setVisible(bool(shown))
        offer(self._player, [player.name for player in state.players])

    def ready(self, state: TableState) -> Action | None:
        """Return the next hand."""
        return Action("hand")

    def take_focus(self) -> None:
        self._next.setFocus()

    @Slot()
    def _on_next(self) -> None:
        self._problem.show_problem(self._model.next_hand())

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        self._amount = value
        self._problem.clear()

    @Slot()
    def _on_rebuy(self) -> None:
        action = Action("rebuy", self._player.currentIndex(), self._amount)
        self._problem.show_problem(self._model.act(action, "Add chips"))


def pots_text(state: TableState) -> str:
    """Return who can win which pot; empty where there is one pot for all."""
    texts: list[str] = []
    several = sum(len(players) > 1 for _, players in state.pots) > 1
    for amount, players in state.pots:
        names = ", ".join(state.players[i].name for i in sorted(players))
        if len(players) == 1:
            texts.append(f"{chips(amount)} go to {names}: all others who paid for that pot have folded.")
        else:
            name = ("Side pot" if texts else "Main pot") if several else "Pot"
            texts.append(f"{name} {chips(amount)}: {names}.")
    if several:
        texts.append("Each pot goes to the best of its players: name the next best hands too.")
    return " ".join(texts) if len(texts) > 1 else ""


def winners(snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats that cannot lose by an exact result; empty where it is not decided."""
    if snapshot is None or snapshot.method != "exact":
        return ()
    return tuple(
        i for i, seat in enumerate(snapshot.seats) if seat.estimate is not None and seat.estimate.lose <= 1e-12
    )
