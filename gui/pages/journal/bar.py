"""The bar that chooses, begins, renames and deletes journals, with its questions and problems."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from gui.look.scale import at_most
from gui.pages.journal.words import hands_text
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    add_actions,
    combo_box,
    filled,
    label,
    named,
    offer,
    push_button,
    release_focus,
)
from gui.parts.text_entry import ProblemLine
from gui.state.journal import Journal
from gui.state.settings import NO_JOURNAL

NO_HANDS_KEPT = "Hands are not kept"
NEW_NAME, OTHER_NAME = "Name of the new journal, then Enter", "Other name, then Enter"
KEEP = "Keep"
LEAST_LETTERS = 22


class JournalBar(QWidget):
    """``journal.choose``, the buttons after it, and a line of questions below."""

    def __init__(self, journal: Journal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._numbers: list[int] = []
        self._renames = False
        self._confirmed: Callable[[], None] | None = None
        tip = "Hands of the tracker go into this journal"
        self._choose = combo_box("journal.choose", "Journal", self._on_chosen, tip, width=160)
        self._choose.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._choose.setMinimumContentsLength(LEAST_LETTERS)
        self._menu = QMenu(self)
        rows = ("new", "New journal…", self._on_new), ("rename", "Rename…", self._on_rename)
        _, self._rename, self._delete = add_actions(
            self._menu, "journal", *rows, ("delete", "Delete the journal…", self._on_delete)
        )
        self._edit = named(MenuButton(), "journal.edit", "Begin, rename or delete a journal")
        self._edit.setText("Edit")
        self._edit.setMenu(self._menu)
        self._name = named(QLineEdit(self), "journal.name", "Name of the journal")
        self._name.setMaxLength(200)
        at_most(self._name, width=320)
        self._name.returnPressed.connect(self._on_named)
        self._question = label(name="journal.question", role="", wrap=True)
        self._confirm = push_button("Delete", "journal.confirm", self._on_confirmed)
        self._cancel = push_button(KEEP, "journal.cancel", self.close_question)
        self._problem = named(ProblemLine(parent=self), "journal.problem")
        self._again = push_button("Try again", "journal.again", journal.try_again, "Write what waits, and read")
        self._anew = push_button(
            "Begin a new file", "journal.anew", journal.begin_anew, "The damaged file is kept under another name"
        )
        self._asking = QWidget(self)
        self._build()
        self.close_question()

    def _build(self) -> None:
        self.row = filled(QHBoxLayout(), self._choose, self._edit, STRETCH, spacing=8)
        asked = self._name, (self._question, 1), self._confirm, self._cancel
        filled(QHBoxLayout(self._asking), *asked, spacing=8, margins=NO_MARGINS)
        wrong = filled(QHBoxLayout(), (self._problem, 1), self._again, self._anew, spacing=8)
        filled(QVBoxLayout(self), self.row, self._asking, wrong, spacing=6, margins=NO_MARGINS)

    def add_action(self, name: str, title: str, handler: Callable[[], object]) -> QAction:
        """Add an entry to the menu and return it."""
        (action,) = add_actions(self._menu, "journal", (name, title, handler))
        return action

    def render_journal(self) -> None:
        """Show the journals and their problems."""
        overview = self._journal.overview
        rows = overview.rows if overview is not None else ()
        chosen = overview.chosen if overview is not None else None
        self._numbers = [*(row.number for row in rows), NO_JOURNAL]
        names = [f"{row.name} ({hands_text(row.hands)})" for row in rows] or (
            ["Bankroll"] if self._journal.keeps else []
        )
        if not rows and self._journal.keeps:
            self._numbers.insert(0, -1)  # the first one, which is not there yet
        offer(self._choose, [*names, NO_HANDS_KEPT])
        place = 0 if chosen is None else self._numbers.index(chosen.number)
        self._choose.setCurrentIndex(place if self._journal.keeps else len(self._numbers) - 1)
        for action in (self._rename, self._delete):
            action.setEnabled(chosen is not None)
        unread = overview.unread if overview is not None else ""
        damaged = self._journal.damaged
        reading = overview.problem if overview is not None else ""
        problem = self._journal.problem or (f"{reading[:1].upper()}{reading[1:]}" if reading else "")
        if unread:
            problem = f"{problem}. {unread}" if problem else unread
        if damaged:
            problem += f". The file is {self._journal.path}; nothing is written over it"
        self._problem.show_error(problem) if problem else self._problem.clear()
        self._again.setVisible(bool(problem))
        self._anew.setVisible(damaged)

    def ask(self, question: str, confirmed: Callable[[], None]) -> None:
        """Ask before something is deleted; ``confirmed`` does it."""
        self.close_question()
        self._confirmed = confirmed
        self._question.setText(question)
        self._show_asking(self._question, self._confirm, self._cancel)
        self._cancel.setFocus()

    def _show_asking(self, *parts: QWidget) -> None:
        for part in (self._name, self._question, self._confirm, self._cancel):
            part.setVisible(part in parts)
        self._asking.setVisible(bool(parts))

    @Slot()
    def close_question(self) -> None:
        """Ask nothing any more."""
        self._confirmed = None
        if self._asking.isVisible():
            release_focus(self._asking)
        self._show_asking()

    def _ask_name(self, placeholder: str, text: str) -> None:
        self._name.setPlaceholderText(placeholder)
        self._name.setText(text)
        self._name.selectAll()
        self._cancel_is("Cancel")
        self._show_asking(self._name, self._cancel)
        self._name.setFocus()

    def _cancel_is(self, text: str) -> None:
        self._cancel.setText(text)
        self._cancel.setAccessibleName(text)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        number = self._numbers[index]
        if number >= NO_JOURNAL:
            self._journal.choose(number)

    @Slot()
    def _on_new(self) -> None:
        self._renames = False
        self._ask_name(NEW_NAME, "")

    @Slot()
    def _on_rename(self) -> None:
        overview = self._journal.overview
        if overview is not None and overview.chosen is not None:
            self._renames = True
            self._ask_name(OTHER_NAME, overview.chosen.name)

    @Slot()
    def _on_named(self) -> None:
        name, overview = self._name.text().strip(), self._journal.overview
        if not name:
            return
        if not self._renames:
            self._journal.create(name)
        elif overview is not None and overview.chosen is not None:
            self._journal.rename(overview.chosen.number, name)
        self.close_question()

    @Slot()
    def _on_delete(self) -> None:
        overview = self._journal.overview
        if overview is None or overview.chosen is None:
            return
        row = overview.chosen
        self._cancel_is(KEEP)
        question = f"Delete “{row.name}” with {hands_text(row.hands)}? This cannot be undone."
        self.ask(question, lambda: self._journal.delete(row.number))

    @Slot()
    def _on_confirmed(self) -> None:
        confirmed = self._confirmed
        self.close_question()
        if confirmed is not None:
            confirmed()
