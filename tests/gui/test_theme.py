"""Contrast of every token on the grounds it stands on, seat colours told apart, the style sheet complete."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette, QTextDocument
from PySide6.QtWidgets import QFileDialog, QLineEdit, QSlider, QStyle, QStyleOptionSlider, QToolButton

from gui.look.styling import rich
from gui.look.theme import (
    DARK,
    ICONS,
    LIGHT,
    LOOK_CHANGED,
    SEAT_DASHES,
    SEAT_SYMBOLS,
    TEXT_SCALES,
    THEMES,
    current_look,
    current_theme,
    mixed,
    palette,
    set_four_colours,
    set_theme,
    stylesheet,
)
from tests.gui.colours import COLOUR_BLIND, MARK_CONTRAST, TEXT_CONTRAST, contrast, difference
from tests.look_events import Listener

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


@themes
@pytest.mark.parametrize("token", ["text", "muted", "accent", "good", "bad", "warn", "worse", "better"])
@pytest.mark.parametrize("ground", ["background", "surface", "raised"])
def test_text_is_readable_on_every_ground(theme, token, ground):
    assert contrast(getattr(theme, token), getattr(theme, ground)) >= TEXT_CONTRAST


@themes
def test_text_is_readable_on_accent_and_selection(theme):
    assert contrast(theme.on_accent, theme.accent) >= TEXT_CONTRAST
    assert contrast(theme.text, theme.selection) >= TEXT_CONTRAST


@themes
@pytest.mark.parametrize("ground", ["background", "surface", "raised"])
def test_marks_stand_out_on_every_ground(theme, ground):
    for mark in (*theme.seats, theme.outline):
        assert contrast(mark, getattr(theme, ground)) >= MARK_CONTRAST


@themes
def test_suits_are_readable_on_their_cards(theme):
    for suits, ground in (
        (theme.suits, theme.card),
        (theme.suits_two, theme.card),
        (theme.deck_suits, theme.deck_card),
        (theme.deck_suits_two, theme.deck_card),
    ):
        for suit in suits:
            assert contrast(suit, ground) >= TEXT_CONTRAST


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_seats_are_told_apart_by_all_eyes(theme, eyes):
    for one, other in combinations(theme.seats, 2):
        assert difference(one, other, eyes) >= 0.04
    for one, other in combinations(theme.seats[:6], 2):
        assert difference(one, other, eyes) >= 0.06


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_better_and_worse_are_told_apart_by_all_eyes(theme, eyes):
    assert difference(theme.better, theme.worse, eyes) >= 0.1
    assert difference(theme.heat_high, theme.heat_low, eyes) >= 0.1


@themes
@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_actions_are_told_apart_by_all_eyes_and_texts_are_read_on_them(theme, eyes):
    bets = [theme.named(f"bet:{place}").name() for place in (0, 0.25, 0.5, 0.75, 1)]
    for ground in (theme.fold, theme.call, *bets):
        assert contrast(theme.text, ground) >= TEXT_CONTRAST
    for one, other in combinations((theme.fold, theme.call, *bets[::2]), 2):
        assert difference(one, other, eyes) >= 0.05
    assert theme.named("bet:0").name() == theme.bets[0]
    assert theme.named("bet:1").name() == theme.bets[-1]
    assert theme.named(0) == theme.seat(0)
    assert theme.named("accent").name() == theme.accent


def test_no_two_seats_share_line_style_and_marker():
    signs = {(SEAT_DASHES[i % len(SEAT_DASHES)], SEAT_SYMBOLS[i % len(SEAT_SYMBOLS)]) for i in range(10)}
    assert len(signs) == 10
    assert LIGHT.seats[0] == LIGHT.accent
    assert DARK.seats[0] == DARK.accent


@themes
def test_the_style_sheet_uses_tokens_and_icons_that_exist(theme, qtbot):
    sheet = stylesheet(theme)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    icons = re.findall(r'url\("(.+?)"\)', sheet)
    assert icons
    assert all(Path(path).parent == ICONS and Path(path).is_file() for path in icons)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setStyleSheet(sheet)  # an unreadable sheet is a Qt warning, which fails the test
    field.show()
    assert field.grab().toImage().pixelColor(field.width() // 2, field.height() // 2) == QColor(theme.surface)


@themes
def test_the_arrows_of_a_file_dialog_stand_out(theme, qtbot):
    """Those of Qt are black, in the dark too."""
    dialog = QFileDialog()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    dialog.setStyleSheet(stylesheet(theme))
    dialog.ensurePolished()
    for name in ("backButton", "forwardButton", "toParentButton"):
        button = dialog.findChild(QToolButton, name)
        button.ensurePolished()
        image = button.icon().pixmap(16, 16).toImage()
        inks = [image.pixelColor(x, y) for x in range(16) for y in range(16)]
        inks = [ink for ink in inks if ink.alpha() > 200]
        assert inks
        assert min(contrast(ink.name(), theme.raised) for ink in inks) >= MARK_CONTRAST


@themes
def test_the_handle_of_a_slider_stands_out(theme, qtbot):
    slider = QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    slider.setStyleSheet(f"QWidget {{ background: {theme.surface}; }}" + stylesheet(theme))
    slider.resize(200, 24)
    slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    slider.show()
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    handle = slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider)
    image = slider.grab().toImage()
    edge = [image.pixelColor(handle.center().x(), y) for y in range(handle.top(), handle.center().y())]
    assert max(contrast(color, theme.surface) for color in edge) >= MARK_CONTRAST


@pytest.mark.parametrize("percent", TEXT_SCALES)
def test_the_handle_of_a_slider_is_whole_at_every_size_of_text(percent, qtbot):
    slider = QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    slider.setStyleSheet(stylesheet(LIGHT, percent))
    slider.show()
    slider.resize(200, slider.minimumSizeHint().height())
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    handle = slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider)
    assert slider.rect().contains(handle)


@themes
def test_the_palette_is_that_of_the_theme(theme):
    made = palette(theme)
    assert made.color(QPalette.ColorRole.Window) == QColor(theme.background)
    assert made.color(QPalette.ColorRole.Text) == QColor(theme.text)
    disabled = made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled != QColor(theme.text)


def test_mixing_goes_from_one_colour_to_the_other():
    assert mixed("#000000", "#ffffff", 0.0) == QColor("#000000")
    assert mixed("#000000", "#ffffff", 1.0) == QColor("#ffffff")
    assert mixed("#000000", "#ffffff", 0.5).red() == pytest.approx(128, abs=1)


def test_widgets_hear_of_another_look(qtbot):
    parent = Listener()
    child = Listener(parent)
    qtbot.addWidget(parent)
    set_theme("dark")
    assert current_theme() is DARK
    four = current_look().suit_color(2)
    set_four_colours(False)
    assert parent.events == child.events == [LOOK_CHANGED, LOOK_CHANGED]
    assert current_look().suit_color(2) != four
    assert current_look().suit_color(2) == current_look().suit_color(1)
    assert current_look().suit_color(0, deck=True) == QColor(DARK.deck_suits_two[0])


def test_thin_spaces_in_rich_texts_stay(qapp):
    document = QTextDocument()
    document.setHtml(rich("<b>1\u202f326</b> combos<br><table><tr><td>12\u202f345\u00a0%</td></tr></table>"))
    assert "1\u202f326 combos" in document.toRawText()
    assert "12\u202f345\u00a0%" in document.toRawText()
