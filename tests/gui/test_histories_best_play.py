"""The pane *Best play* of *Histories*: decisions are solved in the background, kept, listed, opened and asked again."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from engine import CancelToken
from engine.histories.best_play import MORE_PLAYERS, JudgedAction, Judgement
from engine.histories.judgements import JudgementFile
from engine.histories.listing import hand_line
from engine.histories.players.counting import SitePlayer, site_of
from engine.histories.quiz import ALL_JUDGED_ASKED
from engine.histories.splitting import split_hands
from engine.players.description import shipped_player
from engine.scenario import Problem, ScenarioError
from engine.trainer.questions import NoSpotError
from engine.trainer.record import TrainingRecord
from engine.trainer.spots import questions
from gui.look.scale import set_text_scale
from gui.pages.histories import best_play
from gui.pages.histories.best_play import BestPlay, judge_list, loss_sentence, sum_lines
from gui.pages.histories.replay import Outlook
from tests.gui.histories_fakes import make as make
from tests.gui.object_names import settle

EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"
LINES = [hand_line(raw) for raw in split_hands(EVENING.read_text(encoding="utf-8"))]


@pytest.fixture
def quick(monkeypatch):
    """Judge without solving: every decision loses a chip, in razz nothing; returns the games that were judged."""
    games = []

    def judge(game, *, cancel=None, workers=None):
        cancel.check_cancelled()
        games.append(game)
        loss = 1.0 if game.table.game == "holdem" else 0.0
        actions = (JudgedAction("check", 5.0, 0.0), JudgedAction("bet 4", 6.0, 1.0))
        return Judgement(
            moment=game.moment, street=game.street, action="check", best="bet 4", loss=loss, bound=0.05,
            mistake="missed_value" if loss else None, equity=0.75, pot=10.0, actions=actions, seconds=0.1,
            digest=game.digest,
        )  # fmt: skip

    monkeypatch.setattr(best_play, "judge_decision", judge)
    return games


def click(made, name):
    button = made.page.findChild(QAbstractButton, f"histories.{name}")
    assert button.isVisible()
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def button(made, name):
    return made.page.findChild(QAbstractButton, f"histories.best.{name}")


def pick(table, row):
    QTest.mouseClick(
        table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.model().index(row, 0)).center()
    )


def progress(made):
    return made.page.findChild(QLabel, "histories.best.progress").text()


def test_turns_and_rivers_are_solved_at_once_and_kept(make, monkeypatch):
    made = make(EVENING)
    assert made.page.best.play == BestPlay() or not made.page.best.play.rows  # nobody has looked at it
    click(made, "pane.best")
    best = made.page.best
    judged = [row for row in best.play.rows if row.judgement is not None]
    assert len(judged) == 9
    assert {row.street_name for row in judged} == {"turn", "river", "sixth", "seventh"}
    assert best.sentence.text() == loss_sentence(best.play)
    assert best.details.text().splitlines() == list(sum_lines(best.play))
    # Hand 1: a pair of kings was checked back on the river.
    assert [best.table.text(0, title) for title in ("Hand", "Street", "Action", "Best play", "Mistake")] == [
        "1", "river", "check", "all in 65", "missed value",
    ]  # fmt: skip
    gains = [row.gain for row in best.table.rows if row.judgement is not None]
    assert gains == sorted(gains)
    assert gains[0] < -1.0  # how much depends on the assumed ranges
    assert progress(made) == "6 flops not solved"
    assert len(made.judgements.read()) == 9
    # Another window, another day: nothing is solved again.
    monkeypatch.setattr(best_play, "judge_decision", None)
    again = make(EVENING)
    click(again, "pane.best")
    assert again.page.best.sentence.text() == best.sentence.text()
    assert [row.key for row in again.page.best.table.rows] == [row.key for row in best.table.rows]


def test_decisions_with_more_players_keep_their_estimate_and_say_so(make, quick, tmp_path):
    made = make(EVENING)
    click(made, "pane.best")
    table = made.page.best.table
    (index,) = (i for i, row in enumerate(table.rows) if row.judgement is None)
    assert table.text(index, "Mistake") == MORE_PLAYERS
    assert table.text(index, "Action") == "raise"
    assert table.text(index, "bb") == ""  # a raise that several players can call has no estimate
    # Three players on the flop: a call has one.
    lines = [hand_line(raw) for raw in split_hands(THREE)]
    *_, play = judge_list(lines, {}, Outlook(), (), JudgementFile(tmp_path / "play.jsonl"), False, CancelToken())
    (row,) = (row for row in play.rows if row.why == MORE_PLAYERS and row.action == "call")
    assert row.estimate is not None
    assert best_play.best_table_data(play.rows).columns[1].text(row).endswith(" est.")


THREE = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [150, 150, 150]
actions = ['d dh p1 AcAd', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 50', 'p1 cc', 'p2 cc', 'd db 2c7d9h', 'p1 cc',
  'p2 cc', 'p3 cbr 100', 'p1 cc']
players = ['Hero', 'Vic', 'Cid']
"""


def test_decisions_and_buttons_are_in_sight_in_large_text(make, quick):
    """The page has 1241 x 525 pixels in a window of 1280 x 800 without the table."""
    set_text_scale(150)
    made = make(EVENING)
    click(made, "pane.best")
    settle()
    made.page.resize(1241, made.page.minimumSizeHint().height())
    settle()
    best = made.page.best
    first = best.table.visualRect(best.table.model().index(0, 0)).bottomLeft()
    assert best.table.viewport().mapTo(made.page, first).y() < 525
    for name in ("run", "flops", "quiz", "replay", "betting"):
        button = made.page.findChild(QAbstractButton, f"histories.best.{name}")
        assert button.mapTo(made.page, button.rect().bottomLeft()).y() < 525
    # Next to the table there is less room: the tags are on a line of their own.
    assert made.page.minimumSizeHint().width() < 674
    made.page.resize(674, 900)
    settle()
    assert made.page.marks.y() != made.page.findChild(QWidget, "histories.pane").y()


def test_flops_are_solved_on_request(make, quick):
    made = make(EVENING)
    click(made, "pane.best")
    assert len(quick) == 9
    click(made, "best.flops")
    assert len(quick) == 15
    # Rivers first, flops last.
    assert [game.street for game in quick if game.table.game == "holdem"] == [3, 2, 2, 2, 2, 1, 1, 1]
    assert progress(made) == ""
    click(made, "best.flops")  # solved ones stay
    assert len(quick) == 15
    assert sum(row.judgement is not None for row in made.page.best.play.rows) == 15
    assert made.page.best.sentence.text() == "Mistakes lost 8.00 bb, in 8 of 15 solved decisions."
    assert made.page.best.details.text().splitlines()[1] == "missed value 8.00 bb (8)"


def test_a_pause_keeps_what_is_solved(make, quick):
    made = make(EVENING)
    running = made.page.best._list._questions
    running.held = True
    click(made, "pane.best")
    assert made.page.best.sentence.text() == "Reading the hands …"
    click(made, "best.run")
    assert button(made, "run").text() == "Continue"
    made.page.search.setText("Dora")  # a pause holds, whatever is listed
    made.page.search.setText("")
    assert not quick
    running.held = False
    click(made, "best.run")
    assert button(made, "run").text() == "Pause"
    assert not button(made, "run").isEnabled()  # all is solved
    assert len(quick) == 9


def test_a_cancelled_run_goes_on_where_it_ended(quick, tmp_path):
    file, cancel = JudgementFile(tmp_path / "play.jsonl"), CancelToken()
    states = judge_list(LINES, {}, Outlook(), (), file, True, cancel)
    last = next(state for state in states if len(quick) == 4)
    states.close()
    assert last.current is not None
    assert len(file.read()) == 4
    assert last.seconds_left(flops=True) > last.seconds_left(flops=False) > 0
    *_, done = judge_list(LINES, last.by_hand, Outlook(), (), file, True, CancelToken())
    assert len(quick) == 15
    assert not any(row.open for row in done.rows)


def test_another_outlook_is_another_question(make, quick):
    made = make(EVENING)
    click(made, "pane.best")
    made.follow(1)
    loose = SitePlayer(site_of(made.replay.hand.raw), "Cleo")
    made.replay.set_kind(loose, shipped_player("loose"))
    assert len(quick) > 9
    assert len({game.digest for game in quick}) == len(quick)
    first = len(quick)
    made.replay.set_kind(loose, None)  # what was solved before is kept
    assert len(quick) == first


def test_a_decision_opens_on_betting(make, quick):
    made = make(EVENING)
    click(made, "pane.best")
    best = made.page.best
    assert not button(made, "betting").isEnabled()
    index = next(i for i, row in enumerate(best.table.rows) if row.line.raw.number == 1 and row.street == 3)
    pick(best.table, index)
    assert made.table.is_current
    assert (made.replay.selected.raw.number, made.replay.index) == (1, best.table.rows[index].moment)
    click(made, "best.betting")
    assert made.wanted == ["Betting"]
    panel = made.scenario.betting
    assert (panel.played, panel.path, panel.hand) == (("check",), ("check",), "AhKd")
    assert (panel.pot, panel.stack, made.scenario.board) == (70.5, 65.0, "Kc 7d 2s 9h 3c")
    click(made, "best.replay")
    assert made.page._replay.isVisible()


def test_mistakes_are_asked_in_the_trainer(make, quick):
    made = make(EVENING)
    click(made, "pane.best")
    click(made, "best.quiz")
    assert made.wanted == ["Trainer"]
    pack = made.training.quiz
    assert (pack.game, len(pack.decisions)) == ("holdem", 5)
    asked = []
    for _ in pack.decisions:
        used = frozenset(one.line for one in asked)
        asked.append(next(questions(pack, TrainingRecord(seed=1), used=used)))
    with pytest.raises(NoSpotError, match=ALL_JUDGED_ASKED):
        next(questions(pack, TrainingRecord(seed=1), used=frozenset(one.line for one in asked)))
    assert {one.about for one in asked} <= {f"Hand {n}, {street}" for n in (1, 2, 3) for street in ("turn", "river")}
    assert len({one.line for one in asked}) == 5
    for question in asked:
        assert [(option.name, option.ev) for option in question.options] == [("check", 5.0), ("bet 4", 6.0)]
        assert question.best.name == "bet 4"
        assert question.loss(question.options[0]) == pytest.approx(0.1)


def test_a_game_that_cannot_be_solved_says_why_and_a_full_disk_is_reported(make, quick, monkeypatch):
    def add(self, raw, judgement):
        raise OSError(28, "No space left on device")

    judge = best_play.judge_decision

    def refusing(game, **options):
        if game.table.game == "razz":
            raise ScenarioError(Problem("limit", "too much memory"))
        return judge(game, **options)

    monkeypatch.setattr(JudgementFile, "add", add)
    monkeypatch.setattr(best_play, "judge_decision", refusing)
    made = make(EVENING)
    click(made, "pane.best")
    table = made.page.best.table
    assert sum(table.text(i, "Mistake") == "too much memory" for i in range(len(table.rows))) == 4
    assert made.messages == [("Solved decisions cannot be saved: No space left on device", True)]


def test_sums_without_mistakes_and_without_decisions(quick, tmp_path):
    assert loss_sentence(BestPlay()).startswith("No decisions: ")
    razz = [line for line in LINES if "Razz" in line.game]
    *_, play = judge_list(razz, {}, Outlook(), (), JudgementFile(tmp_path / "play.jsonl"), False, CancelToken())
    assert loss_sentence(play) == "No mistake in 4 solved decisions."
    assert loss_sentence(replace(play, by_hand={})).startswith("No decisions: ")
