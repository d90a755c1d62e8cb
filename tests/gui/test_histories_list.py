"""The list of the page *Histories* as a session: filters, chips, marks, the sorted order, the file of hands."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.histories.filters import FILTERS
from engine.histories.hand import hand_id
from engine.histories.hero import HandFacts, HeroHand
from engine.histories.listing import hand_line
from engine.histories.marks import HandMark
from gui.pages.histories.columns import COLUMNS, measured_of
from gui.storage.player_files import HandMarks
from tests.engine.played_hands import FOLDER, raw_hands
from tests.gui.histories_fakes import Made

STARS, WINAMAX = FOLDER / "stars.txt", FOLDER / "winamax.txt"
FILES = (STARS, WINAMAX)
PLACES = {column.key: place for place, column in enumerate(COLUMNS)}


class Listed(Made):
    """A page whose list is worked with."""

    @property
    def numbers(self):
        return [line.raw.number for line in self.page.list.rows]

    def type(self, key, text):
        entry = self.page.filters.fields[key].entry
        entry.setFocus()
        entry.selectAll()
        QTest.keyClicks(entry, text) if text else QTest.keyClick(entry, Qt.Key.Key_Delete)
        return entry

    def chips(self):
        return {
            chip.objectName().rpartition(".")[2]: chip
            for chip in self.page.chips._chips
            if not chip.isHidden()
        }  # fmt: skip


@pytest.fixture
def make(expose, tmp_path):
    def build(files=FILES, size=(900, 760)):
        made = Listed(tmp_path)
        expose(made.page, size, made)
        if files:
            made.page.open_files(list(files))
        return made

    return build


@pytest.fixture
def opened(make):
    made = make()
    QTest.mouseClick(made.page._filter, Qt.MouseButton.LeftButton)
    return made


def test_a_filter_that_is_typed_is_in_force_with_a_chip_that_removes_it(opened):
    assert opened.numbers == [1, 2, 3, 4, 5]
    opened.type("position", "BTN")
    assert opened.numbers == [1, 3]
    opened.type("result", "won")
    assert opened.numbers == [3]
    assert [chip.text() for chip in opened.chips().values()] == ["Position: BTN  ×", "Result: won  ×", "Clear all"]
    assert "All: 5 hands" in opened.page._sums.text()
    opened.chips()["position"].click()
    assert opened.numbers == [2, 3]
    assert opened.page.filters.fields["position"].entry.text() == ""
    opened.type("result", "lost")
    assert opened.numbers == [1, 4, 5]
    opened.chips()["all"].click()
    assert opened.numbers == [1, 2, 3, 4, 5]
    assert not opened.page.chips.isVisible()
    assert opened.page.filters.fields["result"].entry.text() == ""


def test_filters_and_the_search_are_combined(opened):
    opened.page.search.setText("anna")
    assert opened.numbers == [2]
    opened.type("result", "lost")
    assert opened.numbers == []
    opened.page.search.clear()
    assert opened.numbers == [1, 4, 5]


def test_a_text_that_cannot_be_read_is_not_applied_and_has_a_caret(opened):
    entry = opened.type("cards", "AA, QQ")
    QTest.keyClicks(entry, ", ZZ")
    entry.show_waiting()
    field = opened.page.filters.fields["cards"]
    assert field.problem_line.is_error
    assert field.problem_line.position == 8
    assert "cards" not in opened.hands.filters or "ZZ" not in opened.hands.filters["cards"]
    QTest.keyClick(entry, Qt.Key.Key_Escape)
    assert not field.problem_line.text
    opened.type("cards", "AhKh")
    assert opened.numbers == [3]


def test_blanks_stay_while_a_filter_is_typed_and_clear_all_empties_bad_fields(opened):
    entry = opened.type("opponent", "rich, ")
    assert entry.text() == "rich, "
    assert opened.numbers == [1]
    bad = opened.type("pot", "big")
    bad.show_waiting()
    assert opened.page.filters.fields["pot"].problem_line.is_error
    opened.chips()["all"].click()
    assert (bad.text(), entry.text()) == ("", "")
    assert not opened.page.filters.fields["pot"].problem_line.text
    assert opened.numbers == [1, 2, 3, 4, 5]


def test_a_choice_is_made_by_keys(opened):
    combo = opened.page.filters.fields["showdown"].combo
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert opened.hands.filters == {"showdown": "yes"}
    assert opened.numbers == [1, 2]
    QTest.keyClick(combo, Qt.Key.Key_Down)
    assert opened.numbers == [3, 4, 5]
    QTest.keyClick(combo, Qt.Key.Key_Home)
    assert opened.hands.filters == {}


def test_every_filter_has_one_field_with_a_name_and_fits(opened):
    assert list(opened.page.filters.fields) == [spec.key for spec in FILTERS]
    for spec in FILTERS:
        field = opened.page.filters.fields[spec.key]
        part = field.combo if spec.choices else field.entry
        assert part.objectName() == f"histories.filter.{spec.key}"
        assert part.accessibleName() == spec.title
        assert part.toolTip() == spec.tip
        assert part.width() >= 60


def test_next_and_previous_follow_the_filtered_and_sorted_order(opened):
    opened.type("result", "lost")
    opened.page.list.sortByColumn(PLACES["units"], Qt.SortOrder.AscendingOrder)
    assert opened.numbers == [4, 1, 5]
    opened.replay.select(opened.page.list.rows[0])
    for expected in (1, 5, 5):
        opened.page.step(1)
        assert opened.replay.selected.raw.number == expected
    opened.page.step(-1)
    assert opened.replay.selected.raw.number == 1
    assert opened.page.list.selected_row.raw.number == 1


def test_the_list_comes_back_with_its_filters_search_and_marks(opened, make):
    opened.type("result", "lost")
    opened.page.search.setText("2014")
    opened.hands.mark(opened.page.list.rows[0], HandMark(star=True))
    assert opened.numbers == [4, 5]
    again = make(files=())
    assert again.numbers == [4, 5]
    assert again.page.search.text() == "2014"
    assert again.hands.filters == {"result": "lost"}
    assert again.page.list.text(0, PLACES["star"]) == "★"
    again.page.open_files([STARS])
    assert again.numbers == [1, 2, 3]
    assert again.hands.filters == {}
    third = make(files=())
    assert third.numbers == [1, 2, 3]


def test_settings_that_hold_anything_else_filter_nothing(make):
    made = make()
    for text in ('{"pot": "big"}', "[1]", "{", '{"pot": 7, "nothing": "x"}'):
        made.settings.put("hands/filters", text)
        again = make(files=())
        assert again.numbers in ([1, 2, 3, 4, 5], [])
        assert set(again.hands.filters) <= {"pot"}


def test_marks_are_set_by_keys_and_found_again(make):
    made = make()
    made.replay.select(made.page.list.rows[1])
    bar = made.page.marks
    assert bar.isEnabled()
    made.page.marks.toggle_star()
    assert made.page.list.text(1, PLACES["star"]) == "★"
    assert bar.star.isChecked()
    bar.tags.setFocus()
    QTest.keyClicks(bar.tags, "river, Bluff")
    QTest.keyClick(bar.tags, Qt.Key.Key_Return)
    bar.note.setFocus()
    QTest.keyClicks(bar.note, "too thin")
    QTest.keyClick(bar.note, Qt.Key.Key_Return)
    razz = made.page.list.rows[1]
    assert HandMarks(made.marks._file.path).marks == {hand_id(razz.raw): HandMark(True, ("river", "Bluff"), "too thin")}
    QTest.mouseClick(made.page._filter, Qt.MouseButton.LeftButton)
    for key, text in (("tag", "bluff"), ("note", "thin")):
        made.type(key, text)
        assert made.numbers == [2]
        made.type(key, "")
    made.hands.set_filter("star", "yes")
    assert made.numbers == [2]
    made.page.marks.toggle_star()
    assert made.numbers == []


def test_marks_belong_to_the_current_row_of_the_list(make):
    made = make()
    made.replay.select(made.page.list.rows[0])
    made.page.list.setFocus()
    QTest.keyClick(made.page.list, Qt.Key.Key_Down)
    made.page.marks.toggle_star()
    assert [made.hands.mark_of(line).star for line in made.page.list.rows[:3]] == [False, True, False]
    assert made.page.list.selected_row.raw.number == 2
    assert made.replay.selected.raw.number == 1


def test_a_note_that_is_being_typed_stays_with_its_hand(make):
    made = make()
    made.replay.select(made.page.list.rows[0])
    note = made.page.marks.note
    note.setFocus()
    QTest.keyClicks(note, "not yet")
    made.marks.put("stars 1", HandMark(star=True))  # as another window does, so that the list is shown again
    assert note.text() == "not yet"
    made.page.step(1)
    assert note.text() == ""
    assert [made.hands.mark_of(line).note for line in made.page.list.rows[:2]] == ["not yet", ""]
    made.page.step(-1)
    assert note.text() == "not yet"


def test_tags_complete_themselves(make):
    made = make()
    made.hands.mark(made.page.list.rows[0], HandMark(tags=("bluff", "bad beat")))
    made.replay.select(made.page.list.rows[1])
    completer = made.page.marks.tags.completer()
    assert completer.splitPath("river, ba") == ["ba"]
    made.page.marks.tags.setText("river, b")
    completer.setCompletionPrefix("b")
    offered = [completer.completionModel().index(row, 0) for row in range(completer.completionCount())]
    assert [index.data() for index in offered] == ["bad beat", "bluff"]
    assert completer.pathFromIndex(offered[1]) == "river, bluff"


def test_two_windows_share_marks(make):
    one, two = make(), make()
    one.hands.mark(one.page.list.rows[0], HandMark(star=True))
    assert two.page.list.text(0, PLACES["star"]) == ""
    two.hands.mark(two.page.list.rows[1], HandMark(note="n"))
    assert two.page.list.text(0, PLACES["star"]) == "★"
    one.page.hide()
    one.page.show()
    QApplication.processEvents()
    assert one.page.list.text(1, PLACES["note"]) == "n"


def test_a_mark_that_cannot_be_written_waits(make, tmp_path):
    made = make()
    folder = tmp_path / "blocked"
    folder.write_text("a file", encoding="utf-8")
    marks = HandMarks(folder / "marks.json", made.document)
    lines = []
    marks.message.connect(lambda text, error: lines.append((text, error)))
    marks.put("stars 1", HandMark(star=True))
    assert marks.unsaved
    assert lines[-1][1]
    assert marks.marks == {"stars 1": HandMark(star=True)}
    folder.unlink()
    marks.save()
    assert not marks.unsaved
    assert HandMarks(folder / "marks.json").marks == {"stars 1": HandMark(star=True)}


def test_the_filtered_list_is_exported_in_its_order(opened):
    opened.type("result", "lost")
    opened.page.list.sortByColumn(PLACES["units"], Qt.SortOrder.AscendingOrder)
    (action,) = opened.page._files.actions
    assert action.objectName() == "histories.export.csv"
    action.trigger()
    rows = list(csv.DictReader(io.StringIO(opened.written.read_text(encoding="utf-8"))))
    assert [row["hand"] for row in rows] == ["4", "1", "5"]
    assert [float(row["units"]) for row in rows] == [-32.5, -765 / 800, -0.625]
    assert [row["money"] for row in rows] == ["-16.25", "", "-2.5"]
    assert [row["position"] for row in rows] == ["CO", "BTN", "bring-in"]
    assert rows[1]["all-in"] == "preflop"
    opened.page.search.setText("nobody")
    action.trigger()
    assert opened.messages[-1] == ("Not exported: the list has no hands", True)


def test_columns_are_chosen_and_stay_so(make):
    made = make(size=(1700, 760))
    menu = made.page._columns_menu
    menu.aboutToShow.emit()
    actions = {action.objectName().rpartition(".")[2]: action for action in menu.actions() if action.objectName()}
    assert list(actions) == [*(column.key for column in COLUMNS[1:]), "all"]
    assert [key for key, action in actions.items() if not action.isChecked()] == ["all"]
    for key in ("rake", "when"):
        assert not made.page.list.isColumnHidden(PLACES[key])
        actions[key].trigger()
        assert made.page.list.isColumnHidden(PLACES[key])
    again = make(size=(1700, 760))
    assert [again.page.list.isColumnHidden(PLACES[key]) for key in ("rake", "when", "pot")] == [True, True, False]
    menu = again.page._columns_menu
    menu.aboutToShow.emit()
    unchecked = [action.objectName() for action in menu.actions() if action.isCheckable() and not action.isChecked()]
    assert unchecked == ["histories.column.when", "histories.column.rake", "histories.column.all"]
    actions["rake"].trigger()
    assert not made.page.list.isColumnHidden(PLACES["rake"])


def test_columns_are_as_wide_as_the_largest_amounts():
    raws = [replace(raw, number=i) for i, raw in enumerate(raw_hands("winning.txt") * 200, 1)]
    lines = tuple(map(hand_line, raws))
    plain = HeroHand("holdem", 1.0, pot=5.0, net=2.0, has_hero=True)
    heroes = {line.raw.number: plain for line in lines} | {101: replace(plain, net=-40_000.0)}
    assert lines[100] not in lines[:: len(lines) // 60]
    assert lines[100] in measured_of(lines, HandFacts(heroes))


def test_the_list_scrolls_to_columns_that_have_no_room(make):
    made = make(size=(560, 690))
    luck = PLACES["luck"]
    assert made.page.list.isColumnHidden(luck)
    (action,) = (each for each in made.page._columns_menu.actions() if each.objectName() == "histories.column.all")
    for hidden in (False, True, False):
        action.trigger()
        assert made.page.list.isColumnHidden(luck) == hidden
        wider = made.page.list.horizontalHeader().length() > made.page.list.viewport().width()
        assert wider != hidden
    again = make(size=(560, 690))
    assert not again.page.list.isColumnHidden(luck)


def test_the_keys_of_the_list_reach_their_fields(make):
    made = make()
    made.page.activateWindow()
    made.replay.select(made.page.list.rows[0])
    made.page.list.setFocus()
    QTest.keyClick(made.page.list, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert made.page.search.hasFocus()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(made.page, Qt.Key.Key_F, both)
    assert made.page.filters.isVisible()
    QTest.keyClick(made.page, Qt.Key.Key_G, both)
    assert made.page.marks.tags.hasFocus()
    QTest.keyClick(made.page, Qt.Key.Key_E, both)
    assert made.page.marks.note.hasFocus()
    QTest.keyClick(made.page, Qt.Key.Key_M, both)
    assert made.hands.mark_of(made.page.list.rows[0]).star
    QTest.keyClick(made.page, Qt.Key.Key_F, both)
    assert not made.page.filters.isVisible()


def test_names_of_files_that_are_gone_leave_the_list_empty(make):
    made = make()
    made.settings.hand_files = (Path("/nowhere/hands.txt"),)
    assert make(files=()).numbers == []
