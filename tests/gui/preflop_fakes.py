"""The page *Pre-flop* without threads: questions are answered as soon as they are asked."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QSettings, Signal

from engine import CancelToken, RunOptions, Scenario, Seat
from engine.scenario import PreflopPanel
from gui.look.theme import LIGHT, set_theme
from gui.pages.preflop.page import PreflopPage
from gui.state.document import Document
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession

EMPTY = Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", "")))
CALLER = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "QQ+, AKs")), preflop=PreflopPanel(raise_to=3))
SAMPLED = replace(CALLER, run=RunOptions(method="sampled", max_trials=20_000))
"""The same without exact numbers, which take ten times as long for 169 hands."""


class DirectQuestions(QObject):
    """Stands in for ``gui.state.latest.Questions``; ``asked`` are the kinds of all questions."""

    answered = Signal(object, object)
    ended = Signal(object)
    failed = Signal(object, object)

    def __init__(self):
        super().__init__()
        self.key = None
        self.asked = []
        self.held = False

    def ask(self, key, work):
        self.asked.append(key[0])
        self.key = key
        if self.held:
            return
        try:
            for step in work(CancelToken()):
                self.answered.emit(key, step)
        except ValueError as error:
            self.key = None
            self.failed.emit(key, error)
            return
        self.key = None
        self.ended.emit(key)

    def stop(self):
        self.key = None

    def apart(self, name):
        other = DirectQuestions()
        other.held = self.held
        other.setObjectName(name)
        other.setParent(self)
        other.whole = self  # with which it is deleted, and which is kept by nothing else once a test has returned
        return other


known_steps = {}
"""The answers of :class:`KnownQuestions` by function and arguments, for all tests."""


class KnownQuestions(DirectQuestions):
    """Works out each question once for all tests, and answers it by the last step: the numbers of 169 hands take
    seconds, and to display their progress as long again.
    """

    def ask(self, key, work):
        about = (work.func, *work.args)
        super().ask(key, lambda cancel: self._known(about, work, cancel))

    def _known(self, about, work, cancel):
        if about not in known_steps:
            known_steps[about] = list(work(cancel))[-1:]
        return known_steps[about]


class PageMessages(QObject):
    """The lines of a page for the status bar."""

    message = Signal(str, bool)


class Made:
    """A page with what it stands on; ``messages`` are its lines for the status bar, ``saved`` the paths asked for."""

    def __init__(self, scenario, path, theme=LIGHT):
        self.document, self.session, self.questions = Document(scenario), FakeSession(), KnownQuestions()
        settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        self.file = str(path / "file.csv")
        set_theme(theme.name)
        self.signals, self.messages = PageMessages(self.document), []
        self.players = PlayerStore(path / "players", self.document)
        context = SimpleNamespace(
            document=self.document, session=self.session, questions=self.questions, settings=settings,
            message=self.signals.message, players=self.players,
        )  # fmt: skip
        self.page = PreflopPage(context, ask=lambda *_: self.file)
        self.signals.message.connect(self._on_message)
        self.page.resize(740, 640)

    def _on_message(self, text, error):
        self.messages.append((text, error))

    def child(self, name):
        result = self.page.findChild(QObject, name)
        assert result is not None, name
        return result

    def settle(self):
        """Ask at once what waits for the next edit."""
        self.page.model.ask_next()


@pytest.fixture
def make(expose, tmp_path):
    """Return what makes a page, shows one of its views and keeps it until the test is over."""

    def build(scenario=EMPTY, view="flops", **more):
        made = Made(scenario, tmp_path, **more)
        made.page.show_view(view)
        expose(made.page, None, made)
        return made

    return build
