"""The decks: clicks put cards down and take them back, and every card shows who has it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage

from engine.cards import RAZZ_RANKS, card_text
from engine.table.slots import Slot
from gui.look.theme import current_theme, set_theme
from gui.table.deck import DeckCard, DeckTints, RankButton
from gui.table.table_panel import Deck
from tests.gui.table_fakes import table


@pytest.fixture
def show(qtbot):
    def make(*args, **kwargs):
        made = table(*args, **kwargs)
        deck = Deck(made.context, DeckTints(made.document, made.session))
        made.document.changed.connect(deck.render_scenario)
        qtbot.addWidget(deck)
        deck.resize(500, deck.sizeHint().height())
        deck.show()
        return made, deck

    return make


def card(deck, text):
    return deck.findChild(DeckCard, f"deck.{text}")


def rank(deck, text):
    return deck.findChild(RankButton, f"deck.rank.{text}")


def left(qtbot, widget, at=None):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at or QPoint())


def test_all_52_cards_are_there_by_name(show):
    _, deck = show()
    names = {c.objectName() for c in deck.findChildren(DeckCard)}
    assert names == {f"deck.{card_text(c)}" for c in range(52)}
    assert card(deck, "Ah").accessibleName() == "ace of hearts"


def test_no_card_covers_another_at_any_width(show):
    _, deck = show()
    for width in (424, 500, 640, 900):
        deck.resize(width, deck.heightForWidth(width))
        deck.grab()
        rects = [c.geometry().adjusted(3, 3, -3, -3) for c in deck.findChildren(DeckCard)]
        assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
        assert max(r.right() for r in rects) < width
        assert max(r.bottom() for r in rects) < deck.height()


def test_clicks_fill_the_slots_and_a_second_click_frees(show, qtbot):
    made, deck = show()
    with qtbot.waitSignal(deck.used):
        left(qtbot, card(deck, "Ah"))
    left(qtbot, card(deck, "Ad"))
    left(qtbot, card(deck, "Kh"))
    assert made.cards() == ["AhAd", "Kh"]
    left(qtbot, card(deck, "Ad"))
    assert made.cards() == ["Ah", "Kh"]
    assert made.table_input.slot == Slot("seat", 0, 1)


def test_a_right_click_frees_a_taken_card_only(show, qtbot):
    made, deck = show(seats=("AhAd", ""))
    card(deck, "Ah").put_back.emit()
    card(deck, "Qs").put_back.emit()
    assert made.cards() == ["Ad", ""]


def test_cards_show_their_owner(show):
    _, deck = show(seats=("AhAd", "KhKd", "QhQd"), board="2c 3c 4c", dead="5d", folded=(2,))
    theme = current_theme()
    assert card(deck, "Ah").face.owner == theme.seats[0]
    assert card(deck, "Kd").face.owner == theme.seats[1]
    assert card(deck, "Qh").face.struck
    assert card(deck, "2c").face.owner
    assert not card(deck, "2c").face.struck
    assert card(deck, "5d").face.struck
    assert card(deck, "9s").face == type(card(deck, "9s").face)("card", "9", 0, deck=True)
    assert card(deck, "Kd").accessibleName() == "king of diamonds, in Seat 2's hand"
    assert card(deck, "5d").accessibleName() == "five of diamonds, dead"


def test_a_card_is_drawn_in_its_owner_s_colour(show):
    _, deck = show(seats=("Ah", ""))
    image: QImage = card(deck, "Ah").grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert current_theme().seats[0] in colors
    assert current_theme().seats[1] not in colors


def test_razz_has_thirteen_ranks_and_the_other_deck_is_hidden(show):
    _, deck = show("razz")
    assert [r.objectName() for r in deck.findChildren(RankButton)] == [f"deck.rank.{r}" for r in RAZZ_RANKS]
    assert not card(deck, "Ah").isVisible()


def test_clicks_on_ranks_deal_a_razz_hand(show, qtbot):
    made, deck = show("razz")
    for sign in ("A", "2", "9", "K"):
        left(qtbot, rank(deck, sign))
    assert made.cards() == ["A 2 9", "x x K"]
    assert rank(deck, "A").live == 3
    assert rank(deck, "A").accessibleName() == "ace: 3 live"


def test_a_taken_pip_and_a_right_click_take_a_rank_back(show, qtbot):
    made, deck = show("razz", seats=("7 7 9", ""))
    seven = rank(deck, "7")
    left(qtbot, seven, seven.pip_center(0).toPoint())
    assert made.cards() == ["7 x 9", ""]
    seven.put_back.emit()
    assert made.cards() == ["x x 9", ""]
    assert seven.live == 4
    left(qtbot, seven, seven.pip_center(0).toPoint())  # a live pip is part of the rank
    assert made.cards() == ["7 x 9", ""]


def test_a_rank_with_no_live_card_takes_no_click(show, qtbot):
    made, deck = show("razz", seats=("7 7 9", "7 8 2"), dead="7")
    seven = rank(deck, "7")
    assert seven.live == 0
    left(qtbot, seven, QPoint(5, 5))
    assert made.cards() == ["7 7 9", "7 8 2"]
    left(qtbot, seven, seven.pip_center(3).toPoint())
    assert made.scenario.dead == ""


def test_both_decks_can_be_drawn_in_both_themes(show):
    for game, seats in (("holdem", ("AhAd", "KhKd")), ("razz", ("A 2 9", "(7-7-7)"))):
        _, deck = show(game, seats, dead="")
        pictures = []
        for name in ("light", "dark"):
            set_theme(name)
            pictures.append(deck.grab().toImage())
        assert pictures[0] != pictures[1]
