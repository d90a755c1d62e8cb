"""The razz triangle: reading and writing texts, painting, up cards, parentheses, live cards."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel

from engine.ranges.razz import describe_razz
from engine.ranges.razz_pairs import read_branches, with_reach, with_weights, write_branches
from engine.ranges.razz_products import ALL_PAIRS, cover
from engine.ranges.razz_text import parse_razz
from gui.look.scale import set_text_scale
from gui.pages.range.razz_editor import LEGEND, pair_cell_name
from tests.gui.range_fakes import centre, mouse, page, stroke

A, TWO, SEVEN, EIGHT, KING = 0, 1, 6, 7, 12
NO_BUTTON = Qt.MouseButton.NoButton


@pytest.fixture
def show(qtbot, tmp_path):
    return lambda *args, **kwargs: page(qtbot, tmp_path, "razz", *args, **kwargs)


def downs(text):
    """Down pairs and weights by the engine's own reading."""
    return {row["down"]: row["weight"] for row in describe_razz(text)["items"]}


def lit(shown):
    cells = (shown.grid.model_.cell(place) for place in ALL_PAIRS)
    return {cell.label: cell.weight for cell in cells if cell.weight > 0}


@pytest.mark.parametrize(
    "text",
    [
        "(7-7-7)",
        "(7-7-)7",
        "7-7-7",
        "[A]7-9",
        "A7-9",
        "A29",
        "A29, A39@50",
        "(8-8-7), KK7@50",
        "K-K-7",
        "(3-2-)45678",
        "(8-8-)8, !(3-3-)8",
        "xx8, !((8-8-8), A28)",
    ],
)
def test_the_triangle_shows_what_the_engine_reads(show, text):
    assert lit(show(seats=("x", text))) == downs(text)


@given(st.dictionaries(st.sampled_from(ALL_PAIRS), st.sampled_from([1.0, 0.5, 0.125]), min_size=1), st.integers(0, 4))
def test_painted_pairs_are_written_and_read_back(weights, kind):
    branch = read_branches(("x", "xx7", "(xx7)", "(xx)[58](34)", "(xx2-)9")[kind])[0]
    text = write_branches([with_weights(branch, weights)])
    wanted = {pair: weight for pair, weight in weights.items() if pair not in branch.excluded}
    result = read_branches(text)
    assert len(result) == 1
    assert dict(result[0].weights) == wanted
    if wanted and kind < 3:
        meaning = describe_razz(text)
        assert {row["down"]: row["weight"] for row in meaning["items"]} == {
            pair_cell_name(p): w for p, w in wanted.items()
        }
        assert meaning["notices"] == []


def test_covers_are_exact_and_short():
    rng = random.Random(1)
    for _ in range(30):
        wanted = {pair for pair in ALL_PAIRS if rng.random() < 0.5}
        values = cover(wanted)
        assert sum(len(product.pairs) for product in values) == len(wanted)
        assert set().union(*(product.pairs for product in values)) == wanted
    low = [pair for pair in ALL_PAIRS if pair[1] <= EIGHT]
    assert len(cover(low)) == 1
    assert len(cover([pair for pair in low if pair[0] != pair[1]])) == 1
    assert len(cover([(A, rank) for rank in range(13)])) == 1


def test_painting_writes_the_usual_notation(show, qtbot):
    shown = show(seats=("A 2 9", "x x 7"))
    assert "any two down cards" in shown.part("razzRange.expansion").accessibleName()
    qtbot.mouseClick(shown.part("razzRange.noPair1"), Qt.MouseButton.LeftButton)
    assert shown.text == "(xx7)"
    stroke(shown.grid, (A, TWO), (A, SEVEN))
    stroke(shown.grid, (TWO, 2), (TWO, SEVEN))
    assert shown.text == "(2-6-7)"
    qtbot.mouseClick(shown.part("razzRange.clear"), Qt.MouseButton.LeftButton)
    stroke(shown.grid, (A, A), (KING, KING))  # pairs are ruled out: no stroke starts here
    assert shown.text == "(xx7)"
    stroke(shown.grid, (A, TWO), (5, SEVEN), modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert shown.text == "(7-7-7)"
    assert downs(shown.text).keys() == lit(shown).keys()


def test_parentheses_by_the_toggles(show, qtbot):
    shown = show(seats=("A 2 9", "7-7-7"))
    states = []
    for name in ("noPair0", "noPair1", "noPair1", "noPair0"):
        qtbot.mouseClick(shown.part(f"razzRange.{name}"), Qt.MouseButton.LeftButton)
        states.append(shown.text)
    assert states == ["(7-7-)7", "(7-7-7)", "(7-7-)7", "7-7-7"]
    assert shown.made.document.undo_stack.count() == 4
    assert not shown.part("razzRange.noPair3").isVisible()


def test_painting_a_pair_of_ranks_into_an_unpaired_range(show):
    shown = show(seats=("A 2 9", "(7-7-)7"))
    stroke(shown.grid, (2, 2))
    assert downs(shown.text) == downs("(7-7-)7, 337")
    assert set(lit(shown)) == set(downs(shown.text))


def test_a_stroke_that_erases_a_branch_leaves_the_others_alone(show):
    shown = show(seats=("A 2 9", "(3-3-)7, (5-5-)8"))
    grid = shown.grid
    stroke(grid, (A, TWO), (A, 2))
    mouse(grid, QEvent.Type.MouseButtonPress, centre(grid, (TWO, 2)))  # the last pair under the seven
    shown.page.razz.write_stroke()
    for place in ((TWO, 3), (TWO, 4)):
        mouse(grid, QEvent.Type.MouseMove, centre(grid, place), button=NO_BUTTON, held=Qt.MouseButton.LeftButton)
        shown.page.razz.write_stroke()
    mouse(grid, QEvent.Type.MouseButtonRelease, centre(grid, (TWO, 4)), held=NO_BUTTON)
    assert shown.text == "(5-5-)8"
    shown.made.document.undo_stack.undo()
    shown.made.document.undo_stack.undo()
    assert shown.text == "(3-3-)7, (5-5-)8"


def test_weights_by_key_and_brush(show, qtbot):
    shown = show(seats=("A 2 9", "x x 7"))
    shown.grid.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(shown.grid, Qt.Key.Key_Right)
    qtbot.keyClick(shown.grid, Qt.Key.Key_5)
    assert shown.text == "A27@50"
    qtbot.keyClick(shown.grid, Qt.Key.Key_Right)
    qtbot.keyClick(shown.grid, Qt.Key.Key_0)
    assert downs(shown.text) == {"A2": 0.5, "A3": 1.0}
    qtbot.keyClick(shown.grid, Qt.Key.Key_End)
    for _ in range(3):
        qtbot.keyClick(shown.grid, Qt.Key.Key_PageDown)
    index = shown.grid.currentIndex()
    assert (index.row(), index.column()) == (KING, KING)
    qtbot.keyClick(shown.grid, Qt.Key.Key_Left)  # there is no cell
    assert shown.grid.currentIndex() == index


def test_up_cards_are_written_or_rejected(show, qtbot):
    shown = show(seats=("A 2 9", "(7-7-7)"))
    fourth = shown.part("razzRange.slot1")
    fourth.setFocus()
    qtbot.keyClicks(fourth, "[A25]")
    assert shown.text == "(7-7-7)[A25]"
    assert shown.made.document.undo_stack.count() == 1
    fourth.selectAll()
    qtbot.keyClicks(fourth, "Z")
    qtbot.keyClick(fourth, Qt.Key.Key_Return)
    assert shown.text == "(7-7-7)[A25]"
    assert fourth.problem is not None
    fourth.selectAll()
    qtbot.keyClick(fourth, Qt.Key.Key_Backspace)
    assert shown.text == "(7-7-7)"
    door = shown.part("razzRange.slot0")
    door.setFocus()
    door.selectAll()
    qtbot.keyClicks(door, "8")
    assert shown.text == "(7-7-8)"
    assert set(lit(shown)) == set(downs("(7-7-8)"))


def test_hands_with_other_up_cards_are_chosen(show):
    shown = show(seats=("4 5 9", "(7-7-7), A2T, A3T@50"))
    box = shown.part("razzRange.upCards")
    assert [box.itemText(i) for i in range(box.count())] == ["with 7 up", "with T up"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert lit(shown) == {"A2": 1.0, "A3": 0.5}
    stroke(shown.grid, (A, TWO))
    assert shown.text == "(7-7-7), A3T@50"
    stroke(shown.grid, (A, 2))
    stroke(shown.grid, (A, 2))
    assert shown.text.startswith("(7-7-7)")


def test_live_cards_head_the_columns_and_block(show):
    shown = show(seats=("A 2 9", "(8-8-)K"), dead="A A K")
    heads = [shown.grid.model_.headerData(i, Qt.Orientation.Horizontal) for i in range(13)]
    assert heads == ["1", "3", "4", "4", "4", "4", "4", "4", "3", "4", "4", "4", "2"]
    cell = shown.grid.model_.cell((A, TWO))
    assert cell.blocked == pytest.approx(1 - 3 / 16)
    assert "3 of 16 ways left" in cell.speech
    assert shown.grid.model_.cell((A, A)).blocked == 1
    ways = sum(row["combos"] for row in describe_razz("(8-8-)K", "A 2 9 A A K")["items"])
    assert f"{ways} ways left" in shown.part("razzRange.expansion").accessibleName()


@pytest.mark.parametrize("text", ["A(2-3-)", "(8-8-8-), !(3-3-)8"])
def test_a_text_beyond_the_triangle_is_left_alone(show, text):
    parse_razz(text)
    assert read_branches(text) is None
    shown = show(seats=("4 5 9", text))
    assert not shown.page.razz.tools.isEnabled()
    stroke(shown.grid, (A, TWO))
    assert shown.text == text
    assert "edit this range as text" in shown.page.problem_line.text


def test_a_known_down_card_is_reported_before_it_becomes_a_choice(show):
    shown = show(seats=("4 5 9", "A7-9"))
    assert "an exact card" in shown.page.problem_line.text
    assert write_branches([with_reach(read_branches("A7-9")[0], 3)]) == "(A7-9)"


def test_the_instructions_stay_in_the_empty_half_when_the_page_grows(show):
    shown = show(seats=("x", "A29"))
    taught = next(label for label in shown.page.findChildren(QLabel) if label.text().startswith("Top row"))
    for width, height in ((740, 660), (1100, 900)):
        shown.page.resize(width, height)
        below = taught.geometry().bottom()
        assert 0.8 * shown.grid.height() < below < shown.grid.height()


@pytest.mark.parametrize("width", [480, 640, 900])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_instructions_cover_no_pair(show, percent, width):
    shown = show(seats=("x", "A29"))
    set_text_scale(percent)
    shown.page.resize(width, 620)
    QApplication.processEvents()
    taught = next(text for text in shown.page.findChildren(QLabel) if text.text() == LEGEND)
    area = QRect(shown.grid.viewport().mapFromGlobal(taught.mapToGlobal(QPoint(0, 0))), taught.size())
    rects = {pair_cell_name(pair): shown.grid.visualRect(shown.grid.model_.index(*pair)) for pair in ALL_PAIRS}
    assert [name for name, rect in rects.items() if rect.intersects(area)] == []
