"""The page *Tournament* without threads: typed and taken stacks, prizes, players elsewhere, sentence, table, maps."""

import re
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from engine import Scenario, Seat
from engine.scenario import Tournament
from engine.scenario.kelly import read_panel
from engine.scenario.tournament import Others
from gui.pages.tournament import TournamentPage
from gui.state.document import Document
from gui.words.formatting import NO_BREAK
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

SEATS = (Seat("Hero", "AhKh"), Seat("BB", "random"))


class Signals(QObject):
    message = Signal(str, bool)


class Made:
    def __init__(self, scenario):
        self.document, self.signals = Document(scenario), Signals()
        self.questions, self.messages = DirectQuestions(), []
        self.signals.message.connect(lambda text, error: self.messages.append((text, error)))
        context = SimpleNamespace(
            document=self.document, session=FakeSession(), questions=self.questions, message=self.signals.message
        )
        self.page = TournamentPage(context)
        self.page.resize(540, 560)

    @property
    def tournament(self):
        return self.document.scenario.tournament

    @property
    def table(self):
        return self.page.table

    def child(self, name):
        result = self.page.findChild(QObject, name)
        assert result is not None, name
        return result

    def type_into(self, name, text):
        entry = self.child(name)
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text or "\b")
        QTest.keyClick(entry, Qt.Key.Key_Return)

    def usual(self, name):
        [action] = [a for a in self.page.findChildren(QAction) if a.text() == name]
        action.trigger()


@pytest.fixture
def make(expose):
    def build(tournament=None, **changes):
        made = Made(Scenario("holdem", SEATS, tournament=tournament, **changes))
        expose(made.page, None, made)
        return made

    return build


def test_stacks_and_prizes_are_typed_and_the_sentence_comes_first(make):
    made = make()
    assert made.page.card.text.startswith("Enter stacks and prizes")
    made.type_into("tournament.stacks", "5000 3000 2000")
    assert made.page.card.text.startswith("Enter the prizes")
    made.type_into("tournament.payouts", "50% 30% 20%")
    assert made.tournament == Tournament((5000.0, 3000.0, 2000.0), (50.0, 30.0, 20.0))
    assert made.page.card.text == "Hero: ask for a chip chop, 40.00 of 100: 1.61 more than with ICM."
    reason = made.child("tournament.reason").text()
    assert ": 38.39, −11.61 compared with this share" in reason
    assert re.search(r"Highest bubble factor: \d\.\d\d against BB", reason)
    assert [made.table.text(i, "Player") for i in range(3)] == ["Hero", "BB", "Player 3"]
    assert [made.table.text(i, "ICM") for i in range(3)] == ["38.39", "32.75", "28.86"]
    assert [made.table.text(i, "Chip chop") for i in range(3)] == ["40.00", "32.00", "28.00"]
    assert [made.table.text(i, "Chop − share") for i in range(3)] == ["−10.00", "+2.00", "+8.00"]
    made.document.undo_stack.undo()
    assert made.tournament.payouts == ()
    assert made.child("tournament.payouts").text() == ""


def test_a_row_chooses_the_player_of_the_sentence(make):
    made = make(Tournament((5000.0, 3000.0, 2000.0), (50.0, 30.0, 20.0)))
    place = made.table.visualRect(made.table.model().index(2, 0)).center()
    QTest.mouseClick(made.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    sentence = "Player 3: ask for an ICM deal, 28.86 of 100: 0.86 more than with a chip chop."
    assert made.page.card.text.startswith(sentence)
    made.type_into("tournament.stacks", "5000 3000")
    assert made.page.card.text.startswith("Hero: ")
    assert "only the first 2 prizes count" in made.child("tournament.assumes").text()


def test_charts_of_earlier_stacks_are_tagged_in_exports(make):
    made = make(Tournament((5000.0, 3000.0, 2000.0), (50.0, 30.0, 20.0)))
    title = made.page.places.drawing().title
    asked = made.questions.findChild(DirectQuestions, "tournament")
    asked.held = True
    made.document.edit("Stacks", tournament=Tournament((5000.0, 3000.0, 1000.0), (50.0, 30.0, 20.0)))
    drawing = made.page.places.drawing()
    assert drawing.title == f"{title} (earlier table)"
    assert {row[-1] for row in drawing.table()[1]} == {"earlier table"}
    asked.held = False
    made.document.edit("Stacks", tournament=Tournament((5000.0, 3000.0, 500.0), (50.0, 30.0, 20.0)))
    assert made.page.places.drawing().title == title


def test_an_invalid_stack_has_a_caret_and_changes_nothing(make):
    made = make(Tournament((5000.0, 3000.0), (50.0,)))
    made.type_into("tournament.stacks", "5000 x000")
    line = made.child("tournament.stacks.problem")
    assert (line.position, line.is_error) == (5, True)
    assert "'x000' is not a stack" in line.text
    assert made.tournament.stacks == (5000.0, 3000.0)
    made.type_into("tournament.payouts", "50 60")
    assert made.child("tournament.payouts.problem").position == 3
    made.type_into("tournament.stacks", "5000 2k")
    assert line.text == ""
    assert made.tournament.stacks == (5000.0, 2000.0)
    assert made.child("tournament.stacks").text() == "5000 2k"  # as it was typed


def test_usual_prizes_become_money_with_the_pool(make):
    made = make(Tournament((5000.0, 3000.0, 2000.0)))
    made.usual("Sit and go, 9 players: 50 / 30 / 20")
    assert made.tournament.payouts == (50.0, 30.0, 20.0)
    made.type_into("tournament.pool", "450")
    assert made.tournament.payouts == (225.0, 135.0, 90.0)
    assert made.child("tournament.payouts").text() == "225 135 90"
    made.usual("Winner takes all")
    assert made.tournament.payouts == (450.0,)
    assert made.child("tournament.pool").text() == "450"


def test_players_at_other_tables(make):
    made = make(Tournament((9000.0, 3000.0), (50.0, 30.0, 20.0)))
    made.type_into("tournament.others", "41")
    assert made.tournament.others == Others(41, 6000.0)
    made.type_into("tournament.otherStack", "7500")
    assert made.tournament.others == Others(41, 7500.0)
    assert made.table.text(2, "Player") == "each of 41 others"
    made.type_into("tournament.others", "999")
    assert "at most 1000 players" in made.child("tournament.others.problem").text
    assert made.tournament.others == Others(41, 7500.0)
    made.type_into("tournament.otherStack", "9000 3k")
    assert made.tournament.others == Others(2, 6000.0, (9000.0, 3000.0))
    assert made.child("tournament.others").text() == "2"
    assert [made.table.text(i, "Player") for i in (2, 3)] == [
        f"other table, {n} 000".replace(" 0", "\u202f0") for n in (9, 3)
    ]
    assert made.table.text(2, "ICM") == made.table.text(0, "ICM")
    made.type_into("tournament.otherStack", "9000 3k x")
    assert made.child("tournament.otherStack.problem").position == 8
    assert made.tournament.others == Others(2, 6000.0, (9000.0, 3000.0))
    made.type_into("tournament.otherStack", "")
    assert made.tournament.others is None
    made.type_into("tournament.otherStack", "9000 x")  # what was typed on the way to it leaves nobody behind
    assert made.tournament.others is None
    made.type_into("tournament.others", "41")
    made.type_into("tournament.otherStack", "")
    assert made.tournament.others == Others(41, 6000.0)
    made.type_into("tournament.others", "")
    assert made.tournament.others is None


def test_errors_move_no_field(make):
    made = make(Tournament((9000.0, 3000.0), (50.0, 30.0, 20.0)))
    parts = [made.child(f"tournament.{name}") for name in ("stacks", "payouts", "others", "otherStack", "players")]
    before = [part.mapTo(made.page, part.rect().topLeft()) for part in parts]
    for name, text in (("stacks", "9000 x"), ("payouts", "50 60"), ("otherStack", "?")):
        made.type_into(f"tournament.{name}", text)
        assert made.child(f"tournament.{name}.problem").is_error
    assert [part.mapTo(made.page, part.rect().topLeft()) for part in parts] == before


def test_stacks_are_taken_from_the_table(make):
    made = make()
    made.child("tournament.take").click()
    assert made.messages == [("No stacks are known: enter them on Kelly (chips by player) or open a hand.", True)]
    made.document.edit("Kelly", kelly=read_panel({"chips": [200, 400], "stacks": [1800, 0]}))
    made.child("tournament.take").click()
    assert made.tournament.stacks == (2000.0, 400.0)
    made.document.undo_stack.undo()
    assert made.tournament is None


def test_the_maps_have_finishing_places_and_bubble_factors(make):
    made = make(Tournament((5000.0, 3000.0, 2000.0), (50.0, 30.0, 20.0)))
    made.child("tournament.view.places").click()
    header, rows = made.page.places.value.data
    assert header == ("player", "stack", "1st", "2nd", "3rd")
    assert rows[0][2] == pytest.approx(0.5)
    assert [sum(row[2:]) for row in rows] == pytest.approx([1, 1, 1])
    assert made.page.places.cell_name(0) == f"Hero, 1st: Finish probabilities 50.00{NO_BREAK}%"
    made.child("tournament.view.factors").click()
    header, rows = made.page.factors.value.data
    assert header == ("player", "Hero", "BB", "Player 3")
    assert rows[2][1] == pytest.approx((28.857143 - 20) / (39.166667 - 28.857143), abs=1e-3) or rows[2][1] > 1
    assert made.page.factors.cell_count() == 6
    assert made.page.factors.ready


def test_many_players_share_the_last_column_of_places(make):
    made = make(Tournament((9000.0, 3000.0), (50.0, 30.0, 20.0), Others(41, 6000.0)))
    header, rows = made.page.places.value.data
    assert header[-2:] == ("9th", "10th+")
    assert [sum(row[2:]) for row in rows] == pytest.approx([1, 1, 1])


def test_equal_stacks_and_equal_prizes_work(make):
    made = make(Tournament((1000.0, 1000.0), (100.0, 100.0)))
    assert made.page.card.text == "Hero: 100.00 with either deal, ICM or chip chop."
    assert "This player gains nothing by winning an all-in." in made.child("tournament.reason").text()
    assert made.page.places.value is not None
    assert made.page.factors.value is not None


def test_nothing_is_computed_while_the_page_is_hidden(make):
    made = make()
    made.page.hide()
    asked = len(made.page._answers._questions.asked)
    made.document.edit("T", tournament=Tournament((1000.0, 2000.0), (100.0,)))
    assert len(made.page._answers._questions.asked) == asked
    made.page.show()
    assert made.table.text(1, "ICM") == "66.67"
