"""The pinned table from one start to the next: with its result, beside other windows, damaged."""

import errno
import json
import time
from dataclasses import replace

import pytest

from engine import RunOptions, Scenario, Seat, solve
from engine.equity.details.changes import changes
from engine.scenario.kelly import read_panel
from engine.storage.writing import write_atomically
from gui.state import pin, runner
from gui.state.document import Document
from gui.state.pin import PinFile, pin_from_json, pin_to_json
from gui.state.runner import FileJobs
from gui.state.session import Session
from tests.gui.journal_fakes import DirectRuns
from tests.gui.table_fakes import IdleRunner

TABLE = Scenario("holdem", (Seat("Hero", "AhKh"), Seat("BB", "QQ")), run=RunOptions("sampled", 3, max_trials=400_000))
SAMPLED = solve(TABLE)
EXACT = solve(replace(TABLE, board="7h 8h 2c", run=RunOptions(detail=("made",))))


class Window:
    """A window that pins in ``folder``."""

    def __init__(self, folder, threads=DirectRuns):
        self.document = Document(TABLE)
        self.session = Session(self.document, IdleRunner(self.document), self.document)
        self.file = PinFile(self.document, self.session, folder, self.document, threads)

    def pin(self, snapshot):
        self.document.open(replace(snapshot.scenario, run=replace(snapshot.scenario.run, detail=())), None)
        self.session.show(snapshot)
        self.session.pin()

    @property
    def cards(self):
        pinned = self.session.pinned
        return None if pinned is None else f"{pinned.scenario.seats[0].cards} {pinned.scenario.board}".strip()


@pytest.fixture
def folder(qapp, tmp_path):
    return tmp_path / "pinned"


def test_a_pin_survives_a_restart_with_all_that_differences_rest_on(folder):
    first = Window(folder)
    first.pin(SAMPLED)
    first.file.shut_down()
    result = Window(folder).session.pinned
    other = solve(replace(TABLE, seats=(Seat("Hero", "AhKd"), TABLE.seats[1])))
    assert result.snapshot.seats == SAMPLED.seats
    assert changes(result.snapshot, other)[0].paired


def test_half_a_character_among_the_values_of_kelly_costs_no_pin(folder):
    first = Window(folder)
    first.pin(replace(EXACT, scenario=replace(EXACT.scenario, kelly=read_panel({"note": "a\ud800"}))))
    first.file.shut_down()
    assert Window(folder).session.pinned.scenario.kelly == read_panel({"note": "a\ufffd"})


def test_details_and_letters_survive(folder):
    first = Window(folder)
    first.pin(EXACT)
    first.document.edit("Board", board="7h 8h 2d")
    first.document.exchange("Edit A", first.session.pinned.scenario, first.session.pinned.file)
    pinned = first.session.pinned
    back = pin_from_json(json.loads(json.dumps(pin_to_json(pinned))))
    assert (back.letter, back.scenario, back.snapshot) == ("B", pinned.scenario, None)
    first.document.undo_stack.undo()
    first.file.shut_down()
    assert set(Window(folder).session.pinned.snapshot.details) == {"made"}


def test_a_later_result_of_seats_with_other_names_stays_that_of_the_pinned_table(folder):
    first = Window(folder)
    first.pin(SAMPLED)
    first.document.edit("Name", seats=(Seat("Me", "AhKh"), TABLE.seats[1], Seat("Seat 3", "")))
    first.session.show(replace(SAMPLED, scenario=first.document.scenario, deals=2 * SAMPLED.deals))
    pinned = first.session.pinned
    assert pinned.snapshot.deals == 2 * SAMPLED.deals
    assert pinned.snapshot.scenario.seats == pinned.scenario.seats
    first.file.shut_down()
    again = Window(folder)
    assert (again.cards, again.file.trouble) == ("AhKh", "")


def test_what_is_unpinned_does_not_come_back(folder):
    first = Window(folder)
    first.pin(SAMPLED)
    first.file.save()
    first.session.unpin()
    first.file.shut_down()
    assert Window(folder).cards is None
    assert not list(folder.iterdir())


def test_a_window_beside_others_begins_without_a_pin_and_the_last_one_comes_back(folder):
    first = Window(folder)
    first.pin(SAMPLED)
    first.file.save()
    second = Window(folder)
    assert second.cards is None
    second.pin(EXACT)
    second.file.save()
    first.file.shut_down()
    second.file.save()
    third = Window(folder)
    assert third.cards == "AhKh"
    third.file.shut_down()
    second.file.shut_down()


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"steelwheel_pin": 2}', "\x00", '{"steelwheel_pin": 1}'])
def test_a_damaged_file_is_named_and_kept_aside(folder, text):
    first = Window(folder)
    first.pin(SAMPLED)
    first.file.shut_down()
    (file,) = folder.glob("*.autosave")
    file.write_text(text, encoding="utf-8")
    second = Window(folder)
    assert second.cards is None
    assert "pinned cannot be read" in second.file.trouble
    (kept,) = folder.glob("*.unreadable")
    assert kept.read_text(encoding="utf-8") == text
    assert Window(folder).file.trouble == ""


def test_a_result_of_another_table_is_refused(folder):
    first = Window(folder)
    first.pin(SAMPLED)
    first.file.shut_down()
    (file,) = folder.glob("*.autosave")
    value = json.loads(file.read_text(encoding="utf-8"))
    value["scenario"]["board"] = "7h8h2c"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert "another table" in Window(folder).file.trouble


def test_a_folder_that_cannot_be_written_is_told_once_and_tried_again(folder):
    folder.write_text("", encoding="utf-8")
    window, text = Window(folder), []
    window.file.message.connect(lambda line, _: text.append(line))
    window.pin(SAMPLED)
    window.file.save()
    window.file.save()
    assert len(text) == 1
    assert "cannot be saved for the next start" in text[0]
    folder.unlink()
    window.file.shut_down()
    assert Window(folder).cards == "AhKh"


def test_a_pin_that_cannot_be_written_over_does_not_come_back_once_it_is_gone(folder, monkeypatch):
    window = Window(folder)
    window.pin(SAMPLED)
    window.file.save()
    with monkeypatch.context() as full:
        full.setattr(pin, "write_atomically", no_room)
        window.pin(EXACT)
        window.file.save()
    window.session.unpin()
    window.file.shut_down()
    assert Window(folder).cards is None


@pytest.mark.parametrize(("room", "kept"), [(1.0, {"made"}), (0.9, set())])
def test_what_is_too_large_to_be_read_again_goes_without_its_details(folder, monkeypatch, room, kept):
    first = Window(folder)
    first.pin(EXACT)
    whole = len(json.dumps(pin_to_json(first.session.pinned), ensure_ascii=False).encode())
    monkeypatch.setattr(pin, "MAX_FILE_SIZE", int(room * whole))
    first.file.shut_down()
    again = Window(folder)
    assert again.file.trouble == ""
    assert again.session.pinned.snapshot.seats == EXACT.seats
    assert set(again.session.pinned.snapshot.details) == kept


def test_a_table_that_is_too_large_goes_without_its_result_or_is_told_of(folder, monkeypatch):
    first, text = Window(folder), []
    first.pin(EXACT)
    bare = json.dumps(pin_to_json(replace(first.session.pinned, snapshot=None)), ensure_ascii=False).encode()
    monkeypatch.setattr(pin, "MAX_FILE_SIZE", len(bare))
    first.file.save()
    first.file.shut_down()
    again = Window(folder)
    assert (again.cards, again.session.pinned.snapshot) == ("AhKh 7h 8h 2c", None)
    monkeypatch.setattr(pin, "MAX_FILE_SIZE", len(bare) - 1)
    again.file.message.connect(lambda line, _: text.append(line))
    again.session.unpin()
    again.pin(EXACT)
    again.file.save()
    assert "it would be larger than" in text[0]


def test_a_pin_of_the_last_moment_is_written_while_a_kernel_is_being_compiled(folder, monkeypatch):
    """However slow the disk is: the end of the program leaves only threads behind that compile."""
    monkeypatch.setattr(runner, "compiling", lambda: True)

    def slowly(path, data):
        time.sleep(3 * runner.PATIENCE_S)
        write_atomically(path, data)

    first = Window(folder, FileJobs)
    first.pin(SAMPLED)
    monkeypatch.setattr(pin, "write_atomically", slowly)
    first.file.shut_down()
    assert Window(folder).cards == "AhKh"


def no_room(path, data):
    raise OSError(errno.ENOSPC, "No space left on device")
