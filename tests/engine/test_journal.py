"""The bankroll journal: hands kept in a file, what they say, and that a killed program loses nothing decided."""

import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.journal.history import curve, deviation, fan, luck
from engine.journal.records import JournalAction
from engine.journal.schema import APPLICATION_ID, STEPS, JournalError, migrate
from engine.journal.store import JournalFile, Unread
from tests.engine.journal_fakes import decided, played, played_so_far
from tests.engine.journal_fakes import journal as journal
from tests.engine.journal_fakes import path as path


def test_decisions_are_read_as_written(path):
    with JournalFile(path) as file:
        number = file.create("Home game", "2026-01-01T11:00:00")
        first = decided()
        played(file, number, 1200.0, first, decided("check", 0.0))
    with JournalFile(path) as file:
        (row,) = file.journals()
        assert (row.name, row.hands) == ("Home game", 1)
        (hand,) = file.hands(number)
        assert hand.decisions[0] == first
        assert (hand.left, hand.result, hand.showdown) == (1200.0, 200.0, True)
        assert hand.decisions[1].given_up == pytest.approx(first.advised.growth - hand.decisions[1].done.growth)
        assert hand.decisions[1].given_up > 0


def test_the_outcomes_of_an_action_give_its_growth():
    facing = {"pot": 100, "to_call": 30, "can_raise": True, "p_all_fold": 0.2, "min_bet": 60}
    reacting = {"reaction": {"defend": "pot odds"}, "rake": 0.05, "rake_cap": 3}
    for one in (decided(), decided(**facing), decided("call", 30.0, **facing), decided("fold", 0.0, **facing)):
        check_law(one)
    for action, chips in ((None, None), ("bet", 77.0), ("check", 0.0)):
        check_law(decided(action, chips, **reacting))


def check_law(one):
    for act in (one.advised, one.done):
        assert math.fsum(p for p, _ in act.law) == pytest.approx(1.0)
        assert sum(p * math.log1p(net / one.bankroll) for p, net in act.law) == pytest.approx(act.growth)


def test_risking_everything_loses_infinite_growth(journal):
    number = journal.create("a", "now")
    played(journal, number, 0.0, decided("bet", 1000.0))
    hands = journal.hands(number)
    assert hands[0].decisions[0].done.growth == -math.inf
    assert curve(hands).given_up.tolist() == [0.0, math.inf]
    assert deviation(hands).growth == math.inf


def test_several_journals(journal):
    one, two = journal.create("one", "now"), journal.create("two", "now")
    played(journal, one, 900.0, decided())
    assert len(journal.hands(one)) == 1
    assert journal.hands(two) == ()
    journal.rename(two, "three")
    assert [row.name for row in journal.journals()] == ["one", "three"]
    for refused in ("one", "", " ", "x" * 201):
        with pytest.raises(JournalError):
            journal.create(refused, "now")
        with pytest.raises(JournalError):
            journal.rename(two, refused)
    journal.delete(one)
    assert [row.name for row in journal.journals()] == ["three"]
    with pytest.raises(JournalError, match="does not exist"):
        journal.delete(one)


def test_a_hand_is_deleted_with_its_decisions(journal):
    number = journal.create("a", "now")
    hand = played(journal, number, 400.0, decided())
    journal.delete_hand(hand)
    assert journal.hands(number) == ()
    with pytest.raises(JournalError, match="does not exist"):
        journal.delete_hand(hand)


@pytest.mark.parametrize("wrong", [-1.0, math.nan, math.inf])
def test_impossible_bankrolls_are_refused(journal, wrong):
    number = journal.create("a", "now")
    for numbers in ({"bankroll": wrong, "left": 10.0}, {"bankroll": 10.0, "left": wrong}):
        with pytest.raises(JournalError):
            journal.save_hand(number, played_so_far(**numbers), is_owner=True)
    assert journal.hands(number) == ()


def test_two_windows_use_one_file(path, journal):
    number = journal.create("a", "now")
    with JournalFile(path) as other:
        played(other, number, 1100.0, decided())
        assert len(journal.hands(number)) == 1


def test_other_files_are_refused(tmp_path):
    text = tmp_path / "text"
    text.write_text("not a database at all " * 100, encoding="utf-8")
    foreign = tmp_path / "foreign"
    with sqlite3.connect(foreign) as file:
        file.execute("CREATE TABLE things (id INTEGER)")
    file.close()
    for other in (text, foreign, tmp_path, tmp_path / "missing" / "file"):
        with pytest.raises(JournalError):
            JournalFile(other)
    assert text.read_text(encoding="utf-8").startswith("not a database")


def test_a_damaged_decision_is_reported(path, journal):
    number = journal.create("a", "now")
    played(journal, number, 900.0, decided())
    with sqlite3.connect(path) as file:
        file.execute("UPDATE decisions SET done_law = '[[1'")
    file.close()
    with pytest.raises(JournalError, match="damaged"):
        journal.hands(number)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE decisions SET done_law = '" + "[" * 99999 + "'",
        "UPDATE decisions SET request = '[]'",
        "UPDATE decisions SET pot = 'many'",
        "UPDATE decisions SET advised_law = '[[\"a\", 1]]'",
        "UPDATE decisions SET at = x'ff'",
        "UPDATE hands SET game = x'ff'",
        "UPDATE hands SET begun = CAST(x'ff' AS TEXT)",
        "ALTER TABLE hands RENAME COLUMN begun TO began",
        "DROP TABLE decisions",
    ],
)
def test_any_damage_is_reported_as_damage(path, journal, damage):
    number = journal.create("a", "now")
    played(journal, number, 900.0, decided())
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(damage)
    with pytest.raises(JournalError) as text:
        journal.hands(number)
    assert text.value.damaged


@pytest.mark.parametrize(
    ("damage", "unread"),
    [
        ("UPDATE decisions SET done_law = '[[1' WHERE id = 2", (0, 1)),
        ("UPDATE decisions SET done_law = '[]' WHERE id = 2", (0, 1)),
        ("UPDATE decisions SET advised_law = '[[0.4, 1]]' WHERE id = 2", (0, 1)),
        ("UPDATE decisions SET request = '[]', street = x'ff' WHERE id = 2", (0, 1)),
        ("UPDATE decisions SET done_growth = 'much'", (0, 3)),
        ("UPDATE hands SET game = x'ff' WHERE id = 2", (1, 0)),
        ("UPDATE hands SET begun = CAST(x'ff' AS TEXT) WHERE id = 2", (1, 0)),
        ("PRAGMA ignore_check_constraints = ON; UPDATE hands SET bankroll = 0 WHERE id = 2", (1, 0)),
        ("PRAGMA ignore_check_constraints = ON; UPDATE hands SET left = 'all' WHERE id = 2", (1, 0)),
    ],
)
def test_the_readable_hands_of_a_damaged_journal_are_read(path, journal, damage, unread):
    number = journal.create("a", "now")
    for left in (900.0, 1100.0, 1000.0):
        played(journal, number, left, decided())
    whole = journal.hands(number)
    assert journal.readable_hands(number) == (whole, Unread())
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executescript(damage)
    hands, result = journal.readable_hands(number)
    assert (result.hands, result.decisions) == unread
    assert len(hands) == 3 - result.hands
    assert sum(len(hand.decisions) for hand in hands) == 3 - result.hands - result.decisions
    assert (hands[0], hands[-1]) == (whole[0], whole[-1]) or result.decisions == 3
    assert sum(hand.unadvised for hand in hands) == result.decisions
    assert luck(hands).showdowns == 3 - result.hands - result.decisions
    fan(hands, paths=10)


def test_a_schema_that_is_not_text_is_reported_as_damage(path, journal):
    journal.close()
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE journals", b"CREATE TABLE jou\xf1nal\xf3"))
    with pytest.raises(JournalError) as text, JournalFile(path) as file:
        file.journals()
    assert text.value.damaged


def test_older_files_are_migrated_and_newer_ones_refused(path):
    with JournalFile(path) as file:
        played(file, file.create("a", "now"), 900.0, decided())
    connection = sqlite3.connect(path, isolation_level=None)
    later = (*STEPS, "ALTER TABLE journals ADD COLUMN note TEXT NOT NULL DEFAULT ''")
    migrate(connection, later)
    migrate(connection, later)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("SELECT name, note FROM journals").fetchall() == [("a", "")]
    with pytest.raises(sqlite3.Error):
        migrate(connection, (*later, "ALTER TABLE journals ADD COLUMN more TEXT; ALTER TABLE none ADD COLUMN x TEXT"))
    connection.rollback()
    assert connection.execute("PRAGMA user_version").fetchone() == (len(later),)
    assert len(connection.execute("PRAGMA table_info(journals)").fetchall()) == 4
    connection.close()
    with pytest.raises(JournalError, match="newer"):
        JournalFile(path)


def test_the_expected_chips_of_an_action():
    assert JournalAction("bet", 10.0, 0.0, ((0.5, 20.0), (0.5, -10.0))).expected == 5.0
    assert replace(decided(), advised=JournalAction("check", 0.0, 0.0, ((1.0, 0.0),))).given_up < 0


WRITER = """
import os, sys
from itertools import count
from pathlib import Path
from engine.journal.store import JournalFile
from engine.journal.records import TrackedHandRecord, JournalAction, JournalDecision, Turn

action = JournalAction("bet", 20.0, 0.01, ((0.6, 50.0), (0.4, -20.0)))
streets = "flop", "turn", "river"
asked = {"bankroll": 1000.0}
decisions = [JournalDecision("now", street, 1000.0, 30.0, 0.0, action, action, asked) for street in streets]
turns = tuple(Turn("bet", 20.0, decision) for decision in decisions)

def write(said):
    with JournalFile(Path(sys.argv[1])) as file:
        number = file.journals()[0].number
        for place in count():
            hand = f"writer {os.getpid()}", place, "holdem", 1000.0
            for done in range(1, len(turns) + 1):
                file.save_hand(number, TrackedHandRecord(*hand, turns[:done], "now"), is_owner=True)
                os.write(said, b"%d\\n" % (len(turns) * place + done))
            file.save_hand(number, TrackedHandRecord(*hand, turns, "now", 1010.0, True), is_owner=True)

for pipe in sys.stdin:  # a child for each line: it need not start a Python of its own
    said = os.open(pipe.strip(), os.O_WRONLY)
    writer = os.fork()
    if not writer:
        write(said)
    os.close(said)
    print(writer, flush=True)
    os.waitpid(writer, 0)
    print("over", flush=True)
"""


def kill_writers(path, times, seed=7):
    """Kill a program that writes, again and again, and check that what it said it had written is there."""
    with JournalFile(path) as file:
        number = file.create("a", "now")
    before = 0
    random = np.random.Generator(np.random.PCG64(seed))
    pipe = path.with_name(f"{path.name}.said")
    os.mkfifo(pipe)
    command = [sys.executable, "-c", WRITER, str(path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
    ) as program:
        for kills in range(1, times + 1):
            program.stdin.write(f"{pipe}\n")
            with pipe.open(encoding="utf-8") as told:
                assert told.readline() == "1\n"
                time.sleep(float(random.random()) * 0.03)
                os.kill(int(program.stdout.readline()), signal.SIGKILL)
                rest = told.read().split("\n")[:-1]
            assert program.stdout.readline() == "over\n"
            said = int(rest[-1]) if rest else 1
            with JournalFile(path) as file:
                written = sum(len(hand.decisions) for hand in file.hands(number))
                assert said <= written - before <= said + 1
                before = written
                assert sum(hand.left is None for hand in file.hands(number)) <= kills
            connection = sqlite3.connect(path)
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_hundred_kills(path):
    """In four files: all hands of a file are read after each kill."""
    for number in range(4):
        kill_writers(path.with_name(f"{number}.sqlite"), 25, seed=number)
