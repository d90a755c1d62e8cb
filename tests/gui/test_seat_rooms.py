"""How much room the rows of seats take: narrow tables, many seats."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionFrame

from engine import Seat
from gui.look.scale import set_text_scale
from gui.look.theme import LIGHT, stylesheet
from gui.table.seat_parts import NAME_MARGIN
from gui.table.table_panel import TablePanel
from gui.words.captions import combo_counts
from tests.gui.object_names import settle
from tests.gui.table_fakes import click, result, shown, table


@pytest.fixture
def panel_of(expose):
    def build(made, width, height):
        panel = TablePanel(made.context)
        panel.setStyleSheet(stylesheet(LIGHT))
        return expose(panel, (width, height))

    return build


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
@pytest.mark.parametrize("width", [472, 479, 540])
def test_razz_rows_fit_into_a_narrow_table(qtbot, panel_of, seats, width):
    """At 1024 x 680 the table is 479 pixels wide: nothing of a row may hang out, whatever stands in it."""
    hands = ("a29 4", "xxK 5", "(7-7-)7 9", "xxQ 8", "xx3 T", "xx5 J", "xx6 Q", "xx8 8")[:seats]
    made = table("razz", hands, folded=(3,))
    for seat in range(seats):
        named = replace(made.scenario.seats[seat], name="A rather long name")
        made.document.edit("Name", seats=(*made.scenario.seats[:seat], named, *made.scenario.seats[seat + 1 :]))
    panel = panel_of(made, width, 560)
    room = panel.seats.scroll_area.viewport().width()
    assert panel.minimumSizeHint().width() <= 479
    qtbot.waitUntil(lambda: all(row.width() <= room for row in panel.seats.rows))
    made.session.show(result(made.scenario, (1 / seats,) * seats))
    settle()
    if width >= 479:  # no card lies on the next one
        strips = [row.parts.strip for row in panel.seats.rows]
        assert all(strip.width() >= strip.sizeHint().width() for strip in strips)


@pytest.mark.parametrize(("game", "seats", "size"), [("holdem", 9, (540, 689)), ("holdem", 10, (540, 689)),
                                                     ("razz", 8, (472, 569))])  # fmt: skip
def test_many_seats_have_a_line_each_and_are_all_seen(qtbot, panel_of, game, seats, size):
    """The sizes are those of the table in a window of 1280 x 800 and of 1024 x 680."""
    made = table(game, ("",) * seats if game == "holdem" else ("a29", *("xx" + "K5Q3J84"[i] for i in range(7))))
    panel = panel_of(made, *size)
    rows, view = panel.seats.rows, panel.seats
    qtbot.waitUntil(lambda: {row.height() for row in rows} == {36})
    assert all(view.rect().contains(QRect(row.mapTo(view, QPoint(0, 0)), row.size())) for row in rows)
    assert all(not row.visibleRegion().isEmpty() for row in rows)
    click(qtbot, panel, f"seat{seats - 1}.fold")
    assert {row.height() for row in rows} == {36}
    for row in rows[:-1]:
        parts = row.parts
        seen = (parts.strip, parts.name, parts.entry, parts.fold, parts.remove, parts.chevron, parts.figure, parts.bar)
        shapes = [part.geometry() for part in seen if part.isVisible()]
        assert parts.fold.isVisible() or parts.badge.text  # the menu of the seat folds, too
        assert all(row.rect().contains(shape) for shape in shapes)
        assert not any(a.intersects(b) for i, a in enumerate(shapes) for b in shapes[:i])


@pytest.mark.parametrize(("game", "seats"), [("holdem", 9), ("holdem", 10), ("razz", 8)])
def test_hero_stays_in_sight_however_far_the_others_are_scrolled(qtbot, panel_of, game, seats):
    made = table(game, ("",) * seats)
    panel = panel_of(made, 479, 480 if game == "holdem" else 400)
    bar = panel.seats.scroll_area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    click(qtbot, panel, "seat1.name")
    bar.setValue(bar.maximum())
    hero, last = panel.seats.rows[0], panel.seats.rows[-1]
    qtbot.waitUntil(lambda: hero.width() == last.width())
    assert hero.visibleRegion().boundingRect() == hero.rect()
    assert last.visibleRegion().boundingRect() == last.rect()


def test_a_long_name_shows_its_beginning_and_that_there_is_more(qtbot, panel_of):
    made = table("holdem", ("AhAd", "random"))
    panel = panel_of(made, 479, 560)
    name = panel.seats.rows[0].parts.name
    name.setFocus()
    name.selectAll()
    qtbot.keyClicks(name, "An exceedingly long name of a seat")
    qtbot.waitUntil(name.hasFocus)
    qtbot.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not name.hasFocus())  # the keyboard goes back to the cards
    assert made.scenario.seats[0].name == "An exceedingly long name of a seat"
    assert name.visible_text().startswith("An exceed")
    assert name.visible_text().endswith("…")
    QApplication.sendEvent(name, QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint()))
    assert name.toolTip() == name.text()


@pytest.mark.parametrize("size", [(540, 569), (472, 569), (432, 490)])
def test_hands_and_names_can_be_read_beside_a_badge(qtbot, panel_of, size):
    """Cards first, then the name, then the badge: the tools give way, the menu of the seat has them, too."""
    made = table("razz", ("A 2 7", "x x K", "(7-7-7)", "xx4", "xx5", "xx6", "xx7", "xx8"))
    panel = panel_of(made, *size)
    badge = panel.seats.rows[1].parts.badge
    assert badge.text == "bring-in"
    assert badge.minimumSizeHint().width() == badge.sizeHint().width(), "the word is not shortened"
    for row, text in zip(panel.seats.rows, ("A 2 7", "x x K", "(7-7-7)"), strict=False):
        parts = row.parts
        qtbot.waitUntil(lambda parts=parts: parts.name.visible_text() == parts.name.text())
        option = QStyleOptionFrame()
        parts.entry.initStyleOption(option)
        shape = parts.entry.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, parts.entry)
        room = shape.width() - 2 * NAME_MARGIN
        assert parts.entry.text() == text
        assert parts.entry.fontMetrics().horizontalAdvance(text) <= room
        assert parts.strip.width() == parts.strip.sizeHint().width()
        assert not parts.badge.text or parts.badge.width() == parts.badge.sizeHint().width()


@pytest.mark.parametrize(("percent", "size"), [(125, (560, 640)), (150, (575, 640))])
def test_the_bring_in_keeps_its_word_in_large_text(qtbot, panel_of, percent, size):
    """The sizes are those of the table in a window of 1280 x 800."""
    made = table("razz", ("A 2 7", "x x K", "(7-7-7)", "xx4", "xx5", "xx6", "xx7", "xx8"))
    panel = panel_of(made, *size)
    set_text_scale(percent)
    settle()
    parts = panel.seats.rows[1].parts
    assert parts.badge.text == "bring-in"
    assert parts.badge.width() == parts.badge.sizeHint().width() == parts.badge.minimumSizeHint().width()
    for row in panel.seats.rows:
        shapes = [
            part.geometry()
            for part in (row.parts.strip, row.parts.name, row.parts.entry, row.parts.badge, row.parts.figure)
            if part.isVisible()
        ]
        assert all(row.rect().contains(shape) for shape in shapes)
        assert not any(a.intersects(b) for i, a in enumerate(shapes) for b in shapes[:i])


@pytest.mark.parametrize("game", ["holdem", "razz"])
@pytest.mark.parametrize("width", [380, 400, 432, 460, 479, 520, 556, 700])
def test_a_row_that_needs_more_room_than_there_is_cuts_no_equity(qtbot, panel_of, game, width):
    """A folded seat that shows seven cards made all the rows wider than their list: the equities were cut off, until
    it was unfolded.
    """
    hands = {"holdem": ("AhKh", "QQ+, AKs, KJo+, 76s", "random", "22+"),
             "razz": ("A 2 7", "x x K 5 4 3", "2 3 8 J Q K 4", "x x 9 5 6 7")}[game]  # fmt: skip
    made = table(game, hands)
    panel = panel_of(made, width, 520)
    view = panel.seats.scroll_area.viewport()
    for folded in ((), (2,), (1, 2), (2,), (), (3,)):
        seats = tuple(replace(s, folded=i in folded, name="Maximilian") for i, s in enumerate(made.scenario.seats))
        made.document.edit("Fold", seats=seats)
        made.session.show(result(made.scenario, (0.4, 0.3, 0.2, 0.1), 0.001))
        qtbot.waitUntil(lambda: all(row.width() <= view.width() for row in panel.seats.rows[1:]))
        settle()
        for row in panel.seats.rows:
            figure = row.parts.figure
            if figure.isVisible():
                shape = QRect(figure.mapTo(row, QPoint()), figure.size())
                assert row.rect().contains(shape)
                assert figure.width() == figure.sizeHint().width()
                assert view.width() >= shape.right() + 1


@pytest.mark.parametrize("seats", [2, 5, 9])
@pytest.mark.parametrize("width", [432, 472, 540])
def test_a_row_says_that_a_filter_is_in_force(qtbot, panel_of, seats, width):
    """However little room there is; before a card is dealt that the filter goes by, it takes nothing away."""
    made = table("holdem", ("AhKh", "22+, A2s+ > flop top pair+", *["random"] * (seats - 2)))
    panel = panel_of(made, width, 569)
    caption = panel.seats.rows[1].parts.caption
    assert "flop" not in caption.text
    before = combo_counts(made.scenario, 1)[1]
    made.document.edit("Flop", board="7h 8h 2c")
    settle()
    free = combo_counts(replace(made.scenario, seats=(made.scenario.seats[0], Seat("x", "22+, A2s+"))), 1)[1]
    left = combo_counts(made.scenario, 1)[1]
    assert left < free < before
    assert caption.text == f"{left} of {free}, flop"
    assert caption.toolTip() == f"After the filter {left} of {free} combos are left on the flop"
    assert caption.visibleRegion().boundingRect() == caption.rect()
    assert caption.width() >= caption.minimumSizeHint().width()
    made.document.edit("No flop", board="")
    settle()
    assert "flop" not in caption.text


def test_a_long_range_shows_its_beginning_when_another_table_has_come(qtbot):
    made, panel = shown(qtbot, seats=("AhAd", "22+, A2s+, K9s+, Q9s+, J9s+, T9s, ATo+, KTo+, QTo+, JTo"))
    made.table_input.restart()
    assert all(row.parts.entry.cursorPosition() == 0 for row in panel.seats.rows)


@pytest.mark.parametrize("percent", [100, 150])
def test_both_games_need_the_same_width(panel_of, percent):
    """Otherwise switching the game would move the pages."""
    set_text_scale(percent)
    panels = [
        panel_of(table(*made), 700, 640) for made in (("holdem", ("AhAd", "random")), ("razz", ("A 2 7", "x x K")))
    ]
    settle()
    holdem, razz = (panel.minimumSizeHint().width() for panel in panels)
    assert holdem == razz
