"""The page *Made hands* beside a pinned table: how classes of a seat and their equities have changed; its picture."""

import pytest

from engine.ranges.made_names import MADE
from gui.pages.made.table import OTHER_EQUITY, OTHER_SHARE
from gui.state.session import ResultComparison
from gui.words.formatting import interval
from tests.gui.holdem_details import holdem
from tests.gui.made_fakes import Shown
from tests.gui.picture_texts import assert_fits
from tests.gui.texts import plain

CARDS, BEFORE, AFTER = ("22+, ATs+, KQo, 76s, A2s-A5s, KTs+", "30%"), "Th 8h 2c", "Th 8c 2h"
SET = MADE.index("set")


class Pinned(Shown):
    """The page after the board has changed; ``before`` and ``now`` are the results."""

    def __init__(self, folder, expose, **run):
        super().__init__(holdem(CARDS, BEFORE, **run), folder)
        expose(self.page, (740, 660))
        self.before = self.compute()
        self.now = self.deal(AFTER)

    def pin(self):
        self.session.set(comparison=ResultComparison.of(self.before, self.now))

    @property
    def hero(self):
        """What hero had, and has."""
        return [result.details["made"].seats[0] for result in (self.before, self.now)]


def test_the_pinned_table_is_compared_by_changes_of_classes(tmp_path, expose):
    shown = Pinned(tmp_path, expose)
    assert shown.page.other.seat == 1
    shown.pin()
    assert (shown.page.other.name, shown.page.other.pinned) == ("Hero, pinned", True)
    then, own = shown.hero
    texts = shown.texts("set")
    for column, change in ((OTHER_SHARE, own.share - then.share), (OTHER_EQUITY, own.equity - then.equity)):
        assert float(texts[column].replace("−", "-")) == pytest.approx(100 * change[SET], abs=0.051)
    assert shown.page.view.table.columns[OTHER_SHARE].title == "Change"
    beside = shown.page.other_seat
    assert "Hero, pinned" in [beside.itemText(i) for i in range(beside.count())]
    assert beside.width() >= beside.sizeHint().width()  # the word "pinned" is not cut off


def test_another_seat_can_be_compared_and_unpinning_removes_the_pinned_one(tmp_path, expose):
    shown = Pinned(tmp_path, expose)
    shown.pin()
    shown.page.other_seat.chosen.emit(1)
    assert not shown.page.other.pinned
    shown.session.set(comparison=None)
    assert shown.page.displayed_pinned is None
    assert shown.page.other_seat.findText("Hero, pinned") == -1


def test_changes_of_sampled_equities_have_the_errors_of_both(tmp_path, expose):
    shown = Pinned(tmp_path, expose, method="sampled", max_trials=40_000)
    shown.pin()
    error = sum(float(seat.stderr[SET]) for seat in shown.hero)
    text = plain(shown.page.view.listed.other_equity_text(SET))
    assert text.split(" ", 1)[1] == plain(interval(error)).removesuffix(" %")


@pytest.mark.parametrize("board", [BEFORE, ""])
def test_the_exported_chart_has_room_for_its_texts(tmp_path, expose, board):
    shown = Shown(holdem(CARDS, board), tmp_path)
    expose(shown.page, (740, 660))
    shown.compute()
    shown.press("made.view.chart")
    assert_fits(shown.page.chart)
