"""The journal page: how the bankroll went, what the advice would have meant, and the hands it went with."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QSplitter, QVBoxLayout, QWidget

from engine.journal.history import csv_text
from gui.export.files import AskPath, ExportItem, FileActions, ask_path
from gui.look.guard import Guarded
from gui.look.theme import Look
from gui.pages.journal.bar import JournalBar
from gui.pages.journal.figure import BankrollChart
from gui.pages.journal.hands import HandsModel, HandsTable
from gui.pages.journal.words import facts, headline
from gui.parts.build import MenuButton, filled, label, named
from gui.state.context import PageContext
from gui.state.journal import Journal
from gui.state.session import Session
from gui.state.settings import Settings

FACTS = 4
CHART_SHARE, HANDS_SHARE = 3, 2


class JournalPage(Guarded, QWidget):
    """Shows a journal. ``chart`` is that of the bankroll; ``message`` goes to the status line."""

    message = Signal(str, bool)

    def __init__(
        self,
        journal: Journal,
        session: Session,
        look: Look,
        settings: Settings,
        parent: QWidget | None = None,
        ask: AskPath = ask_path,
    ) -> None:
        super().__init__(parent)
        named(self, "journal", "Journal")
        self._journal, self._look = journal, look
        self.bar = JournalBar(journal, self)
        self.answer = label(name="journal.answer", role="title", wrap=True)
        self._facts: list[tuple[QLabel, QLabel]] = []
        self.chart = BankrollChart(journal, session, look)
        self.model = HandsModel(look, self)
        self.hands = HandsTable(self.model)
        self._bankroll = self.bar.add_action("bankroll", "My bankroll goes with this journal", self._on_bankroll)
        self._bankroll.setCheckable(True)
        self._drop = self.bar.add_action("dropHand", "Delete the chosen hand…", self._on_drop)
        self._build(FileActions("journal.export", settings, self, ask))
        journal.changed.connect(self._on_changed)
        self.hands.selectionModel().selectionChanged.connect(self._on_selected)
        look.changed.connect(self.update)
        self._render()

    @classmethod
    def of(cls, context: PageContext) -> "JournalPage":
        """Return the page of a window; its messages go there."""
        page = cls(context.journal, context.session, context.look, context.settings)
        page.message.connect(context.message)
        return page

    def _build(self, files: FileActions) -> None:
        files.message.connect(self.message)
        files.add("csv", "Hands as CSV data", lambda: "journal", self._csv)
        menu = QMenu(self)
        menu.addActions(files.actions)
        export = named(MenuButton(), "journal.menu", "Export the hands")
        export.setText("Export")
        export.setMenu(menu)
        self.bar.row.addWidget(export)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for row in range(FACTS):
            head = label(name=f"journal.fact{row}.title", role="")
            text = label(name=f"journal.fact{row}", wrap=True)
            grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
            self._facts.append((head, text))
        self._split = named(QSplitter(Qt.Orientation.Vertical), "journal.split", "Chart and hands")
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.chart)
        self._split.addWidget(self.hands)
        self._split.setStretchFactor(0, CHART_SHARE)
        self._split.setStretchFactor(1, HANDS_SHARE)
        whole = QVBoxLayout(self)
        filled(whole, self.bar, self.answer, grid, (self._split, 1), spacing=8, margins=(12, 10, 12, 10))

    def _csv(self) -> bytes:
        overview = self._journal.overview
        if overview is None or not overview.hands:
            raise ValueError("there is no hand in the journal yet")
        return csv_text(overview.hands).encode()

    def _render(self) -> None:
        overview = self._journal.overview
        self.bar.render_journal()
        self._bankroll.setChecked(self._journal.is_bankroll)
        self.answer.setText(headline(overview))
        texts = facts(overview) if overview is not None else ()
        for i, (head, text) in enumerate(self._facts):
            shown = i < len(texts)
            head.setVisible(shown)
            text.setVisible(shown)
            if shown:
                head.setText(texts[i].title)
                text.setText(texts[i].text)
                text.setToolTip(texts[i].meaning)
        hands = overview.hands if overview is not None else ()
        self.model.show_hands(hands)
        self.hands.setVisible(bool(hands))
        self._on_selected()

    @Slot()
    def _on_changed(self) -> None:
        if self.isVisible():
            self._render()

    @Slot()
    def _on_selected(self) -> None:
        self._drop.setEnabled(self.hands.chosen is not None)

    @Slot()
    def _on_bankroll(self) -> None:
        self._journal.set_bankroll(self._bankroll.isChecked())

    @Slot()
    def _on_drop(self) -> None:
        row = self.hands.chosen
        if row is not None:
            number = row.hand.number
            question = f"Delete hand {row.place + 1} from the journal? This cannot be undone."
            self.bar.ask(question, lambda: self._journal.drop_hand(number))

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._look.theme.surface))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._journal.watch()
        self._render()


def journal_exports(page: JournalPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    return (ExportItem("bankroll", "Bankroll", page, page.chart),)
