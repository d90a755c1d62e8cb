"""Names of the player's own ranges in the window: typed, pasted, asked in the palette, saved."""

from engine import loads
from engine.scenario import RangeName
from gui.shell.palette import quick_question
from gui.state.document import NEW, Document
from gui.state.table_input import TableInput
from gui.storage import scenario_files

OWN = [RangeName("my open", "QQ+, AKs"), RangeName("tight", "KK+")]


def document():
    return Document(NEW["holdem"], names=lambda: tuple(OWN))


def test_a_typed_name_stays_with_the_table_that_uses_it(qtbot, tmp_path):
    table = document()
    assert not table.edit("Type", seats=table.scenario.with_seat(0, cards="my open").seats)
    assert not table.edit("Type", seats=table.scenario.with_seat(1, cards="tight").seats)
    assert [name.name for name in table.scenario.names] == ["my open", "tight"]
    assert table.scenario.seats[0].cards == "my open"
    path = tmp_path / "named.steelwheel"
    scenario_files.save(path, table.scenario)
    assert loads(path.read_text(encoding="utf-8")) == table.scenario == scenario_files.read(path).scenario
    table.undo_stack.undo()
    assert [name.name for name in table.scenario.names] == ["my open"]
    assert table.edit("Type", seats=table.scenario.with_seat(1, cards="my opem").seats)
    assert table.scenario.seats[1].cards == ""


def test_names_are_pasted_and_asked(qtbot):
    table = document()
    hand = TableInput(table)
    hand.paste("my open")
    assert table.scenario.seats[0].cards == "my open"
    assert [name.name for name in table.scenario.names] == ["my open"]
    assert hand.paste_line("my open v BB call on K72r")
    assert [seat.cards for seat in table.scenario.seats] == ["my open", "BB call"]
    assert [name.text for name in table.scenario.names] == ["QQ+, AKs"]
    question = quick_question("tight vs my open", table.named)
    assert [name.name for name in question.scenario.names] == ["tight", "my open"]
    assert quick_question("tight", table.named).hand == "tight"
