"""What is typed of a tracked hand: the line of words, and the cards that come between the betting of two streets."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Problem, ScenarioError
from engine.kelly.hand.on_table import board_cards, dealt_already
from engine.kelly.hand.saved import Action
from engine.kelly.hand.table import STREETS, TableState, is_last, wants_bring_in
from engine.kelly.hand.tracker import BOARD_CARDS
from engine.kelly.hand.typed import BACK, OK, Word, typed_step, words_of
from engine.table.first_to_act import first_on
from gui.look.scale import fix
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import NO_MARGINS, STRETCH, combo_box, filled, label, named, push_button
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.document import Document

TIP = (
    "<b>By keys alone</b>, Enter does it; several words are several steps, each with an undo of its own.<br>"
    "<b>f</b> folds, <b>c</b> calls or checks, <b>x</b> checks<br>"
    "<b>120</b> or <b>r120</b>: bet or raise to 120; <b>+60</b>: raise by 60<br>"
    "<b>1/2</b>, <b>75%</b>, <b>p</b>: of the pot; <b>a</b>: all in; <b>b</b>, <b>r</b>: as advised or the least<br>"
    "<b>7h8h2c</b>: the cards that come; razz: a word for each player, <b>-</b> for none<br>"
    "<b>KdQd</b> at the showdown: what opponents show; or <b>w</b> (you win), <b>2</b>, <b>1=2</b>, <b>2&gt;1</b><br>"
    "<b>n</b>: next hand, <b>ok</b>: what stands ready, <b>u</b>: a step back"
)
BETTING, FIXED = "f, c, x, 120 (to), +60 (by), 1/2, p, a", "f, c, x, r"
SHOWDOWN, OVER = "what they show, as in {}; or w, 2, 1=2", "n: next hand"
SHOWN, DOWN_CARDS = "KdQd", "A2K, the down cards"
BOARD, CARD = "7h8h2c", "Ks"
HANDS, CARDS, OWN = "A29 K 7: a word for each player", "5 8: a word for each player", "your last card"


NOT_KNOWN = "type the cards"
WHO_IS_FIRST = "Type everybody's up cards into the seats on the left, or choose who is first."


class TrackerLine(QWidget):
    """The entry ``tracker.line``; ``ready`` tells what the step on show would do, None where that is nothing."""

    def __init__(
        self,
        document: Document,
        model: TrackerModel,
        ready: Callable[[TableState], Action | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._model, self._ready = document, model, ready
        self.entry = named(TextEntry(self), "tracker.line", "Type the hand", TIP)
        self.entry.setToolTipDuration(-1)
        self.entry.edited.connect(self._on_edited)
        self.entry.returnPressed.connect(self._on_entered)
        self._problem = named(ProblemLine(self.entry, self), "tracker.line.problem")
        head = label("Type", self, role="")
        head.setBuddy(self.entry)
        row = filled(QHBoxLayout(), head, (self.entry, 1), spacing=8)
        filled(QVBoxLayout(self), row, self._problem, spacing=2, margins=NO_MARGINS)

    def render_state(self, state: TableState) -> None:
        """Show what can be typed now."""
        self.entry.setPlaceholderText(_placeholder(state))

    @Slot(str, str)
    def _on_edited(self, text: str, merge: str) -> None:
        self._show(None)

    @Slot()
    def _on_entered(self) -> None:
        text = self.entry.text()
        words = list(words_of(text))
        now = self._model.now
        if not words and now is not None and (now.state.over or now.state.to_act is None):
            words = [Word(OK, 0)]
        while words:
            used, problem = self._do(words)
            if problem is not None:
                start = words[0].at
                self.entry.show_text(text[start:])
                self.entry.selectAll()  # what is typed next takes its place
                at = None if problem.position is None else max(problem.position - start, 0)
                self._show(Problem(problem.field, problem.message, at))
                return
            words = words[used:]
        self.entry.show_text("")
        self._show(None)

    def _do(self, words: list[Word]) -> tuple[int, Problem | None]:
        """Do the next step; return how many words it took, and why it cannot be done."""
        now = self._model.now
        if now is None:
            return len(words), None
        if words[0].text == BACK:
            self._model.step_back()
            return 1, None
        try:
            step = typed_step(self._document.scenario, now, words, self._ready(now.state))
        except ScenarioError as error:
            return 0, error.problems[0]
        problem = self._model.act_typed(step)
        return step.used, problem and Problem(problem.field, problem.message, words[0].at)

    def _show(self, problem: Problem | None) -> None:
        self.entry.set_problem(problem)
        self._problem.show_problem(problem)


def _placeholder(state: TableState) -> str:
    """Return what can be typed at this moment, as an example."""
    stud = GAMES[state.game].stud
    if state.over:
        return OVER
    if wants_bring_in(state):
        return HANDS
    if state.to_act is not None:
        return FIXED if state.stakes.fixed else BETTING
    if is_last(state):
        return SHOWDOWN.format(DOWN_CARDS if stud else SHOWN)
    if stud:
        return OWN if state.street_name == "sixth street" else CARDS
    return CARD if state.street else BOARD


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
