"""The page *Match*: players and stakes, a match that is played, its charts, and its hands on the page Histories."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox

from engine import Scenario, Seat
from engine.histories.players.frequencies import profiles
from engine.histories.players.report import count_hands
from engine.histories.splitting import split_hands
from gui.look.scale import set_text_scale
from gui.pages.match.page import MatchPage
from gui.state.document import Document
from gui.storage.players import PlayerStore
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

SEATS = (Seat("Hero", ""), Seat("Villain", ""))
RAZZ_HAND = """variant = 'FR'
antes = [1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400]
actions = ['d dh p1 ????4c', 'd dh p2 AsQs9d', 'p2 pb', 'p1 f']
players = ['Ada', 'Bob']
"""


class Signals(QObject):
    message = Signal(str, bool)
    hands_opened = Signal(object)


class Made:
    def __init__(self, game, folder):
        self.document, self.signals = Document(Scenario(game, SEATS)), Signals()
        self.players = PlayerStore(folder / "players")
        self.messages, self.opened = [], []
        self.signals.message.connect(lambda text, error: self.messages.append((text, error)))
        self.signals.hands_opened.connect(self.opened.append)
        context = SimpleNamespace(
            document=self.document, session=FakeSession(), questions=DirectQuestions(), players=self.players,
            message=self.signals.message, hands_opened=self.signals.hands_opened,
            settings=SimpleNamespace(export_folder=str(folder)),
        )  # fmt: skip
        self.page = MatchPage(context, lambda *_: str(folder / "evening"))
        self.page.resize(1240, 660)
        self.page.show()

    def child(self, name, kind=QObject):
        result = self.page.findChild(kind, name)
        assert result is not None, name
        return result

    def choose(self, seat, name):
        box = self.child(f"match.player{seat}", QComboBox)
        box.setCurrentText(name)
        box.activated.emit(box.currentIndex())

    def type_into(self, name, text):
        entry = self.child(name)
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text)
        QTest.keyClick(entry, Qt.Key.Key_Return)

    def click(self, name):
        self.child(name, QAbstractButton).click()

    def play(self, hands):
        self.type_into("match.hands", str(hands))
        assert self.page.model.can_run
        self.page.model.run_or_pause()


@pytest.fixture
def make(qtbot, tmp_path):
    pages = []

    def build(game="holdem"):
        pages.append(Made(game, tmp_path))
        qtbot.addWidget(pages[-1].page)
        return pages[-1]

    return build


def test_two_players_are_chosen_and_play(make):
    made = make()
    made.click("match.remove2")
    made.choose(0, "caller")
    made.choose(1, "pusher")
    assert made.document.scenario.match.players == ("caller", "pusher")
    assert "press Run" in made.page.card.text
    made.play(2000)
    assert made.page.card.text.startswith("pusher wins +")
    rows = made.page.table.rows
    assert {row[1].name for row in rows} == {"caller", "pusher"}
    assert sum(row[1].won for row in rows) == pytest.approx(0.0, abs=1e-6)
    header, data = made.page.winnings.value.data
    assert header == ("hand", "caller", "pusher")
    assert data[-1][0] == 2000
    assert sum(float(x) for x in data[-1][1:]) == pytest.approx(0.0, abs=1e-6)


def test_a_simulator_plays_and_the_difference_to_the_best_decides(make):
    made = make()
    made.click("match.remove2")
    made.choose(0, "simulator")
    made.choose(1, "folder")
    assert made.document.scenario.match.players == ("simulator", "folder")
    made.play(20)
    result = made.page.model.latest.answer
    assert [player.name for player in result.players] == ["simulator 200", "folder"]
    behind = max(result.players, key=lambda player: player.behind_best)
    decided = 2.0 * behind.behind_best_stderr < behind.behind_best
    assert made.page.card.text.startswith("No winner yet" if not decided else "simulator 200 wins")
    assert "Behind" in [column.title for column in made.page.table.table.columns]


def test_the_result_of_another_match_is_grey(make):
    made = make()
    made.play(999)
    assert not made.page.model.stale
    made.type_into("match.stack", "50")
    assert made.page.model.stale
    assert made.page.table.table.stale
    made.document.undo_stack.undo()
    assert not made.page.model.stale


def test_the_table_of_the_players_is_in_sight_in_large_text(make):
    """In a window of 1280 x 800 pixels; the chart below it is scrolled to. Nothing below moves with the result."""
    made = make("razz")
    for _ in range(2):
        made.click("match.add")
    set_text_scale(150)
    made.page.resize(1223, 565)
    assert not made.page.table.isVisible()
    made.play(300)
    table = made.page.table
    assert table.isVisible()
    assert len(table.rows) == 5
    assert table.viewport().height() >= 5 * table.rowHeight(0)
    assert table.geometry().bottom() < 565
    assert table.geometry().bottom() < made.page.winnings.mapTo(made.page, QPoint()).y()


def test_a_stack_that_cannot_be_played_is_refused_at_its_field(make):
    made = make()
    made.type_into("match.stack", "0.5")
    assert "big blind" in made.page.model.problems["stack"].message
    assert not made.page.model.can_run


def test_players_are_added_up_to_the_seats_of_the_game(make):
    made = make()
    for _ in range(3):
        made.click("match.add")
    assert not made.child("match.add", QAbstractButton).isEnabled()
    assert len(made.document.scenario.match.players) == 6
    razz = make("razz")
    assert razz.page.model.most_players == 8
    assert not razz.child("match.limit.pot", QAbstractButton).isVisible()
    razz.play(99)
    assert razz.page.model.latest.answer.unit == "big bets per 100 hands"


def test_hands_of_the_match_open_on_histories(make, tmp_path):
    made = make()
    made.play(300)
    made.click("match.openHands")
    [(path,)] = made.opened
    assert Path(path) == tmp_path / "evening.phhs"
    assert made.messages[-1] == ("Exported evening.phhs", False)
    text = Path(path).read_text(encoding="utf-8")
    assert text.count("[") > 20


def test_the_request_is_copied(make):
    made = make()
    made.click("match.copy")
    assert '"steelwheel_match": 1' in QGuiApplication.clipboard().text()


def test_a_saved_player_is_offered_in_the_games_that_he_was_seen_to_play(make):
    ada = next(one for one in profiles(count_hands(split_hands(RAZZ_HAND))) if one.name == "Ada")
    for game in ("razz", "holdem"):
        made = make(game)
        made.players.save(ada)
        assert ("Ada" in made.page.model.choices) == (game == "razz")
        if game == "razz":
            made.choose(1, "Ada")
            made.play(6)
            assert made.page.model.latest.answer.players[1].name == "Ada"
