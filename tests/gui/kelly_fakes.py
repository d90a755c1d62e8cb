"""The Kelly page on a table without an engine behind it: results are put in by hand."""

from dataclasses import dataclass
from types import SimpleNamespace

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.scenario.kelly import read_panel
from engine.table.serialize import scenario_to_json
from gui.charts.view import ChartView
from gui.pages.kelly.charts import displayed_growth
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.page import KellyPage
from gui.state.journal import Journal
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.journal_fakes import direct_journal
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import PageSignals
from tests.gui.table_fakes import Table, table


@dataclass
class Kelly:
    table: Table
    model: KellyModel
    chart: ChartView
    page: KellyPage
    folder: object
    messages: list
    pages: list
    questions: DirectQuestions
    journal: Journal

    @property
    def document(self):
        return self.table.document

    @property
    def scenario(self):
        return self.table.scenario

    @property
    def kelly(self):
        """The panel as a file holds it."""
        return scenario_to_json(self.table.scenario).get("kelly")

    @property
    def marks(self):
        """The bets that are marked on the curve, by name."""
        return {mark.name: mark for mark in displayed_growth(self.model.question).marks}

    @property
    def line(self):
        return self.part("kelly.advice.line").accessibleName()

    def show(self, snapshot):
        self.table.session.show(snapshot)

    def set(self, **values):
        self.document.edit("Kelly", kelly=read_panel(values))

    def part(self, name, kind=QWidget):
        result = self.page.findChild(kind, name)
        assert result is not None, name
        return result

    def action(self, name):
        return self.part(name, QAction)

    def click(self, qtbot, name):
        widget = self.part(name)
        assert widget.isVisible(), name
        assert widget.isEnabled(), name
        qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def write(self, qtbot, name, text):
        """Type over the text of a field and leave it."""
        entry = self.part(name)
        entry.setFocus()
        entry.selectAll()
        qtbot.keyClick(entry, Qt.Key.Key_Delete)
        qtbot.keyClicks(entry, text)
        entry.clearFocus()
        return entry

    def paste(self, name, text):
        """Put a whole text into a field and leave it: while one types, what is typed so far counts."""
        entry = self.part(name)
        QGuiApplication.clipboard().setText(text)
        entry.setFocus()
        entry.selectAll()
        entry.paste()
        entry.clearFocus()
        return entry


def shown_kelly(qtbot, folder, *args, more=True, **kwargs):
    """Return the page in an active window; ``more``: with all its fields in sight."""
    made = table(*args, **kwargs)
    settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    messages, pages = [], []

    def ask(parent, title, suggested, file_filter):
        return str(folder / suggested.rsplit("/", 1)[-1])

    questions = DirectQuestions()
    questions.setParent(made.document)
    journal = direct_journal(folder, settings, made.document)
    signals = PageSignals(made.document)
    signals.message.connect(lambda text, error: messages.append((text, error)))
    signals.page_requested.connect(pages.append)
    own = SimpleNamespace(apart=lambda _: questions)
    context = SimpleNamespace(
        document=made.document, session=made.session, settings=settings, questions=own, journal=journal,
        players=PlayerStore(), message=signals.message, page_requested=signals.page_requested,
    )  # fmt: skip
    page = KellyPage(context, ask)
    qtbot.addWidget(page)
    page.resize(740, 700)
    page.show()
    if more:
        page.findChild(QAbstractButton, "kelly.more").setChecked(True)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return Kelly(made, page.model, page.growth, page, folder, messages, pages, questions, journal)
