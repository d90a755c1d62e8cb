"""A pinned result: what changes is shown as differences, and either of the two tables can be edited."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from engine import Scenario, Seat
from gui.pages.equity.page import ResultsTable
from gui.shell.commands import Commands
from gui.shell.question_bars import COMPARED, HERE, OTHER_GAME, ComparisonBar
from gui.state.document import TableFile
from gui.state.session import Pinned
from gui.storage.settings import Settings
from gui.words.formatting import change_words
from tests.gui.table_fakes import result, shown
from tests.gui.texts import plain


@pytest.fixture
def made(qtbot, tmp_path):
    """A table in its panel with a bar and the table of results; a result is on show."""
    table, panel = shown(qtbot, seats=("AhKh", "QQ"))
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    table.commands = Commands(table.document, table.session, table.table_input, settings, panel)
    table.bar = ComparisonBar(table.commands, panel)
    table.results = ResultsTable(table.session, panel)
    table.panel = panel
    table.session.show(result(table.scenario, (0.46, 0.54)))
    return table


def edit(made, hero, equities=None, stderr=0.0):
    """Give the first seat other cards, and the table a result."""
    made.document.edit("Cards", seats=(replace(made.scenario.seats[0], cards=hero), *made.scenario.seats[1:]))
    if equities is not None:
        made.session.show(result(made.scenario, equities, stderr))


def figures(made):
    return [row.parts.figure for row in made.panel.seats.rows]


def column(made, title):
    model = made.results.view.model()
    titles = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(model.columnCount())]
    if title not in titles:
        return None
    return [plain(model.data(model.index(row, titles.index(title)))) for row in range(model.rowCount())]


def click(made, name):
    QTest.mouseClick(made.bar.findChild(QPushButton, f"comparison.{name}"), Qt.MouseButton.LeftButton)


def test_nothing_is_compared_until_the_table_differs(made):
    assert made.bar.isHidden()
    made.session.pin()
    assert made.bar.accessibleName().startswith(HERE)
    assert not made.bar.isHidden()
    assert [figure.change_text() for figure in figures(made)] == ["", ""]
    assert column(made, "Change") is None


def test_differences_are_next_to_the_equities_of_seats_and_results(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57))
    assert [figure.change_text() for figure in figures(made)] == ["−3.00", "+3.00"]
    assert plain(figures(made)[0].accessibleName()) == "Equity 43.00 %, −3.00 points vs. the pinned 46.00 %"
    assert column(made, "Change") == ["−3.00", "+3.00"]
    assert column(made, "Pinned") == ["46.0000 %", "54.0000 %"]
    assert "both exact" in made.bar.accessibleName()
    assert "AhKh v QQ" in made.bar.accessibleName()
    assert "Pinned win: 46.0000" in plain(made.results.view.model().data(made.results.view.model().index(0, 0), 3))


def test_a_sampled_difference_has_its_interval(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57), 0.0005)
    figure = figures(made)[0]
    assert plain(figure.change_text()) == "−3.00 ± 0.098"
    assert plain(figure.interval_text()) == "± 0.098 %"
    assert "one sampled, the other exact" in made.bar.accessibleName()
    made.session.pin()
    edit(made, "AhKc", (0.44, 0.56), 0.0005)
    assert plain(figure.change_text()) == "+1.0 ± 0.20"
    assert "both sampled, independently" in made.bar.accessibleName()


def test_unpinning_removes_the_differences(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57))
    click(made, "unpin")
    assert made.bar.isHidden()
    assert [figure.change_text() for figure in figures(made)] == ["", ""]
    assert column(made, "Change") is None


def test_the_other_table_is_edited_with_its_result_and_this_one_is_pinned(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57))
    click(made, "editOther")
    assert made.cards() == ["AhKh", "QQ"]
    assert made.session.snapshot.seats[0].estimate.equity == 0.46
    assert not made.session.stale
    assert (made.session.pinned.letter, made.session.pinned.scenario.seats[0].cards) == ("B", "AhKd")
    assert figures(made)[0].change_text() == "+3.00"
    click(made, "editOther")
    assert made.cards() == ["AhKd", "QQ"]
    assert made.session.snapshot.seats[0].estimate.equity == 0.43
    assert figures(made)[0].change_text() == "−3.00"


def test_undo_exchanges_the_tables_again_and_undoes_what_was_done_before(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57))
    made.commands.edit_other()
    edit(made, "AhKc", (0.44, 0.56))
    stack = made.document.undo_stack
    stack.undo()
    assert (made.cards()[0], made.session.pinned.scenario.seats[0].cards) == ("AhKh", "AhKd")
    made.session.show(result(made.scenario, (0.46, 0.54)))
    stack.undo()
    assert (made.cards()[0], made.session.pinned.letter) == ("AhKd", "A")
    assert figures(made)[0].change_text() == "−3.00"
    stack.undo()
    assert (made.cards()[0], made.session.pinned.scenario.seats[0].cards) == ("AhKh", "AhKh")
    assert not made.session.can_exchange
    stack.redo()
    stack.redo()
    assert (made.cards()[0], made.session.pinned.scenario.seats[0].cards) == ("AhKh", "AhKd")


def test_undoing_an_exchange_leaves_another_pinned_table_alone(made):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57))
    made.commands.edit_other()
    made.session.pin()
    made.document.undo_stack.undo()
    assert (made.cards()[0], made.session.pinned.scenario.seats[0].cards) == ("AhKd", "AhKh")
    made.session.unpin()
    made.document.undo_stack.redo()
    assert made.session.pinned is None


def test_a_table_without_a_result_loses_nothing_when_it_is_exchanged(made):
    made.session.pin()
    edit(made, "AhKd")
    made.commands.edit_other()
    assert made.session.pinned.snapshot is None
    assert made.session.comparison is None
    assert made.bar.accessibleName().startswith(f"{COMPARED} B")
    made.commands.edit_other()
    assert made.cards()[0] == "AhKd"


def test_the_pinned_table_brings_its_file_along(made, tmp_path):
    made.document.saved(tmp_path / "pinned.steelwheel")
    made.session.pin()
    made.document.open(replace(made.scenario, board="7h8h2c"), tmp_path / "other.steelwheel")
    made.commands.edit_other()
    assert made.document.path == tmp_path / "pinned.steelwheel"
    assert made.session.pinned.file.path == tmp_path / "other.steelwheel"
    made.document.undo_stack.undo()
    assert made.document.path == tmp_path / "other.steelwheel"


def test_another_game_is_not_compared_and_comes_back(made):
    made.session.pin()
    made.commands.switch_game("razz")
    assert made.bar.findChild(QPushButton, "comparison.editOther").isEnabled()
    assert made.bar.accessibleName().startswith(OTHER_GAME)  # before there is a result, too
    made.document.replace("A table", Scenario("razz", (Seat("Seat 1", "A29"), Seat("Seat 2", "x"))))
    made.session.show(result(made.scenario, (0.6, 0.4)))
    assert made.bar.accessibleName().startswith(OTHER_GAME)
    assert figures(made)[0].change_text() == ""
    made.commands.edit_other()
    assert (made.scenario.game, made.cards()) == ("holdem", ["AhKh", "QQ"])
    assert made.session.pinned.scenario.game == "razz"


def test_an_older_result_is_not_pinned(made):
    made.session.pin()
    first = made.session.pinned
    edit(made, "AhKd")
    assert not made.session.can_pin
    made.session.pin()
    assert made.session.pinned is first


def test_a_new_seat_has_no_difference(made):
    made.session.pin()
    made.document.edit("Add", seats=(*made.scenario.seats, Seat("Seat 3", "JJ")))
    made.session.show(result(made.scenario, (0.3, 0.4, 0.3)))
    assert [figure.change_text() for figure in figures(made)] == ["−16.00", "−14.00", ""]
    assert column(made, "Change") == ["−16.00", "−14.00", "–"]


def test_the_pinned_result_never_becomes_less_accurate(made):
    exact = result(made.scenario, (0.46, 0.54))
    few, many = (replace(result(made.scenario, (0.45, 0.55), 0.001), deals=deals) for deals in (10, 20))
    pinned = Pinned(made.scenario, TableFile(), many)
    assert pinned.with_result(few).snapshot is many
    assert pinned.with_result(exact).snapshot.method == "exact"
    assert pinned.with_result(exact).with_result(many).snapshot.method == "exact"


def test_a_row_of_one_line_shows_the_difference(made, qtbot):
    made.session.pin()
    edit(made, "AhKd", (0.43, 0.57), 0.0005)
    figure, comparison = figures(made)[0], made.session.comparison
    assert plain(change_words(comparison.seats[0])) == "−3.00 ± 0.098"
    for row in made.panel.seats.rows:
        row.set_density("line")
        qtbot.waitUntil(lambda: figure.height() < 44)
        assert not figure.grab().isNull()
