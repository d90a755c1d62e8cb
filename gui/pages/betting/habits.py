"""What a player really does at a decision: shares by sliders, for all hands or some, and what knowing it is worth."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QSlider, QVBoxLayout, QWidget

from engine import GAMES, ScenarioError
from engine.betting.habits import chosen_hands, moved_shares, usual_habits
from engine.betting.panel import panel_of, with_entries
from engine.betting.watch import BettingView
from engine.scenario.betting import Fixed
from gui.look.formatting import percent
from gui.look.games import GAME_WORDS
from gui.look.guard import Guarded, Keyed
from gui.look.scale import at_least
from gui.pages.betting.player_view import rounded_chips
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    bare_grid,
    drop,
    empty_menu,
    filled,
    label,
    level_slider,
    menu_entry,
    named,
    push_button,
)
from gui.parts.chip_button import ChipButton, SignButton
from gui.parts.text_entry import LineField, ProblemLine
from gui.state.document import Document

DIGITS = 3
"""Decimals of the shares that are fixed."""
ANY_CARD = "*"
SLIDERS_IN_ROW = 3
TIP = (
    "Fix what a player really does here: the rest of the play becomes the best against it. Later entries stand where "
    "several are about the same hands."
)


def fixed_shares(actions: Sequence[str], shares: Sequence[float]) -> dict[str, float]:
    """Return shares of actions as they are fixed: rounded, adding up to 1, without those that are 0."""
    rounded = [round(share, DIGITS) for share in shares]
    most = max(range(len(rounded)), key=rounded.__getitem__)
    rounded[most] = round(1.0 - sum(rounded[:most]) - sum(rounded[most + 1 :]), DIGITS)
    return {action: share for action, share in zip(actions, rounded, strict=True) if share > 0}


def with_habit(fixed: Sequence[Fixed], new: Fixed) -> tuple[Fixed, ...]:
    """Return the entries with a new one at the end, in place of one about the same hands at the same decision."""
    about = (new.seat, new.path, new.hands)
    return (*(one for one in fixed if (one.seat, one.path, one.hands) != about), new)


def habit_words(one: Fixed, name: str) -> str:
    """Return an entry in words, as in ``Villain after check · bet 50, top pair+: call 100 %``."""
    line = " · ".join("any card" if step == ANY_CARD else step for step in one.path)
    shares = ", ".join(f"{action} {percent(share, exact_digits=0)}" for action, share in one.frequencies.items())
    return f"{name} {f'after {line}' if line else 'at first'}, {one.hands or 'all hands'}: {shares}"


class Habits(Guarded, QWidget):
    """The habits that the document holds, and sliders for another at the displayed node."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._view: BettingView | None = None
        self._decision: tuple[object, ...] = ()
        self.shares: tuple[float, ...] = ()
        """The frequencies that the sliders stand at."""
        self._moved = False
        """Whether a slider was moved since the decision is displayed."""
        named(self, "betting.habits", "His habits", TIP)
        self._title = label("", self, name="betting.habits.title", weight=QFont.Weight.DemiBold)
        self.gain = label("", self, name="betting.habits.gain", role="", wrap=True)
        self._menu = named(QMenu(self), "betting.habits.menu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._usual = named(MenuButton(self, "Usual habits", self._menu), "betting.habits.usual", "Usual habits")
        self.hands = named(LineField(self), "betting.habits.hands", "Hands that are fixed; empty: all")
        at_least(self.hands, width=160)
        self.line = ProblemLine(parent=self)
        tip = "It holds on every card that can come in place of those dealt here"
        self._any = named(ChipButton("on any card", self), "betting.habits.any", tip, tip)
        self._any.setCheckable(True)
        self._fix = push_button("Fix", "betting.habits.fix", self._on_fix, TIP)
        self._sliders: list[tuple[QLabel, QSlider]] = []
        self._rows: list[QWidget] = []
        self._editor, self._list = QWidget(self), QWidget(self)
        self._grid: QGridLayout = bare_grid(self._editor, 8, 2)
        below = filled(QHBoxLayout(), (self.hands, 1), self._any, self._usual, self._fix, spacing=6)
        self._controls = QWidget(self)
        filled(QVBoxLayout(self._controls), below, self.line, spacing=2, margins=NO_MARGINS)
        self._entries = filled(QVBoxLayout(self._list), spacing=2, margins=NO_MARGINS)
        parts = self._title, self._list, self.gain, self._editor, self._controls
        filled(QVBoxLayout(self), *parts, STRETCH, spacing=8, margins=(0, 4, 8, 0))
        self.hands.returnPressed.connect(self._on_fix)
        self.hands.textEdited.connect(self._on_edited)

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """The habits that the document holds."""
        return panel_of(self._document.scenario).fixed

    def show_view(self, view: BettingView | None) -> None:
        """Offer the decision of a view, and list the fixed habits."""
        self._view = view
        node = view.node if view is not None else None
        decision = (node.path, tuple(action.name for action in node.actions)) if node is not None else ()
        if node is not None and (decision != self._decision or not self._moved):
            self._decision, self._moved = decision, False
            self.shares = tuple(action.frequency or 0.0 for action in node.actions)
            if abs(sum(self.shares) - 1.0) > 0.5 and self.shares:
                self.shares = (1.0 / len(self.shares),) * len(self.shares)
        decides = node is not None and node.seat is not None
        self._editor.setVisible(decides)
        self._controls.setVisible(decides)
        self._title.setText(self._heading())
        self._any.setVisible(view is not None and any(step.seat is None for step in view.steps))
        self.hands.setPlaceholderText(GAME_WORDS[self._document.scenario.game].habits)
        self._fix.setEnabled(decides and not self._other_fixed())
        self._usual.setEnabled(decides and not self._other_fixed())
        self._show_sliders()
        self._show_entries()
        self.gain.setText(self._gain_words())
        self.gain.setVisible(bool(self.gain.text()))

    def _seat(self) -> int | None:
        """Return the number in the table of the player who decides."""
        view = self._view
        if view is None or view.node.seat is None:
            return None
        return view.solution.request.table.active_seats[view.node.seat]

    def _name(self, seat: int) -> str:
        seats = self._document.scenario.seats
        return seats[seat].name if seat < len(seats) else f"Seat {seat + 1}"

    def _other_fixed(self) -> bool:
        """Return whether the habits are those of the player who does not decide here."""
        return any(one.seat != self._seat() for one in self.fixed)

    def _heading(self) -> str:
        seat = self._seat()
        if seat is None:
            return "Habits" if self.fixed else ""
        if self._other_fixed():
            return f"Habits are those of one player: remove them to fix what {self._name(seat)} does"
        return f"What {self._name(seat)} really does here"

    def _gain_words(self) -> str:
        view = self._view
        if view is None or not self.fixed:
            return ""
        if view.gain is None:
            return "Run it to see the best answer, and what it gains."
        names = [view.solution.request.table.seats[seat].name for seat in view.solution.request.table.active_seats]
        known, pot = view.gain, view.solution.request.pot
        error = rounded_chips(2 * sum(known.exploitability), pot)
        return (
            f"Displayed is the best answer: knowing this, {names[known.player]} gains "
            f"{'+' if known.ev > 0 else ''}{rounded_chips(known.ev, pot)} chips a hand, give or take {error}."
        )

    def _show_sliders(self) -> None:
        node = self._view.node if self._view is not None else None
        actions = node.actions if node is not None else ()
        while len(self._sliders) < len(actions):
            self._add_slider(len(self._sliders))
        for i, (text, slider) in enumerate(self._sliders):
            for part in (text, slider):
                part.setVisible(i < len(actions))
            if i < len(actions):
                share = self.shares[i]
                text.setText(f"{actions[i].name} {percent(share, exact_digits=0)}")
                slider.setAccessibleName(f"How often {actions[i].name}, in percent")
                with QSignalBlocker(slider):
                    slider.setValue(round(100 * share))

    def _add_slider(self, place: int) -> None:
        title = f"How often action {place + 1}, in percent"
        slider = level_slider(f"betting.habits.share{place}", title, 0, 100, 10)
        text = label("", self._editor, role="")
        slider.valueChanged.connect(Keyed(slider, self._on_moved, place).plain)
        row, column = divmod(place, SLIDERS_IN_ROW)
        self._grid.addWidget(text, 2 * row, column)
        self._grid.addWidget(slider, 2 * row + 1, column)
        self._grid.setColumnStretch(column, 1)
        self._sliders.append((text, slider))

    def _on_moved(self, place: int) -> None:
        self._moved = True
        self.shares = moved_shares(self.shares, place, self._sliders[place][1].value() / 100)
        self._show_sliders()

    def _show_entries(self) -> None:
        words = [habit_words(one, self._name(one.seat)) for one in self.fixed]
        if words == [row.property("words") for row in self._rows]:
            return
        drop(self._entries, *self._rows)
        self._rows = [self._row(i, text) for i, text in enumerate(words)]
        for row in self._rows:
            self._entries.addWidget(row)
        self._list.setVisible(bool(words))

    def _row(self, place: int, words: str) -> QWidget:
        row = QWidget(self._list)
        row.setProperty("words", words)
        remove = named(SignButton("close", row), f"betting.habits.remove{place}", f"Remove: {words}", "Remove")
        remove.clicked.connect(Keyed(remove, self.remove, place).plain)
        text = label(words, row, role="", wrap=True)
        filled(QHBoxLayout(row), (text, 1), remove, spacing=4, margins=NO_MARGINS)
        return row

    def _fill_menu(self) -> None:
        empty_menu(self._menu)
        view = self._view
        if view is None or view.node.seat is None:
            return
        actions = [action.name for action in view.node.actions]
        razz = not GAMES[self._document.scenario.game].holdem_ranges
        for habit in usual_habits(actions, razz=razz):
            menu_entry(self._menu, habit.title).triggered.connect(partial(self.fix, habit.parts))

    def fix(self, parts: Sequence[tuple[str | None, Mapping[str, float]]], _checked: bool = False) -> None:
        """Fix some hands (None: all) at the displayed decision, as one undo step."""
        view, seat = self._view, self._seat()
        if view is None or seat is None:
            return
        cards = [step.seat is None and self._any.isChecked() for step in view.steps]
        path = tuple(ANY_CARD if card else step for card, step in zip(cards, view.node.path, strict=True))
        fixed: tuple[Fixed, ...] = self.fixed
        for hands, frequencies in parts:
            fixed = with_habit(fixed, Fixed(seat, path, hands, dict(frequencies)))
        self._document.replace("Fix a habit", with_entries(self._document.scenario, fixed=fixed))
        self.show_view(view)

    def remove(self, place: int) -> None:
        """Take an entry out."""
        left = tuple(one for i, one in enumerate(self.fixed) if i != place)
        self._document.replace("Remove a habit", with_entries(self._document.scenario, fixed=left or None))
        self.show_view(self._view)

    @Slot()
    def _on_edited(self) -> None:
        self.line.clear()

    @Slot()
    def _on_fix(self) -> None:
        view = self._view
        if view is None or view.node.seat is None or not self._fix.isEnabled():
            return
        text = self.hands.text().strip() or None
        rows = view.node.hands[view.node.seat]
        try:
            chosen_hands(rows.names, text, view.node.board)
        except ScenarioError as error:
            self.line.show_problem(error.problems[0])
            return
        self.line.clear()
        actions = [action.name for action in view.node.actions]
        self.fix(((text, fixed_shares(actions, self.shares)),))
