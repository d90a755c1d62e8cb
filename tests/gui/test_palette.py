"""The palette: what is found by which letters, quick questions and their answers, and the keys of the pop-up."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from engine import Scenario, ScenarioError, Seat
from engine.ranges.holdem import parse_range
from engine.ranges.library import presets
from gui.shell.palette import GIVE, NO_HANDS, NOTHING, PUT, Palette, QuickAnswers, quick_question
from gui.shell.palette_sources import BLOCK, MAX_MATCHES, Names, PaletteItem, match
from gui.state.latest import Questions
from tests.function_calls import calls
from tests.gui.table_fakes import table

HOLDEM = Scenario("holdem", (Seat("Hero", ""), Seat("BB", "")))
RAZZ = Scenario("razz", (Seat("Hero", ""), Seat("BB", "")))


def item(title, detail="Edit"):
    return PaletteItem(title, detail, lambda: None)


ITEMS = [
    item("New table", "File"),
    item("Next card", "page"),
    item("Copy results"),
    item("Paste on the table"),
    item("UTG opens", "Presets › Six-max"),
    item("Straße & İstanbul"),
    item("What’s odd"),
]


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("", [i.title for i in ITEMS]),
        ("ne", ["New table", "Next card"]),
        ("table", ["New table", "Paste on the table"]),
        ("TABLE new", ["New table"]),
        ("nt", ["New table"]),
        ("pott", ["Paste on the table"]),
        ("ard", ["Next card"]),
        ("six", ["UTG opens"]),
        ("utg six", ["UTG opens"]),
        ("edit c", ["Copy results"]),
        ("straße", ["Straße & İstanbul"]),
        ("what's", ["What’s odd"]),
        ("wt", []),
        ("zzz", []),
    ],
)
def test_words_are_found_by_beginnings_letters_and_initials(typed, titles):
    assert [result.item.title for result in Names(ITEMS).find(typed)] == titles


def test_the_nearest_comes_first_and_its_letters_are_known():
    values = Names([item("Uncovered"), item("Add columns"), item("Copy"), item("Card of odds")]).find("co")
    assert [f.item.title for f in values] == ["Copy", "Add columns", "Card of odds", "Uncovered"]
    assert [f.letters for f in values] == [(0, 1), (4, 5), (0, 5), (2, 3)]


@pytest.mark.parametrize(
    ("text", "game", "hands", "is_hand"),
    [
        ("AKs v 22+", HOLDEM, ["AKs", "22+"], False),
        ("AKs vs. 22+ | 7h8h2c", HOLDEM, ["AKs", "22+"], False),
        ("AKs", HOLDEM, ["AKs", "random"], True),
        ("22+, ATs+", HOLDEM, ["22+, ATs+", "random"], True),
        ("ahkh", HOLDEM, ["AhKh", "random"], True),
        ("A29 v (7-7-7)", RAZZ, ["A29", "(7-7-7)"], False),
        ("razz | A29 v x", HOLDEM, ["A29", "x"], False),
        ("AKs v 22+", RAZZ, ["AKs", "22+"], False),
        ("(7-7-7)", RAZZ, ["(7-7-7)", "x"], True),
        ("A29 | dead K", RAZZ, ["A29"], False),
        ("A23 v 456", HOLDEM, ["A23", "456"], False),
        ("A29 v (7-7-7) v x | dead QJ", HOLDEM, ["A29", "(7-7-7)", "x"], False),
        ("(7-7-7)", HOLDEM, ["(7-7-7)", "x"], True),
        ("AhKh v QQ | 7h8h2c", RAZZ, ["AhKh", "QQ"], False),
        ("22+, ATs+", RAZZ, ["22+, ATs+", "random"], True),
    ],
)
def test_hands_and_tables_are_questions(text, game, hands, is_hand):
    asked = quick_question(text, game)
    assert [seat.cards for seat in asked.scenario.seats] == hands
    assert bool(asked.hand) == is_hand


@pytest.mark.parametrize("text", ["", "A", "copy", "Kelly", "new table", "Seat 2", "AhAh"])
def test_words_are_no_questions(text):
    assert quick_question(text, HOLDEM) is None


def test_a_table_that_cannot_be_read_says_why():
    with pytest.raises(ScenarioError, match="22x"):
        quick_question("AKs v 22x", HOLDEM)


SIGNS = st.text("abAB19 ›·/-_ßİΣ\N{GRINNING FACE}\n", max_size=12)


def item_with_synonyms(title, detail, synonyms):
    return PaletteItem(title, detail, lambda: None, synonyms=synonyms)


@given(
    st.lists(st.builds(item_with_synonyms, SIGNS, SIGNS, SIGNS), max_size=30), st.lists(SIGNS, min_size=1, max_size=3)
)
def test_all_at_once_finds_what_each_item_by_itself_would_give(items, texts):
    names = Names(items)
    for typed in (*texts, " ".join(texts)):
        words = typed.lower().split()
        message = [result for one in items if (result := match(words, one)) is not None]
        result = names.find(typed)
        if len(typed.lower()) == len(typed):
            assert result == sorted(message, key=lambda one: one.distance)[:MAX_MATCHES]


def test_items_are_taken_as_they_are_needed():
    taken = []
    names = Names(taken.append(i) or item(f"Range {i}") for i in range(3 * BLOCK))
    assert names.find("")[-1].item.title == f"Range {MAX_MATCHES - 1}"
    assert len(taken) == MAX_MATCHES
    assert names.gather()
    assert len(taken) == MAX_MATCHES + BLOCK
    assert names.find(f"range {3 * BLOCK - 1}")[0].item.title == f"Range {3 * BLOCK - 1}"
    assert not names.gather()
    assert [result.item.title for result in names.find("1 9 range")][:2] == ["Range 19", "Range 91"]


def test_no_names_are_searched():
    assert Names(()).find("") == Names(()).find("a") == []


def test_ten_thousand_names_are_gone_through_together():
    names = Names(item(f"My range {i} against {i % 97}", "own › folder") for i in range(10_000))
    while names.gather():
        pass
    for typed in ("", "r", "my range 77", "zzz"):
        assert calls(names.find, typed) < 10_000  # less than one a name
        assert len(names.find(typed)) <= MAX_MATCHES
    assert names.find("against 96 9")[0].item.title == "My range 96 against 96"


class Made:
    """A palette over a window, with a table that takes what is put on it."""

    def __init__(self, qtbot):
        self.table = table(seats=("", ""))
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1024, 680)
        self.window.show()
        self.questions = Questions("palette")
        self.answers = QuickAnswers(self.table.document, self.table.table_input, self.questions, self.window)
        self.done = []
        names = ("New table", "Next card", "Random hand", *(f"Range {i}" for i in range(30)))
        self.items = [PaletteItem(name, "File", partial(self.done.append, name), "Ctrl+N") for name in names]

    def open(self):
        palette = Palette((lambda: self.items,), self.answers, self.window)
        palette.open()
        return palette


@pytest.fixture
def made(qtbot):
    result = Made(qtbot)
    yield result
    result.questions.shut_down()


def titles(palette):
    model = palette.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def keys(palette, *pressed):
    for key in pressed:
        QTest.keyClick(palette.entry, key)


def test_typing_and_enter_does_it_and_the_palette_is_gone(made):
    palette = made.open()
    assert palette.entry.hasFocus()
    QTest.keyClicks(palette.entry, "nt")
    assert titles(palette) == ["New table"]
    keys(palette, Qt.Key.Key_Return)
    assert made.done == ["New table"]


def test_arrows_go_round_and_pages_stop_at_the_ends(made):
    palette = made.open()
    key = Qt.Key
    rows = []
    for pressed in (key.Key_Down, key.Key_Up, key.Key_Up, key.Key_Down, key.Key_PageDown):
        keys(palette, pressed)
        rows.append(palette.list.currentIndex().row())
    assert rows == [1, 0, 32, 0, 10]
    keys(palette, key.Key_PageUp, key.Key_PageUp)
    assert palette.list.currentIndex().row() == 0
    assert palette.entry.hasFocus()
    keys(palette, key.Key_Escape)
    assert made.done == []


def test_screen_readers_are_told_the_row_that_is_chosen(made):
    palette = made.open()
    assert QAccessible.queryAccessibleInterface(palette.entry).text(QAccessible.Text.Name) == "Find anything"
    assert palette.entry.accessibleDescription() == "New table, File, Ctrl+N"
    keys(palette, Qt.Key.Key_Down)
    assert palette.entry.accessibleDescription() == "Next card, File, Ctrl+N"
    QTest.keyClicks(palette.entry, "zzzz")
    assert palette.entry.accessibleDescription() == NOTHING
    keys(palette, Qt.Key.Key_Return, Qt.Key.Key_Escape)


def test_the_line_below_says_what_else_can_be_asked_and_why_a_text_is_not_read(made):
    made.table.document.edit("Table", seats=(Seat("Ann", "AhKh"), Seat("Bob", "22+")))
    palette = made.open()
    below = palette.findChild(QLabel, "palette.hint")
    for text, words in (
        ("AKs v 22+", "| dead Ks2d"),
        ("small pairs", "'small' is not a hand or range; did you mean 66-22? (at character 1)"),
        ("AKs", "more hands after v"),
        ("top 10% v any two", "'top 10%' is read as 10%; 'any two' is read as random"),
        ("KK:0.5, QQ, KK v JJ", "KK is given twice; the later 'KK' is used"),
        ("razz | A-2-3 v 678", "'A-2-3' is A or lower, 2 or lower, 3; one hand is A23"),
        ("14d13d v QQ", "14d is read as Ad: 11, 12, 13, 14 are J, Q, K, A"),
        ("AA, #UTG#", "'#UTG#' is a label or comment, not a hand: it is ignored"),
        ("how often 1 has QQ, QQ", "QQ is given twice; the later 'QQ' is used"),
        ("sb shove v AA", "3 BB, small blind jams (Heads-up, 3 BB (SB vs BB))"),
        ("how often does seat 1 win", "by 1 river hand"),
    ):
        palette.entry.clear()
        QTest.keyClicks(palette.entry, text)
        assert words in below.text()
        assert below.height() == below.heightForWidth(below.width()), "no blank space around it"
    keys(palette, Qt.Key.Key_Escape)


def test_a_row_is_done_by_a_click(made):
    palette = made.open()
    rect = palette.list.visualRect(palette.list.model().index(1, 0))
    QTest.mouseClick(palette.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert made.done == ["Next card"]


def test_a_question_is_answered_and_put_on_the_table(made, qtbot):
    palette = made.open()
    QTest.keyClicks(palette.entry, "AhKh v QQ | 2c3c4d8s9s")
    assert titles(palette) == ["AhKh v QQ · Board 2c3c4d8s9s"]
    qtbot.waitUntil(lambda: titles(palette) == ["AhKh v QQ · Board 2c3c4d8s9s: 0.0\u00a0%"])
    assert palette.entry.accessibleDescription().endswith(PUT)
    keys(palette, Qt.Key.Key_Return)
    assert made.table.cards() == ["AhKh", "QQ"]
    made.table.document.undo_stack.undo()
    assert made.table.cards() == ["", ""]


def test_a_hand_is_given_to_the_marked_seat_too(made):
    made.table.document.choose_seat(1)
    palette = made.open()
    QTest.keyClicks(palette.entry, "22+, ATs+")
    assert titles(palette) == ["22+, ATs+ v random", "22+, ATs+"]
    keys(palette, Qt.Key.Key_Down)
    assert palette.entry.accessibleDescription() == f"22+, ATs+, 94 combos · {GIVE} Seat 2"
    keys(palette, Qt.Key.Key_Return)
    assert made.table.cards() == ["", "22+, ATs+"]


def test_what_is_called_so_comes_before_the_answer(made):
    palette = made.open()
    QTest.keyClicks(palette.entry, "random")
    assert titles(palette) == ["Random hand", "random v random", "random"]
    palette.close()


def test_a_table_that_cannot_be_read_is_told(made):
    palette = made.open()
    QTest.keyClicks(palette.entry, "AKs v AhKy")
    (text,) = titles(palette)
    assert text.startswith("Seat 2: ")
    keys(palette, Qt.Key.Key_Return)
    assert made.table.cards() == ["", ""]


def test_how_often_asks_about_the_table_and_shows_the_page(made, qtbot):
    shown = []
    made.answers.page_requested.connect(shown.append)
    made.table.document.edit("Table", seats=(Seat("Hero", "AhKh"), Seat("BB", "QQ")), board="2c3c4d8s9s")
    palette = made.open()
    QTest.keyClicks(palette.entry, "how often ")
    assert titles(palette) == ["continue the question, e.g. how often do I win"]
    QTest.keyClicks(palette.entry, "2 wns")
    assert "did you mean wins" in titles(palette)[0]
    keys(palette, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
    QTest.keyClicks(palette.entry, "ins")
    assert titles(palette) == ["how often 2 wins"]
    qtbot.waitUntil(lambda: titles(palette) == ["how often 2 wins: 100.0\u00a0%"])
    keys(palette, Qt.Key.Key_Return)
    assert made.table.document.scenario.ask.question == "2 wins"
    assert shown == ["Ask"]


@pytest.mark.parametrize(
    "text", ["how often do I flop top pair or better on a two-tone flop", "my equity when villain has a set"]
)
def test_a_question_at_a_table_without_hands_says_what_is_missing(made, text):
    made.table.document.edit("Table", seats=(Seat("Hero", ""), Seat("BB", "")))
    palette = made.open()
    QTest.keyClicks(palette.entry, text)
    assert titles(palette) == [NO_HANDS]


@pytest.mark.parametrize("hands", [("", ""), ("AhKh", "QQ")])
def test_a_sum_needs_no_hands_and_is_not_taken_for_a_line_of_two(made, hands):
    made.table.document.edit("Table", seats=(Seat("Hero", hands[0]), Seat("BB", hands[1])))
    palette = made.open()
    QTest.keyClicks(palette.entry, "mdf against a 75% pot bet")
    assert "at least 57.1\u00a0% of your range" in titles(palette)[0]


def test_how_often_i_win_is_about_the_selected_seat(made, qtbot):
    made.table.document.edit("Table", seats=(Seat("Ann", "AhKh"), Seat("BB", "QQ")), board="2c3c4d8s9s")
    for seat in range(2):
        made.table.document.choose_seat(seat)
        palette = made.open()
        QTest.keyClicks(palette.entry, "how often do I win")
        assert titles(palette) == [f"how often {seat + 1} wins"]
        keys(palette, Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    ("typed", "folder", "name"),
    [
        ("BTN call v CO open", "vs CO open", "BTN: call"),
        ("SB 3-bet v BTN open", "vs BTN open", "SB: 3-bet"),
        ("BB call vs SB open", "vs SB open", "BB: call"),
        ("MP 3-bet v UTG open", "vs UTG open", "MP: 3-bet"),
    ],
)
def test_presets_are_found_by_what_happened_before_the_flop(typed, folder, name):
    """The palette finds the range, and a range field reads the same words as the same range."""
    items = [
        PaletteItem(entry.name, f"Presets › {' › '.join(path)} · for Hero", lambda: None)
        for path, entry in presets().walk()
    ]
    best = Names(items).find(typed)[0].item
    assert (best.title, best.detail) == (name, f"Presets › 6-max, vs open › {folder} · for Hero")
    text = next(entry.text for path, entry in presets().walk() if path[-1] == folder and entry.name == name)
    assert (parse_range(typed).weights == parse_range(text).weights).all()
