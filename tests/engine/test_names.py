"""Names are cleaned of control characters wherever they are read."""

import json

import pytest

from engine import Seat, loads
from engine.histories.listing import hand_line
from engine.histories.reading import read_hand
from engine.histories.splitting import split_hands
from engine.journal.schema import JournalError
from engine.journal.store import JournalFile
from engine.ranges.actions import RangeAction
from engine.ranges.library_files import LibraryEntry
from engine.ranges.orders import find_order, order_from_json, order_to_json
from engine.scenario import SubRange
from tests.engine.played_hands import FOLDER

HOSTILE, PLAIN = "He\x1b\x00ro\nof\x85all", "Hero of all"


@pytest.mark.parametrize(
    "made", [Seat(HOSTILE, "AA"), SubRange(0, HOSTILE), RangeAction(HOSTILE), LibraryEntry(HOSTILE, "AA")]
)
def test_names_from_all_sources_have_no_control_characters(made):
    assert made.name == PLAIN


def test_names_of_a_file_are_plain():
    file = {"steelwheel": 1, "game": "holdem", "seats": [{"name": HOSTILE, "cards": "AA"}]}
    assert loads(json.dumps(file)).seats[0].name == PLAIN


def test_folders_of_the_library_are_plain():
    assert LibraryEntry("AA", "AA", folder=f"{HOSTILE}/b").folder == f"{PLAIN}/b"


def test_orders_are_plain():
    value = order_to_json(find_order(None))
    assert order_from_json(value | {"name": HOSTILE}).name == PLAIN


def test_journals_are_plain(tmp_path):
    file = JournalFile(tmp_path / "journal")
    number = file.create(HOSTILE, "2026-01-01T00:00:00")
    assert [row.name for row in file.journals()] == [PLAIN]
    with pytest.raises(JournalError):
        file.create(PLAIN, "2026-01-01T00:00:00")
    file.rename(number, f"{HOSTILE} 2")
    assert [row.name for row in file.journals()] == [f"{PLAIN} 2"]
    file.close()


def test_players_of_a_history_are_plain():
    text = (FOLDER / "stars.txt").read_text(encoding="utf-8")
    (plain, *_), (hostile, *_) = split_hands(text), split_hands(text.replace("Lean Abadia", "Lean\x1b Abadia"))
    assert "Lean Abadia" in hand_line(plain).players == hand_line(hostile).players
    assert read_hand(hostile).names == read_hand(plain).names
