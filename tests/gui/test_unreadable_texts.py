"""A text that turns out unreadable changes nothing: what was in force before it was typed stays or comes back."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.cards import TextError
from engine.ranges.holdem import parse_range
from tests.gui.range_fakes import page


@pytest.fixture
def shown(qtbot, tmp_path):
    return page(qtbot, tmp_path, seats=("AhKh", "JJ"))


def typed(shown, text):
    """Type a text over the one in the field of seat 2, and wait until a complaint would be made."""
    shown.page.edits.choose(1)
    entry = shown.page.entry
    entry.setFocus()
    entry.selectAll()
    QTest.keyClicks(entry, text)
    entry.show_waiting()
    return entry


def in_force(shown):
    return shown.made.document.scenario.seats[1].cards


def test_the_beginning_of_an_unreadable_text_is_not_applied(shown, qtbot):
    entry = typed(shown, "AA, KKs, QQ")
    assert (entry.text(), in_force(shown), entry.current) == ("AA, KKs, QQ", "JJ", "JJ")
    assert shown.made.document.undo_stack.count() == 0
    for _ in ", QQ":
        qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    qtbot.keyClick(entry, Qt.Key.Key_Backspace)
    assert (entry.text(), in_force(shown), entry.problem) == ("AA, KK", "AA, KK", None)
    assert shown.made.document.undo_stack.count() == 1
    shown.made.document.undo_stack.undo()
    assert (entry.text(), in_force(shown)) == ("JJ", "JJ")


def test_half_a_hand_keeps_what_is_typed_so_far_for_the_moment(shown):
    shown.page.edits.choose(1)
    shown.page.entry.setFocus()
    shown.page.entry.selectAll()
    QTest.keyClicks(shown.page.entry, "AA, K")
    assert in_force(shown) == "AA, "
    QTest.keyClicks(shown.page.entry, "K")
    assert in_force(shown) == "AA, KK"


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_text_that_has_stood_for_a_while_or_was_confirmed_comes_back(shown, qtbot, confirmed):
    shown.page.entry.settling.setInterval(1)
    entry = typed(shown, "AA, KK")
    if confirmed:
        qtbot.keyClick(entry, Qt.Key.Key_Return)
        entry.setFocus()
    else:
        qtbot.waitUntil(lambda: not entry.settling.isActive())
    entry.end(False)
    QTest.keyClicks(entry, "s, QQ")
    entry.show_waiting()
    assert (entry.text(), in_force(shown)) == ("AA, KKs, QQ", "AA, KK")


def test_escape_brings_back_what_was_there_before(shown, qtbot):
    entry = typed(shown, "AA, KKs")
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert (entry.text(), in_force(shown), entry.problem) == ("JJ", "JJ", None)


def test_what_is_painted_meanwhile_is_what_was_there_before(shown):
    typed(shown, "AA")
    shown.page.edits.write("TT", "Paint")
    entry = shown.page.entry
    assert entry.text() == "TT"
    entry.setCursorPosition(2)
    QTest.keyClicks(entry, ", 99, x8s")
    entry.show_waiting()
    assert (entry.text(), in_force(shown)) == ("TT, 99, x8s", "TT")


def test_random_typing_leaves_a_whole_text_or_the_one_before(shown, qtbot):
    chance = random.Random(7)
    document = shown.made.document
    for _ in range(25):
        before = in_force(shown)
        steps = document.undo_stack.index()
        text = "".join(chance.choice(["AA", "KQs", "7", ", ", "x", "22+", ":0.5", "s", "15%"]) for _ in range(6))
        entry = typed(shown, text)
        try:
            parse_range(text)
            expected = text
        except TextError:
            expected = before
        assert in_force(shown) == expected, text
        assert document.undo_stack.index() - steps <= 1, text
        entry.clearFocus()
        assert in_force(shown) == expected, text
        if expected != text:
            entry.setFocus()
            qtbot.keyClick(entry, Qt.Key.Key_Escape)
            assert entry.text() == before
