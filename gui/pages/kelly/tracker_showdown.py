"""The end of a hand: who wins the showdown; and between hands: the next one, or more chips."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine import Snapshot
from engine.kelly.hand.saved import Action
from engine.kelly.hand.table import TableState
from engine.kelly.hand.typed import showdown_of, words_of_showdown
from engine.scenario.entries import CHIPS as ANY_AMOUNT
from engine.scenario.fields import FieldSpec
from gui.look.scale import at_most
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.words import chips
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, drop, filled, label, offer, push_button
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine
from gui.state.document import Document
from gui.state.session import Session

RAKE = FieldSpec("taken", "Rake taken", "chips", "Chips that the house took from this pot", "0", bounds=ANY_AMOUNT)
CHIPS = FieldSpec("added", "Chips", "chips", "Chips added to a stack between hands", "how many", bounds=ANY_AMOUNT)
PLACES = ("wins nothing", "best hand", "2nd best", "3rd best", *(f"{place}th best" for place in range(4, 11)))
SHARED = "Players with the same place share."


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
        self._field = NumberField(CHIPS, "tracker.rebuyChips", self, title="Chips to add")
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
