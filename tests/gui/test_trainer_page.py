"""The page *Trainer*: spots, guesses, answers, the score, and the file that windows share."""

import json

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from engine import Scenario, Seat, solve
from engine.ranges.library import Folder, NamedRange
from engine.ranges.library_files import Entry
from engine.training.record import FIRST_PAUSE, Guess, read_record
from engine.training.spots import Quiz
from gui.charts.values import Points
from gui.pages.trainer.page import UNTOUCHED, TrainerPage, trainer_exports
from gui.state.context import PageContext
from gui.state.document import Document
from gui.state.library import Library
from gui.state.player_files import Training
from gui.state.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.picture_texts import assert_fits
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import PageSignals

PRESETS = Folder("Presets", (NamedRange("Kings", "KdKh"), NamedRange("Low", "A23", game="razz")))


class Made:
    """A page with what it stands on; ``messages`` are its lines for the status bar."""

    def __init__(self, path, game="holdem"):
        self.path = path / "training.json"
        self.document = Document(Scenario(game, (Seat("Hero", ""), Seat("Seat 2", ""))))
        self.session, self.questions, self.signals = FakeSession(), DirectQuestions(), PageSignals(self.document)
        self.library = Library(path / "library.json", PRESETS, self.document)
        self.training = Training(self.path, self.document)
        settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        parts = self.document, self.session, settings, self.library, None, self.questions, None
        self.context = PageContext(
            *parts,
            self.training,
            None,
            self.signals.message,
            self.signals.menu_requested,
            self.signals.table_pasted,
            self.signals.tracker_requested,
            self.signals.page_requested,
        )
        self.messages = []
        self.training.message.connect(self._on_message)
        self.page = TrainerPage(self.context)
        self.model = self.page.model

    def _on_message(self, text, wrong):
        self.messages.append((text, wrong))

    def text(self, name):
        return self.page.findChild(QLabel, f"trainer.{name}").text()

    def button(self, name):
        return self.page.findChild(QAbstractButton, f"trainer.{name}")

    @property
    def kept(self):
        return read_record(self.path.read_bytes())[0]


@pytest.fixture
def make(expose, tmp_path):
    def build(game="holdem", own=("AcAd", "KcKh, QQ")):
        made = Made(tmp_path, game)
        for i, text in enumerate(own):
            made.library.add(Entry(f"Range {i}", text, game=game))
        return expose(made.page, (740, 690), made) and made

    return build


def typed(qtbot, made, number):
    qtbot.keyClicks(made.page.entry, number)
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)


def test_a_guess_by_keys_alone(make, qtbot):
    made = make()
    spot = made.model.spot
    assert spot.seats[1].cards in ("AcAd", "KcKh, QQ")
    assert "Type a number" in made.text("question")
    assert made.text("answer") == ""
    assert made.model.answer is None
    equity = solve(spot).seats[0].estimate.equity
    made.page.entry.selectAll()
    typed(qtbot, made, "37.5")
    off = 100 * (0.375 - equity)
    assert made.text("answer").startswith(f"{100 * equity:.2f}\u00a0%: your guess of 37.5\u00a0% is")
    assert f"{abs(off):.1f}\u00a0points too {'high' if off > 0 else 'low'}" in made.text("answer")
    assert made.text("score").startswith(f"Mean error: {abs(off):.1f}\u00a0points over 1 guess.")
    assert made.kept.guesses[0].guess == 0.375
    assert made.kept.guesses[0].equity == pytest.approx(equity)
    assert made.button("go").text() == "Next"
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert made.model.guess is None
    assert made.text("answer") == ""
    assert made.page.entry.lineEdit().hasSelectedText()
    typed(qtbot, made, "50")
    assert made.text("score").endswith("over 2 guesses.")
    assert made.kept.given == 2


def test_enter_on_a_number_that_nobody_chose_is_no_guess(make, qtbot):
    made = make()
    for _ in range(2):
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
        assert made.model.guess is None
        assert made.text("answer") == UNTOUCHED
    typed(qtbot, made, "50")
    assert made.model.guess == 0.5
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert made.model.guess is None
    made.button("go").click()
    assert made.model.guess == 0.5


def test_the_axis_of_errors_is_in_points(make, qtbot):
    made = make()
    typed(qtbot, made, "90")
    ticks = made.page.chart.value.y.ticks(0.0, 40.0, 200.0)
    assert [tick.text for tick in ticks][:2] == ["0", "10"]


def test_a_guess_before_the_answer_waits_for_it(make, qtbot):
    made = make()
    held = made.questions.findChild(DirectQuestions, "trainer")
    held.held = True
    made.model.go_on()
    typed(qtbot, made, "40")
    assert "being computed" in made.text("answer")
    assert not made.button("go").isEnabled()
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert not made.training.record.given
    held.answered.emit(held.key, solve(made.model.spot))
    assert "your guess of 40.0" in made.text("answer")
    assert made.training.record.given == 1


def test_a_missed_spot_comes_back(make, qtbot):
    made = make()
    missed = made.model.spot
    equity = solve(missed).seats[0].estimate.equity
    made.model.take_guess(0.0 if equity > 0.5 else 1.0)
    for _ in range(FIRST_PAUSE):
        made.model.go_on()
        assert not made.model.again
        made.model.take_guess(solve(made.model.spot).seats[0].estimate.equity)
        assert "just right" in made.text("answer")
    made.model.go_on()
    assert made.model.again
    assert made.model.spot == missed
    assert made.text("question").startswith("You have missed this one before.")


def test_the_slider_guesses_too_and_buttons_do_what_enter_does(make, qtbot):
    made = make()
    made.page.slider.setValue(73)
    assert made.page.entry.value() == 73.0
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.model.guess == 0.73
    assert not made.page.slider.isEnabled()
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.page.slider.isEnabled()
    assert made.page.slider.value() == 50


def test_to_table_is_one_step_of_undo(make, qtbot):
    made = make()
    before = made.document.scenario
    qtbot.mouseClick(made.button("table"), Qt.MouseButton.LeftButton)
    assert made.document.scenario == made.model.spot
    assert made.document.undo_stack.undoText() == "Spot of the trainer"
    made.document.undo_stack.undo()
    assert made.document.scenario == before


def test_the_page_follows_the_game_and_shows_razz_cards(make):
    made = make()
    made.document.replace("Razz", Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", ""))))
    spot = made.model.spot
    assert spot.game == "razz"
    assert spot.seats[0].cards[:3] in ("A23", "2A3")  # no own range of razz: the presets
    assert len(made.page.view.cards[0].faces) == len(spot.seats[0].cards)
    assert not made.page.view.board.isVisible()


def test_what_a_spot_shows(make):
    made = make()
    view = made.page.view
    view.show_spot(Scenario("holdem", (Seat("Hero", "AhKs"), Seat("UTG", "22+, ATs+")), board="7h 8h 2c"))
    assert [(face.rank, face.suit) for face in view.cards[0].faces] == [("A", 1), ("K", 0)]
    assert [len(line.faces) for line in (*view.cards, view.board)] == [2, 0, 3]
    assert view.texts[1].isVisible()
    assert view.texts[1].text() == "22+, ATs+"
    assert view.cards[0].accessibleDescription() == "AhKs"
    view.show_spot(Scenario("razz", (Seat("Hero", "(8-8-)xK9"), Seat("Any", "x"))))
    assert [face.kind for face in view.cards[0].faces] == ["choice", "choice", "down", "card", "card"]
    assert not view.texts[0].isVisible()
    assert view.names[0].text() == "Hero: (8-8-)xK9"
    assert view.texts[1].text() == "x"


def test_without_ranges_the_page_says_so(make, qtbot):
    made = make(own=("22+ > flop top pair+",))
    assert made.text("answer") == "No spot can be made of these ranges."
    assert not made.button("table").isEnabled()
    made.library.add(Entry("Good", "TT+"))
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.model.spot is not None
    assert made.text("answer") == ""


def test_a_single_guess_is_seen(make, qtbot):
    made = make()
    typed(qtbot, made, "90")
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    dots = [mark for mark in made.page.chart.value.marks if isinstance(mark, Points)]
    assert [len(mark.places) for mark in dots] == [1, 1]


def test_the_score_is_a_chart_that_is_exported(make, qtbot):
    made = make()
    (item,) = trainer_exports(made.page, made.context)
    assert not item.chart.ready
    for number in ("10", "90", "50"):
        typed(qtbot, made, number)
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert item.chart.ready
    header, rows = item.chart.drawing().table()
    assert header == ("guess", "spot", "guessed", "equity", "error", "mean of the last 20")
    assert [row[2] for row in rows] == [0.1, 0.9, 0.5]
    assert rows[-1][5] == pytest.approx(sum(row[4] for row in rows) / 3)
    assert b"Errors over time" in item.chart.svg()
    assert_fits(item.chart)
    chart = made.page.chart
    chart.read_at(chart.figure.stops()[-1])
    assert chart.reading.text.startswith("Guess 3: mean of the last 20 ")


def test_windows_share_the_record(tmp_path):
    one, two = Training(tmp_path / "t.json"), Training(tmp_path / "t.json")
    one.add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    two.add(Guess("AhKh v JJ", "holdem", 0.4, 0.5))
    one.add(Guess("AhKh v TT", "holdem", 0.4, 0.5))
    assert [g.spot[-2:] for g in one.record.guesses] == ["QQ", "JJ", "TT"]
    assert Training(tmp_path / "t.json").record == one.record


def test_what_cannot_be_written_waits(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("a file where the folder should be")
    training = Training(blocked / "t.json")
    message = []
    training.message.connect(lambda text, wrong: message.append((text, wrong)))
    training.add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    assert message[-1][0].startswith("The guess is not saved: ")
    assert training.record.given == 1
    blocked.unlink()
    training.save()
    assert Training(blocked / "t.json").record.given == 1


def test_damage_is_told_and_the_file_kept(tmp_path):
    path = tmp_path / "t.json"
    Training(path).add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    value = json.loads(path.read_text())
    value["guesses"].append({"spot": 5})
    for text, word in ((json.dumps(value), "guesses[1]"), ("spoilt", "could not be read")):
        path.write_text(text)
        training = Training(path)
        message = []
        training.message.connect(lambda text, wrong, message=message: message.append(text))
        assert len(training.record.guesses) == (word == "guesses[1]")
        assert word in message[0]
        (kept,) = [p for p in tmp_path.glob("t.unreadable-*") if p.read_text() == text]
        assert str(kept) in message[0]
    training.add(Guess("AhKh v TT", "holdem", 0.4, 0.5))
    assert [g.spot for g in Training(path).record.guesses] == ["AhKh v TT"]


def test_a_quiz_draws_flops_of_its_table_until_it_is_ended(make):
    made = make()
    table = Scenario("holdem", (Seat("Hero", "8h8d"), Seat("Dora", "77+, AQs+")))
    drawn = set()
    for _ in range(2):
        made.training.set_quiz(Quiz("Flops of hand 2", table))
        assert made.text("quiz") == "Flops of hand 2"
        for _ in range(3):
            assert made.model.spot.seats == table.seats
            assert len(made.model.spot.board.split()) == 3
            drawn.add(made.model.spot.board)
            made.model.take_guess(0.5)
            assert made.model.answer is not None
            made.model.go_on()
        QTest.mouseClick(made.button("endQuiz"), Qt.MouseButton.LeftButton)
        assert made.training.quiz is None
        assert made.text("quiz") == ""
        assert not made.button("endQuiz").isVisible()
    assert len(drawn) > 1
    assert len(made.kept.guesses) == 6


def test_a_quiz_without_a_deal_says_so(make):
    made = make()
    made.training.set_quiz(Quiz("None", Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "AhAc")))))
    assert made.model.problem == "No spot can be made of these ranges."
