"""The table as a whole: seats come and go, board and dead cards, Tab order, dragging, the narrowest window."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine import GAMES, Problem
from engine.table.cursor import Cursor
from engine.table.slots import Slot
from gui.look.theme import current_theme
from gui.table.card_button import CARD_MIME, SLOT_MIME
from gui.words.games import GAME_WORDS
from tests.gui.table_fakes import click, part, shown, table, write


@pytest.fixture
def show(qtbot):
    return lambda *args, **kwargs: shown(qtbot, *args, **kwargs)


def test_the_dead_tray_takes_text_and_refuses_nonsense(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    write(qtbot, panel, "dead.text", "Ks 2d")
    assert made.scenario.dead == "Ks 2d"
    assert [b.face.rank for b in panel.dead.strip.buttons] == ["K", "2", ""]
    entry = write(qtbot, panel, "dead.text", "Ks Zd")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert panel.dead.problem_line.is_error
    assert panel.dead.entry.problem.position == 3
    click(qtbot, panel, "dead.clear")
    assert made.scenario.dead == ""
    assert not panel.dead.problem_line.is_error


def test_razz_dead_cards_are_bare_ranks(show, qtbot):
    made, panel = show("razz", seats=("A 2 9", "x x K"))
    write(qtbot, panel, "dead.text", "7 7 K")
    assert part(panel, "deck.rank.7").live == 2
    click(qtbot, panel, "dead.slot3")
    click(qtbot, panel, "deck.rank.Q")
    assert made.scenario.dead == "7 7 K Q"
    assert part(panel, "dead.text").text() == "7 7 K Q"


def test_the_board_fills_and_clears(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    for name in ("7h", "8h", "2c"):
        click(qtbot, panel, f"deck.{name}")
    assert made.scenario.board == "7h 8h 2c"
    click(qtbot, panel, "board.slot1")
    assert part(panel, "board.slot1").ringed()
    click(qtbot, panel, "board.slot1")  # again: take it back
    assert made.scenario.board == "7h 2c"
    click(qtbot, panel, "board.clear")
    assert made.scenario.board == ""


def test_every_game_has_a_row():
    assert list(GAME_WORDS) == list(GAMES)


def test_the_board_is_hidden_in_razz(show):
    _, panel = show("razz")
    assert not panel.board.isVisible()


def test_tab_goes_through_the_slots_in_table_order(show, qtbot):
    _, panel = show(seats=("", ""))
    panel.setFocus()
    seen = []
    for _ in range(10):
        focus = panel.focusWidget()
        seen.append(focus.objectName())
        assert focus.ringed()
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    seats = [f"seat{s}.slot{i}" for s in range(2) for i in range(2)]
    assert seen == [*seats, *(f"board.slot{i}" for i in range(5)), "dead.slot0"]


def test_seats_are_added_up_to_the_limit_and_removed_down_to_one(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    for _ in range(8):
        click(qtbot, panel, "addSeat")
    assert [s.name for s in made.scenario.seats][-1] == "Seat 10"
    assert not part(panel, "addSeat").isEnabled()
    for _ in range(9):
        click(qtbot, panel, "seat0.remove")
    assert [s.name for s in made.scenario.seats] == ["Seat 10"]
    assert len(panel.seats.rows) == 1
    assert not part(panel, "seat0.remove").isEnabled()
    for _ in range(17):
        made.document.undo_stack.undo()
    assert made.cards() == ["AhAd", "KhKd"]


def test_new_seats_have_names_of_their_own(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd", ""))
    click(qtbot, panel, "seat0.remove")
    click(qtbot, panel, "addSeat")
    assert [s.name for s in made.scenario.seats] == ["Seat 2", "Seat 3", "Seat 4"]


def test_rows_are_rebuilt_for_the_other_game(show, qtbot):
    made, panel = show(seats=("AhAd", "KhKd"))
    razz = table("razz", seats=("A 2 9", "(7-7-7)", "x")).scenario
    made.document.replace("Switch", razz)
    assert [row.parts.entry.text() for row in panel.seats.rows] == ["A 2 9", "(7-7-7)", "x"]
    qtbot.waitUntil(part(panel, "seat1.slot6").isVisible)
    made.document.undo_stack.undo()
    assert [row.parts.entry.text() for row in panel.seats.rows] == ["AhAd", "KhKd"]


def test_a_refused_card_is_told_at_its_field_and_forgotten_with_the_next(show, qtbot):
    made, panel = show("razz", seats=("7 7 7", "A 2 7"))
    click(qtbot, panel, "dead.slot0")
    made.table_input.put_rank(6)
    message = [panel.notice, panel.dead.problem_line, *(row.parts.problem_line for row in panel.seats.rows)]
    assert any(line.is_error for line in message)
    made.table_input.put_rank(0)
    assert not any(line.is_error for line in message)


def test_an_error_moves_no_seat_that_the_mouse_is_over(show, qtbot):
    """Neither one of a seat above nor one of the board: both are next to the button below until the mouse has left."""
    made, panel = show(seats=("AhAd", "KhKd", "QhQd"))
    first, second, _ = panel.seats.rows
    fold, away = part(panel, "seat2.fold"), part(panel, "deck.2c")

    def rest():
        QApplication.processEvents()
        return [row.mapTo(panel, QPoint()).y() for row in panel.seats.rows]

    places = rest()
    QTest.mouseMove(fold)
    qtbot.waitUntil(panel.seats.underMouse)
    entry = write(qtbot, panel, "seat1.text", "KhZd")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert entry.problem is not None
    assert not second.parts.problem_line.isVisible()
    assert panel.notice.text.startswith("Seat 2: ")
    assert rest() == places
    QTest.mouseMove(first.parts.name)  # above the row: the rows below may move
    qtbot.waitUntil(second.parts.problem_line.isVisible)
    qtbot.waitUntil(lambda: rest()[2] > places[2])
    assert rest()[:2] == places[:2]
    assert not panel.notice.text
    lower = rest()
    QTest.mouseMove(fold)
    write(qtbot, panel, "seat1.text", "KhKs")
    assert made.scenario.seats[1].cards == "KhKs"
    assert rest() == lower
    panel.show_problem(Problem("board", "this card is not in the deck any more"))
    assert not panel.board.problem_line.isVisible()
    assert panel.notice.text == "this card is not in the deck any more"
    assert rest() == lower
    QTest.mouseMove(away)
    qtbot.waitUntil(panel.board.problem_line.isVisible)
    assert not second.parts.problem_line.isVisible()
    assert not panel.notice.text


def test_everything_that_can_be_used_has_a_name_for_screen_readers(show):
    for game in ("holdem", "razz"):
        _, panel = show(game, seats=("", "", ""))
        seat = [f"seat0.{name}" for name in ("text", "name", "fold", "remove", "details", "random", "slot0")]
        for name in (*seat, "dead.slot0", "dead.text", "dead.clear", "board.clear", "addSeat"):
            assert part(panel, name).accessibleName(), name


def test_the_slots_of_the_flop_are_told_apart(show):
    _, panel = show(seats=("AhAd", ""), board="7s")
    names = [part(panel, f"board.slot{i}").accessibleName() for i in range(5)]
    assert names == ["flop, first card: 7s", "flop, second card", "flop, third card", "turn", "river"]


def test_six_seats_fit_the_narrowest_panel(show, qtbot):
    _, panel = show(seats=("AsAd", "TT+, AQs+", "random", "random", "random", "random"))
    panel.resize(440, 560)
    panel.grab()
    scroll = panel.seats.scroll_area
    assert scroll.widget().width() <= scroll.viewport().width()
    qtbot.waitUntil(lambda: max(row.height() for row in panel.seats.rows) <= 68)
    for row in panel.seats.rows:
        assert row.rect().contains(part(row, f"seat{row.index}.equity").geometry())


def mime(kind, text):
    data = QMimeData()
    data.setData(kind, text.encode())
    return data


def test_cards_are_dropped_on_slots(show):
    made, panel = show(seats=("AhAd", "22+"))
    slot = part(panel, "dead.slot0")
    slot.dropped.emit(slot.slot, mime(CARD_MIME, "Ks"))
    assert made.scenario.dead == "Ks"
    slot = part(panel, "board.slot0")
    slot.dropped.emit(slot.slot, mime(SLOT_MIME, "seat 0 1"))
    assert (made.cards(), made.scenario.board) == (["Ah", "22+"], "Ad")
    slot.dropped.emit(slot.slot, mime(SLOT_MIME, "seat 0 0"))  # onto a card: they change places
    assert (made.cards(), made.scenario.board) == (["Ad", "22+"], "Ah")
    slot.dropped.emit(slot.slot, mime(SLOT_MIME, "pocket 3 1"))
    slot.dropped.emit(slot.slot, mime(CARD_MIME, "nonsense"))
    assert (made.cards(), made.scenario.board) == (["Ad", "22+"], "Ah")


@pytest.mark.parametrize(
    "slot_text", ["seat 7 1", "seat 2 0", "seat 0 9", "board 0 40", "dead 0 40", "seat -1 0", "seat x 0", "seat 0"]
)
def test_a_slot_that_is_not_on_this_table_is_no_card(show, slot_text):
    """It may be dragged from another window, which has more seats."""
    made, panel = show(seats=("AhAd", "22+"))
    before = made.scenario
    slot = part(panel, "dead.slot0")
    slot.dropped.emit(slot.slot, mime(SLOT_MIME, slot_text))
    assert made.scenario == before


def test_what_is_dropped_may_be_no_text(show):
    made, panel = show(seats=("AhAd", "22+"))
    before = made.scenario
    slot = part(panel, "dead.slot0")
    for kind in (SLOT_MIME, CARD_MIME):
        data = QMimeData()
        data.setData(kind, b"\xff\xfe")
        slot.dropped.emit(slot.slot, data)
    assert made.scenario == before


def test_razz_ranks_are_dropped_on_slots(show):
    made, panel = show("razz", seats=("A 2 9", ""))
    slot = part(panel, "seat1.slot2")
    slot.dropped.emit(slot.slot, mime(CARD_MIME, "K"))
    assert made.cards() == ["A 2 9", "x x K"]


@pytest.mark.parametrize(
    ("name", "kind", "text"), [("deck.Ks", CARD_MIME, "Ks"), ("seat0.slot1", SLOT_MIME, "seat 0 1")]
)
def test_cards_are_dragged(show, qtbot, monkeypatch, name, kind, text):
    _, panel = show(seats=("AhAd", "22+"))
    dragged = []
    monkeypatch.setattr(QDrag, "exec", lambda drag, _: dragged.append(bytes(drag.mimeData().data(kind).data())))
    card = part(panel, name)
    middle = card.rect().center()
    qtbot.mousePress(card, Qt.MouseButton.LeftButton, pos=middle)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(middle + QPoint(30, 0)),
        QPointF(card.mapToGlobal(middle + QPoint(30, 0))),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    card.mouseMoveEvent(event)
    assert dragged == [text.encode()]


@pytest.mark.parametrize(("game", "seats"), [("holdem", 6), ("razz", 8)])
def test_a_full_table_fits_without_scrolling_at_the_default_size(show, qtbot, game, seats):
    _, panel = show(game, seats=("x",) * seats if game == "razz" else ("random",) * seats)
    panel.resize(540, 700)
    panel.grab()
    scroll = panel.seats.scroll_area
    qtbot.waitUntil(lambda: scroll.widget().height() <= scroll.viewport().height())
    for row in panel.seats.rows:
        assert row.width() <= scroll.viewport().width()
        assert row.rect().contains(part(row, f"seat{row.index}.equity").geometry())


def test_a_seat_added_by_the_button_comes_into_sight(show, qtbot):
    _, panel = show(seats=("random",) * 8)
    panel.resize(540, 560)
    scroll = panel.seats.scroll_area
    click(qtbot, panel, "addSeat")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().value() == scroll.verticalScrollBar().maximum() > 0)


def test_the_row_that_the_next_card_goes_to_has_the_frame(show):
    """Whoever the pages show: the deck speaks of the seat with the ring, and so does the frame."""
    made, panel = show("razz", seats=("A 2 9", "3 4 7"))
    for seat in (1, 0, 1):
        made.document.set_cursor(Cursor(Slot("seat", seat, 3), seat=0, pinned=True))
        edges = [row.grab().toImage().pixelColor(row.width() // 2, 0).name() for row in panel.seats.rows]
        theme = current_theme()
        assert edges[seat] != edges[1 - seat]
        assert [edge == theme.seat(i).name() for i, edge in enumerate(edges)] == [i == seat for i in range(2)]


def test_cards_clicked_after_a_range_was_typed_go_to_the_flop(show, qtbot):
    """Nobody presses Enter in between; a range that is there before is replaced where its seat is pointed at."""
    made, panel = show(seats=("AhKd", ""))
    click(qtbot, panel, "seat1.slot0")
    for text in ("22+, ATs+, KQo", "TT+"):
        write(qtbot, panel, "seat1.text", text)
        for name in ("7h", "8h"):
            click(qtbot, panel, f"deck.{name}")
        assert (made.scenario.seats[1].cards, made.scenario.board) == (text, "7h 8h")
        click(qtbot, panel, "board.clear")
    click(qtbot, panel, "seat1.slot0")
    click(qtbot, panel, "deck.Qs")
    click(qtbot, panel, "deck.Qd")
    assert (made.scenario.seats[1].cards, made.scenario.board) == ("QsQd", "")
    write(qtbot, panel, "seat1.text", "8s")
    click(qtbot, panel, "deck.8c")
    assert (made.scenario.seats[1].cards, made.scenario.board) == ("8s8c", "")


def test_ranks_clicked_after_a_razz_range_was_typed_go_to_the_next_door(show, qtbot):
    made, panel = show("razz", seats=("", ""))
    write(qtbot, panel, "seat0.text", "(7-7-7)")
    click(qtbot, panel, "deck.rank.K")
    assert [seat.cards for seat in made.scenario.seats] == ["(7-7-7)", "x x K"]
    click(qtbot, panel, "deck.rank.2")
    assert made.scenario.seats[0].cards == "(7- 7- 7) 2"
    qtbot.keyClick(write(qtbot, panel, "seat1.text", "x"), Qt.Key.Key_Backspace)
    entry = write(qtbot, panel, "seat0.text", "(8-8-8)")
    qtbot.keyClick(entry, Qt.Key.Key_Return)
    assert made.document.cursor.slot == Slot("seat", 1, 2)
