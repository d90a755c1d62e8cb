"""The library: kept on the disk whatever happens, and used from the page (files: ``test_library_files``)."""

import json
import os
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QDropEvent
from PySide6.QtWidgets import QLineEdit

from engine.ranges.holdem import parse_range
from engine.ranges.library import presets
from engine.ranges.library_files import RANGE_MIME, LibraryEntry, LibraryError, read_library
from engine.ranges.razz_text import parse_razz
from gui.look.theme import THEMES, set_theme
from gui.pages.range import library_panel
from gui.storage.library import Library
from tests.gui.library_fakes import ALL, CALL, OPEN, filled
from tests.gui.range_fakes import NO_PRESETS, page
from tests.gui.table_fakes import shown as shown_table


@pytest.fixture
def path(tmp_path, qapp):
    return tmp_path / "data" / "library.json"


def test_ranges_are_stored(path):
    assert Library(path, NO_PRESETS).own == ()
    library = filled(path)
    assert library.message == ""
    assert Library(path, NO_PRESETS).own == library.own == ALL
    assert library.folders() == ("Cash", "Cash/6-max")
    assert os.listdir(path.parent) == ["library.json"]


def test_a_share_is_computed_when_it_becomes_visible(path, qtbot, monkeypatch):
    read = set()
    monkeypatch.setattr(library_panel, "parse_range", lambda text: read.add(text) or parse_range(text))
    tree = library_panel.RangeTree()
    qtbot.addWidget(tree)
    tree.resize(300, 4000)
    tree.show_entries((CALL,), Library(path, presets()).presets, "holdem", "")
    tree.show()
    tree.grab()
    assert read == {CALL.text}
    tree.expandAll()
    tree.grab()
    assert len(read) > 20


def test_names_are_given_once(path):
    library = filled(path)
    assert library.add(OPEN).name == "CO 2"
    assert library.add(OPEN).name == "CO 3"
    assert library.add(replace(OPEN, folder="Other")).name == "CO"
    changed = library.change(CALL, replace(CALL, name="CO", folder="Cash/6-max"))
    assert changed.name == "CO 4"
    library.remove(changed)
    assert changed not in Library(path, NO_PRESETS).own


def test_renaming_a_folder_renames_its_contents(path):
    library = filled(path)
    library.rename_folder("Cash", "Tournament")
    assert library.folders() == ("Tournament", "Tournament/6-max")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"steelwheel_library": 99, "items": []}', b"[" * 100_000]
)
def test_a_file_that_cannot_be_read_is_set_aside(path, data):
    path.parent.mkdir()
    path.write_bytes(data)
    for _ in range(3):  # every start finds it again: one copy will do
        library = Library(path, NO_PRESETS)
        assert library.own == ()
        assert "The damaged file is kept as" in library.message
    library.add(CALL)
    assert Library(path, NO_PRESETS).own == (CALL,)
    aside = [file for file in path.parent.iterdir() if "unreadable" in file.name]
    assert [file.read_bytes() for file in aside] == [data]


def test_one_bad_range_does_not_cost_the_others(path):
    filled(path)
    value = json.loads(path.read_bytes())
    value["items"][0]["colour"] = "red"
    path.write_text(json.dumps(value), encoding="utf-8")
    library = Library(path, NO_PRESETS)
    assert "colour" in library.message
    library.add(CALL)
    aside = next(file for file in path.parent.iterdir() if "unreadable" in file.name)
    assert json.loads(aside.read_bytes()) == value


def test_a_file_damaged_during_a_session_loses_none_of_its_ranges(path):
    library = filled(path)
    path.write_bytes(b"oops")
    library.add(LibraryEntry("New", "KK"))
    assert [entry.name for entry in Library(path, NO_PRESETS).own] == ["Sevens", "New", "Call", "CO"]
    assert any("unreadable" in file.name for file in path.parent.iterdir())


def test_two_windows_keep_each_others_changes(path):
    one = filled(path)
    other = Library(path, NO_PRESETS)
    one.add(LibraryEntry("One", "AA"))
    other.remove(CALL)
    other.add(LibraryEntry("Other", "KK"))
    one.add(LibraryEntry("Last", "QQ"))
    assert {entry.name for entry in one.own} == {"CO", "Sevens", "One", "Other", "Last"}
    assert Library(path, NO_PRESETS).own == one.own


def test_a_library_that_cannot_be_saved_reports_it(path, monkeypatch):
    library = filled(path, (OPEN,))
    message = []
    library.message_changed.connect(message.append)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gui.storage.files.write_atomically", full)
    library.add(CALL)
    assert message == ["The library could not be saved: No space left on device"]
    assert set(library.own) == {OPEN, CALL}
    assert Library(path, NO_PRESETS).own == (OPEN,)


def test_the_presets_are_there(path):
    entries = Library(path, presets()).presets
    names = {(entry.folder, entry.name) for entry in entries}
    assert len(names) == len(entries) > 30
    assert {entry.game for entry in entries} == {"holdem", "razz"}
    for entry in entries:
        assert parse_razz(entry.text).items if entry.game == "razz" else parse_range(entry.text).count, entry


@pytest.fixture
def show(qtbot, tmp_path):
    def build(*args, own=ALL, **kwargs):
        shown = page(qtbot, tmp_path, *args, presets=presets(), **kwargs)
        for entry in own:
            shown.library.add(entry)
        shown.part("range.showLibrary").click()
        return shown

    return build


def press(qtbot, shown, name):
    qtbot.mouseClick(shown.part(f"library.{name}"), Qt.MouseButton.LeftButton)


def names(shown):
    tree, result = shown.page.library.tree, []

    def walk(item):
        result.append(item.text(0))
        for i in range(item.childCount()):
            walk(item.child(i))

    for i in range(tree.topLevelItemCount()):
        walk(tree.topLevelItem(i))
    return result


def test_a_range_is_used_for_the_seat(show, qtbot):
    shown = show(seats=("AhKh", ""))
    assert not shown.part("library.use").isEnabled()
    shown.page.library.tree.choose(CALL)
    assert shown.part("library.use").text() == "Use for Seat 2"
    assert shown.part("library.preview").text() == "QQ:0.5"
    press(qtbot, shown, "use")
    assert shown.text == "QQ:0.5"
    assert shown.made.document.undo_stack.count() == 1


def test_saving_without_a_name_asks_for_one(show, qtbot):
    shown = show(seats=("AhKh", "TT+"), own=())
    assert "no ranges saved yet" in names(shown)
    press(qtbot, shown, "save")
    assert shown.library.own == ()
    name = shown.part("library.name")
    assert name.hasFocus()
    qtbot.keyClicks(name, "Tight")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert shown.library.own == (LibraryEntry("Tight", "TT+"),)


def test_saving_another_range_does_not_change_the_selected_one(show, qtbot):
    """It was renamed, and the new one was called after the seat."""
    shown = show(seats=("AhKh", "TT+"))
    shown.page.library.tree.choose(CALL)
    shown.page.edits.write("66+", "Paint")
    name = shown.part("library.name")
    name.setFocus()
    name.selectAll()
    qtbot.keyClicks(name, "Wide")
    press(qtbot, shown, "save")
    assert set(shown.library.own) == {*ALL, LibraryEntry("Wide", "66+", "Cash")}
    assert shown.page.library.tree.chosen()[0].name == "Wide"
    shown.page.edits.write("55+", "Paint")
    press(qtbot, shown, "save")
    assert set(shown.library.own) == {*ALL, LibraryEntry("Wide", "55+", "Cash")}
    assert shown.page.library.line.text == "Overwritten: Wide"
    press(qtbot, shown, "bringBack")
    assert set(shown.library.own) == {*ALL, LibraryEntry("Wide", "66+", "Cash")}


def test_leaving_a_field_changes_no_range(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    shown.page.library.tree.choose(CALL)
    for part in ("name", "note"):
        shown.part(f"library.{part}").setFocus()
        qtbot.keyClicks(shown.part(f"library.{part}"), "x")
        qtbot.keyClick(shown.part(f"library.{part}"), Qt.Key.Key_Tab)
    assert set(shown.library.own) == set(ALL)


def test_renaming_does_not_change_the_hands(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    rename = shown.page.findChild(QAction, "library.rename")
    shown.page.library.tree.choose(CALL)
    assert not rename.isEnabled()
    shown.part("library.name").setText("Called")
    shown.part("library.folder").lineEdit().setText(" Live / Cash ")
    shown.part("library.note").setText("against nits")
    rename.trigger()
    named = LibraryEntry("Called", CALL.text, "Live/Cash", note="against nits")
    assert set(shown.library.own) == {*ALL, named} - {CALL}
    assert shown.page.library.line.text == f"Renamed {CALL.path} to Live/Cash/Called"
    press(qtbot, shown, "bringBack")
    assert set(shown.library.own) == set(ALL)


def test_a_range_can_be_described_before_it_is_saved(show, qtbot):
    shown = show(seats=("AhKh", "TT+"), own=())
    for name, text in (("name", "Tight"), ("note", "against nits")):
        shown.part(f"library.{name}").setFocus()
        qtbot.keyClicks(shown.part(f"library.{name}"), text)
    shown.part("library.folder").lineEdit().setText("Live / Cash")
    qtbot.keyClick(shown.part("library.note"), Qt.Key.Key_Return)
    assert shown.library.own == (LibraryEntry("Tight", "TT+", "Live/Cash", note="against nits"),)
    assert shown.page.library.tree.chosen()[0].name == "Tight"
    shown.page.edits.write("", "Range")
    shown.page.library.tree.setCurrentItem(None)
    assert not shown.part("library.name").isEnabled()  # there is no range to describe


def test_an_overwritten_range_can_be_restored(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    overwrite = shown.page.findChild(QAction, "library.overwrite")
    assert not overwrite.isEnabled()
    shown.page.library.tree.choose(CALL)
    overwrite.trigger()
    assert replace(CALL, text="TT+") in shown.library.own
    assert CALL not in shown.library.own
    assert not overwrite.isEnabled()  # it is the same now
    press(qtbot, shown, "bringBack")
    assert CALL in shown.library.own
    assert overwrite.isEnabled()
    shown.page.library.tree.choose(shown.library.presets[0])
    assert not overwrite.isEnabled()


def test_a_folder_is_renamed_in_place(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    tree = shown.page.library.tree
    folder = next(item for item in tree.findItems("Cash", Qt.MatchFlag.MatchRecursive))
    tree.setCurrentItem(folder)
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    qtbot.keyClicks(editor, "Live / deep")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown.library.folders() == ("Live deep", "Live deep/6-max"))
    preset = next(
        item for item in tree.findItems("6-max RFI", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
    )
    assert not preset.flags() & Qt.ItemFlag.ItemIsEditable


def test_searching(show):
    shown = show(seats=("AhKh", "TT+"))
    search = shown.part("library.search")
    search.setText("cash call")
    assert names(shown) == ["My ranges", "Cash", "Call"]
    search.setText("6-max rfi btn")
    assert names(shown)[0] == "Presets"
    assert names(shown)[-1] == "BTN"
    search.setText("")
    assert "Sevens" not in names(shown)  # that is razz
    assert "BTN" in names(shown)


def test_a_deleted_range_can_be_brought_back(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    tree = shown.page.library.tree
    tree.choose(CALL)
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Delete)
    assert CALL not in shown.library.own
    press(qtbot, shown, "bringBack")
    assert CALL in shown.library.own
    assert not shown.part("library.bringBack").isVisible()


def test_presets_cannot_be_changed(show, qtbot):
    shown = show(seats=("AhKh", "TT+"))
    preset = next(e for e in shown.library.presets if e.name == "BTN")
    shown.page.library.tree.choose(preset)
    assert shown.part("library.name").isEnabled()  # for a range of one's own
    assert not shown.page.findChild(QAction, "library.rename").isEnabled()
    qtbot.keyClick(shown.page.library.tree, Qt.Key.Key_Delete)
    assert preset in shown.library.presets
    press(qtbot, shown, "use")
    assert shown.text == preset.text


def test_a_range_that_cannot_be_used_gives_the_reason(show, qtbot):
    odd = LibraryEntry("Odd", "AKz")
    shown = show(seats=("AhKh", "TT+"), own=(odd,))
    shown.page.library.tree.choose(odd)
    press(qtbot, shown, "use")
    assert shown.text == "TT+"
    assert shown.page.library.line.is_error


def test_a_range_is_dragged_onto_a_seat(show, qtbot):
    shown = show(seats=("AhKh", ""))
    tree = shown.page.library.tree
    tree.choose(OPEN)
    data = tree.mimeData([tree.currentItem()])
    assert bytes(data.data(RANGE_MIME).data()) == OPEN.text.encode()
    made, panel = shown_table(qtbot, seats=("AhKh", "KK"))
    row = panel.seats.rows[1]

    def drop(text):
        mime = QMimeData()
        mime.setData(RANGE_MIME, text.encode())
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        row.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, left, plain, QEvent.Type.Drop))

    drop(OPEN.text)
    assert made.cards() == ["AhKh", OPEN.text]
    drop("AKz")
    assert made.cards() == ["AhKh", OPEN.text]
    assert row.parts.problem_line.is_error


def test_broken_json_is_distinguished_from_other_files():
    with pytest.raises(LibraryError, match="not a range library"):
        read_library(b'{"steelwheel": 1}')
    with pytest.raises(LibraryError, match="version 1"):
        read_library(b'{"steelwheel_library": 2, "items": []}')


def test_headings_follow_the_theme(qtbot, tmp_path):
    shown = page(qtbot, tmp_path, seats=("AA", "KK"))
    heading = shown.page.library.tree.topLevelItem(0)
    for name, theme in THEMES.items():
        set_theme(name)
        assert heading.foreground(0).color() == QColor(theme.muted)
