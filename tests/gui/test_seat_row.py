"""Seat rows: text and cards both ways, refusals under the field, results, folding."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.table.slots import Slot
from gui.table.seat_figures import EquityFigure
from gui.words.captions import combo_counts
from gui.words.games import GAME_WORDS
from tests.gui.table_fakes import click, part, result, shown, table, write


@pytest.fixture
def show(qtbot):
    return lambda *args, **kwargs: shown(qtbot, *args, **kwargs)


def test_clicking_cards_shows_in_slots_and_text(show, qtbot):
    _, panel = show()
    click(qtbot, panel, "deck.Ah")
    click(qtbot, panel, "deck.Kd")
    assert part(panel, "seat0.text").text() == "AhKd"
    assert part(panel, "seat0.slot0").face.rank == "A"
    assert part(panel, "seat0.slot1").face.suit == 2
    assert part(panel, "seat1.slot0").ringed()
    assert part(panel, "seat1.slot0").hasFocus()


def test_typing_a_range_applies_it_as_one_undo_step(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    write(qtbot, panel, "seat1.text", "22+, ATs+")
    assert made.cards() == ["AhAd", "22+, ATs+"]
    assert part(panel, "seat1.slot0").face.kind == "range"
    made.document.undo_stack.undo()
    assert made.cards() == ["AhAd", "KhKd"]
    assert part(panel, "seat1.text").text() == "KhKd"
    assert not made.document.undo_stack.canUndo()


def test_coming_back_to_a_field_starts_a_new_undo_step(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    write(qtbot, panel, "seat1.text", "QQ")
    part(panel, "seat0.text").setFocus()
    write(qtbot, panel, "seat1.text", "JJ")
    made.document.undo_stack.undo()
    assert made.cards() == ["AhAd", "QQ"]


def test_a_text_that_cannot_be_read_changes_nothing_and_says_where(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    row = panel.seats.rows[1]
    write(qtbot, panel, "seat1.text", "QQ, AKx+")
    assert made.cards() == ["AhAd", "QQ, AK"]  # the last text that could be read
    assert not row.parts.problem_line.is_error  # patience while somebody types
    qtbot.keyClick(row.parts.entry, Qt.Key.Key_Return)
    assert row.parts.problem_line.is_error
    assert row.parts.entry.problem.field == "seats[1].cards"
    assert row.parts.entry.problem.position == 4
    assert part(panel, "seat1.text").text() == "QQ, AKx+"
    caret = row.parts.entry.caret_x(4)
    row.parts.entry.setCursorPosition(4)
    assert caret == pytest.approx(row.parts.entry.cursorRect().center().x(), abs=1.5)
    row.parts.entry.setText("♠😀👍, Zz")  # Qt counts an emoji twice
    for position, units in ((0, 0), (2, 3), (5, 7)):
        row.parts.entry.setCursorPosition(units)
        place = row.parts.entry.cursorRect().center().x()
        for cursor in (0, 3, 9):
            row.parts.entry.setCursorPosition(cursor)
            assert row.parts.entry.caret_x(position) == pytest.approx(max(place, 6.0), abs=1.5)
    row.parts.entry.setText("QQ, AKx+")
    row.parts.entry.end(False)
    for _ in range(2):
        qtbot.keyClick(row.parts.entry, Qt.Key.Key_Backspace)
    qtbot.keyClicks(row.parts.entry, "s")
    assert not row.parts.problem_line.is_error
    assert made.cards() == ["AhAd", "QQ, AKs"]


def test_the_complaint_comes_by_itself_after_a_moment(show, qtbot):
    _, panel = show(seats=("AhAd", "KhKd"))
    write(qtbot, panel, "seat1.text", "AKx")
    qtbot.waitUntil(lambda: panel.seats.rows[1].parts.problem_line.is_error)


def test_escape_and_undo_bring_the_text_in_force_back(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    entry = write(qtbot, panel, "seat1.text", "Zz")
    assert entry.pending
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.text() == made.cards()[1]
    write(qtbot, panel, "seat1.text", "Zz")
    qtbot.keyClick(entry, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not entry.pending
    assert not panel.seats.rows[1].parts.problem_line.is_error


def test_a_card_in_two_places_is_refused_at_its_field(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"), dead="2c")
    entry = write(qtbot, panel, "seat1.text", "AhQd")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert made.cards()[0] == "AhAd"
    assert made.cards()[1] != "AhQd"
    assert panel.seats.rows[1].parts.problem_line.is_error


def test_a_right_click_and_delete_take_a_card_back(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    part(panel, "seat0.slot0").put_back.emit()
    assert made.cards() == ["Ad", "KhKd"]
    part(panel, "seat1.slot1").setFocus()
    qtbot.keyClick(part(panel, "seat1.slot1"), Qt.Key.Key_Delete)
    assert made.cards() == ["Ad", "Kh"]


def test_the_next_card_goes_to_the_seat_whose_text_has_the_focus(show, qtbot):
    made, panel = show(seats=("AhAd", "22+"))
    part(panel, "seat1.text").setFocus()
    assert made.table_input.slot == Slot("seat", 1, 0)
    assert part(panel, "seat1.text").hasFocus()
    click(qtbot, panel, "deck.Ks")
    assert made.cards() == ["AhAd", "Ks"]
    assert part(panel, "seat1.slot1").hasFocus()


def test_a_click_anywhere_on_a_seat_or_its_name_shows_it(show, qtbot):
    made, panel = show(seats=("AhAd", "22+", "TT+"))
    for seat, where in ((1, "seat1.name"), (2, "seat2"), (0, "seat0.equity")):
        click(qtbot, panel, where)
        assert made.table_input.slot.seat == seat
    part(panel, "seat2.name").setFocus()
    assert made.table_input.slot == Slot("seat", 2, 0)
    assert part(panel, "seat2.name").hasFocus()


def test_random_in_one_click(show, qtbot):
    made, panel = show(seats=("AhAd", ""))
    click(qtbot, panel, "seat1.random")
    assert made.cards() == ["AhAd", "random"]
    assert not part(panel, "seat1.random").isEnabled()
    made, panel = show("razz", seats=("A 2 9", ""))
    click(qtbot, panel, "seat1.random")
    assert made.cards() == ["A 2 9", "x"]


def test_folding_and_unfolding(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd", "QhQd"))
    click(qtbot, panel, "seat2.fold")
    assert made.scenario.seats[2].folded
    assert part(panel, "seat2.slot0").face.struck
    assert not part(panel, "seat2.equity").isVisible()
    click(qtbot, panel, "seat2.fold")
    assert not made.scenario.seats[2].folded
    assert part(panel, "seat2.equity").isVisible()


def test_a_range_folds_as_its_complement_in_one_step(show, qtbot):
    made, panel = show(seats=("AhAd", "15%", "random"))
    click(qtbot, panel, "seat1.fold")
    assert made.cards()[1] == "random, !15%"
    caption = panel.seats.rows[1].parts.caption
    assert (caption.text, caption.isVisible()) == ("folds 85\u00a0%", True)
    assert part(panel, "seat1.text").text() == "random, !15%"
    click(qtbot, panel, "seat1.fold")
    assert made.cards()[1] == "15%"
    assert caption.text == "147 of 200 combos"
    for _ in range(2):
        made.document.undo_stack.undo()
    assert not made.document.undo_stack.canUndo()


def test_an_unknown_folded_hand_may_follow_the_fold_profile(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd", "random"))
    click(qtbot, panel, "seat2.fold")
    assert made.cards()[2] == "random"
    assert panel.seats.rows[2].parts.caption.text == "any hand"
    chip = part(panel, "seat2.random")
    assert (chip.text(), chip.isEnabled()) == ("fold-profile", True)
    click(qtbot, panel, "seat2.random")
    assert made.cards()[2] == "fold-profile"
    assert panel.seats.rows[2].parts.caption.text == "folds 50\u00a0%"
    assert chip.text() == "random"
    click(qtbot, panel, "seat2.fold")
    assert made.cards()[2] == "random, !fold-profile"


def test_the_last_active_seat_cannot_fold(show, qtbot):
    made, panel = show(seats=("AhAd",))
    click(qtbot, panel, "seat0.fold")
    assert not made.scenario.seats[0].folded
    assert not part(panel, "seat0.fold").isChecked()
    assert panel.notice.is_error or panel.seats.rows[0].parts.problem_line.is_error


def test_renaming_a_seat(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    write(qtbot, panel, "seat0.name", "Hero")
    assert made.scenario.seats[0].name == "Hero"
    made.document.undo_stack.undo()
    assert made.scenario.seats[0].name == "Seat 1"
    assert not made.document.undo_stack.canUndo()


def test_combos_before_and_after_the_known_cards():
    scenario = table(seats=("AhKh", "AA, KK", "random"), board="7h 8h 2c", dead="Ks").scenario
    assert combo_counts(scenario, 0) is None
    assert combo_counts(scenario, 1) == (12, 3 + 1)
    assert combo_counts(scenario, 2) == (1326, 46 * 45 // 2)


def test_the_combos_stand_in_the_row(show):
    _, panel = show(seats=("AhKh", "AA"))
    assert panel.seats.rows[1].parts.caption.text == "3 of 6 combos"
    assert panel.seats.rows[0].parts.caption.text == ""
    _, panel = show(seats=("AhKh > flop top pair+", "AA"), board="As 7d 2c")
    assert panel.seats.rows[0].parts.caption.text == "1 combo"


def test_results_are_shown_greyed_when_stale_and_gone_with_the_game(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    made.session.show(result(made.scenario, (0.826366, 0.173634)))
    figure = part(panel, "seat0.equity")
    assert figure.text() == "82.64\u00a0%"
    assert figure.interval_text() == ""
    fresh = figure.grab().toImage()
    click(qtbot, panel, "deck.2c")
    assert made.session.stale
    assert figure.text() == "82.64\u00a0%"
    assert figure.grab().toImage() != fresh


def test_a_sampled_result_shows_its_interval(show):
    made, panel = show(seats=("AhAd", "KhKd"))
    made.session.show(result(made.scenario, (0.826366, 0.173634), stderr=0.0009))
    figure = part(panel, "seat0.equity")
    assert figure.text() == "82.6\u00a0%"
    assert figure.interval_text() == "±\u00a00.18\u00a0%"
    assert "82.6" in figure.accessibleName()


def test_details_open_and_tell_the_rest(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    made.session.show(result(made.scenario, (0.826366, 0.173634)))
    row = panel.seats.rows[0]
    before = row.sizeHint().height()
    click(qtbot, panel, "seat0.details")
    qtbot.waitUntil(lambda: row.height() > before + 100)
    assert "Lose 17.36" in row.parts.details.accessibleName()


def test_empty_seats_teach(show):
    made, panel = show()
    first, second = panel.seats.rows
    assert panel.seats.hint.text == GAME_WORDS["holdem"].table.hint
    assert not panel.seats.hint.is_error
    assert first.parts.problem_line.text == second.parts.problem_line.text == ""
    places = [row.geometry() for row in panel.seats.rows]
    made.table_input.focus(Slot("seat", 1, 0))
    assert [row.geometry() for row in panel.seats.rows] == places, "rows jump under the hand"
    made.table_input.click_card(0)
    QApplication.processEvents()
    assert [row.geometry() for row in panel.seats.rows] == places, "rows jump when the hint goes"
    assert not panel.seats.hint.isVisible()
    assert first.parts.problem_line.text == second.parts.problem_line.text == ""


def test_an_empty_seat_is_not_dealt_in(show, qtbot):
    made, panel = show(seats=("AhAd", "", "KhKd"))
    made.session.show(result(made.scenario, (0.8, 0.2)))
    figures = [row.parts.figure for row in panel.seats.rows]
    assert [figure.text() for figure in figures] == ["80.00\u00a0%", "empty", "20.00\u00a0%"]
    assert figures[1].accessibleName() == "empty"
    assert figures[0].share.fair == figures[2].share.fair == 0.5
    click(qtbot, panel, "seat1.fold")
    assert panel.seats.rows[1].parts.caption.text == "empty"
    assert not made.session.stale


def test_half_a_hand_is_told_of_once_the_focus_has_left_it(show):
    made, panel = show(seats=("Ah", ""))
    made.table_input.focus(Slot("seat", 0, 1))
    line = panel.seats.rows[0].parts.problem_line
    assert line.text == ""
    made.table_input.focus(Slot("board"))
    assert line.text
    assert not line.is_error


def test_razz_marks_the_bring_in_and_the_door_is_the_largest_card(show):
    _, panel = show("razz", seats=("A 2 9", "x x K"))
    badges = [row.parts.badge.text for row in panel.seats.rows]
    assert badges == ["", "bring-in"]
    widths = [part(panel, f"seat0.slot{i}").width() for i in range(7)]
    assert max(widths) == widths[2] > widths[0]
    kinds = [part(panel, f"seat1.slot{i}").face.kind for i in (0, 1, 2, 3)]
    assert kinds == ["down", "down", "card", "empty"]


def test_a_common_card_on_seventh_street_is_marked_in_every_row(show):
    _, panel = show("razz", seats=("A 2 9 4 5 6", *["x x K 3 8 J"] * 3, *["x"] * 4))
    for seat in range(8):
        slot = part(panel, f"seat{seat}.slot6")
        assert (slot.face.kind, slot.face.caption) == ("empty", "all")
        assert slot.accessibleName().endswith("community card")
    _, panel = show("razz", seats=("A 2 9 4 5 6", *["x"] * 6))
    assert [part(panel, f"seat{seat}.slot6").face.caption for seat in (0, 1)] == ["7th", "7th"]
    assert part(panel, "seat0.slot6").face.kind == "down"


def test_a_long_complaint_makes_its_row_as_high_as_it_needs(show, qtbot):
    _, panel = show(seats=("AhAd", "KhKd"))
    row = panel.seats.rows[1]
    line = row.parts.problem_line
    for width in (440, 700):
        panel.resize(width, 740)
        line.show_error("word " * 40, 2)
        qtbot.waitUntil(lambda: line.height() == line.heightForWidth(line.width()))
        assert row.height() == row.heightForWidth(row.width())
        line.clear()


def test_a_refused_text_says_what_is_in_force_instead(show, qtbot):
    _, panel = show(seats=("AhAd", "KhKd"))
    entry = write(qtbot, panel, "seat1.text", "22+, AKx+")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    line = panel.seats.rows[1].parts.problem_line
    assert line.is_error
    assert line.accessibleName().endswith("Still used: KhKd")
    qtbot.keyClick(entry, Qt.Key.Key_Escape)
    assert entry.current == ""
    assert line.text == ""


def test_the_classes_of_a_sampled_seat_show_the_digits_that_the_trials_support(show):
    made, panel = show(seats=("AhAd", "KhKd"))
    details = panel.seats.rows[0].parts.details
    estimate = result(made.scenario, (0.8, 0.2)).seats[0].estimate
    for trials, text in ((0, "10.00\u00a0%"), (1_000, "10\u00a0%"), (10**8, "10.000\u00a0%")):
        details.show_estimate("holdem", estimate, None, trials=trials, stale=False)
        assert {share for _, share in details.class_texts()} == {text}


def test_cards_of_folded_razz_seats_stand_under_each_other(show, qtbot):
    """Whoever was the bring-in, and however many cards a seat has shown: names and cards are columns."""
    _, panel = show("razz", seats=("a29", "xxK", "xx5", "xx743", "xx8"))
    for seat in (1, 2, 3):
        click(qtbot, panel, f"seat{seat}.fold")
    folded = [panel.seats.rows[seat].parts for seat in (1, 2, 3)]
    assert folded[0].badge.text == "bring-in"
    for parts in folded:
        qtbot.waitUntil(lambda parts=parts: parts.name.geometry().right() < parts.strip.geometry().left())
        assert parts.strip.geometry().right() < parts.entry.geometry().left()
    assert len({parts.strip.x() for parts in folded}) == 1


def test_a_figure_of_many_digits_keeps_within_its_room(qtbot):
    figure = EquityFigure()
    qtbot.addWidget(figure)
    figure.resize(88, 34)
    sizes = [figure.figure_font(number).pixelSize() for number in ("45.07", "100.00", "45.0712")]
    assert sizes[0] > sizes[1] == sizes[2]
