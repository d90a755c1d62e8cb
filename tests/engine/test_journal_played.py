"""Hands that are kept as they are played: step by step, taken back, by several windows, in files in trouble."""

import json
import math
import os
import sqlite3
from dataclasses import asdict

import pytest

from engine.journal import store
from engine.journal.history import fan, luck
from engine.journal.records import Turn, played_from_json
from engine.journal.schema import JournalError
from engine.journal.store import JournalFile
from tests.engine.journal_fakes import decided, played_so_far, turn
from tests.engine.journal_fakes import journal as journal
from tests.engine.journal_fakes import path as path


def test_a_hand_is_saved_as_it_is_played_and_undone(journal):
    number = journal.create("a", "now")
    first, second, other = decided(), decided("check", 0.0), decided("bet", 40.0)
    steps = (
        played_so_far(),
        played_so_far(turn(first)),
        played_so_far(turn(first), turn(second)),
        played_so_far(turn(first), turn(other)),
        played_so_far(turn(first), turn(other), left=1100.0, showdown=True),
    )
    for now in (*steps, *reversed(steps), *steps):
        journal.save_hand(number, now, is_owner=True)
        hands = journal.hands(number)
        assert len(hands) == (1 if now.turns else 0)
        for hand in hands:
            assert hand.decisions == tuple(t.decision for t in now.turns)
            assert (hand.left, hand.showdown, hand.ended is None) == (now.left, now.showdown, now.left is None)


def test_decisions_of_an_earlier_window_stay_while_the_actions_are_the_same(journal):
    number = journal.create("a", "now")
    first, second = decided(), decided("check", 0.0)
    journal.save_hand(number, played_so_far(turn(first)), is_owner=True)
    unknown = Turn(first.done.action, first.done.chips, None)
    journal.save_hand(number, played_so_far(unknown, turn(second)), is_owner=False)
    assert journal.hands(number)[0].decisions == (first, second)
    journal.save_hand(number, played_so_far(Turn("fold", 0.0, None), turn(second)), is_owner=True)
    assert journal.hands(number)[0].decisions == (second,)


def test_a_hand_that_went_on_without_advice_is_unadvised(journal):
    """What it brought is then no matter of the last decision that is known."""
    number = journal.create("a", "now")
    first, later = decided("bet", 100.0), decided("check", 0.0)
    unknown = Turn("bet", 500.0, None)
    journal.save_hand(number, played_so_far(turn(first), unknown, left=1560.0, showdown=True), is_owner=True)
    hands = journal.hands(number)
    assert (hands[0].unadvised, hands[0].last, luck(hands).showdowns) == (True, None, 0)
    assert fan(hands).low.tolist() == pytest.approx([1000.0, 1560.0])
    journal.save_hand(
        number, played_so_far(turn(first), unknown, turn(later), left=1560.0, showdown=True), is_owner=True
    )
    hands = journal.hands(number)
    assert (hands[0].unadvised, hands[0].last) == (False, later)
    journal.save_hand(number, played_so_far(turn(first), left=1160.0, showdown=True), is_owner=True)
    assert luck(journal.hands(number)).won == 160.0


def test_a_hand_that_has_ended_is_not_changed_by_another_window(journal):
    number = journal.create("a", "now")
    journal.save_hand(number, played_so_far(turn(decided()), left=900.0), is_owner=True)
    with pytest.raises(JournalError, match="already") as refused:
        journal.save_hand(number, played_so_far(), is_owner=False)
    assert refused.value.refused
    journal.save_hand(number, played_so_far(place=2, left=900.0), is_owner=False)
    assert [len(hand.decisions) for hand in journal.hands(number)] == [1, 0]


def test_a_played_hand_as_json():
    everything = decided("bet", 1000.0)
    hand = played_so_far(turn(decided()), Turn("fold", 0.0, None), turn(everything), left=5.0)
    assert everything.done.growth == -math.inf
    assert everything.called is not None
    assert played_from_json(json.loads(json.dumps(asdict(hand)))) == hand


def test_a_hand_is_saved_completely_or_not_at_all(journal):
    number = journal.create("a", "now")
    with pytest.raises(JournalError):
        journal.save_hand(number, played_so_far(turn(decided()), left=-1.0), is_owner=True)
    assert journal.hands(number) == ()
    journal.save_hand(number, played_so_far(turn(decided())), is_owner=True)
    assert len(journal.hands(number)) == 1


def test_a_locked_or_damaged_file_is_reported(path):
    with JournalFile(path) as file:
        number = file.create("a", "now")
        for place in range(1, 100):
            file.save_hand(number, played_so_far(turn(decided()), place=place), is_owner=True)
    with sqlite3.connect(path, isolation_level=None) as other, JournalFile(path, wait=0.01) as file:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another program") as locked:
            file.create("b", "now")
        other.execute("ROLLBACK")
    other.close()
    assert not locked.value.refused
    assert not locked.value.damaged
    data = bytearray(path.read_bytes())
    data[4096:] = b"x" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(JournalError, match="damaged") as damaged, JournalFile(path) as file:
        file.hands(number)
    assert damaged.value.damaged


def test_a_journal_in_a_read_only_folder_can_be_read(path, monkeypatch):
    with JournalFile(path) as file:
        number = file.create("a", "now")
        file.save_hand(number, played_so_far(turn(decided()), left=900.0), is_owner=True)
        whole = file.hands(number)
    with monkeypatch.context() as patched:
        if os.name != "posix" or os.geteuid() == 0:  # whom no folder is read-only
            patched.setattr(store, "migrate", _refused)
        else:
            path.parent.chmod(0o555)
            path.chmod(0o444)
        with pytest.raises(JournalError, match="read-only") as text:
            JournalFile(path)
        assert text.value.read_only
        with JournalFile(path, reading=True) as file:
            assert file.readable_hands(number)[0] == whole
            with pytest.raises(JournalError, match="read-only"):
                file.save_hand(number, played_so_far(place=2, left=900.0), is_owner=True)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("PRAGMA user_version = 1")
    other.close()
    with pytest.raises(JournalError, match="older version"):
        check_older(path, monkeypatch)


def check_older(path, monkeypatch):
    monkeypatch.setattr(store, "migrate", _refused)
    JournalFile(path, reading=True)


def _refused(connection):
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    raise error
