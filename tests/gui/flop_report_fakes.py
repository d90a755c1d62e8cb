"""The page *Flop report* without threads: questions are answered as soon as they are asked."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtTest import QTest

from engine import Scenario, Seat
from engine.scenario import BettingPanel
from gui.pages.betting.report.page import FlopReportPage
from gui.state.document import Document
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

NONE = {"bet": [], "raise": []}
SIZES = {"flop": {"bet": ["40%", "all in"], "raise": []}, "turn": NONE, "river": NONE}
FLOPS = "Ks7h2d, QsJs4h:2, 8s8h3d"
PANEL = BettingPanel.read({"pot": 100, "stack": 100, "sizes": SIZES, "target": 0.001, "flops": FLOPS})
TABLE = Scenario("holdem", (Seat("Hero", "AA, KK:0.5, QJs"), Seat("BTN", "JJ, AQs, 77")), betting=PANEL)


class Signals(QObject):
    message = Signal(str, bool)
    page_requested = Signal(str)
    solution_requested = Signal(object)


class MadeReport:
    """A page with what it stands on; ``pages`` and ``solutions`` are what it asked the window to show."""

    def __init__(self, scenario, folder):
        self.document = Document(scenario)
        self.signals, self.messages, self.pages, self.solutions = Signals(), [], [], []
        self.settings = Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
        self.settings.flops_folder = str(folder / "reports")
        self.chosen_folder = str(folder / "other")
        self.questions, self.unstored_flops = DirectQuestions(), {}
        context = SimpleNamespace(
            document=self.document, settings=self.settings, session=FakeSession(), questions=self.questions,
            message=self.signals.message, page_requested=self.signals.page_requested,
            solution_requested=self.signals.solution_requested, unstored_flops=self.unstored_flops,
        )  # fmt: skip
        self.page = FlopReportPage(context, ask_folder=lambda *_: self.chosen_folder)
        self.model = self.page.model
        self.signals.message.connect(lambda text, error: self.messages.append((text, error)))
        self.signals.page_requested.connect(self.pages.append)
        self.signals.solution_requested.connect(self.solutions.append)
        self.page.resize(760, 640)

    def child(self, name):
        result = self.page.findChild(QObject, name)
        assert result is not None, name
        return result

    def click(self, name):
        button = self.child(name)
        assert button.isVisible(), name
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def select(self, key, text):
        """Select an entry of a filter as a user does."""
        combo = self.child(f"flopReport.filter.{key}")
        index = combo.findText(text)
        assert index >= 0, text
        combo.setCurrentIndex(index)
        combo.activated.emit(index)

    @property
    def flops(self):
        """The flops of the table in the order on the screen."""
        return [row.flop.name for row in self.page.table.rows]


@pytest.fixture
def make(expose, tmp_path):
    def build(scenario=TABLE):
        made = MadeReport(scenario, tmp_path)
        expose(made.page, None, made)
        made.model.check()
        return made

    return build
