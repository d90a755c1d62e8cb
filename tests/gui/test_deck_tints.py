"""The deck as a chart: undealt cards are tinted by what they would do to the equity of the marked slot's seat."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from engine.equity.details.next_cards import board_table
from engine.scenario.kelly import read_panel
from engine.table.cursor import Cursor
from engine.table.slots import Slot
from gui.look.painting import heat_color
from gui.look.theme import LIGHT, THEMES, mixed
from gui.parts.card_face import DECK_TINT
from gui.state.context import TableContext
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.table_input import TableInput
from gui.storage.settings import Settings
from gui.table.deck import BEHIND_PIPS, DeckCard, DeckTints, HoldemDeck, RankButton, RazzDeck
from gui.words.formatting import CARDS
from tests.gui import razz_details
from tests.gui.chart_fakes import FakeSession
from tests.gui.colours import TEXT_CONTRAST, contrast
from tests.gui.holdem_details import holdem, solved
from tests.gui.texts import plain


def tinted(qtbot, snapshot, kind):
    document, session = Document(snapshot.scenario), FakeSession(snapshot)
    tints = DeckTints(document, session, document)
    deck = kind(TableContext(document, session, TableInput(document, document), Questions("table", document)), tints)
    qtbot.addWidget(deck)
    tints.set_enabled(True)
    return document, session, tints, deck


@pytest.fixture
def parts(qtbot):
    return tinted(qtbot, solved(), HoldemDeck)


def face(deck, name):
    return deck.findChild(DeckCard, f"deck.{name}").face


def test_good_cards_are_blue_to_the_right_and_bad_ones_orange_to_the_left(parts):
    _, _, tints, deck = parts
    assert face(deck, "9h").tone > 0.5
    assert face(deck, "Qd").tone < -0.5
    assert max(abs(tints.of(card).tone) for card in range(52) if tints.of(card)) == pytest.approx(1)
    assert face(deck, "7h").tone is None
    nine = deck.findChild(DeckCard, "deck.9h")
    assert plain(nine.toolTip()) == "nine of hearts: Hero 100.00 % if it comes (+45.86)"
    assert nine.accessibleName().startswith("nine of hearts, Hero 100.00")


def test_a_bar_shows_the_side_without_colour(parts, qtbot):
    _, _, _, deck = parts
    deck.resize(520, 220)
    deck.show()

    def bar(name):
        button = deck.findChild(DeckCard, f"deck.{name}")
        image, rect = button.grab().toImage(), button.card_rect()
        row = int(rect.bottom() - 2.5)
        ends = {LIGHT.heat_low, LIGHT.heat_high}
        return [x - rect.center().x() for x in range(image.width()) if image.pixelColor(x, row).name() in ends]

    assert min(bar("9h")) >= -1.5
    assert max(bar("Qd")) <= 1.5


def test_no_tint_while_something_else_is_computed_or_nothing_is_to_come(parts):
    document, session, tints, deck = parts
    session.set(stale=True)
    assert face(deck, "9h").tone is None
    session.set(stale=False)
    assert face(deck, "9h").tone is not None
    document.edit("River", board="7h 8h 2c Ks 3d")
    assert tints.of(CARDS["9h"]) is None
    assert session.requested["deck"] == frozenset()
    document.edit("Turn", board="7h 8h 2c Ks")
    assert session.requested["deck"] == {"next_card"}
    tints.set_enabled(False)
    assert session.requested["deck"] == frozenset()
    assert face(deck, "9h").tone is None


def test_a_seat_alone_has_no_good_cards(qtbot):
    snapshot = solved(("AhKh",))
    document, session = Document(snapshot.scenario), FakeSession(snapshot)
    tints = DeckTints(document, session, document)
    tints.set_enabled(True)
    assert all(tints.of(card) is None for card in range(52))
    document.edit("Other", seats=holdem(("AhKh", "QQ")).seats)


def test_the_tints_are_those_of_the_seat_of_the_marked_slot(parts):
    document, _, tints, deck = parts
    first, scenario = tints.of(CARDS["9h"]).tone, document.scenario
    document.edit("Seat", kelly=read_panel({"seat": 1}))  # the advised seat has nothing to do with it
    assert tints.of(CARDS["9h"]).tone == first
    document.choose_seat(1)
    other = tints.of(CARDS["9h"])
    assert other.tone < 0 < first
    assert "Hero" not in other.words
    assert plain(deck.findChild(DeckCard, "deck.9h").toolTip()).endswith(plain(other.words))
    document.set_cursor(
        Cursor(Slot("seat", 0), seat=1, pinned=True)
    )  # the pages stay with the second, the card does not
    assert tints.of(CARDS["9h"]).words.startswith(f"{scenario.seats[0].name} ")
    document.set_cursor(Cursor(Slot("board", index=3), seat=1, pinned=True))
    assert tints.of(CARDS["9h"]).words.startswith(f"{scenario.seats[1].name} ")


@pytest.mark.parametrize("marked", [0, 1, 2])
def test_deck_and_page_mean_the_same_seat_where_the_advised_one_has_folded(qtbot, marked):
    snapshot = solved(("AhKh", "QsQc", "JdTd"), folded=(0,))
    document, _, tints, _ = tinted(qtbot, snapshot, HoldemDeck)
    document.choose_seat(marked)
    table = board_table(snapshot.details["next_card"], snapshot, document.cursor.seat)
    assert table.names[table.judge] == ("Seat 3" if marked == 2 else "Seat 2")
    assert tints.of(CARDS["9h"]).words.startswith(f"{table.names[table.judge]} ")


class TestRazz:
    @pytest.fixture
    def made(self, qtbot):
        return tinted(qtbot, razz_details.solved(detail=("next_card",)), RazzDeck)

    def test_ranks_are_tinted_by_what_they_do_to_the_hero(self, made):
        _, session, tints, deck = made
        assert session.requested["deck"] == {"next_card"}
        assert tints.of(2).tone > 0.5  # a three, with A 2 9 5
        assert tints.of(1).tone < 0
        three = deck.findChild(RankButton, "deck.rank.3")
        assert plain(three.toolTip()) == "3: 3 live; Hero 63.05 % if it comes (+22.67)"
        session.set(stale=True)
        assert three.toolTip() == "3: 3 live"

    def test_tints_caption_and_tool_tips_speak_of_one_seat(self, qtbot):
        """The last seat draws first: its next card is marked whoever the pages show and the Kelly page advises."""
        snapshot = razz_details.solved((*razz_details.FOURTH, "5 6 K 9"), detail=("next_card",))
        document, _, _, deck = tinted(qtbot, snapshot, RazzDeck)
        live = deck.findChild(QWidget, "deck.live")
        for seat in (0, 1, 2, 1):
            document.set_cursor(Cursor(Slot("seat", seat, 4), seat=0, pinned=True))
            name = document.scenario.seats[seat].name
            said = [button.toolTip() for button in deck.findChildren(RankButton) if ";" in button.toolTip()]
            assert said
            assert all(f"; {name} " in text for text in said)
            assert live.text.startswith(f"{name}'s draw to an 8")

    def test_no_caption_of_another_seat_where_the_marked_one_draws_to_nothing(self, qtbot):
        hands = (razz_details.FOURTH[0], "Q J K T")
        document, _, _, deck = tinted(qtbot, razz_details.solved(hands, detail=("next_card",)), RazzDeck)
        assert deck.findChild(QWidget, "deck.live").text.startswith("Hero")
        document.choose_seat(1)
        assert deck.findChild(QWidget, "deck.live").text == ""

    def test_the_tints_are_those_of_the_marked_seat_where_the_advised_one_has_folded(self, qtbot):
        hands = (*razz_details.FOURTH, "J Q K T")
        snapshot = razz_details.solved(hands, "", detail=("next_card",), folded=(0,))
        document, _, tints, _ = tinted(qtbot, snapshot, RazzDeck)
        for marked, name in ((0, "Seat 2"), (1, "Seat 2"), (2, "Seat 3")):
            document.choose_seat(marked)
            words = [tint.words for tint in map(tints.of, range(13)) if tint is not None]
            assert words
            assert all(text.startswith(f"{name} ") for text in words)

    def test_no_tint_where_the_hero_waits_for_another_card(self, made):
        _, session, tints, _ = made
        session.set(snapshot=razz_details.solved(("A 2 9 5 6", "3 4 7 8"), detail=("next_card",)))
        assert all(tints.of(rank) is None for rank in range(13))

    @pytest.mark.parametrize(("method", "operations", "wanted"), [
        ("exact", 1e6, True), ("exact", 1e11, False), ("exact", None, False), ("sampled", None, True),
    ])  # fmt: skip
    def test_it_is_computed_where_that_is_quick(self, made, method, operations, wanted):
        _, session, _, _ = made
        session.set(snapshot=replace(session.snapshot, method=method, exact_operations=operations))
        assert bool(session.requested["deck"]) == wanted
        session.set(stale=True)
        assert bool(session.requested["deck"]) == wanted  # until the next table is there

    @pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
    def test_ranks_and_counts_can_be_read(self, theme):
        for tone in (-1.0, -0.01, 0.01, 1.0):
            ground = heat_color(theme, tone, strength=BEHIND_PIPS)
            assert contrast(theme.deck_suits[0], ground) >= TEXT_CONTRAST
            assert contrast(theme.text, ground) >= TEXT_CONTRAST


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_suits_can_be_read_on_tinted_cards(theme):
    for end in (theme.heat_low, theme.heat_high):
        ground = mixed(theme.deck_card, end, DECK_TINT)
        for suit in (*theme.deck_suits, *theme.deck_suits_two):
            assert contrast(suit, ground) >= TEXT_CONTRAST


def test_the_choice_is_remembered(tmp_path):
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    assert settings.tint_deck
    settings.tint_deck = False
    settings.sync()
    assert not Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)).tint_deck
