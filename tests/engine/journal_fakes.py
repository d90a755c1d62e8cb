"""Decisions and hands for journals."""

import pytest

from engine.journal.records import TrackedHandRecord, Turn, journal_decision
from engine.journal.store import JournalFile
from engine.kelly.answer import kelly_answer
from engine.kelly.request import read_kelly_request

ASKED = {"bankroll": 1000, "pot": 60, "opponents": 1, "outcomes": {"win": 0.6, "split": [0.05], "lose": 0.35}}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "bankroll.journal"


@pytest.fixture
def journal(path):
    with JournalFile(path) as file:
        yield file


def decided(action=None, chips=None, put_in=None, **changes):
    """A decision of one who follows the advice, or does something else."""
    asked = ASKED | changes
    request = read_kelly_request(asked)
    answer = kelly_answer(request)
    done = (answer.decision, answer.bet) if action is None else (action, chips)
    return journal_decision(
        request, answer, *done, at="2026-01-01T12:00:00", street="flop", values=asked, put_in=put_in
    )


def turn(one):
    return Turn(one.done.action, one.done.chips, one)


def played_so_far(*turns, **changes):
    values = {"session": "s", "place": 1, "game": "holdem", "bankroll": 1000.0, "at": "2026-01-01T12:00:00"} | changes
    return TrackedHandRecord(turns=tuple(turns), **values)


def played(file, number, left, *decisions, bankroll=1000.0, showdown=True):
    """Keep a hand that has ended, or with ``left`` None is under way, and return its number."""
    place = sum(row.hands for row in file.journals())
    turns = map(turn, decisions)
    hand = played_so_far(*turns, session="played", place=place, bankroll=bankroll, left=left, showdown=showdown)
    file.save_hand(number, hand, is_owner=True)
    return file.hands(number)[-1].number
