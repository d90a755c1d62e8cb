"""Players of the open hands: the table, details by position, their ranges in hands, files of saved ones."""

import csv
import io
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLabel, QPushButton

from engine.histories.path import EXACT_BUDGET
from engine.histories.players.counting import SitePlayer
from engine.histories.players.learned import learned_player
from engine.ranges.holdem import parse_range
from gui.look.theme import LIGHT
from gui.pages.histories.bars import OutlookBar
from gui.pages.histories.page import PLAYERS
from gui.parts.chip_button import ChipButton
from gui.parts.table import TableView
from gui.storage.players import AS_HE_PLAYS, PlayerStore
from tests.engine.played_hands import PLAYED, RAISED, hand_of
from tests.gui.histories_fakes import Made

ADA = SitePlayer("PokerStars", "Ada")
MAIN = ["VPIP", "PFR", "3-bet", "Fold to 3-bet", "C-bet", "Fold to c-bet", "WTSD", "W$SD", "AF"]
RAZZ_TITLES = ["Complete", "Call completion", "Fold 4th"]
EVENING = Path(__file__).parents[2] / "resources" / "examples" / "Histories - an evening in both games.phhs"


RAZZ = """variant = 'FR'
antes = [1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400]
actions = ['d dh p1 ????4c', 'd dh p2 AsQs9d', 'p2 pb', 'p1 f']
players = ['Ada', 'Bob']
"""


CALLS_COMPLETIONS = """variant = 'FR'
antes = [1, 1, 1]
bring_in = 2
small_bet = 10
big_bet = 20
starting_stacks = [400, 400, 400]
actions = ['d dh p1 2s3s4c', 'd dh p2 ????Kd', 'd dh p3 ????Qh', 'p2 pb', 'p3 f', 'p1 cbr 10', 'p2 cc',
           'd dh p1 5c', 'd dh p2 Td', 'p1 cbr 10', 'p2 f']
players = ['Ada', 'Bob', 'Cid']
"""


@pytest.fixture
def make(expose, tmp_path, monkeypatch):
    """Return what opens hands in a page. Their equities are sampled: exact ones of three ranges take four seconds."""
    monkeypatch.setattr("engine.histories.path.AUTO_BUDGET", EXACT_BUDGET)

    def build(hands=6, theme=LIGHT, size=(740, 690)):
        made = Made(tmp_path, theme)
        expose(made.page, size, made)
        made.page.open_text(hands_text(range(hands)))
        made.page.findChild(ChipButton, f"histories.pane.{PLAYERS}").click()
        return made

    return build


def hands_text(numbers):
    return "\n\n".join(hand_of(number, PLAYED if number % 2 else RAISED) for number in numbers)


def table(made):
    return made.page.findChild(TableView, "histories.players.table")


def details(made):
    return made.page.findChild(TableView, "histories.players.details")


def reach(made, name, saved=False):
    view = table(made)
    row = next(row for row in view.rows if (row.profile.name, row.saved) == (name, saved))
    view.choose(row.key)
    view.reached.emit(row)


def press(made, name):
    made.page.findChild(QPushButton, f"histories.players.{name}").click()


def test_players_with_their_counts_and_shares_by_position(make):
    made = make()
    assert {row.profile.name for row in table(made).rows} == {"Ada", "Bob", "Cid"}
    reach(made, "Ada")
    view = details(made)
    rows = {habit.title: place for place, habit in enumerate(view.rows)}
    assert [habit.title for habit in view.rows[:9]] == MAIN
    assert not {"Complete", "Fold 4th"} & set(rows)
    share = table(made).selected_row.profile.frequency("open", "button")
    opens = [view.text(rows["RFI"], title) for title in ("Count", "Observed", "90 % interval", "Estimate", "Early")]
    assert opens == ["6 of 6", "100 %", f"{100 * 0.05 ** (1 / 6):.1f} – 100 %", f"{100 * share.estimate:.0f} %", "–"]
    assert [view.text(rows[title], "Count") for title in ("VPIP", "C-bet", "AF")] == ["6 of 6", "3 of 3", "3 / 0"]
    assert view.text(rows["AF"], "Observed") == "∞"
    reach(made, "Cid")
    assert [view.text(rows[title], "Count") for title in ("VPIP", "PFR", "3-bet")] == ["3 of 6", "0 of 6", "0 of 6"]
    assert view.text(rows["Fold to c-bet"], "Count") == "3 of 3"
    cid = next(place for place, row in enumerate(table(made).rows) if row.profile.name == "Cid")
    assert "50 %" in table(made).text(cid, "VPIP")


def test_players_of_razz_have_their_statistics_by_door(make):
    made = make()
    made.page.open_text(RAZZ)
    assert [column.title for column in table(made).table.columns[3:]] == ["Type", *RAZZ_TITLES]
    reach(made, "Ada")
    view = details(made)
    assert [column.title for column in view.table.columns[5:]] == ["A-5 up", "6-8 up", "9-K up"]
    complete = [view.text(0, title) for title in ("Count", "Observed", "Estimate", "6-8 up")]
    assert complete == ["0 of 1", "0 %", "26 %", "–"]
    assert view.text(0, "A-5 up") in ("0 % (0 of 1)", "0")
    assert made.page.findChild(QPushButton, "histories.players.plays").isVisible()
    (action,) = (each for each in made.page.findChildren(QAction) if each.objectName().endswith("players.csv"))
    action.trigger()
    first, *_ = csv.DictReader(io.StringIO(made.written.read_text(encoding="utf-8")))
    names = ("player", "statistic", "position", "times", "chances", "share", "low", "high")
    assert [first[name] for name in names[:6]] == ["Ada", "Complete", "all", "0", "1", "0.0"]
    assert float(first["high"]) == pytest.approx(0.95)


def test_a_player_of_both_games_has_the_statistics_of_both(make):
    made = make(size=(880, 740))
    made.page.open_text(EVENING.read_text(encoding="utf-8"))
    assert [column.title for column in table(made).table.columns[3:]] == ["Type", *MAIN, *RAZZ_TITLES]
    reach(made, "Hero")
    view = details(made)
    rows = {habit.title: place for place, habit in enumerate(view.rows)}
    assert {*MAIN, "RFI", *RAZZ_TITLES} <= set(rows)
    assert view.text(rows["VPIP"], "9-K up") == ""
    assert view.text(rows["Complete"], "BTN") == ""
    assert view.text(rows["Complete"], "Count") == "1 of 1"
    assert view.horizontalScrollBar().maximum() == 0


def test_all_positions_are_in_sight_in_a_narrow_window(make):
    made = make(size=(500, 690))
    reach(made, "Ada")
    assert details(made).horizontalScrollBar().maximum() == 0


def test_as_he_plays_and_neutral_again(make):
    made = make()
    made.follow(2)
    before = made.scenario.seats
    made.replay.go_to(next(i for i, moment in enumerate(made.replay.hand.moments) if moment.words == "raises to 4"))
    neutral = made.scenario.seats[2].cards
    reach(made, "Ada")
    profile = table(made).selected_row.profile
    press(made, "plays")
    assert made.scenario.seats[2].cards != neutral
    raised = parse_range(learned_player(profile).games["holdem"].first_street["first"].own["button"].raise_).weights
    assert parse_range(made.scenario.seats[2].cards).weights == pytest.approx(raised, abs=0.005)
    assert any("As Ada plays: raised 6 of 6 times (estimate " in line for line in made.replay.assumed)
    press(made, "plays")
    assert made.scenario.seats[2].cards == neutral
    made.replay.go_to(0)
    assert made.scenario.seats == before


def test_the_interval_of_a_range_moves_heros_equity(make):
    made = make()
    made.follow(2)
    made.replay.set_hero(1)
    made.replay.go_to(made.replay.hand.first_of(1))
    reach(made, "Ada")
    text = made.label("histories.players.effect").text()
    assert text.startswith("Equity of Cid here: ")
    assert "the loose end of Ada's ranges" in text
    low, middle, high = (float(part.split("\N{NO-BREAK SPACE}")[0].split()[-1]) for part in text.split("%")[:3])
    assert len({low, middle, high}) == 3


def test_a_kind_is_chosen_by_the_menu_of_the_hand(make):
    made = make()
    made.follow(2)
    made.replay.go_to(2)
    bar = made.page.findChild(OutlookBar, "histories.outlook")
    for title in ("tight", "loose", AS_HE_PLAYS):
        bar._menu.aboutToShow.emit()
        inner = next(action.menu() for action in bar._menu.actions() if action.text() == "Ada")
        entry = next(action for action in inner.actions() if action.text().startswith(title))
        entry.trigger()
        kind = dict(made.replay.outlook.kinds)[ADA]
        assert kind.name == ("Ada" if title == AS_HE_PLAYS else title)


def test_a_player_of_razz_plays_as_his_own_statistics(make):
    made = make()
    made.page.open_text("\n".join(f"{CALLS_COMPLETIONS}hand = {number}\n" for number in range(12)))
    made.follow(3)
    made.replay.go_to(made.replay.hand.first_of(1))
    neutral = made.scenario.seats[1].cards
    bar = made.page.findChild(OutlookBar, "histories.outlook")
    bar._menu.aboutToShow.emit()
    inner = next(action.menu() for action in bar._menu.actions() if action.text() == "Bob")
    own = next(action for action in inner.actions() if action.text().startswith(AS_HE_PLAYS))
    assert own.text().startswith(f"{AS_HE_PLAYS}: looks loose, ")
    own.trigger()
    assert made.scenario.seats[1].cards != neutral
    assert any("As Bob plays: " in line and "called 12 of 12 times" in line for line in made.replay.assumed)
    own_range = made.scenario.seats[1].cards
    made.page.findChild(ChipButton, f"histories.pane.{PLAYERS}").click()
    reach(made, "Bob")
    assert "the loose end of Bob's ranges" in made.label("histories.players.effect").text()
    press(made, "plays")
    assert made.scenario.seats[1].cards == neutral
    press(made, "plays")
    assert made.scenario.seats[1].cards == own_range


def test_a_player_is_saved_added_to_imported_and_deleted(make, monkeypatch, tmp_path):
    made = make(3)
    names = iter([("Reg", True), ("Reg", True), ("", False), ("///", True)])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: next(names))
    reach(made, "Ada")
    press(made, "save")
    assert made.messages[-1] == ("Reg is saved with 3 hands", False)
    made.page.open_text(hands_text(range(5)))
    reach(made, "Ada")
    press(made, "save")
    assert made.messages[-1] == ("Reg is saved with 5 hands", False)
    press(made, "save")
    press(made, "save")
    assert made.messages[-1][1]
    assert [profile.name for profile in PlayerStore(tmp_path / "players").saved] == ["Reg"]
    (path,) = (tmp_path / "players").glob("*.player.json")
    copy = tmp_path / "copy.json"
    copy.write_bytes(path.read_bytes())
    reach(made, "Reg", saved=True)
    press(made, "delete")
    assert made.players.saved == ()
    assert not path.exists()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(copy), ""))
    press(made, "import")
    press(made, "import")
    assert made.messages[-1] == ("Reg is saved with 5 hands", False)
    copy.write_text("{}", encoding="utf-8")
    press(made, "import")
    assert made.messages[-1][1]
    assert "steelwheel_player" in made.messages[-1][0]


def test_a_file_that_is_no_player_is_named_and_stays(tmp_path):
    folder = tmp_path / "players"
    folder.mkdir()
    (folder / "bad.player.json").write_text("{", encoding="utf-8")
    store = PlayerStore(folder)
    assert store.saved == ()
    assert "bad.player.json" in store.message
    assert (folder / "bad.player.json").read_text(encoding="utf-8") == "{"


def test_without_named_players_the_page_says_how_they_come(make):
    made = make(0)
    made.page.open_text(RAZZ.partition("players")[0])
    made.page.findChild(ChipButton, f"histories.pane.{PLAYERS}").click()
    assert made.page.findChild(QLabel, "histories.players.empty").isVisibleTo(made.page)
