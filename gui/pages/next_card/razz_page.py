"""The page of next cards: what every card that can come does to the equities."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from engine import GAMES
from engine.details.next_cards import NextRanks
from gui.look.theme import Look
from gui.pages.next_card.model import NextCardModel
from gui.pages.next_card.view import NextCardView
from gui.parts.missing import NO_OPPONENT, is_alone, why_missing_in_razz
from gui.state.document import Document
from gui.state.next_cards import NextTable, next_tables, summary
from gui.state.session import Session

DETAIL = "next_card"
TEACH = "Fill in the seats on the left, with a card still to come:\nwhat every next card does is told here."
NOTHING_TO_COME = "All cards are there: nothing is to come."
UNKNOWN_GAME = "There is no table of next cards for this game yet."


class RazzNextCardPage(QWidget):
    """One table for each seat that draws next; that of the marked seat is shown, and buttons mark another one."""

    def __init__(self, document: Document, session: Session, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("nextCard")
        self.setAccessibleName("Next card")
        self._document, self._session = document, session
        self._tables: tuple[NextTable, ...] = ()
        self._shown: tuple[object, tuple[str, ...], bool] = (None, (), False)
        self.model = NextCardModel(look)
        self.model.setParent(self)
        self.view = NextCardView(self.model, look)
        self._choice = QButtonGroup(self)
        self._choice.idClicked.connect(self._on_chosen)
        self._choices = QHBoxLayout()
        self._choices.setSpacing(4)
        self._summary = QLabel()
        self._summary.setObjectName("nextCard.summary")
        self._summary.setWordWrap(True)
        self._empty = QLabel(TEACH)
        self._empty.setObjectName("nextCard.empty")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._build()
        session.changed.connect(self._on_session_changed)
        document.mark_changed.connect(self._show_table)
        look.changed.connect(self.model.refresh)
        self._on_session_changed()

    def _build(self) -> None:
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(12, 12, 12, 0)
        column.setSpacing(8)
        column.addLayout(self._choices)
        column.addWidget(self._summary)
        column.addWidget(self.view, 1)
        self._full = full
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(full)

    @property
    def empty_text(self) -> str:
        """What the page says while it has no table."""
        session = self._session
        if DETAIL not in GAMES[self._document.scenario.game].details:
            return UNKNOWN_GAME
        if is_alone(self._document.scenario):
            return NO_OPPONENT
        if session.state == "idle" and not session.problems and session.detail(DETAIL, NextRanks) is not None:
            return NOTHING_TO_COME
        return why_missing_in_razz(self._document.scenario, session, TEACH)

    @Slot()
    def _on_session_changed(self) -> None:
        found = self._session.detail(DETAIL, NextRanks)
        if found is not None and found.snapshot.scenario.game != "razz":
            found = None  # hold'em has another page, and another form of the detail
        if is_alone(self._document.scenario):
            found = None
        value, stale = (found.value, found.stale) if found is not None else (None, False)
        if value is not self._shown[0] or (self._session.seat_names, stale) != self._shown[1:]:
            self._shown = value, self._session.seat_names, stale
            self._tables = next_tables(found.value, found.snapshot) if found is not None else ()
            self._build_choices()
            self._show_table()
        if not self._tables:
            self._empty.setText(self.empty_text)
        self._stack.setCurrentWidget(self._full if self._tables else self._empty)

    def _build_choices(self) -> None:
        """Offer the seats that draw, by name, if there are several."""
        seats = [table.seat for table in self._tables]
        titles = [(table.seat, table.title) for table in self._tables] if len(seats) > 1 else []
        buttons = self._choice.buttons()
        if [(self._choice.id(b), b.text()) for b in buttons] != [(s, t.replace("&", "&&")) for s, t in titles]:
            while self._choices.count():
                item = self._choices.takeAt(0)
                if item is not None and (widget := item.widget()) is not None:
                    widget.hide()
                    widget.deleteLater()
            for button in buttons:
                self._choice.removeButton(button)
            for seat, title in titles:
                self._add_choice(0 if seat is None else seat, title)
            self._choices.addStretch(1)

    @property
    def table(self) -> NextTable | None:
        """The table of the marked seat, the first one where that draws no card."""
        mine = (table for table in self._tables if table.seat == self._document.mark.seat)
        return next(mine, self._tables[0] if self._tables else None)

    def _add_choice(self, seat: int, title: str) -> None:
        button = QToolButton()
        button.setText(title.replace("&", "&&"))
        button.setCheckable(True)
        button.setObjectName(f"nextCard.seat{seat}")
        button.setAccessibleName(f"Next card of {title}")
        self._choice.addButton(button, seat)
        self._choices.addWidget(button)

    @Slot(int)
    def _on_chosen(self, seat: int) -> None:
        self._document.choose_seat(seat)
        self._show_table()

    @Slot()
    def _show_table(self) -> None:
        table, stale = self.table, self._shown[-1]
        chosen = self._choice.button(table.seat or 0) if table is not None else None
        if chosen is not None:
            chosen.setChecked(True)
        self.model.show_table(table, stale=stale)
        if table is not None:
            who = "for everybody" if table.seat is None else f"to {table.title}"
            judge = table.names[table.judge]
            self._summary.setText(f"The next card {who}, judged by {judge}'s equity:  {summary(table)}")
        self._summary.setEnabled(not stale)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.want("nextCard", {DETAIL})

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._session.want("nextCard")
