"""Results as texts to be posted, and a table as one line copied and pasted."""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.table.one_line import parse_line
from gui.export.files import (
    MAX_POSTED_ROWS,
    PostedTable,
    cell_text,
    forum_table,
    forum_text,
    line_with_result,
    markdown_table,
    markdown_text,
    results_text,
    tabbed_table,
    table_csv,
)
from gui.parts.cell_grid import CellGrid
from gui.shell.actions import ActionSet
from gui.shell.commands import Commands
from gui.storage.settings import Settings
from tests.gui.chart_fakes import exact, razz_one, scenario, three_sampled
from tests.gui.table_fakes import part, shown

LINE = '"Hero": AhKh v fold 15% v "BB": 22+ | 7h8h2c | dead Ks'


def test_a_line_with_its_result_is_still_the_table():
    snapshot = exact(scenario("AhKh", "15%", "random", folded=(1,)), (0.6, 0.4))
    line = line_with_result(snapshot)
    assert line.endswith(" | = 60.00 %, folded, 40.00 %, exact")
    assert parse_line(line) == snapshot.scenario
    assert re.search(r"\| = \d+\.\d+ % ± [0-9.]+ %, .*, sampled$", line_with_result(three_sampled()))


def test_a_forum_gets_the_line_and_the_table_in_a_block_of_code():
    first, line, blank, *_, about, last = forum_text(three_sampled()).splitlines()
    assert (first, blank) == ("[code]", "")
    assert parse_line(line).board == "7h 8h 2c"
    assert "seed 1" in about
    assert last == "[/code]"
    text = forum_text(exact(scenario("AhAd", "KhKd", names=("[/code]", "B")), (0.8, 0.2)))
    assert text.count("[/code]") == 1


def test_markdown_is_a_table_that_names_cannot_break():
    text = markdown_text(exact(scenario("AhAd", "KhKd", names=("a | b*c*", "<b>`x")), (0.8, 0.2)))
    line, table, about = text.rstrip().split("\n\n")
    assert parse_line(line.strip()).seats[0].name == "a | b*c*"
    header, rule, hero, other = table.splitlines()
    columns = header.count(" | ")
    assert (rule.count(" | "), len(re.findall(r"(?<!\\)\|", hero))) == (columns, columns + 2)
    assert hero.startswith(r"| a \| b\*c\* | AhAd | 80.0000 % |")
    assert other.startswith(r"| \<b\>\`x | ")
    assert "exact, " in about
    assert "    paired   2.8394 %" in markdown_text(razz_one())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.63521, "0.6352"), (1.0, "1"), (0.0000123456, "0.000012"), (12345.6, "12346"), (7, "7"), ("AKs", "AKs"),
        (-3.25, "-3.25"),
    ],
)  # fmt: skip
def test_numbers_of_a_posted_table_have_four_digits(value, text):
    assert cell_text(value) == text


def test_a_posted_table_is_limited_and_cannot_be_broken_by_names():
    rows = [(f"a | *{i}* [/code]", float(i)) for i in range(MAX_POSTED_ROWS + 3)]
    post = PostedTable("T", "about", (("hand", "equity"), rows))
    forum, text = forum_table(post), markdown_table(post)
    assert forum.count("[/code]") == 1
    assert forum.splitlines()[-2] == text.splitlines()[-1] == "… and 3 more rows in the CSV data"
    table = text.split("\n\n")[2].splitlines()
    assert len(table) == MAX_POSTED_ROWS + 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {3}
    assert tabbed_table(post).count("\n") == MAX_POSTED_ROWS + 4
    assert "more rows" not in forum_table(replace(post, table=(("hand", "equity"), rows[:3])))


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "\n=", "＝", "＠"])
def test_no_cell_is_a_formula_of_a_spreadsheet(sign):
    post = PostedTable("T", "about", (("hand", "equity"), [(f"{sign}1+1", -0.5)]))
    assert tabbed_table(post).splitlines()[1].startswith("'")
    assert tabbed_table(post).splitlines()[1].endswith("\t-0.5")
    assert list(csv.reader(io.StringIO(table_csv(post.table).decode(), newline="")))[1] == [f"'{sign}1+1", "-0.5"]


def test_a_cell_is_one_line_of_a_posted_table():
    post = PostedTable("T", "about", (("hand", "equity"), [("a\nb\u2028c", 0.5), ("&lt; & &#60;", 1.0)]))
    assert [line.split() for line in forum_table(post).splitlines()[6:8]] == [
        ["a", "b", "c", "0.5"], ["&lt;", "&", "&#60;", "1"],
    ]  # fmt: skip
    assert r"| \&lt; & \&\#60; | 1 |" in markdown_table(post)
    names = results_text(exact(scenario("AhAd", "KhKd", names=("a\nb", "B")), (0.8, 0.2)))
    assert "a b" in names


@pytest.fixture
def made(qtbot, tmp_path):
    """A table in its panel, with commands."""
    table, panel = shown(qtbot, seats=("AhKh", "QQ"))
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    table.panel = panel
    table.commands = Commands(table.document, table.session, table.table_input, settings, panel)
    table.messages = []
    table.commands.message.connect(lambda text, bad: table.messages.append((text, bad)))
    return table


def test_a_table_is_copied_as_a_line_and_pasted_as_one_step(made):
    made.table_input.paste(LINE)
    assert made.cards() == ["AhKh", "15%", "22+"]
    made.commands.copy_line()
    assert QGuiApplication.clipboard().text() == LINE
    assert not made.document.clean
    made.document.undo_stack.undo()
    assert made.cards() == ["AhKh", "QQ"]
    made.commands.paste()
    assert made.scenario == parse_line(LINE)
    made.table_input.paste("razz | A29 v (7-7-7) | dead QJ")
    assert (made.scenario.game, made.document.cursor.slot.area) == ("razz", "seat")


def test_a_pasted_line_belongs_to_no_file_and_keeps_the_way_to_run(made, tmp_path):
    made.document.saved(tmp_path / "dear.steelwheel")
    options = made.scenario.run
    made.table_input.paste(LINE)
    assert (made.document.path, made.scenario.run) == (None, options)
    made.document.undo_stack.undo()
    assert made.document.path == tmp_path / "dear.steelwheel"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("AhKh v 22+, AKx+ v QQ", "Not pasted: Seat 2: "),
        ("AhKh v AhQh", "Not pasted: Seat 2: "),
        ("AhKh v QQ | order nobody's", "Not pasted: "),
        ('AhKh v "BB 22+', "Not pasted: this quote is not closed"),
    ],
)
def test_a_line_that_cannot_be_read_changes_nothing_and_is_reported_at_the_top(made, line, told):
    made.table_input.paste(line)
    assert made.cards() == ["AhKh", "QQ"]
    notice = part(made.panel, "table.notice")
    assert notice.isVisible()
    assert notice.text.startswith(told)
    assert made.document.undo_stack.count() == 0


@pytest.mark.parametrize("field", ["seat1.text", "dead.text"])
def test_a_line_pasted_into_a_text_of_the_table_replaces_the_table(made, qtbot, field):
    QGuiApplication.clipboard().setText(f" {LINE}\n")
    entry = part(made.panel, field)
    entry.setFocus()
    QTest.keyClick(entry, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert made.scenario == parse_line(LINE)
    assert part(made.panel, "seat1.text").text() == "15%"
    assert part(made.panel, "dead.text").text() == "Ks"
    made.document.undo_stack.undo()
    assert made.cards() == ["AhKh", "QQ"]


def test_a_hand_history_with_bars_is_no_line(made):
    hands = []
    made.table_input.hands_pasted.connect(hands.append)
    text = "PokerStars Hand #1:  Hold'em No Limit ($1/$2)\n*** SUMMARY ***\nTotal pot $3 | Rake $0\nA v B\n"
    made.table_input.paste(text)
    QGuiApplication.clipboard().setText(text)
    entry = part(made.panel, "seat1.text")
    entry.setFocus()
    QTest.keyClick(entry, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert hands == [text, text.strip()]
    assert made.cards() == ["AhKh", "QQ"]


def test_a_line_is_pasted_into_the_table_if_a_matrix_has_the_focus(made):
    grid = CellGrid(13, 13, made.panel)
    pasted = []
    grid.pasted.connect(lambda: pasted.append(QGuiApplication.clipboard().text()))
    grid.show()
    for text in ("22+", LINE):
        QGuiApplication.clipboard().setText(text)
        grid.setFocus()
        made.commands.paste_marked()
    assert pasted == ["22+"]
    assert made.scenario == parse_line(LINE)


def test_a_line_that_is_typed_into_a_text_is_ordinary_text(made, qtbot):
    QGuiApplication.clipboard().setText("Ah")
    entry = part(made.panel, "seat1.text")
    entry.setFocus()
    entry.selectAll()
    QTest.keyClicks(entry, "AA v KK")
    assert len(made.scenario.seats) == 2
    entry.revert()


def test_the_window_is_opened_with_a_line_if_no_file_has_that_name(made, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made.commands.open_named("AA v KK")
    assert made.cards() == ["AA", "KK"]
    Path("QQ v JJ").write_text("{}", encoding="utf-8")
    made.commands.open_named("QQ v JJ")
    assert made.cards() == ["AA", "KK"]
    assert made.messages[-1][0].startswith("Not opened: QQ v JJ")


def test_results_are_copied_only_if_there_are_any(made):
    actions = ActionSet(made.commands, made.panel).by_id
    assert actions["copyLine"].isEnabled()
    for name in ("copy", "copyLineResult", "copyForum", "copyMarkdown"):
        assert not actions[name].isEnabled()
        actions[name].trigger()
    assert made.messages == []
