"""The page *Betting* without threads: questions are answered as soon as they are asked."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtTest import QTest

from engine import Scenario, Seat
from engine.ranges.library import Folder
from engine.scenario import BettingPanel
from engine.scenario.betting import Limit
from gui.pages.betting.page import BettingPage
from gui.state.context import DeckOffer
from gui.state.document import Document
from gui.storage.library import Library
from gui.storage.player_files import Training
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

SEATS = (Seat("Hero", "KK, AQs, 65s, 87s"), Seat("BTN", "AA, JJ, KTs+, Q9s"))
RIVER = Scenario("holdem", SEATS, board="2c 7d 9h Ts Kc", betting=BettingPanel(hand="AcQc"))
TURN = Scenario("holdem", (Seat("Hero", "KK, AQs"), Seat("BTN", "JJ, KTs+")), board="2c 7d 9h Ts")
CAPPED = BettingPanel(target=0.5, limit=Limit({}, cap=1))
FIFTH = Scenario("razz", (Seat("Hero", "A2567"), Seat("BTN", "3489T")), betting=CAPPED)


class Signals(QObject):
    message = Signal(str, bool)
    page_requested = Signal(str)


class Made:
    """A page with what it stands on; ``messages`` are its lines for the status bar."""

    def __init__(self, scenario, folder, orders=()):
        self.document = Document(scenario, orders=lambda: orders)
        self.signals = Signals()
        settings = Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
        self.file = str(folder / "river.solution")
        library = Library(folder / "library.json", Folder("Presets"), self.document)
        self.questions = DirectQuestions()
        context = SimpleNamespace(
            document=self.document, library=library, settings=settings, session=FakeSession(),
            questions=self.questions, message=self.signals.message, deck=DeckOffer(self.signals),
            page_requested=self.signals.page_requested, training=Training(folder / "training.json", self.document),
        )  # fmt: skip
        self.page = BettingPage(context, ask=lambda *_: self.file, ask_open=lambda *_: (self.file, ""))
        self.model, self.messages = self.page.model, []
        self.signals.message.connect(lambda text, error: self.messages.append((text, error)))
        self.page.resize(760, 640)

    def settle(self):
        """Look now at what waits for the next edit."""
        self.model.check()

    def child(self, name):
        result = self.page.findChild(QObject, name)
        assert result is not None, name
        return result

    def click(self, name):
        button = self.child(name)
        assert button.isVisible(), name
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def type_into(self, name, text):
        entry = self.child(name)
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text)
        QTest.keyClick(entry, Qt.Key.Key_Return)
        self.settle()

    @property
    def options(self):
        return [chip.text().split("  ")[0] for chip in self.page.walk.options.row if not chip.isHidden()]

    @property
    def steps(self):
        return [chip.text() for chip in self.page.walk.path.row if not chip.isHidden()]


@pytest.fixture
def make(expose, tmp_path):
    def build(scenario=RIVER, orders=(), *, settled=True):
        made = Made(scenario, tmp_path, orders)
        if not settled:
            made.model.watch = lambda *, on: None  # nothing is computed before the test looks
        expose(made.page, None, made)
        if settled:
            made.settle()
        return made

    return build
