"""The hand tracker in the window: whole hands by click, the table that follows, undo, log, razz, files."""

import csv
import io
from dataclasses import replace

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QPlainTextEdit, QPushButton

from engine import Scenario, Seat, dumps, loads
from engine.histories.players.counting import StatisticsTally
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.kelly.answer import kelly_answer
from engine.kelly.hand.record import decision_request
from engine.kelly.hand.session import tracked_session
from engine.kelly.hand.turns import player_in_seat, seen_action
from engine.kelly.outcomes import outcomes_of
from engine.kelly.request import read_kelly_request
from engine.players.description import players_from_json, shipped_player
from engine.players.first_street import FirstStreet, first_street
from engine.players.known import known_range
from engine.ranges.holdem import parse_range
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import TrackedAction, action_from
from gui.parts.table import TableView
from tests.engine.played_hands import PLAYED, hand_of
from tests.gui.chart_fakes import exact
from tests.gui.table_fakes import result
from tests.gui.tracker_fakes import choose, heads_up, named, set_up, state, step, tracker


@pytest.fixture
def example_6(qtbot, tmp_path):
    """Cassandra's README, Example 6: on the flop with a pot of 100 against three."""
    kelly = tracker(qtbot, tmp_path, seats=("AhKh", "random", "random", "random"), board="7h 8h 2c")
    named(kelly, "Hero", "O3", "O2", "O1")
    set_up(kelly, bankroll=5000, stacks=[5000] * 4, street=1, pot=100)
    kelly.click(qtbot, "tracker.begin")
    return kelly


STEPS = (("call",), ("call",), ("bet", 50), ("call",), ("call",), ("bet", 100), ("fold",), ("call",), ("call",))


def test_example_6_of_cassandra_by_click(example_6, qtbot):
    kelly = example_6
    pots, turns = [state(kelly).pot], []
    for what in STEPS:
        turns.append(kelly.part("tracker.turn", QLabel).text())
        step(kelly, qtbot, *what)
        pots.append(state(kelly).pot)
    assert pots == [100, 100, 100, 150, 200, 250, 350, 350, 400, 450]
    assert turns[:4] == ["Hero to act", "O3 to act", "O2 to act", "O1 to act, 50 to call"]
    assert [seat.folded for seat in kelly.scenario.seats] == [False, False, True, False]
    assert kelly.part("tracker.head", QLabel).text() == "Hand 1, flop 7h 8h 2c: pot 450, bankroll 4\u202f900"
    players = kelly.part("tracker.players", TableView)
    assert [players.text(row, 3) for row in range(4)] == ["100", "100", "50", "100"]
    kelly.write(qtbot, "tracker.cards", "Ks 3d")
    kelly.click(qtbot, "tracker.deal")
    assert kelly.scenario.board == "7h 8h 2c"  # the turn is one card
    kelly.write(qtbot, "tracker.cards", "Ks")
    kelly.click(qtbot, "tracker.deal")
    assert kelly.scenario.board == "7h 8h 2c Ks"
    assert kelly.part("tracker.turn", QLabel).text() == "Hero to act"


def test_every_step_can_be_undone_and_taken_back(example_6, qtbot):
    kelly = example_6
    seen = [kelly.scenario]
    for what in STEPS:
        step(kelly, qtbot, *what)
        seen.append(kelly.scenario)
    for scenario in reversed(seen[:-1]):
        kelly.document.undo_stack.undo()
        assert kelly.scenario == scenario
    for scenario in seen[1:]:
        kelly.document.undo_stack.redo()
        assert kelly.scenario == scenario
    while kelly.part("tracker.stepBack").isEnabled():
        kelly.click(qtbot, "tracker.stepBack")
    assert state(kelly).pot == 100
    assert not any(seat.folded for seat in kelly.scenario.seats)
    kelly.document.undo_stack.undo()
    assert state(kelly).log


def test_the_advice_is_the_engines_on_the_same_outcomes_and_goes_into_the_log(example_6, qtbot):
    kelly = example_6
    assert "computed" in kelly.part("tracker.advice.line").accessibleName()
    snapshot = exact(kelly.scenario, (0.4, 0.2, 0.2, 0.2))
    kelly.show(snapshot)
    estimate = snapshot.seats[0].estimate
    whole = {"chip": 1}  # all stacks are whole, and so are the bets
    answer = kelly_answer(read_kelly_request(whole | decision_request(state(kelly)), outcomes_of(estimate)))
    assert kelly.page.tracker.model.question.answer == answer
    assert answer.decision == "bet"
    assert kelly.part("tracker.advice.line").accessibleName().startswith("Bet ")
    assert kelly.part("tracker.bet").property("role") == "primary"
    shrunk = kelly.part("tracker.advice.shrunk", QLabel)
    assert shrunk.text().startswith("reduced for\nuncertainty")
    kelly.click(qtbot, "tracker.bet")  # the advised amount stands ready
    assert state(kelly).pot == 100 + answer.bet
    assert state(kelly).log[-1].note.startswith("advice: Bet ")
    assert kelly.page.tracker.model.question is None
    assert kelly.part("tracker.advice.line").accessibleName() == "The advice comes when it is your turn."
    assert (shrunk.text(), shrunk.isVisible()) == ("", False)  # it belongs to that advice
    kelly.document.undo_stack.undo()
    assert shrunk.isVisible()
    table = Scenario("holdem", (Seat("Hero", "QhQd"), Seat("Bob", "22+")))
    kelly.document.open(table, None)
    assert not shrunk.isVisibleTo(kelly.page)


def test_half_chips_of_a_shared_pot_are_shown(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "AcAs", "22+"))
    set_up(kelly, bankroll=5000, stacks=[1000] * 3, street=0, small_blind=1, big_blind=2, ante=1)
    kelly.click(qtbot, "tracker.begin")
    step(kelly, qtbot, "fold")
    play_to_the_river(kelly, qtbot)
    assert state(kelly).pot == 7
    choose(kelly, "place0", 1)
    choose(kelly, "place1", 1)
    kelly.click(qtbot, "tracker.pay")
    head, players = kelly.part("tracker.head", QLabel).text(), kelly.part("tracker.players", TableView)
    assert head.endswith("bankroll 5\u202f000.5")
    assert [players.text(row, 1) for row in range(3)] == ["1\u202f000.5", "1\u202f000.5", "999"]


@pytest.fixture
def blinds(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd", "22+"))
    for name, text in (("bankroll", "1000"), ("smallBlind", "15"), ("bigBlind", "30"), ("ante", "1")):
        kelly.write(qtbot, f"tracker.{name}", text)
    for i in range(3):
        kelly.write(qtbot, f"tracker.stacks{i}", "300")
    kelly.click(qtbot, "tracker.begin")
    return kelly


def play_to_the_river(kelly, qtbot):
    for cards in ("7h 8h 2c", "Ks", "3d"):
        while state(kelly).to_act is not None:
            kelly.click(qtbot, "tracker.call")
        kelly.write(qtbot, "tracker.cards", cards)
        kelly.click(qtbot, "tracker.deal")
    while state(kelly).to_act is not None:
        kelly.click(qtbot, "tracker.call")


def test_several_hands_with_the_bankroll_carried_on(blinds, qtbot):
    kelly = blinds
    assert state(kelly).pot == 48
    play_to_the_river(kelly, qtbot)
    assert kelly.scenario.board == "7h 8h 2c Ks 3d"
    kelly.click(qtbot, "tracker.pay")
    assert not state(kelly).over  # nobody was named
    choose(kelly, "place0", 1)
    kelly.write(qtbot, "tracker.rake", "3")
    kelly.click(qtbot, "tracker.pay")
    assert (state(kelly).over, state(kelly).bankroll) == (True, 1000 - 31 + 90)
    assert kelly.part("tracker.over", QLabel).text() == "Seat 1 wins 90"
    kelly.part("tracker.rebuyPlayer", QComboBox).setCurrentIndex(1)
    kelly.write(qtbot, "tracker.rebuyChips", "31")
    kelly.click(qtbot, "tracker.rebuy")
    before = kelly.scenario
    kelly.click(qtbot, "tracker.next")
    now = state(kelly)
    assert (now.hand, now.button, now.pot, now.bankroll) == (2, 0, 48, 1058)
    assert kelly.scenario.board == ""
    assert [seat.cards for seat in kelly.scenario.seats] == ["", "", "22+"]  # a range stays, cards go
    kelly.click(qtbot, "tracker.stepBack")
    assert state(kelly).hand == 1
    assert kelly.scenario.seats[0].cards == "AhAd"
    assert kelly.scenario.board == before.board
    kelly.click(qtbot, "tracker.end")
    assert kelly.part("tracker.stacks1").text() == "300"
    assert kelly.part("tracker.bankroll").text() == "1059"


def test_a_folded_hero_and_the_last_player_left(blinds, qtbot):
    kelly = blinds
    assert kelly.part("tracker.turn", QLabel).text() == "Seat 3 to act, 30 to call"
    step(kelly, qtbot, "fold")
    step(kelly, qtbot, "fold")
    assert [seat.folded for seat in kelly.scenario.seats] == [True, False, True]
    assert state(kelly).over
    assert kelly.part("tracker.over", QLabel).text() == "Seat 2 wins 48"


def test_what_is_not_legal_is_said_and_not_done(blinds, qtbot):
    kelly = blinds
    before = kelly.scenario
    step(kelly, qtbot, "bet", 35)
    assert kelly.scenario == before
    assert kelly.part("tracker.problem").text == "a raise is to 60 … 299, not to 35"
    kelly.click(qtbot, "tracker.allIn")
    assert kelly.part("tracker.turn", QLabel).text() == "Seat 1 to act, 284 to call"


def test_the_board_clicked_on_the_table_is_taken(blinds, qtbot):
    kelly = blinds
    while state(kelly).to_act is not None:
        kelly.click(qtbot, "tracker.call")
    kelly.document.edit("Set board", board="7h 8h 2c")
    assert kelly.part("tracker.cards").text() == "7h8h2c"
    kelly.click(qtbot, "tracker.deal")
    assert (kelly.scenario.board, state(kelly).street_name) == ("7h 8h 2c", "flop")


def test_the_end_of_the_log_stays_in_sight_where_it_gets_less_height(blinds, qtbot):
    log = blinds.part("tracker.log", QPlainTextEdit)
    log.setPlainText("\n".join(f"line {number}" for number in range(40)))
    log.moveCursor(QTextCursor.MoveOperation.End)
    for height in (300, 70):
        log.resize(300, height)
        bar = log.verticalScrollBar()
        assert bar.value() == bar.maximum()


def test_the_log_is_exported(blinds, qtbot):
    kelly = blinds
    kelly.click(qtbot, "tracker.call")
    text = kelly.part("tracker.log", QPlainTextEdit).toPlainText()
    assert text.splitlines()[-1] == "  preflop, Seat 3 calls 30: pot 78, bankroll 984"
    kelly.action("tracker.export.csv").trigger()
    kelly.action("tracker.export.txt").trigger()
    assert kelly.messages == [("Exported hands.csv", False), ("Exported hands.txt", False)]
    assert (kelly.folder / "hands.txt").read_text(encoding="utf-8") == text + "\n"
    rows = list(csv.DictReader(io.StringIO((kelly.folder / "hands.csv").read_text(encoding="utf-8"))))
    assert [row["action"] for row in rows] == [*["ante"] * 3, "post", "post", "cards", "cards", "call"]


def test_it_is_for_study(blinds):
    assert "rooms forbid" in blinds.part("tracker.fair", QLabel).text()


def test_a_session_is_saved_with_the_scenario(blinds, qtbot):
    kelly = blinds
    kelly.click(qtbot, "tracker.call")
    again = loads(dumps(kelly.scenario))
    assert again == kelly.scenario
    assert tracked_session(again).state == state(kelly)
    for action in (
        TrackedAction("call"),
        TrackedAction("showdown", ranking=((0, 1), (2,)), rake=2.0),
        TrackedAction("fold", 0, note="x"),
    ):
        assert action_from(action.to_json()) == action


def test_a_set_up_that_is_no_session_says_why_at_the_field(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    kelly.click(qtbot, "tracker.begin")
    assert kelly.part("tracker.stacks0.problem").text == "how many chips does Seat 1 have?"
    kelly.write(qtbot, "tracker.stacks0", "300")
    kelly.write(qtbot, "tracker.stacks1", "300")
    kelly.write(qtbot, "tracker.bankroll", "200")
    kelly.click(qtbot, "tracker.begin")
    assert "cannot be smaller" in kelly.part("tracker.bankroll.problem").text
    kelly.write(qtbot, "tracker.bankroll", "300")
    kelly.click(qtbot, "tracker.begin")
    assert state(kelly).bankroll == 300


@pytest.mark.parametrize(
    "saved",
    [
        {"setup": {"stacks": [1, 2], "bankroll": 5}, "actions": [{"kind": "dance"}]},
        {"setup": {"stacks": [1, 2], "bankroll": 5}, "actions": [{"kind": "showdown", "ranking": [["x"]]}]},
        {"setup": {"stacks": "no", "bankroll": []}, "actions": []},
        {"setup": {"stacks": [1, 2, 3], "names": ["a", "b", "c"], "bankroll": 5}, "actions": []},
        {"setup": 4, "actions": []},
        {"setup": {"stacks": [1, 2], "bankroll": 5}, "actions": 7},
    ],
)
def test_what_cannot_be_read_is_said_and_can_be_left(qtbot, tmp_path, saved):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "KhKd"))
    kelly.document.open(Scenario("holdem", kelly.scenario.seats, kelly=read_panel({"tracker": saved})), None)
    assert kelly.part("tracker.advice.line").accessibleName()
    assert not kelly.part("tracker.players").isVisible()
    kelly.click(qtbot, "tracker.end")
    assert kelly.part("tracker.begin", QPushButton).isVisible()


def test_razz_streets(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, game="razz", seats=("A 2 9", "x x K", "x x 7"))
    set_up(kelly, bankroll=200, stacks=[200] * 3, ante=1, bring_in=3, fixed=True, small_bet=10, big_bet=20)
    kelly.click(qtbot, "tracker.begin")
    assert kelly.part("tracker.first", QComboBox).currentText() == "Seat 2"  # the king brings it in
    kelly.show(exact(kelly.scenario, (0.6, 0.1, 0.3)))
    assert kelly.page.tracker.model.question is None
    kelly.click(qtbot, "tracker.deal")
    assert (state(kelly).pot, kelly.part("tracker.turn", QLabel).text()) == (6, "Seat 3 to act, 3 to call")
    assert kelly.part("tracker.bet", QPushButton).text() == "Complete to 10"
    kelly.click(qtbot, "tracker.bet")
    kelly.click(qtbot, "tracker.call")
    kelly.click(qtbot, "tracker.fold")
    assert [seat.folded for seat in kelly.scenario.seats] == [False, True, False]
    cards = ("A 2 9 5", "x x K", "x x 7 8")
    seats = tuple(Seat(s.name, text, s.folded) for s, text in zip(kelly.scenario.seats, cards, strict=True))
    kelly.document.edit("Fourth street", seats=seats)
    assert kelly.part("tracker.first", QComboBox).currentText() == "Seat 3"  # 8-7 is lower than 9-5
    kelly.click(qtbot, "tracker.deal")
    now = state(kelly)
    assert (now.street_name, now.players[0].cards, kelly.scenario.board) == ("fourth street", "A 2 9 5", "")
    assert kelly.part("tracker.turn", QLabel).text() == "Seat 3 to act"
    kelly.click(qtbot, "tracker.call")
    kelly.show(exact(kelly.scenario, (0.9, 0.1)))
    assert kelly.part("tracker.advice.line").accessibleName().startswith("Bet 10")
    assert kelly.part("tracker.bet", QPushButton).text() == "Bet 10"


def test_who_folds_before_the_flop_folds_the_rest_of_its_range(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "15%", "22+, KQo:0.5"))
    set_up(kelly, bankroll=1000, stacks=[300] * 3, small_blind=5, big_blind=10, button=0)
    kelly.click(qtbot, "tracker.begin")
    texts = [seat.cards for seat in kelly.scenario.seats]
    step(kelly, qtbot, "call")
    step(kelly, qtbot, "fold")  # the small blind
    assert [seat.cards for seat in kelly.scenario.seats] == ["AhAd", "random, !15%", "22+, KQo:0.5"]
    step(kelly, qtbot, "call")
    kelly.write(qtbot, "tracker.cards", "7h 8h 2c")
    kelly.click(qtbot, "tracker.deal")
    step(kelly, qtbot, "fold")  # on the flop: it holds one of the hands that it called with
    assert [seat.folded for seat in kelly.scenario.seats] == [False, True, True]
    assert [seat.cards for seat in kelly.scenario.seats] == ["AhAd", "random, !15%", "22+, KQo:0.5"]
    assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly
    while kelly.part("tracker.stepBack").isEnabled():
        kelly.click(qtbot, "tracker.stepBack")
    assert [seat.cards for seat in kelly.scenario.seats] == texts
    assert not any(seat.folded for seat in kelly.scenario.seats)


def test_the_next_hand_brings_folded_ranges_back(qtbot, tmp_path):
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "15%", "22+, KQo:0.5"))
    set_up(kelly, bankroll=1000, stacks=[300] * 3, small_blind=5, big_blind=10, button=0)
    kelly.click(qtbot, "tracker.begin")
    for what in ("call", "fold"):
        step(kelly, qtbot, what)
    kelly.click(qtbot, "tracker.fold")  # the big blind throws its cards away
    assert state(kelly).over
    kelly.click(qtbot, "tracker.next")
    assert [seat.cards for seat in kelly.scenario.seats] == ["", "15%", "22+, KQo:0.5"]


def three_on_a_flop(qtbot, tmp_path):
    """Hero in the big blind, seats 1 and 2 in; seat 1 folds to a bet on the flop."""
    kelly = tracker(qtbot, tmp_path, seats=("AhAd", "15%", "22+, KQo, T9s"))
    set_up(kelly, bankroll=1000, stacks=[300] * 3, small_blind=5, big_blind=10, button=1)
    kelly.click(qtbot, "tracker.begin")
    for what in ("call", "call", "call"):
        step(kelly, qtbot, what)
    kelly.write(qtbot, "tracker.cards", "7h 8h 2c")
    kelly.click(qtbot, "tracker.deal")
    return kelly


def test_who_folds_to_a_bet_holds_what_does_not_play_on_or_any_cards(qtbot, tmp_path):
    kelly = three_on_a_flop(qtbot, tmp_path)
    texts = [seat.cards for seat in kelly.scenario.seats]
    at_turn = state(kelly).to_act
    step(kelly, qtbot, "call")
    step(kelly, qtbot, "bet", 20)
    folder = state(kelly).to_act
    while folder == 0:
        step(kelly, qtbot, "call")
        folder = state(kelly).to_act
    step(kelly, qtbot, "fold")
    folded = kelly.scenario.seats[folder]
    assert folded.folded
    weights = parse_range(folded.cards).weights
    assert weights[parse_range("8s8d").weights > 0.0].item() < 0.05 < weights[parse_range("KsQd").weights > 0.0].item()
    shift = kelly.part("tracker.folds.shift", QLabel)
    assert "points" in shift.text()
    assert shift.width() >= shift.fontMetrics().horizontalAdvance(shift.text())  # in one line
    for _ in range(2):
        kelly.click(qtbot, "tracker.folds.any")
        assert kelly.scenario.seats[folder].cards == "random"
        assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly
        kelly.click(qtbot, "tracker.folds.folds")
        assert kelly.scenario.seats[folder] == folded
    kelly.click(qtbot, "tracker.folds.any")
    kelly.click(qtbot, "tracker.stepBack")
    assert kelly.scenario.seats[folder].cards == texts[folder]
    assert not kelly.scenario.seats[folder].folded
    assert at_turn is not None


@pytest.mark.parametrize("margin", [-0.3, 0.3])
def test_a_described_player_folds_and_calls_as_his_later_play_says(qtbot, tmp_path, margin):
    kelly = three_on_a_flop(qtbot, tmp_path)
    bob = {"name": "Bob", "holdem": {"later": {"flop": {"margin": margin}}}}
    (known,) = players_from_json({"steelwheel_players": 2, "players": [bob]})
    for seat in (1, 2):
        kelly.page.tracker.model.set_kind(seat, known)
    assert loads(dumps(kelly.scenario)).kelly == kelly.scenario.kelly
    while state(kelly).to_act:
        step(kelly, qtbot, "call")  # checks
    before = [seat.cards for seat in kelly.scenario.seats]
    step(kelly, qtbot, "bet", 20)
    for what in ("fold", "call"):
        seat = state(kelly).to_act
        step(kelly, qtbot, what)
        left, whole = (parse_range(text).weights.sum() for text in (kelly.scenario.seats[seat].cards, before[seat]))
    assert (left / whole > 0.5) == (margin < 0.0)  # who often folds calls with fewer hands
    kelly.click(qtbot, "tracker.stepBack")
    kelly.click(qtbot, "tracker.stepBack")
    assert [seat.cards for seat in kelly.scenario.seats] == before


def test_a_learned_player_bets_and_folds_on_as_his_hands_say(qtbot, tmp_path):
    kelly = three_on_a_flop(qtbot, tmp_path)
    model, tally = kelly.page.tracker.model, StatisticsTally()
    for number in range(40):
        text = hand_of(number, PLAYED).replace("Cid", state(kelly).players[1].name)  # he folds every flop
        tally.add(read_hand(split_hands(text)[0]))
    model.players.show_learned(tally.statistics())
    ((_, learned),) = model.players.watched(state(kelly).players[1].name)
    menu = kelly.part("tracker.kindsMenu", QMenu)
    menu.aboutToShow.emit()
    inner = kelly.part("tracker.kindsMenu.1", QMenu)
    next(action for action in inner.actions() if action.text().startswith("own statistics: looks ")).trigger()
    played = player_in_seat(model.tracked.setup, 1)
    assert played.games["holdem"].later == learned.games["holdem"].later
    assert player_in_seat(model.tracked.setup, 2) == shipped_player("neutral")
    assert player_in_seat(tracked_session(loads(dumps(kelly.scenario))).setup, 1) == played
    while state(kelly).to_act:
        step(kelly, qtbot, "call")  # checks
    before = parse_range(kelly.scenario.seats[1].cards).weights
    step(kelly, qtbot, "bet", 20)
    while state(kelly).to_act != 1:
        step(kelly, qtbot, "call")
    seen = seen_action(state(kelly), "call")
    step(kelly, qtbot, "call")
    wanted = known_range(learned, "holdem", [seen], before)
    assert parse_range(kelly.scenario.seats[1].cards).weights == pytest.approx(wanted, abs=0.011)


def test_a_single_opponent_of_a_type_responds_to_a_bet_as_he_plays(qtbot, tmp_path):
    kelly = heads_up(qtbot, tmp_path, seats=("AhKh", "22+, A2s+, KTs+"))
    model = kelly.page.tracker.model

    def response():
        reaction = model.question.request.wager.response
        return None if reaction is None else reaction.described.name

    def to_hero(equity):
        while state(kelly).to_act != state(kelly).hero:
            step(kelly, qtbot, "call")
        kelly.show(result(kelly.scenario, (equity, 1.0 - equity)))

    model.set_kind(1, shipped_player("loose"))
    to_hero(0.6)
    assert response() is None  # before the flop he calls, as without a type
    step(kelly, qtbot, "call")
    kelly.write(qtbot, "tracker.cards", "Kc 8h 2h")
    kelly.click(qtbot, "tracker.deal")
    to_hero(0.7)
    assert response() == "loose"
    assert "folds, calls and raises as loose" in kelly.part("tracker.advice.assumes").text()
    advised = model.question.answer
    model.take_over()
    kelly.show(result(kelly.scenario, (0.7, 0.3)))
    assert kelly.model.question.answer.bet == advised.bet
    assert kelly.kelly["answers"] == [None, {"player": "loose"}]
    kelly.document.undo_stack.undo()
    kelly.set(**{**kelly.kelly, "answers": [None, {"fold": 0.4}]})
    kelly.show(result(kelly.scenario, (0.7, 0.3)))
    assert model.question.request.wager.response.folds == (0.4,)  # what the panel says comes first


@pytest.mark.parametrize("kind", ["somebody", {"holdem": {}}, {"name": "Bob", "holdem": {"later": 1}}])
def test_a_session_with_an_unknown_player_or_the_folds_of_version_1_0_is_read(qtbot, tmp_path, kind):
    kelly = three_on_a_flop(qtbot, tmp_path)
    panel, old = kelly.scenario.kelly, {"kinds": ["", kind, ""], "folds": [[], [0.4, None, None], []]}
    tracking = replace(panel.tracker, setup=panel.tracker.setup.with_entries(old))
    scenario = loads(dumps(replace(kelly.scenario, kelly=panel.with_entry("tracker", tracking))))
    assert {key: scenario.kelly.tracker.setup.to_json()[key] for key in old} == old
    assert kelly.document.replace("Open", scenario) == ()
    while state(kelly).to_act:
        step(kelly, qtbot, "call")
    step(kelly, qtbot, "bet", 20)
    before = kelly.scenario.seats[1].cards
    while state(kelly).to_act:
        step(kelly, qtbot, "call")
    # A description that cannot be read says nothing about his hand; an unknown name is a neutral player.
    assert (kelly.scenario.seats[1].cards == before) == isinstance(kind, dict)


def test_an_opponent_plays_as_a_kind_of_player_by_what_he_has_done(qtbot, tmp_path):
    kelly = three_on_a_flop(qtbot, tmp_path)
    menu = kelly.part("tracker.kindsMenu", QMenu)
    for seat, position in ((1, "button"), (2, "small blind")):
        menu.aboutToShow.emit()
        inner = kelly.part(f"tracker.kindsMenu.{seat}", QMenu)
        next(action for action in inner.actions() if action.text() == "loose").trigger()
        limps = first_street(shipped_player("loose"), "holdem", FirstStreet(position)).calls
        weights = parse_range(kelly.scenario.seats[seat].cards).weights
        assert weights == pytest.approx(limps / limps.max(), abs=0.005)
    kelly.document.undo_stack.undo()
    assert kelly.scenario.seats[2].cards == "22+, KQo, T9s"
