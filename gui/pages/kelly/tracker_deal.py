"""Between the betting of two streets: the cards that come, in razz who acts first; and the bring-in."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Problem, ScenarioError
from engine.kelly.hand.on_table import board_cards, dealt_already
from engine.kelly.hand.saved import Action
from engine.kelly.hand.table import STREETS, TableState, wants_bring_in
from engine.kelly.hand.tracker import BOARD_CARDS
from engine.table.first_to_act import first_on
from gui.look.scale import fix
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, filled, label, named, push_button
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.document import Document

NOT_KNOWN = "type the cards"
WHO_IS_FIRST = "Type everybody's up cards into the seats on the left, or choose who is first."


class TrackerDeal(QWidget):
    """The cards ``tracker.cards``, who is first ``tracker.first``, and the button ``tracker.deal``.

    Who is first follows the cards on the table, or is chosen; as long as neither says it nothing is dealt. Cards that
    were typed here and dealt stand ready again when their step is taken back.
    """

    def __init__(self, document: Document, model: TrackerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._model = document, model
        self._text = ""
        self._seen: tuple[int, str] | None = None
        self._chosen: int | None = None
        self._dealt: dict[tuple[int, int], str] = {}
        self._title = label(name="tracker.deal.title", role="title")
        self._hint = label(wrap=True)
        self._cards = named(TextEntry(self), "tracker.cards")
        fix(self._cards, width=160)
        self._cards.edited.connect(self._on_cards)
        self._cards.returnPressed.connect(self._on_deal)
        self._first = combo_box("tracker.first", "Who is first", self._on_chosen, width=120)
        self._first.setPlaceholderText(NOT_KNOWN)
        self._first_label = label(role="")
        self._first_label.setBuddy(self._first)
        self._deal = push_button("", "tracker.deal", self._on_deal, role="primary")
        self._problem = ProblemLine(self._cards, self)
        row = filled(QHBoxLayout(), self._cards, self._first_label, self._first, self._deal, STRETCH, spacing=8)
        column = self._title, self._hint, row, self._problem, STRETCH
        filled(QVBoxLayout(self), *column, spacing=6, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Ask for the next street, or for the bring-in."""
        street = "bring-in" if wants_bring_in(state) else STREETS[state.game][state.street + 1]
        has_board = GAMES[state.game].board_cards > 0
        here = dealt_already(self._document.scenario, state) if has_board else ""
        if (len(state.log), here) != self._seen:
            self._seen = (len(state.log), here)
            self._text = here or self._dealt.get((state.hand, state.street), "")
            self._cards.show_text(self._text)
            self._chosen = None
            self._problem.clear()
        which = f"the {street}" if has_board else street
        title = "Who brings it in?" if wants_bring_in(state) else f"Next: {which}"
        self._title.setText(title)
        self._cards.setVisible(has_board)
        self._cards.setAccessibleName(f"Cards of the {street}")
        for widget in (self._first_label, self._first):
            widget.setVisible(not has_board)
        self._first_label.setText("Highest door card" if wants_bring_in(state) else "First to act")
        if has_board:
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

    def ready(self, state: TableState) -> Action | None:
        """Return the dealing for which the cards are there."""
        if GAMES[state.game].board_cards:
            try:
                cards = board_cards(self._text)
            except ScenarioError:
                return None
            return Action("street", cards=cards, note=cards) if cards else None
        first = self._first.currentData()
        if first is None:
            return None
        return Action("bring-in", first, state.stakes.bring_in) if wants_bring_in(state) else Action("street", first)

    def take_focus(self) -> None:
        (self._cards if self._cards.isVisible() else self._deal).setFocus()

    def _fill_first(self, state: TableState) -> None:
        """Offer the players; chosen is who was, else who is first by the cards on the table, else nobody."""
        names = [(state.players[i].name, i) for i in state.live]
        if [self._first.itemText(i) for i in range(self._first.count())] != [name for name, _ in names]:
            self._first.clear()
            for name, index in names:
                self._first.addItem(name, index)
        street = 0 if wants_bring_in(state) else state.street + 1
        first = next(iter(first_on(self._document.scenario, street, state.live)), None)
        if first is None and sum(state.players[i].stack > 0.0 for i in state.live) < 2 and street:
            first = state.live[0]  # nobody is left to bet
        at = self._first.findData(first if self._chosen is None else self._chosen)
        if at != self._first.currentIndex():
            self._first.setCurrentIndex(at)
            self._problem.clear()

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
        now = self._model.now
        if now is None:
            return
        first = self._first.currentData()
        problem: Problem | None
        if GAMES[now.state.game].board_cards:
            problem = self._deal_board(now.state)
        elif first is None:
            problem = Problem("first", WHO_IS_FIRST)
        elif wants_bring_in(now.state):
            problem = self._model.act(Action("bring-in", first, now.state.stakes.bring_in), "Bring-in")
        else:
            problem = self._model.act(Action("street", first), f"Deal {STREETS[now.state.game][now.state.street + 1]}")
        if problem is not None:
            self._problem.show_problem(problem)

    def _deal_board(self, state: TableState) -> Problem | None:
        """Deal the cards that are typed; return why they cannot be."""
        try:
            cards = board_cards(self._text)
        except ScenarioError as error:
            return error.problems[0]
        name = STREETS[state.game][state.street + 1]
        problem = self._model.act(Action("street", cards=cards, note=cards), f"Deal the {name}")
        if problem is None:
            self._dealt[state.hand, state.street] = self._text
        return problem
