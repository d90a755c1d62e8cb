"""The page *Trainer*: spots, guesses, answers, the score, and the file that windows share."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from engine import GAMES, RunOptions, Scenario, Seat, solve
from engine.histories.assumed import DEFAULT_ASSUMPTIONS as ASSUMING
from engine.histories.quiz import PACK_NAME, PlayedPack
from engine.histories.splitting import split_hands
from engine.ranges.holdem_matrix import ALL_CELLS
from engine.ranges.library import Folder, NamedRange
from engine.ranges.library_files import LibraryEntry
from engine.table.one_line import parse_line
from engine.trainer.packs import Pack, shipped_packs
from engine.trainer.questions import SpotQuestion
from engine.trainer.record import FIRST_PAUSE, OWN_PACK, Guess, TrainingRecord, read_record
from engine.trainer.spots import questions
from gui.charts.values import Points
from gui.look.scale import set_text_scale
from gui.pages.trainer.page import DRAWING, MAX_HINTS, UNTOUCHED, TrainerPage, feedback_text
from gui.pages.trainer.spot_view import CardLine
from gui.pages.trainer.tables import opponent_rows
from gui.parts.card_face import CardFace
from gui.parts.chip_button import ChipButton
from gui.parts.page_scroll import PageScroll
from gui.state.context import PageContext
from gui.state.document import Document
from gui.storage.library import Library
from gui.storage.player_files import Training
from gui.storage.settings import Settings
from tests.gui.chart_fakes import FakeSession
from tests.gui.picture_texts import assert_fits
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.range_fakes import PageSignals

EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"
PRESETS = Folder(
    "Presets",
    (NamedRange("Kings", "KdKh"), NamedRange("Low", "A23", game="razz"), NamedRange("Seven", "447", game="razz")),
)


def test_all_seven_cards_of_a_hand_are_in_a_narrow_row(expose):
    line = expose(CardLine("cards", "Cards"), (400, 100))
    line.show_faces([CardFace("card", rank) for rank in "A273J64"], "A273J64")
    assert [area.width() for area in line.areas()] == [40] * 7
    set_text_scale(150)
    line.resize(396, line.height())
    last = line.areas()[-1]
    assert 1.5 * last.right() <= 396.001
    assert last.height() < 54
    assert last.height() / last.width() == pytest.approx(54 / 40)


class Made:
    """A page with what it stands on; ``messages`` are its lines for the status bar."""

    def __init__(self, path, game="holdem", pack=OWN_PACK):
        self.path = path / "training.json"
        self.document = Document(Scenario(game, (Seat("Hero", ""), Seat("Seat 2", ""))))
        self.session, self.questions, self.signals = FakeSession(), DirectQuestions(), PageSignals(self.document)
        self.library = Library(path / "library.json", PRESETS, self.document)
        self.training = Training(self.path, self.document)
        settings = Settings(QSettings(str(path / "s.ini"), QSettings.Format.IniFormat))
        settings.trainer_packs = dict.fromkeys(GAMES, pack)
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


@pytest.fixture(autouse=True)
def time_for_details(monkeypatch):
    """Let a busy machine compute the explanation of each answer to its end."""
    monkeypatch.setattr("engine.trainer.spots.MAX_DETAIL_SECONDS", 3_600.0)


@pytest.fixture
def make(expose, tmp_path):
    def build(game="holdem", own=("AcAd", "KK-QQ"), pack=OWN_PACK):
        made = Made(tmp_path, game, pack)
        for i, text in enumerate(own):
            made.library.add(LibraryEntry(f"Range {i}", text, game=game))
        return expose(made.page, (740, 690), made) and made

    return build


def typed(qtbot, made, number):
    qtbot.keyClicks(made.page.entry, number)
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)


def test_a_guess_by_keys_alone(make, qtbot):
    made = make()
    spot = made.model.question.spot
    assert spot.seats[1].cards in ("AcAd", "KK-QQ")
    assert "Type a number" in made.text("question")
    assert made.text("answer") == ""
    assert made.model.answer is None
    equity = solve(spot).seats[0].estimate.equity
    made.page.entry.selectAll()
    guess = 0.375 if abs(equity - 0.375) > 0.01 else 0.425  # the spot is drawn: a right guess has another answer
    typed(qtbot, made, f"{100 * guess:.1f}")
    off = 100 * (guess - equity)
    assert made.text("answer").startswith(f"{100 * equity:.2f}\u00a0%: your guess of {100 * guess:.1f}\u00a0% was")
    assert f"{abs(off):.1f}\u00a0points too {'high' if off > 0 else 'low'}" in made.text("answer")
    assert made.text("score").startswith(f"Average error {abs(off):.1f}\u00a0points over 1 answer, you ")
    assert made.kept.guesses[0].guess == pytest.approx(guess)
    assert made.kept.guesses[0].equity == pytest.approx(equity)
    assert made.button("go").text() == "Next"
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert made.model.answer is None
    assert made.text("answer") == ""
    assert made.page.entry.lineEdit().hasSelectedText()
    typed(qtbot, made, "50")
    assert "over 2 answers, you " in made.text("score")
    assert made.kept.given == 2
    for given in range(2, MAX_HINTS + 3):  # the keys are named until they are known
        assert made.text("answer").endswith(" Enter: next.") == (given <= MAX_HINTS)
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
        assert made.text("question").endswith("? Type a number and press Enter.") == (given <= MAX_HINTS)
        typed(qtbot, made, "50")


def test_enter_on_an_unchanged_number_is_no_guess(make, qtbot):
    made = make()
    for _ in range(2):
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
        assert made.model.answer is None
        assert made.text("answer") == UNTOUCHED
    typed(qtbot, made, "50")
    assert made.model.answer.guess == 0.5
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert made.model.answer is None
    made.button("go").click()
    assert made.model.answer.guess == 0.5


def test_the_axis_of_errors_is_in_points(make, qtbot):
    made = make()
    typed(qtbot, made, "90")
    ticks = made.page.chart.value.y.ticks(0.0, 40.0, 200.0)
    assert [tick.text for tick in ticks][:2] == ["0", "10"]


def test_the_previous_spot_stays_until_the_next_one_is_drawn(make, qtbot):
    made = make()
    typed(qtbot, made, "40")
    held = made.questions.findChild(DirectQuestions, "trainer")
    held.held = True
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert made.text("question") == DRAWING
    assert not made.button("go").isEnabled()
    typed(qtbot, made, "10")
    assert made.training.record.given == 1
    held.answered.emit(held.key, next(questions(Pack("X", "holdem", (parse_line("AA v KK"),)), TrainingRecord(1))))
    assert "your equity" in made.text("question")
    typed(qtbot, made, "80")
    assert made.training.record.given == 2


def test_a_low_window_scrolls_to_the_answer_and_back_to_the_question(expose, make, qtbot):
    made = make(pack="Flops")
    scroll = expose(PageScroll(made.page, "trainer.scroll", wraps=True), (448, 374))
    upright, room = scroll.verticalScrollBar(), scroll.viewport().height()
    answer = made.page.answer
    for _ in range(3):
        typed(qtbot, made, "40")
        qtbot.waitUntil(lambda: 0 < answer.mapTo(made.page, answer.rect().bottomLeft()).y() - upright.value() < room)
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: upright.value() <= made.page.question.y())


@pytest.mark.parametrize("game", GAMES)
def test_questions_of_each_pack_by_keys_and_again_after_a_restart(make, qtbot, game):
    names = [pack.name for pack in shipped_packs() if pack.game == game]
    for before, count in ((0, 2), (2, 1)):
        made = make(game, pack=names[0])
        for name in names:
            made.page.pack.setFocus()
            qtbot.keyClick(made.page.pack, Qt.Key.Key_Home)
            for _ in range(names.index(name)):
                qtbot.keyClick(made.page.pack, Qt.Key.Key_Down)
            assert made.model.pack == name
            seen = set()
            made.page.entry.selectAll()  # as the tab key does
            for number in range(1, count + 1):
                question = made.model.question
                seen.add(question.line)
                field = made.page.choice if question.options else made.page.entry
                assert field.isVisible()
                qtbot.keyClicks(field, question.best.name[:1] if question.options else f"{100 * question.equity:.1f}")
                qtbot.keyClick(field, Qt.Key.Key_Return)
                assert "Right" in made.text("answer") or "exactly right" in made.text("answer")
                assert made.page.why.table.rows
                assert f"Streak within {'1' if question.options else '5'}" in made.text("score")
                assert made.text("score").endswith(f": {before + number}, best {before + number}.")
                qtbot.keyClick(field, Qt.Key.Key_Return)
            assert len(seen) == count
        rows = {(tally.game, tally.pack): tally.given for tally in made.page.packs.table.rows}
        assert {rows[game, name] for name in names} == {before + count}


def test_both_tenths_beside_an_equity_halfway_between_them_are_exactly_right():
    for equity in (0.0675, 0.9995, 0.0005, 0.4815):
        question = SpotQuestion("X", parse_line("AA v KK"), equity)
        for guess in (equity - 0.0005, equity + 0.0005):
            assert "exactly right" in feedback_text(question, Guess("AA v KK", "holdem", round(guess, 3), equity))
        for guess in (equity - 0.0006, equity + 0.0006):
            assert "too" in feedback_text(question, Guess("AA v KK", "holdem", guess, equity))


def test_an_unknown_option_is_rejected_with_a_hint(make, qtbot):
    made = make(pack="Call or fold")
    for text in ("x", "3", ""):
        made.page.choice.clear()
        qtbot.keyClicks(made.page.choice, text)
        qtbot.keyClick(made.page.choice, Qt.Key.Key_Return)
        assert made.text("answer") == "Type a number from 1 to 2, or the first letters of an action: call, fold."
    wrong = min(made.model.question.options, key=lambda option: option.ev)
    qtbot.mouseClick(made.button(f"option{made.model.question.options.index(wrong) + 1}"), Qt.MouseButton.LeftButton)
    assert f"{wrong.name.capitalize()} loses" in made.text("answer")
    assert "of the pot" in made.text("score")


def test_a_missed_spot_comes_back(make, qtbot):
    made = make()
    missed = made.model.question.spot
    made.model.guess(0.0 if made.model.question.equity > 0.5 else 1.0)
    for _ in range(FIRST_PAUSE):
        made.model.go_on()
        assert not made.model.question.again
        made.model.guess(made.model.question.equity)
        assert "exactly right" in made.text("answer")
    made.model.go_on()
    assert made.model.question.again
    assert made.model.question.spot == missed
    assert made.text("question").startswith("You missed this spot before.")


def test_the_slider_guesses_too_and_buttons_do_what_enter_does(make, qtbot):
    made = make()
    made.page.slider.setValue(73)
    assert made.page.entry.value() == 73.0
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.model.answer.guess == 0.73
    assert not made.page.slider.isEnabled()
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.page.slider.isEnabled()
    assert made.page.slider.value() == 50


def test_to_table_is_one_step_of_undo(make, qtbot):
    made = make()
    before = made.document.scenario
    qtbot.mouseClick(made.button("table"), Qt.MouseButton.LeftButton)
    assert made.document.scenario == made.model.question.spot
    assert made.document.undo_stack.undoText() == "Trainer spot"
    made.document.undo_stack.undo()
    assert made.document.scenario == before


def test_the_page_follows_the_game_and_shows_razz_cards(make):
    made = make()
    for text in ("A23", "447"):
        made.library.add(LibraryEntry(text, text, game="razz"))
    made.document.replace("Razz", Scenario("razz", (Seat("Hero", ""), Seat("Seat 2", ""))))
    spot = made.model.question.spot
    assert spot.game == "razz"
    assert {seat.cards[:3] for seat in spot.seats} == {"A23", "447"}
    assert [len(cards.faces) for cards in made.page.view.cards] == [len(seat.cards) for seat in spot.seats]
    assert not made.page.view.board.isVisible()


def test_a_spot_displays_cards_and_ranges(make):
    made = make()
    view = made.page.view
    table = Scenario("holdem", (Seat("Hero", "AhKs"), Seat("UTG", "22+, ATs+")), board="7h 8h 2c")
    view.show_spot(table, None, ())
    assert [(face.rank, face.suit) for face in view.cards[0].faces] == [("A", 1), ("K", 0)]
    assert [len(line.faces) for line in (*view.cards, view.board)] == [2, 0, 3]
    assert view.cards[0].accessibleDescription() == "AhKs"
    (mine, his) = view.ranges
    assert (mine.isVisible(), his.isVisible()) == (False, True)
    assert his.text.text() == "22+, ATs+"
    cells = {cell.label: cell for cell in map(his.grid.model_.cell, ALL_CELLS)}
    assert (cells["AKs"].weight, cells["AKs"].blocked, cells["AKo"].weight) == (1.0, 0.5, 0.0)
    assert not cells["AKs"].hot
    view.show_spot(table, solve(replace(table, run=RunOptions(detail=("matrix",)))), ())
    cells = {cell.label: cell for cell in map(his.grid.model_.cell, ALL_CELLS)}
    assert cells["22"].hot
    assert cells["22"].tone < 0 < cells["ATs"].tone  # the player's equity, not that of the range
    assert "your equity against each hand" in his.legend.text()
    view.show_spot(Scenario("razz", (Seat("Hero", "A2K"), Seat("Any", "(8-8-5), A25@50")), dead="KKQ"), None, ())
    assert [[face.kind for face in cards.faces] for cards in view.cards] == [["card"] * 3, ["down", "down", "card"]]
    assert [face.rank for face in view.dead.faces] == ["Q", "K", "K"]
    assert [his.grid.model_.cell((0, rank)).weight for rank in (1, 2)] == [0.5, 1.0]
    assert his.grid.model_.cell((0, 4)).weight == 0.0
    assert his.grid.model_.cell((1, 0)) is None


def test_without_ranges_the_page_says_so(make, qtbot):
    made = make(own=("22+ > flop top pair+",))
    assert made.text("answer").startswith("Save at least two starting ranges to the library")
    assert not made.button("table").isEnabled()
    made.library.add(LibraryEntry("Good", "TT+"))
    made.library.add(LibraryEntry("Better", "QQ+"))
    qtbot.mouseClick(made.button("go"), Qt.MouseButton.LeftButton)
    assert made.model.question.spot is not None
    assert made.text("answer") == ""


def test_a_single_guess_is_visible_in_the_chart(make, qtbot):
    made = make()
    typed(qtbot, made, "90")
    qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    dots = [mark for mark in made.page.chart.value.marks if isinstance(mark, Points)]
    assert [len(mark.points) for mark in dots] == [1, 1]


def test_the_score_is_a_chart_that_is_exported(make, qtbot):
    made = make()
    chart = made.page.chart
    assert not chart.ready
    for number in ("10", "90", "50"):
        typed(qtbot, made, number)
        qtbot.keyClick(made.page.entry, Qt.Key.Key_Return)
    assert chart.ready
    header, rows = chart.drawing().table()
    assert header == ("answer", "spot", "answered", "right", "error", "mean of the last 20")
    assert [row[2] for row in rows] == [0.1, 0.9, 0.5]
    assert rows[-1][5] == pytest.approx(sum(row[4] for row in rows) / 3)
    assert b"Errors over time" in chart.svg()
    assert_fits(chart)
    made.page.findChild(ChipButton, "trainer.side.errors").click()
    chart.read_at(chart.figure.stops()[-1])
    assert chart.reading.text.startswith("Answer 3: mean of the last 20 ")


def test_windows_share_the_record(tmp_path):
    one, two = Training(tmp_path / "t.json"), Training(tmp_path / "t.json")
    one.add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    two.add(Guess("AhKh v JJ", "holdem", 0.4, 0.5))
    one.add(Guess("AhKh v TT", "holdem", 0.4, 0.5))
    assert [g.spot[-2:] for g in one.record.guesses] == ["QQ", "JJ", "TT"]
    assert Training(tmp_path / "t.json").record == one.record


def test_answers_that_cannot_be_written_wait(tmp_path):
    blocked = tmp_path / "data"
    blocked.write_text("a file where the folder should be", encoding="utf-8")
    training = Training(blocked / "t.json")
    message = []
    training.message.connect(lambda text, wrong: message.append((text, wrong)))
    training.add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    assert message[-1][0].startswith("The answer could not be saved: ")
    assert training.record.given == 1
    blocked.unlink()
    training.save()
    assert Training(blocked / "t.json").record.given == 1


def test_damage_is_reported_and_the_file_kept(tmp_path):
    path = tmp_path / "t.json"
    Training(path).add(Guess("AhKh v QQ", "holdem", 0.4, 0.5))
    value = json.loads(path.read_text(encoding="utf-8"))
    value["guesses"].append({"spot": 5})
    for text, word in ((json.dumps(value), "guesses[1]"), ("spoilt", "could not be read")):
        path.write_text(text, encoding="utf-8")
        training = Training(path)
        message = []
        training.message.connect(lambda text, wrong, message=message: message.append(text))
        assert len(training.record.guesses) == (word == "guesses[1]")
        assert word in message[0]
        (kept,) = [p for p in tmp_path.glob("t.unreadable-*") if p.read_text(encoding="utf-8") == text]
        assert str(kept) in message[0]
    training.add(Guess("AhKh v TT", "holdem", 0.4, 0.5))
    assert [g.spot for g in Training(path).record.guesses] == ["AhKh v TT"]


def test_decisions_of_listed_hands_are_a_pack_that_is_played_to_its_end(make, qtbot):
    made = make(pack=PACK_NAME)
    assert made.model.pack != PACK_NAME  # no hands are listed
    made.training.set_played((PlayedPack("holdem", tuple(split_hands(EVENING.read_text(encoding="utf-8"))), seen),))
    assert made.page.pack.currentText() == PACK_NAME
    number = 0
    while (question := made.model.question) is not None:
        number += 1
        assert made.text("question").startswith(f"{question.about}. Pot ")
        qtbot.keyClicks(made.page.choice, question.best.name)
        qtbot.keyClick(made.page.choice, Qt.Key.Key_Return)
        assert made.text("answer").endswith(f" In the hand you {question.did}. Enter: next.")
        qtbot.keyClick(made.page.choice, Qt.Key.Key_Return)
    assert made.model.tally.given == number > 1
    assert made.text("answer").startswith("You have played all decisions of these hands")


def test_the_level_is_selected_for_each_pack_and_stored(make, qtbot):
    for start in range(2):
        made = make()
        assert made.page.level.currentText() == "within 5\u00a0points"
        typed(qtbot, made, f"{100 * made.model.question.equity + 4:.1f}")
        assert f"Streak within 5\u00a0points: {start + 1}," in made.text("score")
        made.page.level.setFocus()
        qtbot.keyClick(made.page.level, Qt.Key.Key_Down)
        assert "Streak within 3\u00a0points: 0, best 0." in made.text("score")
        assert made.page.entry.hasFocus()
        made.page.pack.setFocus()
        qtbot.keyClick(made.page.pack, Qt.Key.Key_Up)
        assert (made.model.pack, made.page.level.currentText()) == ("Call or fold", "within 1\u00a0% of the pot")
        made.model.choose(OWN_PACK)
        assert made.page.level.currentText() == "within 3\u00a0points"
        made.page.level.setFocus()
        qtbot.keyClick(made.page.level, Qt.Key.Key_Up)


def test_pack_and_level_are_reached_by_keys(make, qtbot):
    made = make()
    made.page.entry.setFocus()
    for name in ("table", "level", "pack"):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        assert QApplication.focusWidget().objectName() == f"trainer.{name}"
    for name in ("level", "table", "guess"):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget().objectName() == f"trainer.{name}"


def seen(hand):
    return hand, ASSUMING


def test_a_quiz_draws_flops_of_its_table_until_it_is_ended(make):
    made = make()
    table = Scenario("holdem", (Seat("Hero", "8h8d"), Seat("Dora", "77+, AQs+")))
    drawn = set()
    for _ in range(2):
        made.training.set_quiz(Pack("Flops of hands", "holdem", (table,), title="Flops of hand 2", cards=(3,)))
        assert made.text("quiz") == "Flops of hand 2"
        for _ in range(3):
            assert made.model.question.spot.seats == table.seats
            assert len(made.model.question.spot.board.split()) == 3
            drawn.add(made.model.question.spot.board)
            made.model.guess(0.5)
            assert made.model.answer is not None
            made.model.go_on()
        QTest.mouseClick(made.button("endQuiz"), Qt.MouseButton.LeftButton)
        assert made.training.quiz is None
        assert made.text("quiz") == ""
        assert not made.button("endQuiz").isVisible()
        assert made.page.pack.currentText() == OWN_PACK
    assert len(drawn) > 3
    assert made.kept.score("holdem", "Flops of hands").given == 6


def test_a_quiz_without_a_deal_says_so(make):
    made = make()
    table = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "AhAc")))
    made.training.set_quiz(Pack("Flops of hands", "holdem", (table,), cards=(3,)))
    assert made.model.problem == "No more close spots with these ranges: add ranges or pick another pack."


def test_rows_of_the_opponents_hands_say_whether_they_overlap():
    """Down cards and made hands are in one row each; draws, which are listed again, say so."""
    run = RunOptions(detail=("down_cards",))
    result = solve(Scenario("razz", (Seat("Hero", "A29"), Seat("Bob", "x x 8")), run=run))
    rows = {row.name: float(row.cells[0].split("\N{NO-BREAK SPACE}")[0]) for row in opponent_rows(result)}
    assert list(rows)[6:8] == ["8 high in the hole", "9 high in the hole"]
    assert rows["pair in the hole"] > 0
    assert sum(rows.values()) == pytest.approx(100, abs=0.1 * len(rows))
    run = RunOptions(detail=("made",))
    seats = Seat("Hero", "AhKh"), Seat("Bob", "22+, QJs, ATs+")
    result = solve(Scenario("holdem", seats, board="7h8h2c", run=run))
    rows = {row.name: float(row.cells[0].split("\N{NO-BREAK SPACE}")[0]) for row in opponent_rows(result)}
    again = [name for name in rows if name.startswith("incl. ")]
    assert "incl. flush draw" in again
    assert sum(share for name, share in rows.items() if name not in again) == pytest.approx(100, abs=0.5)
