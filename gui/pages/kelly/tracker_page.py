"""The hand tracker: the set-up, then step by step a hand with the advice at each of hero's turns, and its log."""

from typing import Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES
from engine.kelly.hand.saved import Action
from engine.kelly.hand.table import TableState, is_last, wants_bring_in
from gui.export.files import FileActions, table_csv
from gui.look.formatting import chips
from gui.look.guard import Guarded
from gui.look.scale import at_least, px, set_row_height, set_text, text_font
from gui.look.theme import TEXT, TEXT_SMALL, current_theme
from gui.pages.kelly.advice import AdviceCard
from gui.pages.kelly.tracker_actions import TrackerActions, TrackerNext, TrackerShowdown
from gui.pages.kelly.tracker_line import TrackerDeal, TrackerLine
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.tracker_setup import TrackerSetup
from gui.parts.build import NO_MARGINS, MenuButton, add_actions, filled, label, named, push_button, scrolled
from gui.parts.spoken import ShownCells
from gui.state.document import Document
from gui.state.session import Session
from gui.state.settings import Settings

COLUMNS = ("Player", "Stack", "This street", "In the pot", "")
TIPS = (
    "",
    "Chips in front, not yet bet",
    "Chips bet on this street; an ante is none, for nobody has to match it",
    "All chips put in during the hand, the ante too",
    "",
)
ROW_HEIGHT = 26
MOST_ROWS = 6
Step = TrackerActions | TrackerDeal | TrackerShowdown | TrackerNext
FAIR = "For study and review: poker rooms forbid programs like this while you play."
NOT_HEROS_TURN = "The advice comes when it is your turn."
HERO_FOLDED = "You have folded: nothing more to decide in this hand."
HERO_OUT = "You have no chips left: add some between two hands to be dealt in again."
BETTING_OVER = "The betting on this street is over."
HAND_OVER = "The hand is over."
BACK_TIP = "Takes the last step back; cards that were typed stay. Undo (Ctrl+Z) takes everything back in turn"
END_TIP = (
    "Back to the set-up, with the stacks and the bankroll as they are now; a hand that is not over is cancelled, its "
    "chips go back, but what you put in before you folded is lost. Export the log first."
)


class TrackerPlayers(Guarded, ShownCells, QTableWidget):
    """One row a player; ``tracker.players``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(COLUMNS), parent)
        self._state: TableState | None = None
        self._acting: int | None = None
        named(self, "tracker.players", "Players of the hand")
        self.setHorizontalHeaderLabels(COLUMNS)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        set_row_height(self.verticalHeader(), ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(len(COLUMNS)):
            side = Qt.AlignmentFlag.AlignLeft if column in (0, 4) else Qt.AlignmentFlag.AlignRight
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                item.setToolTip(TIPS[column])

    def render_state(self, state: TableState, acting: int | None) -> None:
        """Show the players as they stand; ``acting``: whose turn it is."""
        self._state, self._acting = state, acting
        self.setRowCount(len(state.players))
        for row, player in enumerate(state.players):
            marks = [
                "button" if row == state.button and not GAMES[state.game].stud else "",
                "folded" if player.folded and not player.out else "",
                "out" if player.out else "",
                "all in" if not player.folded and player.stack == 0.0 and not state.over else "",
                "to act" if row == acting else "",
            ]
            texts = (
                player.name,
                chips(player.stack),
                chips(player.street) if player.street else "",
                chips(player.committed) if player.committed else "",
                ", ".join(mark for mark in marks if mark),
            )
            for column, text in enumerate(texts):
                self._write(row, column, text, player.name, quiet=player.folded, strong=row == acting)
        if acting is not None:
            self.scrollTo(self.model().index(acting, 0))
        height = self.horizontalHeader().sizeHint().height() + px(ROW_HEIGHT) * min(len(state.players), MOST_ROWS) + 2
        self.setFixedHeight(height)

    def _write(self, row: int, column: int, text: str, name: str, *, quiet: bool, strong: bool) -> None:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        side = Qt.AlignmentFlag.AlignLeft if column in (0, 4) else Qt.AlignmentFlag.AlignRight
        item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        item.setText(text)
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole, f"{name}, {COLUMNS[column]}: {text or 'none'}" if column else name
        )
        item.setFont(text_font(TEXT, QFont.Weight.DemiBold if strong else QFont.Weight.Normal))
        theme = current_theme()
        item.setForeground(QColor(theme.muted if quiet or column == 4 else theme.text))
        item.setBackground(QColor(theme.selection if strong else theme.surface))

    def customEvent(self, event: QEvent) -> None:
        if self._state is not None:
            self.render_state(self._state, self._acting)


class _Log(Guarded, QPlainTextEdit):
    """Keeps its last line in sight where it gets less height."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.ensureCursorVisible()


class TrackerPage(Guarded, QWidget):
    """Follows the document's tracked session. Everything it does is an edit that can be undone."""

    def __init__(
        self,
        document: Document,
        session: Session,
        model: TrackerModel,
        settings: Settings,
        files: FileActions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        named(self, "tracker", "Hand tracker")
        self._document, self.model = document, model
        self._setup = TrackerSetup(document, model, settings, self)
        self._players = TrackerPlayers(self)
        self._advice = AdviceCard("tracker.advice", self)
        self._actions = TrackerActions(model, self)
        self._deal = TrackerDeal(document, model, self)
        self._showdown = TrackerShowdown(document, session, model, self)
        self._next = TrackerNext(model, self)
        self.line = TrackerLine(document, model, self._ready, self)
        self._turn: tuple[Step, int] | None = None
        self._build_log(files)
        self._build()
        model.changed.connect(self._on_changed)
        self._render()

    def _build_log(self, files: FileActions) -> None:
        self._log = named(_Log(), "tracker.log", "Log of the session")
        self._log.setReadOnly(True)
        set_text(self._log, TEXT_SMALL)
        at_least(self._log, height=64)
        self._log.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # it takes what is left
        self._menu = QMenu(self)
        files.add("csv", "Log as CSV data", lambda: "hands", lambda: table_csv(self.model.log_table()))
        files.add("txt", "Log as text", lambda: "hands", lambda: f"{self.model.log_text()}\n".encode())
        self._menu.addActions(files.actions)
        add_actions(self._menu, "tracker", ("copy", "Copy the log", self._on_copy))

    def _build(self) -> None:
        self._steps = QWidget()  # one of them is shown, in no more height than it needs: no QStackedWidget
        filled(QVBoxLayout(self._steps), self._actions, self._deal, self._showdown, self._next, margins=NO_MARGINS)
        self._steps.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        course, hand = QWidget(), QWidget()
        parts = self._build_head(), self._players, self._advice, self._steps, (self._log, 1)
        filled(QVBoxLayout(course), *parts, spacing=10, margins=NO_MARGINS)
        area = scrolled(course, "tracker.hand", "The hand")  # where the window is low; the line stays in sight
        filled(QVBoxLayout(hand), (area, 1), self.line, spacing=8, margins=NO_MARGINS)
        self._pages = QStackedWidget()
        self._pages.addWidget(scrolled(self._setup, "tracker.setup", "How the session begins"))
        self._pages.addWidget(hand)
        fair = label(FAIR, name="tracker.fair", weight=QFont.Weight.Normal, wrap=True)
        filled(QVBoxLayout(self), (self._pages, 1), fair, spacing=8, margins=NO_MARGINS)

    def _build_head(self) -> QHBoxLayout:
        self._head = label(name="tracker.head", role="title", wrap=True)
        self._back = push_button("Step back", "tracker.stepBack", self.model.step_back, BACK_TIP)
        end = push_button("End session", "tracker.end", self.model.end, END_TIP)
        menu = named(MenuButton(), "tracker.menu", "Export the log")
        menu.setText("Log")
        menu.setMenu(self._menu)
        return filled(QHBoxLayout(), (self._head, 1), self._back, menu, end, spacing=8)

    def set_low(self, low: bool) -> None:
        """Leave more of a low page to what can be done."""
        self._advice.set_low(low)

    def take_focus(self) -> None:
        """Give the keyboard to the line of the hand, or to the set-up."""
        if self.model.now is not None:
            self.line.entry.setFocus()
        else:
            self._setup.take_focus()

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.model.log_text())

    def _render(self) -> None:
        now, problem = self.model.now, self.model.problem
        if now is None and problem is None:
            self._turn = None
            self._pages.setCurrentIndex(0)
            return
        self._pages.setCurrentIndex(1)
        playable = now is not None
        for widget in (self._players, self._steps, self.line, self._log, self._back):
            widget.setVisible(playable)
        if now is None:
            self._head.setText("")
            self._advice.show()
            self._advice.show_message(f"{problem.message}." if problem else "")
            return
        state = now.state
        board = f" {state.board}" if state.board else ""
        self._head.setText(f"Hand {state.hand}, {state.street_name}{board}")
        self._back.setEnabled(self.model.can_step_back)
        self._players.render_state(state, None if wants_bring_in(state) else state.to_act)
        self._render_step(state)
        self._render_log()

    def _render_step(self, state: TableState) -> None:
        facts = f"{pot_text(state)}, bankroll {chips(state.bankroll)}"
        self._head.setText(f"{self._head.text()}: {facts}")
        question = self.model.question
        if question is not None and not wants_bring_in(state):
            self._advice.render_question(question)
        else:
            self._advice.show_message(_no_advice(state))
        step = self._step(state)
        step.render_state(state)
        self.line.render_state(state)
        self._show_step(step)

    def _ready(self, state: TableState) -> Action | None:
        """Return what the step on show would do."""
        return self._step(state).ready(state)

    def _step(self, state: TableState) -> Step:
        """Return what can be done now."""
        if state.over:
            return self._next
        if wants_bring_in(state) or (state.to_act is None and not is_last(state)):
            return self._deal
        return self._showdown if state.to_act is None else self._actions

    def _show_step(self, step: Step) -> None:
        """Show a step; who has the keyboard in the tracker keeps it there."""
        turn = (step, len(self.model.now.state.log) if self.model.now else 0)
        typed = self.line.entry.hasFocus()  # before a step goes that has the keyboard, which Qt would give to the line
        held = self.isAncestorOf(QApplication.focusWidget() or self.window())
        for widget in (self._actions, self._deal, self._showdown, self._next):
            widget.setVisible(widget is step)
        self._advice.setVisible(step is not self._showdown)  # nothing is left to advise, and the places need the room
        if turn != self._turn and held and not typed:
            step.take_focus() if self._turn is not None else self.line.entry.setFocus()
        self._turn = turn

    def _render_log(self) -> None:
        text = self.model.log_text()
        if text != self._log.toPlainText():
            self._log.setPlainText(text)
            self._log.moveCursor(QTextCursor.MoveOperation.End)

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._render()


def _no_advice(state: TableState) -> str:
    """Return why there is no advice now."""
    if state.players[state.hero].out:
        return HERO_OUT
    if state.over:
        return HAND_OVER
    if state.players[state.hero].folded:
        return HERO_FOLDED
    return NOT_HEROS_TURN if state.to_act is not None or wants_bring_in(state) else BETTING_OVER


def pot_text(state: TableState) -> str:
    """Return what is in the pot; where a player who is all in cannot win all of it, main pot and side pots too."""
    text = f"pot {chips(state.pot)}"
    pots = [amount for amount, players in state.pots if len(players) > 1]
    if len(pots) < 2:
        return text
    side = " + ".join(chips(amount) for amount in pots[1:])
    return f"{text} (main {chips(pots[0])}, side {side})"
