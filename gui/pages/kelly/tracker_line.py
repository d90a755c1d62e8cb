"""The line in which a hand is typed: what somebody does, which cards come, one word or many, then Enter."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Problem, ScenarioError
from engine.kelly.hand.saved import Action
from engine.kelly.hand.table import TableState, is_last, wants_bring_in
from engine.kelly.hand.typed import BACK, OK, Word, typed_step, words_of
from gui.pages.kelly.tracker_model import TrackerModel
from gui.parts.build import NO_MARGINS, filled, label, named
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
