"""The page *Histories*: the list, the hand that is followed, its tables, painted ranges, the chart, broken hands."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea, QSplitter, QWidget

from engine import GAMES, Scenario, Seat
from engine.histories.listing import tournament_number
from engine.histories.marks import HandMark
from engine.histories.splitting import split_hands
from engine.kelly.hand.session import tracked_session
from engine.kelly.panel import is_tracking, kelly_panel
from engine.scenario import PreflopPanel, Tournament
from gui.look.theme import DARK, Paper
from gui.pages.histories.chart import path_table, players_with_equity
from gui.pages.histories.columns import COLUMNS
from gui.pages.histories.page import moment_sentence
from gui.parts.chip_button import ChipButton
from gui.shell.opening import holds_ranges
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.storage.foreign_files import holds_hands
from gui.storage.settings import Settings
from tests.engine.played_hands import FOLDER, random_phh
from tests.gui.histories_fakes import Made
from tests.gui.histories_fakes import make as make
from tests.gui.picture_texts import assert_fits, text_boxes

PLACES = {column.key: place for place, column in enumerate(COLUMNS)}
NUMBER, DATE, PLAYERS, CARDS, WON = (PLACES[key] for key in ("hand", "when", "seats", "cards", "won"))
STARS = FOLDER / "stars.txt"
EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"
PHH = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 50.5]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 cc', 'p2 cc', 'd db 7h8h2c', 'p1 cbr 10']
players = ['Ann', 'Bob', 'Cy']
"""


FLOP_OF_TWO = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 150]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cbr 6', 'p1 cc', 'd db 7h8h2c', 'p1 cc', 'p2 cbr 9']
players = ['Ann', 'Bob']
"""


def test_a_file_is_listed_and_checked(make):
    made = make(STARS)
    assert [made.cell(row, NUMBER) for row in range(3)] == ["1", "2", "3"]
    assert [made.cell(row, CARDS) for row in range(3)] == ["JdJs", "2c5sAc", "AhKh"]
    assert made.cell(1, DATE) == "2008-07-09"
    assert made.cell(0, PLAYERS) == "4"
    assert made.hands.check.done == 3
    assert not made.hands.check.facts.broken


def test_heros_columns_are_filled_and_the_last_ones_go_where_there_is_no_room(make):
    made = make(STARS, size=(1700, 690))
    columns = ("position", "stack", "units", "net", "money", "pot", "rake", "street", "all_in", "showdown")
    rows = [[made.cell(row, PLACES[key]) for key in columns] for row in range(3)]
    assert rows == [
        ["BTN", "9.2", "−1.0", "−765", "", "2\u202f080", "", "river", "preflop", "yes"],
        ["door A", "14", "+4.3", "+4.3", "+$4.30", "8.85", "0.45", "seventh", "", "yes"],
        ["BTN", "50", "+5.0", "+5", "+$5.00", "10", "0.5", "turn", "", ""],
    ]
    assert made.label("histories.sums").text() == "3 hands: +8.3 bb, +$9.30 · +278.1 ± 188.0 bb/100"
    assert not any(made.page.list.isColumnHidden(place) for place in range(len(COLUMNS)))
    narrow = make(STARS, size=(620, 690)).page.list
    shown = {column.key for place, column in enumerate(COLUMNS) if not narrow.isColumnHidden(place)}
    assert {"hand", "cards", "units", "won", "position"} <= shown
    assert not {"rake", "seats", "net"} & shown
    assert made.page.list.model().index(0, WON).data(Qt.ItemDataRole.ToolTipRole).endswith("Won: Lean Abadia 2080")


def test_hands_are_sorted_by_the_value_of_heros_columns(make):
    made = make(STARS)
    for key, order in (("units", ["1", "2", "3"]), ("stack", ["1", "2", "3"]), ("position", ["1", "3", "2"])):
        made.page.list.sortByColumn(PLACES[key], Qt.SortOrder.AscendingOrder)
        assert [made.cell(row, NUMBER) for row in range(3)] == order, key
    made.page.list.sortByColumn(PLACES["all_in"], Qt.SortOrder.DescendingOrder)
    assert made.cell(0, NUMBER) == "1"


def test_rows_keep_their_positions_until_all_values_are_known(make, monkeypatch):
    """They are sorted when a title is clicked, with what is known then, and once more at the end."""
    monkeypatch.setattr("gui.pages.histories.hand_list.REPORT_S", 0.0)
    monkeypatch.setattr("gui.pages.histories.hand_list.REPORT_SHARE", 0.0)
    made = make()
    units, rows = PLACES["units"], made.page.list
    rows.sortByColumn(units, Qt.SortOrder.DescendingOrder)
    seen, click = [], []

    def note():
        done = made.hands.check.done
        seen.append((done, "".join(made.cell(row, NUMBER) for row in range(len(rows.rows)))))
        if done in click:
            click.remove(done)
            rows.sortByColumn(units, Qt.SortOrder.AscendingOrder)

    made.hands.facts_changed.connect(note)
    made.page.open_files([STARS])
    assert dict(seen) == {0: "123", 1: "123", 2: "123", 3: "321"}
    assert [made.cell(row, units) for row in range(3)] == ["+5.0", "+4.3", "−1.0"]
    seen.clear()
    click.append(2)
    made.hands.refresh()
    assert [order for done, order in seen if done == 2] == ["123", "312"]  # the third is not known yet: lowest
    assert dict(seen)[3] == "123"


def test_a_hand_that_is_marked_stays_where_it_is(make):
    made = make(STARS)
    made.page.list.sortByColumn(PLACES["star"], Qt.SortOrder.DescendingOrder)
    made.hands.mark(made.page.list.rows[2], HandMark(star=True))
    assert [made.cell(row, NUMBER) for row in range(3)] == ["1", "2", "3"]
    made.page.list.sort_by(PLACES["star"])
    made.page.list.sort_by(PLACES["star"])
    assert made.cell(0, NUMBER) == "3"


def test_the_list_has_the_whole_height_until_there_is_something_below_it(make, qtbot):
    made = make(EVENING, size=(880, 740))
    split, pane = made.page.findChild(QSplitter, "histories.split"), made.page.findChild(QWidget, "histories.hand")
    assert made.page.list.height() > 0.6 * made.page.height()
    assert not pane.isVisible()
    made.page.list.choose(5)
    made.follow(5)
    assert pane.isVisible()
    assert made.page.chart.height() >= 200
    row = made.page.list.visualRect(made.page.list.currentIndex())
    assert made.page.list.viewport().rect().contains(row.center())
    above, below = split.sizes()
    assert above / (above + below) == pytest.approx(0.4, abs=0.02)
    split.moveSplitter(above + 60, 1)
    moved, _ = split.sizes()
    assert moved > above
    again = make(EVENING, size=(880, 740))
    again.page.findChild(ChipButton, "histories.pane.luck").click()
    assert again.page.findChild(QSplitter, "histories.split").sizes()[0] == pytest.approx(moved, abs=8)
    again.page.findChild(ChipButton, "histories.pane.hand").click()
    assert not again.page.luck.isVisible()
    qtbot.waitUntil(lambda: again.page.list.height() > 0.6 * again.page.height())


@pytest.mark.parametrize("value", ["-3", "101", "x", "1e3"])
def test_a_share_of_the_list_that_is_none_is_the_usual_one(tmp_path, value):
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    settings.put("hands/share", value)
    assert settings.list_share == 40


def test_the_sums_are_those_of_the_hands_that_are_found_beside_all(make):
    made = make(STARS)
    made.page.search.setText("razz")
    words = made.label("histories.sums").text()
    assert words.startswith("1 hand: +4.3 bb, +$4.30")
    assert "\nAll: 3 hands: +8.3 bb" in words


def test_the_list_is_sorted_and_searched(make):
    made = make(STARS)
    made.page.list.sortByColumn(DATE, Qt.SortOrder.AscendingOrder)
    assert [made.cell(row, NUMBER) for row in range(3)] == ["2", "3", "1"]
    made.page.search.setText("razz ANNA")
    assert [made.cell(row, NUMBER) for row in range(len(made.page.list.rows))] == ["2"]
    assert made.label("histories.count").text() == "1 of 3 hands"
    made.page.search.setText("nobody")
    assert not made.page.list.rows
    made.page.search.clear()
    assert len(made.page.list.rows) == 3


def test_a_broken_hand_is_marked_and_costs_no_other(make):
    text = STARS.read_text(encoding="utf-8").replace("Dealt to anna [2c 5s Ac]", "Dealt to anna [2c 2c Ac]")
    made = make(text)
    assert list(made.hands.check.facts.broken) == [2]
    assert "2c is dealt twice" in made.cell(1, WON)
    assert made.cell(2, WON) == "p1 10"
    before = made.scenario
    made.follow(2)
    assert "2c is dealt twice" in made.label("histories.problem").text()
    assert made.scenario == before
    made.follow(3)
    assert made.scenario.seats[2].cards == "AhKh"


def test_a_hand_of_a_tournament_has_its_stacks_and_prizes_are_typed_once(make):
    made = make(STARS)
    made.follow(1)
    hand = made.replay.hand
    assert made.scenario.tournament == Tournament(hand.starting, big_blind=1)
    assert (made.scenario.preflop.small_blind, made.scenario.preflop.big_blind) == (
        hand.stakes.small_blind, hand.stakes.big_blind
    )  # fmt: skip
    made.replay.go_to(1)
    made.document.edit("Prizes", tournament=replace(made.scenario.tournament, payouts=(50.0, 30.0)))
    made.replay.go_to(2)
    assert made.scenario.tournament == Tournament(hand.starting, (50.0, 30.0), big_blind=1)
    numbers = [tournament_number(row.text) for row in split_hands(STARS.read_text(encoding="utf-8"))]
    assert numbers[0] == "797536898"
    other = next(place for place, number in enumerate(numbers, 1) if number != numbers[0])
    made.follow(other)
    assert not (made.scenario.tournament and made.scenario.tournament.payouts)
    made.follow(1)
    assert made.scenario.tournament.payouts == (50.0, 30.0)
    made.document.edit("Calls", preflop=made.scenario.preflop.with_entries({"calls": 2, "stack": 25}))
    made.follow(1)  # another choice of a hand of the same tournament keeps what is the tournament's
    assert (made.scenario.preflop.calls, made.scenario.preflop.stack) == (2, PreflopPanel().stack)
    made.document.edit("Prizes", tournament=replace(made.scenario.tournament, payouts=(60.0,)))
    made.follow(other)  # at once, without another moment in between
    assert not (made.scenario.tournament and made.scenario.tournament.payouts)
    made.document.undo_stack.undo()
    again = make(STARS)  # another start of the program
    again.follow(1)
    assert again.scenario.tournament.payouts == (60.0,)
    again.document.undo_stack.undo()
    again.document.undo_stack.redo()
    again.document.edit("Prizes", tournament=replace(again.scenario.tournament, payouts=()))
    again.follow(other)
    again.follow(1)
    assert again.scenario.tournament.payouts == ()


def test_a_hand_is_a_table_at_every_moment(make):
    made = make(STARS)
    made.follow(1)
    hand = made.replay.hand
    for place, moment in enumerate(hand.moments):
        made.replay.go_to(place)
        assert [seat.folded for seat in made.scenario.seats] == list(moment.folded)
        assert made.scenario.board == " ".join(moment.board)
        assert made.page.scrubber.slider.value() == place
        assert made.page.scrubber.words.text() == moment_sentence(made.replay.path, place)
        panel = kelly_panel(made.scenario)
        assert list(panel.chips) == [chips.total for chips in moment.chips]
        assert panel.seat == hand.hero
    assert [seat.name for seat in made.scenario.seats] == ["Lab", "Lean Abadia", "Rich", "W2"]


def test_all_moments_of_a_hand_are_one_step_of_undo(make):
    made = make(STARS)
    before = made.scenario
    made.follow(1)
    for place in (3, 5, 1):
        made.replay.go_to(place)
    assert made.document.undo_stack.count() == 1
    made.follow(2)
    assert made.scenario.game == "razz"
    made.document.undo_stack.undo()
    assert [seat.name for seat in made.scenario.seats] == ["Lab", "Lean Abadia", "Rich", "W2"]
    made.document.undo_stack.undo()
    assert made.scenario == before


def test_streets_steps_and_keys(make, qtbot):
    made = make(STARS)
    made.follow(1)
    hand, scrubber = made.replay.hand, made.page.scrubber
    assert [chip.text() for chip in scrubber.streets if chip.isVisible()] == ["Preflop", "Flop", "Turn", "River"]
    qtbot.mouseClick(scrubber.streets[2], Qt.MouseButton.LeftButton)
    assert made.replay.index == hand.first_of(2)
    qtbot.keyClick(made.page, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert made.replay.index == hand.first_of(2) - 1
    qtbot.keyClick(made.page, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert made.replay.index == hand.first_of(2)
    made.replay.go_to_street(1)
    assert made.replay.index == hand.first_of(3)
    made.replay.go_to_street(-1)
    made.replay.go_to_street(-1)
    assert made.replay.index == hand.first_of(1)
    assert [chip.isChecked() for chip in scrubber.streets[:4]] == [False, True, False, False]


def test_painted_ranges_stay_for_the_rest_of_the_hand(make):
    made = make(STARS)
    made.follow(3)
    raised = next(i for i, moment in enumerate(made.replay.hand.moments) if moment.words == "raises to 3")
    made.replay.go_to(raised)
    assert made.scenario.seats[1].cards.startswith("TT+")
    old = made.replay.path.equities[raised].equity[2]
    seats = list(made.scenario.seats)
    seats[1] = replace(seats[1], cards="AA")
    made.document.edit("Paint", seats=tuple(seats))
    for turn, stated in ((str, True), (made.document.undo_stack.undo, False), (made.document.undo_stack.redo, True)):
        turn()
        counts = made.replay.path.equities[raised].equity[2] < old - 0.1
        assert ("p0, as you painted it: AA" in made.replay.assumed, counts) == (stated, stated)
    made.replay.go_to(raised + 1)
    assert made.scenario.seats[1].cards == "AA"
    made.replay.go_to(made.replay.hand.first_of(1))
    assert made.scenario.seats[1].cards == "AA"


def test_equities_of_the_path_are_those_of_the_tables(make):
    made = make(STARS)
    made.follow(1)
    path = made.replay.path
    assert path.final
    assert all(result is not None for result in path.equities)
    flop = path.equities[made.replay.hand.first_of(1)]
    assert flop.equity[0] is None
    assert flop.equity[1] + flop.equity[3] == pytest.approx(1.0)
    river = path.equities[-1]
    assert (river.equity[1], river.equity[3]) == (1.0, 0.0)


def test_the_kelly_values_of_the_player_stay(make):
    made = make(STARS)
    made.follow(1)
    own = {"rake": 0.05, "multiplier": 0.5, "bankroll": 50_000.0}
    made.document.edit("Own", kelly=kelly_panel(made.scenario).with_entries(own))
    made.replay.go_to(2)
    panel = kelly_panel(made.scenario)
    assert (panel.rake, panel.multiplier, panel.bankroll) == (0.05, 0.5, 50_000.0)
    made.replay.go_to(3)
    assert kelly_panel(made.scenario).bankroll == 50_000.0


def test_another_hero_is_advised(make):
    made = make(FOLDER / "fulltilt.txt")  # the only hand is followed at once
    assert made.replay.hero == 2
    made.page.scrubber.hero.emit(1)
    assert kelly_panel(made.scenario).seat == 1


def test_a_hand_goes_to_the_tracker(make, qtbot):
    made = make(STARS)
    made.follow(2)
    made.replay.go_to(6)
    assert not is_tracking(made.scenario)
    qtbot.mouseClick(made.page.findChild(QPushButton, "histories.track"), Qt.MouseButton.LeftButton)
    result = tracked_session(made.scenario)
    assert result is not None
    assert result.state.pot == pytest.approx(made.replay.moment.pot)
    assert not made.messages[-1][1]
    assert len(made.wanted) == 1  # the tracker is to be shown


def test_a_hand_that_the_tracker_cannot_follow_says_so(make):
    made = make(FOLDER / "razz.phh")
    made.table.track()
    assert made.messages[-1][1]
    assert not is_tracking(made.scenario)
    assert made.wanted == []


def test_another_table_in_between_is_offered_back(make, qtbot):
    made = make(STARS)
    made.follow(1)
    again = made.page.findChild(QPushButton, "histories.again")
    assert not again.isVisible()
    made.document.open(Scenario("holdem", (Seat("A", "AA"), Seat("B", "KK"))), None)
    assert again.isVisible()
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert made.scenario.seats[3].name == "W2"
    assert not again.isVisible()


def test_the_chart_reads_out_and_goes_where_it_is_clicked(make):
    made = make(STARS, theme=DARK)
    made.follow(1)
    figure, path = made.page.chart.figure, made.replay.path
    assert made.page.chart.value is not None
    stops = figure.stops()
    assert len(stops) == len(made.replay.hand.moments)
    reading = figure.reading_at(stops[2])
    assert reading is not None
    assert reading.header == "Preflop: W2 raises to 1600"
    assert any("W2" in row.name for row in reading.rows)
    assert made.page.chart.figure.point_at(QPointF(0, 0)) is None

    class Click:
        button, double = (lambda _: Qt.MouseButton.LeftButton), (lambda _: False)

        def scenePos(self):  # noqa: N802
            return stops[4]

    made.page.chart.view.scene().sigMouseClicked.emit(Click())
    assert made.replay.index == 4
    header, rows = path_table(path)
    assert len(header) == 4 + len(made.replay.hand.names)
    assert len(rows) == len(stops)
    assert made.page.chart.drawing().stem.endswith("hand-path")
    assert_fits(made.page.chart)
    texts = [text for text, _ in text_boxes(made.page.chart.svg(Paper(None, 640, 400)))[1]]
    names = made.replay.hand.names
    assert [texts.count(names[player]) for player in players_with_equity(path)] == [1] * len(players_with_equity(path))


@pytest.mark.parametrize("variant", ["NT", "FT", "FR"])
def test_random_hands_can_be_followed(make, variant):
    made = make("\n".join(f"[{seed}]\n{random_phh(variant, seed)}" for seed in range(3)))
    for number in (1, 2, 3):
        made.follow(number)
        made.replay.go_to(len(made.replay.hand.moments))
        assert made.replay.path.final
        names = GAMES[made.scenario.game].streets
        assert made.page.scrubber.words.text().lower().startswith(names[made.replay.moment.street])


def test_what_is_no_history_is_said(make, tmp_path):
    made = make("a letter to a friend")
    assert made.messages[-1][1]
    assert "not a supported hand history" in made.page.empty.text()
    made.page.open_files([tmp_path / "missing.phh"])
    assert "cannot be read" in made.page.empty.text()
    QGuiApplication.clipboard().setText(PHH)
    made.page.paste()
    assert made.replay.hand.names == ("Ann", "Bob", "Cy")


def test_files_are_told_by_name_or_beginning(tmp_path):
    for name, text, wanted in (
        ("a.phh", "", True),
        ("b.txt", STARS.read_text(encoding="utf-8"), True),
        ("c.txt", "a letter", False),
        ("d.steelwheel", PHH, False),
        ("e", PHH, True),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert holds_hands(path) is wanted
    assert not holds_hands(tmp_path / "missing.txt")
    assert not holds_ranges(tmp_path / "b.txt")  # which a drop would take for the library
    assert holds_ranges(tmp_path / "c.txt")


def test_hands_pasted_on_the_table_are_for_their_page():
    document = Document(Scenario("holdem", (Seat("Hero", ""), Seat("Seat 2", ""))))
    table_input = TableInput(document)
    result, refused = [], []
    table_input.hands_pasted.connect(result.append)
    table_input.refused.connect(refused.append)
    table_input.paste(PHH)
    table_input.paste("AhKh")
    assert result == [PHH]
    assert not refused
    assert document.scenario.seats[0].cards == "AhKh"


def test_lines_say_how_each_assumed_range_came_about(make):
    made = make(STARS)
    made.follow(3)
    hand = made.replay.hand
    place = max(i for i, moment in enumerate(hand.moments) if len(moment.live) > 1 and moment.street)
    made.replay.go_to(place)
    lines = made.replay.assumed
    done = [line.partition(":")[0].partition(", ")[2] for line in lines]
    assert done[:2] == ["preflop, folded", "preflop, 3-bet"]
    assert any(", flop, " in line for line in lines)
    assert made.label("histories.assumed").text() == "\n".join(lines)
    made.follow(1)
    made.replay.go_to(len(made.replay.hand.moments) - 1)
    made.page.findChild(ChipButton, "histories.folds.any").click()
    assert made.replay.assumed == ()
    assert not made.page.findChild(QScrollArea, "histories.assumedArea").isVisibleTo(made.page)


def test_assumed_ranges_are_scrolled_with_keys_where_there_are_more(make, qtbot):
    made = make(STARS)
    made.follow(3)
    area = made.page.findChild(QScrollArea, "histories.assumedArea")
    bar, assumed = area.verticalScrollBar(), made.label("histories.assumed")
    hand = made.replay.hand
    made.replay.go_to(max(i for i, moment in enumerate(hand.moments) if len(moment.live) > 1))
    assumed.setText("one line")
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus
    assumed.setText("\n".join(["a line"] * 12))
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(area, Qt.Key.Key_Down)
    assert bar.value() > 0
    QTest.keyClick(area, Qt.Key.Key_PageDown)
    QTest.keyClick(area, Qt.Key.Key_PageDown)
    QTest.keyClick(area, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()


def test_a_file_that_is_too_long_says_how_long_one_may_be(make, tmp_path, monkeypatch):
    monkeypatch.setattr("gui.pages.histories.hand_list.MAX_FILE_SIZE", 1_000_000)
    path = tmp_path / "long.txt"
    path.write_bytes(STARS.read_bytes() * 1_000)
    made = make(path)
    assert made.hands.problem == "long.txt is longer than 1 MB"


def test_a_moment_goes_to_the_betting_page_and_comes_back(qtbot, tmp_path):
    made = Made(tmp_path)
    qtbot.addWidget(made.page)
    made.page.open_text(FLOP_OF_TWO)
    made.table.bet()
    assert made.wanted == []
    assert "Betting starts on the flop" in made.messages[-1][0]
    made.replay.go_to(len(made.replay.hand.moments) - 1)
    before = made.scenario
    QTest.mouseClick(made.page.findChild(QPushButton, "histories.betting"), Qt.MouseButton.LeftButton)
    assert made.wanted == ["Betting"]
    panel = made.scenario.betting
    assert (panel.pot, panel.stack, panel.path, panel.hand) == (12, 144, ("check", "bet 9"), "AhKh")
    assert made.scenario.seats[0].cards != "AhKh"
    made.document.undo_stack.undo()
    assert made.scenario == before
    assert made.table.is_current


def test_files_and_folders_make_one_list_without_doubles(make, tmp_path, qtbot):
    folder = tmp_path / "evenings" / "monday"
    folder.mkdir(parents=True)
    text = STARS.read_text(encoding="utf-8")
    (folder / "first.txt").write_text(text, encoding="utf-8")
    (folder / "again.txt").write_text(text, encoding="utf-8")
    made = make()
    made.page.open_files([folder.parent, STARS])
    qtbot.waitUntil(lambda: len(made.hands.lines) == 3)
    assert [line.raw.number for line in made.hands.lines] == [1, 2, 3]
    assert made.hands.title == "3 files"
    (folder / "second.txt").write_text(text.replace("PokerStars Hand #1111", "PokerStars Hand #2222"), encoding="utf-8")
    made.hands.refresh()
    qtbot.waitUntil(lambda: len(made.hands.lines) == 4)
    assert made.settings.hand_files == (folder.parent, STARS)


def test_a_paste_without_hands_leaves_the_list(make, qtbot):
    made = make(STARS)
    qtbot.keyClicks(made.page.search, "e")
    made.hands.set_filter("position", "btn")
    made.page.open_text("once upon a time")
    assert len(made.hands.lines) == 3
    assert (made.page.search.text(), made.hands.search_text, made.hands.filters) == ("e", "e", {"position": "btn"})
    assert "this is not a supported hand history" in made.messages[-1][0]


def test_hands_are_followed_by_keys_one_after_the_other(make, qtbot):
    made = make(STARS)
    for number in (1, 2, 3, 3):
        qtbot.keyClick(made.page.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert made.replay.selected.raw.number == number
    qtbot.keyClick(made.page.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert made.replay.selected.raw.number == 2


def test_a_replay_that_disagrees_with_its_text_and_other_games_are_marked(make):
    text = STARS.read_text(encoding="utf-8").replace("Total pot 2080", "Total pot 2180")
    made = make(text.replace("Hold'em Limit", "Omaha Limit"))
    assert made.cell(0, WON).startswith("the hand history has a total pot of")
    assert made.cell(2, WON) == "not read: Omaha"
    assert list(made.hands.check.facts.broken) == [1]
    assert list(made.hands.check.facts.other) == [3]
    assert made.label("histories.count").text() == "3 hands · 1 broken · 1 unsupported"
