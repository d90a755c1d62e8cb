"""The page *Histories* with what it stands on."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QLabel

from engine import Scenario, Seat
from engine.histories.judgements import JudgementFile, default_file
from gui.look.theme import LIGHT, set_theme
from gui.pages.histories.page import HistoriesPage
from gui.state.context import PageContext
from gui.state.document import Document
from gui.storage.player_files import HandMarks, Training
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions


class Told(QObject):
    """The two signals of a context."""

    message = Signal(str, bool)
    menu_requested = Signal(object)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)


class Made:
    """A page with what it stands on; ``messages``: its lines for the status bar, ``written``: the file of exports.

    A second one in the same folder has the settings and marks of the first.
    """

    def __init__(self, path, theme=LIGHT):
        set_theme(theme.name)
        self.document = Document(Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", ""))))
        self.session, self.questions, self.told = FakeSession(), DirectQuestions(), Told()
        self.messages = []
        self.told.message.connect(lambda text, error: self.messages.append((text, error)))
        self.wanted = []
        self.told.tracker_requested.connect(lambda: self.wanted.append("tracker"))
        self.told.page_requested.connect(self.wanted.append)
        self.settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        self.training = Training(path / "training.json", self.document)
        parts = self.document, self.session, self.settings, None, None, self.questions, None, self.training, None
        told = self.told
        signals = told.message, told.menu_requested, told.table_pasted, told.tracker_requested, told.page_requested
        self.marks, self.written = HandMarks(path / "marks.json", self.document), path / "hands.csv"
        self.players = PlayerStore(path / "players")
        self.judgements = JudgementFile(default_file(path))
        kept = {"marks": self.marks, "players": self.players, "data": path}
        context = PageContext(*parts, *signals, **kept)
        self.page = HistoriesPage(context, lambda *_: str(self.written))
        self.hands, self.replay, self.table = self.page.hands, self.page.replay, self.page.table

    @property
    def scenario(self):
        return self.document.scenario

    def label(self, name):
        return self.page.findChild(QLabel, name)

    def cell(self, row, column):
        return self.page.list.text(row, column)

    def follow(self, number):
        self.replay.select(next(line for line in self.hands.lines if line.raw.number == number))


@pytest.fixture
def make(expose, tmp_path):
    def build(source=None, theme=LIGHT, size=(740, 690)):
        made = Made(tmp_path, theme)
        expose(made.page, size, made)
        if isinstance(source, Path):
            made.page.open_files([source])
        elif source:
            made.page.open_text(source)
        return made

    return build
