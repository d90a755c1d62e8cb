"""The help sheet: every example is what it says, and a click puts it into the range."""

import pytest
from PySide6.QtCore import QUrl

from engine import Seat
from engine.ranges.holdem import parse_range
from engine.ranges.razz_text import parse_razz
from gui.pages.range.page import RangeHelp
from gui.words.games import GAME_WORDS
from tests.gui.range_fakes import page

EXAMPLES = [(game, text) for game, words in GAME_WORDS.items() for _, rows in words.ranges.examples for text, _ in rows]


@pytest.fixture
def shown(qtbot, tmp_path):
    return page(qtbot, tmp_path, seats=("2c2d", "22+"))


@pytest.mark.parametrize(("game", "text"), EXAMPLES)
def test_every_example_can_be_typed(game, text):
    if game == "holdem":
        assert parse_range(text).count
    else:
        assert parse_razz(text).items
    assert GAME_WORDS[game].ranges.number(text) or text in ("A29", "A2 9 5", "x x K", "x")


def test_examples_have_their_numbers_of_combos():
    assert GAME_WORDS["holdem"].ranges.number("22+") == "78\u00a0combos"
    assert GAME_WORDS["holdem"].ranges.number("AA:0.5") == "6\u00a0combos, weight 3"
    assert GAME_WORDS["razz"].ranges.number("A7-9") == "27 ways"


def test_a_click_tries_an_example_and_undo_takes_it_back(shown):
    shown.part("range.help").click()
    sheet = shown.page.findChild(RangeHelp)
    assert sheet.isVisible()
    assert "Seat 2" in sheet.hint.text()
    links = [part.split("'")[0] for part in sheet.html().split("href='")[1:]]
    link = next(link for link in links if "50%25" in link)  # 22+, AKo:50%
    sheet.browser.anchorClicked.emit(QUrl(link))
    assert shown.text == "22+, AKo:50%"
    shown.made.document.undo_stack.undo()
    assert shown.text == "22+"
    sheet.close()


def test_every_link_is_its_example(shown):
    shown.page.show_help()
    sheet = shown.page.findChild(RangeHelp)
    tried = []
    sheet.tried.connect(tried.append)
    for part in sheet.html().split("href='")[1:]:
        sheet.browser.anchorClicked.emit(QUrl(part.split("'")[0]))
    assert tried == [text for game, text in EXAMPLES if game == "holdem"]
    sheet.close()


def test_it_follows_the_game(shown):
    shown.page.show_help()
    sheet = shown.page.findChild(RangeHelp)
    razz = (Seat("Hero", "A29"), Seat("Villain", "(7-7-7)"))
    shown.made.document.edit("Razz", game="razz", seats=razz)
    assert "razz" in sheet.windowTitle()
    assert "A7-9" in sheet.browser.toPlainText()
    sheet.close()
