"""Whether the page *Histories* still waits for a file: not once it is known what is wrong with it."""

import pytest
from PySide6.QtCore import QSettings

from gui.pages.histories.hand_list import HandList, HandListing
from gui.storage.player_files import HandMarks
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from tests.gui.preflop_fakes import DirectQuestions


@pytest.mark.parametrize(("problem", "busy"), [("", True), ("x: this is not a supported hand history", False)])
def test_a_file_that_cannot_be_read_is_not_being_read_any_more(tmp_path, problem, busy):
    questions = DirectQuestions()
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    hands = HandList(questions, HandMarks(), PlayerStore(), settings)
    reader = questions.findChild(DirectQuestions, "histories list")
    reader.held = True
    hands.open_text("x")
    reader.answered.emit(reader.key, HandListing("x", problem=problem))  # it has answered, and is not through yet
    assert hands.busy is busy
