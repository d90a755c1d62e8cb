"""Typing at the slots of cards: what is not a card becomes the text of the seat, whole, and one Undo takes it back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidget

from engine.table.slots import Slot
from gui.table.table_panel import TypingFilter
from tests.gui.table_fakes import part, shown


@pytest.fixture
def typed(qtbot, qapp):
    """Open a table and type into its window; return the table and its panel."""
    filters = []

    def type_(text, game="holdem", seats=("", ""), at=None, **cards):
        made, panel = shown(qtbot, game, seats, **cards)
        filters.append(TypingFilter(panel, made.table_input, panel))
        qapp.installEventFilter(filters[-1])
        if at is not None:
            made.table_input.choose(at)
        for sign in text:
            qtbot.keyClicks(QApplication.focusWidget() or panel, sign)
        return made, panel

    yield type_
    for filter_ in filters:
        qapp.removeEventFilter(filter_)


HOLDEM = (
    "TT+, AQs+", "QQ-99, AQs, KJs+", "AhKh, QQ", "AhKh+", "Ahx", "AK", "22+ > flop set", "15%", "10%", "14%", "5%-20%",
    "random", "BTN open", "aqs+", "!77, random", "98s", "1010+",
)  # fmt: skip
RAZZ = ("7-7-8", "(7-7-7)", "A-2-3", "15% 7", "x", "A29@50", "A29, A39", "random", "[A25]7")


@pytest.mark.parametrize(("game", "text"), [*(("holdem", t) for t in HOLDEM), *(("razz", t) for t in RAZZ)])
def test_what_is_no_card_moves_to_the_text_whole_and_back_in_one_step(typed, game, text):
    made, panel = typed(text, game)
    assert made.cards() == [text, ""]
    assert part(panel, "seat0.text").hasFocus()
    assert made.table_input.pending_rank is None
    made.document.undo_stack.undo()
    assert (made.cards(), made.document.undo_stack.canUndo()) == (["", ""], False)


@pytest.mark.parametrize(
    ("game", "text", "cards"),
    [
        ("holdem", "AhKd", ["AhKd", ""]),
        ("holdem", "AhKdqsjs", ["AhKd", "QsJs"]),
        ("holdem", "10h9h14d13d", ["Th9h", "AdKd"]),
        ("holdem", "AhKdQQ+", ["AhKd", "QQ+"]),
        ("razz", "A29", ["A 2 9", ""]),
        ("razz", "Ah2h9c", ["A 2 9", ""]),
        ("razz", "A29T", ["A 2 9", "x x T"]),
        ("razz", "A29(7-7-7)", ["A 2 9", "(7-7-7)"]),
        ("razz", "A296-7-8", ["A 2 9", "6-7-8"]),
    ],
)
def test_cards_stay_cards(typed, game, text, cards):
    made, _ = typed(text, game)
    assert made.cards() == cards


def test_the_text_of_another_seat_is_left_alone(typed):
    made, panel = typed("QQ-99, AQs", seats=("AhKh", ""))
    assert made.cards() == ["AhKh", "QQ-99, AQs"]
    assert part(panel, "seat1.text").hasFocus()


def test_a_text_goes_on_behind_the_cards_in_front_of_it(typed):
    made, panel = typed("Kx", seats=("Ah", ""), at=Slot("seat", 0, 1))
    assert made.cards() == ["AhKx", ""]
    made.document.undo_stack.undo()
    assert made.cards() == ["Ah", ""]
    made, panel = typed("7-", "razz", ("A 2 8 K", ""), Slot("seat", 0, 2))
    assert made.cards() == ["A 2 7- K", ""]
    assert part(panel, "seat0.text").cursorPosition() == len("A 2 7-")
    made, _ = typed("TT+", seats=("22+", ""), at=Slot("seat", 0, 0))
    assert made.cards() == ["TT+", ""], "a range gives way to what is typed"


def test_letters_that_find_rows_of_a_list_are_no_text_of_a_seat(typed, qtbot):
    made, panel = typed("")
    rows = QListWidget(panel)
    rows.show()
    rows.setFocus()
    qtbot.keyClicks(rows, "xyz!")
    assert (made.cards(), rows.hasFocus()) == (["", ""], True)


def test_a_range_is_typed_into_a_seat_just_added(typed, qtbot):
    made, panel = typed("", seats=("AhKh", "22+"))
    button = part(panel, "addSeat")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    button.setFocus()
    for sign in "BTN open":
        qtbot.keyClicks(QApplication.focusWidget(), sign)
    assert made.cards() == ["AhKh", "22+", "BTN open"]


def test_a_refused_card_is_no_beginning_of_a_text(typed):
    made, panel = typed("AhKd, QQ", seats=("AhAd", ""), at=Slot("seat", 1, 0))
    assert part(panel, "seat1.text").text() == "Kd, QQ"
    assert made.cards()[0] == "AhAd"


def test_what_may_be_meant_otherwise_is_shown_under_the_seat(typed):
    made, panel = typed("A-2-3", "razz")
    line = panel.seats.rows[0].parts.problem_line
    assert line.text == "'A-2-3' is A or lower, 2 or lower, 3; one hand is A23"
    assert not line.is_error
    made, panel = typed("A, 2, 3", "razz")
    assert panel.seats.rows[0].parts.problem_line.text.endswith("one hand is A23 · 3 more")
    assert "2 and 3 overlap" in panel.seats.rows[0].parts.entry.toolTip()
    made, panel = typed("KK:0.5, QQ, KK")
    assert panel.seats.rows[0].parts.problem_line.text == "KK is given twice; the later 'KK' is used"
    made.document.undo_stack.undo()
    assert panel.seats.rows[0].parts.problem_line.text == ""
    made, panel = typed("15%")
    assert panel.seats.rows[0].parts.problem_line.text == "", "the tip explains what is as documented"
    assert "of all, by" in panel.seats.rows[0].parts.entry.toolTip()
