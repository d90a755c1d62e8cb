"""The range as a picture: weights, equity, made hands and actions, in every form that can be exported."""

import csv
import io
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from engine.cards import parse_cards
from engine.ranges.actions import RangeAction, read_shares
from engine.ranges.holdem import parse_range
from engine.ranges.made_hands import GROUPS
from gui.charts.plot import part_color
from gui.charts.view import PageChart
from gui.export.files import table_csv
from gui.look.theme import DARK, LIGHT, set_theme
from gui.pages.range.hand_matrix import hand_equities
from gui.pages.range.page import range_actions_chart, range_groups_chart
from gui.state.latest import LatestDetail
from gui.words.formatting import percent
from tests.gui.holdem_details import solved
from tests.gui.range_fakes import page

BOARD = [card for card, _ in parse_cards("7h8h2c")]
ACTIONS = (
    RangeAction("raise", "TT+, A5s:0.5", 1),
    RangeAction("call", "99-22, A5s:0.25", 0),
    RangeAction("limp", "", 2),
)


def snapshot():
    return solved(("22+, A2s+", "KK"), "7h 8h 2c", ("matrix",))


def charts():
    shares = read_shares(ACTIONS)
    known = sum(1 << card for card in BOARD)
    return {
        "actions": range_actions_chart("Hero", ACTIONS, shares, snapshot()),
        "groups": range_groups_chart("Hero", parse_range("22+, A2s+, K9s:0.5, QJs").weights, known, BOARD, snapshot()),
    }


def cells(chart):
    (mark,) = chart.marks
    return mark.cells


def test_the_legend_names_the_actions_and_their_frequencies():
    chart = charts()["actions"]
    assert [(key.color, key.name) for key in chart.keys] == [(1, "raise 2.4\u00a0%"), (0, "call 3.7\u00a0%")]
    cell = next(cell for cell in cells(chart) if cell.texts[0] == "A5s")
    assert cell.parts == ((1, 0.5), (0, 0.25))
    assert sum(bool(cell.parts) for cell in cells(chart)) == 14


def test_groups_share_the_cells_by_weight():
    chart = charts()["groups"]
    assert {name.rsplit(" ", 1)[0] for name in (key.name for key in chart.keys)} <= set(GROUPS)
    sets = next(cell for cell in cells(chart) if cell.texts[0] == "77")
    assert sets.parts == ((0, 0.5),)  # three of the six combos are left
    assert {cell.height for cell in cells(chart) if cell.parts} == {1.0}  # the widths are the weight already
    (head, rows) = chart.data
    assert head == ("hand", "combo", "weight", "group")
    assert {row[3] for row in rows if row[0] == "88"} == {"two pair or better"}
    assert {row[2] for row in rows if row[0] == "K9s"} == {0.5}


def test_groups_have_the_shares_of_the_page_made_hands():
    """KK takes a king from K9s: after its removal the pairs of the range are more likely than their combos say."""
    result = solved(("88, K9s", "KK"), "7h 8h 2c", ("matrix", "made"))
    weights, known = parse_range("88, K9s").weights, sum(1 << card for card in BOARD)
    equities = hand_equities(LatestDetail(result.details["matrix"], result, stale=False), 0)
    joint = {row.name: row.share for row in result.details["made"].seats[0].rows("made")}
    shown = [key.name for key in range_groups_chart("Hero", weights, known, BOARD, result, equities).keys]
    assert f"two pair or better {percent(joint['set'], exact_digits=1)}" in shown
    combos = [key.name for key in range_groups_chart("Hero", weights, known, BOARD, result).keys]
    assert combos != shown


@pytest.mark.parametrize("name", ["actions", "groups"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_actions_and_groups_are_exported_in_every_format(qapp, name, theme):
    set_theme(theme.name)
    chart = PageChart(lambda: charts()[name])
    assert chart.ready
    assert chart.pdf().startswith(b"%PDF")
    texts = " ".join(ET.fromstring(chart.svg()).itertext())
    assert all(words.split()[0] in texts for words in (*(key.name for key in charts()[name].keys), "A5s"))
    image = QImage.fromData(chart.png())
    colors = {image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}
    assert {part_color(theme, key.color).name() for key in charts()[name].keys} <= colors
    rows = list(csv.DictReader(io.StringIO(table_csv(chart.table()).decode())))
    assert {row["hand"] for row in rows} >= {"AA", "A5s", "22"}


def test_the_page_offers_charts_that_have_content(qtbot, tmp_path):
    shown = page(qtbot, tmp_path, seats=("AhKh", "22+ > flop set"), board="7h8h2c")
    made = shown.made
    items = {item.name: item.chart for item in shown.exports}
    assert list(items) == ["heat", "groups", "actions"]
    assert not any(chart.ready for chart in items.values())
    made.session.show(solved(("AhKh", "22+ > flop set"), "7h 8h 2c", ("matrix",)))
    assert [chart.ready for chart in items.values()] == [True, True, False]
    assert {row[0] for row in items["groups"].table()[1]} == {"88", "77", "22"}
    shown.part("range.street.pre-flop").click()
    assert not items["groups"].ready
    assert len({row[0] for row in items["heat"].table()[1]}) == 13
    shown.page.actions_editor.take(ACTIONS, "Actions")
    assert items["actions"].ready
    assert items["actions"].table()[0] == ("hand", "combo", "raise", "call", "limp")
