"""The steps of a tracked hand: act, deal the cards that come, pay out the showdown, begin the next hand."""

from dataclasses import replace
from typing import cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import GAMES, Problem, ScenarioError, Snapshot
from engine.kelly.answer import KellyAnswer
from engine.kelly.hand.session import all_chips_whole
from engine.kelly.hand.table_sync import board_cards, undealt_cards
from engine.kelly.hand.typed import missing_for_first, pot_share, showdown_by_cards, showdown_text
from engine.play.actions import BOARD_CARDS
from engine.play.state import STREET_NAMES, LegalActions, TableState, is_bring_in_due, legal_actions
from engine.scenario.fields import CHIPS, FieldSpec
from engine.scenario.tracked_hand import Kind, TrackedAction
from engine.table.first_to_act import first_on
from gui.look.guard import Keyed
from gui.look.scale import at_most, fix
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    bare_grid,
    combo_box,
    drop,
    filled,
    label,
    named,
    offer,
    push_button,
    restyle,
)
from gui.parts.chip_button import ChipButton, chip_button
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.words.formatting import chips

AMOUNT = FieldSpec(
    "amount", "To", "chips",
    "<b>To</b>: the player's total on this street after the action. A player with 20 in who raises to 120 adds 100. To "
    "enter the size of the raise instead, type <b>+60</b> below.",
    bounds=CHIPS,
)  # fmt: skip
RAKE = FieldSpec("taken", "Rake", "chips", "Rake taken from this pot, in chips", "0", bounds=CHIPS)
ADDED = FieldSpec("added", "Chips", "chips", "Chips added to a stack between hands", "chips", bounds=CHIPS)
SIZES = (
    ("thirdPot", "1/3 pot", "A third of the pot", 1 / 3),
    ("halfPot", "1/2 pot", "Half the pot", 1 / 2),
    ("twoThirdsPot", "2/3 pot", "Two thirds of the pot", 2 / 3),
    ("fullPot", "pot", "The pot", 1.0),
)
"""Chips that size a bet: name, text, meaning, share of the pot."""
BETS = ("bet", "raise", "complete")
NOT_KNOWN = "enter the cards"
WHO_IS_FIRST = "Enter all up cards at the seats on the left, or choose who is first."
PLACES = ("wins nothing", "best hand", "2nd best", "3rd best", *(f"{place}th best" for place in range(4, 11)))
SHARED = "Players with the same place split the pot."


class StepBase(QWidget):
    """The widgets for one kind of step.

    ``ready`` is the step that they would do, and ``first`` the widget that gets the focus.
    """

    _state: TableState
    """The displayed state."""
    _problem: ProblemLine

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._seen: object = None

    def _moved(self, *place: object) -> bool:
        """Return whether the hand has moved on since the last call, and clear the errors if it has."""
        moved = place != self._seen
        if moved:
            self._seen = place
            self._problem.clear()
        return moved

    def _act(self, action: TrackedAction, text: str) -> None:
        self._problem.show_problem(self._model.act(action, text))


class TrackerActions(StepBase):
    """Buttons ``tracker.fold``, ``.call``, ``.bet``, ``.allIn`` and the amount ``tracker.amount``."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._amount: float | None = None
        self._typed = False
        self._title = label(name="tracker.turn", role="title")
        self._fold = push_button("Fold", "tracker.fold", Keyed(self, self._take, TrackedAction("fold")).plain)
        self._call = push_button("Check", "tracker.call", self._on_call)
        self._bet = push_button("Bet", "tracker.bet", self._on_bet)
        self._field = NumberField(AMOUNT, "tracker.amount", self, title="Bet or raise to")
        self._field.edited.connect(self._on_amount)
        self._field.entry.returnPressed.connect(self._on_bet)
        to = label("to")
        to.setBuddy(self._field.entry)
        all_in = chip_button("all in", "tracker.allIn", self._on_all_in, "All in", parent=self)
        sizes = []
        for name, text, meaning, share in SIZES:
            size = ChipButton(text, self)
            sizes.append(named(size, f"tracker.{name}", meaning, f"Fills in {meaning.lower()}"))
            size.clicked.connect(Keyed(size, self._on_size, share).plain)
        self._free = to, self._field, all_in, *sizes
        """The widgets that are visible if a bet may have any size."""
        self._problem = named(ProblemLine(parent=self), "tracker.problem")
        row = filled(QHBoxLayout(), self._fold, self._call, self._bet, to, self._field, STRETCH, spacing=8)
        lines = filled(QHBoxLayout(), *sizes, all_in, STRETCH, spacing=4), self._field.problem_line, self._problem
        filled(QVBoxLayout(self), self._title, row, *lines, STRETCH, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Offer the legal actions of the player to act; at a new turn the advised or least amount is proposed."""
        if state.to_act is None:
            return
        self._state, self._allowed = state, legal_actions(state, state.to_act)
        player, price = state.players[state.to_act].name, self._allowed.call
        self._title.setText(f"{player} to act" + (f", {chips(price)} to call" if price else ""))
        _name(self._call, f"Call {chips(price)}" if price else "Check")
        self._fold.setEnabled(bool(price) or state.to_act != state.hero)
        self._bet.setVisible(self._allowed.low is not None)
        for widget in self._free:
            widget.setVisible(self._allowed.low is not None and not is_fixed(self._allowed))
        answer = self._answer(state)  # none is highlighted before the advice is final
        decisions = ((self._fold, ("fold",)), (self._call, ("call", "check")), (self._bet, BETS))
        for button, kinds in decisions:
            restyle(button, "role", "primary" if answer is not None and answer.decision in kinds else "")
        if self._moved(len(state.log), state.to_act):
            self._amount, self._typed = None, False
        if not self._typed:  # what somebody typed stays, also while a run goes on
            if answer is not None and answer.decision in ("bet", "raise"):
                self._amount = answer.bet
            elif self._amount is None:
                self._amount = self._allowed.low or None
            self._show_amount()
        self._name_bet()

    def _answer(self, state: TableState) -> KellyAnswer | None:
        """Return the final advice to the player to act; None if it is not hero's turn, or may still change."""
        question = self._model.question if state.to_act == state.hero else None
        return None if question is None or not question.final else question.answer

    def ready(self, state: TableState) -> TrackedAction | None:
        """Return the action that is advised to the player to act."""
        answer = self._answer(state)
        if answer is None:
            return None
        return TrackedAction(cast(Kind, answer.decision), chips=answer.bet if answer.decision in BETS else None)

    @property
    def first(self) -> QWidget:
        """The advised action, else check or call."""
        advised = (b for b in (self._fold, self._bet) if b.property("role") == "primary" and b.isVisible())
        return next(advised, self._call)

    def _show_amount(self) -> None:
        """Show the chips that the player to act will have put in on the street."""
        total = None if self._amount is None else self._amount + _put_in(self._state)
        self._field.show_value(None if total is None else float(f"{total:.10g}"))

    def _name_bet(self) -> None:
        """Show the size of the bet, in the words of the table: a raise is *to* all that is put in on the street."""
        allowed = self._allowed
        added = allowed.low if is_fixed(allowed) else self._amount
        total = "" if added is None else chips(_put_in(self._state) + added)
        size = f" {total}" if allowed.name == "bet" else f" to {total}"
        _name(self._bet, f"{allowed.name.capitalize()}{size if total else ''}")

    def _take(self, action: TrackedAction) -> None:
        """Do an action of the player to act; hero's has the advice as its note."""
        state = self._state
        assert state.to_act is not None
        note = self._model.note() if state.to_act == state.hero else ""
        self._act(replace(action, note=note), f"{state.players[state.to_act].name}: {action.kind}")

    @Slot()
    def _on_call(self) -> None:
        self._take(TrackedAction("call" if self._allowed.call else "check"))

    @Slot()
    def _on_bet(self) -> None:
        size = self._allowed.low if is_fixed(self._allowed) else self._amount
        self._take(TrackedAction(self._allowed.name, chips=size))

    @Slot()
    def _on_all_in(self) -> None:
        self._take(TrackedAction(self._allowed.name, chips=self._allowed.high))

    def _on_size(self, share: float) -> None:
        """Put a share of the pot into the field; Bet or Raise does it."""
        tracked = self._model.tracked
        self._propose(pot_share(self._state, share, whole=tracked is not None and all_chips_whole(tracked)))
        self._show_amount()
        self._bet.setFocus()

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        self._propose(None if value is None else value - _put_in(self._state))

    def _propose(self, added: float | None) -> None:
        self._amount, self._typed = added, True
        self._problem.clear()
        self._name_bet()


def _name(button: QPushButton, text: str) -> None:
    button.setText(text)
    button.setAccessibleName(text)


def _put_in(state: TableState) -> float:
    return 0.0 if state.to_act is None else state.players[state.to_act].street


def is_fixed(allowed: LegalActions) -> bool:
    """Return whether a bet has one legal size."""
    return allowed.low is not None and allowed.low == allowed.high


class TrackerDeal(StepBase):
    """The cards ``tracker.cards``, who is first ``tracker.first``, and the button ``tracker.deal``.

    Who is first follows from the cards on the table, or is selected; no card is dealt before it is known. Cards that
    were typed here and dealt are in the field again when their step is undone.
    """

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._text = ""
        self._chosen: int | None = None
        self._dealt: dict[tuple[int, int], str] = {}
        self._title = label(name="tracker.deal.title", role="title")
        self._hint = label(wrap=True)
        self._cards = named(TextEntry(self), "tracker.cards")
        fix(self._cards, width=160)
        self._cards.edited.connect(self._on_cards)
        self._cards.returnPressed.connect(self._on_deal)
        self._first = combo_box("tracker.first", "First to act", self._on_chosen, width=120)
        self._first.setPlaceholderText(NOT_KNOWN)
        self._first_label = label(role="")
        self._first_label.setBuddy(self._first)
        self._deal = push_button("", "tracker.deal", self._on_deal, role="primary")
        self._problem = ProblemLine(self._cards, self)
        row = filled(QHBoxLayout(), self._cards, self._first_label, self._first, self._deal, STRETCH, spacing=8)
        column = self._title, self._hint, row, self._problem, STRETCH
        filled(QVBoxLayout(self), *column, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Ask for the cards of the next street, for who is first on it, or for who posts the bring-in."""
        self._state = state
        bring_in, street, has_board = is_bring_in_due(state), _next_street(state), _has_board(state)
        here = undealt_cards(self._model.document.scenario, state) if has_board else ""
        if self._moved(len(state.log), here):
            self._text = here or self._dealt.get((state.hand, state.street), "")
            self._cards.show_text(self._text)
            self._chosen = None
        self._title.setText("Who has the bring-in?" if bring_in else f"Next: {street}")
        self._cards.setVisible(has_board)
        for widget in (self._first_label, self._first):
            widget.setVisible(not has_board)
        if has_board:
            number = BOARD_CARDS[STREET_NAMES[state.game][state.street + 1]]
            self._cards.setAccessibleName(f"Cards of {street}")
            self._cards.setPlaceholderText("7h 8h 2c" if number == 3 else "Ks")
            which = (
                f"{number} cards, or click them in the deck," if number > 1 else "the card, or click it in the deck,"
            )
            self._hint.setText(f"Enter {which} on the board.")
        elif bring_in:
            self._hint.setText("Enter the hands at the seats on the left; the highest door card posts the bring-in.")
        else:
            self._hint.setText("Enter the new cards at the seats on the left; the lowest board acts first.")
        if not has_board:
            self._first_label.setText("Highest door card" if bring_in else "First to act")
            self._fill_first(state)
        _name(self._deal, "Post the bring-in" if bring_in else f"Deal {street}")

    def _fill_first(self, state: TableState) -> None:
        """Offer the players; chosen is who was, else who is first by the cards on the table, else nobody."""
        names = [(state.players[i].name, i) for i in state.live]
        if [self._first.itemText(i) for i in range(self._first.count())] != [name for name, _ in names]:
            self._first.clear()
            for name, index in names:
                self._first.addItem(name, index)
        street = 0 if is_bring_in_due(state) else state.street + 1
        tied = first_on(self._model.document.scenario, street, state.live)
        first = tied[0] if tied and (street or len(tied) == 1) else None  # equal boards act in the order of the seats
        if first is None and sum(state.players[i].stack > 0.0 for i in state.live) < 2 and street:
            first = state.live[0]  # nobody is left to bet
        at = self._first.findData(first if self._chosen is None else self._chosen)
        if at != self._first.currentIndex():
            self._first.setCurrentIndex(at)
            self._problem.clear()

    def ready(self, state: TableState) -> TrackedAction | None:
        """Return the action that deals, or None if its cards or the first player are missing."""
        try:
            action = self._dealing(state)
        except ScenarioError:
            return None
        return None if _has_board(state) and not action.cards else action

    def _dealing(self, state: TableState) -> TrackedAction:
        """Return the deal as a step: the board of the next street, the bring-in, or who is first in a stud game.

        Raises:
            ScenarioError: the cards cannot be read, or it is not known who is first.
        """
        if _has_board(state):
            cards = board_cards(self._text)
            return TrackedAction("street", cards=cards, note=cards)
        first = self._first.currentData()
        if first is None:
            scenario, street = self._model.document.scenario, 0 if is_bring_in_due(state) else state.street + 1
            tied = first_on(scenario, street, state.live)
            needs = f"{missing_for_first(scenario, state, tied)}." if tied else WHO_IS_FIRST
            raise ScenarioError(Problem("first", needs))
        return (
            TrackedAction("bring-in", first, state.stakes.bring_in)
            if is_bring_in_due(state)
            else TrackedAction("street", first)
        )

    @property
    def first(self) -> QWidget:
        return self._cards if self._cards.isVisible() else self._deal

    @Slot(str, str)
    def _on_cards(self, text: str, merge: str) -> None:
        self._text = text
        self._problem.clear()

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self._chosen = self._first.itemData(index)
        self._problem.clear()

    @Slot()
    def _on_deal(self) -> None:
        """Deal the typed cards as a step of the hand, or show why this is not possible."""
        state, text = self._state, self._text
        try:
            action = self._dealing(state)
        except ScenarioError as error:
            self._problem.show_problem(error.problems[0])
            return
        problem = self._model.act(action, "Bring-in" if is_bring_in_due(state) else f"Deal {_next_street(state)}")
        if problem is None:
            self._dealt[state.hand, state.street] = text
        else:
            self._problem.show_problem(problem)


def _has_board(state: TableState) -> bool:
    return GAMES[state.game].has_board


def _next_street(state: TableState) -> str:
    """Return the next street: ``the flop``, ``fourth street``; at the bring-in that."""
    street = "bring-in" if is_bring_in_due(state) else STREET_NAMES[state.game][state.street + 1]
    return f"the {street}" if _has_board(state) else street


class TrackerShowdown(StepBase):
    """A place for each player, ``tracker.place0`` …; equal places share. ``tracker.pay`` pays the pots."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._rake, self._chosen = 0.0, False
        self._places: dict[int, tuple[QLabel, QComboBox]] = {}
        title = label("Who wins the showdown?", role="title")
        self._hint = label(SHARED, name="tracker.pots", wrap=True)
        self._words = label(name="tracker.shown", role="", wrap=True)
        self._grid = bare_grid(None, 12, 4)
        self._grid.setColumnStretch(2, 1)
        field = NumberField(RAKE, "tracker.rake", self)
        at_most(field, width=180)
        field.edited.connect(self._on_rake)
        self.first = push_button("Pay out", "tracker.pay", self._on_pay, role="primary")
        self._problem = ProblemLine(parent=self)
        row = filled(QHBoxLayout(), self.first, field, STRETCH, spacing=12)
        column = title, self._hint, self._words, self._grid, row, self._problem, STRETCH
        filled(QVBoxLayout(self), *column, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Offer the players who are still in; until somebody chooses, known hands decide who wins."""
        self._state = state
        if self._moved(len(state.log), state.live):
            self._chosen = False
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
            self._hint.setText(" ".join(filter(None, (SHARED, pots_text(state)))))
        shown = showdown_text(self._model.document.scenario, state)
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
        """Return the ranks that the cards decide, by player: the best, and the next ones if there are side pots."""
        action = showdown_by_cards(self._model.document.scenario, state)
        if action is not None:
            several = sum(len(players) > 1 for _, players in state.pots) > 1
            places = action.ranking if several else action.ranking[:1]
            return {i: place for place, group in enumerate(places, start=1) for i in group}
        session = self._model.session
        return dict.fromkeys(() if session.stale else certain_winners(session.snapshot), 1)

    def ready(self, state: TableState) -> TrackedAction:
        """Return the showdown by the places, with the rake; it may name nobody yet."""
        chosen = {i: combo.currentIndex() for i, (_, combo) in self._places.items()}
        places = (tuple(i for i, at in chosen.items() if at == place) for place in range(1, len(PLACES)))
        shown = showdown_text(self._model.document.scenario, state)
        return TrackedAction("showdown", ranking=tuple(filter(None, places)), rake=self._rake, note=shown)

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
        self._act(self.ready(self._state), "Showdown")


class TrackerNext(StepBase):
    """After a hand: ``tracker.next`` deals the next one, ``tracker.rebuy`` adds chips to a stack."""

    def __init__(self, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._amount: float | None = None
        self._title = label(name="tracker.over", role="title", wrap=True)
        self._words = label(name="tracker.overShown", role="", wrap=True)
        self.first = push_button("Next hand", "tracker.next", self._on_next, role="primary")
        self._player = combo_box("tracker.rebuyPlayer", "Player who adds chips", width=110)
        field = NumberField(ADDED, "tracker.rebuyChips", self, title="Chips to add")
        field.edited.connect(self._on_amount)
        rebuy = push_button("Add chips", "tracker.rebuy", self._on_rebuy)
        self._problem = ProblemLine(parent=self)
        row = filled(QHBoxLayout(), self.first, STRETCH, self._player, field, rebuy, spacing=8)
        filled(QVBoxLayout(self), self._title, self._words, row, self._problem, STRETCH, spacing=8, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Show who has won."""
        self._moved(len(state.log))
        won = [entry for entry in state.log if entry.hand == state.hand and entry.action == "wins"]
        # After a showdown the note of a win names the exposed hands, as in "Hero: two pair; Bob: a flush".
        self._title.setText(", ".join(f"{entry.player} wins {chips(entry.chips)}" for entry in won))
        shown = next((entry.note for entry in won if ": " in entry.note), "")
        self._words.setText(shown)
        self._words.setVisible(bool(shown))
        offer(self._player, [player.name for player in state.players])

    def ready(self, state: TableState) -> TrackedAction:
        """Return the next hand."""
        return TrackedAction("hand")

    @Slot()
    def _on_next(self) -> None:
        self._act(TrackedAction("hand"), "Next hand")

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        self._amount = value
        self._problem.clear()

    @Slot()
    def _on_rebuy(self) -> None:
        self._act(TrackedAction("rebuy", self._player.currentIndex(), self._amount), "Add chips")


def pots_text(state: TableState) -> str:
    """Return the players of each pot as text, or "" if all players contest a single pot."""
    texts: list[str] = []
    several = sum(len(players) > 1 for _, players in state.pots) > 1
    for amount, players in state.pots:
        names = ", ".join(state.players[i].name for i in sorted(players))
        if len(players) == 1:
            texts.append(f"{names} wins {chips(amount)}: all other players in that pot have folded.")
        else:
            name = ("Side pot" if texts else "Main pot") if several else "Pot"
            texts.append(f"{name} {chips(amount)}: {names}.")
    if several:
        texts.append("Each pot goes to the best hand in it: choose the next best hands too.")
    return " ".join(texts) if len(texts) > 1 else ""


def certain_winners(snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats that cannot lose according to an exact result; empty if that is not decided."""
    if snapshot is None or snapshot.method != "exact":
        return ()
    return tuple(
        i for i, seat in enumerate(snapshot.seats) if seat.estimate is not None and seat.estimate.lose <= 1e-12
    )


Step = TrackerActions | TrackerDeal | TrackerShowdown | TrackerNext
