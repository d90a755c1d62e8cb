"""Stored files with anything in any place: no exception, and no entry lost that the damage has not touched."""

import sqlite3
from contextlib import closing

import pytest

from engine.journal.store import JournalFile
from tests.mutated_files import check, kinds

NAMES = (
    *(
        "library.json",
        "mine.txt",
        "history.json",
        "training.json",
        "hand-marks.json",
        "settings.ini",
        "autosave/a.autosave",
    ),
    *("table.steelwheel", "pin.json", "bankroll.sqlite", "river.solution", "orders/mine.json"),
    "journal/waiting-1.json",
)


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_cost_nothing_that_is_whole(qapp, tmp_path, name):
    made = tmp_path / "made"
    made.mkdir()
    values = {kind.name: kind for kind in kinds(made)}
    assert set(values) == set(NAMES)
    for seed in (*range(12), 9041):
        check(values[name], seed, tmp_path / str(seed))


def test_a_journal_whose_name_is_no_text_is_called_by_its_number(tmp_path):
    path = tmp_path / "bankroll.sqlite"
    with JournalFile(path) as file:
        number = file.create("mine", "now")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA ignore_check_constraints = ON")
        raw.execute("UPDATE journals SET name = x'ff00'")
        raw.commit()
    with JournalFile(path) as file:
        assert [row.name for row in file.journals()] == [f"Journal {number}"]
