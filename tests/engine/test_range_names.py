"""Named ranges as words of range texts: what a name means, beside what, and what is refused."""

import json

import pytest

from engine import Scenario, ScenarioError, Seat, dumps, loads, problems
from engine.cards import TextError
from engine.cli.main import main
from engine.ranges.holdem import parse_range
from engine.ranges.library import presets
from engine.scenario import RangeName
from engine.table.named_hands import with_names
from engine.table.one_line import format_line, is_line, parse_line

OWN = (
    RangeName("my range", "QQ+, AKs@50", ("Mine",)),
    RangeName("sticky", "22+ > flop top pair+"),
    RangeName("AK, and pairs", "AK, 22+"),
    RangeName("BTN open", "AA"),
    RangeName("Jürgen's 3-bet", "TT+"),
    RangeName("Σκληρός", "65s"),
    RangeName("top pair > all", "AA"),
)


def preset(*folders, name):
    return next(item.text for path, item in presets().walk() if path == folders and item.name == name)


AGAINST, JAM = "6-max, vs open", "Shove or fold (jam) by stack"
MEANT = {
    "BTN open": preset("6-max RFI", name="BTN"),
    "button opens": preset("6-max RFI", name="BTN"),
    "UTG": preset("6-max RFI", name="UTG"),
    "HJ rfi full ring": preset("Full ring RFI", name="HJ"),
    "BB call CO": preset(AGAINST, "vs CO open", name="BB: call"),
    "big blind defends vs the cutoff": preset(AGAINST, "vs CO open", name="BB: call"),
    "3-bet BTN MP": preset(AGAINST, "vs MP open", name="BTN: 3-bet"),
    "btn 3bet mp": preset(AGAINST, "vs MP open", name="BTN: 3-bet"),
    "CO 4bet blinds": preset("6-max, vs 3-bet", "From the blinds", name="CO: 4-bet"),
    "SB shove 10bb two players": preset(JAM, "Heads-up, 10 BB (SB vs BB)", name="10 BB, small blind jams"),
    "BB call SB jam 10bb": preset(JAM, "Heads-up, 10 BB (SB vs BB)", name="10 BB, big blind calls"),
    "BB call BTN shove 10bb": preset(JAM, "6-max, 10 BB, calls", name="10 BB, BB calls BTN jam"),
    "BTN call v CO open": preset(AGAINST, "vs CO open", name="BTN: call"),
    "SB 3-bet v BTN open": preset(AGAINST, "vs BTN open", name="SB: 3-bet"),
    "Groups 1 to 4": preset("Sklansky and Malmuth", "Down to a group", name="Groups 1 to 4"),
    '"Groups 1 to 4"': preset("Sklansky and Malmuth", "Down to a group", name="Groups 1 to 4"),
}


@pytest.mark.parametrize("text", MEANT)
def test_a_name_is_its_range(text):
    result = parse_range(text)
    assert result == parse_range(MEANT[text])
    assert result.notices[0].startswith(f"{text[:24]}")


def test_the_calls_of_an_unknown_all_in_are_not_those_of_a_raise():
    table = parse_line("AA v BTN jam 9bb v BB call")
    assert table.seats[2].cards == "BB call BTN jam 9bb"
    assert any("no range is named BB call BTN jam 9bb" in problem.message for problem in problems(table))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("my range", "QQ+, AKs@50"),
        ("MY  RANGE @ 50, 72o", "QQ+:0.5, AKs:0.25, 72o"),
        ("my range:0.5", "QQ+:0.5, AKs:0.25"),
        ("22+, !my range", "22-JJ"),
        ("22+, !(my range)", "22-JJ"),
        ("50%(my range, 72o)", "QQ+:0.5, AKs:0.25, 72o:0.5"),
        ("BTN open", "AA"),
        ('"AK, and pairs"@25', "AK:0.25, 22+:0.25"),
        ("sticky", "22+ > flop top pair+"),
        ("my range > flop top pair+", "QQ+, AKs@50 > flop top pair+"),
        ("jurgens 3bet", "TT+"),
        ("σκληρος", "65s"),
        ('"top pair > all" > flop set', "AA > flop set"),
    ],
)
def test_custom_names_mix_with_hands_and_come_before_presets(text, same):
    assert parse_range(text, "core", None, OWN) == parse_range(same)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("BTN limp", 0, "no range is named BTN limp; similar names: BTN (6-max RFI)"),
        ("AA, BTN limp", 4, "no range is named BTN limp"),
        ("my rnge", 0, "'my' is not a hand"),
        ("AA, sticky", 4, "sticky has street filters: it cannot be combined with other hands"),
        ("sticky > turn set+", 0, "it cannot be combined"),
        ("door 8", 0, "a range of razz"),
        ("call", 0, "no range is named call"),
    ],
)
def test_an_unknown_name_raises_an_error(text, position, message):
    with pytest.raises(TextError) as caught:
        parse_range(text, "core", None, OWN[1:])
    assert caught.value.position == position
    assert message in caught.value.message


def test_a_notice_explains_how_to_choose_between_ranges_of_one_name():
    (notice,) = parse_range("BB call").notices
    assert "vs UTG open" in notice
    assert "the same name is in vs MP open, vs CO open, vs BTN open and 1 more: add a word of it" in notice


@pytest.mark.parametrize(
    ("line", "texts", "board"),
    [
        ("BTN open v BB call | K72r", ("BTN open", "BB call BTN"), "Ks7h2d"),
        ("BB call v CO open", ("BB call CO", "CO open"), ""),
        ("BTN open vs. btn 3bet vs CO rfi", ("BTN open", "btn 3bet CO", "CO rfi"), ""),
        ("AKs vs 15% on Ks7d2c", ("AKs", "15%"), "Ks7d2c"),
        ("AKs VS 15% @ Ks 7d 2c 3c", ("AKs", "15%"), "Ks 7d 2c 3c"),
        ("AA @ 50 v KK", ("AA @ 50", "KK"), ""),
        ("AA:0.7 versus 50%(QQ) on t98r", ("AA:0.7", "50%(QQ)"), "Ts9h8d"),
        ("BTN open vs bb call \non K72r", ("BTN open", "bb call BTN"), "Ks7h2d"),
        ("SB jam 10bb v BB call", ("SB jam 10bb", "BB call SB jam 10bb"), ""),
        ("BB v sb shove 15bb", ("BB call SB jam 15bb", "sb shove 15bb"), ""),
        ("BTN push 12bb v SB call", ("BTN push 12bb", "SB call BTN jam 12bb"), ""),
        ("BTN open v SB 3bet", ("BTN open", "SB 3bet BTN"), ""),
    ],
)
def test_lines_as_players_type_them(line, texts, board):
    assert is_line(line)
    table = parse_line(line)
    assert (tuple(seat.cards for seat in table.seats), table.board) == (texts, board)
    assert parse_line(format_line(table)) == table
    assert not problems(table)


def test_a_table_keeps_a_name_that_its_line_would_decide_otherwise():
    table = Scenario("holdem", (Seat("Seat 1", "BTN open"), Seat("Seat 2", "BB call")))
    assert parse_line(format_line(table)) == table


@pytest.mark.parametrize("hands", ["AhKh v QQ", "AKs v QQ | dead 2c", "Ahx v QQ", "AhKh@50, 22+ v 15%"])
def test_a_board_without_suits_is_an_error_if_a_hand_names_suits(hands):
    with pytest.raises(ScenarioError) as caught:
        parse_line(f"{hands} | board K72r")
    assert caught.value.problems[0].field == "board"
    assert "as in Ks7h2d" in caught.value.problems[0].message


def test_a_razz_seat_with_the_name_of_a_custom_range_gets_its_text():
    own = [RangeName(name, text, game="razz") for name, text in (("steal", "(6-6-)7"), ("steal wide", "(8-8-)7"))]
    for typed, cards in (
        ("steal", "steal"), ('"steal"', "(6-6-)7"), ("Steal wide", "(8-8-)7"), ("A29", "A29"), ("Door 8", "Door 8"),
        ("my range", "my range"), ("", ""),
    ):  # fmt: skip
        table = with_names(Scenario("razz", (Seat("a", typed),)), (*OWN, *own))
        assert table.seats[0].cards == cards
    preset = [RangeName("Door 8", "(7-7-8)", game="razz")]
    assert with_names(Scenario("razz", (Seat("a", "door 8"),)), preset).seats[0].cards == "(7-7-8)"


def test_a_table_keeps_the_custom_ranges_that_it_names():
    seats = (Seat("a", "my range, KQs"), Seat("b", '"AK, and pairs"'), Seat("c", "BB call CO"))
    table = with_names(Scenario("holdem", seats), OWN)
    assert [(name.name, name.text) for name in table.names] == [
        ("my range", "QQ+, AKs@50"),
        ("AK, and pairs", "AK, 22+"),
    ]
    assert loads(dumps(table)) == table == with_names(table, (RangeName("my range", "22"),))
    assert not problems(table)
    assert not with_names(table.with_seat(0, cards="KQs").with_seat(1, cards="AK"), OWN).names


def test_the_command_line_reads_names_from_a_library(tmp_path, capsys, caplog):
    library = {"steelwheel_library": 1, "name": "Mine", "items": [{"name": "my open", "text": "AhAd"}]}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(library), encoding="utf-8")
    assert main(["range", "my open", "--json"]) == 2
    capsys.readouterr()
    assert main(["range", "my open", "--json", "--library", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 1
    assert main(["solve", "my open v KsKc", "--library", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert caplog.messages == answer["notices"] == ["seats[0].cards: my open is read as AhAd"]
    assert main(["solve", "AhAd v KsKc"]) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == answer["seats"]
    assert answer["scenario"]["seats"][0]["cards"] == "my open"
    path.write_text("nothing", encoding="utf-8")
    assert main(["range", "AA", "--library", str(path)]) == 2
