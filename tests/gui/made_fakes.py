"""The page *Made hands* on results of the engine, its questions answered at once."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine import solve
from engine.equity.results import at_table
from engine.ranges.library import Folder
from engine.table.folding import dealt_in
from gui.look.theme import LIGHT, set_theme
from gui.pages.made.page import MadePage
from gui.pages.made.table import NAME
from gui.state.context import PageContext
from gui.state.document import Document
from gui.storage.library import Library
from gui.storage.player_files import OrderStore, Training
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.journal_fakes import direct_journal
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import PageSignals
from tests.gui.texts import plain


class Shown:
    """A page with what it stands on. ``messages`` are its lines for the status bar."""

    def __init__(self, scenario, path, theme=LIGHT):
        set_theme(theme.name)
        self.document, self.session = Document(scenario), FakeSession()
        self.signals, self.questions = PageSignals(self.document), DirectQuestions()
        self.questions.setParent(self.document)
        self.session.setParent(self.document)
        self.library = Library(path / "library.json", Folder("Presets"), self.document)
        settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        store = OrderStore(path / "orders")
        parts = self.document, self.session, settings, self.library, store, self.questions
        parts += direct_journal(path, settings, self.document), Training(path / "training.json", self.document), None
        self.context = PageContext(
            *parts,
            self.signals.message,
            self.signals.menu_requested,
            self.signals.table_pasted,
            self.signals.tracker_requested,
            self.signals.page_requested,
        )
        self.page = MadePage(self.context)
        self.messages = []
        self.signals.message.connect(self._on_message)

    def _on_message(self, text, wrong):
        self.messages.append((text, wrong))

    @property
    def keep_questions(self):
        """Return what answers which hands are kept."""
        return self.questions.findChild(DirectQuestions, "made")

    @property
    def text(self):
        """The text of the seat on show."""
        return self.document.scenario.seats[self.page.keep.seat].cards

    def compute(self):
        """Let the engine compute what is on the table, with the details that the page requests."""
        scenario = self.document.scenario
        wanted = replace(scenario.run, detail=tuple(sorted(self.session.requested["made"])))
        asked = replace(scenario, run=wanted)
        snapshot = at_table(solve(dealt_in(asked)), asked)
        self.session.set(snapshot=snapshot, latest=snapshot, stale=False)
        return snapshot

    def deal(self, board):
        """Put another board on the table and compute it."""
        self.document.edit("Board", board=board)
        return self.compute()

    def rows(self):
        """Return the names of the rows."""
        return [row.name for row in self.page.view.rows]

    def texts(self, name):
        """Return what the columns of a row show."""
        row = self.rows().index(name)
        model = self.page.view.model()
        return [model.index(row, column).data() for column in range(model.columnCount())]

    def click(self, name, *, box=False):
        """Click a row, or its box."""
        view = self.page.view
        index = self.page.view.model().index(self.rows().index(name), NAME)
        view.scrollTo(index)
        rect = view.visualRect(index)
        point = rect.topLeft() + (QPoint(12, 10) if box else QPoint(rect.width() // 2, 10))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    def part(self, name):
        result = self.page.findChild(QWidget, name)
        assert result is not None, name
        return result

    def press(self, *names):
        """Click buttons."""
        for name in names:
            QTest.mouseClick(self.part(name), Qt.MouseButton.LeftButton)

    @property
    def read_out(self):
        return plain(self.page.bar.read_out.text())

    def cell(self, place):
        """Return a cell of the matrix."""
        return self.page.map.grid.model_.cell(place)
