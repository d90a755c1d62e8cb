"""A number that was read for a rank is said where the card was typed or pasted."""

import pytest

from tests.gui.table_fakes import part, shown, table, write

READ = "12d is read as Qd: 1 is an ace, 11, 12, 13 are J, Q, K"


@pytest.fixture
def show(qtbot):
    """Return a shown table, its panel and what it has said."""

    def make(*args, **kwargs):
        made, panel = shown(qtbot, *args, **kwargs)
        said = []
        made.table_input.noticed.connect(said.append)
        return made, panel, said

    return make


@pytest.mark.parametrize(
    ("field", "game", "seats", "typed", "kept"),
    [
        ("seat1.text", "holdem", ("", ""), "12d3h", "Qd3h"),
        ("dead.text", "holdem", ("AA", "KK"), "12d 3h", "Qd 3h"),
        ("dead.text", "razz", ("A29", "345"), "12d3h", "Qd3h"),
    ],
)
def test_typed_cards(show, qtbot, field, game, seats, typed, kept):
    made, panel, said = show(game, seats)
    entry = write(qtbot, panel, field, typed)
    assert said == [READ]
    assert entry.text() == kept
    assert kept in (*made.cards(), made.scenario.dead)
    write(qtbot, panel, field, "Qs4h")
    assert said == [READ]


@pytest.mark.parametrize(
    ("typed", "hand", "read"), [("12d3h", "Qd3h", READ), ("1d13h", "AdKh", None), ("11d10h", "JdTh", None)]
)
def test_cards_typed_into_slots(qapp, typed, hand, read):
    made = table()
    said = []
    made.table_input.noticed.connect(said.append)
    for sign in typed:
        assert made.table_input.type_text(sign)
    assert made.cards()[0] == hand
    assert said
    assert read in (None, *said)


def test_the_cursor_stays_where_somebody_types(show, qtbot):
    made, panel, _ = show(seats=("Kh", ""))
    entry = part(panel, "seat0.text")
    entry.setFocus()
    entry.setCursorPosition(0)
    qtbot.keyClicks(entry, "12d")
    assert (entry.text(), entry.cursorPosition()) == ("QdKh", 2)
    assert made.cards()[0] == "QdKh"


@pytest.mark.parametrize(
    ("text", "read"), [("12d3h", [READ]), ("Qd3h", []), ("12d3h v KK | 2c3c4d", [f"Seat 1: {READ}"])]
)
def test_pasted_cards(qapp, text, read):
    made = table()
    said = []
    made.table_input.noticed.connect(said.append)
    made.table_input.paste(text)
    assert made.cards()[0].replace(" ", "") == "Qd3h"
    assert said == read


def test_nothing_is_said_of_a_refused_text(qapp):
    made = table(seats=("Qd3h", ""))
    said = []
    made.table_input.noticed.connect(said.append)
    made.table_input.paste("12d")
    assert said == []
