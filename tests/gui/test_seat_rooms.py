"""How much room the rows of seats take: narrow tables, many seats."""

from dataclasses import replace

import pytest

from gui.theme import LIGHT, stylesheet
from gui.widgets.table_panel import TablePanel
from tests.gui.table_fakes import click, table


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
@pytest.mark.parametrize("width", [472, 479, 540])
def test_razz_rows_fit_into_a_narrow_table(qtbot, seats, width):
    """At 1024 x 680 the table is 479 pixels wide: nothing of a row may hang out, whatever stands in it."""
    hands = ("a29 4", "xxK 5", "(7-7-)7 9", "xxQ 8", "xx3 T", "xx5 J", "xx6 Q", "xx8 8")[:seats]
    made = table("razz", hands, folded=(3,))
    for seat in range(seats):
        named = replace(made.scenario.seats[seat], name="A rather long name")
        made.document.edit("Name", seats=(*made.scenario.seats[:seat], named, *made.scenario.seats[seat + 1 :]))
    panel = TablePanel(made.document, made.session, made.table_input, made.look)
    panel.setStyleSheet(stylesheet(LIGHT))
    qtbot.addWidget(panel)
    panel.resize(width, 560)
    with qtbot.waitExposed(panel):
        panel.show()
    room = panel.seats.viewport().width()
    assert panel.minimumSizeHint().width() <= 479
    qtbot.waitUntil(lambda: all(row.width() <= room for row in panel.seats.rows))


@pytest.mark.parametrize(("game", "seats", "size"), [("holdem", 9, (540, 689)), ("holdem", 10, (540, 689)),
                                                     ("razz", 8, (472, 569))])  # fmt: skip
def test_many_seats_have_a_line_each_and_are_all_seen(qtbot, game, seats, size):
    """The sizes are those of the table in a window of 1280 x 800 and of 1024 x 680."""
    made = table(game, ("",) * seats if game == "holdem" else ("a29", *("xx" + "K5Q3J84"[i] for i in range(7))))
    panel = TablePanel(made.document, made.session, made.table_input, made.look)
    panel.setStyleSheet(stylesheet(LIGHT))
    qtbot.addWidget(panel)
    panel.resize(*size)
    with qtbot.waitExposed(panel):
        panel.show()
    rows, view = panel.seats.rows, panel.seats.viewport()
    qtbot.waitUntil(lambda: {row.height() for row in rows} == {36})
    assert all(view.rect().contains(row.geometry()) for row in rows)
    click(qtbot, panel, f"seat{seats - 1}.fold")
    assert {row.height() for row in rows} == {36}
    for row in rows[:-1]:
        parts = row.parts
        seen = (parts.strip, parts.name, parts.entry, parts.fold, parts.remove, parts.chevron, parts.figure, parts.bar)
        shapes = [part.geometry() for part in seen]
        assert all(row.rect().contains(shape) for shape in shapes)
        assert not any(a.intersects(b) for i, a in enumerate(shapes) for b in shapes[:i])
