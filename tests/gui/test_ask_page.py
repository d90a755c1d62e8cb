"""The page *Ask* without threads: questions typed and chosen from menus, their answers, and those that are kept."""

import json
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QMenu

from engine import RunOptions, Scenario, Seat, loads, scenario_to_json
from engine.questions.library import shipped_questions
from engine.scenario import AskPanel
from gui.pages.ask.page import WAITING, AskPage
from gui.parts.detail_page import NO_CARDS
from gui.state.document import Document
from gui.storage.player_files import OwnQuestions
from tests.gui.chart_fakes import FakeSession
from tests.gui.preflop_fakes import DirectQuestions

TURN = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("Villain", "QQ, JhTh, 9s9d")), board="Kd 7h 2h 9c")
SIXTH = Scenario("razz", (Seat("Hero", "A23478"), Seat("Villain", "A456TJ")))
QUESTION = "2 now set+ given not river K by river rank"


class Signals(QObject):
    message = Signal(str, bool)


class Made:
    """A page with what it stands on; ``messages`` are its lines for the status bar."""

    def __init__(self, scenario, folder):
        self.document, self.signals, self.messages = Document(scenario), Signals(), []
        self.signals.message.connect(lambda text, error: self.messages.append((text, error)))
        self.own = OwnQuestions(folder / "questions.json", self.document)
        self.questions = DirectQuestions()
        context = SimpleNamespace(
            document=self.document, session=FakeSession(), questions=self.questions, own_questions=self.own,
            message=self.signals.message,
        )  # fmt: skip
        self.page = AskPage(context)
        self.model, self.entry = self.page.model, self.page.field.entry
        self.page.resize(740, 700)

    @property
    def asked(self):
        return self.questions.findChild(DirectQuestions, "ask")

    def type(self, text):
        self.entry.setFocus()
        self.entry.selectAll()
        QTest.keyClicks(self.entry, text)
        QTest.keyClick(self.entry, Qt.Key.Key_Return)
        self.model.ask()

    @property
    def words(self):
        return [word.label for word in self.page.sentence.words]

    def choose(self, word, label):
        """Choose from the menu of a word, which a click opens."""
        place = max(i for i, label in enumerate(self.words) if label == word)
        QTest.mouseClick(self.page.findChild(QObject, f"ask.word{place}"), Qt.MouseButton.LeftButton)
        menu = self.page.findChild(QMenu, "ask.choices")
        parts = (entry.menu() for entry in menu.actions())
        entries = [*menu.actions(), *(entry for part in parts if part is not None for entry in part.actions())]
        next(entry for entry in entries if entry.text() == label).trigger()
        menu.close()
        self.model.ask()


@pytest.fixture
def make(expose, tmp_path):
    def build(scenario=TURN):
        made = Made(scenario, tmp_path)
        expose(made.page, None, made)
        return made

    return build


def plain(text):
    return text.replace("\u00a0", " ")


def test_a_typed_question_is_answered_with_the_equities_before_and_then(make):
    made = make()
    made.type("2 now set")
    assert plain(made.page.card.text) == "12.50 % of the time, 7.0 : 1 underdog"
    sentence = plain(made.page.findChild(QObject, "ask.reason").text())
    assert sentence.startswith("Villain has a set now 12.5 % of the time, with ")
    assert [row.name for row in made.page.view.rows] == ["Hero", "Villain"]
    assert made.page.view.text(1, "Change").startswith("+")
    assert plain(made.page.bar.accessibleName()) == "How often: 12.50 %"
    assert made.page.findChild(QObject, "ask.assumes").text().startswith("Exact: every deal is counted")


def test_what_cannot_be_read_stands_under_the_field_and_the_last_question_stays(make):
    made = make()
    made.type("1 wins")
    answer = made.page.card.text
    made.type("1 wins and 2 now secndd pair")
    line = made.page.field.problem_line
    assert line.is_error
    assert line.position == 17
    assert "did you mean second pair" in line.text
    assert made.page.card.text == answer
    assert made.document.scenario.ask == AskPanel(question="1 wins")
    QTest.keyClick(made.entry, Qt.Key.Key_Escape)
    assert made.entry.text() == "1 wins"


def test_notices_about_ranges_in_the_question_stand_under_it(make):
    made = make()
    made.type("2 has KK, QQ, KK")
    assert made.page.notice.isVisible()
    assert made.page.notice.text() == "KK is given twice; the later 'KK' is used"
    made.type("1 wins given 2 has 22+ // BB")
    assert "'// BB' is a label or comment, not a hand" in made.page.notice.text()
    made.type("1 wins")
    assert not made.page.notice.isVisible()


def test_plain_words_are_about_the_hero_or_the_selected_seat(make):
    seats = (Seat("Ann", "AhKh"), Seat("Bob", "QQ"), Seat("Cid", "JJ"))
    made = make(Scenario("holdem", seats, board="Kd 7h 2h 9c"))
    line = made.page.field.problem_line
    made.document.choose_seat(1)
    made.type("how often do I win")
    assert not line.is_error
    assert made.document.scenario.ask == AskPanel(question="2 wins")
    made.type("how often does villain win")
    assert "“villain” could be Ann or Cid" in line.text
    made.document.edit("Names", seats=(*seats[:2], Seat("Hero", "JJ")))
    made.type("how often do I lose")
    assert made.document.scenario.ask == AskPanel(question="3 loses")
    made.type("how often do unicorns win")
    assert "I did not understand" in line.text


def test_an_answer_does_not_disturb_what_is_being_typed(make):
    made = make()
    made.entry.setFocus()
    made.entry.selectAll()
    for sign in "1 wins given river [2-9]":
        QTest.keyClick(made.entry, sign)
        made.model.ask()
    assert made.entry.text() == made.model.text == "1 wins given river [2-9]"


def test_menus_change_the_words_and_the_text_is_the_same_question(make):
    made = make()
    made.type("1 wins")
    made.choose("Hero", "Villain")
    assert made.entry.text() == "2 wins"
    made.choose("wins", "on the river …")
    assert made.entry.text() == "2 river top pair+"
    made.choose("has top pair or better", "two pair or better")
    made.choose("+", "given that …")
    made.choose("wins", "loses")
    assert made.entry.text() == "2 river two pair+ given 1 loses"
    made.choose("+", "the rank of the river")
    made.choose("Villain", "not …")
    assert made.entry.text() == "not 2 river two pair+ given 1 loses by river rank"
    made.choose("given that", "remove this")
    assert made.entry.text() == "not 2 river two pair+ by river rank"
    while made.entry.text() != "1 wins":
        made.document.undo_stack.undo()
    assert made.words == ["Hero", "wins", "+"]


def test_by_draws_a_chart_that_can_be_exported(make):
    made = make()
    made.type("1 wins")
    assert not made.page.chart.isVisible()
    made.type(QUESTION)
    chart = made.page.chart.value
    header, rows = chart.data
    assert header[:5] == ("value", "probability", "stderr", "Hero equity", "Villain equity")
    assert header[5:] == ("Hero stderr", "Villain stderr")
    assert sum(row[1] for row in rows) == pytest.approx(1)
    assert made.page.chart.ready
    assert chart.read(1.0, 0.0).header.startswith(rows[0][0])


def test_other_readings_stand_below_and_a_click_asks_them(make):
    made = make()
    made.type("1 now top pair")
    assert not made.page.others.isVisible()  # of AhKh both are the same
    made.type("2 river two pair")
    chip = made.page.findChild(QObject, "ask.other0")
    assert plain(chip.text()).startswith("two pair or better: ")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert made.entry.text() == "2 river two pair+"


def test_questions_are_kept_with_the_table(make):
    made = make()
    made.type(QUESTION)
    scenario = made.document.scenario
    value = scenario_to_json(scenario)
    assert value["ask"] == {"question": QUESTION}
    assert loads(json.dumps(value)) == scenario
    del value["ask"]
    assert loads(json.dumps(value)).ask is None
    assert scenario.without_panels.ask is None


def test_own_questions_are_kept_and_removed(make):
    made = make()
    menu = made.page.questions
    made.type("1 ties")
    menu.keep("Pots that are shared")
    menu.keep("Pots that are shared")
    assert [question.name for question in made.own.of("holdem")] == ["Pots that are shared", "Pots that are shared 2"]
    made.type("1 wins")
    menu.fill()
    entries = {entry.text(): entry for entry in menu.actions()}
    assert {question.name for question in shipped_questions("holdem")} < set(entries)
    entries["Pots that are shared"].trigger()
    assert made.entry.text() == "1 ties"
    removal = menu.findChild(QMenu, "ask.questionsMenu.remove")
    removal.actions()[0].trigger()
    assert [question.name for question in made.own.of("holdem")] == ["Pots that are shared 2"]
    menu.keep("  ")
    assert made.messages[-1] == ("Not saved: a question needs a name", True)


def test_a_name_is_asked_for(make, qtbot):
    made = make()
    menu = made.page.questions
    menu.fill()
    next(entry for entry in menu.actions() if entry.objectName() == "ask.questions.keep").trigger()
    dialog = made.page.window().findChild(QInputDialog, "ask.questionName")
    dialog.setTextValue("Mine")
    dialog.accept()
    assert [question.name for question in made.own.of("holdem")] == ["Mine"]


def test_an_answer_to_an_earlier_table_is_greyed(make):
    made = make()
    made.type("1 wins")
    made.asked.held = True
    made.document.edit("Board", board="Kd 7h 2h 9c 3c")
    made.model.ask()
    assert made.model.busy
    assert made.model.stale
    assert made.page.view.table.stale
    assert made.page.chips["stop"].isEnabled()
    QTest.mouseClick(made.page.chips["stop"], Qt.MouseButton.LeftButton)
    assert not made.model.busy
    made.asked.held = False
    made.model.run_or_pause()
    assert not made.page.view.table.stale


def test_a_chart_of_an_earlier_table_says_so_in_exports(make):
    made = make()
    made.type("1 wins by 2 river hand")
    title = made.page.chart.drawing().title
    assert "state" not in made.page.chart.drawing().table()[0]
    made.asked.held = True
    made.document.edit("Dead", dead="2c")
    drawing = made.page.chart.drawing()
    assert drawing.title == f"{title} (earlier table)"
    assert {row[-1] for row in drawing.table()[1]} == {"earlier table"}
    made.asked.held = False
    made.model.ask()
    assert made.page.chart.drawing().title == title


def test_a_seat_that_is_gone_is_named(make):
    made = make()
    made.type("2 wins")
    made.document.edit("Remove", seats=TURN.seats[:1])
    made.model.ask()
    assert "there is no seat 2" in made.page.field.problem_line.text
    assert "there is no seat 2" in made.page.card.text
    made.document.undo_stack.undo()
    made.model.ask()
    assert made.page.field.problem_line.text == ""


def test_what_cannot_happen_is_said(make):
    made = make()
    made.type("1 wins and 2 wins")
    assert plain(made.page.card.text) == "0.00 % of the time"
    assert "cannot happen" in made.page.findChild(QObject, "ask.reason").text()
    assert made.page.view.text(0, "After") == "–"
    made.type("1 wins given river s and river h")
    assert made.page.card.text == "this cannot happen"
    assert "the river is a spade and the river is a heart" in made.page.findChild(QObject, "ask.reason").text()


def test_an_empty_table_asks_for_cards(make):
    made = make(Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", ""))))
    assert made.page.card.text in (NO_CARDS, WAITING)


def test_razz_and_a_sampled_answer_that_is_refined(make):
    made = make(SIXTH)
    made.type("1 seventh low 8 by 1 low")
    assert made.page.chart.isVisible()
    made.document.edit("Sample", run=RunOptions(method="sampled", max_trials=70_000))
    made.model.ask()
    first = made.model.view.step.answer
    assert first.method == "sampled"
    assert "±" in made.page.card.text
    assert made.model.can_refine
    QTest.mouseClick(made.page.chips["refine"], Qt.MouseButton.LeftButton)
    assert made.model.view.step.answer.stderr <= first.stderr / 2


def test_an_answered_question_is_answered_again(make):
    made = make()
    made.type("1 wins")
    answer = made.model.view.step.answer
    run = made.page.own_run
    assert run.can_run
    made.asked.held = True
    run.run_or_pause()
    assert made.model.busy
    assert made.model.view.step.answer is answer  # displayed until there is another one
    made.model.stop()
    made.asked.held = False
    run.run_or_pause()
    assert made.model.view.step.answer is not answer
    assert made.model.view.step.answer == answer


@pytest.mark.parametrize("text", ["pot odds 50 100", "1 wins on the moon"])
def test_what_takes_no_deals_is_not_run(make, text):
    made = make()
    made.document.edit("Ask", ask=AskPanel(question=text))
    made.model.ask()
    assert not made.page.own_run.can_run


def test_question_and_answer_are_copied(make):
    made = make()
    made.type("1 wins")
    QTest.mouseClick(made.page.chips["copy"], Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith("1 wins: Hero wins ")
