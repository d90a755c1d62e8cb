"""Libraries that go in and out: our own forms, Equilab's files, PokerCruncher's batch text."""

import re

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from engine.ranges.actions import RangeAction
from engine.ranges.holdem import parse_range
from engine.ranges.library import MAX_FOLDER_DEPTH
from engine.ranges.library_files import WRITERS, LibraryEntry, dump_library, dump_text, read_text
from gui.pages.range.library_panel import EXPORTS
from gui.storage.library import Library
from tests.gui.library_fakes import ALL, CALL, DOOR, OPEN, filled, imported
from tests.gui.range_fakes import NO_PRESETS, page
from tests.systems import MISSING


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "library.json"


@pytest.mark.parametrize(("suffix", "dump"), [(".json", dump_library), (".txt", dump_text)])
def test_export_and_import(path, tmp_path, suffix, dump):
    library = filled(path)
    file = tmp_path / f"ranges{suffix}"
    assert library.export_file(file) == f"3 ranges exported to {file.name}"
    assert file.read_bytes() == dump(ALL)
    fresh = Library(tmp_path / "other.json", NO_PRESETS)
    assert imported(fresh, file) == f"3 ranges imported from {file.name}"
    assert fresh.own == ALL
    assert "3 were in the library already" in imported(fresh, file)
    assert fresh.own == ALL


def test_imports_that_fail_change_nothing(path, tmp_path):
    library = filled(path)
    bad = tmp_path / "bad.json"
    bad.write_text("no", encoding="utf-8")
    assert imported(library, bad).startswith("Not imported: bad.json: not JSON")
    assert re.match(f"Not imported: none.txt: ({MISSING})", imported(library, tmp_path / "none.txt"))
    assert library.own == ALL


def test_lines_of_text_in_several_encodings(path, tmp_path):
    text = "# a note\nCash/ü = AA, [50]KK[/50]\n\n[25]QQ[/25]\n = AA\n"
    for data in (text.encode(), text.encode("utf-16"), text.encode("utf-8-sig"), text.encode("latin-1")):
        entries, wrong = read_text(data)
        assert entries == (
            LibraryEntry("ü", "AA, [50]KK[/50]", "Cash", note="a note"),
            LibraryEntry("[25]QQ[/25]", "[25]QQ[/25]"),
        )
        assert len(wrong) == 1


def test_ranges_of_equilab_and_pokercruncher_are_imported(path, tmp_path):
    hr = tmp_path / "mine.HR"
    hr.write_bytes("[Userdefined]\r\n.Cash\r\n..UTG{TT+, AQs+}\r\n.Odd{Zz}\r\n".encode("utf-16-le"))
    batch = tmp_path / "batch.txt"
    batch.write_text("Hand Range #1[6-max / UTG]:\n{66+, A3s+}\n", encoding="utf-8")
    library = Library(path, NO_PRESETS)
    assert imported(library, hr).startswith("2 ranges imported from mine.HR; not read: Odd")
    assert imported(library, batch) == "1 range imported from batch.txt"
    assert library.own == (
        LibraryEntry("Odd", "Zz"),  # kept as it stands
        LibraryEntry("UTG", "TT+, AQs+", "Cash"),
        LibraryEntry("UTG", "66+, A3s+", "6-max"),
    )
    bad = tmp_path / "bad.hr"
    bad.write_bytes(b"nothing")
    assert "not an Equilab file" in imported(library, bad)


def test_hr_files_are_written_if_equilab_can_express_the_ranges(path, tmp_path):
    library = filled(path, (OPEN, CALL))
    file = tmp_path / "ranges.hr"
    assert library.export_file(file) == "2 ranges exported to ranges.hr"
    fresh = Library(tmp_path / "fresh.json", NO_PRESETS)
    imported(fresh, file)
    assert [(entry.folder, entry.name) for entry in fresh.own] == [("Cash", "Call"), ("Cash/6-max", "CO")]
    library.add(DOOR)
    assert library.export_file(tmp_path / "more.hr") == "Not exported: Sevens: Equilab has no ranges of razz"
    assert not (tmp_path / "more.hr").exists()


def test_batch_text_of_pokercruncher_is_exported_and_imported(path, tmp_path):
    library = filled(path, (OPEN, CALL))
    file = tmp_path / "ranges.batch.txt"
    assert library.export_file(file) == "2 ranges exported to ranges.batch.txt"
    assert "[Cash / 6-max / CO]:" in file.read_text(encoding="utf-8")
    fresh = Library(tmp_path / "fresh.json", NO_PRESETS)
    assert imported(fresh, file) == "2 ranges imported from ranges.batch.txt"
    assert [(entry.folder, entry.name) for entry in fresh.own] == [("Cash", "Call"), ("Cash/6-max", "CO")]
    assert [parse_range(entry.text) for entry in fresh.own] == [parse_range(entry.text) for entry in library.own]
    library.add(DOOR)
    assert library.export_file(file) == "Not exported: Sevens: only hold'em ranges can be exchanged"


def test_losses_in_files_of_other_programs_are_reported(path, tmp_path):
    filtered = LibraryEntry("Goes on", "22+, ATs+ > flop top pair+ > turn best 30%")
    matrix = LibraryEntry("BTN v CO", "", actions=(RangeAction("raise", "TT+", 1), RangeAction("call", "99-22", 0)))
    library = filled(path, (OPEN, filtered, matrix))
    message = {suffix: library.export_file(tmp_path / f"ranges{suffix}") for suffix in WRITERS}
    assert message[".json"] == "3 ranges exported to ranges.json"
    assert "street filters of 1 range left out" in message[".batch.txt"]
    assert "street filters" not in message[".hr"] + message[".txt"]  # they have notes, or the text itself
    assert all("as a folder of ranges" in message[suffix] for suffix in (".hr", ".txt", ".batch.txt"))
    fresh = Library(tmp_path / "fresh.json", NO_PRESETS)
    imported(fresh, tmp_path / "ranges.json")
    assert set(fresh.own) == {OPEN, filtered, matrix}


def test_the_form_chosen_in_the_dialog_names_the_file(qtbot, tmp_path, monkeypatch):
    shown = page(qtbot, tmp_path)
    shown.library.add(OPEN)
    assert set(EXPORTS) == set(WRITERS)
    title = EXPORTS[".batch.txt"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), title))
    shown.page.findChild(QAction, "library.export").trigger()
    assert (tmp_path / "mine.batch.txt").read_text(encoding="utf-8").startswith("Hand Range #1[")
    (tmp_path / "mine.batch.txt").write_text("dear", encoding="utf-8")
    shown.page.findChild(QAction, "library.export").trigger()
    assert (tmp_path / "mine.batch.txt").read_text(encoding="utf-8") == "dear"  # the dialog has asked about "mine"
    assert "mine.batch.txt exists already" in shown.page.library.line.text


HALF = "a\ud800b"


def test_lone_surrogates_do_not_prevent_saving_a_library(path, tmp_path):
    path.parent.mkdir()
    path.write_bytes(dump_library((LibraryEntry("half", "AA", "half"),)).replace(b"half", rb"a\ud800b"))
    library = Library(path, NO_PRESETS)
    library.add(LibraryEntry(HALF, "KK", HALF, note=HALF))
    library.change(library.own[0], LibraryEntry("x", "QQ", HALF))
    assert library.message == ""
    assert {(entry.name, entry.folder) for entry in Library(path, NO_PRESETS).own} == {
        ("a\ufffdb 2", "a\ufffdb"),
        ("x", "a\ufffdb"),
    }
    for suffix in WRITERS:
        assert library.export_file(tmp_path / f"all{suffix}") == f"2 ranges exported to all{suffix}"
        fresh = Library(tmp_path / f"from{suffix}.json", NO_PRESETS)
        assert imported(fresh, tmp_path / f"all{suffix}") == f"2 ranges imported from all{suffix}"


def test_folders_are_not_nested_deeper_than_can_be_read(path):
    library = Library(path, NO_PRESETS)
    kept = library.add(LibraryEntry("deep", "AA", "/".join("a" * 2000)))
    assert kept.folder.count("/") == MAX_FOLDER_DEPTH - 1
    assert Library(path, NO_PRESETS).own == (kept,)


def test_a_file_that_is_too_large_is_not_imported(path, tmp_path, monkeypatch):
    monkeypatch.setattr("gui.pages.range.library_panel.MAX_LIBRARY_BYTES", 1000)
    file = tmp_path / "many.txt"
    file.write_bytes(b"AA\n" * 400)
    assert "larger than" in imported(filled(path), file)
