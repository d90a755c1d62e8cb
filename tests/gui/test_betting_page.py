"""The page *Betting* without threads: what is solved and read, and the walk through the tree by clicks and keys."""

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from engine import Scenario, Seat
from engine.betting.panel import NO_BOARD, NOT_TWO, with_preset
from engine.betting.request import read_betting_request
from engine.betting.run import TreeSize, answer_json, expected_seconds
from engine.betting.solver import Progress
from engine.ranges.orders import Order, find_order
from engine.scenario import BettingPanel, Tournament
from engine.scenario.betting import Fixed
from gui.look.scale import set_text_scale
from gui.pages.betting.player_view import labeled
from gui.pages.betting.run_status import run_status
from gui.pages.betting.words import expected_time, size_line
from gui.words.formatting import duration, percent
from tests.gui.betting_fakes import FIFTH, RIVER, SEATS, TURN
from tests.gui.betting_fakes import make as make
from tests.gui.object_names import settle
from tests.gui.preflop_fakes import DirectQuestions
from tests.gui.texts import plain


def test_a_small_tree_is_solved_automatically_and_displays_its_actions(make):
    made = make()
    head, _, rest = made.page.card.text.partition(" Hero's ")
    answer = answer_json(dict(made.model.situation.values))
    for action in answer["node"]["actions"]:
        if action["frequency"] >= 0.01:
            assert labeled(action["action"], percent(action["frequency"], exact_digits=0)) in head.lower()
    assert rest.startswith("AcQc: ")
    assert "Exploitability" in made.child("betting.assumes").text()
    assert made.model.state == "idle"
    assert made.model.view.final


def test_chips_of_a_tournament_are_counted_as_chips(make):
    made = make(replace(RIVER, tournament=Tournament((1000.0, 500.0), (100.0,))))
    assert "In chips, not in tournament money" in made.page.notices.text()


def test_the_tree_is_walked_by_clicks_forward_and_back(make):
    made = make()
    assert made.options == ["Check", "Bet 66"]
    made.click("betting.option1")
    assert made.steps == ["root", "Hero bet 66"]
    assert made.model.view.node.seat == 1
    made.click("betting.option2")
    assert made.options[0] == "Fold"
    made.click("betting.step1")
    assert made.steps == ["root", "Hero bet 66"]
    made.click("betting.step0")
    made.click("betting.step0")
    assert made.model.path == ()
    made.click("betting.option0")
    assert made.steps == ["root", "Hero check"]


def test_a_size_is_added_and_removed_at_a_decision_by_its_menu(make):
    made = make()

    def choose(text):
        assert made.page.walk.fill_menu()
        menu = made.page.walk.findChild(QMenu, "betting.sizesMenu")
        next(entry for entry in menu.actions() if entry.text() == text).trigger()
        made.settle()

    made.click("betting.option0")
    choose("Add 150% here and below")
    assert made.options == ["Check", "Bet 66", "Bet 150"]
    choose("Remove “bet 66” here and below")
    assert made.options == ["Check", "Bet 150"]
    assert "sizes changed at 1 decision" in made.page.setup.text()
    made.click("betting.step0")
    assert made.options == ["Check", "Bet 66"]
    made.document.undo_stack.undo()
    made.document.undo_stack.undo()
    made.settle()
    assert made.document.scenario.betting is None or not made.document.scenario.betting.edits


def test_the_sizes_of_a_decision_are_typed(make):
    made = make()

    def ask():
        assert made.page.walk.fill_menu()
        made.page.walk.findChild(QMenu, "betting.sizesMenu").actions()[0].trigger()
        return made.page.window().findChild(QDialog, "betting.typedSizes")

    def part(dialog, name):
        return dialog.findChild(QWidget, f"betting.typedSizes.{name}")

    made.click("betting.option0")
    dialog = ask()
    entry, ok, actions = part(dialog, "sizes"), part(dialog, "ok"), part(dialog, "actions")
    assert entry.text() == "66%"
    assert actions.text() == "Bet 66"
    entry.selectAll()
    QTest.keyClicks(entry, "33 75c huge")
    assert not ok.isEnabled()
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert "'huge' is not a size" in part(dialog, "sizes.problem").text
    assert made.options == ["Check", "Bet 66"]
    QTest.keyClicks(entry, "\b\b\b\b150")
    assert plain(actions.text()) == "Bet 33 · bet 75 · bet 150"
    QTest.keyClick(entry, Qt.Key.Key_Return)
    settle()
    made.settle()
    assert made.options == ["Check", "Bet 33", "Bet 75", "Bet 150"]
    made.click("betting.step0")
    assert made.options == ["Check", "Bet 66"]
    made.click("betting.option1")  # BTN faces a bet: his raises, not the bets that were typed after a check
    dialog = ask()
    assert part(dialog, "sizes").text() == "3x"
    assert part(dialog, "actions").text() == "Raise to 198"
    QTest.mouseClick(part(dialog, "ok"), Qt.MouseButton.LeftButton)
    settle()
    made.document.undo_stack.undo()
    made.settle()
    assert made.document.scenario == RIVER
    made.click("betting.step0")
    made.click("betting.option0")
    assert made.options == ["Check", "Bet 66"]


def test_nobody_types_sizes_where_no_bet_can_be_made(make):
    made = make(replace(RIVER, betting=RIVER.betting.with_entries({"stack": 66})))
    made.click("betting.option1")
    assert made.options == ["Fold", "Call"]
    assert not made.page.walk.fill_menu()


def test_keys_go_back_and_forth_and_choose_actions(make):
    made = make()
    made.page.setFocus()
    for key in (Qt.Key.Key_2, Qt.Key.Key_1):
        QTest.keyClick(made.page, key)
    assert made.model.path == ("bet 66", "fold")
    assert "wins the pot" in made.page.card.text
    made.model.back()
    made.model.back()
    assert made.model.path == ()
    made.model.forward()
    assert made.model.path == ("bet 66",)
    made.model.walk(("check",))
    made.model.forward()
    assert made.model.path == ("check",)
    QTest.keyClick(made.page, Qt.Key.Key_9)
    assert made.model.path == ("check",)


def test_a_card_is_chosen_from_the_grid(make):
    made = make(TURN)
    made.model.start()
    made.model.walk(("check", "check"))
    assert made.page.cards.isVisible()
    grid = made.child("betting.nextCard")
    assert grid.isVisible()
    assert not made.child("betting.upCards").isVisible()
    rect = grid.visualRect(grid.model_.index(0, 0))
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert made.model.path == ("check", "check", "As")
    assert made.model.view.node.board.endswith("As")
    assert made.page.display.isVisible()


def test_the_up_cards_of_razz_are_chosen_from_a_map(make):
    made = make(FIFTH)
    made.model.start()
    made.model.walk(("check", "check"))
    grid = made.child("betting.upCards")
    assert grid.isVisible()
    rect = grid.visualRect(grid.model_.index(0, 12))
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert made.model.path == ("check", "check", "A K")
    assert made.model.view.node.seat == 0
    assert made.options[0] == "Check"


def test_the_reason_for_missing_play_is_displayed(make):
    made = make(Scenario("holdem", (Seat("Hero", "KK"), Seat("BTN", ""))))
    assert made.page.card.text == NOT_TWO
    assert not made.page.chips["run"].isEnabled()
    made.document.edit("Cards", seats=(Seat("Hero", "KK"), Seat("BTN", "QQ")))
    made.settle()
    assert made.page.card.text == NO_BOARD
    made.document.edit("Board", board="2c 7d 9h Ts Kc")
    made.settle()
    assert "Exploitability" in made.child("betting.assumes").text()


def test_too_much_memory_is_rejected_before_a_run(make):
    made = make(Scenario("holdem", SEATS, board="2c 7d 9h", betting=BettingPanel(max_bytes=1000)))
    assert "this needs" in made.page.card.text
    assert "kB" in made.page.card.text or "GB" in made.page.card.text
    assert not made.page.chips["run"].isEnabled()
    assert made.model.view is None


def test_edits_of_the_form_can_be_undone(make):
    made = make()
    made.page.show_view("situation")
    made.type_into("betting.pot", "250")
    assert made.document.scenario.betting.pot == 250
    made.type_into("betting.rake", "5")
    assert made.document.scenario.betting.rake == 0.05
    made.click("betting.preset.two")
    made.settle()
    assert made.document.scenario.betting.sizes[0]["river"].bets[0].amount == 0.33
    made.click("betting.whose.each")
    made.type_into("betting.sizes1.river.bets", "10 all in")
    assert made.child("betting.sizes1.river.bets").text() == "10%, all in"
    sizes = made.document.scenario.betting.sizes
    assert [size.kind for size in sizes[1]["river"].bets] == ["pot", "all in"]
    assert sizes[0]["river"].bets[0].amount == 0.33
    made.click("betting.preset.limit")
    made.settle()
    made.type_into("betting.limit.river", "25")
    assert made.document.scenario.betting.limit.bets["river"] == 25
    assert made.options == ["Check", "Bet 25"]
    while made.document.undo_stack.canUndo():
        made.document.undo_stack.undo()
    assert made.document.scenario == RIVER


def test_bad_input_is_reported_below_its_field_and_changes_nothing(make):
    made = make()
    made.page.show_view("situation")
    made.type_into("betting.sizes0.river.bets", "50%, huge")
    assert made.model.situation.request.sizes[0]["river"].bets[0].amount == 0.66
    assert "huge" in made.child("betting.sizes0.river.bets").problem.message
    made.type_into("betting.pot", "-3")
    assert made.child("betting.pot").problem is not None
    assert made.model.situation.request.pot == 100


def test_actions_that_are_over_are_typed_changed_and_removed(make):
    made = make()
    made.page.show_view("situation")
    made.type_into("betting.played", "x b50")
    assert made.child("betting.played").text() == "check, bet 50"
    assert made.document.scenario.betting.played == ("check", "bet 50")
    assert "after check · bet 50" in made.page.setup.text()
    made.page.show_view("play")
    assert made.steps == ["root", "Hero check", "BTN bet 50"]
    assert made.options[:2] == ["Fold", "Call"]
    made.page.show_view("situation")
    made.type_into("betting.played", "bet 20, raise 60")
    assert made.document.scenario.betting.played == ("bet 20", "raise to 60")
    made.page.show_view("play")
    assert made.steps == ["root", "Hero bet 20", "BTN raise to 60"]
    made.page.show_view("situation")
    made.type_into("betting.played", " ")
    assert not made.document.scenario.betting.played
    made.page.show_view("play")
    assert made.steps == ["root"]
    assert made.options == ["Check", "Bet 66"]
    made.document.undo_stack.undo()
    made.document.undo_stack.undo()
    assert made.document.scenario.betting.played == ("check", "bet 50")
    made.document.undo_stack.undo()
    assert made.document.scenario == RIVER


def test_actions_that_cannot_be_are_reported_below_their_field(make):
    made = make()
    made.page.show_view("situation")
    made.type_into("betting.played", "check, call")
    assert made.child("betting.played").problem.message.startswith("'call' is not a check, bet or raise")
    assert made.child("betting.played").problem.position == 7
    assert made.document.scenario == RIVER
    made.type_into("betting.played", "bet 500")
    assert "at most 300" in made.child("betting.played.problem").text
    assert made.page.card.text.startswith("Actions so far: ")
    made.document.undo_stack.undo()
    made.settle()
    assert not made.child("betting.played.problem").text
    assert made.options == ["Check", "Bet 66"]


def test_another_situation_makes_the_answer_stale_and_is_solved(make):
    made = make()
    first = made.model.view
    made.model.walk(("bet 66",))
    made.questions.findChild(DirectQuestions, "betting size").held = True
    made.document.edit("Range", seats=(SEATS[0], Seat("BTN", "AA, JJ")))
    made.model.check()
    assert made.model.stale
    made.document.undo_stack.undo()
    assert not made.model.stale
    made.questions.findChild(DirectQuestions, "betting size").held = False
    made.document.replace("Two sizes", with_preset(made.document.scenario, "two"))
    made.settle()
    assert not made.model.stale
    assert made.model.view is not first
    assert made.model.view.node.path == ()
    assert made.model.path == ("bet 66",)


def test_an_earlier_solution_is_faded_and_marked_in_exports(make):
    made = make()
    display = made.page.display
    strategy, groups, held, _ = (item.chart for item in display.exports(made.page))
    assert strategy.drawing().title == "Strategy of Hero"
    made.questions.findChild(DirectQuestions, "betting size").held = True
    made.document.edit("Range", seats=(SEATS[0], Seat("BTN", "AA, JJ")))
    assert made.model.stale
    cells = [display.grid.model_.cell((row, column)) for row in range(13) for column in range(13)]
    assert all(cell.stale for cell in cells)
    assert not made.page.walk.isEnabled()
    assert not display.bluffs.isEnabled()
    for chart in (strategy, groups, held, made.page.chart):
        drawing = chart.drawing()
        assert drawing.title.endswith("(earlier table)")
        assert drawing.stem.endswith("-earlier-table")
        assert drawing.about.startswith("Earlier table")
        header, rows = drawing.table()
        assert header[-1] == "state"
        assert {row[-1] for row in rows} == {"earlier table"}
    made.page.hide()
    made.document.undo_stack.undo()
    assert strategy.drawing().title == "Strategy of Hero"
    made.document.undo_stack.redo()
    assert strategy.drawing().title == "Strategy of Hero (earlier table)"
    made.page.show()
    made.document.replace("Razz", FIFTH)
    assert made.steps == []
    assert display.player is None


def test_no_headline_before_a_run_has_a_play(make):
    made = make()
    view = made.model.view
    early = Progress(3, None, None, 0.1, False)
    made.model.view = replace(view, progress=early, node_progress=early, final=False)
    made.model.changed.emit()
    assert not made.page.card.text.startswith("Check")
    assert made.options == []
    late = Progress(37, view.progress.ev, 2.0, 0.4, False, evaluated=20)
    made.model.view = replace(view, progress=late, node_progress=late, final=False)
    made.model.changed.emit()
    assert plain(made.child("betting.assumes").text()).startswith(
        "Strategy after 37 iterations; exploitability after 20 iterations: 2 % of the pot (2 chips), target"
    )


def test_a_paused_run_goes_on_and_a_finished_one_is_refined(make):
    made = make()
    before = made.model.view.progress
    assert made.page.chips["refine"].isEnabled()
    made.click("betting.refine")
    after = made.model.view.progress
    assert after.exploitability <= before.exploitability / 4 + 1e-9
    assert after.iterations > before.iterations
    assert made.page.chart.value is not None or made.model.view.trace
    assert made.model.view.trace[-1].iterations == after.iterations


def test_node_locks_gain_ev_for_the_other_player(make):
    made = make()
    fixed = [{"seat": 1, "path": ["bet 66"], "frequencies": {"fold": 1.0}}]
    made.document.edit("Habits", betting=made.document.scenario.betting.with_entries({"fixed": fixed}))
    made.settle()
    assert made.model.view.gain is not None
    assert made.model.view.gain.ev > 0
    assert "by exploiting the lock" in made.child("betting.assumes").text()
    assert "Hero gains" in made.child("betting.assumes").text()


def test_the_request_is_copied_with_the_path(make):
    made = make()
    made.click("betting.option0")
    made.click("betting.copy")
    values = json.loads(QGuiApplication.clipboard().text())
    assert values["path"] == ["check"]
    assert read_betting_request(values).pot == 100


def test_a_solution_is_saved_and_opened(make):
    made = make()
    made.click("betting.option1")
    before = made.model.view
    made.click("betting.save")
    assert made.messages[-1] == ("Saved river.solution", False)
    made.document.edit("Other", board="2c 7d 9h Ts 4c", betting=None)
    made.click("betting.open")
    assert made.messages[-1] == ("Opened river.solution", False)
    assert made.document.scenario.board == RIVER.board
    assert not made.model.stale
    assert made.model.view.progress.exploitability == pytest.approx(before.progress.exploitability, abs=0.01)
    made.click("betting.option1")
    assert made.model.view.node.evs == pytest.approx(before.node.evs, abs=0.1)
    made.document.undo_stack.undo()
    assert made.document.scenario.board.endswith("4c")


def test_ranges_by_an_order_of_the_player_are_solved_saved_and_opened(make):
    seats = (Seat("Hero", "2%"), Seat("BTN", "AA, JJ"))
    own = Order("mine", "my own order", -find_order(None).strengths)
    made = make(replace(RIVER, seats=seats, betting=None, order="mine"), (own,))
    names = made.model.view.node.hands[0].names
    assert "3h2d" in names
    made.click("betting.save")
    made.document.edit("Other", board="2c 7d 9h Ts 4c", order=None)
    made.click("betting.open")
    assert made.messages[-1] == ("Opened river.solution", False)
    assert not made.model.stale
    assert made.model.view.node.hands[0].names == names


def test_the_choice_of_views_and_the_buttons_wrap_in_large_text(make):
    made = make()
    set_text_scale(150)
    made.page.show_view("convergence")
    settle()
    head = [made.child(f"betting.{name}") for name in ("view", "open", "save", "copy", "help")]
    assert made.page.minimumSizeHint().width() < sum(part.sizeHint().width() for part in head)
    made.page.resize(made.page.minimumSizeHint().width(), made.page.height())
    settle()
    assert head[-1].y() > head[0].y()
    assert all(part.geometry().right() < made.page.width() for part in head)


@pytest.mark.parametrize(("percent", "width"), [(100, 740), (150, 704)])
def test_the_first_answer_leaves_the_matrix_where_it_is(make, percent, width):
    """The widths are those of the pages in a window of 1280 x 800."""
    set_text_scale(percent)
    made = make(settled=False)
    made.page.resize(width, made.page.layout().totalMinimumHeightForWidth(width))
    settle()
    parts = [made.child(name) for name in ("betting.walk", "betting.matrix")]
    before = [(part.mapTo(made.page, QPoint(0, 0)), part.size()) for part in parts]
    assert not made.options
    del made.model.watch
    made.model.watch(on=True)
    made.settle()
    settle()
    assert made.options
    assert [(part.mapTo(made.page, QPoint(0, 0)), part.size()) for part in parts] == before


def test_the_matrix_is_in_sight_in_large_text(make):
    """The pages have 674 x 555 pixels in a window of 1280 x 800."""
    set_text_scale(150)
    made = make()
    made.page.resize(674, made.page.layout().totalMinimumHeightForWidth(674))
    settle()
    matrix = made.child("betting.matrix")
    assert matrix.mapTo(made.page, QPoint(0, round(0.9 * matrix.height()))).y() < 555
    assert made.child("betting.answer").y() > matrix.mapTo(made.page, QPoint(0, matrix.height())).y()
    option = made.child("betting.option0")
    assert "EV" in option.text()
    made.document.edit("Missing", board="")
    settle()
    assert made.child("betting.answer").y() < made.child("betting.walk").mapTo(made.page, QPoint(0, 0)).y()


def test_the_form_has_the_room_of_the_answer_in_large_text(make):
    set_text_scale(150)
    made = make()
    made.page.resize(674, 640)
    made.page.show_view("situation")
    settle()
    assert not made.child("betting.answer").isVisible()
    made.page.show_view("play")
    assert made.child("betting.answer").isVisible()
    set_text_scale(100)
    made.page.resize(760, 640)
    made.page.show_view("situation")
    assert made.child("betting.answer").isVisible()


def test_no_lock_is_cut_off_in_large_text(make):
    set_text_scale(150)
    made = make()
    made.page.resize(674, made.page.layout().totalMinimumHeightForWidth(674))
    made.click("betting.side.habits")
    settle()
    area = made.child("betting.habitsArea")
    assert area.widget().width() == area.viewport().width()
    assert made.child("betting.habits.fix").visibleRegion().boundingRect() == made.child("betting.habits.fix").rect()


def test_a_page_that_was_narrow_needs_no_more_height_than_before(make):
    made = make(settled=False)
    made.page.resize(740, 640)
    settle()
    need = made.page.layout().totalMinimumHeightForWidth(740)
    made.page.resize(400, 640)
    made.page.show_view("play")
    settle()
    made.page.resize(740, 640)
    settle()
    assert made.page.layout().totalMinimumHeightForWidth(740) == need


def test_a_file_that_is_no_solution_changes_nothing(make, tmp_path):
    made = make()
    (tmp_path / "river.solution").write_bytes(b"PK\x03\x04 nothing")
    before = made.model.view
    made.click("betting.open")
    text, error = made.messages[-1]
    assert error
    assert "damaged or incomplete" in text
    assert made.model.view is before


def test_donk_bets_and_the_all_in_threshold_are_typed(make):
    made = make(TURN)
    made.click("betting.view.situation")
    assert not made.child("betting.sizes0.turn.donks").isVisible()
    made.type_into("betting.sizes0.river.donks", "none")
    made.type_into("betting.allInFrom", "60")
    panel = made.document.scenario.betting
    assert panel.sizes[0]["river"].donks == ()
    assert panel.all_in_from == pytest.approx(0.6)
    values = json.loads(json.dumps(made.model.situation.values))
    assert values["sizes"]["river"]["donk"] == []
    assert read_betting_request(values) == made.model.situation.request
    made.type_into("betting.sizes0.river.donks", "25")
    assert made.document.scenario.betting.sizes[0]["river"].donks[0].amount == 0.25
    entry = made.child("betting.sizes0.river.donks")
    entry.setFocus()
    entry.selectAll()
    QTest.keyClick(entry, Qt.Key.Key_Backspace)
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert made.document.scenario.betting.sizes[0]["river"].donks is None


def test_a_tree_is_saved_under_a_name_used_on_another_table_and_deleted(make):
    made = make(TURN)
    made.click("betting.view.situation")
    made.type_into("betting.sizes0.river.bets", "40 120")
    made.type_into("betting.allInFrom", "70")
    form, menu = made.page.form, made.child("betting.treesMenu")
    form.save_tree(" two  rivers ")
    tree = made.document.scenario.betting.sizes
    made.document.replace("Preset", with_preset(replace(made.document.scenario, board="2c 7d 9h"), "geometric"))
    made.document.edit("Threshold", betting=made.document.scenario.betting.with_entries({"all_in_from": None}))
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == ["two rivers", "Save this tree…", "Delete"]
    menu.actions()[0].trigger()
    assert made.document.scenario.betting.sizes == tree
    assert made.document.scenario.betting.all_in_from == pytest.approx(0.7)
    made.document.undo_stack.undo()
    assert made.document.scenario.betting.sizes != tree
    form.delete_tree("two rivers")
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["Save this tree…"]


def test_memory_and_time_are_foretold_before_a_large_tree_is_solved(make, monkeypatch):
    made = make(Scenario("holdem", SEATS, board="2c 7d 9h", betting=BettingPanel(target=0.005)), settled=False)
    size = TreeSize(nodes=1_204, numbers=50_000_000, bytes=400_000_000, left_out=(), notices=())
    line = size_line(size, made.model.situation.request)
    seconds = expected_seconds(50_000_000, 0.005)
    assert line == f"1\u202f204 nodes, 400\xa0MB of memory, about {duration(seconds)} to 0.5\xa0% of the pot"
    assert expected_seconds(50_000_000, 0.00125) == pytest.approx(2 * seconds)
    monkeypatch.setattr(type(made.model), "size", size)
    assert run_status(made.model).text == f"Press Run (F5) to solve: about {duration(seconds)}, 400\xa0MB"
    small = replace(size, numbers=50_000)
    assert size_line(small, made.model.situation.request).endswith(" of memory")
    locked = replace(made.model.situation.request, fixed=(Fixed(0, (), None, {"check": 1.0}),))
    assert expected_time(size, locked) == f"about {duration(2 * seconds)}"  # the first run is without the lock
    made = make(FIFTH, settled=False)
    assert size_line(size, made.model.situation.request).endswith(" of memory")
