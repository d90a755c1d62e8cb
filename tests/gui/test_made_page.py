"""The page *Made hands* against the engine's numbers: list, matrix, keeping, comparing, before the flop."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine import CancelToken
from engine.equity.details.made import MadeEquities
from engine.equity.details.matrix import Matrix, sorted_hands
from engine.ranges.holdem import parse_range
from engine.ranges.holdem_matrix import CELL_BY_NAME
from engine.ranges.made_names import DRAWS, FIRST_DRAW, MADE, TOP_PAIR
from gui.look.theme import DARK
from gui.pages.made.keeping import PRESETS
from gui.pages.made.page import INVITATION, PART_OF_FLOP
from gui.pages.made.table import BETTER, COMBOS, EQUITY, NAME, OTHER_SHARE, PADDING, SHARE, class_label
from gui.parts.detail_page import PROBLEM
from tests.engine.made_sums import cumulated
from tests.gui.holdem_details import holdem
from tests.gui.made_fakes import Shown
from tests.gui.texts import plain

RANGE, OTHER, BOARD = "22+, ATs+, KQo, 76s, A2s-A5s, KTs+", "30%", "Th 8h 2c"


@pytest.fixture
def make(expose, tmp_path):
    def build(cards=(RANGE, OTHER), board=BOARD, *, compute=True, **more):
        theme = more.pop("theme", DARK)
        shown = Shown(holdem(cards, board, **more), tmp_path, theme)
        expose(shown.page, (740, 660))
        if compute:
            shown.compute()
        return shown

    return build


def displayed(name):
    """Return the displayed name of a class or draw."""
    return class_label(MADE.index(name)) if name in MADE else name


def test_the_list_shows_the_engine_s_numbers_best_first(make):
    shown = make()
    seat = shown.session.snapshot.details["made"].seats[0]
    other = shown.session.snapshot.details["made"].seats[1]
    for group in ("made", "draws"):
        labels = tuple(map(displayed, MADE)) if group == "made" else DRAWS
        listed = [name for name in shown.rows() if name in labels]
        assert [name for name in listed if shown.texts(name)[SHARE] != "–"] == [
            displayed(row.name) for row in seat.rows(group)
        ]
        for row in seat.rows(group):
            texts = shown.texts(displayed(row.name))
            assert texts[COMBOS] == f"{row.combos:.0f}"
            assert texts[SHARE] == f"{100 * row.share:.1f}"
            assert texts[EQUITY] == f"{100 * row.equity:.1f}"
    for row in other.rows("made"):
        assert shown.texts(displayed(row.name))[OTHER_SHARE] == f"{100 * row.share:.1f}"
    for row in cumulated(seat):
        assert shown.texts(displayed(row.name))[BETTER] == f"{100 * row.share:.1f}"


def test_the_answer_and_the_thirds_are_displayed_as_text(make):
    shown = make()
    made, matrix = (shown.session.snapshot.details[name] for name in ("made", "matrix"))
    own, other = made.seats
    best = {row.name: row for row in cumulated(own)}["top pair"].share
    text = plain(shown.page.answer.text())
    assert text.startswith(f"Hero has top pair or better {100 * best:.1f} % of the time, a flush draw ")
    sets = own.row(MADE.index("set")).share, other.row(MADE.index("set")).share
    assert text.endswith(f"Hero has more sets: {100 * sets[0]:.1f} % to {100 * sets[1]:.1f} %.")
    hands = sorted_hands(matrix)[0]
    means = [hands.mean(i / 3, (i + 1) / 3) for i in range(3)]
    message = "Average equity: top third {:.1f} %, middle {:.1f} %, bottom {:.1f} %".format(
        *(100 * mean for mean in means)
    )
    assert plain(shown.page.thirds.text()) == message


def test_kickers_of_top_pair_unfold(make):
    shown = make()
    assert "ace kicker" not in shown.rows()
    shown.click("top pair")
    QTest.keyClick(shown.page.view, Qt.Key.Key_Right)
    seat = shown.session.snapshot.details["made"].seats[0]
    held = list(seat.rows("kickers"))
    for row in held:
        name = row.name.removeprefix("top pair, ")
        assert shown.texts(name)[SHARE] == f"{100 * row.share:.1f}"
    assert shown.page.view.chosen_cell == TOP_PAIR
    QTest.keyClick(shown.page.view, Qt.Key.Key_Left)
    assert "ace kicker" not in shown.rows()


def test_a_class_that_is_clicked_lights_up_in_the_matrix(make):
    shown = make()
    assert shown.cell(CELL_BY_NAME["22"]).highlighted is None
    shown.click("set")
    assert shown.cell(CELL_BY_NAME["22"]).highlighted == 1.0
    assert shown.cell(CELL_BY_NAME["22"]).weight == pytest.approx(3 / 6)
    assert shown.cell(CELL_BY_NAME["AA"]).highlighted == 0.0
    shown.click("flush draw")
    assert shown.cell(CELL_BY_NAME["AKs"]).highlighted == pytest.approx(1 / 4)
    shown.click("flush draw")
    assert shown.cell(CELL_BY_NAME["22"]).highlighted is None


def test_pointing_at_a_class_lights_it_up_until_the_mouse_leaves(make, qtbot):
    shown = make()
    view = shown.page.view
    index = shown.page.view.model().index(shown.rows().index("overpair"), SHARE)
    qtbot.mouseMove(view.viewport(), view.visualRect(index).center())
    assert shown.cell(CELL_BY_NAME["AA"]).highlighted == 1.0
    assert shown.cell(CELL_BY_NAME["22"]).highlighted == 0.0
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert shown.cell(CELL_BY_NAME["AA"]).highlighted is None


def test_a_clicked_hand_emphasizes_its_classes(make):
    shown = make()
    shown.page.map.picked.emit("ATs")
    reading = shown.page.map.reading.text()
    assert reading.startswith("ATs, 3 combos: top pair, ace kicker")
    assert {"top pair", "ace kicker", "backdoor flush draw"} <= {
        row.name for row in shown.page.view.rows if row.cell in shown.page.view.emphasized
    }
    assert shown.cell(CELL_BY_NAME["ATs"]).framed
    shown.page.map.picked.emit("ATs")
    assert not shown.page.view.emphasized


def test_keep_and_apply_write_the_filter_and_undo_takes_it_back(make):
    shown = make()
    keep = shown.page.keep
    for name in ("set", "overpair", "top pair"):
        shown.click(name, box=True)
    keep.keep(FIRST_DRAW, 0.5)
    assert shown.text == RANGE, "nothing is written before it is applied"
    combos = keep.kept.remaining.sum()
    expected = parse_range(f"{RANGE} > flop top pair+, flush draw:0.5")
    assert shown.page.bar.text.toolTip() == "> flop top pair+, flush draw:0.5"
    assert shown.read_out == f"keeps {combos:.0f} of 126 combos, {100 * combos / 126:.0f} %"
    shown.press("made.keep.apply")
    assert shown.text == f"{RANGE} > flop top pair+, flush draw:0.5"
    assert parse_range(shown.text).streets == expected.streets
    assert not shown.part("made.keep.apply").isEnabled()
    snapshot = shown.compute()
    assert snapshot.details["made"].seats[0].combos[: len(MADE)].sum() == pytest.approx(combos)
    assert shown.texts("set")[COMBOS] == "9 / 9"
    assert shown.page.view.rows[shown.rows().index("low pair, underpair")].combos == 33, (
        "what was dropped can be kept again"
    )
    assert shown.texts("low pair, underpair")[SHARE] != shown.texts("set")[SHARE]
    shown.document.undo_stack.undo()
    assert shown.text == RANGE
    assert keep.keeping.all_kept


def test_a_filter_in_the_text_is_displayed_and_changed(make):
    shown = make((f"{RANGE} > flop overpair+, gutshot@50 > turn set", OTHER))
    model = shown.page.view.model()

    def state(name):
        return model.index(shown.rows().index(name), NAME).data(Qt.ItemDataRole.CheckStateRole)

    assert state("set") == state("overpair") == Qt.CheckState.Checked
    assert state("gutshot") == Qt.CheckState.PartiallyChecked
    assert state("low pair, underpair") == Qt.CheckState.Unchecked
    assert not shown.page.keep.pending
    shown.click("overpair", box=True)
    shown.press("made.keep.apply")
    assert shown.text == f"{RANGE} > flop set, gutshot:0.5 > turn set"
    shown.press("made.keep.clear", "made.keep.apply")
    assert shown.text == f"{RANGE} > turn set"


def test_space_keeps_a_class_and_the_slider_sets_its_weight(make):
    shown = make()
    shown.click("set")
    QTest.keyClick(shown.page.view, Qt.Key.Key_Space)
    assert shown.page.keep.keeping.weights_in(MADE.index("set"), shown.page.keep.present) == {1.0}
    shown.part("made.keep.weight").setValue(40)
    assert shown.page.keep.filter_text == "> flop set:0.4"
    speech = shown.page.view.model().index(0, NAME).data(Qt.ItemDataRole.AccessibleTextRole)
    assert plain(speech).startswith("set: 9 combos, 3.6 kept, ")
    assert plain(speech).endswith("; kept 40 %")
    QTest.keyClick(shown.page.view, Qt.Key.Key_Space)
    QTest.keyClick(shown.page.view, Qt.Key.Key_Space)
    assert shown.page.keep.keeping.all_kept


def test_presets_keep_the_best_and_draws(make):
    shown = make()
    menu = shown.part("made.keep.presets").menu()
    next(entry for entry in menu.actions() if entry.text() == "Top 30 % + draws").trigger()
    assert shown.page.keep.filter_text == "> flop flush draw, open-ended, gutshot, best 30%"
    best = np.sort(sorted_hands(shown.session.detail("matrix", Matrix).value)[0].equity)[::-1]
    assert shown.page.keep.kept.remaining.sum() >= 0.3 * 126
    assert shown.cell(CELL_BY_NAME["AA"]).highlighted == 1.0
    assert best[0] > best[-1]
    shown.part("made.keep.best").setValue(0)
    shown.part("made.keep.equity").setValue(70)
    assert shown.page.keep.filter_text == "> flop flush draw, open-ended, gutshot, equity 70%+"
    shown.press("made.keep.apply")
    assert shown.text.endswith("> flop flush draw, open-ended, gutshot, equity 70%+")
    assert len(PRESETS) >= 10


def test_a_filter_that_leaves_no_hands_is_reported_and_not_applied(make):
    shown = make(("AA", OTHER), "Kh 8h 2c")
    shown.page.keep.keep(FIRST_DRAW + DRAWS.index("open-ended"), 1.0)
    assert "no hand of this range is left" in shown.page.keep.problem
    assert not shown.part("made.keep.apply").isEnabled()
    assert not shown.part("made.keep.save").isEnabled()


def test_the_remaining_range_is_saved_in_the_library(make):
    shown = make()
    shown.click("set", box=True)
    shown.press("made.keep.save")
    QTest.keyClicks(shown.part("made.keep.name"), "Sets")
    QTest.keyClick(shown.part("made.keep.name"), Qt.Key.Key_Return)
    (entry,) = shown.library.own
    assert entry.name == "Sets"
    assert np.array_equal(parse_range(entry.text).weights, shown.page.keep.kept.remaining)
    assert shown.messages == [("Saved Sets to the library", False)]


def test_two_seats_are_compared(make):
    shown = make((RANGE, OTHER, "AA-TT"))
    chart = shown.page.chart
    shown.press("made.view.chart")
    assert [name for _, name in chart.value.seats] == ["Hero", "Seat 2"]
    shown.page.other_seat.chosen.emit(2)
    assert [name for _, name in chart.value.seats] == ["Hero", "Seat 3"]
    header, rows = chart.table()
    assert header[0] == "class"
    made = shown.session.detail("made", MadeEquities).value
    by_name = {row[0]: row for row in rows}
    for row in made.seats[0].rows("kickers"):
        assert by_name[row.name][header.index("Hero equity")] == pytest.approx(row.equity)
    shares = by_name["overpair"][header.index("Hero share")], by_name["overpair"][header.index("Seat 3 share")]
    assert shares == pytest.approx([seat.share[MADE.index("overpair")] for seat in (made.seats[0], made.seats[2])])
    shown.page.other_seat.chosen.emit(-1)
    assert chart.value.seats == ()
    assert chart.title == "Made hands and draws"
    assert b"<svg" in chart.svg()
    stop = chart.figure.stops()[0]
    chart.read_at(stop)
    assert plain(chart.reading.text).startswith("Set: Hero ")


def test_the_compared_seat_follows_the_selected_one(make):
    shown = make()
    shown.document.choose_seat(1)
    assert (shown.page.displayed.name, shown.page.other.name) == ("Seat 2", "Hero")
    assert shown.page.keep.seat == 1
    shown.click("set", box=True)
    shown.press("made.keep.apply")
    assert shown.document.scenario.seats[1].cards == "30% > flop set"


def test_the_range_of_another_seat_is_unknown_until_it_is_computed(make):
    shown = make()
    shown.keep_questions.held = True
    shown.document.choose_seat(1)
    assert shown.page.keep.kept is None
    assert shown.page.bar.isHidden()
    seat = shown.session.snapshot.details["made"].seats[1]
    assert shown.texts("set")[COMBOS] == f"{seat.combos[MADE.index('set')]:.0f}"


def test_a_long_name_leaves_room_for_the_numbers(make):
    shown = make(names=("Hero", "A player with a name that is as long as this"))
    head = shown.page.view.model().headerData(OTHER_SHARE, Qt.Orientation.Horizontal)
    assert head == "A player …"
    assert not shown.page.view.isColumnHidden(EQUITY)


def test_names_are_complete_next_to_another_seat(make):
    """The numbers stand closer where the names would be cut off."""
    view = (shown := make((RANGE, OTHER), names=("Hero", "Seat 2"))).page.view
    assert not any(view.isColumnHidden(column) for column in (COMBOS, OTHER_SHARE, BETTER, EQUITY))
    assert shown.page.view.columnWidth(NAME) >= PADDING[0] + max(view.widths_of(NAME))


def test_before_the_flop_the_list_shows_flopped_hands(make):
    shown = make(board="")
    assert shown.session.requested["made"] == {"flopped"}
    seat = shown.session.snapshot.details["flopped"].seats[0]
    assert shown.texts("set")[SHARE] == f"{100 * seat.share[MADE.index('set')]:.1f}"
    assert shown.texts("top pair")[BETTER] == f"{100 * seat.share[: TOP_PAIR + 1].sum():.1f}"
    assert plain(shown.page.answer.text()).startswith("Hero flops top pair or better ")
    assert shown.page.bar.isHidden()
    assert shown.page.chart.title == "How often each hand type is flopped"
    shown.deal(BOARD)
    assert not shown.page.bar.isHidden()


def test_custom_presets_are_saved_used_renamed_and_removed(make):
    shown = make()
    button = shown.part("made.keep.presets")

    def entry(text, *, change=""):
        button.menu().aboutToShow.emit()
        menu = shown.page.bar.findChild(QMenu, f"made.keep.preset{change}") if change else button.menu()
        return next((action for action in menu.actions() if action.text() == text), None)

    assert not entry("Save this choice as a preset…").isEnabled()
    for name, wanted in (("Mine", 40), ("Tom && Ann", 70)):
        shown.part("made.keep.best").setValue(wanted)
        shown.click("set", box=True)
        entry("Save this choice as a preset…").trigger()
        field = shown.part("made.keep.name")
        field.setText(name.replace("&&", "&"))
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.isHidden()
    shown.press("made.keep.clear")
    entry("Mine").trigger()
    assert shown.page.keep.filter_text == "> flop set, best 40%"
    entry("Tom && Ann").trigger()
    assert shown.page.keep.filter_text == "> flop best 70%"
    field = shown.part("made.keep.name")
    for name, refused in (("Tom & Ann", True), ("Ours", False)):
        entry("Mine", change="Renaming").trigger()
        assert field.text() == "Mine"
        field.setText(name)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.isHidden() is not refused
    assert entry("Mine") is None
    entry("Ours").trigger()
    assert shown.page.keep.filter_text == "> flop set, best 40%"
    entry("Ours", change="Removal").trigger()
    assert entry("Ours") is None
    entry("Tom && Ann").trigger()
    assert shown.page.keep.filter_text == "> flop best 70%"


def test_a_seat_alone_has_classes_but_no_equities(make):
    shown = make((RANGE, ""))
    assert shown.texts("set")[COMBOS] == "9"
    assert shown.page.view.isColumnHidden(EQUITY)
    assert shown.page.view.isColumnHidden(OTHER_SHARE)
    assert "Equity" not in shown.page.thirds.text()
    assert not shown.part("made.keep.best").isEnabled()
    offered = [entry.text() for entry in shown.part("made.keep.presets").menu().actions() if entry.isEnabled()]
    assert offered[0] == "Two pair or better"
    shown.click("set", box=True)
    shown.press("made.keep.apply")
    assert shown.text == f"{RANGE} > flop set"


def test_two_specific_cards_cannot_be_filtered(make):
    shown = make(("AhKh", OTHER))
    assert shown.page.bar.isHidden()
    assert shown.texts("ace high")[SHARE] == "100.0"
    assert shown.page.view.model().index(0, NAME).data(Qt.ItemDataRole.CheckStateRole) is None


def test_the_river_has_no_draws(make):
    shown = make(board="Th 8h 2c 2d 3s")
    assert "Draws" not in shown.rows()
    titles = [entry.text() for entry in shown.part("made.keep.presets").menu().actions()]
    assert "Top 30 % + bluffs" in titles


def test_empty_states(make):
    shown = make(("", ""), "", compute=False)
    assert shown.page.empty.text() == INVITATION
    shown.document.edit("Board", board="Th 8h")
    assert shown.page.empty.text() == PART_OF_FLOP
    shown.document.edit("Board", board=BOARD)
    shown.session.set(problems=shown.document.problems)
    assert shown.page.empty.text() in (INVITATION, PROBLEM)


def test_stale_numbers_are_greyed(make):
    shown = make()
    shown.session.set(stale=True)
    assert shown.page.view.table.stale
    assert not shown.page.answer.isEnabled()


def test_sampled_equities_have_intervals(make):
    cards = (RANGE, OTHER, "50%", "40%")
    shown = make(cards, method="sampled", max_trials=20_000)
    text = shown.texts("overpair")[EQUITY]
    assert "±" in text
    assert "±" in shown.page.view.model().index(0, NAME).data(Qt.ItemDataRole.ToolTipRole)


def test_apply_is_enabled_when_the_kept_range_is_computed(make):
    shown = make()
    questions, asked = shown.keep_questions, []
    questions.held = True
    questions.ask = lambda key, work: asked.append((key, work))
    shown.page.keep.keep(MADE.index("set"), 1.0)
    assert shown.page.keep.busy
    assert not shown.part("made.keep.apply").isEnabled()
    key, work = asked[-1]
    questions.key = key  # it stands until all of the answer is known
    questions.answered.emit(key, next(iter(work(CancelToken()))))
    assert shown.part("made.keep.apply").isEnabled()
    assert shown.read_out == "keeps 9 of 126 combos, 7 %"


def test_buttons_give_up_the_focus_before_they_are_disabled(make):
    """Qt would hand it on to what is next, in the window a seat: the turn would be dealt there."""
    shown = make()
    shown.click("set", box=True)
    shown.part("made.keep.apply").setFocus()
    QTest.keyClick(shown.part("made.keep.apply"), Qt.Key.Key_Space)
    assert shown.text.endswith("> flop set")
    assert QApplication.focusWidget() is shown.page.view
    shown.part("made.keep.best").setFocus()
    shown.deal("")
    assert QApplication.focusWidget() is shown.page.view


def test_without_room_intervals_are_only_in_tool_tips(make, qtbot):
    shown = make((RANGE, OTHER, "50%", "40%"), method="sampled", max_trials=20_000)
    shown.page.resize(544, 540)
    qtbot.waitUntil(lambda: shown.page.view.level == 1)
    assert "±" not in shown.texts("overpair")[EQUITY]
    index = shown.page.view.model().index(shown.rows().index("overpair"), EQUITY)
    assert "±" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert shown.page.view.columnWidth(NAME) >= 72
    shown.page.resize(900, 540)
    qtbot.waitUntil(lambda: shown.page.view.level == 0)


def test_a_hidden_page_requests_nothing(make):
    shown = make()
    shown.page.hide()
    asked = len(shown.keep_questions.asked)
    shown.document.edit("Board", board="Kh 8h 2c")
    assert len(shown.keep_questions.asked) == asked
    assert shown.session.requested["made"] == frozenset()
    shown.page.show()
    assert shown.page.keep.kept.board == tuple(shown.page.keep.kept.board)
    assert len(shown.keep_questions.asked) > asked
