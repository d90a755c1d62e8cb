"""Between the betting of two streets: the cards that come, in razz who acts first; and the bring-in."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine import BOARD_CARDS, STREETS, Action, Problem, ScenarioError, TableState
from gui.document import Document
from gui.razz_order import first_to_act
from gui.theme import Look
from gui.tracked_table import board_cards, dealt_already
from gui.tracker_desk import TrackerDesk
from gui.widgets.text_entry import ProblemLine, TextEntry


class TrackerDeal(QWidget):
    """The cards ``tracker.cards``, who is first ``tracker.first``, and the button ``tracker.deal``."""

    def __init__(self, document: Document, desk: TrackerDesk, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._desk = document, desk
        self._text = ""
        self._seen: tuple[int, str] | None = None
        self._title = QLabel()
        self._title.setObjectName("tracker.deal.title")
        self._title.setProperty("role", "title")
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setProperty("role", "muted")
        self._cards = TextEntry(look, self)
        self._cards.setObjectName("tracker.cards")
        self._cards.setFixedWidth(160)
        self._cards.edited.connect(self._on_cards)
        self._cards.returnPressed.connect(self._on_deal)
        self._first = QComboBox()
        self._first.setObjectName("tracker.first")
        self._first.setAccessibleName("Who is first")
        self._first.setMinimumWidth(120)
        self._first_label = QLabel()
        self._first_label.setBuddy(self._first)
        self._deal = QPushButton()
        self._deal.setObjectName("tracker.deal")
        self._deal.setProperty("role", "primary")
        self._deal.clicked.connect(self._on_deal)
        self._problem = ProblemLine(look, self._cards, self)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self._cards, self._first_label, self._first, self._deal):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addLayout(row)
        layout.addWidget(self._problem)
        layout.addStretch(1)

    def render_state(self, state: TableState) -> None:
        """Ask for the next street, or for the bring-in."""
        street = "bring-in" if wants_bring_in(state) else STREETS[state.game][state.street + 1]
        holdem = state.game == "holdem"
        here = dealt_already(self._document.scenario, state) if holdem else ""
        if (len(state.log), here) != self._seen:
            self._seen = (len(state.log), here)
            self._text = here
            self._cards.show_text(here)
            self._problem.clear()
        which = street if state.game == "razz" else f"the {street}"
        title = "Who brings it in?" if wants_bring_in(state) else f"Next: {which}"
        self._title.setText(title)
        self._cards.setVisible(holdem)
        self._cards.setAccessibleName(f"Cards of the {street}")
        for widget in (self._first_label, self._first):
            widget.setVisible(not holdem)
        self._first_label.setText("Highest door card" if wants_bring_in(state) else "First to act")
        if holdem:
            number = BOARD_CARDS[street]
            self._cards.setPlaceholderText("7h 8h 2c" if number == 3 else "Ks")
            what = f"Type {number} cards, or click them" if number > 1 else "Type the card, or click it"
            self._hint.setText(f"{what} onto the board.")
        else:
            self._hint.setText(
                "Type the hands into the seats on the left; the highest door card posts the bring-in."
                if wants_bring_in(state)
                else "Type the new cards into the seats on the left; the lowest board acts first."
            )
            self._fill_first(state)
        text = "Post the bring-in" if wants_bring_in(state) else f"Deal {which}"
        self._deal.setText(text)
        self._deal.setAccessibleName(text)

    def take_focus(self) -> None:
        """Let the keyboard begin here."""
        (self._cards if self._cards.isVisible() else self._deal).setFocus()

    def _fill_first(self, state: TableState) -> None:
        """Offer the players, the one that the cards on the table say first."""
        chosen = self._first.currentData()
        mark = first_to_act(self._document.scenario)
        likely = mark[1][0] if mark is not None and mark[1] and mark[1][0] in state.live else None
        names = [(state.players[i].name, i) for i in state.live]
        if [self._first.itemText(i) for i in range(self._first.count())] != [name for name, _ in names]:
            self._first.clear()
            for name, index in names:
                self._first.addItem(name, index)
            chosen = None
        at = self._first.findData(likely if likely is not None else chosen)
        self._first.setCurrentIndex(max(at, 0))

    @Slot(str, str)
    def _on_cards(self, text: str, merge: str) -> None:
        self._text = text
        self._problem.clear()

    @Slot()
    def _on_deal(self) -> None:
        now = self._desk.now
        if now is None:
            return
        problem: Problem | None
        if wants_bring_in(now.state):
            chips = now.state.stakes.bring_in
            problem = self._desk.act(Action("bring-in", self._first.currentData(), chips), "Bring-in")
        else:
            street = STREETS[now.state.game][now.state.street + 1]
            try:
                cards = board_cards(self._text) if now.state.game == "holdem" else ""
            except ScenarioError as error:
                self._problem.show_error(error.problems[0].message, error.problems[0].position)
                return
            first = self._first.currentData() if now.state.game == "razz" else None
            problem = self._desk.act(Action("street", first, cards=cards, note=cards), f"Deal the {street}")
        if problem is not None:
            self._problem.show_error(problem.message)


def wants_bring_in(state: TableState) -> bool:
    """Say whether the bring-in of razz is still to be posted."""
    return (
        state.game == "razz"
        and state.street == 0
        and state.stakes.bring_in > 0.0
        and not state.over
        and state.price == 0.0
        and not any(player.acted for player in state.players)
    )
