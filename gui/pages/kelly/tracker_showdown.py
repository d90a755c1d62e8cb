"""The end of a hand: who wins the showdown; and between hands: the next one, or more chips."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import Problem, Snapshot
from engine.fields import FieldSpec
from engine.kelly.fields import CHIPS as ANY_AMOUNT
from engine.kelly.hand.table import TableState
from engine.kelly.hand.tracker import Action
from gui.look.theme import Look
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.words import chips
from gui.parts.number_field import NumberField
from gui.parts.text_entry import ProblemLine
from gui.state.session import Session

RAKE = FieldSpec("taken", "Rake taken", "chips", "Chips that the house took from this pot", "0", bounds=ANY_AMOUNT)
CHIPS = FieldSpec("added", "Chips", "chips", "Chips added to a stack between hands", "how many", bounds=ANY_AMOUNT)
PLACES = ("wins nothing", "best hand", "2nd best", "3rd best", *(f"{place}th best" for place in range(4, 11)))
SHARED = "Players with the same place share."


class TrackerShowdown(QWidget):
    """A place for each player, ``tracker.place0`` …; equal places share. ``tracker.pay`` pays the pots."""

    def __init__(self, session: Session, model: TrackerModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._model = session, model
        self._rake = 0.0
        self._seen, self._chosen = -1, False
        self._places: dict[int, tuple[QLabel, QComboBox]] = {}
        title = QLabel("Who wins the showdown?")
        title.setProperty("role", "title")
        self._hint = QLabel(SHARED)
        self._hint.setObjectName("tracker.pots")
        self._hint.setProperty("role", "muted")
        self._hint.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._field = NumberField(RAKE, "tracker.rake", look, self)
        self._field.edited.connect(self._on_rake)
        self._pay = QPushButton("Pay out")
        self._pay.setObjectName("tracker.pay")
        self._pay.setAccessibleName("Pay out")
        self._pay.setProperty("role", "primary")
        self._pay.clicked.connect(self._on_pay)
        self._problem = ProblemLine(look, parent=self)
        row = QHBoxLayout()
        row.setSpacing(12)
        self._field.setMaximumWidth(180)
        row.addWidget(self._pay)
        row.addWidget(self._field)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(title)
        layout.addWidget(self._hint)
        layout.addLayout(self._grid)
        layout.addLayout(row)
        layout.addWidget(self._problem)
        layout.addStretch(1)

    def render_state(self, state: TableState) -> None:
        """Offer the players who are still in; until somebody chooses, known hands decide what stands there."""
        if len(state.log) != self._seen or set(self._places) != set(state.live):
            self._seen, self._chosen = len(state.log), False
            self._problem.clear()
            self._build_places(state)
            self._hint.setText(" ".join(part for part in (SHARED, pots_text(state)) if part))
        if not self._chosen:
            best = () if self._session.stale else winners(self._session.snapshot)
            for i, (_, combo) in self._places.items():
                place = 1 if i in best else 0
                if combo.currentIndex() != place:
                    combo.setCurrentIndex(place)
                    self._problem.clear()

    def _build_places(self, state: TableState) -> None:
        for label, combo in self._places.values():
            for widget in (label, combo):
                self._grid.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self._places = {}
        for row, i in enumerate(state.live):
            label, combo = QLabel(state.players[i].name, self), QComboBox(self)
            combo.setObjectName(f"tracker.place{i}")
            combo.setAccessibleName(f"Place of {state.players[i].name}")
            combo.addItems(PLACES[: max(4, len(state.live))])
            combo.activated.connect(self._on_chosen)
            combo.setMinimumWidth(130)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(combo, row, 1)
            self._places[i] = label, combo
        self._grid.setColumnStretch(2, 1)

    def take_focus(self) -> None:
        """Let the keyboard begin here."""
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
        chosen = {i: combo.currentIndex() for i, (_, combo) in self._places.items()}
        ranking = tuple(
            group for place in range(1, len(PLACES)) if (group := tuple(i for i, p in chosen.items() if p == place))
        )
        problem = self._model.act(Action("showdown", ranking=ranking, rake=self._rake), "Showdown")
        _show(self._problem, problem)


class TrackerNext(QWidget):
    """After a hand: ``tracker.next`` deals the next one, ``tracker.rebuy`` adds chips to a stack."""

    def __init__(self, model: TrackerModel, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._seen = -1
        self._amount: float | None = None
        self._title = QLabel()
        self._title.setObjectName("tracker.over")
        self._title.setProperty("role", "title")
        self._title.setWordWrap(True)
        self._next = QPushButton("Next hand")
        self._next.setObjectName("tracker.next")
        self._next.setAccessibleName("Next hand")
        self._next.setProperty("role", "primary")
        self._next.clicked.connect(self._on_next)
        self._player = QComboBox()
        self._player.setObjectName("tracker.rebuyPlayer")
        self._player.setAccessibleName("Player who gets chips")
        self._player.setMinimumWidth(110)
        self._field = NumberField(CHIPS, "tracker.rebuyChips", look, self, title="Chips to add")
        self._field.entry.setFixedWidth(84)
        self._field.edited.connect(self._on_amount)
        self._rebuy = QPushButton("Add chips")
        self._rebuy.setObjectName("tracker.rebuy")
        self._rebuy.setAccessibleName("Add chips")
        self._rebuy.clicked.connect(self._on_rebuy)
        self._problem = ProblemLine(look, parent=self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._next)
        row.addStretch(1)
        for widget in (self._player, self._field, self._rebuy):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addLayout(row)
        layout.addWidget(self._problem)
        layout.addStretch(1)

    def render_state(self, state: TableState) -> None:
        """Say who has won."""
        if len(state.log) != self._seen:
            self._seen = len(state.log)
            self._problem.clear()
        won = [entry for entry in state.log if entry.hand == state.hand and entry.action == "wins"]
        self._title.setText(", ".join(f"{entry.player} wins {chips(entry.chips)}" for entry in won))
        names = [player.name for player in state.players]
        if [self._player.itemText(i) for i in range(self._player.count())] != names:
            self._player.clear()
            self._player.addItems(names)

    def take_focus(self) -> None:
        """Let the keyboard begin here."""
        self._next.setFocus()

    @Slot()
    def _on_next(self) -> None:
        _show(self._problem, self._model.next_hand())

    @Slot(object, str)
    def _on_amount(self, value: float | None, merge: str) -> None:
        self._amount = value
        self._problem.clear()

    @Slot()
    def _on_rebuy(self) -> None:
        action = Action("rebuy", self._player.currentIndex(), self._amount)
        _show(self._problem, self._model.act(action, "Add chips"))


def pots_text(state: TableState) -> str:
    """Return who can win which pot, and what nobody has called; empty where there is one pot for all."""
    texts: list[str] = []
    several = sum(len(players) > 1 for _, players in state.pots) > 1
    for amount, players in state.pots:
        names = ", ".join(state.players[i].name for i in sorted(players))
        if len(players) == 1:
            texts.append(f"{chips(amount)} that nobody called go back to {names}.")
        else:
            name = ("Side pot" if texts else "Main pot") if several else "Pot"
            texts.append(f"{name} {chips(amount)}: {names}.")
    if several:
        texts.append("Each pot goes to the best of its players: name the next best hands too.")
    return " ".join(texts) if len(texts) > 1 else ""


def _show(line: ProblemLine, problem: Problem | None) -> None:
    if problem is None:
        line.clear()
    else:
        line.show_error(problem.message)


def winners(snapshot: Snapshot | None) -> tuple[int, ...]:
    """Return the seats that cannot lose by an exact result; empty where it is not decided."""
    if snapshot is None or snapshot.method != "exact":
        return ()
    return tuple(
        i for i, seat in enumerate(snapshot.seats) if seat.estimate is not None and seat.estimate.lose <= 1e-12
    )
