"""One node of the betting page: the matrix, groups, hands one by one, bluffs, ranges of actions, charts."""

import csv
import io
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine import Scenario, Seat, problems
from engine.betting.view import listed_bets
from engine.betting.watch import look
from engine.kelly.answer import kelly_answer
from engine.kelly.outcomes import Outcomes
from engine.kelly.panel import kelly_panel as kelly_of
from engine.kelly.panel import kelly_request_json
from engine.kelly.request import read_kelly_request
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import ALL_CELLS, class_name
from engine.ranges.library import Folder
from engine.scenario.betting import Fixed, Size
from engine.table.one_line import parse_line
from engine.trainer.spots import questions
from gui.export.files import table_csv
from gui.pages.betting.compared import pin_of
from gui.pages.betting.node_display import NodeDisplay, lock_text
from gui.pages.betting.node_tables import (
    MIX,
    action_keys,
    node_hand_rows,
    node_hands_table,
    strategy_chart,
    strategy_table,
)
from gui.pages.betting.player_view import action_colors, bluff_line, kelly_line, node_cells, player_view
from gui.pages.betting.walk import option_text
from gui.pages.betting.words import actions_line, situation_line
from gui.parts.chip_button import ChipButton
from gui.state.document import Document
from gui.storage.library import Library
from gui.storage.player_files import Training
from tests.gui.betting_nodes import RAZZ, RIVER, SEVENTH, shown_of, solution_of, view_of
from tests.gui.texts import plain


class Signals(QObject):
    message = Signal(str, bool)
    page_requested = Signal(str)


class Display:
    """The widget with a view; its messages."""

    def __init__(self, expose, tmp_path, scenario=RIVER, path=()):
        self.document, self.messages, self.signals = Document(scenario), [], Signals()
        self.library = Library(tmp_path / "library.json", Folder("Presets"), self.document)
        self.training = Training(tmp_path / "training.json", self.document)
        context = SimpleNamespace(
            document=self.document, library=self.library, message=self.signals.message,
            page_requested=self.signals.page_requested, training=self.training,
        )  # fmt: skip
        self.pages = []
        self.signals.page_requested.connect(self.pages.append)
        self.widget = expose(NodeDisplay(context), (900, 640), self.document, context, self.signals)
        self.signals.message.connect(self._on_message)
        self.view = view_of(scenario, path)
        self.widget.show_view(self.view)

    def _on_message(self, text, wrong):
        self.messages.append((text, wrong))

    def click_cell(self, place):
        grid = self.widget.grid
        center = grid.visualRect(grid.model_.index(*place)).center()
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(center))

    def menu(self):
        """Return the entries of the menu of ranges by action and title."""
        menu = self.widget.findChild(QMenu, "betting.sendMenu")
        menu.aboutToShow.emit()
        return {(action.text(), entry.text()): entry for action in menu.actions() for entry in action.menu().actions()}


def test_the_larger_a_bet_the_stronger_its_colour():
    colors = action_colors(["check", "bet 33", "bet 75", "all in 300"])
    assert colors[0] == "call"
    strengths = [float(color.removeprefix("bet:")) for color in colors[1:]]
    assert strengths == sorted(strengths)
    assert strengths[-1] == 1.0
    assert action_colors(["fold", "call", "raise to 90"])[:2] == ("fold", "call")


def test_cells_are_divided_by_action():
    shown = shown_of()
    cells = {cell.label: cell for cell in node_cells(shown, "actions")}
    assert cells["KK"].parts
    assert sum(share for _, share in cells["KK"].parts) == pytest.approx(1.0)
    assert not cells["AA"].parts
    assert cells["AA"].weight == 0
    assert cells["65s"].part_height == pytest.approx(1.0)
    assert "EV" in cells["KK"].speech
    assert "equity" in cells["KK"].speech
    equity = {cell.label: cell for cell in node_cells(shown, "equity")}
    assert equity["KK"].tone > 0 > equity["65s"].tone
    ev = {cell.label: cell for cell in node_cells(shown, "ev")}
    assert ev["KK"].tone > 0.9


def test_the_other_player_has_weights_and_no_play():
    shown = shown_of(player=1)
    assert not shown.decides
    cells = {cell.label: cell for cell in node_cells(shown, "actions")}
    assert cells["AA"].weight > 0
    assert cells["AA"].parts == ()


def test_the_razz_triangle_has_no_cells_below_the_diagonal_and_joins_last_private_cards():
    shown = shown_of(RAZZ)
    cells = node_cells(shown, "actions")
    assert [cells[13 * row + column] is None for row, column in ((1, 0), (0, 1), (5, 5))] == [True, False, False]
    assert {row.group.name for row in shown.groups} >= {"7 low", "draw to a 7", "8 low"}
    seventh = shown_of(SEVENTH)
    ace_deuce = seventh.at((0, 1))
    assert {name[:2] for name, there in zip(seventh.rows.names, ace_deuce, strict=True) if there} == {"A2"}
    assert ace_deuce.sum() > 5
    assert all(cell is None or cell.weight <= 1 for cell in node_cells(seventh, "actions"))


def test_texts_of_actions_are_ranges_with_their_weights():
    shown = shown_of()
    weights = parse_range(shown.texts[-1]).weights
    assert weights.sum() == pytest.approx(shown.rows.weight.sum(), abs=0.01)
    by_action = sum(parse_range(text).weights for text in shown.texts[:-1] if text)
    assert np.abs(by_action - weights).max() < 0.002


def test_bluffs_are_compared_with_the_share_that_the_size_allows():
    line = bluff_line(shown_of())
    assert "bluffs" in line
    assert "33" in line or "25" in line
    assert bluff_line(shown_of(player=1)) == ""
    assert "behind" not in line


def test_draws_and_thin_bets_at_a_fixed_limit_are_not_called_bluffs():
    fifth, seventh = bluff_line(shown_of(RAZZ)), bluff_line(shown_of(SEVENTH))
    assert "of the bets are behind when called, draws included (balanced with pure bluffs: " in fifth
    assert seventh.startswith("Bets: ")
    assert " value, " in seventh
    assert "balanced" not in seventh


def test_hands_that_cannot_be_dealt_are_not_in_the_matrix():
    """AhQh is in the range, but every hand of the other player has its ace."""
    table = Scenario("holdem", (Seat("Hero", "AhQh, TT"), Seat("Villain", "AhKh, AhKd")), board="7h 8h 2c 3d 5s")
    shown = shown_of(table)
    assert shown.weights[shown.rows.names.index("AhQh")] == 1.0
    for show in ("actions", "equity", "ev"):
        cells = dict(zip(ALL_CELLS, node_cells(shown, show), strict=True))
        suited = next(cell for place, cell in cells.items() if class_name(place) == "AQs")
        assert (suited.weight, suited.parts) == (0.0, ())
        assert "block" in suited.speech
    assert {row.name for row in node_hand_rows(shown, shown.weights > 0)} == {
        name for name in shown.rows.names if "T" in name
    }
    assert all("A" not in text for text in shown.texts[:-1])
    names = [row[0] for row in strategy_chart(view_of(table), shown).table[1]]
    assert names == [name for name in shown.rows.names if "T" in name]


def test_only_a_cell_of_seventh_street_holds_hands_of_three_private_cards():
    assert not shown_of().three_private
    assert not shown_of(RAZZ).three_private
    assert shown_of(SEVENTH).three_private


@pytest.mark.parametrize(("scenario", "third"), [(RAZZ, False), (SEVENTH, True), (RIVER, False)])
def test_the_hint_speaks_of_third_cards_on_seventh_street_only(expose, tmp_path, scenario, third):
    display = Display(expose, tmp_path, scenario)
    assert ("third card" in display.widget.reading.text()) == third


def test_growth_and_chips_are_compared_if_there_is_a_bankroll():
    assert kelly_line(shown_of(), None, 0.1) == ""
    poor, rich = (kelly_line(shown_of(bankroll=roll), roll, 0.1) for roll in (310.0, 1e7))
    assert "highest EV is also" in rich
    assert poor != rich


def test_a_cell_or_a_group_lists_its_hands(expose, tmp_path):
    display = Display(expose, tmp_path)
    widget = display.widget
    every = len(widget.hands.rows)
    assert every == int((display.view.node.hands[0].weight > 0).sum())
    display.click_cell((1, 1))
    assert {row.name[0] + row.name[2] for row in widget.hands.rows} == {"KK"}
    display.click_cell((1, 1))
    assert len(widget.hands.rows) == every
    group = next(row for row in widget.groups.rows if row.group.name == "set")
    widget.groups.reached.emit(group)
    assert {row.name[0] + row.name[2] for row in widget.hands.rows} == {"KK"}
    lit = {
        cell.label for cell in (widget.grid.model_.cell((r, c)) for r in range(13) for c in range(13)) if cell.weight
    }
    assert lit == {"KK"}
    names = [row.group.name for row in widget.groups.rows]
    assert names == [row.group.name for row in widget.player.groups]  # in order of strength
    widget.groups.sort_by(MIX)
    assert widget.groups.rows[0].difference >= widget.groups.rows[-1].difference


def choose(box, text):
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


def test_hands_with_a_card_or_a_suit_are_compared_by_an_action(expose, tmp_path):
    display = Display(expose, tmp_path)
    widget = display.widget
    assert (widget.groups.isHidden(), widget.held.isHidden(), widget.by_action.isHidden()) == (False, True, True)
    choose(widget.by, "cards")
    assert (widget.groups.isHidden(), widget.held.isHidden(), widget.by_action.isHidden()) == (True, False, False)
    assert widget.by_action.currentText() == widget.player.actions[-1]
    differences = [row.difference(len(widget.player.actions) - 1) for row in widget.held.rows]
    assert differences == sorted(differences, reverse=True)
    choose(widget.by_action, "check")
    checks = [row.difference(0) for row in widget.held.rows]
    assert checks == sorted(checks, reverse=True)
    row = next(row for row in widget.held.rows if row.name == "Ks")
    widget.held.reached.emit(row)
    assert all("Ks" in hand.name for hand in widget.hands.rows)
    choose(widget.by, "suits")
    assert "a spade" in {row.name for row in widget.held.rows}
    widget.seat.chosen.emit(1)  # he does not act: what he holds, without an action
    assert widget.by_action.isHidden()
    assert widget.held.column("Share") == 1


def test_razz_compares_ranks(expose, tmp_path):
    widget = Display(expose, tmp_path, RAZZ).widget
    assert [widget.by.itemText(i) for i in range(widget.by.count())] == ["lows", "cards"]
    choose(widget.by, "cards")
    assert {row.name for row in widget.held.rows} <= set("A23456789TJQK")
    assert widget.held.rows


def test_the_other_players_hands_by_the_switch_and_back_with_the_next_node(expose, tmp_path):
    display = Display(expose, tmp_path)
    widget = display.widget
    widget.seat.chosen.emit(1)
    assert widget.player.name == "Villain"
    assert "is not to act" in widget.legend.text()
    widget.show_view(view_of(path=("check",)))
    assert widget.player.name == "Villain"
    assert widget.player.decides
    widget.show_view(None)
    assert not widget.groups.rows


def test_the_range_of_an_action_goes_to_a_seat_undoably_and_into_the_library(expose, tmp_path):
    display = Display(expose, tmp_path)
    entries = display.menu()
    action = next(name for name in display.widget.player.actions if name.startswith("bet"))
    entries[action, "To Hero"].trigger()
    text = display.widget.player.texts[display.widget.player.actions.index(action)]
    assert display.document.scenario.seats[0].cards == text
    display.document.undo_stack.undo()
    assert display.document.scenario == RIVER
    entries = display.menu()
    entries[action, "To library"].trigger()
    assert display.messages[-1][0].startswith("Saved “")
    assert any(entry.text == text for entry in display.library.own)


def test_the_play_of_all_hands_is_exported_with_every_number(expose, tmp_path):
    display = Display(expose, tmp_path)
    strategy, groups, held, _ = (item.chart for item in display.widget.exports(display.widget))
    rows = list(csv.DictReader(io.StringIO(table_csv(strategy.table()).decode())))
    assert len(rows) == len(display.widget.hands.rows)
    for row in rows:
        assert sum(float(value) for key, value in row.items() if key.endswith("frequency")) == pytest.approx(1.0)
    assert "set" in {row["hands"] for row in csv.DictReader(io.StringIO(table_csv(groups.table()).decode()))}
    cards = {row["holds"]: row for row in csv.DictReader(io.StringIO(table_csv(held.table()).decode()))}
    names = display.widget.player.actions
    assert sum(float(cards["Ks"][f"{name} with"]) for name in names) == pytest.approx(1.0)
    for chart in (strategy, groups, held):
        assert b"Equilibrium" in chart.svg() or chart.png()
    assert "Pot 100" in plain(strategy.drawing().about)


@pytest.mark.parametrize("scenario", [RIVER, RAZZ, SEVENTH])
def test_the_trainer_asks_for_the_action_with_each_hand(expose, tmp_path, scenario):
    display = Display(expose, tmp_path, scenario)
    node, button = display.view.node, display.widget.findChild(ChipButton, "betting.quiz")
    for _ in range(2):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert display.pages == ["Trainer", "Trainer"]
    quiz = display.training.quiz
    question = next(questions(quiz, display.training.record))
    rows = node.hands[node.seat]
    row = int(np.flatnonzero((rows.joint > 0) & np.isfinite(rows.evs).all(axis=0))[0])
    assert quiz.hands[0].startswith(rows.names[row][:2])
    asked = quiz.question(0)
    assert [option.ev for option in asked.options] == pytest.approx(rows.evs[:, row].tolist())
    assert [option.frequency for option in asked.options] == pytest.approx(rows.frequencies[:, row].tolist())
    assert (asked.pot, asked.bet) == (node.pot, node.to_call)
    assert problems(question.spot) == ()
    assert parse_line(question.line, quiz.game) is not None
    display.training.add(question.chosen(question.options[0]))
    assert display.training.record.score(quiz.game, "Bet or check?").given == 1
    display.widget.show_view(display.view, stale=True)
    assert not button.isEnabled()


def test_kelly_takes_over_the_responses_of_the_equilibrium(expose, tmp_path):
    display = Display(expose, tmp_path)
    QTest.mouseClick(display.widget.findChild(ChipButton, "betting.toKelly"), Qt.MouseButton.LeftButton)
    assert display.pages == ["Kelly"]
    panel = kelly_of(display.document.scenario)
    assert (panel.pot_typed, panel.pot, panel.to_call) == (True, 100.0, 0.0)
    (small, large) = panel.answer(1).rows
    assert (small.bet, large.bet) == (50.0, 100.0)
    view = view_of(path=("bet 100",))
    fold = next(action for action in view.node.actions if action.name == "fold").frequency
    named = {hand.name: hand for hand in display.widget.hands.rows}
    assert large.fold == pytest.approx(fold, abs=0.15)
    assert 0 <= large.win <= 1
    one = listed_bets(display.view.node, "KsKd")
    assert one[1].win == pytest.approx(named["KsKd"].equity, abs=0.01)
    with_bankroll = replace(display.document.scenario, kelly=panel.with_entry("bankroll", 5000))
    request = kelly_request_json(with_bankroll, Outcomes(0.6, (0.0,), 0.4))
    assert kelly_answer(read_kelly_request(request)) is not None


def test_readers_see_chips_rounded_to_cents_and_paths_keep_them_exactly():
    view = look(*solution_of(pot=35.25), ("bet 17.625",))
    player = player_view(view, 1, "Villain")
    bets = [action.name for action in look(*solution_of(pot=35.25), ()).node.actions]
    assert bets == ["check", "bet 17.625", "bet 35.25"]
    assert view.node.path == ("bet 17.625",)
    fixed = Fixed(1, ("bet 17.625",), None, {"raise to 52.875": 1.0})
    texts = [
        actions_line(view.node), situation_line(view, ("Hero", "Villain")), lock_text(fixed, "Villain"),
        *(column.title for column in node_hands_table(player, (), stale=False).columns),
        *strategy_table(player)[0], *(key.name for key in action_keys(player)),
        strategy_chart(view, player).heading.brief,
        *(option_text(action, view.node.pot) for action in view.node.actions), *player.actions,
        pin_of(view, player, ("Hero", "Villain")).line,
    ]  # fmt: skip
    assert not [text for text in texts if "17.625" in text or "52.875" in text]
    assert "Villain after bet 17.63, all hands: raise to 52.88: 100\xa0%" in texts
    assert view.solution.builder.names_at(view.node.path, (Size("times", 3.0),)) == ("raise to 52.875",)
